"""The parameters of a return: exact numbers, checked at once, or terms, checked for their sort.

A number is kept as an ``int`` where only integers will do, and as a Fraction otherwise; it is
refused outside its range when the return is made.  A term (a symbol, usually) cannot be checked
then: its range becomes a condition of the return's formulas.  Numbers never need sympy.
"""

from __future__ import annotations

import numbers
import sys
from abc import ABC, abstractmethod
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from symbolic.numbers import InvalidNumber, parse_rational

if TYPE_CHECKING:
    from sympy import Expr

__all__ = [
    "Count",
    "InvalidReturn",
    "Parameter",
    "Range",
    "Unit",
    "Value",
    "count",
    "is_term",
    "position",
    "rational",
    "unit",
    "weight",
]

#: what may be given for a parameter
Parameter: TypeAlias = Union[int, Fraction, str, "Expr"]
#: what it is kept as, and what formulas are evaluated with: a number, a term, a ball, ...
Value: TypeAlias = Any

_SHOWN = 60


class InvalidReturn(ValueError):
    """Not a return; the message names the parameter, its value and what was expected."""


def is_term(value: object) -> bool:
    """Is it an expression of sympy?  There is none as long as sympy is not imported."""
    module = sys.modules.get("sympy.core.expr")
    return module is not None and isinstance(value, module.Expr)


# -- ranges ----------------------------------------------------------------------------------------


class Range(ABC):
    """What a parameter may be, and what it means."""

    help: str

    @abstractmethod
    def read(self, owner: str, name: str, value: Parameter) -> Value:
        """The value as it is kept, or a refusal."""

    @abstractmethod
    def conditions(self, term: Expr) -> tuple[tuple[Value, str, Value], ...]:
        """What must be true of a term: (left, relation, right)."""

    @abstractmethod
    def wider(self, other: Range) -> bool:
        """Does it allow numbers that the other range of the same parameter does not?"""


class Unit(Range):
    """From 0 to 1: a number, less than 1 if ``below_one``, or a term, if ``terms_below_one``."""

    def __init__(self, about: str, below_one: bool = False, terms_below_one: bool = False) -> None:
        self.help, self.below_one, self.terms_below_one = about, below_one, terms_below_one

    def read(self, owner: str, name: str, value: Parameter) -> Value:
        expected = f"0 <= {name} {self._relation} 1"
        found = _read(owner, name, value, f"{expected}, an exact number or a real symbol")
        outside = isinstance(found, Fraction) and not 0 <= found <= 1
        if outside or (self.below_one and found == 1):
            raise _refused(owner, name, value, expected)
        return found

    def conditions(self, term: Expr) -> tuple[tuple[Value, str, Value], ...]:
        return (0, "<=", term), (term, "<" if self.terms_below_one else self._relation, 1)

    def wider(self, other: Range) -> bool:
        return isinstance(other, Unit) and other.below_one and not self.below_one

    @property
    def _relation(self) -> str:
        return "<" if self.below_one else "<="


class Count(Range):
    """An integer that is at least ``least``."""

    def __init__(self, about: str, least: int) -> None:
        self.help, self.least = about, least

    def read(self, owner: str, name: str, value: Parameter) -> Value:
        expected = f"an integer {name} >= {self.least} or an integer symbol"
        found = _read(owner, name, value, expected)
        if isinstance(found, Fraction):
            if found.denominator != 1 or found < self.least:
                raise _refused(owner, name, value, expected)
            return int(found)
        if not _is_index(found):
            raise _refused(owner, name, value, expected)
        return found

    def conditions(self, term: Expr) -> tuple[tuple[Value, str, Value], ...]:
        return ((self.least, "<=", term),)

    def wider(self, other: Range) -> bool:
        return isinstance(other, Count) and self.least < other.least


def unit(about: str, *, below_one: bool = False, terms_below_one: bool = False) -> Any:
    """A parameter from 0 to 1, as an attribute of a family."""
    return Unit(about, below_one, terms_below_one or below_one)


def count(about: str, *, least: int) -> Any:
    """A parameter that is an integer >= ``least``, as an attribute of a family."""
    return Count(about, least)


# -- single values ---------------------------------------------------------------------------------


def weight(owner: str, name: str, value: Parameter) -> Value:
    """Any exact real number, or a term for one."""
    return _read(owner, name, value, "an exact number or a real symbol")


def position(owner: str, name: str, value: int | Expr, *, least: int) -> Value:
    """The index of an eligibility or of a weight; numbers and integer terms only."""
    if isinstance(value, str):
        raise _refused(owner, name, value, f"an integer {name} >= {least} or an integer term")
    return Count("", least).read(owner, name, value)


def rational(number: Value) -> Fraction:
    """The Fraction equal to a rational number of any kind, one of sympy's too."""
    return Fraction(int(number.numerator), int(number.denominator))


def _read(owner: str, name: str, value: Parameter, expected: str) -> Value:
    if isinstance(value, bool):
        raise _refused(owner, name, value, expected)
    if isinstance(value, numbers.Rational):
        return rational(value)
    if isinstance(value, str):
        try:
            return parse_rational(value)
        except InvalidNumber as problem:
            raise InvalidReturn(f"{owner}: {name}: {problem}") from None
    if is_term(value):
        from symbolic.terms import NotATerm, check_term

        try:
            check_term(value)
        except NotATerm as problem:
            raise InvalidReturn(f"{owner}: {name}: {problem}; expected {expected}") from None
        return value
    if isinstance(value, float):
        expected = f'{expected}; a float is not exact, write "9/10" or Fraction(9, 10)'
    raise _refused(owner, name, value, expected)


def _is_index(term: Expr) -> bool:
    from symbolic.terms import is_index

    return is_index(term)


def _refused(owner: str, name: str, value: object, expected: str) -> InvalidReturn:
    plain = isinstance(value, numbers.Rational) or is_term(value)
    shown = str(value) if plain else repr(value)
    if len(shown) > _SHOWN:
        shown = shown[:_SHOWN] + "..."
    return InvalidReturn(f"{owner}: {name} = {shown}; expected {expected}")
