"""Series against closed forms: agreement to fifty digits, differences proved, the rest refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest
from flint import arb
from hypothesis import assume, given, settings, strategies as st
from sympy import Abs, Expr, Integer, Rational

from numeric_checks.arithmetic.balls import bounds
from numeric_checks.identities.digits import compare, enclose
from numeric_checks.identities.enclosures import Balls, Floats, Inconsistent
from numeric_checks.identities.evaluation import TooManyTerms, Undefined, assign, compiled, evaluate
from numeric_checks.identities.majorants import NoTailBound
from numeric_checks.instances import strategies as draw
from symbolic import CosTurn, SinTurn, index, real, sequence, series
from symbolic.returns import SparseLambdaReturn, TruncatedLambdaReturn

i, n, m, N = (index(x) for x in "inmN")
lam, gamma = real("lambda"), real("gamma")
sparse, truncated = SparseLambdaReturn(lam, m), TruncatedLambdaReturn(lam, N)

SPARSE = gamma * (1 - lam) / (1 - gamma**m * lam)
TRUNCATED = ((1 - gamma) * (gamma * lam) ** N + gamma * (1 - lam)) / (1 - gamma * lam)

#: lambda near 0 and 1, gamma near 1, and plain values; m and N large
UNIT = st.sampled_from([Fraction(p) for p in ("1/2", "0", "1", "9/10", "1/1000", "999/1000")])
DISCOUNT = st.sampled_from([Fraction(p) for p in ("1/2", "9/10", "1/1000", "49/50")])
LENGTH = st.sampled_from([1, 2, 3, 7, 100, 10**6])


@settings(max_examples=20)
@given(UNIT, DISCOUNT, LENGTH)
def test_the_sparse_modulus_is_both_of_its_series(lam_: Fraction, g: Fraction, k: int) -> None:
    at = {lam: lam_, gamma: g, m: k}
    by_weights = series(Abs(sparse.c(n)) * gamma**n, n, 1)
    by_filter = 1 - (1 - gamma) * series(sparse.h(i) * gamma**i, i, 0)
    for total in (by_weights, by_filter):
        found = compare(total, SPARSE, at)
        assert found.agrees
        size = max(abs(end) for end in bounds(found.right)) or 1
        assert found.difference_bound <= Fraction(1, 10**50) * max(size, Fraction(1, 10**100))


@settings(max_examples=12)
@given(UNIT, DISCOUNT, LENGTH)
def test_the_truncated_modulus_is_both_of_its_sums(lam_: Fraction, g: Fraction, k: int) -> None:
    assume(lam_ < 1 or k < 1000)  # gamma^N has too many zeros after the point
    at = {lam: lam_, gamma: g, N: k}
    by_weights = series(Abs(truncated.c(n)) * gamma**n, n, 1, N)
    by_filter = 1 - (1 - gamma) * series(truncated.h(i) * gamma**i, i, 0)
    assert compare(by_weights, TRUNCATED, at).agrees
    assert compare(by_filter, TRUNCATED, at).agrees


@given(draw.lambdas(), draw.discounts(), st.integers(1, 5), st.integers(5, 60))
def test_the_ball_of_a_series_contains_its_value(
    lam_: Fraction, g: Fraction, k: int, digits: int
) -> None:
    at = {lam: lam_, gamma: g, m: k}
    low, high = bounds(enclose(series(sparse.c(n) * gamma**n, n, 1), at, digits))
    assert low <= evaluate(SPARSE, at) <= high
    assert high - low <= Fraction(2, 10**digits)


@given(draw.discounts(), st.integers(1, 40), st.integers(1, 60))
def test_the_ball_contains_the_value_however_early_the_sum_is_cut(
    g: Fraction, places: int, extra: int
) -> None:
    values = assign({gamma: g})
    ball = compiled(series(gamma**i, i, extra), values, Balls(values, places))({})
    low, high = bounds(ball)
    assert low <= g**extra / (1 - g) <= high


@given(draw.discounts(), draw.rationals(-1, 1, 4), st.integers(1, 60))
def test_a_tiny_relative_error_is_found_however_small_the_numbers(
    g: Fraction, error: Fraction, size: int
) -> None:
    total, wrong = series(gamma**i, i, N), gamma**N / (1 - gamma)
    scaled = wrong * (1 + lam)
    at = {gamma: g, N: 10 * size, lam: error / 10**40}
    assert compare(total, scaled, at).agrees == (error == 0)


@settings(max_examples=8)
@given(draw.rationals(0, Fraction(3, 4)), draw.rationals(0, Fraction(3, 4)))
def test_sums_inside_sums_are_enclosed(g: Fraction, lam_: Fraction) -> None:
    """The weighted average of n-step sums of a constant TD error, both ways round."""
    at = {gamma: g, lam: lam_}
    average = series((1 - lam) * lam ** (n - 1) * series(gamma**i, i, 0, n - 1), n, 1)
    exchanged = series(gamma**i * series((1 - lam) * lam ** (n - 1), n, i + 1), i, 0)
    closed = 1 / (1 - gamma * lam)
    assert compare(average, closed, at, 20).agrees
    assert compare(exchanged, closed, at, 20).agrees


@pytest.mark.parametrize("factor", [1, 2])
def test_digits_lost_by_cancellation_do_not_count(factor: int) -> None:
    """At lam = 1 the truncated modulus is gamma^N: a hundred digits cancel before the first one."""
    by_filter = 1 - (1 - gamma) * series(truncated.h(i) * gamma**i, i, 0)
    found = compare(by_filter, factor * gamma**N, {lam: 1, gamma: "1/10", N: 100})
    assert found.agrees == (factor == 1)
    assert factor == 2 or found.difference_bound <= Fraction(1, 10**150)


def test_two_series_can_be_compared_with_each_other() -> None:
    left = series((1 - lam) * lam ** (n - 1) * gamma**n, n, 1)
    right = 1 - (1 - gamma) * series((gamma * lam) ** i, i, 0)
    found = compare(left, right, {lam: "3/4", gamma: "2/3"}, 80)
    assert found.agrees
    assert (found.digits, found.assumes) == (80, None)
    assert found.mpmath is not None
    assert found.mpmath.startswith("0.33333333333333333333333333333333333")


def test_both_sides_may_be_zero() -> None:
    at = {lam: 1, gamma: "1/2"}
    assert compare(series((1 - lam) * gamma**n, n, 1), 1 - lam, at).agrees
    assert compare(1 - (1 - gamma) * series(gamma**i, i, 0), lam - 1, at).agrees


def test_a_difference_is_reported_with_both_values() -> None:
    found = compare(series(gamma**i, i, 0), 1 / (1 + gamma), {gamma: "1/2"})
    assert not found.agrees
    assert str(found) == "the sides differ by 1.333: 2.000 and 0.6667"
    assert found.difference_bound >= Fraction(4, 3)


def test_long_sums_are_counted_and_can_be_limited() -> None:
    total = series(gamma**i, i, 0)
    assert compare(total, 1 / (1 - gamma), {gamma: "1/10"}).terms < 60
    with pytest.raises(TooManyTerms, match="needs more than 100 terms"):
        compare(total, 1 / (1 - gamma), {gamma: "99/100"}, most=100)


INVERSE_SQUARES = series(gamma**n / n**2, n, 1)


def test_a_bound_may_be_given_and_is_named() -> None:
    at = {gamma: "1/2"}
    with pytest.raises(NoTailBound, match="no bound is known"):
        compare(INVERSE_SQUARES, gamma, at)
    found = compare(INVERSE_SQUARES, gamma, at, bound=("1/2", "1/2"))
    assert not found.agrees
    assert found.assumes == "|term| <= 1/2 (1/2)^j in Sum(gamma**n/n**2, (n, 1, oo))"
    low, high = bounds(found.left)  # pi^2/12 - log(2)^2/2
    assert abs(low - Fraction("0.58224052646501250590265632015968")) < Fraction(1, 10**32)
    assert high - low < Fraction(1, 10**50)


@pytest.mark.parametrize(
    ("bound", "message"),
    [
        (("49/100", "1/2"), "= 1/2 at n = 1, above 49/100"),
        (("1", "1/8"), "at n = 4, above 1/512"),
        (("1", "1"), "expected C >= 0 and 0 <= q < 1"),
        (("-1", "1/2"), "expected C >= 0 and 0 <= q < 1"),
    ],
)
def test_a_wrong_bound_is_noticed(bound: tuple[str, str], message: str) -> None:
    with pytest.raises(NoTailBound, match=message):
        compare(INVERSE_SQUARES, gamma, {gamma: "1/2"}, bound=bound)


@pytest.mark.parametrize(
    ("left", "right", "error"),
    [
        (series(gamma**i, i, 0), 1 / (1 - gamma), NoTailBound),
        (series(1, i, 0), gamma, NoTailBound),
        (gamma, 1 / (gamma - 1), Undefined),
        (gamma, 1 / (1 - (1 - lam) * series(lam**i, i, 0)), Undefined),
    ],
)
def test_what_diverges_or_divides_by_zero_is_refused(
    left: Expr, right: Expr, error: type[Exception]
) -> None:
    with pytest.raises(error):
        compare(left, right, {gamma: 1, lam: "1/2"}, 10)


def test_mpmath_would_notice_a_wrong_ball(monkeypatch: pytest.MonkeyPatch) -> None:
    """If Arb's side were off, agreement would not be reported."""
    total = Balls.with_rest
    monkeypatch.setattr(
        Balls, "with_rest", lambda self, partial, rest: total(self, partial, rest) + arb(1)
    )
    with pytest.raises(Inconsistent, match="by Arb"):
        compare(series(gamma**i, i, 0), 1 + 1 / (1 - gamma), {gamma: "1/2"})


