"""Claims made up for a test, as documents, without a module of `proofs` behind them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import ModuleType

from proofs.companion import ledger
from proofs.companion.claim import Claim
from proofs.companion.document import Document
from proofs.companion.ledger import Report

_REPORT = ledger._failure(
    ledger.find("prop:wrh"), "", 0.0
)  # a report with nothing in it


@contextmanager
def header(text: str, name: str = "tests.proofs.made_up_claim") -> Iterator[Claim]:
    """A claim with this docstring."""
    module = ModuleType(name, text)
    sys.modules[name] = module
    try:
        claim = Claim(name)
        assert claim.entry
        yield claim
    finally:
        del sys.modules[name]


def document(claim: Claim, **known: object) -> Document:
    """The claim as a document, with its computed verdict."""
    verdict = claim.verdict()
    entry = claim.entry
    report: Report = replace(
        _REPORT, id=entry.id, title=entry.title, verdict=verdict, ok=True, problem=None
    )
    return Document(claim, replace(report, **known))  # type: ignore[arg-type]
