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

    def __str__(self) -> str:
        at = ", ".join(f"{name} = {n}" for name, n in self.where)
        return f"{self.outcome.value}{at and f' at {at}'}{self.why and f': {self.why}'}"


def decided(true: bool, why: str = "") -> Finding:
    """It holds or it fails."""
    return Finding(Outcome.HOLDS if true else Outcome.FAILS, why)
