"""Terms, statements and theorems as HTML with MathML, for notebooks and pages.

The formulas are those of the LaTeX, so a reader of either sees the same.  No script and no file is
needed to show them: `STYLE`, which lays out formulas with their reasons, comes with it.

    >>> from symbolic.terms import real
    >>> term_html(real("gamma"))  # doctest: +ELLIPSIS
    '<math ...><mrow><mi>&#x003B3;</mi></mrow></math>'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symbolic.printing.authored import Shown
from symbolic.printing.displays import chained, displayed, statement_latex
from symbolic.printing.escapes import for_html
from symbolic.printing.latex import term_latex
from symbolic.printing.layout import Row, broken, joined, width
from symbolic.printing.mathml import mathml

__all__ = [
    "ROOM",
    "STYLE",
    "given_html",
    "inline_html",
    "labelled",
    "lines_html",
    "page",
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
    # what slants over the edge of its box is cut there: a formula has room beside it
    ".recency-formula{max-width:100%;overflow-x:auto;overflow-y:hidden;padding:0 .3em 0 .1em}"
    ".recency-reason{margin-left:auto;text-align:right;font-size:90%;opacity:.75}"
    "</style>"
)
#: points: the width of a line before a formula is broken; a page of 45 rem has a little more
ROOM = 375.0


def term_html(term: Shown) -> str:
    """A term."""
    return mathml(term_latex(term))


def statement_html(statement: Shown) -> str:
    """A statement, on one line."""
    return mathml(statement_latex(statement))


def theorem_html(hypotheses: Sequence[Shown], statement: Shown) -> str:
    """What a theorem says: its hypotheses, and below them what follows."""
    return page([given_html(hypotheses), *labelled("", displayed(statement, ROOM))])


def given_html(
    given: Sequence[Shown],
    added: Sequence[Shown] = (),
    shared: Sequence[tuple[str, Sequence[Shown]]] = (),
) -> str:
    """What is given, some of it under a letter or only by that, and what had to be added."""
    cited = [for_html(letter) for letter, statements in shared if not statements]
    words = [
        ("Given", [*cited, *_formulas(given)]),
        *((for_html(letter), _formulas(statements)) for letter, statements in shared),
        ("added" if given or shared else "Added", _formulas(added)),
    ]
    said = [f"{word} {', '.join(formulas)}" for word, formulas in words if formulas]
    return f"<p>{'; '.join(said)}:</p>" if said else ""


def inline_html(formula: Row) -> str:
    """A formula in a sentence; one that is wider than a line has lines of its own."""
    if width(formula) <= ROOM:
        return mathml(joined(formula))
    return lines_html(line for _, line in broken(formula, ROOM))


def lines_html(lines: Iterable[str]) -> str:
    """Lines of a formula that stands in a sentence."""
    return "".join(
        f'<span class="recency-row"><span class="recency-formula">{mathml(line, tall=True)}</span>'
        "</span>"
        for line in lines
    )


def _formulas(statements: Sequence[Shown]) -> list[str]:
    return [inline_html(part) for part in chained(statements)]


def page(parts: Iterable[str]) -> str:
    """Paragraphs and rows, with the style that lays them out."""
    return f'<div class="recency">{STYLE}{"".join(parts)}</div>'


def labelled(label: str, lines: Sequence[str], reason: str = "") -> list[str]:
    """Rows of which the first has the label and the last the reason."""
    *before, last = lines
    found = [*map(row_html, before), row_html(last, reason)]
    start = f"<span>{for_html(label)}</span>" if label else ""
    return [found[0].replace(">", f">{start}", 1), *found[1:]]


def row_html(latex: str, reason: str = "") -> str:
    """A displayed formula, and why it holds at its right."""
    formula = f'<span class="recency-formula">{mathml(latex, tall=True)}</span>'
    why = f'<span class="recency-reason">{reason}</span>' if reason else ""
    return f'<div class="recency-row">{formula}{why}</div>'
