"""The theorems on limits, as they are stated; those on sizes are computed at random numbers."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from symbolic.core.kernel import Theorem, assume, cut, instantiate, is_theorem
from symbolic.core.polynomials import key
from symbolic.core.terms import (
    ONE,
    Term,
    bounded,
    converges,
    eq,
    forall,
    from_on,
    implies,
    le,
    lt,
    node,
    number,
    summation,
    tends,
)
from symbolic.library import limits
from symbolic.library.basics import F, a, b, f, g, hi, k, lo, n, x, y
from symbolic.library.limits import e

HALF = number(Fraction(1, 2))
FLOOR = node("div", None, (a, b))


def within(relation: Callable[[Term], Term]) -> Term:
    """The relation for all i in lo..hi."""
    return forall(lambda i: implies(le(lo, i), le(i, hi), relation(i)))


def powers(i: Term) -> Term:
    """|i**e x**i|."""
    return abs(i**e * x**i)


STATED: dict[Callable[[], Theorem], tuple[tuple[Term, ...], Term]] = {
    limits.unique: ((tends(f, x), tends(f, y)), eq(x, y)),
    limits.later: ((tends(f, x),), tends(lambda i: f(i + k), x)),
    limits.earlier: ((tends(lambda i: f(i + k), x),), tends(f, x)),
    limits.equal_limits: (
        (from_on(lo, lambda i: eq(f(i), g(i))), tends(f, x), tends(g, y)),
        eq(x, y),
    ),
    limits.vanishing_times_bounded: (
        (tends(f, 0), bounded(lo, g)),
        tends(lambda i: f(i) * g(i), 0),
    ),
    limits.multiple_converges: ((converges(lo, f),), converges(lo, lambda i: x * f(i))),
    limits.further_converges: ((converges(a, lambda i: f(i + k)),), converges(lo, f)),
    limits.polynomial_powers: ((le(0, e), lt(abs(x), 1)), converges(lo, powers)),
    limits.vanishing_powers: ((le(0, e), lt(abs(x), 1)), tends(powers, 0)),
    limits.size_below_one: ((le(0, x), lt(x, 1)), lt(abs(x), 1)),
    limits.power_of_sum: ((le(0, a), le(0, n)), eq(x ** (a + n), x**a * x**n)),
    limits.power_rises: ((le(0, x), le(x, y), le(0, n)), le(x**n, y**n)),
    limits.power_of_zero: ((le(0, n),), le(abs(number(0) ** n), HALF**n)),
    limits.floor_size: ((le(1, b),), le(abs(FLOOR), abs(a) + 1)),
    limits.sum_size: (
        (within(lambda i: le(abs(f(i)), g(i))),),
        le(abs(summation(lo, hi, f)), summation(lo, hi, g)),
    ),
    limits.long_sum_size: (
        (within(lambda i: le(abs(f(i)), x)),),
        le(abs(summation(lo, hi, f)), abs(x) * (abs(hi - lo) + 1)),
    ),
}


@pytest.mark.parametrize("entry", STATED, ids=lambda entry: entry.__name__)
def test_the_theorem_says_this(entry: Callable[[], Theorem]) -> None:
    hypotheses, conclusion = STATED[entry]
    theorem = entry()
    assert is_theorem(theorem)
    assert key(theorem.conclusion) is key(conclusion)
    assert {key(h) for h in theorem.hypotheses} == {key(h) for h in hypotheses}
    assert entry() is theorem


def test_every_theorem_is_stated_here() -> None:
    theorems = (getattr(limits, name) for name in limits.__all__)
    own = {t for t in theorems if hasattr(t, "cache_info")}
    assert own - {limits.linear_limit} == set(STATED)


# -- sizes, computed ------------------------------------------------------------------------------

Values = dict[Any, Any]


def value(t: Term, env: Values, inside: tuple[int, ...] = ()) -> Fraction:
    """The number that a term of these theorems denotes."""
    if t.op == "num":
        return Fraction(t.data)
    if t.op == "var":
        return Fraction(env[t])
    if t.op == "bound":
        return Fraction(inside[t.data[0]])
    if t.op == "sum":
        start, end = (int(value(s, env, inside)) for s in t.args[:2])
        terms = (value(t.args[2], env, (i, *inside)) for i in range(start, end + 1))
        return sum(terms, Fraction(0))
    numbers = [value(s, env, inside) for s in t.args]
    if t.op == "+":
        return sum(numbers, Fraction(0))
    if t.op == "*":
        made = Fraction(1)
        for one in numbers:
            made *= one
        return made
    if t.op == "abs":
        return abs(numbers[0])
    if t.op == "pow":
        base, exponent = numbers[0], int(numbers[1])
        return Fraction(base**exponent) if base or exponent >= 0 else Fraction(0)
    if t.op == "div":
        return Fraction(numbers[0] // numbers[1] if numbers[1] >= 1 else 0)
    assert t.op == "app"
    return Fraction(env[t.data](int(numbers[0])))


def holds(s: Term, env: Values, inside: tuple[int, ...] = ()) -> bool:
    """Is a relation, or one for all i in -12..12, true?"""
    if s.op == "all":
        return all(holds(s.args[0], env, (i, *inside)) for i in range(-12, 13))
    if s.op == "implies":
        return not holds(s.args[0], env, inside) or holds(s.args[1], env, inside)
    one, other = (value(t, env, inside) for t in s.args)
    return {"=": one == other, "<=": one <= other, "<": one < other}[s.op]


COMPUTED = [
    limits.size_below_one,
    limits.power_of_sum,
    limits.power_rises,
    limits.power_of_zero,
    limits.floor_size,
    limits.sum_size,
    limits.long_sum_size,
]


@pytest.mark.parametrize("entry", COMPUTED, ids=lambda entry: entry.__name__)
def test_the_theorem_is_true_at_numbers(entry: Callable[[], Theorem]) -> None:
    rng, theorem, tried = random.Random(7), entry(), 0
    for _ in range(600):
        env: Values = {t: Fraction(rng.randint(-4, 12), 4) for t in (x, y)}
        env |= {t: rng.randint(-3, 6) for t in (a, b, lo, hi, n)}
        members = [Fraction(rng.randint(-6, 6), 4) for _ in range(25)]
        env[F] = lambda i, own=members: own[i + 12]
        env[g(n).data] = lambda i, own=members: abs(own[i + 12]) + i % 2
        if all(holds(h, env) for h in theorem.hypotheses):
            tried += 1
            assert holds(theorem.conclusion, env)
    assert tried > 20


# -- where the hypotheses are needed --------------------------------------------------------------


def test_the_size_of_the_base_is_needed() -> None:
    """At x = 1 the theorem on n**e x**n asks for |1| < 1, and nothing shows that."""
    at_one = instantiate(limits.polynomial_powers(), {x: ONE})
    weaker = cut(at_one, assume(le(abs(ONE), 1)))
    assert key(lt(abs(ONE), 1)) in {key(h) for h in weaker.hypotheses}


def test_where_an_equation_begins_is_kept() -> None:
    """An equation that holds from later on is not the one the theorem asks for."""
    later = assume(from_on(lo + 1, lambda i: eq(f(i), g(i))))
    assert cut(limits.equal_limits(), later).hypotheses >= limits.equal_limits().hypotheses
