"""Finite Markov chains in finite sums: the law of a state to come, and expected values.

The states are 0, 1, ..., m; P_{s,x} is the probability to go from s to x, and p_{i,x} that of being
in x at time i.  The law goes forward, p_{i+1,x} = sum_u p_{i,y} P_{y,x}, and an expected value goes
backward, (P^{i+1} w)_s = sum_t P_{s,x} (P^i w)_t.  What a function of the state is in the mean at
time i is its sum over the law; that the two ways agree is `seen_from_the_start`.
"""

from typing import Any

from proofs.notation import i, j, m
from proofs.vocabulary import *

s, x, y = (index(name) for name in "sxy")
P, p = sequence("P"), sequence("p")


def every_state(state: Any, body: Statement) -> ForAll:
    """For every state."""
    return ForAll(state, 0, body, m)


def over_states(body: Any, state: Any) -> Expr:
    """The sum over all states."""
    return series(body, state, 0, m)


def mean(time: Any, of: Any, state: Any = x) -> Expr:
    """What a function of the state is in the mean, at a time."""
    return over_states(p(time, state) * of, state)


def iterates(w: Sequence) -> ForAll:
    """w_{i,x} is (P^i w_0)_t."""
    step = Equal(w(i + 1, x), over_states(P(x, y) * w(i, y), y))
    return ForAll(i, 0, every_state(x, step))


NONNEGATIVE = every_state(x, every_state(y, AtMost(0, P(x, y))))
ROWS = every_state(x, Equal(over_states(P(x, y), y), 1))
#: a stochastic matrix
CHAIN: tuple[Statement, ...] = (AtMost(0, m), NONNEGATIVE, ROWS)
LAW = ForAll(i, 0, every_state(x, Equal(p(i + 1, x), over_states(p(i, y) * P(y, x), y))))
#: the chain starts in the state s
START: tuple[Statement, ...] = (
    AtMost(0, s),
    AtMost(s, m),
    Equal(p(0, s), 1),
    ForAll(x, 0, Equal(p(0, x), 0), s - 1),
    ForAll(x, s + 1, Equal(p(0, x), 0), m),
)


def state(ctx: Context, known: Theorem, *places: Expr) -> Theorem:
    """What is known of every time or state, of these."""
    for place in places:
        known = specialise(ctx, known, place)
    return known


@cache
def one_step(w: Sequence, lag: Expr = j) -> Theorem:
    """A function of the state to come is in the mean what is expected of it, now."""
    ctx = given(LAW, AtMost(0, i))
    f = w(lag, x)
    later = mean(i + 1, f)
    inner, _ = summand(ctx, later)
    here = state(inner, fact(ctx, LAW), i, x)
    paths = over_states(p(i, y) * P(y, x) * f, y)
    expected = over_states(P(y, x) * f, x)
    by_state = over_states(over_states(p(i, y) * P(y, x) * f, x), y)
    before, _ = summand(ctx, by_state)
    out = linearity(before, open_sum(by_state).body, (p(i, y), P(y, x) * f))
    return (
        Chain(ctx, later)
        .to(
            over_states(paths, x),
            each_term(ctx, later, paths, here, linearity(inner, paths, (f, p(i, y) * P(y, x)))),
        )
        .to(by_state, exchange_finite(ctx, over_states(paths, x)))
        .to(mean(i, expected, y), each_term(ctx, by_state, p(i, y) * expected, out))
        .qed()
    )


@cache
def carried_back(w: Sequence) -> Theorem:
    """In the mean over the law at time i, (P^j w) is what P^{i+j} w is at the start."""
    claim = ForAll(j, 0, Equal(mean(i, w(j, x)), mean(0, w(i + j, x))))
    ctx = given(LAW, iterates(w), AtMost(0, i), AtMost(0, j))
    trivial = algebra(ctx, mean(0, w(j, x)), mean(0, w(0 + j, x)))
    base = generalise(ctx, trivial, j, 0)
    ctx = given(LAW, iterates(w), AtMost(0, i), claim, AtMost(0, j))
    expected = mean(i, over_states(P(y, x) * w(j, x), x), y)
    inner, _ = summand(ctx, expected)
    step = (
        Chain(ctx, mean(i + 1, w(j, x)))
        .to(expected, one_step(w))
        .to(
            mean(i, w(j + 1, y), y),
            each_term(
                ctx, expected, p(i, y) * w(j + 1, y),
                state(inner, fact(ctx, iterates(w)), j, y),
            ),
        )
        .to(mean(0, w(i + 1 + j, x)), specialise(ctx, fact(ctx, claim), j + 1))
        .qed()
    )  # fmt: skip
    return induction(given(), base, generalise(ctx, step, j, 0), i, 0)


