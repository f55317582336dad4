"""step-sizes: what step sizes with an infinite sum do to an error that each update multiplies.

Paper: beyond it, for the counterexamples of Section 4 [1].
"""

from proofs.vocabulary import *

CLAIM = Claim(__name__)

t, s = index("t"), index("s")
alpha = sequence("alpha")
g, constant = real("g"), real("alpha")
#: an error, or the square of one
N = sequence("N")
#: alpha_0 + ... + alpha_{t-1}
taken = series(alpha(s), s, 0, t - 1)

NONNEGATIVE = ForAll(t, 0, AtMost(0, alpha(t)))
#: sum alpha_t is infinite
ENDLESS = Not(Bounded(taken, t, 0))
STEPS = (NONNEGATIVE, ENDLESS)

POSITIVE = Less(0, g)
STARTS = Less(0, N(0))
GROWS = ForAll(t, 0, AtMost((1 + g * alpha(t)) * N(t), N(t + 1)))
SHRINKS = ForAll(t, 0, AtMost(N(t + 1), (1 - g * alpha(t)) * N(t)))
SIZE = ForAll(t, 0, AtMost(0, N(t)))
#: a + ib, multiplied by 1 + alpha_t (g + i w)
a, b, w = sequence("a"), sequence("b"), real("w")
ROTATES = (
    ForAll(t, 0, Equal(a(t + 1), (1 + g * alpha(t)) * a(t) - w * alpha(t) * b(t))),
    ForAll(t, 0, Equal(b(t + 1), w * alpha(t) * a(t) + (1 + g * alpha(t)) * b(t))),
)
CAUTIOUS = ForAll(t, 0, AtMost(g * alpha(t), 1))
AT_MOST_ONE = ForAll(t, 0, AtMost(alpha(t), 1))
#: an error that each update multiplies by 1 + g alpha_t, or by 1 - g alpha_t
D = sequence("D")
MULTIPLIED = ForAll(t, 0, Equal(D(t + 1), (1 + g * alpha(t)) * D(t)))
DIVIDED = ForAll(t, 0, Equal(D(t + 1), (1 - g * alpha(t)) * D(t)))
#: N is at least as large as the error
LARGER = ForAll(t, 0, AtMost(Abs(D(t)), N(t)))
#: a + ib is not zero at the start, and N is at least as large as both
TURNS = Less(0, a(0) ** 2 + b(0) ** 2)
NO_LARGER = tuple(ForAll(t, 0, AtMost(Abs(part(t)), N(t))) for part in (a, b))

CLAIM.reading(
    prose(
        "The update with the step size {alpha_t} adds {alpha_t} times the change that the operator "
        "makes. So along an eigenvector of the operator, with the eigenvalue {}, it multiplies the "
        "error by {}. Here the error is any sequence {} that is multiplied in this way, or, if the "
        "eigenvalue is complex, a pair {} and {}. The step sizes are not negative and their sum is "
        "infinite: a constant step size is one such choice, and so are those that the convergence "
        "theorems for TD learning ask for.",
        1 + g,
        1 + g * alpha(t),
        N(t),
        a(t),
        b(t),
    )
)
CLAIM.idea(
    prose(
        "If {}, multiplying by {} adds at least {} each time, so after {t} updates the error is at "
        "least {}, which has no bound. If the error is multiplied by {} instead, which is at most "
        "one divided by {}, it is divided by at least {} in {t} updates, and vanishes.",
        POSITIVE,
        1 + g * alpha(t),
        N(0) * g * alpha(t),
        N(0) * (1 + g * taken),
        1 - g * alpha(t),
        1 + g * alpha(t),
        1 + g * taken,
    )
)


def sum_nonnegative(ctx: Context) -> Theorem:
    """0 <= alpha_0 + ... + alpha_{t-1}."""
    nothing = series(0, s, 0, t - 1)
    inner, _ = summand(ctx, nothing)
    bound = sum_order(ctx, nothing, specialise(inner, fact(inner, NONNEGATIVE), s))
    return Chain(ctx, 0).to(nothing, zeros(ctx, nothing)).by(bound).qed()


