"""Nonnegative solutions of small linear systems over Q, by the simplex method.

This module only *proposes* multipliers for `symbolic.decide`, which checks what it is given.

    >>> from flint import fmpq
    >>> nonnegative_solution([[1, 0], [1, 1]], [2, 1], [0, 1])   # x*(1,0) + y*(1,1) = (2,1)
    [1, 1]
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

Number = fmpq | int


def nonnegative_solution(
    columns: Sequence[Sequence[Number]], target: Sequence[Number], cost: Sequence[Number]
) -> list[fmpq] | None:
    """Some x >= 0 with sum x_k columns[k] = target that maximises cost . x, or None.

    The maximum must be bounded.  Two phases, Bland's rule (which cannot cycle).
    """
    rows, count = len(target), len(columns)
    signs = [-1 if b < 0 else 1 for b in target]
    table = [
        [fmpq(col[r]) * signs[r] for col in columns]
        + [fmpq(int(r == s)) for s in range(rows)]
        + [fmpq(target[r]) * signs[r]]
        for r in range(rows)
    ]
    basis = [count + r for r in range(rows)]
    infeasibility = [fmpq(0)] * count + [fmpq(-1)] * rows
    if _maximise(table, basis, infeasibility, count + rows) < 0:
        return None
    for r in range(rows):  # drive artificial variables out of the basis where possible
        if basis[r] >= count:
            column = next((k for k in range(count) if table[r][k] != 0), None)
            if column is not None:
                _pivot(table, basis, r, column)
    _maximise(table, basis, [fmpq(c) for c in cost] + [fmpq(0)] * rows, count)
    solution = [fmpq(0)] * count
    for r, k in enumerate(basis):
        if k < count:
            solution[k] = table[r][-1]
    return solution


def _pivot(table: list[list[fmpq]], basis: list[int], row: int, column: int) -> None:
    pivot = table[row][column]
    table[row] = [x / pivot for x in table[row]]
    for r, line in enumerate(table):
        factor = line[column]
        if r != row and factor != 0:
            table[r] = [x - factor * y for x, y in zip(line, table[row], strict=True)]
    basis[row] = column


def _maximise(table: list[list[fmpq]], basis: list[int], cost: list[fmpq], allowed: int) -> fmpq:
    """Improve until no column among the first ``allowed`` does; return the value reached."""
    while True:
        for k in range(allowed):
            gain = cost[k]
            for r, b in enumerate(basis):
                gain -= cost[b] * table[r][k]
            if gain > 0 and k not in basis:
                break
        else:
            value = fmpq(0)
            for r, b in enumerate(basis):
                value += cost[b] * table[r][-1]
            return value
        rows = [r for r in range(len(table)) if table[r][k] > 0]
        if not rows:
            raise ArithmeticError("unbounded objective")
        _pivot(table, basis, min(rows, key=lambda r: (table[r][-1] / table[r][k], basis[r])), k)
