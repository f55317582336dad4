"""Cosines on equally spaced angles: their means, and those of a cosine polynomial.

With K angles theta = 2 pi l/K, l < K, the cosines of a frequency 0 < k < K have the mean 0, and so
on 2m angles the cosines of different frequencies below m are orthogonal.  The coefficients of
x - sum_{0<n<m} a_n cos(n theta) are means over those angles.
"""

from proofs.notation import k, m, n
from proofs.vocabulary import *

K, angle = index("K"), index("l")
a, y, x = sequence("a"), sequence("y"), real("x")
half = Rational(1, 2)
PARTS, SOME = AtMost(1, K), AtMost(1, m)


# -- cosines on K equally spaced angles ------------------------------------------------------------


def around(frequency: Expr, points: Expr = K) -> Expr:
    """The sum of cos(2 pi l k/K) over l < K."""
    return series(CosTurn(angle * frequency, points), angle, 0, points - 1)


def drift(ctx: Context, kind: type[Turn], *parts: tuple[Expr, Expr]) -> Theorem:
    """0 = sum_l (g(l + 1) - g(l)), g(l) the cosine (sine) of l k/K of a turn, by its parts."""
    g = kind(angle * k, K)
    steps = series(kind((angle + 1) * k, K) - g, angle, 0, K - 1)
    inner, _ = summand(ctx, steps)
    step = turn_sum(inner, kind((angle + 1) * k, K), angle * k)
    by_parts = sum(weight * term for weight, term in parts)
    apart = each_term(ctx, steps, by_parts, step)
    ends = (full_turns(ctx, kind(k * K, K), k), full_turns(ctx, kind(0, K), 0))
    pulled = linearity(ctx, series(by_parts, angle, 0, K - 1), *parts)
    total = sum(weight * series(term, angle, 0, K - 1) for weight, term in parts)
    return (
        Chain(ctx, total)
        .to(series(by_parts, angle, 0, K - 1), pulled)
        .to(steps, apart)
        .to(0, telescope(ctx, steps, g), *ends)
        .qed()
    )


@cache
def orthogonal() -> Theorem:
    """sum_{l<K} cos(2 pi l k/K) = 0 for 0 < k < K."""
    ctx = given(AtMost(1, k), Less(k, K))
    cos, sin = CosTurn(k, K), SinTurn(k, K)
    here, there = CosTurn(angle * k, K), SinTurn(angle * k, K)
    below = turn_strictly(ctx, cos)
    apart = recall(ctx.also(below), Less(0, 1 - cos))
    ctx = ctx.also(scale(ctx.also(apart), apart, 1 - cos))
    size = (cos - 1) ** 2 + sin**2
    ctx = ctx.also(recall(ctx, Less(0, size)))
    first = drift(ctx, CosTurn, (cos - 1, here), (-sin, there))
    second = drift(ctx, SinTurn, (cos - 1, there), (sin, here))
    return linear_combination(ctx, around(k), 0, ((cos - 1) / size, first), (sin / size, second))


@cache
def product() -> Theorem:
    """cos(l n) cos(l k) = (cos(l (n + k)) + cos(l (n - k)))/2, in parts of K."""
    ctx = given(PARTS)
    both, apart = CosTurn(angle * n + angle * k, K), CosTurn(angle * n - angle * k, K)
    back = (turn_back(ctx, CosTurn(angle * k, K)), turn_back(ctx, SinTurn(angle * k, K)))
    return (
        Chain(ctx, CosTurn(angle * n, K) * CosTurn(angle * k, K))
        .to(
            (both + apart) / 2,
            turn_sum(ctx, both, angle * n),
            turn_sum(ctx, apart, angle * n),
            *back,
        )
        .qed()
    )


# -- two frequencies below m, on 2m angles ---------------------------------------------------------

FIRST = (AtMost(1, n), AtMost(n, m - 1))
SECOND = (AtMost(1, k), AtMost(k, m - 1))


def wave(frequency: Expr) -> Expr:
    """The cosine of that frequency at the angle l."""
    return CosTurn(angle * frequency, 2 * m)


def over_angles(term: Expr) -> Expr:
    """The sum over the 2m angles."""
    return series(term, angle, 0, 2 * m - 1)


def by_frequencies(ctx: Context, first: Expr, second: Expr) -> Theorem:
    """The overlap of two cosines, by the sum and the difference of their frequencies."""
    overlap = over_angles(wave(first) * wave(second))
    parts = tuple((half, wave(f)) for f in (first + second, first - second))
    total = over_angles(sum(w * t for w, t in parts))
    inner, _ = summand(ctx, overlap)
    step = instantiate(inner, product(), {n: first, k: second, K: 2 * m})
    halves = (over_angles(wave(first + second)) + over_angles(wave(first - second))) / 2
    return (
        Chain(ctx, overlap)
        .to(total, termwise(ctx, overlap, step))
        .to(halves, linearity(ctx, total, *parts))
        .qed()
    )


def no_mean(ctx: Context, frequency: Expr) -> Theorem:
    """The cosines of a frequency between 0 and 2m have the mean 0."""
    return instantiate(ctx, orthogonal(), {k: frequency, K: 2 * m})


