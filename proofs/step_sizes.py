"""What step sizes with an infinite sum do to an error that each update multiplies.

The update v + alpha_t (H v - v) multiplies the error along an eigenvector by 1 + g alpha_t, where
1 + g is the eigenvalue of H.  With alpha_t >= 0 and sum alpha_t infinite, an error with g > 0 grows
beyond every bound, and one with g < 0 (and steps that do not overshoot) vanishes.  A constant step
size is one such choice.
"""

from __future__ import annotations

from functools import cache

from symbolic import (
    Abs,
    AtMost,
    Bounded,
    Chain,
    Context,
    Equal,
    ForAll,
    Less,
    Not,
    Theorem,
    fact,
    given,
    index,
    real,
    sequence,
    series,
    summand,
)
from symbolic.rules import (
    empty,
    generalise,
    induction,
    multiples,
    outgrown,
    peel_last,
    recall,
    scale,
    specialise,
    sum_order,
    telescope,
    unbounded,
    zeros,
)

t, s = index("t"), index("s")
alpha = sequence("alpha")
g, constant = real("g"), real("alpha")
#: an error, or the square of one
N = sequence("N")
#: alpha_0 + ... + alpha_{t-1}
taken = series(alpha(s), s, 0, t - 1)

NONNEGATIVE = ForAll(t, 0, AtMost(0, alpha(t)))
#: sum alpha_t is infinite
ENDLESS = Not(Bounded(taken, t, 0))
STEPS = (NONNEGATIVE, ENDLESS)

POSITIVE = Less(0, g)
STARTS = Less(0, N(0))
GROWS = ForAll(t, 0, AtMost((1 + g * alpha(t)) * N(t), N(t + 1)))
SHRINKS = ForAll(t, 0, AtMost(N(t + 1), (1 - g * alpha(t)) * N(t)))
SIZE = ForAll(t, 0, AtMost(0, N(t)))
CAUTIOUS = ForAll(t, 0, AtMost(g * alpha(t), 1))


def sum_nonnegative(ctx: Context) -> Theorem:
    """0 <= alpha_0 + ... + alpha_{t-1}."""
    nothing = series(0, s, 0, t - 1)
    inner, _ = summand(ctx, nothing)
    bound = sum_order(ctx, nothing, specialise(inner, fact(inner, NONNEGATIVE), s))
    return Chain(ctx, 0).to(nothing, zeros(ctx, nothing)).by(bound).qed()


@cache
def at_least() -> Theorem:
    """N_t >= N_0 (1 + g (alpha_0 + ... + alpha_{t-1})), by induction."""
    floor = N(0) * (1 + g * taken)
    ctx = given(POSITIVE, STARTS, NONNEGATIVE, GROWS)
    start = empty(ctx, series(alpha(s), s, 0, -1))
    base = Chain(ctx, N(0) * (1 + g * series(alpha(s), s, 0, -1))).to(N(0), start).qed()
    base = recall(ctx.also(base), AtMost(N(0) * (1 + g * series(alpha(s), s, 0, -1)), N(0)))
    ctx = ctx.also(AtMost(0, t), AtMost(floor, N(t)))
    ctx = ctx.also(
        sum_nonnegative(ctx),
        specialise(ctx, fact(ctx, NONNEGATIVE), t),
    )
    later = series(alpha(s), s, 0, t)
    product = scale(ctx, sum_nonnegative(ctx), g**2)
    for factor in (alpha(t), N(0)):
        product = scale(ctx, product, factor)
    grown = recall(
        ctx.also(product), AtMost(N(0) * (1 + g * (taken + alpha(t))), (1 + g * alpha(t)) * floor)
    )
    scaled = scale(ctx, fact(ctx, AtMost(floor, N(t))), 1 + g * alpha(t))
    step = (
        Chain(ctx, N(0) * (1 + g * later))
        .to(N(0) * (1 + g * (taken + alpha(t))), peel_last(ctx, later))
        .by(grown)
        .by(scaled)
        .by(specialise(ctx, fact(ctx, GROWS), t))
        .qed()
    )
    return induction(given(), base, step, t, 0)


@cache
def grows_without_bound() -> Theorem:
    """alpha_0 + ... + alpha_{t-1} is at most N_t/(g N_0)."""
    ctx = given(POSITIVE, STARTS, NONNEGATIVE, GROWS)
    inner = ctx.also(AtMost(0, t))
    inner = inner.also(sum_nonnegative(inner), specialise(inner, at_least(), t))
    factor = 1 / (g * N(0))
    reach = recall(inner, AtMost(g * N(0) * taken, Abs(N(t))))
    bound = (
        Chain(inner, Abs(taken))
        .to(taken, recall(inner, Equal(Abs(taken), taken)))
        .by(scale(inner, reach, factor), factor * Abs(N(t)))
        .qed()
    )
    return unbounded(ctx, generalise(ctx, bound, t, 0), given(ENDLESS).facts[0], factor)


