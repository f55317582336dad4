"""How eigenvalues of an operator H are drawn: by what becomes of the error that belongs to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from numeric_checks.figures import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["WORDS", "Side", "draw_disk", "mark"]

#: inside the unit circle; outside, but left of 1; one itself; beyond, where no step size shrinks
Side = Literal["inside", "outside", "one", "beyond"]

WORDS: dict[Side, str] = {
    "inside": r"$|\mu| < 1$: shrinks",
    "outside": r"$|\mu| \geq 1$, $\mathrm{Re}\,\mu < 1$: shrinks with small steps only",
    "one": r"$\mu = 1$: never changes",
    "beyond": r"$\mathrm{Re}\,\mu \geq 1$: diverges for every step size",
}

_MARKS: dict[Side, tuple[str, str]] = {
    "inside": ("o", "white"),
    "outside": ("D", style.MIDDLE),
    "one": ("s", style.GREY),
    "beyond": ("^", style.DARK),
}


def mark(where: Side) -> dict[str, Any]:
    """The look of a mark on that side."""
    shape, ink = _MARKS[where]
    return {
        "marker": shape,
        "markersize": 4.2,
        "markerfacecolor": ink,
        "markeredgecolor": "black",
        "markeredgewidth": 0.6,
    }


def draw_disk(axes: Axes) -> None:
    """Where |mu| < 1, and the line on which Re mu = 1."""
    from matplotlib.patches import Circle

    axes.set_aspect("equal")
    axes.add_patch(Circle((0, 0), 1, facecolor="#f0f0f0", edgecolor="black", linewidth=0.6))
    axes.axvline(1, color=style.GREY, linewidth=0.6, zorder=0)
