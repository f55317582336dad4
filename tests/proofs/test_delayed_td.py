"""Delayed TD(0): wrong regions, wrong eigenvalues and wrong fixed points are refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import count, islice

import pytest
from flint import acb
from sympy import Rational

from numeric_checks import cycle, two_state
from numeric_checks.identities.enclosures import Balls
from numeric_checks.identities.evaluation import assign, compiled
from numeric_checks.processes.delayed import (
    cycle_eigenvalue,
    first_disagreement,
    fixed_point_space,
    grid,
    predicted_region,
    two_state_spectrum,
)
from numeric_checks.processes.spectra import Fate, eigenvalues, fate
from proofs.beyond import two_state_delays
from proofs.beyond.two_state_delays import UPDATES, rate
from proofs.lemmas import delayed_cycle, step_sizes, two_states
from proofs.lemmas.delayed_cycle import AROUND, FAR, far, growth, states, turning
from proofs.lemmas.delayed_td import (
    DELAYED,
    PROBABILITY,
    delayed,
    multiplier,
    p,
    relaxed,
    tau,
    x_of_p,
)
from proofs.lemmas.step_sizes import ENDLESS, NONNEGATIVE, STEPS, constant
from proofs.lemmas.two_states import APART
from proofs.notation import DISCOUNT, gamma, j, m, r, v, v_pi, z
from proofs.paper import counterexample_pulse, delayed_pulse, divergence_any_tau
from symbolic import (
    AtMost,
    Chain,
    Context,
    CosTurn,
    DelayedReturn,
    Equal,
    Less,
    NotEqual,
    OperatorEqual,
    ProofError,
    Statement,
    Theorem,
    TwoStateEigenvalue,
    ZeroOnlyAt,
    given,
    real,
)
from symbolic.writing import (
    cut,
    instantiate,
    invertible,
    kernel_of,
    nonsingular_factor,
    on_difference,
    on_reversible,
    only_solution,
    recall,
    scale,
    turn_sign,
)

HALF = Rational(1, 2)
odd, even = 2 * m + 1, 2 * m
x = real("x")


def at_or_below(statement: Less | AtMost, delay: object) -> Theorem:
    """The derivation that odd delays diverge, for another delay or another range of p."""
    ctx = given(Less(x, 0))
    square = recall(ctx, Less(0, x**even))
    product = scale(ctx, scale(ctx, square, -x), 1 - x)
    exceeds = (
        Chain(ctx, 1).less(1 + (-x) * x**even * (1 - x), product).to(multiplier(x, delay)).qed()
    )
    ctx = given(*DISCOUNT, *PROBABILITY, statement)
    kind = type(statement)
    ctx = ctx.also(scale(ctx, recall(ctx, kind(2 * p - 1, 0)), gamma))
    theorem = instantiate(ctx, exceeds, {x: x_of_p})
    given_there = {h.key for h in given(*DISCOUNT, *PROBABILITY, statement).facts[-1].hypotheses}
    allowed = given_there | {s.key for s in (*DISCOUNT, *PROBABILITY)}
    if not {h.key for h in theorem.hypotheses} <= allowed:
        raise ProofError("it needs more than was given")
    return theorem


def test_the_derivation_goes_through_where_it_should() -> None:
    assert at_or_below(Less(p, HALF), odd).statement.key == Less(1, multiplier(x_of_p, odd)).key


def known(*facts: Statement) -> Context:
    """What an odd delay and a state that is left more often than kept come with."""
    there = given(*DISCOUNT, Equal(tau, odd), AtMost(0, m), Less(p, HALF), *facts)
    return there.also(two_state_delays.odd_powers_grow(), two_state_delays.update_of_difference())


def claimed(theorem: Theorem, like: Theorem) -> Theorem:
    """The theorem, if it needs no more than another one."""
    extra = {h.key for h in theorem.hypotheses} - {h.key for h in like.hypotheses}
    if extra:
        raise ProofError("it needs more than was given")
    return theorem


WRONG_REGIONS: dict[str, Callable[[], Theorem]] = {
    "p = 1/2 too": lambda: at_or_below(AtMost(p, HALF), odd),
    "p up to 3/4": lambda: at_or_below(Less(p, Rational(3, 4)), odd),
    "even delays": lambda: at_or_below(Less(p, HALF), even),
    "every delay": lambda: at_or_below(Less(p, HALF), tau),
    "even delays diverge on p < 1/2, straight from the facts": lambda: recall(
        given(*DISCOUNT, *PROBABILITY, Less(p, HALF), AtMost(1, m)),
        Less(1, multiplier(x_of_p, even)),
    ),
    "a bound that does not need the power": lambda: cut(
        recall(given(), AtMost(0, two_state_delays.q**tau)), two_state_delays.no_larger()
    ),
    "reversible chains, odd delays": lambda: on_reversible(
        given(*DISCOUNT, AtMost(0, m), Equal(tau, odd)),
        relaxed(constant),
        two_state_delays.no_larger(),
        two_state_delays.q,
    ),
    "growth without what makes the rate positive": lambda: claimed(
        two_states.values_diverge(
            given(*DISCOUNT, *STEPS, *UPDATES, APART).also(two_state_delays.update_of_difference()),
            rate,
        ),
        two_state_delays.odd_delays_diverge(),
    ),
    "growth from values that are equal": lambda: two_states.values_diverge(
        known(*STEPS, *UPDATES), rate
    ),
    "growth with steps that may be negative": lambda: claimed(
        two_states.values_diverge(known(ENDLESS, *UPDATES, APART), rate),
        counterexample_pulse.diverges(),
    ),
    "a mode that turns on an endless line": lambda: delayed_cycle.moved_on(
        given(DELAYED, *delayed_cycle.VALUES[1:]), CosTurn
    ),
    "a mode anywhere on the circle": lambda: recall(given(*DISCOUNT, DELAYED), Less(0, growth)),
    "the far side of the circle without a delay": lambda: turn_sign(
        given(AtMost(0, tau)), CosTurn(far, states)
    ),
    "the near side of the circle": lambda: turn_sign(given(DELAYED), CosTurn(1, states)),
}


@pytest.mark.parametrize("name", WRONG_REGIONS)
def test_a_wrong_region_is_refused(name: str) -> None:
    with pytest.raises(ProofError):
        WRONG_REGIONS[name]()


@pytest.mark.parametrize(
    "region",
    [
        lambda delay, stay, _: delay % 2 == 1 and stay <= Fraction(1, 2),
        lambda delay, stay, _: delay > 0 and stay < Fraction(1, 2),
        lambda delay, *_: delay % 2 == 1,
        lambda delay, stay, discount: (
            predicted_region(delay, stay, discount) and discount > Fraction(1, 5)
        ),
    ],
    ids=["p = 1/2 too", "even delays", "every p", "large discounts only"],
)
def test_the_numeric_layer_refutes_a_wrong_region_by_a_point(
    region: Callable[[int, Fraction, Fraction], bool],
) -> None:
    point = first_disagreement(region, grid(4, 10))
    assert point is not None
    delay, stay, discount = point
    diverges = fate(two_state(stay, discount), DelayedReturn(delay)) is Fate.DIVERGES
    assert diverges is not region(*point)


def test_the_proved_region_has_no_disagreement() -> None:
    assert first_disagreement(predicted_region, grid(4, 10)) is None


# -- eigenvalues -------------------------------------------------------------------------------


def test_the_proved_eigenvalues_are_those_of_the_matrix() -> None:
    first, second = two_state_spectrum(1, "2/5", "9/10")
    on, off = counterexample_pulse.on_the_diagonal(), counterexample_pulse.off_the_diagonal()
    k = counterexample_pulse.any_number
    assert on.statement.rhs == Rational(first.numerator, first.denominator) * k  # type: ignore[attr-defined]
    assert off.statement.rhs == Rational(second.numerator, second.denominator)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "wrong",
    [
        TwoStateEigenvalue(delayed(), multiplier(gamma * (1 - 2 * p)), p),
        TwoStateEigenvalue(delayed(), multiplier(gamma * p), p),
        TwoStateEigenvalue(delayed(), 1 - x_of_p ** (tau + 1) * (1 - x_of_p), p),
        TwoStateEigenvalue(delayed(), multiplier(x_of_p), 1 - p),
    ],
)
def test_another_eigenvalue_on_two_states_is_not_what_is_proved(wrong: TwoStateEigenvalue) -> None:
    ctx = given(*DISCOUNT, *PROBABILITY, DELAYED)
    assert on_difference(ctx, delayed(), p).statement.key != wrong.key


@pytest.mark.parametrize("delay", range(1, 7))
@pytest.mark.parametrize("discount", ["1/10", "1/2", "99/100"])
def test_the_closed_form_on_the_cycle_encloses_the_eigenvalues_of_the_matrix(
    delay: int, discount: str
) -> None:
    found = eigenvalues(cycle(delay + 1, discount).contraction_matrix(DelayedReturn(delay)))
    for mode in range(delay + 1):
        values = assign({tau: delay, j: mode, gamma: discount})
        real_part, imaginary = (
            compiled(formula, values, Balls(values, 64))({}) for formula in (1 + growth, turning)
        )
        assert any(acb(real_part, imaginary).overlaps(ball) for ball in found)


@pytest.mark.parametrize("delay", range(1, 9))
def test_the_cycle_of_one_state_more_than_the_delay_diverges(delay: int) -> None:
    for discount in ("1/100", "1/2", "999/1000"):
        assert fate(cycle(delay + 1, discount), DelayedReturn(delay)) is Fate.DIVERGES
        assert cycle_eigenvalue(delay, (delay + 1) // 2, discount).real > 1


# -- what becomes of the values ------------------------------------------------------------------


def steps(kind: str) -> list[Fraction]:
    return [
        {"one": Fraction(1), "small": Fraction(1, 20), "harmonic": Fraction(1, k)}[kind]
        for k in islice(count(1), 400)
    ]


def run(start: tuple[int, int], kind: str) -> tuple[Fraction, Fraction]:
    """The values after 400 updates, rounded to 60 digits on the way so that they stay short."""
    mrp, ret = two_state("2/5", "9/10"), DelayedReturn(1)
    values = (Fraction(start[0]), Fraction(start[1]))
    for step in steps(kind):
        target = mrp.operator(ret, values)
        first, second = (
            Fraction(round((a + step * (b - a)) * 10**60), 10**60)
            for a, b in zip(values, target, strict=True)
        )
        values = first, second
    return values


@pytest.mark.parametrize("kind", ["one", "small", "harmonic"])
def test_the_counterexample_diverges_off_the_diagonal_and_not_on_it(kind: str) -> None:
    off, on = run((1, -1), kind), run((1, 1), kind)
    grown = Fraction(531, 2500)
    least = 2 * (1 + grown * sum(steps(kind)))
    assert abs(off[0] - off[1]) >= least - Fraction(1, 10**50)
    assert on[0] == on[1] < 1
    assert 0 < on[0] * (1 + Fraction(9, 100) * sum(steps(kind))) <= 1


def around(delay: int, values: list[Fraction], kind: str) -> Fraction:
    """The sizes of the values on the cycle after 400 updates."""
    mrp, ret = cycle(delay + 1, "9/10"), DelayedReturn(delay)
    for step in steps(kind):
        target = mrp.operator(ret, values)
        values = [
            Fraction(round((a + step * (b - a)) * 10**40), 10**40)
            for a, b in zip(values, target, strict=True)
        ]
    return sum(map(abs, values), Fraction(0))


@pytest.mark.parametrize("delay", [1, 2, 5])
@pytest.mark.parametrize("kind", ["one", "small"])
def test_on_the_cycle_one_value_diverges_and_equal_ones_do_not(delay: int, kind: str) -> None:
    one = [Fraction(place == 0) for place in range(delay + 1)]
    assert around(delay, one, kind) > 100
    assert around(delay, [Fraction(1)] * (delay + 1), kind) < delay + 1


def test_the_cycle_is_needed_and_so_is_the_start() -> None:
    hypotheses = {h.key for h in divergence_any_tau.cycle_diverges().hypotheses}
    assert {AROUND.key, NotEqual(divergence_any_tau.start, 0).key} <= hypotheses
    assert {each.key for each in FAR} <= hypotheses


# -- fixed points --------------------------------------------------------------------------------


def test_without_a_nonsingular_matrix_the_fixed_point_is_not_called_the_only_one() -> None:
    ctx = given(*DISCOUNT, AtMost(0, tau))
    with pytest.raises(ProofError):
        only_solution(ctx, invertible(ctx), delayed_pulse.expected_update(), v_pi)
    with pytest.raises(ProofError):
        nonsingular_factor(ctx, invertible(ctx), z**tau, 1 - z)
    with pytest.raises(ProofError):  # z is no factor of 1 - z
        nonsingular_factor(ctx, invertible(ctx), (1 - z) / z, z)


def test_without_a_delay_nothing_follows_about_the_matrix() -> None:
    only = ZeroOnlyAt(delayed() - v, v_pi)
    ctx = given(*DISCOUNT, AtMost(0, tau), only)
    matrix = kernel_of(ctx, ctx.facts[-1], delayed_pulse.expected_update(), -(z**tau) * (1 - z))
    with pytest.raises(ProofError):
        nonsingular_factor(ctx, matrix, -(z ** (tau - 1)) * (1 - z), z)


def test_the_line_of_fixed_points() -> None:
    assert fixed_point_space(1, two_state("1/2", "9/10")) == ((Fraction(-1), Fraction(1)),)
    assert fixed_point_space(1, two_state("1/3", "9/10")) == ()


def test_the_operator_with_another_sign_is_another_operator() -> None:
    proved = delayed_pulse.operator().statement
    assert isinstance(proved, OperatorEqual)
    assert proved.key != OperatorEqual(proved.lhs, v - z**tau * (r + z * v - v)).key


def test_what_is_said_of_the_size_of_steps_is_used() -> None:
    assert NONNEGATIVE.key in {h.key for h in two_state_delays.odd_delays_diverge().hypotheses}
    shown = {h.key for h in two_state_delays.even_delays().hypotheses}
    assert step_sizes.AT_MOST_ONE.key in shown
