"""Statements about every angle, the stationary chain and covariances, against floating point.

What is decided exactly is compared with fine grids and with eigenvalues by numpy, on drawn
instances, with room enough for rounding.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from sympy import Expr, Integer, Rational

from numeric_checks.processes.chains import stationary_distributions
from numeric_checks.processes.mrp import MRP, cycle, single_state, two_state
from numeric_checks.statements import Instance, NoValue, Outcome, decide, members
from numeric_checks.statements.instances import k as place
from numeric_checks.statements.reading import Reading
from symbolic import (
    AtMost,
    CosTurn,
    Equal,
    FloorDiv,
    ForAll,
    IfLess,
    Less,
    Not,
    OnEveryMRP,
    SinTurn,
    Statement,
    TendsTo,
    index,
    real,
    sequence,
    series,
)
from symbolic.statements import (
    GAMMA as gamma,
    VALUE as v,
    Dissipative,
    OnConstants,
    OnPolicyConverges,
    PositiveDefinite,
    ReversibleBound,
    StationaryBound,
    Z as z,
)
from symbolic.terms.edge import to_core

i, j, k, n = (index(x) for x in "ijkn")
x, y = real("x"), real("y")
h, w = sequence("h"), sequence("w")
HOLDS, FAILS, UNDECIDED = Outcome.HOLDS, Outcome.FAILS, Outcome.UNDECIDED
MEANINGLESS = Outcome.MEANINGLESS
GRID = np.linspace(0, 2 * np.pi, 4001)
NARROW = 1e-3
LAGS = 160


def fraction(rng: Random, largest: int = 3) -> Fraction:
    return Fraction(rng.randint(-2 * largest, 2 * largest), rng.randint(1, 3))


def exactly(q: Fraction) -> Rational:
    return Rational(q.numerator, q.denominator)


def everywhere(statement: Statement) -> Statement:
    """At every angle 2 pi j/k."""
    return ForAll(k, 1, ForAll(j, 0, statement))


def agree(found: Outcome, room: float, count: Counter[str]) -> None:
    """``room`` is how much the two sides leave, by floating point."""
    count[found.value] += 1
    if found is HOLDS:
        assert room > -NARROW
    elif found is FAILS:
        assert room < NARROW
    else:
        assert found is UNDECIDED


# -- every angle ---------------------------------------------------------------------------------


def drawn_wave(rng: Random) -> tuple[Expr, Any]:
    """A sum of products of cosines and sines of multiples of one angle, and its values."""
    term, values = exactly(fraction(rng)) + Integer(0), 0 * GRID
    values = values + float(term)
    for _ in range(rng.randint(1, 3)):
        a, scale = rng.randint(0, 4), fraction(rng)
        kind, function = rng.choice(((CosTurn, np.cos), (SinTurn, np.sin)))
        part, wave = exactly(scale) * kind(a * j, k), float(scale) * function(a * GRID)
        if rng.random() < 0.4:
            b = rng.randint(1, 3)
            other, also = rng.choice(((CosTurn, np.cos), (SinTurn, np.sin)))
            part, wave = part * other(b * j, k), wave * also(b * GRID)
        term, values = term + part, values + wave
    return term, values


def test_inequalities_at_every_angle_against_a_grid() -> None:
    rng, count = Random(0), Counter[str]()
    for _ in range(300):
        term, values = drawn_wave(rng)
        bound = exactly(fraction(rng, 5))
        found = decide(everywhere(AtMost(bound, term)), Instance.of()).outcome
        agree(found, float(values.min()) - float(bound), count)
    assert count["holds"] > 30
    assert count["fails"] > 100
    assert not count["is undecided"]


@pytest.mark.parametrize(
    ("statement", "outcome"),
    [
        (Equal(CosTurn(j, k) ** 2 + SinTurn(j, k) ** 2, 1), HOLDS),
        (Equal(CosTurn(2 * j, k), 2 * CosTurn(j, k) ** 2 - 1), HOLDS),
        (Equal(SinTurn(3 * j, k), 3 * SinTurn(j, k) - 4 * SinTurn(j, k) ** 3), HOLDS),
        (Equal(SinTurn(2 * j, k), 2 * SinTurn(j, k)), FAILS),
        (Equal(SinTurn(-j, k), -SinTurn(j, k)), HOLDS),
        (Equal(CosTurn(-j, k), CosTurn(j, k)), HOLDS),
        (AtMost(SinTurn(j, k) + CosTurn(j, k), Rational(3, 2)), HOLDS),
        (AtMost(SinTurn(j, k) + CosTurn(j, k), Rational(7, 5)), FAILS),
        (AtMost(-1, CosTurn(j, k)), HOLDS),
        (Less(-1, CosTurn(j, k)), FAILS),
        (Less(-1, CosTurn(3 * j, k) / 2), HOLDS),
    ],
)
def test_what_is_known_of_every_angle(statement: Statement, outcome: Outcome) -> None:
    assert decide(everywhere(statement), Instance.of()).outcome is outcome


@pytest.mark.parametrize(
    "statement",
    [
        AtMost(-1, CosTurn(j + 1, k)),
        AtMost(-1, CosTurn(j + n, k)),
        AtMost(-1, CosTurn(j + n + 1, k)),
        AtMost(-1, CosTurn(2 * k + j, k)),
        AtMost(-2, CosTurn(j, k) + Rational(1, 2) ** j),
        AtMost(CosTurn(j, k) / (2 + CosTurn(j, k)), 1),
    ],
)
def test_what_is_about_more_than_an_angle_is_only_tried(statement: Statement) -> None:
    found = decide(everywhere(statement), Instance.of({n: 1}))
    assert found.outcome in (UNDECIDED, Outcome.CHECKED)


def test_a_range_that_ends_is_not_every_angle() -> None:
    """Two indices, one from 0 and one from 1 on, as of an angle; but the second one ends."""
    blocks = ForAll(n, 0, ForAll(j, 1, Equal(h(2 * n + j), h(2 * n + 1)), 2))
    in_pairs = members(then=Rational(1, 2) ** FloorDiv(place + 1, 2))
    assert decide(blocks, Instance.of({}, {h: in_pairs})).outcome is HOLDS
    assert decide(blocks, Instance.of({}, {h: members(then=place)})).outcome is FAILS


def test_fejer_sums_are_never_negative_and_no_larger_bound_holds() -> None:
    for size in range(1, 6):
        total = series((size - n) * CosTurn(j * n, k), n, 1, size - 1)
        for least, outcome in ((0, HOLDS), (Rational(1, 10**6), FAILS)):
            says = everywhere(AtMost(least, size + 2 * total))
            expected = HOLDS if size == 1 else outcome
            assert decide(says, Instance.of()).outcome is expected


def test_a_finite_sequence_beside_cosines_is_decided() -> None:
    wave = series((h(n) - h(n + 1)) * gamma**n * CosTurn(j * n, k), n, 0)
    data = Instance.of({gamma: "1/2"}, {h: members(1, 3, "1/2")})
    values = sum(
        c * 0.5**m * np.cos(m * GRID) for m, c in enumerate((1 - 3, 3 - 0.5, 0.5))
    )  # fmt: skip
    least = float(np.min(values))
    for bound, outcome in ((least - NARROW, HOLDS), (least + NARROW, FAILS)):
        limit = exactly(Fraction(bound).limit_denominator(10**6))
        assert decide(everywhere(AtMost(limit, wave)), data).outcome is outcome


# -- the stationary chain ------------------------------------------------------------------------


def drawn_chain(rng: Random) -> MRP:
    rate = rng.choice(("1/2", "9/10", "1/3"))
    size = rng.randint(1, 4)
    rows = [[rng.randint(0, 2) + (b == (a + 1) % size) for b in range(size)] for a in range(size)]
    kinds = [
        lambda: MRP.of([[Fraction(p, sum(row)) for p in row] for row in rows], [0] * size, rate),
        lambda: cycle(rng.randint(1, 5), rate, None),
        lambda: two_state(rng.choice(("0", "1/2", "2/5", "1")), rate, [0, 0]),
        lambda: MRP.of([[1, 0, 0], [0, 1, 0], ["1/3", "1/3", "1/3"]], [0, 0, 0], rate),
    ]
    return rng.choice(kinds)()


def drawn_operator(rng: Random) -> tuple[Expr, list[Fraction]]:
    coefficients = [fraction(rng, 1) / 2 for _ in range(rng.randint(1, 4))]
    return sum(
        (exactly(c) * z**m for m, c in enumerate(coefficients)), Integer(0)
    ) * v, coefficients


def matrix(mrp: MRP, coefficients: list[Fraction]) -> Any:
    P = float(mrp.gamma) * np.array(mrp.P, dtype=float)
    total = np.zeros_like(P)
    for c in reversed(coefficients):
        total = total @ P + float(c) * np.eye(len(P))
    return total


def test_statements_about_the_stationary_chain_against_eigenvalues() -> None:
    rng, count = Random(3), Counter[str]()
    for _ in range(300):
        mrp, (H, coefficients), bound = drawn_chain(rng), drawn_operator(rng), fraction(rng, 1)
        B, at = matrix(mrp, coefficients), Instance.of({}, {}, mrp)
        norm, margin = 0.0, float("inf")
        for d in stationary_distributions(mrp):
            root = np.sqrt(np.array(d, dtype=float))
            kept = root > 0
            inside = (root[:, None] * B)[np.ix_(kept, kept)] / root[kept]
            norm = max(norm, float(np.linalg.norm(inside, 2)))
            low = np.linalg.eigvalsh((inside + inside.T) / 2).max()
            margin = min(margin, 1 - low)
        found = decide(StationaryBound(H, exactly(abs(bound))), at).outcome
        agree(found, float(abs(bound)) - norm, count)
        found = decide(Dissipative(H, exactly(bound)), at).outcome
        agree(found, margin - float(bound), count)
        if len(stationary_distributions(mrp)) == 1:
            agree(decide(OnPolicyConverges(H), at).outcome, margin, count)
    assert count["holds"] > 150
    assert count["fails"] > 150


def test_a_negative_bound_bounds_nothing() -> None:
    at = Instance.of({}, {}, single_state(0, "1/2"))
    assert decide(StationaryBound(0 * v, -1), at).outcome is FAILS
    assert decide(ReversibleBound(0 * v, -1), Instance.of({gamma: "1/2"})).outcome is FAILS


def test_a_chain_with_transient_states_has_no_positive_stationary_distribution() -> None:
    transient = MRP.of([[1, 0], ["1/2", "1/2"]], [0, 0], "9/10")
    assert decide(OnPolicyConverges(5 * v), Instance.of({}, {}, transient)).outcome is HOLDS


def test_statements_about_every_chain_against_a_grid() -> None:
    rng, count = Random(4), Counter[str]()
    for _ in range(300):
        (H, coefficients), bound = drawn_operator(rng), fraction(rng, 1)
        rate = Fraction(rng.choice(("1/2", "9/10", "1/3")))
        at = Instance.of({gamma: rate})
        circle, line = float(rate) * np.exp(1j * GRID), np.linspace(-float(rate), float(rate), 2001)
        margin = float(
            np.min(1 - np.polyval([float(c) for c in reversed(coefficients)], circle).real)
        )
        size = float(np.max(np.abs(np.polyval([float(c) for c in reversed(coefficients)], line))))
        found = decide(OnEveryMRP(Dissipative(H, exactly(bound))), at).outcome
        agree(found, margin - float(bound), count)
        agree(decide(OnEveryMRP(OnPolicyConverges(H)), at).outcome, margin, count)
        found = decide(ReversibleBound(H, exactly(abs(bound))), at).outcome
        agree(found, float(abs(bound)) - size, count)
    assert count["holds"] > 200
    assert count["fails"] > 200


def test_updates_that_are_not_pushed_in_some_direction_are_not_decided() -> None:
    """1 - B is zero at z = gamma: with constant values nothing changes."""
    still = v * z / gamma
    assert decide(OnEveryMRP(OnPolicyConverges(still)), Instance.of({gamma: "1/2"})).outcome is (
        UNDECIDED
    )
    at = Instance.of({}, {}, cycle(3, "1/2", None))
    assert decide(OnPolicyConverges(still), at).outcome is UNDECIDED


def test_constants_are_multiplied_by_a_number() -> None:
    at = Instance.of({}, {}, cycle(3, "1/2", None))
    assert decide(OnConstants(z**2 * v + v, 5 * x / 4, x), at).outcome is HOLDS
    found = decide(OnConstants(z**2 * v + v, x, x), at)
    assert str(found) == "fails (the values are multiplied by 5/4)"
    assert decide(OnConstants(z * v, x**2, x), at).outcome is FAILS


# -- covariances ---------------------------------------------------------------------------------


def test_positive_definite_sequences_against_their_matrices() -> None:
    rng, count = Random(5), Counter[str]()
    for _ in range(150):
        first = [fraction(rng, 2) for _ in range(rng.randint(0, 3))]
        then = rng.choice([Integer(0), Rational(1, 2) ** place, 1 + Rational(-1, 3) ** place])
        data = members(*first, then=then)
        found = decide(PositiveDefinite(h(n), n), Instance.of({}, {h: data})).outcome
        values = [float(first[m] if m < len(first) else then.subs(place, m)) for m in range(LAGS)]
        lags = np.array([[values[abs(a - b)] for a in range(LAGS)] for b in range(LAGS)])
        least = np.linalg.eigvalsh(lags)[0]
        count[found.value] += 1
        if found is HOLDS:
            assert least > -1e-9
        else:
            assert found is FAILS
            assert least < 1e-2
    assert min(count["holds"], count["fails"]) > 10


def test_a_covariance_that_does_not_settle_is_not_decided() -> None:
    at = Instance.of({}, {h: members(then=(-1) ** place)})
    assert decide(PositiveDefinite(h(n), n), at).outcome is UNDECIDED


# -- what need not be read, and limits of quotients ----------------------------------------------


def test_beside_a_zero_only_what_divides_is_read() -> None:
    at = Instance.of({x: 0}, {h: members(1, then=0), w: members(1, 2, then=3)})
    angle = series(h(n) * CosTurn(n, 5), n, 0)
    assert decide(Equal(angle, 1), at).outcome is HOLDS  # cos(2 pi n/5) is not read where h is 0
    assert decide(Equal(h(1) * CosTurn(1, 5), 0), at).outcome is HOLDS
    assert decide(Equal(h(1) / x, 0), at).outcome is MEANINGLESS
    divides = Instance.of({}, {h: members(1, then=0), w: members(then=1 / place)})
    assert decide(Equal(h(1) * w(0), 0), divides).outcome is MEANINGLESS
    assert decide(Equal(h(1) * w(1), 0), divides).outcome is HOLDS
    assert decide(Equal(h(1) * CosTurn(1, i), 0), Instance.of({i: 0}, at.sequences)).outcome is (
        MEANINGLESS
    )
    with pytest.raises(NoValue, match="before the first"):
        decide(Equal(h(1) * w(i), 0), Instance.of({i: -1}, at.sequences))


def test_a_family_beside_a_sequence_that_ends_is_not_read() -> None:
    other, K = index("other"), sequence("K")
    diagonal = IfLess(place, other, 0, IfLess(other, place, 0, 1 + 2**place))
    family = members(then=diagonal, over=(place, other))
    at = Instance.of({}, {h: members(1, 2), K: family})
    total = series(series(h(i) * h(j) * K(i, j), j, 0), i, 0)
    assert decide(Equal(total, 2 + 4 * 3), at).outcome is HOLDS


@pytest.mark.parametrize(
    ("body", "limit", "outcome"),
    [
        ((1 + x**n) / (2 - x**n), Rational(1, 2), HOLDS),
        ((1 + x**n) / (2 - x**n), 1, FAILS),
        (1 / (1 + 1 / (2 + x**n)) + x**n, Rational(2, 3), HOLDS),
        (1 / (x**n + x ** (2 * n)), 0, UNDECIDED),
        ((-1) ** n / (2 + x**n), 0, UNDECIDED),
    ],
)
def test_limits_of_quotients(body: Expr, limit: Any, outcome: Outcome) -> None:
    assert decide(TendsTo(body, n, limit), Instance.of({x: "1/3"})).outcome is outcome


def test_both_sides_are_told_where_a_negation_fails() -> None:
    found = decide(Not(Less(x, 2)), Instance.of({x: 1}))
    assert str(found) == "fails (the left side is 1, the right side 2)"


def test_other_values_are_read_anew() -> None:
    reading = Reading(Instance.of({x: "1/2"}, {h: members(1, then=Rational(1, 2) ** place)}))
    total, alone = to_core(series(h(n) * x**n, n, 0)), to_core(h(2) * x)
    assert (reading.number(total), reading.number(alone)) == (Fraction(4, 3), Fraction(1, 8))
    reading.put(x, Fraction(0))
    assert (reading.number(total), reading.number(alone)) == (Fraction(1), Fraction(0))
    reading.put(x, Fraction(1, 2))
    assert (reading.number(total), reading.number(alone)) == (Fraction(4, 3), Fraction(1, 8))
    reading.put_member(h, 2, Fraction(7))
    assert reading.number(total) == 1 + Fraction(1, 4) + Fraction(7, 4) + Fraction(1, 48)
    assert reading.number(alone) == Fraction(7, 2)
