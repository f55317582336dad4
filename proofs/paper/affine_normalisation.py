"""affine-normalisation: the weights on {n}-step returns may be made to sum to one.

Paper: Section 5, below equation 13 [14].

The paper asks for sum_n c_n = 1 without loss of generality: the multiple of v in
(1 - sum c) v + sum_n c_n T^n v only scales the update, and the step size can absorb the scale; the
first TD error then has the weight h_0 = 1.  Both need more.  With s = sum c, the update with step
size alpha is the update with the weights c / s and the step size alpha s, so s must be positive:
delayed TD(0) has s = 0, and where s < 0 the step size would be negative.  And h_0 = sum c only if
h_i -> 0.
"""

from proofs.notation import (
    BOUNDED,
    DISCOUNT,
    INSIDE,
    VANISHING,
    L,
    alpha,
    bellman,
    c,
    h,
    n,
    v,
)
from proofs.paper import sample_real_nsteps
from proofs.vocabulary import *

CLAIM = Claim(__name__)

s = real("s")
weights = series(c(n), n, 1)
CONVERGES = Converges(c(n), n, 1)
NOT_ZERO, POSITIVE = NotEqual(s, 0), Less(0, s)
#: the return in question, as bounded eligibilities whose weights on n-step returns add up to s
TOTAL: tuple[Statement, ...] = (BOUNDED, CONVERGES, Equal(weights, s))

n_step_form = (1 - weights) * v + series(c(n) * bellman(n), n, 1)
normalised = series(c(n) / s * bellman(n), n, 1)


def ground(ctx: Context) -> Context:
    """c is bounded and can be summed, its sum is s, and s is not zero."""
    ctx = ctx.also(BOUNDED)
    return ctx.also(sample_real_nsteps.weights_bounded(ctx), CONVERGES, TOTAL[-1], NOT_ZERO)


@CLAIM.proves(
    prose(
        "The multiple of {v} changes only the size of the update: the step size {} and the weights "
        "{} give the same update, without it.",
        alpha * s,
        c(n) / s,
    ),
    given=(*DISCOUNT, *TOTAL),
    says=OperatorEqual(v + alpha * (n_step_form - v), v + alpha * s * (normalised - v)),
)
def absorbed() -> Theorem:
    """alpha ((1 - s) v + sum c_n T^n v - v) = alpha s (sum (c_n/s) T^n v - v)."""
    ctx = ground(given(INSIDE))
    total = ctx.facts[-2]
    combination = series(c(n) * bellman(n), n, 1)
    scalar = (
        Chain(ctx, v + alpha * (n_step_form - v))
        .to(v + alpha * (combination - s * v), total)
        .to(v + alpha * s * (combination / s - v))
        .to(
            v + alpha * s * (normalised - v),
            linearity(ctx, normalised, (1 / s, c(n) * bellman(n))),
        )
        .qed()
    )
    return lift(ground(given(*DISCOUNT)), scalar)


@CLAIM.proves(
    prose("The weights {} sum to one.", c(n) / s),
    given=TOTAL[1:],
    says=Equal(series(c(n) / s, n, 1), 1),
)
def sums_to_one() -> Theorem:
    """s / s = 1."""
    ctx = given(CONVERGES, TOTAL[-1], NOT_ZERO)
    total = series(c(n) / s, n, 1)
    return (
        Chain(ctx, total)
        .to(weights / s, linearity(ctx, total, (1 / s, c(n))))
        .to(1, ctx.facts[1])
        .qed()
    )


@CLAIM.proves(
    prose("The new step size is a step size: {} is positive.", alpha * s),
    given=(Less(0, alpha),),
    says=Less(0, alpha * s),
)
def still_a_step_size() -> Theorem:
    """A product of positive numbers."""
    return recall(given(Less(0, alpha), POSITIVE), Less(0, alpha * s))


@CLAIM.proves(
    "With weights that sum to one, the weight {h_0} of the first TD error is one.",
    given=(CONVERGES, Equal(weights, 1)),
    says=Equal(h(0), 1),
)
def first_weight() -> Theorem:
    """The sum telescopes to h_0, because nothing is left at infinity."""
    ctx = given(VANISHING)
    ctx = ctx.also(instantiate(ctx, sample_real_nsteps.weights_converge(), {L: 0}))
    ctx = ctx.also(Equal(weights, 1))
    telescoped = instantiate(ctx, sample_real_nsteps.total_weight(), {L: 0})
    return Chain(ctx, h(0)).combine(weights, (-1, telescoped)).to(1, ctx.facts[-1]).qed()


# -- why the hypotheses are needed --------------------------------------------------------------


#: delayed TD(0), whose weights on n-step returns add up to zero
one_late = members(0, 1)
# There is no multiple of the weights, and nothing to divide by.
CLAIM.needs(
    absorbed,
    NOT_ZERO,
    at=Instance.of({s: 0, alpha: "1/2"}, {h: one_late}, two_state("2/5", "9/10")),
)
CLAIM.needs(sums_to_one, NOT_ZERO, at=Instance.of({s: 0}, {h: one_late}))
# The update goes away from the normalised return.
CLAIM.needs(still_a_step_size, POSITIVE, at=Instance.of({s: -1, alpha: "1/2"}))
# The weights sum to one, but h_0 = 2.
CLAIM.needs(first_weight, VANISHING, at=Instance.of({}, {h: members(2, then=1)}))


CLAIM.remark(
    prose(
        "The paper's step sizes are positive and at most one. Where the weights sum to more than "
        "one, the new step size {} may exceed one; that step sizes are annealed is not affected by "
        "a constant factor.",
        alpha * s,
    )
)
