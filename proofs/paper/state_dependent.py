"""ext:state-dependent: eligibilities that depend on the state, and never rise along an edge.

Paper: Appendix B.2, below equation 17.

A target G = V_t + sum_i h_i(S_{t+i}) gamma^i delta_{t+i} weighs each TD error by where it is made.
Along a path with w = v - v' and x_i = h_i(S_i), summation by parts gives

    G(v) - G(v') = (1 - x_0) w(S_0) + sum_{n>=1} gamma^n (x_{n-1} - x_n) w(S_n)

and the same in the mean, with mu_i, what is expected of x_i, in the place of x_i (see
`proofs.lemmas.mean_eligibilities`).
"""

from numeric_checks.processes.paths import expected
from proofs.lemmas import falling_weights, mean_eligibilities
from proofs.lemmas.falling_weights import NUMBERS, change, g, l_, modulus, summable, total, u
from proofs.lemmas.finite_chain import (
    ROWS,
    B,
    P,
    at_the_start,
    every_state,
    mean,
    over_states,
    p,
    s,
    state,
    within,
    x,
    y,
)
from proofs.lemmas.mean_eligibilities import (
    FIRST,
    FROM_S,
    RECENT,
    averages,
    expected_next,
    f,
    first_mean,
    gained,
    h,
    lost,
    mu,
    named,
    share,
)
from proofs.notation import DISCOUNT, N, gamma, i, m, n
from proofs.vocabulary import *

CLAIM = Claim(__name__)

r, v, w, D, E = (sequence(name) for name in "rvwDE")
C = real("C")


def td_errors(errors: Sequence, values: Sequence) -> ForAll:
    """What is expected of the TD error that is made in a state."""
    made = r(x) + gamma * over_states(P(x, y) * values(y), y) - values(x)
    return every_state(x, Equal(errors(x), made))


def weighed(errors: Sequence) -> Expr:
    """What is expected of the weighed TD error at lag i."""
    return mean(i, h(i, x) * errors(x))


def target(values: Sequence, errors: Sequence) -> Expr:
    """(H v)(s): what is expected of the target, from s."""
    return values(s) + series(gamma**i * weighed(errors), i, 0)


CLAIM.reading(
    prose(
        "The states are {} to {}; {} is the probability to go from {x} to {y}, {} that of being in "
        "{x} after {i} steps from {s}, {} the eligibility at lag {i} in the state {x}, and {} what "
        "is expected of it; {B} and {C} are any bounds. The return is read by its operator, as the "
        "paper reads it: what is expected of the target, from each state. Weak recency is asked "
        "for along the edges of the chain only, which is less than the printed condition on all "
        "pairs of states. That the results are analogous is read so: the averages {} satisfy weak "
        "recency, {v_pi} is a fixed point, and the operator contracts with the modulus that the "
        "averages give, if the first eligibility is at most one, as it is one in an affine return.",
        Integer(0),
        m,
        P(x, y),
        p(i, x),
        h(i, x),
        mu(i),
        mu(i),
    )
)
CLAIM.idea(
    "Along a path the difference of two targets is a combination of the differences of the values "
    "on the way. Its weights are what the eligibility falls by from one state to the next, and so "
    "are not negative; then nothing cancels when their sizes are added up."
)
CLAIM.remark(
    "A weight that depends on the lag and on the state reached is not a trace that fades by a "
    "factor of each state on the way: such weights are products along the path, and this claim "
    "does not speak of them."
)


# -- what is expected of the eligibilities --------------------------------------------------------


@CLAIM.lemma(
    prose("What is expected of the eligibilities, {}, never increases.", mu(i)),
    given=(*FROM_S, *RECENT),
    says=ForAll(i, 0, AtMost(mu(i + 1), mu(i))),
)
def averages_fall() -> Theorem:
    """They do not rise along any edge."""
    return mean_eligibilities.falling()


@CLAIM.lemma("It is never negative.", given=(*FROM_S, *RECENT), says=ForAll(i, 0, AtMost(0, mu(i))))
def averages_positive() -> Theorem:
    """Nor is any eligibility, or any probability."""
    return mean_eligibilities.not_negative()


@CLAIM.proves(
    "If the eligibilities never rise along an edge of the chain and are never negative, then their "
    "averages, which are those of the operator, satisfy weak recency.",
    given=(*FROM_S, *RECENT),
    says=And(ForAll(i, 0, AtMost(mu(i + 1), mu(i))), ForAll(i, 0, AtMost(0, mu(i + 1)))),
)
def weak_recency_on_average() -> Theorem:
    """Averages of what does not rise, and is not negative."""
    ctx = averages(AtMost(0, i))
    later = generalise(ctx, specialise(ctx, averages_positive(), i + 1), i, 0)
    return both(ctx, averages_fall(), later)