@CLAIM.lemma(
    prose(
        "What each update multiplies by at least {} is at least {} after {t} of them.",
        1 + g * alpha(t),
        N(0) * (1 + g * taken),
    ),
    given=(POSITIVE, STARTS, NONNEGATIVE, GROWS),
    says=ForAll(t, 0, AtMost(N(0) * (1 + g * taken), N(t))),
)
def at_least() -> Theorem:
    """Induction: a product of such factors is at least one plus their sum."""
    floor = N(0) * (1 + g * taken)
    ctx = given(POSITIVE, STARTS, NONNEGATIVE, GROWS)
    start = empty(ctx, series(alpha(s), s, 0, -1))
    base = Chain(ctx, N(0) * (1 + g * series(alpha(s), s, 0, -1))).to(N(0), start).qed()
    base = recall(ctx.also(base), AtMost(N(0) * (1 + g * series(alpha(s), s, 0, -1)), N(0)))
    ctx = ctx.also(AtMost(0, t), AtMost(floor, N(t)))
    ctx = ctx.also(
        sum_nonnegative(ctx),
        specialise(ctx, fact(ctx, NONNEGATIVE), t),
    )
    later = series(alpha(s), s, 0, t)
    product = scale(ctx, sum_nonnegative(ctx), g**2)
    for factor in (alpha(t), N(0)):
        product = scale(ctx, product, factor)
    grown = recall(
        ctx.also(product), AtMost(N(0) * (1 + g * (taken + alpha(t))), (1 + g * alpha(t)) * floor)
    )
    scaled = scale(ctx, fact(ctx, AtMost(floor, N(t))), 1 + g * alpha(t))
    step = (
        Chain(ctx, N(0) * (1 + g * later))
        .to(N(0) * (1 + g * (taken + alpha(t))), peel_last(ctx, later))
        .by(grown)
        .by(scaled)
        .by(specialise(ctx, fact(ctx, GROWS), t))
        .qed()
    )
    return induction(given(), base, step, t, 0)


@CLAIM.adds(
    prose(
        "What each update multiplies by at least {} grows without bound if the sum of the step "
        "sizes is infinite.",
        1 + g * alpha(t),
    ),
    given=(POSITIVE, STARTS, NONNEGATIVE, GROWS, ENDLESS),
    says=Not(Bounded(N(t), t, 0)),
)
def grows_without_bound() -> Theorem:
    """alpha_0 + ... + alpha_{t-1} is at most N_t/(g N_0)."""
    ctx = given(POSITIVE, STARTS, NONNEGATIVE, GROWS)
    inner = ctx.also(AtMost(0, t))
    inner = inner.also(sum_nonnegative(inner), specialise(inner, at_least(), t))
    factor = 1 / (g * N(0))
    reach = recall(inner, AtMost(g * N(0) * taken, Abs(N(t))))
    bound = (
        Chain(inner, Abs(taken))
        .to(taken, recall(inner, Equal(Abs(taken), taken)))
        .by(scale(inner, reach, factor), factor * Abs(N(t)))
        .qed()
    )
    return unbounded(ctx, generalise(ctx, bound, t, 0), given(ENDLESS).facts[0], factor)


@CLAIM.adds(
    prose(
        "So does the square {} of the size of a complex number, if each update multiplies it by "
        "one with the real part {} and an imaginary part proportional to the step size.",
        a(t) ** 2 + b(t) ** 2,
        1 + g * alpha(t),
    ),
    given=(POSITIVE, *STEPS, *ROTATES, TURNS),
    says=Not(Bounded(a(t) ** 2 + b(t) ** 2, t, 0)),
)
def spirals_outwards() -> Theorem:
    """The square of its size is multiplied by (1 + g alpha_t)^2 + (w alpha_t)^2."""
    ctx = given(POSITIVE, *STEPS, *ROTATES, TURNS)
    inner, size = ctx.also(AtMost(0, t)), a(t) ** 2 + b(t) ** 2
    square = recall(inner, AtMost(0, size))
    for factor in (g**2 + w**2, alpha(t) ** 2):
        square = scale(inner, square, factor)
    step = (
        Chain(inner, (1 + 2 * g * alpha(t)) * size)
        .at_most(((1 + g * alpha(t)) ** 2 + (w * alpha(t)) ** 2) * size, square)
        .to(
            a(t + 1) ** 2 + b(t + 1) ** 2,
            *(specialise(inner, fact(inner, each), t) for each in ROTATES),
        )
        .qed()
    )
    ready = ctx.also(generalise(ctx, step, t, 0), recall(ctx, Less(0, 2 * g)))
    growing_at_rate = instantiate(ready, grows_without_bound(), {g: 2 * g})
    return instantiate_sequence(ready, growing_at_rate, N, (t,), size)


@CLAIM.adds(
    prose(
        "If each update multiplies a complex number that is not zero at the start by one with the "
        "real part {} and an imaginary part proportional to the step size, then whatever is at "
        "least as large as its two parts {} and {} grows without bound.",
        1 + g * alpha(t),
        a(t),
        b(t),
    ),
    given=(POSITIVE, *STEPS, *ROTATES, TURNS, *NO_LARGER),
    says=Not(Bounded(N(t), t, 0)),
)
def turning_errors_diverge() -> Theorem:
    """If it were bounded, so would be the squares of the two parts."""
    square = a(t) ** 2 + b(t) ** 2
    ctx = given(POSITIVE, *STEPS, *ROTATES, TURNS)
    spiral = instantiate(ctx, spirals_outwards(), {})
    bound = Bounded(N(t), t, 0)
    squares = recall(given(bound, *NO_LARGER), Bounded(square, t, 0))
    return contradiction(given(*NO_LARGER).also(spiral), bound, squares)


