"""Learning from sampled episodes: the random walk of the paper, or a chain of one's own."""

from __future__ import annotations

import numbers
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from numeric_checks.processes.mrp import exact_number
from numeric_checks.walk import curves
from numeric_checks.walk.chains import Array, EpisodicChain, chain_from, random_walk
from numeric_checks.walk.prediction import Prediction, predict
from numeric_checks.walk.settings import Setting, step_sizes, variant
from numeric_checks.walk.simulation import InvalidExperiment, check_amount, has_numba, simulate
from proofs.companion.commands import walk_table
from recency.analysis import as_return
from recency.reading import Number, Reader, Weights
from symbolic.returns import LinearReturn

if TYPE_CHECKING:
    from recency.drawing import Drawing

__all__ = ["Learned", "Walk", "walk"]


class Measurement(NamedTuple):
    """A mean error, half the length of its 95 % interval, and the step size."""

    error: float
    margin: float
    size: float

    def __str__(self) -> str:
        return f"{walk_table.with_margin(self.error, self.margin)} at step size {self.size:.4g}"


@dataclass(frozen=True, repr=False)
class Learned:
    """Of one return: its lowest error, that at the greatest step size, and Q.

    Q = sum_i h_i^2 gamma^{2i} orders the errors at large steps.
    """

    name: str
    ret: LinearReturn
    lowest: Measurement
    last: Measurement
    predicted: Prediction

    @property
    def Q(self) -> float:
        """The variance of the return over that of a TD error, if TD errors are uncorrelated."""
        return self.predicted.variance

    @property
    def words(self) -> str:
        """Both errors, each at its step size, and Q."""
        low, last = self.lowest, self.last
        lowest, at_last = (walk_table.with_margin(x.error, x.margin) for x in (low, last))
        Q = walk_table.number(self.Q)
        return f"{lowest} at {low.size:.4g}; {at_last} at {last.size:.4g}; Q = {Q}"

    def __repr__(self) -> str:
        return f"<Learned: {self.name}; {self.words}>"


@dataclass(frozen=True, eq=False, repr=False)
class Walk(walk_table.Found):
    """What was measured: ``found["TD(0)"]`` is one of its returns; it shows itself, with its plot.

    ``measured`` has every number, ``chain`` the chain.
    """

    @property
    def returns(self) -> tuple[Learned, ...]:
        """The returns, in their order."""
        assert self.predictions is not None
        settings = self.measured.settings
        return tuple(
            Learned(
                setting.name,
                setting.ret,
                self._measurement(k, self.measured.lowest(k)),
                self._measurement(k, -1),
                predicted,
            )
            for k, (setting, predicted) in enumerate(zip(settings, self.predictions, strict=True))
        )

    def __getitem__(self, name: str) -> Learned:
        names = [setting.label for setting in self.measured.settings]
        if name not in names:
            raise KeyError(f"there is no return {name!r}; expected one of {', '.join(names)}")
        return self.returns[names.index(name)]

    def __iter__(self) -> Iterator[Learned]:
        return iter(self.returns)

    @property
    def curves(self) -> list[curves.Curve]:
        """The errors against the step size."""
        found = self.measured
        rows = zip(found.settings, found.means, found.margins, strict=True)
        return [curves.Curve(setting, found.sizes, *row) for setting, *row in rows]

    @property
    def about(self) -> str:
        """What was done."""
        _, trials, episodes, sizes = self.measured.squared.shape
        return (
            f"{trials} trials of {_counted(episodes, 'episode')}, "
            f"{_counted(sizes, 'step size')}, seed {self.measured.seed}"
        )

    def as_json(self) -> dict[str, Any]:
        """The object that ``recency walk --json`` prints."""
        return walk_table.as_json(self)

    def plot(self) -> Drawing:
        """The weights, and the errors with their intervals, as a figure of matplotlib."""
        from recency.drawing import drawn

        return drawn(curves.SIZE, lambda figure: curves.draw(self.curves, figure))

    def __repr__(self) -> str:
        return f"<Walk: {_counted(len(self.measured.settings), 'return')}; {self.about}>"

    def __str__(self) -> str:
        return "\n".join([walk_table.plain(self), *walk_table.notes(self)])

    def _repr_html_(self) -> str:
        from recency.cards import walk_card

        return walk_card(self)

    def _measurement(self, k: int, at: int) -> Measurement:
        found = self.measured
        return Measurement(
            float(found.means[k, at]), float(found.margins[k, at]), float(found.sizes[at])
        )


