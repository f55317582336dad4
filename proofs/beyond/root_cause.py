"""root-cause: negative weights on {n}-step returns, and divergence.

Paper: Section 1, paragraph 5.
"""

from numeric_checks.processes.spectra import Fate, fate
from proofs.beyond import (
    convergence_criterion,
    convex_margin,
    immediate_eligibility,
    rising_return,
)
from proofs.beyond.convergence_criterion import FROM_ONE_STATE, WHERE_NEGATIVE
from proofs.beyond.herglotz import e
from proofs.beyond.immediate_eligibility import LAG, NOT_ZERO, SAFE, UNCREDITED
from proofs.beyond.rising_return import RISING
from proofs.notation import BOUNDED, DISCOUNT, VANISHING, c, gamma, h, m
from proofs.paper import prop_wrh
from proofs.paper.linear_contraction import sorted_form
from proofs.paper.prop_wrh import CONVEX
from proofs.vocabulary import *

CLAIM = Claim(__name__)

SOME, NEGATIVE = (LAG, NotEqual(c(m), 0)), (LAG, Less(c(m), 0))
CONVERGES = OnEveryMRP(OnPolicyConverges(sorted_form))

CLAIM.reading(
    prose(
        "The weights {c} are those on the {n}-step returns. To diverge is to do so on some MRP, in "
        "expected on-policy updates with small steps; where it is shown, the values on a cycle "
        "grow without bound, for all step sizes with an infinite sum. A root cause is there "
        "whenever the effect is: without a negative weight nothing diverges. That a negative "
        "weight always brings divergence about is not said; the conclusion of the paper has it "
        "that they potentially do, and here is a return for which they do not."
    )
)
CLAIM.idea(
    prose(
        "Without negative weights the eligibilities never increase, and the real part of the "
        "update filter {f} is at least {}. With a negative weight it may still be positive "
        "everywhere on the circle, and that is all that convergence needs. What does bring "
        "divergence about, at every discount, is to give the immediate TD error no credit: the "
        "mean of that real part over the circle is {}.",
        (1 - gamma) * h(0),
        h(0),
    )
)


# -- without a negative weight ---------------------------------------------------------------------


@CLAIM.lemma(
    prose("If no weight is negative and some weight {} is not zero, then {}.", c(m), Less(0, h(0))),
    given=(VANISHING, CONVEX, *SOME),
    says=Less(0, h(0)),
)
def the_first_is_positive() -> Theorem:
    """From the first one the eligibilities fall to zero, and at {m} they do fall."""
    ctx = given(VANISHING, CONVEX, *SOME)
    ctx = ctx.also(prop_wrh.falling(), prop_wrh.nonnegative_eligibilities())
    weight = specialise(ctx, fact(ctx, CONVEX), m)
    known = (
        recall(given(weight, SOME[1]), Less(0, c(m))),
        specialise(ctx, instantiate(ctx, convex_margin.never_above_the_first(), {}), m - 1),
        specialise(ctx, instantiate(ctx, convex_margin.never_negative(), {}), m),
        unfold(ctx, c, m),
    )
    return recall(ctx.also(*known), Less(0, h(0)))


@CLAIM.proves(
    "Negative weights on {n}-step returns are there whenever TD learning diverges: without any, "
    "the expected on-policy updates converge on every finite MRP.",
    given=(*DISCOUNT, BOUNDED, CONVEX, *SOME),
    says=CONVERGES,
)
def none_without_negative_weights() -> Theorem:
    """The eligibilities never increase and are not negative, so the margin is positive."""
    ctx = given(*DISCOUNT, VANISHING, CONVEX, *SOME)
    ctx = ctx.also(prop_wrh.falling(), prop_wrh.nonnegative_eligibilities())
    ctx = ctx.also(recall(ctx, BOUNDED), scale(ctx, the_first_is_positive(), 1 - gamma))
    ctx = ctx.also(instantiate(ctx, convex_margin.recency_is_safe(), {}))
    return instantiate(ctx, convergence_criterion.converges(), {e: (1 - gamma) * h(0)})


# -- with negative weights -------------------------------------------------------------------------


@CLAIM.adds(
    prose(
        "The return with the eligibilities {} has a negative weight {} on the one-step return. Its "
        "updates converge all the same, on every finite MRP and at every discount.",
        rising_return.eligibilities,
        c(1),
    ),
    given=(*DISCOUNT, *RISING),
    says=And(Less(c(1), 0), CONVERGES),
)
def a_negative_weight_and_no_divergence() -> Theorem:
    """The real part of its filter is at least (8/25)(1 - gamma) at every angle."""
    ctx = given(*DISCOUNT, *RISING)
    ctx = ctx.also(rising_return.bounded(), rising_return.safe_at_every_angle())
    negative = recall(ctx.also(rising_return.known(ctx)[0]), Less(c(1), 0))
    positive = recall(ctx, Less(0, rising_return.margin))
    safe = instantiate(
        ctx.also(positive), convergence_criterion.converges(), {e: rising_return.margin}
    )
    return both(ctx, negative, safe)


@CLAIM.adds(
    prose(
        "If the immediate TD error gets no credit, that is if {} and the eligibilities are not all "
        "zero, the real part of the update filter is negative at some part of a turn, whatever the "
        "discount; and where it is negative at {j} of {k} parts, the values on the cycle of {k} "
        "states, without rewards, diverge from the value one in one state and zero in all others.",
        UNCREDITED,
    ),
    given=(*DISCOUNT, BOUNDED, UNCREDITED, *NOT_ZERO, *FROM_ONE_STATE),
    says=And(Not(SAFE), WHERE_NEGATIVE),
)
def no_credit_and_divergence() -> Theorem:
    """The mean of that real part over the circle is not positive."""
    return instantiate(given(*DISCOUNT, BOUNDED), immediate_eligibility.diverges(), {})


# No weight is negative, but what is left of the eligibilities is.
CLAIM.needs(
    none_without_negative_weights,
    VANISHING,
    at=Instance.of({gamma: "9/10", m: 1}, {h: members(1, then=-1)}),
)


# -- evidence --------------------------------------------------------------------------------------


@CLAIM.evidence(draw_mrps.irreducible_mrps)
def on_drawn_mrps(mrp: MRP) -> bool:
    """The fate of updates with h = (1, 11/10, 1/2), decided from the matrix: no angle is used."""
    return fate(mrp, WeightedReturn(rising_return.eligibilities)) is Fate.CONVERGES
