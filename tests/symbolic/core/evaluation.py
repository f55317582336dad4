"""What terms denote and which statements hold: the semantics of `symbolic.core.terms`, carried out.

`World` gives values to the variables; `World.value` is the number a term denotes and `World.holds`
says whether a statement is true, false, or undecided (None).  Nothing of the core is used but the
shape of its nodes.  What is said of infinitely many numbers is decided by computing with sequences
for all large n and with rational functions of z (`exact`, `chains`); where this is out of reach
samples can still refute, and if the world is ``lenient`` what no sample refutes counts as true.
That is for hypotheses which hold by the way an example was made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

from symbolic.core.terms import INT, MRP, REAL, Term
from tests.symbolic.core.chains import (
    NOTHING,
    Analytic,
    Chain,
    Matrix,
    analytic,
    cycle,
    definite,
    diagonal,
    identity,
    matrix,
)
from tests.symbolic.core.exact import (
    ONE,
    ZERO,
    Far,
    Generic,
    Germ,
    Large,
    MorePeriods,
    Quotient,
    Undecided,
    Value,
    at,
    cosine,
    divided,
    fraction,
    inverse,
    is_zero,
    powers,
    raised,
    rational,
    sign,
    sine,
    small,
    steps,
    summed,
)

Bound = tuple[Any, ...]  # the values of the loose variables, the innermost first
Truth = bool | None
HALF = Fraction(1, 2)

#: numbers at which something that is said of all numbers is tried
REALS = (
    *map(Fraction, ("0", "1/2", "-1/2", "-1", "9/10", "2", "1", "-2/3", "-3", "1/1000")),
    *map(Fraction, ("-99/100", "999/1000", "7/5", "1000", "-1000", "1/3")),
)
#: eigenvalues of the reversible chains below; multiples of numbers at hand are tried too
PARTS = (
    *map(Fraction, ("1", "-1", "0", "1/2", "-1/2", "4/5", "-1/3", "-2/3")),
    *map(Fraction, ("-499/500", "499/500")),
)
#: chains on which something that is said of all MRPs is tried
CHAINS = (
    Chain([[1]], [1]),
    Chain([[0, 1], [1, 0]], [1, -2]),
    Chain([[HALF, HALF], [HALF, HALF]], [0, 3]),
    Chain([[0, 1, 0], [0, 0, 1], [1, 0, 0]], [1, 0, 0]),
    Chain([[1, 0], [HALF, HALF]], [2, 1]),
    Chain([[1, 0, 0], [0, 1, 0], [Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)]], [1, -1, 5]),
    Chain([[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0]], [0, 1, 0, -1]),
    Chain([[Fraction(1, 4), Fraction(3, 4)], [Fraction(2, 3), Fraction(1, 3)]], [1, 1]),
)
#: rewards and values at which it is seen whether an operator is linear
PLACES = tuple(
    (Fraction(r), Fraction(v))
    for r, v in ((0, 0), (-1, 0), (0, -1), (1, 1), (2, Fraction(-7, 3)), (Fraction(-5, 2), 3))
)
#: members of a sequence that are looked at one by one
NEAR = 7


class Dangling(Exception):
    """A variable that nothing binds: no term of a theorem has one."""


class World:
    """Values for the variables; for functions, bodies whose loose variables are the arguments."""

    def __init__(self, values: Mapping[Any, Any], lenient: bool = False) -> None:
        self.values = dict(values)
        self.lenient = lenient
        self._depth = 0
        self._generic: Generic | None = None
        self._quantifiers = 0
        self._effort = 0
        self._functions: dict[Term, Analytic | None] = {}
        self._operators: dict[Term, tuple[Analytic, Analytic]] = {}

    # -- numbers --------------------------------------------------------------------------------

    def value(self, t: Term, bound: Bound = ()) -> Value:
        """The number that a term denotes."""
        self._effort += 1
        if self._effort > 60_000:
            raise Undecided("too much work")
        return _VALUES[t.op](self, t, bound)

    def integer(self, t: Term, bound: Bound) -> int:
        """The integer that a term denotes."""
        v = self.value(t, bound)
        if not isinstance(v, Fraction):
            raise Undecided("not a number")
        assert v.denominator == 1, "a term of the sort int is not an integer"
        return int(v)

    def _number(self, t: Term, bound: Bound) -> Fraction:
        v = self.value(t, bound)
        if not isinstance(v, Fraction):
            raise Undecided("not a rational number")
        return v

    def _num(self, t: Term, bound: Bound) -> Value:
        return Fraction(t.data)

    def _var(self, t: Term, bound: Bound) -> Value:
        return self.values[t]

    def _bound(self, t: Term, bound: Bound) -> Value:
        if t.data[0] >= len(bound):
            raise Dangling(t)
        return bound[t.data[0]]

    def _app(self, t: Term, bound: Bound) -> Value:
        args = tuple(self.value(a, bound) for a in t.args)
        body = self.values[t.data]
        if isinstance(body, Term):
            return self.value(body, args[::-1])
        if not all(isinstance(a, Fraction) for a in args):
            raise Undecided("a table")
        return body(*args)

    def _plus(self, t: Term, bound: Bound) -> Value:
        total: Value = ZERO
        for a in t.args:
            total = total + self.value(a, bound)
        return _kept(total)

    def _times(self, t: Term, bound: Bound) -> Value:
        total: Value = ONE
        for a in t.args:
            total = total * self.value(a, bound)
        return _kept(total)

    def _inv(self, t: Term, bound: Bound) -> Value:
        return inverse(self.value(t.args[0], bound))

    def _pow(self, t: Term, bound: Bound) -> Value:
        return raised(self.value(t.args[0], bound), self.value(t.args[1], bound))

    def _abs(self, t: Term, bound: Bound) -> Value:
        v = self.value(t.args[0], bound)
        return -v if sign(v) < 0 else v

    def _if(self, t: Term, bound: Bound) -> Value:
        a, b = (self.value(x, bound) for x in t.args[:2])
        return self.value(t.args[2] if sign(b - a) > 0 else t.args[3], bound)

    def _div(self, t: Term, bound: Bound) -> Value:
        a, b = (self.value(x, bound) for x in t.args)
        if sign(b - ONE) < 0:
            return ZERO
        if isinstance(b, Germ):
            if sign(b - a) > 0 and sign(a + b) > 0:  # |a| < b for large m
                return ZERO if sign(a) >= 0 else -ONE
            raise Undecided("division by a sequence")
        many, rest = divided(a, b, "a floor")
        return many * (1 / b) + Fraction(rest // b)

    def _turn(self, t: Term, bound: Bound) -> Value:
        a, b = (self.value(x, bound) for x in t.args)
        if sign(b - ONE) < 0:
            a, b = ZERO, ONE
        if not isinstance(b, Fraction):
            raise Undecided("a turn in more and more parts")
        _, rest = divided(a, b, "an angle")
        return (cosine if t.op == "cos" else sine)(int(rest), int(b))

    # -- sums and series ------------------------------------------------------------------------

    def _classes(self, body: Term, bound: Bound, direction: int = 1) -> list[tuple[Large, Value]]:
        """body(period m + s) for large m, for each s < period (or body(-period m - s))."""

        def look(n: Value) -> Value:
            return self.value(body, (n, *bound))

        return self._split(look, direction)

    def _split(self, look: Callable[[Value], Any], direction: int = 1) -> list[tuple[Large, Any]]:
        period = 1
        self._depth += 1
        try:
            while period <= 24:
                found: list[tuple[Large, Any]] = []
                try:
                    for s in range(period):
                        scope = Large(self._depth)
                        found.append((scope, None))
                        n = scope.variable() * Fraction(period) + Fraction(s)
                        found[-1] = (scope, look(n * Fraction(direction)))
                except MorePeriods as more:
                    if all(more.scope is not scope for scope, _ in found):
                        raise
                    period *= more.factor
                else:
                    return found
        finally:
            self._depth -= 1
        raise Undecided("a long period")

    def _sum(self, t: Term, bound: Bound) -> Value:
        lo, hi, body = self.value(t.args[0], bound), self.value(t.args[1], bound), t.args[2]
        count = hi - lo
        if isinstance(count, Fraction):
            if count > 120:
                raise Undecided("a long sum")
            total: Value = ZERO
            for k in range(int(count) + 1):
                total = _kept(total + self.value(body, (lo + Fraction(k), *bound)))
            return total
        if sign(count) < 0:
            return ZERO
        return self._closed(self._classes(body, bound), lo, hi, body, bound)

    def _closed(
        self, classes: list[tuple[Large, Value]], lo: Value, hi: Value | None, body: Term, b: Bound
    ) -> Value:
        """The sum from lo to hi, or to infinity, by closed forms; one end is not a number."""
        period = len(classes)
        start = max(scope.start for scope, _ in classes)
        z = self._generic.variable() if self._generic else None
        total: Value = ZERO
        if isinstance(lo, Fraction):
            start = max(start, -(-int(lo) // period))
            if period * start - lo > 60:
                raise Undecided("a long sum")
            for n in range(int(lo), period * start):
                total = total + self.value(body, (Fraction(n), *b))
        elif sign(lo - Fraction(period * start)) < 0:
            raise Undecided("a sum that begins at minus infinity")
        if hi is not None and sign(hi - Fraction(period * start)) < 0:
            raise Undecided("a sum that ends at minus infinity")
        for s, (scope, v) in enumerate(classes):
            g = summed(powers(v, scope), z)
            if hi is not None:
                total = total + at(g, steps(hi, s, period), z)
            before = Fraction(start - 1) if isinstance(lo, Fraction) else steps(lo - ONE, s, period)
            total = total - at(g, before, z)
        return total

    def _convergent(self, classes: list[tuple[Large, Value]]) -> bool:
        """Does the sum of these have a limit?"""
        slow = False
        signs = set()
        for scope, v in classes:
            if not (isinstance(v, Germ) and v.scope is scope):
                if not is_zero(v):
                    _nonzero(v)
                    return False
                continue
            if v.plain():
                for (r, a, _), c in v.top.items():
                    _nonzero(c)
                    if a < 0 or (a > 0 and r > 1):
                        raise Undecided("a power series")
                    if a == 0 and r >= 1:
                        return False
                continue
            limit = v.limit()
            if limit is None or not is_zero(limit):
                return False
            (r, _, d), (s, _, e) = (
                max(p, key=lambda power: (power[0], power[2])) for p in (v.top, v.bottom)
            )
            if r == s and d - e >= -1:
                slow = True
                signs.add(v.sign())
        if slow and len(signs) > 1:
            raise Undecided("a series that may converge conditionally")
        return not slow

    def _series(self, t: Term, bound: Bound) -> Value:
        lo, body = self.value(t.args[0], bound), t.args[1]
        classes = self._classes(body, bound)
        if not self._convergent(classes):
            return ZERO
        return self._closed(classes, lo, None, body, bound)

    def limit(self, body: Term, bound: Bound = ()) -> Value | None:
        """The limit of a sequence, if it has one."""
        found: list[Value] = []
        for scope, v in self._classes(body, bound):
            limit = v.limit() if isinstance(v, Germ) and v.scope is scope else v
            if limit is None or (found and not is_zero(limit - found[0])):
                if limit is not None:
                    _nonzero(limit - found[0])
                return None
            found.append(limit)
        return found[0]

    def _is_bounded(self, classes: list[tuple[Large, Value]]) -> bool:
        for scope, v in classes:
            if isinstance(v, Germ) and v.scope is scope and v.limit() is None:
                return False
        return True

    def _bound_of(self, t: Term, bound: Bound) -> Value:
        lo, body = self.value(t.args[0], bound), t.args[1]
        if not isinstance(lo, Fraction):
            raise Undecided("a bound from a variable place on")
        classes = self._classes(body, bound)
        if not self._is_bounded(classes):
            return ZERO
        best: Value = ZERO
        for scope, v in classes:
            if isinstance(v, Germ) and v.scope is scope:
                size = -v if v.sign() < 0 else v
                later = self._shifted(size)
                sign(later - size)  # from where on it rises or falls
                limit = size.limit()
                best = _larger(best, limit)
            else:
                best = _larger(best, v if sign(v) >= 0 else -v)
        last = len(classes) * (max(scope.start for scope, _ in classes) + 1)
        if last - lo > 200:
            raise Far("far away")
        for n in range(int(lo), max(int(lo), last) + len(classes)):
            v = self.value(body, (Fraction(n), *bound))
            best = _larger(best, v if sign(v) >= 0 else -v)
        return best

    def _shifted(self, v: Germ) -> Value:
        """The sequence one step on."""
        m = v.scope.variable() + ONE
        top, bottom = at(v.top, m, None), at(v.bottom, m, None)
        return top * inverse(bottom)

    # -- power series and operators -------------------------------------------------------------

    def _pointwise(self, look: Callable[[Value], Value], inside: bool = True) -> Analytic | None:
        """The power series whose values this function has for all |z| < 1, if there is one.

        If not only |z| < 1 is asked about, there is one only if its values are right everywhere.
        """
        if self._generic is not None:
            raise Undecided("two functions at once")
        z = self._generic = Generic(inside)
        try:
            found = analytic(look(z.variable()))
        finally:
            self._generic = None
        if found is None:
            return None
        for x in z.points:
            if (abs(x) < 1 or not inside) and not is_zero(look(x) - found(x)):
                return None
        return found

    def function(self, body: Term, bound: Bound = ()) -> Analytic | None:
        """The power series of a function of one number."""
        if len(body.loose) > 1 or self._generic is not None:
            return self._pointwise(lambda z: self.value(body, (z, *bound)))
        if body not in self._functions:
            self._functions[body] = self._pointwise(lambda z: self.value(body, (z,)))
        return self._functions[body]

    def operator(self, t: Term, bound: Bound = ()) -> tuple[Analytic, Analytic]:
        """A and B, for A(z) r + B(z) v."""
        if t.op in ("var", "bound"):
            t = self.values[t] if t.op == "var" else bound[t.data[0]]
        if t.loose or self._generic is not None:
            return self._pair(t, bound)
        if t not in self._operators:
            self._operators[t] = self._pair(t, ())
        return self._operators[t]

    def _pair(self, t: Term, bound: Bound) -> tuple[Analytic, Analytic]:
        def at_numbers(r: Fraction, v: Fraction) -> Analytic | None:
            return self._pointwise(lambda z: self.value(t.args[0], (v, r, z, *bound)))

        a, b = at_numbers(ONE, ZERO), at_numbers(ZERO, ONE)
        if a is None or b is None:
            return NOTHING, NOTHING
        for r, v in PLACES:
            both = at_numbers(r, v)
            if both is None:
                return NOTHING, NOTHING
            top = a.top * b.bottom * rational(r) + b.top * a.bottom * rational(v)
            if not both.same(Analytic(top, a.bottom * b.bottom)):
                return NOTHING, NOTHING
        return a, b

    def rate(self, t: Term, bound: Bound) -> Fraction:
        """g: gamma if 0 < gamma < 1, otherwise 0."""
        gamma = self._number(t, bound)
        return gamma if 0 < gamma < 1 else ZERO

    def chain(self, t: Term, bound: Bound) -> Chain:
        """The MRP that a variable stands for."""
        found = self.values[t] if t.op == "var" else bound[t.data[0]]
        assert isinstance(found, Chain)
        return found

    def _on_chain(self, t: Term, bound: Bound) -> tuple[Chain, Fraction, Analytic, Analytic]:
        chain, g = self.chain(t.args[0], bound), self.rate(t.args[1], bound)
        return chain, g, *self.operator(t.args[2], bound)

    def along(self, t: Term, bound: Bound = ()) -> Value | None:
        """The sum of b_n g**n u(n) for a statement ``along``; None if B is not analytic."""
        b = self.function(t.args[1], bound)
        if b is None:
            return None
        body = t.args[2]

        def classes() -> list[tuple[int, Value]]:
            return [(scope.start, v) for scope, v in self._classes(body, bound)]

        def member(n: int) -> Value:
            return self.value(body, (Fraction(n), *bound))

        return b.along(self.rate(t.args[0], bound), member, classes)

    def on_cycle(self, t: Term, k: int, bound: Bound) -> list[Fraction]:
        """The first row of B(gP) on a cycle of k states; ``t`` is cycle(..) or mode(..)."""
        g, (_, b) = self.rate(t.args[0], bound), self.operator(t.args[1], bound)
        made = b.of(cycle(k) * rational(g))
        return [fraction(made[0, j]) for j in range(k)]

    def mode(self, t: Term, bound: Bound = ()) -> tuple[Value, Value]:
        """The eigenvalue of a statement ``mode``."""
        k, j = self.integer(t.args[4], bound), self.integer(t.args[5], bound)
        k = max(k, 1)
        if k > 12:
            raise Undecided("a long cycle")
        row = self.on_cycle(t, k, bound)
        x: Value = ZERO
        y: Value = ZERO
        for s, c in enumerate(row):
            if c:
                x, y = x + cosine(j * s, k) * c, y + sine(j * s, k) * c
        return x, y

    # -- statements -----------------------------------------------------------------------------

    def holds(self, s: Term, bound: Bound = ()) -> Truth:
        """Is the statement true?  None if this is not decided."""
        if not bound:
            self._effort = 0
        try:
            return _TRUTHS[s.op](self, s, bound)
        except Undecided:
            return None

    def _equal(self, s: Term, bound: Bound) -> Truth:
        gap = self.value(s.args[1], bound) - self.value(s.args[0], bound)
        if is_zero(gap):
            return True
        _nonzero(gap)
        return False

    def _at_most(self, s: Term, bound: Bound) -> Truth:
        return sign(self.value(s.args[1], bound) - self.value(s.args[0], bound)) >= 0

    def _less(self, s: Term, bound: Bound) -> Truth:
        return sign(self.value(s.args[1], bound) - self.value(s.args[0], bound)) > 0

    def _not(self, s: Term, bound: Bound) -> Truth:
        found = self.holds(s.args[0], bound)
        return None if found is None else not found

    def _implies(self, s: Term, bound: Bound) -> Truth:
        first = self.holds(s.args[0], bound)
        if first is False:
            return True
        second = self.holds(s.args[1], bound)
        return True if second is True else None if first is None else second

    def _all(self, s: Term, bound: Bound) -> Truth:
        self._quantifiers += 1
        try:
            if s.data == INT:
                return self._all_integers(s.args[0], bound)
            if s.data == REAL:
                return self._all_reals(s.args[0], bound)
            if s.data == MRP:
                return self._all_chains(s.args[0], bound)
            raise Undecided("for all operators")
        finally:
            self._quantifiers -= 1

    def _sampled(self, body: Term, values: Iterable[Any], bound: Bound) -> Truth:
        some = unknown = False
        for v in values:
            truth = self.holds(body, (v, *bound))
            if truth is False:
                return False
            unknown, some = unknown or truth is None, some or truth is True
        return None if unknown and not (self.lenient and some) else True

    def _all_integers(self, body: Term, bound: Bound) -> Truth:
        near = NEAR if self._quantifiers == 1 else 3
        seen = self._sampled(body, map(Fraction, range(-near, near + 1)), bound)
        if seen is False:
            return False
        try:
            for direction in (1, -1):
                classes = self._split(lambda n: self._decided(body, (n, *bound)), direction)
                if not all(found for _, found in classes):
                    return False
                last = len(classes) * (max(scope.start for scope, _ in classes) + 1)
                if last > 100:
                    raise Far("far away")
                # between the samples and the large numbers every one counts
                for m in range(near, last):
                    truth = self.holds(body, (Fraction(direction * m), *bound))
                    if truth is not True:
                        return truth
        except Far:
            return None
        except Undecided:
            return True if self.lenient and seen is True else None
        return seen

    def _decided(self, s: Term, bound: Bound) -> bool:
        """Is the statement true, for large m?  Raises where this is not decided."""
        if s.op == "implies":
            return not self._decided(s.args[0], bound) or self._decided(s.args[1], bound)
        if s.op == "not":
            return not self._decided(s.args[0], bound)
        found: Truth = _TRUTHS[s.op](self, s, bound)
        if found is None:
            raise Undecided("for large m")
        return found

    def _all_reals(self, body: Term, bound: Bound) -> Truth:
        values = REALS[: (16, 16, 6, 4)[min(self._quantifiers, 3)]]
        if self._quantifiers == 1 and body.op != "all":
            own = {v for v in self.values.values() if isinstance(v, Fraction) and 0 < v < 1}
            values = (*values, *(t * v for v in sorted(own) for t in PARTS))
        seen = self._sampled(body, values, bound)
        if seen is not True or self.lenient:
            return seen
        small_only = _is_small(body)
        inner = body.args[1] if small_only else body
        if inner.op != "=" or self._generic is not None:
            return None
        z = self._generic = Generic(small_only)
        try:
            gap = self.value(inner.args[1], (z.variable(), *bound))
            gap = gap - self.value(inner.args[0], (z.variable(), *bound))
        finally:
            self._generic = None
        if not is_zero(gap):
            return None  # false for almost all z, but no sample shows it
        points = (x for x in z.points if not small_only or abs(x) < 1)
        return self._sampled(inner, points, bound)

    def _all_chains(self, body: Term, bound: Bound) -> Truth:
        seen = self._sampled(body, CHAINS, bound)
        if seen is False or body.loose[:1] != (MRP,) or body.args[0].op != "bound":
            return seen if seen is False or self.lenient else None
        inside = (CHAINS[0], *bound)
        if body.op == "contracts":  # some deterministic chain is long enough
            g, (_, b) = self.rate(body.args[1], inside), self.operator(body.args[2], inside)
            least, most = b.size(g)
            m = self.value(body.args[3], inside)
            return True if sign(m - most) >= 0 else False if sign(m - least) < 0 else None
        if body.op == "same":
            g = self.rate(body.args[1], inside)
            one, two = (self.operator(h, inside) for h in body.args[2:])
            if g:
                return all(p.same(q) for p, q in zip(one, two, strict=True))
            return all(p(ZERO) == q(ZERO) for p, q in zip(one, two, strict=True))
        if body.op == "dissipative":
            g, (_, b) = self.rate(body.args[1], inside), self.operator(body.args[2], inside)
            e = self.value(body.args[3], inside)
            if sign(ONE - b.size(g)[1] - e) >= 0:
                return True
            for k in (2, 3, 4, 5, 6, 8, 12):
                rows = [[int(j == (i + 1) % k) for j in range(k)] for i in range(k)]
                if not _margins(Chain(rows, [0] * k), g, b, e):
                    return False
        return seen if self.lenient else None

    def _tends(self, s: Term, bound: Bound) -> Truth:
        limit = self.limit(s.args[0], bound)
        if limit is None:
            return False
        gap = limit - self.value(s.args[1], bound)
        if not is_zero(gap):
            _nonzero(gap)
        return is_zero(gap)

    def _converges(self, s: Term, bound: Bound) -> Truth:
        return self._convergent(self._classes(s.args[1], bound))

    def _bounded(self, s: Term, bound: Bound) -> Truth:
        return self._is_bounded(self._classes(s.args[1], bound))

    def _positive_definite(self, s: Term, bound: Bound) -> Truth:
        f = [self._number(s.args[0], (Fraction(n), *bound)) for n in range(9)]
        for size in (1, 2, 3, 5, 9):
            if definite(matrix([[f[abs(i - j)] for i in range(size)] for j in range(size)])) < 0:
                return False
        return True if self.lenient else None

    def _analytic(self, s: Term, bound: Bound) -> Truth:
        return self.function(s.args[0], bound) is not None

    def _size(self, s: Term, bound: Bound) -> Truth:
        b = self.function(s.args[1], bound)
        if b is None:
            return False
        m = self.value(s.args[2], bound)
        least, most = b.size(self.rate(s.args[0], bound))
        return True if sign(m - most) >= 0 else False if sign(m - least) < 0 else None

    def _along(self, s: Term, bound: Bound) -> Truth:
        total = self.along(s, bound)
        return total is not None and is_zero(total - self.value(s.args[3], bound))

    def _matrices(self, s: Term, bound: Bound) -> Truth:
        """The numbers 0 < q < 1 are chains of one state; other matrices need no more than they."""
        lo, body = self.integer(s.args[0], bound), s.args[1]
        for i in range(lo, lo + 6):
            place = Fraction(i)
            if self._pointwise(lambda z, i=place: self.value(body, (z, i, *bound))) is None:  # type: ignore[misc]
                return False
        if self._generic is not None:
            raise Undecided("two functions at once")
        self._generic = Generic()
        z = self._generic.variable()
        try:
            for scope, v in self._split(lambda i: self.value(body, (z, i, *bound))):
                if isinstance(v, Germ) and v.scope is scope and v.plain():
                    if any(a < 0 for _, a, _ in v.top):
                        raise Undecided("negative powers")
                    if any(r > 1 or (r == 1 and not a) for r, a, _ in v.top):
                        return False
                elif not self._convergent([(scope, v)]):
                    return False
        finally:
            self._generic = None
        return True if self.lenient else None

    def _same(self, s: Term, bound: Bound) -> Truth:
        chain, g, a, b = self._on_chain(s, bound)
        c, d = self.operator(s.args[3], bound)
        p = chain.p * rational(g)
        return bool(b.of(p) == d.of(p) and a.of(p) * chain.rewards == c.of(p) * chain.rewards)

    def _contracts(self, s: Term, bound: Bound) -> Truth:
        chain, g, _, b = self._on_chain(s, bound)
        rows = b.of(chain.p * rational(g)).tolist()
        norm = max(sum((abs(q) for q in row), fmpq(0)) for row in rows)
        return sign(self.value(s.args[3], bound) - fraction(norm)) >= 0

    def _constants(self, s: Term, bound: Bound) -> Truth:
        chain, g, _, b = self._on_chain(s, bound)
        moved = b.of(chain.p * rational(g)) * fmpq_mat(chain.count, 1, [1] * chain.count)
        for k in REALS:
            f = self.value(s.args[3], (k, *bound))
            if any(not is_zero(f - fraction(q) * k) for q in moved.entries()):
                return False
        if self.lenient:
            return True
        rate = fraction(moved[0, 0])
        wanted = self._pointwise(lambda k: self.value(s.args[3], (k, *bound)) - rate * k, False)
        return True if wanted is not None and wanted.same(NOTHING) else None

    def _zero_only_at(self, s: Term, bound: Bound) -> Truth:
        chain, g, a, b = self._on_chain(s, bound)
        wanted, _ = self.operator(s.args[3], bound)
        p = chain.p * rational(g)
        right, left = -(a.of(p) * chain.rewards), b.of(p)
        if left.det() != 0:
            return bool(left.solve(right) == wanted.of(p) * chain.rewards)
        both = [[*row, end] for row, (end,) in zip(left.tolist(), right.tolist(), strict=True)]
        return bool(fmpq_mat(both).rank() != left.rank())  # no solution at all

    def _stationary_bound(self, s: Term, bound: Bound) -> Truth:
        chain, g, _, b = self._on_chain(s, bound)
        m = self._number(s.args[3], bound)
        made = b.of(chain.p * rational(g))
        return m >= 0 and all(_norm_at_most(d, made, m) for d in chain.stationary())

    def _dissipative(self, s: Term, bound: Bound) -> Truth:
        chain, g, _, b = self._on_chain(s, bound)
        return _margins(chain, g, b, self._number(s.args[3], bound))

    def _on_policy(self, s: Term, bound: Bound) -> Truth:
        """Phi may be one column, so all x.D(1 - B)x > 0 is needed; it is also enough."""
        chain, g, _, b = self._on_chain(s, bound)
        if sum(map(len, chain.classes())) < chain.count:
            return True  # no stationary distribution is positive everywhere
        total = [sum(column, ZERO) for column in zip(*chain.stationary(), strict=True)]
        gap = identity(chain.count) - b.of(chain.p * rational(g))
        return definite(diagonal(total) * gap) > 0

    def _cycle(self, s: Term, bound: Bound) -> Truth:
        k = self.integer(s.args[2], bound)
        u = [self.value(s.args[3], (Fraction(n), *bound)) for n in range(max(k, 1) + 16)]
        if k < 1 or k > 12:
            raise Undecided("not a cycle")
        if any(not is_zero(u[n + k] - u[n]) for n in range(16)):
            return True
        row = self.on_cycle(s, k, bound)
        total: Value = ZERO
        for j, c in enumerate(row):
            total = total + u[j] * c
        if is_zero(total - self.value(s.args[4], bound)):
            return True
        for _, gap in self._split(
            lambda n: (
                self.value(s.args[3], (n + Fraction(k), *bound))
                - self.value(s.args[3], (n, *bound))
            )
        ):
            if not is_zero(gap):
                return True
        return False

    def _two_states(self, s: Term, bound: Bound) -> Truth:
        g, (_, b) = self.rate(s.args[0], bound), self.operator(s.args[1], bound)
        p = self._number(s.args[2], bound)
        p = p if 0 <= p <= 1 else ZERO
        made = b.of(matrix([[p, 1 - p], [1 - p, p]]) * rational(g)) * fmpq_mat(2, 1, [1, -1])
        return is_zero(fraction(made[0, 0]) - self.value(s.args[3], bound))

    def _mode(self, s: Term, bound: Bound) -> Truth:
        x, y = self.mode(s, bound)
        return is_zero(x - self.value(s.args[2], bound)) and is_zero(
            y - self.value(s.args[3], bound)
        )

    def _reversible(self, s: Term, bound: Bound) -> Truth:
        g, (_, b) = self.rate(s.args[0], bound), self.operator(s.args[1], bound)
        m = self._number(s.args[2], bound)
        if m < 0:
            return False
        for chain, d in REVERSIBLE:
            if not _norm_at_most(d, b.of(chain.p * rational(g)), m):
                return False
        return True if b.size(g)[1] <= m or self.lenient else None


def _kept(v: Value) -> Value:
    return small(v) if isinstance(v, Fraction) else v


def _larger(v: Value, w: Value) -> Value:
    return v if sign(v - w) >= 0 else w


def _nonzero(v: Value) -> None:
    """Take note that a value is not zero."""
    if isinstance(v, Germ):
        sign(v)
    elif isinstance(v, Quotient):
        v.scope.zeros(v.top)


def _is_small(body: Term) -> bool:
    """Is the statement one for |q| < 1?"""
    if body.op != "implies" or body.args[0].op != "<":
        return False
    size, one = body.args[0].args
    return size.op == "abs" and size.args[0].op == "bound" and one.op == "num" and one.data == 1


def _norm_at_most(d: list[Fraction], made: Matrix, m: Fraction) -> bool:
    """||B w||_d <= m ||w||_d for all w."""
    weights = diagonal(d)
    return definite(weights * rational(m * m) - made.transpose() * weights * made) >= 0


def _margins(chain: Chain, g: Fraction, b: Analytic, e: Fraction) -> bool:
    gap = identity(chain.count) * rational(1 - e) - b.of(chain.p * rational(g))
    return all(definite(diagonal(d) * gap) >= 0 for d in chain.stationary())


def _reversible_chains() -> Iterator[tuple[Chain, list[Fraction]]]:
    for q in REALS:
        if 0 <= q <= 1:
            yield Chain([[q, 1 - q], [1 - q, q]], [0, 0]), [HALF, HALF]
    third = Fraction(1, 3)
    yield (
        Chain([[0, 1, 0], [third, third, third], [0, 1, 0]], [0, 0, 0]),
        [Fraction(1, 5), Fraction(3, 5), Fraction(1, 5)],
    )


REVERSIBLE = tuple(_reversible_chains())

_VALUES: dict[str, Callable[[World, Term, Bound], Value]] = {
    "num": World._num, "var": World._var, "bound": World._bound, "app": World._app,
    "+": World._plus, "*": World._times, "inv": World._inv, "pow": World._pow, "abs": World._abs,
    "if": World._if, "div": World._div, "cos": World._turn, "sin": World._turn, "sum": World._sum,
    "series": World._series, "bound of": World._bound_of,
}  # fmt: skip
_TRUTHS: dict[str, Callable[[World, Term, Bound], Truth]] = {
    "=": World._equal, "<=": World._at_most, "<": World._less, "not": World._not,
    "implies": World._implies, "all": World._all, "tends": World._tends,
    "converges": World._converges, "bounded": World._bounded,
    "positive definite": World._positive_definite, "analytic": World._analytic,
    "size": World._size, "along": World._along, "matrices": World._matrices, "same": World._same,
    "contracts": World._contracts, "constants": World._constants,
    "zero only at": World._zero_only_at, "stationary bound": World._stationary_bound,
    "dissipative": World._dissipative, "on-policy": World._on_policy, "cycle": World._cycle,
    "two states": World._two_states, "mode": World._mode, "reversible": World._reversible,
}  # fmt: skip

__all__ = ["CHAINS", "REALS", "Chain", "Dangling", "Truth", "World"]
