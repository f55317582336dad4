"""The stationary chain: covariances are positive definite, and what that gives for updates."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, Integer, Symbol

from symbolic.conditions import of_statement
from symbolic.definitions import dependencies, is_defined
from symbolic.kernel import Context, Mint, Theorem, rule
from symbolic.ring import canonical
from symbolic.rules.bridge import discount, operator_form
from symbolic.rules.equality import term
from symbolic.rules.logic import without
from symbolic.rules.norms import along, value_part
from symbolic.statements import (
    AtMost,
    CycleEigenvalue,
    Dissipative,
    Equal,
    Less,
    OnEveryMRP,
    OnPolicyConverges,
    OperatorEqual,
    PositiveDefinite,
)
from symbolic.statements.stationary import DESCENDED, DESCENT
from symbolic.terms import IfLess, index, is_index, sequence, series, substitute


def _covariances(mint: Mint, theorem: Theorem) -> PositiveDefinite:
    """The premise: a sequence is positive definite."""
    mint.open(theorem)
    if not isinstance(theorem.statement, PositiveDefinite):
        raise mint.refusal("the premise does not say that a sequence is positive definite")
    return theorem.statement


def _integer(mint: Mint, x: Any) -> Expr:
    made = term(x)
    if not is_index(made):
        raise mint.refusal(f"{made} is not an integer")
    return made


@rule("quadratic form")
def quadratic_form(
    mint: Mint, ctx: Context, theorem: Theorem, weight: Any, var: Symbol, size: Any, lag: Symbol
) -> Theorem:
    """What it is to be positive definite, for one choice of the numbers q(0), ..., q(m-1).

    G |- rho is positive definite      k not in rho, q, m      j not in m
    --------------------------------------------------------------------------------
    G, ctx |- 0 <= rho(0) sum_{j=0..m-1} q(j)^2
                   + 2 sum_{k=1..m-1} rho(k) sum_{j=0..m-1-k} q(j) q(j+k)
    """
    s, q, m = _covariances(mint, theorem), term(weight), _integer(mint, size)
    for name in (var, lag):
        if not isinstance(name, Symbol) or not is_index(name):
            raise mint.refusal(f"{name} is not an integer variable")
    if var == lag or var in m.free_symbols or lag in m.free_symbols | q.free_symbols:
        raise mint.refusal(f"{var} or {lag} has two meanings")
    if lag in s.body.free_symbols - {s.var}:
        raise mint.refusal(f"{lag} already occurs in {s.body}")
    first, other = (substitute(s.body, {s.var: at}) for at in (Integer(0), lag))
    squares = series(q**2, var, 0, m - 1)
    products = series(q * substitute(q, {var: var + lag}), var, 0, m - 1 - lag)
    form = first * squares + 2 * series(other * products, lag, 1, m - 1)
    return mint.conclude(
        ctx, AtMost(Integer(0), form), premises=(theorem,), reason="positive definite"
    )


@rule("largest covariance")
def covariance_bound(mint: Mint, ctx: Context, theorem: Theorem, lag: Any) -> Theorem:
    """The quadratic form for q_0 = 1 and q_k = 1 or -1, the others 0.

    G |- rho is positive definite      ctx |- 0 <= k
    ------------------------------------------------
    G, ctx |- |rho(k)| <= rho(0)
    """
    s, k = _covariances(mint, theorem), _integer(mint, lag)
    mint.require(ctx, AtMost(Integer(0), k))
    first, other = (substitute(s.body, {s.var: at}) for at in (Integer(0), k))
    return mint.conclude(
        ctx, AtMost(Abs(other), first), premises=(theorem,), reason="the largest covariance"
    )


@rule("echo")
def echo(mint: Mint, ctx: Context, lag: Any, strength: Any, var: Symbol) -> Theorem:
    """sum_i (q_i^2 + s q_i q_{i+m}) is not negative: |q_i q_{i+m}| <= (q_i^2 + q_{i+m}^2)/2.

    ctx |- 1 <= m      ctx |- |s| <= 1      n not in m, s
    ---------------------------------------------------------------------------------
    ctx |- 1, 0, ..., 0, s/2, 0, ... with s/2 at n = m is positive definite
    """
    m, s = _integer(mint, lag), term(strength)
    if not isinstance(var, Symbol) or var in m.free_symbols | s.free_symbols:
        raise mint.refusal(f"{var} is not a variable of its own")
    mint.require(ctx, AtMost(Integer(1), m), AtMost(Abs(s), Integer(1)))
    mint.defined(ctx, m, s)
    body = IfLess(var, 1, 1, IfLess(var, m, 0, IfLess(var, m + 1, s / 2, 0)))
    return mint.conclude(ctx, PositiveDefinite(body, var), reason="an average of squares")


@rule("stationary chain")
def stationary_chain(
    mint: Mint, ctx: Context, operator: Any, bound: Theorem, margin: Any, covariances: str
) -> Theorem:
    """Along the stationary chain S_0, S_1, ... rho(n) = <w, P^n w>_d is E[w(S_0) w(S_n)].

    It is positive definite: the quadratic form is E[(sum_j q_j w(S_j))^2].

    G, rho is positive definite |- e rho(0) <= rho(0) - sum_n b_n gamma^n rho(n)
    H v = A(z) r + sum_n b_n z^n v      rho not in G, e, b      ctx |- 0 < gamma < 1
    --------------------------------------------------------------------------------------
    G, ctx |- on the MRP at hand  <w, w - (H v - H v')>_d >= e <w, w>_d,  w = v - v'
    """
    mint.open(bound)
    whole, eps, rho = term(operator), term(margin), sequence(covariances)
    operator_form(mint, ctx, whole)
    discount(mint, ctx)
    if is_defined(rho) or rho in dependencies(OperatorEqual(whole, whole), Equal(eps, 0)):
        raise mint.refusal(f"{covariances} already occurs")
    lagged = along(mint, value_part(mint, whole), rho)
    if bound.statement.key != AtMost(eps * rho(0), rho(0) - lagged).key:
        raise mint.refusal(f"the premise does not bound {rho(0) - lagged} by {eps} {rho(0)}")
    n = index("n")
    kept = without(bound, PositiveDefinite(rho(n), n))
    for h in kept:
        if rho in dependencies(h):
            raise mint.refusal(f"{covariances} is not arbitrary: it occurs in the hypothesis {h}")
    return mint.conclude(
        ctx,
        Dissipative(whole, eps),
        premises=(bound,),
        reason="covariances along the stationary chain",
        instead=kept,
    )


@rule("margin on a mode")
def mode_of(mint: Mint, ctx: Context, eigenvalue: Theorem, everywhere: Theorem) -> Theorem:
    """On the k-cycle with its uniform distribution, for the real and imaginary part of the mode.

    D |- H has the eigenvalue a + i b for a mode of the k-cycle
    G |- on every finite MRP  <w, w - (H v - H v')>_d >= e <w, w>_d
    ---------------------------------------------------------------
    G, D |- e <= 1 - a
    """
    mint.open(eigenvalue, everywhere)
    s, every = eigenvalue.statement, everywhere.statement
    if not isinstance(s, CycleEigenvalue):
        raise mint.refusal("the first premise is not about a mode of a cycle")
    if not isinstance(every, OnEveryMRP) or not isinstance(every.body, Dissipative):
        raise mint.refusal("the second premise is not a margin on every MRP")
    if canonical(s.lhs) != canonical(every.body.lhs):
        raise mint.refusal("the premises are about different operators")
    for h in (*eigenvalue.hypotheses, *everywhere.hypotheses):
        if isinstance(h, OperatorEqual):
            raise mint.refusal(f"the hypothesis {h} restricts the MRP")
    return mint.conclude(
        ctx,
        AtMost(every.body.rhs, 1 - s.rhs),
        premises=(eigenvalue, everywhere),
        reason="the margin on a cycle",
    )


@rule("on-policy updates")
def on_policy(mint: Mint, ctx: Context, theorem: Theorem, descent: Theorem) -> Theorem:
    """With A = Phi^T D (1 - B(z)) Phi an update subtracts alpha_t A x from the error x = w_t - w.

    x^T A x >= e |Phi x|_d^2 >= g |x|^2 with g = e times the least eigenvalue of Phi^T D Phi, which
    is positive; |A x|^2 <= C |x|^2.  So A is invertible, there is one fixed point, and the square
    of the error is at most multiplied by 1 - 2 g alpha_t + C alpha_t^2.

    G |- on the MRP at hand  <w, w - (H v - H v')>_d >= e <w, w>_d      ctx |- 0 < e
    DESCENT |- e_t -> 0,  where DESCENT says that e_t >= 0, alpha_t >= 0, sum alpha_t is infinite,
    e_{t+1} <= (1 - 2 g alpha_t + C alpha_t^2) e_t, g > 0, C alpha_t <= g and g alpha_t <= 1
    ---------------------------------------------------------------------------------------------
    G, ctx |- on the MRP at hand on-policy updates with H converge for small step sizes
    """
    mint.open(theorem, descent)
    s = theorem.statement
    if not isinstance(s, Dissipative):
        raise mint.refusal("the first premise is not a margin")
    allowed = {h.key for h in DESCENT}
    if descent.statement.key != DESCENDED.key or any(
        h.key not in allowed for h in descent.hypotheses
    ):
        raise mint.refusal("the second premise does not say that small steps lead to zero")
    for name in DESCENDED.sequences.union(*(h.sequences for h in DESCENT)):
        if is_defined(name):
            raise mint.refusal(f"{name} is a defined name, not an arbitrary sequence")
    mint.require(ctx, Less(Integer(0), s.rhs))
    return mint.conclude(
        ctx,
        OnPolicyConverges(s.lhs),
        premises=(theorem, descent),
        reason="small steps against a positive definite matrix",
        instead=theorem.hypotheses,
        granting=of_statement(s),
    )
