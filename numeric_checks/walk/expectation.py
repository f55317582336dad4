"""The expected squared error after each episode, with nothing sampled.

Let e be the error of the values at the start of an episode and x = (e, 1).  Every TD error of the
episode is linear in x.  At its end the error is e + alpha Y, where, with d = 1 - alpha,

    Y_s = sum over visits t of s of D_s(t+1) X_t,   D_s(t) = d^{visits of s from t on}
    X_t = sum_i h_i gamma^i delta_{t+i}

Y depends on the path, and e does not, so E[Y | e] is linear and E[Y Y^T | e] is quadratic in x;
E[x x^T] after each episode follows from that before it.  The coefficients are expectations over
paths, found by linear systems in which the transitions into s (and s') are damped by d:

    E[Y_s]      = d(s) E[D_s X | s]
    E[Y_s Y_s'] = d(s) R(s, s') + d(s') R(s', s)    for s' other than s
    E[Y_s Y_s]  = d(s) (2 R(s, s) - E[D_s D_s X X | s])
    R(s, s')    = E[D_s X Y_s' | s]

with d(s) the expected visits of s; here D counts the visits after the present one.  The first visit
of s' whose term of Y_s' is counted comes after X has run for j steps or in the end; so

    R(s, s') = b(s, s') E[D_s D_s' X | s'] + E[D_s D_s' X^w X | s'],   X^w = sum_j w_j X^[j]
    X^[j]    = sum_i h_{j+i} gamma^i delta_i

where w_j is the weight with which a path from s, damped in s, is in s' after X has spent j weights.

The weights h have to repeat: h_{i+K} = rho h_i for all i, as those of sparse returns do (and of all
that end, with rho = 0).  Floating point does the arithmetic, and is all that is not exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from numeric_checks.walk.chains import Array, EpisodicChain, InvalidChain
from numeric_checks.walk.episodes import Integers
from symbolic.returns import InvalidReturn, LinearReturn

__all__ = ["MOST_STATES", "Moments", "Repeating", "expected_errors", "moments", "repeating"]

#: the tables grow with the fourth power of the number of states
MOST_STATES = 40
#: and the time in proportion to the weights before they repeat
MOST_WEIGHTS = 200


@dataclass(frozen=True)
class Repeating:
    """h_0, ..., h_{K-1}, and rho with h_{i+K} = rho h_i."""

    h: tuple[float, ...]
    rho: float


def repeating(ret: LinearReturn) -> Repeating:
    """The weights of a return.

    >>> from symbolic.returns import SparseLambdaReturn
    >>> repeating(SparseLambdaReturn("1/2", 2))
    Repeating(h=(1.0, 0.5), rho=0.5)
    """
    start, factors = ret.recurrence
    length = start + sum(length for _, length in factors)
    if length > MOST_WEIGHTS:
        raise InvalidReturn(f"{ret}: expected weights that repeat or end after {MOST_WEIGHTS}")
    if not factors:
        return Repeating(tuple(map(float, ret.eligibilities(max(1, start)))), 0.0)
    if start or len(factors) > 1:
        raise InvalidReturn(f"{ret}: expected weights with h_(i+K) = rho h_i for all i")
    ((ratio, length),) = factors
    return Repeating(tuple(map(float, ret.eligibilities(length))), float(ratio))


@dataclass(frozen=True, eq=False)
class Moments:
    """E[Y_s] = mean[s] . x, and E[Y_s Y_s'] = sum of square[s, s'] times x x^T."""

    mean: Array
    square: Array


def expected_errors(
    chain: EpisodicChain, ret: LinearReturn, sizes: Sequence[float] | Array, episodes: int = 10
) -> Array:
    """E[mean over states of (v - v_pi)^2] after each episode: episodes, step sizes; from v = 0."""
    if chain.size > MOST_STATES:
        raise InvalidChain(f"there are {chain.size} states, expected at most {MOST_STATES}")
    found = np.empty((episodes, len(sizes)))
    weights = repeating(ret)
    start = np.append(-chain.values, 1.0)
    for a, size in enumerate(sizes):
        by = moments(chain, weights, float(size))
        second = np.outer(start, start)
        for k in range(episodes):
            second = _after(second, by, float(size))
            found[k, a] = np.trace(second[:-1, :-1]) / chain.size
    return found


def _after(second: Array, by: Moments, size: float) -> Array:
    """E[x x^T] after an episode."""
    moved = np.vstack([by.mean @ second, np.zeros(len(second))])  # E[Y x^T]
    found = second + size * (moved + moved.T)
    found[:-1, :-1] += size**2 * np.tensordot(by.square, second)
    return found


def moments(chain: EpisodicChain, weights: Repeating, size: float) -> Moments:
    """What an episode does with a step of that size."""
    return _Episode(chain, weights, size).moments()


class _Episode:
    """Everything for one chain, one return and one step size.

    Pairs (s, s') are numbered; arrays over them have that number first, then a state, then the
    coordinate of x.
    """

    def __init__(self, chain: EpisodicChain, weights: Repeating, size: float) -> None:
        self.chain, self.n, self.gamma, self.P = chain, chain.size, chain.gamma, chain.inner
        self.h, self.rho, self.K = np.array(weights.h), weights.rho, len(weights.h)
        self.errors = _errors(chain)
        #: what a visit of x leaves of D_s
        self.single = (1 - size) ** np.eye(self.n)

    def moments(self) -> Moments:
        n, own, visits = self.n, np.arange(self.n), self.chain.visits
        first, then = (numbers.ravel() for numbers in np.indices((n, n)))
        w = self._spent()
        alone, product = self._products(
            self.single[first] * self.single[then], then, self._weighted_by(w[:, first, then].T)
        )
        after = self._before_then(w)[first, then]
        R = (after[:, :, None] * alone[:, None, :] + product).reshape(n, n, n + 1, n + 1)
        square = visits[:, None, None, None] * R
        square = square + square.swapaxes(0, 1)
        h = np.broadcast_to(self.h, (n, self.K))
        _, twice = self._products(self.single**2, own, h)
        square[own, own] -= visits[:, None, None] * twice
        mean, _ = self._products(self.single, own, h)
        return Moments(visits[:, None] * mean, square)

    def _spent(self) -> Array:
        """w[j, s, x]: a path from s, damped in s, is in x when j weights of X are spent."""
        step = self.gamma * self.P * self.single[:, None, :]
        rows = _rows(np.eye(self.n)[:, None, :], step, self.rho, self.K)
        return np.stack(list(rows))[:, :, 0]

    def _weighted_by(self, w: Array) -> Array:
        """q_i = sum_j w_j h_{j+i}, for each pair."""
        long = np.concatenate([self.h, self.rho * self.h])
        return np.stack([w @ long[i : i + self.K] for i in range(self.K)], axis=1)

    def _before_then(self, w: Array) -> Array:
        """b[s, s']: the TD errors that X has spent before s' is visited for the last time."""
        n = self.n
        spent = np.tensordot(self.h, w, 1)
        reached = (spent @ self.errors[:, :-1].reshape(n, -1)).reshape(n, n, n + 1)
        damped = np.eye(n) - self.single[:, :, None] * self.P
        visited = np.linalg.inv(damped) * self.single[:, None, :]
        found: Array = visited.swapaxes(1, 2) @ reached
        return found

    def _products(self, kept: Array, start: Integers, q: Array) -> tuple[Array, Array]:
        """E[D X | start] and E[D X^q X | start], where X^q has the weights q instead of h.

        ``kept`` says what a visit of each state leaves of D; the first visit counts for nothing.
        """
        h, gamma, K = self.h, self.gamma, self.K
        damped, pace = kept[:, :, None] * self.P, self.P * kept[:, None, :]
        D = np.linalg.solve(np.eye(self.n) - damped, (kept * self.chain.P[:, -1])[:, :, None])
        D = np.hstack([D[:, :, 0], np.ones((len(D), 1))])  # at the end nothing is left to come
        now = np.tensordot(D, self.errors, (1, 1))
        spent = kept[:, :, None] * now
        by_h = _later(gamma * damped, spent, np.broadcast_to(h, q.shape), self.rho)
        by_q = _later(gamma * damped, spent, q, self.rho)
        rows = list(_rows(np.eye(self.n)[start][:, None, :], gamma**2 * pace, self.rho**2, K))
        both = sum(h[i] * q[:, i, None] * rows[i][:, 0] for i in range(K))
        squares = self._squares
        product = np.tensordot(both[:, :, None] * D[:, None, :], squares, ((1, 2), (0, 1)))
        # what is later comes from the last weight to the first
        for i, later_h, later_q in zip(range(K - 1, -1, -1), by_h, by_q, strict=True):
            here = np.tensordot(rows[i][:, 0], self.errors[:, :-1], 1)
            product += here.swapaxes(1, 2) @ (
                gamma * (q[:, i, None, None] * later_h + h[i] * later_q)
            )
            ahead = later_h
        alone = h[0] * now[np.arange(len(start)), start]
        alone += gamma * (self.P[start][:, None, :] @ ahead)[:, 0]
        return alone, product

    @property
    def _squares(self) -> Array:
        """P(x, y) times the TD error of the step with itself."""
        P = self.chain.P[:, :, None]
        each = np.divide(self.errors, P, out=np.zeros_like(self.errors), where=P > 0)
        found: Array = self.errors[:, :, :, None] * each[:, :, None, :]
        return found


def _errors(chain: EpisodicChain) -> Array:
    """P(x, y) times the TD error of the step from x to y, as a function of (e, 1)."""
    n = chain.size
    values, own = np.append(chain.values, 0.0), np.arange(n)
    found = np.zeros((n, n + 1, n + 1))
    found[own, :, own] -= 1
    found[:, own, own] += chain.gamma
    found[:, :, n] = chain.rewards + chain.gamma * values - values[:-1, None]
    return found * chain.P[:, :, None]


def _later(step: Array, spent: Array, q: Array, rho: float) -> Iterator[Array]:
    """A_K, ..., A_1, where A_k = q_k spent + step A_{k+1} and A_K = rho A_0."""
    K = q.shape[1]
    found: Array = np.zeros_like(spent)
    if rho:
        for k in range(K - 1, -1, -1):
            found = q[:, k, None, None] * spent + step @ found
        damped = np.eye(spent.shape[1]) - rho * np.linalg.matrix_power(step, K)
        found = rho * np.asarray(np.linalg.solve(damped, found), dtype=np.float64)
    yield found
    for k in range(K - 1, 0, -1):
        found = q[:, k, None, None] * spent + step @ found
        yield found


def _rows(start: Array, step: Array, rho: float, K: int) -> Iterator[Array]:
    """r_0, ..., r_{K-1}, where r_{j+1} = r_j step and r_0 = start + rho r_{K-1} step."""
    found = start
    if rho:
        damped = np.eye(step.shape[1]) - rho * np.linalg.matrix_power(step, K)
        turned = np.linalg.solve(damped.swapaxes(1, 2), start.swapaxes(1, 2))
        found = np.asarray(turned, dtype=np.float64).swapaxes(1, 2)
    yield found
    for _ in range(K - 1):
        found = found @ step
        yield found
