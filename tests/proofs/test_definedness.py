"""Every step of every derivation has terms that are defined where it stands."""

from __future__ import annotations

import pytest

from proofs.companion import ledger
from proofs.companion.claims import catalogue
from proofs.companion.claims.claim import named_theorems
from symbolic.writing.publication import check_steps

CLAIMS = [entry.id for entry in catalogue.entries()]


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_every_step_that_is_shown_is_defined(claim_id: str) -> None:
    claim = ledger.load(claim_id)
    theorems = [part.theorem for part in claim.parts]
    names = named_theorems(claim)
    assert sum(check_steps(theorem, names) for theorem in theorems) > 0
