"""Negative weights and violated recency: what is claimed is not true a little further on."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sympy import Rational

from numeric_checks.statements import Instance, Outcome, decide, members
from numeric_checks.statements.instances import k
from proofs.beyond import rising_return, root_cause, violated_too_much
from proofs.beyond.convergence_criterion import least_on_circle
from proofs.beyond.immediate_eligibility import SAFE
from proofs.notation import VANISHING, gamma, h, m
from proofs.paper.prop_wrh import CONVEX
from symbolic import AtMost, ProofError, WeightedReturn, given
from symbolic.writing import recall


def found(statement: object, at: Instance) -> Outcome:
    return decide(statement, at).outcome  # type: ignore[arg-type]


def test_a_return_that_does_not_vanish_may_diverge_without_a_negative_weight() -> None:
    at = Instance.of({gamma: "9/10"}, {h: members(1, then=-1)})
    assert found(CONVEX, at) is Outcome.HOLDS
    assert found(VANISHING, at) is found(root_cause.CONVERGES, at) is Outcome.FAILS
    used = {s.key for s in root_cause.none_without_negative_weights().hypotheses}
    assert VANISHING.key in used


@pytest.mark.parametrize("discount", ["1/10", "1/2", "9/10", "99/100"])
def test_the_rising_return_is_as_far_from_divergence_as_is_proved(discount: str) -> None:
    ret, rate = WeightedReturn(rising_return.eligibilities), Fraction(discount)
    proved = Fraction(8, 25) * (1 - rate)
    assert least_on_circle(ret, rate, angles=4000) >= proved - Fraction(1, 100)


def test_a_wider_margin_is_not_proved_in_the_same_way() -> None:
    wider = Rational(2, 5) * (1 - rising_return.y)
    known = rising_return.between_two_squares()
    with pytest.raises(ProofError):
        recall(given(*known.hypotheses).also(known), AtMost(wider, rising_return.cubic))


def test_all_weights_negative_and_as_large_as_is_allowed_are_safe() -> None:
    """h = 1 + 2 (r + r^2 + ... + r^i): c_n = -2 r^n, so twice the mean is nearly reached."""
    r = Rational(99, 100)
    at = Instance.of(
        {gamma: "99/100", m: 1}, {h: members(then=1 + 2 * (r - r ** (k + 1)) / (1 - r))}
    )
    assert found(root_cause.CONVERGES, at) is Outcome.HOLDS
    assert found(root_cause.NEGATIVE[1], at) is Outcome.HOLDS
    assert found(violated_too_much.EXTREME, at) is Outcome.FAILS


def test_one_weight_a_little_larger_is_not_safe() -> None:
    at = Instance.of({gamma: "99/100", m: 1}, {h: members(1, "7/2", 1, "1/2")})
    assert found(violated_too_much.EXTREME, at) is Outcome.HOLDS
    assert found(SAFE, at) is found(root_cause.CONVERGES, at) is Outcome.FAILS
