"""divergence-any-tau: which delays diverge, and where.

Paper: Section 4, below counterexample 1 [14].
"""

from collections.abc import Iterable

from numeric_checks.processes.spectra import Fate, fate
from proofs.lemmas import cycle_values, delayed_cycle, step_sizes
from proofs.lemmas.delayed_cycle import (
    FAR,
    PARTS,
    TURNED,
    VALUES,
    along_cosine,
    along_sine,
    cosine,
    far,
    growth,
    states,
    turning,
    u,
)
from proofs.lemmas.delayed_td import DELAYED, PROBABILITY, multiplier, p, relaxed, tau, x_of_p
from proofs.lemmas.step_sizes import STEPS, a, alpha, b, constant, s, t
from proofs.notation import DISCOUNT, gamma, j, k
from proofs.vocabulary import *

CLAIM = Claim(__name__)

#: the part of the start along the cosine of the mode j
start = series(u(0, s) * cosine, s, 0, tau)
DIVERGES = Not(Bounded(delayed_cycle.size, t, 0))  #: of the values u_0, u_1, ... from a state on
new_value = u(0) + constant * gamma**tau * (gamma * u(tau + 1) - u(tau))

CLAIM.reading(
    prose(
        "The sentence is about the two states of the counterexample, and it says only how things "
        "appear. To diverge is to grow without bound from some start, for step sizes of at most "
        "one with an infinite sum; larger ones make every method diverge. We take as little as the "
        "sentence can mean: that for every delay there is divergence at some discounts and some "
        "probabilities however close to one and to zero. For an even delay there is none at any "
        "discount and any probability, as two-state-delays shows, so it fails however the limits "
        "are taken."
    )
)
CLAIM.idea(
    prose(
        "On two states an update multiplies the difference of the values by {}; a power with an "
        "even exponent {} is never negative, so they do not grow. On the cycle of {} states the TD "
        "error that comes {} steps later is the one of the state just before. It contains the "
        "value of the state itself, which is so driven away from zero, less the value of the state "
        "before, which does the same where neighbours differ in sign.",
        1 - alpha(t) * x_of_p**tau * (1 - x_of_p),
        tau,
        states,
        tau,
    )
)


# -- every delay, on a cycle -----------------------------------------------------------------------


@CLAIM.lemma(
    prose(
        "A mode {j} on the far side of the circle has a negative cosine, so {} is positive.", growth
    ),
    given=(*DISCOUNT, *FAR),
    says=Less(0, growth),
)
def far_modes_grow() -> Theorem:
    """The discount is above zero, the cosine below."""
    ctx = given(*DISCOUNT, *FAR)
    cos = CosTurn(j, states)
    apart = recall(ctx.also(turn_sign(ctx, cos)), Less(0, gamma - cos))
    return scale(ctx, apart, gamma**tau)


@CLAIM.lemma(
    prose(
        "With {} and {} for the parts of the values along the cosine and the sine of the mode {j}, "
        "an update stretches the first by {}, and adds a multiple of the second.",
        a(t),
        b(t),
        1 + growth * alpha(t),
    ),
    given=(DELAYED, *VALUES, *PARTS),
    says=TURNED[0],
)
def along_the_cosine() -> Theorem:
    """On this cycle the last of the states ahead is one state back, and that turns the mode."""
    return delayed_cycle.turned_part(CosTurn)


@CLAIM.lemma(
    "In the same way it stretches the second, and takes that multiple of the first from it.",
    given=(DELAYED, *VALUES, *PARTS),
    says=TURNED[1],
)
def along_the_sine() -> Theorem:
    """As for the cosine."""
    return delayed_cycle.turned_part(SinTurn)


@CLAIM.lemma(
    "The values are at least as large as these parts.",
    given=PARTS,
    says=And(*(ForAll(t, 0, AtMost(Abs(part(t)), delayed_cycle.size)) for part in (a, b))),
)
def parts_are_no_larger() -> Theorem:
    """Cosines and sines are at most one in size."""
    return instantiate(given(*PARTS), cycle_values.parts_are_no_larger(), {k: states})


@CLAIM.adds(
    prose(
        "On the cycle of {} states, without rewards, delayed TD(0) with the delay {} diverges from "
        "almost every start, for every delay from one on, every discount and all step sizes with "
        "an infinite sum: from every start that is not orthogonal to the cosine of some mode {j} "
        "on the far side of the circle.",
        states,
        tau,
    ),
    given=(*DISCOUNT, DELAYED, *STEPS, *VALUES, *FAR, NotEqual(start, 0)),
    says=DIVERGES,
)
def cycle_diverges() -> Theorem:
    """The mode turns and grows, and the values are at least as large."""
    ctx = given(*DISCOUNT, DELAYED, *STEPS, *VALUES, *FAR, *PARTS)
    ctx = ctx.also(far_modes_grow(), along_the_cosine(), along_the_sine())
    ctx = ctx.also(*(conjunct(ctx, parts_are_no_larger(), place) for place in (0, 1)))
    sizes = instantiate_sequence(
        ctx, step_sizes.turning_errors_diverge(), step_sizes.N, (t,), delayed_cycle.size
    )
    named = instantiate(ctx, sizes, {step_sizes.g: growth, step_sizes.w: -turning})
    squares = substitute(along_cosine**2 + along_sine**2, {t: Integer(0)})
    apart = recall(given(NotEqual(start, 0)), Less(0, squares))
    return cut(apart, cycle_values.without_names(named, states))


