"""largest-step: which constant step sizes are stable on every MRP.

Paper: beyond it, for every linear return [9].

With f(z) = (1 - z) h(z), the update v + alpha (H v - v) multiplies the error by 1 - alpha f(z).
At an angle where f = x + iy this number lies inside the unit circle exactly if
alpha (x^2 + y^2) < 2x.  If that holds at all angles of the circle |z| = gamma with something to
spare, every update shrinks the error by one factor in the norm of every stationary distribution, on
every finite MRP; if it fails at one angle, j/k of a turn, the error grows without bound on the
cycle of k states.  So the largest stable step size is the least 2x/(x^2 + y^2).
"""

from flint import arb

from numeric_checks.arithmetic.rationals import to_fmpq
from numeric_checks.processes.spectra import filter_matrix, spectral_radius
from proofs.beyond import cycle_criterion
from proofs.beyond.cycle_criterion import NOT_ORTHOGONAL
from proofs.lemmas import cycle_values, step_sizes
from proofs.lemmas.cycle_values import DIVERGES, growth, turning
from proofs.lemmas.finite_returns import filter_at
from proofs.lemmas.step_sizes import NO_LARGER, SIZE, TURNS, N, a, b, constant as alpha, g, t
from proofs.notation import BOUNDED, DISCOUNT, c, h, i, j, k, n, r, v, z
from proofs.paper import linear_contraction
from proofs.paper.linear_contraction import CYCLE
from proofs.vocabulary import *

CLAIM = Claim(__name__)

#: f = x + iy at an angle, and what is left to spare
x, y, spare = real("x"), real("y"), real("epsilon")
POSITIVE = Less(0, alpha)
SHORT = Less(alpha * (x**2 + y**2), 2 * x)
WITH_SPARE = AtMost(alpha * (x**2 + y**2) + spare, 2 * x)
LONG = Less(2 * x, alpha * (x**2 + y**2))
#: |1 - alpha f|^2 = 1 + alpha (alpha |f|^2 - 2 Re f)
factor, excess = (1 - alpha * x) ** 2 + (alpha * y) ** 2, alpha * (x**2 + y**2) - 2 * x
#: by which the norm of the error is multiplied, at most
shrinking = 1 - alpha * spare / 2
#: a + ib, multiplied by 1 - alpha (x + iy)
ROTATES = (
    ForAll(t, 0, Equal(a(t + 1), (1 - alpha * x) * a(t) + alpha * y * b(t))),
    ForAll(t, 0, Equal(b(t + 1), (1 - alpha * x) * b(t) - alpha * y * a(t))),
)

#: v + alpha (H v - v), sorted by powers of z
update = (
    v
    + alpha * series(h(i) * z**i, i, 0) * r
    + alpha * series(c(n) * z**n, n, 1) * v
    - alpha * h(0) * v
)
#: the real and the imaginary part of f at gamma times the j-th of k equal parts of a turn
Re, Im = define("Re", (j, k), -growth), define("Im", (j, k), -turning)
AT_MODE = {x: Re(j, k), y: Im(j, k)}
EVERYWHERE = ForAll(k, 1, ForAll(j, 0, WITH_SPARE.substitute(AT_MODE)))
TOO_LONG = LONG.substitute(AT_MODE)
#: the values on the cycle of k states, updated with the same step size each time
VALUES = tuple(
    each.substitute_sequence(step_sizes.alpha, (t,), alpha) for each in cycle_values.VALUES
)
SHRINKS = ForAll(t, 0, AtMost(N(t + 1), shrinking * N(t)))

CLAIM.reading(
    prose(
        "Stable is meant for the expected update of all states at once by a constant step size "
        "{alpha}, on every finite MRP: errors shrink by one factor in the norm of a stationary "
        "distribution. On one MRP longer steps may be stable too. {} and {} are the real and the "
        "imaginary part of the filter at {gamma} times {} parts of a turn.",
        Re(j, k),
        Im(j, k),
        j / k,
    )
)
CLAIM.idea(
    prose(
        "The update multiplies the error by one minus {alpha} times the filter. On a mode of a "
        "cycle that is a number, and it lies inside the unit circle for small steps only; and what "
        "holds at every angle holds for every stochastic matrix, by von Neumann's inequality."
    )
)


# -- at one angle ----------------------------------------------------------------------------------


