"""Which recency heuristics a return satisfies, and which of the usual classes it is in.

    weak recency      h_i >= h_{i+1} >= 0 for all i
    strong recency    h_i >  h_{i+1} >  0 for all i: never so if the eligibilities end
    violation at i    the step from i to i + 1 rises, or goes below zero

With weights c_n = h_{n-1} - h_n on n-step returns, a return is

    affine     if h_0 = 1 and h_i -> 0: the c_n sum to one
    convex     if it is affine and no c_n is negative
    compound   if it is convex and two of the c_n are positive
    n-step     if it is convex and one c_n is one

and every return here is linear.  The table of the claim ``tab:estimators`` asks beta < 1 of affine
returns as well, which convex ones have anyway; `numeric_checks.safety.analysis` says that apart.

    >>> from symbolic.returns import DelayedReturn, WeightedReturn
    >>> recency_of(WeightedReturn(["1", "1/2", "3/4", "-1/4"])).violations
    (1, 2, 3)
    >>> recency_of(DelayedReturn(3)).violations
    (2,)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq
from numeric_checks.moduli.shapes import over_one_denominator, shape
from symbolic.returns import LinearReturn

__all__ = [
    "LISTED",
    "Classes",
    "Recency",
    "classes_of",
    "is_affine",
    "nstep_weights",
    "recency_of",
    "wrong_steps",
]

#: how many weights, or violations, of a family that goes on for ever are listed
LISTED = 8


@dataclass(frozen=True)
class Recency:
    """``violations`` are the i at which the step from i to i + 1 is wrong; ``more``: not all."""

    strong: bool
    violations: tuple[int, ...]
    more: bool = False

    @property
    def weak(self) -> bool:
        """Is no step wrong?"""
        return not self.violations


@dataclass(frozen=True)
class Classes:
    """Membership in each class."""

    linear: bool
    affine: bool
    convex: bool
    compound: bool
    n_step: bool


def recency_of(ret: LinearReturn) -> Recency:
    """Weak and strong recency of a return with numbers for parameters."""
    ret.eligibilities(0)  # refuses symbols
    if ret.rises is not None:
        return Recency(False, tuple(range(min(ret.rises, LISTED))), more=ret.rises > LISTED)
    form = shape(ret)
    start, _ = over_one_denominator(form.start)
    violations = wrong_steps(start)
    falls = all(a > b > 0 for a, b in pairwise(start))
    more = any(i >= len(form.first) for i in violations) and form.ratio != 0
    return Recency(falls and form.ratio != 0, violations, more)


def is_affine(ret: LinearReturn) -> bool:
    """Do the weights on n-step returns sum to one, with nothing left over: h_0 = 1, h_i -> 0?"""
    (first,) = ret.eligibilities(1)
    return first == 1 and bool(ret.limit == 0)


def classes_of(ret: LinearReturn) -> Classes:
    """The classes of a return."""
    affine = is_affine(ret)
    convex = affine and recency_of(ret).weak
    n_step = convex and _has_one_weight(ret)
    return Classes(
        linear=True,
        affine=affine,
        convex=convex,
        compound=convex and not n_step,
        n_step=n_step,
    )


def nstep_weights(ret: LinearReturn) -> tuple[Fraction, ...]:
    """c_1, c_2, ..., without the zeros for ever after; the first few of a family without an end.

    A family without an end gives the one-step return a positive weight if it is convex, and is an
    n-step return only if that weight is one.
    """
    h = _listed(ret)
    if ret.listed is None:
        return tuple(a - b for a, b in pairwise(h))
    return tuple(lowest_terms(a - b) for a, b in pairwise(map(to_fmpq, h)))


def _listed(ret: LinearReturn) -> tuple[Fraction, ...]:
    return ret.eligibilities((LISTED if ret.listed is None else ret.listed) + 1)


def _has_one_weight(ret: LinearReturn) -> bool:
    """Is one of the listed weights on n-step returns 1?"""
    h, one = over_one_denominator(_listed(ret))
    return any(a - b == one for a, b in pairwise(h))


def wrong_steps(h: Sequence[Any]) -> tuple[int, ...]:
    """The i at which the step from h_i to h_{i+1} rises, or goes below zero."""
    return tuple(i for i, (a, b) in enumerate(pairwise(h)) if b > a or b < 0)
