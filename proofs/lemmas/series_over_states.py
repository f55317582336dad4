"""A series of sums over states is the sum over states of the series, for sequences with bounds.

A sum over the states 1, ..., M of multiples of w(n, s) is weighed with c_n gamma^n and summed over
n; the two sums may change places.
"""

from proofs.notation import BOUNDED as ELIGIBILITIES, DISCOUNT, c, gamma, h, n
from proofs.vocabulary import *

a, f, g, w = (sequence(name) for name in "afgw")
m, s, M = index("m"), index("s"), index("M")

#: the sequence of every state has a bound
BOUNDED = ForAll(s, 1, Bounded(w(n, s), n, 0), m)
#: a sum over the states up to M
part = series(a(s) * w(n, s), s, 1, M)
outside = series(a(s) * series(c(n) * gamma**n * w(n, s), n, 1), s, 1, M)
inside = series(c(n) * gamma**n * part, n, 1)
#: what the next state adds
more = a(M + 1) * w(n, M + 1)


@cache
def two_series() -> Theorem:
    """The series of a sum is the sum of the series, for bounded sequences."""
    ctx = ground().also(Bounded(f(n), n, 0), Bounded(g(n), n, 0))
    whole = series(c(n) * gamma**n * (f(n) + g(n)), n, 1)
    return linearity(ctx, whole, (1, c(n) * gamma**n * f(n)), (1, c(n) * gamma**n * g(n)))


def ground() -> Context:
    """0 < gamma < 1, h bounded, and so c bounded."""
    ctx = given(*DISCOUNT, ELIGIBILITIES)
    step = generalise(ctx, unfold(ctx, c, n), n, 1)
    return ctx.also(like(ctx, step, recall(ctx, Bounded(h(n - 1) - h(n), n, 1))))


def bounded_ground() -> Context:
    """The sequence of every state is bounded, and the series of its multiples converges."""
    ctx = ground().also(BOUNDED)
    here = ctx.also(AtMost(1, s), AtMost(s, m))
    here = here.also(specialise(here, fact(here, BOUNDED), s))
    return ctx.also(generalise(ctx, recall(here, converging(w(n, s))), s, 1, m))


def converging(of: Expr) -> Statement:
    """The series of multiples of c_n gamma^n converges."""
    return Converges(c(n) * gamma**n * of, n, 1)


@cache
def sums_bounded() -> Theorem:
    """Finite sums of bounded sequences are bounded."""
    ctx = bounded_ground()
    claim = Implies(AtMost(M, m), Bounded(part, n, 0))
    known = next_state(ctx.also(AtMost(0, M), claim, AtMost(M + 1, m)))
    known = known.also(modus_ponens(known, fact(known, claim)))
    last = generalise(known, peel_last(known, longer(part)), n, 0)
    step = like(known, last, recall(known, Bounded(part + more, n, 0)))
    base = imply(ctx, nothing_bounded(), AtMost(0, m))
    made = induction(ctx, base, imply(ctx, step, AtMost(M + 1, m)), M, 0)
    return recall(ctx.also(made), ForAll(M, 0, Bounded(part, n, 0), m))


@cache
def nothing_bounded() -> Theorem:
    """Without any state the sums are zero."""
    none = generalise(given(), empty(given(), first(part)), n, 0)
    return like(given(), none, recall(given(), Bounded(0, n, 0)))


def next_state(ctx: Context) -> Context:
    """The sequence of the next state, and its multiples, are bounded."""
    ctx = ctx.also(specialise(ctx, fact(ctx, BOUNDED), M + 1))
    return ctx.also(recall(ctx, Bounded(more, n, 0)))


def first(term: Expr) -> Expr:
    """Without any state."""
    return substitute(term, {M: Integer(0)})


def longer(term: Expr) -> Expr:
    """With one more state."""
    return substitute(term, {M: M + 1})


def sums_converge() -> Context:
    """So their series converge."""
    ctx = bounded_ground()
    here = ctx.also(AtMost(0, M), AtMost(M, m))
    here = here.also(specialise(here, sums_bounded(), M))
    return ctx.also(generalise(ctx, recall(here, converging(part)), M, 0, m))


@cache
def exchanged() -> Theorem:
    """The sum over states goes into the series, state by state."""
    ctx = sums_converge().also(nothing_bounded())
    ctx = ctx.also(recall(ctx, converging(first(part))))
    none = ctx.also(AtMost(0, m))
    base = (
        Chain(none, first(outside))
        .to(0, empty(none, first(outside)))
        .to(
            first(inside),
            each_term(none, first(inside), 0, empty(none, first(part))),
            zeros(none, series(0, n, 1)),
        )
        .qed()
    )
    claim = Implies(AtMost(M, m), Equal(outside, inside))
    known = next_state(ctx.also(AtMost(0, M), claim, AtMost(M + 1, m)))
    for states in (M, M + 1):
        bounded = specialise(known, sums_bounded(), states)
        assert isinstance(bounded.statement, Bounded)
        known = known.also(bounded)
        known = known.also(recall(known, converging(bounded.statement.body)))
    both_ = instantiate_sequence(given(), two_series(), f, (n,), part)
    both_ = instantiate_sequence(known, both_, g, (n,), more)
    alone = series(c(n) * gamma**n * more, n, 1)
    last = peel_last(known, longer(part))
    step = (
        Chain(known, longer(outside))
        .to(
            inside + a(M + 1) * series(c(n) * gamma**n * w(n, M + 1), n, 1),
            peel_last(known, longer(outside)),
            modus_ponens(known, fact(known, claim)),
        )
        .to(
            inside + alone,
            linearity(known, alone, (a(M + 1), c(n) * gamma**n * w(n, M + 1))),
        )
        .to(series(c(n) * gamma**n * (part + more), n, 1), both_)
        .to(
            longer(inside),
            each_term(known, longer(inside), c(n) * gamma**n * (part + more), last),
        )
        .qed()
    )
    base, step = imply(ctx, base, AtMost(0, m)), imply(ctx, step, AtMost(M + 1, m))
    made = induction(ctx, base, step, M, 0)
    return recall(ctx.also(made), ForAll(M, 0, Equal(outside, inside), m))
