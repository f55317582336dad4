"""violated-too-much: how far weak recency has to be violated for divergence.

Paper: Section 4, below counterexample 1 [15].
"""

from numeric_checks.processes.spectra import Fate, fate
from proofs.beyond import convergence_criterion, immediate_eligibility, rising_return
from proofs.beyond.convergence_criterion import FROM_ONE_STATE, WHERE_NEGATIVE
from proofs.beyond.herglotz import e
from proofs.beyond.immediate_eligibility import LAG, SAFE
from proofs.beyond.rising_return import RISING
from proofs.notation import BOUNDED, DISCOUNT, VANISHING, WEAK_RECENCY, c, gamma, h, m
from proofs.paper.linear_contraction import general_beta, sorted_form
from proofs.vocabulary import *

CLAIM = Claim(__name__)

AFFINE = (Equal(h(0), 1), VANISHING)
VIOLATED = Not(And(*WEAK_RECENCY))
CONVERGES = OnEveryMRP(OnPolicyConverges(sorted_form))
TOO_MUCH = AtMost(1, general_beta)
#: a weight that is more than the mean of the filter allows
EXTREME = Less(2 * h(0), Abs(c(m)) * gamma**m)

CLAIM.reading(
    prose(
        "Divergence arises if the expected on-policy updates fail to converge on some MRP, however "
        "small the steps are; it is shown of the values on a cycle, which grow without bound for "
        "all step sizes with an infinite sum. How much is too much is left open, and the condition "
        "{} is ours and not the paper's: we read it of the size of a single violation, a weight {} "
        "on an {m}-step return that is negative, and measure it against the eligibility of the "
        "immediate TD error. Read of the modulus {}, which the paper's next section does, the "
        "sentence would not hold.",
        EXTREME,
        c(m),
        general_beta,
    )
)
CLAIM.idea(
    prose(
        "The updates converge on every MRP if the real part of the update filter {f} is positive "
        "on the circle, and that may be so though the modulus exceeds one. But the mean of that "
        "real part over the circle is {}, and one weight {} of the filter alone lets it swing by "
        "{} around that mean: if this is more than twice the mean, the real part is negative "
        "somewhere.",
        h(0),
        c(m),
        Abs(c(m)) * gamma**m,
    )
)


@CLAIM.proves(
    prose(
        "If weak recency is violated too much, that is if {} for some {m}, the real part of the "
        "update filter is negative at some part of a turn; and where it is negative at {j} of {k} "
        "parts, the values on the cycle of {k} states, without rewards, diverge from the value one "
        "in one state and zero in all others.",
        EXTREME,
    ),
    given=(*DISCOUNT, BOUNDED, LAG, *FROM_ONE_STATE),
    ours=(EXTREME,),
    says=And(Not(SAFE), WHERE_NEGATIVE),
)
def extreme_violations_diverge() -> Theorem:
    """Otherwise the weight would be at most twice the mean."""
    ctx = given(*DISCOUNT, BOUNDED, LAG, EXTREME, *FROM_ONE_STATE)
    bound = instantiate(ctx, immediate_eligibility.weights_bounded(), {e: 0})
    negative = contradiction(ctx, SAFE, bound)
    return both(ctx, negative, convergence_criterion.diverges_where_negative())


@CLAIM.adds(
    prose(
        "The affine return with the eligibilities {} violates weak recency at the first step, and "
        "has the modulus {}, which exceeds one if the discount is large.",
        rising_return.eligibilities,
        rising_return.modulus,
    ),
    given=(*DISCOUNT, *RISING),
    says=And(Less(h(0), h(1)), Equal(general_beta, rising_return.modulus)),
)
def a_modulus_above_one() -> Theorem:
    """|-1/10| gamma + (3/5) gamma^2 + (1/2) gamma^3."""
    ctx = given(*DISCOUNT, *RISING)
    return both(ctx, recall(ctx, Less(h(0), h(1))), rising_return.modulus_above_one())


# h = (1, 11/10, 1/2): the modulus is 1.172..., and Re f is positive on the circle.
CLAIM.gap(
    prose(
        "What is shown is that the modulus of such a return exceeds one. That does not make TD "
        "learning diverge on any MRP: here is an affine return that violates weak recency, has a "
        "modulus above one, and converges on every MRP."
    ),
    given=(*DISCOUNT, *AFFINE, VIOLATED, TOO_MUCH),
    says=Not(CONVERGES),
    at=Instance.of({gamma: "99/100"}, {h: members(1, "11/10", "1/2")}),
)


# -- evidence --------------------------------------------------------------------------------------


@CLAIM.evidence(draw.finite_returns, draw.discounts, lambda: draw.lengths(3))
def on_drawn_returns(drawn: WeightedReturn, discount: Fraction, place: int) -> bool:
    """The fate of the update on cycles, decided from their matrices: no mean over angles is used.

    One eligibility is raised until a weight exceeds what is allowed.
    """
    first = [abs(x) for x in drawn.eligibilities(place + 1)]
    first[place] = first[place - 1] + 2 * (first[0] + 1) / discount**place
    ret = WeightedReturn(first)
    return any(
        fate(cycle(states, discount), ret) is Fate.DIVERGES for states in range(1, 4 * place + 6)
    )
