"""Finite Markov reward processes in exact rational arithmetic.

With a stochastic matrix P, rewards r and a discount 0 < gamma < 1, put z = gamma P.  Then

    T v  = r + z v                      the Bellman operator
    v_pi = (1 - z)^{-1} r               its fixed point
    H v  = v + h(z) (T v - v)           the operator of the linear return with eligibilities h
    H v - H w = B (v - w),  B = 1 - f(z),  f(z) = (1 - z) h(z)

An episode may also end: an `EpisodicMRP` has rows that sum to less than one, and what is missing is
the probability of going to a terminal state, which is worth 0.  On the other states every formula
above is the same.

Vectors are tuples of Fractions; matrices are python-flint's ``fmpq_mat``.

    >>> walk = two_state("2/5", "9/10")
    >>> from symbolic.returns import DelayedReturn
    >>> [str(x) for x in walk.operator(DelayedReturn(1), (1, -1))]
    ['3031/2500', '-3031/2500']
"""

from __future__ import annotations

import numbers
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Self, TypeAlias

from flint import fmpq, fmpq_mat

from numeric_checks.arithmetic.rational_functions import filter_of, generating_function_of
from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq
from symbolic.cards import card
from symbolic.numbers import InvalidNumber, members, parse_rational
from symbolic.returns import LinearReturn

__all__ = [
    "MRP",
    "EpisodicMRP",
    "Exact",
    "InvalidMRP",
    "RewardProcess",
    "Vector",
    "cycle",
    "exact_number",
    "max_norm",
    "single_state",
    "two_state",
]

Exact: TypeAlias = int | Fraction | str
Vector: TypeAlias = tuple[Fraction, ...]


#: more states are not shown in a line, nor in a table
_SHOWN, _MOST = 4, 20


class InvalidMRP(ValueError):
    """Not a Markov reward process (or not a vector of it); the message names the entry."""


