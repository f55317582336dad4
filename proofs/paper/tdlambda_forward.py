"""eq:tdlambda_forward: traces accumulate the updates of the forward view.

Paper: Section 2, equation 2.

With the value function and the step size held fixed, TD(lambda) changes a state s over a trajectory
of N steps by sum_t alpha d_t e_t, where d_t is the TD error at time t and e_t the trace of s: it
fades by gamma lambda with every step and grows by x_t = 1 when s is visited (x_t = 0 otherwise).
The forward view changes s by x_k alpha (G_k - V_k) for every time k, where G_k - V_k is the sum of
(gamma lambda)^i d_{k+i}.  Nothing is used of x and d: they are any two sequences of numbers.
"""

from proofs.notation import DISCOUNT, N, alpha, gamma, i, k, lam
from proofs.vocabulary import *

CLAIM = Claim(__name__)

t = index("t")
#: the trace of a state, its visits, and the TD errors
e, x, d = sequence("e"), sequence("x"), sequence("d")
fade = gamma * lam
TRACE = (Equal(e(0), x(0)), ForAll(t, 0, Equal(e(t + 1), fade * e(t) + x(t + 1))))
#: the trajectory ends after N steps
ENDS = (AtMost(0, N), Bounded(d(t), t, 0), ForAll(t, N, Equal(d(t), 0)))
UNIT = (AtMost(0, lam), AtMost(lam, 1))

CLAIM.reading(
    prose(
        "Value function and step size {alpha} are held fixed, as the paper says, over a trajectory "
        "of {N} steps. We follow one state: {x_t} is one if it is visited at time {t}, and zero "
        "otherwise; {e_t} is its trace then, and {d_t} the TD error. A visit at time {k} updates "
        "it by {} towards the {lambda}-return.",
        alpha * series(fade**i * d(k + i), i, 0),
    )
)
CLAIM.idea(
    prose(
        "Unfolded, the trace is the sum of all visits so far, each faded by {} for every step "
        "since. So either view adds up the same triangle of terms, one for a visit and a TD error "
        "that is not before it: the backward view by TD errors, the forward view by visits.",
        fade,
    )
)

visits = series(fade ** (t - k) * x(k), k, 0, t)
backward = series(alpha * d(t) * e(t), t, 0, N - 1)
forward = series(x(k) * alpha * series(fade**i * d(k + i), i, 0, N - 1 - k), k, 0, N - 1)
lambda_returns = series(x(k) * alpha * series(fade**i * d(k + i), i, 0), k, 0, N - 1)


@CLAIM.lemma(
    prose(
        "The trace at time {t} holds every visit up to {t}, faded by {} for each step since.", fade
    ),
    given=TRACE,
    says=ForAll(t, 0, Equal(e(t), visits)),
)
def closed_form() -> Theorem:
    """Induction on {t}."""
    ctx = given(*TRACE)
    first = visits.subs(t, 0)
    none = series(fade ** (-k) * x(k), k, 0, -1)
    base = (
        Chain(ctx, e(0))
        .to(x(0), ctx.facts[0])
        .to(first, peel_last(ctx, first), empty(ctx, none))
        .qed()
    )
    ctx = given(*TRACE, AtMost(0, t), Equal(e(t), visits))
    faded, longer = series(fade ** (t + 1 - k) * x(k), k, 0, t), visits.subs(t, t + 1)
    step = (
        Chain(ctx, e(t + 1))
        .to(fade * e(t) + x(t + 1), specialise(ctx, ctx.facts[1], t))
        .to(fade * visits + x(t + 1), ctx.facts[-1])
        .to(faded + x(t + 1), linearity(ctx, faded, (fade, fade ** (t - k) * x(k))))
        .to(longer, peel_last(ctx, longer))
        .qed()
    )
    return induction(given(), base, step, t, 0)


@CLAIM.lemma(
    "Up to any time {N} both views make the same total update, of the TD errors until then.",
    given=TRACE,
    says=ForAll(N, 0, Equal(backward, forward)),
)
def same_updates() -> Theorem:
    """Visits and later errors form a triangle, which is summed by rows and by columns."""
    ctx = given(*TRACE)
    pair = alpha * d(t) * fade ** (t - k) * x(k)
    by_error, by_visit = series(pair, k, 0, t), series(pair, t, k, N - 1)
    one_error, _ = summand(ctx, backward)
    one_visit, update = summand(ctx, forward)
    traced = each_term(
        ctx,
        backward,
        by_error,
        specialise(one_error, closed_form(), t),
        linearity(one_error, by_error, (alpha * d(t), fade ** (t - k) * x(k))),
    )
    later = series(alpha * d(k + i) * fade**i * x(k), i, 0, N - 1 - k)
    credited = each_term(
        ctx,
        series(by_visit, k, 0, N - 1),
        update,
        shift(one_visit, by_visit, k),
        linearity(one_visit, later, (x(k) * alpha, fade**i * d(k + i))),
    )
    return generalise(
        given(),
        Chain(ctx, backward)
        .to(series(by_error, t, 0, N - 1), traced)
        .to(series(by_visit, k, 0, N - 1), exchange(ctx, series(by_error, t, 0, N - 1)))
        .to(forward, credited)
        .qed(),
        N,
        0,
    )


@CLAIM.proves(
    "Over a whole trajectory the updates by traces add up to those towards the {lambda}-returns.",
    given=(*TRACE, *DISCOUNT, *UNIT, *ENDS),
    says=Equal(backward, lambda_returns),
)
def towards_lambda_returns() -> Theorem:
    """The lambda-return's series stops where the trajectory does."""
    ctx = given(*TRACE, *DISCOUNT, *UNIT, *ENDS)
    one_visit, _ = summand(ctx, forward)
    error = fade**i * d(k + i)
    whole, until_end = series(error, i, 0), series(error, i, 0, N - 1 - k)
    after = series(error, i, N - k)
    past_the_end, _ = summand(one_visit, after)
    nothing = specialise(past_the_end, ctx.facts[-1], k + i)
    all_zero = (
        Chain(one_visit, after)
        .to(series(0, i, N - k), each_term(one_visit, after, 0, nothing))
        .to(0, zeros(one_visit, series(0, i, N - k)))
        .qed()
    )
    stops = (
        Chain(one_visit, whole).to(until_end, split(one_visit, whole, N - 1 - k), all_zero).qed()
    )
    return (
        Chain(ctx, backward)
        .to(forward, specialise(ctx, same_updates(), N))
        .to(lambda_returns, each_term(ctx, lambda_returns, x(k) * alpha * until_end, stops))
        .qed()
    )


@CLAIM.evidence(draw.trajectories, draw.discounts, draw.lambdas, lambda: draw.rationals(0, 1))
def on_drawn_trajectories(
    drawn: tuple[Trajectory, Vector], discount: Fraction, decay: Fraction, step_size: Fraction
) -> bool:
    """The updates of all states by traces, and by the errors ahead: neither uses the other."""
    path, values = drawn
    parameters = (discount, decay, step_size)
    return backward_view(path, values, *parameters) == forward_view(path, values, *parameters)
