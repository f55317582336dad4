"""Key steps: a step in a line, facts that are cited, and hypotheses that are said once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from symbolic import Equal, ForAll, Less, index, real, sequence
from symbolic.derivation import key_steps
from symbolic.derivation.key_steps import SUPPOSED, in_a_line
from symbolic.documents import (
    Calculation,
    Conclusion,
    Derived,
    Immediate,
    Lemma,
    Line,
    Paragraph,
    Section,
    Sequent,
    Step,
    html,
    latex,
    said_once,
    text,
)
from symbolic.printing import prose
from symbolic.printing.sentences import Reference, Sentence, joined

x, y, z = real("x"), real("y"), real("z")
i, a = index("i"), sequence("a")
LONG = ForAll(i, 0, Equal(a(i + 2), a(i + 1) + a(i)))
FIRST = Sequent((LONG, Less(0, x)), (), Less(0, y))
SECOND = Sequent((LONG, Less(0, z)), (), Less(0, z))


def by(name: str) -> Sentence:
    return Sentence((Reference(name),))


# -- a step in a line ----------------------------------------------------------------------------


def test_a_calculation_goes_from_its_first_term_to_the_last_by_all_reasons() -> None:
    lines = (Line("=", y, prose("algebra")), Line("<", z, joined(("algebra", by("Fact 1")), "; ")))
    (found,) = in_a_line([Calculation(x, lines, "(1)")])
    assert isinstance(found, Calculation)
    assert [(line.relation, line.term) for line in found.lines] == [("<", z)]
    assert found.lines[0].reason.text() == "algebra; Fact 1"


def test_what_has_a_label_stays_and_what_is_only_said_in_general_does_not() -> None:
    first = Conclusion(Less(x, y), prose("algebra"), "(1)")
    second = Conclusion(Less(y, z), prose("limits"), "(2)")
    last = Conclusion(Less(x, z), by("(2)"), "(3)")
    found = in_a_line([first, second, last])
    assert found == [first, replace(last, reason=prose("limits"))]


def test_of_cases_no_step_is_shown_and_what_is_supposed_there_is_no_reason() -> None:
    steps: list[Step] = [
        Paragraph(prose("Case {}.", Less(0, x))),
        Conclusion(Less(y, z), Sentence((Less(0, x),)), "(1)"),
        Conclusion(Less(x, z), joined((by("(1)"), SUPPOSED, by("Lemma 3")), "; "), "(2)"),
        Conclusion(Less(x, z), prose("in both cases"), "(3)"),
    ]
    (found,) = in_a_line(steps)
    assert isinstance(found, Conclusion)
    assert found.reason.text() == "Lemma 3; in both cases"


# -- facts ---------------------------------------------------------------------------------------


def test_facts_are_stated_where_they_are_cited_and_numbered_again() -> None:
    proof = Derived((Conclusion(Less(x, y), prose("limits")),), Less(x, y))
    facts = [Lemma(f"Fact {k}", (), Less(x, y), proof) for k in (1, 2)]
    cites = Immediate(joined(("together", by("Fact 2")), "; "))
    ((only, last),) = key_steps([[*facts, cites]])
    assert only == Lemma("Fact 1", (), Less(x, y), None)
    assert isinstance(last, Immediate)
    assert last.reason.text() == "together; Fact 1"


# -- hypotheses ----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [text, latex, html])
def test_a_long_hypothesis_is_said_by_the_first_theorem_that_has_it(form: object) -> None:
    assert callable(form)
    found = said_once([Section((FIRST,)), Section((SECOND,))])
    alone = [form([each]) for each in found]
    whole = form([Section((Sequent((LONG,), (), Less(0, y)),))])
    formula = {text: "a_{i+2}", latex: "a_{i + 2}", html: "<mn>2</mn>"}[form]
    assert formula in whole
    assert [formula in each for each in alone] == [True, False]
    assert ["(A)" in each for each in alone] == [True, True]


def test_a_theorem_that_may_be_left_out_says_its_hypotheses_itself() -> None:
    aside = replace(FIRST, aside=True)
    assert said_once([Section((aside, SECOND))]) == (Section((aside, SECOND)),)


def test_what_is_short_is_said_again() -> None:
    short = [Sequent((Less(0, x),), (), Less(0, y)), Sequent((Less(0, x),), (), Less(0, z))]
    assert said_once([Section(tuple(short))]) == (Section(tuple(short)),)


def test_no_hypothesis_is_lost() -> None:
    found = said_once([Section((FIRST, SECOND, Sequent((LONG,), (), Less(x, y))))])
    for block, whole in zip(found[0].blocks, (FIRST, SECOND), strict=False):
        assert isinstance(block, Sequent)
        assert [each.label for each in block.shared] == ["(A)"]
        assert block.given == whole.given[1:]
