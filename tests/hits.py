"""A test that draws its instances says which of its branches they must reach.

What is asserted under a condition is asserted only if the condition is met at least once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

_met: Counter[str] = Counter()


def hit(branch: str) -> None:
    """This branch was reached."""
    _met[branch] += 1


def reaches(*branches: str) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """The instances that the test draws must reach each of these branches."""

    def mark(test: Callable[..., None]) -> Callable[[], None]:
        def counted() -> None:
            _met.clear()
            test()
            missed = [branch for branch in branches if not _met[branch]]
            assert not missed, f"no instance with: {', '.join(missed)}"

        counted.__name__, counted.__doc__ = test.__name__, test.__doc__
        return counted

    return mark
