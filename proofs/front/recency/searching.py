"""Looking for returns, at a discount that may be a float."""

from __future__ import annotations

from numeric_checks.search import running
from recency.reading import reading

search = reading(running.search)
