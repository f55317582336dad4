"""prop:wrh: an affine return has the weak recency heuristic exactly when it is convex.

Paper: Section 5, proposition 2 [15].
"""

from proofs.notation import (
    DISCOUNT,
    VANISHING,
    WEAK_RECENCY,
    L,
    bellman,
    c,
    h,
    i,
    n,
    td_error_form,
    v,
)
from proofs.paper import sample_real_nsteps
from proofs.vocabulary import *

CLAIM = Claim(__name__)

weights = series(c(n), n, 1)
combination = series(c(n) * bellman(n), n, 1)
#: the weights c sum to one, and the first TD error has the weight one
AFFINE = (Converges(c(n), n, 1), Equal(weights, 1), Equal(h(0), 1))
CONVEX = ForAll(n, 1, AtMost(0, c(n)))
RECENT = And(*WEAK_RECENCY)

CLAIM.reading(
    prose(
        "An affine return is a combination of {n}-step returns whose weights {c} sum to one. The "
        "paper adds that then {}, and we take both as what affine means; so {}. It is convex if no "
        "weight is negative.",
        Equal(h(0), 1),
        VANISHING,
    )
)
CLAIM.idea(
    prose(
        "The weight {c_n} is the step by which the eligibilities fall from {} to {}, so they never "
        "increase exactly when no weight is negative. What is left is that no eligibility is "
        "negative: each of them is the sum of all later weights, because {}.",
        h(n - 1),
        h(n),
        VANISHING,
    )
)
CLAIM.gap(
    "It shows twice that weak recency makes a return convex, directly and as a contrapositive. The "
    "other direction is missing; it uses that the eligibilities tend to zero."
)


# -- what an affine return is -------------------------------------------------------------------


@CLAIM.lemma("The eligibilities of an affine return tend to zero.", given=AFFINE, says=VANISHING)
def eligibilities_vanish() -> Theorem:
    """An eligibility is one less the weights up to it, and these sum to one in the end."""
    ctx = given(*AFFINE, AtMost(0, i))
    first, explicit = series(c(n), n, 1, i), series(h(n - 1) - h(n), n, 1, i)
    member = (
        Chain(ctx, h(i))
        .to(h(0) - explicit, telescope(ctx, explicit, -h(n - 1)))
        .to(h(0) - first, each_term(ctx, first, h(n - 1) - h(n), unfold(ctx, c, n)))
        .to(weights - first, ctx.facts[1], ctx.facts[2])
        .qed()
    )
    ctx = given(*AFFINE)
    return like(ctx, generalise(given(), member, i, 0), limit(ctx, weights - first, i))


def affine(*more: Statement | Theorem) -> Context:
    """What is known of an affine return, and that its eligibilities tend to zero."""
    return given(*AFFINE).also(eligibilities_vanish(), *more)


@CLAIM.adds(
    "An affine return is the combination of {n}-step returns with the weights {c}.",
    given=(*DISCOUNT, *AFFINE),
    says=OperatorEqual(td_error_form(), combination),
)
def is_the_combination() -> Theorem:
    """The multiple of v is (1 - sum c) v = 0."""
    ctx = affine(*DISCOUNT)
    ctx = ctx.also(sample_real_nsteps.weights_bounded(ctx))
    nothing_left = lift(ctx, linear_combination(ctx, (1 - weights) * v, 0, (-v, ctx.facts[1])))
    return combine_operators(
        ctx,
        td_error_form(),
        combination,
        (1, cut(eligibilities_vanish(), sample_real_nsteps.without_the_limit())),
        (1, nothing_left),
    )


# -- weak recency makes a return convex ---------------------------------------------------------


@CLAIM.lemma(
    "If the eligibilities never increase, no {n}-step return has a negative weight.",
    given=WEAK_RECENCY[:1],
    says=CONVEX,
)
def nonnegative_weights() -> Theorem:
    """A weight is the step by which the eligibilities fall."""
    ctx = given(*WEAK_RECENCY[:1], AtMost(1, n))
    falling = specialise(ctx, ctx.facts[0], n - 1)
    return generalise(given(), recall(ctx.also(falling, unfold(ctx, c, n)), AtMost(0, c(n))), n, 1)


# -- a convex return has weak recency -----------------------------------------------------------


@CLAIM.lemma(
    "In a convex return the eligibilities never increase.",
    given=(CONVEX,),
    says=WEAK_RECENCY[0],
)
def falling() -> Theorem:
    """The step by which they fall is a weight."""
    ctx = given(CONVEX, AtMost(0, i))
    weight = specialise(ctx, ctx.facts[0], i + 1)
    facts = ctx.also(weight, unfold(ctx, c, i + 1))
    return generalise(given(), recall(facts, AtMost(h(i + 1), h(i))), i, 0)


@CLAIM.lemma(
    "Every eligibility is the weight of the longer {n}-step returns.",
    given=(VANISHING,),
    says=ForAll(i, 0, Equal(h(i), series(c(n), n, i + 1))),
)
def tail_weights() -> Theorem:
    """The sum of the steps telescopes, and nothing is left at infinity."""
    ctx = given(VANISHING, AtMost(0, i))
    ctx = ctx.also(instantiate(ctx, sample_real_nsteps.weights_converge(), {L: 0}))
    explicit = series(h(n - 1) - h(n), n, i + 1)
    left = limit(ctx, -h(n - 1), n)
    step = (
        Chain(ctx, h(i))
        .to(explicit, telescope(ctx, explicit, -h(n - 1), left))
        .to(
            series(c(n), n, i + 1),
            each_term(ctx, series(c(n), n, i + 1), h(n - 1) - h(n), unfold(ctx, c, n)),
        )
        .qed()
    )
    return generalise(ctx, step, i, 0)


@CLAIM.lemma(
    "In a convex return whose eligibilities tend to zero none is negative.",
    given=(CONVEX, VANISHING),
    says=WEAK_RECENCY[1],
)
def nonnegative_eligibilities() -> Theorem:
    """It is a sum of weights that are not negative."""
    ctx = given(VANISHING, CONVEX, AtMost(0, i))
    ctx = ctx.also(instantiate(ctx, sample_real_nsteps.weights_converge(), {L: 0}))
    nothing = series(0, n, i + 2)
    inner, _ = summand(ctx, nothing)
    weight = specialise(inner, ctx.facts[1], n)
    step = (
        Chain(ctx, 0)
        .to(nothing, zeros(ctx, nothing))
        .by(sum_order(ctx, nothing, weight))
        .to(h(i + 1), specialise(ctx, tail_weights(), i + 1))
        .qed()
    )
    return generalise(ctx, step, i, 0)


# -- the proposition ----------------------------------------------------------------------------


@CLAIM.proves(
    "An affine return satisfies weak recency if and only if it is convex.",
    given=AFFINE,
    says=Equivalent(RECENT, CONVEX),
)
def weak_recency_is_convexity() -> Theorem:
    """One direction reads the weights off the eligibilities, the other sums them up."""
    ctx = affine(CONVEX)
    nonnegative = cut(eligibilities_vanish(), nonnegative_eligibilities())
    return equivalent(
        ctx, Equivalent(RECENT, CONVEX), nonnegative_weights(), both(ctx, falling(), nonnegative)
    )