# -- averages that are weighed by them ------------------------------------------------------------


@CLAIM.lemma(
    prose(
        "A function {f} of the state that {B} bounds, weighed by the eligibilities, is in the mean "
        "at most {}.",
        mu(i) * B,
    ),
    given=(*FROM_S, *RECENT, within(f(x))),
    says=ForAll(i, 0, AtMost(Abs(lost(i)), mu(i) * B)),
)
def weighed_means() -> Theorem:
    """The triangle inequality."""
    return mean_eligibilities.weighed_means()


@CLAIM.lemma(
    prose(
        "With what {f} is expected to be in the next state, less what it is there with the next "
        "eligibility, that is at most {}: only what the eligibilities fall by is left.",
        (mu(i) - mu(i + 1)) * B,
    ),
    given=(*FROM_S, *RECENT, within(f(x))),
    says=ForAll(i, 0, AtMost(Abs(gained - lost(i + 1)), (mu(i) - mu(i + 1)) * B)),
)
def edge_by_edge() -> Theorem:
    """Along every edge."""
    return mean_eligibilities.edge_by_edge()


# -- summation by parts ---------------------------------------------------------------------------


@CLAIM.lemma(
    "What the eligibilities fall by, discounted and summed up.",
    given=(*DISCOUNT, *NUMBERS[:3]),
    says=Equal(series(gamma ** (i + 1) * (mu(i) - mu(i + 1)), i, 0), mu(0) - (1 - gamma) * total),
)
def total_fall() -> Theorem:
    """Two series of which one is the other, one step later."""
    return falling_weights.total_fall()


@CLAIM.lemma(
    prose(
        "Summation by parts: if numbers {g_i} and {l_i} have {} at most {}, the size of {} is at "
        "most {}.",
        Abs(g(i) - l_(i + 1)),
        (mu(i) - mu(i + 1)) * B,
        change,
        modulus * B,
    ),
    given=(*DISCOUNT, *NUMBERS),
    says=AtMost(Abs(change), modulus * B),
)
def by_parts() -> Theorem:
    """What is gained at one lag is put together with what is lost at the next."""
    return falling_weights.by_parts()


# -- two value functions --------------------------------------------------------------------------


def d(place: Expr) -> Expr:
    """By how much the two value functions differ in a state."""
    return v(place) - w(place)


VALUES = (td_errors(D, v), td_errors(E, w))
#: the TD errors are bounded, as they are on every finite chain
ERRORS = within(D(x), C)
APART = within(d(x))
CHAIN_WITH_VALUES = (*DISCOUNT, *FROM_S, *RECENT, FIRST, *VALUES, ERRORS)
ahead, here = mean(i, h(i, x) * expected_next(d)), mean(i, h(i, x) * d(x))
difference = target(v, D) - target(w, E)


@CLAIM.lemma(
    prose(
        "The averages of the TD errors of {v} and of {w} differ by what their difference is in the "
        "next state, discounted, less what it is in the present one."
    ),
    given=VALUES,
    says=ForAll(i, 0, Equal(weighed(D) - weighed(E), gamma * ahead - here)),
)
def errors_differ() -> Theorem:
    """The rewards cancel."""
    ctx = given(*VALUES, AtMost(0, i))
    apart = over_states(share * (D(x) - E(x)), x)
    inner, _ = summand(ctx, apart)
    each = (
        Chain(inner, D(x) - E(x))
        .to(
            gamma * expected_next(d) - d(x),
            *(state(inner, fact(ctx, known), x) for known in VALUES),
            linearity(inner, expected_next(d), (1, P(x, y) * v(y)), (-1, P(x, y) * w(y))),
        )
        .qed()
    )
    moved = share * (gamma * expected_next(d) - d(x))
    term = Chain(inner, share * (D(x) - E(x))).combine(moved, (share, each)).qed()
    step = (
        Chain(ctx, weighed(D) - weighed(E))
        .combine(apart, (-1, linearity(ctx, apart, (1, share * D(x)), (-1, share * E(x)))))
        .by(termwise(ctx, apart, term), over_states(moved, x))
        .to(
            gamma * ahead - here,
            linearity(
                ctx, over_states(moved, x), (gamma, share * expected_next(d)), (-1, share * d(x))
            ),
        )
        .qed()
    )
    return generalise(ctx, step, i, 0)


