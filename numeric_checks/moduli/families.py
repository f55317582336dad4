"""The families of returns, by the names that people type and files store.

>>> print(named_return("sparse", {"lam": "3/4", "m": "3"}))
sparse lambda-return (lam = 3/4, m = 3)
>>> name_and_parameters(named_return("n-step", {"n": 2}))
('n-step', {'n': '2'})
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from symbolic.returns import (
    DelayedLambdaReturn,
    DelayedReturn,
    GammaReturn,
    InvalidReturn,
    InvertedUReturn,
    LambdaReturn,
    LinearReturn,
    MonteCarloReturn,
    NStepReturn,
    Parameter,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
)

__all__ = ["FAMILIES", "name_and_parameters", "named_return", "parameters_of"]

FAMILIES: dict[str, type[LinearReturn]] = {
    "n-step": NStepReturn,
    "lambda": LambdaReturn,
    "sparse": SparseLambdaReturn,
    "truncated": TruncatedLambdaReturn,
    "monte-carlo": MonteCarloReturn,
    "delayed": DelayedReturn,
    "delayed-lambda": DelayedLambdaReturn,
    "inverted-u": InvertedUReturn,
    "gamma": GammaReturn,
}


def parameters_of(name: str) -> tuple[str, ...]:
    """The parameters of a family, all in small letters.

    >>> parameters_of("truncated")
    ('lam', 'n')
    """
    if name not in FAMILIES:
        raise InvalidReturn(f"there is no return {name!r}; expected one of {', '.join(FAMILIES)}")
    return tuple(field.name.lower() for field in fields(FAMILIES[name]))  # type: ignore[arg-type]


def named_return(name: str, parameters: Mapping[str, Parameter]) -> LinearReturn:
    """The return of that family with these parameters.

    >>> named_return("lambda", {"m": 2})
    Traceback (most recent call last):
    symbolic.returns.parameters.InvalidReturn: the return 'lambda' has the parameters lam, not m
    """
    wanted = parameters_of(name)
    if set(parameters) != set(wanted):
        given, expected = (", ".join(names) or "none" for names in (parameters, wanted))
        raise InvalidReturn(f"the return {name!r} has the parameters {expected}, not {given}")
    return FAMILIES[name](*(parameters[parameter] for parameter in wanted))


def name_and_parameters(ret: LinearReturn) -> tuple[str, dict[str, str]] | None:
    """The family and its parameters as text; None if the return is in no family."""
    for name, family in FAMILIES.items():
        if isinstance(ret, family):
            texts = map(str, ret.parameters)
            return name, dict(zip(parameters_of(name), texts, strict=True))
    return None
