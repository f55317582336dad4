"""tab:estimators: linear, affine, convex, compound and {n}-step returns, each in the one before.

Paper: Section 5, table 1 and figure 3 [18].

With weights w on n-step returns: a linear return is (1 - sum w) v + sum_n w_n T^n v; it is affine
if sum w = 1 and sum |w_n| gamma^n < 1, convex if moreover no w_n is negative, and compound if
moreover two weights are positive.  An n-step return is T^n v alone.  Affine returns are linear,
convex ones affine, and the convex returns are exactly the compound returns and the n-step returns;
no two of these classes are the same.  (That compound returns are convex is how they are defined.)
"""

from proofs.lemmas import example_weights as examples
from proofs.lemmas.nstep_weights import (
    ALONE,
    CONVERGES,
    combination,
    either,
    ending,
    no_two,
    only_term,
    others_are_zero,
    settled,
    w,
    weights_vanish,
)
from proofs.notation import DISCOUNT, INSIDE, bellman, gamma, i, j, k, n, v, v_pi, z
from proofs.vocabulary import *

CLAIM = Claim(__name__)

ONE = (CONVERGES, Equal(series(w(n), n, 1), 1))
NONNEGATIVE = ForAll(n, 1, AtMost(0, w(n)))
CONTRACTS = Less(series(Abs(w(n)) * gamma**n, n, 1), 1)
CONVEX: tuple[Statement, ...] = (*ONE, NONNEGATIVE)


# -- each class lies in the one before ----------------------------------------------------------


@CLAIM.proves(
    "Affine returns are linear returns: where the weights sum to one the multiple of {v} is gone.",
    given=(*DISCOUNT, *ONE),
    says=OperatorEqual((1 - series(w(n), n, 1)) * v + combination(w(n)), combination(w(n))),
)
def affine_is_linear() -> Theorem:
    """(1 - 1) v = 0."""
    ctx = given(INSIDE, *ONE).also(weights_vanish())
    form = (1 - series(w(n), n, 1)) * v + combination(w(n))
    scalar = Chain(ctx, form).to(combination(w(n)), ctx.facts[2]).qed()
    return lift(given(*DISCOUNT, *ONE).also(weights_vanish()), scalar)


@CLAIM.proves(
    prose("Convex returns are affine: {} follows.", CONTRACTS),
    given=(*DISCOUNT, *CONVEX),
    says=CONTRACTS,
)
def convex_is_affine() -> Theorem:
    """|w_n| gamma^n = w_n gamma^n <= w_n gamma, and the w_n sum to 1."""
    ctx = given(*DISCOUNT, *CONVEX).also(weights_vanish())
    sizes, powers = (series(t * gamma**n, n, 1) for t in (Abs(w(n)), w(n)))
    inner, _ = summand(ctx, sizes)
    inner = inner.also(specialise(inner, ctx.facts[4], n))
    own, power = recall(inner, Equal(Abs(w(n)), w(n))), recall(inner, AtMost(gamma**n, gamma))
    scaled = series(w(n) * gamma, n, 1)
    return (
        Chain(ctx, sizes)
        .to(powers, each_term(ctx, sizes, w(n) * gamma**n, own))
        .by(sum_order(ctx, powers, scale(inner, power, w(n))))
        .to(gamma, linearity(ctx, scaled, (gamma, w(n))), ctx.facts[3])
        .less(1)
        .qed()
    )


# -- convex returns are compound returns and n-step returns -------------------------------------


@CLAIM.proves(
    "A convex return has a positive weight: if it had none, the weights would not sum to one.",
    given=(CONVERGES, ForAll(n, 1, AtMost(w(n), 0))),
    says=AtMost(series(w(n), n, 1), 0),
)
def some_weight_is_positive() -> Theorem:
    """A sum of terms that are at most zero."""
    ctx = given(CONVERGES, ForAll(n, 1, AtMost(w(n), 0)))
    total, nothing = series(w(n), n, 1), series(0, n, 1)
    inner, _ = summand(ctx, total)
    term = specialise(inner, ctx.facts[1], n)
    return Chain(ctx, total).by(sum_order(ctx, total, term)).to(0, zeros(ctx, nothing)).qed()


@CLAIM.adds(
    "Where only {w_k} is positive, the weights sum to {w_k}.",
    given=(CONVERGES, *ALONE),
    says=Equal(series(w(n), n, 1), w(k)),
)
def sum_is_the_only_weight() -> Theorem:
    """The other terms are zero."""
    return only_term(others_are_zero(given(CONVERGES, *ALONE)), w(n))


@CLAIM.proves(
    "A convex return that is not compound has a weight of one.",
    given=(*ONE, *ALONE),
    says=Equal(w(k), 1),
)
def only_weight_is_one() -> Theorem:
    """It is the sum of the weights."""
    ctx = given(*ONE)
    return Chain(ctx, w(k)).combine(1, (-1, sum_is_the_only_weight()), (1, ctx.facts[1])).qed()


