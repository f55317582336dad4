"""Delayed TD(0): where it diverges on two states, that it does on a cycle, and its fixed points."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from flint import acb, ctx, fmpq_mat
from hypothesis import given, strategies as st

from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq
from numeric_checks.instances.mrp_strategies import reversible_mrps
from numeric_checks.instances.strategies import discounts, mrps, mrps_with_values, rationals
from numeric_checks.processes.chains import random_mrp, random_reversible, random_walk
from numeric_checks.processes.delayed import (
    Point,
    Region,
    cycle_eigenvalue,
    cycle_growth,
    diverges_on_two_states,
    first_disagreement,
    fixed_point_space,
    grid,
    predicted_region,
    two_state_spectrum,
)
from numeric_checks.processes.mrp import MRP, InvalidMRP, Vector, cycle, single_state, two_state
from numeric_checks.processes.spectra import Fate, eigenvalues, fate
from symbolic.returns import DelayedReturn

HALF = Fraction(1, 2)
DELAYS = st.integers(0, 6)
POINTS = st.tuples(st.integers(0, 9), rationals(0, 1, 12), discounts(20))
GAMMAS = [Fraction(1, 100), Fraction(1, 2), Fraction(9, 10), Fraction(999, 1000)]


def close_to_half() -> list[Point]:
    near = [HALF + sign * Fraction(1, 10**12) for sign in (-1, 0, 1)]
    return list(product(range(6), near, [Fraction(1, 10**6), HALF, 1 - Fraction(1, 10**6)]))


# -- two states ---------------------------------------------------------------------------------


@given(POINTS)
def test_the_closed_spectrum_is_that_of_the_operator(point: Point) -> None:
    tau, p, gamma = point
    even, odd = two_state_spectrum(tau, p, gamma)
    walk, ret = two_state(p, gamma), DelayedReturn(tau)
    assert walk.operator(ret, (1, 1)) == (even, even)
    assert walk.operator(ret, (1, -1)) == (odd, -odd)


def test_the_published_counterexample() -> None:
    assert two_state_spectrum(1, "0.4", "0.9") == (Fraction(91, 100), Fraction(3031, 2500))
    assert diverges_on_two_states(1, "0.4", "0.9")


def test_the_predicted_region_is_right_on_a_grid() -> None:
    assert first_disagreement(predicted_region, grid(7, 10)) is None
    assert first_disagreement(predicted_region, close_to_half()) is None
    assert sum(1 for _ in grid(7, 10)) == 8 * 11 * 9


@given(POINTS)
def test_the_predicted_region_is_right_at_drawn_points(point: Point) -> None:
    assert first_disagreement(predicted_region, [point]) is None


WRONG: dict[str, Region] = {
    "p <= 1/2": lambda tau, p, gamma: tau % 2 == 1 and p <= HALF,
    "p < 1/2 - 1/10^6": lambda tau, p, gamma: tau % 2 == 1 and p < HALF - Fraction(1, 10**6),
    "tau even": lambda tau, p, gamma: tau % 2 == 0 and p < HALF,
    "every tau >= 1": lambda tau, p, gamma: tau >= 1 and p < HALF,
    "p > 1/2": lambda tau, p, gamma: tau % 2 == 1 and p > HALF,
    "odd tau, every p": lambda tau, p, gamma: tau % 2 == 1,
    "tau = 1 only": lambda tau, p, gamma: tau == 1 and p < HALF,
    "large gamma only": lambda tau, p, gamma: tau % 2 == 1 and p < HALF < gamma,
    "nowhere": lambda tau, p, gamma: False,
    "the modulus exceeds one": lambda tau, p, gamma: tau >= 1,
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_region_is_refuted_by_a_point(name: str) -> None:
    point = first_disagreement(WRONG[name], [*grid(4, 4), *close_to_half()])
    assert point is not None
    tau, p, gamma = point
    grows = abs(two_state_spectrum(tau, p, gamma)[1]) > 1  # the closed form, without the matrix
    assert WRONG[name](tau, p, gamma) != grows == predicted_region(tau, p, gamma)


# -- cycles -------------------------------------------------------------------------------------


@pytest.mark.parametrize("tau", range(1, 11))
@pytest.mark.parametrize("gamma", GAMMAS, ids=str)
def test_the_closed_form_on_the_cycle_is_the_spectrum(tau: int, gamma: Fraction) -> None:
    certified = eigenvalues(cycle(tau + 1, gamma).contraction_matrix(DelayedReturn(tau)), 160)
    closed = [cycle_eigenvalue(tau, j, gamma, 160) for j in range(tau + 1)]
    for w in closed:
        assert sum(map(w.overlaps, certified)) == 1
    for w in certified:
        assert sum(map(w.overlaps, closed)) == 1


@pytest.mark.parametrize("k", [1, 2, 4, 7])
def test_the_closed_form_holds_on_other_cycles(k: int) -> None:
    certified = eigenvalues(cycle(k, "9/10").contraction_matrix(DelayedReturn(3)), 160)
    closed = [cycle_eigenvalue(3, j, "9/10", 160, k=k) for j in range(k)]
    assert all(any(map(w.overlaps, closed)) for w in certified)
    assert all(any(map(w.overlaps, certified)) for w in closed)


@given(st.integers(1, 40), st.integers(-5, 50), discounts(20))
def test_the_printed_formula_is_the_general_one_at_k_equal_to_tau_plus_one(
    tau: int, j: int, gamma: Fraction
) -> None:
    with ctx.workprec(300):
        early, late = to_fmpq(gamma**tau), to_fmpq(gamma ** (tau + 1))
        angle = acb(2 * j) / (tau + 1)
        printed = late - early * angle.cos_pi() + acb(0, 1) * early * angle.sin_pi()
        assert cycle_growth(tau, j, gamma).overlaps(printed)
        assert cycle_eigenvalue(tau, j, gamma).overlaps(1 + printed)
        assert not cycle_growth(tau, j, gamma).overlaps(printed - late)
        assert not cycle_growth(tau, j, gamma).overlaps(printed + 2 * early)


@pytest.mark.parametrize("tau", [*range(1, 41), 1000])
@pytest.mark.parametrize("gamma", GAMMAS, ids=str)
def test_every_delay_has_a_real_part_above_one(tau: int, gamma: Fraction) -> None:
    assert cycle_growth(tau, (tau + 1) // 2, gamma).real > 0
    bits = 128 + (tau + 1) * gamma.denominator.bit_length()
    assert cycle_eigenvalue(tau, (tau + 1) // 2, gamma, bits).real > 1


@pytest.mark.parametrize("tau", range(1, 11))
@pytest.mark.parametrize("gamma", GAMMAS, ids=str)
def test_every_delay_diverges_on_its_cycle(tau: int, gamma: Fraction) -> None:
    assert fate(cycle(tau + 1, gamma), DelayedReturn(tau)) is Fate.DIVERGES


def test_without_delay_the_cycle_converges() -> None:
    assert fate(cycle(1, "9/10"), DelayedReturn(0)) is Fate.CONVERGES
    assert cycle_eigenvalue(0, 0, "9/10").real < 1


@pytest.mark.parametrize("j", [0, 1])
def test_not_every_mode_of_the_cycle_grows(j: int) -> None:
    assert cycle_eigenvalue(9, j, "1/2", 200).real < 1


def test_an_enclosure_is_as_sharp_as_its_precision() -> None:
    assert cycle_eigenvalue(3, 1, "9/10", 300).rel_accuracy_bits() >= 300
    assert not cycle_eigenvalue(3, 1, "9/10", 300).overlaps(cycle_eigenvalue(3, 1, "89/100", 300))


# -- reversible processes -----------------------------------------------------------------------


@given(reversible_mrps(), st.integers(0, 3))
def test_an_even_delay_never_diverges_on_a_reversible_process(mrp: MRP, half: int) -> None:
    assert fate(mrp, DelayedReturn(2 * half)) is not Fate.DIVERGES


def test_an_even_delay_does_not_diverge_on_the_random_walk() -> None:
    assert fate(random_walk(19), DelayedReturn(2)) is Fate.STAYS  # P is singular: 19 is odd
    assert fate(random_walk(18), DelayedReturn(2)) is Fate.CONVERGES
    assert fate(random_walk(18), DelayedReturn(1)) is Fate.DIVERGES


def test_reversible_and_even_are_both_needed() -> None:
    odd = [fate(random_reversible(3, seed), DelayedReturn(1)) for seed in range(5)]
    assert Fate.DIVERGES in odd
    even = [fate(random_mrp(3, seed), DelayedReturn(2)) for seed in range(20)]
    assert Fate.DIVERGES in even


# -- fixed points -------------------------------------------------------------------------------


@given(mrps_with_values(), DELAYS)
def test_v_pi_plus_the_space_is_fixed(case: tuple[MRP, Vector], tau: int) -> None:
    mrp, combination = case
    v = mrp.values()
    for factor, direction in zip(combination, fixed_point_space(tau, mrp), strict=False):
        v = tuple(x + factor * y for x, y in zip(v, direction, strict=True))
    assert mrp.operator(DelayedReturn(tau), v) == v


@given(mrps(), st.integers(1, 5))
def test_v_pi_is_the_only_fixed_point_exactly_when_p_is_nonsingular(mrp: MRP, tau: int) -> None:
    space = fixed_point_space(tau, mrp)
    assert (space == ()) == (mrp.z.det() != 0)
    power = mrp.z**tau
    assert len(space) == mrp.size - power.rank()
    rank = fmpq_mat([[to_fmpq(x) for x in v] for v in space]).rank() if space else 0
    assert rank == len(space)


@given(mrps())
def test_without_delay_v_pi_is_the_only_fixed_point(mrp: MRP) -> None:
    assert fixed_point_space(0, mrp) == ()


@pytest.mark.parametrize("tau", [1, 2, 5])
def test_two_even_coins_have_a_line_of_fixed_points(tau: int) -> None:
    walk = two_state(HALF, "9/10", [1, 0])
    ((a, b),) = fixed_point_space(tau, walk)
    assert a == -b != 0
    assert fate(walk, DelayedReturn(tau)) is Fate.STAYS


def test_a_nilpotent_part_makes_the_update_diverge_although_nothing_grows_at_once() -> None:
    """z has a Jordan block of size two at 0, so f(z) = z (1 - z) has one too."""
    mrp = MRP.of([[1, 0, 0], [1, 0, 0], [0, 1, 0]], [0] * 3, "1/2")
    assert len(fixed_point_space(1, mrp)) == 1
    assert fate(mrp, DelayedReturn(1)) is Fate.DIVERGES
    assert len(fixed_point_space(2, mrp)) == 2
    assert fate(mrp, DelayedReturn(2)) is Fate.STAYS


def test_the_error_in_a_nilpotent_part_grows_linearly() -> None:
    mrp, alpha = MRP.of([[1, 0, 0], [1, 0, 0], [0, 1, 0]], [0] * 3, "1/2"), Fraction(1, 10)
    v: Vector = (Fraction(0), Fraction(1), Fraction(0))
    for _ in range(50):
        target = mrp.operator(DelayedReturn(1), v)
        v = tuple(x + alpha * (y - x) for x, y in zip(v, target, strict=True))
    assert v[:2] == (Fraction(0), Fraction(1))
    assert v[2] == -50 * alpha * lowest_terms(mrp.z[2, 1])


# -- refusals -----------------------------------------------------------------------------------

REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: two_state_spectrum(-1, "1/2", "1/2"), "tau = -1, expected a delay, an integer tau >="),
    (lambda: two_state_spectrum(True, "1/2", "1/2"), "tau = True, expected a delay"),
    (lambda: predicted_region(1, "3/2", "1/2"), "p = 3/2, expected a probability, 0 <= p <= 1"),
    (lambda: diverges_on_two_states(1, "1/2", 1), "gamma = 1, expected 0 < gamma < 1"),
    (lambda: diverges_on_two_states(1, 0.4, "1/2"), r"p = 0\.4, expected an exact number"),  # type: ignore[arg-type]
    (lambda: predicted_region(1, "nan", "1/2"), "p: 'nan' is not a number"),
    (lambda: cycle_eigenvalue(1, 0, 0), "gamma = 0, expected 0 < gamma < 1"),
    (lambda: cycle_eigenvalue(1, 0, "1/2", k=0), "k = 0, expected a cycle of k >= 1 states"),
    (lambda: cycle_eigenvalue(1, 0, "1/2", 0), "bits = 0, expected a precision, an integer >= 2"),
    (lambda: fixed_point_space(-2, single_state(0, "1/2")), "tau = -2, expected a delay"),
]


@pytest.mark.parametrize(("make", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_bad_input_is_refused_in_one_line(make: Callable[[], object], message: str) -> None:
    with pytest.raises(InvalidMRP, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)
