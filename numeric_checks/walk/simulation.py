"""Many trials of TD learning at once: all trials, all step sizes, one return after the other.

At the end of each episode every target G_t is made from the values v at its start; then, in time
order, V[s] += alpha (G_t - V[s]) with V[s] moving.  What this comes to, since G_t - v(s) is the
weighted sum X_t of later TD errors (`numeric_checks.walk.recursions`), is that each visit moves
the change D = V - v by D[s] += alpha (X_t - D[s]).

The answer is the squared error after each episode, averaged over the states.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from numeric_checks.walk.chains import Array, EpisodicChain
from numeric_checks.walk.episodes import Batch, batches, paths
from numeric_checks.walk.recursions import Recursion, recursion
from numeric_checks.walk.settings import Setting

if TYPE_CHECKING:
    from typing import Literal

    Engine = Literal["numpy", "numba"]

__all__ = [
    "EPISODES",
    "InvalidExperiment",
    "Measured",
    "check_amount",
    "has_numba",
    "parts",
    "simulate",
    "simulate_part",
]

EPISODES = 10
#: squared errors that are kept
MOST_NUMBERS = 10**8
#: the 95 % quantile of a normal distribution, on both sides
_QUANTILE = 1.959963984540054
#: trials that are done at once, so that their tables stay in the processor's cache
_AT_ONCE, _NUMBERS = 400, 2**20


class InvalidExperiment(ValueError):
    """Not an experiment that can be done; the message says what was expected, in one line."""


@dataclass(frozen=True, eq=False)
class Measured:
    """Squared errors, averaged over states: ``squared[return, trial, episode, step size]``."""

    settings: tuple[Setting, ...]
    sizes: Array
    squared: Array
    seed: int

    @property
    def trials(self) -> int:
        """How many trials there were."""
        return int(self.squared.shape[1])

    @cached_property
    def errors(self) -> Array:
        """The root-mean-square errors of each trial, averaged over the episodes."""
        with np.errstate(over="ignore", invalid="ignore"):
            found: Array = np.sqrt(self.squared).mean(axis=2)
        return found

    @cached_property
    def means(self) -> Array:
        """Their means over trials, for each return and step size: the curves of the figures."""
        with np.errstate(over="ignore", invalid="ignore"):
            found: Array = self.errors.mean(axis=1)
        return found

    @cached_property
    def margins(self) -> Array:
        """Half the length of the 95 % intervals of the means."""
        return interval(self.errors)

    def only(self, settings: Sequence[Setting]) -> Measured:
        """The same of some of the returns."""
        places = [self.settings.index(setting) for setting in settings]
        return Measured(tuple(settings), self.sizes, self.squared[places], self.seed)

    def lowest(self, which: int) -> int:
        """The step size at which the curve of a return is lowest."""
        return int(self.means[which].argmin())

    def difference(self, a: int, b: int, at_a: int, at_b: int) -> tuple[float, float]:
        """The mean over trials of a's error less b's, each at a step size, and its margin.

        All returns learn from the same episodes, so that the difference is known better than
        either error.
        """
        with np.errstate(over="ignore", invalid="ignore"):
            paired = self.errors[a, :, at_a] - self.errors[b, :, at_b]
            mean = float(paired.mean())
        return mean, float(interval(paired[None, :, None])[0, 0])


def interval(samples: Array) -> Array:
    """Half the length of the 95 % interval of the mean over the second axis."""
    count = samples.shape[1]
    with np.errstate(over="ignore", invalid="ignore"):
        found: Array = _QUANTILE * samples.std(axis=1, ddof=1) / np.sqrt(count)
    return found


def has_numba() -> bool:
    """Is numba there?  It is never required."""
    from importlib.util import find_spec

    return find_spec("numba") is not None


def check_amount(returns: int, trials: int, episodes: int, sizes: int) -> None:
    """Refuse what would fill the memory."""
    numbers = returns * trials * episodes * sizes
    if numbers > MOST_NUMBERS:
        raise InvalidExperiment(f"that makes {numbers} errors, expected at most {MOST_NUMBERS}")


def parts(chain: EpisodicChain, trials: int, sizes: int) -> list[range]:
    """The trials in portions of about the same size, whoever works on them."""
    at_once = int(min(_AT_ONCE, max(1, _NUMBERS / (chain.expected_length * sizes))))
    return [range(k, min(k + at_once, trials)) for k in range(0, trials, at_once)]


def simulate(
    chain: EpisodicChain,
    settings: Sequence[Setting],
    sizes: Array,
    *,
    trials: int = 400,
    episodes: int = EPISODES,
    seed: int = 0,
    engine: Engine = "numpy",
) -> Measured:
    """All trials, one portion after the other."""
    found = [
        simulate_part(chain, settings, sizes, part, episodes, seed, engine)
        for part in parts(chain, trials, len(sizes))
    ]
    return Measured(tuple(settings), sizes, np.concatenate(found, axis=1), seed)


def simulate_part(
    chain: EpisodicChain,
    settings: Sequence[Setting],
    sizes: Array,
    trials: range,
    episodes: int,
    seed: int,
    engine: Engine = "numpy",
) -> Array:
    """The squared errors of some of the trials; they are infinite where the values blow up."""
    rules = [recursion(setting.ret, chain.gamma) for setting in settings]
    if engine == "numba":
        from numeric_checks.walk import compiled

        drawn = compiled.paths(chain, trials, episodes, seed)
        found = np.stack(
            [compiled.squared_errors(chain, drawn, rule, sizes, episodes) for rule in rules]
        )
    else:
        walked = list(batches(chain, paths(chain, trials, episodes, seed)))
        with np.errstate(over="ignore", invalid="ignore"):
            found = np.stack(list(_by_numpy(chain, walked, rules, sizes, len(trials))))
    found[np.isnan(found)] = np.inf  # the difference of two values that blew up
    return found


def _by_numpy(
    chain: EpisodicChain,
    episodes: Sequence[Batch],
    rules: Sequence[Recursion],
    sizes: Array,
    trials: int,
) -> Iterator[Array]:
    for rule in rules:
        table = np.zeros((trials * (chain.size + 1), len(sizes)))
        # the end of an episode is worth nothing, and has no error
        values = table.reshape(trials, chain.size + 1, len(sizes))[:, :-1]
        squared = np.empty((trials, len(episodes), len(sizes)))
        for k, batch in enumerate(episodes):
            sums = _weighted(_errors(table, batch, chain.gamma), batch, rule)
            table += _change(sums, batch, sizes, len(table))
            squared[:, k] = np.square(values - chain.values[:, None]).mean(axis=1)
        yield squared


def _errors(table: Array, batch: Batch, gamma: float) -> Array:
    """The TD errors of every episode, from the rewards and the values at its start."""
    values = np.take(table, batch.state, axis=0, mode="clip")
    errors = np.negative(values)
    spare = np.empty((batch.going[0], table.shape[1]))
    # the episodes that go on at the next time come first in each
    for begin, then, count in zip(batch.first, batch.first[1:], batch.going[1:], strict=False):
        term = spare[:count]
        np.multiply(values[then : then + count], gamma, out=term)
        errors[begin : begin + count] += term
    errors[batch.rewarded] += batch.rewards[batch.rewarded, None]
    return errors


def _weighted(errors: Array, batch: Batch, rule: Recursion) -> Array:
    """The sums X_t of every episode, backwards in time."""
    going, first, last = batch.going, batch.first, len(batch.going)
    others = [(lag, factor) for lag, factor in rule.errors if lag]
    now = dict(rule.errors).get(0, 0.0)
    # with one term the sums may take the place of the errors
    sums = errors if now == 1 and not others else errors * now
    terms = [(lag, factor, errors) for lag, factor in others]
    terms += [(lag, factor, sums) for lag, factor in rule.sums]
    spare = np.empty((going[0], errors.shape[1]))
    for time in range(last - 1, -1, -1):
        begin = first[time]
        for lag, factor, source in terms:
            then = time + lag
            if then < last:
                count = going[then]
                term = spare[:count]
                np.multiply(source[first[then] : first[then] + count], factor, out=term)
                sums[begin : begin + count] += term
    return sums


def _change(sums: Array, batch: Batch, sizes: Array, rows: int) -> Array:
    """What every episode changes: with each visit D[s] becomes D[s] + alpha (X_t - D[s])."""
    change, kept = np.zeros((rows, len(sizes))), 1 - sizes
    spare = np.empty((batch.going[0], len(sizes)))
    for begin, count in zip(batch.first, batch.going, strict=False):
        states, term = batch.state[begin : begin + count], spare[:count]
        np.take(change, states, axis=0, out=term, mode="clip")
        term *= kept
        term += sums[begin : begin + count]
        change[states] = term
    change *= sizes  # until here it was divided by them
    return change
