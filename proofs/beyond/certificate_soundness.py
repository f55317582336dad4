"""certificate-soundness: why finitely many numbers certify convergence on every MRP.

Paper: beyond it, for every linear return [4].

Along the stationary chain the covariances rho_n of v(S_0) and v(S_n) are positive definite, so that
any numbers p_0, ..., p_{m-1} have a square that is not negative on average.  With
A_k = sum_j p_j p_{j+k} this bounds the update filter f(z) = (1 - z) h(z) = h_0 - sum c_n z^n from
below: on every finite MRP <w, f(gamma P) w>_d is at least

    h_0 - A_0 - sum_{0<k<m} |c_k gamma^k + 2 A_k| - sum_{k>=m} |c_k| gamma^k

times <w, w>_d.  The certificates of `recency analyze` are such numbers p, rational and checked in
exact arithmetic; this theorem is what they rest on.  Nothing is cited.
"""

from flint import fmpq_mat

from numeric_checks.arithmetic.rationals import to_fmpq
from numeric_checks.processes.chains import stationary_distribution
from numeric_checks.processes.spectra import characteristic_polynomial, filter_matrix
from proofs.lemmas.cosine_sums import SOME, x
from proofs.lemmas.fejer import COVARIANCES, rho
from proofs.notation import BOUNDED, DISCOUNT, c, gamma, h, j, m, n
from proofs.paper import linear_contraction
from proofs.paper.linear_contraction import sorted_form
from proofs.vocabulary import *

CLAIM = Claim(__name__)

p, A = sequence("p"), sequence("A")
e, y, b = real("epsilon"), real("y"), real("b")

#: A_n is the sum of the products of numbers n apart
OVERLAPS = ForAll(n, 0, Equal(A(n), series(p(j) * p(j + n), j, 0, m - 1 - n)), m - 1)
#: half the quadratic form of p, less its part without a lag
lagged = series(rho(n) * A(n), n, 1, m - 1)
#: what p leaves over of the filter, and what lies beyond its reach
residual = series(Abs(c(n) * gamma**n + 2 * A(n)), n, 1, m - 1)
beyond = series(Abs(c(n)) * gamma**n, n, m)
margin = h(0) - A(0) - residual - beyond
#: <w, f(gamma P) w>_d, where rho_n = <w, P^n w>_d
filtered = h(0) * rho(0) - series(c(n) * gamma**n * rho(n), n, 1)
AT_MOST_THE_MARGIN = AtMost(e, margin)

CLAIM.idea(
    prose(
        "In the stationary chain the values of the states visited are random numbers with the "
        "covariances {rho_n}, so any combination of {m} of them, with the factors {p}, has a "
        "square that is not negative on average. If the square looks like the filter, the filter "
        "is not negative either; whatever it leaves over counts at most with its absolute value, "
        "because no covariance is larger than {rho_0}.",
    )
)


# -- covariances -----------------------------------------------------------------------------------


def with_covariances(ctx: Context) -> Context:
    """The context with covariances rho, which are bounded: rho_0 is the largest."""
    ctx = ctx.also(COVARIANCES)
    inner = ctx.also(AtMost(0, n))
    largest = generalise(ctx, covariance_bound(inner, fact(ctx, COVARIANCES), n), n, 0)
    return ctx.also(recall(ctx.also(largest), Bounded(rho(n), n, 0)))


@CLAIM.lemma(
    prose("A product with a number of size {} at most is at most {}.", b, Abs(x) * b),
    given=(AtMost(Abs(y), b),),
    says=AtMost(x * y, Abs(x) * b),
)
def weighed() -> Theorem:
    """A product is at most that of the sizes."""
    ctx = given(AtMost(Abs(y), b))
    sizes = scale(ctx, fact(ctx, AtMost(Abs(y), b)), Abs(x))
    product = absolute_product(ctx, x, y)
    return Chain(ctx, x * y).at_most(Abs(x * y)).to(Abs(x) * Abs(y), product).by(sizes).qed()


