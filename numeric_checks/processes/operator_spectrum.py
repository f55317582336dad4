"""The eigenvalues of a return's operator on a process, and what an expected update does to each.

H v - H w = B (v - w) with B = 1 - f(gamma P).  An expected update of all states, with the step size
alpha, multiplies the part of the error that belongs to an eigenvalue mu of B by 1 + alpha (mu - 1),
so that small steps shrink it exactly if Re mu < 1.

Each eigenvalue is a root of a polynomial that is irreducible over the rationals, which is kept; a
ball encloses it, and if the degree is at most two it is written with a square root.

    >>> from numeric_checks.processes.mrp import cycle
    >>> from symbolic.returns import DelayedReturn
    >>> found = operator_spectrum(cycle(3, "9/10"), DelayedReturn(2))
    >>> for each in found.eigenvalues:
    ...     print(each)
    <Eigenvalue: 919/1000, shrinks>
    <Eigenvalue: 1067/500 - 81/200*i*sqrt(3), grows>
    <Eigenvalue: 1067/500 + 81/200*i*sqrt(3), grows>
    >>> print(found.fate)
    diverges
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import count
from typing import Literal, NamedTuple, cast

from flint import acb, acb_poly, arb, ctx, fmpq_mat, fmpq_poly, fmpz

from numeric_checks.arithmetic.balls import bounds
from numeric_checks.arithmetic.leading_digits import exact_text
from numeric_checks.arithmetic.rational_functions import Polynomial, filter_of, polynomial_of
from numeric_checks.arithmetic.rationals import lowest_terms
from numeric_checks.processes.mrp import RewardProcess
from numeric_checks.processes.spectra import (
    Fate,
    characteristic_polynomial,
    filter_matrix,
    imaginary_roots,
    is_semisimple_at_zero,
)
from symbolic.returns import LinearReturn

__all__ = ["Does", "Eigenvalue", "Spectrum", "operator_spectrum"]

#: what small steps do to the part of the error that belongs to an eigenvalue
Does = Literal["shrinks", "stays", "grows"]

_BITS = 128
_X = fmpq_poly([0, 1])
#: longer formulas are not written
_LONGEST = 40
#: a discriminant with more digits than this is not factored
_DIGITS = 40


@dataclass(frozen=True, eq=False, repr=False)
class Eigenvalue:
    """mu, how often it is one, and what small steps do to its part of the error.

    ``polynomial`` has rational coefficients, is monic and irreducible, and is zero at mu.
    """

    ball: acb
    polynomial: fmpq_poly
    multiplicity: int
    does: Does

    def __repr__(self) -> str:
        return f"<Eigenvalue: {self.text or self.ball.str(6, radius=False)}, {self.does}>"

    @property
    def text(self) -> str | None:
        """mu with a square root at most; None if it has a higher degree, or is too long."""
        if self.rational is not None:
            found: str | None = exact_text(self.rational)
        else:
            found = _formula(self.polynomial, self.ball)
        return found if found is not None and len(found) <= _LONGEST else None

    @property
    def size(self) -> arb:
        """|mu|, enclosed."""
        with ctx.workprec(_BITS):
            return abs(self.ball)

    @property
    def rational(self) -> Fraction | None:
        """mu itself, if it is rational."""
        p = self.polynomial
        return -lowest_terms(p[0]) if p.degree() == 1 else None

    @property
    def largest_step(self) -> arb | None:
        """Smaller constant steps shrink it: 2 Re(1 - mu)/|1 - mu|^2, if any do."""
        if self.does != "shrinks":
            return None
        with ctx.workprec(_BITS):
            w = 1 - self.ball
            return 2 * w.real / (w.real**2 + w.imag**2)


@dataclass(frozen=True, eq=False)
class Spectrum:
    """The eigenvalues by growing real part, and what the expected update does with small steps."""

    mrp: RewardProcess
    ret: LinearReturn
    eigenvalues: tuple[Eigenvalue, ...]
    fate: Fate

    @cached_property
    def radius(self) -> arb:
        """The largest |mu|: what H itself multiplies errors by in the end."""
        with ctx.workprec(_BITS):
            return reduce(arb.max, (each.size for each in self.eigenvalues))

    @cached_property
    def largest_step(self) -> arb | None:
        """Smaller constant steps are stable on this process; None if no step is."""
        steps = [each.largest_step for each in self.eigenvalues]
        known = [step for step in steps if step is not None]
        if len(known) < len(steps):
            return None
        with ctx.workprec(_BITS):
            return reduce(arb.min, known)


def operator_spectrum(mrp: RewardProcess, ret: LinearReturn) -> Spectrum:
    """The spectrum of the return on the process."""
    semisimple = is_semisimple_at_zero(filter_matrix(mrp, ret))
    small: dict[int, Does] = {1: "shrinks", 0: "grows", -1: "grows"}
    found = [
        Eigenvalue(
            _one_minus(w, sign),
            _mirrored(minimal),
            times,
            "stays" if minimal == _X and semisimple else small[sign],
        )
        for minimal, w, sign, times in _values(characteristic_polynomial(mrp.z), *filter_of(ret))
    ]
    found.sort(key=lambda each: (_place(each.ball.real), _place(each.ball.imag)))
    does = {each.does for each in found}
    fates: dict[Does, Fate] = {"grows": Fate.DIVERGES, "stays": Fate.STAYS}
    fate = next((fate for what, fate in fates.items() if what in does), Fate.CONVERGES)
    return Spectrum(mrp, ret, tuple(found), fate)


class _Value(NamedTuple):
    """A value of f, its minimal polynomial, the sign of its real part, and how often it is one."""

    minimal: fmpq_poly
    w: acb
    sign: int
    times: int


def _values(chi: fmpq_poly, num: Polynomial, den: Polynomial) -> list[_Value]:
    """num/den at the roots of a polynomial; values that are equal are one."""
    top, bottom = polynomial_of(num), polynomial_of(den)
    found: list[_Value] = []
    for factor, times in chi.factor()[1]:
        one, inverse, _ = bottom.xgcd(factor)
        g = top * inverse / one[0] % factor
        for value in _values_on(factor, g):
            same = [
                k
                for k, other in enumerate(found)
                if other.minimal == value.minimal and other.w.overlaps(value.w)
            ]
            more = value.times * times + sum(found[k].times for k in same)
            found = [other for k, other in enumerate(found) if k not in same]
            found.append(value._replace(times=more))
    return found


def _values_on(factor: fmpq_poly, g: fmpq_poly) -> list[_Value]:
    """g at the roots of an irreducible polynomial, each value as often as it is taken.

    The balls that still meet the imaginary axis when there are as few as values on it hold those;
    and those that still meet are equal when there are as many others as there are values.
    """
    minimal = _minimal_polynomial(g, factor)
    each = factor.degree() // minimal.degree()
    axis = each * imaginary_roots(minimal)
    for bits in (_BITS * 2**k for k in count(1)):
        with ctx.workprec(bits):
            roots = cast(list[tuple[acb, int]], factor.numer().complex_roots())
            values = [acb_poly(g)(root) for root, _ in roots]
        kinds: list[acb] = []
        for w in values:
            if not any(w.overlaps(other) for other in kinds):
                kinds.append(w)
        signs = [(w.real > 0) - (w.real < 0) for w in values]
        accurate = all(w.rel_accuracy_bits() >= _BITS for w in kinds) or minimal == _X
        if signs.count(0) == axis and len(kinds) == minimal.degree() and accurate:
            return [_Value(minimal, w, (w.real > 0) - (w.real < 0), each) for w in kinds]
    raise AssertionError("unreachable: balls shrink")


def _minimal_polynomial(g: fmpq_poly, factor: fmpq_poly) -> fmpq_poly:
    """Of g at a root of an irreducible polynomial: multiplying by g is a matrix whose
    characteristic polynomial is a power of it."""
    size = factor.degree()
    columns = [(g * fmpq_poly([0] * k + [1])) % factor for k in range(size)]
    matrix = fmpq_mat([[column[i] for column in columns] for i in range(size)])
    ((minimal, _),) = matrix.charpoly().factor_squarefree()[1]
    return minimal / minimal.leading_coefficient()


def _one_minus(w: acb, sign: int) -> acb:
    """The sign zero says that it is on the imaginary axis."""
    with ctx.workprec(2 * _BITS):
        return 1 - (w if sign else acb(0, w.imag))


def _mirrored(polynomial: fmpq_poly) -> fmpq_poly:
    """The monic polynomial whose roots are 1 minus those of this one."""
    found: fmpq_poly = polynomial(fmpq_poly([1, -1]))
    return found / found.leading_coefficient()


def _place(x: arb) -> int:
    """The middle of a ball, to half its bits."""
    low, high = bounds(x)
    middle: int = round((low + high) * 2 ** (_BITS // 2))
    return middle


def _formula(polynomial: fmpq_poly, ball: acb) -> str | None:
    if polynomial.degree() != 2:
        return None
    half = -lowest_terms(polynomial[1]) / 2
    square = half**2 - lowest_terms(polynomial[0])
    under = abs(square.numerator * square.denominator)
    if under >= 10**_DIGITS:
        return None
    outer, inner = 1, 1
    for prime, times in fmpz(under).factor():
        outer *= int(prime) ** (times // 2)
        inner *= int(prime) ** (times % 2)
    words = ["i"] * (square < 0) + [f"sqrt({inner})"] * (inner != 1)
    factor = Fraction(outer, square.denominator)
    part = "*".join([str(factor)] * (factor != 1) + words)
    below = ball.imag < 0 if square < 0 else ball.real < arb(half.numerator) / half.denominator
    sign = "-" if below else "+"
    if half == 0:
        return f"-{part}" if below else part
    return f"{half} {sign} {part}"
