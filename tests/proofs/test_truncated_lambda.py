"""The truncated lambda-return in both forms: what is proved, and the near misses refused."""

from collections.abc import Callable

import pytest
from sympy import Expr

from proofs.paper import nstep_return_errors, truncated_lambda as claim
from proofs.paper.lambda_return_nsteps import errors_bounded
from symbolic import (
    AtMost,
    Bounded,
    Chain,
    Context,
    Equal,
    IfLess,
    Less,
    ProofError,
    Statement,
    Theorem,
    define,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.writing import (
    algebra,
    conditional,
    empty,
    induction,
    limit,
    linear_combination,
    peel_last,
    specialise,
    split,
)

gamma, lam = real("gamma"), real("lambda")
i, n, N = index("i"), index("n"), index("N")
V, R = sequence("V"), sequence("R")
delta = define("delta", (i,), R(i) + gamma * V(i + 1) - V(i))
G = define("G", (n,), series(gamma**i * R(i), i, 0, n - 1) + gamma**n * V(n))

DISCOUNT = (Less(0, gamma), Less(gamma, 1))
UNIT = (AtMost(0, lam), AtMost(lam, 1))
LENGTH = AtMost(1, N)
BOUNDED = (Bounded(V(i), i, 0), Bounded(R(i), i, 0))


def eligibility(step: Expr) -> Expr:
    """lambda^i for i < N, and then zero."""
    return IfLess(step, N, lam**step, 0)


def errors(length: Expr | int) -> Expr:
    return V(0) + series((gamma * lam) ** i * delta(i), i, 0, length - 1)


def average(length: Expr) -> Expr:
    shorter = series(lam ** (n - 1) * G(n), n, 1, length - 1)
    return (1 - lam) * shorter + lam ** (length - 1) * G(length)


def theorem(name: str) -> Theorem:
    return next(p for p in claim.CLAIM.parts if p.name == name).theorem


# -- refusals --------------------------------------------------------------------------------

CTX = given(LENGTH, Equal(errors(N), average(N)))
more_errors = series((gamma * lam) ** i * delta(i), i, 0, N)
more_returns = series(lam ** (n - 1) * G(n), n, 1, N)
last = (gamma * lam) ** N * delta(N)


def bounded(*statements: Statement) -> Context:
    ctx = given(*statements)
    return ctx.also(errors_bounded(ctx))


def longer() -> Theorem:
    """G^(N+1) = G^(N) + gamma^N delta_{t+N}."""
    all_errors = series(gamma**i * delta(i), i, 0, N)
    forms = [specialise(CTX, nstep_return_errors.td_error_form(), e) for e in (N + 1, N)]
    return (
        Chain(CTX, G(N + 1))
        .to(V(0) + all_errors, forms[0])
        .to(G(N) + gamma**N * delta(N), peel_last(CTX, all_errors), forms[1])
        .qed()
    )


def step(added: Expr, moved: Expr, goal: Expr) -> Theorem:
    """The induction step: one more error, the weight moved, the sum one longer."""
    return (
        Chain(CTX, errors(N + 1))
        .to(errors(N) + added, peel_last(CTX, more_errors))
        .combine(average(N) + added, (1, CTX.facts[-1]))
        .combine(average(N) + moved, (-(lam**N), longer()))
        .to(goal, peel_last(CTX, more_returns))
        .qed()
    )


moved = lam**N * (G(N + 1) - G(N))


def test_the_steps_that_the_mutants_below_change_are_accepted() -> None:
    step(last, moved, average(N + 1))
    limit(bounded(*DISCOUNT, *UNIT, *BOUNDED), errors(N), N)


ORIGINAL = Equal(errors(N), average(N))
MUTANTS: dict[str, Callable[[], object]] = {
    # the induction step
    "the last error one too late": lambda: step(
        (gamma * lam) ** (N + 1) * delta(N + 1), moved, average(N + 1)
    ),
    "the last error not faded": lambda: step(gamma**N * delta(N), moved, average(N + 1)),
    "the wrong sign of the last error": lambda: step(-last, moved, average(N + 1)),
    "lambda^{N-1} moved": lambda: step(last, lam ** (N - 1) * (G(N + 1) - G(N)), average(N + 1)),
    "the weight moved back": lambda: step(last, -moved, average(N + 1)),
    "lambda^{N+1} at the end": lambda: step(
        last, moved, (1 - lam) * more_returns + lam ** (N + 1) * G(N + 1)
    ),
    "no weight left at the end": lambda: step(last, moved, (1 - lam) * more_returns),
    "1 + lambda": lambda: step(last, moved, (1 + lam) * more_returns + lam**N * G(N + 1)),
    "weights that are not normalised": lambda: step(last, moved, more_returns + lam**N * G(N + 1)),
    "G^(N) at the end": lambda: step(last, moved, (1 - lam) * more_returns + lam**N * G(N)),
    # the induction
    "the induction from N = 0": lambda: induction(
        given(), algebra(given(), V(0), V(0)), step(last, moved, average(N + 1)), N, 0
    ),
    "the induction without a base": lambda: induction(
        given(), longer(), step(last, moved, average(N + 1)), N, 1
    ),
    "N = 0": lambda: specialise(given(), theorem("both_forms"), 0),
    "any N": lambda: specialise(given(AtMost(0, N)), theorem("both_forms"), N),
    "the form itself": lambda: algebra(given(LENGTH), ORIGINAL.lhs, ORIGINAL.rhs),
    # eligibilities
    "no error at N - 1": lambda: conditional(given(LENGTH, AtMost(i, N)), eligibility(i)),
    "h_N is lambda^N": lambda: Chain(given(LENGTH), eligibility(N)).to(
        lam**N, conditional(given(LENGTH), eligibility(N))
    ),
    "a weight lambda^N at n = N": lambda: linear_combination(
        given(LENGTH),
        eligibility(N - 1) - eligibility(N),
        lam**N,
        (1, conditional(given(LENGTH), eligibility(N - 1))),
        (-1, conditional(given(LENGTH), eligibility(N))),
    ),
    # limits
    "TD errors unbounded": lambda: limit(given(*DISCOUNT, *UNIT), errors(N), N),
    "rewards unbounded": lambda: bounded(*DISCOUNT, *UNIT, BOUNDED[0]),
    "gamma = 1": lambda: limit(
        bounded(Less(0, gamma), AtMost(gamma, 1), *UNIT, *BOUNDED), errors(N), N
    ),
    "lambda above one": lambda: limit(bounded(*DISCOUNT, UNIT[0], *BOUNDED), errors(N), N),
    # sums
    "an empty sum taken for one term": lambda: peel_last(
        given(AtMost(0, N)), series(gamma**i * delta(i), i, 0, N - 1)
    ),
    "a sum with a term taken for empty": lambda: empty(
        given(LENGTH), series(gamma**i * delta(i), i, 0, N - 1)
    ),
    "split before the beginning": lambda: split(
        bounded(*DISCOUNT, *UNIT, *BOUNDED),
        series(gamma**i * eligibility(i) * delta(i), i, 0),
        N - 1,
    ),
}


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_near_miss_is_refused(mutant: Callable[[], object]) -> None:
    with pytest.raises(ProofError):
        mutant()
