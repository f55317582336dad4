"""Strong recency without a limit of zero: the witness, what is put instead, what is refused."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from sympy import Expr, Rational

from numeric_checks.statements import Instance, members
from proofs.companion.claims.claim import ClaimFails
from proofs.notation import k
from proofs.paper import srh_limit as claim
from symbolic import (
    AtMost,
    Context,
    Equal,
    ForAll,
    Integer,
    Less,
    ProofError,
    TendsTo,
    given,
    index,
    real,
    sequence,
)
from symbolic.writing import limit, pass_to_limit, recall, scale, unique_limit

lam, L = real("lambda"), real("L")
i = index("i")
h = sequence("h")
half = Rational(1, 2)


def levelling(position: Expr | int) -> Expr:
    return half + half ** (position + 1)


HAS_LIMIT = TendsTo(h(i), i, L)
STAYS_POSITIVE = ForAll(i, 0, Less(0, h(i + 1)))


def test_its_theorems_are_put_in_place_of_the_intuition() -> None:
    [refutation] = claim.CLAIM.refutations
    assert refutation.instead.name == "limit_not_negative"


@pytest.mark.parametrize(
    "wrong",
    [
        lambda k: half**k,  # tends to zero
        lambda k: half - half ** (k + 1),  # increases
        lambda k: Integer(1),  # is constant
        lambda k: half ** (k + 1) - half,  # is negative
    ],
)
def test_a_sequence_that_is_not_strong_or_does_tend_to_zero_is_no_witness(
    wrong: Callable[[Expr], Expr],
) -> None:
    [refutation] = claim.CLAIM.refutations
    other = Instance.of({}, {h: members(then=wrong(k))})
    with pytest.raises(ClaimFails):
        _ = replace(refutation, at=other).examined


# -- refusals --------------------------------------------------------------------------------

EACH = given(AtMost(0, i))
STRONG = given(ForAll(i, 0, Less(h(i + 1), h(i))), STAYS_POSITIVE, HAS_LIMIT)
ZERO, NEXT = limit(STRONG, Integer(0), i), limit(STRONG, h(i + 1), i)


def test_the_steps_that_the_mutants_below_change_are_accepted() -> None:
    recall(EACH, Less(levelling(i + 1), levelling(i)))
    scale(EACH, recall(EACH, Less(half, 1)), half ** (i + 1))
    pass_to_limit(STRONG, STRONG.facts[1], ZERO, NEXT)
    unique_limit(given(), limit(given(), levelling(i), i), claim.tends_to_half())


MUTANTS: dict[str, Callable[[], object]] = {
    "h_i tends to zero": lambda: recall(given(claim.tends_to_half()), TendsTo(levelling(i), i, 0)),
    "strong recency alone has a limit": lambda: limit(Context(STRONG.facts[:2]), h(i), i),
    "strong recency alone tends to zero": lambda: recall(STRONG, TendsTo(h(i), i, 0)),
    "the limit is zero": lambda: recall(STRONG, Equal(L, 0)),
    "< is kept in the limit": lambda: recall(
        STRONG.also(pass_to_limit(STRONG, STRONG.facts[1], ZERO, NEXT)), Less(0, L)
    ),
    "the limit of another sequence": lambda: pass_to_limit(
        STRONG, STRONG.facts[1], ZERO, claim.tends_to_half()
    ),
    "the two limits exchanged": lambda: pass_to_limit(STRONG, STRONG.facts[1], NEXT, ZERO),
    "limits of different sequences": lambda: unique_limit(
        STRONG, STRONG.facts[2], claim.tends_to_half()
    ),
    "increasing": lambda: recall(EACH, Less(levelling(i), levelling(i + 1))),
    "levelling off from below": lambda: recall(
        EACH, Less(half - half ** (i + 2), half - half ** (i + 1))
    ),
    "multiplied by a negative number": lambda: scale(
        EACH, recall(EACH, Less(half, 1)), -(half ** (i + 1))
    ),
    "2^(i+1) for 2^(-i-1)": lambda: limit(given(), half + 2 ** (i + 1), i),
    "lambda^i at lambda = 1": lambda: limit(given(Less(0, lam), AtMost(lam, 1)), lam**i, i),
    "lambda^i below -1": lambda: limit(given(Less(lam, 1)), lam**i, i),
}


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_near_miss_is_refused(mutant: Callable[[], object]) -> None:
    with pytest.raises(ProofError):
        mutant()
