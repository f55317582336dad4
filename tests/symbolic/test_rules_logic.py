"""Rules of logic: hypotheses, decided facts, lemmas, cases and counterexamples."""

from __future__ import annotations

import pytest
from sympy import Float, Integer, Rational, oo

from symbolic import (
    AtMost,
    Bounded,
    Contracts,
    Converges,
    Equal,
    FloorDiv,
    ForAll,
    Less,
    Not,
    NotEqual,
    OnEveryMRP,
    OperatorEqual,
    TendsTo,
    Theorem,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.statements import GAMMA, VALUE, Z
from symbolic.writing import (
    assume,
    cases,
    contradiction,
    cut,
    otherwise,
    recall,
    refute,
    specialise,
)
from tests.symbolic.rule_cases import Proves, Refuses

x, y = real("x"), real("y")
i, m, n = (index(name) for name in "imn")
h = sequence("h")
DISCOUNT = (Less(0, GAMMA), Less(GAMMA, 1))


def positive_square() -> Theorem:
    """0 < x |- 0 < x**2."""
    return recall(given(Less(0, x)), Less(0, x**2))


def square_is_not_zero() -> Theorem:
    """0 < x**2 |- x**2 != 0."""
    return recall(given(Less(0, x**2)), NotEqual(x**2, 0))


def third_is(value: int) -> Theorem:
    """h(2) = value |- h(2) = value."""
    return assume(given(), Equal(h(2), value))


ALL_POSITIVE = ForAll(n, 0, AtMost(0, h(n)))


def third_of_all() -> Theorem:
    """h(n) >= 0 for all n >= 0 |- h(2) >= 0."""
    return specialise(given(), assume(given(), ALL_POSITIVE), 2)


PROVES = [
    Proves(
        assume, "what is assumed",
        lambda: (given(), Less(0, x)),
        Less(0, x), (Less(0, x),),
    ),
    Proves(
        assume, "with what makes it defined",
        lambda: (given(Less(0, x), Less(0, y)), Less(1 / x, y)),
        Less(1 / x, y), (Less(0, x), Less(1 / x, y)),
    ),
    Proves(
        recall, "with what makes it defined",
        lambda: (given(Less(0, x), Less(0, y), Less(1 / x, y)), Less(1 / x, y)),
        Less(1 / x, y), (Less(0, x), Less(1 / x, y)),
    ),
    Proves(
        assume, "that an operator contracts, for all n",
        lambda: (given(*DISCOUNT), ForAll(n, 0, OnEveryMRP(Contracts(VALUE, Integer(0))))),
        ForAll(n, 0, OnEveryMRP(Contracts(VALUE, Integer(0)))),
        (*DISCOUNT, ForAll(n, 0, OnEveryMRP(Contracts(VALUE, Integer(0))))),
    ),
    Proves(
        assume, "an equation on an MRP",
        lambda: (given(*DISCOUNT), OperatorEqual(Z * VALUE, VALUE)),
        OperatorEqual(Z * VALUE, VALUE), (*DISCOUNT, OperatorEqual(Z * VALUE, VALUE)),
    ),
    Proves(
        recall, "with the facts used and no others",
        lambda: (given(Less(0, x), Less(0, y), Less(x, 1)), Less(x**2, 1)),
        Less(x**2, 1), (Less(0, x), Less(x, 1)),
    ),
    Proves(
        recall, "a statement for all integers",
        lambda: (given(Less(0, x)), ForAll(n, 0, Less(0, x**n))),
        ForAll(n, 0, Less(0, x**n)), (Less(0, x),),
    ),
    Proves(
        recall, "a bound of a combination of bounded sequences",
        lambda: (given(Bounded(h(i), i, 0), AtMost(abs(x), 1)), Bounded(h(n + 1) * x**n, n, 0)),
        Bounded(h(n + 1) * x**n, n, 0), (Bounded(h(i), i, 0), AtMost(abs(x), 1)),
    ),
    Proves(
        cut, "a lemma for a hypothesis",
        lambda: (positive_square(), square_is_not_zero()),
        NotEqual(x**2, 0), (Less(0, x),),
    ),
    Proves(
        cases, "both cases, with the other hypotheses of both",
        lambda: (
            given(), recall(given(Less(x, y)), AtMost(x, y + 1)),
            recall(given(AtMost(y, x), AtMost(x, y + 1)), AtMost(x, y + 1)), x, y,
        ),
        AtMost(x, y + 1), (AtMost(x, y + 1),),
    ),
    Proves(
        cases, "with the case in which a hypothesis is defined",
        lambda: (
            given(), recall(given(Less(0, x), Less(1 / x, y)), Less(0, x * y)),
            recall(given(AtMost(x, 0), Less(0, x * y)), Less(0, x * y)), 0, x,
        ),
        Less(0, x * y), (Less(0, x), Less(1 / x, y), Less(0, x * y)),
    ),
    Proves(
        refute, "one instance that fails",
        lambda: (given(), ForAll(n, 0, Less(h(n), 5)), third_is(7), 2),
        Not(ForAll(n, 0, Less(h(n), 5))), (Equal(h(2), 7),),
    ),
    Proves(
        refute, "an instance at the edge of a strict inequality",
        lambda: (given(), ForAll(n, 2, Less(h(n), 5), 2), third_is(5), 2),
        Not(ForAll(n, 2, Less(h(n), 5), 2)), (Equal(h(2), 5),),
    ),
    Proves(
        contradiction, "what follows from it is false",
        lambda: (given(Less(h(2), 0)), ALL_POSITIVE, third_of_all()),
        Not(ALL_POSITIVE), (Less(h(2), 0),),
    ),
    Proves(
        contradiction, "with the other hypotheses",
        lambda: (given(AtMost(x, 0)), Less(y, x),
                 recall(given(Less(0, y), Less(y, x)), Less(0, x))),
        Not(Less(y, x)), (AtMost(x, 0), Less(0, y)),
    ),
    Proves(
        contradiction, "what follows from it is a bound of what has none",
        lambda: (given(Not(Bounded(2 * h(n), n, 0))), Bounded(h(n), n, 0),
                 recall(given(Bounded(h(n), n, 0)), Bounded(2 * h(n), n, 0))),
        Not(Bounded(h(n), n, 0)), (Not(Bounded(2 * h(n), n, 0)),),
    ),
    Proves(
        otherwise, "what is not at most another is greater",
        lambda: (given(), assume(given(), Not(AtMost(x, y)))),
        Less(y, x), (Not(AtMost(x, y)),),
    ),
    Proves(
        otherwise, "what is not less than another is at least that",
        lambda: (given(), assume(given(), Not(Less(x, y)))),
        AtMost(y, x), (Not(Less(x, y)),),
    ),
]  # fmt: skip

REFUSES = [
    Refuses(assume, "a denominator that may be zero", lambda: (given(), Less(1 / x, y)),
            match="defined: x ≠ 0 does not follow"),
    Refuses(assume, "a negative power of what may be zero", lambda: (given(), Less(x**n, y)),
            match="defined: 0 ≤ n or x ≠ 0 does not follow"),
    Refuses(assume, "a series that may diverge", lambda: (given(), Less(series(h(i), i, 0), y)),
            match="converges does not follow"),
    Refuses(
        assume, "an integer part with a divisor that may be zero",
        lambda: (given(), Less(FloorDiv(n, m), y)),
        match="defined: 1 ≤ m does not follow",
    ),
    Refuses(assume, "a limit at infinity", lambda: (given(), TendsTo(h(i), i, oo)),
            match="oo is not exact, or not part of the language"),
    Refuses(assume, "an infinite number", lambda: (given(), Less(x, oo)),
            match="oo is not exact, or not part of the language"),
    Refuses(assume, "a bound from infinity on", lambda: (given(), Bounded(h(i), i, oo)),
            match="oo is not exact, or not part of the language"),
    Refuses(assume, "a bound from a real number on", lambda: (given(), Bounded(h(i), i, x)),
            match="x is not an index"),
    Refuses(assume, "a range that begins at infinity",
            lambda: (given(), ForAll(i, oo, Less(0, x))),
            match="oo is not exact, or not part of the language"),
    Refuses(assume, "a range that begins at a fraction",
            lambda: (given(), ForAll(i, Rational(1, 2), Less(0, x))),
            match="1/2 does not bound an integer"),
    Refuses(assume, "a limit that moves", lambda: (given(), TendsTo(h(i), i, i)),
            match="i occurs in its own range or limit"),
    Refuses(assume, "a range that moves", lambda: (given(), ForAll(i, i, Less(0, h(i)))),
            match="i occurs in its own range or limit"),
    Refuses(assume, "for all real numbers", lambda: (given(), ForAll(x, 0, Less(0, x))),
            match="x is not an integer variable"),
    Refuses(assume, "a floating point number", lambda: (given(), Less(x, Float("0.5"))),
            match="0.5 is a float and not exact: write Rational('0.5') or '1/2'"),
    Refuses(
        assume, "one name for an integer and a real number",
        lambda: (given(), Less(index("x"), x)),
        match="x is the name of two variables",
    ),
    Refuses(
        assume, "one name for a bound integer and a real number",
        lambda: (given(), ForAll(index("x"), 0, Less(h(index("x")), x))),
        match="x is the name of two variables",
    ),
    Refuses(assume, "an equation on an MRP without a discount",
            lambda: (given(Less(0, GAMMA)), OperatorEqual(Z * VALUE, VALUE)),
            match="defined: γ < 1 does not follow"),
    Refuses(assume, "a product of vectors",
            lambda: (given(*DISCOUNT), OperatorEqual(VALUE**2, VALUE)),
            match="^2 = q for all real q"),
    Refuses(
        assume, "a product of vectors, inside another statement",
        lambda: (given(*DISCOUNT), ForAll(n, 0, OnEveryMRP(OperatorEqual(VALUE**2, VALUE)))),
        match="^2 = q for all real q",
    ),
    Refuses(recall, "what does not follow", lambda: (given(AtMost(0, x)), Less(0, x)),
            match="0 < x does not follow"),
    Refuses(
        recall, "what is true wherever it is defined",
        lambda: (given(), Equal(y / x + 1 - 1 / x, (y + x - 1) / x)),
        match="1 + y/x - 1/x = (x + y - 1)/x does not follow",
    ),
    Refuses(
        recall, "a bound of what grows",
        lambda: (given(AtMost(abs(x), 1), NotEqual(x, 0)), Bounded(x ** (-n), n, 0)),
        match="is bounded does not follow",
    ),
    Refuses(
        recall, "a bound of what grows, for all i",
        lambda: (
            given(AtMost(abs(x), 1), NotEqual(x, 0)), ForAll(i, 0, Bounded(x ** (i - n), n, 0))
        ),
        match="is bounded for all",
    ),
    Refuses(
        recall, "a bound along the diagonal",
        lambda: (given(Bounded(h(i, n), i, 0)), Bounded(h(n, n), n, 0)),
        match="is bounded does not follow",
    ),
    Refuses(
        recall, "convergence from boundedness",
        lambda: (given(Bounded(h(i), i, 0)), Converges(h(i), i, 0)),
        match="converges does not follow",
    ),
    Refuses(
        recall, "a statement for all integers from one of them",
        lambda: (given(Less(0, h(n))), ForAll(n, 0, Less(0, h(n)))),
        match="≥ 0 does not follow",
    ),
    Refuses(
        cut, "a lemma that is no hypothesis",
        lambda: (positive_square(), recall(given(Less(0, x)), NotEqual(x, 0))),
        match="the lemma is not among the hypotheses",
    ),
    Refuses(
        cut, "a weaker lemma",
        lambda: (recall(given(Less(0, x)), AtMost(0, x**2)), square_is_not_zero()),
        match="the lemma is not among the hypotheses",
    ),
    Refuses(
        cut, "a lemma that assumes itself",
        lambda: (assume(given(), Less(0, x**2)), square_is_not_zero()),
        match="the lemma assumes itself",
    ),
    Refuses(
        cases, "different statements",
        lambda: (
            given(), recall(given(Less(x, y)), AtMost(x, y)),
            recall(given(AtMost(y, x)), AtMost(y, x)), x, y,
        ),
        match="the two cases prove different statements",
    ),
    Refuses(
        cases, "a weaker statement in one case",
        lambda: (given(), recall(given(Less(x, y)), Less(x, y)),
                 recall(given(AtMost(y, x), AtMost(x, y)), AtMost(x, y)), x, y),
        match="the two cases prove different statements",
    ),
    Refuses(
        refute, "an instance that holds",
        lambda: (given(), ForAll(n, 0, Less(h(n), 5)), third_is(3), 2),
        match="the failure does not contradict the statement",
    ),
    Refuses(
        refute, "an instance at the edge",
        lambda: (given(), ForAll(n, 0, AtMost(h(n), 5)), third_is(5), 2),
        match="the failure does not contradict the statement",
    ),
    Refuses(
        refute, "another instance",
        lambda: (given(), ForAll(n, 0, Less(h(n), 5)), third_is(7), 3),
        match="the failure does not contradict the statement",
    ),
    Refuses(
        refute, "an instance below the range",
        lambda: (given(), ForAll(n, 3, Less(h(n), 5)), third_is(7), 2),
        match="3 ≤ 2 does not follow",
    ),
    Refuses(
        refute, "an instance above the range",
        lambda: (given(), ForAll(n, 0, Less(h(n), 5), 1), third_is(7), 2),
        match="2 ≤ 1 does not follow",
    ),
    Refuses(
        refute, "a fraction, where only integers were meant",
        lambda: (given(), ForAll(n, 0, NotEqual(2 * n, 1)), recall(given(), Equal(1, 1)),
                 Rational(1, 2)),
        match="1/2 is not an integer",
    ),
    Refuses(contradiction, "what follows from it is true",
            lambda: (given(Less(0, h(2))), ALL_POSITIVE, third_of_all()),
            match="h_2 < 0 does not follow"),
    Refuses(contradiction, "what follows from it may be true",
            lambda: (given(AtMost(h(2), 0)), ALL_POSITIVE, third_of_all()),
            match="h_2 < 0 does not follow"),
    Refuses(contradiction, "what follows without it is false",
            lambda: (given(Less(h(2), 0)), ForAll(n, 0, Less(0, h(n))), third_of_all()),
            match="nothing was derived from the assumption"),
    Refuses(contradiction, "what follows from it is not a relation",
            lambda: (given(Less(h(2), 0)), ALL_POSITIVE, assume(given(), ALL_POSITIVE)),
            match="what was derived is neither a relation nor a bound"),
    Refuses(contradiction, "what follows from it is a bound of something else",
            lambda: (given(Not(Bounded(h(n + 1) ** 2, n, 0))), Bounded(h(n), n, 0),
                     recall(given(Bounded(h(n), n, 0)), Bounded(2 * h(n), n, 0))),
            match="does not follow"),
    Refuses(otherwise, "an inequality that is not denied",
            lambda: (given(), assume(given(), AtMost(x, y))),
            match="x ≤ y does not deny an inequality"),
    Refuses(otherwise, "what is denied is no inequality",
            lambda: (given(), assume(given(), Not(Equal(x, y)))),
            match="does not deny an inequality"),
]  # fmt: skip


@pytest.mark.parametrize("case", PROVES, ids=str)
def test_the_rule_proves_exactly_what_it_says(case: Proves) -> None:
    case.check()


@pytest.mark.parametrize("case", REFUSES, ids=str)
def test_the_rule_refuses_the_near_miss(case: Refuses) -> None:
    case.check()


def test_cases_keep_what_is_assumed_beyond_the_case() -> None:
    """The case x < y is discharged in the first premise only, y <= x in the second only."""
    below = recall(given(Less(x, y)), AtMost(x, y))
    above = recall(given(AtMost(y, x), Equal(x, y)), AtMost(x, y))
    theorem = cases(given(), below, above, x, y)
    assert [h.key for h in theorem.hypotheses] == [Equal(x, y).key]
    swapped = cases(given(), above, below, x, y)
    assert {h.key for h in swapped.hypotheses} == {s.key for s in (Less(x, y), Equal(x, y))} - {
        AtMost(y, x).key
    }


def test_from_falsehood_anything_follows_but_falsehood_is_shown() -> None:
    ctx = given(Less(x, 0), Less(0, x))
    theorem = recall(ctx, Equal(y, y + x))
    assert {h.key for h in theorem.hypotheses} == {Less(x, 0).key, Less(0, x).key}
