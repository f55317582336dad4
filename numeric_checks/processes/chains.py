"""Families of finite Markov reward processes, and what their transition graphs decide.

    random_walk          left or right with probability 1/2 until it leaves at an end
    reversible           transition probabilities proportional to symmetric weights
    random_mrp, random_reversible            drawn from a seed; always irreducible

Cycles and the two-state process are in `numeric_checks.processes.mrp`.

    >>> walk = random_walk(19, "0.99")
    >>> walk.r[0], walk.r[9], walk.r[18]
    (Fraction(-1, 2), Fraction(0, 1), Fraction(1, 2))
    >>> stationary_distribution(reversible([[0, 1], [1, 2]], "9/10"))
    (Fraction(1, 4), Fraction(3, 4))
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from flint import fmpq_mat

from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq
from numeric_checks.processes.mrp import (
    MRP,
    EpisodicMRP,
    Exact,
    InvalidMRP,
    RewardProcess,
    Vector,
    exact_number,
)

__all__ = [
    "inner_product",
    "is_irreducible",
    "is_reversible",
    "random_mrp",
    "random_reversible",
    "random_walk",
    "reversible",
    "reversing_weights",
    "stationary_distribution",
    "stationary_distributions",
]

_LARGEST_PART = 9


def random_walk(states: int = 19, gamma: Exact = "99/100") -> EpisodicMRP:
    """States in a row, left or right with probability 1/2; -1 on leaving at the left, +1 right.

    >>> random_walk(3, "1/2").values()
    (Fraction(-1, 2), Fraction(0, 1), Fraction(1, 2))
    """
    _check_size("states", states)
    half = Fraction(1, 2)
    rows = [[half * (abs(i - j) == 1) for j in range(states)] for i in range(states)]
    rewards = [half * ((i == states - 1) - (i == 0)) for i in range(states)]
    return EpisodicMRP.of(rows, rewards, gamma)


def reversible(
    weights: Sequence[Sequence[Exact]], gamma: Exact, rewards: Sequence[Exact] | None = None
) -> MRP:
    """P(i, j) = w(i, j)/sum_k w(i, k) for symmetric weights w >= 0; rewards 0 by default.

    >>> reversible([[0, 1], [2, 0]], "1/2")
    Traceback (most recent call last):
    numeric_checks.processes.mrp.InvalidMRP: w[0][1] = 1 and w[1][0] = 2, expected symmetric weights
    """
    table = _symmetric(weights)
    return MRP.of([_shares(row) for row in table], _rewards(len(table), rewards), gamma)


def random_mrp(size: int, seed: int, gamma: Exact = "9/10") -> MRP:
    """An irreducible process: random weights, and state i goes to state i + 1 at least sometimes.

    >>> random_mrp(3, seed=1) == random_mrp(3, seed=1) != random_mrp(3, seed=2)
    True
    """
    _check_size("size", size)
    draw = _generator(seed)
    rows = [[draw.randint(0, _LARGEST_PART) for _ in range(size)] for _ in range(size)]
    for i, row in enumerate(rows):
        row[(i + 1) % size] += 1
    return MRP.of([_shares(row) for row in rows], _random_rewards(draw, size), gamma)


def random_reversible(size: int, seed: int, gamma: Exact = "9/10") -> MRP:
    """An irreducible reversible process: random symmetric weights, positive from i to i + 1."""
    _check_size("size", size)
    draw = _generator(seed)
    weights = [[0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            least = int(i == j + 1 or size == 1)
            weights[i][j] = weights[j][i] = draw.randint(least, _LARGEST_PART)
    return reversible(weights, gamma, _random_rewards(draw, size))


def stationary_distribution(mrp: MRP) -> Vector:
    """The one distribution d with d P = d.

    >>> stationary_distribution(MRP.of([[1, 0], [0, 1]], [0, 0], "1/2"))
    Traceback (most recent call last):
    numeric_checks.processes.mrp.InvalidMRP: P has 2 recurrent classes, expected one: otherwise \
