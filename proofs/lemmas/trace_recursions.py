"""The eligibility traces of a state, and recursions that they may obey.

With the value function held fixed, the trace of a state in a return with the eligibilities h is
e_t = sum_i h_i gamma^i x_{t-i}, where x_t = 1 if the state is visited at time t and 0 otherwise.
A recursion comes back to former traces with the coefficients b_k, and adds visits with the a_k.
"""

from proofs.notation import gamma, h, i, j, k
from proofs.vocabulary import *

t, K = index("t"), index("K")
a, b = sequence("a"), sequence("b")
#: the trace of a state, its visits, and the TD errors
e, x, d = sequence("e"), sequence("x"), sequence("d")


def faded(time: Expr, var: Expr = i) -> Expr:
    """All visits up to a time, each with its eligibility."""
    return series(h(var) * gamma**var * x(time - var), var, 0, time)


TRACES = ForAll(t, 0, Equal(e(t), faded(t)))
product = series(b(k) * h(i - k), k, 0, i)
#: b(z) h(z) = a(z)
RATIONAL = ForAll(i, 0, Equal(product, a(i)))
MONIC = Equal(b(0), 1)
#: a and b are polynomials of degree at most K
DEGREE = (
    AtMost(0, K),
    ForAll(k, K + 1, Equal(a(k), 0)),
    ForAll(k, K + 1, Equal(b(k), 0)),
)
#: one visit, at time 0
ONE_VISIT = (Equal(x(0), 1), ForAll(t, 1, Equal(x(t), 0)))


def visits(last: Expr) -> Expr:
    """The visits that the recursion adds."""
    return series(a(k) * gamma**k * x(t - k), k, 0, last)


def former(last: Expr, first: int = 1) -> Expr:
    """The traces that it comes back to."""
    return series(b(k) * gamma**k * e(t - k), k, first, last)


#: so the eligibilities can be read off
AFTER = ForAll(t, 0, Equal(h(t), e(t) / gamma**t))


def stops(ctx: Context, total: Expr, last: Expr, known: Statement) -> Theorem:
    """A sum ends where its coefficients do."""
    part = open_sum(total)
    after = part._replace(lo=last + 1).close()
    inner, _ = summand(ctx, after)
    none = each_term(ctx, after, 0, specialise(inner, fact(ctx, known), k))
    nothing = open_sum(after)._replace(body=Integer(0)).close()
    rest = Chain(ctx, after).to(nothing, none).to(0, zeros(ctx, nothing)).qed()
    until = part._replace(hi=last).close()
    return Chain(ctx, total).to(until + after, split(ctx, total, last)).to(until, rest).qed()


f = sequence("f")


@cache
def once() -> Theorem:
    """Of a state that is visited at time 0 alone only one coefficient is left."""
    ctx = given(*ONE_VISIT, AtMost(0, t))
    whole = series(f(j) * gamma**j * x(t - j), j, 0, t)
    rest = series(f(j) * gamma**j * x(t - j), j, 0, t - 1)
    inner, _ = summand(ctx, rest)
    none = each_term(ctx, rest, 0, specialise(inner, fact(ctx, ONE_VISIT[1]), t - j))
    nothing = series(0, j, 0, t - 1)
    gone = Chain(ctx, rest).to(nothing, none).to(0, zeros(ctx, nothing)).qed()
    step = (
        Chain(ctx, whole)
        .to(rest + f(t) * gamma**t, peel_last(ctx, whole), fact(ctx, ONE_VISIT[0]))
        .to(f(t) * gamma**t, gone)
        .qed()
    )
    return generalise(ctx, step, t, 0)
