"""Statements: keys identify what is the same and nothing else; replacing does not capture."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import assume, given, strategies as st
from sympy import Abs, Expr, Integer, Rational, oo

from symbolic import (
    AtMost,
    Bounded,
    Contracts,
    Converges,
    CosTurn,
    CycleEigenvalue,
    Equal,
    ForAll,
    Less,
    Not,
    NotEqual,
    OnConstants,
    OnCycle,
    OnEveryMRP,
    OperatorEqual,
    ReversibleBound,
    Statement,
    Summable,
    TendsTo,
    TwoStateEigenvalue,
    ZeroOnlyAt,
)
from symbolic.statements import GAMMA, REWARD, VALUE, IllFormed, Relation, Z
from symbolic.terms import NotATerm, index, real, sequence
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
    true,
    worlds,
    x,
    y,
)

k = index("k")
g, u, w = sequence("g"), sequence("u"), sequence("w")
L, K = real("L"), real("K")

#: each line: statements that say the same
SAME: list[tuple[Statement, ...]] = [
    (AtMost(x, y), AtMost(x - y, 0), AtMost(2 * x - x, y), AtMost(2 * x, 2 * y)),
    (Less(x, y),),
    (Equal(x, y), Equal(y, x), Equal(x - y, 0)),
    (NotEqual(x, y), NotEqual(y - x, 0)),
    (AtMost(y, x),),
    (AtMost(2 * x, y),),
    (ForAll(i, 0, AtMost(h(i + 1), h(i))), ForAll(j, 0, AtMost(h(1 + j), h(j)))),
    (ForAll(i, 1, AtMost(h(i + 1), h(i))),),
    (ForAll(i, 0, AtMost(h(i + 1), h(i)), n),),
    (ForAll(i, 0, Less(h(i + 1), h(i))),),
    (ForAll(i, 0, AtMost(h(i), h(i + 1))),),
    (ForAll(i, 0, ForAll(j, i, Less(h(i), g(j)))), ForAll(j, 0, ForAll(k, j, Less(h(j), g(k))))),
    (ForAll(i, 0, ForAll(j, 0, Less(h(i), g(j)))),),
    (ForAll(i, 0, ForAll(j, i, Less(h(j), g(i)))),),
    (ForAll(i, 0, Less(h(n), x)),),
    (ForAll(i, 0, Less(h(i), x)),),
    (Not(ForAll(i, 0, Less(h(i), x))), Not(ForAll(k, 0, Less(h(k), x)))),
    (TendsTo(h(i), i, L), TendsTo(h(n), n, L)),
    (TendsTo(h(i), i, 0),),
    (TendsTo(h(i + 1), i, L),),
    (TendsTo(h(n), i, L), TendsTo(h(n), k, L)),
    (Bounded(h(i), i, 0), Bounded(h(j), j, 0)),
    (Bounded(h(i), i, 1),),
    (Converges(h(i), i, 0), Converges(h(k), k, 0)),
    (Summable(h(i), i, 0), Converges(Abs(h(i)), i, 0)),
    (OperatorEqual(Z * VALUE, VALUE), OperatorEqual(VALUE * Z, 2 * VALUE - VALUE)),
    (OperatorEqual(VALUE, Z * VALUE),),
    (Equal(Z * VALUE, VALUE),),
    (OnEveryMRP(OperatorEqual(Z * VALUE, VALUE)),),
    (Contracts(Z * VALUE, GAMMA),),
    (Contracts(Z * VALUE, GAMMA**2),),
    (OnConstants(Z * VALUE, GAMMA * K, K), OnConstants(Z * VALUE, GAMMA * L, L)),
    (OnConstants(Z * VALUE, GAMMA * K, L),),
    (OnCycle(Z * VALUE, GAMMA * u(1), Integer(3), u),),
    (OnCycle(Z * VALUE, GAMMA * w(1), Integer(3), w),),
    (OnCycle(Z * VALUE, GAMMA * u(1), Integer(4), u),),
    (TwoStateEigenvalue(Z * VALUE, x, y), TwoStateEigenvalue(VALUE * Z, 2 * x - x, y)),
    (TwoStateEigenvalue(Z * VALUE, y, x),),
    (TwoStateEigenvalue(Z * VALUE, x, 1 - y),),
    (CycleEigenvalue(Z * VALUE, x, y, 3, n), CycleEigenvalue(Z * VALUE, x, y, 3, n + 1 - 1)),
    (CycleEigenvalue(Z * VALUE, y, x, 3, n),),
    (CycleEigenvalue(Z * VALUE, x, y, n, 3),),
    (CycleEigenvalue(Z * VALUE, x, -y, 3, n),),
    (ReversibleBound(Z * VALUE, GAMMA),),
    (ZeroOnlyAt(Z * VALUE, 0), ZeroOnlyAt(VALUE * Z, REWARD - REWARD)),
    (ZeroOnlyAt(Z * VALUE - REWARD, REWARD / Z),),
    (ZeroOnlyAt(Z * VALUE, REWARD),),
    (OperatorEqual(Z * VALUE, 0),),
    (Not(Bounded(h(i), i, 0)), Not(Bounded(h(n), n, 0))),
    (Not(Bounded(h(i), i, 1)),),
    (AtMost(CosTurn(2 * n, m), x), AtMost(CosTurn(n + n, m) - x, 0)),
    (AtMost(CosTurn(n, m), x),),
]


@pytest.mark.parametrize("family", SAME, ids=lambda family: str(family[0]))
def test_statements_that_say_the_same_have_one_key(family: tuple[Statement, ...]) -> None:
    assert len({s.key for s in family}) == 1


def test_statements_that_say_different_things_have_different_keys() -> None:
    for one, other in combinations(SAME, 2):
        assert one[0].key != other[0].key


relations = st.builds(
    lambda kind, a, b: kind(a, b),
    st.sampled_from([AtMost, Less, Equal, NotEqual]),
    terms(3),
    terms(3),
)


@given(relations, terms(3), worlds())
def test_relations_with_one_key_hold_in_the_same_worlds(
    relation: Relation, moved: Expr, world: World
) -> None:
    other = type(relation)(relation.lhs + moved, relation.rhs + moved)
    try:
        assume(relation.key == other.key)
        assert true(relation, world) == true(other, world)
    except (Undefined, NotATerm):
        assume(False)


@given(relations, index_terms(), worlds())
def test_replacing_variables_is_reading_the_statement_in_another_world(
    relation: Relation, number: Expr, world: World
) -> None:
    try:
        elsewhere = world.where({n: Fraction(value_of(number, world))})
        expected = true(relation, elsewhere)
        replaced = relation.substitute({n: number})
        replaced.check()
        assert isinstance(replaced, Relation)
        assert true(replaced, world) == expected
    except (Undefined, NotATerm):
        assume(False)


def value_of(term: Expr, world: World) -> Fraction:
    from tests.symbolic.exact import value

    return value(term, world)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (ForAll(i, n, Less(h(i), x)), ForAll(k, i, Less(h(k), x))),
        (ForAll(i, 0, Less(h(i), h(n))), ForAll(k, 0, Less(h(k), h(i)))),
        (TendsTo(h(i + n), i, h(n)), TendsTo(h(k + i), k, h(i))),
        (Not(ForAll(i, 0, Equal(i, n))), Not(ForAll(k, 0, Equal(k, i)))),
        (
            ForAll(i, 0, ForAll(j, i, Less(h(j), h(n)))),
            ForAll(k, 0, ForAll(j, k, Less(h(j), h(i)))),
        ),
    ],
    ids=str,
)
def test_bound_variables_make_way(statement: Statement, expected: Statement) -> None:
    assert statement.substitute({n: i}).key == expected.key


def test_a_bound_variable_is_not_replaced() -> None:
    statement = ForAll(i, 0, Less(h(i), x))
    assert statement.substitute({i: n}).key == statement.key
    assert statement.free_symbols == {x}


def test_a_sequence_is_replaced_without_capture() -> None:
    statement = ForAll(i, 0, Less(h(i), x))
    replaced = statement.substitute_sequence(h, (k,), g(k) + i)
    assert replaced.key == ForAll(m, 0, Less(g(m) + i, x)).key


ILL_FORMED: list[tuple[str, Statement]] = [
    ("for all real numbers", ForAll(x, 0, Less(0, x))),
    ("a range that depends on its variable", ForAll(i, i, Less(0, x))),
    ("a range that ends at its variable", ForAll(i, 0, Less(0, x), i)),
    ("a range from a fraction on", ForAll(i, Rational(1, 2), Less(0, x))),
    ("a range up to a real number", ForAll(i, 0, Less(0, x), y)),
    ("a range from infinity on", ForAll(i, oo, Less(0, x))),
    ("an infinite number", AtMost(x, oo)),
    ("an infinite limit", TendsTo(h(i), i, oo)),
    ("a limit that depends on the index", TendsTo(h(i), i, h(i))),
    ("a limit in a real variable", TendsTo(x, x, 0)),
    ("a bound from a real number on", Bounded(h(i), i, x)),
    ("a series from infinity on", Converges(h(i), i, oo)),
    ("a series from its index on", Summable(h(i), i, i)),
    ("a modulus that depends on the MRP", Contracts(VALUE, Z + 1)),
    ("a change that depends on the MRP", OnConstants(VALUE, K * VALUE, K)),
    ("a constant that is the MRP's", OnConstants(VALUE, GAMMA, REWARD)),
    ("a change by any number, in an operator that depends on it", OnConstants(K * VALUE, K**2, K)),
    ("values that depend on the MRP", OnCycle(VALUE, REWARD * u(0), Integer(3), u)),
    ("an eigenvalue that depends on the MRP", TwoStateEigenvalue(VALUE, Z, x)),
    ("a probability that depends on the MRP", TwoStateEigenvalue(VALUE, x, REWARD)),
    ("an imaginary part that depends on the MRP", CycleEigenvalue(VALUE, x, Z, 3, 1)),
    ("a cycle of half a state", CycleEigenvalue(VALUE, x, y, Rational(1, 2), 1)),
    ("a mode that is not an integer", CycleEigenvalue(VALUE, x, y, 3, x)),
    ("a bound in a norm that depends on the MRP", ReversibleBound(VALUE, VALUE)),
    ("a solution that depends on what is to be solved for", ZeroOnlyAt(Z * VALUE, Z * VALUE)),
    ("a solution that depends on it besides", ZeroOnlyAt(Z * VALUE, VALUE + REWARD)),
    ("a solution that is a number", ZeroOnlyAt(Z * VALUE, x)),
    ("a solution that is a matrix", ZeroOnlyAt(Z * VALUE, Z)),
    ("an ill-formed part", Not(ForAll(i, i, Less(0, x)))),
    ("one name for two things", ForAll(index("x"), 0, Less(h(index("x")), x))),
]


@pytest.mark.parametrize("statement", [s for _, s in ILL_FORMED], ids=[n for n, _ in ILL_FORMED])
def test_what_makes_no_sense_is_refused(statement: Statement) -> None:
    with pytest.raises((IllFormed, NotATerm)):
        statement.check()


@pytest.mark.parametrize(
    "mapping",
    [{Z: x}, {VALUE: REWARD}, {x: Z}, {x: VALUE + 1}, {GAMMA: Rational(1, 2)}],
    ids=str,
)
@pytest.mark.parametrize(
    "statement",
    [
        OperatorEqual(x * VALUE, VALUE),
        Contracts(x * VALUE, Abs(x)),
        OnConstants(x * VALUE, x * K, K),
        TwoStateEigenvalue(x * VALUE, x, y),
        CycleEigenvalue(x * VALUE, x, 0, n, m),
        ReversibleBound(x * VALUE, Abs(x)),
        ZeroOnlyAt(x * VALUE - REWARD, REWARD / x),
    ],
    ids=lambda s: type(s).__name__,
)
def test_what_stands_for_the_mrp_is_not_replaced(
    statement: Statement, mapping: dict[Expr, Expr]
) -> None:
    with pytest.raises(IllFormed):
        statement.substitute(mapping)
    with pytest.raises(IllFormed):
        statement.substitute_sequence(h, (k,), Z * k)


def test_the_constant_of_a_change_is_bound() -> None:
    statement = OnConstants(x * VALUE, x * K, K)
    for mapping in ({K: L}, {x: K}):
        with pytest.raises(IllFormed):
            statement.substitute(mapping)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (TwoStateEigenvalue(x * VALUE, x, y), TwoStateEigenvalue((y + 1) * VALUE, y + 1, y)),
        (
            CycleEigenvalue(h(n) * VALUE, x * CosTurn(n, m), x, m, n),
            CycleEigenvalue(h(m) * VALUE, (y + 1) * CosTurn(m, n), y + 1, n, m),
        ),
        (ReversibleBound(x * VALUE, Abs(x)), ReversibleBound((y + 1) * VALUE, Abs(y + 1))),
        (ZeroOnlyAt(x * VALUE, x * REWARD), ZeroOnlyAt((y + 1) * VALUE, (y + 1) * REWARD)),
    ],
    ids=lambda s: type(s).__name__,
)
def test_every_part_is_replaced_at_once(statement: Statement, expected: Statement) -> None:
    replaced = statement.substitute({x: y + 1, n: m + 0, m: n + 0})
    assert replaced == expected
    assert type(replaced) is type(statement)
    doubled = statement.substitute_sequence(h, (k,), 2 * g(k))
    assert h not in doubled.sequences
    assert doubled.free_symbols == statement.free_symbols


def test_parts_are_terms_whatever_they_were_given_as() -> None:
    statement = CycleEigenvalue(VALUE, 1, 0, 3, 2)
    assert statement == CycleEigenvalue(VALUE, Integer(1), Integer(0), Integer(3), Integer(2))
    assert all(isinstance(t, Expr) for t in statement._outer())
    assert ZeroOnlyAt(VALUE, 0).rhs is Integer(0)


def test_the_discount_is_spoken_of_where_it_is_not_written() -> None:
    for statement in (TwoStateEigenvalue(VALUE, 1, 0), ReversibleBound(VALUE, 1)):
        assert GAMMA in statement.free_symbols


def test_an_mrp_is_bound_in_a_statement_on_every_mrp() -> None:
    every = OnEveryMRP(OperatorEqual(x * VALUE, Z * REWARD))
    assert not every.free_symbols & {Z, VALUE, REWARD}
    assert every.substitute({Z: y, VALUE: y}).key == every.key
    with pytest.raises(IllFormed):
        every.substitute({GAMMA: Rational(1, 2)})
