"""Covariances of n-step returns, and the variance of a combination of n-step returns.

By bilinearity the n-step returns of n and m steps have the covariance
sum_{i<n} sum_{j<m} gamma^{i+j} K_{i,j} (see `proofs.paper.covariances`), and the combination
sum_{n<=N} c_n G^(n) has the variance sum_{n<=N} sum_{m<=N} c_n c_m times that.
"""

from proofs.notation import DISCOUNT, L, N, c, gamma, i, j, m, n
from proofs.paper import prop_wrh, sample_real_nsteps
from proofs.paper.covariances import (
    BELOW_KAPPA,
    CONVEX_RETURN,
    K,
    beta,
    entry,
    factor,
    factors,
    kappa,
)
from proofs.vocabulary import *


def length(steps: Expr) -> Expr:
    """Gamma_n = 1 + gamma + ... + gamma^{n-1}."""
    return (1 - gamma**steps) / (1 - gamma)


def n_step_covariance(first: Expr, second: Expr) -> Expr:
    """The covariance of two n-step returns."""
    return series(series(gamma ** (i + j) * K(i, j), j, 0, second - 1), i, 0, first - 1)


#: the variance of the weighted n-step returns of at most N steps
combined = series(series(c(n) * c(m) * n_step_covariance(n, m), m, 1, N), n, 1, N)
lengths, cut_length = series(c(n) * length(n), n, 1), series(c(n) * length(n), n, 1, N)


@cache
def n_step_bound() -> Theorem:
    """gamma^{i+j} K_{i,j} <= gamma^i gamma^j kappa, and both sums are geometric."""
    ctx = given(*DISCOUNT, BELOW_KAPPA, AtMost(0, n), AtMost(0, m))
    total = n_step_covariance(n, m)
    inner, _ = summand(*summand(ctx, total))
    each = scale(inner, entry(inner, BELOW_KAPPA), gamma ** (i + j))
    rows, columns = series(gamma**i, i, 0, n - 1), series(gamma**j, j, 0, m - 1)
    here = (
        Chain(ctx, total)
        .by(factors(ctx, total, (gamma**i, gamma**j), each))
        .to(
            length(n) * length(m) * kappa,
            geometric(ctx, rows, gamma),
            geometric(ctx, columns, gamma),
        )
        .qed()
    )
    return generalise(ctx, generalise(ctx, here, m, 0), n, 0)


def combined_bound() -> Theorem:
    """c_n c_m Cov <= c_n Gamma_n c_m Gamma_m kappa, summed over both."""
    ctx = given(*DISCOUNT, prop_wrh.CONVEX, BELOW_KAPPA)
    inner, _ = summand(*summand(ctx, combined))
    inner = inner.also(*(specialise(inner, ctx.facts[2], place) for place in (n, m)))
    two = specialise(inner, specialise(inner, n_step_bound(), n), m)
    each = scale(inner, two, c(n) * c(m))
    return factors(ctx, combined, (c(n) * length(n), c(m) * length(m)), each)


def summable_weights(ctx: Context) -> Context:
    """The weights c are bounded and have a sum, since h_i -> 0."""
    ctx = ctx.also(instantiate(ctx, sample_real_nsteps.weights_converge(), {L: 0}))
    return ctx.also(sample_real_nsteps.weights_bounded(ctx))


def total_length() -> Theorem:
    """sum c_n Gamma_n is (sum c_n - beta)/(1 - gamma), and the weights sum to h_0 = 1."""
    ctx = summable_weights(given(*DISCOUNT, *CONVEX_RETURN))
    total = instantiate(ctx, sample_real_nsteps.total_weight(), {L: 0})
    weights, share = series(c(n), n, 1), 1 / (1 - gamma)
    apart = linearity(ctx, lengths, (share, c(n)), (-share, c(n) * gamma**n))
    return (
        Chain(ctx, lengths)
        .to(share * (weights - beta), apart)
        .to(factor, total, fact(ctx, CONVEX_RETURN[0]))
        .qed()
    )
