"""convex-modulus: the contraction modulus of a convex return.

Paper: Section 5, below proposition 2 [15].

A convex return combines n-step returns with weights c_n that are not negative and sum to one, so
its operator contracts by sum c_n gamma^n, which is 1 - (1 - gamma) h(gamma); and by no smaller
number, as differences that are constant show.
"""

from proofs.notation import BOUNDED, DISCOUNT, c, gamma, h, i, n, td_error_form, z
from proofs.paper import linear_contraction, sample_real_nsteps
from proofs.paper.linear_contraction import general_beta, size
from proofs.paper.prop_wrh import CONVEX
from proofs.vocabulary import *

CLAIM = Claim(__name__)

#: what v - v' is where it is constant
difference = real("d")
beta = real("beta")
ONE = Equal(h(0), 1)
powers = series(c(n) * gamma**n, n, 1)
#: 1 - (1 - gamma) h(gamma)
evaluation = 1 - (1 - gamma) * series(h(i) * gamma**i, i, 0)
IS_THE_SUM = Equal(powers, beta)

CLAIM.reading(
    prose(
        "A convex return has {}, and no weight {c_n} is negative. Its contraction modulus is the "
        "smallest factor by which the operator contracts in the maximum norm whatever the MRP is; "
        "the paper gives a bound, and calls it by that name.",
        ONE,
    )
)
CLAIM.idea(
    prose(
        "A mean of contractions contracts, by the mean of their moduli {}. No smaller number will "
        "do, because the difference of two value functions may be constant, and a stochastic "
        "matrix leaves a constant as it is.",
        gamma**n,
    )
)


@CLAIM.lemma(
    prose("The sum of the discounted weights is one evaluation of {h}, namely {}.", evaluation),
    given=(*DISCOUNT, BOUNDED, ONE),
    says=Equal(evaluation, powers),
)
def evaluated() -> Theorem:
    """One evaluation of the eligibilities gives the weighted powers, here at {gamma}."""
    ctx = linear_contraction.ground().also(ONE)
    ctx = ctx.also(recall(ctx, Less(Abs(gamma), 1)))
    at_gamma = instantiate(ctx, sample_real_nsteps.weighted_powers(), {z: gamma})
    one = fact(ctx, ONE)
    return Chain(ctx, evaluation).combine(powers, (-1, at_gamma), (-1, one)).qed()


def modulus_is(number: Expr) -> And:
    """It contracts by that factor, and by no smaller one."""
    return And(
        Contracts(td_error_form(), number),
        OnConstants(td_error_form(), number * difference, difference),
    )


@CLAIM.proves(
    prose(
        "The contraction modulus of a convex return is {}: its operator contracts by that factor, "
        "and by no smaller one, because a constant difference of two value functions is multiplied "
        "by it.",
        powers,
    ),
    given=(*DISCOUNT, BOUNDED, ONE, CONVEX, IS_THE_SUM),
    says=modulus_is(beta),
)
def convex_modulus() -> Theorem:
    """No weight is negative, so that the bound has no absolute values; and P 1 = 1."""
    ctx = linear_contraction.ground().also(ONE, CONVEX, IS_THE_SUM)
    one, total = fact(ctx, ONE), fact(ctx, IS_THE_SUM)
    inner, _ = summand(ctx, size)
    weight = specialise(inner, fact(inner, CONVEX), n)
    positive = recall(inner.also(weight), Equal(Abs(c(n)), c(n)))
    bound = (
        Chain(ctx, general_beta)
        .to(size, one)
        .to(powers, each_term(ctx, size, c(n) * gamma**n, positive))
        .to(beta, total)
        .qed()
    )
    constant = on_constants(ctx, td_error_form(), difference)
    same = Chain(ctx, evaluation * difference).to(beta * difference, evaluated(), total).qed()
    return both(
        ctx,
        smaller_modulus(ctx, linear_contraction.general_modulus(), bound),
        same_eigenvalue(ctx, constant, same),
    )
