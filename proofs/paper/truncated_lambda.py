"""truncated-lambda: the truncated {lambda}-return as TD errors and as {n}-step returns.

Paper: Section 6, truncated returns [22].

Cut off after N TD errors, the lambda-return is an average of N n-step returns: those shorter than N
have the weights (1 - lambda) lambda^{n-1}, and the longest has all that is left, lambda^{N-1}.  So
nothing is lost at lambda = 1, where it is the N-step return.  As N grows it becomes the
lambda-return.
"""

from proofs.notation import (
    BOUNDED_TRAJECTORY,
    DISCOUNT,
    WEAK_RECENCY,
    G,
    N,
    V,
    delta,
    gamma,
    h,
    i,
    lam,
    n,
)
from proofs.paper import nstep_return_errors
from proofs.paper.lambda_return_nsteps import errors_bounded, lambda_return
from proofs.vocabulary import *

CLAIM = Claim(__name__)

UNIT = (AtMost(0, lam), AtMost(lam, 1))
LENGTH = AtMost(1, N)
#: h_i = lambda^i before N, and then zero
TRUNCATED = (ForAll(i, 0, Equal(h(i), lam**i), N - 1), ForAll(i, N, Equal(h(i), 0)))

CLAIM.idea(
    prose(
        "The weights of the {lambda}-return on {n}-step returns of {N} steps or more, {} together, "
        "all go to that of {N} steps. With one more TD error this last weight moves on by one step "
        "and leaves {} behind: an induction on {N}.",
        lam ** (N - 1),
        (1 - lam) * lam ** (N - 1),
    )
)


def truncated(length: Expr | int = N) -> Expr:
    """V_t + sum_{i<N} (gamma lambda)^i delta_{t+i}."""
    return V(0) + series((gamma * lam) ** i * delta(i), i, 0, length - 1)


def average(length: Expr | int = N) -> Expr:
    """(1 - lambda) sum_{n<N} lambda^{n-1} G^(n) + lambda^{N-1} G^(N)."""
    shorter = series(lam ** (n - 1) * G(n), n, 1, length - 1)
    return (1 - lam) * shorter + lam ** (length - 1) * G(length)


# -- eligibilities -------------------------------------------------------------------------------


@CLAIM.proves(
    "The eligibilities decrease until {N}, and are zero from there: they never increase.",
    given=(*UNIT, LENGTH, *TRUNCATED),
    says=And(*WEAK_RECENCY),
)
def weakly_recent() -> Theorem:
    """lambda^{i+1} <= lambda^i before the end, 0 <= lambda^i at the end, 0 <= 0 after it."""
    base = given(*UNIT, LENGTH, *TRUNCATED)
    ctx = base.also(AtMost(0, i))
    early, late = (fact(base, part) for part in TRUNCATED)

    def levels(where: Context, at: Expr, known: Theorem) -> Context:
        return where.also(specialise(where, known, at))

    before, after = ctx.also(Less(i, N)), ctx.also(AtMost(N, i))
    positive = AtMost(0, h(i))
    not_negative = cases(
        ctx,
        recall(levels(before, i, early), positive),
        recall(levels(after, i, late), positive),
        i,
        N,
    )
    inside, ending = ctx.also(Less(i + 1, N)), ctx.also(AtMost(N, i + 1), not_negative)
    falls = AtMost(h(i + 1), h(i))
    two = levels(levels(inside, i, early), i + 1, early)
    never_up = cases(ctx, recall(two, falls), recall(levels(ending, i + 1, late), falls), i + 1, N)
    every = generalise(base, not_negative, i, 0)
    next_ = specialise(ctx, every, i + 1)
    return both(base, generalise(base, never_up, i, 0), generalise(base, next_, i, 0))


