"""From scalars to Markov reward processes: the bridge, and what it gives.

Fix a finite MRP with stochastic matrix P and put z = gamma P.  Every operator here has the form
H v = A(z) r + B(z) v with power series A and B that converge for |z| < 1, and ||z|| = gamma < 1 in
the maximum norm, so A(z) and B(z) are matrices.  They all commute, being series in one matrix.

*The bridge.*  Read z, r, v as real numbers with |z| < 1.  If two such expressions are equal for
all those numbers then, comparing coefficients of r and v and then of the powers of z, they are the
same series; hence the matrices are the same.  So an identity between scalars, linear in r and v, is
an identity on every finite MRP.  An infinite sum inside must converge locally uniformly in z, so
that its coefficients are the sums of the coefficients; `_analytic` checks the form that gives this.
"""

from __future__ import annotations

from typing import Any

from sympy import Abs, Add, Expr, Integer, Mul, Pow, Sum, Symbol, oo

from symbolic.conditions import SMALL, of_term
from symbolic.definitions import dependencies, inside, is_defined
from symbolic.growth import growth, multiplied_out, slope
from symbolic.kernel import Context, Mint, Theorem, rule
from symbolic.ring import canonical, equal_in_field
from symbolic.rules.equality import term
from symbolic.rules.logic import not_free, without
from symbolic.statements import (
    GAMMA,
    MRP_SYMBOLS,
    REWARD,
    VALUE,
    AtMost,
    Converges,
    Dissipative,
    Equal,
    ForAll,
    Less,
    OnEveryMRP,
    OnPolicyConverges,
    OperatorEqual,
    Z,
)
from symbolic.terms import free_sequences, is_index, open_sum, substitute


@rule("bridge")
def lift(mint: Mint, ctx: Context, theorem: Theorem) -> Theorem:
    """
    G, |z| < 1 |- a = b      z, r, v not in G      a, b linear in (r, v), power series in z
    -----------------------------------------------------------------------------------------
    G, 0 < gamma < 1 |- on the MRP at hand, with z = gamma P:  a = b
    """
    mint.open(theorem)
    s = theorem.statement
    if not isinstance(s, Equal):
        raise mint.refusal("only an equation is carried over")
    kept = tuple(h for h in theorem.hypotheses if h.key != SMALL.key)
    for h in kept:
        if dependencies(h) & MRP_SYMBOLS:
            raise mint.refusal(f"the hypothesis {h} speaks of z, r or v")
    for side in (s.lhs, s.rhs):
        operator_form(mint, ctx, side)
    discount(mint, ctx)
    return mint.conclude(
        ctx, OperatorEqual(s.lhs, s.rhs), premises=(theorem,), reason=theorem.reason, instead=kept
    )


def discount(mint: Mint, ctx: Context) -> None:
    """0 < gamma < 1 is given."""
    mint.require(ctx, Less(Integer(0), GAMMA), Less(GAMMA, Integer(1)))


def operator_form(mint: Mint, ctx: Context, whole: Expr) -> None:
    """Refuse unless the term is A(z) r + B(z) v with series that converge for |z| < 1."""
    for name in free_sequences(whole):
        if is_defined(name) and inside(name) & MRP_SYMBOLS:
            raise mint.refusal(f"{name} hides z, r or v; unfold it first")
    if whole != 0 and _degree(mint, whole) != 1:
        raise mint.refusal(f"{whole} is not linear in r and v")
    _analytic(mint, ctx, whole)
    mint.in_operator_form(whole)


def _degree(mint: Mint, t: Expr) -> int:
    """The common degree in (r, v) of all summands."""
    if t in (REWARD, VALUE):
        return 1
    if not t.free_symbols & {REWARD, VALUE}:
        return 0
    if isinstance(t, Add):
        degrees = {_degree(mint, a) for a in t.args}
        if len(degrees) > 1:
            raise mint.refusal(f"{t} mixes degrees in r and v")
        return degrees.pop()
    if isinstance(t, Mul):
        return sum(_degree(mint, a) for a in t.args)
    if isinstance(t, Sum):
        return _degree(mint, open_sum(t).body)
    raise mint.refusal(f"{t} is not linear in r and v")


