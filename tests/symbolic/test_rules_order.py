"""Rules of order: multiplying, bounding term by term, absolute values."""

from __future__ import annotations

import pytest
from sympy import Abs, sqrt

from symbolic import (
    AtMost,
    Bounded,
    Converges,
    Equal,
    ForAll,
    Less,
    NotEqual,
    Statement,
    Summable,
    Theorem,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.writing import (
    absolute_product,
    absolutely,
    assume,
    recall,
    scale,
    specialise,
    sum_order,
    triangle,
)
from tests.symbolic.rule_cases import Proves, Refuses

x, y, t, q = real("x"), real("y"), real("t"), real("q")
i, j, k, m, n = (index(name) for name in "ijkmn")
h, g = sequence("h"), sequence("g")
BELOW = ForAll(k, 0, AtMost(h(k), g(k)))
SUMMABLE = Summable(h(i), i, 0)
BOTH = (Converges(h(i), i, 0), Converges(g(i), i, 0))


def fact(statement: Statement) -> Theorem:
    """A |- A."""
    return assume(given(), statement)


def below() -> Theorem:
    """0 <= i, h(k) <= g(k) for all k >= 0 |- h(i) <= g(i)."""
    ctx = given(AtMost(0, i), BELOW)
    return specialise(ctx, ctx.facts[1], i)


def strictly_below() -> Theorem:
    """0 <= i, i <= n |- i < n + 1."""
    return recall(given(AtMost(i, n)), Less(i, n + 1))


PROVES = [
    Proves(
        scale, "by a number that is not negative",
        lambda: (given(AtMost(0, t)), fact(AtMost(x, y)), t),
        AtMost(t * x, t * y), (AtMost(0, t), AtMost(x, y)),
    ),
    Proves(
        scale, "a strict inequality by a positive number",
        lambda: (given(Less(0, t)), fact(Less(x, y)), 1 / t),
        Less(x / t, y / t), (Less(0, t), Less(x, y)),
    ),
    Proves(
        sum_order, "of finite sums",
        lambda: (given(), series(h(i), i, 0, n), below()),
        AtMost(series(h(i), i, 0, n), series(g(i), i, 0, n)), (BELOW,),
    ),
    Proves(
        sum_order, "of a finite sum whose end is used",
        lambda: (given(), series(i, i, 0, n), strictly_below()),
        AtMost(series(i, i, 0, n), series(n + 1, i, 0, n)),
    ),
    Proves(
        sum_order, "of convergent series",
        lambda: (given(*BOTH), series(h(i), i, 0), below()),
        AtMost(series(h(i), i, 0), series(g(i), i, 0)), (*BOTH, BELOW),
    ),
    Proves(
        triangle, "of a finite sum",
        lambda: (given(), series(h(i) - x, i, m, n)),
        AtMost(Abs(series(h(i) - x, i, m, n)), series(Abs(h(i) - x), i, m, n)),
    ),
    Proves(
        triangle, "of an absolutely convergent series",
        lambda: (given(SUMMABLE), series(h(i), i, 0)),
        AtMost(Abs(series(h(i), i, 0)), series(Abs(h(i)), i, 0)), (SUMMABLE,),
    ),
    Proves(
        absolute_product, "of any two numbers",
        lambda: (given(), x - 1, h(i)), Equal(Abs((x - 1) * h(i)), Abs(x - 1) * Abs(h(i))),
    ),
    Proves(
        absolute_product, "of quotients that are defined",
        lambda: (given(Less(0, y)), x / y, x**2 - 1),
        Equal(Abs(x / y * (x**2 - 1)), Abs(x / y) * Abs(x**2 - 1)), (Less(0, y),),
    ),
    Proves(
        absolutely, "by the series of absolute values",
        lambda: (given(Converges(Abs(h(j)), j, 0)), h(i), i, 0),
        Summable(h(i), i, 0), (Converges(Abs(h(j)), j, 0),),
    ),
    Proves(
        absolutely, "by decay",
        lambda: (given(Bounded(h(i), i, 0), Less(Abs(q), 1)), q**i * h(i), i, 0),
        Summable(q**i * h(i), i, 0), (Bounded(h(i), i, 0), Less(Abs(q), 1)),
    ),
]  # fmt: skip

REFUSES = [
    Refuses(scale, "by a number that may be negative",
            lambda: (given(), fact(AtMost(x, y)), t), match="0 ≤ t does not follow"),
    Refuses(scale, "a strict inequality by a number that may be zero",
            lambda: (given(AtMost(0, t)), fact(Less(x, y)), t), match="0 < t does not follow"),
    Refuses(scale, "by a number that may not be defined",
            lambda: (given(AtMost(0, t)), fact(AtMost(x, y)), 1 / t),
            match="defined: t ≠ 0 does not follow"),
    Refuses(scale, "by the inverse of a number that may be zero",
            lambda: (given(AtMost(0, t)), fact(AtMost(t * x, t * y)), 1 / t),
            match="combination: the two sides differ"),
    Refuses(scale, "an inequation", lambda: (given(Less(0, t)), fact(NotEqual(x, y)), t),
            match="the premise is not an inequality"),
    Refuses(scale, "an equation", lambda: (given(Less(0, t)), fact(Equal(x, y)), t),
            match="the premise is not an inequality"),
    Refuses(sum_order, "a sum that begins before the bound holds",
            lambda: (given(), series(h(i), i, -1, n), below()),
            match="i is not arbitrary: it occurs in the hypothesis 0 ≤ i"),
    Refuses(sum_order, "a sum that goes on after the bound holds",
            lambda: (given(), series(i, i, 0, n + 1), strictly_below()),
            match="i is not arbitrary: it occurs in the hypothesis i ≤ n"),
    Refuses(sum_order, "an index that is restricted",
            lambda: (given(), series(h(i), i, 0, n), fact(AtMost(h(i), x))),
            match="i is not arbitrary: it occurs in the hypothesis h_i ≤ x"),
    Refuses(sum_order, "the greater side",
            lambda: (given(), series(g(i), i, 0, n), below()),
            match="h_i is not the term g_i of the sum"),
    Refuses(sum_order, "another index", lambda: (given(), series(h(j), j, 0, n), below()),
            match="h_i is not the term h_j of the sum"),
    Refuses(sum_order, "a series of which one side may diverge",
            lambda: (given(BOTH[0]), series(h(i), i, 0), below()),
            match="converges does not follow"),
    Refuses(sum_order, "a series of which the other side may diverge",
            lambda: (given(BOTH[1]), series(h(i), i, 0), below()),
            match="converges does not follow"),
    Refuses(sum_order, "an equation",
            lambda: (given(), series(x, i, 0, n), fact(Equal(x, y))),
            match="the premise is not an inequality"),
    Refuses(sum_order, "what is not a sum", lambda: (given(), h(i), below()),
            match="h_i is not a sum"),
    Refuses(triangle, "a series that converges, but not absolutely",
            lambda: (given(Converges(h(i), i, 0)), series(h(i), i, 0)),
            match="converges does not follow"),
    Refuses(triangle, "what is not a sum", lambda: (given(), h(0) + h(1)),
            match="h_0 + h_1 is not a sum"),
    Refuses(triangle, "terms that may not be defined",
            lambda: (given(), series(1 / h(i), i, 0, n)),
            match="≠ 0 for all"),
    Refuses(absolute_product, "a quotient that may not be defined", lambda: (given(), x, 1 / y),
            match="defined: y ≠ 0 does not follow"),
    Refuses(absolute_product, "a power that may not be defined",
            lambda: (given(AtMost(-1, n)), x**n, y),
            match="defined: 0 ≤ n or |x| ≠ 0 does not follow"),
    Refuses(absolute_product, "what is defined only where the product is",
            lambda: (given(), (y**2 - y) / (y - 1), x),
            match="defined: y ≠ 1 does not follow"),
    Refuses(absolute_product, "a series that may diverge",
            lambda: (given(), x, series(h(i), i, 0)),
            match="converges does not follow"),
    Refuses(absolute_product, "what is not real", lambda: (given(), sqrt(-x), y),
            match="sqrt(-x): the exponent 1/2 is not an integer"),
    Refuses(absolutely, "a convergent series",
            lambda: (given(Converges(h(i), i, 0)), h(i), i, 0),
            match="converges does not follow"),
    Refuses(absolutely, "a bounded sequence",
            lambda: (given(Bounded(h(i), i, 0)), h(i), i, 0),
            match="converges does not follow"),
    Refuses(absolutely, "ratio at most one",
            lambda: (given(AtMost(Abs(q), 1)), q**i, i, 0),
            match="converges does not follow"),
    Refuses(absolutely, "absolute values of other terms",
            lambda: (given(Converges(Abs(h(2 * i)), i, 0)), h(i), i, 0),
            match="converges does not follow"),
    Refuses(absolutely, "terms that may not be defined",
            lambda: (given(Less(Abs(q), 1)), q**i, i, -1),
            match="defined: 0 ≤"),
]  # fmt: skip


@pytest.mark.parametrize("case", PROVES, ids=str)
def test_the_rule_proves_exactly_what_it_says(case: Proves) -> None:
    case.check()


@pytest.mark.parametrize("case", REFUSES, ids=str)
def test_the_rule_refuses_the_near_miss(case: Refuses) -> None:
    case.check()
