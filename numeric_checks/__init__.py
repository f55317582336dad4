"""Exact evidence for claims about returns: finite Markov reward processes and trajectories.

    >>> from symbolic.returns import LambdaReturn
    >>> walk = two_state("1/2", "9/10", [1, 0])
    >>> walk.operator(LambdaReturn("1/2"), walk.values()) == walk.values()
    True

Everything here is a second opinion in rational arithmetic; `gather` runs a check on instances that
the strategies of `numeric_checks.strategies` draw.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from numeric_checks.evidence import Evidence, gather
from numeric_checks.mrp import (
    MRP,
    EpisodicMRP,
    InvalidMRP,
    Vector,
    cycle,
    max_norm,
    single_state,
    two_state,
)
from numeric_checks.rational_functions import NotRational
from numeric_checks.trajectories import (
    InvalidTrajectory,
    Trajectory,
    backward_view,
    forward_view,
    n_step_return,
    return_from_eligibilities,
    return_from_nstep_weights,
    td_errors,
)

if TYPE_CHECKING:
    from numeric_checks.analysis import Analysis, analyze
    from numeric_checks.identities import assert_identity
    from numeric_checks.matching import match_modulus
    from numeric_checks.moduli import modulus
    from numeric_checks.spectra import Fate, eigenvalues, fate

#: what is imported only when it is asked for
_LATER = {
    "Analysis": "numeric_checks.analysis",
    "Fate": "numeric_checks.spectra",
    "analyze": "numeric_checks.analysis",
    "assert_identity": "numeric_checks.identities",
    "eigenvalues": "numeric_checks.spectra",
    "fate": "numeric_checks.spectra",
    "match_modulus": "numeric_checks.matching",
    "modulus": "numeric_checks.moduli",
}
_PACKAGES_LATER = ("figures", "search")


def __getattr__(name: str) -> Any:
    if name in _PACKAGES_LATER:
        return import_module(f"{__name__}.{name}")
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "MRP",
    "Analysis",
    "EpisodicMRP",
    "Evidence",
    "Fate",
    "InvalidMRP",
    "InvalidTrajectory",
    "NotRational",
    "Trajectory",
    "Vector",
    "analyze",
    "assert_identity",
    "backward_view",
    "cycle",
    "eigenvalues",
    "fate",
    "figures",
    "forward_view",
    "gather",
    "match_modulus",
    "max_norm",
    "modulus",
    "n_step_return",
    "return_from_eligibilities",
    "return_from_nstep_weights",
    "search",
    "single_state",
    "td_errors",
    "two_state",
]
