"""Statements about a sequence as a whole: limits, bounds, convergence of its series."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Expr, Symbol

from symbolic.statements.base import IllFormed, Piece, Statement, term
from symbolic.terms import is_index


@dataclass(frozen=True)
class OfSequence(Statement):
    """A property of the sequence ``body`` of ``var``; ``end`` is its limit or first index."""

    body: Expr
    var: Symbol
    end: Expr

    def __post_init__(self) -> None:
        object.__setattr__(self, "body", term(self.body))
        object.__setattr__(self, "end", term(self.end))

    def _bound(self) -> Symbol:
        return self.var

    def _inner(self) -> tuple[Piece, ...]:
        return (self.body,)

    def _outer(self) -> tuple[Expr, ...]:
        return (self.end,)

    def _rebuild(self, bound: Any, inner: Any, outer: tuple[Expr, ...]) -> Statement:
        return type(self)(inner[0], bound, outer[0])


@dataclass(frozen=True)
class TendsTo(OfSequence):
    """``body`` tends to ``end`` as ``var`` grows."""


@dataclass(frozen=True)
class _FromAnIndexOn(OfSequence):
    """``end`` is the first index."""

    def check(self) -> None:
        """The first index is an integer."""
        super().check()
        if not is_index(self.end):
            raise IllFormed("{} is not an index", self.end)


@dataclass(frozen=True)
class Bounded(_FromAnIndexOn):
    """|body| has a bound that serves for every var >= end."""


@dataclass(frozen=True)
class Converges(_FromAnIndexOn):
    """The series of ``body`` over var >= end converges."""


@dataclass(frozen=True)
class Summable(_FromAnIndexOn):
    """The series of ``|body|`` over var >= end converges."""
