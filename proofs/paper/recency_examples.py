"""recency-examples: which returns satisfy the weak and the strong recency heuristic.

Paper: Section 3, definitions 1 and 2.

Weak recency: h_i >= h_{i+1} >= 0 for all i >= 0; strong recency: both inequalities are strict.
Strong implies weak.  The lambda-return is strong for 0 < lambda < 1, the n-step return only weak;
an inverted U and a delayed lambda-return are neither.
"""

from proofs.notation import STRONG_RECENCY, WEAK_RECENCY, h, i, j, lam, n
from proofs.vocabulary import *

CLAIM = Claim(__name__)

tau = index("tau")
WEAK, STRONG = And(*WEAK_RECENCY), And(*STRONG_RECENCY)
FADING = (Less(0, lam), Less(lam, 1))
STEPS, DELAY = AtMost(1, n), AtMost(1, tau)
EXPONENTIAL = ForAll(i, 0, Equal(h(i), lam**i))
#: 1 before n, and then zero
N_STEP = (ForAll(i, 0, Equal(h(i), 1), n - 1), ForAll(i, n, Equal(h(i), 0)))
#: zero before tau, and then lambda^{i - tau}
DELAYED = (
    ForAll(i, 0, Equal(h(i), 0), tau - 1),
    ForAll(i, tau, Equal(h(i), lam ** (i - tau))),
)
#: a later TD error counts more than the first
RISES = (AtMost(1, j), Less(h(0), h(j)))
#: the first halves of both
NEVER_RISING, DECREASING = (
    ForAll(i, 0, AtMost(h(i + 1), h(i))),
    ForAll(i, 0, Less(h(i + 1), h(i))),
)
NEITHER = And(Not(NEVER_RISING), Not(DECREASING))

CLAIM.reading(
    prose(
        "An inverted U takes time to reach its peak, so some later eligibility {} is greater than "
        "{}; nothing else is used of it. A delayed {lambda}-return begins {tau} steps late, and "
        "{}. Where we say that a return does not satisfy a heuristic, the first half of it fails.",
        h(j),
        h(0),
        DELAY,
    )
)
CLAIM.idea(
    prose(
        "Both heuristics are about successive eligibilities, so each example is looked at step by "
        "step. Powers of {lambda} shrink and stay positive; ones that are followed by zeros never "
        "rise, but stay level; and what never rises stays at most {}, which an inverted U and a "
        "delayed return exceed.",
        h(0),
    )
)

# -- strong implies weak ---------------------------------------------------------------------


@CLAIM.proves(
    "Strong recency implies weak recency.",
    given=STRONG_RECENCY,
    says=WEAK,
)
def strong_is_weak() -> Theorem:
    """What decreases does not increase, and what is positive is not negative."""
    ctx = given(*STRONG_RECENCY)
    inner = ctx.also(AtMost(0, i))
    falls, stays = (specialise(inner, fact(inner, each), i) for each in STRONG_RECENCY)
    never_up = recall(given(falls), AtMost(h(i + 1), h(i)))
    never_below = recall(given(stays), AtMost(0, h(i + 1)))
    return both(ctx, generalise(ctx, never_up, i, 0), generalise(ctx, never_below, i, 0))


# -- the lambda-return -----------------------------------------------------------------------


@CLAIM.proves(
    prose("The {lambda}-return is strongly recent for {} and {}.", *FADING),
    given=(*FADING, EXPONENTIAL),
    says=STRONG,
)
def lambda_return_is_strong() -> Theorem:
    """Multiplied by lambda < 1, a positive power becomes smaller and stays positive."""
    base = given(*FADING, EXPONENTIAL)
    ctx = base.also(AtMost(0, i))
    now, later = (specialise(ctx, fact(ctx, EXPONENTIAL), at) for at in (i, i + 1))
    smaller = scale(ctx, fact(ctx, FADING[1]), lam**i)
    falls = Chain(ctx, h(i + 1)).to(lam ** (i + 1), later).by(smaller, lam**i).to(h(i), now).qed()
    stays = Chain(ctx, 0).less(lam ** (i + 1)).to(h(i + 1), later).qed()
    return both(base, generalise(base, falls, i, 0), generalise(base, stays, i, 0))


# -- the n-step return -----------------------------------------------------------------------


@CLAIM.lemma(
    "The eligibilities of the {n}-step return lie between zero and one.",
    given=N_STEP,
    says=ForAll(i, 0, And(AtMost(0, h(i)), AtMost(h(i), 1))),
)
def zero_or_one() -> Theorem:
    """They are one before {n}, and zero from there."""
    base = given(*N_STEP)
    ctx = base.also(AtMost(0, i))
    before, after = ctx.also(Less(i, n)), ctx.also(AtMost(n, i))
    one, zero = (
        specialise(before, fact(ctx, N_STEP[0]), i),
        specialise(after, fact(ctx, N_STEP[1]), i),
    )
    sides = AtMost(0, h(i)), AtMost(h(i), 1)
    inside = (cases(ctx, recall(given(one), s), recall(given(zero), s), i, n) for s in sides)
    return generalise(base, both(ctx, *inside), i, 0)


