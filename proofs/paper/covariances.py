"""Means and covariances of TD errors, and the variance of a convex return that is cut off.

A finite probability space: the outcomes omega = 0, ..., m have the probabilities p_omega.  In the
outcome omega the i-th TD error delta_{t+i} has the value X_{i,omega}, and the return that is cut
off after N TD errors has the value Y_{N,omega} = V_t + sum_{i<N} h_i gamma^i X_{i,omega}.  E and
Cov are the means and covariances of the TD errors, mu and Var the mean and variance of that return.
N TD errors of a finite MRP take finitely many values together, so nothing is lost; the space may be
another one for each N.

The whole return sees infinitely many TD errors, for which a finite space will not do.  Its variance
is the limit of those of the returns that are cut off.  These depend on the covariances alone
(`bilinear`), so for the limit K_{i,j} stands for covariances on any probability space.
"""

from proofs.notation import BOUNDED, DISCOUNT, VANISHING, N, V, c, gamma, h, i, j, m, n, z
from proofs.paper import prop_wrh, sample_real_nsteps
from proofs.vocabulary import *

# -- what is spoken of -----------------------------------------------------------------------------

omega = index("omega")
p, X, K = sequence("p"), sequence("X"), sequence("K")
kappa, beta = real("kappa"), real("beta")


def mean(value: Expr) -> Expr:
    """The mean of what has this value in the outcome omega."""
    return series(p(omega) * value, omega, 0, m)


#: the mean of the i-th TD error
E = define("E", (i,), mean(X(i, omega)), silent=(m,))
#: the covariance of the i-th and the j-th
Cov = define("Cov", (i, j), mean((X(i, omega) - E(i)) * (X(j, omega) - E(j))), silent=(m,))
#: the return that is cut off after N TD errors, its mean and its variance
Y = define("Y", (N, omega), V(0) + series(h(i) * gamma**i * X(i, omega), i, 0, N - 1))
mu = define("Mean", (N,), mean(Y(N, omega)), silent=(m,))
Var = define("Var", (N,), mean((Y(N, omega) - mu(N)) ** 2), silent=(m,))

#: what makes the p_omega probabilities
PROBABILITIES: tuple[Statement, ...] = (
    ForAll(omega, 0, AtMost(0, p(omega)), m),
    Equal(series(p(omega), omega, 0, m), 1),
)
LENGTH = AtMost(1, N)
#: weights on n-step returns that are not negative and sum to 1 (h_0 is their sum)
CONVEX_RETURN: tuple[Statement, ...] = (Equal(h(0), 1), VANISHING, prop_wrh.CONVEX)
powers = series(c(n) * gamma**n, n, 1)
#: the modulus of a convex return has a name
MODULUS = Equal(beta, powers)
RETURN = (*DISCOUNT, *CONVEX_RETURN, MODULUS)
#: kappa is above every covariance: their supremum, or any larger number
BELOW_KAPPA = ForAll(i, 0, ForAll(j, 0, AtMost(K(i, j), kappa)))

eligibility = series(h(i) * gamma**i, i, 0)
cut_eligibility = series(h(i) * gamma**i, i, 0, N - 1)
#: of a convex return, the sum of the discounted eligibilities
factor = (1 - beta) / (1 - gamma)


def first_below(covariance: Sequence) -> ForAll:
    """kappa is above every covariance of the first N TD errors."""
    return ForAll(i, 0, ForAll(j, 0, AtMost(covariance(i, j), kappa), N - 1), N - 1)


def double_sum(covariance: Sequence, length: Expr = N, weights: Sequence = h) -> Expr:
    """sum_{i<N} sum_{j<N} h_i h_j gamma^{i+j} Cov_{i,j}."""
    term = weights(i) * weights(j) * gamma ** (i + j) * covariance(i, j)
    return series(series(term, j, 0, length - 1), i, 0, length - 1)


#: the variance of the return that is cut off after N TD errors with the covariances K
cut_variance = double_sum(K)


# -- the eligibilities of a convex return ----------------------------------------------------------


