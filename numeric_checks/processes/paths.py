"""All paths of a few steps, with their probabilities: what is expected of a path, one by one.

>>> from numeric_checks.processes.mrp import two_state
>>> walk = two_state("2/5", "9/10", (1, 0))
>>> [(str(p), path.states) for p, path in paths(walk, 0, 1)]
[('2/5', (0, 0)), ('3/5', (0, 1))]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from numeric_checks.processes.mrp import MRP
from numeric_checks.processes.trajectories import Trajectory

__all__ = ["expected", "paths"]


def paths(mrp: MRP, start: int, steps: int) -> Iterator[tuple[Fraction, Trajectory]]:
    """Every path that is possible, with the rewards on leaving its states."""
    if steps == 0:
        yield Fraction(1), Trajectory((start,), ())
        return
    for then, probability in enumerate(mrp.P[start]):
        if probability:
            for other, rest in paths(mrp, then, steps - 1):
                states, rewards = (start, *rest.states), (mrp.r[start], *rest.rewards)
                yield probability * other, Trajectory(states, rewards)


def expected(mrp: MRP, start: int, steps: int, of: Callable[[Trajectory], Fraction]) -> Fraction:
    """What is expected of a number that a path has."""
    return sum((p * of(path) for p, path in paths(mrp, start, steps)), Fraction(0))
