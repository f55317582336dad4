"""The simulation compiled by numba, if that is installed; kept on disk once it is compiled.

It does what `numeric_checks.walk.simulation` does, trial by trial, in the processor's cache; the
two are compared by tests.  numba is imported when the first trial begins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias

import numpy as np

from numeric_checks.walk.chains import Array, EpisodicChain
from numeric_checks.walk.episodes import Integers
from numeric_checks.walk.recursions import Recursion

__all__ = ["squared_errors", "written_out"]

#: what works on one trial
Trial: TypeAlias = Callable[..., None]


def squared_errors(
    chain: EpisodicChain,
    paths: Sequence[Integers],
    rule: Recursion,
    sizes: Array,
    episodes: int,
    trial: Trial | None = None,
) -> Array:
    """The squared error of each trial after each episode, for each step size."""
    work = compiled() if trial is None else trial
    found = np.empty((len(paths), episodes, len(sizes)))
    taps = [*_columns(rule.errors), *_columns(rule.sums)]
    for path, squared in zip(paths, found, strict=True):
        work(path, chain.rewards, chain.values, chain.gamma, *taps, sizes, squared)
    return found


def _columns(terms: Sequence[tuple[int, float]]) -> tuple[Integers, Array]:
    lags, factors = (list(column) for column in zip(*terms, strict=True)) if terms else ([], [])
    return np.array(lags, dtype=np.intp), np.array(factors, dtype=np.float64)


def written_out(
    path: Any,
    rewards: Any,
    wanted: Any,
    gamma: float,
    error_lags: Any,
    error_factors: Any,
    sum_lags: Any,
    sum_factors: Any,
    sizes: Any,
    squared: Any,
) -> None:
    """One trial, in loops that numba understands."""
    between, width = len(wanted), len(sizes)
    values = np.zeros((between + 1, width))
    begin = 1
    for episode in range(len(squared)):
        end = begin
        while path[end] != between:
            end += 1
        length = end - begin
        errors, sums = np.empty((length, width)), np.empty((length, width))
        for t in range(length):
            now, then = path[begin + t], path[begin + t + 1]
            reward = rewards[now, then]
            for a in range(width):
                errors[t, a] = reward + gamma * values[then, a] - values[now, a]
        for t in range(length - 1, -1, -1):
            total = sums[t]
            total[:] = 0.0
            for k in range(len(error_lags)):
                if t + error_lags[k] < length:
                    source, factor = errors[t + error_lags[k]], error_factors[k]
                    for a in range(width):
                        total[a] += factor * source[a]
            for k in range(len(sum_lags)):
                if t + sum_lags[k] < length:
                    source, factor = sums[t + sum_lags[k]], sum_factors[k]
                    for a in range(width):
                        total[a] += factor * source[a]
        change = np.zeros((between, width))
        for t in range(length):
            row, total = change[path[begin + t]], sums[t]
            for a in range(width):
                row[a] += sizes[a] * (total[a] - row[a])
        squared[episode] = 0.0
        for s in range(between):
            for a in range(width):
                values[s, a] += change[s, a]
                squared[episode, a] += (values[s, a] - wanted[s]) ** 2
        squared[episode] /= between
        begin = end + 1


@cache
def compiled() -> Trial:
    """The loops in machine code."""
    import numba

    found: Trial = numba.njit(cache=True)(written_out)
    return found
