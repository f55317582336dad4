"""eq:linear_contraction: the modulus of a linear return is the worst case over all MRPs.

Paper: Section 5, equation 13.
"""

from proofs.notation import (
    BOUNDED,
    DISCOUNT,
    INSIDE,
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
from proofs.paper.sample_real_nsteps import n_step_form
from proofs.vocabulary import *

CLAIM = Claim(__name__)

weights = series(c(n), n, 1)
CONVERGES = Converges(c(n), n, 1)
size = series(Abs(c(n)) * gamma**n, n, 1)
beta = Abs(1 - weights) + size
#: the same where the weights c need not sum to h_0
general_beta = Abs(1 - h(0)) + size
#: the operator sorted by powers of z: its v-part has the coefficients 1 - h_0, c_1, c_2, ...
values = 1 - h(0) + series(c(n) * z**n, n, 1)
sorted_form = series(h(i) * z**i, i, 0) * r + values * v

CLAIM.reading(
    prose(
        "The operator is that of equation 12, so the weights {} can be summed; which linear "
        "returns have this form is the matter of that equation. That it is a contraction only if "
        "{} is printed of the MRP at hand, and there it is false; read of the worst case over all "
        "finite MRPs it is true, and so we put it.",
        c(n),
        Less(beta, 1),
    )
)
CLAIM.idea(
    prose(
        "By the triangle inequality the operator never multiplies a distance by more than {}. On a "
        "cycle of {} states {} acts at the first state as {} times the value {} steps ahead; give "
        "the states values of the signs of the weights, and all weights but those from {} on count "
        "with their absolute values. So on long cycles the modulus is approached, and attained "
        "if the return has no weights that the cycle is too short for.",
        beta,
        k,
        z**n,
        gamma**n,
        n,
        c(k),
    )
)


def ground() -> Context:
    """0 < gamma < 1, h bounded, and so c bounded."""
    ctx = given(*DISCOUNT, BOUNDED)
    return ctx.also(sample_real_nsteps.weights_bounded(ctx))


def summed() -> Context:
    """Moreover c can be summed."""
    return ground().also(CONVERGES)


@CLAIM.proves(
    prose("The operator has the modulus {}.", beta),
    given=(*DISCOUNT, BOUNDED, CONVERGES),
    says=Contracts(n_step_form, beta),
)
def printed_modulus() -> Theorem:
    """The triangle inequality."""
    return contraction(summed(), n_step_form)


# -- how good the bound is ----------------------------------------------------------------------

#: values on the k-cycle, continued periodically: as large as possible, with the signs of c
u = sequence("u")
on_the_cycle = (1 - weights) * u(0) + series(c(n) * gamma**n * u(n), n, 1)
tail = series(Abs(c(n)) * gamma**n, n, k)
UNIT = ForAll(n, 0, AtMost(Abs(u(n)), 1))
ALIGNED = (
    Equal((1 - weights) * u(0), Abs(1 - weights)),
    ForAll(n, 1, Equal(c(n) * u(n), Abs(c(n))), k - 1),
)
CYCLE = AtMost(1, k)
#: the modulus, by its name
modulus = real("beta")
NAMED = Equal(modulus, beta)
#: the return has no weights that the cycle is too short for
NO_MORE = ForAll(n, k, Equal(c(n), 0))


def choose_values() -> Context:
    """The k-cycle with values in [-1, 1] that have the signs of the coefficients."""
    ctx = summed().also(CYCLE, UNIT, recall(given(UNIT), Bounded(u(n), n, 0)), *ALIGNED)
    return ctx.also(NAMED)


@CLAIM.lemma(
    "On the {k}-cycle, the new value at the first state weighs the values along the cycle.",
    given=(*DISCOUNT, BOUNDED, CONVERGES, CYCLE, UNIT),
    says=OnCycle(n_step_form, on_the_cycle, k, u),
)
def along_the_cycle() -> Theorem:
    """A power of {z} gives the value as many steps ahead, discounted."""
    ctx = summed().also(CYCLE, recall(given(UNIT), Bounded(u(n), n, 0)))
    return on_cycle(ctx, n_step_form, k, "u")


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


@CLAIM.lemma(
    prose("With values of the signs of {} it is at least {}.", c(n), modulus - 2 * tail),
    given=(*DISCOUNT, BOUNDED, CONVERGES, NAMED, CYCLE, UNIT, *ALIGNED),
    says=AtMost(modulus - 2 * tail, on_the_cycle),
)
def nearly_attained() -> Theorem:
    """Split both sums at the length of the cycle."""
    ctx = choose_values()
    first = fact(ctx, ALIGNED[0])
    start = series(c(n) * gamma**n * u(n), n, 1, k - 1)
    rest = series(c(n) * gamma**n * u(n), n, k)
    head = series(Abs(c(n)) * gamma**n, n, 1, k - 1)
    return (
        Chain(ctx, modulus - 2 * tail)
        .to(Abs(1 - weights) + head - tail, fact(ctx, NAMED), split(ctx, size, k - 1))
        .to((1 - weights) * u(0) + head - tail, symmetry(first))
        .to((1 - weights) * u(0) + start - tail, up_to_the_cycle(ctx))
        .at_most((1 - weights) * u(0) + start + rest, beyond_the_cycle(ctx))
        .to(on_the_cycle, split(ctx, series(c(n) * gamma**n * u(n), n, 1), k - 1))
        .qed()
    )


@CLAIM.lemma(
    prose("If {}, it is {}.", NO_MORE, modulus),
    given=(*DISCOUNT, BOUNDED, CONVERGES, NAMED, CYCLE, UNIT, *ALIGNED, NO_MORE),
    says=Equal(on_the_cycle, modulus),
)
def attained() -> Theorem:
    """There is no tail."""
    ctx = choose_values().also(NO_MORE)
    finite = ctx.facts[-1]

    def vanishes(total: Expr) -> Theorem:
        inner, _ = summand(ctx, total)
        zero = each_term(ctx, total, 0, specialise(inner, finite, n))
        return Chain(ctx, total).to(0, zero, zeros(ctx, series(0, n, k))).qed()

    whole, rest = series(c(n) * gamma**n * u(n), n, 1), series(c(n) * gamma**n * u(n), n, k)
    start, head = (series(t, n, 1, k - 1) for t in (c(n) * gamma**n * u(n), Abs(c(n)) * gamma**n))
    return (
        Chain(ctx, on_the_cycle)
        .to((1 - weights) * u(0) + start, split(ctx, whole, k - 1), vanishes(rest))
        .to(Abs(1 - weights) + head, up_to_the_cycle(ctx), fact(ctx, ALIGNED[0]))
        .to(beta, split(ctx, size, k - 1), vanishes(tail))
        .to(modulus, fact(ctx, NAMED))
        .qed()
    )


@CLAIM.adds(
    prose(
        "The modulus {} is the worst case over all MRPs: the operator contracts by it on every "
        "finite MRP; and on the {}-cycle it takes values {} that are at most one and have the "
        "signs of the weights to at least {}, and to {} itself if {}.",
        modulus,
        k,
        u(n),
        modulus - 2 * tail,
        modulus,
        NO_MORE,
    ),
    given=(*DISCOUNT, BOUNDED, CONVERGES, NAMED, CYCLE, UNIT, *ALIGNED),
    says=And(
        OnEveryMRP(Contracts(n_step_form, modulus)),
        OnCycle(n_step_form, on_the_cycle, k, u),
        AtMost(modulus - 2 * tail, on_the_cycle),
        Implies(NO_MORE, Equal(on_the_cycle, modulus)),
    ),
)
def worst_case() -> Theorem:
    """Nothing in the modulus depends on the MRP."""
    ctx = choose_values()
    named = symmetry(fact(ctx, NAMED))
    return both(
        ctx,
        everywhere(ctx, smaller_modulus(ctx, printed_modulus(), named)),
        along_the_cycle(),
        nearly_attained(),
        imply(ctx, attained(), NO_MORE),
    )


@CLAIM.adds(
    prose("As the cycle grows, {} tends to zero: the modulus is approached.", tail),
    given=(*DISCOUNT, BOUNDED),
    says=TendsTo(tail, k, 0),
)
def approached() -> Theorem:
    """The tail is the whole series less its beginning."""
    ctx = ground().also(CYCLE)
    head = series(Abs(c(n)) * gamma**n, n, 1, k - 1)
    rest = Chain(ctx, tail).to(size - head, split(ctx, size, k - 1)).qed()
    ctx = ground()
    return like(ctx, generalise(ctx, rest, k, 1), limit(ctx, size - head, k))


# -- the same of TD errors ------------------------------------------------------------------------


@CLAIM.adds(
    prose("Sorted by powers of {}, {} is multiplied by {}.", z, v, values),
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


# -- what beta does not decide -------------------------------------------------------------------


#: any number
rate = real("b")
# Delayed TD(0) has beta > 1, yet contracts on the MRP with one state.
CLAIM.refutes(
    prose(
        "On a given MRP the operator contracts by a factor {} below one only if its modulus {} is "
        "below one.",
        rate,
        beta,
    ),
    given=(*DISCOUNT, BOUNDED, CONVERGES, Contracts(n_step_form, rate), Less(rate, 1)),
    says=Less(beta, 1),
    at=Instance.of({rate: "3/4"}, {h: members(0, 1)}, single_state(0, "1/2")),
    instead=worst_case,
)

CLAIM.remark(
    prose(
        "So all MRPs contract by one factor below one if and only if {} is below one: a factor "
        "that serves for all of them is at least {}, for every cycle, and as the cycle grows this "
        "tends to {}.",
        modulus,
        modulus - 2 * tail,
        modulus,
    )
)
