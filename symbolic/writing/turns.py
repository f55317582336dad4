"""Cosines and sines of rational parts of a full turn."""

from __future__ import annotations

from typing import Any

from sympy import Integer

from symbolic.core import kernel
from symbolic.core.polynomials import normal
from symbolic.core.terms import Term, le, lt
from symbolic.library.basics import a, b, k, known
from symbolic.statements import Equal, Less
from symbolic.terms import CosTurn, SinTurn, Turn, is_index
from symbolic.terms.edge import from_core, to_core
from symbolic.writing.entry import refusing
from symbolic.writing.equality import checked
from symbolic.writing.logic import resting_on
from symbolic.writing.theorem import Context, Theorem, conclude, need, refuse

__all__ = ["full_turns", "turn_back", "turn_sign", "turn_strictly", "turn_sum"]

_NAMES = {"cos": "cosine", "sin": "sine"}


def _turn(rule: str, ctx: Context, function: Any) -> tuple[Any, Term, kernel.Theorem]:
    """A cosine or sine, of an angle that makes sense."""
    whole = checked(function)
    if not isinstance(whole, Turn):
        refuse(rule, "{} is not a cosine or sine of a part of a turn", whole)
    angle = to_core(whole)
    return whole, angle, need(ctx, le(1, angle.args[1]), rule)


@refusing("addition theorem")
def turn_sum(ctx: Context, function: Any, first: Any) -> Theorem:
    """With cos(a) for the cosine of a/b of a turn:

    ctx |- 1 <= b      a = p + q                          ctx |- 1 <= b      a = p + q
    -------------------------------------------    and    -------------------------------------------
    ctx |- cos(a) = cos(p) cos(q) - sin(p) sin(q)         ctx |- sin(a) = sin(p) cos(q) + cos(p) sin(q)
    """  # noqa: E501
    rule = "addition theorem"
    (whole, angle, sense), p = _turn(rule, ctx, function), checked(first)
    if not is_index(p):
        refuse(rule, "{} is not an integer", p)
    top, bottom = angle.args
    part = to_core(p)
    rest = normal(top - part)
    q, b_ = from_core(rest), whole.args[1]
    result = (
        CosTurn(p, b_) * CosTurn(q, b_) - SinTurn(p, b_) * SinTurn(q, b_)
        if isinstance(whole, CosTurn)
        else SinTurn(p, b_) * CosTurn(q, b_) + CosTurn(p, b_) * SinTurn(q, b_)
    )
    proof = known(f"{_NAMES[angle.op]} of a sum", {a: part, k: rest, b: bottom})
    statement = Equal(whole, result)
    return conclude(rule, statement, resting_on(proof, sense), ctx=ctx, reason="addition theorem")


@refusing("full turns")
def full_turns(ctx: Context, function: Any, times: Any) -> Theorem:
    """
    ctx |- 1 <= b      a = k b                     ctx |- 1 <= b      a = k b
    --------------------------------------   and   --------------------------------------
    ctx |- cos of a/b of a turn = 1                ctx |- sin of a/b of a turn = 0
    """
    rule = "full turns"
    (whole, angle, sense), count = _turn(rule, ctx, function), checked(times)
    top, bottom = angle.args
    if not is_index(count) or normal(top) is not normal(to_core(count) * bottom):
        refuse(rule, "{} is not {} times {}", whole.args[0], count, whole.args[1])
    value = Integer(1 if isinstance(whole, CosTurn) else 0)
    proof = known(f"{_NAMES[angle.op]} of full turns", {k: to_core(count), b: bottom})
    statement = Equal(whole, value)
    return conclude(rule, statement, resting_on(proof, sense), ctx=ctx, reason="full turns")


@refusing("turning back")
def turn_back(ctx: Context, function: Any) -> Theorem:
    """
    ctx |- 1 <= b                                  ctx |- 1 <= b
    --------------------------------------   and   ---------------------------------------
    ctx |- cos(a/b turns) = cos(-a/b turns)        ctx |- sin(a/b turns) = -sin(-a/b turns)
    """
    rule = "turning back"
    whole, angle, sense = _turn(rule, ctx, function)
    top, bottom = angle.args
    turned = normal(-top)
    back = type(whole)(from_core(turned), whole.args[1])
    proof = known(f"{_NAMES[angle.op]} turned back", {a: turned, b: bottom})
    statement = Equal(whole, back if isinstance(whole, CosTurn) else -back)
    return conclude(rule, statement, resting_on(proof, sense), ctx=ctx, reason="turning back")


@refusing("less than a full turn")
def turn_strictly(ctx: Context, function: Any) -> Theorem:
    """The cosine is 1 only after full turns.

    ctx |- 0 < a      ctx |- a < b
    -------------------------------------
    ctx |- cos of a/b of a turn < 1
    """
    rule = "less than a full turn"
    whole, angle, sense = _turn(rule, ctx, function)
    if not isinstance(whole, CosTurn):
        refuse(rule, "this is known of cosines only")
    top, bottom = angle.args
    lemmas = need(ctx, lt(0, top), rule), need(ctx, lt(top, bottom), rule)
    proof = known("less than a full turn", {a: top, b: bottom}, *lemmas)
    statement = Less(whole, Integer(1))
    return conclude(
        rule, statement, resting_on(proof, sense), ctx=ctx, reason="less than a full turn"
    )


@refusing("far side of the circle")
def turn_sign(ctx: Context, function: Any) -> Theorem:
    """Between a quarter and three quarters of a turn the cosine is negative.

    ctx |- 1 <= b      ctx |- b < 4 a      ctx |- 4 a < 3 b
    -------------------------------------------------------
    ctx |- cos of a/b of a turn < 0
    """
    rule = "far side of the circle"
    whole, angle, sense = _turn(rule, ctx, function)
    if not isinstance(whole, CosTurn):
        refuse(rule, "this is known of cosines only")
    top, bottom = angle.args
    lemmas = need(ctx, lt(bottom, 4 * top), rule), need(ctx, lt(4 * top, 3 * bottom), rule)
    proof = known("far side of the circle", {a: top, b: bottom}, sense, *lemmas)
    return conclude(
        rule,
        Less(whole, Integer(0)),
        proof,
        ctx=ctx,
        reason="between a quarter and three quarters of a turn",
    )
