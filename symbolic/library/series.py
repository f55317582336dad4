"""Theorems about limits of partial sums and about series, proved once from the axioms.

Nothing here is trusted: each entry makes the rules of the kernel prove what its docstring says.
The free names are those of `symbolic.library.sums`; p and q are numbers, limits of f and g.
"f converges from lo on" is the statement that the series of f from lo on converges.
"""

from __future__ import annotations

from functools import cache

from symbolic.core.kernel import Theorem
from symbolic.core.terms import (
    ONE,
    REAL,
    ZERO,
    Term,
    binder,
    eq,
    from_on,
    le,
    lt,
    series,
    summation,
    tends,
    var,
)
from symbolic.library import sums
from symbolic.library.basics import (
    F,
    G,
    a,
    at,
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
    axiom,
    combination,
    cut,
    detach,
    induction,
    instantiate,
    replace_in,
    restate,
    specialise,
)
from symbolic.library.order import at_most_size
from symbolic.library.sums import Body, block, difference, i, in_range, j, m, total

p, q = var("p"), var("q")


# -- limits ---------------------------------------------------------------------------------------


@cache
def unique() -> Theorem:
    """f -> x, f -> y |- x = y."""
    same = in_range(combination(le(f(n), f(n))), n, ZERO)
    up = known("limits keep the order", {G: binder(f), lo: ZERO}, same)
    return known("order both ways", {}, up, instantiate(up, {x: y, y: x}))


@cache
def linear_limit() -> Theorem:
    """f -> p, g -> q |- x f + y g -> x p + y q."""
    parts = []
    for factor, function, limit in ((x, f, p), (y, g, q)):
        constant = known("limit of a constant", {x: factor})
        names = {F: factor, G: binder(function), x: factor, y: limit}
        parts.append(known("limit of a product", names, constant))
    names = {
        F: binder(lambda i: x * f(i)),
        G: binder(lambda i: y * g(i)),
        x: x * p,
        y: y * q,
    }
    return known("limit of a sum", names, *parts)


def like(left: Body, right: Body, limit: Term, equal: Theorem, value: Theorem) -> Theorem:
    """left -> limit, as right does and left(n) = right(n) for every n >= some number."""
    start = equal[1].args[0].args[0].args[0]
    names = {F: binder(left), G: binder(right), x: limit, lo: start}
    return known("limit of equal terms", names, equal, value)


@cache
def limit_like() -> Theorem:
    """f(n) = g(n) for all n >= lo, g -> x |- f -> x."""
    return axiom("limit of equal terms")


@cache
def bounded_like() -> Theorem:
    """f(n) = g(n) for all n >= lo, g bounded from lo on |- f bounded from lo on."""
    here = assume(le(lo, n))
    same = detach(specialise(assume(from_on(lo, lambda i: eq(f(i), g(i)))), n), here)
    small = detach(specialise(known("bound", {F: binder(g), k: lo}), n), here)
    turned = equation(g(n), f(n), (-1, same))
    most = small[1].args[1]
    moved = replace_in(turned, binder(lambda t: le(abs(t), most), REAL), small)
    return known("bounded", {var("m"): most, k: lo}, in_range(moved, n, lo))


@cache
def bounded_from() -> Theorem:
    """f bounded from lo on |- f bounded from k on."""
    bound = known("bound", {k: lo})
    most = bound[1].args[0].args[1].args[1]
    return known("bounded", {var("m"): most}, bound)


# -- convergence ----------------------------------------------------------------------------------


def partial(function: Body, start: Term = lo) -> Body:
    """The sums of a sequence from ``start`` on."""
    return lambda end: summation(start, end, function)


def value_of(function: Body, start: Term = lo, given: Term | None = None) -> Theorem:
    """function converges (from ``given`` on) |- its sums from ``start`` tend to the series."""
    names = {F: binder(function), lo: start, k: start if given is None else given}
    return known("value of a series", names)


def convergent(function: Body, start: Term, limit: Term, value: Theorem) -> Theorem:
    """The series converges, as its partial sums from ``start`` on have a limit."""
    return known("convergence", {F: binder(function), lo: start, k: start, x: limit}, value)


def sums_to(function: Body, start: Term, limit: Term, value: Theorem) -> Theorem:
    """series = limit, as the partial sums tend to it."""
    own = cut(value_of(function, start), convergent(function, start, limit, value))
    names = {F: binder(partial(function, start)), x: series(start, function), y: limit}
    return at(unique(), names, own, value)


