"""affine-normalisation: the weights on n-step returns may be made to sum to one.

Paper: Section 5, below equation 13 [14].

The paper asks for sum_n c_n = 1 without loss of generality: the multiple of v in
(1 - sum c) v + sum_n c_n T^n v only scales the update, and the step size can absorb the scale; the
first TD error then has the weight h_0 = 1.  Both need more.  With s = sum c, the update with step
size alpha is the update with the weights c / s and the step size alpha s, so s must be positive:
delayed TD(0) has s = 0, and where s < 0 the step size would be negative.  And h_0 = sum c only if
h_i -> 0.
"""

from proofs.notation import (
    BOUNDED,
    DISCOUNT,
    INSIDE,
    VANISHING,
    L,
    alpha,
    bellman,
    c,
    h,
    n,
    v,
)
from proofs.paper import sample_real_nsteps
from proofs.vocabulary import *

CLAIM = Claim(__name__)

s = real("s")
weights = series(c(n), n, 1)
CONVERGES = Converges(c(n), n, 1)
NOT_ZERO, POSITIVE = NotEqual(s, 0), Less(0, s)
#: the return in question, as bounded eligibilities whose weights on n-step returns add up to s
TOTAL: tuple[Statement, ...] = (BOUNDED, CONVERGES, Equal(weights, s))

n_step_form = (1 - weights) * v + series(c(n) * bellman(n), n, 1)
normalised = series(c(n) / s * bellman(n), n, 1)


def ground(ctx: Context) -> Context:
    """c is bounded and can be summed, its sum is s, and s is not zero."""
    ctx = ctx.also(BOUNDED)
    return ctx.also(sample_real_nsteps.weights_bounded(ctx), CONVERGES, TOTAL[-1], NOT_ZERO)


@CLAIM.proves(
    prose(
        "The multiple of v changes only the size of the update: the step size {} and the weights "
        "{} give the same update, without it.",
        alpha * s,
        c(n) / s,
    ),
    given=(*DISCOUNT, *TOTAL),
    says=OperatorEqual(v + alpha * (n_step_form - v), v + alpha * s * (normalised - v)),
)
def absorbed() -> Theorem:
    """alpha ((1 - s) v + sum c_n T^n v - v) = alpha s (sum (c_n/s) T^n v - v)."""
    ctx = ground(given(INSIDE))
    total = ctx.facts[-2]
    combination = series(c(n) * bellman(n), n, 1)
    scalar = (
        Chain(ctx, v + alpha * (n_step_form - v))
        .to(v + alpha * (combination - s * v), total)
        .to(v + alpha * s * (combination / s - v))
        .to(
            v + alpha * s * (normalised - v),
            linearity(ctx, normalised, (1 / s, c(n) * bellman(n))),
        )
        .qed()
    )
    return lift(ground(given(*DISCOUNT)), scalar)


@CLAIM.proves(
    prose("The weights {} sum to one.", c(n) / s),
    given=TOTAL[1:],
    says=Equal(series(c(n) / s, n, 1), 1),
)
def sums_to_one() -> Theorem:
    """s / s = 1."""
    ctx = given(CONVERGES, TOTAL[-1], NOT_ZERO)
    total = series(c(n) / s, n, 1)
    return (
        Chain(ctx, total)
        .to(weights / s, linearity(ctx, total, (1 / s, c(n))))
        .to(1, ctx.facts[1])
        .qed()
    )


@CLAIM.proves(
    prose("The new step size is a step size: {} is positive.", alpha * s),
    given=(Less(0, alpha),),
    says=Less(0, alpha * s),
)
def still_a_step_size() -> Theorem:
    """A product of positive numbers."""
    return recall(given(Less(0, alpha), POSITIVE), Less(0, alpha * s))


@CLAIM.proves(
    "With weights that sum to one, the weight h_0 of the first TD error is one.",
    given=(CONVERGES, Equal(weights, 1)),
    says=Equal(h(0), 1),
)
def first_weight() -> Theorem:
    """The sum telescopes to h_0, because nothing is left at infinity."""
    ctx = given(VANISHING)
    ctx = ctx.also(instantiate(ctx, sample_real_nsteps.weights_converge(), {L: 0}))
    ctx = ctx.also(Equal(weights, 1))
    telescoped = instantiate(ctx, sample_real_nsteps.total_weight(), {L: 0})
    return Chain(ctx, h(0)).combine(weights, (-1, telescoped)).to(1, ctx.facts[-1]).qed()


# -- why the hypotheses are needed --------------------------------------------------------------


