"""Affine returns that break weak recency in a chosen way, drawn by hypothesis.

They have h_0 = 1 and finitely many eligibilities, and somewhere h_i >= h_{i+1} >= 0 fails. As in
`numeric_checks.instances.strategies` nothing is drawn and thrown away, and simple numbers come
first.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from numeric_checks.instances.strategies import lambdas, rationals
from numeric_checks.processes.mrp import Vector
from symbolic.returns import WeightedReturn

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = [
    "Violation",
    "any_violators",
    "fine_rationals",
    "returns_on_steps",
    "two_term_violators",
    "violators",
]

#: a rise, an eligibility below zero, or a rise and right after it one below zero
Violation: TypeAlias = Literal["rise", "negative", "both"]


def fine_rationals(most: int | Fraction, max_denominator: int) -> SearchStrategy[Fraction]:
    """Rationals 0 < n/d <= most with d <= max_denominator, by two choices: d, and then n.

    No list is made, so the denominators may be large; to climb in n is to climb in n/d.
    """
    from hypothesis import strategies as st

    least = ceil(1 / Fraction(most)) if most > 0 else max_denominator + 1
    if least > max_denominator:
        raise ValueError(
            f"no rational above 0 and up to {most} has a denominator of at most {max_denominator}"
        )
    return st.integers(least, max_denominator).flatmap(
        lambda d: st.integers(1, floor(most * d)).map(lambda n: Fraction(n, d))
    )


def violators(
    way: Violation, at: int = 1, max_support: int = 6, sizes: SearchStrategy[Fraction] | None = None
) -> SearchStrategy[WeightedReturn]:
    """Affine returns that break weak recency in the chosen way at h_at, by one of the ``sizes``.

    h_0 = 1, and up to h_{at-1} the eligibilities neither rise nor change sign.  Then h_at is
    larger than h_{at-1} ("rise"), or below zero ("negative"), or it is larger and h_{at+1} is below
    zero ("both").  Whatever follows gets no further from zero.
    """
    from hypothesis import strategies as st

    places = _places(way)
    if not 1 <= at <= max_support - places:
        raise ValueError(
            f"at = {at}, expected 1 <= at <= {max_support - places} for the violation {way!r} "
            f"within a support of {max_support}"
        )

    def broken(by: Vector, before: Vector, after: list[Fraction]) -> WeightedReturn:
        h = [Fraction(1)]
        for q in before:
            h.append(q * h[-1])
        if way != "negative":
            h.append(h[-1] + by[0])
        if way != "rise":
            h.append(-by[-1])
        for q in after:
            h.append(q * h[-1])
        return WeightedReturn(h)

    return st.builds(
        broken,
        st.tuples(*[fine_rationals(2, 4) if sizes is None else sizes] * places),
        st.tuples(*[lambdas(4)] * (at - 1)),
        st.lists(lambdas(4), max_size=max_support - at - places),
    )


def any_violators(
    max_support: int = 6, sizes: SearchStrategy[Fraction] | None = None
) -> SearchStrategy[WeightedReturn]:
    """Violators of every way and place that ``max_support`` has room for; early rises first."""
    from hypothesis import strategies as st

    if max_support < 2:
        raise ValueError(f"max_support = {max_support}, expected at least 2: (1, 0, ...) is convex")
    kinds = [
        violators(way, at, max_support, sizes)
        for at in range(1, max_support)
        for way in get_args(Violation)
        if at <= max_support - _places(way)
    ]
    return st.one_of(kinds)


def two_term_violators(
    most: int | Fraction = 2, max_denominator: int = 1000
) -> SearchStrategy[WeightedReturn]:
    """c = (-eps, 1 + eps) on the 1-step and the 2-step return, with 0 < eps <= most."""
    return fine_rationals(most, max_denominator).map(lambda eps: WeightedReturn([1, 1 + eps]))


def returns_on_steps(
    steps: Sequence[int], weights: SearchStrategy[Fraction] | None = None
) -> SearchStrategy[WeightedReturn]:
    """Affine returns made of these n-step returns alone; the longest has what the others leave."""
    from hypothesis import strategies as st

    places = sorted(set(steps))
    if not places or places[0] < 1:
        raise ValueError(f"steps = {list(steps)}, expected at least one n, each n >= 1")

    def on_steps(chosen: Vector) -> WeightedReturn:
        c = [Fraction(0)] * places[-1]
        for n, weight in zip(places, (*chosen, 1 - sum(chosen)), strict=True):
            c[n - 1] = Fraction(weight)
        return WeightedReturn.from_nstep_weights(c)

    weight = rationals(-3, 3, 4) if weights is None else weights
    return st.tuples(*[weight] * (len(places) - 1)).map(on_steps)


def _places(way: Violation) -> int:
    """How many eligibilities a violation takes."""
    if way not in get_args(Violation):
        raise ValueError(f"way = {way!r}, expected one of {', '.join(get_args(Violation))}")
    return 2 if way == "both" else 1
