"""The variance bound holds, is met, and fails for nonconvex returns exactly as is said."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import assume, given, settings, strategies as st

from numeric_checks import MRP, Vector
from numeric_checks.instances import strategies as draw
from numeric_checks.moduli.modulus import modulus
from numeric_checks.processes.variance import TDErrors
from numeric_checks.processes.variance_bounds import (
    absolute_reading_fails,
    factor,
    factor_by_filter,
    filter_reading_fails,
    perfectly_correlated,
    sharp_factor,
    within_bound,
    worst_case,
)
from symbolic.returns import LambdaReturn, LinearReturn, SparseLambdaReturn, WeightedReturn
from tests.hits import hit, reaches

Case = tuple[MRP, Vector]
SMALL = draw.mrps_with_values(1, 3)
LAM = draw.lambdas(4, below_one=True)
CONVEX: st.SearchStrategy[LinearReturn] = st.one_of(
    draw.convex_returns(4),
    st.builds(LambdaReturn, LAM),
    st.builds(SparseLambdaReturn, LAM, st.integers(1, 3)),
)


@settings(max_examples=25)
@given(SMALL, CONVEX)
def test_the_bound_holds_for_convex_returns(case: Case, ret: LinearReturn) -> None:
    assert within_bound(TDErrors(*case), ret)


@settings(max_examples=25)
@given(SMALL, draw.finite_returns(4))
def test_the_sharp_bound_holds_for_every_return(case: Case, ret: WeightedReturn) -> None:
    assert within_bound(TDErrors(*case), ret, sharp_factor)


@given(CONVEX, draw.discounts())
def test_for_convex_returns_the_three_factors_are_one(ret: LinearReturn, gamma: Fraction) -> None:
    assert factor(ret, gamma) == factor_by_filter(ret, gamma) == sharp_factor(ret, gamma)


@settings(max_examples=25)
@given(CONVEX, draw.discounts(5))
def test_equality_when_all_td_errors_are_the_same(ret: LinearReturn, gamma: Fraction) -> None:
    errors = perfectly_correlated(gamma)
    kappa = errors.kappa(3)[0]
    assert kappa.attained
    assert kappa.lower == 1
    assert all(errors.covariance(i, j)[0] == 1 for i in range(4) for j in range(4))
    assert errors.variance(ret)[0] == factor(ret, gamma) ** 2


@settings(max_examples=25)
@given(draw.finite_returns(4), draw.discounts(5))
def test_the_sharp_bound_is_met_by_every_return(ret: WeightedReturn, gamma: Fraction) -> None:
    h = ret.eligibilities(len(ret.weights))
    assume(any(h))
    errors = worst_case(h, gamma)
    kappa = errors.kappa(len(h) + 1)[0]
    assert kappa.attained
    assert kappa.lower == 1
    assert errors.variance(ret)[0] == sharp_factor(ret, gamma) ** 2


@settings(max_examples=25)
@given(SMALL, draw.finite_returns(4))
def test_at_the_true_values_the_squares_of_the_weights_are_enough(
    case: Case, ret: WeightedReturn
) -> None:
    """Var <= (sum h_i^2 gamma^{2i}) kappa when the TD errors are uncorrelated."""
    mrp, _ = case
    errors, h = TDErrors(mrp, mrp.values()), ret.eligibilities(len(ret.weights))
    squares = sum(x**2 * mrp.gamma ** (2 * i) for i, x in enumerate(h))
    assert squares <= sharp_factor(ret, mrp.gamma) ** 2
    kappas = errors.kappa(len(h))
    for found, kappa in zip(errors.variance(ret), kappas, strict=True):
        assert found <= squares * kappa.lower


def test_with_the_modulus_for_beta_the_bound_fails_for_an_affine_return() -> None:
    found = absolute_reading_fails()
    assert [str(c) for c in found.ret.nstep_weights] == ["-1/4", "5/4"]
    assert modulus(found.ret, found.errors.mrp.gamma) == Fraction(7, 16)
    assert (found.variance, found.bound) == (Fraction(169, 64), Fraction(81, 64))
    # here every h_i >= 0, and the other reading holds, with equality
    assert factor_by_filter(found.ret, "1/2") ** 2 * found.kappa == found.variance


def test_with_the_filter_for_beta_the_bound_fails_for_an_affine_return() -> None:
    found = filter_reading_fails()
    assert [str(c) for c in found.ret.nstep_weights] == ["3/2", "-1/2"]
    assert (found.variance, found.bound) == (Fraction(25, 16), Fraction(9, 16))
    assert sharp_factor(found.ret, "1/2") ** 2 * found.kappa == found.variance


@settings(max_examples=25)
@given(draw.violating_returns(4), draw.discounts(5))
def test_with_the_modulus_every_violator_with_beta_at_most_one_exceeds_the_bound(
    ret: WeightedReturn, gamma: Fraction
) -> None:
    assume(modulus(ret, gamma) <= 1)
    errors = worst_case(ret.eligibilities(len(ret.weights)), gamma)
    assert errors.variance(ret)[0] > factor(ret, gamma) ** 2


@reaches("none negative", "a negative one")
@settings(max_examples=25)
@given(SMALL, draw.violating_returns(4))
def test_with_the_filter_the_bound_holds_exactly_when_no_eligibility_is_negative(
    case: Case, ret: WeightedReturn
) -> None:
    gamma, h = case[0].gamma, ret.eligibilities(len(ret.weights))
    if min(h) >= 0:
        hit("none negative")
        assert within_bound(TDErrors(*case), ret, factor_by_filter)
    else:
        hit("a negative one")
        assert not within_bound(worst_case(h, gamma), ret, factor_by_filter)
