"""Derivations as text and as LaTeX, made from the object that was checked.

>>> from symbolic import Chain, Less, given, real
>>> gamma = real("gamma")
>>> ctx = given(Less(0, gamma), Less(gamma, 1))
>>> print(Derivation(Chain(ctx, gamma**2).less(gamma).less(1).qed()).text())
given: 0 < γ
given: γ < 1
Claim: γ^2 < 1
Derivation:
  γ^2
    < γ                                                                           [0 < γ; γ < 1]
    < 1                                                                                  [γ < 1]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from symbolic.derivation.html import derivation_html, reason_html
from symbolic.derivation.outline import (
    SYMBOLS,
    Block,
    Calculation,
    Conclusion,
    Heading,
    Reason,
    Reference,
    outline,
)
from symbolic.printing import displayed, statement_text, term_text
from symbolic.printing.displays import ROOM, chained, inline
from symbolic.printing.latex import closed, relation, row
from symbolic.printing.layout import INDENT, broken, joined, width
from symbolic.statements import Statement
from symbolic.writing.theorem import Theorem

LINE_WIDTH = 96
#: points by which the steps of a calculation are moved in
STEP = 10.0
#: points: the width of a label, and of a first term that stands beside the first relation
LABEL, BESIDE = 24.0, 110.0
#: points: what is wider is displayed, and does not stand in a sentence
INLINE = 190.0


@dataclass(frozen=True)
class Derivation:
    """A theorem and how it was derived; ``names`` are theorems that are shown elsewhere."""

    theorem: Theorem
    names: Mapping[Theorem, Reference] = field(default_factory=dict)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What is shown, in reading order."""
        return outline(self.theorem, self.names)

    def text(self) -> str:
        """For a terminal."""
        given = [f"given: {statement_text(h)}" for h in self.theorem.hypotheses]
        claim = f"Claim: {statement_text(self.theorem.statement)}"
        return "\n".join([*given, claim, self.steps_text()])

    def latex(self) -> str:
        """Hypotheses, statement and derivation, with macros that the document defines.

        The companion has them in `proofs.companion.documents.fragments`.
        """
        given = list(self.theorem.hypotheses)
        suppose = [supposed("Suppose", given), "Then"] if given else ["We have"]
        return "\n".join([*suppose, shown(self.theorem.statement), self.steps_latex()])

    def steps_text(self, indent: str = "") -> str:
        """The derivation alone; a single step is its reason."""
        only = self._only_reason()
        if only is not None:
            return f"{indent}Derivation: {only.text()}"
        return f"{indent}Derivation:\n{as_text(self.blocks, indent + '  ')}"

    def steps_latex(self) -> str:
        """The derivation alone, in LaTeX."""
        only = self._only_reason()
        steps = (
            as_latex(self.blocks, self.theorem.statement) if only is None else only.latex() + "."
        )
        return rf"\RecencyDerivation{chr(10)}{steps}"

    def _only_reason(self) -> Reason | None:
        match self.blocks:
            case (Conclusion() as only,) if only.statement.key == self.theorem.statement.key:
                return only.reason
        return None

    def _repr_html_(self) -> str:
        only, says = self._only_reason(), self.theorem._repr_html_()
        if only is not None:
            return f"{says}<p>Derivation: {reason_html(only)}.</p>"
        return f"{says}<p>Derivation:</p>{derivation_html(self.blocks)}"


def supposed(start: str, hypotheses: Sequence[Statement]) -> str:
    """The hypotheses in a sentence; those that are too long for one are displayed."""
    rows = chained(hypotheses)
    short = [inline(each) for each in rows if width(each) <= INLINE]
    long = [each for each in rows if width(each) > INLINE]
    sentence = f"{start} {', '.join(short)}" if short else start
    if not long:
        return f"{sentence}."
    lines = [_moved(*line) for each in long for line in broken(each, ROOM)]
    return f"{sentence}{' and' if short else ''}\n{_aligned(lines)}"


