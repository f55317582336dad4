"""Learning curves of expected updates: two safe returns that break recency, and one that diverges.

All start from the same error on the same cycle, and take the same constant step.  Errors are exact:
an update takes e to e - alpha f(gamma P) e.

    >>> shown = data(updates=20)
    >>> [(curve.name, curve.verdict, curve.errors[-1] < 1) for curve in shown.curves]
    [('TD(0)', 'yes', True), ('a violator', 'yes', True), ('an inverted U', 'yes', True), \
('delayed TD(0)', 'no', False)]
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from numeric_checks.figures import style
from numeric_checks.figures.style import InvalidFigure
from numeric_checks.moduli.modulus import modulus
from numeric_checks.processes.mrp import MRP, Vector, cycle
from numeric_checks.safety.decision import decide
from symbolic.returns import DelayedReturn, LinearReturn, NStepReturn, Parameter, WeightedReturn

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["SIZE", "Curve", "LearningCurves", "data", "draw", "finding"]

SIZE = (style.PAGE, 3.2)

#: states of the cycle, and the step size
STATES, STEP = 4, Fraction(1, 2)

_RETURNS: tuple[tuple[str, LinearReturn], ...] = (
    ("TD(0)", NStepReturn(1)),
    ("a violator", WeightedReturn(["1", "11/10", "1/2"])),
    ("an inverted U", WeightedReturn(["1", "3/2", "7/4", "3/2", "1", "1/2"])),
    ("delayed TD(0)", DelayedReturn(1)),
)


@dataclass(frozen=True)
class Curve:
    """A return, whether it is safe, and the largest error of a state after 0, 1, ... updates."""

    name: str
    h: Vector
    modulus: Fraction
    verdict: str
    errors: Vector


@dataclass(frozen=True)
class LearningCurves:
    """The curves at one discount."""

    gamma: Fraction
    curves: tuple[Curve, ...]


def data(gamma: Parameter = "9/10", updates: int = 24) -> LearningCurves:
    """The errors of each return, from an error of one in one state."""
    if updates < 1:
        raise InvalidFigure(f"updates = {updates}; expected a number of at least 1")
    g = style.discount(gamma)
    longest = max(ret.support or 0 for _, ret in _RETURNS) + 1
    return LearningCurves(
        g,
        tuple(
            Curve(
                name,
                ret.eligibilities(longest),
                modulus(ret, g),
                decide(ret, g).verdict,
                _errors(cycle(STATES, g), ret, updates),
            )
            for name, ret in _RETURNS
        ),
    )


def _errors(chain: MRP, ret: LinearReturn, updates: int) -> Vector:
    """Rewards are zero, so that values are errors."""
    v: Vector = (Fraction(1), *[Fraction(0)] * (chain.size - 1))
    found = [Fraction(1)]
    for _ in range(updates):
        target = chain.operator(ret, v)
        v = tuple(x + STEP * (y - x) for x, y in zip(v, target, strict=True))
        found.append(max(map(abs, v)))
    return tuple(found)


def finding(shown: LearningCurves) -> str:
    """Which of the returns that break recency learn, and which diverge."""
    plain, *others = shown.curves
    safe = [curve for curve in others if curve.verdict == "yes"]
    unsafe = [curve.name for curve in others if curve.verdict == "no"]
    faster = safe and all(curve.errors[-1] < plain.errors[-1] for curve in safe)
    return (
        f"{_COUNTS[len(safe)]} of the three returns that break recency are safe"
        + ", and learn faster here than TD(0)" * bool(faster)
        + f"; {' and '.join(unsafe)} diverges" * bool(unsafe)
    )


_COUNTS = ("None", "One", "Two", "All")
_LOOKS: tuple[dict[str, Any], ...] = (
    {"color": style.GREY, "linestyle": "-", "marker": "s"},
    {"color": "black", "linestyle": (0, (5, 1.5)), "marker": "o"},
    {"color": style.MIDDLE, "linestyle": "-", "marker": "D"},
    {"color": style.DARK, "linestyle": (0, (1.5, 1)), "marker": "^"},
)


def draw(shown: LearningCurves, figure: Figure) -> None:
    """The weights of the returns, and their errors."""
    from matplotlib.lines import Line2D

    weights, errors = figure.subplots(1, 2, width_ratios=(1, 1.4))
    entries = []
    for curve, ink in zip(shown.curves, _LOOKS, strict=True):
        look = {"markersize": 3.2, "markeredgecolor": "black", "markeredgewidth": 0.4, **ink}
        weights.plot(range(len(curve.h)), list(map(float, curve.h)), **look)
        errors.plot(range(len(curve.errors)), list(map(float, curve.errors)), **look)
        kind = {"yes": "safe", "no": "diverges on a cycle"}.get(curve.verdict, "on the boundary")
        h = ", ".join(str(x) for x in curve.h[: _listed(curve.h)])
        words = rf"{curve.name}, $h = ({h})$: {kind}, $\beta = {float(curve.modulus):.3f}$"
        entries.append((Line2D([], [], **look), words))
    weights.set(xlabel="$i$", ylabel="$h_i$", title="weights on TD errors")
    weights.set_ylim(bottom=-0.1)
    errors.set(
        yscale="log",
        xlabel="expected updates of all states",
        ylabel=r"$\max_s |v(s) - v_\pi(s)|$",
        title=f"cycle of {STATES} states, step size {STEP}, " + style.equal(r"\gamma", shown.gamma),
    )
    errors.axhline(1, color="black", linewidth=0.5, zorder=0)
    style.key(figure, entries, columns=2)


def _listed(h: Vector) -> int:
    """How many weights there are before all are zero."""
    return max(i for i, x in enumerate(h) if x) + 1
