"""Targets that weigh each TD error by where it is made, on a finite chain, for two value functions.

D_x and F_x are what is expected of the TD error that is made in x, with the values v and w.  What
their weighed averages differ by is what v - w gains and loses, lag by lag, and is small where the
eligibilities never rise along an edge (`proofs.lemmas.mean_eligibilities` and `falling_weights`).
"""

from proofs.lemmas import mean_eligibilities
from proofs.lemmas.falling_weights import by_parts, g, l_, modulus, summable, total, u
from proofs.lemmas.finite_chain import (
    ROWS,
    B,
    P,
    at_the_start,
    every_state,
    mean,
    over_states,
    s,
    state,
    within,
    x,
    y,
)
from proofs.lemmas.mean_eligibilities import (
    FIRST,
    FROM_S,
    RECENT,
    averages,
    edge_by_edge,
    expected_next,
    f,
    falling,
    first_mean,
    h,
    mu,
    named,
    not_negative,
    share,
    weighed_means,
)
from proofs.notation import DISCOUNT, gamma, i, m
from proofs.vocabulary import *

r, v, w, D, F = (sequence(name) for name in "rvwDF")
C = real("C")


def td_errors(errors: Sequence, values: Sequence) -> ForAll:
    """What is expected of the TD error that is made in a state."""
    made = r(x) + gamma * over_states(P(x, y) * values(y), y) - values(x)
    return every_state(x, Equal(errors(x), made))


def weighed(errors: Sequence) -> Expr:
    """What is expected of the weighed TD error at lag i."""
    return mean(i, h(i, x) * errors(x))


def target(values: Sequence, errors: Sequence) -> Expr:
    """(H v)(s): what is expected of the target, from s."""
    return values(s) + series(gamma**i * weighed(errors), i, 0)


def d(place: Expr) -> Expr:
    """By how much the two value functions differ in a state."""
    return v(place) - w(place)


VALUES = (td_errors(D, v), td_errors(F, w))
#: the TD errors are bounded, as they are on every finite chain
ERRORS = within(D(x), C)
APART = within(d(x))
CHAIN_WITH_VALUES = (*DISCOUNT, *FROM_S, *RECENT, FIRST, *VALUES, ERRORS)
ahead, here = mean(i, h(i, x) * expected_next(d)), mean(i, h(i, x) * d(x))
difference = target(v, D) - target(w, F)


@cache
def errors_differ() -> Theorem:
    """The rewards cancel."""
    ctx = given(*VALUES, AtMost(0, i))
    apart = over_states(share * (D(x) - F(x)), x)
    inner, _ = summand(ctx, apart)
    each = (
        Chain(inner, D(x) - F(x))
        .to(
            gamma * expected_next(d) - d(x),
            *(state(inner, fact(ctx, known), x) for known in VALUES),
            linearity(inner, expected_next(d), (1, P(x, y) * v(y)), (-1, P(x, y) * w(y))),
        )
        .qed()
    )
    moved = share * (gamma * expected_next(d) - d(x))
    term = Chain(inner, share * (D(x) - F(x))).combine(moved, (share, each)).qed()
    step = (
        Chain(ctx, weighed(D) - weighed(F))
        .combine(apart, (-1, linearity(ctx, apart, (1, share * D(x)), (-1, share * F(x)))))
        .by(termwise(ctx, apart, term), over_states(moved, x))
        .to(
            gamma * ahead - here,
            linearity(
                ctx, over_states(moved, x), (gamma, share * expected_next(d)), (-1, share * d(x))
            ),
        )
        .qed()
    )
    return generalise(ctx, step, i, 0)


def with_averages(ctx: Context) -> Context:
    """The context in which the series of the averages converges."""
    start = recall(ctx.also(first_mean(), fact(ctx, FIRST)), AtMost(mu(0), 1))
    ctx = ctx.also(falling(), not_negative(), start)
    return ctx.also(instantiate(ctx, summable(), {}))


def bounded_means(ctx: Context, of: Expr, bound: Expr) -> Theorem:
    """The averages of a function that is bounded in all states are bounded."""
    means = instantiate_sequence(ctx, weighed_means(), f, (x,), of)
    means = instantiate(ctx, means, {B: bound})
    return recall(ctx.also(means), Bounded(mean(i, h(i, x) * of), i, 0))


def with_bounds(ctx: Context) -> Context:
    """The context in which the series of the targets converge."""
    ctx = with_averages(ctx)
    next_ = instantiate_sequence(ctx, mean_eligibilities.next_mean(), f, (x,), d(x))
    terms = (D(x), C), (expected_next(d), B), (d(x), B)
    own = ctx.also(next_)
    own = own.also(*(bounded_means(own, *term) for term in terms))
    one = own.also(AtMost(0, i))
    rest = weighed(D) - gamma * ahead + here
    other = Chain(one, weighed(F)).combine(rest, (-1, specialise(one, errors_differ(), i))).qed()
    return own.also(like(own, generalise(own, other, i, 0), recall(own, Bounded(rest, i, 0))))


