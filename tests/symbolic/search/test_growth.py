"""Bounds, limits and convergence: what is found, what is not, and that what is found is true.

Every theorem found is compared with its goal and rests on nothing but the facts.  Where a goal has
values that can be computed it is computed: the terms of a series fade and its tails are small, a
sequence comes close to its limit, and the growth of a term is above the term.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from symbolic import rules as _complete  # noqa: F401  the list of rules is complete
from symbolic.core.kernel import Refused, Theorem, assume, is_theorem
from symbolic.core.polynomials import key, normal
from symbolic.core.terms import (
    INT,
    MRP,
    REAL,
    ZERO,
    Term,
    apply,
    bind,
    bounded,
    converges,
    eq,
    forall,
    from_on,
    implies,
    le,
    lt,
    ne,
    node,
    number,
    series,
    summation,
    tends,
    term,
    var,
)
from symbolic.search import growth
from symbolic.search.facts import follows
from symbolic.search.limits import limit_of

q, p, x, y, c, top, goes_to = (var(name) for name in ("q", "p", "x", "y", "c", "M", "L"))
i, j, k, m, n = (var(name, INT) for name in "ijkmn")
SMALL, UNIT = lt(abs(q), 1), (le(0, q), le(q, 1))
SMALL_TOO = lt(abs(p), 1)


def f(*index: Any) -> Term:
    return apply("f", *index)


def g(*index: Any) -> Term:
    return apply("g", *index)


def choice(a: Any, b: Any, one: Any, other: Any) -> Term:
    return node("if", None, tuple(map(term, (a, b, one, other))))


def floor(a: Any, b: Any) -> Term:
    return node("div", None, (term(a), term(b)))


def cos(a: Any, b: Any) -> Term:
    return node("cos", None, (term(a), term(b)))


def denied(s: Term) -> Term:
    return node("not", None, (s,))


TABLE = from_on(0, lambda a: from_on(0, lambda b: le(abs(f(a, b)), top)))


class Case(NamedTuple):
    """A goal, and statements from which it is to follow, or not."""

    goal: Term
    facts: tuple[Term, ...] = ()

    @property
    def found(self) -> Theorem | None:
        return follows(self.goal, tuple(map(assume, self.facts)))


FOLLOWS = {
    "a fact": Case(tends(f, 0), (tends(f, 0),)),
    "a relation": Case(lt(q, 2), (SMALL,)),
    "a denial that is given": Case(denied(bounded(0, f)), (denied(bounded(0, f)),)),
    "an implication": Case(implies(le(0, q), lt(q, 1), converges(0, lambda i: q**i))),
    "for all integers": Case(from_on(2, lambda i: le(1, i))),
    "for all integers in a range": Case(
        forall(lambda i: implies(le(0, i), le(i, m), le(0, m - i)))
    ),
    "for all numbers": Case(
        forall(lambda z: implies(lt(abs(z), 1), converges(0, lambda i: z**i)), REAL)
    ),
    "for all processes": Case(node("all", MRP, (le(q, 1),)), UNIT),
    "an instance of what holds for all": Case(
        from_on(3, lambda i: le(0, f(i + 1))), (from_on(1, lambda i: le(0, f(i))),)
    ),
    # convergence
    "zeros": Case(converges(0, lambda i: f(i) - f(i))),
    "powers": Case(converges(0, lambda i: q**i), (SMALL,)),
    "powers from 1 on": Case(converges(1, lambda i: q ** (i - 1)), (SMALL,)),
    "powers from k on": Case(converges(k, lambda i: q ** (i - k)), (SMALL,)),
    "powers of a half": Case(converges(0, lambda i: number(Fraction(1, 2)) ** i)),
    "powers of zero": Case(converges(0, lambda i: ZERO**i)),
    "steep powers": Case(converges(0, lambda i: q ** (m * i + 2)), (SMALL, le(1, m))),
    "a polynomial factor": Case(converges(0, lambda i: (i**3 - 2 * i + x) * q**i), (SMALL,)),
    "two ratios": Case(converges(0, lambda i: i * q**i - p**i), (SMALL, SMALL_TOO)),
    "a bounded factor": Case(converges(0, lambda i: f(i) * q**i), (SMALL, bounded(0, f))),
    "a bounded factor further on": Case(
        converges(0, lambda i: f(i + k) * q**i), (SMALL, bounded(3, f))
    ),
    "a bounded factor before": Case(
        converges(0, lambda i: f(i - 2) * q**i), (SMALL, bounded(0, f))
    ),
    "a factor with a limit": Case(
        converges(0, lambda i: abs(f(i) - 1) * q**i), (SMALL, tends(f, goes_to))
    ),
    "a factor along squares": Case(converges(0, lambda i: f(i**2) * q**i), (SMALL, bounded(0, f))),
    "a factor bounded one by one": Case(
        converges(1, lambda i: f(i - 1) * q**i), (SMALL, from_on(0, lambda a: le(abs(f(a)), top)))
    ),
    "a factor that decays by itself": Case(
        converges(0, lambda i: i * f(i)),
        (SMALL, from_on(0, lambda a: le(abs(f(a)), c * abs(q) ** a))),
    ),
    "a factor of a table": Case(
        converges(0, lambda i: f(k, i + 1) * q**i), (SMALL, TABLE, le(0, k))
    ),
    "the diagonal of a table": Case(converges(0, lambda i: f(i, 2 * i) * q**i), (SMALL, TABLE)),
    "a table of one number": Case(
        converges(0, lambda i: f(i, i) * q**i),
        (SMALL, from_on(0, lambda a: from_on(0, lambda b: eq(f(a, b), x)))),
    ),
    "a conditional": Case(converges(0, lambda i: choice(i, m, q**i, p**i)), (SMALL, SMALL_TOO)),
    "a conditional that keeps an exponent from being negative": Case(
        converges(0, lambda i: choice(i, 5, p**i, q ** (i - 5))), (SMALL, SMALL_TOO)
    ),
    "an integer part": Case(converges(0, lambda i: floor(i, 3) * q**i), (SMALL,)),
    "a cosine": Case(converges(0, lambda i: cos(i * j, k) * q**i), (SMALL,)),
    "a finite sum inside": Case(
        converges(0, lambda i: summation(0, m, lambda a: f(a) * q ** (i + a))), (SMALL,)
    ),
    "a sum that grows": Case(
        converges(0, lambda i: q**i * summation(1, i, f)), (SMALL, bounded(0, f))
    ),
    "a sum of powers that grows": Case(
        converges(0, lambda i: q**i * summation(1, i + 2, lambda a: p**a)),
        (SMALL, le(0, p), le(p, 1)),
    ),
    "a series inside": Case(
        converges(0, lambda i: q**i * series(0, lambda a: f(i, a) * p**a)),
        (SMALL, SMALL_TOO, TABLE),
    ),
    "a known series": Case(converges(4, f), (converges(0, f),)),
    "a multiple of a known series": Case(converges(0, lambda i: -3 * x * f(i)), (converges(0, f),)),
    "a multiple of a known sum": Case(
        converges(0, lambda i: 2 * x * g(i) - 2 * x * f(i)), (converges(0, lambda i: f(i) - g(i)),)
    ),
    "a known series further on": Case(converges(0, lambda i: f(i + k)), (converges(0, f),)),
    "two known series": Case(
        converges(0, lambda i: x * f(i) + g(i) / y), (converges(0, f), converges(2, g))
    ),
    "absolute convergence": Case(converges(0, f), (converges(0, lambda i: abs(f(i))),)),
    "absolute convergence of the negative": Case(
        converges(0, lambda i: abs(-2 * f(i))), (converges(0, lambda i: abs(f(i))),)
    ),
    "a known series and powers": Case(
        converges(0, lambda i: x * f(i) + q**i), (SMALL, converges(0, f))
    ),
    "known only together": Case(
        converges(0, lambda i: x * f(i) - x * g(i) + f(i) * q**i),
        (SMALL, bounded(0, f), converges(0, lambda i: f(i) - g(i))),
    ),
    "differences": Case(converges(1, lambda i: f(i - 1) - f(i)), (tends(f, goes_to),)),
    "differences two apart": Case(
        converges(1, lambda i: x * f(i + 1) - x * f(i - 1)), (tends(f, goes_to),)
    ),
    "partial sums with a limit": Case(
        converges(0, f), (tends(lambda i: summation(0, i + 3, f), goes_to),)
    ),
    # bounds
    "a bounded sequence from elsewhere on": Case(bounded(0, f), (bounded(5, f),)),
    "a combination of bounded sequences": Case(
        bounded(0, lambda i: x * f(i + 1) ** 2 - abs(g(i))), (bounded(0, f), tends(g, 0))
    ),
    "powers of a number of size one": Case(bounded(0, lambda i: x**i), (le(-1, x), le(x, 1))),
    "powers of a number of size one, from 1 on": Case(
        bounded(1, lambda i: x ** (i - 1)), (le(-1, x), le(x, 1))
    ),
    "n q^n": Case(bounded(0, lambda i: i * q**i), (SMALL,)),
    "a conditional bound": Case(bounded(0, lambda i: choice(i, m, x, f(i))), (bounded(0, f),)),
    # limits
    "a limit by another name": Case(tends(f, y), (tends(f, x), eq(x, y))),
    "what decays": Case(tends(lambda i: i**2 * q**i * f(i - 1), 0), (SMALL, bounded(0, f))),
}

DOES_NOT_FOLLOW = {
    "another fact": Case(tends(f, 0), (tends(g, 0),)),
    "a statement from its instance": Case(forall(lambda i: le(0, f(i))), (le(0, f(k)),)),
    "for all integers from further on": Case(
        from_on(0, lambda i: le(0, f(i))), (from_on(1, lambda i: le(0, f(i))),)
    ),
    # convergence
    "powers of a number of size one": Case(converges(0, lambda i: q**i), UNIT),
    "powers of a number below one": Case(converges(0, lambda i: q**i), (lt(q, 1),)),
    "powers of which nothing is known": Case(converges(0, lambda i: q**i)),
    "falling exponents": Case(converges(0, lambda i: q ** (-i)), (SMALL, ne(q, 0))),
    "a slope that may be zero": Case(converges(0, lambda i: q ** (m * i)), (SMALL, le(0, m))),
    "a constant": Case(converges(0, lambda i: x)),
    "a polynomial": Case(converges(0, lambda i: i), (SMALL,)),
    "one ratio of two": Case(converges(0, lambda i: q**i + p**i), (SMALL, le(abs(p), 1))),
    "a product of ratios that is not small": Case(
        converges(0, lambda i: q**i * p**i), (SMALL, le(abs(p), 2))
    ),
    "a factor of which nothing is known": Case(converges(0, lambda i: f(i) * q**i), (SMALL,)),
    "a bounded sequence": Case(converges(0, f), (bounded(0, f),)),
    "a sequence that vanishes": Case(converges(0, f), (tends(f, 0),)),
    "all members from every second one": Case(
        converges(0, lambda i: f(i) * q**i), (SMALL, bounded(0, lambda i: f(2 * i)))
    ),
    "the next square from the squares": Case(
        converges(0, lambda i: f(i**2 + 1) * q**i), (SMALL, bounded(0, lambda i: f(i**2)))
    ),
    "another row": Case(
        converges(0, lambda i: f(k + 1, i) * q**i), (SMALL, bounded(0, lambda i: f(k, i)))
    ),
    "a row from a line through the table": Case(
        converges(0, lambda i: f(k, k + i) * q**i), (SMALL, tends(lambda i: f(i, 2 * i), 0))
    ),
    "the diagonal from one row": Case(
        converges(0, lambda i: f(i, i) * q**i), (SMALL, bounded(0, lambda i: f(n, i)))
    ),
    "a table whose rows begin at a number, not at the column": Case(
        converges(0, lambda i: f(i, i) * q**i),
        (SMALL, from_on(j, lambda a: from_on(0, lambda b: le(abs(f(a, b)), top)))),
    ),
    "a table with a bound for each row": Case(
        converges(0, lambda i: f(i, i) * q**i),
        (SMALL, from_on(0, lambda a: from_on(0, lambda b: le(abs(f(a, b)), g(a))))),
    ),
    "a bound without absolute values": Case(
        converges(0, lambda i: f(i) * q**i), (SMALL, from_on(0, lambda a: le(f(a), top)))
    ),
    "a bound by the next member": Case(
        converges(0, lambda i: f(i) * q**i),
        (SMALL, from_on(0, lambda a: le(abs(f(a)), abs(f(a + 1))))),
    ),
    "a member that is said to equal another of its sequence": Case(
        converges(0, lambda i: f(i) * q**i), (SMALL, from_on(0, lambda a: eq(f(a), f(a + 1))))
    ),
    "a bound that ends": Case(
        converges(0, lambda i: f(i) * q**i),
        (SMALL, forall(lambda a: implies(le(0, a), le(a, 9), le(abs(f(a)), top)))),
    ),
    "one branch of two": Case(converges(0, lambda i: choice(i, m, q**i, x)), (SMALL,)),
    "a sum that grows too fast": Case(
        converges(0, lambda i: q**i * summation(0, i, lambda a: p**a)), (SMALL, lt(1, p))
    ),
    "a sum whose terms change": Case(
        converges(0, lambda i: summation(0, i, lambda a: p**i)), (SMALL_TOO, bounded(0, f))
    ),
    "the diagonal of a table in a sum": Case(
        converges(0, lambda i: q**i * summation(0, i, lambda a: f(a, a))),
        (SMALL, bounded(0, lambda i: f(k, i))),
    ),
    "a series inside with the wrong ratio": Case(
        converges(0, lambda i: q**i * series(0, lambda a: f(i, a) * p**a)), (SMALL, TABLE)
    ),
    "another series": Case(converges(0, f), (converges(0, g),)),
    "every member from every second one": Case(
        converges(0, f), (converges(0, lambda i: f(2 * i)),)
    ),
    "every second member": Case(converges(0, lambda i: f(2 * i)), (converges(0, f),)),
    "sizes from the series itself": Case(converges(0, lambda i: abs(f(i))), (converges(0, f),)),
    "a product with what varies": Case(
        converges(0, lambda i: f(i) * g(i)), (converges(0, f), bounded(0, g))
    ),
    "a multiple that varies": Case(converges(0, lambda i: i * f(i)), (converges(0, f),)),
    "one series of two": Case(converges(0, lambda i: f(i) + g(i)), (converges(0, f),)),
    "each from both together": Case(converges(0, f), (converges(0, lambda i: f(i) - g(i)),)),
    "differences of a bounded sequence": Case(
        converges(1, lambda i: f(i - 1) - f(i)), (bounded(0, f),)
    ),
    "a sum instead of a difference": Case(
        converges(1, lambda i: f(i - 1) + f(i)), (tends(f, goes_to),)
    ),
    "partial sums of every second length": Case(
        converges(0, f), (tends(lambda i: summation(0, 2 * i, f), goes_to),)
    ),
    "sums whose terms go with their length": Case(
        converges(0, lambda i: f(k, i)), (tends(lambda i: summation(0, i, lambda a: f(i, a)), 0),)
    ),
    # bounds
    "n": Case(bounded(0, lambda i: i)),
    "n q^n at q = 1": Case(bounded(0, lambda i: i * q**i), UNIT),
    "powers without a lower bound": Case(bounded(0, lambda i: x**i), (le(x, 1),)),
    "powers with falling exponents": Case(bounded(0, lambda i: x ** (-i)), (le(0, x), le(x, 1))),
    "all members from every second": Case(bounded(0, f), (bounded(0, lambda i: f(2 * i)),)),
    "what is denied": Case(bounded(0, f), (denied(bounded(0, f)),)),
    # limits
    "another limit": Case(tends(f, y), (tends(f, x),)),
    "a bounded sequence's": Case(tends(f, 0), (bounded(0, f),)),
}


@pytest.mark.parametrize("case", FOLLOWS.values(), ids=FOLLOWS)
def test_it_follows_from_the_facts_alone(case: Case) -> None:
    found = case.found
    assert found is not None
    assert is_theorem(found)
    assert found.conclusion is case.goal
    assert {key(h) for h in found.hypotheses} <= {key(s) for s in case.facts}


@pytest.mark.parametrize("case", FOLLOWS.values(), ids=FOLLOWS)
def test_it_does_not_follow_with_a_fact_missing(case: Case) -> None:
    needed = case.found
    assert needed is not None
    used = {key(h) for h in needed.hypotheses}
    for left_out in case.facts:
        if key(left_out) in used:
            rest = tuple(s for s in case.facts if s is not left_out)
            assert case._replace(facts=rest).found is None


@pytest.mark.parametrize("case", DOES_NOT_FOLLOW.values(), ids=DOES_NOT_FOLLOW)
def test_a_near_miss_does_not_follow(case: Case) -> None:
    assert case.found is None


def test_a_name_of_the_facts_is_not_the_bound_variable() -> None:
    """f(i, n) -> 0 in i, for one n; the index of the goal is another n."""
    fact = assume(node("tends", None, (bind(f(i, n), i), ZERO)))
    goal = node("tends", None, (bind(f(n, n), n), ZERO))
    assert follows(goal, (fact,)) is None
    row = node("tends", None, (bind(f(k, n), k), ZERO))
    assert follows(row, (fact,)) is not None


# -- limits ---------------------------------------------------------------------------------------

LIMITS: dict[str, tuple[Callable[[Term], Any], tuple[Term, ...], Any]] = {
    "a constant": (lambda i: x, (), x),
    "further on": (lambda i: f(i + 3), (tends(f, goes_to),), goes_to),
    "every second member": (lambda i: f(2 * i + k), (tends(f, goes_to),), goes_to),
    "a steep progression": (lambda i: f(m * i), (tends(f, goes_to), le(1, m)), goes_to),
    "along a line": (lambda i: f(i + 1, 2 * i + 2), (tends(lambda a: f(a, 2 * a), x),), x),
    "sums and products": (
        lambda i: x * f(i) * f(i + 1) + g(i),
        (tends(f, goes_to), tends(g, 0)),
        x * goes_to**2,
    ),
    "what vanishes times what is bounded": (
        lambda i: cos(i, k) * f(i) * g(i),
        (tends(f, 0), bounded(0, g)),
        0,
    ),
    "a power": (lambda i: f(i) ** 3, (tends(f, goes_to),), goes_to**3),
    "an inverse square": (lambda i: f(i) ** (-2), (tends(f, 2),), Fraction(1, 4)),
    "a size": (lambda i: abs(f(i) - 1), (tends(f, goes_to),), abs(goes_to - 1)),
    "a quotient": (lambda i: x / (2 + q**i), (le(0, q), lt(q, 1)), x / 2),
    "partial sums": (lambda i: summation(0, i + 1, f), (converges(3, f),), series(0, f)),
    "partial sums of every second length": (
        lambda i: summation(0, 2 * i, f),
        (converges(0, f),),
        series(0, f),
    ),
    "a conditional on the left": (lambda i: choice(m, i, x, f(i)), (), x),
    "a conditional on the right": (lambda i: choice(i, 5, f(i), x), (), x),
    "a steep conditional": (lambda i: choice(m, k * i, x, f(i)), (le(1, k),), x),
}

NO_LIMIT: dict[str, tuple[Callable[[Term], Any], tuple[Term, ...]]] = {
    "nothing is known": (f, ()),
    "only a bound is known": (f, (bounded(0, f),)),
    "a limit times what is bounded": (lambda i: f(i) * g(i), (tends(f, 1), bounded(0, g))),
    "what vanishes times what grows": (lambda i: f(i) * i, (tends(f, 0),)),
    "the index": (lambda i: i, ()),
    "a power of size one": (lambda i: q**i, UNIT),
    "the members between": (lambda i: f(2 * i + 1), (tends(lambda a: f(2 * a), x),)),
    "backwards": (lambda i: f(-i), (tends(f, x),)),
    "a progression that may stand still": (lambda i: f(m * i), (tends(f, x), le(0, m))),
    "off the line": (lambda i: f(k, k + i), (tends(lambda a: f(a, 2 * a), 0),)),
    "off the diagonal": (lambda i: f(i, i + 1), (tends(lambda a: f(a, a), 0),)),
    "an inverse whose limit may be zero": (lambda i: 1 / f(i), (tends(f, x),)),
    "partial sums of what vanishes": (lambda i: summation(0, i, f), (tends(f, 0),)),
    "partial sums whose terms change": (
        lambda i: summation(0, i, lambda a: f(a) * i),
        (converges(0, f),),
    ),
    "a conditional that is never settled": (lambda i: choice(2 * floor(i, 2), i, x, y), ()),
    "a conditional that does not move": (lambda i: choice(i + j, i + k, x, y), ()),
    "a conditional settled the other way": (lambda i: choice(i, m, x, f(i)), ()),
}


@pytest.mark.parametrize(("body", "facts", "value"), LIMITS.values(), ids=LIMITS)
def test_the_limit(body: Callable[[Term], Any], facts: tuple[Term, ...], value: Any) -> None:
    goal = tends(body, value)
    found = limit_of(goal.args[0], tuple(map(assume, facts)))
    assert found.conclusion.args[0] is goal.args[0]
    assert normal(found.conclusion.args[1]) is normal(term(value))
    assert {key(h) for h in found.hypotheses} <= {key(s) for s in facts}
    assert follows(goal, tuple(map(assume, facts))) is not None


@pytest.mark.parametrize(("body", "facts"), NO_LIMIT.values(), ids=NO_LIMIT)
def test_no_limit_is_known(body: Callable[[Term], Any], facts: tuple[Term, ...]) -> None:
    with pytest.raises(Refused, match="no limit is known"):
        limit_of(tends(body, 0).args[0], tuple(map(assume, facts)))


# -- what is found is true ------------------------------------------------------------------------

Values = dict[Any, Any]


def value(t: Term, env: Values, inside: tuple[int, ...] = ()) -> Fraction:
    """The number that a term denotes; ``inside`` has the loose variables, the innermost first."""
    op, args = t.op, t.args
    if op == "num":
        return Fraction(t.data)
    if op == "var":
        return Fraction(env[t])
    if op == "bound":
        return Fraction(inside[t.data[0]])
    if op == "sum":
        start, end = (int(value(a, env, inside)) for a in args[:2])
        return sum(
            (value(args[2], env, (index, *inside)) for index in range(start, end + 1)), Fraction(0)
        )
    if op == "bound of":  # the sequences drawn here repeat themselves after 7 members
        start = int(value(args[0], env, inside))
        return max(abs(value(args[1], env, (index, *inside))) for index in range(start, start + 7))
    numbers = [value(a, env, inside) for a in args]
    if op == "+":
        return sum(numbers, Fraction(0))
    if op == "*":
        return math.prod(numbers, start=Fraction(1))
    if op == "inv":
        return 1 / numbers[0] if numbers[0] else Fraction(0)
    if op == "abs":
        return abs(numbers[0])
    if op == "pow":
        base, exponent = numbers[0], int(numbers[1])
        return Fraction(base**exponent if base or exponent >= 0 else 0)
    if op == "div":
        return Fraction(numbers[0] // numbers[1] if numbers[1] >= 1 else 0)
    if op == "if":
        return numbers[2] if numbers[0] < numbers[1] else numbers[3]
    assert op == "app"
    return Fraction(env[t.data](*map(int, numbers)))


def drawn(seed: int) -> Iterator[Values]:
    """Values at which |q|, |p| < 1, 1 <= m and |f|, |f(.,.)| <= 2."""
    rng = random.Random(seed)
    for _ in range(4):
        small = [Fraction(rng.randint(-9, 9), 10) for _ in range(2)]
        members = [Fraction(rng.randint(-20, 20), 10) for _ in range(7)]
        yield {
            q: small[0],
            p: small[1],
            x: Fraction(rng.randint(-5, 5), 3),
            m: rng.randint(1, 4),
            k: rng.randint(-3, 3),
            f(0).data: lambda a, own=members: own[a % 7],
            f(0, 0).data: lambda a, b, own=members: own[(a * b + a) % 7],
        }


COMPUTED: dict[str, Callable[[Term], Term]] = {
    "powers": lambda i: q**i,
    "a polynomial factor": lambda i: (i**3 - 2 * i + x) * q**i,
    "steep powers": lambda i: q ** (m * i + 2),
    "two ratios": lambda i: i * q**i - x * p**i,
    "a half": lambda i: (i + 1) * number(Fraction(1, 2)) ** i,
    "a bounded factor": lambda i: f(i + k) * q**i,
    "a table": lambda i: f(i, 2 * i) * q**i * i,
    "a conditional": lambda i: choice(i, m, x * q**i, i * p**i),
    "an integer part": lambda i: floor(5 - 3 * i, 2) * q**i,
    "a finite sum": lambda i: q**i * summation(0, m, lambda a: i * f(a)),
    "a growing sum": lambda i: q**i * summation(-2, i + 1, f),
}
KNOWN = (SMALL, SMALL_TOO, le(1, m), bounded(0, f), TABLE)


@pytest.mark.parametrize("body", COMPUTED.values(), ids=COMPUTED)
def test_the_tails_of_what_converges_are_small(body: Callable[[Term], Term]) -> None:
    goal = converges(0, body)
    assert follows(goal, tuple(map(assume, KNOWN))) is not None
    for env in drawn(1):
        slow = max(abs(env[q]), abs(env[p]), Fraction(1, 2))
        far = 60 + int(30 / -math.log(slow))
        tail = sum(
            abs(float(value(goal.args[1], env, (index,)))) for index in range(far, far + 200)
        )
        assert tail < 1e-3


@pytest.mark.parametrize("body", COMPUTED.values(), ids=COMPUTED)
def test_the_growth_is_above_the_term(body: Callable[[Term], Term]) -> None:
    """With a number in the place of every bound that is only known to exist."""
    rows = from_on(0, lambda a: le(abs(f(a)), 2)), from_on(-9, lambda a: le(abs(f(a)), 2))
    table = from_on(0, lambda a: from_on(0, lambda b: le(abs(f(a, b)), 2)))
    facts = tuple(map(assume, (SMALL, SMALL_TOO, le(1, m), le(-3, k), *rows, table, le(0, n))))
    found = growth.growth(body(n), n, facts)
    assert found is not None
    low, high = found.theorem.conclusion.args
    for env in drawn(2):
        for index in range(12):
            assert value(low, {**env, n: index}) <= value(high, {**env, n: index})


def test_the_index_from_which_a_conditional_is_settled_serves() -> None:
    body = tends(lambda i: choice(i, 5, f(i), x), 0).args[0]
    found = limit_of(body, ())
    below = [found]
    for t in below:
        below += t.premises
    settled = next(t for t in below if t.conclusion.op == "all")
    first = settled.conclusion.args[0].args[0].args[0]
    start = int(value(first, {}))
    for index in range(start, start + 9):
        env = {x: Fraction(7), f(0).data: lambda a: 0}
        assert value(body, env, (index,)) == 7
