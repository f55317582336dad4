"""prop:variance: the variance of a convex return is bounded through its modulus.

Paper: Section 6, proposition 3, equation 15.

With K_{i,j} = Cov[delta_{t+i}, delta_{t+j} | S_t] <= kappa and the modulus beta = sum c_n gamma^n of
a convex return, Var[G | S_t] <= ((1 - beta)/(1 - gamma))^2 kappa.  Here kappa is any number that no
covariance exceeds; the printed maximum over all pairs i, j need not exist.  Two routes lead there:
through the sum of the eligibilities, which is (1 - beta)/(1 - gamma), and through the covariances
of n-step returns.  Covariance is bilinear; the sums that this gives are taken as the variance (see
`proofs.covariances`).
"""

from __future__ import annotations

from sympy import Rational

from numeric_checks import MRP, Vector
from numeric_checks import strategies as draw
from numeric_checks.variance import TDErrors
from numeric_checks.variance_bounds import maximum_not_attained, within_bound
from proofs import covariances, sample_real_nsteps, uncorrelated
from proofs.companion.claim import Check, Claim, Witness
from proofs.covariances import (
    BELOW_KAPPA,
    BOUNDED_COVARIANCES,
    CONVEX_RETURN,
    K,
    M,
    combined,
    convex,
    cut_eligibility,
    cut_length,
    cut_variance,
    eligibility,
    fact,
    kappa,
    length,
    n_step_covariance,
    q,
    row,
    variance,
)
from proofs.notation import BOUNDED, DISCOUNT, L, N, c, gamma, h, i, j, m, n, z
from proofs.uncorrelated import NOT_NEGATIVE, UNCORRELATED, VARIANCES
from symbolic import (
    Abs,
    AtMost,
    Chain,
    Equal,
    ForAll,
    Less,
    TendsTo,
    Theorem,
    WeightedReturn,
    each_term,
    given,
    real,
    series,
    summand,
)
from symbolic.returns.parameters import rational
from symbolic.rules import (
    generalise,
    instantiate,
    limit,
    linear_combination,
    linearity,
    pass_to_limit,
    recall,
    specialise,
    unfold,
)

CLAIM = Claim(__name__)

W = real("W")
beta = series(c(n) * gamma**n, n, 1)
factor = (1 - beta) / (1 - gamma)
RETURN = (*DISCOUNT, *CONVEX_RETURN)


# -- through the sum of the eligibilities -------------------------------------------------------


@CLAIM.adds(
    "The discounted eligibilities sum to (1 - beta)/(1 - gamma).",
    given=(*DISCOUNT, Equal(h(0), 1), BOUNDED),
    says=Equal(eligibility, factor),
)
def total_eligibility() -> Theorem:
    """sum c_n gamma^n = h_0 - (1 - gamma) sum h_i gamma^i."""
    ctx = given(*DISCOUNT, Equal(h(0), 1), BOUNDED)
    ctx = ctx.also(sample_real_nsteps.weights_bounded(ctx))
    powers = instantiate(ctx, sample_real_nsteps.weighted_powers(), {z: gamma})
    one = ctx.facts[2]
    return linear_combination(
        ctx, eligibility, factor, (1 / (1 - gamma), powers), (1 / (1 - gamma), one)
    )


@CLAIM.adds(
    "The return that is cut off after the N-th TD error has at most the variance "
    "(sum of its eligibilities)^2 kappa.",
    given=(*RETURN, BELOW_KAPPA),
    says=ForAll(N, 0, AtMost(cut_variance, cut_eligibility**2 * kappa)),
)
def cut_off() -> Theorem:
    """K_{i,j} <= kappa, times weights that are not negative, in a finite double sum."""
    return generalise(given(), covariances.cut_bound(), N, 0)


@CLAIM.proves(
    "The variance of a convex return is at most ((1 - beta)/(1 - gamma))^2 kappa.",
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
    "So is the limit W of the variances of the returns that are cut off.",
    given=(*RETURN, BELOW_KAPPA, TendsTo(cut_variance, N, W)),
    says=AtMost(W, factor**2 * kappa),
)
def bound_in_the_limit() -> Theorem:
    """The finite bounds, in the limit; the covariances need not be bounded below."""
    ctx = convex(BELOW_KAPPA).also(TendsTo(cut_variance, N, W))
    below = limit(ctx, cut_eligibility**2 * kappa, N)
    return (
        Chain(ctx, W)
        .by(pass_to_limit(ctx, cut_off(), ctx.facts[-1], below))
        .to(factor**2 * kappa, instantiate(ctx, total_eligibility(), {}))
        .qed()
    )


