"""prop:variance: the variance of a convex return is bounded through its modulus.

Paper: Section 6, proposition 3, equation 15.

With K_{i,j} = Cov[delta_{t+i}, delta_{t+j} | S_t] <= kappa and beta = sum c_n gamma^n, the modulus
of a convex return, Var[G | S_t] <= ((1 - beta)/(1 - gamma))^2 kappa.  Here kappa is any number that
no covariance exceeds; the printed maximum over all pairs i, j need not exist.  Two routes lead
there: through the sum of the eligibilities, which is (1 - beta)/(1 - gamma), and through the
covariances of n-step returns.  Covariance is bilinear; the sums that this gives are taken as the
variance (see `proofs.paper.covariances`).
"""

from numeric_checks.processes.variance import TDErrors
from numeric_checks.processes.variance_bounds import within_bound
from proofs.notation import BOUNDED, DISCOUNT, N, c, gamma, h, i, j, m, n, z
from proofs.paper import covariances, nstep_covariances, sample_real_nsteps, uncorrelated
from proofs.paper.covariances import (
    ALL_KAPPA,
    BELOW_KAPPA,
    BOUNDED_COVARIANCES,
    CONVEX_RETURN,
    K,
    convex,
    cut_eligibility,
    cut_variance,
    eligibility,
    factor,
    kappa,
    q,
    variance,
)
from proofs.paper.nstep_covariances import combined, cut_length, length, lengths, n_step_covariance
from proofs.paper.unattained import SUPREMUM, increasing, rising
from proofs.paper.uncorrelated import NOT_NEGATIVE, UNCORRELATED, VARIANCES
from proofs.vocabulary import *

CLAIM = Claim(__name__)

W = real("W")
RETURN = (*DISCOUNT, *CONVEX_RETURN)
CUT_LIMIT, COMBINED_LIMIT = TendsTo(cut_variance, N, W), TendsTo(combined, N, W)


# -- through the sum of the eligibilities -------------------------------------------------------


@CLAIM.adds(
    prose("The discounted eligibilities sum to {}.", factor),
    given=(*DISCOUNT, Equal(h(0), 1), BOUNDED),
    says=Equal(eligibility, factor),
)
def total_eligibility() -> Theorem:
    """sum c_n gamma^n = h_0 - (1 - gamma) sum h_i gamma^i."""
    ctx = given(*DISCOUNT, Equal(h(0), 1), BOUNDED)
    ctx = ctx.also(sample_real_nsteps.weights_bounded(ctx), recall(ctx, Less(Abs(gamma), 1)))
    powers = instantiate(ctx, sample_real_nsteps.weighted_powers(), {z: gamma})
    one = ctx.facts[2]
    return linear_combination(
        ctx, eligibility, factor, (1 / (1 - gamma), powers), (1 / (1 - gamma), one)
    )


@CLAIM.adds(
    prose(
        "The return that is cut off after the {N}-th TD error has at most the variance {}.",
        cut_eligibility**2 * kappa,
    ),
    given=(*RETURN, BELOW_KAPPA),
    says=ForAll(N, 0, AtMost(cut_variance, cut_eligibility**2 * kappa)),
)
def cut_off() -> Theorem:
    """K_{i,j} <= kappa, times weights that are not negative, in a finite double sum."""
    return generalise(given(), covariances.cut_bound(), N, 0)


@CLAIM.proves(
    prose(
        "The variance {} of a convex return is at most {}; here {} stands for {}, the covariance "
        "of the return with the {i}-th TD error.",
        variance,
        factor**2 * kappa,
        q(i),
        q.body,
    ),
    given=(*RETURN, BELOW_KAPPA, BOUNDED_COVARIANCES),
    says=AtMost(variance, factor**2 * kappa),
)
def bound() -> Theorem:
    """No covariance exceeds kappa, and the eligibilities are not negative."""
    ctx = covariances.infinite(BELOW_KAPPA)
    return (
        Chain(ctx, variance)
        .by(covariances.bound())
        .to(factor**2 * kappa, instantiate(ctx, total_eligibility(), {}))
        .qed()
    )


