"""eq:lambda-return_nsteps: the lambda-return is a weighted average of n-step returns.

Paper: Section 2, equation 6.

The lambda-return V_t + sum_i (gamma lambda)^i delta_{t+i} is printed as
(1 - lambda) sum_{n>=1} lambda^{n-1} G_t^(n), for 0 <= lambda <= 1.  That needs lambda < 1: the
weights (1 - lambda) lambda^{n-1} sum to one then, but at lambda = 1 every one of them is zero,
while the lambda-return has become the Monte Carlo return.
"""

from __future__ import annotations

from fractions import Fraction

from numeric_checks import (
    Trajectory,
    Vector,
    n_step_return,
    return_from_eligibilities,
    return_from_nstep_weights,
    single_state,
)
from numeric_checks import strategies as draw
from proofs import nstep_return_errors
from proofs.companion.claim import Check, Claim, Witness
from proofs.notation import BOUNDED_TRAJECTORY, DISCOUNT, G, R, V, delta, gamma, i, lam, n
from symbolic import (
    Abs,
    AtMost,
    Bounded,
    Chain,
    Context,
    Converges,
    Equal,
    ForAll,
    LambdaReturn,
    Less,
    Theorem,
    TruncatedLambdaReturn,
    each_term,
    given,
    series,
    summand,
)
from symbolic.rules import (
    algebra,
    exchange,
    generalise,
    geometric,
    like,
    limit,
    linearity,
    recall,
    specialise,
    telescope,
    unfold,
)

CLAIM = Claim(__name__)

UNIT = (AtMost(0, lam), AtMost(lam, 1))
BELOW_ONE = Less(lam, 1)
eligibility, weight = LambdaReturn(lam).h, LambdaReturn(lam).c

errors = series(gamma**i * delta(i), i, 0, n - 1)
lambda_return = V(0) + series((gamma * lam) ** i * delta(i), i, 0)
share = lam ** (n - 1) * gamma**i * delta(i)
average = (1 - lam) * series(lam ** (n - 1) * G(n), n, 1)


def errors_bounded(ctx: Context) -> Theorem:
    """The TD errors are bounded, since the values and the rewards are."""
    explicit = generalise(given(), unfold(given(AtMost(0, i)), delta, i), i, 0)
    return like(ctx, explicit, recall(ctx, Bounded(R(i) + gamma * V(i + 1) - V(i), i, 0)))


@CLAIM.adds(
    "The weights on n-step returns are the differences of the eligibilities lambda^i.",
    says=ForAll(n, 1, Equal(eligibility(n - 1) - eligibility(n), weight(n))),
)
def weights() -> Theorem:
    """lambda^{n-1} - lambda^n = (1 - lambda) lambda^{n-1}."""
    ctx = given(AtMost(1, n))
    difference = algebra(ctx, eligibility(n - 1) - eligibility(n), weight(n))
    return generalise(given(), difference, n, 1)


@CLAIM.adds(
    "For lambda < 1 the weights on n-step returns sum to one.",
    given=(AtMost(0, lam), BELOW_ONE),
    says=Equal(series(weight(n), n, 1), 1),
)
def weights_sum_to_one() -> Theorem:
    """A geometric series."""
    ctx = given(AtMost(0, lam), BELOW_ONE)
    total = series(weight(n), n, 1)
    return Chain(ctx, total).to(1, geometric(ctx, total, lam)).qed()


