"""Normalising the weights on n-step returns: what is proved, why it needs more, what is refused."""

from collections.abc import Callable

import pytest

from proofs.paper import sample_real_nsteps
from symbolic import (
    Abs,
    AtMost,
    Bounded,
    Chain,
    Converges,
    Equal,
    Less,
    NotEqual,
    ProofError,
    TendsTo,
    Theorem,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.writing import algebra, instantiate, lift, linearity, recall
from tests.proofs.publishing import publish

i, n = index("i"), index("n")
z, r, v, gamma, alpha, s, L = (real(name) for name in ("z", "r", "v", "gamma", "alpha", "s", "L"))
h, c = sequence("h"), sequence("c")

DISCOUNT = (Less(0, gamma), Less(gamma, 1))
INSIDE = Less(Abs(z), 1)
BOUNDED, VANISHING = Bounded(h(i), i, 0), TendsTo(h(i), i, 0)
CONVERGES = Converges(c(n), n, 1)
weights = series(c(n), n, 1)
v_pi = r / (1 - z)
target = v_pi + z**n * (v - v_pi)
combination = series(c(n) * target, n, 1)
normalised = series(c(n) / s * target, n, 1)
NOT_ZERO, POSITIVE, TOTAL = NotEqual(s, 0), Less(0, s), Equal(weights, s)


# -- refusals --------------------------------------------------------------------------------

bounded = given(INSIDE, BOUNDED)
ground = bounded.also(sample_real_nsteps.weights_bounded(bounded), CONVERGES, TOTAL)
with_limit = given(TendsTo(h(i), i, L))
summable = with_limit.also(sample_real_nsteps.weights_converge(), Equal(weights, 1))

#: what the kernel objects to, and the step that it refuses
REFUSED: dict[str, tuple[str, Callable[[], Theorem]]] = {
    "dividing by s where it may be zero": (
        "s ≠ 0 does not follow",
        lambda: linearity(ground, normalised, (1 / s, c(n) * target)),
    ),
    "s / s = 1 where s may be zero": (
        "s ≠ 0 does not follow",
        lambda: linearity(given(CONVERGES), series(c(n) / s, n, 1), (1 / s, c(n))),
    ),
    "weights c_n s in place of c_n / s": (
        "not the combination",
        lambda: linearity(ground.also(NOT_ZERO), normalised, (s, c(n) * target)),
    ),
    "the step size alpha in place of alpha s": (
        "differ by",
        lambda: algebra(
            ground.also(NOT_ZERO),
            v + alpha * (combination - s * v),
            v + alpha * (combination / s - v),
        ),
    ),
    "the step size alpha / s": (
        "differ by",
        lambda: algebra(
            ground.also(NOT_ZERO),
            v + alpha * (combination - s * v),
            v + alpha / s * (combination / s - v),
        ),
    ),
    "a step size from s >= 0": (
        "0 < .* does not follow",
        lambda: recall(given(Less(0, alpha), AtMost(0, s)), Less(0, alpha * s)),
    ),
    "a step size from s != 0": (
        "0 < .* does not follow",
        lambda: recall(given(Less(0, alpha), NOT_ZERO), Less(0, alpha * s)),
    ),
    "a step size at most alpha": (
        "does not follow",
        lambda: recall(given(Less(0, alpha), POSITIVE), AtMost(alpha * s, alpha)),
    ),
    "h_0 = sum c where h has another limit": (
        "difference is L",
        lambda: (
            Chain(summable, h(0)).combine(weights, (-1, sample_real_nsteps.total_weight())).qed()
        ),
    ),
    "h_0 + sum c = 0": (
        "difference is",
        lambda: (
            Chain(summable, h(0)).combine(weights, (1, sample_real_nsteps.total_weight())).qed()
        ),
    ),
    "sum c without a limit of h": (
        "converges does not follow",
        lambda: recall(given(BOUNDED), CONVERGES),
    ),
    "an operator whose weights cannot be summed": (
        "converges.* does not follow",
        lambda: lift(
            given(*DISCOUNT, BOUNDED).also(sample_real_nsteps.weights_bounded(given(BOUNDED))),
            algebra(ground, combination * 1, combination),
        ),
    ),
}


@pytest.mark.parametrize(("objection", "attempt"), REFUSED.values(), ids=REFUSED)
def test_a_near_miss_is_refused(objection: str, attempt: Callable[[], Theorem]) -> None:
    with pytest.raises(ProofError, match=objection):
        publish(attempt)


def test_the_limit_must_be_zero_before_the_sum_is_h_0() -> None:
    total = instantiate(given(VANISHING), sample_real_nsteps.total_weight(), {L: 0})
    assert total.statement.key == Equal(weights, h(0)).key
    assert [h.key for h in total.hypotheses] == [VANISHING.key]


def test_the_steps_that_the_near_misses_miss_are_accepted() -> None:
    ctx = ground.also(NOT_ZERO)
    assert linearity(ctx, normalised, (1 / s, c(n) * target)).statement is not None
    left, right = v + alpha * (combination - s * v), v + alpha * s * (combination / s - v)
    assert algebra(ctx, left, right).statement.key == Equal(left, right).key
