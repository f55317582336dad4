"""The search finds what is known to be there, simplest first, and reports nothing that is false."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import strategies as st

import numeric_checks
from numeric_checks.moduli.modulus import modulus
from numeric_checks.processes.mrp import cycle, max_norm
from numeric_checks.processes.spectra import Fate, fate
from numeric_checks.search import GOALS, Candidate, Find, InvalidSearch, Result, Setting, search
from numeric_checks.search.goals import Drawn
from numeric_checks.search.steering import Unrepeatable, simplest
from symbolic.returns import WeightedReturn

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

NINE_TENTHS = Fraction(9, 10)


@cache
def only(goal: str, seed: int) -> Find:
    return search([goal], seed=seed).finds[goal]


def shown(find: Find) -> str:
    return " ".join(map(str, find.h))


# -- what is found ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("goal", "h"),
    [
        ("violates-and-contracts", "1 11/10"),
        ("smallest-support", "1 11/10"),
        ("beats-one-step", "1 21/20"),
        ("diverges", "1 2"),
    ],
)
def test_the_simplest_return_is_found_whatever_the_seed(goal: str, h: str, seed: int) -> None:
    assert shown(only(goal, seed)) == h


def test_a_violator_that_contracts_is_rediscovered() -> None:
    find = only("violates-and-contracts", 0)
    assert find.c == (Fraction(-1, 10), Fraction(11, 10))
    assert find.beta == Fraction(981, 1000) == modulus(WeightedReturn(find.h), NINE_TENTHS)


def test_a_violator_that_beats_one_step_td_is_rediscovered() -> None:
    find = only("beats-one-step", 0)
    assert find.c == (Fraction(-1, 20), Fraction(21, 20))
    assert find.beta == Fraction(1791, 2000) < NINE_TENTHS


def test_an_affine_return_that_diverges_on_an_explicit_mrp_is_rediscovered() -> None:
    find = only("diverges", 0)
    assert find.mrp == cycle(2, "9/10")
    assert fate(find.mrp, WeightedReturn(find.h)) is Fate.DIVERGES
    assert find.margin == Fraction(151, 100)


@pytest.mark.parametrize("seed", range(2))
def test_no_contraction_and_yet_convergence_on_every_mrp_tried(seed: int) -> None:
    find = only("converges-where-tried", seed)
    assert find.beta >= 1
    assert find.support <= 2
    assert len(find.tried) == 31
    ret = WeightedReturn(find.h)
    assert all(fate(mrp, ret) is Fate.CONVERGES for mrp in find.tried)


@pytest.mark.parametrize("seed", range(2))
def test_no_contraction_and_yet_one_on_every_small_mrp_tried(seed: int) -> None:
    find = only("contracts-where-tried", seed)
    ret = WeightedReturn(find.h)
    assert find.support == 3
    assert {mrp.size for mrp in find.tried} == {1, 2}
    assert all(max_norm(mrp.contraction_matrix(ret)) < 1 for mrp in find.tried)
    assert find.mrp is not None
    assert max_norm(find.mrp.contraction_matrix(ret)) == find.beta >= 1


@pytest.mark.parametrize("gamma", ["1/2", "9/10", "99/100"])
@pytest.mark.parametrize("goal", ["two-term-contracts", "two-term-beats"])
def test_two_terms_come_near_the_boundary_and_never_pass_it(goal: str, gamma: str) -> None:
    find = search([goal], gamma, examples=100).finds[goal]
    g = Fraction(gamma)
    boundary = (1 - g) / g if goal == "two-term-contracts" else (1 - g) / (1 + g)
    assert find.bound == boundary
    assert find.gap == boundary - find.violation
    assert 0 < find.gap < Fraction(1, 100)
    assert find.c == (-find.violation, 1 + find.violation)


@pytest.mark.parametrize("max_support", [2, 4])
def test_the_largest_violation_comes_near_its_bound_and_never_passes_it(max_support: int) -> None:
    result = search(["largest-violation"], examples=100, max_support=max_support)
    find = result.finds["largest-violation"]
    assert find.gap is not None
    assert find.bound is not None
    assert 0 < find.gap < find.bound / 5
    assert find.beta < 1
    assert find.support <= max_support


def test_the_bound_for_violations_is_a_supremum() -> None:
    bound = Setting(NINE_TENTHS, 4, 0).largest_violation
    for off, contracts in ((Fraction(-1, 10**9), True), (Fraction(0), False)):
        a = bound + off
        weights = [Fraction(0), Fraction(0), -a, 1 + a]
        beta = modulus(WeightedReturn.from_nstep_weights(weights), NINE_TENTHS)
        assert (beta < 1) is contracts


@pytest.mark.parametrize("seed", range(2))
def test_the_best_convex_return_is_never_beaten(seed: int) -> None:
    (outcome,) = search(["beats-best-convex"], seed=seed, examples=100).outcomes
    assert outcome.find is None
    assert outcome.problem is None
    assert outcome.nearest is not None
    assert outcome.nearest.bound == NINE_TENTHS**outcome.nearest.support
    assert outcome.nearest.gap == outcome.nearest.beta - outcome.nearest.bound
    assert 0 < outcome.nearest.gap < Fraction(1, 100)


def test_too_little_room_finds_nothing_and_is_no_failure() -> None:
    result = search(["contracts-where-tried"], max_support=2)
    assert result.ok
    assert result.finds == {}


# -- the same seed, the same search -----------------------------------------------------------


def test_the_same_seed_gives_the_same_result_and_another_seed_another() -> None:
    def result(seed: int) -> Result:
        return search(["largest-violation"], seed=seed, examples=30)

    assert result(0) == result(0)
    assert result(0).outcomes != result(1).outcomes


def test_the_result_does_not_depend_on_the_program_it_runs_in(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.py").write_text("CONSTANTS = [2, 3, 7, 123, 654, 999, 501]\n")
    program = (
        f"import sys; sys.path[:0] = {[str(tmp_path), *sys.path]}; import {{}};"
        "from numeric_checks import search;"
        "print(search.search(['largest-violation', 'diverges'], examples=40).as_json())"
    )

    def output(module: str, hash_seed: str) -> str:
        return subprocess.run(
            [sys.executable, "-c", program.format(module)],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        ).stdout

    here = search(["largest-violation", "diverges"], examples=40)
    assert output("json", "1") == output("elsewhere", "2") == f"{here.as_json()}\n"
    assert [p.name for p in tmp_path.iterdir() if p.suffix == ""] in ([], ["__pycache__"])


def test_hypothesis_draws_as_before_after_a_search() -> None:
    from hypothesis.internal.conjecture.providers import HypothesisProvider

    usual = HypothesisProvider._maybe_draw_constant
    search(["violates-and-contracts"], examples=10)
    assert HypothesisProvider._maybe_draw_constant is usual


def test_without_the_seeded_generator_the_search_works_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "numeric_checks.instances.draws", None)
    assert shown(search(["diverges"]).finds["diverges"]) == "1 2"


def test_the_package_is_imported_when_it_is_asked_for() -> None:
    assert numeric_checks.search.search is search
    program = "import sys, numeric_checks; print('numeric_checks.search' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "False\n"


def test_scores_steer_the_search() -> None:
    """One number in a million is not met by chance."""
    rare = st.integers(0, 10**6)

    def look(score: Callable[[int], float]) -> int | None:
        return simplest(rare, lambda n: n == 765_432, score, examples=300, seed=0)

    assert look(lambda n: -abs(n - 765_432)) == 765_432
    assert look(lambda _: 0.0) is None


# -- what is broken is not reported -----------------------------------------------------------


def convex_ones(_setting: Setting) -> SearchStrategy[Drawn]:
    return st.just((WeightedReturn([1, Fraction(1, 2)]), None))


def not_affine(_setting: Setting) -> SearchStrategy[Drawn]:
    return st.just((WeightedReturn([Fraction(1, 2), Fraction(3, 4)]), None))


def always(_candidate: Candidate, _setting: Setting) -> bool:
    return True


def violation(candidate: Candidate, _setting: Setting) -> float:
    return float(candidate.profile.violation)


def other_mrp(find: Find, _candidate: Candidate, _setting: Setting) -> Find:
    return replace(find, mrp=cycle(1, find.gamma), margin=Fraction(1))


def without_trials(find: Find, _candidate: Candidate, _setting: Setting) -> Find:
    return replace(find, tried=())


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        (replace(GOALS["violates-and-contracts"], meets=always), "is not below 1"),
        (replace(GOALS["beats-one-step"], meets=always), "is not below gamma"),
        (replace(GOALS["smallest-support"], meets=always), "is not below 1"),
        (replace(GOALS["largest-violation"], meets=always, score=violation), "is not below 1"),
        (replace(GOALS["two-term-contracts"], meets=always, score=violation), "1/9 is passed"),
        (replace(GOALS["two-term-beats"], meets=always, score=violation), "1/19 is passed"),
        (replace(GOALS["beats-best-convex"], meets=always), "is not below"),
        (replace(GOALS["converges-where-tried"], meets=always), "TD does not converge"),
        (replace(GOALS["converges-where-tried"], certify=without_trials), "no MRP was tried"),
        (replace(GOALS["contracts-where-tried"], meets=always), "does not contract"),
        (replace(GOALS["diverges"], certify=other_mrp), "no eigenvalue"),
        (
            replace(GOALS["violates-and-contracts"], draws=convex_ones, meets=always),
            "weak recency holds",
        ),
        (replace(GOALS["violates-and-contracts"], draws=not_affine, meets=always), "h_0 = 1"),
        (replace(GOALS["beats-best-convex"], name="made-up"), "there is no such goal"),
    ],
)
def test_a_broken_goal_is_dropped_and_said_to_be(goal: object, said: str) -> None:
    result = search([goal], examples=30)  # type: ignore[list-item]
    (outcome,) = result.outcomes
    assert not result.ok
    assert result.finds == {}
    assert outcome.nearest is None
    assert outcome.problem is not None
    assert outcome.problem.startswith("the re-check failed: ")
    assert said in outcome.problem


def test_a_goal_that_changes_its_mind_is_dropped() -> None:
    answers = iter([False, False, True])
    goal = replace(GOALS["violates-and-contracts"], meets=lambda *_: next(answers, False))
    (outcome,) = search([goal], examples=20).outcomes
    assert outcome.find is None
    assert (outcome.problem or "").startswith("cannot be repeated: ")


def test_nothing_to_draw_is_said() -> None:
    with pytest.raises(Unrepeatable):
        simplest(st.integers().filter(lambda _: False), bool, float, examples=5, seed=0)


def test_an_interruption_is_not_swallowed() -> None:
    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search([replace(GOALS["diverges"], meets=interrupted)])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"goals": ["beats-two-step"]}, "there is no goal 'beats-two-step', expected some of"),
        ({"gamma": "1"}, "gamma = 1, expected 0 < gamma < 1"),
        ({"gamma": "0.9.1"}, "'0.9.1' is not a number"),
        ({"gamma": 0.9}, "gamma = 0.9; expected an exact number"),
        ({"examples": 0}, "examples = 0, expected a whole number of at least 1"),
        ({"seed": -1}, "seed = -1, expected a whole number of at least 0"),
        ({"max_support": 1}, "max_support = 1, expected a whole number of at least 2"),
        ({"max_support": 13}, "at most 12"),
    ],
)
def test_a_search_that_makes_no_sense_is_refused_in_one_line(
    arguments: dict[str, object], said: str
) -> None:
    with pytest.raises(InvalidSearch, match=said) as refusal:
        search(**arguments)  # type: ignore[arg-type]
    assert "\n" not in str(refusal.value)