def _analytic(mint: Mint, ctx: Context, t: Expr) -> None:
    """Refuse unless t is a power series in z (with the factors r, v) on |z| < 1."""
    if not t.free_symbols & MRP_SYMBOLS or isinstance(t, Symbol):
        return
    if isinstance(t, Add | Mul):
        for a in t.args:
            _analytic(mint, ctx, a)
        return
    if isinstance(t, Pow):
        if isinstance(t.exp, Integer) and t.exp >= 0:
            _analytic(mint, ctx, t.base)
        elif isinstance(t.exp, Integer):
            if canonical(t.base) not in (canonical(1 - Z), canonical(Z - 1)):
                raise mint.refusal(f"1/({t.base}) is not known to be a power series in z")
            _analytic(mint, ctx, t.base)  # it equals 1 - z, and is to be a matrix itself
        elif t.base != Z or t.exp.free_symbols & MRP_SYMBOLS:
            raise mint.refusal(f"{t} is not a power series in z")
        return  # that the exponent is not negative is among the obligations of the statement
    if isinstance(t, Sum):
        part = open_sum(t)
        bounds = part.lo.free_symbols | (frozenset() if part.infinite else part.hi.free_symbols)
        if bounds & MRP_SYMBOLS:
            raise mint.refusal("the range of a sum depends on z, r or v")
        if part.infinite:
            _series_in_z(mint, ctx, part.body, part.var, part.lo)
        else:
            _analytic(mint, ctx, part.body)
        return
    raise mint.refusal(f"{t} is not a power series in z")


def _series_in_z(mint: Mint, ctx: Context, body: Expr, var: Symbol, lo: Expr) -> None:
    """An infinite sum: each summand is a(n) z**(k n + ...) b, or a convergent a(n) times b."""
    for piece in Add.make_args(multiplied_out(body)):
        weight: Expr = Integer(1)
        steep = 0
        for factor in Mul.make_args(piece):
            if isinstance(factor, Pow) and factor.base == Z and var in factor.exp.free_symbols:
                by = slope(factor.exp, var)
                if by is None or by < 1:
                    raise mint.refusal(f"{factor} is not a growing power of z")
                steep += by
            elif var in factor.free_symbols:
                if factor.free_symbols & MRP_SYMBOLS:
                    raise mint.refusal(f"{factor} mixes the index with z, r or v")
                weight *= factor
            else:
                _analytic(mint, ctx, factor)
        if not steep:
            mint.require(ctx, Converges(weight, var, lo))
            continue
        # coefficients of at most polynomial growth: the series converges for every |z| < 1
        facts = tuple(f.statement for f in ctx.facts)
        found = growth(weight, var, facts)
        if found is None:
            raise mint.refusal(f"the growth of {weight} is not known")
        mint.require(ctx, *(facts[k] for k in sorted(found[1])))
        mint.require(ctx, *(AtMost(q, Integer(1)) for q in found[0] if q != 1))


@rule("on this MRP")
def combine_operators(
    mint: Mint, ctx: Context, lhs: Any, rhs: Any, *equations: tuple[Any, Theorem]
) -> Theorem:
    """Equations between vectors, combined with power series in z as multipliers.

    G_k |- a_k = b_k on the MRP      a - b = sum_k m_k(z) (a_k - b_k) in Q(atoms)
    ------------------------------------------------------------------------------
    G_1, ... |- a = b on the MRP
    """
    a, b = term(lhs), term(rhs)
    total: Expr = Integer(0)
    for multiplier, theorem in equations:
        mint.open(theorem)
        s = theorem.statement
        if type(s) is not OperatorEqual:
            raise mint.refusal("a premise is not an equation between vectors")
        factor = term(multiplier)
        if factor.free_symbols & {REWARD, VALUE}:
            raise mint.refusal("a multiplier may depend on z alone")
        _analytic(mint, ctx, factor)
        for o in of_term(factor):
            mint.establish(ctx, o.within(SMALL, about_mrp=True))
        total += factor * (s.lhs - s.rhs)
    if not equal_in_field(a - b, total):
        raise mint.refusal(f"the difference is {canonical(a - b - total)}")
    for side in (a, b):
        operator_form(mint, ctx, side)
    discount(mint, ctx)
    premises = tuple(t for _, t in equations)
    return mint.conclude(
        ctx, OperatorEqual(a, b), premises=premises, reason="combining the equations"
    )


