"""equal-moduli: which of the returns in the random-walk experiments have the same modulus.

Paper: Section 6, below equation 14 [17].

At gamma = 0.99 the parameters (lambda, m) = (0.9, 1), (0.75, 3), (0.65, 5) are said to keep the
contraction modulus the same, and (lambda, N) = (0.99, 10), (0.93, 20), (0.9, infinite) to keep it
approximately the same.  That of the lambda-return is 99/109.  To the two digits that lambda is
printed with, four of the others have it; with N = 20 it takes 0.92.
"""

from numeric_checks.moduli.matching import match_modulus
from proofs.notation import DISCOUNT, N, gamma, i, lam, m
from proofs.paper.sparse_lambda import LENGTH, UNIT
from proofs.paper.sparse_modulus import modulus
from proofs.paper.truncated_modulus import (
    geometric_sum,
    modulus as truncated,
    other,
    powers_in_order,
)
from proofs.vocabulary import *

CLAIM = Claim(__name__)

discount, digit = Rational(99, 100), Rational(1, 200)
#: the modulus of the lambda-return, with which the others are compared
wanted = Rational(99, 109)

CLAIM.reading(
    prose(
        "Both lists are chosen for one modulus, the sparse returns for the same and the truncated "
        "ones for approximately the same. Each {lambda} is printed with two digits, and exact "
        "matches have more. So we ask whether some {lambda} that is rounded to the printed one, "
        "and so differs from it by at most {}, gives the modulus {} of the {lambda}-return in the "
        "list. Where none does, more than the rounding is missing; how much may be missing for "
        "moduli that are approximately the same, the paper does not say.",
        digit,
        wanted,
    )
)
CLAIM.idea(
    prose(
        "A greater {lambda} moves weight to longer returns, so the modulus falls while {lambda} "
        "grows, and one value of it alone gives a prescribed modulus. For sparse returns the "
        "equation for it is linear in {lambda}; for truncated ones it is a polynomial, and we "
        "enclose its solution between two values.",
    )
)

# -- sparse returns ----------------------------------------------------------------------------

#: the modulus that is wanted
target = real("b")
ATTAINABLE = (AtMost(0, target), AtMost(target, gamma))
matching = (gamma - target) / (gamma - target * gamma**m)


def ground(*more: AtMost | Less | Equal) -> Context:
    """0 <= b <= gamma, so that b gamma^m < gamma."""
    ctx = given(*DISCOUNT, LENGTH, *ATTAINABLE)
    power = recall(ctx, Less(gamma**m, 1))
    below = scale(ctx, recall(ctx, AtMost(gamma**m, 1)), target)  # b gamma^m <= b
    smaller = scale(ctx, recall(ctx, AtMost(target, gamma)), gamma**m)  # b gamma^m <= gamma^{m+1}
    strict = scale(ctx, power, gamma)  # gamma^{m+1} < gamma
    ctx = ctx.also(below, smaller, strict)
    return ctx.also(recall(ctx, Less(0, gamma - target * gamma**m)), *more)


@CLAIM.adds(
    prose(
        "A sparse return has the modulus {} for {}, and for no other {lambda}.",
        target,
        Equal(lam, matching),
    ),
    given=(*DISCOUNT, LENGTH, *ATTAINABLE, *UNIT),
    says=And(
        Equal(modulus(matching), target), Implies(Equal(modulus(), target), Equal(lam, matching))
    ),
)
def closed_form() -> Theorem:
    """The equation for lambda is linear, and its coefficient is not zero."""
    ctx = ground(*UNIT)
    ctx = ctx.also(scale(ctx, recall(ctx, AtMost(lam, 1)), gamma**m))
    ctx = ctx.also(recall(ctx, Less(0, 1 - gamma**m * lam)))
    has = Equal(modulus(), target)
    factor = -(1 - gamma**m * lam) / (gamma - target * gamma**m)
    only = Chain(ctx.also(has), lam).combine(matching, (factor, ctx.also(has).facts[-1])).qed()
    return both(ctx, algebra(ground(), modulus(matching), target), imply(ctx, only, has))


@CLAIM.adds(
    prose("This number lies between zero and one, as {lambda} has to."),
    given=(*DISCOUNT, LENGTH, *ATTAINABLE),
    says=And(AtMost(0, matching), AtMost(matching, 1)),
)
def lies_in_range() -> Theorem:
    """b <= gamma, and b gamma^m <= b."""
    return both(
        ground(), recall(ground(), AtMost(0, matching)), recall(ground(), AtMost(matching, 1))
    )


AT = Equal(gamma, discount)


def exactly(gap: int) -> Expr:
    """The lambda that gives the sparse return the modulus that is wanted."""
    return matching.subs({gamma: discount, target: wanted, m: gap})


