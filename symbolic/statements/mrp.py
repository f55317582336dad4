"""Statements about operators on a Markov reward process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Expr, Symbol

from symbolic.statements.base import IllFormed, Piece, Statement, symbols_of, term
from symbolic.terms import free_sequences, free_symbols, real

GAMMA = real("gamma")
#: z stands for the matrix gamma P, r for the reward vector, v for a value function.
Z, REWARD, VALUE = real("z"), real("r"), real("v")
MRP_SYMBOLS = frozenset({Z, REWARD, VALUE})


@dataclass(frozen=True)
class OperatorEqual(Statement):
    """On the MRP at hand, with z = gamma P: ``lhs`` and ``rhs`` are the same vector, for all v.

    Both sides are linear in (r, v) with coefficients that are power series in z.  The MRP is finite
    and otherwise arbitrary, so a theorem without hypotheses about it holds on every finite MRP.
    """

    lhs: Expr
    rhs: Expr

    def __post_init__(self) -> None:
        for name, value in zip(self.__match_args__, self._outer(), strict=False):
            object.__setattr__(self, name, term(value))

    def _outer(self) -> tuple[Expr, ...]:
        return (self.lhs, self.rhs)

    def _rebuild(self, bound: Any, inner: Any, outer: tuple[Expr, ...]) -> Statement:
        return type(self)(*outer)

    def _free(self) -> frozenset[Symbol]:
        """The discount is among them even where it is not written: z is gamma P."""
        return super()._free() | {GAMMA}

    def check(self) -> None:
        """Numbers that belong to an operator do not depend on the MRP."""
        super().check()
        for number in self._outer()[1:] if type(self) is not OperatorEqual else ():
            if free_symbols(number) & MRP_SYMBOLS:
                raise IllFormed("{} depends on the MRP", number)

    def substitute(self, mapping: Mapping[Symbol, Expr]) -> Statement:
        """Replace free variables; those that make up the MRP stay."""
        if (mapping.keys() & {GAMMA}) or (
            mapping.keys() | symbols_of(mapping.values())
        ) & MRP_SYMBOLS:
            raise IllFormed("z = γP, r and v stand for the MRP here and cannot be replaced")
        return super().substitute(mapping)

    def substitute_sequence(
        self, symbol: Any, params: tuple[Symbol, ...], value: Expr
    ) -> Statement:
        """Replace a sequence by an explicit one that does not depend on the MRP."""
        if free_symbols(value) & MRP_SYMBOLS:
            raise IllFormed("the terms of a sequence do not depend on the MRP")
        return super().substitute_sequence(symbol, params, value)


@dataclass(frozen=True)
class Contracts(OperatorEqual):
    """On the MRP at hand: ||H v - H v'|| <= rhs ||v - v'|| in the maximum norm; H v is ``lhs``."""


@dataclass(frozen=True)
class OnConstants(OperatorEqual):
    """On the MRP at hand: if v - v' = k 1 then H v - H v' = rhs 1; H v is ``lhs``, k ``constant``.

    The constant is bound: the statement holds for every number k.
    """

    constant: Symbol

    def check(self) -> None:
        """The constant is a real variable of its own."""
        super().check()
        if self.constant in {GAMMA, *MRP_SYMBOLS} or self.constant != real(self.constant.name):
            raise IllFormed("{} is not a variable for any number", self.constant)
        if self.constant in free_symbols(self.lhs):
            words = "{} stands for any number, but {} depends on it"
            raise IllFormed(words, self.constant, self.lhs)

    def _rebuild(self, bound: Any, inner: Any, outer: tuple[Expr, ...]) -> Statement:
        lhs, rhs = outer
        return OnConstants(lhs, rhs, self.constant)

    def substitute(self, mapping: Mapping[Symbol, Expr]) -> Statement:
        if self.constant in mapping.keys() | symbols_of(mapping.values()):
            words = "{} stands for any number here and cannot be replaced"
            raise IllFormed(words, self.constant)
        return super().substitute(mapping)


@dataclass(frozen=True)
class OnCycle(OperatorEqual):
    """On the cycle of ``length`` states without rewards: (H v)(s_0) = rhs; H v is ``lhs``.

    ``values`` is the periodic sequence with values(j) = v(s_j) for 0 <= j < length.
    """

    length: Expr
    values: Any

    def _outer(self) -> tuple[Expr, ...]:
        return (self.lhs, self.rhs, self.length)

    def _rebuild(self, bound: Any, inner: Any, outer: tuple[Expr, ...]) -> Statement:
        lhs, rhs, length = outer
        return OnCycle(lhs, rhs, length, self.values)

    def substitute_sequence(
        self, symbol: Any, params: tuple[Symbol, ...], value: Expr
    ) -> Statement:
        if self.values in free_sequences(value) | {symbol}:
            raise IllFormed("{} stands for the values on the cycle", self.values)
        return super().substitute_sequence(symbol, params, value)


@dataclass(frozen=True)
class OnEveryMRP(Statement):
    """The equation holds on every finite MRP (with this discount), not only on the one at hand."""

    body: OperatorEqual

    def _inner(self) -> tuple[Piece, ...]:
        return (self.body,)

    def _outer(self) -> tuple[Expr, ...]:
        return ()

    def _rebuild(self, bound: Any, inner: Any, outer: Any) -> Statement:
        return OnEveryMRP(inner[0])

    def _free(self) -> frozenset[Symbol]:
        """z, r and v are bound: they range over all MRPs."""
        return self.body.free_symbols - MRP_SYMBOLS

    def substitute(self, mapping: Mapping[Symbol, Expr]) -> Statement:
        """Replace free variables; z, r and v are not free here."""
        outer = {k: t for k, t in mapping.items() if k in self.free_symbols}
        return OnEveryMRP(self.body.substitute(outer))  # type: ignore[arg-type]