@dataclass(frozen=True, repr=False)
class RewardProcess(ABC):
    """What an `MRP` and an `EpisodicMRP` have in common: P >= 0, rows of sum <= 1, and formulas."""

    P: tuple[Vector, ...]
    r: Vector
    gamma: Fraction

    @classmethod
    def of(cls, rows: Sequence[Sequence[Exact]], rewards: Sequence[Exact], gamma: Exact) -> Self:
        """The process with these transition rows, rewards and discount."""
        table = tuple(
            tuple(exact_number(f"P[{i}][{j}]", p) for j, p in enumerate(_list(f"P[{i}]", row)))
            for i, row in enumerate(_list("P", rows))
        )
        return cls(table, _vector("r", rewards), exact_number("gamma", gamma))

    def __post_init__(self) -> None:
        size = len(self.P)
        if size == 0:
            raise InvalidMRP("P has no rows, expected at least one state")
        for i, row in enumerate(self.P):
            if len(row) != size:
                raise InvalidMRP(f"row {i} of P has length {len(row)}, expected {size}")
            for j, p in enumerate(row):
                if exact_number(f"P[{i}][{j}]", p) < 0:
                    raise InvalidMRP(f"P[{i}][{j}] = {p}, expected a probability >= 0")
            self._check_total(i, sum(row, Fraction(0)))
        if len(self.r) != size:
            raise InvalidMRP(f"r has length {len(self.r)}, expected {size}, one for each state")
        _vector("r", self.r)
        if not 0 < exact_number("gamma", self.gamma) < 1:
            raise InvalidMRP(f"gamma = {self.gamma}, expected 0 < gamma < 1")

    @property
    def size(self) -> int:
        """How many states there are."""
        return len(self.P)

    @cached_property
    def z(self) -> fmpq_mat:
        """gamma P, the one matrix that every operator is a power series in."""
        return fmpq_mat([[to_fmpq(self.gamma * p) for p in row] for row in self.P])

    def __repr__(self) -> str:
        if self.size > _SHOWN:
            return f"<{type(self).__name__}: {self.size} states, gamma = {self.gamma}>"
        rows, rewards = [_texts(row) for row in self.P], _texts(self.r)
        return f"{type(self).__name__}.of({rows}, {rewards}, '{self.gamma}')"

    def _repr_html_(self) -> str:
        rows = [
            (f"state {i}", f"P = {', '.join(_texts(row))}; r = {reward}")
            for i, (row, reward) in enumerate(zip(self.P, self.r, strict=True))
        ]
        rows[_MOST:] = [("...", f"{self.size - _MOST} more")] if self.size > _MOST else []
        states = f"{self.size} state{'s' * (self.size != 1)}"
        return card(f"{type(self).__name__}: {states}, gamma = {self.gamma}", rows)

    def values(self) -> Vector:
        """v_pi, the solution of v = r + z v."""
        return _entries((self._identity - self.z).solve(self._column("r", self.r)))

    def bellman(self, v: Sequence[Exact]) -> Vector:
        """T v = r + z v."""
        return _entries(self._column("r", self.r) + self.z * self._column("v", v))

    def n_step(self, v: Sequence[Exact], n: int) -> Vector:
        """T^n v, by applying T n times."""
        if n < 0:
            raise InvalidMRP(f"n = {n}, expected n >= 0")
        target = _entries(self._column("v", v))
        for _ in range(n):
            target = self.bellman(target)
        return target

    def td_error(self, v: Sequence[Exact]) -> Vector:
        """The expected TD error T v - v of each state."""
        return _entries(self._td_error(self._column("v", v)))

    def of_series(self, num: Sequence[Exact], den: Sequence[Exact], v: Sequence[Exact]) -> Vector:
        """num(z) den(z)^{-1} v for polynomials num and den, constant terms first.

        >>> single_state(1, "1/2").of_series([1], [1, -1], [3])
        (Fraction(6, 1),)
        """
        return _entries(self._apply(num, den, self._column("v", v)))

    def matrix_of_series(self, num: Sequence[Exact], den: Sequence[Exact]) -> fmpq_mat:
        """The matrix num(z) den(z)^{-1}."""
        return self._apply(num, den, self._identity)

    def operator(self, ret: LinearReturn, v: Sequence[Exact]) -> Vector:
        """H v = v + h(z) (T v - v), from the generating function of a numeric return."""
        column = self._column("v", v)
        return _entries(column + self._apply(*generating_function_of(ret), self._td_error(column)))

    def operator_by_nsteps(
        self, c: Sequence[Exact], v: Sequence[Exact], *, limit: Exact = 0
    ) -> Vector:
        """(1 - sum c - L) v + sum_n c_n T^n v + L v_pi for finitely many weights c_1, c_2, ....

        With ``limit`` L = 0 this is the combination of n-step returns alone.
        """
        weights, rest = _vector("c", c), exact_number("limit", limit)
        target = _entries(self._column("v", v))
        total = [(1 - sum(weights) - rest) * x for x in target]
        for weight in weights:
            target = self.bellman(target)
            total = [s + weight * x for s, x in zip(total, target, strict=True)]
        if rest:
            total = [s + rest * x for s, x in zip(total, self.values(), strict=True)]
        return tuple(total)

    def contraction_matrix(self, ret: LinearReturn) -> fmpq_mat:
        """B = 1 - f(z), the matrix with H v - H w = B (v - w)."""
        return self._identity - self.matrix_of_series(*filter_of(ret))

    @abstractmethod
    def _check_total(self, i: int, total: Fraction) -> None:
        """Refuse a row i of P whose sum is wrong."""

    @cached_property
    def _identity(self) -> fmpq_mat:
        return _identity(self.size)

    def _td_error(self, column: fmpq_mat) -> fmpq_mat:
        return self._column("r", self.r) + self.z * column - column

    def _apply(self, num: Sequence[Exact], den: Sequence[Exact], right: fmpq_mat) -> fmpq_mat:
        top = self._polynomial(_vector("num", num), right)
        if len(den) == 1:
            return top / to_fmpq(exact_number("den[0]", den[0]))
        return self._polynomial(_vector("den", den), self._identity).solve(top)

    def _polynomial(self, p: Vector, right: fmpq_mat) -> fmpq_mat:
        """p(z) times ``right``, by Horner's rule; p(z) commutes with every series in z."""
        total = fmpq_mat(right.nrows(), right.ncols())
        for a in reversed(p):
            total = self.z * total + right * to_fmpq(a)
        return total

    def _column(self, name: str, v: Sequence[Exact]) -> fmpq_mat:
        if len(v) != self.size:
            raise InvalidMRP(f"{name} has length {len(v)}, expected {self.size}")
        return fmpq_mat(self.size, 1, [to_fmpq(x) for x in _vector(name, v)])


