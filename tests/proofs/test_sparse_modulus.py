"""The modulus of the sparse lambda-return: what is proved, and the near misses that are refused."""

from collections.abc import Callable

import pytest
from sympy import Expr

from proofs.paper import sparse_modulus as claim
from proofs.paper.sparse_sums import one_drop
from symbolic import (
    Abs,
    AtMost,
    Chain,
    Equal,
    FloorDiv,
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
    algebra,
    blocks,
    geometric,
    integer_part,
    limit,
    linearity,
    recall,
    restate,
    same_operator,
    smaller_modulus,
)
from symbolic.writing.theorem import ancestry
from tests.proofs.publishing import publish

gamma, lam, mu = real("gamma"), real("lambda"), real("mu")
z, r, v, shift = real("z"), real("r"), real("v"), real("k")
i, k, m, n = (index(name) for name in "ikmn")
h = sequence("h")

DISCOUNT = (Less(0, gamma), Less(gamma, 1))
UNIT = (AtMost(0, lam), AtMost(lam, 1))
LENGTH = AtMost(1, m)
ALL = (*DISCOUNT, *UNIT, LENGTH)


def ceiling(term: Expr) -> Expr:
    """ceil(i/m)."""
    return FloorDiv(term + m - 1, m)


def operator(eligibility: Expr) -> Expr:
    """v + sum_i h_i z^i (r + z v - v)."""
    return v + series(eligibility * z**i, i, 0) * (r + z * v - v)


sparse = operator(lam ** ceiling(i))
beta = gamma * (1 - lam) / (1 - gamma**m * lam)
at_gamma = 1 - (1 - gamma) * series(lam ** ceiling(i) * gamma**i, i, 0)
drops = series((lam ** ceiling(i) - lam ** ceiling(i + 1)) * gamma ** (i + 1), i, 0)


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
ONE = CTX.also(AtMost(0, k))
INNER = ONE.also(AtMost(1, i), AtMost(i, m - 1), recall(ONE, AtMost(0, k * m)))
powers = series(gamma ** (k * m) * lam**k, k, 0)
terms = series((1 - lam) * lam**k * gamma ** (k * m + 1), k, 0)
block = series(lam ** (k + 1) * gamma ** (1 + k * m + i), i, 0, m - 1)


def contracts(wrong: Expr) -> Theorem:
    """The last step, to another number."""
    return smaller_modulus(CTX, theorem("from_the_weights"), algebra(CTX, beta, wrong))


def grouped(term: Expr) -> Theorem:
    """The drops block by block, with another term for the k-th block."""
    by_block = blocks(CTX, drops, m, k)
    assert isinstance(by_block.statement, Equal)
    whole = by_block.statement.rhs
    one, inside = summand(CTX, whole)
    return each_term(CTX, whole, term, one_drop(one, inside, term))


def test_the_steps_that_the_mutants_below_change_are_accepted() -> None:
    contracts(gamma * (1 - lam) / (1 - lam * gamma**m))
    grouped((1 - lam) * lam**k * gamma ** (k * m + 1))
    integer_part(INNER, FloorDiv(i + k * m + m - 1, m), k + 1)
    integer_part(ONE, FloorDiv(k * m + m - 1, m), k)
    linearity(CTX, terms, ((1 - lam) * gamma, gamma ** (k * m) * lam**k))
    geometric(ONE, block, gamma)
    limit(given(*DISCOUNT, *UNIT), beta, m)


