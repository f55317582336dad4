"""variance-frontier: what variance a return with weak recency can have, given its modulus.

Paper: beyond it, for the variances and the experiments of section 6 [1].

Where TD errors have one variance kappa and one correlation rho, the variance of a return is
kappa (rho H^2 + (1 - rho) Q) with H = sum h_i gamma^i = (1 - beta)/(1 - gamma), so that at a given
modulus beta only Q = sum h_i^2 gamma^{2i} is left.  Proposition 3 of the paper bounds the first
sum; this is about the second.
"""

from proofs.beyond import chebyshev, convex_margin
from proofs.beyond.chebyshev import later, later_thinned
from proofs.beyond.convex_margin import never_above_the_first, never_negative
from proofs.lemmas.nstep_weights import settled
from proofs.notation import DISCOUNT, WEAK_RECENCY, N, c, gamma, h, i, k, lam, m, n
from proofs.paper import (
    long_tails_footnote,
    prop_variance,
    prop_wrh,
    sample_real_nsteps,
    truncated_lambda,
    truncated_modulus,
)
from proofs.paper.covariances import MODULUS, beta, factor, kappa
from proofs.paper.long_tails_footnote import INNER, known
from proofs.paper.longer_tails import g
from proofs.paper.prop_variance import LIMIT, W
from proofs.paper.truncated_modulus import other
from proofs.paper.uniform_covariances import UNIFORM, rho, squares, total, uniform_variance
from proofs.vocabulary import *

CLAIM = Claim(__name__)

RETURN = (*DISCOUNT, Equal(h(0), 1), *WEAK_RECENCY, MODULUS)
#: the smallest and the largest sum of squares
smallest = 1 + (gamma - beta) ** 2 / (1 - gamma**2)
largest = (1 - beta**2) / (1 - gamma**2)
#: at gamma^2
thinned, thinned_powers = (
    series(h(i) * gamma ** (2 * i), i, 0),
    series(c(n) * gamma ** (2 * n), n, 1),
)
#: without the first term
later_squares = series(h(i) ** 2 * gamma ** (2 * i), i, 1)
#: the one level of a mixture of one-step TD and Monte Carlo
level = (gamma - beta) / gamma


def mixed(sum_of_squares: Expr) -> Expr:
    """The variance, by the modulus and the sum of squares."""
    return kappa * (rho * factor**2 + (1 - rho) * sum_of_squares)


CLAIM.idea(
    prose(
        "Above: no eligibility exceeds one, so the sum of squares is at most {}. That is {}, and "
        "the mean {} of the squares is at least the square of the mean {beta}. Below: compare the "
        "eligibilities after the first with their mean {}; Chebyshev's inequality for two "
        "sequences that fall does the rest.",
        thinned,
        (1 - thinned_powers) / (1 - gamma**2),
        thinned_powers,
        level,
    )
)


def recent(*more: Statement) -> Context:
    """Weak recency, h_0 = 1: h is bounded and between 0 and 1, c bounded and not negative."""
    ctx = given(*RETURN, *more).also(convex_margin.bounded(), never_negative())
    ctx = ctx.also(sample_real_nsteps.weights_bounded(ctx), prop_wrh.nonnegative_weights())
    return ctx.also(recall(ctx, Less(gamma**2, 1)))


# -- above -----------------------------------------------------------------------------------------


@CLAIM.lemma(
    "No square of an eligibility exceeds the eligibility.",
    given=RETURN,
    says=AtMost(squares(), thinned),
)
def at_most_thinned() -> Theorem:
    """Eligibilities lie between zero and one."""
    ctx = recent()
    inner, _ = summand(ctx, squares())
    inner = inner.also(specialise(inner, never_negative(), i))
    below = (
        Chain(inner, h(i))
        .by(specialise(inner, never_above_the_first(), i))
        .to(1, fact(ctx, RETURN[2]))
    )
    each = scale(inner, below.qed(), h(i) * gamma ** (2 * i))
    return Chain(ctx, squares()).by(sum_order(ctx, squares(), each), thinned).qed()


