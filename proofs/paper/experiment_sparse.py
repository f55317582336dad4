"""experiment:sparse: the errors of the sparse {lambda}-returns against the step size.

Paper: Section 6, paragraph 4 and figure 6 [18].

Repeated: 400 trials of ten episodes on the random walk of 19 states, three returns, and the
expected squared errors beside them, which come from linear systems and are not sampled.
"""

from numeric_checks.walk.readings import Check, agreement
from proofs.notation import DISCOUNT, gamma, h, i, lam, m
from proofs.paper import sparse_modulus
from proofs.paper.sparse_lambda import LENGTH, UNIT
from proofs.vocabulary import *

CLAIM = Claim(__name__)

ret = SparseLambdaReturn(lam, m)

#: the variance of the return, as a multiple of that of one TD error
factor = series(ret.h(i) ** 2 * gamma ** (2 * i), i, 0)
by_modulus = (1 - gamma**2 * (1 - lam**2) / (1 - gamma ** (2 * m) * lam**2)) / (1 - gamma**2)
blocks_of_m = (1 - gamma ** (2 * m)) / (1 - gamma ** (2 * m) * lam**2)
closed = 1 + gamma**2 * lam**2 / (1 - gamma**2) * blocks_of_m

CLAIM.reading(
    "The figure: errors that first fall and then rise with the step size, as means over trials "
    "with their intervals. Measured again, they are compared with what is expected."
)
CLAIM.idea(
    prose(
        "Where TD errors are uncorrelated and of equal variance, the variance of a return is that "
        "variance times {}; the larger the step size, the more of it stays in the values. Of "
        "sparse returns the sum has a closed form.",
        factor,
    )
)


@CLAIM.measures("The error is lowest between the ends, and what was sampled is what is expected.")
def repeated() -> list[Check]:
    """The first figure."""
    return agreement("sparse")


@CLAIM.adds(
    prose("The squares of the weights of a sparse return sum to {}.", closed),
    given=(*DISCOUNT, *UNIT, LENGTH),
    says=Equal(factor, closed),
)
def sum_of_squares() -> Theorem:
    """The squares are the weights of the sparse return with lambda^2, at gamma^2."""
    ctx = given(*DISCOUNT, *UNIT, LENGTH)
    ctx = ctx.also(
        scale(ctx, recall(ctx, Less(gamma, 1)), gamma), scale(ctx, recall(ctx, AtMost(lam, 1)), lam)
    )
    squares = {gamma: gamma**2, lam: lam**2}
    general = instantiate_sequence(ctx, sparse_modulus.one_evaluation(), h, (i,), ret.h(i))
    general = instantiate(ctx, general, squares)
    return Chain(ctx, factor).combine(by_modulus, (-1 / (1 - gamma**2), general)).to(closed).qed()
