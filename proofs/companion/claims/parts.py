"""What a claim is made of: assertions with their derivations, and experiments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from numeric_checks.evidence.trying import Tried, tried
from numeric_checks.instances.evidence import Evidence, gather
from proofs.companion.claims.failures import ClaimFails, failed
from symbolic.core import kernel
from symbolic.core.polynomials import key
from symbolic.printing import Sentence, prose, statement_text
from symbolic.search.facts import assumed as assumption, follows
from symbolic.statements import Statement
from symbolic.statements.edge import statement_to_core
from symbolic.writing.publication import check_steps, published
from symbolic.writing.theorem import Theorem

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from proofs.companion.claims.claim import Claim


#: an assertion of the paper, a step towards a theorem, or a theorem past the paper
Role: TypeAlias = Literal["printed", "lemma", "beyond"]


@dataclass(frozen=True, eq=False)
class Part:
    """An assertion and its derivation.

    Of what is given, ``ours`` is what the paper does not say: it makes exact what is left open.
    """

    claim: Claim
    name: str
    words: Sentence
    given: tuple[Statement, ...]
    says: Statement
    role: Role
    derive: Callable[[], Theorem]
    cites: tuple[str, ...] = ()
    ours: tuple[Statement, ...] = ()

    @property
    def printed(self) -> bool:
        """Does the paper assert it?"""
        return self.role == "printed"

    @property
    def why(self) -> Sentence:
        """The first line of what its derivation says of itself."""
        return prose((self.derive.__doc__ or "").partition("\n")[0].removesuffix("."))

    @cached_property
    def theorem(self) -> Theorem:
        """The theorem, which must be the kernel's and say what the part says."""
        try:
            return self._derived()
        except ClaimFails:  # the theorem of another part, which has told what is wrong with it
            raise
        except Exception as error:
            raise failed(self, error) from error

    @property
    def is_derived(self) -> bool:
        """Was the theorem derived already?"""
        return "theorem" in self.__dict__

    def _derived(self) -> Theorem:
        derived = self.derive()
        if type(derived) is not Theorem or not kernel.is_theorem(derived.proof):
            raise ClaimFails(f"{self.name}: what was derived is not a theorem of the kernel")
        theorem = published(derived, self.given, self.says)
        if key(theorem.proof.conclusion) is not self.says.key:
            raise ClaimFails(
                f"{self.name}: the derivation ends in {statement_text(theorem.statement)!r}, "
                f"not in {statement_text(self.says)!r}"
            )
        return theorem

    @cached_property
    def added(self) -> tuple[Statement, ...]:
        """The hypotheses that do not follow from the given ones."""
        facts = tuple(assumption(statement_to_core(s)) for s in self.given)
        found = self.theorem.hypotheses
        return tuple(h for h in found if follows(statement_to_core(h), facts) is None)

    @cached_property
    def audited(self) -> Theorem:
        """The theorem, if the terms of each step of its derivation are defined where it stands.

        The steps of what is derived elsewhere are looked at there.
        """
        check_steps(self.theorem, self.claim.elsewhere)
        return self.theorem

    @cached_property
    def tried(self) -> Tried:
        """What drawn instances of the hypotheses say of the statement."""
        return tried((*self.given, *self.added), self.says, draw=self.claim.drawn)


@dataclass(frozen=True)
class Experiment:
    """A second computation on drawn instances; its docstring says what it computes, and how."""

    name: str
    strategies: tuple[Callable[[], SearchStrategy[Any]], ...]
    check: Callable[..., object]
    cases: int

    @property
    def computes(self) -> str:
        """What is computed, in words."""
        return (self.check.__doc__ or self.name).partition("\n")[0].strip()

    def run(self, cases: int | None = None) -> Evidence:
        """Try it; the instances drawn depend on nothing but the code."""
        from hypothesis import strategies as st

        drawn = st.tuples(*(s() for s in self.strategies))
        return gather(lambda case: self.check(*case), drawn, cases=cases or self.cases)
