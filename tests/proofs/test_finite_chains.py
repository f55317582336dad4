"""Finite chains: what is expected of estimates and of state-dependent targets, and what is not."""

from fractions import Fraction

import pytest

from numeric_checks import MRP, return_from_eligibilities
from numeric_checks.processes.paths import expected
from numeric_checks.processes.trajectories import Trajectory
from proofs.lemmas import finite_chain, mean_eligibilities
from proofs.lemmas.finite_chain import (
    LAW,
    P,
    every_state,
    mean,
    one_step,
    p,
    state,
    x,
    y,
)
from proofs.lemmas.mean_eligibilities import FALLS, FIRST, FROM_S, POSITIVE, averages, h, mu
from proofs.notation import m
from proofs.paper import state_dependent
from symbolic import (
    AtMost,
    Chain,
    Equal,
    ForAll,
    Implies,
    Less,
    ProofError,
    Statement,
    Theorem,
    fact,
    given,
    index,
    sequence,
)
from symbolic.writing import cut, recall, specialise

i, j = index("i"), index("j")
w = sequence("w")
HALF = Fraction(1, 2)
#: from 0 always to 1, from 1 to either
WALK = MRP.of([[0, 1], ["1/2", "1/2"]], [1, 0], "1/2")


def along(weights: tuple[tuple[Fraction, ...], ...], values: tuple[Fraction, ...]) -> Fraction:
    """What is expected of a target from state 0, whose weights are by lag and by state."""

    def target(path: Trajectory) -> Fraction:
        own = [weights[lag][path.states[lag]] for lag in range(len(weights))]
        return return_from_eligibilities(path, values, WALK.gamma, 0, own)

    return expected(WALK, 0, len(weights), target)


def test_two_steps_from_the_first_state_by_hand() -> None:
    """R_0 = 1, R_1 = 0, and then 0 or 1 with one half each, where the values are 0 and 4."""
    values = (Fraction(0), Fraction(4))

    def two_steps(path: Trajectory) -> Fraction:
        return path.rewards[0] + HALF * path.rewards[1] + HALF**2 * values[path.states[2]]

    assert expected(WALK, 0, 2, two_steps) == 1 + HALF**2 * HALF * 4


def test_weights_that_fall_along_the_edges_alone_contract_all_the_same() -> None:
    """No edge leads from 0 to 0, so the weight of 0 may rise from lag 0 to lag 1 there."""
    weights = ((HALF, Fraction(1)), (Fraction(1), HALF))
    one = (Fraction(1), Fraction(1))
    nothing = (Fraction(0), Fraction(0))
    credit = HALF + HALF * HALF
    assert along(weights, one) - along(weights, nothing) == 1 - HALF * credit
    for values in ((Fraction(1), Fraction(-1)), (Fraction(-1), Fraction(1))):
        assert abs(along(weights, values) - along(weights, nothing)) <= 1 - HALF * credit


def test_a_weight_that_rises_along_an_edge_breaks_the_modulus() -> None:
    weights = ((Fraction(0), Fraction(0)), (Fraction(1), Fraction(4)))
    values, nothing = (Fraction(1), Fraction(-1)), (Fraction(0), Fraction(0))
    apart = along(weights, values) - along(weights, nothing)
    assert abs(apart) > 1


# -- refusals -------------------------------------------------------------------------------------


def one_edge(*more: Statement) -> Theorem:
    """The eligibility does not rise from x to y."""
    ctx = given(*FROM_S, *more, AtMost(0, i), AtMost(0, x), AtMost(x, m))
    ctx = ctx.also(AtMost(0, y), AtMost(y, m))
    return mean_eligibilities.on_edge(ctx)


def test_an_edge_is_looked_at_with_its_probability() -> None:
    assert one_edge(FALLS).statement.key == AtMost(P(x, y) * h(i + 1, y), P(x, y) * h(i, x)).key


def test_without_the_fall_along_edges_nothing_is_said_of_one() -> None:
    with pytest.raises(ProofError, match="the context does not say"):
        one_edge(POSITIVE)


def test_a_fall_on_some_edges_is_not_enough() -> None:
    """One that is said for more than half a probability."""
    likely = ForAll(
        i,
        0,
        every_state(x, every_state(y, Implies(Less(1, 2 * P(x, y)), AtMost(h(i + 1, y), h(i, x))))),
    )
    with pytest.raises(ProofError, match="the context does not say"):
        one_edge(likely)


def test_the_fall_is_not_said_where_there_is_no_edge() -> None:
    ctx = given(*FROM_S, FALLS, AtMost(0, i), AtMost(0, x), AtMost(x, m))
    ctx = ctx.also(AtMost(0, y), AtMost(y, m))
    with pytest.raises(ProofError, match="does not follow"):
        recall(ctx.also(state(ctx, fact(ctx, FALLS), i, x, y)), AtMost(h(i + 1, y), h(i, x)))


def test_probabilities_before_the_start_are_not_the_law() -> None:
    with pytest.raises(ProofError):
        specialise(given(LAW), given(LAW).facts[0], -1)


def test_the_law_goes_forward_and_not_backward() -> None:
    """The transposed matrix is another one."""
    ctx = given(LAW, AtMost(0, i))
    backward = finite_chain.over_states(p(i, y) * finite_chain.over_states(P(x, y) * w(j, x), x), y)
    with pytest.raises(ProofError):
        Chain(ctx, mean(i + 1, w(j, x))).to(backward, one_step(w))


def test_averages_below_one_need_the_first_weight_to_be() -> None:
    ctx = averages(AtMost(0, i))
    with pytest.raises(ProofError, match="does not follow"):
        recall(ctx, AtMost(mu(i), 1))
    assert FIRST.key in {h_.key for h_ in state_dependent.contracts().hypotheses}


def test_bounds_of_iterates_rest_on_rows_that_sum_to_one() -> None:
    whole = finite_chain.bounded_iterates(w)
    twice = every_state(x, Equal(finite_chain.over_states(P(x, y), y), 2))
    with pytest.raises(ProofError, match="not among the hypotheses"):
        cut(given(twice).facts[0], whole)
