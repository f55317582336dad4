"""trajectory-analog: the trajectory condition implies weak recency in the mean, not conversely.

Paper: Appendix B.3, below equation 18 [17].

At the step i of a trajectory one of m histories has happened, and one of n pairs of a state and an
action comes next.  The condition h_i rho_{i+1} >= h_{i+1} >= 0 makes the mean weights fall, because
the ratio has the mean one.  The converse is false: weights that do not depend on the trajectory,
with weak recency, break the condition wherever the ratio is too small.
"""

from random import Random

from numeric_checks.evidence.chains import drawn_distribution, drawn_mdp
from numeric_checks.statements import table
from proofs.lemmas.averages import not_negative
from proofs.notation import WEAK_RECENCY, h, i, j, k, m, n
from proofs.vocabulary import *

CLAIM = Claim(__name__)

#: of a history: its probability, its weight; of what comes next: probabilities under both policies,
#: the ratio, and the next weight
u, y, b, g, rho, w = (sequence(name) for name in ("u", "y", "b", "g", "rho", "w"))


def always(statement: Statement) -> Statement:
    """For all histories k and all that comes next, j."""
    return ForAll(k, 1, ForAll(j, 1, statement, n), m)


BEHAVIOR = (ForAll(k, 1, AtMost(0, u(k)), m), always(AtMost(0, b(k, j))))
#: and they sum to one
CHANCES = (
    Equal(series(u(k), k, 1, m), 1),
    ForAll(k, 1, Equal(series(b(k, j), j, 1, n), 1), m),
)
RATIO_AT, TARGET_AT = Equal(b(k, j) * rho(j), g(k, j)), Equal(series(g(k, j), j, 1, n), 1)
RATIO, TARGET = always(RATIO_AT), ForAll(k, 1, TARGET_AT, m)
CONDITION = (always(AtMost(w(k, j), y(k) * rho(j))), always(AtMost(0, w(k, j))))

mean_ratio = series(b(k, j) * rho(j), j, 1, n)
next_weight = series(b(k, j) * w(k, j), j, 1, n)
mean_now, mean_next = series(u(k) * y(k), k, 1, m), series(u(k) * next_weight, k, 1, m)
FALLS = (AtMost(mean_next, mean_now), AtMost(0, mean_next))

CLAIM.reading(
    prose(
        "At any step of a trajectory, {u_k} is the probability of the history {k} so far under the "
        "behavior policy and {y_k} the weight {h_i} there; {} is the probability that the state "
        "and the action {j} come next, {} what it would be under the target policy, {rho_j} their "
        "ratio and {} the weight {} there. That the condition equates to weak recency in "
        "expectation we read of the means of the weights, and in both directions, because the "
        "paper's conclusion calls the two equivalent. One direction holds.",
        b(k, j),
        g(k, j),
        w(k, j),
        h(i + 1),
    )
)
CLAIM.name(m, "is the number of histories at a step")
CLAIM.name(n, "is the number of pairs of a state and an action that may come next")
CLAIM.name(u(k), "is the probability of the history {k} under the behavior policy")
CLAIM.name(y(k), "is the weight of the TD error after it")
CLAIM.name(b(k, j), "is the probability that the pair {j} comes next, after the history {k}")
CLAIM.name(g(k, j), "is the same under the target policy")
CLAIM.name(rho(j), "is the ratio of the two")
CLAIM.name(w(k, j), "is the weight of the next TD error then")
CLAIM.idea(
    prose(
        "Under the behavior policy the ratio has the mean one, whatever happened before. So the "
        "mean of the bound {} is the mean of {y_k}, and the next weights, which it bounds, have "
        "no larger mean. But weights with small means may be large where the ratio is small.",
        y(k) * rho(j),
    )
)


# -- what comes next ----------------------------------------------------------------------------


@CLAIM.proves(
    "The ratio has the mean one under the behavior policy, after every history.",
    given=(RATIO, TARGET),
    says=ForAll(k, 1, Equal(mean_ratio, 1), m),
)
def mean_of_ratio() -> Theorem:
    """The probabilities under the target policy sum to one."""
    ctx = history(given(RATIO, TARGET))
    return generalise(ctx, mean_of_ratio_at(ctx), k, 1, m)


def history(ctx: Context) -> Context:
    """After one of the histories."""
    return ctx.also(AtMost(1, k), AtMost(k, m))


def mean_of_ratio_at(ctx: Context) -> Theorem:
    """The same after the history k."""
    inner, _ = summand(ctx, mean_ratio)
    ratio = specialise(inner, specialise(inner, fact(inner, RATIO), k), j)
    return (
        Chain(ctx, mean_ratio)
        .to(open_sum(TARGET_AT.lhs).close(), each_term(ctx, mean_ratio, g(k, j), ratio))
        .to(1, specialise(ctx, fact(ctx, TARGET), k))
        .qed()
    )


