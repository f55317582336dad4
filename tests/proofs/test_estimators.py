"""The classes of return estimators: each inclusion, its strictness, and what is refused."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from sympy import Expr

from proofs.lemmas import example_weights as examples, nstep_weights
from proofs.paper import estimators as claim
from symbolic import (
    Abs,
    AtMost,
    Context,
    Converges,
    Equal,
    ForAll,
    IfLess,
    Less,
    NStepReturn,
    ProofError,
    Rational,
    Statement,
    Theorem,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.writing import (
    conditional,
    instantiate_sequence,
    linear_combination,
    recall,
    refute,
    scale,
    specialise,
)

i, j, k, n = (index(name) for name in "ijkn")
z, r, v, gamma = (real(name) for name in ("z", "r", "v", "gamma"))
w = sequence("w")

DISCOUNT = (Less(0, gamma), Less(gamma, 1))
CONVERGES, ONE = Converges(w(n), n, 1), Equal(series(w(n), n, 1), 1)
NONNEGATIVE = ForAll(n, 1, AtMost(0, w(n)))
STEPS, POSITIVE = AtMost(1, k), Less(0, w(k))
NO_TWO = ForAll(i, 1, ForAll(j, i + 1, Equal(w(i) * w(j), 0)))


def step(at: Expr) -> Expr:
    """1 at k, and 0 elsewhere."""
    return IfLess(at, k, 0, IfLess(k, at, 0, 1))


def listed(first: Expr | int, second: Expr | int) -> Expr:
    """Two weights, and 0 after them."""
    return IfLess(n, 3, IfLess(n, 2, first, second), 0)


half = Rational(1, 2)
delayed, tilted, mean = listed(-1, 1), listed(gamma - 1, 2 - gamma), IfLess(n, 3, half, 0)


@pytest.mark.parametrize(
    ("weight", "first"),
    [
        (examples.delayed, [-1, 1, 0, 0]),
        (examples.tilted, [gamma - 1, 2 - gamma, 0, 0]),
        (examples.mean, [half, half, 0, 0]),
        (NStepReturn(2).c, [0, 1, 0, 0]),
    ],
)
def test_the_weights_of_the_examples(weight: Callable[[int], Expr], first: list[Expr]) -> None:
    assert [weight(p) for p in range(1, 5)] == first


@pytest.mark.parametrize("discount", ["1/100", "1/2", "99/100"])
def test_the_tilted_return_contracts_and_has_the_modulus_of_the_proof(discount: str) -> None:
    value = Fraction(discount)
    weights = (value - 1, 2 - value)
    modulus = sum(abs(x) * value**p for p, x in enumerate(weights, start=1))
    assert modulus == value + (1 - value) * value**2 < 1


# -- refusals --------------------------------------------------------------------------------

convex = given(*DISCOUNT, CONVERGES, ONE, NONNEGATIVE).also(nstep_weights.weights_vanish())


def product(ctx: Context, first: Expr, second: Expr) -> Theorem:
    """w_i w_j = 0 at two places."""
    return specialise(ctx, specialise(ctx, given(NO_TWO).facts[0], first), second)


def lone_step(*missing: int) -> Theorem:
    """The sum of the weights of an n-step return, with some of what is known of it left out."""
    facts = [f for p, f in enumerate(claim.n_step().facts) if p not in missing]
    ctx = Context(tuple(facts))
    return instantiate_sequence(ctx, claim.sum_is_the_only_weight(), w, (n,), step(n))


#: what the kernel objects to, and the step that it refuses
REFUSED: dict[str, tuple[str, Callable[[], Theorem]]] = {
    "|w_n| = w_n where w_n may be negative": (
        "does not follow",
        lambda: recall(given(*DISCOUNT, AtMost(1, n)), Equal(Abs(w(n)), w(n))),
    ),
    "w_0 >= 0 from weights that begin with w_1": (
        "1 ≤ 0 does not follow",
        lambda: specialise(given(), given(NONNEGATIVE).facts[0], 0),
    ),
    "gamma^n <= gamma at n = 0": (
        "does not follow",
        lambda: recall(given(*DISCOUNT, AtMost(0, n)), AtMost(gamma**n, gamma)),
    ),
    "gamma^n < gamma at n = 1": (
        "does not follow",
        lambda: recall(given(*DISCOUNT, AtMost(1, n)), Less(gamma**n, gamma)),
    ),
    "weighting an inequality with weights of unknown sign": (
        "0 ≤ w_n does not follow",
        lambda: scale(
            given(), recall(given(*DISCOUNT, AtMost(1, n)), AtMost(gamma**n, gamma)), w(n)
        ),
    ),
    "w_k w_k = 0": (
        "k \\+ 1 ≤ k does not follow",
        lambda: product(given(STEPS), k, k),
    ),
    "w_n = 0 where w_k may be zero": (
        "difference is",
        lambda: linear_combination(
            given(AtMost(1, n), AtMost(n, k - 1)),
            w(n),
            0,
            (1 / w(k), product(given(AtMost(1, n), AtMost(n, k - 1)), n, k)),
        ),
    ),
    "w_n = 0 at n = k": (
        "n \\+ 1 ≤ k does not follow",
        lambda: product(given(AtMost(1, n), AtMost(n, k)), n, k),
    ),
    "the weight of an n-step return at an unknown place": (
        "does not follow",
        lambda: conditional(given(), step(n)),
    ),
    "weights that end one too early": (
        "does not follow",
        lambda: nstep_weights.ending(given(STEPS), step, k - 1),
    ),
    "delayed TD(0) with weights that sum to one": (
        "does not follow",
        lambda: recall(
            examples.summable(examples.delayed).also(examples.total(examples.delayed)),
            Equal(series(delayed, n, 1), 1),
        ),
    ),
    "a counterexample where the tilted return is positive": (
        "does not contradict",
        lambda: refute(
            given(*DISCOUNT),
            ForAll(n, 1, AtMost(0, tilted)),
            recall(given(*DISCOUNT), Less(0, examples.tilted(2))),
            2,
        ),
    ),
    "gamma^2 < 1 multiplied by gamma - 1": (
        "does not follow",
        lambda: scale(given(*DISCOUNT), recall(given(*DISCOUNT), Less(gamma**2, 1)), gamma - 1),
    ),
    "the weights of the mean below one half": (
        "does not follow",
        lambda: examples.each_weight(Less(examples.mean(n), half)),
    ),
    "the weights of the mean all positive": (
        "does not follow",
        lambda: examples.each_weight(Less(0, examples.mean(n))),
    ),
}


@pytest.mark.parametrize(("objection", "attempt"), REFUSED.values(), ids=REFUSED)
def test_a_near_miss_is_refused(objection: str, attempt: Callable[[], Theorem]) -> None:
    with pytest.raises(ProofError, match=objection):
        attempt()


@pytest.mark.parametrize(
    ("missing", "left"),
    [
        ((), ()),
        ((1,), (ForAll(i, 1, ForAll(j, i + 1, Equal(step(i) * step(j), 0))),)),
        ((2,), (Converges(step(n), n, 1),)),
        ((3, 4), ()),  # 0 < step(k) says 0 < 1
    ],
    ids=["nothing", "no two weights", "a sum", "a positive weight"],
)
def test_what_is_not_shown_of_an_n_step_return_stays_a_hypothesis(
    missing: tuple[int, ...], left: tuple[Statement, ...]
) -> None:
    theorem = lone_step(*missing)
    assert theorem.statement.key == Equal(series(step(n), n, 1), step(k)).key
    assert {h.key for h in theorem.hypotheses} == {h.key for h in (STEPS, *left)}


def test_the_steps_that_the_near_misses_miss_are_accepted() -> None:
    first = given(AtMost(1, n), AtMost(n, k - 1))
    assert product(first, n, k).statement.key == Equal(w(n) * w(k), 0).key
    assert nstep_weights.ending(given(STEPS), step, k).hypotheses == ()
    assert examples.each_weight(AtMost(examples.mean(n), half)).hypotheses == ()
    inner = convex.also(AtMost(1, n))
    own = inner.also(specialise(inner, convex.facts[4], n))
    assert recall(own, Equal(Abs(w(n)), w(n))).statement.key == Equal(Abs(w(n)), w(n)).key
