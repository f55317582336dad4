"""The normal form: which coefficients a polynomial has, and which spellings are one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symbolic.core.polynomials import (
    atom,
    atoms,
    cleared,
    key,
    normal,
    plus,
    polynomial,
    scaled,
    vanishes,
)
from symbolic.core.terms import INT, MRP, OPER, Term, eq, le, node, number, operator, var

x, y, z = (var(name) for name in "xyz")
n, k = var("n", INT), var("k", INT)
M, H, gamma = var("M", MRP), var("H", OPER), var("gamma")
half = number(Fraction(1, 2))


def div(a: int, b: int) -> Term:
    return node("div", None, (number(a), number(b)))


def test_a_sum_of_polynomials_has_each_once() -> None:
    assert plus(polynomial(x), polynomial(y)) == polynomial(x + y)


def test_what_cancels_in_a_product_leaves_nothing() -> None:
    assert polynomial((x + y) * (x - y)) == polynomial(x * x - y * y)


@pytest.mark.parametrize("t", [1 / (half * x), 1 / (half * x + half * y)], ids=repr)
def test_an_inverse_has_a_whole_coefficient_where_it_can(t: Term) -> None:
    assert [type(q) for q in polynomial(t).values()] == [int]


@pytest.mark.parametrize("q", [2, -2, Fraction(1, 2), Fraction(-1, 2), Fraction(-4, 3)])
def test_all_multiples_are_scaled_to_one(q: Fraction) -> None:
    for p in (polynomial(x), polynomial(x + 3 * y)):
        times, same = scaled(plus({}, p, q))
        assert times == q
        assert same == p
        assert [type(c) for c in (times, *same.values())] == [
            type(c) for c in (number(q).data, *p.values())
        ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1 / ((x + y) * (y - x) + x * x), 1 / (y * y)),
        (operator(lambda z, r, v: z * v + z * v), operator(lambda z, r, v: 2 * z * v)),
        (div(7, 1), number(7)),
        (div(0, 1), number(0)),
        ((half * x) ** n, x**n / number(2) ** n),
        ((-x) ** (3 * n), number(-1) ** n * x ** (3 * n)),
    ],
    ids=repr,
)
def test_two_spellings_have_one_normal_form(one: Term, other: Term) -> None:
    assert normal(one) is normal(other)


def test_a_power_is_inverse_if_its_exponent_without_the_constant_is_negative() -> None:
    for exponent in (n, n - 1, n + 1, n - 7):
        assert normal(x**exponent).op == "pow"
        assert normal(x**-exponent).op == "inv"


def test_powers_of_minus_one_are_written_as_they_are() -> None:
    power = number(-1) ** n
    assert normal(power) is power


def test_statements_about_operators_are_compared_by_the_operators() -> None:
    one, other = operator(lambda z, r, v: v + v), operator(lambda z, r, v: 2 * v)
    first, second = (node("same", None, (M, gamma + x - x, w, H)) for w in (one, other))
    assert key(first) is key(second) is node("same", None, (M, gamma, normal(one), H))
    assert key(node("not", None, (eq(2 * x, 2),))) is key(node("not", None, (eq(1, x),)))


def test_an_order_keeps_its_direction_under_positive_factors() -> None:
    for q in (Fraction(1, 2), 3):
        assert key(le(0, q * x)) is key(le(0, x))
        assert key(le(0, -q * x)) is key(le(x, 0))
    assert key(le(0, half * x)) is not key(le(x, 0))


# -- numbers that are not zero --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gap", "units"),
    [
        (x ** (n + k) - x**n * x**k, [x * y]),
        (x ** (n + k) - x**n * x**k, [1 / x]),
        (x / x - 1, [1 / x]),
        (1 / x ** (n + k) - 1 / x**n / x**k, [x]),
        ((x + y) ** (n + k) - (x + y) ** n * (x + y) ** k, [2 * x + 2 * y]),
    ],
    ids=repr,
)
def test_a_unit_splits_powers_and_cancels(gap: Term, units: list[Term]) -> None:
    assert vanishes(polynomial(gap), units, [])
    assert not vanishes(polynomial(gap), [], [])


def test_the_factors_of_a_product_are_cleared() -> None:
    assert cleared(polynomial(1 / x + 1 / y), x * y) == polynomial(x + y)


def test_a_unit_that_has_no_inverse_clears_nothing() -> None:
    u = var("never inverted")
    for place in (0, 1, 2):
        t = atom(place)
        p = polynomial(t * u)
        assert cleared(p, u) == p
        assert not vanishes(polynomial(t * u - 1), [u], [])
    assert atoms(polynomial(u)) == [u]
