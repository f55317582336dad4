"""Expected errors: against all paths of a small chain, and against the samples of the walk."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from numeric_checks.walk.chains import Array, EpisodicChain, InvalidChain, chain_from, random_walk
from numeric_checks.walk.expectation import expected_errors, repeating
from numeric_checks.walk.prediction import order, predict, slowest_mode, variance_factor
from numeric_checks.walk.settings import VARIANTS, step_sizes, variant
from numeric_checks.walk.simulation import simulate
from symbolic.returns import (
    DelayedLambdaReturn,
    InvalidReturn,
    LambdaReturn,
    LinearReturn,
    MonteCarloReturn,
    NStepReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
    WeightedReturn,
)

#: two states that come back to themselves and to each other, but soon the episode ends
SMALL = chain_from(
    {
        "gamma": "9/10",
        "start": ["2/3", "1/3"],
        "P": [["0.02", "0.03", "0.95"], ["0.04", "0.01", "0.95"]],
        "rewards": [[1, 2, 3], [-1, 0, "1/2"]],
    }
)
#: paths of more steps have a probability of less than 1e-11
DEPTH = 8


def paths(chain: EpisodicChain) -> list[tuple[list[int], float]]:
    """Every path that ends soon, and its probability."""
    found, open_ = [], [([s], float(p)) for s, p in enumerate(chain.start) if p]
    while open_:
        path, p = open_.pop()
        for then, q in enumerate(chain.P[path[-1]]):
            longer = ([*path, then], p * float(q))
            if then == chain.size:
                found.append(longer)
            elif q and len(path) < DEPTH:
                open_.append(longer)
    return found


def change(chain: EpisodicChain, path: list[int], ret: LinearReturn, size: float) -> Array:
    """What an episode along the path makes of (error, 1), by the definition of the update."""
    n, values = chain.size, np.append(chain.values, 0.0)
    before, after = np.eye(n + 1), np.eye(n + 1)
    errors = []
    for now, then in pairwise(path):
        error = chain.gamma * before[then] * (then < n) - before[now]
        error[n] += chain.rewards[now, then] + chain.gamma * values[then] - values[now]
        errors.append(error)
    for t, now in enumerate(path[:-1]):
        later = enumerate(errors[t:])
        target = before[now] + sum(float(ret.h(i)) * chain.gamma**i * e for i, e in later)
        after[now] += size * (target - after[now])
    return after


@pytest.mark.parametrize("size", [0.3, 1.0])
@pytest.mark.parametrize(
    "ret",
    [
        LambdaReturn("4/5"),
        SparseLambdaReturn("7/10", 3),
        TruncatedLambdaReturn("9/10", 3),
        NStepReturn(2),
        WeightedReturn([1, "1/2", "3/4"]),
        WeightedReturn([0, -1]),
        MonteCarloReturn(),
    ],
    ids=str,
)
def test_expectations_are_sums_over_all_paths(ret: LinearReturn, size: float) -> None:
    moves = [(p, change(SMALL, path, ret, size)) for path, p in paths(SMALL)]
    assert abs(sum(p for p, _ in moves) - 1) < 1e-10
    x = np.append(-SMALL.values, 1.0)
    second, wanted = np.outer(x, x), []
    for _ in range(3):
        second = np.sum([p * move @ second @ move.T for p, move in moves], axis=0)
        wanted.append(np.trace(second[:-1, :-1]) / SMALL.size)
    assert np.allclose(expected_errors(SMALL, ret, [size], 3)[:, 0], wanted, rtol=1e-8, atol=0)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_samples_scatter_around_the_expectation(name: str) -> None:
    sizes = step_sizes()[[0, 15, 34, 50]]
    measured = simulate(random_walk(), variant(name), sizes, seed=2)
    for setting, squared in zip(measured.settings, measured.squared, strict=True):
        expected = expected_errors(random_walk(), setting.ret, sizes)
        scatter = squared.std(axis=0, ddof=1) / np.sqrt(measured.trials)
        # of five standard errors one in a million is outside
        assert (abs(squared.mean(axis=0) - expected) < 5 * scatter).all()
        # and a wrong expectation would be: another return's is
        other = expected_errors(random_walk(), LambdaReturn("1/2"), sizes)
        assert (abs(squared.mean(axis=0) - other) > 5 * scatter).any()


def test_equal_moduli_do_not_give_equal_expected_errors() -> None:
    dense, third, *_ = variant("matched")
    errors = [expected_errors(random_walk(), s.ret, [0.01, 0.2], 1) for s in (dense, third)]
    assert (abs(errors[0] - errors[1]) > 1e-5).all()


def test_what_does_not_repeat_from_the_start_is_refused() -> None:
    with pytest.raises(InvalidReturn, match=r"expected weights with h_\(i\+K\) = rho h_i"):
        repeating(DelayedLambdaReturn("1/2", 2))
    with pytest.raises(InvalidChain, match="there are 41 states, expected at most 40"):
        expected_errors(random_walk(41), LambdaReturn("1/2"), [0.5])


def test_theory_orders_both_ends_of_the_curves() -> None:
    walk, chosen = random_walk(), variant("matched")
    found = [predict(walk, setting.ret) for setting in chosen]
    labels = [setting.label for setting in chosen]
    by_variance = [labels[k] for k in order([p.variance for p in found])]
    by_mode = [labels[k] for k in order([p.mode for p in found])]
    assert by_variance == ["m=5", "m=3", "dense", "N=20", "N=10"]
    assert by_mode == ["m=5", "m=3", "dense", "N=20", "N=10"]
    assert order([p.fall for p in found]) == order([p.mode for p in found])
    assert [round(p.variance, 2) for p in found] == [4.85, 4.48, 4.18, 8.44, 5.48]
    assert [round(p.mode, 3) for p in found] == [0.383, 0.373, 0.363, 0.436, 0.401]
    errors = [expected_errors(walk, s.ret, step_sizes()[[0, 50]]) for s in chosen]
    roots = np.sqrt(errors).mean(axis=1)
    assert order(list(roots[:, 0])) == order([-p.fall for p in found])
    assert order(list(roots[:, 1])) == order([p.variance for p in found])


def test_the_fall_is_the_slope_of_the_expected_error() -> None:
    walk, ret, size = random_walk(), SparseLambdaReturn("3/4", 3), 1e-6
    start = float(walk.values @ walk.values) / walk.size
    after = float(expected_errors(walk, ret, [size], 1)[0, 0])
    assert (start - after) / (2 * size * start) == pytest.approx(predict(walk, ret).fall, rel=1e-4)


def test_the_slowest_mode_is_the_slowest_odd_one() -> None:
    assert slowest_mode(random_walk()).real == pytest.approx(np.cos(np.pi / 10), abs=1e-12)


def test_the_variance_factor_is_the_sum_of_squares() -> None:
    assert variance_factor(LambdaReturn("1/2"), 0.5) == pytest.approx(16 / 15)
    assert variance_factor(WeightedReturn([0, 0, 2]), 0.5) == pytest.approx(0.25)
    assert variance_factor(WeightedReturn([0]), 0.5) == 0
    assert variance_factor(MonteCarloReturn(), 1.0) == float("inf")
