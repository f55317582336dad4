"""convex-margin: how far a return with falling eligibilities is from the edge of divergence.

Paper: beyond it, for weak recency and convex returns [7].

With f(z) = (1 - z) h(z) = h_0 - sum c_n z^n, the margin of a return is the least real part of f on
the circle |z| = gamma.  If the eligibilities never rise, no c_n is negative, and the least real
part is f(gamma) = (1 - gamma) sum h_i gamma^i, at the angle 0.  For a convex return it is 1 - beta:
margin and modulus are one number.  Weak recency with h_0 > 0 makes it at least (1 - gamma) h_0,
whether h_i tends to 0 or not.
"""

from proofs.notation import (
    BOUNDED,
    DISCOUNT,
    WEAK_RECENCY,
    c,
    gamma,
    h,
    i,
    j,
    k,
    n,
    v,
    v_pi,
    z,
)
from proofs.paper import linear_contraction, prop_wrh, recency_examples, sample_real_nsteps
from proofs.paper.linear_contraction import CYCLE, general_beta, size
from proofs.paper.prop_wrh import CONVEX
from proofs.vocabulary import *

CLAIM = Claim(__name__)

powers, eligibility = series(c(n) * gamma**n, n, 1), series(h(i) * gamma**i, i, 0)
#: f(gamma)
margin = h(0) - powers
#: the real part of f at the angle 2 pi j/k
turned_powers = series(c(n) * gamma**n * CosTurn(j * n, k), n, 1)
real_part = h(0) - turned_powers
real_part_at_0 = h(0) - series(c(n) * gamma**n * CosTurn(0, k), n, 1)
MODE = AtMost(0, j)

CLAIM.reading(
    prose(
        "With {f} we mean the update filter, which is {} at {z}: an update by the step size "
        "{alpha} changes {v} by minus {alpha} times the filter of {}, with {z} the discounted "
        "transition matrix. The angles are {} parts of a turn for every {k}: they are dense.",
        h(0) - series(c(n) * z**n, n, 1),
        v - v_pi,
        j / k,
    )
)
CLAIM.idea(
    prose(
        "Turning {z} by an angle multiplies each weight by a cosine in the real part of {f}, and "
        "no cosine is above one; so if no weight is negative, no angle gives less than the angle "
        "zero does. There the filter is one less the modulus.",
    )
)


@CLAIM.lemma(
    prose(
        "The update filter {f} of a return has the value {} at {gamma}, which is {}: one "
        "evaluation of {h}.",
        margin,
        (1 - gamma) * eligibility,
    ),
    given=(*DISCOUNT, BOUNDED),
    says=Equal(margin, (1 - gamma) * eligibility),
)
def value_at_gamma() -> Theorem:
    """One evaluation of the eligibilities gives the weighted powers, here at {gamma}."""
    ctx = linear_contraction.ground()
    ctx = ctx.also(recall(ctx, Less(Abs(gamma), 1)))
    at_gamma = instantiate(ctx, sample_real_nsteps.weighted_powers(), {z: gamma})
    return linear_combination(ctx, margin, (1 - gamma) * eligibility, (-1, at_gamma))


@CLAIM.adds(
    prose(
        "If no weight is negative, no angle makes the real part of {f} smaller, since no cosine "
        "exceeds one; at the {j}-th of {k} equal parts of a turn it is {}.",
        real_part,
    ),
    given=(*DISCOUNT, BOUNDED, CONVEX),
    says=ForAll(k, 1, ForAll(j, 0, AtMost(margin, real_part))),
)
def least_real_part() -> Theorem:
    """A cosine is at most 1."""
    ctx = linear_contraction.ground().also(CONVEX, CYCLE, MODE)
    inner, _ = summand(ctx, turned_powers)
    inner = inner.also(specialise(inner, fact(inner, CONVEX), n))
    turned = recall(inner, AtMost(c(n) * CosTurn(j * n, k), c(n)))
    smaller = sum_order(ctx, turned_powers, scale(inner, turned, gamma**n))
    return at_every_angle(Chain(ctx, margin).by(smaller, real_part).qed())


def at_every_angle(theorem: Theorem, *hypotheses: Theorem) -> Theorem:
    """What holds at the angle j/k of a turn, for every k >= 1 and j >= 0."""
    ctx = given(*hypotheses)
    return generalise(ctx, generalise(ctx.also(CYCLE), theorem, j, 0), k, 1)


@CLAIM.adds(
    "At the angle zero it is attained: this value is the margin, the least real part of {f}.",
    given=(*DISCOUNT, BOUNDED),
    says=ForAll(k, 1, Equal(real_part_at_0, margin)),
)
def attained() -> Theorem:
    """cos 0 = 1."""
    ctx = linear_contraction.ground().also(CYCLE)
    no_turn = full_turns(ctx, CosTurn(0, k), 0)
    step = Chain(ctx, real_part_at_0).to(margin, no_turn).qed()
    return generalise(given(), step, k, 1)


