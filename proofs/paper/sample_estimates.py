"""sample-estimates: a linear estimate is an operator at the current state, plus noise of mean zero.

Paper: Section 2, paragraph 6 [8].

What is expected of gamma^i R_{t+i}, from a state s, is ((gamma P)^i r)(s), and likewise for the
values: the law of the state goes forward, the operator goes backward, and both are the same finite
sums (see `proofs.lemmas.finite_chain`).  Here r and v are vectors, with an entry for each state.
"""

from numeric_checks.processes.paths import expected
from proofs.lemmas.finite_chain import (
    CHAIN,
    LAW,
    START,
    P,
    bounded_iterates,
    every_state,
    iterates,
    mean,
    over_states,
    p,
    s,
    seen_from_the_start,
    state,
    within,
    x,
    y,
)
from proofs.notation import DISCOUNT, N, c, gamma, h, i, m, n
from proofs.vocabulary import *

CLAIM = Claim(__name__)

a, b, r, v = (sequence(name) for name in "abrv")
#: (P^i r)(x), (P^i v)(x), and (T^n v)(x)
U, W, T = (sequence(name) for name in "UWT")

REWARDS = every_state(x, Equal(U(0, x), r(x))), iterates(U)
VALUES = every_state(x, Equal(W(0, x), v(x))), iterates(W)
FROM_S = (*CHAIN, LAW, *START)
BELLMAN = (
    every_state(x, Equal(T(0, x), v(x))),
    ForAll(
        n, 0, every_state(x, Equal(T(n + 1, x), r(x) + gamma * over_states(P(x, y) * T(n, y), y)))
    ),
)
#: the weights are bounded, as are rewards and values
WEIGHTS = Bounded(a(i), i, 0), Bounded(b(i), i, 0)
WITHIN = within(r(x)), within(v(x))

sampled = gamma**i * mean(i, a(i) * r(x) + b(i) * v(x))
rewards_applied, values_applied = a(i) * gamma**i * U(i, s), b(i) * gamma**i * W(i, s)
applied = rewards_applied + values_applied
n_step_return = series(gamma**i * mean(i, r(x)), i, 0, n - 1) + gamma**n * mean(n, v(x))

#: what is expected of the TD errors, and what the matrix makes of their means
error_sum = series(
    h(i) * gamma**i * (mean(i, r(x)) + gamma * mean(i + 1, v(x)) - mean(i, v(x))), i, 0, n - 1
)
error_there = U(i, s) + gamma * W(i + 1, s) - W(i, s)

CLAIM.reading(
    prose(
        "The states are {} to {}; {} is the probability to go from {x} to {y}, and {} that of "
        "being in {x} after {i} steps from {s}. Rewards {r_x} and values {v_x} belong to states; "
        "{} and {} are what the {i}-th power of the matrix makes of them, and {} is what {n} "
        "Bellman updates make of the values. What is expected of a function of the state at "
        "time {i} is its sum over that law, and what is expected of a sum along the path is the "
        "sum of what is expected of its terms. Of a reward only its mean in each state counts. "
        "The noise is the estimate less its operator at the state where it starts; that it has "
        "the mean zero is an equation between expected values.",
        Integer(0),
        m,
        P(x, y),
        p(i, x),
        U(i, x),
        W(i, x),
        T(n, x),
    )
)
CLAIM.idea(
    "The law of the state goes forward along the path, and an operator goes backward from what "
    "comes later. Both add up the same products of transition probabilities, so that what is "
    "expected of each reward and each value is a power of the matrix, applied to the vector, at "
    "the state where the path starts. A linear combination of them is the operator with the same "
    "weights."
)


# -- one value, one reward ----------------------------------------------------------------------


