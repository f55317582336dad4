"""The plane of returns h = (1, h1, h2, 0, ...), divided by what is known of them.

The sets and their exact corners are those of `numeric_checks.figures.two_weights`.

    >>> plane = data()
    >>> [str(x) for x in plane.contracting[1]], str(plane.reach)
    (['10/9', '0'], '1/9')
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from numeric_checks.figures import style
from numeric_checks.figures.half_planes import Point, Polygon, area
from numeric_checks.figures.two_weights import contracting, converging, weakly_recent
from symbolic.returns import NStepReturn, Parameter

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["SIZE", "TwoWeightMap", "data", "draw", "finding"]

SIZE = (style.COLUMN, 4.3)

#: width over height of the window
_SHAPE = 1.15


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
        style.discount(gamma), weakly_recent(gamma), contracting(gamma), converging(gamma, steps)
    )


def finding(plane: TwoWeightMap) -> str:
    """How much of what is safe the narrower conditions reach, by area."""
    whole = area(plane.converging)
    weak, beta = (
        round(100 * area(part) / whole) for part in (plane.weakly_recent, plane.contracting)
    )
    return (
        "Of the area of the safe returns $h = (1, h_1, h_2)$\n"
        rf"weak recency has {weak} %, and $\beta < 1$ has {beta} %"
    )


def draw(plane: TwoWeightMap, figure: Figure) -> None:
    """One plane: hatched where a return may diverge, the darker the better elsewhere."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch, Polygon as Shape

    axes = figure.add_subplot()
    axes.set_aspect("equal")
    axes.set_xlabel("$h_1$", labelpad=1)
    axes.set_ylabel("$h_2$", labelpad=0)
    axes.set_title(style.equal(r"\gamma", plane.gamma), pad=3)
    axes.patch.set(**_HATCH)
    entries: list[tuple[Any, str]] = []
    for corners, ink, words in (
        (plane.weakly_recent, style.MIDDLE, "weak recency: $1 \\geq h_1 \\geq h_2 \\geq 0$"),
        (plane.contracting, style.LIGHT, r"contracts on every MRP: $\beta < 1$"),
        (plane.converging, "white", "safe: expected updates converge on every MRP"),
    ):
        shape = [(float(x), float(y)) for x, y in corners]
        look: dict[str, Any] = {"facecolor": ink, "edgecolor": "black", "linewidth": 0.8}
        axes.add_patch(Shape(shape, zorder=2 - len(entries) / 4, **look))
        entries.append((Patch(**look), words))
    entries.append((Patch(facecolor="white", **_HATCH), "expected updates diverge on some MRP"))
    _frame(axes, plane)
    _draw_violators(axes, plane)
    some = (
        rf"$c = (-\varepsilon, 1 + \varepsilon)$: contracts for $\varepsilon < {plane.reach}$ only"
    )
    entries.append((Line2D([], [], **_VIOLATORS), some))
    if _is_roomy(axes):
        _draw_n_steps(axes, plane)
        point = Line2D([], [], linestyle="none", **_POINT)
        entries.append((point, "the 1-step, 2-step and 3-step returns"))
    style.key(figure, entries, columns=1)


_HATCH: Any = {"hatch": "////", "edgecolor": "#d0d0d0"}
_VIOLATORS: Any = {"color": style.DARK, "linewidth": 2.4, "solid_capstyle": "butt"}
_POINT: Any = {"marker": "o", "color": "black", "markersize": 2.6}


def _frame(axes: Axes, plane: TwoWeightMap) -> None:
    """Room around what converges, in a window of the same shape for every discount."""
    across, up = ([float(corner[k]) for corner in plane.converging] for k in (0, 1))
    width, height = (1.15 * (max(side) - min(side)) for side in (across, up))
    width, height = max(width, _SHAPE * height), max(height, width / _SHAPE)
    middle, centre = ((max(side) + min(side)) / 2 for side in (across, up))
    axes.set_xlim(middle - width / 2, middle + width / 2)
    axes.set_ylim(centre - height / 2, centre + height / 2)
    axes.locator_params(nbins=6)


def _is_roomy(axes: Axes) -> bool:
    """Is the triangle, which is one wide, large enough for numbers?"""
    low, high = axes.get_xlim()
    return high - low < 4


def _draw_violators(axes: Axes, plane: TwoWeightMap) -> None:
    """h = (1, 1 + epsilon, 0, ...), as far as it contracts and past it."""
    end, right = 1 + float(plane.reach), axes.get_xlim()[1]
    axes.plot([1, end], [0, 0], zorder=3, **_VIOLATORS)
    axes.plot(
        [end, right], [0, 0], color=style.DARK, linewidth=1.0, linestyle=(0, (3, 1.5)), zorder=3
    )


def _draw_n_steps(axes: Axes, plane: TwoWeightMap) -> None:
    for n, (point, place) in enumerate(
        zip(plane.n_steps, ((-8, 0), (-5, 5), (5.5, -1)), strict=True), start=1
    ):
        at = float(point[0]), float(point[1])
        axes.plot(*at, zorder=4, **_POINT)
        axes.annotate(
            f"{n}",
            at,
            place,
            textcoords="offset points",
            ha="center",
            va="center_baseline",
            fontsize=style.SMALL,
            zorder=4,
        )
