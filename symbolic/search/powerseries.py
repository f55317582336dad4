"""Power series: the size of a term in z, that it is analytic, and its sum along a sequence.

Nothing here is trusted.  A function is a body with one loose real variable, called z below.  Its
size is read off its form: z is replaced by the rate, and every coefficient by its absolute value;
along a sequence u the power z**n is read as gamma**n u(n).  Every step is a theorem.

A series is summed term by term if the sizes of its terms can be summed for every rate below one.
Otherwise it is taken apart first: in c(n) (p(z) + z**n) the series of c(n) may converge in any way.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from symbolic.core.kernel import Refused, Theorem
from symbolic.core.polynomials import (
    Polynomial,
    atom,
    key,
    normal,
    plus,
    polynomial,
    scaled,
    written,
)
from symbolic.core.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    add,
    bind,
    eq,
    free,
    le,
    lt,
    mul,
    node,
    number,
    put,
    substitute,
    var,
)
from symbolic.library import infer, powerseries as library, sums
from symbolic.library.basics import F, G, at, hi, k, known, lo, n, x, y
from symbolic.library.infer import combination, discharge, generalise, restate
from symbolic.library.powerseries import A, B, Q, T, U, along, equal_functions, inside, size
from symbolic.rules.bridge import gamma as GAMMA
from symbolic.search import order
from symbolic.search.facts import Facts, NotShown, assumed, follows, unused
from symbolic.search.order import by_algebra

__all__ = [
    "along_of",
    "analytic",
    "differently",
    "expanded",
    "pointwise",
    "read_along",
    "sized",
    "sized_of",
]

HALF = 1 / number(2)


def _need(goal: Term, facts: Facts) -> Theorem:
    """The goal as a theorem from the facts, or a refusal."""
    found = follows(goal, facts)
    if found is None:
        raise NotShown("{} does not follow", goal)
    return found


# -- an equation between numbers, by taking sums apart --------------------------------------------


def _chain(start: Term, *steps: Theorem) -> Theorem:
    """start = the last side of the last of these equations, each about the one before."""
    end = steps[-1].conclusion.args[1] if steps else start
    return combination(eq(start, end), (), [(ONE, s) for s in steps])


def _argument(t: Term, place: int, equation: Theorem) -> Theorem:
    """t = t with an argument replaced."""
    hole = node("bound", (0, t.args[place].sort), ())
    args = (*t.args[:place], hole, *t.args[place + 1 :])
    return infer.replace(equation, node(t.op, t.data, args))


def expanded(t: Term, watched: frozenset[Term], facts: Facts) -> Theorem:
    """t = t with every sum taken apart by what is watched and does not go with its index.

    Of c(n) (p + z**n v) the sum is p times that of c(n) and v times that of c(n) z**n.
    """
    if t.op in ("sum", "series") and normal(t.args[-1]) is ZERO:
        return _nothing(t)
    if watched.isdisjoint(free(t)) and not _has_nothing(t):
        return combination(eq(t, t))
    if t.op in ("sum", "series"):
        return _sum_expanded(t, watched, facts)
    if t.op not in ("+", "*", "pow", "inv"):
        return combination(eq(t, t))
    steps, now = [], t
    for place, part in enumerate(t.args):
        inner = expanded(part, watched, facts)
        if inner.conclusion.args[0] is not inner.conclusion.args[1]:
            steps.append(_argument(now, place, inner))
            now = steps[-1].conclusion.args[1]
    return _chain(t, *steps)


def _range(t: Term, i: Term) -> list[Term]:
    """What is known of the index of a sum."""
    return [le(t.args[0], i), *(le(i, end) for end in t.args[1:-1])]


def _total(like: Term, body: Term) -> Term:
    """The sum (or series) of other terms, over the same range."""
    return node(like.op, None, (*like.args[:-1], body))


def _sum_expanded(t: Term, watched: frozenset[Term], facts: Facts) -> Theorem:
    i = unused(INT, facts, t, *watched)
    body = put(t.args[-1], i)
    ranges = _range(t, i)
    inner = expanded(body, watched, (*facts, *map(assumed, ranges)))
    after = inner.conclusion.args[1]
    steps = []
    if after is not body:
        every = inner
        for r in reversed(ranges):
            every = discharge(every, r)
        names = {F: bind(body, i), G: bind(after, i), lo: t.args[0]}
        if t.op == "sum":
            steps.append(at(sums.congruent(), {**names, hi: t.args[1]}, generalise(every, i)))
        else:
            steps.append(known("series of equal terms", names, generalise(every, i)))
    pieces = _pieces(after, i, watched)
    if not pieces:
        steps.append(_nothing(_total(t, bind(after, i))))
    elif len(pieces) > 1 or any(outside is not ONE for outside, _ in pieces):
        steps.append(_apart(_total(t, bind(after, i)), i, pieces, facts))
    return _chain(t, *steps)


@cache
def _has_nothing(t: Term) -> bool:
    """Is there a sum of zeros in the term?"""
    own = t.op in ("sum", "series") and normal(t.args[-1]) is ZERO
    return own or any(map(_has_nothing, t.args))


def _nothing(total: Term) -> Theorem:
    """A sum of zeros is zero."""
    from symbolic.library import series

    if total.op == "sum":
        made = at(sums.zeros(), {lo: total.args[0], hi: total.args[1]})
    else:
        made = at(series.zeros(), {lo: total.args[0]})
    return restate(made, eq(total, ZERO))


def _pieces(body: Term, i: Term, watched: frozenset[Term]) -> list[tuple[Term, Term]]:
    """A summand as a combination: what does not go with the index, and what does."""
    groups: dict[tuple[Term, Term], Polynomial] = {}
    for monomial, c in polynomial(body).items():
        outside: list[Term] = []
        inner: list[Term] = []
        rest: list[int] = []
        for number_of in monomial:
            a = atom(number_of)
            if watched.isdisjoint(free(a)):
                rest.append(number_of)
            else:
                (inner if i in free(a) else outside).append(a)
        place = (mul(*outside), mul(*inner))
        groups[place] = plus(groups.get(place, {}), {tuple(rest): c})
    return [(outside, mul(written(p), inner)) for (outside, inner), p in groups.items()]


def _apart(total: Term, i: Term, pieces: list[tuple[Term, Term]], facts: Facts) -> Theorem:
    """The sum of a combination is the combination of the sums, which converge."""
    from symbolic.library import series

    start, infinite = total.args[0], total.op == "series"
    (factor, f), *others = pieces

    def converging(g: Term) -> Theorem:
        return _need(node("converges", None, (start, g)), facts)

    so_far, result = factor * f, factor * _total(total, bind(f, i))
    names = {x: factor, y: ZERO, F: bind(f, i), G: bind(f, i), lo: start}
    if not infinite:
        made = at(sums.linear(), {**names, hi: total.args[1]})
    else:
        first = converging(bind(f, i))
        made = at(series.linear(), names, first)
        together = at(series.linear_converges(), names, first)
    made = combination(eq(_total(total, bind(so_far, i)), result), (), [(ONE, made)])
    for factor, f in others:
        names = {x: ONE, y: factor, F: bind(so_far, i), G: bind(f, i), lo: start}
        so_far, result = so_far + factor * f, result + factor * _total(total, bind(f, i))
        if not infinite:
            step = at(sums.linear(), {**names, hi: total.args[1]})
        else:
            other = converging(bind(f, i))
            together = restate(together, node("converges", None, (start, names[F])))
            step = at(series.linear(), names, together, other)
            together = at(series.linear_converges(), names, together, other)
        made = combination(
            eq(_total(total, bind(so_far, i)), result), (), [(ONE, step), (ONE, made)]
        )
    return restate(made, eq(total, result))


def pointwise(goal: Term, watched: frozenset[Term], facts: Facts) -> Theorem:
    """An equation between numbers, by field algebra and by taking sums apart; or a refusal."""
    if key(goal).args[1] is ZERO:
        return combination(goal)
    try:
        return by_algebra(goal, [], facts)
    except Refused:
        left, right = (expanded(side, watched, facts) for side in goal.args)
        return by_algebra(goal, [(ONE, left), (number(-1), right)], facts)


def differently(theorem: Theorem, function: Term, facts: Facts) -> Theorem:
    """What is said of the size of a function, or of its sum along a sequence, of an equal one."""
    s = theorem.conclusion
    wanted = node(s.op, None, (s.args[0], function, *s.args[2:]))
    if key(wanted) is key(s):
        return restate(theorem, wanted)
    z = unused(REAL, facts, _opened(function), _opened(s.args[1]))
    goal = eq(put(s.args[1], z), put(function, z))
    equal = pointwise(goal, frozenset({z}), (*facts, assumed(lt(abs(z), 1))))
    return equal_functions(theorem, inside(equal, z))


def _opened(function: Term) -> Term:
    """The function at some number: a term in which what is free in it is free."""
    return put(function, ZERO)


# -- sizes ----------------------------------------------------------------------------------------


#: what was found for sums and series: the rate, the variable, the term and the facts
_found: dict[tuple[Term, Term, Term, Facts], Theorem] = {}


class Sizes:
    """The sizes at one rate of terms in z; what is free of z is one coefficient."""

    def __init__(self, rate: Term, z: Term, facts: Facts) -> None:
        self.rate, self.z, self.facts = rate, z, facts
        self.discount = tuple(_need(s, facts) for s in library.discount(rate))

    def within(self, *known_facts: Theorem) -> Sizes:
        """The same where more is known."""
        return Sizes(self.rate, self.z, (*self.facts, *known_facts))

    def unknown(self, words: str, t: Term) -> NotShown:
        """A refusal in which the variable has the name that authors give to it."""
        return NotShown(words, substitute(t, {self.z: var("z")}))

    def of(self, t: Term) -> Theorem:
        """size(rate, t, m), with m read off the form of t; or a refusal."""
        z, names = self.z, {GAMMA: self.rate}
        if z not in free(t):
            return known("size of a constant", {**names, x: t})
        if t is z:
            return known("size of the variable", names, *self.discount)
        if t.op in ("+", "*"):
            return self._several(t)
        if t.op == "pow":
            return self._power(t)
        if t.op == "inv":
            return self._inverse(t)
        if t.op in ("sum", "series") and all(z not in free(end) for end in t.args[:-1]):
            place = (self.rate, z, t, self.facts)
            found = _found.get(place)
            if found is None:
                found = _found[place] = self._sum(t) if t.op == "sum" else self._series(t)
            return found
        raise self.unknown("{} is not known to be a power series in z", t)

    def _several(self, t: Term) -> Theorem:
        """A sum or a product: the coefficients together, then the rest one by one."""
        z, join = self.z, add if t.op == "+" else mul
        plain = [a for a in t.args if z not in free(a)]
        parts = [join(*plain)] if plain else []
        parts += [a for a in t.args if z in free(a)]
        made, so_far = self.of(parts[0]), parts[0]
        for part in parts[1:]:
            made = self._two(t.op, made, so_far, self.of(part), part)
            so_far = node(t.op, None, (so_far, part))
        return restate(made, size(bind(t, z), made.conclusion.args[2], self.rate))

    def _two(self, op: str, one: Theorem, s: Term, other: Theorem, t: Term) -> Theorem:
        names = {
            GAMMA: self.rate,
            A: bind(s, self.z),
            B: bind(t, self.z),
            x: one.conclusion.args[2],
            y: other.conclusion.args[2],
        }
        axiom = "size of a sum" if op == "+" else "size of a product"
        return known(axiom, names, one, other)

    def _power(self, t: Term) -> Theorem:
        base, e = t.args
        if self.z in free(e):
            raise self.unknown("{} is not a power series in z", t)
        if base is self.z:
            whole = _need(le(0, e), self.facts)
            return at(library.power(), {GAMMA: self.rate, n: e}, *self.discount, whole)
        if e.op == "num" and e.data > 0:
            return self._repeated(t, self.of(base), base, int(e.data))
        if normal(t).op == "*":  # a power of a product
            made = self.of(normal(t))
            return restate(made, size(bind(t, self.z), made.conclusion.args[2], self.rate))
        raise self.unknown("{} is not a power series in z", t)

    def _repeated(self, t: Term, one: Theorem, base: Term, times: int) -> Theorem:
        """A whole power, as a product."""
        made, so_far = one, base
        for _ in range(times - 1):
            made, so_far = self._two("*", made, so_far, one, base), node("*", None, (so_far, base))
        bound = one.conclusion.args[2] ** number(times) if times > 1 else one.conclusion.args[2]
        return restate(made, size(bind(t, self.z), bound, self.rate))

    def _inverse(self, t: Term) -> Theorem:
        """1/(1 - z), its powers and multiples."""
        z, (base, times) = self.z, (t.args[0], 1)
        if base.op == "pow" and base.args[1].op == "num" and base.args[1].data > 0:
            base, times = base.args[0], int(base.args[1].data)
        factor = _multiple_of(base, 1 - z)
        if factor is None:
            raise self.unknown("{} is not known to be a power series in z", t)
        one = known("size of the geometric series", {GAMMA: self.rate}, *self.discount)
        made = self._repeated((1 / (1 - z)) ** number(times), one, 1 / (1 - z), times)
        if factor is not ONE:
            times_it = 1 / factor ** number(times)
            other = known("size of a constant", {GAMMA: self.rate, x: times_it})
            made = self._two("*", other, times_it, made, (1 / (1 - z)) ** number(times))
        return differently(made, bind(t, z), self.facts)

    def _sum(self, t: Term) -> Theorem:
        start, end, body = t.args
        i = unused(INT, self.facts, t, self.z, self.rate)
        ranges = _range(t, i)
        inner = self.within(*map(assumed, ranges)).of(put(body, i))
        for r in reversed(ranges):
            inner = discharge(inner, r)
        bounds = _conclusion(inner).args[2]
        names = {
            GAMMA: self.rate,
            T: bind(put(body, i), i, self.z),
            F: bind(bounds, i),
            lo: start,
            hi: end,
        }
        return at(library.finite_size(), names, generalise(inner, i))

    def _series(self, t: Term) -> Theorem:
        try:
            names, lemmas = self.summed(t)
            return known("size of a series", names, *self.discount, *lemmas)
        except Refused as refusal:
            facts = (*self.facts, assumed(lt(abs(self.z), 1)))
            apart = expanded(t, frozenset({self.z}), facts)
            other = apart.conclusion.args[1]
            if other.op == "series" or other is t:
                raise refusal
            made = self.of(other)
            back = combination(eq(other, t), (), [(number(-1), apart)])
            return equal_functions(made, inside(back, self.z))

    def summed(self, t: Term) -> tuple[dict[Any, Term], list[Theorem]]:
        """A series: its terms, their sizes for every rate, and that these can be summed."""
        start, body = t.args
        q = unused(REAL, self.facts, t, self.z, self.rate)
        facts = (*self.facts, *map(assumed, library.discount(q)))
        i = unused(INT, facts, t, self.z, self.rate)
        inner = Sizes(q, self.z, (*facts, assumed(le(start, i)))).of(put(body, i))
        bound = inner.conclusion.args[2]
        every = generalise(_for_rates(inner, q), q)
        every = generalise(discharge(every, le(start, i)), i)
        small = _need(node("converges", None, (start, bind(bound, i))), facts)
        names: dict[Any, Term] = {
            GAMMA: self.rate,
            T: bind(put(body, i), i, self.z),
            Q: bind(bound, i, q),
            lo: start,
        }
        return names, [every, generalise(_for_rates(small, q), q)]


def _multiple_of(t: Term, unit: Term) -> Term | None:
    """The number c with t = c unit, if there is one."""
    (c, one), (d, other) = scaled(polynomial(t)), scaled(polynomial(unit))
    return number(Fraction(c) / Fraction(d)) if dict(one) == dict(other) else None


def _for_rates(theorem: Theorem, q: Term) -> Theorem:
    """0 < q implies (q < 1 implies what is proved)."""
    for s in reversed(library.discount(q)):
        theorem = discharge(theorem, s)
    return theorem


def _conclusion(theorem: Theorem) -> Term:
    """What a theorem says if what it asks for holds."""
    s = theorem.conclusion
    while s.op == "implies":
        s = s.args[1]
    return s


def sized_of(rate: Term, body: Term, facts: Facts) -> Theorem | None:
    """size(rate, body, m), with m read off the form of the body."""
    try:
        return size_theorem(rate, body, facts)
    except Refused:
        return None


def size_theorem(rate: Term, body: Term, facts: Facts) -> Theorem:
    """The same; a refusal says why there is none."""
    z = unused(REAL, facts, _opened(body), rate)
    return Sizes(rate, z, facts).of(put(body, z))


def sized(rate: Term, body: Term, bound: Term, facts: Facts) -> Theorem | None:
    """size(rate, body, bound)."""
    made = sized_of(rate, body, facts)
    if made is None:
        return None
    found = made.conclusion.args[2]
    if normal(found) is normal(bound):
        return restate(made, size(body, bound, rate))
    larger = order.prove(le(found, bound), facts)
    if larger is None:
        return None
    return known("larger size", {GAMMA: rate, A: body, x: found, y: bound}, made, larger)


def analytic(body: Term, facts: Facts) -> Theorem | None:
    """analytic(body): it has a size at one half."""
    try:
        return analytic_theorem(body, facts)
    except Refused:
        return None


def analytic_theorem(body: Term, facts: Facts) -> Theorem:
    """The same; a refusal says why it is not known."""
    made = size_theorem(HALF, body, facts)
    names = {GAMMA: HALF, A: body, x: made.conclusion.args[2]}
    return known("what has a size is analytic", names, made)


# -- along a sequence -----------------------------------------------------------------------------


class Reading:
    """Sums of b_n rate**n u(n), for what is written as sums of multiples of powers of z."""

    def __init__(self, sizes: Sizes, values: Term) -> None:
        self.sizes, self.values = sizes, values
        self.names: dict[Any, Term] = {GAMMA: sizes.rate, U: values}

    def of(self, t: Term) -> Theorem:
        """along(rate, t, u, x), with x read off the form of t; or a refusal."""
        z = self.sizes.z
        if z not in free(t):
            return at(library.along_constant(), {**self.names, x: t}, *self.sizes.discount)
        if t is z:
            return self._power(t, ONE)
        if t.op == "pow" and t.args[0] is z and z not in free(t.args[1]):
            return self._power(t, t.args[1])
        if t.op == "+":
            made, so_far = self.of(t.args[0]), t.args[0]
            for part in t.args[1:]:
                other = self.of(part)
                made = self._use("along a sum", made, bind(so_far, z), other, bind(part, z))
                so_far = so_far + part
            return made
        if t.op == "*":
            return self._multiple(t)
        if t.op in ("sum", "series") and all(z not in free(end) for end in t.args[:-1]):
            return self._total(t)
        raise self.sizes.unknown("{} is not written as a multiple of a power of z", t)

    def _use(self, axiom: str, one: Theorem, s: Term, other: Theorem, t: Term) -> Theorem:
        more = {A: s, B: t, x: one.conclusion.args[3], y: other.conclusion.args[3]}
        return known(axiom, {**self.names, **more}, one, other)

    def _power(self, t: Term, e: Term) -> Theorem:
        whole = _need(le(0, e), self.sizes.facts)
        made = known("along a power", {**self.names, k: e}, *self.sizes.discount, whole)
        value = mul(self.sizes.rate if e is ONE else self.sizes.rate**e, put(self.values, e))
        return restate(made, along(bind(t, self.sizes.z), self.values, value, self.sizes.rate))

    def _multiple(self, t: Term) -> Theorem:
        z = self.sizes.z
        plain = mul(*[a for a in t.args if z not in free(a)])
        others = [a for a in t.args if z in free(a)]
        if len(others) > 1 or plain is ONE:
            raise self.sizes.unknown("{} is not written as a multiple of a power of z", t)
        inner = self.of(others[0])
        value = inner.conclusion.args[3]
        names = {**self.names, A: bind(others[0], z), x: value, y: plain}
        made = known("along a multiple", names, inner)
        return restate(made, along(bind(t, z), self.values, plain * value, self.sizes.rate))

    def _total(self, t: Term) -> Theorem:
        sizes = self.sizes
        i = unused(INT, sizes.facts, t, sizes.z, sizes.rate, put(self.values, ZERO))
        ranges = _range(t, i)
        inner = Reading(sizes.within(*map(assumed, ranges)), self.values).of(put(t.args[-1], i))
        for r in reversed(ranges):
            inner = discharge(inner, r)
        numbers = {F: bind(_conclusion(inner).args[3], i)}
        every = generalise(inner, i)
        if t.op == "sum":
            own = {T: bind(put(t.args[-1], i), i, sizes.z), lo: t.args[0], hi: t.args[1]}
            names = {**self.names, **numbers, **own}
            return at(library.finite_along(), names, *sizes.discount, every)
        parts, lemmas = sizes.summed(t)
        small = _need(node("bounded", None, (ZERO, self.values)), sizes.facts)
        names = {**self.names, **numbers, **parts}
        return known("along a series", names, *sizes.discount, *lemmas, small, every)


def along_of(rate: Term, body: Term, values: Term, facts: Facts) -> Theorem | None:
    """along(rate, body, values, x), with x read off the form of the body."""
    try:
        return along_theorem(rate, body, values, facts)
    except Refused:
        return None


def along_theorem(rate: Term, body: Term, values: Term, facts: Facts) -> Theorem:
    """The same; a refusal says why there is none."""
    z = unused(REAL, facts, _opened(body), _opened(values), rate)
    return Reading(Sizes(rate, z, facts), values).of(put(body, z))


def read_along(rate: Term, body: Term, values: Term, total: Term, facts: Facts) -> Theorem | None:
    """along(rate, body, values, total)."""
    made = along_of(rate, body, values, facts)
    if made is None:
        return None
    found = made.conclusion.args[3]
    if normal(found) is not normal(total):
        same = order.prove(eq(found, total), facts)
        if same is None:
            return None
        made = library.equal_number(made, same)
    return restate(made, along(body, values, total, rate))
