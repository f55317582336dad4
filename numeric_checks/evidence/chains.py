"""Markov reward processes, and decision processes, to try a statement on."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, TypeAlias

from numeric_checks.processes.mrp import MRP, cycle, two_state

__all__ = [
    "MDP",
    "NUMBERS",
    "Table",
    "combined",
    "drawn_distribution",
    "drawn_mdp",
    "drawn_mrp",
    "drawn_table",
    "mean",
]

#: probabilities of staying, and rewards
STAYS = [Fraction(p) for p in ("1/2", "0", "2/5", "1", "3/4")]
REWARDS = [Fraction(p) for p in ("1", "0", "-1", "1/2", "2")]
MOST_STATES, LARGEST_PART = 4, 3


def drawn_mrp(gamma: Fraction, rng: Random) -> MRP:
    """A cycle, two states that are alike, or a few states; every discount but 0 and 1."""
    size = rng.randint(1, MOST_STATES)
    rewards = [rng.choice(REWARDS) for _ in range(size)]
    kind = rng.randint(0, 2)
    if kind == 0:
        return cycle(size, gamma, rewards)
    if kind == 1 and size == 2:
        return two_state(rng.choice(STAYS), gamma, rewards)
    rows = []
    for i in range(size):
        parts = [rng.randint(0, LARGEST_PART) for _ in range(size)]
        parts[(i + 1) % size] += 1
        rows.append([Fraction(x, sum(parts)) for x in parts])
    return MRP.of(rows, rewards, gamma)


# -- with actions --------------------------------------------------------------------------------

Table: TypeAlias = list[list[Fraction]]
#: values, none of them zero
NUMBERS = [Fraction(x) for x in ("1", "-1", "2", "1/2", "-3/2")]
MOST_ACTIONS = 2


@dataclass(frozen=True)
class MDP:
    """Transition probabilities by state and action, and two policies, the second behaving."""

    p: list[Table]
    target: Table
    behavior: Table

    @property
    def shape(self) -> tuple[int, int]:
        """How many states and actions there are."""
        return len(self.target), len(self.target[0])

    def ahead(self, f: Table) -> Table:
        """The mean of f at the next state and action, under the target policy."""
        means = [mean(row, values) for row, values in zip(self.target, f, strict=True)]
        return [[mean(row, means) for row in rows] for rows in self.p]

    def ratios(self) -> Table:
        """Target over behavior; one where neither takes the action."""
        return [
            [x / y if y else Fraction(1) for x, y in zip(*rows, strict=True)]
            for rows in zip(self.target, self.behavior, strict=True)
        ]

    def unseen(self) -> Table:
        """A table with the mean zero in every state, under the target policy."""
        return [[row[1], -row[0]] if len(row) == 2 else [Fraction(0)] for row in self.target]


def combined(*parts: tuple[Any, Table]) -> list[list[Any]]:
    """A linear combination of tables; the factors may be closed forms."""
    rows, columns = len(parts[0][1]), len(parts[0][1][0])
    return [
        [sum(factor * entries[s][a] for factor, entries in parts) for a in range(columns)]
        for s in range(rows)
    ]


def mean(weights: list[Fraction], values: list[Fraction]) -> Fraction:
    """The sum of the values, weighted."""
    return sum((x * y for x, y in zip(weights, values, strict=True)), Fraction(0))


def drawn_mdp(rng: Random) -> MDP:
    """One state or two, one action or two; the target policy may leave out an action."""
    states, actions = rng.randint(1, 2), rng.randint(1, MOST_ACTIONS)
    behavior = [drawn_distribution(actions, rng, 1) for _ in range(states)]
    target = (
        behavior if rng.randint(0, 3) == 0 else [drawn_distribution(actions, rng) for _ in behavior]
    )
    p = [[drawn_distribution(states, rng) for _ in range(actions)] for _ in range(states)]
    return MDP(p, target, behavior)


def drawn_table(shape: tuple[int, int], rng: Random) -> Table:
    """Numbers that are not zero."""
    return [[rng.choice(NUMBERS) for _ in range(shape[1])] for _ in range(shape[0])]


def drawn_distribution(size: int, rng: Random, least: int = 0) -> list[Fraction]:
    """Probabilities, none of which is zero if the least of their parts is not."""
    parts = [rng.randint(least, LARGEST_PART) for _ in range(size)]
    parts[rng.randrange(size)] += 1
    return [Fraction(x, sum(parts)) for x in parts]
