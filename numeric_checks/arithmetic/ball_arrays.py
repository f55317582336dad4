"""Arrays of balls: floats, each with a radius, such that every operation encloses the exact result.

What a ball encloses is at most its radius away from its middle.  A rounded sum or product is at
most `UNIT` of its size away from the exact one; a sum of k products, in whatever order they are
added, at most k UNIT/(1 - k UNIT) of the sum of their sizes (Higham, Accuracy and Stability of
Numerical Algorithms, 3.1).  Radii are rounded themselves, and then made larger by `SLACK`.  This
asks of the machine IEEE 754 doubles, rounded to nearest, and of numpy matrix products that are
sums of products.

    >>> third = Balls.about(np.array([1.0])) * Balls.near(np.array([1 / 3]))
    >>> third.holds([Fraction(1, 3)]), third.holds([Fraction(1, 3) + Fraction(1, 10**12)])
    (True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Balls", "Unbounded", "fixed_point", "joined"]

Array: TypeAlias = NDArray[np.float64]

#: half the distance of 1 from the next float
UNIT = 2.0**-53
#: more than sums of 2^20 roundings do to a radius
SLACK = 2.0**-30
#: more than what is lost when a result is too small for a float
TINY = 2.0**-1000
#: how far, relative to its size, a float may be from the number it was rounded from
ROUNDED = 2.0**-48


class Unbounded(ArithmeticError):
    """That a series converges could not be proved."""


@dataclass(frozen=True, eq=False)
class Balls:
    """All arrays with entries at most ``rad`` away from those of ``mid``."""

    mid: Array
    rad: Array

    #: an array on the left leaves an operation to us
    __array_ufunc__: ClassVar[None] = None

    @classmethod
    def about(cls, mid: Any) -> Balls:
        """Floats that are meant as they are."""
        found = np.asarray(mid, dtype=np.float64)
        return cls(found, np.zeros_like(found))

    @classmethod
    def near(cls, mid: Any) -> Balls:
        """Floats that stand for numbers they were rounded from; zero stands for itself."""
        found = np.asarray(mid, dtype=np.float64)
        return cls(found, _up(ROUNDED * abs(found)) * (found != 0))

    @property
    def shape(self) -> tuple[int, ...]:
        """That of both arrays."""
        return self.mid.shape

    @property
    def low(self) -> Array:
        """Floats below all that is enclosed."""
        return np.asarray(np.nextafter(self.mid - self.rad, -np.inf))

    @property
    def high(self) -> Array:
        """Floats above all that is enclosed."""
        return np.asarray(np.nextafter(self.mid + self.rad, np.inf))

    def holds(self, numbers: Any) -> bool:
        """Are these numbers, exact or not, in the balls?"""
        flat = np.broadcast_to(np.asarray(numbers, dtype=object), self.shape).ravel()
        balls = zip(flat, self.mid.ravel().tolist(), self.rad.ravel().tolist(), strict=True)
        return all(abs(Fraction(x) - Fraction(mid)) <= Fraction(rad) for x, mid, rad in balls)

    def __getitem__(self, key: Any) -> Balls:
        return Balls(self.mid[key], self.rad[key])

    def moved(self, change: Callable[[Array], Array]) -> Balls:
        """Entries in other places, or repeated."""
        return Balls(change(self.mid), change(self.rad))

    @property
    def T(self) -> Balls:
        """The last two axes change places."""
        return self.moved(lambda a: a.swapaxes(-1, -2))

    def __neg__(self) -> Balls:
        return Balls(-self.mid, self.rad)

    def __abs__(self) -> Balls:
        return Balls(abs(self.mid), self.rad)

    def __add__(self, other: Any) -> Balls:
        b = _balls(other)
        mid = self.mid + b.mid
        rad = UNIT * abs(mid)
        rad += self.rad
        rad += b.rad
        return Balls(mid, _up(rad))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Balls:
        return self + -_balls(other)

    def __rsub__(self, other: Any) -> Balls:
        return _balls(other) - self

    def __mul__(self, other: Any) -> Balls:
        a, b = sorted((self, _balls(other)), key=lambda x: x.mid.size)
        size = abs(a.mid)
        rad = _up(size + a.rad) * b.rad
        rad += _up(a.rad + 2 * UNIT * size) * abs(b.mid)
        return Balls(a.mid * b.mid, rad + TINY)

    __rmul__ = __mul__

    def __truediv__(self, number: int) -> Balls:
        mid = self.mid / number
        return Balls(mid, _up(self.rad / abs(number) + UNIT * abs(mid)))

    def __matmul__(self, other: Any) -> Balls:
        b, size = _balls(other), abs(self.mid)
        rad = _up(size + self.rad) @ b.rad
        rad += _up(self.rad + _sums(self.shape[-1]) * size) @ abs(b.mid)
        return Balls(self.mid @ b.mid, rad + TINY)

    def __rmatmul__(self, other: Any) -> Balls:
        return _balls(other) @ self

    def sum(self, axis: int) -> Balls:
        """Sums along an axis."""
        rad = self.rad.sum(axis) + _sums(self.shape[axis]) * abs(self.mid).sum(axis)
        return Balls(self.mid.sum(axis), _up(rad))

    def sqrt(self) -> Balls:
        """Of what is not negative; roots differ by |x - m|/(sqrt x + sqrt m) <= sqrt |x - m|."""
        mid: Array = np.sqrt(np.maximum(self.mid, 0))
        rad: Array = self.rad / np.maximum(np.maximum(mid, np.sqrt(self.rad)), TINY)
        return Balls(mid, _up(rad + 2 * UNIT * mid))


#: where a series has no ratio of its own
ONE = Balls.about(1.0)


def joined(parts: Sequence[Any], axis: int) -> Balls:
    """One after the other along an axis."""
    balls = [_balls(part) for part in parts]
    return Balls(
        np.concatenate([b.mid for b in balls], axis), np.concatenate([b.rad for b in balls], axis)
    )


def fixed_point(
    constant: Balls, move: Callable[[Balls], Balls], about: Array, ratio: Balls = ONE
) -> Balls:
    """The sum of (ratio M)^k constant for k >= 0, where move(a) = M a and no middle of M is < 0.

    ``about`` is M up to rounding; it proposes a solution a of a = constant + ratio M a, and x > 0.
    If y = x - |ratio| M x > 0, the sum converges, and that of (|ratio| M)^k y is x; so if the
    equation is off by r, of which |r| <= e y, then a is off by at most e x.

    >>> half = Balls.about([[0.5]])
    >>> fixed_point(half, lambda a: half @ a, half.mid).holds([[1]])
    True
    """
    one = np.eye(about.shape[-1])
    try:
        guess = _solution(one - ratio.mid * about, constant.mid)
        ones = np.ones((*about.shape[:-1], 1))
        x = _solution(one - abs(ratio.mid) * about, ones)
    except np.linalg.LinAlgError:
        raise Unbounded("a series is not proved to converge") from None
    y = (x - abs(ratio) * move(Balls.about(x))).low
    if not ((x > 0) & (y > 0)).all():
        raise Unbounded("a series is not proved to converge")
    r = constant + ratio * move(Balls.about(guess)) - guess
    e: Array = _up(_up(abs(r.mid) + r.rad) / y).max(axis=-2, keepdims=True)
    return Balls(guess, _up(x * e))


def _balls(x: Any) -> Balls:
    return x if isinstance(x, Balls) else Balls.about(x)


def _solution(matrix: Array, right: Array) -> Array:
    return np.asarray(np.linalg.solve(matrix, right), dtype=np.float64)


def _up(rad: Array) -> Array:
    found: Array = rad * (1 + SLACK) + TINY
    return found


def _sums(count: int) -> float:
    """What roundings do to a sum of so many products."""
    return 2 * count * UNIT
