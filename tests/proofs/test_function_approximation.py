"""Linear features: projections computed from their matrices, and near misses."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from flint import fmpq, fmpq_mat

from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq
from numeric_checks.evidence.chains import drawn_mrp
from numeric_checks.moduli.modulus import modulus
from numeric_checks.processes.chains import stationary_distributions
from numeric_checks.statements import Instance, Outcome, decide, table
from proofs.lemmas import stationary_norm as claim
from proofs.notation import m, n
from symbolic import IfLess, WeightedReturn

HALF = Fraction(1, 2)


def projection(weights: list[Fraction], features: fmpq_mat) -> fmpq_mat:
    """X (X^T D X)^{-1} X^T D."""
    size = len(weights)
    D = fmpq_mat(
        [[to_fmpq(weights[i]) if i == j else fmpq(0) for j in range(size)] for i in range(size)]
    )
    X = features
    return X * (X.transpose() * D * X).inv() * X.transpose() * D


def test_the_witness_is_the_projection_of_one_bellman_update() -> None:
    """The matrix of the projection has an entry sum of 6/5, times gamma = 9/10."""
    pi = projection([HALF, HALF], fmpq_mat([[fmpq(1)], [fmpq(2)]]))
    ahead = fmpq_mat([[fmpq(1, 2)] * 2] * 2)
    rows = [sum(abs((pi * ahead)[i, j]) for j in range(2)) for i in range(2)]
    assert [lowest_terms(x * fmpq(9, 10)) for x in rows] == [Fraction(27, 50), Fraction(27, 25)]


@pytest.mark.parametrize("seed", range(6))
def test_on_drawn_mrps_the_projected_operator_keeps_the_modulus(seed: int) -> None:
    """||Pi B w||_d <= beta ||w||_d, from matrices, and the square of a random w."""
    rng = Random(seed)
    mrp, ret = drawn_mrp(Fraction(9, 10), rng), WeightedReturn(["1", "5/4", "1/2"])
    weights = [lowest_terms(to_fmpq(x)) for x in stationary_distributions(mrp)[0]]
    assert all(weights)
    B = mrp.contraction_matrix(ret)
    feature = fmpq_mat([[fmpq(rng.randint(1, 3))] for _ in weights])
    moved = projection(weights, feature) * B
    w = fmpq_mat([[fmpq(rng.randint(-3, 3))] for _ in weights])
    after = moved * w
    beta = modulus(ret, Fraction(9, 10))
    assert squares(weights, after) <= beta**2 * squares(weights, w)


def squares(weights: list[Fraction], w: fmpq_mat) -> Fraction:
    """The square of the norm."""
    return sum((x * lowest_terms(w[i, 0]) ** 2 for i, x in enumerate(weights)), Fraction(0))


def test_where_the_weights_are_not_stationary_a_power_may_enlarge_the_norm() -> None:
    [part] = [p for p in claim.CLAIM.parts if p.name == "powers_shrink"]
    at = Instance.of(
        {m: 2},
        {
            claim.P: table([[0, 1], [0, 1]]),
            claim.d: table(["9/10", "1/10"]),
            claim.w: table([IfLess(n, 1, 0, 1), IfLess(n, 1, 1, 1)], n),
        },
    )
    failing = [s for s in part.given if decide(s, at).outcome is not Outcome.HOLDS]
    assert failing == [claim.STATIONARY]
    assert decide(part.says, at).outcome is Outcome.FAILS
