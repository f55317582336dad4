"""prop:variance: the variance of a convex return is bounded through its modulus.

Paper: Section 6, proposition 3, equation 15.
"""

from numeric_checks.processes.variance import TDErrors
from numeric_checks.processes.variance_bounds import within_bound
from proofs.notation import BOUNDED, DISCOUNT, N, c, gamma, h, i, j, m, n
from proofs.paper import covariances, nstep_covariances
from proofs.paper.covariances import (
    ALL_KAPPA,
    BELOW_KAPPA,
    CONVEX_RETURN,
    LENGTH,
    MODULUS,
    PROBABILITIES,
    RETURN,
    Cov,
    E,
    K,
    Var,
    X,
    Y,
    beta,
    convex,
    cut_eligibility,
    cut_variance,
    double_sum,
    eligibility,
    factor,
    first_below,
    kappa,
    mu,
    omega,
    p,
)
from proofs.paper.nstep_covariances import length, lengths, n_step_covariance
from proofs.paper.unattained import increasing
from proofs.vocabulary import *

CLAIM = Claim(__name__)

W = real("W")
LIMIT = TendsTo(cut_variance, N, W)
SPACE = (*PROBABILITIES, LENGTH)

CLAIM.reading(
    prose(
        "What is conditioned on is the state at time {t}. The first {N} TD errors of a finite MRP "
        "take finitely many values together, so we speak of finitely many outcomes {omega}, of the "
        "probabilities {}: there the {i}-th TD error has the value {}, and the return that is cut "
        "off after {N} of them has the value {}, which is {}. Its mean is {} and its variance {}; "
        "the TD errors have the means {} and the covariances {}. As {N} grows these returns tend "
        "to the whole return, uniformly since TD errors are bounded, so its variance is the limit "
        "of theirs. We read {kappa} as any number that no covariance exceeds, so as their supremum "
        "too; a maximum need not exist.",
        p(omega),
        X(i, omega),
        Y(N, omega),
        Y.body,
        mu(N),
        Var(N),
        E(i),
        Cov(i, j),
    )
)
CLAIM.name(K(i, j), "is the covariance of the TD errors {i} and {j} steps after the time {t}")
CLAIM.name(kappa, "is the supremum of these, or in what holds any number that none of them exceeds")
CLAIM.name(W, "is the variance of the return")
CLAIM.name(beta, "is the contraction modulus")
CLAIM.idea(
    prose(
        "Covariance is bilinear, so the variance is a double sum of covariances with the weights "
        "{}. In a convex return these are not negative, so each covariance may be replaced by "
        "{kappa}, and what remains is {kappa} times the square of {}. The sum of all discounted "
        "eligibilities is {}.",
        h(i) * gamma**i * h(j) * gamma**j,
        eligibility,
        factor,
    )
)


@CLAIM.lemma("The mean of a sum is the sum of the means.", says=covariances.MEANS_ADD_UP)
def means_add_up() -> Theorem:
    """Two finite sums are exchanged."""
    return covariances.means_add_up()


@CLAIM.lemma(
    "The return that is cut off differs from its mean by what the TD errors differ from theirs, "
    "discounted and weighted.",
    given=PROBABILITIES[1:],
    says=covariances.DEVIATION,
)
def deviation() -> Theorem:
    """Means add up, and the probabilities sum to one."""
    return covariances.deviation(means_add_up())


@CLAIM.lemma(
    "So its variance is a double sum of covariances.",
    given=(*DISCOUNT, PROBABILITIES[1], LENGTH),
    says=Equal(Var(N), double_sum(Cov)),
)
def bilinear() -> Theorem:
    """The square of a sum is a double sum, and its mean is taken term by term."""
    return covariances.bilinear(means_add_up(), deviation())


@CLAIM.lemma(
    prose(
        "If no {} exceeds {kappa}, the double sum is at most {kappa} times the square of {}.",
        K(i, j),
        cut_eligibility,
    ),
    given=(*DISCOUNT, *CONVEX_RETURN, LENGTH, first_below(K)),
    says=AtMost(cut_variance, cut_eligibility**2 * kappa),
)
def double_sum_bound() -> Theorem:
    """No eligibility of a convex return is negative."""
    return covariances.double_sum_bound()


@CLAIM.lemma(
    prose("The discounted eligibilities sum to {}.", factor),
    given=(*DISCOUNT, Equal(h(0), 1), BOUNDED, MODULUS),
    says=Equal(eligibility, factor),
)
def total_eligibility() -> Theorem:
    """The weights, each discounted by its length, are one less {1 - gamma} times this sum."""
    return covariances.sum_up(given(*DISCOUNT, Equal(h(0), 1), BOUNDED, MODULUS))


def in_full(ctx: Context) -> Theorem:
    """The same for a convex return, whose eligibilities are bounded because they vanish."""
    return instantiate(ctx.also(recall(ctx, BOUNDED)), total_eligibility(), {})


