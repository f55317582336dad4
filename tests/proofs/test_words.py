"""What is said of a claim: no formula is typed as text, and every formula is one of the claim's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from sympy import Abs, Expr, Integer, Symbol, oo

from proofs.beyond import two_term_violators
from proofs.companion import ledger
from proofs.companion.claims import catalogue
from proofs.companion.claims.claim import Claim
from proofs.companion.documents.document import Document
from proofs.notation import c, gamma, h, lam, m, n
from proofs.paper import (
    counterexample_pulse,
    delayed_nsteps,
    linear_contraction,
    prop_variance,
    sparse_modulus,
)
from proofs.paper.covariances import factor, kappa
from symbolic import Equal, ForAll, Less, Rational, Statement, given, real
from symbolic.core.polynomials import normal
from symbolic.core.terms import Term
from symbolic.printing import Sentence, prose, term_latex, term_text
from symbolic.printing.sentences import Vector
from symbolic.terms import subterms
from symbolic.terms.edge import to_core
from symbolic.writing import algebra
from symbolic.writing.definitions import lookup
from tests.proofs.mutants import mutants, mutated_terms

CLAIMS = [entry.id for entry in catalogue.entries()]


def sentences(claim: Claim) -> Iterator[Sentence]:
    """Everything said of the claim."""
    yield from (part.words for part in claim.parts)
    yield from (refutation.words for refutation in claim.refutations)
    yield from claim.remarks


# -- no formula is typed as text ----------------------------------------------------------------

GREEK = "alpha|beta|gamma|delta|epsilon|eta|kappa|lambda|mu|omega|pi|rho|sigma|tau|theta|xi"
#: what may stand in the words: how methods and shapes are called, and pairs of symbols
ALLOWED = re.compile(r"TD\((?:0|@)\)|\(@, @\)|inverted U\b|'s\b|\bI\b|\b[Aa]\b")
#: a formula, where a symbol or a formula that is a term is "@"
FORMULA = re.compile(
    rf"""
      [=<>+*/^|~\\$\[\]{{}}_]                      # operators, relations, brackets, indices
    | \b(?:{GREEK}|[A-Za-z])\b                  # symbols
    | [^\x00-\x7f]                               # signs and letters that are not typed in ASCII
    | \d                                         # numbers
    | (?<![A-Za-z@)])- | -(?![A-Za-z]) | [@)]-@  # a minus sign
    | [\w@]'(?!s\b)                              # v'
    | [\w@]\(                                    # f(x)
    | @\s*@                                      # a product
    | \.\.\.
    | \b(?:sum|product|lim|max|min|exp|log|cos|sin|floor|sqrt)\s*@
    """,
    re.VERBOSE,
)


def typed_formula(words: Sentence) -> str | None:
    """What looks like a formula in the words."""
    assert not any("@" in text for text in words.words)
    pieces = (p if isinstance(p, str) else "@" for p in words.pieces)
    found = FORMULA.search(ALLOWED.sub("", "".join(pieces)))
    return found and found[0]


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_no_formula_is_typed_as_text(claim_id: str) -> None:
    for words in sentences(ledger.load(claim_id)):
        assert typed_formula(words) is None, words.text()


@pytest.mark.parametrize(
    "typed",
    [
        "The modulus is gamma^m.",
        "It contracts if e < (1 - gamma)/gamma.",
        "The weights sum to h_0 - L.",
        "At lambda = 1 it is Monte Carlo.",
        "The step size alpha s is positive.",
        "Every weight is |w_n|.",
        "It is faded by gamma lambda for each step.",
        "The weights are 1, 1 and 0.",
        "It has the eigenvalue 91/100.",
        "It exceeds 1.",
        "It is at most 0.5.",
        "The mode is floor(j).",
        "With delta_{t+i} it is the same.",
        "The value h(z) is positive.",
        "The weights c_1, c_2, ... vanish.",
        "It is sum c_n.",
        "Where v - v' is constant.",
        "Where v' is constant.",
        "H v is fixed.",
        "The value is -v.",
        "The difference is v-w.",
        "Divergence as p -> 0.",
        "Divergence as p → 0.",
        "The bound is γ.",
        "The bound is x².",
        "The step sizes lie in (0, 1].",
        "The sequence h_i_j is bounded.",
        "The theorem fails_below_zero says so.",
        "The weight 2p is positive.",
        "It is k times 3.",
        "a >= b.",
        "It is {}.",
    ],
)
def test_a_typed_formula_is_noticed(typed: str) -> None:
    assert typed_formula(Sentence((typed,))) is not None


@pytest.mark.parametrize(
    "template",
    [
        "It is kappa {}.",
        "It is {} lambda.",
        "It is {}{}.",
        "It is -{}.",
        "It is {} - {}.",
        "T^{}.",
        "It is {n}{}.",
        "It is {k} times the n-th.",
    ],
)
def test_a_formula_that_is_partly_typed_is_noticed(template: str) -> None:
    assert typed_formula(prose(template, *[gamma] * template.count("{}"))) is not None


@pytest.mark.parametrize(
    "words",
    [
        "A TD error {tau} steps ahead is the difference of two successive {n}-step returns.",
        "The weights {c} sum to one, whatever {N}; the eligibilities {h_i} tend to {L}.",
        "With {V_t} in front, TD({lambda}) and delayed TD(0) are the same.",
        "On the {k}-cycle with values {u_j} at {s_j}, the first has the eigenvalue one.",
        "No two pairs ({x}, {y}) give the same ({a}, {b}).",
        "The paper's step sizes (which are positive) are sample-realizable and one-step.",
        "{v_pi} is a fixed point for every delay; I and a reader agree.",
        "If {P} is nonsingular, {T} applied {n} times is close to {v_pi}.",
        "Within the {k}-th block of {m} TD errors: all but one.",
    ],
)
def test_names_of_symbols_are_terms(words: str) -> None:
    assert typed_formula(prose(words)) is None


def is_symbol(term: Term) -> bool:
    """Is it a letter, a member of a sequence at an index, or the fixed point?"""
    indices = term.op == "app" and all(a.op in ("var", "num") for a in term.args)
    return term.op == "var" or indices or term_text(term) == "v_π"


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_only_symbols_are_given_by_their_names(claim_id: str) -> None:
    for words in sentences(ledger.load(claim_id)):
        named = [f for f in words.formulas if isinstance(f, Term)]
        assert all(map(is_symbol, named)), words.text()


def test_formulas_in_their_places_are_fine() -> None:
    words = prose("The ({})-step return, of {}; the {}-cycle: {}, {} and {}.", *[gamma] * 6)
    assert typed_formula(words) is None


# -- every formula is one of the claim's --------------------------------------------------------


def statements(statement: Statement) -> Iterator[Statement]:
    """The statement, those it is made of, and what its variables range over."""
    yield statement
    if isinstance(statement, ForAll):
        yield from statement.range
    for piece in statement._inner():
        if isinstance(piece, Statement):
            yield from statements(piece)


def terms(statement: Statement) -> Iterator[Expr]:
    """The terms that the statement itself is about, and those that its names abbreviate."""
    for piece in (*statement._inner(), *statement._outer()):
        if not isinstance(piece, Statement) and piece is not oo:
            yield piece
    for name in statement.sequences:
        definition = lookup(name)
        if definition is not None:
            yield definition.body


def vocabulary(claim: Claim) -> tuple[set[Any], set[Term]]:
    """The statements in the claim, by their keys, and its terms, in normal form."""
    said = [s for part in claim.parts for s in (part.says, *part.given)]
    said += [need.hypothesis for need in claim.needs_]
    inner = [s for statement in said for s in statements(statement)]
    found = {t for s in inner for term in terms(s) for t in subterms(term)}
    return {s.key for s in inner}, {normal(to_core(t)) for t in found}


@cache
def words_of(claim_id: str) -> tuple[set[Any], set[Term]]:
    return vocabulary(ledger.load(claim_id))


def occurs(formula: Any, known: tuple[set[Any], set[Term]]) -> bool:
    """Is the formula one of the claim's, or a symbol or a whole number?"""
    if isinstance(formula, Vector):
        return all(occurs(entry, known) for entry in formula.entries)
    if isinstance(formula, Term | int):
        return True
    if isinstance(formula, Statement):
        return formula.key in known[0]
    return isinstance(formula, Symbol | Integer) or normal(to_core(formula)) in known[1]


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_every_formula_in_the_words_is_one_of_the_claim(claim_id: str) -> None:
    for words in sentences(ledger.load(claim_id)):
        for formula in words.formulas:
            assert occurs(formula, words_of(claim_id)), words.text()


def test_most_claims_are_told_with_formulas() -> None:
    told = [any(words.formulas for words in sentences(ledger.load(i))) for i in CLAIMS]
    assert sum(told) >= 20


e = two_term_violators.e


@pytest.mark.parametrize(
    ("claim", "near_miss"),
    [
        (two_term_violators.CLAIM, e * gamma + (1 - e) * gamma**2),
        (two_term_violators.CLAIM, Less(e, (1 + gamma) / gamma)),
        (two_term_violators.CLAIM, Less((1 - gamma) / gamma, e)),
        (two_term_violators.CLAIM, Equal(two_term_violators.u(1), 1)),
        (counterexample_pulse.CLAIM, Rational(91, 1000)),
        (counterexample_pulse.CLAIM, Rational(3031, 2501)),
        (delayed_nsteps.CLAIM, delayed_nsteps.beta - 1),
        (linear_contraction.CLAIM, Abs(1 + h(0)) + linear_contraction.size),
        (sparse_modulus.CLAIM, gamma * (1 - lam) / (1 + lam * gamma**m)),
        (sparse_modulus.CLAIM, gamma * (1 - lam) / (1 - lam * gamma ** (m + 2))),
        (prop_variance.CLAIM, factor**3 * kappa),
    ],
)
def test_a_formula_that_is_not_the_claims_is_noticed(
    claim: Claim, near_miss: Expr | Statement
) -> None:
    assert not occurs(near_miss, vocabulary(claim))


def test_the_same_formula_written_differently_is_the_same() -> None:
    known = vocabulary(two_term_violators.CLAIM)
    assert occurs((e + e * gamma + gamma) * gamma, known)
    assert occurs(Less(e - (1 - gamma) / gamma, 0), known)


def test_a_claim_that_changes_leaves_its_old_words_behind() -> None:
    part = next(p for p in two_term_violators.CLAIM.parts if p.name == "contracts")
    others = [p for p in two_term_violators.CLAIM.parts if not p.name.startswith("contracts")]
    [formula] = part.words.formulas
    sharper = replace(part, given=(*part.given[:-1], Less(e, (1 - gamma) / (2 * gamma))))
    changed = Claim(two_term_violators.__name__, parts=[*others, sharper])
    assert occurs(formula, vocabulary(replace(changed, parts=[*others, part])))
    assert not occurs(formula, vocabulary(changed))


def test_what_a_name_abbreviates_may_be_said() -> None:
    assert occurs(h(n - 1) - h(n), vocabulary(linear_contraction.CLAIM))
    assert not occurs(h(n - 1) + h(n), vocabulary(linear_contraction.CLAIM))


# -- the words follow the terms -----------------------------------------------------------------


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


def stated(term: Expr) -> Claim:
    """A made-up claim, told with a term."""
    claim = Claim("proofs.paper.prop_wrh")
    words = prose("It has the modulus {}.", term)
    claim.proves(words, says=Equal(term, term))(lambda: algebra(given(), term, term))
    return claim


def test_the_document_of_a_claim_follows_its_terms() -> None:
    report = ledger.verify("prop:wrh")
    for term in (gamma, gamma**2, 1 - c(n)):
        document = Document(stated(term), report)
        assert f"It has the modulus {term_text(term)}." in document.text()
        assert f"It has the modulus ${term_latex(term)}$." in document.latex()
