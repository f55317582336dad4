"""Herglotz's theorem, as far as it is needed: a bound on the circle carries over to covariances.

If the real part of f(z) = h_0 - sum c_n z^n is at least e at every rational angle of |z| = gamma,
and rho is positive definite, then e rho_0 <= h_0 rho_0 - sum c_n gamma^n rho_n.  For every m,
Fejer's argument bounds m times what may be missing by a constant that does not depend on m.
"""

from proofs.beyond.certificate_soundness import (
    at_lag,
    b,
    beyond,
    filtered,
    weighed,
    with_covariances,
    y,
)
from proofs.lemmas.cosine_sums import SOME, a, angle, x
from proofs.lemmas.fejer import COVARIANCES, against_covariances, rho
from proofs.notation import c, gamma, h, j, k, m, n
from proofs.paper import linear_contraction
from proofs.vocabulary import *

e = real("epsilon")
#: the real part of f at gamma times j/k of a turn
real_part = h(0) - series(c(n) * gamma**n * CosTurn(j * n, k), n, 1)
ABOVE = ForAll(k, 1, ForAll(j, 0, AtMost(e, real_part)))

weight = c(n) * gamma**n
#: the terms of the filter below m, at the angle l of 2m
cosines_below = series(weight * CosTurn(angle * n, 2 * m), n, 1, m - 1)
deficit = e * rho(0) - filtered
slack = 2 * n * Abs(c(n)) * gamma**n * rho(0)
reach = series(slack, n, 1)


# -- a truncated filter on 2m angles ---------------------------------------------------------------


def tail_of_cosines(ctx: Context) -> Theorem:
    """-sum_{n>=m} c_n gamma^n cos(n theta) <= sum_{n>=m} |c_n| gamma^n."""
    cosine = CosTurn(angle * n, 2 * m)
    total = series(-weight * cosine, n, m)
    inner, body = summand(ctx, total)
    small = size_at_most(inner, cosine, 1)
    term = scale(
        inner, instantiate(inner.also(small), weighed(), {x: -c(n), y: cosine, b: 1}), gamma**n
    )
    pulled = linearity(ctx, total, (-1, weight * cosine))
    bound = Chain(inner, body).by(term, Abs(c(n)) * gamma**n).qed()
    return (
        Chain(ctx, -series(weight * cosine, n, m))
        .to(total, pulled)
        .by(sum_order(ctx, total, bound))
        .qed()
    )


@cache
def truncated() -> Theorem:
    """The first m - 1 terms of the filter, raised by the size of the others, are not below e."""
    ctx = linear_contraction.ground().also(ABOVE, SOME)
    inner = ctx.also(AtMost(0, angle))
    above = specialise(inner, specialise(inner, fact(inner, ABOVE), 2 * m), angle)
    cosines = weight * CosTurn(angle * n, 2 * m)
    whole = series(cosines, n, 1)
    rest = series(cosines, n, m)
    bound = (
        Chain(inner, 0)
        .by(above, h(0) - e - whole)
        .to(h(0) - e - cosines_below - rest, split(inner, whole, m - 1))
        .by(tail_of_cosines(inner), h(0) - e + beyond - cosines_below)
        .qed()
    )
    return generalise(ctx, bound, angle, 0)


# -- from 2m angles to the whole filter ------------------------------------------------------------


def with_largest(ctx: Context) -> Context:
    """The context inside a sum over n, with c_n rho_n <= |c_n| rho_0, which is not negative."""
    ctx = ctx.also(at_lag(ctx, c(n)), covariance_bound(ctx, fact(ctx, COVARIANCES), n))
    return ctx.also(scale(ctx, recall(ctx, AtMost(0, rho(0))), Abs(c(n))))


