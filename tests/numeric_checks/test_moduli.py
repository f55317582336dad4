"""The exact modulus is the worst norm on cycles and agrees with the filter; balls contain it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, strategies as st

from numeric_checks import cycle, max_norm
from numeric_checks.arithmetic.balls import ball_from, bounds, decimal, to_ball
from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq
from numeric_checks.instances import strategies as draw
from numeric_checks.moduli.modulus import TooLarge, modulus, modulus_ball, modulus_by_filter
from numeric_checks.moduli.shapes import sum_of_changes, sum_of_sizes
from symbolic import index, real
from symbolic.numbers import InvalidNumber
from symbolic.returns import (
    DelayedLambdaReturn,
    DelayedReturn,
    GammaReturn,
    InvalidReturn,
    InvertedUReturn,
    LambdaReturn,
    LinearReturn,
    MonteCarloReturn,
    NStepReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
    WeightedReturn,
)
from tests.hits import hit, reaches

DISCOUNTS = draw.discounts()


def never_rising() -> st.SearchStrategy[LinearReturn]:
    lam, length = draw.lambdas(), st.integers(1, 6)
    return st.one_of(
        draw.convex_returns(),
        st.builds(LambdaReturn, lam),
        st.builds(SparseLambdaReturn, lam, length),
        st.builds(TruncatedLambdaReturn, lam, length),
        st.builds(NStepReturn, length),
        st.builds(GammaReturn, lam, length),
        st.just(MonteCarloReturn()),
        st.just(WeightedReturn(["3/4", "1/2"], "1/4")),
        st.just(DelayedReturn(0)),
        st.just(InvertedUReturn(0)),
    )


@given(draw.finite_returns(), DISCOUNTS)
def test_the_modulus_is_the_norm_on_a_cycle_longer_than_the_return(
    ret: WeightedReturn, gamma: Fraction
) -> None:
    assert ret.support is not None
    assert modulus(ret, gamma) == max_norm(cycle(ret.support + 2, gamma).contraction_matrix(ret))


@given(draw.named_returns(), DISCOUNTS)
def test_the_modulus_is_the_sum_of_its_definition(ret: LinearReturn, gamma: Fraction) -> None:
    """The rest after K terms is at most a constant times gamma^K: |c_n| <= 20 in all families."""
    K = 60
    h = ret.eligibilities(K + 1)
    partial = abs(1 - h[0]) + sum(
        abs(a - b) * gamma**n for n, (a, b) in enumerate(pairwise(h), start=1)
    )
    assert partial <= modulus(ret, gamma) <= partial + 20 * gamma ** (K + 1) / (1 - gamma)


@given(never_rising(), DISCOUNTS)
def test_the_filter_gives_the_same_modulus_when_eligibilities_never_rise(
    ret: LinearReturn, gamma: Fraction
) -> None:
    assert modulus(ret, gamma) == modulus_by_filter(ret, gamma)


@given(draw.convex_returns(), DISCOUNTS)
def test_a_convex_return_contracts_at_least_like_gamma(
    ret: WeightedReturn, gamma: Fraction
) -> None:
    assert 0 < modulus(ret, gamma) <= gamma


@given(draw.named_returns(), DISCOUNTS, st.integers(1, 80))
def test_the_ball_contains_the_exact_modulus_and_has_the_digits(
    ret: LinearReturn, gamma: Fraction, digits: int
) -> None:
    exact, ball = modulus(ret, gamma), modulus_ball(ret, gamma, digits)
    low, high = bounds(ball)
    assert low <= exact <= high
    assert high - low <= abs(exact) * Fraction(2, 10**digits)


@pytest.mark.parametrize("places", [2, 3, *range(8, 20)])
def test_digits_lost_by_cancellation_are_made_up_for(places: int) -> None:
    near = 1 - Fraction(1, 10**places)
    low, high = bounds(modulus_ball(InvertedUReturn(near), near, 9))
    assert high - low <= high / 10**8
    if places <= 3:
        assert low <= modulus(InvertedUReturn(near), near) <= high


@reaches("a closed form")
@given(draw.named_returns(), DISCOUNTS)
def test_the_closed_form_is_the_sum_over_the_block_that_repeats(
    ret: LinearReturn, gamma: Fraction
) -> None:
    closed = ret.closed_modulus(gamma)
    if closed is not None and len(ret.recurrence.factors) < 2:
        hit("a closed form")
        assert closed == sum_of_changes(ret, gamma)


@given(draw.named_returns(), DISCOUNTS)
def test_the_sum_of_sizes_is_that_of_its_definition(ret: LinearReturn, gamma: Fraction) -> None:
    """The rest after K terms is at most a constant times gamma^K: |h_i| <= 20 in all families."""
    K = 60
    partial = sum(abs(h) * gamma**i for i, h in enumerate(ret.eligibilities(K)))
    assert partial <= sum_of_sizes(ret, gamma) <= partial + 20 * gamma**K / (1 - gamma)


@given(draw.rationals(-3, 3, 12))
def test_a_fraction_survives_the_way_to_flint_and_back(x: Fraction) -> None:
    back = lowest_terms(to_fmpq(x))
    assert (back, type(back.numerator)) == (x, int)


@given(draw.rationals(-3, 3, 12), draw.rationals(0, 3, 12))
def test_a_ball_contains_both_ends_it_was_made_from(low: Fraction, width: Fraction) -> None:
    bottom, top = bounds(ball_from(low, low + width, 64))
    assert bottom <= low <= low + width <= top
    assert low - bottom <= Fraction(1, 10**6)


@pytest.mark.parametrize(
    ("ret", "gamma", "beta"),
    [
        (LambdaReturn("9/10"), "99/100", Fraction(99, 109)),
        (LambdaReturn(1), "99/100", Fraction(0)),
        (LambdaReturn(0), "1/3", Fraction(1, 3)),
        (SparseLambdaReturn("1/2", 2), "1/2", Fraction(2, 7)),
        (TruncatedLambdaReturn("1/2", 1), "1/3", Fraction(1, 3)),
        (TruncatedLambdaReturn(1, 3), "1/2", Fraction(1, 8)),
        (NStepReturn(5), "1/2", Fraction(1, 32)),
        (MonteCarloReturn(), "1/2", Fraction(0)),
        (DelayedReturn(0), "1/2", Fraction(1, 2)),
        (DelayedReturn(3), "1/2", Fraction(19, 16)),
        (DelayedLambdaReturn(1, 2), "1/2", Fraction(5, 4)),
        (DelayedLambdaReturn("1/2", 0), "1/2", Fraction(1, 3)),
        (InvertedUReturn(0), "1/2", Fraction(1)),
        (InvertedUReturn("1/2"), "1/2", Fraction(23, 18)),
        (WeightedReturn([2], tail=1), "1/2", Fraction(3, 2)),
        (WeightedReturn([], tail=3), "1/2", Fraction(2)),
        (WeightedReturn.from_nstep_weights(["-1/100", "101/100"]), "9/10", Fraction(8271, 10000)),
    ],
)
def test_moduli_to_know_by_heart(ret: LinearReturn, gamma: str, beta: Fraction) -> None:
    assert modulus(ret, gamma) == beta


def test_a_long_list_of_weights_is_summed_exactly() -> None:
    weights = [Fraction(9, 10) ** i for i in range(3000)]
    assert modulus(WeightedReturn(weights), "99/100") == modulus(
        TruncatedLambdaReturn("9/10", 3000), "99/100"
    )


@pytest.mark.parametrize(
    "make",
    [
        lambda k: SparseLambdaReturn("3/4", k),
        lambda k: TruncatedLambdaReturn("9/10", k),
        NStepReturn,
        DelayedReturn,
        lambda k: DelayedLambdaReturn("1/2", k),
        lambda k: InvertedUReturn(1 - Fraction(1, k)),
    ],
)
def test_a_million_steps_are_exact_and_more_are_left_to_balls(
    make: Callable[[int], LinearReturn],
) -> None:
    ball = modulus_ball(make(10**6), "9/10")
    if not isinstance(make(1), InvertedUReturn):
        exact = modulus(make(10**6), "9/10")
        low, high = bounds(ball)
        assert low <= exact <= high
    with pytest.raises(TooLarge, match="modulus_ball encloses it"):
        modulus(make(10**9), "9/10")
    assert modulus_ball(make(10**9), "9/10").is_finite()


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: modulus(LambdaReturn(0), 1), "gamma = 1; expected an exact number with 0 < gamma"),
        (lambda: modulus(LambdaReturn(0), 0), "gamma = 0; expected"),
        (lambda: modulus(LambdaReturn(0), "3/2"), "gamma = 3/2; expected"),
        (lambda: modulus_ball(LambdaReturn(0), "-1/2"), "gamma = -1/2; expected"),
        (lambda: modulus_by_filter(LambdaReturn(0), 1), "gamma = 1; expected"),
        (lambda: modulus(LambdaReturn(0), real("gamma")), "gamma = gamma; expected"),
        (lambda: modulus(LambdaReturn(0), "x"), "gamma: 'x' is not a number"),
        (lambda: modulus(LambdaReturn(0), 0.5), "a float is not exact"),
        (lambda: modulus(LambdaReturn("11/10"), "1/2"), "lam = '11/10'; expected 0 <= lam <= 1"),
        (lambda: modulus(LambdaReturn("-1/10"), "1/2"), "lam = '-1/10'; expected 0 <= lam <= 1"),
        (lambda: modulus(SparseLambdaReturn("1/2", 0), "1/2"), "m = 0; expected an integer m >= 1"),
        (
            lambda: modulus(SparseLambdaReturn("1/2", "3/2"), "1/2"),
            "m = '3/2'; expected an integer",
        ),
        (lambda: modulus(TruncatedLambdaReturn("1/2", 0), "1/2"), "N = 0; expected an integer"),
        (lambda: modulus(TruncatedLambdaReturn("1/2", index("N")), "1/2"), "N is not"),
        (lambda: modulus_by_filter(DelayedReturn(1), "1/2"), "expected h_0 <= 1"),
        (lambda: modulus_by_filter(DelayedLambdaReturn(1, 2), "1/2"), "expected h_0 <= 1"),
        (lambda: modulus_by_filter(InvertedUReturn("1/2"), "1/2"), "expected h_0 <= 1"),
        (lambda: modulus_by_filter(WeightedReturn([2]), "1/2"), "expected h_0 <= 1"),
        (lambda: modulus_by_filter(WeightedReturn([1], 2), "1/2"), "expected h_0 <= 1"),
    ],
)
def test_bad_numbers_are_refused_in_one_line(attempt: Callable[[], Any], message: str) -> None:
    with pytest.raises(InvalidReturn) as refusal:
        attempt()
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("digits", [0, -1, 2.5, True])
def test_a_number_of_digits_is_a_positive_integer(digits: Any) -> None:
    with pytest.raises(InvalidNumber, match="expected how many digits"):
        modulus_ball(LambdaReturn("1/2"), "1/2", digits)


@given(draw.rationals(-3, 3, 12), st.integers(0, 6))
def test_decimals_are_rounded_to_the_nearest(x: Fraction, digits: int) -> None:
    assert abs(Fraction(decimal(x, digits)) - x) <= Fraction(1, 2 * 10**digits)
    assert to_ball(x, 64).contains(to_ball(x, 128))
