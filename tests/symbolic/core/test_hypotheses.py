"""The axioms in instances not made for them: all are true, and every hypothesis is needed.

An instance of an axiom is made so that its hypotheses hold, and would hardly show that one of them
is missing.  Here two instances are mixed; the hypotheses then hold now and then.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import symbolic.rules  # noqa: F401  brings in the axioms about operators
from symbolic.core.axioms import AXIOMS
from symbolic.core.kernel import Refused
from symbolic.core.terms import IllFormed, Term, substitute
from tests.symbolic.core import drawing
from tests.symbolic.core.evaluation import World
from tests.symbolic.core.exact import Undecided
from tests.symbolic.core.instances import INSTANCES, solved


def mixed(rng: random.Random, name: str) -> tuple[dict[Any, Term], dict[Any, Any]]:
    """What is put into an axiom, and values: some from one instance of it, some from another.

    An instance is made so that the hypotheses hold; of a mixed one they hold now and then.
    """
    one, other = (INSTANCES[name](rng, name) for _ in range(2))
    often = rng.choice((0.0, 0.2, 0.5))
    mapping: dict[Any, Term] = {}
    values = {**other.values, **one.values}
    for key in sorted({*one.mapping, *other.mapping, *values}, key=repr):
        source = other if rng.random() < often else one
        if key in source.mapping:
            mapping[key] = source.mapping[key]
        if key in source.values:
            values[key] = source.values[key]
    return mapping, values


def outcome(rng: random.Random, name: str, hypotheses: list[Term], conclusion: Term) -> bool | None:
    """Whether the conclusion holds in a mixed instance; None if not all hypotheses hold there."""
    mapping, values = mixed(rng, name)
    given = [substitute(h, mapping) for h in hypotheses]
    goal = substitute(conclusion, mapping)
    values = drawing.completed(rng, (*given, goal), values)
    values = solved(rng, given, values, values if rng.random() < 0.5 else {})
    world = World(values, lenient=True)
    if not all(world.holds(h) is True for h in given):
        return None
    return World(values).holds(goal)


def false_instance(name: str, tries: int, left_out: int = -1) -> bool:
    """Is there an instance that is false, if one hypothesis of the axiom is left out?"""
    rng = random.Random(f"{name} {left_out}")
    found, conclusion = AXIOMS[name]
    hypotheses = [h for k, h in enumerate(found) if k != left_out]
    for _ in range(tries):
        try:
            if outcome(rng, name, hypotheses, conclusion) is False:
                return True
        except (Refused, IllFormed, Undecided):
            continue
    return False


#: hypotheses that no mixed instance shows to be needed, and why: idle, or never drawn otherwise
NOT_SHOWN: dict[tuple[str, int], str] = {
    ("far side of the circle", 0): "1 <= b follows from b < 4 a < 3 b",
    ("size of the variable", 1): "a discount of 1 or more counts as 0, which is less than it",
    ("exchanged series", 0): "finitely many columns do not change convergence",
    ("echo", 0): "with no lag, the sequence is 1, 0, 0, ...",
    ("two states", 3): "not drawn: p > 1, where the two states swap, and another number",
    ("outgrown", 1): "not drawn: an unbounded sequence that falls again and again",
    ("exchange of series", 1): "not drawn: a triangle whose sums depend on the order",
    ("exchanged series", 1): "not drawn: a triangle whose sums depend on the order",
    ("coefficients", 0): "not drawn: coefficients that outgrow all powers",
    ("size of a series", 3): "not drawn: sizes that cannot be summed, of functions that can",
    ("matrices of summable size", 1): "not drawn: sizes that cannot be summed",
    ("quadratic form", 0): "not drawn: a sequence that is not positive definite",
    ("largest covariance", 0): "not drawn: a sequence that is not positive definite",
    ("von Neumann's inequality", 0): "not drawn: a negative bound of an operator that is zero",
    ("values on a cycle", 2): "not drawn: a cycle of no states",
    ("numbers on two states", 0): "not drawn: a discount that is not positive, and other functions",
    **{("along a series", k): "not drawn: series that cannot be exchanged" for k in range(5)},
    **{
        (name, k): "what is said holds by convention for other discounts, and cycles of no states"
        for name in ("on a cycle", "modes of a cycle")
        for k in range(3)
    },
    **{(name, k): "holds by convention for other discounts"
       for name in ("invertible", "reversible chains") for k in range(2)},
}  # fmt: skip


@pytest.mark.parametrize("name", AXIOMS)
def test_an_axiom_is_true_in_instances_that_were_not_made_for_it(name: str) -> None:
    assert not false_instance(name, 60)


@pytest.mark.parametrize(
    ("name", "k"),
    [
        pytest.param(name, k, id=f"{name}, {k}")
        for name, (hypotheses, _) in AXIOMS.items()
        for k in range(len(hypotheses))
        # instances are drawn with power series; that these are asked for is tested by their names
        if (name, k) not in NOT_SHOWN and hypotheses[k].op != "analytic"
    ],
)
def test_no_hypothesis_of_an_axiom_can_be_left_out(name: str, k: int) -> None:
    assert false_instance(name, 1000, left_out=k)
