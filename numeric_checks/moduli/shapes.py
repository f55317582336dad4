"""The eligibilities of a return as a list and a block that repeats, and sums over all of them.

>>> from symbolic.returns import SparseLambdaReturn
>>> found = shape(SparseLambdaReturn("1/2", 2))
>>> found.first, found.block, found.ratio
((), (Fraction(1, 1), Fraction(1, 2)), Fraction(1, 2))
>>> sum_of_sizes(SparseLambdaReturn("1/2", 2), Fraction(1, 2))
Fraction(10, 7)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from flint import fmpq, fmpz, fmpz_poly

from numeric_checks.arithmetic.rational_functions import polynomial_of
from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq
from symbolic.returns import InvalidReturn, LinearReturn

__all__ = [
    "Shape",
    "over_one_denominator",
    "shape",
    "sum_of_changes",
    "sum_of_sizes",
    "sum_of_squares",
]


@dataclass(frozen=True)
class Shape:
    """Eligibilities ``first``, then ``block``, ratio ``block``, ratio^2 ``block``, ... for ever."""

    first: tuple[Fraction, ...]
    block: tuple[Fraction, ...]
    ratio: Fraction

    @property
    def start(self) -> tuple[Fraction, ...]:
        """Up to the eligibility after which every step is one of those before, times the ratio."""
        return (*self.first, *self.block, self.ratio * self.block[0])

    def total(self, sizes: Sequence[fmpz], gamma: Fraction) -> fmpq:
        """sum of sizes_i gamma^i; from the block on they repeat as those of the eligibilities do.

        >>> Shape((), (Fraction(1),), Fraction(1, 2)).total([fmpz(1)], Fraction(1, 2))
        4/3
        """
        g, k, m = to_fmpq(gamma), len(self.first), len(self.block)
        again = 1 - abs(to_fmpq(self.ratio)) * g**m
        found: fmpq = fmpz_poly(sizes[:k])(g) + g**k * fmpz_poly(sizes[k:])(g) / again
        return found


def shape(ret: LinearReturn) -> Shape:
    """The eligibilities of a return with numbers for parameters."""
    ret.eligibilities(0)  # refuses symbols
    repeats = ret.recurrence
    if len(repeats.factors) > 1:
        raise InvalidReturn(f"{ret}: expected eligibilities that end, or repeat up to a factor")
    (ratio, length) = repeats.factors[0] if repeats.factors else (Fraction(0), 1)
    h = ret.eligibilities(repeats.start + length)
    return Shape(h[: repeats.start], h[repeats.start :], ratio)


def sum_of_changes(ret: LinearReturn, gamma: Fraction) -> Fraction:
    """The modulus |1 - h_0| + sum |c_n| gamma^n."""
    form = shape(ret)
    h, denominator = over_one_denominator(form.start)
    changes = form.total([abs(a - b) for a, b in pairwise(h)], gamma)
    return lowest_terms((abs(denominator - h[0]) + to_fmpq(gamma) * changes) / denominator)


def sum_of_sizes(ret: LinearReturn, gamma: Fraction) -> Fraction:
    """sum |h_i| gamma^i."""
    if ret.nonnegative:
        return lowest_terms(ret.generating_function(to_fmpq(gamma)))
    form = shape(ret)
    h, denominator = over_one_denominator((*form.first, *form.block))
    return lowest_terms(form.total(list(map(abs, h)), gamma) / denominator)


def sum_of_squares(ret: LinearReturn, gamma: Fraction) -> Fraction:
    """sum h_i^2 gamma^{2i}: the variance of the return over that of a TD error, if these are
    uncorrelated and of one variance.

    >>> from symbolic.returns import LambdaReturn
    >>> sum_of_squares(LambdaReturn("1/2"), Fraction(1, 2))              # 1/(1 - (gamma lam)^2)
    Fraction(16, 15)
    """
    form = shape(ret)
    first, block = (tuple(x**2 for x in part) for part in (form.first, form.block))
    squares = Shape(first, block, form.ratio**2)
    h, denominator = over_one_denominator((*first, *block))
    return lowest_terms(squares.total(h, gamma**2) / denominator)


def over_one_denominator(values: Sequence[Fraction]) -> tuple[list[fmpz], fmpz]:
    """Integers n_i and d > 0 with values[i] = n_i/d: a sum of them has one gcd, at its end."""
    p = polynomial_of(values)
    numerators = p.numer()
    return [numerators[i] for i in range(len(values))], p.denom()