def with_averages(ctx: Context) -> Context:
    """The context in which the series of the averages converges."""
    start = recall(ctx.also(first_mean(), fact(ctx, FIRST)), AtMost(mu(0), 1))
    ctx = ctx.also(averages_fall(), averages_positive(), start)
    return ctx.also(instantiate(ctx, summable(), {}))


def bounded_means(ctx: Context, of: Expr, bound: Expr) -> Theorem:
    """The averages of a function that is bounded in all states are bounded."""
    means = instantiate_sequence(ctx, weighed_means(), f, (x,), of)
    means = instantiate(ctx, means, {B: bound})
    return recall(ctx.also(means), Bounded(mean(i, h(i, x) * of), i, 0))


def with_bounds(ctx: Context) -> Context:
    """The context in which the series of the targets converge."""
    ctx = with_averages(ctx)
    next_ = instantiate_sequence(ctx, mean_eligibilities.next_mean(), f, (x,), d(x))
    terms = (D(x), C), (expected_next(d), B), (d(x), B)
    own = ctx.also(next_)
    own = own.also(*(bounded_means(own, *term) for term in terms))
    one = own.also(AtMost(0, i))
    rest = weighed(D) - gamma * ahead + here
    other = Chain(one, weighed(E)).combine(rest, (-1, specialise(one, errors_differ(), i))).qed()
    return own.also(like(own, generalise(own, other, i, 0), recall(own, Bounded(rest, i, 0))))


def as_numbers(ctx: Context) -> Theorem:
    """The targets of v and w differ by such a sum of numbers."""
    moved = series(gamma**i * (gamma * ahead - here), i, 0)
    both_errors = series(gamma**i * (weighed(D) - weighed(E)), i, 0)
    one, _ = summand(ctx, both_errors)
    each = discounted(one)
    first, second = (series(gamma**i * weighed(errors), i, 0) for errors in (D, E))
    two = linearity(ctx, both_errors, (1, gamma**i * weighed(D)), (-1, gamma**i * weighed(E)))
    return (
        Chain(ctx, first)
        .combine(second + both_errors, (-1, two))
        .to(second + moved, termwise(ctx, both_errors, each))
        .qed()
    )


def discounted(one: Context) -> Theorem:
    """The same, discounted."""
    errors = gamma**i * (weighed(D) - weighed(E))
    moved = gamma**i * (gamma * ahead - here)
    return Chain(one, errors).combine(moved, (gamma**i, specialise(one, errors_differ(), i))).qed()


def at_least_the_first(ctx: Context) -> Theorem:
    """The discounted averages sum to the first one, or more."""
    later, nothing = series(gamma**i * mu(i), i, 1), series(0, i, 1)
    inner, _ = summand(ctx, later)
    each = scale(inner, specialise(inner, averages_positive(), i), gamma**i)
    rest = Chain(ctx, 0).to(nothing, zeros(ctx, nothing)).by(sum_order(ctx, nothing, each)).qed()
    return Chain(ctx, mu(0)).at_most(mu(0) + later, rest).to(total, peel_first(ctx, total)).qed()


@CLAIM.proves(
    prose(
        "So the operator contracts like that of a return with weak recency whose first eligibility "
        "is at most one. With {D_x} and {E_x}, what is expected of the TD errors that are made in "
        "{x} with the values {v} and {w}: if {B} bounds the difference of the values, the targets "
        "from {s} differ by at most {}, and that is at most {}.",
        modulus * B,
        (1 - (1 - gamma) * h(0, s)) * B,
    ),
    given=(*CHAIN_WITH_VALUES, APART),
    says=And(
        AtMost(Abs(difference), modulus * B),
        AtMost(modulus * B, (1 - (1 - gamma) * h(0, s)) * B),
    ),
)
def contracts() -> Theorem:
    """Summation by parts, with what is expected of the differences."""
    ctx = with_bounds(averages(*DISCOUNT, FIRST, *VALUES, ERRORS, APART))
    changes = instantiate_sequence(ctx, edge_by_edge(), f, (x,), d(x))
    at_first = at_the_start(lambda lag, place: h(lag, place) * d(place), Integer(0))
    own = state(ctx, fact(ctx, APART), s)
    begin = Chain(ctx, here.subs(i, 0)).to(h(0, s) * d(s), at_first).to(mu(0) * d(s), first_mean())
    known = ctx.also(changes, own, begin.qed())
    size = instantiate_sequence(known, by_parts(), g, (i,), ahead)
    size = instantiate(known, instantiate_sequence(known, size, l_, (i,), here), {u: d(s)})
    moved = d(s) + series(gamma**i * (gamma * ahead - here), i, 0)
    whole = Chain(ctx, Abs(difference)).to(Abs(moved), as_numbers(ctx)).by(size).qed()
    least = scale(ctx.also(own), at_least_the_first(ctx), (1 - gamma) * B)
    smaller = (
        Chain(ctx, modulus * B)
        .at_most((1 - (1 - gamma) * mu(0)) * B, least)
        .to((1 - (1 - gamma) * h(0, s)) * B, first_mean())
        .qed()
    )
    return both(ctx, whole, smaller)


