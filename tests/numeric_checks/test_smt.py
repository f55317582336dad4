"""The solver's second opinion: true claims are proved, wrong ones refuted by a checked point."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st
from sympy import Abs, Rational

from numeric_checks.instances.strategies import discounts, rationals
from numeric_checks.moduli.modulus import modulus
from numeric_checks.processes.delayed import two_state_spectrum
from symbolic.returns import WeightedReturn
from symbolic.statements import AtMost, Equal, Less, NotEqual, Relation
from symbolic.terms import IfLess, index, real
from tests.numeric_checks.smt import (
    Claim,
    Proved,
    Refuted,
    SolverMissing,
    Unknown,
    cycle_claims,
    fails_at,
    prove,
    two_state_claims,
    violator_claims,
)

pytest.importorskip("z3")

a, alpha, b, e, g, p, x = (real(name) for name in ("a", "alpha", "b", "epsilon", "gamma", "p", "x"))
half = Rational(1, 2)
DELAYS = range(1, 7)
FALSE = (Less(1, 0),)


def w(tau: int, point: dict[str, Fraction]) -> Fraction:
    return two_state_spectrum(tau, point["p"], point["gamma"])[1]


def coordinates(answer: object) -> dict[str, Fraction]:
    assert isinstance(answer, Refuted), answer
    return {str(s): value for s, value in answer.point}


# -- what is true -------------------------------------------------------------------------------


@pytest.mark.parametrize("tau", DELAYS)
def test_the_region_on_two_states_is_proved(tau: int) -> None:
    claims = two_state_claims(tau)
    assert [prove(claim) for claim in claims] == [Proved()] * (2 if tau % 2 else 1)


@pytest.mark.parametrize("tau", DELAYS)
def test_the_inequality_on_the_cycle_is_proved(tau: int) -> None:
    assert [prove(claim) for claim in cycle_claims(tau)] == [Proved()] * 3


def test_the_conditions_on_violators_are_proved() -> None:
    assert [prove(claim) for claim in violator_claims()] == [Proved()] * 4


@pytest.mark.parametrize(
    "claim",
    [
        *(claim for tau in DELAYS for claim in two_state_claims(tau)),
        *(claim for tau in DELAYS for claim in cycle_claims(tau)),
        *violator_claims(),
    ],
    ids=lambda claim: claim.name,
)
def test_no_claim_is_true_for_want_of_points(claim: Claim) -> None:
    answer = str(prove(Claim("contradiction", claim.given, FALSE)))
    assert answer.startswith(("refuted", "unknown: z3 has a counterexample"))


@given(st.integers(1, 6), rationals(0, 1, 8), discounts())
def test_the_claims_speak_of_the_eigenvalue_of_the_process(
    tau: int, stay: Fraction, gamma: Fraction
) -> None:
    first = two_state_claims(tau)[0].then[-1]
    spoken_of = first.rhs if tau % 2 else first.lhs
    value = two_state_spectrum(tau, stay, gamma)[1]
    same = Claim("", (), (Equal(spoken_of, Rational(value.numerator, value.denominator)),))
    assert not fails_at(same, {p: stay, g: gamma, alpha: Fraction(1)})


@given(rationals(0, 2, 8), discounts())
def test_the_claims_about_violators_speak_of_their_modulus(eps: Fraction, gamma: Fraction) -> None:
    beta = modulus(WeightedReturn.from_nstep_weights([-eps, 1 + eps]), gamma)
    contracts, only, faster, only_faster = violator_claims()
    point = {e: eps, g: gamma}
    assert fails_at(Claim("", contracts.given, FALSE), point) == (beta < 1)
    assert fails_at(Claim("", only.given, FALSE), point) == (beta < 1)
    assert fails_at(Claim("", faster.given, FALSE), point) == (beta < gamma)
    assert fails_at(Claim("", only_faster.given, FALSE), point) == (beta < gamma)


# -- what is not --------------------------------------------------------------------------------


def weakened(claim: Claim, old: Relation, new: Relation) -> Claim:
    assert old in claim.given
    return Claim("weakened", tuple(new if r == old else r for r in claim.given), claim.then)


@pytest.mark.parametrize("tau", [1, 3, 5])
def test_one_half_itself_is_no_counterexample_to_convergence(tau: int) -> None:
    below, above = two_state_claims(tau)
    at_half = prove(weakened(below, Less(p, half), AtMost(p, half)))
    assert coordinates(at_half)["p"] == Fraction(1, 2)
    assert w(tau, coordinates(at_half)) == 1
    assert coordinates(prove(weakened(above, Less(half, p), AtMost(half, p))))["p"] == Fraction(
        1, 2
    )
    wide = coordinates(prove(weakened(below, Less(p, half), AtMost(p, 1))))
    assert w(tau, wide) <= 1


@pytest.mark.parametrize("tau", [2, 4, 6])
def test_even_delays_do_not_diverge_and_need_small_steps(tau: int) -> None:
    (claim,) = two_state_claims(tau)
    diverges = Claim("divergence", claim.given, (Less(claim.then[1].rhs, claim.then[1].lhs),))
    assert w(tau, coordinates(prove(diverges))) <= 1
    point = coordinates(prove(weakened(claim, AtMost(alpha, 1), AtMost(alpha, 2))))
    assert abs(1 + point["alpha"] * (w(tau, point) - 1)) > 1


@pytest.mark.parametrize("tau", DELAYS)
def test_the_inequality_on_the_cycle_needs_its_place(tau: int) -> None:
    left, _, _ = cycle_claims(tau)
    anywhere = Claim("anywhere", tuple(r for r in left.given if r != Less(a, 0)), left.then)
    point = coordinates(prove(anywhere))
    assert point["a"] == 1  # mu = 1 is the one rational root that does not grow
    assert fails_at(anywhere, {a: point["a"], b: point["b"], g: point["gamma"]})


@pytest.mark.parametrize("k", range(4))
def test_a_condition_on_violators_without_its_strictness_is_refuted(k: int) -> None:
    claim = violator_claims()[k]
    *rest, last = claim.given
    point = coordinates(prove(Claim("", (*rest, AtMost(last.lhs, last.rhs)), claim.then)))
    eps, gamma = point["epsilon"], point["gamma"]
    beta = modulus(WeightedReturn.from_nstep_weights([-eps, 1 + eps]), gamma)
    assert beta == (1 if k < 2 else gamma)


def test_a_wrong_threshold_is_refuted() -> None:
    contracts, *_ = violator_claims()
    wrong = weakened(contracts, Less(e * g, 1 - g), Less(e, 1 - g**2))
    point = coordinates(prove(Claim("", (*wrong.given, Less(half, g)), wrong.then)))
    eps, gamma = point["epsilon"], point["gamma"]
    assert modulus(WeightedReturn.from_nstep_weights([-eps, 1 + eps]), gamma) >= 1


# -- irrational and unknown points --------------------------------------------------------------


def test_a_rational_point_is_found_near_an_irrational_one() -> None:
    claim = Claim("", (Less(2, x**2), Less(x**2, 2 + Rational(1, 10**9)), Less(0, x)), FALSE)
    point = coordinates(prove(claim))
    assert 2 < point["x"] ** 2 < 2 + Fraction(1, 10**9)


def test_an_irrational_counterexample_is_not_passed_off_as_a_rational_one() -> None:
    answer = prove(Claim("", (Equal(x**2, 2),), (Less(x, 0),)))
    assert isinstance(answer, Unknown)
    assert str(answer).startswith("unknown: z3 has a counterexample, but none")


def test_a_solver_that_gives_up_has_proved_nothing() -> None:
    claim = cycle_claims(12)[0]
    answer = prove(claim, steps=10)
    assert isinstance(answer, Unknown)
    assert str(answer).startswith("unknown: z3 gave up: ")


def test_relations_of_every_kind() -> None:
    assert prove(Claim("", (NotEqual(x, 0),), (Less(0, x**2),))) == Proved()
    assert prove(Claim("", (Equal(2 * x, 1),), (Equal(x, half),))) == Proved()
    assert prove(Claim("", (), (AtMost(0, 1),))) == Proved()
    assert prove(Claim("", (), ())) == Proved()
    assert prove(Claim("", (), FALSE)) == Refuted(())
    assert coordinates(prove(Claim("", (), (NotEqual(x, 3),)))) == {"x": 3}


def test_answers_are_the_same_each_time() -> None:
    (claim,) = two_state_claims(2)
    wrong = weakened(claim, AtMost(alpha, 1), AtMost(alpha, 2))
    assert len({str(prove(wrong)) for _ in range(3)}) == 1


# -- refusals -----------------------------------------------------------------------------------

n = index("n")
REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: prove(Claim("", (), (Less(IfLess(n, 1, x, 1), 1),))), "is not a rational function"),
    (lambda: prove(Claim("", (), (Less(2**n, 1),))), r"2\*\*n is not a rational function"),
    (lambda: prove(Claim("", (), (Less(n, 1),))), "n is not a rational function of real symbols"),
    (lambda: prove(Claim("", (), (Less(0, 1),)), steps=0), "steps = 0; expected an integer"),
    (lambda: prove(Claim("", (), ()), steps=2**32), "expected an integer, 0 < steps < 2"),
    (
        lambda: fails_at(Claim("", (), (Less(x, 1),)), {}),
        "x is not a number; expected one for each",
    ),
    (lambda: two_state_claims(-1), "tau = -1; expected a delay, an integer tau >= 0"),
    (lambda: cycle_claims(1.0), r"tau = 1\.0; expected a delay"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("make", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_bad_input_is_refused_in_one_line(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_a_missing_solver_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    with pytest.raises(SolverMissing) as caught:
        prove(violator_claims()[0])
    assert str(caught.value) == "z3 is not installed: pip install 'recency[test]'"


def test_a_point_where_something_is_divided_by_zero_contradicts_nothing() -> None:
    claim = Claim("", (AtMost(0, x), AtMost(x, 1)), (AtMost(1, 1 / x),))
    answer = prove(claim)
    assert not isinstance(answer, Refuted) or dict(answer.point)[x] != 0
    assert prove(Claim("", (Less(0, x), AtMost(x, 1)), (AtMost(1, 1 / x),))) == Proved()
    assert prove(Claim("", (), (AtMost(0, Abs(x)),))) == Proved()
    assert isinstance(prove(Claim("", (), (Less(0, Abs(x)),))), Refuted)
