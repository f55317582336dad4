"""srh-infinite: strong recency gives infinitely many {n}-step returns a positive weight.

Paper: Section 6, below equation 14 [16].

Strong recency, h_i > h_{i+1} > 0, says that every weight c_n = h_{n-1} - h_n is positive.  So there
is no N after which all weights are zero.  The sparse lambda-return has infinitely many positive
weights too, (1 - lambda) lambda^k at n = k m + 1, but for m >= 2 its eligibilities do not decrease
strictly: h_1 = h_2.
"""

from proofs.notation import STRONG_RECENCY, N, c, h, k, lam, m, n, strong_recency
from proofs.vocabulary import *

CLAIM = Claim(__name__)

FADING = (Less(0, lam), Less(lam, 1))
GAPS = AtMost(2, m)
eligibility = SparseLambdaReturn(lam, m).h


def weight(length: Expr) -> Expr:
    """The weight c_n of the sparse lambda-return."""
    return eligibility(length - 1) - eligibility(length)


NONE_LATER = ForAll(n, N + 1, Equal(c(n), 0))
NO_SPARSE_LATER = ForAll(n, N + 1, Equal(weight(n), 0))


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
    "Under strong recency infinitely many {n}-step returns have a positive weight: whatever {N}, "
    "the weights after {c_N} are not all zero.",
    given=STRONG_RECENCY,
    says=ForAll(N, 0, Not(NONE_LATER)),
)
def no_last_weight() -> Theorem:
    """c_{N+1} > 0."""
    ctx = given(*STRONG_RECENCY, AtMost(0, N))
    positive = specialise(ctx, every_weight_is_positive(), N + 1)
    return generalise(ctx, refute(ctx, NONE_LATER, positive, N + 1), N, 0)


# -- the sparse lambda-return ----------------------------------------------------------------


@CLAIM.adds(
    prose(
        "The sparse {lambda}-return gives the weight {} to the return of {k} times {m} steps and "
        "one more.",
        (1 - lam) * lam**k,
    ),
    given=(GAPS,),
    says=ForAll(k, 0, Equal(weight(k * m + 1), (1 - lam) * lam**k)),
)
def sparse_weights() -> Theorem:
    """ceil(k m / m) = k and ceil((k m + 1)/m) = k + 1."""
    ctx = given(GAPS, AtMost(0, k))
    before = integer_part(ctx, FloorDiv(k * m + m - 1, m), k)
    after = integer_part(ctx, FloorDiv(k * m + m, m), k + 1)
    here = (
        Chain(ctx, weight(k * m + 1))
        .to(lam**k - lam ** (k + 1), before, after)
        .to((1 - lam) * lam**k)
        .qed()
    )
    return generalise(ctx, here, k, 0)


@CLAIM.proves(
    "The sparse {lambda}-return has infinitely many positive weights: for every {k}, that of the "
    "return of {k} times {m} steps and one more.",
    given=(*FADING, GAPS),
    says=ForAll(k, 0, Less(0, weight(k * m + 1))),
)
def sparse_weights_are_positive() -> Theorem:
    """(1 - lambda) lambda^k > 0."""
    ctx = given(*FADING, GAPS, AtMost(0, k))
    value = specialise(ctx, sparse_weights(), k)
    here = Chain(ctx, 0).less((1 - lam) * lam**k).to(weight(k * m + 1), value).qed()
    return generalise(ctx, here, k, 0)


@CLAIM.proves(
    "Whatever {N}, the weights of the sparse {lambda}-return after {c_N} are not all zero.",
    given=(*FADING, GAPS),
    says=ForAll(N, 0, Not(NO_SPARSE_LATER)),
)
def no_last_sparse_weight() -> Theorem:
    """c_n > 0 at n = N m + 1, which is at least N + 1."""
    ctx = given(*FADING, GAPS, AtMost(0, N))
    ctx = ctx.also(recall(ctx, AtMost(N + 1, N * m + 1)))
    positive = specialise(ctx, sparse_weights_are_positive(), N)
    return generalise(ctx, refute(ctx, NO_SPARSE_LATER, positive, N * m + 1), N, 0)


@CLAIM.proves(
    "The sparse {lambda}-return does not satisfy the strong recency heuristic.",
    given=(*FADING, GAPS),
    says=Not(strong_recency(eligibility)[0]),
)
def sparse_is_not_strong() -> Theorem:
    """h_1 = h_2 = lambda."""
    ctx = given(*FADING, GAPS)
    first = integer_part(ctx, FloorDiv(1 + m - 1, m), 1)
    second = integer_part(ctx, FloorDiv(2 + m - 1, m), 1)
    level = Chain(ctx, eligibility(1)).to(lam, first).to(eligibility(2), second).qed()
    heuristic = strong_recency(eligibility)[0]
    assert isinstance(heuristic, ForAll)
    return refute(ctx, heuristic, level, 1)