@cache
def converges_from() -> Theorem:
    """f converges from lo on |- f converges from k on."""
    return known("convergence", {x: series(lo, f)}, value_of(f))


def _sums_in_relation(pointwise: Theorem) -> Theorem:
    """f R g term by term from lo on, so the sums from lo to n do for every n >= lo."""
    here = detach(specialise(pointwise, i), assume(le(lo, i)))
    entry = sums.congruent() if here[1].op == "=" else sums.ordered()
    return in_range(at(entry, {hi: n}, in_range(here, i, lo, n)), n, lo)


@cache
def converges_like() -> Theorem:
    """f(n) = g(n) for all n >= lo, g converges from lo on |- f converges from lo on."""
    equal = _sums_in_relation(assume(from_on(lo, lambda i: eq(f(i), g(i)))))
    value = like(partial(f), partial(g), series(lo, g), equal, value_of(g))
    return convergent(f, lo, series(lo, g), value)


@cache
def series_like() -> Theorem:
    """f(n) = g(n) for all n >= lo |- series_{lo} f = series_{lo} g."""
    return axiom("series of equal terms")


@cache
def ordered() -> Theorem:
    """f(n) <= g(n) for all n >= lo, both converge from lo on |- series_{lo} f <= series_{lo} g."""
    below = _sums_in_relation(assume(from_on(lo, lambda i: le(f(i), g(i)))))
    names = {
        F: binder(partial(f)),
        G: binder(partial(g)),
        x: series(lo, f),
        y: series(lo, g),
    }
    return known("limits keep the order", names, below, value_of(f), value_of(g))


@cache
def terms_vanish() -> Theorem:
    """f converges from lo on |- f -> 0."""
    names = {F: binder(partial(f)), x: series(lo, f), s: ONE, k: -ONE}
    one = combination(le(1, 1))
    earlier = known("limit along a progression", names, value_of(f), one)
    earlier = restate(earlier, tends(lambda i: total(f, i - 1), series(lo, f)))
    names = {
        F: binder(partial(f)),
        G: binder(lambda i: total(f, i - 1)),
        p: series(lo, f),
        q: series(lo, f),
        x: ONE,
        y: -ONE,
    }
    both = at(linear_limit(), names, value_of(f), earlier)
    gap = tends(lambda i: total(f, i) - total(f, i - 1), 0)
    longer = sums.last(f, n, lo)
    same = equation(f(n), total(f, n) - total(f, n - 1), (-1, longer))
    return like(
        f,
        lambda i: total(f, i) - total(f, i - 1),
        ZERO,
        in_range(same, n, lo),
        restate(both, gap),
    )


# -- linear combinations --------------------------------------------------------------------------


def _combined(i: Term) -> Term:
    return x * f(i) + y * g(i)


@cache
def _linear_sums() -> Theorem:
    """The partial sums of x f + y g tend to x (series of f) + y (series of g)."""
    names = {
        F: binder(partial(f)),
        G: binder(partial(g)),
        p: series(lo, f),
        q: series(lo, g),
    }
    both = at(linear_limit(), names, value_of(f), value_of(g))
    equal = in_range(instantiate(sums.linear(), {hi: n}), n, lo)
    limit = x * series(lo, f) + y * series(lo, g)
    return like(partial(_combined), lambda i: x * total(f, i) + y * total(g, i), limit, equal, both)


@cache
def linear() -> Theorem:
    """f, g converge from lo on |- series_{lo} (x f + y g) = x series_{lo} f + y series_{lo} g."""
    return sums_to(_combined, lo, x * series(lo, f) + y * series(lo, g), _linear_sums())


@cache
def linear_converges() -> Theorem:
    """f, g converge from lo on |- x f + y g converges from lo on."""
    return convergent(_combined, lo, x * series(lo, f) + y * series(lo, g), _linear_sums())


@cache
def _zero_sums() -> Theorem:
    """The sums of zeros tend to 0."""
    equal = in_range(instantiate(sums.zeros(), {hi: n}), n, lo)
    none = known("limit of a constant", {x: ZERO})
    return like(partial(lambda i: ZERO), lambda i: ZERO, ZERO, equal, none)


@cache
def zeros() -> Theorem:
    """|- series_{lo} 0 = 0."""
    return sums_to(lambda i: ZERO, lo, ZERO, _zero_sums())


