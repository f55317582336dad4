"""The random walk once more, in plain loops that share no code with `numeric_checks.walk`.

One number of a trial's generator decides where an episode starts, and one each step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

STATES, GAMMA = 19, 0.99

#: the weighted sums of later TD errors of one episode
Sums = Callable[[Sequence[float]], list[float]]


def weighted(h: Sequence[float]) -> Sums:
    """By the definition: every later TD error times its weight."""

    def sums(errors: Sequence[float]) -> list[float]:
        return [
            sum(h[i] * GAMMA**i * error for i, error in enumerate(errors[t:]))
            for t in range(len(errors))
        ]

    return sums


def fading(lam: float) -> Sums:
    """The lambda-return, backwards."""

    def sums(errors: Sequence[float]) -> list[float]:
        found, total = [0.0] * len(errors), 0.0
        for t in range(len(errors) - 1, -1, -1):
            total = errors[t] + GAMMA * lam * total
            found[t] = total
        return found

    return sums


def episodes(seed: int, trial: int, count: int) -> list[list[int]]:
    """The states of each episode; -1 and 19 are the ends."""
    draw = np.random.Generator(np.random.PCG64(np.random.SeedSequence((seed, trial))))
    found = []
    for _ in range(count):
        draw.random()  # it always starts in the centre
        states = [STATES // 2]
        while 0 <= states[-1] < STATES:
            # the neighbours in the order of their numbers, the end of the episode last
            right_first = states[-1] == 0
            left = draw.random() < 0.5
            states.append(states[-1] + (-1 if left != right_first else 1))
        found.append(states)
    return found


def true_values() -> list[float]:
    """By Bellman updates, until nothing moves."""
    v = [0.0] * STATES
    for _ in range(6000):
        padded = [-1 / GAMMA, *v, 1 / GAMMA]
        v = [GAMMA * (padded[i] + padded[i + 2]) / 2 for i in range(STATES)]
    return v


def squared_errors(
    walks: Sequence[Sequence[int]], sums: Sums, alpha: float, wanted: Sequence[float]
) -> list[float]:
    """The squared error, averaged over states, after each episode."""
    V = [0.0] * STATES
    found = []
    for states in walks:
        v = [*V, 0.0, 0.0]  # both ends, 19 and -1, are worth nothing
        errors = []
        for now, then in pairwise(states):
            reward = -1.0 if then == -1 else 1.0 if then == STATES else 0.0
            errors.append(reward + GAMMA * v[then] - v[now])
        for now, total in zip(states[:-1], sums(errors), strict=True):
            V[now] += alpha * (v[now] + total - V[now])
        found.append(sum((x - y) ** 2 for x, y in zip(V, wanted, strict=True)) / STATES)
    return found
