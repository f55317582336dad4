"""truncated-modulus: the contraction modulus of the truncated {lambda}-return.

Paper: Section 6, truncated returns [19].

The lambda-return cut off after N TD errors has the modulus
beta = ((1 - gamma)(gamma lambda)^N + gamma (1 - lambda))/(1 - gamma lambda).  Two derivations: the
drops of h, a geometric sum and one last drop of lambda^{N-1}; and 1 - (1 - gamma) h(gamma), with
h(gamma) a geometric sum of N terms.  The second number is what constant vectors are multiplied by,
so the bound is attained.
"""

from proofs.lemmas.nstep_weights import settled
from proofs.notation import DISCOUNT, N, gamma, i, lam, td_error_form
from proofs.paper import explicit_modulus
from proofs.paper.explicit_modulus import difference, drops, evaluation
from proofs.paper.truncated_lambda import LENGTH, UNIT, never_increases, ret
from proofs.vocabulary import *

CLAIM = Claim(__name__)

RETURN = (*DISCOUNT, *UNIT, LENGTH)
operator = td_error_form(ret.h)


def modulus(decay: Expr | int = lam, length: Expr | int = N) -> Expr:
    """((1 - gamma)(gamma lambda)^N + gamma (1 - lambda))/(1 - gamma lambda)."""
    rest = (1 - gamma) * (gamma * decay) ** length
    return (rest + gamma * (1 - decay)) / (1 - gamma * decay)


def finite_evaluation(decay: Expr = lam) -> Expr:
    """1 - (1 - gamma) sum_{i<N} (gamma lambda)^i."""
    return 1 - (1 - gamma) * series((gamma * decay) ** i, i, 0, N - 1)


beta = modulus()


# -- the modulus, by two routes -----------------------------------------------------------------


def ground() -> Context:
    """0 <= lambda <= 1 and N >= 1: h_0 = 1, and h never increases."""
    ctx = given(*RETURN)
    return ctx.also(settled(ctx, ret.h(0)), never_increases())


def drop_by_drop(ctx: Context) -> Theorem:
    """The drops before N - 1, the drop there, and no drop after it."""
    drop = (ret.h(i) - ret.h(i + 1)) * gamma ** (i + 1)
    start, rest, after = series(drop, i, 0, N - 2), series(drop, i, N - 1), series(drop, i, N)
    early, late = summand(ctx, start)[0], summand(ctx, after)[0]
    fading = (1 - lam) * lam**i * gamma ** (i + 1)
    total = series(fading, i, 0, N - 2)
    levels = (settled(early, ret.h(i)), settled(early, ret.h(i + 1)))
    nothing = (settled(late, ret.h(i)), settled(late, ret.h(i + 1)))
    last = (settled(ctx, ret.h(N - 1)), settled(ctx, ret.h(N)))
    return (
        Chain(ctx, drops(ret.h))
        .to(start + rest, split(ctx, drops(ret.h), N - 2))
        .to(start + lam ** (N - 1) * gamma**N + after, peel_first(ctx, rest), *last)
        .to(
            total + lam ** (N - 1) * gamma**N,
            each_term(ctx, start, fading, *levels),
            each_term(ctx, after, 0, *nothing),
            zeros(ctx, series(0, i, N)),
        )
        .to(beta, geometric(ctx, total, gamma * lam))
        .qed()
    )


@CLAIM.proves(
    prose("The modulus is {}.", beta),
    given=RETURN,
    says=Contracts(operator, beta),
)
def from_the_weights() -> Theorem:
    """The drops of h are (1 - lambda) lambda^i, and lambda^{N-1} at the end."""
    ctx = ground()
    general = explicit_modulus.of_return(ctx, explicit_modulus.sum_of_drops(), ret.h)
    return smaller_modulus(ctx, general, drop_by_drop(ctx))


@CLAIM.adds(
    prose("The number is {}, which has a geometric sum of {N} terms.", finite_evaluation()),
    given=RETURN,
    says=Equal(finite_evaluation(), beta),
)
def geometric_sum() -> Theorem:
    """The sum of (gamma lambda)^i for i < N."""
    ctx = given(*RETURN)
    fading = geometric(ctx, series((gamma * lam) ** i, i, 0, N - 1), gamma * lam)
    return Chain(ctx, finite_evaluation()).to(beta, fading).qed()


