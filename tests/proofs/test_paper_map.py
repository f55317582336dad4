"""The map of the paper: that nothing is missing, that it is in order, and what is printed of it."""

from __future__ import annotations

import json
import re
import tomllib
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from proofs.companion import ledger
from proofs.companion.claims import catalogue, places
from proofs.companion.claims.catalogue import PROOFS, CatalogueError, Entry
from proofs.companion.claims.places import MAP, Passage, passages
from proofs.companion.cli import main
from proofs.companion.documents.companion import companion
from proofs.companion.documents.document import Document
from proofs.companion.documents.paper_map import HEADING, as_json, as_text, counted, sections, share
from symbolic.documents import html, latex
from symbolic.printing import prose

RAW = tomllib.loads((PROOFS / MAP).read_text("utf-8"))
ALL = passages()

#: assertions to be examined; whether they are, the catalogue knows
NAMED = """experiment:sparse experiment:truncated ext:function-approximation ext:state-dependent
    ext:trajectory-aware notation sample-estimates root-cause violated-too-much traces-efficient
    small-alpha same-lowest large-alpha finite-variance bias-by-modulus long-tails-footnote
    trajectory-analog"""


# -- the map -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "entry", [e for e in catalogue.entries() if e.printed], ids=lambda entry: str(entry.id)
)
def test_every_claim_of_the_paper_is_in_the_map_where_its_header_says(entry: Entry) -> None:
    found = [passage.place for passage in ALL if passage.claim == entry]
    assert any(p.claim == entry and p.at_home for p in ALL), f"{entry.place} is not in {found}"


@pytest.mark.parametrize("claim", NAMED.split())
def test_an_assertion_with_a_name_of_its_own_is_in_the_map(claim: str) -> None:
    assert claim in {row.get("claim") for row in RAW["entry"]}


def test_an_entry_has_a_claim_a_reason_or_a_reading_and_no_reason_is_idle() -> None:
    assert len(ALL) == len(RAW["entry"]) > 150
    for passage in ALL:
        kinds = (passage.claim is not None, bool(passage.reason), bool(passage.read))
        assert sum(kinds) + passage.defines == 1
    assert {row["reason"] for row in RAW["entry"] if "reason" in row} == set(RAW["reasons"])


def test_the_words_are_short_sentences_in_which_symbols_are_terms() -> None:
    for said in (*(p.words for p in ALL), *(p.read for p in ALL if p.read)):
        words = prose(said).text()
        assert 10 < len(words) <= 200, words
        assert words.endswith("."), words
        assert not re.search(r"[$\\_=<>^]", re.sub(r"\{[^}]*\}", "", said)), words
    assert len({passage.words for passage in ALL}) == len(ALL)


def test_the_misprints_are_what_notation_stands_for() -> None:
    assert {row.get("claim") for row in RAW["entry"] if "read" in row} == {"notation"}
    assert {"read" in row for row in RAW["entry"] if row.get("claim") == "notation"} == {True}


def part_of(place: str) -> tuple[int, ...]:
    """The section of a place, as a key: the abstract, then sections, then appendices."""
    if place == "Abstract":
        return (0,)
    found = re.match(r"(?:Section (\d+)|Appendix ([A-Z])(?:\.(\d+))?)(?:, |$)", place)
    assert found, place
    section, appendix, subsection = found.groups()
    return (1, int(section)) if section else (2, ord(appendix), int(subsection or 0))


def numbered(place: str) -> dict[str, int]:
    """What is counted in a place: an equation, a definition, a paragraph, ..."""
    _, _, rest = place.partition(", ")
    return {kind: int(number) for kind, number in re.findall(r"([a-z]+) (\d+)", rest)}


def out_of_order(found: list[str]) -> list[str]:
    """The places that should stand before one above them."""
    last, wrong = defaultdict[object, tuple[int, ...]](tuple), []
    for place in found:
        part = part_of(place)
        keys: dict[object, tuple[int, ...]] = {"part": part}
        keys |= {(part, kind): (number,) for kind, number in numbered(place).items()}
        if any(key < last[kind] for kind, key in keys.items()):
            wrong.append(place)
        last |= keys
    return wrong


def test_the_map_is_in_the_papers_order() -> None:
    assert out_of_order([passage.place for passage in ALL]) == []