@pytest.mark.parametrize("digits", [0, -5, "50"])
def test_digits_are_a_positive_number(digits: Any) -> None:
    with pytest.raises(ValueError, match="expected how many digits"):
        compare(gamma, gamma, {gamma: 1}, digits)


def test_listed_sequences_may_stand_in_a_series() -> None:
    h = sequence("h")
    at = {gamma: "9/10", h: ["1", "1/2", "3/4"]}
    assert compare(series(h(i) * gamma**i, i, 0), 1 + gamma / 2 + 3 * gamma**2 / 4, at).agrees


# -- cosines and sines -----------------------------------------------------------------------


@given(st.integers(-50, 50), st.integers(1, 40))
def test_balls_and_floats_agree_on_cosines_and_sines(top: int, bottom: int) -> None:
    """mpmath's functions of the angle itself, not of parts of a turn, to fifty digits."""
    with mpmath.workdps(80):
        angle = 2 * mpmath.pi * top / bottom
        expected = {CosTurn: mpmath.cos(angle), SinTurn: mpmath.sin(angle)}
        values = assign({n: top, m: bottom})
        for kind, number in expected.items():
            floating = compiled(kind(n, m), values, Floats(values, 240))({})
            for end in bounds(enclose(kind(n, m), {n: top, m: bottom}, 60)):
                exact = mpmath.mpf(end.numerator) / end.denominator
                assert abs(exact - number) < mpmath.mpf(10) ** -55
                assert abs(exact - floating) < mpmath.mpf(10) ** -55


