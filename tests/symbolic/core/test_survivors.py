"""What small changes of the core have shown to be worth a test of its own."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from symbolic.core.axioms import AXIOMS
from symbolic.core.definedness import missing, obligations
from symbolic.core.kernel import (
    Refused,
    Theorem,
    assume,
    axiom,
    combination,
    cut,
    detach,
    discharge,
    discrete,
    instantiate,
    restate,
)
from symbolic.core.polynomials import atoms, key, normal, polynomial, scaled, vanishes
from symbolic.core.terms import (
    INT,
    MRP,
    OPER,
    REAL,
    IllFormed,
    Term,
    apply,
    bind,
    binder,
    bounded,
    converges,
    eq,
    forall,
    from_on,
    implies,
    le,
    lift,
    lt,
    ne,
    node,
    number,
    operator,
    put,
    sequence,
    series,
    substitute,
    summation,
    tends,
    term,
    var,
)
from symbolic.rules.bridge import DISCOUNT, respell
from symbolic.rules.classical import DESCENDED, FACTS, NAMES, on_policy, stationary_chain
from tests.symbolic.core import stationary
from tests.symbolic.core.evaluation import World

x, y, z, r, v = (var(name) for name in "xyzrv")
a, b, i, j, k, n = (var(name, INT) for name in "abijkn")
gamma, e = var("gamma"), var("e")
M, H = var("M", MRP), var("H", OPER)
OPENED = node("var", ("#0", INT), ())


def f(*places: Any) -> Term:
    return apply("f", *places)


def op(name: str, *args: Any) -> Term:
    return node(name, None, tuple(map(term, args)))


# -- what must hold for a statement to be defined -------------------------------------------------


def small(body: Callable[[Term], Term]) -> Term:
    """For all numbers |z| < 1."""
    return forall(lambda z: implies(lt(abs(z), 1), body(z)), REAL)


def function(body: Callable[[Term], Any]) -> Term:
    return binder(body, REAL)


def analytic(body: Callable[[Term], Any]) -> Term:
    return op("analytic", function(body))


def values(body: Callable[[Term], Any]) -> Term:
    return operator(lambda z, r, v: body(z) * v)


def linear(body: Callable[[Term], Any]) -> list[Term]:
    """What is wanted of the operator body(z) v."""
    same = forall(lambda z, r, v: implies(lt(abs(z), 1), eq(r + v, r + v)), *3 * (REAL,))
    return [same, analytic(lambda z: 0), analytic(body)]


def within(*parts: Any) -> list[Any]:
    """0 < gamma < 1, and more."""
    return [lt(0, gamma), lt(gamma, 1), *parts]


def geometric(z: Term) -> Term:
    return series(0, lambda i: z**i)


#: a statement, and what is wanted; a tuple where one of several things will do
WANTED: dict[str, tuple[Term, list[Any]]] = {
    "nothing": (eq(x**2 + f(i), abs(y)), []),
    "a denominator": (eq(1 / x, 1 / y), [ne(x, 0), ne(y, 0)]),
    "a power": (le(0, x**n), [(le(0, n), ne(x, 0))]),
    "a power that is one": (le(0, node("pow", None, (x, number(0)))), []),
    "a power in other words": (le(0, x ** (n + 2 - n)), []),
    "a negative power": (le(0, x**-1), [(le(0, -1), ne(x, 0))]),
    "a floor": (le(0, op("div", a, b)), [le(1, b)]),
    "a cosine": (le(0, op("cos", a, b)), [le(1, b)]),
    "a sine": (le(0, op("sin", a, b)), [le(1, b)]),
    "a choice": (
        le(0, op("if", op("div", a, k), op("div", b, n), 1 / x, 1 / y)),
        [
            le(1, k), le(1, n),
            implies(lt(op("div", a, k), op("div", b, n)), ne(x, 0)),
            implies(le(op("div", b, n), op("div", a, k)), ne(y, 0)),
        ],
    ),
    "a condition": (
        implies(eq(1 / x, 1), lt(0, y), eq(1 / y, 1)),
        [ne(x, 0), implies(eq(1 / x, 1), lt(0, y), ne(y, 0))],
    ),
    "a sum": (
        eq(summation(a, b, lambda i: 1 / f(i)), 0),
        [forall(lambda i: implies(le(a, i), le(i, b), ne(f(i), 0)))],
    ),
    "a series": (
        eq(series(a, lambda i: 1 / f(i)), 0),
        [from_on(a, lambda i: ne(f(i), 0)), converges(a, lambda i: 1 / f(i))],
    ),
    "a bound": (
        eq(op("bound of", a, binder(lambda i: 1 / f(i))), 0),
        [from_on(a, lambda i: ne(f(i), 0)), bounded(a, lambda i: 1 / f(i))],
    ),
    "convergence": (converges(a, lambda i: 1 / f(i)), [from_on(a, lambda i: ne(f(i), 0))]),
    "boundedness": (bounded(a, lambda i: 1 / f(i)), [from_on(a, lambda i: ne(f(i), 0))]),
    "a limit": (tends(lambda n: 1 / f(n), 1 / x), [from_on(1, lambda n: ne(f(n), 0)), ne(x, 0)]),
    "a covariance": (
        op("positive definite", binder(lambda n: 1 / f(n))), [from_on(0, lambda n: ne(f(n), 0))]
    ),
    "for all": (
        forall(lambda q, n: eq(f(n) / q, 1), REAL, INT), [forall(lambda q: ne(q, 0), REAL)]
    ),
    "two sums": (
        eq(summation(a, b, lambda i: summation(i, k, lambda j: 1 / f(i, j))), 0),
        [forall(lambda i, j: implies(le(a, i), le(i, b), le(i, j), le(j, k), ne(f(i, j), 0)),
                INT, INT)],
    ),
    "a name that looks opened": (
        implies(lt(0, OPENED), eq(summation(a, b, lambda i: 1 / f(i)), 0)),
        [forall(lambda i: implies(lt(0, OPENED), le(a, i), le(i, b), ne(f(i), 0)))],
    ),
    "a name inside that looks opened": (
        eq(summation(a, b, lambda i: 1 / (f(i) + OPENED)), 0),
        [forall(lambda i: implies(le(a, i), le(i, b), ne(f(i) + OPENED, 0)))],
    ),
    "a power series": (analytic(lambda q: q * q + x), []),
    "an inverse of a number beside a matrix": (
        analytic(lambda q: q / x), [small(lambda q: ne(x, 0))]
    ),
    "an inverse of a power series": (
        analytic(lambda q: 1 / (2 - q)),
        [small(lambda q: ne(2 - q, 0)), analytic(lambda q: 1 / (2 - q))],
    ),
    "an absolute value of a matrix": (analytic(abs), [analytic(abs)]),
    "a bound for a matrix": (
        analytic(lambda q: op("bound of", 0, binder(lambda i: q))),
        [analytic(lambda q: op("bound of", 0, binder(lambda i: q))),
         small(lambda q: bounded(0, lambda i: q))],
    ),
    "a function of a matrix": (
        analytic(lambda q: node("app", ("g", (REAL,)), (q,))),
        [analytic(lambda q: node("app", ("g", (REAL,)), (q,)))],
    ),
    "a size": (
        op("size", gamma, function(lambda q: 1 / (2 - q)), x),
        within(small(lambda q: ne(2 - q, 0)), analytic(lambda q: 1 / (2 - q))),
    ),
    "along": (
        op("along", gamma, function(abs), binder(lambda n: 1 / f(n)), x),
        within(analytic(abs), forall(lambda n: ne(f(n), 0))),
    ),
    "one operator": (
        op("same", M, gamma, values(lambda z: 1 / (2 - z)), H),
        within(*linear(lambda z: 1 / (2 - z)), small(lambda z: ne(2 - z, 0))),
    ),
    "an operator that is not linear": (
        op("contracts", M, gamma, operator(lambda z, r, v: v * v + 3 * r), x),
        within(
            forall(lambda z, r, v: implies(lt(abs(z), 1), eq(v * v + 3 * r, 3 * r + v)),
                   REAL, REAL, REAL),
            analytic(lambda z: 3), analytic(lambda z: 1),
        ),
    ),
    "an operator for each index": (
        forall(lambda i: op("on-policy", M, gamma, values(lambda z: f(i)))),
        within(
            forall(lambda i, z, r, v: implies(lt(abs(z), 1), eq(r, r)), INT, REAL, REAL, REAL),
            forall(lambda i: analytic(lambda z: 0)), forall(lambda i: analytic(lambda z: f(i))),
        ),
    ),
    "constants": (
        op("constants", M, gamma, H, function(lambda c: 1 / c)),
        within(forall(lambda c: ne(c, 0), REAL)),
    ),
    "zero only at": (op("zero only at", M, gamma, H, H), within()),
    "a stationary bound": (op("stationary bound", M, gamma, H, x), within()),
    "a dissipative operator": (op("dissipative", M, gamma, H, x), within()),
    "on-policy": (op("on-policy", M, gamma, H), within()),
    "a cycle": (
        op("cycle", gamma, H, k, binder(lambda n: 1 / f(n)), x),
        within(le(1, k), from_on(0, lambda n: ne(f(n), 0))),
    ),
    "two states": (op("two states", gamma, H, x, y), within(le(0, x), le(x, 1))),
    "a mode": (op("mode", gamma, H, x, y, k, j), within(le(1, k))),
    "reversible": (op("reversible", gamma, H, x), within()),
    "a series of matrices": (
        op("on-policy", M, gamma, values(geometric)),
        within(
            *linear(geometric),
            (forall(lambda z, i: implies(lt(abs(z), 1), le(0, i), le(0, i)), REAL, INT),
             forall(lambda z, i: implies(lt(abs(z), 1), le(0, i), ne(z, 0)), REAL, INT)),
            from_on(0, lambda i: analytic(lambda z: z**i)),
            node("matrices", None, (number(0), binder(lambda i, z: z**i, INT, REAL))),
            small(lambda z: converges(0, lambda i: z**i)),
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WANTED)
def test_this_must_hold_for_the_statement_to_be_defined_and_nothing_else(name: str) -> None:
    statement, wanted = WANTED[name]
    listed = [(w,) if isinstance(w, Term) else w for w in wanted]
    assert obligations(statement) == {tuple(map(key, options)) for options in listed}


def test_hypotheses_have_to_be_defined_too() -> None:
    theorem = combination(le(0, 1), [(1, [])], [(number(0), assume(eq(1 / x, y)))])
    assert missing(theorem, []) == {(key(ne(x, 0)),)}


def test_what_is_shown_counts_if_it_needs_no_other_hypotheses() -> None:
    theorem = combination(eq(x / x, 1), [], [], [assume(ne(2 * x, 0))])
    assert missing(theorem, []) == {(key(ne(x, 0)),)}
    assert not missing(theorem, [assume(ne(x, 0))])
    other = detach(assume(implies(lt(0, y), ne(x, 0))), assume(lt(0, y)))
    assert missing(theorem, [other, assume(ne(y, 0))]) == {(key(ne(x, 0)),)}


# -- terms ----------------------------------------------------------------------------------------


def test_a_node_is_made_of_a_plain_op_and_a_plain_tuple() -> None:
    class Name(str):
        __slots__ = ()

    with pytest.raises(IllFormed, match="plain values"):
        node(Name("sin of no one"), None, ())
    with pytest.raises((IllFormed, TypeError)):
        node("abs", None, [x + 77])


def test_a_number_has_one_spelling_and_no_arguments() -> None:
    assert number(Fraction(6, 3)) is number(2) is node("num", 2, ())
    assert type(number(Fraction(987_654_321)).data) is int  # though no such number was made before
    assert number("3/4") is number(Fraction(3, 4))
    with pytest.raises(IllFormed, match="a number is"):
        node("num", 3, (x,))


@pytest.mark.parametrize("sorts", [("int", "prop"), ("prop", "int"), ("real", "oper"), ("int", 1)])
def test_a_function_has_numbers_for_all_its_arguments(sorts: tuple[str, str]) -> None:
    with pytest.raises(IllFormed, match="the sorts of its arguments"):
        node("app", ("h", sorts), (i, j))


def test_a_loose_variable_is_lifted_by_as_many_binders_as_are_said() -> None:
    loose = bind(x + y, x)
    assert lift(loose, 0) is loose
    assert lift(x, 3) is x
    assert put(lift(loose, 1), v, z) is v + y


def test_the_sort_of_a_sum_is_that_of_its_parts() -> None:
    assert [(x + y).sort, (x + n).sort, (n + k).sort, (2 * n).sort] == [REAL, REAL, INT, INT]
    assert summation(a, b, f).sort == REAL
    assert summation(a, b, lambda i: i).sort == INT


def test_loose_variables_of_two_parts_are_those_of_both() -> None:
    assert bind(x + n, x, n).loose == (INT, REAL)
    one, other = bind(x + 1, x, n), bind(n + 1, x, n)
    assert (one.loose, other.loose) == (("", REAL), (INT,))
    assert node("+", None, (one, other)).loose == node("+", None, (other, one)).loose == (INT, REAL)


@pytest.mark.parametrize(
    "data",
    [("a",), ("a", REAL, 1), ("a", 3), "ab", None, ("a", "real number"), (1, REAL)],
    ids=repr,
)
def test_a_variable_is_a_name_and_a_sort(data: Any) -> None:
    with pytest.raises(IllFormed, match="variable"):
        node("var", data, ())


# -- the normal form ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (number(6) ** n, number(2) ** n * number(3) ** n),
        (number(12) ** n, number(2) ** (2 * n) * number(3) ** n),
        (number(49) ** n, number(7) ** (2 * n)),
        (number(Fraction(4, 9)) ** n, number(2) ** (2 * n) / number(3) ** (2 * n)),
        ((-x) ** (2 * n), x ** (2 * n)),
        ((-6 * x) ** n, number(2) ** n * number(-1) ** n * x**n * number(3) ** n),
        ((x * y) ** n, x**n * y**n),
        ((1 / x) ** n, 1 / x**n),
        ((1 / x) ** -n, x**n),
        ((x**n) ** k, x ** (n * k)),
        ((x + y) ** (2 * n), (x + y) ** n * (x + y) ** n),
        ((2 * x + 2 * y) ** n, number(2) ** n * (x + y) ** n),
        (number(2) ** (n + 1), 2 * number(2) ** n),
        (number(2) ** (n - 1), number(2) ** n / 2),
        (x**-2, 1 / (x * x)),
        (x**-n, 1 / x**n),
        (number(0) ** (n + 0), number(0) ** n),
        (x**0, number(1)),
        (abs(x**n), abs(x) ** n),
        (abs(1 / x), 1 / abs(x)),
        (abs(x * y), abs(y) * abs(x)),
        (abs(-x - y), abs(x + y)),
        (op("div", 2 * a - a, b), op("div", a, b)),
        (op("if", a, b + 0, x, y), op("if", a + 0, b, x, y)),
        (op("if", 1, 2, x, y), x),
        (op("if", 2, 2, x, y), y),
        (op("if", 3, 2, x, y), y),
        (op("if", a, a + 1, x, y), x),
        (op("if", a, a, x, y), y),
        (op("div", 7, 2), number(3)),
        (op("div", 0, 2), number(0)),
        (op("div", -7, 2), number(-4)),
        (abs(-2 * x), 2 * abs(x)),
        (abs(abs(x)), abs(x)),
        (1 / (2 * x), number(Fraction(1, 2)) * (1 / x)),
        (1 / (1 / x), x),
        (1 / (2 * x + 2 * y), (1 / (x + y)) / 2),
    ],
    ids=repr,
)  # fmt: skip
def test_two_terms_have_one_normal_form(one: Term, other: Term) -> None:
    assert normal(one) is normal(other)


def test_a_polynomial_is_scaled_to_whole_numbers_without_a_common_factor() -> None:
    p = polynomial(x * 4 / 3 + y * 2 / 3)
    c, q = scaled(p)
    assert sorted(q.values()) == [1, 2]
    assert {m: c * d for m, d in q.items()} == dict(p)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (op("div", 7, 0), number(0)),
        (op("div", 7, -2), number(-4)),
        (x / x, number(1)),
        (x**n * x, x ** (n + 1)),
        ((-1 * x) ** n, x**n),
        (abs(x), x),
        (abs(x + y), abs(x) + abs(y)),
        (op("if", a, b, x, y), op("if", b, a, y, x)),
        (1 / (x + y), 1 / x + 1 / y),
        (number(0) ** n, number(0)),
        (x ** (n + k), x**n * x**k),
    ],
    ids=repr,
)
def test_two_terms_that_may_differ_have_two_normal_forms(one: Term, other: Term) -> None:
    assert normal(one) is not normal(other)


def test_atoms_are_listed_in_the_order_of_their_numbers() -> None:
    names = [var(f"atom {place}") for place in range(20)]
    polynomial(sum(names, number(0)))
    for place, late in enumerate(names):
        for early in names[:place]:
            assert atoms(polynomial(late + early)) == [early, late]


@pytest.mark.parametrize(
    ("gap", "units", "wholes"),
    [
        (x ** (n + 1) - 2 * x * x**n, [], [n]),
        (x / x - 2, [x], []),
        (x / x - 1, [y], []),
        (x ** (n + k) - 2 * x**n * x**k, [x], []),
        (1 / (1 + 1 / x) - 2 * x / (x + 1), [x, 1 + 1 / x], []),
        (x / x**n - 1, [x], []),
        (x ** (n - 1) * x - x**n, [], [n]),
        (x**n / x - x ** (n - 1), [], [n - 1]),
        (x ** (2 - n) - x * x / x**n, [], [n]),
        (x, [number(0)], []),
    ],
    ids=repr,
)
def test_what_is_not_zero_does_not_vanish(gap: Term, units: list[Term], wholes: list[Term]) -> None:
    assert not vanishes(polynomial(gap), units, wholes)


@pytest.mark.parametrize(
    ("gap", "units", "wholes"),
    [
        (x - x, [], []),
        (x / x - 1, [x], []),
        (x / x - 1, [2 * x], []),
        (x / x - 1, [x * y], []),
        (x / x + y / y - 2, [x * y], []),
        (x * x / x - x, [x], []),
        (y / (x * x) * x * x - y, [x], []),
        ((x + y) / (x + y) - 1, [2 * x + 2 * y], []),
        (1 / (1 + 1 / x) - x / (x + 1), [x, 1 + 1 / x, x + 1], []),
        (x ** (n + 2) - x * x * x**n, [], [n]),
        (x ** (n + 2) - x**n * x**2, [], [n]),
        (x ** (2 - n) - x * x / x**n, [], [-n]),
        (x ** (n - 1) * x - x**n, [], [n - 1]),
        (x ** (n + k) - x**n * x**k, [x], []),
        (x ** (n - k) - x**n / x**k, [x], []),
        (x**n / x**n - 1, [x], []),
        (x ** (n + 1) / x**n - x, [x], []),
        (1 / x ** (1 - n) * x - x**n, [x], []),
    ],
    ids=repr,
)
def test_what_is_zero_under_the_premises_vanishes(
    gap: Term, units: list[Term], wholes: list[Term]
) -> None:
    assert vanishes(polynomial(gap), units, wholes)


def test_an_exponent_that_may_be_negative_is_not_split() -> None:
    gap = polynomial(x ** (n + 1) - x * x**n)
    assert vanishes(gap, [], [n])
    assert vanishes(gap, [x], [])
    assert not vanishes(gap, [], [])
    assert not vanishes(gap, [], [n + 1])
    assert not vanishes(gap, [y], [k])


# -- rules ----------------------------------------------------------------------------------------


def test_premises_that_were_not_needed_add_no_hypotheses() -> None:
    made = combination(eq(x + x, 2 * x), [], [], [assume(ne(y, 0))], [assume(le(0, n))])
    assert not made.hypotheses


def test_what_is_not_of_the_kind_of_a_parameter_is_refused_by_name() -> None:
    with pytest.raises(Refused, match="discrete: theorem is not a Theorem"):
        discrete(lt(0, n))  # type: ignore[arg-type]
    with pytest.raises(Refused, match="assume: statement is not a Term"):
        assume("x")  # type: ignore[arg-type]
    with pytest.raises(Refused, match="discharge: statement is not a Term"):
        discharge(assume(lt(0, x)), "x")  # type: ignore[arg-type]
    with pytest.raises(Refused, match="axiom: name is not a str"):
        axiom(x)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="cut: lemmas is not a Theorem"):
        cut(assume(lt(0, x)), assume(lt(0, x)), lt(0, x))  # type: ignore[arg-type]


def test_a_fraction_is_made_of_plain_integers() -> None:
    for part in ("_numerator", "_denominator"):
        forged = Fraction(1, 2)
        setattr(forged, part, True)
        with pytest.raises(Refused, match="not a fraction"):
            combination(le(0, 1), [(forged, [])])


def _respelled(said: Term, before: Term) -> Theorem:
    """Put the right side of an equation for the left one, in "the operator contracts"."""
    place = bind(op("contracts", M, gamma, H, e), H)
    return respell(assume(said), place, assume(op("contracts", M, gamma, before, e)))


def test_an_operator_that_is_spelled_otherwise_keeps_all_hypotheses() -> None:
    said = forall(lambda z, r, v: implies(lt(abs(z), 1), eq(z * v, v * x)), REAL, REAL, REAL)
    before = operator(lambda z, r, v: z * v)
    made = _respelled(said, before)
    assert made.hypotheses == {said, op("contracts", M, gamma, before, e)}


def test_an_operator_is_not_spelled_otherwise_by_a_denial() -> None:
    said = forall(lambda z, r, v: node("not", None, (lt(abs(z), 1),)), REAL, REAL, REAL)
    with pytest.raises(Refused, match="needs an equation"):
        _respelled(said, operator(lambda z, r, v: z * v))


@pytest.mark.parametrize("name", ["#0", "#1", "#2"])
def test_a_name_in_an_equation_is_not_taken_for_the_matrix(name: str) -> None:
    w = node("var", (name, REAL), ())
    said = forall(lambda z, r, v: implies(lt(abs(z), 1), eq(w * v, x * v)), REAL, REAL, REAL)
    with pytest.raises(Refused, match="another form"):
        _respelled(said, operator(lambda z, r, v: z * v))


def test_the_chain_keeps_what_the_reading_and_the_rewards_need() -> None:
    reading = stationary.reading("rho", number(1), 1)
    first, total = apply("rho", 0), reading.conclusion.args[3]
    bound = combination(le(first, first - total), [], [(gamma, assume(eq(apply("rho", 1), 0)))])
    with pytest.raises(Refused, match="not arbitrary"):
        stationary_chain(bound, reading, stationary.nothing(), number(1), "rho")
    zero = stationary.reading("rho", number(0), 1)
    free = combination(le(first, first - zero.conclusion.args[3]))
    made = stationary_chain(free, zero, assume(analytic(lambda q: y * q)), number(1), "rho")
    assert made.hypotheses == {*zero.hypotheses, analytic(lambda q: y * q)}
    assert len(zero.hypotheses) == 2
    body = zero.conclusion.args[1]
    said = operator(lambda z, r, v: y * z * r + put(body, z) * v)
    assert key(made.conclusion) is key(op("dissipative", M, gamma, said, 1))


def test_the_chain_speaks_of_the_operator_that_was_read() -> None:
    reading = stationary.reading("rho", number(1), 1)
    first, (_, body, _, total) = apply("rho", 0), reading.conclusion.args
    bound = combination(
        le((1 - gamma) * first, first - total),
        [(1, [assume(lt(0, gamma)), stationary.largest("rho", 1, True)])],
    )
    made = stationary_chain(bound, reading, stationary.nothing(), 1 - gamma, "rho")
    said = operator(lambda z, r, v: put(body, z) * v)
    assert key(made.conclusion) is key(op("dissipative", M, gamma, said, 1 - gamma))


def test_bound_and_reading_may_use_that_covariances_are_positive_definite() -> None:
    said = op("positive definite", binder(lambda n: apply("rho", n)))
    first, zero = apply("rho", 0), stationary.reading("rho", number(0), 1)
    bound = combination(le(first, first - zero.conclusion.args[3]))
    for given in (bound, zero):
        used = detach(discharge(given, said), assume(said))
        assert said in used.hypotheses
        pair = (used, zero) if given is bound else (bound, used)
        made = stationary_chain(*pair, stationary.nothing(), number(1), "rho")
        assert made.hypotheses == zero.hypotheses


@pytest.mark.parametrize("name", ["#0", "#1", "#2"])
def test_a_name_in_the_rewards_is_not_taken_for_the_matrix(name: str) -> None:
    w = node("var", (name, REAL), ())
    zero = stationary.reading("rho", number(0), 1)
    first = apply("rho", 0)
    bound = combination(le(first, first - zero.conclusion.args[3]))
    made = stationary_chain(bound, zero, assume(analytic(lambda q: w * q)), number(1), "rho")
    assert w in made.conclusion.free


def test_the_lemma_on_small_steps_has_no_other_hypotheses() -> None:
    margin, positive = assume(op("dissipative", M, gamma, H, e)), assume(lt(0, e))
    more = combination(le(0, 1), [(1, [])], [(number(0), assume(eq(x, y)))])
    lemma = detach(discharge(stationary.descent(), le(0, 1)), more)
    assert eq(x, y) in lemma.hypotheses
    with pytest.raises(Refused, match="small steps"):
        on_policy(margin, positive, lemma)


def test_the_updates_converge_where_both_premises_hold() -> None:
    margin, positive = assume(op("dissipative", M, gamma, H, e)), assume(lt(0, e))
    made = on_policy(margin, positive, stationary.descent())
    assert made.hypotheses == {*margin.hypotheses, *positive.hypotheses}


def test_the_lemma_on_small_steps_may_be_spelled_otherwise() -> None:
    margin, positive = assume(op("dissipative", M, gamma, H, e)), assume(lt(0, e))
    body = DESCENDED.args[0]
    other = node("tends", None, (body, number(1) - 1))
    assert other is not DESCENDED
    made = on_policy(margin, positive, restate(stationary.descent(), other))
    assert made.conclusion is op("on-policy", M, gamma, H)


def test_a_reading_is_a_reading() -> None:
    """The bound and the margin fit; what stands in place of the reading says something else."""
    reading = stationary.reading("rho", number(1), 1)
    rate, body, _, total = reading.conclusion.args
    first = apply("rho", 0)
    bound = assume(le(first, first - total))
    for other in (node("size", None, (rate, body, total)), lt(0, x)):
        with pytest.raises(Refused, match="needs a bound, a reading"):
            stationary_chain(bound, assume(other), stationary.nothing(), number(1), "rho")


def test_summable_sizes_are_asked_for_at_all_real_numbers() -> None:
    def below_one(q: Term, said: Term) -> Term:
        return implies(lt(0, q), lt(q, 1), said)

    def size(i: Term, q: Term) -> Term:
        return node("app", ("Q", (INT, REAL)), (i, q))

    body = bind(node("app", ("T", (INT, REAL)), (i, z)), z)
    lo = var("lo", INT)
    each = forall(lambda q: below_one(q, op("size", q, body, size(i, q))), REAL)
    assert axiom("matrices of summable size").hypotheses == {
        forall(lambda place: substitute(implies(le(lo, i), each), {i: place})),
        forall(lambda q: below_one(q, converges(lo, lambda i: size(i, q))), REAL),
    }
    assert ("U", (INT, REAL)) in axiom("sum of matrices").conclusion.free


def test_coefficients_need_convergence_at_all_real_numbers() -> None:
    def wanted(q: Term) -> Term:
        return implies(lt(abs(q), 1), converges(0, lambda i: f(i) * q**i))

    assert forall(wanted, REAL) in axiom("coefficients").hypotheses


@pytest.mark.parametrize(
    "name",
    [name for name, (_, said) in AXIOMS.items() if "operator(" in repr(said) and name != "bridge"],
)
def test_every_function_in_an_operator_is_a_power_series(name: str) -> None:
    hypotheses, conclusion = AXIOMS[name]
    known = {t.args[0] for t in hypotheses if t.op == "analytic"}
    known |= {t.args[1] for t in hypotheses if t.op in ("size", "along")}
    for function in conclusion.free:
        if type(function) is tuple and function[1] == (REAL,):
            assert binder(lambda q, f=function: node("app", f, (q,)), REAL) in known


def test_the_quadratic_form_is_the_sum_over_all_pairs() -> None:
    form = AXIOMS["quadratic form"][1].args[1]
    rho, q = [5, 3, -2, 7], [2, -1, 3, 4]
    for size in range(5):
        world = World(
            {
                var("size", INT): Fraction(size),
                sequence("rho"): lambda n: Fraction(rho[int(n)]),
                sequence("q"): lambda n: Fraction(q[int(n)]),
            }
        )
        pairs = ((i, j) for i in range(size) for j in range(size))
        assert world.value(form) == sum(q[i] * q[j] * rho[abs(i - j)] for i, j in pairs)


def test_an_echo_is_half_of_the_weight_at_its_lag() -> None:
    body = AXIOMS["echo"][1].args[0]
    at = [substitute(put(body, number(n)), {var("lag", INT): number(3)}) for n in range(6)]
    assert [normal(t) for t in at] == [normal(term(t)) for t in (1, 0, 0, x / 2, 0, 0)]


#: a case at the edge of an axiom's hypotheses, and what it then says without any
EDGES: list[tuple[str, dict[Any, Term], list[Term]]] = [
    ("floor from above", {b: number(1)}, [le(1, 1)]),
    ("floor from below", {b: number(1)}, [le(1, 1)]),
    ("choice of the second", {b: a}, [le(a, a)]),
    ("last term", {var("hi", INT): var("lo", INT)}, [le(var("lo", INT), var("lo", INT))]),
    ("empty sum", {var("hi", INT): var("lo", INT) - 1}, [lt(var("lo", INT) - 1, var("lo", INT))]),
    ("absolute value of x >= 0", {x: number(0)}, [le(0, 0)]),
    ("limit along a progression", {var("s", INT): number(1)}, [le(1, 1)]),
    ("limit of powers", {x: number(Fraction(99, 100))}, [lt(abs(number(Fraction(99, 100))), 1)]),
    ("along a power", {k: number(0)}, [le(0, 0)]),
    ("on a cycle", {k: number(1)}, [le(1, 1)]),
    ("modes of a cycle", {k: number(1)}, [le(1, 1)]),
    ("two states", {var("p"): number(0)}, [le(0, 0), le(0, 1)]),
    ("two states", {var("p"): number(1)}, [le(0, 1), le(1, 1)]),
    ("numbers on two states", {x: number(-1)}, [le(abs(number(-1)), 1)]),
    ("larger size", {y: x}, [le(x, x)]),
    ("larger modulus", {y: x}, [le(x, x)]),
    ("exchange of series", {a: var("lo", INT) + var("s", INT)},
     [le(var("lo", INT) + var("s", INT), var("lo", INT) + var("s", INT))]),
    ("exchanged series", {a: var("lo", INT) + var("s", INT)},
     [le(var("lo", INT) + var("s", INT), var("lo", INT) + var("s", INT))]),
    ("largest covariance", {var("lag", INT): number(0)}, [le(0, 0)]),
    ("echo", {var("lag", INT): number(1), x: number(-1)}, [le(1, 1), le(abs(number(-1)), 1)]),
    ("von Neumann's inequality", {var("m"): number(0)}, [le(0, 0)]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "mapping", "met"), EDGES, ids=[edge[0] for edge in EDGES])
def test_an_axiom_holds_up_to_the_edge_of_its_hypotheses(
    name: str, mapping: dict[Any, Term], met: list[Term]
) -> None:
    before = instantiate(axiom(name), mapping)
    after = cut(before, *(_trivial(s) for s in met))
    assert len(after.hypotheses) == len(before.hypotheses) - len(met)


def _trivial(s: Term) -> Theorem:
    """A relation between numbers, or one that holds by a number of slack."""
    gap = polynomial(s.args[1] - s.args[0]).get((), 0)
    return combination(s, [(gap, [])] if gap else [])


def test_a_theorem_rests_on_the_axioms_and_foreign_rules_behind_it() -> None:
    made = cut(axiom("strict order"), restate(axiom("order both ways"), eq(y, x)))
    assert made.rests_on == {"strict order", "order both ways"}
    assert assume(lt(0, x)).rests_on == frozenset()
    margin, positive = assume(op("dissipative", M, gamma, H, e)), assume(lt(0, e))
    below = stationary.descent()
    assert on_policy(margin, positive, below).rests_on == {"on_policy", *below.rests_on}


def test_every_fact_and_foreign_rule_is_named() -> None:
    assert {*FACTS, "stationary_chain", "on_policy"} == NAMES


def test_multiples_of_a_positive_number_are_not_bounded() -> None:
    assert axiom("multiples").conclusion is op("not", bounded(var("lo", INT), lambda n: x * n))


def test_a_discount_lies_between_zero_and_one() -> None:
    assert (lt(0, gamma), lt(gamma, 1)) == DISCOUNT


def test_what_is_known_around_an_operator_is_known_in_it() -> None:
    moving = operator(lambda z, r, v: z**n * v)
    statement = from_on(0, lambda m: substitute(op("reversible", gamma, moving, x), {n: m}))

    def linear(n: Term, z: Term, r: Term, v: Term) -> Term:
        inside = eq(z**n * v, z**n * number(0) * r + z**n * v)
        return implies(le(0, n), lt(abs(z), 1), inside)

    assert (key(forall(linear, INT, REAL, REAL, REAL)),) in obligations(statement)
