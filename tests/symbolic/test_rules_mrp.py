"""Rules about Markov reward processes: the bridge from numbers to matrices, and what it gives."""

from __future__ import annotations

import pytest
from sympy import Abs, Expr, Integer, Symbol

from symbolic import (
    AtMost,
    Bounded,
    Contracts,
    Converges,
    Equal,
    ForAll,
    IfLess,
    Less,
    NotEqual,
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
from symbolic.statements import GAMMA as gamma, REWARD as r, VALUE as v, Z as z
from symbolic.terms import substitute_sequence
from symbolic.writing import (
    algebra,
    assume,
    chain,
    coefficients,
    combine_operators,
    contraction,
    everywhere,
    geometric,
    lift,
    linear_combination,
    on_two_states,
    peel_first,
    recall,
    rewrite,
    specialise,
    termwise,
    unfold,
    zeros,
)
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
hides_y = define("mrp_hides_y", (n,), a(n) * y)
NOTHING = ForAll(k, 0, Equal(a(k), 0))
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


def vanishing(member: Expr, var: Symbol = y, start: int = 0, *equations: Theorem) -> Theorem:
    """|y| < 1, a(k) = 0 for all k >= 0 |- the series of ``member``, a multiple of a(i), is zero."""
    inner = given(AtMost(start, i), NOTHING)
    zero = specialise(inner, inner.facts[1], i)
    multiple = substitute_sequence(member, a, (k,), Integer(1)) if not equations else y ** (i + 1)
    each = linear_combination(inner, member, 0, (multiple, zero), *((y**i, e) for e in equations))
    outer = given(Less(Abs(var), 1))
    total = series(member, i, start)
    return chain(termwise(outer, total, each), zeros(outer, series(Integer(0), i, start)))


def hidden_vanishing() -> Theorem:
    """The same for coefficients that stand for a(i) y."""
    return vanishing(hides_y(i) * y**i, y, 0, unfold(given(), hides_y, i))


def vanishing_at_zero() -> Theorem:
    """y = 0, a(0) = 0, a bounded |- the series of a(i) y**i is zero: only the first term counts."""
    here = given(Equal(y, 0), Equal(a(0), 0), Bounded(a(i), i, 0))
    total, rest = series(a(i) * y**i, i, 0), series(a(i) * Integer(0) ** i, i, 1)
    power = recall(given(AtMost(1, i)), Equal(Integer(0) ** i, 0))
    each = linear_combination(given(AtMost(1, i)), a(i) * Integer(0) ** i, 0, (a(i), power))
    put = rewrite(here, total, here.facts[0])
    assert isinstance(put.statement, Equal)
    first = peel_first(here, put.statement.rhs)
    none = chain(termwise(here, rest, each), zeros(here, series(Integer(0), i, 1)))
    assert isinstance(first.statement, Equal)
    return chain(put, first, rewrite(here, first.statement.rhs, none, here.facts[1]))


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
        everywhere, "a modulus that depends on no MRP",
        lambda: (given(), contraction(ctx, z * v)),
        OnEveryMRP(Contracts(z * v, gamma)), DISCOUNT,
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
        lambda: (given(), vanishing(a(i) * y**i), y),
        ForAll(i, 0, Equal(a(i), 0)), (NOTHING,),
    ),
]  # fmt: skip

