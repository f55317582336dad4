"""What a formula may use besides + - * / and powers, so that it is written once for every number.

A formula is evaluated among exact numbers, terms of sympy, balls, or whatever else can be added and
multiplied: the parameters of the return are put into the same arithmetic first.

    >>> if_less(1, 2, "yes", "no"), floor_div(7, 3)
    ('yes', 2)
    >>> from symbolic.terms import index
    >>> if_less(index("i"), 2, 1, lambda: 1 / index("i"))
    IfLess(i, 2, 1, 1/i)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeAlias

from symbolic.returns.parameters import Value, is_term

__all__ = ["Embedding", "embedded", "embedding", "floor_div", "if_less", "latex", "total"]

#: how integers enter an arithmetic; fractions follow by division
Embedding: TypeAlias = Callable[[int], Value]


def if_less(a: Value, b: Value, then: Value, otherwise: Value) -> Value:
    """``then`` if a < b, ``otherwise`` if not; a function is a value worked out when it is used."""
    if isinstance(a, int) and isinstance(b, int):
        return _value(then if a < b else otherwise)
    from symbolic.terms import IfLess

    return IfLess(a, b, _value(then), _value(otherwise))


def floor_div(a: Value, b: Value) -> Value:
    """The integer part of a/b, b > 0."""
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    from symbolic.terms import FloorDiv

    return FloorDiv(a, b)


def total(values: Iterable[Value]) -> Value:
    """The sum."""
    parts = list(values)
    if not any(map(is_term, parts)):
        return sum(parts)
    from sympy import Add

    return Add(*parts)


def latex(value: Value) -> str:
    """A number or a term in the notation of the whole project."""
    from sympy import sympify

    from symbolic.printing import term_latex

    return term_latex(sympify(value, strict=True))


def embedding(*values: Value) -> Embedding | None:
    """How integers enter the arithmetic of the values; None if they are plain numbers."""
    others = [value for value in values if not isinstance(value, int | Fraction)]
    if not others:
        return None
    if any(map(is_term, others)):
        from sympy import Integer

        integer: Embedding = Integer
        return integer
    kind: Embedding = type(others[0])
    return kind


def embedded(value: Value, into: Embedding | None) -> Value:
    """A Fraction in that arithmetic; exponents stay integers, and the rest is there already."""
    if isinstance(value, tuple):
        return tuple(embedded(each, into) for each in value)
    if into is None or not isinstance(value, Fraction):
        return value
    return into(value.numerator) / into(value.denominator)


def _value(branch: Value) -> Value:
    return branch() if callable(branch) else branch
