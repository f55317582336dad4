"""Returns as values: every formula of a family agrees with its sequence."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction

from hypothesis import given, strategies as st
from sympy import Add, Expr, Integer, Mul, Pow, Rational

from numeric_checks.instances.strategies import (
    affine_returns,
    eventually_constant_returns,
    finite_returns,
    lambdas,
    named_returns,
    rationals,
)
from symbolic.returns import (
    DelayedLambdaReturn,
    DelayedReturn,
    GammaReturn,
    LambdaReturn,
    LinearReturn,
    MonteCarloReturn,
    NStepReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
    WeightedReturn,
)
from symbolic.terms import index, real
from tests.symbolic.evaluation import number

TERMS = 25
i, n, m, tau, N, length = (index(name) for name in ("i", "n", "m", "tau", "N", "length"))
lam, gamma, z, a, b = (real(name) for name in ("lam", "gamma", "z", "a", "b"))

Series = list[Fraction]


def times(p: Series, q: Series) -> Series:
    product = [Fraction(0)] * TERMS
    for j, x in enumerate(p):
        for k in range(TERMS - j) if x else ():
            product[j + k] += x * q[k]
    return product


def inverse(p: Series) -> Series:
    later = [(j, x) for j, x in enumerate(p) if x and j > 0]
    found = [1 / p[0]]
    for k in range(1, TERMS):
        found.append(-sum((x * found[k - j] for j, x in later if j <= k), Fraction(0)) / p[0])
    return found


def taylor(term: Expr) -> Series:
    """The first coefficients of a rational expression in z, by arithmetic of power series."""
    if term == z:
        return [Fraction(int(k == 1)) for k in range(TERMS)]
    if isinstance(term, Rational):
        return [number(term)] + [Fraction(0)] * (TERMS - 1)
    if isinstance(term, Add):
        return [sum(column, Fraction(0)) for column in zip(*map(taylor, term.args), strict=True)]
    product = taylor(Integer(1))
    if isinstance(term, Mul):
        for factor in term.args:
            product = times(product, taylor(factor))
        return product
    assert isinstance(term, Pow), term
    base = taylor(term.base)
    for _ in range(abs(int(term.exp))):
        product = times(product, base)
    return product if term.exp > 0 else inverse(product)


@given(named_returns())
def test_the_formula_for_h_gives_the_eligibilities(ret: LinearReturn) -> None:
    sequence = ret.eligibilities(21)
    formula = ret.h(i)
    assert [number(ret.h(k)) for k in range(21)] == list(sequence)
    assert [number(formula, {i: k}) for k in range(21)] == list(sequence)


@given(named_returns())
def test_the_formula_for_c_gives_the_differences_of_h(ret: LinearReturn) -> None:
    h = ret.eligibilities(22)
    differences = [h[k - 1] - h[k] for k in range(1, 21)]
    formula = ret.c(n)
    assert [number(ret.c(k)) for k in range(1, 21)] == differences
    assert [number(formula, {n: k}) for k in range(1, 21)] == differences


@given(named_returns())
def test_the_generating_function_has_the_eligibilities_as_coefficients(ret: LinearReturn) -> None:
    term = ret.generating_function(z)
    assert term is not None
    assert tuple(taylor(term)) == ret.eligibilities(TERMS)


@given(named_returns())
def test_the_filter_is_h_0_minus_the_weights_c(ret: LinearReturn) -> None:
    term = ret.filter(z)
    assert term is not None
    h = ret.eligibilities(TERMS)
    assert taylor(term) == [h[0]] + [h[k] - h[k - 1] for k in range(1, TERMS)]


@given(named_returns())
def test_a_numeric_return_has_no_conditions_left(ret: LinearReturn) -> None:
    assert ret.is_numeric
    assert ret.conditions == ()


@given(named_returns())
def test_past_its_support_every_eligibility_is_zero(ret: LinearReturn) -> None:
    if ret.support is not None:
        assert not any(ret.eligibilities(ret.support + 20)[ret.support :])
        assert ret.limit == 0


@given(named_returns())
def test_the_eligibilities_come_close_to_the_limit(ret: LinearReturn) -> None:
    assert ret.limit is not None
    assert abs(ret.eligibilities(1001)[1000] - number(ret.limit)) < Fraction(1, 10**6)


@given(named_returns())
def test_a_return_is_a_value_that_survives_pickling(ret: LinearReturn) -> None:
    copy = pickle.loads(pickle.dumps(ret))  # noqa: S301
    assert copy == ret
    assert hash(copy) == hash(ret)
    assert str(copy) == ret.describe()
    assert str(ret._repr_latex_()).startswith("$")


def test_the_textbook_formulas() -> None:
    assert LambdaReturn(lam).c(n) == (1 - lam) * lam ** (n - 1)
    assert LambdaReturn(lam).generating_function(z) == 1 / (1 - lam * z)
    assert NStepReturn(n).generating_function(z) == (1 - z**n) / (1 - z)
    assert NStepReturn(n).filter(z) == 1 - z**n
    assert DelayedReturn(tau).generating_function(z) == z**tau
    assert SparseLambdaReturn(lam, m).filter(z) == 1 - (1 - lam) * z / (1 - lam * z**m)
    assert MonteCarloReturn().filter(z) == 1
    assert GammaReturn(gamma, length).generating_function(z) is None
    assert WeightedReturn([1, 1, 1]).h(i) == NStepReturn(3).h(i)


def test_at_lambda_one_the_limit_is_one() -> None:
    for ret in (LambdaReturn(1), SparseLambdaReturn(1, 3), DelayedLambdaReturn(1, 2)):
        assert ret.limit == 1
        assert ret.c(7) == 0
    assert LambdaReturn(lam).limit == 0
    assert TruncatedLambdaReturn(1, 5).limit == 0
    assert LambdaReturn(1).filter(z) == 1


@given(lambdas(), st.integers(1, 6))
def test_the_families_meet_where_they_should(x: Fraction, k: int) -> None:
    def same(left: LinearReturn, right: LinearReturn) -> bool:
        return left.eligibilities(20) == right.eligibilities(20)

    assert same(SparseLambdaReturn(x, 1), LambdaReturn(x))
    assert same(DelayedLambdaReturn(x, 0), LambdaReturn(x))
    assert same(DelayedLambdaReturn(0, k), DelayedReturn(k))
    assert same(DelayedReturn(0), NStepReturn(1))
    assert same(TruncatedLambdaReturn(1, k), NStepReturn(k))
    assert same(TruncatedLambdaReturn(x, 20), LambdaReturn(x))
    assert same(LambdaReturn(1), MonteCarloReturn())
    assert same(LambdaReturn(0), NStepReturn(1))
    assert same(GammaReturn(x, 1), NStepReturn(1))
    assert same(WeightedReturn([1], tail=1), MonteCarloReturn())


@given(st.lists(rationals(-2, 2), min_size=1, max_size=8))
def test_nstep_weights_are_recovered_from_the_eligibilities_they_make(c: list[Fraction]) -> None:
    ret = WeightedReturn.from_nstep_weights(c)
    assert [number(w) for w in ret.nstep_weights] == c
    assert [number(ret.c(k)) for k in range(1, len(c) + 1)] == c
    assert ret.eligibilities(1) == (sum(c),)
    assert ret.limit == 0


@given(st.one_of(finite_returns(), eventually_constant_returns(), affine_returns()))
def test_the_weights_c_sum_to_h_0_minus_the_limit(ret: WeightedReturn) -> None:
    assert sum(map(number, ret.nstep_weights)) == ret.eligibilities(1)[0] - number(ret.limit)


@given(lambdas(), st.integers(1, 6))
def test_a_gamma_return_is_convex_with_weights_in_proportion_to_the_inverse_variances(
    discount: Fraction, count: int
) -> None:
    c = [number(GammaReturn(discount, count).c(k)) for k in range(1, count + 1)]
    variances = [
        sum(discount ** (2 * (j - 1)) for j in range(1, k + 1)) for k in range(1, count + 1)
    ]
    assert sum(c) == 1
    assert {w * v for w, v in zip(c, variances, strict=True)} == {c[0]}


def test_two_thousand_weights_nest_only_a_few_comparisons_deep() -> None:
    ret = WeightedReturn(list(range(2000)), tail=-1)
    formula = ret.h(i)
    assert [number(formula, {i: k}) for k in (0, 1, 999, 1999, 2000, 9999)] == [
        0, 1, 999, 1999, -1, -1
    ]  # fmt: skip
    deepest: Callable[[Expr], int] = lambda t: 1 + max(map(deepest, t.args), default=0)  # noqa: E731
    assert deepest(formula) < 20


def test_exact_numbers_may_be_written_in_any_exact_way() -> None:
    ways = ("9/10", "0.9", "9e-1", Fraction(9, 10), Rational(9, 10))
    assert len({LambdaReturn(way) for way in ways}) == 1
    assert NStepReturn("3") == NStepReturn(3) == NStepReturn(Integer(3))
    assert NStepReturn(tau + 1).describe() == "(tau + 1)-step return"
