"""`recency search --many`: a row is the search that the command makes, whatever the workers do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from numeric_checks.search import recheck, search
from proofs.companion.cli import main

GOALS = ("violates-and-contracts", "two-term-contracts", "two-term-beats")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of searches, two of which are none."""
    monkeypatch.chdir(tmp_path)
    rows = [{"goal": goal, "seed": seed} for seed in range(4) for goal in GOALS]
    rows[2] |= {"gamma": "99/100", "examples": 20, "max_support": 3, "id": "mine"}
    rows[5] = {"goal": "nothing"}
    rows[7] = {"goal": "two-term-beats", "sed": 1}
    Path("in.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return tmp_path


def many(*words: str) -> int:
    return main(["search", "--many", "in.jsonl", "--examples", "30", *words])


def test_each_line_is_the_search_of_its_row(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert many("-o", "out", "--jobs", "1") == 2
    said = capsys.readouterr().err
    assert said.startswith("recency: 12 rows, 2 of them no searches; the first is row 6: there is")
    lines = [json.loads(line) for line in Path("out").read_text().splitlines()]
    assert [line["row"] for line in lines] == [*range(1, 13)]
    assert [line["row"] for line in lines if "error" in line] == [6, 8]
    assert lines[7]["error"] == "there is no 'sed'; did you mean seed?"
    own = {key: value for key, value in lines[2].items() if key not in ("row", "of", "id")}
    assert own == search([GOALS[2]], "99/100", examples=20, seed=0, max_support=3).as_json()
    assert lines[2]["id"] == "mine"
    assert lines[9]["seed"] == 3
    assert recheck(own) == ()


def test_neither_workers_nor_an_interruption_change_anything(here: Path) -> None:
    many("-o", "whole", "--jobs", "1")
    whole = Path("whole").read_bytes()
    Path("out").write_bytes(whole[: len(whole) // 2])
    assert many("-o", "out", "--jobs", "2") == 2
    assert Path("out").read_bytes() == whole


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--many in.jsonl two-term-beats", "--many takes goals from a file"),
        ("--many in.jsonl --json", "--many takes goals from a file"),
        ("--many missing", "cannot read 'missing': no such file or directory"),
        ("--many in.jsonl --gamma 2", "gamma = 2, expected 0 < gamma < 1"),
        ("two-term-beats --jobs 2", "--jobs goes with --many"),
        ("two-term-beats --dask a:1", "--dask goes with --many"),
    ],
)
def test_what_does_not_go_together_is_one_line(
    here: Path, capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    assert main(["search", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def test_a_discount_that_is_too_long_is_refused_and_other_rows_are_searched(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nines = "0." + 400 * "9"
    assert main(["search", "diverges", "--gamma", nines, "--examples", "20"]) == 2
    assert "gamma is a fraction of more than 50 digits" in capsys.readouterr().err
    rows = [{"goal": "two-term-beats", "gamma": gamma} for gamma in (nines, "1e-2000", "1e-50")]
    Path("in.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert many("-o", "out", "--jobs", "1") == 2
    lines = [json.loads(line) for line in Path("out").read_text().splitlines()]
    assert ["more than 50 digits" in line.get("error", "") for line in lines] == [True, True, False]
