"""An instance in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numeric_checks.processes.mrp import MRP
from numeric_checks.statements.covariances import Covariances
from numeric_checks.statements.instances import Instance, Members, Table
from symbolic.printing import Sentence, prose
from symbolic.printing.sentences import Equation, joined
from symbolic.statements import GAMMA, REWARD, Equal, ForAll, Statement
from symbolic.terms import real

__all__ = ["in_words"]


def in_words(at: Instance) -> Sentence:
    """The values of an instance."""
    return joined(_values(at))


def _values(at: Instance) -> Iterator[Sentence]:
    for symbol, x in at.values.items():
        yield prose("{}", Equation(symbol, x))
    for f, data in at.sequences.items():
        yield from _members(f, data)
    if at.mrp is not None:
        yield _rows(at.mrp)


def _rows(mrp: MRP) -> Sentence:
    return prose("{}, {}", Equation(real("P"), tuple(mrp.P)), Equation(REWARD, tuple(mrp.r)))


def _members(f: Any, data: Members) -> Iterator[Sentence]:
    if isinstance(data, Covariances):
        i, _ = data.over
        yield (
            prose("the covariances of the TD errors at {v_pi} from state {} where ", data.state + 1)
            + _rows(data.mrp)
            + prose(" and {}, that is ", Equation(GAMMA, data.mrp.gamma))
            + prose("{}, and zero otherwise", ForAll(i, 0, Equal(f(i, i), data.variance)))
        )
        return
    if isinstance(data, Table) and data.depth == len(data.over) < 3:
        yield prose("{}", Equation(real(f.__name__), data.entries))
        return
    if data.then.is_number:
        members = (*data.first, data.then, data.then, ...)
        yield prose("{}", Equation(real(f.__name__), members))
        return
    for place, x in enumerate(data.first):
        yield prose("{}", Equation(f(place), x))
    everywhere: Statement = Equal(f(*data.over), data.then)
    for var in reversed(data.over):
        everywhere = ForAll(var, len(data.first), everywhere)
    yield prose("{}", everywhere)