def walk(
    returns: str | Mapping[str, Weights] = "printed",
    chain: Mapping[str, Any] | EpisodicChain | None = None,
    *,
    trials: int = 400,
    episodes: int = 10,
    sizes: int | Iterable[Number] = 51,
    seed: int = 0,
) -> Walk:
    """TD learning with each of these returns on the same episodes.

    ``returns`` are those of the paper, "printed", "matched" or "authors", or one's own by name;
    ``sizes`` how many step sizes from exp(-5) to 1, or a list of them; ``chain`` what a file of
    ``recency walk --chain`` holds, and the random walk if there is none.

    >>> found = walk({"TD(0)": [1], "rising": [1, 1.1, 0.5]}, trials=20, sizes=[0.1, 0.3], seed=1)
    >>> found
    <Walk: 2 returns; 20 trials of 10 episodes, 2 step sizes, seed 1>
    >>> found["TD(0)"].lowest.size, found["TD(0)"].Q
    (0.3, 1.0)
    """
    settings = _settings(returns)
    place = _chain(chain)
    steps = _sizes(sizes)
    trials, episodes = _whole("trials", trials, 2), _whole("episodes", episodes, 1)
    seed = _whole("seed", seed, 0)
    check_amount(len(settings), trials, episodes, len(steps))
    # as the command does
    engine: Any = "numba" if has_numba() else "numpy"
    measured = simulate(
        place, settings, steps, trials=trials, episodes=episodes, seed=seed, engine=engine
    )
    predictions = tuple(predict(place, setting.ret) for setting in settings)
    # what the paper reads off its figures is about its chain, and about step sizes like its own
    papers = isinstance(returns, str) and chain is None and not isinstance(sizes, Iterable)
    return Walk(place, measured, None, predictions, str(returns) if papers else None)


def _settings(returns: Any) -> tuple[Setting, ...]:
    if isinstance(returns, str):
        return variant(returns)
    if not isinstance(returns, Mapping) or not returns:
        raise InvalidExperiment(
            f"returns = {returns!r:.40}; expected printed, matched or authors, or a dict with a "
            "return, or its weights, for each name"
        )
    return tuple(Setting(str(name), as_return(x, Reader())) for name, x in returns.items())


def _chain(chain: Any) -> EpisodicChain:
    if chain is None or isinstance(chain, EpisodicChain):
        return chain or random_walk()
    if isinstance(chain, Mapping):
        chain = {key: _stored(Reader().exact(value)) for key, value in chain.items()}
    return chain_from(chain)


def _stored(value: Any) -> Any:
    """As it would be in a file."""
    if isinstance(value, list):
        return [_stored(each) for each in value]
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        return value
    return int(value)


def _sizes(sizes: int | Iterable[Number]) -> Array:
    if isinstance(sizes, numbers.Integral):
        return step_sizes(_whole("sizes", sizes, 2))
    given = Reader().exact(sizes)
    if not isinstance(given, list) or not given:
        raise InvalidExperiment(
            f"sizes = {sizes!r:.40}; expected how many, or a list of step sizes"
        )
    found = sorted({float(exact_number(f"sizes[{k}]", x)) for k, x in enumerate(given)})
    for size in found:
        if not 0 < size <= 1:
            raise InvalidExperiment(f"the step size {size:g}; expected more than 0 and at most 1")
    return np.array(found)


def _whole(name: str, value: object, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, numbers.Integral) or value < least:
        raise InvalidExperiment(f"{name} = {value!r}; expected a whole number of at least {least}")
    return int(value)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"