def angles(ctx: Context) -> Theorem:
    """There are 2m angles."""
    return telescope(ctx, over_angles(Integer(1)), angle)


@cache
def lower() -> Theorem:
    """Cosines of different frequencies do not overlap: n < k."""
    ctx = given(*FIRST, *SECOND, Less(n, k))
    total = over_angles(wave(n - k))
    inner, term = summand(ctx, total)
    turned = termwise(ctx, total, turn_back(inner, term))
    return (
        Chain(ctx, over_angles(wave(n) * wave(k)))
        .to(0, by_frequencies(ctx, n, k), turned, no_mean(ctx, n + k), no_mean(ctx, k - n))
        .qed()
    )


@cache
def higher() -> Theorem:
    """Cosines of different frequencies do not overlap: k < n."""
    ctx = given(*FIRST, *SECOND, Less(k, n))
    return (
        Chain(ctx, over_angles(wave(n) * wave(k)))
        .to(0, by_frequencies(ctx, n, k), no_mean(ctx, n + k), no_mean(ctx, n - k))
        .qed()
    )


@cache
def itself() -> Theorem:
    """The squares of a cosine have the mean 1/2."""
    ctx = given(*SECOND)
    still = full_turns(ctx, CosTurn(0, 2 * m), 0)
    return (
        Chain(ctx, over_angles(wave(k) ** 2))
        .to(m, by_frequencies(ctx, k, k), no_mean(ctx, 2 * k), still, angles(ctx))
        .qed()
    )


# -- the coefficients of a cosine polynomial -------------------------------------------------------

waves = series(a(n) * wave(n), n, 1, m - 1)
polynomial = x - waves


@cache
def by_columns() -> Theorem:
    """sum_l y_l sum_n a_n cos(l n) = sum_n a_n sum_l y_l cos(l n)."""
    ctx = given(SOME)
    rows = over_angles(y(angle) * waves)
    row = series(a(n) * y(angle) * wave(n), n, 1, m - 1)
    inner, _ = summand(ctx, rows)
    pulled = symmetry(linearity(inner, row, (y(angle), a(n) * wave(n))))
    column = over_angles(a(n) * y(angle) * wave(n))
    columns = series(column, n, 1, m - 1)
    within, _ = summand(ctx, columns)
    factored = linearity(within, column, (a(n), y(angle) * wave(n)))
    return (
        Chain(ctx, rows)
        .to(over_angles(row), termwise(ctx, rows, pulled))
        .to(columns, exchange_finite(ctx, over_angles(row)))
        .to(
            series(a(n) * over_angles(y(angle) * wave(n)), n, 1, m - 1),
            termwise(ctx, columns, factored),
        )
        .qed()
    )


def columns(ctx: Context, value: Expr) -> Theorem:
    """The same, for an explicit y."""
    return instantiate_sequence(ctx, by_columns(), y, (angle,), value)


def all_zero(ctx: Context, total: Expr, *reasons: Theorem) -> Theorem:
    """A sum over n of zeros."""
    nothing = each_term(ctx, total, 0, *reasons)
    assert isinstance(nothing.statement, Equal)
    return Chain(ctx, total).to(0, nothing, zeros(ctx, nothing.statement.rhs)).qed()


@cache
def mean() -> Theorem:
    """The mean of the polynomial is x."""
    ctx = given(SOME)
    total = series(a(n) * over_angles(wave(n)), n, 1, m - 1)
    inner, _ = summand(ctx, total)
    return (
        Chain(ctx, over_angles(polynomial))
        .to(
            x * over_angles(Integer(1)) - over_angles(waves),
            linearity(ctx, over_angles(polynomial), (x, 1), (-1, waves)),
        )
        .to(2 * m * x - total, angles(ctx), columns(ctx, Integer(1)))
        .to(2 * m * x, all_zero(ctx, total, no_mean(inner, n)))
        .qed()
    )


@cache
def coefficient() -> Theorem:
    """The mean of the polynomial times cos(k theta), 0 < k < m, is -a_k/2."""
    ctx = given(*SECOND)
    ctx = ctx.also(recall(ctx, SOME))
    term = a(n) * over_angles(wave(k) * wave(n))
    total, before, after = (
        series(term, n, lo, hi) for lo, hi in ((1, m - 1), (1, k - 1), (k + 1, m - 1))
    )
    product_ = over_angles(polynomial * wave(k))
    inside, _ = summand(ctx, before)
    beyond, _ = summand(ctx, after)
    return (
        Chain(ctx, product_)
        .to(
            x * over_angles(wave(k)) - over_angles(wave(k) * waves),
            linearity(ctx, product_, (x, wave(k)), (-1, wave(k) * waves)),
        )
        .to(-total, no_mean(ctx, k), columns(ctx, wave(k)))
        .to(-before - series(term, n, k, m - 1), split(ctx, total, k - 1))
        .to(
            -before - a(k) * over_angles(wave(k) ** 2) - after,
            peel_first(ctx, series(term, n, k, m - 1)),
        )
        .to(
            -m * a(k),
            all_zero(ctx, before, instantiate(inside, lower(), {})),
            all_zero(ctx, after, instantiate(beyond, higher(), {})),
            itself(),
        )
        .qed()
    )
