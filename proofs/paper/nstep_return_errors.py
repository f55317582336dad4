"""eq:nstep-return_errors: the {n}-step return is the value plus its discounted TD errors.

Paper: Section 2, equation 5.

With delta_{t+i} = R_{t+i} + gamma V_{t+i+1} - V_{t+i}, the n-step return from time t equals
V_t + sum_{i<n} gamma^i delta_{t+i}, for every n >= 1 (and for n = 0, where both are V_t).
"""

from proofs.notation import G, R, V, delta, gamma, i, n
from proofs.vocabulary import *

CLAIM = Claim(__name__)

rewards = series(gamma**i * R(i), i, 0, n - 1)
errors = series(gamma**i * delta(i), i, 0, n - 1)
STATEMENT = Equal(G(n), V(0) + errors)

CLAIM.idea(
    prose(
        "Going on for one more step, the return gains the reward {} and has the value {} in the "
        "place of {}, all discounted: that is one more TD error.",
        R(n),
        gamma * V(n + 1),
        V(n),
    )
)


@CLAIM.proves(
    "The {n}-step return is the current value plus {n} discounted TD errors.",
    says=ForAll(n, 0, STATEMENT),
)
def td_error_form() -> Theorem:
    """Induction on n: one more step adds one more TD error."""
    ctx = given()
    none, no_errors = rewards.subs(n, 0), errors.subs(n, 0)
    base = (
        Chain(ctx, G(0))
        .to(V(0), unfold(ctx, G, 0), empty(ctx, none))
        .to(V(0) + no_errors, empty(ctx, no_errors))
        .qed()
    )
    ctx = given(AtMost(0, n), STATEMENT)
    hypothesis = ctx.facts[-1]
    longer, more_errors = rewards.subs(n, n + 1), errors.subs(n, n + 1)
    step = (
        Chain(ctx, G(n + 1))
        .to(rewards + gamma**n * R(n) + gamma ** (n + 1) * V(n + 1),
            unfold(ctx, G, n + 1), peel_last(ctx, longer))
        .to(G(n) + gamma**n * delta(n), unfold(ctx, G, n), unfold(ctx, delta, n))
        .to(V(0) + errors + gamma**n * delta(n), hypothesis)
        .to(V(0) + more_errors, peel_last(ctx, more_errors))
        .qed()
    )  # fmt: skip
    return induction(given(), base, step, n, 0)