def test_another_order_is_noticed() -> None:
    right = ["Abstract", "Section 2, equation 2", "Section 2, below equation 2", "Appendix A.1"]
    right += ["Appendix A.2", "Appendix B, proof of proposition 1"]
    assert out_of_order(right) == []
    for k in (0, 1, 3, 4):
        swapped = right[:k] + right[k : k + 3][::-1] + right[k + 3 :]
        assert out_of_order(swapped), swapped


def test_definitions_come_before_the_assertions_at_the_same_equation() -> None:
    delayed = [p for p in ALL if p.place == "Section 4, equation 10"]
    assert [p.defines for p in delayed] == [True, False]


# -- reading it ----------------------------------------------------------------------------------


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "paper").mkdir()
    header = '"""eq:one: the first.\n\nPaper: Section 2, equation 1 [3].\n"""\n'
    (tmp_path / "paper/one.py").write_text(header)
    return tmp_path


def read(package: Path, text: str) -> tuple[Passage, ...]:
    (package / MAP).write_text(f'[reasons]\nlater = "It comes later."\n{text}')
    places.passages.cache_clear()
    return passages(package)


def test_whether_an_assertion_is_examined_is_for_the_catalogue_to_say(package: Path) -> None:
    row = '[[entry]]\nplace = "Section 2"\nsays = "So."\nreason = "later"\nclaim = '
    known, unknown = read(package, f'{row}"eq:one"\n{row}"eq:two"\n')
    [entry] = catalogue.entries(package)
    assert known == Passage("Section 2", "So.", entry)
    assert unknown == Passage("Section 2", "So.", reason="It comes later.")


def test_a_claim_is_at_home_where_its_header_says_or_more_exactly_there(package: Path) -> None:
    row = '[[entry]]\nsays = "So."\nclaim = "eq:one"\n'
    given = ("Section 2, equation 1, left", "Section 2, equation 11", "Section 2")
    found = read(package, row + "".join(f'{row}place = "{place}"\n' for place in given))
    assert [p.place for p in found] == ["Section 2, equation 1", *given]
    assert [p.at_home for p in found] == [True, True, False, False]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ('says = "So."\nclaim = "eq:two"', "entry 2 has no place"),
        ('place = "Section 2"\nsays = "So."', "entry 2 has no claim that is known, and no reason"),
        ('place = "Section 2"\nsays = "So."\nreason = "never"', "entry 2 has no claim that is"),
        ('place = "Section 2"\nclaim = "eq:one"', "entry 2 should have either what it says or"),
        ('place = "Section 2"\nsays = "a"\ndefines = "b"', "entry 2 should have either"),
        ('place = "Section 2"\ndefines = "b"\nreason = "later"', "entry 2 is a definition"),
        ('place = "Section 2"\nsays = "a"\nverdict = "proved"', "entry 2 has a 'verdict', which"),
        (
            'place = "a"\nsays = "a"\nread = "b"\nreason = "later"',
            "entry 2 is a misprint, which has",
        ),
        (
            'place = "a"\nsays = "a"\nread = "b"\nclaim = "eq:one"',
            "entry 2 is a misprint, which has",
        ),
        ('place = "a"\ndefines = "a"\nread = "b"', "entry 2 is a definition"),
        (
            'place = "a"\nsays = "a"\nreason = "later"\ntheorems = ["b"]',
            "entry 2 has theorems of no claim",
        ),
        ("place =", "cannot be read: Invalid value"),
    ],
)
def test_a_map_that_is_wrong_is_refused_in_one_line(package: Path, row: str, said: str) -> None:
    first = '[[entry]]\nsays = "So."\nclaim = "eq:one"\n'
    with pytest.raises(CatalogueError) as caught:
        read(package, f"{first}[[entry]]\n{row}\n")
    assert str(caught.value).startswith(MAP)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_package_without_a_map_is_refused(package: Path) -> None:
    with pytest.raises(CatalogueError, match=f"there is no {MAP}"):
        passages(package)


# -- what is printed -----------------------------------------------------------------------------


def entry_of(claim: str) -> Entry:
    return catalogue.find(claim)


