"""Does on-policy TD with this return converge on every finite MRP?  Decided, never guessed.

With f(z) = (1 - z) h(z) the answer is the sign of the least Re f(gamma e^{i theta}):

    yes        it is positive: a trigonometric square proves a margin (`certificate-soundness`)
    no         it is negative on some mode of some cycle (`cycle-criterion`), enclosed by Arb
    boundary   it is exactly zero, decided by exact algebra
    undecided  it is too close to zero for so many weights; nothing is claimed

Floats say where to look and propose the square.  Integers and balls decide.

    >>> from symbolic.returns import DelayedReturn, WeightedReturn
    >>> decide(WeightedReturn(["1", "1/2", "3/4"]), "9/10").verdict
    'yes'
    >>> found = decide(DelayedReturn(1), "9/10")
    >>> found.verdict, found.witness.cycle, found.witness.mode
    ('no', 2, 1)
    >>> decide(WeightedReturn(["1", "10/9"]), "9/10").verdict
    'boundary'
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from numeric_checks.safety.certificates import converging, diverging
from numeric_checks.safety.cosines import Square, TooFine
from numeric_checks.safety.cycles import PRECISIONS, negative_turn
from numeric_checks.safety.filters import Filter
from numeric_checks.safety.least import Bound, Problem, Sign
from numeric_checks.safety.rounding import outwards, rounded_down
from symbolic.returns import LinearReturn, Parameter

__all__ = [
    "Decision",
    "Enclosure",
    "SpectralBound",
    "Witness",
    "decide",
    "decide_filter",
    "largest_step",
    "spectral_bound",
]

_ROOT_BITS = 64


@dataclass(frozen=True)
class Witness:
    """A mode of a cycle, and an enclosure of Re f there, which is negative."""

    cycle: int
    mode: int
    lower: Fraction
    upper: Fraction


@dataclass(frozen=True)
class Decision:
    """The verdict with what proves it; the margin is the least Re f on |z| = gamma."""

    filter: Filter
    verdict: Sign
    margin_lower: Fraction
    margin_upper: Fraction
    witness: Witness | None
    proved: Bound | None

    @property
    def square(self) -> Square | None:
        """The trigonometric square for a lower bound of the margin."""
        return None if self.proved is None else self.proved.square

    @property
    def method(self) -> str:
        """What decided, for people."""
        if self.witness is not None:
            return "a mode of a cycle"
        if self.verdict == "boundary" or (self.verdict == "yes" and self.square is None):
            return "exact algebra"
        if self.square is None:
            return "nothing"
        return "a trigonometric square" if self.square.integers else "the sizes of the coefficients"

    def certificate(self) -> dict[str, Any] | None:
        """What anyone can check the verdict with; None on the boundary, and if undecided."""
        if self.square is not None:
            bound = self.proved if self.filter.shared.degree() < 1 else _as_given(self.filter)
            if bound is not None and bound.square is not None:
                return converging(self.filter, bound.value, bound.square)
            return None
        if self.witness is not None:
            at = self.witness
            return diverging(self.filter, at.cycle, at.mode, at.lower, at.upper)
        return None


@dataclass(frozen=True)
class Enclosure:
    """Two numbers with a third between them."""

    lower: Fraction
    upper: Fraction


@dataclass(frozen=True)
class SpectralBound(Enclosure):
    """An enclosure, and whether what is enclosed is below one ("boundary": it is one)."""

    below_one: Sign


def decide(ret: LinearReturn, gamma: Parameter) -> Decision:
    """The verdict about a return."""
    return decide_filter(Filter.of(ret, gamma))


def decide_filter(f: Filter) -> Decision:
    """The verdict about a return that is given by its filter."""
    problem = f.margin
    verdict = problem.sign
    witness = None
    if verdict == "no":
        witness = _witness(problem)
        verdict = verdict if witness is not None else "undecided"
    lower, upper = problem.ends
    return Decision(f, verdict, lower, upper, witness, problem.lower if verdict == "yes" else None)


def _as_given(f: Filter) -> Bound | None:
    """The bound for F and D with all that they share, as a certificate gives them."""
    try:
        problem = Problem(*f.as_given)
        return problem.lower if problem.sign == "yes" else None
    except TooFine:
        return None


def spectral_bound(f: Filter) -> SpectralBound:
    """max |1 - f| on |z| = gamma, which bounds every update with step size one.

    >>> from symbolic.returns import NStepReturn
    >>> found = spectral_bound(Filter.of(NStepReturn(2), "1/2"))
    >>> f"{float(found.lower):.9f} {float(found.upper):.9f}", found.below_one
    ('0.250000000 0.250000000', 'yes')
    """
    low, high = Problem(f.rest_size.times(-1), f.bottom_size).ends
    below: Sign = "yes" if low > -1 else "no"
    if low <= -1 <= high:
        below = Problem(f.real_part.times(2).plus(f.size.times(-1)), f.bottom_size).sign
    return SpectralBound(*_root(-high, -low), below)


def largest_step(f: Filter, beta: Fraction | None = None) -> Enclosure | None:
    """min 2 Re f/|f|^2 on |z| = gamma: a smaller constant step is stable on every MRP.

    None unless Re f > 0 everywhere.  Where that is too fine to be decided, a ``beta`` below one is
    enough: |1 - f| <= beta, and so 2 Re f/|f|^2 = 1 + (1 - |1 - f|^2)/|f|^2 >= 2/(1 + beta).

    >>> from symbolic.returns import MonteCarloReturn
    >>> found = largest_step(Filter.of(MonteCarloReturn(), "1/2"))
    >>> float(found.lower) <= 2 <= float(found.upper)
    True
    """
    if f.margin.sign == "yes":
        lower, upper = Problem(f.real_part, f.size).ends
        return Enclosure(2 * lower, 2 * upper)
    if f.margin.sign == "undecided" and beta is not None and beta < 1:
        return Enclosure(rounded_down(2 / (1 + beta)), 2 * Problem(f.real_part, f.size).upper)
    return None


def _witness(problem: Problem) -> Witness | None:
    """A mode of a cycle where Re f is negative for certain, to nine digits if that can be."""
    turn = negative_turn(problem)
    if turn is None:
        return None
    found = None
    for bits in PRECISIONS:
        lower, upper = outwards(problem.value(turn, bits))
        if upper < 0:
            found = Witness(turn.denominator, turn.numerator, lower, upper)
            if (upper - lower) * 10**9 <= -upper:
                break
    return found


def _root(low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """Square roots, of the first from below and of the second from above; exact if they can be."""
    low, high = max(low, Fraction(0)), max(high, Fraction(0))
    small = max(high.denominator.bit_length() - high.numerator.bit_length(), 0)
    unit = 1 << (_ROOT_BITS + small)
    exact = Fraction(isqrt(low.numerator), isqrt(low.denominator))
    below = exact if exact**2 == low else Fraction(isqrt((low * unit**2).__floor__()), unit)
    above = Fraction(isqrt((high * unit**2).__ceil__()), unit)
    return below, above if above**2 >= high else above + Fraction(1, unit)
