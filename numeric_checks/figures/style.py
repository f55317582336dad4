"""How every figure looks, and how it becomes a file.

Sizes are those of a printed page, in inches and points.  Nothing is said by colour alone: the
colours fall evenly from light to dark, so that they stay apart in print without colour.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from symbolic.numbers import Typed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from symbolic.returns import Parameter

__all__ = [
    "COLUMN",
    "DARK",
    "FORMATS",
    "GREY",
    "LIGHT",
    "MIDDLE",
    "PAGE",
    "SMALL",
    "InvalidFigure",
    "blank",
    "check_delay",
    "check_delays",
    "coordinate",
    "discount",
    "encoded",
    "equal",
    "key",
    "number",
    "ours",
    "panels",
    "plain_ticks",
]

FORMATS = ("svg", "pdf", "png")

#: widths in inches of one column and of the page
COLUMN, PAGE = 3.3, 6.8

#: points: the smallest text
SMALL = 7.0

#: longer numbers are not written out
_LONGEST = 12

#: matplotlib cannot place what is much farther away
_FARTHEST = 10**100

#: the longest delay that is drawn
LONGEST_DELAY = 60

#: four inks, from light to dark also without colour
LIGHT, MIDDLE, GREY, DARK = "#fde6c8", "#f2a65e", "#8a8a8a", "#8c2d04"

_SETTINGS: Any = {
    "font.family": "STIXGeneral",  # comes with matplotlib, so that it is there everywhere
    "mathtext.fontset": "stix",
    "font.size": 8.0,
    "axes.labelsize": 8.5,
    "axes.titlesize": 8.5,
    "figure.titlesize": 9.0,
    "legend.fontsize": 7.5,
    "legend.title_fontsize": 7.5,
    "xtick.labelsize": 7.5,
    "ytick.labelsize": 7.5,
    "axes.linewidth": 0.6,
    "axes.unicode_minus": True,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "hatch.linewidth": 0.4,
    "lines.linewidth": 1.0,
    "savefig.dpi": 300,
    "figure.dpi": 300,
    "svg.fonttype": "path",  # letters as outlines, which every viewer draws alike
    "svg.hashsalt": "recency",
    "pdf.fonttype": 42,
}


class InvalidFigure(ValueError):
    """No such figure, no such format or no such data; the message says what was expected."""


def check_delay(tau: int) -> None:
    """A longer one makes numbers that are too long to be drawn soon."""
    if not isinstance(tau, int):
        raise InvalidFigure(f"tau = {tau}; expected a delay, a whole number")
    if tau > LONGEST_DELAY:
        raise InvalidFigure(f"tau = {tau}; expected a delay of at most {LONGEST_DELAY}")


def check_delays(delays: Sequence[int]) -> None:
    """There are some, and none is too long."""
    if not isinstance(delays, Sequence):
        raise InvalidFigure(f"delays = {delays}; expected a list of delays")
    if not delays:
        raise InvalidFigure("delays is empty; expected at least one delay")
    for tau in delays:
        check_delay(tau)


@contextmanager
def ours() -> Iterator[None]:
    """matplotlib's defaults and the settings above, whatever the user's are; then the user's."""
    with _no_window():
        import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        yield


@contextmanager
def _no_window() -> Iterator[None]:
    """Whatever window system the user asks matplotlib for, and if there is none of that name."""
    asked = os.environ.get("MPLBACKEND")
    os.environ["MPLBACKEND"] = "agg"
    try:
        yield
    finally:
        if asked is None:
            del os.environ["MPLBACKEND"]
        else:
            os.environ["MPLBACKEND"] = asked


