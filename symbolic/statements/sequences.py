"""Statements about a sequence as a whole: limits, bounds, convergence of its series."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Expr, Symbol

from symbolic.statements.base import Piece, Statement, term


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
class Bounded(OfSequence):
    """|body| has a bound that serves for every var >= end."""


@dataclass(frozen=True)
class Converges(OfSequence):
    """The series of ``body`` over var >= end converges."""


@dataclass(frozen=True)
class Summable(OfSequence):
    """The series of ``|body|`` over var >= end converges."""
