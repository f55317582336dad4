"""The modulus of the sparse lambda-return: what is proved, and the near misses that are refused."""

from collections.abc import Callable

import pytest
from sympy import Expr

from proofs.notation import c
from proofs.paper import sparse_lambda, sparse_modulus as claim
from symbolic import (
    AtMost,
    Chain,
    Equal,
    FloorDiv,
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
    algebra,
    blocks,
    conjunct,
    geometric,
    integer_part,
    limit,
    peel_first,
    recall,
    restate,
    same_eigenvalue,
    smaller_modulus,
    specialise,
    termwise,
    unfold,
    zeros,
)
from tests.proofs.publishing import publish

gamma, lam, mu = real("gamma"), real("lambda"), real("mu")
shift = real("d")
i, k, m, n = (index(name) for name in "ikmn")
h = sequence("h")

DISCOUNT = (Less(0, gamma), Less(gamma, 1))
UNIT = (AtMost(0, lam), AtMost(lam, 1))
LENGTH = AtMost(1, m)


def ceiling(term: Expr) -> Expr:
    """ceil(i/m)."""
    return FloorDiv(term + m - 1, m)


SPARSE = ForAll(i, 0, Equal(h(i), lam ** ceiling(i)))
ALL = (*DISCOUNT, *UNIT, LENGTH, SPARSE)
beta = gamma * (1 - lam) / (1 - gamma**m * lam)
discounted = series(c(n) * gamma**n, n, 1)


def theorem(name: str) -> Theorem:
    return next(p for p in claim.CLAIM.parts if p.name == name).theorem


# -- refusals --------------------------------------------------------------------------------

CTX, CONVEX = given(*ALL), claim.ground()
ONE = CTX.also(AtMost(0, k))
INNER = ONE.also(AtMost(1, i), AtMost(i, m - 1), recall(ONE, AtMost(0, k * m)))
terms = series((1 - lam) * lam**k * gamma ** (k * m + 1), k, 0)


def contracts(wrong: Expr) -> Theorem:
    """The theorem with another number."""
    bound = conjunct(CTX, theorem("contraction_modulus"), 0)
    return smaller_modulus(CTX, bound, algebra(CTX, beta, wrong))


def weight(position: Expr, value: Expr | int) -> Theorem:
    """The weight of an n-step return, from the eligibilities before and after it."""
    both = sparse_lambda.blocks_of_eligibilities()
    at_the_end = specialise(ONE, conjunct(CTX, both, 0), k)
    block = specialise(ONE, conjunct(CTX, both, 1), k)
    difference = h(position - 1) - h(position)
    levels = (at_the_end, specialise(ONE, block, 1))
    return Chain(ONE, c(position)).to(difference, unfold(ONE, c, position)).to(value, *levels).qed()


def in_blocks(term: Expr) -> Theorem:
    """The discounted weights block by block, with another term for the k-th block."""
    by_block = blocks(CONVEX, discounted, m, k)
    assert isinstance(by_block.statement, Equal)
    whole = by_block.statement.rhs
    one, inside = summand(CONVEX, whole)
    first, others = (conjunct(CTX, sparse_lambda.blocks_of_weights(), part) for part in (0, 1))
    rest = series(c(k * m + 1 + n) * gamma ** (k * m + 1 + n), n, 1, m - 1)
    inner, _ = summand(one, rest)
    zero = each_term(one, rest, 0, specialise(inner, specialise(inner, others, k), n + 1))
    alone = (peel_first(one, inside), specialise(one, first, k))
    nothing = zeros(one, series(0, n, 1, m - 1))
    step = Chain(one, inside).to(term + rest, *alone).to(term, zero, nothing).qed()
    return termwise(CONVEX, whole, step)


def test_the_steps_that_the_mutants_below_change_are_accepted() -> None:
    contracts(gamma * (1 - lam) / (1 - lam * gamma**m))
    weight(k * m + 1, (1 - lam) * lam**k)
    in_blocks((1 - lam) * lam**k * gamma ** (k * m + 1))
    integer_part(INNER, FloorDiv(i + k * m + m - 1, m), k + 1)
    integer_part(ONE, FloorDiv(k * m + m - 1, m), k)
    geometric(CTX, terms, gamma**m * lam)
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
    "blocks of no length": lambda: blocks(CONVEX, discounted, m - 1, k),
    "a weight at the end of a block": lambda: weight(k * m, (1 - lam) * lam**k),
    "lambda^{k+1} for the first weight": lambda: weight(k * m + 1, (1 - lam) * lam ** (k + 1)),
    "a second weight in a block": lambda: specialise(
        INNER, specialise(INNER, conjunct(CTX, sparse_lambda.blocks_of_weights(), 1), k), i
    ),
    # the k-th block
    "lambda^{k+1} in the k-th block": lambda: in_blocks(
        (1 - lam) * lam ** (k + 1) * gamma ** (k * m + 1)
    ),
    "gamma^{km} in the k-th block": lambda: in_blocks((1 - lam) * lam**k * gamma ** (k * m)),
    "1 + lambda in the k-th block": lambda: in_blocks((1 + lam) * lam**k * gamma ** (k * m + 1)),
    # the geometric series
    "the ratio lambda gamma": lambda: geometric(CTX, terms, lam * gamma),
    "the ratio lambda": lambda: geometric(CTX, terms, lam),
    "lambda above one": lambda: geometric(
        given(*DISCOUNT, UNIT[0]), series((gamma * lam) ** k, k, 0), gamma * lam
    ),
    # the number
    "gamma^{m+1} for gamma^m": lambda: contracts(gamma * (1 - lam) / (1 - gamma ** (m + 1) * lam)),
    "gamma^{m-1} for gamma^m": lambda: contracts(gamma * (1 - lam) / (1 - gamma ** (m - 1) * lam)),
    "1 + gamma^m lambda": lambda: contracts(gamma * (1 - lam) / (1 + gamma**m * lam)),
    "gamma (1 + lambda)": lambda: contracts(gamma * (1 + lam) / (1 - gamma**m * lam)),
    "no factor gamma": lambda: contracts((1 - lam) / (1 - gamma**m * lam)),
    "lambda^m for lambda": lambda: contracts(gamma * (1 - lam) / (1 - gamma**m * lam**m)),
    "gamma lambda for gamma^m lambda": lambda: contracts(gamma * (1 - lam) / (1 - gamma * lam)),
    "a missing factor 1 - gamma": lambda: restate(
        CTX, theorem("one_evaluation"), Equal(1 - series(h(i) * gamma**i, i, 0), beta)
    ),
    "a smaller multiple of constants": lambda: same_eigenvalue(
        CTX,
        conjunct(CTX, theorem("contraction_modulus"), 1),
        algebra(CTX, gamma * beta * shift, gamma * beta * shift),
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
}


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_near_miss_is_refused(mutant: Callable[[], object]) -> None:
    with pytest.raises(ProofError):
        publish(mutant)
