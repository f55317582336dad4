"""Formulas that are almost right: each is refused by the numeric layer, beside the true one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import strategies as st
from sympy import Expr

from numeric_checks.evidence.assertions import assert_identity
from numeric_checks.identities.digits import compare
from numeric_checks.instances.evidence import gather
from numeric_checks.instances.strategies import convex_returns, mrps_with_values
from numeric_checks.moduli.modulus import modulus
from numeric_checks.processes.variance import TDErrors
from numeric_checks.processes.variance_bounds import factor, perfectly_correlated, within_bound
from symbolic import AtMost, FloorDiv, Less, index, real, series
from symbolic.returns import (
    LinearReturn,
    NStepReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
)

i, n, m, N = (index(x) for x in "inmN")
g, lam = real("gamma"), real("lambda")
WHERE = (Less(0, g), Less(g, 1), AtMost(0, lam), AtMost(lam, 1))

sparse, truncated = SparseLambdaReturn(lam, m), TruncatedLambdaReturn(lam, N)

#: a formula, the series it should be equal to, its integer variable, what is right, what is wrong
SPARSE = g * (1 - lam) / (1 - g**m * lam)
TRUNCATED = ((1 - g) * (g * lam) ** N + g * (1 - lam)) / (1 - g * lam)
GAMMA_N = (1 - g**n) / (1 - g)

SPARSE_MUTANTS = {
    "the decay of the lambda-return": g * (1 - lam) / (1 - g * lam),
    "m + 1": g * (1 - lam) / (1 - g ** (m + 1) * lam),
    "m - 1": g * (1 - lam) / (1 - g ** (m - 1) * lam),
    "plus in the denominator": g * (1 - lam) / (1 + g**m * lam),
    "plus in the numerator": g * (1 + lam) / (1 - g**m * lam),
    "no gamma": (1 - lam) / (1 - g**m * lam),
    "gamma^m in the numerator": g**m * (1 - lam) / (1 - g**m * lam),
    "lambda^m": g * (1 - lam) / (1 - g**m * lam**m),
    "1 - lambda^m": g * (1 - lam**m) / (1 - g**m * lam),
    "no lambda below": g * (1 - lam) / (1 - g**m),
    "m gamma": g * (1 - lam) / (1 - m * g * lam / (m + 1)),
}
TRUNCATED_MUTANTS = {
    "N - 1": ((1 - g) * (g * lam) ** (N - 1) + g * (1 - lam)) / (1 - g * lam),
    "N + 1": ((1 - g) * (g * lam) ** (N + 1) + g * (1 - lam)) / (1 - g * lam),
    "lambda^N without gamma": ((1 - g) * lam**N + g * (1 - lam)) / (1 - g * lam),
    "gamma^N without lambda": ((1 - g) * g**N + g * (1 - lam)) / (1 - g * lam),
    "minus the first term": (-(1 - g) * (g * lam) ** N + g * (1 - lam)) / (1 - g * lam),
    "1 + gamma": ((1 + g) * (g * lam) ** N + g * (1 - lam)) / (1 - g * lam),
    "1 + lambda": ((1 - g) * (g * lam) ** N + g * (1 + lam)) / (1 - g * lam),
    "not truncated": g * (1 - lam) / (1 - g * lam),
    "no gamma in the second term": ((1 - g) * (g * lam) ** N + (1 - lam)) / (1 - g * lam),
    "1 - lambda in the first term": (1 - lam) * ((g * lam) ** N + g) / (1 - g * lam),
    "plus in the denominator": ((1 - g) * (g * lam) ** N + g * (1 - lam)) / (1 + g * lam),
}
GAMMA_N_MUTANTS = {
    "n + 1": (1 - g ** (n + 1)) / (1 - g),
    "n - 1": (1 - g ** (n - 1)) / (1 - g),
    "gamma^n": g**n / (1 - g),
    "plus": (1 + g**n) / (1 - g),
    "the whole series": 1 / (1 - g),
    "times gamma": g * (1 - g**n) / (1 - g),
    "n": n,
}
EXPONENT_MUTANTS = {
    "floor(i/m)": FloorDiv(i, m),
    "floor((i + m)/m)": FloorDiv(i + m, m),
    "floor((i + m - 1)/(m + 1))": FloorDiv(i + m - 1, m + 1),
    "i": i,
    "ceil(i/m) + 1": FloorDiv(i + m - 1, m) + 1,
    "ceil(i/(m + 1))": FloorDiv(i + m, m + 1),
}


def by_weights(ret: LinearReturn) -> Expr:
    return series(ret.c(n) * g**n, n, 1)


def by_filter(ret: LinearReturn) -> Expr:
    return 1 - (1 - g) * series(ret.h(i) * g**i, i, 0)


@pytest.mark.parametrize("route", [by_weights, by_filter])
@pytest.mark.parametrize(
    ("ret", "length", "formula"), [(sparse, m, SPARSE), (truncated, N, TRUNCATED)]
)
def test_the_right_modulus_is_accepted(
    route: Callable[[LinearReturn], Expr], ret: LinearReturn, length: Expr, formula: Expr
) -> None:
    assert_identity(route(ret), formula, where=[*WHERE, AtMost(1, length)], cases=15)


@pytest.mark.parametrize("route", [by_weights, by_filter])
@pytest.mark.parametrize("name", SPARSE_MUTANTS)
def test_a_wrong_sparse_modulus_is_refused(
    name: str, route: Callable[[LinearReturn], Expr]
) -> None:
    with pytest.raises(AssertionError, match=r"the sides differ|undefined"):
        assert_identity(
            route(sparse), SPARSE_MUTANTS[name], where=[*WHERE, AtMost(1, m)], cases=15, digits=20
        )


@pytest.mark.parametrize("route", [by_weights, by_filter])
@pytest.mark.parametrize("name", TRUNCATED_MUTANTS)
def test_a_wrong_truncated_modulus_is_refused(
    name: str, route: Callable[[LinearReturn], Expr]
) -> None:
    with pytest.raises(AssertionError, match=r"the sides differ|undefined"):
        assert_identity(
            route(truncated), TRUNCATED_MUTANTS[name], where=[*WHERE, AtMost(1, N)], cases=15
        )


@pytest.mark.parametrize(
    ("ret", "formula", "mutants"),
    [(sparse, SPARSE, SPARSE_MUTANTS), (truncated, TRUNCATED, TRUNCATED_MUTANTS)],
)
def test_digits_tell_every_mutant_from_the_truth_at_one_point(
    ret: LinearReturn, formula: Expr, mutants: dict[str, Expr]
) -> None:
    at = {lam: "3/4", g: "9/10", m: 3, N: 4}
    assert compare(by_weights(ret), formula, at).agrees
    assert [
        name for name, wrong in mutants.items() if compare(by_weights(ret), wrong, at).agrees
    ] == []


@pytest.mark.parametrize("name", [None, *GAMMA_N_MUTANTS])
def test_the_partial_geometric_sum_and_its_mutants(name: str | None) -> None:
    total, where = series(g**i, i, 0, n - 1), [*WHERE[:2], AtMost(0, n)]
    if name is None:
        assert assert_identity(total, GAMMA_N, where=where).ok
        return
    with pytest.raises(AssertionError, match="the sides differ"):
        assert_identity(total, GAMMA_N_MUTANTS[name], where=where)


@pytest.mark.parametrize("name", [None, *EXPONENT_MUTANTS])
def test_the_sparse_exponent_and_its_mutants(name: str | None) -> None:
    """Against the closed form, and against the weights (1 - lam) lam^k at n = m k + 1."""
    where = [*WHERE, AtMost(1, m)]
    exponent = FloorDiv(i + m - 1, m) if name is None else EXPONENT_MUTANTS[name]
    total = 1 - (1 - g) * series(lam**exponent * g**i, i, 0)
    if name is None:
        assert assert_identity(total, SPARSE, where=where, cases=15).ok
        return
    with pytest.raises(AssertionError, match="the sides differ"):
        assert_identity(total, SPARSE, where=where, cases=15)


# -- the variance bound -------------------------------------------------------------------------

Factor = Callable[[LinearReturn, Fraction], Fraction]


def beta(ret: LinearReturn, gamma: Fraction) -> Fraction:
    return modulus(ret, gamma)


#: what might be written for (1 - beta)/(1 - gamma); the bound is its square times kappa
FACTOR_MUTANTS: dict[str, Factor] = {
    "beta for 1 - beta": lambda r, x: beta(r, x) / (1 - x),
    "1 + beta": lambda r, x: (1 + beta(r, x)) / (1 - x),
    "1 + gamma": lambda r, x: (1 - beta(r, x)) / (1 + x),
    "1 - beta gamma": lambda r, x: (1 - beta(r, x) * x) / (1 - x),
    "beta^2": lambda r, x: (1 - beta(r, x) ** 2) / (1 - x),
    "gamma^2": lambda r, x: (1 - beta(r, x)) / (1 - x**2),
    "no 1 - gamma": lambda r, x: 1 - beta(r, x),
    "no 1 - beta": lambda r, x: 1 / (1 - x),
    "one": lambda r, x: Fraction(1),
}


def is_sharp(by: Factor) -> bool:
    """The variance is equal to the bound when all TD errors are equal."""
    returns: list[LinearReturn] = [
        NStepReturn(2), TruncatedLambdaReturn("1/2", 3), SparseLambdaReturn("3/4", 2),
    ]  # fmt: skip
    return all(
        errors.variance(ret)[0] == by(ret, errors.mrp.gamma) ** 2
        for errors, ret in product(map(perfectly_correlated, ("1/2", "9/10")), returns)
    )


def holds(by: Factor) -> bool:
    """The variance is below the bound on drawn MRPs."""
    drawn = st.tuples(mrps_with_values(1, 3), convex_returns(4))
    return gather(lambda x: within_bound(TDErrors(*x[0]), x[1], by), drawn, cases=30).ok


def test_the_right_variance_bound_holds_and_is_sharp() -> None:
    assert holds(factor)
    assert is_sharp(factor)


@pytest.mark.parametrize("name", FACTOR_MUTANTS)
def test_a_wrong_variance_bound_is_refused(name: str) -> None:
    by = FACTOR_MUTANTS[name]
    assert not (is_sharp(by) and holds(by))


def test_a_variance_bound_that_is_too_small_fails_on_drawn_processes() -> None:
    assert not holds(FACTOR_MUTANTS["1 + gamma"])


def test_the_bound_without_its_square_is_refused() -> None:
    """factor kappa instead of factor^2 kappa: too small when the factor exceeds one."""
    errors, ret = perfectly_correlated("1/2"), NStepReturn(3)
    assert errors.variance(ret)[0] > factor(ret, Fraction(1, 2)) * errors.kappa(2)[0].upper