def as_numbers(ctx: Context) -> Theorem:
    """The targets of v and w differ by such a sum of numbers."""
    moved = series(gamma**i * (gamma * ahead - here), i, 0)
    both_errors = series(gamma**i * (weighed(D) - weighed(F)), i, 0)
    one, _ = summand(ctx, both_errors)
    each = discounted(one)
    first, second = (series(gamma**i * weighed(errors), i, 0) for errors in (D, F))
    two = linearity(ctx, both_errors, (1, gamma**i * weighed(D)), (-1, gamma**i * weighed(F)))
    return (
        Chain(ctx, first)
        .combine(second + both_errors, (-1, two))
        .to(second + moved, termwise(ctx, both_errors, each))
        .qed()
    )


def discounted(one: Context) -> Theorem:
    """The same, discounted."""
    errors = gamma**i * (weighed(D) - weighed(F))
    moved = gamma**i * (gamma * ahead - here)
    return Chain(one, errors).combine(moved, (gamma**i, specialise(one, errors_differ(), i))).qed()


def at_least_the_first(ctx: Context) -> Theorem:
    """The discounted averages sum to the first one, or more."""
    later, nothing = series(gamma**i * mu(i), i, 1), series(0, i, 1)
    inner, _ = summand(ctx, later)
    each = scale(inner, specialise(inner, not_negative(), i), gamma**i)
    rest = Chain(ctx, 0).to(nothing, zeros(ctx, nothing)).by(sum_order(ctx, nothing, each)).qed()
    return Chain(ctx, mu(0)).at_most(mu(0) + later, rest).to(total, peel_first(ctx, total)).qed()


@cache
def contracts() -> Theorem:
    """Summation by parts, with what is expected of the differences."""
    ctx = with_bounds(averages(*DISCOUNT, FIRST, *VALUES, ERRORS, APART))
    changes = instantiate_sequence(ctx, edge_by_edge(), f, (x,), d(x))
    at_first = at_the_start(lambda lag, place: h(lag, place) * d(place), Integer(0))
    own = state(ctx, fact(ctx, APART), s)
    begin = Chain(ctx, here.subs(i, 0)).to(h(0, s) * d(s), at_first).to(mu(0) * d(s), first_mean())
    known = ctx.also(changes, own, begin.qed())
    size = instantiate_sequence(known, by_parts(), g, (i,), ahead)
    size = instantiate(known, instantiate_sequence(known, size, l_, (i,), here), {u: d(s)})
    moved = d(s) + series(gamma**i * (gamma * ahead - here), i, 0)
    whole = Chain(ctx, Abs(difference)).to(Abs(moved), as_numbers(ctx)).by(size).qed()
    least = scale(ctx.also(own), at_least_the_first(ctx), (1 - gamma) * B)
    smaller = (
        Chain(ctx, modulus * B)
        .at_most((1 - (1 - gamma) * mu(0)) * B, least)
        .to((1 - (1 - gamma) * h(0, s)) * B, first_mean())
        .qed()
    )
    return both(ctx, whole, smaller)


def constant(ctx: Context, place: Expr) -> Theorem:
    """The values of a state differ by B."""
    same = state(ctx, fact(ctx, CONSTANT[1]), place)
    return Chain(ctx, d(place)).to(B, same).qed()


def size_of_constant(ctx: Context) -> Theorem:
    """They differ by at most B."""
    size = Chain(ctx, Abs(d(x))).to(Abs(B), constant(ctx, x)).to(B, recall(ctx, Equal(Abs(B), B)))
    return recall(ctx.also(size.qed()), AtMost(Abs(d(x)), B))


#: the values differ by the same amount in every state
CONSTANT = AtMost(0, B), every_state(x, Equal(w(x), v(x) - B))


@cache
def attained() -> Theorem:
    """What is weighed is a constant."""
    ctx = averages(*DISCOUNT, FIRST, *VALUES, ERRORS, *CONSTANT)
    apart = generalise(ctx, size_of_constant(ctx.also(AtMost(0, x), AtMost(x, m))), x, 0, m)
    ctx = with_bounds(ctx.also(apart))
    one = ctx.also(AtMost(0, i))
    inner, _ = summand(one, here)
    there, _ = summand(inner, expected_next(d))
    next_ = (
        Chain(inner, expected_next(d))
        .to(
            over_states(P(x, y) * B, y),
            each_term(inner, expected_next(d), P(x, y) * B, constant(there, y)),
        )
        .to(
            B * over_states(P(x, y), y),
            linearity(inner, over_states(P(x, y) * B, y), (B, P(x, y))),
        )
        .to(B, state(inner, fact(ctx, ROWS), x))
        .qed()
    )
    sums = over_states(share * B, x)
    pulled = linearity(one, sums, (B, share)), named(one, i)
    gain = (
        Chain(one, ahead).to(sums, each_term(one, ahead, share * B, next_)).to(mu(i) * B, *pulled)
    )
    loss = (
        Chain(one, here)
        .to(sums, each_term(one, here, share * B, constant(inner, x)))
        .to(mu(i) * B, *pulled)
    )
    moved = series(gamma**i * (gamma * ahead - here), i, 0)
    term = gamma**i * mu(i) * (gamma - 1) * B
    each = Chain(one, open_sum(moved).body).to(term, gain.qed(), loss.qed()).qed()
    return (
        Chain(ctx, difference)
        .to(d(s) + moved, as_numbers(ctx))
        .to(
            B + series(term, i, 0),
            termwise(ctx, moved, each),
            state(ctx, fact(ctx, CONSTANT[1]), s),
        )
        .to(modulus * B, linearity(ctx, series(term, i, 0), ((gamma - 1) * B, gamma**i * mu(i))))
        .qed()
    )
