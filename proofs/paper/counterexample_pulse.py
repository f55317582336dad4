"""counterexample:pulse: delayed TD(0) diverges on two states.

Paper: Section 4, counterexample 1 [13].

tau = 1, gamma = 9/10, and two states that are each kept with probability 2/5; no rewards, so that
v_pi = 0.  The operator has the eigenvalue 91/100 for (1, 1) and 3031/2500 for (1, -1).  An update
with step size alpha_t multiplies the difference of the two values by 1 + (531/2500) alpha_t: with
step sizes whose sum is infinite - a constant one, or annealed ones - it grows without bound unless
it is zero from the start.  On the diagonal the values converge to v_pi.
"""

from proofs.lemmas import step_sizes
from proofs.lemmas.delayed_td import delayed, relaxed
from proofs.lemmas.step_sizes import AT_MOST_ONE, STEPS, alpha, constant, t
from proofs.notation import gamma
from proofs.vocabulary import *

CLAIM = Claim(__name__)

NINE_TENTHS = Equal(gamma, Rational(9, 10))
stay = Rational(2, 5)
any_number = real("k")
diagonal, off_diagonal = Rational(91, 100), Rational(3031, 2500)
grown, shrunk = off_diagonal - 1, 1 - diagonal

#: v_t(s_1) - v_t(s_2), and v_t(s_1) + v_t(s_2)
difference, total = sequence("D"), sequence("S")
#: every update multiplies them by the eigenvalues of that update
DIFFERENCE = ForAll(t, 0, Equal(difference(t + 1), (1 + grown * alpha(t)) * difference(t)))
TOTAL = ForAll(t, 0, Equal(total(t + 1), (1 - shrunk * alpha(t)) * total(t)))
STEADY = ForAll(t, 0, Equal(difference(t + 1), (1 + grown * constant) * difference(t)))


def evaluated(ctx: Context, raw: Theorem, value: object) -> Theorem:
    """The eigenvalue as a number, gamma put in."""
    statement = raw.statement
    assert isinstance(statement, OnConstants | TwoStateEigenvalue)
    found = Chain(ctx, statement.rhs).to(value, fact(ctx, NINE_TENTHS)).qed()
    return same_eigenvalue(ctx, raw, found)


# -- eigenvalues -----------------------------------------------------------------------------------


@CLAIM.adds(
    prose("{H} has the eigenvalue {} for {}.", diagonal, (1, 1)),
    given=(NINE_TENTHS,),
    says=OnConstants(delayed(1), diagonal * any_number, any_number),
)
def on_the_diagonal() -> Theorem:
    """1 - gamma (1 - gamma)."""
    ctx = given(NINE_TENTHS)
    raw = on_constants(ctx, delayed(1), any_number)
    return evaluated(ctx, raw, diagonal * any_number)


@CLAIM.adds(
    prose("{H} has the eigenvalue {} for {}.", off_diagonal, (1, -1)),
    given=(NINE_TENTHS,),
    says=TwoStateEigenvalue(delayed(1), off_diagonal, stay),
)
def off_the_diagonal() -> Theorem:
    """x = gamma (2p - 1) = -9/50, and 1 - x (1 - x)."""
    ctx = given(NINE_TENTHS)
    return evaluated(ctx, on_difference(ctx, delayed(1), stay), off_diagonal)


@CLAIM.adds(
    prose(
        "The update with the step size {} multiplies what lies along {} by {}.",
        alpha(t),
        (1, -1),
        1 + grown * alpha(t),
    ),
    given=(NINE_TENTHS,),
    says=ForAll(t, 0, TwoStateEigenvalue(relaxed(alpha(t), 1), 1 + grown * alpha(t), stay)),
)
def update_off_the_diagonal() -> Theorem:
    """3031/2500 = 1 + 531/2500."""
    ctx = given(NINE_TENTHS, AtMost(0, t))
    raw = on_difference(ctx, relaxed(alpha(t), 1), stay)
    return generalise(given(NINE_TENTHS), evaluated(ctx, raw, 1 + grown * alpha(t)), t, 0)


@CLAIM.adds(
    prose("It multiplies what lies along {} by {}.", (1, 1), 1 - shrunk * alpha(t)),
    given=(NINE_TENTHS,),
    says=ForAll(
        t,
        0,
        OnConstants(relaxed(alpha(t), 1), (1 - shrunk * alpha(t)) * any_number, any_number),
    ),
)
def update_on_the_diagonal() -> Theorem:
    """91/100 = 1 - 9/100."""
    ctx = given(NINE_TENTHS, AtMost(0, t))
    raw = on_constants(ctx, relaxed(alpha(t), 1), any_number)
    value = (1 - shrunk * alpha(t)) * any_number
    return generalise(given(NINE_TENTHS), evaluated(ctx, raw, value), t, 0)


# -- what becomes of the values ------------------------------------------------------------------


@CLAIM.proves(
    "The difference of the two values grows without bound unless it is zero at the start, for all "
    "step sizes with an infinite sum.",
    given=(*STEPS, DIFFERENCE, NotEqual(difference(0), 0)),
    says=Not(Bounded(Abs(difference(t)), t, 0)),
)
def diverges() -> Theorem:
    """Its size is multiplied by 1 + (531/2500) alpha_t."""
    ctx = given(*STEPS, DIFFERENCE, NotEqual(difference(0), 0))
    return step_sizes.diverging(ctx, difference, DIFFERENCE, grown)


@CLAIM.adds(
    "In particular for every constant step size.",
    given=(Less(0, constant), STEADY, NotEqual(difference(0), 0)),
    says=Not(Bounded(Abs(difference(t)), t, 0)),
)
def diverges_with_constant_steps() -> Theorem:
    """alpha + alpha + ... is infinite."""
    ctx = given(Less(0, constant), STEADY, NotEqual(difference(0), 0))
    ctx = ctx.also(step_sizes.constant_steps(), recall(ctx, ForAll(t, 0, AtMost(0, constant))))
    return instantiate_sequence(ctx, diverges(), alpha, (t,), constant)


@CLAIM.adds(
    "On the diagonal the values converge to {v_pi}, which is zero, for all step sizes of at most "
    "one with an infinite sum.",
    given=(*STEPS, AT_MOST_ONE, TOTAL),
    says=TendsTo(Abs(total(t)), t, 0),
)
def converges_on_the_diagonal() -> Theorem:
    """Their sum is multiplied by 1 - (9/100) alpha_t."""
    return step_sizes.vanishing(given(*STEPS, AT_MOST_ONE, TOTAL), total, TOTAL, shrunk)


# -- evidence --------------------------------------------------------------------------------------


@CLAIM.evidence(lambda: draw.value_vectors(2), lambda: draw.rationals(0, 1, 10))
def on_drawn_values(values: Vector, step: Fraction) -> bool:
    """One update of drawn values, from the chain itself: no eigenvalue is used.

    What it makes of their difference and of their sum is compared.
    """
    mrp, ret = two_state("2/5", "9/10"), DelayedReturn(1)
    target = mrp.operator(ret, values)
    after = [v + step * (w - v) for v, w in zip(values, target, strict=True)]
    return after[0] - after[1] == (1 + Fraction(531, 2500) * step) * (
        values[0] - values[1]
    ) and after[0] + after[1] == (1 - Fraction(9, 100) * step) * (values[0] + values[1])
