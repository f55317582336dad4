"""Cycles on which a return diverges: parts of a turn j/k, k small, where p/w is negative."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import gcd, pi

import numpy as np
from flint import arb, ctx

from numeric_checks.safety import chebyshev
from numeric_checks.safety.least import PRECISE_DEGREE, Problem, turn_of
from numeric_checks.safety.rounding import middle

__all__ = ["PRECISIONS", "between", "negative_turn"]

#: every cycle of up to this many states is tried
_SMALL = 64
#: bits of the enclosures, tried in this order
PRECISIONS = (128, 512, 2048)


def negative_turn(problem: Problem) -> Fraction | None:
    """A part of a turn where p/w is negative for certain, with a small denominator; or None."""
    for turn in _candidates(problem):
        for bits in PRECISIONS:
            value = problem.value(turn, bits)
            if value < 0:
                return turn
            if value > 0:
                break
    return None


def _candidates(problem: Problem) -> Iterator[Fraction]:
    """A small cycle that is half as bad as the worst; any small one; any at all."""
    angle, least = problem.samples.lowest()
    small = list(_small_cycles(problem))
    yield from (turn for value, turn in small if value <= least / 2 < 0)
    yield from (turn for value, turn in sorted(small)[:3] if value < 0)
    for bits in PRECISIONS:
        yield from _around(problem, angle, bits)
    if problem.degree <= PRECISE_DEGREE:
        yield from _between_zeros(problem)


def _small_cycles(problem: Problem) -> Iterator[tuple[float, Fraction]]:
    """The least p on each cycle of up to 64 states, and where; shorter cycles first."""
    t = problem.samples.coefficients.astype(float)
    n = np.arange(len(t))
    for k in range(1, _SMALL + 1):
        values = np.fft.rfft(np.bincount(n % k, weights=t, minlength=k)).real
        j = min((j for j in range(k // 2 + 1) if gcd(j, k) == 1), key=values.__getitem__)
        yield float(values[j]), Fraction(j, k)


def _around(problem: Problem, angle: float, bits: int) -> Iterator[Fraction]:
    """Simple fractions next to the lowest point of p, as far away as p stays negative."""
    center, fixed = turn_of(angle), problem.p.fixed(bits)
    with ctx.workprec(bits):
        low = fixed.at(center) * arb(2) ** -fixed.shift
    if not low < 0:
        return
    t = problem.samples.coefficients.astype(float)
    k = np.arange(len(t))
    depth, bend = float(-middle(low) / problem.unit), float(-(np.cos(angle * k) @ (k * k * t)))
    width = (2 * depth / bend) ** 0.5 / (2 * pi) if bend > 0 else 0.1
    for part in (0.7, 0.3, 0.1, 0.01):
        reach = Fraction(part * width)
        yield between(max(center - reach, Fraction(0)), min(center + reach, Fraction(1, 2)))


def _between_zeros(problem: Problem) -> Iterator[Fraction]:
    """A simple fraction in the arc between two zeros of p where p is negative."""
    for bits in PRECISIONS:
        with ctx.workprec(bits):
            arc = chebyshev.negative_arc(problem.polynomial)
            if arc is None:
                continue
            first, last = (x.acos() / (2 * arb.pi()) for x in reversed(arc))
            third = (last - first) / 3
            low, high = (first + third).mid(), (last - third).mid()
            if low < high:
                yield between(*(middle(x) for x in (low, high)))
                return


def between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of least denominator in [low, high], 0 <= low <= high (Stern and Brocot).

    >>> between(Fraction(314, 1000), Fraction(317, 1000))
    Fraction(6, 19)
    """
    whole = low.numerator // low.denominator
    if whole == low:
        return Fraction(whole)
    if whole + 1 <= high:
        return Fraction(whole + 1)
    return whole + 1 / between(1 / (high - whole), 1 / (low - whole))
