"""The re-check decides by itself, agrees with the exact decisions, and refuses what is false."""

from __future__ import annotations

import copy
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, strategies as st

from numeric_checks.instances.strategies import affine_returns, discounts, mrps
from numeric_checks.moduli.modulus import modulus
from numeric_checks.processes.mrp import MRP, cycle, max_norm
from numeric_checks.processes.spectra import (
    characteristic_polynomial as by_flint,
    fate,
    filter_matrix,
    half_planes,
)
from numeric_checks.search import Malformed, profile, recheck, search, trials
from numeric_checks.search.profiles import nstep_weights, trimmed
from numeric_checks.search.routh import (
    all_right_of_the_axis,
    characteristic_polynomial,
    matrix_polynomial,
    row_norm,
    some_left_of,
)
from symbolic.returns import WeightedReturn

NINE_TENTHS = Fraction(9, 10)


def eligibilities(ret: WeightedReturn) -> tuple[Fraction, ...]:
    return ret.eligibilities(len(ret.weights))


def filter_of(ret: WeightedReturn, mrp: MRP) -> tuple[tuple[Fraction, ...], ...]:
    h = (Fraction(0), *eligibilities(ret), Fraction(0))
    coefficients = [b - a for a, b in pairwise(h)]
    z = tuple(tuple(mrp.gamma * p for p in row) for row in mrp.P)
    return matrix_polynomial(coefficients, z)


@given(affine_returns(), discounts())
def test_a_profile_has_the_modulus_and_the_violation(ret: WeightedReturn, gamma: Fraction) -> None:
    h = eligibilities(ret)
    found = profile(h, gamma)
    beta = modulus(ret, gamma)
    assert found.beta == beta
    assert (found.contracts, found.beats_one_step) == (beta < 1, beta < gamma)
    assert found.support == len(trimmed(h))
    c = nstep_weights(h)
    assert found.violation == sum(-w for w in c if w < 0)
    assert found.violates == any(not a >= b >= 0 for a, b in pairwise((*h, Fraction(0))))


@given(mrps(), affine_returns(4))
def test_rouths_table_agrees_with_the_exact_decision(mrp: MRP, ret: WeightedReturn) -> None:
    matrix = filter_of(ret, mrp)
    assert all_right_of_the_axis(matrix) == (str(fate(mrp, ret)) == "converges")
    operator = tuple(tuple((i == j) - x for j, x in enumerate(r)) for i, r in enumerate(matrix))
    assert row_norm(operator) == max_norm(mrp.contraction_matrix(ret))


@given(mrps(), affine_returns(4), st.sampled_from([Fraction(1, 100), Fraction(1, 3), Fraction(2)]))
def test_eigenvalues_left_of_a_line_are_found(
    mrp: MRP, ret: WeightedReturn, margin: Fraction
) -> None:
    shifted = filter_matrix(mrp, ret) + mrp.matrix_of_series([margin], [1])
    assert some_left_of(filter_of(ret, mrp), margin) == (half_planes(by_flint(shifted)).left > 0)


def test_the_characteristic_polynomial_is_that_of_the_matrix() -> None:
    matrix = ((Fraction(1), Fraction(2)), (Fraction(3), Fraction(4)))
    assert characteristic_polynomial(matrix) == [1, -5, -2]


def test_a_boundary_is_not_convergence_and_no_divergence() -> None:
    rotation = ((Fraction(0), Fraction(1)), (Fraction(-1), Fraction(0)))
    assert not all_right_of_the_axis(rotation)
    assert not some_left_of(rotation, Fraction(1, 100))


def test_the_trials_are_the_same_for_a_seed_and_differ_between_seeds() -> None:
    assert trials.trials(NINE_TENTHS, 1) == trials.trials.__wrapped__(NINE_TENTHS, 1)
    assert trials.trials(NINE_TENTHS, 1) != trials.trials(NINE_TENTHS, 2)
    assert max(mrp.size for mrp in trials.trials(NINE_TENTHS, 1, 2)) == 2


def test_a_margin_is_given_exactly_where_there_is_one() -> None:
    assert trials.margin_below(cycle(2, "9/10"), [Fraction(1)]) is None
    small = trials.margin_below(cycle(2, "1/2"), [Fraction(1), Fraction(2001, 1000)])
    assert small is not None
    assert 0 < small < Fraction(3, 4000)


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return search(seed=4, examples=60).as_json()


def test_the_document_of_a_search_holds(document: dict[str, Any]) -> None:
    assert recheck(document) == ()
    assert [entry["goal"] for entry in document["goals"] if entry["find"] is None] == [
        "beats-best-convex"
    ]


def of(document: dict[str, Any], goal: str, part: str = "find") -> dict[str, Any]:
    (entry,) = [e for e in document["goals"] if e["goal"] == goal]
    found: dict[str, Any] = entry[part]
    return found


def put(goal: str, key: str, value: object) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        of(document, goal)[key] = value

    return change


def other_gamma(document: dict[str, Any]) -> None:
    document["gamma"] = "91/100"


def another_goal(document: dict[str, Any]) -> None:
    document["goals"][0]["goal"] = "beats-one-step"


def met_after_all(document: dict[str, Any]) -> None:
    document["goals"][-1]["find"] = document["goals"][-1]["nearest"]


def longer_weights(document: dict[str, Any]) -> None:
    document["max_support"] = 2


