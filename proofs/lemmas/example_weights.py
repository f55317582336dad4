"""Three returns that tell the classes of `tab:estimators` apart, by their weights.

    delayed     -1, 1                       delayed TD(0)
    tilted      gamma - 1, 2 - gamma        a little more than T^2, less a little of T
    mean        1/2, 1/2                    the mean of T and T^2

They are conditionals in n, and every statement about them is derived for the series over all n.
"""

from proofs.lemmas.nstep_weights import either, ending, settled, two_terms
from proofs.notation import DISCOUNT, gamma, j, n
from proofs.vocabulary import *

delayed, tilted, mean = (
    WeightedReturn.from_nstep_weights(weights).c
    for weights in ([-1, 1], [gamma - 1, 2 - gamma], ["1/2", "1/2"])
)


def summable(weight: Sequence) -> Context:
    """Two weights can be summed."""
    return given(ending(given(), weight, Integer(2)))


def total(weight: Sequence) -> Theorem:
    """The sum of two weights."""
    return two_terms(summable(weight), weight, weight(n))


# -- what is said of them -----------------------------------------------------------------------

DELAYED_SUMS_TO_ZERO = Equal(series(delayed(n), n, 1), 0)
DELAYED_IS_NOT_AFFINE = NotEqual(series(delayed(n), n, 1), 1)
TILTED_SUMS_TO_ONE = Equal(series(tilted(n), n, 1), 1)
TILTED_CONTRACTS = Less(series(Abs(tilted(n)) * gamma**n, n, 1), 1)
TILTED_IS_NOT_CONVEX = Not(ForAll(n, 1, AtMost(0, tilted(n))))
MEAN_IS_NONNEGATIVE = ForAll(n, 1, AtMost(0, mean(n)))
MEAN_SUMS_TO_ONE = Equal(series(mean(n), n, 1), 1)
MEAN_IS_COMPOUND = Not(ForAll(j, 2, Equal(mean(1) * mean(j), 0)))
MEAN_IS_NOT_N_STEP = ForAll(n, 1, Less(mean(n), 1))


def delayed_sums_to_zero() -> Theorem:
    """-1 + 1 = 0."""
    return total(delayed)


def delayed_is_not_affine() -> Theorem:
    """0 is not 1."""
    return recall(summable(delayed).also(delayed_sums_to_zero()), DELAYED_IS_NOT_AFFINE)


def tilted_sums_to_one() -> Theorem:
    """gamma - 1 + 2 - gamma = 1."""
    return total(tilted)


def tilted_contracts() -> Theorem:
    """(1 - gamma) gamma + (2 - gamma) gamma^2 = gamma + (1 - gamma) gamma^2 < 1."""
    ctx = given(*DISCOUNT)
    body = Abs(tilted(n)) * gamma**n
    first = recall(ctx, Equal(Abs(gamma - 1), 1 - gamma))
    second = recall(ctx, Equal(Abs(2 - gamma), 2 - gamma))
    square = scale(ctx, recall(ctx, Less(gamma**2, 1)), 1 - gamma)
    return (
        Chain(ctx, series(body, n, 1))
        .to(Abs(gamma - 1) * gamma + Abs(2 - gamma) * gamma**2, two_terms(ctx, tilted, body))
        .to((1 - gamma) * gamma + (2 - gamma) * gamma**2, first, second)
        .to(gamma + (1 - gamma) * gamma**2)
        .less(1, square)
        .qed()
    )


def tilted_is_not_convex() -> Theorem:
    """gamma - 1 < 0."""
    ctx = given(*DISCOUNT)
    negative = recall(ctx, Less(tilted(1), 0))
    return refute(ctx, ForAll(n, 1, AtMost(0, tilted(n))), negative, 1)


def each_weight(says: Statement) -> Theorem:
    """Every weight of the mean is 1/2 or 0; the order settles the rest."""

    def weight(ctx: Context) -> Theorem:
        return recall(ctx.also(settled(ctx, mean(n))), says)

    return generalise(given(), either(given(), n, Integer(3), weight), n, 1)


def mean_is_nonnegative() -> Theorem:
    """0 <= 1/2 and 0 <= 0."""
    return each_weight(AtMost(0, mean(n)))


def mean_sums_to_one() -> Theorem:
    """1/2 + 1/2 = 1."""
    return total(mean)


def mean_is_compound() -> Theorem:
    """The product of the first two weights is 1/4."""
    failure = recall(given(), NotEqual(mean(1) * mean(2), 0))
    return refute(given(), ForAll(j, 2, Equal(mean(1) * mean(j), 0)), failure, 2)


def mean_is_not_n_step() -> Theorem:
    """1/2 < 1 and 0 < 1."""
    return each_weight(Less(mean(n), 1))