@cache
def zeros_converge() -> Theorem:
    """|- the series of zeros converges from lo on."""
    return convergent(lambda i: ZERO, lo, ZERO, _zero_sums())


# -- cutting and shifting -------------------------------------------------------------------------


@cache
def split() -> Theorem:
    """lo - 1 <= m, f converges from lo on |- series_{lo} f = sum_{lo..m} f + series_{m+1} f."""
    before, tail = total(f, m), series(m + 1, f)
    names = {
        F: before,
        G: binder(partial(f, m + 1)),
        x: before,
        y: tail,
    }
    constant = known("limit of a constant", {x: before})
    both = known("limit of a sum", names, constant, value_of(f, m + 1, lo))
    equal = in_range(at(sums.split(), {hi: n}), n, m)
    value = like(partial(f), lambda i: before + total(f, i, m + 1), before + tail, equal, both)
    names = {F: binder(partial(f)), x: series(lo, f), y: before + tail}
    return at(unique(), names, value_of(f), value)


@cache
def first_term() -> Theorem:
    """f converges from lo on |- series_{lo} f = f(lo) + series_{lo+1} f."""
    whole = at(split(), {m: lo}, combination(le(lo - 1, lo), [(1, [])]))
    return equation(series(lo, f), f(lo) + series(lo + 1, f), whole, sums.single())


def _further(i: Term) -> Term:
    return f(i + k)


@cache
def _shifted_sums() -> Theorem:
    """The sums of f(i + k) from lo - k on tend to series_{lo} f."""
    names = {F: binder(partial(f)), x: series(lo, f), s: ONE}
    later = known("limit along a progression", names, value_of(f), combination(le(1, 1)))
    sum_ = instantiate(sums.shifted(), {hi: n + k})
    turned = equation(total(_further, n, lo - k), total(f, n + k), (-1, sum_))
    equal = in_range(turned, n, ZERO)
    later = restate(later, tends(lambda i: total(f, i + k), series(lo, f)))
    return like(partial(_further, lo - k), lambda i: total(f, i + k), series(lo, f), equal, later)


@cache
def shifted() -> Theorem:
    """f converges from lo on |- series_{lo} f(i) = series_{lo-k} f(i + k)."""
    made = sums_to(_further, lo - k, series(lo, f), _shifted_sums())
    return equation(*reversed(made[1].args), (-1, made))


@cache
def shifted_converges() -> Theorem:
    """f converges from lo on |- f(i + k) converges from lo - k on."""
    return convergent(_further, lo - k, series(lo, f), _shifted_sums())


# -- telescoping and geometric series -------------------------------------------------------------


@cache
def _telescoped() -> Theorem:
    """f -> x |- the sums of f(i + 1) - f(i) from lo on tend to x - f(lo)."""
    later = known("limit along a progression", {s: ONE, k: ONE}, combination(le(1, 1)))
    later = restate(later, tends(lambda i: f(i + 1), x))
    constant = known("limit of a constant", {x: -f(lo)})
    names = {F: binder(lambda i: f(i + 1)), G: -f(lo), y: -f(lo)}
    both = known("limit of a sum", names, later, constant)
    short = trivially(lo - 1, n, assume(le(lo, n)))
    equal = in_range(at(sums.telescoping(), {hi: n}, short), n, lo)
    return like(partial(difference), lambda i: f(i + 1) - f(lo), x - f(lo), equal, both)


@cache
def telescoping() -> Theorem:
    """f -> x |- series_{lo} (f(i + 1) - f(i)) = x - f(lo)."""
    return sums_to(difference, lo, x - f(lo), _telescoped())


@cache
def telescoping_converges() -> Theorem:
    """f -> x |- f(i + 1) - f(i) converges from lo on."""
    return convergent(difference, lo, x - f(lo), _telescoped())


@cache
def below_one() -> Theorem:
    """|x| < 1 |- x != 1."""
    small = combination(lt(x, 1), [(1, [assume(lt(abs(x), 1))]), (1, [at_most_size()])])
    return known("strict order", {y: ONE}, small)


