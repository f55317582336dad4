"""divergence-any-tau: which delays diverge, and where.

Paper: Section 4, below counterexample 1 [14].
"""

from numeric_checks.processes.delayed import diverges_on_two_states, predicted_region
from numeric_checks.processes.spectra import Fate, fate
from numeric_checks.statements import Instance, members
from proofs.lemmas import delayed_cycle, step_sizes, two_states
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
from proofs.lemmas.delayed_td import (
    DELAYED,
    PROBABILITY,
    delayed,
    multiplier,
    p,
    relaxed,
    tau,
    x_of_p,
)
from proofs.lemmas.step_sizes import AT_MOST_ONE, STEPS, a, alpha, b, constant, t
from proofs.lemmas.two_states import (
    APART,
    CAREFUL,
    DIVERGES,
    along,
    apart,
    multiplies,
    power_of_x,
    sigma,
    together,
    updates,
    x,
    y,
)
from proofs.notation import DISCOUNT, gamma, j, k, m, n
from proofs.vocabulary import *

CLAIM = Claim(__name__)

q = real("q")
#: the delay is 2m + 1, or 2m
ODD, EVEN, WHOLE = Equal(tau, 2 * m + 1), Equal(tau, 2 * m), AtMost(0, m)
LEAVES, STAYS = Less(p, Rational(1, 2)), AtMost(Rational(1, 2), p)
UPDATES = updates(tau, sigma(tau))
UNIT_STEP = (AtMost(0, constant), AtMost(constant, 1))
factor = 1 - alpha(t) * x_of_p**tau * (1 - x_of_p)
factor_of_sum = 1 - alpha(t) * gamma**tau * (1 - gamma)
any_number = real("k")
#: the part of the start along the cosine of the mode j
start = series(u(0, n) * cosine, n, 0, tau)
DIVERGES_ON_THE_CYCLE = Not(Bounded(delayed_cycle.size, t, 0))

CLAIM.reading(
    prose(
        "The sentence is about the two states of the counterexample, and it says only how things "
        "appear. To diverge is to grow without bound from some start, for step sizes of at most "
        "one with an infinite sum; larger ones make every method diverge. We take as little as the "
        "sentence can mean: that for every delay there is divergence at some discounts and some "
        "probabilities however close to one and to zero. For an even delay there is none at any "
        "discount and any probability, so it fails however the limits are taken."
    )
)
CLAIM.idea(
    prose(
        "On the two states an update multiplies the difference of the values by {}. Here {} is "
        "negative if a state is left more often than it is kept, and then its odd powers are; its "
        "even powers never are. On the cycle of {} states the TD error that comes {} steps later "
        "is the one of the state just before. It contains the value of the state itself, which is "
        "so driven away from zero, and less the value of the state before, which does the same "
        "where neighbours differ in sign.",
        factor,
        x_of_p,
        states,
        tau,
    )
)


# -- every delay, on a cycle -----------------------------------------------------------------------


@CLAIM.lemma(
    prose(
        "A mode {j} on the far side of the circle has a negative cosine, so {} is positive.", growth
    ),
    given=(*DISCOUNT, DELAYED, *FAR),
    says=Less(0, growth),
)
def far_modes_grow() -> Theorem:
    """gamma is above 0, the cosine below."""
    ctx = given(*DISCOUNT, DELAYED, *FAR)
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
    """tau states further on is one state back, and that turns the mode."""
    return delayed_cycle.turned_part(CosTurn)


@CLAIM.lemma(
    "In the same way it stretches the second, and takes that multiple of the first from it.",
    given=(DELAYED, *VALUES, *PARTS),
    says=TURNED[1],
)
def along_the_sine() -> Theorem:
    """The same with the sine."""
    return delayed_cycle.turned_part(SinTurn)


@CLAIM.lemma(
    "The values are at least as large as these parts.",
    given=PARTS,
    says=And(*(ForAll(t, 0, AtMost(Abs(part(t)), delayed_cycle.size)) for part in (a, b))),
)
def parts_are_no_larger() -> Theorem:
    """Cosines and sines lie between -1 and 1."""
    ctx = given(*PARTS)
    return both(ctx, *(delayed_cycle.no_larger(ctx, each) for each in PARTS))


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
    says=DIVERGES_ON_THE_CYCLE,
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
    for name, part in zip((a, b), (along_cosine, along_sine), strict=True):
        itself = generalise(given(), algebra(given(AtMost(0, t)), part, part), t, 0)
        named = instantiate_sequence(given().also(itself), named, name, (t,), part)
    return named


#: one state has the value 1, and the others have none
ONE_STATE = (Equal(u(0, 0), 1), ForAll(n, 1, Equal(u(0, n), 0), tau))


