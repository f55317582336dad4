"""Sentences with terms in them: what the template must look like, and what becomes of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st
from sympy import Rational, pi

from symbolic import Equal, ForAll, Less, index, real, sequence
from symbolic.core.terms import IllFormed
from symbolic.printing import Latex, Sentence, prose
from symbolic.printing.sentences import Code, Equation, Reference, as_sentence, joined
from symbolic.terms import NotATerm

gamma, x = real("gamma"), real("x")
n, c = index("n"), sequence("c")


def test_each_place_takes_its_formula_in_turn() -> None:
    words = prose("From {} to {}, if {}.", gamma, gamma**2, Less(gamma, 1))
    assert words.text() == "From γ to γ^2, if γ < 1."
    assert words.latex() == r"From $\gamma$ to $\gamma^{2}$, if $\gamma < 1$."
    assert words.markdown() == r"From $`\gamma`$ to $`\gamma^{2}`$, if $`\gamma < 1`$."
    assert words.html().count("<math") == 3
    assert isinstance(words.latex(), Latex)


def test_words_without_places_are_words() -> None:
    assert prose("Nothing here.") == as_sentence("Nothing here.") == Sentence(("Nothing here.",))
    assert prose(prose("One {}.", gamma)) == prose("One {}.", gamma)
    assert not prose("")


def test_a_formula_may_begin_and_end_the_sentence_and_stand_alone() -> None:
    assert prose("{} is below {}", gamma, 1).text() == "γ is below 1"
    assert prose("{}", gamma).latex() == r"$\gamma$"
    assert prose("").text() == ""


def test_formulas_may_stand_side_by_side() -> None:
    words = prose("{}{} {}", gamma, x, 2)
    assert words.text() == "γx 2"
    assert words.latex() == r"$\gamma$$x$ $2$"


def test_numbers_are_formulas_and_stay_exact() -> None:
    assert prose("{}, {} and {}", 3, Rational(1, 3), Fraction(2, 3)).text() == "3, 1/3 and 2/3"


def test_a_statement_is_shown_whole() -> None:
    statement = ForAll(n, 1, Equal(c(n), 0))
    assert prose("So {}.", statement).text() == "So c_n = 0 for all n ≥ 1."


@pytest.mark.parametrize(
    ("name", "text", "latex"),
    [
        ("n", "n", "n"),
        ("lambda", "λ", r"\lambda"),
        ("h_0", "h_0", "h_{0}"),
        ("s_tau", "s_τ", r"s_{\tau}"),
        ("v_pi", "v_π", r"v_{\pi}"),
        ("V_t", "V_t", "V_{t}"),
        ("gamma^n", "γ^n", r"\gamma^{n}"),
        ("z = gamma·P", "z = γ·P", r"z = \gamma P"),
    ],
)
def test_a_symbol_in_braces_is_the_term_of_that_name(name: str, text: str, latex: str) -> None:
    words = prose(f"the {{{name}}}-th")
    assert (words.text(), words.latex()) == (f"the {text}-th", f"the ${latex}$-th")


def test_a_named_symbol_is_the_same_as_its_term() -> None:
    assert prose("{h_0} and {}", gamma).formulas[1] == gamma
    assert prose("{c_n}").text() == prose("{}", c(n)).text()


def test_tuples_are_vectors_and_sequences_and_matrices() -> None:
    assert prose("{}", ()).text() == "()"
    assert prose("{}", (Rational(1, 2), -1)).text() == "(1/2, -1)"
    assert prose("{}", (1, 0, ...)).latex() == r"$(1, 0, \ldots)$"
    assert prose("{}", ((1, 0), (0, gamma))).text() == "(1, 0; 0, γ)"
    equation = Equation(real("h"), (2, 1, 1, ...))
    assert prose("Take {}.", equation).text() == "Take h = (2, 1, 1, ...)."
    assert prose("Take {}.", equation).latex() == r"Take $h = (2, 1, 1, \ldots)$."


def test_code_and_references_are_no_words() -> None:
    there = Reference("Lemma 3", "eq:c_d", "eq:c_d")
    words = joined(("see ", Code("a_b"), ", ", there, ", ", Reference("", "eq:c_d")), "")
    assert words.text() == "see a_b, Lemma 3 of eq:c_d, eq:c_d"
    assert words.latex() == (
        r"see \texttt{a\_\allowbreak{}b}, "
        r"\RecencyCite{Lemma}{3}{eq-c_d}{eq:\allowbreak{}c\_\allowbreak{}d}, "
        r"\RecencyRef{eq-c_d}{eq:\allowbreak{}c\_\allowbreak{}d}"
    )
    assert words.markdown() == r"see `a_b`, Lemma 3 of eq:c\_d, eq:c\_d"
    assert words.html() == "see <code>a_b</code>, Lemma 3 of eq:c_d, eq:c_d"
    here = Sentence((Reference("Lemma 3", None, "eq:c_d"),))
    assert (here.text(), here.latex()) == ("Lemma 3", r"\RecencyCite{Lemma}{3}{eq-c_d}{}")


def test_sentences_are_joined() -> None:
    assert joined(["a", prose("{}", gamma), Reference("b")]).text() == "a, γ, b"
    assert (prose("{} ", gamma) + "is " + prose("{}", x)).text() == "γ is x"
    assert joined([]) == Sentence()


@pytest.mark.parametrize(
    ("template", "formulas", "places"),
    [
        ("No place.", 1, 0),
        ("One {}.", 0, 1),
        ("One {}.", 2, 1),
        ("{} and {}", 1, 2),
        ("{n} and {}", 0, 1),
        ("{{}}", 1, 0),
    ],
)
def test_there_are_as_many_formulas_as_places(template: str, formulas: int, places: int) -> None:
    with pytest.raises(ValueError, match=f"has {places} places for {formulas} formulas"):
        prose(template, *[gamma] * formulas)


@pytest.mark.parametrize("template", ["{:d}", "{!r}", "{", "a }", "{n:d}"])
def test_a_place_has_no_layout_and_ends(template: str) -> None:
    with pytest.raises(ValueError, match="a brace is doubled") as refusal:
        prose(template)
    message = str(refusal.value)
    assert message.startswith(repr(template))
    assert "\n" not in message


@pytest.mark.parametrize("template", ["{n +}", "{100%}", "{the return}", "{ }"])
def test_what_is_in_braces_is_the_name_of_a_symbol(template: str) -> None:
    with pytest.raises(ValueError, match="is not the name of a symbol"):
        prose(template)


@pytest.mark.parametrize("wrong", ["gamma", 0.5, None, True, [gamma], object(), (gamma, "x")])
def test_what_is_neither_a_term_nor_a_statement_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="is not a term or a statement") as refusal:
        prose("It is {}.", wrong)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("wrong", [pi, real("x") + 0.5])
def test_a_term_that_is_not_one_of_the_language_is_refused(wrong: Any) -> None:
    with pytest.raises(NotATerm):
        prose("It is {}.", wrong)


def test_a_statement_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(IllFormed, match="a variable of another sort"):
        prose("It is {}.", ForAll(x, 0, Less(x, 1)))


def test_doubled_braces_are_braces_of_the_text() -> None:
    words = prose("the set {{{}}} and {{}}", gamma)
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
    assert words.text() == "γ".join(texts)
