"""srh-limit: strong recency does not make eligibilities approach zero.

Paper: Section 3, definition 2.

The strong recency heuristic is introduced through a demand that credit decrease and approach zero
as time goes on; its definition, h_i > h_{i+1} > 0 for all i >= 0, asks only for the first half.
The eligibilities h_i = 1/2 + 2^{-i-1} satisfy it and tend to 1/2.  What strong recency gives is a
limit L >= 0; that L = 0, as it is for the lambda-return, is a hypothesis of its own.
"""

from proofs.notation import STRONG_RECENCY, VANISHING, L, h, i, k, lam, strong_recency
from proofs.vocabulary import *

CLAIM = Claim(__name__)

half = Rational(1, 2)


def levelling(position: Expr) -> Expr:
    """h_i = 1/2 + 2^{-i-1}."""
    return half + half ** (position + 1)


@CLAIM.adds(
    prose("The eligibilities {} decrease strictly.", levelling(i)),
    says=strong_recency(levelling)[0],
)
def decreases() -> Theorem:
    """Each one is halfway between the one before it and 1/2."""
    ctx = given(AtMost(0, i))
    smaller = scale(ctx, recall(ctx, Less(half, 1)), half ** (i + 1))
    return generalise(ctx, Chain(ctx, levelling(i + 1)).by(smaller, levelling(i)).qed(), i, 0)


@CLAIM.adds(
    prose("The eligibilities {} stay positive.", levelling(i)),
    says=strong_recency(levelling)[1],
)
def stays_positive() -> Theorem:
    """They are above 1/2."""
    ctx = given(AtMost(0, i))
    return generalise(ctx, Chain(ctx, 0).less(half).less(levelling(i + 1)).qed(), i, 0)


@CLAIM.adds(
    prose("The eligibilities {} tend to {}.", levelling(i), half),
    says=TendsTo(levelling(i), i, half),
)
def tends_to_half() -> Theorem:
    """Powers of 1/2 tend to zero."""
    return limit(given(), levelling(i), i)


@CLAIM.adds(
    prose("Nothing but {} is their limit.", half),
    given=(TendsTo(levelling(i), i, L),),
    says=Equal(L, half),
)
def no_other_limit() -> Theorem:
    """A limit is unique."""
    ctx = given(TendsTo(levelling(i), i, L))
    return unique_limit(ctx, ctx.facts[0], tends_to_half())


@CLAIM.adds(
    "What strong recency gives: the limit is not negative.",
    given=(*STRONG_RECENCY, TendsTo(h(i), i, L)),
    says=AtMost(0, L),
)
def limit_not_negative() -> Theorem:
    """0 < h_{i+1}, in the limit."""
    ctx = given(*STRONG_RECENCY, TendsTo(h(i), i, L))
    return pass_to_limit(ctx, ctx.facts[1], limit(ctx, Integer(0), i), limit(ctx, h(i + 1), i))


@CLAIM.adds(
    "The eligibilities of the {lambda}-return, which is strongly recent for {lambda} strictly "
    "between zero and one, do approach zero.",
    given=(Less(0, lam), Less(lam, 1)),
    says=TendsTo(LambdaReturn(lam).h(i), i, 0),
)
def lambda_return_vanishes() -> Theorem:
    """Powers of lambda tend to zero."""
    return limit(given(Less(0, lam), Less(lam, 1)), LambdaReturn(lam).h(i), i)


# 1, 3/4, 5/8, 9/16, ...
CLAIM.refutes(
    "Eligibilities that satisfy the strong recency heuristic approach zero.",
    given=STRONG_RECENCY,
    says=VANISHING,
    at=Instance.of({}, {h: members(then=levelling(k))}),
    instead=limit_not_negative,
)


CLAIM.remark(
    "The paper quotes the demand without saying that its definition implies it; what is examined "
    "is whether it does."
)