def shown(statement: Statement) -> str:
    """The statement, displayed."""
    return _aligned(displayed(statement))


def _aligned(lines: list[str]) -> str:
    body = " \\\\\n".join(f"& {line}" for line in lines)
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


def as_text(blocks: tuple[Block, ...], indent: str = "  ") -> str:
    """The derivation as plain text."""
    out: list[str] = []
    for block in blocks:
        match block:
            case Heading():
                out.append(f"{indent}{block.text()}")
            case Conclusion():
                label = f"{block.label} " if block.label else ""
                shown = f"{indent}{label}{statement_text(block.statement)}"
                out.append(_with_reason(shown, block.reason.text()))
            case Calculation():
                label = f"{block.label} " if block.label else ""
                out.append(f"{indent}{label}{term_text(block.start)}")
                for line in block.lines:
                    shown = f"{indent}  {SYMBOLS[line.relation][0]} {term_text(line.term)}"
                    out.append(_with_reason(shown, line.reason.text()))
    return "\n".join(out)


def _with_reason(shown: str, reason: str) -> str:
    if len(shown) + len(reason) + 4 <= LINE_WIDTH:
        return f"{shown:<{LINE_WIDTH - len(reason) - 2}}[{reason}]"
    return f"{shown}\n{'':{max(0, LINE_WIDTH - len(reason) - 2)}}[{reason}]"


def as_latex(blocks: tuple[Block, ...], about: Statement | None = None, room: float = ROOM) -> str:
    """The derivation as LaTeX: flalign* of amsmath, with the reasons as tags at the right.

    What the letters in ``about`` stand for is not said again.
    """
    return "\n".join(_block_latex(block, about, room) for block in blocks)


def _block_latex(block: Block, about: Statement | None, room: float) -> str:
    match block:
        case Heading():
            return rf"\par\nopagebreak\noindent {block.latex()}"
        case Conclusion():
            label = _label(block.label)
            *before, last = displayed(block.statement, room - LABEL * bool(label), about)
            rows = [_row(f"& {line}") for line in before]
            rows.append(_row(f"& {last}", block.reason))
            rows[0] = rows[0].replace("& ", f"& {label}", 1)
            return _display(rows)
        case Calculation():
            return _display(_calculation(block, room))


def _calculation(block: Calculation, room: float) -> list[str]:
    """A short first term stands beside the first relation, a long one above it."""
    label, start = _label(block.label), closed(row(block.start))
    beside = width(start) <= BESIDE
    rows: list[str] = []
    if not beside:
        lines = [_moved(*line) for line in broken(start, room - LABEL * bool(label))]
        rows += [_row(f"& {line}") for line in lines]
        rows[0] = rows[0].replace("& ", f"& {label}", 1)
    left = f"{label}{joined(start)} " if beside else ""
    space = room - (width(start) + LABEL * bool(label) if beside else STEP)
    for line in block.lines:
        whole = (relation(SYMBOLS[line.relation][1]), *row(line.term))
        *before, last = (_moved(*each) for each in broken(whole, space))
        indent = "" if beside else r"\quad "
        for each in before:
            rows.append(_row(f"{left}& {indent}{each}"))
            left = ""
        rows.append(_row(f"{left}& {indent}{last}", line.reason))
        left = ""
    return rows


def _label(label: str) -> str:
    return rf"\text{{{label}}}\quad " if label else ""


def _moved(indent: float, line: str) -> str:
    return r"\qquad " * round(indent / INDENT) + line


def _row(formula: str, reason: Reason | None = None) -> str:
    tag = "" if reason is None else rf" \tag*{{\RecencyReason{{{reason.latex()}}}}}"
    return f"{formula} &&{tag}"


def _display(rows: list[str]) -> str:
    body = " \\\\\n".join(rows)
    return f"\\begin{{flalign*}}\n{body}\n\\end{{flalign*}}"
