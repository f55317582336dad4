"""What the theorems of the library are written with: names, axioms at terms, short combinations.

The free names are those of the axioms: x, y, m (numbers), a, b, lo, hi, k, s (integers) and the
sequences f, g, here with n for an integer; F and G stand for the sequences in mappings.

    >>> known("order both ways", {y: x}, trivially(x, x)).conclusion
    (x = x)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from symbolic.core.axioms import a, b, f, g, hi, k, lo, m, s, x, y
from symbolic.core.kernel import Refused, Theorem
from symbolic.core.terms import INT, ONE, Term, eq, le, sequence, term, var
from symbolic.library.infer import axiom, combination, cut, instantiate

n = var("n", INT)
F, G = sequence("f"), sequence("g")


def known(name: str, mapping: Mapping[Any, Term], *lemmas: Theorem) -> Theorem:
    """An axiom at some terms, with lemmas for hypotheses of it."""
    return at(axiom(name), mapping, *lemmas)


def at(theorem: Theorem, mapping: Mapping[Any, Term], *lemmas: Theorem) -> Theorem:
    """A theorem at some terms, with lemmas for hypotheses of it."""
    made = instantiate(theorem, mapping) if mapping else theorem
    return cut(made, *lemmas) if lemmas else made


def equation(
    lhs: Any,
    rhs: Any,
    *parts: Theorem | tuple[Any, Theorem],
    units: Iterable[Theorem] = (),
    exponents: Iterable[Theorem] = (),
) -> Theorem:
    """lhs = rhs, from equations, each with a multiplier or by itself."""
    equal = [(ONE, p) if isinstance(p, Theorem) else (term(p[0]), p[1]) for p in parts]
    return combination(eq(lhs, rhs), (), equal, list(units), list(exponents))


def trivially(low: Any, high: Any, *facts: Theorem) -> Theorem:
    """low <= high, as the sum of these inequalities and a number (0, 1 or 2)."""
    goal = le(low, high)
    for slack in (0, 1, 2):
        parts: list[Any] = [(1, [t]) for t in facts]
        try:
            return combination(goal, [*parts, *([(slack, [])] if slack else [])])
        except Refused:
            continue
    raise Refused(f"trivially: {goal} is not the sum of what is given")


__all__ = [
    "F",
    "G",
    "a",
    "at",
    "b",
    "equation",
    "f",
    "g",
    "hi",
    "k",
    "known",
    "lo",
    "m",
    "n",
    "s",
    "trivially",
    "x",
    "y",
]
