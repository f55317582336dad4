"""The nested conditions, the margin and the largest step size, against independent computations."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from flint import acb, arb, fmpq
from sympy import Rational

from numeric_checks import MRP, cycle, max_norm, modulus
from numeric_checks.arithmetic.rationals import to_fmpq
from numeric_checks.identities.digits import enclose
from numeric_checks.processes.chains import inner_product, random_mrp, stationary_distribution
from numeric_checks.processes.spectra import Fate, eigenvalues, fate, filter_matrix, spectral_radius
from proofs.beyond import convergence_hierarchy
from proofs.beyond.convergence_hierarchy import overshooting, part_of_a_number, swinging
from proofs.lemmas import angles
from proofs.lemmas.finite_returns import FiniteReturn, filter_at
from proofs.notation import gamma, j, k
from symbolic import (
    AtMost,
    Chain,
    CosTurn,
    Equal,
    Less,
    ProofError,
    StationaryBound,
    Theorem,
    WeightedReturn,
    given,
    real,
)
from symbolic.writing import instantiate, recall, specialise, von_neumann

SWINGING, OVERSHOOTING = (WeightedReturn(w.eligibilities) for w in (swinging, overshooting))
HALF, MOST = Fraction(1, 2), Fraction(9, 10)


def arcs(count: int) -> list[acb]:
    """Balls that cover the unit circle."""
    width = arb(0, 1) / count
    return [(acb(arb(2 * m + 1) / count + width, 0)).exp_pi_i() for m in range(count)]


def filter_on(ret: WeightedReturn, discount: Fraction, angle: acb) -> acb:
    """f at gamma times a number on the unit circle, by Horner's rule."""
    z, total = acb(to_fmpq(discount)) * angle, acb(0)
    for x in reversed(ret.eligibilities(len(ret.weights))):
        total = total * z + acb(to_fmpq(x))
    return (1 - z) * total


# -- the witnesses, on the whole circle ------------------------------------------------------------


def test_the_arcs_cover_the_circle() -> None:
    assert all(abs(arc).overlaps(arb(1)) for arc in arcs(7))
    for m in range(40):
        point = acb(fmpq(2 * m, 40)).exp_pi_i()
        assert any(arc.contains(point) for arc in arcs(7))


def test_the_swinging_return_stays_inside_the_disc() -> None:
    sizes = [abs(1 - filter_on(SWINGING, HALF, arc)) for arc in arcs(400)]
    assert all(size < to_fmpq(MOST) for size in sizes)


def test_the_swinging_return_has_a_modulus_above_one() -> None:
    assert modulus(SWINGING, HALF) == Fraction(79, 64)
    assert max_norm(cycle(5, HALF).contraction_matrix(SWINGING)) == Fraction(79, 64)


def test_the_overshooting_return_has_a_positive_real_part() -> None:
    parts = [filter_on(OVERSHOOTING, MOST, arc).real for arc in arcs(2000)]
    assert all(part > 0 for part in parts)
    least = Fraction(13, 400)
    near = [filter_at(OVERSHOOTING, MOST, 360, m).real for m in range(360)]
    assert all(part > to_fmpq(least - Fraction(1, 10**6)) for part in near)
    assert any(part < to_fmpq(least + Fraction(1, 1000)) for part in near)


def test_the_overshooting_return_leaves_the_disc_at_half_a_turn() -> None:
    f = filter_matrix(cycle(2, MOST), OVERSHOOTING)
    values = sorted(1 - w.real for w in eigenvalues(f))
    assert values[0].overlaps(arb(fmpq(-351, 200)))
    assert fate(cycle(2, MOST), OVERSHOOTING) is Fate.CONVERGES


@pytest.mark.parametrize("discount", [Fraction(1, 10), HALF, MOST, Fraction(99, 100)])
def test_the_rising_return_contracts_with_every_discount(discount: Fraction) -> None:
    ret = WeightedReturn((1, 1 + (1 - discount) / 2))
    assert modulus(ret, discount) == discount - discount * (1 - discount) ** 2 / 2


@pytest.mark.parametrize("seed", range(6))
def test_the_swinging_return_contracts_in_the_stationary_norm_only(seed: int) -> None:
    mrp = random_mrp(4, seed, HALF)
    d = stationary_distribution(mrp)
    moved = MRP(mrp.P, (Fraction(0),) * mrp.size, HALF).operator(SWINGING, mrp.r)
    assert inner_product(d, moved, moved) <= MOST**2 * inner_product(d, mrp.r, mrp.r)


# -- the largest step ------------------------------------------------------------------------------


def radius(ret: WeightedReturn, discount: Fraction, states: int, step: Fraction) -> arb:
    mrp = cycle(states, discount)
    one = mrp.matrix_of_series([1], [1])
    return spectral_radius(one - filter_matrix(mrp, ret) * to_fmpq(step))


def test_the_largest_step_of_the_overshooting_return_lies_between_29_and_30_hundredths() -> None:
    assert radius(OVERSHOOTING, MOST, 8, Fraction(3, 10)) > 1
    assert all(radius(OVERSHOOTING, MOST, states, Fraction(29, 100)) < 1 for states in range(1, 13))