def at_lag(ctx: Context, weight: Expr) -> Theorem:
    """weight rho_n <= |weight| rho_0, inside a sum over n."""
    largest = covariance_bound(ctx, fact(ctx, COVARIANCES), n)
    return instantiate(ctx.also(largest), weighed(), {x: weight, y: rho(n), b: rho(0)})


# -- the theorem -----------------------------------------------------------------------------------


@CLAIM.lemma(
    prose(
        "The square of the combination, on average: {} is not negative.", A(0) * rho(0) + 2 * lagged
    ),
    given=(SOME, OVERLAPS, COVARIANCES),
    says=AtMost(0, A(0) * rho(0) + 2 * lagged),
)
def square_on_average() -> Theorem:
    """It is the quadratic form of {p}, sorted by lags."""
    ctx = given(SOME, OVERLAPS, COVARIANCES)
    form = quadratic_form(ctx, fact(ctx, COVARIANCES), p(j), j, m, n)
    inner, _ = summand(ctx, lagged)
    overlap = fact(ctx, OVERLAPS)
    own, products = specialise(ctx, overlap, 0), series(p(j) * p(j + n), j, 0, m - 1 - n)
    same = each_term(ctx, lagged, rho(n) * products, specialise(inner, overlap, n))
    explicit = rho(0) * series(p(j) ** 2, j, 0, m - 1) + 2 * series(rho(n) * products, n, 1, m - 1)
    back = Chain(ctx, A(0) * rho(0) + 2 * lagged).to(explicit, own, same).qed()
    return Chain(ctx, 0).by(form, explicit).by(symmetry(back)).qed()


def within_reach(ctx: Context) -> Theorem:
    """sum_{0<n<m} c_n gamma^n rho_n + 2 (half the form) <= rho_0 times the residual."""
    weight = c(n) * gamma**n + 2 * A(n)
    total = series(weight * rho(n), n, 1, m - 1)
    inner, _ = summand(ctx, total)
    start = series(c(n) * gamma**n * rho(n), n, 1, m - 1)
    bound = series(Abs(weight) * rho(0), n, 1, m - 1)
    parts = ((1, c(n) * gamma**n * rho(n)), (2, rho(n) * A(n)))
    return (
        Chain(ctx, start + 2 * lagged)
        .to(total, linearity(ctx, total, *parts))
        .by(sum_order(ctx, total, at_lag(inner, weight)))
        .to(rho(0) * residual, linearity(ctx, bound, (rho(0), Abs(weight))))
        .qed()
    )


def out_of_reach(ctx: Context) -> Theorem:
    """sum_{n>=m} c_n gamma^n rho_n <= rho_0 sum_{n>=m} |c_n| gamma^n."""
    total = series(c(n) * gamma**n * rho(n), n, m)
    bound = series(Abs(c(n)) * gamma**n * rho(0), n, m)
    inner, body = summand(ctx, total)
    term = scale(inner, at_lag(inner, c(n)), gamma**n)
    return (
        Chain(ctx, total)
        .by(sum_order(ctx, total, Chain(inner, body).by(term, Abs(c(n)) * gamma**n * rho(0)).qed()))
        .to(rho(0) * beyond, linearity(ctx, bound, (rho(0), Abs(c(n)) * gamma**n)))
        .qed()
    )


