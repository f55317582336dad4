"""A step of a derivation says all that it rests on, in key steps and in full, of every claim.

Each step that is printed states a theorem, and each hypothesis of that is printed, too: it is given
with what is derived there, assumed throughout, supposed around the step, or said by a step before
that holds wherever this one does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import pytest

from proofs.companion.claims import catalogue
from proofs.companion.documents.document import Document
from symbolic.core.polynomials import key
from symbolic.core.terms import Term, conjuncts
from symbolic.documents import (
    Assertion,
    Calculation,
    Conclusion,
    Derived,
    Lemma,
    Note,
    Section,
    Sequent,
    Step,
    Supposition,
    each_step,
)
from symbolic.printing.authored import core_of
from symbolic.printing.sentences import Reference, as_sentence
from symbolic.statements import Relation, Statement
from symbolic.writing.theorem import Theorem

CLAIMS = tuple(entry.id for entry in catalogue.entries())
every_claim = pytest.mark.parametrize("claim_id", CLAIMS)
#: claims of which a proof supposes something: a side of an equivalence, or what is contradicted
SUPPOSING = (
    "counterexample:pulse",
    "eq:linear_contraction",
    "eq:sample-real_errors",
    "equal-moduli",
    "immediate-eligibility",
    "largest-step",
    "prop:wrh",
    "traces-efficient",
    "trajectory-analog",
    "two-state-delays",
)
Known = frozenset[Term]
Silent = list[tuple[object, list[Statement]]]


def parts(said: Iterable[Any]) -> Known:
    """What statements say, part by part."""
    return frozenset(key(part) for each in said for part in conjuncts(core_of(each)[0]))


def missing(theorem: object, known: Known) -> list[Statement]:
    """The hypotheses that are not known."""
    assert isinstance(theorem, Theorem)
    return [h for h in theorem.hypotheses if not parts([h]) <= known]


@cache
def forms(claim_id: str) -> tuple[tuple[Section, ...], ...]:
    """The key steps of a claim, every inference, and the same as the companion has it."""
    short, whole = Document.of(claim_id), Document.of(claim_id, full=True)
    return short.sections, whole.sections, whole.log


# -- what is given ---------------------------------------------------------------------------------


def printed(
    sections: Iterable[Section],
) -> Iterator[tuple[Reference | None, Sequent | Lemma | Derived, Known]]:
    """Theorems, facts and derivations in reading order, and what is given with each.

    A theorem and its derivation come with the number of the theorem.
    """
    letters = dict[str, tuple[Any, ...]]()
    theorems = dict[Reference | None, Known]()
    always, called = Known(), None
    for section in sections:
        for block in section.blocks:
            if isinstance(block, Note) and block.title.text() == "Assumed throughout":
                always = parts(f for line in block.lines for f in line.formulas)
            elif isinstance(block, Assertion):
                called = block.called
            elif isinstance(block, Sequent | Lemma):
                letters.update({s.label: s.statements for s in block.shared if s.statements})
                shared = (h for s in block.shared for h in letters[s.label])
                added = block.added if isinstance(block, Sequent) else ()
                here = parts((*block.given, *shared, *added)) | always
                if isinstance(block, Sequent):
                    theorems[called] = here
                yield called, block, here
            elif isinstance(block, Derived):
                pieces = as_sentence(block.title).pieces
                of = next((p for p in pieces if isinstance(p, Reference)), called)
                yield of, block, theorems[of]


@every_claim
def test_a_theorem_and_a_fact_are_printed_with_all_their_hypotheses(claim_id: str) -> None:
    claim = Document.of(claim_id).claim
    theorems = {claim.reference(part, claim): part.theorem for part in claim.parts}
    for sections in forms(claim_id):
        for called, block, known in printed(sections):
            if isinstance(block, Sequent) and called in theorems:
                assert missing(theorems[called], known) == []
            elif isinstance(block, Lemma):
                assert missing(block.of, known) == []


# -- what is supposed ------------------------------------------------------------------------------


def unsupported(steps: Iterable[Step], known: Known) -> Iterator[tuple[object, list[Statement]]]:
    """The steps with a hypothesis that is not said, and those hypotheses."""
    for step in steps:
        match step:
            case Supposition(words, supposed, inner):
                assert parts(supposed) <= parts(words.formulas)
                yield from unsupported(inner, known | parts(supposed))
            case Calculation(of=Theorem() as theorem) | Conclusion(of=Theorem() as theorem):
                if found := missing(theorem, known):
                    yield step, found
                known |= parts([theorem.statement])
            case Calculation() | Conclusion():
                raise AssertionError(f"what theorem is {step} of?")


def silent(sections: Iterable[Section], *, flat: bool = False) -> Silent:
    """The steps of a document that rest on more than is said; ``flat`` is without suppositions."""
    found: Silent = []
    for _, block, known in printed(sections):
        derivation = block.derivation if isinstance(block, Lemma) else block
        if isinstance(derivation, Derived):
            steps = each_step(derivation.steps) if flat else derivation.steps
            steps = (s for s in steps if not (flat and isinstance(s, Supposition)))
            found += unsupported(steps, known)
    return found


@every_claim
def test_a_step_says_all_that_it_rests_on(claim_id: str) -> None:
    for sections in forms(claim_id):
        assert silent(sections) == []


@pytest.mark.parametrize("claim_id", SUPPOSING)
def test_it_is_noticed_when_a_supposition_is_not_printed(claim_id: str) -> None:
    *_, log = forms(claim_id)
    assert silent(log, flat=True)
    words = [s.words.text() for s in suppositions(log)]
    assert any(each.startswith("Suppose ") or " suppose" in each for each in words)


def suppositions(sections: Iterable[Section]) -> list[Supposition]:
    return [s for step in steps(sections) for s in [step] if isinstance(s, Supposition)]


def steps(sections: Iterable[Section]) -> Iterator[Step]:
    """Every step of a document."""
    for _, block, _ in printed(sections):
        derivation = block.derivation if isinstance(block, Lemma) else block
        if isinstance(derivation, Derived):
            yield from each_step(derivation.steps)


@every_claim
def test_nothing_is_supposed_for_no_step(claim_id: str) -> None:
    """Of cases and of an induction this may be so, of what else is supposed it is not."""
    for sections in forms(claim_id):
        for _, block, known in printed(sections):
            derivation = block.derivation if isinstance(block, Lemma) else block
            for step in derivation.steps if isinstance(derivation, Derived) else ():
                if isinstance(step, Supposition) and is_read_off(step):
                    for each in step.supposed:
                        rest = tuple(s for s in step.supposed if s is not each)
                        assert [*unsupported(step.steps, known | parts(rest))]


def is_read_off(supposition: Supposition) -> bool:
    return supposition.words.text().startswith(("Let", "Suppose"))


@every_claim
def test_a_step_prints_the_theorem_that_it_is_of(claim_id: str) -> None:
    for sections in forms(claim_id):
        for step in steps(sections):
            if isinstance(step, Conclusion):
                assert isinstance(step.of, Theorem)
                assert step.statement is step.of.statement
            elif isinstance(step, Calculation):
                assert isinstance(step.of, Theorem)
                assert isinstance(step.of.statement, Relation)
                ends = step.of.statement.lhs, step.of.statement.rhs
                shown = step.start, step.lines[-1].term
                assert [core_of(t)[0] for t in shown] == [core_of(t)[0] for t in ends]


@every_claim
def test_a_label_stands_for_one_step(claim_id: str) -> None:
    """However deep in suppositions it stands."""
    for sections in forms(claim_id):
        for _, block, _ in printed(sections):
            derivation = block.derivation if isinstance(block, Lemma) else block
            if isinstance(derivation, Derived):
                inner = each_step(derivation.steps)
                labels = [s.label for s in inner if isinstance(s, Calculation | Conclusion)]
                own = [label for label in labels if label]
                assert own == [f"({k})" for k in range(1, len(own) + 1)]


def standing(
    steps: Iterable[Step], known: Known
) -> Iterator[tuple[Calculation | Conclusion, tuple[Supposition, ...], Known]]:
    """Steps, the suppositions in which each stands, and what is given or supposed there."""
    for step in steps:
        if isinstance(step, Supposition):
            for each, path, inner in standing(step.steps, known | parts(step.supposed)):
                yield each, (step, *path), inner
        elif isinstance(step, Calculation | Conclusion):
            yield step, (), known


@every_claim
def test_what_holds_under_a_supposition_is_cited_there_or_where_that_ends(claim_id: str) -> None:
    """A step under another supposition cites it only if it is supposed there, too.

    What holds for any number that was introduced may be used for another one.
    """
    for sections in forms(claim_id):
        for _, block, known in printed(sections):
            derivation = block.derivation if isinstance(block, Lemma) else block
            labels = dict[str, tuple[Supposition, ...]]()
            steps = derivation.steps if isinstance(derivation, Derived) else ()
            for step, path, here in standing(steps, known):
                for name in cited(step) & labels.keys():
                    if labels[name][: len(path)] != path:  # it does not stand around it
                        for supposition in labels[name]:
                            let = supposition.words.text().startswith("Let")
                            assert let or parts(supposition.supposed) <= here, step
                labels[step.label] = path


def cited(step: Calculation | Conclusion) -> set[str]:
    """The labels, and the facts, in its reasons."""
    lines = step.lines if isinstance(step, Calculation) else (step,)
    pieces = (piece for line in lines for piece in line.reason.pieces)
    return {piece.name for piece in pieces if isinstance(piece, Reference)}


def test_what_is_supposed_is_said_in_words_for_its_kind() -> None:
    words = {s.words.text() for c in SUPPOSING for f in forms(c) for s in suppositions(f)}
    assert "Suppose 0 ≤ c_n for all n ≥ 1." in words
    assert any(each.startswith("Suppose, for contradiction, e_t = ") for each in words)
    assert "Let |z| < 1, and suppose x_i = y_i for all i ≥ 0." in words
    assert "Let 1 ≤ k ≤ m." in words
    assert "Step: let 0 ≤ i and suppose h_i = 0." in words
