"""counterexample:pulse: delayed TD(0) diverges on two states.

Paper: Section 4, counterexample 1 [13].
"""

from proofs.lemmas.delayed_td import delayed, p, relaxed
from proofs.lemmas.step_sizes import AT_MOST_ONE, STEPS, alpha, t
from proofs.lemmas.two_states import (
    APART,
    DIVERGES,
    TOGETHER,
    along,
    apart,
    both_vanish,
    eta,
    multiplies,
    size,
    together,
    updates,
    values_diverge,
    x,
    xi,
    y,
)
from proofs.notation import gamma
from proofs.vocabulary import *

CLAIM = Claim(__name__)

NUMBERS = (Equal(gamma, Rational(9, 10)), Equal(p, Rational(2, 5)))
UPDATES = updates(1, p)
any_number = real("k")
diagonal, off_diagonal = Rational(91, 100), Rational(3031, 2500)
grown, shrunk = off_diagonal - 1, 1 - diagonal
GROWS, SHRINKS = (
    multiplies(apart, 1 + grown * alpha(t)),
    multiplies(together, 1 - shrunk * alpha(t)),
)
OFF_DIAGONAL = ForAll(t, 0, TwoStateEigenvalue(relaxed(alpha(t), 1), 1 + grown * alpha(t), p))
ON_DIAGONAL = ForAll(
    t, 0, OnConstants(relaxed(alpha(t), 1), (1 - shrunk * alpha(t)) * any_number, any_number)
)

CLAIM.reading(
    prose(
        "The updates are the expected ones, of both states at once. After {t} of them the states "
        "have the values {} and {}, and the TD errors {} and {} are expected in them. The delay is "
        "one, so a state is updated by the TD error of its successor, times {}; the successor is "
        "the same state with probability {p}. To diverge means that the values grow without bound, "
        "for all step sizes {alpha_t} that are not negative and have an infinite sum, constant "
        "ones or annealed ones.",
        x(t),
        y(t),
        xi(t),
        eta(t),
        gamma,
    )
)
CLAIM.idea(
    prose(
        "A state is left more often than it is kept. So where the values differ, the TD error that "
        "a state is updated by belongs more often to the other state, and it has the wrong sign: "
        "every update multiplies the difference of the values by {}, which is more than one. What "
        "the values have in common is multiplied by {} and vanishes.",
        1 + grown * alpha(t),
        1 - shrunk * alpha(t),
    )
)


def evaluated(ctx: Context, raw: Theorem, value: object) -> Theorem:
    """The eigenvalue as a number, gamma and p put in."""
    statement = raw.statement
    assert isinstance(statement, OnConstants | TwoStateEigenvalue)
    known = [fact(ctx, each) for each in NUMBERS]
    known = known[:1] if isinstance(statement, OnConstants) else known
    return same_eigenvalue(ctx, raw, Chain(ctx, statement.rhs).to(value, *known).qed())


# -- what an update does ---------------------------------------------------------------------------


@CLAIM.lemma(
    prose("An update multiplies the difference of the two values by {}.", 1 + grown * alpha(t)),
    given=(*NUMBERS, *UPDATES),
    says=GROWS,
)
def difference_grows() -> Theorem:
    """The difference of the TD errors is a multiple of that of the values."""
    ctx = given(*NUMBERS, *UPDATES)
    return along(ctx, UPDATES, 1, p, apart, 1 + grown * alpha(t), *ctx.facts[:2])


@CLAIM.adds(
    prose("An update multiplies the sum of the two values by {}.", 1 - shrunk * alpha(t)),
    given=(*NUMBERS, *UPDATES),
    says=SHRINKS,
)
def sum_shrinks() -> Theorem:
    """The sum of the TD errors is gamma - 1 times that of the values."""
    ctx = given(*NUMBERS, *UPDATES)
    return along(ctx, UPDATES, 1, p, together, 1 - shrunk * alpha(t), *ctx.facts[:1])


@CLAIM.adds(
    prose(
        "That is what the operator of delayed TD(0) does on this MRP: with the step size {alpha_t} "
        "it multiplies what lies along {} by {}, and what lies along {} by {}. So the updates that "
        "are written out here are its updates, as all values are made of two such parts.",
        (1, -1),
        1 + grown * alpha(t),
        (1, 1),
        1 - shrunk * alpha(t),
    ),
    given=NUMBERS,
    says=And(OFF_DIAGONAL, ON_DIAGONAL),
)
def the_operator_does_the_same() -> Theorem:
    """P has the eigenvalue 2p - 1 for (1, -1) and the eigenvalue one for (1, 1)."""
    ctx = given(*NUMBERS)
    inner = ctx.also(AtMost(0, t))
    off = evaluated(inner, on_difference(inner, relaxed(alpha(t), 1), p), 1 + grown * alpha(t))
    raw = on_constants(inner, relaxed(alpha(t), 1), any_number)
    on = evaluated(inner, raw, (1 - shrunk * alpha(t)) * any_number)
    return both(ctx, generalise(ctx, off, t, 0), generalise(ctx, on, t, 0))