@cache
def eligibilities() -> Theorem:
    """No eligibility of a convex return is negative: h_i >= h_{i+1} >= 0."""
    ctx = given(*CONVEX_RETURN, AtMost(0, i))
    falls = specialise(ctx, prop_wrh.falling(), i)
    after = specialise(ctx, prop_wrh.nonnegative_eligibilities(), i)
    return generalise(ctx, Chain(ctx, 0).at_most(h(i + 1), after).at_most(h(i), falls).qed(), i, 0)


def convex(*more: Statement) -> Context:
    """A convex return, whose eligibilities are not negative."""
    return given(*RETURN, *more).also(eligibilities())


def at(ctx: Context, *places: Expr) -> Context:
    """The context in which h is known not to be negative at these places."""
    return ctx.also(*(specialise(ctx, eligibilities(), place) for place in places))


def sum_up(ctx: Context) -> Theorem:
    """The discounted eligibilities sum to (1 - beta)/(1 - gamma), if h_0 = 1 and h is bounded."""
    ctx = ctx.also(recall(ctx, BOUNDED))
    ctx = ctx.also(sample_real_nsteps.weights_bounded(ctx), recall(ctx, Less(Abs(gamma), 1)))
    total = instantiate(ctx, sample_real_nsteps.weighted_powers(), {z: gamma})
    share, one, named = 1 / (1 - gamma), fact(ctx, Equal(h(0), 1)), fact(ctx, MODULUS)
    return linear_combination(
        ctx, eligibility, factor, (share, total), (share, one), (share, named)
    )


def not_negative(ctx: Context, total: Expr) -> Theorem:
    """A sum of discounted eligibilities is not negative."""
    part = open_sum(total)
    nothing = series(0, part.var, part.lo, part.hi)
    inner = at(summand(ctx, nothing)[0], part.var)
    each = recall(inner, AtMost(0, part.body))
    return Chain(ctx, 0).to(nothing, zeros(ctx, nothing)).by(sum_order(ctx, nothing, each)).qed()


def part_of_the_whole(ctx: Context) -> Theorem:
    """The first N discounted eligibilities sum to at most all of them."""
    rest = series(h(i) * gamma**i, i, N)
    return (
        Chain(ctx, cut_eligibility)
        .at_most(cut_eligibility + rest, not_negative(ctx, rest))
        .to(eligibility, split(ctx, eligibility, N - 1))
        .qed()
    )


# -- double sums with weights that are not negative ------------------------------------------------


def entry(ctx: Context, statement: Statement, first: Expr = i, second: Expr = j) -> Theorem:
    """What is known of every covariance, of one of them."""
    return specialise(ctx, specialise(ctx, fact(ctx, statement), first), second)


def factors(ctx: Context, total: Expr, pieces: tuple[Expr, Expr], each: Theorem) -> Theorem:
    """A double sum of terms that are at most a_i b_j kappa is at most (sum a)(sum b) kappa."""
    outer, inside = summand(ctx, total)
    inner, term = summand(outer, inside)
    (_, first, *ends), (_, second, *others) = open_sum(total), open_sum(inside)
    a, b = pieces
    columns, rows = series(b, second, *others), series(a, first, *ends)
    one = restate(inner, each, AtMost(term, a * b * kappa))
    every_entry = series(a * b * kappa, second, *others)
    one_row = (
        Chain(outer, inside)
        .by(sum_order(outer, inside, one))
        .to(a * columns * kappa, linearity(outer, every_entry, (a * kappa, b)))
        .qed()
    )
    every_row = series(a * columns * kappa, first, *ends)
    return (
        Chain(ctx, total)
        .by(sum_order(ctx, total, one_row))
        .to(rows * columns * kappa, linearity(ctx, every_row, (columns * kappa, a)))
        .qed()
    )


def double_sum_bound() -> Theorem:
    """h_i h_j gamma^{i+j} K_{i,j} <= h_i gamma^i h_j gamma^j kappa, summed over both."""
    ctx = given(*DISCOUNT, *CONVEX_RETURN, LENGTH, first_below(K)).also(eligibilities())
    inner = at(summand(*summand(ctx, cut_variance))[0], i, j)
    a, b = h(i) * gamma**i, h(j) * gamma**j
    each = scale(inner, scale(inner, entry(inner, first_below(K)), b), a)
    return factors(ctx, cut_variance, (a, b), each)