MUTANTS: dict[str, Callable[[], object]] = {
    # floor for ceil, a shifted index
    "floor for ceil within a block": lambda: integer_part(INNER, FloorDiv(i + k * m, m), k + 1),
    "ceil one too late": lambda: integer_part(INNER, FloorDiv(i + k * m + m - 1, m), k),
    "a drop at the end of a block": lambda: integer_part(
        INNER, FloorDiv(i + k * m + m + 1, m), k + 1
    ),
    "ceil at the start of a block": lambda: integer_part(ONE, FloorDiv(k * m + m - 1, m), k + 1),
    "m = 0": lambda: integer_part(given(AtMost(0, m)), FloorDiv(m - 1, m), 0),
    "blocks of no length": lambda: blocks(given(*DISCOUNT, *UNIT), drops, m, k),
    "floor for ceil drops at the start of a block": lambda: Chain(
        ONE, lam ** FloorDiv(k * m, m) - lam ** FloorDiv(k * m + 1, m)
    ).to(
        (1 - lam) * lam**k,
        integer_part(ONE, FloorDiv(k * m, m), k),
        integer_part(ONE, FloorDiv(k * m + 1, m), k + 1),
    ),
    "floor for ceil in the operator": lambda: same_operator(
        CTX, theorem("from_the_weights"), algebra(CTX, sparse, operator(lam ** FloorDiv(i, m)))
    ),
    # the k-th block
    "lambda^{k+1} in the k-th block": lambda: grouped(
        (1 - lam) * lam ** (k + 1) * gamma ** (k * m + 1)
    ),
    "gamma^{km} in the k-th block": lambda: grouped((1 - lam) * lam**k * gamma ** (k * m)),
    "1 + lambda in the k-th block": lambda: grouped((1 + lam) * lam**k * gamma ** (k * m + 1)),
    # the geometric series
    "the ratio lambda gamma": lambda: geometric(CTX, powers, lam * gamma),
    "lambda above one": lambda: geometric(
        given(*DISCOUNT, UNIT[0]), series((gamma * lam) ** k, k, 0), gamma * lam
    ),
    "the ratio gamma^m inside a block": lambda: geometric(ONE, block, gamma**m),
    "a lost factor gamma": lambda: linearity(CTX, terms, (1 - lam, gamma ** (k * m) * lam**k)),
    # the number
    "gamma^{m+1} for gamma^m": lambda: contracts(gamma * (1 - lam) / (1 - gamma ** (m + 1) * lam)),
    "gamma^{m-1} for gamma^m": lambda: contracts(gamma * (1 - lam) / (1 - gamma ** (m - 1) * lam)),
    "1 + gamma^m lambda": lambda: contracts(gamma * (1 - lam) / (1 + gamma**m * lam)),
    "gamma (1 + lambda)": lambda: contracts(gamma * (1 + lam) / (1 - gamma**m * lam)),
    "no factor gamma": lambda: contracts((1 - lam) / (1 - gamma**m * lam)),
    "lambda^m for lambda": lambda: contracts(gamma * (1 - lam) / (1 - gamma**m * lam**m)),
    "gamma lambda for gamma^m lambda": lambda: contracts(gamma * (1 - lam) / (1 - gamma * lam)),
    "a missing factor 1 - gamma": lambda: restate(
        CTX,
        theorem("one_evaluation"),
        Equal(1 - series(lam ** ceiling(i) * gamma**i, i, 0), beta),
    ),
    # order and limit
    "it grows in lambda": lambda: recall(
        given(*ALL, AtMost(lam, mu), AtMost(mu, 1)).also(theorem("decreases_in_lambda")),
        AtMost(beta, gamma * (1 - mu) / (1 - gamma**m * mu)),
    ),
    "it grows in m": lambda: recall(
        CTX, AtMost(beta, gamma * (1 - lam) / (1 - gamma ** (m + 1) * lam))
    ),
    "no limit at gamma = 1": lambda: limit(given(Less(0, gamma), AtMost(gamma, 1), *UNIT), beta, m),
    "lambda = 1 and gamma = 1": lambda: algebra(
        given(Less(0, gamma), AtMost(gamma, 1), *UNIT, LENGTH), beta, beta
    ),
    "no absolute values without recency": lambda: Chain(
        given(*DISCOUNT), Abs(h(0) - h(1)) * gamma
    ).to((h(0) - h(1)) * gamma),
}


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_near_miss_is_refused(mutant: Callable[[], object]) -> None:
    with pytest.raises(ProofError):
        publish(mutant)
