"""The paper's three readings of its figures, put to the figures.

    small-alpha   for small step sizes the returns of a figure perform nearly the same
    same-lowest   the sparse returns share the same lowest error
    large-alpha   for large step sizes sparser returns have less error, and truncated ones more

Each is a list of checks of measured errors, for every variant of lambda; a difference of two
returns is that on the same episodes, with its 95 % interval.  If all checks agree with the reading
it is supported, if none does it is not, and else it depends, on what the checks say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np

from numeric_checks.walk.chains import random_walk
from numeric_checks.walk.expectation import expected_errors
from numeric_checks.walk.prediction import order, predict
from numeric_checks.walk.settings import VARIANTS, step_sizes, variant
from numeric_checks.walk.simulation import Measured, simulate

__all__ = [
    "READINGS",
    "Check",
    "Verdict",
    "agreement",
    "checks",
    "measured",
    "predicted",
    "verdict",
]

Verdict = Literal["supported", "not supported", "depends"]

READINGS = ("small-alpha", "same-lowest", "large-alpha")

#: of the paper's step sizes those that the readings are about: both ends, and around the lowest
_SIZES = (0, *range(31, 40), 50)
#: how the variants are named in a sentence
_LAMBDA = {
    "printed": "Lambda as printed",
    "matched": "Lambda for equal moduli",
    "authors": "Lambda as in the authors' code",
}
#: the greatest distance of what was sampled from what is expected
_STANDARD_ERRORS = 5


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: does it agree with the reading, and the figures."""

    agrees: bool
    says: str


def verdict(found: list[Check]) -> Verdict:
    """What the checks come to."""
    agree = {check.agrees for check in found}
    return "depends" if len(agree) != 1 else "supported" if agree == {True} else "not supported"


@cache
def measured(trials: int = 400, seed: int = 0) -> dict[str, Measured]:
    """The paper's experiment at the step sizes that the readings are about, for each variant."""
    chosen = {name: variant(name) for name in VARIANTS}
    distinct = list(dict.fromkeys(setting for each in chosen.values() for setting in each))
    sizes = step_sizes()[list(_SIZES)]
    found = simulate(random_walk(), distinct, sizes, trials=trials, seed=seed)
    return {name: found.only(each) for name, each in chosen.items()}


def checks(reading: str, by_variant: Mapping[str, Measured] | None = None) -> list[Check]:
    """All checks of a reading, for the variants given, or for all."""
    chosen = by_variant or measured()
    look = {"small-alpha": _small, "same-lowest": _lowest, "large-alpha": _large}[reading]
    return [
        Check(check.agrees, f"{_LAMBDA[name]}, {check.says}")
        for name, found in chosen.items()
        for check in look(found)
    ]


def agreement(figure: str) -> list[Check]:
    """The figures of one experiment, with lambda as printed, against their expectations.

    Of differences of five standard errors there is one in a million.
    """
    found, each = [], measured()["printed"]
    for k in _figure(each, figure):
        label, low = _begun(each.settings[k].label), each.lowest(k)
        error, ends = each.means[k, low], each.means[k, [0, -1]]
        inside = Check(
            bool((error < ends).all()),
            f"{label}: {error:.4f} at step size {each.sizes[low]:.4f}, {ends[0]:.4f} at the least "
            f"and {ends[1]:.4f} at the greatest",
        )
        apart = _apart(each, k, [0, low, len(each.sizes) - 1])
        expected = Check(
            apart < _STANDARD_ERRORS,
            f"{label}: there, after each episode, the mean squared error is within {apart:.1f} "
            "standard errors of what is expected",
        )
        found += [inside, expected]
    return found


def predicted(end: Literal["small", "large"]) -> list[Check]:
    """Do the returns of both figures have the order that theory gives them, for each variant?

    >>> print(predicted("large")[1].says)
    Lambda for equal moduli: 4.179 (m=5), 4.483 (m=3), 4.852 (dense), 5.484 (N=20), 8.443 (N=10)
    """
    found = []
    for name, each in measured().items():
        theory = [predict(random_walk(), setting.ret) for setting in each.settings]
        values = [p.variance if end == "large" else -p.fall for p in theory]
        errors = each.means[:, -1 if end == "large" else 0]
        shown = ", ".join(f"{abs(values[k]):.3f} ({each.settings[k].label})" for k in order(values))
        agrees = order(values) == order(list(map(float, errors)))
        found.append(Check(agrees, f"{_LAMBDA[name]}: {shown}"))
    return found


def _begun(label: str) -> str:
    """The label at the beginning of a sentence; m=3 and N=10 stay as they are."""
    return label if "=" in label else label.capitalize()


def _apart(found: Measured, k: int, at: list[int]) -> float:
    """The greatest distance of mean squared errors from what is expected, in standard errors."""
    squared = found.squared[k][:, :, at]
    expected = expected_errors(
        random_walk(), found.settings[k].ret, found.sizes[at], squared.shape[1]
    )
    scatter = squared.std(axis=0, ddof=1) / np.sqrt(found.trials)
    return float((abs(squared.mean(axis=0) - expected) / scatter).max())


def _figure(found: Measured, name: str) -> list[int]:
    return [k for k, setting in enumerate(found.settings) if name in setting.figures]


def _small(found: Measured) -> Iterator[Check]:
    """At the least step size the errors are closer together than at the greatest."""
    for name in ("sparse", "truncated"):
        at = found.means[_figure(found, name)]
        least, greatest = (float(np.ptp(at[:, k]) / at[:, k].min()) for k in (0, -1))
        yield Check(
            least < greatest,
            f"{name}: errors within {100 * least:.2f} % of each other at the least step size, "
            f"{100 * greatest:.1f} % at the greatest",
        )


def _lowest(found: Measured) -> Iterator[Check]:
    """Are the intervals of the lowest errors apart, and is their difference on equal episodes?"""
    base, *others = _figure(found, "sparse")
    at_base = found.lowest(base)
    for k in others:
        at = found.lowest(k)
        apart = abs(found.means[k, at] - found.means[base, at_base])
        reach = found.margins[k, at] + found.margins[base, at_base]
        words = found.settings[k].label
        yield Check(
            bool(apart <= reach),
            f"{words}: lowest {found.means[k, at]:.4f} ± {found.margins[k, at]:.4f}, that of the "
            f"dense one {found.means[base, at_base]:.4f} ± {found.margins[base, at_base]:.4f}",
        )
        mean, margin = found.difference(k, base, at, at_base)
        yield Check(
            bool(abs(mean) <= margin),
            f"{words}: lowest less that of the dense one, on the same episodes, "
            f"{mean:+.4f} ± {margin:.4f}",
        )


def _large(found: Measured) -> Iterator[Check]:
    """At the greatest step size: each sparse return less than the one before, truncated ones more
    than the lambda-return."""
    last = len(found.sizes) - 1
    first, *sparse = _figure(found, "sparse")
    _, *truncated = _figure(found, "truncated")
    pairs = [(a, b, -1) for a, b in zip(sparse, [first, *sparse], strict=False)]
    pairs += [(a, first, 1) for a in truncated]
    for a, b, sign in pairs:
        mean, margin = found.difference(a, b, last, last)
        names = found.settings[a].label, found.settings[b].label
        yield Check(
            bool(sign * mean > margin),
            f"{names[0]} less {names[1]} at step size 1: {mean:+.4f} ± {margin:.4f}",
        )
