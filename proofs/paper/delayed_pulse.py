"""eq:delayed_pulse: delayed TD(0) and its fixed points.

Paper: Section 4, equation 10.

With the single eligibility h_tau = 1 the operator is H v = v + z^tau (T v - v), z = gamma P.  The
true values v_pi are *a* fixed point for every delay.  They are *the* fixed point, the only one, if
and only if P is nonsingular (for tau >= 1): where P w = 0, every v_pi + w is a fixed point too.
The two-state chain with p = 1/2 has a line of them.
"""

from proofs.lemmas.delayed_td import DELAYED, SOME_DELAY, delayed, tau
from proofs.notation import DISCOUNT, INSIDE, i, n, r, td_error_form, v, v_pi, z
from proofs.vocabulary import *

CLAIM = Claim(__name__)

pulse = DelayedReturn(tau).h
pulsed = v + z**tau * (r + z * v - v)
contracted = -(z**tau) * (1 - z) * (v - v_pi)
#: P is nonsingular (gamma > 0, so P v = 0 and z v = 0 say the same)
NONSINGULAR = ZeroOnlyAt(z * v, 0)


@CLAIM.proves(
    prose(
        "The return with the eligibility one for the TD error {} steps ahead, and none for the "
        "others, has the operator {}.",
        tau,
        pulsed,
    ),
    given=(*DISCOUNT, SOME_DELAY),
    says=OperatorEqual(td_error_form(pulse), pulsed),
)
def operator() -> Theorem:
    """sum_i h_i z^i has one term, z^tau."""
    ctx = given(INSIDE, SOME_DELAY)
    whole = series(pulse(i) * z**i, i, 0)
    before, after = series(pulse(i) * z**i, i, 0, tau - 1), series(pulse(i) * z**i, i, tau + 1)
    one = Chain(ctx, pulse(tau)).to(1, *settled(ctx, tau)).qed()
    error, rest = r + z * v - v, series(pulse(i) * z**i, i, tau)
    scalar = (
        Chain(ctx, td_error_form(pulse))
        .to(v + (before + rest) * error, split(ctx, whole, tau - 1))
        .to(v + (pulse(tau) * z**tau + after) * error, no_pulse(ctx, before), peel_first(ctx, rest))
        .to(v + z**tau * error, no_pulse(ctx, after), one)
        .qed()
    )
    return lift(given(*DISCOUNT, SOME_DELAY), scalar)


def settled(ctx: Context, place: Expr) -> tuple[Theorem, ...]:
    """The conditionals in h_i, one inside the other, decided from the context."""
    found, term = [], pulse(place)
    while not term.is_number:
        found.append(conditional(ctx, term))
        statement = found[-1].statement
        assert isinstance(statement, Equal)
        term = statement.rhs
    return tuple(found)


def no_pulse(ctx: Context, total: Expr) -> Theorem:
    """Before and after the pulse the eligibilities are zero."""
    inner, _ = summand(ctx, total)
    bare = each_term(ctx, total, 0, *settled(inner, i))
    statement = bare.statement
    assert isinstance(statement, Equal)
    return Chain(ctx, total).to(0, bare, zeros(ctx, statement.rhs)).qed()


@CLAIM.adds(
    prose("The expected update is {}.", contracted),
    given=(*DISCOUNT, SOME_DELAY),
    says=OperatorEqual(delayed() - v, contracted),
)
def expected_update() -> Theorem:
    """T v - v = -(1 - z) (v - v_pi)."""
    ctx = given(INSIDE, SOME_DELAY)
    scalar = (
        Chain(ctx, delayed() - v)
        .to(z**tau * (r + z * v - v))
        .to(-(z**tau) * (1 - z) * (v - v_pi))
        .qed()
    )
    return lift(given(*DISCOUNT, SOME_DELAY), scalar)


@CLAIM.proves(
    "{v_pi} is a fixed point for every delay.",
    given=(*DISCOUNT, SOME_DELAY),
    says=OperatorEqual(v_pi + z**tau * (r + z * v_pi - v_pi), v_pi),
)
def fixed_point() -> Theorem:
    """T v_pi - v_pi = 0."""
    ctx = given(INSIDE, SOME_DELAY)
    scalar = Chain(ctx, v_pi + z**tau * (r + z * v_pi - v_pi)).to(v_pi).qed()
    return lift(given(*DISCOUNT, SOME_DELAY), scalar)


# -- when there is no other ----------------------------------------------------------------------


def powers_nonsingular() -> Theorem:
    """z^n v = 0 only for v = 0, by induction on n."""
    ctx = given(*DISCOUNT)
    base = nonsingular_factor(ctx, invertible(ctx), 1 - z, 1)
    inner = ctx.also(AtMost(0, n), ZeroOnlyAt(z**n * v, 0), NONSINGULAR)
    product = nonsingular_product(inner, inner.facts[-1], inner.facts[-2])
    step = nonsingular_factor(inner, product, 1, z ** (n + 1))
    return induction(ctx, base, step, n, 0)


@CLAIM.proves(
    "{v_pi} is the only fixed point.",
    given=(*DISCOUNT, SOME_DELAY),
    says=ZeroOnlyAt(delayed() - v, v_pi),
)
def only_fixed_point() -> Theorem:
    """H v = v says z^tau (1 - z) (v - v_pi) = 0."""
    ctx = given(*DISCOUNT, SOME_DELAY)
    power = specialise(ctx, powers_nonsingular(), tau)
    matrix = nonsingular_product(ctx, power, invertible(ctx))
    negative = nonsingular_factor(ctx, matrix, -1, -(z**tau) * (1 - z))
    return only_solution(ctx, negative, expected_update(), v_pi)


@CLAIM.adds(
    "If {v_pi} is the only fixed point and there is a delay, then {P} is nonsingular.",
    given=(*DISCOUNT, DELAYED, ZeroOnlyAt(delayed() - v, v_pi)),
    says=NONSINGULAR,
)
def nonsingular_if_only() -> Theorem:
    """z is a factor of z^tau (1 - z)."""
    ctx = given(*DISCOUNT, DELAYED, ZeroOnlyAt(delayed() - v, v_pi))
    update = cut(recall(ctx, SOME_DELAY), expected_update())
    matrix = kernel_of(ctx, ctx.facts[-1], update, -(z**tau) * (1 - z))
    return nonsingular_factor(ctx, matrix, -(z ** (tau - 1)) * (1 - z), z)


@CLAIM.adds(
    prose(
        "Where the two states are left and kept equally often, {} has the eigenvalue one, so that "
        "{v_pi} plus any multiple of {} is a fixed point.",
        (1, -1),
        (1, -1),
    ),
    given=(*DISCOUNT, DELAYED),
    says=TwoStateEigenvalue(delayed(), Rational(1), Rational(1, 2)),
)
def line_of_fixed_points() -> Theorem:
    """0^tau = 0."""
    ctx = given(*DISCOUNT, DELAYED)
    raw = on_difference(ctx, delayed(), Rational(1, 2))
    statement = raw.statement
    assert isinstance(statement, TwoStateEigenvalue)
    zero, next_one = (recall(ctx, Equal(0**power, 0)) for power in (tau, tau + 1))
    value = Chain(ctx, statement.rhs).to(1, zero, next_one).qed()
    return same_eigenvalue(ctx, raw, value)


# -- why P must be nonsingular -------------------------------------------------------------------


# P (1, -1) = 0.
CLAIM.needs(
    only_fixed_point, NONSINGULAR, at=Instance.of({tau: 1}, {}, two_state("1/2", "9/10", [1, 0]))
)
