"""The closed form for the lambda of a prescribed modulus: what it says, and what is refused."""

from __future__ import annotations

import pytest

from proofs.notation import DISCOUNT, gamma, lam, m
from proofs.paper import equal_moduli
from proofs.paper.equal_moduli import ATTAINABLE, LENGTH, ground, matching, target
from proofs.paper.sparse_modulus import modulus
from symbolic import AtMost, Equal, Less, ProofError, given
from symbolic.writing import algebra, recall


def test_the_closed_form_says_what_it_should() -> None:
    theorem = equal_moduli.has_the_modulus()
    lam_star = (gamma - target) / (gamma - target * gamma**m)
    beta = gamma * (1 - lam_star) / (1 - gamma**m * lam_star)
    assert theorem.statement.key == Equal(beta, target).key
    assert equal_moduli.is_the_only_one().statement.key == Equal(lam, lam_star).key


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
