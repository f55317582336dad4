"""What else is asked of a return, and the ledger."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from inspect import unwrap
from typing import TYPE_CHECKING, Any

from numeric_checks.moduli import matching, modulus as moduli
from recency.analysis import as_return
from recency.reading import Number, Reader, Weights
from symbolic.returns import LinearReturn

if TYPE_CHECKING:
    from numeric_checks.moduli.matching import Match
    from proofs.companion.ledger import Report

__all__ = ["match_modulus", "modulus", "verify"]


def modulus(weights: Weights, gamma: Number) -> Fraction:
    """The contraction modulus of a return, exactly: the worst case over all MRPs.

    >>> modulus([1, 0.5, 0.75], 0.9)
    Fraction(4797, 4000)
    """
    reader = Reader()
    return moduli.modulus(as_return(weights, reader), reader.exact(gamma))


def match_modulus(
    family: Callable[..., LinearReturn],
    target: Number,
    gamma: Number,
    *,
    digits: int = 50,
    **others: Number,
) -> Match:
    """The lambda with which a family has this modulus; ``others`` are m, N, ..."""
    exact = Reader().exact
    rest: dict[str, Any] = {name: exact(value) for name, value in others.items()}
    members: Any = unwrap(family)
    return matching.match_modulus(members, exact(target), exact(gamma), digits=digits, **rest)


def verify(*claims: str, jobs: int | None = None) -> list[Report]:
    """Check these claims, or all; what ``recency verify`` found of each.

    >>> verify("prop:wrh", jobs=1)
    [<Report: prop:wrh is proved>]
    """
    from proofs.companion.claims import catalogue
    from proofs.companion.commands.verify import checked

    return checked([entry.id for entry in catalogue.choose(claims)], jobs)
