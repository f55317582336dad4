"""convergence-criterion: a return is safe if its filter has a positive real part on a circle.

Paper: beyond it, for every linear return [5].
"""

from flint import fmpq_mat

from numeric_checks.arithmetic.balls import bounds
from numeric_checks.arithmetic.rationals import to_fmpq
from numeric_checks.processes.chains import stationary_distribution
from numeric_checks.processes.spectra import Fate, fate_of_matrix, filter_matrix
from proofs.beyond import cycle_criterion, herglotz
from proofs.beyond.certificate_soundness import beyond, dissipates, filtered
from proofs.beyond.herglotz import ABOVE, cosines_below, e, reach, real_part
from proofs.lemmas import cosine_sums, fejer, step_sizes
from proofs.lemmas.cosine_sums import (
    SECOND,
    SOME,
    K,
    a,
    angle,
    around,
    over_angles,
    polynomial,
    wave,
    x,
)
from proofs.lemmas.cycle_values import DIVERGES, ONE_STATE, VALUES
from proofs.lemmas.fejer import COVARIANCES, SAMPLED, kernel, rho
from proofs.lemmas.finite_returns import filter_at
from proofs.lemmas.step_sizes import STEPS, alpha, g, t
from proofs.notation import BOUNDED, DISCOUNT, c, h, j, k, m, n, z
from proofs.paper import linear_contraction
from proofs.paper.linear_contraction import CYCLE, sorted_form
from proofs.vocabulary import *
from symbolic.statements.stationary import DESCENDED, DESCENT

CLAIM = Claim(__name__)

POSITIVE = Less(0, e)
NEGATIVE = Less(real_part, 0)
#: the values on the cycle of k states, updated from the value one in one state
FROM_ONE_STATE = (CYCLE, *STEPS, *VALUES, *ONE_STATE)
#: they grow without bound if the real part is negative at a part j/k of a turn
WHERE_NEGATIVE = Implies(NEGATIVE, DIVERGES)
#: the square of the error of an update
error, C = sequence("e"), real("C")
_, SIZE, SHRINKS, NONNEGATIVE, _, SMALL, _ = DESCENT


CLAIM.reading(
    prose(
        "The filter of a return is {}, the power series by which an update moves what {v} is away "
        "from {v_pi}, back towards it. Here it is looked at on the circle of radius {gamma}, and "
        "{} is its real part at {j} of {k} equal parts of a turn. To converge is said of expected "
        "on-policy updates with small steps, one table or linear features, and this {gamma}, on "
        "every finite MRP; it does not say that updates in another order, from several tables or "
        "off-policy converge. To diverge is to grow without bound on some cycle, for all step "
        "sizes with an infinite sum.",
        h(0) - series(c(n) * z**n, n, 1),
        real_part,
    )
)
CLAIM.idea(
    prose(
        "Along the stationary chain the values have covariances {}, and the update reduces the "
        "error if {} is positive. Covariances are averages of cosines over the angles (Herglotz), "
        "so this is an average of the real parts of the filter over the circle: not less than the "
        "least of them. That is derived with finite sums, by Fejér's argument. On a cycle the "
        "covariances are those of one angle, which shows that no less will do.",
        rho(n),
        filtered,
    )
)


# -- Fejer's argument ------------------------------------------------------------------------------


@CLAIM.lemma(
    prose("Over {} equally spaced angles the cosines of a frequency {} sum to zero.", K, k),
    given=(AtMost(1, k), Less(k, K)),
    says=Equal(around(k), 0),
)
def cosines_sum_to_zero() -> Theorem:
    """The sums of the cosines and of the sines do not change when every angle is moved on."""
    return cosine_sums.orthogonal()


@CLAIM.lemma(
    prose("Over {} angles a cosine polynomial with the constant term {} has that mean.", 2 * m, x),
    given=(SOME,),
    says=Equal(over_angles(polynomial), 2 * m * x),
)
def mean_of_polynomial() -> Theorem:
    """The cosines have the mean zero."""
    return cosine_sums.mean()


@CLAIM.lemma(
    prose("The coefficients of its frequencies {} below {} are such means too.", k, m),
    given=SECOND,
    says=Equal(over_angles(polynomial * wave(k)), -m * a(k)),
)
def coefficients_of_polynomial() -> Theorem:
    """Cosines of different frequencies are orthogonal."""
    return cosine_sums.coefficient()


@CLAIM.lemma(
    prose("Covariances {}, damped and summed with cosines, are not negative at any angle.", rho(n)),
    given=(SOME, COVARIANCES),
    says=AtMost(0, kernel),
)
def damped_covariances() -> Theorem:
    """A quadratic form of cosines, and one of sines."""
    return fejer.kernel_nonnegative()


