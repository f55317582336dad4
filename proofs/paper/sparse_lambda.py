"""eq:sparse_lambda: the sparse {lambda}-return as TD errors and as {n}-step returns.

Paper: Section 6, equation 14.

With eligibilities lambda^ceil(i/m) the sparse lambda-return averages the n-step returns of lengths
1, m + 1, 2 m + 1, ... with the weights (1 - lambda) lambda^k.  The printed TD-error form lacks the
value V_t that every other return here starts from; with it the two forms agree for lambda < 1.
"""

from proofs.notation import (
    BOUNDED_TRAJECTORY,
    DISCOUNT,
    G,
    R,
    V,
    c,
    delta,
    gamma,
    h,
    i,
    j,
    k,
    lam,
    m,
)
from proofs.paper import lambda_return_nsteps, nstep_return_errors
from proofs.paper.recency_examples import DECREASING
from proofs.vocabulary import *

CLAIM = Claim(__name__)

UNIT = (AtMost(0, lam), AtMost(lam, 1))
BELOW_ONE = Less(lam, 1)
LENGTH = AtMost(1, m)


def sparse(decay: Expr | int = lam, gap: Expr | int = m) -> ForAll:
    """h_i = lambda^ceil(i/m)."""
    return ForAll(i, 0, Equal(h(i), SparseLambdaReturn(decay, gap).h(i)))


SPARSE = sparse()
errors_form = V(0) + series(gamma**i * h(i) * delta(i), i, 0)
average = (1 - lam) * series(lam**k * G(k * m + 1), k, 0)
#: the k-th block of m TD errors after the first one
block = series(gamma ** (k * m + j) * delta(k * m + j), j, 1, m)
#: the TD errors in the n-step return of length k m + 1
errors = series(gamma**i * delta(i), i, 0, k * m)

CLAIM.reading(
    prose(
        "The TD errors are added to the value {V_t}, as in all the other returns of the paper. The "
        "exponent of {lambda} is {i} divided by {m} and rounded up, and {lambda} may be anything "
        "from zero to one.",
    )
)
CLAIM.idea(
    prose(
        "Taken in blocks of {m}, all TD errors of a block have the same eligibility, and it is "
        "smaller by the factor {lambda} in each next block. The {n}-step return of length {} has "
        "the TD errors of the first {k} blocks, so in the average each block counts with the "
        "weights of all the returns that reach it: they add up to its power of {lambda}.",
        k * m + 1,
    )
)
CLAIM.misprint(
    prose(
        "Equation 14 prints the sum of the TD errors without {V_t} in front. Where nothing happens "
        "that sum is zero, and every {n}-step return is {V_t}."
    )
)


# -- in blocks -----------------------------------------------------------------------------------

#: h is lambda^k at the end of the k-th block, and lambda^{k+1} in the block after it
AT_THE_END = ForAll(k, 0, Equal(h(k * m), lam**k))
IN_A_BLOCK = ForAll(k, 0, ForAll(j, 1, Equal(h(k * m + j), lam ** (k + 1)), m))
FIRST = ForAll(k, 0, Equal(c(k * m + 1), (1 - lam) * lam**k))
OTHERS = ForAll(k, 0, ForAll(j, 2, Equal(c(k * m + j), 0), m))


def rounded(ctx: Context, position: Expr, exponent: Expr) -> Theorem:
    """h there, where position/m is seen to be rounded up to the exponent."""
    own = specialise(ctx, fact(ctx, SPARSE), position)
    up = integer_part(ctx, FloorDiv(position + m - 1, m), exponent)
    return Chain(ctx, h(position)).to(lam**exponent, own, up).qed()


@CLAIM.lemma(
    "After the first one the eligibilities are equal in blocks of {m}.",
    given=(LENGTH, SPARSE),
    says=And(AT_THE_END, IN_A_BLOCK),
)
def blocks_of_eligibilities() -> Theorem:
    """The exponent is a quotient, rounded up, and the same in a block."""
    ctx = given(LENGTH, SPARSE)
    one = ctx.also(AtMost(0, k))
    inside = one.also(AtMost(1, j), AtMost(j, m))
    within = generalise(one, rounded(inside, k * m + j, k + 1), j, 1, m)
    return both(
        ctx,
        generalise(ctx, rounded(one, k * m, k), k, 0),
        generalise(ctx, within, k, 0),
    )


