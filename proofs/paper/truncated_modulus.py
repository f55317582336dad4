"""truncated-modulus: the contraction modulus of the truncated {lambda}-return.

Paper: Section 6, truncated returns [23].

The lambda-return cut off after N TD errors has the modulus
beta = ((1 - gamma)(gamma lambda)^N + gamma (1 - lambda))/(1 - gamma lambda): a geometric sum of the
weights on shorter n-step returns, and the rest on the longest.
"""

from proofs.notation import BOUNDED, DISCOUNT, N, c, gamma, h, i, lam, n
from proofs.paper import convex_modulus, sample_real_nsteps
from proofs.paper.convex_modulus import evaluation, modulus_is, powers
from proofs.paper.prop_wrh import CONVEX, nonnegative_weights
from proofs.paper.truncated_lambda import LENGTH, TRUNCATED, UNIT, weakly_recent
from proofs.vocabulary import *

CLAIM = Claim(__name__)

RETURN = (*DISCOUNT, *UNIT, LENGTH, *TRUNCATED)


def modulus(decay: Expr | int = lam, length: Expr | int = N) -> Expr:
    """((1 - gamma)(gamma lambda)^N + gamma (1 - lambda))/(1 - gamma lambda)."""
    rest = (1 - gamma) * (gamma * decay) ** length
    return (rest + gamma * (1 - decay)) / (1 - gamma * decay)


beta = modulus()

CLAIM.reading(
    "The contraction modulus is the smallest factor by which the operator contracts in the maximum "
    "norm whatever the MRP is."
)
CLAIM.idea(
    prose(
        "The weights on {n}-step returns are the drops of the eligibilities: {} from one TD error "
        "to the next before {N}, all that is left, {}, at {N}, and none after it. No weight is "
        "negative, so the modulus is their sum with each length {n} discounted by {}: a geometric "
        "sum and one more term.",
        (1 - lam) * lam ** (n - 1),
        lam ** (N - 1),
        gamma**n,
    )
)

# -- the weights ---------------------------------------------------------------------------------

SHORTER = ForAll(n, 1, Equal(c(n), (1 - lam) * lam ** (n - 1)), N - 1)
LONGEST = Equal(c(N), lam ** (N - 1))
LONGER = ForAll(n, N + 1, Equal(c(n), 0))


@CLAIM.lemma(
    prose("The {n}-step returns shorter than {N} have the weights {}, the longest has what is "
          "left.", (1 - lam) * lam ** (n - 1)),
    given=(LENGTH, *TRUNCATED),
    says=And(SHORTER, LONGEST, LONGER),
)  # fmt: skip
def weights() -> Theorem:
    """A weight is the step by which the eligibilities fall."""
    ctx = given(LENGTH, *TRUNCATED)
    early, late = (fact(ctx, part) for part in TRUNCATED)

    def weight(
        where: Context, length: Expr, before: Theorem, after: Theorem, value: Expr
    ) -> Theorem:
        now, later = (
            specialise(where, side, at) for side, at in ((before, length - 1), (after, length))
        )
        return (
            Chain(where, c(length))
            .to(h(length - 1) - h(length), unfold(where, c, length))
            .to(value, now, later)
            .qed()
        )

    shorter, longer = ctx.also(AtMost(1, n), AtMost(n, N - 1)), ctx.also(AtMost(N + 1, n))
    first = weight(shorter, n, early, early, (1 - lam) * lam ** (n - 1))
    last = weight(longer, n, late, late, Integer(0))
    return both(
        ctx,
        generalise(ctx, first, n, 1, N - 1),
        weight(ctx, N, early, late, lam ** (N - 1)),
        generalise(ctx, last, n, N + 1),
    )


@CLAIM.lemma("No weight is negative.", given=(*UNIT, LENGTH, *TRUNCATED), says=CONVEX)
def no_weight_is_negative() -> Theorem:
    """The eligibilities never increase."""
    ctx = given(*UNIT, LENGTH, *TRUNCATED)
    return cut(conjunct(ctx, weakly_recent(), 0), nonnegative_weights())


# -- the modulus -----------------------------------------------------------------------------------


def ground() -> Context:
    """The return is convex: h_0 = 1, and no weight is negative; and the weights are bounded."""
    ctx = given(*RETURN)
    early, late = (fact(ctx, part) for part in TRUNCATED)
    whole = Chain(ctx, h(0)).to(1, specialise(ctx, early, 0)).qed()
    bounded = recall(ctx.also(like(ctx, late, recall(ctx, Bounded(0, i, N)))), BOUNDED)
    ctx = ctx.also(whole, no_weight_is_negative(), bounded)
    return ctx.also(sample_real_nsteps.weights_bounded(ctx))


@CLAIM.lemma(
    prose("The weights, each discounted by its length, sum to {}.", beta),
    given=RETURN,
    says=Equal(powers, beta),
)
def discounted_weights() -> Theorem:
    """A geometric sum with the ratio {gamma·lambda}, and the last weight."""
    ctx = ground()
    shorter, longest, longer = (conjunct(ctx, weights(), part) for part in range(3))
    term = c(n) * gamma**n
    start, rest, after = (series(term, n, *ends) for ends in ((1, N - 1), (N,), (N + 1,)))
    fading = (1 - lam) * lam ** (n - 1) * gamma**n
    total = series(fading, n, 1, N - 1)
    early, late = (summand(ctx, part)[0] for part in (start, after))
    return (
        Chain(ctx, powers)
        .to(start + rest, split(ctx, powers, N - 1))
        .to(start + lam ** (N - 1) * gamma**N + after, peel_first(ctx, rest), longest)
        .to(
            total + lam ** (N - 1) * gamma**N,
            each_term(ctx, start, fading, specialise(early, shorter, n)),
            each_term(ctx, after, 0, specialise(late, longer, n)),
            zeros(ctx, series(0, n, N + 1)),
        )
        .to(beta, geometric(ctx, total, gamma * lam))
        .qed()
    )


