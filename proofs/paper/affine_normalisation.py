"""affine-normalisation: the weights on {n}-step returns may be made to sum to one.

Paper: Section 5, below equation 13 [14].
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
    td_error_form,
    v,
)
from proofs.paper import sample_real_nsteps
from proofs.paper.sample_real_nsteps import n_step_form
from proofs.vocabulary import *

CLAIM = Claim(__name__)

s = real("s")
weights = series(c(n), n, 1)
CONVERGES = Converges(c(n), n, 1)
STEP, POSITIVE = Less(0, alpha), Less(0, s)
#: the return in question, as bounded eligibilities whose weights on n-step returns add up to s
TOTAL: tuple[Statement, ...] = (BOUNDED, CONVERGES, Equal(weights, s))

normalised = series(c(n) / s * bellman(n), n, 1)
SAME_UPDATE = OperatorEqual(v + alpha * (td_error_form() - v), v + alpha * s * (normalised - v))
SUMS_TO_ONE = Equal(series(c(n) / s, n, 1), 1)
A_STEP_SIZE = Less(0, alpha * s)
FIRST_WEIGHT = Equal(h(0) / s, 1)

CLAIM.reading(
    prose(
        "That nothing is lost by weights that sum to one we read as: with the step size {} a "
        "linear return makes the same expected update as the return with the weights {} does with "
        "the step size {}, where {} is the sum of the weights {}.",
        alpha,
        c(n) / s,
        alpha * s,
        s,
        c(n),
    )
)
CLAIM.idea(
    prose(
        "Where all weights are multiplied by one number, so is the update, and a step size takes "
        "that up if the number is positive. Delayed TD(0) shows that it need not be: its weights "
        "sum to zero. And the weights sum to {} only if nothing is left of the eligibilities at "
        "infinity.",
        h(0),
    )
)


def ground(ctx: Context) -> Context:
    """c is bounded and can be summed, its sum is s, and s is positive."""
    ctx = ctx.also(BOUNDED)
    return ctx.also(sample_real_nsteps.weights_bounded(ctx), CONVERGES, TOTAL[-1], POSITIVE)


@CLAIM.lemma(
    prose(
        "The multiple of {} changes only the size of the update of the combination of {}-step "
        "returns.",
        v,
        n,
    ),
    given=(*DISCOUNT, *TOTAL, POSITIVE),
    says=OperatorEqual(v + alpha * (n_step_form - v), v + alpha * s * (normalised - v)),
)
def absorbed() -> Theorem:
    """Less {v}, the multiple of {v} is {-s·v}."""
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


@CLAIM.lemma(
    prose("The weights {} sum to one.", c(n) / s),
    given=(*TOTAL[1:], POSITIVE),
    says=SUMS_TO_ONE,
)
def sums_to_one() -> Theorem:
    """Their sum is divided by itself."""
    ctx = given(CONVERGES, TOTAL[-1], POSITIVE)
    total = series(c(n) / s, n, 1)
    return (
        Chain(ctx, total)
        .to(weights / s, linearity(ctx, total, (1 / s, c(n))))
        .to(1, ctx.facts[1])
        .qed()
    )


@CLAIM.lemma(
    prose("If {}, then {} is their sum, {}.", VANISHING, h(0), s),
    given=(*TOTAL[1:], VANISHING),
    says=Equal(h(0), s),
)
def first_weight() -> Theorem:
    """The sum telescopes, and nothing is left at infinity."""
    ctx = given(VANISHING)
    ctx = ctx.also(instantiate(ctx, sample_real_nsteps.weights_converge(), {L: 0}))
    ctx = ctx.also(TOTAL[-1])
    telescoped = instantiate(ctx, sample_real_nsteps.total_weight(), {L: 0})
    return Chain(ctx, h(0)).combine(weights, (-1, telescoped)).to(s, ctx.facts[-1]).qed()


@CLAIM.proves(
    prose(
        "Let {} be the sum of the weights {}. The return with the weights {} and the step size {} "
        "makes the same update; these weights sum to one, {} is positive, and the weight of the "
        "first TD error, now {}, is one.",
        s,
        c(n),
        c(n) / s,
        alpha * s,
        alpha * s,
        h(0) / s,
    ),
    given=(*DISCOUNT, *TOTAL, STEP),
    says=And(SAME_UPDATE, SUMS_TO_ONE, A_STEP_SIZE, FIRST_WEIGHT),
)
def normalised_return() -> Theorem:
    """The TD-error form is the combination of n-step returns, because h_i -> 0."""
    ctx = given(*DISCOUNT, *TOTAL, STEP, POSITIVE, VANISHING)
    ctx = ctx.also(sample_real_nsteps.weights_bounded(ctx))
    form = sample_real_nsteps.without_the_limit()
    update = combine_operators(
        ctx,
        v + alpha * (td_error_form() - v),
        v + alpha * s * (normalised - v),
        (alpha, form),
        (1, absorbed()),
    )
    one = Chain(ctx, h(0) / s).to(s / s, first_weight()).to(1).qed()
    return both(ctx, update, sums_to_one(), recall(ctx, A_STEP_SIZE), one)


# Delayed TD(0): its weights on n-step returns add up to zero, and cannot be divided by that.
CLAIM.needs(
    normalised_return,
    POSITIVE,
    at=Instance.of({s: 0, alpha: "1/2"}, {h: members(0, 1)}, two_state("2/5", "9/10")),
)
# The weights are those of T alone, yet h_0 = 2.
CLAIM.needs(
    normalised_return,
    VANISHING,
    at=Instance.of({s: 1, alpha: "1/2"}, {h: members(2, then=1)}, single_state(1, "1/2")),
)


CLAIM.remark(
    prose(
        "The paper's step sizes are positive and at most one. Where the weights sum to more than "
        "one, the new step size {} may exceed one; that step sizes are annealed is not affected by "
        "a constant factor.",
        alpha * s,
    )
)
