"""A return in three panels: its eligibilities h, its n-step weights c, and f on |z| = gamma.

The curve is f(gamma e^{i theta}) in the complex plane.  TD learning converges on every finite MRP
if it stays to the right of the imaginary axis, and diverges on a cycle if it crosses it.

    >>> from numeric_checks import analyze
    >>> portrait = data(analyze([1, "1/2", "3/4"], "9/10"))
    >>> portrait.h, portrait.wrong, portrait.mark.words
    ((1.0, 0.5, 0.75, 0.0), (1,), 'least Re f: 823/4000 = 0.20575')
    >>> print(portrait.finding)
    TD with this return is safe: expected on-policy updates converge on every finite irreducible MRP

Here floats are drawn, and decide nothing: verdict and bounds are those of the analysis.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import fmpq_poly
from numpy.typing import NDArray

from numeric_checks.figures import style
from numeric_checks.figures.style import FORMATS, InvalidFigure
from numeric_checks.moduli.recency_classes import wrong_steps
from numeric_checks.safety.analysis_words import enclosed, verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from numeric_checks.safety.analysis import Analysis

__all__ = ["SIZE", "Mark", "Portrait", "data", "draw", "render"]

SIZE = (style.PAGE, 3.0)

#: weights that are drawn of a return that goes on for ever, and of any other
_FIRST, _MOST = 24, 1000
#: letters of a line above the panels
_LINE = 140
#: more of them have no heads
_HEADS = 40
#: points of the curve, and for each weight
_POINTS, _FOR_EACH = 2048, 16

_HATCHED: Any = {
    "facecolor": style.LIGHT,
    "edgecolor": style.MIDDLE,
    "hatch": "////",
    "linewidth": 0,
    "zorder": 0,
}
_TITLE = "the eligibilities, the n-step weights and the update filter of a return"


@dataclass(frozen=True)
class Mark:
    """A point of the curve, what it is, and the verdict that it stands for."""

    at: complex
    words: str
    verdict: str


@dataclass(frozen=True)
class Portrait:
    """What is drawn: h_0, h_1, ..., c_1, c_2, ..., the i of wrong steps, and the curve.

    ``left_out``: there are weights after these that are not zero for ever.
    """

    h: tuple[float, ...]
    c: tuple[float, ...]
    wrong: tuple[int, ...]
    left_out: bool
    curve: NDArray[np.complex128]
    mark: Mark
    finding: str
    gamma: str


def data(found: Analysis, gamma: Fraction | None = None) -> Portrait:
    """The portrait of a return that was analysed; ``gamma`` is the discount as it was typed."""
    h, left_out = _eligibilities(found)
    curve = _curve(found)
    return Portrait(
        tuple(style.coordinate(x, "weights") for x in h),
        tuple(style.coordinate(a - b, "weights") for a, b in pairwise(h)),
        wrong_steps(h),
        left_out,
        curve,
        _mark(found, curve),
        verdict(found).rstrip("."),
        style.equal(r"\gamma", found.gamma if gamma is None else gamma),
    )


def render(found: Analysis, form: str = "svg", gamma: Fraction | None = None) -> bytes:
    """The portrait as the content of a file of that format."""
    if form not in FORMATS:
        raise InvalidFigure(f"format = {form!r}; expected one of {', '.join(FORMATS)}")
    try:
        shown = data(found, gamma)
    except OverflowError:
        raise InvalidFigure("the weights are too large to be drawn") from None
    with style.ours():
        figure = style.blank(*SIZE)
        draw(shown, figure)
        return style.encoded(figure, form, _TITLE)


def _eligibilities(found: Analysis) -> tuple[tuple[Fraction, ...], bool]:
    """With the first zero, or the first of the constants, that goes on for ever."""
    ret = found.ret
    end = ret.listed
    count = _FIRST if end is None else min(end + 1, _MOST)
    return ret.eligibilities(count), end is None or end + 1 > _MOST


def _curve(found: Analysis) -> NDArray[np.complex128]:
    """f(gamma e^{i theta}) at equidistant angles from 0 to pi, by the fast Fourier transform."""
    parts = found.decision.filter
    length = max(len(parts.top.coeffs()), len(parts.bottom.coeffs()))
    points = 1 << max(_POINTS, _FOR_EACH * length).bit_length()
    top, bottom = (_on_circle(p, found.gamma, points) for p in (parts.top, parts.bottom))
    # numpy's transform goes round the other way
    return np.conj(top / bottom)[: points // 2 + 1]


def _on_circle(p: fmpq_poly, gamma: Fraction, points: int) -> NDArray[np.complex128]:
    coefficients = np.array([float(Fraction(int(a.p), int(a.q))) for a in p.coeffs()] or [0.0])
    powers = float(gamma) ** np.arange(len(coefficients))
    found: NDArray[np.complex128] = np.fft.fft(coefficients * powers, points)
    return found


def _mark(found: Analysis, curve: NDArray[np.complex128]) -> Mark:
    """The mode of the cycle that proves divergence, or else where the real part is least."""
    decision = found.decision
    witness = decision.witness
    if witness is None:
        least = enclosed(decision.margin_lower, decision.margin_upper, "down")
        return Mark(complex(curve[np.argmin(curve.real)]), f"least Re f: {least}", decision.verdict)
    turn = Fraction(witness.mode, witness.cycle)
    at = curve[round(2 * turn * (len(curve) - 1))]
    value = enclosed(witness.lower, witness.upper, "up")
    mode = f"mode {witness.mode} of the {witness.cycle}-cycle"
    return Mark(complex(at), f"Re f: {value}, for {mode}", decision.verdict)


# -- drawing ---------------------------------------------------------------------------------


def draw(shown: Portrait, figure: Figure) -> None:
    """The three panels, and below them what the marks mean."""
    figure.suptitle("\n".join(_as_formulas(wrap(f"{shown.finding} ({shown.gamma})", _LINE))))
    eligibilities, weights, plane = figure.subplots(1, 3, width_ratios=(1, 1, 1.15))
    wrong = set(shown.wrong)
    _stems(eligibilities, 0, shown.h, {i + 1 for i in wrong}, shown.left_out)
    _stems(weights, 1, shown.c, {i + 1 for i in wrong}, shown.left_out)
    eligibilities.set(
        title=r"weights on TD errors, $h(z) = \Sigma\,h_i z^i$", xlabel="$i$", ylabel="$h_i$"
    )
    weights.set(title="weights on $n$-step returns", xlabel="$n$", ylabel="$c_n$")
    _plane(plane, shown)
    _draw_key(figure, shown)


def _as_formulas(lines: Sequence[str]) -> list[str]:
    """The symbols of the analysis in words, in italics."""
    formulas = {"Re f": r"$\mathrm{Re}\,f$", "h_i": "$h_i$"}
    found = list(lines)
    for words, formula in formulas.items():
        found = [line.replace(words, formula) for line in found]
    return found


def _stems(
    axes: Axes, first: int, values: Sequence[float], marked: set[int], left_out: bool
) -> None:
    from matplotlib.ticker import MaxNLocator

    places = range(first, first + len(values))
    few = len(values) <= _HEADS
    for wrong in (False, True):
        group = [(i, x) for i, x in zip(places, values, strict=True) if (i in marked) == wrong]
        if not group:
            continue
        across, up = zip(*group, strict=True)
        look = _look(wrong)
        axes.vlines(across, 0, up, color=look["color"], linewidth=1.0 if few or wrong else 0.6)
        if few:
            axes.plot(across, up, linestyle="none", **look)
        elif wrong:  # a row of triangles below the stems
            below = axes.get_xaxis_transform()
            axes.plot(across, [0.02] * len(across), transform=below, linestyle="none",
                      **(look | {"markersize": 1.5}))  # fmt: skip
    axes.axhline(0, color="black", linewidth=0.6)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True, min_n_ticks=1))
    axes.margins(y=0.12)
    axes.set_xlim(first - 0.6, places[-1] + 0.6)
    if not any(values):
        axes.set_ylim(-0.1, 1)
    if left_out:
        axes.annotate(
            "...", (1, 0.02), xycoords="axes fraction", ha="right", va="bottom", fontsize=9
        )


def _look(wrong: bool) -> dict[str, Any]:
    """The head of a stem: round, or a triangle where recency is violated."""
    ink = style.DARK if wrong else "black"
    return {
        "color": ink,
        "marker": "^" if wrong else "o",
        "markersize": 4.4 if wrong else 3.0,
        "markerfacecolor": style.MIDDLE if wrong else "white",
        "markeredgewidth": 0.8,
    }


def _plane(axes: Axes, shown: Portrait) -> None:
    from matplotlib.patches import Rectangle

    whole = np.concatenate([shown.curve, np.conj(shown.curve[::-1])])
    axes.plot(whole.real, whole.imag, color="black", linewidth=0.8)
    size = float(abs(whole).max()) or 1.0
    axes.update_datalim([(-size / 4, -size / 2), (0, size / 2)])
    axes.set_aspect("equal", adjustable="datalim")
    axes.margins(0.1)
    forbidden = Rectangle((-100 * size, -100 * size), 100 * size, 200 * size, **_HATCHED)
    axes.add_artist(forbidden)
    axes.axvline(0, color="black", linewidth=0.6)
    x, y = shown.mark.at.real, shown.mark.at.imag
    axes.plot([x], [y], **_point(shown.mark.verdict))
    axes.set(
        title=r"$f(z) = (1 - z)\,h(z)$ for $|z| = \gamma$",
        xlabel=r"$\mathrm{Re}\,f$",
        ylabel=r"$\mathrm{Im}\,f$",
    )
    axes.locator_params(nbins=5)


def _point(verdict: str) -> dict[str, Any]:
    return {
        "linestyle": "none",
        "marker": {"yes": "D", "no": "X"}.get(verdict, "s"),
        "markersize": 4.5,
        "markerfacecolor": {"yes": "white", "no": style.DARK}.get(verdict, style.GREY),
        "markeredgecolor": "black",
        "markeredgewidth": 0.7,
        "zorder": 3,
    }


def _draw_key(figure: Figure, shown: Portrait) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    said = shown.mark.words.replace("-", "\N{MINUS SIGN}").replace("\N{MINUS SIGN}cycle", "-cycle")
    (words,) = _as_formulas([said])
    entries: list[tuple[Any, str]] = [
        (Line2D([], [], **_point(shown.mark.verdict)), words),
        (Patch(**_HATCHED), r"$\mathrm{Re}\,f < 0$: divergence on a cycle"),
    ]
    if shown.wrong:
        entries.insert(0, (Line2D([], [], **_look(True)), "step that violates weak recency"))
    style.key(figure, entries)
