"""The numbers of the inequality are those of the certificate, whatever way they are computed."""

from __future__ import annotations

import math
from copy import deepcopy
from fractions import Fraction
from itertools import zip_longest
from typing import Any

import pytest
from hypothesis import given

from numeric_checks import analyze
from numeric_checks.instances import strategies as draw
from numeric_checks.safety.trigonometric_squares import Inequality
from symbolic.returns import (
    DelayedLambdaReturn,
    LambdaReturn,
    LinearReturn,
    MonteCarloReturn,
    SparseLambdaReturn,
    WeightedReturn,
)

CONVERGING = [
    WeightedReturn(["1", "1/2", "3/4"]),
    WeightedReturn(["1", "-1/2"]),
    WeightedReturn(["2", "1"], "1/3"),
    LambdaReturn("1/2"),
    MonteCarloReturn(),
    SparseLambdaReturn("3/4", 5),
    DelayedLambdaReturn("1/2", 0),
]


def certificate(ret: LinearReturn, gamma: Any) -> dict[str, Any] | None:
    found = analyze(ret, gamma).decision.certificate()
    return found if found is not None and found["claim"] == "converges" else None


def coefficients(stored: dict[str, Any]) -> list[Fraction]:
    return [Fraction(a, stored["denominator"]) for a in stored["coefficients"]]


def polynomial(p: list[Fraction], z: complex) -> complex:
    return sum((complex(a) * z**k for k, a in enumerate(p)), 0j)


@pytest.mark.parametrize("ret", CONVERGING, ids=str)
def test_the_cosine_sum_is_the_real_part_less_the_margin(ret: LinearReturn) -> None:
    found = certificate(ret, "9/10")
    assert found is not None
    shown = Inequality.of(found)
    for angle in (0.0, 0.4, 1.3, 2.2, math.pi):
        z = 0.9 * complex(math.cos(angle), math.sin(angle))
        bottom = 1 + 0j
        for factor in found["return"]["factors"]:
            bottom *= polynomial(coefficients(factor), z)
        top = (1 - z) * polynomial(coefficients(found["return"]["numerator"]), z)
        expected = (top * bottom.conjugate()).real - float(shown.margin) * abs(bottom) ** 2
        total = sum(float(shown.coefficient(k)) * math.cos(k * angle) for k in range(shown.length))
        assert math.isclose(total, expected, abs_tol=1e-12)


def exact_sides(shown: Inequality) -> tuple[Fraction, Fraction]:
    """t_0 - A_0 and the sum of |t_k - 2 A_k|, by double loops of fractions."""
    q = [Fraction(a, shown.square[1]) for a in shown.square[0]]
    t = [shown.coefficient(k) for k in range(shown.length)]
    A = [sum((q[j] * q[j + k] for j in range(len(q) - k)), Fraction(0)) for k in range(len(q))]
    pairs = list(zip_longest(t, A, fillvalue=Fraction(0)))
    return pairs[0][0] - pairs[0][1], sum((abs(x - 2 * a) for x, a in pairs[1:]), Fraction(0))


@given(draw.finite_returns(), draw.discounts())
def test_the_bounds_enclose_both_sides_and_are_in_order(
    ret: WeightedReturn, gamma: Fraction
) -> None:
    found = certificate(ret, gamma)
    if found is None:
        return
    shown = Inequality.of(found)
    (least, most), (left, right) = shown.bounds(), exact_sides(shown)
    assert least <= left
    assert right <= most
    assert left - least < Fraction(1, 10**40)
    assert most - right < Fraction(1, 10**40)
    assert left >= right


def test_a_wrong_square_or_a_larger_margin_turns_the_inequality_round() -> None:
    found = certificate(CONVERGING[0], "9/10")
    assert found is not None
    for key, value in (
        ("margin", "1/2"),
        ("square", {"denominator": 1, "coefficients": [1]}),
        ("square", {"denominator": 1, "coefficients": []}),
    ):
        wrong = deepcopy(found)
        wrong[key] = value
        least, most = Inequality.of(wrong).bounds()
        assert least < most
