"""Instances at which a goal fails are exact, and found in the same order each time."""

from __future__ import annotations

from fractions import Fraction

import pytest

from numeric_checks import assert_identity
from numeric_checks.identities.domains import InvalidAssumption
from numeric_checks.statements.counterexamples import counterexample
from numeric_checks.statements.describing import in_words
from symbolic import (
    AtMost,
    Converges,
    Equal,
    ForAll,
    Less,
    NotEqual,
    Rational,
    Statement,
    TendsTo,
    index,
    real,
    sequence,
    series,
)
from symbolic.statements import IllFormed

x, gamma, n, i, h = real("x"), real("gamma"), index("n"), index("i"), sequence("h")
DISCOUNT = [Less(0, gamma), Less(gamma, 1)]


@pytest.mark.parametrize(
    ("goal", "known", "found"),
    [
        (Less(1, n), [AtMost(1, n)], "n = 1"),
        (NotEqual(gamma, Rational(1, 2)), DISCOUNT, "γ = 1/2"),
        (Equal((1 + x) ** 2, 1 + x**2), [], "x = 1"),
        (AtMost(h(n), 1), [AtMost(0, n)], "n = 1, h = (-1, 2, 0, 0, ...)"),
        (Equal(series(gamma**i, i, 0), 1 / (1 + gamma)), DISCOUNT, "γ = 1/2"),
        (AtMost(series(gamma**i, i, 0), 2), DISCOUNT, "γ = 2/3"),
        (Less(1, 0), [], ""),
    ],
    ids=str,
)
def test_an_instance_is_found(goal: Statement, known: list[Statement], found: str) -> None:
    at = counterexample(goal, known)
    assert at is not None
    assert in_words(at).text() == found


@pytest.mark.parametrize(
    ("goal", "known"),
    [
        (Less(gamma**2, gamma), DISCOUNT),
        (Equal(series(gamma**i, i, 0), 1 / (1 - gamma)), DISCOUNT),
        (AtMost(series(gamma**i, i, 0), 1 / (1 - gamma)), DISCOUNT),
        (Equal(x / x, 1), [NotEqual(x, 0)]),
        (Less(1, x), [Less(x, 0), Less(0, x)]),
    ],
    ids=str,
)
def test_none_is_found_where_the_goal_follows(goal: Statement, known: list[Statement]) -> None:
    assert counterexample(goal, known) is None


def test_what_cannot_be_decided_is_no_counterexample() -> None:
    harmonic = Converges(1 / (i + 1), i, 0)
    assert counterexample(AtMost(x, 0)) is not None
    assert counterexample(AtMost(x, 0), [harmonic]) is None
    assert counterexample(harmonic) is None


def test_sequences_are_decided_for_all_indices() -> None:
    falls = ForAll(i, 0, AtMost(h(i + 1), h(i)))
    at = counterexample(Less(h(n), h(0)), [falls, AtMost(0, n), TendsTo(h(i), i, 0)])
    assert at is not None
    assert in_words(at).text() == "n = 0, h = (1, 0, 0, ...)"
    assert counterexample(AtMost(h(n), h(0)), [falls, AtMost(0, n)]) is None
    assert counterexample(falls) is not None


def test_an_assumption_may_be_a_comparison_of_sympy() -> None:
    where = [gamma > 0, gamma < 1]
    left = series(gamma**i, i, 0)
    assert assert_identity(left, 1 / (1 - gamma), where=where, cases=5).ok
    with pytest.raises(AssertionError, match="the sides differ at gamma = 1/2"):
        assert_identity(left, 1 / (1 + gamma), where=where, cases=5)
    assert assert_identity("1/2", Fraction(1, 2)).ok


def test_an_assumption_that_is_none_is_refused_in_words() -> None:
    with pytest.raises(IllFormed, match="True is not a statement, the comparison was decided"):
        assert_identity(x, x, where=[1 < 2])
    with pytest.raises(InvalidAssumption, match=r"0 < γ is not a list, expected where=\[0 < γ\]"):
        assert_identity(x, x, where=Less(0, gamma))  # type: ignore[arg-type]
