"""long-tails-footnote: of returns with one modulus, long-tailed ones have the smaller variance.

Paper: Section 6, footnote 2.
"""

from numeric_checks.moduli.matching import match_modulus
from numeric_checks.processes.variance import TDErrors
from proofs.notation import BOUNDED, DISCOUNT, N, gamma, h, i, k, lam, m, v_pi
from proofs.paper import equal_moduli, longer_tails, sparse_modulus, uniform_covariances
from proofs.paper.covariances import beta, factor, kappa
from proofs.paper.longer_tails import SAME, TWO_RETURNS, g
from proofs.paper.prop_variance import LIMIT, W
from proofs.paper.truncated_modulus import other
from proofs.paper.uniform_covariances import UNIFORM, rho, squares, total, uniform_variance
from proofs.vocabulary import *

CLAIM = Claim(__name__)

UNIT = (AtMost(0, lam), AtMost(lam, 1))
LENGTH = AtMost(1, m)
ret = SparseLambdaReturn(lam, m)
#: another gap, and another lambda
sparser = SparseLambdaReturn(other, k)


#: 1 - (1 - gamma) h(gamma)
evaluation = 1 - (1 - gamma) * total(ret.h)


def one_evaluation() -> Theorem:
    """What `sparse-modulus` says of h, of these eligibilities."""
    ctx = given(*DISCOUNT, *UNIT, LENGTH)
    return instantiate_sequence(ctx, sparse_modulus.one_evaluation(), h, (i,), ret.h(i))


def matching(gap: Expr) -> Expr:
    """The lambda of the sparse return with this gap and the modulus beta."""
    return (gamma - beta) / (gamma - beta * gamma**gap)


def below(power: Expr) -> Expr:
    """A denominator."""
    return gamma + gamma * power - 2 * beta * power


def known(power: Expr) -> Expr:
    """The sum of squares of the sparse return with the modulus beta, by gamma^m."""
    loss = gamma * beta * (2 * gamma - beta - beta * power) / below(power)
    return (1 - loss) / (1 - gamma**2)


def closed(decay: Expr, power: Expr) -> Expr:
    """The sum of squares of the sparse return, by lambda and gamma^m."""
    return (1 - gamma**2 * (1 - decay**2) / (1 - power**2 * decay**2)) / (1 - gamma**2)


#: a modulus that sparse returns with 0 < lambda < 1 have
INNER = (Less(0, beta), Less(beta, gamma))

#: both have the modulus beta
MATCHED = (Equal(lam, matching(m)), Equal(other, matching(k)))
#: two powers of gamma
q, s = real("q"), real("s")


def positive(power: Expr, ctx: Context) -> Context:
    """With 0 <= power < 1: the denominators are positive."""
    room = recall(ctx, Less(0, 1 - power))
    ctx = ctx.also(*(scale(ctx, room, x) for x in (beta, gamma, gamma - beta)))
    ctx = ctx.also(scale(ctx, recall(ctx, Less(0, gamma - beta)), 1 + power))
    wanted = gamma - beta * power, below(power), 1 - gamma**2
    return ctx.also(*(recall(ctx, Less(0, x)) for x in wanted))


CLAIM.reading(
    prose(
        "The assumption is that TD errors have one variance, {kappa}. Something has to be said of "
        "their covariances too: we let any two have the same correlation {rho}, at most one. It is "
        "zero where {v} is {}. A tail is longer if its eligibilities are at first no larger than "
        "those of another return, and later no smaller. Sparse {lambda}-returns go up and down "
        "against each other, so they have a theorem of their own. The paper says that it is likely "
        "that the variance is reduced; under these assumptions it is.",
        v_pi,
    )
)
CLAIM.idea(
    prose(
        "The variance is a mixture of the square of {}, which the modulus gives, and {}. Of two "
        "returns the difference of the second sums is that of eligibilities, weighted by what "
        "falls: what is taken away early counts more than what is added later. For a sparse "
        "{lambda}-return the second sum has the form of the first, with the squares of {gamma} "
        "and {lambda}; at one modulus {beta} it falls as {m} grows.",
        total(),
        squares(),
    )
)


@CLAIM.proves(
    prose(
        "If all TD errors have the variance {kappa}, and any two the correlation {rho}, then the "
        "variance {W} of the return is {}.",
        uniform_variance(),
    ),
    given=(*DISCOUNT, BOUNDED, *UNIFORM, LIMIT),
    says=Equal(W, uniform_variance()),
)
def uniform() -> Theorem:
    """Each covariance is {rho kappa}, and those on the diagonal are more."""
    ctx = given(*DISCOUNT, BOUNDED, *UNIFORM, LIMIT)
    every = generalise(given(), uniform_covariances.uniform_double_sum(), N, 1)
    ends = limit(ctx, uniform_variance(end=N - 1), N)
    return pass_to_limit(ctx, every, fact(ctx, LIMIT), ends)


