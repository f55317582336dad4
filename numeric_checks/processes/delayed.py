"""Delayed TD(0): the target uses only the TD error tau steps ahead, H v = v + z^tau (T v - v).

On the two-state process, z = gamma P has the eigenvalues gamma on (1, 1) and x = gamma (2p - 1) on
(1, -1), so that H has the eigenvalues 1 - gamma^tau (1 - gamma) and 1 - x^tau (1 - x).  The second
one exceeds 1 exactly when tau is odd and p < 1/2, whatever gamma is.

On the k-cycle, z has the eigenvalues gamma mu with mu^k = 1.  With k = tau + 1 that of H is

    1 + gamma^{tau+1} - gamma^tau cos(2 pi j/k) + i gamma^tau sin(2 pi j/k),

and at j = floor(k/2) the cosine is negative: every delay tau >= 1 diverges on some process.

    >>> diverges_on_two_states(1, "2/5", "9/10"), diverges_on_two_states(2, "2/5", "9/10")
    (True, False)
    >>> two_state_spectrum(1, "2/5", "9/10")
    (Fraction(91, 100), Fraction(3031, 2500))
    >>> cycle_eigenvalue(2, 1, "1/2").real > 1
    True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from flint import acb, arb, ctx, fmpq, fmpq_mat

from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq
from numeric_checks.processes.mrp import (
    Exact,
    InvalidMRP,
    RewardProcess,
    Vector,
    exact_number,
    two_state,
)
from numeric_checks.processes.spectra import Fate, fate, filter_matrix
from symbolic.returns import DelayedReturn

__all__ = [
    "Point",
    "Region",
    "cycle_eigenvalue",
    "cycle_growth",
    "diverges_on_two_states",
    "first_disagreement",
    "fixed_point_space",
    "grid",
    "predicted_region",
    "two_state_spectrum",
]

#: a delay tau, a probability p of staying and a discount gamma
Point: TypeAlias = tuple[int, Fraction, Fraction]
Region: TypeAlias = Callable[[int, Fraction, Fraction], bool]


def two_state_spectrum(tau: int, p: Exact, gamma: Exact) -> tuple[Fraction, Fraction]:
    """The eigenvalues of H on (1, 1) and on (1, -1), in closed form."""
    stay, g = _checked(tau, p, gamma)
    x = g * (2 * stay - 1)
    return 1 - g**tau * (1 - g), 1 - x**tau * (1 - x)


def diverges_on_two_states(tau: int, p: Exact, gamma: Exact) -> bool:
    """Does delayed TD diverge on the two-state process?  Decided from its matrix."""
    stay, g = _checked(tau, p, gamma)
    return fate(two_state(stay, g), DelayedReturn(tau)) is Fate.DIVERGES


def predicted_region(tau: int, p: Exact, gamma: Exact) -> bool:
    """Where the theorem says that it diverges: tau odd and p < 1/2, for every 0 < gamma < 1."""
    stay, _ = _checked(tau, p, gamma)
    return tau % 2 == 1 and stay < Fraction(1, 2)


def grid(delays: int = 6, parts: int = 10) -> Iterator[Point]:
    """tau = 0, ..., ``delays``; p = 0, 1/n, ..., 1 and gamma = 1/n, ..., (n-1)/n; n = ``parts``."""
    stays = [Fraction(k, parts) for k in range(parts + 1)]
    yield from product(range(delays + 1), stays, stays[1:-1])


def first_disagreement(region: Region, points: Iterable[Point]) -> Point | None:
    """The first point at which ``region`` is wrong about divergence on two states, if any.

    >>> first_disagreement(predicted_region, grid(2, 4)) is None
    True
    >>> tau, p, gamma = first_disagreement(lambda tau, p, gamma: tau == 1, grid(2, 4))
    >>> print(tau, p, gamma)
    1 1/2 1/4
    """
    return next((x for x in points if region(*x) != diverges_on_two_states(*x)), None)


def cycle_eigenvalue(tau: int, j: int, gamma: Exact, bits: int = 128, k: int | None = None) -> acb:
    """A ball around the j-th eigenvalue of H on the k-cycle; k = tau + 1 if none is given."""
    growth = cycle_growth(tau, j, gamma, bits, k)
    with ctx.workprec(bits + 16):
        return 1 + growth


def cycle_growth(tau: int, j: int, gamma: Exact, bits: int = 128, k: int | None = None) -> acb:
    """A ball around that eigenvalue minus one, (gamma mu)^tau (gamma mu - 1), mu = exp(2 pi i j/k).

    Its real part is positive exactly when every step size diverges; unlike 1 plus it, it keeps its
    accuracy when gamma^tau is tiny.

    >>> cycle_growth(1000, 500, "1/100", 64).real > 0
    True
    """
    g = _discount(gamma)
    _check_delay(tau)
    length = tau + 1 if k is None else k
    if type(length) is not int or length < 1:
        raise InvalidMRP(f"k = {k!r}, expected a cycle of k >= 1 states")
    if type(bits) is not int or bits < 2:
        raise InvalidMRP(f"bits = {bits!r}, expected a precision, an integer >= 2")
    with ctx.workprec(bits + 16):
        late = arb(to_fmpq(g)) * _turn(j * (tau + 1), length)
        return arb(to_fmpq(g**tau)) * (late - _turn(j * tau, length))


def fixed_point_space(tau: int, mrp: RewardProcess) -> tuple[Vector, ...]:
    """A basis of the kernel of f(z): the fixed points of H are v_pi plus these.

    >>> fixed_point_space(1, two_state("1/2", "9/10"))
    ((Fraction(-1, 1), Fraction(1, 1)),)
    >>> fixed_point_space(1, two_state("2/5", "9/10"))
    ()
    """
    _check_delay(tau)
    return _kernel(filter_matrix(mrp, DelayedReturn(tau)))


def _kernel(matrix: fmpq_mat) -> tuple[Vector, ...]:
    """A basis of {v : M v = 0}, one vector for each column without a pivot."""
    reduced, rank = matrix.rref()
    columns = range(matrix.ncols())
    pivots = [next(j for j in columns if reduced[i, j] != 0) for i in range(rank)]
    basis = []
    for free in (j for j in columns if j not in pivots):
        v = [Fraction(int(j == free)) for j in columns]
        for i, pivot in enumerate(pivots):
            v[pivot] = -lowest_terms(reduced[i, free])
        basis.append(tuple(v))
    return tuple(basis)


def _turn(j: int, k: int) -> acb:
    """exp(2 pi i j/k)."""
    sine, cosine = arb.sin_cos_pi_fmpq(fmpq(2 * j, k))
    return acb(cosine, sine)


def _checked(tau: int, p: Exact, gamma: Exact) -> tuple[Fraction, Fraction]:
    _check_delay(tau)
    stay = exact_number("p", p)
    if not 0 <= stay <= 1:
        raise InvalidMRP(f"p = {stay}, expected a probability, 0 <= p <= 1")
    return stay, _discount(gamma)


def _discount(gamma: Exact) -> Fraction:
    g = exact_number("gamma", gamma)
    if not 0 < g < 1:
        raise InvalidMRP(f"gamma = {g}, expected 0 < gamma < 1")
    return g


def _check_delay(tau: int) -> None:
    if type(tau) is not int or tau < 0:
        raise InvalidMRP(f"tau = {tau!r}, expected a delay, an integer tau >= 0")
