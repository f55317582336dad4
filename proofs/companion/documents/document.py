"""One claim as a document: what is printed, the verdict, the derivations, the witnesses.

It is made once, as a tree (`symbolic.documents`); text, LaTeX and HTML are forms of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from proofs.companion import ledger
from proofs.companion.claims import catalogue
from proofs.companion.claims.claim import Claim, Part, named_theorems
from proofs.companion.claims.witnesses import Need, Refutation
from symbolic.derivation import derivations
from symbolic.documents import (
    Assertion,
    Block,
    Heading,
    Note,
    Paragraph,
    Section,
    Sequent,
    html,
    latex,
    text,
)
from symbolic.printing import Latex, Sentence, prose
from symbolic.printing.sentences import Code, Reference, Words, as_sentence, joined
from symbolic.rules import classical
from symbolic.writing.publication import check_steps

#: the words for classical facts that are rules of the kernel and not axioms
_RULES = {"on_policy": "on-policy updates", "stationary_chain": "stationary chain"}


@dataclass(frozen=True)
class Document:
    """A claim that was checked, ready to be read."""

    claim: Claim
    report: ledger.Report

    @classmethod
    def of(cls, claim_id: str) -> Document:
        """The claim with this id, checked; raises `catalogue.UnknownClaim`."""
        return cls(ledger.load(claim_id), ledger.verify(catalogue.find(claim_id).id))

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """All that is said of the claim."""
        return tuple(Section(tuple(blocks)) for blocks in _sections(self.claim, self.report))

    def text(self) -> str:
        """For a terminal."""
        return text(self.sections)

    def latex(self) -> Latex:
        """The body of a LaTeX fragment; `documents.fragments` says what it needs."""
        return latex(self.sections)

    def fragment(self) -> str:
        """A LaTeX file of its own."""
        from proofs.companion.documents.fragments import fragment

        return fragment(self)

    def _repr_html_(self) -> str:
        """For a notebook."""
        return html(self.sections)


def _sections(claim: Claim, report: ledger.Report) -> Iterator[list[Block]]:
    entry = claim.entry
    yield [Heading(prose(entry.words), entry.id), _note("Paper", f"{entry.place}.")]
    yield [_note("Verdict", report.verdict)]
    if report.problem:
        yield [_note("Problem", report.problem)]
        return
    names = named_theorems(claim)
    derived = derivations([part.theorem for part in claim.parts], names)
    for part, derivation in zip(claim.parts, derived, strict=True):
        check_steps(part.theorem, names)  # the terms of each step are defined where it stands
        needs = [need for need in claim.needs_ if need.part is part]
        yield _part(part, derivation, needs)
    for refutation in claim.refutations:
        yield _refutation(refutation)
    for remark in claim.remarks:
        yield [_note("Remark", remark)]
    yield _rests_on(report)


def _note(title: str, *lines: Words) -> Note:
    return Note(as_sentence(title), tuple(map(as_sentence, lines)))


def _kind(part: Part) -> str:
    if not part.claim.entry.printed:
        return "Theorem"
    if not part.printed:
        return "Beyond the paper"
    return "Printed, and true with more hypotheses" if part.added else "Printed, and true"


def _part(part: Part, derivation: Iterable[Block], needs: list[Need]) -> list[Block]:
    return [
        Assertion(_kind(part), part.name, part.words),
        sequent(part),
        *(_note("Rests on a classical theorem, not proved here", f"{c}.") for c in part.cites),
        *derivation,
        *(
            Note(prose("Why it is needed that {}", need.hypothesis), tuple(need.examined.lines()))
            for need in needs
        ),
    ]


def sequent(part: Part) -> Sequent:
    """The theorem of a part, with the hypotheses that had to be added apart."""
    added = {h.key for h in part.added}
    found = part.theorem.hypotheses
    given = tuple(h for h in found if h.key not in added)
    return Sequent(given, tuple(h for h in found if h.key in added), part.says)


def _refutation(refutation: Refutation) -> list[Block]:
    return [
        Assertion("Printed, and false", "", refutation.words),
        _note("Counterexample", *refutation.examined.lines()),
        _note("Instead", Sentence((Code(refutation.instead.name), "."))),
    ]


def _rests_on(report: ledger.Report) -> list[Block]:
    found: list[Block] = [_note("Evidence", *_evidence(report.numeric))]
    if report.depends:
        claims = (Reference("", claim_id) for claim_id in report.depends)
        found.append(_note("Rests on", joined(claims) + "."))
    if report.classical:
        title = f"Rests on the classical fact{'s' * (len(report.classical) > 1)}"
        found.append(_note(title, joined(map(_classical, report.classical)) + "."))
    counted = f"{report.steps} inferences by {len(report.rules)} rules."
    return [*found, Paragraph(as_sentence(counted))]


def _evidence(numeric: Mapping[str, Any]) -> Iterator[str]:
    """What was tried, and how much of it would have told a wrong statement."""
    theorems = numeric["theorems"].values()
    tried, exact, changes, noticed = (
        sum(found[what] for found in theorems)
        for what in ("instances", "exact", "changes", "noticed")
    )
    if tried:
        at_once = "" if exact == tried else f", at {exact} of them for all indices at once"
        yield (
            f"{count(len(theorems), 'theorem')} tried on {count(tried, 'instance')} drawn from the "
            f"hypotheses{at_once}; none failed, and {noticed} of "
            f"{count(changes, 'changed statement')} were told from what is proved."
        )
    digits = sum(found["digits"] is not None for found in theorems)
    if digits:
        yield (
            f"Of {count(digits, 'theorem')} both sides were computed by mpmath and by Arb as well: "
            f"they agree to {numeric['digits']} digits."
        )
    for computation in numeric["computations"].values():
        cases = count(computation["cases"], "instance")
        yield f"{computation['computes'].rstrip('.')}, on {cases}."


def count(number: int, what: str) -> str:
    """So many of them."""
    return f"{number} {what}{'s' * (number != 1)}"


def _classical(name: str) -> Sentence:
    """A classical fact, with the Coq theorem behind it."""
    return Sentence((f"{_RULES.get(name, name)} (Coq: ", Code(classical.COQ[name]), ")"))
