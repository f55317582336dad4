"""Multiples of one angle, j/k of a turn, in terms of its cosine; and half a turn."""

from collections.abc import Mapping

from proofs.notation import j, k
from proofs.vocabulary import *

CYCLE = AtMost(1, k)
cosine, sine = CosTurn(j, k), SinTurn(j, k)


def real_part(coefficients: Mapping[int, Rational], mode: Expr = j, length: Expr = k) -> Expr:
    """The real part of sum b_n x^n, where x is the angle j/k of a turn."""
    return Add(*(b * CosTurn(mode * n, length) for n, b in coefficients.items()))


def imaginary_part(coefficients: Mapping[int, Rational], mode: Expr = j, length: Expr = k) -> Expr:
    """The imaginary part."""
    return Add(*(b * SinTurn(mode * n, length) for n, b in coefficients.items()))


@cache
def difference(m: int, n: int) -> Theorem:
    """cos(m x) cos(n x) + sin(m x) sin(n x) = cos((m - n) x)."""
    ctx, less = given(CYCLE), CosTurn(j * (m - n), k)
    c, s = CosTurn(j * m, k), SinTurn(j * m, k)
    steps = [
        (-1, turn_sum(ctx, less, j * m)),
        (-c, turn_back(ctx, CosTurn(-j * n, k))),
        (s, turn_back(ctx, SinTurn(-j * n, k))),
    ]
    if m == n:
        steps.append((1, full_turns(ctx, less, 0)))
    product = c * CosTurn(j * n, k) + s * SinTurn(j * n, k)
    return linear_combination(ctx, product, less if m != n else 1, *steps)


@cache
def doubled() -> Theorem:
    """cos(2x) = 2 cos(x)^2 - 1."""
    ctx = given(CYCLE)
    apart = turn_sum(ctx, CosTurn(2 * j, k), j)
    return linear_combination(
        ctx, CosTurn(2 * j, k), 2 * cosine**2 - 1, (1, apart), (-1, difference(1, 1))
    )


@cache
def tripled() -> Theorem:
    """cos(3x) = 4 cos(x)^3 - 3 cos(x)."""
    ctx = given(CYCLE)
    apart = Chain(ctx, CosTurn(3 * j, k)).to(
        (2 * cosine**2 - 1) * cosine - 2 * sine**2 * cosine,
        turn_sum(ctx, CosTurn(3 * j, k), j),
        doubled(),
        turn_sum(ctx, SinTurn(2 * j, k), j),
    )
    return apart.combine(4 * cosine**3 - 3 * cosine, (-2 * cosine, difference(1, 1))).qed()


def size(coefficients: Mapping[int, Rational]) -> Theorem:
    """|sum b_n x^n|^2 in cosines of the differences of exponents."""
    squared = real_part(coefficients) ** 2 + imaginary_part(coefficients) ** 2
    pairs = [(m, n) for m in coefficients for n in coefficients if m >= n]
    weights = [coefficients[m] * coefficients[n] * (1 if m == n else 2) for m, n in pairs]
    total = Add(
        *(
            w * (CosTurn(j * (m - n), k) if m != n else Integer(1))
            for (m, n), w in zip(pairs, weights, strict=True)
        )
    )
    known = ((w, difference(m, n)) for (m, n), w in zip(pairs, weights, strict=True))
    return linear_combination(given(CYCLE), squared, total, *known)


@cache
def half_turn() -> tuple[Theorem, Theorem]:
    """The cosine of half a turn is -1, the sine is 0."""
    c, s = CosTurn(1, 2), SinTurn(1, 2)
    ctx = given(turn_sign(given(), c))
    twice_c, twice_s = (turn_sum(ctx, f(2, 2), 1) for f in (CosTurn, SinTurn))
    full_c, full_s = (full_turns(ctx, f(2, 2), 1) for f in (CosTurn, SinTurn))
    none = linear_combination(ctx, s, 0, (-1 / (2 * c), twice_s), (1 / (2 * c), full_s))
    minus = linear_combination(
        ctx, c, -1, (-1 / (c - 1), twice_c), (1 / (c - 1), full_c), (s / (c - 1), none)
    )
    return minus, none
