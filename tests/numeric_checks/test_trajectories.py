"""Sample-level returns on a trajectory: the identities between them hold, term by term."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from numeric_checks.instances.strategies import (
    discounts,
    finite_returns,
    lambdas,
    rationals,
    trajectories,
    value_vectors,
)
from numeric_checks.processes.mrp import Vector, cycle
from numeric_checks.processes.trajectories import (
    InvalidTrajectory,
    Trajectory,
    backward_view,
    forward_view,
    n_step_return,
    return_from_eligibilities,
    return_from_nstep_weights,
    td_errors,
)
from symbolic.returns import NStepReturn, WeightedReturn
from tests.hits import hit, reaches

Walk = tuple[Trajectory, Vector]
HALF = Fraction(1, 2)
TWO_STEPS = Trajectory((0, 1, 0), (Fraction(1), Fraction(3)))
V = (Fraction(2), Fraction(4))


@reaches("at least one step")
@given(trajectories(), discounts(), st.data())
def test_an_nstep_return_is_the_value_plus_n_discounted_td_errors(
    walk: Walk, gamma: Fraction, data: st.DataObject
) -> None:
    path, v = walk
    t = data.draw(st.integers(0, path.steps))
    n = data.draw(st.integers(0, path.steps - t))
    ones = [Fraction(1)] * n
    assert n_step_return(path, v, gamma, t, n) == return_from_eligibilities(path, v, gamma, t, ones)
    if n >= 1:
        hit("at least one step")
        h = NStepReturn(n).eligibilities(n + 3)
        assert n_step_return(path, v, gamma, t, n) == return_from_eligibilities(
            path, v, gamma, t, h
        )


@given(trajectories(), discounts(), lambdas(), rationals(0, 1))
def test_the_backward_view_accumulates_what_the_forward_view_does(
    walk: Walk, gamma: Fraction, lam: Fraction, alpha: Fraction
) -> None:
    path, v = walk
    assert backward_view(path, v, gamma, lam, alpha) == forward_view(path, v, gamma, lam, alpha)


@given(trajectories(max_steps=10), discounts(), finite_returns(), st.data())
def test_eligibilities_and_nstep_weights_give_the_same_return(
    walk: Walk, gamma: Fraction, ret: WeightedReturn, data: st.DataObject
) -> None:
    path, v = walk
    t = data.draw(st.integers(0, path.steps))
    room = path.steps - t
    h = ret.eligibilities(min(room, len(ret.weights)))
    c = [x - y for x, y in pairwise((*h, Fraction(0)))]
    left = return_from_eligibilities(path, v, gamma, t, h)
    assert left == return_from_nstep_weights(path, v, gamma, t, c)


@given(st.integers(1, 4), discounts(), finite_returns(), st.data())
def test_on_a_cycle_the_sampled_return_is_the_operator(
    k: int, gamma: Fraction, ret: WeightedReturn, data: st.DataObject
) -> None:
    rewards, v = data.draw(value_vectors(k)), data.draw(value_vectors(k))
    long = k + len(ret.weights)
    path = Trajectory(
        tuple(t % k for t in range(long + 1)), tuple(rewards[t % k] for t in range(long))
    )
    h = ret.eligibilities(len(ret.weights))
    sampled = tuple(return_from_eligibilities(path, v, gamma, t, h) for t in range(k))
    assert sampled == cycle(k, gamma, rewards).operator(ret, v)


def test_two_steps_worked_by_hand() -> None:
    assert td_errors(TWO_STEPS, V, HALF) == (Fraction(1), Fraction(0))
    assert n_step_return(TWO_STEPS, V, HALF, 0, 1) == 3
    assert n_step_return(TWO_STEPS, V, HALF, 0, 2) == 3
    assert n_step_return(TWO_STEPS, V, HALF, 1, 0) == 4
    assert return_from_eligibilities(TWO_STEPS, V, HALF, 0, (HALF,)) == Fraction(5, 2)
    assert return_from_nstep_weights(TWO_STEPS, V, HALF, 0, (HALF,)) == Fraction(5, 2)
    assert backward_view(TWO_STEPS, V, HALF, Fraction(1), HALF) == (HALF, Fraction(0))


def test_traces_of_a_state_visited_twice_add_up() -> None:
    path = Trajectory((0, 0, 0), (Fraction(1), Fraction(1)))
    v = (Fraction(0),)
    # the second TD error (1) meets a trace of 1 + gamma lambda = 5/4
    assert backward_view(path, v, HALF, HALF, Fraction(1)) == (1 + Fraction(5, 4),)


def test_a_trajectory_without_steps_updates_nothing() -> None:
    path = Trajectory((1,), ())
    assert td_errors(path, V, HALF) == ()
    assert backward_view(path, V, HALF, HALF, HALF) == forward_view(path, V, HALF, HALF, HALF)
    assert return_from_eligibilities(path, V, HALF, 0, (Fraction(1),)) == 4


def test_a_trajectory_has_one_more_state_than_rewards() -> None:
    with pytest.raises(InvalidTrajectory, match="1 states and 1 rewards, expected one more"):
        Trajectory((0,), (Fraction(1),))
    with pytest.raises(InvalidTrajectory, match="state -1, expected states >= 0"):
        Trajectory((0, -1), (Fraction(1),))


@pytest.mark.parametrize(("t", "n"), [(0, 3), (-1, 1), (2, 1), (0, -1), (3, 0), (3, -1)])
def test_an_nstep_return_must_fit_into_the_trajectory(t: int, n: int) -> None:
    with pytest.raises(InvalidTrajectory, match=rf"t = {t}, n = {n}: expected 0 <= t"):
        n_step_return(TWO_STEPS, V, HALF, t, n)


@pytest.mark.parametrize("t", [-1, 3])
def test_a_return_starts_inside_the_trajectory(t: int) -> None:
    with pytest.raises(InvalidTrajectory, match=f"t = {t}: expected 0 <= t <= 2"):
        return_from_eligibilities(TWO_STEPS, V, HALF, t, ())
