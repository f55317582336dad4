"""The stationary chain: covariances are positive definite, and what that gives for updates."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, Integer, Symbol

from symbolic.core import kernel
from symbolic.core.polynomials import key
from symbolic.core.terms import (
    INT,
    ZERO,
    Term,
    bind,
    binder,
    free,
    le,
    lt,
    node,
    put,
    sequence as sequence_key,
    var,
)
from symbolic.library import infer, powerseries as library
from symbolic.library.basics import at, k, x, y
from symbolic.rules import bridge, classical
from symbolic.statements import (
    AtMost,
    Dissipative,
    OnPolicyConverges,
    PositiveDefinite,
)
from symbolic.statements.edge import CHAIN, operator_to_core
from symbolic.terms import IfLess, is_index, sequence, series, substitute
from symbolic.terms.edge import to_core
from symbolic.writing.definitions import explicit_term, is_defined
from symbolic.writing.entry import refusing
from symbolic.writing.equality import checked
from symbolic.writing.operators import (
    about,
    by_axiom,
    discount,
    operator_form,
    read_along,
    spoken,
)
from symbolic.writing.refusals import attempt, refuse, shown
from symbolic.writing.theorem import Context, Theorem, conclude, need, restated

__all__ = [
    "covariance_bound",
    "echo",
    "mode_of",
    "on_policy",
    "quadratic_form",
    "stationary_chain",
]

_RHO, _Q = sequence_key("rho"), sequence_key("q")
_size, _lag = var("size", INT), var("lag", INT)


def _covariances(rule: str, theorem: Theorem) -> PositiveDefinite:
    """The premise: a sequence is positive definite."""
    if theorem.proof.conclusion.op != "positive definite":
        refuse(rule, "the premise does not say that a sequence is positive definite")
    statement = theorem.statement
    assert isinstance(statement, PositiveDefinite)
    return statement


def _integer(rule: str, number: Any) -> Expr:
    made = checked(number)
    if not is_index(made):
        refuse(rule, "{} is not an integer", made)
    return made


@refusing("quadratic form")
def quadratic_form(
    ctx: Context, theorem: Theorem, weight: Any, var: Symbol, size: Any, lag: Symbol
) -> Theorem:
    """What it is to be positive definite, for one choice of the numbers q(0), ..., q(m-1).

    G |- rho is positive definite      k not in rho, q, m      j not in m
    --------------------------------------------------------------------------------
    G, ctx |- 0 <= rho(0) sum_{j=0..m-1} q(j)^2
                   + 2 sum_{k=1..m-1} rho(k) sum_{j=0..m-1-k} q(j) q(j+k)
    """
    rule = "quadratic form"
    s, q, m = _covariances(rule, theorem), checked(weight), _integer(rule, size)
    for name in (var, lag):
        if not isinstance(name, Symbol) or not is_index(name):
            refuse(rule, "{} is not an integer variable", name)
    if var == lag or var in m.free_symbols or lag in m.free_symbols | q.free_symbols:
        refuse(rule, "{} or {} has two meanings", var, lag)
    if lag in s.body.free_symbols - {s.var}:
        refuse(rule, "{} already occurs in {}", lag, s.body)
    body = theorem.proof.conclusion.args[0]
    names = {_RHO: body, _Q: bind(to_core(q), to_core(var)), _size: to_core(m)}
    proof = by_axiom("quadratic form", names, theorem.proof)
    first, other = (substitute(s.body, {s.var: place}) for place in (Integer(0), lag))
    squares = series(q**2, var, 0, m - 1)
    products = series(q * substitute(q, {var: var + lag}), var, 0, m - 1 - lag)
    form = first * squares + 2 * series(other * products, lag, 1, m - 1)
    statement = AtMost(0, form)
    return conclude(
        rule,
        statement,
        proof,
        ctx=ctx,
        premises=(theorem,),
        reason="the quadratic form of a positive definite sequence",
        or_core=True,
    )


@refusing("largest covariance")
def covariance_bound(ctx: Context, theorem: Theorem, lag: Any) -> Theorem:
    """The quadratic form for q_0 = 1 and q_k = 1 or -1, the others 0.

    G |- rho is positive definite      ctx |- 0 <= k
    ------------------------------------------------
    G, ctx |- |rho(k)| <= rho(0)
    """
    rule = "largest covariance"
    s, distance = _covariances(rule, theorem), _integer(rule, lag)
    whole = need(ctx, le(0, to_core(distance)), rule)
    names = {_RHO: theorem.proof.conclusion.args[0], _lag: to_core(distance)}
    proof = by_axiom("largest covariance", names, theorem.proof, whole)
    first, other = (substitute(s.body, {s.var: place}) for place in (Integer(0), distance))
    statement, reason = AtMost(Abs(other), first), "the largest covariance"
    return conclude(
        rule, statement, proof, ctx=ctx, premises=(theorem,), reason=reason, or_core=True
    )


@refusing("echo")
def echo(ctx: Context, lag: Any, strength: Any, var: Symbol) -> Theorem:
    """sum_i (q_i^2 + s q_i q_{i+m}) is not negative: |q_i q_{i+m}| <= (q_i^2 + q_{i+m}^2)/2.

    ctx |- 1 <= m      ctx |- |s| <= 1      n not in m, s
    ---------------------------------------------------------------------------------
    ctx |- 1, 0, ..., 0, s/2, 0, ... with s/2 at n = m is positive definite
    """
    rule = "echo"
    m, s = _integer(rule, lag), checked(strength)
    if not isinstance(var, Symbol) or not is_index(var) or var in m.free_symbols | s.free_symbols:
        refuse(rule, "{} is not a variable of its own", var)
    lemmas = need(ctx, le(1, to_core(m)), rule), need(ctx, le(abs(to_core(s)), 1), rule)
    proof = by_axiom("echo", {_lag: to_core(m), x: to_core(s)}, *lemmas)
    body = IfLess(var, 1, 1, IfLess(var, m, 0, IfLess(var, m + 1, s / 2, 0)))
    statement = PositiveDefinite(body, var)
    return conclude(rule, statement, proof, ctx=ctx, reason="an average of squares")


@refusing("stationary chain")
def stationary_chain(
    ctx: Context, operator: Any, bound: Theorem, margin: Any, covariances: str
) -> Theorem:
    """Along the stationary chain S_0, S_1, ... rho(n) = <w, P^n w>_d is E[w(S_0) w(S_n)].

    It is positive definite: the quadratic form is E[(sum_j q_j w(S_j))^2].

    G, rho is positive definite |- e rho(0) <= rho(0) - sum_n b_n gamma^n rho(n)
    H v = A(z) r + sum_n b_n z^n v      rho not in G, e, b      ctx |- 0 < gamma < 1
    --------------------------------------------------------------------------------------
    G, ctx |- on the MRP at hand  <w, w - (H v - H v')>_d >= e <w, w>_d,  w = v - v'
    """
    rule, whole, eps = "stationary chain", checked(operator), checked(margin)
    form = operator_form(rule, ctx, whole)
    discount(rule, ctx)
    name, e = sequence_key(covariances), to_core(eps)
    spoken_of = free(explicit_term(operator_to_core(whole))) | free(explicit_term(e))
    if is_defined(sequence(covariances)) or name in spoken_of:
        refuse(rule, "{} already occurs", covariances)
    values = binder(lambda n: node("app", name, (n,)))
    assumed = infer.assume(node("positive definite", None, (values,)))
    small = at(library.covariances_bounded(), {_RHO: values}, assumed)
    reading = read_along(rule, ctx, form, values, small)
    first, lagged = put(values, ZERO), reading.conclusion.args[3]
    wanted = le(e * first, first - lagged)
    loss = shown(checked(eps) * sequence(covariances)(0))
    what = f"the premise does not bound the loss at lag 0 by {loss}"
    own = attempt(rule, lambda: restated(ctx, bound.proof, wanted), what)
    for h in kernel.without(own, assumed.conclusion):
        if name in free(h):
            refuse(rule, "{} is not arbitrary: it occurs in the hypothesis {}", covariances, h)
    proof = attempt(
        rule, lambda: classical.stationary_chain(own, reading, form.analytic[0], e, covariances)
    )
    proof = about(ctx, proof, operator_to_core(whole))
    return spoken(
        rule,
        Dissipative(whole, eps),
        proof,
        ctx=ctx,
        premises=(bound,),
        reason="covariances along the stationary chain",
    )


@refusing("margin on a mode")
def mode_of(ctx: Context, eigenvalue: Theorem, everywhere: Theorem) -> Theorem:
    """On the k-cycle with its uniform distribution, for the real and imaginary part of the mode.

    D |- H has the eigenvalue a + i b for a mode of the k-cycle
    G |- on every finite MRP  <w, w - (H v - H v')>_d >= e <w, w>_d
    ---------------------------------------------------------------
    G, D |- e <= 1 - a
    """
    rule = "margin on a mode"
    s, every = eigenvalue.proof.conclusion, everywhere.proof.conclusion
    if s.op != "mode":
        refuse(rule, "the first premise is not about a mode of a cycle")
    if every.op != "all" or every.args[0].op != "dissipative":
        refuse(rule, "the second premise is not a margin on every MRP")
    _, _, operator, margin = put(every.args[0], CHAIN).args
    if key(s.args[1]) is not key(operator):
        refuse(rule, "the premises are about different operators")
    for h in (*eigenvalue.proof.hypotheses, *everywhere.proof.hypotheses):
        if CHAIN in free(h):
            refuse(rule, "the hypothesis {} restricts the MRP", h)
    own = about(ctx, eigenvalue.proof, operator)
    _, _, real, imaginary, states, mode = s.args
    names: dict[Any, Term] = {bridge.H: operator, classical.e: margin, x: real, y: imaginary}
    proof = by_axiom(
        "margin on a mode", {**names, k: states, bridge.j: mode}, everywhere.proof, own
    )
    return conclude(
        rule,
        proof.conclusion,
        proof,
        ctx=ctx,
        premises=(eigenvalue, everywhere),
        reason="the margin on a cycle",
    )


@refusing("on-policy updates")
def on_policy(ctx: Context, theorem: Theorem, descent: Theorem) -> Theorem:
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
    rule, s = "on-policy updates", theorem.proof.conclusion
    if s.op != "dissipative":
        refuse(rule, "the first premise is not a margin")
    goal = lt(0, s.args[3])
    positive = infer.restate(need(ctx, goal, rule), goal)
    proof = attempt(
        rule,
        lambda: classical.on_policy(theorem.proof, positive, descent.proof),
        "the second premise does not say that small steps lead to zero",
    )
    words: Any = theorem.statement
    return spoken(
        rule,
        OnPolicyConverges(words.lhs),
        proof,
        ctx=ctx,
        premises=(theorem, descent),
        reason="small steps against a positive definite matrix",
        or_core=True,
    )
