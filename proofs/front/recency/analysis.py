"""The analysis of a return, as `recency.analyze` answers: it shows itself, with its plot."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from numeric_checks.safety import analysis
from recency.reading import Number, Reader, Weights
from symbolic.returns import InvalidReturn, LinearReturn, WeightedReturn

if TYPE_CHECKING:
    from recency.drawing import Drawing

__all__ = ["Analysis", "analyze", "as_return"]


@dataclass(frozen=True, repr=False)
class Analysis(analysis.Analysis):
    """What was decided about a return; ``notes`` say how its numbers were read."""

    notes: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """Is TD safe with this return: yes, no, boundary or undecided?"""
        return self.decision.verdict

    @property
    def certificate(self) -> dict[str, Any] | None:
        """What anyone can check (``recency check-certificate``); None if there is none."""
        return self.decision.certificate()

    def as_json(self) -> dict[str, Any]:
        """The object that ``recency analyze --json`` prints, and the notes."""
        return {**super().as_json(), "notes": list(self.notes)}

    def plot(self) -> Drawing:
        """h, c, and the curve f(gamma e^{i theta}), as a figure of matplotlib."""
        from numeric_checks.figures import return_portrait as portrait
        from recency.drawing import drawn

        return drawn(portrait.SIZE, lambda figure: portrait.draw(portrait.data(self), figure))

    def __str__(self) -> str:
        return "\n".join([super().__str__(), *(f"  {'note':<11}{note}" for note in self.notes)])

    def _repr_html_(self) -> str:
        from recency.cards import analysis_card

        return analysis_card(self)


def analyze(
    weights: Weights | None = None,
    gamma: Number | None = None,
    *,
    nstep_weights: Weights | None = None,
) -> Analysis:
    """Is TD safe with this return?  Weights on TD errors, or those on n-step returns, or a return.

    >>> analyze(nstep_weights=[-1, 2], gamma=0.9)
    <Analysis: diverges on the cycle of 2 states at gamma = 9/10; h = 1, 2, then zero>
    >>> analyze("1, 1/2, 3/4", "9/10").step_size.upper < 1
    True
    """
    if gamma is None or (weights is None) == (nstep_weights is None):
        raise TypeError("analyze() takes weights or nstep_weights, and gamma")
    reader = Reader()
    discount = reader.exact(gamma)
    ret = (
        as_return(weights, reader)
        if weights is not None
        else as_return(nstep_weights, reader, nstep=True)
    )
    found = analysis.analyze(ret, discount)
    decided = {field.name: getattr(found, field.name) for field in fields(found)}
    return Analysis(**decided, notes=reader.notes)


def as_return(weights: Any, reader: Reader, *, nstep: bool = False) -> LinearReturn:
    """The return that was meant."""
    if isinstance(weights, LinearReturn):
        return weights
    made = WeightedReturn.from_nstep_weights if nstep else WeightedReturn
    if not isinstance(weights, str):
        return made(reader.exact(weights))
    from proofs.companion.stored.weights import C, H, from_text
    from proofs.companion.usage import BadInput

    try:
        return made(from_text(weights, C if nstep else H).values)
    except BadInput as problem:
        raise InvalidReturn(str(problem)) from None
