"""Terms are evaluated exactly, with the conventions of the language, or refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st
from sympy import Abs, Expr, Integer

from numeric_checks.identities.evaluation import (
    ExactArithmetic,
    NoValue,
    TooManyTerms,
    Undefined,
    assign,
    compiled,
    evaluate,
)
from numeric_checks.instances import strategies as draw
from symbolic import CosTurn, FloorDiv, IfLess, SinTurn, index, real, sequence, series
from symbolic.returns import LinearReturn, SparseLambdaReturn, TruncatedLambdaReturn
from symbolic.terms import NotATerm
from tests.hits import hit, reaches

i, j, n, m = (index(x) for x in "ijnm")
x, y = real("x"), real("y")
h = sequence("h")


@given(draw.named_returns(), st.integers(0, 12))
def test_the_formula_for_h_gives_the_eligibilities(ret: LinearReturn, k: int) -> None:
    formula = evaluate(ret.h(i), {i: k})
    assert formula == ret.eligibilities(k + 1)[k]


@given(draw.lambdas(), st.integers(1, 5), st.integers(0, 12))
def test_symbols_and_numbers_give_the_same_eligibility(lam: Fraction, m_: int, k: int) -> None:
    for family in (SparseLambdaReturn, TruncatedLambdaReturn):
        assert evaluate(family(x, m).h(i), {x: lam, m: m_, i: k}) == evaluate(family(lam, m_).h(k))


@reaches("not zero")
@given(draw.rationals(-2, 2), draw.rationals(-2, 2), st.integers(-3, 3))
def test_arithmetic_is_arithmetic(a: Fraction, b: Fraction, k: int) -> None:
    at = {x: a, y: b, n: k}
    assert evaluate((x + 2 * y) * x - Abs(y) + n, at) == (a + 2 * b) * a - abs(b) + k
    if a != 0:
        hit("not zero")
        assert evaluate(x**n / x, at) == a**k / a


@given(draw.rationals(-2, 2), st.integers(-2, 6), st.integers(-2, 6))
def test_a_sum_has_its_terms_and_is_empty_backwards(a: Fraction, lo: int, hi: int) -> None:
    expected = sum((k * a for k in range(lo, hi + 1)), Fraction(0))
    assert evaluate(series(i * x, i, j, n), {x: a, j: lo, n: hi}) == expected


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (x**n, 1),  # 0^0
        (series(series(i + j, j, 0, i), i, 0, 2), 0 + (1 + 2) + (2 + 3 + 4)),
        (series(series(i, i, 0, 1), i, 0, 2), 3),  # the inner i hides the outer one
        (i + series(i, i, 0, j), 4 + (0 + 1 + 2)),
        (IfLess(n, 1, 7, 1 / x), 7),  # the other branch is not looked at
        (IfLess(n, 1, 7, CosTurn(1, 3)), 7),
        (series(CosTurn(i, n), i, 1, n), 0),  # an empty sum asks for no cosine
        (series(IfLess(i, 1, 5, x ** (1 - i)), i, 0, 1), 6),
        (FloorDiv(j + 2, 2), 2),
        (h(j) + h(5), 2),
        (Integer(3), 3),
    ],
)
def test_the_conventions_of_the_language(term: Expr, value: int) -> None:
    at = {x: 0, n: 0, j: 2, i: 4, h: [0, 1, 2]}
    assert evaluate(term, at) == value


@pytest.mark.parametrize(
    ("term", "error", "message"),
    [
        (1 / x, Undefined, "divides by zero"),
        (x ** (-j), Undefined, "divides by zero"),
        (FloorDiv(j, n), Undefined, "integer >= 1"),
        (CosTurn(j, n), Undefined, "integer >= 1"),
        (SinTurn(0, n - 1), Undefined, "integer >= 1"),
        (CosTurn(1, 3), NoValue, r"cos\(2π·1/3\) has no exact value here; use balls"),
        (1 + SinTurn(j, j + 5), NoValue, "no exact value here; use balls"),
        (CosTurn(0, 1), NoValue, "no exact value here; use balls"),
        (h(n - 1), Undefined, "begins with its member 0"),
        (y, NoValue, "y has no value"),
        (m + 1, NoValue, "m has no value"),
        (sequence("g")(j), NoValue, "expected the members of g"),
        (series(x**i, i, 0), TooManyTerms, "infinitely many"),
        (series(x, i, 0, 10**9), TooManyTerms, "terms, more than"),
        (Integer(1) / 2 + 0.5, NotATerm, "not exact"),
    ],
)
def test_what_has_no_value_is_refused(term: Expr, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        evaluate(term, {x: 0, n: 0, j: 2, h: [1]})


def test_a_refusal_of_a_cosine_is_one_line() -> None:
    with pytest.raises(NoValue) as caught:
        evaluate(x * CosTurn(n, 7) + 1, {x: 1, n: 2})
    assert "\n" not in str(caught.value)
    assert "2/7" in str(caught.value)


@pytest.mark.parametrize(
    ("assignment", "message"),
    [
        ({n: "1/2"}, "n = 1/2; expected an integer"),
        ({x: 0.5}, "a float is not exact"),
        ({x: y}, "x = y; expected an exact number"),
        ({h: [1, "z"]}, r"h\(1\)"),
    ],
)
def test_bad_values_are_refused(assignment: Any, message: str) -> None:
    with pytest.raises(NoValue, match=message):
        assign(assignment)


def test_a_shorter_limit_for_sums_is_kept() -> None:
    term = series(x, i, 1, n)
    values = assign({x: 1, n: 5})
    assert compiled(term, values, ExactArithmetic(5))({}) == 5
    with pytest.raises(TooManyTerms, match="has 5 terms, more than 4"):
        compiled(term, values, ExactArithmetic(4))({})
