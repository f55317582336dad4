"""cycle-criterion: when a linear return diverges on a cycle.

Paper: beyond it, for every linear return [3].
"""

from collections.abc import Iterable

from numeric_checks.processes.spectra import Fate, fate
from proofs.lemmas import cycle_values, step_sizes
from proofs.lemmas.cycle_values import (
    CYCLE,
    DIVERGES,
    ONE_STATE,
    PARTS,
    TURNED,
    VALUES,
    along_cosine,
    along_sine,
    growth,
    turning,
    u,
)
from proofs.lemmas.finite_returns import filter_at
from proofs.lemmas.step_sizes import STEPS, a, alpha, b, g, s, t, w
from proofs.notation import BOUNDED, DISCOUNT, c, gamma, h, i, j, k, n, r, v, z
from proofs.paper.linear_contraction import ground, sorted_form
from proofs.vocabulary import *

CLAIM = Claim(__name__)

#: v + alpha_t (H v - v), sorted by powers of z
update = (
    v
    + alpha(t) * series(h(i) * z**i, i, 0) * r
    + alpha(t) * series(c(n) * z**n, n, 1) * v
    - alpha(t) * h(0) * v
)
#: the real part of the filter is negative on the mode j
NEGATIVE = Less(h(0), growth + h(0))
#: the start is not orthogonal to both the cosine and the sine of the mode j
NOT_ORTHOGONAL = Less(0, substitute(along_cosine**2 + along_sine**2, {t: Integer(0)}))
new_value = u(0) + alpha(t) * (series(c(n) * gamma**n * u(n), n, 1) - h(0) * u(0))

CLAIM.reading(
    prose(
        "On the cycle of {k} states every state leads to the next one, without rewards, so that "
        "{v_pi} is zero; after {t} updates the {s}-th state from the first has the value {}. The "
        "updates are the expected ones, of all states at once. To diverge is to grow without "
        "bound, for all step sizes that are not negative and have an infinite sum. A mode {j} is a "
        "wave that runs around the cycle {j} times.",
        u(t, s),
    )
)
CLAIM.idea(
    prose(
        "On a cycle a step forward turns every mode by {j} of {k} parts of a turn, so that the "
        "operator multiplies it by a number: one less the value of the update filter {} at the "
        "point of the circle of radius {gamma} with that angle. Where the real part of the filter "
        "is negative, the number has a real part above one, and an update with any step size "
        "stretches what the values have of the mode.",
        h(0) - series(c(n) * z**n, n, 1),
    )
)


# -- the values ------------------------------------------------------------------------------------


@CLAIM.lemma(
    prose(
        "With {} and {} for what the values have of the cosine and of the sine of the mode {j}, an "
        "update multiplies the first by {}, and adds a multiple of the second.",
        a(t),
        b(t),
        1 + growth * alpha(t),
    ),
    given=(*DISCOUNT, BOUNDED, CYCLE, *VALUES, *PARTS),
    says=TURNED[0],
)
def along_the_cosine() -> Theorem:
    """The value n states further on is that of the wave turned back by n states."""
    return cycle_values.turned_part(CosTurn)


@CLAIM.lemma(
    "In the same way it multiplies the second, and takes that multiple of the first from it.",
    given=(*DISCOUNT, BOUNDED, CYCLE, *VALUES, *PARTS),
    says=TURNED[1],
)
def along_the_sine() -> Theorem:
    """The same with the sine."""
    return cycle_values.turned_part(SinTurn)


@CLAIM.lemma(
    "The sizes of the values together are at least as large as either of the two.",
    given=PARTS,
    says=And(*(ForAll(t, 0, AtMost(Abs(part(t)), cycle_values.size)) for part in (a, b))),
)
def parts_are_no_larger() -> Theorem:
    """Cosines and sines lie between -1 and 1."""
    return cycle_values.parts_are_no_larger()


@CLAIM.adds(
    prose(
        "Where the real part of the filter is negative at the angle of a mode {j}, {}, the values "
        "on the cycle of {k} states, without rewards, diverge from every start that is not "
        "orthogonal to both the cosine and the sine of that mode, for all step sizes with an "
        "infinite sum.",
        NEGATIVE,
    ),
    given=(*DISCOUNT, BOUNDED, CYCLE, NEGATIVE, *STEPS, *VALUES, NOT_ORTHOGONAL),
    says=DIVERGES,
)
def diverges() -> Theorem:
    """What they have of the mode grows, and they are at least as large."""
    ctx = ground().also(CYCLE, NEGATIVE, *STEPS, *VALUES, NOT_ORTHOGONAL)
    larger = (conjunct(given(*PARTS), parts_are_no_larger(), place) for place in (0, 1))
    turned = ctx.also(along_the_cosine(), along_the_sine(), *larger)
    sizes = instantiate_sequence(
        turned, step_sizes.turning_errors_diverge(), step_sizes.N, (t,), cycle_values.size
    )
    named = instantiate(turned, sizes, {g: growth, w: -turning})
    return instantiate(ctx, cycle_values.without_names(named), {})


