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
Row = list[fmpq]


def nonnegative_solution(
    columns: Sequence[Sequence[Number]], target: Sequence[Number], cost: Sequence[Number]
) -> list[fmpq] | None:
    """Some x >= 0 with sum x_k columns[k] = target that maximises cost . x, or None.

    The maximum must be bounded.  Two phases, Bland's rule (which cannot cycle).
    """
    rows, count = len(target), len(columns)
    signs = [-1 if b < 0 else 1 for b in target]
    zero = fmpq(0)
    table: list[Row] = [
        [fmpq(col[r]) * signs[r] for col in columns] + [fmpq(target[r]) * signs[r]]
        for r in range(rows)
    ]
    # phase one: the artificial variables, of which the basis consists, are to vanish; they have
    # the numbers count, count + 1, ... and no columns, for one that has left does not come back
    basis = [count + r for r in range(rows)]
    gains = [sum((line[k] for line in table), zero) for k in range(count + 1)]
    _maximise(table, basis, gains, count)
    if any(b >= count and table[r][-1] != 0 for r, b in enumerate(basis)):
        return None
    for r in range(rows):  # drive artificial variables out of the basis where possible
        if basis[r] >= count:
            column = next((k for k in range(count) if table[r][k] != 0), None)
            if column is not None:
                _pivot(table, basis, r, column)
    price = [*(fmpq(c) for c in cost), zero]
    for r, b in enumerate(basis):
        if b < count and price[b] != 0:
            factor = price[b]
            price = [x - factor * y for x, y in zip(price, table[r], strict=True)]
    _maximise(table, basis, price, count)
    solution = [zero] * count
    for r, b in enumerate(basis):
        if b < count:
            solution[b] = table[r][-1]
    return solution


def _pivot(table: list[Row], basis: list[int], row: int, column: int) -> None:
    pivot = table[row][column]
    line = table[row] = [x / pivot for x in table[row]]
    for r, other in enumerate(table):
        factor = other[column]
        if r != row and factor != 0:
            table[r] = [x - factor * y if y != 0 else x for x, y in zip(other, line, strict=True)]
    basis[row] = column


def _maximise(table: list[Row], basis: list[int], gains: Row, allowed: int) -> None:
    """Enter columns among the first ``allowed`` as long as one of them has a gain."""
    while True:
        column = next((k for k in range(allowed) if gains[k] > 0), None)
        if column is None:
            return
        rows = [r for r in range(len(table)) if table[r][column] > 0]
        if not rows:
            raise ArithmeticError("unbounded objective")
        row = min(rows, key=lambda r: (table[r][-1] / table[r][column], basis[r]))
        _pivot(table, basis, row, column)
        factor, line = gains[column], table[row]
        gains = [x - factor * y if y != 0 else x for x, y in zip(gains, line, strict=True)]
