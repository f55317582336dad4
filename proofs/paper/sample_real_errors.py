"""eq:sample-real_errors: every operator that fixes {v_pi} is {v} plus weighted TD errors.

Paper: Section 5, proposition 1, first form, equation 11.

If H v = sum_i a_i z^i r + sum_i b_i z^i v has the fixed point v_pi, then
H v = v + sum_i h_i z^i (T v - v) with h_i = 1 - sum_{j<=i} b_j.  The printed proof writes H with
the sequences x and y of `sample-real-reparam` and says that sum_i (x_i - y_i) z^i v_pi vanishes
only when x = y.  On a single MRP that is false, and not needed; it is true of an H that has the
fixed point v_pi on every MRP.
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


def weight(at: Expr) -> Expr:
    """h_i = 1 - (b_0 + ... + b_i)."""
    return 1 - series(b(j), j, 0, at)


@CLAIM.adds(
    prose(
        "Multiplied by {}, the power series of the weights {} is one minus that of the {b_i}.",
        1 - z,
        weight(i),
    ),
    given=(INSIDE, *bounded(b)),
    says=Equal(series(b(i) * z**i, i, 0), 1 - (1 - z) * series(weight(i) * z**i, i, 0)),
)
def filtered() -> Theorem:
    """b_0 = 1 - h_0, and b_i = h_{i-1} - h_i."""
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


@CLAIM.adds(
    "On every MRP the operator is its TD-error form plus the amount by which it moves {v_pi}.",
    given=(*DISCOUNT, *bounded(a, b)),
    says=OperatorEqual(
        sample_realizable(a, b),
        td_error_form(weight) + sample_realizable(a, b, at=v_pi) - v_pi,
    ),
)
def up_to_the_fixed_point() -> Theorem:
    """H v - H v_pi = b(z) (v - v_pi) and T v - v = -(1 - z) (v - v_pi)."""
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
        "Every sample-realizable operator with the fixed point {v_pi} has the TD-error form; the "
        "weights {} will do.",
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


# -- the printed way to it ----------------------------------------------------------------------


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


@CLAIM.proves(
    prose("In the second form, the operator moves {} by {}.", v_pi, moved),
    given=(*DISCOUNT, *bounded(x, y)),
    says=OperatorEqual(by_bellman(x, y, at=v_pi), v_pi + moved),
)
def remaining_sum() -> Theorem:
    """r + z v_pi = v_pi."""
    return lift(given(*DISCOUNT, *bounded(x, y)), left_over(given(INSIDE, *bounded(x, y))))


@CLAIM.adds(
    "If {H} has the fixed point {v_pi} on every finite MRP, then the sequences {x} and {y} are "
    "the same.",
    given=(*DISCOUNT, *bounded(x, y), FIXES_EVERYWHERE),
    says=ForAll(i, 0, Equal(x(i), y(i))),
)
def equal_if_fixed_everywhere() -> Theorem:
    """On the two-state chains z acts as any number between -gamma and gamma."""
    ctx = given(*DISCOUNT, *bounded(x, y), FIXES_EVERYWHERE, Less(Abs(mu), 1))
    fixed = instantiate(ctx, on_two_states(ctx, ctx.facts[4], mu), {r: 1})
    everywhere = left_over(given(INSIDE, *bounded(x, y)))
    left = instantiate(ctx, everywhere, {z: gamma * mu, r: 1})
    remaining = series((x(i) - y(i)) * (gamma * mu) ** i, i, 0)
    vanishes = (
        Chain(ctx, remaining).combine(0, (1 - gamma * mu, fixed), (gamma * mu - 1, left)).qed()
    )
    ctx = given(*DISCOUNT, AtMost(0, i))
    difference = specialise(ctx, coefficients(ctx, vanishes, mu), i)
    same = Chain(ctx, x(i)).combine(y(i), (gamma**-i, difference)).qed()
    return generalise(given(*DISCOUNT), same, i, 0)


VANISHES, THE_SAME = OperatorEqual(moved, 0), ForAll(i, 0, Equal(x(i), y(i)))
# v_pi = 0, so that nothing remains whatever x and y are.
CLAIM.refutes(
    prose(
        "The remaining sum, {}, vanishes only when the sequences {x} and {y} are the same.", moved
    ),
    given=(*DISCOUNT, *bounded(x, y), VANISHES),
    says=THE_SAME,
    at=Instance.of({}, {x: members(1), y: members()}, two_state("2/5", "9/10")),
    instead=weighted_errors,
)
# P = I, so that gamma v_pi - z v_pi = 0.
CLAIM.refutes(
    "It vanishes only when the sequences {x} and {y} are the same, even where {v_pi} is not zero.",
    given=(*DISCOUNT, *bounded(x, y), VANISHES, Not(OperatorEqual(v_pi, 0))),
    says=THE_SAME,
    at=Instance.of(
        {},
        {x: members("1/2"), y: members(0, 1)},
        MRP.of([[1, 0], [0, 1]], [1, -1], "1/2"),
    ),
    instead=weighted_errors,
)
