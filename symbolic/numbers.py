"""Exact numbers from text, by a small grammar of our own.

    number   =  [sign] ( digits "/" digits  |  decimal [exponent] )
    decimal  =  digits ["." [digits]]  |  "." digits
    exponent =  ("e" | "E") [sign] digits

``9/10``, ``0.9`` and ``9e-1`` are the same nine tenths; nothing is ever rounded, and nothing
outside the grammar (blanks, underscores, ``nan``, names) is a number.

    >>> parse_rational("0.9") == parse_rational("9/10") == parse_rational("9e-1")
    True

Imports nothing but Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from fractions import Fraction
from typing import Any

__all__ = ["MAX_DIGITS", "MAX_EXPONENT", "InvalidNumber", "Typed", "members", "parse_rational"]

# Together these keep numerator and denominator below the 4300 digits that Python is willing to
# print, so that every accepted number can be written out again.
MAX_DIGITS = 2_000
MAX_EXPONENT = 2_000

#: what can be gone through, and is no list of numbers
_NO_LISTS = (str, bytes, bytearray, memoryview, Mapping, Set)

_EXPECTED = 'expected an exact number such as "9/10", "0.9", "-3" or "1e-3"'
_SHOWN = 40
_NUMBER = re.compile(
    r"""(?P<sign>[+-]?)
        (?: (?P<numerator>[0-9]+) / (?P<denominator>[0-9]+)
          | (?: (?P<whole>[0-9]+) (?: \. (?P<part>[0-9]*) )? | \. (?P<only>[0-9]+) )
            (?: [eE] (?P<exponent>[+-]?[0-9]+) )?
        )""",
    re.VERBOSE,
)


class InvalidNumber(ValueError):
    """The text is not an exact number; the message says why and what was expected."""


class Typed(Fraction):
    """A number that remembers how it was typed, for pictures of what somebody asked about.

    >>> Typed("0.9") == Fraction(9, 10), Typed("0.9").text
    (True, '0.9')
    """

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> Typed:
        number = super().__new__(cls, parse_rational(text))
        number.text = text
        return number

    def __repr__(self) -> str:
        return f"Typed({self.text!r})"

    def __reduce__(self) -> tuple[type[Typed], tuple[str]]:
        return Typed, (self.text,)

    def __copy__(self) -> Typed:
        return self

    def __deepcopy__(self, memo: object) -> Typed:
        return self


def parse_rational(text: str) -> Fraction:
    """The exact rational that ``text`` denotes.

    >>> parse_rational("1e-3")
    Fraction(1, 1000)
    >>> parse_rational("1/0")
    Traceback (most recent call last):
    symbolic.numbers.InvalidNumber: '1/0' divides by zero: expected an exact number such as \
"9/10", "0.9", "-3" or "1e-3"
    """
    if not isinstance(text, str):
        raise InvalidNumber(f"{type(text).__name__} is not text: {_EXPECTED}")
    if len(text) > MAX_DIGITS:
        raise InvalidNumber(
            f"{_shown(text)} has {len(text)} characters, more than {MAX_DIGITS}: {_EXPECTED}"
        )
    match = _NUMBER.fullmatch(text)
    if match is None:
        what = "the empty text" if not text else _shown(text)
        raise InvalidNumber(f"{what} is not a number: {_EXPECTED}")
    size = _fraction(match) if match["numerator"] else _decimal(match)
    return -size if match["sign"] == "-" else size


def members(values: Any) -> Iterator[Any] | None:
    """What is in a list of numbers, an array, or what else gives one after the other; else None.

    >>> list(members(range(3)) or "none"), members("1, 2"), members(b"12"), members({1, 2})
    ([0, 1, 2], None, None, None)
    """
    if isinstance(values, _NO_LISTS):
        return None
    try:
        listed: Iterator[Any] = iter(values)
    except TypeError:
        return None
    return listed


def _fraction(match: re.Match[str]) -> Fraction:
    denominator = int(match["denominator"])
    if denominator == 0:
        raise InvalidNumber(f"{_shown(match[0])} divides by zero: {_EXPECTED}")
    return Fraction(int(match["numerator"]), denominator)


def _decimal(match: re.Match[str]) -> Fraction:
    whole, part = match["whole"] or "", match["part"] or match["only"] or ""
    exponent = int(match["exponent"] or 0)
    if abs(exponent) > MAX_EXPONENT:
        raise InvalidNumber(
            f"{_shown(match[0])} has an exponent beyond {MAX_EXPONENT}: {_EXPECTED}"
        )
    shift = exponent - len(part)
    digits = int(whole + part)
    return Fraction(digits * 10**shift) if shift >= 0 else Fraction(digits, 10**-shift)


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "...")
