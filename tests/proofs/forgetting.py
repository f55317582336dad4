"""A ledger that has verified nothing yet; that of all other tests keeps what it has found."""

from __future__ import annotations

from functools import cache
from inspect import unwrap

import pytest

from proofs.companion import ledger


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, and until the test ends, each claim is verified anew, and once."""
    monkeypatch.setattr(ledger, "verify", cache(unwrap(ledger.verify)))