@CLAIM.adds(
    prose(
        "What each update multiplies by at most {}, which is not negative, vanishes if the sum of "
        "the step sizes is infinite.",
        1 - g * alpha(t),
    ),
    given=(POSITIVE, SIZE, SHRINKS, CAUTIOUS, *STEPS),
    says=TendsTo(N(t), t, 0),
)
def vanishes() -> Theorem:
    """N_t (1 + g (alpha_0 + ... + alpha_{t-1})) never rises."""
    ctx = given(POSITIVE, NONNEGATIVE, SIZE, SHRINKS, CAUTIOUS)
    kept = N(t) * (1 + g * taken)
    first = series(alpha(s), s, 0, -1)
    base = Chain(ctx, N(0) * (1 + g * first)).to(N(0), empty(ctx, first)).qed()
    base = recall(ctx.also(base), AtMost(N(0) * (1 + g * first), N(0)))
    step = vanishing_step(ctx.also(AtMost(0, t), AtMost(kept, N(0))))
    never_above = specialise(given(AtMost(0, t)), induction(given(), base, step, t, 0), t)
    inner = ctx.also(AtMost(0, t))
    inner = inner.also(sum_nonnegative(inner), specialise(inner, fact(inner, SIZE), t))
    size = recall(inner, Equal(Abs(N(t)), N(t)))
    bound = Chain(inner, Abs(N(t)) * (1 + g * taken)).to(kept, size).by(never_above).qed()
    return outgrown(ctx, generalise(ctx, bound, t, 0), rising(), growing())


def vanishing_step(ctx: Context) -> Theorem:
    """(1 - g alpha_t) (1 + g (S + alpha_t)) <= 1 + g S."""
    later, before = series(alpha(s), s, 0, t), 1 + g * taken
    x = g * alpha(t)
    ctx = ctx.also(
        sum_nonnegative(ctx),
        *(specialise(ctx, fact(ctx, each), t) for each in (NONNEGATIVE, SIZE, CAUTIOUS)),
    )
    ctx = ctx.also(scale(ctx, recall(ctx, AtMost(0, alpha(t))), g))
    more = recall(ctx, AtMost(0, before + x))
    lost = scale(ctx, scale(ctx, scale(ctx, sum_nonnegative(ctx), g), x), N(t))
    square = scale(ctx, scale(ctx, recall(ctx, AtMost(0, x)), x), N(t))
    return (
        Chain(ctx, N(t + 1) * (1 + g * later))
        .to(N(t + 1) * (before + x), peel_last(ctx, later))
        .by(scale(ctx.also(more), specialise(ctx, fact(ctx, SHRINKS), t), before + x))
        .at_most(N(t) * before, lost, square)
        .at_most(N(0))
        .qed()
    )


@cache
def rising() -> Theorem:
    """1 + g (alpha_0 + ... + alpha_{t-1}) never falls."""
    ctx = given(POSITIVE, NONNEGATIVE, AtMost(0, t))
    later = series(alpha(s), s, 0, t)
    gain = scale(ctx, specialise(ctx, fact(ctx, NONNEGATIVE), t), g)
    step = (
        Chain(ctx, 1 + g * taken)
        .at_most(1 + g * (taken + alpha(t)), gain)
        .to(1 + g * later, peel_last(ctx, later))
        .qed()
    )
    return generalise(given(POSITIVE, NONNEGATIVE), step, t, 0)


@cache
def growing() -> Theorem:
    """1 + g (alpha_0 + ... + alpha_{t-1}) has no bound."""
    ctx = given(POSITIVE, NONNEGATIVE)
    inner = ctx.also(AtMost(0, t))
    inner = inner.also(sum_nonnegative(inner))
    reach = recall(inner, AtMost(g * taken, Abs(1 + g * taken)))
    bound = (
        Chain(inner, Abs(taken))
        .to(taken, recall(inner, Equal(Abs(taken), taken)))
        .by(scale(inner, reach, 1 / g), Abs(1 + g * taken) / g)
        .qed()
    )
    return unbounded(ctx, generalise(ctx, bound, t, 0), given(ENDLESS).facts[0], 1 / g)