@CLAIM.adds(
    "One such start, whatever the mode, is the value one in one state, and zero in all others.",
    given=(*DISCOUNT, BOUNDED, CYCLE, NEGATIVE, *STEPS, *VALUES, *ONE_STATE),
    says=DIVERGES,
)
def diverges_from_one_state() -> Theorem:
    """The cosine of 0 is one."""
    ctx = ground().also(CYCLE, *ONE_STATE, cycle_values.one_state())
    return instantiate(ctx.also(recall(ctx, NOT_ORTHOGONAL)), diverges(), {})


@CLAIM.adds(
    prose(
        "The updates that are written out here are those of the operator: with the step size "
        "{alpha_t} it makes {} of the value of a state of the cycle, where {} is the value {s} "
        "states further on.",
        new_value,
        u(s),
    ),
    given=(*DISCOUNT, BOUNDED, CYCLE, Bounded(u(s), s, 0)),
    says=ForAll(t, 0, OnCycle(update, new_value, k, u)),
)
def the_operator_on_the_cycle() -> Theorem:
    """z^n v at a state is gamma^n times the value n states further on."""
    ctx = ground().also(CYCLE, Bounded(u(s), s, 0))
    return generalise(ctx, on_cycle(ctx.also(AtMost(0, t)), update, k, "u"), t, 0)


# -- the modes -------------------------------------------------------------------------------------


@CLAIM.adds(
    prose("On the cycle of {} states every mode {} is an eigenvector of the operator.", k, j),
    given=(*DISCOUNT, BOUNDED, CYCLE),
    says=CycleEigenvalue(sorted_form, 1 + growth, turning, k, j),
)
def eigenvalues() -> Theorem:
    """z is gamma times a turn by j/k."""
    return on_mode(ground().also(CYCLE), sorted_form, k, j)


@CLAIM.adds(
    prose(
        "The update with step size {alpha_t} multiplies the mode by a number with the real part {} "
        "and the imaginary part {}.",
        1 + alpha(t) * growth,
        alpha(t) * turning,
    ),
    given=(*DISCOUNT, BOUNDED, CYCLE),
    says=ForAll(t, 0, CycleEigenvalue(update, 1 + alpha(t) * growth, alpha(t) * turning, k, j)),
)
def update_of_modes() -> Theorem:
    """1 + alpha_t (eigenvalue - 1)."""
    ctx = ground().also(CYCLE)
    return generalise(ctx, on_mode(ctx.also(AtMost(0, t)), update, k, j), t, 0)


# -- evidence --------------------------------------------------------------------------------------


@CLAIM.evidence(draw.finite_returns, draw.discounts, lambda: draw.lengths(6))
def on_drawn_cycles(ret: WeightedReturn, discount: Fraction, states: int) -> bool:
    """The fate of the update, decided from its matrix: that the cycle has modes is not used.

    It is compared with the signs of f on the modes.
    """
    parts = [filter_at(ret, discount, states, mode).real for mode in range(states)]
    found = fate(cycle(states, discount), ret)
    if any(x < 0 for x in parts):
        return found is Fate.DIVERGES
    return found is Fate.CONVERGES if all(x > 0 for x in parts) else True


@CLAIM.evidence(
    draw.finite_returns, draw.discounts, lambda: draw.value_vectors(4), lambda: draw.lengths(4)
)
def on_quarter_turns(ret: WeightedReturn, discount: Fraction, values: Vector, mode: int) -> bool:
    """One update of four values, from the chain: it is the one written out.

    And what it makes of the modes, whose cosines and sines are integers.
    """
    cosines, sines = (
        [quarter[mode * place % 4] for place in range(4)]
        for quarter in ((1, 0, -1, 0), (0, 1, 0, -1))
    )
    weights = [w * discount**n for n, w in enumerate(ret.nstep_weights, start=1)]
    first = ret.eligibilities(1)[0]
    target = cycle(4, discount).operator(ret, values)
    written = [
        (1 - first) * v + sum(w * values[(s + n) % 4] for n, w in enumerate(weights, start=1))
        for s, v in enumerate(values)
    ]

    def along(wave: list[int], of: Iterable[Fraction], start: int = 0) -> Fraction:
        return sum((x * wave[n % 4] for n, x in enumerate(of, start=start)), Fraction(0))

    stretched, turned = 1 - first + along(cosines, weights, 1), along(sines, weights, 1)
    (a_now, b_now), (a_next, b_next) = (
        (along(cosines, of), along(sines, of)) for of in (values, target)
    )
    return list(target) == written and (a_next, b_next) == (
        stretched * a_now + turned * b_now,
        stretched * b_now - turned * a_now,
    )
