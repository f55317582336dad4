"""`recency analyze --many`: the same lines whatever the workers do, and wherever a run ended."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from numeric_checks import analyze
from proofs.companion import running
from proofs.companion.cli import main
from proofs.companion.stored import rows

GAMMA = ["--gamma", "9/10"]


def drawn(count: int) -> list[list[str]]:
    draw = Random(5)
    return [
        [f"{draw.randint(-20, 20)}/{draw.randint(1, 9)}" for _ in range(draw.randint(1, 5))]
        for _ in range(count)
    ]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of returns of every form, some of them none."""
    monkeypatch.chdir(tmp_path)
    lines = []
    for i, h in enumerate(drawn(240)):
        forms = [",".join(h), json.dumps(h), json.dumps({"h": h, "id": i}), json.dumps({"c": h})]
        lines.append(forms[i % 4])
    lines[17] = '{"h": [1, "x"]}'
    lines[100] = "1, 2, 1/0"
    lines.insert(5, "")
    Path("in.jsonl").write_text("\n".join(lines) + "\n")
    return tmp_path


def many(*words: str, source: str = "in.jsonl") -> int:
    return main(["analyze", "--many", source, *GAMMA, *words])


@cache
def whole() -> bytes:
    """What one process writes for the file that is here."""
    many("-o", "whole", "--jobs", "1")
    return Path("whole").read_bytes()


