"""Theorems about finite sums, proved once from the axioms.

Nothing here is trusted: each entry makes the rules of the kernel prove what its docstring says.
The free names are those of the axioms (x, y, a, b, k, s, lo, hi and the sequences f, g) and the
integers n and m; f also stands for a double sequence where it has two arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from symbolic.core.kernel import Theorem
from symbolic.core.terms import (
    INT,
    MINUS_ONE,
    ONE,
    REAL,
    ZERO,
    Term,
    binder,
    eq,
    forall,
    implies,
    le,
    lt,
    ne,
    sequence,
    summation,
    var,
)
from symbolic.library.basics import (
    F,
    G,
    a,
    at,
    b,
    equation,
    f,
    g,
    hi,
    k,
    known,
    lo,
    n,
    s,
    trivially,
    x,
    y,
)
from symbolic.library.infer import (
    assume,
    cases,
    combination,
    detach,
    discharge,
    generalise,
    induction,
    instantiate,
    replace_in,
    restate,
    specialise,
)
from symbolic.library.order import size_not_negative, triangle_two

Body = Callable[[Term], Term]

m, i, j = (var(name, INT) for name in "mij")
F2 = sequence("f", 2)


def total(function: Body, end: Any = hi, start: Any = lo) -> Term:
    """The sum of a sequence, from lo to hi if nothing else is said."""
    return summation(start, end, function)


def last(function: Body, end: Term, start: Term, *facts: Theorem) -> Theorem:
    """start <= end |- the sum up to end is the sum up to end - 1 and the last term."""
    return known("last term", {F: binder(function), lo: start, hi: end}, *facts)


def empty(function: Body, end: Term, start: Term, *facts: Theorem) -> Theorem:
    """end < start |- the sum is 0."""
    return known("empty sum", {F: binder(function), lo: start, hi: end}, *facts)


def one_more(function: Body) -> Theorem:
    """lo - 1 <= n |- the sum up to n + 1 is the sum up to n and the last term."""
    return last(function, n + 1, lo, trivially(lo, n + 1, assume(le(lo - 1, n))))


def nothing_yet(function: Body) -> Theorem:
    """|- the sum up to lo - 1 is 0."""
    return empty(function, lo - 1, lo, combination(lt(lo - 1, lo), [(1, [])]))


def nothing_before(function: Body) -> Theorem:
    """hi < lo - 1 |- the sum up to hi is 0."""
    before = combination(lt(hi, lo), [(1, [assume(lt(hi, lo - 1))]), (1, [])])
    return empty(function, hi, lo, before)


def upward(claim: Callable[[Term], Term], base: Theorem, step: Theorem) -> Theorem:
    """lo - 1 <= hi |- claim(hi), by induction from lo - 1 on."""
    whole = induction(base, step, claim(n), n, lo - 1)
    return detach(specialise(whole, hi), assume(le(lo - 1, hi)))


def everywhere(
    claim: Callable[[Term], Term], base: Theorem, step: Theorem, other: Theorem
) -> Theorem:
    """|- claim(hi): by induction from lo - 1 on, and by ``other`` where hi < lo - 1."""
    return cases(upward(claim, base, step), other, le(lo - 1, hi))


def in_range(theorem: Theorem, index: Term, start: Term, end: Term | None = None) -> Theorem:
    """start <= i <= end |- A(i) (other hypotheses without i) gives A for every i in that range."""
    if end is not None:
        theorem = discharge(theorem, le(index, end))
    return generalise(discharge(theorem, le(start, index)), index)


# -- linear combinations, term by term ------------------------------------------------------------


@cache
def linear() -> Theorem:
    """|- sum_{lo..hi} (x f + y g) = x sum_{lo..hi} f + y sum_{lo..hi} g."""

    def h(i: Term) -> Term:
        return x * f(i) + y * g(i)

    def claim(end: Term) -> Term:
        return eq(total(h, end), x * total(f, end) + y * total(g, end))

    def parts(of: Callable[[Body], Theorem]) -> list[Any]:
        return [(ONE, of(h)), (-x, of(f)), (-y, of(g))]

    base = combination(claim(lo - 1), (), parts(nothing_yet))
    step = combination(claim(n + 1), (), [*parts(one_more), (ONE, assume(claim(n)))])
    other = combination(claim(hi), (), parts(nothing_before))
    return everywhere(claim, base, step, other)


@cache
def zeros() -> Theorem:
    """|- sum_{lo..hi} 0 = 0."""
    none = instantiate(linear(), {x: ZERO, y: ZERO, F: ZERO, G: ZERO})
    return restate(none, eq(total(lambda i: ZERO), 0))


@cache
def constant() -> Theorem:
    """lo - 1 <= hi |- sum_{lo..hi} x = (hi - lo + 1) x."""

    def claim(end: Term) -> Term:
        return eq(total(lambda i: x, end), (end - lo + 1) * x)

    base = equation(*claim(lo - 1).args, nothing_yet(lambda i: x))
    step = equation(*claim(n + 1).args, one_more(lambda i: x), assume(claim(n)))
    return upward(claim, base, step)


def _by_terms(relation: Callable[[Any, Any], Term]) -> Theorem:
    """The terms stand in the relation (=, <=), so the sums do."""
    pointwise = assume(forall(lambda i: implies(le(lo, i), le(i, hi), relation(f(i), g(i)))))

    def sums(end: Term) -> Term:
        return relation(total(f, end), total(g, end))

    def claim(end: Term) -> Term:
        return implies(le(end, hi), sums(end))

    def joined(end: Term, of: Callable[[Body], Theorem], *parts: Theorem) -> Theorem:
        orders: list[Any] = [(1, [p]) for p in parts if relation is le]
        equal: list[Any] = [(ONE, p) for p in parts if relation is eq]
        return combination(sums(end), orders, [*equal, (ONE, of(f)), (MINUS_ONE, of(g))])

    base = discharge(joined(lo - 1, nothing_yet), le(lo - 1, hi))
    inside = assume(le(n + 1, hi))
    here = detach(specialise(pointwise, n + 1), trivially(lo, n + 1, assume(le(lo - 1, n))), inside)
    now = detach(assume(claim(n)), trivially(n, hi, inside))
    step = discharge(joined(n + 1, one_more, here, now), le(n + 1, hi))
    above = detach(upward(claim, base, step), combination(le(hi, hi)))
    return cases(above, joined(hi, nothing_before), le(lo - 1, hi))


@cache
def congruent() -> Theorem:
    """f(i) = g(i) for all i in lo..hi |- sum_{lo..hi} f = sum_{lo..hi} g."""
    return _by_terms(eq)


@cache
def ordered() -> Theorem:
    """f(i) <= g(i) for all i in lo..hi |- sum_{lo..hi} f <= sum_{lo..hi} g."""
    return _by_terms(le)


@cache
def triangle() -> Theorem:
    """|- |sum_{lo..hi} f| <= sum_{lo..hi} |f|."""

    def size(i: Term) -> Term:
        return abs(f(i))

    def claim(end: Term) -> Term:
        return le(abs(total(f, end)), total(size, end))

    def put_in(equality: Theorem, statement: Theorem) -> Theorem:
        """|t| <= ... for the other side of an equation t = t'."""
        turned = equation(equality[1].args[1], equality[1].args[0], (-1, equality))
        bound = statement[1].args[1]
        return replace_in(turned, binder(lambda t: le(abs(t), bound), REAL), statement)

    def none(of: Callable[[Body], Theorem], end: Term) -> Theorem:
        zero = combination(le(abs(ZERO), total(size, end)), (), [(MINUS_ONE, of(size))])
        return put_in(of(f), zero)

    longer = one_more(f)
    two = instantiate(triangle_two(), {x: total(f, n), y: f(n + 1)})
    bound = total(size, n + 1)
    step = combination(
        le(abs(total(f, n) + f(n + 1)), bound),
        [(1, [two]), (1, [assume(claim(n))])],
        [(MINUS_ONE, one_more(size))],
    )
    base = none(nothing_yet, lo - 1)
    return everywhere(claim, base, put_in(longer, step), none(nothing_before, hi))


