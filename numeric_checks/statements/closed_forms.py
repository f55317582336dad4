"""Exponential polynomials: sequences whose sums, limits and signs are decided exactly.

An integer variable that is *generic* stands for every integer from some number on.  A term with
generic variables t is a sum of

    coefficient  x  (1, r or v)  x  t^d q^t z^(a t) ...    one factor for each generic t

with rational functions of z for coefficients; a term without them is a number, or A(z) r + B(z) v.
How large t has to be is found while the term is read: `Generic.start` is the first integer for
which everything that was read is right.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import comb

from flint import fmpq

from numeric_checks.arithmetic.rationals import lowest_terms
from numeric_checks.statements.integers import Generic, NeedPeriod, Whole
from numeric_checks.statements.numbers import ONE, ZERO, Ratio, Undecided, Undefined, Z

#: t, d, q, a for t^d q^t z^(a t); and "", "r" or "v", or SINE beside which z is the cosine
Power = tuple[Generic, int, fmpq, int]
Monomial = tuple[str, tuple[Power, ...]]
SINE = "sine"
#: a sign that settles later is not decided
LATE = 400
_ONE = fmpq(1)


@dataclass(frozen=True)
class Form:
    """A sum of rational functions of z times monomials; no coefficient is 0."""

    terms: dict[Monomial, Ratio] = field(default_factory=dict)

    @classmethod
    def of(cls, x: Ratio | fmpq | Fraction | int, kind: str = "") -> Form:
        """A number, a function of z, or that times r or v."""
        x = x if isinstance(x, Ratio) else Ratio.of(x)
        return cls() if x.is_zero else cls({(kind, ()): x})

    @classmethod
    def whole(cls, n: Whole) -> Form:
        """An integer."""
        total = cls.of(n.constant)
        for t, a in n.parts:
            total = total + cls({("", ((t, 1, _ONE, 0),)): Ratio.of(a)})
        return total

    def __add__(self, other: Form | fmpq) -> Form:
        if isinstance(other, fmpq):
            other = Form.of(other)
        found = dict(self.terms)
        for key, x in other.terms.items():
            total = found.pop(key, ZERO) + x
            if not total.is_zero:
                found[key] = total
        return Form(found)

    __radd__ = __add__

    def __mul__(self, other: Form | fmpq) -> Form:
        if isinstance(other, fmpq):
            return Form({key: x * other for key, x in self.terms.items()} if other != 0 else {})
        total = Form()
        for one, x in self.terms.items():
            for two, y in other.terms.items():
                both = x * y
                if one[0] == two[0] == SINE:
                    both = both * (ONE - Z * Z)
                total = total + Form({_product(one, two): both})
        return total

    __rmul__ = __mul__

    def __neg__(self) -> Form:
        return self * fmpq(-1)

    def __sub__(self, other: Form | fmpq) -> Form:
        return self + -other

    def __rsub__(self, other: fmpq) -> Form:
        return -self + other

    def part(self, kind: str = "") -> Ratio:
        """The coefficient of 1, r or v, where no generic variable is left."""
        if any(powers for _, powers in self.terms):
            raise Undecided("a number was expected, and this depends on an index")
        return self.terms.get((kind, ()), ZERO)

    def number(self) -> Fraction:
        """The number that it is."""
        if any(kind for kind, _ in self.terms):
            raise Undecided("a number was expected, and this is a vector")
        return lowest_terms(self.part().number())

    def inverse(self) -> Form:
        """1/this."""
        if not self.terms:
            raise Undefined("a division by zero")
        [((kind, powers), x), *others] = self.terms.items()
        if others or kind or any(d for _, d, _, _ in powers):
            raise Undecided("a quotient by a vector, or by a sum that depends on an index")
        if any(a for *_, a in powers):
            raise Undefined("a division by a power of z, which is 0 at z = 0")
        return Form({("", tuple((t, 0, 1 / q, 0) for t, _, q, _ in powers)): ONE / x})

    def power(self, n: Whole) -> Form:
        """This to the power n."""
        if n.parts:
            return self._generic_power(n)
        base = self if n.constant >= 0 else self.inverse()
        total, exponent = Form.of(1), abs(n.constant)
        while exponent:
            if exponent % 2:
                total = total * base
            base, exponent = base * base, exponent // 2
        return total

    def _generic_power(self, n: Whole) -> Form:
        if not self.terms:
            if n.at_least(1):
                return Form()
            raise Undefined("zero to a negative power")
        if any(kind for kind, _ in self.terms):
            raise Undecided("a power of a vector")
        q, a = self.part().monomial()
        if a and not n.at_least(0):
            raise Undefined("a negative power of z, which is 0 at z = 0")
        powers = tuple((t, 0, q**c, a * c) for t, c in n.parts if q**c != 1 or a * c)
        scale = Ratio.of(q**n.constant)
        for _ in range(a * abs(n.constant)):
            down = Ratio.quotient(scale.num, scale.den * Z.num)
            scale = down if n.constant < 0 else scale * Z
        return Form({("", powers): scale})

    # -- signs, for all large values of the generic variables -------------------------------------

    def sign(self) -> int:
        """Its sign for all generic variables >= their ``start``, which grows until that is so."""
        rows = [(powers, x.number()) for powers, x in self._numbers()]
        signs = {c > 0 for _, c in rows}
        if len(signs) < 2:
            for t in (t for powers, _ in rows for t, d, _, _ in powers if d):
                t.start = max(t.start, 1)
            return 0 if not rows else 1 if signs.pop() else -1
        generics = {t for powers, _ in rows for t, *_ in powers}
        lead = max(rows, key=lambda row: [(q, d) for _, d, q, _ in row[0]] or [(_ONE, 0)])
        if len(generics) > 1:  # the constant, if everything else decays
            lead = next((row for row in rows if not row[0]), ((), fmpq(0)))
            if lead[1] == 0 or any(d or q >= 1 for powers, _ in rows for _, d, q, _ in powers):
                raise Undecided("the sign of a term with several growing indices")
        while not _outweighs(lead, rows):
            for t in generics:
                t.start += 1
                if t.start > LATE:
                    raise Undecided("a sign that settles late")
        return 1 if lead[1] > 0 else -1

    def _numbers(self) -> list[tuple[tuple[Power, ...], Ratio]]:
        for kind, powers in self.terms:
            if kind or any(a for *_, a in powers):
                raise Undecided("the sign of something that depends on z, r or v")
        self.settle()
        return [(powers, x) for (_, powers), x in self.terms.items()]

    def settle(self) -> None:
        """Ask for residue classes in which no base is negative."""
        for _, powers in self.terms:
            for t, _, q, _ in powers:
                if q < 0:
                    raise NeedPeriod(t, 2)

    def limit(self) -> Fraction | None:
        """The limit in its one generic variable, after `settle`; none if it has no limit."""
        if not self.bounded:
            return None
        return lowest_terms(self.terms.get(("", ()), ZERO).number())

    @property
    def bounded(self) -> bool:
        """Is it bounded, after `settle`?  A constant has no powers, and 1^t t^d is not bounded."""
        return all(q < 1 for powers, _ in self._numbers() for _, _, q, _ in powers)

    # -- sums -------------------------------------------------------------------------------------

    def summed(self, t: Generic, lo: Whole, hi: Whole | None) -> Form:
        """The sum over t from lo to hi, or for ever."""
        total = Form()
        for (kind, powers), x in self.terms.items():
            _, d, q, a = next((p for p in powers if p[0] is t), (t, 0, _ONE, 0))
            if a < 0:
                raise Undecided("a sum of negative powers of z")
            rest = Form({(kind, tuple(p for p in powers if p[0] is not t)): x})
            if hi is None and (abs(q) > 1 or (abs(q) == 1 and not a)):
                raise Undefined("a series that does not converge")
            over = -_antidifference(d, q, a, lo)
            if hi is not None:
                over = over + _antidifference(d, q, a, hi + Whole(1))
            total = total + rest * over
        return total


def _product(one: Monomial, two: Monomial) -> Monomial:
    kinds = {one[0], two[0]} - {""}
    if one[0] and two[0] and kinds != {SINE}:
        raise Undecided("a product of two vectors")
    kind = "" if one[0] and two[0] else one[0] or two[0]
    if not one[1] or not two[1]:
        return kind, one[1] or two[1]
    found = {t: (d, q, a) for t, d, q, a in one[1]}
    for t, d, q, a in two[1]:
        e, p, b = found.get(t, (0, _ONE, 0))
        found[t] = (d + e, p * q, a + b)
    kept = sorted(
        ((t, *f) for t, f in found.items() if f[0] or f[1] != 1 or f[2]), key=lambda p: p[0].name
    )
    return kind, tuple(kept)


def _outweighs(
    lead: tuple[tuple[Power, ...], fmpq], rows: list[tuple[tuple[Power, ...], fmpq]]
) -> bool:
    """Is one term larger than all others together, at ``start`` of all variables and beyond?"""
    [(own, c)] = [row for row in rows if row == lead]
    e, p = (own[0][1], own[0][2]) if own else (0, fmpq(1))
    total = fmpq(0)
    for powers, x in rows:
        if powers == own:
            continue
        size = abs(x / c)
        for t, d, q, _ in powers or ((own[0][0], 0, fmpq(1), 0),):
            at = t.start
            # the ratio t^(d-e) (q/p)^t falls from here on
            if at < 1 or fmpq(at + 1, at) ** max(d - e, 0) * (q / p) > 1:
                return False
            size *= fmpq(at) ** (d - e) * (q / p) ** at
        total += size
    return total < 1


def _antidifference(d: int, q: fmpq, a: int, at: Whole) -> Form:
    """S(at), where S(t + 1) - S(t) = t^d (q z^a)^t."""
    base = Ratio.of(q)
    for _ in range(a):
        base = base * Z
    below = base - ONE
    coefficients = [ZERO] * (d + 2)
    # q z^a S(t + 1) - S(t) = t^d for polynomials S, compared from the highest power down
    for k in range(d, -1, -1):
        target = ONE if k == d else ZERO
        first = k + 2 if below.is_zero else k + 1
        for j in range(first, d + 2):
            target = target - base * Ratio.of(comb(j, k)) * coefficients[j]
        if below.is_zero:
            coefficients[k + 1] = target * Ratio.of(fmpq(1, k + 1))
        else:
            coefficients[k] = Ratio.quotient(target.num * below.den, target.den * below.num)
    total, power, place = Form(), Form.of(1), Form.whole(at)
    for c in coefficients:
        total, power = total + Form.of(c) * power, power * place
    return total * Form.of(base).power(at)
