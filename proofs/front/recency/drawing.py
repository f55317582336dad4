"""Figures of matplotlib that show themselves in a notebook, whatever it is told of matplotlib."""

from __future__ import annotations

from collections.abc import Callable

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from numeric_checks.figures import style

__all__ = ["Drawing", "drawn"]


class Drawing(Figure):
    """A figure that belongs to no window."""

    def _repr_svg_(self) -> str:
        with style.ours():
            return style.encoded(self, "svg", self.get_suptitle()).decode()


def drawn(size: tuple[float, float], draw: Callable[[Figure], None]) -> Drawing:
    """A figure of that size in inches, with what is drawn on it."""
    with style.ours():
        figure = Drawing(figsize=size, layout="constrained")
        FigureCanvasAgg(figure)
        draw(figure)
    return figure