def head(ctx: Context) -> Theorem:
    """sum_{n<m} n c_n gamma^n rho_n, against the beginning of the reach."""
    total = series(n * weight * rho(n), n, 1, m - 1)
    inner, _ = summand(ctx, total)
    inner = with_largest(inner)
    term = recall(inner, AtMost(c(n) * rho(n), 2 * Abs(c(n)) * rho(0)))
    return sum_order(ctx, total, scale(inner, term, n * gamma**n))


def tail(ctx: Context) -> Theorem:
    """m rho_0 sum_{n>=m} |c_n| gamma^n + m sum_{n>=m} c_n gamma^n rho_n, against its end."""
    parts = ((m * rho(0), Abs(c(n)) * gamma**n), (m, weight * rho(n)))
    total = series(sum(w * t for w, t in parts), n, m)
    inner, body = summand(ctx, total)
    inner = with_largest(inner)
    term = recall(inner, AtMost(Abs(c(n)) * rho(0) + c(n) * rho(n), 2 * Abs(c(n)) * rho(0)))
    later = scale(inner, recall(inner, AtMost(m, n)), 2 * Abs(c(n)) * rho(0) * gamma**n)
    grown = Chain(inner, body).by(scale(inner, term, m * gamma**n)).by(later, slack).qed()
    bound = sum_order(ctx, total, grown)
    pulled = linearity(ctx, total, *parts)
    return (
        Chain(ctx, m * rho(0) * beyond + m * series(weight * rho(n), n, m))
        .to(total, pulled)
        .by(bound, series(slack, n, m))
        .qed()
    )


@cache
def at_every_size() -> Theorem:
    """m times what is missing stays below a constant, for every m >= 1."""
    ctx = with_covariances(linear_contraction.ground().also(ABOVE))
    inner = ctx.also(SOME)
    sampled = instantiate_sequence(inner, against_covariances(), a, (n,), weight)
    finite = instantiate(inner.also(truncated()), sampled, {x: h(0) - e + beyond})
    start, rest = series(weight * rho(n), n, 1, m - 1), series(weight * rho(n), n, m)
    climbing = series(n * weight * rho(n), n, 1, m - 1)
    weighted = series((m - n) * weight * rho(n), n, 1, m - 1)
    apart = linearity(inner, weighted, (m, weight * rho(n)), (-1, n * weight * rho(n)))
    first, last = (series(slack, n, lo, hi) for lo, hi in ((1, m - 1), (m, oo)))
    bound = (
        Chain(inner, m * deficit)
        .to(
            m * (e - h(0)) * rho(0) + m * start + m * rest,
            split(inner, series(weight * rho(n), n, 1), m - 1),
        )
        .by(finite, m * rho(0) * beyond + m * start - weighted + m * rest)
        .to(m * rho(0) * beyond + climbing + m * rest, apart)
        .by(head(inner), m * rho(0) * beyond + first + m * rest)
        .by(tail(inner), first + last)
        .to(reach, split(inner, reach, m - 1))
        .qed()
    )
    return generalise(ctx, bound, m, 1)


@cache
def carries_over() -> Theorem:
    """A positive number does not stay below a constant when multiplied by m, however large m is."""
    ctx = with_covariances(linear_contraction.ground().also(ABOVE))
    missing, enough = ctx.also(Less(0, deficit)), ctx.also(AtMost(deficit, 0))
    inner = missing.also(SOME)
    size = recall(inner, Equal(Abs(deficit), deficit))
    step = specialise(inner, at_every_size(), m)
    bound = Chain(inner, Abs(deficit) * m).to(m * deficit, size).by(step).qed()
    rising = generalise(given(), recall(given(SOME), AtMost(m, m + 1)), m, 1)
    vanishing = outgrown(
        missing, generalise(missing, bound, m, 1), rising, multiples(given(), 1, m, 1)
    )
    none = unique_limit(missing, limit(missing, deficit, m), vanishing)
    after_all = Chain(missing, e * rho(0)).combine(filtered, (1, none)).at_most(filtered).qed()
    at_once = recall(enough, AtMost(e * rho(0), filtered))
    return cases(ctx, after_all, at_once, 0, deficit)
