"""What orders the curves: at large steps the variance of the target, at small ones the mean update.

Large steps.  If TD errors are uncorrelated and of equal variance, the variance of a target is that
variance times Q = sum_i h_i^2 gamma^{2i}; among returns of one modulus Q is what differs.

Small steps.  With f(z) = (1 - z) h(z), an episode changes the error e by -alpha d f(gamma P) e on
average, to first order in alpha, where d has the expected visits.  A mode of P with the eigenvalue
mu fades in proportion to f(gamma mu); the slowest one that the first error has decides.  The fall
is the share of the squared error that goes, divided by 2 alpha: <e, d f(gamma P) e>/<e, e>.

    >>> from numeric_checks.walk.chains import random_walk
    >>> from numeric_checks.walk.settings import variant
    >>> walk = random_walk()
    >>> print(f"{slowest_mode(walk).real:.6f}")                 # cos(pi/10): the slowest odd mode
    0.951057
    >>> for setting in variant("matched"):
    ...     found = predict(walk, setting.ret)
    ...     print(setting.label, f"{found.variance:.4f} {found.mode:.4f} {found.fall:.4f}")
    dense 4.8516 0.3830 1.0709
    m=3 4.4832 0.3727 1.0396
    m=5 4.1792 0.3628 1.0097
    N=10 8.4432 0.4358 1.2210
    N=20 5.4842 0.4015 1.1205
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from numeric_checks.arithmetic.rational_functions import filter_of
from numeric_checks.walk.chains import Array, EpisodicChain
from numeric_checks.walk.recursions import recursion
from symbolic.returns import LinearReturn

__all__ = ["Prediction", "order", "predict", "slowest_mode", "variance_factor"]

#: weights of Q that are added up, and what is left when that is enough
_MOST, _NEGLIGIBLE = 100_000, 1e-16


@dataclass(frozen=True)
class Prediction:
    """Of one return: Q, f(gamma mu) for the slowest mode, and how fast the first error falls."""

    variance: float
    mode: float
    fall: float


def predict(chain: EpisodicChain, ret: LinearReturn) -> Prediction:
    """What theory says of a return on a chain."""
    top, bottom = (list(map(float, part)) for part in filter_of(ret))
    z = chain.gamma * slowest_mode(chain)
    mode = _at(top, z) / _at(bottom, z)
    error = -chain.values
    return Prediction(
        variance_factor(ret, chain.gamma), mode.real, _fall(chain, top, bottom, error)
    )


def variance_factor(ret: LinearReturn, gamma: float) -> float:
    """Q = sum_i h_i^2 gamma^{2i}; infinite if it does not converge.

    >>> from symbolic.returns import NStepReturn
    >>> variance_factor(NStepReturn(2), 0.5)
    1.25
    """
    rule = recursion(ret, gamma)
    first, back = dict(rule.errors), dict(rule.sums)
    longest = max(back, default=1)
    recent: deque[float] = deque([0.0] * longest, maxlen=longest)
    total, quiet, latest = 0.0, 0, max(first, default=0)
    for i in range(_MOST):
        weight = first.get(i, 0.0) + sum(factor * recent[-lag] for lag, factor in back.items())
        recent.append(weight)
        total += weight * weight
        quiet = quiet + 1 if weight * weight <= _NEGLIGIBLE * total / _MOST else 0
        if i >= latest and quiet >= longest:
            return total
    return float("inf")


def slowest_mode(chain: EpisodicChain) -> complex:
    """The eigenvalue of P with the largest real part among the modes that v_pi has."""
    eigenvalues, modes = np.linalg.eig(chain.inner)
    parts = np.abs(np.linalg.lstsq(modes, chain.values.astype(complex), rcond=None)[0])
    present = eigenvalues[parts > 1e-9 * max(1.0, parts.max())]
    return complex(max(present, key=lambda x: float(x.real), default=0.0))


def order(values: Sequence[float]) -> list[int]:
    """The places of the values, least first."""
    return sorted(range(len(values)), key=values.__getitem__)


def _fall(
    chain: EpisodicChain, top: Sequence[float], bottom: Sequence[float], error: Array
) -> float:
    size = float(error @ error)
    if size == 0:
        return 0.0
    z, one = chain.gamma * chain.inner, np.eye(chain.size)
    update = np.linalg.solve(_of_matrix(bottom, z, one), _of_matrix(top, z, one) @ error)
    return float(error @ (chain.visits * update)) / size


def _at(coefficients: Sequence[float], z: complex) -> complex:
    total: complex = 0
    for a in reversed(coefficients):
        total = total * z + a
    return total


def _of_matrix(coefficients: Sequence[float], z: Array, one: Array) -> Array:
    total = 0 * one
    for a in reversed(coefficients):
        total = total @ z + a * one
    return total
