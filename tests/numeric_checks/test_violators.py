"""The violators break weak recency in the way and at the place that was chosen."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import find, given, strategies as st

from numeric_checks.instances.violators import (
    Violation,
    any_violators,
    fine_rationals,
    returns_on_steps,
    two_term_violators,
    violators,
)
from symbolic.returns import WeightedReturn
from symbolic.returns.parameters import rational


def h(ret: WeightedReturn) -> tuple[Fraction, ...]:
    return ret.eligibilities(len(ret.weights) + 1)


def c(ret: WeightedReturn) -> list[Fraction]:
    return [rational(w) for w in ret.nstep_weights]


def drops(values: tuple[Fraction, ...]) -> bool:
    return all(a >= b >= 0 for a, b in pairwise(values))


@given(fine_rationals(Fraction(3, 2), 50))
def test_fine_rationals_are_positive_and_bounded_in_size_and_denominator(q: Fraction) -> None:
    assert 0 < q <= Fraction(3, 2)
    assert q.denominator <= 50


def test_the_finest_and_the_largest_rational_are_drawn() -> None:
    assert find(fine_rationals(2, 5), lambda q: q == Fraction(1, 5)) == Fraction(1, 5)
    assert find(fine_rationals(2, 5), lambda q: q == 2) == 2


@pytest.mark.parametrize("most", [Fraction(1, 51), 0, -1])
def test_a_range_without_fine_rationals_is_refused(most: Fraction) -> None:
    with pytest.raises(ValueError, match="no rational above 0 and up to"):
        fine_rationals(most, 50)


@given(st.data(), st.integers(1, 4))
def test_a_rise_is_the_only_violation_before_and_after_its_place(
    data: st.DataObject, at: int
) -> None:
    found = h(data.draw(violators("rise", at, 5)))
    assert found[0] == 1
    assert found[at] > found[at - 1]
    assert drops(found[:at])
    assert drops(found[at:])


@given(st.data(), st.integers(1, 4))
def test_the_first_eligibility_below_zero_is_where_it_was_asked_for(
    data: st.DataObject, at: int
) -> None:
    found = h(data.draw(violators("negative", at, 5)))
    assert found[at] < 0
    assert drops(found[:at])
    assert all(x <= 0 for x in found[at:])


@given(st.data(), st.integers(1, 3))
def test_both_is_a_rise_and_right_after_it_an_eligibility_below_zero(
    data: st.DataObject, at: int
) -> None:
    found = h(data.draw(violators("both", at, 5)))
    assert found[at] > found[at - 1]
    assert found[at + 1] < 0


@given(any_violators(4))
def test_every_violator_is_affine_has_room_and_breaks_weak_recency(ret: WeightedReturn) -> None:
    assert sum(c(ret)) == 1
    assert len(ret.weights) <= 4
    assert not drops(h(ret))


@pytest.mark.parametrize("way", get_args(Violation))
def test_every_way_is_drawn(way: Violation) -> None:
    def is_so(ret: WeightedReturn) -> bool:
        rises = any(b > a >= 0 for a, b in pairwise(h(ret)))
        negative = min(h(ret)) < 0
        return (rises, negative) == (way != "negative", way != "rise")

    assert len(find(any_violators(3), is_so).weights) <= 3


@pytest.mark.parametrize(
    ("way", "at", "room"), [("rise", 0, 5), ("rise", 5, 5), ("both", 4, 5), ("negative", 2, 2)]
)
def test_a_violation_without_room_is_refused(way: Violation, at: int, room: int) -> None:
    with pytest.raises(ValueError, match=f"at = {at}, expected 1 <= at <= "):
        violators(way, at, room)


def test_an_unknown_violation_and_a_single_eligibility_are_refused() -> None:
    with pytest.raises(ValueError, match="expected one of rise, negative, both"):
        violators("fall", 1, 5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="max_support = 1, expected at least 2"):
        any_violators(1)


@given(two_term_violators(1, 300))
def test_two_terms_are_minus_eps_and_one_plus_eps(ret: WeightedReturn) -> None:
    eps = -c(ret)[0]
    assert c(ret) == [-eps, 1 + eps]
    assert 0 < eps <= 1
    assert eps.denominator <= 300


@given(returns_on_steps([4, 2]))
def test_weights_are_on_the_given_steps_and_sum_to_one(ret: WeightedReturn) -> None:
    assert sum(c(ret)) == 1
    assert {n for n, w in enumerate(c(ret), start=1) if w} <= {2, 4}


@pytest.mark.parametrize("steps", [[], [0, 2], [-1]])
def test_steps_that_are_none_are_refused(steps: list[int]) -> None:
    with pytest.raises(ValueError, match="expected at least one n, each n >= 1"):
        returns_on_steps(steps)