@CLAIM.lemma(
    "The larger sum is one evaluation of {h}, at the square of {gamma}.",
    given=RETURN,
    says=Equal(thinned, (1 - thinned_powers) / (1 - gamma**2)),
)
def thinned_value() -> Theorem:
    """One evaluation of the eligibilities gives the weighted powers, here at {gamma^2}."""
    ctx = recent()
    value = instantiate(ctx, convex_margin.value_at_gamma(), {gamma: gamma**2})
    share = 1 / (1 - gamma**2)
    return linear_combination(
        ctx, thinned, (1 - thinned_powers) * share, (-share, value), (share, fact(ctx, RETURN[2]))
    )


partial_powers, partial_squares, partial_weights = (
    series(c(n) * gamma ** (e * n), n, 1, N) for e in (1, 2, 0)
)


@CLAIM.lemma(
    prose("The square of the modulus is at most {}.", thinned_powers),
    given=RETURN,
    says=AtMost(beta**2, thinned_powers),
)
def square_of_the_mean() -> Theorem:
    """The square of a mean is at most the mean of the squares."""
    ctx = recent()
    one = ctx.also(AtMost(0, N))
    spread = series(c(n) * (gamma**n - beta) ** 2, n, 1, N)
    nothing, drops = series(0, n, 1, N), series(h(n - 1) - h(n), n, 1, N)
    inner, _ = summand(one, nothing)
    weight = specialise(inner, prop_wrh.nonnegative_weights(), n)
    square = recall(inner, AtMost(0, (gamma**n - beta) ** 2))
    each = scale(inner.also(weight), square, c(n))
    parts = (1, c(n) * gamma ** (2 * n)), (-2 * beta, c(n) * gamma**n), (beta**2, c(n))
    weights = series(c(n), n, 1, N)
    counted = (
        Chain(one, weights)
        .to(drops, each_term(one, weights, h(n - 1) - h(n), unfold(one, c, n)))
        .to(1 - h(N), telescope(one, drops, -h(n - 1)), fact(ctx, RETURN[2]))
        .qed()
    )
    below = recall(one.also(specialise(one, never_negative(), N)), AtMost(1 - h(N), 1))
    less = scale(one, Chain(one, weights).by(counted).by(below).qed(), beta**2)
    every = (
        Chain(one, 0)
        .to(nothing, zeros(one, nothing))
        .by(sum_order(one, nothing, each), spread)
        .to(
            partial_squares - 2 * beta * partial_powers + beta**2 * weights,
            linearity(one, spread, *parts),
        )
        .by(less, partial_squares - 2 * beta * partial_powers + beta**2)
        .qed()
    )
    ends = limit(ctx, partial_squares - 2 * beta * partial_powers + beta**2, N)
    whole = pass_to_limit(ctx, generalise(given(), every, N, 0), limit(ctx, Integer(0), N), ends)
    positive = Chain(ctx, 0).by(whole).to(thinned_powers - beta**2, fact(ctx, MODULUS)).qed()
    return restate(ctx, positive, AtMost(beta**2, thinned_powers))


# -- below -----------------------------------------------------------------------------------------


@CLAIM.lemma(
    prose(
        "Eligibilities and powers of {gamma} both fall, so that {} is at least {} (Chebyshev's "
        "inequality).",
        later_thinned,
        gamma / (1 + gamma) * later,
    ),
    given=RETURN,
    says=AtMost(gamma / (1 + gamma) * later, later_thinned),
)
def both_fall() -> Theorem:
    """Differences of two eligibilities and of the two powers have one sign (Chebyshev)."""
    return chebyshev.inequality(recent())


def after_the_first(ctx: Context) -> Theorem:
    """The discounted eligibilities but the first sum to (gamma - beta)/(1 - gamma)."""
    value = instantiate(ctx, prop_variance.total_eligibility(), {})
    target = (gamma - beta) / (1 - gamma)
    first = peel_first(ctx, total())
    return linear_combination(
        ctx, later, target, (-1, first), (1, value), (-1, fact(ctx, RETURN[2]))
    )


