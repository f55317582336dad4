"""divergence-any-tau: which delays diverge, and where.

Paper: Section 4, below counterexample 1 [14].

The remark that divergence seems inevitable for every delay tau > 0, as gamma -> 1 and p -> 0, is
false.  On the two-state chain an *odd* delay diverges exactly for p < 1/2, and then for every
discount 0 < gamma < 1; an *even* delay never does, on this chain or on any reversible one, because
z^tau is then a square.  What is true of every delay tau >= 1 and every 0 < gamma < 1: on the cycle
of tau + 1 states, delayed TD(0) diverges, with every step size.
"""

from numeric_checks.processes.delayed import diverges_on_two_states, predicted_region
from numeric_checks.processes.spectra import Fate, fate
from numeric_checks.statements import Instance, members
from proofs.lemmas import step_sizes
from proofs.lemmas.delayed_cycle import evaluated_mode, far, growth_of, states, turning_of
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
from proofs.lemmas.step_sizes import (
    AT_MOST_ONE,
    NONNEGATIVE,
    ROTATES,
    STEPS,
    a,
    alpha,
    b,
    constant,
    g,
    t,
    w,
)
from proofs.notation import DISCOUNT, gamma, j, k, m
from proofs.vocabulary import *

CLAIM = Claim(__name__)

x = real("x")
odd, even = 2 * m + 1, 2 * m
WHOLE = AtMost(0, m)
LEAVES, STAYS = Less(p, Rational(1, 2)), AtMost(Rational(1, 2), p)
UNIT_STEP = (AtMost(0, constant), AtMost(constant, 1))

#: the difference of the two values
difference = sequence("D")
BOUNDED_BY_START = ForAll(t, 0, AtMost(Abs(difference(t)), Abs(difference(0))))
APART = NotEqual(difference(0), 0)
SMALL_STEPS = (NONNEGATIVE, AT_MOST_ONE)


def factor_of_update(delay: Expr) -> Expr:
    """1 - alpha_t x^tau (1 - x)."""
    return 1 - alpha(t) * x_of_p**delay * (1 - x_of_p)


def updated(delay: Expr) -> ForAll:
    """Every update multiplies the difference by the eigenvalue of that update."""
    return ForAll(t, 0, Equal(difference(t + 1), factor_of_update(delay) * difference(t)))


@CLAIM.adds(
    prose("On the two-state chain {H} has the eigenvalue {} for {}.", multiplier(x_of_p), (1, -1)),
    given=(*DISCOUNT, *PROBABILITY, DELAYED),
    says=TwoStateEigenvalue(delayed(), multiplier(x_of_p), p),
)
def eigenvalue() -> Theorem:
    """P (1, -1) = (2p - 1) (1, -1)."""
    return on_difference(given(*DISCOUNT, *PROBABILITY, DELAYED), delayed(), p)


@CLAIM.adds(
    prose(
        "The update with step size {alpha_t} multiplies what lies along {} by a factor that the "
        "eigenvalue of {H} gives.",
        (1, -1),
    ),
    given=(*DISCOUNT, *PROBABILITY, DELAYED),
    says=ForAll(t, 0, TwoStateEigenvalue(relaxed(alpha(t)), factor_of_update(tau), p)),
)
def update_of_difference() -> Theorem:
    """1 + alpha_t (eigenvalue - 1)."""
    ctx = given(*DISCOUNT, *PROBABILITY, DELAYED)
    step = on_difference(ctx.also(AtMost(0, t)), relaxed(alpha(t)), p)
    return generalise(ctx, step, t, 0)


# -- odd delays ------------------------------------------------------------------------------------


