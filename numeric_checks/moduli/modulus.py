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

A finite list of weights is brought to one common denominator and summed over the integers by
binary splitting, so that the only greatest common divisor is the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeVar

from flint import arb, ctx, fmpq
from sympy import Expr, Rational

from numeric_checks.arithmetic.balls import bits_for, to_ball
from numeric_checks.arithmetic.exact_sums import (
    lowest_terms,
    over_common_denominator,
    polynomial,
    to_fmpq,
)
from symbolic.returns import (
    DelayedLambdaReturn,
    DelayedReturn,
    GammaReturn,
    InvalidReturn,
    InvertedUReturn,
    LambdaReturn,
    LinearReturn,
    MonteCarloReturn,
    NStepReturn,
    Parameter,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
    WeightedReturn,
)
from symbolic.returns.parameters import rational, weight

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

Number = TypeVar("Number", fmpq, arb)


class TooLarge(ValueError):
    """The exact number has too many digits to be of use; the message says what to use instead."""


def modulus(ret: LinearReturn, gamma: Parameter) -> Fraction:
    """beta = |1 - h_0| + sum |c_n| gamma^n, as a fraction in lowest terms.

    >>> from symbolic.returns import DelayedReturn, MonteCarloReturn
    >>> modulus(DelayedReturn(1), "1/2"), modulus(MonteCarloReturn(), "1/2")
    (Fraction(7, 4), Fraction(0, 1))
    >>> modulus(WeightedReturn.from_nstep_weights(["-1/100", "101/100"]), "9/10")
    Fraction(8271, 10000)
    """
    g = discount(gamma)
    _check(ret)
    if (size := _bits(ret, g)) > LARGEST_BITS:
        raise TooLarge(
            f"the exact modulus of the {ret} has about {size} bits, more than {LARGEST_BITS}; "
            "modulus_ball encloses it to any number of digits"
        )
    return lowest_terms(_exactly(ret, g))


def modulus_ball(ret: LinearReturn, gamma: Parameter, digits: int = 50) -> arb:
    """A ball that contains beta, with at least ``digits`` correct digits; m and N may be huge.

    >>> from symbolic.returns import NStepReturn
    >>> print(modulus_ball(NStepReturn(10**9), "0.99", 6).str(6, radius=False))
    3.95868e-4364806
    """
    g = discount(gamma)
    _check(ret)
    wanted = bits_for(digits)
    if not isinstance(ret, _CLOSED):
        return to_ball(_exactly(ret, g), wanted + 32)
    precision = wanted + 32
    while True:
        with ctx.workprec(precision):
            beta = _closed_form(ret, arb(to_fmpq(g)), arb)
            if beta.is_exact() or beta.rel_accuracy_bits() >= wanted:
                return beta
        precision *= 2


def modulus_by_filter(ret: LinearReturn, gamma: Parameter) -> Fraction:
    """beta = 1 - (1 - gamma) h(gamma), if h_0 <= 1 and the eligibilities never rise.

    >>> modulus_by_filter(TruncatedLambdaReturn("1/2", 2), "1/2")
    Fraction(3, 8)
    >>> modulus_by_filter(WeightedReturn([1, 2]), "1/2")
    Traceback (most recent call last):
    symbolic.returns.parameters.InvalidReturn: weighted return (h = 1, 2, then zero): expected \
h_0 <= 1 and eligibilities that never rise
    """
    g = discount(gamma)
    _check(ret)
    _check_never_rises(ret)
    if isinstance(ret, WeightedReturn):
        h, denominator = over_common_denominator((*ret.weights, ret.tail))
        *listed, tail = h
        for_ever = tail * to_fmpq(g) ** len(
            listed
        )  # tail (gamma^k + gamma^{k+1} + ...) (1 - gamma)
        return lowest_terms(1 - ((1 - to_fmpq(g)) * polynomial(listed, g) + for_ever) / denominator)
    term = ret.filter(Rational(g.numerator, g.denominator))
    if not isinstance(term, Rational):
        raise InvalidReturn(f"{ret}: no closed form of its generating function is known")
    return lowest_terms(fmpq(int(term.q) - int(term.p), int(term.q)))


def discount(gamma: Parameter) -> Fraction:
    """The discount as a number, 0 < gamma < 1.

    >>> discount(1)
    Traceback (most recent call last):
    symbolic.returns.parameters.InvalidReturn: modulus: gamma = 1; expected an exact number with \
0 < gamma < 1
    """
    term = weight("modulus", "gamma", gamma)
    if not isinstance(term, Rational) or not 0 < rational(term) < 1:
        raise InvalidReturn(f"modulus: gamma = {term}; expected an exact number with 0 < gamma < 1")
    return rational(term)


# -- closed forms -----------------------------------------------------------------------------

_CLOSED = (
    MonteCarloReturn,
    NStepReturn,
    DelayedReturn,
    LambdaReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
    DelayedLambdaReturn,
    InvertedUReturn,
)


