"""Rules about Markov reward processes: the bridge from numbers to matrices, and what it gives."""

from __future__ import annotations

import pytest
from sympy import Abs, Expr, Integer, Rational

from symbolic import (
    AtMost,
    Bounded,
    Contracts,
    Converges,
    Equal,
    ForAll,
    Less,
    NotEqual,
    OnConstants,
    OnCycle,
    OnEveryMRP,
    OperatorEqual,
    Statement,
    Theorem,
    define,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.rules import (
    algebra,
    assume,
    chain,
    coefficients,
    combine_operators,
    contraction,
    everywhere,
    lift,
    linear_combination,
    on_constants,
    on_cycle,
    on_two_states,
    recall,
    same_operator,
    smaller_modulus,
    specialise,
    termwise,
    zeros,
)
from symbolic.statements import GAMMA as gamma
from symbolic.statements import REWARD as r
from symbolic.statements import VALUE as v
from symbolic.statements import Z as z
from tests.symbolic.rule_cases import Proves, Refuses

x, y, K = real("x"), real("y"), real("k")
i, j, k, m, n = (index(name) for name in "ijkmn")
h, u, a = sequence("h"), sequence("u"), sequence("a")
DISCOUNT = (Less(0, gamma), Less(gamma, 1))
INSIDE = Less(Abs(z), 1)
BOUNDED = Bounded(h(i), i, 0)
h_series = series(h(i) * z**i, i, 0)
fixed_point = r / (1 - z)
tag = define("mrp_tag", (n,), h(n))
hides_y = define("mrp_hides_y", (n,), y)
ctx = given(*DISCOUNT)


def fact(statement: Statement) -> Theorem:
    """A |- A."""
    return assume(given(), statement)


def twice() -> Theorem:
    """|z| < 1 |- r + z (r + z v) = (1 + z) r + z**2 v."""
    return algebra(given(INSIDE), r + z * (r + z * v), (1 + z) * r + z**2 * v)


def twice_on_mrp() -> Theorem:
    return lift(ctx, twice())


def bellman_fixed_point() -> Theorem:
    """T v = v on the MRP at hand."""
    return fact(OperatorEqual(r + z * v, v))


def assumed_to_vanish(member: Expr, start: int = 0, value: int = 0) -> Theorem:
    """|y| < 1, the series has this value |- so it has; the hypothesis is about y."""
    inside = given(Less(Abs(y), 1), Bounded(a(i), i, 0))
    return assume(inside, Equal(series(member, i, start), value))


def vanishing_everywhere() -> Theorem:
    """|y| < 1, a(k) = 0 for all k |- the series of a(i) y**i is zero."""
    every = ForAll(k, 0, Equal(a(k), 0))
    inner = given(AtMost(0, i), every)
    member = linear_combination(inner, a(i) * y**i, 0, (y**i, specialise(inner, inner.facts[1], i)))
    total = series(a(i) * y**i, i, 0)
    outer = given(Less(Abs(y), 1))
    return chain(termwise(outer, total, member), zeros(outer, series(Integer(0), i, 0)))


PROVES = [
    Proves(
        lift, "an identity between numbers",
        lambda: (ctx, twice()),
        OperatorEqual(r + z * (r + z * v), (1 + z) * r + z**2 * v), DISCOUNT,
    ),
    Proves(
        lift, "an identity between series",
        lambda: (given(*DISCOUNT, BOUNDED),
                 algebra(given(INSIDE, BOUNDED), h_series * (r + z * v), h_series * r
                         + h_series * z * v)),
        OperatorEqual(h_series * (r + z * v), h_series * r + h_series * z * v),
        (*DISCOUNT, BOUNDED),
    ),
    Proves(
        combine_operators, "multiples by power series",
        lambda: (ctx, v, fixed_point, (-1 / (1 - z), bellman_fixed_point())),
        OperatorEqual(v, fixed_point), (OperatorEqual(r + z * v, v), *DISCOUNT),
    ),
    Proves(
        everywhere, "what assumes nothing of the MRP",
        lambda: (given(), twice_on_mrp()),
        OnEveryMRP(OperatorEqual(r + z * (r + z * v), (1 + z) * r + z**2 * v)), DISCOUNT,
    ),
    Proves(
        on_two_states, "numbers again",
        lambda: (given(*DISCOUNT, AtMost(Abs(x), 1)),
                 fact(OnEveryMRP(OperatorEqual(h(0) * v + z * r, z * v))), x),
        Equal(h(0) * v + gamma * x * r, gamma * x * v),
        (*DISCOUNT, AtMost(Abs(x), 1), OnEveryMRP(OperatorEqual(h(0) * v + z * r, z * v))),
    ),
    Proves(
        coefficients, "of a series that vanishes",
        lambda: (given(), vanishing_everywhere(), y),
        ForAll(i, 0, Equal(a(i), 0)), (ForAll(k, 0, Equal(a(k), 0)),),
    ),
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
    Refuses(lift, "an inequality",
            lambda: (ctx, recall(given(INSIDE), AtMost(z**2 * v - z**2 * v, 0)))),
    Refuses(lift, "without a discount", lambda: (given(), twice())),
    Refuses(lift, "with a discount of one", lambda: (given(Less(0, gamma), AtMost(gamma, 1)),
                                                     twice())),
    Refuses(lift, "an identity for some z only",
            lambda: (ctx, linear_combination(given(INSIDE, Equal(z, x)), z * v, x * v,
                                             (v, fact(Equal(z, x)))))),
    Refuses(lift, "an identity for some v only",
            lambda: (ctx, linear_combination(given(INSIDE), z * v, z * r, (z, fact(Equal(v, r)))))),
    Refuses(lift, "an identity for z that is not zero",
            lambda: (ctx, algebra(given(INSIDE, NotEqual(z, 0)), v * (z**2 + z) / z, v + z * v))),
    Refuses(lift, "a product of vectors",
            lambda: (ctx, algebra(given(INSIDE), r * (r + v), r**2 + r * v))),
    Refuses(lift, "a vector plus a number",
            lambda: (ctx, algebra(given(INSIDE), v + 1 + z, 1 + v + z * 1))),
    Refuses(lift, "a product of vectors that vanishes",
            lambda: (ctx, algebra(given(INSIDE), (v + 1) ** 2 - v**2 - 2 * v - 1, 0))),
    Refuses(lift, "an absolute value",
            lambda: (ctx, algebra(given(INSIDE), Abs(z) * v + Abs(z) * v, 2 * Abs(z) * v))),
    Refuses(lift, "a quotient that is not a power series",
            lambda: (ctx, algebra(given(INSIDE, NotEqual(2 * z, 1)), v / (1 - 2 * z) * 2,
                                  2 * v / (1 - 2 * z)))),
    Refuses(lift, "a series with coefficients of unknown growth",
            lambda: (given(*DISCOUNT, Converges(h(i) * z**i, i, 0)),
                     algebra(given(INSIDE, Converges(h(i) * z**i, i, 0)), h_series * v,
                             v * series(h(j) * z**j, j, 0)))),
    Refuses(combine_operators, "a wrong combination",
            lambda: (ctx, v, r / (1 + z), (1, bellman_fixed_point()))),
    Refuses(combine_operators, "a multiplier that depends on v",
            lambda: (ctx, v * (r + z * v), v**2, (v, bellman_fixed_point()))),
    Refuses(combine_operators, "division by z",
            lambda: (ctx, r, v, (1 / z, fact(OperatorEqual(z * r, z * v))))),
    Refuses(combine_operators, "division by a power of z",
            lambda: (given(*DISCOUNT, AtMost(-1, n)), z ** (n + 1) * r, z ** (n + 1) * v,
                     (z**n, fact(OperatorEqual(z * r, z * v))))),
    Refuses(combine_operators, "numbers", lambda: (ctx, r, v, (1, fact(Equal(r, v))))),
    Refuses(combine_operators, "without a discount",
            lambda: (given(), r + z * v, v, (1, bellman_fixed_point()))),
    Refuses(combine_operators, "a contraction for an equation",
            lambda: (ctx, v, v, (0, contraction(ctx, z * v)))),
    Refuses(everywhere, "what assumes an equation on the MRP",
            lambda: (ctx, combine_operators(ctx, r + z * v, v, (1, bellman_fixed_point())))),
    Refuses(everywhere, "numbers", lambda: (given(), twice())),
    Refuses(everywhere, "a contraction", lambda: (given(), contraction(ctx, z * v))),
    Refuses(on_two_states, "an eigenvalue above one",
            lambda: (given(*DISCOUNT, AtMost(0, x)), fact(OnEveryMRP(OperatorEqual(z * v, r))), x)),
    Refuses(on_two_states, "an eigenvalue below minus one",
            lambda: (given(*DISCOUNT, AtMost(x, 1)), fact(OnEveryMRP(OperatorEqual(z * v, r))), x)),
    Refuses(on_two_states, "an equation on one MRP",
            lambda: (given(*DISCOUNT, AtMost(Abs(x), 1)), fact(OperatorEqual(z * v, r)), x)),
    Refuses(on_two_states, "without a discount",
            lambda: (given(AtMost(Abs(x), 1)), fact(OnEveryMRP(OperatorEqual(z * v, r))), x)),
]  # fmt: skip

REFUSES += [
    Refuses(coefficients, "a series of which the hypotheses speak",
            lambda: (given(), assumed_to_vanish(a(i) * y**i), y)),
    Refuses(coefficients, "a series in an integer",
            lambda: (given(), assume(given(Less(Abs(n), 1), Bounded(a(i), i, 0)),
                                     Equal(series(a(i) * n**i, i, 0), 0)), n)),
    Refuses(coefficients, "a series that begins at one",
            lambda: (given(), assumed_to_vanish(a(i) * y**i, start=1), y)),
    Refuses(coefficients, "a polynomial",
            lambda: (given(), fact(Equal(series(a(i) * y**i, i, 0, 3), 0)), y)),
    Refuses(coefficients, "coefficients that hide the variable",
            lambda: (given(), assume(given(Less(Abs(y), 1), Bounded(hides_y(i), i, 0)),
                                     Equal(series(hides_y(i) * y**i, i, 0), 0)), y)),
    Refuses(coefficients, "a series that is not zero",
            lambda: (given(), assumed_to_vanish(a(i) * y**i, value=1), y)),
    Refuses(coefficients, "coefficients that depend on the variable",
            lambda: (given(), assumed_to_vanish((a(i) + y) * y**i), y)),
    Refuses(coefficients, "powers with gaps",
            lambda: (given(), assumed_to_vanish(a(i) * y ** (2 * i)), y)),
    Refuses(contraction, "without a discount", lambda: (given(), z * v)),
    Refuses(contraction, "with a discount of one",
            lambda: (given(Less(0, gamma), AtMost(gamma, 1)), z * v)),
    Refuses(contraction, "a product of vectors", lambda: (ctx, v**2)),
    Refuses(contraction, "a negative power of z", lambda: (ctx, v / z)),
    Refuses(contraction, "a power of z that may be negative", lambda: (ctx, z**n * v)),
    Refuses(contraction, "a series with coefficients of unknown growth",
            lambda: (ctx, h_series * v)),
    Refuses(contraction, "a convergent series of numbers that may not converge absolutely",
            lambda: (given(*DISCOUNT, Converges(h(i), i, 0)), series(h(i), i, 0) * 0 * v
                     + series(h(i) * (1 + z), i, 0) * v)),
    Refuses(smaller_modulus, "a smaller bound",
            lambda: (given(), contraction(ctx, z * v), recall(ctx, AtMost(gamma**2, gamma)))),
    Refuses(smaller_modulus, "an inequation",
            lambda: (given(), contraction(ctx, z * v), recall(ctx, NotEqual(gamma, 0)))),
    Refuses(smaller_modulus, "a bound that depends on the MRP",
            lambda: (given(), contraction(ctx, v), recall(given(), AtMost(1, 1 + z**2)))),
    Refuses(smaller_modulus, "a bound of another modulus",
            lambda: (given(), contraction(ctx, z * v), recall(ctx, Less(gamma**2, 1)))),
    Refuses(smaller_modulus, "an equation between operators",
            lambda: (given(), twice_on_mrp(), recall(ctx, Less(gamma, 1)))),
    Refuses(same_operator, "an equation about another operator",
            lambda: (given(), contraction(ctx, r + z * v), twice_on_mrp())),
    Refuses(same_operator, "an equation the other way round",
            lambda: (given(), contraction(ctx, v), bellman_fixed_point())),
    Refuses(same_operator, "an equation between numbers",
            lambda: (given(), contraction(ctx, r + z * (r + z * v)), twice())),
    Refuses(on_constants, "without a discount", lambda: (given(), z * v, K)),
    Refuses(on_constants, "a constant that occurs in the operator", lambda: (ctx, x * z * v, x)),
    Refuses(on_constants, "a constant that a definition hides",
            lambda: (ctx, define("mrp_hides", (n,), x)(0) * v, x)),
    Refuses(on_constants, "the discount for the constant", lambda: (ctx, z * v, gamma)),
    Refuses(on_constants, "the matrix for the constant", lambda: (ctx, v, z)),
    Refuses(on_constants, "an integer for the constant", lambda: (ctx, z * v, n)),
    Refuses(on_cycle, "a cycle that may be empty",
            lambda: (given(*DISCOUNT, AtMost(0, m)), z * v, m, "u")),
    Refuses(on_cycle, "without a discount", lambda: (given(), z * v, 3, "u")),
    Refuses(on_cycle, "values named as the coefficients are", lambda: (ctx, h(0) * v, 3, "h")),
    Refuses(on_cycle, "values named as hidden coefficients are",
            lambda: (ctx, tag(0) * v, 3, "h")),
    Refuses(on_cycle, "values with a defined name", lambda: (ctx, z * v, 3, "mrp_tag")),
    Refuses(on_cycle, "a product of series", lambda: (ctx, z * v / (1 - z), 3, "u")),
    Refuses(on_cycle, "a length that is not an integer",
            lambda: (ctx, z * v, Rational(3, 2), "u")),
]  # fmt: skip


@pytest.mark.parametrize("case", PROVES, ids=str)
def test_the_rule_proves_exactly_what_it_says(case: Proves) -> None:
    case.check()


@pytest.mark.parametrize("case", REFUSES, ids=str)
def test_the_rule_refuses_the_near_miss(case: Refuses) -> None:
    case.check()
