"""The variance of a return when all TD errors have one variance, and one correlation.

K_{i,i} = kappa and, for i != j, K_{i,j} = rho kappa; where rho = 0 they are uncorrelated.  Then the
double sum of covariances is

    kappa (rho (sum_{i<N} h_i gamma^i)^2 + (1 - rho) sum_{i<N} h_i^2 gamma^{2i}).
"""

from proofs.notation import DISCOUNT, N, gamma, h, i, j
from proofs.paper.covariances import LENGTH, K, cut_eligibility, cut_variance, entry, kappa
from proofs.vocabulary import *

rho = real("rho")
#: every variance is kappa, and every correlation with a later TD error, or an earlier one, is rho
UNIFORM: tuple[Statement, ...] = (
    ForAll(i, 0, Equal(K(i, i), kappa)),
    ForAll(i, 0, ForAll(j, i + 1, Equal(K(i, j), rho * kappa))),
    ForAll(i, 0, ForAll(j, 0, Equal(K(i, j), rho * kappa), i - 1)),
)


def total(weights: Sequence = h, end: Expr = oo) -> Expr:
    """sum_i h_i gamma^i."""
    return series(weights(i) * gamma**i, i, 0, end)


def squares(weights: Sequence = h, end: Expr = oo) -> Expr:
    """sum_i h_i^2 gamma^{2i}."""
    return series(weights(i) ** 2 * gamma ** (2 * i), i, 0, end)


def uniform_variance(weights: Sequence = h, end: Expr = oo) -> Expr:
    """kappa (rho (sum h_i gamma^i)^2 + (1 - rho) sum h_i^2 gamma^{2i})."""
    return kappa * (rho * total(weights, end) ** 2 + (1 - rho) * squares(weights, end))


def uniform_double_sum() -> Theorem:
    """rho kappa everywhere, and (1 - rho) kappa more on the diagonal."""
    ctx = given(*DISCOUNT, *UNIFORM, LENGTH)
    one, row = summand(ctx, cut_variance)
    weight = h(i) * gamma**i
    level = series(weight * rho * kappa * h(j) * gamma**j, j, 0, N - 1)

    def parts(whole: Expr) -> tuple[Expr, Expr, Expr]:
        """The terms before i, at i and after it."""
        term, ends = open_sum(whole).body, ((0, i - 1), (i + 1, N - 1))
        before, after = (series(term, j, first, last) for first, last in ends)
        return before, substitute(term, {j: i}), after

    def apart(whole: Expr) -> Theorem:
        rest = series(open_sum(whole).body, j, i, N - 1)
        return (
            Chain(one, whole)
            .to(parts(whole)[0] + rest, split(one, whole, i - 1))
            .to(Add(*parts(whole)), peel_first(one, rest))
            .qed()
        )

    def same(part: Expr, statement: Statement) -> Theorem:
        inner, _ = summand(one, part)
        return each_term(one, part, open_sum(level).body, entry(inner, statement))

    before, own, after = parts(row)
    flat_before, flat, flat_after = parts(level)
    more = (1 - rho) * kappa * h(i) ** 2 * gamma ** (2 * i)
    in_row = (
        Chain(one, row)
        .to(before + own + after, apart(row))
        .to(
            flat_before + flat + flat_after + more,
            same(before, UNIFORM[2]),
            same(after, UNIFORM[1]),
            specialise(one, fact(ctx, UNIFORM[0]), i),
        )
        .to(level + more, apart(level))
        .to(
            weight * rho * kappa * cut_eligibility + more,
            linearity(one, level, (weight * rho * kappa, h(j) * gamma**j)),
        )
        .qed()
    )
    rows = series(weight * rho * kappa * cut_eligibility + more, i, 0, N - 1)
    return (
        Chain(ctx, cut_variance)
        .to(rows, termwise(ctx, cut_variance, in_row))
        .to(
            uniform_variance(end=N - 1),
            linearity(
                ctx,
                rows,
                (rho * kappa * cut_eligibility, weight),
                ((1 - rho) * kappa, h(i) ** 2 * gamma ** (2 * i)),
            ),
        )
        .qed()
    )
