"""Rules about all integers: "for all", special cases, induction."""

from __future__ import annotations

import pytest
from sympy import Rational

from symbolic import (
    AtMost,
    Equal,
    FloorDiv,
    ForAll,
    Less,
    Theorem,
    given,
    index,
    real,
    sequence,
)
from symbolic.writing import (
    algebra,
    assume,
    generalise,
    induction,
    linear_combination,
    recall,
    specialise,
)
from tests.symbolic.rule_cases import Proves, Refuses

x = real("x")
k, m, n = (index(name) for name in "kmn")
h = sequence("h")
GROWS = ForAll(k, 0, Equal(h(k + 1), h(k) + 1))
POSITIVE = ForAll(n, 1, Less(0, h(n)))


def growing() -> Theorem:
    """1 <= n, 0 < x |- 0 < n x."""
    return recall(given(AtMost(1, n), Less(0, x)), Less(0, n * x))


def between() -> Theorem:
    """0 <= n, n <= m |- 0 <= m."""
    return recall(given(AtMost(0, n), AtMost(n, m)), AtMost(0, m))


def first() -> Theorem:
    """h(0) = 0 |- h(0) = 0."""
    return assume(given(), Equal(h(0), 0))


def step() -> Theorem:
    """0 <= n, h(n) = n, h(k + 1) = h(k) + 1 for all k >= 0 |- h(n + 1) = n + 1."""
    ctx = given(AtMost(0, n), Equal(h(n), n), GROWS)
    longer = specialise(ctx, ctx.facts[2], n)
    return linear_combination(ctx, h(n + 1), n + 1, (1, longer), (1, ctx.facts[1]))


def every_other_power() -> Theorem:
    """x**2 = 1, 1/2 <= n, x**(2 n) = x |- x**(2 n + 2) = x: so at n = 1/2, and at no integer."""
    ctx = given(Equal(x**2, 1), AtMost(Rational(1, 2), n), Equal(x ** (2 * n), x))
    return linear_combination(ctx, x ** (2 * n + 2), x, (x**2, ctx.facts[2]), (x, ctx.facts[0]))


PROVES = [
    Proves(
        generalise, "from a bound on",
        lambda: (given(), growing(), n, 1),
        ForAll(n, 1, Less(0, n * x)), (Less(0, x),),
    ),
    Proves(
        generalise, "in a range",
        lambda: (given(), between(), n, 0, m),
        ForAll(n, 0, AtMost(0, m), m),
    ),
    Proves(
        specialise, "an integer in the range",
        lambda: (given(AtMost(2, m), AtMost(0, k)), assume(given(), POSITIVE), m - 1),
        Less(0, h(m - 1)), (AtMost(2, m), POSITIVE),
    ),
    Proves(
        specialise, "the last integer of the range",
        lambda: (given(), assume(given(), ForAll(n, 0, Less(0, h(n)), 5)), 5),
        Less(0, h(5)), (ForAll(n, 0, Less(0, h(n)), 5),),
    ),
    Proves(
        induction, "from a base case and a step",
        lambda: (given(), first(), step(), n, 0),
        ForAll(n, 0, Equal(h(n), n)), (Equal(h(0), 0), GROWS),
    ),
]  # fmt: skip

