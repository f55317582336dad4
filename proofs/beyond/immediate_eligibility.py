"""immediate-eligibility: no return is safe that gives the immediate TD error no credit.

Paper: beyond it, on the delayed returns of Section 4 [6].

The real part of the update filter f(z) = h_0 - sum c_n z^n has the mean h_0 over the circle
|z| = gamma.  So if it is nowhere below zero then h_0 >= 0, and no weight is larger than the mean
allows: |c_m| gamma^m <= 2 h_0.  If h_0 <= 0 and h is not zero, the real part is therefore negative
at some rational angle, and there cycle-criterion gives divergence with every step size.  Delayed
TD(0) is one instance; so are the delayed lambda-return and every inverted U that starts at 0.
"""

from numeric_checks.processes.spectra import Fate, fate
from proofs.beyond import convergence_criterion
from proofs.beyond.herglotz import ABOVE, e
from proofs.lemmas.fejer import rho
from proofs.notation import BOUNDED, DISCOUNT, c, gamma, h, m, n
from proofs.paper import linear_contraction
from proofs.vocabulary import *

CLAIM = Claim(__name__)

s = real("s")
LAG = AtMost(1, m)
ECHO = (LAG, AtMost(Abs(s), 1))
#: the covariances 1, 0, ..., 0, s/2, 0, ... of a value with an echo m steps later
echoed = IfLess(n, 1, 1, IfLess(n, m, 0, IfLess(n, m + 1, s / 2, 0)))
#: the real part of the filter is nowhere negative
SAFE = ABOVE.substitute({e: Integer(0)})


def only_the_echo(ctx: Context) -> Theorem:
    """Of the series over all lags one term is left, that of the echo."""
    term = c(n) * gamma**n * echoed
    whole = series(term, n, 1)
    before, here, after = series(term, n, 1, m - 1), series(term, n, m), series(term, n, m + 1)

    def vanishes(total: Expr) -> Theorem:
        inner, _ = summand(ctx, total)
        zero = each_term(ctx, total, 0, *settled(inner, n))
        empty = zeros(ctx, series(0, *open_sum(total)[1:]))
        return Chain(ctx, total).to(0, zero, empty).qed()

    return (
        Chain(ctx, whole)
        .to(before + here, split(ctx, whole, m - 1))
        .to(before + c(m) * gamma**m * substitute(echoed, {n: m}) + after, peel_first(ctx, here))
        .to(c(m) * gamma**m * s / 2, vanishes(before), vanishes(after), *settled(ctx, m))
        .qed()
    )


def settled(ctx: Context, at: Expr) -> list[Theorem]:
    """The covariance at a lag that is known to lie before, at or after the echo."""
    found, now = [], substitute(echoed, {n: at})
    while isinstance(now, IfLess):
        found.append(conditional(ctx, now))
        statement = found[-1].statement
        assert isinstance(statement, Equal)
        now = statement.rhs
    return found


@CLAIM.adds(
    prose(
        "If the real part of the filter is at least {} at every rational angle, then {} for every "
        "number with {}.",
        e,
        AtMost(e, h(0) - s * c(m) * gamma**m / 2),
        AtMost(Abs(s), 1),
    ),
    given=(*DISCOUNT, BOUNDED, ABOVE, *ECHO),
    says=AtMost(e, h(0) - s * c(m) * gamma**m / 2),
)
def with_an_echo() -> Theorem:
    """The criterion for covariances, at those of an echo."""
    ctx = linear_contraction.ground().also(*ECHO)
    known = ctx.also(echo(ctx, m, s, n))
    bound = instantiate_sequence(known, convergence_criterion.of_covariances(), rho, (n,), echoed)
    left = h(0) - series(c(n) * gamma**n * echoed, n, 1)
    return (
        Chain(ctx, e).by(bound, left).to(h(0) - s * c(m) * gamma**m / 2, only_the_echo(ctx)).qed()
    )


@CLAIM.adds(
    prose("Then {} for every {m}.", AtMost(Abs(c(m)) * gamma**m, 2 * (h(0) - e))),
    given=(*DISCOUNT, BOUNDED, ABOVE, LAG),
    says=AtMost(Abs(c(m)) * gamma**m, 2 * (h(0) - e)),
)
def weights_bounded() -> Theorem:
    """An echo of the sign of the weight."""
    ctx = linear_contraction.ground().also(LAG)
    size, most = Abs(c(m)) * gamma**m, 2 * (h(0) - e)

    def of_sign(known: Context, sign: int) -> Theorem:
        bound = instantiate(known, with_an_echo(), {s: sign})
        same = recall(known, Equal(Abs(c(m)), sign * c(m)))
        return Chain(known, size).to(sign * c(m) * gamma**m, same).at_most(most, bound).qed()

    below, above = ctx.also(Less(c(m), 0)), ctx.also(AtMost(0, c(m)))
    return cases(ctx, of_sign(below, -1), of_sign(above, 1), c(m), 0)


@CLAIM.adds(
    prose("If the real part of the filter is nowhere negative, then {}.", AtMost(0, h(0))),
    given=(*DISCOUNT, BOUNDED, SAFE),
    says=AtMost(0, h(0)),
)
def first_not_negative() -> Theorem:
    """No echo at all."""
    ctx = linear_contraction.ground()
    return instantiate(ctx, with_an_echo(), {e: 0, s: 0, m: 1})


@CLAIM.adds(
    prose(
        "If {} and some weight {} is not zero, the real part of the filter is negative at some "
        "rational angle.",
        AtMost(h(0), 0),
        c(m),
    ),
    given=(*DISCOUNT, BOUNDED, LAG, AtMost(h(0), 0), NotEqual(c(m), 0)),
    says=Not(SAFE),
)
def not_safe() -> Theorem:
    """The size of that weight would be at most zero."""
    ctx = linear_contraction.ground().also(LAG, AtMost(h(0), 0), NotEqual(c(m), 0))
    positive = scale(ctx, recall(ctx, Less(0, Abs(c(m)))), gamma**m)
    bound = instantiate(ctx, weights_bounded(), {e: 0})
    return contradiction(ctx.also(positive), SAFE, bound)


@CLAIM.adds(
    prose("So it is if {}, whatever the weights are.", Less(h(0), 0)),
    given=(*DISCOUNT, BOUNDED, Less(h(0), 0)),
    says=Not(SAFE),
)
def not_safe_below_zero() -> Theorem:
    """The first eligibility would not be negative."""
    ctx = linear_contraction.ground().also(Less(h(0), 0))
    return contradiction(ctx, SAFE, first_not_negative())


# -- evidence --------------------------------------------------------------------------------------


@CLAIM.evidence(draw.finite_returns, draw.discounts, cases=20)
def on_drawn_returns(drawn: WeightedReturn, discount: Fraction) -> bool:
    """The fate of the update with h_0 <= 0, decided from its matrix: no mean over modes is used.

    The cycle has 2N + 1 states, N the length of h; the real parts have the mean h_0.
    """
    first, *others = drawn.eligibilities(len(drawn.weights))
    ret = WeightedReturn((-abs(first), *others))
    found = fate(cycle(2 * len(ret.weights) + 1, discount), ret)
    return found is (Fate.DIVERGES if any(ret.weights) else Fate.STAYS)
