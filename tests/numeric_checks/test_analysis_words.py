"""The words of an analysis say what was decided, and no more."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given

from numeric_checks import Analysis, analyze
from numeric_checks.instances import strategies as draw
from numeric_checks.safety.analysis_words import (
    DIVERGES,
    SCOPE,
    conditions,
    enclosed,
    lines,
    number,
    scope,
    verdict,
)
from symbolic.returns import (
    DelayedReturn,
    InvertedUReturn,
    LambdaReturn,
    LinearReturn,
    MonteCarloReturn,
    NStepReturn,
    WeightedReturn,
)


def answers(found: Analysis) -> list[str]:
    return [each.holds for each in conditions(found)]


SAFE = "expected on-policy updates converge on every finite irreducible MRP"


@pytest.mark.parametrize(
    ("weights", "said", "held"),
    [
        ([1, "1/2"], SAFE, "yes yes yes yes"),
        ([1, "101/100"], SAFE, "no yes yes yes"),
        ([1, "1/2", "3/4"], SAFE, "no no no yes"),
        ([0, 1], "diverges on the cycle of 2 states, with every step size", "no no no no"),
        ([0, 0, 1], "diverges on the cycle of 3 states, with every step size", "no no no no"),
        ([1, "10/9"], "neither convergence with a margin nor divergence", "no no equal equal"),
        ([0, 0], "never moves", "yes no equal equal"),
    ],
)
def test_the_verdict_comes_first_and_the_conditions_below(
    weights: list[str], said: str, held: str
) -> None:
    found = analyze(weights, "9/10")
    assert said in lines(found)[0]
    assert answers(found) == held.split()
    assert str(found) == "\n".join(lines(found))


@pytest.mark.parametrize("weights", [[1, "10/9"], [0], [1, "1/2"], [0, 1]])
def test_an_undecided_return_is_neither_safe_nor_unsafe(weights: list[str]) -> None:
    found = analyze(weights, "9/10")
    lower, upper = Fraction(-1, 10**20), Fraction(1, 10**20)
    decision = replace(
        found.decision, verdict="undecided", margin_lower=lower, margin_upper=upper, witness=None
    )
    text = "\n".join(lines(replace(found, decision=decision, step_size=None)))
    assert text.startswith("Undecided: ")
    assert "between -1e-20 and 1e-20" in text
    assert "converges" not in text
    assert "diverges" not in text


@given(draw.named_returns(), draw.discounts())
def test_the_verdict_sentence_belongs_to_the_verdict(ret: LinearReturn, gamma: Fraction) -> None:
    found = analyze(ret, gamma)
    said = verdict(found)
    assert ("is safe: expected on-policy" in said) == (found.decision.verdict == "yes")
    assert ("diverges on" in said) == (found.decision.verdict == "no")
    assert max(map(len, lines(found))) <= 125
    assert 17 <= len(lines(found)) <= 24
    assert scope(found) == (DIVERGES if found.decision.verdict == "no" else SCOPE)
    assert scope(found).split() == " ".join(lines(found)[1:5]).split()


@pytest.mark.parametrize(
    ("ret", "words"),
    [
        (NStepReturn(2), "n-step return (so convex"),
        (LambdaReturn("1/2"), "compound return (so convex"),
        (WeightedReturn([1, "101/100"]), "affine, not convex"),
        (
            WeightedReturn([1, 2]),
            "affine, not convex: some weight on an n-step return is negative; beta >= 1",
        ),
        (DelayedReturn(1), "linear, not affine: h_0 = 0 is not 1"),
        (MonteCarloReturn(), "linear, not affine: h_i does not tend to 0"),
        (LambdaReturn("1/2"), "strong: h_i > h_{i+1} > 0"),
        (NStepReturn(2), "weak, not strong"),
        (WeightedReturn([1, 2, 3, 4, 1, 2, 1]), "violated at i = 0-2, 4 (the step"),
        (WeightedReturn([1, 2, 3, 0]), "violated at i = 0, 1 (the step"),
        (InvertedUReturn("99/100"), "violated at i = 0-7, ... (the step"),
        (WeightedReturn([1], 2), "h = 1, then 2 for ever"),
        (WeightedReturn([1, 0, 0, "-1"]), "started from v(s) = cos(2 pi s/"),
        (WeightedReturn([-1]), "started from v = (1, -1)"),
        (WeightedReturn(["0.123457"] * 20), "0.123457, ... (15 more), then zero"),
    ],
)
def test_the_return_is_described(ret: LinearReturn, words: str) -> None:
    assert words in str(analyze(ret, "9/10"))


def test_a_single_state_is_a_witness_in_words() -> None:
    found = analyze([-1, "11/10"], "9/10")
    witness = replace(found.decision.witness, cycle=1, mode=0) if found.decision.witness else None
    text = str(replace(found, decision=replace(found.decision, witness=witness)))
    assert "diverges on a single state" in text
    assert "one state that always goes to itself" in text
    assert "started from v = 1," in text


def test_bounds_are_rounded_to_the_safe_side() -> None:
    found = analyze([1, "1/2", "3/4"], "9/10")
    assert found.step_size is not None
    below, above = (line.split()[at] for line, at in _step_lines(found))
    assert Fraction(below) <= found.step_size.lower
    assert Fraction(above) >= found.step_size.upper


def _step_lines(found: Analysis) -> list[tuple[str, int]]:
    first = next(place for place, line in enumerate(lines(found)) if "step size" in line[:12])
    return [(lines(found)[first], 11), (lines(found)[first + 1], 8)]


@pytest.mark.parametrize(
    ("x", "shown"),
    [
        ("9/10", "9/10"),
        ("1/3", "1/3"),
        ("23757/1000000", "0.023757"),
        ("123456789/1000000007", "~0.123457"),
        ("-7", "-7"),
        ("1e-30", "1e-30"),
    ],
)
def test_numbers_are_exact_or_have_a_sign_that_they_are_rounded(x: str, shown: str) -> None:
    assert number(Fraction(x)) == shown


def test_an_enclosure_shows_a_bound_or_two() -> None:
    assert enclosed(Fraction(1, 2), Fraction(1, 2), "up") == "1/2 = 0.5"
    ends = Fraction("0.12345678"), Fraction("0.12345679")
    assert enclosed(*ends, "down") == "about 0.123456"
    assert enclosed(*ends, "up") == "about 0.123457"
    assert enclosed(Fraction(-1), Fraction(2), "down") == "between -1 and 2"
