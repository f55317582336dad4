"""Convex against nonconvex returns: what is proved, the exact witness, and what is refused."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from numeric_checks import cycle, max_norm
from numeric_checks.statements.describing import in_words
from proofs.lemmas import nstep_weights
from proofs.paper import convex_faster as claim
from symbolic import (
    Abs,
    AtMost,
    Chain,
    Equal,
    Less,
    ProofError,
    Statement,
    Summable,
    Theorem,
    WeightedReturn,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.writing import contraction, recall, scale, split, sum_order, triangle

n, m, k, N = (index(name) for name in "nmkN")
z, r, v, gamma, S = (real(name) for name in ("z", "r", "v", "gamma", "S"))
w = sequence("w")

DISCOUNT = (Less(0, gamma), Less(gamma, 1))
SUMMABLE, ONE = Summable(w(n), n, 1), Equal(series(w(n), n, 1), 1)
SOMEWHERE, NEGATIVE = AtMost(1, k), Less(w(k), 0)
beta = series(Abs(w(n)) * gamma**n, n, 1)

# -- the witness -----------------------------------------------------------------------------

SLIGHTLY, BELLMAN = (Fraction(-1, 100), Fraction(101, 100)), (Fraction(1), Fraction(0))


def norm_on_cycle(weights: tuple[Fraction, ...], discount: Fraction) -> Fraction:
    """The norm of H on a cycle that is longer than the n-step returns."""
    mrp = cycle(len(weights) + 1, discount)
    return max_norm(mrp.contraction_matrix(WeightedReturn.from_nstep_weights(weights)))


@pytest.mark.parametrize(
    ("weights", "modulus"), [(SLIGHTLY, Fraction(8271, 10000)), (BELLMAN, Fraction(9, 10))]
)
def test_the_moduli_are_attained(weights: tuple[Fraction, ...], modulus: Fraction) -> None:
    assert norm_on_cycle(weights, Fraction(9, 10)) == modulus


def test_dropping_the_signs_of_the_witness_makes_it_faster_still() -> None:
    size = sum(map(abs, SLIGHTLY))
    assert size == Fraction(102, 100)
    shares = tuple(abs(x) / size for x in SLIGHTLY)
    assert norm_on_cycle(shares, Fraction(9, 10)) == Fraction(8271, 10200)


# -- refusals --------------------------------------------------------------------------------

start, sizes = series(w(n), n, 1, k - 1), series(Abs(w(n)), n, 1, k - 1)
ground = claim.summable()


def power(*more: Statement, goal: Statement) -> Theorem:
    return recall(given(*DISCOUNT, *more), goal)


def made_up_for(sign: Statement) -> Theorem:
    """The term at k is smaller than its absolute value."""
    return Chain(given(SOMEWHERE, sign), start + w(k)).less(start + Abs(w(k))).qed()


#: what the kernel objects to, and the step that it refuses
REFUSED: dict[str, tuple[str, Callable[[], Theorem]]] = {
    "w_k <= 0 in place of w_k < 0": ("does not follow", lambda: made_up_for(AtMost(w(k), 0))),
    "a positive weight": ("does not follow", lambda: made_up_for(Less(0, w(k)))),
    "|w_n| <= w_n": ("does not follow", lambda: recall(given(), AtMost(Abs(w(n)), w(n)))),
    "w_n < |w_n| for every n": ("does not follow", lambda: recall(given(), Less(w(n), Abs(w(n))))),
    "S >= 1 in place of S > 1": (
        "does not follow",
        lambda: recall(ground.also(claim.positive_modulus(), AtMost(1, S)), Less(beta / S, beta)),
    ),
    "a modulus that may be zero": (
        "does not follow",
        lambda: recall(ground.also(Less(1, S), AtMost(0, beta)), Less(beta / S, beta)),
    ),
    "beta S < beta": (
        "does not follow",
        lambda: recall(ground.also(claim.positive_modulus(), Less(1, S)), Less(beta * S, beta)),
    ),
    "shares of S where it may be zero": (
        "does not follow",
        lambda: recall(given(), AtMost(0, Abs(w(n)) / S)),
    ),
    "splitting a series at a k that may be 0": (
        "0 ≤ k - 1 does not follow",
        lambda: split(given(SUMMABLE), series(w(n), n, 1), k - 1),
    ),
    "splitting a series that may diverge": (
        "converges does not follow",
        lambda: split(given(SOMEWHERE), series(w(n), n, 1), k - 1),
    ),
    "comparing series that may diverge": (
        "converges does not follow",
        lambda: sum_order(given(), series(w(n), n, 1), recall(given(), AtMost(w(n), Abs(w(n))))),
    ),
    "the triangle inequality without absolute convergence": (
        "converges does not follow",
        lambda: triangle(given(nstep_weights.CONVERGES), series(w(n), n, 1)),
    ),
    "a modulus for weights that may grow": (
        "converges.* does not follow",
        lambda: contraction(given(*DISCOUNT), series(w(n) * z**n, n, 1) * v),
    ),
    "gamma^N <= gamma^n where n may be larger than N": (
        "does not follow",
        lambda: power(goal=AtMost(gamma ** (N - n), 1)),
    ),
    "gamma^n <= gamma^N": (
        "does not follow",
        lambda: power(AtMost(n, N), goal=AtMost(1, gamma ** (N - n))),
    ),
    "gamma^(N-n) < 1 where n may be N": (
        "does not follow",
        lambda: power(AtMost(n, N), goal=Less(gamma ** (N - n), 1)),
    ),
    "gamma^N <= gamma^n where gamma may be 1 or more": (
        "does not follow",
        lambda: recall(given(Less(0, gamma), AtMost(n, N)), AtMost(gamma ** (N - n), 1)),
    ),
    "multiplying an inequality by w_n": (
        "0 ≤ w_n does not follow",
        lambda: scale(given(*DISCOUNT), power(AtMost(1, n), goal=AtMost(gamma**n, gamma)), w(n)),
    ),
}


@pytest.mark.parametrize(("objection", "attempt"), REFUSED.values(), ids=REFUSED)
def test_a_near_miss_is_refused(objection: str, attempt: Callable[[], Theorem]) -> None:
    with pytest.raises(ProofError, match=objection):
        attempt()


def test_the_steps_that_the_near_misses_miss_are_accepted() -> None:
    assert power(AtMost(n, N), goal=AtMost(gamma ** (N - n), 1)).hypotheses
    strictly = made_up_for(NEGATIVE)
    assert strictly.statement.key == Less(start + w(k), start + Abs(w(k))).key
    smaller = recall(ground.also(claim.positive_modulus(), Less(1, S)), Less(beta / S, beta))
    assert smaller.statement.key == Less(beta / S, beta).key


# -- weights by themselves -------------------------------------------------------------------


def test_weights_that_can_be_summed_vanish() -> None:
    theorem = nstep_weights.weights_vanish()
    assert [h.key for h in theorem.hypotheses] == [nstep_weights.CONVERGES.key]
    assert str(theorem) == "Theorem(Σ_{n≥1} w_n converges ⊢ w_n → 0 as n → ∞)"


def test_a_series_is_taken_apart_around_k() -> None:
    theorem = nstep_weights.around(given(SUMMABLE, SOMEWHERE), w(n))
    parts = start + w(k) + series(w(m), m, k + 1)
    assert theorem.statement.key == Equal(series(w(n), n, 1), parts).key


def test_a_sum_of_terms_of_unknown_sign_is_not_known_to_be_nonnegative() -> None:
    assert nstep_weights.not_negative(given(), sizes).statement.key == AtMost(0, sizes).key
    with pytest.raises(ProofError, match="0 ≤ w_n does not follow"):
        nstep_weights.not_negative(given(), start)


def test_one_larger_weight_need_not_make_up_for_a_negative_one() -> None:
    """Four weights share it; what is printed of one other weight is false, and the sum is right."""
    weights = (Fraction(-1), *[Fraction(1, 2)] * 4)
    assert sum(weights) == 1
    assert max(weights) < abs(weights[0])
    assert sum(map(abs, weights)) > 1
    part = claim.CLAIM.part("more_than_one")
    [printed] = [r for r in claim.CLAIM.refutations if r.instead is part]
    assert not part.printed
    assert in_words(printed.at).text() == "k = 1, w = (0, -1, 1/2, 1/2, 1/2, 1/2, 0, 0, ...)"
    assert claim.CLAIM.verdict() == "repaired"
