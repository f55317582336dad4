"""ext:trajectory-aware: the known condition on trajectory-aware traces is not necessary.

Paper: Appendix B.3, below equation 18 [18].

A finite MDP has the states 1, ..., m and the actions 1, ..., n.  The weights h_0 = 1,
h_1 = (1 + e) rho_1 and none after them break the condition h_0 rho_1 >= h_1 in every state, and yet
the operator is that of the on-policy return with the weights 1 and 1 + e: its modulus is
e gamma + (1 + e) gamma^2, which is below one if e < (1 - gamma)/gamma.
"""

from proofs.lemmas import averages
from proofs.notation import DISCOUNT, gamma, i, j, m, n
from proofs.paper.action_values import (
    COVERED,
    COVERED_AT,
    ERRORS,
    FIXED,
    LINEAR,
    PROCESS,
    TARGET,
    TRANSITIONS,
    UPDATES,
    D,
    N,
    Q,
    W,
    a,
    ahead,
    ahead_of_w,
    apart,
    at,
    at_each,
    at_place,
    b,
    d,
    e,
    f,
    finite_mdps,
    for_all,
    g,
    now,
    p,
    r,
    rho,
    s,
    states,
    t,
    update,
    w,
    within,
    x,
    y,
)
from proofs.vocabulary import *

CLAIM = Claim(__name__)

RISES = Less(0, e)
SMALL = (RISES, Less(e, (1 - gamma) / gamma))
beta = e * gamma + (1 + e) * gamma**2
#: h_0 rho_1 >= h_1 for every action that the behavior policy can take
CONDITION = ForAll(a, 1, Implies(Less(0, b(s, a)), AtMost((1 + e) * rho(s, a), rho(s, a))), n)
#: how far the first iterate is from the fixed point, at most
first = series(series(Abs(Q(0, s, a) - f(s, a)), a, 1, n), s, 1, m)
OPERATOR = (*PROCESS, COVERED, FIXED, ERRORS, UPDATES)


CLAIM.reading(
    prose(
        "The operator is the expected update of the action values, where {p} are the transition "
        "probabilities, {g} those of the target policy and {b} those of the behavior policy; {rho} "
        "are ratios with {}, and there are such where {b} takes every action that {g} takes. The "
        "condition is asked of the actions that {b} can take. The operator converges, in the "
        "paper's words, if its iterates tend to the true values {f} from every start. That the "
        "condition is sufficient is cited from other work, and not examined.",
        COVERED_AT,
    )
)
CLAIM.idea(
    prose(
        "The ratios undo the behavior policy, so the weights {} and {} give the operator of the "
        "on-policy return with the weights {} and {}. That return violates weak recency, and yet "
        "it is a contraction if {} is small. The condition asks that {}, which fails wherever the "
        "ratio is positive, and in every state it is for some action.",
        1,
        (1 + e) * rho(s, a),
        1,
        1 + e,
        e,
        AtMost((1 + e) * rho(s, a), rho(s, a)),
    )
)


# -- importance sampling ------------------------------------------------------------------------


@CLAIM.lemma(
    "The ratios turn the mean under the behavior policy into the mean under the target policy: the "
    "expected update is that of an on-policy return.",
    given=(COVERED,),
    says=at_each(Equal(update(w, d), w(s, a) + d(s, a) + (1 + e) * gamma * ahead(d))),
)
def importance_sampling() -> Theorem:
    """The probability times the ratio is that of the target policy, action by action."""
    ctx = states(given(COVERED))
    inner = ctx.also(AtMost(1, t), AtMost(t, m))
    chosen = series(b(t, j) * ((1 + e) * rho(t, j)) * d(t, j), j, 1, n)
    under_target = series((1 + e) * g(t, j) * d(t, j), j, 1, n)
    ratio = symmetry(at(summand(inner, chosen)[0], COVERED, t, j))
    errors = series(g(t, j) * d(t, j), j, 1, n)
    by_action = (
        Chain(inner, chosen)
        .to(under_target, each_term(inner, chosen, (1 + e) * g(t, j) * d(t, j), ratio))
        .to((1 + e) * errors, linearity(inner, under_target, (1 + e, g(t, j) * d(t, j))))
        .qed()
    )
    whole, apart_ = (series(p(s, a, t) * each, t, 1, m) for each in (chosen, (1 + e) * errors))
    made = (
        Chain(ctx, update(w, d))
        .to(
            w(s, a) + d(s, a) + gamma * apart_,
            each_term(ctx, whole, p(s, a, t) * (1 + e) * errors, by_action),
        )
        .to(
            w(s, a) + d(s, a) + (1 + e) * gamma * ahead(d),
            linearity(ctx, apart_, (1 + e, p(s, a, t) * errors)),
        )
        .qed()
    )
    return for_all(ctx, made)


