"""Cosine sums p(theta) = t_0 + t_1 cos(theta) + ... + t_n cos(n theta), exactly and in fixed point.

On |z| = gamma everything that decides about a return is one:  Re(A conj(B)) for polynomials A and
B with rational coefficients, and sums of such.  The exact coefficients have numbers of thousands of
digits; what the decision works with is integers T_k with |t_k - T_k/2^shift| <= error/2^shift.

    >>> from flint import fmpq_poly
    >>> p = Cosines(((fmpq(1), fmpq_poly([1, -1]), fmpq_poly([1])),), Fraction(1, 2))
    >>> p.exact()                                        # Re(1 - z) = 1 - cos(theta)/2
    [1, -1/2]
    >>> p.fixed(4).integers, p.fixed(4).shift
    ([8, -4], 3)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import zip_longest
from math import isqrt
from typing import Any

from flint import arb, arb_mat, fmpq, fmpq_poly, fmpz_poly, nmod, nmod_poly

__all__ = ["BITS", "NOTHING", "Cosines", "Fixed", "Square", "TooFine"]

#: of the fixed-point coefficients
BITS = 128

#: numbers that need more bits than this are not decided about
_MOST_BITS = 1 << 15
#: modulo which it is tried whether a sum is zero
_PRIME = 2**61 - 1
#: bits beyond those asked for, so that roundings stay in the last places
_GUARD = 2


class TooFine(ValueError):
    """The numbers are too small, or too close to each other, to decide in reasonable time."""


@dataclass(frozen=True)
class Fixed:
    """Integers T_k with |t_k 2^shift - T_k| <= error; ``shift`` may be negative."""

    integers: list[int]
    shift: int
    error: int

    def minus(self, factor: Fraction, other: Fixed) -> Fixed:
        """The coefficients of p - factor q, in the units of p."""
        up = self.shift - other.shift
        top = factor.numerator << max(up, 0)
        bottom = factor.denominator << max(-up, 0)
        rest = [top * x // bottom for x in other.integers]
        error = self.error + abs(top) * other.error // bottom + 2
        pairs = zip_longest(self.integers, rest, fillvalue=0)
        return Fixed([a - b for a, b in pairs], self.shift, error)

    @property
    def total_error(self) -> int:
        """What the roundings of all coefficients can add up to."""
        return self.error * len(self.integers)

    def at(self, turn: Fraction) -> arb:
        """p at that part of a full turn, in units of 2^-shift; a ball, roundings included.

        cos(k theta) for k = a + b w comes from the angles a theta and b w theta: turning by theta
        again and again would double the radius of the ball every other time.
        """
        width = isqrt(len(self.integers) - 1) + 1
        rows = -(-len(self.integers) // width)
        padded = self.integers + [0] * (rows * width - len(self.integers))
        small = [_sin_cos(turn, a) for a in range(width)]
        turned = arb_mat(rows, width, padded) * arb_mat(
            width, 2, [x for s, c in small for x in (c, s)]
        )
        total = arb(0, self.total_error)
        for b in range(rows):
            s, c = _sin_cos(turn, b * width)
            total += turned[b, 0] * c - turned[b, 1] * s
        return total


@dataclass(frozen=True)
class Square:
    """q_j = integers[j] / 2^shift; ``shift`` may be negative."""

    integers: tuple[int, ...]
    shift: int


NOTHING = Square((), 0)


@dataclass(frozen=True)
class Cosines:
    """The sum of x Re(A conj(B)) on |z| = gamma over the parts (x, A, B)."""

    parts: tuple[tuple[fmpq, fmpq_poly, fmpq_poly], ...]
    gamma: Fraction

    @classmethod
    def of(cls, a: fmpq_poly, b: fmpq_poly, gamma: Fraction) -> Cosines:
        """Re(A conj(B))."""
        return cls(((fmpq(1), a, b),), gamma)

    @classmethod
    def one(cls, gamma: Fraction) -> Cosines:
        """The constant 1."""
        return cls.of(fmpq_poly([1]), fmpq_poly([1]), gamma)

    def times(self, factor: int) -> Cosines:
        """A multiple."""
        return Cosines(tuple((factor * x, a, b) for x, a, b in self.parts), self.gamma)

    def plus(self, other: Cosines) -> Cosines:
        """The sum of the two."""
        return Cosines(self.parts + other.parts, self.gamma)

    def minus(self, factor: Fraction, other: Cosines) -> Cosines:
        """This less a multiple of the other."""
        x = fmpq(-factor.numerator, factor.denominator)
        return self.plus(Cosines(tuple((x * y, a, b) for y, a, b in other.parts), self.gamma))

    def exact(self) -> list[fmpq]:
        """t_0, ..., t_n."""
        total: list[Any] = []
        for x, a, b in self.parts:
            left, right = (_on_circle(p, self.gamma).coeffs() for p in (a, b))
            found = _correlation(left, right, fmpq_poly)
            total = [s + x * t for s, t in zip_longest(total, found, fillvalue=fmpq(0))]
        return total or [fmpq(0)]

    @property
    def bits(self) -> int:
        """About how long the exact coefficients are at most."""
        each, found = self.gamma.denominator.bit_length(), 0
        for x, a, b in self.parts:
            powers = (len(a) + len(b)) * each
            own = int(x.p.bit_length()) + int(x.q.bit_length())
            found = max(found, own + powers + _length(a) + _length(b))
        return found

    @cached_property
    def is_zero(self) -> bool:
        """Is every coefficient exactly zero?  Modulo a prime most that are not zero show it."""
        return not any(self._modulo_a_prime()) and not any(self.exact())

    def _modulo_a_prime(self) -> list[nmod]:
        """The coefficients modulo a prime, or [0] if that divides a denominator."""
        bottoms = [d for x, a, b in self.parts for d in (int(x.q), int(a.denom()), int(b.denom()))]
        if any(d % _PRIME == 0 for d in (self.gamma.denominator, *bottoms)):
            return [nmod(0, _PRIME)]
        g = nmod(self.gamma.numerator, _PRIME) / nmod(self.gamma.denominator, _PRIME)
        total = [nmod(0, _PRIME)]
        for x, a, b in self.parts:
            left, right = (_residues(p, g) for p in (a, b))
            found = _correlation(left, right, lambda c: nmod_poly(c, _PRIME))
            scale = nmod(int(x.p), _PRIME) / nmod(int(x.q), _PRIME)
            total = [s + scale * t for s, t in zip_longest(total, found, fillvalue=0)]
        return total

    @cached_property
    def standard(self) -> Fixed:
        """Coefficients of the size that most decisions are made with."""
        return self.fixed(BITS)

    def fixed(self, bits: int) -> Fixed:
        """Coefficients of which the largest has about ``bits`` bits."""
        sizes = [_height(x) + _height_at(a) + _height_at(b) for x, a, b in self.parts]
        shift = bits - max(sizes, default=0) + _GUARD
        while True:
            found = self._fixed(shift)
            top = max(map(abs, found.integers)).bit_length()
            if 2 * top >= bits or self.is_zero:
                return found
            if shift > _MOST_BITS:  # powers of gamma may be much smaller than the coefficients
                raise TooFine("gamma is too close to 0 to decide about this return")
            shift += bits - top

    def _fixed(self, shift: int) -> Fixed:
        total, error = [0], 0
        for x, a, b in self.parts:
            part = _fixed_part(a, b, self.gamma, shift + max(_height(x), 0) + _GUARD)
            scaled = part if x == 1 else _times(part, x)
            by = scaled.shift - shift
            total = [s + (t >> by) for s, t in zip_longest(total, scaled.integers, fillvalue=0)]
            error += (scaled.error >> by) + 2
        return Fixed(total, shift, error)


def _sin_cos(turn: Fraction, times: int) -> tuple[arb, arb]:
    """Sine and cosine of so many times that part of a full turn."""
    top, bottom = turn.numerator, turn.denominator
    sine, cosine = arb.sin_cos_pi_fmpq(fmpq(2 * times * top % (2 * bottom), bottom))
    return sine, cosine


def _times(part: Fixed, x: fmpq) -> Fixed:
    top, bottom = int(x.p), int(x.q)
    integers = [top * t // bottom for t in part.integers]
    return Fixed(integers, part.shift, abs(top) * part.error // bottom + 2)


def _fixed_part(a: fmpq_poly, b: fmpq_poly, gamma: Fraction, shift: int) -> Fixed:
    """Re(A conj(B)) from integers for A(gamma x) and B(gamma x), each wrong by at most 2.

    With A' = A + e and B' = B + d, |e|, |d| <= 2, a coefficient of the product is wrong by at most
    2 (sum |A'| + sum |B'|) + 4 n, and t_k is the sum of two of them.
    """
    if b == fmpq_poly([1]):
        return Fixed(_scaled_coefficients(a, gamma, shift), shift, 2)
    least = max(shift // 2, 0) + 8
    first, second = (max(shift + _height_at(p), least) for p in (b, a))
    left = _scaled_coefficients(a, gamma, first)
    right = left if a == b and first == second else _scaled_coefficients(b, gamma, second)
    product = [int(x) for x in _correlation(left, right, fmpz_poly)]
    sizes = sum(map(abs, left)) + sum(map(abs, right))
    error = 2 * (2 * sizes + 4 * (len(left) + len(right)))
    by = first + second - shift
    return Fixed([x >> by for x in product], shift, (error >> by) + 2)


def _scaled_coefficients(p: fmpq_poly, gamma: Fraction, shift: int) -> list[int]:
    """p_k gamma^k 2^shift, each wrong by at most 2.

    gamma^k is g_k 2^-places with g_{k+1} = floor(g_k gamma), too small by at most k 2^-places, and
    ``places`` makes |p_k| k 2^(shift - places) at most 1.
    """
    numbers, bottom = p.numer().coeffs(), int(p.denom())
    places = max(shift + max(_height_at(p), 0) + len(numbers).bit_length() + 1, 8)
    power, top, below = 1 << places, gamma.numerator, gamma.denominator
    found = []
    down = places - shift
    for x in numbers:
        found.append((int(x) * power // bottom) >> down)
        power = power * top // below
    return found


def _correlation(a: list[Any], b: list[Any], kind: Any) -> list[Any]:
    """The cosine coefficients of Re(A conj(B)) for A = sum a_i x^i, B = sum b_j x^j on |x| = 1."""
    if not a or not b:
        return []
    last = len(b) - 1
    product = (kind(a) * kind(b[::-1])).coeffs()
    product += [0] * (len(a) + last - len(product))
    later, sooner = product[last + 1 :], product[:last][::-1]
    return [product[last], *(s + t for s, t in zip_longest(later, sooner, fillvalue=0))]


def _on_circle(p: fmpq_poly, gamma: Fraction) -> fmpq_poly:
    """p(gamma x)."""
    return p(fmpq_poly([0, fmpq(gamma.numerator, gamma.denominator)]))


def _length(p: fmpq_poly) -> int:
    """How long numerators and denominator are."""
    return int(p.numer().height_bits()) + int(p.denom().bit_length())


def _residues(p: fmpq_poly, g: nmod) -> list[nmod]:
    """The coefficients of p(g x), modulo the prime."""
    over, found = 1 / nmod(int(p.denom()), _PRIME), []
    for x in p.numer().coeffs():
        found.append(over * nmod(int(x), _PRIME))
        over *= g
    return found


def _height(x: fmpq) -> int:
    """About the binary logarithm of |x|, from above."""
    return int(abs(x.p)).bit_length() - int(x.q).bit_length() + 1


def _height_at(p: fmpq_poly) -> int:
    """About the binary logarithm of the largest coefficient, from above."""
    return int(p.numer().height_bits()) - int(p.denom()).bit_length() + 1
