"""Terms drawn at random, worlds to read them in, and the exact number a term has in a world.

A world gives every variable a rational number (integers to integer variables) and every sequence a
value at every index.  `value` carries out the definition of the language and nothing else: it does
not rewrite, and it raises `Undefined` where the term has no value.  Cosines and sines are numbers
between -1 and 1, any of them: nothing else is known without a rule.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st
from sympy import Abs, Add, Expr, Integer, Mul, Pow, Rational, Sum, Symbol
from sympy.core.function import AppliedUndef

from symbolic.statements import AtMost, Equal, Less, NotEqual, Relation
from symbolic.terms import (
    CosTurn,
    FloorDiv,
    IfLess,
    NotATerm,
    SinTurn,
    Turn,
    check_term,
    index,
    open_sum,
    real,
    sequence,
    series,
)

x, y = real("x"), real("y")
n, m, i, j = (index(name) for name in "nmij")
h = sequence("h")

LARGEST_EXPONENT = 120
SIZES = [Fraction(q) for q in ("-1", "-1/2", "0", "3/5", "1")]


class Undefined(Exception):
    """The term has no value here."""


class TooLarge(Undefined):
    """The term has a value that is not worth computing."""


@dataclass(frozen=True)
class World:
    """Numbers for variables; sequences take small values that depend on the seed."""

    numbers: Mapping[Symbol, Fraction]
    seed: int = 0
    sequences: Mapping[Any, Callable[..., Fraction]] = field(default_factory=dict)

    def where(self, changed: Mapping[Symbol, Fraction]) -> World:
        """The same world but for these variables."""
        return replace(self, numbers={**self.numbers, **changed})

    def at(self, symbol: Any, *indices: int) -> Fraction:
        """A member of a sequence."""
        if symbol in self.sequences:
            return self.sequences[symbol](*indices)
        code = self._code(symbol, *indices)
        return Fraction(code % 7 - 3, code // 7 % 3 + 1)

    def turned(self, function: Any, top: int, bottom: int) -> Fraction:
        """A cosine or sine."""
        return SIZES[self._code(function, top, bottom) % len(SIZES)]

    def _code(self, symbol: Any, *indices: int) -> int:
        return zlib.crc32(repr((symbol.__name__, indices, self.seed)).encode())


def value(term: Expr, world: World) -> Fraction:
    """The number the term denotes."""
    if isinstance(term, Rational):
        return Fraction(int(term.p), int(term.q))
    if isinstance(term, Symbol):
        return Fraction(world.numbers[term])
    if isinstance(term, Add):
        return sum((value(a, world) for a in term.args), Fraction(0))
    if isinstance(term, Mul):
        product = Fraction(1)
        for a in term.args:
            product *= value(a, world)
        return product
    if isinstance(term, Pow):
        return _power(value(term.base, world), whole(term.exp, world))
    if isinstance(term, Abs):
        return abs(value(term.args[0], world))
    if isinstance(term, IfLess):
        a, b, then, otherwise = term.args
        return value(then if value(a, world) < value(b, world) else otherwise, world)
    if isinstance(term, FloorDiv):
        top, bottom = (whole(a, world) for a in term.args)
        if bottom < 1:
            raise Undefined(term)
        return Fraction(top // bottom)
    if isinstance(term, Turn):
        top, bottom = (whole(a, world) for a in term.args)
        if bottom < 1:
            raise Undefined(term)
        return world.turned(term.func, top, bottom)
    if isinstance(term, Sum):
        body, var, lo, hi = open_sum(term)
        span = range(whole(lo, world), whole(hi, world) + 1)
        return sum((value(body, world.where({var: Fraction(k)})) for k in span), Fraction(0))
    if isinstance(term, AppliedUndef):
        return world.at(term.func, *(whole(a, world) for a in term.args))
    raise TypeError(f"{term} is not a term")


def whole(term: Expr, world: World) -> int:
    """The integer that a term denotes."""
    found = value(term, world)
    assert found.denominator == 1, f"{term} is {found}"
    return found.numerator


def _power(base: Fraction, exponent: int) -> Fraction:
    if base == 0 and exponent < 0:
        raise Undefined(f"0**{exponent}")
    if abs(exponent) > LARGEST_EXPONENT:
        raise TooLarge(f"{base}**{exponent}")
    return base**exponent


def true(statement: Relation, world: World) -> bool:
    """Does the relation hold in the world?"""
    a, b = value(statement.lhs, world), value(statement.rhs, world)
    found = {AtMost: a <= b, Less: a < b, Equal: a == b, NotEqual: a != b}
    return found[type(statement)]


# -- what is drawn ---------------------------------------------------------------------------

#: zero often: that is where powers and quotients go wrong
reals = st.sampled_from([Fraction(q) for q in ("0", "0", "1", "-1", "2", "1/2", "-1/3", "3/2")])
integers = st.integers(-3, 4).map(Fraction)


def worlds(*variables: Symbol) -> st.SearchStrategy[World]:
    """Worlds in which these variables, and those of drawn terms, have values."""
    every = {*variables, x, y, n, m, i, j}
    drawn = st.fixed_dictionaries({s: integers if s.is_integer else reals for s in every})
    return st.builds(World, drawn, st.integers(0, 99))


def _in_language(term: Expr) -> bool:
    try:
        check_term(term)
    except NotATerm:
        return False
    return True


def _bigger_index(smaller: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    return st.one_of(
        st.builds(lambda a, b: a + b, smaller, smaller),
        st.builds(lambda a, b: a - b, smaller, smaller),
        st.builds(lambda a, b: a * b, smaller, smaller),
        st.builds(lambda a, b: FloorDiv(a, Integer(b)), smaller, st.integers(1, 3)),
        st.builds(IfLess, smaller, smaller, smaller, smaller),
    )


def index_terms(max_leaves: int = 3) -> st.SearchStrategy[Expr]:
    """Terms that denote integers."""
    leaves = st.one_of(st.sampled_from([n, m]), st.integers(-2, 3).map(Integer))
    return st.recursive(leaves, _bigger_index, max_leaves=max_leaves).filter(_in_language)


def _bigger_term(smaller: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    exponents = index_terms(2)
    ends = st.sampled_from([n, m, n + 1, m - 1, Integer(0), Integer(2)])
    return st.one_of(
        st.builds(lambda a, b: a + b, smaller, smaller),
        st.builds(lambda a, b: a - b, smaller, smaller),
        st.builds(lambda a, b: a * b, smaller, smaller),
        st.builds(lambda a, b: a / b, smaller, smaller),
        st.builds(lambda a, b: a**b, smaller, exponents),
        st.builds(lambda a, b: a**b, smaller, st.sampled_from([Integer(2), Integer(-2)])),
        st.builds(Abs, smaller),
        st.builds(IfLess, exponents, exponents, smaller, smaller),
        st.builds(series, smaller, st.sampled_from([i, j]), ends, ends),
    )


def turns() -> st.SearchStrategy[Expr]:
    """Cosines and sines, of turns that may be divided into no parts."""
    kinds, parts = st.sampled_from([CosTurn, SinTurn]), st.sampled_from([m, Integer(1), Integer(3)])
    return st.builds(lambda kind, a, b: kind(a, b), kinds, index_terms(2), parts)


def terms(max_leaves: int = 6) -> st.SearchStrategy[Expr]:
    """Terms of every form, with n, m, i, j, x, y free and i, j bound here and there."""
    leaves = st.one_of(
        st.sampled_from([x, y, n, i, j]),
        st.sampled_from([Rational(q) for q in ("0", "1", "-1", "2", "1/2")]),
        st.builds(h, index_terms(2)),
        st.builds(h, st.sampled_from([i, j, i + 1, i - j])),
        st.builds(lambda b, e: b**e, st.sampled_from([x, Integer(0), Integer(-2)]), index_terms(2)),
        turns(),
    )
    return st.recursive(leaves, _bigger_term, max_leaves=max_leaves).filter(_in_language)
