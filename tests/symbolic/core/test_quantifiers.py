"""Over what the statements of the axioms are quantified."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from symbolic.core.axioms import AXIOMS
from symbolic.core.terms import INT, MRP, REAL, Term, eq, forall, implies, lt, node
from symbolic.rules.classical import DESCENDED, DESCENT

SEQUENTS = {**AXIOMS, "small steps": (DESCENT, DESCENDED)}


def quantifiers(t: Term) -> Iterator[Term]:
    """The statements "for all" in a term."""
    if t.op == "all":
        yield t
    for part in t.args:
        yield from quantifiers(part)


def start(body: Term) -> bool:
    """Does the body begin with the condition that the variable is at least an integer?"""
    if body.op != "implies" or body.args[0].op != "<=":
        return False
    first, variable = body.args[0].args
    return first.sort == INT and variable.op == "bound" and variable.data[0] == 0


@pytest.mark.parametrize("name", SEQUENTS)
def test_an_integer_runs_from_a_start_and_everything_else_is_real_or_an_mrp(name: str) -> None:
    hypotheses, conclusion = SEQUENTS[name]
    for statement in (*hypotheses, conclusion):
        for every in quantifiers(statement):
            assert every.data in ((INT,) if start(every.args[0]) else (REAL, MRP))


def test_two_operators_are_one_if_they_are_for_all_real_numbers() -> None:
    def places(name: str, *args: Term) -> Term:
        return node("app", (name, 3 * (REAL,)), args)

    same = forall(
        lambda z, r, v: implies(lt(abs(z), 1), eq(places("F", z, r, v), places("G", z, r, v))),
        *3 * (REAL,),
    )
    assert AXIOMS["bridge"][0] == (same,)
