"""Definitions: names for terms.

A defined sequence is an abbreviation; `symbolic.rules.unfold` is the only rule that looks inside.
Because its body may speak of other symbols (a TD error speaks of gamma, R and V), a definition
records everything it depends on, and the rules that replace or bind a symbol refuse while a name
that hides the symbol is still there.  Integer variables cannot be hidden at all: they are
parameters.  A name is defined once; defining it again must agree.

    >>> from symbolic.terms import index, sequence
    >>> n, h = index("n"), sequence("h")
    >>> weights = define("doctest_c", (n,), h(n - 1) - h(n))
    >>> weights(3)
    doctest_c(3)
    >>> define("doctest_c", (n,), h(n))
    Traceback (most recent call last):
        ...
    symbolic.definitions.Redefined: doctest_c is already defined as -h(n) + h(n - 1)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy
from sympy import Expr, Symbol

from symbolic.statements import MRP_SYMBOLS, Statement
from symbolic.terms import check_term, free_sequences, index, is_index, sequence, substitute


class Redefined(ValueError):
    """A name cannot mean two things."""


@dataclass(frozen=True)
class Definition:
    """``symbol(*params)`` abbreviates ``body``."""

    symbol: Any
    params: tuple[Symbol, ...]
    body: Expr

    def __call__(self, *args: Any) -> Expr:
        made: Expr = self.symbol(*args)
        return made

    def at(self, *args: Any) -> Expr:
        """The body with the parameters replaced."""
        values = [sympy.sympify(a, strict=True) for a in args]
        return substitute(self.body, dict(zip(self.params, values, strict=True)))


#: the definitions, and a copy of each to notice one that was changed by force
_registry: dict[Any, tuple[Definition, tuple[Any, ...]]] = {}


def _contents(definition: Definition) -> tuple[Any, ...]:
    return (definition.symbol, definition.params, definition.body)


def define(name: str, params: tuple[Symbol, ...], body: Expr) -> Definition:
    """Introduce a name for a term with integer parameters."""
    check_term(body)
    if not all(is_index(p) for p in params):
        raise Redefined(f"{name}: parameters must be integer variables")
    if body.free_symbols & MRP_SYMBOLS:
        raise Redefined(f"{name} would hide z, r or v, which stand for an MRP")
    hidden = [x for x in body.free_symbols - frozenset(params) if is_index(x)]
    if hidden:
        raise Redefined(f"{name}: the integer {hidden[0]} is not a parameter")
    made = Definition(sequence(name), params, body)
    if made.symbol in free_sequences(body) or any(
        made.symbol in inside(name) for name in free_sequences(body) if is_defined(name)
    ):
        raise Redefined(f"{name} occurs in its own definition")
    known = lookup(made.symbol)
    if known is None:
        known = made
        _registry[made.symbol] = (made, _contents(made))
    fresh = tuple(index(f"#{k}") for k in range(4000, 4000 + len(params)))
    if len(known.params) != len(params) or known.at(*fresh) != made.at(*fresh):
        raise Redefined(f"{name} is already defined as {known.body}")
    return known


def lookup(symbol: Any) -> Definition | None:
    """What the sequence abbreviates, if anything."""
    found = _registry.get(symbol)
    if found is None:
        return None
    definition, contents = found
    if any(a is not b for a, b in zip(_contents(definition), contents, strict=True)):
        definition = Definition(*contents)
        _registry[symbol] = (definition, contents)
    return definition


def is_defined(symbol: Any) -> bool:
    """Is this sequence a name for something?"""
    return symbol in _registry


def dependencies(*statements: Statement) -> frozenset[Any]:
    """Every variable and sequence the statements speak of, openly or inside a definition."""
    found: set[Any] = set()
    stack: list[Any] = []
    for s in statements:
        found |= s.free_symbols
        stack += s.sequences
    while stack:
        symbol = stack.pop()
        if symbol in found:
            continue
        found.add(symbol)
        definition = lookup(symbol)
        if definition is not None:
            found |= definition.body.free_symbols - frozenset(definition.params)
            stack += free_sequences(definition.body)
    return frozenset(found)


def inside(symbol: Any) -> frozenset[Any]:
    """What a defined name speaks of."""
    definition = lookup(symbol)
    assert definition is not None
    own = frozenset(definition.body.free_symbols) - frozenset(definition.params)
    nested = frozenset[Any]()
    for name in free_sequences(definition.body):
        nested |= {name} | (inside(name) if is_defined(name) else frozenset())
    return own | nested
