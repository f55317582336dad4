"""Looking for returns, at a discount that may be a float."""

from __future__ import annotations

from collections.abc import Iterable
from functools import wraps
from typing import Any

from numeric_checks.search import running
from numeric_checks.search.finds import Result
from recency.reading import reading

_search = reading(running.search)


@wraps(running.search)
def search(goals: str | Iterable[str] | None = None, *values: Any, **named: Any) -> Result:
    """The same for one goal, or for several."""
    return _search([goals] if isinstance(goals, str) else goals, *values, **named)
