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
    ProofError,
    Statement,
    TendsTo,
    Unproved,
    given,
    index,
    real,
    sequence,
)
from symbolic.core.kernel import assume
from symbolic.core.terms import conjunction, conjuncts, equivalence, equivalents
from symbolic.library.connectives import all_of, part
from symbolic.printing import read, statement_text
from symbolic.statements import IllFormed
from symbolic.statements.edge import statement_from_core, statement_to_core
from symbolic.writing import both, conjunct, equivalent, imply, modus_ponens, recall

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


def test_the_parts_of_a_statement_are_found_again() -> None:
    a, b, c = (statement_to_core(s) for s in (POSITIVE, BELOW, VANISHES))
    assert conjuncts(conjunction(a, b, c)) == (a, b, c)
    assert conjuncts(conjunction(a, conjunction(b, c))) == (a, b, c)
    assert conjuncts(conjunction(conjunction(a, b), c)) == (conjunction(a, b), c)
    assert conjuncts(conjunction(a, equivalence(b, c))) == (a, equivalence(b, c))
    assert equivalents(equivalence(a, b)) == (a, b)
    for other in (
        a,
        b,
        c,
        statement_to_core(Not(POSITIVE)),
        statement_to_core(Implies(BELOW, POSITIVE)),
    ):
        assert conjuncts(other) == (other,)
        assert equivalents(other) is None
    assert equivalents(conjunction(a, b)) is None


def test_a_conjunction_of_the_last_two_is_one_of_all() -> None:
    assert And(POSITIVE, And(BELOW, VANISHES)) == And(POSITIVE, BELOW, VANISHES)


@pytest.mark.parametrize("parts", [(), (BELOW,), (BELOW, 3)], ids=["none", "one", "a number"])
def test_what_is_no_connection_of_statements_is_refused(parts: tuple[object, ...]) -> None:
    for kind in (And, Implies):
        with pytest.raises(IllFormed):
            kind(*parts)  # type: ignore[arg-type]


def test_the_core_proves_a_conjunction_from_its_parts_and_each_part_from_it() -> None:
    cores = [statement_to_core(s) for s in (POSITIVE, BELOW, VANISHES)]
    whole = all_of(*map(assume, cores))
    assert whole.conclusion is conjunction(*cores)
    assert whole.hypotheses == frozenset(cores)
    for k, core in enumerate(cores):
        again = part(assume(whole.conclusion), k)
        assert again.conclusion is core
        assert again.hypotheses == {whole.conclusion}


def test_both_and_its_parts() -> None:
    ctx = given(BELOW, VANISHES)
    whole = both(ctx, *ctx.facts)
    assert whole.statement == And(BELOW, VANISHES)
    assert set(whole.hypotheses) == {BELOW, VANISHES}
    assert conjunct(ctx, whole, 1).statement == VANISHES
    for wrong in (-1, 2):
        with pytest.raises(ProofError, match="no part with the number"):
            conjunct(ctx, whole, wrong)
    with pytest.raises(ProofError, match="no part"):
        conjunct(ctx, ctx.facts[0], 0)
    with pytest.raises(ProofError, match="nothing to put together"):
        both(ctx, ctx.facts[0])


def test_a_context_knows_the_parts_of_what_it_assumes() -> None:
    ctx = given(And(BELOW, Less(y, 1)))
    assert recall(ctx, Less(x, 1)).hypotheses == (And(BELOW, Less(y, 1)),)


def test_a_conjunction_follows_if_its_parts_do() -> None:
    ctx = given(BELOW, Less(y, 1))
    assert recall(ctx, And(Less(x, 1), Less(x, y))).statement == And(Less(x, 1), Less(x, y))
    with pytest.raises(Unproved):
        recall(ctx, And(Less(x, 1), Less(x, 0)))


def test_an_implication_is_made_and_used() -> None:
    ctx = given(BELOW, Less(y, 1))
    made = imply(given(), recall(ctx, Less(x, 1)), BELOW)
    assert made.statement == Implies(BELOW, Less(x, 1))
    assert made.hypotheses == (Less(y, 1),)
    used = modus_ponens(given(BELOW), made)
    assert used.statement == Less(x, 1)
    assert set(used.hypotheses) == {BELOW, Less(y, 1)}
    with pytest.raises(Unproved):
        modus_ponens(given(), made)
    with pytest.raises(ProofError, match="has no conditions"):
        modus_ponens(ctx, ctx.facts[0])


def test_what_was_assumed_part_by_part_is_one_condition() -> None:
    ctx = given(BELOW, Less(y, 1))
    made = imply(given(), recall(ctx, Less(x, 1)), And(BELOW, Less(y, 1)))
    assert made.statement == Implies(And(BELOW, Less(y, 1)), Less(x, 1))
    assert made.hypotheses == ()


def test_two_directions_are_an_equivalence() -> None:
    apart = And(AtMost(x, y), NotEqual(x, y))
    there = recall(given(BELOW), apart)
    back = recall(given(AtMost(x, y), NotEqual(x, y)), BELOW)
    made = equivalent(given(), Equivalent(BELOW, apart), there, back)
    assert made.statement == Equivalent(BELOW, apart)
    assert made.hypotheses == ()
    assert conjunct(given(), made, 0).statement == Implies(BELOW, apart)
    assert conjunct(given(), made, 1).statement == Implies(apart, BELOW)


def test_a_direction_that_proves_something_else_is_refused() -> None:
    there = recall(given(BELOW), AtMost(x, y))
    with pytest.raises(ProofError, match="is not"):
        equivalent(given(), Equivalent(BELOW, AtMost(x, y)), there, there)


def test_what_a_direction_needs_besides_stays_a_hypothesis() -> None:
    there = recall(given(BELOW), AtMost(x, y))
    back = recall(given(AtMost(x, y), NotEqual(x, y)), BELOW)
    made = equivalent(given(), Equivalent(BELOW, AtMost(x, y)), there, back)
    assert made.hypotheses == (NotEqual(x, y),)


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
