"""Finding orders: what follows is found, from what it needs; what is false somewhere is not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from symbolic.core.kernel import Refused, Theorem, assume, combination, generalise
from symbolic.core.polynomials import key, plus, polynomial
from symbolic.core.terms import INT, ONE, Term, apply, eq, le, lt, ne, node, number, term, var
from symbolic.search import order
from symbolic.search.order import by_algebra, prove, support
from tests.symbolic.core.evaluation import World

x, y, z = (var(t) for t in "xyz")
n, m, k = (var(t, INT) for t in "nmk")
HALF = number(Fraction(1, 2))
UNIT_X, UNIT_Y = (le(0, x), le(x, 1)), (le(0, y), le(y, 1))
Case = tuple[Term, tuple[Term, ...]]


def floor(a: object, b: object) -> Term:
    return node("div", None, (term(a), term(b)))


def cos(a: object, b: object) -> Term:
    return node("cos", None, (term(a), term(b)))


def sin(a: object, b: object) -> Term:
    return node("sin", None, (term(a), term(b)))


def given_(*statements: Term) -> tuple[Theorem, ...]:
    return tuple(assume(s) for s in statements)


MINUS_ONE_TO = number(-1) ** n
CHOICE = node("if", None, (n, m, x, y))

FOLLOWS: list[Case] = [
    (le(0, 1), ()),
    (lt(x, x + 1), ()),
    # squares and sizes
    (le(0, x**2), ()),
    (le(2 * x * y, x**2 + y**2), ()),
    (lt(0, x**2), (ne(x, 0),)),
    (le(x, abs(x)), ()),
    (le(-x, abs(x)), ()),
    (eq(abs(x), x), (le(0, x),)),
    (eq(abs(x), -x), (le(x, 0),)),
    (eq(x**2, abs(x) ** 2), ()),
    (le(abs(x), 1), (le(-1, x), le(x, 1))),
    (lt(abs(x - y), 1), (lt(x, y + 1), lt(y, x + 1))),
    (le(abs(x) ** 2, 1), (le(-1, x), le(x, 1))),
    (lt(0, abs(x - y)), (ne(x, y),)),
    (lt(0, abs(2 * x - 2 * y)), (ne(y, x),)),
    (le(abs(x * y), 1), (le(abs(x), 1), le(abs(y), 1))),
    (eq(abs(y / x), abs(y) / x), (lt(0, x),)),
    (lt(abs(x) ** n, 1), (lt(0, x), lt(x, 1), le(1, n))),
    # products
    (lt(x * y, 1), (le(0, x), lt(x, 1), *UNIT_Y)),
    (le(x * y, x), (le(0, x), le(y, 1))),
    (le(0, x * y * (1 - x)), (*UNIT_X, le(0, y))),
    # inverses
    (lt(0, 1 / x), (lt(0, x),)),
    (lt(1 / x, 0), (lt(x, 0),)),
    (le(0, 1 / x), (le(0, x),)),
    (le(y / x, 0), (lt(x, 0), le(0, y))),
    (lt(1 / x, 1 / y), (lt(0, y), lt(y, x))),
    (le(1 / (1 - 1 / x), 2), (le(2, x),)),
    (le(x, y * z), (le(x / y, z), lt(0, y))),
    (le(x * (1 - y) / (1 - x * y), x), (lt(0, x), lt(x, 1), *UNIT_Y)),
    (le(1 / x + y, 6), (le(1 / x, 5), le(y, 1))),
    # what is not zero
    (ne(1 - x, 0), (lt(x, 1),)),
    (ne(x * y, 0), (ne(x, 0), ne(y, 0))),
    (ne(x**n, 0), (ne(x, 0),)),
    (ne(1 / x, 0), (ne(x, 0),)),
    (ne(2 * x - 2 * y, 0), (ne(x, y),)),
    (ne(1 - x**2, 0), (ne(x, 1), ne(x, -1))),
    (ne((1 - x) / (1 + x), 0), (ne(x, 1), ne(x, -1))),
    (ne(y * abs(x), 0), (ne(x, 0), ne(y, 0))),
    (lt(0, x), (le(0, x), ne(x, 0))),
    # powers
    (lt(0, x**n), (lt(0, x),)),
    (le(0, x**n), (le(0, x),)),
    (le(x**n, 1), (*UNIT_X, le(0, n))),
    (lt(x**n, 1), (le(0, x), lt(x, 1), le(1, n))),
    (le(1, x**n), (le(1, x), le(0, n))),
    (le(x ** (n + 1), x**n), (*UNIT_X, le(0, n))),
    (le(x ** (n - m), 1), (*UNIT_X, le(m, n))),
    (le(x ** (m - n), 1), (*UNIT_X, le(n, m))),
    (le(x ** (m - n + 1), x ** (m - n)), (*UNIT_X, le(n, m))),
    (le(x ** (n - m + 1), x ** (n - m)), (*UNIT_X, le(m, n))),
    (le(x ** (n + m), x**n), (*UNIT_X, le(0, n), le(0, m))),
    (le(0, x ** (2 * n)), ()),
    (le(0, (x - y) ** (2 * n - 4)), ()),
    (le(0, x ** (2 * n * m)), ()),
    (le(0, y * x ** (2 * n)), (le(0, y),)),
    (lt(0, x ** (2 * n)), (ne(x, 0),)),
    (lt(0, x ** (-2 * n)), (ne(x, 0),)),
    (lt(0, x ** (2 * n)), (lt(x, 0),)),
    (le(x**n, 1), (le(-1, x), le(x, 1), le(0, n))),
    (le(-1, x**n), (le(-1, x), le(x, 1), le(0, n))),
    (le(-1, MINUS_ONE_TO), (le(0, n),)),
    (eq(MINUS_ONE_TO**2, 1), ()),
    # integers
    (le(n + 1, m), (lt(n, m),)),
    (lt(n, m + 1), (le(n, m),)),
    (le(1, n), (lt(0, n),)),
    (le(n, 0), (lt(n, HALF),)),
    (le(1, n), (le(1, 2 * n),)),
    (le(n, m), (lt(n * HALF, m * HALF + HALF),)),
    (le(n, 0), (lt(abs(n), 1),)),
    (le(0, n), (lt(abs(n), 1),)),
    (le(2 * floor(n, 2), n), ()),
    (le(floor(n, 2), 5), (le(n, 11),)),
    (le(0, floor(n, m)), (le(0, n), le(1, m))),
    (le(floor(n, m), n), (le(0, n), le(1, m))),
    (lt(n, m * floor(n, m) + m), (le(1, m),)),
    (eq(CHOICE, x), (lt(n, m),)),
    (le(CHOICE, y), (le(m, n),)),
    # turns
    (le(cos(n, m), 1), ()),
    (le(-1, sin(n, m)), ()),
    (lt(0, 2 + cos(n, m)), ()),
    (le(cos(n, m) * x, x), (le(0, x),)),
    (le(sin(n, m) ** n, 1), (le(0, n),)),
    # equations
    (eq(x, y), (le(x, y), le(y, x))),
    (le(x, y), (eq(x, z), le(z, y))),
    (eq(x, y * z), (eq(x / y, z), ne(y, 0))),
    (eq(x / y, z), (eq(x, y * z), ne(y, 0))),
    (eq(x / x, 1), (ne(x, 0),)),
    (eq((1 - x**2) / (1 - x), 1 + x), (ne(x, 1),)),
    (eq(x ** (n + 1), x * x**n), (le(0, n),)),
    (eq(x ** (n + 1), x * x**n), (ne(x, 0),)),
    (eq(x**n * x ** (-n), 1), (ne(x, 0),)),
    (eq(x ** (n + m), x**n * x**m), (ne(x, 0),)),
]  # fmt: skip


@pytest.mark.parametrize(("goal", "facts"), FOLLOWS, ids=str)
def test_these_follow_from_what_is_used(goal: Term, facts: tuple[Term, ...]) -> None:
    found = prove(goal, given_(*facts))
    assert found is not None
    assert found.conclusion is goal
    assert found.hypotheses <= set(facts)
    assert prove(goal, given_(*found.hypotheses)) is not None


DOES_NOT_FOLLOW: list[Case] = [
    (lt(0, x**2), ()),
    (le(0, x), ()),
    (le(x, x**2), ()),
    (le(0, x**3), ()),
    (lt(x, abs(x)), ()),
    (eq(abs(x), x), ()),
    (lt(0, abs(x)), ()),
    (lt(abs(x), 1), (le(-1, x), lt(x, 1))),
    (le(abs(x) + abs(y), abs(x + y)), ()),
    (lt(0, abs(x - y)), (ne(x, 0), ne(y, 0))),
    (lt(0, abs(x + y)), (ne(x, y),)),
    (lt(x * y, 1), (*UNIT_X, *UNIT_Y)),  # 1 * 1
    (le(x * y, 1), (le(x, 1), le(y, 1))),  # (-2) * (-2)
    (lt(0, 1 / x), (le(0, x),)),
    (lt(0, 1 / x), (ne(x, 0),)),
    (le(1 / x, 1 / y), (lt(0, x), le(x, y))),
    (lt(1 / x, 1 / y), (lt(y, x),)),
    (le(x, y * z), (le(x / y, z), ne(y, 0))),
    (ne(1 - x, 0), (le(x, 1),)),
    (ne(x * y, 0), (ne(x, 0),)),
    (ne(x + y, 0), (ne(x, 0), ne(y, 0))),
    (ne(x**n, 0), ()),
    (ne(1 - x**2, 0), (ne(x, 1),)),
    (lt(0, x), (le(0, x),)),
    (lt(0, x**n), (le(0, x),)),
    (le(0, x**n), ()),
    (le(x**n, 1), (le(x, 1), le(0, n))),  # (-2)**2
    (le(x**n, 1), UNIT_X),  # (1/2)**-1
    (lt(x**n, 1), (le(0, x), lt(x, 1), le(0, n))),  # n = 0
    (lt(x**n, 1), (*UNIT_X, le(1, n))),  # x = 1
    (le(x**n, x), (*UNIT_X, le(0, n))),  # n = 0
    (le(1, x**n), (le(1, x),)),
    (le(x ** (n + 1), x**n), (le(0, x), le(0, n))),
    (le(x ** (n + 1), x**n), UNIT_X),  # x = 0, n = -1
    (le(x ** (n - m), 1), (*UNIT_X, le(n, m))),
    (le(0, x ** (2 * n + 1)), ()),
    (le(0, x ** (3 * n)), ()),
    (le(0, x ** (n * m)), ()),
    (le(0, x ** floor(n, 2)), ()),
    (le(0, x ** (2 * n) * x ** (2 * m + 1)), (ne(x, 0),)),
    (le(0, MINUS_ONE_TO), ()),
    (lt(0, x ** (2 * n)), (le(0, n),)),
    (le(1, x ** (2 * n)), (ne(x, 0),)),
    (le(x**n, 1), (le(-1, x), le(x, 1))),  # (-1/2)**-2
    (le(x**n, 1), (le(-2, x), le(x, 1), le(0, n))),
    (lt(x**n, 1), (lt(-1, x), lt(x, 1), le(0, n))),  # n = 0
    (lt(-1, x**n), (le(-1, x), le(x, 1), le(0, n))),
    (le(x**n, x), (le(-1, x), le(x, 1), le(1, n))),  # (-1/2)**2
    (le(n + 1, m), (le(n, m),)),
    (le(x + 1, y), (lt(x, y),)),  # integers only
    (le(x, 0), (lt(x, HALF),)),
    (le(n * HALF + 1, m), (lt(n * HALF, m),)),  # halves are not integers
    (le(floor(n, m) * m, n), ()),
    (le(n, 2 * floor(n, 2)), ()),
    (le(0, floor(n, m)), (le(1, m),)),
    (eq(CHOICE, x), (le(n, m),)),
    (le(0, cos(n, 3)), ()),
    (lt(cos(n, 3), 1), ()),
    (le(cos(n, 3) * x, x), ()),
    (eq(x, y), (le(x, y),)),
    (ne(n, m), (le(n, m),)),
    (eq(x / x, 1), ()),
    (eq(x ** (n + 1), x * x**n), ()),
    (eq(x**n * x ** (-n), 1), ()),
    (eq(x ** (n + m), x**n * x**m), (le(0, n),)),
    (eq(x, y * z), (eq(x / y, z),)),
]  # fmt: skip

AMOUNTS = [Fraction(q) for q in ("-2", "-1", "-1/2", "0", "1/4", "1/2", "1", "2")]
SIZES = [Fraction(q) for q in (-2, -1, 0, 1, 2, 3)]


@cache
def grid() -> list[World]:
    """Worlds enough to refute everything in the table."""
    return [
        World({x: a, y: b, z: c, n: p, m: q})
        for a, b, c, p, q in product(AMOUNTS, AMOUNTS, AMOUNTS[1:6:2], SIZES, SIZES)
    ]


def refuted(goal: Term, facts: tuple[Term, ...]) -> Iterator[World]:
    for world in grid():
        if all(world.holds(f) for f in facts) and world.holds(goal) is False:
            yield world


@pytest.mark.parametrize(("goal", "facts"), DOES_NOT_FOLLOW, ids=str)
def test_these_are_false_somewhere_and_not_found(goal: Term, facts: tuple[Term, ...]) -> None:
    assert prove(goal, given_(*facts)) is None
    assert next(refuted(goal, facts), None) is not None


@pytest.mark.parametrize(("goal", "facts"), FOLLOWS, ids=str)
def test_what_follows_is_true(goal: Term, facts: tuple[Term, ...]) -> None:
    assert next(refuted(goal, facts), None) is None


# -- anything -------------------------------------------------------------------------------------

USUAL = [
    *UNIT_X, *UNIT_Y, lt(0, x), lt(x, 1), le(x, 0), eq(x, 0), ne(x, 0), lt(abs(x), 1), lt(0, y),
    le(x, y), le(0, n), le(1, n), le(n, 0), le(n, m), lt(n, m), lt(0, m), eq(n, m), le(-1, x),
    ne(x, 1), ne(x, y), ne(y, 0), le(-1, y),
]  # fmt: skip
bases = st.sampled_from([x, y, -x, x - 1, x * y, abs(x), number(-1), number(2), -HALF])
exponents = st.sampled_from(
    [n, m, n - 1, n - m, m - n, 2 * n, 2 * n - 2, 2 * n + 1, -2 * n, 2 * floor(n, 2), n * (n + 1)]
)
leaves = st.one_of(
    st.sampled_from([x, y, n, m, cos(n, 4), floor(n, 2), floor(n, m), CHOICE]),
    st.sampled_from([number(Fraction(q)) for q in ("0", "1", "-1", "1/2", "2")]),
    st.builds(lambda b, e: b**e, bases, exponents),
)
terms = st.recursive(
    leaves,
    lambda part: st.one_of(
        st.builds(lambda a, b: a + b, part, part),
        st.builds(lambda a, b: a - b, part, part),
        st.builds(lambda a, b: a * b, part, part),
        st.builds(lambda a, b: a / b, part, part),
        st.builds(abs, part),
    ),
    max_leaves=3,
)
relations = st.builds(
    lambda kind, a, b: kind(a, b), st.sampled_from([le, lt, eq, ne]), terms, terms
)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Facts, and a goal: anything, or near a sum or a product of two of the facts."""
    facts = draw(st.lists(st.one_of(st.sampled_from(USUAL), relations), max_size=5, unique=True))
    sides = [s.args[0].args if s.op == "not" else s.args for s in facts]
    if not sides or draw(st.booleans()):
        return draw(relations), tuple(facts)
    one, other = (b - a for a, b in (draw(st.sampled_from(sides)), draw(st.sampled_from(sides))))
    value = draw(st.sampled_from([one + other, one * other, one - other + 1, 2 * one, 1 / one]))
    kind = draw(st.sampled_from([le, lt, eq, ne]))
    return kind(draw(st.sampled_from([0, 1, -1])), value), tuple(facts)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(cases(), st.randoms(use_true_random=False))
