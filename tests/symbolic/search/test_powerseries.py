"""Sizes of power series, that they are analytic, and their sums along a sequence."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from symbolic.core.kernel import Theorem, assume
from symbolic.core.polynomials import key, normal
from symbolic.core.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    apply,
    bind,
    binder,
    bounded,
    converges,
    from_on,
    le,
    lt,
    node,
    number,
    put,
    series,
    summation,
    var,
)
from symbolic.library import powerseries as library
from symbolic.search.powerseries import (
    along_of,
    analytic,
    differently,
    read_along,
    sized,
    sized_of,
)

gamma, z, x = var("gamma"), var("z"), var("x")
n, m = var("n", INT), var("m", INT)
DISCOUNT = (assume(lt(0, gamma)), assume(lt(gamma, 1)))
WHOLE = assume(le(0, n))
HALF = 1 / number(2)


def h(i: Term) -> Term:
    return apply("h", i)


def u(i: Term) -> Term:
    return apply("u", i)


BOUNDED = assume(bounded(0, h))
VALUES = assume(bounded(0, u))
SUMMABLE = assume(converges(0, h))
geometric = 1 / (1 - z)
powers = series(0, lambda i: h(i) * z**i)


def function(t: Term) -> Term:
    return bind(t, z)


@pytest.mark.parametrize(
    ("t", "size", "facts"),
    [
        (x, abs(x), ()),
        (z, gamma, ()),
        (3 - x * z, 3 + abs(x) * gamma, ()),
        (1 - x + z, abs(1 - x) + gamma, ()),
        (z**n, gamma**n, (WHOLE,)),
        (1 + z**n * (z - 1), 1 + gamma**n * (gamma + 1), (WHOLE,)),
        (geometric, 1 / (1 - gamma), ()),
        (1 / (z - 1), 1 / (1 - gamma), ()),
        (1 / (2 - 2 * z), HALF / (1 - gamma), ()),
        (1 / (1 - z) ** 2, (1 / (1 - gamma)) ** 2, ()),
        ((1 + z) ** 3, (1 + gamma) ** 3, ()),
        ((x * z) ** n, abs(x) ** n * gamma**n, (WHOLE,)),
        (
            summation(1, m, lambda i: h(i) * z**i),
            summation(1, m, lambda i: abs(h(i)) * gamma**i),
            (),
        ),
        (powers, series(0, lambda i: abs(h(i)) * gamma**i), (BOUNDED,)),
        (
            series(0, lambda i: summation(0, i, lambda j: z**j) * h(i) * z**i),
            series(0, lambda i: summation(0, i, lambda j: gamma**j) * abs(h(i)) * gamma**i),
            (SUMMABLE, BOUNDED),
        ),
        (series(0, lambda i: h(i) * (1 + z)), abs(series(0, h)) * (1 + gamma), (SUMMABLE,)),
    ],
)  # fmt: skip
def test_the_size_is_read_off_the_form(t: Term, size: Term, facts: tuple[Theorem, ...]) -> None:
    given = (*DISCOUNT, *facts)
    found = sized_of(gamma, function(t), given)
    assert found is not None
    assert key(found.conclusion) is key(library.size(function(t), size, gamma))
    assert found.hypotheses <= frozenset().union(*(f.hypotheses for f in given))
    shown = analytic(function(t), given)
    assert shown is not None
    assert shown.conclusion is node("analytic", None, (function(t),))


@pytest.mark.parametrize(
    ("t", "facts"),
    [
        (z**n, ()),
        (1 / (1 - 2 * z), ()),
        (1 / (1 + z), ()),
        (1 / (1 - z * z), ()),
        (abs(z), ()),
        (x**n / z, ()),
        (powers, ()),
        (series(0, lambda i: h(i) * (1 + z)), ()),
        (series(0, lambda i: h(i) * z**(i - 1)), (BOUNDED,)),
        (series(0, lambda i: number(2) ** i * z**i), ()),
    ],
)  # fmt: skip
def test_what_is_not_known_to_be_a_power_series(t: Term, facts: tuple[Theorem, ...]) -> None:
    assert sized_of(gamma, function(t), (*DISCOUNT, *facts)) is None
    assert analytic(function(t), (*DISCOUNT, *facts)) is None


def test_there_is_no_size_without_a_discount() -> None:
    assert sized_of(gamma, function(z), ()) is None
    assert analytic(function(z), ()) is not None


def test_a_size_may_be_larger() -> None:
    assert sized(gamma, function(z), ONE, DISCOUNT) is not None
    assert sized(gamma, function(z), gamma**2, DISCOUNT) is None


def test_a_series_that_converges_in_some_way_is_taken_apart() -> None:
    mixed = series(0, lambda i: h(i) * (geometric + z**i * (x - geometric)))
    assert analytic(function(mixed), (SUMMABLE, BOUNDED)) is not None
    assert analytic(function(mixed), (BOUNDED,)) is None


@pytest.mark.parametrize(
    ("t", "total"),
    [
        (x, x * u(ZERO)),
        (z, gamma * u(ONE)),
        (x * z**n, x * gamma**n * u(n)),
        (1 - x + 2 * z**n, (1 - x) * u(ZERO) + 2 * gamma**n * u(n)),
        (summation(0, m, lambda i: h(i) * z**i), summation(0, m, lambda i: h(i) * gamma**i * u(i))),
        (x * powers, x * series(0, lambda i: h(i) * gamma**i * u(i))),
    ],
)
def test_along_a_sequence(t: Term, total: Term) -> None:
    facts = (*DISCOUNT, WHOLE, BOUNDED, VALUES)
    found = along_of(gamma, function(t), binder(u), facts)
    assert found is not None
    assert key(found.conclusion) is key(library.along(function(t), binder(u), total, gamma))
    assert read_along(gamma, function(t), binder(u), total, facts) is not None
    assert read_along(gamma, function(t), binder(u), total + 1, facts) is None


def test_a_series_is_read_along_bounded_sequences_only() -> None:
    assert along_of(gamma, function(powers), binder(u), (*DISCOUNT, BOUNDED)) is None
    assert along_of(gamma, function(geometric), binder(u), (*DISCOUNT, VALUES)) is None


def test_equal_functions_have_one_size() -> None:
    found = sized_of(gamma, function(1 + z), DISCOUNT)
    assert found is not None
    other = function((1 - z * z) / (1 - z))
    moved = differently(found, other, DISCOUNT)
    assert moved.conclusion is library.size(other, found.conclusion.args[2], gamma)


def test_names_do_not_clash() -> None:
    """The rate, the index and the variable of the function are called as in the axioms."""
    lo, q, k = var("lo", INT), var("q"), var("k", INT)
    facts = tuple(map(assume, (lt(0, q), lt(q, 1), le(0, k), le(0, lo))))
    t = series(lo, lambda i: q * z ** (i + k))
    found = sized_of(q, function(t), facts)
    assert found is not None
    expected = series(lo, lambda i: abs(q) * q ** (i + k))
    assert key(found.conclusion) is key(library.size(function(t), expected, q))


# -- the sizes are true ---------------------------------------------------------------------------

TERMS = 40
RATE = Fraction(1, 3)


def drawn(choice: random.Random, depth: int) -> Term:
    """A term in z without other variables."""
    if depth == 0:
        return choice.choice([z, number(choice.randint(-3, 3)), geometric, z**2])
    one, other = drawn(choice, depth - 1), drawn(choice, depth - 1)
    last = number(choice.randint(-1, 3))
    return choice.choice(
        [
            one + other,
            one * other,
            one - other,
            one**2,
            summation(0, last, lambda i: i * z**i * one),
        ]
    )


def coefficients(t: Term) -> list[Fraction]:
    """The first coefficients of a power series, by an implementation of its own."""
    none = [Fraction(0)] * TERMS
    if t.op == "num":
        return [Fraction(t.data), *none[1:]]
    if t is z:
        return [none[0], Fraction(1), *none[2:]]
    if t.op == "inv":
        assert normal(t.args[0]) is normal(1 - z)
        return [Fraction(1)] * TERMS
    if t.op == "+":
        return [sum(parts, Fraction(0)) for parts in zip(*map(coefficients, t.args), strict=True)]
    if t.op == "sum":
        lo, hi, body = t.args
        each = [coefficients(put(body, number(i))) for i in range(lo.data, hi.data + 1)]
        return [sum(parts, Fraction(0)) for parts in zip(none, *each, strict=True)]
    factors = t.args if t.op == "*" else t.args[:1] * t.args[1].data
    total = [Fraction(1), *none[1:]]
    for factor in factors:
        own = coefficients(factor)
        total = [
            sum((total[j] * own[k - j] for j in range(k + 1)), Fraction(0)) for k in range(TERMS)
        ]
    return total


def value(t: Term) -> Fraction:
    """The value of a term without variables."""
    if t.op == "num":
        return Fraction(t.data)
    if t.op == "abs":
        return abs(value(t.args[0]))
    if t.op == "inv":
        return 1 / value(t.args[0])
    if t.op == "pow":
        return value(t.args[0]) ** int(value(t.args[1]))
    if t.op == "sum":
        lo, hi, body = t.args
        return sum((value(put(body, number(i))) for i in range(lo.data, hi.data + 1)), Fraction(0))
    total = Fraction(t.op == "*")
    for part in t.args:
        total = total + value(part) if t.op == "+" else total * value(part)
    return total


@pytest.mark.parametrize("seed", range(25))
def test_sizes_are_true(seed: int) -> None:
    choice = random.Random(seed)
    t = drawn(choice, 2)
    found = sized_of(number(RATE), function(t), ())
    assert found is not None
    assert not found.hypotheses
    size = sum((abs(b) * RATE**k for k, b in enumerate(coefficients(t))), Fraction(0))
    assert size <= value(found.conclusion.args[2])


def test_every_coefficient_counts() -> None:
    """The largest rate is below one, and every member of the series is needed."""
    assert sized_of(ONE, function(z), ()) is None
    every = assume(from_on(0, lambda i: le(abs(h(i)), 1)))
    found = sized_of(HALF, function(powers), (every,))
    assert found is None or found.conclusion.args[1] is function(powers)
