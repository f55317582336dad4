"""Definitions: names for terms.

A defined sequence is an abbreviation.  For the core its meaning is a hypothesis, "for all n:
c(n) = h(n - 1) - h(n)", which `unfold` uses and `explicit` discharges by putting the meaning in; so
a definition can hide nothing, and what a name stands for cannot change underneath it.  A name is
defined once; defining it again must agree.

    >>> from symbolic.terms import index, sequence
    >>> n, h = index("n"), sequence("h")
    >>> weights = define("doctest_c", (n,), h(n - 1) - h(n))
    >>> weights(3)
    doctest_c(3)
    >>> define("doctest_c", (n,), h(n))
    Traceback (most recent call last):
        ...
    symbolic.writing.definitions.Redefined: doctest_c is already defined as h_{n-1} - h_n
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sympy import Expr, Symbol

from symbolic.core import kernel, terms
from symbolic.core.terms import INT, Term, bind, eq, node, sequence as sequence_key
from symbolic.library import infer
from symbolic.printing import shown
from symbolic.statements import MRP_SYMBOLS
from symbolic.terms import check_term, free_sequences, is_index, sequence, substitute
from symbolic.terms.edge import to_core
from symbolic.terms.entry import term as as_term


class Redefined(ValueError):
    """A name cannot mean two things."""


@dataclass(frozen=True)
class Definition:
    """``symbol(*params)`` abbreviates ``body``."""

    symbol: Any
    params: tuple[Symbol, ...]
    body: Expr

    @property
    def name(self) -> str:
        """The name that is defined."""
        return str(self.symbol.__name__)

    def __call__(self, *args: Any) -> Expr:
        made: Expr = self.symbol(*args)
        return made

    def at(self, *args: Any) -> Expr:
        """The body with the parameters replaced."""
        values = list(map(as_term, args))
        return substitute(self.body, dict(zip(self.params, values, strict=True)))

    @property
    def meaning(self) -> Term:
        """What the core is told: the name and its meaning are equal, for all integers."""
        made = eq(to_core(self(*self.params)), to_core(self.body))
        for p in reversed(self.params):
            made = node("all", INT, (bind(made, to_core(p)),))
        return made


_registry: dict[str, Definition] = {}
_meanings: dict[Term, Definition] = {}


def define(
    name: str, params: tuple[Symbol, ...], body: Any, *, silent: tuple[Symbol, ...] = ()
) -> Definition:
    """Introduce a name for a term with integer parameters.

    The name depends on every other variable of its meaning too; where that is an integer, like the
    number of outcomes behind a covariance, it is to be listed as ``silent``.
    """
    body = as_term(body)
    check_term(body)
    if not all(is_index(p) for p in params):
        raise Redefined(f"{name}: parameters must be integer variables")
    if body.free_symbols & MRP_SYMBOLS:
        raise Redefined(f"{name} would hide z, r or v, which stand for an MRP")
    hidden = [x for x in body.free_symbols - {*params, *silent} if is_index(x)]
    if hidden:
        raise Redefined(f"{name}: the integer {shown(hidden[0])} is not a parameter")
    made = Definition(sequence(name), params, body)
    if name in _names_inside(made):
        raise Redefined(f"{name} occurs in its own definition")
    known = _registry.setdefault(name, made)
    if known.meaning is not made.meaning:
        raise Redefined(f"{name} is already defined as {shown(known.body)}")
    _meanings[known.meaning] = known
    return known


def _names_inside(definition: Definition) -> set[str]:
    """The names of sequences in the body, and in what defined ones among them stand for."""
    found: set[str] = set()
    stack = [f.__name__ for f in free_sequences(definition.body)]
    while stack:
        name = stack.pop()
        if name not in found:
            found.add(name)
            if name in _registry:
                stack += [f.__name__ for f in free_sequences(_registry[name].body)]
    return found


def lookup(symbol: Any) -> Definition | None:
    """What the sequence abbreviates, if anything."""
    return _registry.get(symbol.__name__)


def behind(symbols: Iterable[Any]) -> list[Definition]:
    """What these sequences abbreviate, and what those in their meanings do, by name."""
    found = {definition.name for definition in map(lookup, symbols) if definition is not None}
    for name in tuple(found):
        found |= _names_inside(_registry[name]) & _registry.keys()
    return [_registry[name] for name in sorted(found)]


def is_defined(symbol: Any) -> bool:
    """Is this sequence a name for something?"""
    return symbol.__name__ in _registry


def is_meaning(statement: Term) -> Definition | None:
    """The definition whose meaning a core statement is."""
    return _meanings.get(statement)


def _value(definition: Definition) -> Term:
    return bind(to_core(definition.body), *map(to_core, definition.params))


def _key(definition: Definition) -> tuple[str, tuple[str, ...]]:
    return sequence_key(definition.name, len(definition.params))


def _defined(used: Iterable[Any]) -> Iterator[Definition]:
    """What is defined of the variables and sequences that are free somewhere."""
    for x in used:
        definition = None if isinstance(x, Term) else _registry.get(x[0])
        if definition is not None and _key(definition) == x:
            yield definition


def explicit_term(t: Term) -> Term:
    """The term with the meaning of every defined name in its place."""
    while True:
        named = {_key(d): _value(d) for d in _defined(t.free)}
        if not named:
            return t
        t = terms.substitute(t, named)


def explicit(theorem: kernel.Theorem, *only: Definition) -> kernel.Theorem:
    """The theorem with the meaning of every defined name (or of these) in its place."""
    while True:
        spoken_of = frozenset().union(*map(terms.free, (theorem.conclusion, *theorem.hypotheses)))
        found = [d for d in only or _defined(spoken_of) if _key(d) in spoken_of]
        inside = [_names_inside(d) for d in found]
        # one that no other speaks of: its meaning may bring others in
        outer = [d for d in found if not any(d.name in names for names in inside)]
        if not outer:
            return theorem
        definition = min(outer, key=lambda d: d.name)
        put_in = infer.instantiate(theorem, {_key(definition): _value(definition)})
        body = to_core(definition.body)
        trivial = infer.combination(eq(body, body))
        for p in reversed(definition.params):
            trivial = infer.generalise(trivial, to_core(p))
        theorem = infer.cut(put_in, trivial)


def unfolded(theorem: kernel.Theorem) -> kernel.Theorem:
    """The theorem without the definitions of names that it does not speak of."""
    spoken = [s for s in (theorem.conclusion, *theorem.hypotheses) if is_meaning(s) is None]
    used = frozenset().union(*map(terms.free, spoken))
    needed = {d.name for d in _defined(used)}
    for name in tuple(needed):
        needed |= _names_inside(_registry[name])
    found = [d for d in map(is_meaning, theorem.hypotheses) if d and d.name not in needed]
    return explicit(theorem, *found) if found else theorem
