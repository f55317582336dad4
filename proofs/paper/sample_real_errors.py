"""eq:sample-real_errors: every operator that fixes {v_pi} is {v} plus weighted TD errors.

Paper: Section 5, proposition 1, first form, equation 11.
"""

from proofs.notation import DISCOUNT, INSIDE, gamma, i, j, r, td_error_form, v, v_pi, z
from proofs.paper.sample_real_reparam import a, b, bounded, by_bellman, sample_realizable, x, y
from proofs.vocabulary import *

CLAIM = Claim(__name__)

#: an eigenvalue of P
mu = real("mu")

#: H v_pi = v_pi on the MRP at hand
FIXES = OperatorEqual(sample_realizable(a, b, at=v_pi), v_pi)
#: the same of the other form of H, on every finite MRP
FIXES_EVERYWHERE = OnEveryMRP(OperatorEqual(by_bellman(x, y, at=v_pi), v_pi))
moved = series((x(i) - y(i)) * z**i, i, 0) * v_pi
THE_SAME = ForAll(i, 0, Equal(x(i), y(i)))

CLAIM.reading(
    prose(
        "The definition gives an operator for every finite MRP, so that its fixed point is {} we "
        "read as said of every one of them; then the printed step to {} is right. On a single MRP "
        "it is not, but there too the operator has the printed form, with the weights {}.",
        v_pi,
        Equal(x(i), y(i)),
        1 - series(b(j), j, 0, i),
    )
)
CLAIM.idea(
    prose(
        "How far the operator moves {} is a power series in {}, whose coefficients are the "
        "differences of both sequences. On chains of two states {} acts as any number between "
        "{} and {}, so if the series vanishes on all of them, every coefficient is zero. On a "
        "single MRP one need not know the coefficients: the difference from the TD-error form is "
        "the amount by which {} is moved, and that is nothing.",
        v_pi,
        z,
        z,
        -gamma,
        gamma,
        v_pi,
    )
)


def weight(at: Expr) -> Expr:
    """h_i = 1 - (b_0 + ... + b_i)."""
    return 1 - series(b(j), j, 0, at)


# -- with the fixed point v_pi on every MRP ------------------------------------------------------


def left_over(ctx: Context) -> Theorem:
    """H v_pi = v_pi + sum_i (x_i - y_i) z^i v_pi, as numbers."""
    targets, values = series(x(i) * z**i, i, 0), series(y(i) * z**i, i, 0)
    terms = by_bellman(x, y, at=v_pi) - v_pi
    remaining = series((x(i) - y(i)) * z**i, i, 0)
    return (
        Chain(ctx, by_bellman(x, y, at=v_pi))
        .to(
            v_pi + (r + z * v_pi) * targets - v_pi * values,
            linearity(ctx, terms, (r + z * v_pi, x(i) * z**i), (-v_pi, y(i) * z**i)),
        )
        .to(v_pi + v_pi * (targets - values))
        .to(
            v_pi + remaining * v_pi,
            linearity(ctx, remaining, (1, x(i) * z**i), (-1, y(i) * z**i)),
        )
        .qed()
    )


@CLAIM.lemma(
    prose(
        "If {H} has the fixed point {v_pi} on every finite MRP, then {} vanishes, for every "
        "number {} between {} and {}.",
        series((x(i) - y(i)) * (gamma * mu) ** i, i, 0),
        mu,
        -1,
        1,
    ),
    given=(*DISCOUNT, *bounded(x, y), FIXES_EVERYWHERE, Less(Abs(mu), 1)),
    says=Equal(series((x(i) - y(i)) * (gamma * mu) ** i, i, 0), 0),
)
def vanishes_on_two_states() -> Theorem:
    """On a chain of two states with the eigenvalue {mu}, {z} multiplies by {gamma·mu}."""
    ctx = given(*DISCOUNT, *bounded(x, y), FIXES_EVERYWHERE, Less(Abs(mu), 1))
    fixed = instantiate(ctx, on_two_states(ctx, ctx.facts[4], mu), {r: 1})
    everywhere = left_over(given(INSIDE, *bounded(x, y)))
    left = instantiate(ctx, everywhere, {z: gamma * mu, r: 1})
    remaining = series((x(i) - y(i)) * (gamma * mu) ** i, i, 0)
    return Chain(ctx, remaining).combine(0, (1 - gamma * mu, fixed), (gamma * mu - 1, left)).qed()


@CLAIM.lemma(
    "Then the sequences {x} and {y} are the same.",
    given=(*DISCOUNT, *bounded(x, y), FIXES_EVERYWHERE),
    says=THE_SAME,
)
def equal_if_fixed_everywhere() -> Theorem:
    """A power series that vanishes everywhere has no coefficients but zero."""
    ctx = given(*DISCOUNT, AtMost(0, i))
    difference = specialise(ctx, coefficients(ctx, vanishes_on_two_states(), mu), i)
    same = Chain(ctx, x(i)).combine(y(i), (gamma**-i, difference)).qed()
    return generalise(given(*DISCOUNT), same, i, 0)


