"""The strategies for kinds of processes draw those, all of those, and shrink to simple ones."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings, strategies as st

from numeric_checks.instances import mrp_strategies as draw
from numeric_checks.instances.evidence import gather
from numeric_checks.processes.chains import is_irreducible, is_reversible
from numeric_checks.processes.mrp import MRP, EpisodicMRP, RewardProcess, cycle

ALL: list[Callable[[], st.SearchStrategy[Any]]] = [
    draw.cycles,
    draw.two_state_mrps,
    draw.reversible_mrps,
    draw.irreducible_mrps,
    draw.episodic_mrps,
]
SEARCH = settings(max_examples=2000, database=None, derandomize=True, phases=[Phase.generate])


@given(draw.cycles(2, 5))
def test_cycles_are_cycles(mrp: MRP) -> None:
    assert 2 <= mrp.size <= 5
    assert mrp == cycle(mrp.size, mrp.gamma, mrp.r)


@given(draw.two_state_mrps())
def test_two_state_processes_are_symmetric(mrp: MRP) -> None:
    (a, b), (c, d) = mrp.P
    assert (a, b) == (d, c)


@given(draw.reversible_mrps(2, 3))
def test_reversible_processes_are_reversible_and_irreducible(mrp: MRP) -> None:
    assert 2 <= mrp.size <= 3
    assert is_reversible(mrp)
    assert is_irreducible(mrp)


@given(draw.irreducible_mrps(2, 3))
def test_irreducible_processes_are_irreducible(mrp: MRP) -> None:
    assert 2 <= mrp.size <= 3
    assert is_irreducible(mrp)


@given(draw.episodic_mrps(2, 3))
def test_episodic_processes_have_rows_of_sum_at_most_one(mrp: EpisodicMRP) -> None:
    assert 2 <= mrp.size <= 3
    assert all(0 <= sum(row) <= 1 for row in mrp.P)


#: what each strategy must be able to draw
FOUND: dict[str, tuple[st.SearchStrategy[Any], Callable[[Any], bool]]] = {
    "p = 0": (draw.two_state_mrps(), lambda m: m.P[0][0] == 0),
    "p = 1/2": (draw.two_state_mrps(), lambda m: m.P[0][0] == Fraction(1, 2)),
    "p = 1": (draw.two_state_mrps(), lambda m: m.P[0][0] == 1),
    "one state": (draw.reversible_mrps(), lambda m: m.size == 1),
    "periodic": (draw.reversible_mrps(), lambda m: m.P == cycle(2, "1/2").P),
    "not reversible": (draw.irreducible_mrps(), lambda m: not is_reversible(m)),
    "a 3-cycle": (draw.irreducible_mrps(), lambda m: m.P == cycle(3, "1/2").P),
    "ends at once": (draw.episodic_mrps(), lambda m: max(m.ending) == 1),
    "never ends": (draw.episodic_mrps(), lambda m: max(m.ending) == 0),
    "may end": (draw.episodic_mrps(), lambda m: 0 < m.ending[0] < 1),
    "a long cycle": (draw.cycles(), lambda m: m.size == 6),
}


@pytest.mark.parametrize("kind", FOUND)
def test_every_kind_is_drawn(kind: str) -> None:
    strategy, wanted = FOUND[kind]
    assert wanted(find(strategy, wanted, settings=SEARCH))


@pytest.mark.parametrize("make", ALL, ids=range(len(ALL)))
def test_nothing_is_drawn_and_thrown_away(make: Callable[[], st.SearchStrategy[Any]]) -> None:
    seen: list[Any] = []

    @settings(
        max_examples=30, database=None, suppress_health_check=[HealthCheck.too_slow], deadline=None
    )
    @given(make())
    def collect(case: Any) -> None:
        seen.append(case)

    collect()
    assert len(seen) >= 30


SHRUNK = [
    (draw.cycles(), "MRP(P=((0, 1), (1, 0)), r=(0, 0), gamma=1/2)"),
    (draw.reversible_mrps(), "MRP(P=((0, 1), (1, 0)), r=(0, 0), gamma=1/2)"),
    (draw.irreducible_mrps(), "MRP(P=((0, 1), (1, 0)), r=(0, 0), gamma=1/2)"),
    (draw.episodic_mrps(), "EpisodicMRP(P=((0, 0), (0, 0)), r=(0, 0), gamma=1/2)"),
]


@pytest.mark.parametrize(("strategy", "smallest"), SHRUNK, ids=range(len(SHRUNK)))
def test_a_failing_process_shrinks_to_simple_numbers(
    strategy: st.SearchStrategy[RewardProcess], smallest: str
) -> None:
    (failure,) = gather(lambda mrp: mrp.size < 2, strategy).failures
    assert failure == f"{smallest}: the check returned False"


def test_hypothesis_is_not_imported_until_a_strategy_is_asked_for() -> None:
    program = (
        "import sys, numeric_checks.instances.mrp_strategies; sys.exit('hypothesis' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
