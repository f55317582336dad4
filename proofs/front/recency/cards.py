"""What was found, as a notebook shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numeric_checks.figures import InvalidFigure, return_portrait, spectrum_plane
from numeric_checks.safety.analysis_words import conditions, consequences, facts, scope, verdict
from proofs.companion.documents import spectrum_text
from symbolic.cards import card

if TYPE_CHECKING:
    from recency.analysis import Analysis
    from recency.spectra import Spectrum
    from recency.walking import Walk

__all__ = ["analysis_card", "spectrum_card", "walk_card"]

#: more eigenvalues are not listed
_MOST = 20
_RMS = (
    "Root-mean-square errors, averaged over the episodes, with 95 % intervals: the lowest, and "
    "that at the greatest step size. Q, the sum of all h_i² γ^(2i), orders errors at large steps."
)


def analysis_card(found: Analysis) -> str:
    """The verdict with its scope, what it was decided from, and the plot."""
    rungs = [(each.name, f"{each.holds}: {each.about}") for each in conditions(found)]
    notes = [("note", note) for note in found.notes]
    rows = [*facts(found), *rungs, *consequences(found), *notes]
    return card(verdict(found), rows, below=scope(found), picture=_picture(found))


def spectrum_card(found: Spectrum) -> str:
    """What updates do here, the eigenvalues, and where they are."""
    rows = [*spectrum_text.facts(found, found.process)]
    rows += [spectrum_text.line(each) for each in found.eigenvalues[:_MOST]]
    more = len(found.eigenvalues) - _MOST
    rows += [("...", f"{more} more")] * (more > 0)
    picture = spectrum_plane.render(found, setting=found.setting).decode()
    return card(spectrum_text.verdict(found), rows, picture=picture)


def walk_card(found: Walk) -> str:
    """A line for each return, and the curves."""
    from numeric_checks.walk import curves

    rows = [(each.name, each.words) for each in found.returns]
    picture = curves.render(found.curves, "svg").decode()
    return card(found.about, rows, below=_RMS, picture=picture)


def _picture(found: Analysis) -> str:
    try:
        return return_portrait.render(found, "svg").decode()
    except InvalidFigure:
        return ""
