"""Eligibilities that depend on the state, and what is expected of them on a finite chain.

h_{i,x} is the eligibility at lag i in the state x, and mu_i what is expected of it i steps after
the start.  Where no eligibility is negative, and none rises along an edge of the chain, averages
that are weighed by them are small: `weighed_means` and `edge_by_edge`.
"""

from typing import Any

from proofs.lemmas.finite_chain import (
    CHAIN,
    LAW,
    NONNEGATIVE,
    ROWS,
    START,
    B,
    P,
    at_the_start,
    every_state,
    law_not_negative,
    mean,
    one_step,
    over_states,
    p,
    s,
    state,
    within,
    x,
    y,
)
from proofs.notation import i, m
from proofs.vocabulary import *

h, mu, f = (sequence(name) for name in ("h", "mu", "f"))

MEANS = ForAll(i, 0, Equal(mu(i), mean(i, h(i, x))))
#: wherever the chain can go from x to y, the eligibility does not rise
FALLS = ForAll(
    i,
    0,
    every_state(x, every_state(y, Implies(Less(0, P(x, y)), AtMost(h(i + 1, y), h(i, x))))),
)
POSITIVE = ForAll(i, 0, every_state(x, AtMost(0, h(i, x))))
FROM_S = (*CHAIN, LAW, *START, MEANS)
RECENT = (FALLS, POSITIVE)
#: the first eligibility, in the state where the path starts
FIRST = AtMost(h(0, s), 1)
#: the weight of a state
share = p(i, x) * h(i, x)


def averages(*more: Statement) -> Context:
    """A chain with eligibilities, whose law is not negative."""
    return given(*FROM_S, *RECENT, *more).also(law_not_negative())


def named(ctx: Context, lag: Any) -> Theorem:
    """What mu stands for."""
    return specialise(ctx, fact(ctx, MEANS), lag)


def expected_next(of: Sequence) -> Expr:
    """What is expected of a function of the next state, from x."""
    return over_states(P(x, y) * of(y), y)


def one_later(ctx: Context, what: Sequence) -> Theorem:
    """What is expected one step later is expected from each state now."""
    ahead = mean(i, over_states(P(x, y) * what(i + 1, y), y))
    return Chain(ctx, mean(i + 1, what(i + 1, x))).to(ahead, one_step(what, i + 1)).qed()


# -- what is expected of the eligibilities --------------------------------------------------------


def on_edge(ctx: Context) -> Theorem:
    """P_{x,y} h_{i+1,y} <= P_{x,y} h_{i,x}, whether or not there is an edge."""
    goal = AtMost(P(x, y) * h(i + 1, y), P(x, y) * h(i, x))
    probability = state(ctx, fact(ctx, NONNEGATIVE), x, y)
    edge, none = ctx.also(Less(0, P(x, y))), ctx.also(AtMost(P(x, y), 0), probability)
    falls = modus_ponens(edge, state(edge, fact(ctx, FALLS), i, x, y))
    there = restate(edge, scale(edge, falls, P(x, y)), goal)
    nothing = recall(none, Equal(P(x, y), 0))
    same = Chain(none, goal.lhs).to(goal.rhs, nothing).qed()
    return cases(ctx, there, recall(none.also(same), goal), 0, P(x, y))


def leaving(ctx: Context) -> Theorem:
    """What is expected of the next eligibility, from x, is at most the present one."""
    total = over_states(P(x, y) * h(i + 1, y), y)
    inner, _ = summand(ctx, total)
    every = over_states(P(x, y) * h(i, x), y)
    return (
        Chain(ctx, total)
        .by(sum_order(ctx, total, on_edge(inner)))
        .to(h(i, x) * over_states(P(x, y), y), linearity(ctx, every, (h(i, x), P(x, y))))
        .to(h(i, x), state(ctx, fact(ctx, ROWS), x))
        .qed()
    )


@cache
def falling() -> Theorem:
    """Edge by edge, from the states at lag i to those at lag i + 1."""
    ctx = averages(AtMost(0, i))
    ahead = mean(i, over_states(P(x, y) * h(i + 1, y), y))
    inner, _ = summand(ctx, ahead)
    known = inner.also(state(inner, law_not_negative(), i, x))
    step = (
        Chain(ctx, mu(i + 1))
        .to(mean(i + 1, h(i + 1, x)), named(ctx, i + 1))
        .to(ahead, one_later(ctx, h))
        .by(sum_order(ctx, ahead, scale(known, leaving(inner), p(i, x))), mean(i, h(i, x)))
        .to(mu(i), named(ctx, i))
        .qed()
    )
    return generalise(ctx, step, i, 0)


def weight(ctx: Context) -> Theorem:
    """The weight of a state is not negative."""
    known = ctx.also(state(ctx, law_not_negative(), i, x))
    product = scale(known, state(ctx, fact(ctx, POSITIVE), i, x), p(i, x))
    return restate(ctx, product, AtMost(0, share))


@cache
def not_negative() -> Theorem:
    """Nor is any weight."""
    ctx = averages(AtMost(0, i))
    nothing = over_states(0, x)
    inner, _ = summand(ctx, nothing)
    step = (
        Chain(ctx, 0)
        .to(nothing, zeros(ctx, nothing))
        .by(sum_order(ctx, nothing, weight(inner)))
        .to(mu(i), named(ctx, i))
        .qed()
    )
    return generalise(ctx, step, i, 0)


@cache
def first_mean() -> Theorem:
    """At the start there is nothing to be averaged."""
    ctx = averages()
    start = at_the_start(h, Integer(0))
    return Chain(ctx, mu(0)).to(mean(0, h(0, x)), named(ctx, 0)).to(h(0, s), start).qed()