def one_more_error(ctx: Context) -> Theorem:
    """Summation by parts: the (n+1)-step return has one TD error more than the n-step return."""
    total, before = series(lam ** (n - 1) * errors, n, 1), series(lam**n * errors, n, 0)
    after = series(lam**n * errors.subs(n, n + 1), n, 0)
    fading = (gamma * lam) ** n * delta(n)
    inside, _ = summand(ctx, after)
    last = peel_last(inside, errors.subs(n, n + 1))
    parted = series(lam**n * errors + fading, n, 0)
    return (
        Chain(ctx, (1 - lam) * total)
        .to(after - lam * total, shift(ctx, total, 1))
        .to(parted - lam * total, each_term(ctx, after, lam**n * errors + fading, last))
        .to(
            before + series(fading, n, 0) - lam * total,
            linearity(ctx, parted, (1, lam**n * errors), (1, fading)),
        )
        .to(
            series(lam**n * errors, n, 1) + series(fading, n, 0) - lam * total,
            peel_first(ctx, before),
            empty(ctx, errors.subs(n, 0)),
        )
        .to(
            series(fading, n, 0),
            linearity(ctx, series(lam**n * errors, n, 1), (lam, lam ** (n - 1) * errors)),
        )
        .qed()
    )


@CLAIM.proves(
    "The lambda-return is (1 - lambda) times the sum of lambda^{n-1} G_t^(n).",
    given=(*DISCOUNT, *UNIT, *BOUNDED_TRAJECTORY),
    says=Equal(lambda_return, average),
)
def weighted_average() -> Theorem:
    """The n-step returns as sums of TD errors; V_t has total weight one."""
    ctx = given(*DISCOUNT, AtMost(0, lam), BELOW_ONE, *BOUNDED_TRAJECTORY)
    ctx = ctx.also(errors_bounded(ctx))
    powers, n_steps = series(lam ** (n - 1), n, 1), series(lam ** (n - 1) * G(n), n, 1)
    by_errors = lam ** (n - 1) * (V(0) + errors)
    inside, _ = summand(ctx, n_steps)
    form = specialise(inside, nstep_return_errors.td_error_form(), n)
    return (
        Chain(ctx, average)
        .to((1 - lam) * series(by_errors, n, 1), each_term(ctx, n_steps, by_errors, form))
        .to(
            (1 - lam) * (V(0) * powers + series(lam ** (n - 1) * errors, n, 1)),
            linearity(
                ctx,
                series(by_errors, n, 1),
                (V(0), lam ** (n - 1)),
                (1, lam ** (n - 1) * errors),
            ),
        )
        .to(
            V(0) + (1 - lam) * series(lam ** (n - 1) * errors, n, 1),
            geometric(ctx, powers, lam),
        )
        .to(lambda_return, one_more_error(ctx))
        .qed()
    )


@CLAIM.needs(weighted_average, BELOW_ONE)
def at_lambda_one() -> Witness:
    """Every weight is zero, but the lambda-return is the whole discounted sum of rewards."""
    mrp, estimate, full = single_state(1, "1/2"), (0,), LambdaReturn(1)
    [target] = mrp.operator(full, estimate)
    [printed] = mrp.operator_by_nsteps([rational(full.c(k)) for k in range(1, 9)], estimate)
    return Witness(
        "λ = 1 on the one-state MRP with reward 1 and γ = 1/2, at V = 0 (so that every δ is 1)",
        keeps=(
            Check("0 < γ < 1", 0 < mrp.gamma < 1),
            Check("0 ≤ λ ≤ 1", 0 <= full.lam <= 1),
            Check("V and R are bounded, there being finitely many states", mrp.size < oo),
        ),
        drops=Check("λ < 1", bool(full.lam < 1)),
        conclusion=Check(
            f"V_t + Σ γ^i·δ_{{t+i}} = {target}, while every weight (1 - λ)·λ^(n - 1) is "
            f"{full.c(n)}, so that the n-step returns add up to {printed}",
            target == printed,
        ),
    )


@CLAIM.adds(
    "At lambda = 1 the lambda-return is the discounted sum of all rewards, V_t having no part in it.",
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


@CLAIM.evidence(draw.trajectories, draw.discounts, draw.lambdas)
def on_drawn_trajectories(
    drawn: tuple[Trajectory, Vector], discount: Fraction, decay: Fraction
) -> bool:
    """Where the trajectory ends, so do both sums: the last n-step return takes the weight left."""
    path, values = drawn
    return True