@CLAIM.adds(
    prose(
        "So is the return that is cut off, and without a limit: after any number {N} of TD errors "
        "it has a variance {} of at most {}, if no covariance {} of these exceeds {kappa}.",
        Var(N),
        factor**2 * kappa,
        Cov(i, j),
    ),
    given=(*RETURN, *SPACE, first_below(Cov)),
    says=AtMost(Var(N), factor**2 * kappa),
)
def bound() -> Theorem:
    """No covariance exceeds kappa, and the eligibilities are not negative."""
    ctx = convex(*SPACE, first_below(Cov))
    part, sign = covariances.part_of_the_whole(ctx), covariances.not_negative(ctx, cut_eligibility)
    ctx = ctx.also(covariances.at_least_zero(ctx), part, sign)
    ctx = ctx.also(recall(ctx, AtMost(0, eligibility)))
    squares = Chain(ctx, cut_eligibility**2)
    squares = squares.by(scale(ctx, part, cut_eligibility)).by(scale(ctx, part, eligibility))
    return (
        Chain(ctx, Var(N))
        .to(double_sum(Cov), bilinear())
        .by(instantiate_sequence(ctx, double_sum_bound(), K, (i, j), Cov(i, j)))
        .by(scale(ctx, squares.qed(), kappa), eligibility**2 * kappa)
        .to(factor**2 * kappa, in_full(ctx))
        .qed()
    )


@CLAIM.proves(
    prose(
        "The variance {W} of a convex return with the modulus {beta} is at most {}, if no "
        "covariance {} of the TD errors exceeds {kappa}, on any probability space. {W} is the "
        "limit of the variances {} of the return that is cut off after {N} TD errors.",
        factor**2 * kappa,
        K(i, j),
        cut_variance,
    ),
    given=(*RETURN, BELOW_KAPPA, LIMIT),
    says=AtMost(W, factor**2 * kappa),
)
def whole_return() -> Theorem:
    """The bound for those that are cut off, in the limit."""
    ctx, one = convex(BELOW_KAPPA, LIMIT), convex(BELOW_KAPPA, LENGTH)
    inside = one.also(AtMost(0, i), AtMost(i, N - 1), AtMost(0, j), AtMost(j, N - 1))
    each = covariances.entry(inside, BELOW_KAPPA)
    first = generalise(one, generalise(one, each, j, 0, N - 1), i, 0, N - 1)
    every = generalise(given(), cut(first, double_sum_bound()), N, 1)
    below = limit(ctx, cut_eligibility**2 * kappa, N)
    return (
        Chain(ctx, W)
        .by(pass_to_limit(ctx, every, fact(ctx, LIMIT), below))
        .to(factor**2 * kappa, in_full(ctx))
        .qed()
    )


# -- the route of the printed proof ----------------------------------------------------------------


@CLAIM.proves(
    prose(
        "The covariance of an {n}-step return and an {m}-step return is at most {}.",
        length(n) * length(m) * kappa,
    ),
    given=(*DISCOUNT, BELOW_KAPPA),
    says=ForAll(n, 0, ForAll(m, 0, AtMost(n_step_covariance(n, m), length(n) * length(m) * kappa))),
)
def two_n_step_returns() -> Theorem:
    """Two geometric sums."""
    return nstep_covariances.n_step_bound()


@CLAIM.proves(
    prose("The weighted lengths {} sum to {}.", c(n) * length(n), factor),
    given=RETURN,
    says=Equal(lengths, factor),
)
def average_length() -> Theorem:
    """The weights c sum to h_0 = 1."""
    return nstep_covariances.average_length()


# -- beyond the bound ------------------------------------------------------------------------------


@CLAIM.adds(
    prose("It cannot be better: {W} is {} where every covariance is {kappa}.", factor**2 * kappa),
    given=(*RETURN, ALL_KAPPA, LIMIT),
    says=Equal(W, factor**2 * kappa),
)
def attained() -> Theorem:
    """Every inequality is an equation."""
    ctx = convex(ALL_KAPPA, LIMIT)
    same = generalise(given(), covariances.double_sum_value(convex(ALL_KAPPA, LENGTH)), N, 1)
    ends = limit(ctx, cut_eligibility**2 * kappa, N)
    return (
        Chain(ctx, W)
        .by(pass_to_limit(ctx, same, fact(ctx, LIMIT), ends))
        .to(factor**2 * kappa, in_full(ctx))
        .qed()
    )


@CLAIM.adds(
    prose(
        "Without convexity the bound fails: an affine return on two TD errors with a negative "
        "{h_1} has a modulus {beta} above {gamma}; if {beta} is not above one, and the two TD "
        "errors are perfectly anticorrelated with the variance {kappa}, the variance {} exceeds "
        "{}.",
        double_sum(K, Integer(2)),
        factor**2 * kappa,
    ),
    given=(
        *DISCOUNT,
        Less(0, kappa),
        *covariances.NEGATIVE,
        *covariances.AFFINE_MODULUS,
        *covariances.OPPOSITE,
    ),
    says=Less(factor**2 * kappa, double_sum(K, Integer(2))),
)
def fails_below_zero() -> Theorem:
    """The bound is below kappa; the two parts of the return have the same sign."""
    return covariances.exceeded()


# -- a maximum need not exist ----------------------------------------------------------------------

# At v = v_pi on two states, the variance of the i-th TD error increases with i.
CLAIM.refutes(
    "Among the covariances, over all pairs {i}, {j}, there is a greatest one, {kappa}.",
    given=(BELOW_KAPPA, TendsTo(K(i, i), i, kappa)),
    says=Not(ForAll(i, 0, ForAll(j, 0, Less(K(i, j), kappa)))),
    at=increasing,
    instead=whole_return,
    read="{kappa} is the supremum of the covariances",
)


@CLAIM.evidence(draw.mrps_with_values, draw.convex_returns)
def on_drawn_mrps(drawn: tuple[MRP, Vector], ret: WeightedReturn) -> bool:
    """The variance by recursion, and as a double sum of covariances: neither uses the bound."""
    mrp, values = drawn
    errors, weights = TDErrors(mrp, values), ret.eligibilities(len(ret.weights))
    found = errors.variance(ret)
    return found == errors.variance_by_covariances(weights) and within_bound(errors, ret)
