"""What a goal of the search is: which returns to draw, an exact condition, and a score to climb."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from numeric_checks.search.finds import Find
from numeric_checks.search.profiles import Profile, nstep_weights, profile, trimmed

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from numeric_checks.processes.mrp import MRP, Vector
    from symbolic.returns import WeightedReturn

__all__ = ["Candidate", "Drawn", "Goal", "Setting"]

#: what hypothesis draws: a return, and an MRP if the goal is about one
Drawn: TypeAlias = "tuple[WeightedReturn, MRP | None]"


@dataclass(frozen=True)
class Setting:
    """What a search is asked: the discount, the longest support, and the seed."""

    gamma: Fraction
    max_support: int
    seed: int

    @property
    def largest_violation(self) -> Fraction:
        """The supremum of the violations of returns with beta < 1.

        Weights -a and 1 + a cost least on the last two steps: a gamma^{k-1} + (1 + a) gamma^k < 1.
        """
        shorter = self.gamma ** (self.max_support - 1)
        return (1 - shorter * self.gamma) / (shorter + shorter * self.gamma)


@dataclass(frozen=True)
class Candidate:
    """A return of finite support with its profile, and an MRP if one was drawn."""

    h: Vector
    profile: Profile
    mrp: MRP | None

    @classmethod
    def of(cls, drawn: Drawn, gamma: Fraction) -> Candidate:
        """The candidate that was drawn, without zeros at the end."""
        ret, mrp = drawn
        h = trimmed(ret.eligibilities(len(ret.weights)))
        return cls(h, profile(h, gamma), mrp)


@dataclass(frozen=True)
class Goal:
    """Returns to look for.

    ``meets`` decides exactly.  ``score`` steers, and what it says is never believed.  ``certify``
    adds the facts with which the find is checked again.  A goal that asks for the ``largest`` looks
    on for the best score, the others for the simplest return.  A ``control`` cannot be met.
    """

    name: str
    shows: str
    draws: Callable[[Setting], SearchStrategy[Drawn]]
    meets: Callable[[Candidate, Setting], bool]
    score: Callable[[Candidate, Setting], float]
    certify: Callable[[Find, Candidate, Setting], Find] = lambda find, _candidate, _setting: find
    least_support: int = 2
    largest: bool = False
    control: bool = False

    def find(self, candidate: Candidate, setting: Setting) -> Find:
        """The candidate with everything that can be checked again."""
        h, found = candidate.h, candidate.profile
        plain = Find(self.name, setting.gamma, h, nstep_weights(h), found.beta, found.violation)
        return self.certify(plain, candidate, setting)