@CLAIM.adds(
    "One such start is the value one in one state, and zero in all others.",
    given=(*DISCOUNT, DELAYED, *STEPS, *VALUES, *ONE_STATE),
    says=DIVERGES_ON_THE_CYCLE,
)
def diverges_from_one_state() -> Theorem:
    """The mode (tau + 1)/2, rounded down, lies on the far side, and the cosine of 0 is one."""
    ctx = given(*DISCOUNT, DELAYED, *STEPS, *VALUES, *ONE_STATE)
    ctx = ctx.also(recall(ctx, AtMost(1, far)))
    ctx = ctx.also(*(recall(ctx, each.substitute({j: far})) for each in FAR))
    ctx = ctx.also(delayed_cycle.one_state(ctx, substitute(start, {j: far})))
    return instantiate(ctx, cycle_diverges(), {j: far})


@CLAIM.adds(
    prose(
        "The updates that are written out here are those of the operator of delayed TD(0): on the "
        "cycle of {} states, where {u_j} is the value {j} states further on, the new value of a "
        "state is its own plus {} times a TD error.",
        states,
        constant * gamma**tau,
    ),
    given=(*DISCOUNT, DELAYED),
    says=OnCycle(
        relaxed(constant),
        u(0) + constant * gamma**tau * (gamma * u(tau + 1) - u(tau)),
        states,
        u,
    ),
)
def the_operator_on_the_cycle() -> Theorem:
    """z^n v at a state is gamma^n times the value n states further on."""
    return on_cycle(given(*DISCOUNT, DELAYED), relaxed(constant), states, "u")


# -- two states ------------------------------------------------------------------------------------


@CLAIM.adds(
    prose(
        "{} is the probability with which one of the two states is, {} steps later, the same again.",
        sigma(n),
        n,
    ),
    given=(AtMost(0, n),),
    says=And(Equal(sigma(0), 1), Equal(sigma(n + 1), p * sigma(n) + (1 - p) * (1 - sigma(n)))),
)
def the_same_again() -> Theorem:
    """It is the same one step later if it was and is kept, or was not and is left."""
    ctx = given(AtMost(0, n))
    first = Chain(ctx, sigma(0)).to(1, unfold(ctx, sigma, 0)).qed()
    later = (
        Chain(ctx, sigma(n + 1))
        .to(
            p * sigma(n) + (1 - p) * (1 - sigma(n)),
            unfold(ctx, sigma, n + 1),
            unfold(ctx, sigma, n),
        )
        .qed()
    )
    return both(ctx, first, later)


@CLAIM.lemma(
    prose("On two states an update multiplies the difference of the values by {}.", factor),
    given=(DELAYED, *UPDATES),
    says=multiplies(apart, factor),
)
def update_of_difference() -> Theorem:
    """The probabilities of being in the same state and in the other differ by (2p - 1)^tau."""
    ctx = given(DELAYED, *UPDATES)
    return along(
        ctx, UPDATES, tau, sigma(tau), apart, factor, unfold(ctx, sigma, tau), power_of_x()
    )


@CLAIM.lemma(
    prose("An update multiplies the sum of the two values by {}.", factor_of_sum),
    given=(DELAYED, *UPDATES),
    says=multiplies(together, factor_of_sum),
)
def update_of_sum() -> Theorem:
    """The sum of the TD errors is gamma - 1 times that of the values."""
    return along(given(DELAYED, *UPDATES), UPDATES, tau, sigma(tau), together, factor_of_sum)


@CLAIM.adds(
    prose(
        "The operator of delayed TD(0) does the same on two states, with what lies along {} and "
        "along {}.",
        (1, -1),
        (1, 1),
    ),
    given=(*DISCOUNT, *PROBABILITY, DELAYED),
    says=And(
        ForAll(t, 0, TwoStateEigenvalue(relaxed(alpha(t)), factor, p)),
        ForAll(t, 0, OnConstants(relaxed(alpha(t)), factor_of_sum * any_number, any_number)),
    ),
)
def the_operator_on_two_states() -> Theorem:
    """P has the eigenvalue 2p - 1 for (1, -1) and the eigenvalue one for (1, 1)."""
    ctx = given(*DISCOUNT, *PROBABILITY, DELAYED)
    inner = ctx.also(AtMost(0, t))
    off = on_difference(inner, relaxed(alpha(t)), p)
    on = on_constants(inner, relaxed(alpha(t)), any_number)
    wanted = factor, factor_of_sum * any_number
    made = (
        same_eigenvalue(inner, raw, algebra(inner, raw.statement.rhs, value))  # type: ignore[attr-defined]
        for raw, value in zip((off, on), wanted, strict=True)
    )
    return both(ctx, *(generalise(ctx, each, t, 0) for each in made))


