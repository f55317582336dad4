"""The families of returns: one entry each, a class that says everything in which families differ.

Its name, its parameters with their ranges, formulas, recurrence, words.  Whatever needs a family
(the options of ``recency analyze``, stored files, moduli, LaTeX, drawn examples) reads it here.

    >>> from symbolic import returns
    >>> print(named_return("sparse", {"lam": "3/4", "m": "3"}))
    sparse lambda-return (lam = 3/4, m = 3)
    >>> name_and_parameters(named_return("n-step", {"n": 2}))
    ('n-step', {'n': '2'})
    >>> help(returns.SparseLambdaReturn)                            # doctest: +ELLIPSIS
    Help on class SparseLambdaReturn in module symbolic.returns.decaying:
    <BLANKLINE>
    class SparseLambdaReturn(symbolic.returns.base.LinearReturn)
     |  SparseLambdaReturn(lam, m)
    ...
"""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, dataclass_transform

from symbolic.returns.parameters import InvalidReturn, Parameter, Range, count, unit

if TYPE_CHECKING:
    from symbolic.returns.base import LinearReturn

__all__ = ["FAMILIES", "SPECIAL", "Entry", "name_and_parameters", "named_return", "ranges"]

#: the families by name
FAMILIES: dict[str, type[LinearReturn]] = {}
#: other names: a family, and its parameters
SPECIAL: dict[str, tuple[str, Mapping[str, Parameter]]] = {}


class _Signed(ABCMeta):
    """Classes that are called with their fields, and say so; dataclasses start too slowly here."""

    fields: tuple[str, ...] = ()

    @property
    def __signature__(cls) -> object:
        from inspect import Parameter as Argument, Signature

        return Signature([Argument(name, Argument.POSITIONAL_OR_KEYWORD) for name in cls.fields])


@dataclass_transform(frozen_default=True, field_specifiers=(unit, count))
class Entry(metaclass=_Signed):
    """A value made from the parameters that the class declares, each with the range it may be in.

    ``class LambdaReturn(LinearReturn, name="lambda", words="lambda-return")`` with parameters for
    attributes makes a family: ``name`` is for commands and files, ``words`` for sentences, and
    ``special`` are the members that have a name of their own.
    """

    #: None: in no family
    name: ClassVar[str | None] = None
    words: ClassVar[str] = "return"

    def __init_subclass__(
        cls,
        name: str | None = None,
        words: str = "return",
        special: Mapping[str, Mapping[str, Parameter]] | None = None,
    ) -> None:
        declared = tuple(each for each, span in vars(cls).items() if isinstance(span, Range))
        cls.fields = declared or cls.fields
        cls.name, cls.words = name, words
        if name is not None:
            FAMILIES[name] = cls  # type: ignore[assignment]
            SPECIAL.update({other: (name, given) for other, given in (special or {}).items()})

    def __init__(self, *values: Parameter, **named: Parameter) -> None:
        owner = type(self)
        given = {**dict(zip(owner.fields, values, strict=False)), **named}
        if len(values) + len(named) != len(owner.fields) or set(given) != set(owner.fields):
            takes = ", ".join(owner.fields) or "nothing"
            raise TypeError(f"{owner.__name__}() takes {takes}")
        for name in owner.fields:
            value = getattr(owner, name).read(owner.__name__, name, given[name])
            object.__setattr__(self, name, value)

    def values(self) -> dict[str, Any]:
        """The parameters by name."""
        return {name: getattr(self, name) for name in type(self).fields}

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.values() == other.values()

    def __hash__(self) -> int:
        return hash((type(self), *self.values().values()))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{self!r} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{self!r} cannot be changed")

    def __repr__(self) -> str:
        given = [f"{name}={_shown(value)}" for name, value in self.values().items()]
        return f"{type(self).__name__}({', '.join(given)})"


def ranges(name: str) -> dict[str, Range]:
    """The parameters of a family, all in small letters, and what they may be.

    >>> list(ranges("truncated"))
    ['lam', 'n']
    """
    if name not in FAMILIES:
        raise InvalidReturn(f"there is no return {name!r}; expected one of {', '.join(FAMILIES)}")
    return {field.lower(): vars(FAMILIES[name])[field] for field in FAMILIES[name].fields}


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
    return ret.name, {name.lower(): str(value) for name, value in ret.values().items()}


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(str, value))}{',' if len(value) == 1 else ''})"
    return str(value)
