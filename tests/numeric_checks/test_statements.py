"""Statements decided at instances, against other evaluations of the same statements.

The tests of the core have an evaluator of their own, which shares nothing with this one: where both
decide a statement they must agree.  What is not meaningless must not depend on what 1/0, or the sum
of a divergent series, is set to; so it is read a second time with another number in these places.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from sympy import Expr, Integer, Rational

from numeric_checks import MRP, cycle, single_state, two_state
from numeric_checks.processes.chains import random_mrp
from numeric_checks.processes.mrp import max_norm
from numeric_checks.statements import (
    Instance,
    InvalidInstance,
    Members,
    NoValue,
    Outcome,
    decide,
    members,
)
from numeric_checks.statements.instances import k
from numeric_checks.statements.integers import Whole
from numeric_checks.statements.meaning import Decision
from numeric_checks.statements.operators import applied, operator
from numeric_checks.statements.reading import Reading
from proofs.notation import c, gamma, h, i, j, lam, n, td_error_form, v, v_pi, z
from symbolic import (
    Abs,
    AtMost,
    Bounded,
    Contracts,
    Converges,
    CycleEigenvalue,
    Equal,
    FloorDiv,
    ForAll,
    IfLess,
    Less,
    Not,
    OnEveryMRP,
    OperatorEqual,
    Statement,
    TendsTo,
    WeightedReturn,
    ZeroOnlyAt,
    index,
    real,
    sequence,
    series,
)
from symbolic.core.terms import INT, REAL, IllFormed, Term, bind, node, number, var
from symbolic.statements.edge import CHAIN, operator_to_core
from symbolic.terms.edge import from_core, to_core
from tests.symbolic.core import drawing
from tests.symbolic.core.chains import Chain
from tests.symbolic.core.evaluation import World
from tests.symbolic.core.exact import is_zero, sign

HOLDS, FAILS = Outcome.HOLDS, Outcome.FAILS
MEANINGLESS, UNDECIDED = Outcome.MEANINGLESS, Outcome.UNDECIDED
CHECKED = Outcome.CHECKED
ODD = Fraction(17, 3)


class Odd(World):
    """Terms without a meaning have an odd value."""

    def value(self, t: Term, bound: Any = ()) -> Any:
        if t.op == "inv" and is_zero(self.value(t.args[0], bound)):
            return ODD
        if t.op in ("div", "cos", "sin") and sign(self.value(t.args[1], bound) - 1) < 0:
            return Fraction(5) if t.op == "div" else ODD
        if t.op == "pow" and is_zero(self.value(t.args[0], bound)):
            return ODD if sign(self.value(t.args[1], bound)) < 0 else super().value(t, bound)
        if t.op == "series" and not self._convergent(self._classes(t.args[1], bound)):
            return ODD
        return super().value(t, bound)


# -- statements about numbers ----------------------------------------------------------------------

F, G = sequence("f"), sequence("g")


def drawn_members(rng: Random) -> Members:
    """A few members, then one of the sequences that are decided."""
    first = tuple(drawing.fractions(rng) for _ in range(rng.randint(0, 3)))
    place = to_core(k)
    while True:
        body = drawing.nice(rng, place)
        try:
            return members(*first, then=from_core(body))
        except InvalidInstance:  # another variable occurs in it
            continue


def drawn_case(rng: Random) -> tuple[Term, Instance, dict[Any, Any]] | None:
    """A statement about numbers, an instance of it, and the same values for the other evaluator."""
    try:
        s = drawing.statement(rng)
    except IllFormed:
        return None
    values: dict[Any, Any] = {}
    symbols: dict[Any, Fraction] = {}
    sequences: dict[Any, Members] = {}
    for x in drawing.parts(s):
        if isinstance(x, Term):
            values[x] = drawing.drawn(rng, x)
            name = x.data[0].replace("#", "hash").replace("@", "at")
            if name != x.data[0]:
                return None
            symbols[index(name) if x.sort == INT else real(name)] = values[x]
        elif x[1] == (INT,):
            data = drawn_members(rng)
            sequences[sequence(x[0])] = data
            values[x] = body_of(data)
        else:
            return None
    return s, Instance.of(symbols, sequences), values


def body_of(data: Members) -> Term:
    """All members as one term."""
    place, found = to_core(k), to_core(data.then)
    for at, x in reversed(list(enumerate(data.first))):
        found = node("if", None, (place, number(at + 1), number(x), found))
    return bind(found, place)


def test_drawn_statements_against_the_evaluator_of_the_core_tests() -> None:
    rng, count = Random(23), Counter[str]()
    for _ in range(3500):
        case = drawn_case(rng)
        if case is None:
            continue
        s, instance, values = case
        try:
            found = Decision(instance).of(s, ()).outcome
        except NoValue:  # a member before the first
            count["no value"] += 1
            continue
        count[found.value] += 1
        if found in (HOLDS, FAILS):
            for world in (World(values), Odd(values)):
                truth = world.holds(s)
                count[f"{type(world).__name__} {truth}"] += 1
                assert truth is None or truth is (found is HOLDS), (s, instance)
    assert count["World True"] > 600
    assert count["World False"] > 600
    assert count["Odd True"] + count["Odd False"] > 1300
    assert count[MEANINGLESS.value] > 120
    assert count[UNDECIDED.value] < 600


# -- sums ------------------------------------------------------------------------------------------

BODIES = [
    h(i) * gamma**i,
    Abs(h(i) - h(i + 1)) * gamma**i * i,
    lam ** FloorDiv(i + 2, 3) * (-1) ** i,
    IfLess(i, 5, h(i), i**2 * gamma**i),
    gamma ** FloorDiv(i, 2) * IfLess(i - 2 * FloorDiv(i, 2), 1, h(i), 3),
    i**3 - 2 * i,
]
SUMS = Instance.of({gamma: "2/3", lam: "-1/2"}, {h: members(2, -1, then=Rational(-1, 3) ** k + 1)})


@pytest.mark.parametrize("body", BODIES)
def test_closed_forms_of_sums_against_adding_up(body: Expr) -> None:
    reading, inside = Reading(SUMS), bind(to_core(body), to_core(i))
    one_by_one = sum(reading.number(inside, (Whole(s),)) for s in range(1, 81))
    closed = reading.closed_sum(lambda n: reading.form(inside, (n,)), Whole(1), Whole(80))
    assert closed.number() == one_by_one
    assert reading.number(to_core(series(body, i, 1, 80))) == one_by_one


@pytest.mark.parametrize("body", BODIES[:2])
def test_a_series_against_partial_sums_with_a_bound_for_the_rest(body: Expr) -> None:
    reading, inside = Reading(SUMS), bind(to_core(body), to_core(i))
    partial = sum(reading.number(inside, (Whole(s),)) for s in range(200))
    # |h_i| <= 3, and i (2/3)^i <= 2 (5/6)^i
    rest = 3 * 2 * 2 * Fraction(5, 6) ** 200 * 6
    total = reading.number(to_core(series(body, i, 0)))
    assert abs(total - partial) <= rest < Fraction(1, 10**12)


# -- operators -------------------------------------------------------------------------------------


def drawn_mrps(rng: Random) -> MRP:
    rate = rng.choice(("1/2", "9/10", "1/3"))
    kinds = [
        lambda: random_mrp(rng.randint(1, 3), rng.randrange(1000), rate),
        lambda: cycle(rng.randint(1, 3), rate, None),
        lambda: two_state(rng.choice(("0", "1/2", "2/5", "1")), rate, [rng.randint(-2, 2), 1]),
        lambda: single_state(rng.randint(-2, 2), rate),
        lambda: MRP.of([[1, 0], ["1/2", "1/2"]], [2, 1], rate),
    ]
    return rng.choice(kinds)()


def about_an_operator(rng: Random) -> Term:
    """A statement about a drawn operator; the numbers in it are right now and then."""
    one, two = drawing.some_operator(rng), drawing.some_operator(rng)
    rate, x = to_core(gamma), number(drawing.fractions(rng))
    fixed = bind(rng.choice((to_core(v_pi), drawing.ZERO, to_core(v_pi) * rate)), *NAMES)
    length = number(rng.choice((1, 2, 4)))
    return rng.choice(
        (
            node("same", None, (CHAIN, rate, one, rng.choice((one, two)))),
            node("contracts", None, (CHAIN, rate, one, rng.choice((x, rate, number(2))))),
            node("zero only at", None, (CHAIN, rate, one, node("operator", None, (fixed,)))),
            node("two states", None, (rate, one, number(Fraction(rng.randint(0, 4), 4)), x)),
            node("mode", None, (rate, one, x, drawing.ZERO, length, number(1))),
        )
    )  # fmt: skip


NAMES = [var(name) for name in "zrv"]


def test_drawn_statements_about_operators_against_the_evaluator_of_the_core_tests() -> None:
    rng, count = Random(24), Counter[str]()
    for _ in range(1200):
        mrp = drawn_mrps(rng)
        s = about_an_operator(rng)
        values: dict[Any, Any] = {
            CHAIN: Chain([list(map(Fraction, row)) for row in mrp.P], list(mrp.r))
        }
        symbols: dict[Any, Any] = {}
        for x in drawing.parts(s):
            if x.sort in (INT, REAL):
                values[x] = mrp.gamma if x is to_core(gamma) else drawing.drawn(rng, x)
                if x.data[0][0] not in "#@":
                    symbols[index(x.data[0]) if x.sort == INT else real(x.data[0])] = values[x]
        try:
            found = Decision(Instance.of(symbols, {}, mrp)).of(s, ()).outcome
        except NoValue:
            continue
        truth = World(values).holds(s)
        count[f"{s.op} {found.value} {truth}"] += 1
        if found in (HOLDS, FAILS):
            assert truth is None or truth is (found is HOLDS), (s, mrp)
    for op in ("same", "contracts", "zero only at", "two states", "mode"):
        assert count[f"{op} holds True"] > 5, op
        assert count[f"{op} fails False"] > 20, op


def test_the_operator_of_a_return_against_matrices() -> None:
    rng = Random(25)
    for _ in range(150):
        mrp = drawn_mrps(rng)
        first, tail = [drawing.fractions(rng) for _ in range(3)], drawing.fractions(rng)
        ret, data = (
            WeightedReturn(first, tail=tail),
            members(*first, then=Rational(tail.numerator, tail.denominator)),
        )
        where = Instance.of({}, {h: data}, mrp)
        parts = operator(Reading(where), operator_to_core(td_error_form()), ())
        start = tuple(drawing.fractions(rng) for _ in range(mrp.size))
        assert applied(mrp, parts, start) == mrp.operator(ret, start)
        norm = max_norm(mrp.contraction_matrix(ret))
        for bound, outcome in ((norm, HOLDS), (norm - Fraction(1, 10**9), FAILS)):
            limit = Rational(bound.numerator, bound.denominator)
            assert decide(Contracts(td_error_form(), limit), where).outcome is outcome


ONE_STATE = Instance.of({}, {}, single_state(1, "1/2"))


@pytest.mark.parametrize(
    ("statement", "outcome"),
    [
        (OperatorEqual(z * v, v / 2), HOLDS),
        (OnEveryMRP(OperatorEqual(z * v, v / 2)), FAILS),
        (OnEveryMRP(OperatorEqual((1 - z**2) * v / (1 - z), v + z * v)), HOLDS),
        (OperatorEqual(v / (1 - 2 * z), v), MEANINGLESS),
        (OperatorEqual(v / z, v), MEANINGLESS),
        (OperatorEqual(v + 1, v), MEANINGLESS),
        (OperatorEqual(series(2**i * z**i, i, 0) * v, v), MEANINGLESS),
        (OperatorEqual(series(z**i, i, 0) * v, 2 * v), HOLDS),
        (OperatorEqual(series(i * z**i, i, 0) * v, 2 * v), HOLDS),
        (ZeroOnlyAt(v - z * v, 0), HOLDS),
        (ZeroOnlyAt(v - 2 * z * v, 0), FAILS),
        (OnEveryMRP(Contracts(v - 2 * z * v, 1 + 2 * gamma)), HOLDS),
        (OnEveryMRP(Contracts(v - 2 * z * v, 2 * gamma)), FAILS),
        (Not(OnEveryMRP(Contracts(v, 1))), FAILS),
        (OnEveryMRP(Contracts(v / (2 + z), 0)), FAILS),
        (OnEveryMRP(Contracts(v / (2 + z), 1)), UNDECIDED),
        (OperatorEqual(series(z ** (i - 3), i, 3) * v, 2 * v), HOLDS),
        (OperatorEqual(series((z + z**2) ** i / 4**i, i, 0) * v, v), UNDECIDED),
        (OperatorEqual(z / v, z), UNDECIDED),
        (OperatorEqual(v / (1 + z**2), 4 * v / 5), UNDECIDED),
        (OperatorEqual(v / (4 + z**2), 4 * v / 17), HOLDS),
        (CycleEigenvalue(z * v, 0, gamma, 4, 1), HOLDS),
        (CycleEigenvalue(z * v, 0, -gamma, 4, 1), FAILS),
        (CycleEigenvalue(z**2 * v / (1 - z**2), -Rational(1, 5), 0, 4, 1), HOLDS),
        (CycleEigenvalue(z * v, 0, 0, 5, 1), UNDECIDED),
    ],
)
def test_operators_on_one_state(statement: Statement, outcome: Outcome) -> None:
    assert decide(statement, ONE_STATE).outcome is outcome


def test_an_mrp_has_its_own_discount_only() -> None:
    one = operator_to_core(z * v)
    for rate, outcome in ((Fraction(1, 2), HOLDS), (Fraction(1, 3), UNDECIDED)):
        s = node("contracts", None, (CHAIN, number(rate), one, number(1)))
        assert Decision(ONE_STATE).of(s, ()).outcome is outcome


# -- what is decided, and what is not --------------------------------------------------------------

FALLING = members(3, 2, then=Rational(1, 2) ** k)
ALTERNATING = members(then=(-1) ** k)


@pytest.mark.parametrize(
    ("statement", "data", "outcome"),
    [
        (TendsTo(h(i), i, 0), FALLING, HOLDS),
        (TendsTo(h(i), i, 1), FALLING, FAILS),
        (TendsTo(h(i), i, 0), ALTERNATING, FAILS),
        (TendsTo(h(2 * i), i, 1), ALTERNATING, HOLDS),
        (Bounded(h(i), i, 0), ALTERNATING, HOLDS),
        (Bounded(i * h(i), i, 0), ALTERNATING, FAILS),
        (Bounded(i * h(i), i, 0), FALLING, HOLDS),
        (Converges(h(i), i, 0), ALTERNATING, FAILS),
        (Converges(h(i), i, 0), FALLING, HOLDS),
        (Equal(series(h(i), i, 0), Rational(11, 2)), FALLING, HOLDS),
        (Equal(series(h(i), i, 0), 0), ALTERNATING, MEANINGLESS),
        (Equal(series(c(n), n, 1), 3), FALLING, HOLDS),
        (Equal(1 / (h(2) - Rational(1, 4)), 0), FALLING, MEANINGLESS),
        (ForAll(i, 0, Less(h(i + 1), h(i))), FALLING, HOLDS),
        (ForAll(i, 0, Less(h(i + 2), h(i))), ALTERNATING, FAILS),
        (ForAll(i, 0, ForAll(j, 0, AtMost(h(i + j), 3))), FALLING, HOLDS),
        (ForAll(i, 0, ForAll(j, 0, AtMost(h(i + j), h(i)))), FALLING, CHECKED),
        (ForAll(i, 0, ForAll(j, 0, Less(h(i), h(j)))), FALLING, FAILS),
        (ForAll(i, 0, ForAll(j, 0, AtMost(IfLess(i, j, 0, h(i)), h(i)))), FALLING, HOLDS),
        (ForAll(i, 0, AtMost(i, 20)), FALLING, FAILS),
        (ForAll(i, 0, Less(0, 1 / (5 - i))), FALLING, FAILS),
        (ForAll(i, 0, AtMost(0, 1 / (5 - i) ** 2)), FALLING, MEANINGLESS),
        (Not(ForAll(i, 0, Less(h(i), 3))), FALLING, HOLDS),
        (ForAll(i, 1, Less(i * Rational(9, 10) ** i / 2, 1)), FALLING, FAILS),
        (ForAll(i, 2, Less(1 / h(i), 1 / h(i + 1))), FALLING, HOLDS),
        (ForAll(i, 0, ForAll(j, 0, Less(h(i + 4), 2 * h(i + j + 4)))), FALLING, FAILS),
        (ForAll(i, 0, ForAll(j, 0, Equal((h(i) + 1) * h(j), h(i) * h(j) + h(j)))), FALLING, HOLDS),
        (ForAll(i, 0, ForAll(j, 0, Equal((h(j) + 1) * h(i), h(i) * h(j) + h(i)))), FALLING, HOLDS),
        (ForAll(i, 1, Less(1 / i, 2)), FALLING, CHECKED),
    ],
)
def test_sequences(statement: Statement, data: Members, outcome: Outcome) -> None:
    assert decide(statement, Instance.of({}, {h: data})).outcome is outcome


def test_powers_of_one_are_one() -> None:
    assert decide(ForAll(i, 0, Equal(lam**i, 1)), Instance.of({lam: 1})).outcome is HOLDS
    assert decide(Bounded(lam**i, i, 0), Instance.of({lam: 1})).outcome is HOLDS
    assert decide(TendsTo(lam**i * i, i, 0), Instance.of({lam: 1})).outcome is FAILS


@pytest.mark.parametrize("unit", [1, Rational(1, 100)])
@pytest.mark.parametrize(("scale", "outcome"), [(9, FAILS), (20, FAILS), (21, HOLDS)])
def test_a_term_that_grows_before_it_decays_is_waited_for(
    scale: int, outcome: Outcome, unit: Expr
) -> None:
    """i^3 (1/2)^i is below 9 (3/4)^i at 3 and above it at 5; it is above 20 (3/4)^i at 7 alone."""
    grows, decays = i**3 * Rational(1, 2) ** i, scale * Rational(3, 4) ** i
    found = decide(ForAll(i, 0, Less(unit * grows, unit * decays)), Instance.of())
    assert found.outcome is outcome


def test_a_failure_says_where_and_what_both_sides_are() -> None:
    where = Instance.of({}, {h: members(1, 0, 0, then=2)})
    found = decide(ForAll(i, 0, AtMost(h(i + 1), h(i))), where)
    assert str(found) == "fails (at i = 2: the left side is 2, the right side 0)"


def test_what_is_only_tried_is_not_decided_and_says_so() -> None:
    tried = ForAll(i, 1, Less(1 / i, 2))
    assert str(decide(tried, Instance.of())).startswith(
        "holds as far as it was tried (in the first 12 cases; for all of them: "
    )
    assert decide(Not(tried), Instance.of()).outcome is UNDECIDED


def test_an_instance_that_says_nothing_of_a_symbol_has_no_value_for_it() -> None:
    for statement in (Less(0, lam), Less(0, h(0)), OperatorEqual(z * v, v)):
        with pytest.raises(NoValue, match="the instance has no"):
            decide(statement, Instance.of({gamma: "1/2"}))
    with pytest.raises(NoValue, match="before the first"):
        decide(Less(0, h(-1)), Instance.of({}, {h: FALLING}))
    with pytest.raises(NoValue, match="c has a meaning"):
        decide(Less(0, h(0)), Instance.of({}, {h: FALLING, c.symbol: FALLING}))


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Instance.of({n: "1/2"}), "n = 1/2, expected an integer"),
        (lambda: Instance.of({gamma: "1/2"}, {}, cycle(2, "1/3")), "but the MRP has 1/3"),
        (lambda: members(then=lam), "is not a closed form in k"),
        (lambda: members(then=h(k)), "is not a closed form in k"),
        (lambda: members(1, then=Integer(0), over=(i, j)), "is not a closed form in i, j"),
    ],
)
def test_an_instance_that_is_none_is_refused(make: Any, said: str) -> None:
    with pytest.raises(InvalidInstance, match=said):
        make()
