"""What one would use instead to ask whether Re f > 0 on |z| = gamma, each as people use it.

Re f(gamma e^{i theta}) = t_0 + t_1 cos(theta) + ... + t_N cos(N theta) for a list of N weights.

    clarabel     the largest m for which t - m has a positive semidefinite Gram matrix (cvxpy)
    ispassive    python-control's test of the finite impulse response (an LMI, by cvxopt)
    z3           is there an x in [-1, 1] where the polynomial in x = cos(theta) is not positive?
    count_roots  sympy's count of the polynomial's zeros in [-1, 1], by Sturm

The last two are exact.  Each answers yes or no, or None if it says itself that it does not know.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from random import Random
from typing import Any

from flint import fmpq

from numeric_checks.safety.chebyshev import in_cosine
from numeric_checks.safety.decision import decide_filter
from numeric_checks.safety.filters import Filter
from tests.numeric_checks.drawn_returns import cosines, weights_with_margin

__all__ = ["ALTERNATIVES", "Weights", "ours", "with_margin"]

Weights = list[Fraction]
#: z3 is given up after so many milliseconds
_PATIENCE = 20_000


def ours(h: Weights, gamma: Fraction) -> bool | None:
    """The decision that `recency analyze` makes."""
    return {"yes": True, "undecided": None}.get(
        decide_filter(Filter.of_weights(h, gamma)).verdict, False
    )


def clarabel(h: Weights, gamma: Fraction) -> bool | None:
    cvxpy: Any = import_module("cvxpy")
    t = list(map(float, cosines(h, gamma)))
    gram = cvxpy.Variable((len(t), len(t)), PSD=True)
    margin = cvxpy.Variable()
    sums = [cvxpy.sum(cvxpy.diag(gram, k)) == t[k] / 2 for k in range(1, len(t))]
    problem = cvxpy.Problem(cvxpy.Maximize(margin), [cvxpy.trace(gram) + margin == t[0], *sums])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says that it may be inaccurate: so it may
        problem.solve(solver=cvxpy.CLARABEL)
    return None if margin.value is None else bool(margin.value > 0)


def ispassive(h: Weights, gamma: Fraction) -> bool | None:
    import control
    import numpy as np

    f = [float(x) * float(gamma) ** k for k, x in enumerate(_filter(h))]
    n = len(f) - 1
    shift = np.eye(n, k=-1)
    system = control.ss(shift, np.eye(n, 1), np.array([f[1:]]), np.array([[f[0]]]), True)
    return bool(control.ispassive(system))


def z3(h: Weights, gamma: Fraction) -> bool | None:
    import z3 as solver

    x, total = solver.Real("x"), solver.RealVal(0)
    for a in reversed(_polynomial(h, gamma)):
        total = total * x + solver.RealVal(f"{a.numerator}/{a.denominator}")
    asked = solver.SolverFor("QF_NRA")
    asked.set("timeout", _PATIENCE)
    asked.add(x >= -1, x <= 1, total <= 0)
    return {"unsat": True, "sat": False}.get(str(asked.check()))


def count_roots(h: Weights, gamma: Fraction) -> bool | None:
    import sympy

    coefficients = [sympy.Rational(a.numerator, a.denominator) for a in _polynomial(h, gamma)]
    p = sympy.Poly(coefficients[::-1], sympy.Symbol("x"), domain="QQ")
    return bool(p.eval(0) > 0) and p.count_roots(-1, 1) == 0


ALTERNATIVES: dict[str, Callable[[Weights, Fraction], bool | None]] = {
    each.__name__: each for each in (clarabel, ispassive, z3, count_roots)
}


def with_margin(seed: Any, n: int, gamma: Fraction, part: Fraction) -> Weights:
    """``n`` weights of which the least Re f is that part of the greatest |t_k|."""
    plain = weights_with_margin(Random(seed), n, gamma, Fraction(0))
    size = max(map(abs, cosines(plain, gamma)))
    return weights_with_margin(Random(seed), n, gamma, part * size)


def _filter(h: Weights) -> Weights:
    """The coefficients of (1 - z) h(z)."""
    return [a - b for a, b in zip([*h, Fraction(0)], [Fraction(0), *h], strict=True)]


def _polynomial(h: Weights, gamma: Fraction) -> Weights:
    """Re f as a polynomial in cos(theta)."""
    t = in_cosine(fmpq(x.numerator, x.denominator) for x in cosines(h, gamma))
    return [Fraction(int(a.p), int(a.q)) for a in t.coeffs()]
