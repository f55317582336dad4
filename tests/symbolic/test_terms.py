"""Terms: what belongs to the language, and that replacing variables never captures."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import assume, given, strategies as st
from sympy import Expr, Float, Integer, Rational, Sum, Symbol, oo

from symbolic.terms import (
    CosTurn,
    FloorDiv,
    IfLess,
    NotATerm,
    SinTurn,
    Turn,
    check_term,
    free_sequences,
    index,
    is_index,
    open_sum,
    real,
    sequence,
    series,
    substitute,
    substitute_sequence,
    subterms,
)
from tests.symbolic.exact import (
    Undefined,
    World,
    h,
    i,
    index_terms,
    j,
    m,
    n,
    terms,
    value,
    whole,
    worlds,
    x,
    y,
)

k = index("k")
g = sequence("g")


def defined_value(term: Expr, world: World) -> Fraction:
    """The value, if there is one; otherwise another example is drawn."""
    try:
        return value(term, world)
    except Undefined:
        assume(False)
        raise


# -- substitution ----------------------------------------------------------------------------


@given(terms(), index_terms(), terms(3), worlds())
def test_replacing_variables_is_reading_the_term_in_another_world(
    term: Expr, number: Expr, amount: Expr, world: World
) -> None:
    """The replacements speak of i, j, n, x themselves, so bound variables must make way."""
    mapping = {n: number + i, x: amount}
    elsewhere = world.where({v: defined_value(t, world) for v, t in mapping.items()})
    expected = defined_value(term, elsewhere)
    try:
        replaced = substitute(term, mapping)
        check_term(replaced)
    except NotATerm:
        assume(False)
    assert defined_value(replaced, world) == expected


@given(terms(), terms(3), worlds())
def test_replacing_a_sequence_is_reading_the_term_with_that_sequence(
    term: Expr, member: Expr, world: World
) -> None:
    """The new member speaks of i and j, which sums in the term may bind."""

    def new(at: int) -> Fraction:
        return value(member, world.where({k: Fraction(at)}))

    member = member + k * i
    other = World(world.numbers, world.seed, {h: new})
    expected = defined_value(term, other)
    try:
        replaced = substitute_sequence(term, h, (k,), member)
        check_term(replaced)
    except NotATerm:
        assume(False)
    assert defined_value(replaced, world) == expected


@given(terms())
def test_a_variable_that_does_not_occur_changes_nothing(term: Expr) -> None:
    assert substitute(term, {index("absent"): Integer(5)}) == term


@pytest.mark.parametrize(
    ("term", "mapping", "expected"),
    [
        (series(x, i, 0, n), {x: i}, "Sum(i, (i_1, 0, n))"),
        (series(x, i, 0, n), {n: i}, "Sum(x, (i_1, 0, i))"),
        (series(series(x * i * j, j, 0, i), i, 0, n), {x: i + j}, None),
        (series(i, i, i, n), {i: Integer(3)}, "Sum(i, (i, 3, n))"),
        (n + x, {n: n + 1, x: n}, "2*n + 1"),
    ],
)
def test_bound_variables_make_way(
    term: Expr, mapping: dict[Symbol, Expr], expected: str | None
) -> None:
    replaced = substitute(term, mapping)
    if expected is not None:
        assert str(replaced) == expected
    world = World({s: Fraction(2) for s in (x, y, n, m, i, j)})
    elsewhere = world.where({s: value(t, world) for s, t in mapping.items()})
    assert value(replaced, world) == value(term, elsewhere)


def test_a_sequence_applied_to_the_wrong_number_of_indices_is_refused() -> None:
    with pytest.raises(NotATerm, match="expected 1 indices"):
        substitute_sequence(h(1, 2), h, (k,), k)


# -- the language ----------------------------------------------------------------------------


class Lying(FloorDiv):
    """An integer part that would be evaluated by someone else's code."""


class LyingTurn(CosTurn):
    """A cosine that would be evaluated by someone else's code."""


