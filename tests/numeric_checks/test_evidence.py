"""Evidence: claims are tried on the number of instances asked for, and failures are reported."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, strategies as st

from numeric_checks.instances.evidence import Evidence, gather
from numeric_checks.instances.strategies import affine_returns, mrps, rationals
from numeric_checks.processes.mrp import MRP
from symbolic.returns import WeightedReturn

MANY = st.integers(0, 10**6)


@pytest.mark.parametrize("cases", [1, 20, 50])
def test_a_true_claim_is_tried_on_as_many_cases_as_asked(cases: int) -> None:
    seen: list[MRP] = []
    assert gather(seen.append, mrps(), cases=cases) == Evidence(cases, None, ())
    assert len(seen) == cases


def test_the_cases_are_different_from_each_other() -> None:
    seen: list[MRP] = []
    gather(seen.append, mrps())
    assert len(set(seen)) >= 18
    assert {mrp.size for mrp in seen} == {1, 2, 3, 4}


def test_the_same_seed_draws_the_same_cases_and_another_seed_others() -> None:
    def drawn(seed: int) -> list[int]:
        seen: list[int] = []
        gather(seen.append, MANY, seed=seed)
        return seen

    assert drawn(0) == drawn(0)
    assert drawn(0) != drawn(1)


def test_the_same_seed_draws_the_same_cases_in_another_program(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.py").write_text("CONSTANTS = [123456, 654321, 111111]\n")
    program = (
        "import {}; from numeric_checks.instances.evidence import gather;"
        "from hypothesis import strategies;"
        "gather(print, strategies.integers(0, 10**6), cases=100)"
    )
    search = [str(tmp_path), *sys.path]

    def output(module: str) -> str:
        return subprocess.run(
            [
                sys.executable,
                "-c",
                f"import sys; sys.path[:0] = {search}; {program.format(module)}",
            ],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
        ).stdout

    assert output("json") == output("elsewhere")
    assert sorted(p.name for p in tmp_path.iterdir() if p.name != "__pycache__") == ["elsewhere.py"]


def test_a_check_that_returns_false_fails_on_the_smallest_case() -> None:
    evidence = gather(lambda n: n < 1000, MANY)
    assert evidence.failures == ("1000: the check returned False",)
    assert not evidence.ok


def test_a_failed_assertion_is_reported_with_its_message() -> None:
    def below(q: Fraction) -> None:
        assert q <= 1, f"{q} is above one"

    assert gather(below, rationals(0, 2)).failures == ("2: 2 is above one",)


def test_an_assertion_without_a_message_is_reported_too() -> None:
    def refuse(_: int) -> None:
        raise AssertionError

    assert gather(refuse, MANY).failures == ("0: an assertion failed",)


def test_an_unexpected_exception_is_a_failure() -> None:
    assert gather(lambda n: 1 // (n - n), MANY).failures == (
        "0: ZeroDivisionError: integer division or modulo by zero",
    )


def test_only_the_first_line_of_a_message_is_kept() -> None:
    def complain(_: int) -> None:
        raise ValueError("one\ntwo")

    assert gather(complain, MANY).failures == ("0: ValueError: one",)


def test_two_ways_of_failing_are_still_one_failure() -> None:
    def fails(n: int) -> bool:
        if n % 2:
            raise ValueError
        return n < 1000

    assert len(gather(fails, MANY).failures) == 1


def test_the_claim_that_affine_returns_are_convex_fails_with_a_short_example() -> None:
    def convex(ret: WeightedReturn) -> bool:
        return all(w >= 0 for w in ret.nstep_weights)

    (failure,) = gather(convex, affine_returns()).failures
    assert failure == "WeightedReturn(weights=(1, -1), tail=0): the check returned False"


def test_cases_set_aside_by_an_assumption_are_not_counted() -> None:
    def even(n: int) -> bool:
        assume(n % 2 == 0)
        return n % 2 == 0

    assert gather(even, MANY, cases=10) == Evidence(10, None, ())


def test_nothing_drawn_is_a_failure_not_evidence() -> None:
    impossible = MANY.filter(lambda _: False)
    evidence = gather(lambda _: None, impossible)
    assert evidence.cases == 0
    assert not evidence.ok
    assert evidence.failures[0].startswith("no instance could be drawn")


def test_a_check_that_changes_its_mind_is_a_failure() -> None:
    calls = 0

    def flaky(_: int) -> bool:
        nonlocal calls
        calls += 1
        return calls != 3

    assert len(gather(flaky, MANY).failures) == 1


def test_without_the_seeded_generator_evidence_is_gathered_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "numeric_checks.instances.draws", None)
    assert gather(lambda n: n >= 0, MANY).ok
    assert gather(lambda n: n < 1000, MANY).failures == ("1000: the check returned False",)


def test_an_interruption_is_not_swallowed() -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        gather(interrupted, MANY)


def test_a_failing_claim_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    gather(lambda n: n < 3, MANY)
    assert capfd.readouterr() == ("", "")