def _closed_form(ret: LinearReturn, g: Number, number: Callable[[fmpq], Number]) -> Number:
    """|1 - h_0| + sum |c_n| gamma^n, summed by hand for each family."""

    def value(term: Expr) -> Number:
        return number(fmpq(int(term.p), int(term.q)))

    match ret:
        case NStepReturn():  # c_n = 1
            return g ** int(ret.n)
        case DelayedReturn():  # h_0 = 0, c_tau = -1, c_{tau+1} = 1; or the 1-step return
            tau = int(ret.tau)
            return g if tau == 0 else 1 + g**tau + g ** (tau + 1)
        case LambdaReturn():
            return _lambda_modulus(g, value(ret.lam))
        case SparseLambdaReturn():  # (1 - lam) lam^{k-1} gamma^{m(k-1)+1}, k >= 1
            lam = value(ret.lam)
            return g * (1 - lam) / (1 - g ** int(ret.m) * lam)
        case TruncatedLambdaReturn():
            lam = value(ret.lam)
            return ((1 - g) * (g * lam) ** int(ret.N) + g * (1 - lam)) / (1 - g * lam)
        case DelayedLambdaReturn():  # h_0 = 0, c_tau = -1, then a lambda-return
            lam, tau = value(ret.lam), int(ret.tau)
            late = g**tau * _lambda_modulus(g, lam)
            return late if tau == 0 else 1 + g**tau + late
        case InvertedUReturn():
            return _inverted_u_modulus(g, value(ret.lam), _rises(ret))
        case _:  # Monte Carlo: h_0 = 1, every c_n = 0
            return number(fmpq(0))


def _lambda_modulus(g: Number, lam: Number) -> Number:
    """sum of (1 - lam) lam^{n-1} gamma^n."""
    return g * (1 - lam) / (1 - g * lam)


def _inverted_u_modulus(g: Number, lam: Number, rises: int) -> Number:
    """h_i = i lam^i rises to its top at i = K and falls after it: c_n <= 0 exactly for n <= K.

    So the sum of |c_n| gamma^n is (all n) - 2 (n <= K), both from sum_{i<=k} i x^i, x = gamma lam.
    """
    x = g * lam

    def partial(k: int) -> Number:
        return x * (1 - (k + 1) * x**k + k * x ** (k + 1)) / (1 - x) ** 2

    everything = (g - 1) * x / (1 - x) ** 2
    rising = g * partial(rises - 1) - partial(rises) if rises else 0 * x
    return 1 + everything - 2 * rising


def _rises(ret: InvertedUReturn) -> int:
    """How many n have c_n = lam^{n-1} (n - 1 - n lam) < 0 at lam > 0: those below 1/(1 - lam)."""
    lam = rational(ret.lam)
    return -(-1 // (1 - lam)) - 1


# -- finite lists -----------------------------------------------------------------------------


def _exactly(ret: LinearReturn, g: Fraction) -> fmpq:
    if isinstance(ret, _CLOSED):
        return _closed_form(ret, to_fmpq(g), lambda x: x)
    if isinstance(ret, WeightedReturn):
        listed: Sequence[Expr | Fraction] = (*ret.weights, ret.tail)
    else:
        assert ret.support is not None
        listed = ret.eligibilities(ret.support + 1)
    h, denominator = over_common_denominator(listed)
    sizes = [abs(a - b) for a, b in pairwise(h)]
    return (abs(denominator - h[0]) + to_fmpq(g) * polynomial(sizes, g)) / denominator


def _check(ret: LinearReturn) -> None:
    """Numbers for parameters, and a way to sum the series."""
    if not ret.is_numeric:
        stuck = ", ".join(str(t) for t in ret.parameters if not isinstance(t, Rational))
        raise InvalidReturn(
            f"{ret}: its modulus is a number only when its parameters are; {stuck} is not"
        )
    if not isinstance(ret, (*_CLOSED, WeightedReturn)) and ret.support is None:
        raise InvalidReturn(f"{ret}: expected finitely many weights, or a family with a formula")


def _check_never_rises(ret: LinearReturn) -> None:
    if isinstance(ret, WeightedReturn):
        h = [rational(w) for w in (*ret.weights, ret.tail)]
        fine = h[0] <= 1 and all(a >= b for a, b in pairwise(h))
    elif isinstance(ret, DelayedReturn | DelayedLambdaReturn):
        fine = int(ret.tau) == 0
    elif isinstance(ret, InvertedUReturn):
        fine = ret.lam == 0
    else:
        fine = isinstance(ret, (*_CLOSED, GammaReturn))
    if not fine:
        raise InvalidReturn(f"{ret}: expected h_0 <= 1 and eligibilities that never rise")


def _bits(ret: LinearReturn, g: Fraction) -> int:
    """About how many bits numerator and denominator of the modulus have before they are reduced."""
    height = g.denominator.bit_length()
    match ret:
        case NStepReturn():
            return int(ret.n) * height
        case DelayedReturn() | DelayedLambdaReturn():
            return (int(ret.tau) + 1) * height
        case SparseLambdaReturn():
            return int(ret.m) * height
        case TruncatedLambdaReturn():
            return int(ret.N) * (height + int(ret.lam.q).bit_length())
        case InvertedUReturn():
            return _rises(ret) * (height + int(ret.lam.q).bit_length())
        case _:  # a list, which is as long as somebody wrote it
            return (ret.support or 0) * height