@pytest.fixture(scope="module")
def few() -> tuple[Passage, ...]:
    """One of each kind."""
    nstep, average = entry_of("nstep-contraction"), entry_of("eq:lambda-return_nsteps")
    return (
        Passage("Abstract", "The {n}-step operators contract.", nstep),
        Passage("Section 2, equation 3", "The {lambda}-return."),
        Passage(average.place, "It is an average.", average),
        Passage(nstep.place, "They contract by {gamma^n}.", nstep),
        Passage("Section 7", "A sign is wrong.", read="The other sign."),
        Passage("Section 8", "More " + "and so on " * 15 + "to the end.", reason="It is later."),
    )


@pytest.fixture(scope="module")
def reports(few: tuple[Passage, ...]) -> dict[str, ledger.Report]:
    return {p.claim.id: ledger.verify(p.claim.id) for p in few if p.claim}


def test_each_kind_of_passage_is_told_apart(
    few: tuple[Passage, ...], reports: dict[str, ledger.Report]
) -> None:
    _, _, count, *found = as_text(few, reports, 300).split("\n\n")
    assert count == (
        "4 assertions: 3 examined, 1 not; and 1 definition and 1 misprint. They are examined in "
        "2 claims: 1 proved, 1 repaired."
    )
    nstep, average = (entry_of(c).place for c in ("nstep-contraction", "eq:lambda-return_nsteps"))
    assert found[:4] == [
        "Abstract: The n-step operators contract.\n  Examined: nstep-contraction, proved",
        "Section 2, equation 3 (definition): The λ-return.",
        f"{average}: It is an average.\n  Repaired: eq:lambda-return_nsteps",
        f"{nstep}: They contract by γ^n.\n  Proved: nstep-contraction",
    ]
    assert found[4] == "Section 7 (misprint): A sign is wrong.\n  Read: The other sign."
    assert found[5].endswith("to the end.\n  Not examined: It is later.")


def test_verdicts_are_those_of_the_ledger(
    few: tuple[Passage, ...], reports: dict[str, ledger.Report]
) -> None:
    changed = reports | {
        "nstep-contraction": replace(reports["nstep-contraction"], verdict="failed", ok=False)
    }
    text = as_text(few, changed, 300)
    assert "Examined: nstep-contraction, failed" in text
    assert "Failed: nstep-contraction" in text
    assert "2 claims: 1 failed, 1 repaired." in counted(few, changed)
    assert [as_json(few, r)["ok"] for r in (reports, changed)] == [True, False]


def test_an_assertion_with_theorems_has_their_verdict(reports: dict[str, ledger.Report]) -> None:
    equal = entry_of("equal-moduli")
    found = {"equal-moduli": ledger.verify("equal-moduli")}
    assert found["equal-moduli"].verdict == "repaired"
    sparse = ("sparse_by_three", "sparse_by_five")
    known = {name: called for name, (called, _) in found["equal-moduli"].theorems.items()}
    for names, verdict in (
        (sparse, "proved"),
        (("truncated_after_twenty",), "refuted"),
        (("sparse_by_three", "truncated_after_twenty"), "repaired"),
    ):
        passage = Passage("Section 6", "So.", equal, theorems=names)
        shown = ", ".join(f"{known[name]} of equal-moduli" for name in names)
        said = as_text([passage], found, 300)
        assert said.endswith(f"\n  {verdict.capitalize()}: {shown}")
        [row] = as_json([passage], found)["passages"]
        assert (row["verdict"], row["theorems"]) == (verdict, list(names))


@pytest.mark.parametrize("name", ["sparse_by_four", "closed_form"])
def test_a_theorem_that_is_not_there_or_about_nothing_printed_is_refused(name: str) -> None:
    passage = Passage("Section 6", "So.", entry_of("equal-moduli"), theorems=(name,))
    with pytest.raises(CatalogueError, match=f"has no theorem '{name}' about anything"):
        as_text([passage], {"equal-moduli": ledger.verify("equal-moduli")}, 300)


def test_a_word_that_is_wrong_makes_what_is_printed_repaired() -> None:
    found = ledger.verify("prop:variance").theorems
    assert {name: verdict for name, (_, verdict) in found.items() if verdict} == {
        "whole_return": "repaired",
        "two_n_step_returns": "proved",
        "average_length": "proved",
    }


def test_how_much_is_examined_is_counted(few: tuple[Passage, ...]) -> None:
    because = "and the map of the paper says why the others are not"
    assert share(few) == f"Of 4 assertions of the paper 3 are examined, {because}."
    assert share(few[:4]) == "Of 3 assertions of the paper all are examined."


