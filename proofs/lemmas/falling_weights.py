"""Summation by parts with weights that fall: what a target gains and loses, lag by lag.

mu_i are weights that never rise, are never negative and are at most one.  What is gained at one
lag, g_i, is put together with what is lost at the next, l_{i+1}; where no difference is larger than
B times what the weights fall by, neither is the sum of all larger than B times what they fall by.
"""

from proofs.lemmas.finite_chain import B
from proofs.lemmas.mean_eligibilities import mu
from proofs.notation import DISCOUNT, N, gamma, i, n
from proofs.vocabulary import *

g, l_ = sequence("g"), sequence("l")
u = real("u")
#: u is what is there at the start
NUMBERS = (
    ForAll(i, 0, AtMost(mu(i + 1), mu(i))),
    ForAll(i, 0, AtMost(0, mu(i))),
    AtMost(mu(0), 1),
    ForAll(i, 0, AtMost(Abs(g(i) - l_(i + 1)), (mu(i) - mu(i + 1)) * B)),
    Bounded(g(i), i, 0),
    Bounded(l_(i), i, 0),
    Equal(l_(0), mu(0) * u),
    AtMost(Abs(u), B),
)
change = u + series(gamma**i * (gamma * g(i) - l_(i)), i, 0)
total = series(gamma**i * mu(i), i, 0)
modulus = 1 - (1 - gamma) * total


@cache
def summable() -> Theorem:
    """The eligibilities are at most the first of them."""
    ctx = given(*NUMBERS[:3], AtMost(0, i), AtMost(mu(i), 1))
    falls = specialise(ctx, ctx.facts[0], i)
    small = induction(
        given(), given(NUMBERS[2]).facts[0], Chain(ctx, mu(i + 1)).by(falls).at_most(1).qed(), i, 0
    )
    ctx = given(*NUMBERS[:3], AtMost(0, i))
    ctx = ctx.also(specialise(ctx, ctx.facts[1], i), specialise(ctx, small, i))
    every = generalise(given(), size_at_most(ctx, mu(i), 1), i, 0)
    return recall(given(*NUMBERS[:3]).also(every), Bounded(mu(i), i, 0))


def numbers() -> Context:
    """The numbers, whose series converge."""
    return given(*DISCOUNT, *NUMBERS).also(summable())


@cache
def total_fall() -> Theorem:
    """Two series of which one is the other, one step later."""
    ctx = numbers()
    falls = series(gamma ** (i + 1) * (mu(i) - mu(i + 1)), i, 0)
    later = series(gamma**i * mu(i), i, 1)
    apart = linearity(ctx, falls, (gamma, gamma**i * mu(i)), (-1, gamma ** (i + 1) * mu(i + 1)))
    return (
        Chain(ctx, falls)
        .to(gamma * total - later, apart, shift(ctx, later, 1))
        .to(mu(0) - (1 - gamma) * total, peel_first(ctx, total))
        .qed()
    )


@cache
def by_parts() -> Theorem:
    """What is gained at one lag is put together with what is lost at the next."""
    ctx = numbers()
    moves = series(gamma**i * (gamma * g(i) - l_(i)), i, 0)
    start, after = (series(gamma**i * l_(i), i, first) for first in (0, 1))
    steps = series(gamma ** (i + 1) * (g(i) - l_(i + 1)), i, 0)
    parts = (1 - mu(0)) * u + steps
    arranged = (
        Chain(ctx, change)
        .to(
            u + gamma * series(gamma**i * g(i), i, 0) - start,
            linearity(ctx, moves, (gamma, gamma**i * g(i)), (-1, gamma**i * l_(i))),
        )
        .to(
            (1 - mu(0)) * u + gamma * series(gamma**i * g(i), i, 0) - after,
            peel_first(ctx, start),
            fact(ctx, NUMBERS[6]),
        )
        .to(
            parts,
            shift(ctx, after, 1),
            linearity(ctx, steps, (gamma, gamma**i * g(i)), (-1, gamma ** (i + 1) * l_(i + 1))),
        )
        .qed()
    )
    inner, _ = summand(ctx, steps)
    inner = inner.also(specialise(inner, fact(ctx, NUMBERS[3]), i))
    fall = mu(i) - mu(i + 1)
    every = series(gamma ** (i + 1) * fall * B, i, 0)
    pulled = linearity(ctx, every, (B, gamma ** (i + 1) * fall))
    sides = []
    for sign in (1, -1):
        one = scale(
            inner, recall(inner, AtMost(sign * (g(i) - l_(i + 1)), fall * B)), gamma ** (i + 1)
        )
        signed = series(sign * gamma ** (i + 1) * (g(i) - l_(i + 1)), i, 0)
        turned = linearity(ctx, signed, (sign, gamma ** (i + 1) * (g(i) - l_(i + 1))))
        first = scale(ctx, recall(ctx, AtMost(sign * u, B)), 1 - mu(0))
        sides.append(
            Chain(ctx, sign * change)
            .combine(sign * parts, (sign, arranged))
            .combine(sign * (1 - mu(0)) * u + signed, (-1, turned))
            .at_most((1 - mu(0)) * B + signed, first)
            .at_most((1 - mu(0)) * B + every, sum_order(ctx, signed, one))
            .to(modulus * B, pulled, total_fall())
            .qed()
        )
    return size_at_most(ctx.also(*sides), change, modulus * B)


# -- along one path -------------------------------------------------------------------------------

#: the eligibilities h_i(S_i) along a path, and the difference of the values there
e, z = sequence("e"), sequence("z")
along = z(0) + series(gamma**i * e(i) * (gamma * z(i + 1) - z(i)), i, 0, N - 1)
rearranged = (
    (1 - e(0)) * z(0)
    + series(gamma**n * (e(n - 1) - e(n)) * z(n), n, 1, N - 1)
    + gamma**N * e(N - 1) * z(N)
)


@cache
def along_a_path() -> Theorem:
    """One more TD error splits the last term."""
    errors = series(gamma**i * e(i) * (gamma * z(i + 1) - z(i)), i, 0, N - 1)
    falls = series(gamma**n * (e(n - 1) - e(n)) * z(n), n, 1, N - 1)
    ctx = given()
    one = errors.subs(N, 1)
    base = (
        Chain(ctx, along.subs(N, 1))
        .to(
            z(0) + e(0) * (gamma * z(1) - z(0)),
            peel_last(ctx, one),
            empty(ctx, open_sum(one)._replace(hi=Integer(-1)).close()),
        )
        .to(rearranged.subs(N, 1), empty(ctx, falls.subs(N, 1)))
        .qed()
    )
    ctx = given(AtMost(1, N), Equal(along, rearranged))
    more = gamma**N * e(N) * (gamma * z(N + 1) - z(N))
    step = (
        Chain(ctx, along.subs(N, N + 1))
        .to(along + more, peel_last(ctx, errors.subs(N, N + 1)))
        .combine(rearranged + more, (1, ctx.facts[-1]))
        .to(rearranged.subs(N, N + 1), peel_last(ctx, falls.subs(N, N + 1)))
        .qed()
    )
    return induction(given(), base, step, N, 1)
