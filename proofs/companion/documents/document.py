"""One claim as a document: its reading and its idea, the theorems, their proofs, the witnesses.

It is made once, as a tree (`symbolic.documents`); text, LaTeX and HTML are forms of that.  A reader
sees the theorems first, then the lemmas that lead to them, each with a line of why, and then the
proofs of the theorems in key steps; a fact by which the condition of a step holds is stated.  The
log has every inference of every part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from numeric_checks.safety.analysis_words import SCOPE
from proofs.companion import ledger
from proofs.companion.claims import catalogue
from proofs.companion.claims.claim import Claim, Part, named_theorems
from proofs.companion.claims.measured import Measurement
from proofs.companion.claims.witnesses import Need, Refutation
from proofs.notation import DISCOUNT
from symbolic.derivation import derivations, key_steps
from symbolic.documents import (
    Assertion,
    Block,
    Derived,
    Heading,
    Immediate,
    Lemma,
    Note,
    Section,
    Sequent,
    html,
    latex,
    reasons,
    said_once,
    shown,
    text,
)
from symbolic.printing import Latex, Sentence, prose
from symbolic.printing.authored import Shown
from symbolic.printing.displays import ROOM
from symbolic.printing.sentences import Code, Reference, Words, as_sentence, joined, statements
from symbolic.printing.shapes import has_indicator
from symbolic.rules import classical
from symbolic.statements import Equal, Statement
from symbolic.statements.edge import statement_to_core
from symbolic.writing.definitions import behind
from symbolic.writing.theorem import Theorem, ancestry

#: the words for classical facts that are rules of the kernel and not axioms
_RULES = {"on_policy": "on-policy updates", "stationary_chain": "stationary chain"}


@dataclass(frozen=True)
class Document:
    """A claim that was checked, ready to be read."""

    claim: Claim
    report: ledger.Report
    full: bool = False

    @classmethod
    def of(cls, claim_id: str, *, full: bool = False) -> Document:
        """The claim with this id, checked; raises `catalogue.UnknownClaim`."""
        return cls(ledger.load(claim_id), ledger.verify(catalogue.find(claim_id).id), full)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """What is said of the claim: with key steps, or in full, with every inference."""
        found = _sections(self.claim, self.report, full=self.full)
        return found if self.full else said_once(found)

    @cached_property
    def log(self) -> tuple[Section, ...]:
        """Every inference, part by part, in the order of the claim's module."""
        return () if self.report.problem else _sections_of(_log(self.claim))

    def text(self, width: int | None = None) -> str:
        """For a terminal, or for one that wide."""
        return text(self.sections, width)

    def latex(self, room: float = ROOM) -> Latex:
        """The body of a LaTeX fragment; `documents.fragments` says what it needs."""
        return latex(self.sections, room)

    def fragment(self) -> str:
        """A LaTeX file of its own."""
        from proofs.companion.documents.fragments import fragment

        return fragment(self)

    def _repr_html_(self) -> str:
        """For a notebook."""
        return html(self.sections)


def _sections_of(found: Iterable[Iterable[Block]]) -> tuple[Section, ...]:
    return tuple(Section(blocks) for blocks in map(tuple, found) if blocks)


def _sections(claim: Claim, report: ledger.Report, *, full: bool) -> tuple[Section, ...]:
    entry = claim.entry
    title, place = Heading(prose(entry.words), entry.id), _note("Paper", f"{entry.place}.")
    verdict = _note("Verdict", f"{report.verdict}.")
    if report.problem:
        return _sections_of([[title, place, verdict], [_note("Problem", report.problem)]])
    theorems = [part for part in claim.numbered if claim.is_theorem(part)]
    others = [part for part in claim.numbered if part.role == "beyond" and part not in theorems]
    lemmas = [*(_log(claim) if full else _lemmas(claim, theorems))]
    proofs = {} if full else _key_steps(claim, theorems)
    brief = {part: proof for part, proof in proofs.items() if _is_brief(proof)}
    alone = len(theorems) == 1 and not lemmas
    said = shown(_sections_of([*lemmas, *proofs.values()]))
    return _sections_of(
        [
            [title, place, verdict, *_assumed(claim)],
            _notes("Reading", claim.readings),
            *map(_measurement, claim.measurements),
            [*_notes("Idea", claim.ideas), *_scope(claim), *_conventions(claim, said)],
            *(_statement(part, brief.get(part, ())) for part in theorems),
            *lemmas,
            *(_proof(p, proof, alone=alone) for p, proof in proofs.items() if p not in brief),
            *([note] for note in _said_of_the_proof(claim)),
            *([] if full else map(_aside, others)),
            *map(_refutation, claim.refutations),
            _notes("Remark", claim.remarks),
            _rests_on(report),
        ]
    )


def _measurement(measurement: Measurement) -> list[Block]:
    """The reading, and the figures for it and against it."""
    kinds = {True: "Agrees", False: "Does not agree"}
    found = {
        title: [check.says + "." for check in measurement.checks if check.agrees is agrees]
        for agrees, title in kinds.items()
    }
    return [
        _note(
            "Read off the experiment" if measurement.printed else "Measured beyond the paper",
            measurement.words,
        ),
        *(_note(title, *lines) for title, lines in found.items() if lines),
    ]


