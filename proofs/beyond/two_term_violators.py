"""two-term-violators: returns that violate weak recency and contract all the same.

Paper: beyond it, on proposition 2 [2].
"""

from proofs.notation import DISCOUNT, bellman, gamma, r, v, weak_recency, z
from proofs.vocabulary import *

CLAIM = Claim(__name__)

e = real("epsilon")
RISES = Less(0, e)
beta = e * gamma + (1 + e) * gamma**2
contracts_below, beats_below = (1 - gamma) / gamma, (1 - gamma) / (1 + gamma)

eligibility = WeightedReturn((1, 1 + e)).h
#: -e T v + (1 + e) T^2 v, sorted by powers of z
operator = (r + (1 + e) * z * r) + (1 + e) * z**2 * v - e * z * v
u = sequence("u")
SIGNS = (Equal(u(1), -1), Equal(u(2), 1))
on_the_cycle = -e * gamma * u(1) + (1 + e) * gamma**2 * u(2)

CLAIM.reading(
    prose(
        "The returns are affine, with the weights {} and {} on the one-step and the two-step "
        "return. To contract is to do so on every MRP, in the maximum norm: the modulus, which is "
        "attained on the cycle of three states, is below one.",
        -e,
        1 + e,
    )
)
CLAIM.idea(
    prose(
        "The modulus {} is linear in the violation {epsilon}, and for none at all it is {}. So "
        "there is room for a violation of some size, below one and even below {}, the modulus of "
        "one-step TD.",
        beta,
        gamma**2,
        gamma,
    )
)


@CLAIM.adds(
    prose(
        "The first two eligibilities {} and {} rise, so weak recency is violated.",
        eligibility(0),
        eligibility(1),
    ),
    given=(RISES,),
    says=Not(weak_recency(eligibility)[0]),
)
def violates() -> Theorem:
    """h_1 = 1 + e > 1 = h_0."""
    ctx = given(RISES)
    heuristic = weak_recency(eligibility)[0]
    assert isinstance(heuristic, ForAll)
    failure = recall(ctx, Less(eligibility(0), eligibility(1)))
    return refute(ctx, heuristic, failure, 0)


@CLAIM.adds(
    prose("The return has the modulus {}.", beta),
    given=(*DISCOUNT, RISES),
    says=Contracts(-e * bellman(1) + (1 + e) * bellman(2), beta),
)
def modulus() -> Theorem:
    """|-e| = e and |1 + e| = 1 + e."""
    ctx = given(*DISCOUNT, RISES)
    signs = (recall(ctx, Equal(Abs(term), term)) for term in (e, 1 + e))
    size = Chain(ctx, Abs(e) * gamma + Abs(1 + e) * gamma**2).to(beta, *signs).qed()
    return smaller_modulus(ctx, contraction(ctx, operator), size)


@CLAIM.adds(
    prose(
        "On the cycle of three states with values {u_j} at {s_j}, where {} and {}, the modulus is "
        "attained: no smaller one will do.",
        *SIGNS,
    ),
    given=(*DISCOUNT, *SIGNS),
    says=Equal(on_the_cycle, beta),
)
def attained() -> Theorem:
    """Both terms are positive."""
    ctx = given(*SIGNS)
    return Chain(ctx, on_the_cycle).to(beta, *ctx.facts).qed()


@CLAIM.adds(
    prose("There, the new value at {s_0} is {}.", on_the_cycle),
    given=DISCOUNT,
    says=OnCycle(operator, on_the_cycle, 3, u),
)
def along_the_cycle() -> Theorem:
    """z^n v at s_0 is gamma^n times the value n steps ahead."""
    return on_cycle(given(*DISCOUNT), operator, 3, "u")


# -- the two boundaries ----------------------------------------------------------------------------


def gap(rival: Expr, boundary: Expr) -> Theorem:
    """rival - beta = gamma (1 + gamma) (boundary - e)."""
    ctx = given(*DISCOUNT)
    return algebra(ctx, rival - beta, gamma * (1 + gamma) * (boundary - e))


def below(rival: Expr, boundary: Expr) -> Theorem:
    """e < boundary gives beta < rival."""
    ctx = given(*DISCOUNT, Less(e, boundary))
    apart = recall(ctx, Less(0, boundary - e))
    ahead = scale(ctx, scale(ctx, apart, gamma), 1 + gamma)
    return recall(ctx.also(ahead, gap(rival, boundary)), Less(beta, rival))


def only_below(rival: Expr, boundary: Expr) -> Theorem:
    """beta < rival gives e < boundary."""
    ctx = given(*DISCOUNT, Less(beta, rival))
    ahead = recall(ctx.also(gap(rival, boundary)), Less(0, gamma * (1 + gamma) * (boundary - e)))
    apart = scale(ctx, scale(ctx, ahead, 1 / gamma), 1 / (1 + gamma))
    return recall(ctx.also(apart), Less(e, boundary))


@CLAIM.lemma(
    prose("It contracts if {}.", Less(e, contracts_below)),
    given=(*DISCOUNT, RISES, Less(e, contracts_below)),
    says=Less(beta, 1),
)
def contracts() -> Theorem:
    """One less the modulus is a positive multiple of what {epsilon} falls short by."""
    return below(Integer(1), contracts_below)


@CLAIM.lemma(
    prose("It contracts only if {}.", Less(e, contracts_below)),
    given=(*DISCOUNT, RISES, Less(beta, 1)),
    says=Less(e, contracts_below),
)
def contracts_only() -> Theorem:
    """The same identity."""
    return only_below(Integer(1), contracts_below)


@CLAIM.lemma(
    prose("Its modulus is below that of one-step TD if {}.", Less(e, beats_below)),
    given=(*DISCOUNT, RISES, Less(e, beats_below)),
    says=Less(beta, gamma),
)
def beats_one_step() -> Theorem:
    """The difference of the moduli is a positive multiple of what {epsilon} falls short by."""
    return below(gamma, beats_below)


@CLAIM.lemma(
    prose("Its modulus is below that of one-step TD only if {}.", Less(e, beats_below)),
    given=(*DISCOUNT, RISES, Less(beta, gamma)),
    says=Less(e, beats_below),
)
def beats_one_step_only() -> Theorem:
    """The same identity."""
    return only_below(gamma, beats_below)


# -- both directions -------------------------------------------------------------------------------


@CLAIM.adds(
    prose("The return contracts exactly for {}.", Less(e, contracts_below)),
    given=(*DISCOUNT, RISES),
    says=Equivalent(Less(beta, 1), Less(e, contracts_below)),
)
def contracts_exactly() -> Theorem:
    """1 - beta has the sign of (1 - gamma)/gamma - e."""
    sides = Equivalent(Less(beta, 1), Less(e, contracts_below))
    return equivalent(given(*DISCOUNT, RISES), sides, contracts_only(), contracts())


@CLAIM.adds(
    prose("Its modulus is below that of one-step TD exactly for {}.", Less(e, beats_below)),
    given=(*DISCOUNT, RISES),
    says=Equivalent(Less(beta, gamma), Less(e, beats_below)),
)
def beats_one_step_exactly() -> Theorem:
    """gamma - beta has the sign of (1 - gamma)/(1 + gamma) - e."""
    sides = Equivalent(Less(beta, gamma), Less(e, beats_below))
    return equivalent(given(*DISCOUNT, RISES), sides, beats_one_step_only(), beats_one_step())
