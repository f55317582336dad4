"""Trying a claim on exact instances: how many were tried, and the smallest one that fails.

Evidence is a second opinion, never a proof.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from numeric_checks.instances.interrupts import noted

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["Evidence", "gather"]

Case = TypeVar("Case")


@dataclass(frozen=True)
class Evidence:
    """How many instances a claim was tried on, to how many digits (None: exactly), and failures."""

    cases: int
    digits: int | None = None
    failures: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Was something tried, and did nothing fail?"""
        return self.cases > 0 and not self.failures


class _Fails(Exception):
    """The claim fails on the current case."""


def gather(
    check: Callable[[Case], object],
    strategy: SearchStrategy[Case],
    *,
    cases: int = 20,
    seed: int = 0,
) -> Evidence:
    """Run ``check`` on ``cases`` instances drawn from ``strategy``; the same ones for a given seed.

    A check fails by returning False or by raising, whatever it raises; the failure reported is the
    smallest one that hypothesis can shrink the instance to.

    >>> from hypothesis import strategies as st
    >>> gather(lambda n: n < 10, st.integers(0, 1000)).failures
    ('10: the check returned False',)
    """
    from hypothesis import HealthCheck, Phase, Verbosity, given, seed as seeded, settings
    from hypothesis.errors import HypothesisException, UnsatisfiedAssumption

    tried = 0
    failure: str | None = None

    def examine(case: Case) -> None:
        nonlocal tried, failure
        heed()
        problem = None
        try:
            if check(case) is False:
                problem = "the check returned False"
        except UnsatisfiedAssumption:  # assume() in a check: this case does not count
            raise
        except AssertionError as error:
            problem = _first_line(error) or "an assertion failed"
        except Exception as error:  # the check itself is broken: that is reported, not hidden
            problem = f"{type(error).__name__}: {_first_line(error)}"
        if failure is None:
            tried += 1
        if problem is not None:
            failure = f"{_shown(case)}: {problem}"
            raise _Fails

    run = settings(
        max_examples=cases,
        derandomize=False,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
        print_blob=False,
        report_multiple_bugs=False,
        backend=_backend(),
    )(seeded(seed)(given(strategy)(examine)))
    try:
        with noted() as heed:
            run()
    except _Fails:
        pass
    except HypothesisException as error:
        failure = failure or f"no instance could be drawn: {_first_line(error)}"
    return Evidence(cases=tried, failures=() if failure is None else (failure,))


def _backend() -> str:
    try:
        from numeric_checks.instances.draws import SEEDED
    except ImportError:  # a hypothesis that is built differently: its default serves as well
        return "hypothesis"
    return SEEDED


def _shown(case: object) -> str:
    """``repr``, except that a Fraction reads p/q wherever it stands."""
    if isinstance(case, Fraction):
        return str(case)
    if isinstance(case, tuple | list):
        comma = "," if isinstance(case, tuple) and len(case) == 1 else ""
        inside = ", ".join(map(_shown, case)) + comma
        return f"[{inside}]" if isinstance(case, list) else f"({inside})"
    if is_dataclass(case) and not isinstance(case, type):
        parts = (f"{f.name}={_shown(getattr(case, f.name))}" for f in fields(case))
        return f"{type(case).__name__}({', '.join(parts)})"
    return repr(case)


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