#: one state has the value 1, and the others have none
ONE_STATE = (Equal(u(0, 0), 1), ForAll(s, 1, Equal(u(0, s), 0), tau))


@CLAIM.adds(
    "One such start is the value one in one state, and zero in all others.",
    given=(*DISCOUNT, DELAYED, *STEPS, *VALUES, *ONE_STATE),
    says=DIVERGES,
)
def diverges_from_one_state() -> Theorem:
    """The mode (tau + 1)/2, rounded down, lies on the far side, and the cosine of 0 is one."""
    ctx = given(*DISCOUNT, DELAYED, *STEPS, *VALUES, *ONE_STATE)
    ctx = ctx.also(recall(ctx, AtMost(1, far)))
    ctx = ctx.also(*(recall(ctx, each.substitute({j: far})) for each in FAR))
    ctx = ctx.also(instantiate(ctx, cycle_values.one_state(), {k: states, j: far}))
    ctx = ctx.also(recall(ctx, NotEqual(substitute(start, {j: far}), 0)))
    return instantiate(ctx, cycle_diverges(), {j: far})


@CLAIM.adds(
    prose(
        "The updates that are written out here are those of the operator of delayed TD(0): on the "
        "cycle of {} states, where {u_j} is the value {j} states further on, it makes {} of the "
        "value of a state.",
        states,
        new_value,
    ),
    given=(*DISCOUNT, DELAYED),
    says=OnCycle(relaxed(constant), new_value, states, u),
)
def the_operator_on_the_cycle() -> Theorem:
    """z^n v at a state is gamma^n times the value n states further on."""
    return on_cycle(given(*DISCOUNT, DELAYED), relaxed(constant), states, "u")


# -- the remark is false ---------------------------------------------------------------------------


#: discounts and probabilities that approach one and zero
discounts, stays = sequence("g"), sequence("p")
near = {gamma: discounts(k), p: stays(k)}
CLAIM.name(
    discounts(k), "is the {k}-th of discounts that tend to one, and stays between zero and one"
)
CLAIM.name(
    stays(k),
    "is the {k}-th of probabilities, of staying in either of two states, that tend to zero",
)
CLAIM.name(u(t, s), "is the value of the state {s} steps further on, after {t} updates")
CLAIM.name(alpha(t), "is the step size of the update {t}")
CLAIM.name(j, "is the number of a mode, by how many turns it makes around the cycle")
# A delay of two, however close they are.
CLAIM.refutes(
    "It appears that divergence is inevitable for any positive delay, as {gamma} tends to one and "
    "{p} to zero.",
    given=(
        DELAYED,
        *(ForAll(k, 0, each.substitute(near)) for each in (*DISCOUNT, *PROBABILITY)),
        TendsTo(discounts(k), k, 1),
        TendsTo(stays(k), k, 0),
    ),
    says=Not(ForAll(k, 0, AtMost(Abs(multiplier(x_of_p)), 1).substitute(near))),
    at=Instance.of(
        {tau: 2},
        {
            discounts: members(then=1 - Rational(1, 2) ** (k + 2)),
            stays: members(then=Rational(1, 2) ** (k + 2)),
        },
    ),
    instead=cycle_diverges,
)  # fmt: skip


# -- evidence --------------------------------------------------------------------------------------


@CLAIM.evidence(lambda: draw.lengths(6), draw.discounts)
def on_drawn_cycles(delay: int, discount: Fraction) -> bool:
    """Whether the update diverges, decided from its matrix: no formula for an eigenvalue is used.

    And one update of values, from the chain: it is the one written out.
    """
    values = [Fraction(place**2 + 1, 3) for place in range(delay + 1)]
    before = values[-1:] + values[:-1]
    target = cycle(delay + 1, discount).operator(DelayedReturn(delay), values)
    written = [
        v + discount**delay * (discount * v - w) for v, w in zip(values, before, strict=True)
    ]
    return list(target) == written and (
        fate(cycle(delay + 1, discount), DelayedReturn(delay)) is Fate.DIVERGES
    )


@CLAIM.evidence(draw.discounts, lambda: draw.value_vectors(4), lambda: draw.lengths(3))
def on_quarter_turns(discount: Fraction, values: Vector, mode: int) -> bool:
    """What an update on four states makes of the modes, whose cosines and sines are integers."""
    target = cycle(4, discount).operator(DelayedReturn(3), values)
    cosines = [(1, 0, -1, 0)[mode * place % 4] for place in range(4)]
    sines = [(0, 1, 0, -1)[mode * place % 4] for place in range(4)]

    def parts(of: Iterable[Fraction]) -> tuple[Fraction, Fraction]:
        found = tuple(of)
        first, second = (
            sum((x * y for x, y in zip(found, wave, strict=True)), Fraction(0))
            for wave in (cosines, sines)
        )
        return first, second

    (a_now, b_now), (a_next, b_next) = parts(values), parts(target)
    stretched = 1 + discount**3 * (discount - cosines[1])
    turned = discount**3 * sines[1]
    return (a_next, b_next) == (
        stretched * a_now + turned * b_now,
        stretched * b_now - turned * a_now,
    )
