"""Readings of an experiment, put to its figures: what checks found, and what they come to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from proofs.companion.claims.failures import ClaimFails
from symbolic.printing import Sentence

__all__ = ["MEASURED", "Check", "Measurement", "verdict_of"]

#: the verdicts of claims that measure
MEASURED = ("supported", "not supported", "depends")


class Check(Protocol):
    """One thing that was looked at."""

    @property
    def agrees(self) -> bool:
        """Does it agree with the reading?"""

    @property
    def says(self) -> str:
        """The figures, in words."""


@dataclass(frozen=True)
class Measurement:
    """A reading, and what looks at the figures for it."""

    name: str
    words: Sentence
    look: Callable[[], Sequence[Check]]
    #: does the paper read it off its figures?
    printed: bool = True

    @cached_property
    def checks(self) -> Sequence[Check]:
        """What was found; nothing found is no measurement."""
        found = self.look()
        if not found:
            raise ClaimFails(f"{self.name}: nothing was measured")
        return found


def verdict_of(measurements: Iterable[Measurement]) -> str:
    """Do the checks agree with the paper's readings: all of them, none, or some?"""
    agree = {check.agrees for each in measurements if each.printed for check in each.checks}
    supported, not_supported, depends = MEASURED
    return depends if len(agree) > 1 else supported if agree == {True} else not_supported