@pytest.mark.parametrize(
    ("kind", "values"), [(CosTurn, (1, 0, -1, 0, 1)), (SinTurn, (0, 1, 0, -1, 0))]
)
def test_quarters_of_a_turn(kind: Any, values: tuple[int, ...]) -> None:
    for quarters, value in enumerate(values):
        low, high = bounds(enclose(kind(quarters, 4), {}))
        assert low <= value <= high
        assert high - low <= Fraction(2, 10**50)


@pytest.mark.parametrize("into", [2, 3, 7])
def test_the_cosines_round_a_circle_cancel(into: int) -> None:
    for kind in (CosTurn, SinTurn):
        found = compare(1 + series(kind(i, m), i, 0, m - 1), Integer(1), {m: into})
        assert found.agrees
        assert found.mpmath is not None


def test_a_wrong_sign_of_a_sine_is_noticed() -> None:
    at = {n: 2, m: 7}
    assert compare(SinTurn(n, m), -SinTurn(-n, m), at).agrees
    assert not compare(SinTurn(n, m), SinTurn(-n, m), at).agrees
    assert compare(CosTurn(n, m) ** 2, 1 - SinTurn(n, m) ** 2, at).agrees
    assert not compare(CosTurn(n, m), SinTurn(n, m), at).agrees


def test_a_turn_divided_into_no_parts_has_no_cosine() -> None:
    with pytest.raises(Undefined, match="integer >= 1"):
        enclose(CosTurn(n, m), {n: 1, m: 0})


def test_a_series_of_cosines_is_cut_off_with_a_bound() -> None:
    x = real("x")
    total = series(x**i * CosTurn(i, m), i, 0)
    closed = (1 - x * CosTurn(1, m)) / (1 - 2 * x * CosTurn(1, m) + x**2)
    assert compare(total, closed, {x: "2/3", m: 5}).agrees
    assert not compare(total, closed + x**200, {x: "2/3", m: 5}).agrees


def test_the_square_of_what_cancels_is_zero() -> None:
    third = series(Rational(1, 3) ** (n + 1), n, 0)
    assert compare((third - Rational(1, 2)) ** 2, Integer(0), {}).agrees
