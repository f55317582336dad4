"""What lists or counts claims is what was computed, and a claim is added by one file."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from proofs.companion import cli
from proofs.companion.claims import catalogue
from proofs.companion.commands import record
from proofs.companion.coq import build
from proofs.companion.documents.document import Document

ROOT = catalogue.PROOFS.parent
CLAIM = Path(__file__).parent / "data" / "gamma_modulus.py"


def test_what_is_recorded_is_what_was_computed() -> None:
    """After a change on purpose: `recency record`, and a look at the difference."""
    documents = [Document.of(entry.id) for entry in catalogue.entries()]
    for path, text in record.computed(documents).items():
        assert path.read_text("utf-8") == text, f"{path.name}: recency record"


def test_every_region_is_in_one_of_the_pages() -> None:
    text = "".join(page.read_text("utf-8") for page in record.pages())
    found = re.findall(r"<!-- recorded: (\w+) -->", text)
    assert sorted(found) == sorted(record.REGIONS)


def test_a_claim_is_recorded_with_everything_that_it_says_and_assumes() -> None:
    text = (catalogue.PROOFS / "record.txt").read_text("utf-8")
    assert f"\n\n{WEIGHTED_AVERAGE}\n\n" in text
    assert f"\n\n{STRONG_RECENCY}\n\n" in text


def test_the_coq_manifest_is_written_on_request_before_anything_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = list[bool]()

    def main(*, record: bool) -> int:
        asked.append(record)
        return 2

    monkeypatch.setattr(build, "main", main)
    assert cli.main(["record", "--formal"]) == 2
    assert cli.main(["record", "--formal", "--check"]) == 2
    assert asked == [True, False]
    assert capsys.readouterr().out == ""


WEIGHTED_AVERAGE = """\
repaired eq:lambda-return_nsteps: the lambda-return is a weighted average of n-step returns
  Section 2, equation 6
  theorem weights_sum_to_one
    given 0 ≤ λ
    given λ < 1
    then Σ_{n≥1} (1 - λ)·λ^(n-1) = 1
  lemma one_more_error
    given 0 < γ
    given γ < 1
    given 0 ≤ λ
    given λ < 1
    given (V_{t+i})_{i≥0} is bounded
    given (R_{t+i})_{i≥0} is bounded
    then (1 - λ)·Σ_{n≥1} λ^(n-1)·Σ_{i=0}^{n-1} γ^i·δ_{t+i} = Σ_{i≥0} (γ·λ)^i·δ_{t+i}
  printed weighted_average
    given 0 < γ
    given γ < 1
    given 0 ≤ λ
    added λ < 1
    given (V_{t+i})_{i≥0} is bounded
    given (R_{t+i})_{i≥0} is bounded
    then V_t + Σ_{i≥0} (γ·λ)^i·δ_{t+i} = (1 - λ)·Σ_{n≥1} λ^(n-1)·G_t^(n)
  theorem monte_carlo
    given 0 < γ
    given γ < 1
    given (V_{t+i})_{i≥0} is bounded
    given (R_{t+i})_{i≥0} is bounded
    then V_t + Σ_{i≥0} γ^i·δ_{t+i} = Σ_{i≥0} γ^i·R_{t+i}
  where G_t^(n) = γ^n·V_{t+n} + Σ_{i=0}^{n-1} γ^i·R_{t+i}
  where δ_{t+i} = γ·V_{t+i+1} + R_{t+i} - V_{t+i}
  rests on the claims eq:nstep-return_errors"""

STRONG_RECENCY = """\
proved srh-infinite: strong recency gives infinitely many n-step returns a positive weight
  Section 6, below equation 14
  printed every_weight_is_positive
    given h_{i+1} < h_i for all i ≥ 0
    then 0 < c_n for all n ≥ 1
  printed no_last_weight
    given h_{i+1} < h_i for all i ≥ 0
    then not (c_n ≤ 0 for all n ≥ N + 1) for all N ≥ 0
  printed sparse_has_no_last_weight
    given 0 < λ
    given λ < 1
    given 2 ≤ m
    given h_i = λ^(⌊(i+m-1)/m⌋) for all i ≥ 0
    then (not (c_n ≤ 0 for all n ≥ N + 1) for all N ≥ 0) and (not (h_{i+1} < h_i for all i ≥ 0))
  where c_n = h_{n-1} - h_n
  rests on the claims eq:sparse_lambda"""


# -- in a copy of the project ----------------------------------------------------------------------


class Copy:
    """A copy of the project, and what its commands print."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def take(self, project: Path) -> None:
        for name in ("symbolic", "numeric_checks", "proofs", "tests", "docs"):
            unwanted = shutil.ignore_patterns("__pycache__")
            shutil.copytree(project / name, self.folder / name, ignore=unwanted)
        for name in ("README.md", "pyproject.toml"):
            shutil.copy(project / name, self.folder / name)

    def python(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(self.folder)}
        command = [sys.executable, "-m", *words]
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )

    def recency(self, *words: str, code: int = 0) -> str:
        done = self.python("proofs", *words)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    def text(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")


#: a copy has these, with what they import, and of claims no others of the paper or past it
KEPT = (
    "proofs.paper.nstep_contraction",
    "proofs.companion.documents.representation",
    "tests.proofs.test_words",
)


def imported(folder: Path, *modules: str) -> set[Path]:
    """The files of modules, and of those that they import."""
    found, wanted = set[Path](), list(modules)
    while wanted:
        path = folder / f"{wanted.pop().replace('.', '/')}.py"
        if path.is_file() and path not in found:
            found.add(path)
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.module:
                    wanted += [node.module, *(f"{node.module}.{name.name}" for name in node.names)]
    return found


def with_few_claims(copy: Copy) -> None:
    """Without most of those of the paper and all past it, and recorded so."""
    kept = imported(copy.folder, *KEPT)
    for room in ("paper", "beyond"):
        for path in (copy.folder / "proofs" / room).glob("[!_]*.py"):
            if path not in kept:
                path.unlink()
    known = {line.split()[0] for line in copy.recency("verify", "--list").splitlines()}
    path = copy.folder / "proofs/paper/map.toml"
    head, *entries = path.read_text("utf-8").split("[[entry]]\n")
    of = (re.search('^claim = "(.*)"$', entry, re.MULTILINE) for entry in entries)
    some = [e for e, claim in zip(entries, of, strict=True) if claim is None or claim[1] in known]
    path.write_text("[[entry]]\n".join([head, *some]), "utf-8")
    copy.recency("record")


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = Copy(tmp_path_factory.mktemp("project") / "original")
    copy.take(ROOT)
    with_few_claims(copy)
    return copy.folder


@pytest.fixture
def copy(original: Path, tmp_path: Path) -> Copy:
    copy = Copy(tmp_path / "copy")
    copy.take(original)
    return copy


def test_a_claim_is_added_by_one_file(copy: Copy) -> None:
    """The modulus of the gamma-return."""
    before = copy.text("docs/ledger.md"), copy.text("proofs/record.txt")
    shutil.copy(CLAIM, copy.folder / "proofs" / "beyond")

    assert "gamma-modulus" in copy.recency("verify", "--list")
    assert "1 claim: 1 proved; 0 failed" in copy.recency("verify", "gamma-modulus")
    assert "The modulus is Σ_{n=1}^{N} w_n·γ^n." in copy.recency("show", "gamma-modulus")
    latex = copy.recency("show", "gamma-modulus", "--latex")
    assert r"\sum_{n=1}^{N} w_{n} \gamma^{n}" in latex

    differs = copy.recency("record", "--check", code=1)
    assert "+proved gamma-modulus: the contraction modulus of the gamma-return\n" in differs
    assert re.search(r"^\+\d+ claims: \d+ proved", differs, re.MULTILINE)
    assert (copy.text("docs/ledger.md"), copy.text("proofs/record.txt")) == before

    assert copy.recency("record").split() == [
        str(copy.folder / name) for name in ("proofs/record.txt", "README.md", "docs/ledger.md")
    ]
    ledger = copy.text("docs/ledger.md")
    assert re.search(
        r"^proved +gamma-modulus +the contraction modulus of the", ledger, re.MULTILINE
    )
    assert re.search(r"theorems for (\d+) of the (\d+) claims", ledger), "one has no Coq theorem"
    assert all(line in copy.text("proofs/record.txt") for line in before[1].splitlines())

    tests = [f"tests/proofs/test_{name}.py" for name in ("claims", "mutants", "words")]
    ran = copy.python("pytest", "-q", "-p", "no:xdist", "-k", "gamma-modulus", *tests)
    assert ran.returncode == 0, ran.stdout
    assert re.search(r"^\d\d passed", ran.stdout, re.MULTILINE), ran.stdout


# -- recency new -----------------------------------------------------------------------------------


@pytest.fixture
def rooms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is written into the project; its claims are known all the same."""
    known = catalogue.entries()
    monkeypatch.setattr(catalogue, "entries", lambda: known)
    monkeypatch.setattr(catalogue, "PROOFS", tmp_path)
    for room in catalogue.ROOMS:
        (tmp_path / room).mkdir()
    return tmp_path


@pytest.mark.parametrize(("room", "options"), [("paper", []), ("beyond", ["--beyond"])])
def test_a_claim_begins_with_nothing_proved_and_the_example_in_it_holds(
    room: str, options: list[str], copy: Copy
) -> None:
    made = copy.folder / "proofs" / room / "prop_next.py"
    assert copy.recency("new", "prop:next", "--title", "what comes: next.", *options) == f"{made}\n"
    said = copy.recency("verify", "prop:next", code=1)
    assert "failed: prop:next: nothing proved yet\n" in said
    assert "Traceback" not in said

    start, example, end = re.split(r"^(?=# from|# `)", made.read_text("utf-8"), flags=re.MULTILINE)
    made.write_text(start + re.sub("^# ?", "", example, flags=re.MULTILINE) + end, "utf-8")
    said = copy.recency("verify", "prop:next")
    assert re.search(r"^proved +prop:next +what comes: next ", said, re.MULTILINE)


MANIFEST = "proofs/formal/manifest.json"
OTHER_STATEMENT = (
    "recency: the Coq theorems for nstep-contraction are of another statement: below_one was "
    "changed; revise them, then recency record --formal"
)


def change(copy: Copy, *changes: tuple[str, str]) -> None:
    """Change n-step contraction."""
    path = copy.folder / "proofs/paper/nstep_contraction.py"
    text = path.read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, "utf-8")


def test_another_statement_is_recorded_for_coq_on_purpose_only(copy: Copy) -> None:
    before = copy.text(MANIFEST)
    change(
        copy,
        ("says=ForAll(n, 1, ", "says=ForAll(n, 2, "),
        ("AtMost(1, n))", "AtMost(2, n))"),
        ("Less(gamma**n, 1)), n, 1)", "Less(gamma**n, 1)), n, 2)"),
    )
    said = copy.recency("record", "--check", code=1)
    assert '-          "says": "γ^n < 1 for all n ≥ 1",\n' in said
    assert '+          "says": "γ^n < 1 for all n ≥ 2",\n' in said
    assert said.endswith(f"{OTHER_STATEMENT}\n")

    said = copy.recency("record", code=1)
    assert said.splitlines() == [str(copy.folder / "proofs/record.txt"), OTHER_STATEMENT]
    assert "then γ^n < 1 for all n ≥ 2\n" in copy.text("proofs/record.txt")
    assert copy.text(MANIFEST) == before


def test_the_same_statement_in_other_words_is_recorded_for_coq_too(copy: Copy) -> None:
    before = copy.text(MANIFEST)
    change(copy, ("given=(INSIDE, *ITERATION)", "given=(*ITERATION, INSIDE)"))
    assert copy.recency("record").splitlines()[-1] == str(copy.folder / MANIFEST)
    after = copy.text(MANIFEST)
    assert after != before
    assert re.findall('"digest": "(.*)"', after) == re.findall('"digest": "(.*)"', before)
    assert copy.recency("record", "--check") == ""


def test_a_manifest_that_cannot_be_read_is_one_line(copy: Copy) -> None:
    (copy.folder / MANIFEST).write_text("{", "utf-8")
    said = copy.recency("record", code=1)
    assert said.startswith("recency: manifest.json cannot be read: ")
    assert said.count("\n") == 1


def test_nothing_is_recorded_while_a_claim_fails(copy: Copy) -> None:
    before = copy.text("README.md"), copy.text("proofs/record.txt")
    copy.recency("new", "prop:next")
    assert copy.recency("record", code=1).splitlines() == [
        "recency: nothing is recorded while a claim fails",
        "failed: prop:next: nothing proved yet",
    ]
    assert (copy.text("README.md"), copy.text("proofs/record.txt")) == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["two words"], "'two words' is no id"),
        ([""], "'' is no id"),
        (["../above"], "'../above' is no id"),
        (["prop:"], "'prop:' is no id"),
        (["1st"], "'1st' gives no name for a module"),
        (["class"], "'class' gives no name for a module"),
        (["prop:wrh"], "there is a claim 'prop:wrh' already: proofs.paper.prop_wrh"),
        (["taken"], "there is a file proofs/beyond/taken.py already"),
        (["next", "--title", 'a """ b'], "is no title"),
        (["next", "--title", "a\nb"], "is no title"),
        (["next", "--title", " "], "is no title"),
        ([], "the following arguments are required: ID"),
    ],
)
def test_what_cannot_begin_a_claim_is_refused_in_one_line(
    words: list[str], said: str, rooms: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (rooms / "beyond" / "taken.py").write_text("")
    assert cli.main(["new", *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("recency: ")
    assert said in shown.err
    assert shown.err.count("\n") == 1
    assert not [*rooms.glob("*/*.py")][1:]
