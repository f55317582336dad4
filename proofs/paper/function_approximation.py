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
from proofs.lemmas.stationary_norm import (
    MOVED,
    MRP_GIVEN,
    STATIONARY,
    TRANSITIONS,
    WEIGHTS,
    P,
    beta,
    d,
    ground,
    norm,
    power,
    s,
    t,
    w,
    y,
)
from proofs.notation import DISCOUNT, gamma, h, j, k, m, n
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
    spread = (
        Chain(ctx, 0)
        .by(averages.not_negative(ctx, squares, square))
        .to(norm(y) - norm(p), apart, orthogonal())
        .qed()
    )
    return recall(ctx.also(spread), AtMost(norm(p), norm(y)))


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
    here = ctx.also(nothing, AtMost(1, s), AtMost(s, m))
    inner = here.also(AtMost(1, t), AtMost(t, m))
    inner = inner.also(specialise(inner, fact(inner, WEIGHTS), t))
    square = scale(inner, recall(inner, AtMost(0, w(0, t) ** 2)), d(t))
    each = generalise(ctx, square, t, 1, m)
    here = here.also(averages.at_most_sum(here.also(each), norm(power(0), t), s), Less(0, d(s)))
    own = recall(here, AtMost(d(s) * w(0, s) ** 2, 0))
    zero = instantiate(here.also(scale(here, own, 1 / d(s))), square_is_zero(), {X: w(0, s)})
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


@cache
def square_is_zero() -> Theorem:
    """Only zero has a square that is not positive."""
    ctx = given(AtMost(X**2, 0))
    ends = []
    for sign in (1, -1):
        some, none = ctx.also(Less(0, sign * X)), ctx.also(AtMost(sign * X, 0))
        above = scale(some, fact(some, AtMost(X**2, 0)), 1 / (sign * X))
        above = restate(some, above, AtMost(sign * X, 0))
        ends.append(cases(ctx, above, fact(none, AtMost(sign * X, 0)), 0, sign * X))
    return recall(ctx.also(*ends), Equal(X, 0))


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
    numbers |= {k: Fraction(len(listed)), Y: Fraction(-1), X: Fraction(0)}
    fitting = {x: table(listed), theta: table(found), p: table(fitted)}
    return Instance.of(numbers, {**families, **fitting, h: eligibilities})
