"""Checking certificates, by the one file that shares no code with what found them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from numeric_checks.safety.certificate_checker import Rejected, Verdict, check

__all__ = ["check_certificate"]


def check_certificate(certificate: Mapping[str, Any] | str | bytes | None) -> Verdict:
    """What a certificate proves: the dict of an analysis, or JSON text; else a ValueError says why.

    >>> from recency.analysis import analyze
    >>> check_certificate(analyze([0, 1], 0.9).certificate)
    <Verdict: Re f(z) <= -1.70999 at |z| = 9/10, 1/2 of a turn: TD with h = (0, 1) diverges on \
the cycle of 2 states, mode 1>
    """
    if isinstance(certificate, str | bytes):
        return check(certificate)
    if not isinstance(certificate, Mapping):
        raise Rejected(f"{certificate!r:.40} is no certificate: expected a dict, or JSON text")
    try:
        text = json.dumps(dict(certificate))
    except (TypeError, ValueError, RecursionError) as problem:
        raise Rejected(f"not JSON: {problem!s:.80}") from None
    return check(text)