# -- the operator on a difference of two value functions ----------------------------------------


@CLAIM.lemma(
    prose(
        "If {d} are the TD errors of {w} without rewards, {w} becomes {} times its mean two steps "
        "ahead less {} times its mean one step ahead.",
        (1 + e) * gamma**2,
        e * gamma,
    ),
    given=(COVERED, LINEAR),
    says=at_each(
        Equal(update(w, d), (1 + e) * gamma**2 * ahead(ahead_of_w) - e * gamma * ahead(w))
    ),
)
def on_differences() -> Theorem:
    """The TD errors are put in, and what is left is one mean and the mean of the means."""
    ctx = states(given(COVERED, LINEAR))
    inner = ctx.also(AtMost(1, t), AtMost(t, m))
    errors = series(g(t, j) * d(t, j), j, 1, n)
    under_target = series(g(t, j) * (gamma * ahead_of_w(t, j) - w(t, j)), j, 1, n)
    later, now_ = (series(g(t, j) * of, j, 1, n) for of in (ahead_of_w(t, j), w(t, j)))
    within_, _ = summand(inner, errors)
    by_action = (
        Chain(inner, errors)
        .to(
            under_target,
            each_term(inner, errors, open_sum(under_target).body, at(within_, LINEAR, t, j)),
        )
        .to(
            gamma * later - now_,
            linearity(
                inner, under_target, (gamma, g(t, j) * ahead_of_w(t, j)), (-1, g(t, j) * w(t, j))
            ),
        )
        .qed()
    )
    apart_ = series(p(s, a, t) * (gamma * later - now_), t, 1, m)
    made = (
        Chain(ctx, update(w, d))
        .to(w(s, a) + d(s, a) + (1 + e) * gamma * ahead(d), at_place(ctx, importance_sampling()))
        .to(
            gamma * ahead(w) + (1 + e) * gamma * apart_,
            at(ctx, LINEAR, s, a),
            each_term(ctx, ahead(d), open_sum(apart_).body, by_action),
        )
        .to(
            (1 + e) * gamma**2 * ahead(ahead_of_w) - e * gamma * ahead(w),
            linearity(ctx, apart_, (gamma, p(s, a, t) * later), (-1, p(s, a, t) * now_)),
        )
        .qed()
    )
    return for_all(ctx, made)


@CLAIM.lemma(
    "Where no value of {w} exceeds {W} in size, neither does the mean of {w} one step ahead.",
    given=(*PROCESS, within(w)),
    says=within(ahead_of_w),
)
def next_mean() -> Theorem:
    """It is an average of averages."""
    ctx = states(given(*PROCESS, within(w)))
    ctx = ctx.also(at(ctx, TRANSITIONS[1], s, a))
    inner = ctx.also(AtMost(1, t), AtMost(t, m))
    inner = inner.also(at(inner, TARGET[1], t))
    one = averages.of_size(inner, series(g(t, j) * w(t, j), j, 1, n), g(t, j), w(t, j), W)
    actions = series(g(t, j) * w(t, j), j, 1, n)
    whole = averages.of_size(
        ctx.also(generalise(ctx, one, t, 1, m)), ahead(w), p(s, a, t), actions, W
    )
    return for_all(given(*PROCESS, within(w)), whole)


@cache
def next_again_is_within() -> Theorem:
    """The mean of means is at most W in size, too."""
    ctx = given(*PROCESS, within(w))
    return instantiate_sequence(ctx.also(next_mean()), next_mean(), w, (s, a), ahead_of_w(s, a))


