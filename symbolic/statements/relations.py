"""Relations between terms, and statements for all integers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Expr, Symbol, oo

from symbolic.statements.base import IllFormed, Piece, Statement, term
from symbolic.terms import is_index


@dataclass(frozen=True)
class Relation(Statement):
    """``lhs`` stands in a relation to ``rhs``."""

    lhs: Expr
    rhs: Expr

    def __post_init__(self) -> None:
        object.__setattr__(self, "lhs", term(self.lhs))
        object.__setattr__(self, "rhs", term(self.rhs))

    def _outer(self) -> tuple[Expr, ...]:
        return (self.lhs, self.rhs)

    def _rebuild(self, bound: Any, inner: Any, outer: tuple[Expr, ...]) -> Statement:
        return type(self)(*outer)


@dataclass(frozen=True)
class Equal(Relation):
    """lhs = rhs."""


@dataclass(frozen=True)
class NotEqual(Relation):
    """lhs and rhs differ."""


@dataclass(frozen=True)
class AtMost(Relation):
    """lhs <= rhs."""


@dataclass(frozen=True)
class Less(Relation):
    """lhs < rhs."""


@dataclass(frozen=True)
class ForAll(Statement):
    """``body`` holds for every integer ``var`` with lo <= var (and var <= hi)."""

    var: Symbol
    lo: Expr
    body: Statement
    hi: Expr = oo

    def __post_init__(self) -> None:
        object.__setattr__(self, "lo", term(self.lo))
        object.__setattr__(self, "hi", term(self.hi))

    def _bound(self) -> Symbol:
        return self.var

    def _inner(self) -> tuple[Piece, ...]:
        return (self.body,)

    def _outer(self) -> tuple[Expr, ...]:
        return (self.lo, self.hi)

    def _rebuild(self, bound: Any, inner: Any, outer: tuple[Expr, ...]) -> Statement:
        return ForAll(bound, outer[0], inner[0], outer[1])

    def _may_be_infinite(self, end: Expr) -> bool:
        return end is self.hi and end is not self.lo

    def check(self) -> None:
        """The range is one of integers."""
        super().check()
        for end in (self.lo, self.hi):
            if end is not oo and not is_index(end):
                raise IllFormed("{} does not bound an integer", end)

    @property
    def range(self) -> tuple[Statement, ...]:
        """What is known of the variable inside."""
        low: tuple[Statement, ...] = (AtMost(self.lo, self.var),)
        return low if self.hi is oo else (*low, AtMost(self.var, self.hi))


@dataclass(frozen=True)
class Not(Statement):
    """``body`` is false."""

    body: Statement

    def _inner(self) -> tuple[Piece, ...]:
        return (self.body,)

    def _outer(self) -> tuple[Expr, ...]:
        return ()

    def _rebuild(self, bound: Any, inner: Any, outer: Any) -> Statement:
        return Not(inner[0])
