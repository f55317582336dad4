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
from itertools import accumulate
from random import Random
from typing import Any

import sympy
from sympy import Expr, Integer, Rational, Symbol, oo
from sympy.core.function import AppliedUndef

from numeric_checks.evidence.chains import drawn_mrp
from numeric_checks.evidence.evolutions import (
    MOST_STATES,
    Evolution,
    drawn_matrix,
    evolutions,
    orders,
    solution,
)
from numeric_checks.evidence.recursions import (
    OTHER,
    Unsolved,
    computed_from_others,
    defined_sequence,
    joined,
    solved,
)
from numeric_checks.identities.domains import Domain, InvalidAssumption
from numeric_checks.statements.findings import Outcome
from numeric_checks.statements.instances import Instance, Members, k
from numeric_checks.statements.integers import NeedPeriod, Whole
from numeric_checks.statements.meaning import Decision
from numeric_checks.statements.numbers import NoValue, Undecided, Undefined
from numeric_checks.statements.reading import Reading
from symbolic.core.terms import MINUS_ONE, Term
from symbolic.statements import (
    GAMMA,
    MRP_SYMBOLS,
    AtMost,
    Converges,
    Equal,
    ForAll,
    Less,
    Not,
    OnCycle,
    OperatorEqual,
    PositiveDefinite,
    Relation,
    Statement,
    Summable,
    TendsTo,
)
from symbolic.statements.edge import statement_to_core
from symbolic.terms import FloorDiv, IfLess, free_sequences, is_index
from symbolic.terms.edge import to_core
from symbolic.writing.definitions import is_defined, lookup

__all__ = ["NoInstance", "Plan"]

