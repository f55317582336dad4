"""The evaluation does what the semantics says, and the core agrees with it."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import pytest

from symbolic.core.polynomials import key, normal, polynomial, vanishes
from symbolic.core.terms import (
    INT,
    REAL,
    Term,
    apply,
    bind,
    binder,
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
    operator,
    put,
    series,
    substitute,
    summation,
    tends,
    term,
    var,
)
from tests.symbolic.core import drawing
from tests.symbolic.core.chains import Chain, cycle, definite, identity, matrix
from tests.symbolic.core.drawing import INTS
from tests.symbolic.core.evaluation import Truth, World
from tests.symbolic.core.exact import Germ, Surd, Undecided, Value, cosine, sign, sine

x, y, gamma = var("x"), var("y"), var("gamma")
n, k = var("n", INT), var("k", INT)
HALF = Fraction(1, 2)
half = number(HALF)
CHAIN = node("var", ("M", "mrp"), ())


def f(*places: Any) -> Term:
    return apply("f", *places)


def op(name: str, *args: Any) -> Term:
    return node(name, None, tuple(map(term, args)))


VALUES: list[tuple[Term, Any]] = [
    (1 / number(0), 0),
    (number(2) ** -3, Fraction(1, 8)),
    (number(0) ** 0, 1),
    (number(0) ** -1, 0),
    (number(0) ** 3, 0),
    (op("div", 7, 2), 3),
    (op("div", -7, 2), -4),
    (op("div", 7, 0), 0),
    (op("div", 7, -2), 0),
    (op("if", 1, 2, 5, 6), 5),
    (op("if", 2, 2, 5, 6), 6),
    (op("if", 3, 2, 5, 6), 6),
    (op("cos", 1, 3), Fraction(-1, 2)),
    (op("cos", 1, 0), 1),
    (op("sin", 1, 4), 1),
    (op("sin", 1, -4), 0),
    (op("sin", 7, 12), -HALF),
    (summation(0, 3, lambda i: i), 6),
    (summation(3, 2, lambda i: i), 0),
    (summation(3, 0, lambda i: i), 0),
    (summation(-2, 0, lambda i: i), -3),
    (summation(0, 2, lambda i: summation(0, i, lambda j: i * j)), 7),
    (series(0, lambda i: half**i), 2),
    (series(3, lambda i: i * (-half) ** i), Fraction(-2, 9)),
    (series(0, lambda i: term(1)), 0),
    (series(0, lambda i: (-term(1)) ** i), 0),
    (series(-1, lambda i: op("if", i, 4, i, 0)), 5),
    (series(0, lambda i: series(i, lambda j: half**j)), 4),
    (series(0, lambda i: op("cos", i, 3) * half**i), Fraction(5, 7)),
    (op("bound of", -3, binder(lambda n: n * half**n)), 24),
    (op("bound of", 0, binder(lambda n: 1 - half**n)), 1),
    (op("bound of", 0, binder(lambda n: n)), 0),
]


@pytest.mark.parametrize(("t", "wanted"), VALUES, ids=lambda t: repr(t)[:60])
def test_a_term_denotes(t: Term, wanted: Any) -> None:
    assert World({}).value(t) == wanted
    assert World({}).value(normal(t)) == wanted


def analytic(body: Any) -> Term:
    return op("analytic", binder(body, REAL))


def size(rate: Any, body: Any, m: Any) -> Term:
    return op("size", rate, binder(body, REAL), m)


def along(rate: Any, body: Any, u: Any, total: Any) -> Term:
    return op("along", rate, binder(body, REAL), binder(u), total)


SWAP = Chain([[0, 1], [1, 0]], [1, 0])
SPLIT = Chain([[1, 0, 0], [0, HALF, HALF], [0, 1, 0]], [1, 2, 3])
LEAK = Chain([[1, 0], [HALF, HALF]], [0, 1])


def about(name: str, *args: Any) -> Term:
    return op(name, CHAIN, half, *args)


def values(body: Any) -> Term:
    return operator(lambda z, r, v: body(z) * v)


def gauss(end: Term) -> Term:
    return summation(0, end, lambda i: i)


TRUTHS: list[tuple[Term, Truth]] = [
    (tends(lambda n: summation(0, n, lambda i: half**i), 2), True),
    (tends(lambda n: (-term(1)) ** n, 1), False),
    (tends(lambda n: 1 / (2 + half**n), HALF), True),
    (tends(lambda n: summation(0, n, lambda i: i) / (n * n), HALF), True),
    (tends(lambda n: n * half**n, 0), True),
    (converges(0, lambda n: 1 / (n * n)), True),
    (converges(0, lambda n: 1 / n), False),
    (converges(0, lambda n: (-term(1)) ** n / n), None),
    (bounded(0, lambda n: (-term(1)) ** n), True),
    (bounded(0, lambda n: n), False),
    (from_on(0, lambda n: eq(summation(0, n, lambda i: i), n * (n + 1) / 2)), True),
    (from_on(-3, lambda n: eq(summation(0, n, lambda i: i), n * (n + 1) / 2)), False),
    (from_on(-2, lambda n: implies(le(gauss(n), 999), le(gauss(n + 1), 999))), False),
    (from_on(-2, lambda n: implies(le(gauss(n), 10**6), le(gauss(n + 1), 10**6))), None),
    (forall(lambda n: lt(3 * op("div", n, 3), n + 1)), True),
    (forall(lambda n: le(n, 1000)), False),
    (forall(lambda q: implies(lt(abs(q), 1), eq(q / q, 1)), REAL), False),
    (forall(lambda q: eq(q * (1 / q) * q, q), REAL), True),
    (op("positive definite", binder(lambda n: 2 * half**n - 1)), False),
    (analytic(lambda z: z / z), False),
    (analytic(lambda z: 1 / (1 - z)), True),
    (analytic(lambda z: 1 / (1 - 2 * z)), False),
    (analytic(lambda z: 1 / (1 + 4 * z * z)), False),
    (analytic(lambda z: 1 / (2 - z * z)), True),
    (analytic(lambda z: series(0, lambda i: z**i)), True),
    (analytic(lambda z: series(-1, lambda i: z**i)), False),
    (analytic(lambda z: z**-1), False),
    (size(HALF, lambda z: 1 / (1 - z), 2), True),
    (size(HALF, lambda z: 1 / (1 + z), 2), True),
    (size(HALF, lambda z: 1 / (1 + z), Fraction(199, 100)), False),
    (size(2, lambda z: 3 + z, 3), True),
    (size(HALF, lambda z: 3 - series(1, lambda i: i * z**i), 5), True),
    (size(HALF, lambda z: 3 - series(1, lambda i: i * z**i), Fraction(49, 10)), False),
    (along(HALF, lambda z: z**2, lambda n: n, HALF), True),
    (along(2, lambda z: z**2, lambda n: n, HALF), False),
    (along(HALF, lambda z: 1 / (1 - z), lambda n: n, 2), True),
    (along(HALF, lambda z: 1 / (1 - z), lambda n: op("cos", n, 4), Fraction(4, 5)), True),
    (about("same", values(lambda z: z**2), values(lambda z: term(Fraction(1, 4)))), True),
    (about("same", values(lambda z: z), values(lambda z: half)), False),
    (about("same", operator(lambda z, r, v: abs(v)), values(lambda z: term(0))), True),
    (about("contracts", values(lambda z: z + z**2), Fraction(3, 4)), True),
    (about("contracts", values(lambda z: z + z**2), Fraction(7, 10)), False),
    (about("contracts", values(lambda z: z - z), -1), False),
    (about("constants", values(lambda z: 1 - z), binder(lambda c: c / 2, REAL)), True),
    (about("constants", values(lambda z: 1 - z), binder(lambda c: c / 3, REAL)), False),
    (about("zero only at", values(lambda z: 1 - z), values(lambda z: z)), True),
    (about("zero only at", values(lambda z: 1 - 4 * z**2), values(lambda z: z)), False),
    (about("stationary bound", values(lambda z: z), HALF), True),
    (about("stationary bound", values(lambda z: z), Fraction(49, 100)), False),
    (about("dissipative", values(lambda z: z), HALF), True),
    (about("dissipative", values(lambda z: z), Fraction(51, 100)), False),
    (about("on-policy", values(lambda z: z)), True),
    (about("on-policy", values(lambda z: 3 * z)), False),
    (op("cycle", HALF, values(lambda z: z), 2, binder(lambda n: (-term(1)) ** n), -HALF), True),
    (op("cycle", HALF, values(lambda z: z), 2, binder(lambda n: (-term(1)) ** n), HALF), False),
    (op("cycle", HALF, values(lambda z: z), 2, binder(lambda n: n), 77), True),
    (op("two states", HALF, values(lambda z: z), Fraction(1, 4), Fraction(-1, 4)), True),
    (op("two states", HALF, values(lambda z: z), 7, -HALF), True),
    (op("mode", HALF, values(lambda z: z), 0, HALF, 4, 1), True),
    (op("mode", HALF, values(lambda z: z), 0, -HALF, 4, 1), False),
    (op("mode", HALF, values(lambda z: z), HALF, 0, 0, 3), True),
    (op("reversible", HALF, values(lambda z: z), HALF), True),
    (op("reversible", HALF, values(lambda z: z), Fraction(49, 100)), False),
]


@pytest.mark.parametrize(("s", "wanted"), TRUTHS, ids=lambda t: repr(t)[:70])
def test_a_statement_holds(s: Term, wanted: Truth) -> None:
    world = World({CHAIN: SWAP})
    assert world.holds(s) is wanted
    assert world.holds(key(s)) is wanted


def test_every_stationary_distribution_counts() -> None:
    assert len(SPLIT.stationary()) == 2
    assert SPLIT.stationary()[0] != SPLIT.stationary()[1]
    # a chain that leaks has one class, and no distribution that is positive everywhere
    assert LEAK.stationary() == [[1, 0]]
    world = World({CHAIN: LEAK})
    assert world.holds(about("on-policy", values(lambda z: 3 * z))) is True
    assert world.holds(about("dissipative", values(lambda z: 3 * z), 0)) is False


def test_definite_matrices() -> None:
    assert definite(identity(3)) == 1
    assert definite(matrix([[1, 1], [1, 1]])) == 0
    assert definite(matrix([[0, 1], [1, 0]])) == -1
    assert definite(matrix([[1, 2], [2, 1]])) == -1
    assert definite(matrix([[0, 0], [0, -1]])) == -1
    assert definite(cycle(3) - identity(3)) == -1


def number_of(v: Value) -> float:
    return float(v.a) + float(v.b) * math.sqrt(3) if isinstance(v, Surd) else float(v)


def test_turns() -> None:
    for parts in (1, 2, 3, 4, 6, 12):
        for turns in range(-13, 14):
            angle = 2 * math.pi * turns / parts
            assert math.isclose(number_of(cosine(turns, parts)), math.cos(angle), abs_tol=1e-9)
            assert math.isclose(number_of(sine(turns, parts)), math.sin(angle), abs_tol=1e-9)
    with pytest.raises(Undecided):
        cosine(1, 5)


@pytest.mark.parametrize("seed", range(6))
def test_closed_forms_are_what_adding_up_gives(seed: int) -> None:
    """A sum to a large n, from its closed form, at n = 12."""
    rng = random.Random(seed)
    tried = 0
    for _ in range(60):
        body = drawing.sequence_body(rng)
        world = World(drawing.completed(rng, [body], {}))
        total = node("sum", None, (number(rng.randint(-2, 2)), n, body))
        world.values[n] = Fraction(12)
        try:
            wanted = world.value(total)
            classes = world._classes(bind(total, n), ())
            scope, found = classes[12 % len(classes)]
            if scope.start * len(classes) <= 12 and isinstance(found, Germ):
                m = Fraction(12 // len(classes))
                top, bottom = (
                    sum((c * r**m * m**d for (r, _, d), c in part.items()), Fraction(0))
                    for part in (found.top, found.bottom)
                )
                assert top / bottom == wanted, total
                tried += 1
        except Undecided:
            continue
    assert tried > 5


@pytest.mark.parametrize("seed", range(6))
def test_a_power_series_along_a_sequence_is_what_adding_up_gives(seed: int) -> None:
    rng = random.Random(seed)
    tried = 0
    for _ in range(40):
        body, u = drawing.function_body(rng), drawing.sequence_body(rng)
        world = World(drawing.completed(rng, [u], {}) | drawing.completed(rng, [body], {}))
        s = node("along", None, (half, body, u, number(0)))
        try:
            total, b = world.along(s), world.function(body)
            if total is None or b is None:
                continue
            members = [world.value(u, (Fraction(i),)) for i in range(20)]
        except Undecided:
            continue
        terms = [
            float(int(c.p) / int(c.q)) * 0.5**i * number_of(members[i])
            for i, c in enumerate(b.coefficients(20))
        ]
        if abs(terms[-1]) < 1e-5:
            assert math.isclose(number_of(total), sum(terms), abs_tol=1e-3)
            tried += 1
    assert tried > 5


# -- the core against the evaluation --------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_the_normal_form_denotes_the_same_number(seed: int) -> None:
    rng = random.Random(seed)
    tried = 0
    for _ in range(150):
        t = drawing.some_real(rng, 3) if rng.random() < 0.9 else number(1)
        world = World(drawing.completed(rng, [t, normal(t)], {}))
        try:
            assert world.value(t) == world.value(normal(t)), (t, normal(t))
            tried += 1
        except Undecided:
            continue
    assert tried > 50


@pytest.mark.parametrize("seed", range(10))
def test_what_vanishes_is_zero_where_the_premises_hold(seed: int) -> None:
    rng = random.Random(seed)
    found = 0
    for _ in range(150):
        a, b = drawing.some_real(rng, 1), drawing.some_real(rng, 1)
        e, d = rng.choice((n, k, n + k, n - 1)), rng.choice((a, b, x, y))
        t = rng.choice(
            (
                a ** (e + 2) - a**e * a * a,
                (a / d) * d - a,
                a ** (e + n) - a**e * a**n,
                b ** (e + 1) / b - b**e,
                1 / (1 + a / d) - d / (a + d),
                a - b,
                a ** (e - 1) * a - a**e,
            )
        )
        units = [d, *([1 + a / d, a + d] if rng.random() < 0.5 else [])]
        units += [b] if rng.random() < 0.5 else []
        wholes = [e, *([n] if rng.random() < 0.5 else [])]
        if not vanishes(polynomial(t), units, wholes):
            continue
        found += 1
        for _ in range(4):
            world = World(drawing.completed(rng, [t, *units, *wholes], {}))
            try:
                nonzero = all(sign(world.value(u)) for u in units)
                if nonzero and all(sign(world.value(w)) >= 0 for w in wholes):
                    assert sign(world.value(t)) == 0, (t, units, wholes)
            except Undecided:
                continue
    assert found > 15


def test_bound_names_are_not_names() -> None:
    i = var("i", INT)
    assert summation(0, n, lambda a: x**a) is summation(0, n, lambda b: x**b)
    inside = substitute(summation(0, n, lambda a: x * a), {x: i})
    assert inside is summation(0, n, lambda b: i * b)
    two = summation(0, n, lambda a: summation(0, a, lambda b: f(a, b)))
    assert put(two.args[2], i) is summation(0, i, lambda b: f(i, b))
    product = bind(apply("h", INTS[0]) * INTS[1], *INTS[:2])
    made = substitute(two, {("f", (INT, INT)): product})
    assert made is summation(0, n, lambda a: summation(0, a, lambda b: apply("h", a) * b))


def test_a_term_that_is_put_in_keeps_its_own_binders() -> None:
    i = var("i", INT)
    inner = bind(summation(0, i, lambda a: a * i), i)
    made = substitute(summation(0, n, f), {("f", (INT,)): inner})
    assert made is summation(0, n, lambda a: summation(0, a, lambda b: b * a))


def test_multiples_are_one_statement() -> None:
    assert key(le(x / 2, y / 3)) is key(le(3 * x, 2 * y)) is key(le(3 * x - 2 * y, 0))
    assert key(le(x, y)) is not key(le(y, x))
    assert key(eq(x, y)) is key(eq(-y, -x))
