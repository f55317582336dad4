"""The fate of the expected update, against planted spectra and a second criterion."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest
from flint import acb, arb, ctx, fmpq, fmpq_mat, fmpq_poly
from hypothesis import given, strategies as st

from numeric_checks.instances.strategies import convex_returns, finite_returns, mrps, rationals
from numeric_checks.processes.mrp import MRP, cycle, single_state, two_state
from numeric_checks.processes.spectra import (
    Fate,
    InvalidMatrix,
    characteristic_polynomial,
    distinct_real_roots,
    eigenvalues,
    fate,
    fate_of_matrix,
    filter_matrix,
    half_planes,
    is_semisimple_at_zero,
    spectral_radius,
    worst_eigenvalue,
)
from symbolic.returns import (
    DelayedReturn,
    InvalidReturn,
    LambdaReturn,
    LinearReturn,
    NStepReturn,
    WeightedReturn,
)
from symbolic.terms import real
from tests.numeric_checks.planted_spectra import (
    BLOCKS,
    HARD,
    MOVES,
    Block,
    hidden,
    jordan,
    planted_fate,
    planted_planes,
    planted_values,
    q,
)

# -- planted spectra ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", HARD)
def test_the_fate_of_a_hard_spectrum(name: str) -> None:
    blocks = HARD[name]
    matrix = hidden(jordan(blocks), [1, -2, 3, 1])
    assert fate_of_matrix(matrix) is planted_fate(blocks)
    assert half_planes(characteristic_polynomial(matrix)) == planted_planes(blocks)


@given(BLOCKS, MOVES)
def test_the_fate_is_that_of_the_planted_blocks(blocks: list[Block], moves: list[int]) -> None:
    matrix = hidden(jordan(blocks), moves)
    assert fate_of_matrix(matrix) is planted_fate(blocks)
    assert half_planes(characteristic_polynomial(matrix)) == planted_planes(blocks)


@given(BLOCKS, MOVES)
def test_every_planted_eigenvalue_is_enclosed_as_often_as_it_occurs(
    blocks: list[Block], moves: list[int]
) -> None:
    matrix = hidden(jordan(blocks), moves)
    with ctx.workprec(400):
        values = planted_values(blocks)
    balls = eigenvalues(matrix, 128)
    assert len(balls) == matrix.nrows() == len(values)
    for value in values:
        assert sum(map(value.overlaps, balls)) == sum(map(value.overlaps, values))


def by_floats(matrix: fmpq_mat) -> Fate:
    """Signs of rounded real parts."""
    signs = {round(float(w.real), 12) for w in eigenvalues(matrix)}
    if min(signs) < 0:
        return Fate.DIVERGES
    return Fate.STAYS if 0 in signs else Fate.CONVERGES


def imaginary_is_harmless(matrix: fmpq_mat) -> Fate:
    signs = half_planes(characteristic_polynomial(matrix))
    return Fate.DIVERGES if signs.left else Fate.STAYS if signs.axis else Fate.CONVERGES


def blocks_at_zero_are_harmless(matrix: fmpq_mat) -> Fate:
    chi = characteristic_polynomial(matrix)
    imaginary = half_planes(chi).axis > 0 and chi[0] != 0
    return Fate.DIVERGES if imaginary else imaginary_is_harmless(matrix)


@pytest.mark.parametrize(
    "wrong",
    [by_floats, imaginary_is_harmless, blocks_at_zero_are_harmless],
    ids=lambda f: f.__name__,
)
def test_a_careless_decision_is_wrong_on_some_hard_spectrum(
    wrong: Callable[[fmpq_mat], Fate],
) -> None:
    assert any(wrong(jordan(blocks)) is not planted_fate(blocks) for blocks in HARD.values())


# -- a second criterion -------------------------------------------------------------------------


def hurwitz_stable(p: fmpq_poly) -> bool:
    """Routh-Hurwitz: every root of p (leading coefficient 1) has a negative real part."""
    n = p.degree()
    a = [p[n - k] if 0 <= k <= n else fmpq(0) for k in range(2 * n + 1)]
    table = [[a[2 * (j + 1) - (i + 1)] if 2 * j + 1 >= i else fmpq(0) for j in range(n)]
             for i in range(n)]  # fmt: skip
    return all(fmpq_mat([row[:k] for row in table[:k]]).det() > 0 for k in range(1, n + 1))


def square_matrices(most: int = 4) -> st.SearchStrategy[fmpq_mat]:
    entry = rationals(-2, 2, 3).map(q)
    return st.integers(1, most).flatmap(
        lambda n: st.lists(entry, min_size=n * n, max_size=n * n).map(
            lambda entries: fmpq_mat(n, n, entries)
        )
    )


@given(square_matrices())
def test_routh_and_hurwitz_agree_about_convergence(matrix: fmpq_mat) -> None:
    assert (fate_of_matrix(matrix) is Fate.CONVERGES) == hurwitz_stable(
        characteristic_polynomial(-1 * matrix)
    )


@given(mrps(), finite_returns())
def test_routh_and_hurwitz_agree_about_returns(mrp: MRP, ret: WeightedReturn) -> None:
    converges = hurwitz_stable(characteristic_polynomial(-1 * filter_matrix(mrp, ret)))
    assert (fate(mrp, ret) is Fate.CONVERGES) == converges


@given(square_matrices())
def test_the_reflected_matrix_has_the_reflected_half_planes(matrix: fmpq_mat) -> None:
    left, axis, right = half_planes(characteristic_polynomial(matrix))
    assert half_planes(characteristic_polynomial(-1 * matrix)) == (right, axis, left)
    assert left + axis + right == matrix.nrows()


@given(st.lists(rationals(-3, 3, 3), max_size=4), st.lists(st.integers(1, 3), max_size=2))
def test_sturm_counts_planted_real_roots(roots: list[Fraction], squares: list[int]) -> None:
    p = fmpq_poly([7])
    for x in roots:
        p *= fmpq_poly([q(-x), 1])
    for b in squares:
        p *= fmpq_poly([b, 1, 1])  # x^2 + x + b has no real root for b >= 1
    assert distinct_real_roots(p) == len(set(roots))


def test_imaginary_roots_that_are_irrational_are_found() -> None:
    p = fmpq_poly([2, 0, 1]) * fmpq_poly([3, 0, 1]) * fmpq_poly([1, 1])
    assert half_planes(p) == (1, 4, 0)
    assert half_planes(p * fmpq_poly([-2, 0, 1])) == (2, 4, 1)


# -- enclosures ---------------------------------------------------------------------------------


@given(square_matrices())
def test_eigenvalues_have_the_right_trace_and_determinant(matrix: fmpq_mat) -> None:
    balls = eigenvalues(matrix, 100)
    trace = sum((matrix[i, i] for i in range(matrix.nrows())), fmpq(0))
    with ctx.workprec(200):
        total, product = acb(0), acb(1)
        for w in balls:
            total, product = total + w, product * w
        assert total.contains(trace)
        assert product.contains(matrix.det())


@given(square_matrices(), st.integers(2, 300))
def test_enclosures_are_as_accurate_as_was_asked_for(matrix: fmpq_mat, bits: int) -> None:
    before = ctx.prec
    for w in eigenvalues(matrix, bits):
        assert w.rel_accuracy_bits() >= bits
    assert ctx.prec == before


@given(square_matrices())
def test_the_order_does_not_depend_on_the_precision(matrix: fmpq_mat) -> None:
    few, many = eigenvalues(matrix, 128), eigenvalues(matrix, 256)
    assert all(a.overlaps(b) for a, b in zip(few, many, strict=True))
    assert all(not a.real > b.real for a, b in combinations(few, 2))


def test_the_precision_is_restored_after_an_error() -> None:
    before = ctx.prec
    with pytest.raises(InvalidMatrix):
        eigenvalues(fmpq_mat(2, 3))
    assert ctx.prec == before


def test_spectral_radius() -> None:
    assert spectral_radius(cycle(5, "9/10").z).overlaps(arb(fmpq(9, 10)))
    assert spectral_radius(fmpq_mat([[0, 1], [0, 0]])) == 0
    assert spectral_radius(fmpq_mat([[0, -4], [1, 0]])).contains(2)


@given(mrps())
def test_the_spectral_radius_of_gamma_p_is_gamma(mrp: MRP) -> None:
    assert spectral_radius(mrp.z, 100).overlaps(arb(q(mrp.gamma)))


# -- returns ------------------------------------------------------------------------------------


@given(mrps(), convex_returns())
def test_convex_returns_converge(mrp: MRP, ret: WeightedReturn) -> None:
    assert fate(mrp, ret) is Fate.CONVERGES


@pytest.mark.parametrize(
    ("mrp", "ret", "expected"),
    [
        (two_state("2/5", "9/10"), DelayedReturn(1), Fate.DIVERGES),
        (two_state("1/2", "9/10"), DelayedReturn(1), Fate.STAYS),
        (two_state("3/5", "9/10"), DelayedReturn(1), Fate.CONVERGES),
        (two_state("2/5", "9/10"), DelayedReturn(2), Fate.CONVERGES),
        (cycle(3, "1/10"), DelayedReturn(2), Fate.DIVERGES),
        (single_state(1, "1/2"), WeightedReturn([-1]), Fate.DIVERGES),
        (single_state(1, "1/2"), WeightedReturn([0]), Fate.STAYS),
        (two_state(0, "1/2"), WeightedReturn([1, 2]), Fate.STAYS),  # 1 - z and 1 + 2z at z = -1/2
        (cycle(4, "9/10"), LambdaReturn(1), Fate.CONVERGES),
    ],
)
def test_known_fates(mrp: MRP, ret: LinearReturn, expected: Fate) -> None:
    assert fate(mrp, ret) is expected
    assert str(expected) == expected.name.lower()


@pytest.mark.parametrize(("c", "expected"), [((0, -4, 5), Fate.DIVERGES), ((1, -4, 4), Fate.STAYS)])
def test_a_process_with_two_eigenvalues_on_the_axis(c: tuple[int, ...], expected: Fate) -> None:
    """The 4-cycle with gamma = 1/2: f(i/2) is 5i/8 for the first return and 0 for the second."""
    mrp, ret = cycle(4, "1/2"), WeightedReturn.from_nstep_weights(c)
    assert half_planes(characteristic_polynomial(filter_matrix(mrp, ret))) == (0, 2, 2)
    assert fate(mrp, ret) is expected


def test_the_worst_eigenvalue() -> None:
    worst = worst_eigenvalue(two_state("2/5", "9/10"), DelayedReturn(1))
    assert worst.overlaps(acb(1 - fmpq(3031, 2500)))
    assert worst_eigenvalue(cycle(3, "1/2"), DelayedReturn(2)).imag > 0


@given(mrps(), finite_returns())
def test_no_eigenvalue_is_worse_than_the_worst(mrp: MRP, ret: WeightedReturn) -> None:
    worst = worst_eigenvalue(mrp, ret)
    assert not any(w.real < worst.real for w in eigenvalues(filter_matrix(mrp, ret)))
    assert fate(mrp, ret) is Fate.DIVERGES or not worst.real < 0


def test_semisimplicity_is_about_zero_alone() -> None:
    assert is_semisimple_at_zero(fmpq_mat([[1, 1], [0, 1]]))
    assert is_semisimple_at_zero(fmpq_mat([[0, 0], [0, 3]]))
    assert not is_semisimple_at_zero(fmpq_mat([[0, 1], [0, 0]]))


# -- refusals -----------------------------------------------------------------------------------

REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: characteristic_polynomial(fmpq_mat(2, 3)), "of 2 rows and 3 columns has no eigenvalu"),
    (lambda: fate_of_matrix(fmpq_mat(1, 2)), "expected a square one"),
    (lambda: eigenvalues(fmpq_mat(1, 1), 1), "bits = 1; expected a precision, an integer >= 2"),
    (lambda: eigenvalues(fmpq_mat(1, 1), 64.0), r"bits = 64\.0; expected"),  # type: ignore[arg-type]
    (lambda: half_planes(fmpq_poly([])), "every number is a root of the zero polynomial"),
    (lambda: distinct_real_roots(fmpq_poly([])), "every number is a root of the zero polynomial"),
]


@pytest.mark.parametrize(("make", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_bad_input_is_refused_in_one_line(make: Callable[[], object], message: str) -> None:
    with pytest.raises(InvalidMatrix, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_a_return_with_symbols_has_no_fate() -> None:
    with pytest.raises(InvalidReturn, match="only when its parameters are; lam is not"):
        fate(single_state(1, "1/2"), LambdaReturn(real("lam")))
    assert fate(single_state(1, "1/2"), NStepReturn(1)) is Fate.CONVERGES