# -- through the n-step returns -----------------------------------------------------------------


@CLAIM.proves(
    "The covariance of two n-step returns is at most Gamma_n Gamma_m kappa, with "
    "Gamma_n = (1 - gamma^n)/(1 - gamma).",
    given=(*DISCOUNT, BELOW_KAPPA),
    says=ForAll(
        n, 0, ForAll(m, 0, AtMost(n_step_covariance(n, m), length(n) * length(m) * kappa))
    ),
)
def two_n_step_returns() -> Theorem:
    """Two geometric sums."""
    return covariances.n_step_bound()


@CLAIM.proves(
    "The weighted lengths sum to (1 - beta)/(1 - gamma).",
    given=RETURN,
    says=Equal(series(c(n) * length(n), n, 1), factor),
)
def total_length() -> Theorem:
    """The weights c sum to h_0 = 1."""
    ctx = given(*RETURN)
    total = instantiate(ctx, sample_real_nsteps.total_weight(), {L: 0})
    ctx = ctx.also(instantiate(ctx, sample_real_nsteps.weights_converge(), {L: 0}))
    ctx = ctx.also(sample_real_nsteps.weights_bounded(ctx))
    lengths, weights, share = series(c(n) * length(n), n, 1), series(c(n), n, 1), 1 / (1 - gamma)
    return (
        Chain(ctx, lengths)
        .to(share * (weights - beta), linearity(ctx, lengths, (share, c(n)), (-share, c(n) * gamma**n)))
        .to(factor, total, ctx.facts[2])
        .qed()
    )


@CLAIM.proves(
    "The weighted n-step returns have at most the variance ((1 - beta)/(1 - gamma))^2 kappa: so "
    "does the limit W of the variances of those of at most N steps.",
    given=(*RETURN, BELOW_KAPPA, TendsTo(combined, N, W)),
    says=AtMost(W, factor**2 * kappa),
)
def bound_by_n_step_returns() -> Theorem:
    """sum_n sum_m c_n c_m Gamma_n Gamma_m kappa, in the limit."""
    ctx = given(*RETURN, BELOW_KAPPA, TendsTo(combined, N, W))
    ctx = ctx.also(instantiate(ctx, sample_real_nsteps.weights_converge(), {L: 0}))
    ctx = ctx.also(sample_real_nsteps.weights_bounded(ctx))
    below = limit(ctx, cut_length**2 * kappa, N)
    every = generalise(given(), covariances.combined_bound(), N, 0)
    return (
        Chain(ctx, W)
        .by(pass_to_limit(ctx, every, fact(ctx, TendsTo(combined, N, W)), below))
        .to(factor**2 * kappa, total_length())
        .qed()
    )


# -- beyond the bound ---------------------------------------------------------------------------

ALL_KAPPA = ForAll(i, 0, ForAll(j, 0, Equal(K(i, j), kappa)))


@CLAIM.adds(
    "The bound is attained when all covariances are kappa.",
    given=(*RETURN, ALL_KAPPA, BOUNDED_COVARIANCES),
    says=Equal(variance, factor**2 * kappa),
)
def attained() -> Theorem:
    """Every inequality is an equation."""
    ctx = covariances.infinite(ALL_KAPPA)
    one = covariances.inside_row(ctx)
    inner, _ = summand(one, row)
    same = covariances.entry(inner, ALL_KAPPA)
    every = series(h(j) * gamma**j * kappa, j, 0)
    one_row = (
        Chain(one, q(i))
        .to(row, unfold(one, q, i))
        .to(every, each_term(one, row, h(j) * gamma**j * kappa, same))
        .to(eligibility * kappa, linearity(one, every, (kappa, h(j) * gamma**j)))
        .qed()
    )
    rows = series(h(i) * gamma**i * eligibility * kappa, i, 0)
    return (
        Chain(ctx, variance)
        .to(rows, each_term(ctx, variance, h(i) * gamma**i * eligibility * kappa, one_row))
        .to(eligibility**2 * kappa, linearity(ctx, rows, (eligibility * kappa, h(i) * gamma**i)))
        .to(factor**2 * kappa, instantiate(ctx, total_eligibility(), {}))
        .qed()
    )