@CLAIM.adds(
    "One evaluation of {h} gives the same number.",
    given=RETURN,
    says=Equal(evaluation(ret.h), beta),
)
def one_evaluation() -> Theorem:
    """h_i = lambda^i for i < N, and then 0."""
    ctx = given(*RETURN)
    term = ret.h(i) * gamma**i
    whole, start, rest = series(term, i, 0), series(term, i, 0, N - 1), series(term, i, N)
    before, after = (settled(summand(ctx, part)[0], ret.h(i)) for part in (start, rest))
    return (
        Chain(ctx, evaluation(ret.h))
        .to(1 - (1 - gamma) * (start + rest), split(ctx, whole, N - 1))
        .to(
            finite_evaluation(),
            each_term(ctx, start, (gamma * lam) ** i, before),
            each_term(ctx, rest, 0, after),
            zeros(ctx, series(0, i, N)),
        )
        .to(beta, geometric_sum())
        .qed()
    )


@CLAIM.adds(
    "The modulus once more, from the evaluation of {h}.",
    given=RETURN,
    says=Contracts(operator, beta),
)
def from_one_evaluation() -> Theorem:
    """The eligibilities never increase, so the modulus is 1 - (1 - gamma) h(gamma)."""
    ctx = ground()
    general = explicit_modulus.of_return(ctx, explicit_modulus.one_evaluation(), ret.h)
    return smaller_modulus(ctx, general, one_evaluation())


@CLAIM.adds(
    "A constant difference of two value functions is multiplied by that number: the modulus is "
    "attained.",
    given=RETURN,
    says=OnConstants(operator, evaluation(ret.h) * difference, difference),
)
def attained() -> Theorem:
    """P 1 = 1."""
    return on_constants(given(*RETURN), operator, difference)


# -- special cases, order and limit -------------------------------------------------------------


@CLAIM.adds(
    "With {N} equal to one it is {gamma}, as for {T}.",
    given=(*DISCOUNT, *UNIT),
    says=Contracts(td_error_form(TruncatedLambdaReturn(lam, 1).h), gamma),
)
def one_step() -> Theorem:
    """(1 - gamma) gamma lambda + gamma (1 - lambda) = gamma (1 - gamma lambda)."""
    ctx = given(*DISCOUNT, *UNIT)
    general = instantiate(ctx, from_the_weights(), {N: 1})
    return smaller_modulus(ctx, general, algebra(ctx, modulus(length=1), gamma))


@CLAIM.adds(
    "With {lambda} equal to zero it is {gamma} as well.",
    given=(*DISCOUNT, LENGTH),
    says=Contracts(td_error_form(TruncatedLambdaReturn(0, N).h), gamma),
)
def only_the_first_error() -> Theorem:
    """0^N = 0 for N >= 1."""
    ctx = given(*DISCOUNT, LENGTH)
    zero = Chain(ctx, modulus(decay=0)).to(gamma, recall(ctx, Equal(Integer(0) ** N, 0))).qed()
    return smaller_modulus(ctx, instantiate(ctx, from_the_weights(), {lam: 0}), zero)


@CLAIM.adds(
    prose("With {lambda} equal to one it is {}, the modulus of the {N}-step return.", gamma**N),
    given=(*DISCOUNT, LENGTH),
    says=Contracts(td_error_form(NStepReturn(N).h), gamma**N),
)
def n_steps() -> Theorem:
    """(1 - gamma) gamma^N/(1 - gamma)."""
    ctx = given(*DISCOUNT, LENGTH)
    general = instantiate(ctx, from_the_weights(), {lam: 1})
    return smaller_modulus(ctx, general, algebra(ctx, modulus(decay=1), gamma**N))


@CLAIM.adds(
    "As {N} grows the modulus tends to that of the {lambda}-return.",
    given=(*DISCOUNT, *UNIT),
    says=TendsTo(beta, N, gamma * (1 - lam) / (1 - gamma * lam)),
)
def never_truncated() -> Theorem:
    """(gamma lambda)^N tends to zero."""
    return limit(given(*DISCOUNT, *UNIT), beta, N)


@CLAIM.adds(
    "The modulus does not increase with {N}.",
    given=(*DISCOUNT, *UNIT),
    says=ForAll(N, 1, AtMost(modulus(length=N + 1), beta)),
)
def decreases_in_N() -> Theorem:
    """The difference is (1 - gamma)(gamma lambda)^N."""
    ctx = given(*RETURN)
    power = scale(ctx, recall(ctx, AtMost(0, lam**N)), gamma**N)
    less = scale(ctx, power, 1 - gamma)
    less = restate(ctx, less, AtMost(modulus(length=N + 1), beta))
    return generalise(given(*DISCOUNT, *UNIT), less, N, 1)


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
