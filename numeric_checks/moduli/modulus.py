"""The contraction modulus of a return, exactly.

For a linear return with eligibilities h and weights c_n = h_{n-1} - h_n on n-step returns,

    beta = |1 - h_0| + sum_{n>=1} |c_n| gamma^n

is the largest norm that its operator has on any MRP.  It depends on h alone, whether h tends to
zero or not: Monte Carlo has h = (1, 1, ...), every c_n = 0, and beta = 0.  When h_0 <= 1 and h
never rises, the absolute values do nothing and beta = 1 - (1 - gamma) h(gamma), one evaluation of
the generating function; `modulus_by_filter` goes that way, as a second opinion.

    >>> from symbolic.returns import LambdaReturn, SparseLambdaReturn
    >>> modulus(LambdaReturn("0.9"), "0.99")
    Fraction(99, 109)
    >>> modulus(SparseLambdaReturn("0.75", 3), "0.99")
    Fraction(990000, 1089103)

Where a family knows no closed form, the sum runs over its list of weights, or its block that
repeats (`numeric_checks.moduli.shapes`).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from flint import arb, ctx

from numeric_checks.arithmetic.balls import bits_for, to_ball
from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq
from numeric_checks.moduli.shapes import sum_of_changes
from symbolic.returns import InvalidReturn, LinearReturn, Parameter
from symbolic.returns.parameters import is_term, weight

__all__ = [
    "LARGEST_BITS",
    "TooLarge",
    "discount",
    "modulus",
    "modulus_ball",
    "modulus_by_filter",
]

#: an exact modulus may have numerators and denominators of about five million digits
LARGEST_BITS = 1 << 24


class TooLarge(ValueError):
    """The exact number has too many digits to be of use; the message says what to use instead."""


def modulus(ret: LinearReturn, gamma: Parameter) -> Fraction:
    """beta = |1 - h_0| + sum |c_n| gamma^n, as a fraction in lowest terms.

    >>> from symbolic.returns import DelayedReturn, MonteCarloReturn, WeightedReturn
    >>> modulus(DelayedReturn(1), "1/2"), modulus(MonteCarloReturn(), "1/2")
    (Fraction(7, 4), Fraction(0, 1))
    >>> modulus(WeightedReturn.from_nstep_weights(["-1/100", "101/100"]), "9/10")
    Fraction(8271, 10000)
    """
    g = discount(gamma)
    _check(ret)
    if (size := ret.modulus_bits(g.denominator.bit_length())) > LARGEST_BITS:
        raise TooLarge(
            f"the exact modulus of the {ret} has about {size} bits, more than {LARGEST_BITS}; "
            "modulus_ball encloses it to any number of digits"
        )
    closed = ret.closed_modulus(to_fmpq(g))
    return sum_of_changes(ret, g) if closed is None else lowest_terms(closed)


def modulus_ball(ret: LinearReturn, gamma: Parameter, digits: int = 50) -> arb:
    """A ball that contains beta, with at least ``digits`` correct digits; m and N may be huge.

    >>> from symbolic.returns import NStepReturn
    >>> print(modulus_ball(NStepReturn(10**9), "0.99", 6).str(6, radius=False))
    3.95868e-4364806
    """
    g = discount(gamma)
    _check(ret)
    wanted = bits_for(digits)
    precision = wanted + 32
    while True:
        with ctx.workprec(precision):
            beta: arb | None = ret.closed_modulus(arb(to_fmpq(g)))
            if beta is None:
                return to_ball(modulus(ret, g), precision)
            if beta.is_exact() or beta.rel_accuracy_bits() >= wanted:
                return beta
        precision *= 2


def modulus_by_filter(ret: LinearReturn, gamma: Parameter) -> Fraction:
    """beta = 1 - (1 - gamma) h(gamma), if h_0 <= 1 and the eligibilities never rise.

    >>> from symbolic.returns import TruncatedLambdaReturn, WeightedReturn
    >>> modulus_by_filter(TruncatedLambdaReturn("1/2", 2), "1/2")
    Fraction(3, 8)
    >>> modulus_by_filter(WeightedReturn([1, 2]), "1/2")
    Traceback (most recent call last):
    symbolic.returns.parameters.InvalidReturn: weighted return (h = 1, 2, then zero): expected \
h_0 <= 1 and eligibilities that never rise
    """
    g = discount(gamma)
    _check(ret)
    repeats = ret.recurrence
    h = ret.eligibilities(repeats.start + sum(length for _, length in repeats.factors) + 1)
    value = ret.filter(to_fmpq(g))
    if h[0] > 1 or any(a < b for a, b in pairwise(h)) or value is None:
        raise InvalidReturn(f"{ret}: expected h_0 <= 1 and eligibilities that never rise")
    return lowest_terms(1 - value)


def discount(gamma: Parameter) -> Fraction:
    """The discount as a number, 0 < gamma < 1.

    >>> discount(1)
    Traceback (most recent call last):
    symbolic.returns.parameters.InvalidReturn: modulus: gamma = 1; expected an exact number with \
0 < gamma < 1
    """
    term = weight("modulus", "gamma", gamma)
    if is_term(term) or not 0 < term < 1:
        raise InvalidReturn(f"modulus: gamma = {term}; expected an exact number with 0 < gamma < 1")
    found: Fraction = term
    return found


def _check(ret: LinearReturn) -> None:
    """Are there numbers for the parameters?"""
    if not ret.is_numeric:
        stuck = ", ".join(str(t) for t in ret.parameters if is_term(t))
        raise InvalidReturn(
            f"{ret}: its modulus is a number only when its parameters are; {stuck} is not"
        )
