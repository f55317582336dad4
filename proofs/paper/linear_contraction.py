"""eq:linear_contraction: the modulus of a linear return is the worst case over all MRPs.

Paper: Section 5, equation 13.
"""

from proofs.lemmas import near_signs
from proofs.lemmas.near_signs import e, x
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
        "the states values that nearly have the signs of the weights, and all weights but those "
        "from {} on count with their absolute values. So on long cycles the modulus is approached, "
        "and attained if the return has no weights that the cycle is too short for.",
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
    """They have the signs exactly."""
    ctx = choose_values()
    exact = NEARLY[0].substitute({e: Integer(0)}), NEARLY[1].body.substitute({e: Integer(0)})
    inner = ctx.also(AtMost(1, n), AtMost(n, k - 1))
    inner = inner.also(specialise(inner, fact(inner, ALIGNED[1]), n))
    signs = recall(ctx, exact[0]), generalise(ctx, recall(inner, exact[1]), n, 1, k - 1)
    bound = instantiate(ctx.also(*signs), nearly_aligned(), {e: 0})
    return Chain(ctx, modulus - 2 * tail).to(beta - 2 * tail, fact(ctx, NAMED)).by(bound).qed()


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


# -- one factor for all MRPs ----------------------------------------------------------------------


#: any number, and a factor that serves for every finite MRP
rate = real("b")
SERVES = OnEveryMRP(Contracts(n_step_form, rate))
#: the coefficients of the operator, by one name, and values that have nearly their signs
NUMBERS = (Equal(x(0), 1 - weights), ForAll(n, 1, Equal(x(n), c(n))))
NEARLY = (
    AtMost(Abs(1 - weights) - e, (1 - weights) * u(0)),
    ForAll(n, 1, AtMost(Abs(c(n)) - e, c(n) * u(n)), k - 1),
)
#: what it costs that they have them nearly
cost = 1 + series(gamma**n, n, 1)


@CLAIM.lemma(
    prose(
        "With values that are at most one, and times the weights at least their sizes less {}, "
        "the new value at the first state is at least {}.",
        e,
        beta - 2 * tail - e * cost,
    ),
    given=(*DISCOUNT, BOUNDED, CONVERGES, CYCLE, UNIT, AtMost(0, e), *NEARLY),
    says=AtMost(beta - 2 * tail - e * cost, on_the_cycle),
)
def nearly_aligned() -> Theorem:
    """Every weight loses at most epsilon, discounted."""
    ctx = summed().also(CYCLE, UNIT, recall(given(UNIT), Bounded(u(n), n, 0)), *NEARLY)
    ctx = ctx.also(AtMost(0, e))
    start = series(c(n) * gamma**n * u(n), n, 1, k - 1)
    rest = series(c(n) * gamma**n * u(n), n, k)
    head, powers = (series(term, n, 1, k - 1) for term in (Abs(c(n)) * gamma**n, gamma**n))
    lower = series((Abs(c(n)) - e) * gamma**n, n, 1, k - 1)
    inner, _ = summand(ctx, lower)
    sign = scale(inner, specialise(inner, fact(inner, NEARLY[1]), n), gamma**n)
    aligned = sum_order(ctx, lower, sign)
    parts = linearity(ctx, lower, (1, Abs(c(n)) * gamma**n), (-e, gamma**n))
    others, none = series(gamma**n, n, k), series(0, n, k)
    later, _ = summand(ctx, none)
    more = sum_order(ctx, none, recall(later, AtMost(0, gamma**n)))
    more = Chain(ctx, 0).to(none, zeros(ctx, none)).by(more).qed()
    known = ctx.also(parts, aligned, scale(ctx, more, e))
    return (
        Chain(known, beta - 2 * tail - e * cost)
        .to(
            Abs(1 - weights) + head - tail - e * (1 + powers + others),
            split(ctx, size, k - 1),
            split(ctx, series(gamma**n, n, 1), k - 1),
        )
        .at_most((1 - weights) * u(0) + start - tail)
        .at_most((1 - weights) * u(0) + start + rest, beyond_the_cycle(ctx))
        .to(on_the_cycle, split(ctx, series(c(n) * gamma**n * u(n), n, 1), k - 1))
        .qed()
    )