# -- on a finite probability space -----------------------------------------------------------------


#: the members of a sum that depend on the outcome
T = sequence("T")
total = series(T(i, omega), i, 0, N - 1)
MEANS_ADD_UP = Equal(mean(total), series(mean(T(i, omega)), i, 0, N - 1))
#: how far a TD error, and the return, are from their means
apart = h(i) * gamma**i * (X(i, omega) - E(i))
DEVIATION = Equal(Y(N, omega) - mu(N), series(apart, i, 0, N - 1))


def means_add_up() -> Theorem:
    """Two finite sums are exchanged."""
    ctx = given()
    weighted = series(p(omega) * T(i, omega), i, 0, N - 1)
    inner, _ = summand(ctx, mean(total))
    inside = symmetry(linearity(inner, weighted, (p(omega), T(i, omega))))
    by_outcome = series(weighted, omega, 0, m)
    return (
        Chain(ctx, mean(total))
        .to(by_outcome, termwise(ctx, mean(total), inside))
        .to(MEANS_ADD_UP.rhs, exchange_finite(ctx, by_outcome))
        .qed()
    )


def deviation(added: Theorem) -> Theorem:
    """mu_N is V_t + sum_{i<N} h_i gamma^i E_i, since the p_omega sum to one and means add up."""
    ctx = given(PROBABILITIES[1])
    weight = h(i) * gamma**i
    errors, means = (series(weight * x, i, 0, N - 1) for x in (X(i, omega), E(i)))
    inner, _ = summand(ctx, mean(errors))
    one, _ = summand(ctx, means)
    by_error = series(mean(weight * X(i, omega)), i, 0, N - 1)
    own = linearity(one, mean(weight * X(i, omega)), (weight, p(omega) * X(i, omega)))
    spelt = mean(V(0) + errors)
    middle = (
        Chain(ctx, mu(N))
        .to(mean(Y(N, omega)), unfold(ctx, mu, N))
        .to(
            spelt,
            each_term(ctx, mean(Y(N, omega)), open_sum(spelt).body, unfold(inner, Y, N, omega)),
        )
        .to(
            V(0) * series(p(omega), omega, 0, m) + mean(errors),
            linearity(ctx, spelt, (V(0), p(omega)), (1, p(omega) * errors)),
        )
        .to(
            V(0) + by_error,
            fact(ctx, PROBABILITIES[1]),
            instantiate_sequence(ctx, added, T, (i, omega), weight * X(i, omega)),
        )
        .to(V(0) + means, each_term(ctx, by_error, weight * E(i), own, unfold(one, E, i)))
        .qed()
    )
    together = series(apart, i, 0, N - 1)
    return (
        Chain(ctx, Y(N, omega) - mu(N))
        .to(errors - means, unfold(ctx, Y, N, omega), middle)
        .to(together, linearity(ctx, together, (1, weight * X(i, omega)), (-1, weight * E(i))))
        .qed()
    )


