"""Exact instances to try claims on, drawn by hypothesis.

Rationals are picked from short lists, simplest first, so that every number costs one choice and a
failing case shrinks to numbers like 1/2; nothing is drawn and then thrown away.  hypothesis is
imported when a strategy is asked for, not before.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from numeric_checks.processes.mrp import MRP, Vector
from numeric_checks.processes.trajectories import Trajectory
from symbolic.returns import FAMILIES, LinearReturn, WeightedReturn, ranges
from symbolic.returns.parameters import Count, Range, Unit

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = [
    "affine_returns",
    "convex_returns",
    "discounts",
    "eventually_constant_returns",
    "finite_returns",
    "lambdas",
    "lengths",
    "mrps",
    "mrps_with_values",
    "named_returns",
    "rationals",
    "stochastic_matrices",
    "trajectories",
    "value_vectors",
    "violating_returns",
]

_LARGEST_PART = 4


def rationals(
    lo: int | Fraction, hi: int | Fraction, max_denominator: int = 6
) -> SearchStrategy[Fraction]:
    """Every rational from ``lo`` to ``hi`` whose denominator is at most ``max_denominator``."""
    return _one_of_list(_listed(Fraction(lo), Fraction(hi), max_denominator))


def discounts(max_denominator: int = 10) -> SearchStrategy[Fraction]:
    """0 < gamma < 1."""
    return _one_of_list(
        tuple(q for q in _listed(Fraction(0), Fraction(1), max_denominator) if 0 < q < 1)
    )


def lambdas(max_denominator: int = 10, *, below_one: bool = False) -> SearchStrategy[Fraction]:
    """0 <= lambda <= 1, or < 1 if ``below_one``."""
    listed = _listed(Fraction(0), Fraction(1), max_denominator)
    return _one_of_list(tuple(q for q in listed if q < 1 or not below_one))


def lengths(most: int = 5) -> SearchStrategy[int]:
    """1, 2, ..., ``most``: an n of n-step returns, an m of sparse or an N of truncated ones."""
    from hypothesis import strategies as st

    return st.integers(1, most)


@lru_cache
def stochastic_matrices(size: int) -> SearchStrategy[tuple[Vector, ...]]:
    """Square matrices of probabilities: rows of small integers, divided by their sums.

    A row of zeros stands for a state that stays where it is.
    """
    from hypothesis import strategies as st

    part = st.integers(0, _LARGEST_PART)

    def normalised(parts: Sequence[int]) -> tuple[Vector, ...]:
        rows = (parts[i * size : (i + 1) * size] for i in range(size))
        return tuple(_probabilities(row, i) for i, row in enumerate(rows))

    return st.tuples(*[part] * (size * size)).map(normalised)


def value_vectors(size: int) -> SearchStrategy[Vector]:
    """Vectors of small rationals, for values or rewards."""
    from hypothesis import strategies as st

    return st.tuples(*[_small()] * size)


def mrps(min_states: int = 1, max_states: int = 4) -> SearchStrategy[MRP]:
    """Markov reward processes with few states."""
    from hypothesis import strategies as st

    return st.integers(min_states, max_states).flatmap(_mrps_of_size)


def mrps_with_values(
    min_states: int = 1, max_states: int = 4
) -> SearchStrategy[tuple[MRP, Vector]]:
    """A Markov reward process together with value estimates for its states."""
    from hypothesis import strategies as st

    return st.integers(min_states, max_states).flatmap(
        lambda size: st.tuples(_mrps_of_size(size), value_vectors(size))
    )


def trajectories(
    max_states: int = 3, max_steps: int = 8
) -> SearchStrategy[tuple[Trajectory, Vector]]:
    """A trajectory together with value estimates for the states it may visit."""
    from hypothesis import strategies as st

    visits = st.lists(
        st.tuples(st.integers(0, max_states - 1), _small()), min_size=1, max_size=max_steps + 1
    )

    def path(steps: list[tuple[int, Fraction]]) -> Trajectory:
        return Trajectory(tuple(s for s, _ in steps), tuple(r for _, r in steps[:-1]))

    return st.tuples(visits.map(path), value_vectors(max_states))


def finite_returns(max_support: int = 6) -> SearchStrategy[WeightedReturn]:
    """Any linear return with finitely many eligibilities."""
    from hypothesis import strategies as st

    return st.lists(_small(), min_size=1, max_size=max_support).map(WeightedReturn)


def affine_returns(max_support: int = 6) -> SearchStrategy[WeightedReturn]:
    """Weights on n-step returns that sum to one, of either sign: h_0 = 1, then anything."""
    from hypothesis import strategies as st

    return st.lists(_small(), max_size=max_support - 1).map(lambda h: WeightedReturn([1, *h]))


def convex_returns(max_support: int = 6) -> SearchStrategy[WeightedReturn]:
    """Nonnegative weights on n-step returns that sum to one."""
    from hypothesis import strategies as st

    def normalised(parts: list[int]) -> WeightedReturn:
        return WeightedReturn.from_nstep_weights(_probabilities(parts, len(parts) - 1))

    part = st.integers(0, _LARGEST_PART)
    return st.lists(part, min_size=1, max_size=max_support).map(normalised)


def eventually_constant_returns(max_weights: int = 5) -> SearchStrategy[WeightedReturn]:
    """Returns whose eligibilities end in a constant that is not zero: L != 0."""
    from hypothesis import strategies as st

    tails = _one_of_list(tuple(q for q in _listed(Fraction(-2), Fraction(2), 4) if q != 0))
    return st.builds(WeightedReturn, st.lists(_small(), max_size=max_weights), tails)


def violating_returns(max_support: int = 6) -> SearchStrategy[WeightedReturn]:
    """Affine returns (h_0 = 1, L = 0) whose eligibilities rise somewhere: some c_n < 0.

    Every violation of the weak recency heuristic shows as a rise: eligibilities that go below zero
    must come back to it.
    """
    from hypothesis import strategies as st

    rises = _one_of_list(tuple(q for q in _listed(Fraction(0), Fraction(2), 4) if q > 0))
    room = max(max_support - 2, 0)

    def with_rise(before: list[Fraction], rise: Fraction, after: list[Fraction]) -> WeightedReturn:
        start = [Fraction(1), *before]
        return WeightedReturn([*start, start[-1] + rise, *after])

    return st.builds(
        with_rise,
        st.lists(_small(), max_size=room // 2),
        rises,
        st.lists(_small(), max_size=room - room // 2),
    )


def named_returns() -> SearchStrategy[LinearReturn]:
    """Every family of returns, with numbers for parameters, and lists of weights."""
    from hypothesis import strategies as st

    families = [
        st.builds(made, *(_within(span) for span in ranges(name).values()))
        for name, made in FAMILIES.items()
    ]
    return st.one_of(*families, finite_returns(), eventually_constant_returns())


def _within(span: Range) -> SearchStrategy[Any]:
    from hypothesis import strategies as st

    if isinstance(span, Count):
        return st.integers(span.least, span.least + 5)
    return lambdas(below_one=isinstance(span, Unit) and span.below_one)


@lru_cache
def _mrps_of_size(size: int) -> SearchStrategy[MRP]:
    from hypothesis import strategies as st

    return st.builds(MRP, stochastic_matrices(size), value_vectors(size), discounts())


def _small() -> SearchStrategy[Fraction]:
    return rationals(-3, 3, 4)


def _probabilities(parts: Sequence[int], otherwise: int) -> Vector:
    """``parts`` divided by their sum; all at the place ``otherwise`` if that is zero."""
    total = sum(parts)
    if total == 0:
        return tuple(Fraction(int(j == otherwise)) for j in range(len(parts)))
    return tuple(Fraction(part, total) for part in parts)


@lru_cache
def _listed(lo: Fraction, hi: Fraction, max_denominator: int) -> tuple[Fraction, ...]:
    """The rationals in question, simplest first: small denominators, then small numerators."""
    found = {
        Fraction(n, d)
        for d in range(1, max_denominator + 1)
        for n in range(ceil(lo * d), floor(hi * d) + 1)
    }
    if not found:
        raise ValueError(
            f"no rational from {lo} to {hi} has a denominator of at most {max_denominator}"
        )
    return tuple(sorted(found, key=lambda q: (q.denominator, abs(q), q < 0)))


@lru_cache
def _one_of_list(values: tuple[Fraction, ...]) -> SearchStrategy[Fraction]:
    from hypothesis import strategies as st

    return st.sampled_from(values)
