"""Exact covariances of TD errors and variances of returns on a finite MRP.

With value estimates v, the TD error of the transition from s to s' is
d(s, s') = r(s) + gamma v(s') - v(s), and delta_i = d(S_i, S_{i+1}).  Put

    m(s) = sum_s' P(s, s') d(s, s')        w(s) = sum_s' P(s, s') d(s, s')^2
    D(s, s') = P(s, s') d(s, s')

Given S_0, the Markov property makes every moment a matrix product:

    E[delta_i] = P^i m,    E[delta_i^2] = P^i w,    E[delta_i delta_j] = P^i D P^{j-i-1} m,  i < j.

For the return V_0 + sum_i h_i gamma^i delta_i, let M_k and Q_k be the first two moments of
sum_{i>=k} h_i gamma^{i-k} delta_i given S_k.  Taking off the first term,

    M_k = h_k m + gamma P M_{k+1},    Q_k = h_k^2 w + 2 gamma h_k D M_{k+1} + gamma^2 P Q_{k+1},

and the variance is Q_0 - M_0^2.  Finitely many eligibilities end in M = Q = 0; eligibilities that
repeat up to a factor (the lambda-returns) give linear equations.  Nothing is sampled.

    >>> from numeric_checks.processes.mrp import two_state
    >>> errors = TDErrors(two_state("1/2", "1/2", [1, 0]), (Fraction(0), Fraction(2)))
    >>> errors.covariance(0, 0), errors.covariance(0, 1)
    ((Fraction(1, 4), Fraction(1, 4)), (Fraction(-3, 4), Fraction(-3, 4)))
    >>> from symbolic.returns import LambdaReturn
    >>> errors.variance(LambdaReturn("1/2"))
    (Fraction(1, 60), Fraction(1, 60))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from flint import fmpq_mat

from numeric_checks.arithmetic.rationals import to_fmpq
from numeric_checks.moduli.modulus import TooLarge
from numeric_checks.moduli.shapes import shape
from numeric_checks.processes.mrp import MRP, InvalidMRP, Vector
from symbolic.returns import LinearReturn

__all__ = ["Kappa", "TDErrors"]

LONGEST = 10_000
_Moments: TypeAlias = tuple[fmpq_mat, fmpq_mat]


@dataclass(frozen=True)
class Kappa:
    """The supremum of Cov[delta_i, delta_j] over all i and j, from one state.

    It lies from ``lower`` to ``upper``; ``lower`` is the covariance at ``place``, the largest with
    i and j below the horizon.
    """

    lower: Fraction
    upper: Fraction
    place: tuple[int, int]

    @property
    def attained(self) -> bool:
        """Is the supremum known to be a maximum, namely the covariance at ``place``?"""
        return self.lower == self.upper


@dataclass(frozen=True)
class TDErrors:
    """The TD errors of the value estimates v on a Markov reward process."""

    mrp: MRP
    v: Vector

    def __post_init__(self) -> None:
        if hasattr(self.mrp, "with_terminal_state"):
            raise InvalidMRP("TD errors after an episode has ended: use mrp.with_terminal_state()")
        self.mrp.td_error(self.v)  # refuses estimates that do not fit

    # -- one and two TD errors ------------------------------------------------------------------

    def mean(self, i: int) -> Vector:
        """E[delta_i | S_0 = s] for each s."""
        return _entries(self._powers(i) * self._m)

    def second_moment(self, i: int, j: int) -> Vector:
        """E[delta_i delta_j | S_0 = s] for each s."""
        i, j = min(i, j), max(i, j)
        if i == j:
            return _entries(self._powers(i) * self._w)
        return _entries(self._powers(i) * (self._D * (self._powers(j - i - 1) * self._m)))

    def covariance(self, i: int, j: int) -> Vector:
        """Cov[delta_i, delta_j | S_0 = s] for each s."""
        product = zip(self.second_moment(i, j), self.mean(i), self.mean(j), strict=True)
        return tuple(both - first * second for both, first, second in product)

    def kappa(self, horizon: int) -> tuple[Kappa, ...]:
        """kappa = sup of Cov[delta_i, delta_j], for each state, from all i, j below the horizon.

        By Cauchy's inequality Cov[delta_i, delta_j] <= max(Var[delta_i], Var[delta_j]), so what is
        beyond the horizon K is at most the largest Var[delta_i] with i >= K.  There P^i x averages
        entries of P^K x: with the extremes over states that can be reached,

            Var[delta_i] <= max P^K w - (smallest square between min P^K m and max P^K m).
        """
        if horizon < 1:
            raise ValueError(f"horizon = {horizon}, expected at least 1")
        table = {(i, j): self.covariance(i, j) for i in range(horizon) for j in range(i, horizon)}
        squares, means = _entries(self._powers(horizon) * self._w), self.mean(horizon)
        found = []
        for s, reached in enumerate(self._reachable):
            place = max(table, key=lambda ij: table[ij][s])
            low, high = min(means[t] for t in reached), max(means[t] for t in reached)
            smallest = Fraction(0) if low <= 0 <= high else min(low * low, high * high)
            beyond = max(squares[t] for t in reached) - smallest
            largest = table[place][s]
            found.append(Kappa(largest, max(largest, beyond), place))
        return tuple(found)

    # -- returns --------------------------------------------------------------------------------

    def variance(self, ret: LinearReturn) -> Vector:
        """Var[G | S_0 = s] for each s, by the recursion over the eligibilities."""
        ret.eligibilities(0)  # refuses symbols
        repeats = ret.recurrence
        if max((repeats.start, *(length for _, length in repeats.factors))) > LONGEST:
            raise TooLarge(
                f"{ret}: an exact variance needs at most {LONGEST} eligibilities in a row"
            )
        form = shape(ret)
        g, size, n = to_fmpq(self.mrp.gamma), len(form.block), self.mrp.size
        ratio = to_fmpq(form.ratio)
        nothing = fmpq_mat(n, 1)
        shift = self._powers(size)
        mean, _ = self._chain(form.block, (nothing, nothing))
        mean = (_identity(n) - shift * (ratio * g**size)).solve(mean)
        _, square = self._chain(form.block, (mean * ratio, nothing))
        square = (_identity(n) - shift * (ratio * g**size) ** 2).solve(square)
        first, second = self._chain(form.first, (mean, square))
        return tuple(q - m * m for m, q in zip(_entries(first), _entries(second), strict=True))

    def variance_by_covariances(self, h: Sequence[Fraction]) -> Vector:
        """The same for finitely many eligibilities: the double sum of h_i h_j gamma^{i+j} Cov."""
        total = [Fraction(0)] * self.mrp.size
        for i, a in enumerate(h):
            for j, b in enumerate(h):
                weight = a * b * self.mrp.gamma ** (i + j)
                total = [t + weight * x for t, x in zip(total, self.covariance(i, j), strict=True)]
        return tuple(total)

    def _chain(self, h: Sequence[Fraction], last: _Moments) -> _Moments:
        """The moments before the eligibilities h, from those after them."""
        g, (mean, square) = to_fmpq(self.mrp.gamma), last
        for weight in reversed(h):
            a = to_fmpq(weight)
            square = self._w * a**2 + self._D * mean * (2 * a * g) + self._P * square * g**2
            mean = self._m * a + self._P * mean * g
        return mean, square

    # -- the matrices ---------------------------------------------------------------------------

    @cached_property
    def _P(self) -> fmpq_mat:
        return fmpq_mat([[to_fmpq(p) for p in row] for row in self.mrp.P])

    @cached_property
    def _d(self) -> list[list[Fraction]]:
        r, v, g = self.mrp.r, self.v, self.mrp.gamma
        return [[r[s] + g * v[t] - v[s] for t in range(len(v))] for s in range(len(v))]

    @cached_property
    def _D(self) -> fmpq_mat:
        return self._weighted(1)

    @cached_property
    def _m(self) -> fmpq_mat:
        return self._weighted(1) * self._ones

    @cached_property
    def _w(self) -> fmpq_mat:
        return self._weighted(2) * self._ones

    def _weighted(self, power: int) -> fmpq_mat:
        rows = zip(self.mrp.P, self._d, strict=True)
        return fmpq_mat(
            [[to_fmpq(p * d**power) for p, d in zip(*row, strict=True)] for row in rows]
        )

    @cached_property
    def _ones(self) -> fmpq_mat:
        return fmpq_mat(self.mrp.size, 1, [1] * self.mrp.size)

    @cached_property
    def _known_powers(self) -> list[fmpq_mat]:
        return [_identity(self.mrp.size)]

    def _powers(self, i: int) -> fmpq_mat:
        """P^i, from the list of those computed before."""
        known = self._known_powers
        while len(known) <= i:
            known.append(known[-1] * self._P)
        return known[i]

    @cached_property
    def _reachable(self) -> list[list[int]]:
        """For each state, the states that can be reached from it in any number of steps."""
        n = self.mrp.size
        found = []
        for s in range(n):
            seen, new = {s}, [s]
            while new:
                here = new.pop()
                more = [t for t in range(n) if self.mrp.P[here][t] and t not in seen]
                seen.update(more)
                new += more
            found.append(sorted(seen))
        return found


def _identity(size: int) -> fmpq_mat:
    return fmpq_mat([[int(i == j) for j in range(size)] for i in range(size)])


def _entries(column: fmpq_mat) -> Vector:
    return tuple(Fraction(int(x.p), int(x.q)) for x in column.entries())