@CLAIM.lemma(
    prose("So the sum of squares is at least {}.", smallest),
    given=RETURN,
    says=AtMost(smallest, squares()),
)
def at_least() -> Theorem:
    """No square of what an eligibility differs by from {(gamma - beta)/gamma} is negative."""
    ctx = recent()
    nothing = series(0, i, 1)
    inner, _ = summand(ctx, nothing)
    square = recall(inner, AtMost(0, (h(i) - level) ** 2))
    spread = series((h(i) - level) ** 2 * gamma ** (2 * i), i, 1)
    plain = series(gamma ** (2 * i), i, 1)
    parts = (
        (1, h(i) ** 2 * gamma ** (2 * i)),
        (-2 * level, h(i) * gamma ** (2 * i)),
        (level**2, gamma ** (2 * i)),
    )
    positive = (
        Chain(ctx, 0)
        .to(nothing, zeros(ctx, nothing))
        .by(sum_order(ctx, nothing, scale(inner, square, gamma ** (2 * i))), spread)
        .to(
            later_squares - 2 * level * later_thinned + level**2 * gamma**2 / (1 - gamma**2),
            linearity(ctx, spread, *parts),
            geometric(ctx, plain, gamma**2),
        )
        .qed()
    )
    mean = after_the_first(ctx)
    none_negative = series(0, i, 1)
    weight = specialise(inner, never_negative(), i)
    not_negative = (
        Chain(ctx, 0)
        .to(none_negative, zeros(ctx, none_negative))
        .by(sum_order(ctx, none_negative, scale(inner, weight, gamma**i)), later)
        .to((gamma - beta) / (1 - gamma), mean)
        .qed()
    )
    share = scale(ctx, not_negative, (1 - gamma) / gamma)
    known_share = ctx.also(restate(ctx, share, AtMost(0, level)))
    more = scale(known_share, both_fall(), 2 * level)
    return (
        Chain(ctx, smallest)
        .to(
            1 + 2 * level * gamma / (1 + gamma) * later - level**2 * gamma**2 / (1 - gamma**2), mean
        )
        .by(more, 1 + 2 * level * later_thinned - level**2 * gamma**2 / (1 - gamma**2))
        .by(positive, 1 + later_squares)
        .to(squares(), peel_first(ctx, squares()), fact(ctx, RETURN[2]))
        .qed()
    )


@CLAIM.adds(
    prose(
        "A return with weak recency, {} and the modulus {beta} has a sum of squares {} from {} to "
        "{}.",
        RETURN[2],
        squares(),
        smallest,
        largest,
    ),
    given=RETURN,
    says=And(AtMost(smallest, squares()), AtMost(squares(), largest)),
)
def frontier() -> Theorem:
    """The two bounds together."""
    ctx = recent()
    below = scale(
        ctx,
        restate(ctx, square_of_the_mean(), AtMost(1 - thinned_powers, 1 - beta**2)),
        1 / (1 - gamma**2),
    )
    above = (
        Chain(ctx, squares())
        .by(at_most_thinned())
        .to((1 - thinned_powers) / (1 - gamma**2), thinned_value())
        .by(below, largest)
        .qed()
    )
    return both(ctx, at_least(), above)


@CLAIM.adds(
    prose(
        "So where all TD errors have the variance {kappa}, and any two the correlation {rho}, the "
        "variance {W} of the return lies between these numbers.",
    ),
    given=(*RETURN, *UNIFORM, LIMIT, AtMost(0, kappa), AtMost(rho, 1)),
    says=And(AtMost(mixed(smallest), W), AtMost(W, mixed(largest))),
)
def variance() -> Theorem:
    """The modulus gives the first sum, and the frontier the second."""
    ctx = recent(*UNIFORM, LIMIT, AtMost(0, kappa), AtMost(rho, 1))
    value = instantiate(ctx, long_tails_footnote.uniform(), {})
    here = Chain(ctx, W).to(uniform_variance(), value)
    here = here.to(mixed(squares()), instantiate(ctx, prop_variance.total_eligibility(), {}))
    share = (1 - rho) * kappa
    ctx = ctx.also(scale(ctx, recall(ctx, AtMost(0, 1 - rho)), kappa))
    below, above = (conjunct(ctx, frontier(), part) for part in (0, 1))
    least = restate(ctx, scale(ctx, below, share), AtMost(mixed(smallest), mixed(squares())))
    most = restate(ctx, scale(ctx, above, share), AtMost(mixed(squares()), mixed(largest)))
    same = here.qed()
    return both(
        ctx,
        Chain(ctx, mixed(smallest)).by(least).to(W, same).qed(),
        Chain(ctx, W).to(mixed(squares()), same).by(most).qed(),
    )


