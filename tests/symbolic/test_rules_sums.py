"""Rules of summation: linearity, cutting, shifting, telescoping, geometric sums, exchange."""

from __future__ import annotations

import pytest
from sympy import Abs, Expr, Integer, Rational

from symbolic import (
    AtMost,
    Bounded,
    Converges,
    Equal,
    IfLess,
    Less,
    NotEqual,
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
    blocks,
    empty,
    exchange,
    exchange_finite,
    geometric,
    limit,
    linearity,
    peel_first,
    peel_last,
    shift,
    split,
    telescope,
    telescoping_converges,
    zeros,
)
from tests.symbolic.rule_cases import Proves, Refuses

x, y, q = real("x"), real("y"), real("q")
i, j, k, m, n = (index(name) for name in "ijkmn")
h, g, f = sequence("h"), sequence("g"), sequence("f")
CONVERGES = Converges(h(i), i, 0)
SMALL = Less(Abs(q), 1)
VANISHES = TendsTo(h(i), i, 0)

total = series(h(i), i, 0)
finite = series(h(i), i, 0, n)
differences = series(h(i) - h(i + 1), i, 0)
triangle = series(series(f(i, j), j, 0, i), i, 0)
finite_triangle = series(series(f(i, j), j, 1, i - 1), i, 0, n)
rectangle = series(series(f(i, j), j, 1, m), i, 0, n)
ABSOLUTELY = Converges(series(Abs(f(i, j)), j, 0, i), i, 0)
SCALED = Converges(series(Abs(f(i, j) * total), j, 0, i), i, 0)


def vanishing() -> Theorem:
    """h(i) -> 0 |- -h(i) -> 0."""
    return limit(given(VANISHES), -h(i), i)


def exponential(lo: int | Expr = 0, hi: Expr | None = None) -> Expr:
    """The sum of q**i."""
    return series(q**i, i, lo) if hi is None else series(q**i, i, lo, hi)