@CLAIM.lemma(
    prose(
        "For all covariances {rho} and all numbers {p}, {} is at least {}.",
        filtered,
        margin * rho(0),
    ),
    given=(*DISCOUNT, BOUNDED, SOME, OVERLAPS, COVARIANCES),
    says=AtMost(margin * rho(0), filtered),
)
def of_covariances() -> Theorem:
    """The quadratic form of {p} is added, and the rest is bounded term by term."""
    ctx = with_covariances(linear_contraction.ground().also(SOME, OVERLAPS))
    start = series(c(n) * gamma**n * rho(n), n, 1, m - 1)
    rest = series(c(n) * gamma**n * rho(n), n, m)
    return (
        Chain(ctx, margin * rho(0))
        .by(square_on_average(), (margin + A(0)) * rho(0) + 2 * lagged)
        .by(within_reach(ctx), h(0) * rho(0) - start - beyond * rho(0))
        .by(out_of_reach(ctx), h(0) * rho(0) - start - rest)
        .to(filtered, split(ctx, series(c(n) * gamma**n * rho(n), n, 1), m - 1))
        .qed()
    )


@CLAIM.adds(
    prose(
        "Any numbers {p} certify that on every finite MRP the operator has the margin {}: all that "
        "has to be checked is that this is at most {}.",
        e,
        margin,
    ),
    given=(*DISCOUNT, BOUNDED, SOME, OVERLAPS, AT_MOST_THE_MARGIN),
    says=OnEveryMRP(Dissipative(sorted_form, e)),
)
def certified() -> Theorem:
    """The covariances along the stationary chain are positive definite."""
    ctx = linear_contraction.ground().also(SOME, OVERLAPS, AT_MOST_THE_MARGIN)
    chain = ctx.also(COVARIANCES)
    largest = covariance_bound(chain, fact(chain, COVARIANCES), 0)
    positive = Chain(chain, 0).at_most(Abs(rho(0))).by(largest).qed()
    less = scale(chain.also(positive), fact(chain, AT_MOST_THE_MARGIN), rho(0))
    bound = Chain(chain, e * rho(0)).by(less, margin * rho(0)).by(of_covariances()).qed()
    return everywhere(ctx, stationary_chain(ctx, sorted_form, bound, e, "rho"))


# -- evidence --------------------------------------------------------------------------------------


def dissipates(mrp: MRP, ret: WeightedReturn, least: Fraction) -> bool:
    """<w, f(gamma P) w>_d >= least <w, w>_d for all w, decided from the symmetric matrix of it.

    Its eigenvalues are real, and none is negative exactly if the coefficients of its characteristic
    polynomial alternate in sign.
    """
    size, d = mrp.size, stationary_distribution(mrp)
    form = [[Fraction(int(x.p), int(x.q)) for x in row] for row in filter_matrix(mrp, ret).tolist()]
    shifted = [[d[i] * (form[i][j] - least * (i == j)) for j in range(size)] for i in range(size)]
    symmetric = [[to_fmpq(shifted[i][j] + shifted[j][i]) for j in range(size)] for i in range(size)]
    signed = enumerate(reversed(characteristic_polynomial(fmpq_mat(symmetric)).coeffs()))
    return all((-1) ** place * coefficient >= 0 for place, coefficient in signed)


def certified_margin(ret: WeightedReturn, discount: Fraction, numbers: Vector) -> Fraction:
    """The margin of the theorem for these numbers p."""
    first, length = ret.eligibilities(len(ret.weights) + 1), len(numbers)
    weights = [a - b for a, b in pairwise(first)]
    left = first[0]
    for lag in range(max(length, len(weights) + 1)):
        products = sum((a * b for a, b in zip(numbers, numbers[lag:], strict=False)), Fraction(0))
        own = weights[lag - 1] * discount**lag if 0 < lag <= len(weights) else Fraction(0)
        left -= abs(own + 2 * products) if lag else products
    return left


@CLAIM.evidence(
    draw_mrps.irreducible_mrps, draw.finite_returns, lambda: draw.value_vectors(3), cases=20
)
def on_drawn_mrps(mrp: MRP, ret: WeightedReturn, numbers: Vector) -> bool:
    """A bound of <w, f(gamma P) w>_d, decided from its symmetric matrix: no covariance is used.

    The bound is the margin that drawn numbers p certify.
    """
    return dissipates(mrp, ret, certified_margin(ret, mrp.gamma, numbers))
