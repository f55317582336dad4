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
that end, with rho = 0).  The arithmetic is that of balls: every series is summed by a linear
system and proved to converge, and the answer encloses the expectation for all chains, weights and
step sizes whose numbers differ by no more than rounding (`ball_arrays.ROUNDED`) from those given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from numeric_checks.arithmetic.ball_arrays import Balls, Unbounded, fixed_point, joined
from numeric_checks.walk.chains import Array, EpisodicChain, InvalidChain
from numeric_checks.walk.episodes import Integers
from symbolic.returns import InvalidReturn, LinearReturn

__all__ = ["MOST_STATES", "Repeating", "expected_errors", "repeating"]

#: the tables grow with the fourth power of the number of states
MOST_STATES = 40
#: and the time in proportion to the weights before they repeat
MOST_WEIGHTS = 200
#: pairs of states that are done at once, so that their tables stay in the processor's cache
_AT_ONCE = 50


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
class _Moments:
    """What an episode makes of x: E[x'] = mean x, and E[e'_s e'_s'] = sum of square[s, s'] x x^T.

    With what stays as it is already in them, the coefficients are small, and so radii stay small
    however many episodes there are.
    """

    mean: Balls
    square: Balls


def expected_errors(
    chain: EpisodicChain, ret: LinearReturn, sizes: Sequence[float] | Array, episodes: int = 10
) -> Balls:
    """E[mean over states of (v - v_pi)^2] after each episode: episodes, step sizes; from v = 0."""
    if chain.size > MOST_STATES:
        raise InvalidChain(f"there are {chain.size} states, expected at most {MOST_STATES}")
    for size in sizes:
        if not 0 < size <= 1:
            raise ValueError(f"the step size {size:g}; expected more than 0 and at most 1")
    steps, weights = _Steps(chain), repeating(ret)
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            found = [joined(list(_errors(steps, weights, a, episodes)), 0) for a in sizes]
    except Unbounded as problem:
        raise InvalidReturn(f"{ret}: {problem}") from None
    return joined([column[:, None] for column in found], 1)


def _errors(steps: _Steps, weights: Repeating, size: float, episodes: int) -> Iterator[Balls]:
    """The expected squared error after each episode."""
    n, by = steps.n, _Episode(steps, weights, Balls.near(size)).moments()
    square = by.square.moved(lambda a: a.reshape(n * n, -1))
    x = joined([-steps.values, [[1.0]]], 0)
    second = x * x.T  # E[x x^T]
    for _ in range(episodes):
        first = by.mean @ second[:, n:]
        block = (square @ second.moved(lambda a: a.reshape(-1, 1))).moved(lambda a: a.reshape(n, n))
        second = joined([joined([block, first[:n]], 1), first.T], 0)
        yield block.moved(np.diag)[None].sum(1) / n


class _Steps:
    """What a step of a chain does.

    delta(x, y), the TD error of the step from x to y, is a function of (e, 1): gamma times the
    coordinate y, less the coordinate x, and the last one times ``gains[x, y]``.
    """

    def __init__(self, chain: EpisodicChain) -> None:
        self.n, self.P, self.gamma = chain.size, Balls.near(chain.P), Balls.near(chain.gamma)
        self.inner, rewards = self.P[:, :-1], Balls.near(chain.rewards)
        expected, start = (self.P * rewards).sum(1)[:, None], Balls.near(chain.start)[:, None]
        about = self.gamma.mid * self.inner.mid
        self.values = fixed_point(expected, lambda a: self.gamma * (self.inner @ a), about)
        self.visits = fixed_point(start, lambda a: self.inner.T @ a, self.inner.mid.T)
        self.gains = rewards + self.gamma * joined([self.values, [[0.0]]], 0).T - self.values

    def now(self, D: Balls) -> Balls:
        """Sum over y of P(x, y) delta(x, y) D_y."""
        moved = self.gamma * self.inner * D[:, :-1].T - np.eye(self.n) * (self.P @ D)
        return joined([moved, (self.P * self.gains) @ D], 2)

    def before(self, row: Balls, then: Balls, ahead: Balls) -> Balls:
        """Sum over x, y of row_x P(x, y) delta(x, y) then_y, where ``ahead`` is P then."""
        moved = self.gamma * (self.inner.T @ row) * then - row * ahead
        return joined([moved, ((self.P * self.gains)[:, :-1].T @ row).T @ then], -2)

    def squares(self, row: Balls, D: Balls) -> Balls:
        """Sum over x, y of row_x P(x, y) D_y times delta(x, y) with itself."""
        weight = row * self.P * D.T
        gained = weight * self.gains
        inner = weight[..., :-1]
        own = self.gamma * self.gamma * inner.sum(1) + weight.sum(2)
        block = np.eye(self.n) * own[:, :, None] - self.gamma * (inner + inner.T)
        side = (self.gamma * gained[..., :-1].sum(1) - gained.sum(2))[:, :, None]
        corner = (gained * self.gains).sum(2).sum(1)[:, None, None]
        return joined([joined([block, side], 2), joined([side.T, corner], 2)], 1)