@CLAIM.adds(
    "So is the limit {W} of the variances of the returns that are cut off.",
    given=(*RETURN, BELOW_KAPPA, CUT_LIMIT),
    says=AtMost(W, factor**2 * kappa),
)
def bound_in_the_limit() -> Theorem:
    """The finite bounds, in the limit; the covariances need not be bounded below."""
    ctx = convex(BELOW_KAPPA, CUT_LIMIT)
    below = limit(ctx, cut_eligibility**2 * kappa, N)
    return (
        Chain(ctx, W)
        .by(pass_to_limit(ctx, cut_off(), fact(ctx, CUT_LIMIT), below))
        .to(factor**2 * kappa, instantiate(ctx, total_eligibility(), {}))
        .qed()
    )


# -- through the n-step returns -----------------------------------------------------------------


@CLAIM.proves(
    prose(
        "The covariance of an {n}-step return and an {m}-step return is at most {}.",
        length(n) * length(m) * kappa,
    ),
    given=(*DISCOUNT, BELOW_KAPPA),
    says=ForAll(n, 0, ForAll(m, 0, AtMost(n_step_covariance(n, m), length(n) * length(m) * kappa))),
)
def two_n_step_returns() -> Theorem:
    """Two geometric sums."""
    return nstep_covariances.n_step_bound()


@CLAIM.proves(
    prose("The weighted lengths {} sum to {}.", c(n) * length(n), factor),
    given=RETURN,
    says=Equal(lengths, factor),
)
def total_length() -> Theorem:
    """The weights c sum to h_0 = 1."""
    return nstep_covariances.total_length()


@CLAIM.proves(
    prose(
        "The weighted {n}-step returns have at most the variance {}: so does the limit {W} of the "
        "variances of those of at most {N} steps.",
        factor**2 * kappa,
    ),
    given=(*RETURN, BELOW_KAPPA, COMBINED_LIMIT),
    says=AtMost(W, factor**2 * kappa),
)
def bound_by_n_step_returns() -> Theorem:
    """sum_n sum_m c_n c_m Gamma_n Gamma_m kappa, in the limit."""
    ctx = nstep_covariances.summable_weights(given(*RETURN, BELOW_KAPPA, COMBINED_LIMIT))
    below = limit(ctx, cut_length**2 * kappa, N)
    every = generalise(given(), nstep_covariances.combined_bound(), N, 0)
    return (
        Chain(ctx, W)
        .by(pass_to_limit(ctx, every, fact(ctx, COMBINED_LIMIT), below))
        .to(factor**2 * kappa, total_length())
        .qed()
    )


# -- beyond the bound ---------------------------------------------------------------------------


@CLAIM.adds(
    "The bound is attained when all covariances are {kappa}.",
    given=(*RETURN, ALL_KAPPA, BOUNDED_COVARIANCES),
    says=Equal(variance, factor**2 * kappa),
)
def attained() -> Theorem:
    """Every inequality is an equation."""
    ctx = covariances.infinite(ALL_KAPPA)
    return (
        Chain(ctx, variance)
        .to(factor**2 * kappa, covariances.attained(), instantiate(ctx, total_eligibility(), {}))
        .qed()
    )


UNCORRELATED_RETURN = (*RETURN, *UNCORRELATED, VARIANCES, BOUNDED_COVARIANCES)


@CLAIM.adds(
    prose(
        "When the TD errors are uncorrelated the variance is at most {}.",
        uncorrelated.squares * kappa,
    ),
    given=UNCORRELATED_RETURN,
    says=AtMost(variance, uncorrelated.squares * kappa),
)
def diagonal_bound() -> Theorem:
    """Only the diagonal of the double sum is left."""
    return uncorrelated.by_squares()


@CLAIM.adds(
    prose("Then it is at most {}.", (1 - uncorrelated.beta) / (1 - gamma**2) * kappa),
    given=(*UNCORRELATED_RETURN, NOT_NEGATIVE),
    says=AtMost(variance, (1 - uncorrelated.beta) / (1 - gamma**2) * kappa),
)
def diagonal_bound_by_weights() -> Theorem:
    """h_i^2 <= h_i, and the sum of h_i gamma^{2i} is that of the eligibilities at gamma^2."""
    return uncorrelated.by_modulus()


