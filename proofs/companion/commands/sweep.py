"""recency analyze --sweep: the verdict, the margin, the modulus and the largest step along a range.

A range is FIRST:LAST:COUNT, both ends included, or FIRST:LAST in steps of one.  What is swept is
the discount, a parameter of the family, or a weight (h0, h1, ... of --weights; c1, c2, ... of
--nstep-weights).  Every point is exact, and is decided as ``recency analyze`` decides it.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from proofs.companion import running
from proofs.companion.commands import many, terminal
from proofs.companion.usage import OK, BadInput, check_places, write
from symbolic.numbers import InvalidNumber, parse_rational
from symbolic.returns import InvalidReturn, LinearReturn, WeightedReturn, named_return, ranges

__all__ = ["Axis", "Swept", "axes", "run"]

#: points in all, and of them that a worker is given at a time
_MOST, _TOGETHER = 100_000, 20
#: what is said of a point, after its coordinates
_FORMS, PICTURES = ("csv", "json"), ("svg", "pdf", "png")
COLUMNS = ("verdict", "margin", "beta", "largest step")


class Swept(NamedTuple):
    """What a return is made of, apart from what is swept."""

    family: str | None
    parameters: dict[str, Any]
    weights: tuple[Fraction, ...]
    nstep: bool
    gamma: Fraction | None

    @property
    def names(self) -> list[str]:
        """What can be swept."""
        if self.family is not None:
            return list(dict.fromkeys(["gamma", *ranges(self.family)]))
        first, letter = (1, "c") if self.nstep else (0, "h")
        return ["gamma", *(f"{letter}{first + k}" for k in range(len(self.weights)))]

    def at(self, values: dict[str, Fraction]) -> tuple[LinearReturn, Fraction]:
        """The return and the discount with these values."""
        gamma = values.get("gamma", self.gamma)
        if gamma is None or not 0 < gamma < 1:
            raise BadInput(f"gamma = {gamma}; expected 0 < gamma < 1")
        if self.family is not None:
            known = {**self.parameters, **values, "gamma": gamma}
            made_of = {name: known[name] for name in ranges(self.family)}
            return named_return(self.family, made_of), gamma
        values = {name: value for name, value in values.items() if name != "gamma"}
        listed = list(self.weights)
        for name, value in values.items():
            listed[int(name[1:]) - self.nstep] = value
        made = WeightedReturn.from_nstep_weights if self.nstep else WeightedReturn
        return made(listed), gamma


class Axis(NamedTuple):
    """What is swept, and its values."""

    name: str
    values: tuple[Fraction, ...]


class Point(NamedTuple):
    """What was found at a point: numbers as exact texts, or first digits; or what is wrong."""

    at: tuple[Fraction, ...]
    found: dict[str, Any]


# -- ranges ----------------------------------------------------------------------------------------


def axes(given: Sequence[Sequence[str]], known: Sequence[str]) -> tuple[Axis, ...]:
    """The one or two axes that were asked for."""
    if len(given) > 2:
        raise BadInput("--sweep is given more than twice; expected one range or two")
    found = tuple(_axis(name, text, known) for name, text in given)
    if len({axis.name for axis in found}) < len(found):
        raise BadInput(f"--sweep {found[0].name} is given twice")
    points = 1
    for axis in found:
        points *= len(axis.values)
    if points > _MOST:
        raise BadInput(f"--sweep has {points} points, expected at most {_MOST}")
    return found


def _axis(name: str, text: str, known: Sequence[str]) -> Axis:
    if name not in known:
        raise BadInput(f"--sweep {name}: expected one of {', '.join(known)}")
    expected = "expected FIRST:LAST:COUNT or FIRST:LAST, such as 0:1:101"
    parts = text.split(":")
    if len(parts) not in (2, 3):
        raise BadInput(f"--sweep {name} {text!r}: {expected}")
    try:
        first, last = map(parse_rational, parts[:2])
        count = parse_rational(parts[2]) if len(parts) == 3 else last - first + 1
    except InvalidNumber as problem:
        raise BadInput(f"--sweep {name}: {problem}") from None
    if count.denominator != 1 or count < 2 or last <= first:
        raise BadInput(f"--sweep {name} {text!r}: {expected}")
    if count > _MOST:
        raise BadInput(f"--sweep {name} has too many points, expected at most {_MOST}")
    step = (last - first) / (count - 1)
    return Axis(name, tuple(first + k * step for k in range(int(count))))


# -- points ----------------------------------------------------------------------------------------


class _Work:
    """Decides portions of points; it is sent to workers whole."""

    def __init__(self, swept: Swept, names: tuple[str, ...]) -> None:
        self.swept, self.names = swept, names

    def __call__(self, portion: Sequence[tuple[Fraction, ...]]) -> list[Point]:
        return [Point(at, self._found(at)) for at in portion]

    def _found(self, at: tuple[Fraction, ...]) -> dict[str, Any]:
        from numeric_checks.moduli.modulus import TooLarge
        from numeric_checks.safety.analysis import TooLong, analyze
        from numeric_checks.safety.cosines import TooFine

        try:
            found = analyze(*self.swept.at(dict(zip(self.names, at, strict=True)))).as_json()
        except (BadInput, InvalidReturn, TooLong, TooLarge, TooFine) as error:
            return {"verdict": None, "error": str(error)}
        step = found["max_step_size"]
        return {
            "verdict": found["converges_on_every_mrp"],
            "margin": found["margin"],
            "beta": found["modulus"],
            "contracts_on_every_mrp": found["contracts_on_every_mrp"],
            "max_step_size": step,
        }


def _points(work: _Work, chosen: Sequence[Axis], options: argparse.Namespace) -> Iterator[Point]:
    grid = product(*(axis.values for axis in chosen))
    with many.pool(options) as (make, workers):
        found = running.in_order(work, running.portions(grid, _TOGETHER), make, workers)
        for portion in terminal.counted(found, "points"):
            yield from portion


# -- what is written -------------------------------------------------------------------------------


def run(options: argparse.Namespace, chosen: tuple[Axis, ...], swept: Swept) -> int:
    """Sweep, and write a table, and the files that were asked for."""
    form = "csv" if options.output in (None, "-") else file_form(options.output, "-o", _FORMS)
    form_of_plot = options.plot and file_form(options.plot, "--plot", PICTURES)
    check_places((options.output, options.plot), "--json" if options.json else None)
    names = tuple(axis.name for axis in chosen)
    places = () if options.plot is None else _placed(chosen, options.plot)
    points = list(_points(_Work(swept, names), chosen, options))
    if options.output is not None:
        write(options.output, _csv(names, points) if form == "csv" else _json(names, points))
    if options.plot is not None:
        write(options.plot, _drawn(names, places, points, options.plot, form_of_plot))
    if options.json:
        sys.stdout.write(_json(names, points))
    elif "-" not in (options.output, options.plot):
        print(_table(names, points))
    return OK


def file_form(path: str, option: str, forms: Sequence[str]) -> str:
    """The format that the name of a file asks for."""
    form = os.path.splitext(path)[1].lower()[1:]
    if form not in forms:
        raise BadInput(f"{option} {path}: expected a name in .{' or .'.join(forms)}")
    return form


def _row(point: Point) -> list[str]:
    """The coordinates, and the columns, in digits that are certain."""
    from numeric_checks.safety.analysis_words import number

    coordinates, found = [number(x) for x in point.at], point.found
    if found["verdict"] is None:
        return [*coordinates, found["error"], "", "", ""]
    low, high = (Fraction(found["margin"][end]) for end in ("lower", "upper"))
    step = found["max_step_size"]
    return [*coordinates, found["verdict"], _digits(low, high), found["beta"]["decimal"],
            step["decimal"] if step else ""]  # fmt: skip


def _digits(low: Fraction, high: Fraction) -> str:
    from numeric_checks.arithmetic.leading_digits import bound, down

    return bound(low, high, "down") or down(low)


def _table(names: Sequence[str], points: Sequence[Point]) -> str:
    rows = [[*names, *COLUMNS], *map(_row, points)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _csv(names: Sequence[str], points: Sequence[Point]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*names, *COLUMNS])
    writer.writerows(map(_row, points))
    return text.getvalue()


def _json(names: Sequence[str], points: Sequence[Point]) -> str:
    listed = [
        {**{name: str(x) for name, x in zip(names, point.at, strict=True)}, **point.found}
        for point in points
    ]
    return json.dumps(listed, indent=1) + "\n"


def _placed(chosen: Sequence[Axis], plot: str) -> tuple[tuple[float, ...], ...]:
    """Where the values are drawn; refused before the work rather than after it."""
    from numeric_checks.figures.style import InvalidFigure, coordinate

    try:
        return tuple(tuple(map(coordinate, axis.values)) for axis in chosen)
    except InvalidFigure as error:
        raise BadInput(f"{plot!r} was not drawn: {error}") from None


def _drawn(
    names: tuple[str, ...],
    places: tuple[tuple[float, ...], ...],
    points: Sequence[Point],
    plot: str,
    form: str,
) -> bytes:
    from numeric_checks.figures import sweep_chart
    from numeric_checks.figures.style import InvalidFigure, coordinate

    def column(read: Callable[[dict[str, Any]], str | None]) -> tuple[float, ...]:
        values = (None if p.found["verdict"] is None else read(p.found) for p in points)
        return tuple(float("nan") if x is None else coordinate(Fraction(x)) for x in values)

    try:
        chart = sweep_chart.Chart(
            names,
            places,
            tuple(p.found["verdict"] or "" for p in points),
            column(lambda found: found["margin"]["lower"]),
            column(lambda found: found["beta"]["decimal"]),
            column(lambda found: found["max_step_size"] and found["max_step_size"]["lower"]),
        )
        return sweep_chart.render(chart, form)
    except InvalidFigure as error:
        raise BadInput(f"{plot!r} was not drawn: {error}") from None
