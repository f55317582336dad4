"""The data of the figures about delayed TD, against other ways to the same numbers."""

from __future__ import annotations

import html
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import given, strategies as st

from numeric_checks import cycle, figures, two_state
from numeric_checks.figures import (
    cycle_eigenvalues,
    divergence_region,
    learning_curves,
    sweep_chart,
    two_weights,
    update_field as field,
    variance_frontier,
)
from numeric_checks.instances import strategies as draw
from numeric_checks.moduli.recency_classes import wrong_steps
from numeric_checks.moduli.shapes import sum_of_squares
from numeric_checks.processes.delayed import cycle_eigenvalue, diverges_on_two_states
from numeric_checks.processes.mrp import InvalidMRP
from numeric_checks.processes.spectra import Fate, eigenvalues, fate
from numeric_checks.walk import curves
from numeric_checks.walk.settings import Setting
from symbolic.returns import (
    DelayedReturn,
    InvalidReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
)

DISCOUNTS, CHANCES = draw.discounts(), draw.rationals(0, 1)
HALF = Fraction(1, 2)


# -- update-field -----------------------------------------------------------------------------


@given(st.integers(0, 3), DISCOUNTS, CHANCES)
def test_arrows_and_iterations_are_those_of_the_n_step_returns(
    tau: int, gamma: Fraction, p: Fraction
) -> None:
    """H v = v - T^tau v + T^{tau+1} v, without the closed form of the operator."""
    chain, shown = two_state(p, gamma), field.data(tau, gamma, p)

    def target(v: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
        late, later = chain.n_step(v, tau), chain.n_step(v, tau + 1)
        return tuple(a - b + c for a, b, c in zip(v, late, later, strict=True))

    for arrow in shown.arrows[::7]:
        assert tuple(a + b for a, b in zip(arrow.at, arrow.change, strict=True)) == target(arrow.at)
    for path in shown.paths:
        assert [target(v) for v in path[:3]] == list(path[1:4])


def test_the_counterexample_is_a_saddle() -> None:
    shown = field.data()
    assert [mode.eigenvalue for mode in shown.modes] == [Fraction(91, 100), Fraction(3031, 2500)]
    assert [mode.fate for mode in shown.modes] == [Fate.CONVERGES, Fate.DIVERGES]
    towards = away = 0
    for arrow in shown.arrows:
        (x, y), (across, up) = arrow.at, arrow.change
        inner = x * across + y * up
        assert arrow.straight == (abs(x) == abs(y))
        if x == y != 0:
            assert inner < 0  # towards the solution
            towards += 1
        elif x == -y != 0:
            assert inner > 0  # away from it
            away += 1
    assert towards == away > 0
    assert all(max(map(abs, path[-1])) > 1 for path in shown.paths)


def test_directions_are_one_long_or_nothing() -> None:
    for arrow in field.data().arrows:
        across, up = arrow.direction
        assert across**2 + up**2 == pytest.approx(1 if any(arrow.change) else 0)


@pytest.mark.parametrize("wrong", [{"tau": 0}, {"tau": 2}, {"p": "3/5"}])
def test_no_other_setting_passes_for_the_counterexample(wrong: dict[str, Any]) -> None:
    assert {mode.fate for mode in field.data(**wrong).modes} == {Fate.CONVERGES}


def test_on_the_critical_chain_the_difference_is_frozen() -> None:
    assert [mode.fate for mode in field.data(p="1/2").modes] == [Fate.CONVERGES, Fate.STAYS]


# -- divergence-region ------------------------------------------------------------------------

Region = Callable[[int, Fraction, Fraction], bool]


@lru_cache
def region() -> dict[tuple[int, Fraction, Fraction], Fate]:
    """What the figure says at each point of a coarse grid, by (tau, p, gamma)."""
    return {
        (panel.tau, p, gamma): panel.fate(k, p)
        for panel in divergence_region.data(steps=8).panels
        for k, gamma in enumerate(panel.gammas)
        for p in panel.chances
    }


def test_the_region_is_what_the_matrices_decide() -> None:
    halves = 0
    for (tau, p, gamma), found in region().items():
        assert (found is Fate.DIVERGES) == diverges_on_two_states(tau, p, gamma)
        if gamma == HALF:
            assert found is fate(two_state(p, gamma), DelayedReturn(tau))
            halves += 1
    assert halves > 0


@pytest.mark.parametrize(
    ("right", "says"),
    [
        (True, lambda tau, p, _: tau % 2 == 1 and p < HALF),
        (False, lambda tau, p, _: tau % 2 == 1 and p <= HALF),
        (False, lambda tau, _p, _: tau % 2 == 1),
        (False, lambda _tau, p, _: p < HALF),
        (False, lambda tau, p, _: tau % 2 == 0 and p < HALF),
        (False, lambda tau, p, _: tau % 2 == 1 and p > HALF),
        (False, lambda tau, p, gamma: tau % 2 == 1 and p < HALF and gamma > HALF),
        (False, lambda tau, p, _: tau == 1 and p < HALF),
    ],
)
def test_only_the_theorem_describes_the_region(right: bool, says: Region) -> None:
    agrees = all(says(*at) == (found is Fate.DIVERGES) for at, found in region().items())
    assert agrees is right


def test_the_boundary_is_found_on_the_grid_and_so_are_the_factors() -> None:
    for panel in divergence_region.data(delays=(3, 4), steps=10).panels:
        assert set(panel.frozen) == {(HALF,)}
        assert set(panel.diverging) == ({(Fraction(0), HALF)} if panel.tau == 3 else {None})
        for (row, p), (k, gamma) in product(
            enumerate(panel.chances), list(enumerate(panel.gammas))[::3]
        ):
            moved = two_state(p, gamma).operator(DelayedReturn(panel.tau), (1, -1))
            factor = panel.factors[row][k]
            assert moved == (factor, -factor)


# -- cycle-eigenvalues ------------------------------------------------------------------------


def test_the_eigenvalues_are_those_of_the_matrix_of_the_cycle() -> None:
    for panel in cycle_eigenvalues.data(steps=4).panels:
        chain = cycle(panel.tau + 1, "9/10")
        found = list(eigenvalues(chain.contraction_matrix(DelayedReturn(panel.tau)), 64))
        for locus in panel.loci:
            same = [mu for mu in found if mu.overlaps(locus.marked.mu)]
            assert len(same) == 1
            found.remove(same[0])
        assert found == []
        assert fate(chain, DelayedReturn(panel.tau)) is Fate.DIVERGES


def test_every_delay_diverges_for_every_step_size_and_every_discount() -> None:
    for panel in cycle_eigenvalues.data(steps=12).panels:
        far = panel.loci[(panel.tau + 1) // 2]
        assert {mu.side for mu in (*far.eigenvalues, far.marked)} == {"beyond"}
        assert {mu.side for mu in panel.loci[0].eigenvalues} == {"inside"}


@given(st.integers(1, 16), st.integers(0, 16), DISCOUNTS)
def test_a_side_says_which_step_sizes_grow(tau: int, j: int, gamma: Fraction) -> None:
    mu = cycle_eigenvalue(tau, j, gamma, 256)
    found = cycle_eigenvalues.side(tau, j, gamma)

    def excess(alpha: Fraction) -> arb:
        """|1 + alpha (mu - 1)|^2 - 1."""
        with ctx.workprec(256):
            size = arb(alpha.numerator) / alpha.denominator
            return (1 + size * (mu.real - 1)) ** 2 + (size * mu.imag) ** 2 - 1

    assert (excess(Fraction(1)) > 0) == (found != "inside")
    assert (excess(Fraction(1, 10**12)) > 0) == (found == "beyond")


def test_the_three_sides_are_three() -> None:
    assert cycle_eigenvalues.side(13, 1, "89/100") == "outside"
    assert cycle_eigenvalues.side(13, 1, "91/100") == "beyond"
    assert cycle_eigenvalues.side(13, 1, "1/2") == "inside"
    assert cycle_eigenvalues.side(5, 1, "97/200") == "inside"
    assert cycle_eigenvalues.side(5, 1, "49/100") == "outside"
    assert cycle_eigenvalues.side(5, 1, HALF) == "beyond"  # Re mu = 1 exactly
    assert cycle_eigenvalues.side(5, 1, HALF - Fraction(1, 10**40)) == "outside"
    assert cycle_eigenvalues.side(100, 50, "1/100") == "beyond"


# -- findings ---------------------------------------------------------------------------------


def test_a_finding_follows_the_data() -> None:
    said = {
        p: figures.picture("update-field", p=p).finding.splitlines() for p in ("2/5", "1/2", "3/5")
    }
    assert said["2/5"] == [
        "Delayed TD(0) diverges on two states: updates",
        "shrink the mean of $v$ and enlarge its difference",
    ]
    assert said["1/2"] == [
        "Delayed TD(0) gets stuck on two states: updates",
        "shrink the mean of $v$ and keep its difference",
    ]
    assert said["3/5"] == [
        "Delayed TD(0) converges on two states: updates",
        "shrink both the mean of $v$ and its difference",
    ]
    assert "exactly if" in figures.picture("divergence-region", delays=[1, 2], steps=4).finding
    assert (
        "diverges on no chain" in figures.picture("divergence-region", delays=[2], steps=4).finding
    )
    assert "for every delay" in figures.picture("cycle-eigenvalues", delays=[3], steps=4).finding
    assert "converges" in figures.picture("cycle-eigenvalues", delays=[0], steps=4).finding


@pytest.mark.parametrize("gamma", ["1/2", "9/10", "99/100"])
def test_the_shares_on_the_map_are_those_of_random_returns(gamma: str) -> None:
    """Of those that are safe, by the kinds that are decided one by one."""
    chance, found = random.Random(1), Counter[str]()
    plane = figures.picture("two-weight-map", gamma=gamma)
    across, up = (sorted(map(float, side)) for side in zip(*plane.data.converging, strict=True))
    while found.total() < 1000:
        h1, h2 = (Fraction(chance.uniform(side[0], side[-1])) for side in (across, up))
        kind = two_weights.kind(h1, h2, gamma)
        if kind in ("weak recency", "contracts", "converges"):
            found[kind] += 1
    weak, contracting = map(int, re.findall(r"(\d+) %", plane.finding))
    assert found["weak recency"] / 1000 == pytest.approx(weak / 100, abs=0.05)
    assert (1000 - found["converges"]) / 1000 == pytest.approx(contracting / 100, abs=0.05)


def swept(verdicts: str, betas: Sequence[float] = (), width: int = 1) -> sweep_chart.Chart:
    """Returns along h1 = 0, 1, ..., or over h1 and so many h2: y is safe, n is not."""
    words = tuple({"y": "yes", "n": "no", "-": ""}[letter] for letter in verdicts)
    along = tuple(map(float, range(len(words) // width)))
    axes = (along,) if width == 1 else (along, tuple(map(float, range(width))))
    numbers = tuple(betas) or (0.5,) * len(words)
    return sweep_chart.Chart(("h1", "h2")[: len(axes)], axes, words, numbers, numbers, numbers)


@pytest.mark.parametrize(
    ("chart", "said"),
    [
        (swept("yyy"), "All 3 returns are safe"),
        (swept("y-y"), "All 2 returns are safe"),
        (swept("nn"), "None of the 2 returns is safe"),
        (swept("nyyn"), "2 of the 4 returns are safe:\nthose with $h_{1}$ from 1 to 2"),
        (swept("yny"), "2 of the 3 returns are safe"),
        (
            swept("yynn", [0.5, 1.5, 1.5, 0.5], width=2),
            r"2 of the 4 returns are safe; of these, 1 contract ($\beta < 1$)",
        ),
    ],
)
def test_a_sweep_says_how_many_are_safe_and_where(chart: sweep_chart.Chart, said: str) -> None:
    assert sweep_chart.finding(chart) == said
    assert said.splitlines()[0] in html.unescape(sweep_chart.render(chart, "svg").decode())


def test_learning_curves_of_the_walk_say_the_lowest_errors_and_the_order_at_the_end() -> None:
    ret, sizes = DelayedReturn(0), np.array([0.1, 0.5, 1.0])

    def curve(name: str, *errors: float) -> curves.Curve:
        return curves.Curve(Setting(name, ret), sizes, np.array(errors), None)

    first, second = curve("a", 0.5, 0.25, 0.4), curve("b", 0.5, 0.2, 0.3)
    assert curves.finding([first, second]) == (
        "The lowest errors are 0.200 to 0.250; errors at step size 1: b < a"
    )
    far = curve("c", 10.5, 10.25, 10.5)
    assert curves.finding([far, first]).startswith("The lowest errors are 0.250 to 10.250;")
    assert curves.finding([first]) == "The lowest error is 0.250; at step size 1 it is 0.400"


# -- variance-frontier ------------------------------------------------------------------------


@pytest.mark.parametrize("gamma", ["1/2", "9/10", "99/100"])
def test_every_return_lies_between_the_frontiers_and_some_on_them(gamma: str) -> None:
    shown = variance_frontier.data(gamma, steps=12)

    def limits(point: variance_frontier.Point) -> tuple[Fraction, Fraction]:
        return variance_frontier.bounds(point.modulus, shown.gamma)

    drawn = [point for family in shown.families for point in family.points]
    for point in (*drawn, *shown.marked):
        low, high = limits(point)
        assert low <= point.variance <= high
    assert all(point.variance == limits(point)[1] for point in shown.n_steps)
    assert all(point.variance == limits(point)[0] for point in shown.mixtures)


def test_the_marked_returns_have_one_modulus_and_the_variance_that_is_added_up() -> None:
    shown = variance_frontier.data(steps=2)
    betas = [point.modulus for point in shown.marked]
    assert max(betas) - min(betas) < Fraction(1, 10**6)
    assert betas.count(Fraction(99, 109)) == 3
    dense = next(point for point in shown.marked if "lambda" in point.name)
    terms = ((0.9 * 0.99) ** (2 * i) for i in range(400))
    assert float(dense.variance) == pytest.approx(sum(terms))


@given(draw.rationals(0, 1), st.integers(1, 6), DISCOUNTS)
def test_sums_of_squares_are_those_of_the_eligibilities(
    lam: Fraction, m: int, gamma: Fraction
) -> None:
    for ret in (SparseLambdaReturn(lam, m), TruncatedLambdaReturn(lam, m), DelayedReturn(m)):
        h = ret.eligibilities(40)
        some = sum((x**2 * gamma ** (2 * i) for i, x in enumerate(h)), Fraction(0))
        rest = gamma**80 / (1 - gamma**2)
        assert some <= sum_of_squares(ret, gamma) <= some + rest


# -- learning-curves --------------------------------------------------------------------------


@pytest.mark.parametrize("gamma", ["1/2", "9/10", "99/100"])
def test_the_errors_are_those_of_the_n_step_returns_and_the_verdicts_hold(gamma: str) -> None:
    shown = learning_curves.data(gamma, updates=60)
    chain, step = cycle(learning_curves.STATES, gamma), learning_curves.STEP
    for curve in shown.curves:
        c = [a - b for a, b in pairwise((*curve.h, Fraction(0)))]
        v: tuple[Fraction, ...] = (Fraction(1), *[Fraction(0)] * (chain.size - 1))
        for error in curve.errors[:8]:
            assert error == max(map(abs, v))
            target = chain.operator_by_nsteps(c, v)
            v = tuple(x + step * (y - x) for x, y in zip(v, target, strict=True))
        last = curve.errors[-1]
        assert last < 1 if curve.verdict == "yes" else last > 1
    assert [curve.verdict for curve in shown.curves] == ["yes", "yes", "yes", "no"]
    violations = [wrong_steps(curve.h) for curve in shown.curves]
    assert [bool(found) for found in violations] == [False, True, True, True]


# -- refusals ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: figures.picture("update_field"), "there is no figure 'update_field'; expected"),
        (lambda: figures.render("update-field", "gif"), "format = 'gif'; expected one of svg, pdf"),
        (lambda: figures.picture("divergence-region", steps=7), "steps = 7; expected an even"),
        (lambda: figures.picture("divergence-region", delays=()), "delays is empty; expected"),
        (lambda: figures.picture("cycle-eigenvalues", delays=()), "delays is empty; expected"),
        (lambda: figures.picture("cycle-eigenvalues", steps=1), "steps = 1; expected"),
        (lambda: figures.picture("variance-frontier", steps=1), "steps = 1; expected"),
        (lambda: figures.picture("learning-curves", updates=0), "updates = 0; expected"),
        (lambda: figures.picture("learning-curves", gamma=1), "gamma = 1; expected"),
        (lambda: figures.picture("two-weight-map", steps=1), "steps = 1; expected"),
        (lambda: figures.picture("two-weight-map", gamma=1), "gamma = 1; expected"),
        (lambda: figures.picture("update-field", p="7/5"), "expected a probability"),
        (lambda: figures.picture("update-field", tau=-1), "tau = -1; expected"),
        (lambda: figures.picture("cycle-eigenvalues", gamma="x"), "gamma: 'x' is not a number"),
        (lambda: figures.picture("divergence-region", delays=[-1]), "tau = -1, expected"),
        (lambda: figures.picture("divergence-region", delays=3), "delays = 3; expected a list"),
        (
            lambda: figures.picture("cycle-eigenvalues", delays=["3"]),
            "tau = 3; expected a delay, a",
        ),
        (
            lambda: figures.picture("update-field", p="2/5", taus=3),
            "no taus; expected tau, gamma, p",
        ),
    ],
)
def test_bad_questions_are_refused(attempt: Callable[[], object], message: str) -> None:
    with pytest.raises((figures.InvalidFigure, InvalidMRP, InvalidReturn)) as refusal:
        attempt()
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)
