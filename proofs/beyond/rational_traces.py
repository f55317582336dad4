"""rational-traces: a recursion for the eligibility traces of every rational return.

Paper: beyond it, for every linear return [6].

With the value function held fixed, the trace of a state in a return with the eligibilities h is
e_t = sum_i h_i gamma^i x_{t-i}, where x_t = 1 if the state is visited at time t and 0 otherwise.
If h(z) = a(z)/b(z) with b_0 = 1, that is b(z) h(z) = a(z), then

    e_t = sum_k a_k gamma^k x_{t-k} - sum_{k>=1} b_k gamma^k e_{t-k},

and from polynomials of degree K only the last K visits and traces have to be remembered.  No other
return has such a recursion: it can be read off the traces of a state that is visited once.
"""

from proofs.lemmas.trace_recursions import (
    AFTER,
    DEGREE,
    MONIC,
    ONE_VISIT,
    RATIONAL,
    TRACES,
    K,
    a,
    b,
    d,
    e,
    f,
    faded,
    former,
    once,
    product,
    stops,
    t,
    visits,
    x,
)
from proofs.notation import DISCOUNT, N, alpha, gamma, h, i, j, k
from proofs.vocabulary import *

CLAIM = Claim(__name__)

CLAIM.reading(
    prose(
        "The trace {e_t} of a state is what its visits up to time {t} make its value move by, for "
        "each unit of the TD error at that time, with the value function and the step size held "
        "fixed; {x_t} is one if the state is visited at time {t} and zero otherwise. A return is "
        "rational if the power series with the coefficients {b_k} times that of its eligibilities "
        "{h_i} is the one with the coefficients {a_k}, and both are polynomials."
    )
)
CLAIM.idea(
    "Each visit enters the traces with all eligibilities, one after the other. Adding up former "
    "traces with the coefficients of the denominator multiplies the two power series, so that each "
    "visit is left with the coefficients of the numerator, of which there are finitely many."
)


# -- the recursion --------------------------------------------------------------------------------


@CLAIM.lemma(
    prose(
        "Former traces, with the coefficients {b_k}, are visits with the coefficients of the "
        "product of the two power series."
    ),
    given=(*DISCOUNT, TRACES),
    says=ForAll(
        t,
        0,
        Equal(
            former(t, 0),
            series(series(b(k) * h(j - k), k, 0, j) * gamma**j * x(t - j), j, 0, t),
        ),
    ),
)
def multiplied() -> Theorem:
    """Former traces and former visits form a triangle, which is summed by rows and by columns."""
    ctx = given(*DISCOUNT, TRACES, AtMost(0, t))
    pair = b(k) * h(j - k) * gamma**j * x(t - j)
    by_visit, by_trace = series(pair, k, 0, j), series(pair, j, k, t)
    start, end = former(t, 0), series(by_visit, j, 0, t)
    one_trace, _ = summand(ctx, start)
    later = series(b(k) * h(i) * gamma ** (i + k) * x(t - k - i), i, 0, t - k)
    traced = each_term(
        ctx,
        series(by_trace, k, 0, t),
        b(k) * gamma**k * e(t - k),
        shift(one_trace, by_trace, k),
        linearity(one_trace, later, (b(k) * gamma**k, h(i) * gamma**i * x(t - k - i))),
        specialise(one_trace, fact(ctx, TRACES), t - k),
    )
    one_visit, _ = summand(ctx, end)
    pulled = linearity(one_visit, by_visit, (gamma**j * x(t - j), b(k) * h(j - k)))
    step = (
        Chain(ctx, start)
        .to(series(by_trace, k, 0, t), traced)
        .to(end, exchange(ctx, end))
        .by(termwise(ctx, end, Chain(one_visit, by_visit).by(pulled).qed()))
        .qed()
    )
    return generalise(ctx, step, t, 0)


RECURSION = ForAll(t, 0, Equal(e(t), visits(t) - former(t)))


@CLAIM.lemma(
    prose("So the recursion has the coefficients {a_k} and {b_k}."),
    given=(*DISCOUNT, TRACES, MONIC, RATIONAL),
    says=RECURSION,
)
def recursion() -> Theorem:
    """The newest trace has the coefficient one."""
    ctx = given(*DISCOUNT, TRACES, MONIC, RATIONAL, AtMost(0, t))
    whole, products = former(t, 0), series(product.subs(i, j) * gamma**j * x(t - j), j, 0, t)
    inner, _ = summand(ctx, products)
    known = each_term(
        ctx, products, a(j) * gamma**j * x(t - j), specialise(inner, fact(ctx, RATIONAL), j)
    )
    all_visits = (
        Chain(ctx, whole).to(products, specialise(ctx, multiplied(), t)).to(visits(t), known)
    )
    first = peel_first(ctx, whole)
    newest = Chain(ctx, whole).to(e(t) + former(t), first, fact(ctx, MONIC)).qed()
    step = linear_combination(ctx, e(t), visits(t) - former(t), (-1, newest), (1, all_visits.qed()))
    return generalise(ctx, step, t, 0)


