"""What a reader wants to know of a theorem: that its terms are defined where its hypotheses hold.

The kernel does not need this: there 1/0 is a number, and no rule says which.  A theorem that is
published says more: wherever its hypotheses hold, no denominator in it is zero, no zero is raised
to a negative power, no series diverges, no angle is a part of nothing, and every operator is a pair
of power series, down to its parts - for in an operator z is a matrix, and 1/(1 + 4 z^2) makes sense
for every number |z| < 1 but not for every matrix.  Where the terms are defined, they mean what they
mean in analysis.

`obligations` lists what must hold; `missing` wants a theorem for each, from the hypotheses alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from symbolic.core.kernel import Theorem
from symbolic.core.polynomials import key, normal
from symbolic.core.terms import (
    ONE,
    REAL,
    ZERO,
    Term,
    bind,
    bound_sorts,
    eq,
    free,
    fresh,
    implies,
    le,
    lt,
    ne,
    node,
    put,
)

#: one of these statements is wanted
Options = tuple[Term, ...]

#: what need not make sense for a matrix though it does for every number |z| < 1
NOT_FOR_MATRICES = frozenset({"inv", "pow", "abs", "series", "bound of", "app"})
#: where the discount stands in what is said of operators and power series
DISCOUNTED = {
    **dict.fromkeys(("size", "along", "cycle", "two states", "mode", "reversible"), 0),
    **dict.fromkeys(("same", "contracts", "constants", "zero only at"), 1),
    **dict.fromkeys(("stationary bound", "dissipative", "on-policy"), 1),
}


class _Scope:
    """The variables that were bound around a term, what is known there, and the matrix, if any."""

    def __init__(
        self, names: tuple[Term, ...] = (), known: tuple[Term, ...] = (), matrix: Term | None = None
    ) -> None:
        self.names, self.known, self.matrix = names, known, matrix

    def inside(self, *known: Term) -> _Scope:
        return _Scope(self.names, (*self.known, *known), self.matrix)

    def closed(self, statement: Term) -> Term:
        """The statement, for all values of the variables bound around it."""
        made = implies(*self.known, statement)
        for x in reversed(self.names):
            if x in free(made):
                made = node("all", x.sort, (bind(made, x),))
        return key(made)


@cache
def obligations(statement: Term) -> frozenset[Options]:
    """What must hold for the terms of a statement to be defined."""
    return frozenset(_walk(statement, _Scope()))


def _open(t: Term, k: int, scope: _Scope) -> tuple[Term, tuple[Term, ...]]:
    """An argument of a node with fresh names for what the node binds there."""
    own: list[Term] = []
    for sort in bound_sorts(t, k):
        own.append(fresh(sort, t, *scope.names, *scope.known, *own))
    return (put(t.args[k], *own) if own else t.args[k]), tuple(own)


def _walk(t: Term, scope: _Scope) -> Iterator[Options]:
    if t.op == "if":
        a, b, x, y = t.args
        for part in (a, b):
            yield from _walk(part, scope)
        yield from _walk(x, scope.inside(lt(a, b)))
        yield from _walk(y, scope.inside(le(b, a)))
        return
    if t.op == "implies":
        yield from _walk(t.args[0], scope)
        yield from _walk(t.args[1], scope.inside(t.args[0]))
        return
    for k in range(len(t.args)):
        part, own = _open(t, k, scope)
        known: tuple[Term, ...] = ()
        matrix = scope.matrix
        if own and t.op in ("sum", "series", "bound of", "converges", "bounded"):
            known = (le(t.args[0], own[0]), *(le(own[0], hi) for hi in t.args[1:k]))
        elif own and t.op == "tends":
            known = (le(1, own[0]),)
        elif own and t.op in ("positive definite", "cycle"):
            known = (le(0, own[0]),)
        elif own and t.op in ("operator", "analytic", "size", "along") and own[0].sort == REAL:
            known, matrix = (lt(abs(own[0]), 1),), own[0]
        inner = _Scope((*scope.names, *own), (*scope.known, *known), matrix)
        if t.op == "operator":
            yield from _pair(part, own, scope)
        yield from _walk(part, inner)
    if t.op == "bound of":
        yield (scope.closed(node("bounded", None, t.args)),)
    for condition in _conventions(t):
        yield (scope.closed(condition),)
    if t.op in NOT_FOR_MATRICES and scope.matrix is not None and scope.matrix in free(t):
        around = _Scope(scope.names, _without(scope), None)
        yield (around.closed(_analytic(t, scope.matrix)),)
        if t.op == "series":
            body, (i,) = _open(t, 1, scope)
            terms = bind(body, i, scope.matrix)
            yield (around.closed(node("matrices", None, (t.args[0], terms))),)
    if t.op == "inv":
        yield (scope.closed(ne(t.args[0], 0)),)
    elif t.op == "pow" and not (normal(t.args[1]).op == "num" and normal(t.args[1]).data >= 0):
        yield scope.closed(le(0, t.args[1])), scope.closed(ne(t.args[0], 0))
    elif t.op in ("div", "cos", "sin"):
        yield (scope.closed(le(1, t.args[1])),)
    elif t.op == "series":
        yield (scope.closed(node("converges", None, t.args)),)


def _conventions(t: Term) -> tuple[Term, ...]:
    """Where what is said of an MRP is not a mere convention: 0 < gamma < 1, a cycle has states."""
    if t.op not in DISCOUNTED:
        return ()
    gamma = t.args[DISCOUNTED[t.op]]
    found = (lt(0, gamma), lt(gamma, 1))
    if t.op in ("cycle", "mode"):
        return (*found, le(1, t.args[2 if t.op == "cycle" else 4]))
    return (*found, le(0, t.args[2]), le(t.args[2], 1)) if t.op == "two states" else found


def _without(scope: _Scope) -> tuple[Term, ...]:
    """What is known around the matrix, apart from what is said of it as a number."""
    return tuple(s for s in scope.known if scope.matrix not in free(s))


def _analytic(t: Term, z: Term) -> Term:
    return node("analytic", None, (bind(t, z),))


def _pair(body: Term, names: tuple[Term, ...], scope: _Scope) -> Iterator[Options]:
    """An operator is linear in the rewards and values, with power series as coefficients."""
    z, r, v = names
    parts = [_at(body, names, rewards, values) for rewards, values in ((ONE, ZERO), (ZERO, ONE))]
    inner = _Scope((*scope.names, *names), (*scope.known, lt(abs(z), 1)))
    yield (inner.closed(eq(body, parts[0] * r + parts[1] * v)),)
    for part in parts:
        yield (scope.closed(_analytic(part, z)),)


def _at(body: Term, names: tuple[Term, ...], rewards: Term, values: Term) -> Term:
    return put(bind(body, *names), names[0], rewards, values)


def missing(theorem: Theorem, shown: Iterable[Theorem]) -> set[Options]:
    """The obligations of a theorem that none of ``shown`` meets from its hypotheses alone."""
    known = {key(h) for h in theorem[0]}
    met = {key(t[1]) for t in shown if {key(h) for h in t[0]} <= known}
    wanted = set[Options]().union(*(obligations(s) for s in (theorem[1], *theorem[0])))
    return {options for options in wanted if met.isdisjoint(options)}
