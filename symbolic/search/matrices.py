"""Series of matrices: that they converge on every finite MRP, not only for every number |z| < 1.

Of sum_n z^4 (1 - z^2)^n the terms can be summed for every number z, and cannot for z = gamma P on a
cycle of four states.  What is known: terms whose sizes can be summed, and a matrix times a series
of numbers, however that converges.
"""

from __future__ import annotations

from symbolic.core.kernel import Refused, Theorem
from symbolic.core.polynomials import key
from symbolic.core.terms import (
    INT,
    REAL,
    ZERO,
    Term,
    bind,
    eq,
    free,
    le,
    lt,
    node,
    put,
    sequence as sequence_key,
)
from symbolic.library.basics import known, lo
from symbolic.library.infer import discharge, generalise
from symbolic.library.powerseries import A, T
from symbolic.search import powerseries
from symbolic.search.facts import Facts, assumed, unused
from symbolic.search.powerseries import HALF, Sizes, analytic_theorem

U = ("U", (INT, REAL))
_F = sequence_key("f")


def converging(start: Term, body: Term, facts: Facts) -> Theorem | None:
    """matrices(start, body), if it is known."""
    i = unused(INT, facts, start, _at_zero(body))
    z = unused(REAL, facts, i, start, _at_zero(body))
    try:
        return _Series(start, i, z, facts).of(put(body, i, z))
    except Refused:
        return None


def _at_zero(body: Term) -> Term:
    return put(body, ZERO, ZERO)


class _Series:
    """A series over i >= start of functions of z."""

    def __init__(self, start: Term, i: Term, z: Term, facts: Facts) -> None:
        self.start, self.i, self.z, self.facts = start, i, z, facts

    def of(self, t: Term) -> Theorem:
        """As a whole, or in pieces."""
        try:
            return self._summable(t)
        except Refused:
            return self._in_pieces(t)

    def _says(self, t: Term) -> Term:
        return node("matrices", None, (self.start, bind(t, self.i, self.z)))

    def _summable(self, t: Term) -> Theorem:
        total = node("series", None, (self.start, bind(t, self.i)))
        names, lemmas = Sizes(HALF, self.z, self.facts).summed(total)
        return known("matrices of summable size", names, *lemmas)

    def _in_pieces(self, t: Term) -> Theorem:
        pieces = powerseries._pieces(t, self.i, frozenset({self.z}))
        (outside, inner), *others = pieces
        made, so_far = self._piece(outside, inner), outside * inner
        for outside, inner in others:
            one, other = bind(so_far, self.i, self.z), bind(outside * inner, self.i, self.z)
            names = {T: one, U: other, lo: self.start}
            made = known("sum of matrices", names, made, self._piece(outside, inner))
            so_far = so_far + outside * inner
        return self._written(made, so_far, t)

    def _piece(self, outside: Term, inner: Term) -> Theorem:
        if self.z in free(inner):
            return self._summable(outside * inner)
        numbers = node("converges", None, (self.start, bind(inner, self.i)))
        lemmas = analytic_theorem(bind(outside, self.z), self.facts), self._need(numbers)
        names = {A: bind(outside, self.z), _F: bind(inner, self.i), lo: self.start}
        return known("a matrix with weights", names, *lemmas)

    def _need(self, goal: Term) -> Theorem:
        return powerseries._need(goal, self.facts)

    def _written(self, made: Theorem, now: Term, wanted: Term) -> Theorem:
        """The same for terms that are equal for every number |z| < 1."""
        if key(made.conclusion) is key(self._says(wanted)):
            return made
        ranges = le(self.start, self.i), lt(abs(self.z), 1)
        facts = (*self.facts, *map(assumed, ranges))
        same = powerseries.pointwise(eq(now, wanted), frozenset({self.z}), facts)
        same = generalise(discharge(same, ranges[1]), self.z)
        same = generalise(discharge(same, ranges[0]), self.i)
        names = {T: bind(now, self.i, self.z), U: bind(wanted, self.i, self.z), lo: self.start}
        return known("equal matrices", names, same, made)


__all__ = ["converging"]
