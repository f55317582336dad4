"""Terms, statements, theorems and derivations as HTML with MathML, for notebooks and pages.

The formulas are those of the LaTeX, so a reader of either sees the same.  No script and no file is
needed to show them: `STYLE`, which lays out a derivation, comes with it.

    >>> from symbolic.terms import real
    >>> term_html(real("gamma"))  # doctest: +ELLIPSIS
    '<math ...><mrow><mi>&#x003B3;</mi></mrow></math>'
    >>> prose_html("recall & repeat")
    'recall &amp; repeat'
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from symbolic.derivation import Block, Calculation, Conclusion, Heading, Reason
from symbolic.printing.authored import Shown
from symbolic.printing.displays import chained, displayed, statement_latex
from symbolic.printing.latex import relation, row, term_latex
from symbolic.printing.layout import INDENT, Row, broken, joined
from symbolic.printing.mathml import mathml
from symbolic.printing.prose import pieces
from symbolic.printing.statements import SYMBOLS
from symbolic.statements import Statement

if TYPE_CHECKING:
    from symbolic.writing.theorem import Theorem

__all__ = [
    "STYLE",
    "derivation_html",
    "html",
    "prose_html",
    "reason_html",
    "statement_html",
    "term_html",
]

STYLE = (
    "<style>"
    ".recency{max-width:60em;line-height:1.6}"
    ".recency p{margin:.7em 0 .3em}"
    ".recency-row{display:flex;flex-wrap:wrap;align-items:center;gap:0 2em;margin:.35em 0}"
    ".recency-formula{max-width:100%;overflow-x:auto;overflow-y:hidden}"
    ".recency-reason{margin-left:auto;text-align:right;font-size:90%;opacity:.75}"
    "</style>"
)
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
#: points: the width of a line before a formula is broken
ROOM = 430.0


def term_html(term: Shown) -> str:
    """A term."""
    return mathml(term_latex(term))


def statement_html(statement: Shown) -> str:
    """A statement, on one line."""
    return mathml(statement_latex(statement))


def prose_html(text: str) -> str:
    """English with symbols in it."""
    return "".join(mathml(p.shown) if p.formula else _escape(p.shown) for p in pieces(text))


def html(theorem: Theorem) -> str:
    """What a theorem says: its hypotheses, and below them what follows."""
    given = ", ".join(mathml(joined(part)) for part in chained(theorem.hypotheses))
    opening = f"<p>Given {given}:</p>" if given else ""
    return _page([opening, *_labelled("", displayed(theorem.statement, ROOM), None)])


def derivation_html(blocks: Iterable[Block]) -> str:
    """A derivation: calculations line by line, with the reasons at the right."""
    return _page([row for block in blocks for row in _rows(block)])


def _escape(words: str) -> str:
    """Words for HTML; what is no character of it is replaced."""
    shown = (ch if ch.isprintable() or ch.isspace() else UNKNOWN for ch in escape(words))
    return "".join(shown)


def _page(parts: Iterable[str]) -> str:
    return f'<div class="recency">{STYLE}{"".join(parts)}</div>'


def _rows(block: Block) -> list[str]:
    match block:
        case Heading():
            about = ", ".join(map(statement_html, block.about))
            return [f"<p>{prose_html(block.words)}{about and ' '}{about}.</p>"]
        case Conclusion():
            return _labelled(block.label, displayed(block.statement, ROOM), block.reason)
        case Calculation():
            found = _labelled(block.label, _lines(row(block.start)), None)
            for line in block.lines:
                whole = (relation(SYMBOLS[line.relation][1]), *row(line.term))
                *before, last = _lines(whole)
                found += [_row(rf"\quad {each}") for each in before]
                found.append(_row(rf"\quad {last}", line.reason))
            return found


def _lines(formula: Row) -> list[str]:
    """A formula, broken where it is too long."""
    return [r"\qquad " * round(indent / INDENT) + line for indent, line in broken(formula, ROOM)]


def _labelled(label: str, lines: list[str], reason: Reason | None) -> list[str]:
    """Rows of which the first has the label and the last the reason."""
    *before, last = lines
    found = [_row(line) for line in before] + [_row(last, reason)]
    start = f"<span>{_escape(label)}</span>" if label else ""
    return [found[0].replace(">", f">{start}", 1), *found[1:]]


def _row(latex: str, reason: Reason | None = None) -> str:
    formula = f'<span class="recency-formula">{mathml(latex, tall=True)}</span>'
    why = f'<span class="recency-reason">{reason_html(reason)}</span>' if reason else ""
    return f'<div class="recency-row">{formula}{why}</div>'


def reason_html(reason: Reason) -> str:
    """Why a step holds."""
    return "; ".join(
        statement_html(part)
        if isinstance(part, Statement)
        else prose_html(part if isinstance(part, str) else part.text())
        for part in reason.parts
    )
