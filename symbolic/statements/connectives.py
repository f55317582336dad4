"""Statements made of statements: all of several, one if others hold, two that go together.

The core has "not" and "implies" alone: "A and B" is not (A implies not B), and "A if and only if B"
is two implications (`symbolic.core.terms`).

    >>> from symbolic.statements import AtMost, Less
    >>> from symbolic.terms import real
    >>> x, y = real("x"), real("y")
    >>> print(Equivalent(AtMost(x, y), And(Less(x, 2 * y), AtMost(x, y))))
    x ≤ y ⇔ (x < 2·y and x ≤ y)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Expr

from symbolic.statements.base import IllFormed, Piece, Statement


@dataclass(frozen=True, init=False)
class _Connective(Statement):
    """A statement made of others, in none of which it binds a variable."""

    parts: tuple[Statement, ...]

    def __init__(self, *parts: Statement) -> None:
        if len(parts) < 2 or not all(isinstance(p, Statement) for p in parts):
            raise IllFormed(f"{type(self).__name__} is made of two statements or more")
        object.__setattr__(self, "parts", parts)

    def _inner(self) -> tuple[Piece, ...]:
        return self.parts

    def _outer(self) -> tuple[Expr, ...]:
        return ()

    def _rebuild(self, bound: Any, inner: Any, outer: Any) -> Statement:
        return type(self)(*inner)


@dataclass(frozen=True, init=False)
class And(_Connective):
    """All of the parts hold."""

    def __init__(self, *parts: Statement) -> None:
        *others, last = parts or (None,)
        super().__init__(*others, *(last.parts if isinstance(last, And) else parts[-1:]))


@dataclass(frozen=True, init=False)
class Implies(_Connective):
    """The last part holds if the others do."""


@dataclass(frozen=True, init=False)
class Equivalent(_Connective):
    """Both parts hold, or neither."""

    def __init__(self, one: Statement, other: Statement) -> None:
        super().__init__(one, other)
