"""Exact Markov reward processes: operators of returns, computed in independent ways, agree."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import given, strategies as st

from numeric_checks.arithmetic.rational_functions import filter_of, generating_function_of
from numeric_checks.instances.mrp_strategies import episodic_mrps
from numeric_checks.instances.strategies import (
    convex_returns,
    discounts,
    eventually_constant_returns,
    finite_returns,
    mrps,
    mrps_with_values,
    named_returns,
    rationals,
)
from numeric_checks.processes.mrp import (
    MRP,
    EpisodicMRP,
    InvalidMRP,
    Vector,
    cycle,
    max_norm,
    single_state,
    two_state,
)
from symbolic.returns import (
    DelayedReturn,
    GammaReturn,
    InvalidReturn,
    InvertedUReturn,
    LambdaReturn,
    LinearReturn,
    MonteCarloReturn,
    NStepReturn,
    TruncatedLambdaReturn,
    WeightedReturn,
)
from symbolic.terms import index, real

Estimates = tuple[MRP, Vector]
PROCESSES = mrps_with_values()


def q(*numbers: int | str) -> Vector:
    return tuple(map(Fraction, numbers))


def weights(ret: WeightedReturn) -> list[Fraction]:
    return list(ret.nstep_weights)


def minus(v: Vector, w: Vector) -> Vector:
    return tuple(x - y for x, y in zip(v, w, strict=True))


@given(mrps())
def test_v_pi_is_fixed_by_the_bellman_operator(mrp: MRP) -> None:
    v_pi = mrp.values()
    assert mrp.bellman(v_pi) == v_pi
    assert set(mrp.td_error(v_pi)) == {0}


@given(mrps(), named_returns())
def test_v_pi_is_fixed_by_the_operator_of_every_return(mrp: MRP, ret: LinearReturn) -> None:
    v_pi = mrp.values()
    assert mrp.operator(ret, v_pi) == v_pi


@given(PROCESSES, finite_returns())
def test_the_operator_of_a_finite_return_combines_nstep_operators(
    case: Estimates, ret: WeightedReturn
) -> None:
    mrp, v = case
    assert mrp.operator(ret, v) == mrp.operator_by_nsteps(weights(ret), v)


@given(PROCESSES, eventually_constant_returns())
def test_with_a_limit_the_operator_needs_its_share_of_v_pi(
    case: Estimates, ret: WeightedReturn
) -> None:
    mrp, v = case
    (limit,) = ret.eligibilities(len(ret.weights) + 1)[-1:]
    assert mrp.operator(ret, v) == mrp.operator_by_nsteps(weights(ret), v, limit=limit)


@given(PROCESSES, finite_returns())
def test_the_operator_of_a_finite_return_adds_discounted_td_errors(
    case: Estimates, ret: WeightedReturn
) -> None:
    mrp, v = case
    error, total = mrp.td_error(v), list(v)
    for h in ret.eligibilities(len(ret.weights)):
        total = [x + h * e for x, e in zip(total, error, strict=True)]
        error = tuple(
            mrp.gamma * sum((p * e for p, e in zip(row, error, strict=True)), Fraction(0))
            for row in mrp.P
        )
    assert mrp.operator(ret, v) == tuple(total)


@given(PROCESSES, st.integers(1, 6))
def test_the_operator_of_the_nstep_return_iterates_the_bellman_operator(
    case: Estimates, n: int
) -> None:
    mrp, v = case
    assert mrp.operator(NStepReturn(n), v) == mrp.n_step(v, n)


@given(PROCESSES)
def test_the_monte_carlo_operator_sends_everything_to_v_pi(case: Estimates) -> None:
    mrp, v = case
    assert mrp.operator(MonteCarloReturn(), v) == mrp.values()


def test_monte_carlo_is_not_a_combination_of_nstep_returns() -> None:
    mrp, v = single_state(1, "1/2"), (Fraction(0),)
    no_weights = [Fraction(0)] * 5
    assert mrp.operator(MonteCarloReturn(), v) == q(2)
    assert mrp.operator_by_nsteps(no_weights, v) == q(0)
    assert mrp.operator_by_nsteps(no_weights, v, limit=1) == q(2)


@given(PROCESSES, named_returns(), st.data())
def test_the_contraction_matrix_carries_the_difference_of_two_estimates(
    case: Estimates, ret: LinearReturn, data: st.DataObject
) -> None:
    mrp, v = case
    w = data.draw(st.tuples(*[rationals(-3, 3, 4)] * mrp.size))
    change = mrp.contraction_matrix(ret) * fmpq_mat(
        mrp.size, 1, [fmpq(x.numerator, x.denominator) for x in minus(v, w)]
    )
    images = minus(mrp.operator(ret, v), mrp.operator(ret, w))
    assert [Fraction(int(x.p), int(x.q)) for x in change.entries()] == list(images)


@given(mrps(), convex_returns())
def test_a_convex_return_contracts_at_the_same_rate_on_every_process(
    mrp: MRP, ret: WeightedReturn
) -> None:
    modulus = sum((c * mrp.gamma**n for n, c in enumerate(weights(ret), start=1)), Fraction(0))
    assert max_norm(mrp.contraction_matrix(ret)) == modulus


@given(finite_returns(), discounts())
def test_on_a_long_cycle_the_norm_is_the_sum_of_absolute_weights(
    ret: WeightedReturn, gamma: Fraction
) -> None:
    c = weights(ret)
    bound = abs(1 - sum(c, Fraction(0)))
    for n, x in enumerate(c, start=1):
        bound += abs(x) * gamma**n
    assert max_norm(cycle(len(c) + 1, gamma).contraction_matrix(ret)) == bound


@given(PROCESSES, st.lists(rationals(-2, 2), max_size=4), rationals(0, 1), rationals(0, 1))
def test_a_matrix_series_acts_on_a_vector_as_its_matrix_does(
    case: Estimates, num: list[Fraction], a: Fraction, b: Fraction
) -> None:
    mrp, v = case
    den = [Fraction(1), -a - b, a * b]  # (1 - az)(1 - bz), which has no root where |z| < 1
    found = mrp.of_series(num, den, v)
    matrix = mrp.matrix_of_series(num, den)
    column = fmpq_mat(mrp.size, 1, [fmpq(x.numerator, x.denominator) for x in v])
    assert [Fraction(int(x.p), int(x.q)) for x in (matrix * column).entries()] == list(found)
    assert mrp.of_series(den, [1], found) == mrp.of_series(num, [1], v)


def test_the_delayed_pulse_stretches_the_two_state_process() -> None:
    walk = two_state("2/5", "9/10")
    assert walk.operator(DelayedReturn(1), (1, 1)) == q("91/100", "91/100")
    assert walk.operator(DelayedReturn(1), (1, -1)) == q("3031/2500", "-3031/2500")


def test_the_delayed_pulse_may_have_a_line_of_fixed_points() -> None:
    walk = two_state("1/2", "9/10")
    v = q(7, -7)
    assert walk.values() == q(0, 0)
    assert walk.operator(DelayedReturn(1), v) == v


def test_known_values() -> None:
    assert single_state(1, "9/10").values() == q(10)
    assert cycle(3, "1/2", [1, 0, 0]).values() == q("8/7", "2/7", "4/7")
    assert two_state("1/4", "1/2").P[0] == q("1/4", "3/4")
    assert cycle(1, "1/2").z == fmpq_mat([[fmpq(1, 2)]])
    assert max_norm(fmpq_mat([[1, -2], [0, fmpq(5, 2)]])) == 3


def test_a_process_is_a_value() -> None:
    assert two_state("1/2", "1/2") == MRP.of(HALVES, [0, 0], "0.5")
    assert len({cycle(2, "1/2"), cycle(2, "0.5")}) == 1


# -- processes that end -------------------------------------------------------------------------


@given(episodic_mrps(), named_returns(), st.data())
def test_an_episode_that_ends_is_a_terminal_state_worth_nothing(
    mrp: EpisodicMRP, ret: LinearReturn, data: st.DataObject
) -> None:
    """Every operator agrees with that of the process whose terminal state is written out."""
    v = data.draw(st.tuples(*[rationals(-3, 3, 4)] * mrp.size))
    whole, extended = mrp.with_terminal_state(), (*v, Fraction(0))
    assert whole.bellman(extended) == (*mrp.bellman(v), 0)
    assert whole.operator(ret, extended) == (*mrp.operator(ret, v), 0)
    assert whole.values() == (*mrp.values(), 0)


@given(episodic_mrps(), named_returns())
def test_v_pi_is_fixed_when_episodes_end(mrp: EpisodicMRP, ret: LinearReturn) -> None:
    v_pi = mrp.values()
    assert mrp.operator(ret, v_pi) == v_pi
    assert max_norm(mrp.z) <= mrp.gamma


@given(episodic_mrps(), convex_returns())
def test_a_convex_return_contracts_at_least_as_fast_when_episodes_end(
    mrp: EpisodicMRP, ret: WeightedReturn
) -> None:
    modulus = sum((c * mrp.gamma**n for n, c in enumerate(weights(ret), start=1)), Fraction(0))
    assert max_norm(mrp.contraction_matrix(ret)) <= modulus


def test_ending_at_once_makes_every_return_of_weight_one_exact() -> None:
    mrp = EpisodicMRP.of([[0, 0], [0, 0]], [3, -2], "9/10")
    assert mrp.ending == q(1, 1)
    assert mrp.operator(LambdaReturn("1/2"), [7, 7]) == mrp.values() == q(3, -2)


def test_a_process_that_may_end_is_not_one_that_does_not() -> None:
    ending, going_on = EpisodicMRP.of([[1]], [0], "1/2"), MRP.of([[1]], [0], "1/2")
    assert len({ending, going_on}) == 2
    assert ending.with_terminal_state() == MRP.of([[1, 0], [0, 1]], [0, 0], "1/2")


HALVES = [["1/2", "1/2"], ["1/2", "1/2"]]
REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: MRP.of([], [], "1/2"), "P has no rows"),
    (lambda: MRP.of([[1, 0]], [0], "1/2"), "row 0 of P has length 2, expected 1"),
    (lambda: MRP.of([[1, 0], [1]], [0, 0], "1/2"), "row 1 of P has length 1, expected 2"),
    (lambda: MRP.of([["1/2", "1/3"], [0, 1]], [0, 0], "1/2"), "row 0 of P sums to 5/6, expected 1"),
    (lambda: MRP.of([[1, 0], [2, -1]], [0, 0], "1/2"), r"P\[1\]\[1\] = -1, expected a probability"),
    (lambda: MRP.of(HALVES, [0], "1/2"), "r has length 1, expected 2"),
    (lambda: MRP.of(HALVES, [0, 0], 1), "gamma = 1, expected 0 < gamma < 1"),
    (lambda: MRP.of(HALVES, [0, 0], 0), "gamma = 0, expected 0 < gamma < 1"),
    (lambda: MRP.of(HALVES, [0, 0], "-1/2"), "gamma = -1/2, expected 0 < gamma < 1"),
    (lambda: MRP.of(HALVES, [0, 0], "nan"), "gamma: 'nan' is not a number"),
    (lambda: MRP.of(HALVES, [0, 0], 0.5), "gamma = 0.5, expected an exact number"),  # type: ignore[arg-type]
    (lambda: MRP.of([[1.0]], [0], "1/2"), r"P\[0\]\[0\] = 1\.0, expected an exact"),  # type: ignore[list-item]
    (lambda: MRP.of([[True]], [0], "1/2"), r"P\[0\]\[0\] = True, expected an exact"),
    (lambda: MRP.of([[1]], [None], "1/2"), r"r\[0\] = None, expected an exact number"),  # type: ignore[list-item]
    (lambda: MRP(((1.0,),), (Fraction(0),), Fraction(1, 2)), r"P\[0\]\[0\] = 1\.0"),  # type: ignore[arg-type]
    (lambda: MRP(((Fraction(1),),), (0.5,), Fraction(1, 2)), r"r\[0\] = 0\.5"),  # type: ignore[arg-type]
    (lambda: EpisodicMRP.of([["1/2", "2/3"], [0, 0]], [0, 0], "1/2"), "row 0 of P sums to 7/6, e"),
    (lambda: EpisodicMRP.of([["-1/2"]], [0], "1/2"), r"P\[0\]\[0\] = -1/2, expected a probability"),
    (lambda: EpisodicMRP.of([], [], "1/2"), "P has no rows, expected at least one state"),
    (lambda: EpisodicMRP.of([[0, 0]], [0], "1/2"), "row 0 of P has length 2, expected 1"),
    (lambda: EpisodicMRP.of([[0]], [0, 0], "1/2"), "r has length 2, expected 1"),
    (lambda: EpisodicMRP.of([[0]], [0], 1), "gamma = 1, expected 0 < gamma < 1"),
    (lambda: EpisodicMRP.of([[0.5]], [0], "1/2"), r"P\[0\]\[0\] = 0\.5, expected an exact"),  # type: ignore[list-item]
    (lambda: cycle(0, "1/2"), "k = 0, expected a cycle of k >= 1 states"),
    (lambda: cycle(2, "1/2", [1]), "r has length 1, expected 2"),
    (lambda: two_state("3/2", "1/2"), r"P\[0\]\[1\] = -1/2, expected a probability"),
    (lambda: cycle(2, "1/2").bellman([1]), "v has length 1, expected 2"),
    (lambda: cycle(2, "1/2").bellman([1, 0.5]), r"v\[1\] = 0\.5, expected an exact"),  # type: ignore[list-item]
    (lambda: cycle(2, "1/2").n_step([1, 1], -1), "n = -1, expected n >= 0"),
]


@pytest.mark.parametrize(("make", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_bad_input_is_refused_with_the_entry_named(
    make: Callable[[], object], message: str
) -> None:
    with pytest.raises(InvalidMRP, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_an_operator_needs_numbers_for_the_parameters() -> None:
    mrp = single_state(1, "1/2")
    with pytest.raises(InvalidReturn, match="only when its parameters are; lam is not"):
        mrp.operator(LambdaReturn(real("lam")), [0])
    with pytest.raises(InvalidReturn, match="only when its parameters are; length is not"):
        mrp.contraction_matrix(GammaReturn("1/2", index("length")))


@given(named_returns(), rationals(0, Fraction(9, 10)))
def test_the_quotient_of_polynomials_is_what_the_closed_form_says(
    ret: LinearReturn, x: Fraction
) -> None:
    for parts, closed in (
        (generating_function_of(ret), ret.generating_function(x)),
        (filter_of(ret), ret.filter(x)),
    ):
        top, bottom = (sum(a * x**i for i, a in enumerate(part)) for part in parts)
        assert bottom * closed == top
        assert parts[1][0] == 1


def test_a_quotient_is_in_lowest_terms() -> None:
    assert generating_function_of(TruncatedLambdaReturn("1/2", 2)) == (q(1, "1/2"), q(1))
    assert filter_of(LambdaReturn(1)) == (q(1), q(1))
    assert filter_of(LambdaReturn("1/2")) == (q(1, -1), q(1, "-1/2"))
    assert generating_function_of(InvertedUReturn("1/2")) == (q(0, "1/2"), q(1, -1, "1/4"))


def test_hypothesis_is_not_imported_until_a_strategy_is_asked_for() -> None:
    program = (
        "import sys, numeric_checks.processes.mrp; "
        "import numeric_checks.instances.strategies, numeric_checks.instances.evidence; "
        "sys.exit('hypothesis' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
