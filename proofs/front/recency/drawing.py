"""Figures of matplotlib that show themselves in a notebook, whatever it is told of matplotlib."""

from __future__ import annotations

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from numeric_checks.figures import return_portrait, style
from numeric_checks.safety.analysis import Analysis

__all__ = ["Drawing", "portrait"]


class Drawing(Figure):
    """A figure that belongs to no window."""

    def _repr_svg_(self) -> str:
        with style.ours():
            return style.encoded(self, "svg", "").decode()


def portrait(found: Analysis) -> Drawing:
    """The return in three panels."""
    with style.ours():
        figure = Drawing(figsize=return_portrait.SIZE, layout="constrained")
        FigureCanvasAgg(figure)
        return_portrait.draw(return_portrait.data(found), figure)
    return figure
