"""z3 on the inequalities that were derived, with numbers put in for their integer symbols."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from sympy import Rational

from proofs.beyond import two_state_delays, two_term_violators
from proofs.lemmas.delayed_td import p, tau, x_of_p
from proofs.notation import gamma, m
from proofs.paper import delayed_nsteps
from symbolic import AtMost, Less, Theorem
from tests.numeric_checks.smt import Claim, Proved, Refuted, instance, prove

pytest.importorskip("z3")

BOUNDARIES = (
    two_term_violators.contracts,
    two_term_violators.contracts_only,
    two_term_violators.beats_one_step,
    two_term_violators.beats_one_step_only,
)


@pytest.mark.parametrize("half", range(3))
def test_odd_delays_grow_on_two_states(half: int) -> None:
    claim = instance(two_state_delays.odd_powers_grow(), {m: half, tau: 2 * half + 1})
    assert prove(claim) == Proved()


@pytest.mark.parametrize("delay", range(1, 6))
def test_what_is_not_negative_does_not_grow(delay: int) -> None:
    assert prove(instance(two_state_delays.no_larger(), {tau: delay})) == Proved()


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


def odd_delay() -> Claim:
    """With the delay three."""
    return instance(two_state_delays.odd_powers_grow(), {m: 1, tau: 3})


def test_a_region_that_is_too_wide_is_refuted_by_a_point() -> None:
    answer = prove(wider(odd_delay()))
    assert isinstance(answer, Refuted)
    assert dict(answer.point)[p] == Rational(1, 2)


def test_even_delays_called_divergent_are_refuted_by_a_point() -> None:
    even = replace(odd_delay(), then=(Less(0, -(x_of_p**2) * (1 - x_of_p)),))
    assert isinstance(prove(even), Refuted)


def test_a_boundary_that_is_too_far_is_refuted_by_a_point() -> None:
    claim = instance(two_term_violators.contracts(), {})
    e = two_term_violators.e
    given = (Less(0, e), Less(0, gamma), Less(gamma, 1), Less(e, 1 / gamma))
    assert isinstance(prove(replace(claim, given=given)), Refuted)
