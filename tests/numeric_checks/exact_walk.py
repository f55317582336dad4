"""Expected squared errors in exact fractions, forwards in time; shares no code with what it checks.

An episode is followed with the changes Y_s, as functions of (e, 1), and with a trace for each state
and each place in the repeating weights: what its visits, damped by later visits, let the next TD
error count for.  Given a step, both move linearly, so that the second moments, summed over time and
kept apart by the state that the episode is in, solve one linear system in rationals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq, fmpq_mat

Rows = Sequence[Sequence[Fraction]]


@dataclass(frozen=True)
class Exact:
    """A chain in fractions, a list of weights h with h_{i+K} = rho h_i, and a step size."""

    P: Rows
    rewards: Rows
    start: Sequence[Fraction]
    gamma: Fraction
    h: Sequence[Fraction]
    rho: Fraction
    alpha: Fraction

    def errors(self, episodes: int) -> list[Fraction]:
        """E[mean over states of (v - v_pi)^2] after each episode, from v = 0."""
        n = len(self.P)
        x = [-v for v in self.values()] + [Fraction(1)]
        second = [[a * b for b in x] for a in x]
        form, found = self.forms(), []
        for _ in range(episodes):
            second = [
                [sum_of(form[s][t][c][d] * second[c][d] for c in range(n + 1) for d in range(n + 1))
                 for t in range(n + 1)]
                for s in range(n + 1)
            ]  # fmt: skip
            found.append(sum_of(second[s][s] for s in range(n)) / n)
        return found

    def values(self) -> list[Fraction]:
        """v = r + gamma P v."""
        n = len(self.P)
        A = [[int(i == j) - self.gamma * self.P[i][j] for j in range(n)] for i in range(n)]
        r = [
            sum_of(p * a for p, a in zip(*rows, strict=True))
            for rows in zip(self.P, self.rewards, strict=True)
        ]
        return solve(A, r)

    def forms(self) -> list[list[list[list[Fraction]]]]:
        """E[x'_s x'_t] as a sum of coefficients [c][d] times x_c x_d, for x' after an episode."""
        n, K = len(self.P), len(self.h)
        size = n * (n + 1) + n * K + 1  # the changes, the traces, and 1
        steps = {(x, y): self.step(x, y) for x in range(n) for y in range(n + 1)}
        square = size * size
        A = fmpq_mat(n * square, n * square)
        for k in range(n * square):
            A[k, k] = 1
        b = fmpq_mat(n * square, 1)
        for x in range(n):
            b[(x + 1) * square - 1, 0] = rational(self.start[x])
            for y in range(n):
                twice = kronecker(steps[x, y], steps[x, y])
                for (i, j), value in twice.items():
                    A[y * square + i, x * square + j] -= rational(self.P[x][y] * value)
        occupied = A.solve(b)
        ended = [Fraction(0)] * square
        for x in range(n):
            for (i, j), value in kronecker(steps[x, n], steps[x, n]).items():
                at = occupied[x * square + j, 0]
                ended[i] += self.P[x][n] * value * Fraction(int(at.p), int(at.q))

        def moment(s: int, c: int, t: int, d: int) -> Fraction:
            """E of the coefficient c of x'_s times the coefficient d of x'_t."""
            total = Fraction(0)
            for i, p in self.coefficient(s, c, size):
                for j, q in self.coefficient(t, d, size):
                    total += p * q * ended[i * size + j]
            return total

        every = range(n + 1)
        return [
            [[[moment(s, c, t, d) for d in every] for c in every] for t in every] for s in every
        ]

    def coefficient(self, s: int, c: int, size: int) -> Iterator[tuple[int, Fraction]]:
        """That of x'_s = x_s + alpha Y_s, as a sum over what is followed."""
        n = len(self.P)
        if s == c:
            yield size - 1, Fraction(1)
        if s < n:
            yield s * (n + 1) + c, self.alpha

    def step(self, x: int, y: int) -> dict[tuple[int, int], Fraction]:
        """What a visit of x and the step to y make of what is followed."""
        n, K = len(self.P), len(self.h)
        kept, one = 1 - self.alpha, n * (n + 1) + n * K
        v = [*self.values(), Fraction(0)]
        error = [Fraction(0)] * (n + 1)
        error[x] -= 1
        if y < n:
            error[y] += self.gamma
        error[n] = self.rewards[x][y] + self.gamma * v[y] - v[x]
        found = {(one, one): Fraction(1)}
        for s in range(n):
            left = kept if s == x else Fraction(1)
            for c in range(n + 1):
                found[s * (n + 1) + c, s * (n + 1) + c] = left
                for k in range(K):
                    found[s * (n + 1) + c, n * (n + 1) + s * K + k] = left * self.h[k] * error[c]
                if s == x:
                    found[s * (n + 1) + c, one] = self.h[0] * error[c]
            for k in range(K):
                factor = self.gamma * (self.rho if k == K - 1 else 1)
                aged = n * (n + 1) + s * K + (k + 1) % K
                found[aged, n * (n + 1) + s * K + k] = left * factor
                if s == x and k == 0:
                    found[aged, one] = factor
        return {place: value for place, value in found.items() if value}


def sum_of(terms: Iterator[Fraction]) -> Fraction:
    """A sum of fractions."""
    return sum(terms, Fraction(0))


def kronecker(
    a: dict[tuple[int, int], Fraction], b: dict[tuple[int, int], Fraction]
) -> dict[tuple[int, int], Fraction]:
    """Of sparse matrices of the same size."""
    size = 1 + max(i for i, _ in a)
    return {
        (i * size + k, j * size + m): p * q for (i, j), p in a.items() for (k, m), q in b.items()
    }


def rational(x: Fraction) -> fmpq:
    """For python-flint."""
    return fmpq(x.numerator, x.denominator)


def solve(A: Rows, b: Sequence[Fraction]) -> list[Fraction]:
    """A x = b."""
    n = len(b)
    left = fmpq_mat(n, n, [rational(x) for row in A for x in row])
    found = left.solve(fmpq_mat(n, 1, [rational(x) for x in b]))
    return [Fraction(int(found[i, 0].p), int(found[i, 0].q)) for i in range(n)]
