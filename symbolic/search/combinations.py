"""Combinations of relations: what is proposed to `kernel.combination`.

A `Column` is a polynomial with a sign, and the theorems that give it that sign.  To see that a goal
is a combination of columns, powers whose exponents differ by whole numbers are taken apart and
denominators cleared, where ``holds`` shows that this is allowed; the simplex method proposes the
multipliers; the kernel accepts the result or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import gcd
from typing import Any, NamedTuple

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from symbolic.core.kernel import Refused, Theorem
from symbolic.core.polynomials import (
    Monomial,
    Number,
    Polynomial,
    atom,
    atoms,
    cleared,
    normal,
    plus,
    polynomial,
    product,
    split_powers,
    written,
)
from symbolic.core.terms import INT, ONE, ZERO, Term, le, lt, mul, ne, node, number
from symbolic.library import order as library
from symbolic.library.basics import at, x
from symbolic.library.infer import combination, discrete, restate
from symbolic.search.about import Holds
from symbolic.search.simplex import weights

#: of how many relations products are formed
MAX_PRODUCTS = 16
Factor = Theorem | Term
KINDS = {"=": "=", "<=": ">=", "<": ">"}


class Column(NamedTuple):
    """A polynomial that is >= 0, > 0 or = 0, and the theorems and squares whose product it is.

    An equation has one theorem, and a multiplier.  ``units`` and ``exponents`` are what the kernel
    needs to see that the polynomial is that product.
    """

    poly: Polynomial
    kind: str
    factors: tuple[Factor, ...]
    times: Term = ONE
    units: tuple[Theorem, ...] = ()
    exponents: tuple[Theorem, ...] = ()


def column(fact: Theorem) -> Column:
    """What a relation says; a < b over the integers says a + 1 <= b."""
    s = fact.conclusion
    if s.op == "<" and s.args[0].sort == s.args[1].sort == INT:
        fact = discrete(fact)
        s = fact.conclusion
    return Column(gap(s), KINDS[s.op], (fact,))


def gap(s: Term) -> Polynomial:
    """b - a, for a relation between a and b."""
    low, high = s.args
    return polynomial(high) if low is ZERO else plus(polynomial(high), polynomial(low), -1)


def constant(p: Polynomial) -> bool:
    """Is the polynomial a number?"""
    return not p or (len(p) == 1 and () in p)


_touched_by: dict[int, frozenset[int]] = {}


def _touched(p: Polynomial) -> set[int]:
    """The atoms of a polynomial, looking into absolute values, inverses and bases of powers."""
    found: set[int] = set()
    for k in {k for m in p for k in m}:
        inner = _touched_by.get(k)
        if inner is None:
            t = atom(k)
            inside = _touched(polynomial(t.args[0])) if t.op in ("abs", "pow", "inv") else ()
            inner = _touched_by[k] = frozenset({k, *inside})
        found |= inner
    return found


def relevant(
    polys: Iterable[Polynomial], columns: list[Column]
) -> tuple[list[Column], list[Column]]:
    """The columns that share atoms with the polynomials, if only through each other; the rest."""
    reached = set[int]().union(*map(_touched, polys))
    rest = [(c, _touched(c.poly)) for c in columns]
    chosen: list[Column] = []
    while True:
        near = [(c, own) for c, own in rest if not own.isdisjoint(reached)]
        if not near:
            return chosen, [c for c, _ in rest]
        rest = [(c, own) for c, own in rest if own.isdisjoint(reached)]
        for c, own in near:
            chosen.append(c)
            reached |= own


# -- powers whose exponents differ by whole numbers -----------------------------------------------

#: an exponent without its constant
Shape = tuple[tuple[Monomial, int], ...]


class Split(NamedTuple):
    """base**(exponent + k) is base**exponent base**k; the theorem that allows it."""

    base: Term
    exponent: Polynomial
    because: Theorem

    def applies(self, p: Polynomial) -> bool:
        """Does such a power occur?"""
        for t in atoms(p):
            power = _power(t)
            if power is not None and power[0] is self.base:
                more = plus(power[1], self.exponent, -1)
                if list(more) == [()] and more[()] > 0:
                    return True
        return False


def _power(t: Term) -> tuple[Term, Polynomial] | None:
    """The base and the exponent of an atom that is a power; 1/x**n is x**-n in normal form."""
    if t.op == "pow":
        return t.args[0], polynomial(t.args[1])
    if t.op == "inv" and t.args[0].op == "pow":
        base, exponent = t.args[0].args
        return base, {m: -c for m, c in polynomial(exponent).items()}
    return None


def shape(exponent: Polynomial) -> Shape:
    """The exponent without its constant."""
    return tuple(sorted((m, int(c)) for m, c in exponent.items() if m))


def splits(polys: Iterable[Polynomial], holds: Holds) -> list[Split]:
    """How powers of the same base can be taken apart so that they have common factors."""
    groups: dict[Term, dict[Shape, set[int]]] = {}
    for t in atoms(*polys):
        power = _power(t)
        if power is not None:
            offsets = groups.setdefault(power[0], {}).setdefault(shape(power[1]), set())
            offsets.add(int(power[1].get((), 0)))
    found: list[Split] = []
    for base, shapes in groups.items():
        content = {own: gcd(*(c for _, c in own)) for own in shapes}
        for own in sorted(shapes, key=lambda s: -content[s]):
            least = min(shapes[own])
            if content[own] > 1:  # x**(2 n + 1) is (x**n)**2 x
                least -= least % content[own]
                smaller = tuple((m, c // content[own]) for m, c in own)
                if smaller in shapes:
                    shapes[smaller].add(least // content[own])
            elif len(shapes[own]) < 2:
                continue
            e: Polynomial = {**dict(own), **({(): least} if least else {})}
            whole = le(0, written(e))
            because = holds(whole)
            because = holds(ne(0, base)) if because is None else restate(because, whole)
            if because is not None:
                found.append(Split(base, e, because))
    return found


def _split(c: Column, ways: list[Split]) -> Column:
    poly, units, exponents = c.poly, c.units, c.exponents
    for s in ways:
        if s.applies(poly):
            poly = split_powers(poly, s.exponent)
            if s.because.conclusion.op == "not":
                units = (*units, s.because)
            else:
                exponents = (*exponents, s.because)
    return c if poly is c.poly else c._replace(poly=poly, units=units, exponents=exponents)


# -- denominators ---------------------------------------------------------------------------------


class Unit(NamedTuple):
    """What is known of a denominator d: 0 < g and 0 < 1/g, where g is d, -d or d**2."""

    d: Term
    form: int  # 1, -1 or 2
    positive: Theorem
    inverse: Theorem
    nonzero: Theorem


_units: dict[tuple[Term, Holds], Unit | None] = {}


def unit(d: Term, holds: Holds) -> Unit | None:
    """The sign of a denominator, or at least that it is not zero."""
    place = (d, holds)
    if place not in _units:
        _units[place] = _find_unit(d, holds)
    return _units[place]


def _find_unit(d: Term, holds: Holds) -> Unit | None:
    for form, g in ((1, d), (-1, normal(-d))):
        positive = holds(lt(0, g))
        if positive is not None:
            positive = restate(positive, lt(0, g))
            inverse = at(library.inverse_positive(), {x: g}, positive)
            return Unit(d, form, positive, inverse, positive)
    different = holds(ne(0, d))
    if different is None:
        return None
    square = at(library.square_positive(), {x: d}, different)
    inverse = at(library.inverse_square_positive(), {x: d}, different)
    return Unit(d, 2, square, inverse, different)


_nested: dict[Term, int] = {}


def _height(t: Term) -> int:
    """How deeply inverses are nested in a term in normal form."""
    found = _nested.get(t)
    if found is None:
        found = _nested[t] = (t.op == "inv") + max(map(_height, t.args), default=0)
    return found


def ordered(units: Iterable[Theorem]) -> list[Theorem]:
    """Units in the order in which the kernel is to clear them: those with inverses inside first."""
    return sorted(units, key=lambda t: _height(t.conclusion), reverse=True)


def inverses(polys: Iterable[Polynomial]) -> list[Term]:
    """The d whose inverses occur, also in one another, in the order in which they are cleared."""
    found: dict[Term, None] = {}
    todo = atoms(*polys)
    while todo:
        t = todo.pop()
        if t.op == "inv" and t.args[0] not in found:
            found[t.args[0]] = None
            todo += atoms(polynomial(t.args[0]))
    return sorted(found, key=_height, reverse=True)


def degree(p: Polynomial, d: Term) -> int:
    """How often 1/d stands in a monomial of p."""
    (m,) = polynomial(node("inv", None, (d,)))
    return max((own.count(m[0]) for own in p), default=0)


def _clear(c: Column, units: list[Unit]) -> Column:
    """The column times what clears its denominators."""
    poly, factors, times, needed = c.poly, c.factors, c.times, c.units
    for u in units:
        power = degree(poly, u.d)
        if not power:
            continue
        poly = cleared(poly, u.d)
        needed = (*needed, u.nonzero)
        if c.kind == "=":
            times = mul(times, u.d ** number(power))
        elif u.form == 2:
            poly = product(poly, polynomial(u.d)) if power % 2 else poly
            factors = (*factors, *[u.positive] * ((power + 1) // 2))
        else:
            poly = {m: -q for m, q in poly.items()} if u.form < 0 and power % 2 else poly
            factors = (*factors, *[u.positive] * power)
    return c if poly is c.poly else Column(poly, c.kind, factors, times, needed, c.exponents)


# -- factors --------------------------------------------------------------------------------------

Factors = tuple[Fraction, list[tuple[Term, int]]]
_factored: dict[Term, Factors] = {}


def factors(p: Polynomial) -> Factors:
    """A polynomial as a number times powers of factors that have no factors themselves."""
    if len(p) == 1:
        ((only, c),) = p.items()
        return Fraction(c), [(atom(k), only.count(k)) for k in dict.fromkeys(only)]
    place = written(p)
    found = _factored.get(place)
    if found is None:
        linear = all(len(m) < 2 for m in p)
        found = _factored[place] = (Fraction(1), [(place, 1)]) if linear else _factorise(p)
    return found


def _factorise(p: Polynomial) -> Factors:
    used = sorted({k for m in p for k in m})
    ring = fmpq_mpoly_ctx.get([f"x{k}" for k in used], Ordering.lex)
    terms = {tuple(m.count(k) for k in used): _rational(c) for m, c in p.items()}
    scale, parts = ring.from_dict(terms).factor()
    found: list[tuple[Term, int]] = []
    for part, power in parts:
        back: dict[Monomial, Number] = {}
        for powers, q in part.to_dict().items():
            m = tuple([k for k, times in zip(used, powers, strict=True) for _ in range(times)])
            back[m] = number(Fraction(int(q.p), int(q.q))).data
        found.append((written(back), int(power)))
    return Fraction(int(scale.p), int(scale.q)), found


def _rational(q: Number) -> fmpq:
    q = Fraction(q)
    return fmpq(q.numerator, q.denominator)


# -- products -------------------------------------------------------------------------------------


def times(*columns: Column) -> Column:
    """The product of inequalities."""
    poly: Polynomial = {(): 1}
    for c in columns:
        poly = product(poly, c.poly)
    return Column(
        poly,
        ">" if all(c.kind == ">" for c in columns) else ">=",
        tuple([f for c in columns for f in c.factors]),
        ONE,
        tuple([u for c in columns for u in c.units]),
        tuple([e for c in columns for e in c.exponents]),
    )


def squares(polys: list[Polynomial], holds: Holds) -> Iterator[Column]:
    """Squares of atoms, strictly positive where those are not zero."""
    for k in sorted({k for p in polys for m in p for k in m if m.count(k) > 1}):
        t = atom(k)
        different = holds(ne(0, t))
        if different is None:
            yield Column({(k, k): 1}, ">=", (t,))
        else:
            yield column(at(library.square_positive(), {x: t}, different))
        if t.op == "abs":
            yield column(at(library.square_of_size(), {x: t.args[0]}))


def _monomials(target: Polynomial, columns: list[Column]) -> Iterator[Column]:
    """The monomials of the target all of whose factors have a sign."""
    signs: dict[Monomial, Column] = {}
    for c in columns:
        if len(c.poly) == 1 and c.kind != "=":
            (m,) = c.poly
            if len(set(m)) == 1 and len(m) < 3 and (m not in signs or signs[m].kind == ">="):
                signs[m] = c
    for m in target:
        parts: list[Column] = []
        for k in dict.fromkeys(m):
            count = m.count(k)
            if count > 1 and (k, k) in signs:
                parts += [signs[k, k]] * (count // 2)
                count %= 2
            if count:
                if (k,) not in signs:
                    break
                parts += [signs[(k,)]] * count
        else:
            if len(parts) > 1:
                yield times(*parts)


def _products(target: Polynomial, columns: list[Column]) -> Iterator[Column]:
    """Products of two columns, squares of sums of two atoms, equations times atoms."""
    yield from _monomials(target, columns)
    usable = [c for c in columns if c.kind != "="][:MAX_PRODUCTS]
    for one, other in combinations_with_replacement(usable, 2):
        yield times(one, other)
    squared = {m[0] for m in target if len(m) == 2 and m[0] == m[1]}
    for m in target:
        if len(m) == 2 and m[0] != m[1] and squared.issuperset(m):
            for sign in (1, -1):
                root = atom(m[0]) + sign * atom(m[1])
                yield Column(product(polynomial(root), polynomial(root)), ">=", (root,))
    yield from _multiples(target, columns)


def _multiples(target: Polynomial, columns: list[Column]) -> Iterator[Column]:
    """Equations times atoms."""
    equations = [c for c in columns if c.kind == "="]
    if equations:
        for t in atoms(target, *(c.poly for c in columns)):
            for c in equations:
                yield c._replace(poly=product(c.poly, polynomial(t)), times=mul(c.times, t))


# -- combinations ---------------------------------------------------------------------------------


class Problem(NamedTuple):
    """A goal, the polynomial that is to have a sign, and the columns to combine.

    The goal says of ``target.poly`` times the factors of the target (which are positive) what is to
    be shown; for an equation the multiplier of the target takes the place of its factors.
    """

    goal: Term
    target: Column
    columns: list[Column]

    def split(self, holds: Holds) -> Problem:
        """With powers taken apart."""
        ways = splits([self.target.poly, *(c.poly for c in self.columns)], holds)
        if not ways:
            return self
        columns = [_split(c, ways) for c in self.columns]
        return Problem(self.goal, _split(self.target, ways), columns)

    def cleared(self, holds: Holds) -> Problem:
        """With denominators cleared, as far as their signs are known."""
        denominators = inverses([self.target.poly, *(c.poly for c in self.columns)])
        units = [u for d in denominators if (u := unit(d, holds)) is not None]
        if not units:
            return self
        target = _clear(self.target, units)
        if target is not self.target:  # the goal is what was cleared, divided again
            back = {u.positive: u.inverse for u in units}
            undone = tuple([back[f] for f in target.factors if isinstance(f, Theorem)])
            target = target._replace(
                factors=undone, times=normal(node("inv", None, (target.times,)))
            )
        return Problem(self.goal, target, [_clear(c, units) for c in self.columns])

    def attempt(self) -> Theorem | None:
        """The combination that the simplex method proposes, if the kernel accepts it."""
        goal, target, columns = self
        if goal.op == "=":
            columns = [c for c in columns if c.kind == "="]
        found = weights(target.poly, goal.op == "<", [(c.poly, c.kind) for c in columns])
        if found is None:
            return None
        chosen, slack = found
        signs = target.factors
        positive: list[tuple[Any, list[Factor]]] = [(slack, [*signs])] if slack else []
        equal: list[tuple[Term, Theorem]] = []
        units, exponents = dict.fromkeys(target.units), dict.fromkeys(target.exponents)
        for k, weight in chosen:
            c = columns[k]
            units.update(dict.fromkeys(c.units))
            exponents.update(dict.fromkeys(c.exponents))
            if c.kind != "=":
                positive.append((weight, [*c.factors, *signs]))
            else:
                (theorem,) = c.factors
                assert isinstance(theorem, Theorem)
                values = [t.conclusion.args[1] for t in signs if isinstance(t, Theorem)]
                factor = mul(number(weight), c.times, target.times, *values)
                equal.append((factor, theorem))
        try:
            return combination(goal, positive, equal, ordered(units), list(exponents))
        except Refused:
            return None

    def by_products(self) -> Theorem | None:
        """The same, with products of two columns."""
        goal, target, columns = self
        columns = [c for c in columns if not constant(c.poly)]
        if goal.op == "=":
            more = _multiples(target.poly, columns)
        elif all(len(m) < 2 for p in (target.poly, *(c.poly for c in columns)) for m in p):
            return None
        else:
            more = _products(target.poly, columns)
        return Problem(goal, target, [*columns, *more]).attempt()

    def by_signs(self, holds: Holds) -> Theorem | None:
        """The target as a product of factors that have signs."""
        goal, target, _ = self
        if constant(target.poly):
            return None
        scale, parts = factors(target.poly)
        if sum(power for _, power in parts) < 2:
            return None
        strict = goal.op == "<"
        found: list[Factor] = []
        for part, power in parts:
            sign = self._sign(part, power, strict, holds)
            if sign is None:
                return None
            turned, theorems = sign
            scale, found = scale * turned, [*found, *theorems]
        if scale < 0:
            return None
        whole = [(scale, [*found, *target.factors])]
        try:
            return combination(goal, whole, (), ordered(target.units), list(target.exponents))
        except Refused:
            return None

    @staticmethod
    def _sign(
        part: Term, power: int, strict: bool, holds: Holds
    ) -> tuple[int, list[Factor]] | None:
        """The sign of part**power, and why."""
        if power % 2 == 0:
            if not strict:
                return 1, [part] * (power // 2)
            different = holds(ne(0, part))
            if different is None:
                return None
            return 1, [at(library.square_positive(), {x: part}, different)] * (power // 2)
        for sign, value in ((1, part), (-1, normal(-part))):
            wanted = lt(0, value) if strict else le(0, value)
            found = holds(wanted)
            if found is not None:
                return sign, [restate(found, wanted)] * power
        return None


__all__ = [
    "Column",
    "Problem",
    "Shape",
    "column",
    "constant",
    "degree",
    "factors",
    "gap",
    "inverses",
    "ordered",
    "relevant",
    "shape",
    "squares",
]
