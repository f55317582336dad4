"""What the goals draw from: violators alone, with pairs of steps, of two terms, or with an MRP.

How large and how fine their numbers may be depends on the discount, so that what is looked for is
within reach; the ranges go past the bounds that are known for it.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from numeric_checks.instances.strategies import rationals
from numeric_checks.instances.violators import (
    any_violators,
    fine_rationals,
    returns_on_steps,
    two_term_violators,
)
from numeric_checks.processes.mrp import cycle, two_state
from numeric_checks.search.goals import Drawn, Setting
from symbolic.returns import WeightedReturn

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["two_terms", "violators_alone", "violators_and_pairs", "violators_with_mrp"]

_FINEST, _COARSEST = 1000, 4
_LONGEST_CYCLE = 6


def violators_alone(setting: Setting) -> SearchStrategy[Drawn]:
    """Violators of every kind."""
    sizes = fine_rationals(_reach(setting.gamma), _denominators(setting.gamma))
    return _alone(any_violators(setting.max_support, sizes))


def violators_and_pairs(setting: Setting) -> SearchStrategy[Drawn]:
    """Violators of every kind, and those with a weight below zero on one of two steps."""
    from hypothesis import strategies as st

    sizes = fine_rationals(ceil(setting.largest_violation) + 1, _FINEST)
    pairs = [
        returns_on_steps([short, long], sizes.map(lambda eps: -eps))
        for long in range(2, setting.max_support + 1)
        for short in range(1, long)
    ]
    return st.one_of(*map(_alone, pairs), violators_alone(setting))


def two_terms(setting: Setting) -> SearchStrategy[Drawn]:
    """c = (-eps, 1 + eps)."""
    gamma = setting.gamma
    return _alone(two_term_violators(_reach(gamma), max(_FINEST, _denominators(gamma))))


def violators_with_mrp(setting: Setting) -> SearchStrategy[Drawn]:
    """Coarse violators with a cycle or a two-state chain."""
    from hypothesis import strategies as st

    gamma = setting.gamma
    returns = any_violators(setting.max_support, fine_rationals(_reach(gamma), _COARSEST))
    cycles = st.sampled_from([cycle(k, gamma) for k in range(1, _LONGEST_CYCLE + 1)])
    chains = rationals(0, 1, _COARSEST).map(lambda stay: two_state(stay, gamma))
    return st.tuples(returns, st.one_of(cycles, chains))


def _denominators(gamma: Fraction) -> int:
    """Fine enough for two terms that beat one-step TD: 1/d < (1 - gamma)/(1 + gamma)."""
    return max(20, ceil((1 + gamma) / (1 - gamma)) + 1)


def _reach(gamma: Fraction) -> int:
    """Large enough for a rise that makes TD diverge: 1 + eps > 1/gamma, on the 2-cycle."""
    return ceil(1 / gamma) + 1


def _alone(returns: SearchStrategy[WeightedReturn]) -> SearchStrategy[Drawn]:
    from hypothesis import strategies as st

    return st.tuples(returns, st.none())
