"""Exact numbers of few digits next to given ones, on a chosen side.

>>> rounded_down(Fraction(1, 3)), rounded_down(Fraction(-2, 3))
(Fraction(333333333333333, 1000000000000000), Fraction(-666666666666667, 1000000000000000))
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpz

__all__ = ["middle", "outwards", "power_of_two", "rounded_down"]

#: significant digits
_DIGITS = 15


def rounded_down(x: Fraction, digits: int = _DIGITS) -> Fraction:
    """The largest number of so many significant digits that is at most x."""
    if x == 0:
        return x
    top, bottom = abs(x.numerator), x.denominator
    size = _length(top // bottom) if top >= bottom else 1 - _length(bottom // top)
    unit = Fraction(10) ** (size - digits)
    return (x / unit).__floor__() * unit


def _length(x: int) -> int:
    """How many digits it has: Python itself writes no integer of more than 4300."""
    return len(str(fmpz(x)))


def outwards(x: arb) -> tuple[Fraction, Fraction]:
    """Two such numbers with the ball between them."""
    return rounded_down(_fraction(x.lower())), -rounded_down(-_fraction(x.upper()))


def middle(x: arb) -> Fraction:
    """The middle of the ball."""
    return _fraction(x.mid())


def power_of_two(e: int) -> Fraction:
    """2^e, for e of any sign."""
    return Fraction(1 << e) if e >= 0 else Fraction(1, 1 << -e)


def _fraction(x: arb) -> Fraction:
    exact = x.fmpq()
    return Fraction(int(exact.p), int(exact.q))
