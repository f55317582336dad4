"""The eigenvalues of delayed TD's operator on the cycle of tau + 1 states, for every discount.

They are mu_j = 1 + gamma^{tau+1} - gamma^tau exp(-2 pi i j/(tau+1)), and a step size alpha turns mu
into 1 + alpha (mu - 1).  Hence there are three places for mu:

    inside:   |mu| < 1                          the iteration shrinks
    outside:  |mu| > 1 and Re mu < 1            it grows, but shrinks if steps are small
    beyond:   Re mu >= 1                        it grows whatever the step size

Which one it is, is decided by balls, with as much precision as that takes.

    >>> panel = data(delays=[2]).panels[0]
    >>> [locus.marked.side for locus in panel.loci]
    ['inside', 'beyond', 'beyond']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, groupby
from math import hypot
from typing import TYPE_CHECKING, Any, TypeAlias

from flint import acb, ctx

from numeric_checks.figures import style
from numeric_checks.figures.eigenvalue_marks import WORDS, Side, draw_disk, mark
from numeric_checks.figures.style import InvalidFigure
from numeric_checks.processes.delayed import cycle_eigenvalue, cycle_growth
from numeric_checks.processes.mrp import Exact, exact_number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "SIZE",
    "CycleEigenvalues",
    "Eigenvalue",
    "Locus",
    "Panel",
    "data",
    "draw",
    "finding",
    "side",
]

SIZE = (style.PAGE, 3.9)


@dataclass(frozen=True)
class Eigenvalue:
    """mu at one discount: a ball that contains it, and the side that was decided."""

    gamma: Fraction
    mu: acb
    side: Side

    @property
    def point(self) -> tuple[float, float]:
        """Where to draw it."""
        return float(self.mu.real.mid()), float(self.mu.imag.mid())


@dataclass(frozen=True)
class Locus:
    """mu_j as the discount runs from 0 to 1, and at the discount that is marked."""

    j: int
    eigenvalues: tuple[Eigenvalue, ...]
    marked: Eigenvalue


@dataclass(frozen=True)
class Panel:
    """The loci for one delay."""

    tau: int
    loci: tuple[Locus, ...]


@dataclass(frozen=True)
class CycleEigenvalues:
    """The panels, one for each delay."""

    gamma: Fraction
    panels: tuple[Panel, ...]


def data(
    delays: Sequence[int] = (1, 2, 3, 4, 5, 6), gamma: Exact = "9/10", steps: int = 50
) -> CycleEigenvalues:
    """The loci at ``steps`` - 1 discounts, with those at ``gamma`` marked."""
    style.check_delays(delays)
    if steps < 2:
        raise InvalidFigure(f"steps = {steps}; expected a number of at least 2")
    marked = exact_number("gamma", gamma)
    gammas = [Fraction(k, steps) for k in range(1, steps)]
    return CycleEigenvalues(
        marked,
        tuple(
            Panel(
                tau,
                tuple(
                    Locus(
                        j,
                        tuple(_eigenvalue(tau, j, x) for x in gammas),
                        _eigenvalue(tau, j, marked),
                    )
                    for j in range(tau + 1)
                ),
            )
            for tau in delays
        ),
    )


def side(tau: int, j: int, gamma: Exact) -> Side:
    """Where mu_j is, decided.

    Balls of growing precision decide it in the end: with c = cos(2 pi j/(tau+1)), Re mu = 1 only if
    c = gamma, a rational cosine, so c = 1/2, for which balls are exact; and |mu| = 1 only if c is
    rational and gamma a root of x^{tau+2} - x^{tau+1} + x^tau + 2x - 1, which has no rational root.

    >>> side(5, 1, "1/2"), side(5, 1, "49/100"), side(5, 1, "1/3")
    ('beyond', 'outside', 'inside')
    """
    attempts = (_attempt(cycle_growth(tau, j, gamma, 2**k), 2**k) for k in count(6))
    return next(found for found in attempts if found is not None)


def _attempt(growth: acb, bits: int) -> Side | None:
    """The side of 1 + growth, if a ball of this precision tells."""
    with ctx.workprec(bits):
        if growth.real >= 0:
            return "beyond"
        if not growth.real < 0:
            return None
        excess = 2 * growth.real + growth.real**2 + growth.imag**2  # |mu|^2 - 1
        return "inside" if excess < 0 else "outside" if excess > 0 else None


def _eigenvalue(tau: int, j: int, gamma: Fraction) -> Eigenvalue:
    return Eigenvalue(gamma, cycle_eigenvalue(tau, j, gamma, 64), side(tau, j, gamma))


_LINES: dict[Side, Any] = {"inside": (0, (1, 1.2)), "outside": (0, (3, 1.5)), "beyond": "solid"}

#: panels with more eigenvalues than this have no numbers beside them
_NUMBERED = 12


def finding(shown: CycleEigenvalues) -> str:
    """Which delays diverge whatever the step size."""
    beyond = [p.tau for p in shown.panels if any(x.marked.side == "beyond" for x in p.loci)]
    if not beyond:
        return "TD(0) without a delay converges on a single state"
    return (
        r"On the cycle of $\tau + 1$ states delayed TD(0) diverges, with every step size, "
        r"for every delay $\tau \geq 1$ and every $\gamma$"
    )


def draw(shown: CycleEigenvalues, figure: Figure) -> None:
    """Two rows of complex planes, and below them what the marks mean."""
    names = r"$\mathrm{Re}\,\mu$", r"$\mathrm{Im}\,\mu$"
    places = style.panels(figure, len(shown.panels), 1.45, *names)
    for axes, panel in zip(places, shown.panels, strict=True):
        _draw_panel(axes, panel)
    _draw_key(figure, shown)


def _draw_panel(axes: Axes, panel: Panel) -> None:
    draw_disk(axes)
    axes.set_xlim(-1.15, 3.35)
    axes.set_ylim(-1.3, 1.3)
    style.plain_ticks(axes, [-1, 0, 1, 2, 3], [-1, 0, 1])
    axes.set_title(rf"$\tau = {panel.tau}$", pad=3)
    for locus in panel.loci:
        _draw_locus(axes, locus, numbered=len(panel.loci) <= _NUMBERED)


def _draw_locus(axes: Axes, locus: Locus, *, numbered: bool) -> None:
    last = (1.0, 0.0)
    for where, run in groupby(locus.eigenvalues, key=lambda eigenvalue: eigenvalue.side):
        points = [last, *(eigenvalue.point for eigenvalue in run)]
        last = points[-1]
        across, up = zip(*points, strict=True)
        axes.plot(across, up, color="black", linewidth=0.8, linestyle=_LINES[where])
    x, y = locus.marked.point
    axes.plot([x], [y], linestyle="none", zorder=3, **mark(locus.marked.side))
    if numbered:
        at, place = _beside(locus, last)
        axes.annotate(
            f"{locus.j}",
            at,
            place,
            textcoords="offset points",
            ha="center",
            va="center_baseline",
            fontsize=style.SMALL,
        )


_Pair: TypeAlias = tuple[float, float]


def _beside(locus: Locus, end: _Pair) -> tuple[_Pair, _Pair]:
    """Where its number is, as a point and how many points from there: past the end of the line,
    where no other line is; or in the disk."""
    if locus.marked.side == "inside":
        return locus.marked.point, (-4, -6)
    across, up = end[0] - 1, end[1]
    far = hypot(across, up)
    return end, (6 * across / far, 6 * up / far)


def _draw_key(figure: Figure, shown: CycleEigenvalues) -> None:
    from matplotlib.lines import Line2D

    met = {locus.marked.side for panel in shown.panels for locus in panel.loci}
    look: dict[str, Any] = {"color": "black", "linewidth": 0.8}
    style.key(
        figure,
        [
            (Line2D([], [], linestyle=_LINES[where], **look, **mark(where)), words)
            for where, words in WORDS.items()
            if where in met
        ],
        title=r"eigenvalues $\mu_j$ of the operator $H$ on $v$ = the $j$-th Fourier mode of the "
        r"cycle, which an expected update multiplies by $1 + \alpha(\mu_j - 1)$;"
        "\n"
        "marks: "
        + style.equal(r"\gamma", shown.gamma)
        + r"; lines: $\gamma$ from 0 (at $\mu = 1$) "
        r"to 1; grey: $|\mu| < 1$",
    )
