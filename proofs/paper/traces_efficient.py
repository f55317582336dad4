"""traces-efficient: which returns have eligibility traces as TD({lambda}) has.

Paper: Section 2, below equation 3 [4].

TD(lambda) keeps one number for each state, which fades by a factor and grows with the visit.  That
gives exponential eligibilities, and no others.  But a few numbers more give many others: truncated
and sparse lambda-returns have recursions of finitely many traces and visits.  Exactly the returns
without one have eligibilities whose power series is not rational (see `rational-traces`).
"""

from numeric_checks.statements.instances import k as at
from proofs.lemmas.trace_recursions import (
    AFTER,
    MONIC,
    ONE_VISIT,
    TRACES,
    K,
    a,
    b,
    e,
    faded,
    former,
    stops,
    t,
    visits,
    x,
)
from proofs.notation import DISCOUNT, N, gamma, h, i, j, k, lam, m
from proofs.vocabulary import *

CLAIM = Claim(__name__)

fade = real("kappa")

CLAIM.reading(
    prose(
        "The trace {e_t} of a state is what its visits up to the time {t} make its value move by, "
        "for each unit of the TD error then. To lack the same efficient implementation can be read "
        "in two ways. Narrowly, the same is the very same: one number for each state, which fades "
        "by a factor and grows with a visit; so the sentence is true as printed. Widely, it is one "
        "as efficient: a recursion with a fixed number of former traces and visits; so it is true "
        "of the returns whose eligibilities solve no linear recurrence, and of no others. What is "
        "repaired is the sentence in the wide reading."
    )
)
CLAIM.name(h(i), "is the eligibility at lag {i}")
CLAIM.name(x(t), "is one if the state is visited at time {t}, and zero otherwise")
CLAIM.name(e(t), "is its trace at time {t}")
CLAIM.name(fade, "is the factor by which one trace fades with each step")
CLAIM.name(K, "is how far back the recursion goes")
CLAIM.name(a(k), "is what it adds for a visit {k} steps ago, but for the discount")
CLAIM.name(b(k), "is, with the other sign, what it adds of the trace {k} steps ago")
CLAIM.name(j, "is a lag at which the eligibilities do not solve its recurrence")
CLAIM.idea(
    "The traces of a state that is visited once are the eligibilities themselves, discounted. "
    "Whatever recursion the traces obey, the eligibilities obey; and that of one trace has "
    "exponential solutions only."
)
CLAIM.remark(
    "There are returns of strong recency without any such recursion. Of one whose eligibilities "
    "fall faster than every exponential this is proved in Coq, and in Coq alone."
)


# -- the very same --------------------------------------------------------------------------------

#: the traces of a state that is visited once, at the beginning
ONCE = (*ONE_VISIT, AFTER)
ONE_TRACE = (Equal(e(0), x(0)), ForAll(t, 0, Equal(e(t + 1), fade * e(t) + x(t + 1))))


@CLAIM.proves(
    prose(
        "In the narrow reading: only exponential eligibilities have the traces that one number "
        "for each state holds, which fades by a factor {} with each step and grows by one with "
        "each visit.",
        fade,
    ),
    given=(*DISCOUNT, *ONCE, *ONE_TRACE),
    says=ForAll(i, 0, Equal(h(i), (fade / gamma) ** i)),
)
def one_trace_is_exponential() -> Theorem:
    """Each step after the visit multiplies by the same factor."""
    ctx = given(*DISCOUNT, *ONCE, *ONE_TRACE)
    base = (
        Chain(ctx, e(0))
        .to(x(0), fact(ctx, ONE_TRACE[0]))
        .to(fade**0, fact(ctx, ONE_VISIT[0]))
        .qed()
    )
    inner = ctx.also(AtMost(0, i), Equal(e(i), fade**i))
    step = (
        Chain(inner, e(i + 1))
        .to(fade * e(i) + x(i + 1), specialise(inner, fact(ctx, ONE_TRACE[1]), i))
        .to(fade * e(i), specialise(inner, fact(ctx, ONE_VISIT[1]), i + 1))
        .to(fade ** (i + 1), inner.facts[-1])
        .qed()
    )
    powers = induction(given(), base, step, i, 0)
    one = ctx.also(AtMost(0, i))
    known = specialise(one, fact(ctx, AFTER), i), specialise(one, powers, i)
    return generalise(ctx, Chain(one, h(i)).to((fade / gamma) ** i, *known).qed(), i, 0)


