"""ext:function-approximation: with linear features the same modulus holds, in another norm.

Paper: Appendix B.1 [1].

On a finite MRP with the stationary distribution d, the projection on linear features does not
enlarge the norm that d weighs, and it may enlarge the maximum norm.
"""

from collections.abc import Callable
from random import Random

from numeric_checks.evidence.chains import NUMBERS
from numeric_checks.statements import table
from proofs.lemmas import averages, stationary_norm
from proofs.lemmas.series_over_states import ground
from proofs.lemmas.stationary_norm import (
    MOVED,
    MRP_GIVEN,
    POWERS,
    STATIONARY,
    TRANSITIONS,
    WEIGHTS,
    P,
    beta,
    d,
    norm,
    power,
    s,
    t,
    w,
    y,
)
from proofs.notation import DISCOUNT, c, gamma, h, j, k, m, n
from proofs.vocabulary import *

CLAIM = Claim(__name__)

#: features, their weights, and the values they give
x, theta, p = sequence("x"), sequence("theta"), sequence("p")


def projected(of: Callable[[Expr], Expr]) -> tuple[Statement, Statement]:
    """p is a combination of the features, and what it misses is orthogonal to all of them."""
    return (
        ForAll(s, 1, Equal(p(s), series(x(j, s) * theta(j), j, 1, k)), m),
        ForAll(j, 1, Equal(series(d(s) * x(j, s) * (of(s) - p(s)), s, 1, m), 0), k),
    )


CLAIM.reading(
    prose(
        "The operator is that of any linear return; {} is the difference of two value functions, "
        "{y} the difference of what the operator makes of them, and {p} the projection of {y} on "
        "the features {x} with the weights {theta}, for the stationary distribution {d}. For the "
        "projection the paper cites a bound in the norm that {d} weighs; it speaks of contractions "
        "in the maximum norm. So we read the sentence of either norm. The modulus is {}, which is "
        "the printed one if {h_i} tends to zero.",
        w(0, s),
        beta,
    )
)
CLAIM.name(m, "is the number of states")
CLAIM.name(k, "is the number of features")
CLAIM.name(P(s, t), "is the probability to go from the state {s} to the state {t}")
CLAIM.name(d(s), "is the probability of the state {s} in the stationary distribution")
CLAIM.name(
    w(n, s),
    "is the difference of two value functions at the state {s}, after {n} steps of the chain",
)
CLAIM.name(y(s), "is the difference of what the operator makes of the two there")
CLAIM.name(x(j, s), "is the value of the feature {j} at the state {s}")
CLAIM.name(theta(j), "is the weight of the feature {j} in the projection")
CLAIM.name(p(s), "is what the projection makes of {y_s}")
CLAIM.idea(
    prose(
        "What the projection misses is orthogonal to it, so by Pythagoras it does not enlarge the "
        "norm that {d} weighs. The operator has the modulus {beta} in that norm as well, because "
        "{P} does not enlarge it either. In the maximum norm the projection is no such thing: a "
        "feature that is large in one state carries what it fits in the others over to that state."
    )
)


# -- the projection -----------------------------------------------------------------------------

missed = y(s) - p(s)


