"""Which recency heuristics a return satisfies, and which of the usual classes it is in.

    weak recency      h_i >= h_{i+1} >= 0 for all i
    strong recency    h_i >  h_{i+1} >  0 for all i: never so if the eligibilities end
    violation at i    the step from i to i + 1 rises, or goes below zero

With weights c_n = h_{n-1} - h_n on n-step returns, a return is

    affine     if h_0 = 1, h_i -> 0 (so that the c_n sum to one) and beta < 1
    convex     if it is affine and no c_n is negative
    compound   if it is convex and two of the c_n are positive
    n-step     if it is convex and one c_n is one

as in the claim ``tab:estimators``; every return here is linear.

    >>> from symbolic.returns import DelayedReturn, WeightedReturn
    >>> recency_of(WeightedReturn(["1", "1/2", "3/4", "-1/4"])).violations
    (1, 2, 3)
    >>> recency_of(DelayedReturn(3)).violations
    (2,)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from symbolic.returns import (
    DelayedLambdaReturn,
    InvalidReturn,
    InvertedUReturn,
    LambdaReturn,
    LinearReturn,
    MonteCarloReturn,
    SparseLambdaReturn,
    WeightedReturn,
)
from symbolic.returns.parameters import rational

__all__ = [
    "LISTED",
    "Classes",
    "Recency",
    "classes_of",
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
    match ret:
        case LambdaReturn():
            return Recency(strong=0 < rational(ret.lam) < 1, violations=())
        case SparseLambdaReturn():
            return Recency(strong=0 < rational(ret.lam) < 1 and ret.m == 1, violations=())
        case MonteCarloReturn():
            return Recency(strong=False, violations=())
        case DelayedLambdaReturn():
            late = int(ret.tau)
            return Recency(0 < rational(ret.lam) < 1 and not late, (late - 1,) if late else ())
        case InvertedUReturn():
            lam = rational(ret.lam)
            rises = -(-lam // (1 - lam))  # (i + 1) lam > i, that is, i < lam/(1 - lam)
            return Recency(False, tuple(range(min(rises, LISTED))), more=rises > LISTED)
        case WeightedReturn():
            h = ret.eligibilities(len(ret.weights) + 2)
            return Recency(False, wrong_steps(h), more=rational(ret.tail) < 0)
    return Recency(False, wrong_steps(ret.eligibilities(_finite(ret) + 1)))


def classes_of(ret: LinearReturn, *, contracts: bool) -> Classes:
    """The classes of a return; ``contracts``: is its modulus below one?"""
    (first,) = ret.eligibilities(1)
    normal = first == 1 and ret.limit == 0
    convex = normal and recency_of(ret).weak
    n_step = convex and Fraction(1) in nstep_weights(ret)
    return Classes(
        linear=True,
        affine=normal and contracts,
        convex=convex,
        compound=convex and not n_step,
        n_step=n_step,
    )


def nstep_weights(ret: LinearReturn) -> tuple[Fraction, ...]:
    """c_1, c_2, ..., without the zeros for ever after; the first few of a family without an end.

    A family without an end gives the one-step return a positive weight if it is convex, and is an
    n-step return only if that weight is one.
    """
    count = len(ret.weights) if isinstance(ret, WeightedReturn) else ret.support
    h = ret.eligibilities((LISTED if count is None else count) + 1)
    return tuple(a - b for a, b in pairwise(h))


def wrong_steps(h: tuple[Fraction, ...]) -> tuple[int, ...]:
    """The i at which the step from h_i to h_{i+1} rises, or goes below zero."""
    return tuple(i for i, (a, b) in enumerate(pairwise(h)) if b > a or b < 0)


def _finite(ret: LinearReturn) -> int:
    if ret.support is None:
        raise InvalidReturn(f"{ret}: expected finitely many weights, or a family with a formula")
    return ret.support
