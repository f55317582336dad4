"""convergence-hierarchy: four conditions for convergence, each weaker than the one before.

Paper: beyond it, on proposition 2 and equation 13 [8].

Let f(z) = (1 - z) h(z), so that 1 - f(z) is the operator's matrix at z = gamma P.  For a return
with h_0 = 1, weak recency gives the modulus beta <= gamma < 1; beta < 1 gives |1 - f| <= beta < 1
on the circle |z| = gamma, and so a contraction in the norm of every stationary distribution; and
|1 - f| <= b < 1 there gives Re f >= 1 - b > 0, with which small steps converge.  No implication
can be reversed.
"""

from proofs.beyond import convex_margin, cycle_criterion
from proofs.beyond.convex_margin import MODE, at_every_angle, margin, real_part
from proofs.lemmas import angles
from proofs.lemmas.cycle_values import growth, turning
from proofs.lemmas.finite_returns import FiniteReturn
from proofs.notation import (
    BOUNDED,
    DISCOUNT,
    WEAK_RECENCY,
    c,
    gamma,
    h,
    i,
    j,
    k,
    n,
    td_error_form,
)
from proofs.paper import linear_contraction, sample_real_nsteps
from proofs.paper.linear_contraction import CYCLE, general_beta, sorted_form
from proofs.paper.recency_examples import NEVER_RISING
from proofs.vocabulary import *

CLAIM = Claim(__name__)

b, x, y = real("b"), real("x"), real("y")
ONE = Equal(h(0), 1)
#: |1 - f|^2 at the angle j/k of a turn
size = (1 + growth) ** 2 + turning**2
NOT_NEGATIVE = AtMost(0, b)
INSIDE_A_DISC = ForAll(k, 1, ForAll(j, 0, AtMost(size, b**2)))
ABOVE = ForAll(k, 1, ForAll(j, 0, AtMost(1 - b, real_part)))

CLAIM.reading(
    prose(
        "The operator multiplies the error by one minus the update filter {f}, whose value at an "
        "angle is its eigenvalue on a mode of a cycle. The four conditions are weak recency; a "
        "modulus below one; one minus {f} below one in size at every angle; and a positive real "
        "part of {f} at every angle."
    )
)
CLAIM.idea(
    prose(
        "An eigenvalue is at most the norm of the operator in size, and its real part at most its "
        "size: so each condition implies the next. The last two speak of all MRPs because powers "
        "of a stochastic matrix are no larger, in the norm of its stationary distribution, than "
        "powers of a number on the unit circle. Three returns show that no implication can be "
        "reversed."
    )
)


# -- the implications ------------------------------------------------------------------------------


@CLAIM.lemma(
    prose("Weak recency with {} keeps the modulus at most {gamma}.", ONE),
    given=(*DISCOUNT, *WEAK_RECENCY, ONE),
    says=AtMost(general_beta, gamma),
)
def recency_bounds_the_modulus() -> Theorem:
    """The modulus is one less the filter at {gamma}, of which the first eligibility is a part."""
    ctx = convex_margin.falling().also(ONE)
    modulus = cut(recall(given(ONE), AtMost(h(0), 1)), convex_margin.margin_and_modulus())
    return (
        Chain(ctx, general_beta)
        .combine(1 - margin, (1, convex_margin.under_recency(modulus)))
        .at_most(1 - (1 - gamma) * h(0), convex_margin.at_least())
        .to(gamma, fact(ctx, ONE))
        .qed()
    )


@CLAIM.lemma(
    prose(
        "If the modulus is at most {}, no eigenvalue of the operator on a mode of a cycle is "
        "greater: the square of its size is at most {}.",
        b,
        b**2,
    ),
    given=(*DISCOUNT, BOUNDED, AtMost(general_beta, b)),
    says=INSIDE_A_DISC,
)
def modulus_bounds_modes() -> Theorem:
    """An eigenvalue on a cycle is at most the norm of the operator."""
    ctx = linear_contraction.ground().also(AtMost(general_beta, b))
    norm = smaller_modulus(ctx, contraction(ctx, sorted_form), ctx.facts[-1])
    bound = mode_size(ctx.also(CYCLE), norm, cycle_criterion.eigenvalues())
    return at_every_angle(bound, ctx.facts[-1])