REFUSES = [
    Refuses(
        generalise, "a variable that a hypothesis restricts",
        lambda: (given(), recall(given(AtMost(1, n), Less(n, m)), Less(1, m)), n, 1),
        match="n is not arbitrary: it occurs in the hypothesis n < m",
    ),
    Refuses(generalise, "from an earlier bound on", lambda: (given(), growing(), n, 0),
            match="n is not arbitrary: it occurs in the hypothesis 1 ≤ n"),
    Refuses(generalise, "from a later bound on", lambda: (given(), growing(), n, 2),
            match="n is not arbitrary: it occurs in the hypothesis 1 ≤ n"),
    Refuses(generalise, "without the upper bound that was assumed",
            lambda: (given(), between(), n, 0),
            match="n is not arbitrary: it occurs in the hypothesis n ≤ m"),
    Refuses(generalise, "up to another bound", lambda: (given(), between(), n, 0, m + 1),
            match="n is not arbitrary: it occurs in the hypothesis n ≤ m"),
    Refuses(
        generalise, "a real variable",
        lambda: (given(), recall(given(AtMost(0, x)), AtMost(0, 2 * x)), x, 0),
        match="x is not an integer variable",
    ),
    Refuses(
        generalise, "from a fraction on",
        lambda: (given(), algebra(given(), h(n), h(n)), n, Rational(1, 2)),
        match="1/2 does not bound an integer",
    ),
    Refuses(
        generalise, "from an integer part that may not be defined",
        lambda: (given(), algebra(given(), h(n), h(n)), n, FloorDiv(1, m)),
        match="defined: 1 ≤ m does not follow",
    ),
    Refuses(
        specialise, "an integer that may lie below the range",
        lambda: (given(AtMost(1, m)), assume(given(), POSITIVE), m - 1),
        match="1 ≤ m - 1 does not follow",
    ),
    Refuses(
        specialise, "an integer above the range",
        lambda: (given(), assume(given(), ForAll(n, 0, Less(0, h(n)), 5)), 6),
        match="6 ≤ 5 does not follow",
    ),
    Refuses(
        specialise, "a fraction",
        lambda: (given(), assume(given(), ForAll(n, 0, Less(0, n + x))), Rational(1, 2)),
        match="1/2 is not an integer",
    ),
    Refuses(
        specialise, "a real number that is large enough",
        lambda: (given(AtMost(0, x)), assume(given(), ForAll(n, 0, Less(0, n + x))), x),
        match="x is not an integer",
    ),
    Refuses(
        specialise, "a term outside the language",
        lambda: (given(), assume(given(), ForAll(n, 0, Less(0, n + x))), 0.5),
        match="0.5 is a float and not exact: write Rational('0.5') or '1/2'",
    ),
    Refuses(
        specialise, "what is not for all integers",
        lambda: (given(), assume(given(), Less(0, h(n))), 3),
        match="the theorem is not a statement for all integers",
    ),
    Refuses(induction, "without its base case", lambda: (given(), step(), step(), n, 0),
            match="the base case does not match the step"),
    Refuses(
        induction, "a base case at the wrong number",
        lambda: (given(), assume(given(), Equal(h(1), 1)), step(), n, 0),
        match="the base case does not match the step",
    ),
    Refuses(
        induction, "a base case with the wrong value",
        lambda: (given(), assume(given(), Equal(h(0), 1)), step(), n, 0),
        match="the base case does not match the step",
    ),
    Refuses(
        induction, "a base case that speaks of n",
        lambda: (given(), recall(given(Equal(h(0), n), Equal(n, 0)), Equal(h(0), 0)), step(), n, 0),
        match="n is not arbitrary",
    ),
    Refuses(
        induction, "a step that begins later than the base case",
        lambda: (given(), assume(given(), Equal(h(-1), -1)), step(), n, -1),
        match="n is not arbitrary: it occurs in the hypothesis 0 ≤ n",
    ),
    Refuses(
        induction, "a step that does not use the hypothesis",
        lambda: (given(), first(), assume(given(), Equal(h(n + 1), n + 1)), n, 0),
        match="the step does not lead from n to n + 1",
    ),
    Refuses(
        induction, "a step from n to n",
        lambda: (given(), first(), assume(given(), Equal(h(n), n)), n, 0),
        match="the step does not lead from n to n + 1",
    ),
    Refuses(
        induction, "a step from n to n + 2",
        lambda: (
            given(), first(),
            recall(given(Equal(h(n), n), Equal(h(n + 2), h(n) + 2)), Equal(h(n + 2), n + 2)), n, 0,
        ),
        match="the step does not lead from n to n + 1",
    ),
    Refuses(
        induction, "a step that assumes what it proves",
        lambda: (
            given(), first(),
            recall(given(Equal(h(n), n), Equal(h(n + 1), h(n) + 1)), Equal(h(n + 1), n + 1)),
            n, 0,
        ),
        match="n is not arbitrary: it occurs in the hypothesis h_{n+1} = 1 + h_n",
    ),
    Refuses(
        induction, "from a fraction on",
        lambda: (given(Equal(x**2, 1)), algebra(given(), x, x), every_other_power(), n,
                 Rational(1, 2)),
        match="induction runs over integers, from an integer on",
    ),
    Refuses(induction, "on a real variable", lambda: (given(), first(), step(), x, 0),
            match="induction runs over integers, from an integer on"),
]  # fmt: skip


@pytest.mark.parametrize("case", PROVES, ids=str)
def test_the_rule_proves_exactly_what_it_says(case: Proves) -> None:
    case.check()


@pytest.mark.parametrize("case", REFUSES, ids=str)
def test_the_rule_refuses_the_near_miss(case: Refuses) -> None:
    case.check()


def test_the_range_of_induction_need_not_be_used_by_the_step() -> None:
    ctx = given(Equal(h(n), x), ForAll(k, 0, Equal(h(k + 1), h(k))), AtMost(0, n))
    same = linear_combination(ctx, h(n + 1), x, (1, specialise(ctx, ctx.facts[1], n)),
                              (1, ctx.facts[0]))  # fmt: skip
    theorem = induction(given(), assume(given(), Equal(h(0), x)), same, n, 0)
    assert theorem.statement == ForAll(n, 0, Equal(h(n), x))


def test_bound_variables_do_not_clash_when_a_special_case_is_taken() -> None:
    nested = assume(given(), ForAll(n, 0, ForAll(m, 0, Less(h(n), h(m + n + 1)))))
    special = specialise(given(AtMost(0, m)), nested, m)
    inner = special.statement
    assert isinstance(inner, ForAll)
    assert inner.key == ForAll(k, 0, Less(h(m), h(k + m + 1))).key
