"""The inequality that a certificate of convergence stands for, with its numbers.

With f = F/D, z = gamma e^{i theta} and the square q of the certificate,

    Re(F conj(D)) - margin |D|^2 = t_0 + sum_{k>=1} t_k cos(k theta),     A_k = sum_j q_j q_{j+k},

and the certificate is good if t_0 - A_0 >= sum_{k>=1} |t_k - 2 A_k|.

    >>> from numeric_checks.safety.decision import decide
    >>> from symbolic.returns import WeightedReturn
    >>> decision = decide(WeightedReturn(["1", "1/2"]), "1/2")
    >>> shown = Inequality.of(decision.certificate())
    >>> shown.coefficient(1), shown.coefficient(2)
    (Fraction(-1, 4), Fraction(-1, 8))
    >>> least, most = shown.bounds()
    >>> least >= most
    True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import zip_longest
from typing import Any

from flint import arb, ctx, fmpq, fmpq_poly, fmpz_poly

from numeric_checks.arithmetic.balls import bounds
from numeric_checks.arithmetic.rationals import to_fmpq

__all__ = ["Inequality"]

#: bits of the balls in which the two sides are added up, above those of the square
_BITS = 256


@dataclass(frozen=True)
class Inequality:
    """G = F - margin D, so that the cosine sum is Re(G conj(D)); and q as integers over one."""

    gamma: Fraction
    margin: Fraction
    over: tuple[Fraction, ...]
    top: tuple[Fraction, ...]
    square: tuple[tuple[int, ...], int]

    @classmethod
    def of(cls, certificate: Mapping[str, Any]) -> Inequality:
        """That of a certificate of convergence."""
        gamma, margin = Fraction(certificate["gamma"]), Fraction(certificate["margin"])
        bottom = fmpq_poly([1])
        for factor in certificate["return"]["factors"]:
            bottom *= _polynomial(factor)
        numerator = _polynomial(certificate["return"]["numerator"])
        top = numerator * fmpq_poly([1, -1]) - to_fmpq(margin) * bottom
        q = certificate["square"]
        square = tuple(q["coefficients"]), q["denominator"]
        return cls(gamma, margin, _fractions(bottom), _fractions(top), square)

    @property
    def length(self) -> int:
        """How many coefficients the cosine sum has."""
        return max(len(self.over), len(self.top))

    def coefficient(self, k: int) -> Fraction:
        """t_k, the sum of D_i G_j gamma^(i + j) over all i and j that are k apart."""
        total = Fraction(0)
        for i in self._places:
            total += sum(
                self.over[i] * self.top[j] * self.gamma ** (i + j)
                for j in {i - k, i + k}
                if 0 <= j < len(self.top)
            )
        return total

    def bounds(self) -> tuple[Fraction, Fraction]:
        """A lower bound of t_0 - A_0 and an upper bound of the sum of |t_k - 2 A_k|."""
        integers, denominator = self.square
        with ctx.workprec(_BITS + 2 * denominator.bit_length()):
            t, scale = self._balls(), fmpq(1, denominator) ** 2
            A = [arb(scale * a) for a in _overlaps(integers)]
            pairs = list(zip_longest(t, A, fillvalue=arb(0)))
            (first, square), rest = pairs[0], pairs[1:]
            left = first - square
            right = sum((abs(x - 2 * a) for x, a in rest), arb(0))
            return bounds(left)[0], bounds(right)[1]

    def _balls(self) -> list[arb]:
        """t_0, t_1, ..., in balls."""
        powers = [arb(1)]
        while len(powers) < 2 * self.length:
            powers.append(powers[-1] * arb(to_fmpq(self.gamma)))
        t = [arb(0) for _ in range(self.length)]
        top = [arb(to_fmpq(x)) * g for x, g in zip(self.top, powers, strict=False)]
        for i in self._places:
            d = arb(to_fmpq(self.over[i])) * powers[i]
            for place, x in enumerate(top):
                t[abs(place - i)] += d * x
        return t

    @cached_property
    def _places(self) -> tuple[int, ...]:
        """Where D has a coefficient that is not zero: few places, as a rule."""
        return tuple(i for i, d in enumerate(self.over) if d)


def _polynomial(stored: Mapping[str, Any]) -> fmpq_poly:
    return fmpq_poly(stored["coefficients"]) * fmpq(1, stored["denominator"])


def _fractions(p: fmpq_poly) -> tuple[Fraction, ...]:
    return tuple(Fraction(int(a.p), int(a.q)) for a in p.coeffs())


def _overlaps(q: tuple[int, ...]) -> list[int]:
    """A_0, A_1, ..., of integers."""
    if not q:
        return []
    product = fmpz_poly(list(q)) * fmpz_poly(list(reversed(q)))
    return [int(product[len(q) - 1 + k]) for k in range(len(q))]
