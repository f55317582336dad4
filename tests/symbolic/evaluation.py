"""The number a term denotes, by carrying out its sums one by one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import Add, Expr, Integer, Rational, Sum, sympify

from symbolic.terms import open_sum, substitute


def number(term: Expr | Fraction, values: dict[Expr, Any] | None = None) -> Fraction:
    """The number a term has once its symbols do."""
    found = added_up(substitute(sympify(term), {s: Rational(v) for s, v in (values or {}).items()}))
    assert isinstance(found, Rational), f"{found} is not a number"
    return Fraction(int(found.p), int(found.q))


def added_up(term: Expr) -> Expr:
    """The term with its finite sums carried out one by one."""
    if isinstance(term, Sum):
        body, var, lo, hi = open_sum(term)
        span = range(int(lo), int(hi) + 1)
        return Add(*(added_up(substitute(body, {var: Integer(k)})) for k in span))
    return term.func(*map(added_up, term.args)) if term.has(Sum) else term
