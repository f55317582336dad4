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

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, prod

from flint import fmpq_poly

from numeric_checks.arithmetic.rational_functions import polynomial_of, quotient
from numeric_checks.moduli.modulus import discount
from numeric_checks.safety.cosines import Cosines, TooFine
from numeric_checks.safety.least import Problem
from symbolic.returns import InvalidReturn, LinearReturn, Parameter, WeightedReturn

__all__ = ["LONGEST", "Filter", "TooLong", "check_length"]

#: the most weights in a list that are analysed, and bits that they may have over one denominator
LONGEST, _MOST_BITS = 10**6, 1 << 30
#: bits of one weight of a family, and of all of them
_LONGEST_WEIGHT, _MOST_FAMILY_BITS = 1 << 18, 1 << 29
#: powers of gamma are not smaller than 2 to minus this
_LEAST_BITS = 1 << 23

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
        if isinstance(ret, WeightedReturn) and not repeats.factors:
            _check_list(ret.eligibilities(length))
        else:
            what = "weights before they repeat" if repeats.factors else "weights"
            check_length(length, what, ret.longest)
            _check_size(length, 0 if repeats.factors else ret.weight_bits)
        if length * (g.denominator.bit_length() - g.numerator.bit_length()) > _LEAST_BITS:
            raise TooFine("gamma is too close to 0 to decide about this return")
        return cls(*quotient(ret), g)

    @classmethod
    def of_weights(cls, h: list[Fraction], gamma: Fraction) -> Filter:
        """The filter of h_0, h_1, ..., h_{N-1}, 0, 0, ..."""
        _check_list(h)
        return cls(polynomial_of(h), (), gamma)

    @property
    def top(self) -> fmpq_poly:
        """F, the numerator of f = F/D in lowest terms."""
        return self._lowest_terms[0]

    @property
    def bottom(self) -> fmpq_poly:
        """D, the denominator of f = F/D in lowest terms; not zero where |z| <= gamma."""
        return self._lowest_terms[1]

    @cached_property
    def _lowest_terms(self) -> tuple[fmpq_poly, fmpq_poly]:
        """Where h goes on for ever at one level, 1 - z is in both."""
        top, bottom = self.numerator * (1 - _Z), prod(self.factors, start=_ONE)
        shared = top.gcd(bottom) if self.factors else _ONE
        if shared.degree() < 1:
            return top, bottom
        shared /= shared[0]
        return top // shared, bottom // shared

    @cached_property
    def margin(self) -> Problem:
        """The least Re f on |z| = gamma."""
        return Problem(self.real_part, self.bottom_size)

    @cached_property
    def real_part(self) -> Cosines:
        """Re(F conj(D)), of the sign of Re f."""
        return Cosines.of(self.top, self.bottom, self.gamma)

    @cached_property
    def size(self) -> Cosines:
        """|F|^2."""
        return Cosines.of(self.top, self.top, self.gamma)

    @cached_property
    def bottom_size(self) -> Cosines:
        """|D|^2."""
        return Cosines.of(self.bottom, self.bottom, self.gamma)

    @property
    def rest_size(self) -> Cosines:
        """|D - F|^2."""
        rest = self.bottom - self.top
        return Cosines.of(rest, rest, self.gamma)

    @property
    def as_given(self) -> tuple[Cosines, Cosines]:
        """Re(F conj(D)) and |D|^2 before what F and D share is taken out."""
        top, bottom = self.top * self.shared, self.bottom * self.shared
        return Cosines.of(top, bottom, self.gamma), Cosines.of(bottom, bottom, self.gamma)

    @cached_property
    def shared(self) -> fmpq_poly:
        """What numerator and denominator of f have in common, as they are given."""
        return prod(self.factors, start=_ONE) // self.bottom


def _check_list(h: Sequence[Fraction]) -> None:
    """Are there few enough weights, and are they short enough over one denominator?"""
    check_length(len(h), "weights", LONGEST)
    bottom = 1
    for each in {x.denominator for x in h}:
        bottom = lcm(bottom, each)
        if bottom.bit_length() * len(h) > _MOST_BITS:
            raise TooLong(
                f"the {len(h)} weights of the return have a common denominator of more than "
                f"{_MOST_BITS // len(h)} bits; expected shorter fractions, such as decimals"
            )


def _check_size(length: int, bits: int) -> None:
    """Are the weights of a family, of so many bits each, short enough?"""
    most = min(_LONGEST_WEIGHT, _MOST_FAMILY_BITS // max(length, 1))
    if bits > most:
        raise TooLong(
            f"the {length} weights of the return are fractions of up to {bits} bits, more than "
            f"{most}; expected fewer weights, or a shorter parameter"
        )


def check_length(count: int, what: str, most: int) -> None:
    """Are there few enough of them?"""
    if count > most:
        raise TooLong(f"the return has {count} {what}; at most {most} are analysed")
