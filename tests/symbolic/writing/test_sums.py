"""Rules of summation: what they prove, exactly, and near misses, with the reason of the refusal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from sympy import Abs, Expr, Integer, Rational

from symbolic.core.kernel import is_theorem
from symbolic.statements import (
    AtMost,
    Bounded,
    Converges,
    Equal,
    ForAll,
    Less,
    NotEqual,
    Statement,
    Summable,
    TendsTo,
)
from symbolic.terms import IfLess, index, real, sequence, series
from symbolic.writing.equality import algebra
from symbolic.writing.logic import assume, recall, specialise
from symbolic.writing.sums import (
    absolutely,
    blocks,
    empty,
    exchange,
    exchange_finite,
    geometric,
    linearity,
    peel_first,
    peel_last,
    shift,
    split,
    sum_order,
    telescope,
    telescoping_converges,
    termwise,
    triangle,
    zeros,
)
from symbolic.writing.theorem import Context, ProofError, Theorem, given

x, y, q = real("x"), real("y"), real("q")
i, j, k, m, n = (index(name) for name in "ijkmn")
h, g, f = sequence("h"), sequence("g"), sequence("f")
CONVERGES = Converges(h(i), i, 0)
SMALL = Less(Abs(q), 1)
VANISHES = TendsTo(h(i), i, 0)

total = series(h(i), i, 0)
finite = series(h(i), i, 0, n)
differences = series(h(i) - h(i + 1), i, 0)
corner = series(series(f(i, j), j, 0, i), i, 0)
finite_corner = series(series(f(i, j), j, 1, i - 1), i, 0, n)
rectangle = series(series(f(i, j), j, 1, m), i, 0, n)
ABSOLUTELY = Converges(series(Abs(f(i, j)), j, 0, i), i, 0)
Arguments = Callable[[], tuple[Any, ...]]


@dataclass(frozen=True)
class Proves:
    """From these arguments the rule proves ``says``, from exactly the hypotheses ``given``."""

    rule: Callable[..., Theorem]
    what: str
    arguments: Arguments
    says: Statement
    given: tuple[Statement, ...] = ()

    def __str__(self) -> str:
        return f"{self.rule.__name__}: {self.what}"


@dataclass(frozen=True)
class Refuses:
    """From these arguments the rule proves nothing, for the reason ``why``."""

    rule: Callable[..., Theorem]
    what: str
    arguments: Arguments
    why: str

    def __str__(self) -> str:
        return f"{self.rule.__name__}: {self.what}"


def vanishing() -> Theorem:
    """h(i) -> 0 |- -h(i) -> 0."""
    return recall(given(VANISHES), TendsTo(-h(i), i, 0))


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
        zeros, "of what is zero in the range of the sum",
        lambda: (given(), series((x * i + x) / (i + 1) - x, i, 0)),
        Equal(series((x * i + x) / (i + 1) - x, i, 0), 0),
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
        telescope, "of fractions that are defined in the range of the sum",
        lambda: (given(AtMost(0, n)), series(1 / (i * (i + 1)), i, 1, n), -1 / i),
        Equal(series(1 / (i * (i + 1)), i, 1, n), 1 - 1 / (n + 1)), (AtMost(0, n),),
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
        geometric, "of a finite sum from a symbolic index on",
        lambda: (given(NotEqual(q, 1), AtMost(0, m), AtMost(m, n + 1)), exponential(m, n), q),
        Equal(exponential(m, n), (q**m - q ** (n + 1)) / (1 - q)),
        (NotEqual(q, 1), AtMost(0, m), AtMost(m, n + 1)),
    ),
    Proves(
        geometric, "of a series",
        lambda: (given(SMALL, AtMost(0, n)), series(x * q**i, i, 2), q),
        Equal(series(x * q**i, i, 2), x * q**2 / (1 - q)), (SMALL,),
    ),
    Proves(
        geometric, "of a series of sums",
        lambda: (given(SMALL), series(q**i * series(h(j), j, 0, n), i, 0), q),
        Equal(series(q**i * series(h(j), j, 0, n), i, 0), series(h(j), j, 0, n) / (1 - q)),
        (SMALL,),
    ),
    Proves(
        exchange, "of a finite triangle",
        lambda: (given(), finite_corner),
        Equal(finite_corner, series(series(f(i, j), i, j + 1, n), j, 1, n - 1)),
    ),
    Proves(
        exchange, "of an absolutely convergent triangle",
        lambda: (given(ABSOLUTELY), corner),
        Equal(corner, series(series(f(i, j), i, j), j, 0)), (ABSOLUTELY,),
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
    Proves(
        termwise, "of a finite sum",
        lambda: (given(), series((x * i + x) / (i + 1), i, 0, n),
                 algebra(inside(0), (x * i + x) / (i + 1), x)),
        Equal(series((x * i + x) / (i + 1), i, 0, n), series(x, i, 0, n)),
    ),
    Proves(
        termwise, "of a series, without convergence",
        lambda: (given(), series(q ** (i + 1), i, 0), algebra(inside(0), q ** (i + 1), q * q**i)),
        Equal(series(q ** (i + 1), i, 0), series(q * q**i, i, 0)),
    ),
    Proves(
        sum_order, "of a finite sum", lambda: (given(), finite, bound()),
        AtMost(finite, series(g(i), i, 0, n)), (BOUNDED,),
    ),
    Proves(
        sum_order, "of convergent series",
        lambda: (given(CONVERGES, Converges(g(i), i, 0)), total, bound()),
        AtMost(total, series(g(i), i, 0)), (BOUNDED, CONVERGES, Converges(g(i), i, 0)),
    ),
    Proves(
        triangle, "of a finite sum", lambda: (given(), finite),
        AtMost(Abs(finite), series(Abs(h(i)), i, 0, n)),
    ),
    Proves(
        triangle, "of an absolutely convergent series",
        lambda: (given(Summable(h(i), i, 0)), total),
        AtMost(Abs(total), series(Abs(h(i)), i, 0)), (Summable(h(i), i, 0),),
    ),
    Proves(
        absolutely, "of a geometric series", lambda: (given(SMALL), q**i, i, 0),
        Summable(q**i, i, 0), (SMALL,),
    ),
]  # fmt: skip

NO_ORDER, NO_SERIES = "side condition .* does not follow", "side condition .*converges does not"
REFUSES = [
    Refuses(linearity, "a sign",
            lambda: (given(), series(h(i) - g(i), i, 0, n), (1, h(i)), (1, g(i))),
            "is not the combination given"),
    Refuses(linearity, "a factor that depends on the index",
            lambda: (given(), series(i * h(i), i, 0, n), (i, h(i))), "is not constant in i"),
    Refuses(linearity, "terms that agree only where a base is not zero",
            lambda: (given(), series(q ** (i + 1), i, -1, n), (q, q**i)),
            "is not the combination given"),
    Refuses(linearity, "series that may diverge although their combination converges",
            lambda: (given(CONVERGES), total, (1, h(i) + 1), (-1, 1)), NO_SERIES),
    Refuses(linearity, "no sum", lambda: (given(), h(i), (1, h(i))), "is not a sum"),
    Refuses(split, "before the sum begins",
            lambda: (given(AtMost(-2, m), AtMost(m, n)), finite, m), NO_ORDER),
    Refuses(split, "after the sum ends",
            lambda: (given(AtMost(-1, m), AtMost(m, n + 1)), finite, m), NO_ORDER),
    Refuses(split, "a series that may diverge", lambda: (given(AtMost(0, m)), total, m), NO_SERIES),
    Refuses(split, "at its own index", lambda: (given(AtMost(0, i), AtMost(i, n)), finite, i),
            "at its own index i"),
    Refuses(split, "at a fraction",
            lambda: (given(AtMost(1, n)), finite, Rational(1, 2)), "is not an integer"),
    Refuses(peel_first, "a sum that may be empty", lambda: (given(AtMost(-1, n)), finite),
            NO_ORDER),
    Refuses(peel_first, "a series that may diverge", lambda: (given(), total), NO_SERIES),
    Refuses(peel_first, "what is not a sum", lambda: (given(), h(0)), "is not a sum"),
    Refuses(peel_last, "a sum that may be empty", lambda: (given(AtMost(-1, n)), finite), NO_ORDER),
    Refuses(peel_last, "an infinite sum", lambda: (given(CONVERGES), total), "has no last term"),
    Refuses(empty, "a sum of one term", lambda: (given(AtMost(n, m)), series(h(i), i, m, n)),
            NO_ORDER),
    Refuses(empty, "an infinite sum", lambda: (given(CONVERGES), total), "is not empty"),
    Refuses(zeros, "terms that are not zero", lambda: (given(), finite), "is not zero"),
    Refuses(zeros, "powers of zero", lambda: (given(), series(Integer(0) ** i, i, 0, n)),
            "is not zero"),
    Refuses(zeros, "terms that are zero only where a denominator is not",
            lambda: (given(), series((x**2 - x) / (x - 1) - x, i, 0, n)), "is not zero"),
    Refuses(zeros, "a term at the end of the range that is not zero",
            lambda: (given(), series((x * i + x) / (i + 1) - x, i, -1, n)), "is not zero"),
    Refuses(shift, "by its own index", lambda: (given(), finite, i), "depends on the index"),
    Refuses(shift, "by a fraction", lambda: (given(), finite, Rational(1, 2)), "not an integer"),
    Refuses(shift, "by a real number", lambda: (given(), finite, x), "not an integer"),
    Refuses(shift, "a series that may diverge", lambda: (given(), total, 1), NO_SERIES),
    Refuses(telescope, "the wrong sign",
            lambda: (given(AtMost(-1, n)), series(h(i) - h(i + 1), i, 0, n), h(i)),
            "is not the difference of"),
    Refuses(telescope, "an antidifference shifted by one",
            lambda: (given(AtMost(-1, n)), series(h(i) - h(i + 1), i, 0, n), -h(i + 1)),
            "is not the difference of"),
    Refuses(telescope, "fractions that are not defined at the first index",
            lambda: (given(AtMost(0, n)), series(1 / (i * (i + 1)), i, 0, n), -1 / i),
            "is not the difference of"),
    Refuses(telescope, "a range that may end before it begins",
            lambda: (given(), series(h(i) - h(i + 1), i, 0, n), -h(i)), NO_ORDER),
    Refuses(telescope, "a range that may end two before it begins",
            lambda: (given(AtMost(-2, n)), series(h(i) - h(i + 1), i, 0, n), -h(i)), NO_ORDER),
    Refuses(telescope, "a series without the limit",
            lambda: (given(VANISHES), differences, -h(i)), "needs the limit"),
    Refuses(telescope, "a series with the limit of another sequence",
            lambda: (given(), differences, -h(i), assume(given(), TendsTo(h(i), i, 0))),
            "the limit given is not that of"),
    Refuses(telescope, "a series with a bound for the limit",
            lambda: (given(), differences, -h(i), assume(given(), Bounded(-h(i), i, 0))),
            "the premise is not a limit"),
    Refuses(telescoping_converges, "the wrong sign",
            lambda: (given(), h(i) - h(i + 1), i, 0, h(i), assume(given(), VANISHES)),
            "is not the difference of"),
    Refuses(telescoping_converges, "the limit of another sequence",
            lambda: (given(), h(i) - h(i + 1), i, 0, -h(i), assume(given(), TendsTo(g(i), i, 0))),
            "the limit given is not that of"),
    Refuses(telescoping_converges, "a limit in another variable that the terms mention",
            lambda: (given(), h(j) - h(j + 1), i, 0, -h(j), vanishing()),
            "is not the difference of"),
    Refuses(geometric, "ratio one", lambda: (given(AtMost(-1, n)), exponential(0, n), q), NO_ORDER),
    Refuses(geometric, "a ratio that depends on the index",
            lambda: (given(AtMost(0, n), AtMost(1, i), Less((i + 1) * q / i, 1)),
                     series(i * q**i, i, 1, n), (i + 1) * q / i), "depends on i"),
    Refuses(geometric, "another ratio",
            lambda: (given(NotEqual(q**2, 1), AtMost(-1, n)), exponential(0, n), q**2),
            "do not have the ratio"),
    Refuses(geometric, "a range that may end two before it begins",
            lambda: (given(NotEqual(q, 1), NotEqual(q, 0), AtMost(-2, n)), exponential(0, n), q),
            NO_ORDER),
    Refuses(geometric, "powers that are not defined",
            lambda: (given(NotEqual(q, 1), AtMost(0, n)), exponential(-1, n), q),
            "do not have the ratio"),
    Refuses(geometric, "a series with ratio at most one",
            lambda: (given(AtMost(Abs(q), 1), NotEqual(q, 1)), exponential(), q), NO_ORDER),
    Refuses(geometric, "a series with ratio below one but not above minus one",
            lambda: (given(Less(q, 1)), exponential(), q), NO_ORDER),
    Refuses(geometric, "terms that are not powers",
            lambda: (given(SMALL), series(q**i + 1, i, 0), q), "do not have the ratio"),
    Refuses(exchange, "a series that is not known to converge", lambda: (given(), corner),
            NO_SERIES),
    Refuses(exchange, "a series that converges, but not absolutely",
            lambda: (given(Converges(series(f(i, j), j, 0, i), i, 0)), corner), NO_SERIES),
    Refuses(exchange, "absolute convergence of another series",
            lambda: (given(Converges(series(Abs(f(i, j)), j, 1, i), i, 0)), corner), NO_SERIES),
    Refuses(exchange, "a corner that is cut off",
            lambda: (given(), series(series(f(i, j), j, 0, i), i, 1, n)), NO_ORDER),
    Refuses(exchange, "a rectangle",
            lambda: (given(), series(series(f(i, j), j, 0, n), i, 0, n)),
            "not run over a triangle"),
    Refuses(exchange, "an inner sum that begins at the outer index",
            lambda: (given(), series(series(f(i, j), j, i, i + 1), i, 0, n)),
            "not run over a triangle"),
    Refuses(exchange, "rows that grow by two",
            lambda: (given(), series(series(f(i, j), j, 0, 2 * i), i, 0, n)),
            "not run over a triangle"),
    Refuses(exchange, "an infinite row",
            lambda: (given(), series(series(f(i, j), j, 0), i, 0, n)), "not run over a triangle"),
    Refuses(exchange, "one sum", lambda: (given(), finite), "are not sums"),
    Refuses(exchange, "an outer end with the name of the inner index",
            lambda: (given(), series(series(f(i, j), j, 0, i), i, 0, j)), "j has two meanings"),
    Refuses(exchange_finite, "a triangle", lambda: (given(), finite_corner),
            "not run over a rectangle"),
    Refuses(exchange_finite, "rows that begin at the outer index",
            lambda: (given(), series(series(f(i, j), j, i, m), i, 0, n)),
            "not run over a rectangle"),
    Refuses(exchange_finite, "infinite rows",
            lambda: (given(Converges(f(i, j), j, 0)), series(series(f(i, j), j, 0), i, 0, n)),
            "a sum is infinite"),
    Refuses(exchange_finite, "infinitely many rows",
            lambda: (given(Converges(series(f(i, j), j, 0, m), i, 0)),
                     series(series(f(i, j), j, 0, m), i, 0)), "a sum is infinite"),
    Refuses(exchange_finite, "an outer end with the name of the inner index",
            lambda: (given(), series(series(f(i, j), j, 1, m), i, 0, j)), "j has two meanings"),
    Refuses(exchange_finite, "one name for both indices",
            lambda: (given(), series(series(f(i, i), i, 1, m), i, 0, n)), "i has two meanings"),
    Refuses(exchange_finite, "one sum", lambda: (given(), finite), "are not sums"),
    Refuses(blocks, "blocks that may be empty",
            lambda: (given(CONVERGES, AtMost(0, m)), total, m, k), NO_ORDER),
    Refuses(blocks, "a series that may diverge", lambda: (given(AtMost(1, m)), total, m, k),
            NO_SERIES),
    Refuses(blocks, "a bounded sequence",
            lambda: (given(Bounded(h(i), i, 0), AtMost(1, m)), total, m, k), NO_SERIES),
    Refuses(blocks, "a finite sum", lambda: (given(AtMost(1, m)), finite, m, k),
            "only a series is grouped"),
    Refuses(blocks, "a length that depends on the index",
            lambda: (given(CONVERGES, AtMost(1, i)), total, i, k), "depends on the index"),
    Refuses(blocks, "a length that is not an integer",
            lambda: (given(CONVERGES, AtMost(1, x)), total, x, k), "is not an integer"),
    Refuses(blocks, "a number for the blocks that occurs in the terms",
            lambda: (given(Converges(f(i, k), i, 0), AtMost(1, m)), series(f(i, k), i, 0), m, k),
            "already occurs"),
    Refuses(blocks, "a number for the blocks that occurs in the length",
            lambda: (given(CONVERGES, AtMost(1, m)), total, m, m), "already occurs"),
    Refuses(blocks, "the index itself for the blocks",
            lambda: (given(CONVERGES, AtMost(1, m)), total, m, i), "cannot number the blocks"),
    Refuses(blocks, "a real number for the blocks",
            lambda: (given(CONVERGES, AtMost(1, m)), total, m, x), "cannot number the blocks"),
    Refuses(termwise, "terms of another sum",
            lambda: (given(), finite, algebra(given(), g(i), g(i))), "is not the term"),
    Refuses(termwise, "an inequality", lambda: (given(), finite, bound()), "an equation between"),
    Refuses(termwise, "an index that is not arbitrary",
            lambda: (given(), finite, assume(given(), Equal(h(i), 1))), "i is not arbitrary"),
    Refuses(termwise, "an equation that holds in a smaller range",
            lambda: (given(), series((x * i + i) / i, i, 0, n),
                     algebra(inside(1), (x * i + i) / i, x + 1)), "i is not arbitrary"),
    Refuses(sum_order, "an index that is not arbitrary",
            lambda: (given(), finite, assume(given(), AtMost(h(i), 1))), "i is not arbitrary"),
    Refuses(sum_order, "a bound from a later index on",
            lambda: (given(), series(h(i), i, -1, n), bound()), "i is not arbitrary"),
    Refuses(sum_order, "an equation",
            lambda: (given(), finite, algebra(given(), h(i), h(i))), "is not an inequality"),
    Refuses(sum_order, "a series whose bound may diverge",
            lambda: (given(CONVERGES), total, bound()), NO_SERIES),
    Refuses(triangle, "a series that may converge, but not absolutely",
            lambda: (given(CONVERGES), total), NO_SERIES),
    Refuses(absolutely, "a series that may converge, but not absolutely",
            lambda: (given(CONVERGES), h(i), i, 0), NO_SERIES),
]  # fmt: skip


@pytest.mark.parametrize("case", PROVES, ids=str)
def test_the_rule_proves_exactly_what_it_says(case: Proves) -> None:
    theorem = case.rule(*case.arguments())
    assert is_theorem(theorem.proof)
    assert theorem.statement.key is case.says.key
    assert {h.key for h in theorem.hypotheses} == {h.key for h in case.given}
    assert len(theorem.hypotheses) == len(case.given)


@pytest.mark.parametrize("case", REFUSES, ids=str)
def test_the_rule_refuses_the_near_miss(case: Refuses) -> None:
    arguments = case.arguments()
    with pytest.raises(ProofError, match=case.why):
        case.rule(*arguments)


def test_a_conditional_in_a_sum_is_an_ordinary_term() -> None:
    term = IfLess(i, m, h(i), 0)
    theorem = peel_last(given(AtMost(0, n)), series(term, i, 0, n))
    assert theorem.statement == Equal(
        series(term, i, 0, n), series(term, i, 0, n - 1) + IfLess(n, m, h(n), 0)
    )
