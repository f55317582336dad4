"""srh-infinite: strong recency gives infinitely many {n}-step returns a positive weight.

Paper: Section 6, below equation 14 [16].

Strong recency, h_i > h_{i+1} > 0, says that every weight c_n = h_{n-1} - h_n is positive.  So there
is no N after which all weights are zero.  The sparse lambda-return has infinitely many positive
weights too, (1 - lambda) lambda^k at n = k m + 1, but for m >= 2 its eligibilities do not decrease
strictly: h_1 = h_2.
"""

from proofs.notation import STRONG_RECENCY, N, c, h, lam, m, n
from proofs.paper import sparse_lambda
from proofs.paper.recency_examples import DECREASING
from proofs.paper.sparse_lambda import SPARSE
from proofs.vocabulary import *

CLAIM = Claim(__name__)

FADING = (Less(0, lam), Less(lam, 1))
GAPS = AtMost(2, m)
NONE_LATER = ForAll(n, N + 1, AtMost(c(n), 0))
INFINITELY_MANY = ForAll(N, 0, Not(NONE_LATER))

CLAIM.reading(
    prose(
        "Infinitely many weights are positive if, whatever {N}, one of those after {c_N} is. Of "
        "the sparse {lambda}-return this is said where it leaves out {n}-step returns, {}, and "
        "where it fades: {} and {}.",
        GAPS,
        *FADING,
    )
)
CLAIM.idea(
    prose(
        "The weight {c_n} is the drop from {} to {}, so strictly decreasing eligibilities make "
        "every weight positive. The sparse {lambda}-return drops at every {m}-th step only: often "
        "enough to have no last positive weight, and too seldom to decrease strictly.",
        h(n - 1),
        h(n),
    )
)


# -- strong recency --------------------------------------------------------------------------


@CLAIM.proves(
    "Under strong recency every {n}-step return has a positive weight.",
    given=STRONG_RECENCY,
    says=ForAll(n, 1, Less(0, c(n))),
)
def every_weight_is_positive() -> Theorem:
    """c_n = h_{n-1} - h_n > 0."""
    ctx = given(*STRONG_RECENCY, AtMost(1, n))
    decrease = specialise(ctx, ctx.facts[0], n - 1)
    here = Chain(ctx, 0).less(h(n - 1) - h(n), decrease).to(c(n), unfold(ctx, c, n)).qed()
    return generalise(ctx, here, n, 1)


@CLAIM.proves(
    "Under strong recency infinitely many {n}-step returns have a positive weight.",
    given=STRONG_RECENCY,
    says=INFINITELY_MANY,
)
def no_last_weight() -> Theorem:
    """c_{N+1} > 0."""
    ctx = given(*STRONG_RECENCY, AtMost(0, N))
    positive = specialise(ctx, every_weight_is_positive(), N + 1)
    return generalise(ctx, refute(ctx, NONE_LATER, positive, N + 1), N, 0)


# -- the sparse lambda-return ----------------------------------------------------------------


@CLAIM.proves(
    "The sparse {lambda}-return has infinitely many positive weights too, without strong recency.",
    given=(*FADING, GAPS, SPARSE),
    says=And(INFINITELY_MANY, Not(DECREASING)),
)
def sparse_has_no_last_weight() -> Theorem:
    """c_n = (1 - lambda) lambda^N > 0 at n = N m + 1, which is at least N + 1; and h_1 = h_2."""
    base = given(*FADING, GAPS, SPARSE)
    ctx = base.also(AtMost(0, N))
    ctx = ctx.also(recall(ctx, AtMost(N + 1, N * m + 1)))
    weights = instantiate(ctx, sparse_lambda.blocks_of_weights(), {})
    value = specialise(ctx, conjunct(ctx, weights, 0), N)
    positive = Chain(ctx, 0).less((1 - lam) * lam**N).to(c(N * m + 1), value).qed()
    every = generalise(base, refute(ctx, NONE_LATER, positive, N * m + 1), N, 0)
    return both(base, every, sparse_lambda.not_strong())
