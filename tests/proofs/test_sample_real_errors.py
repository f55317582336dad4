"""Operators that fix v_pi as weighted TD errors: what is proved, and what is refused."""

from collections.abc import Callable

import pytest
from sympy import Expr

from proofs.paper import sample_real_errors as claim
from symbolic import (
    Abs,
    AtMost,
    Bounded,
    Chain,
    Equal,
    Less,
    OnEveryMRP,
    OperatorEqual,
    ProofError,
    Statement,
    Theorem,
    each_term,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.writing import (
    coefficients,
    combine_operators,
    everywhere,
    lift,
    linear_combination,
    on_two_states,
    peel_first,
    peel_last,
    specialise,
)

i, j = index("i"), index("j")
z, r, v, gamma, mu = (real(name) for name in ("z", "r", "v", "gamma", "mu"))
a, b, x, y = (sequence(name) for name in "abxy")

DISCOUNT = (Less(0, gamma), Less(gamma, 1))
INSIDE = Less(Abs(z), 1)
A, B, X, Y = (Bounded(s(i), i, 0) for s in (a, b, x, y))
v_pi = r / (1 - z)
h = 1 - series(b(j), j, 0, i)
rewards, values, eligibility = (series(t * z**i, i, 0) for t in (a(i), b(i), h))
td_errors = v + eligibility * (r + z * v - v)
second_at_v_pi = v_pi + series(z**i * (x(i) * (r + z * v_pi) - y(i) * v_pi), i, 0)
FIXED = OperatorEqual(rewards * r + values * v_pi, v_pi)
FIXED_EVERYWHERE = OnEveryMRP(OperatorEqual(second_at_v_pi, v_pi))


# -- refusals --------------------------------------------------------------------------------

scalar = given(INSIDE, A, B)
everywhere_ctx = given(*DISCOUNT, X, Y, FIXED_EVERYWHERE, Less(Abs(mu), 1))
on_one_mrp = given(*DISCOUNT, A, B, FIXED)


def differences(target: Expr) -> Theorem:
    """b_i as a difference of two of the weights h."""
    rest = series(b(i) * z**i, i, 1)
    one_more = peel_last(scalar.also(AtMost(1, i)), series(b(j), j, 0, i))
    return each_term(scalar, rest, target * z**i, one_more)


def weighted(*multipliers: int, errors: Expr = td_errors) -> Theorem:
    """The TD-error form from the general one and the fixed point."""
    pairs = zip(multipliers, (claim.up_to_the_fixed_point(), on_one_mrp.facts[-1]), strict=False)
    return combine_operators(on_one_mrp, rewards * r + values * v, errors, *pairs)


def vanishing(hypothesis: Statement) -> Theorem:
    """sum_i (x_i - y_i) mu^i = 0, given for the mu that the hypothesis allows."""
    ctx = given(X, Y, hypothesis)
    total = series((x(i) - y(i)) * mu**i, i, 0)
    return coefficients(ctx, ctx.also(Equal(total, 0)).facts[-1], mu)


zero = given(AtMost(0, i), Equal((x(i) - y(i)) * gamma**i, 0)).facts[1]

#: what the kernel objects to, and the step that it refuses
REFUSED: dict[str, tuple[str, Callable[[], Theorem]]] = {
    "b_i = h_i - h_{i-1}": (
        "differ by",
        lambda: differences(h - h.subs(i, i - 1)),
    ),
    "b_i = h_i - h_{i+1}": ("differ by", lambda: differences(h - h.subs(i, i + 1))),
    "a last term where there may be none": (
        "0 ≤ i does not follow",
        lambda: peel_last(given(), series(b(j), j, 0, i)),
    ),
    "the weights of an unbounded b": (
        "converges does not follow",
        lambda: peel_first(given(INSIDE), eligibility),
    ),
    "an operator with weights of unknown growth": (
        "converges.* does not follow",
        lambda: lift(given(*DISCOUNT), Chain(scalar, eligibility * r).to(r * eligibility).qed()),
    ),
    "the TD-error form without the fixed point": ("difference is", lambda: weighted(1)),
    "the fixed point taken off twice": ("difference is", lambda: weighted(1, 2)),
    "the fixed point with the wrong sign": ("difference is", lambda: weighted(1, -1)),
    "weights that start one step late": (
        "difference is",
        lambda: weighted(1, 1, errors=v + z * eligibility * (r + z * v - v)),
    ),
    "a fixed point on this MRP taken for one on every MRP": (
        "restrict the MRP",
        lambda: everywhere(on_one_mrp, on_one_mrp.facts[-1]),
    ),
    "a fixed point on this MRP on two-state chains": (
        "not an equation on every MRP",
        lambda: on_two_states(on_one_mrp.also(Less(Abs(mu), 1)), on_one_mrp.facts[-1], mu),
    ),
    "an eigenvalue that may be larger than 1": (
        "≤ 1 does not follow",
        lambda: on_two_states(
            given(*DISCOUNT, X, Y, Less(Abs(mu), 2)), everywhere_ctx.facts[4], mu
        ),
    ),
    "coefficients where the series vanishes for one mu only": (
        "not arbitrary",
        lambda: vanishing(Equal(mu, 0)),
    ),
    "dividing by gamma^i where gamma may be 0": (
        "difference is",
        lambda: linear_combination(given(AtMost(0, i)), x(i), y(i), (gamma**-i, zero)),
    ),
    "x_i = y_i before i = 0": (
        "0 ≤ -1 does not follow",
        lambda: specialise(given(), claim.equal_if_fixed_everywhere(), -1),
    ),
}


@pytest.mark.parametrize(("objection", "attempt"), REFUSED.values(), ids=REFUSED)
def test_a_near_miss_is_refused(objection: str, attempt: Callable[[], Theorem]) -> None:
    with pytest.raises(ProofError, match=objection):
        attempt()


def test_the_steps_that_the_near_misses_miss_are_accepted() -> None:
    assert differences(h.subs(i, i - 1) - h).statement is not None
    assert weighted(1, 1).statement.key == OperatorEqual(rewards * r + values * v, td_errors).key
    assert (
        linear_combination(
            given(*DISCOUNT, AtMost(0, i)), x(i), y(i), (gamma**-i, zero)
        ).statement.key
        == Equal(x(i), y(i)).key
    )
