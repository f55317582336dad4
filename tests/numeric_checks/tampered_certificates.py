"""What may be done to a certificate: parts changed, swapped, removed, misspelt and added."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from itertools import combinations
from typing import Any, TypeAlias

from tests.numeric_checks.made_up_certificates import Certificate

Path: TypeAlias = tuple[str | int, ...]


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    if isinstance(value, dict):
        for key in value:
            yield from leaves(value[key], (*path, key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from leaves(item, (*path, i))
    else:
        yield path


def objects(value: Any, path: Path = ()) -> Iterator[Path]:
    if isinstance(value, dict):
        yield path
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from objects(item, (*path, key))


def at(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data


def changed(data: Certificate, path: Path, value: Any) -> Certificate:
    copy = deepcopy(data)
    at(copy, path[:-1])[path[-1]] = value
    return copy


def wrong_integers(a: int) -> list[Any]:
    near = [a + 1, a - 1, -a, 2 * a, 0, 1, 10**400, -(10**400), a + 10**50]
    return [*near, float(a), a + 0.5, str(a), float("nan"), float("inf"), True, False, None, [a]]


def wrong_texts(text: str) -> list[Any]:
    spellings = [f" {text}", f"{text} ", f"+{text}", f"0{text}", f"{text}/1", f"{text}_0", text * 2]
    others = [
        "",
        "-",
        "/",
        "1/0",
        "0/1",
        "2/4",
        "-0",
        "0.5",
        "1e5",
        "½",
        "٣",
        "nan",
        "1",
        "-1",
        "0",
    ]
    values: list[Any] = [*spellings, *others, "\x00", "\n", 1, 0.5, True, None, [text], {text: 1}]
    try:
        a = Fraction(text)
    except ValueError:
        return values
    huge = Fraction(10) ** 400
    moved = [-a, 2 * a, a / 2, a + 1, a - 1, 1 / a, a + 1 / huge, a - 1 / huge, a * huge, a / huge]
    doubled = f"{2 * a.numerator}/{2 * a.denominator}"
    negative = f"{-a.numerator}/{-a.denominator}"
    return [*values, *map(str, moved), doubled, negative]


def tampered(data: Certificate) -> Iterator[Certificate]:
    """Leaves changed, swapped and removed; keys removed, misspelt and added; claims exchanged."""
    paths = list(leaves(data))
    for path in paths:
        old = at(data, path)
        for value in wrong_texts(old) if isinstance(old, str) else wrong_integers(old):
            yield changed(data, path, value)
    for one, other in combinations(paths, 2):
        yield changed(changed(data, one, at(data, other)), other, at(data, one))
    for path in objects(data):
        for key, value in at(data, path).items():
            rest = {k: v for k, v in at(data, path).items() if k != key}
            for new in (
                rest,
                {**rest, key.upper(): value},
                {**rest, f"{key} ": value},
                {**rest, key: value, f"{key}s": value},
                {**rest, key: {}},
                {**rest, key: []},
                {**rest, key: [value]},
            ):
                yield changed(data, path, new) if path else new
    yield {**data, "claim": {"converges": "diverges", "diverges": "converges"}[data["claim"]]}
    yield {**data, "note": "harmless"}
