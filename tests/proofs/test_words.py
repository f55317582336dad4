"""What is said of a claim: no formula is typed as text, and every formula is one of the claim's."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from sympy import Expr

from proofs.companion import ledger
from proofs.companion.claims import catalogue
from symbolic import Statement, real
from symbolic.core.terms import Term
from symbolic.printing import Sentence, term_text
from tests.proofs.mutants import mutants, mutated_terms
from tests.proofs.words import occurs, sentences, typed_formula, vocabulary

CLAIMS = [entry.id for entry in catalogue.entries()]


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_no_formula_is_typed_as_text(claim_id: str) -> None:
    for words in sentences(ledger.load(claim_id)):
        assert typed_formula(words) is None, words.text()


def is_symbol(term: Term) -> bool:
    """Is it a letter, a member of a sequence at an index, or the fixed point?"""
    indices = term.op == "app" and all(a.op in ("var", "num") for a in term.args)
    return term.op == "var" or indices or term_text(term) == "v_π"


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_only_symbols_are_given_by_their_names(claim_id: str) -> None:
    for words in sentences(ledger.load(claim_id)):
        named = [f for f in words.formulas if isinstance(f, Term)]
        assert all(map(is_symbol, named)), words.text()


@cache
def words_of(claim_id: str) -> tuple[set[Any], set[Term]]:
    return vocabulary(ledger.load(claim_id))


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_every_formula_in_the_words_is_one_of_the_claim(claim_id: str) -> None:
    for words in sentences(ledger.load(claim_id)):
        for formula in words.formulas:
            assert occurs(formula, words_of(claim_id)), words.text()


def test_most_claims_are_told_with_formulas() -> None:
    told = [any(words.formulas for words in sentences(ledger.load(i))) for i in CLAIMS]
    assert sum(told) >= 20


def near_misses(formula: Expr | Statement) -> list[Expr | Statement]:
    """Other formulas, most of them nearly the same."""
    if isinstance(formula, Statement):
        return [s for s in mutants(formula) if s != formula]
    return [*(t for t in mutated_terms(formula) if t != formula), formula + 1, real("elsewhere")]


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_changing_a_term_changes_the_words(claim_id: str) -> None:
    for words in sentences(ledger.load(claim_id)):
        text, latex = words.text(), words.latex()
        for place, formula in enumerate(words.pieces):
            for other in near_misses(formula)[:6] if isinstance(formula, Expr | Statement) else ():
                changed = Sentence((*words.pieces[:place], other, *words.pieces[place + 1 :]))
                assert changed.text() != text
                assert changed.latex() != latex