OUTSIDE: list[tuple[str, Callable[[], Any]]] = [
    ("a floating point number", lambda: Float("0.5")),
    ("a floating point number inside", lambda: x + Float("0.5")),
    ("infinity", lambda: oo),
    ("minus infinity", lambda: x * -oo),
    ("complex infinity", lambda: sympy.zoo),
    ("not a number", lambda: sympy.nan),
    ("an irrational number", lambda: sympy.sqrt(2)),
    ("a named constant", lambda: sympy.pi * x),
    ("the imaginary unit", lambda: sympy.I),
    ("a function with surprises", lambda: sympy.sin(x)),
    ("a piecewise function", lambda: sympy.Piecewise((x, x > 0), (0, True))),
    ("a symbol without a sort", lambda: Symbol("x")),
    ("a symbol with a hidden hypothesis", lambda: Symbol("x", real=True, positive=True)),
    ("an integer with a hidden hypothesis", lambda: Symbol("n", integer=True, nonnegative=True)),
    ("a dummy symbol", lambda: sympy.Dummy("x", real=True)),
    ("a reserved name", lambda: index("#1")),
    ("a real exponent", lambda: x**y),
    ("a fractional exponent", lambda: sympy.Pow(x, Rational(1, 2))),
    ("an exponent that is a member of a sequence", lambda: x ** h(n)),
    ("a sequence at a real index", lambda: h(x)),
    ("a sequence at a fraction", lambda: h(n / 2)),
    ("a sequence that is not real", lambda: sympy.Function("h")(n)),
    ("a sequence with a hidden hypothesis", lambda: sympy.Function("h", positive=True)(n)),
    ("an integer part of a real number", lambda: FloorDiv(x, Integer(2))),
    ("another kind of integer part", lambda: Lying(n, Integer(2))),
    ("a cosine of a real part of a turn", lambda: CosTurn(x, Integer(3))),
    ("a sine of a turn divided by a fraction", lambda: SinTurn(n, Rational(1, 2))),
    ("a cosine of a floating point number", lambda: CosTurn(Float("0.5"), Integer(3))),
    ("a cosine of a member of a sequence", lambda: CosTurn(h(n), Integer(3))),
    ("another kind of cosine", lambda: LyingTurn(n, Integer(3))),
    ("no cosine and no sine", lambda: Turn(n, Integer(3))),
    ("a cosine in an exponent", lambda: x ** CosTurn(n, m)),
    ("the cosine of an angle", lambda: sympy.cos(2 * sympy.pi * n / 3)),
    ("a comparison of real numbers", lambda: IfLess(x, y, 1, 0)),
    ("a sum over a real variable", lambda: Sum(x, (x, 0, 3))),
    ("a sum up to a real number", lambda: Sum(i, (i, 0, x))),
    ("a sum up to its own variable", lambda: Sum(h(i), (i, 0, i))),
    ("a sum from minus infinity", lambda: Sum(h(i), (i, -oo, 0))),
    ("a sum from infinity", lambda: Sum(h(i), (i, oo, oo))),
    ("an integral", lambda: sympy.Integral(x, (x, 0, 1))),
    ("a relation", lambda: x < y),
    ("one name for an integer and a real number", lambda: series(x * index("x"), index("x"), 0, 2)),
]


@pytest.mark.parametrize("build", [b for _, b in OUTSIDE], ids=[name for name, _ in OUTSIDE])
def test_what_is_outside_the_language_is_refused(build: Callable[[], Any]) -> None:
    term = build()
    with pytest.raises(NotATerm):
        check_term(term)


@given(terms())
def test_drawn_terms_belong_to_the_language(term: Expr) -> None:
    check_term(term)
    for part in subterms(term):
        check_term(part)


@given(index_terms(5), worlds())
def test_an_index_denotes_an_integer(term: Expr, world: World) -> None:
    assert is_index(term)
    assert value(term, world).denominator == 1


@pytest.mark.parametrize(
    "term",
    [
        x,
        n / 2,
        n + x,
        Rational(1, 2),
        h(n),
        abs(n),
        2**n,
        sympy.Pow(n, -1),
        series(i, i, 0, n),
        CosTurn(0, 1),
        2 * SinTurn(n, m),
    ],
    ids=str,
)
def test_what_need_not_be_an_integer_is_not_an_index(term: Expr) -> None:
    assert not is_index(term)


def test_conditionals_evaluate_themselves_on_numbers_only() -> None:
    assert (IfLess(1, 2, x, y), IfLess(2, 2, x, y)) == (x, y)
    assert isinstance(IfLess(n, n, x, y), IfLess)
    assert isinstance(IfLess(n, n + 1, x, y), IfLess)


def test_integer_parts_evaluate_themselves_for_positive_divisors_only() -> None:
    assert [FloorDiv(a, 3) for a in (7, 6, -1, -3)] == [2, 2, -1, -1]
    assert isinstance(FloorDiv(Integer(5), Integer(0)), FloorDiv)
    assert isinstance(FloorDiv(Integer(5), Integer(-2)), FloorDiv)


@pytest.mark.parametrize("kind", [CosTurn, SinTurn])
def test_cosines_and_sines_never_evaluate_themselves(kind: type[Turn]) -> None:
    for a, b in ((0, 1), (1, 2), (1, 4), (5, 0), (3, -2)):
        term = kind(Integer(a), Integer(b))
        assert isinstance(term, kind)
        assert term.args == (a, b)
        assert term.is_real
        assert not term.is_integer
    with pytest.raises(TypeError):
        kind(n)


def test_a_cosine_and_a_sequence_of_that_name_are_two_things() -> None:
    named = sequence("CosTurn")(n, m)
    assert named != CosTurn(n, m)
    assert free_sequences(named + CosTurn(n, m)) == {named.func}


def test_a_sum_is_taken_apart_from_the_outside() -> None:
    nested = series(series(h(i + j), j, 0, i), i, 1, n)
    part = open_sum(nested)
    assert (part.var, part.lo, part.hi) == (i, 1, n)
    assert part.body == series(h(i + j), j, 0, i)
    assert part.close() == nested
    with pytest.raises(NotATerm):
        open_sum(x)


@given(terms(), worlds())
def test_taking_a_sum_apart_and_closing_it_changes_nothing(term: Expr, world: World) -> None:
    total = series(term, i, n, m)
    assert open_sum(total).close() == total
    ends = range(whole(n, world), whole(m, world) + 1)
    try:
        members = [value(term, world.where({i: Fraction(at)})) for at in ends]
    except Undefined:
        assume(False)
    assert value(total, world) == sum(members, Fraction(0))


@given(st.sampled_from([h(n), g(n), series(h(i) * g(i), i, 0)]))
def test_sequences_are_found_under_sums(term: Expr) -> None:
    assert free_sequences(term) <= {h, g}
    assert free_sequences(series(term, i, 0, 1)) == free_sequences(term)


def test_a_real_and_an_integer_of_one_name_are_different_variables() -> None:
    assert index("x") != real("x")
    assert substitute(index("x") + real("x"), {index("x"): Integer(1)}) == 1 + real("x")
