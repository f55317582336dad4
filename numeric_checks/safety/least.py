"""The least value of a quotient p/w of two cosine sums, w > 0: its sign, and an enclosure.

The lower end is proved by a trigonometric square for p - lower w, the upper end is a value of p/w.
Floats find where p/w is least (Dinkelbach: where p - r w is least, for better and better r).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import pi
from typing import Literal

import numpy as np
from flint import arb, ctx, fmpq, fmpq_poly

from numeric_checks.safety import chebyshev
from numeric_checks.safety.cosines import BITS, Cosines, Square, TooFine
from numeric_checks.safety.positivity import (
    NOTHING,
    curve,
    proves,
    square_below,
)
from numeric_checks.safety.rounding import middle, outwards, power_of_two, rounded_down

__all__ = ["EXACT_DEGREE", "PRECISE_DEGREE", "Bound", "Problem", "Sign", "turn_of"]

Sign = Literal["yes", "no", "boundary", "undecided"]

#: the degree up to which the sign is decided by exact algebra, and zeros are computed precisely
EXACT_DEGREE, PRECISE_DEGREE = 400, 120
#: how far below the least value the lower end is put, in sizes of p; less where p is short
_SLACK, _SHORT_SLACK, _SHORT = Fraction(1, 10**8), Fraction(1, 10**11), 100
#: significant digits of a bound, and if p is long: short numbers are checked faster
_DIGITS, _FEW_DIGITS = 15, 8
_MOST_BITS = 1 << 14
#: how long coefficients may be that exact algebra is done with, and of which a value is exact
_ALGEBRA_BITS, _SHORT_BITS = 1 << 16, 1 << 17
#: ends of an enclosure that are farther apart, relatively, are sought by algebra, to be this close
_FAR, _NEAR = Fraction(1, 10**7), Fraction(1, 10**12)
#: Dinkelbach's method ends after so many turns, or when the quotient moves by less than this part:
#: the next turn would move it by about the square of that
_TURNS, _CLOSE = 8, 1e-7
#: how often a slack is multiplied by ten before nothing is claimed
_TRIES = 40


@dataclass(frozen=True)
class Bound:
    """p >= value w everywhere: by the square, or by exact algebra if there is none."""

    value: Fraction
    square: Square | None


class Problem:
    """The quotient p/w, and what is found out about it on the way."""

    def __init__(self, p: Cosines, w: Cosines) -> None:
        self.p, self.w = p, w
        self.fixed_p, self.fixed_w = p.standard, w.standard
        self.samples, self.exponent = curve(self.fixed_p)

    @cached_property
    def sign(self) -> Sign:
        """Is the least value positive ("yes"), negative ("no") or exactly zero ("boundary")?"""
        if not any(self.fixed_p.integers) and not any(self.p.exact()):
            return "boundary"
        if self._positive is not None:
            return "yes"
        if any(self.value(self.turn, bits) < 0 for bits in (BITS, 4 * BITS)):
            return "no"
        if self.degree > EXACT_DEGREE:
            return "undecided"
        return ("boundary", "yes", "no")[chebyshev.least_sign(self.polynomial)]

    @cached_property
    def lower(self) -> Bound:
        """A proved bound from below."""
        if self.sign == "boundary":
            return Bound(Fraction(0), None)
        if self.sign == "yes":
            return self._positive or self._precisely_positive
        return self._somewhere_below

    @cached_property
    def upper(self) -> Fraction:
        """A value of p/w, rounded up."""
        if self.sign == "boundary":
            return Fraction(0)
        return outwards(self.value(self.turn))[1] if self._at_end is None else self._at_end

    @cached_property
    def ends(self) -> tuple[Fraction, Fraction]:
        """An enclosure of the least value: the two bounds, or by algebra if they are far apart.

        Or the value itself, by algebra, if z is real there and the number is short.
        """
        if self._at_end is not None and chebyshev.least_sign(self._rest(self._at_end)) >= 0:
            return self._at_end, self._at_end
        precise = self.degree <= PRECISE_DEGREE and self.bits <= _ALGEBRA_BITS
        try:
            lower, upper = self.lower.value, self.upper
        except TooFine:
            if not precise:
                raise
            return self._by_critical_points
        far = upper - lower > _FAR * max(abs(lower), abs(upper))
        return self._by_critical_points if far and precise else (lower, upper)

    @cached_property
    def _by_critical_points(self) -> tuple[Fraction, Fraction]:
        p, w = self.polynomial, chebyshev.in_cosine(self.w.exact())
        bits = 4 * BITS
        while bits <= _MOST_BITS:
            with ctx.workprec(bits):
                low, high = chebyshev.least_quotient(p, w)
                if low.is_finite() and high.is_finite():
                    lower, upper = outwards(low)[0], outwards(high)[1]
                    if upper - lower <= _NEAR * max(abs(lower), abs(upper)):
                        return lower, upper
            bits *= 4
        raise TooFine("gamma is too close to 1 to decide about this return")

    def value(self, turn: Fraction, bits: int = BITS) -> arb:
        """p/w at that part of a turn."""
        p, w = self.fixed_p, self.fixed_w
        while True:
            if bits != BITS:
                p, w = self.p.fixed(bits), self.w.fixed(bits)
            with ctx.workprec(bits):
                below = w.at(turn)
                if below > 0:
                    return p.at(turn) / below * arb(2) ** (w.shift - p.shift)
            if bits >= _MOST_BITS:
                raise TooFine("gamma is too close to 1 to decide about this return")
            bits *= 4

    @cached_property
    def _at_end(self) -> Fraction | None:
        """p/w where it is about least, if that is where z is real, and if the number is short."""
        if self.turn.denominator > 2 or self.degree > _SHORT or self.bits > _SHORT_BITS:
            return None
        p, w = (_at_real(sums.exact(), self.turn) for sums in (self.p, self.w))
        return p / w if w > 0 and rounded_down(p / w) == p / w else None

    @property
    def degree(self) -> int:
        """The greater degree of p and w."""
        return max(len(self.fixed_p.integers), len(self.fixed_w.integers)) - 1

    @cached_property
    def bits(self) -> int:
        """About how long the exact coefficients of p and w are at most."""
        return max(self.p.bits, self.w.bits)

    # -- where it is least, in floats --------------------------------------------------------------

    @cached_property
    def _lowest(self) -> tuple[Fraction, float]:
        """About the least value, and the angle."""
        if self._plain:
            angle, low = self.samples.lowest()
            return Fraction(low) * self.unit, angle
        angle = self._lowest_quotient()
        return middle(self.value(turn_of(angle))), angle

    def _lowest_quotient(self) -> float:
        """The angle where p/w is about least: from the samples, by Dinkelbach's method."""
        w, _ = curve(self.fixed_w, self.samples.points)
        p = self.samples
        if p.points != w.points:
            p, _ = curve(self.fixed_p, w.points)
        quotients = np.divide(
            p.values, w.values, out=np.full_like(w.values, np.inf), where=w.values > 0
        )
        place = int(quotients.argmin())
        ratio, angle = float(quotients[place]), place * p.step
        if not np.isfinite(ratio):
            return p.lowest()[0]
        for _ in range(_TURNS):
            other, low = p.minus(ratio, w).lowest()
            below = w.at(other)
            if not (low < 0 < below):
                break
            better, angle = ratio + low / below, other
            if ratio - better <= _CLOSE * abs(ratio):
                break
            ratio = better
        return angle

    @property
    def near(self) -> Fraction:
        """About the least value."""
        return self._lowest[0]

    @property
    def turn(self) -> Fraction:
        """Where it is about least, as a part of a turn."""
        return turn_of(self._lowest[1])

    @property
    def _plain(self) -> bool:
        """Is w the constant one?"""
        return self.w == Cosines.one(self.w.gamma)

    @property
    def unit(self) -> Fraction:
        """What one in the samples of p stands for."""
        return power_of_two(self.exponent - self.fixed_p.shift)

    # -- bounds from below -------------------------------------------------------------------------

    @cached_property
    def _positive(self) -> Bound | None:
        """A positive bound, close to the least value where floats can do that."""
        if self.near <= 0:
            return None
        return (
            self._nothing(self.near - self.near / 10**13)
            or self._attempt(min(self._slack, self.near / 2))
            or self._attempt(min(1000 * self._slack, self.near / 2))
            or self._attempt(self.near / 2)
        )

    @cached_property
    def _somewhere_below(self) -> Bound:
        """A bound from below, whatever its sign: far enough below there is one."""
        slack = self._slack or self.unit
        for _ in range(_TRIES):
            found = self._attempt(slack)
            if found is not None:
                return found
            slack *= 10
        raise TooFine("gamma is too close to 1 to decide about this return")

    @property
    def _slack(self) -> Fraction:
        size = Fraction(float(abs(self.samples.values).max())) * self.unit
        below = middle(self.fixed_w.at(self.turn)) * power_of_two(-self.fixed_w.shift)
        part = _SHORT_SLACK if self.degree <= _SHORT else _SLACK
        return size / below * part if below > 0 else Fraction(0)

    def _attempt(self, slack: Fraction) -> Bound | None:
        """p >= (near - slack) w, by a square that floats propose."""
        found = self._nothing(self.near - slack)
        if found is not None:
            return found
        digits = _DIGITS if self.degree <= _SHORT else _FEW_DIGITS
        value = rounded_down(self.near - slack, digits)
        rest = self.fixed_p.minus(value, self.fixed_w)
        if self._plain:
            samples, e = self.samples, self.exponent
            less = float((value + self.near) / 2 / self.unit)
        else:
            samples, e = curve(rest)
            less = samples.lowest()[1] / 2
        square = square_below(rest, samples, e, less)
        return None if square is None else Bound(value, square)

    def _nothing(self, target: Fraction) -> Bound | None:
        """p >= target w because the constant term outweighs the others."""
        value = rounded_down(target)
        if self._plain and self._outweighed < value:
            return None
        holds = proves(NOTHING, self.fixed_p.minus(value, self.fixed_w))
        return Bound(value, NOTHING) if holds else None

    @cached_property
    def _outweighed(self) -> Fraction:
        """t_0 - |t_1| - |t_2| - ..., but for roundings."""
        first, *rest = self.fixed_p.integers
        return (first - sum(map(abs, rest))) * power_of_two(-self.fixed_p.shift)

    # -- exact algebra, where p nearly touches zero ------------------------------------------------

    @cached_property
    def polynomial(self) -> fmpq_poly:
        """p as a polynomial in cos(theta)."""
        return chebyshev.in_cosine(self.p.exact())

    @cached_property
    def _precisely_positive(self) -> Bound:
        """A positive bound for a p that is known to be positive."""
        value = rounded_down(abs(self.near) / 2 or Fraction(1))
        while chebyshev.least_sign(self._rest(value)) <= 0:
            value = rounded_down(value / 8)
        if self.degree > PRECISE_DEGREE:
            return Bound(value, None)
        value = rounded_down(value / 2)
        rest = self._rest(value)
        low = chebyshev.precise_minimum(rest) / 2
        bits = BITS
        while bits < _MOST_BITS:
            square = chebyshev.precise_square(rest - low, bits)
            if square is not None and proves(square, self.p.minus(value, self.w).fixed(2 * bits)):
                return Bound(value, square)
            bits *= 2
        return Bound(value, None)

    def _rest(self, value: Fraction) -> fmpq_poly:
        """p - value w as a polynomial in cos(theta)."""
        return chebyshev.in_cosine(self.p.minus(value, self.w).exact())


def _at_real(t: list[fmpq], turn: Fraction) -> Fraction:
    """The cosine sum where all cosines are 1, or every other one is -1."""
    total = sum(t, fmpq(0)) if turn == 0 else sum(t[::2], fmpq(0)) - sum(t[1::2], fmpq(0))
    return Fraction(int(total.p), int(total.q))


def turn_of(angle: float) -> Fraction:
    """The angle as a part of a turn; 0 and pi are exactly 0 and 1/2."""
    return Fraction(angle / (2 * pi))
