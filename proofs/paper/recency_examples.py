"""recency-examples: which returns satisfy the weak and the strong recency heuristic.

Paper: Section 3, definitions 1 and 2.

Weak recency: h_i >= h_{i+1} >= 0 for all i >= 0; strong recency: both inequalities are strict.
Strong implies weak.  The lambda-return is strong for 0 < lambda < 1, the n-step return only weak;
an inverted U and a delayed lambda-return are neither.  Each heuristic is a pair of statements, so
it is proved by two theorems, and refuted by one that refutes either.
"""

from proofs.notation import (
    STRONG_RECENCY,
    WEAK_RECENCY,
    h,
    i,
    lam,
    n,
    strong_recency,
    weak_recency,
)
from proofs.vocabulary import *

CLAIM = Claim(__name__)

tau = index("tau")
FADING = (Less(0, lam), Less(lam, 1))
STEPS, DELAY = AtMost(1, n), AtMost(1, tau)

fading, n_step = LambdaReturn(lam).h, NStepReturn(n).h
inverted_u, delayed = InvertedUReturn(lam).h, DelayedLambdaReturn(lam, tau).h


def violated(ctx: Context, heuristic: Statement, failure: Theorem, at: Expr | int) -> Theorem:
    """A heuristic that holds for all i fails at one."""
    assert isinstance(heuristic, ForAll)
    return refute(ctx, heuristic, failure, at)


# -- strong implies weak ---------------------------------------------------------------------


@CLAIM.proves(
    "Strong recency implies weak recency: eligibilities that decrease do not increase.",
    given=STRONG_RECENCY,
    says=WEAK_RECENCY[0],
)
def strong_never_increases() -> Theorem:
    """h_{i+1} < h_i."""
    ctx = given(*STRONG_RECENCY, AtMost(0, i))
    decrease = specialise(ctx, ctx.facts[0], i)
    return generalise(ctx, Chain(ctx, h(i + 1)).at_most(h(i), decrease).qed(), i, 0)


@CLAIM.proves(
    "Strong recency implies weak recency: positive eligibilities are not negative.",
    given=STRONG_RECENCY,
    says=WEAK_RECENCY[1],
)
def strong_never_negative() -> Theorem:
    """0 < h_{i+1}."""
    ctx = given(*STRONG_RECENCY, AtMost(0, i))
    positive = specialise(ctx, ctx.facts[1], i)
    return generalise(ctx, Chain(ctx, 0).at_most(h(i + 1), positive).qed(), i, 0)


# -- the lambda-return -----------------------------------------------------------------------


@CLAIM.proves(
    "The eligibilities of the {lambda}-return decrease strictly.",
    given=FADING,
    says=strong_recency(fading)[0],
)
def lambda_decreases() -> Theorem:
    """lambda < 1, multiplied by lambda^i."""
    ctx = given(*FADING, AtMost(0, i))
    smaller = scale(ctx, ctx.facts[1], fading(i))
    return generalise(ctx, Chain(ctx, fading(i + 1)).by(smaller, fading(i)).qed(), i, 0)


@CLAIM.proves(
    "The eligibilities of the {lambda}-return stay positive.",
    given=FADING,
    says=strong_recency(fading)[1],
)
def lambda_stays_positive() -> Theorem:
    """Powers of a positive number."""
    ctx = given(*FADING, AtMost(0, i))
    return generalise(ctx, recall(ctx, Less(0, fading(i + 1))), i, 0)


# -- the n-step return -----------------------------------------------------------------------


def n_step_not_negative(ctx: Context, at: Expr) -> Theorem:
    """An eligibility of the n-step return is 0 or 1."""
    before, after = ctx.also(Less(at, n)), ctx.also(AtMost(n, at))
    one, zero = conditional(before, n_step(at)), conditional(after, n_step(at))
    return cases(
        ctx,
        Chain(before, 0).at_most(n_step(at), one).qed(),
        Chain(after, 0).at_most(n_step(at), zero).qed(),
        at,
        n,
    )