the stationary distribution is not unique
    """
    found = stationary_distributions(mrp)
    if len(found) != 1:
        raise InvalidMRP(
            f"P has {len(found)} recurrent classes, expected one: "
            "otherwise the stationary distribution is not unique"
        )
    return found[0]


def stationary_distributions(mrp: MRP) -> list[Vector]:
    """One for each set of states that is never left; every other one is a mixture of these.

    >>> apart = MRP.of([[1, 0, 0], [0, 1, 0], [0, "1/2", "1/2"]], [0, 0, 0], "1/2")
    >>> [list(map(str, d)) for d in stationary_distributions(apart)]
    [['1', '0', '0'], ['0', '1', '0']]
    """
    if not isinstance(mrp, MRP):
        raise InvalidMRP("an episodic process ends, so it has no stationary distribution")
    steps = [[j for j, p in enumerate(row) if p] for row in mrp.P]
    ahead = [_reached(steps, i) for i in range(mrp.size)]
    never_left = {frozenset(own) for own in ahead if all(ahead[j] == own for j in own)}
    return [_stationary_on(mrp, sorted(own)) for own in sorted(never_left, key=min)]


def _stationary_on(mrp: MRP, own: list[int]) -> Vector:
    n = len(own)
    balance = [[to_fmpq(mrp.P[j][i] - (i == j)) for j in own] for i in own]
    solution = fmpq_mat([*balance[:-1], [1] * n]).solve(fmpq_mat(n, 1, [0] * (n - 1) + [1]))
    found = dict(zip(own, map(lowest_terms, solution.entries()), strict=True))
    return tuple(found.get(i, Fraction(0)) for i in range(mrp.size))


def is_irreducible(mrp: RewardProcess) -> bool:
    """Can every state be reached from every other one?"""
    forwards = [[j for j, p in enumerate(row) if p] for row in mrp.P]
    backwards = [[i for i, row in enumerate(mrp.P) if row[j]] for j in range(mrp.size)]
    return all(len(_reached(graph)) == mrp.size for graph in (forwards, backwards))


def is_reversible(mrp: RewardProcess) -> bool:
    """Is there a positive d with d_i P(i, j) = d_j P(j, i)?  Then P has real eigenvalues.

    >>> is_reversible(random_walk(5)), is_reversible(random_mrp(3, seed=0))
    (True, False)
    """
    return reversing_weights(mrp) is not None


def reversing_weights(mrp: RewardProcess) -> Vector | None:
    """A positive d with d_i P(i, j) = d_j P(j, i), or None if there is none.

    It is 1 at the first state of every component, and a multiple of the stationary distribution
    if that is unique.
    """
    d: dict[int, Fraction] = {}
    for start in range(mrp.size):
        if start in d:
            continue
        d[start] = Fraction(1)
        todo = [start]
        while todo:
            i = todo.pop()
            for j in range(mrp.size):
                there, back = mrp.P[i][j], mrp.P[j][i]
                if (there > 0) != (back > 0):
                    return None
                if there and j not in d:
                    d[j] = d[i] * there / back
                    todo.append(j)
    weights = tuple(d[i] for i in range(mrp.size))
    return weights if _balanced(mrp, weights) else None


def inner_product(d: Vector, v: Vector, w: Vector) -> Fraction:
    """<v, w>_d = sum_i d_i v_i w_i."""
    return sum((a * x * y for a, x, y in zip(d, v, w, strict=True)), Fraction(0))


def _balanced(mrp: RewardProcess, d: Vector) -> bool:
    states = range(mrp.size)
    return all(d[i] * mrp.P[i][j] == d[j] * mrp.P[j][i] for i in states for j in states)


def _reached(graph: list[list[int]], start: int = 0) -> set[int]:
    """The states that a path from this one leads to."""
    seen, todo = {start}, [start]
    while todo:
        new = set(graph[todo.pop()]) - seen
        seen |= new
        todo.extend(new)
    return seen


def _shares(parts: Sequence[int | Fraction]) -> list[Fraction]:
    total = Fraction(sum(parts))
    return [part / total for part in parts]


def _symmetric(weights: Sequence[Sequence[Exact]]) -> list[list[Fraction]]:
    """The weights as Fractions, if they are symmetric and nonnegative and no row is zero."""
    table = [
        [exact_number(f"w[{i}][{j}]", w) for j, w in enumerate(row)]
        for i, row in enumerate(weights)
    ]
    for i, row in enumerate(table):
        if len(row) != len(table):
            raise InvalidMRP(f"row {i} of w has length {len(row)}, expected {len(table)}")
        if not any(row):
            raise InvalidMRP(f"row {i} of w is zero, expected a positive weight in each row")
    for i, row in enumerate(table):
        for j, w in enumerate(row):
            if w < 0:
                raise InvalidMRP(f"w[{i}][{j}] = {w}, expected a weight >= 0")
            if w != table[j][i]:
                raise InvalidMRP(
                    f"w[{i}][{j}] = {w} and w[{j}][{i}] = {table[j][i]}, expected symmetric weights"
                )
    return table


def _rewards(size: int, rewards: Sequence[Exact] | None) -> Sequence[Exact]:
    return [0] * size if rewards is None else rewards


def _random_rewards(draw: Random, size: int) -> list[int]:
    return [draw.randint(-_LARGEST_PART, _LARGEST_PART) for _ in range(size)]


def _generator(seed: int) -> Random:
    if type(seed) is not int:
        raise InvalidMRP(f"seed = {seed!r}, expected an integer")
    return Random(seed)


def _check_size(name: str, size: int) -> None:
    if type(size) is not int or size < 1:
        raise InvalidMRP(f"{name} = {size!r}, expected an integer {name} >= 1")