# -- powers of gamma (2p - 1) ----------------------------------------------------------------------


@cache
def no_larger() -> Theorem:
    """|1 - alpha q^tau (1 - q)| <= 1 for -1 < q < 1, if q^tau is not negative and alpha is in [0, 1]."""
    power = q**tau
    ctx = given(AtMost(0, tau), Less(-1, q), Less(q, 1), AtMost(0, power), *UNIT_STEP)
    lower = scale(ctx, fact(ctx, AtMost(0, power)), 1 - q)
    upper = scale(ctx, recall(ctx, AtMost(power, 1)), 1 - q)
    low, high = (scale(ctx, bound, constant) for bound in (lower, upper))
    ctx = ctx.also(low, high, scale(ctx, recall(ctx, AtMost(1 - q, 2)), constant))
    return size_at_most(ctx, 1 - constant * power * (1 - q), 1)


def inside(ctx: Context) -> Context:
    """The context, and that x = gamma (2p - 1) lies between -1 and 1."""
    low = scale(ctx, recall(ctx, AtMost(-1, 2 * p - 1)), gamma)
    return ctx.also(low, scale(ctx, recall(ctx, AtMost(2 * p - 1, 1)), gamma))


def even_power(ctx: Context, base: Expr) -> Theorem:
    """The power of an even delay is a square."""
    square = instantiate(ctx, recall(given(WHOLE), AtMost(0, q ** (2 * m))), {q: base})
    return Chain(ctx, 0).by(square).to(base**tau, fact(ctx, EVEN)).qed()


@CLAIM.lemma(
    prose("Where {}, the values stay bounded if no step size exceeds one.", AtMost(0, x_of_p**tau)),
    given=(*DISCOUNT, *PROBABILITY, DELAYED, *CAREFUL, *UPDATES, AtMost(0, x_of_p**tau)),
    says=Bounded(two_states.size, t, 0),
)
def bounded_where_the_power_is_not_negative() -> Theorem:
    """Neither the difference nor the sum of the two values ever grows."""
    ctx = inside(given(*DISCOUNT, *PROBABILITY, DELAYED, *CAREFUL, *UPDATES))
    ctx = ctx.also(AtMost(0, x_of_p**tau))
    inner = ctx.also(AtMost(0, t))
    inner = inner.also(*(specialise(inner, fact(inner, each), t) for each in CAREFUL))
    never = (
        two_states.never_larger(
            ctx, error, update, instantiate(inner, no_larger(), {q: base, constant: alpha(t)})
        )
        for error, update, base in (
            (apart, update_of_difference(), x_of_p),
            (together, update_of_sum(), gamma),
        )
    )
    return two_states.values_bounded(ctx, *never)


@CLAIM.lemma(
    prose(
        "With an odd delay and {} the values grow without bound, from all starts at which they "
        "differ and for all step sizes with an infinite sum.",
        LEAVES,
    ),
    given=(*DISCOUNT, ODD, WHOLE, LEAVES, *STEPS, *UPDATES, APART),
    says=DIVERGES,
)
def odd_delays_diverge() -> Theorem:
    """An odd power of a negative number is negative."""
    ctx = given(WHOLE, Less(q, 0))
    even = recall(ctx, Less(0, q ** (2 * m)))
    product = scale(ctx, scale(ctx, even, -q), 1 - q)
    grows = Chain(ctx, 0).less(-q * q ** (2 * m) * (1 - q), product)
    power = grows.to(-(q ** (2 * m + 1)) * (1 - q)).qed()
    ctx = given(*DISCOUNT, ODD, WHOLE, LEAVES, *STEPS, *UPDATES, APART)
    below = scale(ctx, recall(ctx, Less(2 * p - 1, 0)), gamma)
    rate = -(x_of_p**tau) * (1 - x_of_p)
    at_x = instantiate(ctx.also(below), power, {q: x_of_p})
    positive = Chain(ctx, 0).by(at_x).to(rate, fact(ctx, ODD)).qed()
    return two_states.values_diverge(ctx.also(positive, update_of_difference()), rate)


