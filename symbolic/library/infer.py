"""The rules of the kernel, where a step that was made before is not made again.

A rule gives the same theorem for the same arguments, and a search comes back to the same steps
again and again: from other facts, for another claim.  What is found once is one object, so what
was built on it is found again too.

    >>> from symbolic.core.terms import le, var
    >>> one = combination(le(0, var("x") ** 2), [(1, [var("x")])])
    >>> one is combination(le(0, var("x") ** 2), [(1, [var("x")])])
    True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, wraps
from typing import Any, ParamSpec, cast

from symbolic.core import kernel
from symbolic.core.kernel import Theorem
from symbolic.core.terms import Term

P = ParamSpec("P")


def _once(rule: Callable[P, Theorem]) -> Callable[P, Theorem]:
    kept = cast("Callable[P, Theorem]", cache(rule))

    @wraps(rule)
    def step(*args: P.args, **kwargs: P.kwargs) -> Theorem:  # a rule, not a theorem that is kept
        return kept(*args, **kwargs)

    return step


absurd = _once(kernel.absurd)
assume = _once(kernel.assume)
axiom = _once(kernel.axiom)
cases = _once(kernel.cases)
cut = _once(kernel.cut)
detach = _once(kernel.detach)
discharge = _once(kernel.discharge)
discrete = _once(kernel.discrete)
generalise = _once(kernel.generalise)
induction = _once(kernel.induction)
replace = _once(kernel.replace)
replace_in = _once(kernel.replace_in)
restate = _once(kernel.restate)
specialise = _once(kernel.specialise)

_instances: dict[tuple[Theorem, frozenset[Any]], Theorem] = {}
_combination = _once(kernel.combination)


def instantiate(theorem: Theorem, mapping: Mapping[Any, Term]) -> Theorem:
    """`kernel.instantiate`."""
    place = (theorem, frozenset(mapping.items()))
    made = _instances.get(place)
    if made is None:
        made = _instances[place] = kernel.instantiate(theorem, dict(mapping))
    return made


def combination(
    goal: Term,
    positive: Iterable[tuple[Any, Iterable[Any]]] = (),
    equal: Iterable[tuple[Any, Any]] = (),
    units: Iterable[Any] = (),
    exponents: Iterable[Any] = (),
) -> Theorem:
    """`kernel.combination`."""
    orders = tuple([(c, tuple(factors)) for c, factors in positive])
    return _combination(goal, orders, tuple(equal), tuple(units), tuple(exponents))
