"""Instances that satisfy hypotheses, drawn from the hypotheses themselves.

Whole numbers come first, then sequences, then the other numbers, each from what the comparisons
leave of its range once everything before it has a value.  A hypothesis that defines something is
solved for it: "sum c = s" gives s, "h_i -> L" gives L, "a_i = x_i for all i" gives a, and
"D_{t+1} = f_t D_t" gives D; an equation in which a member of a sequence is linear moves that
member.  Sequences are a few listed members and a closed form that suits what is said of them.

What is drawn need not satisfy everything yet; `numeric_checks.evidence.trying` looks whether it
does.  All choices are made by a generator of Python's `random`, or by hypothesis through one of its
own, which can then make a failure small.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

from sympy import Expr, Integer, Rational, Symbol

from numeric_checks.evidence.chains import drawn_mrp
from numeric_checks.evidence.recursions import Unsolved, defined_sequence, solved
from numeric_checks.identities.domains import Domain, InvalidAssumption
from numeric_checks.statements.instances import Instance, Members, k
from numeric_checks.statements.integers import NeedPeriod, Whole
from numeric_checks.statements.meaning import Decision
from numeric_checks.statements.numbers import NoValue, Undecided, Undefined
from numeric_checks.statements.reading import Reading
from symbolic.core.terms import Term
from symbolic.statements import (
    GAMMA,
    MRP_SYMBOLS,
    Converges,
    Equal,
    ForAll,
    OnCycle,
    OperatorEqual,
    PositiveDefinite,
    Statement,
    Summable,
    TendsTo,
)
from symbolic.statements.edge import statement_to_core
from symbolic.terms import FloorDiv, IfLess, free_sequences, index, is_index
from symbolic.terms.edge import to_core
from symbolic.writing.definitions import is_defined, lookup

__all__ = ["NoInstance", "Plan"]

RATIOS = [Rational(p) for p in ("1/2", "-1/2", "1/3", "2/3", "-1/4")]
SMALL = [Fraction(p) for p in ("1", "-1", "1/2", "2", "-1/2", "0", "3/2", "1/3", "-2")]
#: so many of the simplest values are drawn from, and integers up to this
CHOICE, LARGEST = 14, 7
#: indices at which a hypothesis for all indices narrows a number
LOOKED_AT = 3
#: the second index of a family
OTHER = index("l")

#: what evaluation says of an instance that does not fit
Misfit = (Undecided, Undefined, NoValue, NeedPeriod, Unsolved, InvalidAssumption)


class NoInstance(Exception):
    """Nothing that satisfies the hypotheses could be drawn; the message says why not."""


@dataclass(frozen=True)
class Plan:
    """How instances of hypotheses are made, for statements that speak of more than they do."""

    given: tuple[Statement, ...]
    says: tuple[Statement, ...]

    # -- what is spoken of ------------------------------------------------------------------------

    @cached_property
    def _spoken(self) -> tuple[frozenset[Symbol], Mapping[Any, int]]:
        """Variables and sequences, those behind definitions among them."""
        symbols, sequences = set[Symbol](), dict[Any, int]()
        for s in self._statements:
            symbols |= s.free_symbols
            sequences |= _arities(statement_to_core(s), s.sequences)
        stack = list(sequences)
        while stack:
            meaning = lookup(stack.pop())
            if meaning is not None:
                symbols |= meaning.body.free_symbols - set(meaning.params)
                inner = _arities(to_core(meaning.body), free_sequences(meaning.body))
                stack += [f for f in inner if f not in sequences]
                sequences |= inner
        return frozenset(symbols), {f: n for f, n in sequences.items() if not is_defined(f)}

    @property
    def _statements(self) -> tuple[Statement, ...]:
        return (*self.given, *self.says)

    @cached_property
    def about_mrp(self) -> bool:
        """Is an MRP spoken of?"""
        return any(isinstance(part, OperatorEqual) for s in self._statements for part in _parts(s))

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """The variables that get values: integers first."""
        found = self._spoken[0] - (MRP_SYMBOLS if self.about_mrp else frozenset())
        return tuple(sorted(found, key=lambda s: (not s.is_integer, s.name)))

    @cached_property
    def sequences(self) -> Mapping[Any, int]:
        """The sequences that get members, each with the number of its indices."""
        return dict(sorted(self._spoken[1].items(), key=lambda item: str(item[0])))

    @cached_property
    def _core(self) -> tuple[tuple[Statement, Term, frozenset[Any]], ...]:
        """The hypotheses, and what each speaks of."""
        return tuple(
            (s, statement_to_core(s), s.free_symbols | _behind(s.sequences)) for s in self.given
        )

    @cached_property
    def definitions(self) -> Mapping[Any, Statement]:
        """What hypotheses can be solved for."""
        found: dict[Any, Statement] = {}
        for s in self.given:
            if isinstance(s, ForAll) and (target := defined_sequence(s)) in self.sequences:
                found.setdefault(target, s)
        for s in self.given:
            # a number that a defined sequence begins with is drawn before the sequence
            if (target := _defined_number(s)) in self.symbols and not s.sequences & found.keys():
                found.setdefault(target, s)
        return found

    @cached_property
    def vanishing(self) -> frozenset[Any]:
        """Sequences of which something tends to zero or converges."""
        found = set[Any]()
        for s in self.given:
            if isinstance(s, Converges | Summable) or (isinstance(s, TendsTo) and s.end == 0):
                found |= _behind(s.sequences)
            if isinstance(s, Equal):  # a series in an equation is to converge
                found |= _behind(s.sequences)
        return frozenset(found)

    # -- drawing ----------------------------------------------------------------------------------

    def draw(self, rng: Random) -> Instance:
        """One instance, which need not satisfy everything; `NoInstance` where none is found."""
        try:
            return self._draw(rng)
        except Misfit as problem:
            raise NoInstance(str(problem)) from problem

    def _draw(self, rng: Random) -> Instance:
        found = Instance({}, {})
        free = [s for s in self.symbols if s not in self.definitions]
        for s in (s for s in free if s.is_integer):
            found = self._with_value(found, s, rng)
        for f, arity in self.sequences.items():
            if f not in self.definitions:
                made = _family(rng) if arity == 2 else self._members(f, found, rng)
                found = replace(found, sequences={**found.sequences, f: made})
        for s in (s for s in free if not s.is_integer):
            found = self._with_value(found, s, rng)
        found = self._settled(found, rng)
        if self.about_mrp:
            mrp = drawn_mrp(found.values[GAMMA], rng)
            found = Instance.of(found.values, found.sequences, mrp)
        return found

    def _settled(self, found: Instance, rng: Random) -> Instance:
        """With everything that is solved for; what is not there yet is tried again later."""
        pending = dict(self.definitions)
        for target in [t for t in pending if isinstance(t, Symbol)]:
            with suppress(NoValue):
                found = solved(found, target, pending[target], rng, self.given)
                del pending[target]
        defining = set(self.definitions.values())
        for s in (s for s in self.given if isinstance(s, Equal | ForAll) and s not in defining):
            with suppress(NoValue):
                found = self._moved(found, s, rng)
        staying = {f: m.settled() for f, m in found.sequences.items() if isinstance(m, _Staying)}
        found = replace(found, sequences={**found.sequences, **staying})
        for target, s in self.definitions.items():
            if target not in pending:  # members that it depends on may have moved
                found = solved(found, target, s, rng, self.given)
        while pending:
            before = len(pending)
            for target in list(pending):
                with suppress(NoValue):
                    found = solved(found, target, pending[target], rng, self.given, pending)
                    del pending[target]
            if len(pending) == before:
                raise Unsolved("the hypotheses define things by each other")
        return found

    # -- numbers ----------------------------------------------------------------------------------

    def _with_value(self, found: Instance, s: Symbol, rng: Random) -> Instance:
        domain = self._domain(found, s)
        choice = [x for x in domain.values if not s.is_integer or abs(x) <= LARGEST]
        if not choice:
            raise InvalidAssumption(f"{s}: no small integer satisfies what is assumed")
        return replace(found, values={**found.values, s: rng.choice(choice[:CHOICE])})

    def _domain(self, found: Instance, s: Symbol) -> Domain:
        domain = Domain(s.name, bool(s.is_integer))
        known = {*found.values, *found.sequences, s}
        for _, core, spoken in self._core:
            if s in spoken and spoken <= known:
                domain = _narrowed(domain, core, found, s)
        return domain

    # -- sequences --------------------------------------------------------------------------------

    def _members(self, f: Any, found: Instance, rng: Random) -> Members:
        on_cycle = next((s for s in self._statements if isinstance(s, OnCycle)), None)
        if on_cycle is not None and f == on_cycle.values:
            length = int(Reading(found).number(to_core(on_cycle.length)))
            return _periodic([rng.choice([1, -1, 0]) for _ in range(max(length, 1))])
        if any(isinstance(s, PositiveDefinite) and f in s.sequences for s in self._statements):
            return _covariance(rng)
        others = [data for data in found.sequences.values() if len(data.over) == 1]
        if others and rng.random() < 0.15:
            return rng.choice(others)
        first = [rng.choice(SMALL) for _ in range(rng.randint(0, 4))]
        tails: list[Any] = [Integer(0), rng.choice(RATIOS) ** k]
        if f not in self.vanishing:
            tails += [Integer(1), Rational(rng.choice(SMALL)), 1 + rng.choice(RATIOS) ** k]
            tails.append(Integer(-1) ** k)
            if rng.random() < 0.15:
                return _Staying(tuple(first), Integer(0), (k,)).settled()
        manner, then = rng.randint(0, 5), rng.choice(tails)
        if manner == 1:
            first = [abs(x) for x in first]
        elif manner == 2:  # one place alone
            first, then = [Fraction(0)] * rng.randint(0, 4) + [rng.choice(SMALL[:5])], Integer(0)
        elif manner >= 3:  # falling, and not below what follows
            top = max([abs(x) for x in first], default=Fraction(1)) or Fraction(1)
            first = sorted((abs(x) for x in first), reverse=True)
            then = rng.choice([Integer(0), Rational(1, 2) ** k, Rational(1, 3) ** k])
            if f not in self.vanishing and rng.random() < 0.4:
                then = rng.choice([Integer(1), 1 + then])
            first = [x / top for x in first] if manner == 4 else first
            first = [] if manner == 5 and then != 0 else first
            if rng.random() < 0.2:
                first, then = [-x for x in first], -then
        return Members(tuple(first), then, (k,))

    def _moved(self, found: Instance, s: Statement, rng: Random) -> Instance:
        """With members moved so that the equation holds, or the equation for each index does."""
        free = [
            f
            for f in self.sequences
            if f in found.sequences and f not in self.definitions and f in _behind(s.sequences)
        ]
        if not free or not any(isinstance(part, Equal) for part in _parts(s)):
            return found
        rng.shuffle(free)
        for relation, bound in _cases(statement_to_core(s), found, 6):
            if relation.op != "=":
                continue
            place = bound[0].constant if bound else None
            found = _solved_for_a_member(found, relation, bound, free, place)
        return found


class _Staying(Members):
    """A sequence that stays what its last listed member is, also when that is moved."""

    def settled(self) -> _Staying:
        """With the closed form that this means."""
        last = self.first[-1] if self.first else Fraction(1)
        return replace(self, then=Rational(*last.as_integer_ratio()))


# -- narrowing -------------------------------------------------------------------------------------


def _narrowed(domain: Domain, core: Term, found: Instance, s: Symbol) -> Domain:
    """What a comparison that is linear in the variable leaves of its range."""

    def gap(x: int, relation: Term, bound: tuple[Whole, ...]) -> Fraction:
        reading = Reading(replace(found, values={**found.values, s: Fraction(x)}))
        left, right = (reading.number(a, bound) for a in relation.args)
        return right - left

    at = replace(found, values={**found.values, s: Fraction(1)})
    for relation, bound in _cases(core, at, LOOKED_AT):
        with suppress(Undecided, Undefined, NoValue):
            one, two, three = (gap(x, relation, bound) for x in (1, 2, 3))
            slope = two - one
            if not slope or three - two != slope:
                continue
            end = 1 - one / slope
            strictly = relation.op == "<"
            if relation.op == "=" or slope > 0:
                domain = domain.at_least(end, strictly=strictly)
            if relation.op == "=" or slope < 0:
                domain = domain.at_most(end, strictly=strictly)
    return domain


def _cases(core: Term, at: Instance, count: int) -> Iterator[tuple[Term, tuple[Whole, ...]]]:
    """A comparison, or the first few that a statement for all integers makes."""
    with suppress(Undecided, Undefined, NoValue):
        for relation, bound in Decision(at).cases(core, (), count):
            if relation.op in ("=", "<=", "<"):
                yield relation, tuple(x for x in bound if isinstance(x, Whole))


def _solved_for_a_member(
    found: Instance, relation: Term, bound: tuple[Whole, ...], free: list[Any], place: int | None
) -> Instance:
    for f in free:
        data = found.sequences[f]
        if len(data.over) != 1:
            continue
        for n in (0, 1) if place is None else (place,):

            def put(x: Fraction, f: Any = f, n: int = n, data: Members = data) -> Instance:
                listed = list(data.first)
                while len(listed) <= n:
                    here = Reading(found)
                    listed.append(here.number(to_core(f(len(listed)))))
                listed[n] = x
                changed = replace(data, first=tuple(listed))
                return replace(found, sequences={**found.sequences, f: changed})

            def gap(x: int) -> Fraction:
                left, right = (Reading(put(Fraction(x))).number(a, bound) for a in relation.args)
                return left - right

            with suppress(Undecided, Undefined, NoValue):
                at_zero, slope = gap(0), gap(1) - gap(0)
                if slope and gap(2) == at_zero + 2 * slope:
                    return put(-at_zero / slope)
    return found


# -- what hypotheses define ------------------------------------------------------------------------


def _defined_number(s: Statement) -> Any:
    """The number that a hypothesis gives."""
    if isinstance(s, Equal):
        for one, other in ((s.rhs, s.lhs), (s.lhs, s.rhs)):
            if isinstance(one, Symbol) and one not in other.free_symbols and not one.is_integer:
                return one
    if isinstance(s, TendsTo) and isinstance(s.end, Symbol):
        return s.end
    return None


# -- small things ----------------------------------------------------------------------------------


def _parts(s: Any) -> Iterator[Statement]:
    yield s
    for part in s._inner():
        if isinstance(part, Statement):
            yield from _parts(part)


def _behind(sequences: Iterable[Any]) -> frozenset[Any]:
    """The sequences, with what defined ones stand for in their place; and variables there."""
    found, stack = set[Any](), list(sequences)
    while stack:
        f = stack.pop()
        meaning = lookup(f)
        if meaning is None:
            found.add(f)
        else:
            stack += free_sequences(meaning.body)
            found |= meaning.body.free_symbols - set(meaning.params)
    return frozenset(found)


def _arities(core: Term, sequences: Iterable[Any]) -> dict[Any, int]:
    named = {f.__name__: f for f in sequences}
    return {named[x[0]]: len(x[1]) for x in core.free if not isinstance(x, Term) and x[0] in named}


def _family(rng: Random) -> Members:
    """Two indices: a constant, a product of powers, or the same on the diagonal alone."""
    a, b = rng.choice(RATIOS), rng.choice(RATIOS)
    forms = [
        Rational(rng.choice(SMALL)),
        a**k * b**OTHER,
        1 + a**k * a**OTHER,
        Rational(rng.choice(SMALL)) * (-1) ** (k + OTHER),
        IfLess(k, OTHER, 0, IfLess(OTHER, k, 0, 1 + a**k)),
        IfLess(k, OTHER, 0, IfLess(OTHER, k, 0, Rational(rng.choice(SMALL)))),
    ]
    return Members((), rng.choice(forms), (k, OTHER))


def _covariance(rng: Random) -> Members:
    """A mixture of powers, which is a covariance if the weights are not negative."""
    a, b = rng.choice(RATIOS), rng.choice(RATIOS)
    return Members((), rng.choice([a**k, 1 + a**k, a**k + 2 * b**k, Integer(1)]), (k,))


def _periodic(values: list[int]) -> Members:
    place = k - len(values) * FloorDiv(k, len(values))
    term: Expr = Integer(values[-1])
    for n in range(len(values) - 2, -1, -1):
        term = IfLess(place, n + 1, Integer(values[n]), term)
    assert is_index(term)
    return Members((), term, (k,))
