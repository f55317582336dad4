"""recency errata: what is listed, in which order, and that nothing else is."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from numeric_checks.statements import Instance, members
from numeric_checks.statements.describing import in_words
from proofs.companion import ledger
from proofs.companion.claims import catalogue
from proofs.companion.claims.claim import Claim
from proofs.companion.cli import main
from proofs.companion.documents.document import Document
from proofs.companion.documents.errata import Errata, as_latex, as_markdown, as_text, errata
from proofs.notation import DISCOUNT, c, gamma, h, n
from symbolic import Theorem, given
from symbolic.printing import Sentence, prose, statement_inline, statement_text
from symbolic.printing.sentences import Code
from symbolic.statements import Equal, Less, Statement
from symbolic.writing import assume, unfold
from tests.proofs.made_up_documents import document, header

#: one of each kind, none of them in this order
CHOSEN = ["nstep-contraction", "eq:delayed_pulse", "prop:wrh", "eq:linear_contraction", "srh-limit"]


@pytest.fixture(scope="module")
def documents() -> list[Document]:
    return [Document.of(claim_id) for claim_id in CHOSEN]


@pytest.fixture(scope="module")
def found(documents: list[Document]) -> Errata:
    return errata(documents)


def test_the_gravest_come_first_and_then_the_papers_order(found: Errata) -> None:
    assert [(e.rank, e.entry.id) for e in found.found] == [
        (0, "srh-limit"),
        (1, "eq:linear_contraction"),
        (2, "eq:delayed_pulse"),
        (2, "prop:wrh"),
    ]


def test_the_first_line_counts_what_was_examined(found: Errata) -> None:
    first = found.summary.words[0]
    assert first.startswith("5 claims of the paper examined: 1 proved as printed; 2 proved with")
    assert "1 in which an assertion has a counterexample" in first
    assert "1 with a counterexample, and another statement" in first
    text = as_text(found, 60)
    assert flat(text).startswith("Errata to ")
    assert first[:80] in flat(text)


@pytest.mark.parametrize("claim_id", CHOSEN[1:])
def test_an_erratum_has_the_place_the_witnesses_and_the_theorems(
    claim_id: str, found: Errata
) -> None:
    claim = ledger.load(claim_id)
    text, latex, markdown = flat(as_text(found, 100)), as_latex(found), as_markdown(found)
    assert f"{claim.entry.place}: {prose(claim.entry.words).text()} ({claim_id})" in text
    parts = {part.name: part for part in claim.parts}
    corrected = [need.part.name for need in claim.needs_]
    instead = [refutation.instead.name for refutation in claim.refutations]
    cases = [x.examined for x in claim.needs_] + [x.examined for x in claim.refutations]
    for case in cases:
        instance = in_words(case.at)
        ending = case.ending(prose(". The conclusion "))
        assert flat((instance + ending).text()) in text
        assert instance.latex() + ending.latex() in latex
    for need in claim.needs_:
        assert flat(f"It needs {statement_text(need.hypothesis)}; otherwise take") in text
        assert f"It needs {statement_inline(need.hypothesis)}; otherwise take" in latex
    for name in corrected + instead:
        assert flat(statement_text(parts[name].says)) in text
        assert Sentence((Code(name),)).latex() in latex
        assert f"(`{name}`)" in markdown
    for name in corrected:
        assert statement_inline(parts[name].says) in latex


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_correction_states_every_hypothesis_of_the_theorem_but_the_discount(
    found: Errata,
) -> None:
    [erratum] = [e for e in found.found if e.entry.id == "eq:delayed_pulse"]
    [line] = [line for line in erratum.lines if line.label == "Corrected"]
    theorem = next(p for p in ledger.load("eq:delayed_pulse").parts if p.name == "only_fixed_point")
    stated = [p for p in line.words.pieces if isinstance(p, Statement)]
    assumed = {s.key for s in DISCOUNT}
    hypotheses = {s.key for s in theorem.theorem.hypotheses} - assumed
    assert {s.key for s in stated[:-1]} == hypotheses
    assert stated[-2].key == theorem.added[0].key
    assert stated[-1].key == theorem.says.key
    assert line.words.pieces[-2] == Code("only_fixed_point")
    assert {s.key for s in found.summary.pieces if isinstance(s, Statement)} == assumed


def test_text_keeps_to_the_width(found: Errata) -> None:
    for width in (60, 100):
        lines = as_text(found, width).splitlines()
        assert max(map(len, lines)) <= width
        assert max(map(len, lines)) > width - 15


def test_markdown_protects_formulas_and_escapes_words(found: Errata) -> None:
    markdown = as_markdown(found)
    bare = re.sub(r"\$`[^`]*`\$|`[^`]*`", "", markdown)
    assert "$`h_{i} \\to 0`$ as $`i \\to\\infty`$" in markdown
    assert "$" not in bare
    assert not re.search(r"(?<!\\)_", bare)
    assert [line for line in markdown.splitlines() if line.startswith("## ")] == [
        "## Not true as printed",
        "## True except for an assertion",
        "## True with a hypothesis that is not stated",
    ]


# -- made-up claims ------------------------------------------------------------------------------

HEADER = "eq:made_up: a made-up claim.\n\nPaper: Section 2, equation 1.\n"
DIFFERENCE = Equal(c(n), h(n - 1) - h(n))


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
        return made, as_text(errata([made]), 200)


def test_what_is_listed_follows_the_claim() -> None:
    made, text = false_claim()
    assert made.report.verdict == "refuted"
    assert "Printed: The discount is small. Formally: γ < 1." in text
    counterexample = "γ = 2. The conclusion fails (the left side is 2, the right side 1)."
    assert f"Counterexample: {counterexample}" in text
    assert "Instead: What c_n is. (difference) Formally: c_n = h_{n-1} - h_n." in text
    assert false_claim(3)[1] != text


def test_a_proved_and_a_failed_claim_are_not_listed() -> None:
    made, _ = false_claim()
    failed = Document(made.claim, replace(made.report, ok=False, verdict="failed", problem="no"))
    proved = Document(made.claim, replace(made.report, verdict="proved"))
    assert errata([failed, proved]).found == ()
    assert "1 claim of the paper examined: 1 proved as printed" in as_text(errata([proved]), 100)


def test_theorems_in_the_place_of_two_assertions_are_listed_once() -> None:
    with header(HEADER) as claim:
        claim_with_two(claim)
        text = as_text(errata([document(claim)]), 200)
    assert text.count("Printed: ") == 2
    assert text.count("(difference)") == 1


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
        text = as_text(errata([document(claim)]), 200)
    assert "Counterexample: It needs γ < 2; otherwise take γ = 3, h = (1, 0, 0, ...)." in text
    assert "Corrected: If γ < 2, then γ < 2 (small)." in text


# -- the command ---------------------------------------------------------------------------------


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    few = tuple(map(catalogue.find, ("nstep-contraction", "srh-limit")))
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
    assert "2 claims of the paper examined: 1 proved as printed" in out
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
        if claim_id == "srh-limit":
            return replace(report, ok=False, verdict="failed", problem="1 = 2 is not so")
        return report

    monkeypatch.setattr(ledger, "verify", failing)
    assert main(["errata"]) == 1
    out, err = capsys.readouterr()
    assert "\n\n1 claim of the paper examined: 1 proved as printed" in out
    assert err == "failed: srh-limit: 1 = 2 is not so\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--latex --markdown", "--markdown: not allowed with argument --latex"),
        ("srh-limit", "unexpected 'srh-limit'"),
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
