"""One tree, four forms: each says the same, and text, LaTeX and HTML know every kind of block."""

from __future__ import annotations

from typing import get_args

import pytest

from symbolic import Derivation, Less, given, real
from symbolic.derivation import derivations
from symbolic.documents import (
    Assertion,
    Block,
    Calculation,
    Conclusion,
    Derived,
    Display,
    Heading,
    Immediate,
    Lemma,
    Line,
    Note,
    Paragraph,
    Section,
    Sequent,
    Step,
    Supposition,
    each_step,
    html,
    latex,
    markdown,
    shown,
    text,
)
from symbolic.printing import Latex, prose
from symbolic.writing import assume

x, y = real("x"), real("y")
CALCULATION = Calculation(x, (Line("≤", y, prose("by {n}")), Line("=", x, prose("algebra"))), "(1)")
STEPS = (
    Paragraph(prose("A word before.")),
    Supposition(prose("Suppose {}.", Less(0, x)), (Less(0, x),), (CALCULATION,)),
    Conclusion(Less(x, y), prose("(1)")),
)
#: one block of each kind
BLOCKS: tuple[Block, ...] = (
    Heading(prose("about {x_0}"), "eq:some_id"),
    Paragraph(prose("A sentence.")),
    Display((Less(x, 1),)),
    Note(prose("Remark"), (prose("One."), prose("Two."))),
    Assertion("Printed, and true", "some_name", prose("It is {}.", x)),
    Sequent((Less(0, x),), (Less(x, y),), Less(0, y)),
    Lemma("Lemma 1", (Less(0, x), Less(0, y)), Less(0, x * y), Derived(STEPS[:1], Less(x, y))),
    Derived(STEPS, Less(x, y)),
    Immediate(prose("by {n}")),
)
TEXT = """\
eq:some_id: about x_0
A sentence.
  x < 1
Remark:
  One.
  Two.
Printed, and true (some_name): It is x.
  given: 0 < x
  added: x < y
  Claim: 0 < y
  Lemma 1: 0 < x·y
    given: 0 < x; 0 < y
    A word before.
  Proof:
    A word before.
    Suppose 0 < x.
      (1) x
        ≤ y                                                                               [by n]
        = x                                                                            [algebra]
    x < y                                                                                  [(1)]
  Proof: by n"""


def test_there_is_a_block_of_each_kind_here() -> None:
    assert {type(block) for block in BLOCKS} == set(get_args(Block))


def test_there_is_a_step_of_each_kind_here() -> None:
    assert {type(step) for step in each_step(STEPS)} == set(get_args(Step))


def test_every_form_says_what_is_supposed_and_where_that_ends() -> None:
    shown = [Section((Derived(STEPS, Less(x, y)),))]
    start, *inside, end = text(shown).splitlines()[2:]
    assert start.strip() == "Suppose 0 < x."
    assert all(line.startswith("    ") for line in inside)
    assert end.startswith("  x < y ")
    _, _, after = latex(shown).partition("\\RecencySuppose{Suppose $0 < x$.}\n")
    inner, _, rest = after.partition("\n\\RecencySupposed\n")
    assert "flalign" in inner
    assert rest == "\\RecencyStep{$x < y$}{(1)}"
    _, _, after = html(shown).partition("<p>Suppose <math")
    inner, _, rest = after.partition("</dd></dl>")
    assert inner.count("recency-row") == 3
    assert rest.count("recency-row") == 1


def test_text_is_indented_below_an_assertion() -> None:
    assert text([Section(BLOCKS)]) == TEXT


def test_sections_are_apart_and_blocks_are_not() -> None:
    one = Section((Paragraph(prose("One.")), Paragraph(prose("Two."))))
    assert text([one, one]) == "One.\nTwo.\n\nOne.\nTwo."


def test_text_is_wrapped_where_a_width_is_given() -> None:
    note = Note(prose("Remark"), (prose("word " * 30),))
    lines = text(
        [Section((Heading(prose("A title"), "id", "Section 1", 3), note))], 40
    ).splitlines()
    assert lines[0] == "Section 1: A title (id)"
    assert lines[1].startswith("  Remark: word")
    assert all(line.startswith("    word") for line in lines[2:])
    assert max(map(len, lines)) <= 40


def test_latex_and_html_have_every_block() -> None:
    whole, page = latex([Section(BLOCKS)]), html([Section(BLOCKS)])
    assert isinstance(whole, Latex)
    for macro in ("Claim", "Note", "Part", "Added", "Lemma", "Derivation", "Reason"):
        assert rf"\Recency{macro}" in whole
    reasons = whole.count(r"\RecencyReason") + whole.count(r"\RecencyStep")
    assert reasons == page.count('recency-reason"') == 3
    assert "<h3>eq:some_id: about" in page
    assert "<p><b>Printed, and true (some_name): It is" in page


def test_a_heading_has_the_level_it_is_given() -> None:
    heading = Heading(prose("Not true"), level=2)
    assert text([Section((heading,))]) == "NOT TRUE"
    assert markdown([Section((heading,))]) == "## Not true"
    assert "<h4>Not true</h4>" in html([Section((heading,))])


def test_markdown_has_sentences_and_no_derivations() -> None:
    entry = Heading(prose("about {x_0}"), "eq:id", "Section 1", 3)
    shown = markdown([Section((entry, Note(prose("Printed"), (prose("It is [{}].", x),))))])
    assert shown == "### Section 1: about $`x_{0}`$ `eq:id`\n\n- **Printed.** It is \\[$`x`$\\]."
    with pytest.raises(TypeError, match="Immediate has no form in Markdown"):
        markdown([Section((Immediate(prose("by {n}")),))])


def test_a_derivation_of_one_step_is_immediate() -> None:
    theorem = assume(given(Less(0, x)), Less(0, x))
    assert isinstance(derivations([theorem])[0][0], Immediate)
    assert Derivation(theorem).text().endswith("\nProof: 0 < x")


def test_a_lemma_of_one_step_has_its_reason_beside_it() -> None:
    lemma = Lemma("Lemma 1", (), Less(x, y), Immediate(prose("by {n}")))
    assert text([Section((lemma,))]).split() == ["Lemma", "1:", "x", "<", "y", "[by", "n]"]
    assert latex([Section((lemma,))]) == (
        "\\RecencyLemma{Lemma 1}\n$x < y$\n\\RecencyBecause{by $n$}"
    )
    assert "<b>Lemma 1.</b>" in html([Section((lemma,))])


def test_a_document_knows_what_each_of_its_blocks_shows() -> None:
    line = Line("=", x, prose("algebra"), ("of a line",))
    inside = Conclusion(Less(x, y), prose("(1)"), shows=("of a supposed conclusion",))
    steps = (
        Paragraph(prose("Then."), ("of a paragraph",)),
        Calculation(x, (line,), shows=("of a calculation",)),
        Supposition(prose("Suppose {}.", Less(0, x)), (Less(0, x),), (inside,)),
        Conclusion(Less(x, y), prose("(1)"), shows=("of a conclusion",)),
    )
    whole = Derived(steps, Less(x, y), ("of a derivation",))
    inner = Immediate(prose("algebra"), ("of a lemma",))
    lemma = Lemma("Lemma 1", (), Less(x, y), inner)
    words = (
        "paragraph", "calculation", "line", "conclusion", "supposed conclusion", "derivation",
        "lemma",
    )  # fmt: skip
    assert shown([Section((lemma,)), Section((whole,))]) == {f"of a {word}" for word in words}
