"""ext:state-dependent: eligibilities that depend on the state, and never rise along an edge.

Paper: Appendix B.2, below equation 17.

A target G = V_t + sum_i h_i(S_{t+i}) gamma^i delta_{t+i} weighs each TD error by where it is made.
Along a path with w = v - v' and x_i = h_i(S_i), summation by parts gives

    G(v) - G(v') = (1 - x_0) w(S_0) + sum_{n>=1} gamma^n (x_{n-1} - x_n) w(S_n)

and the same in the mean, with mu_i, what is expected of x_i, in the place of x_i (see
`proofs.lemmas.mean_eligibilities`).
"""

from numeric_checks.processes.paths import expected
from proofs.lemmas import falling_weights, mean_eligibilities, weighed_targets
from proofs.lemmas.falling_weights import (
    NUMBERS,
    along,
    change,
    e,
    g,
    l_,
    modulus,
    rearranged,
    total,
    z,
)
from proofs.lemmas.finite_chain import (
    B,
    P,
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
from proofs.lemmas.mean_eligibilities import FROM_S, RECENT, averages, f, gained, h, lost, mu
from proofs.lemmas.weighed_targets import (
    APART,
    CHAIN_WITH_VALUES,
    CONSTANT,
    VALUES,
    D,
    F,
    ahead,
    difference,
    here,
    r,
    v,
    weighed,
)
from proofs.notation import DISCOUNT, N, gamma, i, m
from proofs.vocabulary import *

CLAIM = Claim(__name__)


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


@CLAIM.lemma(
    prose(
        "The averages of the TD errors of {v} and of {w} differ by what their difference is in the "
        "next state, discounted, less what it is in the present one."
    ),
    given=VALUES,
    says=ForAll(i, 0, Equal(weighed(D) - weighed(F), gamma * ahead - here)),
)
def errors_differ() -> Theorem:
    """The rewards cancel."""
    return weighed_targets.errors_differ()


@CLAIM.proves(
    prose(
        "So the operator contracts like that of a return with weak recency whose first eligibility "
        "is at most one. With {D_x} and {F_x}, what is expected of the TD errors that are made in "
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
    return weighed_targets.contracts()


@CLAIM.adds(
    prose("If the values differ by {B} in every state, the targets differ by exactly that much."),
    given=(*CHAIN_WITH_VALUES, *CONSTANT),
    says=Equal(difference, modulus * B),
)
def attained() -> Theorem:
    """What is weighed is a constant."""
    return weighed_targets.attained()


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
    return falling_weights.along_a_path()


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
