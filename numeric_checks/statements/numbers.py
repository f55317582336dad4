"""Rational functions of z over the rational numbers: what a term is at an MRP with z = gamma P.

Operators are analytic for |z| < 1 (`symbolic.core.terms`), so a division is meaningful only by a
function without a zero there.

    >>> str(ONE / (ONE - Z) - ONE), str(Ratio.of(6) / Ratio.of(4))
    ('z/(-z + 1)', '3/2')
    >>> ONE / (ONE - Z * Ratio.of(2))
    Traceback (most recent call last):
    numeric_checks.statements.numbers.Undefined: a division by -2*z + 1, which is 0 at z = 1/2
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_poly

from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq

_ONE = fmpq_poly([1])


class Undecided(Exception):
    """The evaluator cannot decide this; it never guesses."""


class Undefined(Exception):
    """The term means nothing there: a division by zero, or a series that does not converge."""


class NoValue(Exception):
    """The instance says nothing about a symbol of the statement."""


@dataclass(frozen=True)
class Ratio:
    """num(z)/den(z) in lowest terms, with den(0) = 1 or, if den(0) = 0, a monic den."""

    num: fmpq_poly
    den: fmpq_poly

    @classmethod
    def of(cls, x: fmpq | Fraction | int) -> Ratio:
        """A number."""
        return cls(fmpq_poly([x if isinstance(x, fmpq) else to_fmpq(Fraction(x))]), _ONE)

    @classmethod
    def quotient(cls, num: fmpq_poly, den: fmpq_poly) -> Ratio:
        """num/den in lowest terms, wherever that is defined."""
        if den == _ONE:
            return cls(num, den)
        shared = num.gcd(den)
        num, den = num // shared, den // shared
        unit = den[0] if den[0] != 0 else den.leading_coefficient()
        return cls(num / unit, den / unit)

    def __add__(self, other: Ratio | fmpq) -> Ratio:
        if isinstance(other, fmpq):
            return Ratio(self.num + other * self.den, self.den)
        return Ratio.quotient(self.num * other.den + other.num * self.den, self.den * other.den)

    __radd__ = __add__

    def __mul__(self, other: Ratio | fmpq) -> Ratio:
        if isinstance(other, fmpq):
            return Ratio(self.num * other, _ONE if other == 0 else self.den)
        return Ratio.quotient(self.num * other.num, self.den * other.den)

    __rmul__ = __mul__

    def __neg__(self) -> Ratio:
        return Ratio(-self.num, self.den)

    def __sub__(self, other: Ratio | fmpq) -> Ratio:
        return self + -other

    def __rsub__(self, other: fmpq) -> Ratio:
        return -self + other

    def __truediv__(self, other: Ratio) -> Ratio:
        """Refused as meaningless if the other one is 0 for some |z| < 1."""
        zero = _zero_inside(other.num)
        if zero is not None:
            by = "zero" if other.is_zero else f"{_shown(other.num)}, which is 0 at z = {zero}"
            raise Undefined(f"a division by {by}")
        return Ratio.quotient(self.num * other.den, self.den * other.num)

    @property
    def is_zero(self) -> bool:
        """Is it 0?"""
        return bool(self.num.is_zero())

    def number(self) -> fmpq:
        """Its value, if it does not depend on z."""
        if self.den.degree() > 0 or self.num.degree() > 0:
            raise Undecided("a number was expected, and this depends on z")
        return self.num[0]

    def monomial(self) -> tuple[fmpq, int]:
        """(q, a) for q z^a, where q is not 0."""
        degree = self.num.degree()
        if self.den.degree() > 0 or any(c != 0 for c in self.num.coeffs()[:-1]):
            raise Undecided("a power of something other than a multiple of a power of z")
        return self.num[degree], degree

    def __str__(self) -> str:
        top, bottom = _shown(self.num), _shown(self.den)
        return top if self.den == _ONE else f"{top}/({bottom})"


ZERO, ONE, Z = Ratio.of(0), Ratio.of(1), Ratio(fmpq_poly([0, 1]), _ONE)


def _zero_inside(p: fmpq_poly) -> str | None:
    """A zero of the polynomial with |z| < 1, for a reader; `Undecided` if it is hard to tell."""
    if p.is_zero():
        return "every z"
    for factor, _ in p.factor()[1]:
        if factor.degree() == 1:
            root = lowest_terms(-factor[0] / factor[1])
            if abs(root) < 1:
                return str(root)
            continue
        roots: Any = factor.complex_roots()
        for ball, _ in roots:
            if abs(ball) < 1:
                return str(ball.mid())
            if not abs(ball) > 1:
                raise Undecided("a zero on the unit circle, or close to it")
    return None


def _shown(p: fmpq_poly) -> str:
    plain = re.sub(r"\((-[\d/]+)\)", r"\1", str(p)).replace("+ -", "- ").replace("x", "z")
    return re.sub(r"(?<![\d/])1\*", "", plain)