def n_step_weights(ret: LinearReturn, count: int = 8) -> Vector:
    """c_1, c_2, ..., from the eligibilities."""
    first = ret.eligibilities(count + 1)
    return tuple(p - q for p, q in pairwise(first))


@CLAIM.needs(absorbed, NOT_ZERO)
def delayed_update() -> Witness:
    """Delayed TD(0): the update moves v, but a step size alpha s = 0 would not."""
    ret, mrp, step = DelayedReturn(1), two_state("2/5", "9/10"), Fraction(1, 2)
    start, differences = (Fraction(1), Fraction(-1)), n_step_weights(ret)
    target = mrp.operator_by_nsteps(differences, start)
    moved = tuple(step * (t - x) for t, x in zip(target, start, strict=True))
    scaled = step * sum(differences)
    return Witness(
        f"delayed TD(0), c = {vector(*differences[:3], '...')}, on the two-state MRP with "
        f"p = {mrp.P[0][0]} and γ = {mrp.gamma}, at v = {vector(*start)} with α = {step}",
        keeps=(
            Check("h is bounded", max(map(abs, ret.eligibilities(9))) <= 1),
            Check(f"H v = {vector(*target)}", target == mrp.operator(ret, start)),
        ),
        drops=Check("s ≠ 0", sum(differences) != 0),
        conclusion=Check(
            f"α·(H v - v) = {vector(*moved)}, while α·s = {scaled} moves nothing",
            any(moved) == (scaled != 0),
        ),
    )


@CLAIM.needs(sums_to_one, NOT_ZERO)
def delayed_weights() -> Witness:
    """Delayed TD(0): every multiple of c sums to zero."""
    differences = n_step_weights(DelayedReturn(1))
    total = sum(differences, Fraction(0))
    return Witness(
        f"delayed TD(0), c = {vector(*differences[:3], '...')}",
        keeps=(Check("c ends", not any(differences[2:])),),
        drops=Check("s ≠ 0", total != 0),
        conclusion=Check(f"every multiple of c sums to {total}", total != 0),
    )


@CLAIM.needs(still_a_step_size, POSITIVE)
def flipped() -> Witness:
    """h = (-1, 0, ...): the normalised return is T, and the update goes away from T v."""
    ret, step = WeightedReturn([-1]), Fraction(1, 2)
    differences = n_step_weights(ret)
    total = sum(differences, Fraction(0))
    normal = [x / total for x in differences[:2]]
    return Witness(
        f"h = {vector(*ret.eligibilities(2), '...')}, so that "
        f"c = {vector(*differences[:2], '...')} and "
        f"c/s = {vector(*normal, '...')}, with α = {step}",
        keeps=(
            Check("α > 0", step > 0),
            Check("c/s is the weight of T", normal == [1, 0]),
        ),
        drops=Check("s > 0", total > 0),
        conclusion=Check(f"the new step size is α·s = {step * total}", step * total > 0),
    )


@CLAIM.needs(first_weight, VANISHING)
def two_one_one() -> Witness:
    """h = (2, 1, 1, ...): the weights sum to one, but h_0 = 2."""
    ret = WeightedReturn([2], tail=1)
    differences, first = n_step_weights(ret), ret.eligibilities(3)
    return Witness(
        f"h = {vector(*first, '...')}, so that c = {vector(*differences[:3], '...')}",
        keeps=(Check("Σ c_n = 1", sum(differences) == 1 and not any(differences[1:])),),
        drops=Check("h_i → 0", ret.limit == 0),
        conclusion=Check(f"h_0 = {first[0]}", first[0] == 1),
    )


CLAIM.remark(
    prose(
        "The paper's step sizes are positive and at most one. Where the weights sum to more than "
        "one, the new step size {} may exceed one; that step sizes are annealed is not affected by "
        "a constant factor.",
        alpha * s,
    )
)


@CLAIM.evidence(draw.mrps_with_values, draw.finite_returns, lambda: draw.rationals(0, 1))
def on_drawn_mrps(drawn: tuple[MRP, Vector], ret: WeightedReturn, step: Fraction) -> bool:
    """h_0 = s, and where s is not zero the two updates agree."""
    mrp, start = drawn
    differences = n_step_weights(ret, len(ret.weights))
    total = sum(differences, Fraction(0))
    if total == 0:
        return ret.eligibilities(1)[0] == 0

    def update(size: Fraction, target: Vector) -> Vector:
        return tuple(x + size * (t - x) for t, x in zip(target, start, strict=True))

    scaled = [x / total for x in differences]
    by_scaling = update(step * total, mrp.operator_by_nsteps(scaled, start))
    return ret.eligibilities(1)[0] == total and update(step, mrp.operator(ret, start)) == by_scaling
