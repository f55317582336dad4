"""immediate-eligibility: no return is safe that gives the immediate TD error no credit.

Paper: beyond it, on the delayed returns of Section 4 [6].
"""

from numeric_checks.processes.spectra import Fate, fate
from proofs.beyond import convergence_criterion
from proofs.beyond.certificate_soundness import with_covariances
from proofs.beyond.convergence_criterion import FROM_ONE_STATE, WHERE_NEGATIVE
from proofs.beyond.herglotz import ABOVE, e
from proofs.lemmas.fejer import COVARIANCES, rho
from proofs.notation import BOUNDED, DISCOUNT, c, gamma, h, i, m, n
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


#: what these covariances are, lag by lag
ECHOES = (
    Equal(rho(0), 1),
    ForAll(n, 1, Equal(rho(n), 0), m - 1),
    Equal(rho(m), s / 2),
    ForAll(n, m + 1, Equal(rho(n), 0)),
)
UNCREDITED = AtMost(h(0), 0)
NOT_ZERO = (AtMost(0, m), NotEqual(h(m), 0))

CLAIM.reading(
    prose(
        "A return is safe if its expected on-policy updates converge on every MRP, for small "
        "steps; it is not if they diverge on some cycle. By convergence-criterion that is decided "
        "by the signs that the real part of the update filter has on the circle of radius {gamma}. "
        "The immediate TD error has no credit if {}: so it is for delayed TD(0), for the delayed "
        "{lambda}-return, and for every inverted U that starts at zero.",
        UNCREDITED,
    )
)
CLAIM.idea(
    prose(
        "The mean of that real part over the circle is {}. So if this is not positive, the real "
        "part is negative somewhere, unless it is zero throughout. The proof takes the mean with "
        "the weight of a value that has an echo {m} steps later, which lets it see the weight {} "
        "alone.",
        h(0),
        c(m),
    )
)


@CLAIM.adds(
    prose(
        "If {} and the eligibilities are not all zero, the real part of the update filter is "
        "negative at some part of a turn, whatever the discount; and where it is negative at {j} "
        "of {k} parts, the values on the cycle of {k} states, without rewards, diverge from the "
        "value one in one state and zero in all others.",
        UNCREDITED,
    ),
    given=(*DISCOUNT, BOUNDED, UNCREDITED, *NOT_ZERO, *FROM_ONE_STATE),
    says=And(Not(SAFE), WHERE_NEGATIVE),
)
def diverges() -> Theorem:
    """Where it is negative, the mode that runs around the cycle j times grows."""
    ctx = given(*DISCOUNT, BOUNDED, UNCREDITED, *NOT_ZERO, *FROM_ONE_STATE)
    return both(ctx, never_safe(), convergence_criterion.diverges_where_negative())


@CLAIM.lemma(
    prose(
        "If {} and the eligibilities are not all zero, the real part of the update filter is "
        "negative at some part of a turn.",
        UNCREDITED,
    ),
    given=(*DISCOUNT, BOUNDED, UNCREDITED, *NOT_ZERO),
    says=Not(SAFE),
)
def never_safe() -> Theorem:
    """Otherwise no weight, and so no eligibility, would differ from zero."""
    ctx = given(*DISCOUNT, BOUNDED, UNCREDITED, *NOT_ZERO)
    return contradiction(ctx, SAFE, specialise(ctx, all_would_be_zero(), m))


def only_the_echo(ctx: Context) -> Theorem:
    """Of the series over all lags one term is left, that of the echo."""
    term = c(n) * gamma**n * rho(n)
    whole = series(term, n, 1)
    before, here, after = series(term, n, 1, m - 1), series(term, n, m), series(term, n, m + 1)

    def vanishes(total: Expr, none: Statement) -> Theorem:
        inner, _ = summand(ctx, total)
        zero = each_term(ctx, total, 0, specialise(inner, fact(inner, none), n))
        empty = zeros(ctx, series(0, *open_sum(total)[1:]))
        return Chain(ctx, total).to(0, zero, empty).qed()

    return (
        Chain(ctx, whole)
        .to(before + here, split(ctx, whole, m - 1))
        .to(before + c(m) * gamma**m * rho(m) + after, peel_first(ctx, here))
        .to(
            c(m) * gamma**m * s / 2,
            vanishes(before, ECHOES[1]),
            vanishes(after, ECHOES[3]),
            fact(ctx, ECHOES[2]),
        )
        .qed()
    )


