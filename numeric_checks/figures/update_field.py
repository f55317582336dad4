"""Where one expected update of delayed TD moves the values of the two-state chain.

The expected update from v is H v - v.  Rewards are zero, so the values to be learned are zero, and
H is linear: it multiplies (1, 1) and (1, -1) by one number each.  Where such a number exceeds one,
the update points away from the solution.

    >>> [(str(mode.eigenvalue), str(mode.fate)) for mode in data().modes]
    [('91/100', 'converges'), ('3031/2500', 'diverges')]
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import hypot
from typing import TYPE_CHECKING, Any

from numeric_checks.figures import style
from numeric_checks.processes.mrp import MRP, Exact, Vector, two_state
from numeric_checks.processes.spectra import Fate
from symbolic.returns import DelayedReturn, LinearReturn

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["SIZE", "Arrow", "Mode", "UpdateField", "data", "draw", "finding"]

SIZE = (style.COLUMN, style.COLUMN + 1.0)

#: the arrows start at the points (i/STEPS, j/STEPS) of the square from -1 to 1
STEPS = 5

#: where the iterations v, H v, H^2 v, ... start: close to the line on which they converge
STARTS = ((20, 19), (19, 20), (-20, -19), (-19, -20))


@dataclass(frozen=True)
class Arrow:
    """An update ``change`` of the values ``at``."""

    at: Vector
    change: Vector

    @property
    def straight(self) -> bool:
        """Does the update keep to the line through the origin that it starts on?"""
        (x, y), (across, up) = self.at, self.change
        return x * up == y * across

    @property
    def direction(self) -> tuple[float, float]:
        """The change, made one long; nothing where nothing changes."""
        across, up = map(float, self.change)
        length = hypot(across, up) or 1.0
        return across / length, up / length


@dataclass(frozen=True)
class Mode:
    """A direction that H only stretches."""

    vector: tuple[int, int]
    eigenvalue: Fraction

    @property
    def fate(self) -> Fate:
        """What v, H v, H^2 v, ... does on this line."""
        size = abs(self.eigenvalue)
        return Fate.DIVERGES if size > 1 else Fate.STAYS if size == 1 else Fate.CONVERGES


@dataclass(frozen=True)
class UpdateField:
    """Arrows, the two lines that H maps to themselves, and iterations of H."""

    tau: int
    gamma: Fraction
    p: Fraction
    arrows: tuple[Arrow, ...]
    modes: tuple[Mode, Mode]
    paths: tuple[tuple[Vector, ...], ...]


def data(tau: int = 1, gamma: Exact = "9/10", p: Exact = "2/5") -> UpdateField:
    """The field of the return with delay ``tau`` on the chain that stays with probability ``p``."""
    style.check_delay(tau)
    ret, chain = DelayedReturn(tau), two_state(p, gamma)
    points = [Fraction(k, STEPS) for k in range(-STEPS, STEPS + 1)]
    starts = [(Fraction(a, 20), Fraction(b, 20)) for a, b in STARTS]
    return UpdateField(
        tau=tau,
        gamma=chain.gamma,
        p=chain.P[0][0],
        arrows=tuple(_arrow(chain, ret, (x, y)) for y in points for x in points),
        modes=(_mode(chain, ret, (1, 1)), _mode(chain, ret, (1, -1))),
        paths=tuple(_path(chain, ret, start) for start in starts),
    )


def finding(field: UpdateField) -> str:
    """What becomes of the values."""
    fates = {mode.fate for mode in field.modes}
    worst = next(fate for fate in (Fate.DIVERGES, Fate.STAYS, Fate.CONVERGES) if fate in fates)
    does = [_WORDS[mode.fate] for mode in field.modes]
    both = f"{does[0]} the mean of $v$ and {does[1]} its difference"
    if does[0] == does[1]:
        both = f"{does[0]} both the mean of $v$ and its difference"
    return f"Delayed TD(0) {_WHOLE[worst]} on two states: updates\n{both}"


_WHOLE = {Fate.CONVERGES: "converges", Fate.STAYS: "gets stuck", Fate.DIVERGES: "diverges"}
_WORDS = {Fate.CONVERGES: "shrink", Fate.STAYS: "keep", Fate.DIVERGES: "enlarge"}


def _arrow(chain: MRP, ret: LinearReturn, v: Vector) -> Arrow:
    target = chain.operator(ret, v)
    return Arrow(v, tuple(b - a for a, b in zip(v, target, strict=True)))


def _mode(chain: MRP, ret: LinearReturn, vector: tuple[int, int]) -> Mode:
    first, second = chain.operator(ret, vector)
    eigenvalue = first / vector[0]
    assert second == eigenvalue * vector[1]
    return Mode(vector, eigenvalue)


def _path(chain: MRP, ret: LinearReturn, v: Vector, most: int = 40) -> tuple[Vector, ...]:
    """v, H v, H^2 v, ... as long as they stay in the square, with the first that does not."""
    path = [v]
    while len(path) < most and max(map(abs, path[-1])) <= 1:
        path.append(chain.operator(ret, path[-1]))
    return tuple(path)


def draw(field: UpdateField, figure: Figure) -> None:
    """One square, with a word and a number on each of the two lines."""
    axes = figure.add_subplot()
    axes.set_aspect("equal")
    axes.set_xlim(-1.12, 1.12)
    axes.set_ylim(-1.12, 1.12)
    axes.set_xlabel("$v(s_1)$")
    axes.set_ylabel("$v(s_2)$", labelpad=0)
    gamma, p = style.equal(r"\gamma", field.gamma), style.equal("p", field.p)
    axes.set_title(rf"delay $\tau = {field.tau}$, {gamma}, each state stays with {p}")
    style.plain_ticks(axes, [-1, -0.5, 0, 0.5, 1], [-1, -0.5, 0, 0.5, 1])
    axes.quiver(
        [float(arrow.at[0]) for arrow in field.arrows],
        [float(arrow.at[1]) for arrow in field.arrows],
        *zip(*(arrow.direction for arrow in field.arrows), strict=True),
        angles="xy",
        scale_units="xy",
        scale=7.5,
        pivot="middle",
        width=0.0042,
        headwidth=4,
        headlength=4.5,
        headaxislength=4,
        minlength=0,
        color=["black" if arrow.straight else style.GREY for arrow in field.arrows],
        zorder=2,
    )
    for mode in field.modes:
        _draw_mode(axes, mode)
    for path in field.paths:
        across, up = zip(*((float(a), float(b)) for a, b in path), strict=True)
        (steps,) = axes.plot(across, up, "-o", zorder=3, **_PATH)
    (solution,) = axes.plot([0], [0], "o", color="black", markersize=4)
    arrow = axes.scatter([], [], marker=r"$\rightarrow$", s=60, color=style.GREY, linewidth=0)
    style.key(
        figure,
        [
            (arrow, "direction of one expected update, $Hv - v$"),
            (steps, "$v$, $Hv$, $H^2v$, ...: updates with step size 1"),
            (solution, r"the solution, $v_\pi = 0$ (all rewards are 0)"),
        ],
        columns=1,
    )


_PATH: Any = {"color": style.DARK, "linewidth": 0.8, "markersize": 2.2}


_MODES = {
    Fate.CONVERGES: "shrinks by",
    Fate.STAYS: "stays:",
    Fate.DIVERGES: "grows by",
}


def _draw_mode(axes: Axes, mode: Mode) -> None:
    x, y = mode.vector
    dashes = "--" if mode.fate is Fate.DIVERGES else "-"
    axes.axline((0, 0), (x, y), color="black", linestyle=dashes, linewidth=0.7, zorder=1)
    axes.text(
        -0.4,
        -0.4 * y / x,
        f"{_MODES[mode.fate]} " + style.equal(r"\mu", mode.eigenvalue),
        rotation=45 * y / x,
        rotation_mode="anchor",
        ha="center",
        va="center",
        fontsize=style.SMALL,
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.2},
        zorder=4,
    )
