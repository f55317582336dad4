"""The convergence criterion and what follows from it: wrong variants fail, instances are exact."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from flint import arb, fmpq
from hypothesis import given, strategies as st
from sympy import Expr, Integer

from numeric_checks import MRP, cycle, single_state
from numeric_checks.arithmetic.balls import bounds
from numeric_checks.arithmetic.rationals import to_fmpq
from numeric_checks.instances import mrp_strategies, strategies as draw
from numeric_checks.processes.chains import inner_product, stationary_distribution
from numeric_checks.processes.spectra import Fate, fate
from proofs.beyond import convergence_criterion, cycle_criterion, immediate_eligibility as immediate
from proofs.beyond.certificate_soundness import certified_margin, dissipates
from proofs.beyond.convergence_criterion import least_on_circle
from proofs.beyond.herglotz import e
from proofs.companion import ledger
from proofs.lemmas import cosine_sums, fejer
from proofs.lemmas.finite_returns import filter_at
from proofs.notation import k, m
from proofs.paper import linear_contraction
from proofs.paper.linear_contraction import sorted_form
from symbolic import (
    AtMost,
    Context,
    DelayedLambdaReturn,
    DelayedReturn,
    Dissipative,
    InvertedUReturn,
    Less,
    LinearReturn,
    Not,
    OnEveryMRP,
    ProofError,
    Rational,
    Theorem,
    WeightedReturn,
    given as suppose,
)
from symbolic.writing import instantiate, mode_of, on_policy, stationary_chain
from symbolic.writing.theorem import rules_used

small = st.integers(-3, 3).map(Fraction)


# -- what is derived, and from what ----------------------------------------------------------------


def test_no_theorem_of_analysis_is_cited() -> None:
    """Of the rules about MRPs only covariances and the modes of cycles are used."""
    used = rules_used(convergence_criterion.margin())
    assert {"stationary chain", "quadratic form", "largest covariance"} <= used
    assert not used & {"von Neumann's inequality", "reversible chains", "norm bound"}
    assert all(not part.cites for part in ledger.load("convergence-criterion").parts)


def test_the_two_directions_have_the_same_two_sides() -> None:
    there, back = convergence_criterion.margin(), convergence_criterion.only_then()
    assert back.statement.key in {h.key for h in there.hypotheses}
    assert there.statement.key in {h.key for h in back.hypotheses}


def ground() -> Context:
    return linear_contraction.ground()


def margin_at_hand(least: Expr) -> Theorem:
    """The margin on the MRP at hand, if that is what was derived of covariances."""
    bound = convergence_criterion.of_covariances()
    return stationary_chain(ground(), sorted_form, bound, least, "rho")


REFUSED: dict[str, Callable[[], Theorem]] = {
    "a larger margin": lambda: margin_at_hand(2 * e),
    "updates without a positive margin": lambda: on_policy(
        ground(), margin_at_hand(e), convergence_criterion.descent()
    ),
    "the modes of another operator": lambda: mode_of(
        suppose(),
        cycle_criterion.eigenvalues(),
        ground().also(OnEveryMRP(Dissipative(2 * sorted_form, e))).facts[-1],
    ),
    "a margin on every MRP where one on this MRP is asked for": lambda: on_policy(
        ground().also(Less(0, e)), convergence_criterion.margin(), convergence_criterion.descent()
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_variant_is_refused(name: str) -> None:
    with pytest.raises((ProofError, ValueError)):
        REFUSED[name]()


@pytest.mark.parametrize(
    ("frequency", "points"), [(k, k), (2 * k, k), (Integer(0), k), (Integer(3), Integer(3))]
)
def test_other_frequencies_are_not_said_to_cancel(frequency: Expr, points: Expr) -> None:
    """The condition 1 <= frequency < number of angles stays, and cannot be met."""
    left = instantiate(
        suppose(AtMost(1, k)), cosine_sums.orthogonal(), {k: frequency, cosine_sums.K: points}
    )
    assert any(h.key != AtMost(1, k).key for h in left.hypotheses)


# -- cosine polynomials against covariances --------------------------------------------------------


def cosine(top: int, bottom: int) -> arb:
    return arb(fmpq(2 * top, bottom)).cos_pi()


@given(
    mrp_strategies.irreducible_mrps(1, 3),
    draw.value_vectors(3),
    st.lists(small, min_size=0, max_size=3),
)
def test_a_polynomial_that_is_not_negative_at_the_angles_is_not_negative_on_covariances(
    mrp: MRP, values: tuple[Fraction, ...], weights: list[Fraction]
) -> None:
    """With the least x for which it is not negative there."""
    size, start, d = len(weights) + 1, values[: mrp.size], stationary_distribution(mrp)
    sums = [
        sum((arb(fmpq(w.numerator, w.denominator)) * cosine(at * n, 2 * size)
             for n, w in enumerate(weights, start=1)), arb(0))
        for at in range(2 * size)
    ]  # fmt: skip
    least = max(bounds(total)[1] for total in sums)
    rho, now = [], start
    for _ in range(size):
        rho.append(inner_product(d, start, now))
        now = tuple(
            sum((p * v for p, v in zip(row, now, strict=True)), Fraction(0)) for row in mrp.P
        )
    damped = sum((w * (size - n) * rho[n] for n, w in enumerate(weights, start=1)), Fraction(0))
    assert size * rho[0] * least - damped >= 0
    assert len(fejer.against_covariances().hypotheses) == 3


def test_fewer_angles_are_not_enough() -> None:
    """Delayed TD(0): the real part is positive at angle 0, and on two states it diverges."""
    ret, discount = WeightedReturn((0, 1)), Fraction(9, 10)
    assert filter_at(ret, discount, 1, 0).real > 0
    assert filter_at(ret, discount, 2, 1).real < 0
    assert fate(single_state(0, discount), ret) is Fate.CONVERGES
    assert fate(cycle(2, discount), ret) is Fate.DIVERGES


# -- certificates ----------------------------------------------------------------------------------


def test_a_certificate_of_one_step_td_is_exact() -> None:
    """1 - z/2 less 1/2 is |(1 - z)/2|^2 on the circle, so the margin is 1/2 and not more."""
    td, half = WeightedReturn((1,)), Fraction(1, 2)
    assert certified_margin(td, half, (half, -half)) == half
    assert dissipates(single_state(0, half), td, half)
    assert not dissipates(single_state(0, half), td, half + Fraction(1, 1000))


@given(draw.finite_returns(), draw.discounts(), draw.value_vectors(3))
def test_no_certificate_claims_more_than_the_circle_allows(
    ret: WeightedReturn, discount: Fraction, numbers: tuple[Fraction, ...]
) -> None:
    claimed = to_fmpq(certified_margin(ret, discount, numbers))
    for mode in range(12):
        assert not filter_at(ret, discount, 12, mode).real < claimed


def test_a_certificate_with_the_wrong_sign_claims_too_much() -> None:
    """With |c_k gamma^k - 2 A_k| the numbers 1, 1, 1 would certify 13 where the margin is 10."""
    ret, discount, numbers = WeightedReturn((16, 8)), Fraction(1, 2), (Fraction(1),) * 3
    opposite = WeightedReturn((-16, -8))
    wrong = certified_margin(opposite, discount, numbers) + 2 * 16
    assert wrong == 13
    assert not dissipates(single_state(0, discount), ret, wrong)
    assert dissipates(single_state(0, discount), ret, Fraction(10))
    assert certified_margin(ret, discount, numbers) <= 10


# -- immediate eligibility -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ret",
    [DelayedReturn(1), DelayedReturn(2), DelayedReturn(3), DelayedLambdaReturn(Fraction(1, 2), 1),
     InvertedUReturn("1/2"), WeightedReturn((0, 1, 2, 1)), WeightedReturn((-1, 5)),
     WeightedReturn((0, 0, 1))],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("discount", ["1/10", "9/10"])
def test_a_return_without_immediate_credit_diverges_on_a_cycle(
    ret: LinearReturn, discount: str
) -> None:
    assert any(fate(cycle(states, discount), ret) is Fate.DIVERGES for states in range(1, 10))


def test_a_little_immediate_credit_can_be_enough() -> None:
    """h = (1, 1/2): the condition is about h_0, not about rising or falling."""
    ret, discount = WeightedReturn((1, Fraction(1, 2))), Fraction(1, 2)
    assert least_on_circle(ret, discount) > 0
    assert all(fate(cycle(s, discount), ret) is Fate.CONVERGES for s in range(1, 8))


@given(draw.finite_returns(), draw.discounts())
def test_a_weight_is_at_most_what_the_first_eligibility_allows(
    ret: WeightedReturn, discount: Fraction
) -> None:
    """|c_m| gamma^m <= 2 (h_0 - e), with a number e below the real part on the circle."""
    least = least_on_circle(ret, discount)
    first = (*ret.eligibilities(len(ret.weights)), Fraction(0))
    for place in range(1, len(first)):
        weight = first[place - 1] - first[place]
        assert abs(weight) * discount**place <= 2 * (first[0] - least)


def test_a_louder_echo_is_not_a_covariance() -> None:
    """What is left is the hypothesis that 3/2 is at most 1."""
    left = instantiate(
        ground().also(AtMost(1, m)), immediate.with_an_echo(), {immediate.s: Rational(3, 2)}
    )
    assert AtMost(Rational(3, 2), 1).key in {h.key for h in left.hypotheses}


def test_no_credit_is_refuted_unless_nothing_is_updated() -> None:
    theorem = immediate.never_safe()
    assert theorem.statement.key == Not(immediate.SAFE).key
    assert {h.key for h in immediate.NOT_ZERO} <= {h.key for h in theorem.hypotheses}
