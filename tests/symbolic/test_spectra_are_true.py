"""What the rules say of eigenvalues, reversible chains and solutions, on actual matrices."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb
from hypothesis import given as drawn, strategies as st
from sympy import Abs, Expr, Rational, Sum

from numeric_checks.identities.digits import enclose
from numeric_checks.identities.evaluation import evaluate
from numeric_checks.instances.mrp_strategies import irreducible_mrps, reversible_mrps
from numeric_checks.processes.chains import inner_product, reversing_weights
from numeric_checks.processes.mrp import MRP, cycle, two_state
from symbolic import (
    AtMost,
    CosTurn,
    CycleEigenvalue,
    Less,
    ReversibleBound,
    SinTurn,
    Theorem,
    TwoStateEigenvalue,
    ZeroOnlyAt,
    given,
    index,
    real,
    series,
)
from symbolic.statements import GAMMA as gamma, REWARD as r, VALUE as v, Z as z
from symbolic.terms import open_sum
from symbolic.writing import (
    assume,
    invertible,
    nonsingular_factor,
    nonsingular_product,
    on_difference,
    on_mode,
    on_reversible,
    recall,
)
from symbolic.writing.chains import size_at_most

x, p = real("x"), real("p")
i, j, k = (index(name) for name in "ijk")
DISCOUNT = (Less(0, gamma), Less(gamma, 1))
DIGITS = 30
ctx = given(*DISCOUNT)
rationals = st.fractions(-2, 2, max_denominator=4)
polynomials = st.lists(rationals, min_size=1, max_size=5)
discounts = st.sampled_from([Fraction(q) for q in ("1/2", "9/10", "1/10", "99/100")])
probabilities = st.sampled_from([Fraction(q) for q in ("0", "1/2", "1", "2/5", "1/7")])


def exact(q: Fraction) -> Rational:
    return Rational(q.numerator, q.denominator)


def at(coefficients: list[Fraction], number: Expr) -> Expr:
    """The polynomial, constant term first."""
    terms = (exact(q) * number**n for n, q in enumerate(coefficients))
    return sum(terms, Rational(0))


# -- two states ------------------------------------------------------------------------------


@drawn(polynomials, discounts, probabilities)
def test_the_difference_of_two_states_is_an_eigenvector(
    b: list[Fraction], g: Fraction, stay: Fraction
) -> None:
    facts = given(*DISCOUNT, AtMost(0, p), AtMost(p, 1))
    found = on_difference(facts, r + at(b, z) * v, p).statement
    assert isinstance(found, TwoStateEigenvalue)
    number = evaluate(found.rhs, {gamma: g, p: stay})
    assert two_state(stay, g).of_series(b, [1], (1, -1)) == (number, -number)


@drawn(discounts, probabilities)
def test_an_inverse_has_the_inverse_eigenvalue(g: Fraction, stay: Fraction) -> None:
    facts = given(*DISCOUNT, AtMost(0, p), AtMost(p, 1))
    found = on_difference(facts, v / (1 - z), p).statement
    assert isinstance(found, TwoStateEigenvalue)
    number = evaluate(found.rhs, {gamma: g, p: stay})
    assert two_state(stay, g).of_series([1], [1, -1], (1, -1)) == (number, -number)


# -- cycles ----------------------------------------------------------------------------------


def cut_off(term: Expr) -> Expr:
    """A series up to its hundredth term; here the rest is below 4**-100."""
    if not isinstance(term, Sum):
        return term
    part = open_sum(term)
    return series(part.body, part.var, part.lo, 100)


def is_an_eigenvalue(
    found: CycleEigenvalue, mrp: MRP, num: list[Fraction], den: list[Fraction], mode: int
) -> bool:
    """Does num(z) den(z)^{-1} multiply exp(2 pi i mode s/k) by the number, state by state?"""
    size = mrp.size
    values = {gamma: mrp.gamma, k: size, j: mode}
    parts = (cut_off(t) for t in (found.rhs, found.imaginary))
    real_part, imaginary = (enclose(t, values, DIGITS) for t in parts)
    waves = [
        (enclose(CosTurn(mode * s, size), {}, DIGITS), enclose(SinTurn(mode * s, size), {}, DIGITS))
        for s in range(size)
    ]
    matrix = mrp.matrix_of_series(num, den)
    for s, (cosine, sine) in enumerate(waves):
        upper = sum((arb(matrix[s, t]) * waves[t][0] for t in range(size)), arb(0))
        lower = sum((arb(matrix[s, t]) * waves[t][1] for t in range(size)), arb(0))
        moved = real_part * cosine - imaginary * sine, real_part * sine + imaginary * cosine
        for got, expected in zip(moved, (upper, lower), strict=True):
            if not abs(got - expected) < arb("1e-12"):
                return False
    return True


@drawn(polynomials, discounts, st.integers(1, 6), st.integers(-3, 8))
def test_waves_are_eigenvectors_of_a_cycle(
    b: list[Fraction], g: Fraction, length: int, mode: int
) -> None:
    found = on_mode(given(*DISCOUNT, AtMost(1, k)), r + at(b, z) * v, k, j).statement
    assert isinstance(found, CycleEigenvalue)
    assert is_an_eigenvalue(found, cycle(length, g), b, [Fraction(1)], mode)


@drawn(st.sampled_from([Fraction(1, 2), Fraction(-1, 3)]), st.integers(1, 5), st.integers(0, 4))
def test_waves_are_eigenvectors_of_a_series(ratio: Fraction, length: int, mode: int) -> None:
    q = exact(ratio)
    whole = series(q**i * z**i, i, 0) * v
    found = on_mode(given(*DISCOUNT, AtMost(1, k)), whole, k, j).statement
    assert isinstance(found, CycleEigenvalue)
    ones = [Fraction(1)]
    assert is_an_eigenvalue(found, cycle(length, "1/2"), ones, [Fraction(1), -ratio], mode)


@pytest.mark.parametrize("wrong", ["sign", "sines", "direction"])
def test_other_numbers_are_not_eigenvalues(wrong: str) -> None:
    s = on_mode(given(*DISCOUNT, AtMost(1, k)), z * v, k, j).statement
    assert isinstance(s, CycleEigenvalue)
    changed = {
        "sign": CycleEigenvalue(s.lhs, -s.rhs, s.imaginary, s.length, s.mode),
        "sines": CycleEigenvalue(s.lhs, s.imaginary, s.rhs, s.length, s.mode),
        "direction": CycleEigenvalue(s.lhs, s.rhs, -s.imaginary, s.length, s.mode),
    }[wrong]
    step = [Fraction(0), Fraction(1)]
    assert is_an_eigenvalue(s, cycle(5, "9/10"), step, [Fraction(1)], 1)
    assert not is_an_eigenvalue(changed, cycle(5, "9/10"), step, [Fraction(1)], 1)


# -- reversible chains -----------------------------------------------------------------------


def bound_on_reversible(b: list[Fraction]) -> ReversibleBound:
    """The norm of b_0 + b_1 z + b_2 z^2 is at most |b_0| + |b_1| gamma + |b_2| gamma^2."""
    facts = given(*DISCOUNT, AtMost(-gamma, x), AtMost(x, gamma))
    bound = at([abs(q) for q in b], gamma)
    proved = on_reversible(ctx, at(b, z) * v, size_at_most(facts, at(b, x), bound), x)
    assert {h.key for h in proved.hypotheses} <= {h.key for h in DISCOUNT}
    assert isinstance(proved.statement, ReversibleBound)
    return proved.statement


def squares(mrp: MRP, b: list[Fraction], u: list[Fraction]) -> tuple[Fraction, Fraction]:
    """||B(z) u||_d^2 and ||u||_d^2."""
    d = reversing_weights(mrp)
    assert d is not None
    moved = mrp.of_series(b, [1], u)
    return inner_product(d, moved, moved), inner_product(d, tuple(u), tuple(u))


@drawn(reversible_mrps(max_states=4), st.lists(rationals, min_size=1, max_size=3), st.data())
def test_the_bound_holds_on_reversible_chains(
    mrp: MRP, b: list[Fraction], data: st.DataObject
) -> None:
    u = data.draw(st.lists(rationals, min_size=mrp.size, max_size=mrp.size))
    bound = evaluate(bound_on_reversible(b).rhs, {gamma: mrp.gamma})
    moved, before = squares(mrp, b, u)
    assert moved <= bound**2 * before


def even_bound() -> ReversibleBound:
    """||(1 - z^2) v||_d <= ||v||_d, because 0 <= 1 - x^2 <= 1."""
    facts = given(*DISCOUNT, AtMost(-gamma, x), AtMost(x, gamma))
    between = given(recall(facts, AtMost(x**2, 1)), recall(given(), AtMost(0, x**2)))
    size = recall(between, AtMost(Abs(1 - x**2), 1))
    proved = on_reversible(ctx, (1 - z**2) * v, size, x)
    assert isinstance(proved.statement, ReversibleBound)
    return proved.statement


@drawn(reversible_mrps(min_states=2), st.data())
def test_a_bound_that_needs_real_eigenvalues_holds_on_reversible_chains(
    mrp: MRP, data: st.DataObject
) -> None:
    u = data.draw(st.lists(rationals, min_size=mrp.size, max_size=mrp.size))
    assert even_bound().rhs == 1
    moved, before = squares(mrp, [Fraction(1), Fraction(0), Fraction(-1)], u)
    assert moved <= before


def test_the_same_bound_fails_on_a_cycle_of_four_states() -> None:
    """There z^2 turns (1, 0, -1, 0) round, so 1 - z^2 makes it longer."""
    mrp = cycle(4, "9/10")
    assert reversing_weights(mrp) is None
    assert mrp.of_series([1, 0, -1], [1], (1, 0, -1, 0))[0] == 1 + Fraction(81, 100)


# -- solutions -------------------------------------------------------------------------------


def kernel_is_trivial(theorem: Theorem, mrp: MRP, num: list[int]) -> bool:
    """Is num(z) nonsingular, which is what the theorem says?"""
    assert isinstance(theorem.statement, ZeroOnlyAt)
    return bool(mrp.matrix_of_series(num, [1]).rank() == mrp.size)


@drawn(irreducible_mrps(max_states=4))
def test_what_is_said_to_be_nonsingular_is(mrp: MRP) -> None:
    one = invertible(ctx)
    assert kernel_is_trivial(one, mrp, [1, -1])
    assert kernel_is_trivial(nonsingular_product(given(), one, one), mrp, [1, -2, 1])


@drawn(irreducible_mrps(max_states=4))
def test_a_factor_is_nonsingular_wherever_the_product_is(mrp: MRP) -> None:
    product = assume(given(), ZeroOnlyAt((z - z**2) * v, 0))
    factor = nonsingular_factor(given(), product, 1 - z, z)
    if kernel_is_trivial(product, mrp, [0, 1, -1]):
        assert kernel_is_trivial(factor, mrp, [0, 1])
