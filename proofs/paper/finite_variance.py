"""finite-variance: averages of n-step returns have finite variance, however long these are.

Paper: Section 6, below proposition 3.
"""

from proofs.notation import BOUNDED, DISCOUNT, L, N, c, gamma, h, i, j, k, n
from proofs.paper import (
    covariances,
    prop_variance,
    prop_wrh,
    sample_real_nsteps,
    wrh_converges,
)
from proofs.paper.covariances import (
    CONVEX_RETURN,
    LENGTH,
    PROBABILITIES,
    Cov,
    K,
    Var,
    beta,
    cut_variance,
    double_sum,
    eligibilities,
    eligibility,
    entry,
    factor,
    first_below,
    kappa,
    powers,
)
from proofs.paper.prop_variance import W
from proofs.vocabulary import *

CLAIM = Claim(__name__)

CLAIM.reading(
    prose(
        "An average of {n}-step returns is a convex return. Its variance is taken as in the claim "
        "prop:variance, and {kappa} is again above every covariance; so it is above their sizes "
        "too, which are at most the larger of two variances. That the variance is finite we read "
        "in two ways: for returns that are cut off it stays below one number, the same for all "
        "averages and lengths, and it has a limit, which is that of the whole return.",
    )
)
CLAIM.idea(
    prose(
        "The bound {} is at most {}, since the modulus is not negative. With the {N}-th TD error "
        "the variance changes by at most a multiple of {}, so the variances converge.",
        factor**2 * kappa,
        kappa / (1 - gamma) ** 2,
        gamma**N,
    )
)

#: the size of a covariance is at most the larger of two variances, so kappa is above it as well
SIZES = ForAll(i, 0, ForAll(j, 0, AtMost(Abs(K(i, j)), kappa)))
#: the covariances of the k-th TD error with those before it, weighted, both ways round
Cross = define("Cross", (k,), series(h(j) * gamma**j * (K(k, j) + K(j, k)), j, 0, k - 1))
#: by what the k-th TD error changes the variance
change = h(k) * gamma**k * (h(k) * gamma**k * K(k, k) + Cross(k))
changes, all_changes = series(change, k, 0, N - 1), series(change, k, 0)
most = kappa / (1 - gamma) ** 2


def at_most_one(ctx: Context) -> Context:
    """The modulus lies between 0 and 1."""
    ctx = ctx.also(instantiate(ctx, sample_real_nsteps.weights_converge(), {L: 0}))
    ctx = ctx.also(sample_real_nsteps.weights_bounded(ctx), eligibilities())
    ctx = ctx.also(prop_wrh.falling(), prop_wrh.nonnegative_eligibilities())
    nothing = series(0, n, 1)
    inner, _ = summand(ctx, nothing)
    inner = inner.also(specialise(inner, fact(ctx, prop_wrh.CONVEX), n))
    each = recall(inner, AtMost(0, c(n) * gamma**n))
    positive = Chain(ctx, 0).to(nothing, zeros(ctx, nothing)).by(sum_order(ctx, nothing, each))
    below = instantiate(ctx, wrh_converges.at_most_gamma(), {})
    return ctx.also(positive.qed(), recall(ctx.also(below), AtMost(powers, 1)))


def below_most(ctx: Context) -> Theorem:
    """(1 - beta)^2 <= 1."""
    ctx = at_most_one(ctx)
    smaller = scale(ctx, recall(ctx, AtMost(0, 2 - powers)), powers)
    smaller = restate(ctx, smaller, AtMost((1 - powers) ** 2, 1))
    return scale(ctx, scale(ctx, smaller, kappa), 1 / (1 - gamma) ** 2)


@CLAIM.proves(
    prose(
        "The variance of a convex return that is cut off is at most {}: a number in which neither "
        "the weights occur, nor the length {N}.",
        most,
    ),
    given=(*DISCOUNT, *CONVEX_RETURN, *PROBABILITIES, LENGTH, first_below(Cov)),
    says=AtMost(Var(N), most),
)
def never_exceeds() -> Theorem:
    """The modulus of a convex return is not negative."""
    ctx = given(*DISCOUNT, *CONVEX_RETURN, *PROBABILITIES, LENGTH, first_below(Cov))
    ctx = ctx.also(covariances.at_least_zero(ctx))
    general = instantiate(ctx, prop_variance.bound(), {beta: powers})
    return Chain(ctx, Var(N)).by(general).by(below_most(ctx), most).qed()


# -- the limit -------------------------------------------------------------------------------------