@CLAIM.adds(
    "In the general form of a linear return, the TD errors beyond {N} do not count.",
    given=(*DISCOUNT, LENGTH, *TRUNCATED, *BOUNDED_TRAJECTORY),
    says=Equal(V(0) + series(gamma**i * h(i) * delta(i), i, 0), truncated()),
)
def finitely_many_errors() -> Theorem:
    """h_i = lambda^i for i < N, and then 0."""
    ctx = given(*DISCOUNT, LENGTH, *TRUNCATED, *BOUNDED_TRAJECTORY)
    early, late = (fact(ctx, part) for part in TRUNCATED)
    ctx = ctx.also(errors_bounded(ctx), like(ctx, late, recall(ctx, Bounded(0, i, N))))
    term = gamma**i * h(i) * delta(i)
    whole, start, rest = series(term, i, 0), series(term, i, 0, N - 1), series(term, i, N)
    fading = (gamma * lam) ** i * delta(i)
    before, after = (
        specialise(summand(ctx, part)[0], known, i)
        for part, known in ((start, early), (rest, late))
    )
    return (
        Chain(ctx, V(0) + whole)
        .to(V(0) + start + rest, split(ctx, whole, N - 1))
        .to(V(0) + start, each_term(ctx, rest, 0, after), zeros(ctx, series(0, i, N)))
        .to(truncated(), each_term(ctx, start, fading, before))
        .qed()
    )


# -- the two forms ------------------------------------------------------------------------------


def n_steps(ctx: Context, length: Expr | int) -> Theorem:
    """The n-step return as TD errors."""
    return specialise(ctx, nstep_return_errors.td_error_form(), length)


@CLAIM.proves(
    "The truncated {lambda}-return is an average of the {n}-step returns up to {N}.",
    says=ForAll(N, 1, Equal(truncated(), average())),
)
def both_forms() -> Theorem:
    """Induction on N: one more TD error moves the last weight from G^(N) to G^(N+1)."""
    ctx = given()
    none, first = series(lam ** (n - 1) * G(n), n, 1, 0), series(gamma**i * delta(i), i, 0, 0)
    faded = series((gamma * lam) ** i * delta(i), i, 0, 0)
    base = (
        Chain(ctx, truncated(1))
        .to(V(0) + delta(0), peel_last(ctx, faded), empty(ctx, series(faded.function, i, 0, -1)))
        .to(V(0) + first, peel_last(ctx, first), empty(ctx, series(first.function, i, 0, -1)))
        .to(average(1), n_steps(ctx, 1), empty(ctx, none))
        .qed()
    )
    ctx = given(LENGTH, Equal(truncated(), average()))
    more_faded = series((gamma * lam) ** i * delta(i), i, 0, N)
    more_errors = series(gamma**i * delta(i), i, 0, N)
    more_returns = series(lam ** (n - 1) * G(n), n, 1, N)
    longer = (
        Chain(ctx, G(N + 1))
        .to(V(0) + more_errors, n_steps(ctx, N + 1))
        .to(G(N) + gamma**N * delta(N), peel_last(ctx, more_errors), n_steps(ctx, N))
        .qed()
    )
    step = (
        Chain(ctx, truncated(N + 1))
        .to(truncated() + (gamma * lam) ** N * delta(N), peel_last(ctx, more_faded))
        .combine(average() + (gamma * lam) ** N * delta(N), (1, ctx.facts[-1]))
        .combine(average() + lam**N * (G(N + 1) - G(N)), (-(lam**N), longer))
        .to(average(N + 1), peel_last(ctx, more_returns))
        .qed()
    )
    return induction(given(), base, step, N, 1)


@CLAIM.proves(
    "As {N} grows it becomes the {lambda}-return.",
    given=(*DISCOUNT, *UNIT, *BOUNDED_TRAJECTORY),
    says=TendsTo(truncated(), N, lambda_return),
)
def to_the_lambda_return() -> Theorem:
    """The partial sums of a convergent series."""
    ctx = given(*DISCOUNT, *UNIT, *BOUNDED_TRAJECTORY)
    return limit(ctx.also(errors_bounded(ctx)), truncated(), N)


@CLAIM.adds(
    "With {N} equal to one it is the one-step return, for every {lambda}.",
    says=Equal(truncated(1), G(1)),
)
def one_step() -> Theorem:
    """There is no shorter n-step return."""
    none = series(lam ** (n - 1) * G(n), n, 1, 0)
    form = specialise(given(), both_forms(), 1)
    return Chain(given(), truncated(1)).to(average(1), form).to(G(1), empty(given(), none)).qed()


@CLAIM.adds(
    "With {lambda} equal to one it is the {N}-step return.",
    says=ForAll(N, 1, Equal(V(0) + series(gamma**i * delta(i), i, 0, N - 1), G(N))),
)
def all_at_once() -> Theorem:
    """The weights of the shorter n-step returns are zero."""
    ctx = given(LENGTH)
    form = instantiate(given(), specialise(ctx, both_forms(), N), {lam: 1})
    return generalise(given(), form, N, 1)
