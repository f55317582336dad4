"""What a reader sees at a glance, so that a derivation need not show it."""

from __future__ import annotations

from collections.abc import Callable

from symbolic.writing.theorem import Theorem

__all__ = ["fact", "glance", "is_light"]

#: rules that look something up, put it in, say the same in other words or for a special case, or
#: use the algebra of a field or linear arithmetic
LIGHT = frozenset({"hypothesis", "fact", "definition", "algebra", "rewriting", "chain", "symmetry",
                   "restating", "special case", "substitution", "special sequence", "cut",
                   "for all"})  # fmt: skip


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


def fact(theorem: Theorem) -> tuple[object, frozenset[object]]:
    """What is said, and from which hypotheses: two theorems with one fact are shown once."""
    return theorem.statement.key, frozenset(theorem.proof.hypotheses)