def bilinear(added: Theorem, deviates: Theorem) -> Theorem:
    """The square of a sum is a double sum; its mean is taken term by term."""
    ctx = given(*DISCOUNT, PROBABILITIES[1], LENGTH)
    first, second = apart, substitute(apart, {i: j})
    row, squares = series(first * second, j, 0, N - 1), mean((Y(N, omega) - mu(N)) ** 2)
    rows, column = series(row, i, 0, N - 1), series(second, j, 0, N - 1)
    outside, here = summand(ctx, squares)
    inside, _ = summand(outside, rows)
    square = (
        Chain(outside, here)
        .to(p(omega) * column**2, deviates)
        .to(
            p(omega) * rows,
            each_term(outside, rows, first * column, linearity(inside, row, (first, second))),
            linearity(outside, series(first * column, i, 0, N - 1), (column, first)),
        )
        .qed()
    )
    by_row = series(mean(row), i, 0, N - 1)
    one, _ = summand(ctx, by_row)
    by_entry = series(mean(first * second), j, 0, N - 1)
    two, _ = summand(one, by_entry)
    weight = h(i) * h(j) * gamma ** (i + j)
    product = p(omega) * (X(i, omega) - E(i)) * (X(j, omega) - E(j))
    each = (
        Chain(two, mean(first * second))
        .to(
            weight * series(product, omega, 0, m),
            linearity(two, mean(first * second), (weight, product)),
        )
        .to(weight * Cov(i, j), unfold(two, Cov, i, j))
        .qed()
    )
    in_row = instantiate_sequence(one, added, T, (j, omega), first * second)
    return (
        Chain(ctx, Var(N))
        .to(squares, unfold(ctx, Var, N))
        .to(mean(rows), termwise(ctx, squares, square))
        .to(by_row, instantiate_sequence(ctx, added, T, (i, omega), row))
        .to(series(by_entry, i, 0, N - 1), termwise(ctx, by_row, in_row))
        .to(
            double_sum(Cov),
            termwise(ctx, series(by_entry, i, 0, N - 1), termwise(one, by_entry, each)),
        )
        .qed()
    )


def at_least_zero(ctx: Context) -> Theorem:
    """kappa is not negative, since a variance is not, and Cov_{0,0} is one."""
    nothing = mean(Integer(0))
    inner, _ = summand(ctx, nothing)
    chance = specialise(inner, fact(ctx, PROBABILITIES[0]), omega)
    own = p(omega) * (X(0, omega) - E(0)) ** 2
    square = recall(inner, AtMost(0, (X(0, omega) - E(0)) ** 2))
    each = scale(inner.also(chance), square, p(omega))
    return (
        Chain(ctx, 0)
        .to(nothing, zeros(ctx, nothing))
        .by(sum_order(ctx, nothing, each), series(own, omega, 0, m))
        .to(Cov(0, 0), unfold(ctx, Cov, 0, 0))
        .by(entry(ctx, first_below(Cov), Integer(0), Integer(0)))
        .qed()
    )


# -- all covariances are kappa ---------------------------------------------------------------------

ALL_KAPPA = ForAll(i, 0, ForAll(j, 0, Equal(K(i, j), kappa)))


def double_sum_value(ctx: Context) -> Theorem:
    """The double sum with kappa for every covariance."""
    outer, inside = summand(ctx, cut_variance)
    inner, _ = summand(outer, inside)
    a, b = h(i) * gamma**i, h(j) * gamma**j
    every_entry = series(a * b * kappa, j, 0, N - 1)
    every_row = series(a * cut_eligibility * kappa, i, 0, N - 1)
    one_row = (
        Chain(outer, inside)
        .to(every_entry, each_term(outer, inside, a * b * kappa, entry(inner, ALL_KAPPA)))
        .to(a * cut_eligibility * kappa, linearity(outer, every_entry, (a * kappa, b)))
        .qed()
    )
    return (
        Chain(ctx, cut_variance)
        .to(every_row, termwise(ctx, cut_variance, one_row))
        .to(cut_eligibility**2 * kappa, linearity(ctx, every_row, (cut_eligibility * kappa, a)))
        .qed()
    )


# -- an eligibility below zero ---------------------------------------------------------------------

#: two TD errors of the same variance, perfectly anticorrelated, and an affine return on them
OPPOSITE = (
    Equal(K(0, 0), kappa),
    Equal(K(1, 1), kappa),
    Equal(K(0, 1), -kappa),
    Equal(K(1, 0), -kappa),
)
NEGATIVE = (Equal(h(0), 1), Less(h(1), 0), ForAll(i, 2, Equal(h(i), 0)))
#: the modulus of an affine return
sizes = series(Abs(c(n)) * gamma**n, n, 1)
AFFINE_MODULUS = (Equal(beta, sizes), AtMost(beta, 1))
#: what that is if the first eligibility is one, the second negative, and there are no others
TWO_SIZES = (1 - h(1)) * gamma - h(1) * gamma**2


