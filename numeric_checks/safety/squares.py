"""A polynomial q with |q(e^{i theta})|^2 close to a cosine sum: floats that only propose.

For p > 0 on the circle let log p = sum_k 2 a_k cos(k theta) (k >= 1) + a_0: then q = exp(a_0/2 +
sum_{k>=1} a_k x^k) has |q|^2 = p, and is a polynomial of the degree of p.  Sampled at M points this
is two Fourier transforms.  Zeros of p at a distance of less than about 1/M from the circle spoil
it; there is one pair of them at each deep minimum of p.  So each is found, p is divided by the
factors that vanish there, and q gets the factors back.  Close to such a minimum p is known only
from a Taylor sum, whose zero and whose values go together whatever the error of either.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["DENSITY", "GREATER_DENSITY", "LEAST", "Curve", "Floats", "square_root"]

Floats = NDArray[Any]

#: points per degree: how many at least, and when that is not enough; and the least number of all
DENSITY, GREATER_DENSITY, LEAST = 16, 64, 64
#: zeros with distance * M below this are divided out
_CLOSE = 45.0
#: minima below this part of max |p| are taken from Taylor sums
_DEEP = 1e-4
_SHORTEST_SUM, _LONGEST_SUM = 8, 60
#: how many valleys are looked into for the lowest: the deepest as sampled, and others close to them
_FEW, _MORE = 4, 40
#: with more deep minima than this nothing is proposed
_MANY = 300

_LONG, _COMPLEX = np.longdouble, np.clongdouble
_PI = _LONG(4) * np.arctan(_LONG(1))


@dataclass(frozen=True)
class Curve:
    """p at 0, 1/M, ..., 1/2 of a full turn, with its coefficients."""

    coefficients: Floats
    values: Floats
    points: int

    @classmethod
    def of(cls, coefficients: Floats, density: int = DENSITY, least: int = LEAST) -> Curve:
        """The coefficients are extended floats; trailing ones that do not count are dropped."""
        size = np.abs(coefficients).max(initial=0)
        counted = np.flatnonzero(np.abs(coefficients) > size * _LONG(2) ** -75)
        kept = coefficients[: counted[-1] + 1 if len(counted) else 1]
        points = least
        while points < density * len(kept):  # 64, 96, 128, 192, 256, ...
            points += points // 2 if points & (points - 1) == 0 else points // 3
        halves = kept.astype(float)
        halves[1:] /= 2
        values = np.fft.hfft(halves, points)[: points // 2 + 1]
        return cls(kept, values, points)

    @property
    def step(self) -> float:
        return 2 * np.pi / self.points

    @cached_property
    def circle(self) -> Floats:
        """e^{-i theta} at the samples."""
        found: Floats = np.exp(-1j * self.step * np.arange(len(self.values)))
        return found

    def minus(self, factor: float, other: Curve) -> Curve:
        """p - factor q, for q at the same points."""
        coefficients = np.zeros(max(len(self.coefficients), len(other.coefficients)), _LONG)
        coefficients[: len(self.coefficients)] += self.coefficients
        coefficients[: len(other.coefficients)] -= factor * other.coefficients
        return Curve(coefficients, self.values - factor * other.values, self.points)

    def at(self, angle: float) -> float:
        """p there."""
        t = self.coefficients.astype(float)
        return float(np.cos(angle * np.arange(len(t))) @ t)

    def valleys(self) -> tuple[Floats, Floats]:
        """Where the samples are not above their neighbours, and the second differences there."""
        v = self.values
        padded = np.concatenate([v[1:2], v, v[-2:-1]])
        found = np.flatnonzero((v <= padded[:-2]) & (v <= padded[2:]))
        return found, padded[found] + padded[found + 2] - 2 * v[found]

    def bottoms(self, places: Floats) -> tuple[Floats, Floats]:
        """The angles of the minima next to those samples, by Newton's method, and p there."""
        angles = places * self.step
        t = self.coefficients.astype(float)
        k = np.arange(len(t))
        first, second = k * t, k * k * t
        for _ in range(3):
            waves = np.outer(angles, k)
            slope, bend = -(np.sin(waves) @ first), -(np.cos(waves) @ second)
            move = np.where(bend > 0, slope / np.where(bend > 0, bend, 1), 0)
            angles = angles - np.clip(move, -self.step, self.step)
        inner = (places > 0) & (places < self.points // 2)
        angles = np.where(inner, angles, places * self.step)
        return angles, np.cos(np.outer(angles, k)) @ t

    def lowest(self) -> tuple[float, float]:
        """The angle of the least value of p, and that value."""
        places, bend = self.valleys()
        v = self.values
        padded = np.concatenate([v[1:2], v, v[-2:-1]])
        slope = padded[places + 2] - padded[places]
        # the least value of the parabola through three samples, and how far below it p may go
        bottoms = v[places] - np.divide(slope**2, 8 * bend, out=np.zeros_like(bend), where=bend > 0)
        floors = bottoms - bend / 20
        order = np.argsort(bottoms)
        angles, values = self.bottoms(places[order[:_FEW]])
        later = order[_FEW:]
        later = later[floors[later] < values.min()][:_MORE]
        if len(later):
            more = self.bottoms(places[later])
            angles, values = np.append(angles, more[0]), np.append(values, more[1])
        best = int(values.argmin())
        return float(angles[best]), float(values[best])


def square_root(curve: Curve, less: float) -> Floats | None:
    """The coefficients of q with |q|^2 near p - ``less``, or None if that is not positive."""
    with np.errstate(all="ignore"):  # what comes of it is checked, whatever it is
        return _square_root(curve, less)


def _square_root(curve: Curve, less: float) -> Floats | None:
    values = curve.values - less
    t = curve.coefficients.copy()
    t[0] -= less
    lowered = Curve(t, values, curve.points)
    rest = values.copy()
    zeros: list[_Zero] = []
    while len(zeros) < _MANY:
        found = _near_zeros(lowered, rest, zeros)
        if not zeros:
            for zero in found:
                rest[zero.near] = zero.replaced
        for zero in found:
            rest *= zero.moved(curve)
        zeros += found
        if not found:
            break
    if not rest.min() > 0:
        return None
    logs = np.fft.irfft(np.log(rest), curve.points)
    logs[0] /= 2
    logs[curve.points // 2] /= 2
    logs[curve.points // 2 + 1 :] = 0
    root = np.exp(np.fft.rfft(logs))
    for zero in zeros:
        root *= zero.moved_back(curve)
    q: Floats = np.fft.irfft(root, curve.points)[: len(t)]
    return q if bool(np.isfinite(q).all()) else None


@dataclass(frozen=True)
class _Zero:
    """A zero of p at the complex angle ``x + iy``, y > 0; alone if x is 0 or pi, else with -x.

    It is moved away from the circle, to x + iY, Y = 45/M: the samples show its shape there.
    """

    x: Any
    y: Any
    alone: bool
    near: Floats
    replaced: Floats

    def moved(self, curve: Curve) -> Floats:
        """What p is multiplied by on the samples."""
        found = self._moved(curve, self.x)
        return found if self.alone else found * self._moved(curve, -self.x)

    def _moved(self, curve: Curve, x: Any) -> Floats:
        """|1 - R e^{ia}|^2 over |1 - r e^{ia}|^2, where a = theta - x, r = e^-y and R = e^-Y.

        |1 - r e^{ia}|^2 = (1 - r)^2 + 4 r sin^2(a/2) loses no digits.
        """
        apart = np.arange(len(curve.values)) * curve.step - float(x)
        if x == self.x and len(self.near):
            apart[self.near] = (self.near * (2 * _PI / curve.points) - x).astype(float)
        s = 4 * np.sin(apart / 2) ** 2
        far, y = _CLOSE / curve.points, float(self.y)
        found: Floats = (np.expm1(-far) ** 2 + np.exp(-far) * s) / (
            np.expm1(-y) ** 2 + np.exp(-y) * s
        )
        return found

    def moved_back(self, curve: Curve) -> Floats:
        """What the samples of q are multiplied by: the quotient of its two factors."""
        z = curve.circle
        cosine = float(np.cos(self.x))
        sizes = float(np.exp(-self.y)), float(np.exp(-_CLOSE / curve.points))
        if self.alone:
            up, down = (1 - r * cosine * z for r in sizes)
        else:
            up, down = ((r * r * z - 2 * r * cosine) * z + 1 for r in sizes)
        found: Floats = up / down
        return found


def _near_zeros(curve: Curve, rest: Floats, known: list[_Zero]) -> list[_Zero]:
    """The zeros of p so close to the circle that the samples do not show their shape.

    ``rest`` are the samples divided by the factors of the known ones, which may hide others.
    """
    shown = Curve(curve.coefficients, rest, curve.points)
    places, bend = shown.valleys()
    height = np.maximum(rest[places], 0)
    steps = np.sqrt(2 * height / np.maximum(bend, 1e-300))
    close = steps * 2 * np.pi < _CLOSE
    places, steps = places[close], steps[close]
    if not 0 < len(places) <= _MANY:
        return []
    angles = places * curve.step if known else curve.bottoms(places)[0]
    deep = rest[places] < _DEEP * np.abs(rest).max()
    found: list[_Zero] = []
    for minimum in zip(*(x.tolist() for x in (places, angles, steps, deep)), strict=True):
        zero = _zero(curve, *minimum)
        if zero is not None and all(_apart(zero, other) for other in (*known, *found)):
            found.append(zero)
    return found


def _apart(one: _Zero, other: _Zero) -> bool:
    return bool(abs(one.x - other.x) + abs(one.y - other.y) > other.y / 100)


def _zero(curve: Curve, place: int, angle: float, steps: float, deep: bool) -> _Zero | None:
    """The zero next to that minimum, about so many steps away, from the Taylor sum of p there."""
    alone = place in (0, curve.points // 2)
    x = (_LONG(0) if place == 0 else _PI) if alone else _LONG(angle)
    order = _order(2 * max(steps, 1.0) * curve.step * len(curve.coefficients))
    up: Any = _COMPLEX(1j) if deep else 1j
    t, center = (curve.coefficients, x) if deep else (curve.coefficients.astype(float), float(x))
    taylor = _taylor(t, center, alone, order)
    reach = steps * curve.step
    if taylor[0] > 0 and taylor[2] > 0:  # where the first terms vanish, if that is nearer
        reach = min(reach, np.sqrt(taylor[0] / taylor[2]))
    w = _climb(taylor, up * reach) if reach > 0 else None
    if w is None or w.imag <= 0 or abs(w) > 4 / max(len(curve.coefficients) - 1, 1):
        return None
    near = np.array([place] if deep else [], dtype=np.int64)
    replaced = [float(_value(taylor, at * (2 * _PI / curve.points) - x)) for at in near.tolist()]
    return _Zero(x if alone else x + w.real, _LONG(w.imag), alone, near, np.array(replaced))


def _order(reach: float) -> int:
    """How many terms a Taylor sum needs, for reach = |w| degree."""
    order, term = 3, 1.0
    while order < _LONGEST_SUM and (order < _SHORTEST_SUM or term > 1e-20):
        term *= reach / order
        order += 1
    return order


def _climb(taylor: list[Any], start: Any) -> Any:
    """A zero of the Taylor sum near ``start``, by Newton's method; None if it goes nowhere."""
    slopes = [n * a for n, a in enumerate(taylor)][1:]
    w = start
    for _ in range(20):
        move = _value(taylor, w) / _value(slopes, w)
        if not abs(move) <= abs(w) / 2:
            move *= abs(w) / (2 * abs(move))
        w -= move
        if abs(move) < 1e-17 * abs(w):
            break
    return w if np.isfinite(w) else None


def _value(taylor: list[Any], w: Any) -> Any:
    total = taylor[-1]
    for a in reversed(taylor[:-1]):
        total = total * w + a
    return total


def _taylor(t: Floats, x: Any, alone: bool, order: int) -> list[Any]:
    """The coefficients of w^0, w^1, ... in p(x + w)."""
    k = np.arange(len(t)).astype(t.dtype)
    cosines = t * np.cos(k * x)
    sines = np.zeros_like(t) if alone else t * np.sin(k * x)
    found = []
    scale = t.dtype.type(1)
    for n in range(order):
        part = sines if n % 2 else cosines
        found.append(part.sum() * scale * (-1 if n % 4 in (1, 2) else 1))
        cosines *= k
        sines *= k
        scale /= n + 1
    return found
