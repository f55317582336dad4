"""The search itself: goal by goal, and nothing is reported that the re-check does not confirm."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from numeric_checks.search.catalogue import GOALS
from numeric_checks.search.finds import Find, Outcome, Result
from numeric_checks.search.goals import Candidate, Drawn, Goal, Setting
from numeric_checks.search.rechecking import recheck
from numeric_checks.search.steering import Unrepeatable, simplest

__all__ = ["EXAMPLES", "MAX_SUPPORT", "InvalidSearch", "outcomes", "search"]

EXAMPLES = 300
MAX_SUPPORT = 6
_GAMMA = Fraction(9, 10)
_LONGEST_SUPPORT = 12


class InvalidSearch(ValueError):
    """There is no such search; the message says what was expected."""


def search(
    goals: Iterable[str | Goal] | None = None,
    gamma: Fraction = _GAMMA,
    *,
    examples: int = EXAMPLES,
    seed: int = 0,
    max_support: int = MAX_SUPPORT,
) -> Result:
    """Look for returns that meet the goals (all if None); the same seed gives the same result.

    >>> found = search(["violates-and-contracts"]).finds["violates-and-contracts"]
    >>> print(*found.c, "beta =", found.beta)
    -1/10 11/10 beta = 981/1000
    """
    done = outcomes(goals, gamma, examples=examples, seed=seed, max_support=max_support)
    return Result(gamma, seed, examples, max_support, tuple(done))


def outcomes(
    goals: Iterable[str | Goal] | None = None,
    gamma: Fraction = _GAMMA,
    *,
    examples: int = EXAMPLES,
    seed: int = 0,
    max_support: int = MAX_SUPPORT,
) -> Iterator[Outcome]:
    """The outcomes of a search one by one; bad arguments are refused at once."""
    chosen = [_goal(goal) for goal in (GOALS if goals is None else goals)]
    if not (isinstance(gamma, Fraction) and 0 < gamma < 1):
        raise InvalidSearch(f"gamma = {gamma!r}, expected a Fraction with 0 < gamma < 1")
    _check("examples", examples, 1)
    _check("seed", seed, 0)
    _check("max_support", max_support, 2, _LONGEST_SUPPORT)
    setting = Setting(gamma, max_support, seed)
    return (_outcome(goal, setting, examples) for goal in chosen)


def _outcome(goal: Goal, setting: Setting, examples: int) -> Outcome:
    run = _Run(goal, setting, examples)
    try:
        best = run.largest() if goal.largest or goal.control else run.simplest()
    except Unrepeatable as problem:
        return Outcome(goal.name, run.count, problem=f"the find cannot be repeated: {problem}")
    if best is None:
        return Outcome(goal.name, run.count)
    find = goal.find(best, setting)
    if goal.control and not goal.meets(best, setting):
        outcome = Outcome(goal.name, run.count, nearest=find)
    else:
        outcome = Outcome(goal.name, run.count, find=find)
    failures = recheck(Result(setting.gamma, setting.seed, examples, setting.max_support, (outcome,)).as_json())
    if failures:
        return Outcome(goal.name, run.count, problem=f"the re-check failed: {failures[0]}")
    return outcome