@cache
def geometric_terms() -> Theorem:
    """f(i + 1) = x f(i) for all i >= lo, 0 <= n |- f(lo + n) = x**n f(lo)."""
    ratio = assume(from_on(lo, lambda i: eq(f(i + 1), x * f(i))))

    def claim(count: Term) -> Term:
        return eq(f(lo + count), x**count * f(lo))

    here = assume(le(0, n))
    later = detach(specialise(ratio, lo + n), trivially(lo, lo + n, here))
    base = equation(*claim(ZERO).args)
    step = equation(*claim(n + 1).args, later, (x, assume(claim(n))), exponents=[here])
    return detach(specialise(induction(base, step, claim(n), n, ZERO), n), here)


@cache
def _geometric_sums() -> Theorem:
    """The sums of f tend to f(lo)/(1 - x), if f(i + 1) = x f(i) from lo on and |x| < 1."""
    ratio = assume(from_on(lo, lambda i: eq(f(i + 1), x * f(i))))
    factor, first = 1 / (1 - x), f(lo)
    later = known(
        "limit along a progression",
        {F: binder(lambda i: x**i), x: ZERO, s: ONE, k: 1 - lo},
        known("limit of powers", {}),
        combination(le(1, 1)),
    )
    power = binder(lambda i: x ** (i + 1 - lo))
    later = restate(later, tends(lambda i: x ** (i + 1 - lo), 0))
    # first/(1-x) - first/(1-x) x**(n+1-lo); x is the ratio here, so the theorem's own x goes first
    general = instantiate(linear_limit(), {x: p, y: q, p: x, q: y})
    names = {F: ONE, G: power, p: first * factor, q: -first * factor, x: ONE, y: ZERO}
    closed = at(general, names, known("limit of a constant", {x: ONE}), later)
    closed = restate(
        closed, tends(lambda i: first * factor - first * factor * x ** (i + 1 - lo), first * factor)
    )
    here = detach(specialise(ratio, i), assume(le(lo, i)))
    formula = at(
        sums.geometric(),
        {hi: n},
        in_range(here, i, lo, n),
        below_one(),
        trivially(lo - 1, n, assume(le(lo, n))),
    )
    after = at(geometric_terms(), {n: n + 1 - lo}, trivially(0, n + 1 - lo, assume(le(lo, n))))
    value = first * factor - first * factor * x ** (n + 1 - lo)
    same = equation(total(f, n), value, formula, (-factor, after))
    return like(
        partial(f),
        lambda i: first * factor - first * factor * x ** (i + 1 - lo),
        first * factor,
        in_range(same, n, lo),
        closed,
    )


@cache
def geometric() -> Theorem:
    """f(i + 1) = x f(i) for all i >= lo, |x| < 1 |- series_{lo} f = f(lo) / (1 - x)."""
    return sums_to(f, lo, f(lo) / (1 - x), _geometric_sums())


@cache
def geometric_converges() -> Theorem:
    """f(i + 1) = x f(i) for all i >= lo, |x| < 1 |- f converges from lo on."""
    return convergent(f, lo, f(lo) / (1 - x), _geometric_sums())


@cache
def _power_ratio() -> Theorem:
    whole = assume(le(0, i))
    return in_range(equation(x ** (i + 1), x * x**i, exponents=[whole]), i, ZERO)


@cache
def powers() -> Theorem:
    """|x| < 1 |- series_{0} x**i = 1/(1 - x)."""
    made = at(geometric(), {F: binder(lambda i: x**i), lo: ZERO}, _power_ratio())
    return restate(made, eq(series(0, lambda i: x**i), 1 / (1 - x)))


@cache
def powers_converge() -> Theorem:
    """|x| < 1 |- x**i converges from lo on."""
    names = {F: binder(lambda i: x**i), lo: ZERO}
    made = at(geometric_converges(), names, _power_ratio())
    return at(converges_from(), {**names, k: lo}, made)


# -- absolute convergence -------------------------------------------------------------------------


def _size(i: Term) -> Term:
    return abs(f(i))


@cache
def absolutely() -> Theorem:
    """|f| converges from lo on |- f converges from lo on."""
    same = in_range(combination(le(_size(n), _size(n))), n, lo)
    return known("comparison", {G: binder(_size)}, same)


@cache
def triangle() -> Theorem:
    """|f| converges from lo on |- |series_{lo} f| <= series_{lo} |f|."""
    value = cut(value_of(f), absolutely())
    size = known("limit of a size", {F: binder(partial(f)), x: series(lo, f)}, value)
    names = {
        F: binder(lambda i: abs(total(f, i))),
        G: binder(partial(_size)),
        x: abs(series(lo, f)),
        y: series(lo, _size),
    }
    below = in_range(instantiate(sums.triangle(), {hi: n}), n, lo)
    return known("limits keep the order", names, below, size, value_of(_size))


