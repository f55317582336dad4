"""Rules about what makes a solution unique: matrices that send only zero to zero."""

from __future__ import annotations

import pytest
from sympy import Abs, Expr, Integer

from symbolic import (
    AtMost,
    ForAll,
    IfLess,
    Less,
    NotEqual,
    OperatorEqual,
    Statement,
    Theorem,
    ZeroOnlyAt,
    given,
    index,
    real,
)
from symbolic.statements import GAMMA as gamma, REWARD as r, VALUE as v, Z as z
from symbolic.writing import (
    algebra,
    assume,
    everywhere,
    invertible,
    kernel_of,
    lift,
    nonsingular_factor,
    nonsingular_product,
    only_solution,
)
from tests.symbolic.rule_cases import Proves, Refuses

y = real("y")
m, n = index("m"), index("n")
DISCOUNT = (Less(0, gamma), Less(gamma, 1))
INSIDE = Less(Abs(z), 1)
fixed_point = r / (1 - z)
ctx = given(*DISCOUNT)
NONSINGULAR = ZeroOnlyAt(z * v, 0)


def fact(statement: Statement) -> Theorem:
    """A |- A."""
    return assume(given(), statement)


def on_mrp(lhs: Expr, rhs: Expr) -> Theorem:
    """The identity on the MRP at hand."""
    return lift(ctx, algebra(given(INSIDE), lhs, rhs))


def delta() -> Theorem:
    """T v - v = (z - 1) (v - v_pi) on the MRP."""
    return on_mrp(r + z * v - v, (z - 1) * (v - fixed_point))


def delayed() -> Theorem:
    """z (T v - v) = z (z - 1) (v - v_pi) on the MRP."""
    return on_mrp(z * (r + z * v - v), z * (z - 1) * (v - fixed_point))


def negated() -> Theorem:
    """0 < gamma < 1 |- (z - 1) v = 0 only for v = 0."""
    return nonsingular_factor(ctx, invertible(ctx), Integer(-1), z - 1)


def bellman() -> Theorem:
    """0 < gamma < 1 |- T v - v = 0 only for v = v_pi."""
    return only_solution(given(), negated(), delta(), fixed_point)


PROVES = [
    Proves(invertible, "one minus z", lambda: (ctx,), ZeroOnlyAt((1 - z) * v, 0), DISCOUNT),
    Proves(
        nonsingular_product, "of two matrices",
        lambda: (given(), invertible(ctx), fact(NONSINGULAR)),
        ZeroOnlyAt((1 - z) * z * v, 0), (*DISCOUNT, NONSINGULAR),
    ),
    Proves(
        nonsingular_factor, "of a product",
        lambda: (ctx, fact(ZeroOnlyAt(z**2 * v - z * v, 0)), z - 1, z),
        NONSINGULAR, (*DISCOUNT, ZeroOnlyAt(z**2 * v - z * v, 0)),
    ),
    Proves(
        nonsingular_factor, "a multiple by a number that is not zero",
        lambda: (given(NotEqual(y, 0)), invertible(ctx), 1 / y, y * (1 - z)),
        ZeroOnlyAt(y * (1 - z) * v, 0), (*DISCOUNT, NotEqual(y, 0)),
    ),
    Proves(
        only_solution, "of the equation T v = v",
        lambda: (given(), negated(), delta(), fixed_point),
        ZeroOnlyAt(r + z * v - v, fixed_point), DISCOUNT,
    ),
    Proves(
        kernel_of, "a unique solution",
        lambda: (given(), fact(ZeroOnlyAt(z * (r + z * v - v), fixed_point)), delayed(),
                 z * (z - 1)),
        ZeroOnlyAt(z * (z - 1) * v, 0),
        (ZeroOnlyAt(z * (r + z * v - v), fixed_point), *DISCOUNT),
    ),
    Proves(
        assume, "that a solution is unique",
        lambda: (ctx, ZeroOnlyAt(z * (r + z * v - v), fixed_point)),
        ZeroOnlyAt(z * (r + z * v - v), fixed_point),
        (*DISCOUNT, ZeroOnlyAt(z * (r + z * v - v), fixed_point)),
    ),
]  # fmt: skip

