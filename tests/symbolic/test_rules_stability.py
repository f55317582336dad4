"""Rules about the size of an operator on modes of cycles and in stationary norms."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from flint import arb
from hypothesis import given as drawn, strategies as st
from sympy import Abs, Add, Expr, Integer, Rational

from numeric_checks.identities.digits import enclose
from numeric_checks.identities.evaluation import evaluate
from numeric_checks.instances.mrp_strategies import irreducible_mrps
from numeric_checks.processes.chains import inner_product, stationary_distribution
from numeric_checks.processes.mrp import MRP
from symbolic import (
    AtMost,
    Bounded,
    Context,
    Contracts,
    CosTurn,
    CycleEigenvalue,
    Equal,
    ForAll,
    Less,
    OnEveryMRP,
    OperatorEqual,
    ProofError,
    SinTurn,
    Statement,
    StationaryBound,
    Theorem,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.printing import statement_latex, statement_text
from symbolic.printing.html import statement_html
from symbolic.statements import GAMMA as gamma, REWARD as r, VALUE as v, IllFormed, Z as z
from symbolic.writing import (
    assume,
    chain,
    contraction,
    everywhere,
    generalise,
    instantiate,
    instantiate_sequence,
    mode_size,
    on_cycle,
    on_difference,
    on_mode,
    recall,
    same_eigenvalue,
    same_operator,
    scale,
    smaller_modulus,
    specialise,
    value_size,
    von_neumann,
)
from tests.symbolic.rule_cases import Proves, Refuses

x, y, b = real("x"), real("y"), real("b")
i, j, k, m, n = (index(name) for name in "ijkmn")
h, u = sequence("h"), sequence("u")
half = Rational(1, 2)
DISCOUNT = (Less(0, gamma), Less(gamma, 1))
CYCLE, MODE = AtMost(1, k), AtMost(0, j)
BOUNDED = Bounded(h(i), i, 0)
h_series = series(h(i) * z**i, i, 0)
ctx = given(*DISCOUNT)
on_cycles = given(*DISCOUNT, CYCLE)
UNIT, AROUND = ForAll(n, 0, AtMost(Abs(u(n)), 1)), ForAll(n, 0, Equal(u(n + k), u(n)))
ROUND_FACTS = (CYCLE, UNIT, AROUND)
ROUND = given(*ROUND_FACTS)
SERVES = OnEveryMRP(Contracts((y + z) * v, b))
IDEMPOTENT = OperatorEqual(z**2 * v, z * v)


def fact(statement: Statement) -> Theorem:
    """A |- A, on a cycle where A speaks of one."""
    return assume(given(CYCLE), statement)


def mode(operator: Expr, length: Expr | int = k, number: Expr | int = j) -> Theorem:
    """The eigenvalue of an operator."""
    return on_mode(on_cycles, operator, length, number)


def small(operator: Expr, length: Expr | int = k, number: Expr | int = j) -> Theorem:
    """x^2 + y^2 <= |B|(gamma)^2 on a mode."""
    return mode_size(on_cycles, contraction(on_cycles, operator), mode(operator, length, number))


def size_of(theorem: Theorem) -> Expr:
    """x^2 + y^2."""
    s = theorem.statement
    assert isinstance(s, CycleEigenvalue)
    return s.rhs**2 + s.imaginary**2


def bounded_by(operator: Expr, bound: Expr, *facts: Statement) -> Theorem:
    """x^2 + y^2 <= bound, from facts."""
    return recall(given(CYCLE, *facts), AtMost(size_of(mode(operator)), bound))


def only_on_this_mrp() -> Theorem:
    """z^2 v = z v |- z contracts by gamma^2; on a cycle of two states or more it does not."""
    return same_operator(given(), contraction(ctx, z**2 * v), fact(IDEMPOTENT))


def generous() -> Theorem:
    """x^2 + y^2 <= (1 + |cos|)^2, for z."""
    turn = recall(on_cycles, AtMost(0, Abs(CosTurn(j, k))))
    one = recall(on_cycles.also(turn), AtMost(1, (1 + Abs(CosTurn(j, k))) ** 2))
    return chain(small(z * v), recall(ctx, AtMost(gamma**2, 1)), one)


PROVES = [
    Proves(
        mode_size, "a power of z",
        lambda: (on_cycles, contraction(ctx, r + z**2 * v), mode(r + z**2 * v)),
        AtMost((gamma**2 * CosTurn(2 * j, k)) ** 2 + (gamma**2 * SinTurn(2 * j, k)) ** 2, gamma**4),
        (*DISCOUNT, CYCLE),
    ),
    Proves(
        mode_size, "a smaller modulus, from what is known of numbers",
        lambda: (given(), smaller_modulus(ctx, contraction(ctx, y * v), fact(AtMost(Abs(y), b))),
                 on_mode(ctx, y * v, 3, 1)),
        AtMost(y**2, b**2), (*DISCOUNT, AtMost(Abs(y), b)),
    ),
    Proves(
        mode_size, "a series",
        lambda: (given(*DISCOUNT, BOUNDED), contraction(given(*DISCOUNT, BOUNDED), h_series * v),
                 on_mode(given(*DISCOUNT, BOUNDED), h_series * v, 3, n)),
        AtMost(
            series(h(i) * gamma**i * CosTurn(n * i, 3), i, 0) ** 2
            + series(h(i) * gamma**i * SinTurn(n * i, 3), i, 0) ** 2,
            series(Abs(h(i)) * gamma**i, i, 0) ** 2,
        ),
        (*DISCOUNT, BOUNDED),
    ),
    Proves(
        mode_size, "an eigenvalue that is known by another name",
        lambda: (ctx, contraction(ctx, z * v),
                 same_eigenvalue(ctx, on_mode(ctx, z * v, 3, 1),
                                 fact(Equal(gamma * CosTurn(1, 3), x)))),
        AtMost(x**2 + (gamma * SinTurn(1, 3)) ** 2, gamma**2),
        (*DISCOUNT, Equal(gamma * CosTurn(1, 3), x)),
    ),
    Proves(
        value_size, "a polynomial in z",
        lambda: (ROUND, everywhere(ctx, contraction(ctx, r + (z**2 - z) * v)),
                 on_cycle(on_cycles, r + (z**2 - z) * v, k, "u")),
        AtMost(Abs(gamma**2 * u(2) - gamma * u(1)), gamma**2 + gamma), (*DISCOUNT, *ROUND_FACTS),
    ),
    Proves(
        value_size, "a factor that is assumed to serve",
        lambda: (ROUND.also(*DISCOUNT), fact(SERVES), on_cycle(on_cycles, (y + z) * v, k, "u")),
        AtMost(Abs(y * u(0) + gamma * u(1)), b), (*DISCOUNT, *ROUND_FACTS, SERVES),
    ),
    Proves(
        von_neumann, "every mode of every cycle",
        lambda: (ctx, mode(r + z * v), small(r + z * v), gamma),
        StationaryBound(r + z * v, gamma), DISCOUNT,
    ),
    Proves(
        von_neumann, "a bound that was shown for all j and k",
        lambda: (ctx, mode(z * v), specialise(given(CYCLE, MODE), specialise(
            given(CYCLE), generalise(ctx, generalise(on_cycles, small(z * v), j, 0), k, 1), k), j),
            gamma),
        StationaryBound(z * v, gamma), DISCOUNT,
    ),
    Proves(
        von_neumann, "with what else was assumed of numbers",
        lambda: (given(*DISCOUNT, AtMost(0, b)), mode(y * v),
                 bounded_by(y * v, b**2, AtMost(y**2, b**2)), b),
        StationaryBound(y * v, b), (*DISCOUNT, AtMost(0, b), AtMost(y**2, b**2)),
    ),
]  # fmt: skip

REFUSES = [
    Refuses(mode_size, "a modulus on the MRP at hand",
            lambda: (on_cycles, only_on_this_mrp(), mode(z * v)),
            match="the hypotheses restrict the MRP, which need not be the cycle"),
    Refuses(mode_size, "the eigenvalue of another operator",
            lambda: (on_cycles, contraction(ctx, z**2 * v), mode(z * v)),
            match="the two premises are about different operators"),
    Refuses(mode_size, "the eigenvalue of a multiple",
            lambda: (on_cycles, contraction(ctx, z * v), mode(2 * z * v)),
            match="the two premises are about different operators"),
    Refuses(mode_size, "the premises in the other order",
            lambda: (on_cycles, mode(z * v), contraction(ctx, z * v)),
            match="the premise is not about a mode of a cycle"),
    Refuses(mode_size, "a bound in another norm",
            lambda: (on_cycles, von_neumann(ctx, mode(z * v), small(z * v), gamma), mode(z * v)),
            match="the first premise is not a contraction"),
    Refuses(mode_size, "an eigenvalue on two states",
            lambda: (ctx, contraction(ctx, z * v), on_difference(ctx, z * v, 0)),
            match="the premise is not about a mode of a cycle"),
    Refuses(mode_size, "a value on a cycle",
            lambda: (ctx, contraction(ctx, z * v), on_cycle(ctx, z * v, 3, "u")),
            match="the premise is not about a mode of a cycle"),
    Refuses(mode_size, "an equation between operators",
            lambda: (on_cycles, fact(IDEMPOTENT), mode(z * v)),
            match="the first premise is not a contraction"),
    Refuses(mode_size, "something that is not a theorem",
            lambda: (on_cycles, Contracts(z * v, gamma), mode(z * v)),
            match="is not a theorem: prove it"),
    Refuses(value_size, "a factor for the MRP at hand",
            lambda: (ROUND, contraction(ctx, z * v), on_cycle(on_cycles, z * v, k, "u")),
            match="the first premise is not a contraction on every MRP"),
    Refuses(value_size, "an equation on every MRP",
            lambda: (ROUND, fact(OnEveryMRP(IDEMPOTENT)), on_cycle(on_cycles, z * v, k, "u")),
            match="the first premise is not a contraction on every MRP"),
    Refuses(value_size, "an eigenvalue",
            lambda: (ROUND, everywhere(ctx, contraction(ctx, z * v)), mode(z * v)),
            match="the second premise is not about a value on a cycle"),
    Refuses(value_size, "a value of another operator",
            lambda: (ROUND, everywhere(ctx, contraction(ctx, z**2 * v)),
                     on_cycle(on_cycles, z * v, k, "u")),
            match="the two premises are about different operators"),
    Refuses(value_size, "values of any size",
            lambda: (given(*DISCOUNT, CYCLE, AROUND), everywhere(ctx, contraction(ctx, z * v)),
                     on_cycle(on_cycles, z * v, k, "u")),
            match="|u_n| ≤ 1 for all n ≥ 0 does not follow"),
    Refuses(value_size, "values up to two",
            lambda: (given(*DISCOUNT, CYCLE, AROUND, ForAll(n, 0, AtMost(Abs(u(n)), 2))),
                     everywhere(ctx, contraction(ctx, z * v)), on_cycle(on_cycles, z * v, k, "u")),
            match="|u_n| ≤ 1 for all n ≥ 0 does not follow"),
    Refuses(value_size, "values that do not run around the cycle",
            lambda: (given(*DISCOUNT, CYCLE, UNIT), everywhere(ctx, contraction(ctx, z * v)),
                     on_cycle(on_cycles, z * v, k, "u")),
            match="u_{i+k} = u_i for all i ≥ 0 does not follow"),
    Refuses(value_size, "values with another period",
            lambda: (given(*DISCOUNT, CYCLE, UNIT, ForAll(n, 0, Equal(u(n + 2), u(n)))),
                     everywhere(ctx, contraction(ctx, z * v)), on_cycle(on_cycles, z * v, k, "u")),
            match="u_{i+k} = u_i for all i ≥ 0 does not follow"),
    Refuses(von_neumann, "one cycle", lambda: (ctx, mode(z * v, 3), small(z * v, 3), gamma),
            match="3 and j are not two variables for all cycles and their modes"),
    Refuses(von_neumann, "one mode of every cycle",
            lambda: (ctx, mode(z * v, k, 1), small(z * v, k, 1), gamma),
            match="k and 1 are not two variables for all cycles and their modes"),
    Refuses(von_neumann, "full turns only",
            lambda: (ctx, mode(z * v, k, k), small(z * v, k, k), gamma),
            match="k and k are not two variables for all cycles and their modes"),
    Refuses(von_neumann, "even cycles only",
            lambda: (ctx, mode(z * v, 2 * k), small(z * v, 2 * k), gamma),
            match="2·k and j are not two variables for all cycles and their modes"),
    Refuses(von_neumann, "the angle zero only, by a hypothesis about the mode",
            lambda: (given(*DISCOUNT), mode(z * v),
                     recall(given(CYCLE, Equal(size_of(mode(z * v)), gamma**2), *DISCOUNT),
                            AtMost(size_of(mode(z * v)), gamma**2)), gamma),
            match="k is not arbitrary"),
    Refuses(von_neumann, "short cycles only",
            lambda: (ctx, mode(y * v), bounded_by(y * v, 1, AtMost(y**2, k - 1), AtMost(k, 2)), 1),
            match="k is not arbitrary"),
    Refuses(von_neumann, "early modes only, for the eigenvalue",
            lambda: (ctx, same_eigenvalue(on_cycles, mode(z * v),
                                          fact(Equal(gamma * CosTurn(j, k), j * y))),
                     fact(AtMost((j * y) ** 2 + (gamma * SinTurn(j, k)) ** 2, 1)), 1),
            match="k is not arbitrary"),
    Refuses(von_neumann, "a bound that depends on the mode",
            lambda: (on_cycles, mode(z * v), generous(), 1 + Abs(CosTurn(j, k))),
            match="the operator or its modulus depends on k or j"),
    Refuses(von_neumann, "an operator that depends on the cycle",
            lambda: (ctx, mode(z**k * v), small(z**k * v), gamma**k),
            match="the operator or its modulus depends on k or j"),
    Refuses(von_neumann, "an operator that depends on the cycle, and its bound does not",
            lambda: (ctx, mode(gamma**k * v),
                     recall(on_cycles, AtMost(size_of(mode(gamma**k * v)), 1)), 1),
            match="the operator or its modulus depends on k or j"),
    Refuses(von_neumann, "a modulus below zero",
            lambda: (ctx, mode(z * v), small(z * v), -gamma), match="0 ≤ -γ does not follow"),
    Refuses(von_neumann, "a modulus of unknown sign",
            lambda: (ctx, mode(y * v), bounded_by(y * v, b**2, AtMost(y**2, b**2)), b),
            match="0 ≤ b does not follow"),
    Refuses(von_neumann, "the square for the modulus",
            lambda: (ctx, mode(z * v), small(z * v), gamma**2),
            match="γ^2 is not the square of γ^2"),
    Refuses(von_neumann, "the bound of another operator",
            lambda: (ctx, mode(z * v), small(z**2 * v), gamma**2),
            match="the second premise does not bound the size of that eigenvalue"),
    Refuses(von_neumann, "a bound for the real part alone",
            lambda: (ctx, mode(z * v),
                     fact(AtMost((gamma * CosTurn(j, k)) ** 2, gamma**2)), gamma),
            match="the second premise does not bound the size of that eigenvalue"),
    Refuses(von_neumann, "a bound from below",
            lambda: (ctx, mode(y * v), fact(AtMost(b**2, y**2)), b),
            match="the second premise does not bound the size of that eigenvalue"),
    Refuses(von_neumann, "a bound for all j instead of the one at j",
            lambda: (ctx, mode(z * v), generalise(on_cycles, small(z * v), j, 0), gamma),
            match="the second premise does not bound the size of that eigenvalue"),
    Refuses(von_neumann, "a modulus in the maximum norm for the eigenvalue",
            lambda: (ctx, contraction(ctx, z * v), small(z * v), gamma),
            match="the premise is not about a mode of a cycle"),
    Refuses(von_neumann, "a modulus that is the matrix",
            lambda: (given(*DISCOUNT, AtMost(0, z)), mode(y * v),
                     bounded_by(y * v, z**2, AtMost(y**2, z**2)), z),
            match="speaks of z, r or v"),
    Refuses(von_neumann, "a hypothesis about the matrix, read as a number",
            lambda: (ctx, mode(y * v), bounded_by(y * v, 1, Equal(y, z), AtMost(z**2, 1)), 1),
            match="speaks of z, r or v"),
    Refuses(von_neumann, "a modulus that may not be defined",
            lambda: (given(*DISCOUNT, AtMost(0, y)), mode(y * v),
                     recall(given(CYCLE), AtMost(y**2, y**2)), (y**2 - y) / (y - 1)),
            match="y^2 is not the square of (y^2 - y)/(y - 1)"),
]  # fmt: skip


@pytest.mark.parametrize("case", PROVES, ids=str)
def test_the_rule_proves_exactly_what_it_says(case: Proves) -> None:
    case.check()


@pytest.mark.parametrize("case", REFUSES, ids=str)
def test_the_rule_refuses_the_near_miss(case: Refuses) -> None:
    case.check()


# -- what the rules prove is true ------------------------------------------------------------------

polynomials = st.lists(st.fractions(-2, 2, max_denominator=4), min_size=1, max_size=4)


def positive_powers() -> Context:
    """0 <= gamma, gamma^2 and gamma^3."""
    first = recall(ctx, AtMost(0, gamma))
    second = scale(ctx, first, gamma)
    return ctx.also(first, second, scale(ctx, second, gamma))


def at_z(coefficients: list[Fraction]) -> Expr:
    """The polynomial in z, constant term first."""
    return Add(*(Rational(q.numerator, q.denominator) * z**m for m, q in enumerate(coefficients)))


@drawn(polynomials, irreducible_mrps(max_states=4))
def test_the_bound_holds_for_the_stationary_distribution(c: list[Fraction], mrp: MRP) -> None:
    operator = at_z(c) * v
    sizes = Add(*(Abs(Rational(q.numerator, q.denominator)) * gamma**m for m, q in enumerate(c)))
    proved = von_neumann(positive_powers(), mode(operator), small(operator), sizes).statement
    assert isinstance(proved, StationaryBound)
    bound = evaluate(proved.rhs, {gamma: mrp.gamma})
    d, moved = stationary_distribution(mrp), mrp.of_series(c, [1], mrp.r)
    assert inner_product(d, moved, moved) <= bound**2 * inner_product(d, mrp.r, mrp.r)


@drawn(polynomials, st.sampled_from([Fraction(1, 2), Fraction(9, 10)]), st.integers(1, 6))
def test_no_eigenvalue_is_larger_than_the_modulus(
    c: list[Fraction], discount: Fraction, length: int
) -> None:
    found = small(at_z(c) * v).statement
    assert isinstance(found, AtMost)
    for number in range(length):
        values = {gamma: discount, k: length, j: number}
        size, bound = (enclose(side, values, 30) for side in (found.lhs, found.rhs))
        assert not size > bound + arb("1e-25")


# -- ways to a false theorem -----------------------------------------------------------------------


def z_shrinks_by_its_square() -> Theorem:
    """gamma^2 <= gamma^4 on a cycle, from an MRP on which z^2 v = z v."""
    return mode_size(on_cycles, only_on_this_mrp(), mode(z * v))


def another_discount() -> Theorem:
    bound = von_neumann(ctx, mode(z * v), small(z * v), gamma)
    return instantiate(given(), bound, {gamma: Rational(1, 100)})


def a_weight_that_is_the_matrix() -> Theorem:
    bound = von_neumann(
        ctx.also(recall(given(), AtMost(0, Abs(h(0))))), mode(h(0) * v), small(h(0) * v), Abs(h(0))
    )
    return instantiate_sequence(given(), bound, h, (i,), z)


def the_modes_of_the_operator_for_its_square() -> Theorem:
    """z and z^2 have the same eigenvalues only at the angle zero."""
    return von_neumann(ctx, mode(z**2 * v), small(z * v), gamma)


@pytest.mark.parametrize(
    ("attempt", "why"),
    [
        (z_shrinks_by_its_square, "the hypotheses restrict the MRP"),
        (another_discount, "cannot be replaced"),
        (a_weight_that_is_the_matrix, "the terms of a sequence do not depend on the MRP"),
        (the_modes_of_the_operator_for_its_square, "does not bound the size of that eigenvalue"),
    ],
)
def test_a_way_to_a_false_theorem_is_closed(attempt: Callable[[], Theorem], why: str) -> None:
    with pytest.raises((ProofError, IllFormed), match=why):
        attempt()


# -- the statement ---------------------------------------------------------------------------------


def test_the_statement_is_what_it_says_and_nothing_else() -> None:
    bound = StationaryBound(z * v, gamma)
    assert bound.key == StationaryBound(v * z, gamma + 1 - 1).key
    others = [StationaryBound(z * v, gamma**2), StationaryBound(z**2 * v, gamma),
              Contracts(z * v, gamma), OperatorEqual(z * v, gamma)]  # fmt: skip
    assert all(other.key != bound.key for other in others)
    assert gamma in StationaryBound(v, Integer(1)).free_symbols


def test_its_parts_are_replaced_at_once_but_not_the_mrp() -> None:
    bound = StationaryBound(x * h(n) * v, Abs(x))
    assert bound.substitute({x: y + 1}) == StationaryBound((y + 1) * h(n) * v, Abs(y + 1))
    for mapping in ({gamma: half}, {z: y}, {x: z}):
        with pytest.raises(IllFormed):
            bound.substitute(mapping)
    with pytest.raises(IllFormed):
        bound.substitute_sequence(h, (k,), z * k)
    with pytest.raises(IllFormed):
        StationaryBound(v, z).check()


def test_every_part_of_it_is_shown() -> None:
    bound = StationaryBound(z * v, 1 - gamma)
    text = statement_text(bound)
    for piece in ("H v = z·v", "‖H v - H v'‖_d ≤ (1 - γ)·‖v - v'‖_d", "every stationary"):
        assert piece in text
    shown = statement_latex(bound)
    for piece in (r"\lVert Hv - Hv' \rVert_{d}", r"1 - \gamma", "stationary distribution", "zv"):
        assert piece in shown.replace("z v", "zv")
    assert "stationary" in statement_html(bound)
