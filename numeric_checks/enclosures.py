"""Arithmetics that cut sums off where the rest is provably negligible.

`Balls` are rigorous: the bound for the rest of a sum becomes part of the radius, so the exact value
of the sum lies in the ball whatever the tolerance was.  `Floats` add up the same terms in mpmath.

    >>> from symbolic.terms import index, open_sum, real, series
    >>> i, x = index("i"), real("x")
    >>> values = {x: Fraction(1, 3)}
    >>> balls = Balls(values, Fraction(1, 10**9))
    >>> compiled(series(x**i, i, 0), values, balls)({}).contains(arb(3) / 2), balls.terms
    (True, 20)
"""

from __future__ import annotations

from abc import abstractmethod
from fractions import Fraction
from typing import Any, TypeVar

import mpmath
from flint import arb, fmpq

from numeric_checks.balls import to_ball
from numeric_checks.evaluation import (
    MAX_TERMS,
    Arithmetic,
    Bound,
    ExactArithmetic,
    Real,
    TooManyTerms,
    Values,
    compiled,
)
from numeric_checks.exact_sums import to_fmpq
from numeric_checks.majorants import Majorant, NoTailBound, majorant
from symbolic.terms import OpenSum

__all__ = ["Balls", "Floats", "Inconsistent"]

N = TypeVar("N")

#: shorter sums are simply added up
SHORT = 64
#: on so many terms a bound that was derived is tried out again
TRIED = 4


class Inconsistent(RuntimeError):
    """Two ways of computing the same number disagree: a fault here, not in the formula."""


class Truncating(Arithmetic[N]):
    """Sums are cut off where the rest is below ``tolerance``; ``given`` bounds outermost sums.

    All sums together may have at most ``most`` terms.
    """

    def __init__(
        self,
        values: Values,
        tolerance: Fraction,
        given: Majorant | None = None,
        most: int = MAX_TERMS,
    ) -> None:
        super().__init__(most)
        self.values, self.tolerance, self.given = values, tolerance, given
        self.terms = 0
        self.assumes: str | None = None

    @abstractmethod
    def with_rest(self, partial: N, rest: arb) -> N:
        """The partial sum and what is known of the rest: its size is at most ``rest``."""

    def total(self, part: OpenSum, term: Real[N], lo: int, hi: int | None, outer: Bound) -> N:
        count, rest = self._cut(part, lo, hi, outer)
        self.terms += count
        if self.terms > self.most:
            raise TooManyTerms(f"{part.close()}: more than {self.most} terms in all")
        return self.with_rest(self.one_by_one(part, term, lo, lo + count - 1, outer), rest)

    def _cut(self, part: OpenSum, lo: int, hi: int | None, outer: Bound) -> tuple[int, arb]:
        """How many terms are enough, and a bound for the others."""
        if hi is not None and hi - lo < SHORT:
            return max(0, hi - lo + 1), arb(0)
        try:
            bound, given = self._bound(part, lo, outer)
        except NoTailBound:
            if hi is None:
                raise
            return hi - lo + 1, arb(0)
        count, rest = _enough(bound, self.tolerance, self.most, part)
        if hi is not None and hi - lo < count:
            return hi - lo + 1, arb(0)
        self._try_out(bound, part, lo, count if given else min(count, TRIED), outer)
        return count, rest

    def _bound(self, part: OpenSum, lo: int, outer: Bound) -> tuple[Majorant, bool]:
        """A geometric bound for the terms, and whether it was given."""
        try:
            derived = majorant(part, lo, self._around(outer))
            if derived.converges:
                return derived, False
            raise NoTailBound(f"{part.close()}: its terms are not bounded by a geometric series")
        except NoTailBound:
            if self.given is None or outer:
                raise
        self.assumes = f"|term| <= {self.given.pieces[0]} in {part.close()}"
        return self.given, True

    def _around(self, outer: Bound) -> Values:
        return {**self.values, **{v: Fraction(k) for v, k in outer.items()}}

    def _try_out(self, bound: Majorant, part: OpenSum, lo: int, count: int, outer: Bound) -> None:
        """Compare the first terms with their bounds, as rational numbers."""
        values, var = self._around(outer), part.var
        term = compiled(part.body, values, ExactArithmetic(), frozenset({var}))
        try:
            for j in range(count):
                size = abs(term({var: lo + j}))
                limit = sum(
                    (to_fmpq(p.C) * (j + 1) ** p.k * to_fmpq(p.q) ** j for p in bound.pieces),
                    fmpq(0),
                )
                if size > limit:
                    raise NoTailBound(f"|{part.body}| = {size} at {var} = {lo + j}, above {limit}")
        except TooManyTerms:  # an infinite sum inside: its value is not a rational number
            return


def _enough(bound: Majorant, tolerance: Fraction, most: int, part: OpenSum) -> tuple[int, arb]:
    """The smallest number of terms after which the rest is below the tolerance, and the rest."""
    small = to_ball(tolerance, 64)

    def rest(count: int) -> arb | None:
        found = bound.tail(count)
        return found if found is not None and found < small else None

    low, high = 0, 16
    while rest(high) is None:
        if high >= most:
            raise TooManyTerms(f"{part.close()} needs more than {most} terms")
        low, high = high, min(2 * high, most)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if rest(middle) is not None else (middle, high)
    found = rest(high)
    assert found is not None
    return high, found


class Balls(Truncating[arb]):
    """Arb's balls, at the precision of python-flint's context."""

    def number(self, x: fmpq) -> arb:
        return arb(x)

    def with_rest(self, partial: arb, rest: arb) -> arb:
        return partial + arb(0, rest)


class Floats(Truncating[Any]):
    """mpmath's floating-point numbers, at the precision of its context."""

    def number(self, x: fmpq) -> Any:
        return mpmath.mpf(int(x.p)) / int(x.q)

    def with_rest(self, partial: Any, rest: arb) -> Any:
        return partial
