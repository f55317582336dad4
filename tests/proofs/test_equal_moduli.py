"""The closed form for the lambda of a prescribed modulus: what it says, and what is refused."""

from __future__ import annotations

import pytest
from sympy import Rational

from numeric_checks import cycle, max_norm
from numeric_checks.arithmetic.balls import decimal
from proofs.companion.claims.places import passages
from proofs.notation import DISCOUNT, gamma, lam, m
from proofs.paper import equal_moduli
from proofs.paper.equal_moduli import ATTAINABLE, ground, matching, target
from proofs.paper.sparse_lambda import LENGTH
from proofs.paper.sparse_modulus import modulus
from symbolic import (
    And,
    AtMost,
    Chain,
    Equal,
    Implies,
    Less,
    ProofError,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
    given,
)
from symbolic.writing import algebra, recall


def test_the_closed_form_says_what_it_should() -> None:
    theorem = equal_moduli.closed_form()
    lam_star = (gamma - target) / (gamma - target * gamma**m)
    beta = gamma * (1 - lam_star) / (1 - gamma**m * lam_star)
    only = Implies(Equal(modulus(), target), Equal(lam, lam_star))
    assert theorem.statement.key == And(Equal(beta, target), only).key


@pytest.mark.parametrize(
    ("length", "low", "high"),
    [
        (20, "185/200", "187/200"),  # what is rounded to the printed 0.93
        (20, "915357/1000000", "1"),
        (20, "0", "915356/1000000"),
        (10, "199/200", "1"),
    ],
)
def test_the_modulus_is_not_passed_elsewhere(length: int, low: str, high: str) -> None:
    with pytest.raises(ProofError):
        equal_moduli.passes(length, Rational(low), Rational(high))


def test_another_lambda_that_is_rounded_to_what_is_printed_is_no_exact_match() -> None:
    setting = (*equal_moduli.sparse_setting(3)[:2], Equal(lam, Rational("0.7519")))
    ctx = given(*setting)
    with pytest.raises(ProofError):
        Chain(ctx, modulus()).to(equal_moduli.wanted, *ctx.facts)


def test_the_moduli_are_those_of_the_matrices() -> None:
    """The maximum norm on a cycle, and numbers to know by heart."""
    returns = [
        (SparseLambdaReturn("3/4", 3), "0.909005"),
        (SparseLambdaReturn("13/20", 5), "0.907409"),
        (TruncatedLambdaReturn("99/100", 10), "0.908496"),
        (TruncatedLambdaReturn("93/100", 20), "0.898056"),
    ]
    for ret, known in returns:
        assert decimal(max_norm(cycle(2, "99/100").contraction_matrix(ret)), 6) == known


WRONG = [
    (gamma - target) / (gamma + target * gamma**m),
    (gamma - target) / (gamma - target * gamma ** (m + 1)),
    (gamma + target) / (gamma - target * gamma**m),
    (1 - target) / (gamma - target * gamma**m),
    (gamma - target) / (1 - target * gamma**m),
]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_a_wrong_closed_form_is_refused(wrong: object) -> None:
    ctx = ground()
    with pytest.raises(ProofError):
        algebra(ctx, modulus(wrong), target)


def test_an_unattainable_target_is_refused() -> None:
    """Without b <= gamma the denominator may vanish; without 0 <= b lambda exceeds 1."""
    with pytest.raises(ProofError):
        algebra(given(*DISCOUNT, LENGTH, ATTAINABLE[0]), modulus(matching), target)
    ctx = given(*DISCOUNT, LENGTH, ATTAINABLE[1], Less(0, gamma - target * gamma**m))
    with pytest.raises(ProofError):
        recall(ctx, AtMost(matching, 1))


def test_that_the_truncated_returns_match_approximately_is_not_left_out() -> None:
    [refutation] = equal_moduli.CLAIM.refutations
    assert "approximately the modulus" in refutation.words.text()
    assert any("approximately the same" in words.text() for words in equal_moduli.CLAIM.readings)
    printed = next(p for p in passages() if "truncated_after_twenty" in p.theorems)
    assert "approximately the same contraction modulus" in printed.words