# -- who stands where ------------------------------------------------------------------------------

STEPS = AtMost(1, n)
n_step = NStepReturn(n)


@CLAIM.adds(
    prose(
        "At a given modulus {n}-step returns are the worst: with {} their sum of squares is the "
        "largest.",
        Equal(beta, gamma**n),
    ),
    given=(*DISCOUNT, STEPS, Equal(beta, gamma**n)),
    says=Equal(squares(n_step.h), largest),
)
def n_step_returns() -> Theorem:
    """The first n eligibilities are one, and the others zero."""
    ctx = given(*DISCOUNT, STEPS, Equal(beta, gamma**n))
    whole = squares(n_step.h)
    start, rest = (series(open_sum(whole).body, i, *ends) for ends in ((0, n - 1), (n,)))
    first, last = (settled(summand(ctx, part)[0], n_step.h(i)) for part in (start, rest))
    powers_ = series(gamma ** (2 * i), i, 0, n - 1)
    return (
        Chain(ctx, whole)
        .to(start + rest, split(ctx, whole, n - 1))
        .to(
            powers_,
            each_term(ctx, start, gamma ** (2 * i), first),
            each_term(ctx, rest, 0, last),
            zeros(ctx, series(0, i, n)),
        )
        .to((1 - gamma ** (2 * n)) / (1 - gamma**2), geometric(ctx, powers_, gamma**2))
        .to(largest, fact(ctx, Equal(beta, gamma**n)))
        .qed()
    )


@CLAIM.adds(
    prose(
        "The best is a mixture of one-step TD and Monte Carlo: where all eligibilities but the "
        "first are {}, the sum of squares is the smallest.",
        level,
    ),
    given=(*DISCOUNT, Equal(h(0), 1), ForAll(i, 1, Equal(h(i), level))),
    says=Equal(squares(), smallest),
)
def mixture() -> Theorem:
    """A geometric series."""
    ctx = given(*DISCOUNT, Equal(h(0), 1), ForAll(i, 1, Equal(h(i), level)))
    flat = series(level**2 * gamma ** (2 * i), i, 1)
    inner, _ = summand(ctx, later_squares)
    same = each_term(
        ctx, later_squares, level**2 * gamma ** (2 * i), specialise(inner, ctx.facts[-1], i)
    )
    return (
        Chain(ctx, squares())
        .to(1 + later_squares, peel_first(ctx, squares()), fact(ctx, Equal(h(0), 1)))
        .to(1 + flat, same)
        .to(smallest, geometric(ctx, flat, gamma**2))
        .qed()
    )


@CLAIM.adds(
    prose(
        "Its eligibilities do not vanish. Among those that do, sparse {lambda}-returns come as "
        "close as one likes: with the modulus {beta} they have {}, and that tends to {} as {m} "
        "grows.",
        known(gamma**m),
        smallest,
    ),
    given=(*DISCOUNT[1:], *INNER),
    says=TendsTo(known(gamma**m), m, smallest),
)
def approached() -> Theorem:
    """gamma^m tends to zero."""
    return limit(given(*DISCOUNT[1:], *INNER), known(gamma**m), m)


@CLAIM.adds(
    prose(
        "The largest sum of squares is at most {}, the factor in the bound of the paper.",
        factor**2,
    ),
    given=(*DISCOUNT, AtMost(beta, gamma)),
    says=AtMost(largest, factor**2),
)
def sharper() -> Theorem:
    """The second is the first times (1 + gamma) (1 - beta)/((1 + beta) (1 - gamma))."""
    ctx = given(*DISCOUNT, AtMost(beta, gamma))
    more = scale(ctx, recall(ctx, AtMost(0, gamma - beta)), 2 * (1 - beta))
    for bound in (1 + gamma, 1 - gamma, 1 - gamma):
        more = scale(ctx, more, 1 / bound)
    return restate(ctx, more, AtMost(largest, factor**2))