FALLING = [Rational(1, 2), Rational(1, 3), Rational(2, 3)]
RATIOS = [Rational(p) for p in ("1/2", "-1/2", "1/3", "2/3", "-1/4")]
ZERO = Fraction(0)
SMALL = [Fraction(p) for p in ("1", "-1", "1/2", "2", "-1/2", "0", "3/2", "1/3", "-2")]
#: so many of the simplest values are drawn from, and integers up to this (beside families, to that)
CHOICE, LARGEST, FEW = 14, 7, 4
#: so many sequences are tried against what is said of them
CANDIDATES = 8
#: hypotheses that members are moved for
MOVABLE = Relation | ForAll
#: indices at which a hypothesis for all indices narrows a number
LOOKED_AT = 3

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
        bounded = {
            side for s in self.given if isinstance(s, Less) for side in (s.lhs,) if s.rhs.is_number
        }
        return tuple(
            sorted(
                found,
                key=lambda s: (
                    not s.is_integer,
                    self._below(s),
                    self._is_free_below(s),
                    s not in bounded,
                    s.name,
                ),
            )
        )

    def _below(self, s: Symbol) -> int:
        """How many hypotheses bound an integer from below in terms of other ones."""
        return sum(
            isinstance(g, AtMost | Less) and g.rhs == s and bool(g.lhs.free_symbols)
            for g in self.given
            if s.is_integer
        )

    def _is_free_below(self, s: Symbol) -> bool:
        """An integer that no number bounds from below comes after those it is compared with."""
        own = [g for g in self.given if isinstance(g, Relation) and s in g.free_symbols]
        compared = any(x.is_integer and x != s for g in own for x in g.free_symbols)
        bounded = any(isinstance(g, AtMost | Less) and g.rhs == s and g.lhs.is_number for g in own)
        return bool(s.is_integer) and compared and not bounded

    @property
    def computed(self) -> frozenset[Any]:
        """Sequences whose members are computed from those of others; they may be zero."""
        return frozenset(f for f, s in self.definitions.items() if computed_from_others(s))

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
    def orders(self) -> Mapping[Any, Expr]:
        """The stochastic matrices, each with its last row."""
        return orders(self.given)

    @cached_property
    def evolutions(self) -> Mapping[Any, Evolution]:
        """The families that go on from what they are at first."""
        return evolutions(self.given)

    @cached_property
    def definitions(self) -> Mapping[Any, Statement]:
        """What hypotheses can be solved for."""
        found: dict[Any, Statement] = {}
        for s in (s for s in self.given if not _begins(s, self.evolutions)):
            if isinstance(s, ForAll) and (target := defined_sequence(s)) in self.sequences:
                before = found.setdefault(target, s)
                if isinstance(before, ForAll) and (both := joined(before, s)) is not None:
                    found[target] = both
                elif isinstance(before, ForAll) and before.hi is not oo and s.hi is oo:
                    found[target] = s  # the others say which members come before
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

    @property
    def draws_anything(self) -> bool:
        """Or is there one instance only?"""
        return bool(self.symbols or self.sequences or self.about_mrp)

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
        for f, order in self.orders.items():
            size = int(Reading(found).whole(to_core(order)).constant) + 1
            drawn = drawn_matrix(max(size, 1), rng)
            found = replace(found, sequences={**found.sequences, f: drawn})
        for f, arity in self.sequences.items():
            if f not in {*self.definitions, *self.orders, *self.evolutions}:
                found = self._with_members(found, f, arity, rng)
        for s in (s for s in free if not s.is_integer):
            found = self._with_value(found, s, rng)
        try:
            found = self._settled(found, rng)
        except Unsolved:  # perhaps with a factor that is 0
            zero = [s for s in free if not s.is_integer and self._domain(found, s).contains(ZERO)]
            if not zero:
                raise
            found = replace(found, values={**found.values, rng.choice(zero): ZERO})
            found = self._settled(found, rng)
        if self.about_mrp:
            mrp = drawn_mrp(found.values[GAMMA], rng)
            found = Instance.of(found.values, found.sequences, mrp)
        return found

    def _with_members(self, found: Instance, f: Any, arity: int, rng: Random) -> Instance:
        """One of a few sequences: the first of which nothing is known that is false."""
        for _ in range(CANDIDATES):
            if arity == 2:
                data = _falling_family(rng) if self.orders else _family(rng)
            else:
                data = self._members(f, found, rng)
            drawn = replace(found, sequences={**found.sequences, f: data})
            if self._fits(drawn, f):
                break
        return drawn

    def _fits(self, found: Instance, f: Any) -> bool:
        """Is nothing false that is said of a sequence, and of what was drawn before it?"""
        known, decision = {*found.values, *found.sequences}, Decision(found)
        with suppress(NoValue):
            return not any(
                decision.of(core, ()).outcome is Outcome.FAILS
                for s, core, spoken in self._core
                if f in spoken and spoken <= known and not isinstance(s, Equal)
            )
        return True

    def _settled(self, found: Instance, rng: Random) -> Instance:
        """With everything that is solved for; what is not there yet is tried again later."""
        pending = dict(self.definitions)
        for target in [t for t in pending if isinstance(t, Symbol)]:
            with suppress(NoValue):
                found = solved(found, target, pending[target], rng, self.given)
                del pending[target]
        waiting: dict[Any, Evolution] = dict(self.evolutions)
        defining = set(self.definitions.values())
        for h in (h for h in self.given if isinstance(h, MOVABLE) and h not in defining):
            with suppress(NoValue):
                found = self._moved(found, h, rng)
        staying = {f: m.settled() for f, m in found.sequences.items() if isinstance(m, _Staying)}
        found = replace(found, sequences={**found.sequences, **staying})
        for target, s in self.definitions.items():
            if target not in pending:  # members that it depends on may have moved
                found = solved(found, target, s, rng, self.given)
        while pending or waiting:
            before = len(pending) + len(waiting)
            for f, evolution in tuple(waiting.items()):
                with suppress(NoValue):
                    data = solution(found, evolution, self.given, rng)
                    found = replace(found, sequences={**found.sequences, f: data})
                    del waiting[f]
            for target in list(pending):
                if target in found.sequences:  # solved for together with another one
                    del pending[target]
                    continue
                with suppress(NoValue):
                    found = solved(found, target, pending[target], rng, self.given, pending)
                    del pending[target]
            if len(pending) + len(waiting) == before:
                raise Unsolved("the hypotheses define things by each other")
        return found

    # -- numbers ----------------------------------------------------------------------------------

    def _with_value(self, found: Instance, s: Symbol, rng: Random) -> Instance:
        domain = self._domain(found, s)
        few = FEW if 2 in self.sequences.values() else LARGEST
        largest = MOST_STATES - 1 if self.orders else few
        choice = [x for x in domain.values if not s.is_integer or abs(x) <= largest]
        if len(domain.values) == 1:  # it is given
            choice = list(domain.values)
        if not choice:
            raise InvalidAssumption(f"{s}: no small integer satisfies what is assumed")
        return replace(found, values={**found.values, s: rng.choice(choice[:CHOICE])})

    def _domain(self, found: Instance, s: Symbol) -> Domain:
        domain, known = self._above_others(s), {*found.values, *found.sequences, s}
        for _, core, spoken in self._core:
            if s in spoken and len(spoken) > 1 and spoken <= known:
                domain = _narrowed(domain, core, found, s)
        return domain

    def _above_others(self, s: Symbol) -> Domain:
        """Where what is said of it alone holds, and another one below it may have a value."""
        domain = self._alone(s)
        for g in self.given:
            if isinstance(g, AtMost | Less) and g.rhs == s and isinstance(g.lhs, Symbol):
                below = self._alone(g.lhs)
                if below.low is not None:
                    strictly = below.low_open or isinstance(g, Less)
                    domain = domain.at_least(below.low, strictly=strictly)
        return domain

    def _alone(self, s: Symbol) -> Domain:
        if s not in self._own:
            own = Domain(s.name, bool(s.is_integer))
            for _, core, spoken in self._core:
                if spoken == {s}:
                    own = _narrowed(own, core, Instance({}, {}), s)
            self._own[s] = own
        return self._own[s]

    @cached_property
    def _own(self) -> dict[Symbol, Domain]:
        """What is said of a variable alone; filled when it is asked for."""
        return {}

    # -- sequences --------------------------------------------------------------------------------

    def _members(self, f: Any, found: Instance, rng: Random) -> Members:
        on_cycle = next((s for s in self._statements if isinstance(s, OnCycle)), None)
        if on_cycle is not None and f == on_cycle.values:
            length = int(Reading(found).number(to_core(on_cycle.length)))
            return _periodic([rng.choice([1, -1, 0]) for _ in range(max(length, 1))])
        if any(isinstance(s, PositiveDefinite) and f in s.sequences for s in self._statements):
            return _covariance(rng)
        others = [data for data in found.sequences.values() if len(data.over) == 1]
        if others and rng.random() < (0.5 if self.about_mrp else 0.15):
            return _related(rng.choice(others), rng)
        if f in self._rates:
            listed = 0 if 2 in self.sequences.values() else rng.randint(0, 3)
            first = [abs(rng.choice(SMALL)) for _ in range(listed)]
            return Members(tuple(first), Rational(rng.choice(SMALL[2:5:2])), (k,))
        first = [rng.choice(SMALL) for _ in range(rng.randint(0, 4))]
        tails: list[Any] = [Integer(0), rng.choice(RATIOS) ** k]
        if f not in self.vanishing:
            tails += [Integer(1), Rational(rng.choice(SMALL)), 1 + rng.choice(RATIOS) ** k]
            tails.append(Integer(-1) ** k)
            if rng.random() < 0.15:
                return _Staying(tuple(first), Integer(0), (k,)).settled()
        manner, then = rng.randint(0, 5), rng.choice(tails)
        if self._finite and rng.random() < 0.95:
            then = Integer(0)
        if manner == 1:
            first = [abs(x) for x in first]
        elif manner == 2:  # one place alone
            first, then = [ZERO] * rng.randint(0, 4) + [rng.choice(SMALL[:5])], Integer(0)
        elif manner >= 3:
            return self._falling(f, first, rng)
        return Members(tuple(first), then, (k,))

    def _falling(self, f: Any, first: list[Fraction], rng: Random) -> Members:
        """Listed members that fall, strictly or not, and a tail below them that does."""
        low = 1 if f not in self.vanishing and rng.random() < 0.3 else 0
        listed = sorted((abs(x) for x in first), reverse=True)
        if rng.random() < 0.6:
            listed = list(dict.fromkeys(listed))
        rate = 0 if self._finite and rng.random() < 0.95 else rng.choice(FALLING)
        then = rate ** (k - len(listed)) * (listed[-1] / 2 if listed else 1) if rate else 0
        if listed and listed[0] and rng.random() < 0.6:
            listed, then = [x / listed[0] for x in listed], then / listed[0]
        sign = -1 if rng.random() < 0.15 else 1
        return Members(
            tuple(sign * (low + x) for x in listed), sympy.sympify(sign * (low + then)), (k,)
        )

    @cached_property
    def _rates(self) -> frozenset[Any]:
        """Sequences of which the partial sums are unbounded, as those of step sizes are."""
        return frozenset[Any]().union(
            *(s.sequences for s in self.given if isinstance(s, Not) and len(s.sequences) == 1)
        )

    @cached_property
    def _finite(self) -> bool:
        """Are sequences better finite: beside cosines, in sums over two indices, convolved?"""
        return 2 in self.sequences.values() or any(
            _speaks_of_turns(core) or _convolves(core)
            for core in map(statement_to_core, self._statements)
        )

    def _moved(self, found: Instance, s: Statement, rng: Random) -> Instance:
        """With members moved so that a comparison holds, or one for each index does."""
        free = [
            f
            for f in self.sequences
            if f in found.sequences and f not in self.definitions and f in _behind(s.sequences)
        ]
        rng.shuffle(free)
        nested = isinstance(s, ForAll) and isinstance(s.body, ForAll)
        for relation, bound in _cases(statement_to_core(s), found, 6) if free else ():
            if nested and relation.op != "=":  # one member more or less is no help
                break
            found = _solved_for_a_member(found, relation, bound, free, rng)
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

    at = replace(found, values={**found.values, s: Fraction(1)})
    reading = Reading(at)

    def gap(x: int, relation: Term, bound: tuple[Whole, ...]) -> Fraction:
        reading.put(s, Fraction(x))
        left, right = (reading.number(a, bound) for a in relation.args)
        return right - left

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
    found: Instance, relation: Term, bound: tuple[Whole, ...], free: list[Any], rng: Random
) -> Instance:
    """With one member moved so that an equation holds, or an inequality, with room to spare."""

    reading = Reading(found)

    def gap() -> Fraction:
        left, right = (reading.number(a, bound) for a in relation.args)
        return right - left

    room = ZERO
    with suppress(Undecided, Undefined, NoValue):
        now = gap()
        if (now == 0 and relation.op != "<") or (now > 0 and relation.op != "="):
            return found
        if relation.op != "=":
            room = abs(rng.choice(SMALL[:5]))
    for f, n in _places(reading, relation, bound, free):
        reading = Reading(found)
        with suppress(Undecided, Undefined, NoValue):
            gaps = []
            for x in range(3):
                reading.put_member(f, n, Fraction(x))
                gaps.append(gap())
            slope = gaps[1] - gaps[0]
            if slope and gaps[2] == gaps[0] + 2 * slope:
                return _put(found, f, n, (room - gaps[0]) / slope)
    return found


