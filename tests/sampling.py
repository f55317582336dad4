"""What a test over everything looks at in an ordinary run.

The sample is drawn by a generator that starts from a name: it moves with the code and with nothing
else.  With the profile ``thorough`` of hypothesis (``tests/conftest.py``) it is everything.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from random import Random
from typing import TypeVar

from hypothesis import settings

T = TypeVar("T")
IN_CI = os.environ.get("CI", "").lower() not in {"", "0", "false", "no"}


def is_thorough() -> bool:
    """Is this a run that looks for trouble, however long it takes?"""
    return settings.default is settings.get_profile("thorough")


def some(things: Iterable[T], most: int, name: str, *, all_in_ci: bool = False) -> list[T]:
    """At most so many of them, in their order; all in a thorough run, and in CI if asked to."""
    found = list(things)
    if len(found) <= most or is_thorough() or (all_in_ci and IN_CI):
        return found
    return [found[k] for k in sorted(Random(name).sample(range(len(found)), most))]
