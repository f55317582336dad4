"""Infinitely many positive weights: what is proved, with and without strong recency."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest

from proofs.paper import srh_infinite as claim
from symbolic import (
    AtMost,
    FloorDiv,
    ForAll,
    LambdaReturn,
    Less,
    LinearReturn,
    Not,
    NStepReturn,
    ProofError,
    SparseLambdaReturn,
    given,
    index,
    real,
    sequence,
)
from symbolic.writing import generalise, integer_part, recall, refute, specialise
from symbolic.writing.definitions import define

lam = real("lambda")
i, k, m, n, N = (index(name) for name in "ikmnN")
h = sequence("h")
c = define("c", (n,), h(n - 1) - h(n))


DECREASES = ForAll(i, 0, Less(h(i + 1), h(i)))
FADING, GAPS = (Less(0, lam), Less(lam, 1)), AtMost(2, m)


def positive_weights(ret: LinearReturn, last: int) -> tuple[list[int], bool]:
    """The n up to the last one with c_n > 0, and whether h_i > h_{i+1} > 0 up to there."""
    steps = list(pairwise(ret.eligibilities(last + 1)))
    positive = [length for length, (a, b) in enumerate(steps, start=1) if a - b > 0]
    return positive, all(a > b > 0 for a, b in steps)


def test_the_first_positive_weights_of_three_returns() -> None:
    half = Fraction(1, 2)
    assert positive_weights(LambdaReturn(half), 5) == ([1, 2, 3, 4, 5], True)
    assert positive_weights(SparseLambdaReturn(half, 2), 5) == ([1, 3, 5], False)
    assert positive_weights(SparseLambdaReturn(half, 3), 7) == ([1, 4, 7], False)
    assert positive_weights(NStepReturn(3), 7) == ([3], False)


# -- refusals --------------------------------------------------------------------------------

WEAK = given(ForAll(i, 0, AtMost(h(i + 1), h(i))), AtMost(1, n))
SPARSE = given(*FADING, GAPS, AtMost(0, k))
LATER = given(DECREASES, AtMost(0, N))
NONE_LATER = ForAll(n, N + 1, AtMost(c(n), 0))

MUTANTS: dict[str, Callable[[], object]] = {
    "weak recency makes the weights positive": lambda: recall(
        WEAK.also(specialise(WEAK, WEAK.facts[0], n - 1)), Less(0, h(n - 1) - h(n))
    ),
    "c_0 is a weight": lambda: specialise(given(), claim.every_weight_is_positive(), 0),
    "the weights are positive before the end": lambda: refute(
        LATER, NONE_LATER, specialise(LATER, claim.every_weight_is_positive(), N + 1), N
    ),
    "another weight is positive": lambda: refute(
        LATER, NONE_LATER, specialise(LATER, claim.every_weight_is_positive(), N + 2), N + 1
    ),
    "no weight is zero": lambda: refute(
        LATER,
        ForAll(n, N + 1, Less(0, c(n))),
        specialise(LATER, claim.every_weight_is_positive(), N + 1),
        N + 1,
    ),
    "floor for ceiling": lambda: integer_part(SPARSE, FloorDiv(k * m + 1, m), k + 1),
    "the block begins one step late": lambda: integer_part(SPARSE, FloorDiv(k * m + m, m), k),
    "the sparse weight at lambda = 1": lambda: recall(
        given(Less(0, lam), AtMost(lam, 1), AtMost(0, k)), Less(0, (1 - lam) * lam**k)
    ),
    "the sparse weight at lambda = 0": lambda: recall(
        given(AtMost(0, lam), Less(lam, 1), AtMost(0, k)), Less(0, (1 - lam) * lam**k)
    ),
    "the dense return is level too": lambda: integer_part(
        given(AtMost(1, m)), FloorDiv(2 + m - 1, m), 1
    ),
    "N is not arbitrary": lambda: generalise(
        given(), recall(given(AtMost(2, N)), AtMost(2, N)), N, 0
    ),
}


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_near_miss_is_refused(mutant: Callable[[], object]) -> None:
    with pytest.raises(ProofError):
        mutant()


def test_the_steps_that_the_near_misses_miss_are_accepted() -> None:
    assert integer_part(SPARSE, FloorDiv(k * m + m, m), k + 1).rule == "integer part"
    assert integer_part(given(GAPS), FloorDiv(2 + m - 1, m), 1).rule == "integer part"
    positive = specialise(LATER, claim.every_weight_is_positive(), N + 1)
    assert refute(LATER, NONE_LATER, positive, N + 1).statement.key == Not(NONE_LATER).key
