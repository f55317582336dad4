"""Explicit bounds for the tail of a series, read off its terms.

The terms of a sum are bounded, for every j >= 0 with n = (lower end) + j, by finitely many pieces

    |term(n)|  <=  sum of  C (j + 1)^k q^j                    C >= 0, q >= 0

built up from the form of the term: |a + b| <= |a| + |b|, |a b| = |a| |b|, a conditional is at most
the sum of its branches, a power b^e of a number with |b| < 1 is at most |b|^low when e >= low, and
so on.  If every q < 1 the rest of the sum from j = J on is at most the sum of

    C (J + 1)^k q^J / (1 - rho),   rho = q ((J + 2)/(J + 1))^k,   once rho < 1

because the ratio of neighbouring terms is at most rho.  A term that fits none of these forms has no
bound here, and is refused rather than guessed at.  C and q are dyadic fractions, rounded upwards.

    >>> from symbolic.terms import index, real, series
    >>> n, lam, gamma = index("n"), real("lambda"), real("gamma")
    >>> total = series(n * lam**n * gamma**n, n, 1)
    >>> bound = majorant(open_sum(total), 1, {lam: Fraction(1, 2), gamma: Fraction(1, 2)})
    >>> [str(piece) for piece in bound.pieces]
    ['0.500000 (j + 1) 0.250000^j']
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import factorial

from flint import arb, ctx, fmpq
from sympy import Abs, Add, Expr, Integer, Mul, Pow, Sum, Symbol
from sympy.core.function import AppliedUndef

from numeric_checks.arithmetic.rationals import lowest_terms
from numeric_checks.identities.evaluation import (
    Arithmetic,
    Bound,
    ExactArithmetic,
    Real,
    Undefined,
    Values,
    compiled,
)
from numeric_checks.identities.monomials import (
    BITS,
    Linear,
    Monomial,
    Range,
    Scope,
    power_bound,
    rounded_up,
    size_bound,
)
from symbolic.terms import FloorDiv, IfLess, OpenSum, Turn, is_index, open_sum, subterms

__all__ = ["Majorant", "NoTailBound", "Piece", "has_series", "majorant"]


class NoTailBound(ValueError):
    """No geometric bound for the terms of a series could be read off them."""


@dataclass(frozen=True)
class Piece:
    """C (j + 1)^k q^j."""

    C: arb
    k: int
    q: arb

    @classmethod
    def of(cls, C: Fraction, k: int, q: Fraction) -> Piece:
        """The same with C and q rounded upwards."""
        return cls(rounded_up(C), k, rounded_up(q))

    def at(self, j: int) -> arb:
        """Its value at j."""
        with ctx.workprec(BITS):
            return self.C * arb(j + 1) ** self.k * self.q**j

    def tail(self, J: int) -> arb | None:
        """An upper bound for the sum over all j >= J, or None if J is still too small."""
        with ctx.workprec(BITS):
            rho = self.q * (arb(J + 2) / (J + 1)) ** self.k
            return self.at(J) / (1 - rho) if rho < 1 else None

    def __str__(self) -> str:
        growth = "" if self.k == 0 else " (j + 1)" + (f"^{self.k}" if self.k > 1 else "")
        return f"{self.C.str(6, radius=False)}{growth} {self.q.str(6, radius=False)}^j"


@dataclass(frozen=True)
class Majorant:
    """A sum of pieces that bounds the size of every term of a series."""

    pieces: tuple[Piece, ...]

    @property
    def converges(self) -> bool:
        """Is it geometric, so that the series converges absolutely?"""
        return all(piece.q < 1 for piece in self.pieces)

    def at(self, j: int) -> arb:
        """The bound for the term number j, counted from 0."""
        with ctx.workprec(BITS):
            return sum((piece.at(j) for piece in self.pieces), arb(0))

    def tail(self, J: int) -> arb | None:
        """An upper bound for the sum of the sizes of all terms from number J on."""
        with ctx.workprec(BITS):
            total = arb(0)
            for piece in self.pieces:
                rest = piece.tail(J)
                if rest is None:
                    return None
                total += rest
            return total.upper()


def majorant(part: OpenSum, lo: int, values: Values) -> Majorant:
    """A bound for the terms of the sum, whose lower end is ``lo``; other symbols have values."""
    scope: Scope = {part.var: Linear(Fraction(lo), {part.var: Fraction(1)})}
    pieces = []
    for monomial in _Bounds(values).of(part.body, scope):
        k, q = monomial.factors.get(part.var, (0, arb(1)))
        if monomial.C != 0:
            pieces.append(Piece(monomial.C, k, q))
    return Majorant(tuple(pieces))


# -- reading the bound off the form of a term --------------------------------------------------


class _Bounds:
    """Bounds for terms whose free symbols have values; bound variables are linear forms."""

    def __init__(self, values: Values) -> None:
        self.values, self.inner = values, 0

    def of(self, term: Expr, scope: Scope) -> list[Monomial]:
        """Monomials whose sum is at least |term|."""
        if not term.free_symbols & scope.keys() and not has_series(term):
            return [Monomial(self._size(term), {})]
        if isinstance(term, Add):
            return [m for a in term.args for m in self.of(a, scope)]
        if isinstance(term, IfLess):
            return [m for a in self._branches(term, scope) for m in self.of(a, scope)]
        if isinstance(term, Mul):
            return self._product([self.of(a, scope) for a in term.args])
        if isinstance(term, Abs):
            return self.of(term.args[0], scope)
        if isinstance(term, Pow):
            return self._pow(term, scope)
        if isinstance(term, Sum):
            return self._sum(open_sum(term), scope)
        if isinstance(term, Turn):
            return [Monomial(arb(1), {})]
        if isinstance(term, AppliedUndef):
            return self._member(term, scope)
        if is_index(term):
            low, high = self._range(term, scope)
            return [size_bound(low)] if low == high else [size_bound(low), size_bound(high)]
        raise NoTailBound(f"{term}: no bound is known for it")

    def _branches(self, term: Expr, scope: Scope) -> tuple[Expr, ...]:
        """What a conditional may be: one of the two, if the indices tell which."""
        (low, high), (below, above) = (self._range(a, scope) for a in term.args[:2])
        one, other = term.args[2:]
        if _is_at_least(below.plus(high, Fraction(-1)), 1):
            return (one,)
        if _is_at_least(low.plus(above, Fraction(-1)), 0):
            return (other,)
        return one, other

    def _product(self, parts: list[list[Monomial]]) -> list[Monomial]:
        found = []
        for choice in product(*parts):
            total = Monomial(arb(1), {})
            for monomial in choice:
                total = total * monomial
            found.append(total)
        return found

    def _pow(self, term: Expr, scope: Scope) -> list[Monomial]:
        if term.base.free_symbols & scope.keys() or has_series(term.base):
            if isinstance(term.exp, Integer) and int(term.exp) > 0:
                return self._product([self.of(term.base, scope)] * int(term.exp))
            raise NoTailBound(f"{term}: no bound is known for it")
        low, high = self._range(term.exp, scope)
        # 0^e <= (1/2)^e for e >= 0, the only e for which it is defined
        base = abs(self._value(term.base)) or Fraction(1, 2)
        return [power_bound(base, low if base <= 1 else high)]

    def _member(self, term: Expr, scope: Scope) -> list[Monomial]:
        """A listed sequence is bounded, where its index is never negative."""
        low, _ = self._range(term.args[0], scope)
        if low.constant < 0 or any(a < 0 for a in low.coefficients.values()):
            raise NoTailBound(f"{term}: its index may become negative")
        members = self.values.get(term.func)
        if not isinstance(members, tuple):
            raise NoTailBound(f"{term}: its members are not known")
        largest = max(map(abs, members), default=Fraction(0))
        return [Monomial(rounded_up(largest), {})]

    def _sum(self, part: OpenSum, scope: Scope) -> list[Monomial]:
        """Each piece of the terms is summed: to C k!/(1 - q)^(k+1), or as (number) (largest)."""
        low, start = self._range(part.lo, scope)
        if low != start:
            raise NoTailBound(f"{part.close()}: its lower end is not linear")
        self.inner += 1
        name = Symbol(f"{part.var}'{self.inner}", integer=True)
        inner = {**scope, part.var: low.plus(Linear(Fraction(0), {name: Fraction(1)}))}
        last = None
        if not part.infinite:
            last = self._range(part.hi, scope)[1].plus(low, Fraction(-1))
        found = []
        for monomial in self.of(part.body, inner):
            rest = {v: f for v, f in monomial.factors.items() if v != name}
            k, q = monomial.factors.get(name, (0, arb(1)))
            if q < 1:
                with ctx.workprec(BITS):
                    whole = (monomial.C * factorial(k) / (1 - q) ** (k + 1)).upper()
                found.append(Monomial(whole, rest))
                continue
            if last is None:
                raise NoTailBound(f"{part.close()}: no geometric series bounds its terms")
            count = size_bound(last.plus(Linear(Fraction(1), {})))
            [largest] = self._product([[count]] * (k + 1))
            found.append(Monomial(monomial.C, rest) * largest * power_bound(q, last))
        return found

    def _range(self, term: Expr, scope: Scope) -> Range:
        if not term.free_symbols & scope.keys():
            constant = Linear(self._value(term), {})
            return constant, constant
        if isinstance(term, Symbol):
            return scope[term], scope[term]
        zero = Linear(Fraction(0), {})
        if isinstance(term, Add):
            low = high = zero
            for a in term.args:
                below, above = self._range(a, scope)
                low, high = low.plus(below), high.plus(above)
            return low, high
        if isinstance(term, Mul):
            free = [a for a in term.args if a.free_symbols & scope.keys()]
            if len(free) == 1:
                factor = self._value(Mul(*(a for a in term.args if a is not free[0])))
                ends = [zero.plus(end, factor) for end in self._range(free[0], scope)]
                return (ends[0], ends[1]) if factor >= 0 else (ends[1], ends[0])
        if isinstance(term, FloorDiv) and not term.args[1].free_symbols & scope.keys():
            below, above = self._range(term.args[0], scope)
            m = self._value(term.args[1])
            if m >= 1:
                shifted = below.plus(Linear(1 - m, {}))
                return zero.plus(shifted, 1 / m), zero.plus(above, 1 / m)
        raise NoTailBound(f"{term}: no linear bound is known for it")

    def _value(self, term: Expr) -> Fraction:
        return lowest_terms(compiled(term, self.values, ExactArithmetic())({}))

    def _size(self, term: Expr) -> arb:
        """The size of a term with a value, rounded upwards."""
        with ctx.workprec(2 * BITS):
            try:
                ball = compiled(term, self.values, _PlainBalls())({})
            except Undefined as problem:
                raise NoTailBound(str(problem)) from None
            if not ball.is_finite():
                raise NoTailBound(f"{term}: a division by what may be zero")
        with ctx.workprec(BITS):
            return ball.abs_upper()


def _is_at_least(form: Linear, bound: int) -> bool:
    """For all values of its variables, which are never negative."""
    return form.constant >= bound and all(a >= 0 for a in form.coefficients.values())


class _PlainBalls(Arithmetic[arb]):
    """Balls, and finite sums term by term."""

    def number(self, x: fmpq) -> arb:
        return arb(x)

    def cosine(self, turns: fmpq) -> arb:
        return arb.cos_pi_fmpq(2 * turns)

    def total(self, part: OpenSum, term: Real[arb], lo: int, hi: int | None, outer: Bound) -> arb:
        assert hi is not None
        return self.one_by_one(part, term, lo, hi, outer)


def has_series(term: Expr) -> bool:
    """Is there an infinite sum in the term?"""
    return any(open_sum(t).infinite for t in subterms(term) if isinstance(t, Sum))
