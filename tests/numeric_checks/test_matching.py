"""The lambda that gives a prescribed modulus: exact or bracketed, and refused out of range."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st

from numeric_checks.arithmetic.balls import bounds
from numeric_checks.instances import strategies as draw
from numeric_checks.moduli.matching import Match, NotAttainable, match_modulus, paper_settings
from numeric_checks.moduli.modulus import modulus, modulus_by_filter
from symbolic.numbers import InvalidNumber
from symbolic.returns import (
    InvalidReturn,
    LambdaReturn,
    MonteCarloReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
)
from tests.hits import hit, reaches

DISCOUNTS, LAMBDAS = draw.discounts(), draw.lambdas()
SIX = ("99/109", "99/100")


@given(LAMBDAS, DISCOUNTS, st.integers(1, 6))
def test_the_sparse_lambda_is_found_back_from_its_modulus(
    lam: Fraction, gamma: Fraction, m: int
) -> None:
    beta = modulus(SparseLambdaReturn(lam, m), gamma)
    assert match_modulus(SparseLambdaReturn, beta, gamma, m=m).lam == lam


@given(draw.rationals(0, 1), DISCOUNTS, st.integers(1, 6))
def test_the_sparse_lambda_gives_the_wanted_modulus(
    share: Fraction, gamma: Fraction, m: int
) -> None:
    target = share * gamma
    lam = match_modulus(SparseLambdaReturn, target, gamma, m=m).lam
    assert modulus_by_filter(SparseLambdaReturn(lam, m), gamma) == target


@given(st.integers(0, 1000), DISCOUNTS, st.integers(2, 9))
def test_a_truncated_lambda_is_found_back_from_its_modulus(
    thousandths: int, gamma: Fraction, N: int
) -> None:
    lam = Fraction(thousandths, 1000)
    beta = modulus(TruncatedLambdaReturn(lam, N), gamma)
    assert match_modulus(TruncatedLambdaReturn, beta, gamma, N=N, digits=12).lam == lam


@reaches("exact", "between two decimals")
@given(draw.rationals(0, 1, 7), DISCOUNTS, st.integers(2, 9), st.integers(1, 40))
def test_a_truncated_lambda_is_bracketed_by_a_change_of_sign(
    share: Fraction, gamma: Fraction, N: int, digits: int
) -> None:
    """Checked again with exact fractions, and by the other formula for the modulus."""
    target = gamma**N + share * (gamma - gamma**N)
    found = match_modulus(TruncatedLambdaReturn, target, gamma, N=N, digits=digits)
    low, high = (
        modulus_by_filter(TruncatedLambdaReturn(end, N), gamma) for end in (found.lo, found.hi)
    )
    if found.exact:
        hit("exact")
        assert low == target
    else:
        hit("between two decimals")
        assert low > target > high
        assert found.hi - found.lo == Fraction(1, 10**digits)


@given(LAMBDAS, LAMBDAS, DISCOUNTS, st.integers(1, 6), st.integers(2, 6))
def test_both_moduli_fall_strictly_in_lambda(
    one: Fraction, other: Fraction, gamma: Fraction, m: int, N: int
) -> None:
    """What makes the lambda unique."""
    if one == other:
        return
    low, high = min(one, other), max(one, other)
    for make in (lambda x: SparseLambdaReturn(x, m), lambda x: TruncatedLambdaReturn(x, N)):
        assert modulus(make(low), gamma) > modulus(make(high), gamma)


def test_the_six_settings_have_the_known_moduli_and_matches() -> None:
    rows = [setting.row() for setting in paper_settings()]
    assert [beta for _, beta, _, _ in rows] == [
        "0.908257", "0.909005", "0.907409", "0.908496", "0.898056", "0.908257",
    ]  # fmt: skip
    assert [lam for *_, lam in rows] == [
        "0.900000", "0.751873", "0.647436", "0.990596", "0.915357", "0.900000",
    ]  # fmt: skip


def test_one_setting_is_off_by_more_than_one_percent() -> None:
    relative = [abs(setting.relative) for setting in paper_settings()]
    assert [x > Fraction(1, 100) for x in relative] == [False, False, False, False, True, False]
    assert max(relative[:4]) < Fraction(1, 1000)


def test_the_first_modulus_is_exact_and_so_are_the_sparse_matches() -> None:
    first, three, five, ten, twenty, whole = paper_settings()
    assert first.modulus == whole.modulus == Fraction(99, 109)
    assert three.match.lam == Fraction(90000, 119701)
    assert five.match.exact
    assert not ten.match.exact
    assert twenty.match.hi - twenty.match.lo == Fraction(1, 10**50)


@pytest.mark.parametrize(
    ("family", "length"),
    [(SparseLambdaReturn, {"m": 10**9}), (TruncatedLambdaReturn, {"N": 10**6})],
)
def test_huge_lengths_are_enclosed(family: Any, length: dict[str, Any]) -> None:
    found = match_modulus(family, *SIX, **length, digits=40)
    assert found.hi - found.lo <= Fraction(1, 10**40)
    low, high = bounds(found.ball(40))
    assert low <= found.lo <= found.hi <= high
    # gamma^m and (gamma lam)^N are negligible
    beta, gamma = Fraction(99, 109), Fraction(99, 100)
    limit = 1 - beta / gamma if family is SparseLambdaReturn else Fraction(9, 10)
    assert abs(found.lo - limit) < Fraction(1, 10**30)


def test_an_exact_match_at_the_ends() -> None:
    gamma = Fraction(99, 100)
    assert match_modulus(TruncatedLambdaReturn, gamma, gamma, N=7).lam == 0
    assert match_modulus(TruncatedLambdaReturn, gamma**7, gamma, N=7).lam == 1
    assert match_modulus(LambdaReturn, 0, gamma).lam == 1
    assert match_modulus(LambdaReturn, gamma, gamma).lam == 0


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (
            lambda: match_modulus(TruncatedLambdaReturn, "999/1000", "99/100", N=5),
            "to 0.990000 (at lam = 0)",
        ),
        (
            lambda: match_modulus(TruncatedLambdaReturn, "1/2", "99/100", N=5),
            "from 0.950990 (at",
        ),
        (
            lambda: match_modulus(TruncatedLambdaReturn, "1/2", "99/100", N=1),
            "0.990000 whatever lam is",
        ),
        (
            lambda: match_modulus(TruncatedLambdaReturn, "1/2", "1/2", N=1),
            "0.500000 whatever",
        ),
        (lambda: match_modulus(SparseLambdaReturn, "1", "99/100", m=5), "from 0 (at lam = 1)"),
        (lambda: match_modulus(LambdaReturn, "-1/2", "99/100"), "(at lam = 0), not -1/2"),
    ],
)
def test_moduli_out_of_range_are_refused_with_the_range(
    attempt: Callable[[], Match], message: str
) -> None:
    with pytest.raises(NotAttainable) as refusal:
        attempt()
    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: match_modulus(SparseLambdaReturn, *SIX), "expected m and nothing else"),
        (lambda: match_modulus(SparseLambdaReturn, *SIX, m=1, N=1), "expected m and nothing else"),
        (lambda: match_modulus(LambdaReturn, *SIX, m=1), "expected no other parameter"),
        (lambda: match_modulus(SparseLambdaReturn, *SIX, m=0), "m = 0; expected an integer m >= 1"),
        (lambda: match_modulus(TruncatedLambdaReturn, *SIX, N="1/2"), "N = '1/2'; expected an"),
        (lambda: match_modulus(SparseLambdaReturn, "1/2", 1, m=1), "gamma = 1; expected"),
        (lambda: match_modulus(SparseLambdaReturn, "x", "1/2", m=1), "target: 'x' is not a number"),
        (lambda: match_modulus(MonteCarloReturn, *SIX), "expected one of LambdaReturn"),
    ],
)
def test_bad_questions_are_refused(attempt: Callable[[], Match], message: str) -> None:
    with pytest.raises(InvalidReturn) as refusal:
        attempt()
    assert message in str(refusal.value)


def test_digits_are_a_positive_number() -> None:
    with pytest.raises(InvalidNumber):
        match_modulus(TruncatedLambdaReturn, *SIX, N=10, digits=0)


@pytest.mark.parametrize("digits", [1, 2, 6, 49, 50])
def test_the_two_ends_are_printed_so_that_they_enclose_lambda(digits: int) -> None:
    for length in ({"N": 20}, {"N": 10}):
        found = match_modulus(TruncatedLambdaReturn, *SIX, **length, digits=digits)
        _, low, _, high = str(found).split()
        assert (Fraction(low), Fraction(high)) == (found.lo, found.hi)
    huge = match_modulus(SparseLambdaReturn, *SIX, m=10**9, digits=digits)
    _, low, _, high = str(huge).split()
    assert Fraction(low) <= huge.lo < huge.hi <= Fraction(high)


def test_a_bracketed_lambda_is_not_passed_off_as_exact() -> None:
    found = match_modulus(TruncatedLambdaReturn, *SIX, N=10, digits=8)
    with pytest.raises(ValueError, match=r"between 0\.99059\d+ and 0\.99059\d+"):
        _ = found.lam


def test_a_match_of_any_length_has_a_line() -> None:
    exact = match_modulus(SparseLambdaReturn, "9/10", "99/100", m=10**4)
    assert str(exact) == "a long fraction, about 0.0909091"
    assert repr(exact) == (
        "<Match: a sparse lambda-return has modulus 9/10 at gamma = 99/100 if lam is "
        "a long fraction, about 0.0909091>"
    )
    short = match_modulus(TruncatedLambdaReturn, "98/100", "99/100", N=3, digits=6)
    enclosed = replace(short, hi=short.lo + Fraction(1, 10**5000))
    below, above = (Fraction(end) for end in str(enclosed).split()[1::2])
    assert below <= enclosed.lo < enclosed.hi <= above
    assert above - below <= Fraction(2, 10**1000)
