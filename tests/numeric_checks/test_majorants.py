"""Bounds read off terms are bounds; tails are bounded by them; anything else is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import arb
from hypothesis import given, strategies as st
from sympy import Abs, Expr, Integer

from numeric_checks.arithmetic.balls import bounds
from numeric_checks.identities.evaluation import assign, evaluate
from numeric_checks.identities.majorants import Majorant, NoTailBound, Piece, has_series, majorant
from numeric_checks.instances import strategies as draw
from symbolic import FloorDiv, IfLess, index, real, sequence, series
from symbolic.returns import (
    DelayedLambdaReturn,
    InvertedUReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
)
from symbolic.terms import open_sum
from tests.hits import hit, reaches

i, j, k, n, m = (index(x) for x in "ijknm")
lam, gamma = real("lambda"), real("gamma")
h = sequence("h")


def exactly(x: arb) -> Fraction:
    low, high = bounds(x)
    assert low == high
    return low


SUMMANDS: list[Expr] = [
    gamma**n,
    (1 - lam) * lam ** (n - 1) * gamma**n,
    -n * gamma**n,
    (n**2 - 3 * n + 1) * (gamma * lam) ** (2 * n - 1),
    Abs(lam**n - gamma**n),
    gamma ** FloorDiv(n + 1, m),
    FloorDiv(n, 2) * gamma**n,
    SparseLambdaReturn(lam, m).c(n) * gamma**n,
    SparseLambdaReturn(lam, m).h(n) * gamma**n,
    TruncatedLambdaReturn(lam, m).c(n) * gamma**n,
    DelayedLambdaReturn(lam, m).c(n) * gamma**n,
    InvertedUReturn(lam).c(n) * gamma**n,
    IfLess(n, 5, n, gamma**n),
    gamma**n * series(lam**i, i, 0, n - 1),
    gamma**n * series(1, i, 1, n) * series(i, i, 2, 2 * n + 1),
    gamma**n * series(lam ** (n - i), i, 0, n),
    gamma**n * series(1, i, 1, 9 * n - 8),
    gamma ** (2 * n) * series(gamma ** (-i), i, 0, n),
    gamma**n * series(series(lam**i * gamma**j, j, 0, i), i, 1, n + 3),
    gamma**n * h(n) * h(n - 1),
    gamma**n / (2 - gamma) ** 3,
    2 ** (-n) + Integer(-1) ** n * gamma**n,
    0 * n + 3,
]


@pytest.mark.parametrize("body", SUMMANDS, ids=range(len(SUMMANDS)))
@given(
    at=st.fixed_dictionaries(
        {
            lam: draw.lambdas(),
            gamma: draw.discounts(),
            m: st.integers(1, 4),
            h: st.lists(draw.rationals(-2, 2), max_size=4),
        }
    )
)
def test_every_term_is_below_its_bound(body: Expr, at: dict[Any, Any]) -> None:
    bound = majorant(open_sum(series(body, n, 1)), 1, assign(at))
    for place in range(12):
        size = abs(evaluate(body, {**at, n: 1 + place}))
        limit = sum(
            (exactly(p.C) * (place + 1) ** p.k * exactly(p.q) ** place for p in bound.pieces),
            Fraction(0),
        )
        assert size <= limit


@reaches("no bound")
@given(draw.rationals(0, 9), st.integers(0, 3), draw.discounts(), st.integers(0, 30))
def test_the_tail_of_a_piece_is_bounded(C: Fraction, power: int, q: Fraction, J: int) -> None:
    tail = Majorant((Piece.of(C, power, q),)).tail(J)
    if tail is None:
        hit("no bound")
        assert q * Fraction(J + 2, J + 1) ** power > Fraction(99, 100)
        return
    partial = sum((C * (t + 1) ** power * q**t for t in range(J, J + 40)), Fraction(0))
    assert partial <= bounds(tail)[1]


def test_a_geometric_tail_is_sharp() -> None:
    tail = Majorant((Piece.of(Fraction(3), 0, Fraction(1, 2)),)).tail(10)
    assert tail is not None
    low, high = bounds(tail)
    assert Fraction(6, 2**10) <= high <= Fraction(6, 2**10) * Fraction(1001, 1000)
    assert low > 0


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (gamma ** (n * n), "no linear bound"),
        (1 / n, "no bound is known"),
        (gamma**n / (1 + gamma**n), "no bound is known"),
        (gamma**n * series(1, i, 0), "no geometric series bounds its terms"),
        (gamma**n / series(gamma**i, i, 0), "no bound is known"),
        (gamma**n * h(7 - n), "may become negative"),
        (gamma**n * sequence("g")(n), "its members are not known"),
        (gamma**n * series(1, i, FloorDiv(n, 2), n), "its lower end is not linear"),
        (gamma**n * FloorDiv(n, n), "no linear bound"),
        (gamma**n / (1 - 2 * gamma), "divides by zero"),
    ],
)
def test_what_has_no_bound_is_refused(body: Expr, message: str) -> None:
    values = assign({gamma: "1/2", h: [1, 2]})
    with pytest.raises(NoTailBound, match=message):
        majorant(open_sum(series(body, n, 1)), 1, values)


@pytest.mark.parametrize("body", [gamma**n, n * gamma ** (2 * n), (-gamma) ** n])
def test_a_bound_that_does_not_decay_says_so(body: Expr) -> None:
    part = open_sum(series(body, n, 0))
    assert majorant(part, 0, assign({gamma: "9/10"})).converges
    assert not majorant(part, 0, assign({gamma: 1})).converges


def test_series_are_found_inside_terms() -> None:
    assert has_series(1 + Abs(series(gamma**i, i, 0)))
    assert not has_series(series(gamma**i, i, 0, n))