@CLAIM.adds(
    prose(
        "On the two states an odd delay diverges exactly if a state is left more often than it is "
        "kept, whatever the discount: from every start at which the values differ, for step sizes "
        "of at most one with an infinite sum."
    ),
    given=(*DISCOUNT, *PROBABILITY, ODD, WHOLE, *STEPS, AT_MOST_ONE, *UPDATES, APART),
    says=Equivalent(DIVERGES, LEAVES),
)
def odd_delays() -> Theorem:
    """Otherwise no power is negative."""
    ctx = given(*DISCOUNT, *PROBABILITY, ODD, WHOLE, *STEPS, AT_MOST_ONE, *UPDATES, APART)
    stays = ctx.also(STAYS)
    stays = stays.also(recall(stays, DELAYED), scale(stays, recall(stays, AtMost(0, 2 * p - 1)), gamma))
    power = instantiate(stays, recall(given(AtMost(0, q), AtMost(0, tau)), AtMost(0, q**tau)), {q: x_of_p})
    bounded = instantiate(stays.also(power), bounded_where_the_power_is_not_negative(), {})
    leaves = contradiction(ctx.also(DIVERGES), STAYS, bounded)
    return equivalent(ctx, Equivalent(DIVERGES, LEAVES), otherwise(ctx, leaves), odd_delays_diverge())


@CLAIM.adds(
    "On the two states an even delay never diverges, whatever the discount and the probability, "
    "with step sizes of at most one.",
    given=(*DISCOUNT, *PROBABILITY, EVEN, DELAYED, *CAREFUL, *UPDATES),
    says=Bounded(two_states.size, t, 0),
)
def even_delays() -> Theorem:
    """An even power is not negative."""
    ctx = given(*DISCOUNT, *PROBABILITY, EVEN, DELAYED, *CAREFUL, *UPDATES)
    ctx = ctx.also(recall(ctx, WHOLE))
    return instantiate(ctx.also(even_power(ctx, x_of_p)), bounded_where_the_power_is_not_negative(), {})


@CLAIM.adds(
    "Nor does it on any reversible MRP: no update with a step size of at most one enlarges the "
    "error, in the norm weighted by the stationary distribution.",
    given=(*DISCOUNT, EVEN, WHOLE, *UNIT_STEP),
    says=ReversibleBound(relaxed(constant), Rational(1)),
)
def reversible_never() -> Theorem:
    """The eigenvalues of z are real and between -gamma and gamma."""
    ctx = given(*DISCOUNT, EVEN, WHOLE, *UNIT_STEP)
    inner = ctx.also(AtMost(-gamma, q), AtMost(q, gamma))
    bound = instantiate(inner.also(even_power(inner, q)), no_larger(), {})
    return on_reversible(ctx, relaxed(constant), bound, q)


# -- the remark is false ---------------------------------------------------------------------------


#: discounts and probabilities that approach one and zero
discounts, stays = sequence("g"), sequence("p")
near = {gamma: discounts(k), p: stays(k)}
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


@CLAIM.evidence(lambda: draw.lengths(6), lambda: draw.rationals(0, 1, 10), draw.discounts)
def on_drawn_chains(delay: int, stay: Fraction, discount: Fraction) -> bool:
    """Whether the update diverges, decided from its matrix: no formula for an eigenvalue is used.

    On two states it depends on p and the delay, and on the cycle of tau + 1 states it always does.
    """
    return (
        diverges_on_two_states(delay, stay, discount) == predicted_region(delay, stay, discount)
        and fate(cycle(delay + 1, discount), DelayedReturn(delay)) is Fate.DIVERGES
    )


@CLAIM.evidence(draw_mrps.reversible_mrps, lambda: draw.lengths(3))
def on_drawn_reversible_mrps(mrp: MRP, half: int) -> bool:
    """Whether an even delay diverges, from the matrix: that the chain is reversible is not used."""
    return fate(mrp, DelayedReturn(2 * half)) is not Fate.DIVERGES


@CLAIM.evidence(lambda: draw.lengths(5), draw.discounts, lambda: draw.rationals(0, 1, 10))
def on_drawn_values(delay: int, discount: Fraction, stay: Fraction) -> bool:
    """One update on the cycle and on two states, from the chains: it is the one written out."""
    step = Fraction(1, 2) * discount**delay
    around = [Fraction(place**2 + 1, 3) for place in range(delay + 1)]
    target = cycle(delay + 1, discount).operator(DelayedReturn(delay), around)
    ahead = around[-1:] + around[:-1]
    on_the_cycle = [v + step * (discount * v - w) for v, w in zip(around, ahead, strict=True)]
    two = [Fraction(2), Fraction(-1, 3)]
    moved = two_state(stay, discount).operator(DelayedReturn(delay), two)
    same = (1 + (2 * stay - 1) ** delay) / 2
    errors = [
        discount * (stay * own + (1 - stay) * other) - own for own, other in (two, two[::-1])
    ]
    on_two_states = [
        v + step * (same * own + (1 - same) * other)
        for v, own, other in zip(two, errors, errors[::-1], strict=True)
    ]
    return on_the_cycle == [(v + w) / 2 for v, w in zip(around, target, strict=True)] and (
        on_two_states == [(v + w) / 2 for v, w in zip(two, moved, strict=True)]
    )
