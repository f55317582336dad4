"""What all statements have in common: free and bound variables, substitution, comparison."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sympy import Expr, Symbol, oo

from symbolic.core.polynomials import key
from symbolic.core.terms import Term
from symbolic.printing import statement_latex, statement_text
from symbolic.printing.html import statement_html
from symbolic.terms import (
    all_symbols,
    check_term,
    free_sequences,
    fresh_index,
    is_index,
    substitute,
    substitute_sequence,
)
from symbolic.terms.entry import Meaningless, term as term

Piece = Any  # Expr | Statement


def symbols_of(terms: Iterable[Expr]) -> frozenset[Symbol]:
    """The variables of several terms."""
    return frozenset[Symbol]().union(*(frozenset(t.free_symbols) for t in terms))


class IllFormed(Meaningless):
    """The statement does not make sense (a variable of the wrong sort, a captured name)."""


@dataclass(frozen=True)
class Statement:
    """Base class.  ``_inner`` are the pieces in the scope of the bound variable, if any."""

    def _bound(self) -> Symbol | None:
        return None

    def _inner(self) -> tuple[Piece, ...]:
        return ()

    def _outer(self) -> tuple[Expr, ...]:
        """The terms outside that scope."""
        return ()

    def _rebuild(
        self, bound: Symbol | None, inner: tuple[Piece, ...], outer: tuple[Expr, ...]
    ) -> Statement:
        """The same kind of statement from other pieces."""
        raise TypeError(f"{type(self).__name__} is not a kind of statement")

    def __str__(self) -> str:
        try:
            return statement_text(self)
        except ValueError:  # it does not make sense; messages that say so show it as it is
            return repr(self)

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {statement_latex(self)}$"

    def _repr_html_(self) -> str:
        return statement_html(self)

    @property
    def free_symbols(self) -> frozenset[Symbol]:
        """The variables the statement speaks about."""
        return _free_symbols(self)

    @property
    def sequences(self) -> frozenset[Any]:
        """The sequence symbols the statement speaks about."""
        return _sequences(self)

    @property
    def key(self) -> Term:
        """Equal keys: the same statement up to bound names and rational rewriting of terms."""
        from symbolic.statements.edge import statement_to_core

        return key(statement_to_core(self))

    def _free(self) -> frozenset[Symbol]:
        inner = frozenset[Symbol]().union(*(frozenset(p.free_symbols) for p in self._inner()))
        bound = self._bound()
        outer = frozenset[Symbol]().union(*(frozenset(t.free_symbols) for t in self._outer()))
        return (inner - {bound}) | outer

    def substitute(self, mapping: Mapping[Symbol, Expr]) -> Statement:
        """Replace free variables, renaming the bound one if it would capture."""
        bound = self._bound()
        inner, outer = self._inner(), self._outer()
        scoped = {k: t for k, t in mapping.items() if k != bound}
        taken = symbols_of(scoped.values())
        if bound is not None and bound in taken:
            names = frozenset[Symbol]().union(*(frozenset(p.free_symbols) for p in inner))
            new = fresh_index(bound, taken | names | frozenset(scoped))
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
            new = fresh_index(bound, names | frozenset(value.free_symbols))
            inner, bound = tuple(_subst(p, {bound: new}) for p in inner), new

        def put(p: Piece) -> Piece:
            if isinstance(p, Statement):
                return p.substitute_sequence(symbol, params, value)
            return p if p is oo else substitute_sequence(p, symbol, params, value)

        return self._rebuild(bound, tuple(map(put, inner)), tuple(map(put, self._outer())))

    def check(self) -> None:
        """Raise unless every term belongs to the language and the bound variable is an integer."""
        bound = self._bound()
        if bound is not None:
            if not is_index(bound):
                raise IllFormed("{} is not an integer variable", bound)
            if any(bound in t.free_symbols for t in self._outer()):
                raise IllFormed("{} occurs in its own range or limit", bound)
        for p in (*self._inner(), *self._outer()):
            if isinstance(p, Statement):
                p.check()
            elif p is not oo or not self._may_be_infinite(p):
                check_term(p)
        one_meaning((self,))

    def _may_be_infinite(self, end: Expr) -> bool:
        """Is this the open end of a range?"""
        return False


def one_meaning(statements: Iterable[Statement]) -> None:
    """Raise if an integer and a real number have the same name, free or bound."""
    named: dict[str, Symbol] = {}
    for statement in statements:
        for symbol in _all_symbols(statement):
            if named.setdefault(symbol.name, symbol) != symbol:
                raise IllFormed("{} is the name of two variables", symbol)


@lru_cache(maxsize=50_000)
def _all_symbols(statement: Statement) -> frozenset[Symbol]:
    bound = statement._bound()
    found = frozenset[Symbol]() if bound is None else frozenset({bound})
    for p in (*statement._inner(), *statement._outer()):
        found |= _all_symbols(p) if isinstance(p, Statement) else all_symbols(p)
    return found


@lru_cache(maxsize=50_000)
def _free_symbols(statement: Statement) -> frozenset[Symbol]:
    return statement._free()


@lru_cache(maxsize=50_000)
def _sequences(statement: Statement) -> frozenset[Any]:
    found = frozenset[Any]()
    for p in (*statement._inner(), *statement._outer()):
        found |= p.sequences if isinstance(p, Statement) else free_sequences(p)
    return found


def _subst(p: Piece, mapping: Mapping[Symbol, Expr]) -> Piece:
    return p.substitute(mapping) if isinstance(p, Statement) else substitute(p, mapping)
