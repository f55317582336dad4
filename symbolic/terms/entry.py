"""What an author writes where a term is expected: a number, or an expression of sympy.

Numbers are exact: an int, a Fraction, an integer of numpy, a decimal, or text such as "9/10".  What
cannot be one is refused in words that say what to write.

    >>> from fractions import Fraction
    >>> term(Fraction(9, 10)), term("0.9"), term(3)
    (9/10, 9/10, 3)
    >>> term(0.9)
    Traceback (most recent call last):
    symbolic.terms.entry.NotATerm: 0.9 is a float and not exact: write Rational('0.9') or '9/10'
"""

from __future__ import annotations

import numbers
from decimal import Decimal
from typing import Any, cast

import sympy
from sympy import Expr, Integer, Rational
from sympy.logic.boolalg import BooleanAtom

from symbolic.numbers import InvalidNumber, parse_rational
from symbolic.printing import shown

__all__ = ["Meaningless", "NotATerm", "described", "inexact", "term"]


class Meaningless(ValueError):
    """What was written makes no sense; the words leave room, as ``{}``, for what they are about."""

    def __init__(self, words: str, *about: object) -> None:
        super().__init__(words, *about)

    def __str__(self) -> str:
        words, *about = self.args
        return words.format(*map(shown, about)) if about else str(words)


class NotATerm(Meaningless):
    """The expression is outside the language, or an index stands where a number must."""


def inexact(x: Any) -> NotATerm:
    """Why a float is refused, and the exact number that was probably meant."""
    try:
        decimal = repr(float(str(x)))
        exact = parse_rational(decimal)
    except (InvalidNumber, ValueError):
        return NotATerm(f"{x} is not a number")
    return NotATerm(f"{decimal} is a float and not exact: write Rational('{decimal}') or '{exact}'")


def term(x: Any) -> Expr:
    """What an author wrote, as an expression; whether it is part of the language is not asked."""
    if isinstance(x, Expr):
        return x
    if type(x) is int:
        return Integer(x)
    if type(x) is not bool and isinstance(x, numbers.Rational):
        return Rational(int(x.numerator), int(x.denominator))
    if isinstance(x, Decimal) and x.is_finite():
        return cast(Expr, Rational(str(x)))
    if isinstance(x, str):
        return _number(x)
    if isinstance(x, numbers.Real | Decimal):
        raise inexact(x)
    try:
        made = sympy.sympify(x, strict=True)
    except (sympy.SympifyError, TypeError, ValueError, AttributeError):
        made = None
    if not isinstance(made, Expr):
        raise NotATerm(
            f"{described(x)} is not a term, expected a number, or an expression in variables that "
            "index(), real() and sequence() make"
        )
    return made


def _number(text: str) -> Expr:
    try:
        exact = parse_rational(text)
    except InvalidNumber:
        raise NotATerm(
            f"the text {text!r} is not a term: write real(...) or index(...) for a variable, "
            "'9/10' for a number"
        ) from None
    return Rational(exact.numerator, exact.denominator)


def described(x: object) -> str:
    """A thing that is not what was expected, in a few words."""
    if x is None or isinstance(x, bool | BooleanAtom) or type(x).__name__ == "bool":
        return str(x)
    if isinstance(x, str):
        return f"the text {x!r}"
    if isinstance(x, type):
        return f"the class {x.__name__}"
    if isinstance(x, tuple | list | set | frozenset | dict):
        return f"{'' if x else 'an empty '}{type(x).__name__}{f' of {len(x)}' if x else ''}"
    return shown(x) if isinstance(x, sympy.Basic | numbers.Number) else f"{type(x).__name__}"
