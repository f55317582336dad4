"""averages: what holds of averages over finitely many outcomes.

Paper: beyond it, for the extensions of Appendix B [10].

The probabilities of the outcomes are x_1, ..., x_m: none is negative, and they sum to one.
"""

from random import Random

from numeric_checks.evidence.chains import NUMBERS, drawn_distribution
from numeric_checks.statements import table
from proofs.notation import i, m, n
from proofs.vocabulary import *

CLAIM = Claim(__name__)

x, y, W = sequence("x"), sequence("y"), real("W")

NOT_NEGATIVE = ForAll(i, 1, AtMost(0, x(i)), m)
WITHIN = ForAll(i, 1, AtMost(Abs(y(i)), W), m)
total, mean, squares = (series(term, i, 1, m) for term in (x(i), x(i) * y(i), x(i) * y(i) ** 2))
SUM_TO_ONE = Equal(total, 1)
PROBABILITIES = (NOT_NEGATIVE, SUM_TO_ONE)


@CLAIM.adds(
    "An average of numbers that are at most {W} in size is at most {W} in size.",
    given=(*PROBABILITIES, WITHIN),
    says=AtMost(Abs(mean), W),
)
def size_of_average() -> Theorem:
    """|sum x_i y_i| <= sum x_i |y_i| <= sum x_i W = W."""
    ctx = given(*PROBABILITIES, WITHIN)
    inner, _ = summand(ctx, mean)
    inner = inner.also(specialise(inner, fact(inner, NOT_NEGATIVE), i))
    sizes, bounds = (series(term, i, 1, m) for term in (Abs(x(i) * y(i)), W * x(i)))
    each = (
        Chain(inner, Abs(x(i) * y(i)))
        .to(Abs(x(i)) * Abs(y(i)), absolute_product(inner, x(i), y(i)))
        .to(x(i) * Abs(y(i)), recall(inner, Equal(Abs(x(i)), x(i))))
        .by(scale(inner, specialise(inner, fact(inner, WITHIN), i), x(i)), W * x(i))
        .qed()
    )
    return (
        Chain(ctx, Abs(mean))
        .by(triangle(ctx, mean))
        .by(sum_order(ctx, sizes, each))
        .to(W, linearity(ctx, bounds, (W, x(i))), fact(ctx, SUM_TO_ONE))
        .qed()
    )


@CLAIM.adds(
    "The square of an average is at most the average of the squares.",
    given=PROBABILITIES,
    says=AtMost(mean**2, squares),
)
def square_of_average() -> Theorem:
    """0 <= sum x_i (y_i - mean)^2 = sum x_i y_i^2 - mean^2."""
    ctx = given(*PROBABILITIES)
    about, squares = (series(x(i) * term, i, 1, m) for term in ((y(i) - W) ** 2, y(i) ** 2))
    inner, _ = summand(ctx, about)
    inner = inner.also(specialise(inner, fact(inner, NOT_NEGATIVE), i))
    square = recall(inner, AtMost(0, (y(i) - W) ** 2))
    apart = linearity(ctx, about, (1, x(i) * y(i) ** 2), (-2 * W, x(i) * y(i)), (W**2, x(i)))
    spread = (
        Chain(ctx, 0)
        .by(not_negative(ctx, about, scale(inner, square, x(i))), about)
        .to(squares - 2 * W * mean + W**2, apart, fact(ctx, SUM_TO_ONE))
        .qed()
    )
    return restate(ctx, instantiate(ctx, spread, {W: mean}), AtMost(mean**2, squares))


@CLAIM.adds(
    "One of several numbers that are not negative is at most their sum.",
    given=(NOT_NEGATIVE, AtMost(1, n), AtMost(n, m)),
    says=AtMost(x(n), total),
)
def term_of_sum() -> Theorem:
    """What comes before and after a term is not negative."""
    ctx = given(NOT_NEGATIVE, AtMost(1, n), AtMost(n, m))
    whole, rest = series(x(i), i, 1, m), series(x(i), i, n, m)
    start, after = series(x(i), i, 1, n - 1), series(x(i), i, n + 1, m)
    others = [
        not_negative(ctx, part, specialise(inner, fact(inner, NOT_NEGATIVE), i))
        for part in (start, after)
        for inner, _ in (summand(ctx, part),)
    ]
    return (
        Chain(ctx, x(n))
        .at_most(start + x(n) + after, *others)
        .to(start + rest, peel_first(ctx, rest))
        .to(whole, split(ctx, whole, n - 1))
        .qed()
    )


def not_negative(ctx: Context, whole: Expr, each: Theorem) -> Theorem:
    """A sum is not negative, as none of its terms is."""
    _, *where = open_sum(whole)
    nothing = series(0, *where)
    return Chain(ctx, 0).to(nothing, zeros(ctx, nothing)).by(sum_order(ctx, nothing, each)).qed()


def of_size(ctx: Context, whole: Expr, weight: Expr, value: Expr, bound: Expr) -> Theorem:
    """|whole| <= bound, where it sums weight times value, and the context knows of both."""
    _, var, _, hi = open_sum(whole)
    made = instantiate(given(), size_of_average(), {m: hi, W: bound})
    made = instantiate_sequence(given(), made, x, (var,), weight)
    return instantiate_sequence(ctx, made, y, (var,), value)


def of_square(ctx: Context, whole: Expr, weight: Expr, value: Expr) -> Theorem:
    """The square of the whole is at most the sum of weight times the square of value."""
    _, var, _, hi = open_sum(whole)
    made = instantiate(given(), square_of_average(), {m: hi})
    made = instantiate_sequence(given(), made, x, (var,), weight)
    return instantiate_sequence(ctx, made, y, (var,), value)


def at_most_sum(ctx: Context, whole: Expr, place: Expr) -> Theorem:
    """The term at a place is at most the sum, if the context shows that none is negative."""
    term, var, _, hi = open_sum(whole)
    made = instantiate(given(), term_of_sum(), {m: hi, n: place})
    return instantiate_sequence(ctx, made, x, (var,), term)


@CLAIM.draws
def finite_averages(rng: Random) -> Instance:
    """A few probabilities and numbers, and the largest of them in size."""
    outcomes = rng.randint(1, 3)
    drawn = [rng.choice(NUMBERS) for _ in range(outcomes)]
    return Instance.of(
        {m: outcomes, n: rng.randint(1, outcomes), W: max(map(abs, drawn))},
        {x: table(drawn_distribution(outcomes, rng)), y: table(drawn)},
    )
