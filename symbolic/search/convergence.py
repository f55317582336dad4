"""Convergent series and bounded sequences, by the growth of their terms.

If the q_k in the growth of a term are below 1 (`symbolic.search.growth`), the comparison test gives
the convergence of its series, and a bound of the sequence.  Where a series begins makes no
difference, so the terms are counted from the first one: of x**(n-1) from 1 on the growth of x**n is
looked at.  Series that are known to converge may be shifted, multiplied and combined.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from symbolic.core.kernel import Theorem
from symbolic.core.polynomials import (
    Polynomial,
    atom,
    normal,
    polynomial,
    product,
    written,
)
from symbolic.core.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    bind,
    free,
    fresh,
    le,
    mul,
    node,
    number,
    put,
)
from symbolic.library import limits, series
from symbolic.library.basics import F, G, a, at, k, known, lo, m, n as N, x, y
from symbolic.library.infer import (
    combination,
    detach,
    discharge,
    generalise,
    instantiate,
    restate,
    specialise,
)
from symbolic.library.order import (
    power_at_most_one,
)
from symbolic.search import order
from symbolic.search.facts import Facts, assumed, follows, linear, solutions, unused
from symbolic.search.growth import (
    Growth,
    Part,
    degree_not_negative,
    exponent_and_base,
    growth,
    is_zero,
    not_negative,
    ratio_below_one,
)


class Counted(NamedTuple):
    """The growth of t(start + n), for a variable n >= 0."""

    start: Term
    body: Term
    n: Term
    growth: Growth

    @property
    def every(self) -> Theorem:
        """The bound for all n >= 0."""
        return generalise(discharge(self.growth.theorem, le(0, self.n)), self.n)

    @property
    def moved(self) -> Term:
        """The sequence t(start + n)."""
        return bind(put(self.body, self.start + self.n), self.n)


def counts(body: Term, facts: Facts, *first: Term) -> Iterator[Counted]:
    """The growth of a sequence from a given index on, from 0, or from 1, in this order."""
    for start in dict.fromkeys((*first, ZERO, ONE)):
        own = unused(INT, facts, body, start)
        found = growth(put(body, start + own), own, (*facts, assumed(le(0, own))))
        if found is not None:
            goal = le(abs(put(body, start + own)), found.theorem[1].args[1])
            yield Counted(start, body, own, found._replace(theorem=restate(found.theorem, goal)))


def _summable(part: Part, n: Term, small: Theorem) -> Theorem:
    """The series of C |n|**p q**n converges."""
    made = at(
        limits.polynomial_powers(),
        {**exponent_and_base(part), lo: ZERO},
        small,
        degree_not_negative(part),
    )
    names = {F: made[1].args[1], x: part.constant, lo: ZERO}
    made = at(limits.multiple_converges(), names, made)
    return restate(made, node("converges", None, (ZERO, bind(part.at(n), n))))


def _by_growth(first: Term, body: Term, facts: Facts) -> Theorem | None:
    """A series below a combination of n**p q**n with |q| < 1."""
    for counted in counts(body, facts, first):
        own = counted.n
        upper, so_far = instantiate(series.zeros_converge(), {lo: ZERO}), ZERO
        for part in counted.growth.parts:
            if is_zero(part.constant):
                continue
            small = ratio_below_one(part, facts)
            if small is None:
                return None
            summable = _summable(part, own, small)
            names = {F: bind(so_far, own), G: summable[1].args[1], x: ONE, y: ONE, lo: ZERO}
            upper = at(series.linear_converges(), names, upper, summable)
            so_far = so_far + part.at(own)
        total = bind(counted.growth.theorem[1].args[1], own)
        upper = restate(upper, node("converges", None, (ZERO, total)))
        names = {F: counted.moved, G: total, lo: ZERO}
        made = known("comparison", names, counted.every, upper)
        return _begin(made, counted, first)
    return None


def _begin(made: Theorem, counted: Counted, first: Term) -> Theorem:
    """From the series of t(start + n) to that of t(n)."""
    wanted = node(
        "converges", None, (ZERO, bind(put(counted.body, counted.n + counted.start), counted.n))
    )
    names = {F: counted.body, k: counted.start, a: ZERO, lo: first}
    return at(limits.further_converges(), names, restate(made, wanted))


def converges(first: Term, body: Term, facts: Facts) -> Theorem | None:
    """Known, below a geometric series, or a combination of such series."""
    goal = node("converges", None, (first, body))
    if is_zero(body):
        return restate(instantiate(series.zeros_converge(), {lo: first}), goal)
    made = _known_series(first, body, facts) or _by_growth(first, body, facts)
    if made is None:
        made = _by_pieces(first, body, facts)
    return made and restate(made, goal)


def _known_series(first: Term, body: Term, facts: Facts) -> Theorem | None:
    """A multiple of a series, or a series of numbers whose sizes form one, that is known."""
    own = unused(INT, facts, body)
    wanted = put(body, own)
    for given in facts:
        sums_tend = given[1].op == "tends" and given[1].args[0].op == "sum"
        fact = _of_partial_sums(given) if sums_tend else given
        s = fact[1]
        if s.op != "converges":
            continue
        index = _shifted(s.args[1], wanted, own)
        if index is None:
            continue
        factor, absolute, shift = index
        inner = bind(put(s.args[1], own + shift), own)
        names = {F: s.args[1], lo: s.args[0], k: shift}
        made = at(series.shifted_converges(), names, fact)
        if absolute:
            inner = bind(wanted, own)
            made = restate(made, node("converges", None, (made[1].args[0], bind(abs(wanted), own))))
            made = at(series.absolutely(), {F: inner, lo: made[1].args[0]}, made)
        names = {F: inner, lo: made[1].args[0], k: first}
        made = at(series.converges_from(), names, made)
        if factor is not ONE:
            made = at(limits.multiple_converges(), {F: inner, lo: first, x: factor}, made)
        return restate(made, node("converges", None, (first, body)))
    return None


def _of_partial_sums(fact: Theorem) -> Theorem:
    """The series whose sums up to n + k have a limit converges; the fact, if it is not that."""
    own = fresh(INT, fact[1])
    partial, value = put(fact[1].args[0], own), fact[1].args[1]
    first, last, body = partial.args
    form = linear(last, own)
    if form is None or form[0] is not ONE or own in free(first) or own in free(body):
        return fact
    sums_up = bind(node("sum", None, (first, own, body)), own)
    ahead = bind(node("sum", None, (first, own + form[1], body)), own)
    made = restate(fact, node("tends", None, (ahead, value)))
    made = at(limits.earlier(), {F: sums_up, k: form[1], x: value}, made)
    return known("convergence", {F: body, lo: first, k: first, x: value}, made)


def _shifted(body: Term, wanted: Term, own: Term) -> tuple[Term, bool, Term] | None:
    """c, False, k with wanted = c body(own + k); or 1, True, k with |wanted| = body(own + k)."""
    own_inside = fresh(INT, body, wanted)
    opened = normal(put(body, own_inside))
    goal = normal(wanted)
    indices = [own, *(i for i in solutions(opened, own_inside, goal) if i is not own)]
    for index in indices:
        shift = normal(index - own)
        if own in free(shift) or shift.sort != INT:
            continue
        there = put(body, own + shift)
        factor = _ratio(polynomial(wanted), polynomial(there), own)
        if factor is not None:
            return factor, False, shift
        if normal(abs(wanted)) is normal(there):
            return ONE, True, shift
    return None


def _ratio(one: Polynomial, other: Polynomial, own: Term) -> Term | None:
    """c with one = c other, free of a variable; or None."""
    if not other or len(one) % len(other):
        return None
    lead = max(other)
    for monomial, c in one.items():
        rest = list(monomial)
        try:
            for j in lead:
                rest.remove(j)
        except ValueError:
            continue
        made = normal(number(Fraction(c) / Fraction(other[lead])) * written({tuple(rest): 1}))
        if own not in free(made) and dict(one) == dict(product(polynomial(made), other)):
            return made
    return None


def _split(t: Term, own: Term) -> dict[Term, Term]:
    """A term as a combination: what goes with the variable, and the factor that does not."""
    pieces: dict[Term, Term] = {}
    for monomial, c in polynomial(t).items():
        factor = mul(number(c), *[atom(j) for j in monomial if own not in free(atom(j))])
        rest = mul(*[atom(j) for j in monomial if own in free(atom(j))])
        pieces[rest] = pieces.get(rest, ZERO) + factor
    return pieces


def _by_pieces(first: Term, body: Term, facts: Facts) -> Theorem | None:
    """A combination of convergent series, with factors that are constant in the index."""
    own = unused(INT, facts, body)
    pieces = _split(put(body, own), own)
    if len(pieces) == 1 and ONE in pieces.values():
        return None
    parts: list[tuple[Term, Theorem]] = []
    left: dict[Term, Term] = {}
    for rest, factor in pieces.items():
        part = follows(node("converges", None, (first, bind(rest, own))), facts)
        if part is None:
            left[rest] = factor
        else:
            parts.append((factor, part))
    more = _together(left, first, own, facts)
    if more is None:
        return None
    made, so_far = instantiate(series.zeros_converge(), {lo: first}), ZERO
    for factor, part in (*parts, *more):
        inner = part[1].args[1]
        names = {F: bind(so_far, own), G: inner, x: ONE, y: factor, lo: first}
        made = at(series.linear_converges(), names, made, part)
        so_far = so_far + factor * put(inner, own)
    return restate(made, node("converges", None, (first, body)))


def _together(
    left: dict[Term, Term], first: Term, own: Term, facts: Facts
) -> list[tuple[Term, Theorem]] | None:
    """Terms whose series converge only together, as a combination of series that are known."""
    found: list[tuple[Term, Theorem]] = []
    if left:
        for known_one in _combined_series(tuple(left), first, own, facts):
            pieces = _split(put(known_one[1].args[1], own), own)
            lead = next((rest for rest in pieces if rest in left), None)
            if lead is None or pieces[lead].op != "num":
                continue
            factor = normal(left[lead] / pieces[lead])
            for rest, c in pieces.items():
                left[rest] = normal(left.get(rest, ZERO) - factor * c)
                if left[rest] is ZERO:
                    del left[rest]
            found.append((factor, known_one))
            if not left:
                break
    return None if left else found


def _combined_series(
    wanted: tuple[Term, ...], first: Term, own: Term, facts: Facts
) -> Iterator[Theorem]:
    """Series of sums of the wanted terms that are known to converge; then those that telescope."""
    for fact in facts:
        if fact[1].op == "converges":
            body = fact[1].args[1]
            if not _split(put(body, own), own).keys().isdisjoint(wanted):
                yield at(series.converges_from(), {F: body, lo: fact[1].args[0], k: first}, fact)
    for fact in facts:
        if fact[1].op == "tends":
            body, value = fact[1].args
            inside = fresh(INT, body, own, *wanted)
            opened = normal(put(body, inside))
            shifts = {
                normal(index - own)
                for rest in wanted
                for index in solutions(opened, inside, rest)
                if own not in free(normal(index - own))
            }
            for shift in _downward(shifts):
                names = {F: body, k: shift - 1, x: value}
                moved = at(limits.later(), names, fact)
                names = {F: moved[1].args[0], x: value, lo: first}
                yield at(series.telescoping_converges(), names, moved)


def _downward(shifts: set[Term]) -> Iterator[Term]:
    """The integers from the greatest of them down to the one above the least."""
    if len(shifts) < 2:
        return
    base = min(shifts, key=repr)
    gaps = [normal(shift - base) for shift in shifts]
    if all(gap.op == "num" for gap in gaps):
        values = [int(gap.data) for gap in gaps]
        for gap in range(max(values), min(values), -1):
            yield normal(base + gap)


def bounded(first: Term, body: Term, facts: Facts) -> Theorem | None:
    """A sequence below a combination of constants and n**p q**n with |q| < 1."""
    for fact in facts:
        if fact[1].op in ("bounded", "tends"):
            made = _known_bounded(fact, first, body, facts)
            if made is not None:
                return made
    for counted in counts(body, facts, first):
        own = counted.n
        total: Term = ZERO
        proofs = [(1, [counted.growth.theorem])]
        for part in counted.growth.parts:
            bound = _constant(part, own, facts)
            if bound is None:
                return None
            total = total + bound[1].args[1]
            proofs.append((1, [bound]))
        made = combination(le(abs(put(counted.body, counted.start + own)), total), proofs)
        every = generalise(discharge(made, le(0, own)), own)
        inside = combination(le(0, own - counted.start), [(1, [assumed(le(counted.start, own))])])
        here = detach(specialise(every, own - counted.start), inside)
        here = restate(here, le(abs(put(body, own)), total))
        every = limits.on(here, counted.start, own)
        return known("bounded", {F: body, lo: counted.start, k: first, m: total}, every)
    return None


def _known_bounded(fact: Theorem, first: Term, body: Term, facts: Facts) -> Theorem | None:
    """A sequence that is known to be bounded or to have a limit; its beginning does not matter."""
    s = fact[1]
    members = s.args[0] if s.op == "tends" else s.args[1]
    if normal(members) is not normal(body):
        return None
    if s.op == "tends":
        made = known(
            "convergent sequences are bounded", {F: members, x: s.args[1], lo: first}, fact
        )
    else:
        made = at(series.bounded_from(), {F: members, lo: s.args[0], k: first}, fact)
    return restate(made, node("bounded", None, (first, body)))


def _constant(part: Part, own: Term, facts: Facts) -> Theorem | None:
    """C |n|**p q**n <= a constant, for n >= 0."""
    whole = part.at(own)
    if (part.degree == 0 and part.ratio is ONE) or is_zero(part.constant):
        return combination(le(whole, part.constant))
    here = assumed(le(0, own))
    if part.degree == 0:
        small = order.prove(le(part.ratio, 1), facts)
        if small is None:
            return None
        size = restate(not_negative(part.ratio), le(0, part.ratio))
        below = at(power_at_most_one(), {x: part.ratio, N: own}, size, small, here)
        return combination(le(whole, part.constant), [(1, [not_negative(part.constant), below])])
    strict = ratio_below_one(part, facts)
    if strict is None:
        return None
    vanishing = vanishes(part, own, strict)
    names = {F: vanishing[1].args[0], x: ZERO, lo: ZERO, k: ZERO}
    limit = known("bound", names, known("convergent sequences are bounded", names, vanishing))
    found = detach(specialise(limit, own), here)
    return restate(found, le(whole, found[1].args[1]))


def vanishes(part: Part, own: Term, small: Theorem) -> Theorem:
    """C |n|**p q**n -> 0."""
    made = at(limits.vanishing_powers(), exponent_and_base(part), small, degree_not_negative(part))
    constant = known("limit of a constant", {x: part.constant})
    names = {F: bind(part.constant, own), G: made[1].args[0], x: part.constant, y: ZERO}
    made = known("limit of a product", names, constant, made)
    return restate(made, node("tends", None, (bind(part.at(own), own), ZERO)))
