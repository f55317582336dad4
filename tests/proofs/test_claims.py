"""What holds of every claim, a new one too (near misses: test_mutants; words: test_words)."""

from __future__ import annotations

from functools import cache

import pytest

from proofs.companion import ledger
from proofs.companion.claims import catalogue
from proofs.companion.commands import terminal
from proofs.companion.documents.document import Document
from proofs.notation import gamma
from symbolic import Chain, Equal, Theorem, given, real
from symbolic.printing import statement_text
from symbolic.writing.refusals import Undefined
from tests.proofs.made_up_documents import document, header

every_claim = pytest.mark.parametrize("claim_id", [entry.id for entry in catalogue.entries()])
document_of = cache(Document.of)


@every_claim
def test_it_has_a_verdict_evidence_on_drawn_instances_and_a_derivation(claim_id: str) -> None:
    report = ledger.verify(claim_id)
    assert (report.ok, report.problem) == (True, None)
    assert set(report.numeric["theorems"]) == {part.name for part in ledger.load(claim_id).parts}
    untried = [tried for tried in report.numeric["theorems"].values() if not tried["instances"]]
    assert not untried or report.numeric["computations"]
    assert report.numeric["failures"] == []
    assert report.steps > 3


@every_claim
def test_it_reads_as_text_and_as_latex(claim_id: str) -> None:
    """A lemma that only what is found besides rests on is told in full alone."""
    document = document_of(claim_id)
    text, latex = document.text(), document.latex()
    for part in ledger.load(claim_id).parts:
        says = [part.says, *part.theorem.hypotheses]
        if part.role == "lemma" and statement_text(part.says) not in text:
            in_full = Document.of(claim_id, full=True).text()
            assert all(statement_text(each) in in_full for each in says)
        else:
            assert all(statement_text(each) in text for each in says)
    for display in ("align*", "flalign*"):
        assert latex.count(rf"\begin{{{display}}}") == latex.count(rf"\end{{{display}}}")
    assert "align*}" in latex
    assert "#" not in latex.replace(r"\#", "")


@every_claim
def test_it_fits_a_terminal_and_nothing_is_cut(claim_id: str) -> None:
    document = document_of(claim_id)
    stated = [
        " ".join(statement_text(statement).split())
        for part in ledger.load(claim_id).parts
        if part.role != "lemma"
        for statement in (part.says, *part.theorem.hypotheses)
    ]
    for width in (60, 80, 160):
        text = document.text(width)
        long = [line for line in text.splitlines() if len(line) > width]
        assert all(" " not in line.strip() for line in long)  # there is no place to break it
        joined = " ".join(text.split())
        for statement in stated:
            assert statement in joined


@every_claim
def test_the_classical_facts_that_it_rests_on_are_listed(claim_id: str) -> None:
    report = ledger.verify(claim_id)
    assert report.as_json()["classical"] == report.classical
    document = document_of(claim_id)
    listed = [line for line in document.text().splitlines() if "classical fact" in line]
    assert len(listed) == document.latex().count("classical fact") == bool(report.classical)
    assert "classical" not in terminal.plain([report])


@every_claim
def test_every_step_that_is_shown_has_terms_that_are_defined(claim_id: str) -> None:
    for part in ledger.load(claim_id).parts:
        assert part.audited is part.theorem


def test_a_derivation_with_a_step_that_means_nothing_is_not_told() -> None:
    x, y = real("x"), real("y")
    start, end = 2 * x * gamma, gamma * (x + x)
    with header("made-up: something.\n\nPaper: Section 1.") as claim:

        @claim.proves("It ends well.", says=Equal(start, end))
        def detour() -> Theorem:
            return Chain(given(), start).to(start + (x + 1) / y - x / y - 1 / y).to(end).qed()

        made = document(claim)
        assert made.report.verdict == "proved"
        for tell in (made.text, made.latex, made.fragment, lambda: made.log):
            with pytest.raises(Undefined, match="y ≠ 0"):
                tell()
