"""Rules of order."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Integer, oo

from symbolic.kernel import Context, Mint, Theorem, rule
from symbolic.ring import canonical
from symbolic.rules.equality import term
from symbolic.rules.logic import not_free, without
from symbolic.rules.sums import opened
from symbolic.statements import AtMost, Converges, Equal, Less, Summable
from symbolic.terms import series


@rule("multiplying an inequality")
def scale(mint: Mint, ctx: Context, theorem: Theorem, factor: Any) -> Theorem:
    """
    G |- a <= b      ctx |- 0 <= k            G |- a < b      ctx |- 0 < k
    ------------------------------     or     ----------------------------
    G, ctx |- k a <= k b                      G, ctx |- k a < k b
    """
    mint.open(theorem)
    s, k = theorem.statement, term(factor)
    mint.defined(ctx, k)
    if isinstance(s, AtMost):
        mint.require(ctx, AtMost(Integer(0), k))
    elif isinstance(s, Less):
        mint.require(ctx, Less(Integer(0), k))
    else:
        raise mint.refusal("the premise is not an inequality")
    return mint.conclude(
        ctx, type(s)(k * s.lhs, k * s.rhs), premises=(theorem,), reason=theorem.reason
    )


@rule("bounding term by term")
def sum_order(mint: Mint, ctx: Context, total: Any, bound: Theorem) -> Theorem:
    """
    G, lo <= i (, i <= hi) |- a(i) <= b(i)      i not free in G
    (infinite: ctx |- both series converge)
    -----------------------------------------------------------
    G, ctx |- sum of a(i) <= sum of b(i)
    """
    mint.open(bound)
    body, var, lo, hi = opened(mint, total)
    s = bound.statement
    if not isinstance(s, AtMost | Less):
        raise mint.refusal("the premise is not an inequality")
    if canonical(s.lhs) != canonical(body):
        raise mint.refusal(f"{s.lhs} is not the term {body} of the sum")
    kept = without(bound, AtMost(lo, var), *(() if hi is oo else (AtMost(var, hi),)))
    not_free(mint, var, kept)
    if hi is oo:
        mint.require(ctx, Converges(s.lhs, var, lo), Converges(s.rhs, var, lo))
    return mint.conclude(
        ctx,
        AtMost(term(total), series(s.rhs, var, lo, hi)),
        premises=(bound,),
        reason=bound.reason,
        instead=kept,
    )


@rule("triangle inequality")
def triangle(mint: Mint, ctx: Context, total: Any) -> Theorem:
    """
    (infinite: ctx |- the series converges absolutely)
    --------------------------------------------------
    ctx |- |sum of a(i)| <= sum of |a(i)|
    """
    body, var, lo, hi = opened(mint, total)
    if hi is oo:
        mint.require(ctx, Summable(body, var, lo))
    return mint.conclude(
        ctx,
        AtMost(Abs(term(total)), series(Abs(body), var, lo, hi)),
        reason="triangle inequality",
    )


@rule("absolute value of a product")
def absolute_product(mint: Mint, ctx: Context, first: Any, second: Any) -> Theorem:
    """
    a and b defined wherever ctx holds
    ----------------------------------
    ctx |- |a b| = |a| |b|
    """
    a, b = term(first), term(second)
    return mint.conclude(ctx, Equal(Abs(a * b), Abs(a) * Abs(b)), reason="|ab| = |a||b|")


@rule("absolute convergence")
def absolutely(mint: Mint, ctx: Context, body: Any, var: Any, lo: Any) -> Theorem:
    """
    ctx |- the series of |f| converges, or f decays geometrically
    -------------------------------------------------------------
    ctx |- the series of f converges absolutely
    """
    f = term(body)
    wanted = Summable(f, var, term(lo))
    if not mint.holds(ctx, wanted):
        mint.require(ctx, Converges(Abs(f), var, term(lo)))
    return mint.conclude(ctx, wanted, reason="absolute convergence")