@CLAIM.proves(
    "The eligibilities of the {n}-step return never increase.",
    given=(STEPS,),
    says=weak_recency(n_step)[0],
)
def n_step_never_increases() -> Theorem:
    """Both are 1 before the n-th TD error; afterwards the next one is 0."""
    ctx = given(AtMost(0, i))
    before, after = ctx.also(Less(i + 1, n)), ctx.also(AtMost(n, i + 1))
    stays = (
        Chain(before, n_step(i + 1))
        .to(1, conditional(before, n_step(i + 1)))
        .at_most(n_step(i), conditional(before, n_step(i)))
        .qed()
    )
    stops = (
        Chain(after, n_step(i + 1))
        .to(0, conditional(after, n_step(i + 1)))
        .at_most(n_step(i), n_step_not_negative(ctx, i))
        .qed()
    )
    return generalise(ctx, cases(ctx, stays, stops, i + 1, n), i, 0)


@CLAIM.proves(
    "The eligibilities of the {n}-step return are never negative.",
    given=(STEPS,),
    says=weak_recency(n_step)[1],
)
def n_step_never_negative() -> Theorem:
    """They are 0 or 1."""
    ctx = given(AtMost(0, i))
    return generalise(ctx, n_step_not_negative(ctx, i + 1), i, 0)


@CLAIM.proves(
    "The {n}-step return is not strong: its eligibilities stop decreasing.",
    given=(STEPS,),
    says=Not(strong_recency(n_step)[0]),
)
def n_step_stops_decreasing() -> Theorem:
    """h_n = h_{n+1} = 0."""
    ctx = given(STEPS)
    level = (
        Chain(ctx, n_step(n))
        .to(0, conditional(ctx, n_step(n)))
        .to(n_step(n + 1), conditional(ctx, n_step(n + 1)))
        .qed()
    )
    return violated(ctx, strong_recency(n_step)[0], level, n)


@CLAIM.proves(
    "The {n}-step return is not strong: the TD error {n} steps ahead gets no credit.",
    given=(STEPS,),
    says=Not(strong_recency(n_step)[1]),
)
def n_step_stops_responding() -> Theorem:
    """h_n = 0."""
    ctx = given(STEPS)
    return violated(ctx, strong_recency(n_step)[1], conditional(ctx, n_step(n)), n - 1)


# -- the inverted U and the delayed lambda-return --------------------------------------------


def inverted_u_rises(ctx: Context) -> Theorem:
    """h_0 = 0 < lambda = h_1."""
    return Chain(ctx, inverted_u(0)).less(inverted_u(1)).qed()


@CLAIM.proves(
    "An inverted U violates weak recency.", given=FADING, says=Not(weak_recency(inverted_u)[0])
)
def inverted_u_is_not_weak() -> Theorem:
    """It rises at once."""
    ctx = given(*FADING)
    return violated(ctx, weak_recency(inverted_u)[0], inverted_u_rises(ctx), 0)


@CLAIM.proves(
    "An inverted U violates strong recency.", given=FADING, says=Not(strong_recency(inverted_u)[0])
)
def inverted_u_is_not_strong() -> Theorem:
    """It rises at once."""
    ctx = given(*FADING)
    return violated(ctx, strong_recency(inverted_u)[0], inverted_u_rises(ctx), 0)


@CLAIM.proves("The inverted U falls back to zero.", given=FADING, says=TendsTo(inverted_u(i), i, 0))
def inverted_u_falls() -> Theorem:
    """Powers of lambda decay faster than i grows."""
    return limit(given(*FADING), inverted_u(i), i)


def delayed_rises(ctx: Context) -> Theorem:
    """h_{tau-1} = 0 < 1 = h_tau."""
    return (
        Chain(ctx, delayed(tau - 1))
        .to(0, conditional(ctx, delayed(tau - 1)))
        .less(1)
        .to(delayed(tau), conditional(ctx, delayed(tau)))
        .qed()
    )


@CLAIM.proves(
    "A delayed {lambda}-return violates weak recency.",
    given=(*FADING, DELAY),
    says=Not(weak_recency(delayed)[0]),
)
def delayed_is_not_weak() -> Theorem:
    """It rises when the delay is over."""
    ctx = given(*FADING, DELAY)
    return violated(ctx, weak_recency(delayed)[0], delayed_rises(ctx), tau - 1)


@CLAIM.proves(
    "A delayed {lambda}-return violates strong recency.",
    given=(*FADING, DELAY),
    says=Not(strong_recency(delayed)[0]),
)
def delayed_is_not_strong() -> Theorem:
    """It rises when the delay is over."""
    ctx = given(*FADING, DELAY)
    return violated(ctx, strong_recency(delayed)[0], delayed_rises(ctx), tau - 1)
