"""Witnesses: why a hypothesis is needed, and that a printed assertion is false.

A witness is an instance, which is data.  What is true there is decided from the statements that the
theorem, or the assertion, has itself (`numeric_checks.statements`): every hypothesis that is kept
holds, the one that is left out fails, and the conclusion fails.  A hypothesis may also be needed
because the conclusion means nothing without it - there is a division by zero, or a series that
diverges; that is found in the same way, and said.  Everything printed of a witness is made from
what was found.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from numeric_checks.statements import Finding, Instance, NoValue, Outcome, decide
from numeric_checks.statements.describing import in_words
from proofs.companion.claims.failures import ClaimFails
from proofs.companion.claims.parts import Part
from symbolic.printing import Sentence, prose, statement_text
from symbolic.printing.sentences import joined, statements
from symbolic.statements import Statement

Found = tuple[Statement, Finding]


@dataclass(frozen=True)
class Examined:
    """An instance, and what was found of every statement there; `examine` makes it."""

    at: Instance
    kept: tuple[Found, ...]
    conclusion: Found
    dropped: Found | None = None

    @property
    def meaningless(self) -> bool:
        """Does the conclusion mean nothing there?"""
        return self.conclusion[1].outcome is Outcome.MEANINGLESS

    def lines(self) -> list[Sentence]:
        """For a reader: the instance, what holds there, what fails, and the conclusion."""
        out = [prose("Take ") + in_words(self.at) + "."]
        if self.kept:
            out.append(prose("Holds: ") + joined(statements(s for s, _ in self.kept)) + ".")
        if self.dropped is not None:
            statement, found = self.dropped
            out.append(prose("Fails: {}", statement) + _reason(found) + ".")
        statement, _ = self.conclusion
        return [*out, self.ending(prose("And the conclusion, {}, ", statement))]

    def ending(self, subject: Sentence) -> Sentence:
        """What becomes of the conclusion, and why."""
        found = self.conclusion[1]
        return subject + found.words() + "."


@dataclass(frozen=True)
class Need:
    """The reason for a hypothesis that the paper does not state, at an instance.

    If what is printed may be read in another way too, ``otherwise`` is it in that way, and is
    proved as printed.
    """

    part: Part
    hypothesis: Statement
    at: Instance
    otherwise: Part | None = None

    @cached_property
    def examined(self) -> Examined:
        """What is given or assumed holds there, but for the hypothesis; the part does not."""
        part, dropped = self.part, self.hypothesis
        if dropped.key not in {h.key for h in part.added}:
            raise ClaimFails(f"{part.name} does not assume {statement_text(dropped)}")
        if self.otherwise is not None:
            _as_printed(self.otherwise)
        kept = (h for h in (*part.given, *part.added) if h.key != dropped.key)
        return examine(part.name, kept, part.says, self.at, dropped)


@dataclass(frozen=True)
class Refutation:
    """A printed assertion that is false at an instance, and the part that replaces it.

    If no more than a word is wrong, ``read`` says what to read there, and the part that replaces
    the assertion is what the paper asserts then, proved as printed.
    """

    words: Sentence
    given: tuple[Statement, ...]
    says: Statement
    at: Instance
    instead: Part
    read: Sentence | None = None

    @cached_property
    def examined(self) -> Examined:
        """All that is given holds there, and the assertion fails."""
        if self.read is not None:
            _as_printed(self.instead)
        return examine(repr(self.words.text()), self.given, self.says, self.at)


@dataclass(frozen=True)
class Gap:
    """What the printed proof leaves out; if it asserts too much on the way, where that is false."""

    words: Sentence
    given: tuple[Statement, ...] = ()
    says: Statement | None = None
    at: Instance | None = None

    @cached_property
    def examined(self) -> Examined | None:
        """All that is given holds at the instance, and the step fails; nothing without one."""
        if self.says is None or self.at is None:
            return None
        return examine(repr(self.words.text()), self.given, self.says, self.at)

    def lines(self) -> list[Sentence]:
        """For a reader: what is missing, and the instance."""
        return [self.words, *(self.examined.lines() if self.examined else ())]


def examine(
    name: str,
    given: Iterable[Statement],
    says: Statement,
    at: Instance,
    drops: Statement | None = None,
) -> Examined:
    """Decide every statement at the instance; `ClaimFails` says which one does not fit."""
    kept = []
    for statement in {s.key: s for s in given}.values():
        found = _find(name, statement, at)
        if found.outcome is not Outcome.HOLDS:
            raise ClaimFails(f"{name}: the witness must keep {_said(statement, found)}")
        kept.append((statement, found))
    dropped = None
    if drops is not None:
        dropped = (drops, _find(name, drops, at))
        if dropped[1].outcome is not Outcome.FAILS:
            raise ClaimFails(f"{name}: the witness must break {_said(*dropped)}")
    found = _find(name, says, at)
    broken = {Outcome.FAILS} if drops is None else {Outcome.FAILS, Outcome.MEANINGLESS}
    if found.outcome not in broken:
        raise ClaimFails(f"{name}: the witness refutes nothing: {_said(says, found)}")
    return Examined(at, tuple(kept), (says, found), dropped)


def _as_printed(part: Part) -> None:
    """The paper asserts the part, and it needs nothing that the paper does not state."""
    if not part.printed or part.added:
        raise ClaimFails(f"{part.name} is not proved as printed")


def _find(name: str, statement: Statement, at: Instance) -> Finding:
    if type(at) is not Instance:
        raise ClaimFails(f"{name}: a witness is an instance, and this is {at!r}")
    try:
        return decide(statement, at)
    except NoValue as problem:
        raise ClaimFails(f"{name}: {statement_text(statement)}: {problem}") from None


def _said(statement: Statement, found: Finding) -> str:
    return f"{statement_text(statement)}, which {found}"


def _reason(found: Finding) -> Sentence:
    return joined((" (", found.reason, ")"), "") if found.reason else prose("")
