"""delayed-nsteps: delayed TD(0) adds one {n}-step return and subtracts another.

Paper: Section 4, below equation 10 [12].
"""

from proofs.lemmas.delayed_td import DELAYED, SOME_DELAY, delayed, tau
from proofs.notation import DISCOUNT, INSIDE, G, bellman, delta, gamma, i, k, v
from proofs.paper import nstep_return_errors
from proofs.vocabulary import *

CLAIM = Claim(__name__)

beta = 1 + gamma**tau + gamma ** (tau + 1)
u = sequence("u")

CLAIM.reading(
    prose(
        "The worst-case modulus is the bound {} that the triangle inequality gives in the maximum "
        "norm. That it exceeds one does not by itself mean divergence, as the paper says.",
        beta,
    )
)
CLAIM.idea(
    prose(
        "Two successive {n}-step returns differ by one TD error. So delayed TD(0) has the weights "
        "minus one and one on two of them, and the norms of its three parts add up. On a cycle "
        "these parts are values of three different states, which may have any signs: there the "
        "bound is attained."
    )
)


@CLAIM.proves(
    "A TD error {tau} steps ahead is the difference of two successive {n}-step returns.",
    says=ForAll(tau, 0, Equal(gamma**tau * delta(tau), G(tau + 1) - G(tau))),
)
def difference_of_returns() -> Theorem:
    """Both returns as sums of TD errors; all but the last one cancel."""
    ctx = given(SOME_DELAY)
    errors = [series(gamma**i * delta(i), i, 0, last) for last in (tau, tau - 1)]
    longer, shorter = (
        specialise(ctx, nstep_return_errors.td_error_form(), steps) for steps in (tau + 1, tau)
    )
    step = (
        Chain(ctx, gamma**tau * delta(tau))
        .to(errors[0] - errors[1], peel_last(ctx, errors[0]))
        .to(G(tau + 1) - G(tau), longer, shorter)
        .qed()
    )
    return generalise(given(), step, tau, 0)


@CLAIM.proves(
    prose(
        "To {v}, delayed TD(0) adds the return of {} steps, and it subtracts the return of {} "
        "steps.",
        tau + 1,
        tau,
    ),
    given=(*DISCOUNT, SOME_DELAY),
    says=OperatorEqual(delayed(), v + bellman(tau + 1) - bellman(tau)),
)
def operator() -> Theorem:
    """The constant parts of the two n-step returns differ by z^tau r."""
    scalar = Chain(given(INSIDE, SOME_DELAY), delayed()).to(v + bellman(tau + 1) - bellman(tau))
    return lift(given(*DISCOUNT, SOME_DELAY), scalar.qed())


@CLAIM.proves(
    prose("The modulus of delayed TD(0) is at most {}.", beta),
    given=(*DISCOUNT, SOME_DELAY),
    says=Contracts(delayed(), beta),
)
def modulus() -> Theorem:
    """The coefficients of v are 1, -1 and 1."""
    return contraction(given(*DISCOUNT, SOME_DELAY), delayed())


@CLAIM.proves(
    "That bound is greater than one.",
    given=(*DISCOUNT, SOME_DELAY),
    says=Less(1, beta),
)
def exceeds_one() -> Theorem:
    """Powers of gamma are positive."""
    return recall(given(*DISCOUNT), Less(1, beta))


# -- the modulus is attained ---------------------------------------------------------------------

#: more states than the delay reaches, so that s_0, s_tau and s_{tau+1} are three of them
LONG = AtMost(tau + 2, k)
SIGNS = (Equal(u(0), 1), Equal(u(tau), -1), Equal(u(tau + 1), 1))
on_the_cycle = u(0) - gamma**tau * u(tau) + gamma ** (tau + 1) * u(tau + 1)


@CLAIM.adds(
    "On the {k}-cycle with values {u_j} at {s_j}, the new value at {s_0} has three terms.",
    given=(*DISCOUNT, DELAYED, LONG),
    says=OnCycle(delayed(), on_the_cycle, k, u),
)
def along_the_cycle() -> Theorem:
    """z^n v at s_0 is gamma^n times the value n steps ahead."""
    return on_cycle(given(*DISCOUNT, DELAYED, LONG), delayed(), k, "u")


@CLAIM.adds(
    prose(
        "Where {}, {} and {}, at different states of a cycle of at least {} states, it is the "
        "modulus.",
        *SIGNS,
        tau + 2,
    ),
    given=(*DISCOUNT, DELAYED, LONG, *SIGNS),
    says=Equal(on_the_cycle, beta),
)
def attained() -> Theorem:
    """All three terms are positive."""
    ctx = given(*DISCOUNT, *SIGNS)
    return Chain(ctx, on_the_cycle).to(beta, *ctx.facts[-3:]).qed()
