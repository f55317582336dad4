"""Rules of summation in the range of a sum, where terms agree or are defined only there."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Abs, Expr

from symbolic.statements import (
    AtMost,
    Converges,
    Equal,
    ForAll,
    Less,
    NotEqual,
    Statement,
    Summable,
)
from symbolic.terms import index, real, sequence, series
from symbolic.writing.equality import algebra
from symbolic.writing.logic import assume, specialise
from symbolic.writing.sums import (
    absolutely,
    geometric,
    linearity,
    sum_order,
    telescope,
    termwise,
    triangle,
    zeros,
)
from symbolic.writing.theorem import Context, Theorem, given
from tests.symbolic.rule_cases import Proves, Refuses

x, y, q = real("x"), real("y"), real("q")
i, j, k, m, n = (index(name) for name in "ijkmn")
h, g, f = sequence("h"), sequence("g"), sequence("f")
CONVERGES = Converges(h(i), i, 0)
SMALL = Less(Abs(q), 1)

total = series(h(i), i, 0)
finite = series(h(i), i, 0, n)


def exponential(lo: int | Expr = 0, hi: Expr | None = None) -> Expr:
    """The sum of q**i."""
    return series(q**i, i, lo) if hi is None else series(q**i, i, lo, hi)


def inside(lo: Any, *more: Statement, hi: Any = n) -> Context:
    """A context in which i is in range."""
    return given(AtMost(lo, i), AtMost(i, hi), *more)


def bound() -> Theorem:
    """for all i >= 0: h(i) <= g(i), 0 <= i |- h(i) <= g(i)."""
    ctx = given(ForAll(i, 0, AtMost(h(i), g(i))), AtMost(0, i))
    return specialise(ctx, ctx.facts[0], i)


BOUNDED = ForAll(i, 0, AtMost(h(i), g(i)))

PROVES = [
    Proves(
        linearity, "of three convergent series",
        lambda: (given(CONVERGES, SMALL), series(h(i) + x * q**i - 2 * q ** (i + 1), i, 0),
                 (1, h(i)), (x, q**i), (-2 * q, q**i)),
        Equal(series(h(i) + x * q**i - 2 * q ** (i + 1), i, 0),
              total + x * exponential() - 2 * q * exponential()),
        (CONVERGES, SMALL),
    ),
    Proves(
        linearity, "where the terms agree in the range of the sum",
        lambda: (given(AtMost(0, m)), series(q ** (i + 1), i, m, n), (q, q**i)),
        Equal(series(q ** (i + 1), i, m, n), q * exponential(m, n)), (AtMost(0, m),),
    ),
    Proves(
        linearity, "where the terms agree in sums inside of them",
        lambda: (given(), series(series(q ** (j + 1), j, 0, i) + h(i), i, 0, n),
                 (1, series(q * q**j, j, 0, i)), (1, h(i))),
        Equal(series(series(q ** (j + 1), j, 0, i) + h(i), i, 0, n),
              series(series(q * q**j, j, 0, i), i, 0, n) + finite),
    ),
    Proves(
        zeros, "of what is zero in the range of the sum",
        lambda: (given(), series((x * i + x) / (i + 1) - x, i, 0, n)),
        Equal(series((x * i + x) / (i + 1) - x, i, 0, n), 0),
    ),
    Proves(
        telescope, "of fractions that are defined in the range of the sum",
        lambda: (given(AtMost(0, n)), series(1 / (i * (i + 1)), i, 1, n), -1 / i),
        Equal(series(1 / (i * (i + 1)), i, 1, n), 1 - 1 / (n + 1)), (AtMost(0, n),),
    ),
    Proves(
        geometric, "of a finite sum from a symbolic index on",
        lambda: (given(NotEqual(q, 1), AtMost(0, m), AtMost(m, n + 1)), exponential(m, n), q),
        Equal(exponential(m, n), (q**m - q ** (n + 1)) / (1 - q)),
        (NotEqual(q, 1), AtMost(0, m), AtMost(m, n + 1)),
    ),
    Proves(
        geometric, "of a series of sums",
        lambda: (given(SMALL), series(q**i * series(h(j), j, 0, n), i, 0), q),
        Equal(series(q**i * series(h(j), j, 0, n), i, 0), series(h(j), j, 0, n) / (1 - q)),
        (SMALL,),
    ),
    Proves(
        termwise, "of a finite sum",
        lambda: (given(), series((x * i + x) / (i + 1), i, 0, n),
                 algebra(inside(0), (x * i + x) / (i + 1), x)),
        Equal(series((x * i + x) / (i + 1), i, 0, n), series(x, i, 0, n)),
    ),
    Proves(
        termwise, "of a series, whose convergence only the reader needs",
        lambda: (given(SMALL), series(q ** (i + 1), i, 0),
                 algebra(inside(0), q ** (i + 1), q * q**i)),
        Equal(series(q ** (i + 1), i, 0), series(q * q**i, i, 0)), (SMALL,),
    ),
    Proves(
        sum_order, "of a finite sum", lambda: (given(), finite, bound()),
        AtMost(finite, series(g(i), i, 0, n)), (BOUNDED,),
    ),
    Proves(
        absolutely, "of a geometric series", lambda: (given(SMALL), q**i, i, 0),
        Summable(q**i, i, 0), (SMALL,),
    ),
]  # fmt: skip

NO_SERIES = "converges does not follow"
REFUSES = [
    Refuses(linearity, "terms that agree only where a base is not zero",
            lambda: (given(), series(q ** (i + 1), i, -1, n), (q, q**i)),
            "is not the combination given"),
    Refuses(zeros, "terms that are zero only where a denominator is not",
            lambda: (given(), series((x**2 - x) / (x - 1) - x, i, 0, n)), "is not zero"),
    Refuses(zeros, "a term at the end of the range that is not zero",
            lambda: (given(), series((x * i + x) / (i + 1) - x, i, -1, n)), "is not zero"),
    Refuses(telescope, "fractions that are not defined at the first index",
            lambda: (given(AtMost(0, n)), series(1 / (i * (i + 1)), i, 0, n), -1 / i),
            "is not the difference of"),
    Refuses(termwise, "terms of another sum",
            lambda: (given(), finite, algebra(given(), g(i), g(i))), "is not the term"),
    Refuses(termwise, "an index that is not arbitrary",
            lambda: (given(), finite, assume(given(), Equal(h(i), 1))), "i is not arbitrary"),
    Refuses(termwise, "an equation that holds in a smaller range",
            lambda: (given(), series((x * i + i) / i, i, 0, n),
                     algebra(inside(1), (x * i + i) / i, x + 1)), "i is not arbitrary"),
    Refuses(sum_order, "an index that is not arbitrary",
            lambda: (given(), finite, assume(given(), AtMost(h(i), 1))), "i is not arbitrary"),
    Refuses(sum_order, "a bound from a later index on",
            lambda: (given(), series(h(i), i, -1, n), bound()), "i is not arbitrary"),
    Refuses(sum_order, "a series whose bound may diverge",
            lambda: (given(CONVERGES), total, bound()), NO_SERIES),
    Refuses(triangle, "a series that may converge, but not absolutely",
            lambda: (given(CONVERGES), total), NO_SERIES),
    Refuses(absolutely, "a series that may converge, but not absolutely",
            lambda: (given(CONVERGES), h(i), i, 0), NO_SERIES),
]  # fmt: skip


@pytest.mark.parametrize("case", [*PROVES, *REFUSES], ids=str)
def test_what_holds_in_the_range_of_a_sum_is_enough_and_less_is_refused(
    case: Proves | Refuses,
) -> None:
    case.check()
