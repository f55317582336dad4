"""convex-faster: a convex return contracts faster than a nonconvex one.

Paper: Section 5, below proposition 2 [17].
"""

from fractions import Fraction
from random import Random

from numeric_checks.evidence.chains import drawn_mrp
from proofs.lemmas.nstep_weights import (
    CONVERGES,
    around,
    combination,
    not_negative,
    w,
    weights_vanish,
)
from proofs.notation import DISCOUNT, N, gamma, k, n
from proofs.vocabulary import *

CLAIM = Claim(__name__)

S = real("S")
SUMMABLE, SIZE = Summable(w(n), n, 1), Equal(series(Abs(w(n)), n, 1), S)
AFFINE = (SUMMABLE, Equal(series(w(n), n, 1), 1))
NONCONVEX = (AtMost(1, k), Less(w(k), 0))

share = Abs(w(n)) / S
beta = series(Abs(w(n)) * gamma**n, n, 1)
#: no n-step return is longer than N
NO_LONGER = ForAll(n, N + 1, Equal(w(n), 0))
LONGEST = Implies(NO_LONGER, Less(gamma**N, beta))

CLAIM.reading(
    prose(
        "That the last sentence compares returns of the same {}-step returns leaves open which "
        "convex return is meant. It is true of the one with the same weights but for their signs, "
        "{}, where {} is the sum of all {}; and of the longest of the {}-step returns. It is false "
        "if any weights on the same {}-step returns are meant: they may lie on shorter ones. That "
        "a negative weight increases the modulus, because of the absolute values in it, we read in "
        "the same comparison. The reason given before, one other weight that is positive and "
        "larger, we read as it stands: the others may share what makes up for a negative one.",
        n,
        share,
        S,
        Abs(w(n)),
        n,
        n,
    )
)
CLAIM.name(w(n), "is the weight of the affine return on the {n}-step return")
CLAIM.name(S, "is the sum of the sizes of all these weights")
CLAIM.name(k, "is a step at which such a weight is negative")
CLAIM.idea(
    prose(
        "The weights {} of an affine return sum to one. If one of them is negative, the others "
        "have to make up for it, so that the sizes {} sum to more than one. Dividing by that sum "
        "gives a convex return, and divides the modulus. And no power {} in the modulus is smaller "
        "than that of the longest {}-step return.",
        w(n),
        Abs(w(n)),
        gamma**n,
        n,
    )
)


def summable() -> Context:
    """Weights that are absolutely summable, and so tend to zero."""
    ctx = given(*DISCOUNT, SUMMABLE)
    return ctx.also(cut(recall(ctx, CONVERGES), weights_vanish()))


@CLAIM.adds(
    prose(
        "If an affine return has a negative weight {}, the others together make up for it: the "
        "sizes of all weights sum to more than one.",
        w(k),
    ),
    given=(*AFFINE, SIZE, *NONCONVEX),
    says=Less(1, S),
)
def more_than_one() -> Theorem:
    """w_n <= |w_n|, and w_k < |w_k|."""
    ctx = given(*AFFINE, SIZE, *NONCONVEX)
    start, after = series(w(n), n, 1, k - 1), series(w(n), n, k + 1)
    sizes = [series(Abs(w(n)), n, 1, k - 1), series(Abs(w(n)), n, k + 1)]
    bounds = [
        sum_order(ctx, total, recall(summand(ctx, total)[0], AtMost(w(n), Abs(w(n)))))
        for total in (start, after)
    ]
    return (
        Chain(ctx, 1)
        .to(series(w(n), n, 1), ctx.facts[1])
        .to(start + w(k) + after, around(ctx, w(n)))
        .at_most(sizes[0] + w(k) + sizes[1], *bounds)
        .less(sizes[0] + Abs(w(k)) + sizes[1])
        .to(series(Abs(w(n)), n, 1), around(ctx, Abs(w(n))))
        .to(S, ctx.facts[2])
        .qed()
    )


# -- the convex return with the weights |w_n| / S -----------------------------------------------


@CLAIM.lemma(
    prose("The weights {} are not negative.", share),
    given=(*AFFINE, SIZE, *NONCONVEX),
    says=ForAll(n, 1, AtMost(0, share)),
)
def convex_weights() -> Theorem:
    """Absolute values are not negative, and {S} is positive."""
    ctx = given().also(more_than_one())
    return generalise(ctx, recall(ctx, AtMost(0, share)), n, 1)


