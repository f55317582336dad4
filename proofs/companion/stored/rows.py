"""Rows of returns: read one after another, analysed, and written as one line of JSON each.

A row is what a file for ``recency analyze --file`` may be, on one line: a list of weights, or a
JSON object with h or c; the object may have a discount ``gamma`` and an ``id`` of its own.  A table
of the kind parquet has a column ``h``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from proofs.companion.stored import weights
from proofs.companion.usage import BadInput
from symbolic.numbers import InvalidNumber, parse_rational
from symbolic.returns import InvalidReturn

__all__ = ["TOGETHER", "Chunk", "Row", "Setting", "analysed", "chunks", "digest", "read"]

#: rows, and letters, that a worker is given at a time
TOGETHER, _MOST_LETTERS = 100, 200_000
#: a row that is longer is not looked at
_LONGEST = 20_000_000
#: keys of an analysis that are as long as the return itself
_LONG = ("h", "c", "violations", "more_violations")


class Row(NamedTuple):
    """What is on a line, and its number, counted from 1."""

    number: int
    text: str


class Setting(NamedTuple):
    """What the rows have in common: the discount, and what lists of weights are weights on."""

    gamma: Fraction
    nstep: bool


class Chunk(NamedTuple):
    """Rows that a worker is given together, and what all rows of the file have in common."""

    rows: tuple[Row, ...]
    setting: tuple[Any, ...]


# -- reading ---------------------------------------------------------------------------------------


def read(path: str) -> Iterator[Row]:
    """The rows of a file that are not blank; a first line of nothing but names is none."""
    if path.endswith(".parquet"):
        yield from _of_parquet(path)
        return
    try:
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            for number, line in enumerate(file, start=1):
                text = line.strip()
                if text and not (number == 1 and weights.is_heading(text)):
                    yield Row(number, text)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadInput(f"cannot read {path!r}: {reason}") from None


def _of_parquet(path: str) -> Iterator[Row]:
    try:
        from pyarrow import ArrowInvalid, parquet
    except ModuleNotFoundError:
        raise BadInput("a parquet file needs pyarrow: pip install pyarrow") from None
    try:
        table = parquet.ParquetFile(path)
        if "h" not in table.schema_arrow.names:
            raise BadInput(f"{path!r} has no column h, expected lists of weights on TD errors")
        number = 0
        for batch in table.iter_batches(batch_size=TOGETHER, columns=["h"]):
            for listed in batch.column(0).to_pylist():
                number += 1
                yield Row(number, json.dumps({"h": listed and [str(x) for x in listed]}))
    except (OSError, ArrowInvalid) as error:
        reason = str(error).partition("\n")[0].rstrip(".").lower()
        raise BadInput(f"cannot read {path!r}: {reason}") from None


def chunks(rows: Iterable[Row], setting: tuple[Any, ...], most: int = TOGETHER) -> Iterator[Chunk]:
    """The rows in portions of about the same work."""
    portion: list[Row] = []
    letters = 0
    for row in rows:
        portion.append(row)
        letters += len(row.text)
        if len(portion) == most or letters > _MOST_LETTERS:
            yield Chunk(tuple(portion), setting)
            portion, letters = [], 0
    if portion:
        yield Chunk(tuple(portion), setting)


# -- analysing -------------------------------------------------------------------------------------


def analysed(chunk: Chunk) -> list[str]:
    """A line of JSON for each row, which says what is wrong with it if it is no return."""
    setting = Setting(*chunk.setting)
    return [json.dumps(_answer(row, setting)) for row in chunk.rows]


def digest(row: Row, setting: tuple[Any, ...]) -> str:
    """Tells rows apart, so that a run is not gone on with on another file."""
    text = " ".join(map(str, (*setting, *row)))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _answer(row: Row, setting: Setting) -> dict[str, Any]:
    from numeric_checks.moduli.modulus import TooLarge
    from numeric_checks.safety.analysis import TooLong, analyze
    from numeric_checks.safety.cosines import TooFine

    head: dict[str, Any] = {"row": row.number, "of": digest(row, setting)}
    try:
        if len(row.text) > _LONGEST:
            raise BadInput(f"the row has more than {_LONGEST} letters")
        named, gamma = _own(row.text)
        head |= named
        ret = weights.as_return(weights.from_row(row.text, nstep=setting.nstep))
        found = analyze(ret, setting.gamma if gamma is None else gamma).as_json()
    except (BadInput, InvalidReturn, TooLong, TooLarge, TooFine) as error:
        return {**head, "error": str(error)}
    return {**head, **{key: value for key, value in found.items() if key not in _LONG}}


def _own(text: str) -> tuple[dict[str, Any], Fraction | None]:
    """The id and the discount of a row that is an object."""
    if not text.startswith("{"):
        return {}, None
    stored = weights.from_json(text)
    named = {"id": stored["id"]} if "id" in stored else {}
    if not all(isinstance(name, str) for name in named.values()):
        raise BadInput("id: expected text or a number")
    if "gamma" not in stored:
        return named, None
    try:
        gamma = parse_rational(stored["gamma"])
    except InvalidNumber as problem:
        raise BadInput(f"gamma: {problem}") from None
    if not 0 < gamma < 1:
        raise BadInput(f"gamma: expected 0 < gamma < 1, not {stored['gamma']!r}")
    return named, gamma
