"""The families of returns: one entry each, a class that `family` has registered.

The entry says everything that differs between families: name, parameters with their ranges and what
they mean, formulas, recurrence, words.  Whatever needs a family (the options of ``recency
analyze``, stored files, the modulus, LaTeX, drawn examples) reads it here.

    >>> from symbolic import returns
    >>> print(named_return("sparse", {"lam": "3/4", "m": "3"}))
    sparse lambda-return (lam = 3/4, m = 3)
    >>> name_and_parameters(named_return("n-step", {"n": 2}))
    ('n-step', {'n': '2'})
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TypeVar, dataclass_transform

from symbolic.returns.base import LinearReturn
from symbolic.returns.parameters import InvalidReturn, Parameter, Range, count, unit

__all__ = ["FAMILIES", "SPECIAL", "family", "name_and_parameters", "named_return", "ranges"]

#: the families by name
FAMILIES: dict[str, type[LinearReturn]] = {}
#: other names: a family, and its parameters
SPECIAL: dict[str, tuple[str, Mapping[str, Parameter]]] = {}

Family = TypeVar("Family", bound=type[LinearReturn])


@dataclass_transform(frozen_default=True, field_specifiers=(unit, count))
def family(
    name: str, words: str, special: Mapping[str, Mapping[str, Parameter]] | None = None
) -> Callable[[Family], Family]:
    """Make a class with parameters for fields a family, called ``name`` in commands and files.

    ``words`` are its name in sentences, ``special`` the members that have a name of their own.
    """

    def register(made: Family) -> Family:
        made.name, made.words = name, words
        FAMILIES[name] = dataclass(frozen=True, repr=False)(made)
        SPECIAL.update({other: (name, given) for other, given in (special or {}).items()})
        return made

    return register


def ranges(name: str) -> dict[str, Range]:
    """The parameters of a family, all in small letters, and what they may be.

    >>> list(ranges("truncated"))
    ['lam', 'n']
    """
    if name not in FAMILIES:
        raise InvalidReturn(f"there is no return {name!r}; expected one of {', '.join(FAMILIES)}")
    return {field.name.lower(): field.metadata["range"] for field in fields(FAMILIES[name])}  # type: ignore[arg-type]


def named_return(name: str, parameters: Mapping[str, Parameter]) -> LinearReturn:
    """The return of that family with these parameters.

    >>> named_return("lambda", {"m": 2})
    Traceback (most recent call last):
    symbolic.returns.parameters.InvalidReturn: the return 'lambda' has the parameters lam, not m
    """
    wanted = ranges(name)
    if set(parameters) != set(wanted):
        given, expected = (", ".join(names) or "none" for names in (parameters, wanted))
        raise InvalidReturn(f"the return {name!r} has the parameters {expected}, not {given}")
    return FAMILIES[name](*(parameters[parameter] for parameter in wanted))


def name_and_parameters(ret: LinearReturn) -> tuple[str, dict[str, str]] | None:
    """The family and its parameters as text; None if the return is in no family."""
    if ret.name is None:
        return None
    return ret.name, dict(zip(ranges(ret.name), map(str, ret.parameters), strict=True))