@rule("every MRP")
def everywhere(mint: Mint, ctx: Context, theorem: Theorem) -> Theorem:
    """
    G |- A on the MRP at hand, an equation, a margin or convergence      G says nothing of that MRP
    -----------------------------------------------------------------------------------------------
    G |- A on every finite MRP
    """
    mint.open(theorem)
    if type(theorem.statement) not in (OperatorEqual, Dissipative, OnPolicyConverges):
        raise mint.refusal("the premise is not a statement about the MRP at hand")
    assert isinstance(theorem.statement, OperatorEqual)
    if any(isinstance(h, OperatorEqual) for h in theorem.hypotheses):
        raise mint.refusal("the hypotheses restrict the MRP")
    return mint.conclude(
        ctx, OnEveryMRP(theorem.statement), premises=(theorem,), reason=theorem.reason
    )


@rule("two-state chains")
def on_two_states(mint: Mint, ctx: Context, theorem: Theorem, eigenvalue: Any) -> Theorem:
    """On the symmetric two-state chain with p = (1 + x)/2, P (1,-1) = x (1,-1).

    G |- a = b on every finite MRP      ctx |- -1 <= x <= 1      ctx |- 0 < gamma < 1
    ---------------------------------------------------------------------------------
    G, ctx |- a = b with z = gamma x, for all numbers r and v
    """
    mint.open(theorem)
    s, x = theorem.statement, term(eigenvalue)
    if not isinstance(s, OnEveryMRP) or type(s.body) is not OperatorEqual:
        raise mint.refusal("the premise is not an equation on every MRP")
    mint.defined(ctx, x)
    discount(mint, ctx)
    mint.require(ctx, AtMost(Abs(x), Integer(1)))
    sides = (substitute(t, {Z: GAMMA * x}) for t in (s.body.lhs, s.body.rhs))
    return mint.conclude(ctx, Equal(*sides), premises=(theorem,), reason="two-state chains")


@rule("coefficients")
def coefficients(mint: Mint, ctx: Context, theorem: Theorem, y: Symbol) -> Theorem:
    """A power series that vanishes near 0 has no coefficients.

    G, |y| < 1 |- sum_{i>=0} a(i) y**i = 0      y not free in G, nor in a
    ---------------------------------------------------------------------
    G |- a(i) = 0 for all i >= 0
    """
    mint.open(theorem)
    s = theorem.statement
    if not isinstance(y, Symbol) or is_index(y):
        raise mint.refusal(f"{y} is not a real variable")
    if not isinstance(s, Equal) or not isinstance(s.lhs, Sum) or canonical(s.rhs) != 0:
        raise mint.refusal("the premise does not say that a series is zero")
    body, i, lo, hi = open_sum(s.lhs)
    a = canonical(body * Pow(y, -i), frozenset({y}))
    if lo != 0 or hi is not oo or y in a.free_symbols or not equal_in_field(body, a * y**i):
        raise mint.refusal(f"{body} is not a coefficient times {y}**{i}")
    kept = without(theorem, Less(Abs(y), 1))
    not_free(mint, y, kept)
    if y in dependencies(Equal(a, 0)):
        raise mint.refusal(f"the coefficients depend on {y}")
    return mint.conclude(
        ctx,
        ForAll(i, Integer(0), Equal(a, Integer(0))),
        premises=(theorem,),
        reason="a power series that vanishes has no coefficients",
        instead=kept,
    )
