"""The simulated walk is the one that the paper describes, however it is computed."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings as profile, strategies as st

from numeric_checks.instances.strategies import discounts, finite_returns, named_returns
from numeric_checks.processes.chains import random_walk as exact_walk
from numeric_checks.walk import compiled
from numeric_checks.walk.chains import EpisodicChain, InvalidChain, chain_from, random_walk
from numeric_checks.walk.episodes import paths
from numeric_checks.walk.recursions import Recursion, recursion
from numeric_checks.walk.settings import GAMMA, VARIANTS, Setting, step_sizes, variant
from numeric_checks.walk.simulation import Measured, has_numba, parts, simulate
from symbolic.returns import (
    DelayedLambdaReturn,
    LambdaReturn,
    LinearReturn,
    NStepReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
    WeightedReturn,
)
from tests.numeric_checks import plain_walk

SIZES = np.array([0.01, 0.2, 1.0])
UP_TO = 1e-12

GOOD = {
    "gamma": "9/10",
    "start": 0,
    "P": [["1/2", "1/4", "1/4"], [0, "1/3", "2/3"]],
    "rewards": [1, [0, 0, 2]],
}


def plainly(ret: LinearReturn, seed: int, trials: int) -> list[list[list[float]]]:
    """What plain loops find: trials, step sizes, episodes."""
    wanted = plain_walk.true_values()
    found = []
    for trial in range(trials):
        walks = plain_walk.episodes(seed, trial, 10)
        h = [float(x) for x in ret.eligibilities(max(map(len, walks)))]
        sums = plain_walk.weighted(h)
        found.append([plain_walk.squared_errors(walks, sums, a, wanted) for a in SIZES])
    return found


@pytest.mark.parametrize("name", VARIANTS)
def test_plain_loops_on_the_same_seeds_find_the_same(name: str) -> None:
    chosen = variant(name)
    measured = simulate(random_walk(), chosen, SIZES, trials=2, seed=7)
    for k, setting in enumerate(chosen):
        slow = np.array(plainly(setting.ret, 7, 2)).transpose(0, 2, 1)
        assert abs(measured.squared[k] - slow).max() < UP_TO


@pytest.mark.parametrize(
    "ret", [NStepReturn(4), WeightedReturn(["1/2", 0, "-1/4", 1]), DelayedLambdaReturn("0.9", 2)]
)
def test_so_they_do_for_a_return_of_ones_own(ret: LinearReturn) -> None:
    measured = simulate(random_walk(), [Setting("mine", ret)], SIZES, trials=2, seed=1)
    assert abs(measured.squared[0] - np.array(plainly(ret, 1, 2)).transpose(0, 2, 1)).max() < UP_TO


def test_the_plain_loops_agree_with_their_definition() -> None:
    errors = np.random.default_rng(0).normal(size=40)
    for ret, sums in (
        (LambdaReturn("0.9"), plain_walk.fading(0.9)),
        (TruncatedLambdaReturn("0.9", 7), plain_walk.truncated(0.9, 7)),
        (SparseLambdaReturn("0.9", 4), plain_walk.sparse(0.9, 4)),
    ):
        h = [float(x) for x in ret.eligibilities(40)]
        assert np.allclose(sums(errors), plain_walk.weighted(h)(errors), rtol=0, atol=UP_TO)


def test_the_loops_that_numba_compiles_find_the_same() -> None:
    chain, rets = random_walk(), [*(s.ret for s in variant("printed")), WeightedReturn([0, 0, 1])]
    found = simulate(chain, [Setting("", ret) for ret in rets], SIZES, trials=2, episodes=2, seed=3)
    for ret, squared in zip(rets, found.squared, strict=True):
        rule, walks = recursion(ret, chain.gamma), paths(chain, range(2), 2, seed=3)
        loops = compiled.squared_errors(chain, walks, rule, SIZES, 2, loops=compiled.learning)
        assert abs(squared - loops).max() < UP_TO


@pytest.mark.parametrize("episodes", [1, 12])
def test_they_draw_the_same_episodes(episodes: int) -> None:
    for chain in (random_walk(3), chain_from(GOOD)):
        drawn = paths(chain, range(3, 9), episodes, seed=11)
        again = compiled.paths(chain, range(3, 9), episodes, seed=11, loops=compiled.walking)
        assert all(np.array_equal(a, b) for a, b in zip(drawn, again, strict=True))


@pytest.mark.skipif(not has_numba(), reason="numba is not installed: pip install recency[fast]")
def test_numba_finds_the_same() -> None:
    chosen = [*variant("printed"), Setting("mine", WeightedReturn([0, 0, "1/2"]))]
    by_numpy, by_numba = (
        simulate(random_walk(), chosen, SIZES, trials=5, seed=3, engine=engine).squared
        for engine in ("numpy", "numba")
    )
    assert abs(by_numpy - by_numba).max() < UP_TO


def test_a_trial_depends_neither_on_the_others_nor_on_the_portions() -> None:
    chain, chosen = random_walk(), variant("printed")[:1]
    many = simulate(chain, chosen, SIZES, trials=430, episodes=2, seed=5)
    few = simulate(chain, chosen, SIZES, trials=3, episodes=2, seed=5)
    assert np.array_equal(many.squared[:, :3], few.squared)
    assert len(parts(chain, 430, len(SIZES))) > 1
    other = simulate(chain, chosen, SIZES, trials=3, episodes=2, seed=6)
    assert not np.array_equal(other.squared, few.squared)


def test_the_walk_and_its_values_are_those_of_the_exact_layer() -> None:
    walk, exact = random_walk(), exact_walk()
    assert np.array_equal(walk.inner, np.array(exact.P, dtype=float))
    assert abs(walk.values - np.array(exact.values(), dtype=float)).max() < UP_TO
    assert float(GAMMA) == walk.gamma
    assert exact.gamma == GAMMA


def test_an_episode_has_a_hundred_steps_on_average() -> None:
    lengths = [len(path) - 2 for path in paths(random_walk(), range(2000), 1, seed=0)]
    assert abs(np.mean(lengths) - 100) < 4 * np.std(lengths) / np.sqrt(2000)


@profile(max_examples=30)
@given(
    st.one_of(finite_returns(), named_returns()),
    discounts(),
    st.data(),
)
def test_the_shortest_recursion_sums_what_the_weights_say(
    ret: LinearReturn, gamma: Fraction, data: st.DataObject
) -> None:
    errors = data.draw(st.lists(st.integers(-3, 3), min_size=1, max_size=25))
    try:
        rule = recursion(ret, float(gamma))
    except ValueError:  # of no finite description
        return
    h = [float(x) * float(gamma) ** i for i, x in enumerate(ret.eligibilities(len(errors)))]
    expected = [sum(a * x for a, x in zip(h, errors[t:], strict=False)) for t in range(len(errors))]
    assert np.allclose(backwards(rule, errors), expected, rtol=0, atol=1e-9 * max(1, *map(abs, h)))


def backwards(rule: Recursion, errors: list[int]) -> list[float]:
    sums = [0.0] * len(errors)
    for t in range(len(errors) - 1, -1, -1):
        for terms, source in ((rule.errors, errors), (rule.sums, sums)):
            sums[t] += sum(a * source[t + k] for k, a in terms if t + k < len(errors))
    return sums


def test_the_returns_of_the_paper_take_few_terms() -> None:
    sizes = {s.label: sum(map(len, recursion(s.ret, 0.99))) for s in variant("printed")}
    assert sizes == {"dense": 2, "m=3": 4, "m=5": 6, "N=10": 3, "N=20": 3}


def test_intervals_are_about_means_over_trials() -> None:
    squared = np.array([1.0, 4.0, 9.0]).reshape(1, 3, 1, 1)
    measured = Measured((), np.array([0.5]), squared, 0)
    assert measured.means[0, 0] == 2.0
    assert abs(measured.margins[0, 0] - 1.959964 / np.sqrt(3)) < 1e-6
    assert measured.difference(0, 0, 0, 0) == (0.0, 0.0)


def test_step_sizes_are_those_of_the_paper() -> None:
    sizes = step_sizes()
    assert [round(float(a), 4) for a in sizes[[0, 1, 2, 49, 50]]] == [
        0.0067, 0.0074, 0.0082, 0.9048, 1.0,
    ]  # fmt: skip
    assert len(sizes) == 51


def test_a_chain_of_ones_own_has_the_values_that_bellman_says() -> None:
    chain = chain_from(GOOD)
    assert isinstance(chain, EpisodicChain)
    v = np.append(chain.values, 0.0)
    assert np.allclose(v[:-1], (chain.P * (chain.rewards + 0.9 * v)).sum(axis=1))
    assert chain.visits @ chain.P[:, -1] == pytest.approx(1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"P": [["1/2", "1/4", "1/8"], [0, "1/3", "2/3"]]}, "row 0 of P sums to 0.875, expected 1"),
        ({"P": [["1/2", "1/2", 0], ["1/2", "1/2", 0]]}, "an episode never ends from state 0"),
        ({"P": [["1/2", "1/2"]]}, "there are 2 rows|rewards has length 2, expected 1"),
        ({"P": [[1.5, -0.5, 0], [0, 0, 1]]}, r"P\[0\]\[1\] = -0.5, expected a probability >= 0"),
        ({"P": [[0]] * 10**5}, "P has 100000 rows.* expected 1 to 200"),
        ({"P": [[0, 1], [0, 1]]}, "row 0 of P has length 2, expected 3, the last one for the end"),
        ({"P": "x"}, "P is str, expected a list"),
        ({"gamma": 2}, "gamma = 2, expected 0 < gamma <= 1"),
        ({"gamma": "x"}, "gamma: "),
        ({"gamma": float("nan")}, "gamma = nan, expected a number of at most 1e9"),
        ({"start": 2}, "start = 2, expected a state from 0 to 1, or 2 probabilities"),
        ({"start": [0.5, 0.4]}, "start sums to 0.9, expected 1"),
        ({"rewards": [1]}, "rewards has length 1, expected 2"),
        ({"rewards": [1, [0, 0]]}, r"rewards\[1\] has length 2, expected 3"),
        ({"rewards": [1, None]}, r"rewards\[1\] is None, expected a number"),
        ({"steps": 1}, "'steps' means nothing here"),
        (
            {"P": [[1 - 1e-6, 0, 1e-6], [0, 0, 1]]},
            "an episode has 1e.06 steps on average, expected at most 10000",
        ),
    ],
)
def test_a_bad_chain_is_refused_in_one_line(change: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidChain, match=message) as refusal:
        chain_from(GOOD | change)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("key", GOOD)
def test_a_chain_without_a_key_is_refused(key: str) -> None:
    with pytest.raises(InvalidChain, match=f"there is no '{key}'"):
        chain_from({k: x for k, x in GOOD.items() if k != key})