@CLAIM.adds(
    prose(
        "If the delay is odd and {}, that eigenvalue exceeds one, whatever the discount.", LEAVES
    ),
    given=(*DISCOUNT, *PROBABILITY, WHOLE, LEAVES),
    says=Less(1, multiplier(x_of_p, odd)),
)
def odd_exceeds_one() -> Theorem:
    """x < 0, so x^tau < 0: an odd power is a square times x."""
    ctx = given(Less(x, 0))
    square = recall(ctx, Less(0, x**even))
    product = scale(ctx, scale(ctx, square, -x), 1 - x)
    exceeds = Chain(ctx, 1).less(1 + (-x) * x**even * (1 - x), product).to(multiplier(x, odd)).qed()
    ctx = given(*DISCOUNT, LEAVES)
    ctx = ctx.also(scale(ctx, recall(ctx, Less(2 * p - 1, 0)), gamma))
    return instantiate(ctx, exceeds, {x: x_of_p})


@CLAIM.adds(
    prose(
        "If the delay is odd and {}, the difference of the two values grows without bound "
        "unless it is zero at the start, for all step sizes with an infinite sum.",
        LEAVES,
    ),
    given=(
        *DISCOUNT,
        *PROBABILITY,
        WHOLE,
        LEAVES,
        *STEPS,
        updated(odd),
        NotEqual(difference(0), 0),
    ),
    says=Not(Bounded(Abs(difference(t)), t, 0)),
)
def odd_diverges() -> Theorem:
    """Each update multiplies it by more than 1."""
    ctx = given(*DISCOUNT, LEAVES)
    rate = -(x_of_p**odd) * (1 - x_of_p)
    positive = recall(ctx.also(odd_exceeds_one()), Less(0, rate))
    ctx = ctx.also(positive, *STEPS, updated(odd), APART)
    return step_sizes.diverging(ctx, difference, updated(odd), rate)


def no_larger(ctx: Context, power: Expr, step: Expr) -> Theorem:
    """|1 - alpha q (1 - x)| <= 1, where the context shows 0 <= q <= 1, |x| < 1, 0 <= alpha <= 1."""
    lower = scale(ctx, recall(ctx, AtMost(0, power)), 1 - x)
    upper = scale(ctx, recall(ctx, AtMost(power, 1)), 1 - x)
    low, high = (scale(ctx, bound, step) for bound in (lower, upper))
    ctx = ctx.also(low, high, scale(ctx, recall(ctx, AtMost(1 - x, 2)), step))
    return size_at_most(ctx, 1 - step * power * (1 - x), 1)


@CLAIM.adds(
    prose(
        "If the delay is odd and {}, no update with a step size of at most one enlarges the "
        "difference.",
        STAYS,
    ),
    given=(*DISCOUNT, *PROBABILITY, WHOLE, STAYS, *UNIT_STEP),
    says=AtMost(Abs(1 - constant * x_of_p**odd * (1 - x_of_p)), 1),
)
def odd_elsewhere() -> Theorem:
    """x >= 0, so 0 <= x^tau <= 1."""
    bound = no_larger(given(WHOLE, AtMost(0, x), Less(x, 1), *UNIT_STEP), x**odd, constant)
    ctx = given(*DISCOUNT, *PROBABILITY, WHOLE, STAYS, *UNIT_STEP)
    low = scale(ctx, recall(ctx, AtMost(0, 2 * p - 1)), gamma)
    high = scale(ctx, recall(ctx, AtMost(2 * p - 1, 1)), gamma)
    return instantiate(ctx.also(low, high), bound, {x: x_of_p})


@CLAIM.adds(
    prose(
        "If the delay is odd, {} and no step size exceeds one, the difference is never larger "
        "than at the start.",
        STAYS,
    ),
    given=(*DISCOUNT, *PROBABILITY, WHOLE, STAYS, *SMALL_STEPS, updated(odd)),
    says=BOUNDED_BY_START,
)
def odd_stays_bounded() -> Theorem:
    """Induction on t."""
    ctx = given(*DISCOUNT, *PROBABILITY, WHOLE, STAYS, *SMALL_STEPS, updated(odd))
    return stays_bounded(ctx, odd, odd_elsewhere())


