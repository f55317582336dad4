"""Spectra of exact matrices, and what they say about the expected update of a return.

The expected update v + alpha (H v - v) moves the error e = v - v_pi to (1 - alpha f(z)) e, with
f(z) = (1 - z) h(z) and z = gamma P.  An eigenvalue w of f(z) multiplies its part of the error by
1 - alpha w, and for small alpha > 0

    |1 - alpha w| < 1     if Re w > 0
    |1 - alpha w| > 1     if Re w < 0, or if w is imaginary and not 0     (for every alpha > 0)
    1 - alpha w = 1       if w = 0

so the fate of the update is a question about signs of real parts.  It is answered exactly: the
imaginary roots of the characteristic polynomial are counted by gcd and Sturm's theorem, and the
others are enclosed in balls that shrink until they leave the imaginary axis.

    >>> from numeric_checks.processes.mrp import two_state
    >>> from symbolic.returns import DelayedReturn, LambdaReturn
    >>> print(fate(two_state("2/5", "9/10"), DelayedReturn(1)))
    diverges
    >>> print(fate(two_state("1/2", "9/10"), DelayedReturn(1)))
    stays
    >>> print(fate(two_state("2/5", "9/10"), LambdaReturn("9/10")))
    converges
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import NamedTuple, cast

from flint import acb, arb, ctx, fmpq, fmpq_mat, fmpq_poly

from numeric_checks.arithmetic.balls import bounds
from numeric_checks.arithmetic.rational_functions import filter_of
from numeric_checks.processes.mrp import RewardProcess
from symbolic.returns import LinearReturn

__all__ = [
    "Fate",
    "HalfPlanes",
    "InvalidMatrix",
    "characteristic_polynomial",
    "distinct_real_roots",
    "eigenvalues",
    "fate",
    "fate_of_matrix",
    "filter_matrix",
    "half_planes",
    "imaginary_roots",
    "is_semisimple_at_zero",
    "spectral_radius",
    "worst_eigenvalue",
]

_FIRST_BITS = 64


class InvalidMatrix(ValueError):
    """A matrix or polynomial without a spectrum; the message says what was expected."""


class Fate(Enum):
    """What the expected update does to the error for every small enough step size."""

    CONVERGES = "converges"
    STAYS = "stays"
    DIVERGES = "diverges"

    def __str__(self) -> str:
        return self.value


class HalfPlanes(NamedTuple):
    """How many roots have a negative, a zero and a positive real part, with multiplicity."""

    left: int
    axis: int
    right: int


def fate(mrp: RewardProcess, ret: LinearReturn) -> Fate:
    """What v + alpha (H v - v) does for every small enough alpha > 0, decided exactly.

    CONVERGES: the error tends to 0 from every start.  STAYS: it is bounded, and some error never
    changes.  DIVERGES: some error grows without bound, whatever alpha > 0 is.
    """
    return fate_of_matrix(filter_matrix(mrp, ret))


def fate_of_matrix(matrix: fmpq_mat) -> Fate:
    """What e -> (1 - alpha M) e does for every small enough alpha > 0.

    >>> print(fate_of_matrix(fmpq_mat([[0, 1], [-1, 0]])))          # |1 - alpha i| > 1
    diverges
    >>> print(fate_of_matrix(fmpq_mat([[0, 1], [0, 0]])))           # the error grows linearly
    diverges
    """
    chi = characteristic_polynomial(matrix)
    signs = half_planes(chi)
    if signs.left:
        return Fate.DIVERGES
    if not signs.axis:
        return Fate.CONVERGES
    only_zero = signs.axis == _order_at_zero(chi)
    return Fate.STAYS if only_zero and is_semisimple_at_zero(matrix) else Fate.DIVERGES


def filter_matrix(mrp: RewardProcess, ret: LinearReturn) -> fmpq_mat:
    """f(z) = (1 - z) h(z) at z = gamma P.

    >>> from numeric_checks.processes.mrp import cycle
    >>> from symbolic.returns import NStepReturn
    >>> filter_matrix(cycle(2, "1/2"), NStepReturn(2))
    [3/4,   0]
    [  0, 3/4]
    """
    return mrp.matrix_of_series(*filter_of(ret))


def characteristic_polynomial(matrix: fmpq_mat) -> fmpq_poly:
    """det(x - M), exactly.

    >>> characteristic_polynomial(fmpq_mat([[0, 1], [-1, 0]]))
    x^2 + 1
    """
    if matrix.nrows() != matrix.ncols():
        raise InvalidMatrix(
            f"a matrix of {matrix.nrows()} rows and {matrix.ncols()} columns has no eigenvalues; "
            "expected a square one"
        )
    return matrix.charpoly()


def half_planes(polynomial: fmpq_poly) -> HalfPlanes:
    """Where the roots of a polynomial lie: left of the imaginary axis, on it, right of it.

    >>> half_planes(fmpq_poly([0, 0, 1, 0, 1]) * fmpq_poly([-5, 1]))
    HalfPlanes(left=0, axis=4, right=1)
    """
    counted = [HalfPlanes(0, 0, 0)]
    for factor, times in _squarefree_factors(polynomial):
        counted.append(HalfPlanes(*(times * n for n in _half_planes_of_squarefree(factor))))
    return HalfPlanes(*map(sum, zip(*counted, strict=True)))


def distinct_real_roots(polynomial: fmpq_poly) -> int:
    """How many different real roots a polynomial has, by Sturm's theorem.

    >>> distinct_real_roots(fmpq_poly([-2, 0, 1]) ** 3), distinct_real_roots(fmpq_poly([2, 0, 1]))
    (2, 0)
    """
    if polynomial.is_zero():
        raise InvalidMatrix("every number is a root of the zero polynomial; expected another one")
    chain = [polynomial, polynomial.derivative()]
    while not chain[-1].is_zero():
        chain.append(-(chain[-2] % chain[-1]))
    leading = [(p.leading_coefficient() > 0, p.degree() % 2 == 1) for p in chain[:-1]]
    at_infinity = [positive for positive, _ in leading]
    at_minus_infinity = [positive != odd for positive, odd in leading]
    return _changes(at_minus_infinity) - _changes(at_infinity)


def is_semisimple_at_zero(matrix: fmpq_mat) -> bool:
    """Do M and M^2 have the same kernel, that is, no Jordan block of size two or more at 0?"""
    return matrix.rank() == (matrix * matrix).rank()


def eigenvalues(matrix: fmpq_mat, bits: int = 128) -> tuple[acb, ...]:
    """A ball around each eigenvalue, as often as its multiplicity, ordered by real part.

    Each is accurate to ``bits`` bits, and that of a real eigenvalue is an interval of real numbers.
    Eigenvalues whose real parts agree to bits/2 bits are ordered by imaginary part.

    >>> [w.str(6, radius=False) for w in eigenvalues(fmpq_mat([[0, 2], [1, 0]]))]
    ['-1.41421', '1.41421']
    """
    if type(bits) is not int or bits < 2:
        raise InvalidMatrix(f"bits = {bits!r}; expected a precision, an integer >= 2")
    chi = characteristic_polynomial(matrix)
    found = [
        root
        for factor, times in _squarefree_factors(chi)
        for root in _accurate_roots(factor, bits)
        for _ in range(times)
    ]
    return tuple(sorted(found, key=lambda root: _place(root, bits // 2)))


def spectral_radius(matrix: fmpq_mat, bits: int = 128) -> arb:
    """A ball around the largest absolute value of an eigenvalue; 0 for the empty matrix."""
    found = eigenvalues(matrix, bits)
    with ctx.workprec(bits + 8):
        return reduce(arb.max, (abs(w) for w in found), arb(0))


def worst_eigenvalue(mrp: RewardProcess, ret: LinearReturn, bits: int = 128) -> acb:
    """The eigenvalue of f(z) with the least real part; of a conjugate pair, the upper one.

    Of several eigenvalues with the same real part to bits/2 bits, it is the one that is highest.
    """
    found = eigenvalues(filter_matrix(mrp, ret), bits)
    least = _place(found[0], bits // 2)[0]
    tied = [w for w in found if _place(w, bits // 2)[0] == least]
    return tied[-1]


def _order_at_zero(polynomial: fmpq_poly) -> int:
    """The multiplicity of the root 0."""
    return next(i for i, a in enumerate(polynomial.coeffs()) if a != 0)


def _squarefree_factors(polynomial: fmpq_poly) -> list[tuple[fmpq_poly, int]]:
    """Squarefree factors without common roots, and how often each occurs."""
    if polynomial.is_zero():
        raise InvalidMatrix("every number is a root of the zero polynomial; expected another one")
    return polynomial.factor_squarefree()[1]


def _half_planes_of_squarefree(polynomial: fmpq_poly) -> HalfPlanes:
    """The balls that still meet the axis when there are as few as roots on it hold those roots."""
    axis = imaginary_roots(polynomial)
    bits = _FIRST_BITS
    while True:
        real_parts = [root.real for root in _roots(polynomial, bits)]
        left = sum(x < 0 for x in real_parts)
        right = sum(x > 0 for x in real_parts)
        if left + axis + right == polynomial.degree():
            return HalfPlanes(left, axis, right)
        bits *= 2


def imaginary_roots(polynomial: fmpq_poly) -> int:
    """How many different y have p(iy) = 0: the real roots that Re p(iy) and Im p(iy) share."""
    sign = (1, 1, -1, -1)
    turned = [a * sign[k % 4] for k, a in enumerate(polynomial.coeffs())]
    even = fmpq_poly([a if k % 2 == 0 else fmpq(0) for k, a in enumerate(turned)])
    odd = fmpq_poly([a if k % 2 == 1 else fmpq(0) for k, a in enumerate(turned)])
    return distinct_real_roots(even.gcd(odd))


def _changes(signs: list[bool]) -> int:
    return sum(a != b for a, b in pairwise(signs))


def _roots(polynomial: fmpq_poly, bits: int) -> list[acb]:
    """Disjoint balls around the roots of a squarefree polynomial."""
    with ctx.workprec(bits):
        found = cast(list[tuple[acb, int]], polynomial.numer().complex_roots())
    return [root for root, _ in found]


def _accurate_roots(polynomial: fmpq_poly, bits: int) -> list[acb]:
    precision = bits
    while True:
        found = _roots(polynomial, precision)
        if all(root.rel_accuracy_bits() >= bits for root in found):
            return found
        precision *= 2


def _place(root: acb, bits: int) -> tuple[int, Fraction]:
    """The real part to this many bits, then the imaginary part."""
    real, imaginary = (sum(bounds(x)) / 2 for x in (root.real, root.imag))
    return round(real * 2**bits), Fraction(imaginary)