# -- cutting and shifting -------------------------------------------------------------------------


@cache
def shifted() -> Theorem:
    """|- sum_{lo..hi} f(i) = sum_{lo-k..hi-k} f(i + k)."""

    def further(i: Term) -> Term:
        return f(i + k)

    def claim(end: Term) -> Term:
        return eq(total(f, end), total(further, end - k, lo - k))

    def moved(of: Callable[..., Theorem], end: Term, fact: Theorem) -> Theorem:
        return of(further, end - k, lo - k, fact)

    before = combination(lt(lo - 1 - k, lo - k), [(1, [])])
    base = equation(*claim(lo - 1).args, nothing_yet(f), (-1, moved(empty, lo - 1, before)))
    here = trivially(lo - k, n + 1 - k, assume(le(lo - 1, n)))
    more = moved(last, n + 1, here)
    step = equation(*claim(n + 1).args, one_more(f), (-1, more), assume(claim(n)))
    below = combination(lt(hi - k, lo - k), [(1, [assume(lt(hi, lo - 1))]), (1, [])])
    none = equation(*claim(hi).args, nothing_before(f), (-1, moved(empty, hi, below)))
    return everywhere(claim, base, step, none)


@cache
def split() -> Theorem:
    """lo - 1 <= m, m <= hi |- sum_{lo..hi} f = sum_{lo..m} f + sum_{m+1..hi} f."""

    def claim(end: Term) -> Term:
        return eq(total(f, end), total(f, m) + total(f, end, m + 1))

    none = empty(f, m, m + 1, combination(lt(m, m + 1), [(1, [])]))
    base = equation(*claim(m).args, (-1, none))
    here = assume(le(m, n))
    longer = last(f, n + 1, lo, trivially(lo, n + 1, assume(le(lo - 1, m)), here))
    more = last(f, n + 1, m + 1, trivially(m + 1, n + 1, here))
    step = equation(*claim(n + 1).args, longer, (-1, more), assume(claim(n)))
    whole = induction(base, step, claim(n), n, m)
    return detach(specialise(whole, hi), assume(le(m, hi)))