@CLAIM.lemma(
    prose("The weights {} sum to one.", share),
    given=(*AFFINE, SIZE, *NONCONVEX),
    says=Equal(series(share, n, 1), 1),
)
def convex_weights_sum_to_one() -> Theorem:
    """Their sum is divided by itself."""
    ctx = given(SUMMABLE, SIZE).also(more_than_one())
    total = series(share, n, 1)
    apart = linearity(ctx, total, (1 / S, Abs(w(n))))
    return Chain(ctx, total).to(1, apart, ctx.facts[1]).qed()


@CLAIM.lemma(
    prose("The modulus of the affine return is {}.", beta),
    given=(*DISCOUNT, SUMMABLE),
    says=Contracts(combination(w(n)), beta),
)
def affine_modulus() -> Theorem:
    """The triangle inequality."""
    return contraction(summable(), combination(w(n)))


@CLAIM.lemma(
    prose("The modulus of the convex return with these weights is {}.", beta / S),
    given=(*DISCOUNT, *AFFINE, SIZE, *NONCONVEX),
    says=Contracts(combination(share), beta / S),
)
def convex_modulus() -> Theorem:
    """These weights are their own absolute values."""
    ctx = summable().also(more_than_one())
    sizes, shares = series(Abs(share) * gamma**n, n, 1), series(share * gamma**n, n, 1)
    own = recall(ctx, Equal(Abs(share), share))
    same = (
        Chain(ctx, sizes)
        .to(shares, each_term(ctx, sizes, share * gamma**n, own))
        .to(beta / S, linearity(ctx, shares, (1 / S, Abs(w(n)) * gamma**n)))
        .qed()
    )
    return smaller_modulus(ctx, contraction(ctx, combination(share)), same)


@CLAIM.lemma(
    "The modulus of the affine return is positive.",
    given=(*DISCOUNT, SUMMABLE, *NONCONVEX),
    says=Less(0, beta),
)
def positive_modulus() -> Theorem:
    """One term is positive, and no other is negative."""
    ctx = summable().also(*NONCONVEX)
    term, at_k = Abs(w(n)) * gamma**n, Abs(w(k)) * gamma**k
    start, after = series(term, n, 1, k - 1), series(term, n, k + 1)
    others = not_negative(ctx, start), not_negative(ctx, after)
    return (
        Chain(ctx, 0)
        .less(at_k)
        .at_most(start + at_k + after, *others)
        .to(beta, around(ctx, term))
        .qed()
    )


@CLAIM.proves(
    prose(
        "A negative weight {} increases the modulus: that of the affine return is greater than "
        "that of the convex return with the weights {}.",
        w(k),
        share,
    ),
    given=(*DISCOUNT, *AFFINE, SIZE, *NONCONVEX),
    says=Less(beta / S, beta),
)
def smaller() -> Theorem:
    """Division by {S}, which is more than one, makes a positive number smaller."""
    ctx = summable()
    return Chain(ctx, beta / S).less(beta, more_than_one(), positive_modulus()).qed()


# -- the longest n-step return ------------------------------------------------------------------


@CLAIM.lemma(
    "If no {n}-step return is longer than {N}, the longest contracts faster than the affine "
    "return too.",
    given=(*DISCOUNT, *AFFINE, SIZE, *NONCONVEX, NO_LONGER),
    says=Less(gamma**N, beta),
)
def longest() -> Theorem:
    """No other power in the sum is smaller, and the absolute values sum to more than one."""
    ctx = summable().also(SIZE, NO_LONGER, more_than_one())
    least = series(gamma**N * Abs(w(n)), n, 1)
    inner, _ = summand(ctx, beta)
    short, long = inner.also(Less(n, N + 1)), inner.also(AtMost(N + 1, n))
    power = (
        Chain(short, gamma**N)
        .to(gamma**n * gamma ** (N - n))
        .by(scale(short, recall(short, AtMost(gamma ** (N - n), 1)), gamma**n), gamma**n)
        .qed()
    )
    bound = AtMost(gamma**N * Abs(w(n)), gamma**n * Abs(w(n)))
    none = specialise(long, fact(long, NO_LONGER), n)
    nothing = Chain(long, bound.lhs).to(0, none).at_most(bound.rhs).qed()
    term = cases(inner, restate(short, scale(short, power, Abs(w(n))), bound), nothing, n, N + 1)
    return (
        Chain(ctx, gamma**N)
        .less(gamma**N * S, more_than_one())
        .to(least, linearity(ctx, least, (gamma**N, Abs(w(n)))), fact(ctx, SIZE))
        .by(sum_order(ctx, least, term), beta)
        .qed()
    )


