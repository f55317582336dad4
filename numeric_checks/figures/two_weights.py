"""Returns with h = (1, h1, h2, 0, ...): which contract, which converge, which diverge.

Their weights on n-step returns are c = (1 - h1, h1 - h2, h2).  Each of these is a convex set of
pairs (h1, h2), and each contains the one before:

    weak recency   1 >= h1 >= h2 >= 0
    contracts      beta = |c_1| gamma + |c_2| gamma^2 + |c_3| gamma^3 < 1: on every MRP
    converges      Re f(gamma exp(i theta)) > 0 for every theta: on every MRP, for small steps

and where Re f < 0 for some theta, the return diverges on some cycle whatever the step size.  With
u = cos theta, Re f is a cubic in u with rational coefficients, so its sign is decided exactly.

    >>> kind("1", "0", "9/10"), kind("11/10", "0", "9/10"), kind("10/9", "0", "9/10")
    ('weak recency', 'contracts', 'boundary')
    >>> kind("3/2", "1", "9/10"), kind("0", "2", "9/10")
    ('converges', 'diverges')
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import Literal

from flint import fmpq_poly, fmpz_poly

from numeric_checks.arithmetic.rational_functions import filter_of
from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq
from numeric_checks.figures.half_planes import HalfPlane, Polygon, box, cut
from numeric_checks.figures.style import InvalidFigure
from numeric_checks.moduli.modulus import discount, modulus
from symbolic.returns import Parameter, WeightedReturn

__all__ = [
    "Kind",
    "contracting",
    "converging",
    "kind",
    "least_sign",
    "real_part",
    "weakly_recent",
]

Kind = Literal["weak recency", "contracts", "converges", "boundary", "diverges"]


def kind(h1: Parameter, h2: Parameter, gamma: Parameter) -> Kind:
    """The first of the kinds that the return is; ``boundary`` if the least Re f is zero."""
    ret = WeightedReturn([1, h1, h2])
    _, first, second = ret.eligibilities(3)
    if 1 >= first >= second >= 0:
        return "weak recency"
    if modulus(ret, gamma) < 1:
        return "contracts"
    sign = least_sign(real_part(ret, discount(gamma)))
    return "converges" if sign > 0 else "diverges" if sign < 0 else "boundary"


def real_part(ret: WeightedReturn, gamma: Fraction) -> fmpq_poly:
    """Re f(gamma exp(i theta)) as a polynomial in u = cos theta, by Chebyshev's polynomials.

    >>> real_part(WeightedReturn([1]), Fraction(1, 2))          # f(z) = 1 - z
    (-1/2)*x + 1
    """
    f, _ = filter_of(ret)
    terms = (fmpq_poly(fmpz_poly.chebyshev_t(k)) * to_fmpq(a * gamma**k) for k, a in enumerate(f))
    return sum(terms, fmpq_poly([0]))


def least_sign(p: fmpq_poly) -> int:
    """The sign, -1, 0 or 1, of the least value of ``p`` from -1 to 1.

    >>> x = fmpq_poly([0, 1])
    >>> least_sign(x**2 + 1), least_sign(x**2), least_sign(1 - x), least_sign(x**3)
    (1, 0, 0, -1)
    """
    if p.is_zero():
        return 0
    inner, zeros = _without_ends(p)
    if inner(-1) < 0 or inner(1) < 0 or _roots_inside(_changing_sign(inner)):
        return -1
    return 0 if zeros or _roots_inside(inner) else 1


def weakly_recent(gamma: Parameter) -> Polygon:
    """The triangle of the returns with weak recency; it is the same for every discount."""
    first, second, third = _weights()
    return cut(_everything(discount(gamma)), (first, second, third))


def contracting(gamma: Parameter) -> Polygon:
    """The closed polygon beta <= 1: what is left by 1 +- c_1 gamma +- c_2 gamma^2 +- c_3 gamma^3.

    >>> [" ".join(map(str, corner)) for corner in contracting("1/2")][:2]
    ['1 -2', '2 0']
    """
    g = discount(gamma)
    signed = (
        [sign * g**n for n, sign in enumerate(signs, start=1)]
        for signs in product((1, -1), repeat=3)
    )
    return cut(_everything(g), (_combined(1, factors) for factors in signed))


def converging(gamma: Parameter, steps: int = 100) -> Polygon:
    """A polygon around all returns that converge, which is as narrow as ``steps`` allows.

    Each edge is a line Re f = 0 for one value of cos theta, so that everything outside diverges.
    """
    if steps < 2:
        raise InvalidFigure(f"steps = {steps}; expected a number of at least 2")
    g = discount(gamma)
    corner, across, up = (real_part(WeightedReturn([1, *h]), g) for h in ((0, 0), (1, 0), (0, 1)))
    lines = []
    for k in range(2 * steps + 1):
        u = to_fmpq(Fraction(k, steps) - 1)
        a, b, c = (lowest_terms(p(u)) for p in (corner, across, up))
        lines.append(HalfPlane(a, b - a, c - a))
    return cut(_everything(g), lines)


def _weights() -> tuple[HalfPlane, HalfPlane, HalfPlane]:
    """c_1, c_2 and c_3 as functions of (h1, h2)."""
    return HalfPlane(1, -1, 0), HalfPlane(0, 1, -1), HalfPlane(0, 0, 1)


def _combined(constant: int, factors: list[Fraction]) -> HalfPlane:
    """constant + sum of factors[n] c_n."""
    pairs = list(zip(factors, _weights(), strict=True))
    return HalfPlane(
        constant + sum(x * c.constant for x, c in pairs),
        sum(x * c.across for x, c in pairs),
        sum(x * c.up for x, c in pairs),
    )


def _everything(gamma: Fraction) -> Polygon:
    """A box around all that converges.

    The mean of Re f is one, so that if Re f >= 0, its Fourier coefficients |c_n| gamma^n are at
    most two; and h1 = 1 - c_1, h2 = c_3.
    """
    size = 1 + 2 / gamma**3
    return box(-size, size)


def _without_ends(p: fmpq_poly) -> tuple[fmpq_poly, int]:
    """``p`` without its zeros at -1 and 1 and of the same sign between them, and their number."""
    zeros = 0
    for end, factor in ((-1, fmpq_poly([1, 1])), (1, fmpq_poly([1, -1]))):
        while p(end) == 0:
            p, zeros = p // factor, zeros + 1
    return p, zeros


def _changing_sign(p: fmpq_poly) -> fmpq_poly:
    """The product of the factors that ``p`` has an odd number of times."""
    found = fmpq_poly([1])
    for factor, times in p.factor_squarefree()[1]:
        if times % 2:
            found *= factor
    return found


def _roots_inside(p: fmpq_poly) -> int:
    """How many zeros ``p``, not zero at -1 and 1, has between them, by Sturm's theorem."""
    chain = [p, p.derivative()]
    while not chain[-1].is_zero():
        chain.append(-(chain[-2] % chain[-1]))
    return _changes(chain, -1) - _changes(chain, 1)


def _changes(chain: list[fmpq_poly], at: int) -> int:
    signs = [value > 0 for value in (p(at) for p in chain) if value != 0]
    return sum(a != b for a, b in pairwise(signs))
