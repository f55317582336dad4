"""Exact evidence for claims about returns: finite Markov reward processes and trajectories.

    >>> from symbolic.returns import LambdaReturn
    >>> walk = two_state("1/2", "9/10", [1, 0])
    >>> walk.operator(LambdaReturn("1/2"), walk.values()) == walk.values()
    True

Everything here is a second opinion in rational arithmetic; `gather` runs a check on instances that
the strategies of `numeric_checks.instances.strategies` draw.  A name is imported when it is first
asked for.

Imports arithmetic, figures, identities, instances, moduli, processes, safety, search.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numeric_checks import figures as figures
    from numeric_checks import search as search
    from numeric_checks.arithmetic.rational_functions import NotRational as NotRational
    from numeric_checks.identities.assertion import assert_identity as assert_identity
    from numeric_checks.instances.evidence import Evidence as Evidence
    from numeric_checks.instances.evidence import gather as gather
    from numeric_checks.moduli.matching import match_modulus as match_modulus
    from numeric_checks.moduli.modulus import modulus as modulus
    from numeric_checks.processes.mrp import (
        MRP as MRP,
    )
    from numeric_checks.processes.mrp import (
        EpisodicMRP as EpisodicMRP,
    )
    from numeric_checks.processes.mrp import (
        InvalidMRP as InvalidMRP,
    )
    from numeric_checks.processes.mrp import (
        Vector as Vector,
    )
    from numeric_checks.processes.mrp import (
        cycle as cycle,
    )
    from numeric_checks.processes.mrp import (
        max_norm as max_norm,
    )
    from numeric_checks.processes.mrp import (
        single_state as single_state,
    )
    from numeric_checks.processes.mrp import (
        two_state as two_state,
    )
    from numeric_checks.processes.spectra import Fate as Fate
    from numeric_checks.processes.spectra import eigenvalues as eigenvalues
    from numeric_checks.processes.spectra import fate as fate
    from numeric_checks.processes.trajectories import (
        InvalidTrajectory as InvalidTrajectory,
    )
    from numeric_checks.processes.trajectories import (
        Trajectory as Trajectory,
    )
    from numeric_checks.processes.trajectories import (
        backward_view as backward_view,
    )
    from numeric_checks.processes.trajectories import (
        forward_view as forward_view,
    )
    from numeric_checks.processes.trajectories import (
        n_step_return as n_step_return,
    )
    from numeric_checks.processes.trajectories import (
        return_from_eligibilities as return_from_eligibilities,
    )
    from numeric_checks.processes.trajectories import (
        return_from_nstep_weights as return_from_nstep_weights,
    )
    from numeric_checks.processes.trajectories import (
        td_errors as td_errors,
    )
    from numeric_checks.safety.analysis import Analysis as Analysis
    from numeric_checks.safety.analysis import analyze as analyze

#: where each public name is defined
_NAMES = {
    "arithmetic.rational_functions": ("NotRational",),
    "identities.assertion": ("assert_identity",),
    "instances.evidence": ("Evidence", "gather"),
    "moduli.matching": ("match_modulus",),
    "moduli.modulus": ("modulus",),
    "processes.mrp": (
        "MRP", "EpisodicMRP", "InvalidMRP", "Vector", "cycle", "max_norm", "single_state",
        "two_state",
    ),
    "processes.spectra": ("Fate", "eigenvalues", "fate"),
    "processes.trajectories": (
        "InvalidTrajectory", "Trajectory", "backward_view", "forward_view", "n_step_return",
        "return_from_eligibilities", "return_from_nstep_weights", "td_errors",
    ),
    "safety.analysis": ("Analysis", "analyze"),
}  # fmt: skip
_HOME = {name: module for module, names in _NAMES.items() for name in names}
_ROOMS = ("figures", "search")

__all__ = [*_HOME, *_ROOMS]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"{__name__}.{name}")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
