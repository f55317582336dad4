"""What the verdicts mean: expected updates and real runs of TD, converging and blowing up."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from math import cos, pi
from random import Random

import numpy as np
import pytest
from flint import arb, ctx, fmpq, fmpq_mat
from hypothesis import given, strategies as st

from numeric_checks import cycle
from numeric_checks.instances.mrp_strategies import irreducible_mrps
from numeric_checks.instances.strategies import finite_returns, value_vectors
from numeric_checks.processes.chains import inner_product, random_mrp, stationary_distribution
from numeric_checks.processes.mrp import MRP, InvalidMRP
from numeric_checks.processes.spectra import Fate, fate, fate_of_matrix, filter_matrix
from numeric_checks.safety.decision import Decision, decide
from symbolic.returns import DelayedReturn, LambdaReturn, WeightedReturn
from tests.hits import hit, reaches
from tests.numeric_checks.on_policy import run, target, update_matrix

GAMMA = Fraction(9, 10)


def drawn(verdict: str, how_many: int, clear: Fraction) -> list[tuple[WeightedReturn, Decision]]:
    """Returns with that verdict, and clearly so."""
    found: list[tuple[WeightedReturn, Decision]] = []
    draw = Random(17)
    for _ in count():
        h = [Fraction(draw.randint(-8, 8), 4) for _ in range(draw.randint(2, 5))]
        if not h[-1]:
            continue
        ret = WeightedReturn(h)
        decision = decide(ret, GAMMA)
        if decision.verdict == verdict and abs(decision.margin_upper) >= clear:
            found.append((ret, decision))
        if len(found) == how_many:
            return found
    raise AssertionError


SAFE = drawn("yes", 8, Fraction(1, 10))
UNSAFE = drawn("no", 8, Fraction(3, 10))


def named(pair: tuple[WeightedReturn, Decision]) -> str:
    return "(" + ", ".join(map(str, pair[0].weights)) + ")"


def random_features(mrp: MRP, seed: int) -> list[list[int]]:
    """At least one column, fewer than states, of full rank."""
    draw = Random(seed)
    while True:
        width = draw.randint(1, max(1, mrp.size - 1))
        rows = [[draw.randint(-3, 3) for _ in range(width)] for _ in range(mrp.size)]
        if np.linalg.matrix_rank(np.array(rows)) == width:
            return rows


# -- the expected update ---------------------------------------------------------------------------


@reaches("yes")
@given(finite_returns(5), irreducible_mrps(1, 4), st.integers(0, 99))
def test_yes_means_that_the_expected_update_converges(
    ret: WeightedReturn, mrp: MRP, seed: int
) -> None:
    decision = decide(ret, mrp.gamma)
    if decision.verdict == "yes":
        hit("yes")
        assert fate_of_matrix(update_matrix(mrp, ret)) is Fate.CONVERGES
        features = random_features(mrp, seed)
        assert fate_of_matrix(update_matrix(mrp, ret, features)) is Fate.CONVERGES


@given(finite_returns(5), irreducible_mrps(1, 4), st.data())
def test_the_margin_bounds_the_energy_of_every_error(
    ret: WeightedReturn, mrp: MRP, data: st.DataObject
) -> None:
    """<v, f(gamma P) v>_d >= margin <v, v>_d, the inequality that the theorem is about."""
    v = data.draw(value_vectors(mrp.size))
    d = stationary_distribution(mrp)
    column = filter_matrix(mrp, ret) * _column(v)
    moved = tuple(Fraction(int(x.p), int(x.q)) for x in column.entries())
    margin = decide(ret, mrp.gamma).margin_lower
    assert inner_product(d, v, moved) >= margin * inner_product(d, v, v)


@reaches("a short witness")
@given(finite_returns(5), st.sampled_from([Fraction(1, 2), Fraction(9, 10)]))
def test_no_means_that_the_witness_cycle_diverges(ret: WeightedReturn, gamma: Fraction) -> None:
    witness = decide(ret, gamma).witness
    if witness is not None and witness.cycle <= 12:
        hit("a short witness")
        ring = cycle(witness.cycle, gamma)
        assert fate(ring, ret) is Fate.DIVERGES
        assert fate_of_matrix(update_matrix(ring, ret)) is Fate.DIVERGES
        with ctx.workprec(128):
            there = _real_part(ret, gamma, witness.cycle, witness.mode)
            assert arb(_flint(witness.lower)) < there < arb(_flint(witness.upper))


# -- runs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", UNSAFE, ids=named)
def test_a_run_on_the_witness_cycle_blows_up(pair: tuple[WeightedReturn, Decision]) -> None:
    ret, decision = pair
    assert decision.witness is not None
    k, j = decision.witness.cycle, decision.witness.mode
    start = [cos(2 * pi * j * s / k) for s in range(k)]
    found = run(cycle(k, GAMMA), ret, start=start, steps=20_000, seed=5, noise=0.1)
    assert found.diverged
    steady = run(cycle(k, GAMMA), WeightedReturn([1]), start=start, steps=3_000, seed=5, noise=0.1)
    assert not steady.diverged


@pytest.mark.parametrize("pair", SAFE, ids=named)
def test_a_run_on_a_random_mrp_settles(pair: tuple[WeightedReturn, Decision]) -> None:
    """Also on the cycle of five states, from far away and with noisy rewards."""
    ret, _ = pair
    for mrp in (random_mrp(4, seed=2), cycle(5, GAMMA, [1, 0, -2, 0, 1])):
        far = target(mrp, ret) + 20
        found = run(mrp, ret, start=far.tolist(), steps=20_000, seed=3, noise=0.1, step_size=0.1)
        assert not found.diverged
        assert np.abs(found.weights - target(mrp, ret)).max() < 2


def test_a_run_with_features_settles_or_blows_up() -> None:
    """Two features on a ring of six states, the waves of one mode: safe and unsafe returns."""
    ring = cycle(6, GAMMA, [1, 0, 0, 0, 0, 0])
    waves = [[2, 0], [1, 1], [-1, 1], [-2, 0], [-1, -1], [1, -1]]
    unsafe, safe = DelayedReturn(5), WeightedReturn(["1", "1/2", "3/4"])
    assert decide(unsafe, GAMMA).verdict == "no"
    assert decide(safe, GAMMA).verdict == "yes"
    assert fate_of_matrix(update_matrix(ring, safe, waves)) is Fate.CONVERGES
    rest = target(ring, safe, waves)
    settled = run(ring, safe, start=[5.0, -5.0], steps=20_000, seed=1, features=waves)
    assert np.abs(settled.weights - rest).max() < 0.1
    threes = [[1], [-1], [1], [-1], [1], [-1]]
    assert fate_of_matrix(update_matrix(ring, unsafe, threes)) is Fate.DIVERGES
    assert run(ring, unsafe, start=[1.0], steps=20_000, seed=1, features=threes).diverged


def test_the_same_seed_is_the_same_run() -> None:
    mrp = random_mrp(3, seed=1)
    ret = WeightedReturn([1, "1/2"])
    first, again, other = (
        run(mrp, ret, start=[0, 0, 0], steps=200, seed=seed, noise=1.0) for seed in (4, 4, 5)
    )
    assert (first.weights == again.weights).all()
    assert (first.weights != other.weights).any()


@pytest.mark.parametrize(
    ("features", "message"),
    [
        ([[1], [1]], "expected 3 rows of features, all of the same length"),
        ([[1], [1, 2], [1]], "expected 3 rows of features, all of the same length"),
        ([[], [], []], "expected 3 rows of features, all of the same length"),
        ([[1, 2], [1, 2], [2, 4]], "linearly dependent; expected full column rank"),
    ],
)
def test_features_that_do_not_fit(features: list[list[int]], message: str) -> None:
    with pytest.raises(InvalidMRP, match=message):
        update_matrix(random_mrp(3, seed=0), WeightedReturn([1]), features)


def test_a_run_needs_finitely_many_eligibilities() -> None:
    with pytest.raises(InvalidMRP, match="expected finitely many eligibilities"):
        run(cycle(2, GAMMA), LambdaReturn("1/2"), start=[0, 0], steps=5, seed=0)


def _column(v: tuple[Fraction, ...]) -> fmpq_mat:
    return fmpq_mat(len(v), 1, [_flint(x) for x in v])


def _flint(x: Fraction) -> fmpq:
    return fmpq(x.numerator, x.denominator)


def _real_part(ret: WeightedReturn, gamma: Fraction, k: int, j: int) -> arb:
    """h_0 - sum c_n gamma^n cos(2 pi j n/k), term by term."""
    total = arb(_flint(ret.eligibilities(1)[0]))
    for n, c in enumerate(ret.nstep_weights, start=1):
        power = arb(_flint(gamma)) ** n
        total -= arb(_flint(c)) * power * arb.cos_pi_fmpq(fmpq(2 * j * n, k))
    return total
