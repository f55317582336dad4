"""sympy's own summation, limits and eigenvalues, against what the exact evaluator says.

One more opinion, never a proof: what sympy cannot do is passed over, and there is a least number of
things that it can.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any, TypeVar

import sympy
from sympy import Expr, Rational, Sum, oo

from numeric_checks.evidence.digits import written_out
from numeric_checks.evidence.trying import Seen, Trial
from numeric_checks.statements.integers import Whole
from numeric_checks.statements.operators import operator
from proofs.companion import ledger
from proofs.companion.claims import catalogue
from proofs.companion.claims.parts import Part
from symbolic import And, ForAll, Statement, TendsTo, TwoStateEigenvalue
from symbolic.core.terms import Term, number, put
from symbolic.terms import FloorDiv, IfLess, Turn
from symbolic.terms.edge import from_core, to_core
from tests.sampling import is_thorough, some

#: a sum with fewer terms is added up
SHORT = 20
Says = TypeVar("Says", bound=Statement)
RELATIONS = ("=", "<=", "<")


def tried(part: Part) -> Iterator[Seen]:
    """The first instances of a theorem."""
    trial = Trial((*part.given, *part.added), part.says, part.claim.drawn)
    return islice(trial.instances(Random(0), 30), 3)


def parts() -> Iterator[Part]:
    for entry in catalogue.entries():
        yield from ledger.load(entry.id).parts


def apart(says: Statement) -> Iterator[Statement]:
    """The parts of a conjunction, at the first index if it is said for all of them."""
    if isinstance(says, And):
        for part in says.parts:
            yield from apart(part)
    elif isinstance(says, ForAll):
        yield from apart(says.body.substitute({says.var: says.lo}))
    else:
        yield says


def every(kind: type[Says]) -> Iterator[tuple[Part, Says]]:
    """What theorems say of one kind, alone or among other things."""
    for part in parts():
        for says in apart(part.says):
            if isinstance(says, kind):
                yield part, says


def sides(trial: Seen, core: Term) -> Iterator[Term]:
    """Both sides, at the first index if it is said for all of them."""
    for statement, bound in islice(trial.decision.cases(core, (), 1), 1):
        places = [number(n.constant) for n in reversed(bound) if isinstance(n, Whole)]
        made = put(statement, *places) if places else statement
        if made.op in RELATIONS:
            yield from made.args


def in_the_tail(total: Sum) -> Expr:
    """An infinite sum without the conditions that are decided from its first term on.

    A short one is added up.
    """
    body, (var, lo, hi) = total.function, total.limits[0]
    if (hi - lo).is_number and hi - lo < SHORT:
        return sympy.Add(*(body.subs(var, n) for n in range(int(lo), int(hi) + 1)))
    for condition in body.atoms(IfLess):
        a, b, _, otherwise = condition.args
        rises = sympy.diff(a - b, var)
        first = (a - b).subs(var, lo)
        if rises.is_number and first.is_number and rises >= 0 and first >= 0:
            body = body.subs(condition, otherwise)
    return Sum(body, (var, lo, hi))


def by_sympy(expr: Expr) -> Expr | None:
    """What sympy makes of it, if it speaks of nothing that sympy does not know."""
    plain = expr.replace(lambda e: isinstance(e, Sum), in_the_tail)
    return None if plain.has(IfLess, FloorDiv, Turn) else plain.doit()


def test_sums() -> None:
    agreed = 0
    for part in some(parts(), 120, "sums"):
        for one in tried(part):
            for side in sides(one, Trial((), part.says).core):
                expr = from_core(written_out(side, one.decision.reading))
                found = by_sympy(expr) if expr.has(Sum) else None
                if isinstance(found, Rational):
                    exact = one.decision.reading.number(side)
                    assert rational(found) == exact, (part.name, expr)
                    agreed += 1
    assert agreed >= (100 if is_thorough() else 30)


def test_limits() -> None:
    agreed = 0
    for part, says in every(TendsTo):
        for one in tried(part):
            reading, n = one.decision.reading, says.var
            made = by_sympy(from_core(written_out(to_core(says.body), reading)))
            if made is not None and not made.has(Sum):
                try:
                    found = sympy.limit(made, n, oo)
                except NotImplementedError:
                    continue
                if isinstance(found, Rational):
                    assert rational(found) == reading.number(to_core(says.end)), part.name
                    agreed += 1
    assert agreed >= 15


def test_eigenvalues_on_two_states() -> None:
    """What is said of the difference of two states is an eigenvalue of the operator's matrix."""
    agreed = 0
    for part, says in every(TwoStateEigenvalue):
        for one in tried(part):
            reading, (gamma, H, stay, value) = one.decision.reading, Trial((), says).core.args
            keeps, discount = reading.number(stay), reading.number(gamma)
            if 0 <= keeps <= 1:
                stays, leaves = (exactly(discount * p) for p in (keeps, 1 - keeps))
                P = sympy.Matrix([[stays, leaves], [leaves, stays]])
                _, B = operator(reading, H, ())
                num, den = (polynomial(p.coeffs(), P) for p in (B.num, B.den))
                assert exactly(reading.number(value)) in (den.inv() * num).eigenvals()
                agreed += 1
    assert agreed >= 9


def polynomial(coefficients: list[Any], at: sympy.Matrix) -> sympy.Matrix:
    one, total = sympy.eye(2), sympy.zeros(2)
    for c in reversed(coefficients):
        total = total * at + Rational(int(c.p), int(c.q)) * one
    return total


def exactly(x: Fraction) -> Rational:
    return Rational(x.numerator, x.denominator)


def rational(x: Rational) -> Fraction:
    return Fraction(int(x.p), int(x.q))
