"""TD learning on an MRP with linear features: its expected update, exactly, and runs of it.

With values v = Phi w (one row of features for each state), the stationary distribution d and
D = diag(d), the expected on-policy update is

    w + alpha Phi^T D (H(Phi w) - Phi w)  =  w + alpha (b - A w),     A = Phi^T D f(gamma P) Phi

A run follows one sampled trajectory, updates once per step, and falls step sizes as it goes.

    >>> from numeric_checks import cycle
    >>> from symbolic.returns import DelayedReturn
    >>> print(fate_of_matrix(update_matrix(cycle(2, "9/10"), DelayedReturn(1))))
    diverges
    >>> run(cycle(2, "9/10"), DelayedReturn(1), start=[1, -1], steps=2000, seed=0).diverged
    True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from flint import fmpq_mat
from numpy.typing import NDArray

from numeric_checks.arithmetic.rationals import to_fmpq
from numeric_checks.processes.chains import stationary_distribution
from numeric_checks.processes.mrp import MRP, Exact, InvalidMRP, exact_number
from numeric_checks.processes.spectra import fate_of_matrix, filter_matrix
from symbolic.returns import LinearReturn

__all__ = ["Run", "fate_of_matrix", "run", "target", "update_matrix"]

Features = Sequence[Sequence[Exact]]

#: a run has diverged when its weights are this many times what they were
_FAR = 1e6


def update_matrix(mrp: MRP, ret: LinearReturn, features: Features | None = None) -> fmpq_mat:
    """A = Phi^T D f(gamma P) Phi; without features Phi is the identity."""
    phi = _matrix(mrp, features)
    return phi.transpose() * _weighting(mrp) * filter_matrix(mrp, ret) * phi


def target(mrp: MRP, ret: LinearReturn, features: Features | None = None) -> NDArray[np.float64]:
    """The weights at which the expected update rests: A w = Phi^T D f(gamma P) v_pi."""
    phi = _matrix(mrp, features)
    values = fmpq_mat(mrp.size, 1, [to_fmpq(x) for x in mrp.values()])
    right = phi.transpose() * _weighting(mrp) * filter_matrix(mrp, ret) * values
    solved = update_matrix(mrp, ret, features).solve(right)
    return np.array([float(x.p) / float(x.q) for x in solved.entries()])


@dataclass(frozen=True)
class Run:
    """The weights after a run, and whether it was stopped because they had grown too far."""

    weights: NDArray[np.float64]
    steps: int
    diverged: bool


def run(
    mrp: MRP,
    ret: LinearReturn,
    *,
    start: Sequence[float],
    steps: int,
    seed: int,
    features: Features | None = None,
    step_size: float = 0.1,
    noise: float = 0.0,
) -> Run:
    """One run of on-policy TD with a return of finite support.

    In step t the state S_t is updated with the step size alpha_t = step_size/(1 + t/1000)^0.7,
    whose sum is infinite, from rewards with normal noise of that size.
    """
    if ret.support is None:
        raise InvalidMRP(f"{ret}: expected finitely many eligibilities for a run")
    draw = np.random.default_rng(seed)
    reach = ret.support
    gamma = float(mrp.gamma)
    decayed = np.array([float(x) * gamma**i for i, x in enumerate(ret.eligibilities(reach))])
    path = _path(mrp, steps + reach, draw)
    rewards = np.array([float(x) for x in mrp.r])[path[:-1]]
    rewards += noise * draw.standard_normal(len(rewards))
    rows = np.array(
        [[float(x.p) / float(x.q) for x in row] for row in _matrix(mrp, features).tolist()]
    )
    seen = rows[path]
    w = np.array(start, dtype=np.float64)
    limit = _FAR * max(1.0, float(np.abs(w).max()))
    for t in range(steps):
        v = seen[t : t + reach + 1] @ w
        errors = rewards[t : t + reach] + gamma * v[1:] - v[:-1]
        w = w + step_size / (1 + t / 1000) ** 0.7 * (decayed @ errors) * seen[t]
        if not np.abs(w).max() < limit:
            return Run(w, t + 1, True)
    return Run(w, steps, False)


def _path(mrp: MRP, steps: int, draw: np.random.Generator) -> NDArray[np.int64]:
    """States S_0, ..., S_steps, the first one drawn like all others from the long run."""
    odds = np.cumsum([[float(x) for x in row] for row in mrp.P], axis=1)
    often = np.cumsum([float(x) for x in stationary_distribution(mrp)])
    chances = draw.random(steps + 1)
    states = np.empty(steps + 1, dtype=np.int64)
    last = mrp.size - 1
    states[0] = min(int(np.searchsorted(often, chances[0], side="right")), last)
    for t in range(steps):
        found = np.searchsorted(odds[states[t]], chances[t + 1], side="right")
        states[t + 1] = min(int(found), last)
    return states


def _matrix(mrp: MRP, features: Features | None) -> fmpq_mat:
    """Phi, of full column rank."""
    if features is None:
        return fmpq_mat([[int(i == j) for j in range(mrp.size)] for i in range(mrp.size)])
    rows = [[to_fmpq(exact_number("a feature", x)) for x in row] for row in features]
    if len(rows) != mrp.size or len({len(row) for row in rows}) != 1 or not rows[0]:
        raise InvalidMRP(f"expected {mrp.size} rows of features, all of the same length")
    phi = fmpq_mat(rows)
    if phi.rank() != phi.ncols():
        raise InvalidMRP("the features are linearly dependent; expected full column rank")
    return phi


def _weighting(mrp: MRP) -> fmpq_mat:
    """D, the stationary distribution on the diagonal."""
    d = stationary_distribution(mrp)
    n = mrp.size
    return fmpq_mat([[to_fmpq(d[i]) if i == j else 0 for j in range(n)] for i in range(n)])
