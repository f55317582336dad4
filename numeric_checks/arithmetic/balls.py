"""Between exact fractions, decimals and Arb's balls.

A ball is a midpoint and a radius; every operation on balls encloses the exact result, so that a
ball which misses zero proves that the number it encloses is not zero.

    >>> third = to_ball(Fraction(1, 3), 64)
    >>> low, high = bounds(third)
    >>> low < Fraction(1, 3) < high, decimal(low, 6), decimal(high, 6)
    (True, '0.333333', '0.333333')
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, ctx, fmpq, fmpz

from numeric_checks.arithmetic.rationals import to_fmpq
from symbolic.numbers import InvalidNumber

__all__ = ["ball_from", "bits_for", "bounds", "decimal", "to_ball"]


def to_ball(x: Fraction | fmpq, bits: int) -> arb:
    """The smallest ball of this precision that contains ``x``."""
    with ctx.workprec(bits):
        return arb(to_fmpq(x) if isinstance(x, Fraction) else x)


def ball_from(low: Fraction, high: Fraction, bits: int) -> arb:
    """A ball that contains everything from ``low`` to ``high``.

    >>> ball_from(Fraction(0), Fraction(1, 3), 64).contains(to_ball(Fraction(1, 3), 64))
    True
    """
    with ctx.workprec(bits):
        return to_ball(low, bits).union(to_ball(high, bits))


def bounds(ball: arb) -> tuple[Fraction, Fraction]:
    """The two ends of a finite ball, exactly, whatever the current precision is."""
    middle, radius = (_dyadic(*x.man_exp()) for x in (ball.mid(), ball.rad()))
    return middle - radius, middle + radius


def bits_for(digits: int) -> int:
    """How many bits carry that many decimal digits; log_2 10 < 10/3."""
    if type(digits) is not int or digits < 1:
        raise InvalidNumber(f"digits = {digits!r}; expected how many digits, an integer >= 1")
    return 10 * digits // 3 + 1


def decimal(x: Fraction, digits: int) -> str:
    """``x`` rounded to ``digits`` decimals (ties to even), by integer arithmetic.

    >>> decimal(Fraction(-1, 3), 4), decimal(Fraction(2), 0)
    ('-0.3333', '2')
    """
    scaled = round(x * 10**digits)
    whole, part = divmod(abs(scaled), 10**digits)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{whole}.{part:0{digits}}" if digits else f"{sign}{whole}"


def _dyadic(mantissa: fmpz, exponent: fmpz) -> Fraction:
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