# -- what becomes of the values --------------------------------------------------------------------


@CLAIM.proves(
    prose(
        "On the two states, in each of which the process stays with probability {}, without "
        "rewards and with the discount {}, delayed TD(0) with a delay of one diverges from every "
        "start at which the two values differ, for all step sizes with an infinite sum.",
        Rational(2, 5),
        Rational(9, 10),
    ),
    given=(*NUMBERS, *STEPS, *UPDATES, APART),
    says=DIVERGES,
)
def diverges() -> Theorem:
    """The difference of the values is multiplied by 1 + (531/2500) alpha_t."""
    ctx = given(*NUMBERS, *STEPS, *UPDATES, APART).also(difference_grows())
    return values_diverge(ctx, grown)


@CLAIM.adds(
    "From equal values both converge to zero, which is {v_pi}, for all step sizes of at most one "
    "with an infinite sum.",
    given=(*NUMBERS, *STEPS, AT_MOST_ONE, *UPDATES, TOGETHER),
    says=TendsTo(size, t, 0),
)
def converges_on_the_diagonal() -> Theorem:
    """The values stay equal, and their sum is multiplied by 1 - (9/100) alpha_t."""
    ctx = given(*NUMBERS, *STEPS, AT_MOST_ONE, *UPDATES, TOGETHER)
    ctx = ctx.also(difference_grows(), sum_shrinks())
    return both_vanish(ctx, GROWS, SHRINKS, shrunk)


@CLAIM.adds(
    "With step sizes of at most one it diverges exactly from these starts.",
    given=(*NUMBERS, *STEPS, AT_MOST_ONE, *UPDATES),
    says=Equivalent(DIVERGES, APART),
)
def diverges_exactly_off_the_diagonal() -> Theorem:
    """What converges is bounded."""
    ctx = given(*NUMBERS, *STEPS, AT_MOST_ONE, *UPDATES)
    bounded = recall(ctx.also(converges_on_the_diagonal()), Bounded(size, t, 0))
    differ = contradiction(ctx.also(DIVERGES), TOGETHER, bounded)
    return equivalent(ctx, Equivalent(DIVERGES, APART), differ, diverges())


# -- the eigenvalues -------------------------------------------------------------------------------


@CLAIM.adds(
    prose("{H} has the eigenvalue {} for {}.", diagonal, (1, 1)),
    given=NUMBERS,
    says=OnConstants(delayed(1), diagonal * any_number, any_number),
)
def on_the_diagonal() -> Theorem:
    """1 - gamma (1 - gamma)."""
    ctx = given(*NUMBERS)
    return evaluated(ctx, on_constants(ctx, delayed(1), any_number), diagonal * any_number)


@CLAIM.adds(
    prose("{H} has the eigenvalue {} for {}.", off_diagonal, (1, -1)),
    given=NUMBERS,
    says=TwoStateEigenvalue(delayed(1), off_diagonal, p),
)
def off_the_diagonal() -> Theorem:
    """x = gamma (2p - 1) = -9/50, and 1 - x (1 - x)."""
    ctx = given(*NUMBERS)
    return evaluated(ctx, on_difference(ctx, delayed(1), p), off_diagonal)


# -- evidence --------------------------------------------------------------------------------------


@CLAIM.evidence(lambda: draw.value_vectors(2), lambda: draw.rationals(0, 1, 10))
def on_drawn_values(values: Vector, step: Fraction) -> bool:
    """One update of drawn values, from the chain itself: no eigenvalue is used.

    It is compared with the one that is written out above, and so are their difference and sum.
    """
    mrp, ret = two_state("2/5", "9/10"), DelayedReturn(1)
    target = mrp.operator(ret, values)
    first, second = (v + step * (w - v) for v, w in zip(values, target, strict=True))
    discount, stay = Fraction(9, 10), Fraction(2, 5)
    errors = [
        discount * (stay * own + (1 - stay) * other) - own for own, other in (values, values[::-1])
    ]
    return (
        first == values[0] + step * discount * (stay * errors[0] + (1 - stay) * errors[1])
        and second == values[1] + step * discount * ((1 - stay) * errors[0] + stay * errors[1])
        and first - second == (1 + Fraction(531, 2500) * step) * (values[0] - values[1])
        and first + second == (1 - Fraction(9, 100) * step) * (values[0] + values[1])
    )
