"""Weights on n-step returns, given by themselves: a sequence w with a convergent sum.

Where the weights are those of eligibilities h they are called c (see `proofs.notation`); what is
said here holds for any weights, and needs no h.
"""

from __future__ import annotations

from functools import cache

from sympy import Expr

from proofs.notation import bellman, k, m, n
from symbolic import AtMost, Chain, Context, Converges, Theorem, given, sequence, series, summand
from symbolic.rules import (
    generalise,
    like,
    limit,
    peel_first,
    peel_last,
    recall,
    split,
    sum_order,
    zeros,
)
from symbolic.terms import open_sum

w = sequence("w")
CONVERGES = Converges(w(n), n, 1)


def combination(weight: Expr) -> Expr:
    """sum_n w_n T^n v."""
    return series(weight * bellman(n), n, 1)


@cache
def weights_vanish() -> Theorem:
    """Weights that can be summed tend to zero.

    w_n is the difference of two partial sums, which have the same limit.
    """
    ctx = given(CONVERGES)
    partial, before = series(w(m), m, 1, n), series(w(m), m, 1, n - 1)
    inner = given(AtMost(1, n))
    last = Chain(inner, w(n)).to(partial - before, peel_last(inner, partial)).qed()
    return like(ctx, generalise(given(), last, n, 1), limit(ctx, partial - before, n))


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
    """A sum is not negative if the context shows that none of its terms is."""
    part = open_sum(total)
    nothing = series(0, part.var, part.lo, part.hi)
    inner, _ = summand(ctx, nothing)
    term = recall(inner, AtMost(0, part.body))
    return Chain(ctx, 0).to(nothing, zeros(ctx, nothing)).by(sum_order(ctx, nothing, term)).qed()
