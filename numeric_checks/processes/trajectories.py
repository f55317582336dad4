"""Sample-level quantities on one finite trajectory, straight from their definitions.

A trajectory is S_0, R_0, S_1, R_1, ..., R_{T-1}, S_T.  With values V_t = v(S_t),

    delta_t = R_t + gamma V_{t+1} - V_t
    G^n_t   = R_t + gamma R_{t+1} + ... + gamma^{n-1} R_{t+n-1} + gamma^n V_{t+n}

Everything here is a loop over Fractions, with no closed form in it: a second opinion on formulas.
Sums over TD errors end with the last one of the trajectory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

__all__ = [
    "InvalidTrajectory",
    "Trajectory",
    "backward_view",
    "forward_view",
    "n_step_return",
    "return_from_eligibilities",
    "return_from_nstep_weights",
    "td_errors",
]


class InvalidTrajectory(ValueError):
    """Not a trajectory, or a time outside it."""


@dataclass(frozen=True)
class Trajectory:
    """States S_0, ..., S_T and the rewards R_0, ..., R_{T-1} received on leaving the first T.

    >>> Trajectory((0, 1, 0), (Fraction(1), Fraction(0))).steps
    2
    """

    states: tuple[int, ...]
    rewards: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if len(self.states) != len(self.rewards) + 1:
            raise InvalidTrajectory(
                f"{len(self.states)} states and {len(self.rewards)} rewards, "
                "expected one more state than rewards"
            )
        if any(s < 0 for s in self.states):
            raise InvalidTrajectory(f"state {min(self.states)}, expected states >= 0")

    @property
    def steps(self) -> int:
        """T, the number of transitions."""
        return len(self.rewards)


def td_errors(path: Trajectory, v: Sequence[Fraction], gamma: Fraction) -> tuple[Fraction, ...]:
    """delta_0, ..., delta_{T-1} for the value estimates v.

    >>> td_errors(Trajectory((0, 1), (Fraction(1),)), (Fraction(2), Fraction(4)), Fraction(1, 2))
    (Fraction(1, 1),)
    """
    errors = []
    for t in range(path.steps):
        here, following = path.states[t], path.states[t + 1]
        errors.append(path.rewards[t] + gamma * v[following] - v[here])
    return tuple(errors)


def n_step_return(
    path: Trajectory, v: Sequence[Fraction], gamma: Fraction, t: int, n: int
) -> Fraction:
    """G^n_t: n rewards, then the value of the state reached."""
    if not 0 <= t <= t + n <= path.steps:
        raise InvalidTrajectory(f"t = {t}, n = {n}: expected 0 <= t <= t + n <= {path.steps}")
    total, discount = Fraction(0), Fraction(1)
    for i in range(n):
        total += discount * path.rewards[t + i]
        discount *= gamma
    return total + discount * v[path.states[t + n]]


def return_from_eligibilities(
    path: Trajectory, v: Sequence[Fraction], gamma: Fraction, t: int, h: Sequence[Fraction]
) -> Fraction:
    """V_t + sum_i h_i gamma^i delta_{t+i}, over the TD errors that the trajectory has."""
    if not 0 <= t <= path.steps:
        raise InvalidTrajectory(f"t = {t}: expected 0 <= t <= {path.steps}")
    total, discount = Fraction(v[path.states[t]]), Fraction(1)
    for weight, error in zip(h, td_errors(path, v, gamma)[t:], strict=False):
        total += weight * discount * error
        discount *= gamma
    return total


def return_from_nstep_weights(
    path: Trajectory, v: Sequence[Fraction], gamma: Fraction, t: int, c: Sequence[Fraction]
) -> Fraction:
    """(1 - sum c) V_t + sum_n c_n G^n_t; the trajectory must be long enough for the last c_n."""
    total = (1 - sum(c, Fraction(0))) * n_step_return(path, v, gamma, t, 0)
    for n, weight in enumerate(c, start=1):
        total += weight * n_step_return(path, v, gamma, t, n)
    return total


def backward_view(
    path: Trajectory, v: Sequence[Fraction], gamma: Fraction, lam: Fraction, alpha: Fraction
) -> tuple[Fraction, ...]:
    """The updates TD(lambda) accumulates in each state with traces, v and alpha held fixed.

    At each step every trace decays by gamma lambda, the trace of the current state grows by one,
    and every state is updated by alpha times the TD error times its trace.
    """
    update = [Fraction(0)] * len(v)
    trace = [Fraction(0)] * len(v)
    for t, error in enumerate(td_errors(path, v, gamma)):
        trace = [gamma * lam * e for e in trace]
        trace[path.states[t]] += 1
        update = [u + alpha * error * e for u, e in zip(update, trace, strict=True)]
    return tuple(update)


def forward_view(
    path: Trajectory, v: Sequence[Fraction], gamma: Fraction, lam: Fraction, alpha: Fraction
) -> tuple[Fraction, ...]:
    """The updates alpha (G^lambda_t - V_t) accumulated in each visited state, v and alpha fixed."""
    update = [Fraction(0)] * len(v)
    for t in range(path.steps):
        decay = [lam**i for i in range(path.steps - t)]
        target = return_from_eligibilities(path, v, gamma, t, decay)
        update[path.states[t]] += alpha * (target - v[path.states[t]])
    return tuple(update)
