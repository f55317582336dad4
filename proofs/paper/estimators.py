"""tab:estimators: linear, affine, convex, compound and {n}-step returns, each in the one before.

Paper: Section 5, table 1 and figure 3 [18].
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

CLAIM.reading(
    prose(
        "Let {} be the weights on {}-step returns. A linear return adds {} times {}; an affine one "
        "has {} and {}, as in the table; a convex one has no negative weight, a compound one two "
        "positive weights, and the {}-step return is {} alone. Below, each kind lies in the one "
        "before, and a return is shown that does not lie in the next. That compound returns are "
        "convex is how they are defined.",
        w(n),
        n,
        1 - series(w(n), n, 1),
        v,
        ONE[1],
        CONTRACTS,
        n,
        bellman(n),
    )
)
CLAIM.idea(
    prose(
        "All is seen from the weights. The modulus of a convex return is an average of the powers "
        "{}, so it is at most {}; and where only one weight is positive, it is the sum of all, and "
        "that is one.",
        gamma**n,
        gamma,
    )
)


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


@CLAIM.lemma(
    "Where only {w_k} is positive, the weights sum to {w_k}.",
    given=(CONVERGES, *ALONE),
    says=Equal(series(w(n), n, 1), w(k)),
)
def sum_is_the_only_weight() -> Theorem:
    """The other terms are zero."""
    return only_term(others_are_zero(given(CONVERGES, *ALONE)), w(n))


@CLAIM.lemma(
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


@CLAIM.lemma("In an {n}-step return no weight is negative.", says=ForAll(n, 1, AtMost(0, step(n))))
def n_step_is_nonnegative() -> Theorem:
    """The weights are zero and one."""

    def weight(ctx: Context) -> Theorem:
        return Chain(ctx, 0).at_most(step(n), settled(ctx, step(n))).qed()

    longer = either(given(AtMost(k, n)), k, n, weight)
    return generalise(given(), cases(given(), weight(given(Less(n, k))), longer, n, k), n, 1)


@CLAIM.lemma("In an {n}-step return no two weights are positive.", says=no_two(step))
def n_step_is_not_compound() -> Theorem:
    """Of two different numbers one is not {k}."""
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


@CLAIM.lemma(
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
    prose(
        "The {}-step return is convex and not compound: its weights are one at {} and zero "
        "elsewhere.",
        k,
        k,
    ),
    given=(*DISCOUNT, STEPS),
    says=And(
        ForAll(n, 1, AtMost(0, step(n))),
        Equal(series(step(n), n, 1), 1),
        OperatorEqual(combination(step(n)), bellman(k)),
        no_two(step),
    ),
)
def n_step_is_convex() -> Theorem:
    """It has one positive weight, and that is 1."""
    ctx = n_step().also(*DISCOUNT, n_step_sums_to_one())
    form = instantiate_sequence(ctx, not_compound_is_n_step(), w, (n,), step(n))
    return both(ctx, n_step_is_nonnegative(), n_step_sums_to_one(), form, n_step_is_not_compound())


# -- no two of the classes are the same ---------------------------------------------------------


@CLAIM.proves(
    prose(
        "Not every linear return is affine: the weights {} and {} of delayed TD(0) sum to zero.",
        examples.delayed(1),
        examples.delayed(2),
    ),
    says=examples.DELAYED_SUMS_TO_ZERO,
)
def linear_and_not_affine() -> Theorem:
    """-1 + 1 = 0."""
    return examples.delayed_sums_to_zero()


@CLAIM.proves(
    prose(
        "Not every affine return is convex: the weights {} and {} sum to one, the return "
        "contracts, whatever the discount, and one of its weights is negative.",
        examples.tilted(1),
        examples.tilted(2),
    ),
    given=DISCOUNT,
    says=And(examples.TILTED_SUMS_TO_ONE, examples.TILTED_CONTRACTS, examples.TILTED_IS_NOT_CONVEX),
)
def affine_and_not_convex() -> Theorem:
    """The first weight is negative; the modulus is gamma + (1 - gamma) gamma^2."""
    return both(
        given(*DISCOUNT),
        examples.tilted_sums_to_one(),
        examples.tilted_contracts(),
        examples.tilted_is_not_convex(),
    )


@CLAIM.proves(
    prose(
        "Not every convex return is an {}-step return: of the weights {} and {}, which are not "
        "negative and sum to one, none is one; this return is compound.",
        n,
        examples.mean(1),
        examples.mean(2),
    ),
    says=And(
        examples.MEAN_IS_NONNEGATIVE,
        examples.MEAN_SUMS_TO_ONE,
        examples.MEAN_IS_NOT_N_STEP,
        examples.MEAN_IS_COMPOUND,
    ),
)
def compound_and_not_n_step() -> Theorem:
    """The mean of the one-step and the two-step return."""
    return both(
        given(),
        examples.mean_is_nonnegative(),
        examples.mean_sums_to_one(),
        examples.mean_is_not_n_step(),
        examples.mean_is_compound(),
    )
