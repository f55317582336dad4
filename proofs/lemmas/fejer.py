"""Fejer's argument with finite sums: nonnegative cosine polynomials against covariances.

If x - sum_{0<n<m} a_n cos(n theta) is not negative at the angles theta = 2 pi l/(2m), and rho is
positive definite, then 0 <= m rho_0 x - sum_{0<n<m} a_n (m - n) rho_n.  For the mean over these
angles of that polynomial times

    F(theta) = m rho_0 + 2 sum_{0<k<m} (m - k) rho_k cos(k theta),

a quadratic form of rho and so not negative, is what stands there: cosines of different frequencies
below m are orthogonal on these angles.
"""

from proofs.lemmas.cosine_sums import (
    SOME,
    a,
    angle,
    by_columns,
    coefficient,
    mean,
    over_angles,
    polynomial,
    wave,
    x,
    y,
)
from proofs.notation import j, k, m, n
from proofs.vocabulary import *

rho = sequence("rho")
COVARIANCES = PositiveDefinite(rho(n), n)

# -- the kernel ------------------------------------------------------------------------------------

#: F at the angle l
kernel = m * rho(0) + 2 * series((m - n) * rho(n) * wave(n), n, 1, m - 1)


def lagged(kind: type[Turn]) -> Expr:
    """sum_j q_j q_{j+n} for cosines (sines) q_j of the angle l j."""
    return series(kind(angle * j, 2 * m) * kind(angle * (j + n), 2 * m), j, 0, m - 1 - n)


@cache
def aligned() -> Theorem:
    """cos(l j) cos(l (j+n)) + sin(l j) sin(l (j+n)) = cos(l n), for each of the m - n indices j."""
    ctx = given(AtMost(0, n), AtMost(n, m - 1))
    parts = tuple(
        (1, kind(angle * j, 2 * m) * kind(angle * (j + n), 2 * m)) for kind in (CosTurn, SinTurn)
    )
    total = series(sum(t for _, t in parts), j, 0, m - 1 - n)
    inner, _ = summand(ctx, total)
    back = (turn_back(inner, kind(angle * j, 2 * m)) for kind in (CosTurn, SinTurn))
    same = each_term(ctx, total, wave(n), turn_sum(inner, wave(n), angle * (j + n)), *back)
    constant = series(wave(n), j, 0, m - 1 - n)
    return (
        Chain(ctx, lagged(CosTurn) + lagged(SinTurn))
        .to(total, linearity(ctx, total, *parts))
        .to(constant, same)
        .to((m - n) * wave(n), telescope(ctx, constant, j * wave(n)))
        .qed()
    )


@cache
def kernel_nonnegative() -> Theorem:
    """F is the sum of the quadratic forms of the cosines and of the sines of the angle l j."""
    ctx = given(SOME, COVARIANCES)
    known, kinds = fact(ctx, COVARIANCES), (CosTurn, SinTurn)
    forms = [quadratic_form(ctx, known, kind(angle * j, 2 * m), j, m, n) for kind in kinds]
    squares = [series(kind(angle * j, 2 * m) ** 2, j, 0, m - 1) for kind in kinds]
    parts = tuple((1, rho(n) * lagged(kind)) for kind in kinds)
    crossed = [series(part, n, 1, m - 1) for _, part in parts]
    total = series(sum(part for _, part in parts), n, 1, m - 1)
    inner, term = summand(ctx, total)
    apart = instantiate(inner, aligned(), {})
    step = Chain(inner, term).combine((m - n) * rho(n) * wave(n), (rho(n), apart)).qed()
    still = full_turns(ctx, CosTurn(0, 2 * m), 0)
    own = Chain(ctx, sum(squares)).by(instantiate(ctx, aligned(), {n: 0})).to(m, still).qed()
    cross = (
        Chain(ctx, sum(crossed))
        .to(total, linearity(ctx, total, *parts))
        .by(termwise(ctx, total, step))
        .qed()
    )
    return (
        Chain(ctx, 0)
        .by(forms[0], rho(0) * squares[0] + 2 * crossed[0])
        .by(forms[1], rho(0) * sum(squares) + 2 * sum(crossed))
        .combine(kernel, (rho(0), own), (2, cross))
        .qed()
    )


# -- the two together ------------------------------------------------------------------------------


@cache
def averaged() -> Theorem:
    """0 <= m rho_0 sum_l y_l + 2 sum_n (m - n) rho_n sum_l y_l cos(l n), for all y_l >= 0."""
    positive = ForAll(angle, 0, AtMost(0, y(angle)))
    ctx = given(SOME, COVARIANCES, positive)
    nothing = over_angles(Integer(0))
    inner, _ = summand(ctx, nothing)
    ahead = specialise(inner, fact(inner, positive), angle)
    term = scale(inner.also(ahead), kernel_nonnegative(), y(angle))
    tilted = series((m - n) * rho(n) * wave(n), n, 1, m - 1)
    turned = instantiate_sequence(ctx, by_columns(), a, (n,), (m - n) * rho(n))
    assert isinstance(turned.statement, Equal)
    apart = linearity(
        ctx, over_angles(y(angle) * kernel), (m * rho(0), y(angle)), (2, y(angle) * tilted)
    )
    return (
        Chain(ctx, 0)
        .to(nothing, zeros(ctx, nothing))
        .by(sum_order(ctx, nothing, term))
        .by(apart)
        .to(m * rho(0) * over_angles(y(angle)) + 2 * turned.statement.rhs, turned)
        .qed()
    )


#: the polynomial is not negative at the 2m angles
SAMPLED = ForAll(angle, 0, AtMost(0, polynomial))


@cache
def against_covariances() -> Theorem:
    """0 <= m rho_0 x - sum_n a_n (m - n) rho_n."""
    ctx = given(SOME, COVARIANCES, SAMPLED)
    positive = instantiate_sequence(ctx, averaged(), y, (angle,), polynomial)
    total = series((m - n) * rho(n) * over_angles(polynomial * wave(n)), n, 1, m - 1)
    inner, term = summand(ctx, total)
    step = Chain(inner, term).to(
        -m * (a(n) * (m - n) * rho(n)), instantiate(inner, coefficient(), {k: n})
    )
    weighed = series(a(n) * (m - n) * rho(n), n, 1, m - 1)
    moved = series(-m * (a(n) * (m - n) * rho(n)), n, 1, m - 1)
    whole = (
        Chain(ctx, 0)
        .by(positive)
        .to(m * rho(0) * (2 * m * x) + 2 * total, mean())
        .to(2 * m**2 * rho(0) * x + 2 * moved, termwise(ctx, total, step.qed()))
        .to(
            2 * m * (m * rho(0) * x - weighed),
            linearity(ctx, moved, (-m, a(n) * (m - n) * rho(n))),
        )
        .qed()
    )
    return Chain(ctx, 0).by(scale(ctx, whole, 1 / (2 * m)), m * rho(0) * x - weighed).qed()