@CLAIM.adds(
    prose(
        "The traces of a rational return obey a recursion: if {a_k} and {b_k} are zero for all {k} "
        "above {K}, each trace is a combination of the last {K} traces and of the visits in as "
        "many steps."
    ),
    given=(*DISCOUNT, TRACES, MONIC, RATIONAL, *DEGREE),
    says=ForAll(t, K, Equal(e(t), visits(K) - former(K))),
)
def finitely_many() -> Theorem:
    """The sums end with the polynomials."""
    ctx = given(*DISCOUNT, TRACES, MONIC, RATIONAL, *DEGREE, AtMost(K, t))
    step = (
        Chain(ctx, e(t))
        .to(visits(t) - former(t), specialise(ctx, recursion(), t))
        .to(
            visits(K) - former(K),
            stops(ctx, visits(t), K, DEGREE[1]),
            stops(ctx, former(t), K, DEGREE[2]),
        )
        .qed()
    )
    return generalise(ctx, step, t, K)


# -- no other return ------------------------------------------------------------------------------


@CLAIM.adds(
    "The traces of a state that is visited once, at the beginning, are the eligibilities, "
    "discounted.",
    given=(*DISCOUNT, TRACES, *ONE_VISIT),
    says=AFTER,
)
def after_one_visit() -> Theorem:
    """No other visit adds anything."""
    ctx = given(*DISCOUNT, TRACES, *ONE_VISIT, AtMost(0, t))
    single = instantiate_sequence(ctx, once(), f, (j,), h(j))
    trace = (
        Chain(ctx, e(t))
        .to(faded(t), specialise(ctx, fact(ctx, TRACES), t))
        .to(h(t) * gamma**t, specialise(ctx, single, t))
        .qed()
    )
    return generalise(ctx, Chain(ctx, h(t)).to(e(t) / gamma**t, trace).qed(), t, 0)


#: the recursion for such a state, at every time
AT_ONCE = ForAll(t, 0, Equal(a(t), (e(t) + former(t)) / gamma**t))


@CLAIM.adds(
    prose(
        "No other return has such a recursion: if the traces of a state that is visited once obey "
        "it with the coefficients {a_k} and {b_k}, whether or not they end, then the power series "
        "of the eligibilities is the quotient of those."
    ),
    given=(*DISCOUNT, MONIC, AFTER, AT_ONCE),
    says=RATIONAL,
)
def no_other() -> Theorem:
    """Each time shows one coefficient of the product."""
    ctx = given(*DISCOUNT, MONIC, AFTER, AT_ONCE, AtMost(0, i))
    inner, _ = summand(ctx, product)
    term = b(k) * gamma**k * e(i - k)
    whole = former(i, 0).subs(t, i)
    seen = each_term(ctx, product, term / gamma**i, specialise(inner, fact(ctx, AFTER), i - k))
    pulled = linearity(ctx, series(term / gamma**i, k, 0, i), (1 / gamma**i, term))
    step = (
        Chain(ctx, product)
        .to(whole / gamma**i, seen, pulled)
        .to(
            (e(i) + former(i).subs(t, i)) / gamma**i,
            peel_first(ctx, whole),
            fact(ctx, MONIC),
        )
        .to(a(i), specialise(ctx, fact(ctx, AT_ONCE), i))
        .qed()
    )
    return generalise(ctx, step, i, 0)


# -- forward and backward -------------------------------------------------------------------------

backward = series(alpha * d(t) * e(t), t, 0, N - 1)
forward = series(x(k) * alpha * series(h(i) * gamma**i * d(k + i), i, 0, N - 1 - k), k, 0, N - 1)


