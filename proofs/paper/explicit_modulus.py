"""The modulus of a linear return in its eligibilities alone, ready for an explicit return.

`linear_contraction` and `sample_real_nsteps` speak of the weights c_n = h_{n-1} - h_n, a defined
name, which hides h.  Here the same is said of h itself, so that the eligibilities of a return can
be put in its place.  The sums run over i = n - 1, so that only h_0, h_1, ... occur:

    beta = |1 - h_0| + sum_{i>=0} |h_i - h_{i+1}| gamma^{i+1}
    sum_{i>=0} (h_i - h_{i+1}) gamma^{i+1} = h_0 - (1 - gamma) h(gamma)

When h_0 = 1 and h never increases, beta is the sum without absolute values, and so
1 - (1 - gamma) h(gamma).
"""

from proofs.notation import BOUNDED, DISCOUNT, INSIDE, WEAK_RECENCY, c, gamma, h, i, n, z
from proofs.paper import linear_contraction, sample_real_nsteps
from proofs.vocabulary import *

#: h never increases, and starts with 1
CONVEX = (Equal(h(0), 1), WEAK_RECENCY[0])
#: what v - v' is where it is constant
difference = real("k")
#: sum_i |h_i - h_{i+1}| gamma^{i+1}
sizes = series(Abs(h(i) - h(i + 1)) * gamma ** (i + 1), i, 0)


def drops(weights: Sequence = h) -> Expr:
    """sum_i (h_i - h_{i+1}) gamma^{i+1}."""
    return series((weights(i) - weights(i + 1)) * gamma ** (i + 1), i, 0)


def evaluation(weights: Sequence = h) -> Expr:
    """1 - (1 - gamma) h(gamma)."""
    return 1 - (1 - gamma) * series(weights(i) * gamma**i, i, 0)


def general_modulus() -> Theorem:
    """The modulus is |1 - h_0| + sum_i |h_i - h_{i+1}| gamma^{i+1}."""
    ctx = linear_contraction.ground()
    size, weight = linear_contraction.size, Abs(h(n - 1) - h(n)) * gamma**n
    explicit = series(weight, n, 1)
    same = (
        Chain(ctx, linear_contraction.general_beta)
        .to(Abs(1 - h(0)) + explicit, each_term(ctx, size, weight, unfold(ctx, c, n)))
        .to(Abs(1 - h(0)) + sizes, shift(ctx, explicit, 1))
        .qed()
    )
    return smaller_modulus(ctx, linear_contraction.general_modulus(), same)


def evaluated_drops() -> Theorem:
    """The sum of the drops is one evaluation of h: h_0 - (1 - gamma) h(gamma)."""
    ctx = given(INSIDE, BOUNDED)
    ctx = ctx.also(sample_real_nsteps.weights_bounded(ctx))
    powers, change = series(c(n) * z**n, n, 1), (h(n - 1) - h(n)) * z**n
    explicit = series(change, n, 1)
    at_z = (
        Chain(ctx, series((h(i) - h(i + 1)) * z ** (i + 1), i, 0))
        .to(explicit, shift(ctx, explicit, 1))
        .to(powers, each_term(ctx, powers, change, unfold(ctx, c, n)))
        .to(h(0) - (1 - z) * series(h(i) * z**i, i, 0), sample_real_nsteps.weighted_powers())
        .qed()
    )
    return instantiate(given(*DISCOUNT), at_z, {z: gamma})


def sum_of_drops() -> Theorem:
    """The modulus is sum_i (h_i - h_{i+1}) gamma^{i+1} when h_0 = 1 and h never increases."""
    ctx = given(*DISCOUNT, BOUNDED, *CONVEX)
    *_, first, recent = ctx.facts
    inner, _ = summand(ctx, sizes)
    order = specialise(inner, recent, i)
    falls = recall(inner.also(order), Equal(Abs(h(i) - h(i + 1)), h(i) - h(i + 1)))
    drop = (h(i) - h(i + 1)) * gamma ** (i + 1)
    same = (
        Chain(ctx, Abs(1 - h(0)) + sizes)
        .to(sizes, first)
        .to(drops(), each_term(ctx, sizes, drop, falls))
        .qed()
    )
    return smaller_modulus(ctx, general_modulus(), same)


def one_evaluation() -> Theorem:
    """The modulus is 1 - (1 - gamma) h(gamma) when h_0 = 1 and h never increases."""
    ctx = given(*DISCOUNT, BOUNDED, *CONVEX)
    same = (
        Chain(ctx, drops())
        .to(h(0) - (1 - gamma) * series(h(i) * gamma**i, i, 0), evaluated_drops())
        .to(evaluation(), ctx.facts[-2])
        .qed()
    )
    return smaller_modulus(ctx, sum_of_drops(), same)


def of_return(ctx: Context, theorem: Theorem, weights: Sequence) -> Theorem:
    """One of these theorems, for the return with these eligibilities."""
    return instantiate_sequence(ctx, theorem, h, (i,), weights(i))
