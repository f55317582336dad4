"""convex-faster: a convex return contracts faster than a nonconvex one.

Paper: Section 5, below proposition 2 [17].

Let w be the weights of an affine return, absolutely summable with sum_n w_n = 1 and some w_k < 0,
and let beta = sum_n |w_n| gamma^n be its modulus.  Dropping the signs and dividing by
S = sum_n |w_n| gives a convex return from the same n-step returns, with modulus beta / S; and
S > 1, so it contracts faster.  So does the longest n-step return, if there is one.  Read of an
arbitrary convex return from the same n-step returns, the printed claim is false: the weights may
lie on shorter ones.
"""

from proofs.lemmas.nstep_weights import (
    CONVERGES,
    around,
    combination,
    not_negative,
    w,
    weights_vanish,
)
from proofs.notation import DISCOUNT, N, gamma, k, n
from proofs.vocabulary import *

CLAIM = Claim(__name__)

S = real("S")
SUMMABLE, SIZE = Summable(w(n), n, 1), Equal(series(Abs(w(n)), n, 1), S)
AFFINE = (SUMMABLE, Equal(series(w(n), n, 1), 1))
NONCONVEX = (AtMost(1, k), Less(w(k), 0))

share = Abs(w(n)) / S
beta = series(Abs(w(n)) * gamma**n, n, 1)


def summable() -> Context:
    """Weights that are absolutely summable, and so tend to zero."""
    ctx = given(*DISCOUNT, SUMMABLE)
    return ctx.also(cut(recall(ctx, CONVERGES), weights_vanish()))


@CLAIM.proves(
    "A negative weight has to be made up for: the sizes of the weights sum to more than one.",
    given=(*AFFINE, SIZE, *NONCONVEX),
    says=Less(1, S),
)
def more_than_one() -> Theorem:
    """w_n <= |w_n|, and w_k < |w_k|."""
    ctx = given(*AFFINE, SIZE, *NONCONVEX)
    start, after = series(w(n), n, 1, k - 1), series(w(n), n, k + 1)
    sizes = [series(Abs(w(n)), n, 1, k - 1), series(Abs(w(n)), n, k + 1)]
    bounds = [
        sum_order(ctx, total, recall(summand(ctx, total)[0], AtMost(w(n), Abs(w(n)))))
        for total in (start, after)
    ]
    return (
        Chain(ctx, 1)
        .to(series(w(n), n, 1), ctx.facts[1])
        .to(start + w(k) + after, around(ctx, w(n)))
        .at_most(sizes[0] + w(k) + sizes[1], *bounds)
        .less(sizes[0] + Abs(w(k)) + sizes[1])
        .to(series(Abs(w(n)), n, 1), around(ctx, Abs(w(n))))
        .to(S, ctx.facts[2])
        .qed()
    )


# -- the convex return with the weights |w_n| / S -----------------------------------------------


@CLAIM.adds(
    prose("The weights {} are not negative.", share),
    given=(*AFFINE, SIZE, *NONCONVEX),
    says=ForAll(n, 1, AtMost(0, share)),
)
def convex_weights() -> Theorem:
    """S > 1 > 0."""
    ctx = given().also(more_than_one())
    return generalise(ctx, recall(ctx, AtMost(0, share)), n, 1)


@CLAIM.adds(
    prose("The weights {} sum to one.", share),
    given=(*AFFINE, SIZE, *NONCONVEX),
    says=Equal(series(share, n, 1), 1),
)
def convex_weights_sum_to_one() -> Theorem:
    """S / S = 1."""
    ctx = given(SUMMABLE, SIZE).also(more_than_one())
    total = series(share, n, 1)
    apart = linearity(ctx, total, (1 / S, Abs(w(n))))
    return Chain(ctx, total).to(1, apart, ctx.facts[1]).qed()


@CLAIM.adds(
    prose("The modulus of the affine return is {}.", beta),
    given=(*DISCOUNT, SUMMABLE),
    says=Contracts(combination(w(n)), beta),
)
def affine_modulus() -> Theorem:
    """The triangle inequality."""
    return contraction(summable(), combination(w(n)))


