"""The two views of TD(lambda): what is proved of them, and what is refused."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from numeric_checks import Trajectory, backward_view, forward_view
from proofs.companion.documents.document import Document
from proofs.paper import tdlambda_forward as claim
from symbolic import (
    AtMost,
    Bounded,
    Chain,
    Equal,
    ForAll,
    Less,
    ProofError,
    Theorem,
    each_term,
    given,
    index,
    real,
    sequence,
    series,
    summand,
)
from symbolic.writing import (
    empty,
    exchange,
    induction,
    linearity,
    peel_last,
    shift,
    specialise,
    split,
)
from tests.proofs.publishing import publish

gamma, lam, alpha = real("gamma"), real("lambda"), real("alpha")
i, k, t, N = (index(name) for name in "iktN")
e, x, d = sequence("e"), sequence("x"), sequence("d")

TRACE = (Equal(e(0), x(0)), ForAll(t, 0, Equal(e(t + 1), gamma * lam * e(t) + x(t + 1))))
RANGES = (Less(0, gamma), Less(gamma, 1), AtMost(0, lam), AtMost(lam, 1))
ENDS = (AtMost(0, N), Bounded(d(t), t, 0), ForAll(t, N, Equal(d(t), 0)))
backward = series(alpha * d(t) * e(t), t, 0, N - 1)
visits = series((gamma * lam) ** (t - k) * x(k), k, 0, t)


def test_two_visits_by_hand() -> None:
    """The state 0 at times 0 and 2, every TD error 1: 1 + 1/4 + 1/16 for one, 1 for the other."""
    path = Trajectory((0, 1, 0, 1), (Fraction(1),) * 3)
    still = (Fraction(0), Fraction(0))
    half = Fraction(1, 2)
    assert backward_view(path, still, half, half, Fraction(1)) == (Fraction(37, 16), Fraction(5, 4))
    assert forward_view(path, still, half, half, Fraction(1)) == (Fraction(37, 16), Fraction(5, 4))


# -- refusals --------------------------------------------------------------------------------

fade = gamma * lam
CTX = given(*TRACE)
STEP = given(*TRACE, AtMost(0, t), Equal(e(t), visits))
pair = alpha * d(t) * fade ** (t - k) * x(k)
by_error, by_visit = series(pair, k, 0, t), series(pair, t, k, N - 1)
triangle = series(by_error, t, 0, N - 1)
first, longer = (
    series(fade ** (-k) * x(k), k, 0, 0),
    series(fade ** (t + 1 - k) * x(k), k, 0, t + 1),
)
faded = series(fade ** (t + 1 - k) * x(k), k, 0, t)
ONE_VISIT = given(*RANGES, *ENDS, AtMost(0, k), AtMost(k, N - 1))
whole = series(fade**i * d(k + i), i, 0)


def base() -> Theorem:
    none = series(fade ** (-k) * x(k), k, 0, -1)
    return (
        Chain(CTX, e(0))
        .to(x(0), CTX.facts[0])
        .to(first, peel_last(CTX, first), empty(CTX, none))
        .qed()
    )


def step() -> Theorem:
    return (
        Chain(STEP, e(t + 1))
        .to(fade * e(t) + x(t + 1), specialise(STEP, STEP.facts[1], t))
        .to(fade * visits + x(t + 1), STEP.facts[-1])
        .to(faded + x(t + 1), linearity(STEP, faded, (fade, fade ** (t - k) * x(k))))
        .to(longer, peel_last(STEP, longer))
        .qed()
    )


def trace_after(target: object) -> object:
    """The first step of the induction, towards another term."""
    return Chain(STEP, e(t + 1)).to(target, specialise(STEP, STEP.facts[1], t))


def traced(target: object) -> object:
    """The traces in the backward view replaced by their closed form, towards another term."""
    inside, _ = summand(CTX, backward)
    return each_term(CTX, backward, target, specialise(inside, claim.closed_form(), t))


def test_the_steps_that_the_mutants_below_change_are_accepted() -> None:
    assert (
        induction(CTX, base(), step(), t, 0).statement.key == ForAll(t, 0, Equal(e(t), visits)).key
    )
    trace_after(fade * e(t) + x(t + 1))
    traced(alpha * d(t) * visits)
    Chain(CTX, triangle).to(series(by_visit, k, 0, N - 1), exchange(CTX, triangle))
    split(ONE_VISIT, whole, N - 1 - k)
    specialise(ONE_VISIT.also(AtMost(N - k, i)), ONE_VISIT.facts[6], k + i)


MUTANTS: dict[str, Callable[[], object]] = {
    # the recursion
    "a visit one step late": lambda: trace_after(fade * e(t) + x(t)),
    "a trace that does not fade": lambda: trace_after(e(t) + x(t + 1)),
    "a trace that fades by lambda alone": lambda: trace_after(lam * e(t) + x(t + 1)),
    "the wrong sign of the trace": lambda: trace_after(x(t + 1) - fade * e(t)),
    "the recursion before it starts": lambda: specialise(CTX, CTX.facts[1], -1),
    # the induction
    "the base case left out": lambda: induction(CTX, step(), step(), t, 0),
    "the step left out": lambda: induction(CTX, base(), base(), t, 0),
    "the induction started at 1": lambda: induction(CTX, base(), step(), t, 1),
    "a first trace of zero": lambda: Chain(CTX, e(0)).to(0, CTX.facts[0]),
    "one visit too many": lambda: peel_last(STEP, series(fade ** (t + 1 - k) * x(k), k, 0, t + 2)),
    "visits that fade once too often": lambda: linearity(
        STEP, faded, (fade, fade ** (t + 1 - k) * x(k))
    ),
    "a last term split off an empty sum": lambda: peel_last(given(), visits),
    # the exchange
    "traces without the newest visit": lambda: traced(
        alpha * d(t) * series(fade ** (t - k) * x(k), k, 0, t - 1)
    ),
    "traces at the next step": lambda: traced(alpha * d(t) * e(t + 1)),
    "errors after the visit only": lambda: Chain(CTX, triangle).to(
        series(series(pair, t, k + 1, N - 1), k, 0, N - 1), exchange(CTX, triangle)
    ),
    "errors of the whole trajectory": lambda: Chain(CTX, triangle).to(
        series(series(pair, t, 0, N - 1), k, 0, N - 1), exchange(CTX, triangle)
    ),
    "one visit too few": lambda: Chain(CTX, triangle).to(
        series(by_visit, k, 0, N - 2), exchange(CTX, triangle)
    ),
    "visits before the start": lambda: exchange(CTX, series(series(pair, k, -1, t), t, 0, N - 1)),
    "an inner sum that is no triangle": lambda: exchange(
        CTX, series(series(pair, k, 0, 2 * t), t, 0, N - 1)
    ),
    "infinitely many errors, not known to converge": lambda: exchange(CTX, series(by_error, t, 0)),
    "a factor that depends on the index": lambda: linearity(
        CTX, by_error, (x(k), alpha * d(t) * fade ** (t - k))
    ),
    "an index shifted the wrong way": lambda: Chain(given(AtMost(0, k)), by_visit).to(
        series(alpha * d(k + i) * fade**i * x(k), i, 0, N - 1 - k),
        shift(given(AtMost(0, k)), by_visit, -k),
    ),
    # the end of the trajectory
    "an error at the last step taken for zero": lambda: specialise(
        ONE_VISIT.also(AtMost(N - k - 1, i)), ONE_VISIT.facts[6], k + i
    ),
    "a series that is not known to converge": lambda: split(
        given(*RANGES, AtMost(0, k), AtMost(k, N - 1)), whole, N - 1 - k
    ),
    "gamma = lambda = 1": lambda: split(
        given(Less(0, gamma), AtMost(gamma, 1), *RANGES[2:], *ENDS, AtMost(k, N - 1)),
        whole,
        N - 1 - k,
    ),
    "a visit after the end": lambda: split(given(*RANGES, *ENDS, AtMost(0, k)), whole, N - 1 - k),
}


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_near_miss_is_refused(mutant: Callable[[], object]) -> None:
    with pytest.raises(ProofError):
        publish(mutant)


def test_a_hypothesis_that_is_used_for_other_indices_is_named() -> None:
    """After the end there are no TD errors, whatever letter counts them there."""
    assert "[d_t = 0 for all t ≥ N]" in Document.of("eq:tdlambda_forward", full=True).text()
