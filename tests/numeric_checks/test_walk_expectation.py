"""Expected errors: against exact fractions and all paths of small chains, and against samples."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from flint import arb

from numeric_checks.arithmetic.ball_arrays import Balls
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
from tests.numeric_checks.exact_walk import Exact

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
    found = expected_errors(SMALL, ret, [size], 3)[:, 0].mid
    assert np.allclose(found, wanted, rtol=1e-8, atol=0)


#: three states that an episode visits again and again
LONG: dict[str, Any] = {
    "gamma": "9/10",
    "start": ["2/3", "0", "1/3"],
    "P": [
        ["1/3", "1/2", "0", "1/6"],
        ["1/4", "0", "3/5", "3/20"],
        ["2/7", "0", "4/7", "1/7"],
    ],
    "rewards": [[1, 2, 0, 3], [-1, 0, "1/2", 0], [0, 0, "-1/3", 1]],
}
#: with the weights until they repeat, and the ratio with which they do
REPEATING: list[tuple[LinearReturn, list[str], str]] = [
    (LambdaReturn("4/5"), ["1"], "4/5"),
    (SparseLambdaReturn("7/10", 2), ["1", "7/10"], "7/10"),
    (TruncatedLambdaReturn("9/10", 2), ["1", "9/10"], "0"),
    (WeightedReturn([0, "-1/3"]), ["0", "-1/3"], "0"),
    (MonteCarloReturn(), ["1"], "1"),
]


def exactly(chain: dict[str, Any], h: list[str], rho: str, size: str) -> list[Fraction]:
    """After three episodes, in fractions, with nothing of `numeric_checks.walk`."""
    P, rewards, start = (as_fractions(chain[key]) for key in ("P", "rewards", "start"))
    numbers = (Fraction(str(chain["gamma"])), as_fractions(h), Fraction(rho), Fraction(size))
    return Exact(P, rewards, start, *numbers).errors(3)


def as_fractions(given: Any) -> Any:
    """A number, or lists of numbers."""
    if isinstance(given, list):
        return [as_fractions(each) for each in given]
    return Fraction(given)


@pytest.mark.parametrize("size", ["3/10", "1"])
@pytest.mark.parametrize(("ret", "h", "rho"), REPEATING, ids=str)
def test_exact_fractions_are_enclosed(ret: LinearReturn, h: list[str], rho: str, size: str) -> None:
    exact = exactly(LONG, h, rho, size)
    found = expected_errors(chain_from(LONG), ret, [float(Fraction(size))], 3)[:, 0]
    assert found.holds(exact)
    assert (found.rad < 1e-9 * found.mid).all()
    # ten digits more are not proved, and are not there
    assert not Balls(found.mid, found.rad / 1e10).holds(exact)
    if size != "1":  # nor is another chain's error, if only gamma differs in the ninth digit
        assert not found.holds(exactly(LONG | {"gamma": "0.900000001"}, h, rho, size))


def test_on_the_walk_every_expected_error_is_known_to_eight_digits() -> None:
    for setting in variant("printed"):
        found = expected_errors(random_walk(), setting.ret, step_sizes()[[0, 25, 50]])
        assert (found.rad < 1e-8 * found.mid).all()


def test_the_step_sizes_stand_for_the_exact_ones() -> None:
    exact = [(arb(5 * (k - 50)) / 50).exp() for k in range(51)]
    balls = Balls.near(step_sizes())
    for low, high, size in zip(balls.low.tolist(), balls.high.tolist(), exact, strict=True):
        assert low < size < high


@pytest.mark.parametrize("size", [0.0, -0.1, 1.5, float("nan")])
def test_a_step_size_that_is_none_is_refused(size: float) -> None:
    with pytest.raises(ValueError, match="expected more than 0 and at most 1"):
        expected_errors(SMALL, LambdaReturn("1/2"), [size])


@pytest.mark.parametrize("name", VARIANTS)
def test_the_samples_scatter_around_the_expectation(name: str) -> None:
    sizes = step_sizes()[[0, 34, 50]]
    measured = simulate(random_walk(), variant(name), sizes, seed=2)
    other = expected_errors(random_walk(), LambdaReturn("1/2"), sizes).mid
    for setting, squared in zip(measured.settings, measured.squared, strict=True):
        expected = expected_errors(random_walk(), setting.ret, sizes).mid
        scatter = squared.std(axis=0, ddof=1) / np.sqrt(measured.trials)
        # of five standard errors one in a million is outside
        assert (abs(squared.mean(axis=0) - expected) < 5 * scatter).all()
        # and a wrong expectation would be: another return's is
        assert (abs(squared.mean(axis=0) - other) > 5 * scatter).any()


def test_equal_moduli_do_not_give_equal_expected_errors() -> None:
    dense, third, *_ = variant("matched")
    errors = [expected_errors(random_walk(), s.ret, [0.01, 0.2], 1) for s in (dense, third)]
    assert ((errors[0] - errors[1]).high < -1e-5).all()


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
    errors = [expected_errors(walk, s.ret, step_sizes()[[0, 50]]).mid for s in chosen]
    roots = np.sqrt(errors).mean(axis=1)
    assert order(list(roots[:, 0])) == order([-p.fall for p in found])
    assert order(list(roots[:, 1])) == order([p.variance for p in found])


def test_the_fall_is_the_slope_of_the_expected_error() -> None:
    walk, ret, size = random_walk(), SparseLambdaReturn("3/4", 3), 1e-6
    start = float(walk.values @ walk.values) / walk.size
    after = float(expected_errors(walk, ret, [size], 1).mid[0, 0])
    assert (start - after) / (2 * size * start) == pytest.approx(predict(walk, ret).fall, rel=1e-4)


def test_the_slowest_mode_is_the_slowest_odd_one() -> None:
    assert slowest_mode(random_walk()).real == pytest.approx(np.cos(np.pi / 10), abs=1e-12)


def test_the_variance_factor_is_the_sum_of_squares() -> None:
    assert variance_factor(LambdaReturn("1/2"), 0.5) == pytest.approx(16 / 15)
    assert variance_factor(WeightedReturn([0, 0, 2]), 0.5) == pytest.approx(0.25)
    assert variance_factor(WeightedReturn([0]), 0.5) == 0
    assert variance_factor(MonteCarloReturn(), 1.0) == float("inf")