@CLAIM.proves(
    prose("Of {m} successive weights only the first is not zero; in the {k}-th block it is {}.",
          (1 - lam) * lam**k),
    given=(LENGTH, SPARSE),
    says=And(FIRST, OTHERS),
)  # fmt: skip
def blocks_of_weights() -> Theorem:
    """c_n = h_{n-1} - h_n."""
    ctx = given(LENGTH, SPARSE)
    one = ctx.also(AtMost(0, k))
    at_the_end, in_a_block = (conjunct(ctx, blocks_of_eligibilities(), part) for part in (0, 1))
    block = specialise(one, in_a_block, k)
    first = (
        Chain(one, c(k * m + 1))
        .to(h(k * m) - h(k * m + 1), unfold(one, c, k * m + 1))
        .to((1 - lam) * lam**k, specialise(one, at_the_end, k), specialise(one, block, 1))
        .qed()
    )
    inside = one.also(AtMost(2, j), AtMost(j, m))
    before, after = (specialise(inside, block, position) for position in (j - 1, j))
    other = (
        Chain(inside, c(k * m + j))
        .to(h(k * m + j - 1) - h(k * m + j), unfold(inside, c, k * m + j))
        .to(0, before, after)
        .qed()
    )
    return both(
        ctx,
        generalise(ctx, first, k, 0),
        generalise(ctx, generalise(one, other, j, 2, m), k, 0),
    )


# -- the two forms ---------------------------------------------------------------------------------


def ground() -> Context:
    """0 <= lambda < 1, blocks of m >= 1, bounded TD errors."""
    ctx = given(*DISCOUNT, AtMost(0, lam), BELOW_ONE, LENGTH, SPARSE, *BOUNDED_TRAJECTORY)
    eligibilities = recall(ctx, Bounded(SparseLambdaReturn(lam, m).h(i), i, 0))
    return ctx.also(
        lambda_return_nsteps.errors_bounded(ctx), like(ctx, fact(ctx, SPARSE), eligibilities)
    )


@CLAIM.lemma(
    "The TD-error form, block by block.",
    given=(*DISCOUNT, AtMost(0, lam), BELOW_ONE, LENGTH, SPARSE, *BOUNDED_TRAJECTORY),
    says=Equal(errors_form, V(0) + delta(0) + series(lam ** (k + 1) * block, k, 0)),
)
def by_blocks() -> Theorem:
    """First one TD error, then blocks of {m}."""
    ctx = ground()
    term = gamma**i * h(i) * delta(i)
    whole, rest = series(term, i, 0), series(term, i, 1)
    both_levels = blocks_of_eligibilities()
    start = specialise(ctx, conjunct(ctx, both_levels, 0), 0)
    grouped = blocks(ctx, rest, m, k)
    assert isinstance(grouped.statement, Equal)
    by_block = grouped.statement.rhs
    one, inside = summand(ctx, by_block)
    shifted = series(term.subs(i, k * m + j), j, 1, m)
    level = lam ** (k + 1) * gamma ** (k * m + j) * delta(k * m + j)
    each, _ = summand(one, shifted)
    same = specialise(each, specialise(each, conjunct(ctx, both_levels, 1), k), j)
    levels = series(level, j, 1, m)
    parts = (lam ** (k + 1), gamma ** (k * m + j) * delta(k * m + j))
    factored = (
        Chain(one, inside)
        .to(shifted, shift(one, inside, -1))
        .to(levels, each_term(one, shifted, level, same))
        .to(lam ** (k + 1) * block, linearity(one, levels, parts))
        .qed()
    )
    return (
        Chain(ctx, errors_form)
        .to(V(0) + delta(0) + rest, peel_first(ctx, whole), start)
        .to(V(0) + delta(0) + by_block, grouped)
        .to(
            V(0) + delta(0) + series(lam ** (k + 1) * block, k, 0),
            termwise(ctx, by_block, factored),
        )
        .qed()
    )


@CLAIM.lemma(
    "So do the {n}-step returns: one that is longer by {m} steps has one more block.",
    given=(*DISCOUNT, AtMost(0, lam), BELOW_ONE, LENGTH, *BOUNDED_TRAJECTORY),
    says=Equal(
        (1 - lam) * series(lam**k * errors, k, 0), delta(0) + series(lam ** (k + 1) * block, k, 0)
    ),
)
def one_more_block() -> Theorem:
    """With the first error and the newest block apart, {lambda} times the same sum is left."""
    ctx = given(*DISCOUNT, AtMost(0, lam), BELOW_ONE, LENGTH, *BOUNDED_TRAJECTORY)
    ctx = ctx.also(lambda_return_nsteps.errors_bounded(ctx))
    longer, first = errors.subs(k, k + 1), errors.subs(k, 0)
    total, later = series(lam**k * errors, k, 0), series(lam**k * errors, k, 1)
    after = series(lam ** (k + 1) * longer, k, 0)
    one, _ = summand(ctx, after)
    more = series(gamma**i * delta(i), i, k * m + 1, k * m + m)
    parts = ((lam, lam**k * errors), (1, lam ** (k + 1) * block))
    parted = sum(weight * term for weight, term in parts)
    apart = (split(one, longer, k * m), shift(one, more, k * m))
    found = (
        Chain(ctx, total)
        .to(first + later, peel_first(ctx, total))
        .to(
            delta(0) + after,
            peel_last(ctx, first),
            empty(ctx, series(gamma**i * delta(i), i, 0, -1)),
            shift(ctx, later, 1),
        )
        .to(delta(0) + series(parted, k, 0), each_term(ctx, after, parted, *apart))
        .to(
            delta(0) + lam * total + series(lam ** (k + 1) * block, k, 0),
            linearity(ctx, series(parted, k, 0), *parts),
        )
        .qed()
    )
    says = Equal((1 - lam) * total, delta(0) + series(lam ** (k + 1) * block, k, 0))
    return restate(ctx, found, says)