# -- as efficient ---------------------------------------------------------------------------------

RECURSION = ForAll(t, K, Equal(e(t), visits(K) - former(K)))
NOT_EXPONENTIAL = NotEqual(h(0) * h(2), h(1) ** 2)
#: at the lag j the eligibilities do not solve the linear recurrence
IRRATIONAL = NotEqual(series(b(k) * h(j - k), k, 0, K), 0)


@CLAIM.proves(
    prose(
        "In the wide reading: a return that is not exponential lacks an implementation as "
        "efficient; its traces obey no recursion with a fixed number {K} of former traces and "
        "visits, even those of a state that is visited once."
    ),
    given=(*DISCOUNT, *ONCE, NOT_EXPONENTIAL, MONIC, AtMost(0, K), AtMost(K + 1, j)),
    says=Not(RECURSION),
)
def no_recursion() -> Theorem:
    """Past the visit, the eligibilities would solve the recurrence."""
    ctx = given(*DISCOUNT, *ONCE, MONIC, AtMost(0, K), AtMost(K + 1, j), RECURSION)
    added, back = visits(K).subs(t, j), former(K).subs(t, j)
    inner, _ = summand(ctx, added)
    none = each_term(ctx, added, 0, specialise(inner, fact(ctx, ONE_VISIT[1]), j - k))
    nothing = series(0, k, 0, K)
    whole = series(b(k) * h(j - k), k, 0, K)
    one, _ = summand(ctx, whole)
    each = each_term(
        ctx,
        whole,
        b(k) * gamma**k * e(j - k) / gamma**j,
        specialise(one, fact(ctx, AFTER), j - k),
    )
    combined = series(b(k) * gamma**k * e(j - k), k, 0, K)
    pulled = linearity(
        ctx,
        series(b(k) * gamma**k * e(j - k) / gamma**j, k, 0, K),
        (1 / gamma**j, b(k) * gamma**k * e(j - k)),
    )
    solved = (
        Chain(ctx, whole)
        .to(combined / gamma**j, each, pulled)
        .to((e(j) + back) / gamma**j, peel_first(ctx, combined), fact(ctx, MONIC))
        .to(added / gamma**j, specialise(ctx, fact(ctx, RECURSION), j))
        .to(0, none, zeros(ctx, nothing))
        .qed()
    )
    return contradiction(given(IRRATIONAL), RECURSION, solved)


two = Rational(1, 2) * (Rational(1, 2) ** at + Rational(1, 3) ** at)
CLAIM.needs(
    no_recursion,
    IRRATIONAL,
    otherwise=one_trace_is_exponential,
    at=Instance.of(
        {gamma: "1/2", K: 2, j: 3},
        {
            h: members(then=two),
            e: members(then=two / 2**at),
            x: members(1, then=0),
            a: members(1, "-5/12", then=0),
            b: members(1, "-5/6", "1/6", then=0),
        },
    ),
)

TRUNCATED = (
    AtMost(1, N),
    ForAll(i, 0, Equal(h(i), lam**i), N - 1),
    ForAll(i, N, Equal(h(i), 0)),
)
weighted = (gamma * lam) ** k * x(t - k)


@cache
def window() -> Theorem:
    """The traces of a truncated return are of the last N visits."""
    ctx = given(*DISCOUNT, TRACES, *TRUNCATED, AtMost(N - 1, t))
    until = series(h(k) * gamma**k * x(t - k), k, 0, N - 1)
    inner, _ = summand(ctx, until)
    step = (
        Chain(ctx, e(t))
        .to(faded(t, k), specialise(ctx, fact(ctx, TRACES), t))
        .to(until, stops(ctx, faded(t, k), N - 1, TRUNCATED[2]))
        .to(
            series(weighted, k, 0, N - 1),
            each_term(ctx, until, weighted, specialise(inner, fact(ctx, TRUNCATED[1]), k)),
        )
        .qed()
    )
    return generalise(ctx, step, t, N - 1)