@CLAIM.adds(
    prose("The modulus of the convex return with these weights is {}.", beta / S),
    given=(*DISCOUNT, *AFFINE, SIZE, *NONCONVEX),
    says=Contracts(combination(share), beta / S),
)
def convex_modulus() -> Theorem:
    """The weights |w_n| / S are their own absolute values."""
    ctx = summable().also(more_than_one())
    sizes, shares = series(Abs(share) * gamma**n, n, 1), series(share * gamma**n, n, 1)
    own = recall(ctx, Equal(Abs(share), share))
    same = (
        Chain(ctx, sizes)
        .to(shares, each_term(ctx, sizes, share * gamma**n, own))
        .to(beta / S, linearity(ctx, shares, (1 / S, Abs(w(n)) * gamma**n)))
        .qed()
    )
    return smaller_modulus(ctx, contraction(ctx, combination(share)), same)


@CLAIM.adds(
    "The modulus of the affine return is positive.",
    given=(*DISCOUNT, SUMMABLE, *NONCONVEX),
    says=Less(0, beta),
)
def positive_modulus() -> Theorem:
    """Its k-th term is positive, and no other is negative."""
    ctx = summable().also(*NONCONVEX)
    term, at_k = Abs(w(n)) * gamma**n, Abs(w(k)) * gamma**k
    start, after = series(term, n, 1, k - 1), series(term, n, k + 1)
    others = not_negative(ctx, start), not_negative(ctx, after)
    return (
        Chain(ctx, 0)
        .less(at_k)
        .at_most(start + at_k + after, *others)
        .to(beta, around(ctx, term))
        .qed()
    )


@CLAIM.proves(
    "The convex return contracts faster: its modulus is below that of the affine return.",
    given=(*DISCOUNT, *AFFINE, SIZE, *NONCONVEX),
    says=Less(beta / S, beta),
)
def faster() -> Theorem:
    """Dividing a positive number by S > 1 makes it smaller."""
    ctx = summable()
    return Chain(ctx, beta / S).less(beta, more_than_one(), positive_modulus()).qed()


# -- the longest n-step return ------------------------------------------------------------------

FINITE = Equal(series(w(n), n, 1, N), 1)
finite_beta = series(Abs(w(n)) * gamma**n, n, 1, N)


@CLAIM.adds(
    "The longest of the {n}-step returns contracts at least as fast as any affine return from "
    "them.",
    given=(*DISCOUNT, FINITE),
    says=AtMost(gamma**N, finite_beta),
)
def longest() -> Theorem:
    """gamma^N <= gamma^n for n <= N, and 1 = |sum w_n| <= sum |w_n|."""
    ctx = given(*DISCOUNT, FINITE)
    total, shortest = series(w(n), n, 1, N), series(gamma**N * Abs(w(n)), n, 1, N)
    inner, _ = summand(ctx, finite_beta)
    shorter = (
        Chain(inner, gamma**N)
        .to(gamma**n * gamma ** (N - n))
        .by(scale(inner, recall(inner, AtMost(gamma ** (N - n), 1)), gamma**n), gamma**n)
        .qed()
    )
    return (
        Chain(ctx, gamma**N)
        .at_most(gamma**N * Abs(total), ctx.facts[-1])
        .by(scale(ctx, triangle(ctx, total), gamma**N))
        .to(shortest, linearity(ctx, shortest, (gamma**N, Abs(w(n)))))
        .by(sum_order(ctx, shortest, scale(inner, shorter, Abs(w(n)))), finite_beta)
        .qed()
    )


# -- against any convex return from the same n-step returns -------------------------------------


#: weights on the same n-step returns: those on which w has none have none
u, multiple = sequence("u"), sequence("a")
SAME_STEPS = ForAll(n, 1, Equal(u(n), multiple(n) * w(n)))
# A little more than all of the two-step return, less a little of the one-step return.
CLAIM.refutes(
    "Every convex return contracts faster than a nonconvex affine return from the same {n}-step "
    "returns.",
    given=(
        *DISCOUNT,
        *AFFINE,
        *NONCONVEX,
        SAME_STEPS,
        ForAll(n, 1, AtMost(0, u(n))),
        Equal(series(u(n), n, 1), 1),
    ),
    says=Less(series(Abs(u(n)) * gamma**n, n, 1), beta),
    at=Instance.of(
        {gamma: "9/10", k: 1},
        {w: members(0, "-1/100", "101/100"), u: members(0, 1), multiple: members(0, -100)},
    ),
    instead=faster,
)