@CLAIM.lemma(
    "What the projection misses is orthogonal to the projection.",
    given=projected(y),
    says=Equal(series(d(s) * y(s) * p(s), s, 1, m), norm(p)),
)
def orthogonal() -> Theorem:
    """The projection is a combination of the features."""
    ctx = given(*projected(y))
    whole = series(d(s) * missed * p(s), s, 1, m)
    inner, _ = summand(ctx, whole)
    row = series(d(s) * missed * x(j, s) * theta(j), j, 1, k)
    mine = series(x(j, s) * theta(j), j, 1, k)
    spread = (
        Chain(inner, d(s) * missed * p(s))
        .to(d(s) * missed * mine, specialise(inner, ctx.facts[0], s))
        .to(row, linearity(inner, row, (d(s) * missed, x(j, s) * theta(j))))
        .qed()
    )
    rows = series(row, s, 1, m)
    column = series(d(s) * missed * x(j, s) * theta(j), s, 1, m)
    feature = series(d(s) * x(j, s) * missed, s, 1, m)
    columns = series(column, j, 1, k)
    by_feature, _ = summand(ctx, columns)
    none = (
        Chain(by_feature, column)
        .to(theta(j) * feature, linearity(by_feature, column, (theta(j), open_sum(feature).body)))
        .to(0, specialise(by_feature, ctx.facts[1], j))
        .qed()
    )
    zero = (
        Chain(ctx, whole)
        .to(rows, each_term(ctx, whole, row, spread))
        .to(columns, exchange_finite(ctx, rows))
        .to(series(0, j, 1, k), each_term(ctx, columns, 0, none))
        .to(0, zeros(ctx, series(0, j, 1, k)))
        .qed()
    )
    apart = linearity(ctx, whole, (1, d(s) * y(s) * p(s)), (-1, d(s) * p(s) ** 2))
    return linear_combination(
        ctx, series(d(s) * y(s) * p(s), s, 1, m), norm(p), (-1, apart), (1, zero)
    )


@CLAIM.proves(
    "The projection does not enlarge the norm that the stationary distribution weighs.",
    given=(WEIGHTS, *projected(y)),
    says=AtMost(norm(p), norm(y)),
)
def nonexpansive() -> Theorem:
    """The square of what is missed is not negative."""
    ctx = given(WEIGHTS, *projected(y))
    squares = series(d(s) * missed**2, s, 1, m)
    inner, _ = summand(ctx, squares)
    inner = inner.also(specialise(inner, fact(inner, WEIGHTS), s))
    square = scale(inner, recall(inner, AtMost(0, missed**2)), d(s))
    apart = linearity(
        ctx, squares,
        (1, d(s) * y(s) ** 2), (-2, d(s) * y(s) * p(s)), (1, d(s) * p(s) ** 2),
    )  # fmt: skip
    none = averages.not_negative(ctx, squares, square)
    return (
        Chain(ctx, norm(p)).at_most(norm(p) + squares, none).to(norm(y), apart, orthogonal()).qed()
    )


@CLAIM.proves(
    prose(
        "In the norm that the stationary distribution weighs, the operator followed by the "
        "projection contracts with the modulus {}, on every finite MRP and for all features.",
        beta,
    ),
    given=(*MRP_GIVEN, MOVED, *projected(y)),
    says=AtMost(norm(p), beta**2 * norm(power(0))),
)
def modulus() -> Theorem:
    """The operator contracts in this norm, and the projection does not enlarge it."""
    ctx = given(*MRP_GIVEN, MOVED, *projected(y))
    return Chain(ctx, norm(p)).by(nonexpansive()).by(stationary_norm.modulus()).qed()


#: w_0 is fixed: two value functions that are, differ by it
FIXED = tuple(each.substitute_sequence(p, (s,), w(0, s)) for each in projected(y))


@CLAIM.adds(
    prose(
        "If {}, there is no second fixed point: two of them differ by nothing in the states that "
        "the stationary distribution reaches.",
        Less(beta, 1),
    ),
    given=(*MRP_GIVEN, Less(beta, 1), MOVED, *FIXED),
    says=ForAll(s, 1, Implies(Less(0, d(s)), Equal(w(0, s), 0)), m),
)
def one_fixed_point() -> Theorem:
    """The norm of the difference is at most a smaller multiple of itself."""
    ctx = given(*MRP_GIVEN, Less(beta, 1), MOVED, *FIXED)
    ctx = ground().also(*ctx.facts, stationary_norm.not_negative())
    shrinks = instantiate_sequence(ctx, modulus(), p, (s,), w(0, s))
    nothing = instantiate(ctx.also(shrinks), only_zero(), {b: beta, Y: norm(power(0))})
    return vanishes(ctx, power(0), nothing)


