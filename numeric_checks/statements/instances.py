"""An instance: values for everything that a statement speaks of.  It is data and nothing else.

    values       numbers for variables
    sequences    `Members`: the first members, and a closed form for all later ones
    mrp          a finite Markov reward process; z is gamma P, r its rewards, and v is any vector

A closed form is a term in the index: constants, powers, polynomials, integer parts, conditions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import sympy
from sympy import Expr, Integer, Rational, Symbol

from numeric_checks.processes.mrp import MRP, Exact, exact_number
from symbolic.statements import GAMMA
from symbolic.terms import IfLess, check_term, free_sequences, index

#: the index of a closed form, if no other one is named
k = index("k")


class InvalidInstance(ValueError):
    """These are no values for a statement; the message says which."""


@dataclass(frozen=True)
class Members:
    """The members 0, 1, ... of a sequence: listed ones, then a closed form in the index.

    A family with several indices has a closed form in all of them, and none that are listed.
    """

    first: tuple[Fraction, ...]
    then: Expr
    over: tuple[Symbol, ...]

    @property
    def vanishes(self) -> bool:
        """Is every member 0, as far as its form shows?"""
        return self.then == 0 and not any(self.first)


def members(*first: Exact, then: Any = 0, over: tuple[Symbol, ...] = (k,)) -> Members:
    """A sequence from exact numbers and a closed form."""
    term = sympy.sympify(then, strict=True)
    check_term(term)
    if term.free_symbols - set(over) or free_sequences(term) or (first and len(over) != 1):
        raise InvalidInstance(f"{term} is not a closed form in {', '.join(map(str, over))}")
    return Members(tuple(exact_number(f"[{i}]", x) for i, x in enumerate(first)), term, over)


Nested: TypeAlias = "Exact | Expr | Sequence[Nested]"


@dataclass(frozen=True)
class Table(Members):
    """A family over finite ranges from 1 on; what lies beyond them is not looked at."""

    entries: Any = ()

    @property
    def depth(self) -> int:
        """How many indices are listed."""
        inside, depth = self.entries, 0
        while isinstance(inside, tuple):
            inside, depth = inside[0], depth + 1
        return depth


def table(entries: Nested, *then: Symbol) -> Table:
    """A family from nested lists, its indices beginning with 1.

    Its entries are numbers, or closed forms in the indices ``then``, which come before the others.

    >>> squares = table([[1, 2], [3, 4]])
    >>> k_1, k_2 = squares.over
    >>> squares.then.subs({k_1: 2, k_2: 1})
    3
    """
    exact = _exact(entries)
    over = [index(f"k_{n + 1}") for n in range(Table((), Integer(0), (), exact).depth)]
    form = members(then=_choice(exact, over), over=(*then, *over))
    return Table((), form.then, form.over, exact)


def _exact(entries: Nested) -> Any:
    """Tuples of numbers, or of closed forms."""
    if isinstance(entries, Expr):
        return entries
    if isinstance(entries, Sequence) and not isinstance(entries, str):
        return tuple(map(_exact, entries))
    return Rational(*exact_number("an entry", entries).as_integer_ratio())


def _choice(entries: Any, over: Sequence[Symbol]) -> Expr:
    """The closed form that takes the entries one after another."""
    if not isinstance(entries, tuple):
        return entries
    *before, last = (_choice(inside, over[1:]) for inside in entries)
    for place in range(len(before), 0, -1):
        if before[place - 1] != last:
            last = IfLess(over[0], place + 1, before[place - 1], last)
    return last


@dataclass(frozen=True)
class Instance:
    """What a statement is read in; make one with `Instance.of`, which converts and checks."""

    values: Mapping[Symbol, Fraction]
    sequences: Mapping[Any, Members]
    mrp: MRP | None = None

    @classmethod
    def of(
        cls,
        values: Mapping[Symbol, Exact] | None = None,
        sequences: Mapping[Any, Members] | None = None,
        mrp: MRP | None = None,
    ) -> Instance:
        """An instance from exact numbers; gamma comes with the MRP.

        >>> Instance.of({index("n"): "1/2"})
        Traceback (most recent call last):
        numeric_checks.statements.instances.InvalidInstance: n = 1/2, expected an integer
        """
        numbers = {s: exact_number(s.name, x) for s, x in (values or {}).items()}
        for s, x in numbers.items():
            if s.is_integer and x.denominator != 1:
                raise InvalidInstance(f"{s} = {x}, expected an integer")
        if mrp is not None and numbers.setdefault(GAMMA, mrp.gamma) != mrp.gamma:
            raise InvalidInstance(f"gamma = {numbers[GAMMA]}, but the MRP has {mrp.gamma}")
        return cls(numbers, dict(sequences or {}), mrp)
