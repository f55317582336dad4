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
from itertools import accumulate
from math import lcm
from operator import mul

from flint import fmpq, fmpq_poly
from sympy import Expr

from numeric_checks.arithmetic.exact_sums import to_fmpq
from numeric_checks.moduli.modulus import discount
from symbolic.returns import (
    DelayedLambdaReturn,
    InvalidReturn,
    InvertedUReturn,
    LambdaReturn,
    LinearReturn,
    MonteCarloReturn,
    Parameter,
    SparseLambdaReturn,
    WeightedReturn,
)
from symbolic.returns.parameters import rational

__all__ = ["LONGEST", "Filter", "TooLong"]

#: the most weights, and the largest power of z, that are analysed
LONGEST = 10_000

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
        numerator, factors = _quotient(ret)
        return cls(numerator, tuple(d for d in factors if d != _ONE), g)

    @classmethod
    def of_weights(cls, h: list[Fraction], gamma: Fraction) -> Filter:
        """The filter of h_0, h_1, ..., h_{N-1}, 0, 0, ..."""
        _check_length(len(h), "weights")
        return cls(_polynomial(h), (), gamma)

    @cached_property
    def top(self) -> fmpq_poly:
        """F, the numerator of f = F/D."""
        return self.numerator * (1 - _Z)

    @cached_property
    def bottom(self) -> fmpq_poly:
        """D, the denominator of f = F/D; not zero where |z| <= gamma."""
        return list(accumulate(self.factors, mul, initial=_ONE))[-1]


def _quotient(ret: LinearReturn) -> tuple[fmpq_poly, tuple[fmpq_poly, ...]]:
    match ret:
        case MonteCarloReturn():
            return _ONE, (1 - _Z,)
        case LambdaReturn():
            return _ONE, (1 - _number(ret.lam) * _Z,)
        case SparseLambdaReturn():
            lam, m = _number(ret.lam), int(ret.m)
            _check_length(m, "steps between its n-step returns")
            return fmpq_poly([1] + [lam] * (m - 1)), (1 - lam * _shifted(_ONE, m),)
        case DelayedLambdaReturn():
            _check_length(int(ret.tau), "steps of delay")
            return _shifted(_ONE, int(ret.tau)), (1 - _number(ret.lam) * _Z,)
        case InvertedUReturn():
            lam = _number(ret.lam)
            return lam * _Z, (1 - lam * _Z,) * 2
        case WeightedReturn():
            _check_length(len(ret.weights), "weights")
            listed = _polynomial([rational(w) for w in ret.weights])
            if ret.tail == 0:
                return listed, ()
            tail = _number(ret.tail) * _shifted(_ONE, len(ret.weights))
            return listed - _shifted(listed, 1) + tail, (1 - _Z,)
        case _ if ret.support is not None:
            _check_length(ret.support, "weights")
            return _polynomial(list(ret.eligibilities(ret.support))), ()
    raise InvalidReturn(f"{ret}: expected finitely many weights, or a family with a formula")


def _polynomial(coefficients: list[Fraction]) -> fmpq_poly:
    pairs = [x.as_integer_ratio() for x in coefficients]
    common = lcm(*{bottom for _, bottom in pairs})
    return fmpq_poly([top * (common // bottom) for top, bottom in pairs], common)


def _shifted(p: fmpq_poly, by: int) -> fmpq_poly:
    """z^by p(z)."""
    return fmpq_poly([fmpq(0)] * by + p.coeffs())


def _number(term: Expr) -> fmpq:
    return to_fmpq(rational(term))


def _check_length(count: int, what: str) -> None:
    if count > LONGEST:
        raise TooLong(f"the return has {count} {what}; at most {LONGEST} are analysed")
