"""An account of a refusal, for the one who wrote the derivation.

It names the fact that is missing, what is known where it is missing - a handful of facts, nearest
first -, and the ways in which it was looked for.  `question` puts it so that an exact evaluator can
look for an instance at which the goal fails; none is looked for here.

    >>> from symbolic import AtMost, Less, ProofError, given, index, real, series
    >>> from symbolic.writing import geometric
    >>> gamma, lam, n = real("gamma"), real("lambda"), index("n")
    >>> ctx, total = given(Less(0, gamma), AtMost(lam, 1)), series((gamma*lam)**n, n, 0)
    >>> try:
    ...     geometric(ctx, total, gamma*lam)
    ... except ProofError as error:
    ...     print("\\n".join(account(error)))
    missing: |γ·λ| < 1
    known:   λ ≤ 1
             0 < γ
    tried:   linear combinations of what is known, of products of two facts, and of what holds of \
absolute values, inverses, powers and integer parts
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symbolic.core.terms import Term, free
from symbolic.search.facts import assumed as assumption, near, ways
from symbolic.statements import IllFormed, Statement
from symbolic.statements.edge import statement_from_core, statement_to_core
from symbolic.writing.definitions import explicit_term, is_meaning
from symbolic.writing.refusals import ProofError, named, shown

if TYPE_CHECKING:
    from symbolic.writing.theorem import Theorem

__all__ = ["account", "question"]

#: how many facts are shown
A_HANDFUL = 6
_WIDTH = 9


def account(error: ProofError) -> tuple[str, ...]:
    """What is missing, what is known there, and what was tried; no lines if nothing can be said."""
    if error.goal is None:
        return tuple(_listed("known", _known(None, error.facts or ())))
    goal = statement_to_core(error.goal)
    return (
        *_listed("missing", [shown(error.goal)]),
        *_listed("known", _known(goal, error.facts or ()) or ["nothing"]),
        *_listed("tried", [ways(goal)]),
    )


def _listed(what: str, lines: list[str]) -> Iterator[str]:
    for k, line in enumerate(lines):
        yield f"{'' if k else what + ':':{_WIDTH}}{line}"


def _known(goal: Term | None, facts: tuple[Theorem, ...]) -> list[str]:
    """What the facts say: those that share most with the goal first, then those added last."""
    wanted = free(goal) if goal is not None else frozenset()

    def far(place: int) -> tuple[float, int]:
        own = free(facts[place].proof.conclusion)
        return -len(own & wanted) / max(1, len(own | wanted)), -place

    places = sorted(range(len(facts)), key=far)
    said = list(dict.fromkeys(_words(facts[k]) for k in places))
    more = len(said) - A_HANDFUL
    return said if more < 2 else [*said[:A_HANDFUL], f"and {more} more facts"]


def _words(fact: Theorem) -> str:
    return shown(fact.statement if fact.has_words else fact.proof.conclusion)


def question(error: ProofError) -> tuple[Statement, tuple[Statement, ...]] | None:
    """The goal, and what is assumed where it does not follow, with the meaning of defined names.

    None if there is no goal, or if authors have no words for it.
    """
    if error.goal is None:
        return None
    goal = explicit_term(named(statement_to_core(error.goal)))
    proofs = [fact.proof for fact in error.facts or ()]
    found = dict.fromkeys(h for p in proofs for h in sorted(p.hypotheses, key=repr))
    terms = [explicit_term(h) for h in found if is_meaning(h) is None]
    close = near(goal, tuple(map(assumption, terms)))
    try:
        given = tuple(statement_from_core(fact.conclusion) for fact in close)
        return statement_from_core(goal), given
    except (IllFormed, AssertionError):
        return None
