"""No inference of any claim is left out of what is printed, in text, in LaTeX or as HTML.

What a document shows is asked of the document: its blocks know their inferences.  Each of them must
be written by every form, and must say why; and from the theorems of a claim nothing may be
reachable, by premises or by the facts that a step uses, that is neither shown nor light.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache

import pytest

from proofs.companion import ledger
from proofs.companion.claims import catalogue
from proofs.companion.claims.claim import Claim, named_theorems
from proofs.companion.documents.document import Document
from symbolic.core.terms import REAL, Term, free, var
from symbolic.derivation.inferences import Fact, fact, is_light
from symbolic.derivation.outline import CARRIERS, TOLD
from symbolic.documents import (
    Assertion,
    Calculation,
    Conclusion,
    Derived,
    Immediate,
    Lemma,
    Line,
    Section,
    Sequent,
    Step,
    each_step,
    html,
    latex,
    shown,
    text,
)
from symbolic.printing import statement_text
from symbolic.printing.authored import core_of
from symbolic.printing.sentences import Reference, Sentence, as_sentence
from symbolic.writing.theorem import Theorem, ancestry

CLAIMS = tuple(entry.id for entry in catalogue.entries())
every_claim = pytest.mark.parametrize("claim_id", CLAIMS)
#: how the names of facts and labels begin
LABELS = ("Fact ", "(")
FORMS: dict[str, Callable[[Iterable[Section]], str]] = {"text": text, "latex": latex, "html": html}


@cache
def sections(claim_id: str) -> tuple[Section, ...]:
    return Document.of(claim_id).log


def left_out(claim: Claim, found: tuple[Section, ...]) -> list[Theorem]:
    """The inferences that a claim rests on and a document does not show, apart from light ones."""
    names = named_theorems(claim)
    visible = {t for t in shown(found) if isinstance(t, Theorem)}
    same = defaultdict[Fact, list[Theorem]](list)
    for t in visible:
        same[fact(t)].append(t)
    met, missing, stack = set[Theorem](), list[Theorem](), [part.theorem for part in claim.parts]
    while stack:
        t = stack.pop()
        if t not in visible and t not in names:  # shown by another derivation, that does without it
            t = next((other for other in same[fact(t)] if t not in ancestry(other)), t)
        if t in met:
            continue
        met.add(t)
        where = names[t].claim if t in names else None
        if where is not None:
            missing += [t] * (t not in shown(sections(where)))
            continue
        missing += [t] * (t not in visible and not is_light(t))
        stack += (*t.premises, *t.side)
    return missing


@every_claim
def test_every_inference_is_shown_or_light(claim_id: str) -> None:
    assert left_out(ledger.load(claim_id), sections(claim_id)) == []


def lemmas(found: tuple[Section, ...]) -> list[Lemma]:
    return [block for section in found for block in section.blocks if isinstance(block, Lemma)]


def without(found: tuple[Section, ...], dropped: object) -> tuple[Section, ...]:
    return tuple(Section(tuple(b for b in each.blocks if b is not dropped)) for each in found)


def facts(found: tuple[Section, ...], *, light: bool) -> set[Fact]:
    """What is shown, by any inference or by one that is not light."""
    visible = (t for t in shown(found) if isinstance(t, Theorem))
    return {fact(t) for t in visible if light or not is_light(t)}


@every_claim
def test_it_is_noticed_when_a_block_is_dropped(claim_id: str) -> None:
    claim, found = ledger.load(claim_id), sections(claim_id)
    for section in found:
        for block in section.blocks:
            rest = without(found, block)
            if facts(found, light=False) - facts(rest, light=True):
                assert left_out(claim, rest), block


# -- what a block knows is what it says ------------------------------------------------------------


def derivations(found: tuple[Section, ...]) -> Iterator[tuple[str, Derived | Immediate]]:
    """Each derivation, in reading order, with the name of the lemma that it is of."""
    for section in found:
        for block in section.blocks:
            if isinstance(block, Lemma):
                if block.derivation is not None:
                    yield block.name, block.derivation
            elif isinstance(block, Derived | Immediate):
                yield "", block


def stepwise(derivation: Derived | Immediate) -> Iterator[Step]:
    """The steps, those that rest on a supposition as well."""
    return each_step(derivation.steps if isinstance(derivation, Derived) else ())


def reasoned(derivation: Derived | Immediate) -> Iterator[Line | Conclusion | Immediate]:
    """What has a reason."""
    if isinstance(derivation, Immediate):
        yield derivation
    for step in stepwise(derivation):
        if isinstance(step, Calculation):
            yield from step.lines
        elif isinstance(step, Conclusion):
            yield step


@every_claim
def test_a_line_says_by_what_it_shows_each_inference(claim_id: str) -> None:
    for _, derivation in derivations(sections(claim_id)):
        for block in reasoned(derivation):
            why = block.reason.text()
            for t in block.shows:
                assert isinstance(t, Theorem)
                concluded = isinstance(block, Conclusion) and t.rule == "cases"
                assert (
                    is_light(t)
                    or t.rule in CARRIERS
                    or concluded
                    or as_sentence(t.reason).text() in why
                    or opening(t) in why
                ), (t, why)


def opening(theorem: Theorem) -> str:
    """What is left of a reason that speaks of a variable for which something was put in."""
    (first, *_) = as_sentence(theorem.reason).words or ("algebra",)
    return first.rstrip(" ,:")


@every_claim
def test_no_reason_speaks_of_what_is_not_introduced(claim_id: str) -> None:
    """Its sequences and numbers are those of the theorems, the facts, or the steps."""
    found = Document.of(claim_id).sections
    known = {var("P"), var("d"), *(x for each in said(found) for x in free(core_of(each)[0]))}
    for _, derivation in derivations(found):
        for block in reasoned(derivation) if derivation.title != "Why" else ():
            for formula in block.reason.formulas:
                new = free(core_of(formula)[0]) - known
                assert not [x for x in new if not isinstance(x, Term) or x.sort == REAL], block


@every_claim
def test_why_a_lemma_holds_is_said_in_words_about_what_the_claim_is_about(claim_id: str) -> None:
    """Its symbols stand elsewhere in the claim, and whatever is a formula is one."""
    found = Document.of(claim_id).sections
    why = [b for s in found for b in s.blocks if isinstance(b, Immediate) and b.title == "Why"]
    rest = (tuple(b for b in s.blocks if b not in why) for s in found)
    known = {*re.findall(r"[^\W\d_]+", text(map(Section, rest)))}
    for block in why:
        assert block.reason.words
        assert not re.search(r"[\^_=<>|*/{}]", "".join(block.reason.words)), block
        for formula in block.reason.formulas:
            assert known.issuperset(re.findall(r"[^\W\d_]+", statement_text(formula))), block


def test_a_step_about_other_sequences_is_a_fact_of_its_own() -> None:
    """A theorem about covariances uses what holds of any y, which is said before."""
    found = sections("convergence-criterion")
    general = [lemma for lemma in lemmas(found) if lemma.key]
    assert [isinstance(lemma.derivation, Derived) for lemma in general] == [True] * len(general)
    assert any("0 ≤ y_l for all l ≥ 0" in map(statement_text, lemma.given) for lemma in general)
    proofs = [b for s in found for b in s.blocks if isinstance(b, Derived)]
    assert "y_l" not in text([Section(tuple(proofs))])


def said(found: Iterable[Section]) -> Iterator[object]:
    """The statements and the terms that stand in a document, without the reasons."""
    for section in found:
        for block in section.blocks:
            if isinstance(block, Sequent | Lemma):
                yield from (*block.given, *(h for s in block.shared for h in s.statements))
                yield block.says
            if isinstance(block, Sequent):
                yield from block.added
    for _, derivation in derivations(tuple(found)):
        for step in stepwise(derivation):
            if isinstance(step, Calculation):
                yield from (step.start, *(line.term for line in step.lines))
            elif isinstance(step, Conclusion):
                yield step.statement
            else:
                yield from step.words.formulas


@every_claim
def test_a_line_does_not_tell_of_many_inferences(claim_id: str) -> None:
    for _, derivation in derivations(sections(claim_id)):
        for block in reasoned(derivation):
            told = [t for t in block.shows if isinstance(t, Theorem) and not is_light(t)]
            assert len(told) <= TOLD or all(t.rule not in CARRIERS for t in told[1:]), block


def labelled(derivation: Derived | Immediate) -> Iterator[Sentence | str]:
    """Reasons, and after those of a step its label."""
    if isinstance(derivation, Immediate):
        yield derivation.reason
    for step in stepwise(derivation):
        if isinstance(step, Calculation):
            yield from (line.reason for line in step.lines)
        elif isinstance(step, Conclusion):
            yield step.reason
        if isinstance(step, Calculation | Conclusion) and step.label:
            yield step.label


def references(reason: Sentence) -> list[str]:
    """The lemmas and labels that a reason cites."""
    found = [p for p in reason.pieces if isinstance(p, Reference) and p.claim is None]
    return [p.name for p in found if p.name.startswith(LABELS)]


@every_claim
def test_what_is_cited_stands_before_and_lemmas_are_cited(claim_id: str) -> None:
    known, cited = list[str](), set[str]()
    for name, derivation in derivations(sections(claim_id)):
        labels = set[str]()
        for block in labelled(derivation):
            if isinstance(block, str):
                assert block not in labels
                labels.add(block)
            else:
                assert {*references(block)} <= {*known, *labels}
                cited.update(references(block))
        known += [name] * bool(name)
    assert known == [f"Fact {k}" for k in range(1, len(known) + 1)]
    assert {*known} <= cited


def assertions(found: Iterable[Section]) -> list[str]:
    """What theorems are called, as a reason has it."""
    blocks = (block for section in found for block in section.blocks)
    return [b.called.name for b in blocks if isinstance(b, Assertion) and b.called is not None]


@every_claim
def test_key_steps_cite_what_a_reader_finds_there(claim_id: str) -> None:
    """Theorems, lemmas, facts that were stated before, and labels of the same derivation."""
    found = Document.of(claim_id).sections
    stated = [lemma.name for lemma in lemmas(found)]
    assert stated == [f"Fact {k}" for k in range(1, len(stated) + 1)]
    named = assertions(found)
    for _, derivation in derivations(found):
        labels = {each for each in labelled(derivation) if isinstance(each, str)}
        for block in reasoned(derivation):
            for piece in block.reason.pieces:
                if isinstance(piece, Reference) and piece.claim is None:
                    assert piece.name in {*named, *stated, *labels}


@every_claim
def test_the_log_and_the_key_steps_state_the_same_theorems(claim_id: str) -> None:
    """A lemma may be left out of the key steps if no theorem of the claim needs it."""
    short, whole = Document.of(claim_id), Document.of(claim_id, full=True)
    names = {part.name.replace("_", " "): part for part in short.claim.parts}
    shown = [
        {b.name for s in document.sections for b in s.blocks if isinstance(b, Assertion)} - {""}
        for document in (short, whole)
    ]
    assert shown[1] == names.keys()
    assert all(names[name].role == "lemma" for name in shown[1] - shown[0])
    assert shown[0] <= shown[1]


@every_claim
def test_every_name_leads_to_a_theorem(claim_id: str) -> None:
    for _, derivation in derivations(sections(claim_id)):
        for block in reasoned(derivation):
            for piece in block.reason.pieces:
                if isinstance(piece, Reference) and not piece.name.startswith(LABELS):
                    assert piece.name in assertions(sections(piece.claim or claim_id))
                    assert piece.home == (piece.claim or claim_id)


@every_claim
def test_the_theorems_of_a_claim_are_numbered_in_the_order_in_which_they_stand(
    claim_id: str,
) -> None:
    """Those that it is about, lemmas, what else was found; all of them stand in the log."""
    stated = assertions(Document.of(claim_id).sections)
    numbers = [int(name.split()[1]) for name in stated]
    assert numbers == sorted(numbers)
    logged = assertions(sections(claim_id))
    assert sorted(int(name.split()[1]) for name in logged) == [*range(1, len(logged) + 1)]
    assert {*stated} <= {*logged}


# -- what a document has, every form writes --------------------------------------------------------


LEMMA = {"text": "{}: ", "latex": r"\RecencyLemma{{{}}}", "html": "<b>{}.</b>"}
START = {"text": "Proof:", "latex": r"\RecencyDerivation{Proof}", "html": "<p>Proof:</p>"}


def written(form: str, found: Iterable[Section]) -> str:
    """What a form makes of sections, apart from white space and the end of a page."""
    return " ".join(FORMS[form](found).removesuffix("</div>").split())


def expected(form: str, found: tuple[Section, ...]) -> Iterator[str]:
    """The names of the lemmas, the steps and the reasons, in reading order."""
    for name, derivation in derivations(found):
        if name:
            yield LEMMA[form].format(name).strip()
        if isinstance(derivation, Immediate):
            reason: Sentence = derivation.reason
            yield " ".join(getattr(reason, form)().split())
        else:
            for step in derivation.steps:
                alone = written(form, [Section((Derived((step,), derivation.statement),))])
                yield alone.partition(START[form])[2].strip()


def missing(form: str, whole: str, found: tuple[Section, ...]) -> str | None:
    """The first that does not stand where it should."""
    place = 0
    for fragment in expected(form, found):
        at = whole.find(fragment, place)
        if at < 0:
            return fragment
        place = at + len(fragment)
    return None


@every_claim
@pytest.mark.parametrize("form", FORMS)
def test_every_form_writes_every_block(claim_id: str, form: str) -> None:
    found = sections(claim_id)
    assert missing(form, written(form, found), found) is None


@pytest.mark.parametrize("form", FORMS)
def test_a_form_that_leaves_a_lemma_out_is_noticed(form: str) -> None:
    found = sections("step-sizes")
    assert lemmas(found)
    for lemma in lemmas(found):
        assert missing(form, written(form, without(found, lemma)), found) is not None
