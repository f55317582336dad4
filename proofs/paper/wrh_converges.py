"""wrh-converges: weak recency makes TD learning converge, with a modulus of at most {gamma}.

Paper: Section 5, below proposition 2 [16].
"""

from proofs.notation import (
    BOUNDED,
    DISCOUNT,
    VANISHING,
    WEAK_RECENCY,
    L,
    c,
    gamma,
    h,
    n,
    td_error_form,
)
from proofs.paper import linear_contraction, prop_wrh, sample_real_nsteps
from proofs.vocabulary import *

CLAIM = Claim(__name__)

AFFINE = (Equal(h(0), 1), VANISHING)
convex_modulus = series(c(n) * gamma**n, n, 1)

CLAIM.reading(
    prose(
        "The return is affine, which here is {} and {}. That its operator contracts in the maximum "
        "norm is derived; that then TD converges, with annealed step sizes, is the classical "
        "theorem that the paper cites too.",
        *AFFINE,
    )
)
CLAIM.idea(
    prose(
        "Under weak recency no weight {} is negative, and together they are one. So the modulus is "
        "a weighted average of the powers {}, and none of these is larger than {}.",
        c(n),
        gamma**n,
        gamma,
    )
)


def ground() -> Context:
    """An affine return with weak recency: c is bounded, summable and not negative."""
    ctx = given(*DISCOUNT, *AFFINE, *WEAK_RECENCY)
    ctx = ctx.also(instantiate(ctx, sample_real_nsteps.weights_converge(), {L: 0}))
    return ctx.also(sample_real_nsteps.weights_bounded(ctx), prop_wrh.nonnegative_weights())


@CLAIM.lemma(
    prose(
        "An affine return with weak recency has the modulus {}, a mean of powers of {}.",
        convex_modulus,
        gamma,
    ),
    given=(*DISCOUNT, *AFFINE, *WEAK_RECENCY),
    says=Contracts(td_error_form(), convex_modulus),
)
def modulus() -> Theorem:
    """The first eligibility is one, and no weight is negative."""
    ctx = ground()
    sizes = series(Abs(c(n)) * gamma**n, n, 1)
    inner, _ = summand(ctx, sizes)
    weight = specialise(inner, ctx.facts[-1], n)
    positive = recall(inner.also(weight), Equal(Abs(c(n)), c(n)))
    same = (
        Chain(ctx, linear_contraction.general_beta)
        .to(sizes, ctx.facts[2])
        .to(convex_modulus, each_term(ctx, sizes, c(n) * gamma**n, positive))
        .qed()
    )
    general = linear_contraction.general_modulus()
    bounded = recall(ctx, BOUNDED)
    return smaller_modulus(ctx, cut(bounded, general), same)


@CLAIM.lemma(
    "The modulus is at most {gamma}.",
    given=(*DISCOUNT, *AFFINE, *WEAK_RECENCY),
    says=AtMost(convex_modulus, gamma),
)
def at_most_gamma() -> Theorem:
    """No power of {gamma} is above {gamma}, and the weights sum to one."""
    ctx = ground()
    inner, _ = summand(ctx, convex_modulus)
    weight = specialise(inner, ctx.facts[-1], n)
    power = recall(inner, AtMost(gamma**n, gamma))
    total = instantiate(ctx, sample_real_nsteps.total_weight(), {L: 0})
    return (
        Chain(ctx, convex_modulus)
        .by(sum_order(ctx, convex_modulus, scale(inner.also(weight), power, c(n))))
        .to(gamma * series(c(n), n, 1), linearity(ctx, series(c(n) * gamma, n, 1), (gamma, c(n))))
        .to(gamma, total, ctx.facts[2])
        .qed()
    )


@CLAIM.proves(
    prose(
        "TD learning with an affine return that has weak recency converges: its operator contracts "
        "by {}, which is at most {} and so below one.",
        convex_modulus,
        gamma,
    ),
    given=(*DISCOUNT, *AFFINE, *WEAK_RECENCY),
    says=And(Contracts(td_error_form(), convex_modulus), AtMost(convex_modulus, gamma)),
    cites=(
        "stochastic approximation with a maximum-norm contraction "
        "(Bertsekas and Tsitsiklis 1996, Proposition 4.4)",
    ),
)
def contracts() -> Theorem:
    """The two together."""
    return both(ground(), modulus(), at_most_gamma())
