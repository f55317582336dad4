"""The parameters of a return: exact numbers, checked at once, or terms, checked for their sort.

A number outside its range is refused when the return is made.  A term (a symbol, usually) cannot be
checked then: its range becomes a condition of the return's formulas.
"""

from __future__ import annotations

import numbers
from fractions import Fraction
from typing import TypeAlias

from sympy import Expr, Integer, Rational

from symbolic.numbers import InvalidNumber, parse_rational
from symbolic.terms import NotATerm, check_term, is_index

__all__ = ["InvalidReturn", "Parameter", "count", "position", "rational", "unit", "weight"]

Parameter: TypeAlias = int | Fraction | str | Expr

_SHOWN = 60


class InvalidReturn(ValueError):
    """Not a return; the message names the parameter, its value and what was expected."""


def weight(owner: str, name: str, value: Parameter) -> Expr:
    """Any exact real number, or a term for one."""
    return _term(owner, name, value, "an exact number or a real symbol")


def unit(owner: str, name: str, value: Parameter, *, below_one: bool = False) -> Expr:
    """A number from 0 to 1 (less than 1 if ``below_one``), or a term for one."""
    expected = f"0 <= {name} {'<' if below_one else '<='} 1, an exact number or a real symbol"
    term = _term(owner, name, value, expected)
    if isinstance(term, Rational):
        number = rational(term)
        if not 0 <= number <= 1 or (below_one and number == 1):
            raise _refused(owner, name, value, expected)
    return term


def count(owner: str, name: str, value: Parameter, *, least: int) -> Expr:
    """An integer that is at least ``least``, or an integer term."""
    expected = f"an integer {name} >= {least} or an integer symbol"
    term = _term(owner, name, value, expected)
    if isinstance(term, Rational):
        if not (isinstance(term, Integer) and int(term) >= least):
            raise _refused(owner, name, value, expected)
    elif not is_index(term):
        raise _refused(owner, name, value, expected)
    return term


def position(owner: str, name: str, value: int | Expr, *, least: int) -> Expr:
    """The index of an eligibility or of a weight; numbers and integer terms only."""
    if isinstance(value, str):
        raise _refused(owner, name, value, f"an integer {name} >= {least} or an integer term")
    return count(owner, name, value, least=least)


def rational(term: Expr) -> Fraction:
    """The Fraction equal to a rational number of sympy."""
    return Fraction(int(term.p), int(term.q))


def _term(owner: str, name: str, value: Parameter, expected: str) -> Expr:
    if isinstance(value, bool):
        raise _refused(owner, name, value, expected)
    if isinstance(value, Expr):
        try:
            check_term(value)
        except NotATerm as problem:
            raise InvalidReturn(f"{owner}: {name}: {problem}; expected {expected}") from None
        return value
    if isinstance(value, numbers.Rational):
        return Rational(int(value.numerator), int(value.denominator))
    if isinstance(value, str):
        try:
            parsed = parse_rational(value)
        except InvalidNumber as problem:
            raise InvalidReturn(f"{owner}: {name}: {problem}") from None
        return Rational(parsed.numerator, parsed.denominator)
    if isinstance(value, float):
        expected = f'{expected}; a float is not exact, write "9/10" or Fraction(9, 10)'
    raise _refused(owner, name, value, expected)


def _refused(owner: str, name: str, value: object, expected: str) -> InvalidReturn:
    shown = str(value) if isinstance(value, numbers.Rational | Expr) else repr(value)
    if len(shown) > _SHOWN:
        shown = shown[:_SHOWN] + "..."
    return InvalidReturn(f"{owner}: {name} = {shown}; expected {expected}")
