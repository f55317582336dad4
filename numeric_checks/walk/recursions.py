"""The TD errors of an episode, weighted by h, in a fixed number of operations for each step.

With h(z) = N(z)/D(z) and D(0) = 1, the sums X_t = sum_i h_i gamma^i delta_{t+i} obey, backwards
in t,

    X_t = sum_k n_k gamma^k delta_{t+k} - sum_{k>=1} d_k gamma^k X_{t+k}

so that a lambda-return takes one term, a truncated one two, and any list of weights one for each.
N and D may both be multiplied by 1 - z or 1 - lambda z, and whatever has fewest terms is used.

    >>> from symbolic.returns import LambdaReturn, NStepReturn
    >>> recursion(LambdaReturn("1/2"), 0.5)
    Recursion(errors=((0, 1.0),), sums=((1, 0.25),))
    >>> recursion(NStepReturn(9), 0.5)
    Recursion(errors=((0, 1.0), (9, -0.001953125)), sums=((1, 0.5),))
"""

from __future__ import annotations

from math import prod
from typing import NamedTuple

from flint import fmpq_poly

from numeric_checks.arithmetic.leading_digits import nearest
from numeric_checks.arithmetic.rational_functions import quotient
from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq
from symbolic.returns import InvalidReturn, LinearReturn

__all__ = ["Recursion", "recursion"]


#: floats have no room for the sums of larger weights
_LARGEST = 10**300


class Recursion(NamedTuple):
    """X_t as a sum of multiples of TD errors and of later sums; pairs of a lag and a factor."""

    errors: tuple[tuple[int, float], ...]
    sums: tuple[tuple[int, float], ...]


def recursion(ret: LinearReturn, gamma: float) -> Recursion:
    """The shortest recursion of the return."""
    start, repeats = ret.recurrence
    length = start + sum(length for _, length in repeats)
    if length > ret.longest:
        raise InvalidReturn(f"{ret} has {length} weights, expected at most {ret.longest}")
    top, factors = quotient(ret)
    bottom = prod(factors, start=fmpq_poly([1]))
    ratios = {to_fmpq(x) for x in ret.eligibilities(2)[1:] if 0 < abs(x) < 1}
    candidates = [fmpq_poly([1]), fmpq_poly([1, -1]), *(fmpq_poly([1, -x]) for x in ratios)]
    best = min(candidates, key=lambda p: _terms(p * top) + _terms(p * bottom))
    largest = max(abs(a) for p in (best * top, best * bottom) for a in p.coeffs())
    if largest > _LARGEST:
        shown = nearest(lowest_terms(largest))
        raise InvalidReturn(f"a weight of about {shown}; expected at most 1e300 in size")
    return Recursion(
        tuple((k, float(a) * gamma**k) for k, a in _listed(best * top)),
        tuple((k, -float(a) * gamma**k) for k, a in _listed(best * bottom) if k),
    )


def _listed(p: fmpq_poly) -> list[tuple[int, float]]:
    return [(k, int(a.p) / int(a.q)) for k, a in enumerate(p.coeffs()) if a != 0]


def _terms(p: fmpq_poly) -> int:
    return sum(a != 0 for a in p.coeffs())