def _is_instead(part: Part) -> bool:
    return any(refutation.instead is part for refutation in part.claim.refutations)


def _said_of_the_proof(claim: Claim) -> Iterator[Note]:
    yield from (_note("Gap in the printed proof", *gap.lines()) for gap in claim.gaps)
    yield from (_note("Misprint", words) for words in claim.misprints)


def _note(title: str, *lines: Words) -> Note:
    return Note(as_sentence(title), tuple(map(as_sentence, lines)))


def _notes(title: str, lines: Iterable[Words]) -> list[Block]:
    return [_note(title, line) for line in lines]


# -- what is stated --------------------------------------------------------------------------------


def _assertion(part: Part) -> Assertion:
    """What a part says in words, under its number."""
    kind = ""
    if part.printed:
        kind = "as printed" + " but for a hypothesis" * bool(part.added)
        kind += ", with a condition of ours" * bool(part.ours)
    elif _is_instead(part):
        kind = "in place of what is printed"
    elif part.claim.entry.printed and part.role == "beyond":
        kind = "beyond the paper"
    called = part.claim.reference(part, part.claim)
    return Assertion(kind, _name(part), part.words, called)


def _name(part: Part) -> str:
    return part.name.replace("_", " ")


def _statement(part: Part, proof: Sequence[Block]) -> list[Block]:
    """The theorem, with its proof if that is one reason, and why it needs what was added."""
    needs = [need for need in part.claim.needs_ if need.part is part]
    return [
        _assertion(part),
        _assumed_apart(sequent(part)),
        *proof,
        *(_note("Rests on a classical theorem, not proved here", f"{c}.") for c in part.cites),
        *([_ours(part)] if part.ours else []),
        *(
            Note(prose("Why it is needed that {}", need.hypothesis), tuple(need.examined.lines()))
            for need in needs
        ),
        *(_another_reading(need) for need in needs if need.otherwise is not None),
    ]


def _ours(part: Part) -> Note:
    """What is not printed, and only makes exact what is."""
    conditions = joined(statements(part.ours))
    return _note("Ours, where the paper leaves open what is meant", conditions + ".")


def _another_reading(need: Need) -> Note:
    """What is printed needs nothing if it is read in another way."""
    assert need.otherwise is not None
    shown = need.part.claim.reference(need.otherwise, need.part.claim)
    return _note("In another reading it is true as printed", Sentence((shown, ".")))


def _aside(part: Part) -> list[Block]:
    """What was found besides: in words, and as a theorem."""
    return [_assertion(part), replace(_assumed_apart(sequent(part)), aside=True)]


def _scope(claim: Claim) -> list[Block]:
    """What is meant by the word, where a claim calls something safe."""
    said = (
        prose(claim.entry.words),
        *claim.readings,
        *claim.ideas,
        *(p.words for p in claim.parts),
    )
    called = any(re.search(r"\bsafe\b", words) for each in said for words in each.words)
    return [_note("What that means", SCOPE)] if called else []


#: what is assumed wherever it is needed, and said once
_ASSUMED = frozenset(hypothesis.key for hypothesis in DISCOUNT)


def _assumed(claim: Claim) -> list[Block]:
    """What is said once because most theorems assume it."""
    hypotheses = {h.key: h for part in claim.parts for h in part.theorem.hypotheses}
    assumed = statements(h for key, h in hypotheses.items() if key in _ASSUMED)
    return [_note("Assumed throughout", joined(assumed) + ".")] if assumed else []


def _conventions(claim: Claim, steps: Iterable[object]) -> list[Block]:
    """What names and brackets stand for."""
    said = [step.statement for step in steps if isinstance(step, Theorem)]
    indicators = map(has_indicator, (statement_to_core(s) for s in said))
    return [
        *where((*stated(claim.parts), *said)),
        *([_note("Notation", _INDICATOR)] if any(indicators) else []),
    ]


_INDICATOR = "A relation in square brackets is one where it holds and zero where it does not."


def stated(parts: Iterable[Part]) -> tuple[Statement, ...]:
    """What theorems assume and say."""
    return tuple(s for part in parts for s in (*part.theorem.hypotheses, part.says))


def abbreviations(said: Iterable[Statement]) -> Iterator[Equal]:
    """What names in some statements stand for."""
    names = frozenset[Any]().union(*(s.sequences for s in said))
    for definition in behind(names):
        yield Equal(definition(*definition.params), definition.body)


def where(said: Iterable[Statement]) -> list[Note]:
    """The same as a note, if there is anything to be said."""
    meanings = [prose("{}", meaning) for meaning in abbreviations(said)]
    return [_note("Where", joined(meanings) + ".")] if meanings else []


def _assumed_apart(sequent: Sequent) -> Sequent:
    """Without what is said once."""
    return replace(sequent, given=_others(sequent.given))


def _others(given: Iterable[Shown]) -> tuple[Shown, ...]:
    """Hypotheses apart from those that are assumed throughout."""
    return tuple(s for s in given if not (isinstance(s, Statement) and s.key in _ASSUMED))


