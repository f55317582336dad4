"""Rational functions of one variable with exact coefficients, read off a term.

A quotient of polynomials is kept in lowest terms, with a denominator that is 1 at zero - possible
because a generating function has no pole there.  Polynomials are tuples, constant term first.

    >>> from symbolic.terms import real
    >>> z = real("z")
    >>> [[str(a) for a in part] for part in rational_function((1 - z**3) / (1 - z), z)]
    [['1', '1', '1'], ['1']]
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, reduce
from typing import TypeAlias

from flint import fmpq, fmpq_poly
from sympy import Add, Expr, Integer, Mul, Pow, Rational, Symbol

from symbolic.returns import LinearReturn
from symbolic.terms import real

__all__ = [
    "NotRational",
    "Polynomial",
    "filter_of",
    "generating_function_of",
    "rational_function",
]

Polynomial: TypeAlias = tuple[Fraction, ...]
_Quotient: TypeAlias = tuple[fmpq_poly, fmpq_poly]
_ONE = fmpq_poly([1])


class NotRational(ValueError):
    """The term is not a rational function of the variable with rational coefficients."""


def rational_function(term: Expr, z: Symbol) -> tuple[Polynomial, Polynomial]:
    """Numerator and denominator of ``term`` as a function of ``z``, exactly, in lowest terms."""
    top, bottom = _quotient(term, z)
    shared = top.gcd(bottom)
    top, bottom = top // shared, bottom // shared
    if bottom[0] == 0:
        raise NotRational(f"{term} has a pole at {z} = 0, so it is no power series")
    unit = bottom[0]
    return _coefficients(top / unit), _coefficients(bottom / unit)


@lru_cache(maxsize=4096)
def generating_function_of(ret: LinearReturn) -> tuple[Polynomial, Polynomial]:
    """Numerator and denominator of ``h(z) = sum_i h_i z^i``."""
    z = real("z")
    return _known(ret, ret.generating_function(z), z)


@lru_cache(maxsize=4096)
def filter_of(ret: LinearReturn) -> tuple[Polynomial, Polynomial]:
    """Numerator and denominator of ``f(z) = (1 - z) h(z)``."""
    z = real("z")
    return _known(ret, ret.filter(z), z)


def _known(ret: LinearReturn, term: Expr | None, z: Symbol) -> tuple[Polynomial, Polynomial]:
    if term is None:
        raise NotRational(f"{ret.describe()} has no generating function in closed form")
    return rational_function(term, z)


def _quotient(term: Expr, z: Symbol) -> _Quotient:
    if term == z:
        return fmpq_poly([0, 1]), _ONE
    if isinstance(term, Rational):
        return fmpq_poly([fmpq(int(term.p), int(term.q))]), _ONE
    if isinstance(term, Add):
        return reduce(_add, (_quotient(part, z) for part in term.args))
    if isinstance(term, Mul):
        return reduce(_multiply, (_quotient(part, z) for part in term.args))
    if isinstance(term, Pow) and isinstance(term.exp, Integer):
        return _power(_quotient(term.base, z), int(term.exp), term)
    raise NotRational(f"{term} is not a rational function of {z} with rational coefficients")


def _add(a: _Quotient, b: _Quotient) -> _Quotient:
    if a[1] == b[1]:
        return a[0] + b[0], a[1]
    return a[0] * b[1] + b[0] * a[1], a[1] * b[1]


def _multiply(a: _Quotient, b: _Quotient) -> _Quotient:
    return a[0] * b[0], a[1] * b[1]


def _power(a: _Quotient, exponent: int, term: Expr) -> _Quotient:
    if exponent >= 0:
        return a[0] ** exponent, a[1] ** exponent
    if a[0].is_zero():
        raise NotRational(f"{term} divides by zero")
    return a[1] ** -exponent, a[0] ** -exponent


def _coefficients(p: fmpq_poly) -> Polynomial:
    return tuple(Fraction(int(a.p), int(a.q)) for a in p.coeffs())
