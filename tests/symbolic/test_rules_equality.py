"""Rules of equality: algebra, combinations, rewriting, term by term, conditionals, chains."""

from __future__ import annotations

import pytest
from sympy import Integer, Pow, Rational

from symbolic import (
    AtMost,
    Equal,
    FloorDiv,
    ForAll,
    IfLess,
    Less,
    NotEqual,
    Theorem,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.rules import (
    algebra,
    assume,
    calculation,
    chain,
    conditional,
    integer_part,
    linear_combination,
    recall,
    restate,
    rewrite,
    symmetry,
    termwise,
)
from tests.symbolic.rule_cases import Proves, Refuses

x, y, t = real("x"), real("y"), real("t")
i, j, k, m, n = (index(name) for name in "ijkmn")
h, g = sequence("h"), sequence("g")
EQUAL = Equal(h(i), g(i) + x)
choice = IfLess(n, m, x, y)
half = FloorDiv(n, m)


def fact(statement: Equal | AtMost | Less | NotEqual | ForAll) -> Theorem:
    """A |- A."""
    return assume(given(), statement)


def equal_members(*more: AtMost | Less | Equal) -> Theorem:
    """h(i) = g(i) + x, and more |- h(i) = g(i) + x, in the range of a sum over i."""
    ctx = given(AtMost(0, i), ForAll(k, 0, Equal(h(k), g(k) + x)), *more)
    special = recall(ctx, Equal(h(i), h(i))) if False else None
    assert special is None
    return recall(ctx.also(EQUAL), EQUAL)


EVERY = ForAll(k, 0, Equal(h(k), g(k) + x))


def members(*more: AtMost) -> Theorem:
    """0 <= i, h(k) = g(k) + x for all k >= 0 |- h(i) = g(i) + x."""
    from symbolic.rules import specialise

    ctx = given(AtMost(0, i), EVERY, *more)
    special = specialise(ctx, ctx.facts[1], i)
    if not more:
        return special
    # a proof that also uses what else is assumed of i
    used = recall(ctx.also(special), AtMost(h(i) + i, g(i) + x + m))
    assert used is not None
    return special