@CLAIM.lemma(
    prose("A number of the size {} at most has a real part of {} at most.", b, b),
    given=(NOT_NEGATIVE, AtMost(x**2 + y**2, b**2)),
    says=AtMost(x, b),
)
def part_of_a_number() -> Theorem:
    """Otherwise {x + b} and {x - b} are positive, and their product is not."""
    ctx = given(NOT_NEGATIVE, AtMost(x**2 + y**2, b**2))
    above, below = ctx.also(Less(0, x + b)), ctx.also(AtMost(x + b, 0))
    alone = recall(above.also(recall(given(), AtMost(0, y**2))), AtMost(x**2, b**2))
    near = restate(above, scale(above, alone, 1 / (x + b)), AtMost(x, b))
    return cases(ctx, near, recall(below, AtMost(x, b)), 0, x + b)


@CLAIM.lemma(
    prose(
        "If all those sizes are at most {}, the real part of the update filter {f} is at least {} "
        "at every angle.",
        b,
        1 - b,
    ),
    given=(*DISCOUNT, BOUNDED, NOT_NEGATIVE, INSIDE_A_DISC),
    says=ABOVE,
)
def modes_bound_the_real_part() -> Theorem:
    """The eigenvalue is one less the filter, and no real part is larger than its number."""
    ground = linear_contraction.ground()
    ctx = ground.also(NOT_NEGATIVE, INSIDE_A_DISC, CYCLE, MODE)
    bound = specialise(ctx, specialise(ctx, fact(ctx, INSIDE_A_DISC), k), j)
    part = instantiate(ctx.also(bound), part_of_a_number(), {x: 1 + growth, y: turning})
    return at_every_angle(Chain(ctx, 1 - b).by(part, real_part).qed(), *ground.facts)


@CLAIM.adds(
    prose(
        "Each condition implies the next. Weak recency makes the modulus at most {gamma}; if the "
        "modulus is at most {}, so is the size of the operator on every mode of every cycle; and "
        "then the real part of {f} is at least {} at every angle.",
        b,
        1 - b,
    ),
    given=(*DISCOUNT, BOUNDED, ONE, NOT_NEGATIVE),
    says=And(
        Implies(*WEAK_RECENCY, AtMost(general_beta, gamma)),
        Implies(AtMost(general_beta, b), INSIDE_A_DISC),
        Implies(INSIDE_A_DISC, ABOVE),
    ),
)
def each_implies_the_next() -> Theorem:
    """By the three lemmas."""
    ctx = given(*DISCOUNT, BOUNDED, ONE, NOT_NEGATIVE)
    return both(
        ctx,
        imply(ctx, recency_bounds_the_modulus(), *WEAK_RECENCY),
        imply(ctx, modulus_bounds_modes(), AtMost(general_beta, b)),
        imply(ctx, modes_bound_the_real_part(), INSIDE_A_DISC),
    )