@cache
def vanishes() -> Theorem:
    """N_t (1 + g (alpha_0 + ... + alpha_{t-1})) never rises."""
    ctx = given(POSITIVE, NONNEGATIVE, SIZE, SHRINKS, CAUTIOUS)
    kept = N(t) * (1 + g * taken)
    first = series(alpha(s), s, 0, -1)
    base = Chain(ctx, N(0) * (1 + g * first)).to(N(0), empty(ctx, first)).qed()
    base = recall(ctx.also(base), AtMost(N(0) * (1 + g * first), N(0)))
    step = vanishing_step(ctx.also(AtMost(0, t), AtMost(kept, N(0))))
    never_above = specialise(given(AtMost(0, t)), induction(given(), base, step, t, 0), t)
    inner = ctx.also(AtMost(0, t))
    inner = inner.also(sum_nonnegative(inner), specialise(inner, fact(inner, SIZE), t))
    size = recall(inner, Equal(Abs(N(t)), N(t)))
    bound = Chain(inner, Abs(N(t)) * (1 + g * taken)).to(kept, size).by(never_above).qed()
    return outgrown(ctx, generalise(ctx, bound, t, 0), rising(), growing())


def vanishing_step(ctx: Context) -> Theorem:
    """(1 - g alpha_t) (1 + g (S + alpha_t)) <= 1 + g S."""
    later, before = series(alpha(s), s, 0, t), 1 + g * taken
    x = g * alpha(t)
    ctx = ctx.also(
        sum_nonnegative(ctx),
        *(specialise(ctx, fact(ctx, each), t) for each in (NONNEGATIVE, SIZE, CAUTIOUS)),
    )
    ctx = ctx.also(scale(ctx, recall(ctx, AtMost(0, alpha(t))), g))
    more = recall(ctx, AtMost(0, before + x))
    lost = scale(ctx, scale(ctx, scale(ctx, sum_nonnegative(ctx), g), x), N(t))
    square = scale(ctx, scale(ctx, recall(ctx, AtMost(0, x)), x), N(t))
    return (
        Chain(ctx, N(t + 1) * (1 + g * later))
        .to(N(t + 1) * (before + x), peel_last(ctx, later))
        .by(scale(ctx.also(more), specialise(ctx, fact(ctx, SHRINKS), t), before + x))
        .at_most(N(t) * before, lost, square)
        .at_most(N(0))
        .qed()
    )


@cache
def rising() -> Theorem:
    """1 + g (alpha_0 + ... + alpha_{t-1}) never falls."""
    ctx = given(POSITIVE, NONNEGATIVE, AtMost(0, t))
    later = series(alpha(s), s, 0, t)
    gain = scale(ctx, specialise(ctx, fact(ctx, NONNEGATIVE), t), g)
    step = (
        Chain(ctx, 1 + g * taken)
        .at_most(1 + g * (taken + alpha(t)), gain)
        .to(1 + g * later, peel_last(ctx, later))
        .qed()
    )
    return generalise(given(POSITIVE, NONNEGATIVE), step, t, 0)


@cache
def growing() -> Theorem:
    """1 + g (alpha_0 + ... + alpha_{t-1}) has no bound."""
    ctx = given(POSITIVE, NONNEGATIVE)
    inner = ctx.also(AtMost(0, t))
    inner = inner.also(sum_nonnegative(inner))
    reach = recall(inner, AtMost(g * taken, Abs(1 + g * taken)))
    bound = (
        Chain(inner, Abs(taken))
        .to(taken, recall(inner, Equal(Abs(taken), taken)))
        .by(scale(inner, reach, 1 / g), Abs(1 + g * taken) / g)
        .qed()
    )
    return unbounded(ctx, generalise(ctx, bound, t, 0), given(ENDLESS).facts[0], 1 / g)


@cache
def constant_steps() -> Theorem:
    """alpha + ... + alpha, t times, is alpha t."""
    ctx = given(Less(0, constant))
    inner = ctx.also(AtMost(0, t))
    total = series(constant, s, 0, t - 1)
    value = Chain(inner, total).to(constant * t, telescope(inner, total, constant * s)).qed()
    bound = Chain(inner, Abs(constant * t)).to(Abs(total), value).qed()
    bound = recall(inner.also(bound), AtMost(Abs(constant * t), Abs(total)))
    return unbounded(ctx, generalise(ctx, bound, t, 0), multiples(ctx, constant, t, 0), 1)
