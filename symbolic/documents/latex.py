r"""Documents as LaTeX, with macros that the document defines.

They are ``\RecencyClaim``, ``\RecencyPart``, ``\RecencyNumber``, ``\RecencyAdded``,
``\RecencyLemma``, ``\RecencyDerivation``, ``\RecencyStep``, ``\RecencyReason``,
``\RecencySuppose``, ``\RecencySupposed``,
``\RecencyBecause``, ``\RecencyDisplay``, ``\RecencySize``, ``\RecencyNote``, ``\RecencyAside``,
``\RecencyCite`` and ``\RecencyRef``; `proofs.companion.documents.fragments` has them.  Calculations
are flalign* of amsmath, with the reasons as tags at the right; what is short stands in a line of
text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from symbolic.documents.tree import (
    Assertion,
    Block,
    Calculation,
    Conclusion,
    Derived,
    Display,
    Heading,
    Immediate,
    Lemma,
    Line,
    Note,
    Paragraph,
    Section,
    Sequent,
    Shared,
    Step,
    Supposition,
)
from symbolic.printing.authored import Shown
from symbolic.printing.displays import ROOM, chained, displayed, inline, statement_latex
from symbolic.printing.escapes import Latex, escape
from symbolic.printing.latex import closed, relation, row
from symbolic.printing.layout import INDENT, Row, broken, joined, width
from symbolic.printing.sentences import Reference, Sentence, as_sentence
from symbolic.printing.statements import together

__all__ = ["block_latex", "latex", "lines", "signed"]

SIGNS = {"=": "=", "≠": r"\neq", "≤": r"\leq", "<": "<"}
#: points by which the steps of a calculation are moved in, or those under a supposition, the width
#: of a label, and that of a letter of a reason
STEP, LABEL, LETTER = 10.0, 24.0, 4.5
#: parts of a line: what is wider is displayed, and does not stand in a sentence, or before a
#: reason; a hypothesis may be wider, as it may be broken
INLINE, REASONED, SUPPOSED = 0.85, 0.6, 1.14
#: a first term that is not wider stands beside the first relation
BESIDE = 0.35
#: of a line, what a reason may take at most (as ``\\RecencyReason`` has it)
REASON = 0.45


def latex(sections: Iterable[Section], room: float = ROOM) -> Latex:
    """The body of a document, of which a line has room for so many points at ten point size."""
    write = _Writer(room)
    return Latex("\n\n".join("\n".join(map(write.block, each.blocks)) for each in sections))


def block_latex(block: Block, room: float = ROOM) -> Latex:
    """One block."""
    return Latex(_Writer(room).block(block))


@dataclass(frozen=True)
class _Writer:
    room: float

    def block(self, block: Block) -> str:
        """A block."""
        match block:
            case Heading(words, name):
                return rf"\RecencyClaim{{{escape(name)}}}{{{words.latex()}}}"
            case Paragraph(words):
                return f"\n{words.latex()}"
            case Display(statements):
                rows = " \\\\\n".join(map(statement_latex, statements))
                return f"\\begin{{gather*}}\n{rows}\n\\end{{gather*}}"
            case Note(title, said):
                sentences = " ".join(line.latex() for line in said)
                return _aside(rf"\RecencyNote{{{title.latex()}}} {sentences}", block.aside)
            case Assertion(kind, name, words, called):
                own = f"[{escape(name.replace('_', ' '))}]" if name else ""
                return rf"\RecencyPart{own}{{{_numbered(called, kind)}}}{{{words.latex()}}}"
            case Sequent(given, added, says):
                return _aside(self.sequent(given, block.shared, says, added), block.aside)
            case Lemma(name):
                return "\n".join((rf"\RecencyLemma{{{escape(name)}}}", *self.lemma(block)))
            case Immediate(why, title=title):
                return rf"\RecencyBrief{{{as_sentence(title).latex()}}}{{{why.latex()}.}}"
            case Derived(steps, statement, title=title):
                start = rf"\RecencyDerivation{{{as_sentence(title).latex()}}}"
                return "\n".join((start, *(self.step(step, statement) for step in steps)))

    # -- theorems ----------------------------------------------------------------------------------

    def sequent(
        self,
        given: Sequence[Shown],
        shared: Sequence[Shared],
        says: Shown,
        added: Sequence[Shown] = (),
    ) -> str:
        """What is supposed, and what follows."""
        out = [self.supposed("Suppose", given, shared)] if given or shared else []
        if added:
            out.append(rf"\RecencyAdded{{{self.supposed('Suppose also', added)}}}")
        said = _in_line(says, INLINE * self.room)
        shown = f"{said}." if said else _aligned(displayed(says, self.room, packed=True))
        return "\n".join([*out, "Then" if out else "We have", shown])

    def lemma(self, lemma: Lemma) -> Iterator[str]:
        """What it says; if its derivation is one reason, with that beside it."""
        given, says, derivation = lemma.given, lemma.says, lemma.derivation
        if not isinstance(derivation, Immediate):
            yield self.sequent(given, lemma.shared, says)
            if derivation is not None:
                yield self.block(replace(derivation, title=f"Proof of {lemma.name}"))
        else:
            some = given or lemma.shared
            supposed = f"{self.supposed('Suppose', given, lemma.shared)}\nThen" if some else ""
            if said := _in_line(says, INLINE * self.room):
                why = rf"\RecencyBecause{{{derivation.reason.latex()}}}"
                yield f"{supposed} {said}\n{why}".lstrip()
            else:
                yield supposed or "We have"
                yield self.step(Conclusion(says, derivation.reason), None)

    def supposed(
        self, start: str, hypotheses: Sequence[Shown], shared: Sequence[Shared] = ()
    ) -> str:
        """The hypotheses in a sentence; those that are too long for one are displayed."""
        short, moved = self.by_width(hypotheses)
        cited = [each.label for each in shared if not each.statements]
        said = [", ".join([*cited, *short])] if cited or short else []
        for each in shared:
            short, long = self.by_width(each.statements)
            said += [f"{each.label}~{', '.join(short)}"] if short else []
            moved += [rf"\text{{{each.label}}}\quad {long[0]}", *long[1:]] if long else []
        sentence = f"{start} {'; '.join(said)}" if said else start
        return f"{sentence}{' and' if said else ''}\n{_aligned(moved)}" if moved else f"{sentence}."

    def by_width(self, hypotheses: Sequence[Shown]) -> tuple[list[str], list[str]]:
        """Those for a sentence, and the lines of those that are too long."""
        short, long = list[str](), list[str]()
        for link in together(hypotheses):
            (said,) = chained(link)
            if width(said) <= SUPPOSED * self.room:
                short.append(inline(said))
            elif len(link) == 1:
                long += displayed(link[0], self.room, packed=True)
            else:
                long += lines(said, self.room)
        return short, long

    # -- derivations -------------------------------------------------------------------------------

    def step(self, step: Step, about: Shown | None) -> str:
        """What the letters in the statement ``about`` stand for is not said again."""
        match step:
            case Paragraph(words):
                return rf"\par\nopagebreak\noindent {words.latex()}"
            case Supposition(words, _, steps):
                inside = replace(self, room=self.room - STEP)
                start = rf"\RecencySuppose{{{words.latex()}}}"
                inner = (inside.step(each, about) for each in steps)
                return "\n".join((start, *inner, r"\RecencySupposed"))
            case Conclusion(statement, reason, label):
                if said := _in_line(statement, REASONED * self.room - LABEL):
                    return _short_step(said, reason, label)
                space = self.beside(reason) - LABEL * bool(label)
                *before, last = displayed(statement, space, about, packed=True)
                rows = [*(_row(f"& {line}") for line in before), _row(f"& {last}", reason)]
                return _display(rows, label)
            case Calculation():
                return self.calculation(step)

    def beside(self, reason: Sentence) -> float:
        """What a reason leaves of a line; lines of the usual length are never broken for it."""
        taken = min(LETTER * len(reason.text()), REASON * self.room)
        return max(min(ROOM, self.room), self.room - taken)

    def calculation(self, block: Calculation) -> str:
        """A short first term stands beside the first relation, a long one above it."""
        start, taken = closed(row(block.start, block.names)), LABEL * bool(block.label)
        rest = [(signed(line, block.names), line.reason) for line in block.lines]
        one = (*start, *rest[0][0]) if len(rest) == 1 else ()
        if one and _is_flat(one) and width(one) <= REASONED * self.room - taken:
            return _short_step(inline(one), rest[0][1], block.label)
        beside = width(start) <= BESIDE * self.room or (
            bool(one) and width(one) + taken <= self.beside(rest[0][1])
        )
        above = lines(start, self.room - taken)
        rows = [] if beside else [_row(f"& {line}") for line in above]
        left, indent = (f"{joined(start)} ", "") if beside else ("", r"\quad ")
        for formula, reason in rest:
            space = self.beside(reason) - (width(start) + taken if beside else STEP)
            *before, last = lines(formula, space)
            for each in before:
                rows.append(_row(f"{left}& {indent}{each}"))
                left = ""
            rows.append(_row(f"{left}& {indent}{last}", reason))
            left = ""
        return _display(rows, block.label)


def _aside(shown: str, aside: bool) -> str:
    """What a document may leave out, if it has a macro for that."""
    return f"\\RecencyAside{{%\n{shown}}}" if aside else shown


def _numbered(called: Reference | None, kind: str) -> Latex:
    """What a theorem is called, and of which kind it is."""
    if called is None:
        return escape(kind)
    word, _, number = called.name.rpartition(" ")
    home = called.home.replace(":", "-")
    after = f", {escape(kind)}" if kind else ""
    return Latex(rf"{escape(word)}~\RecencyNumber{{{number}}}{{{home}}}{after}")


def _aligned(rows: Iterable[str]) -> str:
    body = " \\\\\n".join(rf"& \RecencySize {line}" for line in rows)
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


def signed(line: Line, names: frozenset[str]) -> Row:
    """A line of a calculation: the relation, and the term, beside others about these names."""
    return (relation(SIGNS[line.relation]), *row(line.term, names))


def lines(formula: Row, room: float) -> list[str]:
    """A formula, broken where it is too long."""
    return [r"\qquad " * round(indent / INDENT) + line for indent, line in broken(formula, room)]


def _in_line(statement: Shown, room: float) -> str:
    """A statement in a line of text; nothing if there is no room, or if it has cases."""
    (said,) = chained((statement,))
    return inline(said) if _is_flat(said) and width(said) <= room else ""


def _is_flat(formula: Row) -> bool:
    return not any(r"\begin{cases}" in item.latex for item in formula)


def _short_step(said: str, reason: Sentence, label: str) -> str:
    own = rf"{label}\quad " if label else ""
    return rf"\RecencyStep{{{own}{said}}}{{{reason.latex()}}}"


def _row(formula: str, reason: Sentence | None = None) -> str:
    tag = "" if reason is None else rf" \tag*{{\RecencyReason{{{reason.latex()}}}}}"
    left, _, right = formula.partition("& ")
    cells = rf"\RecencySize {left}& \RecencySize {right}" if left else rf"& \RecencySize {right}"
    return f"{cells} &&{tag}"


def _display(rows: Sequence[str], label: str) -> str:
    first, *rest = rows
    if label:
        own = rf"\text{{{label}}}\quad "
        first = first.replace("& ", f"& {own}", 1) if first.startswith("& ") else own + first
    body = " \\\\\n".join([first, *rest])
    return f"\\RecencyDisplay\n\\begin{{flalign*}}\n{body}\n\\end{{flalign*}}"
