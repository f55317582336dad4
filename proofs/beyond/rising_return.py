"""The return with the eligibilities 1, 11/10, 1/2: they rise, and it is safe at every discount.

Its weights on n-step returns are -1/10, 3/5 and 1/2.  With y = gamma cos(theta) and g = gamma^2 the
real part of its update filter on the circle |z| = gamma is

    1 + y/10 - (6/5) y^2 + (3/5) g - 2 y^3 + (3/2) g y,

linear in g, and at both ends of y^2 <= g <= 1 it is at least (8/25) (1 - y).
"""

from proofs.beyond.herglotz import real_part
from proofs.lemmas import angles
from proofs.lemmas.angles import CYCLE, cosine
from proofs.notation import BOUNDED, DISCOUNT, c, gamma, h, i, j, k, n
from proofs.paper import sample_real_nsteps
from proofs.paper.linear_contraction import general_beta
from proofs.vocabulary import *

eligibilities = (Integer(1), Rational(11, 10), Rational(1, 2))
weights = (Rational(-1, 10), Rational(3, 5), Rational(1, 2))
RISING = (
    *(Equal(h(place), value) for place, value in enumerate(eligibilities)),
    ForAll(i, 3, Equal(h(i), 0)),
)
margin = Rational(8, 25) * (1 - gamma)
modulus = Add(*(Abs(weight) * gamma**n for n, weight in enumerate(weights, start=1)))

y, g = real("y"), real("g")
#: the real part in y and g
cubic = 1 + y / 10 - Rational(6, 5) * y**2 + Rational(3, 5) * g - 2 * y**3 + Rational(3, 2) * g * y


def known(ctx: Context) -> list[Theorem]:
    """The first three weights, and that there are no others."""
    found = []
    for place, value in enumerate(weights, start=1):
        found.append(
            Chain(ctx, c(place))
            .to(h(place - 1) - h(place), unfold(ctx, c, place))
            .to(value, *(at(ctx, where) for where in (place - 1, place)))
            .qed()
        )
    inner = ctx.also(AtMost(4, n))
    none = (
        Chain(inner, c(n))
        .to(h(n - 1) - h(n), unfold(inner, c, n))
        .to(0, *(specialise(inner, fact(inner, RISING[3]), where) for where in (n - 1, n)))
        .qed()
    )
    return [*found, generalise(ctx, none, n, 4)]


def at(ctx: Context, place: int) -> Theorem:
    """An eligibility."""
    return fact(ctx, RISING[place]) if place < 3 else specialise(ctx, fact(ctx, RISING[3]), place)


def three_terms(ctx: Context, body: Expr) -> Theorem:
    """A series in the weights has three terms."""
    *first, none = known(ctx)
    whole, rest = series(body, n, 1), series(body, n, 4)
    inner, _ = summand(ctx, rest)
    zero = each_term(ctx, rest, 0, specialise(inner, none, n))
    start, after = series(body, n, 1, 3), [series(body, n, place, 3) for place in (1, 2, 3, 4)]
    terms = Add(*(substitute(body, {n: Integer(place)}) for place in (1, 2, 3)))
    return (
        Chain(ctx, whole)
        .to(start + rest, split(ctx, whole, 3))
        .to(start, zero, zeros(ctx, series(0, n, 4)))
        .to(terms, *(peel_first(ctx, each) for each in after[:3]), empty(ctx, after[3]))
        .to(
            Add(
                *(
                    substitute(body, {n: Integer(place)}).subs(c(place), value)
                    for place, value in enumerate(weights, start=1)
                )
            ),
            *first,
        )
        .qed()
    )


@cache
def bounded() -> Theorem:
    """There are three eligibilities."""
    ctx = given(*RISING)
    vanishing = like(ctx, fact(ctx, RISING[3]), limit(ctx, Integer(0), i))
    return recall(ctx.also(vanishing), BOUNDED)


@cache
def between_two_squares() -> Theorem:
    """(1 + y) times the cubic is (8/25) (1 - y^2) and two products that are not negative."""
    ctx = given(Less(-1, y), AtMost(y**2, g), AtMost(g, 1))
    one = scale(ctx, recall(ctx, AtMost(0, (y + Rational(4, 5)) ** 2)), g - y**2)
    square = recall(ctx, AtMost(0, (y + Rational(11, 10)) ** 2))
    above = AtMost(0, (y + Rational(11, 10)) ** 2 / 2 + Rational(3, 40))
    other = scale(ctx, recall(ctx.also(square), above), 1 - g)
    step = (
        Chain(ctx, Rational(8, 25) * (1 - y) * (1 + y)).at_most(cubic * (1 + y), one, other).qed()
    )
    return restate(ctx, scale(ctx, step, 1 / (1 + y)), AtMost(Rational(8, 25) * (1 - y), cubic))


def safe_at_every_angle() -> Theorem:
    """The real part of the filter is at least (8/25) (1 - gamma)."""
    ctx = given(*DISCOUNT, *RISING).also(bounded())
    ctx = ctx.also(sample_real_nsteps.weights_bounded(ctx), CYCLE)
    across = gamma * cosine
    low = scale(ctx, recall(ctx, AtMost(-1, cosine)), gamma)
    high = scale(ctx, recall(ctx, AtMost(cosine, 1)), gamma)
    square = scale(ctx, recall(ctx, AtMost(cosine**2, 1)), gamma**2)
    at_y = ctx.also(low, high, square)
    bound = instantiate(at_y, between_two_squares(), {y: across, g: gamma**2})
    at_angle = substitute(cubic, {y: across, g: gamma**2})
    terms = three_terms(ctx, c(n) * gamma**n * CosTurn(j * n, k))
    value = (
        Chain(ctx, real_part)
        .to(h(0) - terms.statement.rhs, terms)  # type: ignore[attr-defined]
        .to(at_angle, fact(ctx, RISING[0]), angles.doubled(), angles.tripled())
        .qed()
    )
    step = (
        Chain(ctx, margin)
        .at_most(Rational(8, 25) * (1 - across), high)
        .by(bound)
        .to(real_part, value)
        .qed()
    )
    ctx = given(*DISCOUNT, *RISING)
    return generalise(ctx, generalise(ctx.also(CYCLE), step, j, 0), k, 1)


def modulus_above_one() -> Theorem:
    """|1 - h_0| + sum |c_n| gamma^n has three terms."""
    ctx = given(*DISCOUNT, *RISING).also(bounded())
    ctx = ctx.also(sample_real_nsteps.weights_bounded(ctx))
    sizes = three_terms(ctx, Abs(c(n)) * gamma**n)
    return Chain(ctx, general_beta).to(modulus, sizes, fact(ctx, RISING[0])).qed()
