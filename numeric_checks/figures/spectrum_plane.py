"""The eigenvalues of a return's operator on one process, in the complex plane."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numeric_checks.figures import style
from numeric_checks.figures.eigenvalue_marks import WORDS, Side, draw_disk, mark
from numeric_checks.figures.style import FORMATS, InvalidFigure
from numeric_checks.processes.operator_spectrum import Eigenvalue, Spectrum
from numeric_checks.processes.spectra import Fate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["SIZE", "draw", "finding", "render", "side"]

SIZE = (style.COLUMN, 3.6)

_TITLE = "the eigenvalues of the operator of a return on a Markov reward process"
_FATES = {
    Fate.CONVERGES: "Expected updates of all states at once\nconverge with small steps",
    Fate.STAYS: "Expected updates of all states at once\nkeep some error for ever",
    Fate.DIVERGES: "Expected updates of all states at once\ndiverge with every step size",
}


def render(found: Spectrum, form: str = "svg", setting: str = "") -> bytes:
    """The plane as the content of a file; ``setting`` says what the process is."""
    if form not in FORMATS:
        raise InvalidFigure(f"format = {form!r}; expected one of {', '.join(FORMATS)}")
    with style.ours():
        figure = style.blank(*SIZE)
        draw(found, figure, setting)
        return style.encoded(figure, form, _TITLE)


def side(each: Eigenvalue) -> Side:
    """Where it is; one on the unit circle, as far as balls tell, counts as outside."""
    if each.does != "shrinks":
        return "one" if each.does == "stays" else "beyond"
    return "inside" if each.size < 1 else "outside"


def finding(found: Spectrum) -> str:
    """What becomes of the error."""
    return _FATES[found.fate]


def draw(found: Spectrum, figure: Figure, setting: str = "") -> None:
    """One plane, and what the marks in it mean."""
    from matplotlib.lines import Line2D

    figure.suptitle(finding(found))
    axes = figure.add_subplot()
    draw_disk(axes)
    points = [
        (
            style.coordinate(float(each.ball.real.mid()), "eigenvalues"),
            style.coordinate(float(each.ball.imag.mid()), "eigenvalues"),
        )
        for each in found.eigenvalues
    ]
    sides = list(map(side, found.eigenvalues))
    for (x, y), where in zip(points, sides, strict=True):
        axes.plot([x], [y], linestyle="none", zorder=3, **mark(where))
    reach = 1.15 * max(1.0, *(abs(y) for _, y in points))
    left, right = min(-1.0, *(x for x, _ in points)), max(1.0, *(x for x, _ in points))
    axes.set_xlim(left - 0.15 * reach, right + 0.15 * reach)
    axes.set_ylim(-reach, reach)
    axes.set(xlabel=r"$\mathrm{Re}\,\mu$", ylabel=r"$\mathrm{Im}\,\mu$", title=setting)
    axes.locator_params(nbins=5)
    style.key(
        figure,
        [
            (Line2D([], [], linestyle="none", **mark(where)), words)
            for where, words in WORDS.items()
            if where in sides
        ],
        columns=1,
        title=r"eigenvalues $\mu$ of the operator $H$; an update with step size"
        "\n"
        r"$\alpha$ multiplies their errors by $1 + \alpha(\mu - 1)$",
    )
