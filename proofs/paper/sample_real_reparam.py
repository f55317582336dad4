"""sample-real-reparam: two parameterisations of the sample-realizable operators.

Paper: Appendix A.1, proof of proposition 1.

A sample-realizable operator is H v = sum_i a_i z^i r + sum_i b_i z^i v with bounded a and b.  The
same operators are the v + sum_i z^i (x_i (r + z v) - y_i v) with bounded x and y: take a_i = x_i,
b_0 = 1 - y_0 and b_i = x_{i-1} - y_i for i >= 1, or, the other way, y_0 = 1 - b_0 and
y_i = a_{i-1} - b_i.  Either way the second sequence is taken off the same one, (1, a_0, a_1, ...).
"""

from proofs.notation import DISCOUNT, INSIDE, i, r, v, z
from proofs.vocabulary import *

CLAIM = Claim(__name__)

a, b, x, y = (sequence(name) for name in "abxy")

#: the sequences of one form from those of the other; at i = 0, both ways, b_0 + y_0 = 1
FROM_XY = (ForAll(i, 0, Equal(a(i), x(i))), ForAll(i, 1, Equal(b(i), x(i - 1) - y(i))))
FROM_AB = (ForAll(i, 0, Equal(x(i), a(i))), ForAll(i, 1, Equal(y(i), a(i - 1) - b(i))))


def bounded(*sequences: Sequence) -> tuple[Statement, ...]:
    """Each of the sequences is bounded."""
    return tuple(Bounded(s(i), i, 0) for s in sequences)


def delayed(first: Sequence, at: Expr) -> Expr:
    """The sequence (1, a_0, a_1, ...)."""
    return IfLess(at, 1, 1, first(at - 1))


def taken_off(first: Sequence, second: Sequence) -> Sequence:
    """1 - b_0, a_0 - b_1, a_1 - b_2, ...: what turns b into y, and y into b."""
    return lambda at: delayed(first, at) - second(at)


def sample_realizable(rewards: Sequence, values: Sequence, at: Expr = v) -> Expr:
    """sum_i a_i z^i r + sum_i b_i z^i v, at v or at another vector."""
    return series(rewards(i) * z**i, i, 0) * r + series(values(i) * z**i, i, 0) * at


def by_bellman(targets: Sequence, values: Sequence, at: Expr = v) -> Expr:
    """v + sum_i z^i (x_i (r + z v) - y_i v), at v or at another vector."""
    return at + series(z**i * (targets(i) * (r + z * at) - values(i) * at), i, 0)


def delayed_series(ctx: Context) -> Theorem:
    """1 + a_0 z + a_1 z^2 + ... is 1 + z times the series of a."""
    whole, after = (series(delayed(a, i) * z**i, i, first) for first in (0, 1))
    inner, _ = summand(ctx, after)
    late, early = series(a(i - 1) * z**i, i, 1), series(a(i) * z ** (i + 1), i, 0)
    return (
        Chain(ctx, whole)
        .to(1 + after, peel_first(ctx, whole))
        .to(1 + late, each_term(ctx, after, a(i - 1) * z**i, conditional(inner, delayed(a, i))))
        .to(
            1 + z * series(a(i) * z**i, i, 0),
            shift(ctx, late, 1),
            linearity(ctx, early, (z, a(i) * z**i)),
        )
        .qed()
    )


@CLAIM.proves(
    prose(
        "Every sample-realizable operator has the second form, with {} for {x_i} and {} for {y_i}.",
        a(i),
        taken_off(a, b)(i),
    ),
    given=(*DISCOUNT, *bounded(a, b)),
    says=OperatorEqual(sample_realizable(a, b), by_bellman(a, taken_off(a, b))),
)
def has_the_second_form() -> Theorem:
    """Each series apart; what z a(z) adds to the values is taken off again by y."""
    ctx = given(INSIDE, *bounded(a, b))
    terms = by_bellman(a, taken_off(a, b)) - v
    rewards, values, shifted = (series(t * z**i, i, 0) for t in (a(i), b(i), delayed(a, i)))
    apart = linearity(
        ctx,
        terms,
        (r + z * v, a(i) * z**i),
        (-v, delayed(a, i) * z**i),
        (v, b(i) * z**i),
    )
    scalar = (
        Chain(ctx, by_bellman(a, taken_off(a, b)))
        .to(v + (r + z * v) * rewards - v * (shifted - values), apart)
        .to(v + (r + z * v) * rewards - v * (1 + z * rewards - values), delayed_series(ctx))
        .to(sample_realizable(a, b))
        .qed()
    )
    return lift(given(*DISCOUNT, *bounded(a, b)), symmetry(scalar))


