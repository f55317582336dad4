"""The variance of a return by simulation: a sanity check with a stated confidence.

Episodes are drawn with a seed, two at a time: for independent returns X and X' from the same state,
Y = (X - X')^2/2 has expectation Var[X].  TD errors that can occur lie in an interval, hence returns
lie in one of length R = (sum |h_i| gamma^i) (max d - min d), and 0 <= Y <= R^2/2.  By the empirical
Bernstein bound (Maurer and Pontil, 2009, theorem 4, once for each side), the mean of n such Y with
sample variance s^2 is, with probability at least 1 - alpha, within

    sqrt(2 s^2 log(4/alpha)/n) + 7 (R^2/2) log(4/alpha)/(3 (n - 1))

of the true variance, for every n >= 2.  (Rounding in floating point is far below that.)

    >>> from numeric_checks.processes.variance_bounds import perfectly_correlated
    >>> from symbolic.returns import NStepReturn
    >>> found = simulate(perfectly_correlated("1/2"), NStepReturn(1), 0, pairs=1000)
    >>> abs(found.variance - 1) < found.radius, found.confidence
    (True, 0.999999)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from numeric_checks.processes.variance import TDErrors
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
    pairs: int = 50_000,
    seed: int = 0,
    alpha: float = 1e-6,
) -> Simulation:
    """Draw returns with finitely many weights from one state, and measure their variance."""
    if ret.support is None:
        raise InvalidReturn(f"{ret}: expected finitely many eligibilities to draw samples of")
    generator = np.random.default_rng(seed)
    mrp = errors.mrp
    P = np.array(mrp.P, dtype=float)
    r, v = np.array(mrp.r, dtype=float), np.array(errors.v, dtype=float)
    gamma, h = float(mrp.gamma), [float(x) for x in ret.eligibilities(ret.support)]
    d = r[:, None] + gamma * v[None, :] - v[:, None]
    steps = P.cumsum(axis=1)
    here = np.full((2, pairs), state)
    total = np.zeros((2, pairs))
    for i, weight in enumerate(h):
        following = (generator.random((2, pairs, 1)) > steps[here]).sum(axis=2)
        following = np.minimum(following, mrp.size - 1)
        total += weight * gamma**i * d[here, following]
        here = following
    possible = d[P > 0]
    length = sum(abs(x) * gamma**i for i, x in enumerate(h)) * float(np.ptp(possible))
    halves = (total[0] - total[1]) ** 2 / 2
    doubt = log(4 / alpha)
    radius = sqrt(2 * float(halves.var(ddof=1)) * doubt / pairs)
    radius += 7 * length**2 / 2 * doubt / (3 * (pairs - 1))
    return Simulation(float(halves.mean()), radius, 1 - alpha)
