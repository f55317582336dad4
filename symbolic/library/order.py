"""Theorems on inverses, absolute values, powers and integer parts, proved once from the axioms.

Each is a function that makes rules prove what its docstring says; the free names are x, y for
numbers and n, a, b, k for integers.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from symbolic.core.axioms import floor
from symbolic.core.kernel import Theorem
from symbolic.core.terms import MINUS_ONE, ONE, REAL, ZERO, Term, binder, eq, le, lt, ne, number
from symbolic.library.basics import a, at, b, equation, k, known, n, x, y
from symbolic.library.infer import (
    absurd,
    assume,
    axiom,
    cases,
    combination,
    cut,
    detach,
    discrete,
    induction,
    instantiate,
    replace,
    restate,
    specialise,
)

# -- order ----------------------------------------------------------------------------------------


def unless(theorem: Theorem, denial: Theorem, goal: Term) -> Theorem:
    """The goal, where its negation leads to two theorems that contradict each other."""
    return cases(assume(goal), absurd(theorem, denial, goal), goal)


@cache
def zero_is_not_one() -> Theorem:
    """|- 0 != 1."""
    return known("strict order", {x: ZERO, y: ONE}, combination(lt(0, 1), [(1, [])]))


@cache
def weakened() -> Theorem:
    """x < y |- x <= y."""
    return combination(le(x, y), [(1, [assume(lt(x, y))])])


@cache
def above_is_different() -> Theorem:
    """y < x |- x != y."""
    return restate(known("strict order", {x: y, y: x}), ne(x, y))


@cache
def strictly_below() -> Theorem:
    """x <= y, x != y |- x < y."""
    goal = lt(x, y)
    same = known("order both ways", {})
    return unless(same, assume(ne(x, y)), goal)


# -- inverses and products ------------------------------------------------------------------------


@cache
def inverse_positive() -> Theorem:
    """0 < x |- 0 < 1/x."""
    positive = assume(lt(0, x))
    # otherwise x (1/x) <= 0, but it is 1
    below = combination(le(1, 0), [(1, [positive, assume(le(1 / x, 0))])], (), [positive])
    return unless(below, combination(lt(0, 1), [(1, [])]), lt(0, 1 / x))


@cache
def inverse_negative() -> Theorem:
    """x < 0 |- 1/x < 0."""
    turned = combination(lt(0, -x), [(1, [assume(lt(x, 0))])])
    return restate(at(inverse_positive(), {x: -x}, turned), lt(1 / x, 0))


@cache
def inverse_not_negative() -> Theorem:
    """0 <= x |- 0 <= 1/x."""
    goal = le(0, 1 / x)
    positive = at(inverse_positive(), {}, assume(lt(0, x)))
    above = combination(goal, [(1, [positive])])
    zero = known("order both ways", {y: ZERO}, assume(le(x, 0)))
    none = replace(zero, binder(lambda t: 1 / t, REAL))  # 1/x = 1/0, which is 0
    below = combination(goal, (), [(MINUS_ONE, none)])
    return cases(above, below, lt(0, x))


@cache
def inverse_nonzero() -> Theorem:
    """x != 0 |- 1/x != 0."""
    goal, differs = ne(1 / x, 0), assume(ne(x, 0))
    one = combination(eq(0, 1), (), [(-x, assume(eq(1 / x, 0)))], [differs])
    return cases(absurd(one, zero_is_not_one(), goal), assume(goal), eq(1 / x, 0))


@cache
def square_positive() -> Theorem:
    """x != 0 |- 0 < x**2."""
    goal, differs = lt(0, x**2), assume(ne(x, 0))
    # otherwise 1 = x**2/x**2 <= 0
    below = combination(le(1, 0), [(1, [assume(le(x**2, 0)), 1 / x])], (), [differs])
    return unless(below, combination(lt(0, 1), [(1, [])]), goal)


@cache
def inverse_square_positive() -> Theorem:
    """x != 0 |- 0 < (1/x)**2."""
    return at(square_positive(), {x: 1 / x}, inverse_nonzero())


# -- absolute values ------------------------------------------------------------------------------


@cache
def size_of_negative() -> Theorem:
    """x <= 0 |- |x| = -x."""
    turned = combination(le(0, -x), [(1, [assume(le(x, 0))])])
    return restate(known("absolute value of x >= 0", {x: -x}, turned), eq(abs(x), -x))


def _by_sign(above: Theorem, below: Theorem) -> Theorem:
    """What holds for 0 <= x and for x <= 0."""
    weak = combination(le(x, 0), [(1, [assume(lt(x, 0))])])
    return cases(above, cut(below, weak), le(0, x))


@cache
def size_not_negative() -> Theorem:
    """|- 0 <= |x|."""
    goal = le(0, abs(x))
    up, down = known("absolute value of x >= 0", {}), size_of_negative()
    above = combination(goal, [(1, [assume(le(0, x))])], [(MINUS_ONE, up)])
    below = combination(goal, [(1, [assume(le(x, 0))])], [(MINUS_ONE, down)])
    return _by_sign(above, below)


@cache
def at_most_size() -> Theorem:
    """|- x <= |x|."""
    up = known("absolute value of x >= 0", {})
    above = combination(le(x, abs(x)), (), [(MINUS_ONE, up)])
    below = combination(le(x, abs(x)), [(1, [assume(le(x, 0))]), (1, [size_not_negative()])])
    return _by_sign(above, below)


@cache
def at_least_minus_size() -> Theorem:
    """|- -|x| <= x."""
    return restate(instantiate(at_most_size(), {x: -x}), le(-abs(x), x))


@cache
def size_at_most() -> Theorem:
    """-y <= x, x <= y |- |x| <= y."""
    goal, low, high = le(abs(x), y), assume(le(-y, x)), assume(le(x, y))
    above = combination(goal, [(1, [high])], [(ONE, known("absolute value of x >= 0", {}))])
    below = combination(goal, [(1, [low])], [(ONE, size_of_negative())])
    return _by_sign(above, below)


@cache
def size_below() -> Theorem:
    """-y < x, x < y |- |x| < y."""
    goal, low, high = lt(abs(x), y), assume(lt(-y, x)), assume(lt(x, y))
    above = combination(goal, [(1, [high])], [(ONE, known("absolute value of x >= 0", {}))])
    below = combination(goal, [(1, [low])], [(ONE, size_of_negative())])
    return _by_sign(above, below)


@cache
def square_of_size() -> Theorem:
    """|- |x|**2 = x**2."""
    up, down = known("absolute value of x >= 0", {}), size_of_negative()
    above = equation(abs(x) ** 2, x**2, (abs(x) + x, up))
    below = equation(abs(x) ** 2, x**2, (abs(x) - x, down))
    return _by_sign(above, below)


@cache
def size_positive() -> Theorem:
    """x != 0 |- 0 < |x|."""
    goal, zero = lt(0, abs(x)), assume(le(abs(x), 0))
    up = combination(le(x, 0), [(1, [at_most_size()]), (1, [zero])])
    down = combination(le(0, x), [(1, [at_least_minus_size()]), (1, [zero])])
    same = known("order both ways", {y: ZERO}, up, down)
    return unless(same, assume(ne(x, 0)), goal)


@cache
def triangle_two() -> Theorem:
    """|- |x + y| <= |x| + |y|."""
    high = [at_most_size(), instantiate(at_most_size(), {x: y})]
    low = [at_least_minus_size(), instantiate(at_least_minus_size(), {x: y})]
    above = combination(le(x + y, abs(x) + abs(y)), [(1, [t]) for t in high])
    below = combination(le(-(abs(x) + abs(y)), x + y), [(1, [t]) for t in low])
    return at(size_at_most(), {x: x + y, y: abs(x) + abs(y)}, above, below)


# -- powers ---------------------------------------------------------------------------------------


def _upward(claim: Term, base: Theorem, step: Theorem) -> Theorem:
    """claim, under 0 <= n."""
    whole = induction(base, step, claim, n, ZERO)
    return detach(specialise(whole, n), assume(le(0, n)))


@cache
def power_not_negative() -> Theorem:
    """0 <= x, 0 <= n |- 0 <= x**n."""
    whole, now = assume(le(0, n)), assume(le(0, x**n))
    step = combination(le(0, x ** (n + 1)), [(1, [assume(le(0, x)), now])], (), [], [whole])
    return _upward(le(0, x**n), combination(le(0, x**0), [(1, [])]), step)


@cache
def any_power_not_negative() -> Theorem:
    """0 <= x |- 0 <= x**n, for every integer n."""
    below = combination(le(0, -n), [(1, [assume(lt(n, 0))])])
    inverse = at(power_not_negative(), {n: -n}, below)
    inverse = at(inverse_not_negative(), {x: x ** (-n)}, inverse)
    return cases(power_not_negative(), restate(inverse, le(0, x**n)), le(0, n))


@cache
def power_positive() -> Theorem:
    """0 < x, 0 <= n |- 0 < x**n."""
    whole, now = assume(le(0, n)), assume(lt(0, x**n))
    step = combination(lt(0, x ** (n + 1)), [(1, [assume(lt(0, x)), now])], (), [], [whole])
    return _upward(lt(0, x**n), combination(lt(0, x**0), [(1, [])]), step)


@cache
def any_power_positive() -> Theorem:
    """0 < x |- 0 < x**n, for every integer n."""
    below = combination(le(0, -n), [(1, [assume(lt(n, 0))])])
    inverse = at(power_positive(), {n: -n}, below)
    inverse = at(inverse_positive(), {x: x ** (-n)}, inverse)
    return cases(power_positive(), restate(inverse, lt(0, x**n)), le(0, n))


@cache
def power_nonzero() -> Theorem:
    """x != 0 |- x**n != 0, for every integer n."""
    goal, differs = ne(x**n, 0), assume(ne(0, x))
    # otherwise 1 = x**n x**-n = 0
    one = combination(eq(0, 1), (), [(-(x ** (-n)), assume(eq(x**n, 0)))], [differs])
    return cases(absurd(one, zero_is_not_one(), goal), assume(goal), eq(x**n, 0))


@cache
def even_power() -> Theorem:
    """|- 0 <= x**(2 n)."""
    return combination(le(0, x ** (2 * n)), [(1, [x**n])])


@cache
def even_power_positive() -> Theorem:
    """x != 0 |- 0 < x**(2 n)."""
    return restate(at(square_positive(), {x: x**n}, power_nonzero()), lt(0, x ** (2 * n)))


@cache
def power_at_most_one() -> Theorem:
    """0 <= x, x <= 1, 0 <= n |- x**n <= 1."""
    whole, now = assume(le(0, n)), assume(le(x**n, 1))
    nonnegative, small = assume(le(0, x)), assume(le(x, 1))
    parts: list[Any] = [(1, [nonnegative, now]), (1, [small])]
    step = combination(le(x ** (n + 1), 1), parts, (), [], [whole])
    return _upward(le(x**n, 1), combination(le(x**0, 1)), step)


@cache
def power_at_most_base() -> Theorem:
    """0 <= x, x <= 1, 1 <= n |- x**n <= x."""
    shorter = combination(le(0, n - 1), [(1, [assume(le(1, n))])])
    below = at(power_at_most_one(), {n: n - 1}, shorter)
    return combination(le(x**n, x), [(1, [assume(le(0, x)), below])], (), [], [shorter])


@cache
def power_falls() -> Theorem:
    """0 <= x, x <= 1, 0 <= n, n <= k |- x**k <= x**n."""
    longer, claim = assume(le(n, k)), le(x**k, x**n)
    whole = combination(le(0, k), [(1, [assume(le(0, n))]), (1, [longer])])
    power = at(power_not_negative(), {n: k}, whole)
    parts: list[Any] = [(1, [assume(le(x, 1)), power]), (1, [assume(claim)])]
    step = combination(le(x ** (k + 1), x**n), parts, (), [], [whole])
    upward = induction(combination(le(x**n, x**n)), step, claim, k, n)
    return detach(specialise(upward, k), longer)


@cache
def power_at_least_one() -> Theorem:
    """1 <= x, 0 <= n |- 1 <= x**n."""
    whole, now, large = assume(le(0, n)), assume(le(1, x**n)), assume(le(1, x))
    parts: list[Any] = [(1, [large, now]), (1, [large]), (1, [now])]
    step = combination(le(1, x ** (n + 1)), parts, (), [], [whole])
    return _upward(le(1, x**n), combination(le(1, x**0)), step)


@cache
def power_of_small() -> Theorem:
    """-1 <= x, x <= 1, 0 <= n |- |x|**n <= 1."""
    size = at(size_at_most(), {y: ONE})
    return at(power_at_most_one(), {x: abs(x)}, size, size_not_negative())


@cache
def power_of_small_at_most_one() -> Theorem:
    """-1 <= x, x <= 1, 0 <= n |- x**n <= 1."""
    size = instantiate(at_most_size(), {x: x**n})
    return combination(le(x**n, 1), [(1, [size]), (1, [power_of_small()])])


@cache
def power_at_least_minus_one() -> Theorem:
    """-1 <= x, 0 <= n |- -1 <= x**n."""
    goal = le(-1, x**n)
    size = instantiate(at_least_minus_size(), {x: x**n})
    small = combination(goal, [(1, [size]), (1, [power_of_small()])])
    large = cut(power_at_least_one(), combination(le(1, x), [(1, [assume(lt(1, x))])]))
    return cases(small, combination(goal, [(1, [large]), (2, [])]), le(x, 1))


# -- integer parts --------------------------------------------------------------------------------


@cache
def floor_not_negative() -> Theorem:
    """0 <= a, 1 <= b |- 0 <= floor(a/b)."""
    positive, goal = assume(le(1, b)), le(0, floor)
    above = axiom("floor from above")
    # otherwise it is at most -1, and a < b (-1) + b = 0
    negative = discrete(assume(lt(floor, 0)))
    wrong = combination(lt(a, 0), [(1, [above]), (1, [positive, negative]), (1, [negative])])
    return unless(assume(le(0, a)), wrong, goal)


@cache
def floor_value() -> Theorem:
    """k b <= a, a < k b + b |- floor(a/b) = k."""
    low, high, same = assume(le(k * b, a)), assume(lt(a, k * b + b)), combination(le(a, a))
    one = discrete(combination(lt(0, b), [(1, [low]), (1, [high])]))
    below, above = known("floor from below", {}, one), known("floor from above", {}, one)
    small = discrete(assume(lt(floor, k)))  # floor + 1 <= k
    wrong = combination(lt(a, a), [(1, [above]), (1, [one, small]), (1, [small]), (1, [low])])
    up = unless(same, wrong, le(k, floor))
    large = discrete(assume(lt(k, floor)))  # k + 1 <= floor
    wrong = combination(lt(a, a), [(1, [high]), (1, [one, large]), (1, [large]), (1, [below])])
    down = unless(same, wrong, le(floor, k))
    return known("order both ways", {x: floor, y: k}, down, up)


# -- cosines and sines ----------------------------------------------------------------------------


def _bound(name: str, sign: int) -> Theorem:
    small = axiom(name)
    inside: Term = small.conclusion.args[0].args[0]
    size = instantiate(at_most_size(), {x: number(sign) * inside})
    return combination(le(number(sign) * inside, 1), [(1, [size]), (1, [small])])


@cache
def cosine_at_most_one() -> Theorem:
    """|- cos(a, b) <= 1."""
    return _bound("cosine", 1)


@cache
def cosine_at_least_minus_one() -> Theorem:
    """|- -cos(a, b) <= 1."""
    return _bound("cosine", -1)


@cache
def sine_at_most_one() -> Theorem:
    """|- sin(a, b) <= 1."""
    return _bound("sine", 1)


@cache
def sine_at_least_minus_one() -> Theorem:
    """|- -sin(a, b) <= 1."""
    return _bound("sine", -1)


#: every theorem here, to be tested and to be made ahead of time
ALL = (
    zero_is_not_one,
    weakened,
    above_is_different,
    strictly_below,
    inverse_positive,
    inverse_negative,
    inverse_not_negative,
    inverse_nonzero,
    square_positive,
    inverse_square_positive,
    size_of_negative,
    size_not_negative,
    at_most_size,
    at_least_minus_size,
    size_at_most,
    size_below,
    square_of_size,
    size_positive,
    triangle_two,
    power_not_negative,
    any_power_not_negative,
    power_positive,
    any_power_positive,
    power_nonzero,
    even_power,
    even_power_positive,
    power_at_most_one,
    power_at_most_base,
    power_falls,
    power_at_least_one,
    power_of_small,
    power_of_small_at_most_one,
    power_at_least_minus_one,
    floor_not_negative,
    floor_value,
    cosine_at_most_one,
    cosine_at_least_minus_one,
    sine_at_most_one,
    sine_at_least_minus_one,
)