def vanishes(ctx: Context, of: Callable[[Expr], Expr], none: Theorem) -> Theorem:
    """Where d is positive a vector is zero, if the square of its norm is not."""
    here = ctx.also(none, AtMost(1, s), AtMost(s, m))
    inner = here.also(AtMost(1, t), AtMost(t, m))
    inner = inner.also(specialise(inner, fact(inner, WEIGHTS), t))
    square = scale(inner, recall(inner, AtMost(0, of(t) ** 2)), d(t))
    each = generalise(ctx, square, t, 1, m)
    here = here.also(averages.at_most_sum(here.also(each), norm(of, t), s), Less(0, d(s)))
    own = recall(here, AtMost(d(s) * of(s) ** 2, 0))
    zero = instantiate(here.also(scale(here, own, 1 / d(s))), square_is_zero(), {X: of(s)})
    return generalise(ctx, imply(ctx, zero, Less(0, d(s))), s, 1, m)


X, Y, b = real("X"), real("Y"), real("beta")


@cache
def only_zero() -> Theorem:
    """Y <= b^2 Y leaves no Y above zero, since b^2 <= b < 1."""
    ctx = given(AtMost(0, b), Less(b, 1), AtMost(Y, b**2 * Y))
    square = scale(ctx, recall(ctx, AtMost(b, 1)), b)
    ctx = ctx.also(recall(ctx.also(square), Less(0, 1 - b**2)))
    gap = recall(ctx, AtMost((1 - b**2) * Y, 0))
    return restate(ctx, scale(ctx, gap, 1 / (1 - b**2)), AtMost(Y, 0))


@CLAIM.lemma(
    "A number {X} is zero if its square is not positive.",
    given=(AtMost(X**2, 0),),
    says=Equal(X, 0),
)
def square_is_zero() -> Theorem:
    """Dividing by a positive number, and by a negative one."""
    ctx = given(AtMost(X**2, 0))
    ends = []
    for sign in (1, -1):
        some, none = ctx.also(Less(0, sign * X)), ctx.also(AtMost(sign * X, 0))
        above = scale(some, fact(some, AtMost(X**2, 0)), 1 / (sign * X))
        above = restate(some, above, AtMost(sign * X, 0))
        ends.append(cases(ctx, above, fact(none, AtMost(sign * X, 0)), 0, sign * X))
    return recall(ctx.also(*ends), Equal(X, 0))


# -- what grows on a table can grow with features -----------------------------------------------

#: an eigenvalue of P, and what the operator makes of its eigenvectors
rate = real("lambda")
multiplier = 1 - h(0) + series(c(n) * gamma**n * rate**n, n, 1)
EIGENVECTOR = ForAll(s, 1, Equal(series(P(s, t) * w(0, t), t, 1, m), rate * w(0, s)), m)
#: w_0 is a combination of the features with the weights a
u, a = sequence("u"), sequence("a")
SPANNED = ForAll(s, 1, Equal(w(0, s), series(x(j, s) * a(j), j, 1, k)), m)
ALONG = (*MRP_GIVEN, AtMost(Abs(rate), 1), EIGENVECTOR, MOVED)


