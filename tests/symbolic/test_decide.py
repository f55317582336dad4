"""Deciding order: what is accepted is true wherever the facts used are, and they are enough."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from sympy import Abs, Expr, Integer, Rational

from symbolic.decide import nonzero_bases, prove
from symbolic.statements import AtMost, Equal, IllFormed, Less, NotEqual, Relation
from symbolic.terms import CosTurn, FloorDiv, NotATerm, SinTurn
from tests.symbolic.exact import Undefined, World, h, m, n, true, turns, worlds, x, y

KINDS: tuple[type[Relation], ...] = (AtMost, Less, Equal, NotEqual)

#: facts that theorems like to assume
USUAL: list[Relation] = [
    AtMost(0, x), Less(0, x), AtMost(x, 1), Less(x, 1), AtMost(x, 0), Equal(x, 0), NotEqual(x, 0),
    Less(Abs(x), 1), AtMost(Abs(x), 1), AtMost(0, y), Less(0, y), Less(y, 1), AtMost(x, y),
    AtMost(0, n), AtMost(1, n), AtMost(n, 0), AtMost(n, m), Less(n, m), Less(0, m), Equal(n, m),
    AtMost(-1, x), Less(-1, x), NotEqual(x, 1), NotEqual(x, y), NotEqual(y, 0), AtMost(-1, y),
]  # fmt: skip


def _bigger(part: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return st.one_of(
        st.builds(lambda a, b: a + b, part, part),
        st.builds(lambda a, b: a - b, part, part),
        st.builds(lambda a, b: a * b, part, part),
        st.builds(lambda a, b: a / b, part, part),
        st.builds(Abs, part),
        st.builds(lambda a: FloorDiv(n, a + 1), st.integers(0, 2)),
    )


powers = st.builds(
    lambda b, e: b**e,
    st.sampled_from([x, y, -x, x - 1, x * y, Integer(-1), Integer(-2), Rational(-1, 2)]),
    st.sampled_from(
        [n, m, n - 1, 2 * n, 2 * n - 2, 2 * m, 2 * n + 1, -2 * n, 2 * FloorDiv(n, Integer(2)),
         n * (n + 1), 2 * n * m]
    ),
)  # fmt: skip
numbers = st.sampled_from([Rational(q) for q in ("0", "1", "-1", "1/2", "2")])
small = st.recursive(
    st.one_of(st.sampled_from([x, y, n, m]), numbers, powers, turns()), _bigger, max_leaves=3
)
relations = st.builds(lambda kind, a, b: kind(a, b), st.sampled_from(KINDS), small, small)
facts_drawn = st.lists(st.one_of(st.sampled_from(USUAL), relations), max_size=5, unique=True)


@st.composite
def goals(draw: st.DrawFn, facts: list[Relation]) -> Relation:
    """Anything, or something near what the facts give: their sum, their product, one of them."""
    anything: Relation = draw(relations)
    if not facts or draw(st.booleans()):
        return anything
    f, g = draw(st.sampled_from(facts)), draw(st.sampled_from(facts))
    kind: type[Relation] = draw(st.sampled_from(KINDS))
    left, right = f.rhs - f.lhs, g.rhs - g.lhs
    combined = draw(st.sampled_from([left + right, left * right, left - right + 1, 2 * left]))
    return kind(draw(numbers), combined)


def well_formed(*statements: Relation) -> bool:
    try:
        for s in statements:
            s.check()
            _ = s.key
    except (NotATerm, IllFormed):
        return False
    return True


@settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(st.data(), facts_drawn)
def test_no_world_in_which_the_used_facts_hold_violates_what_was_accepted(
    data: st.DataObject, drawn: list[Relation]
) -> None:
    goal = data.draw(goals(drawn))
    facts = tuple(drawn)
    assume(well_formed(goal, *facts))
    used = prove(goal, facts)
    if used is None:
        return
    relied_on = tuple(facts[k] for k in sorted(used))
    assert prove(goal, relied_on) is not None, "the facts used are not enough"
    for world in data.draw(st.lists(worlds(), min_size=12, max_size=12)):
        try:
            if all(true(f, world) for f in relied_on):
                assert true(goal, world)
        except Undefined:
            continue


ACCEPTED: list[tuple[Relation, tuple[Relation, ...]]] = [
    (AtMost(0, 1), ()),
    (Less(x, x + 1), ()),
    (AtMost(0, x**2), ()),
    (AtMost(x, Abs(x)), ()),
    (AtMost(-x, Abs(x)), ()),
    (Less(x * y, 1), (AtMost(0, x), Less(x, 1), AtMost(0, y), AtMost(y, 1))),
    (Less(0, 1 / x), (Less(0, x),)),
    (Less(1 / x, 0), (Less(x, 0),)),
    (NotEqual(1 - x, 0), (Less(x, 1),)),
    (NotEqual(x * y, 0), (NotEqual(x, 0), NotEqual(y, 0))),
    (NotEqual(x**n, 0), (NotEqual(x, 0),)),
    (NotEqual(2 * x - 2 * y, 0), (NotEqual(x, y),)),
    (Less(0, x**n), (Less(0, x),)),
    (AtMost(0, x**n), (AtMost(0, x),)),
    (AtMost(x**n, 1), (AtMost(0, x), AtMost(x, 1), AtMost(0, n))),
    (Less(x**n, 1), (AtMost(0, x), Less(x, 1), AtMost(1, n))),
    (AtMost(1, x**n), (AtMost(1, x), AtMost(0, n))),
    (AtMost(n + 1, m), (Less(n, m),)),
    (Less(n, m + 1), (AtMost(n, m),)),
    (AtMost(1, n), (Less(0, n),)),
    (AtMost(n, 0), (Less(n, Rational(1, 2)),)),
    (Equal(x, y), (AtMost(x, y), AtMost(y, x))),
    (AtMost(2 * FloorDiv(n, Integer(2)), n), ()),
    (AtMost(FloorDiv(n, Integer(2)), 5), (AtMost(n, 11),)),
    (AtMost(0, x ** (2 * n)), ()),
    (AtMost(0, (x - y) ** (2 * n - 4)), ()),
    (AtMost(0, x ** (2 * n * m)), ()),
    (AtMost(0, x ** (2 * FloorDiv(n, Integer(2)))), ()),
    (AtMost(0, y * x ** (2 * n)), (AtMost(0, y),)),
    (Less(0, x ** (2 * n)), (NotEqual(x, 0),)),
    (Less(0, x ** (-2 * n)), (NotEqual(x, 0),)),
    (Less(0, x ** (2 * n)), (Less(x, 0),)),
    (AtMost(x**n, 1), (AtMost(-1, x), AtMost(x, 1), AtMost(0, n))),
    (AtMost(-1, x**n), (AtMost(-1, x), AtMost(x, 1), AtMost(0, n))),
    (AtMost(-1, Integer(-1) ** n), (AtMost(0, n),)),
    (AtMost(CosTurn(n, m), 1), ()),
    (AtMost(-1, SinTurn(n, m)), ()),
    (Less(0, 2 + CosTurn(n, m)), ()),
    (AtMost(CosTurn(n, m) * x, x), (AtMost(0, x),)),
    (AtMost(SinTurn(n, m) ** n, 1), (AtMost(0, n),)),
    (Less(0, Abs(x - y)), (NotEqual(x, y),)),
    (Less(0, Abs(2 * x - 2 * y)), (NotEqual(y, x),)),
    (NotEqual(y * Abs(x), 0), (NotEqual(x, 0), NotEqual(y, 0))),
]


@pytest.mark.parametrize(("goal", "facts"), ACCEPTED, ids=str)
def test_these_follow_from_what_is_used(goal: Relation, facts: tuple[Relation, ...]) -> None:
    used = prove(goal, facts)
    assert used is not None
    assert prove(goal, tuple(facts[k] for k in sorted(used))) is not None


REFUSED: list[tuple[Relation, tuple[Relation, ...]]] = [
    (Less(0, x**2), ()),
    (AtMost(0, x), ()),
    (AtMost(x, x**2), ()),
    (Less(x, Abs(x)), ()),
    (AtMost(Abs(x) + Abs(y), Abs(x + y)), ()),
    (Less(x * y, 1), (AtMost(0, x), AtMost(x, 1), AtMost(0, y), AtMost(y, 1))),  # 1 * 1
    (AtMost(x * y, 1), (AtMost(x, 1), AtMost(y, 1))),  # (-2) * (-2)
    (Less(0, 1 / x), (AtMost(0, x),)),
    (Less(0, 1 / x), (NotEqual(x, 0),)),
    (AtMost(1 / x, 1 / y), (Less(0, x), AtMost(x, y))),
    (NotEqual(1 - x, 0), (AtMost(x, 1),)),
    (NotEqual(x * y, 0), (NotEqual(x, 0),)),
    (NotEqual(x + y, 0), (NotEqual(x, 0), NotEqual(y, 0))),
    (NotEqual(x**n, 0), ()),
    (Less(0, x**n), (AtMost(0, x),)),
    (AtMost(0, x**n), ()),
    (AtMost(x**n, 1), (AtMost(x, 1), AtMost(0, n))),  # (-2)**2
    (AtMost(x**n, 1), (AtMost(0, x), AtMost(x, 1))),  # (1/2)**-1
    (Less(x**n, 1), (AtMost(0, x), Less(x, 1), AtMost(0, n))),  # n = 0
    (Less(x**n, 1), (AtMost(0, x), AtMost(x, 1), AtMost(1, n))),  # x = 1
    (AtMost(x**n, x), (AtMost(0, x), AtMost(x, 1), AtMost(0, n))),  # n = 0
    (AtMost(1, x**n), (AtMost(1, x),)),
    (AtMost(x ** (n + 1), x**n), (AtMost(0, x), AtMost(0, n))),
    (AtMost(n + 1, m), (AtMost(n, m),)),
    (AtMost(x + 1, y), (Less(x, y),)),  # integers only
    (AtMost(x, 0), (Less(x, Rational(1, 2)),)),
    (AtMost(h(n) + 1, h(m)), (Less(h(n), h(m)),)),
    (AtMost(n / 2 + 1, m), (Less(n / 2, m),)),  # halves are not integers
    (Equal(x, y), (AtMost(x, y),)),
    (NotEqual(n, m), (AtMost(n, m),)),
    (AtMost(FloorDiv(n, m) * m, n), ()),
    (AtMost(n, 2 * FloorDiv(n, Integer(2))), ()),
    (AtMost(0, FloorDiv(n, m)), (AtMost(0, n),)),
    (AtMost(0, x ** (2 * n + 1)), ()),
    (AtMost(0, x ** (3 * n)), ()),
    (AtMost(0, x ** (2 * n + m)), ()),
    (AtMost(0, x ** (n * m)), ()),
    (AtMost(0, x ** (n**2)), ()),
    (AtMost(0, x ** FloorDiv(n, Integer(2))), ()),
    (AtMost(0, x ** (2 * n) * x ** (2 * m + 1)), (NotEqual(x, 0),)),
    (AtMost(0, Integer(-1) ** n), ()),
    (Less(0, x ** (2 * n)), ()),
    (Less(0, x ** (2 * n)), (AtMost(0, n),)),
    (AtMost(1, x ** (2 * n)), (NotEqual(x, 0),)),
    (AtMost(x**n, 1), (AtMost(-1, x), AtMost(x, 1))),  # (-1/2)**-2
    (AtMost(x**n, 1), (AtMost(-2, x), AtMost(x, 1), AtMost(0, n))),
    (AtMost(-1, x**n), (AtMost(x, 1), AtMost(0, n))),
    (Less(x**n, 1), (Less(-1, x), Less(x, 1), AtMost(0, n))),  # n = 0
    (Less(-1, x**n), (AtMost(-1, x), AtMost(x, 1), AtMost(0, n))),
    (AtMost(x**n, x), (AtMost(-1, x), AtMost(x, 1), AtMost(1, n))),  # (-1/2)**2
    (AtMost(0, CosTurn(n, Integer(3))), ()),
    (Less(CosTurn(n, Integer(3)), 1), ()),
    (Less(0, 1 + SinTurn(n, Integer(3))), ()),
    (AtMost(CosTurn(n, Integer(3)) + SinTurn(n, Integer(3)), 1), ()),
    (Equal(CosTurn(n, Integer(3)), CosTurn(n + 3, Integer(3))), ()),  # a rule says so
    (AtMost(CosTurn(n, Integer(3)) * x, x), ()),
    (Less(0, Abs(x)), ()),
    (Less(0, Abs(x - y)), (NotEqual(x, 0), NotEqual(y, 0))),
    (Less(0, Abs(x + y)), (NotEqual(x, y),)),
]


def grid() -> Iterator[World]:
    """Worlds enough to refute everything in the table."""
    amounts = [Fraction(q) for q in ("-2", "-1", "-1/2", "0", "1/4", "1/2", "1", "2")]
    sizes = [Fraction(q) for q in (-2, -1, 0, 1, 2, 3)]
    for a, b, c, d in product(amounts, amounts, sizes, sizes):
        yield World({x: a, y: b, n: c, m: d}, seed=0)


def refutes(world: World, goal: Relation, facts: tuple[Relation, ...]) -> bool:
    """The facts hold there, and the goal is false or not even defined."""
    try:
        if not all(true(f, world) for f in facts):
            return False
    except Undefined:
        return False
    try:
        return not true(goal, world)
    except Undefined:
        return True


@pytest.mark.parametrize(("goal", "facts"), REFUSED, ids=str)
def test_these_do_not_follow_and_are_false_somewhere(
    goal: Relation, facts: tuple[Relation, ...]
) -> None:
    assert prove(goal, facts) is None
    assert any(refutes(world, goal, facts) for world in grid())


@pytest.mark.parametrize(
    "bystander",
    [AtMost(x ** (n - 1), y), Less(y, x ** (n - 1) + 5), NotEqual(x ** (n - 1), y)],
    ids=str,
)
def test_a_fact_that_is_not_used_lends_nothing(bystander: Relation) -> None:
    """x**(n-1) being defined means x != 0 or n >= 1; without that, 0**0 <= 0 would follow."""
    facts = (AtMost(0, x), AtMost(x, 0), AtMost(0, n), bystander)
    used = prove(AtMost(x**n, 0), facts)
    assert used is None or 3 in used


@pytest.mark.parametrize(
    "bystander",
    [AtMost(x ** (2 * n - 1), y), Less(y, x ** (2 * n - 2) + 5), NotEqual(x ** (2 * n - 2), y)],
    ids=str,
)
def test_an_even_power_is_lent_nothing_either(bystander: Relation) -> None:
    facts = (AtMost(0, x), AtMost(x, 0), AtMost(0, n), bystander)
    used = prove(AtMost(x ** (2 * n), 0), facts)
    assert used is None or 3 in used


@pytest.mark.parametrize("goal", [AtMost(n, 0), AtMost(0, n), Less(n, 1)], ids=str)
def test_an_integer_of_size_below_one_is_zero(goal: Relation) -> None:
    assert prove(goal, (Less(Abs(n), 1),)) is not None


def test_the_bases_that_facts_show_to_be_nonzero_are_found_with_the_facts() -> None:
    terms = (x**n * y**m, 3**n)
    facts = (Less(0, y), Less(x, 0))
    bases, used = nonzero_bases(terms, facts)
    assert bases == {x, y}
    assert used == {0, 1}
    bases, used = nonzero_bases(terms, (AtMost(0, x), NotEqual(y, 0)))
    assert bases == {y}
    assert used == {1}
