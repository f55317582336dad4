"""What is printed, as a core term in the order of the paper, with the author's names.

Printers work on core terms.  What else can be printed says so where it is defined, by registering
with `core_of` how it becomes one: expressions do in `symbolic.terms.edge`, statements in
`symbolic.statements.edge`.  The same core term is made as when it is proved; its sums and products,
which sympy keeps in an order of its own, are put in order (`symbolic.printing.order`), and its
bound variables keep their names.
"""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch
from typing import TypeAlias

from symbolic.core.terms import Term, number
from symbolic.printing.shapes import Names, hints

__all__ = ["Shown", "core_of"]

#: what the printers show: a core term, or anything that `core_of` knows
Shown: TypeAlias = object


@singledispatch
def core_of(thing: Shown) -> tuple[Term, Names]:
    """The core term, and names for its bound variables."""
    raise TypeError(f"{thing!r} is neither a term nor a statement, expected one of them to print")


@core_of.register
def _(thing: Term) -> tuple[Term, Names]:
    return thing, hints


@core_of.register
def _(thing: int | Fraction) -> tuple[Term, Names]:
    return number(thing), hints
