"""Signs of the real parts of eigenvalues by Routh's table, in plain Fractions.

This is the second way to decide what `numeric_checks.processes.spectra` decides with balls; it
shares no code with it. Matrices are tuples of rows, polynomials are lists with the leading
coefficient first.

    >>> rotation = ((Fraction(0), Fraction(1)), (Fraction(-1), Fraction(0)))
    >>> print(*characteristic_polynomial(rotation))
    1 0 1
    >>> all_right_of_the_axis(rotation)
    False
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

__all__ = [
    "Matrix",
    "all_right_of_the_axis",
    "characteristic_polynomial",
    "matrix_polynomial",
    "row_norm",
    "some_left_of",
]

Matrix: TypeAlias = tuple[tuple[Fraction, ...], ...]

_ATTEMPTS = 8


def matrix_polynomial(coefficients: Sequence[Fraction], matrix: Matrix) -> Matrix:
    """sum_k coefficients[k] M^k, by Horner's rule."""
    total = _multiple_of_one(Fraction(0), len(matrix))
    for a in reversed(coefficients):
        total = _add(_product(matrix, total), _multiple_of_one(a, len(matrix)))
    return total


def row_norm(matrix: Matrix) -> Fraction:
    """The largest row sum of absolute values."""
    return max(sum(map(abs, row), Fraction(0)) for row in matrix)


def characteristic_polynomial(matrix: Matrix) -> list[Fraction]:
    """det(x - M), by the recursion of Faddeev and LeVerrier."""
    size = len(matrix)
    found = [Fraction(1)]
    helper = _multiple_of_one(Fraction(1), size)
    for k in range(1, size + 1):
        helper = _product(matrix, helper)
        trace = sum((helper[i][i] for i in range(size)), Fraction(0))
        found.append(-trace / k)
        helper = _add(helper, _multiple_of_one(found[-1], size))
    return found


def all_right_of_the_axis(matrix: Matrix) -> bool:
    """Has every eigenvalue a positive real part?"""
    column = _first_column(_reflected(characteristic_polynomial(matrix), Fraction(0)))
    return column is not None and all(x * column[0] > 0 for x in column)


def some_left_of(matrix: Matrix, margin: Fraction) -> bool:
    """Is it certain that some eigenvalue has a real part below -margin?

    A table that breaks off (a zero in its first column) is tried again a little further left.
    """
    chi = characteristic_polynomial(matrix)
    for attempt in range(_ATTEMPTS):
        column = _first_column(_reflected(chi, margin * (1 + Fraction(attempt, 1000))))
        if column is not None:
            return any(a * b < 0 for a, b in pairwise(column))
    return False


def _reflected(polynomial: list[Fraction], margin: Fraction) -> list[Fraction]:
    """p(-margin - s) as a polynomial in s: a root of p left of -margin is one with Re s > 0."""
    shifted: list[Fraction] = []
    for a in polynomial:  # Horner's rule, with polynomials in s for numbers
        up = [-x for x in shifted] + [Fraction(0)]
        across = [Fraction(0)] + [-margin * x for x in shifted]
        shifted = [x + y for x, y in zip(up, across, strict=True)]
        shifted[-1] += a
    return shifted


def _first_column(polynomial: list[Fraction]) -> list[Fraction] | None:
    """The first column of Routh's table, or None if a zero in it ends the table too soon.

    Its changes of sign are as many as there are roots with a positive real part.
    """
    upper, lower = polynomial[::2], polynomial[1::2]
    column = [upper[0]]
    for _ in range(len(polynomial) - 1):
        if lower[0] == 0:
            return None
        column.append(lower[0])
        padded = [*lower, Fraction(0)]
        ratio = upper[0] / lower[0]
        upper, lower = (
            lower,
            [u - ratio * w for u, w in zip(upper[1:], padded[1:], strict=False)] or [Fraction(0)],
        )
    return column


def _multiple_of_one(a: Fraction, size: int) -> Matrix:
    return tuple(tuple(a * (i == j) for j in range(size)) for i in range(size))


def _add(a: Matrix, b: Matrix) -> Matrix:
    return tuple(tuple(x + y for x, y in zip(r, s, strict=True)) for r, s in zip(a, b, strict=True))


def _product(a: Matrix, b: Matrix) -> Matrix:
    columns = tuple(zip(*b, strict=True))
    return tuple(
        tuple(
            sum((x * y for x, y in zip(row, column, strict=True) if x and y), Fraction(0))
            for column in columns
        )
        for row in a
    )
