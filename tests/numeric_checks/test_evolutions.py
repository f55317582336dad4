"""Families that hypotheses make of a finite chain: drawn stochastic, and solved for exactly."""

from fractions import Fraction
from random import Random

import pytest

from numeric_checks.evidence.drawing import Plan
from numeric_checks.evidence.evolutions import MOST_STATES, drawn_matrix, evolutions, orders
from numeric_checks.evidence.recursions import Unsolved
from numeric_checks.statements import Instance
from numeric_checks.statements.findings import Outcome
from numeric_checks.statements.meaning import decide
from numeric_checks.statements.reading import Reading
from proofs.lemmas.finite_chain import CHAIN, LAW, START, P, every_state, iterates, p, s, x
from symbolic import Equal, ForAll, index, sequence, series
from symbolic.terms.edge import to_core

i, m, y = (index(name) for name in "imy")
w = sequence("w")
GIVEN = (*CHAIN, LAW, *START, iterates(w))


@pytest.mark.parametrize("size", range(1, MOST_STATES + 1))
def test_rows_of_a_drawn_matrix_are_distributions(size: int) -> None:
    for seed in range(20):
        at = Instance.of({m: size - 1}, {P: drawn_matrix(size, Random(seed))})
        reading = Reading(at)
        rows = [[reading.number(to_core(P(a, b))) for b in range(size)] for a in range(size)]
        assert all(sum(row) == 1 and min(row) >= 0 for row in rows)


def test_what_is_a_matrix_and_what_goes_on_is_read_off_the_hypotheses() -> None:
    assert orders(GIVEN) == {P: m}
    assert set(evolutions(GIVEN)) == {p, w}
    assert orders([every_state(x, Equal(series(P(x, y), y, 0, m), 2))]) == {}


@pytest.mark.parametrize("seed", range(6))
def test_what_is_drawn_goes_on_as_it_is_said_to_and_that_is_decided_for_all_times(
    seed: int,
) -> None:
    at = Plan(GIVEN, ()).draw(Random(seed))
    assert [decide(s_, at).outcome for s_ in GIVEN] == [Outcome.HOLDS] * len(GIVEN)
    summed = ForAll(i, 0, Equal(series(p(i, x), x, 0, m), 1))
    assert decide(summed, at).outcome is Outcome.HOLDS


def test_the_law_of_a_walk_after_three_steps_is_that_of_its_powers() -> None:
    at = Plan(GIVEN, ()).draw(Random(3))
    reading = Reading(at)
    size = int(at.values[m]) + 1
    law = [Fraction(int(a == at.values[s])) for a in range(size)]
    for _ in range(3):
        law = [
            sum((law[b] * reading.number(to_core(P(b, a))) for b in range(size)), Fraction(0))
            for a in range(size)
        ]
    assert law == [reading.number(to_core(p(3, a))) for a in range(size)]


def test_a_matrix_without_rational_eigenvalues_is_not_solved() -> None:
    from numeric_checks.evidence.evolutions import solution
    from numeric_checks.statements import members
    from numeric_checks.statements.instances import k
    from symbolic import FloorDiv, IfLess

    other = index("l")
    ahead = k + 1 - 3 * FloorDiv(k + 1, 3)
    cycle = members(then=IfLess(ahead, other, 0, IfLess(other, ahead, 0, 1)), over=(k, other))
    at = Instance.of({m: 2, s: 0}, {P: cycle})
    with pytest.raises(Unsolved, match="no sums of powers"):
        solution(at, evolutions(GIVEN)[p], GIVEN, Random(0))