@cache
def at_the_start(w: Sequence, time: Expr = i) -> Theorem:
    """A mean over the law at the start is the value there."""
    ctx = given(AtMost(0, m), *START)
    whole = mean(0, w(time, x))
    before, after = (series(p(0, x) * w(time, x), x, *ends) for ends in ((0, s - 1), (s + 1, m)))
    upto = series(p(0, x) * w(time, x), x, 0, s)
    none = []
    for part, known in ((before, START[3]), (after, START[4])):
        inner, _ = summand(ctx, part)
        nothing = each_term(ctx, part, 0, state(inner, fact(ctx, known), x))
        gone = open_sum(part)._replace(body=Integer(0)).close()
        none.append(Chain(ctx, part).to(gone, nothing).to(0, zeros(ctx, gone)).qed())
    return (
        Chain(ctx, whole)
        .to(upto + after, split(ctx, whole, s))
        .to(before + w(time, s), peel_last(ctx, upto), none[1], fact(ctx, START[2]))
        .to(w(time, s), none[0])
        .qed()
    )


@cache
def seen_from_the_start(w: Sequence) -> Theorem:
    """From s, a function w of the state at time i is in the mean (P^i w)_s."""
    ctx = given(AtMost(0, m), LAW, iterates(w), *START, AtMost(0, i))
    back = specialise(ctx, specialise(ctx, carried_back(w), i), 0)
    step = (
        Chain(ctx, mean(i, w(0, x))).to(mean(0, w(i, x)), back).to(w(i, s), at_the_start(w)).qed()
    )
    return generalise(ctx, step, i, 0)


# -- bounds --------------------------------------------------------------------------------------

B = real("B")


def within(f: Expr, bound: Expr = B) -> ForAll:
    """|f| is at most B, or another bound, in every state."""
    return every_state(x, AtMost(Abs(f), bound))


@cache
def bounded_iterates(w: Sequence) -> Theorem:
    """The rows of P sum to one, so |P^i w| exceeds no bound of |w|."""
    claim = within(w(i, x))
    base = given(within(w(0, x))).facts[0]
    ctx = given(*CHAIN, iterates(w), AtMost(0, i), claim, AtMost(0, x), AtMost(x, m))
    total = over_states(P(x, y) * w(i, y), y)
    inner, _ = summand(ctx, total)
    weight = state(inner, fact(ctx, NONNEGATIVE), x, y)
    known = inner.also(weight, state(inner, fact(ctx, claim), y))
    sizes = over_states(Abs(P(x, y) * w(i, y)), y)
    small = (
        Chain(known, Abs(P(x, y) * w(i, y)))
        .to(Abs(P(x, y)) * Abs(w(i, y)))
        .to(P(x, y) * Abs(w(i, y)), recall(known, Equal(Abs(P(x, y)), P(x, y))))
        .by(scale(known, known.facts[-1], P(x, y)))
        .qed()
    )
    step = (
        Chain(ctx, Abs(w(i + 1, x)))
        .to(Abs(total), state(ctx, fact(ctx, iterates(w)), i, x))
        .by(triangle(ctx, total))
        .by(sum_order(ctx, sizes, small))
        .to(
            B * over_states(P(x, y), y),
            linearity(ctx, over_states(P(x, y) * B, y), (B, P(x, y))),
        )
        .to(B, state(ctx, fact(ctx, ROWS), x))
        .qed()
    )
    return induction(given(), base, generalise(ctx, step, x, 0, m), i, 0)


@cache
def law_not_negative() -> Theorem:
    """No probability is negative, at any time."""
    ctx = given(*START, AtMost(0, x), AtMost(x, m))
    goal = AtMost(0, p(0, x))
    before, at_s, after = (ctx.also(*places) for places in (
        (Less(x, s),), (AtMost(s, x), AtMost(x, s)), (AtMost(s, x), Less(s, x))
    ))  # fmt: skip
    none = state(before, fact(ctx, START[3]), x), state(after, fact(ctx, START[4]), x)
    here = Chain(at_s, p(0, x)).to(p(0, s), recall(at_s, Equal(x, s))).to(1, fact(ctx, START[2]))
    later = cases(ctx, recall(after.also(none[1]), goal), recall(at_s.also(here.qed()), goal), s, x)
    first = cases(ctx, recall(before.also(none[0]), goal), later, x, s)
    base = generalise(given(*START), first, x, 0, m)
    claim = every_state(x, AtMost(0, p(i, x)))
    ctx = given(*CHAIN, LAW, AtMost(0, i), claim, AtMost(0, x), AtMost(x, m))
    nothing = over_states(0, y)
    inner, _ = summand(ctx, nothing)
    known = inner.also(state(inner, fact(ctx, NONNEGATIVE), y, x))
    term = restate(
        known,
        scale(known, state(inner, fact(ctx, claim), y), P(y, x)),
        AtMost(0, p(i, y) * P(y, x)),
    )
    step = (
        Chain(ctx, 0)
        .to(nothing, zeros(ctx, nothing))
        .by(sum_order(ctx, nothing, term))
        .to(p(i + 1, x), state(ctx, fact(ctx, LAW), i, x))
        .qed()
    )
    return induction(given(), base, generalise(ctx, step, x, 0, m), i, 0)
