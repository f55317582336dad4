"""Recursions of eligibility traces: what is proved of them, and what is refused."""

from fractions import Fraction

import pytest

from proofs.beyond import rational_traces
from proofs.lemmas.trace_recursions import (
    DEGREE,
    MONIC,
    ONE_VISIT,
    RATIONAL,
    TRACES,
    K,
    b,
    t,
    x,
)
from proofs.notation import DISCOUNT
from proofs.paper import traces_efficient as claim
from symbolic import Equal, ForAll, ProofError, fact, given
from symbolic.writing import cut, specialise

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def trace(weights: list[Fraction], visits: list[int], discount: Fraction) -> list[Fraction]:
    """All visits, each with its eligibility."""
    return [
        sum((weights[i] * discount**i * visits[n - i] for i in range(n + 1)), Fraction(0))
        for n in range(len(visits))
    ]


def test_two_exponentials_need_two_former_traces() -> None:
    """The numbers of the witness, on a state that is visited three times."""
    weights = [(HALF**i + THIRD**i) / 2 for i in range(8)]
    visits, discount = [1, 0, 1, 1, 0, 0, 0, 0], Fraction(1, 2)
    found = trace(weights, visits, discount)
    for n in range(2, 8):
        added = visits[n] - Fraction(5, 12) * discount * visits[n - 1]
        former = Fraction(5, 6) * discount * found[n - 1] - discount**2 * found[n - 2] / 6
        assert found[n] == added + former


def test_a_sparse_return_comes_back_after_m_steps() -> None:
    lam, discount, m = Fraction(3, 4), Fraction(1, 2), 3
    weights = [lam ** ((i + m - 1) // m) for i in range(9)]
    visits = [1, 1, 0, 0, 1, 0, 0, 0, 1]
    found = trace(weights, visits, discount)
    for n in range(m, 9):
        recent = sum((lam * discount**i * visits[n - i] for i in range(1, m)), Fraction(0))
        assert found[n] == lam * discount**m * found[n - m] + visits[n] + recent


def test_one_visit_without_the_factor_is_no_exponential() -> None:
    """The theorem is about one factor, the same at every step."""
    assert claim.ONE_TRACE[1].key in {h_.key for h_ in claim.one_trace_is_exponential().hypotheses}


def test_a_rational_return_is_one_whose_product_ends_where_its_degree_says() -> None:
    needed = {h_.key for h_ in rational_traces.finitely_many().hypotheses}
    assert needed >= {MONIC.key, RATIONAL.key, TRACES.key, *(d.key for d in DEGREE)}


# -- refusals -------------------------------------------------------------------------------------


def test_traces_of_other_visits_cannot_be_read_off() -> None:
    twice = (Equal(x(0), 1), ForAll(t, 2, Equal(x(t), 0)))
    ctx = given(*DISCOUNT, TRACES, *twice)
    with pytest.raises(ProofError, match="the context does not say"):
        fact(ctx, ONE_VISIT[1])


def test_without_the_leading_one_the_recursion_does_not_give_the_trace() -> None:
    """With b_0 = 2 the recursion holds of half the trace."""
    other = Equal(b(0), 2)
    with pytest.raises(ProofError, match="not among the hypotheses"):
        cut(given(other).facts[0], rational_traces.recursion())


def test_the_recursion_is_not_said_before_all_its_terms_are_there() -> None:
    with pytest.raises(ProofError, match="does not follow"):
        specialise(given(*DEGREE), rational_traces.finitely_many(), K - 1)
