"""Rules of limits: limits by form, passing to the limit, series as limits."""

from __future__ import annotations

import pytest
from sympy import Abs, Integer

from symbolic import (
    AtMost,
    Bounded,
    Converges,
    Equal,
    FloorDiv,
    ForAll,
    IfLess,
    Less,
    NotEqual,
    Statement,
    Summable,
    TendsTo,
    Theorem,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.writing import (
    assume,
    like,
    limit,
    pass_to_limit,
    series_converges,
    series_value,
    unique_limit,
)
from tests.symbolic.rule_cases import Proves, Refuses

x, y, q, L = real("x"), real("y"), real("q"), real("L")
i, j, k, m, n = (index(name) for name in "ijkmn")
h, g, f = sequence("h"), sequence("g"), sequence("f")
TO_L = TendsTo(h(i), i, L)
TO_ZERO = TendsTo(g(i), i, 0)
SMALL = Less(Abs(q), 1)
BOUNDED = Bounded(h(i), i, 0)
CONVERGES = Converges(h(i), i, 0)
SAME = ForAll(n, 2, Equal(f(n), h(n)))
partial = series(h(i), i, 0, n + 1)


def fact(statement: Statement) -> Theorem:
    """A |- A."""
    return assume(given(), statement)


PROVES = [
    Proves(limit, "a constant", lambda: (given(TO_L), x, n), TendsTo(x, n, x)),
    Proves(
        limit, "a shifted sequence",
        lambda: (given(TO_L), h(n + 3), n), TendsTo(h(n + 3), n, L), (TO_L,),
    ),
    Proves(
        limit, "sums and products",
        lambda: (given(TO_L, TO_ZERO), x * h(n) * h(n + 1) + g(n), n),
        TendsTo(x * h(n) * h(n + 1) + g(n), n, x * L**2), (TO_L, TO_ZERO),
    ),
    Proves(
        limit, "a quotient whose denominator stays away from zero",
        lambda: (given(AtMost(0, q), Less(q, 1)), x / (2 + q**n), n),
        TendsTo(x / (2 + q**n), n, x / 2), (AtMost(0, q), Less(q, 1)),
    ),
    Proves(
        limit, "what decays",
        lambda: (given(SMALL, BOUNDED), n * q**n * h(n - 1), n),
        TendsTo(n * q**n * h(n - 1), n, 0), (SMALL, BOUNDED),
    ),
    Proves(
        limit, "partial sums",
        lambda: (given(CONVERGES, TO_L), partial, n),
        TendsTo(partial, n, series(h(i), i, 0)), (CONVERGES,),
    ),
    Proves(
        limit, "a conditional that is settled",
        lambda: (given(TO_L), IfLess(n, m, x, h(n)), n),
        TendsTo(IfLess(n, m, x, h(n)), n, L), (TO_L,),
    ),
    Proves(
        limit, "an absolute value",
        lambda: (given(TO_L), Abs(h(n) - 1), n), TendsTo(Abs(h(n) - 1), n, Abs(L - 1)), (TO_L,),
    ),
    Proves(
        pass_to_limit, "in an inequality, which need not stay strict",
        lambda: (given(), fact(ForAll(n, 5, Less(h(n), g(n)))), fact(TO_L), fact(TO_ZERO)),
        AtMost(L, 0), (ForAll(n, 5, Less(h(n), g(n))), TO_L, TO_ZERO),
    ),
    Proves(
        pass_to_limit, "in an equation",
        lambda: (given(), fact(ForAll(n, 0, Equal(h(n), g(n)))), fact(TO_L), fact(TO_ZERO)),
        Equal(L, 0), (ForAll(n, 0, Equal(h(n), g(n))), TO_L, TO_ZERO),
    ),
    Proves(
        like, "a limit", lambda: (given(), fact(SAME), fact(TO_L)),
        TendsTo(f(n), n, L), (SAME, TO_L),
    ),
    Proves(
        like, "a bound from where the terms are equal",
        lambda: (given(), fact(SAME), fact(Bounded(h(i), i, 3))),
        Bounded(f(n), n, 3), (SAME, Bounded(h(i), i, 3)),
    ),
    Proves(
        like, "convergence", lambda: (given(), fact(SAME), fact(CONVERGES)),
        Converges(f(n), n, 0), (SAME, CONVERGES),
    ),
    Proves(
        like, "absolute convergence",
        lambda: (given(), fact(SAME), fact(Summable(h(i), i, 0))),
        Summable(f(n), n, 0), (SAME, Summable(h(i), i, 0)),
    ),
    Proves(
        series_value, "the limit of the partial sums",
        lambda: (given(), series(h(i), i, 0), fact(TendsTo(partial, n, L))),
        Equal(series(h(i), i, 0), L), (TendsTo(partial, n, L),),
    ),
    Proves(
        series_converges, "with its partial sums",
        lambda: (given(), h(j), j, 0, fact(TendsTo(partial, n, L))),
        Converges(h(j), j, 0), (TendsTo(partial, n, L),),
    ),
    Proves(
        unique_limit, "of one sequence",
        lambda: (given(), fact(TO_L), fact(TendsTo(h(n), n, x))),
        Equal(L, x), (TO_L, TendsTo(h(n), n, x)),
    ),
]  # fmt: skip

REFUSES = [
    Refuses(limit, "a sequence of which nothing is known", lambda: (given(), h(n), n),
            match="no limit is known for h_n"),
    Refuses(limit, "a bounded sequence", lambda: (given(BOUNDED), h(n), n),
            match="no limit is known for h_n"),
    Refuses(limit, "what grows", lambda: (given(), n, n), match="no limit is known for n"),
    Refuses(limit, "a power with ratio at most one", lambda: (given(AtMost(Abs(q), 1)), q**n, n),
            match="no limit is known for q^n"),
    Refuses(limit, "a power with ratio below one but not above minus one",
            lambda: (given(Less(q, 1)), q**n, n), match="no limit is known for q^n"),
    Refuses(limit, "a power with a falling exponent",
            lambda: (given(SMALL, NotEqual(q, 0)), q ** (-n), n),
            match="no limit is known for q^(-n)"),
    Refuses(limit, "an unbounded factor", lambda: (given(SMALL), q**n * h(n), n),
            match="no limit is known for h_n·q^n"),
    Refuses(limit, "every second member from the others",
            lambda: (given(TendsTo(h(2 * n), n, L)), h(2 * n + 1), n),
            match="no limit is known for h_{2·n+1}"),
    Refuses(limit, "members between squares from those at squares",
            lambda: (given(TendsTo(h(n**2), n, L)), h(n**2 + 1), n),
            match="no limit is known for h_{n^2+1}"),
    Refuses(limit, "off the diagonal",
            lambda: (given(TendsTo(f(n, n), n, L)), f(n, n + 1), n),
            match="no limit is known for f_{n,n+1}"),
    Refuses(limit, "along the diagonal of a family, by the limit of one row",
            lambda: (given(TendsTo(f(i, n), i, L)), f(n, n), n),
            match="no limit is known for f_{n,n}"),
    Refuses(limit, "partial sums along the diagonal of a family, by the bound of one row",
            lambda: (given(Bounded(f(k, i), k, 0), SMALL), q**n * series(f(i, i), i, 0, n), n),
            match="no limit is known for q^n·Σ_{i=0}^{n} f_{i,i}"),
    Refuses(limit, "another row", lambda: (given(TendsTo(f(i, m), i, L)), f(n, m + 1), n),
            match="no limit is known for f_{n,m+1}"),
    Refuses(limit, "another sequence", lambda: (given(TO_L), g(n), n),
            match="no limit is known for g_n"),
    Refuses(limit, "a quotient whose denominator may vanish",
            lambda: (given(TO_L, ForAll(n, 1, NotEqual(h(n), 0))), 1 / h(n), n),
            match="no limit is known for 1/h_n"),
    Refuses(limit, "a quotient whose denominator vanishes in the limit only",
            lambda: (given(TO_ZERO, ForAll(n, 1, Less(0, g(n)))), 1 / g(n), n),
            match="no limit is known for 1/g_n"),
    Refuses(limit, "a quotient whose limit would be zero over what may be zero",
            lambda: (given(Less(0, q), Less(q, 1), AtMost(0, y)), q**n / (y + q**n), n),
            match="no limit is known for q^n/(q^n + y)"),
    Refuses(limit, "partial sums that may diverge", lambda: (given(TO_ZERO), partial, n),
            match="no limit is known for Σ_{i=0}^{n+1} h_i"),
    Refuses(limit, "partial sums of bounded terms", lambda: (given(BOUNDED), partial, n),
            match="no limit is known for Σ_{i=0}^{n+1} h_i"),
    Refuses(limit, "partial sums with terms that change",
            lambda: (given(CONVERGES), series(h(i) * n, i, 0, n), n),
            match="no limit is known for Σ_{i=0}^{n} n·h_i"),
    Refuses(limit, "a conditional that is never settled",
            lambda: (given(), IfLess(2 * FloorDiv(n, Integer(2)), n, x, y), n),
            match="no limit is known for [x if 2·⌊n/2⌋ < n, else y]"),
    Refuses(limit, "a conditional with equal ends",
            lambda: (given(), IfLess(n + j, n + k, h(n), y), n),
            match="no limit is known for [h_n if j + n < k + n, else y]"),
    Refuses(limit, "a conditional settled the other way",
            lambda: (given(TO_L), IfLess(n, m, h(n), g(n)), n),
            match="no limit is known for [h_n if n < m, else g_n]"),
    Refuses(limit, "what is not defined", lambda: (given(), x / y, n),
            match="defined: y ≠ 0 does not follow"),
    Refuses(pass_to_limit, "an inequation",
            lambda: (given(), fact(ForAll(n, 0, NotEqual(h(n), g(n)))), fact(TO_L), fact(TO_ZERO)),
            match="nothing is left of an inequation in the limit"),
    Refuses(pass_to_limit, "a finite range",
            lambda: (given(), fact(ForAll(n, 0, AtMost(h(n), g(n)), 9)), fact(TO_L),
                     fact(TO_ZERO)),
            match="the first premise is not a relation for all large n"),
    Refuses(pass_to_limit, "one integer",
            lambda: (given(), fact(AtMost(h(n), g(n))), fact(TO_L), fact(TO_ZERO)),
            match="the first premise is not a relation for all large n"),
    Refuses(pass_to_limit, "the limits in the wrong order",
            lambda: (given(), fact(ForAll(n, 0, AtMost(h(n), g(n)))), fact(TO_ZERO), fact(TO_L)),
            match="the limit given is not that of h_n"),
    Refuses(pass_to_limit, "the limit of another sequence",
            lambda: (given(), fact(ForAll(n, 0, AtMost(h(2 * n), g(n)))), fact(TO_L),
                     fact(TO_ZERO)),
            match="the limit given is not that of h_{2·n}"),
    Refuses(pass_to_limit, "a bound for a limit",
            lambda: (given(), fact(ForAll(n, 0, AtMost(h(n), g(n)))), fact(BOUNDED),
                     fact(TO_ZERO)),
            match="the limit given is not that of h_n"),
    Refuses(like, "an inequality",
            lambda: (given(), fact(ForAll(n, 2, AtMost(f(n), h(n)))), fact(TO_L)),
            match="the first premise is not an equation for all large n"),
    Refuses(like, "a finite range",
            lambda: (given(), fact(ForAll(n, 2, Equal(f(n), h(n)), 9)), fact(TO_L)),
            match="the first premise is not an equation for all large n"),
    Refuses(like, "a property of the left side",
            lambda: (given(), fact(SAME), fact(TendsTo(f(n), n, L))),
            match="the property is not that of the right-hand side"),
    Refuses(like, "a property of another sequence",
            lambda: (given(), fact(SAME), fact(TendsTo(h(n + 1), n, L))),
            match="the property is not that of the right-hand side"),
    Refuses(like, "a bound from before the terms are equal",
            lambda: (given(), fact(SAME), fact(Bounded(h(i), i, 1))),
            match="2 ≤ 1 does not follow"),
    Refuses(like, "no property of a sequence",
            lambda: (given(), fact(SAME), fact(Equal(h(3), L))),
            match="the second premise is not about a sequence"),
    Refuses(series_value, "a finite sum",
            lambda: (given(), partial, fact(TendsTo(partial, n, L))),
            match="the sum is not infinite"),
    Refuses(series_value, "partial sums that begin later",
            lambda: (given(), series(h(i), i, 0), fact(TendsTo(series(h(i), i, 1, n), n, L))),
            match="the partial sums are those of another series"),
    Refuses(series_value, "partial sums of another series",
            lambda: (given(), series(g(i), i, 0), fact(TendsTo(partial, n, L))),
            match="the partial sums are those of another series"),
    Refuses(series_value, "partial sums of every second length",
            lambda: (given(), series(h(i), i, 0),
                     fact(TendsTo(series(h(i), i, 0, 2 * n), n, L))),
            match="the premise is not a limit of partial sums"),
    Refuses(series_value, "terms that depend on where the sum ends",
            lambda: (given(), series(h(i) * n, i, 0),
                     fact(TendsTo(series(h(i) * n, i, 0, n), n, L))),
            match="the terms depend on where the sum ends"),
    Refuses(series_value, "the limit of the terms", lambda: (given(), series(h(i), i, 0),
                                                             fact(TO_L)),
            match="the premise is not a limit of partial sums"),
    Refuses(series_converges, "partial sums of another series",
            lambda: (given(), g(j), j, 0, fact(TendsTo(partial, n, L))),
            match="the partial sums are those of another series"),
    Refuses(series_converges, "partial sums that begin elsewhere",
            lambda: (given(), h(j), j, 1, fact(TendsTo(partial, n, L))),
            match="the partial sums are those of another series"),
    Refuses(series_converges, "a bound for the limit",
            lambda: (given(), h(j), j, 0, fact(Bounded(partial, n, 0))),
            match="the premise is not a limit of partial sums"),
    Refuses(series_converges, "sums that do not grow",
            lambda: (given(), h(j), j, 0, fact(TendsTo(series(h(i), i, 0, m), n, L))),
            match="the premise is not a limit of partial sums"),
    Refuses(unique_limit, "different sequences",
            lambda: (given(), fact(TO_L), fact(TendsTo(h(n + 1), n, x))),
            match="the limits are of different sequences"),
    Refuses(unique_limit, "the same row of different families",
            lambda: (given(), fact(TendsTo(f(i, j), i, L)), fact(TendsTo(f(j, i), i, x))),
            match="the limits are of different sequences"),
    Refuses(unique_limit, "a bound",
            lambda: (given(), fact(TO_L), fact(BOUNDED)),
            match="both premises must be limits"),
]  # fmt: skip


@pytest.mark.parametrize("case", PROVES, ids=str)
def test_the_rule_proves_exactly_what_it_says(case: Proves) -> None:
    case.check()


@pytest.mark.parametrize("case", REFUSES, ids=str)
def test_the_rule_refuses_the_near_miss(case: Refuses) -> None:
    case.check()
