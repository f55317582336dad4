"""sparse-modulus: the contraction modulus of the sparse {lambda}-return.

Paper: Section 6, below equation 14 [15].

The sparse lambda-return, with eligibilities lambda^ceil(i/m), has the modulus
beta = gamma (1 - lambda)/(1 - gamma^m lambda).  Two derivations: the drops of h sorted into blocks
of m, of which only the first is not zero; and 1 - (1 - gamma) h(gamma), with h(gamma) summed block
by block.  The second number is what constant vectors are multiplied by, so the bound is attained.
"""

from proofs.lemmas.nstep_weights import either
from proofs.notation import DISCOUNT, INSIDE, gamma, i, lam, m, n, td_error_form, z
from proofs.paper import explicit_modulus, sparse_lambda
from proofs.paper.explicit_modulus import difference, evaluation
from proofs.paper.sparse_sums import drops_in_blocks, evaluation_in_blocks, modulus, ret, value
from proofs.vocabulary import *

CLAIM = Claim(__name__)

UNIT = (AtMost(0, lam), AtMost(lam, 1))
LENGTH = AtMost(1, m)
RETURN = (*DISCOUNT, *UNIT, LENGTH)
operator = td_error_form(ret.h)
beta = modulus()


def rounded(ctx: Context, step: Expr) -> tuple[Theorem, Theorem]:
    """ceil(i/m) and ceil((i + 1)/m), by whether i is a multiple of m."""
    block = FloorDiv(step, m)
    multiple = AtMost(step, m * block).key in {f.statement.key for f in ctx.facts}
    before = integer_part(ctx, FloorDiv(step + m - 1, m), block if multiple else block + 1)
    return before, integer_part(ctx, FloorDiv(step + m, m), block + 1)


@CLAIM.adds(
    prose(
        "The weight of the {n}-step return is {} where {m} divides {}, and zero elsewhere.",
        (1 - lam) * lam ** FloorDiv(n - 1, m),
        n - 1,
    ),
    given=(LENGTH,),
    says=ForAll(n, 1, Equal(ret.h(n - 1) - ret.h(n), ret.c(n))),
)
def weights() -> Theorem:
    """ceil(i/m) grows only at multiples of m."""

    def here(ctx: Context) -> Theorem:
        choice = conditional(ctx, ret.c(n))
        return Chain(ctx, ret.h(n - 1) - ret.h(n)).to(ret.c(n), *rounded(ctx, n - 1), choice).qed()

    ctx = given(LENGTH, AtMost(1, n))
    return generalise(given(LENGTH), either(ctx, m * FloorDiv(n - 1, m), n - 1, here), n, 1)


@CLAIM.adds(
    "The eligibilities never increase.",
    given=(*UNIT, LENGTH),
    says=ForAll(i, 0, AtMost(ret.h(i + 1), ret.h(i))),
)
def never_increases() -> Theorem:
    """lambda^{k+1} <= lambda^k."""

    def here(ctx: Context) -> Theorem:
        before, after = rounded(ctx, i)
        now, later = (value(equation) for equation in (before, after))
        return (
            Chain(ctx, ret.h(i + 1))
            .to(lam**later, after)
            .at_most(lam**now)
            .to(ret.h(i), before)
            .qed()
        )

    ctx = given(*UNIT, LENGTH, AtMost(0, i))
    return generalise(given(*UNIT, LENGTH), either(ctx, m * FloorDiv(i, m), i, here), i, 0)


# -- the modulus, by two routes -----------------------------------------------------------------


def ground() -> Context:
    """0 <= lambda <= 1 and m >= 1: the denominator is not zero."""
    ctx = given(*RETURN)
    return ctx.also(recall(ctx, NotEqual(1 - gamma**m * lam, 0)))


def convex() -> Context:
    """h_0 = 1, and h never increases."""
    ctx = ground()
    whole = Chain(ctx, ret.h(0)).to(1, integer_part(ctx, FloorDiv(m - 1, m), 0)).qed()
    return ctx.also(whole, never_increases())


@CLAIM.proves(
    prose("The modulus is {}.", beta),
    given=RETURN,
    says=Contracts(operator, beta),
)
def from_the_weights() -> Theorem:
    """The drops of h in blocks of m: the first of the k-th block is (1 - lambda) lambda^k."""
    general = explicit_modulus.of_return(convex(), explicit_modulus.sum_of_drops(), ret.h)
    return smaller_modulus(ground(), general, drops_in_blocks(ground()))


