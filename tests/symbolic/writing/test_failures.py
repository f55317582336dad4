"""A refusal says what is missing, what is known there, nearest first, and what was tried."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from symbolic import (
    AtMost,
    Bounded,
    Chain,
    Context,
    Converges,
    Equal,
    ForAll,
    Less,
    NotEqual,
    ProofError,
    Rational,
    define,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.writing import algebra, geometric, peel_last, recall, scale, unfold
from symbolic.writing.failures import account, question
from symbolic.writing.publication import published

x, y, gamma, n, i, N = real("x"), real("y"), real("gamma"), index("n"), index("i"), index("N")
h = sequence("h")


def refusal(call: Callable[[], object]) -> ProofError:
    with pytest.raises(ProofError) as found:
        call()
    return found.value


def test_what_is_missing_and_known_and_tried_is_mathematics() -> None:
    ctx = given(Less(0, gamma), AtMost(2, N), ForAll(i, 0, AtMost(0, h(i))))
    error = refusal(lambda: recall(ctx, Less(gamma * h(N), 1)))
    lines = account(error)
    assert lines[0] == "missing: γ·h_N < 1"
    assert lines[1:4] == ("known:   0 ≤ h_i for all i ≥ 0", "         2 ≤ N", "         0 < γ")
    assert lines[4].startswith("tried:   linear combinations of what is known")
    assert len(lines) == 5


def test_a_handful_of_facts_is_shown_and_the_nearest_come_first() -> None:
    others = [Less(k, real(f"y_{k}")) for k in range(9)]
    ctx = given(*others, Less(0, x), *others)
    lines = account(refusal(lambda: recall(ctx, Less(1, x))))
    assert lines[1] == "known:   0 < x"
    assert lines[-2] == "         and 4 more facts"
    assert len(lines) == 1 + 6 + 1 + 1


def test_nothing_is_known_in_an_empty_context() -> None:
    lines = account(refusal(lambda: recall(given(), Less(1, x))))
    assert lines[:2] == ("missing: 1 < x", "known:   nothing")


@pytest.mark.parametrize(
    ("goal", "way"),
    [
        (Equal(x, y), "field algebra"),
        (NotEqual(x, y), "strict orders"),
        (AtMost(x, y), "products of two facts"),
        (Converges(h(i), i, 0), "comparison with n^p q^n"),
        (Bounded(h(i), i, 0), "what is known to be bounded"),
        (ForAll(i, 0, AtMost(0, h(i))), "linear combinations"),
    ],
    ids=str,
)
def test_each_kind_of_statement_has_its_ways(goal: object, way: str) -> None:
    assert way in account(refusal(lambda: recall(given(Less(0, x)), goal)))[-1]  # type: ignore[arg-type]


def test_the_facts_are_those_of_the_rule_that_refused() -> None:
    ctx = given(Less(0, x))
    inner = ctx.also(Less(x, 1))
    error = refusal(lambda: scale(inner, ctx.facts[0], y))
    assert account(error)[:3] == ("missing: 0 < y", "known:   x < 1", "         0 < x")


def test_where_algebra_fails_the_equations_of_the_step_are_known_too() -> None:
    fact = given(Equal(x, 2)).facts[0]
    chain = Chain(given(Less(0, y)), x * y)
    error = refusal(lambda: chain.to(3 * y, fact))
    assert str(error) == "algebra: x·y and 3·y differ by -y"
    assert account(error)[:3] == ("missing: x·y = 3·y", "known:   x = 2", "         0 < y")
    asked = question(error)
    assert asked is not None
    assert asked[0] == Equal(x * y, 3 * y)
    assert set(asked[1]) == {Equal(x, 2), Less(0, y)}


def test_what_is_not_defined_is_missing() -> None:
    error = refusal(lambda: published(algebra(given(), x / y + 1 / y, (1 + x) / y)))
    assert account(error)[:2] == ("missing: y ≠ 0", "known:   nothing")


def test_a_refusal_without_a_goal_still_says_what_is_known() -> None:
    error = refusal(lambda: peel_last(given(AtMost(0, n)), series(h(i), i, 0)))
    assert account(error) == ("known:   0 ≤ n",)
    assert question(error) is None


def test_what_is_assumed_is_asked_about_and_names_are_put_in() -> None:
    square = define("failures_square", (n,), (n + 1) * x)
    ctx = given(Less(0, x), Less(3, real("u")))
    meant = unfold(ctx, square, N)
    error = refusal(lambda: recall(ctx.also(meant, AtMost(0, N)), Less(1, square(N))))
    asked = question(error)
    assert asked is not None
    goal, known = asked
    assert goal.key == Less(1, (N + 1) * x).key
    assert set(known) == {Less(0, x), AtMost(0, N)}  # what speaks of u alone has no part in it


def test_the_exception_is_one_line() -> None:
    ctx, total = given(Less(0, gamma)), series(gamma**i, i, 0)
    error = refusal(lambda: geometric(ctx, total, gamma))
    assert str(error) == "geometric series: the side condition |γ| < 1 does not follow"
    assert account(error)[0] == "missing: |γ| < 1"
    assert refusal(lambda: recall(Context(), Less(Rational(1, 2), x))).facts == ()


def test_a_step_that_says_something_else_than_its_reason_has_an_instance_to_look_for() -> None:
    fact = given(AtMost(x, 2 * y)).facts[0]
    error = refusal(lambda: Chain(given(Less(0, y)), x).by(fact, y))
    assert str(error) == "restating: the two differ"
    assert account(error)[:3] == ("missing: x ≤ y", "known:   x ≤ 2·y", "         0 < y")
    equations = [(1, given(Equal(x, 2)).facts[0])]
    error = refusal(lambda: Chain(given(), x + y).combine(y + 3, *equations))
    assert account(error)[:2] == ("missing: x + y = 3 + y", "known:   x = 2")
    assert question(error) == (Equal(x + y, y + 3), (Equal(x, 2),))
