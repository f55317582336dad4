"""Rules of summation: linearity, cutting and shifting, telescoping, geometric sums, exchange."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Add, Expr, Integer, Sum, Symbol, oo

from symbolic import conditions
from symbolic.growth import slope
from symbolic.kernel import Context, Mint, Theorem, rule
from symbolic.ring import canonical, equal_in_field
from symbolic.rules.equality import term
from symbolic.statements import AtMost, Converges, Equal, Less, NotEqual, TendsTo
from symbolic.terms import OpenSum, is_index, open_sum, series, substitute, subterms


def opened(mint: Mint, total: Any) -> OpenSum:
    """The sum taken apart, or a refusal."""
    whole = term(total)
    if not isinstance(whole, Sum):
        raise mint.refusal(f"{whole} is not a sum")
    return open_sum(whole)


def shown(t: Expr) -> str:
    """A term as text, for a reason."""
    from symbolic.printing import term_text

    return term_text(t)


def at(body: Expr, var: Symbol, value: Expr) -> Expr:
    """The term of a sum at an index."""
    return substitute(body, {var: value})


@rule("linearity")
def linearity(mint: Mint, ctx: Context, total: Any, *parts: tuple[Any, Any]) -> Theorem:
    """
    f(i) = sum_k a_k f_k(i) in Q(atoms)      i not free in a_k
    (for infinite sums: ctx |- the series of each f_k converges)
    ------------------------------------------------------------
    ctx |- sum of f(i) = sum_k a_k (sum of f_k(i))
    """
    body, var, lo, hi = opened(mint, total)
    pieces = [(term(a), term(f)) for a, f in parts]
    for a, f in pieces:
        if var in a.free_symbols:
            raise mint.refusal(f"{a} is not constant in {var}")
        mint.defined(ctx, a)
        if hi is oo:
            mint.require(ctx, Converges(f, var, lo))
    if not equal_in_field(body, Add(*(a * f for a, f in pieces))):
        raise mint.refusal(f"{body} is not the combination given")
    result = Add(*(a * series(f, var, lo, hi) for a, f in pieces))
    return mint.conclude(
        ctx,
        Equal(term(total), result),
        reason="linearity",
        granting=conditions.own_convergence(term(total)),
    )


@rule("splitting the sum")
def split(mint: Mint, ctx: Context, total: Any, middle: Any) -> Theorem:
    """
    ctx |- lo - 1 <= m      ctx |- m <= hi      (or: hi infinite and the series converges)
    --------------------------------------------------------------------------------------
    ctx |- sum_{lo..hi} f = sum_{lo..m} f + sum_{m+1..hi} f
    """
    body, var, lo, hi = opened(mint, total)
    m = term(middle)
    mint.require(ctx, AtMost(lo - 1, m))
    mint.require(ctx, Converges(body, var, lo) if hi is oo else AtMost(m, hi))
    result = series(body, var, lo, m) + series(body, var, m + 1, hi)
    return mint.conclude(ctx, Equal(term(total), result), reason="splitting the sum")


@rule("first term")
def peel_first(mint: Mint, ctx: Context, total: Any) -> Theorem:
    """
    ctx |- lo <= hi      (or: hi infinite and the series converges)
    ---------------------------------------------------------------
    ctx |- sum_{lo..hi} f = f(lo) + sum_{lo+1..hi} f
    """
    body, var, lo, hi = opened(mint, total)
    mint.require(ctx, Converges(body, var, lo) if hi is oo else AtMost(lo, hi))
    result = at(body, var, lo) + series(body, var, lo + 1, hi)
    return mint.conclude(ctx, Equal(term(total), result), reason="first term split off")


@rule("last term")
def peel_last(mint: Mint, ctx: Context, total: Any) -> Theorem:
    """
    ctx |- lo <= hi
    ------------------------------------------------
    ctx |- sum_{lo..hi} f = sum_{lo..hi-1} f + f(hi)
    """
    body, var, lo, hi = opened(mint, total)
    if hi is oo:
        raise mint.refusal("an infinite sum has no last term")
    mint.require(ctx, AtMost(lo, hi))
    result = series(body, var, lo, hi - 1) + at(body, var, hi)
    return mint.conclude(ctx, Equal(term(total), result), reason="last term split off")


@rule("empty sum")
def empty(mint: Mint, ctx: Context, total: Any) -> Theorem:
    """
    ctx |- hi < lo
    ---------------------------
    ctx |- sum_{lo..hi} f = 0
    """
    _, _, lo, hi = opened(mint, total)
    if hi is oo:
        raise mint.refusal("an infinite sum is not empty")
    mint.require(ctx, Less(hi, lo))
    return mint.conclude(ctx, Equal(term(total), Integer(0)), reason="empty sum")


@rule("sum of zeros")
def zeros(mint: Mint, ctx: Context, total: Any) -> Theorem:
    """
    f(i) = 0 in Q(atoms)
    ---------------------
    |- sum of f(i) = 0
    """
    body, _, _, _ = opened(mint, total)
    if canonical(body) != 0:
        raise mint.refusal(f"{body} is not zero")
    return mint.conclude(ctx, Equal(term(total), Integer(0)), reason="every term is zero")


@rule("index shift")
def shift(mint: Mint, ctx: Context, total: Any, by: Any) -> Theorem:
    """
    (infinite: ctx |- the series converges)
    ---------------------------------------------------
    ctx |- sum_{lo..hi} f(i) = sum_{lo-k..hi-k} f(i + k)
    """
    body, var, lo, hi = opened(mint, total)
    k = term(by)
    if var in k.free_symbols:
        raise mint.refusal("the shift depends on the index")
    end = oo if hi is oo else hi - k
    result = series(at(body, var, var + k), var, lo - k, end)
    if hi is oo:
        mint.require(ctx, Converges(body, var, lo))
    return mint.conclude(
        ctx,
        Equal(term(total), result),
        reason="index shift",
        granting=conditions.own_convergence(result),
    )


@rule("telescoping")
def telescope(
    mint: Mint, ctx: Context, total: Any, antidifference: Any, limit: Theorem | None = None
) -> Theorem:
    """
    f(i) = g(i+1) - g(i) in Q(atoms)      ctx |- lo - 1 <= hi
    ---------------------------------------------------------
    ctx |- sum_{lo..hi} f = g(hi+1) - g(lo)

    f(i) = g(i+1) - g(i) in Q(atoms)      G |- g(i) -> l
    ----------------------------------------------------
    G |- sum_{lo..oo} f = l - g(lo)       (and the series converges)
    """
    body, var, lo, hi = opened(mint, total)
    g = term(antidifference)
    _check_antidifference(mint, body, g, var)
    if hi is not oo:
        mint.require(ctx, AtMost(lo - 1, hi))
        result = at(g, var, hi + 1) - at(g, var, lo)
        return mint.conclude(ctx, Equal(term(total), result), reason="telescoping")
    value = _limit_of(mint, g, var, limit)
    assert limit is not None
    return mint.conclude(
        ctx,
        Equal(term(total), value - at(g, var, lo)),
        premises=(limit,),
        reason="telescoping",
        granting=conditions.own_convergence(term(total)),
    )


@rule("telescoping series")
def telescoping_converges(
    mint: Mint, ctx: Context, body: Any, var: Symbol, lo: Any, antidifference: Any, limit: Theorem
) -> Theorem:
    """
    f(i) = g(i+1) - g(i) in Q(atoms)      G |- g(i) -> l
    ----------------------------------------------------
    G |- the series of f converges
    """
    f, g = term(body), term(antidifference)
    _check_antidifference(mint, f, g, var)
    _limit_of(mint, g, var, limit)
    return mint.conclude(ctx, Converges(f, var, lo), premises=(limit,), reason="telescoping series")


def _check_antidifference(mint: Mint, body: Expr, g: Expr, var: Symbol) -> None:
    if not equal_in_field(body, at(g, var, var + 1) - g):
        raise mint.refusal(f"{body} is not the difference of {g}")


def _limit_of(mint: Mint, g: Expr, var: Symbol, limit: Theorem | None) -> Expr:
    if limit is None:
        raise mint.refusal("an infinite telescoping sum needs the limit of what is left")
    mint.open(limit)
    known = limit.statement
    if not isinstance(known, TendsTo):
        raise mint.refusal("the premise is not a limit")
    if known.key != TendsTo(g, var, known.end).key:
        raise mint.refusal(f"the limit given is not that of {g}")
    return known.end


@rule("geometric series")
def geometric(mint: Mint, ctx: Context, total: Any, ratio: Any) -> Theorem:
    """
    f(i+1) = q f(i) in Q(atoms), i not free in q      ctx |- q != 1      ctx |- lo - 1 <= hi
    ----------------------------------------------------------------------------------------
    ctx |- sum_{lo..hi} f = (f(lo) - f(hi+1)) / (1 - q)

    f(i+1) = q f(i) in Q(atoms), i not free in q      ctx |- |q| < 1
    ----------------------------------------------------------------
    ctx |- sum_{lo..oo} f = f(lo) / (1 - q)
    """
    body, var, lo, hi = opened(mint, total)
    q = term(ratio)
    if var in q.free_symbols:
        raise mint.refusal(f"the ratio {q} depends on {var}")
    if not equal_in_field(at(body, var, var + 1), q * body):
        raise mint.refusal(f"consecutive terms of {body} do not have the ratio {q}")
    if hi is oo:
        mint.require(ctx, Less(Abs(q), 1))
        result, why = at(body, var, lo) / (1 - q), f"geometric series, |{shown(q)}| < 1"
        granted = conditions.own_convergence(term(total))
    else:
        mint.require(ctx, NotEqual(q, 1), AtMost(lo - 1, hi))
        result = (at(body, var, lo) - at(body, var, hi + 1)) / (1 - q)
        why, granted = "geometric sum", ()
    return mint.conclude(ctx, Equal(term(total), result), reason=why, granting=granted)


@rule("exchange of sums")
def exchange(mint: Mint, ctx: Context, total: Any) -> Theorem:
    """Sum over a triangle by columns instead of rows (s an integer free of i and j).

    ctx |- a + s <= a'      (b infinite: ctx |- sum_i (sum_j |f(i,j)|) converges, f without series)
    ------------------------------------------------------------------------------------------------
    ctx |- sum_{i=a..b} sum_{j=a'..i+s} f(i,j) = sum_{j=a'..b+s} sum_{i=j-s..b} f(i,j)
    """
    outer = opened(mint, total)
    if not isinstance(outer.body, Sum):
        raise mint.refusal("the terms of the sum are not sums")
    f, j, start, end = open_sum(outer.body)
    i = outer.var
    if end is oo or slope(end, i) != 1 or i in start.free_symbols or i == j:
        raise mint.refusal("the inner sum does not run over a triangle")
    s = canonical(end - i)
    if any(isinstance(t, Sum) and open_sum(t).infinite for t in subterms(f)):
        raise mint.refusal("the terms contain infinite sums")
    mint.require(ctx, AtMost(outer.lo + s, start))
    granted: tuple[conditions.Obligation, ...] = ()
    if outer.infinite:
        mint.require(ctx, Converges(series(Abs(f), j, start, end), i, outer.lo))
        result = series(series(f, i, j - s, oo), j, start, oo)
        granted = (
            *conditions.own_convergence(term(total)),  # absolutely convergent, so convergent
            *(o for o in conditions.of_term(result) if isinstance(o.options[0], Converges)),
        )
    else:
        result = series(series(f, i, j - s, outer.hi), j, start, outer.hi + s)
    return mint.conclude(
        ctx, Equal(term(total), result), reason="exchange of sums", granting=granted
    )


@rule("exchange of finite sums")
def exchange_finite(mint: Mint, ctx: Context, total: Any) -> Theorem:
    """Sum over a rectangle by columns instead of rows.

    i not in a', b'      j not in a, b
    --------------------------------------------------------------------------------------
    ctx |- sum_{i=a..b} sum_{j=a'..b'} f(i,j) = sum_{j=a'..b'} sum_{i=a..b} f(i,j)
    """
    outer = opened(mint, total)
    if not isinstance(outer.body, Sum):
        raise mint.refusal("the terms of the sum are not sums")
    inner = open_sum(outer.body)
    if outer.infinite or inner.infinite:
        raise mint.refusal("a sum is infinite")
    if outer.var in inner.lo.free_symbols | inner.hi.free_symbols:
        raise mint.refusal("the inner sum does not run over a rectangle")
    if inner.var in {outer.var} | outer.lo.free_symbols | outer.hi.free_symbols:
        raise mint.refusal(f"{inner.var} has two meanings")
    column = series(inner.body, outer.var, outer.lo, outer.hi)
    result = series(column, inner.var, inner.lo, inner.hi)
    return mint.conclude(ctx, Equal(term(total), result), reason="exchange of finite sums")


@rule("blocks of equal length")
def blocks(mint: Mint, ctx: Context, total: Any, length: Any, block: Symbol) -> Theorem:
    """Group a convergent series into blocks of m terms.

    ctx |- sum_{lo..oo} f converges      ctx |- m >= 1      k not free in f, lo, m
    -------------------------------------------------------------------------------
    ctx |- sum_{i>=lo} f(i) = sum_{k>=0} sum_{j=0..m-1} f(lo + k m + j)
    """
    body, var, lo, hi = opened(mint, total)
    m = term(length)
    if hi is not oo:
        raise mint.refusal("only a series is grouped into blocks")
    if var in m.free_symbols:
        raise mint.refusal("the length of a block depends on the index")
    if not is_index(block) or block == var:
        raise mint.refusal(f"{block} cannot number the blocks")
    if block in body.free_symbols | lo.free_symbols | m.free_symbols:
        raise mint.refusal(f"{block} already occurs")
    if not is_index(m):
        raise mint.refusal(f"{m} is not an integer")
    mint.require(ctx, AtMost(Integer(1), m), Converges(body, var, lo))
    inner = series(at(body, var, lo + block * m + var), var, 0, m - 1)
    result = series(inner, block, 0)
    return mint.conclude(
        ctx,
        Equal(term(total), result),
        reason="blocks of equal length",
        granting=conditions.own_convergence(result),
    )
