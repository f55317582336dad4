"""The simulation compiled by numba, if that is installed; kept on disk once it is compiled.

It draws the same episodes and learns the same from them as `numeric_checks.walk.simulation`, trial
by trial, in the processor's cache: backwards in time, with the weight alpha (1 - alpha)^{later
visits} of each state at hand, and of TD errors and their sums no more than a recursion looks back
at.  numba is imported when the first trial begins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias

import numpy as np

from numeric_checks.walk.chains import Array, EpisodicChain
from numeric_checks.walk.episodes import Integers, block, generator
from numeric_checks.walk.recursions import Recursion

__all__ = ["learning", "paths", "squared_errors", "walking"]

#: step sizes are filled up to a multiple of this, so that rows begin where vectors do
_VECTOR = 8

#: loops, compiled or not
Loops: TypeAlias = Callable[..., Any]


@cache
def _compiled(loops: Loops) -> Loops:
    import numba

    found: Loops = numba.njit(cache=True)(loops)
    return found


def paths(
    chain: EpisodicChain, trials: range, episodes: int, seed: int, loops: Loops | None = None
) -> list[Integers]:
    """What `numeric_checks.walk.episodes.paths` draws."""
    walk = loops or _compiled(walking)
    found = []
    for k in trials:
        draw, state, ended = generator(seed, k), chain.size, 0
        pieces = [np.array([state])]
        while ended < episodes:
            piece = np.empty(block(chain, episodes), dtype=np.intp)
            numbers = draw.random(len(piece))
            steps, ended = walk(numbers, *chain.choices, state, ended, episodes, piece)
            pieces.append(piece[:steps])
            state = int(pieces[-1][-1])
        found.append(np.concatenate(pieces))
    return found


def squared_errors(
    chain: EpisodicChain,
    paths: Sequence[Integers],
    rule: Recursion,
    sizes: Array,
    episodes: int,
    loops: Loops | None = None,
) -> Array:
    """The squared error of each trial after each episode, for each step size."""
    learn = loops or _compiled(learning)
    filled = np.pad(sizes, (0, -len(sizes) % _VECTOR))
    found = np.empty((len(paths), episodes, len(filled)))
    now = dict(rule.errors).get(0, 0.0)
    terms = [*_columns([each for each in rule.errors if each[0]]), *_columns(rule.sums)]
    for path, squared in zip(paths, found, strict=True):
        learn(path, chain.rewards, chain.values, chain.gamma, now, *terms, filled, squared)
    return found[:, :, : len(sizes)]


def _columns(terms: Sequence[tuple[int, float]]) -> tuple[Integers, Array]:
    lags, factors = zip(*terms, strict=True) if terms else ((), ())
    return np.array(lags, dtype=np.intp), np.array(factors, dtype=np.float64)


def walking(
    numbers: Any, bounds: Any, targets: Any, state: Any, ended: Any, episodes: Any, piece: Any
) -> Any:
    """The states to which the numbers lead, and how many episodes have ended."""
    between = len(bounds) - 1
    for k in range(len(numbers)):
        place = 0
        while bounds[state, place] <= numbers[k]:
            place += 1
        state = targets[state, place]
        piece[k] = state
        if state == between:
            ended += 1
            if ended == episodes:
                return k + 1, ended
    return len(numbers), ended


def learning(
    path: Any,
    rewards: Any,
    wanted: Any,
    gamma: Any,
    factor_now: Any,
    error_lags: Any,
    error_factors: Any,
    sum_lags: Any,
    sum_factors: Any,
    sizes: Any,
    squared: Any,
) -> None:
    """One trial."""
    between, width = len(wanted), len(sizes)
    kept = 1 - sizes
    values = np.zeros((between + 1, width))
    weights, change = np.empty((between, width)), np.empty((between, width))
    rows = 1  # the latest are kept, each in the place of the one that is no longer needed
    for lags in (error_lags, sum_lags):
        for lag in lags:
            rows = max(rows, lag + 1)
    errors, sums = np.empty((rows, width)), np.empty((rows, width))
    begin = 1
    for episode in range(len(squared)):
        end = begin
        while path[end] != between:
            end += 1
        errors[:] = 0.0
        sums[:] = 0.0
        change[:] = 0.0
        weights[:] = sizes
        row = 0
        for t in range(end - 1, begin - 1, -1):
            now, then = path[t], path[t + 1]
            reward, here, there = rewards[now, then], values[now], values[then]
            row = row - 1 if row else rows - 1
            error, total = errors[row], sums[row]
            for a in range(width):
                error[a] = reward + gamma * there[a] - here[a]
                total[a] = factor_now * error[a]
            for k in range(len(error_lags)):
                later = row + error_lags[k]
                source, factor = errors[later if later < rows else later - rows], error_factors[k]
                for a in range(width):
                    total[a] += factor * source[a]
            for k in range(len(sum_lags)):
                later = row + sum_lags[k]
                source, factor = sums[later if later < rows else later - rows], sum_factors[k]
                for a in range(width):
                    total[a] += factor * source[a]
            weight, moved = weights[now], change[now]
            for a in range(width):
                moved[a] += weight[a] * total[a]
                weight[a] *= kept[a]
        reached = squared[episode]
        reached[:] = 0.0
        for s in range(between):
            value, moved = values[s], change[s]
            for a in range(width):
                value[a] += moved[a]
                reached[a] += (value[a] - wanted[s]) ** 2 / between
        begin = end + 1
