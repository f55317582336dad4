"""Bounds for the variance of a return by kappa = sup Cov[delta_i, delta_j], and where they are met.

For weights h the variance is the double sum of h_i h_j gamma^{i+j} Cov[delta_i, delta_j], and
|Cov[delta_i, delta_j]| <= kappa for all i and j, because kappa is at least every variance.  Hence

    Var[G]  <=  (sum_i |h_i| gamma^i)^2 kappa                                     for every return,

with equality on some MRP, whatever the (finitely many) weights are: `worst_case`.  For a convex
return the sum is (1 - beta)/(1 - gamma).  An affine return with a negative weight on an n-step
return has two numbers that could be meant by beta, and neither serves in general:

    beta = sum |c_n| gamma^n, the modulus    (1 - beta)/(1 - gamma) is too small whenever beta <= 1
    beta = 1 - (1 - gamma) h(gamma)          (1 - beta)/(1 - gamma) = h(gamma) is too small if some
                                             h_i < 0, and enough if every h_i >= 0

    >>> from symbolic.returns import LambdaReturn
    >>> errors = perfectly_correlated("1/2")
    >>> ret = LambdaReturn("1/2")
    >>> errors.variance(ret)[0], factor(ret, errors.mrp.gamma) ** 2 * errors.kappa(2)[0].lower
    (Fraction(16, 9), Fraction(16, 9))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq
from numeric_checks.moduli.modulus import discount, modulus
from numeric_checks.moduli.shapes import sum_of_sizes
from numeric_checks.processes.mrp import MRP, Exact
from numeric_checks.processes.variance import TDErrors
from symbolic.returns import LinearReturn, Parameter, WeightedReturn

__all__ = [
    "Excess",
    "absolute_reading_fails",
    "factor",
    "factor_by_filter",
    "filter_reading_fails",
    "perfectly_correlated",
    "sharp_factor",
    "within_bound",
    "worst_case",
]

Factor: TypeAlias = Callable[[LinearReturn, Fraction], Fraction]
HORIZON = 8


def factor(ret: LinearReturn, gamma: Parameter) -> Fraction:
    """(1 - beta)/(1 - gamma) with the contraction modulus beta."""
    return (1 - modulus(ret, gamma)) / (1 - discount(gamma))


def factor_by_filter(ret: LinearReturn, gamma: Parameter) -> Fraction:
    """(1 - beta)/(1 - gamma) when 1 - (1 - gamma) h(gamma) is called beta: sum h_i gamma^i."""
    return lowest_terms(ret.generating_function(to_fmpq(discount(gamma))))


def sharp_factor(ret: LinearReturn, gamma: Parameter) -> Fraction:
    """sum |h_i| gamma^i: the smallest factor that serves on every MRP."""
    return sum_of_sizes(ret, discount(gamma))


def within_bound(errors: TDErrors, ret: LinearReturn, by: Factor = factor) -> bool:
    """Is Var[G | S_0 = s] <= by(ret, gamma)^2 kappa for every state s?

    With finitely many weights kappa is the maximum over the TD errors that have one, which is exact
    and says more than the supremum; otherwise it is an upper bound for the supremum.
    """
    support = ret.support
    if support is not None and support <= HORIZON:
        kappas = [kappa.lower for kappa in errors.kappa(support)]
    else:
        kappas = [kappa.upper for kappa in errors.kappa(HORIZON)]
    limit = by(ret, errors.mrp.gamma) ** 2
    found = errors.variance(ret)
    return all(x <= limit * kappa for x, kappa in zip(found, kappas, strict=True))


# -- where a bound is met -------------------------------------------------------------------------


def perfectly_correlated(gamma: Exact) -> TDErrors:
    """From state 0, all TD errors are the same coin toss: +1 for ever or -1 for ever.

    State 0 goes to 1 or 2, each with probability 1/2, and these stay where they are.  With
    v = (0, 1/gamma, -1/gamma) and r = v, the TD error is gamma v(S_1) = 1 or -1 in the first step,
    and v + gamma v - v = the same in each later one.  So Cov[delta_i, delta_j] = 1 for all i and j,
    and the bound for convex returns holds with equality from state 0.
    """
    half, one = Fraction(1, 2), Fraction(1)
    value = 1 / discount(gamma)
    v = (Fraction(0), value, -value)
    return TDErrors(MRP.of([[0, half, half], [0, one, 0], [0, 0, one]], v, gamma), v)


def worst_case(h: Sequence[Fraction], gamma: Exact) -> TDErrors:
    """An MRP on which Var[G | S_0 = 0] = (sum |h_i| gamma^i)^2 kappa, for finitely many weights h.

    A coin is tossed in state 0; then the states 1, ..., K of one branch or K + 1, ..., 2 K of the
    other follow each other, and their rewards make delta_i the sign of h_i in the one branch and
    its opposite in the other.  So Cov[delta_i, delta_j] is the product of two signs and kappa = 1.
    """
    g, K = discount(gamma), len(h)
    signs = [Fraction((x > 0) - (x < 0)) for x in h]
    size = 2 * K + 1
    rows = [[Fraction(0)] * size for _ in range(size)]
    r, v = [Fraction(0)] * size, [Fraction(0)] * size
    rows[0][1] = rows[0][K + 1] = Fraction(1, 2)
    for first, sign in ((1, 1), (K + 1, -1)):
        v[first] = sign * signs[0] / g  # delta_0 = gamma v(S_1)
        for i in range(1, K + 1):
            here = first + i - 1
            following = here + 1 if i < K else here
            rows[here][following] = Fraction(1)
            wanted = sign * signs[i] if i < K else Fraction(0)
            r[here] = wanted - g * v[following] + v[here]
    return TDErrors(MRP.of(rows, r, g), tuple(v))


# -- affine returns with a negative weight -------------------------------------------------------


@dataclass(frozen=True)
class Excess:
    """From state 0 the variance of this return exceeds ``bound`` = (factor)^2 kappa."""

    ret: WeightedReturn
    errors: TDErrors
    kappa: Fraction
    variance: Fraction
    bound: Fraction


def _excess(c: Sequence[Exact], errors: TDErrors, by: Factor) -> Excess:
    ret = WeightedReturn.from_nstep_weights(c)
    kappa = errors.kappa(len(c) + 1)[0]
    assert kappa.attained
    bound = by(ret, errors.mrp.gamma) ** 2 * kappa.lower
    return Excess(ret, errors, kappa.lower, errors.variance(ret)[0], bound)


def absolute_reading_fails() -> Excess:
    """c = (-1/4, 5/4), h = (1, 5/4): with the modulus for beta the bound is below the variance.

    >>> found = absolute_reading_fails()
    >>> str(found.variance), str(found.bound)
    ('169/64', '81/64')
    """
    return _excess(["-1/4", "5/4"], perfectly_correlated("1/2"), factor)


def filter_reading_fails() -> Excess:
    """c = (3/2, -1/2), h = (1, -1/2): here sum h_i gamma^i is too small as well.

    >>> found = filter_reading_fails()
    >>> str(found.variance), str(found.bound)
    ('25/16', '9/16')
    """
    h = (Fraction(1), Fraction(-1, 2))
    return _excess(["3/2", "-1/2"], worst_case(h, "1/2"), factor_by_filter)
