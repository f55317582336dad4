"""The first digits of exact numbers: rounded to the nearest, or to the safe side of a bound.

    >>> third = Fraction(1, 3)
    >>> nearest(2 * third), down(-third, 3), up(third, 3), nearest(Fraction(5, 4))
    ('0.666667', '-0.334', '0.334', '1.25')
    >>> nearest(1 - Fraction(1, 10**9)), nearest(Fraction(1, 3 * 10**9))
    ('0.999999', '3.33333e-10')

Digits are counted from the first one that is not zero.  A number that is exactly as long as that,
or shorter, loses its zeros at the end; of a longer one all digits are shown.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from flint import fmpq, fmpz

from numeric_checks.arithmetic.rationals import to_fmpq

__all__ = ["MOST_DIGITS", "Side", "bound", "certain", "down", "exact_text", "nearest", "up"]

#: longer integers are not written out: few programs would read them again
MOST_DIGITS = 4000

#: of a number, where a bound of it lies
Side = Literal["down", "up"]
Way = Literal["cut", "down", "up", "nearest"]

#: powers of ten that are written as zeros
_SMALLEST, _LARGEST = -5, 9


def nearest(x: Fraction, most: int = 6) -> str:
    """Rounded to the nearest, but so that what is below one in size looks below one."""
    return _written(x, most, _way(x, most))


def down(x: Fraction, most: int = 6) -> str:
    """Rounded down: a lower bound of a lower bound."""
    return _written(x, most, "down")


def up(x: Fraction, most: int = 6) -> str:
    """Rounded up: an upper bound of an upper bound; of what is below one, with more digits.

    >>> up(1 - Fraction(1, 10**9))
    '0.999999999'
    """
    return _written(x, _up_to_one(x, most), "up")


def _up_to_one(x: Fraction, most: int) -> int:
    """So many digits that what is below one is so when it is rounded up."""
    return max(most, -_rounded(1 - x, 1, "down")[1]) if 0 < x < 1 else most


def bound(lower: Fraction, upper: Fraction, way: Side, most: int = 6) -> str | None:
    """A bound of the number between them, within a unit of it in the last digit shown; or None.

    An enclosure that a round number lies in may be wider than that by a hundredth of a unit.

    >>> third = Fraction(1, 3), Fraction(333334, 10**6)
    >>> bound(*third, "down"), bound(*third, "up"), bound(Fraction(-1), Fraction(1), "up")
    ('0.333333', '0.333334', None)
    >>> bound(Fraction(287), Fraction(289), "down")  # 280 would say too much
    '2.8e2'
    """
    if lower == upper:
        return down(lower, most) if way == "down" else up(upper, most)
    end, other = (lower, upper) if way == "down" else (upper, lower)
    if lower * upper <= 0:
        return None
    wide = to_fmpq(upper) - to_fmpq(lower)
    for digits in range(most if way == "down" else _up_to_one(end, most), 0, -1):
        mantissa, exponent, _ = _rounded(end, digits, way)
        unit = fmpq(10) ** (exponent - digits + 1)
        far = abs(mantissa * unit - abs(to_fmpq(other)))
        if far <= unit or 100 * wide <= unit:
            return _rough(end < 0, mantissa, exponent, digits)
    return None


def certain(lower: Fraction, upper: Fraction, most: int = 6) -> str | None:
    """Digits that every number from ``lower`` to ``upper`` has when it is rounded.

    >>> certain(Fraction(1249, 1000), Fraction(1251, 1000)), certain(Fraction(-1), Fraction(1))
    ('1.25', None)
    >>> certain(1 - Fraction(1, 10**9), 1 + Fraction(1, 10**9))
    '1.00000'
    >>> certain(Fraction(287), Fraction(289)) is None  # 280 or 290 would say too much
    True
    """
    if nearest(lower, most) == nearest(upper, most):
        return nearest(lower, most)
    if lower * upper <= 0:
        return None
    for digits in range(most, 0, -1):
        low, high = _rounded(lower, digits, "nearest"), _rounded(upper, digits, "nearest")
        padded = digits <= low[1] <= _LARGEST  # with zeros that nobody knows to be there
        if low[:2] == high[:2] and not padded:
            return _spelled(lower < 0, low[0], low[1], digits)
    return None


def exact_text(x: Fraction) -> str | None:
    """``p/q`` in lowest terms, or None if that has integers of more than `MOST_DIGITS` digits.

    >>> exact_text(Fraction(-3, 4)), exact_text(Fraction(2)), exact_text(Fraction(10) ** 4000)
    ('-3/4', '2', None)
    """
    parts = [fmpz(x.numerator), fmpz(x.denominator)][: 1 if x.denominator == 1 else 2]
    if max(map(abs, parts)) >= fmpz(10) ** MOST_DIGITS:
        return None
    return "/".join(str(part) for part in parts)


def _way(x: Fraction, most: int) -> Way:
    mantissa, exponent, exact = _rounded(x, most, "nearest")
    is_one = exponent == 0 and mantissa == 10 ** (most - 1)
    return "cut" if is_one and abs(x) < 1 and not exact else "nearest"


def _written(x: Fraction, most: int, way: Way) -> str:
    mantissa, exponent, exact = _rounded(x, most, way)
    if not exact:
        return _rough(x < 0, mantissa, exponent, most)
    digits = max(1, len(str(mantissa).rstrip("0")))
    return _spelled(x < 0, mantissa // 10 ** (most - digits), exponent, digits)


def _rounded(x: Fraction, most: int, way: Way) -> tuple[int, int, bool]:
    """|x| is about mantissa 10^(exponent - most + 1), with ``most`` digits; and is it exactly?"""
    if x == 0:
        return 0, 0, True
    p, q = fmpz(abs(x.numerator)), fmpz(x.denominator)  # whose powers of ten are made faster
    exponent = int(p.bit_length() - q.bit_length()) * 30103 // 100000 + 2
    while _quotient(p, q, -exponent)[0] == 0:
        exponent -= 1
    found, rest, whole = _quotient(p, q, most - 1 - exponent)
    mantissa = int(found)
    outwards = {"cut": False, "down": x < 0, "up": x > 0, "nearest": 2 * rest >= whole}
    if rest != 0 and outwards[way]:
        mantissa += 1
        if mantissa == 10**most:
            mantissa, exponent = mantissa // 10, exponent + 1
    return mantissa, exponent, rest == 0


def _quotient(p: fmpz, q: fmpz, shift: int) -> tuple[fmpz, fmpz, fmpz]:
    """p 10^shift / q as a whole number, what is left, and the divisor."""
    power = fmpz(10) ** abs(shift)
    top, bottom = (p * power, q) if shift >= 0 else (p, q * power)
    return *divmod(top, bottom), bottom


def _rough(negative: bool, mantissa: int, exponent: int, digits: int) -> str:
    """A rounded number, without zeros that nobody knows to be there."""
    return _spelled(negative, mantissa, exponent, digits, min(_LARGEST, digits - 1))


def _spelled(
    negative: bool, mantissa: int, exponent: int, digits: int, largest: int = _LARGEST
) -> str:
    """The mantissa has that many digits, the first of which stands for 10^exponent."""
    sign, text = "-" if negative and mantissa else "", str(mantissa).zfill(digits)
    if not _SMALLEST <= exponent <= largest:
        part = f".{text[1:]}" if digits > 1 else ""
        return f"{sign}{text[0]}{part}e{exponent}"
    if exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{text}"
    whole, part = text[: exponent + 1].ljust(exponent + 1, "0"), text[exponent + 1 :]
    return f"{sign}{whole}.{part}" if part else f"{sign}{whole}"
