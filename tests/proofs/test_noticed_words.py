"""What the demands on the words of claims notice, and what they allow."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sympy import Abs, Expr

from proofs.beyond import two_term_violators
from proofs.companion import ledger
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
from symbolic import Equal, Less, Rational, Statement, given
from symbolic.printing import Sentence, prose, term_latex, term_text
from symbolic.writing import algebra
from tests.proofs.words import occurs, typed_formula, vocabulary

# -- no formula is typed as text ----------------------------------------------------------------


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


def test_formulas_in_their_places_are_fine() -> None:
    words = prose("The ({})-step return, of {}; the {}-cycle: {}, {} and {}.", *[gamma] * 6)
    assert typed_formula(words) is None


# -- every formula is one of the claim's --------------------------------------------------------


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