# -- truncated returns -----------------------------------------------------------------------------

#: one is cut off later than the other
shorter, longer = TruncatedLambdaReturn(other, N), TruncatedLambdaReturn(lam, n)
CUT_LATER = (AtMost(1, N), AtMost(N, n), AtMost(0, lam), AtMost(lam, other), AtMost(other, 1))
SAME_MODULUS = Equal(total(longer.h), total(shorter.h))


@CLAIM.adds(
    prose(
        "Of two truncated {lambda}-returns with the same modulus, the one that is cut off later "
        "has the longer tail, and no larger sum of squares: {} is at most {}.",
        squares(longer.h),
        squares(shorter.h),
    ),
    given=(*DISCOUNT, *CUT_LATER, SAME_MODULUS),
    says=AtMost(squares(longer.h), squares(shorter.h)),
)
def cut_off_later() -> Theorem:
    """Until the end of the shorter one its eligibilities are larger, and then they are zero."""
    ctx = given(*DISCOUNT, *CUT_LATER, SAME_MODULUS)
    ctx = ctx.also(*(recall(ctx, s) for s in (AtMost(lam, 1), AtMost(0, other), AtMost(1, n))))
    before, after = (AtMost(0, i), AtMost(i, N - 1)), (AtMost(N, i),)
    early, late = ctx.also(*before), ctx.also(*after)
    lower = (
        Chain(early, longer.h(i))
        .to(lam**i, settled(early, longer.h(i)))
        .by(specialise(early, truncated_modulus.powers_in_order(), i))
        .to(shorter.h(i), settled(early, shorter.h(i)))
        .qed()
    )
    falls = {one: weakly_recent(ctx, one) for one in (shorter, longer)}
    positive = conjunct(ctx, falls[longer], 1)
    higher = (
        Chain(late, shorter.h(i))
        .to(0, settled(late, shorter.h(i)))
        .by(specialise(late, positive, i - 1))
        .qed()
    )
    facts = [generalise(ctx, lower, i, 0, N - 1), generalise(ctx, higher, i, N)]
    for one, recent in falls.items():
        facts += [conjunct(ctx, recent, part) for part in (0, 1)]
        facts.append(recall(ctx, Bounded(one.h(i), i, 0)))
    ctx = ctx.also(*facts, recall(ctx, AtMost(0, N)))
    theorem = instantiate(ctx, long_tails_footnote.fewer_squares(), {k: N})
    theorem = instantiate_sequence(ctx, theorem, h, (i,), shorter.h(i))
    return instantiate_sequence(ctx, theorem, g, (i,), longer.h(i))


def weakly_recent(ctx: Context, one: TruncatedLambdaReturn) -> Theorem:
    """What `truncated-lambda` says of h, of these eligibilities."""
    early, late = ctx.also(AtMost(0, i), AtMost(i, one.N - 1)), ctx.also(AtMost(one.N, i))
    start = generalise(ctx, settled_to(early, one.h(i), one.lam**i), i, 0, one.N - 1)
    end = generalise(ctx, settled_to(late, one.h(i), 0), i, one.N)
    known = ctx.also(start, end)
    theorem = instantiate(known, truncated_lambda.weakly_recent(), {lam: one.lam, N: one.N})
    return instantiate_sequence(known, theorem, h, (i,), one.h(i))


def settled_to(ctx: Context, member: Expr, value: Expr | int) -> Theorem:
    """A member of which is known whether it comes before the end."""
    return Chain(ctx, member).to(value, settled(ctx, member)).qed()


@CLAIM.evidence(draw.discounts, draw.convex_returns)
def on_drawn_returns(rate: Fraction, ret: WeightedReturn) -> bool:
    """The squares added up, and the modulus from the norm of a matrix: no series is used."""
    length = len(ret.weights)
    found = sum(x**2 * rate ** (2 * a) for a, x in enumerate(ret.eligibilities(length)))
    modulus = max_norm(cycle(length + 1, rate).contraction_matrix(ret))
    room = 1 - rate**2
    return 1 + (rate - modulus) ** 2 / room <= found <= (1 - modulus**2) / room