@CLAIM.proves(
    "A convex return that is not compound is an {n}-step return.",
    given=(*DISCOUNT, *ONE, *ALONE),
    says=OperatorEqual(combination(w(n)), bellman(k)),
)
def not_compound_is_n_step() -> Theorem:
    """The only term of the combination is w_k T^k v, and w_k = 1."""
    ctx = others_are_zero(given(INSIDE, CONVERGES, *ALONE).also(weights_vanish()))
    powers = series(w(n) * z**n, n, 1)
    expanded = linearity(ctx, combination(w(n)), (v_pi, w(n)), (v - v_pi, w(n) * z**n))
    scalar = (
        Chain(ctx, combination(w(n)))
        .to(v_pi * series(w(n), n, 1) + (v - v_pi) * powers, expanded)
        .to(v_pi * w(k) + (v - v_pi) * powers, sum_is_the_only_weight())
        .to(w(k) * bellman(k), only_term(ctx, w(n) * z**n))
        .to(bellman(k), only_weight_is_one())
        .qed()
    )
    return lift(given(*DISCOUNT, CONVERGES, AtMost(1, k)).also(weights_vanish()), scalar)


# -- n-step returns are convex and not compound -------------------------------------------------

step = NStepReturn(k).c
STEPS = AtMost(1, k)


@CLAIM.proves("In an {n}-step return no weight is negative.", says=ForAll(n, 1, AtMost(0, step(n))))
def n_step_is_nonnegative() -> Theorem:
    """The weights are 0 and 1."""

    def weight(ctx: Context) -> Theorem:
        return Chain(ctx, 0).at_most(step(n), settled(ctx, step(n))).qed()

    longer = either(given(AtMost(k, n)), k, n, weight)
    return generalise(given(), cases(given(), weight(given(Less(n, k))), longer, n, k), n, 1)


@CLAIM.proves(
    "In an {n}-step return no two weights are positive: it is not compound.", says=no_two(step)
)
def n_step_is_not_compound() -> Theorem:
    """Of i < j, either i is below k or j is above it."""
    ctx = given(AtMost(i + 1, j))
    low, high = ctx.also(Less(i, k)), ctx.also(AtMost(k, i))
    below = Chain(low, step(i) * step(j)).to(0, settled(low, step(i))).qed()
    above = Chain(high, step(i) * step(j)).to(0, settled(high, step(j))).qed()
    pair = generalise(given(), cases(ctx, below, above, i, k), j, i + 1)
    return generalise(given(), pair, i, 1)


def n_step() -> Context:
    """What makes an n-step return a return with one weight only."""
    ctx = given(STEPS).also(n_step_is_not_compound())
    one = settled(ctx, step(k))
    return ctx.also(ending(ctx, step, k), one, recall(ctx.also(one), Less(0, step(k))))


@CLAIM.proves(
    "The weights of an {n}-step return sum to one.",
    given=(STEPS,),
    says=Equal(series(step(n), n, 1), 1),
)
def n_step_sums_to_one() -> Theorem:
    """The sum is the only weight."""
    ctx = n_step()
    total = instantiate_sequence(ctx, sum_is_the_only_weight(), w, (n,), step(n))
    return Chain(ctx, series(step(n), n, 1)).to(step(k), total).to(1, ctx.facts[3]).qed()


@CLAIM.proves(
    "An {n}-step return is the combination with these weights.",
    given=(*DISCOUNT, STEPS),
    says=OperatorEqual(combination(step(n)), bellman(k)),
)
def n_step_is_convex() -> Theorem:
    """It has one positive weight, and that is 1."""
    ctx = n_step().also(*DISCOUNT, n_step_sums_to_one())
    return instantiate_sequence(ctx, not_compound_is_n_step(), w, (n,), step(n))


# -- no two of the classes are the same ---------------------------------------------------------

CLAIM.adds(
    prose(
        "The weights {} and {} of delayed TD(0) sum to zero.",
        examples.delayed(1),
        examples.delayed(2),
    ),
    says=examples.DELAYED_SUMS_TO_ZERO,
)(examples.delayed_sums_to_zero)
CLAIM.proves(
    "Not every linear return is affine: the weights of delayed TD(0) do not sum to one.",
    says=examples.DELAYED_IS_NOT_AFFINE,
)(examples.delayed_is_not_affine)

CLAIM.proves(
    prose(
        "Not every affine return is convex: first, the weights {} and {} sum to one.",
        examples.tilted(1),
        examples.tilted(2),
    ),
    says=examples.TILTED_SUMS_TO_ONE,
)(examples.tilted_sums_to_one)
CLAIM.proves(
    "Second, the return with these weights contracts, whatever the discount.",
    given=DISCOUNT,
    says=examples.TILTED_CONTRACTS,
)(examples.tilted_contracts)
CLAIM.proves(
    "Third, one of these weights is negative.", given=DISCOUNT, says=examples.TILTED_IS_NOT_CONVEX
)(examples.tilted_is_not_convex)

CLAIM.proves(
    prose(
        "Not every convex return is an {n}-step return: first, the weights {} and {} of the mean "
        "of the one-step and the two-step return are not negative.",
        examples.mean(1),
        examples.mean(2),
    ),
    says=examples.MEAN_IS_NONNEGATIVE,
)(examples.mean_is_nonnegative)
CLAIM.proves("Second, they sum to one.", says=examples.MEAN_SUMS_TO_ONE)(examples.mean_sums_to_one)
CLAIM.proves("Third, none of them is one.", says=examples.MEAN_IS_NOT_N_STEP)(
    examples.mean_is_not_n_step
)
CLAIM.proves(
    "This return is compound: not all products with the first weight are zero.",
    says=examples.MEAN_IS_COMPOUND,
)(examples.mean_is_compound)

CLAIM.remark(
    "Not every convex return is compound, and compound and {n}-step returns exclude each other: an "
    "{n}-step return is convex and has no two positive weights."
)
