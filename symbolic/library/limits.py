"""Theorems about limits and bounds beyond those of series, proved once from the axioms.

Nothing here is trusted: each entry makes the rules of the kernel prove what its docstring says.
The free names are those of the axioms; e is an exponent.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from symbolic.core.kernel import Theorem
from symbolic.core.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    binder,
    converges,
    eq,
    forall,
    implies,
    le,
    lt,
    number,
    substitute,
    tends,
    var,
)
from symbolic.library import series, sums
from symbolic.library.basics import F, G, a, at, b, f, g, hi, k, known, lo, n, s, trivially, x, y
from symbolic.library.infer import (
    assume,
    cases,
    combination,
    cut,
    detach,
    discharge,
    generalise,
    induction,
    instantiate,
    replace_in,
    restate,
    specialise,
)
from symbolic.library.order import (
    at_most_size,
    inverse_positive,
    power_not_negative,
    size_at_most,
    size_not_negative,
)
from symbolic.library.series import linear_limit, unique

e = var("e", INT)
p, q = var("p"), var("q")


def on(theorem: Theorem, start: Term = lo, index: Term = n) -> Theorem:
    """start <= n |- A(n) (n in no other hypothesis) gives A(n) for every n >= start."""
    return generalise(discharge(theorem, le(start, index)), index)


# -- limits ---------------------------------------------------------------------------------------


@cache
def later() -> Theorem:
    """f -> x |- f(n + k) -> x."""
    made = known("limit along a progression", {s: ONE}, trivially(1, 1))
    return restate(made, tends(lambda i: f(i + k), x))


@cache
def earlier() -> Theorem:
    """f(n + k) -> x |- f -> x."""
    made = instantiate(later(), {F: binder(lambda i: f(i + k)), k: -k})
    return restate(made, tends(f, x))


@cache
def equal_limits() -> Theorem:
    """f(n) = g(n) for all n >= lo, f -> x, g -> y |- x = y."""
    return cut(unique(), known("limit of equal terms", {x: y}))


@cache
def vanishing_times_bounded() -> Theorem:
    """f -> 0, g bounded |- f g -> 0."""
    bound = known("bound", {F: binder(g), k: lo})
    here = detach(specialise(bound, n), assume(le(lo, n)))
    most = here.conclusion.args[1]
    size = instantiate(size_not_negative(), {x: f(n)})
    small = combination(le(abs(f(n) * g(n)), abs(f(n)) * most), [(1, [size, here])])
    sizes = restate(known("limit of a size", {x: ZERO}), tends(lambda i: abs(f(i)), 0))
    constant = known("limit of a constant", {x: most})
    names = {F: sizes.conclusion.args[0], G: most, x: ZERO, y: most}
    upper = known("limit of a product", names, sizes, constant)
    upper = restate(upper, tends(lambda i: abs(f(i)) * most, 0))
    names = {F: binder(lambda i: f(i) * g(i)), G: upper.conclusion.args[0]}
    return known("squeeze", names, on(small), upper)


# -- series ---------------------------------------------------------------------------------------


@cache
def multiple_converges() -> Theorem:
    """f converges from lo on |- x f converges from lo on."""
    made = at(series.linear_converges(), {y: ZERO, G: ZERO}, series.zeros_converge())
    return restate(made, converges(lo, lambda i: x * f(i)))


@cache
def further_converges() -> Theorem:
    """f(n + k) converges from a on |- f converges from lo on."""
    moved = {F: binder(lambda i: f(i + k)), lo: a, k: -k}
    made = restate(instantiate(series.shifted_converges(), moved), converges(a + k, f))
    return cut(instantiate(series.converges_from(), {lo: a + k, k: lo}), made)


@cache
def polynomial_powers() -> Theorem:
    """0 <= e, |x| < 1 |- |n**e x**n| converges from lo on."""

    def sized(exponent: Term, base: Term) -> Term:
        return converges(0, lambda i: abs(i**exponent * base**i))

    def claim(exponent: Term) -> Term:
        return forall(lambda t: implies(lt(abs(t), 1), sized(exponent, t)), REAL)

    small = assume(lt(abs(x), 1))

    def every(theorem: Theorem) -> Theorem:
        return generalise(discharge(theorem, small.conclusion), x)

    base = at(series.powers_converge(), {x: abs(x), lo: ZERO}, restate(small, lt(abs(abs(x)), 1)))
    base = every(restate(base, sized(ZERO, x)))
    # |x| = y w with y = 2|x|/(1+|x|) and w = (1+|x|)/2, both below 1
    size = size_not_negative()
    above = combination(lt(0, 1 + abs(x)), [(1, [size]), (1, [])])
    inverse = at(inverse_positive(), {x: 1 + abs(x)}, above)
    one, other = 2 * abs(x) / (1 + abs(x)), (1 + abs(x)) / 2
    one_small = at(
        size_below_one(),
        {x: one},
        combination(le(0, one), [(2, [size, inverse])]),
        combination(lt(one, 1), [(1, [small, inverse])], (), [above]),
    )
    other_small = at(
        size_below_one(),
        {x: other},
        combination(le(0, other), [(Fraction(1, 2), [above])]),
        combination(lt(other, 1), [(Fraction(1, 2), [small])]),
    )
    now = detach(specialise(assume(claim(e)), other), other_small)
    step = at(_one_more_factor(), {x: other, y: one}, now, one_small)
    same = combination(eq(one * other, abs(x)), (), (), [above])
    step = replace_in(same, binder(lambda t: sized(e + 1, t), REAL), step)
    step = every(restate(step, sized(e + 1, x)))
    whole = induction(base, step, claim(e), e, ZERO)
    made = detach(specialise(detach(specialise(whole, e), assume(le(0, e))), x), small)
    names = {F: binder(lambda i: abs(i**e * x**i)), lo: ZERO, k: lo}
    return at(series.converges_from(), names, made)


@cache
def size_below_one() -> Theorem:
    """0 <= x, x < 1 |- |x| < 1."""
    same = known("absolute value of x >= 0", {})
    return combination(lt(abs(x), 1), [(1, [assume(lt(x, 1))])], [(ONE, same)])


@cache
def _one_more_factor() -> Theorem:
    """0 <= e, |y| < 1, |n**e x**n| converges from 0 on |- |n**(e+1) (y x)**n| does."""

    def smaller(i: Term) -> Term:
        return abs(i**e * x**i)

    def larger(i: Term) -> Term:
        return abs(i ** (e + 1) * (y * x) ** i)

    names = {F: binder(lambda i: i * y**i), x: ZERO, lo: ZERO, k: ZERO}
    vanishing = known("limit of n times powers", {x: y})
    limit = known("bound", names, known("convergent sequences are bounded", names, vanishing))
    here = detach(specialise(limit, n), assume(le(0, n)))
    most = here.conclusion.args[1]
    size = instantiate(size_not_negative(), {x: n**e * x**n})
    goal = le(abs(larger(n)), most * smaller(n))
    bound = combination(goal, [(1, [size, here])], (), [], [assume(le(0, e))])
    upper = at(multiple_converges(), {F: binder(smaller), x: most, lo: ZERO})
    names = {F: binder(larger), G: upper.conclusion.args[1], lo: ZERO}
    return known("comparison", names, on(bound, ZERO), upper)


@cache
def vanishing_powers() -> Theorem:
    """0 <= e, |x| < 1 |- |n**e x**n| -> 0."""
    names = {F: binder(lambda i: abs(i**e * x**i))}
    return at(series.terms_vanish(), names, polynomial_powers())


# -- sizes ----------------------------------------------------------------------------------------


@cache
def power_of_sum() -> Theorem:
    """0 <= a, 0 <= n |- x**(a + n) = x**a x**n."""
    whole, more = assume(le(0, a)), assume(le(0, n))
    both = trivially(0, a + n, whole, more)
    claim = eq(x ** (a + n), x**a * x**n)
    base = combination(eq(x ** (a + 0), x**a * x ** (ONE - 1)))
    step = combination(
        eq(x ** (a + n + 1), x**a * x ** (n + 1)), (), [(x, assume(claim))], (), [both, more]
    )
    every = induction(base, step, claim, n, ZERO)
    return detach(specialise(every, n), more)


@cache
def power_rises() -> Theorem:
    """0 <= x, x <= y, 0 <= n |- x**n <= y**n."""
    low, more, whole = assume(le(0, x)), assume(le(x, y)), assume(le(0, n))
    claim = le(x**n, y**n)
    positive = combination(le(0, y), [(1, [low]), (1, [more])])
    power = at(power_not_negative(), {x: y}, positive, whole)
    parts = [(1, [more, power]), (1, [low, assume(claim)])]
    step = combination(substitute(claim, {n: n + 1}), parts, (), (), [whole])
    every = induction(combination(substitute(claim, {n: ZERO})), step, claim, n, ZERO)
    return detach(specialise(every, n), whole)


@cache
def power_of_zero() -> Theorem:
    """0 <= n |- |0**n| <= (1/2)**n."""
    half = number(Fraction(1, 2))
    positive = combination(le(0, half), [(Fraction(1, 2), [])])
    small = at(power_rises(), {x: ZERO, y: half}, trivially(0, 0), positive)
    sign = at(power_not_negative(), {x: ZERO}, trivially(0, 0))
    same = known("absolute value of x >= 0", {x: ZERO**n}, sign)
    return combination(le(abs(ZERO**n), half**n), [(1, [small])], [(ONE, same)])


@cache
def floor_size() -> Theorem:
    """1 <= b |- |floor(a/b)| <= |a| + 1."""
    low, high = known("floor from below", {}), known("floor from above", {})
    positive = assume(le(1, b))
    whole = low.conclusion.args[0].args[1]
    size = instantiate(size_not_negative(), {x: a})
    up, down = instantiate(at_most_size(), {x: a}), instantiate(at_most_size(), {x: -a})
    unit = combination(lt(0, b), [(1, [positive]), (1, [])])
    weak = combination(le(0, 1 / b), [(1, [at(inverse_positive(), {x: b}, unit)])])
    shorter = combination(le(abs(a) / b, abs(a)), [(1, [size, weak, positive])], (), [unit])
    above = combination(
        le(whole, abs(a) + 1),
        [(1, [weak, low]), (1, [weak, up]), (1, [shorter]), (1, [])],
        (),
        [unit],
    )
    high = combination(le(a, b * whole + b), [(1, [high])])
    below = combination(
        le(-(abs(a) + 1), whole), [(1, [weak, high]), (1, [weak, down]), (1, [shorter])], (), [unit]
    )
    return at(size_at_most(), {x: whole, y: abs(a) + 1}, below, above)


@cache
def sum_size() -> Theorem:
    """|f(i)| <= g(i) for all i in lo..hi |- |sum_{lo..hi} f| <= sum_{lo..hi} g."""
    small = at(sums.ordered(), {F: binder(lambda i: abs(f(i)))})
    total = sums.triangle().conclusion
    goal = le(total.args[0], small.conclusion.args[1])
    return combination(goal, [(1, [sums.triangle()]), (1, [small])])


@cache
def long_sum_size() -> Theorem:
    """|f(i)| <= x for all i in lo..hi |- |sum_{lo..hi} f| <= |x| (|hi - lo| + 1)."""
    length = abs(hi - lo) + 1
    goal = le(abs(sums.total(f)), abs(x) * length)
    bound = instantiate(sum_size(), {G: x})
    positive = instantiate(size_not_negative(), {})
    long = instantiate(size_not_negative(), {x: hi - lo})
    above, many = at_most_size(), instantiate(at_most_size(), {x: hi - lo})
    value = known("empty sum", {})
    some = combination(le(0, hi - lo + 1), [(1, [assume(le(lo - 1, hi))])])
    full = combination(
        goal,
        [(1, [bound]), (1, [some, above]), (1, [positive, many])],
        [(ONE, sums.constant())],
    )
    none = combination(lt(hi, lo), [(1, [assume(lt(hi, lo - 1))]), (1, [])])
    empty = cut(value, none)
    zero = combination(le(0, abs(x) * length), [(1, [positive, long]), (1, [positive])])
    zero = restate(zero, le(abs(ZERO), abs(x) * length))
    back = combination(eq(0, sums.total(f)), (), [(-ONE, empty)])
    place = binder(lambda t: le(abs(t), abs(x) * length), REAL)
    return cases(full, replace_in(back, place, zero), le(lo - 1, hi))


__all__ = [
    "e",
    "earlier",
    "equal_limits",
    "floor_size",
    "further_converges",
    "later",
    "linear_limit",
    "long_sum_size",
    "multiple_converges",
    "on",
    "polynomial_powers",
    "power_of_sum",
    "power_of_zero",
    "power_rises",
    "size_below_one",
    "sum_size",
    "unique",
    "vanishing_powers",
    "vanishing_times_bounded",
]
