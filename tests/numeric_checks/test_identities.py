"""assert_identity accepts true formulas, and reports the smallest instance of a false one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st
from sympy import Abs, Expr

from numeric_checks.evidence.assertions import assert_identity
from numeric_checks.identities.digits import compare
from numeric_checks.identities.domains import Domain, InvalidAssumption, domains, holds
from numeric_checks.identities.majorants import NoTailBound
from numeric_checks.instances import strategies as draw
from numeric_checks.instances.evidence import Evidence
from numeric_checks.statements import NoValue
from symbolic import (
    AtMost,
    Equal,
    ForAll,
    IfLess,
    Less,
    NotEqual,
    Statement,
    define,
    index,
    real,
    sequence,
    series,
)
from symbolic.terms import NotATerm

i, k, n, N = (index(x) for x in "iknN")
gamma, lam, x, y = (real(name) for name in ("gamma", "lambda", "x", "y"))
h = sequence("h")

DISCOUNT = (Less(0, gamma), Less(gamma, 1))
GEOMETRIC = (1 - gamma**n) / (1 - gamma)


def counterexample(lhs: Any, rhs: Any, where: Iterable[Statement] = (), **options: Any) -> str:
    with pytest.raises(AssertionError) as failure:
        assert_identity(lhs, rhs, where=where, **options)
    return str(failure.value)


@pytest.mark.parametrize(
    ("lhs", "rhs", "where"),
    [
        pytest.param((x + y) ** 2, x**2 + 2 * x * y + y**2, [], id="reals of both signs"),
        pytest.param(series(gamma**i, i, 0, n - 1), GEOMETRIC, [*DISCOUNT, AtMost(0, n)], id="sum"),
        pytest.param(series(gamma**i, i, 0), 1 / (1 - gamma), DISCOUNT, id="series"),
        pytest.param(
            series(h(i) - h(i + 1), i, 0, n - 1), h(0) - h(n), [AtMost(0, n)], id="telescope"
        ),
        pytest.param(
            h(0) - series((h(n - 1) - h(n)) * gamma**n, n, 1),
            (1 - gamma) * series(h(i) * gamma**i, i, 0),
            DISCOUNT,
            id="summation by parts, any sequence",
        ),
        pytest.param(
            series(1, i, k, n), n - k + 1, [AtMost(k, n)], id="an assumption about two variables"
        ),
        pytest.param(Abs(x), x, [AtMost(0, x)], id="half a line"),
        pytest.param(x / x, 1, [NotEqual(x, 0)], id="a point left out"),
        pytest.param(x**2, 2 * x, [Equal(x, 2)], id="a single point"),
        pytest.param(1, 1, [], id="no variable at all"),
    ],
)
def test_true_identities_pass(lhs: Any, rhs: Any, where: list[Statement]) -> None:
    assert assert_identity(lhs, rhs, where=where, cases=20).ok


@pytest.mark.parametrize(
    ("lhs", "rhs", "where", "message"),
    [
        ((x + y) ** 2, x**2 + y**2, [], "x = 1, y = 1\n  left:  4\n  right: 2"),
        (
            series(gamma**i, i, 0, n),
            GEOMETRIC,
            [*DISCOUNT, AtMost(0, n)],
            "gamma = 1/2, n = 0\n  left:  1\n  right: 0",
        ),
        (
            series(gamma**i, i, 1),
            1 / (1 - gamma),
            DISCOUNT,
            "gamma = 1/2\n  left:  1\n  right: 2",
        ),
        (Abs(x), x, [], "x = -1\n  left:  1\n  right: -1"),
        (h(n), h(n + 1), [AtMost(0, n)], "n = 0, h = (1)\n  left:  1\n  right: 0"),
        (1, 2, [], "every instance\n  left:  1\n  right: 2"),
    ],
)
def test_a_false_identity_fails_on_its_smallest_instance(
    lhs: Any, rhs: Any, where: list[Statement], message: str
) -> None:
    assert counterexample(lhs, rhs, where) == f"the sides differ at {message}"


@pytest.mark.parametrize(
    ("wrong", "where", "place"),
    [
        pytest.param(IfLess(n, 500, 0, 1), [AtMost(1, n)], "n = 1001", id="only large integers"),
        pytest.param(
            series(gamma**n, n, N), [*DISCOUNT, AtMost(10**6, N)], "N = 1000000", id="tiny numbers"
        ),
    ],
)
def test_corners_are_always_visited(wrong: Expr, where: list[Statement], place: str) -> None:
    assert place in counterexample(wrong, 0 if wrong.has(IfLess) else 2 * wrong, where, cases=2)


def test_an_identity_that_fails_near_one_end_only_is_caught() -> None:
    """999 gamma <= 990 is a false assumption in disguise: it fails close to 1 only."""
    small = Abs(99 - 100 * gamma) + (99 - 100 * gamma)  # zero from 99/100 on
    below = Abs(98 - 99 * gamma) - (98 - 99 * gamma)
    message = counterexample(below, 0, DISCOUNT, cases=1)
    assert re.search(r"gamma = 99+/10+", message)
    assert "gamma" in counterexample(small, 2 * (99 - 100 * gamma), DISCOUNT, cases=1)


def test_a_side_that_is_undefined_somewhere_fails() -> None:
    total = series(gamma**i, i, 0, n - 1)
    assert counterexample(total, GEOMETRIC, [AtMost(0, n)]).startswith(
        "undefined at gamma = 1, n = 0\n"
    )
    assert counterexample(1 / x, 1 / x, variables={x: (0, 1)}).startswith("undefined at x = 0")


def test_a_series_that_diverges_somewhere_fails() -> None:
    message = counterexample(series(gamma**i, i, 0), 1 / (1 - gamma), [Less(gamma, 1)])
    assert message == "undefined at gamma = -1\n  a series that does not converge"


def test_a_series_that_is_not_understood_is_not_judged() -> None:
    with pytest.raises(NoTailBound, match="1/n: no bound is known for it, at gamma = 1/2"):
        assert_identity(series(gamma**n / n, n, 1), gamma, where=DISCOUNT)


def test_ranges_can_be_pairs() -> None:
    at_ends = {x: ("1/2", 2), n: (0, 3)}
    assert assert_identity(x**n * x, x ** (n + 1), variables=at_ends).ok
    assert "n = 3" in counterexample(IfLess(n, 3, 0, 1), 0, variables={n: (0, 3)})


def test_the_same_seed_tries_the_same_instances() -> None:
    runs = [counterexample(x * y, 2, seed=seed) for seed in (7, 7)]
    assert runs[0] == runs[1]


def test_evidence_says_how_many_instances_and_digits() -> None:
    exact = assert_identity(x + y, y + x, cases=20)
    assert exact.cases >= 20
    assert exact.digits is None
    digits = assert_identity(
        series(gamma**i, i, 0), 1 / (1 - gamma), where=DISCOUNT, cases=20, digits=60
    )
    assert digits == Evidence(digits.cases, 60, ())
    assert digits.cases >= 20


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ([Less(x, 0), Less(1, x)], "x: no number satisfies what is assumed"),
        ([Less(0, x * y), Less(x * y, 0)], "no instance could be drawn"),
        ([ForAll(n, 0, AtMost(0, h(n)))], "expected a comparison of two terms"),
    ],
)
def test_assumptions_that_cannot_be_used_are_refused(where: list[Statement], message: str) -> None:
    with pytest.raises(InvalidAssumption, match=message):
        assert_identity(x + y, y + x, where=where)


def test_terms_outside_the_language_are_refused() -> None:
    with pytest.raises(NotATerm):
        assert_identity(x * 0.5, x / 2)
    name = define("test_identities_w", (n,), h(n) * 2)
    with pytest.raises(InvalidAssumption, match="unfold it first"):
        assert_identity(name(n), 2 * h(n), where=[AtMost(0, n)])
    with pytest.raises(NoValue, match="no members of P"):
        assert_identity(sequence("P")(n, k), 0, where=[AtMost(0, n), AtMost(0, k)])


# -- the domains --------------------------------------------------------------------------------


@given(draw.rationals(-3, 3), draw.rationals(0, 2), st.booleans(), st.booleans(), st.booleans())
def test_all_values_lie_in_their_domain(
    low: Fraction, width: Fraction, strict_low: bool, strict_high: bool, integer: bool
) -> None:
    symbol = n if integer else x
    statements = [
        (Less if strict_low else AtMost)(low, symbol),
        (Less if strict_high else AtMost)(symbol, low + width),
    ]
    domain = domains(statements, {}, [symbol])[symbol]
    try:
        values = domain.values
    except InvalidAssumption:
        ends = [low + width * Fraction(p, 8) for p in range(9)]
        assert not any(domain.contains(v) for v in ends)
        return
    for value in values:
        assert domain.contains(value)
        assert all(holds(s, {symbol: value}) for s in statements)


@pytest.mark.parametrize("integer", [True, False])
def test_an_unbounded_domain_has_both_signs(integer: bool) -> None:
    values = Domain("x", integer).values
    assert min(values) < 0 < max(values)
    assert 0 in values


def test_bounds_are_combined_to_the_narrowest() -> None:
    statements = [AtMost(0, x), Less(0, x), Less(x, 2), AtMost(x, 1), AtMost(-5, x)]
    domain = domains(statements, {x: (-3, 9)}, [x])[x]
    assert domain == Domain("x", False, Fraction(0), Fraction(1), low_open=True)


@given(draw.discounts(4), st.integers(0, 6))
def test_a_reported_difference_is_one(g: Fraction, power: int) -> None:
    """What compare calls different really is: the two sides are rational here."""
    left, right = series(gamma**i, i, 0), series(gamma**i, i, power)
    assert compare(left, right, {gamma: g}).agrees == (power == 0)