@CLAIM.lemma(
    prose(
        "A cosine polynomial that is not negative at {} angles is not negative either when damped "
        "covariances take the place of the cosines.",
        2 * m,
    ),
    given=(SOME, COVARIANCES, SAMPLED),
    says=AtMost(0, m * rho(0) * x - series(a(n) * (m - n) * rho(n), n, 1, m - 1)),
)
def polynomial_of_covariances() -> Theorem:
    """The mean of the polynomial times the damped covariances."""
    return fejer.against_covariances()


@CLAIM.lemma(
    prose(
        "If the real part {} of the filter is at least {} at every rational angle, its terms below "
        "{} give such a polynomial.",
        real_part,
        e,
        m,
    ),
    given=(*DISCOUNT, BOUNDED, ABOVE, SOME),
    says=ForAll(angle, 0, AtMost(0, h(0) - e + beyond - cosines_below)),
)
def first_terms() -> Theorem:
    """The other terms are at most their sizes."""
    return herglotz.truncated()


@CLAIM.lemma(
    prose(
        "So what {} may be short of {} stays below a constant when multiplied by {}.",
        filtered,
        e * rho(0),
        m,
    ),
    given=(*DISCOUNT, BOUNDED, ABOVE, COVARIANCES),
    says=ForAll(m, 1, AtMost(m * (e * rho(0) - filtered), reach)),
)
def nothing_much_is_missing() -> Theorem:
    """Damping and leaving out terms costs at most a constant, relative to {m}."""
    return herglotz.at_every_size()


@CLAIM.lemma(
    prose("Hence {} is at least {}, for all covariances.", filtered, e * rho(0)),
    given=(*DISCOUNT, BOUNDED, ABOVE, COVARIANCES),
    says=AtMost(e * rho(0), filtered),
)
def of_covariances() -> Theorem:
    """A positive number does not stay below a constant when it is multiplied by every {m}."""
    return herglotz.carries_over()


# -- the margin ------------------------------------------------------------------------------------


@CLAIM.lemma(
    prose("Where it is at least {}, the operator has that margin on every finite MRP.", e),
    given=(*DISCOUNT, BOUNDED, ABOVE),
    says=OnEveryMRP(Dissipative(sorted_form, e)),
)
def margin() -> Theorem:
    """The covariances along the stationary chain are positive definite."""
    ctx = linear_contraction.ground()
    return everywhere(ctx, stationary_chain(ctx, sorted_form, of_covariances(), e, "rho"))


@CLAIM.lemma(
    prose(
        "It has the margin {} on every finite MRP only where the real part is at least {}.", e, e
    ),
    given=(*DISCOUNT, BOUNDED, OnEveryMRP(Dissipative(sorted_form, e))),
    says=ABOVE,
)
def only_then() -> Theorem:
    """The mode {j} of the cycle of {k} states has it, with the uniform distribution."""
    ctx = linear_contraction.ground().also(OnEveryMRP(Dissipative(sorted_form, e)))
    everywhere_ = ctx.facts[-1]
    bound = mode_of(ctx, cycle_criterion.eigenvalues(), everywhere_)
    bound = restate(ctx.also(CYCLE), bound, AtMost(e, real_part))
    return generalise(ctx, generalise(ctx, bound, j, 0), k, 1)


@CLAIM.adds(
    prose(
        "The operator has the margin {} on every finite MRP exactly if the real part of the filter "
        "is at least {} at every rational angle.",
        e,
        e,
    ),
    given=(*DISCOUNT, BOUNDED),
    says=Equivalent(OnEveryMRP(Dissipative(sorted_form, e)), ABOVE),
)
def margin_on_the_circle() -> Theorem:
    """Herglotz one way, cycles the other."""
    both_sides = Equivalent(OnEveryMRP(Dissipative(sorted_form, e)), ABOVE)
    return equivalent(given(*DISCOUNT, BOUNDED), both_sides, only_then(), margin())


# -- updates ---------------------------------------------------------------------------------------


