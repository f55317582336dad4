"""The figures of the project, with settings that may be floats."""

from __future__ import annotations

from numbers import Rational
from typing import TYPE_CHECKING, Any

from numeric_checks import figures
from recency.reading import Number, Reader

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numeric_checks.figures import Picture

__all__ = ["figure"]


def figure(name: str, **settings: Number | Iterable[Number]) -> Picture:
    """One of the figures, which shows itself in a notebook; ``render("pdf")`` is a file of it.

    Other settings than its own are ``tau`` (or ``delays``), ``gamma`` or ``p``, where it has them.

    >>> figure("update-field", tau=3, gamma=0.99, p=0.25).data.gamma
    Fraction(99, 100)
    """
    exact = Reader().exact
    return figures.picture(name, **{key: _whole(exact(x)) for key, x in settings.items()})


def _whole(value: Any) -> Any:
    """Three is no fraction where delays are counted."""
    if isinstance(value, list):
        return [_whole(each) for each in value]
    return int(value.numerator) if isinstance(value, Rational) and value.denominator == 1 else value
