"""Exact evidence for claims about returns: finite Markov reward processes and trajectories.

    >>> from symbolic.returns import LambdaReturn
    >>> walk = two_state("1/2", "9/10", [1, 0])
    >>> walk.operator(LambdaReturn("1/2"), walk.values()) == walk.values()
    True

Everything here is a second opinion in rational arithmetic, but for `numeric_checks.walk`, which
simulates; `gather` runs a check on instances that the strategies of
`numeric_checks.instances.strategies` draw.  A name is imported when it is first asked for.

Imports evidence, figures, instances, moduli, processes, safety, search, symbolic.
"""

from typing import TYPE_CHECKING

from symbolic.on_demand import on_demand

if TYPE_CHECKING:
    from numeric_checks import figures, search
    from numeric_checks.evidence.assertions import assert_identity, assert_theorem
    from numeric_checks.instances.evidence import Evidence, gather
    from numeric_checks.moduli.matching import match_modulus
    from numeric_checks.moduli.modulus import modulus
    from numeric_checks.processes.mrp import (
        MRP,
        EpisodicMRP,
        InvalidMRP,
        Vector,
        cycle,
        max_norm,
        single_state,
        two_state,
    )
    from numeric_checks.processes.spectra import Fate, eigenvalues, fate
    from numeric_checks.processes.trajectories import (
        InvalidTrajectory,
        Trajectory,
        backward_view,
        forward_view,
        n_step_return,
        return_from_eligibilities,
        return_from_nstep_weights,
        td_errors,
    )
    from numeric_checks.safety.analysis import Analysis, analyze
else:
    __getattr__, __dir__ = on_demand(__name__)

__all__ = [
    "MRP",
    "Analysis",
    "EpisodicMRP",
    "Evidence",
    "Fate",
    "InvalidMRP",
    "InvalidTrajectory",
    "Trajectory",
    "Vector",
    "analyze",
    "assert_identity",
    "assert_theorem",
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
