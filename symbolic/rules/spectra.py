"""Eigenvalues on two states and on cycles, reversible chains, and what makes a solution unique."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, Integer, Sum, Symbol

from symbolic.conditions import SMALL, of_term
from symbolic.definitions import dependencies, inside, is_defined
from symbolic.kernel import Context, Mint, Theorem, rule
from symbolic.ring import canonical, equal_in_field
from symbolic.rules.bridge import discount, operator_form
from symbolic.rules.equality import term
from symbolic.rules.logic import not_free, without
from symbolic.rules.norms import along, value_part
from symbolic.statements import (
    GAMMA,
    REWARD,
    VALUE,
    AtMost,
    CycleEigenvalue,
    Equal,
    OnConstants,
    OperatorEqual,
    ReversibleBound,
    Statement,
    TwoStateEigenvalue,
    Z,
    ZeroOnlyAt,
)
from symbolic.terms import CosTurn, SinTurn, is_index, open_sum, substitute, subterms


@rule("two states")
def on_difference(mint: Mint, ctx: Context, operator: Any, stay: Any) -> Theorem:
    """On two states that stay with probability p, P (1,-1) = (2p - 1) (1,-1).

    H v = A(z) r + B(z) v, power series in z      ctx |- 0 <= p <= 1      ctx |- 0 < gamma < 1
    ------------------------------------------------------------------------------------------
    ctx |- on that chain H has the eigenvalue B(gamma (2p - 1)) for (1,-1)
    """
    whole, p = term(operator), term(stay)
    operator_form(mint, ctx, whole)
    discount(mint, ctx)
    mint.defined(ctx, p)
    mint.require(ctx, AtMost(Integer(0), p), AtMost(p, Integer(1)))
    value = substitute(value_part(mint, whole), {Z: GAMMA * (2 * p - 1)})
    return mint.conclude(
        ctx, TwoStateEigenvalue(whole, value, p), reason="P (1,-1) = (2p-1) (1,-1)"
    )


@rule("modes of a cycle")
def on_mode(mint: Mint, ctx: Context, operator: Any, length: Any, mode: Any) -> Theorem:
    """On the k-cycle P w = e^{i theta} w for w(s) = e^{i theta s}, theta = 2 pi j/k.

    H v = A(z) r + sum_n b_n z^n v, n not in j, k      ctx |- 1 <= k      ctx |- 0 < gamma < 1
    ------------------------------------------------------------------------------------------
    ctx |- on the k-cycle H has the eigenvalue sum_n b_n gamma^n cos(2 pi j n/k)
           + i sum_n b_n gamma^n sin(2 pi j n/k) for e^{2 pi i j s/k}
    """
    whole, k, j = term(operator), term(length), term(mode)
    operator_form(mint, ctx, whole)
    discount(mint, ctx)
    if not is_index(k) or not is_index(j):
        raise mint.refusal(f"{k} or {j} is not an integer")
    mint.require(ctx, AtMost(Integer(1), k))
    mint.defined(ctx, j)
    linear = value_part(mint, whole)
    indices = {open_sum(t).var for t in subterms(linear) if isinstance(t, Sum)}
    if indices & (k.free_symbols | j.free_symbols):
        raise mint.refusal(f"{k} or {j} is named like the index of a sum in {whole}")
    real_part = along(mint, linear, lambda n: CosTurn(j * n, k) if n != 0 else Integer(1))
    imaginary = along(mint, linear, lambda n: SinTurn(j * n, k) if n != 0 else Integer(0))
    return mint.conclude(
        ctx, CycleEigenvalue(whole, real_part, imaginary, k, j), reason="along the cycle"
    )


@rule("equal numbers")
def same_eigenvalue(mint: Mint, ctx: Context, theorem: Theorem, *equations: Theorem) -> Theorem:
    """
    G |- an eigenvalue statement about the number a      D |- a = b
    (of constant vectors k 1: k not free in D, and no name in it, a or b hides k)
    -----------------------------------------------------------------------------
    G, D |- the same about the number b
    """
    mint.open(theorem, *equations)
    s = theorem.statement
    if type(s) not in (OnConstants, TwoStateEigenvalue, CycleEigenvalue):
        raise mint.refusal("the first premise is not about an eigenvalue")
    assert isinstance(s, OperatorEqual)
    rest = [term(number) for number in _numbers(s)]
    for equation in equations:
        e = equation.statement
        if not isinstance(e, Equal):
            raise mint.refusal("a premise is not an equation")
        if isinstance(s, OnConstants):
            not_free(mint, s.constant, equation.hypotheses)
            _not_hidden(mint, s.constant, s, e)
        if all(canonical(number) != canonical(e.lhs) for number in rest):
            raise mint.refusal(f"{e.lhs} is not the number")
        rest = [e.rhs if canonical(x) == canonical(e.lhs) else x for x in rest]
    if isinstance(s, OnConstants):
        result: OperatorEqual = OnConstants(s.lhs, rest[0], s.constant)
    elif isinstance(s, TwoStateEigenvalue):
        result = TwoStateEigenvalue(s.lhs, rest[0], s.stay)
    else:
        assert isinstance(s, CycleEigenvalue)
        result = CycleEigenvalue(s.lhs, rest[0], rest[1], s.length, s.mode)
    return mint.conclude(ctx, result, premises=(theorem, *equations), reason=theorem.reason)


def _not_hidden(mint: Mint, constant: Symbol, *statements: Statement) -> None:
    """Refuse while a defined name speaks of what is to be any number."""
    for name in frozenset[Any]().union(*(s.sequences for s in statements)):
        if is_defined(name) and constant in inside(name):
            raise mint.refusal(f"{name} hides {constant}, which stands for any number")


def _numbers(s: OperatorEqual) -> tuple[Expr, ...]:
    """The real part, and the imaginary part if there is one."""
    return (s.rhs, s.imaginary) if isinstance(s, CycleEigenvalue) else (s.rhs,)


@rule("reversible chains")
def on_reversible(mint: Mint, ctx: Context, operator: Any, bound: Theorem, x: Symbol) -> Theorem:
    """A reversible P is self-adjoint for <v,w>_d, so z has real eigenvalues in [-gamma, gamma].

    G, -gamma <= x, x <= gamma |- |B(x)| <= b      x not free in G, b, B
    H v = A(z) r + B(z) v, power series in z       ctx |- 0 < gamma < 1
    -------------------------------------------------------------------------
    G, ctx |- on every reversible MRP  ||H v - H v'||_d <= b ||v - v'||_d
    """
    mint.open(bound)
    whole, s = term(operator), bound.statement
    operator_form(mint, ctx, whole)
    discount(mint, ctx)
    if not isinstance(x, Symbol) or is_index(x) or x in dependencies(OperatorEqual(whole, whole)):
        raise mint.refusal(f"{x} is not a real variable of its own")
    if not isinstance(s, AtMost):
        raise mint.refusal("the premise is not a bound")
    at_x = substitute(value_part(mint, whole), {Z: x})
    if canonical(s.lhs) != canonical(Abs(at_x)):
        raise mint.refusal(f"{s.lhs} is not the size of {at_x}")
    if x in dependencies(AtMost(Integer(0), s.rhs)):
        raise mint.refusal(f"the bound depends on {x}")
    kept = without(bound, AtMost(-GAMMA, x), AtMost(x, GAMMA), AtMost(Abs(x), GAMMA))
    not_free(mint, x, kept)
    return mint.conclude(
        ctx,
        ReversibleBound(whole, s.rhs),
        premises=(bound,),
        reason="the eigenvalues of a reversible chain are real",
        instead=kept,
    )


# -- what makes a solution unique ----------------------------------------------------------------


def _matrix(mint: Mint, theorem: Theorem) -> Expr:
    """b(z), for a premise b(z) v = 0 only for v = 0."""
    s = theorem.statement
    if not isinstance(s, ZeroOnlyAt) or s.rhs != 0 or REWARD in s.lhs.free_symbols:
        raise mint.refusal("the premise does not say that a matrix is nonsingular")
    return substitute(s.lhs, {VALUE: Integer(1)})


def _series(mint: Mint, ctx: Context, factor: Any) -> Expr:
    """A matrix b(z), defined wherever the context holds."""
    made = term(factor)
    if made.free_symbols & {REWARD, VALUE}:
        raise mint.refusal("a matrix depends on z alone")
    operator_form(mint, ctx, made * VALUE)
    for o in of_term(made):
        mint.establish(ctx, o.within(SMALL, about_mrp=True))
    return made


@rule("invertible")
def invertible(mint: Mint, ctx: Context) -> Theorem:
    """||z|| = gamma < 1, so 1 - z has an inverse, the Neumann series.

    ctx |- 0 < gamma < 1
    ------------------------------------
    ctx |- (1 - z) v = 0 only for v = 0
    """
    discount(mint, ctx)
    whole = (1 - Z) * VALUE
    operator_form(mint, ctx, whole)
    return mint.conclude(ctx, ZeroOnlyAt(whole, Integer(0)), reason="1 - z has an inverse")


@rule("nonsingular product")
def nonsingular_product(mint: Mint, ctx: Context, first: Theorem, second: Theorem) -> Theorem:
    """
    G |- a(z) v = 0 only for v = 0      D |- b(z) v = 0 only for v = 0
    ------------------------------------------------------------------
    G, D |- a(z) b(z) v = 0 only for v = 0
    """
    mint.open(first, second)
    product = _matrix(mint, first) * _matrix(mint, second) * VALUE
    operator_form(mint, ctx, product)
    return mint.conclude(
        ctx, ZeroOnlyAt(product, Integer(0)), premises=(first, second), reason="one after the other"
    )


@rule("nonsingular factor")
def nonsingular_factor(
    mint: Mint, ctx: Context, theorem: Theorem, first: Any, second: Any
) -> Theorem:
    """
    G |- p(z) v = 0 only for v = 0      p = a b in Q(atoms), a and b power series in z
    ----------------------------------------------------------------------------------
    G |- b(z) v = 0 only for v = 0
    """
    mint.open(theorem)
    whole = _matrix(mint, theorem)
    a, b = (_series(mint, ctx, factor) for factor in (first, second))
    if not equal_in_field(whole, a * b):
        raise mint.refusal(f"{whole} is not the product of {a} and {b}")
    return mint.conclude(
        ctx, ZeroOnlyAt(b * VALUE, Integer(0)), premises=(theorem,), reason="a factor of it"
    )


@rule("only solution")
def only_solution(
    mint: Mint, ctx: Context, theorem: Theorem, equation: Theorem, solution: Any
) -> Theorem:
    """
    G |- b(z) v = 0 only for v = 0      D |- a = b(z) (v - w) on the MRP      v not in w
    ------------------------------------------------------------------------------------
    G, D |- a = 0 only for v = w
    """
    mint.open(theorem, equation)
    e, w = equation.statement, term(solution)
    if type(e) is not OperatorEqual or canonical(e.rhs) != canonical(
        _matrix(mint, theorem) * (VALUE - w)
    ):
        raise mint.refusal("the equation is not about that matrix")
    operator_form(mint, ctx, w)
    return mint.conclude(
        ctx, ZeroOnlyAt(e.lhs, w), premises=(theorem, equation), reason=theorem.reason
    )


@rule("nonsingular if only solution")
def kernel_of(
    mint: Mint, ctx: Context, theorem: Theorem, equation: Theorem, matrix: Any
) -> Theorem:
    """
    G |- a = 0 only for v = w      D |- a = b(z) (v - w) on the MRP
    ---------------------------------------------------------------
    G, D |- b(z) v = 0 only for v = 0
    """
    mint.open(theorem, equation)
    s, e, b = theorem.statement, equation.statement, _series(mint, ctx, matrix)
    if not isinstance(s, ZeroOnlyAt) or type(e) is not OperatorEqual:
        raise mint.refusal("needs what is only zero at one vector, and an equation for it")
    if canonical(e.lhs) != canonical(s.lhs):
        raise mint.refusal("the equation is about something else")
    if canonical(e.rhs) != canonical(b * (VALUE - s.rhs)):
        raise mint.refusal(f"{e.rhs} is not {b} times (v - {s.rhs})")
    return mint.conclude(
        ctx,
        ZeroOnlyAt(b * VALUE, Integer(0)),
        premises=(theorem, equation),
        reason=theorem.reason,
    )
