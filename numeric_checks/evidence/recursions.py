"""Hypotheses that define something, solved for it in an instance.

    sum c = s                    gives the number s
    h_i -> L                     gives the limit L
    a_i = x_i for all i          gives the sequence a (or for i < N, and another from N on)
    D_{t+1} = f_t D_t + g_t      gives the sequence D, if f_t is the same from some t on

In the last one D_0 is what another hypothesis says, other unknown sequences may stand beside D
where their factors are zero, and an inequality is solved as if it were an equation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

import sympy
from flint import fmpq
from sympy import Expr, Integer, Rational, Symbol, oo
from sympy.core.function import AppliedUndef

from numeric_checks.statements.closed_forms import Form
from numeric_checks.statements.instances import Instance, InvalidInstance, Members, k, members
from numeric_checks.statements.integers import Generic, Whole
from numeric_checks.statements.reading import Reading, classes, new
from symbolic.core.terms import Term, bind
from symbolic.statements import AtMost, Equal, ForAll, Statement, TendsTo
from symbolic.terms import IfLess, free_sequences, substitute
from symbolic.terms.edge import to_core
from symbolic.writing.definitions import is_defined, lookup

__all__ = ["Unsolved", "defined_sequence", "joined", "solved"]

STARTS = [Fraction(p) for p in ("1", "-1", "1/2", "2", "3", "0")]
NONE, ONES = Members((), Integer(0), (k,)), Members((), Integer(1), (k,))


class Unsolved(Exception):
    """A hypothesis has no solution of the kind that is drawn."""


def defined_sequence(s: ForAll) -> Any:
    """The sequence that a hypothesis for all integers defines, if it does."""
    sides = _sides(s)
    return None if sides is None else sides[0].func


def joined(first: ForAll, then: ForAll) -> ForAll | None:
    """Two hypotheses that define a sequence, the second one from where the first one ends."""
    sides = _sides(first), _sides(then)
    if None in sides or first.hi is oo or sympy.expand(first.hi + 1 - then.lo) != 0:
        return None
    (left, early), (other, late) = sides  # type: ignore[misc]
    if left != left.func(first.var) or other != left.func(then.var):
        return None
    late = substitute(late, {then.var: first.var})
    return ForAll(
        first.var, first.lo, Equal(left, IfLess(first.var, then.lo, early, late)), then.hi
    )


def _sides(s: ForAll) -> tuple[Any, Expr] | None:
    """f(t) or f(t + 1), and the term that it is to be."""
    if not isinstance(s.body, Equal | AtMost):
        return None
    pairs = ((s.body.lhs, s.body.rhs), (s.body.rhs, s.body.lhs))
    for left, right in pairs:
        if not isinstance(left, AppliedUndef) or len(left.args) != 1 or is_defined(left.func):
            continue
        here = left.func in _free(right)
        if left.args[0] == s.var and isinstance(s.body, Equal) and not here:
            return left, right
        if left.args[0] == s.var + 1 and here:
            factor = sympy.expand(right).coeff(left.func(s.var))
            falls = isinstance(s.body, AtMost) and factor.is_number
            return None if falls else (left, right)
    return None


def _free(term: Expr) -> frozenset[Any]:
    found = frozenset[Any](free_sequences(term))
    for f in tuple(found):
        meaning = lookup(f)
        if meaning is not None:
            found |= _free(meaning.body)
    return found


def solved(
    found: Instance,
    target: Any,
    s: Statement,
    rng: Random,
    given: Sequence[Statement] = (),
    unknown: Iterable[Any] = (),
) -> Instance:
    """The instance with what the hypothesis defines."""
    if isinstance(s, Equal):
        other = s.lhs if s.rhs == target else s.rhs
        return _with_value(found, target, Reading(found).number(to_core(other)))
    if isinstance(s, TendsTo):
        return _with_value(found, target, _limit(found, s))
    assert isinstance(s, ForAll)
    sides = _sides(s)
    assert sides is not None
    left, right = sides
    lo = Reading(found).whole(to_core(s.lo)).constant
    recursive = left.args[0] != s.var
    first = [_member(found, target(n), given, rng) for n in range(lo + recursive)]
    if not recursive:
        data = _closed(found, first, s.var, right)
        if data is None and s.hi is not oo:
            data = _listed(found, s, right)
        if data is None:
            data = _pointwise(found, first, bind(to_core(right), to_core(s.var)))
    else:
        others = {f for f in unknown if not isinstance(f, Symbol)} - {target}
        data = _Recursion(found, s, target, right, others).solution(first)
    return replace(found, sequences={**found.sequences, target: data})


def _member(found: Instance, member: Expr, given: Sequence[Statement], rng: Random) -> Fraction:
    """One that comes before all that is defined: what a hypothesis says it is, or anything."""
    drawn = rng.choice(STARTS)
    for other in given:
        if isinstance(other, Equal) and member in (other.lhs, other.rhs):
            value = other.rhs if other.lhs == member else other.lhs
            return Reading(found).number(to_core(value))
    return drawn


def _with_value(found: Instance, target: Symbol, x: Fraction) -> Instance:
    return replace(found, values={**found.values, target: x})


def _limit(found: Instance, s: TendsTo) -> Fraction:
    reading, body = Reading(found), bind(to_core(s.body), to_core(s.var))
    forms: list[Form] = []

    def read(split: list[tuple[Generic, Whole]]) -> Form:
        forms[:] = [reading.form(body, (place,)) for _, place in split]
        for form in forms:
            form.settle()
        return Form()

    classes(read)
    limits = {form.limit() for form in forms}
    [end, *others] = limits
    if end is None or others:
        raise Unsolved("there is no limit")
    return end


def _closed(found: Instance, first: list[Fraction], var: Symbol, term: Expr) -> Members | None:
    """f(n) = the term at n, if that is a closed form once its variables have their values."""
    values = {s: _rational(fmpq(x.numerator, x.denominator)) for s, x in found.values.items()}
    put = substitute(term, {s: x for s, x in values.items() if s in term.free_symbols})
    if put.free_symbols - {var} or free_sequences(put):
        return None
    return members(*first, then=substitute(put, {var: k}) if put.has(var) else put)


def _listed(found: Instance, s: ForAll, term: Expr) -> Members:
    """f(n) = the term at n, up to the last index of which it is said, and zero elsewhere."""
    reading, body = Reading(found), bind(to_core(term), to_core(s.var))
    lo, hi = (reading.whole(to_core(end)).constant for end in (s.lo, s.hi))
    said = [reading.number(body, (Whole(n),)) for n in range(lo, hi + 1)]
    return members(*[Fraction(0)] * lo, *said)


def _pointwise(found: Instance, before: list[Fraction], body: Term) -> Members:
    """f(n) = the term at n, from the first index on; before it, anything."""
    reading, t = Reading(found), new()
    form = reading.form(body, (Whole.generic(t),))
    lo = len(before)
    later = [reading.number(body, (Whole(n),)) for n in range(lo, max(t.start, lo))]
    return _members([*before, *later], form, t)


@dataclass(frozen=True)
class _Recursion:
    """f(t + 1) = a_t f(t) + g_t, with a_t and g_t read off by putting in ones and zeros."""

    found: Instance
    statement: ForAll
    target: Any
    right: Expr
    others: set[Any]

    def _at(self, place: Whole, **unit: Members) -> Form:
        """The right side, with zeros for everything that is unknown, or ones for one of them."""
        put = {f: unit.get(f.__name__, NONE) for f in (*self.others, self.target)}
        reading = Reading(replace(self.found, sequences={**self.found.sequences, **put}))
        return reading.form(bind(to_core(self.right), to_core(self.statement.var)), (place,))

    def _factors(self, place: Whole) -> tuple[Fraction, Form]:
        alone = self._at(place)
        for other in self.others:
            if (self._at(place, **{other.__name__: ONES}) - alone).terms:
                raise Unsolved("sequences that turn around each other have no closed form here")
        return (self._at(place, **{self.target.__name__: ONES}) - alone).number(), alone

    def solution(self, first: list[Fraction]) -> Members:
        """The members up to where a_t no longer changes, then a closed form."""
        t, listed = new(), list(first)
        rate, force = self._factors(Whole.generic(t))
        while len(listed) <= t.start:
            factor, plus = self._factors(Whole(len(listed) - 1))
            listed.append(factor * listed[-1] + plus.number())
        start = len(listed) - 1
        if not rate:
            listed.append(self._at(Whole(start)).number())
            return _members(listed, self._at(Whole(-1) + Whole.generic(t)), t)
        # f(n) = a^(n-s) (f(s) + the sum of g_j a^(s-1-j) over s <= j < n)
        n, power = Whole.generic(t), Form.of(rate)
        sums = _Summed(force, t)
        total = Form.of(listed[-1]) + sums.up_to(n, start, power)
        return _members(listed[:-1], power.power(n + Whole(-start)) * total, t)


@dataclass(frozen=True)
class _Summed:
    """Sums of a closed form in t, times powers."""

    force: Form
    t: Generic

    def up_to(self, n: Whole, start: int, power: Form) -> Form:
        """The sum of g_j a^(s-1-j) over s <= j < n, where n is in terms of the same t."""
        j = new()
        renamed = Form(
            {
                (kind, tuple((j, d, q, a) for _, d, q, a in powers)): x
                for (kind, powers), x in self.force.terms.items()
            }
        )
        weighted = renamed * power.power(Whole(start - 1) + Whole.generic(j, -1))
        return weighted.summed(j, Whole(start), n + Whole(-1))


def _members(first: list[Fraction], form: Form, t: Generic) -> Members:
    """Listed members, and a closed form in one index as a term in it."""
    total: Expr = Integer(0)
    for (kind, powers), x in form.terms.items():
        if kind or any(of is not t or a for of, _, _, a in powers):
            raise Unsolved("a sequence of vectors")
        part: Expr = _rational(x.number())
        for _, d, q, _ in powers:
            part *= k**d * _rational(q) ** k
        total += part
    try:
        return members(*first, then=total)
    except InvalidInstance as problem:
        raise Unsolved(str(problem)) from None


def _rational(x: fmpq) -> Rational:
    return Rational(int(x.p), int(x.q))
