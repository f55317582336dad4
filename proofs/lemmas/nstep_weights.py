"""Weights on n-step returns, given by themselves: a sequence w with a convergent sum.

Where the weights are those of eligibilities h they are called c (see `proofs.notation`); what is
said here holds for any weights, and needs no h.  Explicit weights, such as those of a
`symbolic.WeightedReturn`, are conditionals in n that are zero from some n on.
"""

from collections.abc import Callable

from proofs.notation import bellman, i, j, k, m, n
from proofs.vocabulary import *

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


# -- one positive weight ------------------------------------------------------------------------


def no_two(weight: Sequence) -> Statement:
    """No two of the weights differ from zero."""
    return ForAll(i, 1, ForAll(j, i + 1, Equal(weight(i) * weight(j), 0)))


#: w_k is positive, and no other weight is
ALONE: tuple[Statement, ...] = (AtMost(1, k), Less(0, w(k)), no_two(w))


def others_are_zero(ctx: Context) -> Context:
    """w_n = 0 before k and after it, because w_n w_k = 0."""
    before, after = ctx.also(AtMost(1, n), AtMost(n, k - 1)), ctx.also(AtMost(k + 1, n))
    rule = next(f for f in ctx.facts if f.statement.key == no_two(w).key)
    first = specialise(before, specialise(before, rule, n), k)
    second = specialise(after, specialise(after, rule, k), n)
    zero = [
        linear_combination(where, w(n), 0, (1 / w(k), product))
        for where, product in ((before, first), (after, second))
    ]
    return ctx.also(generalise(ctx, zero[0], n, 1, k - 1), generalise(ctx, zero[1], n, k + 1))


def only_term(ctx: Context, body: Expr) -> Theorem:
    """A series whose terms vanish before k and after it is its k-th term."""
    *_, before, after = ctx.facts
    zero = []
    for part, fact in ((series(body, n, 1, k - 1), before), (series(body, n, k + 1), after)):
        inner, _ = summand(ctx, part)
        zero += [
            each_term(ctx, part, 0, specialise(inner, fact, n)),
            zeros(ctx, series(0, *part.limits[0])),
        ]
    return Chain(ctx, series(body, n, 1)).to(body.subs(n, k), around(ctx, body), *zero).qed()


# -- explicit weights ---------------------------------------------------------------------------


def settled(ctx: Context, choice: Expr) -> Theorem:
    """The value of a conditional, by the conditions that the context decides."""
    chain = Chain(ctx, choice)
    while isinstance(chain.now, IfLess):
        chain = chain.by(conditional(ctx, chain.now))
    return chain.qed()


def either(ctx: Context, a: Expr, b: Expr, prove: Callable[[Context], Theorem]) -> Theorem:
    """What is proved where a < b and where b <= a holds."""
    return cases(ctx, prove(ctx.also(Less(a, b))), prove(ctx.also(AtMost(b, a))), a, b)


def ending(ctx: Context, weight: Sequence, last: Expr) -> Theorem:
    """Weights that are zero after the last one can be summed."""
    zero = generalise(ctx, settled(ctx.also(AtMost(last + 1, n)), weight(n)), n, last + 1)
    return like(ctx, zero, recall(ctx, Converges(0, n, last + 1)))


def two_terms(ctx: Context, weight: Sequence, body: Expr) -> Theorem:
    """A series in weights that end with the second is its first two terms."""
    whole, rest = series(body, n, 1), series(body, n, 3)
    first, second, none = (series(body, n, p, 2) for p in (1, 2, 3))
    zero = each_term(ctx, rest, 0, settled(summand(ctx, rest)[0], weight(n)))
    return (
        Chain(ctx, whole)
        .to(first + rest, split(ctx, whole, 2))
        .to(first, zero, zeros(ctx, series(0, n, 3)))
        .to(
            body.subs(n, 1) + body.subs(n, 2),
            peel_first(ctx, first),
            peel_first(ctx, second),
            empty(ctx, none),
        )
        .qed()
    )