@CLAIM.lemma(
    prose("If {}, the modulus {} is below one.", SMALL[1], beta),
    given=(*DISCOUNT, *SMALL),
    says=Less(beta, 1),
)
def below_one() -> Theorem:
    """One less the modulus is a positive multiple of what {epsilon} falls short by."""
    ctx = given(*DISCOUNT, *SMALL)
    room = recall(ctx, Less(0, (1 - gamma) / gamma - e))
    ahead_ = scale(ctx, scale(ctx, room, gamma), 1 + gamma)
    gap = algebra(ctx, 1 - beta, gamma * (1 + gamma) * ((1 - gamma) / gamma - e))
    return recall(ctx.also(ahead_, gap), Less(beta, 1))


@CLAIM.lemma(
    prose("Two numbers that are at most {W} in size give at most {} in size.", beta * W),
    given=(*DISCOUNT, RISES, AtMost(Abs(x), W), AtMost(Abs(y), W)),
    says=AtMost(Abs((1 + e) * gamma**2 * y - e * gamma * x), beta * W),
)
def two_means() -> Theorem:
    """Both bounds of each number, times its weight."""
    ctx = given(*DISCOUNT, RISES, AtMost(Abs(x), W), AtMost(Abs(y), W))
    for number, factor in ((x, e * gamma), (y, (1 + e) * gamma**2)):
        below, above = recall(ctx, AtMost(-W, number)), recall(ctx, AtMost(number, W))
        ctx = ctx.also(scale(ctx, below, factor), scale(ctx, above, factor))
    return size_at_most(ctx, (1 + e) * gamma**2 * y - e * gamma * x, beta * W)


@CLAIM.lemma(
    prose(
        "Where no value of {w} exceeds {W} in size, no value after the update exceeds {}.", beta * W
    ),
    given=(*DISCOUNT, RISES, *PROCESS, COVERED, LINEAR, within(w)),
    says=at_each(AtMost(Abs(update(w, d)), beta * W)),
)
def contracts() -> Theorem:
    """No mean is larger than {W}, and two means with these weights make up the value."""
    ctx = states(given(*DISCOUNT, RISES, *PROCESS, COVERED, LINEAR, within(w)))
    ctx = ctx.also(at_place(ctx, next_mean()), at_place(ctx, next_again_is_within()))
    small = instantiate(ctx, two_means(), {x: ahead(w), y: ahead(ahead_of_w)})
    made = (
        Chain(ctx, Abs(update(w, d)))
        .to(
            Abs((1 + e) * gamma**2 * ahead(ahead_of_w) - e * gamma * ahead(w)),
            at_place(ctx, on_differences()),
        )
        .by(small, beta * W)
        .qed()
    )
    return for_all(ctx, made)


# -- the condition fails ------------------------------------------------------------------------


@CLAIM.lemma(
    "In every state some action that the behavior policy can take breaks the condition.",
    given=(RISES, *TARGET, COVERED, at_each(AtMost(0, b(s, a)))),
    says=ForAll(s, 1, Not(CONDITION), m),
)
def condition_fails() -> Theorem:
    """Otherwise no ratio is positive, and so no probability of the target policy."""
    ctx = given(RISES, *TARGET, COVERED, at_each(AtMost(0, b(s, a))))
    ctx = ctx.also(AtMost(1, s), AtMost(s, m))
    supposed = ctx.also(CONDITION)
    total, nothing = series(g(s, a), a, 1, n), series(0, a, 1, n)
    inner, _ = summand(supposed, total)
    inner = inner.also(at(inner, COVERED, s, a), at(inner, at_each(AtMost(0, b(s, a))), s, a))
    taken, never = inner.also(Less(0, b(s, a))), inner.also(AtMost(b(s, a), 0))
    broken = modus_ponens(taken, specialise(taken, fact(taken, CONDITION), a))
    least = recall(taken.also(broken), AtMost(e * rho(s, a), 0))
    ratio = recall(taken.also(scale(taken, least, 1 / e)), AtMost(rho(s, a), 0))
    one = recall(taken.also(scale(taken, ratio, b(s, a))), AtMost(g(s, a), 0))
    none = recall(never, Equal(b(s, a), 0))
    other = (
        Chain(never, g(s, a)).to(b(s, a) * rho(s, a), at(never, COVERED, s, a)).to(0, none).qed()
    )
    other = recall(never.also(other), AtMost(g(s, a), 0))
    each = cases(inner, one, other, 0, b(s, a))
    sums = (
        Chain(supposed, total)
        .by(sum_order(supposed, total, each), nothing)
        .to(0, zeros(supposed, nothing))
        .qed()
    )
    ctx = ctx.also(at(ctx, TARGET[1], s))
    return generalise(ctx, contradiction(ctx, CONDITION, sums), s, 1, m)


