"""Proving that a cosine sum is nowhere negative: a trigonometric square, checked over the integers.

For any q_0, q_1, ... with A_k = sum_j q_j q_{j+k},

    p(theta) = |q(e^{i theta})|^2 + (t_0 - A_0) + sum_{k>=1} (t_k - 2 A_k) cos(k theta)
             >= t_0 - A_0 - sum_{k>=1} |t_k - 2 A_k|

so that p >= 0 if the last line is.  Where q comes from does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from flint import fmpz_poly

from numeric_checks.safety.cosines import NOTHING, Fixed, Square
from numeric_checks.safety.squares import (
    DENSITY,
    GREATER_DENSITY,
    LEAST,
    Curve,
    Floats,
    square_root,
)

__all__ = ["NOTHING", "curve", "proves", "square_below"]

#: floats hold numbers of more bits than this
_FLOAT_BITS = 1000
#: bits of a proposed square: of a short one, of a long one beyond those of its length (so that all
#: roundings together are a few 1e-9 of p), and when that is not enough
_SHORT, _SHORT_BITS, _LONG_BITS, _MOST_BITS = 100, 60, 28, 74


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
    found = fmpz_poly(list(q)).mul_low(fmpz_poly(list(q[::-1])), len(q)).coeffs()
    whole = list(map(int, found))
    return (whole + [0] * (len(q) - len(whole)))[::-1]


def curve(p: Fixed, least: int = 0) -> tuple[Curve, int]:
    """The samples of p / 2^(e - shift), and e, which is such that they are of ordinary size.

    There are at least as many as ``least``.
    """
    top = max(map(abs, p.integers), default=0).bit_length()
    e = top + (top - p.shift) % 2
    spare = max(e - _FLOAT_BITS, 0)
    integers = [t >> spare for t in p.integers] if spare else p.integers
    high = list(map(float, integers))
    low = [float(t - int(f)) for t, f in zip(integers, high, strict=True)]
    long = np.array(high).astype(np.longdouble) + np.array(low)
    return Curve.of(np.ldexp(long, spare - e), least=max(least, LEAST)), e


def square_below(p: Fixed, samples: Curve, e: int, less: float) -> Square | None:
    """A square that proves p >= 0, or None if floats find none.

    ``samples`` are those of p, or of p and a constant, in units of 2^(e - shift), and ``less`` is
    what they are above the square.
    """
    n = len(p.integers) - 1
    few = _SHORT_BITS if n <= _SHORT else _LONG_BITS + n.bit_length()
    for density, bits in ((DENSITY, few), (GREATER_DENSITY, _MOST_BITS)):
        sampled = samples if density == DENSITY else Curve.of(samples.coefficients, density)
        q = square_root(sampled, less)
        if q is not None:
            square = Square(_integers(q, bits), bits - (e - p.shift) // 2)
            if proves(square, p):
                return square
    return None


def _integers(q: Floats, bits: int) -> tuple[int, ...]:
    """q_j 2^bits, rounded."""
    return tuple(map(int, np.rint(np.ldexp(q, bits)).tolist()))