def test_whatever_is_found_is_true_and_rests_on_the_facts(case: Case, rng: random.Random) -> None:
    goal, facts = case
    found = prove(goal, given_(*facts))
    if found is None:
        return
    assert found.conclusion is goal
    assert {key(h) for h in found.hypotheses} <= {key(f) for f in facts}
    for world in rng.sample(grid(), 60):
        if all(world.holds(h) for h in found.hypotheses):
            assert world.holds(goal) is not False, world.values


# -- facts ----------------------------------------------------------------------------------------


def test_facts_that_are_not_relations_are_passed_over() -> None:
    general = generalise(combination(le(n, n + 1), [(1, [])]), n)
    assert prove(lt(0, x), (general, *given_(lt(0, x)))) is not None
    assert prove(general.conclusion, (general,)) is None


def test_the_hypotheses_of_the_facts_used_are_those_of_the_result() -> None:
    fact = combination(le(0, x + y), [(1, [assume(le(0, x))]), (1, [assume(le(0, y))])])
    other = combination(le(0, z), [(1, [assume(le(1, z))]), (1, [])])
    found = prove(le(-1, x + y), (fact, other))
    assert found is not None
    assert found.hypotheses == {le(0, x), le(0, y)}


def test_a_fact_in_another_spelling_is_the_goal() -> None:
    found = prove(le(x, y), given_(le(2 * x - 2 * y, 0)))
    assert found is not None
    assert found.conclusion is le(x, y)


