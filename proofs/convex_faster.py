"""convex-faster: a convex return contracts faster than a nonconvex one.

Paper: Section 5, below proposition 2.

Let w be the weights of an affine return, sum_n w_n = 1, with some w_k < 0, and let
beta = sum_n |w_n| gamma^n be its modulus.  Dropping the signs and dividing by S = sum_n |w_n| gives
a convex return from the same n-step returns, with modulus beta / S; and S > 1, so it contracts
faster.  So does the longest n-step return, if there is one.  Read of an arbitrary convex return
from the same n-step returns, the printed claim is false: the weights may lie on shorter ones.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from sympy import Expr

from numeric_checks import MRP, cycle, max_norm
from numeric_checks import strategies as draw
from proofs.companion.claim import Check, Claim, Witness
from proofs.notation import DISCOUNT, N, bellman, gamma, k, m, n
from symbolic import (
    Abs,
    AtMost,
    Chain,
    Context,
    Contracts,
    Equal,
    ForAll,
    Less,
    Summable,
    TendsTo,
    Theorem,
    WeightedReturn,
    given,
    sequence,
    series,
    summand,
)
from symbolic.rules import (
    algebra,
    contraction,
    generalise,
    like,
    limit,
    linearity,
    peel_first,
    peel_last,
    recall,
    scale,
    smaller_modulus,
    split,
    sum_order,
    triangle,
    zeros,
)

from symbolic.terms import open_sum

CLAIM = Claim(__name__)

#: the weights of an affine return on n-step returns
w = sequence("w")
AFFINE = (Summable(w(n), n, 1), Equal(series(w(n), n, 1), 1))
NONCONVEX = (AtMost(1, k), Less(w(k), 0))

size = series(Abs(w(m)), m, 1)
beta = series(Abs(w(n)) * gamma**n, n, 1)


def combination(weight: Expr) -> Expr:
    """sum_n w_n T^n v."""
    return series(weight * bellman(n), n, 1)


def around(ctx: Context, body: Expr) -> Theorem:
    """A series from 1 on is what comes before k, the term at k, and what comes after."""
    whole, start, rest = (series(body, n, *ends) for ends in ((1,), (1, k - 1), (k,)))
    middle, after = body.subs(n, k), series(body, n, k + 1)
    return (
        Chain(ctx, whole)
        .to(start + rest, split(ctx, whole, k - 1))
        .to(start + middle + after, peel_first(ctx, rest))
        .qed()
    )


def not_negative(ctx: Context, total: Expr) -> Theorem:
    """A sum of terms that are not negative."""
    part = open_sum(total)
    nothing = series(0, part.var, part.lo, part.hi)
    inner, _ = summand(ctx, nothing)
    term = recall(inner, AtMost(0, part.body))
    return Chain(ctx, 0).to(nothing, zeros(ctx, nothing)).by(sum_order(ctx, nothing, term)).qed()


@CLAIM.adds(
    "Weights that can be summed tend to zero.",
    given=AFFINE[:1],
    says=TendsTo(w(n), n, 0),
)
def weights_vanish() -> Theorem:
    """w_n is the difference of two partial sums, which have the same limit."""
    ctx = given(*AFFINE[:1])
    partial = series(w(m), m, 1, n)
    before = series(w(m), m, 1, n - 1)
    difference = limit(ctx, partial - before, n)
    inner = given(AtMost(1, n))
    last = Chain(inner, w(n)).to(partial - before, peel_last(inner, partial)).qed()
    return like(ctx, generalise(given(), last, n, 1), difference)


def ground() -> Context:
    """An affine return with a negative weight."""
    return given(*DISCOUNT, *AFFINE, *NONCONVEX).also(weights_vanish())


@CLAIM.proves(
    "A negative weight has to be made up for: the sizes of the weights sum to more than one.",
    given=(*AFFINE, *NONCONVEX),
    says=Less(1, size),
)
def more_than_one() -> Theorem:
    """w_n <= |w_n|, and w_k < |w_k|."""
    ctx = given(*AFFINE, *NONCONVEX)
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
        .to(size, around(ctx, Abs(w(n))))
        .qed()
    )


# -- the convex return with the weights |w_n| / S -----------------------------------------------


@CLAIM.adds(
    "The weights |w_n| / S are not negative.",
    given=(*AFFINE, *NONCONVEX),
    says=ForAll(n, 1, AtMost(0, Abs(w(n)) / size)),
)
def convex_weights() -> Theorem:
    """S > 1 > 0."""
    ctx = given(*AFFINE, *NONCONVEX).also(more_than_one())
    return generalise(ctx, recall(ctx, AtMost(0, Abs(w(n)) / size)), n, 1)


@CLAIM.adds(
    "The weights |w_n| / S sum to one.",
    given=(*AFFINE, *NONCONVEX),
    says=Equal(series(Abs(w(n)) / size, n, 1), 1),
)
def convex_weights_sum_to_one() -> Theorem:
    """S / S = 1."""
    ctx = given(*AFFINE, *NONCONVEX).also(more_than_one())
    total = series(Abs(w(n)) / size, n, 1)
    return Chain(ctx, total).to(1, linearity(ctx, total, (1 / size, Abs(w(n))))).qed()


@CLAIM.adds(
    "The modulus of the affine return is beta = sum |w_n| gamma^n.",
    given=(*DISCOUNT, *AFFINE[:1]),
    says=Contracts(combination(w(n)), beta),
)
def affine_modulus() -> Theorem:
    """The triangle inequality."""
    return contraction(given(*DISCOUNT, *AFFINE[:1]).also(weights_vanish()), combination(w(n)))


@CLAIM.adds(
    "The modulus of the convex return is beta / S.",
    given=(*DISCOUNT, *AFFINE, *NONCONVEX),
    says=Contracts(combination(Abs(w(n)) / size), beta / size),
)
def convex_modulus() -> Theorem:
    """The weights |w_n| / S are their own absolute values."""
    ctx = ground().also(more_than_one())
    bound = contraction(ctx, combination(Abs(w(n)) / size))
    assert isinstance(bound.statement, Contracts)
    weighted = series(Abs(w(n)) / size * gamma**n, n, 1)
    same = (
        Chain(ctx, bound.statement.rhs)
        .to(weighted, recall(ctx, Equal(Abs(size), size)))
        .to(beta / size, linearity(ctx, weighted, (1 / size, Abs(w(n)) * gamma**n)))
        .qed()
    )
    return smaller_modulus(ctx, bound, same)


@CLAIM.proves(
    "The convex return contracts faster: its modulus beta / S is below beta.",
    given=(*DISCOUNT, *AFFINE, *NONCONVEX),
    says=Less(beta / size, beta),
)
def faster() -> Theorem:
    """S > 1, and beta is positive because its k-th term is."""
    ctx = ground()
    term = Abs(w(n)) * gamma**n
    start, after = series(term, n, 1, k - 1), series(term, n, k + 1)
    positive = (
        Chain(ctx, 0)
        .less(Abs(w(k)) * gamma**k)
        .at_most(
            start + Abs(w(k)) * gamma**k + after,
            not_negative(ctx, start),
            not_negative(ctx, after),
        )
        .to(beta, around(ctx, term))
        .qed()
    )
    return recall(ctx.also(more_than_one(), positive), Less(beta / size, beta))


# -- the longest n-step return ------------------------------------------------------------------

FINITE = Equal(series(w(n), n, 1, N), 1)
finite_beta = series(Abs(w(n)) * gamma**n, n, 1, N)


@CLAIM.adds(
    "The longest of the n-step returns contracts at least as fast as any affine return from them.",
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
