"""The number a term denotes, once its symbols have values.

A term is compiled into nested functions that are called with the values of its bound variables, so
that long sums do not rebuild expressions. What kind of number comes out, and how a sum is carried
out, is decided by an `Arithmetic`; here is the exact one, and `numeric_checks.identities.digits`
adds balls.  Only the branch of a conditional that is taken is looked at, and ``0**0 = 1``.

    >>> from symbolic.terms import index, real, series
    >>> i, n, gamma = index("i"), index("n"), real("gamma")
    >>> evaluate(series(gamma**i, i, 0, n - 1), {gamma: "1/2", n: 3})
    Fraction(7, 4)
    >>> evaluate(1 / (1 - gamma), {gamma: 1})
    Traceback (most recent call last):
    numeric_checks.identities.evaluation.Undefined: 1/(1 - gamma) divides by zero
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import repeat
from operator import add, mul
from typing import Any, Generic, TypeAlias, TypeVar, cast

from flint import arb, fmpq
from sympy import Abs, Add, Expr, Integer, Mul, Pow, Rational, Sum, Symbol, sympify
from sympy.core.function import AppliedUndef

from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq
from symbolic.returns import Parameter
from symbolic.returns.parameters import InvalidReturn, is_term, weight
from symbolic.terms import FloorDiv, IfLess, OpenSum, SinTurn, Turn, check_term, is_index, open_sum

__all__ = [
    "Arithmetic",
    "Assignment",
    "ExactArithmetic",
    "NoValue",
    "TooManyTerms",
    "Undefined",
    "Values",
    "assign",
    "checked",
    "compiled",
    "evaluate",
]

#: what a user gives: numbers for symbols, the first members of a sequence (zero after them)
Assignment: TypeAlias = "Mapping[Any, Parameter | Sequence[Parameter]]"
#: the same, converted
Values: TypeAlias = Mapping[Any, Fraction | tuple[Fraction, ...]]
#: values of bound variables
Bound: TypeAlias = dict[Symbol, int]

N = TypeVar("N")
Real: TypeAlias = Callable[[Bound], N]
Index: TypeAlias = Callable[[Bound], int]

#: how many terms are added up at most
MAX_TERMS = 1_000_000


class Undefined(ValueError):
    """The term has no value there: a division by zero, or a sequence before its beginning."""


class NoValue(ValueError):
    """A symbol has no value, or a value of the wrong kind."""


class TooManyTerms(ValueError):
    """A sum has more terms than can be added up."""


class Arithmetic(ABC, Generic[N]):
    """A kind of number, and how to add up a sum in it, of at most ``most`` terms."""

    def __init__(self, most: int = MAX_TERMS) -> None:
        self.most = most

    @abstractmethod
    def number(self, x: fmpq) -> N:
        """A rational number."""

    @abstractmethod
    def total(self, part: OpenSum, term: Real[N], lo: int, hi: int | None, outer: Bound) -> N:
        """The sum from lo to hi (None: for ever); ``outer`` are the variables bound around it."""

    def cosine(self, turns: fmpq) -> N:
        """The cosine of 2 pi times a rational number."""
        raise NoValue(f"cos(2π·{turns}) has no exact value here; use balls")

    def one_by_one(self, part: OpenSum, term: Real[N], lo: int, hi: int, outer: Bound) -> N:
        """The sum of finitely many terms."""
        if hi - lo >= self.most:
            raise TooManyTerms(f"{part.close()} has {hi - lo + 1} terms, more than {self.most}")
        scope = dict(outer)
        total: Any = self.number(fmpq(0))
        for k in range(lo, hi + 1):
            scope[part.var] = k
            total += term(scope)
        return cast(N, total)


class ExactArithmetic(Arithmetic[fmpq]):
    """Rational numbers; infinite sums are refused."""

    def number(self, x: fmpq) -> fmpq:
        return x

    def total(self, part: OpenSum, term: Real[fmpq], lo: int, hi: int | None, outer: Bound) -> fmpq:
        if hi is None:
            raise TooManyTerms(f"{part.close()} has infinitely many terms")
        return self.one_by_one(part, term, lo, hi, outer)


def evaluate(term: Expr | int | Fraction, assignment: Assignment | None = None) -> Fraction:
    """The exact value of a term without infinite sums."""
    exact = checked(term)
    values = assign(assignment or {})
    return lowest_terms(compiled(exact, values, ExactArithmetic())({}))


def checked(term: Expr | int | Fraction) -> Expr:
    """The term, or the number as one; `NotATerm` if it is neither."""
    found = sympify(term, strict=True)
    check_term(found)
    return found


def assign(assignment: Assignment) -> Values:
    """Numbers as Fractions, integers for integer symbols, and tuples for sequences.

    >>> from symbolic.terms import index
    >>> assign({index("n"): "1/2"})
    Traceback (most recent call last):
    numeric_checks.identities.evaluation.NoValue: n = 1/2; expected an integer
    """
    values: dict[Any, Fraction | tuple[Fraction, ...]] = {}
    for symbol, given in assignment.items():
        if isinstance(given, Sequence) and not isinstance(given, str):
            values[symbol] = tuple(_number(f"{symbol}({i})", x) for i, x in enumerate(given))
            continue
        value = values[symbol] = _number(str(symbol), given)
        if isinstance(symbol, Symbol) and symbol.is_integer and value.denominator != 1:
            raise NoValue(f"{symbol} = {value}; expected an integer")
    return values


def _number(name: str, given: Parameter) -> Fraction:
    try:
        value: Fraction = weight("assignment", name, given)
    except InvalidReturn as problem:
        raise NoValue(str(problem)) from None
    if is_term(value):
        raise NoValue(f"{name} = {value}; expected an exact number")
    return value


# -- compilation ------------------------------------------------------------------------------


def compiled(
    term: Expr, values: Values, how: Arithmetic[N], bound: frozenset[Symbol] = frozenset()
) -> Real[N]:
    """A function from the values of the bound variables to the value of the term."""
    if not term.free_symbols & bound:
        return _once(_compiled(term, values, how, frozenset()))
    return _compiled(term, values, how, bound)


def _once(function: Real[N]) -> Real[N]:
    """Nothing bound occurs in it: the first value is the value; not asked for, it is not needed."""
    known: list[N] = []

    def value(_: Bound) -> N:
        if not known:
            known.append(function({}))
        return known[0]

    return value


def _compiled(term: Expr, values: Values, how: Arithmetic[N], bound: frozenset[Symbol]) -> Real[N]:
    def inner(sub: Expr) -> Any:
        return compiled(sub, values, how, bound)

    if isinstance(term, Rational):
        constant = how.number(fmpq(int(term.p), int(term.q)))
        return lambda _: constant
    if is_index(term):
        position = _index(term, values, bound)
        return lambda env: how.number(fmpq(position(env)))
    if isinstance(term, Symbol):
        constant = how.number(to_fmpq(_scalar(term, values)))
        return lambda _: constant
    if isinstance(term, Add | Mul):
        parts, join = [inner(a) for a in term.args], add if isinstance(term, Add) else mul
        return lambda env: reduce(join, (p(env) for p in parts))
    if isinstance(term, Abs):
        size = inner(term.args[0])
        return lambda env: abs(size(env))
    if isinstance(term, Pow):
        power: Real[N] = _power(term, inner(term.base), _index(term.exp, values, bound))
        return power
    if isinstance(term, IfLess):
        low, high = (_index(a, values, bound) for a in term.args[:2])
        first, second = (inner(a) for a in term.args[2:])
        return lambda env: first(env) if low(env) < high(env) else second(env)
    if isinstance(term, Turn):
        return _turn(term, how, *(_index(a, values, bound) for a in term.args))
    if isinstance(term, AppliedUndef):
        return _member(term, values, how, [_index(a, values, bound) for a in term.args])
    assert isinstance(term, Sum)
    part = open_sum(term)
    lo = _index(part.lo, values, bound)
    hi = (lambda _: None) if part.infinite else _index(part.hi, values, bound)
    body = compiled(part.body, values, how, bound | {part.var})

    def whole(env: Bound) -> N:
        return how.total(part, body, lo(env), hi(env), env)

    return whole


def _power(term: Expr, base: Any, exponent: Index) -> Any:
    def value(env: Bound) -> Any:
        x, e = base(env), exponent(env)
        if e < 0 and x == 0:
            raise Undefined(f"{term} divides by zero")
        if isinstance(x, arb) and e > 1 and x.contains(0):  # for which Arb's own power is no number
            return reduce(mul, repeat(x, e))
        return x**e

    return value


def _turn(term: Turn, how: Arithmetic[N], top: Index, bottom: Index) -> Real[N]:
    """A cosine; the sine is that of a quarter of a turn less."""
    back = fmpq(1, 4) if isinstance(term, SinTurn) else fmpq(0)

    def value(env: Bound) -> N:
        if bottom(env) < 1:
            raise Undefined(f"{term}: a turn is divided into an integer >= 1 of parts")
        return how.cosine(fmpq(top(env), bottom(env)) - back)

    return value


def _member(term: Expr, values: Values, how: Arithmetic[N], places: list[Index]) -> Real[N]:
    """A member of a sequence that was given as a list; zero after its end."""
    listed = values.get(term.func)
    if not isinstance(listed, tuple) or len(places) != 1:
        raise NoValue(f"{term} has no value; expected the members of {term.func} as a list")
    members = [how.number(to_fmpq(x)) for x in listed]
    zero, place = how.number(fmpq(0)), places[0]

    def value(env: Bound) -> N:
        k = place(env)
        if k < 0:
            raise Undefined(f"{term} at {k}: a sequence begins with its member 0")
        return members[k] if k < len(members) else zero

    return value


def _index(term: Expr, values: Values, bound: frozenset[Symbol]) -> Index:
    if isinstance(term, Integer):
        constant = int(term)
        return lambda _: constant
    if isinstance(term, Symbol):
        if term in bound:
            return lambda env: env[term]
        fixed = int(_scalar(term, values))
        return lambda _: fixed
    parts = [_index(a, values, bound) for a in term.args]
    if isinstance(term, Add):
        return lambda env: sum(p(env) for p in parts)
    if isinstance(term, Mul):
        return lambda env: reduce(mul, (p(env) for p in parts))
    if isinstance(term, Pow):
        return lambda env: int(parts[0](env) ** parts[1](env))
    if isinstance(term, IfLess):
        low, high, first, second = parts
        return lambda env: first(env) if low(env) < high(env) else second(env)
    assert isinstance(term, FloorDiv)
    above, below = parts

    def quotient(env: Bound) -> int:
        if below(env) < 1:
            raise Undefined(f"{term}: only a division by an integer >= 1 is rounded down")
        return above(env) // below(env)

    return quotient


def _scalar(symbol: Symbol, values: Values) -> Fraction:
    value = values.get(symbol)
    if not isinstance(value, Fraction):
        raise NoValue(f"{symbol} has no value")
    return value
