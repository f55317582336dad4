"""Covariances of TD errors on a Markov reward process, as the members of a family with two indices.

At v = v_pi every TD error has the mean 0 whatever happened before, so that two of them have the
covariance 0, and the variance of the i-th one is (P^i w)(s), where w is the variance of the first
TD error from each state.  A closed form of it is checked, and not believed: if it agrees with
(P^i w)(s) for i below the number of states, and solves for all i the linear recurrence that powers
of P solve (Cayley and Hamilton), then it is that.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq_mat
from sympy import Expr, Rational

from numeric_checks.arithmetic.rationals import to_fmpq
from numeric_checks.processes.mrp import MRP
from numeric_checks.processes.variance import TDErrors
from numeric_checks.statements.findings import Outcome
from numeric_checks.statements.instances import Instance, InvalidInstance, Members, k
from numeric_checks.statements.meaning import decide
from symbolic.statements import Equal, ForAll
from symbolic.terms import IfLess, index, substitute

#: the second index
other = index("l")


@dataclass(frozen=True)
class Covariances(Members):
    """K_{i,j} = Cov[delta_{t+i}, delta_{t+j} | S_t = ``state``] at v = v_pi on this MRP."""

    mrp: MRP
    state: int
    variance: Expr


def covariances(mrp: MRP, state: int, variance: Expr) -> Covariances:
    """The covariances at v = v_pi; ``variance`` is that of the k-th TD error, and is checked."""
    first = TDErrors(mrp, mrp.values()).covariance
    for i in range(mrp.size):
        claimed, found = substitute(variance, {k: Rational(i)}), first(i, i)[state]
        if claimed != Rational(found.numerator, found.denominator):
            raise InvalidInstance(f"the variance of the TD error {i} is {found}, not {claimed}")
    rows = [[to_fmpq(p) for p in row] for row in mrp.P]
    coefficients = fmpq_mat(rows).charpoly().coeffs()
    terms = (
        Rational(int(c.p), int(c.q)) * substitute(variance, {k: k + n})
        for n, c in enumerate(coefficients)
    )
    if decide(ForAll(k, 0, Equal(sum(terms), 0)), Instance.of()).outcome is not Outcome.HOLDS:
        raise InvalidInstance(f"{variance} does not solve the recurrence of the powers of P")
    diagonal = IfLess(k, other, 0, IfLess(other, k, 0, variance))
    return Covariances((), diagonal, (k, other), mrp, state, variance)
