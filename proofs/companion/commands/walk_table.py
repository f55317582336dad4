"""How `recency walk` answers: a table with notes, JSON, CSV, and figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from numeric_checks.arithmetic.ball_arrays import Balls
    from numeric_checks.walk.chains import EpisodicChain
    from numeric_checks.walk.prediction import Prediction
    from numeric_checks.walk.simulation import Measured


#: from here on numbers have their leading digits alone
_LARGE = 10_000


@dataclass(frozen=True, eq=False)
class Found:
    """What was measured and computed; ``variant`` is that of the paper's experiments, if any."""

    chain: EpisodicChain
    measured: Measured
    #: expected squared errors: returns, episodes, step sizes
    expected: Balls | None
    predictions: tuple[Prediction, ...] | None
    variant: str | None

    @cached_property
    def roots(self) -> Balls | None:
        """The roots of the expected squared errors, averaged over the episodes."""
        if self.expected is None:
            return None
        with np.errstate(over="ignore", invalid="ignore"):
            return self.expected.sqrt().sum(1) / self.expected.shape[1]


def plain(found: Found) -> str:
    """A heading, then one line for each return."""
    rows = [_headings(found), *(_row(found, k) for k in range(len(found.measured.settings)))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _headings(found: Found) -> list[str]:
    sizes = found.measured.sizes
    headings = [
        "return",
        "modulus",
        "lowest error",
        "at step",
        f"error at {sizes[0]:.4f}",
        f"error at {sizes[-1]:.4g}",
    ]
    if found.expected is not None:
        headings += ["lowest expected", "at step"]
    if found.predictions is not None:
        headings += ["Q", "f(gamma mu)", "fall"]
    return headings


def _row(found: Found, k: int) -> list[str]:
    measured = found.measured
    errors, margins, low = measured.means[k], measured.margins[k], measured.lowest(k)
    cells = [
        measured.settings[k].label,
        _modulus(found, k),
        with_margin(errors[low], margins[low]),
        f"{measured.sizes[low]:.4f}" if np.isfinite(errors[low]) else "",
        with_margin(errors[0], margins[0]),
        with_margin(errors[-1], margins[-1]),
    ]
    if found.roots is not None:
        roots = np.where(_proved(found.roots)[k], found.roots.mid[k], np.inf)
        at = int(roots.argmin())
        known = np.isfinite(roots[at])
        cells += [number(roots[at]), f"{measured.sizes[at]:.4f}"] if known else ["not proved", ""]
    if found.predictions is not None:
        told = found.predictions[k]
        cells += map(number, (told.variance, told.mode, told.fall))
    return cells


def _proved(balls: Balls) -> NDArray[np.bool_]:
    """Where there is a bound."""
    found: NDArray[np.bool_] = np.isfinite(balls.mid) & np.isfinite(balls.rad)
    return found


def with_margin(mean: float, margin: float) -> str:
    """A mean and half its interval."""
    return f"{number(mean)} ± {number(margin)}" if np.isfinite(mean) else "diverged"


def number(x: float, sign: str = "") -> str:
    """Four decimals, or the leading digits of what is large."""
    return f"{x:{sign}.4f}" if abs(x) < _LARGE else f"{x:{sign}.4g}"


def _modulus(found: Found, k: int) -> str:
    from numeric_checks.arithmetic.leading_digits import nearest
    from numeric_checks.moduli.modulus import modulus

    gamma = str(found.chain.gamma)
    if found.chain.gamma == 1:
        return ""
    beta = modulus(found.measured.settings[k].ret, gamma)
    return f"{float(beta):.6f}" if beta < _LARGE else nearest(beta)


def notes(found: Found) -> Iterator[str]:
    """What the numbers are, how they compare on the same episodes, and what theory says."""
    measured = found.measured
    yield (
        f"{measured.trials} trials of {measured.squared.shape[2]} episodes, seed {measured.seed}: "
        "RMS errors averaged over the episodes, with 95 % intervals"
    )
    if found.roots is not None:
        yield (
            "expected: roots of expected squared errors, averaged in the same way; nothing is "
            f"sampled, and {_width(found.roots)}; {_agreement(found)}"
        )
    yield from _differences(found)
    if found.predictions is not None:
        yield from _predicted(found)
    if found.variant is not None:
        yield from _readings(found)


def _width(balls: Balls) -> str:
    """What is proved, with a power of ten that no radius is greater than."""
    proved = _proved(balls)
    if not proved.any():
        return "nothing is proved, since the bounds are infinite"
    within = f"proved to within {10.0 ** np.ceil(np.log10(balls.rad[proved].max())):.0e}"
    if proved.all():
        return f"all are {within}"
    return f"{proved.sum()} of {proved.size} are {within}, the others not, with infinite bounds"


def _agreement(found: Found) -> str:
    """How many of the intervals of mean squared errors go as far as what is enclosed."""
    assert found.expected is not None
    from numeric_checks.walk.simulation import interval

    squared = found.measured.squared
    with np.errstate(over="ignore", invalid="ignore"):
        apart = abs(squared.mean(axis=1) - found.expected.mid) - found.expected.rad
    reach = np.array([[interval(x[:, k][None])[0] for k in range(x.shape[1])] for x in squared])
    known = np.isfinite(apart) & np.isfinite(reach)
    if not known.any():
        return "no interval is finite"
    share = 100 * float((apart <= reach)[known].mean())
    return f"{share:.1f} % of the intervals{'' if known.all() else ' that are finite'} contain them"


def _differences(found: Found) -> Iterator[str]:
    """Of lowest errors, each with the first return's, on the same episodes."""
    measured = found.measured
    for k in range(1, len(measured.settings)):
        mean, margin = measured.difference(k, 0, measured.lowest(k), measured.lowest(0))
        names = measured.settings[k].label, measured.settings[0].label
        known = f"{number(mean, '+')} ± {number(margin)}" if np.isfinite(mean) else "not finite"
        yield f"{names[0]} minus {names[1]}, lowest errors on the same episodes: {known}"


def _predicted(found: Found) -> Iterator[str]:
    """The orders from theory beside those that were measured."""
    from numeric_checks.walk.prediction import order, slowest_mode

    assert found.predictions is not None
    mu = slowest_mode(found.chain)
    yield f"mu = {mu.real:.6f}, the slowest mode of the chain that the values have"
    if len(found.predictions) == 1:
        return
    means = found.measured.means
    yield _ordered(
        found,
        "large steps",
        (
            "Q, for TD errors uncorrelated and of equal variance",
            order([p.variance for p in found.predictions]),
        ),
        means[:, -1],
    )
    yield _ordered(
        found,
        "small steps",
        ("fall, greatest first", order([-p.fall for p in found.predictions])),
        means[:, 0],
    )


def _ordered(
    found: Found, where: str, theory: tuple[str, Sequence[int]], errors: NDArray[np.float64]
) -> str:
    from numeric_checks.walk.prediction import order

    name, predicted = theory
    labels = [setting.label for setting in found.measured.settings]
    finite, measured = np.isfinite(errors), order(list(map(float, errors)))
    listed = ", ".join(labels[k] + ("" if finite[k] else " (diverged)") for k in measured)
    same = finite.all() and list(predicted) == measured
    said = "as measured" if same else f"measured: {listed}"
    return f"{where}: by {name}: {', '.join(labels[k] for k in predicted)}; {said}"


def _readings(found: Found) -> Iterator[str]:
    from numeric_checks.walk.readings import READINGS, checks, verdict

    assert found.variant is not None
    for reading in READINGS:
        looked = checks(reading, {found.variant: found.measured})
        agree = sum(check.agrees for check in looked)
        yield (
            f"{reading}, read off these figures: {verdict(looked)} "
            f"({agree} of {len(looked)} checks; --json has them)"
        )


# -- for other programs ----------------------------------------------------------------------


def as_json(found: Found) -> dict[str, Any]:
    """Everything, by return."""
    measured = found.measured
    returns: list[dict[str, Any]] = []
    for k, setting in enumerate(measured.settings):
        shown: dict[str, Any] = {
            "return": setting.label,
            "words": str(setting.ret),
            "modulus": _modulus(found, k) or None,
            "errors": _finite(measured.means[k].tolist()),
            "margins": _finite(measured.margins[k].tolist()),
        }
        if found.expected is not None and found.roots is not None:
            for name, balls in (("squared errors", found.expected), ("errors", found.roots)):
                shown[f"expected {name}"] = _finite(balls.mid[k].tolist())
                shown[f"expected {name} within"] = _finite(balls.rad[k].tolist())
        if found.predictions is not None:
            shown["predicted"] = _finite(vars(found.predictions[k]))
        returns.append(shown)
    document: dict[str, Any] = {
        "schema": 1,
        "seed": measured.seed,
        "trials": measured.trials,
        "episodes": measured.squared.shape[2],
        "step sizes": measured.sizes.tolist(),
        "returns": returns,
    }
    if found.variant is not None:
        document |= {"variant": found.variant, "readings": _as_json(found)}
    return document


def _finite(given: Any) -> Any:
    """What is not finite, as errors that have blown up, is null: JSON has no word for it."""
    if isinstance(given, dict):
        return {name: _finite(value) for name, value in given.items()}
    if isinstance(given, list):
        return [_finite(value) for value in given]
    return given if np.isfinite(given) else None


def _as_json(found: Found) -> dict[str, Any]:
    from numeric_checks.walk.readings import READINGS, checks, verdict

    assert found.variant is not None
    looked = {name: checks(name, {found.variant: found.measured}) for name in READINGS}
    return {
        name: {"verdict": verdict(all_of), "checks": [vars(check) for check in all_of]}
        for name, all_of in looked.items()
    }


def as_csv(found: Found) -> str:
    """A line for each return and step size; a field is empty where nothing is finite."""
    import csv
    import io

    measured, roots = found.measured, found.roots
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = [] if roots is None else ["expected", "within"]
    writer.writerow(["return", "step size", "error", "margin", *names])
    for k, setting in enumerate(measured.settings):
        for a, size in enumerate(measured.sizes):
            row = [measured.means[k, a], measured.margins[k, a]]
            row += [] if roots is None else [roots.mid[k, a], roots.rad[k, a]]
            writer.writerow([setting.label, size, *_finite(row)])
    return out.getvalue()


def figures(found: Found, formats: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The name and the content of each file."""
    from numeric_checks.walk.curves import Curve, render
    from numeric_checks.walk.settings import FIGURES

    measured, roots = found.measured, found.roots
    everything = range(len(measured.settings))
    groups = {
        f"walk-{name}": [k for k in everything if name in measured.settings[k].figures]
        for name in FIGURES
    }
    groups = {name: of for name, of in groups.items() if of} or {"walk": list(everything)}
    for name, group in groups.items():
        sampled = [
            Curve(measured.settings[k], measured.sizes, measured.means[k], measured.margins[k])
            for k in group
        ]
        kinds = {name: sampled}
        if roots is not None:
            kinds[f"{name}-expected"] = [
                Curve(measured.settings[k], measured.sizes, roots.mid[k], None) for k in group
            ]
        for file, curves in kinds.items():
            for form in formats:
                yield f"{file}.{form}", render(curves, form)
