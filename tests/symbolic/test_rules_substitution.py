"""Rules that replace: variables, sequences, and names by what they abbreviate."""

from __future__ import annotations

import pytest
from sympy import Integer, Rational

from symbolic import (
    AtMost,
    Bounded,
    Equal,
    ForAll,
    Less,
    NotEqual,
    TendsTo,
    Theorem,
    define,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.statements import GAMMA, VALUE, Z
from symbolic.writing import (
    algebra,
    assume,
    contraction,
    instantiate,
    instantiate_sequence,
    linear_combination,
    on_cycle,
    recall,
    unfold,
)
from symbolic.writing.definitions import Definition
from symbolic.writing.publication import published
from symbolic.writing.theorem import Undefined
from tests.symbolic.rule_cases import Proves, Refuses

x, y = real("x"), real("y")
i, j, k, m, n = (index(name) for name in "ijkmn")
h, u = sequence("h"), sequence("u")
DISCOUNT = (Less(0, GAMMA), Less(GAMMA, 1))
hides = define("substitution_hides", (n,), x * h(n))
inverse = define("substitution_inverse", (n,), 1 / n)


def positive_square() -> Theorem:
    """0 < x |- 0 < x**2."""
    return recall(given(Less(0, x)), Less(0, x**2))


def multiple_of_v() -> Theorem:
    """||h(0) v - h(0) v'|| <= |h(0)| ||v - v'||."""
    return contraction(given(*DISCOUNT), h(0) * VALUE)


def has_an_inverse() -> Theorem:
    """h(-1) x = 1 |- h(-1) x y = y; with x**k for h(k) the hypothesis would be 1 = 1."""
    ctx = given(Equal(h(-1) * x, 1))
    return linear_combination(ctx, h(-1) * x * y, y, (y, ctx.facts[0]))


PROVES = [
    Proves(
        instantiate, "in the statement and in the hypotheses",
        lambda: (given(), positive_square(), {x: y + 1}),
        Less(0, (y + 1) ** 2), (Less(0, y + 1),),
    ),
    Proves(
        instantiate, "and what the context shows is discharged",
        lambda: (given(Less(1, y), AtMost(0, n)), positive_square(), {x: 1 / y}),
        Less(0, y**-2), (Less(1, y),),
    ),
    Proves(
        instantiate, "several variables at once",
        lambda: (given(), recall(given(Less(x, y)), NotEqual(x, y)), {x: y, y: x}),
        NotEqual(y, x), (Less(y, x),),
    ),
    Proves(
        instantiate, "without capture",
        lambda: (given(), assume(given(), ForAll(i, 0, Less(h(i), h(n)))), {n: i}),
        ForAll(index("i_1"), 0, Less(h(index("i_1")), h(i))), (ForAll(k, 0, Less(h(k), h(i))),),
    ),
    Proves(
        instantiate_sequence, "every member of a sequence",
        lambda: (given(Less(0, x)), recall(given(Less(0, h(n))), NotEqual(h(n), 0)), h, (k,), x**k),
        NotEqual(x**n, 0), (Less(0, x),),
    ),
    Proves(
        instantiate_sequence, "under a bound variable",
        lambda: (given(), assume(given(), TendsTo(h(i), i, y)), h, (k,), u(2 * k) + x),
        TendsTo(u(2 * i) + x, i, y), (TendsTo(u(2 * i) + x, i, y),),
    ),
    Proves(
        instantiate_sequence, "a sequence by itself, shifted",
        lambda: (given(), assume(given(), Less(0, h(n))), h, (k,), h(k + 1)),
        Less(0, h(n + 1)), (Less(0, h(n + 1)),),
    ),
    Proves(
        unfold, "a name by what it abbreviates",
        lambda: (given(), hides, m + 1),
        Equal(hides(m + 1), x * h(m + 1)),
    ),
    Proves(
        unfold, "where that is defined",
        lambda: (given(AtMost(1, m)), inverse, m),
        Equal(inverse(m), 1 / m), (AtMost(1, m),),
    ),
]  # fmt: skip

REFUSES = [
    Refuses(
        instantiate, "a real number for an integer",
        lambda: (given(), recall(given(AtMost(1, n)), AtMost(1, n**2)), {n: x}),
        match="n is an integer and x is not",
    ),
    Refuses(
        instantiate, "a number that may not be defined",
        lambda: (given(), recall(given(), AtMost(0, x**2)), {x: 1 / y}),
        match="defined: y^2 ≠ 0 does not follow",
    ),
    Refuses(
        instantiate, "a variable that a definition hides",
        lambda: (given(), unfold(given(), hides, 0), {x: y}),
        match="substitution_hides hides a symbol that is to be replaced; unfold it first",
    ),
    Refuses(instantiate, "the matrix of an MRP", lambda: (given(), multiple_of_v(), {Z: x}),
            match="z = γP, r and v stand for the MRP here and cannot be replaced"),
    Refuses(
        instantiate, "a number by the matrix of an MRP",
        lambda: (given(), contraction(given(*DISCOUNT), x * VALUE), {x: Z}),
        match="z = γP, r and v stand for the MRP here and cannot be replaced",
    ),
    Refuses(
        instantiate, "the discount and not the matrix",
        lambda: (given(), contraction(given(*DISCOUNT), Z * VALUE), {GAMMA: Rational(1, 2)}),
        match="z = γP, r and v stand for the MRP here and cannot be replaced",
    ),
    Refuses(
        instantiate_sequence, "a defined name",
        lambda: (given(), unfold(given(), hides, 0), hides.symbol, (k,), k),
        match="substitution_hides is a defined name",
    ),
    Refuses(
        instantiate_sequence, "a sequence that a definition hides",
        lambda: (given(), unfold(given(), hides, 0), h, (k,), k),
        match="substitution_hides hides a symbol that is to be replaced; unfold it first",
    ),
    Refuses(
        instantiate_sequence, "a member that may not be defined",
        lambda: (given(), recall(given(), AtMost(0, h(n) ** 2)), h, (k,), x**k),
        match="defined: 0 ≤ n or x ≠ 0 does not follow",
    ),
    Refuses(
        instantiate_sequence, "a member that is not defined, although that cannot be seen any more",
        lambda: (given(), has_an_inverse(), h, (k,), x**k),
        match="defined: 1 ≤ 0 or x ≠ 0 does not follow",
    ),
    Refuses(
        instantiate_sequence, "a member that is defined if the sequence were still the old one",
        lambda: (given(AtMost(h(-1) * x, 0), AtMost(x, 5)), has_an_inverse(), h, (k,), x**k),
        match="defined: 1 ≤ 0 or x ≠ 0 does not follow",
    ),
    Refuses(
        instantiate_sequence, "a bounded sequence by one that is not defined",
        lambda: (given(), recall(given(Bounded(h(i), i, 0)), Bounded(x * h(i), i, 0)), h, (k,),
                 1 / y),
        match="defined: y ≠ 0 for all",
    ),
    Refuses(
        instantiate_sequence, "numbers by matrices",
        lambda: (given(*DISCOUNT), multiple_of_v(), h, (k,), Z),
        match="the terms of a sequence do not depend on the MRP",
    ),
    Refuses(
        instantiate_sequence, "numbers by vectors",
        lambda: (given(*DISCOUNT), multiple_of_v(), h, (k,), VALUE),
        match="the terms of a sequence do not depend on the MRP",
    ),
    Refuses(
        instantiate_sequence, "the values on a cycle",
        lambda: (given(*DISCOUNT), on_cycle(given(*DISCOUNT), Z * VALUE, 3, "u"), u, (k,),
                 Integer(5)),
        match="u stands for the values on the cycle",
    ),
    Refuses(
        instantiate_sequence, "coefficients by the values on a cycle",
        lambda: (given(*DISCOUNT), on_cycle(given(*DISCOUNT), h(0) * VALUE, 3, "u"), h, (k,), u(k)),
        match="u stands for the values on the cycle",
    ),
    Refuses(
        instantiate_sequence, "one index by two",
        lambda: (given(), algebra(given(), h(n), h(n)), h, (j, k), j + k),
        match="h_n: expected 2 indices",
    ),
    Refuses(
        instantiate_sequence, "a sequence by what is not a term",
        lambda: (given(), algebra(given(), h(n), h(n)), h, (k,), 0.5 * k),
        match="0.5 is a float and not exact: write Rational('0.5') or '1/2'",
    ),
    Refuses(
        unfold, "a name that was never defined",
        lambda: (given(), Definition(sequence("substitution_nothing"), (n,), n + 1), 0),
        match="substitution_nothing is not defined so",
    ),
    Refuses(
        unfold, "another body for a name",
        lambda: (given(), Definition(hides.symbol, (n,), x * h(n) + 1), 0),
        match="substitution_hides is not defined so",
    ),
    Refuses(unfold, "a real argument", lambda: (given(), hides, x),
            match="a definition is applied to integers"),
    Refuses(unfold, "where the body is not defined", lambda: (given(), inverse, 0),
            match="zoo is not exact, or not part of the language"),
    Refuses(unfold, "where the body may not be defined", lambda: (given(AtMost(0, m)), inverse, m),
            match="defined: m ≠ 0 does not follow"),
    Refuses(unfold, "the wrong number of arguments", lambda: (given(), hides, 1, 2),
            match="substitution_hides has 1 parameters"),
]  # fmt: skip


@pytest.mark.parametrize("case", PROVES, ids=str)
def test_the_rule_proves_exactly_what_it_says(case: Proves) -> None:
    case.check()


@pytest.mark.parametrize("case", REFUSES, ids=str)
def test_the_rule_refuses_the_near_miss(case: Refuses) -> None:
    case.check()


def test_hypotheses_that_are_not_shown_remain() -> None:
    theorem = instantiate(given(Less(0, y)), positive_square(), {x: y - 1})
    assert [h.key for h in theorem.hypotheses] == [Less(0, y - 1).key]


def test_what_the_premise_needed_to_be_defined_is_needed_afterwards() -> None:
    """0 < x < 1 makes the series converge; with 2 y for x the same must be known of 2 y."""
    total = series(x**i, i, 0)
    theorem = algebra(given(Less(0, x), Less(x, 1)), x * total, total * x + 0)
    assert {h.key for h in published(theorem).hypotheses} == {Less(0, x).key, Less(x, 1).key}
    with pytest.raises(Undefined, match="converges does not follow"):
        published(instantiate(given(Less(0, x), Less(x, 1)), theorem, {x: 2 * y}))
    needed = (Less(0, 2 * y), Less(2 * y, 1))
    doubled = published(instantiate(given(*needed), theorem, {x: 2 * y}))
    assert {h.key for h in doubled.hypotheses} == {h.key for h in needed}