@CLAIM.lemma(
    prose("The operator multiplies an eigenvector of {P} by {}.", multiplier),
    given=ALONG,
    says=ForAll(s, 1, Equal(y(s), multiplier * w(0, s)), m),
)
def multiplied() -> Theorem:
    """A power of {P} multiplies it by that power of the eigenvalue."""
    ctx = given(*ALONG)
    here = ctx.also(AtMost(1, s), AtMost(s, m))
    base = Chain(here, w(0, s)).to(rate**0 * w(0, s)).qed()
    known = ctx.also(AtMost(0, n), ForAll(s, 1, Equal(w(n, s), rate**n * w(0, s)), m))
    at_s = known.also(AtMost(1, s), AtMost(s, m))
    ahead = series(P(s, t) * w(n, t), t, 1, m)
    inner, _ = summand(at_s, ahead)
    scaled = series(rate**n * P(s, t) * w(0, t), t, 1, m)
    each = specialise(inner, known.facts[-1], t)
    step = (
        Chain(at_s, w(n + 1, s))
        .to(ahead, specialise(at_s, specialise(at_s, fact(at_s, POWERS), n), s))
        .to(scaled, each_term(at_s, ahead, rate**n * P(s, t) * w(0, t), each))
        .to(
            rate ** (n + 1) * w(0, s),
            linearity(at_s, scaled, (rate**n, P(s, t) * w(0, t))),
            specialise(at_s, fact(at_s, EIGENVECTOR), s),
        )
        .qed()
    )
    every = induction(
        given(), generalise(ctx, base, s, 1, m), generalise(known, step, s, 1, m), n, 0
    )
    here = ground().also(*here.facts, stationary_norm.series_converge())
    here = here.also(specialise(here, stationary_norm.series_converge(), s))
    total = series(c(n) * gamma**n * w(n, s), n, 1)
    at_n, _ = summand(here, total)
    powers = series(c(n) * gamma**n * rate**n * w(0, s), n, 1)
    member = specialise(at_n, specialise(at_n, every, n), s)
    made = (
        Chain(here, y(s))
        .to((1 - h(0)) * w(0, s) + total, specialise(here, fact(here, MOVED), s))
        .to(
            (1 - h(0)) * w(0, s) + powers,
            each_term(here, total, c(n) * gamma**n * rate**n * w(0, s), member),
        )
        .to(
            multiplier * w(0, s),
            linearity(here, powers, (w(0, s), c(n) * gamma**n * rate**n)),
        )
        .qed()
    )
    return generalise(here, made, s, 1, m)


#: the features can represent y
REPRESENTED = ForAll(s, 1, Equal(y(s), series(x(j, s) * u(j), j, 1, k)), m)


@CLAIM.lemma(
    "What the features can represent is its own projection.",
    given=(WEIGHTS, *projected(y), REPRESENTED),
    says=ForAll(s, 1, Implies(Less(0, d(s)), Equal(p(s), y(s))), m),
)
def own_projection() -> Theorem:
    """What is missed is a combination of the features, and orthogonal to all of them."""
    ctx = given(WEIGHTS, *projected(y), REPRESENTED)
    here = ctx.also(AtMost(1, s), AtMost(s, m))
    parts = (specialise(here, fact(here, each), s) for each in (projected(y)[0], REPRESENTED))
    combined = series(x(j, s) * (theta(j) - u(j)), j, 1, k)
    apart = linearity(here, combined, (1, x(j, s) * theta(j)), (-1, x(j, s) * u(j)))
    spanned = Chain(here, p(s) - y(s)).to(combined, *parts, apart).qed()
    found = instantiate_sequence(given(), orthogonal(), y, (s,), Integer(0))
    found = instantiate_sequence(given(), found, theta, (j,), theta(j) - u(j))
    ready = ctx.also(generalise(ctx, spanned, s, 1, m))
    found = instantiate_sequence(ready, found, p, (s,), p(s) - y(s))
    size = series(d(s) * (p(s) - y(s)) ** 2, s, 1, m)
    none = Chain(ctx, size).to(0, symmetry(found), zeros(ctx, series(0, s, 1, m))).qed()
    made = vanishes(ctx, lambda state: p(state) - y(state), recall(ctx.also(none), AtMost(size, 0)))
    known = here.also(Less(0, d(s)))
    gone = modus_ponens(known, specialise(known, made, s))
    same = linear_combination(known, p(s), y(s), (1, gone))
    return generalise(ctx, imply(ctx, same, Less(0, d(s))), s, 1, m)


