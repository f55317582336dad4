"""The theorems on order, evaluated: they hold where they are tried, and need what they ask."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import pytest

from symbolic.core.kernel import Refused, Theorem, assume, combination
from symbolic.core.terms import INT, Term, eq, free, le, lt, var
from symbolic.library import order
from symbolic.library.basics import equation, known, n, trivially, x, y
from tests.symbolic.core.evaluation import World

Entry = Callable[[], Theorem]
NUMBERS = [Fraction(q) for q in ("-2", "-1", "-1/2", "0", "1/3", "1/2", "1", "3/2", "2")]
INTEGERS = [Fraction(k) for k in (-2, -1, 0, 1, 2, 3)]


def worlds(theorem: Theorem) -> Iterator[World]:
    """Every choice of small values for the free variables."""
    names = sorted(
        set[Term]().union(*map(free, (theorem.conclusion, *theorem.hypotheses))), key=repr
    )
    for values in product(*(INTEGERS if t.sort == INT else NUMBERS for t in names)):
        yield World(dict(zip(names, values, strict=True)))


def names(entry: Entry) -> str:
    return getattr(entry, "__name__", "?")


@pytest.mark.parametrize("entry", order.ALL, ids=names)
def test_a_theorem_holds_wherever_its_hypotheses_do(entry: Entry) -> None:
    theorem = entry()
    tried = 0
    for world in worlds(theorem):
        if all(world.holds(h) for h in theorem.hypotheses):
            assert world.holds(theorem.conclusion), world.values
            tried += 1
    assert tried


#: two steps on the way to more general theorems, and one of which the axioms say nothing for b < 1
PARTIAL = (order.power_not_negative, order.power_positive, order.floor_not_negative)


@pytest.mark.parametrize("entry", [e for e in order.ALL if e not in PARTIAL], ids=names)
def test_no_hypothesis_is_idle(entry: Entry) -> None:
    theorem = entry()
    for idle in theorem.hypotheses:
        others = theorem.hypotheses - {idle}
        assert any(
            world.holds(theorem.conclusion) is False and all(world.holds(h) for h in others)
            for world in worlds(theorem)
        ), idle


@pytest.mark.parametrize("entry", order.ALL, ids=names)
def test_the_docstring_lists_the_hypotheses(entry: Entry) -> None:
    said, _, _ = (entry.__doc__ or "").partition("|-")
    assert len([part for part in said.split(", ") if part.strip()]) == len(entry().hypotheses)


def test_every_theorem_of_the_module_is_listed() -> None:
    made = {
        name
        for name, thing in vars(order).items()
        if hasattr(thing, "cache_info") and thing.__module__ == order.__name__
    }
    assert made == {names(entry) for entry in order.ALL}


def test_nothing_but_axioms_of_the_core_is_used() -> None:
    from symbolic.core.axioms import AXIOMS

    for entry in order.ALL:
        assert entry().rests_on <= AXIOMS.keys()


def test_an_axiom_at_terms_has_its_hypotheses_cut() -> None:
    made = known("order both ways", {y: x}, trivially(x, x))
    assert made.conclusion is eq(x, x)
    assert not made.hypotheses
    with pytest.raises(Refused):
        known("no such axiom", {})


def test_trivial_order_is_a_sum_with_a_small_number_and_nothing_else() -> None:
    rng = random.Random(1)
    for _ in range(30):
        slack = rng.randint(-2, 4)
        goal = (n, n + slack)
        if 0 <= slack <= 2:
            assert trivially(*goal).conclusion is le(*goal)
        else:
            with pytest.raises(Refused):
                trivially(*goal)
    assert trivially(x, y + 1, assume(le(x, y))).hypotheses == {le(x, y)}
    with pytest.raises(Refused):
        trivially(x, y, assume(le(y, x)))


def test_an_equation_is_a_combination_of_equations() -> None:
    z = var("z")
    one, two = assume(eq(x, y)), assume(eq(y, z))
    assert equation(2 * x, 2 * z, (2, one), (2, two)).hypotheses == {eq(x, y), eq(y, z)}
    with pytest.raises(Refused):
        equation(x, z, one)
    nonzero = combination(lt(0, 1), [(1, [])])
    assert equation(x, y, one, units=[nonzero]).conclusion is eq(x, y)
