"""How far an operator can move two value functions apart: bounds, constants, cycles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Abs, Add, Expr, Integer, Mul, Pow, Sum, Symbol

from symbolic.definitions import dependencies, is_defined
from symbolic.kernel import Context, Mint, Theorem, rule
from symbolic.ring import canonical
from symbolic.rules.bridge import discount, operator_form
from symbolic.rules.equality import term
from symbolic.statements import (
    GAMMA,
    REWARD,
    VALUE,
    AtMost,
    Contracts,
    Equal,
    Less,
    OnConstants,
    OnCycle,
    OperatorEqual,
    Z,
)
from symbolic.terms import is_index, open_sum, sequence, series, substitute


def value_part(mint: Mint, whole: Expr) -> Expr:
    """B(z), the coefficient of v."""
    return substitute(whole, {REWARD: Integer(0), VALUE: Integer(1)})


@rule("norm bound")
def contraction(mint: Mint, ctx: Context, operator: Any) -> Theorem:
    """||B(z)|| is at most B with every coefficient replaced by its absolute value, at gamma.

    H v = A(z) r + B(z) v, power series in z      ctx |- 0 < gamma < 1
    -----------------------------------------------------------------------------
    ctx |- on the MRP at hand  ||H v - H v'|| <= |B|(gamma) ||v - v'||

    By the triangle inequality, ||XY|| <= ||X|| ||Y|| and ||P|| = 1 in the maximum norm.
    """
    whole = term(operator)
    operator_form(mint, ctx, whole)
    discount(mint, ctx)
    bound = _majorant(mint, value_part(mint, whole))
    return mint.conclude(ctx, Contracts(whole, bound), reason="triangle inequality and ||P|| = 1")


def _majorant(mint: Mint, t: Expr) -> Expr:
    if Z not in t.free_symbols:
        return Abs(t)
    if t == Z:
        return GAMMA
    if isinstance(t, Add | Mul):  # what is free of z is one coefficient
        plain = t.func(*(a for a in t.args if Z not in a.free_symbols))
        rest = (a for a in t.args if Z in a.free_symbols)
        return t.func(Abs(plain), *(_majorant(mint, a) for a in rest))
    if isinstance(t, Pow) and t.base == Z:
        return Pow(GAMMA, t.exp)
    if isinstance(t, Pow) and isinstance(t.exp, Integer) and t.exp > 0:
        return Pow(_majorant(mint, t.base), t.exp)
    if isinstance(t, Pow) and canonical(t.base) in (canonical(1 - Z), canonical(Z - 1)):
        return Pow(1 - GAMMA, t.exp)
    if isinstance(t, Sum):
        part = open_sum(t)
        return series(_majorant(mint, part.body), part.var, part.lo, part.hi)
    raise mint.refusal(f"no bound is known for {t}")


@rule("modulus")
def smaller_modulus(mint: Mint, ctx: Context, theorem: Theorem, bound: Theorem) -> Theorem:
    """
    G |- H contracts with modulus b      D |- b <= b'  (or =, <)
    ------------------------------------------------------------
    G, D |- H contracts with modulus b'
    """
    mint.open(theorem, bound)
    s, order = theorem.statement, bound.statement
    if not isinstance(s, Contracts) or not isinstance(order, Equal | AtMost | Less):
        raise mint.refusal("needs a contraction and a bound for its modulus")
    if canonical(order.lhs) != canonical(s.rhs):
        raise mint.refusal(f"{order.lhs} is not the modulus {s.rhs}")
    return mint.conclude(
        ctx, Contracts(s.lhs, order.rhs), premises=(theorem, bound), reason=bound.reason
    )


@rule("equal operators")
def same_operator(mint: Mint, ctx: Context, theorem: Theorem, equation: Theorem) -> Theorem:
    """
    G |- H contracts with modulus b      D |- H = H' on the MRP at hand
    -------------------------------------------------------------------
    G, D |- H' contracts with modulus b
    """
    mint.open(theorem, equation)
    s, e = theorem.statement, equation.statement
    if not isinstance(s, Contracts) or type(e) is not OperatorEqual:
        raise mint.refusal("needs a contraction and an equation between operators")
    if canonical(e.lhs) != canonical(s.lhs):
        raise mint.refusal("the equation is about another operator")
    return mint.conclude(
        ctx, Contracts(e.rhs, s.rhs), premises=(theorem, equation), reason=theorem.reason
    )


@rule("constant vectors")
def on_constants(mint: Mint, ctx: Context, operator: Any, constant: Symbol) -> Theorem:
    """P 1 = 1, so z acts on constant vectors as the number gamma.

    H v = A(z) r + B(z) v, power series in z      ctx |- 0 < gamma < 1
    ------------------------------------------------------------------
    ctx |- on the MRP at hand: if v - v' = k 1 then H v - H v' = B(gamma) k 1
    """
    whole = term(operator)
    operator_form(mint, ctx, whole)
    discount(mint, ctx)
    if constant in dependencies(OperatorEqual(whole, whole)):
        raise mint.refusal(f"{constant} already occurs")
    value = substitute(value_part(mint, whole), {Z: GAMMA}) * constant
    return mint.conclude(ctx, OnConstants(whole, value, constant), reason="P 1 = 1")


@rule("on a cycle")
def on_cycle(mint: Mint, ctx: Context, operator: Any, length: Any, values: str) -> Theorem:
    """On the cycle s_0 -> s_1 -> ... -> s_{k-1} -> s_0, (z^n v)(s_0) = gamma^n u(n).

    H v = A(z) r + sum_n b_n z^n v      k >= 1      ctx |- 0 < gamma < 1
    --------------------------------------------------------------------------------------
    ctx |- on the k-cycle without rewards: (H v)(s_0) = sum_n b_n gamma^n u(n),
           u the k-periodic sequence with u(j) = v(s_j)
    """
    whole, k = term(operator), term(length)
    operator_form(mint, ctx, whole)
    discount(mint, ctx)
    if not is_index(k):
        raise mint.refusal(f"{k} is not an integer")
    mint.require(ctx, AtMost(Integer(1), k))
    u = sequence(values)
    if is_defined(u) or u in dependencies(OperatorEqual(whole, whole)):
        raise mint.refusal(f"{values} already occurs")
    value = along(mint, value_part(mint, whole), u)
    return mint.conclude(ctx, OnCycle(whole, value, k, u), reason="along the cycle")


def along(mint: Mint, t: Expr, u: Callable[[Expr], Expr]) -> Expr:
    """sum b_n z^n with z^n read as gamma^n u(n); only sums of multiples of powers of z."""
    if Z not in t.free_symbols:
        return t * u(Integer(0))
    if isinstance(t, Add):
        return Add(*(along(mint, a, u) for a in t.args))
    if isinstance(t, Sum):
        part = open_sum(t)
        return series(along(mint, part.body, u), part.var, part.lo, part.hi)
    plain = Mul(*(a for a in Mul.make_args(t) if Z not in a.free_symbols))
    powers = [a for a in Mul.make_args(t) if Z in a.free_symbols]
    if len(powers) == 1 and isinstance(powers[0], Sum):
        part = open_sum(powers[0])
        if part.var not in plain.free_symbols:
            return plain * along(mint, powers[0], u)
    exponent = powers[0].as_base_exp()[1] if len(powers) == 1 else None
    if exponent is None or powers[0].as_base_exp()[0] != Z:
        raise mint.refusal(f"{t} is not written as a multiple of a power of z")
    return plain * Pow(GAMMA, exponent) * u(exponent)
