"""Covariances of TD errors, and double sums of them with weights that are not negative.

K_{i,j} stands for Cov[delta_{t+i}, delta_{t+j} | S_t]; nothing is used of it but that no entry is
above kappa and, where the sums are infinite, that the entries are bounded.  Covariance is bilinear,
so the return V_t + sum_i h_i gamma^i delta_{t+i} has, when cut off after the N-th TD error, the
variance

    sum_{i<=N} sum_{j<=N} h_i h_j gamma^{i+j} K_{i,j}.

Its covariance with one TD error is q_i = sum_j h_j gamma^j K_{i,j}, and its variance is
sum_i h_i gamma^i q_i.  These sums are what "variance" means in the derivations.
"""

from __future__ import annotations

from functools import cache

from sympy import Expr

from proofs import prop_wrh
from proofs.notation import DISCOUNT, VANISHING, N, c, gamma, h, i, j, m, n
from symbolic import (
    Abs,
    AtMost,
    Bounded,
    Chain,
    Context,
    Equal,
    ForAll,
    Statement,
    Theorem,
    given,
    real,
    sequence,
    series,
    summand,
)
from symbolic.definitions import define
from symbolic.rules import (
    generalise,
    geometric,
    linearity,
    recall,
    restate,
    scale,
    specialise,
    sum_order,
    triangle,
    unfold,
)
from symbolic.terms import open_sum

K, kappa, M = sequence("K"), real("kappa"), real("M")

#: kappa is above every covariance: their supremum, or any larger number
BELOW_KAPPA = ForAll(i, 0, ForAll(j, 0, AtMost(K(i, j), kappa)))
#: the covariances are bounded, as they are on every finite MRP
BOUNDED_COVARIANCES = ForAll(i, 0, ForAll(j, 0, AtMost(Abs(K(i, j)), M)))
#: weights on n-step returns that are not negative and sum to 1 (h_0 is their sum)
CONVEX_RETURN: tuple[Statement, ...] = (Equal(h(0), 1), VANISHING, prop_wrh.CONVEX)

row = series(h(j) * gamma**j * K(i, j), j, 0)
#: the covariance of the i-th TD error with the return
q = define("q", (i,), row)
eligibility = series(h(i) * gamma**i, i, 0)
variance = series(h(i) * gamma**i * q(i), i, 0)
#: of the return that is cut off after the N-th TD error
cut_eligibility = series(h(i) * gamma**i, i, 0, N)
cut_variance = series(series(h(i) * h(j) * gamma ** (i + j) * K(i, j), j, 0, N), i, 0, N)


def length(steps: Expr) -> Expr:
    """Gamma_n = 1 + gamma + ... + gamma^{n-1}."""
    return (1 - gamma**steps) / (1 - gamma)


def n_step_covariance(first: Expr, second: Expr) -> Expr:
    """The covariance of two n-step returns."""
    return series(series(gamma ** (i + j) * K(i, j), j, 0, second - 1), i, 0, first - 1)


#: the variance of the weighted n-step returns of at most N steps
combined = series(series(c(n) * c(m) * n_step_covariance(n, m), m, 1, N), n, 1, N)
cut_length = series(c(n) * length(n), n, 1, N)


def fact(ctx: Context, statement: Statement) -> Theorem:
    """The fact of the context that says this."""
    return next(f for f in ctx.facts if f.statement.key == statement.key)


def entry(ctx: Context, statement: Statement, first: Expr = i, second: Expr = j) -> Theorem:
    """What is known of every covariance, of one of them."""
    return specialise(ctx, specialise(ctx, fact(ctx, statement), first), second)


@cache
def eligibilities() -> Theorem:
    """No eligibility of a convex return is negative: h_i >= h_{i+1} >= 0."""
    ctx = given(*CONVEX_RETURN, AtMost(0, i))
    falls = specialise(ctx, prop_wrh.falling(), i)
    after = specialise(ctx, prop_wrh.nonnegative_eligibilities(), i)
    return generalise(ctx, Chain(ctx, 0).at_most(h(i + 1), after).at_most(h(i), falls).qed(), i, 0)


def convex(*more: Statement) -> Context:
    """A convex return, whose eligibilities are not negative."""
    return given(*DISCOUNT, *CONVEX_RETURN, *more).also(eligibilities())


def at(ctx: Context, *places: Expr) -> Context:
    """The context in which h is known not to be negative at these places."""
    return ctx.also(*(specialise(ctx, eligibilities(), place) for place in places))