def _put(found: Instance, f: Any, n: int, x: Fraction) -> Instance:
    data, reading = found.sequences[f], Reading(found)
    listed = list(data.first)
    listed += [reading.number(to_core(f(m))) for m in range(len(listed), n + 1)]
    listed[n] = x
    changed = replace(data, first=tuple(listed))
    return replace(found, sequences={**found.sequences, f: changed})


def _places(
    reading: Reading, relation: Term, bound: tuple[Whole, ...], free: list[Any]
) -> list[tuple[Any, int]]:
    """Members that a comparison names; or those that it may speak of in a sum."""
    named, sequences = [], reading.instance.sequences
    for t in nodes(relation):
        f = next((f for f in free if t.op == "app" and t.data[0] == f.__name__), None)
        if f is not None and len(t.args) == 1 and len(t.args[0].loose) <= len(bound):
            with suppress(Undecided, Undefined, NoValue, IndexError):
                named.append((f, reading.whole(t.args[0], bound).constant))
    named += [(f, n) for f in free for n in (0, 1)]
    return [(f, n) for f, n in dict.fromkeys(named) if n >= 0 and len(sequences[f].over) == 1]


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


def _begins(s: Statement, families: Iterable[Any]) -> bool:
    """Does it say how a family begins or goes on?"""
    while isinstance(s, ForAll):
        s = s.body
    sides = (s.lhs, s.rhs) if isinstance(s, Equal) else ()
    return any(isinstance(t, AppliedUndef) and t.func in set(families) for t in sides)


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