def sparse_setting(gap: int) -> tuple[Equal, Equal, Equal]:
    """The discount, the gap, and the lambda of the exact match."""
    return AT, Equal(m, gap), Equal(lam, exactly(gap))


def rounded(printed: Rational) -> tuple[AtMost, AtMost]:
    """The printed number is lambda, rounded."""
    return AtMost(lam - digit, printed), AtMost(printed, lam + digit)


def matches(gap: int, printed: Rational) -> Theorem:
    """Exact fractions, after the values are put in."""
    setting = sparse_setting(gap)
    ctx = given(*setting)
    beta = Chain(ctx, modulus()).to(wanted, *(fact(ctx, each) for each in setting)).qed()
    near = Chain(ctx, lam).to(exactly(gap), fact(ctx, setting[2])).qed()
    close = (recall(ctx.also(near), each) for each in rounded(printed))
    return both(ctx, beta, *close)


def as_printed(printed: Rational) -> And:
    """The modulus that is wanted, and the printed lambda up to rounding."""
    return And(Equal(modulus(), wanted), *rounded(printed))


FIRST = Equal(lam, Rational(9, 10))


@CLAIM.proves(
    prose("The {lambda}-return of both lists, with {}, has the modulus {}.", FIRST, wanted),
    given=(AT, FIRST),
    says=Equal(modulus(gap=1), wanted),
)
def lambda_return() -> Theorem:
    """The sparse return that leaves nothing out."""
    ctx = given(AT, FIRST)
    return Chain(ctx, modulus(gap=1)).to(wanted, *ctx.facts).qed()


@CLAIM.proves(
    prose(
        "The sparse return with {} and a {lambda} that is rounded to {} has the modulus {}.",
        Equal(m, 3),
        Rational(3, 4),
        wanted,
    ),
    given=sparse_setting(3),
    says=as_printed(Rational(3, 4)),
)
def sparse_by_three() -> Theorem:
    """The closed form for m = 3."""
    return matches(3, Rational(3, 4))


@CLAIM.proves(
    prose(
        "The sparse return with {} and a {lambda} that is rounded to {} has the modulus {}.",
        Equal(m, 5),
        Rational(13, 20),
        wanted,
    ),
    given=sparse_setting(5),
    says=as_printed(Rational(13, 20)),
)
def sparse_by_five() -> Theorem:
    """The closed form for m = 5."""
    return matches(5, Rational(13, 20))


# -- truncated returns -------------------------------------------------------------------------


@CLAIM.adds(
    "The modulus of a truncated return of two steps or more falls while {lambda} grows.",
    given=(*DISCOUNT, AtMost(2, N), AtMost(0, lam), Less(lam, other), AtMost(other, 1)),
    says=Less(truncated(other), truncated(lam)),
)
def truncated_decreases() -> Theorem:
    """The second power grows strictly, and none becomes smaller."""
    base = given(*DISCOUNT, AtMost(2, N), AtMost(0, lam), Less(lam, other), AtMost(other, 1))
    implied = (AtMost(1, N), AtMost(lam, other), AtMost(lam, 1), AtMost(0, other))
    ctx = base.also(*(recall(base, fact) for fact in implied))

    def expanded(decay: Expr) -> tuple[Expr, Expr, Theorem]:
        """All powers, those from the second on, and 1 + gamma lambda + the others."""
        total, later, rest = (series((gamma * decay) ** i, i, lo, N - 1) for lo in (0, 1, 2))
        apart = Chain(ctx, total).to(
            1 + gamma * decay + rest, peel_first(ctx, total), peel_first(ctx, later)
        )
        return total, rest, apart.qed()

    (small, rest, apart), (large, larger_rest, larger_apart) = expanded(lam), expanded(other)
    inner, _ = summand(ctx, rest)
    power = scale(inner, specialise(inner, powers_in_order(), i), gamma**i)
    facts = ctx.also(sum_order(ctx, rest, power), scale(ctx, recall(ctx, Less(lam, other)), gamma))
    grows = (
        Chain(facts, small)
        .to(1 + gamma * lam + rest, apart)
        .less(1 + gamma * other + larger_rest)
        .to(large, larger_apart)
        .qed()
    )
    more = scale(ctx, grows, 1 - gamma)
    one = restate(ctx, more, Less(1 - (1 - gamma) * large, 1 - (1 - gamma) * small))
    theorem = (
        Chain(ctx, truncated(other))
        .to(1 - (1 - gamma) * large, instantiate(ctx, geometric_sum(), {lam: other}))
        .by(one)
        .to(truncated(lam), geometric_sum())
        .qed()
    )
    for fact in implied[:3]:
        theorem = cut(recall(base, fact), theorem)
    return theorem


