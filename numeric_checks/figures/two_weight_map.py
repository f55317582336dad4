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
from numeric_checks.moduli import discount
from symbolic.returns import NStepReturn, Parameter

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["SIZE", "TwoWeightMap", "data", "draw"]

SIZE = (style.COLUMN, 3.05)

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
    _draw_n_steps(axes, plane)
    _write_kinds(axes, plane)


def _frame(axes: Axes, plane: TwoWeightMap) -> None:
    across, up = ([float(corner[k]) for corner in plane.converging] for k in (0, 1))
    margin = 0.16 * (max(across) - min(across))
    axes.set_xlim(min(across) - margin, max(across) + margin)
    axes.set_ylim(min(up) - margin, max(up) + margin)
    axes.locator_params(nbins=6)


def _draw_violators(axes: Axes, plane: TwoWeightMap) -> None:
    """h = (1, 1 + epsilon, 0, ...), as far as it contracts and past it."""
    end, right = 1 + float(plane.reach), axes.get_xlim()[1]
    axes.plot([1, end], [0, 0], color=style.DARK, linewidth=2.4, solid_capstyle="butt")
    axes.plot([end, right], [0, 0], color=style.DARK, linewidth=1.0, linestyle=(0, (3, 1.5)))
    axes.text(
        (end + right) / 2,
        -0.06,
        r"$c = (-\varepsilon, 1+\varepsilon)$"
        "\ncontracts exactly\n"
        rf"for $\varepsilon < {plane.reach}$",
        ha="center",
        va="top",
        fontsize=style.SMALL,
        linespacing=1.1,
        bbox=_BLANK,
    )


def _draw_n_steps(axes: Axes, plane: TwoWeightMap) -> None:
    places: tuple[tuple[float, float, str], ...] = (
        (-7, 0, "right"),
        (-3, 5, "right"),
        (11, 0, "left"),
    )
    for n, (point, (x, y, side)) in enumerate(zip(plane.n_steps, places, strict=True), start=1):
        at = float(point[0]), float(point[1])
        axes.plot(*at, "o", color="black", markersize=2.6)
        axes.annotate(
            f"$n = {n}$",
            at,
            (x, y),
            textcoords="offset points",
            ha=side,
            va="center",
            fontsize=style.SMALL,
        )


def _write_kinds(axes: Axes, plane: TwoWeightMap) -> None:
    small = style.SMALL
    bottom, depth = map(float, min(plane.converging, key=lambda corner: corner[1]))
    above = max(h2 for h1, h2 in plane.contracting if h1 == 1)
    axes.text(0.7, 0.36, "weak\nrecency", ha="center", va="center", linespacing=0.95)
    axes.text(
        bottom,
        0.43 * depth,
        "converges on\nevery MRP,\nbut $\\beta \\geq 1$",
        ha="center",
        va="center",
        fontsize=small,
        linespacing=1.0,
    )
    axes.annotate(
        "contracts on every MRP: $\\beta < 1$",
        (1, float(1 + above) / 2),
        (0.04, 0.96),
        textcoords="axes fraction",
        va="top",
        fontsize=small,
        bbox=_BLANK,
        arrowprops={"arrowstyle": "-", "linewidth": 0.6, "relpos": (0.6, 0), "shrinkB": 0},
    )
    axes.text(
        0.96,
        0.04,
        "diverges on some MRP",
        transform=axes.transAxes,
        ha="right",
        fontsize=small,
        bbox=_BLANK,
    )
