"""Modulus against variance: what weak recency allows, and where the families are on it.

If TD errors are uncorrelated and of one variance, a return has Q = sum h_i^2 gamma^{2i} times that
variance.  A return with weak recency, h_0 = 1 and the modulus beta has

    1 + (gamma - beta)^2/(1 - gamma^2)  <=  Q  <=  (1 - beta^2)/(1 - gamma^2),

with equality above for n-step returns, and below for mixtures of one-step TD and Monte Carlo.

    >>> shown = data()
    >>> for point in shown.marked:
    ...     print(point.name, f"{float(point.variance):.3f}")
    $m = 5$ 4.179
    $m = 3$ 4.483
    $\\lambda = 9/10$ 4.852
    $N = 20$ 5.484
    $N = 10$ 8.443
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from numeric_checks.figures import style
from numeric_checks.figures.style import InvalidFigure
from numeric_checks.moduli.matching import match_modulus
from numeric_checks.moduli.modulus import modulus
from numeric_checks.moduli.shapes import sum_of_squares
from symbolic.returns import (
    LambdaReturn,
    LinearReturn,
    NStepReturn,
    Parameter,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
    WeightedReturn,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["SIZE", "Family", "Point", "VarianceFrontier", "bounds", "data", "draw", "finding"]

SIZE = (style.PAGE, 3.6)

#: the return of the paper's experiments whose modulus the others have
_DENSE = LambdaReturn("9/10")
#: n-step returns that are drawn
_STEPS = 20


@dataclass(frozen=True)
class Point:
    """A return, by its modulus and its variance factor Q."""

    name: str
    modulus: Fraction
    variance: Fraction

    @classmethod
    def of(cls, name: str, ret: LinearReturn, gamma: Fraction) -> Point:
        """Both numbers, exactly."""
        return cls(name, modulus(ret, gamma), sum_of_squares(ret, gamma))


@dataclass(frozen=True)
class Family:
    """The returns of a family, its other parameter running."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class VarianceFrontier:
    """The families between the frontiers, and some returns of one modulus, the best first."""

    gamma: Fraction
    families: tuple[Family, ...]
    n_steps: tuple[Point, ...]
    mixtures: tuple[Point, ...]
    marked: tuple[Point, ...]


def bounds(beta: Fraction, gamma: Fraction) -> tuple[Fraction, Fraction]:
    """The least and the largest Q that weak recency allows."""
    rest = 1 - gamma**2
    return 1 + (gamma - beta) ** 2 / rest, (1 - beta**2) / rest


def data(gamma: Parameter = "99/100", steps: int = 60) -> VarianceFrontier:
    """The families at ``steps`` + 1 values of lambda, which are the denser the closer to one."""
    if steps < 2:
        raise InvalidFigure(f"steps = {steps}; expected a number of at least 2")
    g = style.discount(gamma)
    lams = [1 - Fraction(steps - k, steps) ** 3 for k in range(steps + 1)]

    def family(name: str, make: Callable[[Fraction], LinearReturn]) -> Family:
        return Family(name, tuple(Point.of(name, make(lam), g) for lam in lams))

    return VarianceFrontier(
        g,
        (
            family(r"$\lambda$-return", LambdaReturn),
            family("sparse, $m = 5$", lambda lam: SparseLambdaReturn(lam, 5)),
            family("truncated, $N = 10$", lambda lam: TruncatedLambdaReturn(lam, 10)),
        ),
        tuple(Point.of(f"{n}", NStepReturn(n), g) for n in range(1, _STEPS + 1)),
        tuple(
            Point.of(f"{k}", WeightedReturn([1], tail=Fraction(k, 4 * steps)), g)
            for k in range(4 * steps + 1)
        ),
        _of_one_modulus(g),
    )


def _of_one_modulus(gamma: Fraction) -> tuple[Point, ...]:
    """The returns of the paper's experiments, with lambda such that all have the same modulus."""
    beta = modulus(_DENSE, gamma)
    returns: list[tuple[str, LinearReturn]] = [(r"$\lambda = 9/10$", _DENSE)]
    for gap in (3, 5):
        lam = match_modulus(SparseLambdaReturn, beta, gamma, m=gap).lam
        returns.append((f"$m = {gap}$", SparseLambdaReturn(lam, gap)))
    for length in (10, 20):
        lam = match_modulus(TruncatedLambdaReturn, beta, gamma, N=length, digits=9).lo
        returns.append((f"$N = {length}$", TruncatedLambdaReturn(lam, length)))
    points = (Point.of(name, ret, gamma) for name, ret in returns)
    return tuple(sorted(points, key=lambda point: point.variance))


