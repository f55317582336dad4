"""Sentences with terms in them: what the template must look like, and what becomes of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Rational, pi

from proofs.companion.claims.claim import Claim
from proofs.companion.claims.prose import Prose, as_prose, prose, vector
from symbolic import Equal, ForAll, Less, index, real, sequence
from symbolic.statements import IllFormed

gamma, x = real("gamma"), real("x")
n, c = index("n"), sequence("c")


def test_each_place_takes_its_formula_in_turn() -> None:
    words = prose("From {} to {}, if {}.", gamma, gamma**2, Less(gamma, 1))
    assert words.text() == "From γ to γ^2, if γ < 1."
    assert words.latex() == r"From $\gamma$ to $\gamma^{2}$, if $\gamma < 1$."


def test_words_without_places_are_words() -> None:
    assert prose("Nothing here.") == as_prose("Nothing here.") == Prose(("Nothing here.",))
    assert as_prose(prose("One {}.", gamma)) == prose("One {}.", gamma)


def test_a_formula_may_begin_and_end_the_sentence_and_stand_alone() -> None:
    assert prose("{} is below {}", gamma, 1).text() == "γ is below 1"
    assert prose("{}", gamma).latex() == r"$\gamma$"
    assert prose("").text() == ""


def test_formulas_may_stand_side_by_side() -> None:
    words = prose("{}{} {}", gamma, x, 2)
    assert words.texts == ("", "", " ", "")
    assert words.text() == "γx 2"
    assert words.latex() == r"$\gamma$$x$ $2$"


def test_numbers_are_formulas_and_stay_exact() -> None:
    assert prose("{} and {}", 3, Rational(1, 3)).text() == "3 and 1/3"


def test_a_statement_is_shown_whole() -> None:
    statement = ForAll(n, 1, Equal(c(n), 0))
    assert prose("So {}.", statement).text() == "So c_n = 0 for all n ≥ 1."


@pytest.mark.parametrize(
    ("template", "formulas", "places"),
    [
        ("No place.", 1, 0),
        ("One {}.", 0, 1),
        ("One {}.", 2, 1),
        ("{} and {}", 1, 2),
        ("{{}}", 1, 0),
    ],
)
def test_there_are_as_many_formulas_as_places(template: str, formulas: int, places: int) -> None:
    with pytest.raises(ValueError, match=f"has {places} places for {formulas} formulas"):
        prose(template, *[gamma] * formulas)


@pytest.mark.parametrize(
    "template",
    ["{0}", "{0} and {1}", "{gamma}", "{gamma.args}", "{x[0]}", "{:d}", "{!r}", "{ }", "{", "a }"],
)
def test_a_place_is_empty_braces_and_nothing_else(template: str) -> None:
    with pytest.raises(ValueError, match="a place for a formula is") as refusal:
        prose(template, gamma)
    message = str(refusal.value)
    assert message.startswith(repr(template))
    assert "\n" not in message


@pytest.mark.parametrize(
    "wrong", ["gamma", 0.5, None, True, [gamma], pi, real("x") + 0.5, Claim, object()]
)
def test_what_is_neither_a_term_nor_a_statement_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="is not a term or a statement") as refusal:
        prose("It is {}.", wrong)
    assert "\n" not in str(refusal.value)


def test_a_statement_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(IllFormed, match="not an integer"):
        prose("It is {}.", ForAll(x, 0, Less(x, 1)))


def test_doubled_braces_are_braces_of_the_text() -> None:
    words = prose("the set {{{}}} and {{}}", gamma)
    assert words.texts == ("the set {", "} and {}")
    assert words.text() == "the set {γ} and {}"
    assert words.latex() == r"the set \{$\gamma$\} and \{\}"


def test_what_is_special_in_latex_is_escaped_in_the_words_and_only_there() -> None:
    words = prose("100 % of A & B, #3 in eq:td_error: {}", c(n) ** 2)
    assert words.text() == "100 % of A & B, #3 in eq:td_error: c_n^2"
    latex = words.latex()
    for escaped in (r"\%", r"\&", r"\#", r"td\_error"):
        assert escaped in latex
    assert latex.endswith(r"$c_{n}^{2}$")


@given(st.lists(st.text("ab {}%_&#^~\\$", max_size=6), min_size=1, max_size=4))
def test_the_literal_text_comes_out_as_it_was_put_in(texts: list[str]) -> None:
    doubled = [text.replace("{", "{{").replace("}", "}}") for text in texts]
    words = prose("{}".join(doubled), *[gamma] * (len(texts) - 1))
    assert words.texts == tuple(texts)
    assert words.text() == "γ".join(texts)


def test_a_vector_is_written_with_commas() -> None:
    assert vector() == "()"
    assert vector(Rational(1, 2), -1) == "(1/2, -1)"
    assert vector(1, 0, "...") == "(1, 0, ...)"
