"""Rules for statements made of statements: all of several, one if others hold, equivalence.

>>> from symbolic import AtMost, Less, given, real
>>> from symbolic.writing.logic import recall
>>> x, y = real("x"), real("y")
>>> ctx = given(Less(x, y))
>>> both(ctx, ctx.facts[0], recall(ctx, AtMost(x, y)))
Theorem(x < y ⊢ x < y and x ≤ y)
>>> imply(given(), recall(ctx, AtMost(x, y)), Less(x, y))
Theorem(⊢ if x < y then x ≤ y)
"""

from __future__ import annotations

from symbolic.core.kernel import Theorem as Proof
from symbolic.core.polynomials import key
from symbolic.core.terms import conjuncts
from symbolic.library import connectives, infer
from symbolic.statements import And, Equivalent, Implies, Statement
from symbolic.statements.edge import statement_to_core
from symbolic.writing.entry import refusing
from symbolic.writing.refusals import refuse
from symbolic.writing.theorem import Context, Theorem, conclude, need

__all__ = ["both", "conjunct", "equivalent", "imply", "modus_ponens"]


@refusing("and")
def both(ctx: Context, *theorems: Theorem) -> Theorem:
    """
    G_k |- A_k
    ------------------------------------
    G_1, G_2, ... |- A_1 and A_2 and ...
    """
    if len(theorems) < 2:
        refuse("and", "there is nothing to put together")
    statement = And(*(t.statement for t in theorems))
    proof = connectives.all_of(*(t.proof for t in theorems))
    reason = "together"
    return conclude("and", statement, proof, ctx=ctx, premises=theorems, reason=reason)


@refusing("part")
def conjunct(ctx: Context, theorem: Theorem, k: int) -> Theorem:
    """The first part has the number 0; those of an equivalence are its two directions.

    G |- A_0 and A_1 and ...
    ------------------------
    G |- A_k
    """
    said = theorem.statement
    parts = said.parts if isinstance(said, And) else ()
    if isinstance(said, Equivalent):
        parts = (Implies(*said.parts), Implies(*said.parts[::-1]))
    if not 0 <= k < len(parts):
        refuse("part", "{} has no part with the number {}", said, k)
    proof = connectives.part(theorem.proof, k)
    return conclude("part", parts[k], proof, ctx=ctx, premises=(theorem,), reason=theorem.reason)


@refusing("if")
def imply(ctx: Context, theorem: Theorem, *conditions: Statement) -> Theorem:
    """What a conjunction among the conditions says may be assumed part by part.

    G, A_1, A_2, ... |- B
    ------------------------------------
    G |- if A_1 and A_2 and ... then B
    """
    proof = theorem.proof
    for condition in reversed(conditions):
        proof = _supposing(proof, condition)
    statement = Implies(*conditions, theorem.statement)
    return conclude(
        "if", statement, proof,
        ctx=ctx, premises=(theorem,), reason=theorem.reason, supposing=conditions,
    )  # fmt: skip


def _supposing(proof: Proof, condition: Statement) -> Proof:
    """The condition in the place of those of its parts that were assumed, and discharged."""
    core = statement_to_core(condition)
    whole = infer.assume(core)
    parts = [connectives.part(whole, k) for k in range(len(conjuncts(core)))] or [whole]
    own = {key(h) for h in proof.hypotheses}
    used = [p for p in parts if key(p.conclusion) in own and key(p.conclusion) is not key(core)]
    return infer.discharge(infer.cut(proof, *used) if used else proof, core)


@refusing("detachment")
def modus_ponens(ctx: Context, theorem: Theorem) -> Theorem:
    """
    G |- if A_1 and A_2 and ... then B      ctx |- A_k
    --------------------------------------------------
    G, ctx |- B
    """
    said = theorem.statement
    if not isinstance(said, Implies):
        refuse("detachment", "{} has no conditions", said)
    proof = theorem.proof
    for _ in said.parts[1:]:
        proof = infer.detach(proof, need(ctx, proof.conclusion.args[0], "detachment"))
    return conclude(
        "detachment", said.parts[-1], proof, ctx=ctx, premises=(theorem,), reason=theorem.reason
    )


@refusing("equivalence")
def equivalent(ctx: Context, statement: Equivalent, there: Theorem, back: Theorem) -> Theorem:
    """What a conjunction says may be assumed part by part.

    G, A |- B      D, B |- A
    ----------------------------
    G, D |- A if and only if B
    """
    one, other = statement.parts
    for theorem, wanted in ((there, other), (back, one)):
        if key(theorem.proof.conclusion) is not wanted.key:
            refuse("equivalence", "{} is not {}", theorem.statement, wanted)
    proof = connectives.all_of(_supposing(there.proof, one), _supposing(back.proof, other))
    return conclude(
        "equivalence", statement, proof,
        ctx=ctx, premises=(there, back), reason="both ways", supposing=statement.parts,
    )  # fmt: skip
