"""What expected updates of a return do on one process."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from numeric_checks.figures import spectrum_plane
from numeric_checks.figures.style import equal
from numeric_checks.processes import operator_spectrum, spectra
from numeric_checks.processes.mrp import RewardProcess, max_norm
from numeric_checks.safety.analysis_words import described
from proofs.companion.documents import spectrum_text
from recency.analysis import as_return
from recency.reading import Reader, Weights

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from recency.drawing import Drawing
    from symbolic.returns import LinearReturn

__all__ = ["Spectrum", "contraction_factor", "fate", "spectrum"]


@dataclass(frozen=True, eq=False, repr=False)
class Spectrum(operator_spectrum.Spectrum):
    """The eigenvalues of H on a process, exactly or enclosed; it shows itself, with its plot."""

    @property
    def process(self) -> str:
        """The process in words."""
        states = f"{self.mrp.size} state{'s' * (self.mrp.size != 1)}"
        return f"an {type(self.mrp).__name__} of {states}"

    @property
    def setting(self) -> str:
        """The process and the discount, for a picture."""
        gamma = equal(r"\gamma", self.mrp.gamma)
        return f"{self.process},\n{gamma}"

    def as_json(self) -> dict[str, Any]:
        """The object that ``recency eigenvalues --json`` prints."""
        return spectrum_text.as_json(self, {"states": self.mrp.size})

    def plot(self) -> Drawing:
        """The eigenvalues in the complex plane, as a figure of matplotlib."""
        from recency.drawing import drawn

        def draw(figure: Figure) -> None:
            spectrum_plane.draw(self, figure, self.setting)

        return drawn(spectrum_plane.SIZE, draw)

    def __repr__(self) -> str:
        words = f"{self.fate} on {self.process} at gamma = {self.mrp.gamma}"
        return f"<Spectrum: {words}; {described(self.ret)}>"

    def __str__(self) -> str:
        return spectrum_text.plain(self, self.process)

    def _repr_html_(self) -> str:
        from recency.cards import spectrum_card

        return spectrum_card(self)


def spectrum(process: RewardProcess, weights: Weights) -> Spectrum:
    """The eigenvalues of a return's operator on a process, and what small steps do to each.

    >>> from recency.processes import cycle
    >>> found = spectrum(cycle(3, 0.9), [0, 0, 1])
    >>> found
    <Spectrum: diverges on an MRP of 3 states at gamma = 9/10; h = 0, 0, 1, then zero>
    >>> found.eigenvalues[0]
    <Eigenvalue: 919/1000, shrinks>
    """
    found = operator_spectrum.operator_spectrum(*_both(process, weights))
    return Spectrum(**{field.name: getattr(found, field.name) for field in fields(found)})


def fate(process: RewardProcess, weights: Weights) -> spectra.Fate:
    """Does v + alpha (H v - v) converge, stay or diverge for small alpha?

    >>> from recency.processes import two_state
    >>> print(fate(two_state(0.4, 0.9), [0, 1]))
    diverges
    """
    return spectra.fate(*_both(process, weights))


def contraction_factor(process: RewardProcess, weights: Weights) -> Fraction:
    """The least b such that H v - H w is at most b times v - w, in the maximum norm.

    The modulus is the greatest one, over all MRPs.

    >>> from recency.processes import two_state
    >>> contraction_factor(two_state(0.5, 0.9), [1, 0.5, 0.75])
    Fraction(3177, 4000)
    """
    mrp, ret = _both(process, weights)
    return max_norm(mrp.contraction_matrix(ret))


def _both(process: RewardProcess, weights: Weights) -> tuple[RewardProcess, LinearReturn]:
    if not isinstance(process, RewardProcess):
        raise TypeError(f"{process!r} is no process; expected one, and then a return or weights")
    return process, as_return(weights, Reader())
