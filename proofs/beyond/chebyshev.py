"""Chebyshev's inequality for eligibilities that fall and powers of gamma, which fall too.

With the weights gamma^i, i >= 1, the mean of h_i gamma^i is at least the product of the means of
h_i and of gamma^i: sum h_i gamma^{2i} >= gamma/(1 + gamma) sum h_i gamma^i.
"""

from sympy import Symbol

from proofs.notation import DISCOUNT, WEAK_RECENCY, gamma, h, i, j, k
from proofs.vocabulary import *

later, later_thinned = (series(h(i) * gamma ** (e * i), i, 1) for e in (1, 2))


@cache
def both_fall() -> Theorem:
    """(h_i - h_{i+k}) (gamma^i - gamma^{i+k}) >= 0."""
    start = given(AtMost(0, i))
    base = recall(start, AtMost(h(i + 0), h(i)))
    inner = given(WEAK_RECENCY[0], AtMost(0, i), AtMost(0, k), AtMost(h(i + k), h(i)))
    falls = specialise(inner, fact(inner, WEAK_RECENCY[0]), i + k)
    step = Chain(inner, h(i + k + 1)).by(falls).at_most(h(i)).qed()
    falling = induction(given(AtMost(0, i)), base, step, k, 0)
    ctx = given(*DISCOUNT, WEAK_RECENCY[0], AtMost(0, i), AtMost(0, k))
    ctx = ctx.also(specialise(ctx, falling, k))
    power = scale(ctx, recall(ctx, AtMost(gamma**k, 1)), gamma**i)
    ctx = ctx.also(restate(ctx, power, AtMost(0, gamma**i - gamma ** (i + k))))
    product = scale(ctx, recall(ctx, AtMost(0, h(i) - h(i + k))), gamma**i - gamma ** (i + k))
    return generalise(ctx, generalise(ctx, product, k, 0), i, 0)


def positive_product(ctx: Context) -> Theorem:
    """(h_i - h_j) (gamma^i - gamma^j) >= 0, whichever index is larger."""
    said = AtMost(0, (h(i) - h(j)) * (gamma**i - gamma**j))

    def one(first: Symbol, second: Symbol, inside: Context) -> Theorem:
        at_first = specialise(inside, both_fall(), first)
        return restate(inside, specialise(inside, at_first, second - first), said)

    below, above = ctx.also(Less(i, j)), ctx.also(AtMost(j, i))
    return cases(ctx, one(i, j, below), one(j, i, above), i, j)


def inequality(ctx: Context) -> Theorem:
    """The sum of gamma^{i+j} (h_i - h_j) (gamma^i - gamma^j) over all i and j, which is >= 0."""
    one = ctx.also(AtMost(1, i))
    term = gamma**j * (h(i) - h(j)) * (gamma**i - gamma**j)
    row, nothing = series(term, j, 1), series(0, j, 1)
    inner, _ = summand(one, nothing)
    each = scale(inner, positive_product(inner), gamma**j)
    geometric_ = [series(gamma ** (e * j), j, 1) for e in (1, 2)]
    values = gamma / (1 - gamma), gamma**2 / (1 - gamma**2)
    summed = [geometric(one, t, gamma**e) for e, t in zip((1, 2), geometric_, strict=True)]
    in_row = h(i) * gamma**i * values[0] - h(i) * values[1] - gamma**i * later + later_thinned
    positive = (
        Chain(one, 0)
        .to(nothing, zeros(one, nothing))
        .by(sum_order(one, nothing, each), row)
        .to(
            in_row,
            linearity(
                one,
                row,
                (h(i) * gamma**i, gamma**j),
                (-h(i), gamma ** (2 * j)),
                (-(gamma**i), h(j) * gamma**j),
                (1, h(j) * gamma ** (2 * j)),
            ),
            *summed,
        )
        .qed()
    )
    rows, none = series(gamma**i * in_row, i, 1), series(0, i, 1)
    sides = [series(gamma ** (e * i), i, 1) for e in (1, 2)]
    both_sums = [geometric(ctx, t, gamma**e) for e, t in zip((1, 2), sides, strict=True)]
    twice = 2 * (values[0] * later_thinned - values[1] * later)
    whole = (
        Chain(ctx, 0)
        .to(none, zeros(ctx, none))
        .by(sum_order(ctx, none, scale(one, positive, gamma**i)), rows)
        .to(
            twice,
            linearity(
                ctx,
                rows,
                (values[0], h(i) * gamma ** (2 * i)),
                (-values[1], h(i) * gamma**i),
                (-later, gamma ** (2 * i)),
                (later_thinned, gamma**i),
            ),
            *both_sums,
        )
        .qed()
    )
    share = scale(ctx, whole, (1 - gamma) / (2 * gamma))
    return restate(ctx, share, AtMost(gamma / (1 + gamma) * later, later_thinned))
