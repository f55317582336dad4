"""How a run of ``recency verify`` looks: a table on a terminal, plain aligned text anywhere else.

Both say the same thing from the same rows, and both say it in words: colour only repeats them.
Nothing is ever truncated: plain text, which is for other programs, has a line for each claim; a
table goes on below in its columns, and where there is too little room for all of them puts the
added hypotheses below the title and leaves out the seconds. rich is imported only to draw on a
terminal.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, TypeVar

if TYPE_CHECKING:
    from proofs.companion.ledger import Report

T = TypeVar("T")

_HEADINGS = ("verdict", "claim", "title", "added hypotheses", "seconds")
#: columns that are never broken
_WHOLE = frozenset({"verdict", "claim", "seconds"})
_COLOURS = {
    "proved": "green",
    "repaired": "yellow",
    "refuted": "magenta",
    "supported": "green",
    "not supported": "magenta",
    "depends": "yellow",
    "cited": "cyan",
    "failed": "bold red",
}


def width() -> int:
    """The columns of the terminal; where there is none, as many as a page of a book has."""
    return shutil.get_terminal_size((96, 24)).columns


def wrapped(line: str, width: int) -> str:
    """A sentence in lines of that width."""
    return textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)


def verdict(report: Report) -> str:
    """The word for a claim: its verdict if that holds, else ``failed``."""
    return report.verdict if report.ok else "failed"


def summary(reports: Sequence[Report], seconds: float | None = None) -> str:
    """One line, such as ``15 claims: 8 proved, 6 repaired, 1 refuted; 0 failed; 3.1 s``."""
    counts = Counter(map(verdict, reports))
    failed = counts.pop("failed", 0)
    held = ", ".join(f"{counts[word]} {word}" for word in _COLOURS if word in counts)
    claims = "1 claim" if len(reports) == 1 else f"{len(reports)} claims"
    took = "" if seconds is None else f"; {seconds:.1f} s"
    return f"{claims}: {held + '; ' if held else ''}{failed} failed{took}"


def evidence(reports: Iterable[Report]) -> str:
    """One line on what was tried beside the proofs, if something was."""
    theorems = [found for r in reports for found in r.numeric["theorems"].values()]
    if not theorems:
        return ""
    tried, changes, noticed = (
        sum(found[what] for found in theorems) for what in ("instances", "changes", "noticed")
    )
    digits = [found["digits"] for found in theorems if found["digits"] is not None]
    agree = f"; both sides of {len(digits)} agree to {min(digits)} digits" if digits else ""
    return (
        f"evidence: {len(theorems)} theorems tried on {tried} drawn instances, where {noticed} of "
        f"{changes} changed ones are false{agree}"
    )


def problems(reports: Iterable[Report]) -> list[str]:
    """For each claim that failed one line, saying what went wrong, and below it what is known."""
    lines: list[str] = []
    for report in reports:
        if not report.ok:
            why = _one_line(report.problem or "no reason was recorded")
            lines += [f"failed: {report.id}: {why}", *(f"  {d}" for d in report.details)]
    return lines


def plain(reports: Iterable[Report], *, timed: bool = True) -> str:
    """The rows as aligned text: a heading, then one line per claim, whole and without colour."""
    columns = len(_HEADINGS) if timed else _HEADINGS.index("seconds")
    rows = [row[:columns] for row in (_HEADINGS, *map(_row, reports))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def draw(reports: Iterable[Report]) -> None:
    """The rows as a table on the terminal; what a cell has no room for goes on below."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    rows, console = [*map(_row, reports)], Console(highlight=False)

    def table(columns: Sequence[str], rows: Iterable[Sequence[Text]]) -> Table:
        made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for heading in columns:
            side: Literal["left", "right"] = "right" if heading == "seconds" else "left"
            made.add_column(heading, no_wrap=heading in _WHOLE, justify=side, overflow="fold")
        for row in rows:
            made.add_row(*row)
        return made

    # Texts, not strings: rich would read the brackets of "h[i]" as markup.
    shown = [[Text(word, _COLOURS.get(word, "")), *map(Text, cells)] for word, *cells in rows]
    whole = table(_HEADINGS, shown)
    if console.measure(whole, options=console.options.update_width(10_000)).maximum > console.width:
        # what had to be added goes below the title, which leaves room for either
        shown = [
            [word, claim, Text("\n").join([title, *([Text("+ ") + more] if more else [])])]
            for word, claim, title, more, _ in shown
        ]
        whole = table(("verdict", "claim", "title, and added hypotheses"), shown)
    console.print(whole)


def watched(
    things: Iterable[T], total: int, doing: str = "verifying", names: Sequence[str] = ()
) -> Iterator[T]:
    """Pass the things on as they come, moving a bar on stderr if that is a terminal.

    ``names`` are the names of the things, to be shown while each is waited for.
    """
    if not sys.stderr.isatty():
        yield from things
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    shown = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*shown, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("".join(names[:1]), total=total)
        for done, thing in enumerate(things, start=1):
            yield thing
            progress.update(bar, completed=done, description="".join(names[done : done + 1]))


def counted(things: Iterable[Sequence[T]], what: str, done: int = 0) -> Iterator[Sequence[T]]:
    """Pass the things on, counting what is in them on stderr if that is a terminal."""
    if not sys.stderr.isatty():
        yield from things
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    shown = (SpinnerColumn(), TextColumn("{task.completed} " + what), TimeElapsedColumn())
    with Progress(*shown, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None, completed=done)
        for thing in things:
            yield thing
            progress.advance(task, len(thing))


def _row(report: Report) -> tuple[str, str, str, str, str]:
    return (
        verdict(report),
        report.id,
        _one_line(report.title),
        _changes(report),
        f"{report.seconds:.2f}",
    )


def _changes(report: Report) -> str:
    """What had to be added, and whether something printed had to go."""
    found = list(map(_one_line, report.added))
    return "; ".join((*found, *map(_one_line, report.corrected)))


def _one_line(text: str) -> str:
    return " ".join(text.split())
