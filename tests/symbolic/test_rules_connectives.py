"""Statements made of statements: one core statement for each, and rules both ways."""

from __future__ import annotations

from itertools import product

import pytest

from numeric_checks.statements import Instance, Outcome, decide
from symbolic import (
    And,
    AtMost,
    Bounded,
    Equal,
    Equivalent,
    ForAll,
    Implies,
    Less,
    Not,
    NotEqual,
    Statement,
    TendsTo,
    Theorem,
    Unproved,
    given,
    index,
    real,
    sequence,
)
from symbolic.printing import read, statement_text
from symbolic.statements import IllFormed
from symbolic.statements.edge import statement_from_core, statement_to_core
from symbolic.writing import both, conjunct, equivalent, imply, modus_ponens, recall
from tests.symbolic.rule_cases import Proves, Refuses

x, y = real("x"), real("y")
n, h = index("n"), sequence("h")
BELOW, POSITIVE = Less(x, y), ForAll(n, 0, AtMost(0, h(n)))
VANISHES, BOUNDED = TendsTo(h(n), n, 0), Bounded(h(n), n, 0)

SHAPES = (
    And(POSITIVE, BELOW),
    And(POSITIVE, BELOW, VANISHES),
    And(And(POSITIVE, BELOW), VANISHES),
    And(POSITIVE, Not(BOUNDED)),
    And(VANISHES, Equivalent(POSITIVE, BELOW)),
    And(Equivalent(POSITIVE, BELOW), VANISHES),
    And(POSITIVE, Implies(BELOW, VANISHES)),
    Implies(POSITIVE, BELOW, VANISHES),
    Implies(POSITIVE, And(BELOW, VANISHES)),
    Equivalent(POSITIVE, And(BELOW, VANISHES)),
    Equivalent(Not(BOUNDED), NotEqual(x, 0)),
    Equivalent(Equivalent(POSITIVE, BELOW), VANISHES),
    ForAll(n, 0, And(AtMost(0, h(n)), Less(h(n), 1))),
    ForAll(n, 0, Equivalent(AtMost(0, h(n)), Less(h(n), 1))),
    Not(And(POSITIVE, BELOW)),
)


@pytest.mark.parametrize("statement", SHAPES, ids=str)
def test_what_is_printed_is_read_as_the_same_statement(statement: Statement) -> None:
    core = statement_to_core(statement)
    assert read(statement_text(statement)) is core
    assert statement_to_core(statement_from_core(core)) is core


def test_a_conjunction_of_the_last_two_is_one_of_all() -> None:
    assert And(POSITIVE, And(BELOW, VANISHES)) == And(POSITIVE, BELOW, VANISHES)


@pytest.mark.parametrize("parts", [(), (BELOW,), (BELOW, 3)], ids=["none", "one", "a number"])
def test_what_is_no_connection_of_statements_is_refused(parts: tuple[object, ...]) -> None:
    for kind in (And, Implies):
        with pytest.raises(IllFormed):
            kind(*parts)  # type: ignore[arg-type]


def below_and_vanishing() -> Theorem:
    """x < y, h_n -> 0 |- x < y and h_n -> 0."""
    ctx = given(BELOW, VANISHES)
    return both(ctx, *ctx.facts)


def apart_both_ways() -> Theorem:
    """|- x < y if and only if x <= y and x != y."""
    there, back = recall(given(BELOW), APART), recall(given(*APART.parts), BELOW)
    return equivalent(given(), Equivalent(BELOW, APART), there, back)


def if_below() -> Theorem:
    """y < 1 |- if x < y then x < 1."""
    return imply(given(), recall(given(BELOW, Less(y, 1)), Less(x, 1)), BELOW)


APART = And(AtMost(x, y), NotEqual(x, y))

PROVES = [
    Proves(
        both, "two facts",
        lambda: (given(), *given(BELOW, VANISHES).facts),
        And(BELOW, VANISHES), (BELOW, VANISHES),
    ),
    Proves(
        both, "three facts, each with hypotheses of its own",
        lambda: (given(), *given(BELOW, VANISHES).facts, recall(given(Less(y, 1)), AtMost(y, 1))),
        And(BELOW, VANISHES, AtMost(y, 1)), (BELOW, VANISHES, Less(y, 1)),
    ),
    Proves(
        conjunct, "the last of two",
        lambda: (given(), below_and_vanishing(), 1), VANISHES, (BELOW, VANISHES),
    ),
    Proves(
        conjunct, "one direction of an equivalence",
        lambda: (given(), apart_both_ways(), 0), Implies(BELOW, APART),
    ),
    Proves(
        conjunct, "the other direction",
        lambda: (given(), apart_both_ways(), 1), Implies(APART, BELOW),
    ),
    Proves(imply, "what is left stays a hypothesis", lambda: (given(), recall(
        given(BELOW, Less(y, 1)), Less(x, 1)), BELOW), Implies(BELOW, Less(x, 1)), (Less(y, 1),)),
    Proves(
        imply, "what was assumed part by part is one condition",
        lambda: (given(), recall(given(BELOW, Less(y, 1)), Less(x, 1)), And(BELOW, Less(y, 1))),
        Implies(And(BELOW, Less(y, 1)), Less(x, 1)),
    ),
    Proves(
        imply, "a condition that was not used",
        lambda: (given(), recall(given(BELOW), AtMost(x, y)), VANISHES),
        Implies(VANISHES, AtMost(x, y)), (BELOW,),
    ),
    Proves(
        modus_ponens, "the condition is known",
        lambda: (given(BELOW), if_below()), Less(x, 1), (BELOW, Less(y, 1)),
    ),
    Proves(
        equivalent, "two directions",
        lambda: (given(), Equivalent(BELOW, APART), recall(given(BELOW), APART),
                 recall(given(*APART.parts), BELOW)),
        Equivalent(BELOW, APART),
    ),
    Proves(
        equivalent, "what a direction needs besides stays a hypothesis",
        lambda: (given(), Equivalent(BELOW, AtMost(x, y)), recall(given(BELOW), AtMost(x, y)),
                 recall(given(*APART.parts), BELOW)),
        Equivalent(BELOW, AtMost(x, y)), (NotEqual(x, y),),
    ),
]  # fmt: skip

