"""Ways to a false theorem about covariances, margins and modes; every one must be refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sympy import Integer, Rational

from symbolic import (
    Abs,
    AtMost,
    Dissipative,
    Equal,
    FloorDiv,
    ForAll,
    Less,
    OnEveryMRP,
    OperatorEqual,
    PositiveDefinite,
    ProofError,
    Theorem,
    define,
    given,
    index,
    real,
    sequence,
)
from symbolic.core.terms import free
from symbolic.statements import GAMMA as gamma, VALUE as v, Z as z
from symbolic.statements.base import IllFormed
from symbolic.statements.spectra import ZeroOnlyAt
from symbolic.terms import NotATerm
from symbolic.terms.edge import to_core
from symbolic.writing import (
    algebra,
    assume,
    combine_operators,
    contraction,
    contradiction,
    covariance_bound,
    cut,
    echo,
    everywhere,
    generalise,
    instantiate,
    instantiate_sequence,
    lift,
    like,
    mode_of,
    mode_size,
    on_mode,
    recall,
    restate,
    same_eigenvalue,
    same_operator,
    scale,
    smaller_modulus,
    specialise,
    stationary_chain,
    unfold,
    von_neumann,
)
from symbolic.writing.definitions import Redefined
from symbolic.writing.publication import published

x, e = real("x"), real("e")
i, j, k, m, n = (index(name) for name in "ijkmn")
h, rho = sequence("h"), sequence("rho")
DISCOUNT = (Less(0, gamma), Less(gamma, 1))
ctx = given(*DISCOUNT)
on_cycles = ctx.also(AtMost(1, k))
COVARIANCES = PositiveDefinite(rho(n), n)
covariances = assume(given(), COVARIANCES)
#: what would make every w dissipate as much as if H were zero
UNCORRELATED = AtMost(rho(0), rho(0) - gamma * rho(1))
hides_rho = define("false_hides_rho", (n,), rho(n))
ATTEMPTS: list[Any] = []


def refused(why: str) -> Callable[[Callable[[], Theorem]], Callable[[], Theorem]]:
    """An attempt that must fail, for this reason."""

    def register(attempt: Callable[[], Theorem]) -> Callable[[], Theorem]:
        ATTEMPTS.append(pytest.param(attempt, why, id=attempt.__name__))
        return attempt

    return register


def one_step() -> Theorem:
    """rho is positive definite |- (1 - gamma) rho(0) <= rho(0) - gamma rho(1)."""
    largest = recall(given(covariance_bound(given(), covariances, 1)), AtMost(rho(1), rho(0)))
    bound = scale(ctx, largest, gamma)
    return recall(given(bound), AtMost((1 - gamma) * rho(0), rho(0) - gamma * rho(1)))


def margin() -> Theorem:
    """H v = z v has the margin 1 - gamma, on the MRP at hand."""
    return stationary_chain(ctx, z * v, one_step(), 1 - gamma, "rho")


def mode() -> Theorem:
    """The eigenvalues of H v = z v on every cycle."""
    return on_mode(on_cycles, z * v, k, j)


def bound_of_mode() -> Theorem:
    """Their squares, which the modulus in the maximum norm bounds."""
    return mode_size(on_cycles, contraction(ctx, z * v), mode())


# -- covariances that are not arbitrary ------------------------------------------------------------


@refused("rho is not arbitrary")
def covariances_that_the_context_speaks_of() -> Theorem:
    known = ctx.also(Equal(rho(1), 0))
    return stationary_chain(known, z * v, recall(known, UNCORRELATED), 1, "rho")


@refused("rho is not arbitrary")
def covariances_that_a_name_in_a_hypothesis_hides() -> Theorem:
    known = given(unfold(given(), hides_rho, 1), Equal(hides_rho(1), 0))
    return stationary_chain(ctx, z * v, recall(known, UNCORRELATED), 1, "rho")


@refused("rho is not arbitrary")
def covariances_that_a_negation_speaks_of() -> Theorem:
    """not (rho(1) > 0), as what would contradict it."""
    known = given(AtMost(rho(1), 0))
    wrong = recall(given(Less(0, rho(1))), Less(0, rho(1)))
    negative = contradiction(known, Less(0, rho(1)), wrong)
    below = scale(ctx, recall(known, AtMost(rho(1), 0)), gamma)
    bound = recall(given(below, negative), UNCORRELATED)
    return stationary_chain(ctx, z * v, bound, 1, "rho")


@refused("rho is not arbitrary")
def covariances_that_a_margin_on_every_mrp_speaks_of() -> Theorem:
    """The hypothesis on all MRPs says that rho(1) is at most zero."""
    claim = OnEveryMRP(Dissipative((1 + rho(1)) * v, Integer(0)))
    at_most = mode_of(ctx, on_mode(ctx, (1 + rho(1)) * v, 1, 0), assume(ctx, claim))
    below = scale(ctx, recall(given(at_most), AtMost(rho(1), 0)), gamma)
    return stationary_chain(ctx, z * v, recall(given(below), UNCORRELATED), 1, "rho")


@refused("begins at 0, not at 1")
def covariances_from_another_lag_on() -> Theorem:
    later = PositiveDefinite(rho(n), n)
    object.__setattr__(later, "end", Integer(1))
    return assume(given(), later)


@refused("≠ 0 for all .* does not follow")
def covariances_that_are_no_numbers() -> Theorem:
    """1/n at n = 0."""
    return assume(given(), PositiveDefinite(1 / n, n))


@refused("zoo is not exact")
def covariances_put_in_that_are_no_numbers() -> Theorem:
    return instantiate_sequence(given(), one_step(), rho, (n,), 1 / (n - 1))


@refused("not about a sequence")
def covariances_that_have_equal_terms() -> Theorem:
    """A limit or a bound carries over term by term; this rule is not for other properties."""
    return like(given(), assume(given(), ForAll(n, 0, Equal(h(n), rho(n)))), covariances)


@refused("n is not a variable of its own")
def an_echo_that_changes() -> Theorem:
    return echo(given(AtMost(Abs(hides_rho(n)), 1)), 1, hides_rho(n), n)


# -- the MRP at hand, taken for all ----------------------------------------------------------------


@refused("the hypotheses restrict the MRP")
def an_equation_at_hand_as_one_on_every_mrp() -> Theorem:
    return everywhere(ctx, assume(ctx, OperatorEqual(z * v, v)))


@refused("not a statement about the MRP at hand")
def a_solution_at_hand_as_one_on_every_mrp() -> Theorem:
    return everywhere(ctx, assume(ctx, ZeroOnlyAt(z * v, Integer(0))))


@refused("needs a contraction")
def a_margin_of_equal_operators() -> Theorem:
    """z v = 0 on the MRP at hand; the rule is for contractions."""
    return same_operator(ctx, margin(), assume(ctx, OperatorEqual(z * v, Integer(0))))


@refused("the hypotheses restrict the MRP")
def a_mode_of_what_contracts_here() -> Theorem:
    """z v = 0 here would give gamma^2 <= 0 on a cycle."""
    nothing = contraction(ctx, 0 * z * v + 0)
    here = same_operator(ctx, nothing, assume(ctx, OperatorEqual(Integer(0), z * v)))
    return mode_size(on_cycles, here, mode())


@refused("speaks of z, r or v")
def a_margin_that_the_matrix_bounds() -> Theorem:
    """gamma = z, as numbers."""
    known = given(Equal(gamma, z), Less(0, z), Less(z, 1))
    return stationary_chain(known, z * v, one_step(), 1 - gamma, "rho")


@refused("would hide z, r or v")
def a_margin_that_hides_the_matrix() -> Theorem:
    hidden = define("false_hides_z", (n,), z)
    return instantiate(given(), margin(), {x: hidden(0)})


# -- what may be replaced --------------------------------------------------------------------------


@refused("cannot be replaced")
def a_margin_with_another_discount() -> Theorem:
    """The margin 1/2 of z v for every gamma."""
    return instantiate(given(), margin(), {gamma: Rational(1, 2)})


@refused("cannot be replaced")
def a_margin_on_every_mrp_with_another_discount() -> Theorem:
    return instantiate(given(), everywhere(ctx, margin()), {gamma: Rational(1, 2)})


@refused("cannot be replaced")
def a_hypothesis_with_another_discount() -> Theorem:
    """e <= 1 - gamma cos(1/3), from a margin for this gamma."""
    assumed = assume(ctx, OnEveryMRP(Dissipative(z * v, e)))
    return instantiate(given(), mode_of(ctx, on_mode(ctx, z * v, 3, 1), assumed), {gamma: 0})


@refused("cannot be replaced")
def a_stationary_bound_with_another_discount() -> Theorem:
    bound = von_neumann(ctx, mode(), bound_of_mode(), gamma)
    return instantiate(given(), bound, {gamma: Rational(1, 100)})


@refused("do not depend on the MRP")
def a_weight_that_is_the_matrix() -> Theorem:
    claim = OnEveryMRP(Dissipative(h(0) * v, e))
    bound = mode_of(ctx, on_mode(ctx, h(0) * v, 1, 0), assume(ctx, claim))
    return instantiate_sequence(given(), bound, h, (i,), z)


# -- the other rules, on the new kinds -------------------------------------------------------------


@refused("needs a contraction")
def a_smaller_modulus_of_a_margin() -> Theorem:
    return smaller_modulus(ctx, margin(), recall(ctx, Less(1 - gamma, 1)))


@refused("not about an eigenvalue")
def another_number_for_a_margin() -> Theorem:
    return same_eigenvalue(ctx, margin(), algebra(given(), 1 - gamma, 1 - gamma))


@refused("is not a relation such as AtMost")
def a_margin_restated() -> Theorem:
    return restate(ctx, margin(), Dissipative(z * v, Integer(1)))  # type: ignore[arg-type]


@refused("not an equation between vectors")
def a_margin_as_an_equation() -> Theorem:
    return combine_operators(ctx, z * v, 1 - gamma, (1, margin()))


@refused("only an equation is carried over")
def a_margin_lifted() -> Theorem:
    return lift(ctx, margin())


@refused("not among the hypotheses")
def a_margin_from_cut_hypotheses() -> Theorem:
    return cut(assume(ctx, OperatorEqual(z * v, v)), margin())


@pytest.mark.parametrize(("attempt", "why"), ATTEMPTS)
def test_a_way_to_a_false_theorem_is_closed(attempt: Callable[[], Theorem], why: str) -> None:
    with pytest.raises((ProofError, IllFormed, NotATerm, Redefined), match=why):
        published(attempt())


def test_a_number_z_is_not_the_matrix() -> None:
    """The margin holds whatever number z is: the matrix in it is bound."""
    some = recall(given(Equal(m, z), AtMost(1, z)), AtMost(1, m))
    known = given(some)
    general = generalise(known, margin(), n, FloorDiv(0, m))
    special = specialise(known.also(AtMost(FloorDiv(0, m), 1)), general, 1)
    assert special.proof.conclusion is margin().proof.conclusion
    assert to_core(z) not in free(special.proof.conclusion)
