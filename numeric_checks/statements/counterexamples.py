"""An instance at which a statement fails while what is known holds, looked for among small ones.

Every statement is decided exactly, so what is found is a counterexample; finding none proves
nothing.  Variables run through simple values and sequences through simple ones, the simplest
combinations first, always in the same order.

    >>> from symbolic.statements import AtMost, Less
    >>> from symbolic.terms import real
    >>> gamma, lam = real("gamma"), real("lambda")
    >>> found = counterexample(Less(gamma * lam, 1), [Less(0, gamma), AtMost(lam, 1)])
    >>> {str(s): str(x) for s, x in found.values.items()}
    {'gamma': '1', 'lambda': '1'}
    >>> counterexample(Less(gamma * lam, 1), [Less(0, gamma), Less(gamma, 1), AtMost(lam, 1)])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product
from typing import Any

from sympy import Rational, Symbol

from numeric_checks.identities.domains import InvalidAssumption, domains
from numeric_checks.statements.findings import Outcome
from numeric_checks.statements.instances import Instance, k, members
from numeric_checks.statements.meaning import decide
from numeric_checks.statements.numbers import NoValue
from symbolic.statements import Relation, Statement

__all__ = ["counterexample"]

#: so many combinations are tried, of so many values for each variable
TRIES, VALUES = 200, 8
_SEQUENCES = (
    members(1),
    members(1, 1, 1),
    members(then=Rational(1, 2) ** k),
    members(-1, 2),
    members(then=1),
    members(0, 1, -2),
)


def counterexample(goal: Statement, given: Iterable[Statement] = ()) -> Instance | None:
    """Where all that is given holds and the goal does not, if such an instance is found."""
    known = tuple(given)
    try:
        return next((at for at in _instances((goal, *known)) if _fails(goal, known, at)), None)
    except InvalidAssumption:  # nothing satisfies what is given
        return None


def _instances(spoken: tuple[Statement, ...]) -> Iterator[Instance]:
    symbols = sorted(frozenset[Symbol]().union(*(s.free_symbols for s in spoken)), key=str)
    sequences = sorted(frozenset[Any]().union(*(s.sequences for s in spoken)), key=str)
    bounds = domains([s for s in spoken[1:] if isinstance(s, Relation)], {}, symbols)
    options: list[tuple[Any, ...]] = [bounds[s].values[:VALUES] for s in symbols]
    options += [_SEQUENCES] * len(sequences)
    places = product(*(range(len(values)) for values in options))
    for choice in sorted(islice(places, 100 * TRIES), key=sum)[:TRIES]:
        values = [option[place] for option, place in zip(options, choice, strict=True)]
        numbers, lists = values[: len(symbols)], values[len(symbols) :]
        yield Instance.of(
            dict(zip(symbols, numbers, strict=True)), dict(zip(sequences, lists, strict=True))
        )


def _fails(goal: Statement, known: tuple[Statement, ...], at: Instance) -> bool:
    try:
        return decide(goal, at).outcome is Outcome.FAILS and all(
            decide(s, at).outcome is Outcome.HOLDS for s in known
        )
    except NoValue:
        return False