@CLAIM.lemma(
    prose(
        "So a factor {} that serves for every MRP is at least {}, for every {}.",
        rate,
        beta - 2 * tail - gamma**k * cost,
        CYCLE,
    ),
    given=(*DISCOUNT, BOUNDED, CONVERGES, SERVES, CYCLE),
    says=AtMost(beta - 2 * tail - gamma**k * cost, rate),
)
def on_every_cycle() -> Theorem:
    """It serves for the cycle of k states."""
    ctx = summed().also(SERVES, CYCLE)
    known = ctx.also(UNIT, near_signs.AROUND, Less(0, e), *NEARLY)
    reached = value_size(known, fact(ctx, SERVES), along_the_cycle())
    bound = (
        Chain(known, beta - 2 * tail - e * cost)
        .by(nearly_aligned())
        .at_most(Abs(on_the_cycle))
        .by(reached)
        .qed()
    )
    return instantiate(ctx, with_near_signs(bound), {e: gamma**k})


def with_near_signs(bound: Theorem) -> Theorem:
    """There are such values, so that nothing needs to be said of them."""
    ctx = given(CYCLE, Less(0, e), *NUMBERS).also(*near_signs.known())
    every, signs = fact(ctx, NUMBERS[1]), ctx.facts[-1]
    inner = ctx.also(AtMost(1, n), AtMost(n, k - 1))

    def nearly(here: Context, at: Expr, number: Expr, name: Theorem) -> Theorem:
        size = Chain(here, Abs(x(at))).to(Abs(number), name).qed()
        return (
            Chain(here, Abs(number) - e)
            .to(Abs(x(at)) - e, symmetry(size))
            .by(specialise(here, signs, at))
            .to(number * substitute(near_signs.values, {n: at}), name)
            .qed()
        )

    first = nearly(ctx, Integer(0), 1 - weights, fact(ctx, NUMBERS[0]))
    others = generalise(ctx, nearly(inner, n, c(n), specialise(inner, every, n)), n, 1, k - 1)
    made = instantiate_sequence(ctx.also(first, others), bound, u, (n,), near_signs.values)
    explicit = IfLess(n, 1, 1 - weights, c(n))
    named = generalise(given(), conditional(given(AtMost(1, n)), explicit), n, 1)
    return instantiate_sequence(given().also(named), made, x, (n,), explicit)


@CLAIM.lemma(
    prose("Hence it is at least {}.", beta),
    given=(*DISCOUNT, BOUNDED, CONVERGES, SERVES),
    says=AtMost(beta, rate),
)
def no_factor_is_smaller() -> Theorem:
    """As the cycle grows, the weights that it is too short for vanish."""
    ctx = summed().also(SERVES)
    every = generalise(ctx, on_every_cycle(), k, 1)
    ends = ctx.also(approached())
    reach = limit(ends, beta - 2 * tail - gamma**k * cost, k)
    return pass_to_limit(ctx, every, reach, limit(ctx, rate, k))


@CLAIM.adds(
    prose(
        "The operator contracts by one factor {} on all finite MRPs exactly if the factor is at "
        "least {}; so one below one serves for all of them if and only if this is below one.",
        rate,
        beta,
    ),
    given=(*DISCOUNT, BOUNDED, CONVERGES),
    says=Equivalent(SERVES, AtMost(beta, rate)),
)
def exactly() -> Theorem:
    """Long cycles one way, the triangle inequality the other."""
    ctx = summed().also(AtMost(beta, rate))
    serves = everywhere(ctx, smaller_modulus(ctx, printed_modulus(), ctx.facts[-1]))
    both_sides = Equivalent(SERVES, AtMost(beta, rate))
    return equivalent(summed(), both_sides, no_factor_is_smaller(), serves)


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
    instead=exactly,
)
