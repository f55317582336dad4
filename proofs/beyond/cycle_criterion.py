"""cycle-criterion: when a linear return diverges on a cycle.

Paper: beyond it, for every linear return [3].
"""

from numeric_checks.processes.spectra import Fate, fate
from proofs.lemmas import step_sizes
from proofs.lemmas.finite_returns import filter_at
from proofs.lemmas.step_sizes import ROTATES, STEPS, a, alpha, b, g, t, w
from proofs.notation import BOUNDED, DISCOUNT, c, gamma, h, i, j, k, n, r, v, z
from proofs.paper import linear_contraction
from proofs.paper.linear_contraction import CYCLE, sorted_form
from proofs.vocabulary import *

CLAIM = Claim(__name__)

#: the real part and the imaginary part of 1 - f on that mode, less 1
growth = series(c(n) * gamma**n * CosTurn(j * n, k), n, 1) - h(0)
turning = series(c(n) * gamma**n * SinTurn(j * n, k), n, 1)
#: v + alpha_t (H v - v), sorted by powers of z
update = (
    v
    + alpha(t) * series(h(i) * z**i, i, 0) * r
    + alpha(t) * series(c(n) * z**n, n, 1) * v
    - alpha(t) * h(0) * v
)
STARTS = Less(0, a(0) ** 2 + b(0) ** 2)
#: the amplitude a + ib of the mode, multiplied by 1 + alpha_t (g + i w) in each update
MODE = tuple(each.substitute({g: growth, w: turning}) for each in ROTATES)

CLAIM.reading(
    prose(
        "A mode {j} of the cycle of {k} states is a wave that runs around it {j} times; what the "
        "values have of it is a complex number, with the parts {} and {} after {t} updates. To "
        "diverge is to grow without bound, for all step sizes that are not negative and have an "
        "infinite sum.",
        a(t),
        b(t),
    )
)
CLAIM.idea(
    prose(
        "On a cycle a step forward turns every mode by {j} of {k} parts of a turn, so that the "
        "operator multiplies it by a number: one less the value of the update filter {} at the "
        "point of the circle of radius {gamma} with that angle. Where the real part of the filter "
        "is negative, the number has a real part above one, and an update with any step size "
        "stretches the mode.",
        h(0) - series(c(n) * z**n, n, 1),
    )
)


@CLAIM.adds(
    prose("On the cycle of {} states every mode {} is an eigenvector of the operator.", k, j),
    given=(*DISCOUNT, BOUNDED, CYCLE),
    says=CycleEigenvalue(sorted_form, 1 + growth, turning, k, j),
)
def eigenvalues() -> Theorem:
    """z is gamma times a turn by j/k."""
    return on_mode(linear_contraction.ground().also(CYCLE), sorted_form, k, j)


@CLAIM.adds(
    prose(
        "The update with step size {alpha_t} multiplies the mode by a number with the real part {} "
        "and the imaginary part {}.",
        1 + alpha(t) * growth,
        alpha(t) * turning,
    ),
    given=(*DISCOUNT, BOUNDED, CYCLE),
    says=ForAll(t, 0, CycleEigenvalue(update, 1 + alpha(t) * growth, alpha(t) * turning, k, j)),
)
def update_of_modes() -> Theorem:
    """1 + alpha_t (eigenvalue - 1)."""
    ctx = linear_contraction.ground().also(CYCLE)
    return generalise(ctx, on_mode(ctx.also(AtMost(0, t)), update, k, j), t, 0)


@CLAIM.adds(
    prose(
        "Where the real part of the filter is negative at the angle of the mode, {}, what the "
        "values have of the mode grows without bound if it is not zero at the start, for all step "
        "sizes with an infinite sum.",
        Less(0, growth),
    ),
    given=(*DISCOUNT, BOUNDED, CYCLE, Less(0, growth), *STEPS, *MODE, STARTS),
    says=Not(Bounded(a(t) ** 2 + b(t) ** 2, t, 0)),
)
def diverges() -> Theorem:
    """The eigenvalue has a real part above 1."""
    ctx = linear_contraction.ground().also(CYCLE, Less(0, growth))
    return instantiate(ctx, step_sizes.spirals_outwards(), {g: growth, w: turning})


# -- evidence --------------------------------------------------------------------------------------


@CLAIM.evidence(draw.finite_returns, draw.discounts, lambda: draw.lengths(6))
def on_drawn_cycles(ret: WeightedReturn, discount: Fraction, states: int) -> bool:
    """The fate of the update, decided from its matrix: that the cycle has modes is not used.

    It is compared with the signs of f on the modes.
    """
    parts = [filter_at(ret, discount, states, mode).real for mode in range(states)]
    found = fate(cycle(states, discount), ret)
    if any(x < 0 for x in parts):
        return found is Fate.DIVERGES
    return found is Fate.CONVERGES if all(x > 0 for x in parts) else True
