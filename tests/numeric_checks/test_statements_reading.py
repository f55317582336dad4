"""Terms read in an instance: rational cosines, integer parts, conditions, sums of every length."""

from __future__ import annotations

from fractions import Fraction
from math import cos, pi
from random import Random
from typing import Any

import pytest
from sympy import Abs, Expr, Integer, Rational

from numeric_checks.statements import Instance, NoValue, Outcome, decide, members
from numeric_checks.statements.instances import k as place
from numeric_checks.statements.integers import Generic, NeedPeriod, Whole
from numeric_checks.statements.numbers import Undecided, Undefined
from numeric_checks.statements.reading import MOST_CLASSES, MOST_TERMS, Reading, classes, new
from symbolic import (
    CosTurn,
    Equal,
    FloorDiv,
    ForAll,
    IfLess,
    SinTurn,
    define,
    index,
    real,
    sequence,
    series,
)
from symbolic.core.terms import bind
from symbolic.terms.edge import to_core

i, j, n, m = (index(name) for name in "ijnm")
x = real("x")
h, w = sequence("h"), sequence("w")
HOLDS, FAILS, UNDECIDED = Outcome.HOLDS, Outcome.FAILS, Outcome.UNDECIDED
MEANINGLESS = Outcome.MEANINGLESS
DATA = Instance.of({x: "1/3", n: 5, m: -4}, {h: members(3, -1, then=Rational(1, 2) ** place)})


def number(term: Expr | int, at: Instance = DATA) -> Fraction:
    return Reading(at).number(to_core(term))


@pytest.mark.parametrize("parts", [1, 2, 3, 4, 6, 8, 12, 24])
def test_rational_cosines_are_read_and_no_others(parts: int) -> None:
    for a in range(-2 * parts, 2 * parts + 1):
        for kind, turned in ((CosTurn, Fraction(0)), (SinTurn, Fraction(1, 4))):
            part = (Fraction(a, parts) - turned) % 1
            value = round(2 * cos(2 * pi * part), 12)
            if value == int(value):
                assert number(kind(a, parts)) == Fraction(int(value), 2)
            else:
                with pytest.raises(Undecided, match="of a turn is irrational"):
                    number(kind(a, parts))


@pytest.mark.parametrize(("parts", "value"), [(1, 7), (2, 3), (7, 1), (8, 0)])
def test_integer_parts(parts: int, value: int) -> None:
    assert number(FloorDiv(7, n), Instance.of({n: parts})) == value


def test_a_turn_in_parts_that_are_none() -> None:
    for parts in (0, -1):
        with pytest.raises(Undefined, match=f"a turn in {parts} parts"):
            number(CosTurn(1, n), Instance.of({n: parts}))


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (FloorDiv(n, 2), 2),
        (FloorDiv(m, 3), -2),
        (FloorDiv(m - 1, n), -1),
        (IfLess(m, n, x, 1 / x), Fraction(1, 3)),
        (IfLess(n, m, x, 1 / x), 3),
        (IfLess(n, n, x, 1 / x), 3),
        (Abs(x - 1), Fraction(2, 3)),
        (Abs(1 - x), Fraction(2, 3)),
        (x**n, Fraction(1, 243)),
        (x**m, 81),
        (h(0) + h(1) + h(2), Fraction(9, 4)),
        (h(n), Fraction(1, 32)),
        (series(h(i), i, 0, n), 2 + Fraction(15, 32)),
        (series(h(i), i, 1, 1), -1),
        (series(h(i), i, 2, 1), 0),
        (series(h(i), i, 4, 1), 0),
        (series(i, i, -2, 2), 0),
        (series(i**2, i, -2, 3), 19),
        (series(h(i), i, 0), Fraction(5, 2)),
        (series(h(i), i, 1), -Fraction(1, 2)),
        (series(h(i), i, 4), Fraction(1, 8)),
        (series(series(h(j), j, i), i, 3), Fraction(1, 2)),
        (series(IfLess(i, 4, 1, 0), i, 0), 4),
        (series(IfLess(3, i, x**i, 0), i, 0), Fraction(1, 54)),
        (series(x ** FloorDiv(i, 3), i, 0), Fraction(9, 2)),
        (series((-1) ** i * x**i, i, 0), Fraction(3, 4)),
        (series(x**i, i, n, 2 * n), Fraction(3, 2) * (Fraction(1, 3**5) - Fraction(1, 3**11))),
    ],
)
def test_terms(term: Expr, value: Fraction) -> None:
    assert number(term) == value


