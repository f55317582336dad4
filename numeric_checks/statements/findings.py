"""What can be found of a statement in an instance."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from numeric_checks.arithmetic.balls import decimal
from symbolic.printing import Sentence, prose
from symbolic.printing.sentences import Formula, Words, joined
from symbolic.statements import Equal
from symbolic.terms import index


class Outcome(Enum):
    """What a statement is there."""

    HOLDS = "holds"
    FAILS = "fails"
    CHECKED = "holds as far as it was tried"
    MEANINGLESS = "means nothing"
    UNDECIDED = "is undecided"


@dataclass(frozen=True)
class Finding:
    """What was found, what shows it, and for which indices, if it was said of all."""

    outcome: Outcome
    why: Words = ""
    where: tuple[tuple[str, int], ...] = ()

    @property
    def reason(self) -> Sentence:
        """Where it was found, and what shows it."""
        at = joined(prose("{}", Equal(index(name), n)) for name, n in self.where)
        return joined(filter(None, (at and prose("at ") + at, self.why)), ": ")

    def words(self) -> Sentence:
        """What was found, and in brackets what shows it."""
        return prose(self.outcome.value) + (
            joined((" (", self.reason, ")"), "") if self.reason else ""
        )

    def __str__(self) -> str:
        return self.words().text()


def decided(true: bool, why: Words = "") -> Finding:
    """It holds or it fails."""
    return Finding(Outcome.HOLDS if true else Outcome.FAILS, why)


def sides(left: Formula, right: Formula) -> Sentence:
    """What both sides of a statement are."""
    return joined(("the left side is ", _shown(left), ", the right side ", _shown(right)), "")


def _shown(x: Formula) -> Words:
    """A number, to eight decimals if it is long; anything else as it is."""
    if isinstance(x, Fraction) and len(str(x)) > 40:
        return f"about {decimal(x, 8)}"
    return prose("{}", x)