@CLAIM.adds(
    prose(
        "What the third condition means: no error is multiplied by more than {} in the norm of a "
        "stationary distribution, on any MRP.",
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


# -- a modulus below one without weak recency ------------------------------------------------------

rise = (1 - gamma) / 2
RISING = (Equal(h(0), 1), Equal(h(1), 1 + rise), ForAll(i, 2, Equal(h(i), 0)))


@CLAIM.adds(
    prose(
        "The first condition is not needed for the second: eligibilities may rise from one to {}, "
        "and the operator contracts by {gamma}.",
        1 + rise,
    ),
    given=(*DISCOUNT, *RISING),
    says=And(Not(NEVER_RISING), Contracts(td_error_form(), gamma)),
)
def rises_and_contracts() -> Theorem:
    """c_1 = -(1 - gamma)/2 and c_2 = 1 - c_1, so that gamma - beta = gamma (1 - gamma)^2/2."""
    ctx = given(*DISCOUNT, *RISING)
    one, two, rest = (fact(ctx, part) for part in RISING)
    up = Chain(ctx, h(0)).to(1, one).less(1 + rise).to(h(1), two).qed()
    bounded = recall(ctx.also(like(ctx, rest, recall(ctx, Bounded(0, i, 2)))), BOUNDED)
    inner = ctx.also(bounded)
    inner = inner.also(sample_real_nsteps.weights_bounded(inner))
    term = Abs(c(n)) * gamma**n
    first, second, later = (series(term, n, lo) for lo in (1, 2, 3))

    def weight(length: int, value: Expr, before: Theorem, after: Theorem) -> Theorem:
        difference = h(length - 1) - h(length)
        own = unfold(inner, c, length)
        return Chain(inner, c(length)).to(difference, own).to(value, before, after).qed()

    weights = (weight(1, -rise, one, two), weight(2, 1 + rise, two, specialise(inner, rest, 2)))
    past, _ = summand(inner, later)
    both_zero = (specialise(past, rest, at) for at in (n - 1, n))
    none = Chain(past, c(n)).to(h(n - 1) - h(n), unfold(past, c, n)).to(0, *both_zero).qed()
    signs = (recall(inner, Equal(Abs(part), part)) for part in (rise, 1 + rise))
    gap = scale(inner, recall(inner, AtMost(0, (1 - gamma) ** 2)), gamma / 2)
    beta = rise * gamma + (1 + rise) * gamma**2
    modulus = (
        Chain(inner, general_beta)
        .to(first, one)
        .to(Abs(c(1)) * gamma + second, peel_first(inner, first))
        .to(Abs(c(1)) * gamma + Abs(c(2)) * gamma**2 + later, peel_first(inner, second))
        .to(Abs(rise) * gamma + Abs(1 + rise) * gamma**2 + later, *weights)
        .to(beta + later, *signs)
        .to(beta, each_term(inner, later, 0, none), zeros(inner, series(0, n, 3)))
        .at_most(gamma, gap)
        .qed()
    )
    general = linear_contraction.general_modulus()
    return both(
        ctx,
        refute(ctx, NEVER_RISING, up, 0),
        smaller_modulus(inner, instantiate(inner, general, {}), modulus),
    )


# -- inside the unit disc with a modulus above one -------------------------------------------------

swinging = FiniteReturn((1, Rational(1, 4), Rational(-5, 4), Rational(7, 4)), Rational(1, 2))
u = sequence("u")
#: the signs of the weights
SIGNS = (Equal(u(1), 1), Equal(u(2), 1), Equal(u(3), -1), Equal(u(4), 1))
on_the_cycle = Add(*(w * gamma**m * u(m) for m, w in swinging.weights.items()))


@CLAIM.lemma(
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
    """The discounted weights are multiplied by cosines and sines."""
    return swinging.modes()


@CLAIM.lemma(
    prose("The square of their size is nowhere above {}.", Rational(81, 100)),
    says=ForAll(k, 1, ForAll(j, 0, AtMost(swinging.size, Rational(81, 100)))),
)
def swings_inside_the_disc() -> Theorem:
    """It is a cubic polynomial of the cosine, which is at most one in size."""
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
        "The second condition is not needed for the third: with {}, and the coefficients of {} for "
        "eligibilities, no error is multiplied by more than {} in the norm of a stationary "
        "distribution.",
        swinging.at_discount,
        swinging.eligibility,
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
        "Yet with values of size one, of the signs of its weights, it takes the value {} at one "
        "state of the cycle: in the maximum norm that operator does not contract.",
        Rational(79, 64),
    ),
    given=(swinging.at_discount, *SIGNS),
    says=Equal(on_the_cycle, Rational(79, 64)),
)
def swings_and_expands() -> Theorem:
    """Every term counts with its absolute value."""
    ctx = given(swinging.at_discount, *SIGNS)
    return Chain(ctx, on_the_cycle).to(Rational(79, 64), *ctx.facts).qed()


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
    """The discounted weights are multiplied by cosines and sines."""
    return overshooting.modes()


@CLAIM.adds(
    prose(
        "The third condition is not needed for the fourth: with {}, and the coefficients of {} for "
        "eligibilities, the real part of {f} is {} and a square at every angle.",
        overshooting.at_discount,
        overshooting.eligibility,
        least,
    ),
    says=ForAll(k, 1, ForAll(j, 0, Equal(1 - overshooting.real_part, least + square))),
)
def overshoots_safely() -> Theorem:
    """In powers of the cosine."""
    ctx = given(CYCLE)
    step = Chain(ctx, 1 - overshooting.real_part).to(least + square, angles.doubled()).qed()
    return at_every_angle(step)


@CLAIM.adds(
    prose(
        "Yet on the cycle of two states that operator multiplies the mode that alternates by {}.",
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
