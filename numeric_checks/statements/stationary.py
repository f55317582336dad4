"""Statements about the stationary chain, decided: on the MRP of the instance, or on every one.

In the norm of a stationary distribution d, with D = diag(d) and H v - H v' = B (v - v'),

    ||H v - H v'||_d <= b ||v - v'||_d           says that  b^2 D - B^T D B  is never negative,
    <w, w - (H v - H v')>_d >= e <w, w>_d        that       D (I - B) - e D  is, as a form,

which elimination decides.  Every stationary distribution is a mixture of those of the sets of
states that are never left, and the forms mix as they do.

On every MRP the cycles are the worst case, and their eigenvalues come as close to any point of the
circle as one likes; on every reversible MRP it is the two states that stay with some probability.
So these are statements about a cosine sum, and about a polynomial between -gamma and gamma.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from flint import fmpq, fmpq_mat, fmpq_poly

from numeric_checks.arithmetic.rationals import to_fmpq
from numeric_checks.processes.chains import stationary_distributions
from numeric_checks.processes.mrp import MRP
from numeric_checks.safety.chebyshev import in_cosine, least_sign
from numeric_checks.safety.cosines import Cosines
from numeric_checks.statements.closed_forms import Form
from numeric_checks.statements.findings import Finding, decided
from numeric_checks.statements.integers import Generic, Whole
from numeric_checks.statements.numbers import Undecided
from numeric_checks.statements.operators import (
    Args,
    Decider,
    There,
    contracts_everywhere,
    diagonal,
    discount,
    operator,
    same_everywhere,
)
from numeric_checks.statements.reading import Bound, Reading, classes
from symbolic.core.terms import Term
from symbolic.printing import prose


def _bound(reading: Reading, args: Args, bound: Bound) -> Finding:
    there, b = There(reading, args, bound), reading.number(args[3], bound)
    B = there.B
    forms = (d * to_fmpq(b * b) - B.transpose() * d * B for d in _stationary(there.mrp))
    return decided(b >= 0 and all(form_sign(form) >= 0 for form in forms))


def _dissipative(reading: Reading, args: Args, bound: Bound) -> Finding:
    there, e = There(reading, args, bound), to_fmpq(reading.number(args[3], bound))
    less = diagonal([1] * there.mrp.size) * (1 - e) - there.B
    return decided(all(form_sign(d * less) >= 0 for d in _stationary(there.mrp)))


def _on_policy(reading: Reading, args: Args, bound: Bound) -> Finding:
    """D (I - B) is positive definite; or some w has <w, w - B w>_d < 0, and is the one feature."""
    there = There(reading, args, bound)
    everywhere = [sum(column) for column in zip(*stationary_distributions(there.mrp), strict=True)]
    if not all(everywhere):
        return decided(True, "no stationary distribution is positive")
    sign = form_sign(diagonal(everywhere) * (diagonal([1] * there.mrp.size) - there.B))
    if sign == 0:
        raise Undecided("updates that are not pushed in some direction")
    return decided(sign > 0)


def _dissipative_everywhere(reading: Reading, args: Args, bound: Bound) -> Finding:
    return decided(_on_the_circle(reading, args, bound, reading.number(args[3], bound)) >= 0)


def _on_policy_everywhere(reading: Reading, args: Args, bound: Bound) -> Finding:
    """On a cycle with an eigenvalue close to where 1 - B has a negative real part, they diverge."""
    sign = _on_the_circle(reading, args, bound, Fraction(0))
    if sign == 0:
        raise Undecided("updates that are not pushed in some direction")
    return decided(sign > 0)


def _on_the_circle(reading: Reading, args: Args, bound: Bound, e: Fraction) -> int:
    """The sign of the least value of Re (1 - B) - e on the circle |z| = gamma."""
    gamma, (_, B) = discount(reading, args[1], bound), operator(reading, args[2], bound)
    least = Cosines(((fmpq(1), B.den - B.num, B.den),), gamma)
    size = Cosines(((fmpq(1), B.den, B.den),), gamma)
    return least_sign(in_cosine(least.minus(e, size).exact()))


def _reversible(reading: Reading, args: Args, bound: Bound) -> Finding:
    """|B(x)| <= b for -gamma <= x <= gamma."""
    gamma, b = discount(reading, args[0], bound), reading.number(args[2], bound)
    _, B = operator(reading, args[1], bound)
    room = to_fmpq(b * b) * B.den * B.den - B.num * B.num
    inside = room(fmpq_poly([0, to_fmpq(gamma)]))
    return decided(b >= 0 and least_sign(inside) >= 0)


#: how the statements about the stationary chain are decided
STATIONARY: Mapping[str, Decider] = {
    "stationary bound": _bound, "dissipative": _dissipative, "on-policy": _on_policy,
    "reversible": _reversible,
}  # fmt: skip
#: and how those are that are said of every MRP
EVERYWHERE: Mapping[str, Decider] = {
    "same": same_everywhere, "contracts": contracts_everywhere,
    "dissipative": _dissipative_everywhere, "on-policy": _on_policy_everywhere,
}  # fmt: skip


# -- covariances -----------------------------------------------------------------------------------


def positive_definite(reading: Reading, body: Term, bound: Bound) -> Finding:
    """A limit that is not negative, and beyond it s_0 + 2 (s_1 cos + s_2 cos 2 + ...) >= 0.

    A constant covariance and a summable one have measures on the circle that do not meet.
    """
    limits: list[Fraction | None] = []

    def read(split: list[tuple[Generic, Whole]]) -> Form:
        limits[:] = []
        for _, place in split:
            form = reading.form(body, (place, *bound))
            form.settle()
            limits.append(form.limit())
        return Form()

    classes(read)
    limit = limits[0]
    if limit is None or len(set(limits)) > 1:
        raise Undecided("covariances without a limit")
    rest = reading.power_series(body, bound, limit)
    first = reading.form(body, (Whole(0), *bound)).number() - limit
    density = Cosines(((fmpq(2), rest.num, rest.den),), Fraction(1))
    size = Cosines(((fmpq(1), rest.den, rest.den),), Fraction(1))
    sign = least_sign(in_cosine(density.minus(first, size).exact()))
    return decided(limit >= 0 and sign >= 0, prose("they tend to {}", limit))


# -- forms -----------------------------------------------------------------------------------------


def _stationary(mrp: MRP) -> Iterable[fmpq_mat]:
    return map(diagonal, stationary_distributions(mrp))


def form_sign(m: fmpq_mat) -> int:
    """1 if x.m x > 0 for all x but 0, 0 if it is only never negative, -1 if it is, for some x."""
    size = m.nrows()
    rows = [[(m[i, j] + m[j, i]) / 2 for j in range(size)] for i in range(size)]
    while rows:
        own = [row[i] for i, row in enumerate(rows)]
        if min(own) < 0:
            return -1
        place = next((i for i, x in enumerate(own) if x > 0), None)
        if place is None:
            return -1 if any(any(row) for row in rows) else 0
        pivot = rows.pop(place)
        factors = [row[place] / pivot[place] for row in rows]
        rows = [
            [x - f * p for j, (x, p) in enumerate(zip(row, pivot, strict=True)) if j != place]
            for f, row in zip(factors, rows, strict=True)
        ]
    return 1
