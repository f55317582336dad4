r"""Documents as LaTeX, with macros that the document defines.

They are ``\RecencyClaim``, ``\RecencyPart``, ``\RecencyNumber``, ``\RecencyAdded``,
``\RecencyLemma``, ``\RecencyDerivation``, ``\RecencyStep``, ``\RecencyReason``,
``\RecencyBecause``, ``\RecencyDisplay``, ``\RecencySize``, ``\RecencyNote``, ``\RecencyAside``,
``\RecencyCite`` and ``\RecencyRef``; `proofs.companion.documents.fragments` has them.  Calculations
are flalign* of amsmath, with the reasons as tags at the right; what is short stands in a line of
text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

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
    Step,
)
from symbolic.printing.authored import Shown
from symbolic.printing.displays import ROOM, chained, displayed, inline, statement_latex
from symbolic.printing.escapes import Latex, escape
from symbolic.printing.latex import closed, relation, row
from symbolic.printing.layout import INDENT, Row, broken, joined, width
from symbolic.printing.sentences import Reference, Sentence, Words, as_sentence

__all__ = ["block_latex", "latex", "lines", "signed"]

SIGNS = {"=": "=", "≠": r"\neq", "≤": r"\leq", "<": "<"}
#: points by which the steps of a calculation are moved in
STEP = 10.0
#: points: the width of a label, and of a first term that stands beside the first relation
LABEL, BESIDE = 24.0, 110.0
#: points: what is wider is displayed, and does not stand in a sentence; a hypothesis may be wider
INLINE, SUPPOSED = 190.0, 360.0


def latex(sections: Iterable[Section]) -> Latex:
    """The body of a document."""
    return Latex("\n\n".join("\n".join(map(block_latex, each.blocks)) for each in sections))


def block_latex(block: Block) -> Latex:
    """One block."""
    match block:
        case Heading(words, name):
            found = rf"\RecencyClaim{{{escape(name)}}}{{{words.latex()}}}"
        case Paragraph(words):
            found = f"\n{words.latex()}"
        case Display(statements):
            rows = " \\\\\n".join(map(statement_latex, statements))
            found = f"\\begin{{gather*}}\n{rows}\n\\end{{gather*}}"
        case Note(title, said):
            sentences = " ".join(line.latex() for line in said)
            found = _aside(rf"\RecencyNote{{{title.latex()}}} {sentences}", block.aside)
        case Assertion(kind, name, words, called):
            own = f"[{escape(name.replace('_', ' '))}]" if name else ""
            found = rf"\RecencyPart{own}{{{_numbered(called, kind)}}}{{{words.latex()}}}"
        case Sequent(given, added, says):
            found = _aside(_sequent(given, added, says), block.aside)
        case Lemma(name, given, says, derivation):
            found = "\n".join(
                (rf"\RecencyLemma{{{escape(name)}}}", *_lemma(given, says, derivation))
            )
        case Immediate(why, title=title):
            found = f"{_derivation(title)}\n{why.latex()}."
        case Derived(steps, statement, title=title):
            found = "\n".join((_derivation(title), *(_step(step, statement) for step in steps)))
    return Latex(found)


# -- theorems --------------------------------------------------------------------------------------


def _sequent(given: Sequence[Shown], added: Sequence[Shown], says: Shown) -> str:
    out: list[str] = [_supposed("Suppose", given)] if given else []
    if added:
        out.append(rf"\RecencyAdded{{{_supposed('Suppose also', added)}}}")
    said = _in_line(says, INLINE)
    shown = f"{said}." if said else _aligned(displayed(says))
    return "\n".join([*out, "Then" if out else "We have", shown])


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


def _derivation(title: Words) -> str:
    return rf"\RecencyDerivation{{{as_sentence(title).latex()}}}"


def _lemma(
    given: Sequence[Shown], says: Shown, derivation: Derived | Immediate | None
) -> Iterator[str]:
    """What it says; if its derivation is one reason, with that beside it."""
    if not isinstance(derivation, Immediate):
        yield _sequent(given, (), says)
        if derivation is not None:
            yield block_latex(derivation)
    else:
        supposed = f"{_supposed('Suppose', given)}\nThen" if given else ""
        if said := _in_line(says, INLINE):
            yield f"{supposed} {said}\n\\RecencyBecause{{{derivation.reason.latex()}}}".lstrip()
        else:
            yield supposed or "We have"
            yield _step(Conclusion(says, derivation.reason), None)


def _supposed(start: str, hypotheses: Sequence[Shown]) -> str:
    """The hypotheses in a sentence; those that are too long for one are displayed."""
    rows = chained(hypotheses)
    short = [inline(each) for each in rows if width(each) <= SUPPOSED]
    long = [each for each in rows if width(each) > SUPPOSED]
    sentence = f"{start} {', '.join(short)}" if short else start
    if not long:
        return f"{sentence}."
    moved = [line for each in long for line in lines(each, ROOM)]
    return f"{sentence}{' and' if short else ''}\n{_aligned(moved)}"


def _aligned(rows: Iterable[str]) -> str:
    body = " \\\\\n".join(rf"& \RecencySize {line}" for line in rows)
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


# -- derivations -----------------------------------------------------------------------------------


def signed(line: Line, names: frozenset[str]) -> Row:
    """A line of a calculation: the relation, and the term, beside others about these names."""
    return (relation(SIGNS[line.relation]), *row(line.term, names))


def lines(formula: Row, room: float) -> list[str]:
    """A formula, broken where it is too long."""
    return [r"\qquad " * round(indent / INDENT) + line for indent, line in broken(formula, room)]


def _step(step: Step, about: Shown | None) -> str:
    """What the letters in the statement ``about`` stand for is not said again."""
    match step:
        case Paragraph(words):
            return rf"\par\nopagebreak\noindent {words.latex()}"
        case Conclusion(statement, reason, label) if said := _in_line(statement, INLINE - LABEL):
            own = rf"{label}\quad " if label else ""
            return rf"\RecencyStep{{{own}{said}}}{{{reason.latex()}}}"
        case Conclusion(statement, reason, label):
            *before, last = displayed(statement, ROOM - LABEL * bool(label), about)
            rows = [*(_row(f"& {line}") for line in before), _row(f"& {last}", reason)]
            return _display(rows, label)
        case Calculation():
            return _calculation(step)


def _in_line(statement: Shown, room: float) -> str:
    """A statement in a line of text; nothing if there is no room, or if it has cases."""
    (said,) = chained((statement,))
    cases = any(r"\begin{cases}" in item.latex for item in said)
    return "" if cases or width(said) > room else inline(said)


def _calculation(block: Calculation) -> str:
    """A short first term stands beside the first relation, a long one above it."""
    start, taken = closed(row(block.start, block.names)), LABEL * bool(block.label)
    beside = width(start) <= BESIDE
    rows = [] if beside else [_row(f"& {line}") for line in lines(start, ROOM - taken)]
    left, indent = (f"{joined(start)} ", "") if beside else ("", r"\quad ")
    space = ROOM - (width(start) + taken if beside else STEP)
    for line in block.lines:
        *before, last = lines(signed(line, block.names), space)
        for each in before:
            rows.append(_row(f"{left}& {indent}{each}"))
            left = ""
        rows.append(_row(f"{left}& {indent}{last}", line.reason))
        left = ""
    return _display(rows, block.label)


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
