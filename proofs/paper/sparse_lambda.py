"""eq:sparse_lambda: the sparse {lambda}-return as TD errors and as {n}-step returns.

Paper: Section 6, equation 14.

With eligibilities lambda^ceil(i/m) the sparse lambda-return averages the n-step returns of lengths
1, m + 1, 2 m + 1, ... with the weights (1 - lambda) lambda^k.  The printed TD-error form lacks the
value V_t that every other return here starts from; with it the two forms agree for lambda < 1.
"""

from proofs.notation import BOUNDED_TRAJECTORY, DISCOUNT, G, R, V, delta, gamma, i, k, lam, m, n
from proofs.paper import lambda_return_nsteps, nstep_return_errors
from proofs.vocabulary import *

CLAIM = Claim(__name__)

UNIT = (AtMost(0, lam), AtMost(lam, 1))
BELOW_ONE = Less(lam, 1)
LENGTH = AtMost(1, m)
eligibility = SparseLambdaReturn(lam, m).h

fading = gamma**i * eligibility(i) * delta(i)
errors_form = series(fading, i, 0)
#: the block of m TD errors with eligibility lambda^{k+1}, without it
block = series(gamma ** (1 + k * m + i) * delta(1 + k * m + i), i, 0, m - 1)
#: the TD errors in the n-step return of length k m + 1
errors = series(gamma**i * delta(i), i, 0, k * m)
average = (1 - lam) * series(lam**k * G(k * m + 1), k, 0)


def ground() -> Context:
    """0 <= lambda < 1, blocks of m >= 1, bounded TD errors."""
    ctx = given(*DISCOUNT, AtMost(0, lam), BELOW_ONE, LENGTH, *BOUNDED_TRAJECTORY)
    return ctx.also(lambda_return_nsteps.errors_bounded(ctx))


@CLAIM.adds(
    prose(
        "Within the {k}-th block of {m} TD errors every eligibility is {}.",
        lam ** (k + 1),
    ),
    says=ForAll(
        k,
        0,
        ForAll(i, 0, Equal(eligibility(1 + k * m + i), lam ** (k + 1)), m - 1),
    ),
)
def constant_on_blocks() -> Theorem:
    """ceil((1 + k m + i)/m) = k + 1 for 0 <= i < m."""
    ctx = given(AtMost(0, k), AtMost(0, i), AtMost(i, m - 1))
    rounded = integer_part(ctx, FloorDiv(1 + k * m + i + m - 1, m), k + 1)
    here = Chain(ctx, eligibility(1 + k * m + i)).to(lam ** (k + 1), rounded).qed()
    return generalise(given(), generalise(given(), here, i, 0, m - 1), k, 0)


@CLAIM.adds(
    "The TD-error form, block by block.",
    given=(*DISCOUNT, *UNIT, LENGTH, *BOUNDED_TRAJECTORY),
    says=Equal(errors_form, delta(0) + series(lam ** (k + 1) * block, k, 0)),
)
def by_blocks() -> Theorem:
    """The first TD error, then blocks of m."""
    ctx = given(*DISCOUNT, *UNIT, LENGTH, *BOUNDED_TRAJECTORY)
    ctx = ctx.also(lambda_return_nsteps.errors_bounded(ctx))
    rest = series(fading, i, 1)
    start = integer_part(ctx, FloorDiv(m - 1, m), 0)
    grouped = blocks(ctx, rest, m, k)
    assert isinstance(grouped.statement, Equal)
    by_block = grouped.statement.rhs
    one_block, inside = summand(ctx, by_block)
    one_error, _ = summand(one_block, inside)
    outer = specialise(one_block, constant_on_blocks(), k)
    same = specialise(one_error, outer, i)
    weighted = lam ** (k + 1) * gamma ** (1 + k * m + i) * delta(1 + k * m + i)
    factored = (
        Chain(one_block, inside)
        .to(series(weighted, i, 0, m - 1), each_term(one_block, inside, weighted, same))
        .to(
            lam ** (k + 1) * block,
            linearity(
                one_block,
                series(weighted, i, 0, m - 1),
                (lam ** (k + 1), gamma ** (1 + k * m + i) * delta(1 + k * m + i)),
            ),
        )
        .qed()
    )
    return (
        Chain(ctx, errors_form)
        .to(delta(0) + rest, peel_first(ctx, errors_form), start)
        .to(delta(0) + by_block, grouped)
        .to(
            delta(0) + series(lam ** (k + 1) * block, k, 0),
            each_term(ctx, by_block, lam ** (k + 1) * block, factored),
        )
        .qed()
    )


