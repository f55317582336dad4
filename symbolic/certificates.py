"""Nonnegative combinations of polynomials: found by the simplex method, accepted if they check.

A `Column` is a polynomial known to be >= 0, > 0 or = 0.  A goal polynomial is >= 0 (or > 0) if it
is a constant plus a combination of columns with nonnegative multipliers (any, for equations).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

from flint import fmpq, fmpq_mpoly

from symbolic.ring import Ring
from symbolic.simplex import nonnegative_solution

Used = frozenset[int]
#: of how many facts products are formed
MAX_PRODUCTS = 16


class Column(NamedTuple):
    """A polynomial that is >= 0, > 0 or = 0, ready to be combined."""

    poly: fmpq_mpoly
    kind: str
    used: Used


def products_of_two(ring: Ring, goal: fmpq_mpoly, columns: list[Column]) -> Iterator[Column]:
    """Products of two facts, and squares of atoms."""
    for k, degree in enumerate(goal.degrees()):
        if degree > 1:
            yield Column(ring.generator(ring.atoms[k]) ** 2, ">=", frozenset())
    usable = [c for c in columns if c.kind != "="][:MAX_PRODUCTS]
    for a, b in combinations_with_replacement(usable, 2):
        kind = ">" if a.kind == b.kind == ">" else ">="
        yield Column(a.poly * b.poly, kind, a.used | b.used)
    equations = [c for c in columns if c.kind == "="]
    for e in equations:
        for k in range(len(ring.atoms)):
            yield Column(e.poly * ring.generator(ring.atoms[k]), "=", e.used)


def one_fact(goal: fmpq_mpoly, strict: bool, columns: list[Column]) -> Used | None:
    """A multiple of one fact, and a constant: the case that is by far the most frequent."""
    if goal.is_constant():
        return None
    lead = goal.monoms()[0]
    for column in columns:
        below = column.poly[lead]
        if below == 0:
            continue
        factor = goal[lead] / below
        rest = goal - column.poly * factor
        if not rest.is_constant() or (factor < 0 and column.kind != "="):
            continue
        slack = fmpq(0) if rest.is_zero() else rest.leading_coefficient()
        if slack > 0 or (slack == 0 and (column.kind == ">" or not strict)):
            return column.used
    return None


def _possible(goal: fmpq_mpoly, columns: list[Column]) -> list[Column]:
    """The columns that can take part at all.

    A monomial that the goal does not have must cancel; if only columns of one sign have it, none
    of them can be used.
    """
    wanted = set(goal.monoms())
    left = [(c, dict(c.poly.terms())) for c in columns]
    while True:
        signs: dict[tuple[int, ...], set[int]] = {}
        for c, terms in left:
            for m, q in terms.items():
                found = signs.setdefault(m, set())
                found.add(id(c) if c.kind == "=" else 1 if q > 0 else -1)
        stuck = {m for m, found in signs.items() if len(found) == 1 and m not in wanted and any(m)}
        kept = [(c, terms) for c, terms in left if not stuck & terms.keys()]
        if len(kept) == len(left):
            return [c for c, _ in kept]
        left = kept


def certificate(goal: fmpq_mpoly, strict: bool, columns: list[Column]) -> Used | None:
    """Multipliers proposed by the simplex method, accepted only if the identity checks."""
    if goal.is_constant():
        value = goal.leading_coefficient() if not goal.is_zero() else fmpq(0)
        return frozenset() if value > 0 or (value == 0 and not strict) else None
    columns = _possible(goal, columns)
    signed: list[tuple[Column, int]] = [(c, 1) for c in columns]
    signed += [(c, -1) for c in columns if c.kind == "="]
    zero = goal - goal
    constant = tuple(0 for _ in range(goal.context().nvars()))
    monomials = sorted(
        {m for p in (goal, *(c.poly for c in columns)) for m in p.monoms()} | {constant}
    )
    place = {m: k for k, m in enumerate(monomials)}
    # each column: its coefficients, its share of the strictness, its share of the cap
    matrix: list[list[fmpq | int]] = []
    for c, sign in signed:
        line: list[fmpq | int] = [0] * len(monomials)
        for m, q in c.poly.terms():
            line[place[m]] = sign * q
        matrix.append([*line, int(strict and c.kind == ">"), 0])
    blank = [0] * len(monomials)
    matrix.append([*(int(m == constant) for m in monomials), int(strict), 0])  # the constant c
    matrix.append([*blank, -1, 1])  # the strictness s to be maximised, at most one
    matrix.append([*blank, -1, 0])  # what is left of it
    matrix.append([*blank, 0, 1])
    target: list[fmpq | int] = [*(goal[m] for m in monomials), 0, 1]
    cost = [0] * (len(signed) + 1) + [1, 0, 0]
    solution = nonnegative_solution(matrix, target, cost)
    if solution is None:
        return None
    total, slack = zero, solution[len(signed)]
    strictly = slack > 0
    used: Used = frozenset()
    for (column, sign), weight in zip(signed, solution, strict=False):
        if weight < 0:
            return None
        if weight > 0:
            total += column.poly * (weight * sign)
            used |= column.used
            strictly = strictly or column.kind == ">"
    if slack < 0 or not (goal - total - slack).is_zero() or (strict and not strictly):
        return None
    return used
