"""Statements about eigenvalues of an operator, about its kernel, and about reversible chains."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Expr

from symbolic.statements.base import IllFormed, Statement
from symbolic.statements.mrp import REWARD, VALUE, OperatorEqual
from symbolic.terms import free_symbols, is_index


@dataclass(frozen=True)
class TwoStateEigenvalue(OperatorEqual):
    """On the two-state chain that stays with probability ``stay``: rhs is an eigenvalue of H.

    If v - v' = (1, -1) then H v - H v' = rhs (1, -1); H v is ``lhs``.
    """

    stay: Expr

    def _outer(self) -> tuple[Expr, ...]:
        return (self.lhs, self.rhs, self.stay)

    def _rebuild(self, bound: Any, inner: Any, outer: tuple[Expr, ...]) -> Statement:
        return TwoStateEigenvalue(*outer)


@dataclass(frozen=True)
class CycleEigenvalue(OperatorEqual):
    """On the cycle of ``length`` states: rhs + i ``imaginary`` is an eigenvalue of H.

    If v(s) - v'(s) is w(s) = exp(2 pi i ``mode`` s/``length``), complex values allowed, then
    H v - H v' = (rhs + i imaginary) w; H v is ``lhs``.
    """

    imaginary: Expr
    length: Expr
    mode: Expr

    def _outer(self) -> tuple[Expr, ...]:
        return (self.lhs, self.rhs, self.imaginary, self.length, self.mode)

    def _rebuild(self, bound: Any, inner: Any, outer: tuple[Expr, ...]) -> Statement:
        return CycleEigenvalue(*outer)

    def check(self) -> None:
        """Length and mode are integers."""
        super().check()
        for number in (self.length, self.mode):
            if not is_index(number):
                raise IllFormed("{} is not an integer", number)


@dataclass(frozen=True)
class ReversibleBound(OperatorEqual):
    """On every reversible MRP: ||H v - H v'||_d <= rhs ||v - v'||_d; H v is ``lhs``.

    Reversible: d(s) P(s, s') = d(s') P(s', s) for a distribution d that is positive everywhere,
    and ||v||_d^2 = sum_s d(s) v(s)^2.
    """


@dataclass(frozen=True)
class ZeroOnlyAt(OperatorEqual):
    """On the MRP at hand: ``lhs`` = 0 only if v = ``rhs``, which does not depend on v."""

    def check(self) -> None:
        """The solution is a vector of its own."""
        Statement.check(self)
        if VALUE in free_symbols(self.rhs):
            raise IllFormed("{} depends on v, which it is to be the only value of", self.rhs)
        if self.rhs != 0 and REWARD not in free_symbols(self.rhs):
            raise IllFormed("{} is not a vector", self.rhs)
