"""What a test over everything looks at in an ordinary run.

The sample is drawn by a generator that starts from a name: it moves with the code and with nothing
else.  With the profile ``thorough`` of hypothesis (``tests/conftest.py``) it is everything.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeVar

from hypothesis import settings

T = TypeVar("T")


def is_thorough() -> bool:
    """Is this a run that looks for trouble, however long it takes?"""
    return settings.default is settings.get_profile("thorough")


def some(things: Iterable[T], most: int, name: str) -> list[T]:
    """At most so many of them, in their order; all of them in a thorough run."""
    found = list(things)
    if len(found) <= most or is_thorough():
        return found
    return [found[k] for k in sorted(Random(name).sample(range(len(found)), most))]
