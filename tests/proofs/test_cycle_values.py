"""Divergence on a cycle, and factors for every MRP: what is not assumed is needed, exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sympy import Expr, Rational

from numeric_checks.evidence.recursions import OTHER
from numeric_checks.statements import Instance, Outcome, decide, members
from numeric_checks.statements.instances import Members, k as n
from proofs.beyond.convergence_criterion import WHERE_NEGATIVE
from proofs.beyond.cycle_criterion import NEGATIVE, NOT_ORTHOGONAL
from proofs.lemmas.cycle_values import DIVERGES, ONE_STATE, VALUES, u
from proofs.lemmas.step_sizes import STEPS, alpha
from proofs.notation import gamma, h, j, k
from proofs.paper import linear_contraction

SIGN = Rational(-1) ** OTHER
#: what an update with the step size one multiplies constant and alternating values by
SHRINKS, GROWS = Rational(91, 100), Rational(271, 100)


def found(statement: object, at: Instance) -> Outcome:
    return decide(statement, at).outcome  # type: ignore[arg-type]


def delayed(values: Expr) -> Instance:
    """Delayed TD(0) on two states, where the filter is negative at half a turn."""
    family = Members((), values, (n, OTHER))
    return Instance.of(
        {gamma: "9/10", k: 2, j: 1}, {h: members(0, 1), alpha: members(then=1), u: family}
    )


def follows_the_updates(at: Instance) -> bool:
    return all(found(s, at) is Outcome.HOLDS for s in (NEGATIVE, *STEPS, *VALUES))


def test_a_start_without_the_mode_need_not_diverge() -> None:
    at = delayed(SHRINKS**n)
    assert follows_the_updates(at)
    assert found(NOT_ORTHOGONAL, at) is found(DIVERGES, at) is Outcome.FAILS


@pytest.mark.parametrize("part", ["1", "1/1000"])
def test_a_start_with_some_of_the_mode_diverges(part: str) -> None:
    at = delayed(SHRINKS**n + Rational(part) * GROWS**n * SIGN)
    assert follows_the_updates(at)
    assert found(NOT_ORTHOGONAL, at) is found(DIVERGES, at) is Outcome.HOLDS


def test_one_state_has_the_mode() -> None:
    at = delayed((SHRINKS**n + GROWS**n * SIGN) / 2)
    assert follows_the_updates(at)
    assert {found(s, at) for s in (*ONE_STATE, WHERE_NEGATIVE)} == {Outcome.HOLDS}


def test_values_that_are_not_updated_so_need_not_diverge() -> None:
    at = delayed(SIGN)
    assert found(VALUES[1], at) is found(DIVERGES, at) is Outcome.FAILS


@pytest.mark.parametrize(("weights", "modulus"), [((0, 1), "7/4"), ((1, "11/10", "1/2"), "21/80")])
def test_no_factor_below_the_modulus_serves_for_every_mrp(
    weights: tuple[int | str, ...], modulus: str
) -> None:
    for less in (Fraction(0), Fraction(1, 10**6)):
        rate = Fraction(modulus) - less
        at = Instance.of({gamma: "1/2", linear_contraction.rate: str(rate)}, {h: members(*weights)})
        expected = Outcome.FAILS if less else Outcome.HOLDS
        assert found(linear_contraction.SERVES, at) is expected
