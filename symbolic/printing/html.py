"""Terms, statements and theorems as HTML with MathML, for notebooks and pages.

The formulas are those of the LaTeX, so a reader of either sees the same.  No script and no file is
needed to show them: `STYLE`, which lays out formulas with their reasons, comes with it.

    >>> from symbolic.terms import real
    >>> term_html(real("gamma"))  # doctest: +ELLIPSIS
    '<math ...><mrow><mi>&#x003B3;</mi></mrow></math>'
    >>> prose_html("recall & repeat")
    'recall &amp; repeat'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from symbolic.printing.authored import Shown
from symbolic.printing.displays import chained, displayed, statement_latex
from symbolic.printing.latex import term_latex
from symbolic.printing.layout import joined
from symbolic.printing.mathml import mathml
from symbolic.printing.prose import pieces

__all__ = [
    "ROOM",
    "STYLE",
    "labelled",
    "page",
    "prose_html",
    "row_html",
    "statement_html",
    "term_html",
    "theorem_html",
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


def theorem_html(hypotheses: Sequence[Shown], statement: Shown) -> str:
    """What a theorem says: its hypotheses, and below them what follows."""
    given = ", ".join(mathml(joined(part)) for part in chained(hypotheses))
    opening = f"<p>Given {given}:</p>" if given else ""
    return page([opening, *labelled("", displayed(statement, ROOM))])


def page(parts: Iterable[str]) -> str:
    """Paragraphs and rows, with the style that lays them out."""
    return f'<div class="recency">{STYLE}{"".join(parts)}</div>'


def labelled(label: str, lines: Sequence[str], reason: str = "") -> list[str]:
    """Rows of which the first has the label and the last the reason."""
    *before, last = lines
    found = [*map(row_html, before), row_html(last, reason)]
    start = f"<span>{_escape(label)}</span>" if label else ""
    return [found[0].replace(">", f">{start}", 1), *found[1:]]


def row_html(latex: str, reason: str = "") -> str:
    """A displayed formula, and why it holds at its right."""
    formula = f'<span class="recency-formula">{mathml(latex, tall=True)}</span>'
    why = f'<span class="recency-reason">{reason}</span>' if reason else ""
    return f'<div class="recency-row">{formula}{why}</div>'


def _escape(words: str) -> str:
    """Words for HTML; what is no character of it is replaced."""
    shown = (ch if ch.isprintable() or ch.isspace() else UNKNOWN for ch in escape(words))
    return "".join(shown)
