"""Inferences: which of them a reader makes at a glance, and on what a single one rests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from symbolic.writing.theorem import Theorem, ancestry

__all__ = ["Fact", "beside", "fact", "glance", "is_light"]

#: what is said, and from which hypotheses
Fact: TypeAlias = tuple[object, frozenset[object]]

#: rules that look something up, put it in, say the same in other words or for a special case, use
#: the algebra of a field, or combine what is given: inequalities, bounds, convergent series
LIGHT = frozenset({"hypothesis", "fact", "definition", "algebra", "rewriting", "chain", "symmetry",
                   "restating", "special case", "substitution", "special sequence", "cut",
                   "for all", "part", "if", "detachment"})  # fmt: skip


def is_light(theorem: Theorem) -> bool:
    """Is this inference one that nobody has to be told?  So is a calculation of one line."""
    if theorem.rule == "calculation":
        return len(theorem.premises) == 1
    return theorem.rule in LIGHT


def glance(theorem: Theorem, seen: Callable[[Theorem], bool]) -> bool:
    """Does it follow from what was ``seen`` by light inferences alone?"""
    met, stack = {theorem}, [theorem]
    while stack:
        t = stack.pop()
        if not seen(t):
            if not is_light(t):
                return False
            found = [p for p in (*t.premises, *t.side) if p not in met]
            met.update(found)
            stack += found
    return True


def fact(theorem: Theorem) -> Fact:
    """What need not be shown twice, however often it was derived."""
    return theorem.proof.conclusion, theorem.proof.hypotheses


def beside(theorem: Theorem) -> Iterator[Theorem]:
    """The facts that a step itself uses, apart from its premises and from what they rest on."""
    used = _used(theorem)
    others = [s for s in theorem.side if id(s.proof) not in used]
    below = {t for p in theorem.premises for t in ancestry(p)} if others else ()
    return (s for s in theorem.side if id(s.proof) in used or s not in below)


def _used(theorem: Theorem) -> set[int]:
    """The proofs of the core that stand in that of a theorem, down to those of its premises."""
    facts = {id(t.proof) for t in (*theorem.premises, *theorem.side)}
    seen, stack = set[int](), [theorem.proof]
    while stack:
        proof = stack.pop()
        if id(proof) not in seen:
            seen.add(id(proof))
            if id(proof) not in facts and proof.rule != "instantiate":
                stack += proof.premises
    return seen & facts
