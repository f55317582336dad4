"""Arithmetics that cut sums off where the rest is provably negligible.

`Balls` are rigorous: the bound for the rest of a sum becomes part of the radius, so the exact value
of the sum lies in the ball whatever the tolerance was.  `Floats` add up the same terms in mpmath.

    >>> from symbolic.terms import index, open_sum, real, series
    >>> i, x = index("i"), real("x")
    >>> values = {x: Fraction(1, 3)}
    >>> balls = Balls(values, places=30)                       # up to 2^-30
    >>> compiled(series(x**i, i, 0), values, balls)({}).contains(arb(3) / 2), balls.terms
    (True, 20)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, TypeVar

import mpmath
from flint import arb, ctx, fmpq

from numeric_checks.arithmetic.rationals import to_fmpq
from numeric_checks.identities.evaluation import (
    MAX_TERMS,
    Arithmetic,
    Bound,
    ExactArithmetic,
    Real,
    TooManyTerms,
    Values,
    compiled,
)
from numeric_checks.identities.majorants import Majorant, NoTailBound, Piece, has_series, majorant
from numeric_checks.identities.monomials import BITS
from symbolic.terms import OpenSum, Turn

__all__ = ["Balls", "Floats", "Inconsistent"]

N = TypeVar("N")

#: shorter sums are simply added up
SHORT = 64
#: on so many terms a bound that was derived is tried out, if no number exceeds LARGE
TRIED, LARGE = 4, 1000


class Inconsistent(RuntimeError):
    """Two ways of computing the same number disagree: a fault here, not in the formula."""


class Truncating(Arithmetic[N]):
    """Sums are cut off where the rest is below 2^-places, and 2^-places of the largest they can be.

    ``given`` is a bound (C, q), |term| <= C q^j, for outermost sums whose terms show none.  All
    sums together may have at most ``most`` terms.
    """

    def __init__(
        self,
        values: Values,
        places: int,
        given: tuple[Fraction, Fraction] | None = None,
        most: int = MAX_TERMS,
    ) -> None:
        super().__init__(most)
        self.values, self.places, self.given = values, places, given
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
        longest = self.most if hi is None else min(self.most, hi - lo + 1)
        found = _enough(bound, self.places, longest)
        if found is None and hi is not None and hi - lo < self.most:
            return hi - lo + 1, arb(0)
        if found is None:
            raise TooManyTerms(f"{part.close()} needs more than {self.most} terms")
        if given:
            self._check_given(part, lo, found[0])
        return found

    def _bound(self, part: OpenSum, lo: int, outer: Bound) -> tuple[Majorant, bool]:
        """A geometric bound for the terms, and whether it was given."""
        try:
            derived = majorant(part, lo, self._around(outer))
            if derived.converges:
                self._try_out(derived, part, lo, outer)
                return derived, False
            raise NoTailBound(f"{part.close()}: no geometric series bounds its terms")
        except NoTailBound:
            if self.given is None or outer:
                raise
        C, q = self.given
        self.assumes = f"|term| <= {C} ({q})^j in {part.close()}"
        return Majorant((Piece.of(C, 0, q),)), True

    def _around(self, outer: Bound) -> Values:
        return {**self.values, **{v: Fraction(k) for v, k in outer.items()}}

    def _check_given(self, part: OpenSum, lo: int, count: int) -> None:
        """Compare the terms that are used with the bound that was given, as rational numbers."""
        assert self.given is not None
        C, q = map(to_fmpq, self.given)
        for j, size in enumerate(self._sizes(part, lo, count, {})):
            if size > C * q**j:
                raise NoTailBound(
                    f"|{part.body}| = {size} at {part.var} = {lo + j}, above {C * q**j}"
                )

    def _try_out(self, bound: Majorant, part: OpenSum, lo: int, outer: Bound) -> None:
        """Compare a few terms with a bound that was derived, unless they have too many digits."""
        numbers = [x for x in self._around(outer).values() if isinstance(x, Fraction)]
        if (
            has_series(part.body)
            or part.body.has(Turn)
            or any(abs(x) > LARGE for x in (*numbers, Fraction(lo)))
        ):
            return
        for j, size in enumerate(self._sizes(part, lo, TRIED, outer)):
            if arb(size) > bound.at(j):
                raise Inconsistent(
                    f"|{part.body}| = {size} at {part.var} = {lo + j}, above its bound"
                )

    def _sizes(self, part: OpenSum, lo: int, count: int, outer: Bound) -> Iterator[fmpq]:
        values, var = self._around(outer), part.var
        term = compiled(part.body, values, ExactArithmetic(), frozenset({var}))
        return (abs(term({var: lo + j})) for j in range(count))


def _enough(bound: Majorant, places: int, longest: int) -> tuple[int, arb] | None:
    """The smallest number of terms after which the rest is negligible, and a bound for the rest.

    None: more than ``longest``.  The rest is measured against 1 and against the bound for the first
    term, so that the sum of tiny numbers has as many correct digits as any other.
    """
    with ctx.workprec(BITS):
        small = arb((1, -places)) * arb(1).min(bound.at(0))

    def rest(count: int) -> arb | None:
        found = bound.tail(count)
        return found if found is not None and found <= small else None

    low, high = 0, min(16, longest)
    while rest(high) is None:
        if high >= longest:
            return None
        low, high = high, min(2 * high, longest)
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

    def cosine(self, turns: fmpq) -> arb:
        return arb.cos_pi_fmpq(2 * turns)

    def with_rest(self, partial: arb, rest: arb) -> arb:
        return partial + arb(0, rest)


class Floats(Truncating[Any]):
    """mpmath's floating-point numbers, at the precision of its context."""

    def number(self, x: fmpq) -> Any:
        return mpmath.mpf(int(x.p)) / int(x.q)

    def cosine(self, turns: fmpq) -> Any:
        return mpmath.cospi(self.number(2 * turns))

    def with_rest(self, partial: Any, rest: arb) -> Any:
        return partial
