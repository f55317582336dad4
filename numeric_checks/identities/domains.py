"""Where the variables of an identity may lie, and which values are worth trying.

A hypothesis that compares one variable with a number bounds that variable; every other hypothesis
is checked once all variables have values.  Values come simplest first, so that a counterexample
shrinks to simple numbers, and near the ends, where wrong formulas like to hide.

    >>> from symbolic.statements import AtMost, Less
    >>> from symbolic.terms import index, real
    >>> gamma, m = real("gamma"), index("m")
    >>> domain = domains([Less(0, gamma), Less(gamma, 1), AtMost(1, m)], {}, [gamma, m])
    >>> [str(x) for x in domain[gamma].values[:4]], [str(x) for x in domain[gamma].corners]
    (['1/2', '1/3', '2/3', '1/4'], ['1/100', '99/100', '1/1000', '999/1000'])
    >>> [int(x) for x in domain[m].values[:4]], [int(x) for x in domain[m].corners]
    ([1, 2, 3, 4], [1, 31, 101, 1001, 1000001])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import ceil, floor

from sympy import Expr, Symbol

from numeric_checks.identities.evaluation import Assignment, Values, assign, evaluate
from symbolic.returns import Parameter
from symbolic.statements import AtMost, Equal, Less, NotEqual, Relation, Statement
from symbolic.terms import free_sequences

__all__ = ["Domain", "InvalidAssumption", "domains", "holds"]

#: how far an open-ended range is explored by simple values
SPAN = 3
MAX_DENOMINATOR = 5
NEAR = (100, 1000)
FAR = (30, 100, 1000, 10**6)
SIMPLE_INTEGERS = 8


class InvalidAssumption(ValueError):
    """Not an assumption that can be checked on numbers, or one that nothing satisfies."""


@dataclass(frozen=True)
class Domain:
    """An interval of the reals or of the integers; None is no bound."""

    name: str
    integer: bool
    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = False
    high_open: bool = False

    def contains(self, x: Fraction) -> bool:
        """Does x lie in the interval?"""
        above = self.low is None or (x > self.low if self.low_open else x >= self.low)
        below = self.high is None or (x < self.high if self.high_open else x <= self.high)
        return above and below and (not self.integer or x.denominator == 1)

    def at_least(self, bound: Fraction, *, strictly: bool = False) -> Domain:
        """The part above a bound."""
        if self.low is None or (bound, strictly) > (self.low, self.low_open):
            return replace(self, low=bound, low_open=strictly)
        return self

    def at_most(self, bound: Fraction, *, strictly: bool = False) -> Domain:
        """The part below a bound."""
        if self.high is None or (-bound, strictly) > (-self.high, self.high_open):
            return replace(self, high=bound, high_open=strictly)
        return self

    @property
    def values(self) -> tuple[Fraction, ...]:
        """Simple values first, then corners."""
        found = _values(replace(self, name=""))
        if not found:
            raise InvalidAssumption(f"{self.name}: no number satisfies what is assumed of it")
        return found

    @property
    def _window(self) -> tuple[Fraction, Fraction]:
        """The ends, or a stretch next to the only end, or around zero."""
        if self.low is not None:
            return self.low, self.low + SPAN if self.high is None else self.high
        high = Fraction(SPAN) if self.high is None else self.high
        return min(high - SPAN, Fraction(-SPAN)), high

    @property
    def _simple(self) -> tuple[Fraction, ...]:
        low, high = self._window
        if self.integer:
            first = ceil(low) if self.low is not None else min(0, floor(high))
            listed = [first + k for k in range(SIMPLE_INTEGERS + 1)]
            if self.low is None:
                listed += [first - k for k in range(1, SIMPLE_INTEGERS + 1)]
            return tuple(Fraction(k) for k in listed if self.contains(Fraction(k)))
        fractions = {
            Fraction(n, d)
            for d in range(1, MAX_DENOMINATOR + 1)
            for n in range(ceil(low * d), floor(high * d) + 1)
        }
        fractions.add((low + high) / 2)
        inside = (x for x in fractions if self.contains(x))
        return tuple(sorted(inside, key=lambda x: (x.denominator, abs(x), x < 0)))

    @property
    def corners(self) -> tuple[Fraction, ...]:
        """The ends, where they belong to it, and values close to them; large integers."""
        low, high = self._window
        found = [low, high]
        if self.integer:
            found = [end for end in (self.low, self.high) if end is not None]
            if self.high is None:
                found += [ceil(low) + Fraction(k) for k in FAR]
        else:
            width = min(Fraction(1), high - low)
            for part in NEAR:
                found += [low + width / part, high - width / part]
        return tuple(x for x in dict.fromkeys(found) if self.contains(x))


@cache
def _values(domain: Domain) -> tuple[Fraction, ...]:
    return tuple(dict.fromkeys((*domain._simple, *domain.corners)))


def domains(
    where: Iterable[Statement],
    variables: Mapping[Symbol, tuple[Parameter, Parameter]],
    symbols: Iterable[Symbol],
) -> dict[Symbol, Domain]:
    """The domain of each symbol: from pairs (low, high), ends included, and from hypotheses."""
    found = {s: Domain(s.name, bool(s.is_integer)) for s in symbols}
    for symbol, (low, high) in variables.items():
        if symbol in found:
            ends = assign({"low": low, "high": high})
            bottom, top = ends["low"], ends["high"]
            assert isinstance(bottom, Fraction)
            assert isinstance(top, Fraction)
            found[symbol] = found[symbol].at_least(bottom).at_most(top)
    for statement in where:
        _narrow(found, statement)
    return found


def _narrow(found: dict[Symbol, Domain], statement: Statement) -> None:
    if not isinstance(statement, AtMost | Less | Equal | NotEqual):
        raise InvalidAssumption(
            f"{statement}: expected a comparison of two terms, such as Less(0, gamma)"
        )
    strictly = isinstance(statement, Less)
    lhs, rhs = statement.lhs, statement.rhs
    if isinstance(statement, NotEqual):
        return
    if (bound := _number(rhs)) is not None and lhs in found:
        found[lhs] = found[lhs].at_most(bound, strictly=strictly)
        if isinstance(statement, Equal):
            found[lhs] = found[lhs].at_least(bound)
    elif (bound := _number(lhs)) is not None and rhs in found:
        found[rhs] = found[rhs].at_least(bound, strictly=strictly)
        if isinstance(statement, Equal):
            found[rhs] = found[rhs].at_most(bound)


def _number(term: Expr) -> Fraction | None:
    return None if term.free_symbols or free_sequences(term) else evaluate(term)


def holds(statement: Statement, values: Values | Assignment) -> bool:
    """Is the comparison true for these values?"""
    assert isinstance(statement, Relation)
    left, right = (evaluate(side, values) for side in (statement.lhs, statement.rhs))
    if isinstance(statement, Equal | NotEqual):
        return (left == right) is isinstance(statement, Equal)
    return left < right if isinstance(statement, Less) else left <= right