def test_what_was_found_is_kept_for_other_theorems_that_say_the_same() -> None:
    h = apply("h", n)
    goal = le(h * y, y)
    first = prove(goal, given_(le(h, 1), le(0, y)))
    size = len(order._found)
    again = combination(le(h, 1), [(1, [assume(le(h, HALF))]), (Fraction(1, 2), [])])
    second = prove(goal, (again, *given_(le(0, y))))
    assert first is not None
    assert second is not None
    assert second.hypotheses == {le(h, HALF), le(0, y)}
    assert len(order._found) == size


def test_a_failure_deep_down_is_not_the_last_word() -> None:
    u = var("u")
    goal, facts = le(u**2 * abs(u), 1), given_(le(0, u), le(u, 1))
    prove(goal, facts, order.MAX_DEPTH)
    shallow = prove(goal, facts)
    order._found.clear()
    order._proved.clear()
    order._known_about.clear()
    fresh = prove(goal, facts)
    assert (shallow is None) == (fresh is None)


# -- field algebra --------------------------------------------------------------------------------


def test_field_algebra_finds_what_it_may_divide_by() -> None:
    goal = eq((1 - x ** (n + 1)) / (1 - x), (1 - x**n) / (1 - x) + x**n)
    facts = given_(lt(x, 1), le(0, n), le(0, y))
    made = by_algebra(goal, [], facts)
    assert made.conclusion is goal
    assert made.hypotheses == {lt(x, 1), le(0, n)}
    gap = plus(polynomial(goal.args[1]), polynomial(goal.args[0]), -1)
    units, exponents_ = support(gap, facts)
    assert any(key(t.conclusion) is key(ne(x, 1)) for t in units)
    assert any(key(t.conclusion) is key(le(0, n)) for t in exponents_)


def test_equations_are_used_with_multipliers() -> None:
    goal, equal = eq(x / y, z), assume(eq(x, y * z))
    made = by_algebra(goal, [(1 / y, equal)], given_(lt(y, 0)))
    assert made.hypotheses == {eq(x, y * z), lt(y, 0)}
    assert by_algebra(eq(x, z), [(ONE, assume(eq(x, z)))], ()).conclusion is eq(x, z)


@pytest.mark.parametrize(
    ("goal", "facts"),
    [
        (eq(x, y), ()),
        (eq(x / x, 1), (le(0, x),)),
        (eq(x ** (n + 1), x * x**n), (le(-1, n),)),
        (eq((x**2 - 1) / (x - 1), x - 1), (ne(x, 1),)),
    ],
    ids=str,
)
def test_sides_that_differ_are_refused(goal: Term, facts: tuple[Term, ...]) -> None:
    with pytest.raises(Refused, match="differ"):
        by_algebra(goal, [], given_(*facts))