@CLAIM.proves(
    "If an operator of the second form has the fixed point {v_pi} on every finite MRP, then the "
    "sequences {x} and {y} are the same, and it is {v} plus the TD errors with these weights.",
    given=(*DISCOUNT, *bounded(x, y), FIXES_EVERYWHERE),
    says=And(THE_SAME, OperatorEqual(by_bellman(x, y), td_error_form(x))),
)
def same_weights() -> Theorem:
    """With y = x every term is x_i z^i (r + z v - v)."""
    ctx = given(*DISCOUNT, *bounded(x, y), FIXES_EVERYWHERE).also(equal_if_fixed_everywhere())
    inside = given(INSIDE, *bounded(x, y), THE_SAME)
    terms, equal = by_bellman(x, y) - v, by_bellman(x, x) - v
    inner, _ = summand(inside, terms)
    scalar = (
        Chain(inside, by_bellman(x, y))
        .to(
            v + equal,
            each_term(
                inside,
                terms,
                z**i * (x(i) * (r + z * v) - x(i) * v),
                specialise(inner, inside.facts[-1], i),
            ),
        )
        .to(td_error_form(x), linearity(inside, equal, (r + z * v - v, x(i) * z**i)))
        .qed()
    )
    form = lift(given(*DISCOUNT, *bounded(x, y), THE_SAME), scalar)
    return both(ctx, equal_if_fixed_everywhere(), cut(equal_if_fixed_everywhere(), form))


# -- with the fixed point v_pi on one MRP ---------------------------------------------------------


@CLAIM.lemma(
    prose(
        "Multiplied by {}, the power series of the weights {} is one minus that of the {b_i}.",
        1 - z,
        weight(i),
    ),
    given=(INSIDE, *bounded(b)),
    says=Equal(series(b(i) * z**i, i, 0), 1 - (1 - z) * series(weight(i) * z**i, i, 0)),
)
def filtered() -> Theorem:
    """The differences of these weights are the numbers {b_i}."""
    ctx = given(INSIDE, *bounded(b))
    values, rest = (series(b(i) * z**i, i, first) for first in (0, 1))
    eligibility, after = (series(weight(i) * z**i, i, first) for first in (0, 1))
    before, later = series(weight(i - 1) * z**i, i, 1), series(weight(i) * z ** (i + 1), i, 0)
    difference = (weight(i - 1) - weight(i)) * z**i
    inner, _ = summand(ctx, rest)
    one_more = peel_last(inner, series(b(j), j, 0, i))
    apart = linearity(
        ctx, series(difference, i, 1), (1, weight(i - 1) * z**i), (-1, weight(i) * z**i)
    )
    return (
        Chain(ctx, values)
        .to(b(0) + rest, peel_first(ctx, values))
        .to(b(0) + series(difference, i, 1), each_term(ctx, rest, difference, one_more))
        .to(b(0) + before - after, apart)
        .to(
            b(0) + z * eligibility - after,
            shift(ctx, before, 1),
            linearity(ctx, later, (z, weight(i) * z**i)),
        )
        .to(b(0) + z * eligibility - (eligibility - weight(0)), peel_first(ctx, eligibility))
        .to(
            1 - (1 - z) * eligibility,
            peel_last(ctx, series(b(j), j, 0, 0)),
            empty(ctx, series(b(j), j, 0, -1)),
        )
        .qed()
    )


@CLAIM.lemma(
    "On every MRP the operator is its TD-error form plus the amount by which it moves {v_pi}.",
    given=(*DISCOUNT, *bounded(a, b)),
    says=OperatorEqual(
        sample_realizable(a, b),
        td_error_form(weight) + sample_realizable(a, b, at=v_pi) - v_pi,
    ),
)
def up_to_the_fixed_point() -> Theorem:
    """An error is multiplied by the series of the {b_i}, and by a Bellman update with {z}."""
    ctx = given(INSIDE, *bounded(a, b))
    rewards, values = series(a(i) * z**i, i, 0), series(b(i) * z**i, i, 0)
    eligibility = series(weight(i) * z**i, i, 0)
    scalar = (
        Chain(ctx, sample_realizable(a, b))
        .to(rewards * r + values * v_pi + values * (v - v_pi))
        .to(
            rewards * r + values * v_pi + (1 - (1 - z) * eligibility) * (v - v_pi),
            filtered(),
        )
        .to(td_error_form(weight) + sample_realizable(a, b, at=v_pi) - v_pi)
        .qed()
    )
    return lift(given(*DISCOUNT, *bounded(a, b)), scalar)


@CLAIM.proves(
    prose(
        "If a sample-realizable operator has the fixed point {} on one MRP, then it is there {} "
        "plus the TD errors with the weights {}.",
        v_pi,
        v,
        weight(i),
    ),
    given=(*DISCOUNT, *bounded(a, b), FIXES),
    says=OperatorEqual(sample_realizable(a, b), td_error_form(weight)),
)
def weighted_errors() -> Theorem:
    """What is left over, H v_pi - v_pi, is zero."""
    ctx = given(*DISCOUNT, *bounded(a, b), FIXES)
    fixed = ctx.facts[-1]
    both = (1, up_to_the_fixed_point()), (1, fixed)
    return combine_operators(ctx, sample_realizable(a, b), td_error_form(weight), *both)


# P = I, so that gamma v_pi - z v_pi = 0.
CLAIM.gap(
    prose(
        "What is left at the fixed point, {}, is said to vanish only if the sequences {} and {} "
        "are the same. That is so if it vanishes on every MRP, which the proof would have to use; "
        "on a single MRP it is not so, even where {} is not zero.",
        moved,
        real("x"),
        real("y"),
        v_pi,
    ),
    given=(*DISCOUNT, *bounded(x, y), OperatorEqual(moved, 0), Not(OperatorEqual(v_pi, 0))),
    says=THE_SAME,
    at=Instance.of(
        {},
        {x: members("1/2"), y: members(0, 1)},
        MRP.of([[1, 0], [0, 1]], [1, -1], "1/2"),
    ),
)
