"""Nonnegative combinations of polynomials, by the simplex method over Q.

This module only *proposes* multipliers for `symbolic.search.order`; the kernel multiplies out.

    >>> nonnegative_solution([[1, 0], [1, 1]], [2, 1], [0, 1])   # x*(1,0) + y*(1,1) = (2,1)
    [1, 1]
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq

from symbolic.core.polynomials import Monomial, Number, Polynomial, plus

Entry = fmpq | int
Row = list[fmpq]
#: a polynomial that is >= 0, > 0 or = 0 (the second entry says which)
Signed = tuple[Polynomial, str]
#: the multiplier of each column (its number, not zero), and the constant that is left
Weights = tuple[list[tuple[int, Number]], Number]


def weights(target: Polynomial, strict: bool, columns: Sequence[Signed]) -> Weights | None:
    """target = a constant >= 0 and multiples >= 0 of the columns (any of equations), > 0 if strict.

    >>> x, y = (0,), (1,)
    >>> weights({x: 2, y: 2, (): 1}, True, [({x: 1, y: 1}, ">="), ({x: 1}, ">")])
    ([(0, Fraction(2, 1))], 1)
    """
    if not target or (len(target) == 1 and () in target):
        value = target.get((), 0)
        return ([], value) if value > 0 or (value == 0 and not strict) else None
    found = _one(target, strict, columns)
    if found is not None or len(columns) < 2:
        return found
    usable = _possible(target, columns)
    reached = {m for k in usable for m in columns[k][0]}
    if not all(m in reached for m in target if m):
        return None
    return _several(target, strict, columns, usable)


def _one(target: Polynomial, strict: bool, columns: Sequence[Signed]) -> Weights | None:
    """A multiple of one column, and a constant: the case that is by far the most frequent."""
    lead = max(target)
    count = len(target)
    for k, (poly, kind) in enumerate(columns):
        below = poly.get(lead)
        if below is None or abs(len(poly) - count) > 1:
            continue
        factor = Fraction(target[lead]) / below
        if factor < 0 and kind != "=":
            continue
        rest = plus(target, poly, -factor)
        if rest and not (len(rest) == 1 and () in rest):
            continue
        slack = rest.get((), 0)
        if slack > 0 or (slack == 0 and (kind == ">" or not strict)):
            return [(k, factor)], slack
    return None


def _possible(target: Polynomial, columns: Sequence[Signed]) -> list[int]:
    """The columns that can take part: a monomial of one sign, not in the target, cannot cancel."""
    left = list(range(len(columns)))
    while True:
        signs: dict[Monomial, Any] = {}
        for k in left:
            poly, kind = columns[k]
            for m, q in poly.items():
                sign = -k - 2 if kind == "=" else q > 0
                if signs.setdefault(m, sign) != sign:
                    signs[m] = None
        stuck = {
            m
            for m, sign in signs.items()
            if sign is not None
            and m
            and (m not in target or (sign in (False, True) and (target[m] > 0) is not sign))
        }
        kept = [k for k in left if stuck.isdisjoint(columns[k][0])] if stuck else left
        if len(kept) == len(left):
            return kept
        left = kept


def _several(
    target: Polynomial, strict: bool, columns: Sequence[Signed], usable: list[int]
) -> Weights | None:
    signed = [(k, 1) for k in usable] + [(k, -1) for k in usable if columns[k][1] == "="]
    monomials = sorted({m for k in usable for m in columns[k][0]} | {()})
    place = {m: r for r, m in enumerate(monomials)}
    # each column: its coefficients, its share of the strictness, its share of the cap
    matrix: list[list[Entry]] = []
    for k, sign in signed:
        line: list[Entry] = [0] * (len(monomials) + 2)
        for m, q in columns[k][0].items():
            line[place[m]] = _entry(sign * q)
        line[-2] = int(strict and columns[k][1] == ">")
        matrix.append(line)
    blank: list[Entry] = [0] * len(monomials)
    one = list(blank)
    one[place[()]] = 1
    matrix.append([*one, int(strict), 0])  # the constant that is left
    cost: list[Entry] = [0] * len(matrix)
    if strict:  # the strictness, to be maximised, at most one; what is left of it and of the cap
        matrix += [[*blank, -1, 1], [*blank, -1, 0], [*blank, 0, 1]]
        cost += [1, 0, 0]
        goal = [*(_entry(target.get(m, 0)) for m in monomials), 0, 1]
    else:
        matrix = [line[:-2] for line in matrix]
        goal = [_entry(target.get(m, 0)) for m in monomials]
    solution = nonnegative_solution(matrix, goal, cost)
    if solution is None:
        return None
    found: list[tuple[int, Number]] = [
        (k, sign * Fraction(int(w.p), int(w.q)))
        for (k, sign), w in zip(signed, solution, strict=False)
        if w != 0
    ]
    slack = Fraction(int(solution[len(signed)].p), int(solution[len(signed)].q))
    if strict and not slack and not any(columns[k][1] == ">" for k, _ in found):
        return None
    return found, slack


def _entry(q: Number) -> Entry:
    return q if isinstance(q, int) else fmpq(q.numerator, q.denominator)


def nonnegative_solution(
    columns: Sequence[Sequence[Entry]], target: Sequence[Entry], cost: Sequence[Entry]
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
    if any(c != 0 for c in cost):
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
    line = table[row] = [x / pivot for x in table[row]] if pivot != 1 else table[row]
    support = [(k, y) for k, y in enumerate(line) if y != 0]
    for r, other in enumerate(table):
        factor = other[column]
        if r != row and factor != 0:
            for k, y in support:
                other[k] -= factor * y
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
