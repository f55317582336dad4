"""Returns with symbols for parameters: their formulas, and the conditions those hold under."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from sympy import Expr

from numeric_checks.instances.strategies import lambdas
from symbolic.returns import (
    DelayedLambdaReturn,
    DelayedReturn,
    GammaReturn,
    InvertedUReturn,
    LambdaReturn,
    LinearReturn,
    MonteCarloReturn,
    NStepReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
    WeightedReturn,
)
from symbolic.terms import check_term, index, real
from tests.symbolic.evaluation import number

i, n, m, tau, N, length = (index(name) for name in ("i", "n", "m", "tau", "N", "length"))
lam, gamma, z, a, b = (real(name) for name in ("lam", "gamma", "z", "a", "b"))

SYMBOLIC: list[LinearReturn] = [
    MonteCarloReturn(),
    NStepReturn(n),
    LambdaReturn(lam),
    SparseLambdaReturn(lam, m),
    TruncatedLambdaReturn(lam, N),
    DelayedReturn(tau),
    DelayedLambdaReturn(lam, tau),
    InvertedUReturn(lam),
    WeightedReturn([a, b, 1]),
    WeightedReturn([a, a, b], tail=a),
    GammaReturn(gamma, 3),
    GammaReturn(gamma, length),
]


FAMILIES: list[tuple[Callable[..., LinearReturn], dict[Expr, st.SearchStrategy[Any]]]] = [
    (NStepReturn, {n: st.integers(1, 6)}),
    (LambdaReturn, {lam: lambdas(below_one=True)}),
    (SparseLambdaReturn, {lam: lambdas(below_one=True), m: st.integers(1, 5)}),
    (TruncatedLambdaReturn, {lam: lambdas(), N: st.integers(1, 6)}),
    (DelayedReturn, {tau: st.integers(0, 5)}),
    (DelayedLambdaReturn, {lam: lambdas(below_one=True), tau: st.integers(0, 5)}),
    (InvertedUReturn, {lam: lambdas(below_one=True)}),
    (GammaReturn, {gamma: lambdas(), length: st.integers(1, 5)}),
]


@pytest.mark.parametrize(("family", "ranges"), FAMILIES, ids=lambda p: getattr(p, "__name__", ""))
@given(data=st.data())
@settings(max_examples=10)
def test_numbers_put_into_the_symbolic_formulas_give_the_numeric_return(
    family: Callable[..., LinearReturn],
    ranges: dict[Expr, st.SearchStrategy[Any]],
    data: st.DataObject,
) -> None:
    values = {symbol: data.draw(numbers) for symbol, numbers in ranges.items()}
    general, special = family(*ranges), family(*values.values())
    assert all(condition.holds(values) for condition in general.conditions)
    assert number(general.h(i), values | {i: 4}) == special.eligibilities(5)[4]
    assert [number(general.h(k), values) for k in range(7)] == list(special.eligibilities(7))
    assert [number(general.c(k), values) for k in range(1, 7)] == [
        number(special.c(k)) for k in range(1, 7)
    ]
    assert general.limit is not None
    assert special.limit is not None
    assert number(general.limit, values) == number(special.limit)
    half = Fraction(1, 2)
    for made, known in (
        (general.generating_function(z), special.generating_function(half)),
        (general.filter(z), special.filter(half)),
    ):
        assert known is not None
        if made is None:
            assert family is GammaReturn
        else:
            assert number(made, values | {z: half}) == number(known)


@pytest.mark.parametrize("ret", SYMBOLIC, ids=str)
def test_every_formula_is_a_term_of_the_language(ret: LinearReturn) -> None:
    formulas = (ret.h(i), ret.h(3), ret.h(i + 1), ret.c(index("k")), ret.c(2), ret.limit)
    series = (ret.generating_function(z), ret.filter(z))
    for term in (*formulas, *series):
        if term is not None:
            check_term(term)


@pytest.mark.parametrize(
    ("ret", "conditions"),
    [
        (NStepReturn(n), ["1 <= n"]),
        (LambdaReturn(lam), ["0 <= lam", "lam < 1"]),
        (SparseLambdaReturn(lam, m), ["0 <= lam", "lam < 1", "1 <= m"]),
        (SparseLambdaReturn("1/2", m), ["1 <= m"]),
        (TruncatedLambdaReturn(lam, N), ["0 <= lam", "lam <= 1", "1 <= N"]),
        (TruncatedLambdaReturn(lam, 4), ["0 <= lam", "lam <= 1"]),
        (DelayedReturn(tau), ["0 <= tau"]),
        (DelayedLambdaReturn(lam, tau), ["0 <= lam", "lam < 1", "0 <= tau"]),
        (InvertedUReturn(lam), ["0 <= lam", "lam < 1"]),
        (GammaReturn(gamma, length), ["0 <= gamma", "gamma <= 1", "1 <= length"]),
        (WeightedReturn([a, b]), []),
        (MonteCarloReturn(), []),
    ],
    ids=str,
)
def test_the_range_of_each_symbol_is_a_condition(ret: LinearReturn, conditions: list[str]) -> None:
    assert [str(condition) for condition in ret.conditions] == conditions


def test_bound_variables_do_not_capture_the_symbols_of_a_gamma_return() -> None:
    j, k = index("j"), index("k")
    ret = GammaReturn("1/2", k)
    check_term(ret.c(j))
    check_term(ret.h(j + k))
    assert number(ret.c(j), {k: 3, j: 2}) == number(GammaReturn("1/2", 3).c(2))
    assert number(ret.h(j), {k: 3, j: 2}) == number(GammaReturn("1/2", 3).h(2))


@pytest.mark.parametrize(
    ("ret", "shown"),
    [
        (LambdaReturn(real("lambda")), r"$h_{i} = \lambda^{i}$"),
        (LambdaReturn("9/10"), r"$h_{i} = \Bigl( \frac{9}{10} \Bigr)^{i}$"),
        (InvertedUReturn(real("i")), r"$h_{i_{1}} = i_{1} i^{i_{1}}$"),
        (MonteCarloReturn(), "$h_{i} = 1$"),
        (WeightedReturn([1, "1/2"], tail=2), r"$h = \left(1, \frac{1}{2}, 2, 2, \dots\right)$"),
        (GammaReturn(1, 2), r"$h = \left(1, \frac{1}{3}, 0, 0, \dots\right)$"),
    ],
    ids=str,
)
def test_a_notebook_shows_the_eligibilities(ret: LinearReturn, shown: str) -> None:
    assert ret._repr_latex_() == shown


def test_a_long_list_of_weights_is_shown_in_short() -> None:
    ret = WeightedReturn(range(1, 12))
    assert str(ret) == "weighted return (h = 1, 2, 3, 4, 5, 6, 7, 8, ... 3 more, then zero)"
    assert ret._repr_latex_() == r"$h = \left(1, 2, 3, 4, 5, 6, 7, 8, \dots, 0, 0, \dots\right)$"
    assert GammaReturn(gamma, length)._repr_latex_().startswith("$h_{i} = ")
