"""Exact decisions about short cosine sums, as polynomials in x = cos(theta) on [-1, 1].

cos(k theta) is Chebyshev's T_k(x).  The sign of the least value is decided by Descartes' rule of
signs on shrinking intervals; zeros are enclosed to any precision by Arb.

    >>> from flint import fmpq
    >>> [least_sign(in_cosine([fmpq(a), fmpq(b)])) for a, b in ((2, 1), (1, 1), (1, 2))]
    [1, 0, -1]
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from flint import acb, acb_poly, arb, arb_poly, ctx, fmpq, fmpq_poly, fmpz, fmpz_poly

from numeric_checks.safety.cosines import Square

__all__ = [
    "in_cosine",
    "least_quotient",
    "least_sign",
    "negative_arc",
    "precise_minimum",
    "precise_square",
]

_X = fmpz_poly([0, 1])


def in_cosine(t: Iterable[fmpq]) -> fmpq_poly:
    """sum_k t_k T_k(x), by Clenshaw's recurrence."""
    given = fmpq_poly(list(t))  # over one denominator, for there are no fractions on the way then
    double = fmpz_poly([0, 2])
    later, last = fmpz_poly([0]), fmpz_poly([0])
    first, *rest = given.numer().coeffs() or [fmpz(0)]
    for coefficient in reversed(rest):
        later, last = coefficient + double * later - last, later
    return fmpq_poly(first + _X * later - last, given.denom())


def least_sign(p: fmpq_poly) -> int:
    """The sign, -1, 0 or 1, of the least value of p on [-1, 1]."""
    if p.is_zero():
        return 0
    q = fmpz_poly(p.numer())
    touches = False
    for end, factor in ((-1, fmpz_poly([1, 1])), (1, fmpz_poly([1, -1]))):
        while q(end) == 0:
            q, touches = q // factor, True
    if q(-1) < 0 or q(1) < 0:
        return -1
    _, parts = q.factor_squarefree()
    for part, times in parts:
        if _has_zero(part):
            if times % 2:
                return -1
            touches = True
    return 0 if touches else 1


def _has_zero(p: fmpz_poly) -> bool:
    """Has the squarefree p, not zero at -1 and 1, a zero between them?"""
    to_unit = p(2 * _X - 1)
    return _zero_in_unit(to_unit)


def _zero_in_unit(p: fmpz_poly) -> bool:
    """Has the squarefree p, not zero at 0, a zero in (0, 1)?  By Descartes' rule, halving."""
    pending = [p]
    while pending:
        q = pending.pop()
        if q.degree() < 1:
            continue
        changes = _changes(fmpz_poly(q.coeffs()[::-1])(_X + 1))
        if changes == 1:
            return True
        if changes > 1:
            left = _halved(q)
            right = left(_X + 1)
            if right[0] == 0:
                return True
            pending += [left, right]
    return False


def _halved(p: fmpz_poly) -> fmpz_poly:
    """2^n p(x/2)."""
    n = p.degree()
    return fmpz_poly([a << (n - k) for k, a in enumerate(map(int, p.coeffs()))])


def _changes(p: fmpz_poly) -> int:
    signs = [a > 0 for a in p.coeffs() if a != 0]
    return sum(a != b for a, b in pairwise(signs))


# -- zeros to any precision ------------------------------------------------------------------------


def _zeros(p: fmpz_poly) -> list[acb]:
    """The zeros of a squarefree p; those that are real have the imaginary part 0 exactly."""
    found: Any = p.complex_roots()
    return [root for root, _ in found]


def _real_zeros(p: fmpq_poly) -> list[arb]:
    """The zeros of p in (-1, 1), without multiplicity, in order."""
    found: list[arb] = []
    for part, _ in fmpz_poly(p.numer()).factor_squarefree()[1]:
        zeros = (root.real for root in _zeros(part) if root.imag == 0)
        found += [x for x in zeros if x > -1 and x < 1]
    return sorted(found, key=lambda x: x.mid().fmpq() if x.is_finite() else fmpq(0))


def negative_arc(p: fmpq_poly) -> tuple[arb, arb] | None:
    """Two cosines between which p is negative, or None."""
    ends = [arb(-1), *_real_zeros(p), arb(1)]
    best = None
    for a, b in pairwise(ends):
        middle = ((a.mid() + b.mid()) / 2).mid().fmpq()
        value = p(middle)
        if value < 0 and (best is None or value < best[0]):
            best = (value, (a, b))
    return best and best[1]


def least_quotient(p: fmpq_poly, w: fmpq_poly) -> tuple[arb, arb]:
    """Two balls with the least value of p/w on [-1, 1] between them, for w > 0 there.

    It is taken at an end, or where p' w = p w'; in the precision of the context.

    >>> low, high = least_quotient(fmpq_poly([0, 0, 1]), fmpq_poly([2, 1]))
    >>> low.overlaps(high), float(high) < 1e-9
    (True, True)
    """
    places = [arb(-1), arb(1), *_real_zeros(p.derivative() * w - p * w.derivative())]
    values = [arb_poly(p)(x) / arb_poly(w)(x) for x in places]
    return min(values, key=lambda v: _end(v.lower())), min(values, key=lambda v: _end(v.upper()))


def _end(x: arb) -> fmpq:
    return x.fmpq() if x.is_finite() else fmpq(10) ** 10_000


def precise_minimum(p: fmpq_poly) -> fmpq:
    """About the least value of p on [-1, 1]: exactly p at a point close to where it is least."""
    points = [fmpq(-1), fmpq(1), *(x.mid().fmpq() for x in _real_zeros(p.derivative()))]
    return min(p(x) for x in points)


def precise_square(p: fmpq_poly, bits: int) -> Square | None:
    """The polynomial q with |q(e^{i theta})|^2 = p(cos theta) to ``bits`` bits, p > 0 on [-1, 1].

    Each zero x of p is (w + 1/w)/2 for a w inside the circle, and q is a multiple of the product
    of the 1 - w z.
    """
    with ctx.workprec(bits + 64):
        product = acb_poly([1])
        for x in _zeros(fmpz_poly(p.numer())):
            root = (x - 1).sqrt() * (x + 1).sqrt()
            w = x - root if abs(x - root) < abs(x + root) else x + root
            product *= acb_poly([1, -w])
        q = arb_poly([a.real for a in product.coeffs()])
        size = arb(p(fmpq(1))) / q(arb(1)) ** 2
        if not size > 0:
            return None
        shift = bits - int((size.log() / arb(2).log() / 2).mid().floor().unique_fmpz() or 0)
        factor = size.sqrt() * arb(2) ** shift
        integers = [(a * factor).mid().floor().unique_fmpz() for a in q.coeffs()]
    return Square(tuple(int(x) for x in integers if x is not None), shift)
