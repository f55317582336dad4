"""Statements about the stationary chain: covariances, and what they give for on-policy updates."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sympy import Expr, S

from symbolic.statements.base import IllFormed, Statement
from symbolic.statements.mrp import VALUE, OperatorEqual
from symbolic.statements.relations import AtMost, ForAll, Less, Not
from symbolic.statements.sequences import Bounded, OfSequence, TendsTo
from symbolic.terms import index, real, sequence, series


@dataclass(frozen=True)
class PositiveDefinite(OfSequence):
    """The sequence rho_n = ``body`` over ``var`` = n >= 0 is positive definite.

    For every m and all real numbers q_0, ..., q_{m-1}: sum_{i,j<m} q_i q_j rho_{|i-j|} >= 0.
    """

    end: Expr = S.Zero

    def check(self) -> None:
        """A covariance begins at lag 0."""
        super().check()
        if self.end != 0:
            raise IllFormed("a positive definite sequence begins at 0, not at {}", self.end)


@dataclass(frozen=True)
class Dissipative(OperatorEqual):
    """On the MRP at hand: <w, w - (H v - H v')>_d >= rhs <w, w>_d for w = v - v'; H v is ``lhs``.

    For all v and v' and every stationary distribution d of the MRP (d P = d), where
    <u, w>_d = sum_s d(s) u(s) w(s).
    """


@dataclass(frozen=True)
class OnPolicyConverges(OperatorEqual):
    """On the MRP at hand the expected on-policy updates with H converge; H v is ``lhs``.

    For every stationary distribution d that is positive everywhere, D = diag(d), and every matrix
    Phi of full column rank, there is a number a > 0 such that from every start and for all step
    sizes 0 <= alpha_t <= a with an infinite sum

        w_{t+1} = w_t + alpha_t Phi^T D (H(Phi w_t) - Phi w_t)

    converges to the one w at which Phi^T D (H(Phi w) - Phi w) = 0.  (Step sizes that tend to 0
    are at most a from some time on.)
    """

    rhs: Expr = field(init=False, repr=False, compare=False, default=VALUE)

    def _outer(self) -> tuple[Expr, ...]:
        return (self.lhs,)

    def _rebuild(self, bound: Any, inner: Any, outer: tuple[Expr, ...]) -> Statement:
        return OnPolicyConverges(*outer)


# -- what a small step does to the square of an error ----------------------------------------------

_t, _s = index("t"), index("s")
_e, _alpha, _g, _C = sequence("e"), sequence("alpha"), real("g"), real("C")
#: e_{t+1} <= (1 - 2 g alpha_t + C alpha_t^2) e_t, where C alpha_t <= g and g alpha_t <= 1
DESCENT: tuple[Statement, ...] = (
    Less(0, _g),
    ForAll(_t, 0, AtMost(0, _e(_t))),
    ForAll(_t, 0, AtMost(_e(_t + 1), (1 - 2 * _g * _alpha(_t) + _C * _alpha(_t) ** 2) * _e(_t))),
    ForAll(_t, 0, AtMost(0, _alpha(_t))),
    Not(Bounded(series(_alpha(_s), _s, 0, _t - 1), _t, 0)),
    ForAll(_t, 0, AtMost(_C * _alpha(_t), _g)),
    ForAll(_t, 0, AtMost(_g * _alpha(_t), 1)),
)
#: what follows: the error vanishes
DESCENDED = TendsTo(_e(_t), _t, 0)
