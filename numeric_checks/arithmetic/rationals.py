"""Between Fractions and the rationals of python-flint.

>>> lowest_terms(to_fmpq(Fraction(-1, 2)) ** 2)
Fraction(1, 4)
"""

from __future__ import annotations

import numbers
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from flint import fmpq

__all__ = ["lowest_terms", "to_fmpq"]


def to_fmpq(x: Fraction) -> fmpq:
    """The same number in python-flint."""
    return fmpq(x.numerator, x.denominator)


def lowest_terms(x: fmpq) -> Fraction:
    """The same number as a Fraction, without the gcd that python-flint has already done.

    >>> lowest_terms(fmpq(6, 4))
    Fraction(3, 2)
    """
    return Fraction(cast(Fraction, _Reduced(int(x.p), int(x.q))))


@numbers.Rational.register
@dataclass(frozen=True)
class _Reduced:
    """Numerator and denominator without a common factor: a Fraction takes them over as they are."""

    numerator: int
    denominator: int
