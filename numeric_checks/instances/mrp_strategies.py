"""Markov reward processes of a given kind, drawn by hypothesis.

As in `numeric_checks.instances.strategies`, every process is made of short lists of small integers
and simple rationals, simplest first, and nothing is drawn and then thrown away: what makes a
process irreducible is added to what was drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from numeric_checks.instances.strategies import discounts, rationals, value_vectors
from numeric_checks.processes.chains import reversible
from numeric_checks.processes.mrp import MRP, EpisodicMRP, Vector, cycle, two_state

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = [
    "cycles",
    "episodic_mrps",
    "irreducible_mrps",
    "reversible_mrps",
    "two_state_mrps",
]

_LARGEST_PART = 4


def cycles(min_states: int = 1, max_states: int = 6) -> SearchStrategy[MRP]:
    """Cycles, with any rewards."""
    from hypothesis import strategies as st

    return st.integers(min_states, max_states).flatmap(
        lambda k: st.builds(cycle, st.just(k), discounts(), value_vectors(k))
    )


def two_state_mrps() -> SearchStrategy[MRP]:
    """Two states that each stay with the same probability 0 <= p <= 1."""
    from hypothesis import strategies as st

    return st.builds(two_state, rationals(0, 1, 10), discounts(), value_vectors(2))


def reversible_mrps(min_states: int = 1, max_states: int = 4) -> SearchStrategy[MRP]:
    """Irreducible reversible processes: symmetric weights, positive between neighbours."""
    from hypothesis import strategies as st

    return st.integers(min_states, max_states).flatmap(_reversible_of_size)


def irreducible_mrps(min_states: int = 1, max_states: int = 4) -> SearchStrategy[MRP]:
    """Processes in which state i may go to state i + 1, and the last one to the first."""
    from hypothesis import strategies as st

    return st.integers(min_states, max_states).flatmap(_irreducible_of_size)


def episodic_mrps(min_states: int = 1, max_states: int = 4) -> SearchStrategy[EpisodicMRP]:
    """Processes that may end; a state may also go on for ever, or end at once."""
    from hypothesis import strategies as st

    return st.integers(min_states, max_states).flatmap(_episodic_of_size)


@lru_cache
def _reversible_of_size(size: int) -> SearchStrategy[MRP]:
    from hypothesis import strategies as st

    pairs = [(i, j) for i in range(size) for j in range(i + 1)]

    def with_parts(parts: Sequence[int], gamma: Fraction, rewards: Vector) -> MRP:
        weights = [[0] * size for _ in range(size)]
        for (i, j), part in zip(pairs, parts, strict=True):
            weights[i][j] = weights[j][i] = part + (i == j + 1 or size == 1)
        return reversible(weights, gamma, rewards)

    return st.builds(with_parts, _parts(len(pairs)), discounts(), value_vectors(size))


@lru_cache
def _irreducible_of_size(size: int) -> SearchStrategy[MRP]:
    from hypothesis import strategies as st

    def with_parts(parts: Sequence[int], gamma: Fraction, rewards: Vector) -> MRP:
        rows = [list(parts[i * size : (i + 1) * size]) for i in range(size)]
        for i, row in enumerate(rows):
            row[(i + 1) % size] += 1
        return MRP(tuple(map(_shares, rows)), rewards, gamma)

    return st.builds(with_parts, _parts(size * size), discounts(), value_vectors(size))


@lru_cache
def _episodic_of_size(size: int) -> SearchStrategy[EpisodicMRP]:
    from hypothesis import strategies as st

    def with_parts(parts: Sequence[int], gamma: Fraction, rewards: Vector) -> EpisodicMRP:
        rows = (parts[i * (size + 1) : (i + 1) * (size + 1)] for i in range(size))
        return EpisodicMRP(tuple(_shares(row)[1:] for row in rows), rewards, gamma)

    return st.builds(with_parts, _parts(size * (size + 1)), discounts(), value_vectors(size))


def _parts(count: int) -> SearchStrategy[tuple[int, ...]]:
    from hypothesis import strategies as st

    return st.tuples(*[st.integers(0, _LARGEST_PART)] * count)


def _shares(parts: Sequence[int]) -> Vector:
    """``parts`` divided by their sum; the first part is everything if that is zero."""
    total = sum(parts)
    if total == 0:
        return (Fraction(1), *[Fraction(0)] * (len(parts) - 1))
    return tuple(Fraction(part, total) for part in parts)