def one_more_block(ctx: Context) -> Theorem:
    """X = delta_t + lambda X + the weighted blocks, X the sum of lambda^k times k m + 1 errors."""
    longer = errors.subs(k, k + 1)
    total, after = series(lam**k * errors, k, 0), series(lam ** (k + 1) * longer, k, 0)
    later = series(gamma**i * delta(i), i, k * m + 1, k * m + m)
    one, _ = summand(ctx, after)
    both = lam ** (k + 1) * errors + lam ** (k + 1) * block
    first = errors.subs(k, 0)
    nothing = series(gamma**i * delta(i), i, 0, -1)
    return (
        Chain(ctx, total)
        .to(first + series(lam**k * errors, k, 1), peel_first(ctx, total))
        .to(delta(0) + after, peel_last(ctx, first), empty(ctx, nothing),
            shift(ctx, series(lam**k * errors, k, 1), 1))
        .to(delta(0) + series(both, k, 0),
            each_term(ctx, after, both, split(one, longer, k * m), shift(one, later, k * m + 1)))
        .to(delta(0) + lam * total + series(lam ** (k + 1) * block, k, 0),
            linearity(ctx, series(both, k, 0), (lam, lam**k * errors), (1, lam ** (k + 1) * block)))
        .qed()
    )  # fmt: skip


@CLAIM.adds(
    prose(
        "With {V_t} in front, the TD-error form is the average of {n}-step returns, if {}.",
        BELOW_ONE,
    ),
    given=(*DISCOUNT, AtMost(0, lam), BELOW_ONE, LENGTH, *BOUNDED_TRAJECTORY),
    says=Equal(V(0) + errors_form, average),
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
    fading_sum = Equal((1 - lam) * total, delta(0) + weighted)
    backwards = (
        Chain(ctx, average)
        .to((1 - lam) * series(by_errors, k, 0), each_term(ctx, n_steps, by_errors, form))
        .to((1 - lam) * (V(0) * powers + total), apart)
        .to(V(0) + (1 - lam) * total, geometric(ctx, powers, lam))
        .to(V(0) + delta(0) + weighted, restate(ctx, one_more_block(ctx), fading_sum))
        .to(V(0) + errors_form, cut(recall(ctx, UNIT[1]), by_blocks()))
        .qed()
    )
    return symmetry(backwards)


# -- what else is printed -----------------------------------------------------------------------


@CLAIM.proves(
    "With {m} equal to one the eligibilities are those of the {lambda}-return.",
    says=ForAll(i, 0, Equal(SparseLambdaReturn(lam, 1).h(i), LambdaReturn(lam).h(i))),
)
def dense() -> Theorem:
    """ceil(i/1) = i."""
    ctx = given(AtMost(0, i))
    sparse = SparseLambdaReturn(lam, 1).h(i)
    rounded = integer_part(ctx, FloorDiv(i, 1), i)
    return generalise(given(), Chain(ctx, sparse).to(lam**i, rounded).qed(), i, 0)


@CLAIM.proves(
    "Of {m} successive {n}-step returns, all but one have no weight.",
    says=ForAll(
        k,
        0,
        ForAll(n, k * m + 2, Equal(eligibility(n - 1) - eligibility(n), 0), k * m + m),
    ),
)
def no_weight_within_a_block() -> Theorem:
    """The eligibilities do not change within a block."""
    ctx = given(AtMost(0, k), AtMost(k * m + 2, n), AtMost(n, k * m + m))
    ctx = ctx.also(recall(ctx, AtMost(0, k * m)))
    before = integer_part(ctx, FloorDiv(n - 1 + m - 1, m), k + 1)
    after = integer_part(ctx, FloorDiv(n + m - 1, m), k + 1)
    here = Chain(ctx, eligibility(n - 1) - eligibility(n)).to(0, before, after).qed()
    return generalise(given(), generalise(given(), here, n, k * m + 2, k * m + m), k, 0)


# Where nothing happens the TD errors are zero and every n-step return is V_t.
CLAIM.refutes(
    "The weighted average of {n}-step returns is the weighted sum of TD errors, without {V_t}.",
    given=(*DISCOUNT, *UNIT, LENGTH, *BOUNDED_TRAJECTORY),
    says=Equal(errors_form, average),
    at=Instance.of({gamma: "1/2", lam: "1/2", m: 2}, {V: members(then=2), R: members(then=1)}),
    instead=both_forms,
)


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