def factors(ctx: Context, total: Expr, pieces: tuple[Expr, Expr], each: Theorem) -> Theorem:
    """A double sum of terms that are at most a_i b_j kappa is at most (sum a)(sum b) kappa."""
    outer, inside = summand(ctx, total)
    inner, term = summand(outer, inside)
    (_, p, *ends), (_, s, *others) = open_sum(total), open_sum(inside)
    a, b = pieces
    columns, rows = series(b, s, *others), series(a, p, *ends)
    one = restate(inner, each, AtMost(term, a * b * kappa))
    every_entry = series(a * b * kappa, s, *others)
    one_row = (
        Chain(outer, inside)
        .by(sum_order(outer, inside, one))
        .to(a * columns * kappa, linearity(outer, every_entry, (a * kappa, b)))
        .qed()
    )
    every_row = series(a * columns * kappa, p, *ends)
    return (
        Chain(ctx, total)
        .by(sum_order(ctx, total, one_row))
        .to(rows * columns * kappa, linearity(ctx, every_row, (columns * kappa, a)))
        .qed()
    )


# -- the return cut off after the N-th TD error -------------------------------------------------


def cut_bound() -> Theorem:
    """h_i h_j gamma^{i+j} K_{i,j} <= h_i gamma^i h_j gamma^j kappa, summed over both."""
    ctx = convex(BELOW_KAPPA)
    inner = at(summand(*summand(ctx, cut_variance))[0], i, j)
    a, b = h(i) * gamma**i, h(j) * gamma**j
    each = scale(inner, scale(inner, entry(inner, BELOW_KAPPA), b), a)
    return factors(ctx, cut_variance, (a, b), each)


# -- infinitely many TD errors ------------------------------------------------------------------


def bounded_rows(ctx: Context) -> Context:
    """The covariances q_i are bounded, by M times the sum of the eligibilities."""
    one = ctx.also(AtMost(0, i))
    one = one.also(specialise(one, fact(ctx, BOUNDED_COVARIANCES), i))
    one = one.also(recall(one, Bounded(K(i, j), j, 0)))
    sizes = triangle(one, row)
    assert isinstance(sizes.statement, AtMost)
    total = sizes.statement.rhs
    inner, body = summand(one, total)
    inner = at(inner, j)
    own = (recall(inner, Equal(Abs(h(j)), h(j))), recall(inner, Equal(Abs(gamma), gamma)))
    largest = entry(inner, BOUNDED_COVARIANCES)
    each = (
        Chain(inner, body)
        .to(Abs(h(j)) * Abs(gamma) ** j * Abs(K(i, j)))
        .to(h(j) * gamma**j * Abs(K(i, j)), *own)
        .by(scale(inner, largest, h(j) * gamma**j))
        .qed()
    )
    every = series(h(j) * gamma**j * M, j, 0)
    size = (
        Chain(one, Abs(q(i)))
        .to(Abs(row), unfold(one, q, i))
        .by(sizes)
        .by(sum_order(one, total, each), every)
        .to(M * eligibility, linearity(one, every, (M, h(j) * gamma**j)))
        .qed()
    )
    return ctx.also(recall(ctx.also(generalise(ctx, size, i, 0)), Bounded(q(i), i, 0)))


def infinite(*more: Statement) -> Context:
    """A convex return and bounded covariances; then the covariances q_i are bounded."""
    return bounded_rows(convex(*more, BOUNDED_COVARIANCES))


def inside_row(ctx: Context) -> Context:
    """The context for a given i, where the series of the i-th row converges."""
    one = at(ctx.also(AtMost(0, i)), i)
    each = specialise(one, fact(ctx, BOUNDED_COVARIANCES), i)
    return one.also(recall(one.also(each), Bounded(K(i, j), j, 0)))


def bound() -> Theorem:
    """q_i <= kappa times the sum of the eligibilities, and so once more for the variance."""
    ctx = infinite(BELOW_KAPPA)
    one = inside_row(ctx)
    inner = at(summand(one, row)[0], j)
    each = scale(inner, entry(inner, BELOW_KAPPA), h(j) * gamma**j)
    every = series(h(j) * gamma**j * kappa, j, 0)
    one_row = (
        Chain(one, q(i))
        .to(row, unfold(one, q, i))
        .by(sum_order(one, row, each), every)
        .to(eligibility * kappa, linearity(one, every, (kappa, h(j) * gamma**j)))
        .qed()
    )
    weighted = scale(one, one_row, h(i) * gamma**i)
    rows = series(h(i) * gamma**i * eligibility * kappa, i, 0)
    return (
        Chain(ctx, variance)
        .by(sum_order(ctx, variance, weighted), rows)
        .to(eligibility**2 * kappa, linearity(ctx, rows, (eligibility * kappa, h(i) * gamma**i)))
        .qed()
    )


# -- n-step returns -----------------------------------------------------------------------------


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