PROVES = [
    Proves(
        linearity, "of a finite sum",
        lambda: (given(), series(x * h(i) - i * y, i, 0, n), (x, h(i)), (-y, i)),
        Equal(series(x * h(i) - i * y, i, 0, n), x * finite - y * series(i, i, 0, n)),
    ),
    Proves(
        linearity, "of convergent series",
        lambda: (given(CONVERGES, Converges(g(i), i, 0)), series(h(i) + x * g(i), i, 0),
                 (1, h(i)), (x, g(i))),
        Equal(series(h(i) + x * g(i), i, 0), total + x * series(g(i), i, 0)),
        (CONVERGES, Converges(g(i), i, 0)),
    ),
    Proves(
        split, "of a finite sum",
        lambda: (given(AtMost(-1, m), AtMost(m, n)), finite, m),
        Equal(finite, series(h(i), i, 0, m) + series(h(i), i, m + 1, n)),
        (AtMost(-1, m), AtMost(m, n)),
    ),
    Proves(
        split, "of a convergent series",
        lambda: (given(AtMost(0, m), CONVERGES), total, m),
        Equal(total, series(h(i), i, 0, m) + series(h(i), i, m + 1)), (AtMost(0, m), CONVERGES),
    ),
    Proves(
        peel_first, "of a finite sum",
        lambda: (given(AtMost(0, n)), finite),
        Equal(finite, h(0) + series(h(i), i, 1, n)), (AtMost(0, n),),
    ),
    Proves(
        peel_first, "of a convergent series",
        lambda: (given(CONVERGES), total),
        Equal(total, h(0) + series(h(i), i, 1)), (CONVERGES,),
    ),
    Proves(
        peel_last, "of a sum with a last term",
        lambda: (given(AtMost(0, n)), finite),
        Equal(finite, series(h(i), i, 0, n - 1) + h(n)), (AtMost(0, n),),
    ),
    Proves(
        empty, "without terms",
        lambda: (given(Less(n, m)), series(h(i), i, m, n)),
        Equal(series(h(i), i, m, n), 0), (Less(n, m),),
    ),
    Proves(
        zeros, "of zeros",
        lambda: (given(), series((i + 1) ** 2 - i**2 - 2 * i - 1, i, 0)),
        Equal(series((i + 1) ** 2 - i**2 - 2 * i - 1, i, 0), 0),
    ),
    Proves(
        shift, "of a finite sum",
        lambda: (given(), finite, m),
        Equal(finite, series(h(i + m), i, -m, n - m)),
    ),
    Proves(
        shift, "of a convergent series",
        lambda: (given(CONVERGES), total, -1),
        Equal(total, series(h(i - 1), i, 1)), (CONVERGES,),
    ),
    Proves(
        telescope, "of a finite sum, even an empty one",
        lambda: (given(AtMost(-1, n)), series(h(i) - h(i + 1), i, 0, n), -h(i)),
        Equal(series(h(i) - h(i + 1), i, 0, n), h(0) - h(n + 1)), (AtMost(-1, n),),
    ),
    Proves(
        telescope, "of a series",
        lambda: (given(), differences, -h(i), vanishing()),
        Equal(differences, h(0)), (VANISHES,),
    ),
    Proves(
        telescoping_converges, "the series",
        lambda: (given(), h(i) - h(i + 1), i, 0, -h(i), vanishing()),
        Converges(h(i) - h(i + 1), i, 0), (VANISHES,),
    ),
    Proves(
        geometric, "of a finite sum, even an empty one",
        lambda: (given(NotEqual(q, 1), AtMost(-1, n)), series(q ** (i + 1), i, 0, n), q),
        Equal(series(q ** (i + 1), i, 0, n), (q - q ** (n + 2)) / (1 - q)),
        (NotEqual(q, 1), AtMost(-1, n)),
    ),
    Proves(
        geometric, "of a series",
        lambda: (given(SMALL, AtMost(0, n)), series(x * q**i, i, 2), q),
        Equal(series(x * q**i, i, 2), x * q**2 / (1 - q)), (SMALL,),
    ),
    Proves(
        exchange, "of a finite triangle",
        lambda: (given(), finite_triangle),
        Equal(finite_triangle, series(series(f(i, j), i, j + 1, n), j, 1, n - 1)),
    ),
    Proves(
        exchange, "of an absolutely convergent triangle",
        lambda: (given(ABSOLUTELY), triangle),
        Equal(triangle, series(series(f(i, j), i, j), j, 0)), (ABSOLUTELY,),
    ),
    Proves(
        exchange, "terms with series in them",
        lambda: (given(CONVERGES, SCALED), series(series(f(i, j) * total, j, 0, i), i, 0)),
        Equal(series(series(f(i, j) * total, j, 0, i), i, 0),
              series(series(f(i, j) * total, i, j), j, 0)),
        (CONVERGES, SCALED),
    ),
    Proves(
        exchange_finite, "over a rectangle", lambda: (given(), rectangle),
        Equal(rectangle, series(series(f(i, j), i, 0, n), j, 1, m)),
    ),
    Proves(
        blocks, "of a convergent series",
        lambda: (given(Converges(h(i), i, 1), AtMost(1, m)), series(h(i), i, 1), m, k),
        Equal(series(h(i), i, 1), series(series(h(1 + k * m + i), i, 0, m - 1), k, 0)),
        (Converges(h(i), i, 1), AtMost(1, m)),
    ),
]  # fmt: skip