# -- how it is proved ------------------------------------------------------------------------------


def _log(claim: Claim) -> Iterator[list[Block]]:
    """Every part with its whole derivation, after the facts that it is the first to need."""
    for part, derivation in _derived(claim, claim.parts):
        yield [_assertion(part), sequent(part), *derivation]


def _lemmas(claim: Claim, theorems: Sequence[Part]) -> Iterator[list[Block]]:
    """The lemmas that these theorems rest on, each with a line of why."""
    used = {t for part in theorems for t in ancestry(part.theorem)}
    lemmas = [part for part in claim.parts if part.role == "lemma" and part.theorem in used]
    for part, derivation in _derived(claim, lemmas):
        yield [_assertion(part), _assumed_apart(sequent(part)), *_why(part, derivation)]


def _key_steps(claim: Claim, theorems: Sequence[Part]) -> dict[Part, list[Block]]:
    """How each of the theorems is proved, after the facts that it cites."""
    proofs = (tuple(map(_stated, proof)) for _, proof in _derived(claim, theorems, brief=True))
    return dict(zip(theorems, key_steps(proofs), strict=True))


def _is_brief(proof: Sequence[Block]) -> bool:
    """Is it one reason, and all that it cites a theorem?"""
    match proof:
        case [Immediate(reason)]:
            return all(p.home for p in reason.pieces if isinstance(p, Reference))
        case _:
            return False


def _proof(part: Part, proof: Sequence[Block], *, alone: bool) -> list[Block]:
    """A proof, of which it is said what it proves where that does not stand right before it."""
    *facts, derivation = proof
    assert isinstance(derivation, Derived | Immediate)
    of = Sentence(("Proof of ", part.claim.reference(part, part.claim)))
    return [*facts, derivation if alone else replace(derivation, title=of)]


def _why(part: Part, derivation: Sequence[Block]) -> Iterator[Immediate]:
    """In a line why a lemma holds, and the theorems that its derivation cites."""
    cited = joined(_cited(derivation))
    why = part.why
    if why and cited:
        cited = Sentence((" (", *cited.pieces, ")"))
    if why or cited:
        yield Immediate(why + cited, title="Why")


def _cited(derivation: Iterable[Block]) -> dict[Reference, None]:
    """The numbered theorems that stand in the reasons of a derivation and of its facts."""
    pieces = (piece for reason in reasons(derivation) for piece in reason.pieces)
    return dict.fromkeys(p for p in pieces if isinstance(p, Reference) and p.home)


def _derived(
    claim: Claim, parts: Sequence[Part], *, brief: bool = False
) -> Iterator[tuple[Part, tuple[Block, ...]]]:
    theorems, names = [part.audited for part in parts], named_theorems(claim)
    return zip(parts, derivations(theorems, names, DISCOUNT, brief=brief), strict=True)


def _stated(block: Block) -> Block:
    """A fact without what is assumed throughout."""
    return replace(block, given=_others(block.given)) if isinstance(block, Lemma) else block


def sequent(part: Part) -> Sequent:
    """The theorem of a part, with the hypotheses that had to be added apart."""
    added = {h.key for h in part.added}
    found = part.theorem.hypotheses
    given = tuple(h for h in found if h.key not in added)
    return Sequent(given, tuple(h for h in found if h.key in added), part.says)


def _refutation(refutation: Refutation) -> list[Block]:
    claim = refutation.instead.claim
    return [
        Assertion("Printed, and false", "", refutation.words),
        _note("Counterexample", *refutation.examined.lines()),
        *([] if refutation.read is None else [_note("Read", refutation.read)]),
        _note("Instead", Sentence((claim.reference(refutation.instead, claim), "."))),
    ]


def _rests_on(report: ledger.Report) -> list[Block]:
    evidence = replace(_note("Evidence", *_evidence(report.numeric)), aside=True)
    found: list[Block] = [evidence]
    if report.depends:
        claims = (Reference("", claim_id) for claim_id in report.depends)
        found.append(_note("Rests on", joined(claims) + "."))
    if report.classical:
        title = f"Rests on the classical fact{'s' * (len(report.classical) > 1)}"
        found.append(_note(title, joined(map(_classical, report.classical)) + "."))
    counted = f"{report.steps} inferences by {len(report.rules)} rules."
    return [*found, replace(_note("Checked", counted), aside=True)]


def _evidence(numeric: Mapping[str, Any]) -> Iterator[str]:
    """What was tried, and how much of it would have told a wrong statement."""
    theorems = numeric["theorems"].values()
    tried, exact, changes, noticed = (
        sum(found[what] for found in theorems)
        for what in ("instances", "exact", "changes", "noticed")
    )
    if tried:
        others = "; the others may be true there" if noticed < changes else ""
        at_once = "" if exact == tried else f", at {exact} of them for all indices at once"
        yield (
            f"{count(len(theorems), 'theorem')} tried on {count(tried, 'instance')} drawn from the "
            f"hypotheses{at_once}; none failed. Of {count(changes, 'altered statement')} "
            f"{noticed} were found false on these instances{others}."
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
