"""The paper's symbols, and the terms that every derivation starts from.

A linear return is its eligibility sequence h; c_n = h_{n-1} - h_n are its weights on n-step
returns.  Along a trajectory V, R and delta are the values, rewards and TD errors from the time t of
the update on, and G(n) is the n-step return.  On an MRP, z stands for the matrix gamma P; see
`symbolic.rules.bridge` for why identities between such series may be derived with numbers.

Imports symbolic, symbolic.statements, symbolic.terms.
"""

from sympy import Abs, Expr, Symbol

from symbolic import (
    AtMost,
    Bounded,
    ForAll,
    Less,
    Statement,
    TendsTo,
    define,
    index,
    real,
    sequence,
    series,
)
from symbolic.statements import GAMMA, REWARD, VALUE, Z
from symbolic.terms import Sequence

gamma, r, v, z = GAMMA, REWARD, VALUE, Z
lam, alpha, L = real("lambda"), real("alpha"), real("L")
i, j, k, m, n, N = (index(name) for name in "ijkmnN")

h = sequence("h")
V, R = sequence("V"), sequence("R")

#: weights on n-step returns
c = define("c", (n,), h(n - 1) - h(n))
#: TD errors
delta = define("delta", (i,), R(i) + gamma * V(i + 1) - V(i))
#: n-step returns
G = define("G", (n,), series(gamma**i * R(i), i, 0, n - 1) + gamma**n * V(n))

#: 0 < gamma < 1, as every operator here needs
DISCOUNT: tuple[Statement, ...] = (Less(0, gamma), Less(gamma, 1))
#: what is known of the number z while an identity between power series is derived
INSIDE = Less(Abs(z), 1)
BOUNDED_TRAJECTORY: tuple[Statement, ...] = (Bounded(V(i), i, 0), Bounded(R(i), i, 0))
BOUNDED = Bounded(h(i), i, 0)
#: h_i -> 0, the hypothesis the paper leaves out
VANISHING = TendsTo(h(i), i, 0)

#: the fixed point of T
v_pi = r / (1 - z)


def bellman(steps: Expr | int) -> Expr:
    """T^n v, in the closed form that `nstep-contraction` derives from T v = r + z v."""
    return v_pi + z**steps * (v - v_pi)


def td_error_form(weights: Sequence = h) -> Expr:
    """v + sum_i h_i z^i (T v - v)."""
    return v + series(weights(i) * z**i, i, 0) * (r + z * v - v)


def weak_recency(weights: Sequence = h, var: Symbol = i) -> tuple[Statement, Statement]:
    """h_i >= h_{i+1} >= 0 for all i >= 0."""
    return (
        ForAll(var, 0, AtMost(weights(var + 1), weights(var))),
        ForAll(var, 0, AtMost(0, weights(var + 1))),
    )


def strong_recency(weights: Sequence = h, var: Symbol = i) -> tuple[Statement, Statement]:
    """h_i > h_{i+1} > 0 for all i >= 0."""
    return (
        ForAll(var, 0, Less(weights(var + 1), weights(var))),
        ForAll(var, 0, Less(0, weights(var + 1))),
    )


WEAK_RECENCY = weak_recency()
STRONG_RECENCY = strong_recency()
