"""Every claim refuses near misses of what it proves, and every hypothesis it lists is used."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs.companion import catalogue, ledger
from proofs.companion.claim import Claim, ClaimFails, Part
from symbolic import ProofError, Statement, Theorem, kernel
from symbolic.printing import statement_text
from symbolic.rules import recall
from tests.proofs.mutants import mutants

#: mutants that are true, so that accepting them is right
TRUE = {
    ("nstep-contraction", "γ^(n + 1) < 1 for all n ≥ 1"),
    ("prop:wrh", "h_i ≤ h_i for all i ≥ 0"),
    ("recency-examples", "h_{i + 1} < h_i for all i ≥ 0"),
}
CLAIMS = [entry.id for entry in catalogue.entries()]


def parts(claim_id: str) -> list[Part]:
    return list(ledger.load(claim_id).parts)


def assumptions(theorem: Theorem) -> list[Theorem]:
    """The hypotheses of a theorem, as they were assumed in its derivation."""
    return [t for t in kernel.ancestry(theorem) if t.rule == "hypothesis"]


def real_mutants(part: Part) -> list[Statement]:
    """Mutants that say something else than the part."""
    seen = {part.says.key}
    found = []
    for mutant in mutants(part.says):
        if mutant.key not in seen:
            seen.add(mutant.key)
            found.append(mutant)
    return found


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_a_claim_that_says_something_else_than_its_derivation_is_not_established(
    claim_id: str,
) -> None:
    claim = ledger.load(claim_id)
    for part in claim.parts:
        for mutant in real_mutants(part):
            other = [replace(p, says=mutant) if p is part else p for p in claim.parts]
            with pytest.raises(ClaimFails):
                Claim(claim.module, parts=other, refutations=claim.refutations).verdict()


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_no_near_miss_follows_from_the_theorem_itself(claim_id: str) -> None:
    """The decision procedures, given the theorem and its hypotheses, accept none of the mutants."""
    for part in parts(claim_id):
        context = kernel.Context((part.theorem, *assumptions(part.theorem)))
        for mutant in real_mutants(part):
            if (claim_id, statement_text(mutant)) in TRUE:
                recall(context, mutant)
                continue
            with pytest.raises((ProofError, ValueError)):
                recall(context, mutant)
                pytest.fail(f"{claim_id}, {part.name}: accepted {statement_text(mutant)}")


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_a_derivation_without_one_of_its_hypotheses_fails(
    claim_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each hypothesis in turn is replaced by something trivial wherever it is assumed."""
    from symbolic import rules

    trivial = rules.algebra(kernel.given(), 0, 0)
    assume = kernel._assume
    for part in parts(claim_id):
        for hypothesis in part.theorem.hypotheses:

            def without(
                ctx: kernel.Context, statement: Statement, dropped: Statement = hypothesis
            ) -> Theorem:
                return trivial if statement.key == dropped.key else assume(ctx, statement)

            monkeypatch.setattr(kernel, "_assume", without)
            with pytest.raises(Exception):  # noqa: B017, PT011
                theorem = part.derive()
                assert theorem.statement.key == part.says.key
                assert hypothesis.key not in {h.key for h in theorem.hypotheses}
                pytest.fail(
                    f"{claim_id}, {part.name} does not need {statement_text(hypothesis)}",
                    pytrace=False,
                )
            monkeypatch.setattr(kernel, "_assume", assume)
