"""eq:linear_contraction: the modulus of a linear return, and when it is attained.

Paper: Section 5, equation 13.

The printed modulus is beta = |1 - sum c| + sum |c_n| gamma^n, and the operator is said to contract
if and only if beta < 1.  The bound holds when h_i -> 0 (in general |1 - h_0| takes the place of
|1 - sum c|).  The "only if" is false for a single MRP: beta is the *worst case* over MRPs.  On long
cycles it is approached, and attained when the cycle is longer than the support of c.
"""

from proofs.notation import (
    BOUNDED,
    DISCOUNT,
    INSIDE,
    VANISHING,
    L,
    c,
    gamma,
    h,
    i,
    k,
    n,
    r,
    td_error_form,
    v,
    z,
)
from proofs.paper import sample_real_nsteps
from proofs.vocabulary import *

CLAIM = Claim(__name__)

weights = series(c(n), n, 1)
size = series(Abs(c(n)) * gamma**n, n, 1)
beta = Abs(1 - weights) + size
general_beta = Abs(1 - h(0)) + size
#: the operator sorted by powers of z: its v-part has the coefficients 1 - h_0, c_1, c_2, ...
sorted_form = series(h(i) * z**i, i, 0) * r + (1 - h(0) + series(c(n) * z**n, n, 1)) * v


def ground() -> Context:
    """0 < gamma < 1, h bounded, and so c bounded."""
    ctx = given(*DISCOUNT, BOUNDED)
    return ctx.also(sample_real_nsteps.weights_bounded(ctx))


@CLAIM.adds(
    prose("Sorted by powers of {z}, the coefficients of {v} are {} and the weights {c}.", 1 - h(0)),
    given=(*DISCOUNT, BOUNDED),
    says=OperatorEqual(td_error_form(), sorted_form),
)
def sorted_coefficients() -> Theorem:
    """(1 - z) h(z) = h_0 - sum c_n z^n."""
    ctx = given(INSIDE, *DISCOUNT, BOUNDED).also(*ground().facts[3:])
    powers = series(c(n) * z**n, n, 1)
    eligibility = series(h(i) * z**i, i, 0)
    scalar = (
        Chain(ctx, td_error_form())
        .to(eligibility * r + (1 - (1 - z) * eligibility) * v)
        .to(eligibility * r + (1 - h(0) + powers) * v, sample_real_nsteps.weighted_powers())
        .qed()
    )
    return lift(ground(), scalar)


@CLAIM.adds(
    prose("For every bounded {h} the operator has the modulus {}.", general_beta),
    given=(*DISCOUNT, BOUNDED),
    says=Contracts(td_error_form(), general_beta),
)
def general_modulus() -> Theorem:
    """The triangle inequality on the sorted form."""
    ctx = ground()
    back = combine_operators(ctx, sorted_form, td_error_form(), (-1, sorted_coefficients()))
    return same_operator(ctx, contraction(ctx, sorted_form), back)


@CLAIM.proves(
    prose("The operator has the modulus {}.", beta),
    given=(*DISCOUNT, BOUNDED),
    says=Contracts(td_error_form(), beta),
)
def printed_modulus() -> Theorem:
    """h_0 = sum c, because h_i -> 0."""
    ctx = given(*DISCOUNT, VANISHING)
    total = instantiate(ctx, sample_real_nsteps.total_weight(), {L: 0})
    ctx = ctx.also(instantiate(ctx, sample_real_nsteps.weights_converge(), {L: 0}))
    ctx = ctx.also(sample_real_nsteps.weights_bounded(ctx))
    same = Chain(ctx, general_beta).to(beta, total).qed()
    return smaller_modulus(ctx, general_modulus(), same)


# -- how good the bound is ----------------------------------------------------------------------

#: values on the k-cycle, continued periodically: as large as possible, with the signs of c
u = sequence("u")
on_the_cycle = (1 - h(0)) * u(0) + series(c(n) * gamma**n * u(n), n, 1)
tail = series(Abs(c(n)) * gamma**n, n, k)
UNIT = ForAll(n, 0, AtMost(Abs(u(n)), 1))
ALIGNED = (
    Equal((1 - h(0)) * u(0), Abs(1 - h(0))),
    ForAll(n, 1, Equal(c(n) * u(n), Abs(c(n))), k - 1),
)
CYCLE = AtMost(1, k)


@CLAIM.adds(
    "On the {k}-cycle, the new value at the first state weighs the values along the cycle.",
    given=(*DISCOUNT, BOUNDED, CYCLE, UNIT),
    says=OnCycle(sorted_form, on_the_cycle, k, u),
)
def along_the_cycle() -> Theorem:
    """z^n v at s_0 is gamma^n times the value n steps ahead."""
    ctx = ground().also(CYCLE, recall(given(UNIT), Bounded(u(n), n, 0)))
    return on_cycle(ctx, sorted_form, k, "u")


def choose_values() -> Context:
    """The k-cycle with values in [-1, 1] that have the signs of the coefficients."""
    return ground().also(CYCLE, UNIT, recall(given(UNIT), Bounded(u(n), n, 0)), *ALIGNED)


