"""The terms of the language: which sympy expressions may appear in a statement, and what they mean.

A term denotes a real number.  It is built from rational numbers, symbols, sequences applied to
integer terms, ``+``, ``*``, powers with integer exponents (``0**0 = 1``), absolute values, sums
over one integer variable (empty when the upper end is below the lower one), the conditional
`IfLess`, integer parts, and cosines and sines of rational parts of a full turn.  Everything else -
floats, infinities, functions with surprises - is refused.

Symbols carry a *sort* (integer or real) and never a hypothesis: that gamma lies between 0 and 1 is
a statement among a theorem's hypotheses, not an assumption hidden in the symbol.  sympy evaluates
some expressions while they are built (``x/x`` becomes ``1``); what it does is true wherever the
term is defined, and a theorem that is published has terms that are (see
`symbolic.writing.publication`).  What a term means is said by its core term
(`symbolic.terms.edge`).

    >>> i, n = index("i"), index("n")
    >>> h = sequence("h")
    >>> series(h(i), i, 0, n - 1)
    Sum(h(i), (i, 0, n - 1))
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import sympy
from sympy import Add, Expr, Integer, Mul, Pow, Rational, Sum, Symbol, oo
from sympy.core.function import AppliedUndef

from symbolic.terms.entry import NotATerm, inexact, term as as_term

__all__ = [
    "CosTurn",
    "FloorDiv",
    "IfLess",
    "NotATerm",
    "OpenSum",
    "Sequence",
    "SinTurn",
    "Turn",
    "all_symbols",
    "check_term",
    "index",
    "is_index",
    "open_sum",
    "real",
    "sequence",
    "series",
]

Sequence = Callable[..., Expr]


def index(name: str) -> Symbol:
    """An integer variable."""
    return Symbol(name, integer=True)


def real(name: str) -> Symbol:
    """A real variable; nothing is assumed of it."""
    return Symbol(name, real=True)


def sequence(name: str) -> Sequence:
    """A real sequence (or a family with several indices), to be applied to integer terms."""
    made: Sequence = sympy.Function(name, real=True)
    return made


class IfLess(sympy.Function):  # type: ignore[misc]
    """``IfLess(a, b, x, y)`` is x when a < b and y otherwise; a and b are integers.

    It evaluates itself only on integer numbers; otherwise the rule `conditional` decides it from
    what is known of a and b.

    >>> IfLess(1, 2, 10, 20), IfLess(2, 2, 10, 20)
    (10, 20)
    """

    nargs = (4,)

    @classmethod
    def eval(cls, a: Any, b: Any, x: Any, y: Any) -> Any:
        if isinstance(a, Integer) and isinstance(b, Integer):
            return x if int(a) < int(b) else y
        return None

    def _eval_is_real(self) -> bool:
        return True

    def _eval_is_integer(self) -> bool | None:
        return True if self.args[2].is_integer and self.args[3].is_integer else None


class FloorDiv(sympy.Function):  # type: ignore[misc]
    """``FloorDiv(a, b)`` is the integer part of a/b for integers a and b > 0.

    >>> FloorDiv(7, 3), FloorDiv(-1, 3)
    (2, -1)
    """

    nargs = (2,)

    @classmethod
    def eval(cls, a: Any, b: Any) -> Any:
        if isinstance(a, Integer) and isinstance(b, Integer) and int(b) > 0:
            return Integer(int(a) // int(b))
        return None

    def _eval_is_integer(self) -> bool:
        return True

    def _eval_is_real(self) -> bool:
        return True


class Turn(sympy.Function):  # type: ignore[misc]
    """A trigonometric function of the angle 2 pi a/b, for integers a and b >= 1.

    Nothing evaluates itself, not even at 0: what is known of it, `symbolic.writing.turns` proves.
    """

    nargs = (2,)

    def _eval_is_real(self) -> bool:
        return True


class CosTurn(Turn):
    """``CosTurn(a, b)`` is cos(2 pi a/b)."""


class SinTurn(Turn):
    """``SinTurn(a, b)`` is sin(2 pi a/b)."""


def series(body: Any, var: Symbol, lo: Any, hi: Any = oo) -> Expr:
    """The sum of ``body`` for ``var`` from ``lo`` to ``hi`` (infinite by default)."""
    parts = (as_term(x) for x in (body, lo, hi))
    return _series(*parts, var)


@lru_cache(maxsize=50_000)
def _series(body: Expr, lo: Expr, hi: Expr, var: Symbol) -> Expr:
    return Sum(body, (var, lo, hi))


class OpenSum(NamedTuple):
    """A sum taken apart; ``hi`` is ``oo`` for an infinite one."""

    body: Expr
    var: Symbol
    lo: Expr
    hi: Expr

    @property
    def infinite(self) -> bool:
        return bool(self.hi is oo)

    def close(self) -> Expr:
        return series(self.body, self.var, self.lo, self.hi)


@lru_cache(maxsize=50_000)
def open_sum(term: Expr) -> OpenSum:
    """Take the outermost summation apart.  sympy stores nested sums flat, innermost limit first."""
    if not isinstance(term, Sum):
        raise NotATerm("{} is not a sum", term)
    *inner, outer = term.limits
    if len(outer) != 3:
        raise NotATerm("{}: a sum needs both its ends", term)
    var, lo, hi = outer
    body = Sum(term.function, *inner) if inner else term.function
    return OpenSum(body, var, lo, hi)


def is_index(term: Expr) -> bool:
    """Does the term denote an integer, by its form alone?"""
    if isinstance(term, Integer):
        return True
    if isinstance(term, Symbol):
        return bool(term.is_integer)
    if isinstance(term, Add | Mul):
        return all(is_index(a) for a in term.args)
    if isinstance(term, Pow):
        return is_index(term.base) and isinstance(term.exp, Integer) and term.exp >= 0
    if isinstance(term, FloorDiv):
        return all(is_index(a) for a in term.args)
    if isinstance(term, IfLess):
        return is_index(term.args[2]) and is_index(term.args[3])
    return False


def check_term(term: Expr) -> None:
    """Raise `NotATerm` unless ``term`` belongs to the language.

    >>> check_term(sympy.Float("0.5"))
    Traceback (most recent call last):
        ...
    symbolic.terms.entry.NotATerm: 0.5 is a float and not exact: write Rational('0.5') or '1/2'
    """
    _check(term)
    named: dict[str, Symbol] = {}
    for symbol in all_symbols(term):
        if named.setdefault(symbol.name, symbol) != symbol:
            raise NotATerm("{}: {} is the name of two variables", term, symbol)


@lru_cache(maxsize=100_000)
def _check(term: Expr) -> None:
    kind = type(term)
    if isinstance(term, Rational) and kind.__module__ == Rational.__module__ and term.is_finite:
        return
    if kind is Symbol:
        if term not in (index(term.name), real(term.name)) or term.name.startswith("#"):
            raise NotATerm("{} must have a sort and nothing more: use index() or real()", term)
        return
    if kind in (Add, Mul, sympy.Abs):
        for part in term.args:
            _check(part)
        return
    if kind is Pow:
        _check(term.base)
        _check(term.exp)
        if not is_index(term.exp):
            raise NotATerm("{}: the exponent {} is not an integer", term, term.exp)
        return
    if isinstance(term, AppliedUndef) or kind in (FloorDiv, CosTurn, SinTurn):
        if isinstance(term, AppliedUndef) and term.func != sequence(term.func.__name__):
            raise NotATerm("{} must be a plain real sequence: use sequence()", term)
        for part in term.args:
            _check(part)
            if not is_index(part):
                raise NotATerm("{}: the index {} is not an integer", term, part)
        return
    if kind is IfLess:
        for part in term.args:
            _check(part)
        if not (is_index(term.args[0]) and is_index(term.args[1])):
            raise NotATerm("{}: only integers are compared", term)
        return
    if kind is Sum:
        part = open_sum(term)
        _check(part.body)
        _check(part.var)
        for end in (part.lo,) if part.infinite else (part.lo, part.hi):
            _check(end)
            if not is_index(end) or part.var in end.free_symbols:
                raise NotATerm("{}: {} cannot bound an integer variable", term, end)
        if not is_index(part.var):
            raise NotATerm("{}: {} is not an integer variable", term, part.var)
        return
    if isinstance(term, sympy.Float):
        raise inexact(term)
    raise NotATerm("{} is not exact, or not part of the language", term)


@lru_cache(maxsize=100_000)
def all_symbols(term: Expr) -> frozenset[Symbol]:
    """The variables of a term, those that sums bind among them."""
    return frozenset(term.atoms(Symbol))
