"""Families of processes: what they promise about their transition graphs and matrices."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product

import pytest
from flint import fmpq_mat
from hypothesis import given, strategies as st

from numeric_checks.instances.mrp_strategies import irreducible_mrps, reversible_mrps
from numeric_checks.instances.strategies import mrps, mrps_with_values, value_vectors
from numeric_checks.processes.chains import (
    inner_product,
    is_irreducible,
    is_reversible,
    random_mrp,
    random_reversible,
    random_walk,
    reversible,
    reversing_weights,
    stationary_distribution,
)
from numeric_checks.processes.mrp import (
    MRP,
    EpisodicMRP,
    InvalidMRP,
    Vector,
    cycle,
    single_state,
    two_state,
)
from numeric_checks.processes.spectra import eigenvalues
from tests.hits import hit, reaches

TRANSIENT_CYCLE = MRP.of(
    [[0, "1/2", 0, "1/2"], [0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1]], [0] * 4, "1/2"
)


def q(*numbers: int | str) -> Vector:
    return tuple(map(Fraction, numbers))


def forward(mrp: MRP, d: Vector) -> Vector:
    """d P, written out."""
    return tuple(
        sum((d[i] * mrp.P[i][j] for i in range(mrp.size)), Fraction(0)) for j in range(mrp.size)
    )


def expected(mrp: MRP, v: Vector) -> Vector:
    """P v, written out."""
    return tuple(sum((p * x for p, x in zip(row, v, strict=True)), Fraction(0)) for row in mrp.P)


# -- the random walk ----------------------------------------------------------------------------


@pytest.mark.parametrize("states", [1, 2, 3, 19])
def test_the_walk_is_antisymmetric_and_increasing(states: int) -> None:
    v = random_walk(states, "0.99").values()
    assert [-x for x in reversed(v)] == list(v)
    assert all(a < b for a, b in pairwise(v))


def test_the_walk_of_nineteen_states_solves_its_difference_equation() -> None:
    """v_i = gamma (v_{i-1} + v_{i+1})/2, and a step over an end is worth -1 or 1, undiscounted."""
    gamma = Fraction(99, 100)
    v = random_walk(19, gamma).values()
    inside = [
        x == gamma * (left + right) / 2 for left, x, right in zip(v, v[1:], v[2:], strict=False)
    ]
    assert inside == [True] * 17
    assert v[0] == Fraction(1, 2) * (-1) + Fraction(1, 2) * gamma * v[1]
    assert v[18] == Fraction(1, 2) * 1 + Fraction(1, 2) * gamma * v[17]
    assert v[9] == 0


def test_the_walk_ends_at_its_two_ends_only() -> None:
    walk = random_walk(5)
    assert walk.ending == q("1/2", 0, 0, 0, "1/2")
    assert walk.gamma == Fraction(99, 100)
    assert random_walk(1).ending == q(1)
    assert is_irreducible(walk)
    assert is_reversible(walk)


# -- reversible processes -----------------------------------------------------------------------


@given(reversible_mrps())
def test_reversible_processes_are_balanced_by_their_stationary_distribution(mrp: MRP) -> None:
    d = stationary_distribution(mrp)
    for i, j in product(range(mrp.size), repeat=2):
        assert d[i] * mrp.P[i][j] == d[j] * mrp.P[j][i]
    assert is_reversible(mrp)


@given(reversible_mrps())
def test_reversible_processes_have_real_eigenvalues(mrp: MRP) -> None:
    assert all(w.imag == 0 for w in eigenvalues(mrp.z))


@reaches("a reversible chain")
@given(irreducible_mrps())
def test_reversing_weights_are_the_stationary_distribution_up_to_a_factor(mrp: MRP) -> None:
    d, weights = stationary_distribution(mrp), reversing_weights(mrp)
    balanced = all(
        d[i] * mrp.P[i][j] == d[j] * mrp.P[j][i] for i, j in product(range(mrp.size), repeat=2)
    )
    assert (weights is not None) == balanced
    if weights is not None:
        hit("a reversible chain")
        assert tuple(w / sum(weights) for w in weights) == d


def test_what_is_reversible() -> None:
    assert is_reversible(two_state("1/3", "1/2"))
    assert is_reversible(cycle(2, "1/2"))
    assert not is_reversible(cycle(3, "1/2"))
    assert is_reversible(MRP.of([[1, 0], [0, 1]], [0, 0], "1/2"))  # two components
    # Kolmogorov: one way round the triangle is as likely as the other, or it is not
    assert is_reversible(reversible([[0, 1, 2], [1, 0, 3], [2, 3, 0]], "1/2"))
    assert not is_reversible(
        MRP.of([[0, "1/3", "2/3"], ["1/2", 0, "1/2"], ["1/2", "1/2", 0]], [0] * 3, "1/2")
    )


def test_balance_on_the_recurrent_states_alone_does_not_make_a_process_reversible() -> None:
    """Its stationary distribution is in detailed balance, but its transient states go round."""
    d = stationary_distribution(TRANSIENT_CYCLE)
    P = TRANSIENT_CYCLE.P
    assert all(d[i] * P[i][j] == d[j] * P[j][i] for i, j in product(range(4), repeat=2))
    assert not is_reversible(TRANSIENT_CYCLE)
    assert any(w.imag != 0 for w in eigenvalues(TRANSIENT_CYCLE.z))


# -- stationary distributions -------------------------------------------------------------------


@given(irreducible_mrps())
def test_the_stationary_distribution_is_fixed_positive_and_of_sum_one(mrp: MRP) -> None:
    d = stationary_distribution(mrp)
    assert forward(mrp, d) == d
    assert sum(d) == 1
    assert min(d) > 0


@given(irreducible_mrps(1, 4), st.data())
def test_p_does_not_expand_the_norm_of_its_stationary_distribution(
    mrp: MRP, data: st.DataObject
) -> None:
    d, v = stationary_distribution(mrp), data.draw(value_vectors(mrp.size))
    image = expected(mrp, v)
    assert inner_product(d, image, image) <= inner_product(d, v, v)
    assert inner_product(d, (Fraction(1),) * mrp.size, image) == inner_product(
        d, (Fraction(1),) * mrp.size, v
    )


def test_in_another_norm_p_may_expand() -> None:
    mrp = MRP.of([[1, 0], [1, 0]], [0, 0], "1/2")
    uniform, v = q("1/2", "1/2"), q(1, 0)
    assert inner_product(uniform, expected(mrp, v), expected(mrp, v)) == 2 * inner_product(
        uniform, v, v
    )


def test_known_stationary_distributions() -> None:
    assert stationary_distribution(single_state(0, "1/2")) == q(1)
    assert stationary_distribution(cycle(4, "1/2")) == q(*["1/4"] * 4)
    assert stationary_distribution(MRP.of([[0, 1], [0, 1]], [0, 0], "1/2")) == q(0, 1)
    assert stationary_distribution(TRANSIENT_CYCLE) == q(0, 0, 0, 1)


# -- irreducibility -----------------------------------------------------------------------------


@given(mrps())
def test_irreducible_means_that_n_lazy_steps_may_lead_anywhere(mrp: MRP) -> None:
    n = mrp.size
    step = mrp.z + fmpq_mat([[int(i == j) for j in range(n)] for i in range(n)])
    assert is_irreducible(mrp) == all(x > 0 for x in (step**n).entries())


@given(mrps_with_values(1, 3))
def test_an_inner_product_is_linear(case: tuple[MRP, Vector]) -> None:
    mrp, v = case
    d = (Fraction(1, mrp.size),) * mrp.size
    total = tuple(x + y for x, y in zip(v, mrp.r, strict=True))
    assert inner_product(d, total, v) == inner_product(d, v, v) + inner_product(d, mrp.r, v)


@pytest.mark.parametrize("size", [1, 2, 3, 7])
@pytest.mark.parametrize("seed", range(4))
def test_random_processes_are_what_they_promise(size: int, seed: int) -> None:
    plain, balanced = random_mrp(size, seed), random_reversible(size, seed, "1/2")
    assert plain.size == balanced.size == size
    assert is_irreducible(plain)
    assert is_irreducible(balanced)
    assert is_reversible(balanced)
    assert balanced.gamma == Fraction(1, 2)
    assert plain == random_mrp(size, seed)
    assert balanced == random_reversible(size, seed, "1/2")


def test_different_seeds_give_different_processes() -> None:
    assert len({random_mrp(3, seed) for seed in range(10)}) == 10
    assert len({random_reversible(3, seed) for seed in range(10)}) == 10
    assert not all(is_reversible(random_mrp(3, seed)) for seed in range(10))


def test_a_seed_means_the_same_process_for_ever() -> None:
    (plain, _), (balanced, _) = random_mrp(2, 0).P, random_reversible(2, 0).P
    assert plain == q("6/13", "7/13")
    assert balanced == q("6/13", "7/13")


# -- refusals -----------------------------------------------------------------------------------

REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: random_walk(0), "states = 0, expected an integer states >= 1"),
    (lambda: random_walk(3, 1), "gamma = 1, expected 0 < gamma < 1"),
    (lambda: random_mrp(0, 1), "size = 0, expected an integer size >= 1"),
    (lambda: random_mrp(2, 0.5), r"seed = 0\.5, expected an integer"),  # type: ignore[arg-type]
    (lambda: random_reversible(2, None), "seed = None, expected an integer"),  # type: ignore[arg-type]
    (lambda: random_reversible(True, 1), "size = True, expected an integer size >= 1"),
    (lambda: reversible([], "1/2"), "P has no rows"),
    (lambda: reversible([[1, 0]], "1/2"), "row 0 of w has length 2, expected 1"),
    (lambda: reversible([[1, 0], [0, 0]], "1/2"), "row 1 of w is zero, expected a positive weight"),
    (
        lambda: reversible([[0, 1], [2, 0]], "1/2"),
        r"w\[0\]\[1\] = 1 and w\[1\]\[0\] = 2, expected s",
    ),
    (lambda: reversible([[2, -1], [-1, 2]], "1/2"), r"w\[0\]\[1\] = -1, expected a weight >= 0"),
    (lambda: reversible([[1.0]], "1/2"), r"w\[0\]\[0\] = 1\.0, expected an exact number"),  # type: ignore[list-item]
    (lambda: reversible([["nan"]], "1/2"), r"w\[0\]\[0\]: 'nan' is not a number"),
    (
        lambda: stationary_distribution(MRP.of([[1, 0], [0, 1]], [0, 0], "1/2")),
        "P has 2 recurrent classes, expected one",
    ),
    (
        lambda: stationary_distribution(EpisodicMRP.of([[1]], [0], "1/2")),  # type: ignore[arg-type]
        "an episodic process ends, so it has no stationary distribution",
    ),
]


@pytest.mark.parametrize(("make", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_bad_input_is_refused_in_one_line(make: Callable[[], object], message: str) -> None:
    with pytest.raises(InvalidMRP, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)