@CLAIM.proves(
    "The {n}-step return is weakly and not strongly recent.",
    given=(STEPS, *N_STEP),
    says=And(*WEAK_RECENCY, Not(STRONG_RECENCY[0])),
)
def n_step_return_is_weak_only() -> Theorem:
    """Before n the eligibility is one, as large as any; from n on it stays zero."""
    base = given(STEPS, *N_STEP)
    ctx = base.also(AtMost(0, i))
    ones, zeros_ = (fact(ctx, part) for part in N_STEP)
    now, later = (specialise(ctx, zero_or_one(), at) for at in (i, i + 1))
    before, after = ctx.also(Less(i, n), later), ctx.also(AtMost(n, i), now)
    falls = AtMost(h(i + 1), h(i))
    never_up = cases(
        ctx,
        recall(before.also(specialise(before, ones, i)), falls),
        recall(after.also(specialise(after, zeros_, i + 1)), falls),
        i,
        n,
    )
    stays = recall(given(later), AtMost(0, h(i + 1)))
    last, next_ = (specialise(base, zeros_, at) for at in (n, n + 1))
    level = Chain(base, h(n)).to(0, last).to(h(n + 1), next_).qed()
    levels_off = refute(base, DECREASING, level, n)
    return both(base, generalise(base, never_up, i, 0), generalise(base, stays, i, 0), levels_off)


# -- the inverted U and the delayed lambda-return --------------------------------------------


@CLAIM.lemma(
    prose("Eligibilities that never increase are at most {}.", h(0)),
    given=WEAK_RECENCY[:1],
    says=ForAll(i, 1, AtMost(h(i), h(0))),
)
def never_above_the_first() -> Theorem:
    """Induction on the index."""
    ctx = given(WEAK_RECENCY[0])
    base = specialise(ctx, fact(ctx, WEAK_RECENCY[0]), 0)
    inner = ctx.also(AtMost(1, i), AtMost(h(i), h(0)))
    falls = specialise(inner, fact(inner, WEAK_RECENCY[0]), i)
    step = recall(inner.also(falls), AtMost(h(i + 1), h(0)))
    return induction(given(), base, step, i, 1)


@CLAIM.proves(
    "An inverted U is neither weakly nor strongly recent.",
    given=RISES,
    says=NEITHER,
)
def inverted_u_is_neither() -> Theorem:
    """Otherwise no eligibility would be above the first."""
    ctx = given(*RISES)
    strong = ctx.also(STRONG_RECENCY[0])
    bound = specialise(ctx, never_above_the_first(), j)
    inner = strong.also(AtMost(0, i))
    falls = recall(given(specialise(inner, fact(strong, DECREASING), i)), AtMost(h(i + 1), h(i)))
    first = cut(generalise(strong, falls, i, 0), bound)
    return both(
        ctx,
        contradiction(ctx, WEAK_RECENCY[0], bound),
        contradiction(ctx, STRONG_RECENCY[0], first),
    )


@CLAIM.proves(
    "A delayed {lambda}-return is neither weakly nor strongly recent.",
    given=(DELAY, *DELAYED),
    says=NEITHER,
)
def delayed_return_is_neither() -> Theorem:
    """h_0 = 0, and h_tau = 1."""
    ctx = given(DELAY, *DELAYED)
    nothing, begun = (fact(ctx, part) for part in DELAYED)
    first, later = specialise(ctx, nothing, 0), specialise(ctx, begun, tau)
    rises = Chain(ctx, h(0)).to(0, first).less(1).to(h(tau), later).qed()
    return instantiate(ctx.also(rises), inverted_u_is_neither(), {j: tau})


# -- what the definitions leave open -----------------------------------------------------------

HILL = ForAll(i, 0, Equal(h(i), i * lam**i))
half = Rational(1, 2)
LEVELLING = ForAll(i, 0, Equal(h(i), half + half ** (i + 1)))


@CLAIM.adds(
    prose("One inverted U is {}: it rises from zero, and falls back to zero.", HILL.body),
    given=(*FADING, HILL),
    says=And(Equal(h(0), 0), Less(h(0), h(1)), TendsTo(h(i), i, 0)),
)
def a_hill() -> Theorem:
    """Powers of lambda decay faster than i grows."""
    ctx = given(*FADING, HILL)
    start, top = (specialise(ctx, fact(ctx, HILL), at) for at in (0, 1))
    begins = Chain(ctx, h(0)).to(0, start).qed()
    rises = Chain(ctx, h(0)).to(0, begins).less(lam).to(h(1), top).qed()
    return both(ctx, begins, rises, like(ctx, fact(ctx, HILL), limit(ctx, i * lam**i, i)))


@CLAIM.adds(
    prose(
        "Strong recency does not make eligibilities vanish: {} are strongly recent.", LEVELLING.body
    ),
    given=(LEVELLING,),
    says=And(*STRONG_RECENCY, TendsTo(h(i), i, half)),
)
def strong_and_not_vanishing() -> Theorem:
    """Each eligibility is halfway between the one before it and 1/2."""
    base = given(LEVELLING)
    ctx = base.also(AtMost(0, i))
    now, later = (specialise(ctx, fact(ctx, LEVELLING), at) for at in (i, i + 1))
    smaller = scale(ctx, recall(ctx, Less(half, 1)), half ** (i + 1))
    lower, upper = half + half ** (i + 2), half + half ** (i + 1)
    falls = Chain(ctx, h(i + 1)).to(lower, later).by(smaller, upper).to(h(i), now).qed()
    stays = Chain(ctx, 0).less(half).less(lower).to(h(i + 1), later).qed()
    return both(
        base,
        generalise(base, falls, i, 0),
        generalise(base, stays, i, 0),
        like(base, fact(base, LEVELLING), limit(base, upper, i)),
    )


CLAIM.remark(
    "Before defining strong recency the paper quotes an older demand, that credit decrease and "
    "approach zero. Its definition takes up the first half only; the {lambda}-return meets both."
)
