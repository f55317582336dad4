"""The plane of returns h = (1, h1, h2, 0, ...), divided by what is known of them.

The sets and their exact corners are those of `numeric_checks.figures.two_weights`.

    >>> plane = data()
    >>> [str(x) for x in plane.contracting[1]], str(plane.reach)
    (['10/9', '0'], '1/9')
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from numeric_checks.figures import style
from numeric_checks.figures.half_planes import Point, Polygon
from numeric_checks.figures.two_weights import contracting, converging, weakly_recent
from numeric_checks.moduli.modulus import discount
from symbolic.returns import NStepReturn, Parameter

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["SIZE", "TwoWeightMap", "data", "draw"]

SIZE = (style.COLUMN, 3.05)

#: width over height of the window
_SHAPE = 1.15

_BLANK = {"facecolor": "white", "edgecolor": "none", "pad": 1.2}


@dataclass(frozen=True)
class TwoWeightMap:
    """Three convex sets of pairs (h1, h2), each in the next."""

    gamma: Fraction
    weakly_recent: Polygon
    contracting: Polygon
    converging: Polygon

    @property
    def reach(self) -> Fraction:
        """The epsilon at which h = (1, 1 + epsilon, 0, ...) ceases to contract."""
        return max(h1 for h1, h2 in self.contracting if h2 == 0) - 1

    @property
    def n_steps(self) -> tuple[Point, ...]:
        """Where the returns of one, two and three steps are."""
        found = (NStepReturn(n).eligibilities(3) for n in (1, 2, 3))
        return tuple((h1, h2) for _, h1, h2 in found)


def data(gamma: Parameter = "9/10", steps: int = 100) -> TwoWeightMap:
    """The map for one discount; ``steps`` says how finely the curved boundary is followed."""
    return TwoWeightMap(
        discount(gamma), weakly_recent(gamma), contracting(gamma), converging(gamma, steps)
    )


def draw(plane: TwoWeightMap, figure: Figure) -> None:
    """One plane: hatched where a return may diverge, the darker the better elsewhere."""
    from matplotlib.patches import Polygon as Patch

    axes = figure.add_subplot()
    axes.set_aspect("equal")
    axes.set_xlabel("$h_1$", labelpad=1)
    axes.set_ylabel("$h_2$", labelpad=0)
    axes.set_title(rf"$\gamma = {plane.gamma}$", pad=3)
    axes.patch.set(hatch="////", edgecolor="#d0d0d0")
    for corners, ink in (
        (plane.converging, "white"),
        (plane.contracting, style.LIGHT),
        (plane.weakly_recent, style.MIDDLE),
    ):
        shape = [(float(x), float(y)) for x, y in corners]
        axes.add_patch(Patch(shape, facecolor=ink, edgecolor="black", linewidth=0.8))
    _frame(axes, plane)
    _draw_violators(axes, plane)
    if _is_roomy(axes):
        _draw_n_steps(axes, plane)
    _write_kinds(axes, plane)


def _frame(axes: Axes, plane: TwoWeightMap) -> None:
    """Room around what converges, in a window of the same shape for every discount."""
    across, up = ([float(corner[k]) for corner in plane.converging] for k in (0, 1))
    width, height = (1.32 * (max(side) - min(side)) for side in (across, up))
    width, height = max(width, _SHAPE * height), max(height, width / _SHAPE)
    middle, centre = ((max(side) + min(side)) / 2 for side in (across, up))
    axes.set_xlim(middle - width / 2, middle + width / 2)
    axes.set_ylim(centre - height / 2, centre + height / 2)
    axes.locator_params(nbins=6)


def _is_roomy(axes: Axes) -> bool:
    """Is the triangle, which is one wide, large enough for words?"""
    low, high = axes.get_xlim()
    return high - low < 4


def _draw_violators(axes: Axes, plane: TwoWeightMap) -> None:
    """h = (1, 1 + epsilon, 0, ...), as far as it contracts and past it."""
    end, right = 1 + float(plane.reach), axes.get_xlim()[1]
    axes.plot([1, end], [0, 0], color=style.DARK, linewidth=2.4, solid_capstyle="butt")
    axes.plot([end, right], [0, 0], color=style.DARK, linewidth=1.0, linestyle=(0, (3, 1.5)))
    axes.annotate(
        r"$c = (-\varepsilon, 1+\varepsilon)$"
        "\ncontracts exactly\n"
        rf"for $\varepsilon < {plane.reach}$",
        (right, 0),
        (-5, -3),
        textcoords="offset points",
        ha="right",
        va="top",
        multialignment="center",
        fontsize=style.SMALL,
        linespacing=1.1,
        bbox=_BLANK,
    )


def _draw_n_steps(axes: Axes, plane: TwoWeightMap) -> None:
    places = ((-7, 0, "right"), (-3, 5, "right"), (12, -7, "left"))
    for n, (point, (x, y, side)) in enumerate(zip(plane.n_steps, places, strict=True), start=1):
        at = float(point[0]), float(point[1])
        axes.plot(*at, "o", color="black", markersize=2.6)
        axes.annotate(
            f"{n}-step",
            at,
            (x, y),
            textcoords="offset points",
            ha=side,
            va="center",
            fontsize=style.SMALL,
        )


def _write_kinds(axes: Axes, plane: TwoWeightMap) -> None:
    """Words in the triangle if they fit, and else in the corners, with lines to what they name."""
    highest = max(h2 for h1, h2 in plane.contracting if h1 == 1)
    bottom, lowest = min(plane.converging, key=lambda corner: corner[1])
    edge = min(h2 for _, h2 in plane.contracting)
    _point_out(axes, r"contracts on every MRP: $\beta < 1$", (0.04, 0.96), (1, (1 + highest) / 2))
    _point_out(
        axes,
        "converges on every\n" r"MRP, but $\beta \geq 1$",
        (0.04, 0.04),
        (bottom, (lowest + edge) / 2),
    )
    _point_out(axes, "diverges on some MRP", (0.96, 0.04))
    if _is_roomy(axes):
        axes.text(0.7, 0.36, "weak\nrecency", ha="center", va="center", linespacing=0.95)
    else:
        _point_out(axes, "weak recency", (0.96, 0.96), (Fraction(2, 3), Fraction(1, 3)))


def _point_out(
    axes: Axes,
    words: str,
    place: tuple[float, float],
    point: tuple[Fraction | int, Fraction] | None = None,
) -> None:
    """Words in a corner of the window, and a line from there to a point of the plane."""
    left, low = place[0] < 0.5, place[1] < 0.5
    line = {"arrowstyle": "-", "linewidth": 0.6, "shrinkB": 0}
    axes.annotate(
        words,
        place if point is None else (float(point[0]), float(point[1])),
        place,
        xycoords="axes fraction" if point is None else "data",
        textcoords="axes fraction",
        ha="left" if left else "right",
        va="bottom" if low else "top",
        fontsize=style.SMALL,
        linespacing=1.0,
        bbox=_BLANK,
        arrowprops=None if point is None else line | {"relpos": (0.6 if left else 0.4, int(low))},
    )
