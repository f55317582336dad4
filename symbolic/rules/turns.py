"""Cosines and sines of rational parts of a full turn."""

from __future__ import annotations

from typing import Any

from sympy import Integer

from symbolic.kernel import Context, Mint, Theorem, rule
from symbolic.ring import canonical
from symbolic.rules.equality import term
from symbolic.statements import AtMost, Equal, Less
from symbolic.terms import CosTurn, SinTurn, Turn, is_index


def _turn(mint: Mint, ctx: Context, function: Any) -> Any:
    """A cosine or sine, of an angle that makes sense."""
    whole = term(function)
    if not isinstance(whole, Turn):
        raise mint.refusal(f"{whole} is not a cosine or sine of a part of a turn")
    mint.require(ctx, AtMost(Integer(1), whole.args[1]))
    return whole


@rule("addition theorem")
def turn_sum(mint: Mint, ctx: Context, function: Any, first: Any) -> Theorem:
    """With cos(a) for the cosine of a/b of a turn:

    ctx |- 1 <= b      a = p + q                          ctx |- 1 <= b      a = p + q
    -------------------------------------------    and    -------------------------------------------
    ctx |- cos(a) = cos(p) cos(q) - sin(p) sin(q)         ctx |- sin(a) = sin(p) cos(q) + cos(p) sin(q)
    """  # noqa: E501
    whole, p = _turn(mint, ctx, function), term(first)
    if not is_index(p):
        raise mint.refusal(f"{p} is not an integer")
    a, b = whole.args
    q = canonical(a - p)
    result = (
        CosTurn(p, b) * CosTurn(q, b) - SinTurn(p, b) * SinTurn(q, b)
        if isinstance(whole, CosTurn)
        else SinTurn(p, b) * CosTurn(q, b) + CosTurn(p, b) * SinTurn(q, b)
    )
    return mint.conclude(ctx, Equal(whole, result), reason="addition theorem")


@rule("full turns")
def full_turns(mint: Mint, ctx: Context, function: Any, times: Any) -> Theorem:
    """
    ctx |- 1 <= b      a = k b                     ctx |- 1 <= b      a = k b
    --------------------------------------   and   --------------------------------------
    ctx |- cos of a/b of a turn = 1                ctx |- sin of a/b of a turn = 0
    """
    whole, k = _turn(mint, ctx, function), term(times)
    a, b = whole.args
    if not is_index(k) or canonical(a) != canonical(k * b):
        raise mint.refusal(f"{a} is not {k} times {b}")
    value = Integer(1 if isinstance(whole, CosTurn) else 0)
    return mint.conclude(ctx, Equal(whole, value), reason="full turns")


@rule("turning back")
def turn_back(mint: Mint, ctx: Context, function: Any) -> Theorem:
    """
    ctx |- 1 <= b                                  ctx |- 1 <= b
    --------------------------------------   and   ---------------------------------------
    ctx |- cos(a/b turns) = cos(-a/b turns)        ctx |- sin(a/b turns) = -sin(-a/b turns)
    """
    whole = _turn(mint, ctx, function)
    a, b = whole.args
    back = type(whole)(canonical(-a), b)
    return mint.conclude(
        ctx, Equal(whole, back if isinstance(whole, CosTurn) else -back), reason="turning back"
    )


@rule("less than a full turn")
def turn_strictly(mint: Mint, ctx: Context, function: Any) -> Theorem:
    """The cosine is 1 only after full turns.

    ctx |- 0 < a      ctx |- a < b
    -------------------------------------
    ctx |- cos of a/b of a turn < 1
    """
    whole = _turn(mint, ctx, function)
    if not isinstance(whole, CosTurn):
        raise mint.refusal("this is known of cosines only")
    a, b = whole.args
    mint.require(ctx, Less(Integer(0), a), Less(a, b))
    return mint.conclude(ctx, Less(whole, Integer(1)), reason="less than a full turn")


@rule("far side of the circle")
def turn_sign(mint: Mint, ctx: Context, function: Any) -> Theorem:
    """Between a quarter and three quarters of a turn the cosine is negative.

    ctx |- 1 <= b      ctx |- b < 4 a      ctx |- 4 a < 3 b
    -------------------------------------------------------
    ctx |- cos of a/b of a turn < 0
    """
    whole = _turn(mint, ctx, function)
    if not isinstance(whole, CosTurn):
        raise mint.refusal("this is known of cosines only")
    a, b = whole.args
    mint.require(ctx, Less(b, 4 * a), Less(4 * a, 3 * b))
    return mint.conclude(
        ctx, Less(whole, Integer(0)), reason="between a quarter and three quarters of a turn"
    )
