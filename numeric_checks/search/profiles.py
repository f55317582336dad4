"""What the search wants to know of a return, exactly and fast: integers over one denominator.

>>> found = profile([Fraction(1), Fraction(11, 10)], Fraction(9, 10))
>>> found.violates, found.contracts, found.beats_one_step
(True, True, False)
>>> found.beta, found.violation
(Fraction(981, 1000), Fraction(1, 10))
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from numeric_checks.processes.mrp import Vector

__all__ = ["Profile", "nstep_weights", "profile", "trimmed"]


class Profile(NamedTuple):
    """Weak recency and the modulus of an affine return.

    ``violation`` is the sum of the negative parts of c; it is zero exactly for convex returns.
    """

    support: int
    violation: Fraction
    beta: Fraction
    contracts: bool
    beats_one_step: bool

    @property
    def violates(self) -> bool:
        """Does h_i >= h_{i+1} >= 0 fail somewhere?  For finitely many h that is some c_n < 0."""
        return self.violation > 0


def profile(h: Sequence[Fraction], gamma: Fraction) -> Profile:
    """beta = sum |c_n| gamma^n, its place below 1 and gamma, and the violation.

    With h_i = m_i/d and gamma = a/b everything is an integer over d b^k, by Horner's rule.
    """
    d = lcm(*[x.denominator for x in h])
    a, b = gamma.numerator, gamma.denominator
    scaled = [x.numerator * (d // x.denominator) for x in h]
    scaled.append(0)
    top, negative, power, scale, support = 0, 0, 1, d, 0
    for n, (sooner, later) in enumerate(pairwise(scaled), start=1):
        weight = sooner - later
        power *= a
        scale *= b
        if weight < 0:
            negative -= weight
            weight = -weight
        top = top * b + weight * power
        if sooner:
            support = n
    return Profile(
        support,
        Fraction(negative, d),
        Fraction(top, scale),
        top < scale,
        top * b < a * scale,
    )


def trimmed(h: Sequence[Fraction]) -> Vector:
    """The eligibilities without the zeros at the end.

    >>> trimmed([Fraction(1), Fraction(0)])
    (Fraction(1, 1),)
    """
    end = max((i for i, x in enumerate(h, start=1) if x), default=0)
    return tuple(h[:end])


def nstep_weights(h: Sequence[Fraction]) -> Vector:
    """c_n = h_{n-1} - h_n for n = 1, 2, ..., as many as there are eligibilities."""
    return tuple(a - b for a, b in pairwise((*h, Fraction(0))))
