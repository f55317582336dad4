"""The two parameterisations of sample-realizable operators: what is proved, and what is refused."""

from collections.abc import Callable

import pytest
from sympy import Expr

from proofs.paper import sample_real_reparam as claim
from symbolic import (
    Abs,
    AtMost,
    Bounded,
    Chain,
    Equal,
    ForAll,
    IfLess,
    Less,
    OperatorEqual,
    ProofError,
    Theorem,
    each_term,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.writing import (
    algebra,
    conditional,
    lift,
    like,
    linearity,
    peel_first,
    recall,
    shift,
    specialise,
)

i = index("i")
z, r, v, gamma = real("z"), real("r"), real("v"), real("gamma")
a, b, x, y = (sequence(name) for name in "abxy")

DISCOUNT = (Less(0, gamma), Less(gamma, 1))
INSIDE = Less(Abs(z), 1)
A, B, X, Y = (Bounded(s(i), i, 0) for s in (a, b, x, y))
y_explicit, b_explicit = IfLess(i, 1, 1, a(i - 1)) - b(i), IfLess(i, 1, 1, x(i - 1)) - y(i)
A_IS_X, X_IS_A = ForAll(i, 0, Equal(a(i), x(i))), ForAll(i, 0, Equal(x(i), a(i)))
B_FROM_XY = ForAll(i, 1, Equal(b(i), x(i - 1) - y(i)))
Y_FROM_AB = ForAll(i, 1, Equal(y(i), a(i - 1) - b(i)))


def test_the_explicit_sequences_are_the_piecewise_ones() -> None:
    assert claim.taken_off(a, b)(index("i") * 0) == 1 - b(0)
    theorem = conditional(given(AtMost(1, i)), IfLess(i, 1, 1, a(i - 1)))
    assert theorem.statement.key == Equal(IfLess(i, 1, 1, a(i - 1)), a(i - 1)).key


# -- refusals --------------------------------------------------------------------------------

delayed = IfLess(i, 1, 1, a(i - 1))
inner = given(INSIDE, A, B)
late, powers = series(a(i - 1) * z**i, i, 1), series(a(i) * z**i, i, 0)
after = series(delayed * z**i, i, 1)


def shifted(by: int, factor: Expr | int) -> Theorem:
    """sum_{i>=1} a_{i-1} z^i = factor sum_{i>=0} a_i z^i."""
    early = series(a(i) * z ** (i + 1), i, 0)
    steps = shift(inner, late, by), linearity(inner, early, (z, a(i) * z**i))
    return Chain(inner, late).to(factor * powers, *steps).qed()


def recovered(index_of_a: Expr, *signs: int) -> Theorem:
    ctx = given(A_IS_X, B_FROM_XY, AtMost(1, i))
    same, second = specialise(ctx, ctx.facts[0], i - 1), specialise(ctx, ctx.facts[1], i)
    pairs = zip(signs, (second, same), strict=True)
    return Chain(ctx, y(i)).combine(a(index_of_a) - b(i), *pairs).qed()


plain = algebra(inner, powers * r, r * powers)

#: what the kernel objects to, and the step that it refuses
REFUSED: dict[str, tuple[str, Callable[[], Theorem]]] = {
    "a shift by two for a shift by one": ("applies neither", lambda: shifted(2, z)),
    "no factor z after the shift": ("differ by", lambda: shifted(1, 1)),
    "the series of a where |z| < 1 is not known": (
        "converges does not follow",
        lambda: peel_first(given(A), powers),
    ),
    "the series of an unbounded a": (
        "converges does not follow",
        lambda: peel_first(given(INSIDE), powers),
    ),
    "a_i in place of a_{i-1}": (
        "differ by",
        lambda: each_term(
            inner, after, a(i) * z**i, conditional(inner.also(AtMost(1, i)), delayed)
        ),
    ),
    "the later case where i may be 0": (
        "1 ≤ i does not follow",
        lambda: conditional(given(AtMost(0, i)), delayed),
    ),
    "y with the wrong sign": (
        "not the combination",
        lambda: linearity(
            inner,
            series(z**i * (a(i) * (r + z * v) - y_explicit * v), i, 0),
            (r + z * v, a(i) * z**i),
            (v, delayed * z**i),
            (-v, b(i) * z**i),
        ),
    ),
    "an operator without its discount": ("0 < γ does not", lambda: lift(given(A), plain)),
    "an operator of an unbounded sequence": (
        "converges.* does not follow",
        lambda: lift(given(*DISCOUNT), plain),
    ),
    "an operator where z is a given number": (
        "speaks of z, r or v",
        lambda: lift(given(*DISCOUNT, A), recall(given(Equal(z, 0)), Equal(z * r, 0 * r))),
    ),
    "y recovered from the wrong a": ("difference is", lambda: recovered(i, 1, -1)),
    "y recovered with the wrong sign": ("difference is", lambda: recovered(i - 1, -1, -1)),
    "y recovered without a = x": ("difference is", lambda: recovered(i - 1, 1, 0)),
    "a bound from an equation that says nothing at i = 0": (
        "1 ≤ 0 does not follow",
        lambda: like(
            given(Y_FROM_AB, A, B),
            given(Y_FROM_AB).facts[0],
            recall(given(A, B), Bounded(a(i - 1) - b(i), i, 0)),
        ),
    ),
    "a bound for y without one for b": (
        "is bounded does not follow",
        lambda: recall(given(A), Bounded(a(i - 1) - b(i), i, 1)),
    ),
}


@pytest.mark.parametrize(("objection", "attempt"), REFUSED.values(), ids=REFUSED)
def test_a_near_miss_is_refused(objection: str, attempt: Callable[[], Theorem]) -> None:
    with pytest.raises(ProofError, match=objection):
        attempt()


def test_the_steps_that_the_near_misses_miss_are_accepted() -> None:
    assert shifted(1, z).statement.key == Equal(late, z * powers).key
    assert recovered(i - 1, 1, -1).statement.key == Equal(y(i), a(i - 1) - b(i)).key
    assert isinstance(lift(given(*DISCOUNT, A), plain).statement, OperatorEqual)
