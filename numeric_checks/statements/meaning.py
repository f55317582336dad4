"""What a statement says, decided in an instance.

`decide(statement, instance)` reads the core statement, which is what the kernel proves, and answers
that it holds, fails, or means nothing there (a division by zero, a series that diverges) - exactly,
for all indices - or that it is undecided, and why.  Nothing is rounded.

A statement for all integers is decided for all large ones at once, by closed forms; those that are
not large are looked at one by one.  Where closed forms do not decide, the first ones are looked at,
and what holds for them is said to be checked; that is evidence, and no verdict rests on it.

    >>> from symbolic import ForAll, Less, index, sequence
    >>> from numeric_checks.statements.instances import k, members
    >>> n, h = index("n"), sequence("h")
    >>> falls = ForAll(n, 0, Less(h(n + 1), h(n)))
    >>> print(decide(falls, Instance.of({}, {h: members(2, then=1 / 2**k)})))
    holds
    >>> print(decide(falls, Instance.of({}, {h: members(2, 1, then=1)})))
    fails (at n = 1: the left side is 1, the right side 1)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import Any

from numeric_checks.statements.angles import least
from numeric_checks.statements.closed_forms import Form
from numeric_checks.statements.findings import Finding, Outcome, decided, sides
from numeric_checks.statements.instances import Instance
from numeric_checks.statements.integers import Crossing, Generic, NeedPeriod, Whole
from numeric_checks.statements.numbers import Undecided, Undefined
from numeric_checks.statements.operators import OPERATORS
from numeric_checks.statements.reading import Bound, Reading, classes, new, sign_of
from numeric_checks.statements.stationary import EVERYWHERE, STATIONARY, positive_definite
from symbolic.core.terms import INT, Term, conjuncts, equivalents
from symbolic.printing import prose
from symbolic.printing.sentences import Words, joined
from symbolic.statements import ForAll, Not, Statement
from symbolic.statements.edge import statement_to_core

#: indices that are tried where closed forms do not decide (of each of two, half as many), and how
#: often cases are split
HORIZON, MOST_SPLITS = 12, 6
HOLDS = Finding(Outcome.HOLDS)
#: what decides the statements about the MRP at hand
HERE = {**OPERATORS, **STATIONARY}
_RELATIONS = ("=", "<=", "<")
_NEGATED = {
    Outcome.HOLDS: Outcome.FAILS,
    Outcome.FAILS: Outcome.HOLDS,
    Outcome.CHECKED: Outcome.UNDECIDED,
}


def decide(statement: Statement, instance: Instance) -> Finding:
    """What the statement is there; raises `NoValue` where the instance says nothing."""
    found = Decision(instance).of(statement_to_core(statement), ())
    names: list[str] = []
    part: Any = statement
    while isinstance(part, ForAll | Not):
        names += [part.var.name] if isinstance(part, ForAll) else []
        part = part.body
    return replace(found, where=tuple(zip(names, (n for _, n in found.where), strict=False)))


#: a statement, and the values of its loose variables
Case = tuple[Term, Bound]


class Decision:
    """The statements of the core, decided in an instance."""

    def __init__(self, instance: Instance) -> None:
        self.instance, self.reading = instance, Reading(instance)

    def of(self, s: Term, bound: Bound) -> Finding:
        """What a statement is, with values for its loose variables."""
        try:
            return self._of(s, bound)
        except Undefined as problem:
            return Finding(Outcome.MEANINGLESS, str(problem))
        except Undecided as problem:
            return Finding(Outcome.UNDECIDED, str(problem))

    def _of(self, s: Term, bound: Bound) -> Finding:
        if s.op in _RELATIONS:
            return self._relation(s, bound)
        sides = equivalents(s)
        if sides is not None:
            return self._equivalence(sides, bound)
        if len(conjuncts(s)) > 1:
            return self._conjunction(conjuncts(s), bound)
        if s.op == "not":
            inner = s.args[0]
            relation = inner.op in _RELATIONS
            found = self._relation(inner, bound, True) if relation else self._of(inner, bound)
            return replace(found, outcome=_NEGATED.get(found.outcome, found.outcome))
        if s.op == "implies":
            found = self._of(s.args[0], bound)
            if found.outcome is Outcome.FAILS:
                return HOLDS
            if found.outcome not in (Outcome.HOLDS, Outcome.CHECKED):
                return found
            then = self._of(s.args[1], bound)
            if found.outcome is Outcome.CHECKED and then.outcome is Outcome.FAILS:
                return replace(then, outcome=Outcome.UNDECIDED)
            return then
        if s.op == "all" and s.data == INT:
            return self._for_all(s, bound)
        if _generics(bound):
            raise Undecided(f"a statement of the kind {s.op!r} for every value of an index")
        if s.op in ("tends", "converges", "bounded"):
            return self._of_sequence(s, bound)
        if s.op == "positive definite":
            return positive_definite(self.reading, s.args[0], bound)
        everywhere = s.op == "all"
        deciders, inside = (EVERYWHERE, s.args[0]) if everywhere else (HERE, s)
        if inside.op not in deciders:
            of = " about every MRP" if everywhere else ""
            raise Undecided(f"a statement of the kind {inside.op!r}{of}")
        # an MRP of its own is bound there; operators do not speak of it
        return deciders[inside.op](
            self.reading, inside.args, (Form(), *bound) if everywhere else bound
        )

    def _equivalence(self, sides: tuple[Term, Term], bound: Bound) -> Finding:
        found = [self._of(side, bound) for side in sides]
        first, second = (f.outcome for f in found)
        if {first, second} == {Outcome.HOLDS, Outcome.FAILS}:
            which = "left" if first is Outcome.HOLDS else "right"
            return Finding(Outcome.FAILS, f"of the two statements only the {which} one holds")
        if first is second:
            return HOLDS if first in (Outcome.HOLDS, Outcome.FAILS) else found[0]
        return next(f for f in found if f.outcome not in (Outcome.HOLDS, Outcome.FAILS))

    def _conjunction(self, parts: Iterable[Term], bound: Bound) -> Finding:
        weakest = HOLDS
        for found in (self._of(part, bound) for part in parts):
            if found.outcome in (Outcome.FAILS, Outcome.MEANINGLESS):
                return found
            weakest = found if found.outcome is not Outcome.HOLDS else weakest
        return weakest

    def _relation(self, s: Term, bound: Bound, unwanted: bool = False) -> Finding:
        """Both sides are said where it is what is not wanted: it fails, or its negation does."""
        left, right = (self.reading.value(a, bound) for a in s.args)
        sign = sign_of(left - right)
        true = {"=": sign == 0, "<=": sign <= 0, "<": sign < 0}[s.op]
        return decided(true, _both(left, right) if true is unwanted else "")

    # -- for all integers -------------------------------------------------------------------------

    def _for_all(self, s: Term, bound: Bound) -> Finding:
        if _generics(bound):
            raise Undecided("a statement for all integers inside another one")
        with suppress(Undecided):
            return self._every_angle(s, bound)
        try:
            return self._all_of(self.cases(s, bound), 0)
        except Undecided as problem:
            doubt = str(problem)
        nested = _range(s.args[0])[2].op == "all"
        tried = list(self.cases(s, bound, HORIZON // 2 if nested else HORIZON))
        found = self._all_of(tried, 0)
        if found.outcome is not Outcome.HOLDS:
            return found
        why = f"in the first {len(tried)} cases; for all of them: {doubt}"
        return Finding(Outcome.CHECKED, why)

    def _every_angle(self, s: Term, bound: Bound) -> Finding:
        """For all k >= 1 and j >= 0, where it speaks of nothing but the angle 2 pi j/k."""
        j, k = Whole.generic(new()), Whole.generic(new(), offset=1)
        by_start, inside = {0: j, 1: k}, s
        while inside.op == "all" and inside.data == INT:
            low, high, inside = _range(inside.args[0])
            endless = low is not None and low.op == "num" and high is None
            variable = by_start.pop(low.data, None) if low is not None and endless else None
            if variable is None:
                break
            bound = (variable, *bound)
        if by_start or inside.op not in _RELATIONS:
            raise Undecided("it is not about every angle")
        self.reading.any_angle = j, k
        try:
            left, right = (self.reading.form(a, bound) for a in inside.args)
        except NeedPeriod:
            raise Undecided("it is not about every angle") from None
        finally:
            self.reading.any_angle = None
        room = right - left
        if any(t.start for t in _generics((j, k))):
            raise Undecided("it is not the same for all indices")
        sign = least(room)
        if inside.op == "=":
            return decided(not room.terms)
        if inside.op == "<" and sign == 0:
            raise Undecided("the two sides are equal at some angle, which may be irrational")
        return decided(sign >= 0)

    def cases(self, s: Term, bound: Bound, horizon: int | None = None) -> Iterator[Case]:
        """What is inside all "for all"; without a horizon, with generic variables."""
        if s.op != "all" or s.data != INT:
            yield s, bound
            return
        low, high, body = _range(s.args[0])
        if low is None:
            raise Undecided("a statement for all integers, the negative ones too")
        lo = self.reading.whole(low, (Whole(0), *bound))
        if high is None and horizon is None:
            yield from self.cases(body, (lo + Whole.generic(new()), *bound))
            return
        length = Whole(horizon or 0)
        if high is not None:
            length = self.reading.whole(high, (Whole(0), *bound)) - lo + Whole(1)
        if length.parts:
            raise Undecided("a range whose length grows")
        for n in range(min(length.constant, horizon or length.constant)):
            yield from self.cases(body, (lo + Whole(n), *bound), horizon)

    def _all_of(self, cases: Iterable[Case], splits: int) -> Finding:
        weakest = HOLDS
        for case in cases:
            found = self._throughout(case, splits)
            if found.outcome is Outcome.FAILS:
                return found
            if found.outcome is not Outcome.HOLDS:
                weakest = found
        return weakest

    def _throughout(self, case: Case, splits: int) -> Finding:
        """For all values of the generic variables: the large ones at once, the others one by one.

        Where one of them is not large, the others stay generic.
        """
        s, bound = case
        bound = _put(bound, {t: Whole.generic(new()) for t in _generics(bound)})
        generics = _generics(bound)
        try:
            found = self._of(s, bound)
        except (NeedPeriod, Crossing) as problem:
            finer = _split(problem, generics)
            if splits > MOST_SPLITS or not finer:
                raise Undecided(str(problem)) from None
            return self._all_of(((s, _put(bound, each)) for each in finer), splits + 1)
        except Undefined as problem:
            found = Finding(Outcome.MEANINGLESS, str(problem))
        early = ({t: Whole(n)} for t in generics for n in range(t.start))
        before = self._all_of(((s, _put(bound, each)) for each in early), splits)
        if before.outcome is not Outcome.HOLDS or found.outcome is Outcome.HOLDS:
            return before
        example = _put(bound, {t: Whole(t.start) for t in generics})
        places = tuple(("", n.constant) for n in example if isinstance(n, Whole))
        return replace(self.of(s, example), where=places[::-1])

    # -- sequences --------------------------------------------------------------------------------

    def _of_sequence(self, s: Term, bound: Bound) -> Finding:
        body = s.args[0 if s.op == "tends" else 1]
        if s.op == "bounded":
            return decided(all(form.bounded for form in self._large(body, bound)))
        end = Fraction(0) if s.op == "converges" else self.reading.number(s.args[1], bound)
        limits = self.limits(body, bound)
        to = joined(("no limit" if x is None else prose("{}", x) for x in limits), " and ")
        what = "the terms tend to " if s.op == "converges" else "it tends to "
        return decided(limits == [end], prose(what) + to)

    def limits(self, t: Term, bound: Bound) -> list[Fraction | None]:
        """The limits of the residue classes; of a quotient, from those of its parts."""
        try:
            return list(dict.fromkeys(form.limit() for form in self._large(t, bound)))
        except Undecided:
            if t.op not in ("+", "*", "inv"):
                raise
            found = [end for a in t.args for end in self.limits(a, bound)]
            ends = [end for end in found if end is not None]
            if (
                len(ends) != len(t.args)
                or len(found) != len(t.args)
                or (t.op == "inv" and not ends[0])
            ):
                raise
        if t.op == "inv":
            return [1 / ends[0]]
        return [sum(ends, Fraction(0)) if t.op == "+" else prod(ends, start=Fraction(1))]

    def _large(self, t: Term, bound: Bound) -> list[Form]:
        """A term in one more index, in closed form for each residue class of it."""
        forms: list[Form] = []

        def read(split: list[tuple[Generic, Whole]]) -> None:
            forms[:] = [self.reading.form(t, (place, *bound)) for _, place in split]
            for form in forms:
                form.settle()

        classes(read)
        return forms


def _range(body: Term) -> tuple[Term | None, Term | None, Term]:
    """lo, hi and the rest of "lo <= n implies (n <= hi implies rest)"; they do not depend on n."""
    low = high = None
    while body.op == "implies" and body.args[0].op == "<=":
        a, b = body.args[0].args
        if low is None and _is_own(b) and not _depends(a):
            low = a
        elif high is None and _is_own(a) and not _depends(b):
            high = b
        else:
            break
        body = body.args[1]
    return low, high, body


def _is_own(t: Term) -> bool:
    return bool(t.op == "bound" and t.data[0] == 0)


def _depends(t: Term) -> bool:
    return bool(t.loose and t.loose[0])


def _generics(bound: Bound) -> list[Generic]:
    wholes = [place for place in bound if isinstance(place, Whole)]
    return list(dict.fromkeys(t for place in wholes for t, _ in place.parts))


def _put(bound: Bound, values: Mapping[Generic, Whole]) -> Bound:
    return tuple(p.put(dict(values)) if isinstance(p, Whole) else p for p in bound)


def _split(problem: NeedPeriod | Crossing, generics: list[Generic]) -> list[dict[Generic, Whole]]:
    """Residue classes, or which of two indices is the larger one, if it is about these."""
    if isinstance(problem, NeedPeriod):
        t, p = problem.of, problem.period
        return [{t: Whole.generic(t, p, s)} for s in range(p)] if t in generics else []
    x, y = problem.one, problem.other
    if x not in generics or y not in generics:
        return []
    together = Whole(0, ((x, 1), (y, 1)))
    return [{x: together}, {y: together + Whole(1)}]


def _both(left: Any, right: Any) -> Words:
    try:
        return sides(*((Form() + x).number() for x in (left, right)))
    except Undecided:
        return ""
