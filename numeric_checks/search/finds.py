"""What a search reports: finds, one outcome for each goal, and the document that is stored.

In the document, which is plain JSON, every rational is text such as ``"9/10"``.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_DOWN, Context, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from symbolic.cards import card

if TYPE_CHECKING:
    from numeric_checks.processes.mrp import MRP, Vector

__all__ = ["SCHEMA", "Find", "Outcome", "Result", "decimal"]

SCHEMA = 1


@dataclass(frozen=True, repr=False)
class Find:
    """An affine return, and the exact facts that make it meet its goal.

    ``violation`` is the sum of the negative parts of c.  ``bound`` is what the goal's quantity
    cannot pass, and ``gap`` the distance to it.  On ``mrp`` some eigenvalue of f(z) has a real part
    below ``-margin`` (goal diverges), or the operator does not contract (goal
    contracts-where-tried).  ``tried`` are the MRPs that the goal's "tried" speaks of.
    """

    goal: str
    gamma: Fraction
    h: Vector
    c: Vector
    beta: Fraction
    violation: Fraction
    bound: Fraction | None = None
    gap: Fraction | None = None
    mrp: MRP | None = None
    margin: Fraction | None = None
    tried: tuple[MRP, ...] = ()

    @property
    def support(self) -> int:
        """How many eligibilities there are: the n of the longest n-step return."""
        return len(self.h)

    def __repr__(self) -> str:
        return f"<Find: {self.goal} at gamma = {self.gamma}; {self._words()}>"

    def _repr_html_(self) -> str:
        facts = {"h": ", ".join(_texts(self.h)), "c": ", ".join(_texts(self.c)), "beta": self.beta}
        more = {"bound": self.bound, "gap": self.gap, "MRP": self.mrp, "margin": self.margin}
        rows = {**facts, **{name: value for name, value in more.items() if value is not None}}
        about = f"{self.goal}, at gamma = {self.gamma}"
        return card(about, [(name, str(value)) for name, value in rows.items()])

    def _words(self) -> str:
        return f"h = {', '.join(_texts(self.h))}, then zero; beta = {decimal(self.beta)}"

    def as_json(self) -> dict[str, Any]:
        """The find as part of a document."""
        return {
            "h": _texts(self.h),
            "c": _texts(self.c),
            "modulus": {"exact": str(self.beta), "decimal": decimal(self.beta)},
            "violation": str(self.violation),
            "bound": _text(self.bound),
            "gap": _text(self.gap),
            "mrp": None if self.mrp is None else _transitions(self.mrp),
            "margin": _text(self.margin),
            "tried": [_transitions(mrp) for mrp in self.tried],
        }


@dataclass(frozen=True, repr=False)
class Outcome:
    """What became of one goal after so many candidates.

    ``nearest`` is what came nearest to a goal that cannot be met; ``problem`` says why a find was
    dropped.
    """

    goal: str
    candidates: int
    find: Find | None = None
    nearest: Find | None = None
    problem: str | None = None

    def __repr__(self) -> str:
        return f"<Outcome: {self.goal}: {self._words()}>"

    def _words(self) -> str:
        """What was found, or why there is nothing."""
        if self.find is not None:
            return self.find._words()
        return self.problem or f"nothing among {self.candidates} candidates"

    def as_json(self) -> dict[str, Any]:
        """The outcome as part of a document."""
        return {
            "goal": self.goal,
            "candidates": self.candidates,
            "find": None if self.find is None else self.find.as_json(),
            "nearest": None if self.nearest is None else self.nearest.as_json(),
            "problem": self.problem,
        }


@dataclass(frozen=True, repr=False)
class Result:
    """A whole search: what it was asked, and an outcome for each goal."""

    gamma: Fraction
    seed: int
    examples: int
    max_support: int
    outcomes: tuple[Outcome, ...]

    def __repr__(self) -> str:
        return f"<Result: {self._words()}>"

    def _repr_html_(self) -> str:
        return card(self._words(), [(each.goal, each._words()) for each in self.outcomes])

    def _words(self) -> str:
        met = f"{len(self.finds)} of {len(self.outcomes)} goals met"
        return f"{met} at gamma = {self.gamma}, seed {self.seed}"

    @property
    def ok(self) -> bool:
        """Did every find survive the re-check?"""
        return not any(outcome.problem for outcome in self.outcomes)

    @property
    def finds(self) -> dict[str, Find]:
        """The finds by goal."""
        return {o.goal: o.find for o in self.outcomes if o.find is not None}

    def as_json(self) -> dict[str, Any]:
        """The document that `numeric_checks.search.recheck` can read."""
        return {
            "schema": SCHEMA,
            "gamma": str(self.gamma),
            "seed": self.seed,
            "examples": self.examples,
            "max_support": self.max_support,
            "goals": [outcome.as_json() for outcome in self.outcomes],
            "ok": self.ok,
        }


def decimal(x: Fraction, digits: int = 6) -> str:
    """The first digits of a number, cut off and not rounded: what is below 1 looks below 1.

    >>> decimal(Fraction(8271, 10000)), decimal(1 - Fraction(1, 10**9)), decimal(Fraction(1, 10**9))
    ('0.8271', '0.999999', '1E-9')
    """
    context = Context(prec=digits, rounding=ROUND_DOWN)
    value = context.divide(Decimal(x.numerator), Decimal(x.denominator)).normalize(context)
    return f"{value:f}" if -digits <= value.adjusted() <= digits else str(value)


def _texts(values: Vector) -> list[str]:
    return list(map(str, values))


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _transitions(mrp: MRP) -> dict[str, Any]:
    return {"P": [_texts(row) for row in mrp.P]}