@CLAIM.proves(
    "If the condition holds, the means of the weights have weak recency: at every step the mean "
    "weight does not rise, and is not negative after it.",
    given=(*BEHAVIOR, RATIO, TARGET, *CONDITION),
    says=And(*FALLS),
)
def weak_recency_in_the_mean() -> Theorem:
    """The mean of the ratio is one, so the mean of the bound is the weight before."""
    ctx = given(*BEHAVIOR, RATIO, TARGET, *CONDITION)
    after = history(ctx)
    inner, _ = summand(after, next_weight)
    bounded, positive, chosen = (
        specialise(inner, specialise(inner, fact(inner, each), k), j)
        for each in (*CONDITION, BEHAVIOR[1])
    )
    inner = inner.also(chosen)
    bound = series(b(k, j) * y(k) * rho(j), j, 1, n)
    falls = (
        Chain(after, next_weight)
        .by(sum_order(after, next_weight, scale(inner, bounded, b(k, j))), bound)
        .to(y(k) * mean_ratio, linearity(after, bound, (y(k), b(k, j) * rho(j))))
        .to(y(k), specialise(after, mean_of_ratio(), k))
        .qed()
    )
    stays = not_negative(after, next_weight, scale(inner, positive, b(k, j)))
    after = after.also(specialise(after, fact(after, BEHAVIOR[0]), k))
    lower = Chain(ctx, mean_next).by(sum_order(ctx, mean_next, scale(after, falls, u(k))), mean_now)
    return both(ctx, lower.qed(), not_negative(ctx, mean_next, scale(after, stays, u(k))))


# -- where the two policies agree ---------------------------------------------------------------

#: the condition on weights that do not depend on the trajectory
BY_TIME = ForAll(i, 0, ForAll(j, 1, And(AtMost(h(i + 1), h(i) * rho(j)), AtMost(0, h(i + 1))), n))


@CLAIM.proves(
    "Where the two policies agree, the condition on weights that depend on the time alone is weak "
    "recency.",
    given=(ForAll(j, 1, Equal(rho(j), 1), n), AtMost(1, n)),
    says=Equivalent(BY_TIME, And(*WEAK_RECENCY)),
)
def where_policies_agree() -> Theorem:
    """The ratio is one."""
    ctx = given(ForAll(j, 1, Equal(rho(j), 1), n), AtMost(1, n))
    step = ctx.also(AtMost(0, i))
    supposed = step.also(BY_TIME)
    at_one = specialise(supposed, specialise(supposed, fact(supposed, BY_TIME), i), 1)
    one = specialise(supposed, ctx.facts[0], 1)
    fall = Chain(supposed, h(i + 1)).by(conjunct(supposed, at_one, 0)).to(h(i), one).qed()
    there = both(
        ctx,
        generalise(ctx, fall, i, 0),
        generalise(ctx, conjunct(supposed, at_one, 1), i, 0),
    )
    known = step.also(*WEAK_RECENCY, AtMost(1, j), AtMost(j, n))
    falling, positive = (specialise(known, fact(known, each), i) for each in WEAK_RECENCY)
    one = specialise(known, ctx.facts[0], j)
    bound = Chain(known, h(i + 1)).by(falling).to(h(i) * rho(j), one).qed()
    each = generalise(ctx, both(known, bound, positive), j, 1, n)
    return equivalent(
        ctx, Equivalent(BY_TIME, And(*WEAK_RECENCY)), there, generalise(ctx, each, i, 0)
    )


# -- the converse is false ----------------------------------------------------------------------


# Both weights are one, so they do not even depend on the trajectory; one ratio is 1/2.
CLAIM.refutes(
    "The condition is equivalent to weak recency in expectation: where the means of the weights "
    "have weak recency, it holds.",
    given=(*BEHAVIOR, *CHANCES, RATIO, TARGET, *FALLS),
    says=always(And(AtMost(w(k, j), y(k) * rho(j)), AtMost(0, w(k, j)))),
    at=Instance.of(
        {m: 1, n: 2},
        {
            u: table([1]),
            y: table([1]),
            b: table([["1/2", "1/2"]]),
            g: table([["3/4", "1/4"]]),
            rho: table(["3/2", "1/2"]),
            w: table([[1, 1]]),
        },
    ),
    instead=weak_recency_in_the_mean,
)


# -- evidence -----------------------------------------------------------------------------------


WEIGHTS = [Fraction(1), Fraction(2), Fraction(1, 2)]
PARTS = [Fraction(1), Fraction(1, 2), Fraction(1, 3)]


@CLAIM.draws
def steps(rng: Random) -> Instance:
    """The history is one state and action of a small decision process, and the next pair follows.

    Later weights are parts of the bounds.  What depends on the time alone is for ratios of one.
    """
    mdp = drawn_mdp(rng)
    behavior, target = (
        [
            [p * chance for p, row in zip(to, policy, strict=True) for chance in row]
            for to in (row for rows in mdp.p for row in rows)
        ]
        for policy in (mdp.behavior, mdp.target)
    )
    ratios = [x for row in mdp.ratios() for x in row]
    histories, weights = len(behavior), [rng.choice(WEIGHTS) for _ in behavior]
    later = [[x * ratio * rng.choice(PARTS) for ratio in ratios] for x in weights]
    first, falls = rng.choice(WEIGHTS), rng.choice(PARTS)
    return Instance.of(
        {m: histories, n: len(ratios)},
        {
            u: table(drawn_distribution(histories, rng)),
            y: table(weights),
            b: table(behavior),
            g: table(target),
            rho: table(ratios),
            w: table(later),
            h: members(first, falls * first, then=rng.choice([0, Rational(1, 2) ** i]), over=(i,)),
        },
    )
