"""No code of its arguments runs while a rule is at work, and nothing in a term lies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sympy import Integer, Symbol

from symbolic import AtMost, Equal, Theorem, given, index, real, sequence
from symbolic.kernel import Forged
from symbolic.rules import (
    algebra,
    cases,
    generalise,
    instantiate,
    linear_combination,
    on_cycle,
    recall,
    specialise,
)
from symbolic.statements import GAMMA, VALUE, Less, Z

x, n, u = real("x"), index("n"), sequence("u")


class OtherName(str):
    """Equal to the string, and not found where the string is looked for."""

    __slots__ = ()

    def __hash__(self) -> int:
        return 1


class Acting:
    """A number that does something when it is asked which."""

    def __init__(self, act: Callable[[], None], number: int) -> None:
        self.act, self.number = act, number

    def _sympy_(self) -> Any:
        self.act()
        return Integer(self.number)


def a_premise_that_is_changed_meanwhile() -> Theorem:
    """x = x becomes x = x - 1 for the length of one multiplication."""
    theorem, other = algebra(given(), x, x), algebra(given(), 1, 1)
    change, back = (
        lambda: object.__setattr__(theorem.statement, "rhs", x - 1),
        lambda: object.__setattr__(theorem.statement, "rhs", x),
    )
    return linear_combination(given(), 1, 0, (Acting(change, 1), theorem), (Acting(back, 0), other))


def hypotheses_that_are_dropped_meanwhile() -> Theorem:
    below = recall(given(Equal(x, 1)), Equal(x, 1))
    above = recall(given(Equal(x, 1)), Equal(x, 1))
    whole = below.hypotheses
    states = [(), whole]

    def change() -> None:
        for theorem in (below, above):
            object.__setattr__(theorem, "hypotheses", states[0])
        states.reverse()

    return cases(given(), below, above, Acting(change, 0), 0)


def a_variable_by_another_name() -> Theorem:
    """n = 5 would hold for all n."""
    other = Symbol(OtherName("n"), integer=True)
    wrong = recall(given(Equal(other, 5)), Equal(n, 5))
    return instantiate(
        given(), specialise(given(), generalise(given(), wrong, n, 0), 7), {other: 5}
    )


def values_by_another_name() -> Theorem:
    ctx = given(Less(0, GAMMA), Less(GAMMA, 1))
    return on_cycle(ctx, u(0) * Z * VALUE, 3, OtherName("u"))


def a_variable_of_another_kind() -> Theorem:
    class Mine(Symbol):  # type: ignore[misc]
        __slots__ = ()

    made = Mine("n", integer=True)
    return generalise(given(), recall(given(), AtMost(0, 1)), made, 0)


@pytest.mark.parametrize(
    "attempt",
    [
        a_premise_that_is_changed_meanwhile,
        hypotheses_that_are_dropped_meanwhile,
        a_variable_by_another_name,
        values_by_another_name,
        a_variable_of_another_kind,
    ],
    ids=lambda attempt: attempt.__name__,
)
def test_nothing_but_plain_values_enters_a_rule(attempt: Callable[[], Theorem]) -> None:
    with pytest.raises(Forged, match="not a kind of thing that a rule works on"):
        attempt()
