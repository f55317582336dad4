"""The goals of the search.

>>> for name in GOALS:
...     print(name)
violates-and-contracts
smallest-support
beats-one-step
largest-violation
two-term-contracts
two-term-beats
converges-where-tried
contracts-where-tried
diverges
beats-best-convex
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

# its modules are imported when they are used: goals can be named and listed at once
from numeric_checks import search
from numeric_checks.search.finds import Find
from numeric_checks.search.goals import Candidate, Drawn, Goal, Setting

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from numeric_checks.processes.mrp import MRP, Vector

__all__ = ["GOALS"]

# -- what is asked ----------------------------------------------------------------------------


def _contracts(candidate: Candidate, _setting: Setting) -> bool:
    return candidate.profile.violates and candidate.profile.contracts


def _beats_one_step(candidate: Candidate, _setting: Setting) -> bool:
    return candidate.profile.violates and candidate.profile.beats_one_step


def _low_modulus(candidate: Candidate, _setting: Setting) -> float:
    return -float(candidate.profile.beta)


def _small(candidate: Candidate, _setting: Setting) -> float:
    support, beta = candidate.profile.support, candidate.profile.beta
    return -support - max(float(beta - 1), 0.0)


def _violation_if(
    meets: Callable[[Candidate, Setting], bool], candidate: Candidate, setting: Setting
) -> float:
    if meets(candidate, setting):
        return float(candidate.profile.violation)
    return -float(candidate.profile.beta)


def _all_trials(_candidate: Candidate, setting: Setting) -> tuple[MRP, ...]:
    return search.trials.trials(setting.gamma, setting.seed)


def _small_trials(candidate: Candidate, setting: Setting) -> tuple[MRP, ...]:
    """Those with fewer states than the return has eligibilities: longer cycles attain beta."""
    return search.trials.trials(setting.gamma, setting.seed, candidate.profile.support - 1)


def _passes(
    test: Callable[[MRP, Vector], bool],
    tried: Callable[[Candidate, Setting], tuple[MRP, ...]],
    candidate: Candidate,
    setting: Setting,
) -> bool:
    """beta >= 1, and yet every MRP that is tried passes the test."""
    return not candidate.profile.contracts and all(
        test(mrp, candidate.h) for mrp in tried(candidate, setting)
    )


def _share_passed(
    test: Callable[[MRP, Vector], bool],
    tried: Callable[[Candidate, Setting], tuple[MRP, ...]],
    candidate: Candidate,
    setting: Setting,
) -> float:
    """The share of MRPs before the first that fails the test; below zero if beta < 1."""
    if candidate.profile.contracts:
        return float(candidate.profile.beta) - 1
    mrps = tried(candidate, setting)
    first = next((i for i, mrp in enumerate(mrps) if not test(mrp, candidate.h)), 0)
    return first / max(len(mrps), 1)


def _converges_on(mrp: MRP, h: Vector) -> bool:
    return search.trials.converges_on(mrp, h)


def _contracts_on(mrp: MRP, h: Vector) -> bool:
    return search.trials.contracts_on(mrp, h)


def _diverges(candidate: Candidate, _setting: Setting) -> bool:
    mrp, h = candidate.mrp, candidate.h
    return (
        mrp is not None
        and search.trials.diverges_on(mrp, h)
        and search.trials.margin_below(mrp, h) is not None
    )


def _instability(candidate: Candidate, _setting: Setting) -> float:
    assert candidate.mrp is not None
    return -float(search.trials.least_real_part(candidate.mrp, candidate.h)[1])


def _best_convex(candidate: Candidate, setting: Setting) -> Fraction:
    """gamma^n for the longest of the n-step returns."""
    return setting.gamma**candidate.profile.support


def _beats_best_convex(candidate: Candidate, setting: Setting) -> bool:
    return candidate.profile.violates and candidate.profile.beta < _best_convex(candidate, setting)


def _nearness_to_convex(candidate: Candidate, setting: Setting) -> float:
    return -float(candidate.profile.beta - _best_convex(candidate, setting))


# -- what is certified ------------------------------------------------------------------------


def _up_to(
    bound: Callable[[Setting], Fraction], find: Find, _candidate: Candidate, setting: Setting
) -> Find:
    return replace(find, bound=bound(setting), gap=bound(setting) - find.violation)


def _least_support(find: Find, _candidate: Candidate, _setting: Setting) -> Find:
    return replace(find, bound=Fraction(2), gap=Fraction(find.support - 2))


def _with_trials(find: Find, candidate: Candidate, setting: Setting) -> Find:
    return replace(find, tried=_all_trials(candidate, setting))


def _with_small_trials(find: Find, candidate: Candidate, setting: Setting) -> Find:
    from numeric_checks.processes.mrp import cycle

    tried = _small_trials(candidate, setting)
    return replace(find, tried=tried, mrp=cycle(find.support, setting.gamma))


def _with_margin(find: Find, candidate: Candidate, _setting: Setting) -> Find:
    assert candidate.mrp is not None
    margin = search.trials.margin_below(candidate.mrp, candidate.h)
    return replace(find, mrp=candidate.mrp, margin=margin)


def _above_convex(find: Find, candidate: Candidate, setting: Setting) -> Find:
    bound = _best_convex(candidate, setting)
    return replace(find, bound=bound, gap=find.beta - bound)


# -- what is drawn ----------------------------------------------------------------------------


def _violators(setting: Setting) -> SearchStrategy[Drawn]:
    return search.populations.violators_alone(setting)


def _violators_and_pairs(setting: Setting) -> SearchStrategy[Drawn]:
    return search.populations.violators_and_pairs(setting)


def _violators_with_mrp(setting: Setting) -> SearchStrategy[Drawn]:
    return search.populations.violators_with_mrp(setting)


def _two_terms(setting: Setting) -> SearchStrategy[Drawn]:
    return search.populations.two_terms(setting)


_CONVERGENCE = (_converges_on, _all_trials)
_CONTRACTION = (_contracts_on, _small_trials)

_LISTED = (
    Goal(
        "violates-and-contracts",
        "breaks weak recency, and its operator contracts on every MRP (beta < 1)",
        draws=_violators,
        meets=_contracts,
        score=_low_modulus,
    ),
    Goal(
        "smallest-support",
        "the same with as few eligibilities as there can be: with one, a return is convex",
        draws=_violators,
        meets=_contracts,
        score=_small,
        certify=_least_support,
    ),
    Goal(
        "beats-one-step",
        "breaks weak recency, and contracts faster than one-step TD (beta < gamma)",
        draws=_violators,
        meets=_beats_one_step,
        score=_low_modulus,
    ),
    Goal(
        "largest-violation",
        "the most weight below zero that was found with beta < 1",
        draws=_violators_and_pairs,
        meets=_contracts,
        score=partial(_violation_if, _contracts),
        certify=partial(_up_to, lambda setting: setting.largest_violation),
        largest=True,
    ),
    Goal(
        "two-term-contracts",
        "c = (-eps, 1 + eps) contracts as long as eps < (1 - gamma)/gamma: the largest eps found",
        draws=_two_terms,
        meets=_contracts,
        score=partial(_violation_if, _contracts),
        certify=partial(_up_to, lambda setting: (1 - setting.gamma) / setting.gamma),
        largest=True,
    ),
    Goal(
        "two-term-beats",
        "c = (-eps, 1 + eps) beats one-step TD as long as eps < (1 - gamma)/(1 + gamma)",
        draws=_two_terms,
        meets=_beats_one_step,
        score=partial(_violation_if, _beats_one_step),
        certify=partial(_up_to, lambda setting: (1 - setting.gamma) / (1 + setting.gamma)),
        largest=True,
    ),
    Goal(
        "converges-where-tried",
        "no contraction on long cycles (beta >= 1), yet TD converges on every MRP tried",
        draws=_violators,
        meets=partial(_passes, *_CONVERGENCE),
        score=partial(_share_passed, *_CONVERGENCE),
        certify=_with_trials,
    ),
    Goal(
        "contracts-where-tried",
        "no contraction on the cycle shown (beta >= 1), yet one on every MRP tried, "
        "all of which have fewer states than the return has eligibilities",
        draws=_violators,
        meets=partial(_passes, *_CONTRACTION),
        score=partial(_share_passed, *_CONTRACTION),
        certify=_with_small_trials,
        least_support=3,
    ),
    Goal(
        "diverges",
        "affine, and TD diverges for every step size on the MRP shown",
        draws=_violators_with_mrp,
        meets=_diverges,
        score=_instability,
        certify=_with_margin,
    ),
    Goal(
        "beats-best-convex",
        "cannot be: beta >= gamma^n for the longest step n (convex-faster); the nearest is shown",
        draws=_violators_and_pairs,
        meets=_beats_best_convex,
        score=_nearness_to_convex,
        certify=_above_convex,
        control=True,
    ),
)

GOALS = {goal.name: goal for goal in _LISTED}
