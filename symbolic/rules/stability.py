"""The size of an operator on the modes of cycles, and what it says in stationary norms."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Symbol

from symbolic.definitions import dependencies
from symbolic.kernel import Context, Mint, Theorem, rule
from symbolic.ring import canonical
from symbolic.rules.equality import term
from symbolic.rules.logic import not_free, without
from symbolic.statements import (
    AtMost,
    Contracts,
    CycleEigenvalue,
    OperatorEqual,
    StationaryBound,
)


def _mode(mint: Mint, theorem: Theorem) -> CycleEigenvalue:
    """What a premise says of a mode of a cycle, or a refusal."""
    if not isinstance(theorem.statement, CycleEigenvalue):
        raise mint.refusal("the premise is not about a mode of a cycle")
    return theorem.statement


@rule("size of an eigenvalue")
def mode_size(mint: Mint, ctx: Context, theorem: Theorem, eigenvalue: Theorem) -> Theorem:
    """
    G |- H contracts with modulus b, on the MRP at hand      G says nothing of that MRP
    D |- on the k-cycle H has the eigenvalue x + iy
    -----------------------------------------------------------------------------------
    G, D |- x^2 + y^2 <= b^2

    What holds on every MRP holds on the cycle.  Its eigenvector w has |w(s)| = 1 everywhere, and
    |(B w)(s)| is the real part of (B u)(s) for u a multiple of w by a number of size 1; so it is at
    most b max_s |Re u(s)| <= b.
    """
    mint.open(theorem, eigenvalue)
    s, e = theorem.statement, _mode(mint, eigenvalue)
    if not isinstance(s, Contracts):
        raise mint.refusal("the first premise is not a contraction")
    if any(isinstance(h, OperatorEqual) for h in theorem.hypotheses):
        raise mint.refusal("the hypotheses restrict the MRP, which need not be the cycle")
    if canonical(s.lhs) != canonical(e.lhs):
        raise mint.refusal("the two premises are about different operators")
    return mint.conclude(
        ctx,
        AtMost(e.rhs**2 + e.imaginary**2, s.rhs**2),
        premises=(theorem, eigenvalue),
        reason="an eigenvalue on a cycle is at most the modulus",
    )


@rule("von Neumann's inequality")
def von_neumann(
    mint: Mint, ctx: Context, eigenvalue: Theorem, bound: Theorem, modulus: Any
) -> Theorem:
    """
    G, 1 <= k |- on the k-cycle H has the eigenvalue x + iy for the mode j
    D, 1 <= k, 0 <= j |- x^2 + y^2 <= b^2      ctx |- 0 <= b      k, j not free in G, D, H, b
    -----------------------------------------------------------------------------------------
    G, D, ctx |- on the MRP at hand  ||H v - H v'||_d <= b ||v - v'||_d  for all stationary d

    The premises say |B(gamma e^{i t})| <= b at t = 2 pi j/k for all k >= 1 and j >= 0; these are
    dense in the circle, and B is continuous there: |B(gamma e^{i t})| <= b for every t.  Let S be
    the chain started from d and u = v - v'.  Then r_n = E[u(S_0) u(S_n)] are the autocovariances of
    a stationary process, so r_n is the integral of e^{int} dF for a measure F >= 0 with total mass
    ||u||_d^2 (Herglotz).  The process Y = sum_n b_n gamma^n u(S_n) has E[Y^2] = the integral of
    |B(gamma e^{it})|^2 dF <= b^2 ||u||_d^2, and (B(z) u)(s) = E[Y | S_0 = s], which is not larger
    in the mean square.
    """
    mint.open(eigenvalue, bound)
    e, s, b = _mode(mint, eigenvalue), bound.statement, term(modulus)
    k, j = e.length, e.mode
    if not isinstance(k, Symbol) or not isinstance(j, Symbol) or k == j:
        raise mint.refusal(f"{k} and {j} are not two variables for all cycles and their modes")
    if {k, j} & dependencies(OperatorEqual(e.lhs, e.lhs), AtMost(Integer(0), b)):
        raise mint.refusal(f"the operator or its modulus depends on {k} or {j}")
    if not isinstance(s, AtMost) or canonical(s.lhs) != canonical(e.rhs**2 + e.imaginary**2):
        raise mint.refusal("the second premise does not bound the size of that eigenvalue")
    if canonical(s.rhs) != canonical(b**2):
        raise mint.refusal(f"{s.rhs} is not the square of {b}")
    mint.require(ctx, AtMost(Integer(0), b))
    ranges = (AtMost(Integer(1), k), AtMost(Integer(0), j))
    kept = (*without(eigenvalue, *ranges), *without(bound, *ranges))
    for var in (k, j):
        not_free(mint, var, kept)
    return mint.conclude(
        ctx,
        StationaryBound(e.lhs, b),
        premises=(eigenvalue, bound),
        reason="von Neumann's inequality, P being a contraction in the norm of d",
        instead=kept,
    )
