"""Episodic chains in floating point, the random walk first, and the files that hold them.

A chain has n states. Row i of ``P`` has n + 1 probabilities: of going to each state, and last of
ending the episode; ``rewards`` has the reward of each of these steps, or one for all steps from i.

    >>> walk = random_walk()
    >>> walk.size, walk.expected_length
    (19, 100.0)
    >>> chain_from({"gamma": "9/10", "start": 0, "P": [["1/2", "1/3"]], "rewards": [1]})
    Traceback (most recent call last):
    numeric_checks.walk.chains.InvalidChain: row 0 of P sums to 0.833333, expected 1
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from numeric_checks.arithmetic.leading_digits import nearest
from symbolic.numbers import InvalidNumber, parse_rational

__all__ = ["Array", "EpisodicChain", "InvalidChain", "chain_from", "random_walk"]

Array: TypeAlias = NDArray[np.float64]

#: chains with more states, or episodes that are longer on average, are refused
MOST_STATES, LONGEST = 200, 10_000
#: how far the sum of a row may be from one, since 1/3 has no decimals
TOLERANCE = 1e-9
#: numbers that are larger in size are refused
_LARGEST = 10**9

_KEYS = ("gamma", "start", "P", "rewards")


class InvalidChain(ValueError):
    """Not an episodic chain; the message says what was expected, in one line."""


@dataclass(frozen=True, eq=False)
class EpisodicChain:
    """The numbers of a chain; `chain_from` makes one and checks it."""

    P: Array
    rewards: Array
    start: Array
    gamma: float

    @property
    def size(self) -> int:
        """How many states there are; the end of an episode has this number."""
        return len(self.P)

    @cached_property
    def inner(self) -> Array:
        """The probabilities of going from state to state."""
        return self.P[:, :-1]

    @cached_property
    def values(self) -> Array:
        """v_pi, the solution of v = r + gamma P v."""
        expected = (self.P * self.rewards).sum(axis=1)
        system = np.eye(self.size) - self.gamma * self.inner
        return np.asarray(np.linalg.solve(system, expected), dtype=np.float64)

    @cached_property
    def visits(self) -> Array:
        """How often an episode visits each state, on average."""
        system = np.eye(self.size) - self.inner.T
        return np.asarray(np.linalg.solve(system, self.start), dtype=np.float64)

    @property
    def expected_length(self) -> float:
        """How many steps an episode has, on average."""
        return round(float(self.visits.sum()), 9)

    def as_json(self) -> dict[str, Any]:
        """What `chain_from` reads."""
        tables = {"P": self.P.tolist(), "rewards": self.rewards.tolist()}
        return {"gamma": self.gamma, "start": self.start.tolist(), **tables}

    @cached_property
    def choices(self) -> tuple[Array, NDArray[np.intp]]:
        """For each state, and for the time between two episodes, where a number of [0, 1) leads.

        A number u leads to the target of the first bound in its row that is greater than u; what
        has no probability is no target.  The targets are in the order of their numbers, the end
        last; short rows are filled up with bounds of one.
        """
        rows = [*self.P, np.append(self.start, 0.0)]
        targets = [np.flatnonzero(row) for row in rows]
        shape = (len(rows), max(map(len, targets)))
        bounds, table = np.ones(shape), np.zeros(shape, dtype=np.intp)
        for k, (row, found) in enumerate(zip(rows, targets, strict=True)):
            bounds[k, : len(found) - 1] = np.cumsum(row[found])[:-1]
            table[k, : len(found)] = found
        return bounds, table


def random_walk(states: int = 19, gamma: float = 0.99) -> EpisodicChain:
    """States in a row, from the centre left or right; -1 on leaving at the left, +1 right."""
    P, rewards = np.zeros((states, states + 1)), np.zeros((states, states + 1))
    for i in range(states):
        for j in (i - 1, i + 1):
            P[i, j if 0 <= j < states else states] += 0.5
    rewards[0, states] -= 1.0
    rewards[-1, states] += 1.0
    return EpisodicChain(P, rewards, np.eye(states)[states // 2], gamma)


def chain_from(found: object) -> EpisodicChain:
    """The chain that a JSON document describes."""
    if not isinstance(found, Mapping):
        raise InvalidChain(f"expected an object with {', '.join(_KEYS)}")
    for key in _KEYS:
        if key not in found:
            raise InvalidChain(f"there is no {key!r}; expected {', '.join(_KEYS)}")
    if unknown := sorted(map(str, set(found) - set(_KEYS))):
        raise InvalidChain(f"{unknown[0]!r} means nothing here; expected {', '.join(_KEYS)}")
    P = _transitions(found["P"])
    gamma = _number("gamma", found["gamma"])
    if not 0 < gamma <= 1:
        raise InvalidChain(f"gamma = {gamma:g}, expected 0 < gamma <= 1")
    chain = EpisodicChain(
        P, _rewards(found["rewards"], len(P)), _start(found["start"], len(P)), gamma
    )
    _check_ends(chain)
    if chain.expected_length > LONGEST:
        raise InvalidChain(
            f"an episode has {chain.expected_length:g} steps on average, expected at most {LONGEST}"
        )
    return chain


def _transitions(rows: Any) -> Array:
    _check_list("P", rows)
    size = len(rows)
    if not 1 <= size <= MOST_STATES:
        raise InvalidChain(f"P has {size} rows, one for each state; expected 1 to {MOST_STATES}")
    table = np.empty((size, size + 1))
    for i, row in enumerate(rows):
        table[i] = _distribution(f"row {i} of P", f"P[{i}]", row, size + 1)
    return table


def _rewards(given: Any, size: int) -> Array:
    _check_list("rewards", given)
    if len(given) != size:
        raise InvalidChain(f"rewards has length {len(given)}, expected {size}, one for each state")
    table = np.empty((size, size + 1))
    for i, row in enumerate(given):
        if isinstance(row, list):
            if len(row) != size + 1:
                raise InvalidChain(
                    f"rewards[{i}] has length {len(row)}, expected {size + 1} (or one number)"
                )
            table[i] = [_number(f"rewards[{i}][{j}]", x) for j, x in enumerate(row)]
        else:
            table[i] = _number(f"rewards[{i}]", row)
    return table


def _start(given: Any, size: int) -> Array:
    """A state, or a probability for each."""
    if isinstance(given, list):
        return _distribution("start", "start", given, size)
    state = _whole(given)
    if state is None or not 0 <= state < size:
        raise InvalidChain(
            f"start = {_shown(given)}, expected a state from 0 to {size - 1}, "
            f"or {size} probabilities"
        )
    one: Array = np.eye(size)[state]
    return one


def _whole(given: Any) -> int | None:
    """A whole number: of JSON, or as text."""
    if isinstance(given, str):
        try:
            number = parse_rational(given)
        except InvalidNumber:
            return None
        return int(number) if number.denominator == 1 else None
    return given if type(given) is int else None


def _distribution(words: str, name: str, given: Any, length: int) -> Array:
    _check_list(name, given)
    if len(given) != length:
        last = ", the last one for the end of the episode" if name != "start" else ""
        raise InvalidChain(f"{words} has length {len(given)}, expected {length}{last}")
    row = np.array([_number(f"{name}[{j}]", p) for j, p in enumerate(given)])
    if (row < 0).any():
        j = int(np.flatnonzero(row < 0)[0])
        raise InvalidChain(f"{name}[{j}] = {row[j]:g}, expected a probability >= 0")
    if abs(row.sum() - 1) > TOLERANCE:
        raise InvalidChain(f"{words} sums to {row.sum():g}, expected 1")
    scaled: Array = row / row.sum()
    return scaled


def _check_list(name: str, given: Any) -> None:
    if not isinstance(given, list):
        raise InvalidChain(f"{name} is {type(given).__name__}, expected a list")


def _number(name: str, given: Any) -> float:
    """A finite number: of JSON, or as text, such as "1/3"."""
    if isinstance(given, str):
        try:
            given = parse_rational(given)
        except InvalidNumber as problem:
            raise InvalidChain(f"{name}: {problem}") from None
    if isinstance(given, bool) or not isinstance(given, int | float | Fraction):
        raise InvalidChain(f"{name} is {_shown(given)}, expected a number")
    if not -_LARGEST <= given <= _LARGEST:
        raise InvalidChain(f"{name} = {_shown(given)}, expected a number of at most 1e9 in size")
    return float(given)


def _shown(given: Any) -> str:
    """What was given, in a message."""
    if isinstance(given, int | Fraction) and not isinstance(given, bool):
        return nearest(Fraction(given))
    return f"{given:g}" if isinstance(given, float) else f"{given!r:.40}"


def _check_ends(chain: EpisodicChain) -> None:
    """From every state the end of an episode can be reached."""
    ends = chain.P[:, -1] > 0
    for _ in range(chain.size):
        ends = ends | (chain.inner[:, ends] > 0).any(axis=1)
    if not ends.all():
        state = int(np.flatnonzero(~ends)[0])
        raise InvalidChain(f"an episode never ends from state {state}: P leads to no end")
