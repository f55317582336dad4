"""two-state-delays: which delays diverge on two states, and why no even one does.

Paper: beyond it, for the counterexample of Section 4 [2].
"""

from numeric_checks.processes.delayed import diverges_on_two_states, predicted_region
from numeric_checks.processes.spectra import Fate, fate
from proofs.lemmas.delayed_td import (
    DELAYED,
    PROBABILITY,
    SOME_DELAY,
    p,
    relaxed,
    tau,
    x_of_p,
)
from proofs.lemmas.step_sizes import AT_MOST_ONE, STEPS, alpha, constant, t
from proofs.lemmas.two_states import (
    APART,
    CAREFUL,
    DIVERGES,
    along,
    apart,
    eta,
    multiplies,
    never_larger,
    power_of_x,
    sigma,
    size,
    together,
    updates,
    values_bounded,
    values_diverge,
    x,
    xi,
    y,
)
from proofs.notation import DISCOUNT, gamma, m, n
from proofs.vocabulary import *

CLAIM = Claim(__name__)

q = real("q")
#: the delay is 2m + 1, or 2m
ODD, EVEN, WHOLE = Equal(tau, 2 * m + 1), Equal(tau, 2 * m), AtMost(0, m)
LEAVES, STAYS = Less(p, Rational(1, 2)), AtMost(Rational(1, 2), p)
UPDATES = updates(tau, sigma(tau))
UNIT_STEP = (AtMost(0, constant), AtMost(constant, 1))
factor = 1 - alpha(t) * x_of_p**tau * (1 - x_of_p)
#: the factor is 1 + alpha_t times this
rate = -(x_of_p**tau) * (1 - x_of_p)
factor_of_sum = 1 - alpha(t) * gamma**tau * (1 - gamma)
any_number = real("k")

CLAIM.reading(
    prose(
        "On the two states of the counterexample there are no rewards, and the process stays in "
        "each with probability {p}. "
        "After {t} expected updates of both they have the values {} and {}, and the TD errors {} "
        "and {} are expected in them. A state is updated by the TD error {} steps later, times {}; "
        "with probability {} it comes from the same state.",
        x(t),
        y(t),
        xi(t),
        eta(t),
        tau,
        gamma**tau,
        sigma(tau),
    )
)
CLAIM.idea(
    prose(
        "An update multiplies the difference of the values by {}. Where {}, the number {} is "
        "negative, and so are its odd powers: the difference grows. Otherwise none of its powers "
        "is negative, and no even power ever is: then the difference does not grow. On a "
        "reversible MRP the eigenvalues of the transition matrix are real as well, so that its "
        "even powers have none that is negative.",
        factor,
        LEAVES,
        x_of_p,
    )
)


# -- what an update does ---------------------------------------------------------------------------


@CLAIM.lemma(
    prose("On two states an update multiplies the difference of the values by {}.", factor),
    given=(SOME_DELAY, *UPDATES),
    says=multiplies(apart, factor),
)
def update_of_difference() -> Theorem:
    """The probabilities of being in the same state and in the other differ by {(2·p - 1)^tau}."""
    ctx = given(SOME_DELAY, *UPDATES)
    return along(
        ctx, UPDATES, tau, sigma(tau), apart, factor, unfold(ctx, sigma, tau), power_of_x()
    )


@CLAIM.lemma(
    prose("An update multiplies the sum of the two values by {}.", factor_of_sum),
    given=(SOME_DELAY, *UPDATES),
    says=multiplies(together, factor_of_sum),
)
def update_of_sum() -> Theorem:
    """The sum of the TD errors is {gamma - 1} times that of the values."""
    return along(given(SOME_DELAY, *UPDATES), UPDATES, tau, sigma(tau), together, factor_of_sum)


# -- powers of gamma (2p - 1) ----------------------------------------------------------------------


@cache
def no_larger() -> Theorem:
    """|1 - alpha q^tau (1 - q)| <= 1 where -1 < q < 1, 0 <= q^tau and 0 <= alpha <= 1."""
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
    given=(*DISCOUNT, *PROBABILITY, SOME_DELAY, *CAREFUL, *UPDATES, AtMost(0, x_of_p**tau)),
    says=Bounded(size, t, 0),
)
def bounded_where_the_power_is_not_negative() -> Theorem:
    """Neither the difference nor the sum of the two values ever grows."""
    ctx = inside(given(*DISCOUNT, *PROBABILITY, SOME_DELAY, *CAREFUL, *UPDATES))
    ctx = ctx.also(AtMost(0, x_of_p**tau))
    inner = ctx.also(AtMost(0, t))
    inner = inner.also(*(specialise(inner, fact(inner, each), t) for each in CAREFUL))
    never = (
        never_larger(
            ctx, error, update, instantiate(inner, no_larger(), {q: base, constant: alpha(t)})
        )
        for error, update, base in (
            (apart, update_of_difference(), x_of_p),
            (together, update_of_sum(), gamma),
        )
    )
    return values_bounded(ctx, *never)


