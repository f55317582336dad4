"""The search itself: goal by goal, and nothing is reported that the re-check does not confirm."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Any

from numeric_checks.search.catalogue import GOALS
from numeric_checks.search.finds import Outcome, Result
from numeric_checks.search.goals import Candidate, Drawn, Goal, Setting
from numeric_checks.search.rechecking import recheck
from numeric_checks.search.steering import Unrepeatable, simplest
from symbolic.returns.parameters import InvalidReturn, is_term, weight

if TYPE_CHECKING:
    from numeric_checks.processes.mrp import Exact

__all__ = ["EXAMPLES", "MAX_SUPPORT", "InvalidSearch", "discount", "outcomes", "search"]

EXAMPLES = 300
MAX_SUPPORT = 6
_GAMMA = Fraction(9, 10)
_LONGEST_SUPPORT = 12
#: of a discount: roots of polynomials with longer coefficients take for ever
_MOST_DIGITS = 50


class InvalidSearch(ValueError):
    """There is no such search; the message says what was expected."""


def search(
    goals: Iterable[str | Goal] | None = None,
    gamma: Exact = _GAMMA,
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
    return Result(discount(gamma), seed, examples, max_support, tuple(done))


def outcomes(
    goals: Iterable[str | Goal] | None = None,
    gamma: Exact = _GAMMA,
    *,
    examples: int = EXAMPLES,
    seed: int = 0,
    max_support: int = MAX_SUPPORT,
) -> Iterator[Outcome]:
    """The outcomes of a search one by one; bad arguments are refused at once."""
    chosen = [_goal(goal) for goal in (GOALS if goals is None else goals)]
    _check("examples", examples, 1)
    _check("seed", seed, 0)
    _check("max_support", max_support, 2, _LONGEST_SUPPORT)
    setting = Setting(discount(gamma), max_support, seed)
    return (_outcome(goal, setting, examples) for goal in chosen)


def discount(gamma: Exact) -> Fraction:
    """gamma as a number, 0 < gamma < 1.

    >>> discount("3/2")
    Traceback (most recent call last):
    numeric_checks.search.running.InvalidSearch: gamma = 3/2, expected 0 < gamma < 1
    """
    try:
        value: Fraction = weight("search", "gamma", gamma)
    except InvalidReturn as problem:
        raise InvalidSearch(str(problem)) from None
    if is_term(value) or not 0 < value < 1:
        raise InvalidSearch(f"gamma = {value}, expected 0 < gamma < 1")
    if value.denominator > 10**_MOST_DIGITS:
        raise InvalidSearch(
            f"gamma is a fraction of more than {_MOST_DIGITS} digits, expected a shorter one: "
            "a search looks at eigenvalues of many matrices of its powers"
        )
    return value


def _outcome(goal: Goal, setting: Setting, examples: int) -> Outcome:
    run = _Run(goal, setting, examples)
    try:
        best = run.best() if goal.largest or goal.control else run.simplest()
    except Unrepeatable as problem:
        return Outcome(goal.name, run.candidates, problem=f"cannot be repeated: {problem}")
    if best is None:
        return Outcome(goal.name, run.candidates)
    find = goal.find(best, setting)
    missed = goal.control and not goal.meets(best, setting)
    outcome = Outcome(
        goal.name,
        run.candidates,
        find=None if missed else find,
        nearest=find if missed else None,
    )
    if failures := recheck(_only(outcome, setting, examples)):
        return Outcome(goal.name, run.candidates, problem=f"the re-check failed: {failures[0]}")
    return outcome


def _only(outcome: Outcome, setting: Setting, examples: int) -> dict[str, Any]:
    """The document of a search with this one outcome."""
    result = Result(setting.gamma, setting.seed, examples, setting.max_support, (outcome,))
    return result.as_json()


class _Run:
    """One goal being looked for, and how many candidates have been seen."""

    def __init__(self, goal: Goal, setting: Setting, examples: int) -> None:
        self.goal, self.setting, self.examples = goal, setting, examples
        self.candidates = 0

    def simplest(self) -> Candidate | None:
        """A find of the smallest support that can be reached, and there the simplest one.

        Whatever is found, the search begins again below its support, until nothing is found.
        """
        found: Candidate | None = None
        room = self.setting.max_support
        while room >= self.goal.least_support:
            next_one = self._look(room, self._accepts, self._score)
            if next_one is None:
                break
            found = next_one
            room = found.profile.support - 1
        return found

    def best(self) -> Candidate | None:
        """The candidate with the highest score among those that meet the goal.

        If the goal is a control, it is that one which comes nearest, unless one meets the goal.
        """
        best: Candidate | None = None
        highest = -inf

        def score(candidate: Candidate) -> float:
            nonlocal best, highest
            value = self._score(candidate)
            if value > highest and (self.goal.control or self._accepts(candidate)):
                best, highest = candidate, value
            return value

        accepts = self._accepts if self.goal.control else _never
        return self._look(self.setting.max_support, accepts, score) or best

    def _look(
        self,
        room: int,
        accepts: Callable[[Candidate], bool],
        score: Callable[[Candidate], float],
    ) -> Candidate | None:
        gamma = self.setting.gamma

        def candidate(drawn: Drawn) -> Candidate:
            self.candidates += 1
            return Candidate.of(drawn, gamma)

        return simplest(
            self.goal.draws(replace(self.setting, max_support=room)).map(candidate),
            accepts,
            score,
            examples=self.examples,
            seed=self.setting.seed,
        )

    def _accepts(self, candidate: Candidate) -> bool:
        return candidate.profile.support >= self.goal.least_support and self.goal.meets(
            candidate, self.setting
        )

    def _score(self, candidate: Candidate) -> float:
        return self.goal.score(candidate, self.setting)


def _never(_candidate: Candidate) -> bool:
    return False


def _goal(goal: str | Goal) -> Goal:
    if isinstance(goal, Goal):
        return goal
    if goal not in GOALS:
        raise InvalidSearch(f"there is no goal {goal!r}, expected some of {', '.join(GOALS)}")
    return GOALS[goal]


def _check(name: str, value: int, least: int, most: int | None = None) -> None:
    if type(value) is not int or value < least or (most is not None and value > most):
        limit = f"at least {least}" + ("" if most is None else f" and at most {most}")
        raise InvalidSearch(f"{name} = {value!r}, expected a whole number of {limit}")
