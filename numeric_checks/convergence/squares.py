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
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["DENSITY", "GREATER_DENSITY", "Curve", "Floats", "square_root"]

Floats = NDArray[Any]

#: points per degree: how many at least, and when that is not enough; and the least number of all
DENSITY, GREATER_DENSITY, _LEAST = 16, 64, 64
#: zeros with distance * M below this are divided out
_CLOSE = 45.0
#: minima below this part of max |p| are taken from Taylor sums
_DEEP = 1e-4
_ORDER = 12
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
    def of(cls, coefficients: Floats, density: int = DENSITY) -> Curve:
        """The coefficients are extended floats; trailing ones that do not count are dropped."""
        size = np.abs(coefficients).max(initial=0)
        counted = np.flatnonzero(np.abs(coefficients) > size * _LONG(2) ** -75)
        kept = coefficients[: counted[-1] + 1 if len(counted) else 1]
        points = _LEAST
        while points < density * len(kept):
            points *= 2
        halves = kept.astype(float)
        halves[1:] /= 2
        values = np.fft.hfft(halves, points)[: points // 2 + 1]
        return cls(kept, values, points)

    @property
    def step(self) -> float:
        return 2 * np.pi / self.points

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
        for _ in range(4):
            waves = np.outer(angles, k)
            slope, bend = -(np.sin(waves) @ first), -(np.cos(waves) @ second)
            move = np.where(bend > 0, slope / np.where(bend > 0, bend, 1), 0)
            angles = angles - np.clip(move, -self.step, self.step)
        inner = (places > 0) & (places < self.points // 2)
        angles = np.where(inner, angles, places * self.step)
        return angles, np.cos(np.outer(angles, k)) @ t

    def lowest(self, few: int = 8) -> tuple[float, float]:
        """The angle of the least value of p, and that value."""
        places, bend = self.valleys()
        hopeful = places[self.values[places] - bend <= self.values[places].min()]
        hopeful = hopeful[np.argsort(self.values[hopeful])[:few]]
        angles, values = self.bottoms(hopeful)
        best = int(values.argmin())
        return float(angles[best]), float(values[best])


def square_root(curve: Curve, less: float) -> Floats | None:
    """The coefficients of q with |q|^2 near p - ``less``, or None if that is not positive."""
    values = curve.values - less
    t = curve.coefficients.copy()
    t[0] -= less
    lowered = Curve(t, values, curve.points)
    zeros = _near_zeros(lowered)
    if zeros is None:
        return None
    rest, back = values.copy(), np.ones(1, dtype=_LONG)
    for zero in zeros:
        rest[zero.near] = zero.replaced
    for zero in zeros:
        rest /= zero.size(curve)
        back = np.convolve(back, zero.factor)
    if not rest.min() > 0:
        return None
    logs = np.fft.irfft(np.log(rest), curve.points)
    logs[0] /= 2
    logs[curve.points // 2] /= 2
    logs[curve.points // 2 + 1 :] = 0
    smooth = np.fft.irfft(np.exp(np.fft.rfft(logs)), curve.points)
    degree = len(t) - len(back)
    if degree < 0:
        return None
    found: Floats = np.convolve(smooth[: degree + 1].astype(_LONG), back)
    return found if bool(np.isfinite(found).all()) else None


@dataclass(frozen=True)
class _Zero:
    """A zero of p at the complex angle ``x + iy``, y > 0; alone if x is 0 or pi, else with -x."""

    x: Any
    y: Any
    alone: bool
    near: Floats
    replaced: Floats

    @property
    def factor(self) -> Floats:
        """The factor of q that vanishes there, without a zero outside the circle."""
        r = np.exp(-self.y)
        if self.alone:
            return np.array([_LONG(1), -r * np.cos(self.x)])
        return np.array([_LONG(1), -2 * r * np.cos(self.x), r * r])

    def size(self, curve: Curve) -> Floats:
        """|factor|^2 on the samples."""
        one = self._distance(curve, self.x)
        return one if self.alone else one * self._distance(curve, -self.x)

    def _distance(self, curve: Curve, x: Any) -> Floats:
        """|1 - r e^{i(theta - x)}|^2 = (1 - r)^2 + 4 r sin^2((theta - x)/2)."""
        apart = np.arange(len(curve.values)) * curve.step - float(x)
        if x == self.x and len(self.near):
            apart[self.near] = (self.near * (2 * _PI / curve.points) - x).astype(float)
        r = float(np.exp(-self.y))
        found: Floats = float(np.expm1(-self.y)) ** 2 + 4 * r * np.sin(apart / 2) ** 2
        return found


def _near_zeros(curve: Curve) -> list[_Zero] | None:
    """The zeros of p so close to the circle that the samples do not show their shape."""
    places, bend = curve.valleys()
    height = np.maximum(curve.values[places], 0)
    steps = np.sqrt(2 * height / np.maximum(bend, 1e-300))
    places = places[steps * 2 * np.pi < _CLOSE]
    if len(places) > _MANY:
        return None
    if not len(places):
        return []
    angles, _ = curve.bottoms(places)
    deep = curve.values[places] < _DEEP * np.abs(curve.values).max()
    found: list[_Zero] = []
    for place, angle, low in zip(places.tolist(), angles.tolist(), deep.tolist(), strict=True):
        zero = _zero(curve, place, angle, low)
        if zero is not None and all(_apart(zero, other) for other in found):
            found.append(zero)
    return found


def _apart(one: _Zero, other: _Zero) -> bool:
    return bool(abs(one.x - other.x) + abs(one.y - other.y) > other.y / 100)


def _zero(curve: Curve, place: int, angle: float, deep: bool) -> _Zero | None:
    """The zero next to that minimum, from the Taylor sum of p there.

    p(x + w) for |w| well below 1/degree; the terms of odd order vanish at 0 and pi.
    """
    alone = place in (0, curve.points // 2)
    x = (_LONG(0) if place == 0 else _PI) if alone else _LONG(angle)
    if deep:
        taylor = _taylor(curve.coefficients, x, alone, _ORDER)
        w = _climb(taylor, _COMPLEX(1j))
    else:
        taylor = _taylor(curve.coefficients.astype(float), float(x), alone, 3 * _ORDER)
        w = _climb(taylor, 1j)
    if w is None or w.imag <= 0 or abs(w) > 4 / max(len(curve.coefficients) - 1, 1):
        return None
    near = np.array([place] if deep else [], dtype=np.int64)
    replaced = [float(_value(taylor, at * (2 * _PI / curve.points) - x)) for at in near.tolist()]
    return _Zero(x if alone else x + w.real, _LONG(w.imag), alone, near, np.array(replaced))


def _climb(taylor: list[Any], up: Any) -> Any:
    """The zero of the Taylor sum above its minimum, by Newton's method; None if there is none."""
    height, bend = taylor[0], 2 * taylor[2]
    if not (height > 0 and bend > 0):
        return None
    slopes = [n * a for n, a in enumerate(taylor)][1:]
    w = up * np.sqrt(2 * height / bend)
    for _ in range(20):
        move = _value(taylor, w) / _value(slopes, w)
        if abs(move) > abs(w) / 2:
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
