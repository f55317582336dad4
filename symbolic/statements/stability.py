"""How far an operator moves two value functions apart in the norm of a stationary distribution."""

from __future__ import annotations

from dataclasses import dataclass

from symbolic.statements.mrp import OperatorEqual


@dataclass(frozen=True)
class StationaryBound(OperatorEqual):
    """On the MRP at hand, for every stationary distribution d of it:

    ||H v - H v'||_d <= rhs ||v - v'||_d, where H v is ``lhs``, d P = d, d a distribution, and
    ||v||_d^2 = sum_s d(s) v(s)^2.
    """
