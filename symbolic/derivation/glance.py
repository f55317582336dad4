"""What a reader sees at a glance, so that a derivation need not show it."""

from __future__ import annotations

from collections.abc import Callable

from symbolic.writing.theorem import Theorem

__all__ = ["LIGHT", "fact", "glance"]

#: rules that look something up, use linear arithmetic or field algebra, or say the same elsewhere
LIGHT = frozenset({"hypothesis", "fact", "definition", "algebra", "rewriting", "chain", "symmetry",
                   "restating", "special case", "substitution", "special sequence", "cut",
                   "for all"})  # fmt: skip
#: how many other steps a glance may take
STEPS = 1


def glance(theorem: Theorem, seen: Callable[[Theorem], bool]) -> bool:
    """Does it follow from what was ``seen`` by a step, besides light ones?

    A calculation takes as many steps as it has lines.
    """
    left, met, stack = STEPS, {theorem}, [theorem]
    while stack:
        t = stack.pop()
        if not seen(t):
            left -= _steps(t)
            if left < 0:
                return False
            found = [p for p in (*t.premises, *t.side) if p not in met]
            met.update(found)
            stack += found
    return True


def _steps(theorem: Theorem) -> int:
    if theorem.rule == "calculation":
        return len(theorem.premises) if len(theorem.premises) > 1 else 0
    return theorem.rule not in LIGHT


def fact(theorem: Theorem) -> tuple[object, frozenset[object]]:
    """What a theorem says, and from which hypotheses: the same for all that say the same."""
    return theorem.statement.key, frozenset(theorem.proof.hypotheses)
