"""sparse-modulus: the contraction modulus of the sparse {lambda}-return.

Paper: Section 6, below equation 14 [15].

The sparse lambda-return, with eligibilities lambda^ceil(i/m), has the modulus
beta = gamma (1 - lambda)/(1 - gamma^m lambda).  Only every m-th n-step return has a weight, so beta
is a geometric series.
"""

from proofs.notation import DISCOUNT, c, gamma, h, i, j, k, lam, m, n
from proofs.paper import convex_modulus, sample_real_nsteps
from proofs.paper.convex_modulus import evaluation, modulus_is, powers
from proofs.paper.prop_wrh import CONVEX
from proofs.paper.sparse_lambda import (
    LENGTH,
    SPARSE,
    UNIT,
    blocks_of_eligibilities,
    blocks_of_weights,
    sparse,
)
from proofs.vocabulary import *

CLAIM = Claim(__name__)

RETURN = (*DISCOUNT, *UNIT, LENGTH, SPARSE)


def modulus(decay: Expr | int = lam, gap: Expr | int = m) -> Expr:
    """gamma (1 - lambda)/(1 - gamma^m lambda)."""
    return gamma * (1 - decay) / (1 - gamma**gap * decay)


beta = modulus()

CLAIM.reading(
    prose(
        "The contraction modulus is the smallest factor by which the operator contracts in the "
        "maximum norm whatever the MRP is. The exponent of {lambda} in the eligibility {h_i} is "
        "{i/m}, rounded up.",
    )
)
CLAIM.idea(
    prose(
        "The eligibilities fall only at every {m}-th step, so only the {n}-step returns of "
        "lengths {}, {}, {} and so on have a weight: {}, {}, {}. No weight is negative, so the "
        "modulus is their sum with each length {n} discounted by {}, and that is a geometric "
        "series with the ratio {}.",
        Integer(1),
        m + 1,
        2 * m + 1,
        1 - lam,
        (1 - lam) * lam,
        (1 - lam) * lam**2,
        gamma**n,
        gamma**m * lam,
    )
)


# -- the weights ---------------------------------------------------------------------------------


@CLAIM.lemma(
    "No weight is negative, since every {n} lies in some block.",
    given=(*UNIT, LENGTH, SPARSE),
    says=CONVEX,
)
def no_weight_is_negative() -> Theorem:
    """Only the first weight of a block is not zero."""
    ctx = given(*UNIT, LENGTH, SPARSE)
    inside = ctx.also(AtMost(0, k), AtMost(1, j), AtMost(j, m))
    alone, later = inside.also(Less(j, 2)), inside.also(AtMost(2, j))
    first, others = (conjunct(ctx, blocks_of_weights(), part) for part in (0, 1))
    weight = (
        Chain(alone, c(k * m + j))
        .to(c(k * m + 1), recall(alone, Equal(j, 1)))
        .to((1 - lam) * lam**k, specialise(alone, first, k))
        .qed()
    )
    zero = specialise(later, specialise(later, others, k), j)
    says = AtMost(0, c(k * m + j))
    found = cases(inside, recall(alone.also(weight), says), recall(later.also(zero), says), j, 2)
    in_blocks = generalise(ctx, generalise(ctx.also(AtMost(0, k)), found, j, 1, m), k, 0)
    every = ctx.also(AtMost(1, n))
    block = FloorDiv(n - 1, m)
    here = specialise(every, specialise(every, in_blocks, block), n - block * m)
    return generalise(ctx, here, n, 1)


# -- the modulus -----------------------------------------------------------------------------------


def ground() -> Context:
    """The return is convex: h_0 = 1, and no weight is negative; and the weights are bounded."""
    ctx = given(*RETURN)
    at_0 = specialise(ctx, conjunct(ctx, blocks_of_eligibilities(), 0), 0)
    whole = Chain(ctx, h(0)).to(1, at_0).qed()
    bounded = like(
        ctx, fact(ctx, SPARSE), recall(ctx, Bounded(SparseLambdaReturn(lam, m).h(i), i, 0))
    )
    weights = sample_real_nsteps.weights_bounded(ctx.also(bounded))
    return ctx.also(whole, no_weight_is_negative(), bounded, weights)


@CLAIM.lemma(
    prose("The weights, each discounted by its length, sum to {}.", beta),
    given=RETURN,
    says=Equal(powers, beta),
)
def discounted_weights() -> Theorem:
    """Block by block they are a geometric series with the ratio {lambda·gamma^m}."""
    ctx = ground()
    first, others = (conjunct(ctx, blocks_of_weights(), part) for part in (0, 1))
    grouped = blocks(ctx, powers, m, k)
    assert isinstance(grouped.statement, Equal)
    by_block = grouped.statement.rhs
    one, block = summand(ctx, by_block)
    rest = series(c(k * m + 1 + n) * gamma ** (k * m + 1 + n), n, 1, m - 1)
    inner, _ = summand(one, rest)
    zero = specialise(inner, specialise(inner, others, k), n + 1)
    weight = (1 - lam) * lam**k * gamma ** (k * m + 1)
    in_block = (
        Chain(one, block)
        .to(weight + rest, peel_first(one, block), specialise(one, first, k))
        .to(weight, each_term(one, rest, 0, zero), zeros(one, series(0, n, 1, m - 1)))
        .qed()
    )
    total = series(weight, k, 0)
    return (
        Chain(ctx, powers)
        .to(by_block, grouped)
        .to(total, termwise(ctx, by_block, in_block))
        .to(beta, geometric(ctx, total, gamma**m * lam))
        .qed()
    )


