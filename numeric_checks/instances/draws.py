"""How instances are drawn: hypothesis' own generator, guided by the seed and by nothing else.

By default hypothesis also tries numbers that it finds in the source files of the running program,
and spends the second half of a short run on variations of one instance.  Here the same seed must
give the same instances whatever else is imported, and twenty instances must be twenty different
ones, so a plain generator is registered as one of hypothesis' backends.  Importing this module
imports hypothesis.
"""

from __future__ import annotations

from typing import Any

from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, HypothesisProvider

__all__ = ["SEEDED", "SeededDraws"]

SEEDED = "recency-seeded"


class SeededDraws(HypothesisProvider):
    """hypothesis' generator without constants taken from source files."""

    def _maybe_draw_constant(self, *_arguments: Any, **_options: Any) -> None:
        return None


AVAILABLE_PROVIDERS[SEEDED] = f"{__name__}.{SeededDraws.__name__}"
