"""How a rule is tried: what it must prove, exactly, and near misses that it must refuse.

The arguments are built first and the rule is called on them afterwards, so that a refusal is the
rule's own: a premise that cannot be made does not pass for a refusal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from symbolic.kernel import ProofError, Theorem, check_genuine
from symbolic.statements import Statement

Arguments = Callable[[], tuple[Any, ...]]


@dataclass(frozen=True)
class Proves:
    """From these arguments the rule proves ``says``, from exactly the hypotheses ``given``."""

    rule: Callable[..., Theorem]
    what: str
    arguments: Arguments
    says: Statement
    given: tuple[Statement, ...] = ()

    def __str__(self) -> str:
        return f"{self.rule.__name__}: {self.what}"

    def check(self) -> None:
        """Raise unless the rule does so."""
        theorem = self.rule(*self.arguments())
        check_genuine(theorem)
        assert theorem.statement == self.says
        assert {h.key for h in theorem.hypotheses} == {h.key for h in self.given}
        assert len(theorem.hypotheses) == len(self.given)


@dataclass(frozen=True)
class Refuses:
    """From these arguments the rule proves nothing; ``why`` says what is wrong with them."""

    rule: Callable[..., Theorem]
    why: str
    arguments: Arguments

    def __str__(self) -> str:
        return f"{self.rule.__name__}: {self.why}"

    def check(self) -> None:
        """Raise unless the rule refuses."""
        arguments = self.arguments()
        with pytest.raises((ProofError, ValueError)):
            self.rule(*arguments)
