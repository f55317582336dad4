"""A theorem that is published has terms that are defined wherever its hypotheses hold."""

from __future__ import annotations

import pytest
from sympy import Abs

from symbolic import (
    AtMost,
    Bounded,
    Chain,
    Equal,
    Less,
    NotEqual,
    OnEveryMRP,
    OperatorEqual,
    Theorem,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.core import kernel
from symbolic.core.definedness import missing, obligations
from symbolic.core.terms import REAL, node, operator, var
from symbolic.printing.names import NotAName
from symbolic.statements import REWARD, VALUE, Statement, Z
from symbolic.statements.edge import statement_to_core
from symbolic.writing import algebra, assume, everywhere, linear_combination, recall
from symbolic.writing.publication import check_steps, published
from symbolic.writing.refusals import Undefined
from symbolic.writing.theorem import ProofError

x, y = real("x"), real("y")
i, n = index("i"), index("n")
h = sequence("h")
gamma, v, z = real("gamma"), VALUE, Z
DISCOUNT = (Less(0, gamma), Less(gamma, 1))


def kept(theorem: Theorem) -> set[object]:
    return {s.key for s in published(theorem).hypotheses}


def keys(*statements: Statement) -> set[object]:
    return {s.key for s in statements}


def test_what_definedness_needs_and_is_at_hand_becomes_a_hypothesis() -> None:
    sum_of_quotients = algebra(given(NotEqual(y, 0)), x / y + 1 / y, (x + 1) / y)
    assert not sum_of_quotients.hypotheses
    assert kept(sum_of_quotients) == keys(NotEqual(y, 0))


def test_what_was_shown_on_the_way_is_preferred_to_another_hypothesis() -> None:
    ctx = given(Less(1, y), NotEqual(y, 0))
    ctx = ctx.also(recall(given(Less(1, y)), Less(0, y)))
    theorem = Chain(ctx, 1 / y).less(1).qed()
    assert kept(theorem) == keys(Less(1, y))


@pytest.mark.parametrize(
    ("theorem", "named"),
    [
        (lambda: algebra(given(), x / y + 1 / y, (x + 1) / y), "y ≠ 0"),
        (lambda: algebra(given(AtMost(0, x)), x**n + x**n, 2 * x**n), "0 ≤ n or x ≠ 0"),
        (lambda: algebra(given(), 2 * series(h(i), i, 0), series(h(i), i, 0) * 2), "converges"),
        (lambda: assume(given(), Equal(1 / x, 1 / x)), "x ≠ 0"),
    ],
)
def test_what_is_missing_is_named(theorem: object, named: str) -> None:
    assert callable(theorem)
    with pytest.raises(Undefined, match="does not follow") as refusal:
        published(theorem())
    assert named in str(refusal.value)


def test_a_name_with_two_meanings_is_not_published() -> None:
    twice = kernel.combination(
        node("=", None, (var("n") + var("n", "int"), var("n", "int") + var("n")))
    )
    with pytest.raises(NotAName, match="n is the name of two variables"):
        published(Theorem(twice, "algebra"))


# -- operators: z is a matrix ----------------------------------------------------------------------

SINGULAR = (v + 4 * z**2 * v) / (1 + 4 * z**2)


def test_a_matrix_that_need_not_be_invertible_is_not_divided_by() -> None:
    """1 + 4 z^2 has no real zero, but is singular for gamma = 1/2 on the 4-cycle."""
    statement = statement_to_core(OperatorEqual(SINGULAR, v))
    wanted = {o for options in obligations(statement) for o in options}
    inverse = operator(lambda z, r, v: 1 / (1 + 4 * z**2)).args[0]
    alone = node("analytic", None, (_without_vectors(inverse),))
    assert alone in wanted
    ctx = given(*DISCOUNT, Less(Abs(z), 1))
    scalar = algebra(ctx, SINGULAR, v)
    with pytest.raises(Undefined, match=r"1/\(1 \+ 4·z\^2\) is analytic in z"):
        lifted(scalar)


def _without_vectors(body: object) -> object:
    from symbolic.core.terms import ZERO, Term, bind, fresh, put

    assert isinstance(body, Term)
    name = fresh(REAL)
    return bind(put(body, name, ZERO, ZERO), name)


def lifted(theorem: Theorem) -> Theorem:
    from symbolic.writing import lift

    return published(everywhere(given(*DISCOUNT), lift(given(*DISCOUNT), theorem)))


def test_facts_about_the_number_z_say_nothing_of_the_matrix() -> None:
    ctx = given(*DISCOUNT, Less(Abs(z), 1), NotEqual(z, 0))
    scalar = algebra(ctx, (z * v + z**2 * v) / z, v + z * v)
    with pytest.raises(ProofError, match=r"power series|speaks of z"):
        lifted(scalar)


def test_an_operator_in_form_is_published() -> None:
    ctx = given(*DISCOUNT, Less(Abs(z), 1))
    scalar = linear_combination(ctx, (REWARD + z * v) - v, REWARD - (1 - z) * v)
    theorem = lifted(scalar)
    assert (
        theorem.statement.key
        is OnEveryMRP(OperatorEqual(REWARD + z * v - v, REWARD - (1 - z) * v)).key
    )


# -- every step that is shown ----------------------------------------------------------------------


def test_the_steps_of_a_derivation_are_audited_where_they_stand() -> None:
    ctx = given(Bounded(h(i), i, 0), *DISCOUNT)
    total = series(h(i) * gamma**i, i, 0)
    fine = Chain(ctx, total).to(total + 0).to(total * 1).qed()
    assert check_steps(fine) == 2
    hidden = Chain(given(), 2 * x).to(2 * x + (x + 1) / y - x / y - 1 / y).to(x + x).qed()
    with pytest.raises(Undefined, match="y ≠ 0"):
        check_steps(hidden)
    assert check_steps(hidden, elsewhere=hidden.premises) == 0


def test_only_theorems_show_that_something_is_defined() -> None:
    theorem = algebra(given(NotEqual(y, 0)), x / y + 1 / y, (x + 1) / y).proof
    assert missing(theorem, [])
    assert missing(theorem, [kernel.assume(statement_to_core(NotEqual(y, 0)))])