@CLAIM.adds(
    "One evaluation of {h} gives the same number.",
    given=RETURN,
    says=Equal(evaluation(ret.h), beta),
)
def one_evaluation() -> Theorem:
    """h(gamma) block by block: two geometric sums, one inside the other."""
    return evaluation_in_blocks(ground())


@CLAIM.adds(
    "The modulus once more, from the evaluation of {h}.",
    given=RETURN,
    says=Contracts(operator, beta),
)
def from_one_evaluation() -> Theorem:
    """The eligibilities never increase, so the modulus is 1 - (1 - gamma) h(gamma)."""
    general = explicit_modulus.of_return(convex(), explicit_modulus.one_evaluation(), ret.h)
    return smaller_modulus(ground(), general, one_evaluation())


@CLAIM.adds(
    "A constant difference of two value functions is multiplied by that number: the modulus is "
    "attained.",
    given=RETURN,
    says=OnConstants(operator, evaluation(ret.h) * difference, difference),
)
def attained() -> Theorem:
    """P 1 = 1."""
    return on_constants(given(*RETURN), operator, difference)


# -- special cases, order and limit -------------------------------------------------------------


@CLAIM.adds(
    "With {m} equal to one it is the modulus of the {lambda}-return.",
    given=(*DISCOUNT, *UNIT),
    says=Contracts(td_error_form(LambdaReturn(lam).h), gamma * (1 - lam) / (1 - gamma * lam)),
)
def dense() -> Theorem:
    """ceil(i/1) = i."""
    ctx = given(*DISCOUNT, *UNIT)
    inside = given(INSIDE, *DISCOUNT, *UNIT)
    sparse, exponential = SparseLambdaReturn(lam, 1).h, LambdaReturn(lam).h
    powers = series(sparse(i) * z**i, i, 0)
    inner, _ = summand(inside, powers)
    same = each_term(inside, powers, lam**i * z**i, specialise(inner, sparse_lambda.dense(), i))
    scalar = Chain(inside, td_error_form(sparse)).to(td_error_form(exponential), same).qed()
    return same_operator(ctx, instantiate(ctx, from_the_weights(), {m: 1}), lift(ctx, scalar))


@CLAIM.adds(
    "With {lambda} equal to zero it is {gamma}, as for {T}.",
    given=(*DISCOUNT, LENGTH),
    says=Contracts(td_error_form(SparseLambdaReturn(0, m).h), gamma),
)
def one_step() -> Theorem:
    """gamma (1 - 0)/(1 - 0)."""
    return instantiate(given(*DISCOUNT, LENGTH), from_the_weights(), {lam: 0})


@CLAIM.adds(
    "With {lambda} equal to one it is zero, as for the Monte Carlo return.",
    given=(*DISCOUNT, LENGTH),
    says=Contracts(td_error_form(SparseLambdaReturn(1, m).h), Integer(0)),
)
def monte_carlo() -> Theorem:
    """There is no weight on any n-step return."""
    return instantiate(given(*DISCOUNT, LENGTH), from_the_weights(), {lam: 1})


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
    "The modulus does not increase with {m}.",
    given=(*DISCOUNT, *UNIT),
    says=ForAll(m, 1, AtMost(modulus(gap=m + 1), beta)),
)
def decreases_in_m() -> Theorem:
    """gamma^{m+1} <= gamma^m."""
    ctx = given(*RETURN)
    more = recall(ctx, AtMost(gamma ** (m + 1), gamma**m))
    more = scale(ctx, scale(ctx, more, lam), gamma * (1 - lam))
    for gap in (m, m + 1):
        more = divide(ctx, more, 1 - gamma**gap * lam)
    less = restate(ctx, more, AtMost(modulus(gap=m + 1), beta))
    return generalise(given(*DISCOUNT, *UNIT), less, m, 1)


@CLAIM.adds(
    prose("As {m} grows the modulus tends to {}.", gamma * (1 - lam)),
    given=(*DISCOUNT, *UNIT),
    says=TendsTo(beta, m, gamma * (1 - lam)),
)
def very_sparse() -> Theorem:
    """gamma^m tends to zero."""
    return limit(given(*DISCOUNT, *UNIT), beta, m)
