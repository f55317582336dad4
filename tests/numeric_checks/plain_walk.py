"""The random walk once more, in plain loops that share no code with `numeric_checks.walk`.

They are loops over the entries of arrays, as one writes them first.

One number of a trial's generator decides where an episode starts, and one each step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

STATES, GAMMA = 19, 0.99

Array: TypeAlias = NDArray[np.float64]
#: the weighted sums of later TD errors of one episode
Sums: TypeAlias = Callable[[Array], Array]


def weighted(h: Sequence[float]) -> Sums:
    """By the definition: every later TD error times its weight."""

    def sums(errors: Array) -> Array:
        found = np.zeros(len(errors))
        for t in range(len(errors)):
            for i in range(len(errors) - t):
                found[t] += h[i] * GAMMA**i * errors[t + i]
        return found

    return sums


def fading(lam: float) -> Sums:
    """The lambda-return, backwards."""

    def sums(errors: Array) -> Array:
        found, total = np.zeros(len(errors)), 0.0
        for t in range(len(errors) - 1, -1, -1):
            total = errors[t] + GAMMA * lam * total
            found[t] = total
        return found

    return sums


def truncated(lam: float, N: int) -> Sums:
    """The truncated one: the lambda-return without what comes after N steps."""
    whole, beyond = fading(lam), (GAMMA * lam) ** N

    def sums(errors: Array) -> Array:
        found = whole(errors)
        for t in range(len(errors) - N):
            found[t] -= beyond * found[t + N]
        return found

    return sums


def sparse(lam: float, m: int) -> Sums:
    """The sparse one: what lies in a window, and what lies behind it."""

    def sums(errors: Array) -> Array:
        found, length = np.zeros(len(errors)), len(errors)
        for t in range(length - 1, -1, -1):
            total = errors[t]
            for k in range(1, m):
                if t + k < length:
                    total += lam * GAMMA**k * errors[t + k]
            if t + m < length:
                total += lam * GAMMA**m * found[t + m]
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
    V, found = np.zeros(STATES), []
    for states in walks:
        v = np.append(V, [0.0, 0.0])  # both ends, 19 and -1, are worth nothing
        errors = np.zeros(len(states) - 1)
        for t in range(len(errors)):
            now, then = states[t], states[t + 1]
            reward = -1.0 if then == -1 else 1.0 if then == STATES else 0.0
            errors[t] = reward + GAMMA * v[then] - v[now]
        later = sums(errors)
        for t in range(len(errors)):
            now = states[t]
            V[now] += alpha * (v[now] + later[t] - V[now])
        found.append(sum((x - y) ** 2 for x, y in zip(V, wanted, strict=True)) / STATES)
    return found
