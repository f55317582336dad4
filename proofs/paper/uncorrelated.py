"""The variance of a return when TD errors are uncorrelated and have one variance.

Then K_{i,j} = 0 for i != j, only the diagonal of the double sum is left, and the variance is

    sum_{i<N} h_i^2 gamma^{2i} kappa,

where kappa is the variance of every TD error.
"""

from proofs.notation import DISCOUNT, N, gamma, h, i, j
from proofs.paper.covariances import LENGTH, K, cut_variance, entry, kappa
from proofs.vocabulary import *

#: no covariance of a TD error with a later one, or with an earlier one, and variances kappa
UNIFORM: tuple[Statement, ...] = (
    ForAll(i, 0, ForAll(j, i + 1, Equal(K(i, j), 0))),
    ForAll(i, 0, ForAll(j, 0, Equal(K(i, j), 0), i - 1)),
    ForAll(i, 0, Equal(K(i, i), kappa)),
)


def squares(weights: Sequence = h, end: Expr = oo) -> Expr:
    """sum_i h_i^2 gamma^{2i}."""
    return series(weights(i) ** 2 * gamma ** (2 * i), i, 0, end)


def nothing(one: Context, part: Expr, statement: Statement) -> tuple[Theorem, Theorem]:
    """A sum of covariances that are zero."""
    inner, _ = summand(one, part)
    none = each_term(one, part, 0, entry(inner, statement))
    assert isinstance(none.statement, Equal)
    return none, zeros(one, none.statement.rhs)


def only_the_diagonal() -> Theorem:
    """In each row only the diagonal entry is left."""
    ctx = given(*DISCOUNT, *UNIFORM, LENGTH)
    one, row = summand(ctx, cut_variance)
    part = open_sum(row)
    start, rest, after = (
        series(part.body, j, first, last)
        for first, last in ((0, i - 1), (i, N - 1), (i + 1, N - 1))
    )
    term = h(i) ** 2 * gamma ** (2 * i) * kappa
    own_term = (
        Chain(one, row)
        .to(start + rest, split(one, row, i - 1))
        .to(rest, *nothing(one, start, UNIFORM[1]))
        .to(substitute(part.body, {j: i}) + after, peel_first(one, rest))
        .to(substitute(part.body, {j: i}), *nothing(one, after, UNIFORM[0]))
        .to(term, specialise(one, fact(ctx, UNIFORM[2]), i))
        .qed()
    )
    total = series(term, i, 0, N - 1)
    return (
        Chain(ctx, cut_variance)
        .to(total, termwise(ctx, cut_variance, own_term))
        .to(
            kappa * squares(end=N - 1),
            linearity(ctx, total, (kappa, h(i) ** 2 * gamma ** (2 * i))),
        )
        .qed()
    )