@CLAIM.lemma(
    prose(
        "From {s}, what is expected of the value after {i} steps is {}, the {i}-th power of the "
        "matrix applied to the values.",
        W(i, s),
    ),
    given=(*FROM_S, *VALUES),
    says=ForAll(i, 0, Equal(mean(i, v(x)), W(i, s))),
)
def expected_values() -> Theorem:
    """The law forward, the matrix backward."""
    ctx = given(*FROM_S, *VALUES, AtMost(0, i))
    now = mean(i, v(x))
    inner, _ = summand(ctx, now)
    first = symmetry(state(inner, fact(ctx, VALUES[0]), x))
    step = (
        Chain(ctx, now)
        .to(mean(i, W(0, x)), each_term(ctx, now, p(i, x) * W(0, x), first))
        .to(W(i, s), specialise(ctx, seen_from_the_start(W), i))
        .qed()
    )
    return generalise(ctx, step, i, 0)


@cache
def expected_rewards() -> Theorem:
    """The same, of another vector."""
    other = instantiate_sequence(given(), expected_values(), v, (x,), r(x))
    return instantiate_sequence(given(), other, W, (i, x), U(i, x))


# -- linear estimates ---------------------------------------------------------------------------

ESTIMATE = (*FROM_S, *REWARDS, *VALUES)


@CLAIM.lemma(
    prose("So what is expected of one term of an estimate is one term of an operator."),
    given=ESTIMATE,
    says=ForAll(i, 0, Equal(sampled, applied)),
)
def one_term() -> Theorem:
    """Linearity, for a reward and a value at the same time."""
    ctx = given(*ESTIMATE, AtMost(0, i))
    both_parts = linearity(
        ctx, mean(i, a(i) * r(x) + b(i) * v(x)), (a(i), p(i, x) * r(x)), (b(i), p(i, x) * v(x))
    )
    step = (
        Chain(ctx, sampled)
        .to(gamma**i * (a(i) * mean(i, r(x)) + b(i) * mean(i, v(x))), both_parts)
        .to(applied, specialise(ctx, expected_rewards(), i), specialise(ctx, expected_values(), i))
        .qed()
    )
    return generalise(ctx, step, i, 0)


@CLAIM.proves(
    prose(
        "What is expected of a linear combination of the first {n} rewards and values is the "
        "operator with the same weights, at the state {s} where the path starts; the noise has the "
        "mean zero."
    ),
    given=ESTIMATE,
    says=ForAll(n, 0, Equal(series(sampled, i, 0, n - 1), series(applied, i, 0, n - 1))),
)
def finite_estimates() -> Theorem:
    """Term by term."""
    ctx = given(*ESTIMATE)
    total = series(sampled, i, 0, n - 1)
    inner, _ = summand(ctx, total)
    each = each_term(ctx, total, applied, specialise(inner, one_term(), i))
    return generalise(ctx, Chain(ctx, total).to(series(applied, i, 0, n - 1), each).qed(), n, 0)


def bounded_powers(*more: Statement) -> Context:
    """The context in which powers of the matrix, applied to rewards and values, are bounded."""
    ctx = given(*DISCOUNT, *WITHIN, *ESTIMATE, *more)
    found = []
    for first, w, f in ((REWARDS[0], U, r), (VALUES[0], W, v)):
        one = ctx.also(AtMost(0, x), AtMost(x, m))
        small = (
            Chain(one, Abs(w(0, x)))
            .to(Abs(f(x)), state(one, fact(ctx, first), x))
            .by(state(one, fact(ctx, within(f(x))), x))
            .qed()
        )
        start = generalise(ctx, small, x, 0, m)
        own = ctx.also(start)
        every = cut(start, bounded_iterates(w))
        here = generalise(own, state(own.also(AtMost(0, i)), every, i, s), i, 0)
        found.append(recall(ctx.also(here), Bounded(w(i, s), i, 0)))
    return ctx.also(*found)


