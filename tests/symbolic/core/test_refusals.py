"""What the rules refuse, and why: near misses, past ways to a false theorem, foreign values."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from symbolic.core import definedness
from symbolic.core.kernel import (
    Refused,
    Theorem,
    assume,
    axiom,
    cases,
    combination,
    cut,
    detach,
    discharge,
    generalise,
    instantiate,
    restate,
    specialise,
)
from symbolic.core.polynomials import key
from symbolic.core.terms import (
    INT,
    REAL,
    IllFormed,
    Term,
    bind,
    binder,
    eq,
    forall,
    from_on,
    implies,
    le,
    lt,
    ne,
    negation,
    node,
    number,
    operator,
    sequence,
    series,
    substitute,
    tends,
    var,
)
from symbolic.rules.classical import stationary_chain
from tests.symbolic.core import stationary
from tests.symbolic.core.evaluation import World
from tests.symbolic.core.refusals import (
    ONE,
    REFUSALS,
    RHO0,
    RHO1,
    RULES,
    ZERO,
    H,
    Half,
    Int,
    M,
    Str,
    changes,
    constant_rewards,
    f,
    forged_term,
    forged_theorem,
    gamma,
    i,
    j,
    k,
    n,
    same,
    v,
    x,
    y,
    z,
)


@pytest.mark.parametrize(
    ("attempt", "why"), [pytest.param(a, why, id=name) for name, a, why in REFUSALS]
)
def test_a_near_miss_is_refused(attempt: Callable[[], object], why: str) -> None:
    with pytest.raises((Refused, IllFormed), match=why):
        attempt()


def test_a_lemma_about_something_else_discharges_nothing() -> None:
    theorem = assume(lt(0, x))
    for other in (le(0, x), lt(0, y), lt(x, 0), lt(1, x), eq(0, x), ne(x, 0)):
        assert lt(0, x) in cut(theorem, assume(other)).hypotheses
        assert lt(0, x) in discharge(theorem, other).hypotheses
    assert cut(theorem, assume(lt(0, 2 * x))).hypotheses == {lt(0, 2 * x)}


def test_a_cut_keeps_what_the_lemma_needs() -> None:
    lemma = combination(le(0, x), [(1, [assume(lt(0, x))])])
    assert cut(assume(le(0, x)), lemma).hypotheses == {lt(0, x)}


def test_cases_drop_the_case_and_its_negation_only() -> None:
    goal = le(0, y)
    one = detach(assume(implies(le(0, x), goal)), assume(le(0, x)))
    other = detach(assume(implies(le(x, 0), goal)), assume(le(x, 0)))
    assert le(x, 0) in cases(one, other, le(0, x)).hypotheses
    assert negation(le(0, x)) is lt(x, 0)
    assert negation(lt(0, x)) is le(x, 0)
    assert negation(ne(x, 0)) is eq(x, 0)


# -- the past ways to a false theorem -------------------------------------------------------------


def test_a_diagonal_limit_is_not_one_along_a_line() -> None:
    """f(n, 2 n) -> 0, with n bound, says nothing of f(k, k + n), with n free."""
    diagonal = tends(lambda n: f(n, 2 * n), 0)
    line = tends(lambda k: f(k, k + n), 0)
    assert n not in diagonal.free
    assert n in line.free
    assert key(diagonal) is not key(line)
    with pytest.raises(Refused, match="is not"):
        restate(assume(diagonal), line)
    # a bound variable cannot be put in for the free one
    for value in (n, k, n + k, node("var", ("#0", INT), ()), node("var", ("@0", INT), ())):
        put_in = instantiate(assume(line), {n: value}).conclusion
        assert put_in is not diagonal
        assert value.free <= put_in.free or value in put_in.free


def test_a_bound_of_a_range_is_not_an_index_inside() -> None:
    """For all i >= j, for all j >= 0: the first j is free and stays so."""
    said = from_on(j, lambda i: from_on(0, lambda j: le(abs(f(i, j)), 1)))
    assert j in said.free
    inner = specialise(assume(said), ZERO)
    assert inner.conclusion.args[0] is le(j, 0)
    with pytest.raises(Refused, match="asks for"):
        detach(inner, combination(le(0, 0)))
    both = from_on(0, lambda j: from_on(j, lambda i: le(abs(f(i, j)), 1)))
    with pytest.raises(Refused, match="is not"):
        restate(assume(said), both)
    with pytest.raises(Refused, match="not arbitrary"):
        generalise(assume(said), j)


def test_what_has_no_power_series_is_not_shown_to_be_defined() -> None:
    """(v + 4 z^2 v)/(1 + 4 z^2) is v for every number, and no operator for every matrix."""
    equation = combination(
        eq((v + 4 * z**2 * v) / (1 + 4 * z**2), v), [], [], [assume(ne(1 + 4 * z**2, 0))]
    )
    assert equation.hypotheses
    left = operator(lambda z, r, v: (v + 4 * z**2 * v) / (1 + 4 * z**2))
    right = operator(lambda z, r, v: v)
    theorem = assume(same(left, right))
    wanted = definedness.missing(theorem, [])
    world = World({gamma: Fraction(1, 2)})
    false = [options for options in wanted if all(world.holds(o) is False for o in options)]
    assert false, "every obligation can be met"
    # and what has one is: no more is wanted than that gamma is a discount
    discount = {(key(lt(0, gamma)),), (key(lt(gamma, 1)),)}
    fine = same(right, right)
    assert definedness.missing(assume(fine), _shown(fine)) <= discount


def _shown(statement: Term) -> list[Theorem]:
    """Theorems for the obligations of an operator with constant coefficients."""
    shown = [constant_rewards(ZERO), constant_rewards(ONE)]
    for options in definedness.obligations(statement):
        for option in options:
            made = _proved(option)
            if made is not None:
                shown.append(made)
    return shown


def _proved(option: Term) -> Theorem | None:
    """An equation for all |z| < 1 that holds by arithmetic."""
    names: list[Term] = []
    s = option
    while s.op == "all":
        names.append(var(f"name{len(names)}", s.data))
        s = specialise(assume(s), names[-1]).conclusion
    hypotheses = []
    while s.op == "implies":
        hypotheses.append(s.args[0])
        s = s.args[1]
    if s.op == "analytic" and not s.args[0].loose:
        return restate(constant_rewards(s.args[0]), option)
    if s.op != "=":
        return None
    made = combination(s)
    for h in reversed(hypotheses):
        made = discharge(made, h)
    for name in reversed(names):
        made = generalise(made, name)
    return restate(made, option)


def test_a_fact_about_the_number_z_is_none_about_the_matrix() -> None:
    half = assume(eq(z, Fraction(1, 2)))
    at_half = combination(eq(z * v, v / 2), [], [(v, half)])
    with pytest.raises(Refused, match="not arbitrary"):
        generalise(discharge(at_half, lt(abs(z), 1)), z)
    # where z is free it stays the number, also in what is put into a statement about operators
    sizes = axiom("contraction")
    put_in = instantiate(sizes, {x: z, ("B", (REAL,)): binder(lambda q: z, REAL)})
    assert z in put_in.conclusion.free
    inside = put_in.conclusion.args[2]
    assert z in inside.free
    weights = node("contracts", None, (M, gamma, operator(lambda z, r, v: f(0) * v), x))
    captured = substitute(weights, {sequence("f"): bind(z, i)})
    assert captured is node("contracts", None, (M, gamma, operator(lambda q, r, v: z * v), x))
    assert captured is not node("contracts", None, (M, gamma, operator(lambda z, r, v: z * v), x))


def test_a_name_is_not_captured_by_the_variable_of_the_constants() -> None:
    """h(0) := c in "w = c 1 is moved by h(0) c" leaves the other c alone."""
    moved = node("constants", None, (M, gamma, H, binder(lambda c: f(0) * c, REAL)))
    c = var("c")
    put_in = substitute(moved, {sequence("f"): bind(c, i)})
    assert put_in is node("constants", None, (M, gamma, H, binder(lambda q: c * q, REAL)))
    assert c in put_in.free


def test_the_opened_variable_of_an_operator_is_not_captured() -> None:
    """The weight has the name that `binder` gives to the matrix; it stays a number."""
    for name in ("@0", "@1", "@2", "#0", "#1", "#2"):
        weight = node("var", (name, REAL), ())
        read = stationary.reading("rho", weight, 1)
        goal = node("<=", None, (node("*", None, (ONE, RHO0)), RHO0 - read.conclusion.args[3]))
        bound = combination(goal, [], [(gamma * RHO1, assume(eq(weight, 0)))])
        made = stationary_chain(bound, read, stationary.nothing(), ONE, "rho")
        assert weight in made.conclusion.free


def test_coefficients_need_all_real_numbers() -> None:
    """An integer q with |q| < 1 is zero, so f(i) q**i says nothing of f(1)."""

    def sums(sort: str) -> Term:
        return forall(
            lambda q: implies(lt(abs(q), 1), eq(series(0, lambda i: f(i) * q**i), 0)), sort
        )

    theorem = axiom("coefficients")
    assert sums(REAL) in theorem.hypotheses
    assert sums(REAL) in cut(theorem, assume(sums(INT))).hypotheses


def test_another_discount_changes_the_matrix_too() -> None:
    theorem = instantiate(axiom("contraction"), {gamma: number(Fraction(1, 100))})
    assert gamma not in theorem.conclusion.free
    assert theorem.conclusion.args[1] is number(Fraction(1, 100))


@pytest.mark.parametrize("name", RULES)
def test_no_rule_works_on_a_foreign_value(name: str) -> None:
    rule, arguments = RULES[name]
    assert type(rule(*arguments)) is Theorem
    for _, changed in changes(arguments):
        with pytest.raises((Refused, IllFormed, TypeError, AttributeError, ValueError)):
            rule(*changed)


def test_foreign_values_inside_a_combination() -> None:
    fact = assume(le(0, x))
    for c in (Int(-1), True, 0.5, Half(1, 2), "1", None):
        with pytest.raises(Refused):
            combination(le(0, x), [(c, [fact])])
    foreign: list[Any] = [forged_theorem(), (frozenset(), lt(1, 0)), forged_term(), None, "x"]
    for factor in foreign:
        with pytest.raises(Refused):
            combination(lt(1, 0), [(1, [factor])])
        with pytest.raises(Refused):
            combination(eq(1, 0), [], [(ONE, factor)])
        with pytest.raises(Refused):
            combination(eq(x / x, 1), [], [], [factor])
        with pytest.raises(Refused):
            combination(eq(x ** (n + 1), x * x**n), [], [], [], [factor])


def test_foreign_values_inside_a_term() -> None:
    made = [
        ("num", 0.123456789, ()),
        ("num", Int(123456), ()),
        ("num", Half(355, 113), ()),
        ("num", Fraction(7, 1) * 1000003, ()),
        ("var", ("unheard of", Str(REAL)), ()),
        ("var", (Str("unheard of"), REAL), ()),
        ("var", ("unheard of", "sort"), ()),
        ("var", "unheard of", ()),
        ("bound", (-1, INT), ()),
        ("bound", (Int(77), INT), ()),
        ("abs", None, (forged_term(),)),
        ("abs", None, (1,)),
        ("abs", None, (le(0, x),)),
        ("abs", "data", (x,)),
        ("+", None, ()),
        ("pow", None, (x, y)),
        ("all", "int", (x,)),
        ("all", "prop", (le(0, x),)),
        ("nothing", None, ()),
        ("app", ("f", ("oper",)), (H,)),
        ("app", ("f", (INT,)), (x,)),
        ("app", ("f", (INT, INT)), (n,)),
        ("app", "f", (n,)),
    ]
    for op, data, args in made:
        with pytest.raises(IllFormed):
            node(op, data, args)


def test_what_equals_a_plain_value_gives_the_plain_term() -> None:
    for data, plain in ((True, 1), (1.0, 1), (0.5, Fraction(1, 2)), (Int(1), 1), (Half(1, 2), 0.5)):
        made = node("num", data, ())
        assert made is number(plain)
        assert type(made.data) in (int, Fraction)


def test_the_sort_of_a_bound_variable_is_kept() -> None:
    with pytest.raises(IllFormed):
        node("all", INT, (bind(eq(x, x), x),))
    with pytest.raises(IllFormed):
        node("sum", None, (ZERO, n, bind(x * x, x)))
    with pytest.raises(IllFormed):
        node("analytic", None, (bind(x**n, n),))
    with pytest.raises(IllFormed):
        substitute(x**n, {n: y})
    with pytest.raises(IllFormed):
        var("#0")
    with pytest.raises(IllFormed):
        var("@0")


def test_arguments_by_name_count() -> None:
    unit = assume(ne(x, 0))
    assert combination(eq(x / x, 1), units=[unit]).hypotheses == {ne(x, 0)}
    with pytest.raises(Refused, match="not zero"):
        combination(eq(x / x, 1), units=[assume(le(0, x))])