def two_terms(ctx: Context, total: Expr) -> list[Theorem]:
    """A sum from 0 to 1 is its two terms."""
    part = open_sum(total)
    rest, none = (series(part.body, part.var, start, 1) for start in (1, 2))
    return [peel_first(ctx, total), peel_first(ctx, rest), empty(ctx, none)]


@cache
def modulus_of_two() -> Theorem:
    """|c_1| gamma + |c_2| gamma^2 = (1 - h_1) gamma - h_1 gamma^2."""
    ctx = given(*DISCOUNT, *NEGATIVE)
    one, _, none = (fact(ctx, statement) for statement in NEGATIVE)
    first = Chain(ctx, c(1)).to(h(0) - h(1), unfold(ctx, c, 1)).to(1 - h(1), one).qed()
    past = specialise(ctx, none, 2)
    second = Chain(ctx, c(2)).to(h(1) - h(2), unfold(ctx, c, 2)).to(h(1), past).qed()
    ctx = ctx.also(first, second, recall(ctx, Less(0, 1 - h(1))))
    signs = recall(ctx, Equal(Abs(1 - h(1)), 1 - h(1))), recall(ctx, Equal(Abs(h(1)), -h(1)))
    ctx = ctx.also(like(ctx, none, limit(ctx, Integer(0), i)))
    ctx = ctx.also(recall(ctx, BOUNDED))
    ctx = ctx.also(sample_real_nsteps.weights_bounded(ctx))
    body, rest = Abs(c(n)) * gamma**n, series(Abs(c(n)) * gamma**n, n, 3)
    inner, _ = summand(ctx, rest)
    later = (
        Chain(inner, c(n))
        .to(h(n - 1) - h(n), unfold(inner, c, n))
        .to(0, specialise(inner, none, n - 1), specialise(inner, none, n))
        .qed()
    )
    start = [series(body, n, place, 2) for place in (1, 2, 3)]
    return (
        Chain(ctx, sizes)
        .to(start[0] + rest, split(ctx, sizes, 2))
        .to(start[0], each_term(ctx, rest, 0, later), zeros(ctx, series(0, n, 3)))
        .to(
            Abs(c(1)) * gamma + Abs(c(2)) * gamma**2,
            *(peel_first(ctx, each) for each in start[:2]),
            empty(ctx, start[2]),
        )
        .to(Abs(1 - h(1)) * gamma + Abs(h(1)) * gamma**2, first, second)
        .to(TWO_SIZES, *signs)
        .qed()
    )


def exceeded() -> Theorem:
    """beta is above gamma, so that the bound is below kappa; the variance is above kappa."""
    ctx = given(*DISCOUNT, Less(0, kappa), *NEGATIVE, *AFFINE_MODULUS, *OPPOSITE)
    one, known = fact(ctx, NEGATIVE[0]), [fact(ctx, statement) for statement in OPPOSITE]
    total = double_sum(K, Integer(2))
    inside = open_sum(total).body
    columns = [two_terms(ctx, substitute(inside, {i: Integer(place)})) for place in (0, 1)]
    two = modulus_of_two()
    named = Chain(ctx, beta).to(TWO_SIZES, fact(ctx, AFFINE_MODULUS[0]), two).qed()
    steep = recall(ctx, Less(0, -h(1) * gamma))
    known_of = ctx.also(named, steep, scale(ctx, steep, gamma))
    known_of = known_of.also(recall(known_of, Less(gamma, beta)), scale(ctx, steep, 4 * kappa))
    below = recall(known_of, Less(factor, 1))
    squared = scale(known_of.also(below), recall(known_of.also(below), AtMost(factor, 1)), factor)
    return (
        Chain(known_of, factor**2 * kappa)
        .by(scale(known_of, squared, kappa), factor * kappa)
        .less(kappa, scale(known_of, below, kappa))
        .less((1 - h(1) * gamma) ** 2 * kappa, scale(ctx, steep, 2 * kappa))
        .to(total, *two_terms(ctx, total), *columns[0], *columns[1], *known, one)
        .qed()
    )