@CLAIM.proves(
    prose(
        "So it is of infinitely many rewards and values, if the weights {a_i} and {b_i} are "
        "bounded and {B} bounds rewards and values: the operator is sample-realizable with these "
        "weights."
    ),
    given=(*DISCOUNT, *WEIGHTS, *WITHIN, *ESTIMATE),
    says=Equal(
        series(sampled, i, 0),
        series(rewards_applied, i, 0) + series(values_applied, i, 0),
    ),
)
def infinite_estimates() -> Theorem:
    """Both series converge, as powers of a stochastic matrix keep to the bound."""
    ctx = bounded_powers(*WEIGHTS)
    total = series(sampled, i, 0)
    inner, _ = summand(ctx, total)
    ctx = ctx.also(like(ctx, one_term(), recall(ctx, Converges(applied, i, 0))))
    each = each_term(ctx, total, applied, specialise(inner, one_term(), i))
    both_series = linearity(
        ctx,
        series(applied, i, 0),
        (1, rewards_applied),
        (1, values_applied),
    )
    return (
        Chain(ctx, total)
        .to(series(applied, i, 0), each)
        .to(series(rewards_applied, i, 0) + series(values_applied, i, 0), both_series)
        .qed()
    )


@CLAIM.proves(
    prose(
        "The estimate with the weights {h_i} on the first {n} TD errors has the operator with the "
        "same weights on the powers of the matrix, applied to what is expected of a TD error."
    ),
    given=ESTIMATE,
    says=ForAll(
        n, 0, Equal(v(s) + error_sum, v(s) + series(h(i) * gamma**i * error_there, i, 0, n - 1))
    ),
)
def td_errors() -> Theorem:
    """A TD error is a reward, and two values."""
    ctx = given(*ESTIMATE)
    inner, _ = summand(ctx, error_sum)
    each = each_term(
        ctx,
        error_sum,
        h(i) * gamma**i * error_there,
        specialise(inner, expected_rewards(), i),
        specialise(inner, expected_values(), i + 1),
        specialise(inner, expected_values(), i),
    )
    there = series(h(i) * gamma**i * error_there, i, 0, n - 1)
    step = Chain(ctx, v(s) + error_sum).to(v(s) + there, each)
    return generalise(ctx, step.qed(), n, 0)


# -- n-step returns, and what is combined of them -----------------------------------------------


def after(time: Expr, place: Expr) -> Expr:
    """What n Bellman updates make of the values."""
    return series(gamma**i * U(i, place), i, 0, time - 1) + gamma**time * W(time, place)


@CLAIM.lemma(
    prose("{n} Bellman updates of the values give {} in the state {x}.", after(n, x)),
    given=(*CHAIN, *REWARDS, *VALUES, *BELLMAN),
    says=ForAll(n, 0, every_state(x, Equal(T(n, x), after(n, x)))),
)
def bellman_updates() -> Theorem:
    """One more update is the reward, and what was there before, one step on."""
    claim = every_state(x, Equal(T(n, x), after(n, x)))
    ctx = given(*REWARDS, *VALUES, *BELLMAN, AtMost(0, x), AtMost(x, m))
    none = series(gamma**i * U(i, x), i, 0, -1)
    base = (
        Chain(ctx, T(0, x))
        .to(v(x), state(ctx, fact(ctx, BELLMAN[0]), x))
        .to(W(0, x), state(ctx, fact(ctx, VALUES[0]), x))
        .to(after(Integer(0), x), empty(ctx, none))
        .qed()
    )
    ctx = given(*REWARDS, *VALUES, *BELLMAN, AtMost(0, n), claim, AtMost(0, x), AtMost(x, m))
    earlier = over_states(P(x, y) * T(n, y), y)
    inner, _ = summand(ctx, earlier)
    sums = series(P(x, y) * gamma**i * U(i, y), i, 0, n - 1)
    known = each_term(
        ctx,
        earlier,
        sums + P(x, y) * gamma**n * W(n, y),
        state(inner, fact(ctx, claim), y),
        linearity(inner, sums, (P(x, y), gamma**i * U(i, y))),
    )
    apart = linearity(
        ctx,
        over_states(sums + P(x, y) * gamma**n * W(n, y), y),
        (1, sums),
        (gamma**n, P(x, y) * W(n, y)),
    )
    columns = exchange_finite(ctx, over_states(sums, y))
    by_time = series(over_states(P(x, y) * gamma**i * U(i, y), y), i, 0, n - 1)
    one, body = summand(ctx, by_time)
    later = each_term(
        ctx,
        by_time,
        gamma**i * U(i + 1, x),
        linearity(one, body, (gamma**i, P(x, y) * U(i, y))),
        state(one, fact(ctx, REWARDS[1]), i, x),
    )
    whole = series(gamma**i * U(i, x), i, 0, n)
    rest = series(gamma**i * U(i, x), i, 1, n)
    scaled = series(gamma ** (i + 1) * U(i + 1, x), i, 0, n - 1)
    step = (
        Chain(ctx, T(n + 1, x))
        .to(r(x) + gamma * earlier, state(ctx, fact(ctx, BELLMAN[1]), n, x))
        .to(
            r(x) + gamma * (by_time + gamma**n * W(n + 1, x)),
            known,
            apart,
            columns,
            state(ctx, fact(ctx, VALUES[1]), n, x),
        )
        .to(
            U(0, x) + scaled + gamma ** (n + 1) * W(n + 1, x),
            later,
            linearity(ctx, scaled, (gamma, gamma**i * U(i + 1, x))),
            state(ctx, fact(ctx, REWARDS[0]), x),
        )
        .to(U(0, x) + rest + gamma ** (n + 1) * W(n + 1, x), shift(ctx, rest, 1))
        .to(after(n + 1, x), peel_first(ctx, whole))
        .qed()
    )
    return induction(given(), generalise(ctx, base, x, 0, m), generalise(ctx, step, x, 0, m), n, 0)


