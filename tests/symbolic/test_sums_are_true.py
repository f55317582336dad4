"""Whatever the rules of finite sums prove is so, by adding up, in every world they allow."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import HealthCheck, assume, given as drawn_from, settings, strategies as st
from sympy import Abs, Expr, Integer, Sum

from symbolic import AtMost, IfLess, Less, NotEqual, Theorem, given, series
from symbolic.statements import Relation
from symbolic.terms import FloorDiv, NotATerm, substitute
from symbolic.writing import (
    empty,
    exchange,
    exchange_finite,
    geometric,
    linearity,
    peel_first,
    peel_last,
    recall as decided,
    shift,
    split,
    sum_order,
    telescope,
    triangle,
    zeros,
)
from symbolic.writing.publication import published
from symbolic.writing.theorem import ProofError
from tests.symbolic.exact import Undefined, World, h, i, j, m, n, true, worlds, x, y

#: what may be known of the ends of sums and of the numbers in them
KNOWN: list[Relation] = [
    AtMost(0, n), AtMost(-1, n), AtMost(0, m), AtMost(m, n), Less(n, m), AtMost(n, m - 2),
    NotEqual(x, 1), NotEqual(x, 0), Less(0, x), AtMost(0, y), AtMost(m - 1, n), AtMost(1, n),
]  # fmt: skip
contexts = st.lists(st.sampled_from(KNOWN), max_size=4, unique=True)
ends = st.sampled_from([n, m, n - 1, n + 1, m - 2, Integer(0), Integer(1), Integer(3)])
bodies = st.recursive(
    st.sampled_from(
        [h(i), h(i + 1), i + 0, x**i, y * x ** (i + 1), x + 0, i**2, h(n), FloorDiv(i, 2)]
    ),
    lambda part: st.one_of(
        st.builds(lambda a, b: a + b, part, part),
        st.builds(lambda a, b: a * b, part, part),
        st.builds(lambda a, b: IfLess(i, m, a, b), part, part),
        st.builds(lambda a: series(substitute(a, {i: j}) * h(i - j), j, 0, i), part),
        st.builds(Abs, part),
    ),
    max_leaves=3,
)
sums = st.builds(series, bodies, st.just(i), ends, ends)
many_worlds = st.lists(worlds(), min_size=8, max_size=8)
Rule = Callable[..., Theorem]


def check(rule: Rule, known: list[Relation], where: list[World], *arguments: object) -> None:
    """What is published holds, and is defined, in every world in which its hypotheses hold."""
    try:
        theorem = published(rule(given(*known), *arguments))
    except (ProofError, NotATerm):
        return
    said = theorem.statement
    assert isinstance(said, Relation)
    for world in where:
        try:
            allowed = all(isinstance(a, Relation) and true(a, world) for a in theorem.hypotheses)
        except Undefined:
            continue
        if allowed:
            assert true(said, world), f"{theorem} is false"


lenient = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


@lenient
@drawn_from(contexts, sums, ends, many_worlds)
def test_cutting_and_shifting_never_change_a_sum(
    known: list[Relation], total: Expr, at: Expr, where: list[World]
) -> None:
    for rule in (peel_first, peel_last, empty, zeros, triangle):
        check(rule, known, where, total)
    for moving in (split, shift):
        check(moving, known, where, total, at)


@lenient
@drawn_from(contexts, bodies, ends, ends, many_worlds)
def test_telescoping_gives_the_sum_of_differences(
    known: list[Relation], member: Expr, lo: Expr, hi: Expr, where: list[World]
) -> None:
    difference = substitute(member, {i: i + 1}) - member
    check(telescope, known, where, series(difference, i, lo, hi), member)


@lenient
@drawn_from(
    contexts,
    st.sampled_from([x**i, y * x**i, x ** (i - m), x ** (2 * i + 1), h(n) * x ** (i + 2)]),
    st.sampled_from([x, x**2, y, Integer(1)]),
    ends,
    ends,
    many_worlds,
)
def test_geometric_sums_have_their_value(
    known: list[Relation], member: Expr, ratio: Expr, lo: Expr, hi: Expr, where: list[World]
) -> None:
    check(geometric, known, where, series(member, i, lo, hi), ratio)


@lenient
@drawn_from(contexts, bodies, st.sampled_from([x, y, h(m), Integer(2), i]), sums, many_worlds)
def test_linearity_gives_the_same_sum(
    known: list[Relation], other: Expr, factor: Expr, total: Expr, where: list[World]
) -> None:
    assume(isinstance(total, Sum) and len(total.limits) == 1)
    (_, lo, hi), body = total.limits[0], total.function
    both = series(body + factor * other, i, lo, hi)
    check(linearity, known, where, both, (1, body), (factor, other))


@lenient
@drawn_from(
    contexts,
    st.sampled_from([h(i) * h(j), h(i - j) * x**j, i + 2 * j, IfLess(j, m, h(i), y)]),
    st.sampled_from([i, i - 1, i + 1, i + m, i - 2]),
    ends,
    ends,
    ends,
    many_worlds,
)
def test_a_triangle_has_the_same_sum_by_rows_and_by_columns(
    known: list[Relation],
    member: Expr,
    end: Expr,
    first: Expr,
    lo: Expr,
    hi: Expr,
    where: list[World],
) -> None:
    total = series(series(member, j, first, end), i, lo, hi)
    check(exchange, known, where, total)
    for row_end in (n, m + 1, hi):
        check(exchange_finite, known, where, series(series(member, j, first, row_end), i, lo, hi))


@lenient
@drawn_from(contexts, bodies, bodies, ends, ends, many_worlds)
def test_a_sum_of_smaller_terms_is_smaller(
    known: list[Relation], lower: Expr, more: Expr, lo: Expr, hi: Expr, where: list[World]
) -> None:
    inner = given(*known, AtMost(lo, i), AtMost(i, hi))
    for upper in (lower + more**2, lower + Abs(more), lower + more):
        try:
            bound = decided(inner, AtMost(lower, upper))
        except (ProofError, NotATerm):
            continue
        check(sum_order, known, where, series(lower, i, lo, hi), bound)