@CLAIM.proves(
    prose(
        "The contraction modulus of the truncated {lambda}-return is {}: its operator contracts by "
        "that factor, and by no smaller one, because a constant difference of two value functions "
        "is multiplied by it.",
        beta,
    ),
    given=RETURN,
    says=modulus_is(beta),
)
def contraction_modulus() -> Theorem:
    """The modulus of a convex return is the sum of its discounted weights."""
    ctx = ground().also(discounted_weights())
    return instantiate(ctx, convex_modulus.convex_modulus(), {convex_modulus.beta: beta})


@CLAIM.adds(
    "It is one evaluation of the series of eligibilities, too.",
    given=RETURN,
    says=Equal(evaluation, beta),
)
def one_evaluation() -> Theorem:
    """The sum of the discounted weights is 1 - (1 - gamma) h(gamma)."""
    ctx = ground()
    by_weights = instantiate(ctx, convex_modulus.evaluated(), {})
    return Chain(ctx, evaluation).to(powers, by_weights).to(beta, discounted_weights()).qed()


# -- special cases, order and limit ----------------------------------------------------------------


def finite_evaluation(decay: Expr = lam) -> Expr:
    """1 - (1 - gamma) sum_{i<N} (gamma lambda)^i."""
    return 1 - (1 - gamma) * series((gamma * decay) ** i, i, 0, N - 1)


@CLAIM.adds(
    prose("Before it is summed it is {}.", finite_evaluation()),
    given=RETURN[:-2],
    says=Equal(finite_evaluation(), beta),
)
def geometric_sum() -> Theorem:
    """The sum of (gamma lambda)^i for i < N."""
    ctx = given(*RETURN[:-2])
    fading = geometric(ctx, series((gamma * lam) ** i, i, 0, N - 1), gamma * lam)
    return Chain(ctx, finite_evaluation()).to(beta, fading).qed()


@CLAIM.adds(
    "With {N} equal to one it is {gamma}, as for {T}.",
    given=(*DISCOUNT, *UNIT),
    says=Equal(modulus(length=1), gamma),
)
def one_step() -> Theorem:
    """(1 - gamma) gamma lambda + gamma (1 - lambda) = gamma (1 - gamma lambda)."""
    return algebra(given(*DISCOUNT, *UNIT), modulus(length=1), gamma)


@CLAIM.adds(
    prose(
        "The modulus does not increase with {N}, and tends to {}, that of the {lambda}-return.",
        gamma * (1 - lam) / (1 - gamma * lam),
    ),
    given=(*DISCOUNT, *UNIT),
    says=And(
        ForAll(N, 1, AtMost(modulus(length=N + 1), beta)),
        TendsTo(beta, N, gamma * (1 - lam) / (1 - gamma * lam)),
    ),
)
def decreases_in_N() -> Theorem:
    """The difference is (1 - gamma)(gamma lambda)^N, and (gamma lambda)^N tends to zero."""
    base = given(*DISCOUNT, *UNIT)
    ctx = base.also(LENGTH)
    power = scale(ctx, recall(ctx, AtMost(0, lam**N)), gamma**N)
    less = restate(ctx, scale(ctx, power, 1 - gamma), AtMost(modulus(length=N + 1), beta))
    return both(base, generalise(base, less, N, 1), limit(base, beta, N))


other = real("mu")
LARGER = (AtMost(lam, other), AtMost(other, 1))


def powers_in_order() -> Theorem:
    """lambda^i <= mu^i, by induction on i."""
    order = AtMost(lam**i, other**i)
    ctx = given(UNIT[0], LARGER[0], AtMost(0, i), order)
    step = (
        Chain(ctx, lam ** (i + 1))
        .by(scale(ctx, ctx.facts[-1], lam), lam * other**i)
        .by(scale(ctx, ctx.facts[1], other**i), other ** (i + 1))
        .qed()
    )
    return induction(given(), recall(given(), AtMost(lam**0, other**0)), step, i, 0)


@CLAIM.adds(
    "The modulus does not increase with {lambda}.",
    given=(*DISCOUNT, LENGTH, UNIT[0], *LARGER),
    says=AtMost(modulus(other), beta),
)
def decreases_in_lambda() -> Theorem:
    """Every power in the geometric sum grows."""
    ctx = given(*DISCOUNT, LENGTH, UNIT[0], *LARGER)
    smaller, larger = (instantiate(ctx, geometric_sum(), {lam: decay}) for decay in (lam, other))
    total = series((gamma * lam) ** i, i, 0, N - 1)
    inner, _ = summand(ctx, total)
    term = scale(inner, specialise(inner, powers_in_order(), i), gamma**i)
    more = scale(ctx, sum_order(ctx, total, term), 1 - gamma)
    return (
        Chain(ctx, modulus(other))
        .to(finite_evaluation(other), larger)
        .by(restate(ctx, more, AtMost(finite_evaluation(other), finite_evaluation())))
        .to(beta, smaller)
        .qed()
    )


@CLAIM.evidence(draw.discounts, draw.lengths, lambda: draw.lambdas(below_one=True))
def on_a_cycle(rate: Fraction, length: int, decay: Fraction) -> bool:
    """The maximum norm of the operator's matrix on a cycle, a finite sum: no formula is used."""
    found = max_norm(cycle(2, rate).contraction_matrix(TruncatedLambdaReturn(decay, length)))
    x = rate * decay
    return found == 1 - (1 - rate) * sum((x**step for step in range(length)), Fraction(0))