@CLAIM.proves(
    prose(
        "What grows on a table can grow with features: if the features can represent an "
        "eigenvector of {P}, the projection changes nothing of what the operator makes of it, "
        "which is a multiple by {}.",
        multiplier,
    ),
    given=(*ALONG, SPANNED, *projected(y)),
    says=ForAll(s, 1, Implies(Less(0, d(s)), Equal(p(s), multiplier * w(0, s))), m),
)
def still_multiplied() -> Theorem:
    """The operator leads to a multiple, which the features can represent as well."""
    ctx = given(*ALONG, SPANNED, *projected(y)).also(stationary_norm.series_converge())
    here = ctx.also(AtMost(1, s), AtMost(s, m))
    own = specialise(here, multiplied(), s)
    scaled = series(x(j, s) * multiplier * a(j), j, 1, k)
    spanned = (
        Chain(here, y(s))
        .to(multiplier * w(0, s), own)
        .to(
            scaled,
            specialise(here, fact(here, SPANNED), s),
            linearity(here, scaled, (multiplier, x(j, s) * a(j))),
        )
        .qed()
    )
    made = instantiate_sequence(given(), own_projection(), u, (j,), multiplier * a(j))
    made = instantiate(ctx.also(generalise(ctx, spanned, s, 1, m)), made, {})
    known = here.also(Less(0, d(s)))
    last = modus_ponens(known, specialise(known, made, s))
    last = Chain(known, p(s)).by(last).to(multiplier * w(0, s), own).qed()
    return generalise(ctx, imply(ctx, last, Less(0, d(s))), s, 1, m)


CLAIM.remark(
    prose(
        "So delayed TD grows on the two states of the paper's counterexample with the one feature "
        "{}, just as it does with a table.",
        (1, -1),
    )
)


# -- the maximum norm ---------------------------------------------------------------------------

# The feature is 1 in one state and 2 in the other; the next state is either, equally often.
CLAIM.refutes(
    "If an operator is a contraction in the maximum norm, so is the operator followed by the "
    "projection: after one Bellman update and the projection no value differs by one or more if "
    "none did by more than one.",
    given=(
        *DISCOUNT,
        *TRANSITIONS,
        WEIGHTS,
        Equal(series(d(s), s, 1, m), 1),
        STATIONARY,
        ForAll(s, 1, AtMost(Abs(w(0, s)), 1), m),
        ForAll(s, 1, Equal(y(s), gamma * series(P(s, t) * w(0, t), t, 1, m)), m),
        *projected(y),
    ),
    says=ForAll(s, 1, Less(Abs(p(s)), 1), m),
    at=Instance.of(
        {gamma: "9/10", m: 2, k: 1},
        {
            P: table([["1/2", "1/2"], ["1/2", "1/2"]]),
            d: table(["1/2", "1/2"]),
            w: table([1, 1], n),
            y: table(["9/10", "9/10"]),
            x: table([[1, 2]]),
            theta: table(["27/50"]),
            p: table(["27/50", "27/25"]),
        },
    ),
    instead=modulus,
)


# -- evidence -----------------------------------------------------------------------------------


@CLAIM.draws
def features(rng: Random) -> Instance:
    """One feature on two states, or one for each state; or a state that is left for ever.

    The weights of the features solve the normal equations.
    """
    numbers, families, eligibilities = stationary_norm.two_states(rng)
    weights, values = families[d].entries, families[y].entries
    if not weights[0]:
        listed, found = [[families[w].entries[0].subs(n, 0), 0]], [1]
    elif rng.random() < 0.5:
        listed, found = [[1, 0], [0, 1]], list(values)
    else:
        one = [rng.choice(NUMBERS) for _ in values]
        fit = sum(q * z * u for q, z, u in zip(weights, one, values, strict=True))
        listed, found = [one], [fit / sum(q * z * z for q, z in zip(weights, one, strict=True))]
    fitted = [sum(u * row[state] for u, row in zip(found, listed, strict=True)) for state in (0, 1)]
    numbers |= {k: Fraction(len(listed)), X: Fraction(0)}
    start = [entry.subs(n, 0) for entry in families[w].entries]
    fitting = {x: table(listed), theta: table(found), p: table(fitted)}
    fitting |= {u: table(found), a: table(start[: len(listed)] if weights[0] else [1])}
    return Instance.of(numbers, {**families, **fitting, h: eligibilities})
