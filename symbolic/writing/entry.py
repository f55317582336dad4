"""What a rule is given, and where it stands when it refuses.

`refusing` makes a rule of a function: its arguments are what its signature says (a comparison of
sympy is a statement), what the core refuses inside of it is refused by the rule, and the facts of
its context are kept with a refusal, for `symbolic.writing.failures`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from sympy import Symbol

from symbolic.core import kernel
from symbolic.statements import ForAll, IllFormed, Relation, Statement
from symbolic.statements.entry import stated
from symbolic.terms.entry import described
from symbolic.writing.definitions import Definition
from symbolic.writing.theorem import Context, ProofError, Theorem, refuse

__all__ = ["refusing", "standing"]

P = ParamSpec("P")
T = TypeVar("T")

#: the kinds of arguments that are looked at, and what each is called
_KINDS: dict[str, tuple[type, str]] = {
    "Context": (Context, "a context: write given(...) first"),
    "Theorem": (Theorem, "a theorem: prove it, or assume it with assume(ctx, ...)"),
    "Statement": (Statement, "a statement"),
    "Relation": (Relation, "a relation such as AtMost(a, b)"),
    "ForAll": (ForAll, "a statement for all integers: write ForAll(i, 0, ...)"),
    "Symbol": (Symbol, "a variable: write index(...) or real(...)"),
    "Definition": (Definition, "a definition: write define(...)"),
}
_STATEMENTS = frozenset({"Statement", "Relation", "ForAll"})
_PAIR = "tuple[Any, Theorem]"


@contextmanager
def standing(ctx: Context | None) -> Iterator[None]:
    """What is refused here is refused where the facts of this context are known."""
    try:
        yield
    except ProofError as error:
        if error.facts is None and ctx is not None:
            error.facts = ctx.facts
        raise


def _context(values: list[Any]) -> Context | None:
    """The context among the arguments, or that of a chain whose step this is."""
    found = next((x for x in values if type(x) is Context), None)
    return found or getattr(values[0] if values else None, "ctx", None)


def refusing(rule: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A rule works on what its signature says, and says why it does not apply."""

    def mark(function: Callable[P, T]) -> Callable[P, T]:
        signature = inspect.signature(function)
        kinds = [
            (k, str(parameter.annotation).removesuffix(" | None"), parameter)
            for k, parameter in enumerate(signature.parameters.values())
        ]
        wanted = [entry for entry in kinds if entry[1] in _KINDS or entry[1] == _PAIR]

        @wraps(function)
        def apply(*args: P.args, **kwargs: P.kwargs) -> T:
            values: list[Any] = list(args)
            if kwargs:
                bound = signature.bind(*args, **kwargs)
                bound.apply_defaults()
                values = list(bound.args)
            for k, kind, parameter in wanted:
                several = parameter.kind is inspect.Parameter.VAR_POSITIONAL
                for place in range(k, len(values) if several else min(k + 1, len(values))):
                    if values[place] is not parameter.default:
                        values[place] = _entered(rule, kind, values[place])
            with standing(_context(values)):
                try:
                    return cast(Callable[..., T], function)(*values)
                except (kernel.Refused, kernel.IllFormed) as error:
                    refuse(rule, error)

        return apply

    return mark


def _entered(rule: str, kind: str, x: Any) -> Any:
    """The argument, if it is of its kind."""
    if kind == _PAIR:
        if not isinstance(x, tuple) or len(x) != 2 or not isinstance(x[1], Theorem):
            refuse(rule, f"{_described(x)} is not a pair of a number and a theorem")
        return x
    wanted, called = _KINDS[kind]
    if isinstance(x, wanted):
        return x
    if kind in _STATEMENTS:
        try:
            x = stated(x)
        except IllFormed as error:
            refuse(rule, str(error))
        if isinstance(x, wanted):
            return x
    return refuse(rule, f"{_described(x)} is not {called}")


def _described(x: object) -> str:
    if isinstance(x, Statement):
        return f"the statement {x}"
    return f"a {type(x).__name__.lower()}" if isinstance(x, Theorem | Context) else described(x)