@CLAIM.lemma(
    prose(
        "With an odd delay and {} each update multiplies the difference of the values by more than "
        "one, whatever the discount.",
        LEAVES,
    ),
    given=(*DISCOUNT, ODD, LEAVES),
    says=Less(0, rate),
)
def odd_powers_grow() -> Theorem:
    """An odd power of a negative number is negative."""
    ctx = given(Less(q, 0))
    even = recall(ctx, Less(0, q ** (2 * m)))
    product = scale(ctx, scale(ctx, even, -q), 1 - q)
    grows = Chain(ctx, 0).less(-q * q ** (2 * m) * (1 - q), product)
    power = grows.to(-(q ** (2 * m + 1)) * (1 - q)).qed()
    ctx = given(*DISCOUNT, ODD, LEAVES)
    below = scale(ctx, recall(ctx, Less(2 * p - 1, 0)), gamma)
    at_x = instantiate(ctx.also(below), power, {q: x_of_p})
    return Chain(ctx, 0).by(at_x).to(rate, fact(ctx, ODD)).qed()


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
    """The difference of the values is multiplied by more than one."""
    ctx = given(*DISCOUNT, ODD, WHOLE, LEAVES, *STEPS, *UPDATES, APART)
    return values_diverge(ctx.also(odd_powers_grow(), update_of_difference()), rate)


@CLAIM.adds(
    prose(
        "On the two states an odd delay diverges exactly if each state is left more often than "
        "not, whatever the discount: from every start at which the values differ, for step sizes "
        "of at most one with an infinite sum."
    ),
    given=(*DISCOUNT, *PROBABILITY, ODD, WHOLE, *STEPS, AT_MOST_ONE, *UPDATES, APART),
    says=Equivalent(DIVERGES, LEAVES),
)
def odd_delays() -> Theorem:
    """Otherwise no power is negative."""
    ctx = given(*DISCOUNT, *PROBABILITY, ODD, WHOLE, *STEPS, AT_MOST_ONE, *UPDATES, APART)
    stays = ctx.also(STAYS)
    stays = stays.also(
        recall(stays, SOME_DELAY), scale(stays, recall(stays, AtMost(0, 2 * p - 1)), gamma)
    )
    power = instantiate(
        stays, recall(given(AtMost(0, q), AtMost(0, tau)), AtMost(0, q**tau)), {q: x_of_p}
    )
    bounded = instantiate(stays.also(power), bounded_where_the_power_is_not_negative(), {})
    leaves = contradiction(ctx.also(DIVERGES), STAYS, bounded)
    return equivalent(
        ctx, Equivalent(DIVERGES, LEAVES), otherwise(ctx, leaves), odd_delays_diverge()
    )


@CLAIM.adds(
    "On the two states an even delay never diverges, whatever the discount and the probability, "
    "with step sizes of at most one.",
    given=(*DISCOUNT, *PROBABILITY, EVEN, WHOLE, *CAREFUL, *UPDATES),
    says=Bounded(size, t, 0),
)
def even_delays() -> Theorem:
    """An even power is not negative."""
    ctx = given(*DISCOUNT, *PROBABILITY, EVEN, WHOLE, *CAREFUL, *UPDATES)
    ctx = ctx.also(recall(ctx, SOME_DELAY))
    return instantiate(
        ctx.also(even_power(ctx, x_of_p)), bounded_where_the_power_is_not_negative(), {}
    )


@CLAIM.adds(
    "Nor does an even delay diverge on any reversible MRP: no update with a step size of at most "
    "one enlarges the error, in the norm weighted by the stationary distribution.",
    given=(*DISCOUNT, EVEN, WHOLE, *UNIT_STEP),
    says=ReversibleBound(relaxed(constant), Rational(1)),
)
def reversible_never() -> Theorem:
    """The eigenvalues of z are real and between -gamma and gamma."""
    ctx = given(*DISCOUNT, EVEN, WHOLE, *UNIT_STEP)
    inner = ctx.also(AtMost(-gamma, q), AtMost(q, gamma))
    bound = instantiate(inner.also(even_power(inner, q)), no_larger(), {})
    return on_reversible(ctx, relaxed(constant), bound, q)


# -- the update that is written out is delayed TD(0) -----------------------------------------------


@CLAIM.adds(
    prose(
        "{} is the probability of being in the same state again {n} steps later.",
        sigma(n),
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


@CLAIM.adds(
    prose(
        "The updates that are written out here are those of the operator of delayed TD(0): on "
        "these two states it multiplies what lies along {} by the same number as they do the "
        "difference, and what lies along {} by the same as they do the sum.",
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


# -- evidence --------------------------------------------------------------------------------------


@CLAIM.evidence(lambda: draw.lengths(6), lambda: draw.rationals(0, 1, 10), draw.discounts)
def on_drawn_chains(delay: int, stay: Fraction, discount: Fraction) -> bool:
    """Whether the update diverges, decided from its matrix: no formula for an eigenvalue is used.

    And one update of two values, from the chain: it is the one written out.
    """
    values = (Fraction(2), Fraction(-1, 3))
    target = two_state(stay, discount).operator(DelayedReturn(delay), values)
    same = (1 + (2 * stay - 1) ** delay) / 2
    errors = [
        discount * (stay * own + (1 - stay) * other) - own for own, other in (values, values[::-1])
    ]
    written = [
        v + discount**delay * (same * own + (1 - same) * other)
        for v, own, other in zip(values, errors, errors[::-1], strict=True)
    ]
    return list(target) == written and (
        diverges_on_two_states(delay, stay, discount) == predicted_region(delay, stay, discount)
    )


@CLAIM.evidence(draw_mrps.reversible_mrps, lambda: draw.lengths(3))
def on_drawn_reversible_mrps(mrp: MRP, half: int) -> bool:
    """Whether an even delay diverges, from the matrix: that the chain is reversible is not used."""
    return fate(mrp, DelayedReturn(2 * half)) is not Fate.DIVERGES
