"""Bounds in several counting variables: the bookkeeping behind `numeric_checks.majorants`.

Variables v count from 0.  A linear form in them bounds an integer term (an exponent, the end of a
sum); a monomial C times a product of (v + 1)^k q^v bounds a number.

    >>> from symbolic.terms import index
    >>> j = index("j")
    >>> power_bound(Fraction(1, 2), Linear(Fraction(1), {j: Fraction(2)})).C      # (1/2)^(1 + 2 j)
    Fraction(1, 2)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from flint import arb, ctx
from sympy import Symbol

from numeric_checks.balls import bounds, to_ball
from numeric_checks.exact_sums import to_fmpq

__all__ = [
    "BITS",
    "Linear",
    "Monomial",
    "Range",
    "Scope",
    "power_bound",
    "rounded_up",
    "size_bound",
]

#: constants are rounded upwards to fractions of about this many bits
BITS = 64


@dataclass(frozen=True)
class Linear:
    """constant + sum of coefficients times variables, all of which are >= 0."""

    constant: Fraction
    coefficients: Mapping[Symbol, Fraction]

    def plus(self, other: Linear, factor: Fraction = Fraction(1)) -> Linear:
        """self + factor other."""
        names = {*self.coefficients, *other.coefficients}
        zero = Fraction(0)
        return Linear(
            self.constant + factor * other.constant,
            {
                v: self.coefficients.get(v, zero) + factor * other.coefficients.get(v, zero)
                for v in names
            },
        )


Scope: TypeAlias = dict[Symbol, Linear]
#: a lower and an upper bound for an integer term
Range: TypeAlias = tuple[Linear, Linear]


@dataclass(frozen=True)
class Monomial:
    """C times a product of (v + 1)^k q^v over variables v."""

    C: Fraction
    factors: Mapping[Symbol, tuple[int, Fraction]]

    def __mul__(self, other: Monomial) -> Monomial:
        joined = dict(self.factors)
        for v, (k, q) in other.factors.items():
            k0, q0 = joined.get(v, (0, Fraction(1)))
            joined[v] = (k0 + k, rounded_up(q0 * q))
        return Monomial(rounded_up(self.C * other.C), joined)


def rounded_up(x: Fraction) -> Fraction:
    """A short fraction that is not smaller; itself if it is short already."""
    return x if x.denominator.bit_length() <= BITS else bounds(to_ball(x, BITS))[1]


def power_bound(base: Fraction, exponent: Linear) -> Monomial:
    """base^exponent for base > 0, each factor rounded upwards."""

    def raised(e: Fraction) -> Fraction:
        if e.denominator == 1 and abs(e) <= BITS:
            return rounded_up(base ** int(e))
        with ctx.workprec(2 * BITS):
            return bounds((arb(to_fmpq(base)) ** arb(to_fmpq(e))).upper())[1]

    factors = {v: (0, raised(a)) for v, a in exponent.coefficients.items() if a}
    return Monomial(raised(exponent.constant), factors)


def size_bound(form: Linear) -> Monomial:
    """|c + sum a_v v| <= (|c| + sum |a_v|) times the product of (v + 1)."""
    total = abs(form.constant) + sum(abs(a) for a in form.coefficients.values())
    return Monomial(total, {v: (1, Fraction(1)) for v, a in form.coefficients.items() if a})
