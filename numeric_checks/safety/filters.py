"""The update filter f(z) = (1 - z) h(z) of a return as a quotient of polynomials.

    h(z) = numerator(z) / (product of the factors)(z)

A list of weights has no factors.  A family that goes on for ever has factors 1 - lambda z^m, each
without a zero where |z| <= gamma, since the sizes of its later terms add up to less than its first.

    >>> from symbolic.returns import SparseLambdaReturn
    >>> made = Filter.of(SparseLambdaReturn("1/2", 3), "9/10")
    >>> made.numerator, made.factors
    (1/2*x^2 + 1/2*x + 1, ((-1/2)*x^3 + 1,))
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod

from flint import fmpq_poly

from numeric_checks.arithmetic.rational_functions import polynomial_of, quotient
from numeric_checks.moduli.modulus import discount
from symbolic.returns import InvalidReturn, LinearReturn, Parameter

__all__ = ["LONGEST", "Filter", "TooLong"]

#: the most weights that are analysed
LONGEST = LinearReturn.longest

_ONE = fmpq_poly([1])
_Z = fmpq_poly([0, 1])


class TooLong(ValueError):
    """The return has more weights than can be decided in reasonable time."""


@dataclass(frozen=True)
class Filter:
    """h = numerator / product of factors, and the discount."""

    numerator: fmpq_poly
    factors: tuple[fmpq_poly, ...]
    gamma: Fraction

    @classmethod
    def of(cls, ret: LinearReturn, gamma: Parameter) -> Filter:
        """The filter of a return whose parameters are numbers."""
        g = discount(gamma)
        if not ret.is_numeric:
            raise InvalidReturn(f"{ret}: expected numbers for its parameters")
        repeats = ret.recurrence
        length = max((repeats.start, *(length for _, length in repeats.factors)))
        _check_length(
            length, "weights before they repeat" if repeats.factors else "weights", ret.longest
        )
        return cls(*quotient(ret), g)

    @classmethod
    def of_weights(cls, h: list[Fraction], gamma: Fraction) -> Filter:
        """The filter of h_0, h_1, ..., h_{N-1}, 0, 0, ..."""
        _check_length(len(h), "weights", LONGEST)
        return cls(polynomial_of(h), (), gamma)

    @cached_property
    def top(self) -> fmpq_poly:
        """F, the numerator of f = F/D."""
        return self.numerator * (1 - _Z)

    @cached_property
    def bottom(self) -> fmpq_poly:
        """D, the denominator of f = F/D; not zero where |z| <= gamma."""
        return prod(self.factors, start=_ONE)


def _check_length(count: int, what: str, most: int) -> None:
    if count > most:
        raise TooLong(f"the return has {count} {what}; at most {most} are analysed")