@CLAIM.lemma(
    "A longer tail makes the sum of squares no larger.",
    given=TWO_RETURNS,
    says=AtMost(squares(g), squares()),
)
def fewer_squares() -> Theorem:
    """Both factors of each term of the difference change their signs at {k}."""
    return longer_tails.fewer_squares()


@CLAIM.proves(
    prose(
        "Let all TD errors have the variance {kappa}, and any two the correlation {rho}. Of two "
        "returns with weak recency and the same modulus, and so the same {}, that with the longer "
        "tail, {g}, has no larger variance.",
        total(),
    ),
    given=(*TWO_RETURNS, AtMost(0, kappa), AtMost(rho, 1)),
    says=AtMost(uniform_variance(g), uniform_variance()),
)
def longer_tail() -> Theorem:
    """The sums of squares are in this order, and the other sums are equal."""
    ctx = given(*TWO_RETURNS, AtMost(0, kappa), AtMost(rho, 1))
    share = scale(ctx, recall(ctx, AtMost(0, 1 - rho)), kappa)
    weighted = scale(ctx.also(share), fewer_squares(), (1 - rho) * kappa)
    same = rho * kappa * total() ** 2
    return (
        Chain(ctx, uniform_variance(g))
        .to(same + (1 - rho) * kappa * squares(g), fact(ctx, SAME))
        .by(weighted, uniform_variance())
        .qed()
    )


def defined(ctx: Context) -> Context:
    """With 0 <= lambda <= 1: no denominator of the sum of squares is zero."""
    power, product = gamma**m, gamma**m * lam
    small = ctx.also(recall(ctx, Less(power, 1)), scale(ctx, fact(ctx, UNIT[1]), power))
    less = recall(small, Less(product, 1))
    square = ctx.also(less, scale(ctx, recall(ctx.also(less), AtMost(product, 1)), product))
    return ctx.also(recall(ctx, Less(gamma**2, 1)), recall(square, Less(product**2, 1)))


@CLAIM.lemma(
    "For the sparse {lambda}-return the sum of squares is an evaluation of {h} at the square of "
    "{gamma}, with the square of {lambda}.",
    given=(*DISCOUNT, *UNIT, LENGTH),
    says=Equal(
        squares(ret.h),
        (1 - gamma**2 * (1 - lam**2) / (1 - gamma ** (2 * m) * lam**2)) / (1 - gamma**2),
    ),
)
def sum_of_squares() -> Theorem:
    """The sum that gives the modulus."""
    ctx = defined(given(*DISCOUNT, *UNIT, LENGTH))
    at_squares = instantiate(ctx, one_evaluation(), {gamma: gamma**2, lam: lam**2})
    share = 1 / (1 - gamma**2)
    return linear_combination(ctx, squares(ret.h), closed(lam, gamma**m), (-share, at_squares))


@cache
def in_range() -> tuple[Theorem, Theorem]:
    """The lambda of a modulus between 0 and gamma lies between 0 and 1."""
    ctx = given(*DISCOUNT, *INNER, LENGTH, Equal(lam, matching(m)))
    weak = ctx.also(recall(ctx, AtMost(0, beta)), recall(ctx, AtMost(beta, gamma)))
    ends = instantiate(weak, equal_moduli.lies_in_range(), {equal_moduli.target: beta})
    known = ctx.also(*(conjunct(weak, ends, part) for part in (0, 1)))
    return recall(known, UNIT[0]), recall(known, UNIT[1])


@CLAIM.lemma(
    prose("With the modulus {beta} it is {}.", known(gamma**m)),
    given=(*DISCOUNT, *INNER, LENGTH, Equal(lam, matching(m))),
    says=Equal(squares(ret.h), known(gamma**m)),
)
def at_this_modulus() -> Theorem:
    """The {lambda} of this modulus is put in."""
    ctx = given(*DISCOUNT, *INNER, LENGTH, Equal(lam, matching(m)))
    ctx = defined(ctx.also(*in_range()))
    ctx = positive(gamma**m, ctx.also(recall(ctx, Less(gamma**m, 1))))
    return (
        Chain(ctx, squares(ret.h))
        .to(closed(lam, gamma**m), instantiate(ctx, sum_of_squares(), {}))
        .to(known(gamma**m), fact(ctx, Equal(lam, matching(m))))
        .qed()
    )


@CLAIM.lemma(
    "And the discounted eligibilities sum to what they sum to in any return with this modulus.",
    given=(*DISCOUNT, *INNER, LENGTH, Equal(lam, matching(m))),
    says=Equal(total(ret.h), factor),
)
def at_any_gap() -> Theorem:
    """The modulus is one less {1 - gamma} times this sum."""
    ctx = given(*DISCOUNT, *INNER, LENGTH, Equal(lam, matching(m)))
    ctx = ctx.also(*in_range())
    weak = ctx.also(recall(ctx, AtMost(0, beta)), recall(ctx, AtMost(beta, gamma)))
    found = instantiate(weak, equal_moduli.closed_form(), {equal_moduli.target: beta})
    modulus = conjunct(weak, found, 0)
    value = instantiate(ctx, one_evaluation(), {})
    here = (
        Chain(ctx, evaluation)
        .to(sparse_modulus.beta, value)
        .to(beta, fact(ctx, Equal(lam, matching(m))), modulus)
        .qed()
    )
    return linear_combination(ctx, total(ret.h), factor, (-1 / (1 - gamma), here))


