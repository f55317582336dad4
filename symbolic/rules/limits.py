"""Rules of limits."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Add, Expr, Integer, Mul, Pow, Sum, Symbol, oo

from symbolic.conditions import own_convergence
from symbolic.growth import decays, matches_shift, renamed, slope
from symbolic.kernel import Context, Mint, Theorem, rule
from symbolic.ring import canonical, order_key
from symbolic.rules.equality import term
from symbolic.rules.sums import opened
from symbolic.statements import (
    AtMost,
    Bounded,
    Converges,
    Equal,
    ForAll,
    Less,
    Not,
    NotEqual,
    Relation,
    Summable,
    TendsTo,
)
from symbolic.terms import IfLess, open_sum, series, substitute


@rule("limit")
def limit(mint: Mint, ctx: Context, body: Any, var: Symbol) -> Theorem:
    """The limit of a term, by its form.

    constants                             decaying terms (see symbolic.growth) tend to 0
    f(n+k) -> l      from f(n) -> l       sums, products, quotients (limit nonzero), |.|
    sum_{lo..n+k} f -> sum_{lo..oo} f     conditionals that are settled for large n
    -----------------------------------------------------------------------------------
    ctx |- t(n) -> l
    """
    whole = term(body)
    facts = tuple(f.statement for f in ctx.facts)
    value = _value(mint, ctx, *renamed(whole, var, facts))
    return mint.conclude(ctx, TendsTo(whole, var, value), reason="limits")


def _value(mint: Mint, ctx: Context, t: Expr, var: Symbol) -> Expr:
    if var not in t.free_symbols:
        return t
    facts = tuple(f.statement for f in ctx.facts)
    used = decays(t, var, facts)
    if used is not None:
        mint.require(ctx, *(facts[k] for k in sorted(used)))
        return Integer(0)
    for known in facts:
        if isinstance(known, TendsTo) and matches_shift(known.body, known.var, t, var):
            mint.require(ctx, known)
            return known.end
    if isinstance(t, Add | Mul | Abs):
        return t.func(*(_value(mint, ctx, a, var) for a in t.args))
    if isinstance(t, Pow) and isinstance(t.exp, Integer):
        inner = _value(mint, ctx, t.base, var)
        if t.exp < 0:
            mint.require(ctx, NotEqual(inner, 0))
        return Pow(inner, t.exp)
    if isinstance(t, Sum):
        part = open_sum(t)
        if (
            not part.infinite
            and slope(part.hi, var) == 1
            and var not in part.lo.free_symbols | part.body.free_symbols
        ):
            mint.require(ctx, Converges(part.body, part.var, part.lo))
            return series(part.body, part.var, part.lo, oo)
    if isinstance(t, IfLess):
        a, b, x, y = t.args
        steep = slope(b - a, var)
        if steep:
            return _value(mint, ctx, x if steep > 0 else y, var)
    raise mint.refusal(f"no limit is known for {t}")


@rule("passing to the limit")
def pass_to_limit(
    mint: Mint, ctx: Context, universal: Theorem, left: Theorem, right: Theorem
) -> Theorem:
    """
    G |- for all n >= lo: a(n) R b(n)      D |- a(n) -> l      E |- b(n) -> m
    ------------------------------------------------------------------------
    G, D, E |- l R m        (R is =, or <=; from < only <= is left)
    """
    mint.open(universal, left, right)
    s = universal.statement
    if not isinstance(s, ForAll) or s.hi is not oo or not isinstance(s.body, Relation):
        raise mint.refusal("the first premise is not a relation for all large n")
    if isinstance(s.body, NotEqual):
        raise mint.refusal("nothing is left of an inequation in the limit")
    for side, known in ((s.body.lhs, left.statement), (s.body.rhs, right.statement)):
        if not isinstance(known, TendsTo) or known.key != TendsTo(side, s.var, known.end).key:
            raise mint.refusal(f"the limit given is not that of {side}")
    assert isinstance(left.statement, TendsTo)
    assert isinstance(right.statement, TendsTo)
    kind = Equal if isinstance(s.body, Equal) else AtMost
    return mint.conclude(
        ctx,
        kind(left.statement.end, right.statement.end),
        premises=(universal, left, right),
        reason="passing to the limit",
    )


@rule("equal terms")
def like(mint: Mint, ctx: Context, universal: Theorem, known: Theorem) -> Theorem:
    """A property of a sequence - its limit, a bound, convergence - from one with equal terms.

    G |- for all n >= lo: a(n) = b(n)      D |- Q(b)      (Q a bound from m on: ctx |- lo <= m)
    -------------------------------------------------------------------------------------------
    G, D |- Q(a)
    """
    mint.open(universal, known)
    s, fact = universal.statement, known.statement
    if not isinstance(s, ForAll) or s.hi is not oo or not isinstance(s.body, Equal):
        raise mint.refusal("the first premise is not an equation for all large n")
    if not isinstance(fact, TendsTo | Bounded | Converges | Summable):
        raise mint.refusal("the second premise is not about a sequence")
    kind = type(fact)
    if fact.key != kind(s.body.rhs, s.var, fact.end).key:
        raise mint.refusal("the property is not that of the right-hand side")
    if kind is Bounded:
        mint.require(ctx, AtMost(s.lo, fact.end))
    return mint.conclude(
        ctx, kind(s.body.lhs, s.var, fact.end), premises=(universal, known), reason=known.reason
    )


@rule("sum of a series")
def series_value(mint: Mint, ctx: Context, total: Any, partial: Theorem) -> Theorem:
    """
    G |- sum_{lo..n+k} f -> S  (as n grows)
    ---------------------------------------
    G |- sum_{lo..oo} f = S
    """
    body, var, lo, hi = opened(mint, total)
    if hi is not oo:
        raise mint.refusal("the sum is not infinite")
    value = _partial_limit(mint, body, var, lo, partial)
    return mint.conclude(
        ctx,
        Equal(term(total), value),
        premises=(partial,),
        reason="limit of the partial sums",
        granting=own_convergence(term(total)),
    )


@rule("convergence of a series")
def series_converges(
    mint: Mint, ctx: Context, body: Any, var: Symbol, lo: Any, partial: Theorem
) -> Theorem:
    """
    G |- sum_{lo..n+k} f -> S  (as n grows)
    ---------------------------------------
    G |- the series of f converges
    """
    f, start = term(body), term(lo)
    _partial_limit(mint, f, var, start, partial)
    return mint.conclude(
        ctx, Converges(f, var, start), premises=(partial,), reason="limit of the partial sums"
    )


def _partial_limit(mint: Mint, body: Expr, var: Symbol, lo: Expr, partial: Theorem) -> Expr:
    mint.open(partial)
    known = partial.statement
    if not isinstance(known, TendsTo) or not isinstance(known.body, Sum):
        raise mint.refusal("the premise is not a limit of partial sums")
    part = open_sum(known.body)
    if part.infinite or slope(part.hi, known.var) != 1:
        raise mint.refusal("the premise is not a limit of partial sums")
    if canonical(known.body) != canonical(series(body, var, lo, part.hi)):
        raise mint.refusal("the partial sums are those of another series")
    if known.var in body.free_symbols | lo.free_symbols:
        raise mint.refusal("the terms depend on where the sum ends")
    return known.end


@rule("a limit is unique")
def unique_limit(mint: Mint, ctx: Context, first: Theorem, second: Theorem) -> Theorem:
    """
    G |- f(n) -> l      D |- f(n) -> m
    ----------------------------------
    G, D |- l = m
    """
    mint.open(first, second)
    a, b = first.statement, second.statement
    if not (isinstance(a, TendsTo) and isinstance(b, TendsTo)):
        raise mint.refusal("both premises must be limits")
    if a.key != TendsTo(b.body, b.var, a.end).key:
        raise mint.refusal("the limits are of different sequences")
    return mint.conclude(
        ctx, Equal(a.end, b.end), premises=(first, second), reason="a limit is unique"
    )


@rule("unbounded")
def unbounded(mint: Mint, ctx: Context, universal: Theorem, known: Theorem, factor: Any) -> Theorem:
    """
    G |- for all n >= lo: |a(n)| <= k |b(n)|      n not in k
    D |- not (a is bounded from m on)             ctx |- lo <= m
    ------------------------------------------------------------
    G, D, ctx |- not (b is bounded from m on)
    """
    mint.open(universal, known)
    s, fact, k = universal.statement, known.statement, term(factor)
    if not isinstance(fact, Not) or not isinstance(fact.body, Bounded):
        raise mint.refusal("the second premise does not say that a sequence is unbounded")
    if not isinstance(s, ForAll) or s.hi is not oo or not isinstance(s.body, AtMost):
        raise mint.refusal("the first premise is not a bound for all large n")
    if s.var in k.free_symbols:
        raise mint.refusal(f"{k} depends on {s.var}")
    start = fact.body.end
    if not isinstance(s.body.lhs, Abs) or fact.body.key != _bounded(s.body.lhs, s.var, start).key:
        raise mint.refusal("the first premise does not bound that sequence")
    greater = next((a for a in _sizes(s.body.rhs) if canonical(k * a - s.body.rhs) == 0), None)
    if greater is None:
        raise mint.refusal(f"{s.body.rhs} is not {k} times an absolute value")
    mint.require(ctx, AtMost(s.lo, start))
    return mint.conclude(
        ctx,
        Not(_bounded(greater, s.var, start)),
        premises=(universal, known),
        reason="it exceeds what is unbounded",
    )


def _sizes(t: Expr) -> list[Expr]:
    """The absolute values in a term, in a fixed order."""
    return sorted(t.atoms(Abs), key=order_key)


def _bounded(size: Expr, var: Symbol, start: Expr) -> Bounded:
    return Bounded(size.args[0], var, start)


@rule("multiples")
def multiples(mint: Mint, ctx: Context, unit: Any, var: Symbol, lo: Any) -> Theorem:
    """
    ctx |- 0 < x      n not in x
    ------------------------------------------
    ctx |- not (x n is bounded, from lo on)
    """
    x = term(unit)
    if not isinstance(var, Symbol):
        raise mint.refusal(f"{var} is not a variable")
    if var in x.free_symbols:
        raise mint.refusal(f"{x} depends on {var}")
    mint.require(ctx, Less(Integer(0), x))
    return mint.conclude(
        ctx, Not(Bounded(x * var, var, term(lo))), reason="multiples are unbounded"
    )


@rule("outgrown")
def outgrown(
    mint: Mint, ctx: Context, bound: Theorem, rising: Theorem, growing: Theorem
) -> Theorem:
    """What stays below a constant when multiplied by something unbounded that never falls.

    G |- for all n >= lo: |a(n)| b(n) <= c      n not in c
    D |- for all n >= lo: b(n) <= b(n+1)
    E |- not (b is bounded from lo on)
    ------------------------------------------------------
    G, D, E |- a(n) -> 0
    """
    mint.open(bound, rising, growing)
    s, up, far = bound.statement, rising.statement, growing.statement
    if not isinstance(far, Not) or not isinstance(far.body, Bounded):
        raise mint.refusal("the last premise does not say that a sequence is unbounded")
    if not isinstance(s, ForAll) or s.hi is not oo or not isinstance(s.body, AtMost):
        raise mint.refusal("the first premise is not a bound for all n")
    b = far.body
    at_n = substitute(b.body, {b.var: s.var})
    if b.var != s.var and s.var in b.body.free_symbols:
        raise mint.refusal(f"{s.var} has two meanings")
    if s.var in s.body.rhs.free_symbols:
        raise mint.refusal(f"the bound depends on {s.var}")
    small = next((a for a in _sizes(s.body.lhs) if canonical(a * at_n - s.body.lhs) == 0), None)
    if small is None:
        raise mint.refusal(f"{s.body.lhs} is not an absolute value times {at_n}")
    never_falls = ForAll(s.var, s.lo, AtMost(at_n, substitute(at_n, {s.var: s.var + 1})))
    if up.key != never_falls.key or canonical(s.lo) != canonical(b.end):
        raise mint.refusal("the second premise does not say that it never falls")
    return mint.conclude(
        ctx,
        TendsTo(small.args[0], s.var, Integer(0)),
        premises=(bound, rising, growing),
        reason="outgrown by what is unbounded",
    )
