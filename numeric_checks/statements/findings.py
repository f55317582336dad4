"""What can be found of a statement in an instance."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Outcome(Enum):
    """What a statement is there."""

    HOLDS = "holds"
    FAILS = "fails"
    MEANINGLESS = "means nothing"
    UNDECIDED = "is undecided"


@dataclass(frozen=True)
class Finding:
    """What was found, what shows it, and for which indices, if it was said of all."""

    outcome: Outcome
    why: str = ""
    where: tuple[tuple[str, int], ...] = ()

    @property
    def reason(self) -> str:
        """Where it was found, and what shows it."""
        at = ", ".join(f"{name} = {n}" for name, n in self.where)
        return ": ".join(filter(None, (at and f"at {at}", self.why)))

    def __str__(self) -> str:
        return self.outcome.value + (f" ({self.reason})" if self.reason else "")


def decided(true: bool, why: str = "") -> Finding:
    """It holds or it fails."""
    return Finding(Outcome.HOLDS if true else Outcome.FAILS, why)


def sides(left: object, right: object, at: str = "") -> str:
    """What both sides of a statement are."""
    return f"the left side is {left}, the right side {right}{at and f', at {at}'}"
