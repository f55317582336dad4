"""For which discounts gamma and chains of two states delayed TD diverges, one panel for each delay.

On the chain that stays with probability p, the operator multiplies (1, 1) and (1, -1) by one number
each.  Both are computed exactly on a grid of the unit square, and each point of the grid is decided
from them; what is drawn as the region and its boundary is what was decided.

    >>> odd, even = data(delays=(1, 2), steps=4).panels
    >>> [str(p) for p in odd.diverging[2]]
    ['0', '1/2']
    >>> set(even.diverging)
    {None}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from numeric_checks.figures import style
from numeric_checks.figures.style import InvalidFigure
from numeric_checks.processes.delayed import two_state_spectrum
from numeric_checks.processes.spectra import Fate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["SIZE", "DivergenceRegion", "Panel", "data", "decide", "draw", "finding"]

SIZE = (style.PAGE, 5.2)

Interval: TypeAlias = tuple[Fraction, Fraction]

#: the outermost discounts, since 0 < gamma < 1
_EDGE = Fraction(1, 1000)


@dataclass(frozen=True)
class Panel:
    """What is decided for one delay on a grid of discounts and chains."""

    tau: int
    gammas: tuple[Fraction, ...]
    chances: tuple[Fraction, ...]
    #: the factors of (1, -1): one row for each chance to stay, one column for each discount
    factors: tuple[tuple[Fraction, ...], ...]
    #: for each discount the chances, from and to, for which it diverges; None if there are none
    diverging: tuple[Interval | None, ...]
    #: for each discount the chances with a factor of exactly one
    frozen: tuple[tuple[Fraction, ...], ...]

    def fate(self, column: int, p: Fraction) -> Fate:
        """What was decided for a discount, given by its place, and a chance to stay."""
        if p in self.frozen[column]:
            return Fate.STAYS
        return Fate.DIVERGES if self.is_inside(column, p) else Fate.CONVERGES

    def is_inside(self, column: int, p: Fraction) -> bool:
        """Is it in the region that is drawn, its edge included?"""
        interval = self.diverging[column]
        return interval is not None and interval[0] <= p <= interval[1]


@dataclass(frozen=True)
class DivergenceRegion:
    """The panels, one for each delay."""

    panels: tuple[Panel, ...]


def data(delays: Sequence[int] = (1, 2, 3, 4, 5, 6), steps: int = 60) -> DivergenceRegion:
    """The panels for these delays, on a grid of ``steps`` by ``steps`` cells."""
    style.check_delays(delays)
    if steps < 4 or steps % 2:
        raise InvalidFigure(f"steps = {steps}; expected an even number of at least 4")
    return DivergenceRegion(tuple(_panel(tau, steps) for tau in delays))


def decide(factors: tuple[Fraction, Fraction]) -> Fate:
    """What repeated updates do to the values, from the factors of (1, 1) and (1, -1).

    A step size alpha turns a factor mu into 1 + alpha (mu - 1), which is more than one exactly if
    mu is, and less than one in size if alpha <= 1 and -1 < mu < 1.

    >>> print(decide((Fraction(1, 2), Fraction(1))))
    stays
    """
    largest = max(factors)
    return Fate.DIVERGES if largest > 1 else Fate.STAYS if largest == 1 else Fate.CONVERGES


def _panel(tau: int, steps: int) -> Panel:
    chances = tuple(Fraction(k, steps) for k in range(steps + 1))
    gammas = (_EDGE, *chances[1:-1], 1 - _EDGE)
    factors = [[two_state_spectrum(tau, p, gamma) for gamma in gammas] for p in chances]
    fates = [[decide(pair) for pair in column] for column in zip(*factors, strict=True)]
    return Panel(
        tau=tau,
        gammas=gammas,
        chances=chances,
        factors=tuple(tuple(pair[1] for pair in row) for row in factors),
        diverging=tuple(_diverging(chances, column) for column in fates),
        frozen=tuple(
            tuple(p for p, fate in zip(chances, column, strict=True) if fate is Fate.STAYS)
            for column in fates
        ),
    )


def _diverging(chances: Sequence[Fraction], fates: Sequence[Fate]) -> Interval | None:
    """The run of diverging chances, up to the frozen one that ends it."""
    found = [k for k, fate in enumerate(fates) if fate is Fate.DIVERGES]
    if not found:
        return None
    first, last = found[0], found[-1]
    assert found == list(range(first, last + 1))
    if last + 1 < len(fates) and fates[last + 1] is Fate.STAYS:
        last += 1
    return chances[first], chances[last]


#: the factors whose contours are drawn, where values grow and where they shrink
_GROWING = (1.1, 1.5, 2.0)
_SHRINKING = (0.0, 0.5, 0.9)

#: no contour that is shorter than this part of a panel's side is labelled
_LABELLED = 0.3

#: at the left end of the panel, just above and just below the line in the middle
_ABOVE, _BELOW = (0.03, 0.55), (0.03, 0.44)


def finding(region: DivergenceRegion) -> str:
    """For which delays there is a region, and what it is."""
    odd = [panel for panel in region.panels if any(panel.diverging)]
    if not odd:
        return "With an even delay delayed TD(0) diverges on no chain of two states"
    return (
        r"Delayed TD(0) diverges on two states exactly if the delay $\tau$ is odd "
        "and $p < 1/2$, whatever $\\gamma$ is"
    )


def draw(region: DivergenceRegion, figure: Figure) -> None:
    """Two rows of panels; the darker, the faster it diverges."""
    places = style.panels(figure, len(region.panels), 2.0, r"$\gamma$", "$p$")
    for axes, panel in zip(places, region.panels, strict=True):
        _draw_panel(axes, panel)
    _draw_key(figure, region)


def _draw_panel(axes: Axes, panel: Panel) -> None:
    import numpy as np
    from matplotlib.colors import LinearSegmentedColormap

    across, up = [float(x) for x in panel.gammas], [float(x) for x in panel.chances]
    factors = np.array([[float(x) for x in row] for row in panel.factors])
    axes.set_aspect("equal")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    style.plain_ticks(axes, [0, 0.5, 1], [0, 0.5, 1])
    axes.set_title(rf"$\tau = {panel.tau}$", pad=3)
    columns = range(len(across))
    inside = np.array([[panel.is_inside(k, p) for k in columns] for p in panel.chances])
    if inside.any():
        ramp = LinearSegmentedColormap.from_list("", [style.LIGHT, style.MIDDLE])
        shown = np.ma.masked_array(factors, ~inside)
        levels = [1.0, *_GROWING, 3.0]
        axes.contourf(across, up, shown, levels, cmap=ramp, vmin=1.0, vmax=2.5)
        _contours(axes, across, up, shown, _GROWING)
    _contours(axes, across, up, np.ma.masked_array(factors, factors > 1), _SHRINKING)
    _draw_frozen(axes, panel)
    _write_fates(axes, panel)


def _contours(axes: Axes, x: object, y: object, z: Any, levels: Sequence[float]) -> None:
    met = [level for level in levels if z.min() < level < z.max()]
    if met:
        lines = axes.contour(x, y, z, met, colors="black", linewidths=0.5, linestyles="solid")
        middles = [middle for run in lines.allsegs for piece in run for middle in _middle(piece)]
        axes.clabel(lines, fontsize=style.SMALL - 0.5, fmt="%g", inline_spacing=2, manual=middles)


def _middle(piece: Any) -> list[tuple[float, float]]:
    """The middle of a piece of a contour, if it is long enough for a number."""
    import numpy as np

    lengths = np.concatenate([[0], np.hypot(*np.diff(piece, axis=0).T).cumsum()])
    if lengths[-1] < _LABELLED:
        return []
    across, up = (float(np.interp(lengths[-1] / 2, lengths, side)) for side in piece.T)
    return [(across, up)]


def _draw_frozen(axes: Axes, panel: Panel) -> None:
    points = [(g, p) for g, ps in zip(panel.gammas, panel.frozen, strict=True) for p in ps]
    axes.plot(
        [float(g) for g, _ in points],
        [float(p) for _, p in points],
        **_FROZEN[any(panel.diverging)],
    )


#: a line on which the difference is frozen: inside what converges, or at the edge
_FROZEN: dict[bool, Any] = {
    False: {"color": "black", "linewidth": 1.2, "linestyle": (0, (4, 2))},
    True: {"color": "black", "linewidth": 1.2, "linestyle": "-"},
}


def _draw_key(figure: Figure, region: DivergenceRegion) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    edges = {any(panel.diverging) for panel in region.panels}
    patch: dict[str, Any] = {"facecolor": style.LIGHT, "edgecolor": "black", "linewidth": 0.6}
    entries: list[tuple[Any, str]] = [
        (Line2D([], [], **_FROZEN[True in edges]),
         "difference $v(s_1) - v(s_2)$ frozen: no update changes it"),
        (Line2D([], [], color="black", linewidth=0.5),
         r"what one update multiplies the difference by: $1 - x^\tau (1 - x)$, "
         r"with $x = \gamma (2p - 1)$"),
    ]  # fmt: skip
    if True in edges:
        entries.insert(
            0, (Patch(**patch), "diverges, with every step size; the darker, the faster")
        )
    levels = ", ".join(f"{level:g}" for level in (*_SHRINKING, *_GROWING))
    style.key(
        figure,
        entries,
        columns=1,
        title="two states, each of which stays with probability $p$; expected updates, "
        f"step size 1; thin lines at {levels}",
    )


def _write_fates(axes: Axes, panel: Panel) -> None:
    """The fate of the grid's chains nearest to where each word stands."""
    columns = range(len(panel.gammas))
    for x, y in (_ABOVE, _BELOW):
        column = min(columns, key=lambda k: abs(panel.gammas[k] - Fraction(x)))
        p = min(panel.chances, key=lambda q: abs(q - Fraction(y)))
        axes.text(x, y, str(panel.fate(column, p)), va="center")