# -- double series and blocks ---------------------------------------------------------------------


def _row(i: Term) -> Term:
    return summation(a, i + s, lambda j: f(i, j))


def _row_of_sizes(i: Term) -> Term:
    return summation(a, i + s, lambda j: abs(f(i, j)))


@cache
def exchange() -> Theorem:
    """The rows of an infinite triangle by its columns.

    lo + s <= a, sum_{j=a..i+s} |f(i,j)| converges from i = lo on
    |- series_{i>=lo} sum_{j=a..i+s} f(i,j) = series_{j>=a} series_{i>=j-s} f(i,j)
    """
    return axiom("exchange of series")


@cache
def columns_converge() -> Theorem:
    """The series of the columns.

    lo + s <= a, sum_{j=a..i+s} |f(i,j)| converges from i = lo on
    |- series_{i>=j-s} f(i,j) converges from j = a on
    """
    return axiom("exchanged series")


@cache
def rows_converge() -> Theorem:
    """The series of the rows.

    sum_{j=a..i+s} |f(i,j)| converges from i = lo on |- sum_{j=a..i+s} f(i,j) converges from lo on
    """
    here = instantiate(sums.triangle(), {F: binder(lambda j: f(i, j)), lo: a, hi: i + s})
    names = {F: binder(_row), G: binder(_row_of_sizes)}
    return known("comparison", names, in_range(here, i, lo))


@cache
def column_converges() -> Theorem:
    """Each column by itself.

    sum_{j=a..i+s} |f(i,j)| converges from i = lo on, a <= j
    |- f(i,j) converges from i = j - s on
    """
    inside = trivially(j, i + s, assume(le(j - s, i)))
    names = {F: binder(lambda t: f(i, t)), lo: a, hi: i + s, k: j}
    here = at(sums.term_at_most_sum(), names, inside)
    start = {F: binder(_row_of_sizes), k: j - s}
    names = {F: binder(lambda t: f(t, j)), G: binder(_row_of_sizes), lo: j - s}
    return known(
        "comparison", names, in_range(here, i, j - s), instantiate(converges_from(), start)
    )


@cache
def _blocks_sums() -> Theorem:
    """The sums of the blocks tend to the series."""
    names = {F: binder(partial(f)), x: series(lo, f), s: m, k: lo + m - 1}
    later = known("limit along a progression", names, value_of(f))
    later = restate(later, tends(lambda i: total(f, lo + (i + 1) * m - 1), series(lo, f)))
    long = trivially(0, m, assume(le(1, m)))
    short = trivially(-1, n, assume(le(0, n)))
    finite = at(sums.blocks(), {}, long, short)
    turned = equation(*reversed(finite[1].args), (-1, finite))
    return like(
        partial(block(f, m, lo), ZERO),
        lambda i: total(f, lo + (i + 1) * m - 1),
        series(lo, f),
        in_range(turned, n, ZERO),
        later,
    )


@cache
def blocks() -> Theorem:
    """1 <= m, f converges from lo on |- series_{lo} f = series_{k>=0} sum_{j<m} f(lo + k m + j)."""
    made = sums_to(block(f, m, lo), ZERO, series(lo, f), _blocks_sums())
    return equation(*reversed(made[1].args), (-1, made))


@cache
def blocks_converge() -> Theorem:
    """1 <= m, f converges from lo on |- sum_{j<m} f(lo + k m + j) converges from k = 0 on."""
    return convergent(block(f, m, lo), ZERO, series(lo, f), _blocks_sums())


#: what is proved here
ALL = (
    unique,
    linear_limit,
    limit_like,
    bounded_like,
    bounded_from,
    converges_from,
    converges_like,
    series_like,
    ordered,
    terms_vanish,
    linear,
    linear_converges,
    zeros,
    zeros_converge,
    split,
    first_term,
    shifted,
    shifted_converges,
    telescoping,
    telescoping_converges,
    below_one,
    geometric_terms,
    geometric,
    geometric_converges,
    powers,
    powers_converge,
    absolutely,
    triangle,
    exchange,
    columns_converge,
    rows_converge,
    column_converges,
    blocks,
    blocks_converge,
)
