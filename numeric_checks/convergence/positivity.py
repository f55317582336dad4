"""Proving that a cosine sum is nowhere negative: a trigonometric square, checked over the integers.

For any q_0, q_1, ... with A_k = sum_j q_j q_{j+k},

    p(theta) = |q(e^{i theta})|^2 + (t_0 - A_0) + sum_{k>=1} (t_k - 2 A_k) cos(k theta)
             >= t_0 - A_0 - sum_{k>=1} |t_k - 2 A_k|

so that p >= 0 if the last line is.  Where q comes from does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from flint import fmpz_poly

from numeric_checks.convergence.cosines import Fixed
from numeric_checks.convergence.squares import (
    DENSITY,
    GREATER_DENSITY,
    Curve,
    Floats,
    square_root,
)

__all__ = ["BITS", "NOTHING", "Square", "curve", "proves", "square_below"]

#: of the fixed-point coefficients
BITS = 128
#: floats hold numbers of more bits than this
_FLOAT_BITS = 1000
#: samples per degree and bits of the proposed square: at first (the long ones are long enough with
#: fewer bits), and when that is not enough
_LONG, _EFFORTS = 100, ((DENSITY, (60, 46)), (GREATER_DENSITY, (74, 74)))


@dataclass(frozen=True)
class Square:
    """q_j = integers[j] / 2^shift; ``shift`` may be negative."""

    integers: tuple[int, ...]
    shift: int


NOTHING = Square((), 0)


def proves(square: Square, p: Fixed) -> bool:
    """Is p >= 0 by that square, all roundings counted against it?"""
    products, t = _products(square.integers), p.integers
    up = 2 * square.shift - p.shift
    if up > 0:
        t = [x << up for x in t]
    elif up < 0:
        products = [x << -up for x in products]
    left = t[0] - (products[0] if products else 0)
    both = min(len(t), len(products))
    left -= sum(abs(t[k] - 2 * products[k]) for k in range(1, both))
    left -= sum(map(abs, t[max(both, 1) :])) + 2 * sum(map(abs, products[max(both, 1) :]))
    return left >= p.total_error << max(up, 0)


def _products(q: Sequence[int]) -> list[int]:
    """A_0, A_1, ..."""
    if not q:
        return []
    found = (fmpz_poly(list(q)) * fmpz_poly(list(q[::-1]))).coeffs()
    whole = list(map(int, found[len(q) - 1 :]))
    return whole + [0] * (len(q) - len(whole))


def curve(p: Fixed) -> tuple[Curve, int]:
    """The samples of p / 2^(e - shift), and e, which is such that they are of ordinary size."""
    top = max(map(abs, p.integers), default=0).bit_length()
    e = top + (top - p.shift) % 2
    spare = max(e - _FLOAT_BITS, 0)
    integers = [t >> spare for t in p.integers] if spare else p.integers
    high = list(map(float, integers))
    low = [float(t - int(f)) for t, f in zip(integers, high, strict=True)]
    long = np.array(high, dtype=np.longdouble) + np.array(low, dtype=np.longdouble)
    return Curve.of(np.ldexp(long, spare - e)), e


def square_below(p: Fixed, samples: Curve, e: int, less: float) -> Square | None:
    """A square that proves p >= 0, or None if floats find none.

    ``samples`` are those of p, or of p and a constant, in units of 2^(e - shift), and ``less`` is
    what they are above the square.
    """
    for density, choices in _EFFORTS:
        bits = choices[len(p.integers) > _LONG]
        sampled = samples if density == DENSITY else Curve.of(samples.coefficients, density)
        q = square_root(sampled, less)
        if q is not None:
            square = Square(_integers(q, bits), bits - (e - p.shift) // 2)
            if proves(square, p):
                return square
    return None


def _integers(q: Floats, bits: int) -> tuple[int, ...]:
    """q_j 2^bits, from two floats each."""
    high = q.astype(float)
    low = (q - high).astype(float)
    big, small = (np.ldexp(x, bits).tolist() for x in (high, low))
    return tuple(int(a) + round(b) for a, b in zip(big, small, strict=True))
