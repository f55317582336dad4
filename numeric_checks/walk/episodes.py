"""Episodes drawn from a chain, so that all returns and all step sizes learn from the same ones.

Trial k is drawn from its own numbers, those of ``Generator(PCG64(SeedSequence((seed, k))))``: one
for the start of an episode and one for each step, which lead where `EpisodicChain.choices` says.
So a trial depends neither on how many there are nor on the processes that work on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from numeric_checks.walk.chains import EpisodicChain

__all__ = ["Batch", "Integers", "batches", "block", "generator", "paths"]

Integers: TypeAlias = NDArray[np.intp]


def paths(chain: EpisodicChain, trials: range, episodes: int, seed: int) -> list[Integers]:
    """For each trial its states one after the other, with ``chain.size`` where an episode ends.

    >>> from numeric_checks.walk.chains import random_walk
    >>> [list(map(int, path)) for path in paths(random_walk(1), range(2), 3, seed=0)]
    [[1, 0, 1, 0, 1, 0, 1], [1, 0, 1, 0, 1, 0, 1]]
    """
    between, (bounds, targets) = chain.size, chain.choices
    generators = [generator(seed, k) for k in trials]
    count = block(chain, episodes)
    state = np.full(len(trials), between)
    ended = np.zeros(len(trials), dtype=np.intp)
    steps, active = [state.copy()], np.arange(len(trials))
    while active.size:
        drawn = np.stack([draw.random(count) for draw in generators])
        for numbers in drawn.T:
            rows = state[active]
            then = targets[rows, (bounds[rows] <= numbers[active, None]).sum(axis=1)]
            state[active] = then
            steps.append(state.copy())
            finished = then == between
            if finished.any():
                ended[active[finished]] += 1
                active = active[ended[active] < episodes]
                if not active.size:
                    break
    found = np.stack(steps, axis=1)
    return [path[: np.flatnonzero(path == between)[episodes] + 1] for path in found]


def generator(seed: int, trial: int) -> np.random.Generator:
    """The numbers of a trial."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence((seed, trial))))


def block(chain: EpisodicChain, episodes: int) -> int:
    """How many numbers to draw at once: often as many as a trial needs."""
    return 64 + int(1.25 * episodes * (chain.expected_length + 1))


@dataclass(frozen=True, eq=False)
class Batch:
    """One episode of each trial, longest first: the steps of all at time 0, of all at time 1, ...

    ``state`` has rows of a table with ``size`` + 1 rows for each trial, the last for the end.
    """

    #: how many episodes go on at each time
    going: tuple[int, ...]
    state: Integers
    rewards: NDArray[np.float64]

    @cached_property
    def first(self) -> tuple[int, ...]:
        """Where the steps of each time begin."""
        return tuple(int(n) for n in np.concatenate([[0], np.cumsum(self.going)]))

    @cached_property
    def rewarded(self) -> Integers:
        """The steps with a reward."""
        return np.flatnonzero(self.rewards)


def batches(chain: EpisodicChain, found: list[Integers]) -> Iterator[Batch]:
    """The first episodes of all trials, then the second ones, ..."""
    between, count = chain.size, len(found)
    ends = np.stack([np.flatnonzero(path == between) for path in found])
    longest = max(map(len, found))
    table = np.full((count, longest), between, dtype=np.intp)
    for row, path in zip(table, found, strict=True):
        row[: len(path)] = path
    for begin, end in zip(ends.T[:-1], ends.T[1:], strict=True):
        lengths = end - begin - 1
        order = np.argsort(-lengths, kind="stable")
        times = np.arange(lengths.max())
        mask = times[:, None] < lengths[order]
        when, place = np.nonzero(mask)
        trial = order[place]
        now, then = (table[trial, begin[trial] + 1 + when + k] for k in (0, 1))
        offset = trial * (between + 1)
        going = tuple(int(n) for n in mask.sum(axis=1))
        yield Batch(going, offset + now, chain.rewards[now, then])
