"""Returns with a known least Re f, made backwards from their cosine sums.

Let p = a |q_1|^2 + b |q_2|^2 + m with a, b > 0, where q_1 and q_2 share a zero on the circle: its
least value is m exactly.  It is Re f for the eligibilities h_k = h_{k-1} + t_k/gamma^k, and these
end with a zero if the sum of all t_k/gamma^k is zero, which settles a.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

__all__ = ["any_weights", "cosines", "weights_with_margin"]

Weights = list[Fraction]


def any_weights(draw: Random, support: int) -> Weights:
    """Eligibilities of either sign; the first is positive more often than not."""
    h = [Fraction(draw.randint(-20, 20), draw.randint(1, 20)) for _ in range(support)]
    if draw.random() < 0.7:
        h[0] = abs(h[0]) + draw.randint(0, 4)
    if draw.random() < 0.5:
        h = [x / (i + 1) for i, x in enumerate(h)]
    return h


def weights_with_margin(draw: Random, support: int, gamma: Fraction, margin: Fraction) -> Weights:
    """``support`` >= 2 eligibilities with the least Re f = margin, a small number."""
    while True:
        shared = [Fraction(1), Fraction(draw.choice([-1, 1]))]
        if support > 2 and draw.random() < 0.7:
            shared = [Fraction(1), Fraction(draw.randint(-13, 13), 7), Fraction(1)]
        first, second = (_square(draw, shared, support) for _ in range(2))
        left, right = _end(first, gamma), _end(second, gamma)
        if left * right >= 0:
            continue
        factor = (-right - margin) / left
        if factor <= 0:
            continue
        t = [factor * x + y for x, y in zip(first, second, strict=True)]
        t[0] += margin
        h = _eligibilities(t, gamma)
        if h[support - 1] != 0:
            return h


def cosines(h: Weights, gamma: Fraction) -> list[Fraction]:
    """t_0, ..., t_N: Re f(gamma e^{i theta}) = sum t_k cos(k theta)."""
    rises = [h[0], *(b - a for a, b in zip(h, [*h[1:], Fraction(0)], strict=True))]
    return [x * gamma**k for k, x in enumerate(rises)]


def _square(draw: Random, shared: Weights, degree: int) -> Weights:
    """The cosine coefficients of |q|^2, q a multiple of ``shared`` of at most that degree."""
    rest = [Fraction(draw.randint(-9, 9)) for _ in range(draw.randint(1, degree + 2 - len(shared)))]
    q = [Fraction(0)] * (len(shared) + len(rest) - 1)
    for i, x in enumerate(shared):
        for j, y in enumerate(rest):
            q[i + j] += x * y
    products = [
        sum((a * b for a, b in zip(q, q[k:], strict=False)), Fraction(0)) for k in range(len(q))
    ]
    t = [products[0], *(2 * x for x in products[1:])]
    return t + [Fraction(0)] * (degree + 1 - len(t))


def _end(t: Weights, gamma: Fraction) -> Fraction:
    """Where the eligibilities of t end."""
    return sum((x / gamma**k for k, x in enumerate(t)), Fraction(0))


def _eligibilities(t: Weights, gamma: Fraction) -> Weights:
    found, last = [], Fraction(0)
    for k, x in enumerate(t[:-1]):
        last += x / gamma**k
        found.append(last)
    return found