# -- averages weighed by them ---------------------------------------------------------------------

FACTOR, PART, BOUND = real("a"), real("b"), real("c")


@cache
def multiple() -> Theorem:
    """|a b| <= a c where |b| <= c and a >= 0."""
    ctx = given(AtMost(0, FACTOR), AtMost(Abs(PART), BOUND))
    own = recall(ctx, Equal(Abs(FACTOR), FACTOR))
    return (
        Chain(ctx, Abs(FACTOR * PART))
        .to(Abs(FACTOR) * Abs(PART), absolute_product(ctx, FACTOR, PART))
        .to(FACTOR * Abs(PART), own)
        .by(scale(ctx, ctx.facts[1], FACTOR))
        .qed()
    )


def weighed(
    ctx: Context, total: Expr, factors: tuple[Expr, Expr], small: Theorem, positive: Theorem
) -> Theorem:
    """|sum of a f| <= sum of a b, where |f| <= b and a >= 0."""
    sizes = triangle(ctx, total)
    assert isinstance(sizes.statement, AtMost)
    assert isinstance(small.statement, AtMost)
    inner, _ = summand(ctx, total)
    values = {FACTOR: factors[0], PART: factors[1], BOUND: small.statement.rhs}
    term = instantiate(inner.also(positive, small), multiple(), values)
    return Chain(ctx, Abs(total)).by(sizes).by(sum_order(ctx, sizes.statement.rhs, term)).qed()


@cache
def weighed_means() -> Theorem:
    """The triangle inequality."""
    ctx = averages(within(f(x)), AtMost(0, i))
    total = mean(i, h(i, x) * f(x))
    inner, _ = summand(ctx, total)
    small = state(inner, fact(ctx, within(f(x))), x)
    step = (
        Chain(ctx, Abs(total))
        .by(weighed(ctx, total, (share, f(x)), small, weight(inner)), over_states(share * B, x))
        .to(mu(i) * B, linearity(ctx, over_states(share * B, x), (B, share)), named(ctx, i))
        .qed()
    )
    return generalise(ctx, step, i, 0)


@cache
def next_mean() -> Theorem:
    """The rows of P sum to one."""
    ctx = given(*CHAIN, within(f(x)), AtMost(0, x), AtMost(x, m))
    total = expected_next(f)
    inner, _ = summand(ctx, total)
    small = state(inner, fact(ctx, within(f(x))), y)
    probability = state(inner, fact(ctx, NONNEGATIVE), x, y)
    every = over_states(P(x, y) * B, y)
    step = (
        Chain(ctx, Abs(total))
        .by(weighed(ctx, total, (P(x, y), f(y)), small, probability), every)
        .to(B * over_states(P(x, y), y), linearity(ctx, every, (B, P(x, y))))
        .to(B, state(ctx, fact(ctx, ROWS), x))
        .qed()
    )
    return generalise(ctx, step, x, 0, m)


gained = mean(i, h(i, x) * expected_next(f))


def lost(lag: Any) -> Expr:
    """A function of the state is in the mean this much, weighed by the eligibility."""
    return mean(lag, h(lag, x) * f(x))


@cache
def edge_by_edge() -> Theorem:
    """Along every edge the weight P_{x,y} (h_{i,x} - h_{i+1,y}) is not negative."""
    ctx = averages(within(f(x)), AtMost(0, i))

    def then(lag: Expr, place: Expr) -> Expr:
        return h(lag, place) * f(place)

    fallen = P(x, y) * (h(i, x) - h(i + 1, y))
    edges = over_states(fallen * f(y), y)
    total = mean(i, edges)
    inner, _ = summand(ctx, total)
    apart = linearity(inner, edges, (h(i, x), P(x, y) * f(y)), (-1, P(x, y) * then(i + 1, y)))
    kept, next_ = share * expected_next(f), p(i, x) * over_states(P(x, y) * then(i + 1, y), y)
    two = linearity(ctx, over_states(kept - next_, x), (1, kept), (-1, next_))
    by_edge = (
        Chain(ctx, gained)
        .to(over_states(kept - next_, x) + lost(i + 1), one_later(ctx, then), two)
        .to(total + lost(i + 1), each_term(ctx, total, kept - next_, apart))
        .qed()
    )
    one, _ = summand(inner, edges)
    small = state(one, fact(ctx, within(f(x))), y)
    along = restate(one, on_edge(one), AtMost(0, fallen))
    ahead, every = over_states(P(x, y) * h(i + 1, y), y), over_states(fallen * B, y)
    from_x = (
        Chain(inner, Abs(edges))
        .by(weighed(inner, edges, (fallen, f(y)), small, along), every)
        .to(
            (h(i, x) - ahead) * B,
            linearity(inner, every, (h(i, x) * B, P(x, y)), (-B, P(x, y) * h(i + 1, y))),
            state(inner, fact(ctx, ROWS), x),
        )
        .qed()
    )
    law, sums = state(inner, law_not_negative(), i, x), mean(i, (h(i, x) - ahead) * B)
    step = (
        Chain(ctx, Abs(gained - lost(i + 1)))
        .to(Abs(total), by_edge)
        .by(weighed(ctx, total, (p(i, x), edges), from_x, law), sums)
        .to(
            (mean(i, h(i, x)) - mean(i, ahead)) * B,
            linearity(ctx, sums, (B, share), (-B, p(i, x) * ahead)),
        )
        .to(
            (mu(i) - mu(i + 1)) * B,
            named(ctx, i),
            named(ctx, i + 1),
            one_later(ctx, h),
        )
        .qed()
    )
    return generalise(ctx, step, i, 0)
