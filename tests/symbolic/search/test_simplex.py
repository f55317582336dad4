"""Nonnegative solutions of linear systems: what is returned solves the system, and is the best."""

from __future__ import annotations

from itertools import combinations

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import assume, given, strategies as st

from symbolic.search.simplex import nonnegative_solution

entries = st.integers(-3, 3)
Rows = list[list[int]]


@st.composite
def systems(draw: st.DrawFn) -> tuple[Rows, list[int], list[int]]:
    """Columns, a target and a cost that is never positive, so that its maximum is bounded."""
    rows, count = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    columns = [[draw(entries) for _ in range(rows)] for _ in range(count)]
    target = [draw(entries) for _ in range(rows)]
    return columns, target, [draw(st.integers(-3, 0)) for _ in range(count)]


def basic_solutions(columns: Rows, target: list[int]) -> list[list[fmpq]]:
    """Every vertex of the set of nonnegative solutions, by trying all bases."""
    rows, found = len(target), []
    for size in range(min(rows, len(columns)) + 1):
        for chosen in combinations(range(len(columns)), size):
            point = _solve([columns[k] for k in chosen], target)
            if point is not None and all(q >= 0 for q in point):
                full = [fmpq(0)] * len(columns)
                for k, q in zip(chosen, point, strict=True):
                    full[k] = q
                found.append(full)
    return found


def _solve(columns: Rows, target: list[int]) -> list[fmpq] | None:
    """The solution of a system with independent columns, if there is one."""
    if not columns:
        return None if any(target) else []
    a = fmpq_mat([[fmpq(c[r]) for c in columns] for r in range(len(target))])
    if a.rank() < len(columns):
        return None
    normal = a.transpose() * a
    b = fmpq_mat([[fmpq(t)] for t in target])
    point = normal.inv() * (a.transpose() * b)
    if a * point != b:
        return None
    return [point[k, 0] for k in range(len(columns))]


@given(systems())
def test_a_solution_is_found_exactly_when_there_is_one_and_it_is_the_best(
    system: tuple[Rows, list[int], list[int]],
) -> None:
    columns, target, cost = system
    vertices = basic_solutions(columns, target)
    found = nonnegative_solution(columns, target, cost)
    if not vertices:
        assert found is None
        return
    assert found is not None
    assert all(q >= 0 for q in found)
    for r, wanted in enumerate(target):
        assert sum((q * c[r] for q, c in zip(found, columns, strict=True)), fmpq(0)) == wanted
    worth = sum((q * c for q, c in zip(found, cost, strict=True)), fmpq(0))
    assert worth == max(
        sum((q * c for q, c in zip(v, cost, strict=True)), fmpq(0)) for v in vertices
    )


def test_the_greater_of_two_solutions_is_chosen() -> None:
    assert nonnegative_solution([[1], [2]], [2], [1, 0]) == [fmpq(2), fmpq(0)]
    assert nonnegative_solution([[1], [2]], [2], [0, 1]) == [fmpq(0), fmpq(1)]


def test_what_would_need_a_negative_multiplier_has_no_solution() -> None:
    assert nonnegative_solution([[1]], [-1], [0]) is None
    assert nonnegative_solution([[1, 0], [0, 1]], [1, -1], [0, 0]) is None


def test_an_unbounded_maximum_is_an_error() -> None:
    with pytest.raises(ArithmeticError):
        nonnegative_solution([[1], [-1]], [0], [1, 0])


@given(systems())
def test_rows_that_say_nothing_change_nothing(system: tuple[Rows, list[int], list[int]]) -> None:
    columns, target, cost = system
    first = nonnegative_solution(columns, target, cost)
    assume(first is not None)
    doubled = [[*c, *c] for c in columns]
    again = nonnegative_solution(doubled, [*target, *target], cost)
    assert again is not None