@CLAIM.adds(
    prose(
        "Where the update filter {f} has the real part {x} and the imaginary part {y}, an update "
        "multiplies the error by a number the square of whose size is {}; it is below one exactly "
        "if {}.",
        factor,
        SHORT,
    ),
    given=(POSITIVE,),
    says=Equivalent(SHORT, Less(factor, 1)),
)
def short_enough() -> Theorem:
    """It is 1 + alpha (alpha |f|^2 - 2 Re f)."""
    ctx = given(POSITIVE)
    short, below = ctx.also(SHORT), ctx.also(Less(factor, 1))
    excessive = scale(short, fact(short, SHORT), alpha)
    there = Chain(short, factor).to(1 + alpha * excess).by(excessive, 1).qed()
    less = Chain(below, alpha * excess).to(factor - 1).by(fact(below, Less(factor, 1)), 0).qed()
    back = restate(below, scale(below, less, 1 / alpha), SHORT)
    return equivalent(ctx, Equivalent(SHORT, Less(factor, 1)), there, back)


@CLAIM.lemma(
    prose("If {} is to spare there, that square is at most the square of {}.", spare, shrinking),
    given=(POSITIVE, WITH_SPARE),
    says=AtMost(factor, shrinking**2),
)
def with_something_to_spare() -> Theorem:
    """The square of {1 - alpha·epsilon/2} is at least {1 - alpha·epsilon}."""
    ctx = given(POSITIVE, WITH_SPARE)
    saved = scale(ctx, fact(ctx, WITH_SPARE), alpha)
    return (
        Chain(ctx, factor)
        .by(saved, 1 - alpha * spare)
        .at_most(shrinking**2, square(alpha * spare))
        .qed()
    )


def square(term: Expr) -> Theorem:
    """The square of a real number is not negative."""
    return instantiate(given(), recall(given(), AtMost(0, x**2)), {x: term})


@cache
def little_to_spare() -> Theorem:
    """alpha epsilon <= 1, because |1 - alpha f|^2 is not negative."""
    ctx = given(POSITIVE, WITH_SPARE)
    saved = scale(ctx, fact(ctx, WITH_SPARE), alpha)
    squares = square(1 - alpha * x), square(alpha * y)
    return recall(ctx.also(saved, *squares), AtMost(alpha * spare, 1))


# -- at all angles ---------------------------------------------------------------------------------


def ground() -> Context:
    """A step size that is short at every angle, with something to spare: alpha epsilon <= 1."""
    ctx = linear_contraction.ground().also(POSITIVE, EVERYWHERE)
    at_0 = {x: Re(0, 1), y: Im(0, 1)}
    return ctx.also(instantiate(ctx.also(at_mode(ctx, 1, 0)), little_to_spare(), at_0))


def at_mode(ctx: Context, length: Expr | int, mode: Expr | int) -> Theorem:
    """The step size is short on a mode of a cycle."""
    return specialise(ctx, specialise(ctx, fact(ctx, EVERYWHERE), length), mode)


@CLAIM.lemma(
    prose(
        "On the cycle of {k} states the update multiplies the mode {j} by one minus {alpha} times "
        "the filter: its real part is {}, its imaginary part {}.",
        1 - alpha * Re(j, k),
        -alpha * Im(j, k),
    ),
    given=(*DISCOUNT, BOUNDED, CYCLE),
    says=CycleEigenvalue(update, 1 - alpha * Re(j, k), -alpha * Im(j, k), k, j),
)
def modes() -> Theorem:
    """The update subtracts {alpha} times what the filter makes of the mode."""
    ctx = linear_contraction.ground().also(CYCLE)
    found = on_mode(ctx, update, k, j)
    assert isinstance(found.statement, CycleEigenvalue)
    own = found.statement.rhs, found.statement.imaginary
    wanted = 1 - alpha * Re(j, k), -alpha * Im(j, k)
    names = unfold(ctx, Re, j, k), unfold(ctx, Im, j, k)
    same = (
        Chain(ctx, part).to(value, name).qed()
        for part, value, name in zip(own, wanted, names, strict=True)
    )
    return same_eigenvalue(ctx, found, *same)


@CLAIM.adds(
    prose(
        "If the step size is short at every angle, with {} to spare, no update multiplies an error "
        "by more than {} in the norm of a stationary distribution, on any MRP.",
        spare,
        shrinking,
    ),
    given=(*DISCOUNT, BOUNDED, POSITIVE, EVERYWHERE),
    says=StationaryBound(update, shrinking),
)
def stable() -> Theorem:
    """von Neumann's inequality for 1 - alpha f."""
    ctx = ground()
    inner = ctx.also(CYCLE, AtMost(0, j))
    inner = inner.also(at_mode(inner, k, j))
    bound = instantiate(inner, with_something_to_spare(), AT_MODE)
    return von_neumann(ctx, modes(), bound, shrinking)