def test_each_row_has_one_line_that_says_what_analyze_says_of_it(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert many("-o", "out", "--jobs", "1") == 2
    said = capsys.readouterr().err
    assert said.startswith("recency: 240 rows, 2 of them no returns; the first is row 19: weight 1")
    assert said.count("\n") == 1
    lines = [json.loads(line) for line in Path("out").read_text().splitlines()]
    assert [line["row"] for line in lines] == [*range(1, 6), *range(7, 242)]
    assert [line["row"] for line in lines if "error" in line] == [19, 102]
    assert [line["id"] for line in lines if "id" in line][:2] == ["2", "6"]
    for k in (0, 1, 2):
        whole = analyze(drawn(3)[k], "9/10").as_json()
        own = {key: value for key, value in lines[k].items() if key not in ("row", "of", "id")}
        assert own == {key: whole[key] for key in own}
        assert {"margin", "converges_on_every_mrp", "modulus"} <= own.keys()


def test_the_number_of_workers_changes_nothing(here: Path) -> None:
    many("-o", "out", "--jobs", "2")
    assert Path("out").read_bytes() == whole()


@pytest.mark.parametrize("end", [0, 1, 700, 60_000, -1])
def test_a_run_that_broke_off_is_gone_on_with(here: Path, end: int) -> None:
    Path("out").write_bytes(whole()[:end])
    assert many("-o", "out", "--jobs", "1") == 2
    assert Path("out").read_bytes() == whole()
    many("-o", "out", "--jobs", "1")
    assert Path("out").read_bytes() == whole()


def test_a_file_of_another_run_is_not_added_to(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("out").write_bytes(whole())
    Path("other").write_text("1,2\n" * 300)
    Path("notes").write_text("hello\n")
    before = Path("out").read_bytes()
    capsys.readouterr()
    for source, target, gamma in (
        ("other", "out", "9/10"), ("in.jsonl", "out", "1/2"), ("in.jsonl", "notes", "9/10"),
    ):  # fmt: skip
        words = ["analyze", "--many", source, "--gamma", gamma, "-o", target]
        assert main(words) == 2
        assert "has lines of another run" in capsys.readouterr().err
    assert many("-o", "in.jsonl") == 2
    assert "cannot be written as well" in capsys.readouterr().err
    assert Path("out").read_bytes() == before
    assert Path("notes").read_text() == "hello\n"


def fed(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    """Standard input, which is read once."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_standard_input_is_read_once_and_a_run_is_gone_on_with_from_it(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, expected = Path("in.jsonl").read_bytes(), whole()
    for end in (0, 60_000, len(expected)):
        Path("out").write_bytes(expected[:end])
        fed(monkeypatch, content)
        assert many("-o", "out", "--jobs", "1", source="-") == 2
        assert Path("out").read_bytes() == expected


def test_no_row_of_a_pipe_is_lost(here: Path) -> None:
    expected, content = whole(), Path("in.jsonl").read_bytes()
    os.mkfifo("pipe")
    writer = Thread(target=lambda: Path("pipe").write_bytes(content), daemon=True)
    writer.start()
    assert many("-o", "out", "--jobs", "1", source="pipe") == 2
    writer.join(10)
    assert Path("out").read_bytes() == expected


def test_a_standard_input_that_is_closed_is_one_line(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    for words in (["--many", "-"], ["--file", "-"]):
        assert main(["analyze", *words, *GAMMA]) == 2
        assert capsys.readouterr().err == "recency: cannot read standard input: it is closed\n"


@pytest.mark.parametrize("content", ['{"my": "config"}', "1, 1/2", "\n", '{"row": 2, "of": "'])
def test_what_is_not_of_this_run_is_not_cut_off(
    here: Path, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    Path("mine").write_text(content)
    assert many("-o", "mine", "--jobs", "1") == 2
    assert "has lines of another run, the first is line 1" in capsys.readouterr().err
    assert Path("mine").read_text() == content


@pytest.mark.parametrize("place", [0, 5, 150, 239])
def test_every_line_of_a_run_is_compared_before_it_is_gone_on_with(
    here: Path, capsys: pytest.CaptureFixture[str], place: int
) -> None:
    lines = whole().splitlines(keepends=True)
    for wrong in (b"hello\n", lines[place][:80] + b"\n", lines[place - 1], lines[place] * 2):
        changed = b"".join([*lines[:place], wrong, *lines[place + 1 :]])
        Path("out").write_bytes(changed)
        capsys.readouterr()
        assert many("-o", "out", "--jobs", "1") == 2
        first = place + 2 if wrong == lines[place] * 2 else place + 1
        assert f"another run, the first is line {first};" in capsys.readouterr().err
        assert Path("out").read_bytes() == changed


def test_a_row_that_is_too_long_is_refused_by_its_number_and_the_next_is_read(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "_LONGEST", 50)
    Path("long").write_text("1,2\n" + "1," * 100 + "1\n1,3\n" + "1" * 50 + "\n" + "1" * 60)
    assert [len(row.text) for row in rows.read("long")] == [3, 51, 3, 50, 51]
    assert many("-o", "out", "--jobs", "1", source="long") == 2
    lines = [json.loads(line) for line in Path("out").read_text().splitlines()]
    assert [line["row"] for line in lines] == [1, 2, 3, 4, 5]
    said = "the row has more than 50 letters"
    assert [line.get("error") for line in lines] == [None, said, None, None, said]


def test_a_row_that_cannot_be_decided_is_an_error_and_the_next_is_done(here: Path) -> None:
    h = [0] * 7 + [1]
    tiny = [{"h": [1, 1, 1], "gamma": "1e-1500"}, {"h": h, "gamma": "1e-2000"}, {"h": [1, 2]}]
    Path("tiny").write_text("\n".join(map(json.dumps, tiny)))
    assert many("-o", "out", "--jobs", "1", source="tiny") == 2
    lines = [json.loads(line) for line in Path("out").read_text().splitlines()]
    assert [line.get("converges_on_every_mrp") for line in lines] == ["yes", None, "no"]
    assert lines[1]["error"] == "gamma is too close to 0 to decide about this return"


def test_a_line_without_an_end_is_not_read_to_its_end(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rows, "_ENDLESS", 30_000_000)
    assert many("--jobs", "1", source="/dev/zero") == 2
    said = "recency: line 1 of '/dev/zero' has more than 30000000 letters\n"
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--many missing --gamma .9", "cannot read 'missing': no such file or directory"),
        ("--many . --gamma .9", "cannot read '.': is a directory"),
        ("--many in.jsonl --gamma .9 --plot a.svg", "--plot goes with one return, not with --many"),
        ("--many in.jsonl --gamma .9 --lam 1/2", "--lam goes with one return, not with --many"),
        ("--many in.jsonl --gamma .9 --json", "what --many writes is lines of JSON"),
        ("--weights 1 --gamma .9 --jobs 2", "--jobs goes with --many"),
        ("--weights 1 --gamma .9 -o out", "-o goes with --many"),
        ("--many in.jsonl --gamma .9 --jobs 0", "--jobs: expected a whole number of at least 1"),
        ("--many in.jsonl --gamma .9 --dask nowhere:1", "--dask nowhere:1"),
    ],
)
def test_what_does_not_go_together_is_one_line(
    here: Path, capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    assert main(["analyze", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def test_a_table_of_lists_may_be_parquet(here: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    parquet.write_table(pyarrow.table({"h": [[1.0, 0.5, 0.75], [0.0, 1.0], None]}), "in.parquet")
    assert many("-o", "out", "--jobs", "1", source="in.parquet") == 2
    lines = [json.loads(line) for line in Path("out").read_text().splitlines()]
    assert [line.get("converges_on_every_mrp") for line in lines] == ["yes", "no", None]
    assert "error" in lines[2]


# -- workers that are killed -----------------------------------------------------------------------


def once(chunk: tuple[int, str]) -> int:
    """Kills its own process the first time that it is asked for 7."""
    number, folder = chunk
    mark = Path(folder) / "killed"
    if number == 7 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def always(chunk: tuple[int, str]) -> int:
    """Kills its own process whenever it is asked for 7."""
    if chunk[0] == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return chunk[0]


def test_what_a_killed_worker_was_doing_is_done_again(tmp_path: Path) -> None:
    chunks = [(k, str(tmp_path)) for k in range(30)]
    assert list(running.in_order(once, chunks, running.Pool(2), 2)) == [k * k for k in range(30)]
    assert (tmp_path / "killed").exists()


def test_a_chunk_that_kills_every_worker_ends_the_run_in_words(tmp_path: Path) -> None:
    found: Iterator[int] = running.in_order(
        always, [(k, str(tmp_path)) for k in range(12)], running.Pool(2), 2
    )
    with pytest.raises(running.Crashed, match="killed three times"):
        assert list(found)


def test_a_cluster_says_the_same_and_survives_a_worker(here: Path) -> None:
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        victim = next(iter(cluster.workers.values()))
        assert victim.pid is not None
        os.kill(victim.pid, signal.SIGKILL)
        assert many("-o", "out", "--dask", cluster.scheduler_address) == 2
        with pytest.raises(ValueError, match="No clients found"):  # it was closed
            Client.current()
    assert Path("out").read_bytes() == whole()
