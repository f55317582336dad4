"""The analysis as a notebook shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numeric_checks.figures import InvalidFigure
from numeric_checks.figures.return_portrait import render
from numeric_checks.safety.analysis_words import SCOPE, conditions, consequences, facts, verdict
from symbolic.cards import card

if TYPE_CHECKING:
    from recency.analysis import Analysis

__all__ = ["analysis_card"]


def analysis_card(found: Analysis) -> str:
    """The verdict with its scope, what it was decided from, and the plot."""
    rungs = [(each.name, f"{each.holds}: {each.about}") for each in conditions(found)]
    notes = [("note", note) for note in found.notes]
    rows = [*facts(found), *rungs, *consequences(found), *notes]
    return card(verdict(found), rows, below=SCOPE, picture=_picture(found))


def _picture(found: Analysis) -> str:
    try:
        return render(found, "svg").decode()
    except InvalidFigure:
        return ""
