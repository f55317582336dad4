"""Putting terms for the variables and the sequences of a term, and finding what occurs in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from sympy import Expr, Sum, Symbol, oo
from sympy.core.function import AppliedUndef

from symbolic.terms.language import NotATerm, index, open_sum, series

__all__ = [
    "free_sequences",
    "free_symbols",
    "fresh_index",
    "substitute",
    "substitute_sequence",
    "subterms",
]


def subterms(term: Expr) -> Iterator[Expr]:
    """Every subterm, outermost first; bound variables are not taken for subterms."""
    yield term
    if isinstance(term, Sum):
        part = open_sum(term)
        yield from subterms(part.body)
        yield from subterms(part.lo)
        if not part.infinite:
            yield from subterms(part.hi)
    else:
        for sub in term.args:
            yield from subterms(sub)


@lru_cache(maxsize=100_000)
def free_symbols(term: Expr) -> frozenset[Symbol]:
    """The variables that are not bound by a sum."""
    return frozenset(term.free_symbols)


@lru_cache(maxsize=100_000)
def free_sequences(term: Expr) -> frozenset[Any]:
    """The sequence symbols applied anywhere in the term."""
    return frozenset(a.func for a in term.atoms(AppliedUndef))


def fresh_index(base: Symbol, taken: frozenset[Symbol]) -> Symbol:
    """The index, or one with a number after its name, that is not taken."""
    count, candidate = 0, base
    while candidate in taken:
        count += 1
        candidate = index(f"{base.name}_{count}")
    return candidate


def substitute(term: Expr, mapping: Mapping[Symbol, Expr]) -> Expr:
    """Replace free variables at once, renaming bound ones that would capture.

    >>> from symbolic.terms import index, real
    >>> i, n, x = index("i"), index("n"), real("x")
    >>> substitute(series(x, i, 0, n), {x: i, n: i + 1})
    Sum(i, (i_1, 0, i + 1))
    """
    return _substitute(term, frozenset(mapping.items())) if mapping else term


@lru_cache(maxsize=100_000)
def _substitute(term: Expr, changes: frozenset[tuple[Symbol, Expr]]) -> Expr:
    mapping = dict(changes)
    if not (free_symbols(term) & mapping.keys()):
        return term
    if isinstance(term, Symbol):
        return mapping.get(term, term)
    if isinstance(term, Sum):
        body, var, lo, hi = open_sum(term)
        inner = {k: t for k, t in mapping.items() if k != var}
        captured = frozenset[Symbol]().union(*(free_symbols(t) for t in inner.values()))
        if var in captured:
            new = fresh_index(var, captured | free_symbols(body) | frozenset(inner))
            body, var = substitute(body, {var: new}), new
        end = hi if hi is oo else _substitute(hi, changes)
        return series(substitute(body, inner), var, _substitute(lo, changes), end)
    return term.func(*(_substitute(a, changes) for a in term.args))


def substitute_sequence(term: Expr, symbol: Any, params: tuple[Symbol, ...], value: Expr) -> Expr:
    """Replace every application ``symbol(t, ...)`` by ``value`` with the parameters set to t, ....

    >>> from symbolic.terms import index, real, sequence
    >>> i, h, lam = index("i"), sequence("h"), real("lambda")
    >>> substitute_sequence(h(i + 1) - h(i), h, (i,), lam**i)
    -lambda**i + lambda**(i + 1)
    """
    if symbol not in free_sequences(term):
        return term
    if isinstance(term, Sum):
        body, var, lo, hi = open_sum(term)
        if var in value.free_symbols - frozenset(params):
            new = fresh_index(var, value.free_symbols | body.free_symbols)
            body, var = substitute(body, {var: new}), new
        end = hi if hi is oo else substitute_sequence(hi, symbol, params, value)
        return series(
            substitute_sequence(body, symbol, params, value),
            var,
            substitute_sequence(lo, symbol, params, value),
            end,
        )
    args = tuple(substitute_sequence(a, symbol, params, value) for a in term.args)
    if isinstance(term, AppliedUndef) and term.func == symbol:
        if len(args) != len(params):
            raise NotATerm("{}: expected {} indices", term, len(params))
        return substitute(value, dict(zip(params, args, strict=True)))
    return term.func(*args)
