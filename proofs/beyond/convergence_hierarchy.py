"""convergence-hierarchy: four conditions for convergence, each weaker than the one before.

Paper: beyond it, on proposition 2 and equation 13 [8].

Let f(z) = (1 - z) h(z), so that 1 - f(z) is the operator's matrix at z = gamma P.  For a return
with h_0 = 1, weak recency gives the modulus beta <= gamma < 1; beta < 1 gives |1 - f| <= beta < 1
on the circle |z| = gamma, and so a contraction in the norm of every stationary distribution; and
|1 - f| <= b < 1 there gives Re f >= 1 - b > 0, with which small steps converge.  No implication
can be reversed.
"""

from proofs.beyond import convex_margin, cycle_criterion, two_term_violators
from proofs.beyond.convex_margin import MODE, at_every_angle, margin, real_part
from proofs.beyond.cycle_criterion import growth, turning
from proofs.beyond.two_term_violators import e
from proofs.lemmas import angles
from proofs.lemmas.finite_returns import FiniteReturn
from proofs.notation import (
    BOUNDED,
    DISCOUNT,
    WEAK_RECENCY,
    bellman,
    gamma,
    h,
    j,
    k,
    n,
    td_error_form,
    weak_recency,
)
from proofs.paper import linear_contraction
from proofs.paper.linear_contraction import CYCLE, general_beta, sorted_form
from proofs.vocabulary import *

CLAIM = Claim(__name__)

b, x, y = real("b"), real("x"), real("y")
ONE = Equal(h(0), 1)
#: |1 - f|^2 at the angle j/k of a turn
size = (1 + growth) ** 2 + turning**2
NOT_NEGATIVE = AtMost(0, b)
INSIDE_A_DISC = ForAll(k, 1, ForAll(j, 0, AtMost(size, b**2)))


# -- the implications ------------------------------------------------------------------------------


@CLAIM.adds(
    prose("Weak recency with {} makes the operator contract by {gamma}, which is below one.", ONE),
    given=(*DISCOUNT, *WEAK_RECENCY, ONE),
    says=Contracts(td_error_form(), gamma),
)
def recency_contracts() -> Theorem:
    """beta = 1 - f(gamma) <= 1 - (1 - gamma) h_0."""
    ctx = convex_margin.falling().also(ONE)
    one = fact(ctx, ONE)
    modulus = cut(recall(given(ONE), AtMost(h(0), 1)), convex_margin.margin_and_modulus())
    at_most_gamma = (
        Chain(ctx, general_beta)
        .combine(1 - margin, (1, convex_margin.under_recency(modulus)))
        .at_most(1 - (1 - gamma) * h(0), convex_margin.at_least())
        .to(gamma, one)
        .qed()
    )
    general = convex_margin.under_recency(linear_contraction.general_modulus())
    return smaller_modulus(ctx, general, at_most_gamma)


@CLAIM.adds(
    prose(
        "On every mode of every cycle the eigenvalue of the operator has a size whose square {} is "
        "at most {}.",
        size,
        general_beta**2,
    ),
    given=(*DISCOUNT, BOUNDED),
    says=ForAll(k, 1, ForAll(j, 0, AtMost(size, general_beta**2))),
)
def modulus_bounds_modes() -> Theorem:
    """An eigenvalue on a cycle is at most the norm of the operator."""
    ctx = linear_contraction.ground()
    norm = contraction(ctx, sorted_form)
    bound = mode_size(ctx.also(CYCLE), norm, cycle_criterion.eigenvalues())
    return at_every_angle(bound)


@CLAIM.adds(
    prose(
        "If that square is nowhere above {}, the operator multiplies no error by more "
        "than {} in the norm of a stationary distribution, on any MRP.",
        b**2,
        b,
    ),
    given=(*DISCOUNT, BOUNDED, NOT_NEGATIVE, INSIDE_A_DISC),
    says=StationaryBound(sorted_form, b),
)
def modes_bound_the_operator() -> Theorem:
    """von Neumann's inequality."""
    ctx = linear_contraction.ground().also(NOT_NEGATIVE, INSIDE_A_DISC)
    inner = ctx.also(CYCLE, MODE)
    bound = specialise(inner, specialise(inner, fact(inner, INSIDE_A_DISC), k), j)
    return von_neumann(ctx, cycle_criterion.eigenvalues(), bound, b)