@pytest.mark.parametrize("last", [MOST_TERMS - 2, MOST_TERMS - 1, MOST_TERMS, 10**6])
def test_long_sums_are_as_short_ones(last: int) -> None:
    at = Instance.of({n: last}, {h: members(7, then=place**2)})
    whole = last * (last + 1) * (2 * last + 1) // 6 + 7
    assert number(series(h(i), i, 0, n), at) == whole
    alternating = series((-1) ** i * i, i, 0, n)
    assert number(alternating, at) == (last // 2 if last % 2 == 0 else -(last + 1) // 2)


def test_sums_from_and_to_indices_that_grow() -> None:
    total = series(h(i), i, n, 2 * n + 1)
    exact = ForAll(n, 2, Equal(total, 2 * Rational(1, 2) ** n - Rational(1, 2) ** (2 * n + 1)))
    assert decide(exact, DATA).outcome is HOLDS
    early = ForAll(n, 1, exact.body)
    assert decide(early, DATA).outcome is FAILS
    assert decide(ForAll(n, 0, Equal(series(1, i, 0, 2 * n), 2 * n + 1)), DATA).outcome is HOLDS
    assert decide(ForAll(n, 0, Equal(series(1, i, n, 3), 4 - n)), DATA).outcome is FAILS
    empty = ForAll(n, 4, Equal(series(1, i, n, 3), 0))
    assert decide(empty, DATA).outcome is HOLDS


def test_residue_classes() -> None:
    for period in (2, 3, 5):
        wave = ForAll(n, 0, Equal(FloorDiv(n + period, period), FloorDiv(n, period) + 1))
        assert decide(wave, DATA).outcome is HOLDS
    cosine = ForAll(n, 0, Equal(CosTurn(n, 4) ** 2 + SinTurn(n, 4) ** 2, 1))
    assert decide(cosine, DATA).outcome is HOLDS
    assert decide(ForAll(n, 0, Equal(CosTurn(2 * n, 4), (-1) ** n)), DATA).outcome is HOLDS
    assert decide(ForAll(n, 0, Equal(CosTurn(n, 3), 1)), DATA).outcome is FAILS
    other = Generic(-1)
    with pytest.raises(NeedPeriod):
        classes(lambda split: Whole.generic(other) // 2)
    with pytest.raises(Undecided, match=f"more than {MOST_CLASSES} residue classes"):
        classes(lambda split: split[0][1] // (7 * len(split)))


def test_generic_variables_differ() -> None:
    assert new().name < new().name


def test_what_cannot_be_read() -> None:
    grows = Whole.generic(new())
    reading = Reading(DATA)
    with pytest.raises(NoValue, match="no value for y"):
        reading.number(to_core(real("y")))
    with pytest.raises(NoValue, match="no members of w"):
        reading.number(to_core(w(0)))
    with pytest.raises(NoValue, match="no members of h before the first"):
        reading.number(to_core(h(m)))
    with pytest.raises(Undefined, match="an integer part of a quotient by -4"):
        reading.number(to_core(FloorDiv(n, m)))
    with pytest.raises(Undefined, match="a division by zero"):
        reading.number(to_core(1 / (x - Rational(1, 3))))
    with pytest.raises(Undefined, match="a division by zero"):
        number(x**m, Instance.of({x: 0, m: -1}))
    assert number(x**m, Instance.of({x: 0, m: 0})) == 1
    for body, why in (
        (h(i * (i + 1)), "a product of two indices that grow"),
        (FloorDiv(5, i + 1), "a division by an index that grows"),
        (CosTurn(1, i + 1), "a turn in a growing number of parts"),
    ):
        with pytest.raises(Undecided, match=why):
            reading.form(bind(to_core(body), to_core(i)), (grows,))


def test_an_instance_gives_no_members_to_a_name() -> None:
    name = define("test_reading_doubled", (n,), 2 * h(n))
    assert number(name(3) + name(0)) == Fraction(1, 4) + 6
    with pytest.raises(NoValue, match="has a meaning, and takes no members"):
        Reading(Instance.of({}, {name(0).func: DATA.sequences[h]}))


def test_drawn_sums_of_listed_members_against_adding_up() -> None:
    rng = Random(7)
    for _ in range(200):
        listed = [Fraction(rng.randint(-3, 3), rng.randint(1, 2)) for _ in range(rng.randint(0, 5))]
        rate = Rational(rng.choice((1, -1)), rng.randint(2, 3))
        then: Any = rng.choice([Integer(0), rate**place, place * rate**place, 1 + rate**place])
        at = Instance.of({x: "1/2"}, {h: members(*listed, then=then)})
        lo, length = rng.randint(0, 6), rng.randint(0, 8)

        def member(k: int, listed: list[Fraction] = listed, then: Any = then) -> Fraction:
            if k < len(listed):
                return listed[k]
            found = then.subs(place, k)
            return Fraction(int(found.p), int(found.q))

        total = number(series(h(i) * x**i, i, lo, lo + length - 1), at)
        assert total == sum((member(k) / 2**k for k in range(lo, lo + length)), Fraction(0))
        whole = number(series(h(i) * x**i, i, lo), at)
        near = sum((member(k) / 2**k for k in range(lo, lo + 120)), Fraction(0))
        assert abs(whole - near) < Fraction(1, 2**90)