def up_to_the_cycle(ctx: Context) -> Theorem:
    """For n < k every term counts with its absolute value."""
    start = series(c(n) * gamma**n * u(n), n, 1, k - 1)
    inner, term = summand(ctx, start)
    sign = specialise(inner, fact(inner, ALIGNED[1]), n)
    step = Chain(inner, term).combine(Abs(c(n)) * gamma**n, (gamma**n, sign)).qed()
    return termwise(ctx, start, step)


def beyond_the_cycle(ctx: Context) -> Theorem:
    """For n >= k a term counts at worst with the opposite of its absolute value."""
    lower = series(-Abs(c(n)) * gamma**n, n, k)
    inner, _ = summand(ctx, lower)
    unit = specialise(inner, fact(inner, UNIT), n)
    least = recall(inner.also(unit), AtMost(-Abs(c(n)), c(n) * u(n)))
    bound = sum_order(ctx, lower, scale(inner, least, gamma**n))
    pulled = linearity(ctx, lower, (-1, Abs(c(n)) * gamma**n))
    return Chain(ctx, -tail).to(lower, pulled).by(bound).qed()


@CLAIM.adds(
    prose(
        "With values of the signs of {c} on the {k}-cycle, the modulus {} is reached up to twice "
        "{}.",
        general_beta,
        tail,
    ),
    given=(*DISCOUNT, BOUNDED, CYCLE, UNIT, *ALIGNED),
    says=AtMost(general_beta - 2 * tail, on_the_cycle),
)
def nearly_attained() -> Theorem:
    """Split both sums at the length of the cycle."""
    ctx = choose_values()
    first = fact(ctx, ALIGNED[0])
    start = series(c(n) * gamma**n * u(n), n, 1, k - 1)
    rest = series(c(n) * gamma**n * u(n), n, k)
    head = series(Abs(c(n)) * gamma**n, n, 1, k - 1)
    return (
        Chain(ctx, general_beta - 2 * tail)
        .to(Abs(1 - h(0)) + head - tail, split(ctx, size, k - 1))
        .to((1 - h(0)) * u(0) + head - tail, symmetry(first))
        .to((1 - h(0)) * u(0) + start - tail, up_to_the_cycle(ctx))
        .at_most((1 - h(0)) * u(0) + start + rest, beyond_the_cycle(ctx))
        .to(on_the_cycle, split(ctx, series(c(n) * gamma**n * u(n), n, 1), k - 1))
        .qed()
    )


@CLAIM.adds(
    "As the cycle grows this modulus is approached: it is the supremum over MRPs.",
    given=(*DISCOUNT, BOUNDED),
    says=TendsTo(general_beta - 2 * tail, k, general_beta),
)
def supremum() -> Theorem:
    """The tail is the whole series less its beginning."""
    ctx = ground().also(CYCLE)
    head = series(Abs(c(n)) * gamma**n, n, 1, k - 1)
    whole = (
        Chain(ctx, general_beta - 2 * tail)
        .to(general_beta - 2 * (size - head), split(ctx, size, k - 1))
        .qed()
    )
    ctx = ground()
    limiting = limit(ctx, general_beta - 2 * (size - head), k)
    return like(ctx, generalise(ctx, whole, k, 1), limiting)


@CLAIM.adds(
    "If the weights are zero from {c_k} on, it is attained on the {k}-cycle.",
    given=(*DISCOUNT, BOUNDED, CYCLE, UNIT, *ALIGNED, ForAll(n, k, Equal(c(n), 0))),
    says=Equal(on_the_cycle, general_beta),
)
def attained() -> Theorem:
    """There is no tail."""
    ctx = choose_values().also(ForAll(n, k, Equal(c(n), 0)))
    finite = ctx.facts[-1]

    def vanishes(total: Expr) -> Theorem:
        inner, _ = summand(ctx, total)
        zero = each_term(ctx, total, 0, specialise(inner, finite, n))
        return Chain(ctx, total).to(0, zero, zeros(ctx, series(0, n, k))).qed()

    whole, rest = series(c(n) * gamma**n * u(n), n, 1), series(c(n) * gamma**n * u(n), n, k)
    start, head = (series(t, n, 1, k - 1) for t in (c(n) * gamma**n * u(n), Abs(c(n)) * gamma**n))
    return (
        Chain(ctx, on_the_cycle)
        .to((1 - h(0)) * u(0) + start, split(ctx, whole, k - 1), vanishes(rest))
        .to(Abs(1 - h(0)) + head, up_to_the_cycle(ctx), fact(ctx, ALIGNED[0]))
        .to(general_beta, split(ctx, size, k - 1), vanishes(tail))
        .qed()
    )


# -- why h_i -> 0 is needed, and what beta does not decide ----------------------------------------


# c = (1, 0, 0, ...) has the modulus of T, the operator does not.
CLAIM.needs(
    printed_modulus, VANISHING, at=Instance.of({}, {h: members(2, then=1)}, cycle(2, "1/2"))
)

#: any number
rate = real("b")
# Delayed TD(0) has beta > 1, yet contracts on the MRP with one state.
CLAIM.refutes(
    prose("An operator contracts only if its modulus {} is below one.", beta),
    given=(*DISCOUNT, BOUNDED, VANISHING, Contracts(td_error_form(), rate), Less(rate, 1)),
    says=Less(beta, 1),
    at=Instance.of({rate: "3/4"}, {h: members(0, 1)}, single_state(0, "1/2")),
    instead=supremum,
)
