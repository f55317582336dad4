"""Exact arithmetic for the tests: what a term can be while it is evaluated.

* a `Fraction`, or a `Surd` a + b sqrt(3), for the cosines and sines of twelfths of a turn;
* a `Quotient`: a rational function of one real variable z of which nothing is known;
* a `Germ`: what a sequence is for all large m, a quotient of sums of c r**m m**d with r > 0.

An operation that cannot be carried out exactly raises `Undecided`.  Nothing here is shared with
the normal form of the core.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb, gcd
from typing import Any

from flint import fmpq, fmpq_poly, fmpz_poly

Value = Any  # Fraction, Surd, Quotient or Germ: they add and multiply with each other
ZERO, ONE = Fraction(0), Fraction(1)
LARGEST = 400  # bits of a number that a test still wants to compute with


class Undecided(Exception):
    """This cannot be decided exactly here."""


class Far(Undecided):
    """It is decided for large m, but these are too large to look at all smaller ones."""


class MorePeriods(Exception):
    """The sequence must be looked at in residue classes of a multiple of the period."""

    def __init__(self, scope: Large, factor: int) -> None:
        super().__init__(scope, factor)
        self.scope, self.factor = scope, factor


def small(q: Fraction) -> Fraction:
    """The number, unless it is too large to go on with."""
    if q.numerator.bit_length() + q.denominator.bit_length() > LARGEST:
        raise Undecided("a large number")
    return q


# -- a + b sqrt(3) ------------------------------------------------------------------------------


class Surd:
    """a + b sqrt(3), with b not zero."""

    __slots__ = ("a", "b")

    def __init__(self, a: Fraction, b: Fraction) -> None:
        self.a, self.b = a, b

    def __repr__(self) -> str:
        return f"({self.a} + {self.b}√3)"

    def __add__(self, other: Value) -> Value:
        if isinstance(other, Fraction):
            return Surd(self.a + other, self.b)
        if isinstance(other, Surd):
            return surd(self.a + other.a, self.b + other.b)
        return NotImplemented

    def __mul__(self, other: Value) -> Value:
        if isinstance(other, Fraction):
            return surd(self.a * other, self.b * other)
        if isinstance(other, Surd):
            return surd(
                self.a * other.a + 3 * self.b * other.b, self.a * other.b + self.b * other.a
            )
        return NotImplemented

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Value:
        return Surd(-self.a, -self.b)

    def __sub__(self, other: Value) -> Value:
        return self + (-other)

    def __rsub__(self, other: Value) -> Value:
        return other + (-self)

    def inverse(self) -> Value:
        """1/(a + b sqrt(3))."""
        norm = self.a**2 - 3 * self.b**2
        return surd(self.a / norm, -self.b / norm)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Surd) and (self.a, self.b) == (other.a, other.b)

    def __hash__(self) -> int:
        return hash((self.a, self.b))

    def sign(self) -> int:
        """Its sign: sqrt(3) is irrational, so it is never zero."""
        if (self.a >= 0) == (self.b > 0):
            return 1 if self.b > 0 else -1
        larger = self.a**2 > 3 * self.b**2
        return (1 if self.a > 0 else -1) if larger else (1 if self.b > 0 else -1)


def surd(a: Fraction, b: Fraction) -> Value:
    """a + b sqrt(3)."""
    return Surd(small(a), small(b)) if b else a


_COSINES: dict[int, Value] = {0: ONE, 1: Surd(ZERO, Fraction(1, 2)), 2: Fraction(1, 2), 3: ZERO}


def cosine(a: int, b: int) -> Value:
    """The cosine of a/b of a turn, b >= 1."""
    twelfths = Fraction(12 * a, b)
    if twelfths.denominator != 1:
        raise Undecided("not twelfths of a turn")
    t = int(twelfths) % 12
    t = min(t, 12 - t)
    return _COSINES[t] if t <= 3 else -_COSINES[6 - t]


def sine(a: int, b: int) -> Value:
    """The sine of a/b of a turn, b >= 1."""
    twelfths = Fraction(12 * a, b)
    if twelfths.denominator != 1:
        raise Undecided("not twelfths of a turn")
    return cosine(int(twelfths) - 3, 12)


# -- rational functions of z --------------------------------------------------------------------


class Generic:
    """A real variable; the points at which its rational functions have to be looked at singly."""

    def __init__(self, inside: bool = True) -> None:
        self.points: set[Fraction] = {ZERO}
        self.inside = inside  # only |z| < 1 is asked about

    def variable(self) -> Quotient:
        """The variable itself."""
        return Quotient(self, fmpq_poly([0, 1]), fmpq_poly([1]))

    def zeros(self, p: fmpq_poly) -> None:
        """Look at the zeros of p singly; those that are not rational are out of reach."""
        for factor, _ in p.factor()[1]:
            if factor.degree() == 1:
                c = factor.coeffs()
                root = -c[0] / c[1]
                self.points.add(Fraction(int(root.p), int(root.q)))
                continue
            roots: Any = factor.complex_roots()
            for root, _ in roots:
                if root.imag.overlaps(0 * root.imag) and not (self.inside and abs(root) > 1):
                    raise Undecided("an irrational zero")


def rational(q: Fraction) -> fmpq:
    """The number, for flint."""
    return fmpq(q.numerator, q.denominator)


def fraction(q: Any) -> Fraction:
    """The number, from flint."""
    q = fmpq(q)
    return Fraction(int(q.p), int(q.q))


class Quotient:
    """top/bottom, without common factors; not a constant."""

    __slots__ = ("bottom", "scope", "top")

    def __init__(self, scope: Generic, top: fmpq_poly, bottom: fmpq_poly) -> None:
        self.scope, self.top, self.bottom = scope, top, bottom

    def __repr__(self) -> str:
        return f"({self.top})/({self.bottom})"

    def _both(
        self, other: Value, how: Callable[[fmpq_poly, fmpq_poly], tuple[fmpq_poly, fmpq_poly]]
    ) -> Value:
        if isinstance(other, Fraction):
            return quotient(self.scope, *how(fmpq_poly([rational(other)]), fmpq_poly([1])))
        if isinstance(other, Quotient):
            if other.scope is not self.scope:
                raise Undecided("two variables")
            return quotient(self.scope, *how(other.top, other.bottom))
        if isinstance(other, Surd):
            raise Undecided("irrational coefficients")
        return NotImplemented

    def __add__(self, other: Value) -> Value:
        return self._both(other, lambda p, q: (self.top * q + p * self.bottom, self.bottom * q))

    def __mul__(self, other: Value) -> Value:
        return self._both(other, lambda p, q: (self.top * p, self.bottom * q))

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Value:
        return Quotient(self.scope, -self.top, self.bottom)

    def __sub__(self, other: Value) -> Value:
        return self + (-other)

    def __rsub__(self, other: Value) -> Value:
        return other + (-self)

    def inverse(self) -> Value:
        """1/this, away from its zeros."""
        self.scope.zeros(self.top)
        return quotient(self.scope, self.bottom, self.top)

    def monomial(self) -> tuple[Fraction, int] | None:
        """c and a, if this is c z**a."""
        top, bottom = self.top.coeffs(), self.bottom.coeffs()
        if sum(map(bool, top)) == sum(map(bool, bottom)) == 1:
            return fraction(top[-1]) / fraction(bottom[-1]), len(top) - len(bottom)
        return None


def quotient(scope: Generic, top: fmpq_poly, bottom: fmpq_poly) -> Value:
    """top/bottom in lowest terms."""
    if top.degree() + bottom.degree() > 40:
        raise Undecided("a large polynomial")
    common = top.gcd(bottom)
    if common.degree() > 0:
        top, bottom = top // common, bottom // common
    if top.degree() <= 0 and bottom.degree() == 0:
        return fraction(top[0]) / fraction(bottom[0])
    return Quotient(scope, top, bottom)


# -- sequences for large m ----------------------------------------------------------------------

Power = tuple[Fraction, int, int]  # r, a, d: (r z**a)**m m**d, with r > 0
Sum = dict[Power, Value]
UNIT: Power = (ONE, 0, 0)


class Large:
    """An integer variable m that is as large as one likes; from where on what was decided holds."""

    def __init__(self, depth: int) -> None:
        self.depth, self.start = depth, 0

    def variable(self) -> Germ:
        """The variable itself."""
        return Germ(self, {(ONE, 0, 1): ONE}, {UNIT: ONE})

    def from_on(self, m: int) -> None:
        """What follows is said of numbers >= m only."""
        self.start = max(self.start, m)


def _added(p: Sum, q: Sum) -> Sum:
    total = dict(p)
    for power, more in q.items():
        c = total[power] + more if power in total else more
        if is_zero(c):
            total.pop(power, None)
        else:
            total[power] = c
    return total


def _multiplied(p: Sum, q: Sum) -> Sum:
    if len(p) * len(q) > 60:
        raise Undecided("a long sum")
    total: Sum = {}
    for (r, a, d), c in p.items():
        for (s, b, e), k in q.items():
            total = _added(total, {(small(r * s), a + b, d + e): c * k})
    return total


class Germ:
    """top/bottom for all large m: sums of powers and polynomials; the bottom is not zero."""

    __slots__ = ("bottom", "scope", "top")

    def __init__(self, scope: Large, top: Sum, bottom: Sum) -> None:
        self.scope, self.top, self.bottom = scope, top, bottom

    def __repr__(self) -> str:
        return f"({self.top})/({self.bottom})"

    def _sides(self, other: Value) -> tuple[Large, Germ, Germ] | None:
        if isinstance(other, Germ):
            if other.scope is self.scope:
                return self.scope, self, other
            if other.scope.depth == self.scope.depth:
                raise Undecided("two variables of one depth")
            if other.scope.depth > self.scope.depth:
                return other.scope, constant(other.scope, self), other
        elif not isinstance(other, Fraction | Surd | Quotient):
            return None
        return self.scope, self, constant(self.scope, other)

    def __add__(self, other: Value) -> Value:
        found = self._sides(other)
        if found is None:
            return NotImplemented
        scope, p, q = found
        if p.bottom == q.bottom:
            return germ(scope, _added(p.top, q.top), p.bottom)
        top = _added(_multiplied(p.top, q.bottom), _multiplied(q.top, p.bottom))
        return germ(scope, top, _multiplied(p.bottom, q.bottom))

    def __mul__(self, other: Value) -> Value:
        found = self._sides(other)
        if found is None:
            return NotImplemented
        scope, p, q = found
        return germ(scope, _multiplied(p.top, q.top), _multiplied(p.bottom, q.bottom))

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Value:
        return Germ(self.scope, {power: -c for power, c in self.top.items()}, self.bottom)

    def __sub__(self, other: Value) -> Value:
        return self + (-other)

    def __rsub__(self, other: Value) -> Value:
        return other + (-self)

    def plain(self) -> bool:
        """Is it a sum of powers, and not a quotient of two?"""
        return list(self.bottom) == [UNIT] and self.bottom[UNIT] == ONE

    def inverse(self) -> Value:
        """1/this, for m so large that this is not zero."""
        self.sign_of(self.top)
        return germ(self.scope, self.bottom, self.top)

    def sign(self) -> int:
        """The sign that it has for all large m."""
        return self.sign_of(self.top) * self.sign_of(self.bottom)

    def sign_of(self, p: Sum) -> int:
        """The sign of a sum of powers for large m; `from_on` says how large."""
        if len(p) == 1:
            self.scope.from_on(1)
            ((power, c),) = p.items()
            if power[1]:
                raise Undecided("the sign of a function")
            return sign(c)
        if any(not isinstance(c, Fraction) or power[1] for power, c in p.items()):
            raise Undecided("the sign of a sequence of sequences")
        first = max(p, key=lambda power: (power[0], power[2]))
        for power, c in p.items():
            if power != first:
                ratio = abs(c / p[first]) * len(p)
                self.scope.from_on(_outgrown(power[0] / first[0], power[2] - first[2], ratio))
        return sign(p[first])

    def limit(self) -> Value | None:
        """Where it goes for m -> oo, if anywhere."""
        top, bottom = self.top, self.bottom
        if any(a for _, a, _ in (*top, *bottom)):
            raise Undecided("the limit of a function")
        first = max(top, key=lambda power: (power[0], power[2]))
        other = max(bottom, key=lambda power: (power[0], power[2]))
        if (first[0], first[2]) < (other[0], other[2]):
            return ZERO
        if first != other:
            return None
        return top[first] * inverse(bottom[other])


@cache
def _outgrown(r: Fraction, d: int, c: Fraction) -> int:
    """From where on c r**m m**d < 1, and stays so; r < 1, or r = 1 and d < 0."""
    m = 1
    while c * r**m * Fraction(m) ** d >= 1 or (d > 0 and r * (1 + Fraction(1, m)) ** d >= 1):
        m = m + 1 if m < 20 else 2 * m
        if m > 3000:
            raise Undecided("too far")
    return m


def constant(scope: Large, c: Value) -> Germ:
    """What does not depend on m."""
    return Germ(scope, {} if is_zero(c) else {UNIT: c}, {UNIT: ONE})


def germ(scope: Large, top: Sum, bottom: Sum) -> Value:
    """top/bottom, as a constant if it is one."""
    if not top:
        return ZERO
    if len(bottom) == 1:
        ((power, c),) = bottom.items()
        r, a, d = power
        if power != UNIT or c != ONE:
            if a:
                raise Undecided("a power of a function in a denominator")
            scope.from_on(1)
            less = min(d, *(e for _, _, e in top)) if len(top) > 1 else min(d, next(iter(top))[2])
            by = inverse(c)
            top = {(s / r, b, e - less): k * by for (s, b, e), k in top.items()}
            bottom = {(ONE, 0, d - less): ONE}
        if len(top) == 1 and UNIT in top and UNIT in bottom:
            return top[UNIT]
    elif top.keys() == bottom.keys():
        ratios = [top[power] * inverse(bottom[power]) for power in top]
        if all(is_zero(q - ratios[0]) for q in ratios[1:]):
            return ratios[0]
    return Germ(scope, top, bottom)


def is_zero(v: Value) -> bool:
    """Is it zero (for all large m, for almost all z)?"""
    return not v if isinstance(v, Fraction) else isinstance(v, Germ) and not v.top


def sign(v: Value) -> int:
    """The sign of a number, or of a sequence for large m."""
    if isinstance(v, Fraction):
        return (v > 0) - (v < 0)
    if isinstance(v, Quotient):
        raise Undecided("the sign of a function")
    found: int = v.sign()
    return found


def inverse(v: Value) -> Value:
    """1/v, and 0 for 0."""
    if isinstance(v, Fraction):
        return 1 / v if v else ZERO
    return v.inverse()


def powers(v: Value, scope: Large) -> Sum:
    """A value as a sum of powers in the variable of the scope."""
    if isinstance(v, Germ) and v.scope is scope:
        if not v.plain():
            raise Undecided("a quotient")
        return v.top
    return {} if is_zero(v) else {UNIT: v}


def linear(v: Value) -> tuple[Large, int, Fraction] | None:
    """The scope, alpha and beta, if v = alpha m + beta with whole alpha."""
    if isinstance(v, Germ) and set(v.top) <= {UNIT, (ONE, 0, 1)} and v.plain():
        alpha, beta = v.top.get((ONE, 0, 1), ZERO), v.top.get(UNIT, ZERO)
        if isinstance(alpha, Fraction) and isinstance(beta, Fraction) and alpha.denominator == 1:
            return v.scope, int(alpha), beta
    return None


def raised(base: Value, exponent: Value) -> Value:
    """base**exponent; the exponent is an integer or a sequence of integers."""
    if isinstance(exponent, Fraction):
        e = int(exponent)
        if abs(e) > 24:
            raise Undecided("a large power")
        base = base if e >= 0 else inverse(base)
        total: Value = ONE
        for _ in range(abs(e)):
            total = total * base
            if isinstance(total, Fraction):
                small(total)
        return total
    found = linear(exponent)
    if found is None:
        raise Undecided("a power that is not linear")
    scope, alpha, beta = found
    if isinstance(base, Fraction):
        if not base:
            sign(exponent)
            return ZERO
        if abs(alpha) > 12:
            raise Undecided("a large power")
        if base < 0 and alpha % 2:
            raise MorePeriods(scope, 2)
        return germ(scope, {(abs(base**alpha), 0, 0): small(base ** int(beta))}, {UNIT: ONE})
    if isinstance(base, Quotient):
        if (parts := base.monomial()) is None:
            raise Undecided("a power of a function")
        c, a = parts
        if c < 0 and alpha % 2:
            raise MorePeriods(scope, 2)
        top = {(abs(c**alpha), a * alpha, 0): raised(base, Fraction(beta))}
        return germ(scope, top, {UNIT: ONE})
    raise Undecided("a power of a sequence")


def divided(a: Value, b: Value, what: str) -> tuple[Value, Fraction]:
    """A multiple of b and a rest that does not depend on m, which together are a."""
    if isinstance(a, Fraction):
        return ZERO, a
    if not isinstance(a, Germ) or not isinstance(b, Fraction):
        raise Undecided(what)
    found = powers(a, a.scope)
    rest = found.get(UNIT, ZERO)
    if not isinstance(rest, Fraction):
        raise Undecided(what)
    for (r, z, _), c in found.items():
        if (r, z) != (ONE, 0) or not isinstance(c, Fraction):
            raise Undecided(what)
    for power, c in found.items():
        if power != UNIT and (c / b).denominator != 1:
            raise MorePeriods(a.scope, int((c / b).denominator))
    return a - rest, rest


# -- closed forms of sums -----------------------------------------------------------------------


def summed(p: Sum, z: Value) -> Sum:
    """G with G(m) - G(m - 1) = p(m), and G -> 0 if all powers go to zero."""
    total: Sum = {}
    for (r, a, d), c in p.items():
        if a and z is None:
            raise Undecided("no variable")
        rate: Value = r * raised(z, Fraction(a)) if a else r
        for t, q in enumerate(_antiderivative(d, inverse(rate))):
            if not is_zero(q):
                total = _added(total, {(r, a, t): c * q})
    return total


def _antiderivative(d: int, back: Value) -> list[Value]:
    """The coefficients of q with q(m) - back q(m - 1) = m**d."""
    one = is_zero(back - ONE)
    q: list[Value] = [ZERO] * (d + 2)
    for t in range(d, -1, -1):
        known: Value = Fraction(int(t == d))
        for u in range(t + 1 + one, d + 2):
            known = known + back * q[u] * Fraction(comb(u, t) * (-1) ** (u - t))
        if one:
            q[t + 1] = known * Fraction(1, t + 1)
        else:
            q[t] = known * inverse(ONE - back)
    return q


def at(p: Sum, m: Value, z: Value) -> Value:
    """A sum of powers at the place m: a number, or linear in another variable."""
    total: Value = ZERO
    for (r, a, d), c in p.items():
        rate: Value = r * raised(z, Fraction(a)) if a else r
        total = total + c * raised(rate, m) * raised(m, Fraction(d))
    return total


def steps(v: Value, residue: int, period: int) -> Value:
    """The greatest m with period m + residue <= v."""
    v = v - Fraction(residue)
    if isinstance(v, Fraction):
        return Fraction(v // period)
    found = linear(v)
    if found is None:
        raise Undecided("an end that is not linear")
    scope, alpha, beta = found
    if alpha % period:
        raise MorePeriods(scope, period // gcd(alpha, period))
    return scope.variable() * Fraction(alpha // period) + Fraction(beta // period)


def no_zero_inside(p: fmpq_poly) -> bool:
    """Are all complex zeros of p of size >= 1?"""
    for factor, _ in fmpz_poly(p.numer()).factor()[1]:
        if factor.is_cyclotomic():
            continue
        roots: Any = factor.complex_roots()
        for root, _ in roots:
            size = abs(root)
            if size < 1:
                return False
            if not size > 1:
                raise Undecided("a zero close to the circle")
    return True
