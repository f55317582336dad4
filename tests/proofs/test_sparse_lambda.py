"""The sparse lambda-return in its two forms: what is proved, and what is refused."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from sympy import Expr

from proofs.companion.documents.document import Document
from proofs.notation import BOUNDED_TRAJECTORY, DISCOUNT, V, c, delta, gamma, h, i, j, k, lam, m
from proofs.paper import sparse_lambda as claim
from symbolic import (
    AtMost,
    Chain,
    Equal,
    Less,
    ProofError,
    SparseLambdaReturn,
    Theorem,
    fact,
    given,
    series,
)
from symbolic.writing import (
    conjunct,
    geometric,
    instantiate,
    peel_first,
    restate,
    specialise,
)

FADING = (AtMost(0, lam), Less(lam, 1))
CTX = given(*DISCOUNT, *FADING, claim.LENGTH, claim.SPARSE, *BOUNDED_TRAJECTORY)
ONE = CTX.also(AtMost(0, k))
INSIDE = ONE.also(AtMost(1, j), AtMost(j, m))


@pytest.mark.parametrize("gap", [1, 2, 3, 5])
def test_blocks_by_hand(gap: int) -> None:
    """The (k m + j)-th eligibility is lambda^{k+1}, and only the first weight of a block counts."""
    decay = Fraction(1, 2)
    ret = SparseLambdaReturn(decay, gap)
    known = ret.eligibilities(4 * gap + 2)
    for block in range(4):
        assert known[block * gap] == decay**block
        for place in range(1, gap + 1):
            position = block * gap + place
            assert known[position] == decay ** (block + 1)
            weight = (1 - decay) * decay**block if place == 1 else 0
            assert known[position - 1] - known[position] == weight


def test_the_missing_value_is_said_to_be_a_misprint_and_no_assertion_is_refuted() -> None:
    assert claim.CLAIM.refutations == []
    assert "\nMisprint: " in Document.of("eq:sparse_lambda").text()


def level(position: Expr, power: Expr) -> Theorem:
    """An eligibility in the k-th block."""
    return claim.rounded(INSIDE, position, power)


def weight(place: int, value: Expr | int) -> Theorem:
    """The weight at a place of the k-th block."""
    blocks = claim.blocks_of_weights()
    first, others = (specialise(ONE, conjunct(CTX, blocks, part), k) for part in (0, 1))
    known = first if place == 1 else specialise(ONE.also(AtMost(place, m)), others, place)
    return Chain(ONE, c(k * m + place)).to(value, known).qed()


def form(wrong: Expr) -> Theorem:
    """The theorem, with another TD-error form."""
    ctx = claim.ground()
    return restate(ctx, instantiate(ctx, claim.both_forms(), {}), Equal(wrong, claim.average))


errors = series(gamma**i * h(i) * delta(i), i, 0)


def test_the_steps_that_the_mutants_below_change_are_accepted() -> None:
    level(k * m + j, k + 1)
    weight(1, (1 - lam) * lam**k)
    form(errors + V(0))
    geometric(CTX, series(lam**k, k, 0), lam)


MUTANTS: dict[str, Callable[[], object]] = {
    "rounded down": lambda: level(k * m + j, k),
    "a block that is one too long": lambda: level(k * m + j + 1, k + 1),
    "the end of the block before": lambda: level(k * m + j - 1, k + 1),
    "the first weight is lambda^{k+1}": lambda: weight(1, (1 - lam) * lam ** (k + 1)),
    "the first weight is zero": lambda: weight(1, 0),
    "a second weight": lambda: weight(2, (1 - lam) * lam**k),
    "without the value": lambda: form(errors),
    "twice the value": lambda: form(errors + 2 * V(0)),
    "from the second TD error on": lambda: form(V(0) + series(errors.function, i, 1)),
    "the average at lambda = 1": lambda: geometric(
        given(*DISCOUNT, *claim.UNIT), series(lam**k, k, 0), lam
    ),
    "TD errors that may be unbounded": lambda: peel_first(
        given(*DISCOUNT, *FADING, claim.SPARSE), errors
    ),
    "blocks of no length": lambda: claim.rounded(
        given(fact(CTX, claim.SPARSE), AtMost(0, m), AtMost(0, k)), k * m, k
    ),
}


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_near_miss_is_refused(mutant: Callable[[], object]) -> None:
    with pytest.raises(ProofError):
        mutant()