@CLAIM.adds(
    "The sum of constant step sizes is infinite.",
    given=(Less(0, constant),),
    says=Not(Bounded(series(constant, s, 0, t - 1), t, 0)),
)
def constant_steps() -> Theorem:
    """alpha + ... + alpha, t times, is alpha t."""
    ctx = given(Less(0, constant))
    inner = ctx.also(AtMost(0, t))
    total = series(constant, s, 0, t - 1)
    value = Chain(inner, total).to(constant * t, telescope(inner, total, constant * s)).qed()
    bound = Chain(inner, Abs(constant * t)).to(Abs(total), value).qed()
    bound = recall(inner.also(bound), AtMost(Abs(constant * t), Abs(total)))
    return unbounded(ctx, generalise(ctx, bound, t, 0), multiples(ctx, constant, t, 0), 1)


# -- an error that each update multiplies ---------------------------------------------------------


def at_step(ctx: Context) -> Context:
    """The context at a step t >= 0, where g alpha_t >= 0."""
    inner = ctx.also(AtMost(0, t))
    taken_now = specialise(inner, fact(inner, NONNEGATIVE), t)
    return inner.also(taken_now, scale(inner, taken_now, g))


def multiplied(ctx: Context, update: ForAll, factor: Expr) -> Theorem:
    """|D_{t+1}| = factor |D_t|, where the update multiplies by a factor >= 0."""
    return (
        Chain(ctx, Abs(D(t + 1)))
        .to(
            Abs(factor) * Abs(D(t)),
            specialise(ctx, fact(ctx, update), t),
            absolute_product(ctx, factor, D(t)),
        )
        .to(factor * Abs(D(t)), recall(ctx, Equal(Abs(factor), factor)))
        .qed()
    )


@CLAIM.adds(
    prose(
        "If an error is not zero at the start, and each update multiplies it by {}, then whatever "
        "is at least as large as the error grows without bound.",
        1 + g * alpha(t),
    ),
    given=(POSITIVE, *STEPS, MULTIPLIED, NotEqual(D(0), 0), LARGER),
    says=Not(Bounded(N(t), t, 0)),
)
def growing_errors_diverge() -> Theorem:
    """The size of the error is multiplied by that number, which is at least one."""
    ctx = given(POSITIVE, *STEPS, MULTIPLIED, NotEqual(D(0), 0))
    inner, factor = at_step(ctx), 1 + g * alpha(t)
    grown = multiplied(inner, MULTIPLIED, factor)
    step = recall(inner.also(grown), AtMost(factor * Abs(D(t)), Abs(D(t + 1))))
    ready = ctx.also(generalise(ctx, step, t, 0), recall(ctx, Less(0, Abs(D(0)))))
    sizes = instantiate_sequence(ready, grows_without_bound(), N, (t,), Abs(D(t)))
    bound = Bounded(N(t), t, 0)
    errors = recall(given(bound, LARGER), Bounded(Abs(D(t)), t, 0))
    return contradiction(given(LARGER).also(sizes), bound, errors)


@CLAIM.adds(
    prose(
        "An error that each update multiplies by {} vanishes if neither {} nor a step size "
        "exceeds one.",
        1 - g * alpha(t),
        g,
    ),
    given=(POSITIVE, AtMost(g, 1), *STEPS, AT_MOST_ONE, DIVIDED),
    says=TendsTo(Abs(D(t)), t, 0),
)
def shrinking_errors_vanish() -> Theorem:
    """The size of the error is multiplied by that number, which is not negative."""
    ctx = given(POSITIVE, AtMost(g, 1), *STEPS, AT_MOST_ONE, DIVIDED)
    inner, factor = at_step(ctx), 1 - g * alpha(t)
    small = specialise(inner, fact(inner, AT_MOST_ONE), t)
    inner = inner.also(small, scale(inner, small, g))
    cautious = recall(inner, AtMost(g * alpha(t), 1))
    inner = inner.also(cautious)
    shrunk = multiplied(inner, DIVIDED, factor)
    step = recall(inner.also(shrunk), AtMost(Abs(D(t + 1)), factor * Abs(D(t))))
    size = recall(given(), AtMost(0, Abs(D(t))))
    ready = ctx.also(
        *(generalise(ctx, each, t, 0) for each in (cautious, step)), generalise(given(), size, t, 0)
    )
    return instantiate_sequence(ready, vanishes(), N, (t,), Abs(D(t)))


@CLAIM.evidence(lambda: draw.lengths(6), draw.discounts, lambda: draw.rationals(0, 1, 6))
def on_drawn_steps(steps: int, rate: Fraction, size: Fraction) -> bool:
    """The products of 1 + g alpha_t and of 1 - g alpha_t, multiplied out: no induction is used.

    The step sizes are alpha_t = size/(t+1).
    """
    up = down = Fraction(1)
    so_far = Fraction(0)
    for step in range(steps):
        now = size / (step + 1)
        up, down, so_far = up * (1 + rate * now), down * (1 - rate * now), so_far + now
    return up >= 1 + rate * so_far and 0 <= down * (1 + rate * so_far) <= 1