@cache
def single() -> Theorem:
    """|- sum_{lo..lo} f = f(lo)."""
    one = last(f, lo, lo, combination(le(lo, lo)))
    return equation(total(f, lo), f(lo), one, nothing_yet(f))


@cache
def first_term() -> Theorem:
    """lo <= hi |- sum_{lo..hi} f = f(lo) + sum_{lo+1..hi} f."""
    whole = at(split(), {m: lo}, combination(le(lo - 1, lo), [(1, [])]))
    return equation(total(f), f(lo) + total(f, hi, lo + 1), whole, single())


@cache
def zero_at_the_end() -> Theorem:
    """f(hi) = 0 |- sum_{lo..hi} f = sum_{lo..hi-1} f."""
    goal = eq(total(f), total(f, hi - 1))
    longer = last(f, hi, lo)
    above = combination(goal, (), [(ONE, longer), (ONE, assume(eq(f(hi), 0)))])
    below = assume(lt(hi, lo))
    shorter = combination(lt(hi - 1, lo), [(1, [below]), (1, [])])
    none = equation(*goal.args, empty(f, hi, lo, below), (-1, empty(f, hi - 1, lo, shorter)))
    return cases(above, none, le(lo, hi))


@cache
def term_at_most_sum() -> Theorem:
    """lo <= k, k <= hi |- |f(k)| <= sum_{lo..hi} |f|."""

    def size(i: Term) -> Term:
        return abs(f(i))

    def not_negative(start: Term, end: Term) -> Theorem:
        """0 <= sum of |f|, as a sum of zeros is 0."""
        here = instantiate(size_not_negative(), {x: f(i)})
        names = {F: ZERO, G: binder(size), lo: start, hi: end}
        more = at(ordered(), names, in_range(here, i, start, end))
        none = instantiate(zeros(), {lo: start, hi: end})
        return combination(le(0, total(size, end, start)), [(1, [more])], [(MINUS_ONE, none)])

    low, high = assume(le(lo, k)), assume(le(k, hi))
    names = {F: binder(size), m: k}
    whole = at(split(), names, trivially(lo - 1, k, low), high)
    longer = last(size, k, lo, low)
    return combination(
        le(abs(f(k)), total(size)),
        [(1, [not_negative(lo, k - 1)]), (1, [not_negative(k + 1, hi)])],
        [(MINUS_ONE, whole), (MINUS_ONE, longer)],
    )


