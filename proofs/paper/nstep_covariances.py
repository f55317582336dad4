"""The two steps of the printed proof: covariances of n-step returns, and an average of lengths.

By bilinearity the n-step returns of n and m steps have the covariance
sum_{i<n} sum_{j<m} gamma^{i+j} K_{i,j} (see `proofs.paper.covariances`).
"""

from proofs.notation import DISCOUNT, L, c, gamma, i, j, m, n
from proofs.paper import sample_real_nsteps
from proofs.paper.covariances import (
    BELOW_KAPPA,
    CONVEX_RETURN,
    MODULUS,
    RETURN,
    K,
    entry,
    factor,
    factors,
    kappa,
    powers,
)
from proofs.vocabulary import *


def length(steps: Expr) -> Expr:
    """Gamma_n = 1 + gamma + ... + gamma^{n-1}."""
    return (1 - gamma**steps) / (1 - gamma)


def n_step_covariance(first: Expr, second: Expr) -> Expr:
    """The covariance of two n-step returns."""
    return series(series(gamma ** (i + j) * K(i, j), j, 0, second - 1), i, 0, first - 1)


lengths = series(c(n) * length(n), n, 1)


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


def average_length() -> Theorem:
    """sum c_n Gamma_n is (sum c_n - beta)/(1 - gamma), and the weights sum to h_0 = 1."""
    ctx = given(*RETURN)
    ctx = ctx.also(instantiate(ctx, sample_real_nsteps.weights_converge(), {L: 0}))
    ctx = ctx.also(sample_real_nsteps.weights_bounded(ctx))
    total = instantiate(ctx, sample_real_nsteps.total_weight(), {L: 0})
    weights, share = series(c(n), n, 1), 1 / (1 - gamma)
    apart = linearity(ctx, lengths, (share, c(n)), (-share, c(n) * gamma**n))
    return (
        Chain(ctx, lengths)
        .to(share * (weights - powers), apart)
        .to(factor, total, fact(ctx, CONVEX_RETURN[0]), fact(ctx, MODULUS))
        .qed()
    )