def not_ok(document: dict[str, Any]) -> None:
    document["ok"] = False


def a_problem_kept_quiet(document: dict[str, Any]) -> None:
    document["goals"][0]["problem"] = "something"


def a_long_cycle_among_the_small_trials(document: dict[str, Any]) -> None:
    cycle_of_three = of(document, "contracts-where-tried")["mrp"]
    of(document, "contracts-where-tried")["tried"].append(cycle_of_three)


def slow_return_made_to_diverge(document: dict[str, Any]) -> None:
    found = of(document, "converges-where-tried")
    found |= {"h": ["1", "2"], "c": ["-1", "2"], "violation": "1"}
    found["modulus"] = {"exact": "63/25", "decimal": "2.52"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (put("violates-and-contracts", "h", ["1", "6/5"]), "c does not follow from h"),
        (put("violates-and-contracts", "h", ["1", "1/2"]), "weak recency holds"),
        (put("violates-and-contracts", "h", ["2", "1"]), "h is not a list from h_0 = 1"),
        (put("violates-and-contracts", "h", []), "h is not a list from h_0 = 1"),
        (put("violates-and-contracts", "violation", "1/9"), "the violation is not"),
        (
            put("beats-one-step", "modulus", {"exact": "4/5", "decimal": "0.8"}),
            "the modulus is 1791/2000, not 4/5",
        ),
        (
            put("beats-one-step", "modulus", {"exact": "1791/2000", "decimal": "0.8"}),
            "the modulus is 0.8955, not 0.8",
        ),
        (put("smallest-support", "bound", "1"), "the bound is 2"),
        (put("two-term-contracts", "gap", "0"), "the bound is 1/9"),
        (put("two-term-beats", "bound", "1/18"), "the bound is 1/19"),
        (put("largest-violation", "bound", None), "the bound is 24661/59049"),
        (put("converges-where-tried", "tried", []), "no MRP was tried"),
        (put("contracts-where-tried", "mrp", {"P": [["1"]]}), "not attained on the MRP shown"),
        (put("diverges", "margin", "2"), "no eigenvalue of f(z) has a real part below -2"),
        (put("diverges", "margin", "-1"), "a margin above 0"),
        (put("diverges", "mrp", None), "an MRP and a margin"),
        (put("diverges", "mrp", {"P": [["1"]]}), "no eigenvalue"),
        (put("diverges", "mrp", {"P": [["2"]]}), "transition probabilities is none"),
        (other_gamma, "violates-and-contracts: the modulus is"),
        (another_goal, "the modulus 981/1000 is not below gamma = 9/10"),
        (met_after_all, "is not below "),
        (longer_weights, "more than 2"),
        (not_ok, "ok is not what the goals say"),
        (a_problem_kept_quiet, "a find that has a problem is no find"),
        (a_long_cycle_among_the_small_trials, "has as many states as"),
        (a_long_cycle_among_the_small_trials, "the operator does not contract"),
        (slow_return_made_to_diverge, "TD does not converge"),
    ],
)
def test_a_false_claim_is_found_out(
    document: dict[str, Any], change: Callable[[dict[str, Any]], None], said: str
) -> None:
    changed = copy.deepcopy(document)
    change(changed)
    for_speed = [e for e in changed["goals"] if e not in document["goals"]]
    changed["goals"] = for_speed or [
        e for e in changed["goals"] if not e["goal"].startswith("conv")
    ]
    assert any(said in problem for problem in recheck(changed))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: d.pop("gamma"), "the document: 'gamma' is missing"),
        (lambda d: d.update(more=1), "the document: there should be no 'more'"),
        (lambda d: d.update(schema=2), "schema: expected 1, not 2"),
        (lambda d: d.update(gamma="1"), "gamma: expected 0 < gamma < 1, not 1"),
        (lambda d: d.update(gamma=0.9), "gamma: expected an exact number as text"),
        (lambda d: d.update(seed=True), "seed: expected a whole number"),
        (lambda d: d.update(ok=1), "ok: expected true or false"),
        (lambda d: d.update(goals={}), "goals: expected a list"),
        (lambda d: d["goals"][0].update(find=[]), r"goals\[0\].find: expected an object"),
        (lambda d: d["goals"][0].update(goal=3), r"goals\[0\].goal: expected the name"),
        (lambda d: d["goals"][0].update(problem=3), r"goals\[0\].problem: expected text or null"),
        (lambda d: d["goals"][0]["find"]["h"].append("x"), r"find.h\[2\]: 'x' is not a number"),
        (lambda d: d["goals"][0]["find"].update(mrp={"P": [["1", "0"]]}), "as many rows as"),
        (lambda d: d["goals"][0]["find"].update(h=["0"] * 65), "a list of at most 64"),
        (
            lambda d: d["goals"][0]["find"]["modulus"].update(decimal=0.9),
            "modulus.decimal: expected text",
        ),
    ],
)
def test_a_document_that_cannot_be_read_is_refused_in_one_line(
    document: dict[str, Any], change: Callable[[dict[str, Any]], object], said: str
) -> None:
    changed = copy.deepcopy(document)
    change(changed)
    with pytest.raises(Malformed, match=said) as refusal:
        recheck(changed)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("nothing", [None, [], "text", 3])
def test_what_is_no_document_is_refused(nothing: object) -> None:
    with pytest.raises(Malformed, match="the document: expected an object"):
        recheck(nothing)