def stays_bounded(ctx: Context, delay: Expr, bound: Theorem) -> Theorem:
    """|D_t| <= |D_0|, where each update multiplies by a factor of size at most 1."""
    base = recall(ctx, AtMost(Abs(difference(0)), Abs(difference(0))))
    inner = ctx.also(AtMost(0, t), AtMost(Abs(difference(t)), Abs(difference(0))))
    inner = inner.also(*(specialise(inner, fact(inner, each), t) for each in SMALL_STEPS))
    factor = factor_of_update(delay)
    small = scale(inner, instantiate(inner, bound, {constant: alpha(t)}), Abs(difference(t)))
    step = (
        Chain(inner, Abs(difference(t + 1)))
        .to(
            Abs(factor) * Abs(difference(t)),
            specialise(inner, fact(inner, updated(delay)), t),
            absolute_product(inner, factor, difference(t)),
        )
        .by(small, Abs(difference(t)))
        .at_most(Abs(difference(0)))
        .qed()
    )
    return induction(given(), base, step, t, 0)


# -- even delays -----------------------------------------------------------------------------------


@cache
def even_bound() -> Theorem:
    """|1 - alpha x^{2m} (1 - x)| <= 1 for all -1 < x < 1."""
    return no_larger(given(WHOLE, Less(-1, x), Less(x, 1), *UNIT_STEP), x**even, constant)


@CLAIM.adds(
    "For an even delay no update with a step size of at most one enlarges the difference, whatever "
    "{p} is.",
    given=(*DISCOUNT, *PROBABILITY, WHOLE, *UNIT_STEP),
    says=AtMost(Abs(1 - constant * x_of_p**even * (1 - x_of_p)), 1),
)
def even_never() -> Theorem:
    """x^tau is a square, so 0 <= x^tau <= 1."""
    ctx = given(*DISCOUNT, *PROBABILITY, WHOLE, *UNIT_STEP)
    low = scale(ctx, recall(ctx, AtMost(-1, 2 * p - 1)), gamma)
    high = scale(ctx, recall(ctx, AtMost(2 * p - 1, 1)), gamma)
    return instantiate(ctx.also(low, high), even_bound(), {x: x_of_p})


@CLAIM.adds(
    "With an even delay and step sizes of at most one the difference is never larger than at "
    "the start.",
    given=(*DISCOUNT, *PROBABILITY, WHOLE, *SMALL_STEPS, updated(even)),
    says=BOUNDED_BY_START,
)
def even_stays_bounded() -> Theorem:
    """Induction on t."""
    ctx = given(*DISCOUNT, *PROBABILITY, WHOLE, *SMALL_STEPS, updated(even))
    return stays_bounded(ctx, even, even_never())


@CLAIM.adds(
    "On every reversible MRP no update with an even delay and a step size of at most one enlarges "
    "the error, in the norm weighted by the stationary distribution.",
    given=(*DISCOUNT, WHOLE, *UNIT_STEP),
    says=ReversibleBound(relaxed(constant, even), Rational(1)),
)
def reversible_never() -> Theorem:
    """The eigenvalues of z are real and between -gamma and gamma."""
    ctx = given(*DISCOUNT, WHOLE, *UNIT_STEP)
    inner = ctx.also(AtMost(-gamma, x), AtMost(x, gamma))
    return on_reversible(ctx, relaxed(constant, even), instantiate(inner, even_bound(), {}), x)


# -- every delay, on a cycle -----------------------------------------------------------------------


@CLAIM.adds(
    prose(
        "On the cycle of {} states {H} has an eigenvalue with the real part {} and the imaginary "
        "part {} for every mode {j}.",
        states,
        1 + growth_of(j),
        turning_of(j),
    ),
    given=(*DISCOUNT, DELAYED),
    says=CycleEigenvalue(delayed(), 1 + growth_of(j), turning_of(j), states, j),
)
def cycle_eigenvalues() -> Theorem:
    """tau + 1 steps lead back to the same state, tau steps to the one before."""
    ctx = given(*DISCOUNT, DELAYED)
    return evaluated_mode(ctx, delayed(), 1 + growth_of(j), turning_of(j))


