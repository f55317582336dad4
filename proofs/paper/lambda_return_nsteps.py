"""eq:lambda-return_nsteps: the {lambda}-return is a weighted average of {n}-step returns.

Paper: Section 2, equation 6.

The lambda-return V_t + sum_i (gamma lambda)^i delta_{t+i} is printed as
(1 - lambda) sum_{n>=1} lambda^{n-1} G_t^(n), for 0 <= lambda <= 1.  That needs lambda < 1: the
weights (1 - lambda) lambda^{n-1} sum to one then, but at lambda = 1 every one of them is zero,
while the lambda-return has become the Monte Carlo return.
"""

from proofs.notation import BOUNDED_TRAJECTORY, DISCOUNT, G, R, V, delta, gamma, i, lam, n
from proofs.paper import nstep_return_errors
from proofs.vocabulary import *

CLAIM = Claim(__name__)

UNIT = (AtMost(0, lam), AtMost(lam, 1))
BELOW_ONE = Less(lam, 1)
weight = LambdaReturn(lam).c

errors = series(gamma**i * delta(i), i, 0, n - 1)
no_errors, errors_after = errors.subs(n, 0), errors.subs(n, n + 1)
lambda_return = V(0) + series((gamma * lam) ** i * delta(i), i, 0)
average = (1 - lam) * series(lam ** (n - 1) * G(n), n, 1)

CLAIM.reading(
    prose(
        "The {lambda}-return is its sum of TD errors, and {lambda} may be anything from zero to "
        "one, as where it is introduced. Along a trajectory rewards and values are bounded."
    )
)
CLAIM.idea(
    prose(
        "The {n}-step return has the first {n} TD errors, so in the average the one at lag {i} "
        "counts with the weights of all longer returns, and those add up to {}. At {} there is "
        "nothing to add up: every weight is zero, and the {lambda}-return is the whole return.",
        lam**i,
        Equal(lam, 1),
    )
)


def errors_bounded(ctx: Context) -> Theorem:
    """The TD errors are bounded, since the values and the rewards are."""
    explicit = generalise(given(), unfold(given(AtMost(0, i)), delta, i), i, 0)
    return like(ctx, explicit, recall(ctx, Bounded(R(i) + gamma * V(i + 1) - V(i), i, 0)))


@CLAIM.adds(
    prose("If {}, the weights on {n}-step returns sum to one.", BELOW_ONE),
    given=(AtMost(0, lam), BELOW_ONE),
    says=Equal(series(weight(n), n, 1), 1),
)
def weights_sum_to_one() -> Theorem:
    """A geometric series."""
    ctx = given(AtMost(0, lam), BELOW_ONE)
    total = series(weight(n), n, 1)
    return Chain(ctx, total).to(1, geometric(ctx, total, lam)).qed()


def recursion(ctx: Context) -> Theorem:
    """X = lambda X + the fading errors, X the sum over n of lambda^{n-1} times n TD errors."""
    total, after = series(lam ** (n - 1) * errors, n, 1), series(lam**n * errors_after, n, 0)
    before, known = series(lam**n * errors, n, 0), series(lam**n * errors, n, 1)
    fading = (gamma * lam) ** n * delta(n)
    inside, _ = summand(ctx, after)
    both = lam**n * errors + fading
    apart = linearity(ctx, series(both, n, 0), (1, lam**n * errors), (1, fading))
    return (
        Chain(ctx, total)
        .to(after, shift(ctx, total, 1))
        .to(series(both, n, 0), each_term(ctx, after, both, peel_last(inside, errors_after)))
        .to(before + series(fading, n, 0), apart)
        .to(known + series(fading, n, 0), peel_first(ctx, before), empty(ctx, no_errors))
        .to(
            lam * total + series(fading, n, 0),
            linearity(ctx, known, (lam, lam ** (n - 1) * errors)),
        )
        .qed()
    )


FADING = (*DISCOUNT, AtMost(0, lam), BELOW_ONE, *BOUNDED_TRAJECTORY)
all_errors = series(lam ** (n - 1) * errors, n, 1)
fading_errors = series((gamma * lam) ** i * delta(i), i, 0)


