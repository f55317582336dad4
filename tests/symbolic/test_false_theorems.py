"""Short ways to a false theorem; every one of them must be refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sympy import Pow

from proofs.notation import DISCOUNT, gamma, i, n, v, z
from symbolic import (
    Abs,
    AtMost,
    Bounded,
    CosTurn,
    Equal,
    ForAll,
    IfLess,
    Integer,
    Less,
    OnConstants,
    ProofError,
    Rational,
    TendsTo,
    Theorem,
    define,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.core.terms import Term
from symbolic.statements.base import IllFormed
from symbolic.writing import (
    algebra,
    chain,
    coefficients,
    contraction,
    full_turns,
    generalise,
    induction,
    instantiate,
    instantiate_sequence,
    invertible,
    limit,
    linear_combination,
    nonsingular_factor,
    on_constants,
    on_mode,
    recall,
    restate,
    same_eigenvalue,
    specialise,
    symmetry,
    unfold,
    zeros,
)
from symbolic.writing.definitions import Definition, Redefined
from symbolic.writing.publication import published


def zero_to_the_power_zero() -> Theorem:
    """0^(n+1) = 0 for all n >= -1 would give 1 = 0."""
    everywhere = algebra(given(AtMost(-1, n)), Pow(Integer(0), n + 1), 0)
    return specialise(given(), generalise(given(), everywhere, n, -1), -1)


def a_sum_of_zero_powers() -> Theorem:
    return zeros(given(), series(Pow(Integer(0), i), i, 0, n))


def induction_from_one_half() -> Theorem:
    """n <= 1/2 for all n >= 1/2 would give 1 <= 1/2."""
    half = Rational(1, 2)
    ctx = given(AtMost(half, n), AtMost(n, half))
    facts = ctx.also(recall(ctx, AtMost(1, n)), recall(ctx, AtMost(n, 0)))
    base, step = recall(given(), AtMost(half, half)), recall(facts, AtMost(n + 1, half))
    return specialise(given(), induction(given(), base, step, n, half), 1)


def a_limit_off_the_diagonal() -> Theorem:
    """f(n, n) -> 0 says nothing of f(n, n + 1)."""
    f = sequence("f")
    return limit(given(TendsTo(f(n, n), n, 0)), f(n, n + 1), n)


def a_limit_in_a_variable_of_the_same_name() -> Theorem:
    """The n in f(i, n) -> 0 is fixed; the index of the limit is another n."""
    f = sequence("f")
    return limit(given(TendsTo(f(i, n), i, 0)), f(n, n), n)


def coefficients_in_an_integer() -> Theorem:
    """An integer y with |y| < 1 is zero."""
    y = index("y")
    ctx = given(Less(Abs(y), 1), Equal(series(IfLess(i, 1, 0, 1) * y**i, i, 0), 0))
    return coefficients(given(), ctx.facts[1], y)


def definitions_in_a_circle() -> Theorem:
    """p := q and q := p + 1 would give 0 = 1."""
    p = define("circle_p", (n,), sequence("circle_q")(n))
    q = define("circle_q", (n,), sequence("circle_p")(n) + 1)
    both = chain(unfold(given(), p, 0), unfold(given(), q, 0))
    return restate(given(), both, Equal(0, 1))


def a_definition_that_was_never_made() -> Theorem:
    return unfold(given(), Definition(sequence("c"), (n,), Integer(7)), n)


def a_definition_that_hides_an_integer() -> Theorem:
    hidden = define("hides_n", (i,), sequence("h")(i) + n)
    return generalise(given(), unfold(given(), hidden, 0), n, 0)


def another_discount_for_the_same_matrix() -> Theorem:
    """||z v - z v'|| <= ||v - v'||/100 does not follow: z is gamma P."""
    return instantiate(given(), contraction(given(*DISCOUNT), z * v), {gamma: Rational(1, 100)})


def a_statement_that_lies_about_itself() -> Theorem:
    class Lie(Equal):
        @property
        def key(self) -> Term:
            return Equal(Integer(0), Integer(0)).key

    y = real("y")
    return recall(given(algebra(given(), 0, 0)), Lie(y, 2 * y + 1))


def a_bound_in_the_range_of_another_variable() -> Theorem:
    """x^(-i) is not bounded; the outer range 0 <= m <= 0 says nothing of i."""
    m, x = index("m"), real("x")
    ctx = given(Less(0, x), Less(x, 1))
    return recall(ctx, ForAll(m, 0, Bounded(x ** (-i), i, 0), 0))


def a_sequence_that_depends_on_the_mrp() -> Theorem:
    """h_0 := z would make |z| the modulus of z v."""
    h = sequence("h")
    bound = contraction(given(*DISCOUNT), h(0) * v)
    return instantiate_sequence(given(), bound, h, (i,), z)


def a_mode_that_is_the_index_of_a_sum() -> Theorem:
    """The eigenvalue would have cos(2 pi n^2/3) for every mode n."""
    return on_mode(given(*DISCOUNT), series(z**n, n, 0, 5) * v, 3, n)


def a_name_for_the_constant() -> Theorem:
    """H v = v moves every k by k, not by the one number that the name stands for."""
    k = real("k")
    name = define("false_constant", (i,), k)
    change = on_constants(given(*DISCOUNT), v, k)
    return same_eigenvalue(given(), change, symmetry(unfold(given(), name, 0)))


def the_square_of_the_constant() -> Theorem:
    """H v = d v with a name d for k would move every k by k^2."""
    k, h = real("k"), sequence("h")
    name = define("false_constant", (i,), k)
    change = on_constants(given(*DISCOUNT), h(0) * v, k)
    named = instantiate_sequence(given(), change, h, (i,), name(i))
    square = linear_combination(given(), name(0) * k, k**2, (k, unfold(given(), name, 0)))
    return same_eigenvalue(given(), named, square)


def an_inverse_of_a_singular_matrix() -> Theorem:
    """z v = 0 for v = (1, -1) on two states with p = 1/2."""
    return nonsingular_factor(given(), invertible(given(*DISCOUNT)), (1 - z) / z, z)


def a_cosine_of_no_turn_divided_into_no_parts() -> Theorem:
    return specialise(
        given(), generalise(given(), full_turns(given(AtMost(1, n)), CosTurn(0, n), 0), n, 1), 0
    )


def an_odd_power_that_is_even_for_some_integers() -> Theorem:
    x = real("x")
    return instantiate(given(), recall(given(), AtMost(0, x ** (n**2 + n + 1))), {n: Integer(1)})


def the_square_root_of_minus_one() -> Theorem:
    """x^(2n) >= 0, but n is an integer."""
    x = real("x")
    even = recall(given(AtMost(0, n)), AtMost(0, x ** (2 * n)))
    return instantiate(given(), even, {n: Rational(1, 2)})


@pytest.mark.parametrize(
    ("attempt", "why"),
    [
        (a_mode_that_is_the_index_of_a_sum, "is named like the index of a sum"),
        (a_name_for_the_constant, "k is not arbitrary"),
        (the_square_of_the_constant, "k is not arbitrary"),
        (an_inverse_of_a_singular_matrix, "is not known to be a power series in z"),
        (a_cosine_of_no_turn_divided_into_no_parts, "1 ≤ 0 does not follow"),
        (an_odd_power_that_is_even_for_some_integers, "0 ≤ x^(n^2+n+1) does not follow"),
        (the_square_root_of_minus_one, "n is an integer and 1/2 is not"),
        (a_bound_in_the_range_of_another_variable, "is bounded for all 0 ≤ m ≤ 0 does not follow"),
        (a_sequence_that_depends_on_the_mrp, "the terms of a sequence do not depend on the MRP"),
        (zero_to_the_power_zero, "differ by 0^"),
        (a_sum_of_zero_powers, "0^i is not zero"),
        (induction_from_one_half, "induction runs over integers"),
        (a_limit_off_the_diagonal, "no limit is known for f_{n,n+1}"),
        (a_limit_in_a_variable_of_the_same_name, "no limit is known for f_{n,n}"),
        (coefficients_in_an_integer, "y is not a real variable"),
        (definitions_in_a_circle, "circle_q occurs in its own definition"),
        (a_definition_that_was_never_made, "c is not defined so"),
        (a_definition_that_hides_an_integer, "the integer n is not a parameter"),
        (another_discount_for_the_same_matrix, "cannot be replaced"),
        (a_statement_that_lies_about_itself, "Lie is not a kind of statement"),
    ],
)
def test_a_way_to_a_false_theorem_is_closed(attempt: Callable[[], Theorem], why: str) -> None:
    with pytest.raises((ProofError, IllFormed, Redefined)) as refusal:
        published(attempt())
    assert why in str(refusal.value)


def test_a_number_of_the_name_of_the_constant_is_not_the_constant() -> None:
    """h_0 := k does not make k^2 the change of k v, whatever number takes the place of k."""
    h, k = sequence("h"), real("k")
    change = on_constants(given(*DISCOUNT), h(0) * v, k)
    made = published(instantiate_sequence(given(), change, h, (i,), k)).statement
    assert isinstance(made, OnConstants)
    assert made.lhs == k * v
    assert made.constant != k
    assert made.rhs == k * made.constant
