"""small-alpha: for small step sizes the returns of the experiments perform nearly the same.

Paper: Section 6, paragraph 5 [19].

What orders the errors at small step sizes, where they are close and yet not the same, is how fast
the slow modes of the chain fade; at equal moduli they fade the slower the sparser a return is.
"""

from numeric_checks.walk.readings import Check, checks, in_expectation, predicted
from proofs.notation import DISCOUNT, c, gamma, i, m, n
from proofs.paper import equal_moduli, sample_real_nsteps
from proofs.paper.equal_moduli import ATTAINABLE, matching, target
from proofs.paper.prop_wrh import AFFINE, CONVEX, affine
from proofs.paper.sparse_lambda import LENGTH
from proofs.vocabulary import *

CLAIM = Claim(__name__)

#: an eigenvalue of P
mu = real("mu")
MODE = (AtMost(0, mu), Less(mu, 1))
at_gamma, at_mode = series(c(n) * gamma**n, n, 1), series(c(n) * (gamma * mu) ** n, n, 1)


def rate(decay: Expr = matching, gap: Expr | int = m) -> Expr:
    """f(gamma mu) of a sparse return: f(z) = 1 - (1 - lambda) z/(1 - lambda z^m)."""
    z = gamma * mu
    return 1 - (1 - decay) * z / (1 - decay * z**gap)


dense = rate(matching.subs(m, 1), 1)

CLAIM.reading(
    "Nearly the same: at the least step size of the figures the errors of the returns are closer "
    "together than at the greatest, where the paper finds that they separate. This is looked at "
    "with the printed lambda, with the lambda that makes the moduli equal, and with the authors' "
    "public settings. That the errors are the same is not asserted; with equal moduli they are not."
)
CLAIM.idea(
    prose(
        "A small expected update takes from the part of the error that belongs to an eigenvalue "
        "{} of the transition matrix a share in proportion to {}. The modulus is told by the "
        "eigenvalue one alone, and a chain whose episodes end has only smaller ones; there returns "
        "of one modulus differ, and a sparser one is slower.",
        mu,
        1 - at_mode,
    )
)


@CLAIM.measures("For small step sizes the performance of the returns is nearly the same.")
def nearly_the_same() -> list[Check]:
    """At both ends of the paper's step sizes."""
    return checks("small-alpha")


@CLAIM.measures(
    "At the least step size the expected errors, which are enclosed and not sampled, are "
    "closer together than at the greatest.",
    printed=False,
)
def nearly_the_same_in_expectation() -> list[Check]:
    """The roots of expected squared errors."""
    return in_expectation("small-alpha")


@CLAIM.measures(
    "At the least step size the errors, measured and expected, are in the order of the share of "
    "the first error that an expected episode takes, for a small step and up to a factor, the "
    "greatest share first.",
    printed=False,
)
def by_share() -> list[Check]:
    """All five returns."""
    return predicted("small")


@CLAIM.adds(
    prose(
        "At an eigenvalue {} from zero to one this is at least {} for a convex return, with "
        "equality for one step of TD.",
        mu,
        1 - mu * at_gamma,
    ),
    given=(*DISCOUNT, *MODE, *AFFINE, CONVEX),
    says=AtMost(1 - mu * at_gamma, 1 - at_mode),
)
def slowest() -> Theorem:
    """mu^n is at most mu."""
    ctx = affine(*DISCOUNT, *MODE, CONVEX)
    ctx = ctx.also(sample_real_nsteps.weights_bounded(ctx))
    scaled = series(mu * c(n) * gamma**n, n, 1)
    inner, _ = summand(ctx, scaled)
    weight = specialise(inner, fact(inner, CONVEX), n)
    power = scale(inner, recall(inner, AtMost(mu ** (n - 1), 1)), mu)
    term = scale(inner.also(weight), power, c(n) * gamma**n)
    smaller = sum_order(ctx, at_mode, term)
    return (
        Chain(ctx, 1 - mu * at_gamma)
        .to(1 - scaled, linearity(ctx, scaled, (mu, c(n) * gamma**n)))
        .by(smaller, 1 - at_mode)
        .qed()
    )


@CLAIM.lemma(
    prose("Of {m} terms each, sums of powers of {gamma} and of {}.", mu),
    given=(*DISCOUNT, LENGTH, *MODE),
    says=AtMost(gamma**m * (1 - mu**m) / (1 - mu), gamma * (1 - gamma**m) / (1 - gamma)),
)
def powers() -> Theorem:
    """Both are geometric sums, and they are compared term by term."""
    ctx = given(*DISCOUNT, LENGTH, *MODE)
    low, high = series(gamma**m * mu**i, i, 0, m - 1), series(gamma ** (i + 1), i, 0, m - 1)
    inner, _ = summand(ctx, low)
    first = scale(inner, recall(inner, AtMost(mu**i, 1)), gamma**m)
    second = recall(inner, AtMost(gamma**m, gamma ** (i + 1)))
    term = Chain(inner, gamma**m * mu**i).by(first).by(second).qed()
    return (
        Chain(ctx, gamma**m * (1 - mu**m) / (1 - mu))
        .to(low, geometric(ctx, low, mu))
        .by(sum_order(ctx, low, term))
        .to(gamma * (1 - gamma**m) / (1 - gamma), geometric(ctx, high, gamma))
        .qed()
    )


@CLAIM.adds(
    prose(
        "Of sparse returns with one modulus {} none fades faster at an eigenvalue {} below one "
        "than the dense one.",
        target,
        mu,
    ),
    given=(*DISCOUNT, LENGTH, *ATTAINABLE, *MODE),
    says=AtMost(rate(), dense),
)
def sparser_is_slower() -> Theorem:
    """The difference is a multiple of that of the two sums of powers."""
    ctx = equal_moduli.ground(*MODE)
    gap, room = gamma - target, 1 - target - (gamma - target) * mu
    below = gamma - target * gamma**m - gap * gamma**m * mu**m
    # neither denominator is zero: gamma^m mu^m <= gamma^m, and so on
    more = scale(ctx, scale(ctx, recall(ctx, AtMost(mu**m, 1)), gamma**m), gap)
    ctx = ctx.also(more, scale(ctx, recall(ctx, AtMost(mu, 1)), gap))
    ctx = ctx.also(recall(ctx, Less(0, below)), recall(ctx, Less(0, room)))
    low, high = gamma**m * (1 - mu**m) / (1 - mu), gamma * (1 - gamma**m) / (1 - gamma)
    factor = target * mu * gap * (1 - gamma) * (1 - mu) / (below * room)
    return (
        Chain(ctx, rate())
        .to(dense - factor * (high - low))
        .by(scale(ctx, powers(), factor), dense)
        .qed()
    )
