"""eq:delayed_pulse: delayed TD(0) and its fixed points.

Paper: Section 4, equation 10.
"""

from proofs.lemmas.delayed_td import DELAYED, SOME_DELAY, delayed, tau
from proofs.notation import BOUNDED, DISCOUNT, INSIDE, h, i, n, r, td_error_form, v, v_pi, z
from proofs.vocabulary import *

CLAIM = Claim(__name__)

#: the only eligibility is h_tau = 1
PULSE = (
    ForAll(i, 0, Equal(h(i), 0), tau - 1),
    Equal(h(tau), 1),
    ForAll(i, tau + 1, Equal(h(i), 0)),
)
pulsed = v + z**tau * (r + z * v - v)
contracted = -(z**tau) * (1 - z) * (v - v_pi)
#: P is nonsingular (gamma > 0, so P v = 0 and z v = 0 say the same)
NONSINGULAR = ZeroOnlyAt(z * v, 0)

CLAIM.reading(
    prose(
        "The operator is that of the expected update with a step size of one, for any rewards. The "
        "paper calls {v_pi} the fixed point because the TD errors vanish there. So we read two "
        "assertions: that it is a fixed point, and that there is no other, as the definition of a "
        "contraction mapping asks for in the section after."
    )
)
CLAIM.idea(
    prose(
        "The expected update is {}. It vanishes at {v_pi}. It vanishes elsewhere exactly if {} "
        "does for some vector but zero, because {} has an inverse: if there is a delay, exactly if "
        "the transition matrix is singular.",
        contracted,
        z**tau * (v - v_pi),
        1 - z,
    )
)


@CLAIM.proves(
    prose(
        "The return with the eligibility one for the TD error {} steps ahead, and none for the "
        "others, has the operator {}.",
        tau,
        pulsed,
    ),
    given=(*DISCOUNT, SOME_DELAY, *PULSE),
    says=OperatorEqual(td_error_form(), pulsed),
)
def operator() -> Theorem:
    """sum_i h_i z^i has one term, z^tau."""
    ground = given(*DISCOUNT, SOME_DELAY, *PULSE)
    vanishing = like(ground, fact(ground, PULSE[2]), limit(ground, Integer(0), i))
    ground = ground.also(recall(ground.also(vanishing), BOUNDED))
    ctx = ground.also(INSIDE)
    whole, rest = series(h(i) * z**i, i, 0), series(h(i) * z**i, i, tau)
    before, after = series(h(i) * z**i, i, 0, tau - 1), series(h(i) * z**i, i, tau + 1)
    error = r + z * v - v
    scalar = (
        Chain(ctx, td_error_form())
        .to(v + (before + rest) * error, split(ctx, whole, tau - 1))
        .to(v + (before + h(tau) * z**tau + after) * error, peel_first(ctx, rest))
        .to(
            v + z**tau * error,
            no_pulse(ctx, before, PULSE[0]),
            no_pulse(ctx, after, PULSE[2]),
            fact(ctx, PULSE[1]),
        )
        .qed()
    )
    return lift(ground, scalar)


def no_pulse(ctx: Context, total: Expr, none: Statement) -> Theorem:
    """Before and after the pulse the eligibilities are zero."""
    inner, _ = summand(ctx, total)
    bare = each_term(ctx, total, 0, specialise(inner, fact(inner, none), i))
    return Chain(ctx, total).to(0, bare, zeros(ctx, series(0, *open_sum(total)[1:]))).qed()


@CLAIM.lemma(
    prose("The expected update is {}.", contracted),
    given=(*DISCOUNT, SOME_DELAY),
    says=OperatorEqual(delayed() - v, contracted),
)
def expected_update() -> Theorem:
    """A Bellman update moves {v} by minus the error, multiplied by {1 - z}."""
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


@CLAIM.lemma(
    "If {v_pi} is the only fixed point and there is a delay, then {P} is nonsingular.",
    given=(*DISCOUNT, DELAYED, ZeroOnlyAt(delayed() - v, v_pi)),
    says=NONSINGULAR,
)
def nonsingular_if_only() -> Theorem:
    """{z} is a factor of the power, if there is a delay."""
    ctx = given(*DISCOUNT, DELAYED, ZeroOnlyAt(delayed() - v, v_pi))
    update = cut(recall(ctx, SOME_DELAY), expected_update())
    matrix = kernel_of(ctx, ctx.facts[-1], update, -(z**tau) * (1 - z))
    return nonsingular_factor(ctx, matrix, -(z ** (tau - 1)) * (1 - z), z)


@CLAIM.adds(
    "If there is a delay, {v_pi} is the only fixed point exactly if {P} is nonsingular.",
    given=(*DISCOUNT, DELAYED),
    says=Equivalent(ZeroOnlyAt(delayed() - v, v_pi), NONSINGULAR),
)
def only_fixed_point_exactly() -> Theorem:
    """One way is the theorem above, the other that z is a factor of the matrix."""
    ctx = given(*DISCOUNT, DELAYED)
    sides = Equivalent(ZeroOnlyAt(delayed() - v, v_pi), NONSINGULAR)
    only = instantiate(ctx.also(recall(ctx, SOME_DELAY)), only_fixed_point(), {})
    return equivalent(ctx, sides, nonsingular_if_only(), only)


@CLAIM.adds(
    prose(
        "It need not be: where two states are left and kept equally often, {} has the eigenvalue "
        "one, so that {v_pi} plus any multiple of {} is a fixed point.",
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
