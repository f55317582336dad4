"""How fast a term t(n) grows: a theorem

    |t(n)| <= C_1 |n|**p_1 q_1**n + C_2 |n|**p_2 q_2**n + ...      for n >= 0

read off the form of t.  Nothing here is trusted: what is found is a theorem, built from the axioms.

    >>> from symbolic.core.terms import var
    >>> q, n = var("q"), var("n", INT)
    >>> growth(3 * n * q**n, n, (assumed(le(0, n)),)).theorem.conclusion
    (abs((3 * n * pow(q, n))) <= (3 * abs(n) * pow(abs(q), n)))
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from symbolic.core.kernel import Theorem
from symbolic.core.polynomials import (
    Monomial,
    Number,
    atom,
    normal,
    polynomial,
    written,
)
from symbolic.core.terms import (
    INT,
    MINUS_ONE,
    ONE,
    REAL,
    ZERO,
    Term,
    bind,
    binder,
    eq,
    free,
    le,
    lt,
    mul,
    ne,
    node,
    number,
    put,
)
from symbolic.library import infer, limits, series, sums
from symbolic.library.basics import F, G, a, at, b, hi, k, known, lo, n as N, x, y
from symbolic.library.infer import (
    combination,
    detach,
    discharge,
    generalise,
    instantiate,
    replace_in,
    restate,
    specialise,
)
from symbolic.library.order import (
    at_most_size,
    power_of_small,
    size_not_negative,
    size_positive,
    triangle_two,
)
from symbolic.search import order
from symbolic.search.facts import (
    Facts,
    Names,
    assumed,
    follows,
    index_of,
    instances,
    linear,
    unused,
)

#: how often a bound of a sequence may itself be given by members of sequences
MAX_DEPTH = 3


class Part(NamedTuple):
    """C |n|**p q**n, with C and q that are their own absolute values."""

    constant: Term
    degree: int
    ratio: Term

    def at(self, n: Term) -> Term:
        """The value at n."""
        factors = [self.constant]
        if self.degree:
            factors.append(abs(n) if self.degree == 1 else abs(n) ** self.degree)
        if self.ratio is not ONE:
            factors.append(self.ratio**n)
        return mul(*factors)


class Growth(NamedTuple):
    """|t(n)| is at most the sum of the parts, for n >= 0."""

    parts: tuple[Part, ...]
    theorem: Theorem


def _total(parts: Iterable[Part], n: Term) -> Term:
    total: Term = ZERO
    for part in parts:
        total = total + part.at(n)
    return total


def not_negative(t: Term) -> Theorem:
    """0 <= |t|."""
    return instantiate(size_not_negative(), {x: t})


def growth(t: Term, n: Term, facts: Facts, depth: int = 0) -> Growth | None:
    """The growth of a term in a variable that only the last of the facts, 0 <= n, may mention."""
    t = normal(t)
    if n not in free(t):
        return Growth((Part(normal(abs(t)), 0, ONE),), combination(le(abs(t), abs(t))))
    made: list[Growth] = []
    pieces: list[Term] = []
    for monomial, c in polynomial(t).items():
        found = _of_monomial(c, monomial, n, facts, depth)
        if found is None:
            return None
        made.append(found)
        pieces.append(written({monomial: c}))
    parts = tuple(part for one in made for part in one.parts)
    goal = le(abs(t), _total(parts, n))
    if len(made) == 1:
        return Growth(parts, restate(made[0].theorem, goal))
    proofs, so_far = [(1, [one.theorem]) for one in made], pieces[0]
    for piece in pieces[1:]:
        proofs.append((1, [instantiate(triangle_two(), {x: so_far, y: piece})]))
        so_far = so_far + piece
    return Growth(parts, combination(goal, proofs))


def _of_monomial(c: Number, monomial: Monomial, n: Term, facts: Facts, depth: int) -> Growth | None:
    """A product: the factors one by one, those without n together."""
    fixed = mul(number(c), *[atom(j) for j in monomial if n not in free(atom(j))])
    parts: tuple[Part, ...] = (Part(normal(abs(fixed)), 0, ONE),)
    theorem = combination(le(abs(fixed), parts[0].constant))
    so_far = fixed
    for j in monomial:
        factor = atom(j)
        if n not in free(factor):
            continue
        found = _of_atom(factor, n, facts, depth)
        if found is None:
            return None
        # B D - |s||a| = |s| (D - |a|) + D (B - |s|), and D >= |a| >= 0
        other = combination(
            le(0, found.theorem[1].args[1]), [(1, [not_negative(factor)]), (1, [found.theorem])]
        )
        parts = tuple(
            Part(normal(p.constant * q.constant), p.degree + q.degree, normal(p.ratio * q.ratio))
            for p in parts
            for q in found.parts
        )
        goal = le(abs(so_far * factor), _total(parts, n))
        theorem = combination(
            goal, [(1, [not_negative(so_far), found.theorem]), (1, [other, theorem])]
        )
        so_far = so_far * factor
    return Growth(parts, theorem)


def _of_atom(t: Term, n: Term, facts: Facts, depth: int) -> Growth | None:
    if t is n:
        return Growth((Part(ONE, 1, ONE),), combination(le(abs(n), abs(n))))
    if t.op == "abs":
        inner = growth(t.args[0], n, facts, depth)
        return inner and inner._replace(
            theorem=restate(inner.theorem, le(abs(t), inner.theorem[1].args[1]))
        )
    if t.op == "pow" and n not in free(t.args[0]):
        return _of_power(t, t.args[0], t.args[1], n, facts)
    if t.op == "inv" and t.args[0].op == "pow" and n not in free(t.args[0].args[0]):
        base, exponent = t.args[0].args
        return _of_power(t, 1 / base, exponent, n, facts)
    if t.op in ("cos", "sin"):
        name = "cosine" if t.op == "cos" else "sine"
        return Growth((Part(ONE, 0, ONE),), known(name, {a: t.args[0], b: t.args[1]}))
    if t.op == "div":
        return _of_floor(t, n, facts, depth)
    if t.op == "if":
        return _of_choice(t, n, facts, depth)
    found = _of_sum(t, n, facts, depth) if t.op == "sum" else None
    if t.op == "series":
        found = _of_series(t, n, facts, depth)
    return found or _of_member(t, n, facts, depth)


def _of_floor(t: Term, n: Term, facts: Facts, depth: int) -> Growth | None:
    """An integer part: |floor(a/b)| <= |a| + 1."""
    positive = order.prove(le(1, t.args[1]), facts)
    if positive is None:
        return None
    bound = at(limits.floor_size(), {a: t.args[0], b: t.args[1]}, positive)
    return _below(t, bound, n, facts, depth)


def _below(t: Term, bound: Theorem, n: Term, facts: Facts, depth: int) -> Growth | None:
    """The growth of what is above |t|."""
    above = bound[1].args[1]
    inner = growth(above, n, facts, depth)
    if inner is None:
        return None
    goal = le(abs(t), _total(inner.parts, n))
    size = instantiate(at_most_size(), {x: above})
    return Growth(inner.parts, combination(goal, [(1, [bound]), (1, [size]), (1, [inner.theorem])]))


def _of_choice(t: Term, n: Term, facts: Facts, depth: int) -> Growth | None:
    """A conditional: each branch where it is chosen."""
    low, high, one, other = t.args
    names = {a: low, b: high, x: one, y: other}
    sides = []
    for name, condition, value in (
        ("choice of the first", lt(low, high), one),
        ("choice of the second", le(high, low), other),
    ):
        inner = growth(value, n, (*facts, assumed(condition)), depth)
        if inner is None:
            return None
        sides.append((known(name, names), value, inner))
    parts = sides[0][2].parts + sides[1][2].parts
    total = _total(parts, n)
    made = []
    for (same, value, inner), (*_, rest) in (sides, sides[::-1]):
        unused_part = [(1, [not_negative(part.at(n))]) for part in rest.parts]
        small = combination(le(abs(value), total), [(1, [inner.theorem]), *unused_part])
        back = combination(eq(value, t), (), [(MINUS_ONE, same)])
        made.append(replace_in(back, binder(lambda z: le(abs(z), total), REAL), small))
    return Growth(parts, infer.cases(made[0], made[1], lt(low, high)))


def _of_power(t: Term, base: Term, exponent: Term, n: Term, facts: Facts) -> Growth | None:
    """|x|**(s n + c) is |x|**c (|x|**s)**n; a power of a number of size at most 1 is at most 1."""
    if is_zero(base):
        whole = order.prove(le(0, exponent), facts)
        if whole is None:
            return None
        small = at(limits.power_of_zero(), {N: exponent}, whole)
        small = restate(small, le(abs(t), small[1].args[1]))
        return _below(t, small, n, facts, 0)
    form = linear(exponent, n)
    if form is not None:
        made = _geometric(t, base, *form, n, facts)
        if made is not None:
            return made
    low = order.prove(le(-1, base), facts)
    high = low and order.prove(le(base, 1), facts)
    whole = high and order.prove(le(0, exponent), facts)
    if not (low and high and whole):
        return None
    small = at(power_of_small(), {x: base, N: exponent}, low, high, whole)
    return Growth((Part(ONE, 0, ONE),), restate(small, le(abs(t), 1)))


def _geometric(
    t: Term, base: Term, steep: Term, start: Term, n: Term, facts: Facts
) -> Growth | None:
    """t = base**(steep n + start): a constant times a geometric sequence."""
    size = normal(abs(base))
    part = Part(normal(size**start), 0, normal(size**steep))
    goal = eq(abs(t), part.at(n))
    first = order.prove(le(0, start), facts)
    if first is not None:
        whole = order.prove(le(0, steep * n), facts)
        if whole is not None:
            names = {x: size, a: start, N: steep * n}
            same = at(limits.power_of_sum(), names, first, whole)
            return Growth((part,), combination(le(*goal.args), (), [(ONE, same)]))
    different = order.prove(ne(base, 0), facts)
    if different is not None:
        unit = at(size_positive(), {x: base}, different)
        return Growth((part,), combination(le(*goal.args), (), (), [unit]))
    return _below_powers(t, size, steep, start, n, facts)


def _below_powers(
    t: Term, size: Term, steep: Term, start: Term, n: Term, facts: Facts
) -> Growth | None:
    """|x|**(s n + c) <= w**c (w**s)**n with w = (1 + |x|)/2, which is not zero, for |x| <= 1."""
    larger = normal(abs((1 + size) / 2))
    whole = order.prove(le(0, steep * n + start), facts)
    below = whole and order.prove(le(size, larger), facts)
    unit = below and order.prove(lt(0, larger), facts)
    if not (whole and below and unit):
        return None
    part = Part(normal(larger**start), 0, normal(larger**steep))
    names = {x: size, y: larger, N: steep * n + start}
    rises = at(limits.power_rises(), names, restate(not_negative(size), le(0, size)), below, whole)
    return Growth((part,), combination(le(abs(t), part.at(n)), [(1, [rises])], (), [unit]))


def _of_sum(t: Term, n: Term, facts: Facts, depth: int) -> Growth | None:
    """A finite sum: over a range that is fixed, or of bounded terms over one that grows."""
    first, last, body = t.args
    if n in free(first):
        return None
    i = unused(INT, facts, t, n)
    ranges = le(first, i), le(i, last)
    if n not in free(last):
        inner = growth(put(body, i), n, (*facts, *map(assumed, ranges)), depth)
        if inner is None or any(i in free(part.ratio) for part in inner.parts):
            return None
        return _summed(t, i, ranges, inner, n)
    if n in free(body):
        return None
    moved = node("bounded", None, (ZERO, bind(put(body, first + i), i)))
    bounded = follows(moved, tuple(fact for fact in facts if n not in free(fact[1])))
    if bounded is None:
        return None
    limit = known("bound", {F: moved.args[1], lo: ZERO, k: ZERO}, bounded)
    inside = combination(le(0, i - first), [(1, [assumed(ranges[0])])])
    here = detach(specialise(limit, i - first), inside)
    most = here[1].args[1]
    here = restate(here, le(abs(put(body, i)), most))
    every = generalise(discharge(discharge(here, ranges[1]), ranges[0]), i)
    bound = at(limits.long_sum_size(), {F: body, lo: first, hi: last, x: most}, every)
    return _below(t, restate(bound, le(abs(t), bound[1].args[1])), n, facts, depth)


def _summed(t: Term, i: Term, ranges: tuple[Term, Term], inner: Growth, n: Term) -> Growth:
    """|sum of t_i(n)| <= sum of the constants, for each part."""
    first, last, body = t.args
    every = generalise(discharge(discharge(inner.theorem, ranges[1]), ranges[0]), i)
    upper = bind(inner.theorem[1].args[1], i)
    bound = at(limits.sum_size(), {F: body, G: upper, lo: first, hi: last}, every)
    parts, positive, equal = [], [(1, [bound])], []
    so_far: Term = ZERO
    ends: Names = {lo: first, hi: last}
    for part in inner.parts:
        constants = node("sum", None, (first, last, bind(part.constant, i)))
        factor = part._replace(constant=ONE).at(n)
        names = {x: ONE, y: factor, F: bind(so_far, i), G: bind(part.constant, i), **ends}
        equal.append((ONE, instantiate(sums.linear(), names)))
        so_far = so_far + part.constant * factor
        size = instantiate(at_most_size(), {x: constants})
        positive.append((1, [size, not_negative(factor)]))
        parts.append(part._replace(constant=normal(abs(constants))))
    equal.append((ONE, instantiate(sums.zeros(), ends)))
    return Growth(tuple(parts), combination(le(abs(t), _total(parts, n)), positive, equal))


def _of_series(t: Term, n: Term, facts: Facts, depth: int) -> Growth | None:
    """A series: at most the sum of C_k(n) times the series of j**p_k q_k**j, over j = i - lo."""
    first, body = t.args
    if n in free(first):
        return None
    j = unused(INT, facts, t, n)
    inner = growth(put(body, first + j), j, (*facts, assumed(le(0, j))), depth)
    if inner is None or any(n in free(part.ratio) for part in inner.parts):
        return None
    every = generalise(discharge(inner.theorem, le(0, j)), j)
    inside = combination(le(0, j - first), [(1, [assumed(le(first, j))])])
    here = detach(specialise(every, j - first), inside)
    upper, so_far = instantiate(series.zeros_converge(), {lo: first}), ZERO
    equal: list[tuple[Term, Theorem]] = [(ONE, instantiate(series.zeros(), {lo: first}))]
    total: Term = ZERO
    for part in inner.parts:
        small = ratio_below_one(part, facts)
        if small is None:
            return None
        factor = part._replace(constant=ONE)
        powers = at(
            limits.polynomial_powers(),
            {**exponent_and_base(part), lo: ZERO},
            small,
            degree_not_negative(part),
        )
        powers = at(series.shifted_converges(), {F: powers[1].args[1], lo: ZERO, k: -first}, powers)
        own = bind(factor.at(j - first), j)
        powers = restate(powers, node("converges", None, (first, own)))
        names = {F: bind(so_far, j), G: own, x: ONE, y: part.constant, lo: first}
        equal.append((ONE, at(series.linear(), names, upper, powers)))
        upper = at(series.linear_converges(), names, upper, powers)
        so_far = so_far + part.at(j - first)
        total = total + part.constant * node("series", None, (first, own))
    here = restate(here, le(abs(put(body, j)), so_far))
    small_terms = limits.on(here, first, j)
    names = {F: bind(abs(put(body, j)), j), G: bind(so_far, j), lo: first}
    upper = restate(upper, node("converges", None, (first, names[G])))
    absolute = known(
        "comparison",
        names,
        limits.on(restate(here, le(abs(abs(put(body, j))), so_far)), first, j),
        upper,
    )
    size = at(series.triangle(), {F: body, lo: first}, absolute)
    compared = at(series.ordered(), names, small_terms, absolute, upper)
    bound = combination(le(abs(t), total), [(1, [size]), (1, [compared])], equal)
    return _below(t, bound, n, facts, depth + 1)


def _of_member(t: Term, n: Term, facts: Facts, depth: int) -> Growth | None:
    """A member of a sequence that is bounded or has a limit, or whose members are bounded."""
    symbols = {s for s in t.free if type(s) is not Term}  # a fact about t speaks of its sequences
    for fact in facts:
        s = fact[1]
        if not symbols <= s.free:
            continue
        if s.op in ("tends", "bounded"):
            bound = _bounded_member(fact, t, facts)
            if bound is not None:
                return Growth((Part(normal(bound[1].args[1]), 0, ONE),), bound)
        elif s.op == "all" and depth < MAX_DEPTH:
            for found in instances(fact, t, facts):
                inner = _limited(found, t, n, facts, depth)
                if inner is not None:
                    return inner
    return None


def _limited(found: Theorem, t: Term, n: Term, facts: Facts, depth: int) -> Growth | None:
    """The growth of t, if what was found is t = r, or a bound |t| <= r or |t| < r."""
    s = found[1]
    if s.op == "=" and normal(s.args[0]) is normal(t) and t.data not in s.args[1].free:
        same = infer.replace(found, binder(abs, REAL))
        return _below(
            t, combination(le(abs(t), abs(s.args[1])), (), [(ONE, same)]), n, facts, depth
        )
    if s.op not in ("<=", "<") or normal(s.args[0]) is not normal(abs(t)):
        return None
    weak = combination(le(abs(t), s.args[1]), [(1, [found])])
    return _below(t, weak, n, facts, depth + 1)


def _bounded_member(fact: Theorem, t: Term, facts: Facts) -> Theorem | None:
    """|t| <= |bound|, where t is a member of a sequence that is bounded or has a limit."""
    s = fact[1]
    body = s.args[0] if s.op == "tends" else s.args[1]
    index = index_of(body, t)
    if index is None:
        return None
    for start in _lowest(index, facts):
        inside = order.prove(le(start, index), facts)
        if inside is None:
            continue
        names = {F: body, lo: start, k: start}
        if s.op == "tends":
            fact = known("convergent sequences are bounded", {**names, x: s.args[1]}, fact)
        else:
            names[k] = s.args[0]
        limit = detach(specialise(known("bound", names, fact), index), inside)
        most = limit[1].args[1]
        size = instantiate(at_most_size(), {x: most})
        return combination(le(abs(t), abs(most)), [(1, [limit]), (1, [size])])
    return None


def _lowest(index: Term, facts: Facts) -> Iterator[Term]:
    """Numbers that an index may be known not to fall below."""
    yield ZERO
    for fact in reversed(facts):
        s = fact[1]
        if s.op == "<=" and s.args[0] is ZERO and s.args[1].op == "var":
            form = linear(index, s.args[1])
            if form is not None and form[0] is not ZERO:
                yield form[1]
    yield number(-1)
    yield ONE


def ratio_below_one(part: Part, facts: Facts) -> Theorem | None:
    """|q| < 1."""
    if part.ratio.op == "num" and part.ratio.data >= 1:
        return None
    small = order.prove(lt(part.ratio, 1), facts)
    return small and restate(small, lt(abs(part.ratio), 1))


def exponent_and_base(part: Part) -> Names:
    """The exponent and the base, for the theorems about n**e x**n."""
    return {limits.e: number(part.degree), x: part.ratio}


def degree_not_negative(part: Part) -> Theorem:
    """0 <= p."""
    return combination(le(0, part.degree), [(part.degree, [])] if part.degree else [])


def is_zero(t: Term) -> bool:
    """Is this the number zero, whatever its variables are?"""
    return not polynomial(t)