@CLAIM.adds(
    prose(
        "The truncated {lambda}-return needs one trace, which fades, grows with the visit, and "
        "loses what the visit {N} steps ago has left of it."
    ),
    given=(*DISCOUNT, TRACES, *TRUNCATED),
    says=ForAll(
        t,
        N,
        Equal(e(t), gamma * lam * e(t - 1) + x(t) - (gamma * lam) ** N * x(t - N)),
    ),
)
def truncated_returns() -> Theorem:
    """Two windows of N visits, one step apart."""
    ctx = given(*DISCOUNT, TRACES, *TRUNCATED, AtMost(N, t))
    now, before = (series((gamma * lam) ** k * x(last - k), k, 0, N - 1) for last in (t, t - 1))
    longer, moved = series(weighted, k, 0, N), series(weighted, k, 1, N)
    scaled = series((gamma * lam) ** (k + 1) * x(t - 1 - k), k, 0, N - 1)
    step = (
        Chain(ctx, e(t))
        .to(now, specialise(ctx, window(), t))
        .to(longer - (gamma * lam) ** N * x(t - N), peel_last(ctx, longer))
        .to(x(t) + moved - (gamma * lam) ** N * x(t - N), peel_first(ctx, longer))
        .to(
            x(t) + gamma * lam * before - (gamma * lam) ** N * x(t - N),
            shift(ctx, moved, 1),
            linearity(ctx, scaled, (gamma * lam, (gamma * lam) ** k * x(t - 1 - k))),
        )
        .to(
            gamma * lam * e(t - 1) + x(t) - (gamma * lam) ** N * x(t - N),
            specialise(ctx, window(), t - 1),
        )
        .qed()
    )
    return generalise(ctx, step, t, N)


SPARSE = (
    AtMost(1, m),
    Equal(h(0), 1),
    ForAll(i, 1, Equal(h(i), lam), m),
    ForAll(i, 1, Equal(h(i + m), lam * h(i))),
)
recent = series(lam * gamma**k * x(t - k), k, 1, m - 1)


@CLAIM.adds(
    prose(
        "The sparse {lambda}-return needs the trace of {m} steps ago, and the visits since then."
    ),
    given=(*DISCOUNT, TRACES, *SPARSE),
    says=ForAll(t, m, Equal(e(t), lam * gamma**m * e(t - m) + x(t) + recent)),
)
def sparse_returns() -> Theorem:
    """After m steps all eligibilities are multiplied by lambda, but for the first one."""
    ctx = given(*DISCOUNT, TRACES, *SPARSE, AtMost(m, t))
    whole = faded(t, k)
    early, late = whole.subs(t, t), series(h(k) * gamma**k * x(t - k), k, m + 1, t)
    early = series(h(k) * gamma**k * x(t - k), k, 0, m)
    first = series(h(k) * gamma**k * x(t - k), k, 1, m)
    flat = series(lam * gamma**k * x(t - k), k, 1, m)
    inner, _ = summand(ctx, first)
    level = each_term(
        ctx, first, lam * gamma**k * x(t - k), specialise(inner, fact(ctx, SPARSE[2]), k)
    )
    moved = series(h(k + m) * gamma ** (k + m) * x(t - m - k), k, 1, t - m)
    one, _ = summand(ctx, moved)
    former_term = h(k) * gamma**k * x(t - m - k)
    scaled = each_term(
        ctx, moved, lam * gamma**m * former_term, specialise(one, fact(ctx, SPARSE[3]), k)
    )
    before = series(former_term, k, 0, t - m)
    pulled = linearity(
        ctx, series(lam * gamma**m * former_term, k, 1, t - m), (lam * gamma**m, former_term)
    )
    step = (
        Chain(ctx, e(t))
        .to(whole, specialise(ctx, fact(ctx, TRACES), t))
        .to(early + late, split(ctx, whole, m))
        .to(x(t) + flat + late, peel_first(ctx, early), level, fact(ctx, SPARSE[1]))
        .to(
            x(t) + flat + lam * gamma**m * (before - x(t - m)),
            shift(ctx, late, m),
            scaled,
            pulled,
            peel_first(ctx, before),
            fact(ctx, SPARSE[1]),
        )
        .to(
            lam * gamma**m * e(t - m) + x(t) + recent,
            specialise(ctx, fact(ctx, TRACES), t - m),
            peel_last(ctx, flat),
        )
        .qed()
    )
    return generalise(ctx, step, t, m)