@CLAIM.adds(
    prose(
        "For a convex return, and wherever no weight is negative and {}, margin and modulus add up "
        "to one.",
        AtMost(h(0), 1),
    ),
    given=(*DISCOUNT, BOUNDED, CONVEX, AtMost(h(0), 1)),
    says=Equal(margin, 1 - general_beta),
)
def margin_and_modulus() -> Theorem:
    """|1 - h_0| = 1 - h_0 and |c_n| = c_n."""
    ctx = linear_contraction.ground().also(CONVEX, AtMost(h(0), 1))
    inner, _ = summand(ctx, size)
    weight = specialise(inner, fact(inner, CONVEX), n)
    positive = recall(inner.also(weight), Equal(Abs(c(n)), c(n)))
    first = recall(ctx, Equal(Abs(1 - h(0)), 1 - h(0)))
    sizes = each_term(ctx, size, c(n) * gamma**n, positive)
    return Chain(ctx, margin).to(1 - general_beta, first, sizes).qed()


# -- weak recency ----------------------------------------------------------------------------------


@cache
def never_above_the_first() -> Theorem:
    """h_i <= h_0 for all i."""
    ctx = given(WEAK_RECENCY[0], AtMost(0, i))
    first, later = ctx.also(Less(i, 1)), ctx.also(AtMost(1, i))
    at_0 = Chain(first, h(i)).to(h(0), recall(first, Equal(i, 0))).qed()
    below = specialise(later, recency_examples.never_above_the_first(), i)
    every = cases(ctx, recall(given(at_0), AtMost(h(i), h(0))), below, i, 1)
    return generalise(given(), every, i, 0)


@cache
def never_negative() -> Theorem:
    """h_i >= h_{i+1} >= 0 for all i."""
    ctx = given(*WEAK_RECENCY, AtMost(0, i))
    ordered = (specialise(ctx, fact(ctx, each), i) for each in WEAK_RECENCY)
    return generalise(given(), recall(ctx.also(*ordered), AtMost(0, h(i))), i, 0)


@cache
def bounded() -> Theorem:
    """|h_i| <= h_0, so weak recency makes h bounded."""
    ctx = given(*WEAK_RECENCY, AtMost(0, i))
    ctx = ctx.also(
        specialise(ctx, never_above_the_first(), i), specialise(ctx, never_negative(), i)
    )
    sizes = generalise(given(), size_at_most(ctx, h(i), h(0)), i, 0)
    return recall(given(sizes), BOUNDED)


def falling() -> Context:
    """Weak recency: h and c are bounded, and no weight is negative."""
    ctx = given(*DISCOUNT, *WEAK_RECENCY).also(bounded())
    return ctx.also(sample_real_nsteps.weights_bounded(ctx), prop_wrh.nonnegative_weights())


def under_recency(theorem: Theorem) -> Theorem:
    """A theorem about bounded h with weights that are not negative, under weak recency."""
    for lemma in (bounded(), prop_wrh.nonnegative_weights()):
        if lemma.statement.key in {s.key for s in theorem.hypotheses}:
            theorem = cut(lemma, theorem)
    return theorem


@CLAIM.adds(
    prose("Weak recency makes the margin at least {}.", (1 - gamma) * h(0)),
    given=(*DISCOUNT, *WEAK_RECENCY),
    says=AtMost((1 - gamma) * h(0), margin),
)
def at_least() -> Theorem:
    """h_0 is the first term of sum h_i gamma^i, and no other one is negative."""
    ctx = falling()
    rest, nothing = series(h(i) * gamma**i, i, 1), series(0, i, 1)
    inner, _ = summand(ctx, nothing)
    term = scale(inner, specialise(inner, never_negative(), i), gamma**i)
    positive = sum_order(ctx, nothing, term)
    positive = Chain(ctx, 0).to(nothing, zeros(ctx, nothing)).by(positive).qed()
    return (
        Chain(ctx, (1 - gamma) * h(0))
        .by(scale(ctx, positive, 1 - gamma), (1 - gamma) * (h(0) + rest))
        .to((1 - gamma) * eligibility, peel_first(ctx, eligibility))
        .to(margin, under_recency(value_at_gamma()))
        .qed()
    )


@CLAIM.adds(
    prose(
        "So under weak recency the real part of {f} is at least {} at every angle, and that is "
        "positive if {h_0} is, whether the eligibilities tend to zero or not.",
        (1 - gamma) * h(0),
    ),
    given=(*DISCOUNT, *WEAK_RECENCY),
    says=ForAll(k, 1, ForAll(j, 0, AtMost((1 - gamma) * h(0), real_part))),
)
def recency_is_safe() -> Theorem:
    """The margin is the least real part."""
    ctx = falling().also(CYCLE, MODE)
    least = specialise(ctx, specialise(ctx, under_recency(least_real_part()), k), j)
    return at_every_angle(Chain(ctx, (1 - gamma) * h(0)).by(at_least()).by(least).qed())
