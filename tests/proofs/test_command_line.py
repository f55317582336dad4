"""What `recency` promises, tried on a paper made up for the purpose."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.proofs.made_up_paper import ALL, CLAIMS, HYPOTHESIS, Outcome, Paper, make_paper


@pytest.fixture(scope="session")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Paper:
    return make_paper(tmp_path_factory.mktemp("paper"))


def assert_one_line_of_bad_input(outcome: Outcome, *said: str) -> None:
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.startswith("recency: ")
    assert outcome.err.endswith("\n")
    assert outcome.err.count("\n") == 1
    for words in said:
        assert words in outcome.err


def soon_gone(group: int) -> bool:
    for _ in range(500):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def test_verify_prints_one_line_per_claim_in_the_papers_order(paper: Paper) -> None:
    outcome = paper.run("verify")
    heading, *rows, summary, formal = outcome.out.splitlines()
    assert (outcome.code, outcome.err) == (0, "")
    assert heading.split() == ["verdict", "claim", "title", "added", "hypotheses", "seconds"]
    assert [row.split()[:2] for row in rows] == [
        ["proved", "eq:one"],
        ["repaired", "eq:two"],
        ["refuted", "prop:wrh"],
        ["cited", "lem:cited"],
        ["proved", "wrh-converges"],
    ]
    counts = r"5 claims: 2 proved, 1 repaired, 1 refuted, 1 cited; 0 failed; \d+\.\d s"
    assert re.fullmatch(counts, summary)
    assert formal.startswith("formal: ")


def test_piped_text_is_whole_aligned_and_plain(paper: Paper) -> None:
    heading, *rows, _, _ = paper.run("verify", COLUMNS="40", FORCE_COLOR="1").out.splitlines()
    for row, (claim_id, title, _) in zip(rows, CLAIMS.values(), strict=True):
        assert row.index(claim_id) == heading.index("claim")
        assert row.index(title) == heading.index("title")
        assert row.index("0.25") == heading.index("seconds")
    assert rows[1].index(f"{HYPOTHESIS}; γ < 1") == heading.index("added hypotheses")
    assert not re.search("[\x1b│─┃━…]", "\n".join(rows))


def test_claims_named_are_verified_once_each_and_in_the_papers_order(paper: Paper) -> None:
    outcome = paper.run("verify", "wrh-converges", "--jobs", "1", "eq:two", "wrh-converges")
    assert [row.split()[1] for row in outcome.out.splitlines()[1:-2]] == ["eq:two", "wrh-converges"]
    assert outcome.out.splitlines()[-2].startswith("2 claims: 1 proved, 1 repaired; 0 failed; ")
    assert "\n1 claim: 1 proved; 0 failed; " in paper.run("verify", "eq:one").out


def test_a_failing_claim_is_exit_code_1_with_one_line_that_says_why(paper: Paper) -> None:
    outcome = paper.run("verify", LAST_CLAIM="fails")
    *_, row, problem, summary, _ = outcome.out.splitlines()
    assert (outcome.code, outcome.err) == (1, "")
    assert row.split()[:2] == ["failed", "wrh-converges"]
    assert problem == "failed: wrh-converges: step 3: 1 = 2 is not so"
    assert "5 claims: 1 proved, 1 repaired, 1 refuted, 1 cited; 1 failed; " in summary
    assert paper.run("verify", "eq:one", LAST_CLAIM="fails").code == 0


@pytest.mark.parametrize(("behaviour", "code"), [("", 0), ("fails", 1)])
def test_json_is_the_only_thing_on_stdout(paper: Paper, behaviour: str, code: int) -> None:
    outcome = paper.run("verify", "--json", LAST_CLAIM=behaviour)
    answer = json.loads(outcome.out)
    assert outcome.code == code
    assert list(answer) == ["schema", "claims", "ok"]
    assert (answer["schema"], answer["ok"]) == (1, code == 0)
    assert [claim["id"] for claim in answer["claims"]] == ALL
    assert answer["claims"][0] == {"id": "eq:one", "title": CLAIMS["first"][1], "verdict": "proved"}
    assert outcome.err == ("failed: wrh-converges: step 3: 1 = 2 is not so\n" if code else "")


def test_jobs_change_nothing_but_the_time(paper: Paper) -> None:
    alone, together = (paper.run("verify", "--jobs", jobs, LAST_CLAIM="fails") for jobs in "13")
    (*first, _, formal), (*second, _, formally) = (r.out.splitlines() for r in (alone, together))
    assert (first, formal) == (second, formally)
    assert (together.code, together.err) == (alone.code, alone.err)


def test_a_list_has_every_id_with_its_title(paper: Paper) -> None:
    outcome = paper.run("verify", "--list")
    assert (outcome.code, outcome.err) == (0, "")
    assert [tuple(line.split(maxsplit=1)) for line in outcome.out.splitlines()] == [
        (claim_id, title) for claim_id, title, _ in CLAIMS.values()
    ]


def test_show_prints_the_derivation_as_text_or_as_latex(paper: Paper) -> None:
    assert paper.run("show", "prop:wrh") == Outcome(0, "text of prop:wrh\n", "")
    assert paper.run("show", "prop:wrh", "--full") == Outcome(0, "text of prop:wrh in full\n", "")
    assert paper.run("show", "--latex", "prop:wrh") == Outcome(0, "latex of prop:wrh\n", "")


@pytest.mark.parametrize("columns", [60, 90, 160])
def test_a_terminal_gets_a_table_in_colour_that_fits_and_cuts_nothing(
    paper: Paper, columns: int
) -> None:
    outcome = paper.run_on_a_terminal("verify", columns=columns)
    bare = re.sub(r"\x1b\[[0-9;]*m", "", outcome.out)
    assert outcome.code == 0
    assert "\x1b[32mproved" in outcome.out
    assert max(map(len, bare.splitlines()[:-2])) <= columns
    ids = [word for line in bare.splitlines() for word in line.split() if word in ALL]
    assert ids == ALL
    assert "h[i]" in bare
    assert "…" not in bare
    found = Counter(bare.replace(";", " ").split())
    for words in (HYPOTHESIS, *(title for _, title, _ in CLAIMS.values())):
        assert Counter(words.split()) <= found
    assert bare.splitlines()[-2].startswith("5 claims: ")


def test_a_wide_terminal_shortens_nothing_and_stretches_nothing(paper: Paper) -> None:
    outcome = paper.run_on_a_terminal("verify", columns=600)
    assert "…" not in outcome.out
    assert max(map(len, outcome.out.splitlines())) < 500


def test_no_color_is_respected_and_the_words_remain(paper: Paper) -> None:
    outcome = paper.run_on_a_terminal("verify", NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", outcome.out)
    assert "refuted" in outcome.out


def test_the_progress_bar_is_on_the_terminals_stderr_only(paper: Paper) -> None:
    outcome = paper.run_on_a_terminal("verify")
    assert "5/5" in outcome.err
    assert "5/5" not in outcome.out


@pytest.mark.parametrize("command", ["verify", "show"])
def test_an_unknown_claim_suggests_the_nearest(paper: Paper, command: str) -> None:
    assert_one_line_of_bad_input(paper.run(command, "prop:whr"), "'prop:whr'", "prop:wrh")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("verfy", "'verfy'; did you mean verify?"),
        ("xyzzy", "no command 'xyzzy'"),
        ("--verison", "no option '--verison'; did you mean --version?"),
        ("verify --jsn", "'--jsn'; did you mean --json?"),
        ("verify --js", "'--js'"),
        ("verify --jobs", "--jobs: expected one argument"),
        ("verify --jobs 0", "--jobs: expected a whole number of at least 1, not '0'"),
        ("verify --jobs -2", "--jobs"),
        ("verify --jobs two", "not 'two'"),
        ("verify --jobs ²", "not '²'"),
        ("verify --list --json", "--json: not allowed with argument --list"),
        ("show", "CLAIM"),
        ("show eq:one eq:two", "'eq:two'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(paper: Paper, words: str, said: str) -> None:
    assert_one_line_of_bad_input(paper.run(*words.split()), said)


def test_a_broken_catalogue_is_one_line_and_exit_code_1(paper: Paper, tmp_path: Path) -> None:
    shutil.copytree(paper.folder, tmp_path, dirs_exist_ok=True)
    shutil.copy(tmp_path / "proofs/paper/first.py", tmp_path / "proofs/paper/twin.py")
    outcome = Paper(tmp_path).run("verify")
    assert (outcome.code, outcome.out) == (1, "")
    both = "proofs.paper.first and proofs.paper.twin"
    assert outcome.err == f"recency: {both} both claim the id eq:one\n"


@pytest.mark.parametrize(("jobs", "checker"), [("1", "heeding"), ("2", "ignoring")])
def test_an_interrupt_is_one_line_and_exit_code_130(
    paper: Paper, jobs: str, checker: str, tmp_path: Path
) -> None:
    """A process that only checks ignores the interrupt, or it might add a traceback of its own."""
    process = subprocess.Popen(
        paper.command("verify", "--jobs", jobs),
        cwd=paper.folder,
        env=paper.environment(LAST_CLAIM="hangs", HANGING=str(tmp_path / "hanging")),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    while not list(tmp_path.iterdir()) and process.poll() is None:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process of the command
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "recency: interrupted\n")
    assert soon_gone(process.pid)
    assert [path.name for path in tmp_path.iterdir()] == [f"hanging {checker}"]


def test_a_reader_that_leaves_early_is_not_an_error(paper: Paper) -> None:
    for words in (["verify"], ["verify", "--json"], ["--help"], ["verify", "--help"]):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(
            paper.command(*words),
            cwd=paper.folder,
            env=paper.environment(),
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
        )
        os.close(writing)
        assert (done.returncode, done.stderr) == (141, b"")


def test_a_stream_without_greek_letters_is_not_an_error(paper: Paper) -> None:
    outcome = paper.run("verify", PYTHONIOENCODING="ascii")
    assert outcome.code == 0
    assert r"\u03b3 < 1" in outcome.out


@pytest.mark.parametrize("words", ["", "-h", "--help"])
def test_help_names_every_command(paper: Paper, words: str) -> None:
    outcome = paper.run(*words.split())
    assert (outcome.code, outcome.err) == (0, "")
    assert {"verify", "show", "--version"} <= set(outcome.out.split())
    assert paper.run("verify", "--help").out.startswith("usage: recency verify ")


def test_version_is_one_line(paper: Paper) -> None:
    assert re.fullmatch(r"recency \d+\.\d+\.\d+\n", paper.run("--version").out)


@pytest.mark.parametrize(
    ("words", "unwanted"),
    [
        ("--help", {"sympy", "numpy", "joblib", "rich", "hypothesis", "dataclasses", "json"}),
        ("verify --list", {"sympy", "numpy", "joblib", "rich", "hypothesis", "proofs.first"}),
        ("verify", {"sympy", "numpy", "joblib", "rich", "hypothesis"}),
    ],
)
def test_a_command_imports_only_what_it_needs(paper: Paper, words: str, unwanted: set[str]) -> None:
    """The made-up ledger needs none of these, so whatever is imported is the command's doing."""
    outcome = paper.run(*words.split(), PYTHONPROFILEIMPORTTIME="1")
    imported = {line.rpartition("|")[2].strip() for line in outcome.err.splitlines()}
    assert "proofs.companion.cli" in imported
    assert imported & unwanted == set()