@CLAIM.adds(
    prose(
        "The factor {} for uncorrelated TD errors is at most the general factor {}.",
        uncorrelated.squares,
        factor**2,
    ),
    given=RETURN,
    says=AtMost(uncorrelated.squares, factor**2),
)
def sharper() -> Theorem:
    """The sum of the h_i gamma^i is at least 1, and at least that of their squares."""
    ctx = convex()
    total = instantiate(ctx, total_eligibility(), {})
    return Chain(ctx, uncorrelated.squares).by(uncorrelated.sharper()).to(factor**2, total).qed()


@CLAIM.adds(
    "Without convexity it fails: if {h_1} is negative and the first two TD errors are perfectly "
    "anticorrelated, the return on these two has a larger variance.",
    given=(*DISCOUNT, Less(0, kappa), *covariances.NEGATIVE, *covariances.OPPOSITE),
    says=Less(
        substitute(cut_eligibility, {N: Integer(1)}) ** 2 * kappa,
        substitute(cut_variance, {N: Integer(1)}),
    ),
)
def fails_below_zero() -> Theorem:
    """The two parts of the return have the same sign, and their eligibilities have not."""
    return covariances.exceeded()


# -- a maximum need not exist -------------------------------------------------------------------


@CLAIM.adds(
    prose("The variances {} stay below {}.", rising, SUPREMUM),
    says=ForAll(i, 0, Less(rising, SUPREMUM)),
)
def never_reached() -> Theorem:
    """Powers of 1/4 are positive."""
    ctx = given(AtMost(0, i))
    return generalise(given(), recall(ctx, Less(rising, SUPREMUM)), i, 0)


@CLAIM.adds(
    prose("No smaller number than {} is above all of them.", SUPREMUM),
    given=(ForAll(i, 0, AtMost(rising, kappa)),),
    says=AtMost(SUPREMUM, kappa),
)
def least_upper_bound() -> Theorem:
    """They tend to 5/24."""
    ctx = given(ForAll(i, 0, AtMost(rising, kappa)))
    return pass_to_limit(ctx, ctx.facts[0], limit(ctx, rising, i), limit(ctx, kappa, i))


# At v = v_pi on two states, the variance of the i-th TD error increases with i.
CLAIM.refutes(
    "{kappa} is the maximum of the covariances over all pairs {i}, {j}.",
    given=(BELOW_KAPPA, TendsTo(K(i, i), i, kappa)),
    says=Not(ForAll(i, 0, ForAll(j, 0, Less(K(i, j), kappa)))),
    at=increasing,
    instead=bound,
)


CLAIM.remark(
    prose(
        "The proposition is about convex returns only: with {} read as the sum of the discounted "
        "eligibilities, the bound can fail for others.",
        factor,
    )
)


@CLAIM.evidence(draw.mrps_with_values, draw.convex_returns)
def on_drawn_mrps(drawn: tuple[MRP, Vector], ret: WeightedReturn) -> bool:
    """The variance by recursion, and as a double sum of covariances: neither uses the bound."""
    mrp, values = drawn
    errors, weights = TDErrors(mrp, values), ret.eligibilities(len(ret.weights))
    found = errors.variance(ret)
    return found == errors.variance_by_covariances(weights) and within_bound(errors, ret)


@CLAIM.evidence(draw.mrps, draw.convex_returns)
def at_the_true_values(mrp: MRP, ret: WeightedReturn) -> bool:
    """At v_pi, covariances by powers of P and the variance by recursion: neither uses the other.

    TD errors have no covariance there, and the variance is the sum over the diagonal.
    """
    errors, weights = TDErrors(mrp, mrp.values()), ret.eligibilities(len(ret.weights))
    expected, places = [Fraction(0)] * mrp.size, range(len(weights))
    for a, x in enumerate(weights):
        own = errors.covariance(a, a)
        expected = [t + (x * mrp.gamma**a) ** 2 * y for t, y in zip(expected, own, strict=True)]
    others = (errors.covariance(a, b) for a in places for b in places if a != b)
    return not any(map(any, others)) and errors.variance(ret) == tuple(expected)