REFUSES = [
    Refuses(invertible, "without a discount", lambda: (given(),), match="0 < γ does not follow"),
    Refuses(invertible, "with a discount of one",
            lambda: (given(Less(0, gamma), AtMost(gamma, 1)),), match="γ < 1 does not follow"),
    Refuses(nonsingular_product, "an equation",
            lambda: (given(), invertible(ctx), fact(OperatorEqual(z * v, v))),
            match="the premise does not say that a matrix is nonsingular"),
    Refuses(nonsingular_product, "a solution that is not zero",
            lambda: (given(), bellman(), invertible(ctx)),
            match="the premise does not say that a matrix is nonsingular"),
    Refuses(nonsingular_product, "a matrix with another solution than zero",
            lambda: (given(), invertible(ctx), fact(ZeroOnlyAt(z * v, r))),
            match="the premise does not say that a matrix is nonsingular"),
    Refuses(nonsingular_product, "an operator with rewards",
            lambda: (given(), invertible(ctx), fact(ZeroOnlyAt(r + z * v, 0))),
            match="the premise does not say that a matrix is nonsingular"),
    Refuses(nonsingular_factor, "a matrix that is not a factor",
            lambda: (given(), invertible(ctx), 1 + z, 1 - z),
            match="1 - z is not the product of 1 + z and 1 - z"),
    Refuses(nonsingular_factor, "a factor by division by z",
            lambda: (given(), invertible(ctx), 1 / z, z * (1 - z)),
            match="is not known to be a power series in z"),
    Refuses(nonsingular_factor, "a factor by a negative power of z",
            lambda: (given(AtMost(n, 0)), invertible(ctx), z ** (-n), z**n * (1 - z)),
            match="0 ≤ n does not follow"),
    Refuses(nonsingular_factor, "a factor by the inverse of a number that may be zero",
            lambda: (given(), invertible(ctx), 1 / y, y * (1 - z)),
            match="1 - z is not the product of 1/y and y·(1 - z)"),
    Refuses(nonsingular_factor, "a factor by the inverse of a power that may be zero",
            lambda: (given(AtMost(0, n)), invertible(ctx), y ** (-n), y**n * (1 - z)),
            match="1 - z is not the product of y^(-n) and (1 - z)·y^n"),
    Refuses(nonsingular_factor, "a factor that may be zero, with its inverse in the other",
            lambda: (given(), invertible(ctx), (1 - z) / IfLess(n, m, 1, 0), IfLess(n, m, 1, 0)),
            match="1 - z is not the product of (1 - z)/[n < m] and [n < m]"),
    Refuses(nonsingular_factor, "a factor with an absolute value",
            lambda: (given(), invertible(ctx), (1 - z) / (1 + Abs(z)), 1 + Abs(z)),
            match="is not known to be a power series in z"),
    Refuses(nonsingular_factor, "a factor that is a vector",
            lambda: (given(), invertible(ctx), (1 - z) / r, r),
            match="a matrix depends on z alone"),
    Refuses(nonsingular_factor, "a factor that need not be a power series",
            lambda: (given(), invertible(ctx), (1 - z) / (2 - z), 2 - z),
            match="is not known to be a power series in z"),
    Refuses(nonsingular_factor, "of an operator with rewards",
            lambda: (given(), bellman(), Integer(1), z - 1),
            match="the premise does not say that a matrix is nonsingular"),
    Refuses(only_solution, "another matrix",
            lambda: (given(), invertible(ctx), delta(), fixed_point),
            match="the equation is not about that matrix"),
    Refuses(only_solution, "another solution",
            lambda: (given(), negated(), delta(), -fixed_point),
            match="the equation is not about that matrix"),
    Refuses(only_solution, "a solution that depends on v",
            lambda: (given(), negated(), on_mrp(r - r, (z - 1) * (v - v)), v),
            match="the equation is not about that matrix"),
    Refuses(only_solution, "a matrix that may be singular",
            lambda: (given(), negated(), delayed(), fixed_point),
            match="the equation is not about that matrix"),
    Refuses(only_solution, "an identity between numbers",
            lambda: (given(), fact(NONSINGULAR), algebra(given(), z * v - z * r, z * (v - r)), r),
            match="the equation is not about that matrix"),
    Refuses(only_solution, "a unique solution in the place of the matrix",
            lambda: (given(), bellman(), delta(), fixed_point),
            match="the premise does not say that a matrix is nonsingular"),
    Refuses(kernel_of, "an equation about something else",
            lambda: (given(), bellman(), delayed(), z * (z - 1)),
            match="the equation is about something else"),
    Refuses(kernel_of, "another matrix",
            lambda: (given(), fact(ZeroOnlyAt(z * (r + z * v - v), fixed_point)), delayed(), z),
            match="z·(z - 1)·(v - v_π) is not z times (v - v_π)"),
    Refuses(kernel_of, "a multiple of the matrix",
            lambda: (given(), bellman(), delta(), z * (z - 1)),
            match="(z - 1)·(v - v_π) is not z·(z - 1) times (v - v_π)"),
    Refuses(kernel_of, "another solution",
            lambda: (given(), fact(ZeroOnlyAt(z * (r + z * v - v), r)), delayed(), z * (z - 1)),
            match="z·(z - 1)·(v - v_π) is not z·(z - 1) times (v - r)"),
    Refuses(kernel_of, "an equation for a solution",
            lambda: (given(), delta(), delta(), z - 1),
            match="needs what is only zero at one vector, and an equation for it"),
    Refuses(kernel_of, "a matrix that is a vector",
            lambda: (given(), bellman(), delta(), (z - 1) * v),
            match="a matrix depends on z alone"),
    Refuses(assume, "a solution that depends on v", lambda: (given(), ZeroOnlyAt(z * v, v)),
            match="v depends on v, which it is to be the only value of"),
    Refuses(assume, "a solution that is a number", lambda: (given(), ZeroOnlyAt(z * v, 1)),
            match="1 is not a vector"),
    Refuses(assume, "a solution of what is not linear", lambda: (ctx, ZeroOnlyAt(v**2, 0)),
            match="^2 = q for all real q"),
    Refuses(assume, "a solution with a power of z that may be negative",
            lambda: (ctx, ZeroOnlyAt(z**n * v, 0)),
            match="defined: 0 ≤ n for all"),
    Refuses(assume, "a solution for a z that is not zero",
            lambda: (ctx.also(NotEqual(z, 0)), ZeroOnlyAt(z**n * v, 0)),
            match="defined: 0 ≤ n for all"),
    Refuses(assume, "a unique solution for every n, also a negative one",
            lambda: (ctx, ForAll(n, -1, ZeroOnlyAt(z**n * v, 0))),
            match="defined: 0 ≤"),
    Refuses(everywhere, "a unique solution", lambda: (given(), invertible(ctx)),
            match="the premise is not a statement about the MRP at hand"),
]  # fmt: skip


@pytest.mark.parametrize("case", PROVES, ids=str)
def test_the_rule_proves_exactly_what_it_says(case: Proves) -> None:
    case.check()


@pytest.mark.parametrize("case", REFUSES, ids=str)
def test_the_rule_refuses_the_near_miss(case: Refuses) -> None:
    case.check()