@dataclass(frozen=True, repr=False)
class MRP(RewardProcess):
    """A finite Markov reward process; make one with `MRP.of`, which converts and checks.

    >>> MRP.of([["1/2", "1/3"], [0, 1]], [0, 1], "9/10")
    Traceback (most recent call last):
    numeric_checks.processes.mrp.InvalidMRP: row 0 of P sums to 5/6, expected 1
    """

    def _check_total(self, i: int, total: Fraction) -> None:
        if total != 1:
            raise InvalidMRP(f"row {i} of P sums to {total}, expected 1")


@dataclass(frozen=True, repr=False)
class EpisodicMRP(RewardProcess):
    """A process that may end: row i of P sums to the probability of going on from state i.

    The terminal state is worth 0 and has no row; r is the expected reward, that of the last step
    included.

    >>> EpisodicMRP.of([["1/2"]], [1], "9/10").values()
    (Fraction(20, 11),)
    >>> EpisodicMRP.of([["1/2", "2/3"], [0, 1]], [0, 1], "9/10")
    Traceback (most recent call last):
    numeric_checks.processes.mrp.InvalidMRP: row 0 of P sums to 7/6, expected at most 1
    """

    @property
    def ending(self) -> Vector:
        """The probability of going to the terminal state, from each state."""
        return tuple(1 - sum(row, Fraction(0)) for row in self.P)

    def with_terminal_state(self) -> MRP:
        """The same process with its terminal state written out: the last one, with reward 0."""
        rows = [(*row, end) for row, end in zip(self.P, self.ending, strict=True)]
        stay = (*[Fraction(0)] * self.size, Fraction(1))
        return MRP((*rows, stay), (*self.r, Fraction(0)), self.gamma)

    def _check_total(self, i: int, total: Fraction) -> None:
        if total > 1:
            raise InvalidMRP(f"row {i} of P sums to {total}, expected at most 1")


def cycle(k: int, gamma: Exact, rewards: Sequence[Exact] | None = None) -> MRP:
    """The k-cycle: state i goes to state i + 1, the last one to the first; rewards 0 by default.

    >>> cycle(2, "1/2", [1, 0]).values()
    (Fraction(4, 3), Fraction(2, 3))
    """
    states = exact_number("k", k)
    if states < 1 or states.denominator != 1:
        raise InvalidMRP(f"k = {k}, expected a cycle of k >= 1 states")
    size = int(states)
    rows = [[int(j == (i + 1) % size) for j in range(size)] for i in range(size)]
    return MRP.of(rows, [0] * size if rewards is None else rewards, gamma)


def two_state(p: Exact, gamma: Exact, rewards: Sequence[Exact] = (0, 0)) -> MRP:
    """Two states, each of which stays with probability p and goes to the other one otherwise."""
    stay = exact_number("p", p)
    return MRP.of([[stay, 1 - stay], [1 - stay, stay]], rewards, gamma)


def single_state(r: Exact, gamma: Exact) -> MRP:
    """One state with reward r, for ever: v_pi = r/(1 - gamma)."""
    return MRP.of([[1]], [r], gamma)


def max_norm(matrix: fmpq_mat) -> Fraction:
    """The operator norm for the maximum norm: the largest row sum of absolute values.

    >>> max_norm(cycle(3, "9/10").z)
    Fraction(9, 10)
    """
    return max(
        (lowest_terms(sum(map(abs, row), fmpq(0))) for row in matrix.table()), default=Fraction(0)
    )


def _identity(size: int) -> fmpq_mat:
    return fmpq_mat([[int(i == j) for j in range(size)] for i in range(size)])


def exact_number(name: str, value: object) -> Fraction:
    """The value as a Fraction; a float, or text that is no number, is refused by name."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, int | numbers.Rational) and not isinstance(value, bool):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, str):
        try:
            return parse_rational(value)
        except InvalidNumber as problem:
            raise InvalidMRP(f"{name}: {problem}") from None
    raise InvalidMRP(
        f"{name} = {value!r}, expected an exact number: an integer, a Fraction or text"
    )


def _vector(name: str, values: Sequence[Exact]) -> Vector:
    return tuple(exact_number(f"{name}[{i}]", x) for i, x in enumerate(_list(name, values)))


def _list(name: str, values: object) -> Iterator[Any]:
    listed = members(values)
    if listed is None:
        raise InvalidMRP(f"{name} = {values!r:.60}, expected a list")
    return listed


def _texts(values: Vector) -> list[str]:
    return list(map(str, values))


def _entries(column: fmpq_mat) -> Vector:
    return tuple(lowest_terms(x) for x in column.entries())
