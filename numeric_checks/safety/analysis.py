"""Everything that is decided about one return: classes, recency, modulus, convergence, variance.

    >>> from numeric_checks import analyze
    >>> mine = analyze(["1", "1/2", "3/4"], "9/10")
    >>> mine.recency.violations, mine.modulus, mine.contracts, mine.decision.verdict
    ((1,), Fraction(4797, 4000), False, 'yes')

With f(z) = (1 - z) h(z), each of these implies the next one (the first does if h_0 = 1):

    weak recency   =>   beta < 1   =>   |1 - f| < 1 on |z| = gamma   =>   Re f > 0 on |z| = gamma

and the last one says that TD learning with this return converges on every finite irreducible MRP.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from flint import arb, ctx

from numeric_checks.arithmetic.balls import bounds
from numeric_checks.arithmetic.leading_digits import bound, down, exact_text, up
from numeric_checks.arithmetic.rationals import to_fmpq
from numeric_checks.moduli.modulus import TooLarge, discount, modulus, modulus_ball
from numeric_checks.moduli.recency_classes import (
    Classes,
    Recency,
    classes_of,
    nstep_weights,
    recency_of,
)
from numeric_checks.moduli.shapes import over_one_denominator, sum_of_sizes
from numeric_checks.safety.decision import (
    Decision,
    Enclosure,
    SpectralBound,
    Witness,
    decide_filter,
    largest_step,
    spectral_bound,
)
from numeric_checks.safety.filters import LONGEST, Filter, TooLong, check_length
from numeric_checks.safety.rounding import rounded_down
from symbolic.returns import LinearReturn, Parameter, WeightedReturn, name_and_parameters

__all__ = ["Analysis", "TooLong", "analyze", "variance_factor"]


#: sums with numbers of more bits are enclosed, in balls of so many bits
_EXACT_BITS, _BITS = 1 << 20, 256


@dataclass(frozen=True, repr=False)
class Analysis:
    """What was decided about a return; make one with `analyze`.

    ``modulus`` and ``variance_factor`` are None if their exact values are too long to be computed;
    ``modulus_digits`` and ``variance_digits`` are their first digits in any case.  ``step_size``
    encloses the limit below which constant steps are stable on every MRP; it is None unless the
    verdict is yes.  ``variance_factor`` is the (sum |h_i| gamma^i)^2 of the bound for the variance.
    """

    ret: LinearReturn
    gamma: Fraction
    nstep_weights: tuple[Fraction, ...]
    recency: Recency
    classes: Classes
    modulus: Fraction | None
    modulus_digits: str
    contracts: bool
    decision: Decision
    spectral_bound: SpectralBound
    step_size: Enclosure | None
    variance_factor: Fraction | None
    variance_digits: str

    def as_json(self) -> dict[str, Any]:
        """The object that ``recency analyze --json`` prints; exact numbers are texts.

        An exact number is null where it has too many digits, and a ``decimal`` is rounded up (that
        of ``max_step_size`` is rounded down); ``scope`` says what the verdict is about.
        ``violations`` are the i at which the step from h_i to h_{i+1} is wrong;
        ``more_violations``: they are not all.
        """
        from numeric_checks.safety.analysis_words import scope

        margin, spectral, step = self.decision, self.spectral_bound, self.step_size
        return {
            "schema": 1,
            "gamma": exact_text(self.gamma),
            "h": self._eligibilities(),
            "c": self._weights(),
            "classes": asdict(self.classes),
            "weak_recency": self.recency.weak,
            "strong_recency": self.recency.strong,
            "violations": list(self.recency.violations),
            "more_violations": self.recency.more,
            "modulus": {
                "exact": None if self.modulus is None else exact_text(self.modulus),
                "decimal": self.modulus_digits,
            },
            "contracts_on_every_mrp": self.contracts,
            "spectral_bound": {
                "decimal": _above(spectral.lower, spectral.upper),
                **_ends(spectral),
                "below_one": spectral.below_one,
            },
            "margin": {
                "lower": exact_text(margin.margin_lower),
                "upper": exact_text(margin.margin_upper),
            },
            "converges_on_every_mrp": self.decision.verdict,
            "scope": scope(self),
            "witness": self._witness(),
            "max_step_size": step and {"decimal": down(step.lower), **_ends(step)},
            "variance_factor": {
                "exact": None if self.variance_factor is None else exact_text(self.variance_factor),
                "decimal": self.variance_digits,
            },
        }

    def __repr__(self) -> str:
        from numeric_checks.safety.analysis_words import brief

        return f"<Analysis: {brief(self)}>"

    def __str__(self) -> str:
        from numeric_checks.safety.analysis_words import lines

        return "\n".join(lines(self))

    def _eligibilities(self) -> list[str | None] | dict[str, Any]:
        if (named := name_and_parameters(self.ret)) is not None:
            return {"family": named[0], **named[1]}
        listed = list(map(exact_text, self.ret.eligibilities(self.ret.listed or 0)))
        if self.ret.limit == 0:
            return listed
        return {"family": "weights", "weights": listed, "tail": exact_text(self.ret.limit)}

    def _weights(self) -> list[str | None] | dict[str, list[str | None]]:
        listed = list(map(exact_text, self.nstep_weights))
        return {"first": listed} if self.ret.listed is None else listed

    def _witness(self) -> dict[str, Any] | None:
        found = self.decision.witness
        if found is None:
            return None
        real_part = {**_ends(found), "decimal": _above(found.lower, found.upper)}
        return {"cycle": found.cycle, "mode": found.mode, "real_part": real_part}


def analyze(ret: LinearReturn | Sequence[Parameter], gamma: Parameter) -> Analysis:
    """Decide what can be decided about a return, or the return with these weights on TD errors.

    >>> print(analyze([0, 1], "9/10").decision.witness.cycle)
    2
    """
    g = discount(gamma)
    chosen = ret if isinstance(ret, LinearReturn) else _weighted(ret)
    f = Filter.of(chosen, g)
    recency = recency_of(chosen)
    enclosed = _sums_in_balls(chosen, g) if _is_long(chosen, g) else None
    beta, digits, contracts = _modulus(chosen, g, recency, enclosed and enclosed.changes)
    decision, spectral = decide_filter(f), spectral_bound(f)
    if beta is not None:  # |1 - f| <= beta, and so Re f >= 1 - beta
        least, most = rounded_down(1 - beta), -rounded_down(-beta)
        decision = replace(decision, margin_lower=max(decision.margin_lower, least))
        spectral = replace(spectral, upper=min(spectral.upper, most))
    if decision.verdict == "undecided" and decision.margin_lower > 0:
        decision = replace(decision, verdict="yes")
    return Analysis(
        chosen,
        g,
        nstep_weights(chosen),
        recency,
        classes_of(chosen),
        beta,
        digits,
        contracts,
        decision,
        spectral,
        largest_step(f, beta),
        *_variance(chosen, g, enclosed and enclosed.sizes),
    )


def variance_factor(ret: LinearReturn, gamma: Parameter) -> Fraction:
    """(sum |h_i| gamma^i)^2: Var[G] is at most this times the largest covariance of TD errors.

    >>> variance_factor(WeightedReturn([1, "-1/2"]), "1/2")
    Fraction(25, 16)
    """
    return sum_of_sizes(ret, discount(gamma)) ** 2


def _weighted(weights: Sequence[Parameter]) -> WeightedReturn:
    check_length(len(weights), "weights", LONGEST)
    return WeightedReturn(weights)


class _Sums(NamedTuple):
    """|1 - h_0| + sum |h_{i-1} - h_i| gamma^i and sum |h_i| gamma^i, each in an enclosure."""

    changes: tuple[Fraction, Fraction]
    sizes: tuple[Fraction, Fraction]


def _is_long(ret: LinearReturn, g: Fraction) -> bool:
    """Is it a list for which the exact sums have too many digits to be of use?"""
    bits = ret.modulus_bits(g.denominator.bit_length())
    return isinstance(ret, WeightedReturn) and bits > _EXACT_BITS


def _sums_in_balls(ret: LinearReturn, g: Fraction) -> _Sums:
    h, over = over_one_denominator((*ret.eligibilities(ret.listed or 0), ret.limit))
    with ctx.workprec(_BITS):
        z, later = arb(to_fmpq(g)), h.pop()
        changes, sizes = arb(0), abs(later) / (1 - z)
        for x in reversed(h):
            changes, sizes = z * changes + abs(x - later), z * sizes + abs(x)
            later = x
        changes = abs(over - later) + z * changes
        return _Sums(bounds(changes / over), bounds(sizes / over))


def _modulus(
    ret: LinearReturn, g: Fraction, recency: Recency, enclosed: tuple[Fraction, Fraction] | None
) -> tuple[Fraction | None, str, bool]:
    """beta, its digits, and whether it is below one."""
    if enclosed is not None and not enclosed[0] < 1 <= enclosed[1]:
        return None, _above(*enclosed), enclosed[1] < 1
    try:
        beta = modulus(ret, g)
    except TooLarge:
        if isinstance(ret, WeightedReturn):
            raise
        (first,) = ret.eligibilities(1)  # that of a family is 0 or 1
        digits = _above(*bounds(modulus_ball(ret, g, 20)))
        return None, digits, recency.weak and first == 1
    return beta, up(beta), beta < 1


def _variance(
    ret: LinearReturn, g: Fraction, enclosed: tuple[Fraction, Fraction] | None
) -> tuple[Fraction | None, str]:
    if enclosed is not None:
        low, high = enclosed
        return None, _above(low**2, high**2)
    factor = variance_factor(ret, g)
    return factor, up(factor)


def _above(lower: Fraction, upper: Fraction) -> str:
    return bound(lower, upper, "up") or up(upper)


def _ends(found: Enclosure | Witness) -> dict[str, str | None]:
    return {"lower": exact_text(found.lower), "upper": exact_text(found.upper)}
