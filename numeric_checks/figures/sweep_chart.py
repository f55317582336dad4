"""How verdict, margin, modulus and largest step change along one range, or over two.

Along one range each has its curve.  Over two ranges the plane is divided into what contracts, what
converges all the same, and what diverges, with lines of equal margin.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from numeric_checks.figures import style
from numeric_checks.figures.style import FORMATS, InvalidFigure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

__all__ = ["Chart", "draw", "finding", "render"]

_TITLE = "the margin, the modulus and the largest step of returns along a range"
_HATCHED: dict[str, Any] = {"facecolor": "none", "hatch": "////", "edgecolor": style.GREY}
#: light enough for lines and numbers
_DIVERGING = "#d4d4d4"
#: as many returns have a dot each
_DOTS = 50
_SYMBOLS = {"gamma": r"$\gamma$", "lam": r"$\lambda$", "tau": r"$\tau$", "m": "$m$", "n": "$n$"}


@dataclass(frozen=True)
class Chart:
    """The values on each axis, and what was found, the last axis running fastest."""

    names: tuple[str, ...]
    axes: tuple[tuple[float, ...], ...]
    verdicts: tuple[str, ...]
    margin: tuple[float, ...]
    beta: tuple[float, ...]
    step: tuple[float, ...]


def render(chart: Chart, form: str) -> bytes:
    """The chart as the content of a file of that format."""
    if form not in FORMATS:
        raise InvalidFigure(f"format = {form!r}; expected one of {', '.join(FORMATS)}")
    with style.ours():
        figure = style.blank(*((style.COLUMN, 4.5) if len(chart.axes) == 1 else (4.4, 3.9)))
        draw(chart, figure)
        return style.encoded(figure, form, _TITLE)


def finding(chart: Chart) -> str:
    """How many of the returns are safe, and where they are if it is one range of them."""
    found = [verdict for verdict in chart.verdicts if verdict]
    safe = [k for k, verdict in enumerate(chart.verdicts) if verdict == "yes"]
    if not safe:
        return f"None of the {len(found)} returns is safe"
    if len(safe) == len(found):
        return f"All {len(found)} returns are safe"
    if len(chart.axes) > 1:
        contracting = sum(chart.beta[k] < 1 for k in safe)
        return (
            f"{len(safe)} of the {len(found)} returns are safe; "
            rf"of these, {contracting} contract ($\beta < 1$)"
        )
    first, last = safe[0], safe[-1]
    where = ""
    if last - first + 1 == len(safe):
        low, high = (
            f"{chart.axes[0][k]:.3g}".replace("-", "\N{MINUS SIGN}") for k in (first, last)
        )
        where = f":\nthose with {_label(chart.names[0])} from {low} to {high}"
    return f"{len(safe)} of the {len(found)} returns are safe{where}"


def draw(chart: Chart, figure: Figure) -> None:
    """Draw it, with what was found above it."""
    figure.suptitle(finding(chart))
    (_curves if len(chart.axes) == 1 else _plane)(chart, figure)


def _label(name: str) -> str:
    if name[:1] in ("h", "c") and name[1:].isdigit():
        return f"${name[0]}_{{{name[1:]}}}$"
    return _SYMBOLS.get(name, name)


def _curves(chart: Chart, figure: Figure) -> None:
    across = np.array(chart.axes[0])
    panels = figure.subplots(3, 1, sharex=True)
    diverges = np.array([verdict == "no" for verdict in chart.verdicts])
    for axes, values, label, line in zip(
        panels,
        (chart.margin, chart.beta, chart.step),
        (r"margin: least $\mathrm{Re}\,f$", r"modulus $\beta$", "largest step"),
        (0.0, 1.0, None),
        strict=True,
    ):
        axes.plot(across, values, color=style.DARK, marker="o", markersize=_dot(len(across)))
        if line is not None:
            axes.axhline(line, color="black", linewidth=0.6)
        for left, right in _spans(across, diverges):
            axes.axvspan(left, right, linewidth=0, **_HATCHED)
        axes.set_ylabel(label)
        axes.set_xlim(across[0], across[-1])
    panels[-1].set_xlabel(_label(chart.names[0]))
    if diverges.any():
        _draw_key(figure, [("diverges on a cycle", _HATCHED)])


def _dot(count: int) -> float:
    """The size of the dots at the returns that were analysed; none if there are many."""
    return 2.0 if count <= _DOTS else 0.0


def _spans(across: NDArray[Any], chosen: NDArray[Any]) -> Iterator[tuple[float, float]]:
    """From halfway before the first of some neighbours to halfway after the last."""
    middles = (across[1:] + across[:-1]) / 2
    left, right = np.append(across[0], middles), np.append(middles, across[-1])
    changes = np.flatnonzero(np.diff(np.concatenate([[False], chosen, [False]])))
    for first, end in zip(changes[::2], changes[1::2], strict=True):
        yield float(left[first]), float(right[end - 1])


def _plane(chart: Chart, figure: Figure) -> None:
    from matplotlib.colors import ListedColormap

    x, y = (np.array(values) for values in chart.axes)
    shape = len(x), len(y)
    margin, beta = (np.array(v).reshape(shape).T for v in (chart.margin, chart.beta))
    verdict = np.array(chart.verdicts).reshape(shape).T
    # 0: no return, 1: diverges or on the boundary, 2: converges, 3: contracts as well
    region = np.where(verdict == "", 0, np.where(verdict == "yes", 2, 1))
    region = np.where((region == 2) & (beta < 1), 3, region)
    axes: Axes = figure.subplots()
    colours = ListedColormap(["white", _DIVERGING, style.LIGHT, style.MIDDLE])
    axes.pcolormesh(x, y, region, cmap=colours, vmin=-0.5, vmax=3.5, shading="nearest",
                    rasterized=True)  # fmt: skip
    finite = margin[np.isfinite(margin)]
    if finite.size and finite.min() < finite.max():
        lines = axes.contour(x, y, margin, colors="black", linewidths=0.6, levels=7)
        axes.clabel(lines, fontsize=style.SMALL - 1, fmt=_minus)
    axes.set(xlabel=_label(chart.names[0]), ylabel=_label(chart.names[1]))
    axes.set_title(r"lines of equal margin, the least $\mathrm{Re}\,f$")
    shown = [("diverges, or on the boundary", _DIVERGING), ("safe", style.LIGHT),
             (r"safe, and contracts: $\beta < 1$", style.MIDDLE)]  # fmt: skip
    _draw_key(figure, [(word, {"facecolor": ink, "edgecolor": "black"}) for word, ink in shown])


def _minus(value: float) -> str:
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")


def _draw_key(figure: Figure, entries: list[tuple[str, dict[str, Any]]]) -> None:
    from matplotlib.patches import Patch

    style.key(figure, [(Patch(**look), words) for words, look in entries])