class _Episode:
    """Everything for one chain, one return and one step size.

    Pairs (s, s') are numbered; arrays over them have that number first, then a state, then the
    coordinate of x, if any, or one column.
    """

    def __init__(self, steps: _Steps, weights: Repeating, alpha: Balls) -> None:
        self.steps, self.n, self.K = steps, steps.n, len(weights.h)
        self.alpha, self.h, self.rho = alpha, Balls.near(weights.h), Balls.near(weights.rho)
        own = np.eye(self.n)[:, :, None]
        #: what a visit of x leaves of D_s, by s and x
        self.single = (1 - alpha) * own + (1 - own)

    def moments(self) -> _Moments:
        """E[Y] and E[Y Y^T], and then what they do to the error."""
        n, own, visits = self.n, np.arange(self.n), self.steps.visits[:, :, None]
        first, then = (numbers.ravel() for numbers in np.indices((n, n)))
        w = self._ahead(self.single, own, self.steps.gamma, self.rho)
        q = self._weighted_by(joined(w, 2)[first, then])
        kept = self.single[first] * self.single[then]
        pieces = [slice(k, k + _AT_ONCE) for k in range(0, n * n, _AT_ONCE)]
        parts = [self._products(kept[k], then[k], q[k]) for k in pieces]
        alone, product = (joined(part, 0) for part in zip(*parts, strict=True))
        R = self._before_then(w)[first, then][:, :, None] * alone[:, None, :] + product
        square = visits[:, None] * R.moved(lambda a: a.reshape(n, n, n + 1, n + 1))
        square = square + square.moved(lambda a: a.swapaxes(0, 1))
        h = self.h.moved(lambda a: np.broadcast_to(a, (n, self.K)))
        _, twice = self._products(self.single * self.single, own, h)
        square = square - np.eye(n)[:, :, None, None] * (visits * twice)[:, None]
        mean, _ = self._products(self.single, own, h)
        return self._moved(visits[:, :, 0] * mean, square)

    def _moved(self, mean: Balls, square: Balls) -> _Moments:
        """From E[Y] and E[Y Y^T] to e' = e + alpha Y."""
        alpha, error = self.alpha, np.eye(self.n, self.n + 1)
        mixed = _outer(mean, error) + _outer(error, mean)
        square = alpha * alpha * square + alpha * mixed + _outer(error, error)
        last = np.eye(self.n + 1)[self.n :]
        return _Moments(joined([alpha * mean + error, last], 0), 0.5 * (square + square.T))

    def _weighted_by(self, w: Balls) -> Balls:
        """q_i = sum_j w_j h_{j+i}, for each pair."""
        each = np.arange(self.K)
        return w @ joined([self.h, self.rho * self.h], 0)[each[:, None] + each]

    def _before_then(self, w: Sequence[Balls]) -> Balls:
        """b[s, s']: the TD errors that X has spent before s' is visited for the last time."""
        inner, single, one = self.steps.inner, self.single, np.eye(self.n)
        visited = fixed_point(single * one, lambda a: single * (inner @ a), single.mid * inner.mid)
        spent = joined(w, 2) @ self.h[:, None]
        return self.steps.before(spent, visited, inner @ visited).T

    def _products(self, kept: Balls, start: Integers, q: Balls) -> tuple[Balls, Balls]:
        """E[D X | start] and E[D X^q X | start], where X^q has the weights q instead of h.

        ``kept`` says what a visit of each state leaves of D; the first visit counts for nothing.
        """
        steps, h, K = self.steps, self.h, self.K
        ends = kept * steps.P[:, -1:]
        D = fixed_point(ends, lambda a: kept * (steps.inner @ a), kept.mid * steps.inner.mid)
        D = joined([D, np.ones((len(start), 1, 1))], 1)  # at the end nothing is left to come
        now = steps.now(D)
        rows = self._ahead(kept, start, steps.gamma * steps.gamma, self.rho * self.rho)
        both = (joined(rows, 2) * (h * q)[:, None]).sum(2)[:, :, None]
        product = steps.squares(both, D)
        # one weight comes with what is now, and the other later
        q_h = joined([q[None], h.moved(lambda a: np.broadcast_to(a, q.shape))[None]], 0)
        later = self._later(kept, kept * now, q_h[::-1])
        for i, (found, ahead) in zip(range(K - 1, -1, -1), later, strict=True):
            row = steps.gamma * q_h[:, :, i, None, None] * rows[i]
            product = product + steps.before(row, found, ahead).sum(0)
        alone = h[0] * now + steps.gamma * ahead[0]
        return alone[np.arange(len(start)), start], product

    def _ahead(self, kept: Balls, start: Integers, pace: Balls, ratio: Balls) -> list[Balls]:
        """r_0, ..., r_{K-1}, where r_{j+1} = pace r_j P kept and r_0 = start + ratio r_K."""
        towards, factor = self.steps.inner.T, pace * kept

        def step(a: Balls) -> Balls:
            return factor * (towards @ a)

        begun = Balls.about(np.eye(self.n)[start][:, :, None])
        found = [self._in_turn(begun, step, factor.mid * towards.mid, ratio)]
        for _ in range(self.K - 1):
            found.append(step(found[-1]))
        return found

    def _later(self, kept: Balls, spent: Balls, q: Balls) -> Iterator[tuple[Balls, Balls]]:
        """A_K, ..., A_1, where A_k = q_k spent + gamma kept P A_{k+1} and A_K = rho A_0.

        With each comes P times it.
        """
        inner, factor = self.steps.inner, self.steps.gamma * kept

        def step(a: Balls) -> Balls:
            return factor * (inner @ a)

        found = q[:, :, :1, None] * (0 * spent)
        if self.rho.mid:
            for k in range(self.K - 1, -1, -1):
                found = q[:, :, k, None, None] * spent + step(found)
            found = self.rho * self._in_turn(found, step, factor.mid * inner.mid, self.rho)
        for k in range(self.K - 1, -1, -1):
            ahead = inner @ found
            yield found, ahead
            found = q[:, :, k, None, None] * spent + factor * ahead

    def _in_turn(
        self, start: Balls, step: Callable[[Balls], Balls], about: Array, ratio: Balls
    ) -> Balls:
        """The sum of what 0, K, 2 K, ... steps make of the start, times 1, ratio, ratio^2, ..."""

        def turn(a: Balls) -> Balls:
            for _ in range(self.K):
                a = step(a)
            return a

        if not self.rho.mid:
            return start
        return fixed_point(start, turn, np.linalg.matrix_power(about, self.K), ratio)


def _outer(a: Any, b: Any) -> Any:
    """Of functions a_s and b_s' of x, the coefficients of the product."""
    return a[:, None, :, None] * b[None, :, None, :]