@CLAIM.proves(
    prose(
        "What is expected of the {n}-step return is {}: {n} Bellman updates of the values, at the "
        "state where the path starts.",
        T(n, s),
    ),
    given=(*ESTIMATE, *BELLMAN),
    says=ForAll(n, 0, Equal(n_step_return, T(n, s))),
)
def n_step_returns() -> Theorem:
    """Reward by reward, and the value at the end."""
    ctx = given(*ESTIMATE, *BELLMAN, AtMost(0, n))
    total = series(gamma**i * mean(i, r(x)), i, 0, n - 1)
    inner, _ = summand(ctx, total)
    each = each_term(ctx, total, gamma**i * U(i, s), specialise(inner, expected_rewards(), i))
    step = (
        Chain(ctx, n_step_return)
        .to(after(n, s), each, specialise(ctx, expected_values(), n))
        .to(T(n, s), state(ctx, bellman_updates(), n, s))
        .qed()
    )
    return generalise(ctx, step, n, 0)


@CLAIM.proves(
    prose(
        "So an estimate that combines {n}-step returns, as a convex return does with the weights "
        "{c_n}, has the operator that combines the powers of the Bellman operator with the same "
        "weights: the sums of the first {N} are equal for every {N}, and so are their limits."
    ),
    given=(*ESTIMATE, *BELLMAN),
    says=ForAll(
        N, 1, Equal(series(c(n) * n_step_return, n, 1, N), series(c(n) * T(n, s), n, 1, N))
    ),
)
def combined_returns() -> Theorem:
    """Return by return."""
    ctx = given(*ESTIMATE, *BELLMAN)
    total = series(c(n) * n_step_return, n, 1, N)
    inner, _ = summand(ctx, total)
    one = specialise(inner, n_step_returns(), n)
    each = each_term(ctx, total, c(n) * T(n, s), one)
    return generalise(ctx, Chain(ctx, total).by(each).qed(), N, 1)


# -- evidence -------------------------------------------------------------------------------------


@CLAIM.evidence(lambda: draw.mrps_with_values(max_states=3), lambda: draw.finite_returns(4))
def on_all_paths(drawn: tuple[MRP, Vector], ret: WeightedReturn) -> bool:
    """The mean of the target over all paths, one by one, and the operator as a matrix."""
    mrp, estimates = drawn
    h = ret.eligibilities(len(ret.weights))

    def target(path: Trajectory) -> Fraction:
        return return_from_eligibilities(path, estimates, mrp.gamma, 0, h)

    operator = mrp.operator(ret, estimates)
    return all(expected(mrp, s, len(h), target) == operator[s] for s in range(mrp.size))
