"""What `node` makes and refuses: sorts, loose variables, plain values."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from symbolic.core.terms import (
    INT,
    REAL,
    IllFormed,
    Term,
    apply,
    bind,
    binder,
    eq,
    forall,
    le,
    node,
    number,
    operator,
    put,
    sequence,
    series,
    substitute,
    summation,
    var,
)

x, y = var("x"), var("y")
a, b, n = (var(name, INT) for name in "abn")


class Name(str):
    """Equal to a plain string, and not one."""

    __slots__ = ()


class Pair(tuple[Any, ...]):
    """Equal to a plain tuple, and not one."""

    __slots__ = ()


def forged() -> Fraction:
    """A fraction with a numerator that is no plain number."""
    made = Fraction(1, 7919)
    made._numerator = True  # type: ignore[attr-defined]
    return made


def test_terms_differ_if_they_are_not_one() -> None:
    assert not x != x  # noqa: SIM202
    assert x != y


@pytest.mark.parametrize(
    "made",
    [
        1 / n,
        node("cos", None, (a, b)),
        node("sin", None, (a, b)),
        series(0, lambda i: i),
        node("bound of", None, (a, binder(lambda i: i))),
        n ** number(-1),
        n**a,
        apply("f", n),
    ],
    ids=repr,
)
def test_what_is_made_of_integers_need_not_be_one(made: Term) -> None:
    assert made.sort == REAL
    with pytest.raises(IllFormed, match="is real, not int"):
        node("div", None, (made, n))


def test_a_whole_power_of_an_integer_is_one() -> None:
    assert [(n ** number(k)).sort for k in (0, 1, 2)] == [INT, INT, INT]


def test_matrices_have_an_index_and_a_number() -> None:
    assert not node("matrices", None, (a, binder(lambda i, z: z**i, INT, REAL))).loose
    with pytest.raises(IllFormed, match="another sort"):
        node("matrices", None, (a, binder(lambda z, i: z**i, REAL, INT)))


def test_a_loose_variable_has_one_sort() -> None:
    with pytest.raises(IllFormed, match="two sorts"):
        node("+", None, (bind(x, x), bind(n, n)))


def test_nothing_is_bound_in_what_is_loose() -> None:
    with pytest.raises(IllFormed, match="only variables are bound"):
        bind(bind(x + y, x), y)


def test_only_variables_are_bound() -> None:
    with pytest.raises(IllFormed, match="only variables"):
        bind(x + 1, x, x + 1)


def test_nothing_is_bound_twice() -> None:
    with pytest.raises(IllFormed, match="only once"):
        bind(x + y, x, x)


def test_a_loose_variable_is_not_lost_beside_another() -> None:
    inner, outer = (node("bound", data, ()) for data in ((0, INT), (1, REAL)))
    both = node("+", None, (inner, outer))
    for parts in ((both, outer), (outer, both)):
        assert node("+", None, parts).loose == (INT, REAL)


def test_binders_of_one_and_of_several_variables_may_stand_in_each_other() -> None:
    written = binder(lambda s: operator(lambda z, r, v: z * r + s * v), REAL)
    assert written is bind(operator(lambda z, r, v: z * r + x * v), x)


def test_where_one_value_is_put_the_variable_of_the_binder_around_stays_loose() -> None:
    assert put(bind(x + 2 * y, x, y), a) is bind(x + 2 * a, x)


def test_what_is_put_under_a_binder_keeps_its_own_bound_variables() -> None:
    def inside(n: Term) -> Term:
        return summation(0, n, lambda j: j + n)

    said = forall(lambda n: eq(apply("f", inside(n)), 0))
    members = bind(summation(0, a, lambda k: k * b), b)
    assert substitute(said, {sequence("f"): members}) is forall(
        lambda n: eq(summation(0, a, lambda k: k * inside(n)), 0)
    )


def test_members_may_do_without_some_of_their_indices() -> None:
    said, f = le(0, apply("f", a, b)), sequence("f", 2)
    assert substitute(said, {f: bind(n, n, a)}) is le(0, a)
    assert substitute(said, {f: bind(n, a, n)}) is le(0, b)


def test_members_take_arguments_in_the_order_of_their_sorts() -> None:
    function = ("T", (INT, REAL))
    said = le(0, node("app", function, (a, y)))
    assert substitute(said, {function: bind(x**n, n, x)}) is le(0, y**a)
    with pytest.raises(IllFormed, match="cannot be the members"):
        substitute(said, {function: bind(x**n, x, n)})


@pytest.mark.parametrize(
    ("op", "data", "args", "why"),
    [
        ("num", forged(), (), "a number is"),
        ("abs", None, Pair((x + 7919,)), "plain values"),
        ("var", ("unheard of", Name(REAL)), (), "a name and a sort"),
        ("var", ("unheard of", REAL), (y,), "is not a variable"),
        ("bound", ("unheard of", INT), (), "counts binders"),
        ("+", "data", (x, y), "has no data"),
        ("all", Name(INT), (bind(le(n, 7919), n),), "other arguments"),
        ("abs", None, (x, y), "other arguments"),
        ("not", None, (n,), "is int, not prop"),
        ("app", Pair(("unheard of", (INT,))), (n,), "sorts of its arguments"),
        ("app", ("unheard of", (INT,), 1), (n,), "sorts of its arguments"),
        ("app", (1, (INT,)), (n,), "sorts of its arguments"),
        ("app", ("unheard of", Pair((INT,))), (n,), "sorts of its arguments"),
        ("app", ("unheard of", (Name(INT),)), (n,), "sorts of its arguments"),
    ],
    ids=repr,
)
def test_a_node_is_refused(op: str, data: Any, args: Any, why: str) -> None:
    with pytest.raises(IllFormed, match=why):
        node(op, data, args)
