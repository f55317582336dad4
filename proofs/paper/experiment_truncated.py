"""experiment:truncated: the errors of the truncated {lambda}-returns against the step size.

Paper: Section 6, paragraph 9 and figure 8 [24].

Repeated like the experiment with sparse returns, on the same episodes.
"""

from numeric_checks.walk.readings import Check, agreement
from proofs.lemmas.nstep_weights import settled
from proofs.notation import DISCOUNT, N, gamma, i, lam
from proofs.paper.truncated_lambda import LENGTH, UNIT
from proofs.vocabulary import *

CLAIM = Claim(__name__)

ret = TruncatedLambdaReturn(lam, N)

square = ret.h(i) ** 2 * gamma ** (2 * i)
factor = series(square, i, 0)
fading = series((gamma * lam) ** (2 * i), i, 0, N - 1)
closed = (1 - (gamma * lam) ** (2 * N)) / (1 - (gamma * lam) ** 2)

CLAIM.reading(
    "The figure: errors that first fall and then rise with the step size, as means over trials "
    "with their intervals. Measured again, they are compared with what is expected."
)
CLAIM.idea(
    prose(
        "Where TD errors are uncorrelated and of equal variance, the variance of a return is that "
        "variance times the sum of the squared weights, which is the geometric sum {} here.",
        fading,
    )
)


@CLAIM.measures("The error is lowest between the ends, and what was sampled is what is expected.")
def repeated() -> list[Check]:
    """The second figure."""
    return agreement("truncated")


@CLAIM.adds(
    prose("The squares of the weights of a truncated return sum to {}.", closed),
    given=(*DISCOUNT, *UNIT, LENGTH),
    says=Equal(factor, closed),
)
def sum_of_squares() -> Theorem:
    """A geometric sum with the ratio (gamma lambda)^2, which is below one."""
    ctx = given(*DISCOUNT, *UNIT, LENGTH)
    below = scale(ctx, recall(ctx, AtMost(lam, 1)), gamma)
    ctx = ctx.also(below, recall(ctx.also(below), Less(gamma * lam, 1)))
    ctx = ctx.also(scale(ctx, recall(ctx, AtMost(gamma * lam, 1)), gamma * lam))
    start, rest = series(square, i, 0, N - 1), series(square, i, N)
    before, after = (settled(summand(ctx, part)[0], ret.h(i)) for part in (start, rest))
    return (
        Chain(ctx, factor)
        .to(start + rest, split(ctx, factor, N - 1))
        .to(
            fading,
            each_term(ctx, start, (gamma * lam) ** (2 * i), before),
            each_term(ctx, rest, 0, after),
            zeros(ctx, series(0, i, N)),
        )
        .to(closed, geometric(ctx, fading, (gamma * lam) ** 2))
        .qed()
    )