@CLAIM.lemma(
    "In the average, what {n}-step returns add to {V_t} are the fading TD errors.",
    given=FADING,
    says=Equal((1 - lam) * all_errors, fading_errors),
)
def one_more_error() -> Theorem:
    """A return that is one step longer has the same errors, and one more."""
    ctx = given(*FADING)
    found = recursion(ctx.also(errors_bounded(ctx)))
    return restate(ctx, found, Equal((1 - lam) * all_errors, fading_errors))


@CLAIM.proves(
    prose("The {lambda}-return is the weighted average {} of {n}-step returns.", average),
    given=(*DISCOUNT, *UNIT, *BOUNDED_TRAJECTORY),
    says=Equal(lambda_return, average),
)
def weighted_average() -> Theorem:
    """The n-step returns as sums of TD errors; V_t has total weight one."""
    ctx = given(*DISCOUNT, AtMost(0, lam), BELOW_ONE, *BOUNDED_TRAJECTORY)
    ctx = ctx.also(errors_bounded(ctx))
    powers, n_steps = series(lam ** (n - 1), n, 1), series(lam ** (n - 1) * G(n), n, 1)
    total = series(lam ** (n - 1) * errors, n, 1)
    by_errors = lam ** (n - 1) * (V(0) + errors)
    inside, _ = summand(ctx, n_steps)
    form = specialise(inside, nstep_return_errors.td_error_form(), n)
    apart = linearity(
        ctx, series(by_errors, n, 1), (V(0), lam ** (n - 1)), (1, lam ** (n - 1) * errors)
    )
    return (
        Chain(ctx, average)
        .to((1 - lam) * series(by_errors, n, 1), each_term(ctx, n_steps, by_errors, form))
        .to((1 - lam) * (V(0) * powers + total), apart)
        .to(V(0) + (1 - lam) * total, geometric(ctx, powers, lam))
        .combine(lambda_return, (1, one_more_error()))
        .qed()
    )


# Every weight is zero, and the n-step returns cannot be summed.
CLAIM.needs(
    weighted_average,
    BELOW_ONE,
    at=Instance.of({gamma: "1/2", lam: 1}, {V: members(), R: members(then=1)}),
)


@CLAIM.adds(
    "With {lambda} equal to one the {lambda}-return is the discounted sum of all rewards.",
    given=(*DISCOUNT, *BOUNDED_TRAJECTORY),
    says=Equal(V(0) + series(gamma**i * delta(i), i, 0), series(gamma**i * R(i), i, 0)),
)
def monte_carlo() -> Theorem:
    """The values telescope."""
    ctx = given(*DISCOUNT, *BOUNDED_TRAJECTORY)
    ctx = ctx.also(errors_bounded(ctx))
    all_errors, all_rewards = (series(gamma**i * x(i), i, 0) for x in (delta, R))
    value, change = gamma**i * V(i), gamma ** (i + 1) * V(i + 1) - gamma**i * V(i)
    parted = each_term(ctx, all_errors, gamma**i * R(i) + change, unfold(ctx, delta, i))
    apart = linearity(
        ctx, series(gamma**i * R(i) + change, i, 0), (1, gamma**i * R(i)), (1, change)
    )
    return (
        Chain(ctx, V(0) + all_errors)
        .to(V(0) + series(gamma**i * R(i) + change, i, 0), parted)
        .to(V(0) + all_rewards + series(change, i, 0), apart)
        .to(all_rewards, telescope(ctx, series(change, i, 0), value, limit(ctx, value, i)))
        .qed()
    )


@CLAIM.evidence(draw.trajectories, draw.discounts, lambda: draw.lambdas(below_one=True))
def on_drawn_episodes(
    drawn: tuple[Trajectory, Vector], discount: Fraction, decay: Fraction
) -> bool:
    """The return of an episode by its rewards and by its TD errors: finite sums, without a limit.

    Episodes end after T steps in a state worth nothing, so that G^(n) = G^(T) for n >= T.
    """
    path, values = drawn
    end = len(values)
    episode = Trajectory((*path.states, end), (*path.rewards, Fraction(1)))
    steps, known = episode.steps, (*values, Fraction(0))
    weighted = [(1 - decay) * decay ** (k - 1) for k in range(1, steps)]
    weighted.append(decay ** (steps - 1))  # the weights of all n >= T together
    fading = [decay**k for k in range(steps)]
    return return_from_eligibilities(
        episode, known, discount, 0, fading
    ) == return_from_nstep_weights(episode, known, discount, 0, weighted)
