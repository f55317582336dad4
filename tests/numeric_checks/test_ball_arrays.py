"""Balls hold whatever exact fractions find, and what is less than a ball does not."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from numeric_checks.arithmetic import ball_arrays
from numeric_checks.arithmetic.ball_arrays import Balls, Unbounded, fixed_point, joined

#: of very different sizes, so that sums lose digits
NUMBERS = st.fractions(-4, 4, max_denominator=97).flatmap(
    lambda x: st.sampled_from([x, x / 10**9, x * 10**9])
)


def matrices(rows: int, columns: int) -> st.SearchStrategy[Any]:
    """Of fractions, as arrays of objects."""
    row = st.lists(NUMBERS, min_size=columns, max_size=columns)
    found = st.lists(row, min_size=rows, max_size=rows)
    return found.map(lambda x: np.array(x, dtype=object))


def rounded(exact: Any) -> Balls:
    """The floats next to fractions, as balls that hold them."""
    return Balls.near(exact.astype(float))


OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "sums": lambda a, b: a + b,
    "differences": lambda a, b: a - b,
    "products": lambda a, b: a * b,
    "products of matrices": lambda a, b: a @ b.T,
    "sums along an axis": lambda a, b: (a * b).sum(1),
    "what is added up and taken away again": lambda a, b: (a + b) - a - b + a * b[:1],
    "numbers on the left": lambda a, b: 3 - 2 * (a - b),
    "quotients": lambda a, b: a / 7 - b / -3,
}


@pytest.mark.parametrize("name", OPERATIONS)
@given(st.data())
def test_balls_hold_what_fractions_find(name: str, data: st.DataObject) -> None:
    a, b = (data.draw(matrices(3, 4)) for _ in range(2))
    exact = OPERATIONS[name](a, b)
    assert OPERATIONS[name](rounded(a), rounded(b)).holds(exact)


@given(matrices(3, 4))
def test_low_is_below_and_high_is_above(a: Any) -> None:
    balls = rounded(a)
    ends = zip(balls.low.ravel(), balls.high.ravel(), a.ravel(), strict=True)
    assert all(Fraction(float(low)) <= x <= Fraction(float(high)) for low, high, x in ends)


@given(st.lists(st.fractions(0, 9), min_size=1))
def test_roots_are_held(roots: list[Fraction]) -> None:
    squares = np.array([x * x for x in roots], dtype=object)
    assert rounded(squares).sqrt().holds(roots)


def test_the_root_of_what_may_be_zero_is_wide() -> None:
    root = Balls(np.array([0.0, -1e-9]), np.array([1e-8, 1e-8])).sqrt()
    assert root.holds([Fraction(1, 10**4), Fraction(9, 10**5)])


@given(st.lists(st.fractions(0, Fraction(7, 30)), min_size=16, max_size=16), matrices(4, 2))
def test_the_sum_of_a_series_is_held(entries: list[Fraction], constant: Any) -> None:
    M = np.array(entries, dtype=object).reshape(4, 4)
    about = rounded(M)
    for ratio in (Fraction(1), Fraction(-1, 3)):
        balls = Balls.near(float(ratio))
        found = fixed_point(rounded(constant), lambda a: about @ a, about.mid, balls)
        # what solves the equation, put into it, is there
        back = rounded(constant) + balls * (about @ found)
        assert (abs(back.mid - found.mid) <= back.rad + found.rad).all()
        assert found.holds(solved(ratio * M, constant))


def solved(M: Any, constant: Any) -> Any:
    """(I - M) a = constant, by elimination in fractions."""
    n = len(M)
    table = np.concatenate([np.eye(n, dtype=object) * Fraction(1) - M, constant], 1)
    for k in range(n):
        pivot = next(i for i in range(k, n) if table[i, k])
        table[[k, pivot]] = table[[pivot, k]]
        table[k] = table[k] / table[k, k]
        for i in range(n):
            if i != k:
                table[i] = table[i] - table[i, k] * table[k]
    return table[:, n:]


@pytest.mark.parametrize(
    "M", [[[1.0]], [[0.5, 0.5], [0.5, 0.5]], [[0.0, 2.0], [0.5, 0.0]], [[3.0]]]
)
def test_a_series_that_does_not_converge_is_refused(M: list[list[float]]) -> None:
    matrix = Balls.about(M)
    with pytest.raises(Unbounded, match="not proved to converge"):
        fixed_point(matrix, lambda a: matrix @ a, matrix.mid)


@pytest.mark.parametrize("name", OPERATIONS)
def test_balls_without_rounding_hold_too_little(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = np.random.default_rng(0).normal(size=(2, 3, 4))
    exact = OPERATIONS[name](*(np.vectorize(Fraction, otypes=[object])(x) for x in (a, b)))
    assert OPERATIONS[name](Balls.about(a), Balls.about(b)).holds(exact)
    monkeypatch.setattr(ball_arrays, "UNIT", 0.0)
    assert not OPERATIONS[name](Balls.about(a), Balls.about(b)).holds(exact)


def test_what_was_rounded_is_near_and_not_there() -> None:
    assert Balls.near([0.1, 0]).holds([Fraction(1, 10), 0])
    assert not Balls.about([0.1, 0]).holds([Fraction(1, 10), 0])


def test_what_is_joined_is_held() -> None:
    parts = [Balls.near([1 / 3]), np.array([2.0])]
    assert joined(parts, 0).holds([Fraction(1, 3), 2])
    assert not joined(parts, 0).holds([Fraction(1, 3), Fraction(2) + Fraction(1, 10**20)])