@CLAIM.proves(
    "The TD-error form is the average of {n}-step returns.",
    given=(*DISCOUNT, *UNIT, LENGTH, SPARSE, *BOUNDED_TRAJECTORY),
    says=Equal(errors_form, average),
)
def both_forms() -> Theorem:
    """The n-step returns as sums of TD errors, one more block at a time."""
    ctx = ground()
    powers, total = series(lam**k, k, 0), series(lam**k * errors, k, 0)
    n_steps, by_errors = series(lam**k * G(k * m + 1), k, 0), lam**k * (V(0) + errors)
    one, _ = summand(ctx, n_steps)
    form = specialise(one, nstep_return_errors.td_error_form(), k * m + 1)
    apart = linearity(ctx, series(by_errors, k, 0), (V(0), lam**k), (1, lam**k * errors))
    weighted = series(lam ** (k + 1) * block, k, 0)
    return symmetry(
        Chain(ctx, average)
        .to((1 - lam) * series(by_errors, k, 0), each_term(ctx, n_steps, by_errors, form))
        .to((1 - lam) * (V(0) * powers + total), apart)
        .to(V(0) + (1 - lam) * total, geometric(ctx, powers, lam))
        .combine(V(0) + delta(0) + weighted, (1, one_more_block()))
        .to(errors_form, by_blocks())
        .qed()
    )


# At lambda = 1 every weight is zero, and the n-step returns cannot be summed.
CLAIM.needs(
    both_forms,
    BELOW_ONE,
    at=Instance.of(
        {gamma: "1/2", lam: 1, m: 2},
        {h: members(then=1), V: members(), R: members(then=1)},
    ),
)


# -- what else is printed -----------------------------------------------------------------------


@CLAIM.proves(
    "With {m} equal to one it is the {lambda}-return.",
    given=(sparse(gap=1),),
    says=ForAll(i, 0, Equal(h(i), LambdaReturn(lam).h(i))),
)
def dense() -> Theorem:
    """An integer, rounded up, is itself."""
    base = given(sparse(gap=1))
    ctx = base.also(AtMost(0, i))
    own = specialise(ctx, fact(ctx, sparse(gap=1)), i)
    whole = integer_part(ctx, FloorDiv(i, 1), i)
    return generalise(base, Chain(ctx, h(i)).to(lam**i, own, whole).qed(), i, 0)


@CLAIM.proves(
    "For {m} of two or more it is not strongly recent.",
    given=(AtMost(2, m), SPARSE),
    says=Not(DECREASING),
)
def not_strong() -> Theorem:
    """The second and the third eligibility lie in one block."""
    ctx = given(AtMost(2, m), SPARSE)
    block_ = specialise(ctx, conjunct(ctx, instantiate(ctx, blocks_of_eligibilities(), {}), 1), 0)
    first, second = (specialise(ctx, block_, place) for place in (1, 2))
    level = Chain(ctx, h(1)).to(lam, first).to(h(2), second).qed()
    return refute(ctx, DECREASING, level, 1)


@CLAIM.evidence(
    draw.trajectories,
    draw.discounts,
    lambda: draw.lambdas(below_one=True),
    draw.lengths,
)
def on_drawn_episodes(
    drawn: tuple[Trajectory, Vector], discount: Fraction, decay: Fraction, gap: int
) -> bool:
    """The return of an episode by its rewards and by its TD errors: finite sums, without a limit.

    Episodes end in a state worth nothing, so that long n-step returns are all the same.
    """
    path, values = drawn
    end = len(values)
    episode = Trajectory((*path.states, end), (*path.rewards, Fraction(1)))
    steps, known = episode.steps, (*values, Fraction(0))
    first_whole = -(-(steps - 1) // gap)  # from this block on the n-step return is the whole
    weighted = sum(
        (1 - decay) * decay**b * n_step_return(episode, known, discount, 0, b * gap + 1)
        for b in range(first_whole)
    )
    whole = decay**first_whole * n_step_return(episode, known, discount, 0, steps)
    fading_ = [decay ** -(-b // gap) for b in range(steps)]
    return weighted + whole == return_from_eligibilities(episode, known, discount, 0, fading_)
