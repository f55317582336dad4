"""Statements: what a theorem may say.

Relations between terms, statements for all integers from a bound on, facts of analysis about a
sequence (its limit, its boundedness, the convergence of its series), and statements about every
finite Markov reward process.  A statement is a value; whether it is *true* is the kernel's affair.

Bound variables do not matter: two statements that differ only in them, or in the way their terms
are written as rational expressions, have the same `key`.

    >>> from symbolic.terms import index, sequence
    >>> i, j, h = index("i"), index("j"), sequence("h")
    >>> ForAll(i, 0, AtMost(h(i + 1), h(i))).key == ForAll(j, 0, AtMost(h(1 + j), h(j))).key
    True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import sympy
from sympy import Expr, Symbol, oo

from symbolic.ring import canonical, order_key
from symbolic.terms import (
    _fresh_index,
    canonical_bound,
    check_term,
    free_sequences,
    is_index,
    real,
    substitute,
    substitute_sequence,
)

GAMMA = real("gamma")
#: z stands for the matrix gamma P, r for the reward vector, v for a value function.
Z, REWARD, VALUE = real("z"), real("r"), real("v")
MRP_SYMBOLS = frozenset({Z, REWARD, VALUE})

Piece = Any  # Expr | Statement


def _term(x: Any) -> Expr:
    return cast(Expr, sympy.sympify(x, strict=True))


def _symbols(terms: Iterable[Expr]) -> frozenset[Symbol]:
    return frozenset[Symbol]().union(*(frozenset(t.free_symbols) for t in terms))


class IllFormed(ValueError):
    """The statement does not make sense (a variable of the wrong sort, a captured name)."""


@dataclass(frozen=True)
class Statement:
    """Base class.  ``_inner`` are the pieces in the scope of the bound variable, if any."""

    def _bound(self) -> Symbol | None:
        return None

    def _inner(self) -> tuple[Piece, ...]:
        return ()

    def _outer(self) -> tuple[Expr, ...]:
        raise NotImplementedError

    def _rebuild(
        self, bound: Symbol | None, inner: tuple[Piece, ...], outer: tuple[Expr, ...]
    ) -> Statement:
        raise NotImplementedError

    @cached_property
    def free_symbols(self) -> frozenset[Symbol]:
        """The variables the statement speaks about."""
        inner = frozenset[Symbol]().union(*(frozenset(p.free_symbols) for p in self._inner()))
        bound = self._bound()
        outer = frozenset[Symbol]().union(*(frozenset(t.free_symbols) for t in self._outer()))
        return (inner - {bound}) | outer

    @cached_property
    def sequences(self) -> frozenset[Any]:
        """The sequence symbols the statement speaks about."""
        found = frozenset[Any]()
        for p in (*self._inner(), *self._outer()):
            found |= p.sequences if isinstance(p, Statement) else free_sequences(p)
        return found

    def substitute(self, mapping: Mapping[Symbol, Expr]) -> Statement:
        """Replace free variables, renaming the bound one if it would capture."""
        bound = self._bound()
        inner, outer = self._inner(), self._outer()
        scoped = {k: t for k, t in mapping.items() if k != bound}
        taken = _symbols(scoped.values())
        if bound is not None and bound in taken:
            names = frozenset[Symbol]().union(*(frozenset(p.free_symbols) for p in inner))
            new = _fresh_index(bound, taken | names | frozenset(scoped))
            inner = tuple(_subst(p, {bound: new}) for p in inner)
            bound = new
        return self._rebuild(
            bound,
            tuple(_subst(p, scoped) for p in inner),
            tuple(t if t is oo else substitute(t, mapping) for t in outer),
        )

    def substitute_sequence(
        self, symbol: Any, params: tuple[Symbol, ...], value: Expr
    ) -> Statement:
        """Replace a sequence by an explicit one."""
        bound, inner = self._bound(), self._inner()
        if bound is not None and bound in value.free_symbols - frozenset(params):
            names = frozenset[Symbol]().union(*(frozenset(p.free_symbols) for p in inner))
            new = _fresh_index(bound, names | frozenset(value.free_symbols))
            inner, bound = tuple(_subst(p, {bound: new}) for p in inner), new

        def put(p: Piece) -> Piece:
            if isinstance(p, Statement):
                return p.substitute_sequence(symbol, params, value)
            return p if p is oo else substitute_sequence(p, symbol, params, value)

        return self._rebuild(bound, tuple(map(put, inner)), tuple(map(put, self._outer())))

    @cached_property
    def key(self) -> tuple[Any, ...]:
        """Equal keys: the same statement up to bound names and rational rewriting of terms."""
        return self._key(1000)

    def _key(self, depth: int) -> tuple[Any, ...]:
        inner, bound = self._inner(), self._bound()
        if bound is not None:
            inner = tuple(_subst(p, {bound: canonical_bound(depth)}) for p in inner)
        pieces = tuple(
            p._key(depth + 1) if isinstance(p, Statement) else p if p is oo else canonical(p)
            for p in (*inner, *self._outer())
        )
        return (type(self).__name__, *pieces)

    def check(self) -> None:
        """Raise unless every term belongs to the language and the bound variable is an integer."""
        bound = self._bound()
        if bound is not None:
            if not is_index(bound):
                raise IllFormed(f"{bound} is not an integer variable")
            if any(bound in t.free_symbols for t in self._outer()):
                raise IllFormed(f"{bound} occurs in its own range or limit")
        for p in (*self._inner(), *self._outer()):
            if isinstance(p, Statement):
                p.check()
            elif p is not oo:
                check_term(p)


def _subst(p: Piece, mapping: Mapping[Symbol, Expr]) -> Piece:
    return p.substitute(mapping) if isinstance(p, Statement) else substitute(p, mapping)


@dataclass(frozen=True)
class Relation(Statement):
    """``lhs`` stands in a relation to ``rhs``."""

    lhs: Expr
    rhs: Expr

    def __post_init__(self) -> None:
        object.__setattr__(self, "lhs", _term(self.lhs))
        object.__setattr__(self, "rhs", _term(self.rhs))

    def _outer(self) -> tuple[Expr, ...]:
        return (self.lhs, self.rhs)

    def _rebuild(self, bound: Any, inner: Any, outer: tuple[Expr, ...]) -> Statement:
        return type(self)(*outer)

    def _key(self, depth: int) -> tuple[Any, ...]:
        # one side is enough: lhs - rhs, so that a <= b and a - b <= 0 are one statement
        return (type(self).__name__, canonical(self.lhs - self.rhs))


@dataclass(frozen=True)
class Equal(Relation):
    """lhs = rhs."""

    def _key(self, depth: int) -> tuple[Any, ...]:
        return ("Equal", _unsigned(self.lhs - self.rhs))


@dataclass(frozen=True)
class NotEqual(Relation):
    """lhs and rhs differ."""

    def _key(self, depth: int) -> tuple[Any, ...]:
        return ("NotEqual", _unsigned(self.lhs - self.rhs))


@dataclass(frozen=True)
class AtMost(Relation):
    """lhs <= rhs."""


@dataclass(frozen=True)
class Less(Relation):
    """lhs < rhs."""


def _unsigned(difference: Expr) -> Expr:
    """A difference up to its sign."""
    pair = canonical(difference), canonical(-difference)
    return cast(Expr, min(pair, key=order_key))


@dataclass(frozen=True)
class ForAll(Statement):
    """``body`` holds for every integer ``var`` with lo <= var (and var <= hi)."""

    var: Symbol
    lo: Expr
    body: Statement
    hi: Expr = oo

    def __post_init__(self) -> None:
        object.__setattr__(self, "lo", _term(self.lo))
        object.__setattr__(self, "hi", _term(self.hi))

    def _bound(self) -> Symbol:
        return self.var

    def _inner(self) -> tuple[Piece, ...]:
        return (self.body,)

    def _outer(self) -> tuple[Expr, ...]:
        return (self.lo, self.hi)

    def _rebuild(self, bound: Any, inner: Any, outer: tuple[Expr, ...]) -> Statement:
        return ForAll(bound, outer[0], inner[0], outer[1])

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


@dataclass(frozen=True)
class _OfSequence(Statement):
    """A property of the sequence ``body`` of ``var``; ``end`` is its limit or first index."""

    body: Expr
    var: Symbol
    end: Expr

    def __post_init__(self) -> None:
        object.__setattr__(self, "body", _term(self.body))
        object.__setattr__(self, "end", _term(self.end))

    def _bound(self) -> Symbol:
        return self.var

    def _inner(self) -> tuple[Piece, ...]:
        return (self.body,)

    def _outer(self) -> tuple[Expr, ...]:
        return (self.end,)

    def _rebuild(self, bound: Any, inner: Any, outer: tuple[Expr, ...]) -> Statement:
        return type(self)(inner[0], bound, outer[0])


@dataclass(frozen=True)
class TendsTo(_OfSequence):
    """``body`` tends to ``end`` as ``var`` grows."""


@dataclass(frozen=True)
class Bounded(_OfSequence):
    """|body| has a bound that serves for every var >= end."""


@dataclass(frozen=True)
class Converges(_OfSequence):
    """The series of ``body`` over var >= end converges."""


@dataclass(frozen=True)
class Summable(_OfSequence):
    """The series of ``|body|`` over var >= end converges."""


@dataclass(frozen=True)
class OperatorEqual(Statement):
    """On the MRP at hand, with z = gamma P: ``lhs`` and ``rhs`` are the same vector, for all v.

    Both sides are linear in (r, v) with coefficients that are power series in z.  The MRP is finite
    and otherwise arbitrary, so a theorem without hypotheses about it holds on every finite MRP.
    """

    lhs: Expr
    rhs: Expr

    def _outer(self) -> tuple[Expr, ...]:
        return (self.lhs, self.rhs)

    def _rebuild(self, bound: Any, inner: Any, outer: tuple[Expr, ...]) -> Statement:
        return type(self)(*outer)

    def substitute(self, mapping: Mapping[Symbol, Expr]) -> Statement:
        if (mapping.keys() | _symbols(mapping.values())) & MRP_SYMBOLS:
            raise IllFormed("z, r and v stand for the MRP here and cannot be replaced")
        return super().substitute(mapping)


@dataclass(frozen=True)
class Contracts(OperatorEqual):
    """On the MRP at hand: ||H v - H v'|| <= rhs ||v - v'|| in the maximum norm; H v is ``lhs``."""


@dataclass(frozen=True)
class OnConstants(OperatorEqual):
    """On the MRP at hand: if v - v' = k 1 then H v - H v' = rhs 1; H v is ``lhs``, k ``constant``.

    The constant is bound: the statement holds for every number k.
    """

    constant: Symbol

    def _rebuild(self, bound: Any, inner: Any, outer: tuple[Expr, ...]) -> Statement:
        lhs, rhs = outer
        return OnConstants(lhs, rhs, self.constant)

    def substitute(self, mapping: Mapping[Symbol, Expr]) -> Statement:
        if self.constant in mapping.keys() | _symbols(mapping.values()):
            raise IllFormed(f"{self.constant} stands for any number here and cannot be replaced")
        return super().substitute(mapping)

    def _key(self, depth: int) -> tuple[Any, ...]:
        own = substitute(self.rhs, {self.constant: real("#k")})
        return ("OnConstants", canonical(self.lhs), canonical(own))


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
            raise IllFormed(f"{self.values} stands for the values on the cycle")
        return super().substitute_sequence(symbol, params, value)

    def _key(self, depth: int) -> tuple[Any, ...]:
        return (*super()._key(depth), self.values)


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

    @cached_property
    def free_symbols(self) -> frozenset[Symbol]:
        return self.body.free_symbols - MRP_SYMBOLS