def constant(ctx: Context, place: Expr) -> Theorem:
    """The values of a state differ by B."""
    same = state(ctx, fact(ctx, CONSTANT[1]), place)
    return Chain(ctx, d(place)).to(B, same).qed()


def size_of_constant(ctx: Context) -> Theorem:
    """They differ by at most B."""
    size = Chain(ctx, Abs(d(x))).to(Abs(B), constant(ctx, x)).to(B, recall(ctx, Equal(Abs(B), B)))
    return recall(ctx.also(size.qed()), AtMost(Abs(d(x)), B))


#: the values differ by the same amount in every state
CONSTANT = AtMost(0, B), every_state(x, Equal(w(x), v(x) - B))


@CLAIM.adds(
    prose("If the values differ by {B} in every state, the targets differ by exactly that much."),
    given=(*CHAIN_WITH_VALUES, *CONSTANT),
    says=Equal(difference, modulus * B),
)
def attained() -> Theorem:
    """What is weighed is a constant."""
    ctx = averages(*DISCOUNT, FIRST, *VALUES, ERRORS, *CONSTANT)
    apart = generalise(ctx, size_of_constant(ctx.also(AtMost(0, x), AtMost(x, m))), x, 0, m)
    ctx = with_bounds(ctx.also(apart))
    one = ctx.also(AtMost(0, i))
    inner, _ = summand(one, here)
    there, _ = summand(inner, expected_next(d))
    next_ = (
        Chain(inner, expected_next(d))
        .to(
            over_states(P(x, y) * B, y),
            each_term(inner, expected_next(d), P(x, y) * B, constant(there, y)),
        )
        .to(
            B * over_states(P(x, y), y),
            linearity(inner, over_states(P(x, y) * B, y), (B, P(x, y))),
        )
        .to(B, state(inner, fact(ctx, ROWS), x))
        .qed()
    )
    sums = over_states(share * B, x)
    pulled = linearity(one, sums, (B, share)), named(one, i)
    gain = (
        Chain(one, ahead).to(sums, each_term(one, ahead, share * B, next_)).to(mu(i) * B, *pulled)
    )
    loss = (
        Chain(one, here)
        .to(sums, each_term(one, here, share * B, constant(inner, x)))
        .to(mu(i) * B, *pulled)
    )
    moved = series(gamma**i * (gamma * ahead - here), i, 0)
    term = gamma**i * mu(i) * (gamma - 1) * B
    each = Chain(one, open_sum(moved).body).to(term, gain.qed(), loss.qed()).qed()
    return (
        Chain(ctx, difference)
        .to(d(s) + moved, as_numbers(ctx))
        .to(
            B + series(term, i, 0),
            termwise(ctx, moved, each),
            state(ctx, fact(ctx, CONSTANT[1]), s),
        )
        .to(modulus * B, linearity(ctx, series(term, i, 0), ((gamma - 1) * B, gamma**i * mu(i))))
        .qed()
    )


#: v is the value function of the chain, and what is expected of its TD error in x
BELLMAN = every_state(x, Equal(r(x), v(x) - gamma * over_states(P(x, y) * v(y), y)))
no_error = r(x) + gamma * over_states(P(x, y) * v(y), y) - v(x)
target_there = v(s) + series(gamma**i * mean(i, h(i, x) * no_error), i, 0)


