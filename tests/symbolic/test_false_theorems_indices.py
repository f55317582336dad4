"""Ways to a false theorem by indices that are captured, and by what is no contradiction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from sympy import Expr, Integer, Sum, Symbol

from symbolic import (
    Abs,
    AtMost,
    CosTurn,
    Equal,
    FloorDiv,
    Less,
    NotEqual,
    PositiveDefinite,
    ProofError,
    Theorem,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.statements import GAMMA as gamma, VALUE as v, Z as z
from symbolic.writing import (
    assume,
    chain,
    contraction,
    contradiction,
    exchange_finite,
    generalise,
    instantiate,
    instantiate_sequence,
    mode_size,
    on_mode,
    quadratic_form,
    recall,
    turn_strictly,
    von_neumann,
)
from symbolic.writing.publication import published
from tests.symbolic.exact import World, value

x, y = real("x"), real("y")
i, j, k, m, n = (index(name) for name in "ijkmn")
h, u = sequence("h"), sequence("u")
DISCOUNT = (Less(0, gamma), Less(gamma, 1))
ctx = given(*DISCOUNT)
on_cycles = ctx.also(AtMost(1, k))
ATTEMPTS: list[Any] = []


def refused(why: str) -> Callable[[Callable[[], Theorem]], Callable[[], Theorem]]:
    """An attempt that must fail, for this reason."""

    def register(attempt: Callable[[], Theorem]) -> Callable[[], Theorem]:
        ATTEMPTS.append(pytest.param(attempt, why, id=attempt.__name__))
        return attempt

    return register


def mode() -> Theorem:
    """The eigenvalues of H v = z v on every cycle."""
    return on_mode(on_cycles, z * v, k, j)


def bound_of_mode() -> Theorem:
    """Their squares, which the modulus in the maximum norm bounds."""
    return mode_size(on_cycles, contraction(ctx, z * v), mode())


# -- captured indices ------------------------------------------------------------------------------


@refused("not two variables")
def a_mode_that_is_its_cycle() -> Theorem:
    """Full turns only."""
    return von_neumann(
        on_cycles,
        instantiate(on_cycles, mode(), {j: k}),
        instantiate(on_cycles, bound_of_mode(), {j: k}),
        gamma,
    )


@refused("not two variables")
def even_modes_of_even_cycles() -> Theorem:
    changed = {j: 2 * j, k: 2 * k}
    return von_neumann(
        on_cycles,
        instantiate(on_cycles, mode(), changed),
        instantiate(on_cycles, bound_of_mode(), changed),
        gamma,
    )


@refused("depends on k or j")
def a_weight_that_depends_on_the_mode() -> Theorem:
    """h(0) := j would give one modulus to all multiples of v."""
    weighted = on_mode(on_cycles, h(0) * v, k, j)
    put = instantiate_sequence(given(), weighted, h, (i,), j)
    return von_neumann(ctx, put, recall(given(Equal(x, j)), AtMost(j**2, x**2)), Abs(x))


@refused("two meanings")
def a_sum_over_its_own_index() -> Theorem:
    return exchange_finite(given(), Sum(h(i), (i, 0, 3), (i, 0, 2)))


@refused("not run over a rectangle")
def a_triangle_as_a_rectangle() -> Theorem:
    return exchange_finite(given(), series(series(h(i, j), j, 0, FloorDiv(i, 2)), i, 0, m))


@refused("two meanings")
def an_outer_end_that_the_inner_index_captures() -> Theorem:
    return exchange_finite(given(), series(series(h(i, j), j, 0, 3), i, 0, j))


@refused("does not follow")
def terms_that_are_no_numbers_in_another_order() -> Theorem:
    return exchange_finite(given(), series(series(x ** (i - j), j, 0, 3), i, 0, m))


@refused("does not follow")
def series_that_diverge_in_another_order() -> Theorem:
    inner = series(x**k, k, 0)
    return exchange_finite(given(), series(series(inner, j, 0, 3), i, 0, m))


# -- cosines, and what is contradicted -------------------------------------------------------------


@refused("does not follow")
def no_turn_at_all() -> Theorem:
    return turn_strictly(given(AtMost(0, m), Less(m, k)), CosTurn(m, k))


@refused("does not follow")
def twice_round() -> Theorem:
    return turn_strictly(given(Less(0, m), Less(m, k)), CosTurn(2 * m, k))


@refused("does not follow")
def part_of_no_turn() -> Theorem:
    return turn_strictly(given(Less(0, m), Less(m, k + 1)), CosTurn(m, k))


@refused("nothing was derived from the assumption")
def not_what_makes_the_rest_a_number() -> Theorem:
    """x = 0 would follow from y < 1/x <= 0 < y, which says nothing there."""
    _, below, above = given(NotEqual(x, 0), Less(y, 1 / x), AtMost(1 / x, 0)).facts
    return contradiction(given(Less(0, y)), NotEqual(x, 0), chain(below, above))


@refused("x ≠ 0 does not follow")
def not_a_quotient_by_zero() -> Theorem:
    """At x = 0 neither 1/x <= 0 nor its negation says anything."""
    wrong = recall(given(Equal(y, 0)), AtMost(y, 0))
    unequal = contradiction(given(Less(0, y)), Equal(y, 0), wrong)
    return instantiate(given(), unequal, {y: 1 / x})


@refused("nothing was derived from the assumption")
def not_something_else() -> Theorem:
    """What was derived from x = 0 contradicts x = 0 and nothing else."""
    wrong = recall(given(Equal(x, 0)), Equal(x, 0))
    return contradiction(given(Equal(x, 1)), Equal(x, 1), wrong)


@refused("does not follow")
def not_by_what_it_leaves_open() -> Theorem:
    wrong = recall(given(Equal(x, 0)), AtMost(x, 0))
    return contradiction(given(AtMost(0, x)), Equal(x, 0), wrong)


@refused("n is not arbitrary")
def not_for_all_from_not_for_one() -> Theorem:
    """n = 5 is false for n = 7; it is not false for all n."""
    wrong = recall(given(Equal(n, 5)), Equal(n, 5))
    return generalise(given(), contradiction(given(Equal(n, 7)), Equal(n, 5), wrong), n, 0)


@pytest.mark.parametrize(("attempt", "why"), ATTEMPTS)
def test_a_way_to_a_false_theorem_is_closed(attempt: Callable[[], Theorem], why: str) -> None:
    with pytest.raises(ProofError, match=why):
        published(attempt())


# -- whatever the indices are called ---------------------------------------------------------------

NAMES = (i, j, k, n)
HERE = World({i: Fraction(2), j: Fraction(3), k: Fraction(1), n: Fraction(4)}, seed=5)


def quadratic_forms() -> Iterator[tuple[Theorem, Expr, Symbol, Expr, Expr, Symbol]]:
    """Every choice of names that the rule takes, with what it was made of."""
    bodies = [(u(n, k), n), (u(j, n), j), (series(u(i, k), i, 0, n), n), (u(k, j), k)]
    weights = [h(j, k), h(i + 1, n), series(h(j, i), j, 0, i), h(n, i) + j]
    for (body, own), weight, size, var, lag in product(bodies, weights, (i, n), NAMES, NAMES):
        known = assume(given(), PositiveDefinite(body, own))
        try:
            made = quadratic_form(given(), known, weight, var, size, lag)
        except ProofError:
            continue
        yield made, body, own, weight, size, var


def square(body: Expr, own: Symbol, weight: Expr, size: Expr, var: Symbol) -> Fraction:
    """sum_{a,b} q_a q_b rho_{|a-b|}, as it is defined."""

    def at(term: Expr, name: Symbol, place: int) -> Fraction:
        return value(term, HERE.where({name: Fraction(place)}))

    span = range(int(value(size, HERE)))
    return sum(
        (
            at(weight, var, a) * at(weight, var, b) * at(body, own, abs(a - b))
            for a in span
            for b in span
        ),
        Fraction(0),
    )


def test_no_choice_of_names_gives_another_quadratic_form() -> None:
    accepted = 0
    for made, body, own, weight, size, var in quadratic_forms():
        statement = made.statement
        assert isinstance(statement, AtMost)
        assert value(statement.rhs, HERE) == square(body, own, weight, size, var)
        accepted += 1
    assert accepted > 50


def test_no_choice_of_names_gives_another_double_sum() -> None:
    accepted = 0
    ends = [Integer(2), i, j, k + 1, FloorDiv(n, 2)]
    for outer, inner, first, second in product(NAMES, NAMES, ends, ends):
        if outer in first.free_symbols or inner in second.free_symbols:
            continue
        total = series(series(h(i, j) + k * u(n), inner, 0, second), outer, 1, first)
        try:
            statement = exchange_finite(given(), total).statement
        except ProofError:
            continue
        assert isinstance(statement, Equal)
        assert value(statement.lhs, HERE) == value(statement.rhs, HERE)
        accepted += 1
    assert accepted > 100
