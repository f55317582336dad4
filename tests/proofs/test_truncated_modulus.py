"""The modulus of the truncated lambda-return: what is proved, and the near misses refused."""

from collections.abc import Callable

import pytest
from sympy import Expr

from proofs.notation import c
from proofs.paper import truncated_modulus as claim
from symbolic import (
    AtMost,
    Chain,
    Equal,
    ForAll,
    Integer,
    Less,
    ProofError,
    Theorem,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.writing import (
    algebra,
    conjunct,
    geometric,
    limit,
    recall,
    restate,
    smaller_modulus,
    specialise,
    split,
    sum_order,
)

gamma, lam, mu = real("gamma"), real("lambda"), real("mu")
i, n, N = index("i"), index("n"), index("N")
h = sequence("h")

DISCOUNT = (Less(0, gamma), Less(gamma, 1))
UNIT = (AtMost(0, lam), AtMost(lam, 1))
LENGTH = AtMost(1, N)


TRUNCATED = (ForAll(i, 0, Equal(h(i), lam**i), N - 1), ForAll(i, N, Equal(h(i), 0)))
ALL = (*DISCOUNT, *UNIT, LENGTH, *TRUNCATED)


def modulus(decay: Expr, length: Expr) -> Expr:
    rest = (1 - gamma) * (gamma * decay) ** length
    return (rest + gamma * (1 - decay)) / (1 - gamma * decay)


beta = modulus(lam, N)
partial = series((gamma * lam) ** i, i, 0, N - 1)
discounted = series(c(n) * gamma**n, n, 1)


def theorem(name: str) -> Theorem:
    return next(p for p in claim.CLAIM.parts if p.name == name).theorem


# -- refusals --------------------------------------------------------------------------------

CTX, CONVEX = given(*ALL), claim.ground()
fading = series((1 - lam) * lam ** (n - 1) * gamma**n, n, 1, N - 1)
EARLY, LATE = CTX.facts[-2:]


def contracts(wrong: Expr) -> Theorem:
    """The theorem with another number."""
    bound = conjunct(CTX, theorem("contraction_modulus"), 0)
    return smaller_modulus(CTX, bound, algebra(CTX, beta, wrong))


def summed(last: Expr, total: Expr, goal: Expr) -> Theorem:
    """The geometric sum and the last drop, added up."""
    ratio = geometric(CTX, total, gamma * lam)
    return Chain(CTX, total + last).to(goal, ratio).qed()


def last_weight(value: Expr | int) -> Theorem:
    """The weight of the longest return."""
    before, after = specialise(CTX, EARLY, N - 1), specialise(CTX, LATE, N)
    return Chain(CTX, h(N - 1) - h(N)).to(value, before, after).qed()


def early_weight(value: Expr) -> Theorem:
    """The weights of the shorter ones."""
    inner = CTX.also(AtMost(1, n), AtMost(n, N - 1))
    levels = (specialise(inner, EARLY, at) for at in (n - 1, n))
    return Chain(inner, h(n - 1) - h(n)).to(value, *levels).qed()


def test_the_steps_that_the_mutants_below_change_are_accepted() -> None:
    contracts(1 - (1 - gamma) * (1 - (gamma * lam) ** N) / (1 - gamma * lam))
    summed(lam ** (N - 1) * gamma**N, fading, beta)
    last_weight(lam ** (N - 1))
    early_weight((1 - lam) * lam ** (n - 1))
    split(CONVEX, discounted, N - 1)
    limit(given(*DISCOUNT, *UNIT), beta, N)
    specialise(given(AtMost(0, i)), claim.powers_in_order(), i)


def number(power: Expr, factor: Expr, whole: Expr, below: Expr) -> Callable[[], object]:
    """Another number in place of the modulus."""
    return lambda: contracts((factor * power + whole) / below)


FACTOR, POWER, WHOLE, BELOW = 1 - gamma, (gamma * lam) ** N, gamma * (1 - lam), 1 - gamma * lam
LARGER = (AtMost(lam, mu), AtMost(mu, 1))
MUTANTS: dict[str, Callable[[], object]] = {
    # the number
    "no factor 1 - gamma": number(POWER, Integer(1), WHOLE, BELOW),
    "1 + gamma": number(POWER, 1 + gamma, WHOLE, BELOW),
    "1 - lambda for 1 - gamma": number(POWER, 1 - lam, WHOLE, BELOW),
    "(gamma lambda)^{N+1}": number((gamma * lam) ** (N + 1), FACTOR, WHOLE, BELOW),
    "(gamma lambda)^{N-1}": number((gamma * lam) ** (N - 1), FACTOR, WHOLE, BELOW),
    "gamma lambda^N": number(gamma * lam**N, FACTOR, WHOLE, BELOW),
    "gamma (1 + lambda)": number(POWER, FACTOR, gamma * (1 + lam), BELOW),
    "no factor gamma": number(POWER, FACTOR, 1 - lam, BELOW),
    "1 + gamma lambda": number(POWER, FACTOR, WHOLE, 1 + gamma * lam),
    "the wrong sign of the power": number(-POWER, FACTOR, WHOLE, BELOW),
    "never truncated": number(Integer(0), FACTOR, WHOLE, BELOW),
    # the weights
    "the last weight forgotten": lambda: last_weight(0),
    "the last weight lambda^N": lambda: last_weight(lam**N),
    "the last weight as the others": lambda: last_weight((1 - lam) * lam ** (N - 1)),
    "weights one too late": lambda: early_weight((1 - lam) * lam**n),
    "rising eligibilities": lambda: early_weight((lam - 1) * lam ** (n - 1)),
    "h_N is not zero": lambda: specialise(CTX, EARLY, N),
    "h_{N-1} is zero": lambda: specialise(CTX, LATE, N - 1),
    "one weight too many": lambda: summed(
        lam ** (N - 1) * gamma**N,
        series((1 - lam) * lam ** (n - 1) * gamma**n, n, 1, N),
        beta,
    ),
    "the last weight left out": lambda: summed(Integer(0), fading, beta),
    "weights that are not known to be bounded": lambda: split(CTX, discounted, N - 1),
    # the geometric sum
    "the ratio lambda": lambda: geometric(CTX, partial, lam),
    "gamma = lambda = 1": lambda: geometric(
        given(Less(0, gamma), AtMost(gamma, 1), *UNIT, LENGTH), partial, gamma * lam
    ),
    "N terms, the first one missing": lambda: Chain(CTX, 1 - (1 - gamma) * partial).to(
        1 - (1 - gamma) * series((gamma * lam) ** i, i, 1, N - 1)
    ),
    "1 - h(gamma)": lambda: restate(
        CTX, theorem("one_evaluation"), Equal(1 - series(h(i) * gamma**i, i, 0), beta)
    ),
    # special cases, order and limit
    "0^N without N >= 1": lambda: recall(given(AtMost(0, N)), Equal(Integer(0) ** N, 0)),
    "gamma^{N+1} at lambda = 1": lambda: algebra(CTX, modulus(Integer(1), N), gamma ** (N + 1)),
    "it grows in N": lambda: restate(
        CTX,
        specialise(CTX, conjunct(CTX, theorem("decreases_in_N"), 0), N),
        AtMost(beta, modulus(lam, N + 1)),
    ),
    "it grows in lambda": lambda: restate(
        given(*ALL, *LARGER),
        theorem("decreases_in_lambda"),
        AtMost(beta, modulus(mu, N)),
    ),
    "powers in order below zero": lambda: recall(
        given(*LARGER, AtMost(0, i)), AtMost(lam**i, mu**i)
    ),
    "sums in the wrong order": lambda: sum_order(
        given(*ALL, *LARGER),
        series(mu**i, i, 0, N - 1),
        specialise(given(AtMost(0, i)), claim.powers_in_order(), i),
    ),
    "the limit at gamma = 1": lambda: limit(
        given(Less(0, gamma), AtMost(gamma, 1), *UNIT), beta, N
    ),
}


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_near_miss_is_refused(mutant: Callable[[], object]) -> None:
    with pytest.raises(ProofError):
        mutant()
