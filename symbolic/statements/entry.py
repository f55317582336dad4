"""What an author writes where a statement is expected.

A comparison that sympy writes, ``0 < gamma`` or ``Eq(x, 1)``, is understood.  What Python or sympy
has decided already, ``1 < 2``, is refused, and so is everything else, in words that say what to
write.

    >>> from symbolic.terms import real
    >>> gamma = real("gamma")
    >>> stated(0 < gamma)
    Less(lhs=0, rhs=gamma)
    >>> stated(1 < 2)
    Traceback (most recent call last):
    symbolic.statements.base.IllFormed: True is not a statement, the comparison was decided when \
it was written: expected one such as Less(0, gamma)
"""

from __future__ import annotations

from collections.abc import Callable

import sympy
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom, BooleanFunction

from symbolic.statements.base import IllFormed, Statement
from symbolic.statements.relations import AtMost, Equal, Less, NotEqual, Relation
from symbolic.terms.entry import described

__all__ = ["stated"]

_EXPECTED = "expected one such as Less(0, gamma)"
_RELATIONS: dict[type, Callable[[sympy.Expr, sympy.Expr], Relation]] = {
    sympy.StrictLessThan: Less,
    sympy.LessThan: AtMost,
    sympy.StrictGreaterThan: lambda a, b: Less(b, a),
    sympy.GreaterThan: lambda a, b: AtMost(b, a),
    sympy.Equality: Equal,
    sympy.Unequality: NotEqual,
}


def stated(x: object) -> Statement:
    """What an author wrote, as a statement."""
    if isinstance(x, Statement):
        return x
    if isinstance(x, Relational) and type(x) in _RELATIONS:
        return _RELATIONS[type(x)](x.lhs, x.rhs)
    raise IllFormed(f"{described(x)} is not a statement, {_hint(x)}")


def _hint(x: object) -> str:
    if isinstance(x, bool | BooleanAtom) or type(x).__name__ == "bool":
        return f"the comparison was decided when it was written: {_EXPECTED}"
    if isinstance(x, tuple | list | set | frozenset):
        return "expected each statement by itself: put a star before it"
    if isinstance(x, BooleanFunction):
        return "expected each comparison by itself"
    return _EXPECTED
