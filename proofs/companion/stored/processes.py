"""Markov reward processes as people store them: JSON with P, and gamma if it is not said elsewhere.

Each row of P has the probabilities of going to each state, and, if episodes end, last that of
ending; numbers are exact, as 0.9 or "1/3".  So a chain that ``recency walk`` learns on is one.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from numeric_checks.processes.mrp import MRP, EpisodicMRP, InvalidMRP, RewardProcess, exact_number
from proofs.companion.stored import weights
from proofs.companion.usage import BadInput

__all__ = ["MOST_STATES", "from_file"]

MOST_STATES = 100

_KEYS = ("P", "gamma", "rewards", "start")


def from_file(name: str, gamma: Fraction | None) -> RewardProcess:
    """The process in a file; its rewards are left out, since no eigenvalue depends on them."""
    text = weights.text_of(name, "a process in JSON")
    try:
        return _process(weights.from_json(text), gamma)
    except (BadInput, InvalidMRP) as problem:
        raise BadInput(f"{weights.called(name)}: {problem}") from None


def _process(found: Any, gamma: Fraction | None) -> RewardProcess:
    if not isinstance(found, dict) or "P" not in found:
        raise BadInput("expected an object with P, the rows of probabilities")
    if unknown := [key for key in found if key not in _KEYS]:
        raise BadInput(f"{unknown[0]!r} means nothing here; expected {', '.join(_KEYS)}")
    rows = found["P"]
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise BadInput("P is no list of rows")
    if not 1 <= len(rows) <= MOST_STATES:
        raise BadInput(f"P has {len(rows)} rows, expected 1 to {MOST_STATES}")
    own = _discount(found.get("gamma"), gamma)
    nothing = [0] * len(rows)
    ends = len(rows[0]) == len(rows) + 1
    for i, row in enumerate(rows):
        if len(row) != len(rows) + ends:
            more = ", the last for the end of the episode" * ends
            raise BadInput(f"row {i} of P has length {len(row)}, expected {len(rows) + ends}{more}")
    if not ends:
        return MRP.of(rows, nothing, own)
    chain = EpisodicMRP.of([row[:-1] for row in rows], nothing, own)
    for i, (row, end) in enumerate(zip(rows, chain.ending, strict=True)):
        last = exact_number(f"P[{i}][{len(rows)}]", row[-1])
        if last != end:
            raise BadInput(f"row {i} of P sums to {1 - end + last}, expected 1")
    return chain


def _discount(stored: Any, given: Fraction | None) -> Fraction:
    if stored is None:
        if given is None:
            raise BadInput("there is no gamma; expected one there, or --gamma")
        return given
    own = exact_number("gamma", stored)
    if given not in (None, own):
        raise BadInput(f"gamma is {own} there, and --gamma {given}; expected one of them")
    return own
