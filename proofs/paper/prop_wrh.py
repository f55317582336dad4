"""prop:wrh: an affine return has the weak recency heuristic exactly when it is convex.

Paper: Section 5, proposition 2 [15].

An affine return is a combination sum c_n T^n v with sum c = 1; it is convex if no c_n is negative.
Weak recency says h_i >= h_{i+1} >= 0.  The printed proof shows one direction twice; the other uses
h_i = sum_{n>i} c_n, that is h_i -> 0, and so does the step from h to the combination.
"""

from proofs.notation import (
    BOUNDED,
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
AFFINE = (Converges(c(n), n, 1), Equal(weights, 1))
CONVEX = ForAll(n, 1, AtMost(0, c(n)))


# -- weak recency makes a return convex ---------------------------------------------------------


@CLAIM.proves(
    "Under weak recency no {n}-step return has a negative weight.",
    given=WEAK_RECENCY,
    says=CONVEX,
)
def nonnegative_weights() -> Theorem:
    """c_n = h_{n-1} - h_n >= 0."""
    ctx = given(*WEAK_RECENCY, AtMost(1, n))
    falling = specialise(ctx, ctx.facts[0], n - 1)
    return generalise(given(), recall(ctx.also(falling, unfold(ctx, c, n)), AtMost(0, c(n))), n, 1)


def affine(ctx: Context) -> Context:
    """h_i -> 0, so that c can be summed, and sum c = 1."""
    ctx = ctx.also(VANISHING)
    ctx = ctx.also(instantiate(ctx, sample_real_nsteps.weights_converge(), {L: 0}))
    return ctx.also(sample_real_nsteps.weights_bounded(ctx), Equal(weights, 1))


@CLAIM.proves(
    "An affine return is the combination of {n}-step returns with the weights {c}.",
    given=(*DISCOUNT, BOUNDED, *AFFINE),
    says=OperatorEqual(td_error_form(), combination),
)
def is_the_combination() -> Theorem:
    """The multiple of v is (1 - sum c) v = 0."""
    ctx = affine(given(*DISCOUNT))
    one = ctx.facts[-1]
    nothing_left = lift(ctx, linear_combination(ctx, (1 - weights) * v, 0, (-v, one)))
    return combine_operators(
        ctx,
        td_error_form(),
        combination,
        (1, sample_real_nsteps.without_the_limit()),
        (1, nothing_left),
    )


# -- a convex return has weak recency -----------------------------------------------------------


@CLAIM.proves(
    "In a convex return the eligibilities never increase.",
    given=(CONVEX,),
    says=WEAK_RECENCY[0],
)
def falling() -> Theorem:
    """h_i - h_{i+1} = c_{i+1} >= 0."""
    ctx = given(CONVEX, AtMost(0, i))
    weight = specialise(ctx, ctx.facts[0], i + 1)
    facts = ctx.also(weight, unfold(ctx, c, i + 1))
    return generalise(given(), recall(facts, AtMost(h(i + 1), h(i))), i, 0)


@CLAIM.adds(
    "Every eligibility is the weight of the longer {n}-step returns.",
    given=(VANISHING,),
    says=ForAll(i, 0, Equal(h(i), series(c(n), n, i + 1))),
)
def tail_weights() -> Theorem:
    """Telescoping from n = i + 1 on; nothing is left at infinity."""
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


@CLAIM.proves(
    "In a convex return no eligibility is negative.",
    given=(CONVEX, *AFFINE),
    says=WEAK_RECENCY[1],
)
def nonnegative_eligibilities() -> Theorem:
    """h_{i+1} is a sum of weights that are not negative."""
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


# -- why h_i -> 0 is needed ---------------------------------------------------------------------


# Weak recency and sum c = 1, yet H v = T v + v_pi - v.
CLAIM.needs(
    is_the_combination,
    VANISHING,
    at=Instance.of({}, {h: members(2, then=1)}, single_state(1, "1/2")),
)
# The convex weights c = (1, 0, 0, ...), and no weak recency.
CLAIM.needs(nonnegative_eligibilities, VANISHING, at=Instance.of({}, {h: members(0, then=-1)}))
