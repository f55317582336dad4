"""Reading the document of a search: strictly, and with one line that names the place of a mistake.

>>> read({"schema": 2})
Traceback (most recent call last):
numeric_checks.search.reading.Malformed: schema: expected 1, not 2
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from symbolic.numbers import InvalidNumber, parse_rational

__all__ = ["Malformed", "StoredFind", "StoredGoal", "StoredSearch", "read"]

Matrix = tuple[tuple[Fraction, ...], ...]
Value = TypeVar("Value")

_LONGEST = 64
_TOP = ("schema", "gamma", "seed", "examples", "max_support", "goals", "ok")
_GOAL = ("goal", "candidates", "find", "nearest", "problem")
_FIND = ("h", "c", "modulus", "violation", "bound", "gap", "mrp", "margin", "tried")


class Malformed(ValueError):
    """The document is not one of a search; the message names the place and what was expected."""


@dataclass(frozen=True)
class StoredFind:
    """What the document says of one return."""

    h: tuple[Fraction, ...]
    c: tuple[Fraction, ...]
    beta: Fraction
    decimal: str
    violation: Fraction
    bound: Fraction | None
    gap: Fraction | None
    mrp: Matrix | None
    margin: Fraction | None
    tried: tuple[Matrix, ...]


@dataclass(frozen=True)
class StoredGoal:
    """What the document says of one goal."""

    name: str
    find: StoredFind | None
    nearest: StoredFind | None
    problem: str | None


@dataclass(frozen=True)
class StoredSearch:
    """What the document says."""

    gamma: Fraction
    max_support: int
    goals: tuple[StoredGoal, ...]
    ok: bool


def read(document: object) -> StoredSearch:
    """The document, if it has the shape of one."""
    if isinstance(document, dict) and document.get("schema", 1) != 1:
        raise Malformed(f"schema: expected 1, not {document['schema']!r}")
    top = _object("the document", document, _TOP)
    gamma = _rational("gamma", top["gamma"])
    if not 0 < gamma < 1:
        raise Malformed(f"gamma: expected 0 < gamma < 1, not {gamma}")
    for name, least in (("schema", 1), ("seed", 0), ("examples", 1), ("max_support", 2)):
        _whole(name, top[name], least)
    if not isinstance(top["ok"], bool):
        raise Malformed("ok: expected true or false")
    return StoredSearch(gamma, top["max_support"], _list("goals", top["goals"], _goal), top["ok"])


def _goal(where: str, value: object) -> StoredGoal:
    entry = _object(where, value, _GOAL)
    if not isinstance(entry["goal"], str):
        raise Malformed(f"{where}.goal: expected the name of a goal")
    _whole(f"{where}.candidates", entry["candidates"], 0)
    if not isinstance(entry["problem"], str | None):
        raise Malformed(f"{where}.problem: expected text or null")
    return StoredGoal(
        entry["goal"],
        _or_none(f"{where}.find", entry["find"], _find),
        _or_none(f"{where}.nearest", entry["nearest"], _find),
        entry["problem"],
    )


def _find(where: str, value: object) -> StoredFind:
    find = _object(where, value, _FIND)
    modulus = _object(f"{where}.modulus", find["modulus"], ("exact", "decimal"))
    if not isinstance(modulus["decimal"], str):
        raise Malformed(f"{where}.modulus.decimal: expected text")
    return StoredFind(
        h=_list(f"{where}.h", find["h"], _rational),
        c=_list(f"{where}.c", find["c"], _rational),
        beta=_rational(f"{where}.modulus.exact", modulus["exact"]),
        decimal=modulus["decimal"],
        violation=_rational(f"{where}.violation", find["violation"]),
        bound=_or_none(f"{where}.bound", find["bound"], _rational),
        gap=_or_none(f"{where}.gap", find["gap"], _rational),
        mrp=_or_none(f"{where}.mrp", find["mrp"], _transitions),
        margin=_or_none(f"{where}.margin", find["margin"], _rational),
        tried=_list(f"{where}.tried", find["tried"], _transitions),
    )


def _transitions(where: str, value: object) -> Matrix:
    rows = _list(f"{where}.P", _object(where, value, ("P",))["P"], _row)
    if not rows or any(len(row) != len(rows) for row in rows):
        raise Malformed(f"{where}.P: expected as many rows as columns, and at least one")
    return rows


def _row(where: str, value: object) -> tuple[Fraction, ...]:
    return _list(where, value, _rational)


def _object(where: str, value: object, keys: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Malformed(f"{where}: expected an object")
    if missing := [key for key in keys if key not in value]:
        raise Malformed(f"{where}: {missing[0]!r} is missing")
    if unknown := [key for key in value if key not in keys]:
        raise Malformed(f"{where}: there should be no {unknown[0]!r}")
    return value


def _list(where: str, value: object, read_one: Callable[[str, object], Value]) -> tuple[Value, ...]:
    if not isinstance(value, list) or len(value) > _LONGEST:
        raise Malformed(f"{where}: expected a list of at most {_LONGEST}")
    return tuple(read_one(f"{where}[{i}]", item) for i, item in enumerate(value))


def _or_none(where: str, value: object, read_one: Callable[[str, object], Value]) -> Value | None:
    return None if value is None else read_one(where, value)


def _whole(where: str, value: object, least: int) -> None:
    if type(value) is not int or value < least:
        raise Malformed(f"{where}: expected a whole number of at least {least}")


def _rational(where: str, value: object) -> Fraction:
    try:
        if not isinstance(value, str):
            raise InvalidNumber('expected an exact number as text, such as "9/10"')
        return parse_rational(value)
    except InvalidNumber as problem:
        raise Malformed(f"{where}: {problem}") from None
