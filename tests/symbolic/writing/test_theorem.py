"""What authors hold in their hands is a theorem of the core, in words; words prove nothing."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest
from sympy import Integer

from proofs.companion.claims.failures import ClaimFails
from proofs.companion.claims.parts import Part
from symbolic import (
    AtMost,
    Equal,
    Less,
    NotEqual,
    ProofError,
    Theorem,
    Unproved,
    given,
    index,
    real,
)
from symbolic.core import kernel
from symbolic.core.terms import eq
from symbolic.printing.names import NotAName
from symbolic.writing import (
    algebra,
    assume,
    chain,
    cut,
    generalise,
    linear_combination,
    recall,
    symmetry,
)
from symbolic.writing.publication import published
from symbolic.writing.theorem import ancestry, rules_used

x, y = real("x"), real("y")
n = index("n")
FALSE = Equal(Integer(0), Integer(1))


def forged() -> Theorem:
    """0 = 1, in something that looks like a theorem of the core."""
    kind: Any = kernel.Theorem
    looks = tuple.__new__(kind, (frozenset(), eq(0, 1), "axiom", (), frozenset()))
    return Theorem(looks, "algebra", words=FALSE)


def part(derive: Callable[[], Theorem]) -> Part:
    """A claim that 0 = 1."""
    claim: Any = None
    words: Any = None
    return Part(claim, "a forged part", words, (), FALSE, "beyond", derive)


def test_what_no_rule_made_is_not_published() -> None:
    with pytest.raises(ProofError, match="not a theorem of the kernel"):
        published(forged())
    with pytest.raises(ClaimFails, match="not a theorem of the kernel"):
        _ = part(forged).theorem


def by_a_fact() -> Theorem:
    """The search finds what it looks for among the facts; no rule of the core is asked."""
    return recall(given(forged()), FALSE)


def test_what_was_derived_from_it_is_not_published_either() -> None:
    with pytest.raises(ProofError, match="not a theorem of the kernel"):
        published(by_a_fact())
    with pytest.raises(ClaimFails, match="not a theorem of the kernel"):
        _ = part(by_a_fact).theorem


@pytest.mark.parametrize(
    "use",
    [symmetry, lambda t: cut(t, assume(given(), FALSE)), lambda t: generalise(given(), t, n, 0)],
    ids=["turned round", "a lemma", "generalised"],
)
def test_a_rule_of_the_core_refuses_it(use: Callable[[Theorem], Theorem]) -> None:
    with pytest.raises(ProofError, match="this is not a theorem"):
        use(forged())


def test_words_that_say_something_else_prove_nothing() -> None:
    truth = algebra(given(), 0, 0)
    with pytest.raises(ClaimFails, match="the derivation ends in"):
        _ = part(lambda: Theorem(truth.proof, "algebra", words=FALSE)).theorem


def test_a_statement_is_not_a_theorem() -> None:
    stated: Any = FALSE
    with pytest.raises(ClaimFails, match="not a theorem of the kernel"):
        _ = part(lambda: stated).theorem
    with pytest.raises(ProofError, match="neither a theorem nor a statement"):
        given(stated.lhs)


def test_a_theorem_cannot_be_stored_and_brought_back() -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(ProofError, match="prove it again"):
            pickle.dumps(algebra(given(), 0, 0), protocol)


def test_one_name_does_not_stand_for_an_integer_and_a_number() -> None:
    """0 < x < 1 has no solution in integers; it must not be shown as a hypothesis about numbers."""
    whole = index("x")
    ctx = given(Less(0, whole), Less(whole, 1))
    both = [recall(ctx, Equal(whole, value)) for value in (5, 6)]
    absurd = linear_combination(given(), 1, 0, (1, both[0]), (-1, both[1]))
    with pytest.raises(NotAName, match="x is the name of two variables"):
        published(linear_combination(given(), x, 5, (x - 5, absurd)))


# -- what theorems remember ------------------------------------------------------------------------


def test_a_theorem_remembers_its_rule_its_premises_and_the_facts_it_used() -> None:
    ctx = given(Less(0, x), Less(0, y))
    positive = recall(ctx, Less(0, x + 1))
    assert (positive.rule, positive.premises) == ("fact", ())
    assert positive.side == (ctx.facts[0],)
    turned = symmetry(assume(given(), Equal(x, y)))
    assert turned.rule == "symmetry"
    assert [t.rule for t in ancestry(turned)] == ["symmetry", "hypothesis"]
    assert rules_used(turned) == {"symmetry", "hypothesis"}


def test_hypotheses_are_in_the_words_and_the_order_of_the_author() -> None:
    first, second = AtMost(x - y, 0), NotEqual(2 * y, 0)
    ctx = given(first, second)
    both = chain(recall(ctx, AtMost(x, y)), recall(ctx, AtMost(y, y)))
    assert both.hypotheses == (first,)
    assert published(recall(ctx, AtMost(x / y, 1 + x / y))).hypotheses == (second,)


def test_a_refusal_names_the_condition_that_is_missing() -> None:
    with pytest.raises(Unproved, match="fact: the side condition 0 < x does not follow"):
        recall(given(AtMost(0, x)), Less(0, x))


def test_a_context_is_a_value() -> None:
    ctx = given(Less(0, x))
    more = ctx.also(Less(0, y))
    assert len(ctx.facts) == 1
    assert more.facts[:1] == ctx.facts
    with pytest.raises(AttributeError):
        ctx.facts = ()  # type: ignore[misc]
