"""How a search looks: a table on a terminal, plain aligned text anywhere else.

Both have the same words; plain text keeps each goal on one line.  rich is imported only to draw on
a terminal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

    from numeric_checks.search import Outcome, Result

_HEADINGS = ("goal", "found", "h", "c", "beta", "decimal", "shows", "MRP")


def plain(result: Result) -> str:
    """A heading, then one line for each goal, whole and without colour."""
    rows = [_HEADINGS, *map(_row, result.outcomes)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def draw(result: Result) -> None:
    """The same as a table on the terminal; long cells are folded."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("goal", "found", "weights", "beta", "what it shows"):
        table.add_column(heading, no_wrap=heading in ("goal", "found"), overflow="fold")
    for outcome in result.outcomes:
        goal, found, h, c, beta, short, shows, mrp = _row(outcome)
        weights = f"h = {h}\nc = {c}" if h else ""
        cells = (weights, f"{beta}\n{short}", shows + (f"; MRP: {mrp}" if mrp else ""))
        colour = {"yes": "green", "dropped": "bold red"}.get(found, "")
        table.add_row(Text(goal), Text(found, colour), *map(Text, cells))
    Console(highlight=False).print(table)


def notes(result: Result) -> list[str]:
    """What the table has no room for: bounds, the MRPs that were tried, what was dropped."""
    from numeric_checks.search import decimal, kinds_of

    found = []
    for outcome in result.outcomes:
        shown = outcome.find or outcome.nearest
        if outcome.problem is not None:
            found.append(f"dropped: {outcome.goal}: {outcome.problem}")
        if shown is not None and shown.gap is not None and shown.bound is not None:
            bound = f"the bound is {_short(shown.bound)}, the gap {decimal(shown.gap)}"
            found.append(f"{outcome.goal}: {bound}")
        if shown is not None and shown.margin is not None:
            found.append(
                f"{outcome.goal}: an eigenvalue of f(z) has a real part below -{shown.margin}, "
                "so with every step size some error grows"
            )
        if shown is not None and shown.tried:
            kinds = kinds_of([mrp.P for mrp in shown.tried])
            found.append(
                f"{outcome.goal}: tried on {len(shown.tried)} MRPs ({kinds}); "
                "beta is the supremum over all MRPs"
            )
    return found


def summary(result: Result, seconds: float) -> str:
    """One line, such as ``10 goals: 9 found, 1 not found; 0 dropped; 1730 candidates; 4.6 s``."""
    goals = "1 goal" if len(result.outcomes) == 1 else f"{len(result.outcomes)} goals"
    dropped = sum(outcome.problem is not None for outcome in result.outcomes)
    missing = len(result.outcomes) - len(result.finds) - dropped
    candidates = sum(outcome.candidates for outcome in result.outcomes)
    return (
        f"{goals}: {len(result.finds)} found, {missing} not found; {dropped} dropped; "
        f"{candidates} candidates; {seconds:.1f} s"
    )


def _row(outcome: Outcome) -> tuple[str, ...]:
    from numeric_checks.search import GOALS, decimal, name_of

    shown = outcome.find or outcome.nearest
    word = "dropped" if outcome.problem else "no" if outcome.find is None else "yes"
    shows = GOALS[outcome.goal].shows if outcome.goal in GOALS else ""
    if shown is None:
        return (
            outcome.goal,
            word,
            "",
            "",
            "",
            "",
            "" if outcome.problem else "nothing was found",
            "",
        )
    return (
        outcome.goal,
        word,
        _listed(shown.h),
        _listed(shown.c),
        str(shown.beta),
        decimal(shown.beta),
        shows,
        "" if shown.mrp is None else name_of(shown.mrp.P),
    )


def _listed(values: Iterable[Fraction]) -> str:
    return ", ".join(map(str, values))


def _short(x: Fraction) -> str:
    from numeric_checks.search import decimal

    return str(x) if len(str(x)) <= 12 else decimal(x)