@CLAIM.lemma(
    "The variance of the return that is cut off is a sum with one term for each TD error.",
    given=DISCOUNT,
    says=ForAll(N, 0, Equal(cut_variance, changes)),
)
def one_by_one() -> Theorem:
    """Each TD error adds a row to the double sum, and a column."""
    ctx = given(*DISCOUNT)
    none, nothing = (substitute(x, {N: Integer(0)}) for x in (cut_variance, changes))
    base = Chain(ctx, none).to(0, empty(ctx, none)).to(nothing, empty(ctx, nothing)).qed()
    ctx = ctx.also(AtMost(0, N), Equal(cut_variance, changes))
    term = h(i) * h(j) * gamma ** (i + j) * K(i, j)
    whole, larger = double_sum(K, N + 1), substitute(changes, {N: N + 1})
    row = series(term, j, 0, N)
    above = series(row, i, 0, N - 1)
    inner, _ = summand(ctx, above)
    column, bottom = (series(substitute(term, {x: N}), y, 0, N - 1) for x, y in ((j, i), (i, j)))
    weight = h(N) * gamma**N
    before = substitute(Cross.body, {k: N})
    sides = linearity(
        ctx,
        before,
        (1, h(j) * gamma**j * K(N, j)),
        (1, h(j) * gamma**j * K(j, N)),
    )
    step = (
        Chain(ctx, whole)
        .to(above + substitute(row, {i: N}), peel_last(ctx, whole))
        .to(
            cut_variance + column + bottom + weight**2 * K(N, N),
            each_term(
                ctx,
                above,
                series(term, j, 0, N - 1) + substitute(term, {j: N}),
                peel_last(inner, row),
            ),
            linearity(
                ctx,
                series(series(term, j, 0, N - 1) + substitute(term, {j: N}), i, 0, N - 1),
                (1, series(term, j, 0, N - 1)),
                (1, substitute(term, {j: N})),
            ),
            peel_last(ctx, substitute(row, {i: N})),
        )
        .to(
            cut_variance + weight * (weight * K(N, N) + Cross(N)),
            linearity(ctx, column, (weight, h(i) * gamma**i * K(i, N))),
            linearity(ctx, bottom, (weight, h(j) * gamma**j * K(N, j))),
            unfold(ctx, Cross, N),
            sides,
        )
        .to(larger, fact(ctx, Equal(cut_variance, changes)), peel_last(ctx, larger))
        .qed()
    )
    return induction(given(*DISCOUNT), base, step, N, 0)


@CLAIM.lemma(
    prose("The sums {} are bounded.", Cross(k)),
    given=(*DISCOUNT, *CONVEX_RETURN, SIZES),
    says=ForAll(k, 0, AtMost(Abs(Cross(k)), 2 * kappa * eligibility)),
)
def bounded_sums() -> Theorem:
    """They are at most {2·kappa} times the sum of the eligibilities."""
    ctx = given(*DISCOUNT, *CONVEX_RETURN, SIZES).also(eligibilities(), AtMost(0, k))
    weight, part = h(j) * gamma**j, series(h(j) * gamma**j, j, 0, k - 1)
    positive = recall(ctx.also(entry(ctx, SIZES, Integer(0), Integer(0))), AtMost(0, kappa))
    whole = given(*DISCOUNT, *CONVEX_RETURN, AtMost(0, N)).also(eligibilities())
    less = scale(
        ctx.also(positive),
        instantiate(ctx, covariances.part_of_the_whole(whole), {N: k}),
        2 * kappa,
    )
    inner = covariances.at(summand(ctx, Cross.body)[0], j)
    inner = inner.also(entry(inner, SIZES, k, j), entry(inner, SIZES, j, k))
    pair = K(k, j) + K(j, k)
    above, below = recall(inner, AtMost(pair, 2 * kappa)), recall(inner, AtMost(-2 * kappa, pair))
    every, least = (series(sign * 2 * kappa * weight, j, 0, k - 1) for sign in (1, -1))
    upper = (
        Chain(ctx, Cross(k))
        .to(Cross.body, unfold(ctx, Cross, k))
        .by(sum_order(ctx, Cross.body, scale(inner, above, weight)), every)
        .to(2 * kappa * part, linearity(ctx, every, (2 * kappa, weight)))
        .by(less)
        .qed()
    )
    lower = (
        Chain(ctx, -2 * kappa * part)
        .to(least, linearity(ctx, least, (-2 * kappa, weight)))
        .by(sum_order(ctx, least, scale(inner, below, weight)))
        .to(Cross(k), unfold(ctx, Cross, k))
        .qed()
    )
    size = size_at_most(ctx.also(upper, lower, less), Cross(k), 2 * kappa * eligibility)
    return generalise(ctx, size, k, 0)


@CLAIM.lemma(
    "The series of these terms converges.",
    given=(*DISCOUNT, *CONVEX_RETURN, SIZES),
    says=Converges(change, k, 0),
)
def changes_converge() -> Theorem:
    """It is a bounded sequence times powers of {gamma}."""
    ctx = bounded()
    return recall(ctx, Converges(change, k, 0))


def bounded() -> Context:
    """A convex return and bounded covariances: h, K_{k,k} and Cross_k are bounded."""
    ctx = given(*DISCOUNT, *CONVEX_RETURN, SIZES)
    ctx = ctx.also(recall(ctx, BOUNDED), bounded_sums())
    ctx = ctx.also(recall(ctx, Bounded(Cross(k), k, 0)))
    one = ctx.also(AtMost(0, k))
    own = generalise(ctx, entry(one, SIZES, k, k), k, 0)
    return ctx.also(recall(ctx.also(own), Bounded(K(k, k), k, 0)))


@CLAIM.proves(
    prose(
        "So the whole return has a finite variance: those of the returns that are cut off tend to "
        "{}, and that is at most {}.",
        all_changes,
        most,
    ),
    given=(*DISCOUNT, *CONVEX_RETURN, SIZES),
    says=And(TendsTo(cut_variance, N, all_changes), AtMost(all_changes, most)),
)
def is_finite() -> Theorem:
    """The variances are the partial sums of a series that converges."""
    ctx = bounded().also(changes_converge())
    tends = like(ctx, one_by_one(), limit(ctx, changes, N))
    inside = ctx.also(AtMost(0, i), AtMost(0, j))
    each = recall(inside.also(entry(inside, SIZES)), AtMost(K(i, j), kappa))
    below = generalise(ctx, generalise(ctx, each, j, 0), i, 0)
    positive = recall(ctx.also(entry(ctx, SIZES, Integer(0), Integer(0))), AtMost(0, kappa))
    ctx = ctx.also(below, positive, tends)
    general = instantiate(ctx, prop_variance.whole_return(), {beta: powers, W: all_changes})
    size = Chain(ctx, all_changes).by(general).by(below_most(ctx), most).qed()
    return both(ctx, tends, size)