# -- telescoping and geometric sums ---------------------------------------------------------------


def difference(i: Term) -> Term:
    """f(i + 1) - f(i)."""
    return f(i + 1) - f(i)


@cache
def telescoping() -> Theorem:
    """lo - 1 <= hi |- sum_{lo..hi} (f(i + 1) - f(i)) = f(hi + 1) - f(lo)."""

    def claim(end: Term) -> Term:
        return eq(total(difference, end), f(end + 1) - f(lo))

    base = equation(*claim(lo - 1).args, nothing_yet(difference))
    step = equation(*claim(n + 1).args, one_more(difference), assume(claim(n)))
    return upward(claim, base, step)


@cache
def geometric() -> Theorem:
    """A geometric sum.

    f(i + 1) = x f(i) for all i in lo..hi, x != 1, lo - 1 <= hi
    |- sum_{lo..hi} f = (f(lo) - f(hi + 1)) / (1 - x)
    """
    differs = assume(ne(x, 1))
    ratio = assume(forall(lambda i: implies(le(lo, i), le(i, hi), eq(f(i + 1), x * f(i)))))
    here = detach(specialise(ratio, i), assume(le(lo, i)), assume(le(i, hi)))
    same = equation(difference(i), (x - 1) * f(i), here)
    names = {F: binder(difference), G: binder(lambda i: (x - 1) * f(i))}
    terms = at(congruent(), names, in_range(same, i, lo, hi))
    out = instantiate(linear(), {x: x - 1, y: ZERO, G: ZERO})
    goal = eq(total(f), (f(lo) - f(hi + 1)) / (1 - x))
    factor = 1 / (1 - x)
    parts = [(factor, terms), (factor, out), (-factor, telescoping())]
    return combination(goal, (), parts, [differs])


@cache
def powers() -> Theorem:
    """x != 1, 0 <= lo, lo - 1 <= hi |- sum_{lo..hi} x**i = (x**lo - x**(hi + 1)) / (1 - x)."""
    whole = trivially(0, i, assume(le(0, lo)), assume(le(lo, i)))
    ratio = equation(x ** (i + 1), x * x**i, exponents=[whole])
    return at(geometric(), {F: binder(lambda i: x**i)}, in_range(ratio, i, lo, hi))


# -- double sums ----------------------------------------------------------------------------------


@cache
def exchange_rectangle() -> Theorem:
    """|- sum_{i=lo..hi} sum_{j=a..b} f(i,j) = sum_{j=a..b} sum_{i=lo..hi} f(i,j)."""

    def row(i: Term) -> Term:
        return summation(a, b, lambda j: f(i, j))

    def column(end: Term) -> Body:
        return lambda j: summation(lo, end, lambda i: f(i, j))

    def claim(end: Term) -> Term:
        return eq(total(row, end), summation(a, b, column(end)))

    def no_columns(end: Term, of: Callable[[Body], Theorem]) -> Theorem:
        """Every column is empty, so their sum is 0."""
        names = {F: binder(column(end)), G: ZERO, lo: a, hi: b}
        here = in_range(of(lambda i: f(i, j)), j, a, b)
        none = instantiate(zeros(), {lo: a, hi: b})
        terms = at(congruent(), names, here)
        return equation(*claim(end).args, of(row), (-1, terms), (-1, none))

    here = in_range(one_more(lambda i: f(i, j)), j, a, b)
    longer = {F: binder(column(n + 1)), lo: a, hi: b}
    by_one = {**longer, G: binder(lambda j: column(n)(j) + f(n + 1, j))}
    terms = at(congruent(), by_one, here)
    two = {F: binder(column(n)), G: binder(lambda j: f(n + 1, j)), lo: a, hi: b, x: ONE, y: ONE}
    parts = [one_more(row), (-1, terms), (-1, instantiate(linear(), two)), assume(claim(n))]
    step = equation(*claim(n + 1).args, *parts)
    return everywhere(claim, no_columns(lo - 1, nothing_yet), step, no_columns(hi, nothing_before))