@pytest.fixture(scope="module")
def everything() -> dict[str, ledger.Report]:
    return {entry.id: ledger.verify(entry.id) for entry in catalogue.entries()}


@pytest.mark.parametrize("width", [80, 120])
def test_the_text_fits_and_no_word_is_cut(width: int, everything: dict[str, ledger.Report]) -> None:
    lines = as_text(ALL, everything, width).splitlines()
    assert max(map(len, lines)) <= width
    assert max(map(len, lines)) > width - 5
    assert " ".join(lines).split() == as_text(ALL, everything, 10_000).split()


def test_every_form_has_every_passage(everything: dict[str, ledger.Report]) -> None:
    found = list(sections(ALL, everything))
    assert len(found) == len(ALL) + 2
    shown = latex(found)
    for passage in ALL:
        words = prose(passage.words)
        assert words.latex() in shown
        assert words.html() in html(found)
    assert "\\RecencyRef{prop-wrh}" in shown


def test_the_json_has_one_object_for_each_passage(everything: dict[str, ledger.Report]) -> None:
    found = json.loads(json.dumps(as_json(ALL, everything)))
    assert {key: found[key] for key in ("schema", "ok")} == {"schema": 1, "ok": True}
    assert set(found) == {"schema", "passages", "ok"}
    for passage, row in zip(ALL, found["passages"], strict=True):
        keys = ["place", "kind", "says", "claim", "theorems", "verdict", "reason", "read"]
        assert list(row) == keys
        assert row["place"] == passage.place
        assert row["says"] == prose(passage.words).text()
        assert (row["claim"] is None) == (row["verdict"] is None)
        if row["claim"] and not row["theorems"]:
            assert row["verdict"] == everything[row["claim"]].verdict
        kinds = {"definition": passage.defines, "misprint": bool(passage.read)}
        assert row["kind"] == next((kind for kind, so in kinds.items() if so), "assertion")
        assert (row["kind"] == "misprint") == (row["read"] is not None)
        assert (row["kind"] == "assertion") == ((row["claim"] or row["reason"]) is not None)


def test_the_companion_has_the_map_if_it_has_every_claim_of_it(
    few: tuple[Passage, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proofs.companion.documents.companion.passages", lambda: few)
    documents = [Document.of(c) for c in ("eq:lambda-return_nsteps", "nstep-contraction")]
    assert rf"\section{{{HEADING}}}" in companion(documents)
    assert r"\RecencyPart{Section 8}{More and so on" in companion(documents)
    assert HEADING not in companion(documents[:1])


# -- the command ---------------------------------------------------------------------------------


@pytest.fixture
def _few(few: tuple[Passage, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "passages", lambda: few)


@pytest.mark.usefixtures("_few")
def test_the_map_is_printed_as_wide_as_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    assert main(["paper"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"{HEADING}\n\n")
    assert 60 < max(map(len, out.splitlines())) <= 70
    assert err == ""


@pytest.mark.usefixtures("_few")
def test_json_is_printed_alone(
    capsys: pytest.CaptureFixture[str],
    few: tuple[Passage, ...],
    reports: dict[str, ledger.Report],
) -> None:
    assert main(["paper", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == as_json(few, reports)
    assert err == ""


@pytest.mark.usefixtures("_few")
def test_a_claim_that_failed_is_one_line_on_stderr_and_exit_code_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    verify = ledger.verify

    def failing(claim_id: str, elsewhere: frozenset[str] = frozenset()) -> ledger.Report:
        report = verify(claim_id, elsewhere)
        if claim_id == "nstep-contraction":
            return replace(report, ok=False, verdict="failed", problem="1 = 2 is not so")
        return report

    monkeypatch.setattr(ledger, "verify", failing)
    assert main(["paper"]) == 1
    out, err = capsys.readouterr()
    assert "Failed: nstep-contraction" in out
    assert err == "failed: nstep-contraction: 1 = 2 is not so\n"


@pytest.mark.parametrize("word", ["prop:wrh", "--html", "--jsn"])
def test_bad_input_is_one_line_and_exit_code_2(
    word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["paper", word]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"unexpected {word!r}" in err
    assert err.count("\n") == 1


def test_the_help_lists_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert re.search(r"^  paper +map the paper", capsys.readouterr().out, re.MULTILINE)
    assert main(["paper", "--help"]) == 0
    assert "--json" in capsys.readouterr().out
