"""Terms of the core read in an instance: numbers, operators, or closed forms in generic indices.

This follows the meaning that `symbolic.core.terms` gives to terms, but for one thing: what is there
set to 0 by convention - a division by zero, the sum of a series that does not converge - is here
`Undefined`.  A name that was defined means what it abbreviates.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, cached_property
from itertools import count
from math import gcd
from typing import Any

from flint import fmpq

from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq
from numeric_checks.statements.angles import every_angle
from numeric_checks.statements.closed_forms import Form
from numeric_checks.statements.instances import Instance
from numeric_checks.statements.integers import Generic, NeedPeriod, Whole
from numeric_checks.statements.numbers import NoValue, Ratio, Undecided, Undefined, Z
from symbolic.core.terms import INT, Term, bind
from symbolic.terms import sequence
from symbolic.terms.edge import to_core
from symbolic.writing.definitions import lookup

#: residue classes that are tried, and terms that are added up one by one
MOST_CLASSES, MOST_TERMS = 60, 4000

#: what loose variables stand for, the innermost first: integers, or numbers and vectors
Bound = tuple["Whole | Form", ...]

#: the cosines that are rational, by the numerator and denominator of the part of a turn
COSINES = {
    Fraction(a, 12): Fraction(x)
    for a, x in ((0, 1), (2, "1/2"), (3, 0), (4, "-1/2"), (6, -1), (8, "-1/2"), (9, 0), (10, "1/2"))
}
#: a sequence: its name, and the sorts of its indices
Key = tuple[str, tuple[str, ...]]
_names = count()


def new() -> Generic:
    """A generic variable of its own."""
    return Generic(next(_names))


def classes(read: Callable[[list[tuple[Generic, Whole]]], Any]) -> Any:
    """Read with n = p t + s for every s < p; p grows until no finer classes are asked for."""
    period = 1
    while period <= MOST_CLASSES:
        split = [(t := new(), Whole.generic(t, period, s)) for s in range(period)]
        try:
            return read(split)
        except NeedPeriod as need:
            if all(need.of is not t for t, _ in split):
                raise
            period *= need.period
    raise Undecided(f"more than {MOST_CLASSES} residue classes")


class Reading:
    """Terms read in an instance."""

    #: j and k, where something is read for every angle 2 pi j/k
    any_angle: tuple[Whole, Whole] | None = None

    def __init__(self, instance: Instance) -> None:
        defined = [f for f in instance.sequences if lookup(f) is not None]
        if defined:
            raise NoValue(f"{defined[0]} has a meaning, and takes no members")
        self.instance = instance
        self.values = {to_core(s): to_fmpq(x) for s, x in instance.values.items()}
        self.members = {
            (f.__name__, (INT,) * len(data.over)): (
                tuple(map(to_fmpq, data.first)),
                _body(data.then, data.over),
            )
            for f, data in instance.sequences.items()
        }
        self._meanings: dict[Key, Term] = {}
        #: what was read: members by their places, and terms that no bound variable stands in
        self._members: dict[tuple[Key, *tuple[int, ...]], Any] = {}
        self._closed: dict[Term, Any] = {}
        self._orders: dict[Term, list[tuple[Term, bool]]] = {}

    @cached_property
    def _total(self) -> set[Key]:
        """The sequences whose members are numbers at all places."""
        return {key for key, (_, then) in self.members.items() if _never_divides(then)}

    def put(self, s: Any, x: Fraction) -> None:
        """Another value for a variable."""
        self.values[to_core(s)] = to_fmpq(x)
        self._forget()

    def put_member(self, f: Any, n: int, x: Fraction) -> None:
        """Another member of a sequence, which becomes one of those that are listed."""
        key = (f.__name__, (INT,))
        first, then = self.members[key]
        listed = [*first, *(self.value(then, (Whole(m),)) for m in range(len(first), n + 1))]
        listed[n] = to_fmpq(x)
        self.members[key] = tuple(listed), then
        self._forget()

    def _forget(self) -> None:
        self._members.clear()
        self._closed.clear()

    def number(self, t: Term, bound: Bound = ()) -> Fraction:
        """The number that a term denotes."""
        found = self.value(t, bound)
        return lowest_terms(found) if isinstance(found, fmpq) else found.number()

    def form(self, t: Term, bound: Bound = ()) -> Form:
        """What a term denotes."""
        found: Form = Form() + self.value(t, bound)
        return found

    # -- integers ---------------------------------------------------------------------------------

    def whole(self, t: Term, bound: Bound = ()) -> Whole:
        """The integer that a term denotes."""
        op, data, parts, *_ = t
        match op:
            case "num":
                return Whole(data)
            case "bound":
                found = bound[data[0]]
                assert isinstance(found, Whole)
                return found
            case "+":
                total = Whole(0)
                for a in parts:
                    total = total + self.whole(a, bound)
                return total
            case "*":
                return self._product([self.whole(a, bound) for a in parts])
            case "div":
                top, bottom = (self.whole(a, bound) for a in parts)
                if bottom.parts:
                    raise Undecided("a division by an index that grows")
                if bottom.constant < 1:
                    raise Undefined(f"an integer part of a quotient by {bottom.constant}")
                return top // bottom.constant
            case "if":
                return self.whole(self._branch(t, bound), bound)
        return Whole(int(self.number(t, bound)))

    @staticmethod
    def _product(factors: list[Whole]) -> Whole:
        total = Whole(1)
        for f in factors:
            if f.parts and total.parts:
                raise Undecided("a product of two indices that grow")
            total = total.times(f.constant) if total.parts else f.times(total.constant)
        return total

    def _branch(self, t: Term, bound: Bound) -> Term:
        a, b = (self.whole(x, bound) for x in t.args[:2])
        return t.args[2] if (b - a).at_least(1) else t.args[3]

    # -- numbers and operators --------------------------------------------------------------------

    def value(self, t: Term, bound: Bound) -> Any:
        """The same, but a number that depends on nothing is an fmpq."""
        if t.loose:
            return self._value(t, bound)
        if t not in self._closed:
            self._closed[t] = self._value(t, ())
        return self._closed[t]

    def _value(self, t: Term, bound: Bound) -> Any:
        op, data, parts, *_ = t
        match op:
            case "num":
                return _number(data)
            case "bound":
                found = bound[data[0]]
                return _whole(found) if isinstance(found, Whole) else found
            case "*":
                product: Any = fmpq(1)
                for a, everywhere in self._in_order(t):
                    if everywhere and _is_zero(product):  # whatever it is
                        self._check_places(a, bound)
                    else:
                        product = product * self.value(a, bound)
                return product
            case "+":
                total: Any = fmpq(0)
                for a in parts:
                    total = total + self.value(a, bound)
                return total
            case "app":
                return self._member(t, bound)
            case "var":
                if t not in self.values:
                    raise NoValue(f"the instance has no value for {t}")
                return self.values[t]
            case "inv":
                return _power(self.value(parts[0], bound), Whole(-1))
            case "pow":
                return _power(self.value(parts[0], bound), self.whole(parts[1], bound))
            case "abs":
                inside = self.value(parts[0], bound)
                return inside if sign_of(inside) >= 0 else -inside
            case "div":
                return _whole(self.whole(t, bound))
            case "if":
                return self.value(self._branch(t, bound), bound)
            case "cos" | "sin":
                return self._turn(t, bound)
            case "sum" | "series":
                return self._sum(t, bound)
        raise Undecided(f"{t.op} is not evaluated")

    def _in_order(self, product: Term) -> list[tuple[Term, bool]]:
        """The factors; those that are hard come last, if they are a number wherever they are read.

        That is told of each: beside a zero such a factor need not be read.
        """
        if product not in self._orders:
            efforts = [(self._effort(a), n) for n, a in enumerate(product.args)]
            self._orders[product] = [(product.args[n], e != 1) for e, n in sorted(efforts)]
        return self._orders[product]

    def _effort(self, t: Term) -> int:
        if t.op in ("cos", "sin"):
            return 2
        return min(len(t.args) - 1, 1) * 2 if t.op == "app" and t.data in self._total else 1

    def _check_places(self, t: Term, bound: Bound) -> None:
        """Are its indices what they should be?"""
        if t.op == "app":
            _check_that_it_is_there(t.data, tuple(self.whole(a, bound) for a in t.args))
        else:
            self._parts_of_turn(t, bound)

    def _parts_of_turn(self, t: Term, bound: Bound) -> Whole:
        parts = self.whole(t.args[1], bound)
        if not parts.at_least(1):
            raise Undefined(f"a turn in {parts.constant} parts")
        return parts

    def _turn(self, t: Term, bound: Bound) -> Any:
        a, b = self.whole(t.args[0], bound), self._parts_of_turn(t, bound)
        if self.any_angle is not None and b == self.any_angle[1]:
            return every_angle(t.op, a, self.any_angle[0])
        if b.parts:
            raise Undecided("a turn in a growing number of parts")
        for of, c in a.parts:
            if c % b.constant:
                raise NeedPeriod(of, b.constant // gcd(c, b.constant))
        part = Fraction(a.constant, b.constant) - (Fraction(1, 4) if t.op == "sin" else 0)
        if part % 1 not in COSINES:
            raise Undecided(f"the {t.op} of {a.constant}/{b.constant} of a turn is irrational")
        return to_fmpq(COSINES[part % 1])

    def _member(self, t: Term, bound: Bound) -> Any:
        places = tuple([self.whole(a, bound) for a in t.args])
        at = t.data, *[place.constant for place in places if not place.parts]
        if len(at) <= len(places):
            return self._read_member(t.data, places)
        if at not in self._members:
            self._members[at] = self._read_member(t.data, places)
        return self._members[at]

    def _read_member(self, key: Key, places: tuple[Whole, ...]) -> Any:
        if key not in self.members:
            return self.value(self._meaning(key), places[::-1])
        _check_that_it_is_there(key, places)
        first, then = self.members[key]
        if first and not places[0].at_least(len(first)):
            if places[0].parts:
                raise Undecided("a listed member at an index that grows")
            return first[places[0].constant]
        return self.value(then, places[::-1])

    def _meaning(self, key: Key) -> Term:
        """What a name abbreviates."""
        if key not in self._meanings:
            definition = lookup(sequence(key[0]))
            if definition is None:
                raise NoValue(f"the instance has no members of {key[0]}")
            self._meanings[key] = _body(definition.body, definition.params)
        return self._meanings[key]

    # -- sums and series --------------------------------------------------------------------------

    def _sum(self, t: Term, bound: Bound) -> Any:
        body, lo = t.args[-1], self.whole(t.args[0], bound)
        hi = self.whole(t.args[1], bound) if t.op == "sum" else None

        def member(n: Whole) -> Any:
            return self.value(body, (n, *bound))

        if hi is not None:
            length = hi - lo + Whole(1)
            if not length.at_least(0):
                return fmpq(0)
            if not length.parts and length.constant <= MOST_TERMS:
                return _added(member, lo, length.constant)
        return self.closed_sum(member, lo, hi)

    def power_series(self, body: Term, bound: Bound, limit: Fraction) -> Ratio:
        """The sum of (f(n) - limit) z^n over n >= 0, where f tends to the limit."""

        def member(n: Whole) -> Form:
            return (self.form(body, (n, *bound)) - Form.of(limit)) * Form.of(Z).power(n)

        total: Form = Form() + self.closed_sum(member, Whole(0), None)
        return total.part()

    def closed_sum(self, member: Callable[[Whole], Any], lo: Whole, hi: Whole | None) -> Any:
        """One by one at the beginning, then residue class by residue class in closed form."""

        def read(split: list[tuple[Generic, Whole]]) -> Any:
            period = len(split)
            forms = [Form() + member(place) for _, place in split]
            start = period * max(t.start for t, _ in split)
            if lo.parts:
                if not lo.at_least(start):
                    raise Undecided("a sum that begins at an index that falls")
                total, begin = fmpq(0), lo
            else:
                begin = Whole(max(start, lo.constant))
                if hi is not None and not (hi - begin).at_least(-1):
                    return _added(member, lo, (hi - lo).constant + 1)
                total = _added(member, lo, begin.constant - lo.constant)
            for s, ((t, _), form) in enumerate(zip(split, forms, strict=True)):
                first = (begin + Whole(period - 1 - s)) // period
                last = None if hi is None else (hi - Whole(s)) // period
                total = total + form.summed(t, first, last)
            return total

        return classes(read)


def _check_that_it_is_there(key: Key, places: tuple[Whole, ...]) -> None:
    if not all(place.at_least(0) for place in places):
        raise NoValue(f"the instance has no members of {key[0]} before the first")


def _never_divides(t: Term) -> bool:
    by_zero = t.op in ("inv", "pow") and (t.args[0].op != "num" or not t.args[0].data)
    return not by_zero and all(map(_never_divides, t.args))


@cache
def _number(x: Any) -> fmpq:
    return to_fmpq(Fraction(x))


def _is_zero(x: Any) -> bool:
    return not (x if isinstance(x, fmpq) else x.terms)


def sign_of(x: Any) -> int:
    """Of a number, or of a closed form for all large indices."""
    if isinstance(x, fmpq):
        return (x > 0) - (x < 0)
    sign: int = x.sign()
    return sign


def _whole(n: Whole) -> Any:
    return Form.whole(n) if n.parts else fmpq(n.constant)


def _power(x: Any, n: Whole) -> Any:
    if not isinstance(x, fmpq) or n.parts:
        return (Form() + x).power(n)
    if x == 0 and n.constant < 0:
        raise Undefined("a division by zero")
    return x**n.constant


def _added(member: Callable[[Whole], Any], lo: Whole, length: int) -> Any:
    return sum((member(lo + Whole(s)) for s in range(length)), fmpq(0))


def _body(term: object, over: tuple[object, ...]) -> Term:
    return bind(to_core(term), *map(to_core, over))
