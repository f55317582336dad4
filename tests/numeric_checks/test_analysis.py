"""What an analysis says of a return is consistent, and agrees with slower ways to find it out."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, strategies as st

from numeric_checks import Analysis, analyze
from numeric_checks.instances import strategies as draw
from numeric_checks.moduli.modulus import modulus
from numeric_checks.moduli.recency_classes import Classes, classes_of, recency_of
from numeric_checks.processes.variance_bounds import sharp_factor
from numeric_checks.safety import filters
from numeric_checks.safety.analysis import TooLong, variance_factor
from numeric_checks.safety.decision import Enclosure, decide
from symbolic import real, returns as all_returns
from symbolic.returns import (
    FAMILIES,
    DelayedLambdaReturn,
    DelayedReturn,
    GammaReturn,
    InvalidReturn,
    InvertedUReturn,
    LambdaReturn,
    LinearReturn,
    MonteCarloReturn,
    NStepReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
    WeightedReturn,
    name_and_parameters,
    named_return,
    ranges,
)
from tests.hits import hit, reaches

DISCOUNTS = draw.discounts()


def returns() -> st.SearchStrategy[LinearReturn]:
    return st.one_of(
        draw.named_returns(),
        draw.finite_returns(),
        draw.affine_returns(),
        draw.convex_returns(),
        draw.violating_returns(),
    )


def contradictions(found: Analysis) -> list[str]:
    """Which of the theorems about the conditions, and the definitions, the analysis breaks."""
    (first,) = found.ret.eligibilities(1)
    decision, bound = found.decision, found.spectral_bound
    beta = modulus(found.ret, found.gamma)
    zero = not any(found.ret.eligibilities(12))
    laws = {
        "recency contracts": not (found.recency.weak and first == 1) or found.contracts,
        "contraction is spectral": not found.contracts or bound.below_one == "yes",
        "spectral converges": bound.below_one != "yes" or decision.verdict == "yes",
        "immediate eligibility": first > 0 or zero or decision.verdict == "no",
        "zero is on the boundary": not zero or decision.verdict == "boundary",
        "convex margin": not found.classes.convex
        or decision.margin_lower <= 1 - beta <= decision.margin_upper,
        "sign of the margin": {
            "yes": decision.margin_lower > 0,
            "no": decision.margin_upper < 0,
            "boundary": decision.margin_lower == decision.margin_upper == 0,
        }.get(decision.verdict, True),
        "witness": (decision.witness is not None) == (decision.verdict == "no"),
        "step size": (found.step_size is not None) == (decision.verdict == "yes"),
        "modulus": found.modulus == beta and found.contracts == (beta < 1),
        "below the modulus": bound.lower <= beta,
        "strong is weak": not found.recency.strong or found.recency.weak,
    }
    return [law for law, holds in laws.items() if not holds]


@given(returns(), DISCOUNTS)
def test_nothing_contradicts_the_theorems(ret: LinearReturn, gamma: Fraction) -> None:
    assert contradictions(analyze(ret, gamma)) == []


@pytest.mark.parametrize(
    ("lam", "m", "gamma"), [("999/1000", 1000, "0.99999"), ("99/100", 1000, "0.9999999")]
)
def test_what_contracts_is_safe_even_if_its_filter_is_too_fine_to_be_decided(
    lam: str, m: int, gamma: str
) -> None:
    found = analyze(SparseLambdaReturn(lam, m), gamma)
    assert decide(found.ret, gamma).verdict == "undecided"  # or this test says nothing
    assert (found.contracts, found.decision.verdict) == (True, "yes")
    assert contradictions(found) == []


@pytest.mark.parametrize(
    ("weights", "changes", "law"),
    [
        ([1, "1/2"], {"contracts": False}, "recency contracts"),
        ([1, "1/2"], {"step_size": None}, "step size"),
        ([1, "1/2"], {"modulus": Fraction(1, 2)}, "modulus"),
        ([0, 1], {"contracts": True}, "contraction is spectral"),
        ([0, 1], {"step_size": Enclosure(Fraction(0), Fraction(1))}, "step size"),
        ([1, "-1/2"], {"classes": Classes(True, True, True, True, False)}, "convex margin"),
    ],
)
def test_a_wrong_analysis_would_be_seen(
    weights: list[str], changes: dict[str, Any], law: str
) -> None:
    assert law in contradictions(replace(analyze(weights, "9/10"), **changes))


@pytest.mark.parametrize(
    ("verdict", "law"),
    [("no", "spectral converges"), ("boundary", "sign of the margin"), ("no", "witness")],
)
def test_a_wrong_verdict_would_be_seen(verdict: Any, law: str) -> None:
    found = analyze([1, "1/2"], "9/10")
    wrong = replace(found, decision=replace(found.decision, verdict=verdict))
    assert law in contradictions(wrong)


# -- recency and classes ---------------------------------------------------------------------

LONG = 30


@reaches("more than is listed")
@given(draw.named_returns())
def test_recency_is_what_a_long_start_of_the_return_shows(ret: LinearReturn) -> None:
    h, recency = ret.eligibilities(LONG + 1), recency_of(ret)
    wrong = [i for i, (a, b) in enumerate(pairwise(h)) if b > a or b < 0]
    assert recency.weak == (not wrong)
    assert recency.strong == all(a > b > 0 for a, b in pairwise(h))
    if recency.more:
        hit("more than is listed")
        assert wrong[: len(recency.violations)] == list(recency.violations)
        assert len(wrong) > len(recency.violations)
    else:
        assert wrong == list(recency.violations)


@given(returns(), DISCOUNTS)
def test_classes_lie_in_each_other_as_in_the_table(ret: LinearReturn, gamma: Fraction) -> None:
    """The table asks beta < 1 of affine returns: convex ones have that."""
    found = classes_of(ret)
    assert not found.convex or modulus(ret, gamma) < 1
    c = [a - b for a, b in pairwise(ret.eligibilities(LONG))]
    assert found.linear
    assert found.affine or not found.convex
    assert found.convex == (found.compound or found.n_step)
    assert not (found.compound and found.n_step)
    assert not found.convex or min(c) >= 0
    assert found.n_step == (max(c) == 1 and sum(map(abs, c)) == 1)


CLASSES = [field.name for field in fields(Classes)]


@pytest.mark.parametrize(
    ("ret", "members"),
    [
        (NStepReturn(3), "linear affine convex n_step"),
        (WeightedReturn(["1", "1", "0"]), "linear affine convex n_step"),
        (LambdaReturn(0), "linear affine convex n_step"),
        (SparseLambdaReturn("1/2", 4), "linear affine convex compound"),
        (DelayedLambdaReturn("1/2", 0), "linear affine convex compound"),
        (GammaReturn("9/10", 3), "linear affine convex compound"),
        (TruncatedLambdaReturn(1, 4), "linear affine convex n_step"),
        (WeightedReturn(["1", "101/100"]), "linear affine"),
        (WeightedReturn(["1", "2"]), "linear affine"),  # the weights sum to one, and beta >= 1
        (WeightedReturn(["1/2"]), "linear"),
        (WeightedReturn(["1"], "1/2"), "linear"),  # h_i does not tend to zero
        (MonteCarloReturn(), "linear"),
        (LambdaReturn(1), "linear"),
        (DelayedReturn(1), "linear"),
        (InvertedUReturn("1/2"), "linear"),
    ],
)
def test_classes_to_know_by_heart(ret: LinearReturn, members: str) -> None:
    found = analyze(ret, "9/10").classes
    assert [name for name in CLASSES if getattr(found, name)] == members.split()


def test_violations_without_an_end_say_so() -> None:
    assert recency_of(InvertedUReturn("99/100")).more
    assert recency_of(WeightedReturn([1], "-1")).violations == (0, 1)
    assert recency_of(WeightedReturn([1], "-1")).more
    assert recency_of(WeightedReturn([], "-1")).violations == (0, 1)
    assert recency_of(WeightedReturn([], "-1")).more
    assert not recency_of(WeightedReturn([1, "-1"])).more
    assert recency_of(WeightedReturn([1, "-1"])).violations == (0, 1)


# -- variance --------------------------------------------------------------------------------


@given(draw.named_returns(), DISCOUNTS)
def test_the_variance_factor_is_the_sharp_one(ret: LinearReturn, gamma: Fraction) -> None:
    assert variance_factor(ret, gamma) == sharp_factor(ret, gamma) ** 2


@given(draw.convex_returns(), DISCOUNTS)
def test_for_convex_returns_it_follows_from_the_modulus(
    ret: WeightedReturn, gamma: Fraction
) -> None:
    assert variance_factor(ret, gamma) == ((1 - modulus(ret, gamma)) / (1 - gamma)) ** 2


def test_the_inverted_u_too_has_its_factor() -> None:
    total = sum(i * Fraction(1, 4) ** i for i in range(60))
    assert 0 <= variance_factor(InvertedUReturn("1/2"), "1/2") - total**2 < Fraction(1, 10**30)


# -- JSON ------------------------------------------------------------------------------------

KEYS = [
    "schema", "gamma", "h", "c", "classes", "weak_recency", "strong_recency", "violations",
    "more_violations", "modulus", "contracts_on_every_mrp", "spectral_bound", "margin",
    "converges_on_every_mrp", "scope", "witness", "max_step_size", "variance_factor",
]  # fmt: skip


@reaches("a step size")
@given(returns(), DISCOUNTS)
def test_json_has_every_key_and_exact_texts(ret: LinearReturn, gamma: Fraction) -> None:
    found = analyze(ret, gamma)
    document = json.loads(json.dumps(found.as_json()))
    assert list(document) == KEYS
    assert (document["schema"], Fraction(document["gamma"])) == (1, gamma)
    assert Fraction(document["modulus"]["exact"]) == found.modulus
    assert Fraction(document["variance_factor"]["exact"]) == found.variance_factor
    assert Fraction(document["margin"]["lower"]) <= Fraction(document["margin"]["upper"])
    assert document["converges_on_every_mrp"] == found.decision.verdict
    assert (document["witness"] is None) == (found.decision.witness is None)
    assert (document["max_step_size"] is None) == (found.step_size is None)
    if found.step_size is not None:
        hit("a step size")
        decimal = Fraction(document["max_step_size"]["decimal"])
        assert decimal <= found.step_size.lower
    c = document["c"]["first"] if isinstance(document["c"], dict) else document["c"]
    h = ret.eligibilities(len(c) + 1)
    assert list(map(Fraction, c)) == [a - b for a, b in pairwise(h)]


@pytest.mark.parametrize(
    ("ret", "h"),
    [
        (WeightedReturn(["1", "0.5", "0"]), ["1", "1/2", "0"]),
        (WeightedReturn(["1"], "1/3"), {"family": "weights", "weights": ["1"], "tail": "1/3"}),
        (LambdaReturn("0.5"), {"family": "lambda", "lam": "1/2"}),
        (TruncatedLambdaReturn("1/2", 3), {"family": "truncated", "lam": "1/2", "n": "3"}),
        (MonteCarloReturn(), {"family": "monte-carlo"}),
        (GammaReturn("1/2", 3), {"family": "gamma", "gamma": "1/2", "length": "3"}),
    ],
)
def test_weights_are_listed_and_families_named(ret: LinearReturn, h: Any) -> None:
    assert analyze(ret, "1/2").as_json()["h"] == h


def test_numbers_with_too_many_digits_are_null_and_have_decimals() -> None:
    document = analyze(NStepReturn(1000), "0.999999").as_json()
    assert document["modulus"] == {"exact": None, "decimal": "0.999001"}
    assert document["variance_factor"]["exact"] is None
    late = analyze(InvertedUReturn("0.999999"), "9/10")
    assert late.modulus is None
    assert not late.contracts


@reaches("no name", "a name")
@given(draw.named_returns())
def test_a_family_comes_back_from_its_name(ret: LinearReturn) -> None:
    named = name_and_parameters(ret)
    if named is None:
        hit("no name")
        assert isinstance(ret, WeightedReturn)
    else:
        hit("a name")
        assert named_return(*named) == ret


def test_every_family_has_a_name() -> None:
    kinds = [kind for kind in vars(all_returns).values() if isinstance(kind, type)]
    families = {kind for kind in kinds if issubclass(kind, LinearReturn)}
    assert set(FAMILIES.values()) == families - {LinearReturn, WeightedReturn}


# -- refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: analyze([1], 1), "gamma = 1; expected an exact number with 0 < gamma < 1"),
        (lambda: analyze([1], "0"), "gamma = 0; expected"),
        (lambda: analyze([1], 0.5), "a float is not exact"),
        (lambda: analyze([0.5], "1/2"), "a float is not exact"),
        (lambda: analyze([], "1/2"), "weights is empty"),
        (lambda: analyze(["x"], "1/2"), "weights[0]: 'x' is not a number"),
        (lambda: analyze(LambdaReturn(real("lam")), "1/2"), "expected numbers for its parameters"),
        (lambda: named_return("lamda", {}), "there is no return 'lamda'; expected one of lambda"),
        (lambda: ranges(""), "there is no return ''"),
        (lambda: named_return("td", {}), "there is no return 'td'"),
    ],
)
def test_bad_input_is_refused_in_one_line(attempt: Callable[[], Any], message: str) -> None:
    with pytest.raises(InvalidReturn) as refusal:
        attempt()
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: analyze([1] * (filters.LONGEST + 1), "1/2"),
        lambda: analyze(NStepReturn(10**9), "1/2"),
        lambda: analyze(SparseLambdaReturn("1/2", 10**9), "1/2"),
        lambda: analyze(DelayedLambdaReturn("1/2", 10**9), "1/2"),
        lambda: analyze(GammaReturn("1/2", GammaReturn.longest + 1), "1/2"),
        lambda: analyze(GammaReturn("1/2", 10**9), "1/2"),
    ],
)
def test_what_is_too_long_is_refused_at_once(attempt: Callable[[], Any]) -> None:
    with pytest.raises(TooLong, match="at most"):
        attempt()


# -- the example of the README ---------------------------------------------------------------


@pytest.mark.parametrize("gamma", ["1/100", "1/2", "9/10", "99/100", "9999/10000"])
def test_a_return_that_rises_is_safe_at_every_discount_that_is_tried(gamma: str) -> None:
    found = analyze([1, "11/10", "1/2"], gamma)
    assert found.decision.verdict == "yes"
    assert not found.recency.weak


def test_and_at_every_other_one_since_its_filter_is_not_negative_on_the_unit_circle() -> None:
    """With x = cos t, Re f(e^(it)) is (1 - x) q(x), and q has no real zero and is positive at 0.

    Re f is harmonic and not constant, so inside the circle it is above its least value on it.
    """
    h = [Fraction(1), Fraction(11, 10), Fraction(1, 2)]
    f = [b - a for a, b in zip([Fraction(0), *h], [*h, Fraction(0)], strict=True)]
    cosines = [[1], [0, 1], [-1, 0, 2], [0, -3, 0, 4]]  # of 0, t, 2 t and 3 t, by powers of x
    real = [sum(a * c[k] for a, c in zip(f, cosines, strict=True) if k < len(c)) for k in range(4)]
    q, nothing = [Fraction(8, 5), Fraction(16, 5), Fraction(2)], Fraction(0)
    assert real == [a - b for a, b in zip([*q, nothing], [nothing, *q], strict=True)]
    assert q[1] ** 2 - 4 * q[0] * q[2] < 0 < q[0]
