"""The lambda-return as a weighted average: what is proved, where it fails, and what is refused."""

from collections.abc import Callable

import pytest

from proofs.paper import lambda_return_nsteps as claim, nstep_return_errors
from symbolic import (
    AtMost,
    Bounded,
    Chain,
    Context,
    Equal,
    Less,
    ProofError,
    Statement,
    define,
    each_term,
    given,
    index,
    real,
    sequence,
    series,
    summand,
)
from symbolic.writing import (
    algebra,
    empty,
    geometric,
    limit,
    linearity,
    peel_first,
    peel_last,
    restate,
    shift,
    specialise,
    telescope,
)

gamma, lam = real("gamma"), real("lambda")
i, n = index("i"), index("n")
V, R = sequence("V"), sequence("R")
delta = define("delta", (i,), R(i) + gamma * V(i + 1) - V(i))
G = define("G", (n,), series(gamma**i * R(i), i, 0, n - 1) + gamma**n * V(n))

BOUNDED = (Bounded(V(i), i, 0), Bounded(R(i), i, 0))
GAMMA = (Less(0, gamma), Less(gamma, 1))
FADING = (AtMost(0, lam), Less(lam, 1))
UP_TO_ONE = (AtMost(0, lam), AtMost(lam, 1))


# -- refusals --------------------------------------------------------------------------------


def context(*statements: Statement) -> Context:
    """These hypotheses, and that the TD errors are bounded if they follow from them."""
    ctx = given(*statements)
    return ctx.also(claim.errors_bounded(ctx))


CTX = context(*GAMMA, *FADING, *BOUNDED)
AT_ONE = context(*GAMMA, *UP_TO_ONE, *BOUNDED)
errors = series(gamma**i * delta(i), i, 0, n - 1)
longer = series(gamma**i * delta(i), i, 0, n)
total = series(lam ** (n - 1) * errors, n, 1)
after = series(lam**n * longer, n, 0)
n_steps = series(lam ** (n - 1) * G(n), n, 1)
powers = series(lam ** (n - 1), n, 1)
fading = series((gamma * lam) ** n * delta(n), n, 0)
values = series(gamma ** (i + 1) * V(i + 1) - gamma**i * V(i), i, 0)


def with_one_more(wrong: object) -> object:
    """The step that splits off the last TD error, towards another term."""
    inside, _ = summand(CTX, after)
    return each_term(CTX, after, wrong, peel_last(inside, longer))


def test_the_steps_that_the_mutants_below_change_are_accepted() -> None:
    error = (gamma * lam) ** n * delta(n)
    with_one_more(lam**n * errors + error)
    Chain(CTX, total).to(after, shift(CTX, total, 1))
    geometric(CTX, powers, lam)
    telescope(CTX, values, gamma**i * V(i), limit(CTX, gamma**i * V(i), i))
    restate(CTX, claim.recursion(CTX), Equal((1 - lam) * total, fading))
    specialise(given(AtMost(1, n)), nstep_return_errors.td_error_form(), n)


MUTANTS: dict[str, Callable[[], object]] = {
    # lambda = 1 allowed
    "X = lambda X + errors at lambda = 1": lambda: claim.recursion(AT_ONE),
    "geometric series at lambda = 1": lambda: geometric(AT_ONE, powers, lam),
    "weights sum to one at lambda = 1": lambda: geometric(
        AT_ONE, series((1 - lam) * lam ** (n - 1), n, 1), lam
    ),
    "the series of n-step returns at lambda = 1": lambda: linearity(
        AT_ONE, n_steps, (1, lam ** (n - 1) * G(n))
    ),
    # a hypothesis left out
    "rewards unbounded": lambda: claim.errors_bounded(given(*GAMMA, *FADING, BOUNDED[0])),
    "values unbounded": lambda: claim.errors_bounded(given(*GAMMA, *FADING, BOUNDED[1])),
    "TD errors unbounded": lambda: claim.recursion(given(*GAMMA, *FADING)),
    "lambda below zero": lambda: claim.recursion(context(*GAMMA, FADING[1], *BOUNDED)),
    "gamma above one": lambda: claim.recursion(context(GAMMA[0], *FADING, *BOUNDED)),
    "values that do not fade": lambda: limit(
        context(GAMMA[0], AtMost(gamma, 1), *BOUNDED), gamma**i * V(i), i
    ),
    # an index shifted by one
    "shift the wrong way": lambda: Chain(CTX, total).to(after, shift(CTX, total, -1)),
    "shift forgets the errors": lambda: Chain(CTX, total).to(
        series(lam**n * errors, n, 0), shift(CTX, total, 1)
    ),
    "one error too late": lambda: with_one_more(
        lam**n * errors + (gamma * lam) ** (n + 1) * delta(n + 1)
    ),
    "no last error when n = 0": lambda: peel_last(given(AtMost(0, n)), errors),
    "weights one too late": lambda: algebra(
        given(AtMost(1, n)), lam ** (n - 1) - lam**n, (1 - lam) * lam**n
    ),
    "weights from n = 0": lambda: algebra(
        given(AtMost(0, n)), lam ** (n - 1) - lam**n, (1 - lam) * lam ** (n - 1)
    ),
    "n-step return of n - 1 < 0 steps": lambda: specialise(
        given(AtMost(0, n)), nstep_return_errors.td_error_form(), n - 1
    ),
    "first term forgotten": lambda: Chain(CTX, series(lam**n * longer, n, 0)).to(
        series(lam**n * longer, n, 1), peel_first(CTX, series(lam**n * longer, n, 0))
    ),
    "a sum with terms taken for empty": lambda: empty(given(AtMost(1, n)), errors),
    # a sign, a factor
    "the wrong sign of the last error": lambda: with_one_more(
        lam**n * errors - (gamma * lam) ** n * delta(n)
    ),
    "the last error not faded": lambda: with_one_more(lam**n * errors + gamma**n * delta(n)),
    "1 + lambda for 1 - lambda": lambda: restate(
        CTX, claim.recursion(CTX), Equal((1 + lam) * total, fading)
    ),
    "no factor 1 - lambda": lambda: restate(CTX, claim.recursion(CTX), Equal(total, fading)),
    "the wrong ratio": lambda: geometric(CTX, powers, gamma * lam),
    "V has the wrong weight": lambda: linearity(
        CTX,
        series(lam ** (n - 1) * (V(0) + errors), n, 1),
        (V(0), lam**n),
        (1, lam ** (n - 1) * errors),
    ),
    "values that telescope to nothing": lambda: Chain(CTX, values).to(
        0, telescope(CTX, values, gamma**i * V(i), limit(CTX, gamma**i * V(i), i))
    ),
    "an antidifference one too late": lambda: telescope(
        CTX, values, gamma ** (i + 1) * V(i + 1), limit(CTX, gamma ** (i + 1) * V(i + 1), i)
    ),
}


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_near_miss_is_refused(mutant: Callable[[], object]) -> None:
    with pytest.raises(ProofError):
        mutant()
