"""Claims made up for a test, as documents, without a module of `proofs` behind them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import ModuleType

from proofs.companion.claims.claim import Claim
from proofs.companion.claims.gathered import Gathered
from proofs.companion.documents.document import Document
from proofs.companion.ledger import Report

NOTHING = Report(
    id="",
    title="",
    verdict="",
    ok=True,
    hypotheses=(),
    added=(),
    refuted=(),
    depends=(),
    steps=0,
    rules=(),
    classical=(),
    numeric=Gathered({}, {}).as_json(),
    formal=None,
    seconds=0.0,
)


@contextmanager
def header(text: str, name: str = "tests.proofs.made_up_claim") -> Iterator[Claim]:
    """A claim with this docstring."""
    module = ModuleType(name, text)
    sys.modules[name] = module
    try:
        claim = Claim(name)
        assert claim.entry.module == name
        yield claim
    finally:
        del sys.modules[name]


def document(claim: Claim) -> Document:
    """The claim as a document, with the verdict that follows from its parts."""
    entry = claim.entry
    return Document(
        claim, replace(NOTHING, id=entry.id, title=entry.title, verdict=claim.verdict())
    )
