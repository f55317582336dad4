"""equal-performance: equal moduli guarantee equal expected performance.

Paper: Section 6, paragraph 9 [25].
"""

from proofs.lemmas.delayed_td import PROBABILITY, p
from proofs.lemmas.nstep_weights import CONVERGES, combination, w, weights_vanish
from proofs.notation import DISCOUNT, gamma, n
from proofs.vocabulary import *

CLAIM = Claim(__name__)

beta, any_number = real("beta"), real("k")
u = sequence("u")


def convex(weight: Sequence) -> tuple[Statement, ...]:
    """Weights on the n-step returns, none of them negative."""
    return (
        Summable(weight(n), n, 1),
        Equal(series(weight(n), n, 1), 1),
        ForAll(n, 1, AtMost(0, weight(n))),
    )


def modulus_is(weight: Sequence) -> Statement:
    """The modulus of a convex return."""
    return Equal(series(weight(n) * gamma**n, n, 1), beta)


def guaranteed(weight: Sequence) -> Statement:
    """Every error is multiplied by beta or less, and those that are constant by beta."""
    operator = combination(weight(n))
    return And(Contracts(operator, beta), OnConstants(operator, beta * any_number, any_number))


def swapped(weight: Sequence) -> Expr:
    """By what an error is multiplied that has opposite signs in two states."""
    return series(weight(n) * (gamma * (2 * p - 1)) ** n, n, 1)


CLAIM.reading(
    prose(
        "The returns compared are convex: {} and {} are the weights that they give to the {}-step "
        "returns. What is guaranteed of the expected performance is read in two ways: as the "
        "bound on the error that an expected update of all states leaves, which is the same, and "
        "reached; and as the error that it leaves, whatever the MRP and the values are, which is "
        "not the same.",
        w(n),
        u(n),
        n,
    )
)
CLAIM.name(w(n), "is the weight of the first return on the {n}-step return")
CLAIM.name(u(n), "is the weight of the second return on the {n}-step return")
CLAIM.name(beta, "is the contraction modulus of both")
CLAIM.name(p, "is the probability of staying, in each of two states")
CLAIM.idea(
    prose(
        "The modulus of a convex return is one number, {}: what the return makes of an error that "
        "is the same in all states. An error that belongs to another eigenvalue {} of the "
        "transition matrix is multiplied by {}, and of that the modulus says no more than that it "
        "is not larger.",
        series(w(n) * gamma**n, n, 1),
        real("x"),
        series(w(n) * (gamma * real("x")) ** n, n, 1),
    )
)


@CLAIM.proves(
    prose(
        "Of every convex return with the modulus {}, whatever its weights, the same is guaranteed: "
        "an expected update leaves at most {} times the error, and of one that is the same in all "
        "states it leaves just that.",
        beta,
        beta,
    ),
    given=(*DISCOUNT, *convex(w), modulus_is(w)),
    says=guaranteed(w),
)
def same_guarantee() -> Theorem:
    """The weights are their own absolute values; and P 1 = 1."""
    ctx = given(*DISCOUNT, *convex(w), modulus_is(w))
    ctx = ctx.also(cut(recall(ctx, CONVERGES), weights_vanish()))
    sizes = series(Abs(w(n)) * gamma**n, n, 1)
    inner, _ = summand(ctx, sizes)
    weight = specialise(inner, fact(inner, convex(w)[2]), n)
    own = recall(inner.also(weight), Equal(Abs(w(n)), w(n)))
    powers = series(w(n) * gamma**n, n, 1)
    bound = (
        Chain(ctx, sizes)
        .to(powers, each_term(ctx, sizes, w(n) * gamma**n, own))
        .to(beta, fact(ctx, modulus_is(w)))
        .qed()
    )
    constant = on_constants(ctx, combination(w(n)), any_number)
    same = Chain(ctx, powers * any_number).to(beta * any_number, fact(ctx, modulus_is(w))).qed()
    return both(
        ctx,
        smaller_modulus(ctx, contraction(ctx, combination(w(n))), bound),
        same_eigenvalue(ctx, constant, same),
    )


@CLAIM.adds(
    prose(
        "On two states, each of which is kept with probability {p}, an expected update multiplies "
        "an error along {} by {}.",
        (1, -1),
        swapped(w),
    ),
    given=(*DISCOUNT, *PROBABILITY, Summable(w(n), n, 1)),
    says=TwoStateEigenvalue(combination(w(n)), swapped(w), p),
)
def on_two_states_it_is_another_number() -> Theorem:
    """P has the eigenvalue {2·p - 1} for (1, -1)."""
    ctx = given(*DISCOUNT, *PROBABILITY, Summable(w(n), n, 1))
    ctx = ctx.also(cut(recall(ctx, CONVERGES), weights_vanish()))
    return on_difference(ctx, combination(w(n)), p)


# The two-step return, and 3/7 of the one-step with 4/7 of the four-step return, have the modulus
# 1/4; where the two states change places, they make 1/4 and -5/28 of an error along (1, -1).
CLAIM.refutes(
    prose(
        "Of two convex returns with one modulus both leave as much of every error, on every MRP: "
        "on two states, of an error along {}.",
        (1, -1),
    ),
    given=(*DISCOUNT, *PROBABILITY, *convex(w), *convex(u), modulus_is(w), modulus_is(u)),
    says=Equal(Abs(swapped(w)), Abs(swapped(u))),
    at=Instance.of(
        {gamma: "1/2", p: 0, beta: "1/4"},
        {w: members(0, 0, 1), u: members(0, "3/7", 0, 0, "4/7")},
    ),
    instead=same_guarantee,
    read="the same bound on the expected error",
)