# -- the iterates of the operator ---------------------------------------------------------------


@cache
def errors_are_linear() -> Theorem:
    """The rewards drop out of the difference between Q_i and f."""
    ctx = states(given(FIXED, ERRORS, AtMost(0, i)))
    inner = ctx.also(AtMost(1, t), AtMost(t, m))
    chosen = series(g(t, j) * apart(t, j), j, 1, n)
    one, other = (series(g(t, j) * of(t, j), j, 1, n) for of in (now(Q), f))
    by_action = linearity(inner, chosen, (1, g(t, j) * Q(i, t, j)), (-1, g(t, j) * f(t, j)))
    whole, split_up = ahead(apart), series(p(s, a, t) * (one - other), t, 1, m)
    means = (
        Chain(ctx, whole)
        .to(split_up, each_term(ctx, whole, p(s, a, t) * (one - other), by_action))
        .to(
            ahead(now(Q)) - ahead(f),
            linearity(ctx, split_up, (1, p(s, a, t) * one), (-1, p(s, a, t) * other)),
        )
        .qed()
    )
    made = (
        Chain(ctx, D(i, s, a))
        .to(r(s, a) + gamma * ahead(now(Q)) - Q(i, s, a), at(ctx, ERRORS, i, s, a))
        .combine(gamma * whole - apart(s, a), (-gamma, means), (-1, at(ctx, FIXED, s, a)))
        .qed()
    )
    return for_all(ctx, made)


@CLAIM.lemma(
    prose("After {i} updates no error exceeds {}.", beta**i * first),
    given=(*DISCOUNT, RISES, *OPERATOR),
    says=ForAll(i, 0, at_each(AtMost(Abs(apart(s, a)), beta**i * first))),
)
def errors_shrink() -> Theorem:
    """Every update multiplies the bound by the modulus."""
    ctx = given(*DISCOUNT, RISES, *OPERATOR)
    start, each = Q(0, s, a) - f(s, a), within(apart)
    here = states(ctx)
    base = Chain(here, Abs(start)).by(start_within(here)).to(beta**0 * first).qed()
    known = ctx.also(AtMost(0, i), each.substitute({W: beta**i * first}))
    step = instantiate(known, contracts(), {W: beta**i * first})
    step = instantiate_sequence(known, step, w, (s, a), apart(s, a))
    step = instantiate_sequence(known.also(errors_are_linear()), step, d, (s, a), D(i, s, a))
    inner = states(known)
    later = (
        Chain(inner, Abs(Q(i + 1, s, a) - f(s, a)))
        .to(Abs(update(apart, now(D))), at(inner, UPDATES, i, s, a))
        .by(at_place(inner, step), beta ** (i + 1) * first)
        .qed()
    )
    return induction(given(), for_all(ctx, base), for_all(known, later), i, 0)


def start_within(ctx: Context) -> Theorem:
    """One size is at most their sum over the actions, and that is at most the sum over all."""
    size = Abs(Q(0, s, a) - f(s, a))
    by_action = series(size, a, 1, n)
    size_ = recall(summand(ctx, by_action)[0], AtMost(0, size))
    rows = generalise(ctx, averages.not_negative(ctx, by_action, size_), s, 1, m)
    return (
        Chain(ctx, size)
        .by(averages.at_most_sum(ctx, by_action, a))
        .by(averages.at_most_sum(ctx.also(rows), first, s))
        .qed()
    )