@cache
def part_of_a_number() -> Theorem:
    """x <= b where x^2 + y^2 <= b^2 and b >= 0."""
    ctx = given(NOT_NEGATIVE, AtMost(x**2 + y**2, b**2))
    above, below = ctx.also(Less(0, x + b)), ctx.also(AtMost(x + b, 0))
    alone = recall(above.also(recall(given(), AtMost(0, y**2))), AtMost(x**2, b**2))
    near = restate(above, scale(above, alone, 1 / (x + b)), AtMost(x, b))
    return cases(ctx, near, recall(below, AtMost(x, b)), 0, x + b)


@CLAIM.adds(
    prose(
        "Then the real part {} of the update filter {f}, which is one minus the operator, is at "
        "least {} at every angle.",
        real_part,
        1 - b,
    ),
    given=(*DISCOUNT, BOUNDED, NOT_NEGATIVE, INSIDE_A_DISC),
    says=ForAll(k, 1, ForAll(j, 0, AtMost(1 - b, real_part))),
)
def modes_bound_the_real_part() -> Theorem:
    """1 - f is at most b in size, and so is its real part."""
    ground = linear_contraction.ground()
    ctx = ground.also(NOT_NEGATIVE, INSIDE_A_DISC, CYCLE, MODE)
    bound = specialise(ctx, specialise(ctx, fact(ctx, INSIDE_A_DISC), k), j)
    part = instantiate(ctx.also(bound), part_of_a_number(), {x: 1 + growth, y: turning})
    return at_every_angle(Chain(ctx, 1 - b).by(part, real_part).qed(), *ground.facts)


# -- a modulus below one without weak recency ------------------------------------------------------

rise = (1 - gamma) / 2
rising_eligibility = WeightedReturn((1, 1 + rise)).h
rising_operator = -rise * bellman(1) + (1 + rise) * bellman(2)


@CLAIM.adds(
    prose("The eligibilities {} and {} rise.", rising_eligibility(0), rising_eligibility(1)),
    given=DISCOUNT,
    says=Not(weak_recency(rising_eligibility)[0]),
)
def rises() -> Theorem:
    """The first return of `two-term-violators`, at one rise for each discount."""
    return instantiate(
        given(*DISCOUNT), two_term_violators.violates(), {two_term_violators.e: rise}
    )


@CLAIM.adds(
    "Yet this return contracts by {gamma}, on every MRP and with every discount.",
    given=DISCOUNT,
    says=Contracts(rising_operator, gamma),
)
def rises_and_contracts() -> Theorem:
    """gamma - beta = gamma (1 - gamma)^2/2."""
    ctx = given(*DISCOUNT)
    modulus = instantiate(ctx, two_term_violators.modulus(), {e: rise})
    assert isinstance(modulus.statement, Contracts)
    gap = scale(ctx, recall(ctx, AtMost(0, (1 - gamma) ** 2)), gamma / 2)
    bound = recall(ctx.also(gap), AtMost(modulus.statement.rhs, gamma))
    return smaller_modulus(ctx, modulus, bound)


# -- inside the unit disc with a modulus above one -------------------------------------------------

swinging = FiniteReturn((1, Rational(1, 4), Rational(-5, 4), Rational(7, 4)), Rational(1, 2))
u = sequence("u")
#: the signs of the weights
SIGNS = ForAll(n, 1, Equal(u(n), IfLess(n, 3, 1, IfLess(n, 4, -1, 1))), 4)
on_the_cycle = Add(*(w * gamma**m * u(m) for m, w in swinging.weights.items()))


@CLAIM.adds(
    prose(
        "With {}, take the return whose eligibilities are the coefficients of {}: these are its "
        "eigenvalues on cycles.",
        swinging.at_discount,
        swinging.eligibility,
    ),
    given=(swinging.at_discount, CYCLE),
    says=CycleEigenvalue(swinging.operator, swinging.real_part, swinging.imaginary_part, k, j),
)
def swinging_modes() -> Theorem:
    """c_n gamma^n times cosines and sines."""
    return swinging.modes()


