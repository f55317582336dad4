"""The modulus of the truncated lambda-return: what is proved, and the near misses refused."""

from collections.abc import Callable

import pytest
from sympy import Expr

from proofs.paper import truncated_modulus as claim
from symbolic import (
    AtMost,
    Chain,
    Equal,
    IfLess,
    Integer,
    Less,
    ProofError,
    Theorem,
    each_term,
    given,
    index,
    real,
    series,
    summand,
)
from symbolic.writing import (
    algebra,
    conditional,
    geometric,
    limit,
    peel_first,
    recall,
    restate,
    smaller_modulus,
    specialise,
    split,
    sum_order,
)
from symbolic.writing.theorem import ancestry

gamma, lam, mu = real("gamma"), real("lambda"), real("mu")
z, r, v, shift = real("z"), real("r"), real("v"), real("k")
i, N = index("i"), index("N")

DISCOUNT = (Less(0, gamma), Less(gamma, 1))
UNIT = (AtMost(0, lam), AtMost(lam, 1))
LENGTH = AtMost(1, N)
ALL = (*DISCOUNT, *UNIT, LENGTH)


def operator(eligibility: Expr) -> Expr:
    """v + sum_i h_i z^i (r + z v - v)."""
    return v + series(eligibility * z**i, i, 0) * (r + z * v - v)


def h(step: Expr | int) -> Expr:
    """lambda^i for i < N, and then zero."""
    return IfLess(step, N, lam**step, 0)


def modulus(decay: Expr, length: Expr) -> Expr:
    rest = (1 - gamma) * (gamma * decay) ** length
    return (rest + gamma * (1 - decay)) / (1 - gamma * decay)


truncated, beta = operator(h(i)), modulus(lam, N)
at_gamma = 1 - (1 - gamma) * series(h(i) * gamma**i, i, 0)
partial = series((gamma * lam) ** i, i, 0, N - 1)
drops = series((h(i) - h(i + 1)) * gamma ** (i + 1), i, 0)


def theorem(name: str) -> Theorem:
    return next(p for p in claim.CLAIM.parts if p.name == name).theorem


def test_the_two_routes_are_independent() -> None:
    by_weights, by_value = (
        {t.statement.key for t in ancestry(theorem(name))}
        for name in ("from_the_weights", "from_one_evaluation")
    )
    assert Equal(drops, beta).key in by_weights - by_value
    assert Equal(at_gamma, beta).key in by_value - by_weights


# -- refusals --------------------------------------------------------------------------------

CTX = given(*ALL)
drop = (h(i) - h(i + 1)) * gamma ** (i + 1)
start, rest = series(drop, i, 0, N - 2), series(drop, i, N - 1)
fading = series((1 - lam) * lam**i * gamma ** (i + 1), i, 0, N - 2)
LAST = (conditional(CTX, h(N - 1)), conditional(CTX, h(N)))


def contracts(wrong: Expr) -> Theorem:
    """The last step, to another number."""
    return smaller_modulus(CTX, theorem("from_the_weights"), algebra(CTX, beta, wrong))


def summed(last: Expr, total: Expr, goal: Expr) -> Theorem:
    """The geometric sum and the last drop, added up."""
    ratio = geometric(CTX, total, gamma * lam)
    return Chain(CTX, total + last).to(goal, ratio).qed()


def last_drop(term: Expr) -> Theorem:
    """The drop at N - 1."""
    after = series(drop, i, N)
    return Chain(CTX, rest).to(term + after, peel_first(CTX, rest), *LAST).qed()


def early(term: Expr) -> Theorem:
    """The drops before N - 1."""
    inner, _ = summand(CTX, start)
    levels = (conditional(inner, h(i)), conditional(inner, h(i + 1)))
    return each_term(CTX, start, term, *levels)


def test_the_steps_that_the_mutants_below_change_are_accepted() -> None:
    contracts(1 - (1 - gamma) * (1 - (gamma * lam) ** N) / (1 - gamma * lam))
    summed(lam ** (N - 1) * gamma**N, fading, beta)
    last_drop(lam ** (N - 1) * gamma**N)
    early((1 - lam) * lam**i * gamma ** (i + 1))
    split(CTX, drops, N - 2)
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
    # the drops
    "the last drop forgotten": lambda: last_drop(Integer(0)),
    "the last drop lambda^N": lambda: last_drop(lam**N * gamma**N),
    "the last drop one too early": lambda: last_drop(lam ** (N - 1) * gamma ** (N - 1)),
    "the last drop as the others": lambda: last_drop((1 - lam) * lam ** (N - 1) * gamma**N),
    "gamma^i in the drops": lambda: early((1 - lam) * lam**i * gamma**i),
    "rising eligibilities": lambda: early((lam - 1) * lam**i * gamma ** (i + 1)),
    "one drop too many": lambda: summed(
        lam ** (N - 1) * gamma**N,
        series((1 - lam) * lam**i * gamma ** (i + 1), i, 0, N - 1),
        beta,
    ),
    "the last drop left out": lambda: summed(Integer(0), fading, beta),
    "split where nothing is": lambda: split(given(*DISCOUNT, *UNIT), drops, N - 2),
    "h_N is not zero": lambda: Chain(CTX, h(N)).to(lam**N, LAST[1]),
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
        specialise(CTX, theorem("decreases_in_N"), N),
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