def blank(width: float, height: float) -> Figure:
    """An empty figure of that size in inches, which belongs to no window."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def encoded(figure: Figure, form: str, title: str) -> bytes:
    """The figure as a file, with its title inside and no date."""
    metadata: dict[str, str | None] = {"Title": title}
    if form == "svg":
        metadata["Date"] = None
    elif form == "pdf":
        metadata["CreationDate"] = None
    file = io.BytesIO()
    figure.savefig(file, format=form, metadata=metadata)
    content = file.getvalue()
    return _smaller(content.decode()).encode() if form == "svg" else content


#: where an SVG says how far something is from something else
_PLACES = re.compile(r'(?<= [dxy]=")[^"]*|(?<=translate\()[^)]*')
_LENGTH, _LETTER = re.compile(r"-?[0-9]+\.[0-9]+"), re.compile(r"\s*([A-Za-z])\s*")


def _smaller(svg: str) -> str:
    """The same drawing in fewer bytes, with lengths to a hundredth of a point.

    >>> _smaller('  <path d="M 3.93524 0 \\nL 0.5 -0.000001 \\nz\\n" style="stroke-width: 0.625"/>')
    '<path d="M3.94 0L0.5 0z" style="stroke-width: 0.625"/>'
    """

    def place(found: re.Match[str]) -> str:
        return _LETTER.sub(r"\1", _LENGTH.sub(_hundredths, found[0]))

    return re.sub(r"(?m)^ +", "", _PLACES.sub(place, svg))


def _hundredths(found: re.Match[str]) -> str:
    return f"{round(float(found[0]), 2) + 0:.15g}"


def key(
    figure: Figure, entries: Iterable[tuple[Any, str]], columns: int = 3, title: str | None = None
) -> None:
    """Below everything, what the marks mean."""
    handles, words = zip(*entries, strict=True)
    legend = figure.legend(
        handles,
        words,
        loc="outside lower center",
        ncols=columns,
        title=title,
        frameon=False,
        handlelength=2.8,
    )
    legend.get_title().set_multialignment("center")


def discount(gamma: Parameter) -> Fraction:
    """The discount, checked, and as it was typed."""
    from numeric_checks.moduli import modulus

    checked = modulus.discount(gamma)
    return gamma if isinstance(gamma, Typed) else checked


def coordinate(x: Fraction | float, what: str = "numbers") -> float:
    """Where a number is drawn.

    >>> coordinate(float("-inf"))
    Traceback (most recent call last):
    numeric_checks.figures.style.InvalidFigure: the numbers are too large to be drawn
    """
    if not -_FARTHEST <= x <= _FARTHEST:
        raise InvalidFigure(f"the {what} are too large to be drawn")
    return float(x)


def number(x: Fraction) -> str:
    """As it was typed, or as a fraction, or with a ~ before its first digits.

    >>> number(Typed("0.90")), number(Fraction(9, 10)), number(Fraction(10**20, 10**20 + 1))
    ('0.90', '9/10', '~0.999999')
    """
    from numeric_checks.arithmetic.leading_digits import exact_text
    from numeric_checks.safety import analysis_words

    text = x.text if isinstance(x, Typed) else exact_text(x)
    short = text is not None and len(text) <= _LONGEST
    return text if text is not None and short else analysis_words.number(x)


def equal(name: str, x: Fraction) -> str:
    """That a symbol has this value, as a formula.

    >>> equal(r"\\mu", Fraction(3031, 2500))
    '$\\\\mu = 3031/2500$'
    """
    text = number(x)
    sign = r"\approx" if text.startswith("~") else "="
    return f"${name} {sign} {text.removeprefix('~')}$"


def panels(figure: Figure, count: int, height: float, across: str, up: str) -> list[Axes]:
    """That many axes in rows of three, labelled at the left and at the bottom.

    The figure has room for two rows; it grows or shrinks by ``height`` inches for each other one.
    """
    columns = min(3, count)
    rows = -(-count // columns)
    if columns == 3:
        figure.set_figheight(figure.get_figheight() + (rows - 2) * height)
    grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    for axes in grid[:, 0]:
        axes.set_ylabel(up, labelpad=3)
    for axes in grid[-1]:
        axes.set_xlabel(across, labelpad=1)
    found: list[Axes] = list(grid.flat)
    for spare in found[count:]:
        spare.set_axis_off()
    return found[:count]


def plain_ticks(axes: Axes, across: list[float], up: list[float]) -> None:
    """Ticks at these numbers, written without needless zeros."""
    axes.set_xticks(across, [_written(x) for x in across])
    axes.set_yticks(up, [_written(y) for y in up])


def _written(x: float) -> str:
    return f"{x:g}".replace("-", "\N{MINUS SIGN}")
