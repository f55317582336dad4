"""What `recency search` promises: exact finds, one line for bad input, files whole or none."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from numeric_checks.search import EXAMPLES, GOALS, MAX_SUPPORT, recheck
from proofs.companion.cli import COMMANDS, main

QUICK = ["search", "diverges", "violates-and-contracts", "--examples", "120"]


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("search") / "found.json"
    assert main([*QUICK, "-o", str(path)]) == 0
    return path


def test_the_table_has_a_line_for_each_goal_with_exact_numbers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, *QUICK)
    heading, *rows, note, summary = out.splitlines()
    assert (code, err) == (0, "")
    assert heading.split() == ["goal", "found", "h", "c", "beta", "decimal", "shows", "MRP"]
    assert [row.split()[:2] for row in rows] == [
        ["diverges", "yes"],
        ["violates-and-contracts", "yes"],
    ]
    assert "1, 11/10" in rows[1]
    assert "-1/10, 11/10" in rows[1]
    assert "981/1000" in rows[1]
    assert rows[0].endswith("the 2-cycle")
    assert rows[0].index("63/25") == rows[1].index("981/1000") == heading.index("beta")
    assert note.startswith("diverges: an eigenvalue of f(z) has a real part below -151/100")
    assert summary.startswith("2 goals: 2 found, 0 not found; 0 dropped; ")
    assert "\x1b" not in out


def test_a_terminal_gets_a_table_that_fits_and_a_bar_on_stderr(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "90")
    monkeypatch.setenv("TERM", "xterm")
    for stream in (sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    code, out, err = run(capsys, *QUICK)
    bare = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", out)
    *table, note, summary = bare.splitlines()
    assert code == 0
    assert max(map(len, table)) <= 90
    assert "c = -1/10, 11/10" in bare
    assert "violates-and-contracts" in bare
    assert note.startswith("diverges: ")
    assert summary.startswith("2 goals: 2 found")
    assert "2/2" in err
    assert "2/2" not in out


def test_finds_that_rest_on_trials_say_so_and_list_them(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(
        capsys, "search", "converges-where-tried", "beats-best-convex", "--examples", "60"
    )
    assert code == 0
    assert "on every MRP tried" in out
    assert "on every MRP " not in out.replace("on every MRP tried", "")
    assert "tried on 31 MRPs (cycles of 1 to 10 states, " in out
    assert "beta is the supremum over all MRPs" in out
    assert "beats-best-convex: the bound is " in out
    assert out.splitlines()[-1].startswith("2 goals: 1 found, 1 not found; 0 dropped; ")


def test_json_is_the_only_thing_on_stdout_and_can_be_checked_again(
    capsys: pytest.CaptureFixture[str], stored: Path
) -> None:
    code, out, err = run(capsys, *QUICK, "--json")
    document = json.loads(out)
    assert (code, err) == (0, "")
    assert list(document) == [
        "schema",
        "gamma",
        "seed",
        "examples",
        "max_support",
        "goals",
        "ok",
    ]
    assert document["schema"] == 1
    assert recheck(document) == ()
    assert json.loads(stored.read_text()) == document


def test_a_stored_result_is_checked_again(capsys: pytest.CaptureFixture[str], stored: Path) -> None:
    assert run(capsys, "search", "--check", str(stored)) == (0, f"{stored}: every find holds\n", "")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"981/1000"', '"980/1000"', "the modulus is 981/1000, not 49/50"),
        ('"151/100"', '"3"', "no eigenvalue of f(z) has a real part below -3"),
        ('"gamma": "9/10"', '"gamma": "8/10"', "the modulus is"),
    ],
)
def test_a_tampered_file_is_one_line_and_exit_code_1(
    capsys: pytest.CaptureFixture[str], stored: Path, tmp_path: Path, old: str, new: str, said: str
) -> None:
    tampered = tmp_path / "tampered.json"
    tampered.write_text(stored.read_text().replace(old, new))
    code, out, err = run(capsys, "search", "--check", str(tampered))
    assert (code, err) == (1, "")
    assert out.count("\n") == 1
    assert said in out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"schema": 1, "schema": 2}', 'the key "schema" is there twice'),
        ("[]", "the document: expected an object"),
        ('{"schema": 2}', "schema: expected 1, not 2"),
        ('{"schema": 1}', "'gamma' is missing"),
    ],
)
def test_a_malformed_file_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, said: str
) -> None:
    malformed = tmp_path / "malformed.json"
    malformed.write_text(text)
    code, out, err = run(capsys, "search", "--check", str(malformed))
    assert (code, out) == (2, "")
    assert err.startswith("recency: ")
    assert err.count("\n") == 1
    assert said in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--gamma 1", "gamma = 1, expected 0 < gamma < 1"),
        ("--gamma 0", "gamma = 0, expected 0 < gamma < 1"),
        ("--gamma nine", "'nine' is not a number"),
        ("--gamma 1/0", "'1/0' divides by zero"),
        ("--examples 0", "--examples: expected a whole number of at least 1, not '0'"),
        ("--seed x", "--seed: expected a whole number of at least 0, not 'x'"),
        ("--max-support 1", "--max-support: expected a whole number of at least 2, not '1'"),
        ("--max-support 13", "max_support = 13, expected a whole number of at least 2 and at most"),
        ("beats-onestep", "no goal 'beats-onestep'; did you mean beats-one-step?"),
        ("--jsn", "'--jsn'; did you mean --json?"),
        ("-o nowhere/found.json", "cannot write 'nowhere/found.json': expected a file in a folder"),
        ("-o .", "cannot write '.': expected a file in a folder that exists"),
        ("--check nowhere.json", "cannot read 'nowhere.json': no such file or directory"),
        ("diverges --check found.json", "--check takes a file and no goals"),
        ("--check found.json --json", "not allowed with argument"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: str,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, "search", *words.split())
    assert (code, out) == (2, "")
    assert err.startswith("recency: ")
    assert err.count("\n") == 1
    assert said in err


@pytest.mark.parametrize("output", [[], ["--json"]])
def test_a_broken_goal_is_dropped_with_exit_code_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, output: list[str]
) -> None:
    goal = GOALS["violates-and-contracts"]
    monkeypatch.setitem(GOALS, goal.name, replace(goal, meets=lambda *_: True))
    code, out, err = run(capsys, "search", goal.name, "--examples", "10", *output)
    said = (
        "dropped: violates-and-contracts: the re-check failed: violates-and-contracts: "
        "the modulus 63/25 is not below 1"
    )
    assert code == 1
    assert said in (err if output else out)
    assert "11/10" not in out
    if output:
        assert json.loads(out)["goals"][0]["find"] is None


def test_the_list_names_every_goal_and_what_it_shows(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "search", "--list")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(GOALS)
    assert "search" in COMMANDS


def test_help_needs_no_search(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "search", "--help")
    assert code == 0
    assert out.startswith("usage: recency search ")
    assert f"(default: {EXAMPLES})" in out
    assert f"(default: {MAX_SUPPORT})" in out
    for option in ("--gamma", "--examples", "--seed", "--max-support", "--json", "-o", "--check"):
        assert option in out


def test_an_interrupted_search_leaves_no_file(tmp_path: Path) -> None:
    target = tmp_path / "found.json"
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "proofs", "search", "two-term-beats"),
            *("--examples", "999999", "-o", str(target)),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPROFILEIMPORTTIME": "1"},
    )
    assert process.stderr is not None
    try:
        while "hypothesis.internal.conjecture.optimiser" not in process.stderr.readline():
            assert process.poll() is None  # climbing is under way once its module is imported
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, out) == (130, "")
    assert err.endswith("recency: interrupted\n")
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []
