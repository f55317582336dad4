"""Verdicts are computed, and what does not hold up is not reported as established."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from numeric_checks.evidence.trying import Tried
from numeric_checks.statements import Instance, members
from proofs.companion import ledger
from proofs.companion.claims import catalogue
from proofs.companion.claims.claim import Claim, ClaimFails, Experiment
from proofs.companion.claims.parts import Role
from proofs.companion.commands.verify import checked
from proofs.companion.documents.document import Document
from proofs.companion.documents.record import record
from proofs.notation import BOUNDED, DISCOUNT, VANISHING, c, h, n
from proofs.paper import (
    affine_normalisation,
    linear_contraction,
    prop_wrh,
    sample_real_nsteps,
)
from symbolic import Converges, Equal, Less, Theorem, given, real, series
from symbolic.documents import Derived, Lemma
from symbolic.printing import statement_text
from symbolic.rules import classical
from symbolic.writing import algebra, assume, generalise
from tests.proofs.forgetting import forget

FORMAL = catalogue.PROOFS / "formal"


def test_a_classical_fact_is_shown_with_the_coq_theorem_behind_it() -> None:
    one, several = Document.of("largest-step"), Document.of("convergence-criterion")
    words = "von Neumann's inequality (Coq: von_neumann_at_modes)."
    assert f"\nRests on the classical fact: {words}\n" in one.text()
    words = r"von Neumann's inequality (Coq: \texttt{von\_neumann\_at\_modes})."
    latex = one.latex().replace(r"\allowbreak{}", "")
    assert rf"\RecencyNote{{Rests on the classical fact}} {words}" in latex
    assert (
        "\nRests on the classical facts: largest covariance (Coq: largest_covariance), "
        "margin on a mode (Coq: margin_on_a_mode), on-policy updates (Coq: on_policy), "
        "quadratic form (Coq: quadratic_form), stationary chain (Coq: stationary_chain).\n"
        in several.text()
    )


def test_the_coq_theorem_behind_each_classical_fact_exists() -> None:
    sources = "\n".join(f.read_text(encoding="utf-8") for f in sorted(FORMAL.glob("*.v")))
    proved = set(re.findall(r"^(?:Theorem|Lemma) (\w+)", sources, re.MULTILINE))
    assert set(classical.COQ) == classical.NAMES
    assert set(classical.COQ.values()) <= proved


@pytest.mark.parametrize("claim_id", ["divergence-any-tau", "prop:wrh", "sparse-modulus"])
def test_a_notebook_shows_all_of_a_claim(claim_id: str) -> None:
    document = Document.of(claim_id, full=True)
    page = ElementTree.fromstring(f"<div>{document._repr_html_()}</div>")
    shown = " ".join("".join(page.itertext()).split())
    assert f"Verdict: {document.report.verdict}" in shown
    claim = ledger.load(claim_id)
    for part in claim.parts:
        assert part.name.replace("_", " ") in shown
    lemmas = [b for s in document.sections for b in s.blocks if isinstance(b, Lemma)]
    derived = [lemma for lemma in lemmas if isinstance(lemma.derivation, Derived)]
    assert shown.count("Proof:") == len(claim.parts) + len(derived)
    assert all(f"{lemma.name}." in shown for lemma in lemmas)
    assert shown.count("Take ") == len(claim.needs_) + len(claim.refutations)
    assert "none failed" in shown


def test_the_missing_limit_is_shown_as_an_added_hypothesis() -> None:
    assert ledger.verify("eq:sample-real_nsteps").added == ("h_i → 0 as i → ∞",)
    assert ledger.verify("prop:wrh").added == ()


def test_a_table_says_what_word_to_read_or_that_something_is_false() -> None:
    report = ledger.verify("prop:variance")
    assert report.corrected == ("read: κ is the supremum of the covariances",)
    assert replace(report, reads=()).corrected == ("false in part",)
    assert replace(report, verdict="refuted").corrected == ()
    assert ledger.verify("prop:wrh").corrected == ()


def test_a_condition_of_ours_is_not_called_printed() -> None:
    document = Document.of("violated-too-much")
    text = " ".join(document.text().split())
    assert "Theorem 1, as printed, with a condition of ours (extreme" in text
    assert "Ours, where the paper leaves open what is meant: 2·h_0 < |c_m|·γ^m." in text
    assert "    ours 2·h_0 < |c_m|·γ^m\n" in record([document])


@pytest.mark.parametrize("claim_id", ["convex-modulus", "experiment:sparse"])
def test_what_was_tried_says_no_more_than_was_found(claim_id: str) -> None:
    text = " ".join(Document.of(claim_id).text().split())
    found = re.search(r"none failed\. Of (\d+) altered statements (\d+) were found false", text)
    assert found is not None
    assert ("; the others may be true there." in text) == (int(found[2]) < int(found[1]))


# -- a claim that does not hold up ---------------------------------------------------------------


def claim_like(module: Any, **changes: Any) -> Claim:
    """A copy of a claim with something changed."""
    original: Claim = module.CLAIM
    fields = ("parts", "needs_", "refutations", "experiments")
    kept = {name: list(getattr(original, name)) for name in fields}
    return Claim(original.module, **(kept | changes))


def test_a_hypothesis_without_a_witness_is_not_accepted() -> None:
    with pytest.raises(ClaimFails, match="no witness shows why"):
        claim_like(sample_real_nsteps, needs_=[]).verdict()


def test_a_witness_for_a_hypothesis_that_is_not_made_is_not_accepted() -> None:
    need = sample_real_nsteps.CLAIM.needs_[0]
    other = replace(need, hypothesis=Less(0, h(0)))
    with pytest.raises(ClaimFails, match="does not assume"):
        claim_like(sample_real_nsteps, needs_=[need, other]).verdict()


def test_what_a_refutation_puts_in_its_place_must_be_a_theorem_of_the_claim() -> None:
    claim = made_up(Equal(h(0), h(0)), lambda: algebra(given(), h(0), h(0)))
    at = Instance.of({}, {h: members(2)})
    with pytest.raises(ClaimFails, match="has no part 'approached'"):
        claim.refutes("false", says=Equal(h(0), 1), at=at, instead=linear_contraction.approached)


def made_up(says: Any, derive: Callable[[], Theorem], *, role: Role = "printed") -> Claim:
    claim = Claim("proofs.paper.prop_wrh")
    claim.proves("made up", says=says, role=role)(derive)
    return claim


def test_a_derivation_of_something_else_is_not_accepted() -> None:
    claim = made_up(Equal(h(0), 1), lambda: algebra(given(), h(0), h(0)))
    with pytest.raises(ClaimFails, match="not in"):
        claim.verdict()


def test_assuming_what_is_to_be_shown_is_not_accepted() -> None:
    claim = made_up(Equal(h(0), 1), lambda: assume(given(), Equal(h(0), 1)))
    with pytest.raises(ClaimFails, match="no witness shows why"):
        claim.verdict()


def test_a_theorem_beyond_the_paper_may_not_assume_more_than_it_says() -> None:
    claim = made_up(Equal(h(0), 1), lambda: assume(given(), Equal(h(0), 1)), role="beyond")
    claim.proves("true", says=Equal(h(0), h(0)))(lambda: algebra(given(), h(0), h(0)))
    with pytest.raises(ClaimFails, match="silently assumes"):
        claim.verdict()


def test_a_claim_that_examines_nothing_printed_has_no_verdict() -> None:
    claim = made_up(Equal(h(0), h(0)), lambda: algebra(given(), h(0), h(0)), role="beyond")
    with pytest.raises(ClaimFails, match="nothing printed"):
        claim.verdict()


def test_something_that_only_looks_like_a_theorem_is_not_accepted() -> None:
    class Fake:
        statement = Equal(h(0), 1)
        hypotheses = ()

    claim = made_up(Equal(h(0), 1), Fake)  # type: ignore[arg-type]
    with pytest.raises(Exception, match="not a theorem"):
        claim.verdict()


def test_the_parts_decide_between_proved_repaired_and_refuted() -> None:
    true = made_up(Equal(h(0), h(0)), lambda: algebra(given(), h(0), h(0)))
    assert true.verdict() == "proved"
    part = true.parts[0]
    at = Instance.of({}, {h: members(2)})
    true.refutes("false", says=Equal(h(0), 1), at=at, instead=part.derive)
    assert true.verdict() == "repaired"
    only = made_up(Equal(h(0), h(0)), lambda: algebra(given(), h(0), h(0)), role="beyond")
    only.refutes("false", says=Equal(h(0), 1), at=at, instead=part.derive)
    assert only.verdict() == "refuted"


# -- what rests on what ---------------------------------------------------------------------------


def test_dependencies_are_recorded_by_use() -> None:
    assert ledger.verify("wrh-converges").depends == (
        "eq:sample-real_nsteps",
        "eq:linear_contraction",
        "prop:wrh",
    )
    assert ledger.verify("eq:nstep-return_errors").depends == ()


BACKWARDS = """
import gc
gc.disable()
from proofs.companion import ledger
from proofs.companion.claims import catalogue
for entry in reversed(catalogue.entries()):
    for part in reversed(ledger.load(entry.id).parts):
        print(entry.id, part.name, len(part.theorem.hypotheses))
"""


def test_the_order_in_which_claims_are_derived_makes_no_difference() -> None:
    """In another process, in which terms and their atoms are made in another order."""
    done = subprocess.run(
        [sys.executable, "-c", BACKWARDS],
        cwd=FORMAL.parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[::-1] == [
        f"{entry.id} {part.name} {len(part.theorem.hypotheses)}"
        for entry in catalogue.entries()
        for part in ledger.load(entry.id).parts
    ]


@pytest.fixture
def fresh_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    forget(monkeypatch)


@pytest.mark.usefixtures("fresh_ledger")
def test_a_claim_that_rests_on_a_failed_one_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample_real_nsteps.CLAIM, "needs_", [])
    assert ledger.verify("eq:sample-real_nsteps").verdict == "failed"
    report = ledger.verify("wrh-converges")
    assert (report.verdict, report.ok) == ("failed", False)
    assert "rests on" in (report.problem or "")
    assert "eq:sample-real_nsteps" in (report.problem or "")


@pytest.mark.usefixtures("fresh_ledger")
def test_whoever_checks_a_claim_those_that_rest_on_a_failed_one_fail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Workers leave to each other what they were given; what was given to none is checked too."""
    monkeypatch.setattr(sample_real_nsteps.CLAIM, "needs_", [])
    for ids in (
        ["wrh-converges", "recency-examples", "eq:sample-real_nsteps"],
        ["wrh-converges", "recency-examples"],
    ):
        alone, apart = ([_timeless(r) for r in checked(ids, jobs)] for jobs in (1, 2))
        assert alone == apart
        problems = {report["id"]: report.get("problem") for report in apart}
        assert "rests on eq:sample-real_nsteps" in str(problems["wrh-converges"])
        assert problems["recency-examples"] is None


def _timeless(report: ledger.Report) -> dict[str, Any]:
    found = report.as_json()
    del found["seconds"]
    return found


@pytest.mark.usefixtures("fresh_ledger")
def test_a_claim_whose_evidence_fails_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    from numeric_checks.instances import strategies as draw

    broken = Experiment("broken", (draw.discounts,), lambda discount: discount > 1, 5)
    monkeypatch.setattr(prop_wrh.CLAIM, "experiments", [broken])
    report = ledger.verify("prop:wrh")
    assert (report.verdict, report.ok) == ("failed", False)
    assert "broken" in (report.problem or "")


FIRST = prop_wrh.CLAIM.parts[0]


def find(monkeypatch: pytest.MonkeyPatch, found: Tried) -> str | None:
    """The problem, if this is what becomes of the first theorem on drawn instances."""
    monkeypatch.setitem(FIRST.__dict__, "tried", found)
    forget(monkeypatch)
    return ledger.verify("prop:wrh").problem


@pytest.mark.usefixtures("fresh_ledger")
def test_a_claim_with_a_theorem_without_evidence_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = find(monkeypatch, Tried(missing="nothing was drawn"))
    assert problem == f"no evidence was gathered for {FIRST.name}: nothing was drawn"


@pytest.mark.usefixtures("fresh_ledger")
def test_evidence_that_notices_no_change_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find(monkeypatch, Tried(instances=3, changes=1, noticed=1)) is None
    problem = find(monkeypatch, Tried(instances=3, changes=1))
    name = FIRST.name
    assert problem == f"the evidence for {name} does not notice when {name} is changed"


@pytest.mark.usefixtures("fresh_ledger")
def test_a_claim_with_a_theorem_that_fails_somewhere_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = find(monkeypatch, Tried(instances=1, failure="fails at gamma = 1/2"))
    assert problem == f"{FIRST.name} fails at gamma = 1/2"
    assert ledger.verify("prop:wrh").verdict == "failed"


@pytest.mark.usefixtures("fresh_ledger")
def test_a_module_that_raises_is_a_failed_claim_and_not_a_crash(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(self: Claim) -> str:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(Claim, "verdict", broken)
    report = ledger.verify("prop:wrh")
    assert report.problem == "ZeroDivisionError: oops"


def test_what_a_claim_takes_as_given_is_what_the_paper_says() -> None:
    """The hypotheses counted as the paper's own, written out once more."""
    printed = {p.name: p for p in sample_real_nsteps.CLAIM.parts if p.printed}
    assert set(printed["without_the_limit"].given) == {*DISCOUNT, BOUNDED}
    assert printed["without_the_limit"].added == (VANISHING,)
    [proposition] = (p for p in prop_wrh.CLAIM.parts if p.printed)
    total = series(c(n), n, 1)
    affine = {Converges(c(n), n, 1).key, Equal(total, 1).key, Equal(h(0), 1).key}
    assert {s.key for s in proposition.given} == affine
    assert proposition.added == ()
    [normalised] = (p for p in affine_normalisation.CLAIM.parts if p.printed)
    assert {s.key for s in normalised.added} == {Less(0, real("s")).key, VANISHING.key}


def test_generalising_a_theorem_of_a_claim_keeps_its_hypotheses() -> None:
    theorem = generalise(given(), prop_wrh.tail_weights(), n, 0)
    assert [statement_text(x) for x in theorem.hypotheses] == ["h_i → 0 as i → ∞"]
