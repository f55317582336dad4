"""Growth: what is said to decay does decay, and nothing is said of what need not."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sympy import Abs, Expr, Integer, Rational

from symbolic.growth import converges, decays, slope
from symbolic.statements import (
    AtMost,
    Bounded,
    Converges,
    ForAll,
    Less,
    NotEqual,
    Statement,
    Summable,
    TendsTo,
)
from symbolic.terms import CosTurn, FloorDiv, IfLess, SinTurn, index, real, sequence, series
from tests.symbolic.exact import World, value

x, y, q = real("x"), real("y"), real("q")
i, j, k, m, n = (index(name) for name in "ijkmn")
h, g, f = sequence("h"), sequence("g"), sequence("f")
SMALL = Less(Abs(q), 1)
BOUNDED = Bounded(h(i), i, 0)

DECAYS: list[tuple[Expr, tuple[Statement, ...]]] = [
    (q**n, (SMALL,)),
    (q ** (2 * n + 3), (SMALL,)),
    (n**3 * q**n, (SMALL,)),
    (Rational(1, 2) ** n, ()),
    (x * y**2 * q**n, (SMALL,)),
    (h(n) * q**n, (SMALL, BOUNDED)),
    (h(n + 2) * q**n, (SMALL, TendsTo(h(i), i, y))),
    (q**n * series(h(i), i, 0, n - 1), (SMALL, BOUNDED)),
    (q**n * series(h(n + i), i, 0, m), (SMALL, BOUNDED)),
    (q**n * FloorDiv(n, Integer(2)), (SMALL,)),
    (IfLess(n, m, q**n, 2 * q**n), (SMALL,)),
    (q**n - q ** (2 * n), (SMALL,)),
    (x ** (-n), (Less(1, x),)),
    (q**n * x**n, (SMALL, AtMost(Abs(x), 1))),
    (Abs(q) ** n * (1 + n) ** 2, (SMALL,)),
    (q**n * f(n, 3 * n), (SMALL, ForAll(i, 0, ForAll(j, 0, AtMost(Abs(f(i, j)), x))))),
    (q**n * f(n, 3 * n), (SMALL, ForAll(i, 0, ForAll(j, i, AtMost(Abs(f(i, j)), x))))),
    (q**n * CosTurn(n, m), (SMALL,)),
    (q**n * SinTurn(1, n) ** 3, (SMALL,)),
    (q**n * series(CosTurn(i * j, m), i, 0, n), (SMALL,)),
]


@pytest.mark.parametrize(("term", "facts"), DECAYS, ids=str)
def test_these_decay_and_every_fact_is_needed(term: Expr, facts: tuple[Statement, ...]) -> None:
    assert decays(term, n, facts) == frozenset(range(len(facts)))
    for k_ in range(len(facts)):
        fewer = facts[:k_] + facts[k_ + 1 :]
        assert decays(term, n, fewer) is None


MAY_NOT_DECAY: list[tuple[Expr, tuple[Statement, ...]]] = [
    (q**n, (AtMost(Abs(q), 1),)),
    (q**n, (Less(q, 1),)),
    (q ** (-n), (SMALL, NotEqual(q, 0))),
    (q ** (n - n), (SMALL,)),
    (2**n * q**n, (SMALL,)),
    (Integer(1) ** n, ()),
    (Integer(-1) ** n, ()),
    (n, ()),
    (1 / n, ()),
    (h(n), (BOUNDED,)),
    (h(n) * q**n, (SMALL,)),
    (h(n) ** -1 * q**n, (SMALL, BOUNDED)),
    (g(n) * q**n, (SMALL, BOUNDED)),
    (h(2 * n + 1) * q**n, (SMALL, Bounded(h(2 * i), i, 0))),
    (f(n, n) * q**n, (SMALL, Bounded(f(i, j), i, 0))),
    (f(n, n + 1) * q**n, (SMALL, Bounded(f(i, i), i, 0))),
    (f(n, j) * q**n, (SMALL, Bounded(f(i, k), i, 0))),
    (f(n, n) * q**n, (SMALL, Bounded(f(i, n), i, 0))),
    (q**n * series(f(i, i), i, 0, n), (SMALL, Bounded(f(k, i), k, 0))),
    (q**n * f(n, 2 * n), (SMALL, ForAll(i, 0, ForAll(i, 0, AtMost(Abs(f(i, i)), x))))),
    (q**n * f(n, 0), (SMALL, AtMost(i, 0), ForAll(i, 0, ForAll(j, i, AtMost(Abs(f(i, j)), x))))),
    (q**n * f(n, n), (SMALL, ForAll(i, 0, ForAll(j, 0, AtMost(Abs(f(i, j)), h(i)))))),
    (q**n * f(n, -n), (SMALL, ForAll(i, 0, ForAll(j, 0, AtMost(Abs(f(i, j)), x))))),
    (q**n * f(n, n, n), (SMALL, ForAll(i, 0, ForAll(j, 0, AtMost(Abs(f(i, j)), x))))),
    (q**n * series(x**i, i, 0, n), (SMALL,)),
    (q**n * series(f(i, n), i, 0, n), (SMALL, Bounded(f(i, n), i, 0))),
    (q**n * series(h(i), i, n, m), (SMALL, BOUNDED)),
    (q**n + 1, (SMALL,)),
    (IfLess(n, m, q**n, x), (SMALL,)),
    (q**m, (SMALL,)),
    (q ** (n * m), (SMALL,)),
    (q ** (n * m), (SMALL, AtMost(0, m))),
    ((q + n) ** n, (SMALL,)),
    (x**n, (Less(Abs(x), n),)),
    (CosTurn(n, m), ()),
    (CosTurn(n, m) ** n, ()),
    (q**n / CosTurn(n, m), (SMALL,)),
    (x**n * SinTurn(n, m), (AtMost(Abs(x), 1),)),
]


@pytest.mark.parametrize(("term", "facts"), MAY_NOT_DECAY, ids=str)
def test_nothing_is_said_of_these(term: Expr, facts: tuple[Statement, ...]) -> None:
    assert decays(term, n, facts) is None


def _bigger(part: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return st.one_of(
        st.builds(lambda a, b: a + b, part, part),
        st.builds(lambda a, b: a * b, part, part),
        st.builds(Abs, part),
        st.builds(lambda a, b: IfLess(n, m, a, b), part, part),
        st.builds(lambda a: series(a, i, 0, m), part),
    )


leaves = st.sampled_from(
    [q**n, q ** (2 * n - 1), y**n, n + 0, n**2, h(n), h(n + m), x + 1, FloorDiv(n, Integer(2)),
     series(h(i), i, 0, n), series(y**i, i, 0, n), q ** (i + n), Integer(2), q**m,
     CosTurn(n, Integer(5)), SinTurn(i * n, m + 1)]
)  # fmt: skip
growing = st.recursive(leaves, _bigger, max_leaves=5)
FACTS: tuple[Statement, ...] = (SMALL, AtMost(Abs(y), 1), BOUNDED, AtMost(0, m), AtMost(0, i))


@given(
    growing,
    st.sampled_from([Fraction(1, 2), Fraction(-1, 3), Fraction(0), Fraction(-1, 2)]),
    st.sampled_from([Fraction(1), Fraction(-1), Fraction(1, 2)]),
    st.integers(0, 2),
    st.integers(0, 5),
)
def test_what_is_said_to_decay_becomes_small(
    term: Expr, ratio: Fraction, other: Fraction, few: int, seed: int
) -> None:
    """With |q| <= 1/2, a polynomial times |q|**n is tiny at n = 28."""
    term = term * q**n
    assume(decays(term, n, FACTS) is not None)
    numbers = {q: ratio, y: other, x: Fraction(2), m: Fraction(few), i: Fraction(1)}
    world = World(numbers, seed)
    sizes = [abs(value(term, world.where({n: Fraction(at)}))) for at in (14, 28)]
    assert sizes[1] <= max(sizes[0], Fraction(1, 100))
    assert sizes[1] < Fraction(1, 10)


# -- convergence -----------------------------------------------------------------------------

CONVERGES: list[tuple[Converges | Summable, tuple[Statement, ...]]] = [
    (Converges(q**n, n, 0), (SMALL,)),
    (Summable(q**n, n, 0), (SMALL,)),
    (Converges(h(n), n, 0), (Converges(h(i), i, 0),)),
    (Converges(h(n), n, 5), (Converges(h(i), i, 0),)),
    (Converges(-h(n), n, 0), (Converges(h(i), i, 0),)),
    (Converges(h(n), n, 0), (Summable(h(i), i, 0),)),
    (Summable(-h(n), n, 0), (Summable(h(i), i, 0),)),
    (Converges(Abs(h(n)), n, 0), (Summable(h(i), i, 0),)),
    (Converges(x * h(n) + g(n), n, 0), (Converges(h(i), i, 0), Converges(g(i), i, 0))),
    (Converges((h(n) + 1) * q**n, n, 0), (SMALL, BOUNDED)),
    (Summable(CosTurn(n, m) * q**n, n, 0), (SMALL,)),
]


@pytest.mark.parametrize(("claim", "facts"), CONVERGES, ids=str)
def test_these_series_converge(claim: Converges | Summable, facts: tuple[Statement, ...]) -> None:
    assert converges(claim, facts) == frozenset(range(len(facts)))


MAY_DIVERGE: list[tuple[Converges | Summable, tuple[Statement, ...]]] = [
    (Converges(q**n, n, 0), (AtMost(Abs(q), 1),)),
    (Summable(h(n), n, 0), (Converges(h(i), i, 0),)),
    (Converges(Abs(h(n)), n, 0), (Converges(h(i), i, 0),)),
    (Converges(h(n), n, 0), (TendsTo(h(i), i, 0),)),
    (Converges(h(2 * n), n, 0), (Converges(h(i), i, 0),)),
    (Converges(h(n) ** 2, n, 0), (Converges(h(i), i, 0),)),
    (Converges(h(n) * g(n), n, 0), (Converges(h(i), i, 0), Converges(g(i), i, 0))),
    (Converges(n * h(n), n, 0), (Converges(h(i), i, 0),)),
    (Converges(h(n) + g(n), n, 0), (Converges(h(i), i, 0),)),
    (Converges(f(n, n), n, 0), (Converges(f(i, n), i, 0),)),
    (Converges(f(n, m), n, 0), (Converges(f(i, n), i, 0),)),
    (Converges(h(m), n, 0), (Converges(h(i), i, 0),)),
    (Converges(Integer(1), n, 0), ()),
    (Converges(CosTurn(n, m), n, 0), ()),
    (Converges(CosTurn(n, m) * h(n), n, 0), (Converges(h(i), i, 0),)),
]


@pytest.mark.parametrize(("claim", "facts"), MAY_DIVERGE, ids=str)
def test_nothing_is_said_of_these_series(
    claim: Converges | Summable, facts: tuple[Statement, ...]
) -> None:
    assert converges(claim, facts) is None


@pytest.mark.parametrize(
    ("exponent", "steep"),
    [(n, 1), (3 * n - m, 3), (m, 0), (-2 * n, -2), (n * m, None), (n**2, None),
     (FloorDiv(n, Integer(2)), None), (IfLess(n, m, 1, 2), None), (n - n, 0)],
)  # fmt: skip
def test_the_slope_of_an_exponent(exponent: Expr, steep: int | None) -> None:
    assert slope(exponent + 0, n) == steep