def settled(ctx: Context, at: Expr) -> Theorem:
    """The covariance at a lag that is known to lie before, at or after the echo."""
    here = substitute(echoed, {n: at})
    if not isinstance(here, IfLess):
        return algebra(ctx, here, here)
    chain = Chain(ctx, here)
    while isinstance(chain.now, IfLess):
        chain = chain.by(conditional(ctx, chain.now))
    return chain.qed()


@CLAIM.lemma(
    prose(
        "If the real part of the filter is at least {} at every rational angle, then {} for all "
        "covariances {rho} that are zero but for {} and {}.",
        e,
        AtMost(e, h(0) - s * c(m) * gamma**m / 2),
        ECHOES[0],
        ECHOES[2],
    ),
    given=(*DISCOUNT, BOUNDED, ABOVE, LAG, COVARIANCES, *ECHOES),
    says=AtMost(e, h(0) - s * c(m) * gamma**m / 2),
)
def of_an_echo() -> Theorem:
    """The criterion for covariances."""
    ctx = with_covariances(linear_contraction.ground().also(LAG, *ECHOES))
    left = h(0) - series(c(n) * gamma**n * rho(n), n, 1)
    bound = convergence_criterion.of_covariances()
    return (
        Chain(ctx, e)
        .to(e * rho(0), fact(ctx, ECHOES[0]))
        .by(bound)
        .to(left, fact(ctx, ECHOES[0]))
        .to(h(0) - s * c(m) * gamma**m / 2, only_the_echo(ctx))
        .qed()
    )


@CLAIM.lemma(
    prose(
        "Then it is so for every number with {}: such covariances are those of a value with an "
        "echo {m} steps later.",
        AtMost(Abs(s), 1),
    ),
    given=(*DISCOUNT, BOUNDED, ABOVE, *ECHO),
    says=AtMost(e, h(0) - s * c(m) * gamma**m / 2),
)
def with_an_echo() -> Theorem:
    """They are positive definite."""
    ctx = given(*ECHO)
    at_lags = (
        settled(ctx, Integer(0)),
        generalise(ctx, settled(ctx.also(AtMost(1, n), AtMost(n, m - 1)), n), n, 1, m - 1),
        settled(ctx, m),
        generalise(ctx, settled(ctx.also(AtMost(m + 1, n)), n), n, m + 1),
    )
    known = linear_contraction.ground().also(*ECHO).also(echo(ctx, m, s, n), *at_lags)
    return instantiate_sequence(known, of_an_echo(), rho, (n,), echoed)


@CLAIM.adds(
    prose(
        "If the real part of the filter is at least {} at every rational angle, no weight is "
        "large: {} for every {m}.",
        e,
        AtMost(Abs(c(m)) * gamma**m, 2 * (h(0) - e)),
    ),
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


@CLAIM.lemma(
    prose("If the real part of the filter is nowhere negative, then {}.", AtMost(0, h(0))),
    given=(*DISCOUNT, BOUNDED, SAFE),
    says=AtMost(0, h(0)),
)
def first_not_negative() -> Theorem:
    """No echo at all."""
    ctx = linear_contraction.ground()
    return instantiate(ctx, with_an_echo(), {e: 0, s: 0, m: 1})


@cache
def all_would_be_zero() -> Theorem:
    """If it is nowhere negative and h_0 <= 0, then every eligibility is zero.

    No weight is larger than zero, so the eligibilities stay what the first one is.
    """
    ctx = linear_contraction.ground().also(SAFE, UNCREDITED)
    base = recall(ctx.also(first_not_negative()), Equal(h(0), 0))
    inner = ctx.also(AtMost(0, i), Equal(h(i), 0))
    bound = instantiate(inner, weights_bounded(), {e: 0, m: i + 1})
    none = recall(inner.also(bound), AtMost(Abs(c(i + 1)) * gamma ** (i + 1), 0))
    size = scale(inner, none, 1 / gamma ** (i + 1))
    small = restate(inner, size, AtMost(Abs(c(i + 1)), 0))
    weight = c(i + 1)
    ends = (recall(inner.also(small), side) for side in (AtMost(weight, 0), AtMost(0, weight)))
    weight = recall(inner.also(*ends), Equal(weight, 0))
    step = recall(inner.also(weight, unfold(inner, c, i + 1)), Equal(h(i + 1), 0))
    return induction(given(), base, step, i, 0)


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
