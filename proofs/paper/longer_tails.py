"""Two returns of which one has the longer tail, and their sums of squares.

The eligibilities g_i of the second are at most the h_i of the first while i < k, and at least h_i
from then on, and both sum to the same.  With w_i = (h_i + g_i) gamma^i, which falls,

    sum h_i^2 gamma^{2i} - sum g_i^2 gamma^{2i} = sum (h_i - g_i) gamma^i (w_i - w_k),

as sum (h_i - g_i) gamma^i is zero, and no term is negative: both factors change sign at k.
"""

from proofs.notation import BOUNDED, DISCOUNT, WEAK_RECENCY, gamma, h, i, k, n, weak_recency
from proofs.paper.uniform_covariances import squares, total
from proofs.vocabulary import *

g = sequence("g")
BOTH_RECENT = (*WEAK_RECENCY, *weak_recency(g))
#: lower before k, and higher from there on
LONGER_TAIL = (
    ForAll(i, 0, AtMost(g(i), h(i)), k - 1),
    ForAll(i, k, AtMost(h(i), g(i))),
)
SAME = Equal(total(g), total())
TWO_RETURNS = (
    *DISCOUNT,
    *BOTH_RECENT,
    BOUNDED,
    Bounded(g(i), i, 0),
    AtMost(0, k),
    *LONGER_TAIL,
    SAME,
)


def w(place: Expr) -> Expr:
    """(h_i + g_i) gamma^i."""
    return (h(place) + g(place)) * gamma**place


@cache
def falling() -> Theorem:
    """w_{i+n} <= w_i."""
    start = given(*DISCOUNT, *BOTH_RECENT, AtMost(0, i))
    base = recall(start, AtMost(w(i + 0), w(i)))
    inner = start.also(AtMost(0, n), AtMost(w(i + n), w(i)))
    place = i + n
    ordered = [specialise(inner, fact(inner, each), place) for each in BOTH_RECENT]
    after = inner.also(*ordered)
    sums = recall(after, AtMost(h(place + 1) + g(place + 1), h(place) + g(place)))
    positive = after.also(recall(after, AtMost(0, h(place + 1) + g(place + 1))))
    shrink = scale(positive, recall(after, AtMost(gamma, 1)), h(place + 1) + g(place + 1))
    shrunk = Chain(inner, gamma * (h(place + 1) + g(place + 1))).by(shrink).by(sums).qed()
    less = scale(inner, shrunk, gamma**place)
    step = Chain(inner, w(place + 1)).by(less, w(place)).at_most(w(i)).qed()
    return induction(given(), base, step, n, 0)


def no_term_is_negative(ctx: Context) -> Theorem:
    """0 <= (h_i - g_i) gamma^i (w_i - w_k), on either side of k."""
    said = AtMost(0, (h(i) - g(i)) * gamma**i * (w(i) - w(k)))

    def before(inside: Context) -> Theorem:
        lower = specialise(inside, fact(inside, LONGER_TAIL[0]), i)
        less = specialise(inside, falling(), k - i)
        known = inside.also(lower, restate(inside, less, AtMost(w(k), w(i))))
        return scale(
            known, scale(known, recall(known, AtMost(0, w(i) - w(k))), h(i) - g(i)), gamma**i
        )

    def after(inside: Context) -> Theorem:
        higher = specialise(inside, fact(inside, LONGER_TAIL[1]), i)
        less = specialise(inside, instantiate(inside, falling(), {i: k}), i - k)
        known = inside.also(higher, restate(inside, less, AtMost(w(i), w(k))))
        return scale(
            known, scale(known, recall(known, AtMost(0, w(k) - w(i))), g(i) - h(i)), gamma**i
        )

    below, above = ctx.also(Less(i, k)), ctx.also(AtMost(k, i))
    return cases(ctx, restate(ctx, before(below), said), restate(ctx, after(above), said), i, k)


def fewer_squares() -> Theorem:
    """The sum of the terms is the difference of the sums of squares."""
    ctx = given(*TWO_RETURNS)
    one = ctx.also(AtMost(0, i))
    term = (h(i) - g(i)) * gamma**i * (w(i) - w(k))
    terms, nothing = series(term, i, 0), series(0, i, 0)
    parts = (
        (1, h(i) ** 2 * gamma ** (2 * i)),
        (-1, g(i) ** 2 * gamma ** (2 * i)),
        (-w(k), h(i) * gamma**i),
        (w(k), g(i) * gamma**i),
    )
    positive = (
        Chain(ctx, 0)
        .to(nothing, zeros(ctx, nothing))
        .by(sum_order(ctx, nothing, no_term_is_negative(one)), terms)
        .to(
            squares() - squares(g) - w(k) * total() + w(k) * total(g), linearity(ctx, terms, *parts)
        )
        .to(squares() - squares(g), fact(ctx, SAME))
        .qed()
    )
    return restate(ctx, positive, AtMost(squares(g), squares()))
