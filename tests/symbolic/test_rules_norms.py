"""Rules about how far operators move two value functions apart: norms, constants, cycles."""

from __future__ import annotations

import pytest
from sympy import Abs, Rational

from symbolic import (
    AtMost,
    Bounded,
    Contracts,
    Converges,
    Less,
    NotEqual,
    OnConstants,
    OnCycle,
    OperatorEqual,
    Theorem,
    define,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.statements import GAMMA as gamma, REWARD as r, VALUE as v, Z as z
from symbolic.writing import (
    algebra,
    assume,
    contraction,
    lift,
    on_constants,
    on_cycle,
    recall,
    same_operator,
    smaller_modulus,
)
from tests.symbolic.rule_cases import Proves, Refuses

x, K = real("x"), real("k")
i, m, n = (index(name) for name in "imn")
h, u = sequence("h"), sequence("u")
DISCOUNT = (Less(0, gamma), Less(gamma, 1))
BOUNDED = Bounded(h(i), i, 0)
h_series = series(h(i) * z**i, i, 0)
fixed_point = r / (1 - z)
tag = define("norms_tag", (n,), h(n))
ctx = given(*DISCOUNT)


def twice() -> Theorem:
    """|z| < 1 |- r + z (r + z v) = (1 + z) r + z**2 v."""
    return algebra(given(Less(Abs(z), 1)), r + z * (r + z * v), (1 + z) * r + z**2 * v)


def twice_on_mrp() -> Theorem:
    """The same on the MRP at hand."""
    return lift(ctx, twice())


def bellman_fixed_point() -> Theorem:
    """T v = v on the MRP at hand."""
    return assume(given(), OperatorEqual(r + z * v, v))


PROVES = [
    Proves(
        contraction, "by the absolute values of the coefficients",
        lambda: (ctx, (1 - x) * v + x * z**2 * (v - fixed_point) + r),
        Contracts((1 - x) * v + x * z**2 * (v - fixed_point) + r,
                  Abs(x) * gamma**2 + Abs(1 - x)), DISCOUNT,
    ),
    Proves(
        contraction, "of a series",
        lambda: (given(*DISCOUNT, BOUNDED), h_series * v),
        Contracts(h_series * v, series(Abs(h(i)) * gamma**i, i, 0)), (*DISCOUNT, BOUNDED),
    ),
    Proves(
        contraction, "of a multiple of a convergent series of numbers",
        lambda: (given(*DISCOUNT, Converges(h(i), i, 0)), series(h(i) * (1 + z), i, 0) * v),
        Contracts(series(h(i) * (1 + z), i, 0) * v, (1 + gamma) * Abs(series(h(i), i, 0))),
        (*DISCOUNT, Converges(h(i), i, 0)),
    ),
    Proves(
        smaller_modulus, "a greater bound",
        lambda: (given(), contraction(ctx, z**2 * v), recall(ctx, AtMost(gamma**2, gamma))),
        Contracts(z**2 * v, gamma), DISCOUNT,
    ),
    Proves(
        same_operator, "another form",
        lambda: (given(), contraction(ctx, r + z * (r + z * v)), twice_on_mrp()),
        Contracts((1 + z) * r + z**2 * v, gamma**2), DISCOUNT,
    ),
    Proves(
        on_constants, "the number gamma for z",
        lambda: (ctx, r + z * v, K),
        OnConstants(r + z * v, gamma * K, K), DISCOUNT,
    ),
    Proves(
        on_cycle, "powers of gamma along the cycle",
        lambda: (given(*DISCOUNT, AtMost(1, m)), r + x * v + z**2 * v, m, "u"),
        OnCycle(r + x * v + z**2 * v, x * u(0) + gamma**2 * u(2), m, u), (*DISCOUNT, AtMost(1, m)),
    ),
]  # fmt: skip

REFUSES = [
    Refuses(contraction, "without a discount", lambda: (given(), z * v),
            match="0 < γ does not follow"),
    Refuses(contraction, "with a discount of one",
            lambda: (given(Less(0, gamma), AtMost(gamma, 1)), z * v),
            match="γ < 1 does not follow"),
    Refuses(contraction, "a product of vectors", lambda: (ctx, v**2),
            match="v^2 is not linear in r and v"),
    Refuses(contraction, "a negative power of z", lambda: (ctx, v / z),
            match="is not known to be a power series in z"),
    Refuses(contraction, "a power of z that may be negative", lambda: (ctx, z**n * v),
            match="0 ≤ n does not follow"),
    Refuses(contraction, "a series with coefficients of unknown growth",
            lambda: (ctx, h_series * v), match="does not follow"),
    Refuses(smaller_modulus, "a smaller bound",
            lambda: (given(), contraction(ctx, z * v), recall(ctx, AtMost(gamma**2, gamma))),
            match="γ^2 is not the modulus γ"),
    Refuses(smaller_modulus, "an inequation",
            lambda: (given(), contraction(ctx, z * v), recall(ctx, NotEqual(gamma, 0))),
            match="needs a contraction and a bound for its modulus"),
    Refuses(smaller_modulus, "a bound that depends on the MRP",
            lambda: (given(), contraction(ctx, v), recall(given(), AtMost(1, 1 + z**2))),
            match="1 + z^2 depends on the MRP"),
    Refuses(smaller_modulus, "a bound of another modulus",
            lambda: (given(), contraction(ctx, z * v), recall(ctx, Less(gamma**2, 1))),
            match="γ^2 is not the modulus γ"),
    Refuses(smaller_modulus, "an equation between operators",
            lambda: (given(), twice_on_mrp(), recall(ctx, Less(gamma, 1))),
            match="needs a contraction and a bound for its modulus"),
    Refuses(same_operator, "an equation about another operator",
            lambda: (given(), contraction(ctx, r + z * v), twice_on_mrp()),
            match="the equation is about another operator"),
    Refuses(same_operator, "an equation the other way round",
            lambda: (given(), contraction(ctx, v), bellman_fixed_point()),
            match="the equation is about another operator"),
    Refuses(same_operator, "an equation between numbers",
            lambda: (given(), contraction(ctx, r + z * (r + z * v)), twice()),
            match="needs a contraction and an equation between operators"),
    Refuses(on_constants, "without a discount", lambda: (given(), z * v, K),
            match="0 < γ does not follow"),
    Refuses(on_constants, "a product of vectors", lambda: (ctx, z * r * v + z * v * v, K),
            match="v^2 is not linear in r and v"),
    Refuses(on_constants, "an absolute value", lambda: (ctx, Abs(z) * v, K),
            match="is not known to be a power series in z"),
    Refuses(on_constants, "a constant that occurs in the operator", lambda: (ctx, x * z * v, x),
            match="x already occurs"),
    Refuses(on_constants, "a constant that a definition hides",
            lambda: (ctx, define("norms_hides", (n,), x)(0) * v, x), match="x already occurs"),
    Refuses(on_constants, "the discount for the constant", lambda: (ctx, z * v, gamma),
            match="γ is not a variable for any number"),
    Refuses(on_constants, "the matrix for the constant", lambda: (ctx, v, z),
            match="z depends on the MRP"),
    Refuses(on_constants, "an integer for the constant", lambda: (ctx, z * v, n),
            match="n is not a variable for any number"),
    Refuses(on_cycle, "a cycle that may be empty",
            lambda: (given(*DISCOUNT, AtMost(0, m)), z * v, m, "u"), match="1 ≤ m does not follow"),
    Refuses(on_cycle, "without a discount", lambda: (given(), z * v, 3, "u"),
            match="0 < γ does not follow"),
    Refuses(on_cycle, "a product of vectors", lambda: (ctx, z * v * v, 3, "u"),
            match="v^2 is not linear in r and v"),
    Refuses(on_cycle, "a quotient", lambda: (ctx, v / (1 - z), 3, "u"),
            match="is not written as a multiple of a power of z"),
    Refuses(on_cycle, "values named as the coefficients are", lambda: (ctx, h(0) * v, 3, "h"),
            match="h already occurs"),
    Refuses(on_cycle, "values named as hidden coefficients are",
            lambda: (ctx, tag(0) * v, 3, "h"), match="h already occurs"),
    Refuses(on_cycle, "values with a defined name", lambda: (ctx, z * v, 3, "norms_tag"),
            match="norms_tag already occurs"),
    Refuses(on_cycle, "a product of series", lambda: (ctx, z * v / (1 - z), 3, "u"),
            match="is not written as a multiple of a power of z"),
    Refuses(on_cycle, "a length that is not an integer",
            lambda: (ctx, z * v, Rational(3, 2), "u"), match="3/2 is not an integer"),
]  # fmt: skip


@pytest.mark.parametrize("case", PROVES, ids=str)
def test_the_rule_proves_exactly_what_it_says(case: Proves) -> None:
    case.check()


@pytest.mark.parametrize("case", REFUSES, ids=str)
def test_the_rule_refuses_the_near_miss(case: Refuses) -> None:
    case.check()