@CLAIM.proves(
    prose(
        "Every operator of the second form is sample-realizable, with {} for {a_i} and {} for "
        "{b_i}.",
        x(i),
        taken_off(x, y)(i),
    ),
    given=(*DISCOUNT, *bounded(x, y)),
    says=OperatorEqual(by_bellman(x, y), sample_realizable(x, taken_off(x, y))),
)
def is_sample_realizable() -> Theorem:
    """The same with a = x and b taken off (1, x_0, x_1, ...): taken off once more, it is y."""
    ctx = given(*DISCOUNT, *bounded(x, y))
    ctx = ctx.also(recall(ctx, Bounded(taken_off(x, y)(i), i, 0)))
    theorem = instantiate_sequence(ctx, has_the_second_form(), a, (i,), x(i))
    theorem = instantiate_sequence(ctx, theorem, b, (i,), taken_off(x, y)(i))
    return combine_operators(
        ctx, by_bellman(x, y), sample_realizable(x, taken_off(x, y)), (-1, theorem)
    )


@CLAIM.adds(
    prose(
        "No two pairs ({x}, {y}) give the same ({a}, {b}): {} is recovered as {}.",
        y(i),
        a(i - 1) - b(i),
    ),
    given=FROM_XY,
    says=FROM_AB[1],
)
def y_is_recovered() -> Theorem:
    """y_i = x_{i-1} - b_i, and x = a; at i = 0 both say b_0 + y_0 = 1."""
    ctx = given(*FROM_XY, AtMost(1, i))
    same = specialise(ctx, ctx.facts[0], i - 1)
    second = specialise(ctx, ctx.facts[1], i)
    solved = Chain(ctx, y(i)).combine(a(i - 1) - b(i), (1, second), (-1, same)).qed()
    return generalise(given(), solved, i, 1)


@CLAIM.adds(
    prose(
        "No two pairs ({a}, {b}) give the same ({x}, {y}): {} is recovered as {}.",
        b(i),
        x(i - 1) - y(i),
    ),
    given=FROM_AB,
    says=FROM_XY[1],
)
def b_is_recovered() -> Theorem:
    """b_i = a_{i-1} - y_i, and a = x."""
    ctx = given(*FROM_AB, AtMost(1, i))
    same = specialise(ctx, ctx.facts[0], i - 1)
    second = specialise(ctx, ctx.facts[1], i)
    solved = Chain(ctx, b(i)).combine(x(i - 1) - y(i), (1, second), (-1, same)).qed()
    return generalise(given(), solved, i, 1)


@CLAIM.adds(
    "If all {a_i} and {b_i} are bounded, so are all {x_i}, which are the {a_i}, and all {y_i}.",
    given=(*FROM_AB, *bounded(a, b)),
    says=Bounded(y(i), i, 0),
)
def y_is_bounded() -> Theorem:
    """y_i = a_{i-1} - b_i from i = 1 on, and one term more changes nothing."""
    ctx = given(FROM_AB[1], *bounded(a, b))
    later = like(ctx, ctx.facts[0], recall(ctx, Bounded(a(i - 1) - b(i), i, 1)))
    return recall(given(later), Bounded(y(i), i, 0))


@CLAIM.adds(
    "If all {x_i} and {y_i} are bounded, so are all {a_i}, which are the {x_i}, and all {b_i}.",
    given=(*FROM_XY, *bounded(x, y)),
    says=Bounded(b(i), i, 0),
)
def b_is_bounded() -> Theorem:
    """b_i = x_{i-1} - y_i from i = 1 on, and one term more changes nothing."""
    ctx = given(FROM_XY[1], *bounded(x, y))
    later = like(ctx, ctx.facts[0], recall(ctx, Bounded(x(i - 1) - y(i), i, 1)))
    return recall(given(later), Bounded(b(i), i, 0))
