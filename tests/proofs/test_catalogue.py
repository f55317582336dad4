"""The catalogue is read off the claim modules' docstrings, in the paper's order."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from proofs.companion.claims.catalogue import (
    CatalogueError,
    Entry,
    UnknownClaim,
    choose,
    entries,
    find,
    paper_order,
    read_header,
)


def write(package: Path, module: str, claim_id: str, place: str = "Section 1.") -> None:
    source = f'"""{claim_id}: title of {module}.\n\nSome words.\n\nPaper: {place}\n"""\n'
    (package / "paper" / f"{module}.py").write_text(source, encoding="utf-8")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    (folder / "paper").mkdir(parents=True)
    write(folder, "sample_forms", "eq:sample-real_nsteps", "Section 3, equation 9.")
    write(folder, "weak_recency", "prop:wrh", "Section 4, proposition 1.")
    write(folder, "weak_recency_converges", "wrh-converges", "Section 5.")
    write(folder, "n_step_errors", "eq:nstep-return_errors", "Section 2, equation 4.")
    return folder


def test_a_header_gives_id_title_place_and_module(package: Path) -> None:
    assert find("prop:wrh", package) == Entry(
        "prop:wrh", "title of weak_recency", "Section 4, proposition 1", "papers.paper.weak_recency"
    )


claim_ids = st.from_regex(r"[a-zA-Z0-9_-]+(:[a-zA-Z0-9_-]+){0,2}", fullmatch=True)
titles = st.from_regex(r"[a-zA-Z(γ][a-zA-Z0-9 :,.()γλ≤-]*[a-zA-Z0-9)]", fullmatch=True)


@given(claim_ids, titles)
def test_the_id_ends_at_the_first_colon_that_a_space_follows(claim_id: str, title: str) -> None:
    entry = read_header(f"{claim_id}: {title}.\n\nPaper: Section 2.", "proofs.m")
    assert entry == Entry(claim_id, " ".join(title.split(" ")), "Section 2", "proofs.m")


@pytest.mark.parametrize(
    "docstring",
    [
        "",
        "A module about returns.\n\nPaper: Section 2.",
        "Two words: then a title.\n\nPaper: Section 2.",
        "prop:wrh: no place is given.",
        "prop:wrh: the place is on no line of its own. Paper: Section 2.",
        "prop:wrh:no space.\n\nPaper: Section 2.",
        "prop:wrh: \n\nPaper: Section 2.",
        "prop:wrh:: an id does not end in a colon.\n\nPaper: Section 2.",
        "Paper: Section 2.\n\nprop:wrh: the title comes first.",
        "prop:wrh: the place is empty.\n\nPaper: \n",
    ],
)
def test_a_docstring_without_both_lines_of_the_header_is_no_claim(docstring: str) -> None:
    assert read_header(docstring, "proofs.m") is None


def test_only_modules_in_the_rooms_of_the_package_are_claims(package: Path) -> None:
    (package / "companion" / "paper").mkdir(parents=True)
    write(package / "companion", "deeper", "prop:deeper")
    (package / "paper" / "no_docstring.py").write_text("x = 1\n")
    (package / "paper" / "notes.txt").write_text('"""prop:notes: t.\n\nPaper: Section 1.\n"""')
    assert len(entries(package)) == 4


def test_claims_are_read_without_being_run(package: Path) -> None:
    source = '"""prop:boom: t.\n\nPaper: Section 9.\n"""\nraise RuntimeError\n'
    (package / "paper" / "boom.py").write_text(source)
    assert entries(package)[-1].id == "prop:boom"


IN_ORDER = [
    "Section 2",
    "Section 2, equation 4",
    "Section 2, definition 5",
    "Section 2, equation 10",
    "Section 2, proposition 1, item 11",
    "Section 2.1, equation 2",
    "Section 2.2",
    "Section 2.10, table 1",
    "Section 10, equation 1",
    "Appendix A, lemma 3",
    "Appendix A.1",
    "Appendix B",
    "beyond the paper",
]


@given(st.randoms())
def test_claims_are_in_the_papers_order(shuffler: random.Random) -> None:
    claims = [Entry(place, "t", place, "proofs.m") for place in IN_ORDER]
    shuffler.shuffle(claims)
    assert [entry.place for entry in sorted(claims, key=paper_order)] == IN_ORDER


def test_claims_with_one_place_are_in_the_order_of_their_modules(package: Path) -> None:
    for module in ("zebra", "aardvark"):
        write(package, module, f"id-of-{module}", "Section 4, proposition 1.")
    assert [entry.module for entry in entries(package)][2:5] == [
        "papers.paper.aardvark",
        "papers.paper.weak_recency",
        "papers.paper.zebra",
    ]


def test_two_modules_with_one_id_are_refused_by_name(package: Path) -> None:
    write(package, "another", "prop:wrh")
    both = r"papers\.paper\.another and papers\.paper\.weak_recency.*prop:wrh"
    with pytest.raises(CatalogueError, match=both):
        entries(package)


def test_only_the_docstring_is_read(package: Path) -> None:
    """Whether the rest is Python is found out when the claim is imported, and reported then."""
    (package / "paper/broken.py").write_text('"""prop:x: t.\n\nPaper: Section 1.\n"""\ndef f(:\n')
    (package / "paper/other.py").write_text('WORDS = """prop:y: t.\n\nPaper: Section 1.\n"""\n')
    (package / "paper/raw.py").write_text('\nr"""prop:z: t.\n\nPaper: Section 1.\n"""\n')
    ids = {entry.id for entry in entries(package)}
    assert {"prop:x", "prop:z"} <= ids
    assert "prop:y" not in ids


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("prop:whr", "prop:wrh"),
        ("PROP:WRH", "prop:wrh"),
        ("nstep-return", "eq:nstep-return_errors"),
        ("n_step_errors", "eq:nstep-return_errors"),
        ("wrh-convergence", "wrh-converges"),
        ("eq:sample-real_nstep", "eq:sample-real_nsteps"),
        ("weak_recency", "prop:wrh"),
        ("Weak_Recency_Converge", "wrh-converges"),
    ],
)
def test_an_unknown_id_suggests_the_claim_that_was_meant(
    typed: str, meant: str, package: Path
) -> None:
    with pytest.raises(UnknownClaim) as caught:
        find(typed, package)
    assert caught.value.claim_id == typed
    assert caught.value.nearest[0] == meant
    assert repr(typed) in str(caught.value)
    assert meant in str(caught.value)


def test_every_claim_that_shares_the_part_typed_is_suggested(package: Path) -> None:
    with pytest.raises(UnknownClaim) as caught:
        find("wrh", package)
    assert set(caught.value.nearest) == {"prop:wrh", "wrh-converges"}


@pytest.mark.parametrize("typed", ["", "qqqqqqqq"])
def test_an_id_like_no_other_suggests_nothing(typed: str, package: Path) -> None:
    with pytest.raises(UnknownClaim) as caught:
        find(typed, package)
    assert caught.value.nearest == ()
    assert "nearest" not in str(caught.value)


def test_a_choice_is_in_the_papers_order_without_repeats(package: Path) -> None:
    ids = ["wrh-converges", "eq:nstep-return_errors", "wrh-converges"]
    assert [e.id for e in choose(ids, package)] == ["eq:nstep-return_errors", "wrh-converges"]
    assert choose([], package) == entries(package)


def test_a_package_without_claims_is_refused(tmp_path: Path) -> None:
    assert entries(tmp_path) == ()
    with pytest.raises(CatalogueError, match="announces a claim"):
        choose([], tmp_path)


def test_reading_the_real_catalogue_imports_no_claim_and_no_sympy() -> None:
    program = (
        "import sys; from proofs.companion.claims.catalogue import entries; claims = entries()\n"
        "heavy = {'sympy', 'numpy', 'joblib', 'rich'} | {claim.module for claim in claims}\n"
        "sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_position_in_brackets_orders_a_claim_and_is_not_shown() -> None:
    entry = read_header("prop:x: t.\n\nPaper: Section 5, proposition 2 [14].", "proofs.x")
    assert entry is not None
    assert entry.place == "Section 5, proposition 2"
    later = Entry("a", "t", "Section 5, equation 13", "proofs.a")
    assert paper_order(entry) > paper_order(later)