@CLAIM.lemma(
    prose(
        "An error that a small step multiplies by at most {} is multiplied by at most {}.",
        1 - 2 * g * alpha(t) + C * alpha(t) ** 2,
        1 - g * alpha(t),
    ),
    given=(SIZE, SHRINKS, NONNEGATIVE, SMALL),
    says=ForAll(t, 0, AtMost(error(t + 1), (1 - g * alpha(t)) * error(t))),
)
def small_step() -> Theorem:
    """The square of a step size is at most {g/C} times that step size."""
    ctx = given(SIZE, SHRINKS, NONNEGATIVE, SMALL)
    inner = ctx.also(AtMost(0, t))
    now = [specialise(inner, known, t) for known in ctx.facts]
    inner = inner.also(*now)
    square = scale(inner, scale(inner, now[-1], alpha(t)), error(t))
    bound = Chain(inner, error(t + 1)).by(now[1]).by(square, (1 - g * alpha(t)) * error(t)).qed()
    return generalise(ctx, bound, t, 0)


@CLAIM.lemma(
    "Such an error vanishes if the sum of the step sizes is infinite and they are small enough.",
    given=DESCENT,
    says=DESCENDED,
)
def descent() -> Theorem:
    """That is what step sizes with an infinite sum do."""
    ctx = given(*DESCENT).also(small_step())
    return instantiate_sequence(ctx, step_sizes.vanishes(), step_sizes.N, (t,), error(t))


@CLAIM.adds(
    prose(
        "If the real part of the filter is at least {} at every rational angle and {}, the "
        "expected on-policy updates converge on every finite MRP.",
        e,
        POSITIVE,
    ),
    given=(*DISCOUNT, BOUNDED, ABOVE, POSITIVE),
    says=OnEveryMRP(OnPolicyConverges(sorted_form)),
)
def converges() -> Theorem:
    """Small steps against a matrix whose symmetric part is positive definite."""
    ctx = linear_contraction.ground().also(POSITIVE)
    here = stationary_chain(ctx, sorted_form, of_covariances(), e, "rho")
    return everywhere(ctx, on_policy(ctx, here, descent()))


@CLAIM.adds(
    prose(
        "If it is negative at one angle instead, {}, the values on the cycle of {k} states, "
        "without rewards, diverge from every start that is not orthogonal to both the cosine and "
        "the sine of the mode {j}.",
        NEGATIVE,
    ),
    given=(*DISCOUNT, BOUNDED, CYCLE, NEGATIVE, *STEPS, *VALUES, cycle_criterion.NOT_ORTHOGONAL),
    says=DIVERGES,
)
def diverges() -> Theorem:
    """The eigenvalue of the mode has a real part above 1."""
    ctx = linear_contraction.ground().also(CYCLE, NEGATIVE)
    return instantiate(ctx, cycle_criterion.diverges(), {})


@CLAIM.adds(
    prose(
        "In particular they diverge from the value one in one state, and zero in all others, "
        "wherever it is negative.",
    ),
    given=(*DISCOUNT, BOUNDED, *FROM_ONE_STATE),
    says=WHERE_NEGATIVE,
)
def diverges_where_negative() -> Theorem:
    """That start has every mode."""
    ctx = linear_contraction.ground().also(*FROM_ONE_STATE)
    known = instantiate(ctx.also(NEGATIVE), cycle_criterion.diverges_from_one_state(), {})
    return imply(ctx, known, NEGATIVE)


# -- evidence --------------------------------------------------------------------------------------


def least_on_circle(ret: WeightedReturn, discount: Fraction, angles: int = 40) -> Fraction:
    """A number below Re f on the whole circle: on a grid, less what it may fall in between."""
    on_grid = [bounds(filter_at(ret, discount, angles, each).real)[0] for each in range(angles)]
    first = (Fraction(0), *ret.eligibilities(len(ret.weights)), Fraction(0))
    steepest = sum(
        (place * abs(b - a) * discount**place for place, (a, b) in enumerate(pairwise(first))),
        Fraction(0),
    )
    return min(on_grid) - steepest * Fraction(22, 7) / angles


@CLAIM.evidence(draw_mrps.irreducible_mrps, draw.finite_returns)
def on_drawn_mrps(mrp: MRP, ret: WeightedReturn) -> bool:
    """The symmetric matrix of <w, f(gamma P) w>_d and the fate of the updates: no angle is used.

    Compared with a bound for the circle; updates are tabular, and with the two features 1 and s.
    """
    least = least_on_circle(ret, mrp.gamma)
    weighted = fmpq_mat(
        [
            [to_fmpq(d) * x for x in line]
            for d, line in zip(
                stationary_distribution(mrp), filter_matrix(mrp, ret).tolist(), strict=True
            )
        ]
    )
    features = fmpq_mat([[1, s] for s in range(mrp.size)])
    fates = [fate_of_matrix(weighted)]
    if mrp.size > 1:
        fates.append(fate_of_matrix(features.transpose() * weighted * features))
    return dissipates(mrp, ret, least) and (least <= 0 or set(fates) == {Fate.CONVERGES})
