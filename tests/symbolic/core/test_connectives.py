"""Conjunctions and equivalences: how they are built, and that their parts are found again."""

from __future__ import annotations

from itertools import product

import pytest

from symbolic.core.kernel import assume
from symbolic.core.terms import (
    Term,
    conjunction,
    conjuncts,
    equivalence,
    equivalents,
    forall,
    implies,
    le,
    negation,
    node,
    var,
)
from symbolic.library.connectives import all_of, part

A, B, C, D = (le(0, var(name)) for name in "abcd")
ATOMS = (A, B, C, D)


def true(s: Term, values: dict[Term, bool]) -> bool:
    """By the truth tables of "not" and "implies"; a < b is "not b <= a"."""
    if s.op == "not":
        return not true(s.args[0], values)
    if s.op == "implies":
        return not true(s.args[0], values) or true(s.args[1], values)
    return values[s] if s in values else not values[negation(s)]


@pytest.mark.parametrize("values", list(product((False, True), repeat=4)), ids=str)
def test_what_is_built_means_what_it_is_called(values: tuple[bool, ...]) -> None:
    here = dict(zip(ATOMS, values, strict=True))
    a, b, c, d = values
    assert true(conjunction(A), here) is a
    assert true(conjunction(A, B), here) is (a and b)
    assert true(conjunction(A, B, C, D), here) is (a and b and c and d)
    assert true(equivalence(A, B), here) is (a == b)
    assert true(equivalence(conjunction(A, B), C), here) is ((a and b) == c)


def test_the_parts_are_found_again() -> None:
    assert conjunction(A) is A
    assert conjuncts(conjunction(A, B)) == (A, B)
    assert conjuncts(conjunction(A, B, C)) == conjuncts(conjunction(A, conjunction(B, C)))
    assert conjuncts(conjunction(A, B, C)) == (A, B, C)
    assert conjuncts(conjunction(A, B, C, D)) == (A, B, C, D)
    assert conjuncts(conjunction(conjunction(A, B), C)) == (conjunction(A, B), C)
    assert conjuncts(conjunction(negation(A), negation(B))) == (negation(A), negation(B))
    assert conjuncts(conjunction(implies(A, B), C)) == (implies(A, B), C)
    assert conjuncts(conjunction(C, implies(A, B))) == (C, implies(A, B))
    assert conjuncts(conjunction(C, implies(A, B), implies(A, D))) == (
        C, implies(A, B), implies(A, D),
    )  # fmt: skip


def test_an_equivalence_is_one_part_and_has_two_sides() -> None:
    both = equivalence(A, B)
    assert equivalents(both) == (A, B)
    assert equivalents(equivalence(B, A)) == (B, A)
    assert equivalents(equivalence(conjunction(A, B), implies(C, D))) == (
        conjunction(A, B), implies(C, D),
    )  # fmt: skip
    assert equivalents(equivalence(equivalence(A, B), C)) == (equivalence(A, B), C)
    assert conjuncts(both) == (implies(A, B), implies(B, A))
    assert conjuncts(conjunction(C, both)) == (C, both)
    assert conjuncts(conjunction(C, D, both)) == (C, D, both)
    assert conjuncts(conjunction(both, C)) == (both, C)


@pytest.mark.parametrize(
    "other",
    [
        A,
        negation(A),
        implies(A, B),
        negation(forall(lambda i: le(0, i))),
        negation(negation(A)),
        implies(implies(A, B), implies(B, A)),
        node("not", None, (implies(A, node("not", None, (B,))),)),  # not as `conjunction` has it
    ],
    ids=repr,
)
def test_any_other_statement_is_the_only_part_of_itself(other: Term) -> None:
    assert conjuncts(other) == (other,)
    assert equivalents(other) is None


def test_two_implications_that_are_not_each_others_converse_are_no_equivalence() -> None:
    for other in (
        conjunction(A, B),
        conjunction(implies(A, B), A),
        conjunction(implies(A, B), implies(B, C)),
        conjunction(implies(A, B), implies(C, A)),
        conjunction(implies(A, B), implies(A, B)),
        conjunction(implies(A, B), implies(B, A), C),
    ):
        assert equivalents(other) is None


def test_a_conjunction_is_proved_from_its_parts_and_each_part_from_it() -> None:
    for parts in (ATOMS[:2], ATOMS[:3], ATOMS, (implies(A, B), implies(B, A))):
        whole = all_of(*map(assume, parts))
        assert whole.conclusion is conjunction(*parts)
        assert whole.hypotheses == frozenset(parts)
        for k, one in enumerate(parts):
            again = part(assume(whole.conclusion), k)
            assert again.conclusion is one
            assert again.hypotheses == {whole.conclusion}
