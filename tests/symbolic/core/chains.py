"""Power series with rational values, and finite Markov reward processes, in exact arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import comb

from flint import fmpq, fmpq_mat, fmpq_poly

from tests.symbolic.core.exact import (
    ONE,
    ZERO,
    Germ,
    Quotient,
    Surd,
    Undecided,
    Value,
    fraction,
    no_zero_inside,
    powers,
    rational,
)

Matrix = fmpq_mat


def matrix(rows: Iterable[Iterable[Fraction | int]]) -> Matrix:
    """A matrix of fractions."""
    return fmpq_mat([[rational(Fraction(q)) for q in row] for row in rows])


def identity(n: int) -> Matrix:
    """The unit matrix."""
    return fmpq_mat(n, n, [fmpq(int(i == j)) for i in range(n) for j in range(n)])


def cycle(k: int) -> Matrix:
    """s_0 -> s_1 -> ... -> s_0."""
    return matrix([[int(j == (i + 1) % k) for j in range(k)] for i in range(k)])


class Analytic:
    """A power series that converges for |z| < 1, the quotient of two polynomials."""

    def __init__(self, top: fmpq_poly, bottom: fmpq_poly) -> None:
        first = bottom[0]
        self.top, self.bottom = top / first, bottom / first
        self._known: list[fmpq] = []

    def coefficients(self, count: int) -> list[fmpq]:
        """b_0, b_1, ..."""
        back = self.bottom.coeffs()
        for n in range(len(self._known), count):
            b = self.top[n]
            for i in range(1, min(n + 1, len(back))):
                b -= back[i] * self._known[n - i]
            self._known.append(b)
        return self._known[:count]

    def __call__(self, x: Fraction) -> Fraction:
        q = rational(x)
        return fraction(self.top(q) / self.bottom(q))

    def of(self, m: Matrix) -> Matrix:
        """The power series at a matrix, whose powers go to zero."""
        return _horner(self.top, m) * _horner(self.bottom, m).inv()

    def same(self, other: Analytic) -> bool:
        """Are all coefficients the same?"""
        return bool(self.top * other.bottom == other.top * self.bottom)

    def size(self, g: Fraction) -> tuple[Fraction, Fraction]:
        """Bounds of sum |b_n| g**n; the same twice where it is known exactly."""
        q, known = rational(g), self.coefficients(2)
        if not g:
            return abs(fraction(known[0])), abs(fraction(known[0]))
        degree = int(self.bottom.degree())
        count = len(self.top.coeffs())
        tail = fmpq(0)
        if degree:
            count = max(count, 24)
            top = sum((abs(c) for c in self.top.coeffs()), fmpq(0))
            while count < 400:
                rate = q * (count + degree) / (count + 1)
                if rate < 1:
                    tail = top * comb(count + degree - 1, degree - 1) * q**count / (1 - rate)
                    if tail < fmpq(1, 10**6):
                        break
                count *= 2
            else:
                raise Undecided("slow convergence")
        b = self.coefficients(count)
        lower = sum((abs(b[n]) * q**n for n in range(count)), fmpq(0))
        if not degree:
            return fraction(lower), fraction(lower)
        for turn in (1, -1):  # after a few terms all signs are the same, or they alternate
            signed = [b[n] * turn**n for n in range(count)]
            final = next((c for c in reversed(signed) if c), fmpq(0))
            last = [n for n in range(count) if signed[n] * final < 0]
            if not last or last[-1] < count // 3:
                start = last[-1] + 1 if last else 0
                head = sum((signed[n] * q**n for n in range(start)), fmpq(0))
                rest = rational(self(g * turn)) - head
                exact = sum((abs(b[n]) * q**n for n in range(start)), fmpq(0)) + abs(rest)
                if lower <= exact <= lower + tail:
                    return fraction(exact), fraction(exact)
        return fraction(lower), fraction(lower + tail)

    def along(
        self,
        g: Fraction,
        values: Callable[[int], Value],
        classes: Callable[[], list[tuple[int, Value]]],
    ) -> Value:
        """sum b_n g**n u(n), where u(period m + s) is given as a germ from a start on."""
        if not g:
            return fraction(self.coefficients(1)[0]) * values(0)
        count = len(self.top.coeffs())
        if self.bottom.degree() == 0:
            b = self.coefficients(count)
            return sum((fraction(b[n]) * g**n * values(n) for n in range(count) if b[n] != 0), ZERO)
        found = classes()
        period = len(found)
        start = max(*(s for s, _ in found), -(-count // period), 1)
        b = self.coefficients(period * start + 1)
        total: Value = ZERO
        for n in range(period * start):
            if b[n] != 0:
                total = total + fraction(b[n]) * g**n * values(n)
        back = self.bottom.coeffs()[1:]
        size = len(back)
        step = fmpq_mat(size, size)
        for i in range(size):
            step[0, i] = -back[i]
            if i:
                step[i, i - 1] = 1
        first = period * start
        state = fmpq_mat(size, 1, [b[first - i] if first >= i else fmpq(0) for i in range(size)])
        for residue, (_, u) in enumerate(found):
            own = _power(step, residue) * state
            terms = powers(u, u.scope) if isinstance(u, Germ) else {(ONE, 0, 0): u} if u else {}
            for (r, a, d), c in terms.items():
                if a:
                    raise Undecided("a sequence of functions")
                if not isinstance(c, Fraction | Surd):
                    raise Undecided("a sequence of sequences")
                rate = g**period * r
                if rate >= 1:
                    raise Undecided("may diverge")
                x = _power(step, period) * rational(rate)
                inside = Fraction(0)
                for e in range(d + 1):  # (start + t)**d
                    part = _sum_of_powers(x, e) * own
                    inside += comb(d, e) * Fraction(start) ** (d - e) * fraction(part[0, 0])
                total = total + c * (inside * r**start * g ** (first + residue))
        return total


def _horner(p: fmpq_poly, m: Matrix) -> Matrix:
    total = fmpq_mat(m.nrows(), m.nrows())
    for c in reversed(p.coeffs()):
        total = total * m + identity(m.nrows()) * c
    return total


def _power(m: Matrix, k: int) -> Matrix:
    total = identity(m.nrows())
    for _ in range(k):
        total = total * m
    return total


def _sum_of_powers(x: Matrix, d: int) -> Matrix:
    """The sum of t**d x**t over t >= 0."""
    one = identity(x.nrows())
    inverse = (one - x).inv()
    if d == 0:
        return inverse
    if d == 1:
        return x * inverse * inverse
    if d == 2:
        return x * (one + x) * inverse * inverse * inverse
    raise Undecided("a large power of n")


def analytic(v: Value) -> Analytic | None:
    """The power series of a rational function; None if it has a pole inside the circle."""
    if isinstance(v, Quotient):
        return Analytic(v.top, v.bottom) if no_zero_inside(v.bottom) else None
    if not isinstance(v, Fraction):
        raise Undecided("not a rational function")
    return Analytic(fmpq_poly([rational(v)]), fmpq_poly([1]))


NOTHING = Analytic(fmpq_poly([0]), fmpq_poly([1]))


class Chain:
    """A finite Markov reward process."""

    def __init__(self, rows: Sequence[Sequence[Fraction | int]], rewards: Sequence[Fraction | int]):
        self.p = matrix(rows)
        self.count = len(rows)
        self.rewards = fmpq_mat(self.count, 1, [rational(Fraction(r)) for r in rewards])
        if any(q < 0 for q in self.p.entries()) or any(sum(map(Fraction, r)) != 1 for r in rows):
            raise ValueError("not a Markov chain")

    def __repr__(self) -> str:
        return f"Chain({self.p.tolist()}, {self.rewards.entries()})"

    def classes(self) -> list[list[int]]:
        """The sets of states that are never left."""
        reach = [
            {j for j in range(self.count) if self.p[i, j] > 0} | {i} for i in range(self.count)
        ]
        for _ in range(self.count):
            reach = [set().union(*(reach[j] for j in own)) for own in reach]
        closed = [own for own in reach if all(reach[j] == own for j in own)]
        return [list(own) for own in {frozenset(own) for own in closed}]

    def stationary(self) -> list[list[Fraction]]:
        """The stationary distributions of which all others are mixtures."""
        found = []
        for own in self.classes():
            n = len(own)
            rows = [[self.p[i, j] - int(i == j) for i in own] for j in own]
            rows[-1] = [fmpq(1)] * n
            solved = fmpq_mat(rows).solve(fmpq_mat(n, 1, [fmpq(int(k == n - 1)) for k in range(n)]))
            d = [ZERO] * self.count
            for k, state in enumerate(own):
                d[state] = fraction(solved[k, 0])
            found.append(d)
        return found


def diagonal(d: Sequence[Fraction]) -> Matrix:
    """A diagonal matrix."""
    n = len(d)
    return fmpq_mat(
        n, n, [rational(d[i]) if i == j else fmpq(0) for i in range(n) for j in range(n)]
    )


def definite(m: Matrix) -> int:
    """1 if x.m x > 0 for all x that are not 0, 0 if only >= 0, -1 if it is negative for some x."""
    n = m.nrows()
    rows = [[(m[i, j] + m[j, i]) / 2 for j in range(n)] for i in range(n)]
    verdict = 1
    while rows:
        place = next((i for i in range(len(rows)) if rows[i][i] != 0), None)
        if place is None:
            return -1 if any(any(row) for row in rows) else 0
        pivot = rows[place][place]
        if pivot < 0:
            return -1
        if any(rows[i][i] < 0 for i in range(len(rows))):
            return -1
        others = [i for i in range(len(rows)) if i != place]
        rows = [
            [rows[i][j] - rows[i][place] * rows[place][j] / pivot for j in others] for i in others
        ]
    return verdict
