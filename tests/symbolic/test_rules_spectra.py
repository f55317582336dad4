"""Rules about eigenvalues on two states and on cycles, and about reversible chains."""

from __future__ import annotations

import pytest
from sympy import Abs, Integer, Pow, Rational

from symbolic import (
    AtMost,
    Bounded,
    CosTurn,
    CycleEigenvalue,
    Equal,
    FloorDiv,
    Less,
    NotEqual,
    OnConstants,
    ReversibleBound,
    SinTurn,
    Statement,
    Theorem,
    TwoStateEigenvalue,
    define,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.statements import GAMMA as gamma, REWARD as r, VALUE as v, Z as z
from symbolic.writing import (
    algebra,
    assume,
    chain,
    contraction,
    instantiate_sequence,
    linear_combination,
    on_constants,
    on_difference,
    on_mode,
    on_reversible,
    recall,
    rewrite,
    same_eigenvalue,
    symmetry,
    unfold,
)
from symbolic.writing.chains import size_at_most
from tests.symbolic.rule_cases import Proves, Refuses

x, y, p, K = real("x"), real("y"), real("p"), real("k")
i, j, m, n = (index(name) for name in "ijmn")
h = sequence("h")
half = Rational(1, 2)
DISCOUNT = (Less(0, gamma), Less(gamma, 1))
PROBABILITY = (AtMost(0, p), AtMost(p, 1))
BOUNDED = Bounded(h(i), i, 0)
h_series = series(h(i) * z**i, i, 0)
fixed_point = r / (1 - z)
hides_k = define("spectra_hides_k", (n,), K)
hides_x = define("spectra_hides_x", (n,), x)
ctx = given(*DISCOUNT)


def fact(statement: Statement) -> Theorem:
    """A |- A."""
    return assume(given(), statement)


def small(bound: Statement, *facts: Statement) -> Theorem:
    """A bound that follows from |x| <= gamma, or from other facts."""
    return recall(given(*(facts or (AtMost(Abs(x), gamma),))), bound)


def one_step() -> Theorem:
    """|x| <= gamma |- |x| <= gamma."""
    return small(AtMost(Abs(x), gamma))


def between() -> Theorem:
    """-gamma <= x, x <= gamma, 0 <= y, y <= 1 |- |x + y| <= 1 + gamma."""
    facts = given(AtMost(-gamma, x), AtMost(x, gamma), AtMost(0, y), AtMost(y, 1))
    return size_at_most(facts, x + y, 1 + gamma)


def hidden_size() -> Theorem:
    """|- |x| <= |d|, where d stands for x."""
    equal = symmetry(unfold(given(), hides_x, 0))
    return chain(recall(given(), AtMost(Abs(x), Abs(x))), rewrite(given(), Abs(x), equal))


def hidden_operator() -> Theorem:
    """|x| <= gamma |- |d| <= gamma, where d stands for x."""
    return chain(rewrite(given(), Abs(hides_x(0)), unfold(given(), hides_x, 0)), one_step())


def with_hidden_constant() -> Theorem:
    """The change of h_0 v under k 1, with a name for k in the place of h_0."""
    change = on_constants(ctx, h(0) * v, K)
    return instantiate_sequence(given(), change, h, (i,), hides_k(i))


PROVES = [
    Proves(
        on_difference, "a power series at gamma (2p - 1)",
        lambda: (given(*DISCOUNT, *PROBABILITY), r + z**2 * (v + r) + y * v, p),
        TwoStateEigenvalue(r + z**2 * (v + r) + y * v, (gamma * (2 * p - 1)) ** 2 + y, p),
        (*DISCOUNT, *PROBABILITY),
    ),
    Proves(
        on_difference, "a singular chain, where 0**0 is 1",
        lambda: (given(*DISCOUNT, AtMost(0, n)), z**n * v, half),
        TwoStateEigenvalue(z**n * v, Pow(Integer(0), n), half), (*DISCOUNT, AtMost(0, n)),
    ),
    Proves(
        on_difference, "rewards alone",
        lambda: (ctx, fixed_point, 0), TwoStateEigenvalue(fixed_point, 0, 0), DISCOUNT,
    ),
    Proves(
        on_mode, "cosines and sines of the powers",
        lambda: (given(*DISCOUNT, AtMost(1, m)), r + x * v - z**3 * v, m, j),
        CycleEigenvalue(
            r + x * v - z**3 * v, x - gamma**3 * CosTurn(3 * j, m), -(gamma**3) * SinTurn(3 * j, m),
            m, j,
        ),
        (*DISCOUNT, AtMost(1, m)),
    ),
    Proves(
        on_mode, "of a series",
        lambda: (given(*DISCOUNT, BOUNDED), h_series * v, 3, n),
        CycleEigenvalue(
            h_series * v, series(h(i) * gamma**i * CosTurn(n * i, 3), i, 0),
            series(h(i) * gamma**i * SinTurn(n * i, 3), i, 0), 3, n,
        ),
        (*DISCOUNT, BOUNDED),
    ),
    Proves(
        same_eigenvalue, "on constants, an identity",
        lambda: (given(), on_constants(ctx, (1 - z) * v, K),
                 algebra(given(), (1 - gamma) * K, K - gamma * K)),
        OnConstants((1 - z) * v, K - gamma * K, K), DISCOUNT,
    ),
    Proves(
        same_eigenvalue, "on two states, under a hypothesis",
        lambda: (given(), on_difference(ctx, y * v, half), fact(Equal(y, 2))),
        TwoStateEigenvalue(y * v, 2, half), (*DISCOUNT, Equal(y, 2)),
    ),
    Proves(
        same_eigenvalue, "on a cycle, both parts",
        lambda: (given(), on_mode(ctx, z * v, 3, 1), fact(Equal(gamma * CosTurn(1, 3), x)),
                 fact(Equal(gamma * SinTurn(1, 3), y))),
        CycleEigenvalue(z * v, x, y, 3, 1),
        (*DISCOUNT, Equal(gamma * CosTurn(1, 3), x), Equal(gamma * SinTurn(1, 3), y)),
    ),
    Proves(
        on_reversible, "by the size of the number",
        lambda: (ctx, r + z * v, one_step(), x), ReversibleBound(r + z * v, gamma), DISCOUNT,
    ),
    Proves(
        on_reversible, "by its two sides, with what else was assumed",
        lambda: (ctx, (y + z) * v, between(), x),
        ReversibleBound((y + z) * v, 1 + gamma), (*DISCOUNT, AtMost(0, y), AtMost(y, 1)),
    ),
]  # fmt: skip

REFUSES = [
    Refuses(on_difference, "without a discount", lambda: (given(), z * v, half),
            match="0 < γ does not follow"),
    Refuses(on_difference, "a probability above one",
            lambda: (given(*DISCOUNT, AtMost(0, p)), z * v, p), match="p ≤ 1 does not follow"),
    Refuses(on_difference, "a probability below zero",
            lambda: (given(*DISCOUNT, AtMost(p, 1)), z * v, p), match="0 ≤ p does not follow"),
    Refuses(on_difference, "a number that is no probability", lambda: (ctx, z * v, 2),
            match="2 ≤ 1 does not follow"),
    Refuses(on_difference, "a probability that may not be defined",
            lambda: (ctx, z * v, (y**2 - y) / (y - 1) - y),
            match="0 ≤ (y^2 - y)/(y - 1) - y does not follow"),
    Refuses(on_difference, "a probability that is the matrix",
            lambda: (given(*DISCOUNT, AtMost(0, z), AtMost(z, 1)), v, z),
            match="speaks of z, r or v"),
    Refuses(on_difference, "a power of z that may be negative",
            lambda: (given(*DISCOUNT, AtMost(-1, n)), z**n * v, half),
            match="0 ≤ n does not follow"),
    Refuses(on_difference, "a negative power of a z that is not zero",
            lambda: (given(*DISCOUNT, NotEqual(z, 0)), z**n * v, Rational(1, 4)),
            match="0 ≤ n does not follow"),
    Refuses(on_difference, "a product of vectors", lambda: (ctx, v * r, half),
            match="r·v is not linear in r and v"),
    Refuses(on_difference, "an absolute value", lambda: (ctx, Abs(z) * v, half),
            match="is not known to be a power series in z"),
    Refuses(on_difference, "a series that may diverge", lambda: (ctx, h_series * v, half),
            match="does not follow"),
    Refuses(on_mode, "without a discount", lambda: (given(), z * v, 3, 1),
            match="0 < γ does not follow"),
    Refuses(on_mode, "a cycle that may be empty",
            lambda: (given(*DISCOUNT, AtMost(0, m)), z * v, m, 1), match="1 ≤ m does not follow"),
    Refuses(on_mode, "an empty cycle and an operator without powers", lambda: (ctx, v, 0, 1),
            match="1 ≤ 0 does not follow"),
    Refuses(on_mode, "a length that is not an integer",
            lambda: (ctx, z * v, Rational(3, 2), 1), match="3/2 or 1 is not an integer"),
    Refuses(on_mode, "a mode that is not an integer", lambda: (ctx, z * v, 3, half),
            match="3 or 1/2 is not an integer"),
    Refuses(on_mode, "a mode that may not be defined", lambda: (ctx, v, 3, FloorDiv(1, n)),
            match="defined: 1 ≤ n does not follow"),
    Refuses(on_mode, "a mode with the name of the index",
            lambda: (given(*DISCOUNT, BOUNDED), h_series * v, 3, i),
            match="3 or i is named like the index of a sum in (Σ_{i≥0} h_i·z^i)·v"),
    Refuses(on_mode, "a length with the name of the index",
            lambda: (given(*DISCOUNT, AtMost(1, i)), series(z**i, i, 1, 5) * v, i, 1),
            match="i or 1 is named like the index of a sum in (Σ_{i=1}^{5} z^i)·v"),
    Refuses(on_mode, "a mode with the name of an inner index",
            lambda: (ctx, series(series(z**i, i, 0, n), n, 0, 3) * v, 3, i + 1),
            match="3 or i + 1 is named like the index of a sum in"),
    Refuses(on_mode, "a quotient", lambda: (ctx, v / (1 - z), 3, 1),
            match="is not written as a multiple of a power of z"),
    Refuses(on_mode, "a product of series", lambda: (ctx, series(z**i, i, 0, 2) ** 2 * v, 3, 1),
            match="is not written as a multiple of a power of z"),
    Refuses(on_mode, "a power of z that may be negative",
            lambda: (given(*DISCOUNT, AtMost(-1, n)), z**n * v, 3, 1),
            match="0 ≤ n does not follow"),
    Refuses(on_mode, "a series that may diverge", lambda: (ctx, h_series * v, 3, 1),
            match="does not follow"),
    Refuses(same_eigenvalue, "another number",
            lambda: (given(), on_difference(ctx, y * v, half), fact(Equal(x, 2))),
            match="x is not the number"),
    Refuses(same_eigenvalue, "an equation the other way round",
            lambda: (given(), on_difference(ctx, y * v, half), fact(Equal(2, y))),
            match="2 is not the number"),
    Refuses(same_eigenvalue, "an inequality",
            lambda: (given(), on_difference(ctx, y * v, half), fact(AtMost(y, 2))),
            match="a premise is not an equation"),
    Refuses(same_eigenvalue, "a modulus",
            lambda: (given(), contraction(ctx, z * v), fact(Equal(gamma, y))),
            match="the first premise is not about an eigenvalue"),
    Refuses(same_eigenvalue, "a number that depends on the MRP",
            lambda: (given(), on_difference(ctx, y * v, half), fact(Equal(y, z))),
            match="the hypothesis y = z speaks of z, r or v"),
    Refuses(same_eigenvalue, "a hypothesis about the MRP",
            lambda: (given(), on_difference(ctx, y * v, half),
                     chain(fact(Equal(y, z)), fact(Equal(z, 2)))),
            match="speaks of z, r or v"),
    Refuses(same_eigenvalue, "the length of the cycle",
            lambda: (given(), on_mode(ctx, z * v, 3, 1), fact(Equal(3, m))),
            match="3 is not the number"),
    Refuses(same_eigenvalue, "an equation about one constant",
            lambda: (given(), on_constants(ctx, v, K), fact(Equal(K, 0))),
            match="k is not arbitrary: it occurs in the hypothesis k = 0"),
    Refuses(same_eigenvalue, "a name that hides the constant",
            lambda: (given(), on_constants(ctx, v, K), symmetry(unfold(given(), hides_k, 0))),
            match="k is not arbitrary"),
    Refuses(same_eigenvalue, "a hypothesis that hides the constant",
            lambda: (given(), on_constants(ctx, v, K),
                     linear_combination(given(), K, 2 * K, (K, fact(Equal(hides_k(0), 1))),
                                        (-K, fact(Equal(hides_k(0), 0))))),
            match="k is not arbitrary"),
    Refuses(same_eigenvalue, "a name in the operator that hides the constant",
            lambda: (given(), with_hidden_constant(),
                     linear_combination(given(), hides_k(0) * K, K**2,
                                        (K, unfold(given(), hides_k, 0)))),
            match="k is not arbitrary"),
    Refuses(on_reversible, "without a discount", lambda: (given(), z * v, one_step(), x),
            match="0 < γ does not follow"),
    Refuses(on_reversible, "a bound inside the interval only",
            lambda: (ctx, z * v, small(AtMost(Abs(x), gamma), Less(Abs(x), gamma)), x),
            match="x is not arbitrary: it occurs in the hypothesis |x| < γ"),
    Refuses(on_reversible, "a bound for one sign only",
            lambda: (ctx, z * v, small(AtMost(Abs(x), gamma), AtMost(0, x), AtMost(x, gamma)), x),
            match="x is not arbitrary: it occurs in the hypothesis 0 ≤ x"),
    Refuses(on_reversible, "a bound for a shorter interval",
            lambda: (ctx, z * v, small(AtMost(Abs(x), y), AtMost(Abs(x), y)), x),
            match="x is not arbitrary: it occurs in the hypothesis |x| ≤ y"),
    Refuses(on_reversible, "a bound that depends on the number",
            lambda: (ctx, z * v, recall(given(), AtMost(Abs(x), Abs(x))), x),
            match="the bound depends on x"),
    Refuses(on_reversible, "a bound that hides the number",
            lambda: (ctx, z * v, hidden_size(), x), match="the bound depends on x"),
    Refuses(on_reversible, "an operator that hides the number",
            lambda: (ctx, hides_x(0) * v, hidden_operator(), x),
            match="x is not a real variable of its own"),
    Refuses(on_reversible, "a hypothesis that hides the number",
            lambda: (ctx, y * v, small(AtMost(Abs(y), 1), AtMost(Abs(y), hides_x(0)),
                                       AtMost(hides_x(0), 1)), x),
            match="x is not arbitrary"),
    Refuses(on_reversible, "the bound of another operator",
            lambda: (ctx, z**2 * v, one_step(), x),
            match="|x| is not the size of x^2"),
    Refuses(on_reversible, "a bound from above only",
            lambda: (ctx, z * v, small(AtMost(x, gamma), AtMost(x, gamma)), x),
            match="x is not the size of x"),
    Refuses(on_reversible, "a strict bound",
            lambda: (ctx, half * z * v, small(Less(Abs(x / 2), 1), AtMost(Abs(x), gamma),
                                              Less(gamma, 1)), x),
            match="the premise is not a bound"),
    Refuses(on_reversible, "the discount for the number",
            lambda: (ctx, gamma * v, small(AtMost(Abs(gamma), 1), *DISCOUNT), gamma),
            match="γ is not a real variable of its own"),
    Refuses(on_reversible, "the matrix for the number",
            lambda: (ctx, z * v, small(AtMost(Abs(z), gamma), AtMost(Abs(z), gamma)), z),
            match="z is not a real variable of its own"),
    Refuses(on_reversible, "an integer for the number",
            lambda: (ctx, z * v, small(AtMost(Abs(n), gamma), AtMost(Abs(n), gamma)), n),
            match="n is not a real variable of its own"),
]  # fmt: skip


@pytest.mark.parametrize("case", PROVES, ids=str)
def test_the_rule_proves_exactly_what_it_says(case: Proves) -> None:
    case.check()


@pytest.mark.parametrize("case", REFUSES, ids=str)
def test_the_rule_refuses_the_near_miss(case: Refuses) -> None:
    case.check()
