"""Rules of order."""

from __future__ import annotations

from typing import Any

from sympy import Abs

from symbolic.core.terms import eq, le, lt, node, var
from symbolic.library import infer
from symbolic.statements import AtMost, Equal, Less
from symbolic.terms.edge import to_core
from symbolic.writing.entry import refusing
from symbolic.writing.equality import checked
from symbolic.writing.refusals import refuse
from symbolic.writing.theorem import Context, Theorem, conclude, need

__all__ = ["absolute_product", "scale"]


@refusing("multiplying an inequality")
def scale(ctx: Context, theorem: Theorem, factor: Any) -> Theorem:
    """
    G |- a <= b      ctx |- 0 <= k            G |- a < b      ctx |- 0 < k
    ------------------------------     or     ----------------------------
    G, ctx |- k a <= k b                      G, ctx |- k a < k b
    """
    rule, k = "multiplying an inequality", checked(factor)
    s, f = theorem.proof.conclusion, to_core(k)
    if s.op not in ("<=", "<"):
        refuse(rule, "the premise is not an inequality")
    sign = need(ctx, (lt if s.op == "<" else le)(0, f), rule)
    goal = node(s.op, None, (f * s.args[0], f * s.args[1]))
    proof = infer.combination(goal, [(1, [sign, theorem.proof])])
    words = theorem.statement
    assert isinstance(words, AtMost | Less)
    made = type(words)(k * words.lhs, k * words.rhs)
    return conclude(rule, made, proof, ctx=ctx, premises=(theorem,), reason=theorem.reason)


@refusing("absolute value of a product")
def absolute_product(ctx: Context, first: Any, second: Any) -> Theorem:
    """
    ----------------
    |- |a b| = |a| |b|
    """
    a, b = checked(first), checked(second)
    x, y = var("x"), var("y")
    rule = infer.combination(eq(abs(x * y), abs(x) * abs(y)))
    proof = infer.instantiate(rule, {x: to_core(a), y: to_core(b)})
    statement = Equal(Abs(a * b), Abs(a) * Abs(b))
    return conclude("absolute value of a product", statement, proof, ctx=ctx)