@cache
def turned_round() -> Theorem:
    """A finite sum from its end to its beginning."""
    whole, turned = series(f(k), k, 0, j), series(f(j - i), i, 0, j)
    claim = Equal(turned, whole)
    ctx = given()
    base = (
        Chain(ctx, turned.subs(j, 0))
        .to(f(0), peel_last(ctx, turned.subs(j, 0)), empty(ctx, series(f(-i), i, 0, -1)))
        .to(whole.subs(j, 0), peel_last(ctx, whole.subs(j, 0)), empty(ctx, series(f(k), k, 0, -1)))
        .qed()
    )
    ctx = given(AtMost(0, j), claim)
    longer = turned.subs(j, j + 1)
    rest = series(f(j + 1 - i), i, 1, j + 1)
    step = (
        Chain(ctx, longer)
        .to(f(j + 1) + rest, peel_first(ctx, longer))
        .to(f(j + 1) + turned, shift(ctx, rest, 1))
        .to(whole.subs(j, j + 1), ctx.facts[-1], peel_last(ctx, whole.subs(j, j + 1)))
        .qed()
    )
    return induction(given(), base, step, j, 0)


@CLAIM.adds(
    prose(
        "Whatever the eligibilities, the traces make the same total update over {N} steps as the "
        "forward view, in which every visit moves the value by all later TD errors.",
    ),
    given=(*DISCOUNT, TRACES),
    says=ForAll(N, 0, Equal(backward, forward)),
)
def same_updates() -> Theorem:
    """A triangle of visits and later errors, by rows and by columns."""
    ctx = given(*DISCOUNT, TRACES)
    pair = alpha * d(t) * h(t - k) * gamma ** (t - k) * x(k)
    by_error, by_visit = series(pair, k, 0, t), series(pair, t, k, N - 1)
    one_error, _ = summand(ctx, backward)
    one_visit, update = summand(ctx, forward)
    seen = series(h(t - k) * gamma ** (t - k) * x(k), k, 0, t)
    order = instantiate_sequence(
        one_error, turned_round(), f, (k,), h(t - k) * gamma ** (t - k) * x(k)
    )
    turned = (
        Chain(one_error, e(t))
        .to(faded(t), specialise(one_error, fact(ctx, TRACES), t))
        .to(seen, specialise(one_error, order, t))
        .qed()
    )
    traced = each_term(
        ctx,
        backward,
        by_error,
        turned,
        linearity(one_error, by_error, (alpha * d(t), h(t - k) * gamma ** (t - k) * x(k))),
    )
    later = series(alpha * d(k + i) * h(i) * gamma**i * x(k), i, 0, N - 1 - k)
    credited = each_term(
        ctx,
        series(by_visit, k, 0, N - 1),
        update,
        shift(one_visit, by_visit, k),
        linearity(one_visit, later, (x(k) * alpha, h(i) * gamma**i * d(k + i))),
    )
    step = (
        Chain(ctx, backward)
        .to(series(by_error, t, 0, N - 1), traced)
        .to(series(by_visit, k, 0, N - 1), exchange(ctx, series(by_error, t, 0, N - 1)))
        .to(forward, credited)
        .qed()
    )
    return generalise(given(), step, N, 0)


# -- evidence -------------------------------------------------------------------------------------


@CLAIM.evidence(
    draw.trajectories,
    draw.discounts,
    lambda: draw.finite_returns(3),
    lambda: draw.finite_returns(3),
)
def on_drawn_trajectories(
    drawn: tuple[Trajectory, Vector],
    discount: Fraction,
    numerator: WeightedReturn,
    denominator: WeightedReturn,
) -> bool:
    """Traces with all eligibilities, by long division, and by the recursion with the last few."""
    path, _ = drawn
    above, below = ([Fraction(w) for w in ret.weights] for ret in (numerator, denominator))
    below = [Fraction(1), *below]
    times = range(len(path.states))
    eligibilities: list[Fraction] = []
    for n in times:
        former = sum(
            (below[k] * eligibilities[n - k] for k in range(1, min(n, len(below) - 1) + 1)),
            Fraction(0),
        )
        eligibilities.append((above[n] if n < len(above) else Fraction(0)) - former)
    visited = [Fraction(int(s == path.states[0])) for s in path.states]
    traces: list[Fraction] = []
    for n in times:
        added = sum(
            (above[k] * discount**k * visited[n - k] for k in range(min(n + 1, len(above)))),
            Fraction(0),
        )
        back = sum(
            (below[k] * discount**k * traces[n - k] for k in range(1, min(n, len(below) - 1) + 1)),
            Fraction(0),
        )
        traces.append(added - back)
    return all(
        traces[n]
        == sum((eligibilities[i] * discount**i * visited[n - i] for i in range(n + 1)), Fraction(0))
        for n in times
    )
