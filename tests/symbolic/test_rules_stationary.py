"""Rules about covariances, about margins on MRPs, and about on-policy updates."""

from __future__ import annotations

from functools import partial

import pytest
from sympy import Abs, Expr, Integer, Rational, Symbol

from proofs.beyond.convergence_criterion import descent
from symbolic import (
    AtMost,
    Bounded,
    CosTurn,
    Dissipative,
    Equal,
    FloorDiv,
    IfLess,
    Less,
    OnEveryMRP,
    OnPolicyConverges,
    PositiveDefinite,
    Statement,
    TendsTo,
    Theorem,
    define,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.statements import GAMMA as gamma, REWARD as r, VALUE as v, Z as z
from symbolic.statements.stationary import DESCENDED, DESCENT
from symbolic.terms import substitute
from symbolic.writing import (
    algebra,
    assume,
    chain,
    contraction,
    covariance_bound,
    echo,
    everywhere,
    instantiate,
    instantiate_sequence,
    lift,
    linear_combination,
    mode_of,
    on_difference,
    on_mode,
    on_policy,
    quadratic_form,
    recall,
    scale,
    stationary_chain,
    unfold,
)
from tests.symbolic.rule_cases import Proves, Refuses

x, y = real("x"), real("y")
i, j, k, m, n = (index(name) for name in "ijkmn")
h, rho, u = sequence("h"), sequence("rho"), sequence("u")
e, alpha, t = sequence("e"), sequence("alpha"), index("t")
half = Rational(1, 2)
DISCOUNT = (Less(0, gamma), Less(gamma, 1))
COVARIANCES = PositiveDefinite(rho(n), n)
ctx = given(*DISCOUNT)
hides_rho = define("stationary_hides_rho", (n,), rho(n))
hides_one = define("stationary_hides_one", (n,), 0 * n + 1)


def fact(statement: Statement) -> Theorem:
    """A |- A."""
    return assume(given(), statement)


def one_step(lag: Expr | int = 1) -> Theorem:
    """rho is positive definite |- (1 - gamma) rho(0) <= rho(0) - gamma rho(1)."""
    largest = covariance_bound(given(), fact(COVARIANCES), lag)
    known = recall(given(largest), AtMost(rho(lag), rho(0)))
    bound = scale(ctx, known, gamma)
    return recall(given(bound), AtMost((1 - gamma) * rho(0), rho(0) - gamma * rho(lag)))


def margin() -> Theorem:
    """0 < gamma < 1 |- T has the margin 1 - gamma."""
    return stationary_chain(ctx, r + z * v, one_step(), 1 - gamma, "rho")


def assumed(statement: Statement, *facts: Statement) -> Theorem:
    """A bound that follows from these facts."""
    return recall(given(*facts), statement)


def every(operator: Expr, least: Expr | int) -> Theorem:
    """That H has a margin on every MRP, assumed."""
    return assume(ctx, OnEveryMRP(Dissipative(operator, Integer(0) + least)))


def lagged(weight: Expr, size: Expr | int, var: Symbol = j, lag: Symbol = k) -> Expr:
    """The quadratic form of rho."""
    later = substitute(weight, {var: var + lag})
    return rho(0) * series(weight**2, var, 0, size - 1) + 2 * series(
        rho(lag) * series(weight * later, var, 0, size - 1 - lag), lag, 1, size - 1
    )


def delayed(strength: Expr) -> Expr:
    """1, 0, ..., 0, s/2, 0, ..."""
    return IfLess(n, 1, 1, IfLess(n, m, 0, IfLess(n, m + 1, strength / 2, 0)))


def hidden_bound() -> Theorem:
    """rho(1) = 0, with a name for rho |- rho(0) <= rho(0) - gamma rho(1)."""
    unfolded = unfold(given(), hides_rho, 1)
    known = given(Equal(hides_rho(1), 0)).also(unfolded)
    return recall(known, AtMost(rho(0), rho(0) - gamma * rho(1)))


def hidden_square() -> Theorem:
    """|- 0 <= rho(0) - (1 - d) rho(0), where d stands for rho(0)."""
    square = recall(given(), AtMost(0, rho(0) ** 2))
    equal = linear_combination(
        given(), rho(0) ** 2, rho(0) - (1 - hides_rho(0)) * rho(0),
        (-rho(0), unfold(given(), hides_rho, 0)),
    )  # fmt: skip
    return chain(square, equal)


def every_second() -> Theorem:
    """rho(2 n) is positive definite |- (1 - gamma) rho(0) <= rho(0) - gamma rho(2)."""
    even = fact(PositiveDefinite(rho(2 * n), n))
    known = recall(given(covariance_bound(given(), even, 1)), AtMost(rho(2), rho(0)))
    bound = scale(given(*DISCOUNT, Equal(rho(2), rho(1))), known, gamma)
    return recall(given(bound, Equal(rho(2), rho(1))), SAFE)


def of_a_name() -> Theorem:
    """|- (1 - gamma) d(0) <= d(0) - gamma d(1), where d stands for one."""
    names = [unfold(given(), hides_one, at) for at in (0, 1)]
    d = hides_one
    return recall(given(*names), AtMost((1 - gamma) * d(0), d(0) - gamma * d(1)))


def loose() -> Theorem:
    """|- 0 rho(0) <= rho(0) - rho(0)."""
    return recall(given(), AtMost(0 * rho(0), rho(0) - rho(0)))


def same() -> Theorem:
    """0 < gamma < 1 |- z v = z v on the MRP at hand."""
    return lift(ctx, algebra(given(Less(Abs(z), 1)), z * v, z * v))


SMALL = AtMost(Abs(x), 1)
POSITIVE = Less(0, x)
pd = partial(fact, COVARIANCES)
SAFE = AtMost((1 - gamma) * rho(0), rho(0) - gamma * rho(1))

PROVES = [
    Proves(
        quadratic_form, "of the members of a sequence", lambda: (given(), pd(), h(j), j, m, k),
        AtMost(0, lagged(h(j), m)), (COVARIANCES,),
    ),
    Proves(
        quadratic_form, "of an explicit sequence, as long as it is defined",
        lambda: (given(POSITIVE), pd(), x ** (-j) + i, j, Integer(3), n),
        AtMost(0, lagged(x ** (-j) + i, Integer(3), j, n)), (POSITIVE, COVARIANCES),
    ),
    Proves(
        covariance_bound, "at any lag", lambda: (given(AtMost(2, m)), pd(), m - 2),
        AtMost(Abs(rho(m - 2)), rho(0)), (AtMost(2, m), COVARIANCES),
    ),
    Proves(
        covariance_bound, "without a lag", lambda: (given(), pd(), 0),
        AtMost(Abs(rho(0)), rho(0)), (COVARIANCES,),
    ),
    Proves(
        echo, "of any strength up to one", lambda: (given(AtMost(1, m), SMALL), m, x, n),
        PositiveDefinite(delayed(x), n), (AtMost(1, m), SMALL),
    ),
    Proves(
        echo, "of the next value, with the opposite sign", lambda: (given(), 1, -1, n),
        PositiveDefinite(IfLess(n, 1, 1, IfLess(n, 1, 0, IfLess(n, 2, -half, 0))), n),
    ),
    Proves(
        stationary_chain, "one-step TD", lambda: (ctx, r + z * v, one_step(), 1 - gamma, "rho"),
        Dissipative(r + z * v, 1 - gamma), DISCOUNT,
    ),
    Proves(
        stationary_chain, "what holds of all numbers, under a hypothesis about the margin",
        lambda: (ctx, x * v, assumed(AtMost(y * rho(0), rho(0) - x * rho(0)), Equal(x, 1 - y)), y,
                 "rho"),
        Dissipative(x * v, y), (*DISCOUNT, Equal(x, 1 - y)),
    ),
    Proves(
        everywhere, "of a margin", lambda: (ctx, margin()),
        OnEveryMRP(Dissipative(r + z * v, 1 - gamma)), DISCOUNT,
    ),
    Proves(
        assume, "a margin on every MRP", lambda: (ctx, OnEveryMRP(Dissipative(z * v, x))),
        OnEveryMRP(Dissipative(z * v, x)), (*DISCOUNT, OnEveryMRP(Dissipative(z * v, x))),
    ),
    Proves(
        mode_of, "a mode of the cycle of three states",
        lambda: (given(), on_mode(ctx, z * v, 3, 1), every(z * v, x)),
        AtMost(x, 1 - gamma * CosTurn(1, 3)), (*DISCOUNT, OnEveryMRP(Dissipative(z * v, x))),
    ),
    Proves(
        on_policy, "with a margin above zero",
        lambda: (ctx, margin(), descent()), OnPolicyConverges(r + z * v), DISCOUNT,
    ),
    Proves(
        everywhere, "of on-policy updates", lambda: (ctx, on_policy(ctx, margin(), descent())),
        OnEveryMRP(OnPolicyConverges(r + z * v)), DISCOUNT,
    ),
]  # fmt: skip

REFUSES = [
    Refuses(quadratic_form, "a bounded sequence",
            lambda: (given(), fact(Bounded(rho(n), n, 0)), h(j), j, m, k),
            match="the premise does not say that a sequence is positive definite"),
    Refuses(quadratic_form, "a lag that occurs in the weights",
            lambda: (given(), pd(), h(j + k), j, m, k), match="j or k has two meanings"),
    Refuses(quadratic_form, "a lag that occurs in the size",
            lambda: (given(), pd(), h(j), j, m + k, k), match="j or k has two meanings"),
    Refuses(quadratic_form, "a lag that occurs in the covariances",
            lambda: (given(), fact(PositiveDefinite(u(n, k), n)), h(j), j, m, k),
            match="k already occurs in u_{n,k}"),
    Refuses(quadratic_form, "an index for the lag", lambda: (given(), pd(), h(j), j, m, j),
            match="j or j has two meanings"),
    Refuses(quadratic_form, "an index that occurs in the size",
            lambda: (given(), pd(), h(j), j, j + 1, k), match="j or k has two meanings"),
    Refuses(quadratic_form, "a real number for the index",
            lambda: (given(), pd(), x, x, m, k),
            match="x is not an integer variable"),
    Refuses(quadratic_form, "a real number for the lag",
            lambda: (given(), pd(), h(j), j, m, x),
            match="x is not an integer variable"),
    Refuses(quadratic_form, "a term for the index",
            lambda: (given(), pd(), h(j), j + 1, m, k),
            match="j + 1 is not a variable: write index(...) or real(...)"),
    Refuses(quadratic_form, "half a number", lambda: (given(), pd(), h(j), j, half, k),
            match="1/2 is not an integer"),
    Refuses(quadratic_form, "weights that may not be defined",
            lambda: (given(), pd(), 1 / h(j), j, m, k),
            match="≠ 0 for all"),
    Refuses(quadratic_form, "weights that are defined for another index of that name",
            lambda: (given(AtMost(1, j)), pd(), FloorDiv(1, j), j, m, k),
            match="defined: 1 ≤"),
    Refuses(covariance_bound, "a lag that may be negative",
            lambda: (given(AtMost(-1, m)), pd(), m), match="0 ≤ m does not follow"),
    Refuses(covariance_bound, "half a lag", lambda: (given(), pd(), half),
            match="1/2 is not an integer"),
    Refuses(covariance_bound, "a lag that may not be defined",
            lambda: (given(AtMost(0, FloorDiv(1, 2))), pd(), FloorDiv(1, m)),
            match="0 ≤ ⌊1/m⌋ does not follow"),
    Refuses(covariance_bound, "a sequence with a limit",
            lambda: (given(), fact(TendsTo(rho(n), n, 0)), 1),
            match="the premise does not say that a sequence is positive definite"),
    Refuses(echo, "one that comes at once",
            lambda: (given(AtMost(0, m), SMALL), m, x, n), match="1 ≤ m does not follow"),
    Refuses(echo, "one that is louder", lambda: (given(AtMost(1, m)), m, Rational(11, 10), n),
            match="|11/10| ≤ 1 does not follow"),
    Refuses(echo, "one of unknown strength", lambda: (given(AtMost(1, m), AtMost(x, 1)), m, x, n),
            match="|x| ≤ 1 does not follow"),
    Refuses(echo, "a strength that changes", lambda: (
        given(AtMost(1, m), AtMost(Abs(h(n)), 1)), m, h(n), n),
            match="n is not a variable of its own"),
    Refuses(echo, "a delay that changes", lambda: (given(AtMost(1, n)), n, 1, n),
            match="n is not a variable of its own"),
    Refuses(echo, "half a step", lambda: (given(), Rational(3, 2), 1, n),
            match="3/2 is not an integer"),
    Refuses(echo, "a real variable", lambda: (given(), 1, 1, x),
            match="x is not a variable of its own"),
    Refuses(echo, "a strength that may not be defined",
            lambda: (given(), 1, (y**2 - y) / (y - 1) - y, n),
            match="|(y^2 - y)/(y - 1) - y| ≤ 1 does not follow"),
    Refuses(stationary_chain, "without a discount",
            lambda: (given(), x * v, assumed(AtMost(0, rho(0) - x * rho(0)), Equal(x, 1)), 0,
                     "rho"), match="0 < γ does not follow"),
    Refuses(stationary_chain, "a larger margin",
            lambda: (ctx, r + z * v, one_step(), 1 - gamma / 2, "rho"),
            match="the premise does not bound the loss at lag 0 by (1 - γ/2)·ρ_0"),
    Refuses(stationary_chain, "another operator",
            lambda: (ctx, r - z * v, one_step(), 1 - gamma, "rho"),
            match="the premise does not bound the loss at lag 0 by (1 - γ)·ρ_0"),
    Refuses(stationary_chain, "the bound of another lag",
            lambda: (ctx, r + z * v, one_step(2), 1 - gamma, "rho"),
            match="the premise does not bound the loss at lag 0 by (1 - γ)·ρ_0"),
    Refuses(stationary_chain, "other covariances",
            lambda: (ctx, r + z * v, one_step(), 1 - gamma, "u"),
            match="the premise does not bound the loss at lag 0 by (1 - γ)·u_0"),
    Refuses(stationary_chain, "that the bound holds, as a hypothesis",
            lambda: (ctx, r + z * v, fact(SAFE), 1 - gamma, "rho"),
            match="rho is not arbitrary: it occurs in the hypothesis (1 - γ)·ρ_0 ≤ ρ_0 - γ·ρ_1"),
    Refuses(stationary_chain, "covariances that vanish",
            lambda: (ctx, r + z * v,
                     assumed(AtMost(rho(0), rho(0) - gamma * rho(1)), Equal(rho(1), 0)), 1, "rho"),
            match="rho is not arbitrary: it occurs in the hypothesis ρ_1 = 0"),
    Refuses(stationary_chain, "a hypothesis that hides the covariances",
            lambda: (ctx, r + z * v, hidden_bound(), 1, "rho"),
            match="rho is not arbitrary"),
    Refuses(stationary_chain, "that every second covariance is one of a positive definite sequence",
            lambda: (ctx, r + z * v, every_second(), 1 - gamma, "rho"),
            match="rho is not arbitrary"),
    Refuses(stationary_chain, "a margin that is a covariance",
            lambda: (ctx, v, recall(given(), AtMost(-(rho(0) ** 2), 0)), -rho(0), "rho"),
            match="rho already occurs"),
    Refuses(stationary_chain, "an operator that depends on the covariances",
            lambda: (ctx, (1 - rho(0)) * v, recall(given(), AtMost(0, rho(0) ** 2)), 0, "rho"),
            match="rho already occurs"),
    Refuses(stationary_chain, "an operator that hides them",
            lambda: (ctx, (1 - hides_rho(0)) * v, hidden_square(), 0, "rho"),
            match="rho already occurs"),
    Refuses(stationary_chain, "a defined name for the covariances",
            lambda: (ctx, r + z * v, of_a_name(), 1 - gamma, "stationary_hides_one"),
            match="stationary_hides_one already occurs"),
    Refuses(stationary_chain, "a margin that depends on the MRP",
            lambda: (ctx, v, assumed(AtMost(z * rho(0), 0), Equal(z, 0)), z, "rho"),
            match="speaks of z, r or v"),
    Refuses(stationary_chain, "a hypothesis about the MRP",
            lambda: (ctx, x * v, assumed(AtMost(0, (1 - x) * rho(0)), Equal(z, x), Equal(z, 1)), 0,
                     "rho"),
            match="speaks of z, r or v"),
    Refuses(stationary_chain, "a strict bound",
            lambda: (ctx, v, assumed(Less(-rho(0), 0), Less(0, rho(0))), -1, "rho"),
            match="the premise does not bound the loss at lag 0 by -ρ_0"),
    Refuses(stationary_chain, "a quotient",
            lambda: (ctx, v / (1 - z), one_step(), 1 - gamma, "rho"),
            match="is not written as a multiple of a power of z"),
    Refuses(stationary_chain, "a series that may diverge",
            lambda: (ctx, series(h(i) * z**i, i, 0) * v, one_step(), 1 - gamma, "rho"),
            match="does not follow"),
    Refuses(everywhere, "of a margin that is assumed on the MRP at hand",
            lambda: (ctx, assume(ctx, Dissipative(z * v, x))),
            match="the hypotheses restrict the MRP"),
    Refuses(assume, "a margin of what is no operator",
            lambda: (ctx, OnEveryMRP(Dissipative(v**2, x))),
            match="^2 = q for all real q"),
    Refuses(assume, "a margin that depends on the MRP",
            lambda: (ctx, OnEveryMRP(Dissipative(v, z))), match="z depends on the MRP"),
    Refuses(mode_of, "another operator",
            lambda: (given(), on_mode(ctx, z * v, 3, 1), every(z**2 * v, x)),
            match="the premises are about different operators"),
    Refuses(mode_of, "a margin on the MRP at hand",
            lambda: (given(), on_mode(ctx, r + z * v, 3, 1), margin()),
            match="the second premise is not a margin on every MRP"),
    Refuses(mode_of, "an equation on every MRP",
            lambda: (given(), on_mode(ctx, z * v, 3, 1), everywhere(ctx, same())),
            match="the second premise is not a margin on every MRP"),
    Refuses(mode_of, "two states",
            lambda: (given(), on_difference(ctx, z * v, 0), every(z * v, x)),
            match="the first premise is not about a mode of a cycle"),
    Refuses(mode_of, "a number", lambda: (given(), algebra(given(), x, x), every(z * v, x)),
            match="the first premise is not about a mode of a cycle"),
    Refuses(on_policy, "a margin that may be zero",
            lambda: (ctx, stationary_chain(ctx, v, loose(), 0, "rho"), descent()),
            match="0 < 0 does not follow"),
    Refuses(on_policy, "a contraction", lambda: (ctx, contraction(ctx, z * v), descent()),
            match="the first premise is not a margin"),
    Refuses(on_policy, "that the error vanishes, as a hypothesis",
            lambda: (ctx, margin(), fact(DESCENDED)),
            match="the second premise does not say that small steps lead to zero"),
    Refuses(on_policy, "an error that does not grow",
            lambda: (ctx, margin(), recall(given(*DESCENT), DESCENT[1])),
            match="the second premise does not say that small steps lead to zero"),
    Refuses(on_policy, "steps of one size only",
            lambda: (ctx, margin(), instantiate_sequence(given(), descent(), alpha, (t,), x)),
            match="the second premise does not say that small steps lead to zero"),
    Refuses(on_policy, "one rate only",
            lambda: (ctx, margin(), instantiate(given(), descent(), {real("g"): half})),
            match="the second premise does not say that small steps lead to zero"),
    Refuses(on_policy, "another error",
            lambda: (ctx, margin(), instantiate_sequence(given(), descent(), e, (t,), h(t))),
            match="the second premise does not say that small steps lead to zero"),
    Refuses(on_policy, "a margin on every MRP, of another operator",
            lambda: (ctx, everywhere(ctx, margin()), descent()),
            match="the first premise is not a margin"),
]  # fmt: skip


@pytest.mark.parametrize("case", PROVES, ids=str)
def test_the_rule_proves_exactly_what_it_says(case: Proves) -> None:
    case.check()


@pytest.mark.parametrize("case", REFUSES, ids=str)
def test_the_rule_refuses_the_near_miss(case: Refuses) -> None:
    case.check()
