"""The generating function of a return as a quotient of polynomials, from its recurrence.

The factors 1 - ratio z^length of the recurrence make a polynomial of h(z), whose coefficients are
worked out from the eligibilities; the closed form that the family knows is not looked at.

    >>> from symbolic.returns import SparseLambdaReturn
    >>> quotient(SparseLambdaReturn("1/2", 3))
    (1/2*x^2 + 1/2*x + 1, ((-1/2)*x^3 + 1,))
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import TypeAlias

from flint import fmpq, fmpq_poly, fmpz

from numeric_checks.arithmetic.rationals import to_fmpq
from symbolic.returns import LinearReturn

__all__ = ["Polynomial", "filter_of", "generating_function_of", "polynomial_of", "quotient"]

#: the coefficients, constant term first
Polynomial: TypeAlias = tuple[Fraction, ...]

_ONE = fmpq_poly([1])


def quotient(ret: LinearReturn) -> tuple[fmpq_poly, tuple[fmpq_poly, ...]]:
    """h(z) = numerator / product of the factors, for a return whose parameters are numbers.

    A list of weights has no factors.
    """
    ret.eligibilities(0)  # refuses symbols
    repeats = ret.recurrence
    length = repeats.start + sum(length for _, length in repeats.factors)
    factors = tuple(_factor(ratio, length) for ratio, length in repeats.factors if ratio)
    numerator = polynomial_of(ret.eligibilities(length))
    if factors:
        numerator = fmpq_poly(prod(factors, start=numerator).coeffs()[:length])
    return numerator, factors


@lru_cache(maxsize=4096)
def generating_function_of(ret: LinearReturn) -> tuple[Polynomial, Polynomial]:
    """Numerator and denominator of ``h(z) = sum_i h_i z^i``, in lowest terms.

    >>> from symbolic.returns import NStepReturn
    >>> [[str(a) for a in part] for part in generating_function_of(NStepReturn(3))]
    [['1', '1', '1'], ['1']]
    """
    return _lowest_terms(ret, _ONE)


@lru_cache(maxsize=4096)
def filter_of(ret: LinearReturn) -> tuple[Polynomial, Polynomial]:
    """Numerator and denominator of ``f(z) = (1 - z) h(z)``, in lowest terms."""
    return _lowest_terms(ret, fmpq_poly([1, -1]))


def polynomial_of(coefficients: Sequence[Fraction]) -> fmpq_poly:
    """The polynomial with these coefficients, put over one denominator at once."""
    bottoms = [fmpz(x.denominator) for x in coefficients]
    common = max(bottoms, default=fmpz(1))
    for bottom in bottoms:  # most often each divides the largest
        if common % bottom != 0:
            common = common.lcm(bottom)
    tops = (fmpz(x.numerator) for x in coefficients)
    return fmpq_poly([a * (common // b) for a, b in zip(tops, bottoms, strict=True)], common)


def _lowest_terms(ret: LinearReturn, times: fmpq_poly) -> tuple[Polynomial, Polynomial]:
    """Numerator and denominator of times * h; the denominator is 1 at zero."""
    numerator, factors = quotient(ret)
    top, bottom = times * numerator, prod(factors, start=_ONE)
    shared = top.gcd(bottom)
    top, bottom = top // shared, bottom // shared
    return _coefficients(top / bottom[0]), _coefficients(bottom / bottom[0])


def _factor(ratio: Fraction, length: int) -> fmpq_poly:
    return 1 - to_fmpq(ratio) * fmpq_poly([fmpq(0)] * length + [fmpq(1)])


def _coefficients(p: fmpq_poly) -> Polynomial:
    return tuple(Fraction(int(a.p), int(a.q)) for a in p.coeffs())