def finding(shown: VarianceFrontier) -> str:
    """Who has the most and the least variance."""
    return (
        r"Of the returns of one modulus $\beta$ and with weak recency, $n$-step returns have the "
        "most variance,\nand mixtures of one step and Monte Carlo the least"
    )


def draw(shown: VarianceFrontier, figure: Figure) -> None:
    """All moduli, and those around the returns that are marked."""
    whole, near = figure.subplots(1, 2, width_ratios=(1, 1.25))
    entries = _draw_plane(whole, shown)
    _draw_plane(near, shown)
    gamma, beta = float(shown.gamma), float(shown.marked[0].modulus)
    whole.set(xlim=(0, 1), yscale="log", ylabel=r"$Q = \Sigma\,h_i^2 \gamma^{2i}$")
    whole.set_title(style.equal(r"\gamma", shown.gamma) + ", all moduli")
    left = max(0.0, 1 - 1.25 * (1 - beta))
    top = float(bounds(Fraction(left), shown.gamma)[1])
    near.set(xlim=(left, gamma + 0.1 * (gamma - left)), ylim=(0.9, top))
    near.set_title("near the returns of the paper's experiments")
    for axes in (whole, near):
        axes.set_xlabel(r"contraction modulus $\beta$")
    for point, shape in zip(shown.marked, "osD^v", strict=True):
        look: dict[str, Any] = {"marker": shape, **_MARK}
        near.plot([float(point.modulus)], [float(point.variance)], zorder=5, **look)
        entries.append((_line(look), f"{point.name}: $Q = {float(point.variance):.3f}$"))
    style.key(
        figure,
        entries,
        columns=4,
        title="$Q$: variance of the return over that of a TD error, for uncorrelated TD errors of "
        rf"one variance; marks: returns with $\beta \approx {beta:.4f}$",
    )


_MARK: dict[str, Any] = {
    "linestyle": "none",
    "color": "black",
    "markerfacecolor": "white",
    "markersize": 3.4,
    "markeredgewidth": 0.8,
}
_LOOKS: tuple[dict[str, Any], ...] = (
    {"color": "black", "linestyle": "-"},
    {"color": style.DARK, "linestyle": (0, (5, 1.5))},
    {"color": style.GREY, "linestyle": (0, (1.5, 1))},
)
_ALLOWED: dict[str, Any] = {"facecolor": style.LIGHT, "edgecolor": "none"}
_MIXED: dict[str, Any] = {"color": style.MIDDLE, "linewidth": 2.0}
_N_STEP: dict[str, Any] = {
    "linestyle": "none",
    "marker": "|",
    "color": style.DARK,
    "markersize": 7.0,
}


def _draw_plane(axes: Axes, shown: VarianceFrontier) -> list[tuple[Any, str]]:
    """What is in both panels, with what it means."""
    from matplotlib.patches import Patch

    betas = [shown.gamma * k / 400 for k in range(401)]
    low, high = zip(*(map(float, bounds(beta, shown.gamma)) for beta in betas), strict=True)
    axes.fill_between(list(map(float, betas)), low, high, linewidth=0, **_ALLOWED)
    _draw_points(axes, shown.mixtures, zorder=2, **_MIXED)
    _draw_points(axes, shown.n_steps, zorder=4, **_N_STEP)
    entries: list[tuple[Any, str]] = [
        (Patch(**_ALLOWED), "what weak recency allows"),
        (_line(_N_STEP), "$n$-step returns"),
        (_line(_MIXED), "one step and Monte Carlo, mixed"),
    ]
    for family, look in zip(shown.families, _LOOKS, strict=True):
        _draw_points(axes, family.points, zorder=3, **look)
        entries.append((_line(look), family.name))
    return entries


def _draw_points(axes: Axes, points: tuple[Point, ...], **look: Any) -> None:
    axes.plot([float(p.modulus) for p in points], [float(p.variance) for p in points], **look)


def _line(look: dict[str, Any]) -> Any:
    from matplotlib.lines import Line2D

    return Line2D([], [], **look)
