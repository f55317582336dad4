"""Near misses of a statement: one sign, one index, one bound, one relation changed at a time."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Add, Expr, Integer, Mul, Pow, Rational, Sum, oo
from sympy.core.function import AppliedUndef

from symbolic import And, AtMost, Equal, Equivalent, ForAll, Implies, Less, Not, Statement
from symbolic.statements import (
    REWARD,
    VALUE,
    Dissipative,
    OnCycle,
    OnEveryMRP,
    OperatorEqual,
    ZeroOnlyAt,
)
from symbolic.terms import open_sum, series


def mutated_terms(term: Expr) -> Iterator[Expr]:
    """The term with one thing changed."""
    if isinstance(term, Add):
        for k, part in enumerate(term.args):
            others = [a for m, a in enumerate(term.args) if m != k]
            yield Add(*others, -part)
            yield Add(*others)
    if isinstance(term, AppliedUndef):
        for k, argument in enumerate(term.args):
            yield term.func(*(a + 1 if m == k else a for m, a in enumerate(term.args)))
            if argument != 0:
                yield term.func(*(a - 1 if m == k else a for m, a in enumerate(term.args)))
    if isinstance(term, Pow) and not isinstance(term.exp, Integer):
        yield Pow(term.base, term.exp + 1)
    if isinstance(term, Rational) and term not in (0, 1, -1):
        yield term + 1
    if isinstance(term, Sum):
        body, var, lo, hi = open_sum(term)
        yield series(body, var, lo + 1, hi)
        if hi is not oo:
            yield series(body, var, lo, hi + 1)
            yield series(body, var, lo, hi - 1)
        for new in mutated_terms(body):
            yield series(new, var, lo, hi)
        return
    opaque = isinstance(term, AppliedUndef)
    if isinstance(term, Add | Mul | Pow) or (term.is_Function and not opaque):
        for k, part in enumerate(term.args):
            if isinstance(term, Pow) and k == 1:
                continue
            for new in mutated_terms(part):
                yield term.func(*(new if m == k else a for m, a in enumerate(term.args)))


def mutants(statement: Statement) -> Iterator[Statement]:
    """Statements that differ from this one by a near miss, none of them weaker by design."""
    if isinstance(statement, AtMost):
        yield Less(statement.lhs, statement.rhs)
        yield AtMost(statement.rhs, statement.lhs)
    if isinstance(statement, Less):
        yield Less(statement.rhs, statement.lhs)
    if isinstance(statement, ForAll):
        yield ForAll(statement.var, statement.lo - 1, statement.body, statement.hi)
        for body in mutants(statement.body):
            yield ForAll(statement.var, statement.lo, body, statement.hi)
        return
    if isinstance(statement, And | Equivalent | Implies):
        parts = statement.parts
        for k, part in enumerate(parts):
            if isinstance(statement, Implies) and k < len(parts) - 1:
                continue  # with another condition it may say less
            for new in mutants(part):
                yield statement._rebuild(None, (*parts[:k], new, *parts[k + 1 :]), ())
        return
    if isinstance(statement, OnEveryMRP):
        for body in mutants(statement.body):
            assert isinstance(body, OperatorEqual)
            yield OnEveryMRP(body)
        return
    if isinstance(statement, Dissipative):
        yield Dissipative(statement.lhs, statement.rhs + 1)
    if isinstance(statement, Not):
        yield statement.body
    if isinstance(statement, ZeroOnlyAt):
        yield ZeroOnlyAt(statement.lhs + VALUE, statement.rhs)
        yield ZeroOnlyAt(statement.lhs, statement.rhs + REWARD)
    bound, inner, outer = statement._bound(), statement._inner(), statement._outer()
    if any(isinstance(p, Statement) for p in inner):
        return
    for k, part in enumerate(inner):
        for new in mutated_terms(part):
            yield statement._rebuild(
                bound, tuple(new if m == k else p for m, p in enumerate(inner)), outer
            )
    for k, part in enumerate(outer):
        if part is oo or (isinstance(statement, OnCycle) and k == 2):
            continue
        for new in mutated_terms(part):
            yield statement._rebuild(
                bound, inner, tuple(new if m == k else p for m, p in enumerate(outer))
            )
    if isinstance(statement, Equal):
        yield Equal(statement.lhs, -statement.rhs)
        yield Equal(statement.lhs, statement.rhs + 1)