def test_a_quarter_leaves_something_to_spare_at_every_angle() -> None:
    for arc in arcs(1500):
        f = filter_on(OVERSHOOTING, MOST, arc)
        assert 2 * f.real - abs(f) ** 2 / 4 > fmpq(1, 100)


# -- the margin ------------------------------------------------------------------------------------


def exact_margin(ret: WeightedReturn, discount: Fraction) -> Fraction:
    """(1 - gamma) sum h_i gamma^i, for finitely many eligibilities."""
    weights = ret.eligibilities(len(ret.weights))
    return (1 - discount) * sum((x * discount**m for m, x in enumerate(weights)), Fraction(0))


@pytest.mark.parametrize("weights", [(1,), (1, 1, 1), (1, HALF, HALF, Fraction(1, 3))])
def test_the_margin_of_a_convex_return_is_one_less_its_modulus(weights: tuple[Fraction]) -> None:
    ret = WeightedReturn(weights)
    assert exact_margin(ret, MOST) == 1 - modulus(ret, MOST)
    assert exact_margin(ret, MOST) >= 1 - MOST


def test_the_margin_is_not_at_the_angle_zero_for_every_return() -> None:
    margin = to_fmpq(exact_margin(OVERSHOOTING, MOST))
    assert any(filter_at(OVERSHOOTING, MOST, 12, mode).real < margin for mode in range(12))


# -- multiples of an angle -------------------------------------------------------------------------


@pytest.mark.parametrize("length", range(1, 8))
def test_the_lemmas_on_angles_are_true(length: int) -> None:
    lemmas = [angles.difference(m, n) for m in range(1, 5) for n in range(1, m + 1)]
    lemmas += [angles.doubled(), angles.tripled(), angles.size(swinging.coefficients)]
    for lemma in lemmas:
        assert isinstance(lemma.statement, Equal)
        for mode in (1, 2, length - 1):
            sides = (
                enclose(t, {j: mode, k: length}, 30)
                for t in (lemma.statement.lhs, lemma.statement.rhs)
            )
            left, right = sides
            assert left.overlaps(right)


def test_a_wrong_multiple_is_refused() -> None:
    ctx = given(angles.CYCLE)
    with pytest.raises(ProofError):
        Chain(ctx, CosTurn(2 * j, k)).to(2 * angles.cosine**2, angles.doubled())


# -- near misses -----------------------------------------------------------------------------------


def at_the_mode(theorem: Theorem) -> Theorem:
    ctx = given(angles.CYCLE, AtMost(0, j))
    return specialise(ctx, specialise(ctx, theorem, k), j)


def a_smaller_modulus() -> Theorem:
    bound = at_the_mode(convergence_hierarchy.swings_inside_the_disc())
    return von_neumann(given(), swinging.modes(), bound, Rational(8, 10))


def the_other_return() -> Theorem:
    bound = at_the_mode(convergence_hierarchy.swings_inside_the_disc())
    return von_neumann(given(), overshooting.modes(), bound, Rational(9, 10))


def without_the_discount() -> Theorem:
    """The eigenvalues of the swinging return are what they are at gamma = 1/2 only."""
    found = convergence_hierarchy.swings_and_contracts()
    return instantiate(given(), found, {gamma: Rational(9, 10)})


def a_bound_by_a_negative_number() -> Theorem:
    """x^2 <= b^2 does not give x <= b where b < 0."""
    b, x, y = real("b"), real("x"), real("y")
    ctx = given(Less(b, 0), AtMost(x**2 + y**2, b**2))
    return recall(ctx, AtMost(x, b))


@pytest.mark.parametrize(
    "attempt",
    [a_smaller_modulus, the_other_return, without_the_discount, a_bound_by_a_negative_number],
    ids=lambda attempt: attempt.__name__,
)
def test_a_near_miss_is_refused(attempt: Callable[[], Theorem]) -> None:
    with pytest.raises((ProofError, ValueError)):
        attempt()


def test_the_part_of_a_number_needs_a_bound_that_is_not_negative() -> None:
    assert AtMost(0, real("b")).key in {s.key for s in part_of_a_number().hypotheses}


@pytest.mark.parametrize("weights", [(), (2, 1), (Rational(1, 2),)])
def test_a_finite_return_that_does_not_begin_with_one_is_refused(weights: tuple[Rational]) -> None:
    with pytest.raises(ValueError, match="expected h_0 = 1"):
        FiniteReturn(weights, Rational(1, 2))


@pytest.mark.parametrize("witness", [swinging, overshooting], ids=["swinging", "overshooting"])
def test_the_operator_of_a_witness_is_the_one_sorted_by_powers(witness: FiniteReturn) -> None:
    assert StationaryBound(witness.operator, 1).key == StationaryBound(witness.sorted_form, 1).key
    f = FiniteReturn((*witness.eligibilities, Rational(1, 7)), witness.discount)
    assert StationaryBound(f.operator, 1).key != StationaryBound(witness.sorted_form, 1).key


def test_the_bounds_are_shown_in_latex() -> None:
    shown = convergence_hierarchy.swings_and_contracts()._repr_latex_()
    assert r"\tfrac{9}{10}" in shown or r"\frac{9}{10}" in shown
    assert "stationary distribution" in shown
