"""Proving that a cosine sum is nowhere negative: a trigonometric square, checked over the integers.

For any q_0, q_1, ... with A_k = sum_j q_j q_{j+k},

    p(theta) = |q(e^{i theta})|^2 + (t_0 - A_0) + sum_{k>=1} (t_k - 2 A_k) cos(k theta)
             >= t_0 - A_0 - sum_{k>=1} |t_k - 2 A_k|

so that p >= 0 if the last line is.  Where q comes from does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np
from flint import fmpz_poly

from numeric_checks.convergence.cosines import Fixed
from numeric_checks.convergence.squares import Curve, Floats, square_root

__all__ = ["BITS", "NOTHING", "Square", "curve", "proves", "square_below"]

#: of the fixed-point coefficients, and of the proposed square
BITS, _SQUARE_BITS = 128, 74


@dataclass(frozen=True)
class Square:
    """q_j = integers[j] / 2^shift; ``shift`` may be negative."""

    integers: tuple[int, ...]
    shift: int


NOTHING = Square((), 0)


def proves(square: Square, p: Fixed) -> bool:
    """Is p >= 0 by that square, all roundings counted against it?"""
    up = 2 * square.shift - p.shift
    products = [x << max(-up, 0) for x in _products(square.integers)]
    scale = max(up, 0)
    left = (p.integers[0] << scale) - (products[0] if products else 0)
    pairs = zip_longest(p.integers[1:], products[1:], fillvalue=0)
    left -= sum(abs((t << scale) - 2 * a) for t, a in pairs)
    return left >= p.total_error << scale


def _products(q: Sequence[int]) -> list[int]:
    """A_0, A_1, ..."""
    if not q:
        return []
    whole = [int(x) for x in (fmpz_poly(list(q)) * fmpz_poly(list(q[::-1]))).coeffs()]
    whole += [0] * (2 * len(q) - 1 - len(whole))
    return whole[len(q) - 1 :]


def curve(p: Fixed) -> tuple[Curve, int]:
    """The samples of p / 2^(e - shift), and e, which is such that they are of ordinary size."""
    top = max(map(abs, p.integers), default=0).bit_length()
    e = top + (top - p.shift) % 2
    high = np.array([float(t >> max(e - 500, 0)) for t in p.integers])
    if e <= 500:
        low = [float(t - int(f)) for t, f in zip(p.integers, high.tolist(), strict=True)]
        long = np.array(high, dtype=np.longdouble) + np.array(low, dtype=np.longdouble)
    else:
        long = np.array(high, dtype=np.longdouble)
    return Curve.of(np.ldexp(long, -min(e, 500))), e


def square_below(p: Fixed, samples: Curve, e: int, less: float) -> Square | None:
    """A square that proves p >= 0, or None if floats find none.

    ``samples`` are those of p, or of p and a constant, in units of 2^(e - shift), and ``less`` is
    what they are above the square.
    """
    q = square_root(samples, less)
    if q is None:
        return None
    square = Square(_integers(q), _SQUARE_BITS - (e - p.shift) // 2)
    return square if proves(square, p) else None


def _integers(q: Floats) -> tuple[int, ...]:
    """q_j 2^_SQUARE_BITS, from two floats each."""
    high = q.astype(float)
    low = (q - high).astype(float)
    big, small = (np.ldexp(x, _SQUARE_BITS).tolist() for x in (high, low))
    return tuple(int(a) + round(b) for a, b in zip(big, small, strict=True))
