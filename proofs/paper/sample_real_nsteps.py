"""eq:sample-real_nsteps: a linear return is a combination of {n}-step returns.

Paper: Section 5, proposition 1, second form, equation 12.
"""

from proofs.notation import (
    BOUNDED,
    DISCOUNT,
    INSIDE,
    VANISHING,
    L,
    bellman,
    c,
    h,
    i,
    n,
    td_error_form,
    v,
    v_pi,
    z,
)
from proofs.vocabulary import *

CLAIM = Claim(__name__)

LIMIT = TendsTo(h(i), i, L)
weights, weighted = series(c(n), n, 1), series(c(n) * z**n, n, 1)
n_step_form = (1 - weights) * v + series(c(n) * bellman(n), n, 1)
general_form = n_step_form + L * (v_pi - v)

CLAIM.reading(
    prose(
        "The eligibilities are any real numbers, as printed, and the weights {} are the steps by "
        "which they fall. The printed proof telescopes them, which needs {}; the proposition does "
        "not say so. We write {} for what {} Bellman updates make of {}.",
        c(n),
        VANISHING,
        bellman(n),
        n,
        v,
    )
)
CLAIM.idea(
    prose(
        "Telescoping, the weights {} sum to {} less what is left of the eligibilities at infinity, "
        "{}. So they do not determine the return: Monte Carlo has {} for all {}, all its "
        "weights are zero, and yet it jumps to {}. In general {} has to be added, which is nothing "
        "if {} is zero.",
        c(n),
        h(0),
        L,
        Equal(h(i), 1),
        i,
        v_pi,
        L * (v_pi - v),
        L,
    )
)


def c_is_a_difference() -> Theorem:
    """c_n = h_{n-1} - h_n, for all n."""
    ctx = given(AtMost(1, n))
    return generalise(given(), unfold(ctx, c, n), n, 1)


def weights_bounded(ctx: Context) -> Theorem:
    """c is bounded, since h is."""
    return like(ctx, c_is_a_difference(), recall(ctx, Bounded(h(n - 1) - h(n), n, 1)))


@CLAIM.lemma(
    "The weights {c} can be summed: they telescope.", given=(LIMIT,), says=Converges(c(n), n, 1)
)
def weights_converge() -> Theorem:
    """A partial sum is the first eligibility less the last one."""
    ctx = given(LIMIT)
    left = limit(ctx, -h(n - 1), n)
    differences = telescoping_converges(ctx, h(n - 1) - h(n), n, 1, -h(n - 1), left)
    return like(ctx, c_is_a_difference(), differences)


@CLAIM.lemma(
    prose("The weights {c} sum to {}, not to {}.", h(0) - L, h(0)),
    given=(LIMIT,),
    says=Equal(weights, h(0) - L),
)
def total_weight() -> Theorem:
    """The sum telescopes."""
    ctx = given(LIMIT).also(weights_converge())
    left = limit(ctx, -h(n - 1), n)
    differences = each_term(ctx, weights, h(n - 1) - h(n), unfold(ctx, c, n))
    explicit = series(h(n - 1) - h(n), n, 1)
    return (
        Chain(ctx, weights)
        .to(explicit, differences)
        .to(h(0) - L, telescope(ctx, explicit, -h(n - 1), left))
        .qed()
    )


@CLAIM.lemma(
    prose("One evaluation of {h} gives {}, the sum of the weighted powers.", weighted),
    given=(INSIDE, BOUNDED),
    says=Equal(weighted, h(0) - (1 - z) * series(h(i) * z**i, i, 0)),
)
def weighted_powers() -> Theorem:
    """Linearity and a shift of the index."""
    ctx = given(INSIDE, BOUNDED)
    ctx = ctx.also(weights_bounded(ctx))
    total, eligibility = series(c(n) * z**n, n, 1), series(h(i) * z**i, i, 0)
    explicit = series((h(n - 1) - h(n)) * z**n, n, 1)
    before, after = series(h(n - 1) * z**n, n, 1), series(h(n) * z**n, n, 1)
    return (
        Chain(ctx, total)
        .to(explicit, each_term(ctx, total, (h(n - 1) - h(n)) * z**n, unfold(ctx, c, n)))
        .to(before - after, linearity(ctx, explicit, (1, h(n - 1) * z**n), (-1, h(n) * z**n)))
        .to(
            z * eligibility - after,
            shift(ctx, before, 1),
            linearity(ctx, series(h(n) * z ** (n + 1), n, 0), (z, h(n) * z**n)),
        )
        .to(h(0) - (1 - z) * eligibility, peel_first(ctx, eligibility))
        .qed()
    )


@CLAIM.lemma(
    prose(
        "In general, where the eligibilities tend to {}, the vector {} is to be added.",
        L,
        L * (v_pi - v),
    ),
    given=(*DISCOUNT, LIMIT),
    says=OperatorEqual(td_error_form(), general_form),
)
def with_the_limit() -> Theorem:
    """Each Bellman update multiplies the error by {z}; what is left are the two sums above."""
    ctx = given(INSIDE, LIMIT)
    ctx = ctx.also(recall(ctx, BOUNDED), weights_converge())
    ctx = ctx.also(weights_bounded(ctx))
    combination, powers = series(c(n) * bellman(n), n, 1), series(c(n) * z**n, n, 1)
    eligibility = series(h(i) * z**i, i, 0)
    expanded = linearity(ctx, combination, (v_pi, c(n)), (v - v_pi, c(n) * z**n))
    scalar = (
        Chain(ctx, general_form)
        .to((1 - weights) * v + weights * v_pi + powers * (v - v_pi) + L * (v_pi - v), expanded)
        .to(
            (1 - h(0) + L) * v + (h(0) - L) * v_pi + powers * (v - v_pi) + L * (v_pi - v),
            total_weight(),
        )
        .to(v - (1 - z) * eligibility * (v - v_pi), cut(recall(ctx, BOUNDED), weighted_powers()))
        .to(td_error_form())
        .qed()
    )
    return lift(given(*DISCOUNT, LIMIT).also(*ctx.facts[2:]), symmetry(scalar))


@CLAIM.proves(
    prose(
        "Every linear return is {} plus the combination of {n}-step returns with the weights {c}.",
        (1 - weights) * v,
    ),
    given=(*DISCOUNT, BOUNDED),
    says=OperatorEqual(td_error_form(), n_step_form),
)
def without_the_limit() -> Theorem:
    """The general form with L = 0."""
    return instantiate(given(*DISCOUNT, VANISHING), with_the_limit(), {L: 0})


# Monte Carlo: every c_n is zero, so the printed form is v; the operator gives v_pi.
CLAIM.needs(
    without_the_limit,
    VANISHING,
    at=Instance.of({}, {h: members(then=1)}, single_state(1, "1/2")),
)
