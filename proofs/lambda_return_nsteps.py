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
    AtMost,
    Bounded,
    Chain,
    Context,
    Equal,
    ForAll,
    LambdaReturn,
    Less,
    Theorem,
    TruncatedLambdaReturn,
    each_term,
    given,
    series,
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
