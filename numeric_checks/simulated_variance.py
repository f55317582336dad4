"""The variance of a return by simulation: a sanity check with a stated confidence.

Episodes are drawn with a seed.  The return less its first value, X, is bounded by
B = (sum |h_i| gamma^i) max |d(s, s')|, so Hoeffding's inequality holds for any number of samples:
with probability at least 1 - alpha, both

    |mean of X   - E[X]|   <= e_1 = 2 B sqrt(log(4/alpha)/(2 n))
    |mean of X^2 - E[X^2]| <= e_2 =   B^2 sqrt(log(4/alpha)/(2 n))

and then the variance is within e_2 + e_1 (2 |mean of X| + e_1) of what was measured.  (Rounding in
floating point is far below that.)

    >>> from numeric_checks.variance_bounds import perfectly_correlated
    >>> from symbolic.returns import NStepReturn
    >>> found = simulate(perfectly_correlated("1/2"), NStepReturn(1), 0, samples=1000)
    >>> abs(found.variance - 1) < found.radius, found.confidence
    (True, 0.999999)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from numeric_checks.variance import TDErrors
from symbolic.returns import InvalidReturn, LinearReturn

__all__ = ["Simulation", "simulate"]


@dataclass(frozen=True)
class Simulation:
    """The variance is within ``radius`` of ``variance``, with probability ``confidence``."""

    variance: float
    radius: float
    confidence: float


def simulate(
    errors: TDErrors,
    ret: LinearReturn,
    state: int,
    *,
    samples: int = 100_000,
    seed: int = 0,
    alpha: float = 1e-6,
) -> Simulation:
    """Draw returns with finitely many weights from one state, and measure their variance."""
    if ret.support is None:
        raise InvalidReturn(f"{ret}: expected finitely many eligibilities to draw samples of")
    generator = np.random.default_rng(seed)
    mrp, size = errors.mrp, errors.mrp.size
    P = np.array(mrp.P, dtype=float)
    r, v = np.array(mrp.r, dtype=float), np.array(errors.v, dtype=float)
    gamma, h = float(mrp.gamma), [float(x) for x in ret.eligibilities(ret.support)]
    d = r[:, None] + gamma * v[None, :] - v[:, None]
    steps = P.cumsum(axis=1)
    here = np.full(samples, state)
    total = np.zeros(samples)
    for i, weight in enumerate(h):
        following = (generator.random(samples)[:, None] > steps[here]).sum(axis=1)
        following = np.minimum(following, size - 1)
        total += weight * gamma**i * d[here, following]
        here = following
    bound = sum(abs(x) * gamma**i for i, x in enumerate(h)) * float(np.abs(d[P > 0]).max())
    deviation = sqrt(log(4 / alpha) / (2 * samples))
    mean, square = float(total.mean()), float((total**2).mean())
    first, second = 2 * bound * deviation, bound**2 * deviation
    radius = second + first * (2 * abs(mean) + first)
    return Simulation(square - mean**2, radius, 1 - alpha)
