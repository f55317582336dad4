"""The variance of a convex return when its TD errors are uncorrelated, as they are at v = v_pi.

Then K_{i,j} = 0 for i != j, only the diagonal of the double sum is left, and kappa need only bound
the variances K_{i,i}:

    Var[G]  =  sum_i h_i^2 gamma^{2i} K_{i,i}  <=  kappa sum_i h_i^2 gamma^{2i}.

With h_i <= 1 the last sum is at most sum_i h_i gamma^{2i}, which the modulus at gamma^2 gives.
"""

from proofs.notation import BOUNDED, c, gamma, h, i, j, n, z
from proofs.paper import covariances, prop_wrh, sample_real_nsteps
from proofs.paper.covariances import (
    BOUNDED_COVARIANCES,
    CONVEX_RETURN,
    K,
    at,
    convex,
    eligibility,
    entry,
    kappa,
    q,
    row,
    variance,
)
from proofs.vocabulary import *

#: no covariance of a TD error with a later one, or with an earlier one
UNCORRELATED = (
    ForAll(i, 0, ForAll(j, i + 1, Equal(K(i, j), 0))),
    ForAll(i, 0, ForAll(j, 0, Equal(K(i, j), 0), i - 1)),
)
#: kappa is above every variance
VARIANCES = ForAll(i, 0, AtMost(K(i, i), kappa))
NOT_NEGATIVE = AtMost(0, kappa)

weight = h(i) ** 2 * gamma ** (2 * i)
diagonal, squares = series(weight * K(i, i), i, 0), series(weight, i, 0)
thinned = series(h(i) * gamma ** (2 * i), i, 0)
#: the modulus with gamma^2 for gamma
beta = series(c(n) * gamma ** (2 * n), n, 1)


def own_term(one: Context) -> Theorem:
    """q_i = h_i gamma^i K_{i,i}: before and after i the terms are zero."""
    term = h(j) * gamma**j * K(i, j)
    start, rest, after = series(term, j, 0, i - 1), series(term, j, i), series(term, j, i + 1)

    def nothing(part: Expr, statement: ForAll) -> tuple[Theorem, Theorem]:
        inner, _ = summand(one, part)
        none = each_term(one, part, 0, entry(inner, statement))
        assert isinstance(none.statement, Equal)
        return none, zeros(one, none.statement.rhs)

    return (
        Chain(one, q(i))
        .to(row, unfold(one, q, i))
        .to(start + rest, split(one, row, i - 1))
        .to(rest, *nothing(start, UNCORRELATED[1]))
        .to(h(i) * gamma**i * K(i, i) + after, peel_first(one, rest))
        .to(h(i) * gamma**i * K(i, i), *nothing(after, UNCORRELATED[0]))
        .qed()
    )


@cache
def only_the_diagonal() -> Theorem:
    """In each row only the diagonal entry is left."""
    ctx = covariances.infinite(*UNCORRELATED)
    one = covariances.inside_row(ctx)
    term = weight * K(i, i)
    each = Chain(one, h(i) * gamma**i * q(i)).to(term, own_term(one)).qed()
    return each_term(ctx, variance, term, each)


@cache
def by_squares() -> Theorem:
    """K_{i,i} <= kappa."""
    ctx = covariances.infinite(*UNCORRELATED, VARIANCES)
    one = ctx.also(AtMost(0, i))
    size = generalise(ctx, entry(one, BOUNDED_COVARIANCES, i, i), i, 0)
    ctx = ctx.also(recall(given(size), Bounded(K(i, i), i, 0)))
    inner = at(summand(ctx, diagonal)[0], i)
    below, factor = specialise(inner, fact(ctx, VARIANCES), i), h(i) * gamma**i
    each = scale(inner, scale(inner, below, factor), factor)
    every = series(weight * kappa, i, 0)
    return (
        Chain(ctx, variance)
        .to(diagonal, only_the_diagonal())
        .by(sum_order(ctx, diagonal, each), every)
        .to(squares * kappa, linearity(ctx, every, (kappa, weight)))
        .qed()
    )


# -- in terms of moduli -------------------------------------------------------------------------


@cache
def at_most_one() -> Theorem:
    """No eligibility of a convex return exceeds h_0 = 1."""
    ctx = given(*CONVEX_RETURN)
    first = Chain(ctx, h(0)).at_most(1).qed()
    now = ctx.also(AtMost(0, i), AtMost(h(i), 1))
    falls = specialise(now, prop_wrh.falling(), i)
    following = Chain(now, h(i + 1)).at_most(h(i), falls).at_most(1).qed()
    return induction(ctx, first, following, i, 0)


@cache
def squares_thinned() -> Theorem:
    """h_i^2 <= h_i, as 0 <= h_i <= 1."""
    ctx = convex()
    inner = at(summand(ctx, squares)[0], i)
    smaller = scale(inner, specialise(inner, at_most_one(), i), h(i) * gamma ** (2 * i))
    return Chain(ctx, squares).by(sum_order(ctx, squares, smaller), thinned).qed()


def thinned_value() -> Theorem:
    """sum c_n z^n = h_0 - (1 - z) sum h_i z^i at z = gamma^2."""
    ctx = convex()
    ctx = ctx.also(recall(ctx, BOUNDED), recall(ctx, Less(Abs(gamma**2), 1)))
    ctx = ctx.also(sample_real_nsteps.weights_bounded(ctx))
    powers = instantiate(ctx, sample_real_nsteps.weighted_powers(), {z: gamma**2})
    share = 1 / (1 - gamma**2)
    return linear_combination(
        ctx, thinned, (1 - beta) * share, (share, powers), (share, fact(ctx, CONVEX_RETURN[0]))
    )


def by_modulus() -> Theorem:
    """The squares are at most the eligibilities, which the modulus at gamma^2 sums up."""
    ctx = covariances.infinite(*UNCORRELATED, VARIANCES).also(NOT_NEGATIVE)
    return (
        Chain(ctx, variance)
        .by(by_squares())
        .by(scale(ctx, squares_thinned(), kappa), thinned * kappa)
        .to((1 - beta) / (1 - gamma**2) * kappa, thinned_value())
        .qed()
    )


def sharper() -> Theorem:
    """Each h_i gamma^{2i} is at most h_i gamma^i, and the sum of these is at least h_0 = 1."""
    ctx = convex()
    inner = at(summand(ctx, thinned)[0], i)
    power = recall(inner, AtMost(gamma**i, 1))
    smaller = scale(inner, power, h(i) * gamma**i)
    later = series(h(i) * gamma**i, i, 1)
    positive = not_negative(ctx, later)
    at_least_one = (
        Chain(ctx, 1)
        .at_most(h(0) + later, positive)
        .to(eligibility, peel_first(ctx, eligibility))
        .qed()
    )
    return (
        Chain(ctx, squares)
        .by(squares_thinned())
        .by(sum_order(ctx, thinned, smaller), eligibility)
        .at_most(eligibility**2, at_least_one)
        .qed()
    )


def not_negative(ctx: Context, total: Expr) -> Theorem:
    """A sum of discounted eligibilities is not negative."""
    part = open_sum(total)
    nothing = series(0, part.var, part.lo)
    inner = at(summand(ctx, nothing)[0], i)
    each = recall(inner, AtMost(0, part.body))
    return Chain(ctx, 0).to(nothing, zeros(ctx, nothing)).by(sum_order(ctx, nothing, each)).qed()