def _related(data: Members, rng: Random) -> Members:
    """The same again, or 1 less the sums of a finite sequence."""
    if data.then != 0 or rng.random() < 0.3:
        return data
    sums = tuple(1 - x for x in accumulate(data.first))
    return Members(sums, Rational(*(sums[-1] if sums else Fraction(1)).as_integer_ratio()), (k,))


def _speaks_of_turns(t: Term) -> bool:
    return any(part.op in ("cos", "sin") for part in nodes(t))


def _convolves(t: Term) -> bool:
    """Does a member stand in it whose index falls as a bound variable grows?"""
    return any(
        factors.op == "*" and factors.args[0] is MINUS_ONE and factors.args[1].op == "bound"
        for member in nodes(t)
        if member.op == "app"
        for place in member.args
        for factors in place.args
    )


def nodes(t: Term) -> Iterator[Term]:
    """The term and everything in it, also where there is a name for it."""
    yield t
    for a in t.args:
        yield from nodes(a)


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


def _falling_family(rng: Random) -> Members:
    """Positive, and below 1: it falls with the first index, not always with the second one."""
    a, b = rng.choice(FALLING), rng.choice(RATIOS)
    first = rng.choice([Rational(1), *FALLING])
    return Members(
        (), first * rng.choice([Integer(1), a**k, a**k * (1 + b**OTHER) / 2]), (k, OTHER)
    )


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
