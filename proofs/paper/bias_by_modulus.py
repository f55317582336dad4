"""bias-by-modulus: the bias of a convex return is at most its modulus times the present error.

Paper: Section 6, below proposition 3.
"""

from proofs.notation import DISCOUNT, INSIDE, L, c, n, v_pi
from proofs.paper import prop_wrh, sample_real_nsteps, wrh_converges
from proofs.paper.convex_modulus import difference
from proofs.paper.covariances import CONVEX_RETURN, MODULUS, RETURN, beta, powers
from proofs.paper.prop_wrh import combination, weights
from proofs.vocabulary import *

CLAIM = Claim(__name__)

#: the same average from the true values: T^n v_pi = v_pi
from_the_truth = series(c(n) * v_pi, n, 1)

CLAIM.reading(
    prose(
        "The operator {H} of a convex return takes value estimates {v} to its expectation in every "
        "state, which is {}. Its bias is how far that is from {}. The paper calls the modulus "
        "proportional to the worst-case bias; we show by how much the error of {v} is multiplied, "
        "and that in the worst case it is by no less.",
        combination,
        v_pi,
    )
)
CLAIM.idea(
    prose(
        "The true values {} are the fixed point of {H}, so the bias is the distance of what {H} "
        "makes of {v} and of {}, and {H} brings the two closer by the modulus. Estimates that "
        "are wrong by the same number everywhere are closer by exactly that much.",
        v_pi,
        v_pi,
    )
)


def averaged(*more: Statement) -> Context:
    """A convex return: its weights sum to one, and have weak recency."""
    ctx = given(*DISCOUNT, *CONVEX_RETURN, *more)
    ctx = ctx.also(instantiate(ctx, sample_real_nsteps.weights_converge(), {L: 0}))
    ctx = ctx.also(sample_real_nsteps.weights_bounded(ctx))
    total = instantiate(ctx, sample_real_nsteps.total_weight(), {L: 0})
    one = Chain(ctx, weights).to(1, total, fact(ctx, CONVEX_RETURN[0])).qed()
    return ctx.also(one, prop_wrh.falling(), prop_wrh.nonnegative_eligibilities())


@CLAIM.lemma(
    "The true values are a fixed point.",
    given=(*DISCOUNT, *CONVEX_RETURN),
    says=OperatorEqual(from_the_truth, v_pi),
)
def fixed_point() -> Theorem:
    """The weights sum to one."""
    ctx = averaged()
    inside = ctx.also(INSIDE)
    scalar = (
        Chain(inside, from_the_truth)
        .to(weights * v_pi, linearity(inside, from_the_truth, (v_pi, c(n))))
        .to(v_pi, fact(ctx, Equal(weights, 1)))
        .qed()
    )
    return lift(ctx, scalar)


@CLAIM.proves(
    prose(
        "The bias of a convex return is at most {beta} times the error of the value estimates: {} "
        "is a fixed point of its operator, and {beta} its modulus.",
        v_pi,
    ),
    given=RETURN,
    says=And(OperatorEqual(from_the_truth, v_pi), Contracts(combination, beta)),
)
def bias() -> Theorem:
    """A convex return has weak recency, so its modulus is the sum of the c_n gamma^n."""
    ctx = averaged(MODULUS)
    general = instantiate(ctx, wrh_converges.modulus(), {})
    same = instantiate(ctx, prop_wrh.is_the_combination(), {})
    general = same_operator(ctx, general, same)
    modulus = smaller_modulus(ctx, general, symmetry(fact(ctx, MODULUS)))
    return both(ctx, fixed_point(), modulus)


@CLAIM.proves(
    prose(
        "No smaller number will do, on any MRP: an error that is the same in every state is "
        "multiplied by {}, which is {beta}.",
        powers,
    ),
    given=(*DISCOUNT, *CONVEX_RETURN),
    says=OnConstants(combination, powers * difference, difference),
)
def worst_case() -> Theorem:
    """P 1 = 1."""
    ctx = averaged()
    return on_constants(ctx, combination, difference)


CLAIM.remark(
    "So worst-case bias and the bound for the variance depend on the modulus alone: two returns "
    "with the same modulus have the same ones, whatever their weights. How nearly the settings of "
    "the experiment have the same modulus is the claim equal-moduli."
)
