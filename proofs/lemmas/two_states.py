"""Delayed TD(0) on two states, each kept with probability p: what the updates make of values.

After t updates the two states have the values x_t and y_t; there are no rewards, so v_pi = 0.
"""

from typing import Any

from proofs.lemmas import step_sizes
from proofs.lemmas.delayed_td import p, tau
from proofs.lemmas.step_sizes import AT_MOST_ONE, NONNEGATIVE, alpha, t
from proofs.notation import gamma, n
from proofs.vocabulary import *

x, y = sequence("x"), sequence("y")
#: the TD errors that are expected in the two states
xi = define("xi", (t,), gamma * (p * x(t) + (1 - p) * y(t)) - x(t))
eta = define("eta", (t,), gamma * ((1 - p) * x(t) + p * y(t)) - y(t))
#: the probability of being in the same state again, n steps later
sigma = define("sigma", (n,), (1 + (2 * p - 1) ** n) / 2)

size = Abs(x(t)) + Abs(y(t))
DIVERGES = Not(Bounded(size, t, 0))
APART, TOGETHER = NotEqual(x(0), y(0)), Equal(x(0), y(0))
CAREFUL = (NONNEGATIVE, AT_MOST_ONE)


def updates(delay: Expr | int, same: Expr) -> tuple[ForAll, ForAll]:
    """Every value moves by alpha_t gamma^tau times the TD error that is expected tau steps later.

    ``same`` is the probability of being in the same state then.
    """
    errors = same * xi(t) + (1 - same) * eta(t), (1 - same) * xi(t) + same * eta(t)
    first, second = (
        ForAll(t, 0, Equal(value(t + 1), value(t) + alpha(t) * gamma**delay * error))
        for value, error in zip((x, y), errors, strict=True)
    )
    return first, second


def apart(at: Any) -> Expr:
    """How far apart the values are."""
    return x(at) - y(at)


def together(at: Any) -> Expr:
    """Their sum."""
    return x(at) + y(at)


def multiplies(error: Any, factor: Expr) -> ForAll:
    """Every update multiplies the difference, or the sum, by this factor."""
    return ForAll(t, 0, Equal(error(t + 1), factor * error(t)))


def along(
    ctx: Context,
    update: tuple[ForAll, ForAll],
    delay: Expr | int,
    same: Expr,
    error: Any,
    by: Expr,
    *reasons: Theorem,
) -> Theorem:
    """What the two updates, written out, make of the difference or of the sum of the values."""
    inner = ctx.also(AtMost(0, t))
    errors, kept = (xi(t) - eta(t), 2 * same - 1) if error is apart else (xi(t) + eta(t), 1)
    moved = error(t) + alpha(t) * gamma**delay * kept * errors
    step = (
        Chain(inner, error(t + 1))
        .to(moved, *(specialise(inner, fact(inner, each), t) for each in update))
        .to(by * error(t), unfold(inner, xi, t), unfold(inner, eta, t), *reasons)
        .qed()
    )
    return generalise(ctx, step, t, 0)


@cache
def power_of_x() -> Theorem:
    """(gamma (2p - 1))^tau = gamma^tau (2p - 1)^tau."""
    q, w = real("q"), real("w")
    ctx = given(AtMost(0, tau))
    return instantiate(ctx, algebra(ctx, (q * w) ** tau, q**tau * w**tau), {q: gamma, w: 2 * p - 1})


def values_diverge(ctx: Context, rate: Expr) -> Theorem:
    """|x_t| + |y_t| is at least |x_t - y_t|, and each update multiplies x_t - y_t by 1 + g alpha_t.

    The context has the update of the difference, the step sizes, and what makes g positive.
    """
    inner = ctx.also(AtMost(0, t))
    larger = generalise(given(), recall(inner, AtMost(Abs(apart(t)), size)), t, 0)
    ready = ctx.also(larger, recall(ctx, NotEqual(apart(0), 0)))
    at_rate = instantiate(ready, step_sizes.growing_errors_diverge(), {step_sizes.g: rate})
    of_difference = instantiate_sequence(ready, at_rate, step_sizes.D, (t,), apart(t))
    return instantiate_sequence(ready, of_difference, step_sizes.N, (t,), size)


def both_vanish(ctx: Context, differ: ForAll, sums: ForAll, rate: Expr) -> Theorem:
    """Equal values stay equal, and each update multiplies their sum by 1 - g alpha_t.

    The context has both updates, the step sizes, and what makes g positive and at most 1.
    """
    inner = ctx.also(AtMost(0, t), Equal(apart(t), 0))
    base = recall(ctx, Equal(apart(Integer(0)), 0))
    step = Chain(inner, apart(t + 1)).to(
        0, specialise(inner, fact(inner, differ), t), inner.facts[-1]
    )
    equal = specialise(ctx.also(AtMost(0, t)), induction(given(), base, step.qed(), t, 0), t)
    at_rate = instantiate(ctx, step_sizes.shrinking_errors_vanish(), {step_sizes.g: rate})
    vanish = instantiate_sequence(ctx, at_rate, step_sizes.D, (t,), together(t))
    same = recall(ctx.also(AtMost(0, t), equal), Equal(size, Abs(together(t))))
    return like(ctx, generalise(ctx, same, t, 0), vanish)


def never_larger(ctx: Context, error: Any, update: Theorem, small: Theorem) -> Theorem:
    """|D_t| <= |D_0|, where each update multiplies the difference, or the sum, D by a factor.

    ``small`` says that the factor is at most 1 in size, at a time t >= 0.
    """
    start = Abs(error(Integer(0)))
    base = recall(ctx, AtMost(start, start))
    inner = ctx.also(AtMost(0, t), AtMost(Abs(error(t)), start))
    factor = small.statement.lhs.args[0]  # type: ignore[attr-defined]
    step = (
        Chain(inner, Abs(error(t + 1)))
        .to(
            Abs(factor) * Abs(error(t)),
            specialise(inner, update, t),
            absolute_product(inner, factor, error(t)),
        )
        .by(scale(inner, small, Abs(error(t))), Abs(error(t)))
        .at_most(start)
        .qed()
    )
    return induction(given(), base, step, t, 0)


def values_bounded(ctx: Context, *never: Theorem) -> Theorem:
    """Both values are bounded, as half their sum and half their difference are."""
    inner = ctx.also(AtMost(0, t))
    inner = inner.also(*(specialise(inner, each, t) for each in never))
    most = Abs(apart(Integer(0))) + Abs(together(Integer(0)))
    each = (generalise(ctx, size_at_most(inner, value(t), most), t, 0) for value in (x, y))
    return recall(ctx.also(*each), Bounded(size, t, 0))
