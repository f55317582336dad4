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
from sympy import Expr, Symbol

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


def table(values: Sequence[Nested], *then: Symbol) -> Members:
    """A family over finite ranges from 1 on, from nested lists; what lies beyond is not looked at.

    Its entries are numbers, or closed forms in the indices ``then``, which come before the others.

    >>> print(table([[1, 2], [3, 4]]).then.subs({index("k_1"): 2, index("k_2"): 1}))
    3
    """
    depth, inside = 0, values
    while isinstance(inside, list | tuple):
        depth, inside = depth + 1, inside[0]
    over = tuple(index(f"k_{n + 1}") for n in range(depth))
    return members(then=_choice(values, over), over=(*then, *over))


def _choice(values: Any, over: tuple[Symbol, ...]) -> Expr:
    if not over:
        return values if isinstance(values, Expr) else sympy.Rational(str(values))
    *before, last = (_choice(x, over[1:]) for x in values)
    for place in range(len(before), 0, -1):
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
