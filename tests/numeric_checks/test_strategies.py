"""The strategies draw what they say, all of it, and shrink to simple numbers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings, strategies as st

from numeric_checks.instances import strategies as draw
from numeric_checks.instances.evidence import gather
from numeric_checks.processes.mrp import MRP, Vector
from numeric_checks.processes.trajectories import Trajectory
from symbolic.returns import LinearReturn, WeightedReturn
from symbolic.returns.parameters import rational

ALL: list[Callable[[], st.SearchStrategy[Any]]] = [
    lambda: draw.rationals(-2, 2),
    draw.discounts,
    draw.lambdas,
    lambda: draw.stochastic_matrices(3),
    lambda: draw.value_vectors(2),
    draw.mrps,
    draw.mrps_with_values,
    draw.trajectories,
    draw.finite_returns,
    draw.affine_returns,
    draw.convex_returns,
    draw.eventually_constant_returns,
    draw.violating_returns,
    draw.named_returns,
]


def c(ret: WeightedReturn) -> list[Fraction]:
    return [rational(w) for w in ret.nstep_weights]


@given(draw.rationals(Fraction(-1, 2), Fraction(3, 2), 5))
def test_rationals_stay_in_their_interval_with_small_denominators(q: Fraction) -> None:
    assert Fraction(-1, 2) <= q <= Fraction(3, 2)
    assert q.denominator <= 5


def test_an_interval_without_such_rationals_is_refused() -> None:
    with pytest.raises(ValueError, match="no rational from 1/3 to 2/5 has a denominator"):
        draw.rationals(Fraction(1, 3), Fraction(2, 5), 2)


@given(draw.discounts())
def test_discounts_lie_strictly_between_zero_and_one(gamma: Fraction) -> None:
    assert 0 < gamma < 1


@given(draw.lambdas(), draw.lambdas(below_one=True))
def test_lambdas_lie_between_zero_and_one(lam: Fraction, below: Fraction) -> None:
    assert 0 <= lam <= 1
    assert 0 <= below < 1


@pytest.mark.parametrize("value", [0, 1])
def test_both_ends_are_drawn_as_lambdas(value: int) -> None:
    assert find(draw.lambdas(), lambda lam: lam == value) == value


@given(st.integers(1, 4).flatmap(draw.stochastic_matrices))
def test_stochastic_matrices_are_square_with_rows_that_sum_to_one(P: tuple[Vector, ...]) -> None:
    assert all(len(row) == len(P) and sum(row) == 1 and min(row) >= 0 for row in P)


@given(draw.mrps(2, 3))
def test_processes_have_as_many_states_as_were_asked_for(mrp: MRP) -> None:
    assert 2 <= mrp.size <= 3


@given(draw.mrps_with_values())
def test_the_estimates_fit_their_process(case: tuple[MRP, Vector]) -> None:
    assert len(case[1]) == case[0].size


@given(draw.trajectories(max_states=2, max_steps=4))
def test_trajectories_stay_within_their_states_and_length(case: tuple[Trajectory, Vector]) -> None:
    path, v = case
    assert max(path.states) < len(v) == 2
    assert path.steps <= 4


@given(draw.finite_returns(4))
def test_finite_returns_have_finite_support(ret: WeightedReturn) -> None:
    assert ret.support is not None
    assert 1 <= ret.support <= 4


@given(draw.affine_returns(4))
def test_affine_returns_have_weights_that_sum_to_one(ret: WeightedReturn) -> None:
    assert sum(c(ret)) == 1
    assert len(c(ret)) <= 4
    assert ret.limit == 0


@given(draw.convex_returns(4))
def test_convex_returns_have_nonnegative_weights_that_sum_to_one(ret: WeightedReturn) -> None:
    assert sum(c(ret)) == 1
    assert min(c(ret)) >= 0
    assert len(c(ret)) <= 4


@given(draw.eventually_constant_returns())
def test_eventually_constant_returns_have_a_limit_other_than_zero(ret: WeightedReturn) -> None:
    assert ret.limit != 0


@given(draw.violating_returns(5))
def test_violating_returns_are_affine_and_rise_somewhere(ret: WeightedReturn) -> None:
    h = ret.eligibilities(len(ret.weights) + 1)
    assert h[0] == 1
    assert h[-1] == 0
    assert any(later > sooner for sooner, later in pairwise(h))
    assert len(ret.weights) <= 5


@pytest.mark.parametrize("family", LinearReturn.__subclasses__(), ids=lambda f: f.__name__)
def test_every_family_is_drawn_among_the_named_returns(family: type[LinearReturn]) -> None:
    found = find(
        draw.named_returns(),
        lambda ret: isinstance(ret, family),
        settings=settings(max_examples=2000, database=None, phases=[Phase.generate]),
    )
    assert found.is_numeric


@pytest.mark.parametrize("make", ALL, ids=range(len(ALL)))
def test_nothing_is_drawn_and_thrown_away(make: Callable[[], st.SearchStrategy[Any]]) -> None:
    seen: list[Any] = []

    @settings(
        max_examples=30, database=None, suppress_health_check=[HealthCheck.too_slow], deadline=None
    )
    @given(make())
    def collect(case: Any) -> None:
        seen.append(case)

    collect()
    assert len(seen) >= 30


def test_a_failing_process_shrinks_to_simple_numbers() -> None:
    (failure,) = gather(lambda mrp: mrp.size < 2, draw.mrps()).failures
    assert failure == "MRP(P=((1, 0), (0, 1)), r=(0, 0), gamma=1/2): the check returned False"
