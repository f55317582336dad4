"""Hypotheses that define something, solved for it in an instance.

    sum c = s                    gives the number s
    h_i -> L                     gives the limit L
    a_i = x_i for all i          gives the sequence a (or for i < N, and another from N on);
                                 so does |x_i| <= a_i
    D_{t+1} = f_t D_t + g_t      gives the sequence D, if f_t is the same from some t on

In the last one D_0 is what another hypothesis says, other unknown sequences may stand beside D
where their factors are zero, and an inequality is solved as if it were an equation.  Two sequences
that such hypotheses define by each other are solved for together, if the matrix of their factors
has two rational eigenvalues.  Of a family u_{t+1,n} = ..., a sum of two waves is a solution, one
that is the same for all n and one that alternates, if a step multiplies each of them by a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isqrt
from random import Random
from typing import Any

import sympy
from flint import fmpq
from sympy import Abs, Expr, Integer, Rational, Symbol, oo
from sympy.core.function import AppliedUndef

from numeric_checks.statements.closed_forms import Form
from numeric_checks.statements.instances import Instance, InvalidInstance, Members, k, members
from numeric_checks.statements.integers import Crossing, Generic, Whole
from numeric_checks.statements.numbers import NoValue
from numeric_checks.statements.reading import Reading, classes, new
from symbolic.core.terms import Term, bind
from symbolic.statements import AtMost, Equal, ForAll, Statement, TendsTo
from symbolic.terms import IfLess, free_sequences, index, substitute
from symbolic.terms.edge import to_core
from symbolic.writing.definitions import is_defined, lookup

__all__ = ["OTHER", "Unsolved", "computed_from_others", "defined_sequence", "joined", "solved"]

#: members of a convolution that are looked at, and how many zeros are its end
FAR, ENOUGH = 24, 8
STARTS = [Fraction(p) for p in ("1", "-1", "1/2", "2", "3", "0")]
#: how much of a constant wave and of an alternating one
WAVES = [(Rational(1, 2), Rational(1, 2)), (Integer(0), Integer(1)), (Integer(2), Integer(0))]
#: steps that are looked at for how they multiply a wave
STEPS = 8
#: the second index of a family
OTHER = index("l")
NONE, ONES = Members((), Integer(0), (k,)), Members((), Integer(1), (k,))


class Unsolved(Exception):
    """A hypothesis has no solution of the kind that is drawn."""


class Turning(Unsolved):
    """Another unknown sequence has a factor."""

    def __init__(self, other: Any) -> None:
        super().__init__("sequences that turn around each other have no closed form here")
        self.other = other

    def recursion(self, first: _Recursion, unknown: Any) -> _Recursion:
        """That of the other sequence, if a hypothesis defines it in this way too."""
        s = unknown.get(self.other) if isinstance(unknown, Mapping) else None
        if not isinstance(s, ForAll) or s.lo != first.statement.lo:
            raise self
        sides = _sides(s)
        if sides is None or sides[0].args[0] == s.var:
            raise self
        others = (first.others | {first.target}) - {self.other}
        return _Recursion(first.found, s, self.other, sides[1], others)


def defined_sequence(s: ForAll) -> Any:
    """The sequence that a hypothesis for all integers defines, if it does."""
    if isinstance(s.body, ForAll):
        waves = _wave_sides(s)
        return None if waves is None else waves[0].func
    sides = _sides(s)
    return None if sides is None else sides[0].func


def computed_from_others(s: Statement) -> bool:
    """Does it give a sequence by others, one member at a time?"""
    if not isinstance(s, ForAll) or isinstance(s.body, ForAll):
        return False
    sides = _sides(s)
    return sides is not None and sides[0].args[0] == s.var and bool(_free(sides[1]))


def _wave_sides(s: ForAll) -> tuple[Any, Expr] | None:
    """f(t + 1, n), and the term in f(t, ...) that it is to be, for all t and n."""
    assert isinstance(s.body, ForAll)
    equation, over = s.body.body, (s.var + 1, s.body.var)
    if not isinstance(equation, Equal) or not isinstance(equation.lhs, AppliedUndef):
        return None
    left, right = equation.lhs, equation.rhs
    return (left, right) if left.args == over and left.func in _free(right) else None


def joined(first: ForAll, then: ForAll) -> ForAll | None:
    """Two hypotheses that define a sequence, the second one from where the first one ends."""
    if isinstance(first.body, ForAll) or isinstance(then.body, ForAll):
        return None
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
        larger = isinstance(s.body, AtMost) and left is s.body.rhs and isinstance(right, Abs)
        if left.args[0] == s.var and (isinstance(s.body, Equal) or larger) and not here:
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
    if isinstance(s.body, ForAll):
        waves = _waves(found, s, target, given, rng)
        return replace(found, sequences={**found.sequences, target: waves})
    sides = _sides(s)
    assert sides is not None
    left, right = sides
    lo = Reading(found).whole(to_core(s.lo)).constant
    if left.args[0] == s.var:
        first = _start(found, target, lo - 1, given, rng)
        data = _closed(found, first, s.var, right)
        if data is None and s.hi is not oo:
            data = _listed(found, s, right)
        if data is None:
            data = _pointwise(found, first, bind(to_core(right), to_core(s.var)))
    else:
        others = {f for f in unknown if not isinstance(f, Symbol)} - {target}
        recursion = _Recursion(found, s, target, right, others)
        try:
            recursion.alone()
        except Turning as both:
            pair = (recursion, both.recursion(recursion, unknown))
            return _Pair(pair).solved(_starts(found, pair, lo, given, rng))
        data = recursion.solution(_start(found, target, lo, given, rng))
    return replace(found, sequences={**found.sequences, target: data})


def _start(
    found: Instance, target: Any, lo: int, given: Iterable[Statement], rng: Random
) -> list[Fraction]:
    """Members up to the first of which a hypothesis speaks; they are what is said of them."""
    first = [rng.choice(STARTS) for _ in range(lo + 1)]
    unread: dict[int, NoValue] = {}
    known = set[int]()
    for n, value in _said(found, target, given):
        if 0 <= n <= lo and n not in known:
            try:
                first[n] = Reading(found).number(to_core(value))
                known.add(n)
            except NoValue as problem:  # perhaps another one is known
                unread[n] = problem
    for n in unread.keys() - known:
        raise unread[n]
    return first


def _said(found: Instance, target: Any, given: Iterable[Statement]) -> Iterator[tuple[int, Expr]]:
    """Which members hypotheses give by an equation, one by one or finitely many at once."""
    reading = Reading(found)

    def whole(n: Expr) -> int:
        return reading.whole(to_core(n)).constant

    for s in given:
        equation: Any = s.body if isinstance(s, ForAll) and s.hi is not oo else s
        if not isinstance(equation, Equal):
            continue
        for left, right in ((equation.lhs, equation.rhs), (equation.rhs, equation.lhs)):
            if not isinstance(left, AppliedUndef) or left.func != target or len(left.args) != 1:
                continue
            if not isinstance(s, ForAll):
                yield whole(left.args[0]), right
            elif target not in _free(right):
                for n in range(whole(s.lo), whole(s.hi) + 1):
                    place = {s.var: Integer(n)}
                    yield whole(substitute(left.args[0], place)), substitute(right, place)


def _starts(
    found: Instance,
    pair: tuple[_Recursion, _Recursion],
    lo: int,
    given: Sequence[Statement],
    rng: Random,
) -> list[list[Fraction]]:
    """The same for both, in an order in which what is said of them can be read."""
    for one, other in (pair, pair[::-1]):
        with suppress(NoValue):
            about = [s for s in given if other.target not in s.sequences]
            first = _start(found, one.target, lo, about, rng)
            known = replace(found, sequences={**found.sequences, one.target: members(*first)})
            second = _start(known, other.target, lo, given, rng)
            return [first, second] if one is pair[0] else [second, first]
    raise Unsolved("two sequences that begin with each other")


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


def _pointwise(found: Instance, first: list[Fraction], body: Term) -> Members:
    """f(n) = the term at n, from the first index on; before it, what is given."""
    reading, t, lo = Reading(found), new(), len(first)
    try:
        form = reading.form(body, (Whole.generic(t),))
    except Crossing:  # a convolution, as of finite sequences
        first += [reading.number(body, (Whole(n),)) for n in range(lo, lo + FAR)]
        if any(first[-ENOUGH:]):
            raise Unsolved("a convolution that does not end") from None
        return Members(tuple(first), Integer(0), (k,))
    first += [reading.number(body, (Whole(n),)) for n in range(lo, max(t.start, lo))]
    return _members(first, form, t)


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
                raise Turning(other)
        return (self._at(place, **{self.target.__name__: ONES}) - alone).number(), alone

    def alone(self) -> None:
        """Has no other unknown sequence a factor, from some time on?"""
        self._factors(Whole.generic(new()))

    def row(self, place: Whole, columns: Iterable[Any]) -> list[Fraction]:
        """The factors of these sequences; nothing else is added, and no other has one."""
        alone = self._at(place)
        found = {f: self._at(place, **{f.__name__: ONES}) - alone for f in self.others}
        found[self.target] = self._at(place, **{self.target.__name__: ONES}) - alone
        wanted = set(columns)
        if alone.terms or any(form.terms for f, form in found.items() if f not in wanted):
            raise Unsolved("two sequences that turn around each other, and something else")
        return [found[f].number() for f in columns]

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
class _Pair:
    """f(t + 1) = a f(t) + b g(t) and g(t + 1) = c f(t) + d g(t)."""

    parts: tuple[_Recursion, _Recursion]

    def _matrix(self, place: Whole) -> list[list[Fraction]]:
        targets = [part.target for part in self.parts]
        return [part.row(place, targets) for part in self.parts]

    def solved(self, starts: list[list[Fraction]]) -> Instance:
        """The instance with both: members as long as the matrix changes, then powers."""
        t, listed = new(), starts
        matrix = self._matrix(Whole.generic(t))
        while len(listed[0]) <= t.start:
            listed = _longer(self._matrix(Whole(len(listed[0]) - 1)), listed)
        listed = _longer(matrix, listed)
        (a, b), (c, d) = matrix
        root = _root((a - d) ** 2 + 4 * b * c)
        if not root:
            raise Unsolved("two sequences by each other, without two rational eigenvalues")
        one, other = (a + d + root) / 2, (a + d - root) / 2
        found = self.parts[0].found
        made = {
            part.target: _powers(members_, one, other)
            for part, members_ in zip(self.parts, listed, strict=True)
        }
        return replace(found, sequences={**found.sequences, **made})


def _longer(matrix: list[list[Fraction]], listed: list[list[Fraction]]) -> list[list[Fraction]]:
    """One member more of both sequences."""
    last = [members_[-1] for members_ in listed]
    return [
        [*members_, sum((x * y for x, y in zip(row, last, strict=True)), Fraction(0))]
        for members_, row in zip(listed, matrix, strict=True)
    ]


def _powers(listed: list[Fraction], one: Fraction, other: Fraction) -> Members:
    """A one^n + B other^n from the last but one listed member on, one and other different."""
    *first, here, after = listed
    rate = (after - other * here) / (one - other)
    total: Expr = Integer(0)
    for base, part in ((one, rate), (other, here - rate)):
        if base:
            total += exact(part) * exact(base) ** (k - len(first))
    return members(*first, here, then=total)


def _root(x: Fraction) -> Fraction | None:
    """The square root, if it is rational."""
    if x < 0:
        return None
    top, bottom = isqrt(x.numerator), isqrt(x.denominator)
    return Fraction(top, bottom) if Fraction(top, bottom) ** 2 == x else None


def _waves(
    found: Instance, s: ForAll, target: Any, given: Iterable[Statement], rng: Random
) -> Members:
    """f(t, n) = a p^t + b q^t (-1)^n, where one step multiplies each part by a number.

    If some of these have the members that are given, it is one of those.
    """
    made, steps = list[Members](), dict[int, Expr]()
    for parts in rng.sample(WAVES, len(WAVES)):
        total: Expr = Integer(0)
        for sign, part in zip((1, -1), parts, strict=True):
            if part:
                if sign not in steps:
                    steps[sign] = _product(_wave_rates(found, s, target, sign))
                total += part * steps[sign] * Integer(sign) ** OTHER
        made.append(Members((), total, (k, OTHER)))
    for data in made:
        reading = Reading(replace(found, sequences={**found.sequences, target: data}))
        if all(
            reading.number(to_core(x.lhs)) == reading.number(to_core(x.rhs))
            for x in given
            if isinstance(x, Equal) and isinstance(x.lhs, AppliedUndef) and x.lhs.func == target
        ):
            return data
    return made[0]


def _wave_rates(found: Instance, s: ForAll, target: Any, sign: int) -> list[Rational]:
    """By what the first steps multiply 1, or (-1)^n."""
    sides = _wave_sides(s)
    assert sides is not None
    assert isinstance(s.body, ForAll)
    wave = Members((), Integer(sign) ** OTHER, (k, OTHER))
    reading = Reading(replace(found, sequences={**found.sequences, target: wave}))
    after = bind(to_core(sides[1]), to_core(s.var), to_core(s.body.var))
    rates = []
    for t in range(STEPS):
        of_step = {reading.number(after, (Whole(n), Whole(t))) * sign**n for n in range(3)}
        if len(of_step) > 1:
            raise Unsolved("a step does not multiply a wave by a number")
        rates.append(exact(of_step.pop()))
    return rates


def _product(rates: list[Rational]) -> Expr:
    """The product of the first k of them, where the last one goes on for ever."""
    *before, rate = rates
    while before and before[-1] == rate:
        before.pop()
    if len(before) > STEPS - 3:
        raise Unsolved("the steps keep multiplying a wave by other numbers")
    values = [sympy.prod(before[:n]) for n in range(len(before) + 1)]
    term = values.pop() * (rate ** (k - len(before)) if rate else IfLess(k, len(before) + 1, 1, 0))
    for n, value in reversed(tuple(enumerate(values))):
        term = IfLess(k, n + 1, value, term)
    return term


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


def exact(x: Fraction) -> Rational:
    """The number as a term."""
    return Rational(x.numerator, x.denominator)


def _rational(x: fmpq) -> Rational:
    return Rational(int(x.p), int(x.q))
