"""Rows of searches: read one after another, searched, and written as one line of JSON each.

A row is a JSON object with a ``goal`` and, where they are not those of all rows, a discount
``gamma``, a ``seed``, and how many ``examples`` and how large a ``max_support``; and an ``id`` of
its own.  What is written is the document of a search for this one goal.
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from fractions import Fraction
from typing import Any, NamedTuple

from proofs.companion.stored import weights
from proofs.companion.stored.rows import Chunk, answered
from proofs.companion.usage import BadInput, did_you_mean, whole_number

__all__ = ["TOGETHER", "Setting", "searched"]

#: rows that a worker is given at a time: each takes about a second
TOGETHER = 4


class Setting(NamedTuple):
    """What is searched for where a row does not say otherwise."""

    gamma: Fraction
    examples: int
    seed: int
    max_support: int


_KEYS = ("goal", "id", *Setting._fields)


def searched(chunk: Chunk) -> list[str]:
    """A line of JSON for each row, which says what is wrong with it if it is no search."""
    setting = Setting(*chunk.setting)
    return answered(chunk, lambda text, known: _search(text, known, setting))


def _search(text: str, known: dict[str, Any], setting: Setting) -> dict[str, Any]:
    from numeric_checks.search import search

    asked = _read(text)
    if "id" in asked:
        known["id"] = asked.pop("id")
    return search([asked.pop("goal")], **{**setting._asdict(), **asked}).as_json()


def _read(text: str) -> dict[str, Any]:
    """What a row asks for, its numbers read."""
    stored = weights.from_json(text)
    if not isinstance(stored, dict) or "goal" not in stored:
        raise BadInput("expected an object with the key 'goal'")
    for key, value in stored.items():
        if key not in _KEYS:
            raise BadInput(f"there is no {key!r}{did_you_mean(key, _KEYS)}")
        if not isinstance(value, str):
            raise BadInput(f"{key}: expected text or a number")
        if key in Setting._fields and key != "gamma":
            stored[key] = _whole(key, value)
    return stored


def _whole(key: str, text: str) -> int:
    try:
        return whole_number(0)(text)
    except ArgumentTypeError as problem:
        raise BadInput(f"{key}: {problem}") from None
