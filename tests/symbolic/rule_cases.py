"""How a rule is tried: what it must prove, exactly, and near misses that it must refuse.

The arguments are built first and the rule is called on them afterwards, so that a refusal is the
rule's own: a premise that cannot be made does not pass for a refusal.  What the rule makes is
published, as every claim is: a near miss may also fail there, for terms that need not be defined.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from symbolic.core import kernel, terms
from symbolic.core.polynomials import key
from symbolic.statements import Statement, base
from symbolic.terms import NotATerm
from symbolic.writing.publication import published
from symbolic.writing.theorem import ProofError, Theorem

Arguments = Callable[[], tuple[Any, ...]]
#: a rule or the publication refuses; or what is to be said is not part of the language
REFUSALS = (ProofError, base.IllFormed, terms.IllFormed, NotATerm)


#: how terms look inside: in Python, in the core, in sympy; no reader has to know
RAW = re.compile(
    r"#\d|\|-|\*\*|\b(?:lhs|rhs)=|\b(?:gamma|lambda)\b"
    r"|\b(?:AtMost|Equal|Less|NotEqual|ForAll|TendsTo|OnEveryMRP|Sum|Abs|pow|abs|inv|series)\("
)


@dataclass(frozen=True)
class Proves:
    """From these arguments the rule proves ``says``, from exactly the hypotheses ``given``.

    They are what is used, and what makes the terms defined.
    """

    rule: Callable[..., Theorem]
    what: str
    arguments: Arguments
    says: Statement
    given: tuple[Statement, ...] = ()

    def __str__(self) -> str:
        return f"{self.rule.__name__}: {self.what}"

    def check(self) -> None:
        """Raise unless the rule does so."""
        theorem = published(self.rule(*self.arguments()))
        assert kernel.is_theorem(theorem.proof)
        assert key(theorem.proof.conclusion) is self.says.key
        assert theorem.statement.key is self.says.key
        assert {h.key for h in theorem.hypotheses} == {h.key for h in self.given}
        assert len(theorem.hypotheses) == len(self.given)


@dataclass(frozen=True)
class Refuses:
    """From these arguments nothing is published; ``why`` says what is wrong with them.

    ``match`` is what the refusal must say: that it is refused for another reason proves nothing.
    """

    rule: Callable[..., Theorem]
    why: str
    arguments: Arguments
    match: str

    def __str__(self) -> str:
        return f"{self.rule.__name__}: {self.why}"

    def check(self) -> None:
        """Raise unless it is refused, and for this reason."""
        arguments = self.arguments()
        with pytest.raises(REFUSALS) as refusal:
            published(self.rule(*arguments))
        said = str(refusal.value)
        assert self.match in said
        assert not RAW.search(said.replace("assume(", "")), said
