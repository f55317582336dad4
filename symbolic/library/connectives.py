"""All of several statements from each, and each from all.

"A and B" is not (A implies not B), so both ways lead through a contradiction.

    >>> from symbolic.core.terms import conjunction, le, var
    >>> a, b = le(0, var("x")), le(0, var("y"))
    >>> both = all_of(assume(a), assume(b))
    >>> both.conclusion is conjunction(a, b), part(both, 1).conclusion is b
    (True, True)
"""

from __future__ import annotations

from symbolic.core.kernel import Theorem
from symbolic.core.terms import conjunction, conjuncts, negation
from symbolic.library.infer import absurd, assume, cases, detach, discharge

__all__ = ["all_of", "part"]


def all_of(*theorems: Theorem) -> Theorem:
    """
    G_k |- A_k
    ------------------------------
    G_1, G_2, ... |- A_1 and A_2 and ...
    """
    *others, last = theorems
    goal = conjunction(*(t.conclusion for t in theorems))
    if not others:
        return last
    denied = assume(goal.args[0])
    contradiction = absurd(last, detach(denied, *others), goal)
    return cases(assume(goal), contradiction, goal)


def part(theorem: Theorem, k: int) -> Theorem:
    """
    G |- A_1 and A_2 and ...
    ------------------------
    G |- A_k
    """
    parts = conjuncts(theorem.conclusion)
    wanted, denied = parts[k], assume(negation(parts[k]))
    *others, last = parts
    inner = denied if k == len(others) else absurd(assume(wanted), denied, negation(last))
    for other in reversed(others):
        inner = discharge(inner, other)
    return cases(assume(wanted), absurd(inner, theorem, wanted), wanted)
