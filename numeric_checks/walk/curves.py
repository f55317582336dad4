"""The figures: the eligibilities of a few returns, and their errors against the step size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from numeric_checks.figures import style
from numeric_checks.figures.style import FORMATS, InvalidFigure
from numeric_checks.walk.chains import Array
from numeric_checks.walk.settings import Setting

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["SIZE", "TITLE", "Curve", "draw", "finding", "render"]

SIZE = (style.PAGE, 3.1)
TITLE = "errors against the step size"

#: letters of a line above the panels
_LINE = 120
#: eligibilities that are drawn
_FIRST = 31
#: inks and strokes, so that no two curves differ by colour alone
_INKS = ("black", style.MIDDLE, style.DARK, style.GREY)
_STROKES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (1.5, 1)), (0, (6, 1, 1, 1)))
_KEY: Any = {"frameon": False, "handlelength": 2.6}


@dataclass(frozen=True, eq=False)
class Curve:
    """A return and its errors; ``margins`` is None where nothing was sampled."""

    setting: Setting
    sizes: Array
    errors: Array
    margins: Array | None


def render(curves: Sequence[Curve], form: str) -> bytes:
    """Both panels as the content of a file of that format."""
    if form not in FORMATS:
        raise InvalidFigure(f"format = {form!r}; expected one of {', '.join(FORMATS)}")
    with style.ours():
        figure = style.blank(*SIZE)
        draw(curves, figure)
        return style.encoded(figure, form, TITLE)


def finding(curves: Sequence[Curve]) -> str:
    """The lowest errors, and the order of the errors at the largest step size."""
    last = sorted(curves, key=lambda curve: float(curve.errors[-1]))
    order = " < ".join(curve.setting.name for curve in last)
    lows = sorted(float(curve.errors.min()) for curve in curves)
    if not isfinite(lows[0]):
        return "The errors diverged with every step size"
    lowest, highest = _digits(lows[0]), _digits(lows[-1])
    spread = lowest if lowest == highest else f"{lowest} to {highest}"
    step = f"{float(curves[0].sizes[-1]):.3g}"
    if len(curves) == 1:
        at_last = _digits(last[0].errors[-1])
        return f"The lowest error is {spread}; at step size {step} it is {at_last}"
    return f"The lowest errors are {spread}; errors at step size {step}: {order}"


def _digits(x: float) -> str:
    return f"{x:.3f}" if x < 1e4 else f"{x:.3g}" if isfinite(x) else "infinite"


def draw(curves: Sequence[Curve], figure: Figure) -> None:
    """The weights at the left, the errors at the right."""
    figure.suptitle(_as_text("\n".join(wrap(finding(curves), _LINE))))
    weights, errors = figure.subplots(1, 2)
    for k, curve in enumerate(curves):
        look = {"color": _INKS[k % 4], "linestyle": _STROKES[(k + k // 4) % 4]}
        _draw_weights(weights, curve, look)
        _draw_errors(errors, curve, look)
    weights.set(xlabel="$i$", ylabel="$h_i$", title="weights on TD errors")
    weights.set_xlim(0, _FIRST - 1)
    weights.set_ylim(bottom=min(0.0, weights.get_ylim()[0]))
    sampled = any(curve.margins is not None for curve in curves)
    errors.set(
        xlabel=r"step size $\alpha$",
        ylabel="RMS error" if sampled else "root of the expected squared error",
        title="mean over the episodes" + ", with 95 % intervals" * sampled,
    )
    errors.set_xlim(0, float(curves[0].sizes[-1]))
    weights.legend(weights.lines, [_as_text(curve.setting.name) for curve in curves], **_KEY)


def _as_text(words: str) -> str:
    """Names are a user's, and no formulas."""
    return words.replace("$", r"\$")


def _draw_weights(axes: Axes, curve: Curve, look: dict[str, Any]) -> None:
    h = [float(x) for x in curve.setting.ret.eligibilities(_FIRST)]
    axes.plot(range(_FIRST), h, drawstyle="steps-post", **look)


def _draw_errors(axes: Axes, curve: Curve, look: dict[str, Any]) -> None:
    axes.plot(curve.sizes, curve.errors, **look)
    axes.axhline(
        curve.errors.min(), color=look["color"], linestyle=(0, (3, 3)), linewidth=0.5, zorder=1
    )
    if curve.margins is not None:
        low, high = curve.errors - curve.margins, curve.errors + curve.margins
        axes.fill_between(curve.sizes, low, high, color=look["color"], alpha=0.18, linewidth=0)