REFUSES = [
    Refuses(lift, "an inequality",
            lambda: (ctx, recall(given(INSIDE), AtMost(z**2 * v - z**2 * v, 0))),
            match="only an equation is carried over"),
    Refuses(lift, "without a discount", lambda: (given(), twice()), match="0 < γ does not follow"),
    Refuses(lift, "with a discount of one", lambda: (given(Less(0, gamma), AtMost(gamma, 1)),
                                                     twice()), match="γ < 1 does not follow"),
    Refuses(lift, "an identity for some z only",
            lambda: (ctx, linear_combination(given(INSIDE, Equal(z, x)), z * v, x * v,
                                             (v, fact(Equal(z, x))))),
            match="speaks of z, r or v"),
    Refuses(lift, "an identity for some v only",
            lambda: (ctx, linear_combination(given(INSIDE), z * v, z * r, (z, fact(Equal(v, r))))),
            match="the hypothesis v = r speaks of z, r or v"),
    Refuses(lift, "an identity for z that is not zero",
            lambda: (ctx, algebra(given(INSIDE, NotEqual(z, 0)), v * (z**2 + z) / z, v + z * v)),
            match="the hypothesis z ≠ 0 speaks of z, r or v"),
    Refuses(lift, "a product of vectors",
            lambda: (ctx, algebra(given(INSIDE), r * (r + v), r**2 + r * v)),
            match="r·(r + v) is not linear in r and v"),
    Refuses(lift, "a product of two vectors",
            lambda: (ctx, algebra(given(INSIDE), z * (r * v) + r * v, (1 + z) * r * v)),
            match="z·r·v + r·v is not linear in r and v"),
    Refuses(lift, "a vector plus a product of vectors",
            lambda: (ctx, algebra(given(INSIDE), z * (v + r * v), z * v + z * r * v)),
            match="v + r·v mixes degrees in r and v"),
    Refuses(lift, "an absolute value in a power",
            lambda: (ctx, algebra(given(INSIDE), (1 + Abs(z)) ** 2 * v, (1 + Abs(z)) ** 2 * v)),
            match="is not known to be a power series in z"),
    Refuses(lift, "a power of an absolute value",
            lambda: (ctx, algebra(given(INSIDE, AtMost(0, n)), (r + v) * Abs(z) ** n,
                                  r * Abs(z) ** n + v * Abs(z) ** n)),
            match="is not a power series in z"),
    Refuses(lift, "an absolute value in a sum",
            lambda: (ctx, algebra(given(INSIDE), 2 * series(Abs(z) * v * h(i), i, 0, 3),
                                  2 * series(h(j) * Abs(z) * v, j, 0, 3))),
            match="is not known to be a power series in z"),
    Refuses(lift, "an absolute value in a series",
            lambda: (given(*DISCOUNT, BOUNDED),
                     algebra(given(INSIDE, BOUNDED), series(h(i) * z**i * Abs(z), i, 0) * v,
                             v * series(h(j) * z**j * Abs(z), j, 0))),
            match="is not known to be a power series in z"),
    Refuses(lift, "a series of powers of an absolute value",
            lambda: (ctx, algebra(given(INSIDE), series(Abs(z) ** i, i, 0) * v,
                                  v * series(Abs(z) ** j, j, 0))),
            match="is not a power series in z"),
    Refuses(lift, "an absolute value in the first terms of a series",
            lambda: (ctx, algebra(given(INSIDE), series(z**i * IfLess(i, 3, Abs(z), 0), i, 0) * v,
                                  v * series(z**j * IfLess(j, 3, Abs(z), 0), j, 0))),
            match="is not known to be a power series in z"),
    Refuses(lift, "a quotient whose poles are complex",
            lambda: (ctx, algebra(given(INSIDE), (r + z * v) / (1 + 4 * z**2),
                                  r / (1 + 4 * z**2) + z * v / (1 + 4 * z**2))),
            match="is not known to be a power series in z"),
    Refuses(lift, "a vector plus a number",
            lambda: (ctx, algebra(given(INSIDE), v + 1 + z, 1 + v + z * 1)),
            match="v + 1 + z mixes degrees in r and v"),
    Refuses(lift, "a product of vectors that vanishes",
            lambda: (ctx, algebra(given(INSIDE), (v + 1) ** 2 - v**2 - 2 * v - 1, 0)),
            match="(v + 1)^2 is not linear in r and v"),
    Refuses(lift, "an absolute value",
            lambda: (ctx, algebra(given(INSIDE), Abs(z) * v + Abs(z) * v, 2 * Abs(z) * v)),
            match="is not known to be a power series in z"),
    Refuses(lift, "a quotient that is not a power series",
            lambda: (ctx, algebra(given(INSIDE, NotEqual(2 * z, 1)), v / (1 - 2 * z) * 2,
                                  2 * v / (1 - 2 * z))),
            match="is not known to be a power series in z"),
    Refuses(lift, "a series with coefficients of unknown growth",
            lambda: (given(*DISCOUNT, Converges(h(i) * z**i, i, 0)),
                     algebra(given(INSIDE, Converges(h(i) * z**i, i, 0)), h_series * v,
                             v * series(h(j) * z**j, j, 0))), match="does not follow"),
    Refuses(combine_operators, "a wrong sign",
            lambda: (ctx, v, fixed_point, (1 / (1 - z), bellman_fixed_point())),
            match="the difference is"),
    Refuses(combine_operators, "sides that are not operators although their difference is one",
            lambda: (ctx, r + z * v + Abs(z) * v, v + Abs(z) * v, (1, bellman_fixed_point())),
            match="is not known to be a power series in z"),
    Refuses(combine_operators, "a multiplier that depends on v",
            lambda: (ctx, v * (r + z * v), v**2, (v, bellman_fixed_point())),
            match="a multiplier may depend on z alone"),
    Refuses(combine_operators, "division by z",
            lambda: (ctx, r, v, (1 / z, fact(OperatorEqual(z * r, z * v)))),
            match="is not known to be a power series in z"),
    Refuses(combine_operators, "division by a power of z",
            lambda: (given(*DISCOUNT, AtMost(-1, n)), z ** (n + 1) * r, z ** (n + 1) * v,
                     (z**n, fact(OperatorEqual(z * r, z * v)))), match="0 ≤ n does not follow"),
    Refuses(combine_operators, "numbers", lambda: (ctx, r, v, (1, fact(Equal(r, v)))),
            match="a premise is not an equation between vectors"),
    Refuses(combine_operators, "without a discount",
            lambda: (given(), r + z * v, v, (1, bellman_fixed_point())),
            match="0 < γ does not follow"),
    Refuses(combine_operators, "a contraction for an equation",
            lambda: (ctx, v, v, (0, contraction(ctx, z * v))),
            match="a premise is not an equation between vectors"),
    Refuses(everywhere, "what assumes an equation on the MRP",
            lambda: (ctx, combine_operators(ctx, r + z * v, v, (1, bellman_fixed_point()))),
            match="the hypotheses restrict the MRP"),
    Refuses(everywhere, "numbers", lambda: (given(), twice()),
            match="the premise is not a statement about the MRP at hand"),
    Refuses(everywhere, "a modulus that is assumed on the MRP",
            lambda: (ctx, assume(ctx, Contracts(z * v, 0))),
            match="the hypotheses restrict the MRP"),
    Refuses(on_two_states, "an eigenvalue above one",
            lambda: (given(*DISCOUNT, AtMost(0, x)), fact(OnEveryMRP(OperatorEqual(z * v, r))), x),
            match="|x| ≤ 1 does not follow"),
    Refuses(on_two_states, "an eigenvalue below minus one",
            lambda: (given(*DISCOUNT, AtMost(x, 1)), fact(OnEveryMRP(OperatorEqual(z * v, r))), x),
            match="|x| ≤ 1 does not follow"),
    Refuses(on_two_states, "an equation on one MRP",
            lambda: (given(*DISCOUNT, AtMost(Abs(x), 1)), fact(OperatorEqual(z * v, r)), x),
            match="the premise is not an equation on every MRP"),
    Refuses(on_two_states, "an eigenvalue that may not be defined",
            lambda: (ctx, fact(OnEveryMRP(OperatorEqual(h(0) * v, r))), (y**2 - y) / (y - 1) - y),
            match="|(y^2 - y)/(y - 1) - y| ≤ 1 does not follow"),
    Refuses(on_two_states, "without a discount",
            lambda: (given(AtMost(Abs(x), 1)), fact(OnEveryMRP(OperatorEqual(z * v, r))), x),
            match="0 < γ does not follow"),
    Refuses(coefficients, "a series that vanishes at one point only",
            lambda: (given(), vanishing_at_zero(), y), match="y is not arbitrary"),
    Refuses(coefficients, "a series in an integer",
            lambda: (given(), vanishing(a(i) * n**i, n), n), match="n is not a real variable"),
    Refuses(coefficients, "a series that begins at one",
            lambda: (given(), vanishing(a(i) * y**i, y, 1), y),
            match="a_i·y^i is not a coefficient times y^i"),
    Refuses(coefficients, "a polynomial",
            lambda: (given(), fact(Equal(series(a(i) * x**i, i, 0, 3), 0)), x),
            match="a_i·x^i is not a coefficient times x^i"),
    Refuses(coefficients, "a series that is not zero",
            lambda: (given(), geometric(given(Less(Abs(y), 1)), series(y**i, i, 0), y), y),
            match="the premise does not say that a series is zero"),
    Refuses(coefficients, "coefficients that depend on the variable",
            lambda: (given(), vanishing(a(i) * y ** (i + 1)), y),
            match="a_i·y^(i+1) is not a coefficient times y^i"),
    Refuses(coefficients, "coefficients that hide the variable",
            lambda: (given(), hidden_vanishing(), y), match="y is not arbitrary"),
    Refuses(coefficients, "powers with gaps",
            lambda: (given(), vanishing(a(i) * y ** (2 * i)), y),
            match="a_i·y^(2·i) is not a coefficient times y^i"),
]  # fmt: skip


@pytest.mark.parametrize("case", PROVES, ids=str)
def test_the_rule_proves_exactly_what_it_says(case: Proves) -> None:
    case.check()


@pytest.mark.parametrize("case", REFUSES, ids=str)
def test_the_rule_refuses_the_near_miss(case: Refuses) -> None:
    case.check()
