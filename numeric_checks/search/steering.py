"""How the search moves: hypothesis draws, climbs towards higher scores, and shrinks what is found.

The same seed gives the same search, whatever else is imported.  Climbing (``target``) is something
that only hypothesis' own backend does, so that one is used, without the constants that it would
take from the source files of the running program (see `numeric_checks.instances.draws`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, TypeVar

from numeric_checks.instances.interrupts import noted

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["Unrepeatable", "simplest"]

Case = TypeVar("Case")


class Unrepeatable(Exception):
    """A case was accepted once and refused, or could not be drawn, the next time."""


class _Found(Exception):
    """The current case is accepted."""


def simplest(
    strategy: SearchStrategy[Case],
    accepts: Callable[[Case], bool],
    score: Callable[[Case], float],
    *,
    examples: int,
    seed: int,
) -> Case | None:
    """The simplest accepted case that can be reached, or None; refused cases steer by their score.

    At most ``examples`` cases are tried before the first is accepted.  A condition that accepts
    nothing makes this a climb, and what the climb has seen is for ``score`` to remember.

    >>> from hypothesis import strategies as st
    >>> numbers = st.integers(0, 10**6)
    >>> simplest(numbers, lambda n: n > 700_000, float, examples=1000, seed=0)
    700001
    """
    from hypothesis import HealthCheck, Phase, Verbosity, given, seed as seeded, settings, target
    from hypothesis.errors import HypothesisException

    found: Case | None = None

    def examine(case: Case) -> None:
        nonlocal found
        heed()
        if accepts(case):
            found = case
            raise _Found
        target(score(case))

    run = settings(
        max_examples=examples,
        derandomize=False,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.target, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
        print_blob=False,
        report_multiple_bugs=False,
        backend="hypothesis",
    )(seeded(seed)(given(strategy)(examine)))
    try:
        with noted() as heed, _no_constants_from_source_files():
            run()
    except _Found:
        return found
    except HypothesisException as error:
        raise Unrepeatable(str(error).partition("\n")[0]) from None
    return None


def _no_constants_from_source_files() -> AbstractContextManager[None]:
    """For as long as this lasts hypothesis draws as `numeric_checks.instances.draws` does."""
    try:
        from hypothesis.internal.conjecture.providers import HypothesisProvider

        from numeric_checks.instances.draws import SeededDraws
    except ImportError:  # a hypothesis that is built differently: its own draws serve as well
        return nullcontext()
    return _replaced(HypothesisProvider, SeededDraws, "_maybe_draw_constant")


@contextmanager
def _replaced(one: type, other: type, method: str) -> Iterator[None]:
    """Let a class have the method of another class for a while; one without it stays without."""
    usual = getattr(one, method, None)
    if usual is None:
        yield
        return
    setattr(one, method, getattr(other, method))
    try:
        yield
    finally:
        setattr(one, method, usual)