REFUSES = [
    Refuses(linearity, "a sign", lambda: (given(), series(h(i) - g(i), i, 0, n), (1, h(i)),
                                          (1, g(i))),
            match="h_i - g_i is not the combination given"),
    Refuses(linearity, "a factor that depends on the index",
            lambda: (given(), series(i * h(i), i, 0, n), (i, h(i))),
            match="i is not constant in i"),
    Refuses(linearity, "series that may diverge although their combination converges",
            lambda: (given(CONVERGES), total, (1, h(i) + 1), (-1, 1)),
            match="converges does not follow"),
    Refuses(linearity, "no sum", lambda: (given(), h(i), (1, h(i))), match="h_i is not a sum"),
    Refuses(split, "before the sum begins",
            lambda: (given(AtMost(-2, m), AtMost(m, n)), finite, m),
            match="-1 ≤ m does not follow"),
    Refuses(split, "after the sum ends",
            lambda: (given(AtMost(-1, m), AtMost(m, n + 1)), finite, m),
            match="m ≤ n does not follow"),
    Refuses(split, "a series that may diverge", lambda: (given(AtMost(0, m)), total, m),
            match="converges does not follow"),
    Refuses(split, "at its own index", lambda: (given(AtMost(0, i), AtMost(i, n)), finite, i),
            match="the sum is cut at its own index i"),
    Refuses(split, "at a fraction",
            lambda: (given(AtMost(1, n)), finite, Rational(1, 2)), match="1/2 is not an integer"),
    Refuses(peel_first, "a sum that may be empty", lambda: (given(AtMost(-1, n)), finite),
            match="0 ≤ n does not follow"),
    Refuses(peel_first, "a series that may diverge", lambda: (given(), total),
            match="converges does not follow"),
    Refuses(peel_first, "what is not a sum", lambda: (given(), h(0)), match="h_0 is not a sum"),
    Refuses(peel_last, "a sum that may be empty", lambda: (given(AtMost(-1, n)), finite),
            match="0 ≤ n does not follow"),
    Refuses(peel_last, "an infinite sum", lambda: (given(CONVERGES), total),
            match="an infinite sum has no last term"),
    Refuses(empty, "a sum of one term", lambda: (given(AtMost(n, m)), series(h(i), i, m, n)),
            match="n < m does not follow"),
    Refuses(empty, "an infinite sum", lambda: (given(CONVERGES), total),
            match="an infinite sum is not empty"),
    Refuses(zeros, "terms that are not zero", lambda: (given(), finite), match="h_i is not zero"),
    Refuses(zeros, "powers of zero",
            lambda: (given(), series(Integer(0) ** i, i, 0, n)), match="0^i is not zero"),
    Refuses(zeros, "terms that may not be defined",
            lambda: (given(), series((x**2 - x) / (x - 1) - x, i, 0, n)),
            match="(x^2 - x)/(x - 1) - x is not zero"),
    Refuses(shift, "by its own index", lambda: (given(), finite, i),
            match="the shift depends on the index"),
    Refuses(shift, "by a fraction", lambda: (given(), finite, Rational(1, 2)),
            match="1/2 is not an integer"),
    Refuses(shift, "by a real number", lambda: (given(), finite, x), match="x is not an integer"),
    Refuses(shift, "a series that may diverge", lambda: (given(), total, 1),
            match="converges does not follow"),
    Refuses(shift, "terms that are not defined", lambda: (given(), series(1 / i, i, 0, n), 1),
            match="≠ 0 for all"),
    Refuses(telescope, "the wrong sign",
            lambda: (given(AtMost(-1, n)), series(h(i) - h(i + 1), i, 0, n), h(i)),
            match="h_i - h_{i+1} is not the difference of h_i"),
    Refuses(telescope, "an antidifference shifted by one",
            lambda: (given(AtMost(-1, n)), series(h(i) - h(i + 1), i, 0, n), -h(i + 1)),
            match="h_i - h_{i+1} is not the difference of -h_{i+1}"),
    Refuses(telescope, "a range that may end before it begins",
            lambda: (given(), series(h(i) - h(i + 1), i, 0, n), -h(i)),
            match="-1 ≤ n does not follow"),
    Refuses(telescope, "a range that may end two before it begins",
            lambda: (given(AtMost(-2, n)), series(h(i) - h(i + 1), i, 0, n), -h(i)),
            match="-1 ≤ n does not follow"),
    Refuses(telescope, "a series without the limit",
            lambda: (given(VANISHES), differences, -h(i)),
            match="an infinite telescoping sum needs the limit of what is left"),
    Refuses(telescope, "a series with the limit of another sequence",
            lambda: (given(), differences, -h(i), assume(given(), TendsTo(h(i), i, 0))),
            match="the limit given is not that of -h_i"),
    Refuses(telescope, "a series with a bound for the limit",
            lambda: (given(), differences, -h(i), assume(given(), Bounded(-h(i), i, 0))),
            match="the premise is not a limit"),
    Refuses(telescoping_converges, "the wrong sign",
            lambda: (given(), h(i) - h(i + 1), i, 0, h(i), assume(given(), VANISHES)),
            match="h_i - h_{i+1} is not the difference of h_i"),
    Refuses(telescoping_converges, "the limit of another sequence",
            lambda: (given(), h(i) - h(i + 1), i, 0, -h(i), assume(given(), TendsTo(g(i), i, 0))),
            match="the limit given is not that of -h_i"),
    Refuses(telescoping_converges, "a limit in another variable that the terms mention",
            lambda: (given(), h(j) - h(j + 1), i, 0, -h(j), vanishing()),
            match="h_j - h_{j+1} is not the difference of -h_j"),
    Refuses(geometric, "ratio one", lambda: (given(AtMost(-1, n)), exponential(0, n), q),
            match="q ≠ 1 does not follow"),
    Refuses(geometric, "a ratio that depends on the index",
            lambda: (given(AtMost(0, n), AtMost(1, i), Less((i + 1) * q / i, 1)),
                     series(i * q**i, i, 1, n), (i + 1) * q / i),
            match="the ratio q·(i + 1)/i depends on i"),
    Refuses(geometric, "another ratio",
            lambda: (given(NotEqual(q**2, 1), AtMost(-1, n)), exponential(0, n), q**2),
            match="consecutive terms of q^i do not have the ratio q^2"),
    Refuses(geometric, "a range that may end two before it begins",
            lambda: (given(NotEqual(q, 1), NotEqual(q, 0), AtMost(-2, n)), exponential(0, n), q),
            match="-1 ≤ n does not follow"),
    Refuses(geometric, "powers that are not defined",
            lambda: (given(NotEqual(q, 1), AtMost(0, n)), exponential(-1, n), q),
            match="consecutive terms of q^i do not have the ratio q"),
    Refuses(geometric, "a series with ratio at most one",
            lambda: (given(AtMost(Abs(q), 1), NotEqual(q, 1)), exponential(), q),
            match="|q| < 1 does not follow"),
    Refuses(geometric, "a series with ratio below one but not above minus one",
            lambda: (given(Less(q, 1)), exponential(), q), match="|q| < 1 does not follow"),
    Refuses(geometric, "terms that are not powers",
            lambda: (given(SMALL), series(q**i + 1, i, 0), q),
            match="consecutive terms of 1 + q^i do not have the ratio q"),
    Refuses(exchange, "a series that is not known to converge",
            lambda: (given(), triangle),
            match="converges does not follow"),
    Refuses(exchange, "a series that converges, but not absolutely",
            lambda: (given(Converges(series(f(i, j), j, 0, i), i, 0)), triangle),
            match="converges does not follow"),
    Refuses(exchange, "absolute convergence of another series",
            lambda: (given(Converges(series(Abs(f(i, j)), j, 1, i), i, 0)), triangle),
            match="converges does not follow"),
    Refuses(exchange, "a corner that is cut off",
            lambda: (given(), series(series(f(i, j), j, 0, i), i, 1, n)),
            match="1 ≤ 0 does not follow"),
    Refuses(exchange, "a rectangle",
            lambda: (given(), series(series(f(i, j), j, 0, n), i, 0, n)),
            match="the inner sum does not run over a triangle"),
    Refuses(exchange, "an inner sum that begins at the outer index",
            lambda: (given(), series(series(f(i, j), j, i, i + 1), i, 0, n)),
            match="the inner sum does not run over a triangle"),
    Refuses(exchange, "rows that grow by two",
            lambda: (given(), series(series(f(i, j), j, 0, 2 * i), i, 0, n)),
            match="the inner sum does not run over a triangle"),
    Refuses(exchange, "an infinite row",
            lambda: (given(), series(series(f(i, j), j, 0), i, 0, n)),
            match="the inner sum does not run over a triangle"),
    Refuses(exchange, "one sum", lambda: (given(), finite),
            match="the terms of the sum are not sums"),
    Refuses(exchange, "an outer end with the name of the inner index",
            lambda: (given(), series(series(f(i, j), j, 0, i), i, 0, j)),
            match="j has two meanings"),
    Refuses(exchange_finite, "a triangle", lambda: (given(), finite_triangle),
            match="the inner sum does not run over a rectangle"),
    Refuses(exchange_finite, "rows that begin at the outer index",
            lambda: (given(), series(series(f(i, j), j, i, m), i, 0, n)),
            match="the inner sum does not run over a rectangle"),
    Refuses(exchange_finite, "infinite rows",
            lambda: (given(Converges(f(i, j), j, 0)), series(series(f(i, j), j, 0), i, 0, n)),
            match="a sum is infinite"),
    Refuses(exchange_finite, "infinitely many rows",
            lambda: (given(Converges(series(f(i, j), j, 0, m), i, 0)),
                     series(series(f(i, j), j, 0, m), i, 0)), match="a sum is infinite"),
    Refuses(exchange_finite, "an outer end with the name of the inner index",
            lambda: (given(), series(series(f(i, j), j, 1, m), i, 0, j)),
            match="j has two meanings"),
    Refuses(exchange_finite, "one name for both indices",
            lambda: (given(), series(series(f(i, i), i, 1, m), i, 0, n)),
            match="i has two meanings"),
    Refuses(exchange_finite, "one sum", lambda: (given(), finite),
            match="the terms of the sum are not sums"),
    Refuses(exchange_finite, "terms that may not be defined",
            lambda: (given(), series(series(1 / f(i, j), j, 1, m), i, 0, n)),
            match="≠ 0 for all"),
    Refuses(blocks, "blocks that may be empty",
            lambda: (given(CONVERGES, AtMost(0, m)), total, m, k), match="1 ≤ m does not follow"),
    Refuses(blocks, "a series that may diverge", lambda: (given(AtMost(1, m)), total, m, k),
            match="converges does not follow"),
    Refuses(blocks, "a bounded sequence",
            lambda: (given(Bounded(h(i), i, 0), AtMost(1, m)), total, m, k),
            match="converges does not follow"),
    Refuses(blocks, "a finite sum", lambda: (given(AtMost(1, m)), finite, m, k),
            match="only a series is grouped into blocks"),
    Refuses(blocks, "a length that depends on the index",
            lambda: (given(CONVERGES, AtMost(1, i)), total, i, k),
            match="the length of a block depends on the index"),
    Refuses(blocks, "a length that is not an integer",
            lambda: (given(CONVERGES, AtMost(1, x)), total, x, k), match="x is not an integer"),
    Refuses(blocks, "a number for the blocks that occurs in the terms",
            lambda: (given(Converges(f(i, k), i, 0), AtMost(1, m)), series(f(i, k), i, 0), m, k),
            match="k already occurs"),
    Refuses(blocks, "a number for the blocks that occurs in the length",
            lambda: (given(CONVERGES, AtMost(1, m)), total, m, m), match="m already occurs"),
    Refuses(blocks, "the index itself for the blocks",
            lambda: (given(CONVERGES, AtMost(1, m)), total, m, i),
            match="i cannot number the blocks"),
    Refuses(blocks, "a real number for the blocks",
            lambda: (given(CONVERGES, AtMost(1, m)), total, m, x),
            match="x cannot number the blocks"),
]  # fmt: skip


@pytest.mark.parametrize("case", PROVES, ids=str)
def test_the_rule_proves_exactly_what_it_says(case: Proves) -> None:
    case.check()


@pytest.mark.parametrize("case", REFUSES, ids=str)
def test_the_rule_refuses_the_near_miss(case: Refuses) -> None:
    case.check()


def test_a_conditional_in_a_sum_is_an_ordinary_term() -> None:
    term = IfLess(i, m, h(i), 0)
    theorem = peel_last(given(AtMost(0, n)), series(term, i, 0, n))
    assert theorem.statement == Equal(
        series(term, i, 0, n), series(term, i, 0, n - 1) + IfLess(n, m, h(n), 0)
    )