@CLAIM.lemma(
    prose("What differs from {y} by at most {} tends to {y}, if {}.", W * x**i, Less(Abs(x), 1)),
    given=(ForAll(i, 0, AtMost(Abs(N(i)), W * x**i)), Less(Abs(x), 1)),
    says=TendsTo(y + N(i), i, y),
)
def within_powers() -> Theorem:
    """The powers of {x} vanish."""
    ctx = given(ForAll(i, 0, AtMost(Abs(N(i)), x**i * W)), Less(Abs(x), 1))
    return limit(ctx, y + N(i), i)


@CLAIM.lemma(
    prose("If {}, the iterates converge to {f} from every start.", SMALL[1]),
    given=(*DISCOUNT, *SMALL, *OPERATOR),
    says=at_each(TendsTo(Q(i, s, a), i, f(s, a))),
)
def iterates_converge() -> Theorem:
    """The modulus is below one."""
    ctx = states(given(*DISCOUNT, *SMALL, *OPERATOR).also(below_one()))
    known = ctx.also(AtMost(0, i))
    bound = at_place(known, specialise(known, errors_shrink(), i))
    small = recall(ctx, Less(Abs(beta), 1))
    ctx = ctx.also(small, generalise(ctx, bound, i, 0))
    made = instantiate(given(), within_powers(), {x: beta, W: first, y: f(s, a)})
    return for_all(ctx, instantiate_sequence(ctx, made, N, (i,), apart(s, a)))


@CLAIM.proves(
    prose(
        "The condition is not necessary: in every finite MDP, with weights {} and {} and none "
        "after them, it fails in every state, and yet the iterates of the operator converge to "
        "the true values {f} from every start, if {} and {}.",
        1,
        (1 + e) * rho(s, a),
        *SMALL,
    ),
    given=(*DISCOUNT, *SMALL, *OPERATOR, at_each(AtMost(0, b(s, a)))),
    says=And(ForAll(s, 1, Not(CONDITION), m), at_each(TendsTo(Q(i, s, a), i, f(s, a)))),
)
def not_necessary() -> Theorem:
    """The ratios turn the behavior policy into the target policy, and what is left contracts."""
    ctx = given(*DISCOUNT, *SMALL, *OPERATOR, at_each(AtMost(0, b(s, a))))
    return both(ctx, condition_fails(), iterates_converge())


# -- two instances ------------------------------------------------------------------------------

HALF = (Equal(gamma, Rational(1, 2)), Equal(e, Rational(1, 2)))
RATIOS = (Equal(rho(1, 1), Rational(3, 2)), Equal(rho(1, 2), Rational(1, 2)))
WEIGHTS = [
    Equal((1 + e) * ratio, Rational(3, 2) * value)
    for ratio, value in ((1, 1), *((each.lhs, each.rhs) for each in RATIOS))
]
MODULUS = Equal(beta, Rational(5, 8))


@CLAIM.adds(
    prose(
        "For instance, with {} and {} the modulus is {}. On-policy the weights are {} and {}. If "
        "the behavior policy takes two actions equally often, and the target policy one of them "
        "three times as often as the other, the ratios are {} and {}, and the weights after them "
        "{} and {}.",
        *HALF,
        MODULUS.rhs,
        1,
        WEIGHTS[0].rhs,
        *(each.rhs for each in (*RATIOS, *WEIGHTS[1:])),
    ),
    given=(*HALF, *RATIOS),
    says=And(MODULUS, *WEIGHTS),
)
def two_instances() -> Theorem:
    """The numbers, put in."""
    ctx = given(*HALF, *RATIOS)
    used = (HALF, HALF[1:], *((HALF[1], ratio) for ratio in RATIOS))
    found = [
        Chain(ctx, said.lhs).to(said.rhs, *(fact(ctx, each) for each in numbers)).qed()
        for said, numbers in zip((MODULUS, *WEIGHTS), used, strict=True)
    ]
    return both(ctx, *found)


# -- evidence -----------------------------------------------------------------------------------

CLAIM.draws(finite_mdps)