REFUSES = [
    Refuses(both, "one fact", lambda: (given(), *given(BELOW).facts), "nothing to put together"),
    Refuses(both, "no fact", lambda: (given(),), "nothing to put together"),
    Refuses(
        conjunct, "a part too many",
        lambda: (given(), below_and_vanishing(), 2), "has no part with the number 2",
    ),
    Refuses(
        conjunct, "a part before the first",
        lambda: (given(), below_and_vanishing(), -1), "has no part with the number -1",
    ),
    Refuses(
        conjunct, "a fact without parts",
        lambda: (given(), *given(BELOW).facts, 0), "has no part with the number 0",
    ),
    Refuses(
        conjunct, "one if another holds",
        lambda: (given(), if_below(), 0), "has no part with the number 0",
    ),
    Refuses(
        imply, "a condition with a term that need not be defined",
        lambda: (given(), if_below(), Less(1 / x, y)), "not everything is defined: x ≠ 0",
    ),
    Refuses(
        imply, "no condition",
        lambda: (given(), if_below()), "is made of two statements or more",
    ),
    Refuses(
        modus_ponens, "the condition is not known",
        lambda: (given(), if_below()), "x < y does not follow",
    ),
    Refuses(
        modus_ponens, "a weaker condition is known",
        lambda: (given(AtMost(x, y)), if_below()), "x < y does not follow",
    ),
    Refuses(
        modus_ponens, "a fact without conditions",
        lambda: (given(BELOW), *given(BELOW).facts), "has no conditions",
    ),
    Refuses(
        modus_ponens, "an equivalence, whose directions come first",
        lambda: (given(BELOW), apart_both_ways()), "has no conditions",
    ),
    Refuses(
        equivalent, "one direction twice",
        lambda: (given(), Equivalent(BELOW, AtMost(x, y)), recall(given(BELOW), AtMost(x, y)),
                 recall(given(BELOW), AtMost(x, y))),
        "x ≤ y is not x < y",
    ),
    Refuses(
        equivalent, "the directions exchanged",
        lambda: (given(), Equivalent(BELOW, APART), recall(given(*APART.parts), BELOW),
                 recall(given(BELOW), APART)),
        "x < y is not x ≤ y and x ≠ y",
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", PROVES, ids=str)
def test_the_rule_proves_exactly_what_it_says(case: Proves) -> None:
    case.check()


@pytest.mark.parametrize("case", REFUSES, ids=str)
def test_the_rule_refuses_the_near_miss(case: Refuses) -> None:
    case.check()


def test_a_context_knows_the_parts_of_what_it_assumes() -> None:
    ctx = given(And(BELOW, Less(y, 1)))
    assert recall(ctx, Less(x, 1)).hypotheses == (And(BELOW, Less(y, 1)),)


def test_a_conjunction_follows_if_its_parts_do() -> None:
    ctx = given(BELOW, Less(y, 1))
    assert recall(ctx, And(Less(x, 1), Less(x, y))).statement == And(Less(x, 1), Less(x, y))
    with pytest.raises(Unproved):
        recall(ctx, And(Less(x, 1), Less(x, 0)))


@pytest.mark.parametrize("values", list(product((0, 1), repeat=2)), ids=str)
def test_connections_are_decided_as_their_parts_are(values: tuple[int, int]) -> None:
    a, b = values
    at = Instance.of({x: a, y: b})
    one, other = Equal(x, 1), Equal(y, 1)
    wanted = {
        And(one, other): a and b,
        Implies(one, other): not a or b,
        Equivalent(one, other): a == b,
        Not(And(one, other)): not (a and b),
        And(one, other, Not(other)): False,
    }
    for statement, true in wanted.items():
        expected = Outcome.HOLDS if true else Outcome.FAILS
        assert decide(statement, at).outcome is expected, statement


def test_a_part_that_means_nothing_makes_the_whole_mean_nothing() -> None:
    at = Instance.of({x: 0, y: 1})
    nothing = Less(1 / x, y)
    for statement in (And(Equal(y, 1), nothing), Equivalent(Equal(y, 1), nothing)):
        assert decide(statement, at).outcome is Outcome.MEANINGLESS
    assert decide(Implies(NotEqual(x, 0), nothing), at).outcome is Outcome.HOLDS
