"""What a search reports: finds, one outcome for each goal, and the document that is stored.

In the document, which is plain JSON, every rational is text such as ``"9/10"``.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_DOWN, Context, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numeric_checks.processes.mrp import MRP, Vector

__all__ = ["SCHEMA", "Find", "Outcome", "Result", "decimal"]

SCHEMA = 1


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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

    def as_json(self) -> dict[str, Any]:
        """The outcome as part of a document."""
        return {
            "goal": self.goal,
            "candidates": self.candidates,
            "find": None if self.find is None else self.find.as_json(),
            "nearest": None if self.nearest is None else self.nearest.as_json(),
            "problem": self.problem,
        }


@dataclass(frozen=True)
class Result:
    """A whole search: what it was asked, and an outcome for each goal."""

    gamma: Fraction
    seed: int
    examples: int
    max_support: int
    outcomes: tuple[Outcome, ...]

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
