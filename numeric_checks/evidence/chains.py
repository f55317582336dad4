"""Markov reward processes to try a statement on."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from numeric_checks.processes.mrp import MRP, cycle, two_state

__all__ = ["drawn_mrp"]

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
