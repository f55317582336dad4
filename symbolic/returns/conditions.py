"""What must be true of the symbols in a return for its formulas to hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, get_args

from symbolic.returns.formulas import latex
from symbolic.returns.parameters import Parameter, Value, is_term, rational, weight

if TYPE_CHECKING:
    from sympy import Symbol

__all__ = ["Condition", "Relation"]

Relation = Literal["<", "<=", "=", "!="]


@dataclass(frozen=True)
class Condition:
    """``lhs relation rhs``, something that must be true of the symbols in the two terms.

    >>> from symbolic.terms import real
    >>> condition = Condition(0, "<=", real("lam"))
    >>> print(condition)
    0 <= lam
    >>> condition.holds({real("lam"): Fraction(1, 2)})
    True
    """

    lhs: Value
    relation: Relation
    rhs: Value

    def __post_init__(self) -> None:
        if self.relation not in get_args(Relation):
            raise ValueError(f"{self.relation!r} is not one of {', '.join(get_args(Relation))}")

    @property
    def free_symbols(self) -> frozenset[Symbol]:
        """The symbols of both sides."""
        sides = (self.lhs, self.rhs)
        return frozenset().union(*(side.free_symbols for side in sides if is_term(side)))

    def holds(self, values: Mapping[Symbol, Parameter] | None = None) -> bool:
        """Is it true once ``values`` (exact numbers) are put for the symbols?"""
        numbers = {s: weight(str(self), str(s), v) for s, v in (values or {}).items()}
        try:
            left, right = (_number(side, numbers) for side in (self.lhs, self.rhs))
        except AttributeError:
            names = ", ".join(sorted(map(str, self.free_symbols)))
            raise ValueError(f"{self}: expected exact numbers for {names}") from None
        return {
            "<": left < right,
            "<=": left <= right,
            "=": left == right,
            "!=": left != right,
        }[self.relation]

    def __str__(self) -> str:
        return f"{self.lhs} {self.relation} {self.rhs}"

    def _repr_latex_(self) -> str:
        relation = {"<": "<", "<=": r"\le", "=": "=", "!=": r"\ne"}[self.relation]
        return f"${latex(self.lhs)} {relation} {latex(self.rhs)}$"


def _number(side: Value, numbers: Mapping[Symbol, Value]) -> Fraction:
    return rational(side.xreplace(numbers) if is_term(side) else side)
