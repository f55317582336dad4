"""Rules about sequences without a bound: multiples, comparison, and what they outgrow."""

from __future__ import annotations

import pytest
from sympy import Abs, Integer, Rational

from symbolic import (
    AtMost,
    Bounded,
    CosTurn,
    Equal,
    FloorDiv,
    ForAll,
    Less,
    Not,
    NotEqual,
    Statement,
    TendsTo,
    Theorem,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.writing import assume, multiples, outgrown, unbounded
from tests.symbolic.rule_cases import Proves, Refuses

x, y, c = real("x"), real("y"), real("c")
i, k, m, n = (index(name) for name in "ikmn")
a, b, f = sequence("a"), sequence("b"), sequence("f")
FAR = Not(Bounded(a(i), i, 2))
BELOW = ForAll(n, 2, AtMost(Abs(a(n)), x * Abs(b(n))))
RISING = ForAll(k, 1, AtMost(b(k), b(k + 1)))
GROWING = Not(Bounded(b(i), i, 1))
HELD = ForAll(n, 1, AtMost(Abs(a(n)) * b(n), c))


def fact(statement: Statement) -> Theorem:
    """A |- A."""
    return assume(given(), statement)


def facts(*statements: Statement) -> tuple[Theorem, ...]:
    return tuple(map(fact, statements))


PROVES = [
    Proves(
        unbounded, "by what it exceeds, up to a factor",
        lambda: (given(), *facts(BELOW, FAR), x),
        Not(Bounded(b(n), n, 2)), (BELOW, FAR),
    ),
    Proves(
        unbounded, "from later on than the bound",
        lambda: (given(), fact(ForAll(n, 0, AtMost(Abs(a(n)), Abs(n - b(n)) / 2))), fact(FAR),
                 Rational(1, 2)),
        Not(Bounded(n - b(n), n, 2)), (ForAll(n, 0, AtMost(Abs(a(n)), Abs(n - b(n)) / 2)), FAR),
    ),
    Proves(
        unbounded, "whatever the other numbers are",
        lambda: (given(AtMost(0, k)), fact(ForAll(n, 0, AtMost(Abs(f(n, m)), Abs(a(n))))),
                 fact(Not(Bounded(f(i, m), i, k))), 1),
        Not(Bounded(a(n), n, k)),
        (AtMost(0, k), ForAll(n, 0, AtMost(Abs(f(n, m)), Abs(a(n)))), Not(Bounded(f(i, m), i, k))),
    ),
    Proves(
        multiples, "of a positive number", lambda: (given(Less(0, x)), x, n, 5),
        Not(Bounded(x * n, n, 5)), (Less(0, x),),
    ),
    Proves(
        multiples, "of a number that is a sum over the same letter",
        lambda: (given(Less(0, series(a(n), n, 0, 3))), series(a(n), n, 0, 3), n, -3),
        Not(Bounded(series(a(n), n, 0, 3) * n, n, -3)), (Less(0, series(a(n), n, 0, 3)),),
    ),
    Proves(
        outgrown, "what stays below a constant",
        lambda: (given(), *facts(HELD, RISING, GROWING)),
        TendsTo(a(n), n, 0), (HELD, RISING, GROWING),
    ),
    Proves(
        outgrown, "by multiples",
        lambda: (given(), fact(ForAll(n, 0, AtMost(2 * n * Abs(x - a(n)), c))),
                 fact(ForAll(n, 0, AtMost(2 * n, 2 * (n + 1)))), multiples(given(), 2, k, 0)),
        TendsTo(x - a(n), n, 0),
        (ForAll(n, 0, AtMost(2 * n * Abs(x - a(n)), c)), ForAll(n, 0, AtMost(2 * n, 2 * (n + 1)))),
    ),
]  # fmt: skip

REFUSES = [
    Refuses(unbounded, "a factor that depends on the index",
            lambda: (given(), fact(ForAll(n, 2, AtMost(Abs(a(n)), n * Abs(b(n))))), fact(FAR), n),
            match="n depends on n"),
    Refuses(unbounded, "a bound that begins too late",
            lambda: (given(), fact(ForAll(n, 3, AtMost(Abs(a(n)), x * Abs(b(n))))), fact(FAR), x),
            match="3 ≤ 2 does not follow"),
    Refuses(unbounded, "a bound that ends",
            lambda: (given(), fact(ForAll(n, 2, AtMost(Abs(a(n)), x * Abs(b(n))), 9)), fact(FAR),
                     x),
            match="the first premise is not a bound for all large n"),
    Refuses(unbounded, "a bound at one integer",
            lambda: (given(), *facts(BELOW.body, FAR), x),
            match="the first premise is not a bound for all large n"),
    Refuses(unbounded, "what is exceeded", lambda: (given(), fact(BELOW),
                                                    fact(Not(Bounded(b(i), i, 2))), x),
            match="the first premise does not bound that sequence"),
    Refuses(unbounded, "what is bounded", lambda: (given(), *facts(BELOW, Bounded(a(i), i, 2)), x),
            match="the second premise does not say that a sequence is unbounded"),
    Refuses(unbounded, "what is bounded for all m",
            lambda: (given(), *facts(BELOW, ForAll(m, 0, Bounded(a(i), i, 2))), x),
            match="the second premise does not say that a sequence is unbounded"),
    Refuses(unbounded, "a sequence that has no limit",
            lambda: (given(), *facts(BELOW, Not(TendsTo(a(i), i, 0))), x),
            match="the second premise does not say that a sequence is unbounded"),
    Refuses(unbounded, "members at other places",
            lambda: (given(), fact(BELOW), fact(Not(Bounded(a(2 * i), i, 2))), x),
            match="the first premise does not bound that sequence"),
    Refuses(unbounded, "a bound without absolute values on the left",
            lambda: (given(), fact(ForAll(n, 2, AtMost(a(n), x * Abs(b(n))))), fact(FAR), x),
            match="the first premise does not bound that sequence"),
    Refuses(unbounded, "the index in the place of the sequence",
            lambda: (given(), fact(ForAll(n, 2, AtMost(a(n), x * Abs(b(n))))),
                     multiples(given(), 1, i, 2), x),
            match="the first premise does not bound that sequence"),
    Refuses(unbounded, "a bound without absolute values on the right",
            lambda: (given(), fact(ForAll(n, 2, AtMost(Abs(a(n)), x * b(n)))), fact(FAR), x),
            match="x·b_n is not x times an absolute value"),
    Refuses(unbounded, "a bound with a rest",
            lambda: (given(), fact(ForAll(n, 2, AtMost(Abs(a(n)), x * Abs(b(n)) + n))), fact(FAR),
                     x),
            match="n + |b_n|·x is not x times an absolute value"),
    Refuses(unbounded, "another factor", lambda: (given(), *facts(BELOW, FAR), y),
            match="|b_n|·x is not y times an absolute value"),
    Refuses(unbounded, "the other way round",
            lambda: (given(), fact(ForAll(n, 2, AtMost(x * Abs(b(n)), Abs(a(n))))), fact(FAR), x),
            match="the first premise does not bound that sequence"),
    Refuses(unbounded, "the diagonal of a family, by one row",
            lambda: (given(), fact(ForAll(n, 2, AtMost(Abs(f(n, n)), Abs(b(n))))),
                     fact(Not(Bounded(f(i, n), i, 2))), 1),
            match="the first premise does not bound that sequence"),
    Refuses(unbounded, "a beginning with the name of the index",
            lambda: (given(AtMost(2, n)), fact(BELOW), fact(Not(Bounded(a(i), i, n))), x),
            match="n has two meanings"),
    Refuses(multiples, "of a number that may be zero", lambda: (given(AtMost(0, x)), x, n, 0),
            match="0 < x does not follow"),
    Refuses(multiples, "of zero", lambda: (given(), 0, n, 0), match="0 < 0 does not follow"),
    Refuses(multiples, "of a number that is only not zero",
            lambda: (given(NotEqual(x, 0)), x, n, 0), match="0 < x does not follow"),
    Refuses(multiples, "of what depends on the index",
            lambda: (given(ForAll(n, 1, Less(0, a(n))), Less(0, a(n))), a(n), n, 1),
            match="a_n depends on n"),
    Refuses(multiples, "by a real number", lambda: (given(), 1, x, 0),
            match="x is not an integer variable"),
    Refuses(multiples, "by a constant", lambda: (given(), 1, Integer(2), 0),
            match="2 is not a variable"),
    Refuses(multiples, "by an integer part", lambda: (given(), 1, FloorDiv(n, 2), 0),
            match="⌊n/2⌋ is not a variable: write index(...) or real(...)"),
    Refuses(multiples, "from the index on", lambda: (given(), 1, n, n),
            match="n is not a first index for n"),
    Refuses(multiples, "from a fraction on", lambda: (given(), 1, n, Rational(1, 2)),
            match="1/2 is not a first index for n"),
    Refuses(multiples, "of what may not be defined",
            lambda: (given(), 2 + CosTurn(1, m), n, 0),
            match="defined: 1 ≤ m for all"),
    Refuses(outgrown, "what stays below something that depends on the index",
            lambda: (given(), fact(ForAll(n, 1, AtMost(Abs(a(n)) * b(n), n * c))),
                     *facts(RISING, GROWING)), match="the bound depends on n"),
    Refuses(outgrown, "what need not rise",
            lambda: (given(), *facts(HELD, ForAll(k, 1, AtMost(b(k + 1), b(k))), GROWING)),
            match="the second premise does not say that it never falls"),
    Refuses(outgrown, "what rises every second time",
            lambda: (given(), *facts(HELD, ForAll(k, 1, AtMost(b(k), b(k + 2))), GROWING)),
            match="the second premise does not say that it never falls"),
    Refuses(outgrown, "what rises only later",
            lambda: (given(), *facts(HELD, ForAll(k, 2, AtMost(b(k), b(k + 1))), GROWING)),
            match="the second premise does not say that it never falls"),
    Refuses(outgrown, "what rises up to some place",
            lambda: (given(), *facts(HELD, ForAll(k, 1, AtMost(b(k), b(k + 1)), 9), GROWING)),
            match="the second premise does not say that it never falls"),
    Refuses(outgrown, "what is bounded",
            lambda: (given(), *facts(HELD, RISING, Bounded(b(i), i, 1))),
            match="the last premise does not say that a sequence is unbounded"),
    Refuses(outgrown, "what is bounded for all m",
            lambda: (given(), *facts(HELD, RISING, ForAll(m, 0, Bounded(b(i), i, 1)))),
            match="the last premise does not say that a sequence is unbounded"),
    Refuses(outgrown, "another sequence that is unbounded",
            lambda: (given(), *facts(HELD, RISING, Not(Bounded(b(i) - i, i, 1)))),
            match="|a_n|·b_n is not an absolute value times b_i - i"),
    Refuses(outgrown, "what is unbounded from elsewhere on",
            lambda: (given(), *facts(HELD, RISING, Not(Bounded(b(i), i, 0)))),
            match="the second premise does not say that it never falls"),
    Refuses(outgrown, "no absolute value",
            lambda: (given(), fact(ForAll(n, 1, AtMost(a(n) * b(n), c))), *facts(RISING, GROWING)),
            match="a_n·b_n is not an absolute value times b_i"),
    Refuses(outgrown, "an absolute value of the product less something",
            lambda: (given(), fact(ForAll(n, 1, AtMost(Abs(a(n)) * b(n) - n, c))),
                     *facts(RISING, GROWING)),
            match="|a_n|·b_n - n is not an absolute value times b_i"),
    Refuses(outgrown, "a bound from below",
            lambda: (given(), fact(ForAll(n, 1, AtMost(c, Abs(a(n)) * b(n)))),
                     *facts(RISING, GROWING)), match="the bound depends on n"),
    Refuses(outgrown, "a bound up to some place",
            lambda: (given(), fact(ForAll(n, 1, AtMost(Abs(a(n)) * b(n), c), m)),
                     *facts(RISING, GROWING)),
            match="the first premise is not a bound for all n"),
    Refuses(outgrown, "an equation",
            lambda: (given(), fact(ForAll(n, 1, Equal(Abs(a(n)) * b(n), c))),
                     *facts(RISING, GROWING)),
            match="the first premise is not a bound for all n"),
    Refuses(outgrown, "one letter for two integers",
            lambda: (given(), *facts(
                ForAll(n, 1, AtMost(Abs(a(n)) * f(n, n), c)),
                ForAll(n, 1, AtMost(f(n, n), f(n + 1, n + 1))),
                Not(Bounded(f(i, n), i, 1)))), match="n has two meanings"),
]  # fmt: skip


@pytest.mark.parametrize("case", PROVES, ids=str)
def test_the_rule_proves_exactly_what_it_says(case: Proves) -> None:
    case.check()


@pytest.mark.parametrize("case", REFUSES, ids=str)
def test_the_rule_refuses_the_near_miss(case: Refuses) -> None:
    case.check()
