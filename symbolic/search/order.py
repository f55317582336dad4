"""Finding order certificates: what `kernel.combination` checks, proposed by a search.

Nothing here is trusted.  The facts are theorems; what is known of inverses, absolute values, powers
and integer parts comes from the library at the terms at hand; products of two facts are tried; the
simplex method proposes the multipliers.  The search itself works from the *statements* of the
facts, so what it finds is kept for all theorems that say the same.

    >>> from symbolic.core.kernel import assume
    >>> from symbolic.core.terms import var, le, lt
    >>> g, l = var("gamma"), var("lambda")
    >>> facts = tuple(map(assume, (lt(0, g), lt(g, 1), le(0, l), le(l, 1))))
    >>> prove(lt(g * l, 1), facts)
    (0 < gamma), (gamma < 1), (lambda <= 1) |- ((gamma * lambda) < 1)
    >>> prove(lt(l, 1), facts) is None
    True
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from symbolic.core.kernel import Refused, Theorem
from symbolic.core.polynomials import (
    Polynomial,
    atom,
    atoms,
    cleared,
    key,
    plus,
    polynomial,
    product,
    written,
)
from symbolic.core.terms import (
    INT,
    MINUS_ONE,
    ONE,
    ZERO,
    Term,
    eq,
    le,
    lt,
    mul,
    ne,
    node,
    number,
    put,
    rebuild,
)
from symbolic.library import order as library
from symbolic.library.basics import at, known, n, x, y
from symbolic.library.infer import (
    absurd,
    assume,
    cases,
    combination,
    cut,
    discrete,
    replace_in,
    restate,
)
from symbolic.search.about import about, falling, size
from symbolic.search.combinations import (
    Column,
    Problem,
    Shape,
    column,
    constant,
    degree,
    factors,
    gap,
    inverses,
    ordered,
    relevant,
    shape,
    squares,
)

MAX_DEPTH = 3
Facts = tuple[Term, ...]  # relations in the spelling of `key`, each once


# -- from theorems to statements and back ---------------------------------------------------------

_relations: dict[Term, Term | None] = {}
_given: dict[tuple[Theorem, ...], dict[Term, Theorem]] = {}
_near_facts: dict[tuple[frozenset[Any], Facts], Facts] = {}
_sets: dict[Facts, frozenset[Term]] = {}
_proved: dict[tuple[Term, tuple[Theorem, ...]], Theorem | None] = {}
_found: dict[tuple[Term, Facts], tuple[Theorem | None, int]] = {}


def prove(goal: Term, facts: tuple[Theorem, ...], depth: int = 0) -> Theorem | None:
    """The goal (=, <=, < or "not" of =) as a theorem, from the facts, or None."""
    place = (goal, facts)
    if not depth and place in _proved:
        return _proved[place]
    if _relation(goal) is None:
        return None
    given = _statements(facts)
    wanted = key(goal)
    own = given.get(wanted)
    found = own if own is not None else _prove(wanted, _near(wanted, tuple(given)), depth)
    if found is not None:
        if own is None and found.hypotheses:
            found = cut(found, *(given[h] for h in found.hypotheses))
        if found.conclusion is not goal:
            found = restate(found, goal)
    if not depth:
        _proved[place] = found
    return found


def _relation(s: Term) -> Term | None:
    """The key of a statement that is a relation between numbers."""
    if s in _relations:
        return _relations[s]
    inner = s.args[0] if s.op == "not" else s
    wanted = inner.op == "=" or (inner is s and s.op in ("<=", "<"))
    found = _relations[s] = key(s) if wanted else None
    return found


def _statements(facts: tuple[Theorem, ...]) -> dict[Term, Theorem]:
    """The relations among the facts, by their keys."""
    found = _given.get(facts)
    if found is None:
        found = _given[facts] = {}
        for fact in facts:
            s = _relation(fact.conclusion)
            if s is not None:
                found.setdefault(s, fact)
    return found


def _near(goal: Term, facts: Facts) -> Facts:
    """The facts that share a symbol with the goal, directly or through each other."""
    symbols = goal.free
    if not symbols or not facts:  # closed terms: what speaks of them has no symbol to be found by
        return facts
    place = (symbols, facts)
    found = _near_facts.get(place)
    if found is None:
        reached = set(symbols)
        rest = {s: s.free for s in facts}
        while True:
            near = [s for s, own in rest.items() if not own or not own.isdisjoint(reached)]
            if not near:
                break
            for s in near:
                reached |= rest.pop(s)
        found = _near_facts[place] = tuple([s for s in facts if s not in rest])
    return found


@dataclass(frozen=True, slots=True)
class _Prover:
    """The same for the search itself: from statements, as a theorem about the key of the goal."""

    facts: Facts
    depth: int

    def __call__(self, goal: Term) -> Theorem | None:
        wanted = key(goal)
        return _prove(wanted, _near(wanted, self.facts), self.depth)

    def deeper(self) -> _Prover:
        """For what a proof needs on the way."""
        return _Prover(self.facts, self.depth + 1)


def _prove(goal: Term, facts: Facts, depth: int) -> Theorem | None:
    members = _sets.get(facts)
    if members is None:
        members = _sets[facts] = frozenset(facts)
    if goal in members:
        return assume(goal)
    place = (goal, facts)
    known_ = _found.get(place)
    if known_ is not None and (known_[0] is not None or known_[1] <= depth):
        return known_[0]
    if depth > MAX_DEPTH:
        return None
    if goal.op == "=":
        found = _equal(goal, _Prover(facts, depth))
    elif goal.op == "not":
        found = _different(goal, _Prover(facts, depth))
    else:
        found = _order(goal, _Prover(facts, depth))
    if found is None and depth <= 1:
        found = _without_sizes(goal, _Prover(facts, depth))
    _found[place] = (found, depth)
    return found


def _without_sizes(goal: Term, holds: _Prover) -> Theorem | None:
    """The goal with x or -x for an |x| inside another term, where the sign of x is known."""
    for t in _inner_sizes(goal):
        same = size(t, holds.deeper())
        if same is not None:
            template = _template(goal, t)
            value = same.conclusion.args[1]
            simpler = holds(put(template, value))
            if simpler is None:
                return None
            turned = combination(eq(value, t), (), [(MINUS_ONE, same)])
            return restate(replace_in(turned, template, simpler), goal)
    return None


def _template(whole: Term, part: Term) -> Term:
    """The statement with a place for a term that occurs in it."""
    return rebuild(whole, lambda s, k: node("bound", (k, s.sort), ()) if s is part else None)


def _inner_sizes(goal: Term) -> list[Term]:
    """The absolute values inside inverses, powers and other absolute values."""
    found: dict[Term, None] = {}

    def go(t: Term, inside: bool) -> None:
        if t.loose:
            return
        if inside and t.op == "abs":
            found[t] = None
        for part in t.args:
            go(part, inside or t.op in ("inv", "pow", "abs"))

    go(goal, False)
    return list(found)


# -- equations and their negations ----------------------------------------------------------------


def _equal(goal: Term, holds: _Prover) -> Theorem | None:
    """By field algebra, from other equations, or by both orders."""
    rest = polynomial(goal.args[1])
    if not rest:
        return combination(goal)
    if list(rest) == [()]:
        return None
    if any(t.op in ("inv", "pow") for t in atoms(rest)):
        units, exponents = _support(rest, holds.deeper())
        if units or exponents:
            try:
                return combination(goal, (), (), units, exponents)
            except Refused:
                pass
    found = _from_equations(goal, rest, holds)
    if found is not None:
        return found
    one, other = goal.args
    below = holds(le(one, other))
    above = below and holds(le(other, one))
    return known("order both ways", {x: one, y: other}, below, above) if below and above else None


def _from_equations(goal: Term, rest: Polynomial, holds: _Prover) -> Theorem | None:
    equations = [_fact_column(s) for s in holds.facts if s.op == "="]
    columns, _ = relevant([rest], equations)
    polys = [rest, *(c.poly for c in columns)]
    columns += [c for c in _about_all(polys, holds) if c.kind == "="]
    columns += [c for c in squares(polys, holds.deeper()) if c.kind == "="]
    if not columns:
        return None
    problem = Problem(goal, Column(rest, "=", ()), columns)
    plain = problem.split(holds.deeper())
    found = plain.attempt()
    if found is None:
        ready = problem.cleared(holds.deeper())
        if ready is not problem:
            plain = ready.split(holds.deeper())
            found = plain.attempt()
    return plain.by_products() if found is None and holds.depth <= 1 else found


def _different(goal: Term, holds: _Prover) -> Theorem | None:
    """By a strict order, or factor by factor."""
    value = goal.args[0].args[1]
    rest = polynomial(value)
    if not rest:
        return None
    if len(rest) == 1:
        found = _by_factors(goal, rest, holds.deeper())
        if found is not None:
            return found
    for one, other in ((ZERO, value), (value, ZERO)):
        strict = holds.deeper()(lt(one, other))
        if strict is not None:
            return restate(known("strict order", {x: one, y: other}, strict), goal)
    return None if len(rest) == 1 else _by_factors(goal, rest, holds.deeper())


def _by_factors(goal: Term, rest: Polynomial, holds: _Prover) -> Theorem | None:
    """A product of numbers that are not zero is not zero."""
    units: list[Theorem] = []
    numerator, times = rest, ONE
    for d in inverses([rest]):
        unit = holds(ne(0, d))
        if unit is None:
            return None
        units.append(unit)
        times = mul(times, d ** number(degree(numerator, d)))
        numerator = cleared(numerator, d)
    if not numerator:
        return None
    scale, parts = factors(numerator)
    if not units and len(parts) == 1 and parts[0][1] == 1:
        return _by_form(goal, parts[0][0], holds)
    for part, power in parts:
        unit = holds(ne(0, part))
        if unit is None:
            return None
        units.append(unit)
        times = mul(times, node("inv", None, (part,)) ** number(power))
    return _contradiction(goal, times / number(scale), ordered(units))


def _contradiction(goal: Term, times: Term, units: list[Theorem]) -> Theorem | None:
    """0 != value, for otherwise 0 = times value, which is a number that is not zero."""
    wrong = goal.args[0]
    try:
        one = combination(eq(0, 1), (), [(times, assume(wrong))], units)
    except Refused:
        return None
    return cases(absurd(one, library.zero_is_not_one(), goal), assume(goal), wrong)


def _by_form(goal: Term, value: Term, holds: _Prover) -> Theorem | None:
    """A power or an absolute value of what is not zero."""
    if value.op not in ("pow", "abs"):
        return None
    inside = holds(ne(0, value.args[0]))
    if inside is None:
        return None
    if value.op == "pow":
        made = at(library.power_nonzero(), {x: value.args[0], n: value.args[1]}, inside)
    else:
        positive = at(library.size_positive(), {x: value.args[0]}, inside)
        made = known("strict order", {x: ZERO, y: value}, positive)
    return restate(made, goal)


# -- orders ---------------------------------------------------------------------------------------


def _order(goal: Term, holds: _Prover) -> Theorem | None:
    value, strict = goal.args[1], goal.op == "<"
    target = polynomial(value)
    if constant(target):
        number_ = target.get((), 0)
        if number_ < 0 or (strict and not number_):
            return None
        return combination(goal, [(number_, [])] if number_ else [])
    if strict:
        different = key(ne(0, value))
        weak = holds(le(0, value)) if different in _sets[holds.facts] else None
        if weak is not None:
            names = {x: ZERO, y: value}
            return restate(at(library.strictly_below(), names, weak, assume(different)), goal)
    if value.sort == INT and not strict:
        # over the integers 0 <= q follows from 0 < q + 1
        found = _search(lt(0, value + 1), plus(target, {(): 1}), holds)
        return None if found is None else restate(discrete(found), goal)
    return _search(goal, target, holds)


def _search(goal: Term, target: Polynomial, holds: _Prover) -> Theorem | None:
    """From the facts alone; with what is known of the terms; by signs of factors; by products."""
    given = [_fact_column(s) for s in holds.facts if s.op != "not"]
    columns, rest = relevant([target], given)
    found, _ = _linear(Problem(goal, Column(target, "", ()), columns), holds)
    if found is not None:
        return found
    polys = [target, *(c.poly for c in columns)]
    more = _about_all(polys, holds)
    more += squares(polys, holds.deeper())
    more += _falling(target, holds)
    columns = [*columns, *more]
    columns += relevant([target, *(c.poly for c in columns)], rest)[0]
    problem = Problem(goal, Column(target, "", ()), columns)
    found, problem = _linear(problem, holds)
    if found is None and holds.depth <= 1:
        found = problem.by_signs(holds.deeper()) or problem.by_products()
        if found is None:
            found = _size_below(goal, target, holds)
    return found


def _linear(problem: Problem, holds: _Prover) -> tuple[Theorem | None, Problem]:
    """With denominators as they are, then cleared; the problem in its last form."""
    plain = problem.split(holds.deeper())
    found = plain.attempt()
    if found is None:
        ready = problem.cleared(holds.deeper())
        if ready is not problem:
            plain = ready.split(holds.deeper())
            found = plain.attempt()
    return found, plain


def _size_below(goal: Term, target: Polynomial, holds: _Prover) -> Theorem | None:
    """c |x| <= y, from c x <= y and -c x <= y."""
    for m, c in target.items():
        if len(m) == 1 and c < 0 and (t := atom(m[0])).op == "abs":
            alone = sum(m[0] in other for other in target) == 1
            rest = written({other: q for other, q in target.items() if other != m})
            relation = lt if goal.op == "<" else le
            inside = number(-c) * t.args[0]
            low = holds.deeper()(relation(-rest, inside)) if alone else None
            high = low and holds.deeper()(relation(inside, rest))
            if low and high:
                theorem = library.size_below() if goal.op == "<" else library.size_at_most()
                return restate(at(theorem, {x: inside, y: rest}, low, high), goal)
    return None


def _falling(target: Polynomial, holds: _Prover) -> list[Column]:
    """x**k <= x**n for powers in the target, where that with the exponent k is subtracted."""
    powers = [t for t in atoms(target) if t.op == "pow"]
    found: list[Column] = []
    for long in powers:
        (m,) = polynomial(long)
        if target.get(m, -1) < 0:
            for short in powers:
                if short is not long and short.args[0] is long.args[0]:
                    theorem = falling(short, long, holds.deeper())
                    found += [] if theorem is None else [column(theorem)]
    return found


_fact_columns: dict[Term, Column] = {}
_known_about: dict[tuple[Term, Facts, int], list[Column]] = {}


def _fact_column(s: Term) -> Column:
    found = _fact_columns.get(s)
    if found is None:
        found = _fact_columns[s] = column(assume(s))
    return found


def _about_all(polys: Iterable[Polynomial], holds: _Prover) -> list[Column]:
    """What holds of the atoms of some polynomials, and of those of the bases of powers in them."""
    seen: dict[Term, None] = {}
    todo = atoms(*polys)[::-1]
    while todo:
        t = todo.pop()
        if t not in seen:
            seen[t] = None
            power = t.args[0] if t.op == "inv" else t
            if power.op == "pow":
                todo += atoms(polynomial(power.args[0]))
    return [c for t in seen if t.op != "var" for c in _about(t, holds)]


def _about(t: Term, holds: _Prover) -> list[Column]:
    facts = _near(t, holds.facts)
    place = (t, facts, holds.depth)
    found = _known_about.get(place)
    if found is None:
        theorems = about(t, _Prover(facts, holds.depth + 1))
        found = _known_about[place] = [column(s) for s in theorems]
    return found


# -- field algebra --------------------------------------------------------------------------------


def support(p: Polynomial, facts: tuple[Theorem, ...]) -> tuple[list[Theorem], list[Theorem]]:
    """What field algebra may use on p: that denominators are not zero, exponents not negative."""
    given = _statements(facts)
    units, exponents = _support(p, _Prover(tuple(given), 0))

    def settled(t: Theorem) -> Theorem:
        return cut(t, *(given[h] for h in t.hypotheses)) if t.hypotheses else t

    return [settled(t) for t in units], [settled(t) for t in exponents]


def _support(p: Polynomial, holds: _Prover) -> tuple[list[Theorem], list[Theorem]]:
    units: dict[Term, Theorem] = {}
    exponents: list[Theorem] = []
    groups: dict[tuple[Term, Shape], list[Term]] = {}
    todo, seen = atoms(p), set[Term]()
    while todo:
        t = todo.pop()
        if t in seen:
            continue
        seen.add(t)
        if t.op == "inv":
            todo += atoms(polynomial(t.args[0]))
            found = holds(ne(0, t.args[0]))
            if found is not None:
                units[t.args[0]] = found
            elif t.args[0].op == "pow":  # the normal form of b**-e, whichever of e and -e it names
                base, exponent = t.args[0].args
                other = {m: -c for m, c in polynomial(exponent).items()}
                groups.setdefault((base, shape(other)), []).append(written(other))
        elif t.op == "pow":
            groups.setdefault((t.args[0], shape(polynomial(t.args[1]))), []).append(t.args[1])
    for (base, form), own in groups.items():
        least = min(own, key=lambda e: polynomial(e).get((), 0))
        if len(set(own)) > 1:
            whole = holds(le(0, least))
            if whole is not None:
                exponents.append(restate(whole, le(0, least)))
                continue
        start = written(dict(form))
        if base not in units:
            found = holds(ne(0, base))
            if found is not None:
                units[base] = found
        whole = holds(le(0, start))
        if whole is not None:
            exponents.append(restate(whole, le(0, start)))
    return ordered(units.values()), exponents


def by_algebra(
    goal: Term, equal: Iterable[tuple[Term, Theorem]], facts: tuple[Theorem, ...]
) -> Theorem:
    """An equation from others with multipliers, by field algebra; `Refused` if the sides differ."""
    equal = list(equal)
    rest = gap(goal)
    for times, theorem in equal:
        rest = plus(rest, product(polynomial(times), gap(theorem.conclusion)), -1)
    if not rest:
        return combination(goal, (), equal)
    units, exponents = support(rest, facts)
    try:
        return combination(goal, (), equal, units, exponents)
    except Refused:
        raise Refused("the two sides differ") from None
