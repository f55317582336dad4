"""What the rules about covariances and margins prove is so, on exact instances."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given as drawn, strategies as st
from sympy import Abs, Expr, Integer, Rational

from numeric_checks import MRP
from numeric_checks.instances import mrp_strategies, strategies as draw
from numeric_checks.processes.chains import inner_product, stationary_distribution
from proofs.beyond.certificate_soundness import dissipates
from symbolic import AtMost, Less, PositiveDefinite, Theorem, WeightedReturn, given, index, sequence
from symbolic.statements import GAMMA as gamma, VALUE as v, Dissipative, Relation, Z as z
from symbolic.writing import (
    assume,
    covariance_bound,
    echo,
    quadratic_form,
    recall,
    scale,
    stationary_chain,
)
from tests.symbolic.exact import World, true, value

j, k, m, n = (index(name) for name in "jkmn")
p, rho = sequence("p"), sequence("rho")
small = st.integers(-3, 3).map(Fraction)
vectors = st.lists(small, min_size=1, max_size=5)
COVARIANCES = PositiveDefinite(rho(n), n)


def covariances(mrp: MRP, values: tuple[Fraction, ...], most: int) -> list[Fraction]:
    """<w, P^n w>_d for n < most."""
    d, found, now = stationary_distribution(mrp), [], values
    for _ in range(most):
        found.append(inner_product(d, values, now))
        now = tuple(
            sum((p * x for p, x in zip(row, now, strict=True)), Fraction(0)) for row in mrp.P
        )
    return found


def square(weights: list[Fraction], lagged: list[Fraction]) -> Fraction:
    """sum_{i,j} p_i p_j rho_{|i-j|}, as it is defined."""
    size = range(len(weights))
    return sum(
        (weights[a] * weights[b] * lagged[abs(a - b)] for a in size for b in size), Fraction(0)
    )


def form() -> Relation:
    """0 <= the quadratic form of p_0, ..., p_{m-1}."""
    statement = quadratic_form(given(), assume(given(), COVARIANCES), p(j), j, m, k).statement
    assert isinstance(statement, AtMost)
    return statement


def world(weights: list[Fraction], lagged: list[Fraction]) -> World:
    """p and rho as given, zero elsewhere."""

    def member(values: list[Fraction]) -> object:
        return lambda at: values[at] if 0 <= at < len(values) else Fraction(0)

    return World({m: Fraction(len(weights))}, sequences={p: member(weights), rho: member(lagged)})  # type: ignore[dict-item]


@drawn(vectors, st.lists(small, min_size=5, max_size=5))
def test_the_quadratic_form_is_the_double_sum(
    weights: list[Fraction], lagged: list[Fraction]
) -> None:
    """For any rho, positive definite or not."""
    assert value(form().rhs, world(weights, lagged)) == square(weights, lagged)


@drawn(mrp_strategies.irreducible_mrps(1, 3), draw.value_vectors(3), vectors)
def test_covariances_along_a_stationary_chain_are_positive_definite(
    mrp: MRP, values: tuple[Fraction, ...], weights: list[Fraction]
) -> None:
    lagged = covariances(mrp, values[: mrp.size], 5)
    assert true(form(), world(weights, lagged))
    for lag in range(5):
        largest = covariance_bound(given(), assume(given(), COVARIANCES), lag).statement
        assert isinstance(largest, Relation)
        assert true(largest, world(weights, lagged))


@drawn(st.integers(1, 3), st.sampled_from([Rational(q) for q in ("1", "-1", "1/2", "-2/3", "0")]),
       st.lists(small, min_size=1, max_size=7))  # fmt: skip
def test_an_echo_is_positive_definite(
    lag: int, strength: Rational, weights: list[Fraction]
) -> None:
    statement = echo(given(), lag, strength, n).statement
    assert isinstance(statement, PositiveDefinite)
    assert square(weights, members(statement.body)) >= 0


def members(body: Expr) -> list[Fraction]:
    return [value(body, World({n: Fraction(at)})) for at in range(9)]


def test_a_louder_echo_is_not() -> None:
    """1, 3/5, 0, ...: the rule refuses it, and rightly."""
    lagged = [Fraction(1), Fraction(3, 5), *[Fraction(0)] * 7]
    assert square([Fraction((-1) ** at) for at in range(9)], lagged) < 0


# -- margins ---------------------------------------------------------------------------------


def by_sizes(weights: list[Fraction]) -> Theorem:
    """H v = sum b_n z^n v has the margin 1 - b_0 - sum |b_n| gamma^n."""
    ctx = given(Less(0, gamma), Less(gamma, 1))
    known = assume(given(), COVARIANCES)
    facts, size, total, operator = [], Integer(0), Integer(0), Integer(0)
    for at, weight in enumerate(weights):
        b = Rational(weight.numerator, weight.denominator)
        operator += b * z**at * v
        total += b * gamma**at * rho(at)
        size += (Abs(b) if at else b) * gamma**at
        largest = covariance_bound(given(), known, at)
        below = recall(given(largest), AtMost(b * rho(at), (Abs(b) if at else b) * rho(0)))
        facts.append(scale(ctx, below, gamma**at))
    bound = recall(given(*facts), AtMost((1 - size) * rho(0), rho(0) - total))
    return stationary_chain(ctx, operator, bound, 1 - size, "rho")


@drawn(mrp_strategies.irreducible_mrps(1, 4), st.lists(small, min_size=1, max_size=3))
def test_a_margin_holds_on_every_drawn_mrp(mrp: MRP, weights: list[Fraction]) -> None:
    statement = by_sizes(weights).statement
    assert isinstance(statement, Dissipative)
    least = value(statement.rhs, World({gamma: mrp.gamma}))
    # B(z) = 1 - (1 - z) h(z), so that h_i = 1 - (b_0 + ... + b_i)
    totals = [sum(weights[: at + 1], Fraction(0)) for at in range(len(weights))]
    ret = WeightedReturn(tuple(1 - t for t in totals), tail=1 - totals[-1])
    assert dissipates(mrp, ret, least)


def test_the_margin_is_attained_and_no_larger_one_is_true() -> None:
    """On the MRP with one state, for positive weights."""
    from numeric_checks import single_state

    mrp, ret = single_state(0, "1/2"), WeightedReturn((1,))
    assert dissipates(mrp, ret, Fraction(1, 2))
    assert not dissipates(mrp, ret, Fraction(501, 1000))
