"""recency errata: what is listed, of which kind, in which order, and that nothing else is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

import pytest

from numeric_checks.statements import Instance, members
from numeric_checks.statements.describing import in_words
from proofs.companion import __version__, ledger
from proofs.companion.claims import catalogue
from proofs.companion.claims.claim import Claim, ClaimFails
from proofs.companion.claims.places import Passage, passages, version_read
from proofs.companion.cli import main
from proofs.companion.documents.document import Document, stated
from proofs.companion.documents.errata import (
    Errata,
    Erratum,
    Kind,
    as_latex,
    as_markdown,
    as_text,
    errata,
)
from proofs.notation import DISCOUNT, c, gamma, h, n
from symbolic import Theorem, given, real
from symbolic.core.terms import Term
from symbolic.printing import Sentence, prose, term_text
from symbolic.statements import Equal, Less, Statement
from symbolic.writing import assume, unfold
from tests.proofs.made_up_documents import document, header

#: one of each kind, none of them in this order
CHOSEN = [
    "nstep-contraction", "eq:delayed_pulse", "prop:wrh", "affine-normalisation",
    "eq:linear_contraction", "convex-faster", "eq:sample-real_errors",
]  # fmt: skip


@pytest.fixture(scope="module")
def documents() -> list[Document]:
    return [Document.of(claim_id) for claim_id in CHOSEN]


@pytest.fixture(scope="module")
def found(documents: list[Document]) -> Errata:
    return errata(documents)


def of_claims(found: Errata) -> list[tuple[Kind, str]]:
    return [(e.kind, e.entry.id) for e in found.found if e.entry]


def test_the_gravest_kind_comes_first_and_then_the_papers_order(found: Errata) -> None:
    assert of_claims(found) == [
        (Kind.FALSE, "eq:linear_contraction"),
        (Kind.FALSE, "convex-faster"),
        (Kind.FALSE, "convex-faster"),
        (Kind.NEEDS, "eq:delayed_pulse"),
        (Kind.NEEDS, "affine-normalisation"),
        (Kind.GAP, "eq:sample-real_errors"),
        (Kind.GAP, "prop:wrh"),
    ]
    assert {e.kind for e in found.found if e.entry is None} == {Kind.MISPRINT}
    assert [e.kind for e in found.found] == sorted(
        (e.kind for e in found.found), key=list(Kind).index
    )


def test_every_misprint_of_the_map_is_listed_in_its_order(found: Errata) -> None:
    misread = [passage for passage in passages() if passage.read]
    assert [e.place for e in found.found if e.kind is Kind.MISPRINT] == [p.place for p in misread]
    text = flat(as_text(found, 100))
    assert len(misread) >= 8
    for passage in misread:
        said = f"{passage.place}: {prose(passage.words).text()} Read: {prose(passage.read).text()}"
        assert said in text


def test_the_summary_says_what_was_read_what_was_examined_and_what_was_not(found: Errata) -> None:
    read, counts, why, how = (sentence.text() for sentence in found.summary)
    assert read == f"Read: {version_read()}. Examined by recency {__version__}."
    assert "2024" in version_read()
    examined = [p for p in passages() if p.claim and p.claim.id in CHOSEN]
    others = [p for p in passages() if p.reason]
    total = len(examined) + len(others)
    assert counts.startswith(f"{total} assertions: {len(examined)} examined, {len(others)} not; ")
    assert "3 assertions do not hold, 2 need a hypothesis, 2 printed proofs have a gap" in counts
    reason, number = others[0].reason, sum(p.reason == others[0].reason for p in others)
    assert f"{reason[1:].removesuffix('.')} ({number})" in why
    assert how.endswith("Throughout, 0 < γ and γ < 1.")


@pytest.mark.parametrize("claim_id", [c for c in CHOSEN[1:] if c != "prop:wrh"])
def test_an_erratum_has_one_sentence_one_instance_and_one_statement(
    claim_id: str, found: Errata
) -> None:
    claim = ledger.load(claim_id)
    erratum = next(e for e in found.found if e.entry and e.entry.id == claim_id)
    cases = [r.examined for r in claim.refutations] + [need.examined for need in claim.needs_]
    case = cases[0] if cases else claim.gaps[0].examined
    assert case is not None
    [sentence, instance, *rest] = notes(erratum)
    step = prose(". The conclusion ")
    if erratum.kind is Kind.GAP:  # nothing else says what is concluded
        step = prose(". What is concluded, {}, ", case.conclusion[0])
    assert instance == (in_words(case.at) + case.ending(step)).text()
    titles = [note.title.text() for note in erratum.notes]
    assert titles[2:] in ([], ["What holds"], ["What holds", "Where"])
    assert ("What holds" in titles) == (erratum.kind is not Kind.GAP)
    for form in (flat(as_text(found, 100)), flat(as_text(found, 70))):
        assert f"{erratum.place}: {prose(claim.entry.words).text()} ({claim_id})" in form
        assert all(said in form for said in (sentence, instance, *rest))
    for form, write in ((as_latex(found), Sentence.latex), (as_markdown(found), Sentence.markdown)):
        for note in erratum.notes:
            assert all(write(line) in form for line in note.lines)


def notes(erratum: Erratum) -> list[str]:
    return [flat(line.text()) for note in erratum.notes for line in note.lines]


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("claim_id", "part_name"),
    [("eq:delayed_pulse", "only_fixed_point"), ("affine-normalisation", "normalised_return")],
)
def test_a_statement_that_needs_more_is_told_whole(
    claim_id: str, part_name: str, found: Errata
) -> None:
    part = ledger.load(claim_id).part(part_name)
    [erratum] = [e for e in found.found if e.entry and e.entry.id == claim_id]
    [line] = erratum.notes[-1].lines
    stated = [piece for piece in line.pieces if isinstance(piece, Statement)]
    assert {s.key for s in stated[:-1]} == hypotheses(part.theorem)
    assert stated[-1].key == part.says.key
    assert {s.key for s in stated[-1 - len(part.added) : -1]} == {s.key for s in part.added}


@pytest.mark.parametrize("claim_id", ["eq:linear_contraction", "convex-faster"])
def test_what_holds_instead_is_told_with_every_hypothesis(claim_id: str, found: Errata) -> None:
    refutations = ledger.load(claim_id).refutations
    listed = [e for e in found.found if e.entry and e.entry.id == claim_id]
    for refutation, erratum in zip(refutations, listed, strict=True):
        [line] = next(n.lines for n in erratum.notes if n.title.text() == "What holds")
        assert line.text().startswith(refutation.instead.words.text())
        stated = {piece.key for piece in line.pieces if isinstance(piece, Statement)}
        assert hypotheses(refutation.instead.theorem) <= stated


# -- what letters stand for ------------------------------------------------------------------------

#: the paper's own, and those of a statement about all MRPs, which says what they are
PAPERS = set("γλατhcvVRrδGnNikmPbzt")


def letters(statements: Iterable[Statement]) -> set[str]:
    """The variables and sequences, without their indices."""
    found: set[str] = set()
    for statement in statements:
        found |= {term_text(symbol) for symbol in statement.free_symbols}
        found |= {term_text(real(name.__name__)) for name in statement.sequences}
    return found


@pytest.mark.parametrize("claim_id", [e.id for e in catalogue.entries() if e.printed])
def test_the_letters_of_an_erratum_are_the_papers_or_are_explained(claim_id: str) -> None:
    claim = ledger.load(claim_id)
    needs = [need.part for need in claim.needs_ if need.part.printed]
    said = [(r.words, r.instead.words, (r.says, *stated([r.instead]))) for r in claim.refutations]
    said += [(part.words, part.words, stated([part])) for part in needs]
    named = [term_text(term) for term, _ in claim.names]
    for words, holds, statements in said:
        told = " ".join([words.text(), holds.text(), *named])
        for letter in letters(statements) - PAPERS:
            assert re.search(rf"(?<!\w){re.escape(letter)}(?![^\W_])", told), letter


def hypotheses(theorem: Theorem) -> set[Term]:
    """Those of a theorem but for the discount, which is assumed throughout."""
    return {s.key for s in theorem.hypotheses} - {s.key for s in DISCOUNT}


def test_text_keeps_to_the_width(found: Errata) -> None:
    for width in (60, 100):
        lines = as_text(found, width).splitlines()
        assert max(map(len, lines)) <= width
        assert max(map(len, lines)) > width - 15


def test_markdown_protects_formulas_and_escapes_words(found: Errata) -> None:
    markdown = as_markdown(found)
    bare = re.sub(r"\$`[^`]*`\$|`[^`]*`", "", markdown)
    assert "$`h_{i} \\to 0`$ as $`i \\to\\infty`$" in markdown
    assert "### Section 5, proposition 2: " in markdown
    assert "$" not in bare
    assert not re.search(r"(?<!\\)_", bare)
    assert [line for line in markdown.splitlines() if line.startswith("## ")] == [
        "## Does not hold",
        "## Needs a hypothesis",
        "## Proof gap",
        "## Misprint or wording",
    ]


# -- made-up claims ------------------------------------------------------------------------------

HEADER = "eq:made_up: a made-up claim.\n\nPaper: Section 2, equation 1.\n"
DIFFERENCE = Equal(c(n), h(n - 1) - h(n))


def listed(*documents: Document) -> str:
    """The errata of these claims, of a paper without anything else in it."""
    return as_text(errata(documents, ()), 200)


def false_claim(value: int = 2) -> tuple[Document, str]:
    """Its witness is γ = value, and c_n is put in the place of what is false."""
    with header(HEADER) as claim:

        @claim.adds("What c_n is.", says=DIFFERENCE)
        def difference() -> Theorem:
            return unfold(given(), c, n)

        claim.refutes(
            "The discount is small.",
            says=Less(gamma, 1),
            at=Instance.of({gamma: value}),
            instead=difference,
        )
        made = document(claim)
        return made, listed(made)


def test_what_is_listed_follows_the_claim() -> None:
    made, text = false_claim()
    assert made.report.verdict == "refuted"
    assert "DOES NOT HOLD" in text
    assert "Printed, in our words: The discount is small. Formally: γ < 1." in text
    counterexample = "γ = 2. The conclusion fails (the left side is 2, the right side 1)."
    assert f"Counterexample: {counterexample}" in text
    assert text.endswith("What holds: What c_n is.")
    assert false_claim(3)[1] != text


def test_nothing_is_said_of_a_claim_that_failed_and_of_one_without_errata() -> None:
    made, _ = false_claim()
    failed = Document(made.claim, replace(made.report, ok=False, verdict="failed", problem="no"))
    assert errata([failed], ()).found == ()
    with header(HEADER) as claim:

        @claim.proves("What c_n is.", says=DIFFERENCE)
        def difference() -> Theorem:
            return unfold(given(), c, n)

        proved = document(claim)
        assert errata([proved], ()).found == ()
        assert "Of what was examined: nothing to correct." in listed(proved)


def test_two_assertions_that_are_false_are_two_errata() -> None:
    with header(HEADER) as claim:
        claim_with_two(claim)
        text = listed(document(claim))
    assert text.count("Printed, in our words: ") == text.count("What holds: What c_n is.") == 2


def claim_with_two(claim: Claim) -> None:
    @claim.adds("What c_n is.", says=DIFFERENCE)
    def difference() -> Theorem:
        return unfold(given(), c, n)

    for value in (1, 2):
        at = Instance.of({gamma: value})
        claim.refutes(f"False {value}.", says=Less(gamma, 1), at=at, instead=difference)


def test_an_added_hypothesis_is_named_with_its_witness() -> None:
    with header(HEADER) as claim:

        @claim.proves("It is small.", given=(Equal(h(0), 1),), says=Less(gamma, 2))
        def small() -> Theorem:
            return assume(given(Equal(h(0), 1)), Less(gamma, 2))

        claim.needs(small, Less(gamma, 2), at=Instance.of({gamma: 3}, {h: members(1)}))
        text = listed(document(claim))
    assert "NEEDS A HYPOTHESIS" in text
    assert "Without γ < 2: γ = 3, h = (1, 0, 0, ...). The conclusion fails" in text
    assert "What holds: If γ < 2, then γ < 2." in text


def test_gaps_and_misprints_of_a_proved_claim_are_listed() -> None:
    with header(HEADER) as claim:

        @claim.proves("What c_n is.", says=DIFFERENCE)
        def difference() -> Theorem:
            return unfold(given(), c, n)

        claim.gap("It stops early.", says=Less(gamma, 1), at=Instance.of({gamma: 2}))
        claim.misprint("A sign is missing.")
        made = document(claim)
        assert made.report.verdict == "proved"
        text = listed(made)
    assert "PROOF GAP" in text
    assert "The printed proof: It stops early.\n  Counterexample: γ = 2. What is conclu" in text
    assert text.endswith("\n\nSection 2, equation 1 (eq:made_up): A sign is missing.")


def test_a_gap_with_a_step_that_holds_at_the_instance_is_refused() -> None:
    with header(HEADER) as claim:

        @claim.proves("What c_n is.", says=DIFFERENCE)
        def difference() -> Theorem:
            return unfold(given(), c, n)

        with pytest.raises(ClaimFails, match="a step that is false has an instance"):
            claim.gap("It stops early.", says=Less(gamma, 1))
        claim.gap("It stops early.", says=Less(gamma, 1), at=Instance.of({gamma: "1/2"}))
        with pytest.raises(ClaimFails, match="the witness refutes nothing"):
            claim.verdict()


def test_a_misprint_stands_where_it_is_in_the_map() -> None:
    printed = [
        Passage("Section 2", "A sign is wrong.", read="The other one."),
        Passage("Section 3", "It is so.", reason="It comes later."),
        Passage("Section 1", "Another is.", read="The same."),
    ]
    made = errata((), printed)
    assert [erratum.place for erratum in made.found] == ["Section 2", "Section 1"]
    text = as_text(made, 200)
    assert "1 assertion: 0 examined, 1 not; and 0 definitions. They are" in text
    assert "Of what was examined: 2 misprints or unclear wordings." in text
    assert "Not examined, and why: it comes later (1)." in text
    assert text.endswith(
        "Section 2: A sign is wrong. Read: The other one.\nSection 1: Another is. Read: The same."
    )


def test_a_word_that_is_wrong_is_told_with_the_word_to_read() -> None:
    with header(HEADER) as claim:

        @claim.proves("What c_n is.", says=DIFFERENCE)
        def difference() -> Theorem:
            return unfold(given(), c, n)

        at = Instance.of({gamma: 2})
        claim.refutes(
            "The discount is small.", says=Less(gamma, 1), at=at, instead=difference, read="Large"
        )
        made = document(claim)
        text = listed(made)
    assert made.report.verdict == "repaired"
    assert "DOES NOT HOLD" not in text
    assert "NEEDS ANOTHER WORD" in text
    assert "1 needs another word." in text
    assert text.endswith("\n  Read: Large.\n  What holds: What c_n is.")


def test_a_word_is_not_all_that_is_wrong_if_the_rest_is_not_printed() -> None:
    with header(HEADER) as claim:

        @claim.adds("What c_n is.", says=DIFFERENCE)
        def difference() -> Theorem:
            return unfold(given(), c, n)

        at = Instance.of({gamma: 2})
        claim.refutes(
            "The discount is small.", says=Less(gamma, 1), at=at, instead=difference, read="Large"
        )
        with pytest.raises(ClaimFails, match="difference is not proved as printed"):
            claim.verdict()


def needing(claim: Claim, *, printed: bool) -> None:
    """A claim that needs a hypothesis, and another part that needs none."""
    mark = claim.proves if printed else claim.adds

    @mark("What c_n is.", says=DIFFERENCE)
    def difference() -> Theorem:
        return unfold(given(), c, n)

    @claim.proves("It is small.", given=(Equal(h(0), 1),), says=Less(gamma, 2))
    def small() -> Theorem:
        return assume(given(Equal(h(0), 1)), Less(gamma, 2))

    at = Instance.of({gamma: 3}, {h: members(1)})
    claim.needs(small, Less(gamma, 2), at=at, otherwise=difference)


def test_what_is_true_in_one_reading_does_not_stand_among_what_needs_a_hypothesis() -> None:
    with header(HEADER) as claim:
        needing(claim, printed=True)
        made = document(claim)
        text = listed(made)
    assert made.report.verdict == "repaired"
    assert "NEEDS A HYPOTHESIS" not in text
    assert "TRUE IN ONE READING, NOT IN ANOTHER" in text
    assert "True as printed: What c_n is.\n  What is repaired: It is small." in text
    assert "In another reading it is true as printed: Theorem 1." in made.text()


def test_the_other_reading_has_to_be_proved_as_printed() -> None:
    with header(HEADER) as claim:
        needing(claim, printed=False)
        with pytest.raises(ClaimFails, match="difference is not proved as printed"):
            claim.verdict()


def test_a_name_is_explained_where_it_occurs() -> None:
    with header(HEADER) as claim:
        claim_with_two(claim)
        claim.name(gamma, "is the discount")
        claim.name(real("q"), "does not occur")
        text = listed(document(claim))
    assert text.count("What holds: What c_n is.\n  Where: γ is the discount.") == 2
    assert "does not occur" not in text


def test_an_erratum_stands_where_the_map_has_what_it_corrects() -> None:
    made = Document.of("convex-faster")
    places = {e.place: e.notes[0].lines[0].text() for e in errata([made]).found if e.entry}
    assert "larger in size" in places["Section 5, paragraph 10"]
    assert "whatever its weights" in places["Section 5, below proposition 2"]
    truncated = errata([Document.of("equal-moduli")]).found
    assert [e.place for e in truncated if e.entry] == ["Section 6, paragraph 9"]


# -- the command ---------------------------------------------------------------------------------


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    few = tuple(map(catalogue.find, ("nstep-contraction", "eq:delayed_pulse")))
    monkeypatch.setattr(catalogue, "choose", lambda ids: few)


@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize(
    ("option", "opening"),
    [
        ("", "Errata to "),
        ("--latex", r"\documentclass"),
        ("--markdown", "# Errata to "),
    ],
)
def test_each_form_is_printed_on_stdout(
    option: str,
    opening: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    assert main(["errata", *option.split()]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(opening)
    assert "Needs a hypothesis".casefold() in out.casefold()
    assert "1 needs a hypothesis" in flat(out)
    assert err == ""
    if not option:
        assert max(map(len, out.splitlines())) <= 70


@pytest.mark.usefixtures("_few")
def test_a_claim_that_failed_is_one_line_on_stderr_and_exit_code_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    verify = ledger.verify

    def failing(claim_id: str) -> ledger.Report:
        report = verify(claim_id)
        if claim_id == "eq:delayed_pulse":
            return replace(report, ok=False, verdict="failed", problem="1 = 2 is not so")
        return report

    monkeypatch.setattr(ledger, "verify", failing)
    assert main(["errata"]) == 1
    out, err = capsys.readouterr()
    assert "1 failed, 1 proved" in flat(out) or "1 proved, 1 failed" in flat(out)
    assert "(eq:delayed_pulse)" not in out
    assert err == "failed: eq:delayed_pulse: 1 = 2 is not so\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--latex --markdown", "--markdown: not allowed with argument --latex"),
        ("prop:wrh", "unexpected 'prop:wrh'"),
        ("--html", "unexpected '--html'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["errata", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
