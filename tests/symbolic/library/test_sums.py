"""The theorems on sums and series, read by an evaluation of their own at random sequences.

Sequences are rational, and constant from some index on, so every limit and every series that a
theorem speaks of can be computed exactly.  A theorem is tried where its hypotheses hold; and each
hypothesis is shown to be needed, by sequences for which the others hold and the conclusion fails.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from symbolic.core.kernel import Refused, Theorem, assume, combination
from symbolic.core.terms import INT, ONE, REAL, ZERO, Term, binder, eq, le, lt, ne, var
from symbolic.library import series, sums
from symbolic.library.basics import F, G, at, f, hi, lo, trivially, x

#: sequences are constant from STILL on (or up to -STILL), and that far a limit is looked for
STILL, FAR = 7, 32
Values = dict[Any, Any]


def value(t: Term, env: Values, bound: tuple[int, ...] = ()) -> Fraction:
    """The number that a term denotes; ``bound`` has the loose variables, the innermost first."""
    op, args = t.op, t.args
    if op == "num":
        return Fraction(t.data)
    if op == "var":
        return Fraction(env[t])
    if op == "bound":
        return Fraction(bound[t.data[0]])
    if op == "sum":
        start, end = (int(value(a, env, bound)) for a in args[:2])
        terms = (value(args[2], env, (i, *bound)) for i in range(start, end + 1))
        return sum(terms, Fraction(0))
    if op == "series":
        start = int(value(args[0], env, bound))
        found = [value(args[1], env, (i, *bound)) for i in range(start, max(start, FAR) + 3)]
        return Fraction(0) if any(found[-3:]) else sum(found, Fraction(0))
    v = [value(a, env, bound) for a in args]
    if op == "+":
        return sum(v, Fraction(0))
    if op == "*":
        product = Fraction(1)
        for factor in v:
            product *= factor
        return product
    if op == "inv":
        return 1 / v[0] if v[0] else Fraction(0)
    if op == "pow":
        base, e = v[0], int(v[1])
        return base**e if e >= 0 else (1 / base) ** -e if base else Fraction(0)
    if op == "abs":
        return abs(v[0])
    assert op == "app", op
    found_: Fraction = env[t.data](*map(int, v))
    return found_


def holds(s: Term, env: Values, bound: tuple[int, ...] = ()) -> bool:
    """Is the statement true?"""
    op, args = s.op, s.args
    if op in ("=", "<=", "<"):
        a, b = (value(t, env, bound) for t in args)
        return a == b if op == "=" else a <= b if op == "<=" else a < b
    if op == "not":
        return not holds(args[0], env, bound)
    if op == "implies":
        return not holds(args[0], env, bound) or holds(args[1], env, bound)
    if op == "all":
        return all(holds(args[0], env, (i, *bound)) for i in range(-STILL - 4, FAR))
    if op == "tends":
        limit = value(args[1], env, bound)
        return all(value(args[0], env, (i, *bound)) == limit for i in range(FAR, FAR + 3))
    if op == "converges":
        return not any(value(args[1], env, (i, *bound)) for i in range(FAR, FAR + 3))
    assert op == "bounded", op
    return True  # every sequence here is


# -- drawing --------------------------------------------------------------------------------------

NAMES = {t.data[0]: t for t in map(var, "xypq")}
INTEGERS = {name: var(name, INT) for name in ("a", "b", "k", "s", "lo", "hi", "n", "m", "j")}


def _sequence(rng: random.Random, env: Values, lo_: int) -> Callable[[int], Fraction]:
    """Zero, constant or geometric (with the ratio x) from some index on."""
    table = {i: Fraction(rng.randint(-3, 3), rng.choice((1, 1, 2))) for i in range(-20, STILL)}
    kind, end = rng.random(), rng.choice([env[NAMES["p"]], env[NAMES["x"]], Fraction(0)])
    ratio = env[NAMES["x"]]
    if kind < 0.3 and ratio:
        return lambda i: table[0] * ratio ** (i - lo_) if i < FAR - 10 else Fraction(0)
    if kind < 0.4:
        return lambda i: table[0] if i == lo_ else Fraction(0)
    if kind < 0.7:
        end = Fraction(0)
    return lambda i: table.get(i, end)


def draw(rng: random.Random) -> Values:
    """Values for the names of the library."""
    env: Values = {t: Fraction(rng.randint(-4, 4), rng.choice((1, 2, 3))) for t in NAMES.values()}
    env |= {t: rng.randint(-3, 4) for t in INTEGERS.values()}
    if rng.random() < 0.4:
        env[NAMES["x"]] = env[NAMES["q"]] = Fraction(0)
    if rng.random() < 0.3:
        env[NAMES["y"]] = env[NAMES["x"]]
    if rng.random() < 0.5:
        env[NAMES["p"]] = env[NAMES["q"]] = Fraction(0)
    one = _sequence(rng, env, env[lo])
    env[F] = one
    gap = _sequence(rng, env, env[lo])
    env[G] = rng.choice([one, gap, lambda i: one(i) + (abs(gap(i)) if i < STILL else 0)])
    table = {
        (i, j): Fraction(rng.randint(-3, 3)) for i in range(-15, STILL) for j in range(-15, 15)
    }
    beyond = Fraction(rng.choice((0, 0, 0, 1)))
    env[sums.F2] = lambda i, j: table.get((i, j), beyond if i >= STILL else Fraction(0))
    return env


def sampled(theorem: Theorem, seed: str, count: int) -> Iterator[tuple[list[bool], bool]]:
    """Which hypotheses hold, and whether the conclusion does, at random values."""
    rng = random.Random(seed)
    hypotheses = sorted(theorem.hypotheses, key=repr)
    for _ in range(count):
        env = draw(rng)
        if 0 < abs(env[x]) < 1 and theorem.conclusion.free <= {x, lo}:
            continue  # the powers of such a number are never still
        truths = [holds(h, env) for h in hypotheses]
        if truths.count(False) <= 1:
            yield truths, holds(theorem.conclusion, env)


ALL = {
    f"{module.__name__.rpartition('.')[2]}.{entry.__name__}": entry
    for module in (sums, series)
    for entry in module.ALL
}


@pytest.mark.parametrize("name", ALL)
def test_a_theorem_is_true_where_its_hypotheses_are(name: str) -> None:
    tried = 0
    for truths, conclusion in sampled(ALL[name](), name, 3000):
        if all(truths):
            assert conclusion, f"{ALL[name]()}"
            tried += 1
            if tried == 40:
                return
    assert tried >= 10, f"the hypotheses held only {tried} times"


#: theorems of which no sequence here shows what they need: all of them are bounded, most converge
NOT_SHOWN = {
    "sums.blocks",
    "series.bounded_like",
    "series.geometric",
    "series.geometric_terms",
    "series.geometric_converges",
    "series.columns_converge",
    "series.column_converges",
    "series.blocks_converge",
}


@pytest.mark.parametrize("name", sorted(ALL.keys() - NOT_SHOWN))
def test_every_hypothesis_is_needed(name: str) -> None:
    theorem = ALL[name]()
    hypotheses = sorted(theorem.hypotheses, key=repr)
    limits = {"bounded", "converges", "tends"}
    missing = {k for k, h in enumerate(hypotheses) if h.op not in limits}
    for truths, conclusion in sampled(theorem, name, 3000) if missing else ():
        if truths.count(False) == 1 and not conclusion:
            missing.discard(truths.index(False))
        if not missing:
            return
    assert not missing, [hypotheses[k] for k in missing]


@cache
def stated() -> dict[str, int]:
    """How many hypotheses each docstring lists: the theorem has no others."""
    return {name: len(entry().hypotheses) for name, entry in ALL.items()}


def test_the_sums_hold_without_conditions() -> None:
    free = {name for name, count in stated().items() if not count}
    assert free == {
        "sums.linear",
        "sums.zeros",
        "sums.triangle",
        "sums.shifted",
        "sums.single",
        "sums.exchange_rectangle",
        "series.zeros",
        "series.zeros_converge",
    }


def test_a_geometric_sum_does_not_say_anything_of_ratio_one() -> None:
    made = at(sums.geometric(), {x: ONE})
    assert ne(1, 1) in made.hypotheses


def test_terms_outside_the_range_do_not_count() -> None:
    here = combination(eq(f(sums.i), f(sums.i)))
    made = at(
        sums.congruent(),
        {G: binder(f), lo: ZERO, hi: sums.m},
        sums.in_range(here, sums.i, ZERO, sums.m),
    )
    assert not made.hypotheses


def test_an_index_that_is_assumed_something_of_is_not_arbitrary() -> None:
    below = assume(lt(f(sums.i), 1))
    with pytest.raises(Refused, match="is not arbitrary"):
        sums.in_range(below, sums.i, lo, hi)


def test_slack_does_not_come_from_nowhere() -> None:
    with pytest.raises(Refused, match="is not the sum of what is given"):
        trivially(lo, hi, assume(le(lo, hi + 1)))


def test_the_names_of_the_library_are_those_of_the_axioms() -> None:
    assert {t.sort for t in NAMES.values()} == {REAL}
    allowed = {*NAMES.values(), *INTEGERS.values(), F, G, sums.F2}
    for entry in ALL.values():
        theorem = entry()
        for s in (*theorem.hypotheses, theorem.conclusion):
            assert s.free <= allowed
