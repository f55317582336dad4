"""Each part of the checker's arithmetic keeps within the error that it states."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, ctx
from hypothesis import assume, example, given, strategies as st

from numeric_checks.safety import certificate_checker as checker
from tests.numeric_checks.made_up_certificates import (
    DISCOUNTS,
    FACTORS,
    NUMBERS,
    POLYNOMIALS,
    cosines,
    times,
)

TINY = Fraction(1, 10**30)


@given(st.lists(st.integers(-(10**9), 10**9) | st.integers(-2, 2), min_size=1, max_size=30))
@example([1])
@example([-1])
@example([2, -2])
@example([10**60, 0, 0, -1])
@example([-(2**300)] * 40)
@example([0, 0, 1])
def test_one_product_gives_all_correlations(q: list[int]) -> None:
    expected = [sum(a * b for a, b in zip(q, q[k:], strict=False)) for k in range(len(q))]
    assume(any(q))
    assert checker._autocorrelation(q) == expected


@given(DISCOUNTS, st.integers(0, 60), st.integers(8, 300))
def test_powers_keep_their_error(gamma: Fraction, n: int, bits: int) -> None:
    g, error = checker._powers(gamma, n, bits)
    assert len(g) == n + 1
    assert all(0 <= gamma**i * g[0] - a <= error for i, a in enumerate(g))


@given(DISCOUNTS, POLYNOMIALS, FACTORS, NUMBERS)
@example(Fraction(1, 3**30), [Fraction(1)] * 5, [], Fraction(1))
@example(1 - Fraction(1, 3**60), [Fraction(1), Fraction(-1)] * 4, [], Fraction(0))
def test_cosine_sums_keep_their_error(
    gamma: Fraction, h: list[Fraction], factors: list[list[Fraction]], level: Fraction
) -> None:
    over, D = 12 ** (1 + len(factors)), [Fraction(1)]
    for factor in factors:
        D = times(D, factor)
    F = times([Fraction(1), Fraction(-1)], h or [Fraction(0)])
    top, bottom = [int(a * over) for a in F], [int(a * over) for a in D]
    expected = cosines(gamma, h, factors, level)
    t, unit, error = checker._cosine_sum((gamma, top, bottom, over), level, 1)
    assert sum(abs(a - unit * b) for a, b in zip(t, expected, strict=True)) <= error


@given(st.integers(1, 500), st.integers(0, 250), st.integers(1, 30), st.integers(256, 400))
@example(1, 0, 20, 256)
@example(2, 1, 20, 256)
@example(10**30, 1, 20, 300)
def test_cosines_keep_their_error(k: int, j: int, count: int, bits: int) -> None:
    turn = Fraction(j % (k // 2 + 1), k)
    ctx.prec = bits + 80
    try:
        for i, a in enumerate(checker._cosines(turn, count, bits)):
            angle = arb(2 * i * turn.numerator) / arb(turn.denominator)
            assert abs(angle.cos_pi() * 2 ** arb(bits) - a) <= 6 * i
        one = 1 << bits
        assert abs(arb.pi() * one - checker._pi(one)) < 20 * bits
    finally:
        ctx.prec = 53


@given(st.lists(st.integers(-9, 9), max_size=6), DISCOUNTS)
@example([9, -10], Fraction(9, 10))
@example([1, -1], 1 - Fraction(1, 10**50))
def test_a_factor_passes_only_if_its_first_coefficient_dominates(
    d: list[int], gamma: Fraction
) -> None:
    rest = sum(abs(a) * gamma**k for k, a in enumerate(d[1:], start=1))
    passes = checker._has_no_zero(d, gamma)
    assert not passes or rest < abs(d[0])
    assert passes or not d or rest > abs(d[0]) - TINY * gamma.denominator
