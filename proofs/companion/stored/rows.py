"""Rows of returns: read one after another, analysed, and written as one line of JSON each.

A row is what a file for ``recency analyze --file`` may be, on one line: a list of weights, or a
JSON object with h or c; the object may have a discount ``gamma`` and an ``id`` of its own.  A table
of the kind parquet has a column ``h``.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, NamedTuple, TextIO

from proofs.companion.stored import weights
from proofs.companion.usage import BadInput, reason, standard_input
from symbolic.numbers import InvalidNumber, parse_rational

__all__ = ["TOGETHER", "Chunk", "Row", "Setting", "analysed", "answered", "chunks", "head", "read"]

#: rows, and letters, that a worker is given at a time
TOGETHER, _MOST_LETTERS = 100, 200_000
#: a row of more letters is not looked at, and nothing is read after one of more than so many
_LONGEST, _ENDLESS = 20_000_000, 1_000_000_000
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
    """The rows of a file, or of standard input if it is called ``-``, that are not blank.

    A first line of nothing but names is none; of one that is too long there is the beginning.
    """
    if path.endswith(".parquet"):
        yield from _of_parquet(path)
        return
    try:
        with _opened(path) as file:
            for number, line in enumerate(_lines(file, weights.called(path)), start=1):
                text = line.strip()
                if text and not (number == 1 and weights.is_heading(text)):
                    yield Row(number, text)
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot read {path!r}: {reason(error)}") from None


@contextmanager
def _opened(path: str) -> Iterator[TextIO]:
    if path != "-":
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            yield file
        return
    text = io.TextIOWrapper(standard_input(), encoding="utf-8-sig", errors="replace")
    try:
        yield text
    finally:
        text.detach()


def _lines(file: TextIO, name: str) -> Iterator[str]:
    """Each line, or its beginning if it is too long: memory does not grow with it."""
    number = 0
    while line := file.readline(_LONGEST + 1):
        number, piece, letters = number + 1, line, len(line)
        while len(piece) > _LONGEST and not piece.endswith("\n"):
            if letters > _ENDLESS:
                raise BadInput(f"line {number} of {name} has more than {_ENDLESS} letters")
            piece = file.readline(_LONGEST + 1)
            letters += len(piece)
        yield line


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
        why = str(error).partition("\n")[0].rstrip(".").lower()
        raise BadInput(f"cannot read {path!r}: {why}") from None


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
    return answered(chunk, lambda text, known: _analysis(text, known, setting))


def answered(chunk: Chunk, answer: Callable[[str, dict[str, Any]], dict[str, Any]]) -> list[str]:
    """A line of JSON for each row: its head, and its answer or what is wrong with it.

    ``answer`` adds to the head what is known of the row although there is no answer.
    """
    return [json.dumps(_answered(row, chunk.setting, answer)) for row in chunk.rows]


def _answered(
    row: Row,
    setting: tuple[Any, ...],
    answer: Callable[[str, dict[str, Any]], dict[str, Any]],
) -> dict[str, Any]:
    known = head(row, setting)
    try:
        if len(row.text) > _LONGEST:
            raise BadInput(f"the row has more than {_LONGEST} letters")
        return known | answer(row.text, known)
    except (BadInput, ValueError) as error:  # all refusals of numbers and returns are the latter
        return {**known, "error": str(error)}


def head(row: Row, setting: tuple[Any, ...]) -> dict[str, Any]:
    """What a line begins with: it tells rows apart, so that a run goes on with its own file only.

    >>> head(Row(1, "1, 1/2"), ("9/10",))
    {'row': 1, 'of': '7ab61cc61eb130a6'}
    """
    text = " ".join(map(str, (*setting, *row)))
    return {"row": row.number, "of": hashlib.sha256(text.encode()).hexdigest()[:16]}


def _analysis(text: str, known: dict[str, Any], setting: Setting) -> dict[str, Any]:
    from numeric_checks.safety.analysis import analyze

    named, gamma = _own(text)
    known |= named
    ret = weights.as_return(weights.from_row(text, nstep=setting.nstep))
    found = analyze(ret, setting.gamma if gamma is None else gamma).as_json()
    return {key: value for key, value in found.items() if key not in _LONG}


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
