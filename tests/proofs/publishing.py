"""What a step in a derivation makes, as a claim would publish it."""

from __future__ import annotations

from collections.abc import Callable

from symbolic import Chain, Theorem
from symbolic.writing.publication import published


def publish(attempt: Callable[[], object]) -> Theorem:
    """The theorem, whose terms must be defined; for a chain of steps, what it has reached."""
    made = attempt()
    theorem = made.qed() if isinstance(made, Chain) else made
    assert isinstance(theorem, Theorem)
    return published(theorem)