@CLAIM.adds(
    prose(
        "The update with step size {alpha_t} multiplies the mode {j} by a number with the real "
        "part {} and the imaginary part {}.",
        1 + alpha(t) * growth_of(j),
        alpha(t) * turning_of(j),
    ),
    given=(*DISCOUNT, DELAYED),
    says=ForAll(
        t,
        0,
        CycleEigenvalue(
            relaxed(alpha(t)), 1 + alpha(t) * growth_of(j), alpha(t) * turning_of(j), states, j
        ),
    ),
)
def update_of_modes() -> Theorem:
    """1 + alpha_t (eigenvalue - 1)."""
    ctx = given(*DISCOUNT, DELAYED)
    real_part, imaginary = 1 + alpha(t) * growth_of(j), alpha(t) * turning_of(j)
    step = evaluated_mode(ctx.also(AtMost(0, t)), relaxed(alpha(t)), real_part, imaginary)
    return generalise(ctx, step, t, 0)


@CLAIM.adds(
    prose("The mode {} lies on the far side of the circle.", far),
    given=(DELAYED,),
    says=Less(CosTurn(far, states), 0),
)
def far_side() -> Theorem:
    """tau + 1 < 4j < 3 (tau + 1)."""
    ctx = given(DELAYED)
    return turn_sign(ctx.also(recall(ctx, AtMost(1, far))), CosTurn(far, states))


@CLAIM.adds(
    "The eigenvalue of that mode has a real part above one, for every delay and every discount.",
    given=(*DISCOUNT, DELAYED),
    says=Less(1, 1 + gamma ** (tau + 1) - gamma**tau * CosTurn(far, states)),
)
def far_mode() -> Theorem:
    """gamma is above 0, the cosine below."""
    ctx = given(*DISCOUNT, DELAYED).also(far_side())
    push = scale(ctx, recall(ctx, Less(0, gamma - CosTurn(far, states))), gamma**tau)
    return (
        Chain(ctx, 1)
        .less(1 + gamma**tau * (gamma - CosTurn(far, states)), push)
        .to(1 + gamma ** (tau + 1) - gamma**tau * CosTurn(far, states))
        .qed()
    )


#: the amplitude a + ib of that mode; the update multiplies it by 1 + alpha_t (g + i w)
growth, turning = growth_of(far), turning_of(far)
MODE = tuple(each.substitute({g: growth, w: turning}) for each in ROTATES)


@CLAIM.adds(
    prose(
        "On the cycle of {} states that mode grows without bound from every start that has it, "
        "for every delay, every discount and all step sizes with an infinite sum.",
        states,
    ),
    given=(*DISCOUNT, DELAYED, *STEPS, *MODE, Less(0, a(0) ** 2 + b(0) ** 2)),
    says=Not(Bounded(a(t) ** 2 + b(t) ** 2, t, 0)),
)
def cycle_diverges() -> Theorem:
    """Its eigenvalue has a real part above 1."""
    ctx = given(*DISCOUNT, DELAYED)
    ctx = ctx.also(recall(ctx.also(far_mode()), Less(0, growth)))
    return instantiate(ctx, step_sizes.spirals_outwards(), {g: growth, w: turning})


# -- the remark is false ---------------------------------------------------------------------------


#: discounts and probabilities that approach one and zero
discounts, stays = sequence("g"), sequence("p")
near = {gamma: discounts(k), p: stays(k)}
# A delay of two, however close they are.
CLAIM.refutes(
    "With any positive delay divergence is inevitable as {gamma} tends to one and {p} to zero.",
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