#: two values of lambda, the lesser one and the greater one
low, high = real("lambda_0"), real("lambda_1")
#: at the first the modulus is not below the one that is wanted, and at the second it is not above
PASSES = And(AtMost(wanted, truncated(low)), AtMost(truncated(high), wanted))


def between(length: int, first: Expr, second: Expr) -> tuple[Equal, ...]:
    """The discount, after how many steps the return ends, and two values of lambda."""
    return AT, Equal(N, length), Equal(low, first), Equal(high, second)


def passes(length: int, start: Expr, end: Expr) -> Theorem:
    """Exact fractions, after the values are put in."""
    setting = between(length, start, end)
    ctx = given(*setting)
    first = evaluated(ctx, truncated(low), *setting[:3])
    second = evaluated(ctx, truncated(high), *setting[:2], setting[3])
    return both(ctx, *(recall(ctx.also(first, second), each) for each in PASSES.parts))


def evaluated(ctx: Context, term: Expr, *values: Equal) -> Theorem:
    """A modulus, by the values of its variables."""
    number = term.subs({each.lhs: each.rhs for each in values})
    return Chain(ctx, term).to(number, *(fact(ctx, each) for each in values)).qed()


#: between which numbers lies what is rounded to 0.99, and the exact match for N = 20
ROUNDED = discount - digit, discount + digit
ENCLOSED = Rational(915353, 10**6), Rational(915357, 10**6)


@CLAIM.proves(
    prose(
        "The truncated return with {} and a {lambda} that is rounded to {} has the modulus {}: it "
        "passes it between the least and the greatest such {lambda}, here {} and {}.",
        Equal(N, 10),
        discount,
        wanted,
        low,
        high,
    ),
    given=between(10, *ROUNDED),
    says=PASSES,
)
def truncated_after_ten() -> Theorem:
    """It is 0.910473 at 0.985, and 0.906466 at 0.995."""
    return passes(10, *ROUNDED)


#: as it is printed for N = 20
PRINTED = Rational(93, 100)
#: the modulus there to six digits, and its distance to one
LACKING = And(
    AtMost(Abs(truncated() - Rational(898056, 10**6)), Rational(1, 2 * 10**6)),
    Less(Rational(111, 100), (1 - truncated()) / (1 - wanted)),
)
AFTER_TWENTY = (*between(20, *ENCLOSED), Equal(lam, PRINTED))


@CLAIM.adds(
    prose(
        "With {} and the printed {}, the modulus of the truncated return is {} to six digits; what "
        "it lacks to one is more than {} times what {} lacks. It passes {} where {lambda} passes "
        "from {} to {}, here {} and {}.",
        Equal(N, 20),
        Equal(lam, PRINTED),
        Rational(898056, 10**6),
        Rational(111, 100),
        wanted,
        wanted,
        low,
        high,
        *ENCLOSED,
    ),
    given=AFTER_TWENTY,
    says=And(*LACKING.parts, *PASSES.parts),
)
def truncated_after_twenty() -> Theorem:
    """Exact fractions, and two of them on either side."""
    ctx = given(*AFTER_TWENTY)
    known = ctx.also(evaluated(ctx, truncated(), *AFTER_TWENTY[:2], AFTER_TWENTY[4]))
    near = (recall(known, each) for each in LACKING.parts)
    ends = (conjunct(ctx, passes(20, *ENCLOSED), place) for place in (0, 1))
    return both(ctx, *near, *ends)


# The least such lambda is 0.925, and the modulus there is 0.901722.
CLAIM.refutes(
    prose(
        "The truncated return with {} and a {lambda} that is printed as {} has approximately the "
        "modulus {} of the {lambda}-return. If no more than the rounding of {lambda} is missing, "
        "the modulus is at least that at the least number {} that is rounded so, where it is the "
        "greatest.",
        Equal(N, 20),
        PRINTED,
        wanted,
        low,
    ),
    given=(AT, Equal(N, 20), Equal(low, PRINTED - digit)),
    says=AtMost(wanted, truncated(low)),
    at=Instance.of({gamma: "99/100", N: 20, low: "37/40"}),
    instead=truncated_after_twenty,
)


@CLAIM.evidence(draw.discounts, draw.lengths, lambda: draw.lambdas(below_one=True))
def on_drawn_targets(rate: Fraction, gap: int, decay: Fraction) -> bool:
    """The lambda of a drawn return, found again from the norm of its matrix: no series is used."""
    ret = SparseLambdaReturn(decay, gap)
    wanted = max_norm(cycle(2, rate).contraction_matrix(ret))
    found = match_modulus(SparseLambdaReturn, wanted, rate, m=gap)
    return found.exact and found.lam == decay
