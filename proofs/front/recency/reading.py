"""Numbers as people have them: a float is the decimal that it prints as.

    >>> Reader().exact([0.9, "1/3", 2])
    [Fraction(9, 10), '1/3', 2]

What is neither a number nor a list of numbers is left as it is, to be refused with its name.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from functools import wraps
from typing import Any, ParamSpec, SupportsFloat, TypeAlias, TypeVar

from symbolic.numbers import InvalidNumber, members, parse_rational
from symbolic.returns import LinearReturn

__all__ = ["Number", "Reader", "Weights", "reading"]

#: a number of any kind, numpy's too, or text such as "9/10"
Number: TypeAlias = str | SupportsFloat
#: a list of numbers, an array, or text such as "1, 1/2, 0.75"; or a return
Weights: TypeAlias = Iterable[Number] | str | LinearReturn

Given = ParamSpec("Given")
Made = TypeVar("Made")

_SHOWN = 6


class Reader:
    """Reads numbers, and remembers which of them were floats."""

    def __init__(self) -> None:
        self.floats: dict[str, Fraction] = {}

    def exact(self, value: Any) -> Any:
        """The same with every float in it, in lists too, as the decimal that it prints as."""
        if isinstance(value, str | numbers.Rational | LinearReturn):
            return value
        if isinstance(value, numbers.Real | Decimal):
            finite = value.is_finite() if isinstance(value, Decimal) else math.isfinite(value)
            return self._decimal(value) if finite else value
        if isinstance(value, type):
            return value
        if getattr(value, "shape", None) == ():  # of numpy, and no list
            inside = value[()]
            return value if type(inside) is type(value) else self.exact(inside)
        listed = members(value)
        return value if listed is None else [self.exact(each) for each in listed]

    @property
    def notes(self) -> tuple[str, ...]:
        """What was read otherwise than it was given."""
        if not self.floats:
            return ()
        shown = [f"{text} = {value}" for text, value in self.floats.items()]
        shown[_SHOWN:] = ["..."] if len(shown) > _SHOWN else []
        return (f"floats are read as the decimals that they print as: {', '.join(shown)}",)

    def _decimal(self, value: numbers.Real | Decimal) -> Fraction | str:
        text = str(value)
        try:
            found = parse_rational(text)
        except InvalidNumber:
            return text
        if not isinstance(value, Decimal):
            self.floats.setdefault(text, found)
        return found


def reading(made: Callable[Given, Made]) -> Callable[..., Made]:
    """The same constructor or function, which takes floats too.

    >>> from symbolic.returns import LambdaReturn
    >>> reading(LambdaReturn)(0.9)
    LambdaReturn(lam=9/10)
    """

    @wraps(made, updated=())
    def read(*values: Any, **named: Any) -> Made:
        exact = Reader().exact
        return made(*map(exact, values), **{name: exact(value) for name, value in named.items()})

    return read
