"""Covariances and variances are those of the definition, tried on every trajectory."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from numeric_checks import MRP, Trajectory, Vector, return_from_eligibilities, td_errors, two_state
from numeric_checks.instances import strategies as draw
from numeric_checks.moduli.modulus import TooLarge
from numeric_checks.moduli.shapes import shape
from numeric_checks.processes.chains import random_walk
from numeric_checks.processes.mrp import InvalidMRP
from numeric_checks.processes.variance import TDErrors
from symbolic import real
from symbolic.returns import (
    DelayedLambdaReturn,
    InvalidReturn,
    InvertedUReturn,
    LambdaReturn,
    LinearReturn,
    MonteCarloReturn,
    NStepReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
    WeightedReturn,
)
from tests.numeric_checks.simulated_variance import simulate

Case = tuple[MRP, Vector]
SMALL = draw.mrps_with_values(1, 3)
LAM, LENGTH = draw.lambdas(4), st.integers(1, 3)

REPEATING: st.SearchStrategy[LinearReturn] = st.one_of(
    st.builds(LambdaReturn, LAM),
    st.builds(SparseLambdaReturn, LAM, LENGTH),
    st.builds(DelayedLambdaReturn, LAM, LENGTH),
    st.just(MonteCarloReturn()),
    draw.eventually_constant_returns(2),
)


def trajectories(mrp: MRP, start: int, steps: int) -> Iterator[tuple[Fraction, Trajectory]]:
    """Every trajectory of that many steps, with its probability."""
    for rest in product(range(mrp.size), repeat=steps):
        states = (start, *rest)
        chance = Fraction(1)
        for s, t in zip(states[:-1], rest, strict=True):
            chance *= mrp.P[s][t]
        if chance:
            yield chance, Trajectory(states, tuple(mrp.r[s] for s in states[:-1]))


def covariance(pairs: list[tuple[Fraction, Fraction, Fraction]]) -> Fraction:
    """The covariance of x and y, from (probability, x, y)."""
    both = sum((p * x * y for p, x, y in pairs), Fraction(0))
    first = sum((p * x for p, x, _ in pairs), Fraction(0))
    return both - first * sum((p * y for p, _, y in pairs), Fraction(0))


@settings(max_examples=25)
@given(SMALL, st.integers(0, 2), st.integers(0, 2))
def test_covariances_are_those_over_all_trajectories(case: Case, i: int, j: int) -> None:
    mrp, v = case
    found = TDErrors(mrp, v).covariance(i, j)
    for s in range(mrp.size):
        drawn = []
        for chance, path in trajectories(mrp, s, max(i, j) + 1):
            errors = td_errors(path, v, mrp.gamma)
            drawn.append((chance, errors[i], errors[j]))
        assert found[s] == covariance(drawn)


@settings(max_examples=25)
@given(SMALL, st.lists(draw.rationals(-2, 2), min_size=1, max_size=3))
def test_the_variance_of_a_return_is_that_over_all_trajectories(
    case: Case, h: list[Fraction]
) -> None:
    mrp, v = case
    found = TDErrors(mrp, v).variance(WeightedReturn(h))
    for s in range(mrp.size):
        drawn = []
        for chance, path in trajectories(mrp, s, len(h)):
            value = return_from_eligibilities(path, v, mrp.gamma, 0, h)
            drawn.append((chance, value, value))
        assert found[s] == covariance(drawn)


@settings(max_examples=25)
@given(SMALL, draw.finite_returns(5))
def test_the_recursion_is_the_double_sum_of_covariances(case: Case, ret: WeightedReturn) -> None:
    errors = TDErrors(*case)
    assert errors.variance(ret) == errors.variance_by_covariances(ret.eligibilities(5))


@settings(max_examples=25)
@given(SMALL, REPEATING)
def test_linear_equations_give_the_limit_of_longer_and_longer_sums(
    case: Case, ret: LinearReturn
) -> None:
    """Cutting off after K eligibilities changes G by a variable of size B gamma^K at most."""
    mrp, v = case
    errors, K = TDErrors(mrp, v), 60
    cut = errors.variance(WeightedReturn(ret.eligibilities(K)))
    whole = errors.variance(ret)
    largest = max(abs(h) for h in ret.eligibilities(10)) + 1
    reach = max(map(abs, (*mrp.r, *v))) * 3 * largest / (1 - mrp.gamma)
    slack = 4 * reach**2 * mrp.gamma**K
    assert all(abs(a - b) <= slack for a, b in zip(cut, whole, strict=True))


@given(draw.named_returns(), st.integers(0, 9))
def test_the_shape_repeats_the_eligibilities(ret: LinearReturn, k: int) -> None:
    if isinstance(ret, InvertedUReturn):
        return
    form = shape(ret)
    expected = list(form.first)
    power = Fraction(1)
    while len(expected) <= k:
        expected += [power * x for x in form.block]
        power *= form.ratio
    assert tuple(expected[: k + 1]) == ret.eligibilities(k + 1)


@given(SMALL)
def test_at_the_true_values_td_errors_are_uncorrelated_and_variances_add_up(case: Case) -> None:
    mrp, _ = case
    errors = TDErrors(mrp, mrp.values())
    h = (Fraction(1), Fraction(-1, 2), Fraction(3, 4))
    assert not any(any(errors.covariance(i, j)) for i in range(3) for j in range(i))
    own = [errors.covariance(i, i) for i in range(3)]
    expected = tuple(
        sum((h[i] ** 2 * mrp.gamma ** (2 * i) * own[i][s] for i in range(3)), Fraction(0))
        for s in range(mrp.size)
    )
    assert errors.variance(WeightedReturn(h)) == expected


@settings(max_examples=25)
@given(SMALL, st.integers(1, 4))
def test_kappa_is_enclosed_and_is_a_variance(case: Case, horizon: int) -> None:
    errors = TDErrors(*case)
    later = range(horizon + 3)
    for s, kappa in enumerate(errors.kappa(horizon)):
        assert kappa.lower == errors.covariance(*kappa.place)[s] >= 0
        assert kappa.lower == max(errors.covariance(i, i)[s] for i in range(horizon))
        assert all(abs(errors.covariance(i, j)[s]) <= kappa.upper for i in later for j in later)


def test_kappa_narrows_as_the_horizon_grows() -> None:
    errors = TDErrors(two_state("3/4", "9/10", [1, -2]), (Fraction(0), Fraction(5)))
    widths = [k.upper - k.lower for k in (errors.kappa(h)[0] for h in (1, 4, 16))]
    assert widths[0] > widths[1] > widths[2]


def test_kappa_is_attained_at_once_when_the_first_td_error_varies_most() -> None:
    """A fair coin, then nothing happens any more."""
    mrp = MRP.of([[0, "1/2", "1/2"], [0, 1, 0], [0, 0, 1]], [0, "1/2", "-1/2"], "1/2")
    kappa = TDErrors(mrp, (Fraction(0), Fraction(1), Fraction(-1))).kappa(1)[0]
    assert (kappa.attained, kappa.lower, kappa.place) == (True, Fraction(1, 4), (0, 0))


@pytest.mark.parametrize("ret", [NStepReturn(3), TruncatedLambdaReturn("3/4", 5), NStepReturn(1)])
@pytest.mark.parametrize("state", [0, 1])
def test_simulation_agrees_with_the_exact_variance(ret: LinearReturn, state: int) -> None:
    """With confidence 1 - 10^-6 in each of the six cases; the seed is fixed."""
    errors = TDErrors(two_state("3/4", "9/10", [1, -2]), (Fraction(0), Fraction(5)))
    found = simulate(errors, ret, state, pairs=100_000, seed=1)
    exact = float(errors.variance(ret)[state])
    assert abs(found.variance - exact) <= found.radius
    assert found.confidence == 1 - 1e-6
    assert found.radius <= exact / 2


def test_simulation_would_notice_a_wrong_variance() -> None:
    errors = TDErrors(two_state("3/4", "9/10", [1, -2]), (Fraction(0), Fraction(5)))
    found = simulate(errors, NStepReturn(1), 0, pairs=100_000)
    for wrong in (NStepReturn(3), WeightedReturn(["9/10"]), WeightedReturn([1, "1/2"])):
        assert abs(found.variance - float(errors.variance(wrong)[0])) > found.radius


def test_simulation_depends_on_its_seed_alone() -> None:
    errors = TDErrors(two_state("3/4", "9/10", [1, -2]), (Fraction(0), Fraction(5)))
    runs = [simulate(errors, NStepReturn(2), 0, pairs=100, seed=s) for s in (3, 3, 4)]
    assert runs[0] == runs[1] != runs[2]


def test_what_has_no_exact_variance_is_refused() -> None:
    errors = TDErrors(two_state("1/2", "1/2"), (Fraction(0), Fraction(1)))
    with pytest.raises(InvalidReturn, match="repeat up to a factor"):
        errors.variance(InvertedUReturn("1/2"))
    with pytest.raises(InvalidReturn, match="only when its parameters are"):
        errors.variance(LambdaReturn(real("lam")))
    with pytest.raises(TooLarge, match="at most 10000 eligibilities"):
        errors.variance(SparseLambdaReturn("1/2", 10**6))
    with pytest.raises(InvalidReturn, match="finitely many"):
        simulate(errors, MonteCarloReturn(), 0)
    with pytest.raises(InvalidMRP, match="v has length 1, expected 2"):
        TDErrors(errors.mrp, (Fraction(0),))
    with pytest.raises(ValueError, match="horizon = 0"):
        errors.kappa(0)


def test_an_episode_needs_its_terminal_state() -> None:
    walk: Any = random_walk(3)
    with pytest.raises(InvalidMRP, match="with_terminal_state"):
        TDErrors(walk, (Fraction(0),) * 3)
    TDErrors(walk.with_terminal_state(), (Fraction(0),) * 4)