@CLAIM.adds(
    prose("The square of their size is nowhere above {}.", Rational(81, 100)),
    says=ForAll(k, 1, ForAll(j, 0, AtMost(swinging.size, Rational(81, 100)))),
)
def swings_inside_the_disc() -> Theorem:
    """In powers of the cosine c, which is at least -1 and at most 1, it is a cubic."""
    ctx, cos = given(CYCLE), angles.cosine
    outside = scale(ctx, recall(ctx, AtMost(0, (1 + cos) ** 2)), 1 - cos**2)
    fourth = scale(ctx, recall(ctx, AtMost(0, cos**2)), cos**2)
    cubic = Rational(2593, 4096) + (84 * cos**3 - 102 * cos**2 - 84 * cos) / 256
    return at_every_angle(
        Chain(ctx, swinging.size)
        .by(angles.size(swinging.coefficients))
        .to(cubic, angles.doubled(), angles.tripled())
        .at_most(Rational(81, 100), outside, fourth)
        .qed()
    )


@CLAIM.adds(
    prose(
        "So no error is multiplied by more than {} in the norm of a stationary distribution.",
        Rational(9, 10),
    ),
    given=(swinging.at_discount,),
    says=StationaryBound(swinging.operator, Rational(9, 10)),
)
def swings_and_contracts() -> Theorem:
    """von Neumann's inequality."""
    ctx = given(swinging.at_discount, CYCLE, MODE)
    bound = specialise(ctx, specialise(ctx, swings_inside_the_disc(), k), j)
    return von_neumann(given(), swinging_modes(), bound, Rational(9, 10))


@CLAIM.adds(
    prose(
        "On the cycle of five states with values {u_j} at {s_j}, its value at {s_0} is {}.",
        on_the_cycle,
    ),
    given=(swinging.at_discount,),
    says=OnCycle(swinging.operator, on_the_cycle, 5, u),
)
def swings_along_the_cycle() -> Theorem:
    """z^n v at s_0 is gamma^n times the value n steps ahead."""
    return on_cycle(given(swinging.at_discount), swinging.sorted_form, 5, "u")


@CLAIM.adds(
    prose(
        "With the signs of the weights for values this is {}: in the maximum norm the operator "
        "does not contract.",
        Rational(79, 64),
    ),
    given=(swinging.at_discount, SIGNS),
    says=Equal(on_the_cycle, Rational(79, 64)),
)
def swings_and_expands() -> Theorem:
    """Every term counts with its absolute value."""
    ctx = given(swinging.at_discount, SIGNS)
    values = (specialise(ctx, fact(ctx, SIGNS), m) for m in swinging.weights)
    return Chain(ctx, on_the_cycle).to(Rational(79, 64), ctx.facts[0], *values).qed()


# -- a positive real part outside of the unit disc -------------------------------------------------

overshooting = FiniteReturn((1, Rational(-1, 2)), Rational(9, 10))
least, square = Rational(13, 400), Rational(81, 100) * (angles.cosine - Rational(5, 6)) ** 2


@CLAIM.adds(
    prose(
        "With {}, take the return whose eligibilities are the coefficients of {}: these are its "
        "eigenvalues on cycles.",
        overshooting.at_discount,
        overshooting.eligibility,
    ),
    given=(overshooting.at_discount, CYCLE),
    says=CycleEigenvalue(
        overshooting.operator, overshooting.real_part, overshooting.imaginary_part, k, j
    ),
)
def overshooting_modes() -> Theorem:
    """c_n gamma^n times cosines and sines."""
    return overshooting.modes()


@CLAIM.adds(
    prose("The real part of {f} is {} and a square: it is positive at every angle.", least),
    says=ForAll(k, 1, ForAll(j, 0, Equal(1 - overshooting.real_part, least + square))),
)
def overshoots_safely() -> Theorem:
    """In powers of the cosine."""
    ctx = given(CYCLE)
    step = Chain(ctx, 1 - overshooting.real_part).to(least + square, angles.doubled()).qed()
    return at_every_angle(step)


@CLAIM.adds(
    prose(
        "But on the cycle of two states it multiplies the mode that alternates by {}.",
        Rational(-351, 200),
    ),
    given=(overshooting.at_discount,),
    says=CycleEigenvalue(overshooting.operator, Rational(-351, 200), 0, 2, 1),
)
def overshoots() -> Theorem:
    """At half a turn the cosine is -1."""
    ctx = given()
    minus, none = angles.half_turn()
    one, zero = (full_turns(ctx, function(2, 2), 1) for function in (CosTurn, SinTurn))
    return overshooting.eigenvalue(
        2, 1, (Rational(-351, 200), (minus, one)), (Integer(0), (none, zero))
    )
