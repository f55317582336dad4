"""Delayed TD(0) on two states that are kept with probability p: what the updates make of values.

After t updates the two states have the values x_t and y_t; there are no rewards, so v_pi = 0.
"""

from typing import Any

from proofs.lemmas import step_sizes
from proofs.lemmas.delayed_td import p
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
    ctx: Context, update: tuple[ForAll, ForAll], delay: Expr | int, same: Expr, error: Any, by: Expr
) -> Theorem:
    """What the two updates, written out, make of the difference or of the sum of the values."""
    inner = ctx.also(AtMost(0, t))
    errors, kept = (xi(t) - eta(t), 2 * same - 1) if error is apart else (xi(t) + eta(t), 1)
    moved = error(t) + alpha(t) * gamma**delay * kept * errors
    step = (
        Chain(inner, error(t + 1))
        .to(moved, *(specialise(inner, fact(inner, each), t) for each in update))
        .to(by * error(t), unfold(inner, xi, t), unfold(inner, eta, t), *numbers(ctx))
        .qed()
    )
    return generalise(ctx, step, t, 0)


def numbers(ctx: Context) -> list[Theorem]:
    """The numbers that the context gives for gamma and p."""
    return [f for f in ctx.facts if isinstance(f.statement, Equal) and f.statement.lhs in (gamma, p)]


def values_diverge(ctx: Context, update: ForAll, rate: Expr) -> Theorem:
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
    step = Chain(inner, apart(t + 1)).to(0, specialise(inner, fact(inner, differ), t), inner.facts[-1])
    equal = specialise(ctx.also(AtMost(0, t)), induction(given(), base, step.qed(), t, 0), t)
    at_rate = instantiate(ctx, step_sizes.shrinking_errors_vanish(), {step_sizes.g: rate})
    vanish = instantiate_sequence(ctx, at_rate, step_sizes.D, (t,), together(t))
    same = recall(ctx.also(AtMost(0, t), equal), Equal(size, Abs(together(t))))
    return like(ctx, generalise(ctx, same, t, 0), vanish)
