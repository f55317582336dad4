"""The paper's three readings of its figures, put to the figures.

    small-alpha   for small step sizes the returns of a figure perform nearly the same
    same-lowest   the sparse returns share the same lowest error
    large-alpha   for large step sizes sparser returns have less error, and truncated ones more

Each is a list of checks of measured errors, for every variant of lambda; a difference of two
returns is that on the same episodes, with its 95 % interval.  If all checks agree with the reading
it is supported, if none does it is not, and else it depends, on what the checks say.

The same is asked of the roots of the expected squared errors, averaged over the episodes.  Nothing
of them is sampled: they are enclosed, and what is said of them holds of all that is enclosed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Literal, TypeAlias, TypeVar

import numpy as np

from numeric_checks.arithmetic.ball_arrays import Balls, joined
from numeric_checks.walk.chains import random_walk
from numeric_checks.walk.expectation import expected_errors
from numeric_checks.walk.prediction import order, predict
from numeric_checks.walk.settings import VARIANTS, Setting, step_sizes, variant
from numeric_checks.walk.simulation import EPISODES, Measured, simulate
from symbolic.returns import LinearReturn

__all__ = [
    "READINGS",
    "Check",
    "Verdict",
    "agreement",
    "checks",
    "in_expectation",
    "measured",
    "predicted",
    "verdict",
]

T = TypeVar("T")

Verdict = Literal["supported", "not supported", "depends"]

READINGS = ("small-alpha", "same-lowest", "large-alpha")

#: of the paper's step sizes those that the readings are about: both ends, and around the lowest
_SIZES = (0, *range(31, 40), 50)
#: and of those the ends, and where the expected errors of the sparse returns are lowest
_LEAST, _GREATEST, _AROUND = 0, 50, range(34, 38)
#: how the variants are named in a sentence
_LAMBDA = {
    "printed": "Lambda as printed",
    "matched": "Lambda for equal moduli",
    "authors": "Lambda as in the authors' code",
}
#: the greatest distance of what was sampled from what is expected
_STANDARD_ERRORS = 5


#: what is enclosed is between the two
Ends: TypeAlias = tuple[Fraction, Fraction]


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


@cache
def _squared(ret: LinearReturn, place: int) -> Balls:
    """At a step size of the paper, the expected squared error after each episode."""
    return expected_errors(random_walk(), ret, [step_sizes()[place]], EPISODES)[:, 0]


@cache
def expected(ret: LinearReturn, place: int) -> Ends:
    """The root of that, averaged as there."""
    root = _squared(ret, place).sqrt().sum(0) / EPISODES
    return Fraction(float(root.low)), Fraction(float(root.high))


def in_expectation(reading: str) -> list[Check]:
    """The checks of a reading that are about expected errors, for all variants."""
    look = {
        "small-alpha": _expected_small,
        "same-lowest": _expected_lowest,
        "large-alpha": _expected_large,
    }[reading]
    return [
        Check(check.agrees, f"{_LAMBDA[name]}, {check.says}")
        for name in VARIANTS
        for check in look(variant(name))
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
    """Do all errors, measured and expected, have the order that theory gives, for each variant?

    >>> print(predicted("large")[1].says)
    Lambda for equal moduli: 4.179 (m=5), 4.483 (m=3), 4.852 (dense), 5.484 (N=20), 8.443 (N=10)
    """
    found = []
    for name, each in measured().items():
        theory = [predict(random_walk(), setting.ret) for setting in each.settings]
        values = [p.variance if end == "large" else -p.fall for p in theory]
        errors = each.means[:, -1 if end == "large" else 0]
        place = _GREATEST if end == "large" else _LEAST
        ends = [expected(each.settings[k].ret, place) for k in order(values)]
        apart = all(less[1] < more[0] for less, more in pairwise(ends))
        shown = ", ".join(f"{abs(values[k]):.3f} ({each.settings[k].label})" for k in order(values))
        agrees = order(values) == order(list(map(float, errors)))
        found.append(Check(agrees and apart, f"{_LAMBDA[name]}: {shown}"))
    return found


def _begun(label: str) -> str:
    """The label at the beginning of a sentence; m=3 and N=10 stay as they are."""
    return label if "=" in label else label.capitalize()


def _apart(found: Measured, k: int, at: list[int]) -> float:
    """The greatest distance of mean squared errors from what is expected, in standard errors."""
    squared = found.squared[k][:, :, at]
    mean = joined([_squared(found.settings[k].ret, _SIZES[i])[:, None] for i in at], 1)
    scatter = squared.std(axis=0, ddof=1) / np.sqrt(found.trials)
    return float(((abs(squared.mean(axis=0) - mean.mid) + mean.rad) / scatter).max())


def _figure(found: Measured, name: str) -> list[int]:
    return [k for k, setting in enumerate(found.settings) if name in setting.figures]


def _pairs(figure: Callable[[str], list[T]]) -> list[tuple[T, T, int]]:
    """At large step sizes: which return has less error than which (-1), and which has more (1)."""
    first, *sparse = figure("sparse")
    _, *truncated = figure("truncated")
    pairs = [(a, b, -1) for a, b in zip(sparse, [first, *sparse], strict=False)]
    return pairs + [(a, first, 1) for a in truncated]


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
            f"{words}: lowest minus that of the dense one, on the same episodes, "
            f"{mean:+.4f} ± {margin:.4f}",
        )


def _large(found: Measured) -> Iterator[Check]:
    """At the greatest step size: each sparse return less than the one before, truncated ones more
    than the lambda-return."""
    last = len(found.sizes) - 1
    for a, b, sign in _pairs(lambda name: _figure(found, name)):
        mean, margin = found.difference(a, b, last, last)
        names = found.settings[a].label, found.settings[b].label
        yield Check(
            bool(sign * mean > margin),
            f"{names[0]} less {names[1]} at step size 1: {mean:+.4f} ± {margin:.4f}",
        )


def _in(settings: Sequence[Setting], name: str) -> list[Setting]:
    return [setting for setting in settings if name in setting.figures]


def _less(a: Ends, b: Ends) -> Ends:
    """The ends of a difference."""
    return a[0] - b[1], a[1] - b[0]


def _expected_small(settings: Sequence[Setting]) -> Iterator[Check]:
    """The same as of the errors measured."""
    for name in ("sparse", "truncated"):
        least, greatest = (
            _spread([expected(setting.ret, place) for setting in _in(settings, name)])
            for place in (_LEAST, _GREATEST)
        )
        yield Check(
            least[1] < greatest[0],
            f"{name}: within {100 * float(least[1]):.2f} % of each other at the least step size, "
            f"{100 * float(greatest[1]):.1f} % at the greatest",
        )


def _spread(of: Sequence[Ends]) -> Ends:
    """The greatest over the least, less one."""
    lows, highs = zip(*of, strict=True)
    return max(lows) / min(highs) - 1, max(highs) / min(lows) - 1


def _expected_lowest(settings: Sequence[Setting]) -> Iterator[Check]:
    """Are the lowest errors the same?"""
    dense, *others = _in(settings, "sparse")
    for setting in others:
        low, high = _less(_lowest_of(setting), _lowest_of(dense))
        yield Check(
            low <= 0 <= high,
            f"{setting.label}: {float(_lowest_of(setting)[1]):.4f}, that of the dense one "
            f"{float(_lowest_of(dense)[1]):.4f}, the difference {float(high):+.4f}",
        )


def _lowest_of(setting: Setting) -> Ends:
    """The least of the expected errors, which rise to both sides of it."""
    curve = [expected(setting.ret, place) for place in _AROUND]
    return min(low for low, _ in curve), min(high for _, high in curve)


def _expected_large(settings: Sequence[Setting]) -> Iterator[Check]:
    """The same as of the errors measured."""
    for a, b, sign in _pairs(lambda name: _in(settings, name)):
        ends = _less(expected(a.ret, _GREATEST), expected(b.ret, _GREATEST))
        yield Check(
            min(sign * end for end in ends) > 0,
            f"{a.label} less {b.label} at step size 1: {float(ends[1]):+.4f}",
        )