@CLAIM.adds(
    prose(
        "Then errors that each update multiplies by at most {} vanish, if {}.",
        shrinking,
        Less(0, spare),
    ),
    given=(*DISCOUNT, BOUNDED, POSITIVE, EVERYWHERE, Less(0, spare), SIZE, SHRINKS),
    says=TendsTo(N(t), t, 0),
)
def vanishes() -> Theorem:
    """Constant step sizes, and an error that shrinks at the rate epsilon/2."""
    ctx = ground().also(Less(0, spare), SIZE, SHRINKS, step_sizes.constant_steps())
    at_rate = instantiate(ctx, step_sizes.vanishes(), {g: spare / 2})
    return instantiate_sequence(ctx, at_rate, step_sizes.alpha, (t,), alpha)


# -- too long at one angle -------------------------------------------------------------------------


@cache
def spirals_outwards() -> Theorem:
    """|1 - alpha f|^2 = 1 + alpha (alpha |f|^2 - 2 Re f) is more than 1."""
    ctx = given(POSITIVE, LONG, *ROTATES, TURNS)
    now, later = (a(w) ** 2 + b(w) ** 2 for w in (t, t + 1))
    inner = ctx.also(AtMost(0, t))
    turned = (specialise(inner, fact(inner, each), t) for each in ROTATES)
    step = Chain(inner, (1 + excess * alpha) * now).to(later, *turned).qed()
    step = recall(inner.also(step), AtMost((1 + excess * alpha) * now, later))
    ready = ctx.also(generalise(ctx, step, t, 0), recall(ctx, Less(0, excess)))
    ready = ready.also(step_sizes.constant_steps())
    at_rate = instantiate(ready, step_sizes.grows_without_bound(), {g: excess})
    constantly = instantiate_sequence(ready, at_rate, step_sizes.alpha, (t,), alpha)
    return instantiate_sequence(ready, constantly, N, (t,), now)


@cache
def larger_values_diverge() -> Theorem:
    """If what is at least as large as a and b were bounded, so would be their squares."""
    bound, squares = Bounded(N(t), t, 0), Bounded(a(t) ** 2 + b(t) ** 2, t, 0)
    bounded = recall(given(bound, *NO_LARGER), squares)
    return contradiction(given(*NO_LARGER).also(spirals_outwards()), bound, bounded)


@CLAIM.adds(
    prose(
        "If the step is too long on one mode {j} of the cycle of {k} states, the values on it, "
        "without rewards, grow without bound from every start that is not orthogonal to both the "
        "cosine and the sine of that mode."
    ),
    given=(*DISCOUNT, BOUNDED, CYCLE, POSITIVE, TOO_LONG, *VALUES, NOT_ORTHOGONAL),
    says=DIVERGES,
)
def unstable() -> Theorem:
    """Each update multiplies the square of what they have of it by the same number above 1."""
    ctx = linear_contraction.ground().also(CYCLE, POSITIVE, TOO_LONG, *VALUES, NOT_ORTHOGONAL)
    turned = (
        instantiate_sequence(given(), each, step_sizes.alpha, (t,), alpha)
        for each in (cycle_criterion.along_the_cosine(), cycle_criterion.along_the_sine())
    )
    real_part, imaginary = unfold(ctx, Re, j, k), unfold(ctx, Im, j, k)
    twice = Chain(ctx, 2 * Re(j, k)).to(-2 * growth, real_part).qed()
    long = (
        Chain(ctx, -2 * growth)
        .to(2 * Re(j, k), symmetry(twice))
        .by(fact(ctx, TOO_LONG))
        .to(alpha * (growth**2 + turning**2), real_part, imaginary)
        .qed()
    )
    parts = given(*cycle_values.PARTS)
    larger = (conjunct(parts, cycle_criterion.parts_are_no_larger(), place) for place in (0, 1))
    known = ctx.also(*turned, long, *larger)
    named = instantiate_sequence(known, larger_values_diverge(), N, (t,), cycle_values.size)
    named = instantiate(known, named, {x: -growth, y: turning})
    return instantiate(ctx, cycle_values.without_names(named), {})


# -- evidence --------------------------------------------------------------------------------------


@CLAIM.evidence(
    draw.finite_returns,
    draw.discounts,
    lambda: draw.lengths(6),
    lambda: draw.rationals(Fraction(1, 10), 3, 10),
)
def on_drawn_cycles(ret: WeightedReturn, discount: Fraction, states: int, step: Fraction) -> bool:
    """The spectral radius of the update's matrix on a cycle: that it has modes is not used.

    It is compared with the condition on every mode.
    """
    mrp = cycle(states, discount)
    moved = filter_matrix(mrp, ret) * to_fmpq(step)
    radius = spectral_radius(mrp.matrix_of_series([1], [1]) - moved)
    values = [filter_at(ret, discount, states, mode) for mode in range(states)]
    spared = [2 * w.real - arb(to_fmpq(step)) * abs(w) ** 2 for w in values]
    if any(e < 0 for e in spared):
        return not radius < 1
    return not radius > 1
