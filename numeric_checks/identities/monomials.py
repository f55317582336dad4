"""Bounds in several counting variables: the bookkeeping behind the majorants of series.

Variables v count from 0.  A linear form in them bounds an integer term (an exponent, the end of a
sum); a monomial C times a product of (v + 1)^k q^v bounds a number.

    >>> from symbolic.terms import index
    >>> j = index("j")
    >>> exponent = Linear(Fraction(1), {j: Fraction(2)})              # (1/2)^(1 + 2 j)
    >>> bound = power_bound(Fraction(1, 2), exponent)
    >>> bound.C == arb(1) / 2, bound.factors[j] == (0, arb(1) / 4)
    (True, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from flint import arb, ctx
from sympy import Symbol

from numeric_checks.arithmetic.rationals import to_fmpq

__all__ = [
    "BITS",
    "Linear",
    "Monomial",
    "Range",
    "Scope",
    "power_bound",
    "product_up",
    "rounded_up",
    "size_bound",
]

#: constants are rounded upwards to this many bits
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
    """C times a product of (v + 1)^k q^v over variables v; C and q are exact, rounded upwards."""

    C: arb
    factors: Mapping[Symbol, tuple[int, arb]]

    def __mul__(self, other: Monomial) -> Monomial:
        joined = dict(self.factors)
        for v, (k, q) in other.factors.items():
            k0, q0 = joined.get(v, (0, arb(1)))
            joined[v] = (k0 + k, product_up(q0, q))
        return Monomial(product_up(self.C, other.C), joined)


def rounded_up(x: Fraction) -> arb:
    """A floating-point number that is not smaller than x >= 0, and hardly larger."""
    with ctx.workprec(BITS):
        return arb(to_fmpq(x)).upper()


def product_up(x: arb, y: arb) -> arb:
    """The product of two numbers >= 0, rounded upwards."""
    with ctx.workprec(BITS):
        return (x * y).upper()


def power_bound(base: Fraction | arb, exponent: Linear) -> Monomial:
    """base^exponent for base > 0, each factor rounded upwards."""

    def raised(e: Fraction) -> arb:
        with ctx.workprec(2 * BITS):
            x = arb(to_fmpq(base)) if isinstance(base, Fraction) else base
            power = x ** int(e) if e.denominator == 1 else x ** arb(to_fmpq(e))
        with ctx.workprec(BITS):
            return power.upper()

    factors = {v: (0, raised(a)) for v, a in exponent.coefficients.items() if a}
    return Monomial(raised(exponent.constant), factors)


def size_bound(form: Linear) -> Monomial:
    """|c + sum a_v v| <= (|c| + sum |a_v|) times the product of (v + 1)."""
    total = abs(form.constant) + sum(abs(a) for a in form.coefficients.values())
    growing = {v: (1, arb(1)) for v, a in form.coefficients.items() if a}
    return Monomial(rounded_up(total), growing)