@cache
def exchange_triangle() -> Theorem:
    """The rows of a triangle by its columns.

    lo + s <= a |- sum_{i=lo..hi} sum_{j=a..i+s} f(i,j) = sum_{j=a..hi+s} sum_{i=j-s..hi} f(i,j)
    """
    corner = assume(le(lo + s, a))

    def row(i: Term) -> Term:
        return summation(a, i + s, lambda j: f(i, j))

    def column(end: Term) -> Body:
        return lambda j: summation(j - s, end, lambda i: f(i, j))

    def claim(end: Term) -> Term:
        return eq(total(row, end), summation(a, end + s, column(end)))

    def nothing(end: Term, of: Callable[[Body], Theorem], *early: Theorem) -> Theorem:
        parts: list[Any] = [(1, [t]) for t in (corner, *early)]
        outside = combination(lt(end + s, a), [*parts, (1, [])])
        return equation(*claim(end).args, of(row), (-1, empty(column(end), end + s, a, outside)))

    # the columns of the rows up to n + 1, each without its last term
    inside = assume(le(j, n + 1 + s))
    longer = last(lambda i: f(i, j), n + 1, j - s, trivially(j - s, n + 1, inside))
    names = {
        F: binder(column(n + 1)),
        G: binder(lambda j: column(n)(j) + f(n + 1, j)),
        lo: a,
        hi: n + 1 + s,
    }
    terms = at(congruent(), names, in_range(longer, j, a, n + 1 + s))
    two = {
        F: binder(column(n)),
        G: binder(lambda j: f(n + 1, j)),
        lo: a,
        hi: n + 1 + s,
        x: ONE,
        y: ONE,
    }
    apart = instantiate(linear(), two)
    # the column n + 1 + s of the rows up to n is empty
    none = empty(lambda i: f(i, n + 1 + s), n, n + 1 + s - s, combination(lt(n, n + 1), [(1, [])]))
    shorter = at(zero_at_the_end(), {F: binder(column(n)), lo: a, hi: n + 1 + s}, none)
    parts = [one_more(row), (-1, terms), (-1, apart), (-1, shorter), assume(claim(n))]
    step = equation(*claim(n + 1).args, *parts)
    base = nothing(lo - 1, nothing_yet)
    return everywhere(claim, base, step, nothing(hi, nothing_before, assume(lt(hi, lo - 1))))


def block(function: Body, length: Term, start: Term) -> Body:
    """The sum of the block with a number: f(start + number length + j), 0 <= j < length."""
    return lambda number: summation(0, length - 1, lambda j: function(start + number * length + j))


@cache
def blocks() -> Theorem:
    """0 <= m, -1 <= n |- sum_{lo..lo+(n+1)m-1} f = sum_{k=0..n} sum_{j=0..m-1} f(lo + k m + j)."""
    length = assume(le(0, m))

    def end(number: Term) -> Term:
        return lo + (number + 1) * m - 1

    def claim(number: Term) -> Term:
        return eq(total(f, end(number)), summation(0, number, block(f, m, lo)))

    here = assume(le(-1, n))
    none = empty(block(f, m, lo), MINUS_ONE, ZERO, combination(lt(-1, 0), [(1, [])]))
    base = equation(*claim(MINUS_ONE).args, nothing_yet(f), (-1, none))
    # one more block: f from lo + (n + 1) m on, moved to 0..m-1
    start = combination(le(lo - 1, end(n)), [(1, [trivially(0, n + 1, here), length])])
    stop = combination(le(end(n), end(n + 1)), [(1, [length])])
    longer = at(split(), {m: end(n), hi: end(n + 1)}, start, stop)
    moved = instantiate(shifted(), {lo: end(n) + 1, hi: end(n + 1), k: end(n) + 1})
    more = last(block(f, m, lo), n + 1, ZERO, trivially(0, n + 1, here))
    step = equation(*claim(n + 1).args, longer, moved, (-1, more), assume(claim(n)))
    whole = induction(base, step, claim(n), n, MINUS_ONE)
    return detach(specialise(whole, n), here)


#: what is proved here
ALL = (
    linear,
    zeros,
    constant,
    congruent,
    ordered,
    triangle,
    shifted,
    split,
    single,
    first_term,
    zero_at_the_end,
    term_at_most_sum,
    telescoping,
    geometric,
    powers,
    exchange_rectangle,
    exchange_triangle,
    blocks,
)
