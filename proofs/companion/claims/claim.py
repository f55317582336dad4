"""A claim: what the paper asserts, what was proved of it, and the verdict that follows.

A claim module reads top to bottom: a header (see `proofs.companion.claims.catalogue`), the claim's
statements, and functions marked

    @CLAIM.proves(words, given=..., says=...)   a printed assertion, and the derivation of it
    @CLAIM.needs(part, hypothesis)              why a hypothesis the paper does not state is needed
    @CLAIM.refutes(words, instead=...)          a printed assertion that is false, by a witness
    @CLAIM.adds(words, given=..., says=...)     a theorem beyond what is printed
    @CLAIM.evidence(strategy, ...)              a check on exact instances drawn at random

No verdict is written down anywhere; `Claim.verdict` computes it:

    proved      every printed assertion is a theorem from the hypotheses the paper gives
    repaired    some assertion holds only with more hypotheses, each shown to be needed by a
                witness, or is false (by a witness) beside others that hold
    refuted     every printed assertion is false, by a witness
    failed      anything else

A claim that is not in the paper has theorems only (``adds``), and is proved when all of them hold.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from numeric_checks.instances.evidence import Evidence
from proofs.companion.claims.catalogue import Entry, paper_order, read_header
from proofs.companion.claims.failures import ClaimFails
from proofs.companion.claims.parts import (
    Check,
    Experiment,
    Need,
    Part,
    Refutation,
    Witness,
)
from proofs.companion.claims.prose import Prose, Words, as_prose
from symbolic.derivation import Reference
from symbolic.printing import statement_text
from symbolic.statements import Statement
from symbolic.writing.theorem import Theorem

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["Check", "Claim", "ClaimFails", "Experiment", "Part", "Witness", "named_theorems"]

CASES = 12

#: every part of every claim that was loaded
_parts: list[Part] = []


def named_theorems(reader: Claim | None = None) -> dict[Theorem, Reference]:
    """The theorems derived so far, by the name under which a reader of this claim finds them."""
    names: dict[Theorem, Reference] = {}
    for part in _parts:
        if "theorem" in part.__dict__:
            shown = part.name.replace("_", " ")
            own = part.claim is reader
            names[part.theorem] = Reference(shown, None if own else part.claim.entry.id)
    return names


@dataclass(eq=False)
class Claim:
    """The claim of a module; ``Claim(__name__)`` reads the id, title and place from its header."""

    module: str
    parts: list[Part] = field(default_factory=list)
    needs_: list[Need] = field(default_factory=list)
    refutations: list[Refutation] = field(default_factory=list)
    experiments: list[Experiment] = field(default_factory=list)
    remarks: list[Prose] = field(default_factory=list)

    @cached_property
    def entry(self) -> Entry:
        """The header."""
        found = read_header(sys.modules[self.module].__doc__ or "", self.module)
        if found is None:
            raise ClaimFails(f"{self.module} has no header")
        return found

    # -- the decorators -----------------------------------------------------------------------

    def proves(
        self,
        words: Words,
        *,
        given: Iterable[Statement] = (),
        says: Statement,
        cites: Iterable[str] = (),
        printed: bool = True,
    ) -> Callable[[Callable[[], Theorem]], Callable[[], Theorem]]:
        """The paper asserts this; the function derives it."""

        def mark(derive: Callable[[], Theorem]) -> Callable[[], Theorem]:
            name = derive.__name__
            part = Part(
                self, name, as_prose(words), tuple(given), says, printed, derive, tuple(cites)
            )
            self.parts.append(part)
            _parts.append(part)

            def theorem() -> Theorem:
                """The theorem; a claim whose derivation uses it rests on this one."""
                return part.theorem

            theorem.__name__, theorem.__doc__ = name, derive.__doc__
            return theorem

        return mark

    def adds(
        self, words: Words, *, given: Iterable[Statement] = (), says: Statement
    ) -> Callable[[Callable[[], Theorem]], Callable[[], Theorem]]:
        """A theorem beyond what is printed; it may not need more than ``given``."""
        return self.proves(words, given=given, says=says, printed=False)

    def needs(
        self, part: Callable[[], Theorem], hypothesis: Statement
    ) -> Callable[[Callable[[], Witness]], Callable[[], Witness]]:
        """Without this hypothesis the part is false: the function returns a witness."""

        def mark(witness: Callable[[], Witness]) -> Callable[[], Witness]:
            self.needs_.append(Need(witness.__name__, part.__name__, hypothesis, witness))
            return witness

        return mark

    def refutes(
        self, words: Words, *, instead: Iterable[Callable[[], Theorem]]
    ) -> Callable[[Callable[[], Witness]], Callable[[], Witness]]:
        """The paper asserts this and it is false: the function returns a witness."""

        def mark(witness: Callable[[], Witness]) -> Callable[[], Witness]:
            names = tuple(p.__name__ for p in instead)
            self.refutations.append(Refutation(witness.__name__, as_prose(words), names, witness))
            return witness

        return mark

    def evidence(
        self, *strategies: Callable[[], SearchStrategy[Any]], cases: int = CASES
    ) -> Callable[[Callable[..., object]], Callable[..., object]]:
        """The function checks the claim on an instance, one argument drawn from each strategy."""

        def mark(check: Callable[..., object]) -> Callable[..., object]:
            self.experiments.append(Experiment(check.__name__, strategies, check, cases))
            return check

        return mark

    def remark(self, words: Words) -> None:
        """Something a reader should know."""
        self.remarks.append(as_prose(words))

    # -- what follows from them ---------------------------------------------------------------

    @property
    def depends(self) -> tuple[str, ...]:
        """The claims whose theorems were used in the derivations, in the paper's order."""
        owners = {p.theorem: p.claim for p in _parts if "theorem" in p.__dict__}
        found: set[Claim] = set()
        seen: set[Theorem] = set()
        stack = [part.theorem for part in self.parts]
        while stack:
            theorem = stack.pop()
            owner = owners.get(theorem, self)
            if owner is not self:
                found.add(owner)
            elif theorem not in seen:
                seen.add(theorem)
                stack += (*theorem.premises, *theorem.side)
        return tuple(c.entry.id for c in sorted(found, key=lambda c: paper_order(c.entry)))

    def verdict(self) -> str:
        """Computed from the parts; raises `ClaimFails` when they do not hold up."""
        statuses = [self._status(p) for p in self.parts if p.printed]
        for part in self.parts:
            if not part.printed and part.added:
                extra = ", ".join(map(statement_text, part.added))
                raise ClaimFails(f"{part.name} silently assumes {extra}")
        statuses += [self._refuted(r) for r in self.refutations]
        for need in self.needs_:
            self._needed(need)
        if not self.entry.printed:
            if statuses or not self.parts:
                raise ClaimFails("a claim beyond the paper has theorems, and nothing printed")
            return "proved"
        if not statuses:
            raise ClaimFails("nothing printed was examined")
        if set(statuses) == {"refuted"}:
            return "refuted"
        return "proved" if set(statuses) == {"proved"} else "repaired"

    def _status(self, part: Part) -> str:
        shown = {n.hypothesis.key for n in self.needs_ if n.part == part.name}
        for h in part.added:
            if h.key not in shown:
                raise ClaimFails(
                    f"{part.name} assumes {statement_text(h)}, and no witness shows why it must"
                )
        return "repaired" if part.added else "proved"

    def _needed(self, need: Need) -> None:
        part = next(p for p in self.parts if p.name == need.part)
        if need.hypothesis.key not in {h.key for h in part.added}:
            raise ClaimFails(
                f"{need.name}: {need.part} does not assume {statement_text(need.hypothesis)}"
            )
        witness = need.witness()
        if witness.drops is None or not witness.breaks:
            raise ClaimFails(f"{need.name} does not break {need.part}: {explain(witness)}")

    def _refuted(self, refutation: Refutation) -> str:
        witness = refutation.witness()
        if witness.drops is not None or not witness.breaks:
            raise ClaimFails(f"{refutation.name} refutes nothing: {explain(witness)}")
        if not refutation.instead:
            raise ClaimFails(f"{refutation.name}: nothing is put in its place")
        return "refuted"

    def gather(self) -> Evidence:
        """All evidence together; the drawn instances depend on nothing but the code."""
        cases, failures = 0, list[str]()
        for experiment in self.experiments:
            found = experiment.run()
            cases += found.cases
            failures += [f"{experiment.name}: {f}" for f in found.failures]
        return Evidence(cases=cases, failures=tuple(failures))


def explain(witness: Witness) -> str:
    """What does not fit in a witness that breaks nothing."""
    wrong = [f"{k.says} fails" for k in witness.keeps if not k.holds]
    if witness.drops is not None and witness.drops.holds:
        wrong.append(f"{witness.drops.says} holds there")
    if witness.conclusion.holds:
        wrong.append(f"{witness.conclusion.says} holds there")
    return "; ".join(wrong) or "it shows that a hypothesis is needed, or drops none"
