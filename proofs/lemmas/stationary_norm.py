"""stationary-norm: linear returns in the norm that a stationary distribution weighs.

Paper: beyond it, for Appendix B.1 [11].

On a finite MRP let d be stationary, and let the state s count with d(s).  No power of P enlarges
this norm, so the operator of a linear return has its modulus there, too.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from numeric_checks.evidence.chains import NUMBERS, mean
from numeric_checks.statements import Members, Table, table
from proofs.lemmas import averages
from proofs.lemmas.series_over_states import (
    BOUNDED as ALL_BOUNDED,
    a,
    bounded_ground,
    converging,
    exchanged,
    ground,
    sums_bounded,
    sums_converge,
)
from proofs.notation import BOUNDED, DISCOUNT, c, gamma, h, m, n
from proofs.vocabulary import *

CLAIM = Claim(__name__)

#: states
s, t = index("s"), index("t")
#: transition probabilities, a stationary distribution; v - v' and what P^n makes of it; a vector
P, d, w, y = (sequence(name) for name in "Pdwy")

TRANSITIONS = (
    ForAll(s, 1, ForAll(t, 1, AtMost(0, P(s, t)), m), m),
    ForAll(s, 1, Equal(series(P(s, t), t, 1, m), 1), m),
)
WEIGHTS = ForAll(s, 1, AtMost(0, d(s)), m)
STATIONARY = ForAll(t, 1, Equal(series(d(s) * P(s, t), s, 1, m), d(t)), m)
#: w_{n+1} = P w_n
POWERS = ForAll(n, 0, ForAll(s, 1, Equal(w(n + 1, s), series(P(s, t) * w(n, t), t, 1, m)), m))


#: the modulus, where h_0 is the sum of the weights
size = series(Abs(c(n)) * gamma**n, n, 1)
beta = Abs(1 - h(0)) + size


def norm(of: Callable[[Expr], Expr], var: Expr = s) -> Expr:
    """The square of the norm in which the state s counts with d(s)."""
    return series(d(var) * of(var) ** 2, var, 1, m)


def power(number: Expr | int) -> Callable[[Expr], Expr]:
    """P^n (v - v')."""
    return lambda state: w(number, state)


def moved(state: Expr) -> Expr:
    """(H v - H v')(s)."""
    return (1 - h(0)) * w(0, state) + series(c(n) * gamma**n * w(n, state), n, 1)


CLAIM.reading(
    prose(
        "The states are {} to {m}, {P} are the transition probabilities, and the state {s} counts "
        "with {d_s}. The difference of two value functions is {}, and {} is what the power {n} of "
        "{P} makes of it; {y} is the difference of what the operator makes of the two.",
        1,
        w(0, s),
        w(n, s),
    )
)
CLAIM.idea(
    prose(
        "The square of a mean is at most the mean of the squares, and the stationary distribution "
        "is the same one step later: so {P} does not enlarge the norm. The operator is a sum of "
        "powers, and the triangle inequality gives its modulus. Norms have square roots; the "
        "derivation has none, and bounds products by the squares of their factors instead.",
    )
)


# -- the operator on a difference of two value functions ----------------------------------------


@CLAIM.adds(
    "No power of {P} enlarges the norm that the stationary distribution {d} weighs.",
    given=(*TRANSITIONS, WEIGHTS, STATIONARY, POWERS),
    says=ForAll(n, 0, AtMost(norm(power(n)), norm(power(0)))),
)
def powers_shrink() -> Theorem:
    """The square of a mean is at most the mean of the squares, and d P = d."""
    ctx = given(*TRANSITIONS, WEIGHTS, STATIONARY, POWERS)
    base = recall(ctx, AtMost(norm(power(0)), norm(power(0))))
    ctx = ctx.also(AtMost(0, n), AtMost(norm(power(n)), norm(power(0))))
    whole = norm(power(n + 1))
    inner, _ = summand(ctx, whole)
    inner = inner.also(
        specialise(inner, fact(inner, WEIGHTS), s),
        specialise(inner, fact(inner, TRANSITIONS[1]), s),
    )
    mean, squares = (series(P(s, t) * each, t, 1, m) for each in (w(n, t), w(n, t) ** 2))
    step = specialise(inner, specialise(inner, fact(inner, POWERS), n), s)
    one = (
        Chain(inner, d(s) * w(n + 1, s) ** 2)
        .to(d(s) * mean**2, step)
        .by(
            scale(inner, averages.of_square(inner, mean, P(s, t), w(n, t)), d(s)),
            d(s) * squares,
        )
        .to(
            series(d(s) * P(s, t) * w(n, t) ** 2, t, 1, m),
            linearity(
                inner, series(d(s) * P(s, t) * w(n, t) ** 2, t, 1, m),
                (d(s), P(s, t) * w(n, t) ** 2),
            ),
        )
        .qed()
    )  # fmt: skip
    rows = series(series(d(s) * P(s, t) * w(n, t) ** 2, t, 1, m), s, 1, m)
    column = series(d(s) * P(s, t) * w(n, t) ** 2, s, 1, m)
    columns = series(column, t, 1, m)
    at_t, _ = summand(ctx, columns)
    arrives = (
        Chain(at_t, column)
        .to(
            w(n, t) ** 2 * series(d(s) * P(s, t), s, 1, m),
            linearity(at_t, column, (w(n, t) ** 2, d(s) * P(s, t))),
        )
        .to(d(t) * w(n, t) ** 2, specialise(at_t, fact(at_t, STATIONARY), t))
        .qed()
    )
    made = (
        Chain(ctx, whole)
        .by(sum_order(ctx, whole, one), rows)
        .to(columns, exchange_finite(ctx, rows))
        .to(norm(power(n)), each_term(ctx, columns, d(t) * w(n, t) ** 2, arrives))
        .at_most(norm(power(0)))
        .qed()
    )
    return induction(given(), base, made, n, 0)


#: the sum of all first values, in size
total = series(Abs(w(0, t)), t, 1, m)


@CLAIM.lemma(
    prose("In no state a power of {P} is more than {} in size.", total),
    given=(*TRANSITIONS, POWERS),
    says=ForAll(n, 0, ForAll(s, 1, AtMost(Abs(w(n, s)), total), m)),
)
def never_larger() -> Theorem:
    """Each is an average of those before."""
    each = ForAll(s, 1, AtMost(Abs(w(n, s)), total), m)
    ctx = given(*TRANSITIONS, POWERS)
    here = ctx.also(AtMost(1, s), AtMost(s, m))
    size = recall(summand(here, total)[0], AtMost(0, Abs(w(0, t))))
    sizes = generalise(ctx, size, t, 1, m)
    base = averages.at_most_sum(here.also(sizes), total, s)
    later = here.also(AtMost(0, n), each)
    later = later.also(specialise(later, fact(later, TRANSITIONS[1]), s))
    mean = series(P(s, t) * w(n, t), t, 1, m)
    step = (
        Chain(later, Abs(w(n + 1, s)))
        .to(Abs(mean), specialise(later, specialise(later, fact(later, POWERS), n), s))
        .by(averages.of_size(later, mean, P(s, t), w(n, t), total))
        .qed()
    )
    return induction(
        given(), generalise(ctx, base, s, 1, m), generalise(later, step, s, 1, m), n, 0
    )


@CLAIM.lemma(
    "In every state the powers of {P} have a bound.",
    given=(*TRANSITIONS, POWERS),
    says=ALL_BOUNDED,
)
def stays_bounded() -> Theorem:
    """The bound of the first values."""
    ctx = given(*TRANSITIONS, POWERS)
    here = ctx.also(AtMost(1, s), AtMost(s, m))
    later = here.also(AtMost(0, n))
    bound = generalise(here, specialise(later, specialise(later, never_larger(), n), s), n, 0)
    return generalise(ctx, recall(here.also(bound), Bounded(w(n, s), n, 0)), s, 1, m)


# -- the operator -------------------------------------------------------------------------------

#: the product of a vector with the powers
product = series(d(s) * y(s) * w(n, s), s, 1, m)
#: any number
lam = real("lambda")
room = lam**2 * norm(power(0)) + norm(y)
#: y is H v - H v'
MOVED = ForAll(s, 1, Equal(y(s), moved(s)), m)
MRP_GIVEN = (*DISCOUNT, BOUNDED, AtMost(1, m), *TRANSITIONS, WEIGHTS, STATIONARY, POWERS)


@CLAIM.lemma(
    prose(
        "The product of any vector {y} with {lambda} times a power of {P} is at most {} in size.",
        room / 2,
    ),
    given=(*TRANSITIONS, WEIGHTS, STATIONARY, POWERS),
    says=ForAll(n, 0, AtMost(Abs(lam * product), room / 2)),
)
def products() -> Theorem:
    """The squares of their sum and of their difference are not negative."""
    ctx = given(*TRANSITIONS, WEIGHTS, STATIONARY, POWERS, AtMost(0, n))
    bounds = [specialise(ctx, powers_shrink(), n)]
    bounds[0] = scale(ctx, bounds[0], lam**2)
    for sign in (1, -1):
        squares = series(d(s) * (lam * w(n, s) + sign * y(s)) ** 2, s, 1, m)
        inner, _ = summand(ctx, squares)
        inner = inner.also(specialise(inner, fact(inner, WEIGHTS), s))
        square = recall(inner, AtMost(0, (lam * w(n, s) + sign * y(s)) ** 2))
        apart = linearity(
            ctx, squares,
            (lam**2, d(s) * w(n, s) ** 2), (2 * sign * lam, d(s) * y(s) * w(n, s)),
            (1, d(s) * y(s) ** 2),
        )  # fmt: skip
        bounds.append(
            Chain(ctx, 0)
            .by(averages.not_negative(ctx, squares, scale(inner, square, d(s))))
            .to(lam**2 * norm(power(n)) + 2 * sign * lam * product + norm(y), apart)
            .qed()
        )
    ctx = ctx.also(*bounds)
    above, below = (
        recall(ctx, goal)
        for goal in (AtMost(lam * product, room / 2), AtMost(-room / 2, lam * product))
    )
    u, B = real("u"), real("B")
    known = given(AtMost(u, B), AtMost(-B, u))
    made = instantiate(
        ctx.also(above, below), size_at_most(known, u, B), {u: lam * product, B: room / 2}
    )
    return generalise(given(), made, n, 0)


@cache
def weighed() -> Theorem:
    """a b <= |a| B, if |b| <= B."""
    number, other, bound = real("u"), real("v"), real("B")
    ctx = given(AtMost(Abs(other), bound))
    return (
        Chain(ctx, number * other)
        .at_most(Abs(number * other))
        .to(Abs(number) * Abs(other), absolute_product(ctx, number, other))
        .by(scale(ctx, fact(ctx, AtMost(Abs(other), bound)), Abs(number)))
        .qed()
    )


@cache
def series_converge() -> Theorem:
    """What the operator does to a difference is defined, in every state."""
    *_, converge = bounded_ground().facts
    return instantiate(given(stays_bounded()), converge, {})


TERM_BY_TERM = Equal(
    series(d(s) * y(s) * series(c(n) * gamma**n * w(n, s), n, 1), s, 1, m),
    series(c(n) * gamma**n * product, n, 1),
)


@CLAIM.lemma(
    "The products have a bound.",
    given=(AtMost(1, m), ALL_BOUNDED),
    says=Bounded(product, n, 0),
)
def products_bounded() -> Theorem:
    """A finite sum of bounded sequences."""
    return at_all_states(given(AtMost(1, m), ALL_BOUNDED), sums_bounded())


@CLAIM.lemma(
    "Summed over the states, the series may be taken term by term.",
    given=(*DISCOUNT, BOUNDED, AtMost(1, m), ALL_BOUNDED),
    says=TERM_BY_TERM,
)
def state_by_state() -> Theorem:
    """One more state, one more series."""
    ctx = bounded_ground().also(AtMost(1, m), products_bounded())
    *_, converge = sums_converge().facts
    converge = instantiate_sequence(ctx, converge, a, (s,), d(s) * y(s))
    ctx = ctx.also(converge, recall(ctx, converging(product)))
    return at_all_states(ctx, exchanged())


def at_all_states(ctx: Context, theorem: Theorem) -> Theorem:
    """What was derived of sums over the first states, of those over all, for the products."""
    made = instantiate_sequence(ctx, theorem, a, (s,), d(s) * y(s))
    assert isinstance(made.statement, ForAll)
    return specialise(ctx, made, m)


@CLAIM.lemma(
    prose("For every number {lambda}, {} is at most {}.", lam * norm(y), beta * room / 2),
    given=(*MRP_GIVEN, MOVED),
    says=AtMost(lam * norm(y), beta * room / 2),
)
def for_every_number() -> Theorem:
    """The vector times itself is the vector times the powers, which were bounded one by one."""
    ctx = ground().also(*MRP_GIVEN[3:], MOVED, stays_bounded())
    ctx = ctx.also(series_converge(), instantiate(ctx, products_bounded(), {}))
    first, rest = substitute(product, {n: Integer(0)}), series(c(n) * gamma**n * product, n, 1)
    whole = series(d(s) * y(s) * moved(s), s, 1, m)
    inner, _ = summand(ctx, norm(y))
    inner = inner.also(specialise(inner, series_converge(), s))
    own = specialise(inner, fact(inner, MOVED), s)
    apart = linearity(
        ctx, whole, (1 - h(0), d(s) * y(s) * w(0, s)),
        (1, d(s) * y(s) * series(c(n) * gamma**n * w(n, s), n, 1)),
    )  # fmt: skip
    square = Chain(inner, d(s) * y(s) ** 2).combine(d(s) * y(s) * moved(s), (d(s) * y(s), own))
    equal = (
        Chain(ctx, norm(y))
        .to(whole, termwise(ctx, norm(y), square.qed()))
        .to((1 - h(0)) * first + rest, apart, instantiate(ctx, state_by_state(), {}))
        .qed()
    )
    inner, term = summand(ctx, rest)
    one, zero = (specialise(where, products(), at) for where, at in ((inner, n), (ctx, 0)))
    each = weigh(inner, c(n) * gamma**n, lam * product, one)
    sizes = series(Abs(c(n)) * gamma**n * room / 2, n, 1)
    powers = series(lam * term, n, 1)
    same = recall(inner, Equal(Abs(gamma), gamma))
    bounded = Chain(inner, lam * term).by(each).to(Abs(c(n)) * gamma**n * room / 2, same).qed()
    return (
        Chain(ctx, lam * norm(y))
        .to((1 - h(0)) * lam * first + lam * rest, equal)
        .to((1 - h(0)) * lam * first + powers, linearity(ctx, powers, (lam, term)))
        .at_most(
            Abs(1 - h(0)) * room / 2 + sizes,
            weigh(ctx, 1 - h(0), lam * first, zero),
            sum_order(ctx, powers, bounded),
        )
        .to(beta * room / 2, linearity(ctx, sizes, (room / 2, Abs(c(n)) * gamma**n)))
        .qed()
    )


def weigh(ctx: Context, number: Expr, other: Expr, bound: Theorem) -> Theorem:
    """number times other is at most |number| times the bound of |other|."""
    u, v, B = real("u"), real("v"), real("B")
    assert isinstance(bound.statement, AtMost)
    made = instantiate(given(), weighed(), {u: number, v: other, B: bound.statement.rhs})
    return cut(bound, made)


X, Y, b = real("X"), real("Y"), real("beta")


BEST = [AtMost(number * X, b * (number**2 * Y + X) / 2) for number in (b, Integer(1))]


@CLAIM.lemma(
    prose("If {} and {}, then {X} is at most {}.", *BEST, b**2 * Y),
    given=(AtMost(0, b), *BEST),
    says=AtMost(X, b**2 * Y),
)
def best_number() -> Theorem:
    """The first bound is divided by {beta}, if that is not zero."""
    ctx = given(AtMost(0, b), *BEST)
    positive, zero = ctx.also(Less(0, b)), ctx.also(AtMost(b, 0))
    halved = scale(positive, fact(positive, BEST[0]), 1 / b)
    above = recall(positive.also(halved), AtMost(X, b**2 * Y))
    none = recall(zero, Equal(b, 0))
    below = (
        Chain(zero, X).by(fact(zero, BEST[1]), b * (Y + X) / 2).to(0, none).to(b**2 * Y, none).qed()
    )
    return cases(ctx, above, below, 0, b)


@cache
def not_negative() -> Theorem:
    """The modulus is not negative."""
    ctx = ground()
    inner, term = summand(ctx, size)
    rest = averages.not_negative(ctx, size, recall(inner, AtMost(0, term)))
    return recall(ctx.also(rest), AtMost(0, beta))


@CLAIM.adds(
    prose("In this norm the operator contracts with the modulus {}.", beta),
    given=(*MRP_GIVEN, MOVED),
    says=AtMost(norm(y), beta**2 * norm(power(0))),
)
def modulus() -> Theorem:
    """The best of these numbers is the modulus."""
    ctx = ground().also(*MRP_GIVEN[3:], MOVED, not_negative())
    bounds = [instantiate(ctx, for_every_number(), {lam: number}) for number in (beta, Integer(1))]
    return instantiate(ctx.also(*bounds), best_number(), {X: norm(y), Y: norm(power(0)), b: beta})


# -- instances ----------------------------------------------------------------------------------

#: probabilities of leaving the two states: the first may be left for ever
LEAVES = [("1/2", "1/3"), ("1", "1"), ("3/4", "1/2"), ("1/3", "0"), ("1/2", "1/2")]


def two_states(rng: Random) -> tuple[dict[Any, Fraction], dict[Any, Table], Members]:
    """Two states; what P^n makes of values is their mean and a geometric sequence."""
    discount = rng.choice([Fraction(1, 2), Fraction(9, 10), Fraction(2, 3)])
    out, back = map(Fraction, rng.choice(LEAVES))
    d_ = [back / (out + back), out / (out + back)]
    size, eigenvector = rng.choice(NUMBERS), not back or rng.random() < 0.4
    values = [size * d_[1], -size * d_[0]] if eigenvector else [size, rng.choice(NUMBERS)]
    rate, level = 1 - out - back, mean(d_, values)
    apart = [value - level for value in values]
    first, last = [rng.choice(NUMBERS) for _ in range(rng.randint(1, 3))], rng.choice([0, 1])
    if not back:  # a return that contracts
        first, last = [Fraction(1), rng.choice([Fraction(1, 2), Fraction(1, 3)])], 0

    def operator(z: Fraction) -> Fraction:
        """1 - (1 - z) h(z)."""
        start = sum((x * z**n_ for n_, x in enumerate(first)), Fraction(0))
        return 1 - (1 - z) * start - last * z ** len(first)

    y_ = [operator(discount) * level + operator(discount * rate) * gap for gap in apart]
    numbers = {gamma: discount, m: Fraction(2), lam: rate if eigenvector else size}
    numbers |= {b: Fraction(1, 2), X: Fraction(-1), Y: Fraction(3)}
    powers = [_number(level) + _number(rate) ** n * _number(gap) for gap in apart]
    families = {
        P: table([[1 - out, out], [back, 1 - back]]),
        d: table(d_),
        w: table(powers, n),
        y: table(y_),
    }
    return numbers, families, members(*first, then=last)


def _number(x: Fraction) -> Expr:
    return Rational(*x.as_integer_ratio())


@CLAIM.draws
def chains(rng: Random) -> Instance:
    """Two states."""
    numbers, families, eligibilities = two_states(rng)
    return Instance.of(numbers, {**families, h: eligibilities})
