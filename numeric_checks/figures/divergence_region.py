"""For which discounts gamma and chains of two states delayed TD diverges, one panel for each delay.

On the chain that stays with probability p, P multiplies (1, 1) by 1 and (1, -1) by 2p - 1, so the
operator of a return with filter f multiplies them by 1 - f(gamma) and by 1 - f(x) with
x = gamma (2p - 1).  Both are computed exactly on a grid of the unit square, and each point of the
grid is decided from them; what is drawn as the region and its boundary is what was decided.

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
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from flint import fmpq_poly

from numeric_checks.exact_sums import lowest_terms, to_fmpq
from numeric_checks.figures import style
from numeric_checks.rational_functions import filter_of
from symbolic.returns import DelayedReturn, InvalidReturn

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["SIZE", "DivergenceRegion", "Fate", "Panel", "data", "decide", "draw", "eigenvalues"]

SIZE = (style.PAGE, 4.75)

Fate = Literal["converges", "frozen", "diverges"]
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


@dataclass(frozen=True)
class DivergenceRegion:
    """The panels, one for each delay."""

    panels: tuple[Panel, ...]


def data(delays: Sequence[int] = (1, 2, 3, 4, 5, 6), steps: int = 60) -> DivergenceRegion:
    """The panels for these delays, on a grid of ``steps`` by ``steps`` cells."""
    if steps < 2 or steps % 2:
        raise InvalidReturn(f"steps = {steps}; expected an even number of at least 2")
    return DivergenceRegion(tuple(_panel(tau, steps) for tau in delays))


def eigenvalues(tau: int, p: Fraction, gamma: Fraction) -> tuple[Fraction, Fraction]:
    """What the operator with delay ``tau`` multiplies (1, 1) and (1, -1) by.

    >>> [str(x) for x in eigenvalues(1, Fraction(2, 5), Fraction(9, 10))]
    ['91/100', '3031/2500']
    """
    f = _filter(tau)
    return 1 - _value(f, gamma), 1 - _value(f, gamma * (2 * p - 1))


def decide(factors: tuple[Fraction, Fraction]) -> Fate:
    """What repeated updates do to values in general, from the factors of (1, 1) and (1, -1).

    A step size alpha <= 1 turns a factor mu into 1 + alpha (mu - 1), which is more than one exactly
    if mu is, and less than one in size if -1 < mu < 1.

    >>> decide((Fraction(1, 2), Fraction(1)))
    'frozen'
    """
    assert min(factors) > -1
    largest = max(factors)
    return "diverges" if largest > 1 else "frozen" if largest == 1 else "converges"


def _panel(tau: int, steps: int) -> Panel:
    chances = tuple(Fraction(k, steps) for k in range(steps + 1))
    gammas = (_EDGE, *chances[1:-1], 1 - _EDGE)
    factors = [[eigenvalues(tau, p, gamma) for gamma in gammas] for p in chances]
    fates = [[decide(pair) for pair in column] for column in zip(*factors, strict=True)]
    return Panel(
        tau=tau,
        gammas=gammas,
        chances=chances,
        factors=tuple(tuple(pair[1] for pair in row) for row in factors),
        diverging=tuple(_diverging(chances, column) for column in fates),
        frozen=tuple(
            tuple(p for p, fate in zip(chances, column, strict=True) if fate == "frozen")
            for column in fates
        ),
    )


def _diverging(chances: Sequence[Fraction], fates: Sequence[Fate]) -> Interval | None:
    """The run of diverging chances, up to the frozen ones next to it."""
    found = [k for k, fate in enumerate(fates) if fate == "diverges"]
    if not found:
        return None
    first, last = found[0], found[-1]
    assert found == list(range(first, last + 1))
    if first > 0 and fates[first - 1] == "frozen":
        first -= 1
    if last + 1 < len(fates) and fates[last + 1] == "frozen":
        last += 1
    return chances[first], chances[last]


@lru_cache
def _filter(tau: int) -> fmpq_poly:
    f, _ = filter_of(DelayedReturn(tau))
    return fmpq_poly([to_fmpq(a) for a in f])


def _value(p: fmpq_poly, x: Fraction) -> Fraction:
    return lowest_terms(p(to_fmpq(x)))


#: the factors whose contours are drawn, where values grow and where they shrink
_GROWING = (1.1, 1.5, 2.0)
_SHRINKING = (0.0, 0.5, 0.9)

#: at the left end of the panel, just above and just below the line in the middle
_ABOVE, _BELOW = (0.03, 0.55), (0.03, 0.44)


def draw(region: DivergenceRegion, figure: Figure) -> None:
    """Two rows of panels; the darker, the faster it diverges."""
    columns = min(3, len(region.panels))
    rows = -(-len(region.panels) // columns)
    grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    for axes, panel in zip(grid.flat, region.panels, strict=False):
        _draw_panel(axes, panel)
    for axes in grid[-1]:
        axes.set_xlabel(r"$\gamma$", labelpad=1)
    for axes in grid[:, 0]:
        axes.set_ylabel("$p$", labelpad=4)


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
    inside = np.array([[_inside(panel, k, p) for k in range(len(across))] for p in panel.chances])
    if inside.any():
        ramp = LinearSegmentedColormap.from_list("", [style.LIGHT, style.MIDDLE])
        shown = np.ma.masked_array(factors, ~inside)
        levels = [1.0, *_GROWING, 3.0]
        axes.contourf(across, up, shown, levels, cmap=ramp, vmin=1.0, vmax=2.5)
        _contours(axes, across, up, shown, _GROWING)
    _contours(axes, across, up, np.ma.masked_array(factors, factors > 1), _SHRINKING)
    _draw_frozen(axes, panel)
    _write_fates(axes, panel)


def _inside(panel: Panel, column: int, p: Fraction) -> bool:
    interval = panel.diverging[column]
    return interval is not None and interval[0] <= p <= interval[1]


def _contours(axes: Axes, x: object, y: object, z: object, levels: Sequence[float]) -> None:
    lines = axes.contour(x, y, z, levels, colors="black", linewidths=0.5, linestyles="solid")
    axes.clabel(lines, fontsize=style.SMALL - 0.5, fmt="%g", inline_spacing=2)


def _draw_frozen(axes: Axes, panel: Panel) -> None:
    points = [(g, p) for g, ps in zip(panel.gammas, panel.frozen, strict=True) for p in ps]
    axes.plot(
        [float(g) for g, _ in points],
        [float(p) for _, p in points],
        color="black",
        linewidth=1.2,
        linestyle="-" if any(panel.diverging) else (0, (4, 2)),
    )


def _write_fates(axes: Axes, panel: Panel) -> None:
    """The fate of the grid's chains nearest to where each word stands."""
    gammas, chances = panel.gammas, panel.chances
    for x, y in (_ABOVE, _BELOW):
        gamma, p = min(gammas, key=lambda g: abs(g - x)), min(chances, key=lambda q: abs(q - y))
        axes.text(x, y, decide(eigenvalues(panel.tau, p, gamma)), va="center")
    frozen = {p for chances in panel.frozen for p in chances}
    for p in frozen:
        axes.text(
            0.8,
            float(p),
            "frozen",
            ha="center",
            va="center",
            fontsize=style.SMALL,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
        )