# -- the theorem in place of what is printed ----------------------------------------------------


@CLAIM.adds(
    prose(
        "An affine return with a negative weight {} has the modulus {}. The return with the "
        "weights {} is convex and contracts faster, by {}; and so does the longest of the "
        "{}-step returns, if there is one.",
        w(k),
        beta,
        share,
        beta / S,
        n,
    ),
    given=(*DISCOUNT, *AFFINE, SIZE, *NONCONVEX),
    says=And(
        Contracts(combination(w(n)), beta),
        ForAll(n, 1, AtMost(0, share)),
        Equal(series(share, n, 1), 1),
        Contracts(combination(share), beta / S),
        Less(beta / S, beta),
        LONGEST,
    ),
)
def faster() -> Theorem:
    """All of it together."""
    ctx = summable().also(SIZE)
    return both(
        ctx,
        affine_modulus(),
        convex_weights(),
        convex_weights_sum_to_one(),
        convex_modulus(),
        smaller(),
        imply(ctx, longest(), NO_LONGER),
    )


# One weight is -1, and four others of 1/2 make up for it.
CLAIM.refutes(
    prose(
        "Any time a weight {} is negative, another weight is positive and larger in size, so that "
        "the weights sum to one.",
        w(k),
    ),
    given=(*AFFINE, *NONCONVEX),
    says=Not(ForAll(n, 1, AtMost(w(n), Abs(w(k))))),
    at=Instance.of({k: 1}, {w: members(0, -1, "1/2", "1/2", "1/2", "1/2")}),
    instead=more_than_one,
)

#: weights on the same n-step returns: those on which w has none have none
u = sequence("u")
CLAIM.name(u(n), "is the weight of the convex return on the {n}-step return")
SAME_STEPS = ForAll(n, 1, Implies(Equal(w(n), 0), Equal(u(n), 0)))
CONVEX = (ForAll(n, 1, AtMost(0, u(n))), Equal(series(u(n), n, 1), 1))
# A little more than all of the two-step return, less a little of the one-step return; and the mean
# of both.
CLAIM.refutes(
    "A convex return, whatever its weights {u_n}, contracts faster than a nonconvex affine return "
    "with weights {w_n} on the same {n}-step returns.",
    given=(*DISCOUNT, *AFFINE, Not(ForAll(n, 1, AtMost(0, w(n)))), SAME_STEPS, *CONVEX),
    says=Less(series(u(n) * gamma**n, n, 1), beta),
    at=Instance.of(
        {gamma: "9/10"}, {w: members(0, "-1/100", "101/100"), u: members(0, "1/2", "1/2")}
    ),
    instead=faster,
)


# -- evidence -----------------------------------------------------------------------------------


DISCOUNTS = [Fraction(q) for q in ("1/2", "2/3", "9/10", "1/4", "99/100")]
SIZES = [Fraction(q) for q in ("1", "1/2", "1/3", "2")]
#: how large the negative weight is, beside the sum of the others
PARTS = [Fraction(q) for q in ("1/2", "1/3", "3/4", "1/100")]


@CLAIM.draws
def weights_of_either_sign(rng: Random) -> Instance:
    """One weight is negative, and the others make up for it.

    Either they end, and nothing is longer than N; or they are halved from step to step for ever.
    """
    discount = rng.choice(DISCOUNTS)
    shortest = rng.randint(2, 4)
    drawn = [rng.choice(SIZES) for _ in range(shortest)]
    tail, negative = rng.choice([Fraction(0), *SIZES]) * rng.randint(0, 1), rng.randrange(shortest)
    drawn[negative] = -rng.choice(PARTS) * (sum(drawn, tail) - drawn[negative])
    total = sum(drawn, tail)
    listed, after = [x / total for x in drawn], Rational(*(tail / total).as_integer_ratio())
    return Instance.of(
        {
            gamma: discount,
            S: sum(map(abs, listed), tail / total),
            k: negative + 1,
            N: shortest + rng.randint(0, 1),
        },
        {w: members(0, *listed, then=after / 2 ** (n - shortest), over=(n,))},
        drawn_mrp(discount, rng),
    )
