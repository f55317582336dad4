"""large-alpha: for large step sizes sparser returns have less error, and truncated ones more.

Paper: Section 6, paragraph 5 [21].

The order of the curves there is that of the sums of squared weights: of the variance of the
returns, where TD errors are uncorrelated and of equal variance.
"""

from numeric_checks.walk.readings import Check, checks, in_expectation, predicted
from proofs.notation import DISCOUNT, gamma, lam, m
from proofs.paper import equal_moduli
from proofs.paper.equal_moduli import ATTAINABLE, lies_in_range, matching, target
from proofs.paper.experiment_sparse import closed as sparse
from proofs.paper.sparse_lambda import LENGTH
from proofs.vocabulary import *

CLAIM = Claim(__name__)

#: the sum of squared weights of the sparse return with the modulus b, and of the dense one
matched = sparse.subs(lam, matching)
dense = matched.subs(m, 1)

CLAIM.reading(
    "At the greatest step size each sparse return has less error than the one that is less sparse, "
    "and each truncated return has more than the dense one; on the same episodes, with a 95 % "
    "interval of the difference that leaves out zero. This is looked at with the printed lambda, "
    "with the lambda that makes the moduli equal, and with the authors' public settings."
)
CLAIM.idea(
    "With a large step much of the variance of the last few targets stays in the values. At equal "
    "moduli a sparse return has the smaller sum of squared weights, and a truncated one a greater."
)


@CLAIM.measures("For large step sizes sparser returns do better, and truncated ones do worse.")
def apart() -> list[Check]:
    """At the greatest step size of the paper."""
    return checks("large-alpha")


@CLAIM.measures(
    "At the greatest step size the expected errors, which are enclosed and not sampled, are "
    "less for sparser returns, and greater for truncated ones.",
    printed=False,
)
def apart_in_expectation() -> list[Check]:
    """The roots of expected squared errors."""
    return in_expectation("large-alpha")


@CLAIM.measures(
    "At the greatest step size the errors, measured and expected, are in the order of the sums of "
    "squared weights.",
    printed=False,
)
def by_variance() -> list[Check]:
    """All five returns."""
    return predicted("large")


@CLAIM.adds(
    prose(
        "Of sparse returns with one modulus {} none has a greater sum of squared weights than the "
        "dense one.",
        target,
    ),
    given=(*DISCOUNT, LENGTH, *ATTAINABLE),
    says=AtMost(matched, dense),
)
def sparser_varies_less() -> Theorem:
    """The difference of the two is a multiple of gamma - gamma^m."""
    ctx = equal_moduli.ground()
    ctx = ctx.also(*(conjunct(ctx, lies_in_range(), k) for k in (0, 1)))
    power, gap = gamma**m, gamma - target
    one, other = 1 + gamma - 2 * target, gamma + gamma * power - 2 * target * power
    ctx = ctx.also(recall(ctx, Less(0, one)), scale(ctx, recall(ctx, AtMost(target, gamma)), power))
    ctx = ctx.also(recall(ctx, Less(0, other)))
    below = scale(ctx, recall(ctx, AtMost(power, 1)), gamma)
    factor = 2 * target * gap**2 / ((1 - gamma) * (1 + gamma) * one * other)
    smaller = scale(ctx, recall(ctx.also(below), AtMost(power, gamma)), factor)
    return Chain(ctx, matched).to(dense - factor * (gamma - power)).by(smaller, dense).qed()
