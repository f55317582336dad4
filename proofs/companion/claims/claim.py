"""A claim: what the paper asserts, what was proved of it, and the verdict that follows.

A claim module reads top to bottom: a header (see `proofs.companion.claims.catalogue`), the claim's
statements, functions marked

    @CLAIM.proves(words, given=..., says=...)   a printed assertion, and the derivation of it
    @CLAIM.lemma(words, given=..., says=...)    a step towards one of the theorems
    @CLAIM.adds(words, given=..., says=...)     a theorem beyond what is printed
    @CLAIM.evidence(strategy, ...)              a second computation, on instances drawn at random
    @CLAIM.draws                                makes instances, where the hypotheses are no help
    @CLAIM.measures(words)                      a reading of an experiment, and checks of figures

calls that say how the claim is to be read,

    CLAIM.reading(words)                        how we read what is printed
    CLAIM.idea(words)                           why it is true, in two or three sentences
    CLAIM.gap(words)                            what the printed proof leaves out; with given=,
                                                says= and at=, a step of it that is false there
    CLAIM.misprint(words)                       what is printed and plainly not meant
    CLAIM.name(term, words)                     what a name stands for, in an erratum

and calls with an instance at which the ledger decides what the claim says:

    CLAIM.needs(part, hypothesis, at=...)       a hypothesis the paper does not state is needed;
                                                with otherwise=, in one reading of two
    CLAIM.refutes(words, given=..., says=..., at=..., instead=...)
                                                a printed assertion that is false; with read=, for
                                                a word of it

The words are sentences: a symbol in them is its name in braces, as in "the {n}-step return", and
any other formula is a term or a statement that `symbolic.printing.prose` puts in.

No verdict is written down anywhere; `Claim.verdict` computes it:

    proved      every printed assertion is a theorem from the hypotheses the paper gives
    repaired    some assertion holds only with more hypotheses, each shown to be needed by a
                witness (without it the assertion is false, or means nothing), or is false (by a
                witness) beside others that hold
    refuted     every printed assertion is false, by a witness
    failed      anything else

A reading of an experiment is not proved: a claim that measures has the verdict of its checks, and
its theorems are past the paper,

    supported        every check agrees with the reading
    not supported    none does
    depends          on what the checks say

A claim that is not in the paper has theorems only (``adds``), and steps towards them, and is proved
when all of them hold.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sympy import Expr

from numeric_checks.evidence.trying import Draw
from numeric_checks.statements import Instance
from proofs.companion.claims.catalogue import Entry, paper_order, read_header
from proofs.companion.claims.failures import ClaimFails
from proofs.companion.claims.gathered import Gathered
from proofs.companion.claims.measured import Check, Measurement, verdict_of
from proofs.companion.claims.parts import Experiment, Part, Role
from proofs.companion.claims.witnesses import Gap, Need, Refutation
from symbolic.cards import card
from symbolic.printing import Sentence, prose, statement_text
from symbolic.printing.sentences import Reference, Words
from symbolic.statements import Statement
from symbolic.writing.theorem import Theorem

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["Claim", "ClaimFails", "Experiment", "Part", "named_theorems", "together"]

CASES = 12

#: every part of every claim that was loaded
_parts: list[Part] = []


def _derived() -> Iterator[Part]:
    """The parts of all claims whose theorems were derived so far."""
    return (part for part in _parts if part.is_derived)


def named_theorems(reader: Claim | None = None) -> dict[Theorem, Reference]:
    """The theorems derived so far, by the number under which a reader of this claim finds them."""
    return {
        part.theorem: claim.reference(called, reader)
        for claim in dict.fromkeys(part.claim for part in _parts)
        for part, called in claim.calls().items()
        if part.is_derived
    }


def together(verdicts: Iterable[str]) -> str:
    """Of several printed assertions, by what became of each."""
    found = set(verdicts)
    return found.pop() if len(found) == 1 else "repaired"


@dataclass(eq=False, repr=False)
class Claim:
    """The claim of a module; ``Claim(__name__)`` reads the id, title and place from its header."""

    module: str
    parts: list[Part] = field(default_factory=list)
    needs_: list[Need] = field(default_factory=list)
    refutations: list[Refutation] = field(default_factory=list)
    experiments: list[Experiment] = field(default_factory=list)
    measurements: list[Measurement] = field(default_factory=list)
    remarks: list[Sentence] = field(default_factory=list)
    readings: list[Sentence] = field(default_factory=list)
    ideas: list[Sentence] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    misprints: list[Sentence] = field(default_factory=list)
    names: list[tuple[Expr, Sentence]] = field(default_factory=list)
    drawn: Draw | None = None

    @cached_property
    def entry(self) -> Entry:
        """The header."""
        found = read_header(sys.modules[self.module].__doc__ or "", self.module)
        if found is None:
            raise ClaimFails(f"{self.module} has no header")
        return found

    def __repr__(self) -> str:
        return f"<Claim: {self.entry.id}: {self.entry.title}>"

    def _repr_html_(self) -> str:
        rows = [(part.role, part.words.text()) for part in self.parts]
        return card(f"{self.entry.id}: {self.entry.title}", rows)

    # -- the decorators -----------------------------------------------------------------------

    def proves(
        self,
        words: Words,
        *,
        given: Iterable[Statement] = (),
        says: Statement,
        cites: Iterable[str] = (),
        ours: Iterable[Statement] = (),
        role: Role = "printed",
    ) -> Callable[[Callable[[], Theorem]], Callable[[], Theorem]]:
        """The paper asserts this; the function derives it.

        Hypotheses that are ``ours`` are given too, and make exact what the paper leaves open; a
        reader is told that they are not printed.
        """

        def mark(derive: Callable[[], Theorem]) -> Callable[[], Theorem]:
            name = derive.__name__
            own = tuple(ours)
            part = Part(
                self, name, prose(words), (*given, *own), says, role, derive, tuple(cites), own
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
        return self.proves(words, given=given, says=says, role="beyond")

    def lemma(
        self, words: Words, *, given: Iterable[Statement] = (), says: Statement
    ) -> Callable[[Callable[[], Theorem]], Callable[[], Theorem]]:
        """A step towards a theorem of the claim; it may not need more than ``given``.

        A reader of the claim sees the first line of the function's docstring as why it holds.
        """
        return self.proves(words, given=given, says=says, role="lemma")

    def needs(
        self,
        part: Callable[[], Theorem],
        hypothesis: Statement,
        *,
        at: Instance,
        otherwise: Callable[[], Theorem] | None = None,
    ) -> None:
        """Without this hypothesis the part is false, or means nothing, at the instance.

        If what is printed may be read in another way too, in which it needs nothing, that is told
        by the part ``otherwise``.
        """
        other = otherwise and self.part(otherwise.__name__)
        self.needs_.append(Need(self.part(part.__name__), hypothesis, at, other))

    def refutes(
        self,
        words: Words,
        *,
        given: Iterable[Statement] = (),
        says: Statement,
        at: Instance,
        instead: Callable[[], Theorem],
        read: Words | None = None,
    ) -> None:
        """The paper asserts this and it is false at the instance; one theorem stands instead.

        If a word is all that is wrong, ``read`` says what to read, and the theorem is a printed
        one that needs nothing more.
        """
        part, word = self.part(instead.__name__), None if read is None else prose(read)
        self.refutations.append(Refutation(prose(words), tuple(given), says, at, part, word))

    def evidence(
        self, *strategies: Callable[[], SearchStrategy[Any]], cases: int = CASES
    ) -> Callable[[Callable[..., object]], Callable[..., object]]:
        """The function computes something of the claim in another way, on an instance.

        One argument is drawn from each strategy.  That the statements of the parts hold at drawn
        instances is looked at anyway.
        """

        def mark(check: Callable[..., object]) -> Callable[..., object]:
            self.experiments.append(Experiment(check.__name__, strategies, check, cases))
            return check

        return mark

    def draws(self, draw: Draw) -> Draw:
        """The function makes the instances on which the theorems are tried.

        It is for hypotheses that cannot be solved, such as those that make a matrix stochastic.
        That all of them hold at an instance is looked at anyway.
        """
        self.drawn = draw
        return draw

    def measures(
        self, words: Words, *, printed: bool = True
    ) -> Callable[[Callable[[], Sequence[Check]]], Callable[[], Sequence[Check]]]:
        """The paper reads this off an experiment; the function puts it to the figures.

        What is not printed is measured too, and has no part in the verdict.
        """

        def mark(look: Callable[[], Sequence[Check]]) -> Callable[[], Sequence[Check]]:
            self.measurements.append(Measurement(look.__name__, prose(words), look, printed))
            return look

        return mark

    def name(self, term: Expr, words: Words) -> None:
        """What a name stands for, as in "is the delay", for who reads an erratum and no more."""
        self.names.append((term, prose(words)))

    def remark(self, words: Words) -> None:
        """Something a reader should know."""
        self.remarks.append(prose(words))

    def reading(self, words: Words) -> None:
        """How the claim reads what is printed, where that could be read in other ways."""
        self.readings.append(prose(words))

    def idea(self, words: Words) -> None:
        """Why the claim is true, in two or three sentences."""
        self.ideas.append(prose(words))

    def gap(
        self,
        words: Words,
        *,
        given: Iterable[Statement] = (),
        says: Statement | None = None,
        at: Instance | None = None,
    ) -> None:
        """What the printed proof leaves out; if a step of it is false, the step and an instance."""
        if (says is None) != (at is None):
            raise ClaimFails("a step that is false has an instance")
        self.gaps.append(Gap(prose(words), tuple(given), says, at))

    def misprint(self, words: Words) -> None:
        """What is printed and plainly not meant, and what is."""
        self.misprints.append(prose(words))

    def is_theorem(self, part: Part) -> bool:
        """Is it what the claim is about?

        In a claim of the paper, what is printed, and what stands in the place of that; in one
        beyond it, or about what was measured, all but the lemmas.
        """
        if self.entry.printed and not self.measurements:
            return part.printed or any(refuted.instead is part for refuted in self.refutations)
        return part.role == "beyond"

    @property
    def numbered(self) -> tuple[Part, ...]:
        """The parts in the order of their numbers: theorems, lemmas, what else was found."""
        ranks = {"lemma": 1, "beyond": 2}
        return tuple(
            sorted(self.parts, key=lambda p: 0 if self.is_theorem(p) else ranks.get(p.role, 0))
        )

    def calls(self) -> dict[Part, str]:
        """What the parts are called, such as "Lemma 3", in the order of their numbers."""
        return {
            part: f"{'Lemma' if part.role == 'lemma' else 'Theorem'} {n}"
            for n, part in enumerate(self.numbered, start=1)
        }

    def called(self, part: Part) -> str:
        """What a part is called."""
        return self.calls()[part]

    def reference(self, part: Part | str, reader: Claim | None = None) -> Reference:
        """How a part, or what is called so, is referred to, for a reader of a claim."""
        own = self.entry.id
        called = part if isinstance(part, str) else self.called(part)
        return Reference(called, None if self is reader else own, own)

    @property
    def elsewhere(self) -> frozenset[Theorem]:
        """What this claim and the others have derived so far."""
        return frozenset(part.theorem for part in _derived())

    def part(self, name: str) -> Part:
        """The part with this name."""
        for part in self.parts:
            if part.name == name:
                return part
        raise ClaimFails(f"{self.entry.id} has no part {name!r}")

    # -- what follows from them ---------------------------------------------------------------

    @property
    def depends(self) -> tuple[str, ...]:
        """The claims whose theorems were used in the derivations, in the paper's order."""
        owners = {p.theorem: p.claim for p in _derived()}
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
        if not (self.parts or self.refutations or self.measurements):
            raise ClaimFails("nothing proved yet")
        statuses = [self._status(p) for p in self.parts if p.printed]
        for part in self.parts:
            if not part.printed and part.added:
                extra = ", ".join(map(statement_text, part.added))
                raise ClaimFails(f"{part.name} silently assumes {extra}")
        statuses += [self._refuted(r) for r in self.refutations]
        for need in self.needs_:
            _ = need.examined
        for gap in self.gaps:
            _ = gap.examined
        if self.measurements:
            if statuses:
                raise ClaimFails("a claim that measures has theorems, and nothing printed to prove")
            return verdict_of(self.measurements)
        if not self.entry.printed:
            if statuses:
                raise ClaimFails("a claim beyond the paper has theorems, and nothing printed")
            return "proved"
        if not statuses:
            raise ClaimFails("nothing printed was examined")
        return together(statuses)

    def standing(self, part: Part) -> str | None:
        """The verdict on what is printed where this part stands for it; none if nothing is.

        A part in place of what is printed and false stands for that; if it is printed itself, or
        no more than a word was false, what is printed is repaired.
        """
        found = [refutation for refutation in self.refutations if refutation.instead is part]
        if part.printed:
            return "repaired" if found else self._status(part)
        return "refuted" if found else None

    def _status(self, part: Part) -> str:
        shown = {n.hypothesis.key for n in self.needs_ if n.part.name == part.name}
        for h in part.added:
            if h.key not in shown:
                raise ClaimFails(
                    f"{part.name} assumes {statement_text(h)}, and no witness shows why it must"
                )
        return "repaired" if part.added else "proved"

    def _refuted(self, refutation: Refutation) -> str:
        _ = refutation.examined, refutation.instead.theorem
        return "refuted"

    def gather(self) -> Gathered:
        """All evidence; the drawn instances depend on nothing but the code."""
        return Gathered(
            {part.name: part.tried for part in self.parts},
            {experiment: experiment.run() for experiment in self.experiments},
            self.measurements,
        )
