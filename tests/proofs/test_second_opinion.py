"""z3 on the inequalities that were derived, with numbers put in for their integer symbols."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from sympy import Rational

from proofs.beyond import two_term_violators
from proofs.lemmas.delayed_td import multiplier, p, tau, x_of_p
from proofs.notation import gamma, m
from proofs.paper import delayed_nsteps, divergence_any_tau
from symbolic import AtMost, Less, Theorem
from tests.numeric_checks.smt import Claim, Proved, Refuted, instance, prove

pytest.importorskip("z3")

REGION = (
    divergence_any_tau.odd_exceeds_one,
    divergence_any_tau.odd_elsewhere,
    divergence_any_tau.even_never,
)
BOUNDARIES = (
    two_term_violators.contracts,
    two_term_violators.contracts_only,
    two_term_violators.beats_one_step,
    two_term_violators.beats_one_step_only,
)


@pytest.mark.parametrize("half", range(3))
@pytest.mark.parametrize("theorem", REGION, ids=lambda f: f.__name__)
def test_the_region_of_divergence(theorem: Callable[[], Theorem], half: int) -> None:
    assert prove(instance(theorem(), {m: half})) == Proved()


@pytest.mark.parametrize("theorem", BOUNDARIES, ids=lambda f: f.__name__)
def test_the_boundaries_of_two_term_violators(theorem: Callable[[], Theorem]) -> None:
    assert prove(instance(theorem(), {})) == Proved()


@pytest.mark.parametrize("delay", range(1, 6))
def test_the_modulus_of_delayed_td_exceeds_one(delay: int) -> None:
    assert prove(instance(delayed_nsteps.exceeds_one(), {tau: delay})) == Proved()


def wider(claim: Claim) -> Claim:
    """The same, on p <= 1/2 instead of p < 1/2."""
    boundary = Less(p, Rational(1, 2)).key
    given = tuple(AtMost(p, Rational(1, 2)) if h.key == boundary else h for h in claim.given)
    assert given != claim.given
    return replace(claim, given=given)


def test_a_region_that_is_too_wide_is_refuted_by_a_point() -> None:
    answer = prove(wider(instance(divergence_any_tau.odd_exceeds_one(), {m: 1})))
    assert isinstance(answer, Refuted)
    assert dict(answer.point)[p] == Rational(1, 2)


def test_even_delays_called_divergent_are_refuted_by_a_point() -> None:
    claim = instance(divergence_any_tau.odd_exceeds_one(), {m: 1})
    even = replace(claim, then=(Less(1, multiplier(x_of_p, 2)),))
    assert isinstance(prove(even), Refuted)


def test_a_boundary_that_is_too_far_is_refuted_by_a_point() -> None:
    claim = instance(two_term_violators.contracts(), {})
    e = two_term_violators.e
    given = (Less(0, e), Less(0, gamma), Less(gamma, 1), Less(e, 1 / gamma))
    assert isinstance(prove(replace(claim, given=given)), Refuted)
