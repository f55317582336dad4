"""Long sums of fractions: one common denominator, integers inside, one reduction at the end.

Adding fractions one by one computes a greatest common divisor of ever longer numbers at each step.
Here a sum of n terms is put over one denominator and split in halves, so that almost all of the
work is a few products of long integers, which python-flint does fast.

    >>> coefficients, d = over_common_denominator([Fraction(1, 2), Fraction(1, 3)])
    >>> coefficients, d
    ([3, 2], 6)
    >>> polynomial(coefficients, Fraction(1, 2)) / d            # 1/2 + 1/3 * 1/2
    2/3
"""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from flint import fmpq, fmpz
from sympy import Expr

__all__ = ["lowest_terms", "over_common_denominator", "polynomial", "to_fmpq"]


def over_common_denominator(values: Sequence[Expr | Fraction]) -> tuple[list[fmpz], fmpz]:
    """Integers n_i and d > 0 with values[i] = n_i/d, for Fractions or rationals of sympy."""
    pairs = [
        (fmpz(x.numerator), fmpz(x.denominator))
        if isinstance(x, Fraction)
        else (fmpz(int(x.p)), fmpz(int(x.q)))
        for x in values
    ]
    common = _lcm([q for _, q in pairs])
    return [p * (common // q) for p, q in pairs], common


def polynomial(coefficients: Sequence[fmpz], x: Fraction) -> fmpq:
    """sum_i coefficients[i] x^i, with x = a/b: both halves of the sum over powers of b."""
    a, b = fmpz(x.numerator), fmpz(x.denominator)

    def numerator(low: int, high: int) -> fmpz:
        if high - low == 1:
            return coefficients[low]
        middle = (low + high) // 2
        left = numerator(low, middle) * b ** (high - middle)
        return left + a ** (middle - low) * numerator(middle, high)

    if not coefficients:
        return fmpq(0)
    return fmpq(numerator(0, len(coefficients)), b ** (len(coefficients) - 1))


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


def _lcm(values: list[fmpz]) -> fmpz:
    while len(values) > 1:  # neighbours first, so that most of the work is on short numbers
        values = [
            values[i].lcm(values[i + 1]) if i + 1 < len(values) else values[i]
            for i in range(0, len(values), 2)
        ]
    return values[0] if values else fmpz(1)
