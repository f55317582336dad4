"""Families with two indices that hypotheses make of a finite chain, drawn or solved for.

    sum_y P_{x,y} = 1 for all x <= m          gives P the rows of a stochastic matrix
    w_{i+1,x} = sum_y M_{x,y} w_{i,y} + c_x    gives w, from what is said of w_{0,x}

The second is solved where the matrix has rational eigenvalues and a basis of eigenvectors: then
w_{i,x} is a sum of powers, and what is said for all i can be decided.  So stochastic matrices are
drawn that are of this kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from flint import fmpq_mat, fmpq_poly
from sympy import Expr, Integer, Rational, Sum, Symbol, oo
from sympy.core.function import AppliedUndef

from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq
from numeric_checks.evidence.recursions import STARTS, Unsolved
from numeric_checks.statements.instances import Instance, Members, k
from numeric_checks.statements.integers import Whole
from numeric_checks.statements.reading import Reading
from symbolic.core.terms import Term, bind
from symbolic.statements import Equal, ForAll, Statement
from symbolic.terms import IfLess, free_sequences, index, open_sum
from symbolic.terms.edge import to_core

__all__ = ["MOST_STATES", "Evolution", "drawn_matrix", "evolutions", "orders", "solution"]

#: the second index of a family
OTHER = index("l")
MOST_STATES, LARGEST_PART, TRIES = 4, 3, 40
STAYS = [Fraction(p) for p in ("1/2", "0", "1/3", "-1/4", "1")]

Vector = list[Fraction]
Matrix = list[Vector]


class Evolution(NamedTuple):
    """w_{i+1,x} = rhs for all i >= 0 and all x from 0 to the last one."""

    family: Any
    time: Symbol
    place: Symbol
    last: Expr
    rhs: Expr


def orders(given: Iterable[Statement]) -> dict[Any, Expr]:
    """The families that are stochastic matrices, each with its last row."""
    found: dict[Any, Expr] = {}
    for s in given:
        if not isinstance(s, ForAll) or not isinstance(s.body, Equal) or s.body.rhs != 1:
            continue
        if isinstance(s.body.lhs, Sum):
            f, y, lo, hi = open_sum(s.body.lhs)
            if isinstance(f, AppliedUndef) and f.args == (s.var, y) and lo == s.lo == 0:
                found[f.func] = hi
    return found


def evolutions(given: Iterable[Statement]) -> dict[Any, Evolution]:
    """The families that hypotheses say how to continue."""
    found: dict[Any, Evolution] = {}
    for s in given:
        if not isinstance(s, ForAll) or not isinstance(s.body, ForAll) or s.body.lo != 0:
            continue
        if s.body.hi is oo:  # of a chain that is finite
            continue
        said, x = s.body.body, s.body.var
        if isinstance(said, Equal) and isinstance(said.lhs, AppliedUndef) and s.lo == 0:
            f = said.lhs.func
            if said.lhs.args == (s.var + 1, x) and said.rhs.is_number is not True:
                found[f] = Evolution(f, s.var, x, s.body.hi, said.rhs)
    return found


# -- stochastic matrices --------------------------------------------------------------------------


def drawn_matrix(size: int, rng: Random) -> Members:
    """A stochastic matrix with rational eigenvalues and a basis of eigenvectors."""
    for _ in range(TRIES):
        rows = []
        for x in range(size):
            parts = [rng.randint(0, LARGEST_PART) for _ in range(size)]
            parts[(x + 1) % size] += 1
            rows.append([Fraction(part, sum(parts)) for part in parts])
        if _powers(rows) is not None:
            return _family(rows)
    stay = rng.choice(STAYS)
    jump = (1 - stay) / size
    return _family(
        [[jump + (stay if x == y else 0) for y in range(size)] for x in range(size)]
        if stay + jump >= 0
        else [[Fraction(1, size)] * size] * size
    )


def _family(rows: Sequence[Sequence[Fraction]]) -> Members:
    return Members((), _listed(k, [_listed(OTHER, row) for row in rows]), (k, OTHER))


def _listed(place: Symbol, values: Sequence[Any]) -> Expr:
    """The values one after the other, the last of them for ever."""
    *first, term = (_rational(x) for x in values)
    for n, x in reversed(tuple(enumerate(first))):
        term = IfLess(place, n + 1, x, term)
    return term


def _rational(x: Any) -> Expr:
    return Rational(x.numerator, x.denominator) if isinstance(x, Fraction) else x


# -- powers of a matrix ---------------------------------------------------------------------------


def _powers(matrix: Matrix) -> list[tuple[Fraction, fmpq_mat]] | None:
    """M^i as a sum of powers of numbers times matrices, where there is such a sum."""
    whole = fmpq_mat([[to_fmpq(x) for x in row] for row in matrix])
    one = fmpq_mat(
        [
            [to_fmpq(Fraction(int(x == y))) for y in range(whole.ncols())]
            for x in range(whole.nrows())
        ]
    )
    _, factors = fmpq_poly(whole.charpoly()).factor()
    if any(f.degree() > 1 for f, _ in factors):
        return None
    roots = [-f[0] / f[1] for f, _ in factors]
    found, total = [], one - one
    for root in roots:
        part = one
        for other in roots:
            if other != root:
                part = part * (whole - one * other) * (1 / (root - other))
        if whole * part != part * root:
            return None
        found.append((lowest_terms(root), part))
        total += part
    return found if total == one else None


def solution(
    found: Instance, evolution: Evolution, given: Iterable[Statement], rng: Random
) -> Members:
    """The family, in closed form."""
    size = int(Reading(found).whole(to_core(evolution.last)).constant) + 1
    f, rhs = (
        evolution.family,
        bind(to_core(evolution.rhs), to_core(evolution.time), to_core(evolution.place)),
    )

    def after(vector: Vector) -> Vector:
        reading = Reading(_with(found, f, vector))
        return [reading.number(rhs, (Whole(x), Whole(0))) for x in range(size)]

    nothing = [Fraction(0)] * size
    plus = after(nothing)
    units = [[Fraction(int(x == y)) for x in range(size)] for y in range(size)]
    columns = [[a - b for a, b in zip(after(unit), plus, strict=True)] for unit in units]
    rows = [[column[x] for column in columns] + [plus[x]] for x in range(size)]
    powers = _powers([*rows, [*nothing, Fraction(1)]])
    if powers is None:
        raise Unsolved("a matrix whose powers are no sums of powers of rational numbers")
    start = fmpq_mat([[to_fmpq(x)] for x in (*_start(found, f, size, given, rng), Fraction(1))])
    term: Expr = Integer(0)
    for root, part in powers:
        vector = part * start
        values = [lowest_terms(vector[x, 0]) for x in range(size)]
        if any(values):
            term += _power(root) * _listed(OTHER, values)
    return Members((), term, (k, OTHER))


def _power(root: Fraction) -> Expr:
    return IfLess(k, 1, 1, 0) if root == 0 else _rational(root) ** k


def _with(found: Instance, f: Any, vector: Vector) -> Instance:
    data = Members((), _listed(OTHER, vector), (k, OTHER))
    return replace(found, sequences={**found.sequences, f: data})


def _start(found: Instance, f: Any, size: int, given: Iterable[Statement], rng: Random) -> Vector:
    """What is said of w_{0,x}, or anything."""
    vector = [rng.choice(STARTS) for _ in range(size)]
    reading = Reading(found)
    for s in given:
        said = s.body if isinstance(s, ForAll) else s
        if not isinstance(said, Equal) or f not in free_sequences(said.lhs):
            continue
        if said.lhs.func != f or said.lhs.args[0] != 0:
            continue
        place, value = said.lhs.args[1], said.rhs
        if isinstance(s, ForAll):
            lo, hi = (int(reading.whole(to_core(end)).constant) for end in (s.lo, s.hi))
            body: Term = bind(to_core(value), to_core(s.var))
            for x in range(lo, hi + 1):
                vector[x] = reading.number(body, (Whole(x),))
        else:
            vector[int(reading.whole(to_core(place)).constant)] = reading.number(to_core(value))
    return vector