@CLAIM.proves(
    "The operator leaves the value function of the chain as it is.",
    given=(BELLMAN,),
    says=Equal(target_there, v(s)),
)
def fixed_point() -> Theorem:
    """Its TD errors are zero in the mean, in every state."""
    ctx = given(BELLMAN)
    errors = target_there - v(s)
    one, term = summand(ctx, errors)
    weighed_errors = mean(i, h(i, x) * no_error)
    inner, _ = summand(one, weighed_errors)
    nothing = each_term(one, weighed_errors, 0, state(inner, ctx.facts[0], x))
    none = (
        Chain(one, term)
        .to(gamma**i * over_states(0, x), nothing)
        .to(0, zeros(one, over_states(0, x)))
        .qed()
    )
    ctx = ctx.also(like(ctx, generalise(ctx, none, i, 0), recall(ctx, Converges(0, i, 0))))
    return (
        Chain(ctx, target_there)
        .to(v(s) + series(0, i, 0), termwise(ctx, errors, none))
        .to(v(s), zeros(ctx, series(0, i, 0)))
        .qed()
    )


# -- along one path -------------------------------------------------------------------------------

#: the eligibilities h_i(S_i) along a path, and the difference of the values there
e, z = sequence("e"), sequence("z")
along = z(0) + series(gamma**i * e(i) * (gamma * z(i + 1) - z(i)), i, 0, N - 1)
rearranged = (
    (1 - e(0)) * z(0)
    + series(gamma**n * (e(n - 1) - e(n)) * z(n), n, 1, N - 1)
    + gamma**N * e(N - 1) * z(N)
)


@CLAIM.adds(
    prose(
        "Along every path, with the eligibilities {} and the differences {} of two value functions "
        "there, the targets that end after {N} TD errors differ by {}.",
        e(i),
        z(i),
        rearranged,
    ),
    says=ForAll(N, 1, Equal(along, rearranged)),
)
def along_a_path() -> Theorem:
    """One more TD error splits the last term."""
    errors = series(gamma**i * e(i) * (gamma * z(i + 1) - z(i)), i, 0, N - 1)
    falls = series(gamma**n * (e(n - 1) - e(n)) * z(n), n, 1, N - 1)
    ctx = given()
    one = errors.subs(N, 1)
    base = (
        Chain(ctx, along.subs(N, 1))
        .to(
            z(0) + e(0) * (gamma * z(1) - z(0)),
            peel_last(ctx, one),
            empty(ctx, open_sum(one)._replace(hi=Integer(-1)).close()),
        )
        .to(rearranged.subs(N, 1), empty(ctx, falls.subs(N, 1)))
        .qed()
    )
    ctx = given(AtMost(1, N), Equal(along, rearranged))
    more = gamma**N * e(N) * (gamma * z(N + 1) - z(N))
    step = (
        Chain(ctx, along.subs(N, N + 1))
        .to(along + more, peel_last(ctx, errors.subs(N, N + 1)))
        .combine(rearranged + more, (1, ctx.facts[-1]))
        .to(rearranged.subs(N, N + 1), peel_last(ctx, falls.subs(N, N + 1)))
        .qed()
    )
    return induction(given(), base, step, N, 1)


# -- evidence -------------------------------------------------------------------------------------


@CLAIM.evidence(
    lambda: draw.mrps_with_values(max_states=3),
    lambda: draw.convex_returns(4),
    lambda: draw.rationals(0, 1),
)
def on_all_paths(drawn: tuple[MRP, Vector], ret: WeightedReturn, part: Fraction) -> bool:
    """The targets of two value functions over all paths, one by one, against the modulus."""
    mrp, values = drawn
    h, count = (*ret.eligibilities(len(ret.weights)), Fraction(0)), len(ret.weights)
    levels = [part * Fraction(x, x + 1) for x in range(mrp.size)]

    def eligibility(lag: int, place: int) -> Fraction:
        """Between two successive eligibilities of a return that has weak recency."""
        return h[lag + 1] + levels[place] * (h[lag] - h[lag + 1])

    def moved(path: Trajectory, of: Vector) -> Fraction:
        weights = [eligibility(i, path.states[i]) for i in range(count)]
        return return_from_eligibilities(path, of, mrp.gamma, 0, weights)

    def credit(path: Trajectory) -> Fraction:
        weights = (mrp.gamma**i * eligibility(i, path.states[i]) for i in range(count))
        return sum(weights, Fraction(0))

    zero = (Fraction(0),) * mrp.size
    one = (Fraction(1),) * mrp.size
    most = max(map(abs, values))
    for start in range(mrp.size):
        base = expected(mrp, start, count, lambda path: moved(path, zero))
        apart = expected(mrp, start, count, lambda path: moved(path, values)) - base
        factor = 1 - (1 - mrp.gamma) * expected(mrp, start, count, credit)
        same = expected(mrp, start, count, lambda path: moved(path, one)) - base
        if abs(apart) > factor * most or same != factor:
            return False
    return True
