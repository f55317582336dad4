"""Field algebra over the rationals with opaque atoms: the normal form of terms.

A term is read as a quotient of two polynomials over Q in *atoms*: symbols, applied sequences, sums,
absolute values, conditionals, cosines, and powers with symbolic exponents.  Two terms whose
cross-multiplied difference is the zero polynomial are equal wherever both are defined.  The
polynomials are python-flint's, so the test is exact; nothing else of sympy than its automatic
ordering is used.

Powers.  ``b**(n+2)`` and ``b**(n-1)`` are multiples of the atom with the least offset among those
present, here ``b**(n-1)``; that is right even for b = 0, because each power present is defined.
Only for a base that is *known* to be nonzero (listed in ``nonzero``) are exponents taken apart
completely: ``b**(m*k - m)`` becomes the quotient of ``b**(m*k)`` and ``b**m``.

    >>> from symbolic.terms import index, real
    >>> n, x = index("n"), real("x")
    >>> equal_in_field((1 - x**(n + 1))/(1 - x), (1 - x**n)/(1 - x) + x**n)
    True
    >>> equal_in_field(x**(2*n), x**n * x**n * 1), equal_in_field((x - 1)**2, x**2 - 1)
    (True, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, cast

import sympy
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from sympy import Abs, Add, Expr, Integer, Mul, Pow, Rational, Sum, Symbol, oo
from sympy.core.function import AppliedUndef

from symbolic.terms import (
    FloorDiv,
    IfLess,
    NotATerm,
    Turn,
    canonical_bound,
    open_sum,
    series,
    substitute,
)

Fraction = tuple[fmpq_mpoly, fmpq_mpoly]
NOTHING: frozenset[Expr] = frozenset()


def rational(q: Rational) -> fmpq:
    """A sympy rational as a flint one."""
    return fmpq(int(q.p), int(q.q))


@lru_cache(maxsize=100_000)
def order_key(term: Expr) -> str:
    """Something to sort terms by, the same in every run."""
    if not term.args:
        return str(term)
    parts = [order_key(a) for a in term.args]
    if term.is_Add or term.is_Mul:
        parts.sort()
    return f"{type(term).__name__}({','.join(parts)})"


def height(term: Expr) -> int:
    """How deeply sums are nested in the term."""
    if isinstance(term, Sum):
        return 1 + height(open_sum(term).body)
    return max((height(a) for a in term.args), default=0)


def power_factors(base: Expr) -> list[tuple[Expr, int]]:
    """``base`` as a product of factors that get power atoms of their own."""
    if isinstance(base, Rational):
        found: list[tuple[Expr, int]] = [(Integer(-1), 1)] if base < 0 else []
        for number, sign in ((abs(int(base.p)), 1), (int(base.q), -1)):
            found += [(Integer(p), sign * k) for p, k in sympy.factorint(number).items()]
        return found
    if isinstance(base, Mul):
        return [f for a in base.args for f in power_factors(a)]
    if isinstance(base, Pow) and isinstance(base.exp, Integer):
        return [(b, k * int(base.exp)) for b, k in power_factors(base.base)]
    return [(base, 1)]


def linear_exponent(exponent: Expr) -> tuple[dict[Expr, int], int]:
    """An exponent as integer combination of monomials, and its constant part."""
    parts: dict[Expr, int] = {}
    constant = 0
    for piece in Add.make_args(canonical(exponent)):
        number, rest = piece.as_coeff_Mul()
        if not isinstance(number, Integer):
            raise NotATerm(f"the exponent {exponent} is not an integer combination")
        if rest == 1:
            constant += int(number)
        else:
            parts[rest] = parts.get(rest, 0) + int(number)
    return parts, constant


def abs_product(inside: Expr) -> Expr:
    """|a b c**n| as |a| |b| |c|**n, for the factors that are there to see."""
    factors: list[Expr] = []
    for f in Mul.make_args(canonical(inside)):
        if isinstance(f, Rational):
            factors.append(cast(Expr, abs(f)))
        elif isinstance(f, Abs):
            factors.append(f)
        elif isinstance(f, Pow):
            base = f.base if isinstance(f.base, Abs) else Abs(f.base, evaluate=False)
            factors.append(Pow(base, f.exp))
        else:
            factors.append(cast(Expr, Abs(f, evaluate=False)))
    return cast(Expr, Mul(*factors))


class Ring:
    """Q[atoms] for the atoms of some terms, and the reading of terms as fractions over it."""

    def __init__(self, terms: Iterable[Expr], nonzero: frozenset[Expr] = NOTHING) -> None:
        self.nonzero = nonzero
        self._atoms: dict[Expr, int] = {}
        self._offsets: dict[tuple[Expr, frozenset[tuple[Expr, int]]], int] = {}
        self._memo: dict[Expr, Fraction] = {}
        terms = list(terms)
        for term in terms:
            self._collect(term)
        for (base, shape), offset in self._offsets.items():
            self._atom(Pow(base, sum((k * m for m, k in shape), Integer(offset)), evaluate=False))
        self.atoms = sorted(self._atoms, key=order_key)
        self._atoms = {a: k for k, a in enumerate(self.atoms)}
        names = [f"x{k}" for k in range(len(self.atoms))]
        self._context = fmpq_mpoly_ctx.get(names, Ordering.lex)
        self._gens = self._context.gens()
        self.one = self._context.constant(1)

    # -- which atoms there are ------------------------------------------------------------

    def _atom(self, atom: Expr) -> None:
        self._atoms.setdefault(atom, len(self._atoms))

    def _splits(self, base: Expr) -> bool:
        return (isinstance(base, Integer) and base != 0) or base in self.nonzero

    def _collect(self, term: Expr) -> None:
        if isinstance(term, Rational):
            return
        if isinstance(term, Add | Mul):
            for a in term.args:
                self._collect(a)
        elif isinstance(term, Pow) and isinstance(term.exp, Integer):
            self._collect(term.base)
        elif isinstance(term, Pow):
            for base, times in power_factors(canonical(term.base, self.nonzero)):
                self._collect(base)
                parts, constant = linear_exponent(times * term.exp)
                if self._splits(base):
                    for m in parts:
                        self._atom(Pow(base, m, evaluate=False))
                else:
                    group = (base, frozenset(parts.items()))
                    self._offsets[group] = min(constant, self._offsets.get(group, constant))
        elif isinstance(term, Abs) and not isinstance(split := abs_product(term.args[0]), Abs):
            self._collect(split)
        else:
            self._atom(_canonical_atom(term, self.nonzero))

    # -- reading terms --------------------------------------------------------------------

    def constant(self, q: Rational) -> fmpq_mpoly:
        return self._context.constant(rational(q))

    def generator(self, atom: Expr) -> fmpq_mpoly:
        return self._gens[self._atoms[atom]]

    def fraction(self, term: Expr) -> Fraction:
        """Numerator and denominator of the term."""
        known = self._memo.get(term)
        if known is None:
            known = self._memo[term] = self._read(term)
        return known

    def _read(self, term: Expr) -> Fraction:
        if isinstance(term, Rational):
            return self.constant(term), self.one
        if isinstance(term, Add):
            total: Fraction = (self.constant(Integer(0)), self.one)
            for a in term.args:
                total = self._plus(total, self.fraction(a))
            return total
        if isinstance(term, Mul):
            product: Fraction = (self.one, self.one)
            for a in term.args:
                product = self._times(product, self.fraction(a))
            return product
        if isinstance(term, Pow) and isinstance(term.exp, Integer):
            return self._power(self.fraction(term.base), int(term.exp))
        if isinstance(term, Pow):
            product = (self.one, self.one)
            for base, times in power_factors(canonical(term.base, self.nonzero)):
                product = self._times(product, self._symbolic_power(base, times * term.exp))
            return product
        if isinstance(term, Abs) and not isinstance(split := abs_product(term.args[0]), Abs):
            return self.fraction(split)
        return self.generator(_canonical_atom(term, self.nonzero)), self.one

    def _symbolic_power(self, base: Expr, exponent: Expr) -> Fraction:
        parts, constant = linear_exponent(exponent)
        if base == -1:
            parts = {m: k % 2 for m, k in parts.items() if k % 2}
        if self._splits(base):
            product = self._power(self.fraction(base), constant)
            for m, k in parts.items():
                atom = self.generator(Pow(base, m, evaluate=False))
                product = self._times(product, self._power((atom, self.one), k))
            return product
        shape = frozenset(parts.items())
        offset = self._offsets[(base, shape)]
        name = Pow(base, sum((k * m for m, k in shape), Integer(offset)), evaluate=False)
        rest = self._power(self.fraction(base), constant - offset)
        return self._times((self.generator(name), self.one), rest)

    def _plus(self, a: Fraction, b: Fraction) -> Fraction:
        if a[1] == b[1]:
            return self._reduce(a[0] + b[0], a[1])
        return self._reduce(a[0] * b[1] + b[0] * a[1], a[1] * b[1])

    def _times(self, a: Fraction, b: Fraction) -> Fraction:
        return self._reduce(a[0] * b[0], a[1] * b[1])

    def _power(self, a: Fraction, k: int) -> Fraction:
        num, den = a if k >= 0 else (a[1], a[0])
        if den.is_zero():
            raise NotATerm("division by zero")
        return num ** abs(k), den ** abs(k)

    def _reduce(self, num: fmpq_mpoly, den: fmpq_mpoly) -> Fraction:
        if den.is_constant():
            return num / den.leading_coefficient(), self.one
        if num.is_zero():
            return num, self.one
        common = num.gcd(den)
        num, den = num / common, den / common
        lead = den.leading_coefficient()
        return num / lead, den / lead

    # -- back to terms --------------------------------------------------------------------

    def term(self, poly: fmpq_mpoly) -> Expr:
        """A polynomial over the atoms as a term."""
        monomials = []
        for exponents, q in poly.terms():
            factors: list[Expr] = [Rational(int(q.p), int(q.q))]
            for atom, k in zip(self.atoms, exponents, strict=True):
                if k:
                    factors.append(Pow(_evaluated(atom), k))
            monomials.append(Mul(*factors))
        return cast(Expr, Add(*monomials))


def _evaluated(atom: Expr) -> Expr:
    return Pow(atom.base, atom.exp) if isinstance(atom, Pow) else atom


def _canonical_atom(atom: Expr, nonzero: frozenset[Expr]) -> Expr:
    """An atom with its parts in normal form and its bound variable renamed."""
    if isinstance(atom, Symbol):
        return atom
    if isinstance(atom, Sum):
        body, var, lo, hi = open_sum(atom)
        depth = height(atom)
        while canonical_bound(depth) in atom.free_symbols:
            depth += 10_000  # the name is that of a free variable of an inner computation
        name = canonical_bound(depth)
        inner = canonical(substitute(body, {var: name}), nonzero)
        end = hi if hi is oo else canonical(hi, nonzero)
        return series(inner, name, canonical(lo, nonzero), end)
    if isinstance(atom, Abs):
        inside = atom.args[0]
        if isinstance(inside, Abs):
            return _canonical_atom(inside, nonzero)
        pair = canonical(inside, nonzero), canonical(-inside, nonzero)
        return cast(Expr, Abs(min(pair, key=order_key), evaluate=False))
    if isinstance(atom, AppliedUndef | IfLess | FloorDiv | Turn):
        return cast(Expr, atom.func(*(canonical(a, nonzero) for a in atom.args)))
    raise NotATerm(f"{atom} is not part of the language")


@lru_cache(maxsize=200_000)
def canonical(term: Expr, nonzero: frozenset[Expr] = NOTHING) -> Expr:
    """The normal form of a term, as a term."""
    if isinstance(term, Rational | Symbol):
        return term
    ring = Ring((term,), nonzero)
    num, den = ring.fraction(term)
    if den.is_constant():
        return ring.term(num)
    return cast(Expr, ring.term(num) * Pow(ring.term(den), -1))


def equal_in_field(lhs: Expr, rhs: Expr, nonzero: Sequence[Any] = ()) -> bool:
    """Are the two terms one element of the field, wherever both are defined?"""
    ring = Ring((lhs, rhs), frozenset(nonzero))
    (a, b), (c, d) = ring.fraction(lhs), ring.fraction(rhs)
    return bool((a * d - c * b).is_zero())
