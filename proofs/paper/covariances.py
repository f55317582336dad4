"""Covariances of TD errors, and double sums of them with weights that are not negative.

K_{i,j} stands for Cov[delta_{t+i}, delta_{t+j} | S_t]; nothing is used of it but that no entry is
above kappa and, where the sums are infinite, that the entries are bounded.  Covariance is bilinear,
so the return V_t + sum_i h_i gamma^i delta_{t+i} has, when cut off after the N-th TD error, the
variance

    sum_{i<=N} sum_{j<=N} h_i h_j gamma^{i+j} K_{i,j}.

Its covariance with one TD error is q_i = sum_j h_j gamma^j K_{i,j}, and its variance is
sum_i h_i gamma^i q_i.  These sums are what "variance" means in the derivations.
"""

from proofs.notation import DISCOUNT, VANISHING, N, c, gamma, h, i, j, n
from proofs.paper import prop_wrh
from proofs.vocabulary import *

K, kappa, M = sequence("K"), real("kappa"), real("M")

#: kappa is above every covariance: their supremum, or any larger number
BELOW_KAPPA = ForAll(i, 0, ForAll(j, 0, AtMost(K(i, j), kappa)))
ALL_KAPPA = ForAll(i, 0, ForAll(j, 0, Equal(K(i, j), kappa)))
#: the covariances are bounded, as they are on every finite MRP
BOUNDED_COVARIANCES = ForAll(i, 0, ForAll(j, 0, AtMost(Abs(K(i, j)), M)))
#: weights on n-step returns that are not negative and sum to 1 (h_0 is their sum)
CONVEX_RETURN: tuple[Statement, ...] = (Equal(h(0), 1), VANISHING, prop_wrh.CONVEX)

row = series(h(j) * gamma**j * K(i, j), j, 0)
#: the covariance of the i-th TD error with the return
q = define("q", (i,), row)
eligibility = series(h(i) * gamma**i, i, 0)
variance = series(h(i) * gamma**i * q(i), i, 0)
#: the modulus, and the factor in the bound
beta = series(c(n) * gamma**n, n, 1)
factor = (1 - beta) / (1 - gamma)
#: of the return that is cut off after the N-th TD error
cut_eligibility = series(h(i) * gamma**i, i, 0, N)
cut_variance = series(series(h(i) * h(j) * gamma ** (i + j) * K(i, j), j, 0, N), i, 0, N)


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


@cache
def bounded_rows() -> Theorem:
    """The covariances q_i are bounded, by M times the sum of the eligibilities."""
    ctx = convex(BOUNDED_COVARIANCES)
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
    return recall(ctx.also(generalise(ctx, size, i, 0)), Bounded(q(i), i, 0))


def infinite(*more: Statement) -> Context:
    """A convex return and bounded covariances; then the covariances q_i are bounded."""
    return convex(*more, BOUNDED_COVARIANCES).also(bounded_rows())


def inside_row(ctx: Context) -> Context:
    """The context for a given i, where the series of the i-th row converges."""
    one = at(ctx.also(AtMost(0, i)), i)
    each = specialise(one, fact(ctx, BOUNDED_COVARIANCES), i)
    return one.also(recall(one.also(each), Bounded(K(i, j), j, 0)))


def times_kappa(one: Context) -> Theorem:
    """kappa in place of every covariance of a row."""
    every = series(h(j) * gamma**j * kappa, j, 0)
    return linearity(one, every, (kappa, h(j) * gamma**j))


every_row = series(h(i) * gamma**i * eligibility * kappa, i, 0)


def times_kappa_again(ctx: Context) -> Theorem:
    """The same sum once more, for the rows."""
    return linearity(ctx, every_row, (eligibility * kappa, h(i) * gamma**i))


def bound() -> Theorem:
    """q_i <= kappa times the sum of the eligibilities, and so once more for the variance."""
    ctx = infinite(BELOW_KAPPA)
    one = inside_row(ctx)
    inner = at(summand(one, row)[0], j)
    each = scale(inner, entry(inner, BELOW_KAPPA), h(j) * gamma**j)
    one_row = (
        Chain(one, q(i))
        .to(row, unfold(one, q, i))
        .by(sum_order(one, row, each))
        .to(eligibility * kappa, times_kappa(one))
        .qed()
    )
    weighted = scale(one, one_row, h(i) * gamma**i)
    return (
        Chain(ctx, variance)
        .by(sum_order(ctx, variance, weighted), every_row)
        .to(eligibility**2 * kappa, times_kappa_again(ctx))
        .qed()
    )


def attained() -> Theorem:
    """The same with equations, when every covariance is kappa."""
    ctx = infinite(ALL_KAPPA)
    one = inside_row(ctx)
    same = entry(summand(one, row)[0], ALL_KAPPA)
    one_row = (
        Chain(one, q(i))
        .to(row, unfold(one, q, i))
        .to(
            series(h(j) * gamma**j * kappa, j, 0),
            each_term(one, row, h(j) * gamma**j * kappa, same),
        )
        .to(eligibility * kappa, times_kappa(one))
        .qed()
    )
    return (
        Chain(ctx, variance)
        .to(every_row, each_term(ctx, variance, h(i) * gamma**i * eligibility * kappa, one_row))
        .to(eligibility**2 * kappa, times_kappa_again(ctx))
        .qed()
    )


# -- an eligibility below zero ------------------------------------------------------------------

#: two TD errors of the same variance, perfectly anticorrelated, and an affine return on them
OPPOSITE = (
    Equal(K(0, 0), kappa),
    Equal(K(1, 1), kappa),
    Equal(K(0, 1), -kappa),
    Equal(K(1, 0), -kappa),
)
NEGATIVE = (Equal(h(0), 1), Less(h(1), 0))


def two_terms(ctx: Context, total: Expr) -> list[Theorem]:
    """A sum from 0 to 1 is its two terms."""
    part = open_sum(total)
    rest, none = (series(part.body, part.var, start, 1) for start in (1, 2))
    return [peel_first(ctx, total), peel_first(ctx, rest), empty(ctx, none)]


def exceeded() -> Theorem:
    """(1 - h_1 gamma)^2 kappa against (1 + h_1 gamma)^2 kappa."""
    ctx = given(*DISCOUNT, Less(0, kappa), *NEGATIVE, *OPPOSITE)
    one, known = fact(ctx, NEGATIVE[0]), [fact(ctx, statement) for statement in OPPOSITE]
    total, weights = (substitute(x, {N: Integer(1)}) for x in (cut_variance, cut_eligibility))
    inside = open_sum(total).body
    columns = [two_terms(ctx, substitute(inside, {i: Integer(place)})) for place in (0, 1)]
    steep = scale(ctx, recall(ctx, Less(0, -h(1) * gamma)), 4 * kappa)
    return (
        Chain(ctx, weights**2 * kappa)
        .to((1 + h(1) * gamma) ** 2 * kappa, *two_terms(ctx, weights), one)
        .less((1 - h(1) * gamma) ** 2 * kappa, steep)
        .to(total, *two_terms(ctx, total), *columns[0], *columns[1], *known, one)
        .qed()
    )
