"""An instance at which a comparison fails while what is known holds, among small numbers.

Finite sums are added up exactly, series to fifty digits with a proved bound for the rest; so what
is found is a counterexample, and finding none proves nothing.  Each variable runs through simple
values, the simplest combinations first, always in the same order.

    >>> from symbolic.statements import AtMost, Less
    >>> from symbolic.terms import real
    >>> gamma, lam = real("gamma"), real("lambda")
    >>> listed(counterexample(Less(gamma * lam, 1), [Less(0, gamma), AtMost(lam, 1)]))
    'gamma = 1, lambda = 1'
    >>> counterexample(Less(gamma * lam, 1), [Less(0, gamma), Less(gamma, 1), AtMost(lam, 1)])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice, product
from typing import Any

from sympy import Symbol

from numeric_checks.identities.digits import compare
from numeric_checks.identities.domains import InvalidAssumption, domains
from numeric_checks.identities.evaluation import NoValue, TooManyTerms, Undefined, Values, evaluate
from numeric_checks.identities.majorants import NoTailBound, has_series
from symbolic.statements import AtMost, Equal, Less, NotEqual, Relation, Statement

__all__ = ["counterexample", "listed"]

#: so many combinations are tried, of so many values for each variable, series this long
TRIES, VALUES, TERMS = 400, 8, 2_000
#: the members of a sequence, zero after them
_MEMBERS = tuple(
    tuple(map(Fraction, members)) for members in ((1,), (-1, 2), (1, 1, 1, 1), (0, 1, -2))
)
_UNDECIDED = (NoValue, NoTailBound, TooManyTerms, Undefined, ZeroDivisionError)


def counterexample(goal: Statement, given: Iterable[Statement] = ()) -> Values | None:
    """Values at which all that is given holds and the goal does not, if such are found.

    Only comparisons of numbers are decided; if anything else is given, none is found.
    """
    known = tuple(given)
    if not all(isinstance(s, Relation) for s in (goal, *known)):
        return None
    try:
        return next((v for v in _instances(goal, known) if _fails(goal, known, v)), None)
    except (InvalidAssumption, *_UNDECIDED):
        return None


def listed(values: Values) -> str:
    """gamma = 1/2, h = (1, 0, 2)."""
    shown_values = (
        f"{s} = ({', '.join(map(str, x))})" if isinstance(x, tuple) else f"{s} = {x}"
        for s, x in values.items()
    )
    return ", ".join(shown_values) or "every instance"


def _instances(goal: Statement, known: tuple[Statement, ...]) -> Iterator[Values]:
    spoken = (goal, *known)
    symbols = sorted(frozenset[Symbol]().union(*(s.free_symbols for s in spoken)), key=str)
    sequences = sorted(frozenset[Any]().union(*(s.sequences for s in spoken)), key=str)
    options: dict[Any, tuple[Any, ...]] = {
        s: domain.values[:VALUES] for s, domain in domains(known, {}, symbols).items()
    }
    options |= dict.fromkeys(sequences, _MEMBERS)
    places = product(*(range(len(values)) for values in options.values()))
    simplest = sorted(islice(places, 100 * TRIES), key=sum)
    for choice in simplest[:TRIES]:
        yield {s: values[k] for (s, values), k in zip(options.items(), choice, strict=True)}


def _fails(goal: Statement, known: tuple[Statement, ...], values: Values) -> bool:
    try:
        return all(_decided(s, values) is True for s in known) and _decided(goal, values) is False
    except _UNDECIDED:
        return False


def _decided(s: Statement, values: Values) -> bool | None:
    """Is the comparison true there?  None where it is too close to tell."""
    assert isinstance(s, Relation)
    sign = _sign(s, values)
    if sign is None:
        return None
    return {
        Equal: sign == 0,
        NotEqual: sign != 0,
        AtMost: sign <= 0,
        Less: sign < 0,
    }[type(s)]


def _sign(s: Relation, values: Values) -> int | None:
    """The sign of lhs - rhs."""
    if has_series(s.lhs) or has_series(s.rhs):
        found = compare(s.lhs, s.rhs, values, most=TERMS)
        return None if found.agrees else 1 if found.difference > 0 else -1
    left, right = evaluate(s.lhs, values), evaluate(s.rhs, values)
    return (left > right) - (left < right)