@CLAIM.lemma(
    prose("This number falls as {m} grows, since the power {q} of {gamma} falls."),
    given=(*DISCOUNT[1:], *INNER, AtMost(0, s), Less(s, q), Less(q, 1)),
    says=Less(known(s), known(q)),
)
def falls_with_the_power() -> Theorem:
    """The difference is a square times {q - s}, over positive numbers."""
    ctx = positive(
        s, positive(q, given(*DISCOUNT[1:], *INNER, AtMost(0, s), Less(s, q), Less(q, 1)))
    )
    more = scale(ctx, recall(ctx, Less(0, q - s)), 2 * gamma * beta * (gamma - beta) ** 2)
    for power in (q, s):
        more = scale(ctx, more, 1 / below(power))
    more = scale(ctx, more, 1 / (1 - gamma**2))
    return restate(ctx, more, Less(known(s), known(q)))


SPARSE = (*DISCOUNT, *INNER, LENGTH, Less(m, k), *MATCHED, Less(0, kappa), Less(rho, 1))


@CLAIM.proves(
    "Let all TD errors have the variance {kappa}, and any two the correlation {rho}, below one. Of "
    "two sparse {lambda}-returns with the modulus {beta}, that with the larger gap {k} has the "
    "smaller variance.",
    given=SPARSE,
    says=Less(uniform_variance(sparser.h), uniform_variance(ret.h)),
)
def sparser_is_less() -> Theorem:
    """The sums of squares are in this order, and the other sums are equal."""
    ctx = given(*SPARSE)
    ctx = ctx.also(recall(ctx, AtMost(1, k)))
    unit = in_range()
    ctx = ctx.also(*unit, *(instantiate(ctx, end, {lam: other, m: k}) for end in unit))
    less = scale(ctx, recall(ctx, Less(gamma ** (k - m), 1)), gamma**m)
    powers = ctx.also(restate(ctx, less, Less(gamma**k, gamma**m)), recall(ctx, Less(gamma**m, 1)))
    order = instantiate(powers, falls_with_the_power(), {s: gamma**k, q: gamma**m})
    swapped = {lam: other, m: k}
    squares_less = (
        Chain(ctx, squares(sparser.h))
        .to(known(gamma**k), instantiate(ctx, at_this_modulus(), swapped))
        .by(order)
        .to(squares(ret.h), at_this_modulus())
        .qed()
    )
    share = scale(ctx, recall(ctx, Less(0, 1 - rho)), kappa)
    weighted = scale(ctx.also(share), squares_less, (1 - rho) * kappa)
    same = rho * kappa * factor**2
    return (
        Chain(ctx, uniform_variance(sparser.h))
        .to(same + (1 - rho) * kappa * squares(sparser.h), instantiate(ctx, at_any_gap(), swapped))
        .by(weighted, same + (1 - rho) * kappa * squares(ret.h))
        .to(uniform_variance(ret.h), at_any_gap())
        .qed()
    )


@CLAIM.evidence(draw.discounts, draw.lengths, lambda: draw.lambdas(below_one=True))
def on_tosses_of_a_coin(rate: Fraction, gap: int, decay: Fraction) -> bool:
    """At v_pi, where each state is a toss: variances by recursion, for this gap and the next."""
    mrp = two_state("1/2", rate, [1, 0])
    beta_ = max_norm(cycle(2, rate).contraction_matrix(SparseLambdaReturn(decay, gap)))
    matched = match_modulus(SparseLambdaReturn, beta_, rate, m=gap + 1)
    errors = TDErrors(mrp, mrp.values())
    dense, sparse = (
        errors.variance(SparseLambdaReturn(at, m_))[0]
        for at, m_ in ((decay, gap), (matched.lam, gap + 1))
    )
    return matched.exact and (sparse < dense if decay else sparse == dense)


@CLAIM.evidence(draw.discounts, draw.convex_returns, draw.lambdas)
def on_levelled_returns(rate: Fraction, ret: WeightedReturn, share: Fraction) -> bool:
    """A return moved towards one that is level after the first TD error: squares added up."""
    length = len(ret.weights)
    listed = ret.eligibilities(length)
    rates = [rate**place for place in range(length)]
    after = sum((x * y for x, y in zip(listed[1:], rates[1:], strict=True)), Fraction(0))
    level = after / sum(rates[1:]) if length > 1 else after
    moved = [listed[0], *((1 - share) * x + share * level for x in listed[1:])]
    first, second = (
        sum(((x * y) ** 2 for x, y in zip(each, rates, strict=True)), Fraction(0))
        for each in (listed, moved)
    )
    return second < first if share and moved != list(listed) else second == first