@CLAIM.proves(
    prose(
        "The contraction modulus of the sparse {lambda}-return is {}: its operator contracts by "
        "that factor, and by no smaller one, because a constant difference of two value functions "
        "is multiplied by it.",
        beta,
    ),
    given=RETURN,
    says=modulus_is(beta),
)
def contraction_modulus() -> Theorem:
    """The modulus of a convex return is the sum of its discounted weights."""
    ctx = ground().also(discounted_weights())
    return instantiate(ctx, convex_modulus.convex_modulus(), {convex_modulus.beta: beta})


@CLAIM.adds(
    "It is one evaluation of the series of eligibilities, too.",
    given=RETURN,
    says=Equal(evaluation, beta),
)
def one_evaluation() -> Theorem:
    """The sum of the discounted weights is 1 - (1 - gamma) h(gamma)."""
    ctx = ground()
    by_weights = instantiate(ctx, convex_modulus.evaluated(), {})
    return Chain(ctx, evaluation).to(powers, by_weights).to(beta, discounted_weights()).qed()


# -- special cases, order and limit ----------------------------------------------------------------

EXPONENTIAL = ForAll(i, 0, Equal(h(i), LambdaReturn(lam).h(i)))
dense_modulus = modulus(gap=1)


@CLAIM.adds(
    prose("With {m} equal to one it is {}, the modulus of the {lambda}-return.", dense_modulus),
    given=(*DISCOUNT, *UNIT, EXPONENTIAL),
    says=modulus_is(dense_modulus),
)
def dense() -> Theorem:
    """An integer, rounded up, is itself."""
    ctx = given(*DISCOUNT, *UNIT, EXPONENTIAL)
    inner = ctx.also(AtMost(0, i))
    rounded_up = sparse(gap=1).body
    assert isinstance(rounded_up, Equal)
    own = specialise(inner, fact(inner, EXPONENTIAL), i)
    whole = integer_part(inner, FloorDiv(i, 1), i)
    same = generalise(ctx, Chain(inner, h(i)).to(rounded_up.rhs, own, whole).qed(), i, 0)
    return instantiate(ctx.also(same), contraction_modulus(), {m: 1})


other = real("mu")
LARGER = (*DISCOUNT, LENGTH, AtMost(lam, other), AtMost(other, 1))


def divide(ctx: Context, order: Theorem, positive: Expr) -> Theorem:
    """An inequality divided by a positive number."""
    return scale(given(LENGTH, recall(ctx, Less(0, positive))), order, 1 / positive)


@CLAIM.adds(
    "The modulus does not increase with {lambda}.",
    given=LARGER,
    says=AtMost(modulus(other), beta),
)
def decreases_in_lambda() -> Theorem:
    """The difference is gamma (1 - gamma^m)(mu - lambda) over the product of the denominators."""
    ctx = given(*LARGER)
    more = scale(ctx, recall(ctx, AtMost(0, other - lam)), gamma * (1 - gamma**m))
    for decay in (lam, other):
        more = divide(ctx, more, 1 - gamma**m * decay)
    return restate(ctx, more, AtMost(modulus(other), beta))


@CLAIM.adds(
    prose("The modulus does not increase with {m}, and tends to {}.", gamma * (1 - lam)),
    given=(*DISCOUNT, *UNIT),
    says=And(ForAll(m, 1, AtMost(modulus(gap=m + 1), beta)), TendsTo(beta, m, gamma * (1 - lam))),
)
def decreases_in_m() -> Theorem:
    """gamma^{m+1} <= gamma^m, which tends to zero."""
    base = given(*DISCOUNT, *UNIT)
    ctx = base.also(LENGTH)
    more = recall(ctx, AtMost(gamma ** (m + 1), gamma**m))
    more = scale(ctx, scale(ctx, more, lam), gamma * (1 - lam))
    for gap in (m, m + 1):
        more = divide(ctx, more, 1 - gamma**gap * lam)
    less = restate(ctx, more, AtMost(modulus(gap=m + 1), beta))
    return both(base, generalise(base, less, m, 1), limit(base, beta, m))


@CLAIM.evidence(draw.discounts, draw.lengths, lambda: draw.lambdas(below_one=True))
def on_a_cycle(rate: Fraction, gap: int, decay: Fraction) -> bool:
    """The maximum norm of the operator's matrix on a cycle: no series is used."""
    ret = SparseLambdaReturn(decay, gap)
    found = max_norm(cycle(3, rate).contraction_matrix(ret))
    return found == rate * (1 - decay) / (1 - rate**gap * decay)
