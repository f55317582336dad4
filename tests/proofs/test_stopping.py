"""Ctrl-C and SIGTERM, from the first moment on: one line, the right exit code, nothing left."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from proofs.companion.cli import main

ROOT = Path(__file__).resolve().parent.parent.parent
SIGNALS = pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        (signal.SIGINT, 130, "recency: interrupted\n"),
        (signal.SIGTERM, 143, "recency: terminated\n"),
    ],
    ids=["SIGINT", "SIGTERM"],
)


def started(*words: str, cwd: Path = ROOT, **env: str) -> subprocess.Popen[str]:
    """A `recency` command that leads a group of processes."""
    return subprocess.Popen(
        [sys.executable, *words], cwd=cwd, env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


def soon_alone(group: int) -> bool:
    """Has the group of processes soon no member?"""
    for _ in range(500):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize("module", ["argparse", "numpy.linalg", "flint"])
@SIGNALS
def test_a_command_that_is_still_being_imported_ends_with_one_line(
    tmp_path: Path, module: str, number: int, code: int, said: str
) -> None:
    words = "proofs analyze --weights 1 --gamma .9 --certificate c.json"
    env = {"PYTHONPROFILEIMPORTTIME": "1"}
    process = started("-m", *words.split(), cwd=tmp_path, **env)
    assert process.stderr is not None
    while not (line := process.stderr.readline()).strip().endswith(f" {module}"):
        assert line, f"{module} is not imported"
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    own = [line for line in err.splitlines(keepends=True) if not line.startswith("import time:")]
    assert (process.returncode, out, own) == (code, "", [said])
    assert not os.listdir(tmp_path)


LOST = """
import gc, os
from proofs.companion import stopping

def pressed(phase, info):
    gc.callbacks.remove(pressed)
    os.kill(os.getpid(), {number})

stopping.by_exception()
gc.callbacks.append(pressed)
gc.collect()
print("it went on")
"""


@SIGNALS
def test_one_that_python_cannot_raise_is_not_lost(number: int, code: int, said: str) -> None:
    process = started("-c", LOST.format(number=int(number)))
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (code, "", said)


def test_what_is_ignored_stays_ignored() -> None:
    script = "signal.signal(signal.SIGINT, signal.SIG_IGN); stopping.by_exception(); "
    script += "signal.raise_signal(signal.SIGINT); print('it went on')"
    process = started("-c", f"import signal; from proofs.companion import stopping; {script}")
    assert process.communicate(timeout=60) == ("it went on\n", "")


# -- with workers ----------------------------------------------------------------------------------

ROWS = 1000


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("in.csv").write_text("".join(f"1,{k}/7,1/{k}\n" for k in range(1, ROWS + 1)))
    return tmp_path


def many(*words: str) -> list[str]:
    return ["analyze", "--many", "in.csv", "--gamma", ".9", *words]


def under_way() -> subprocess.Popen[str]:
    """A run that has written its first lines."""
    process = started("-m", "proofs", *many("-o", "out", "--jobs", "2"), cwd=Path())
    while not Path("out").exists() or not Path("out").stat().st_size:
        assert process.poll() is None
        time.sleep(0.01)
    return process


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    return list(map(int, found.split()))


@SIGNALS
def test_a_run_with_workers_stops_with_one_line_and_can_be_gone_on_with(
    here: Path, number: int, code: int, said: str
) -> None:
    process = under_way()
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (code, "", said)
    assert soon_alone(process.pid)
    assert sorted(os.listdir()) == ["in.csv", "out"]
    assert main(many("-o", "out", "--jobs", "2")) == 0
    assert [json.loads(line)["row"] for line in Path("out").read_text().splitlines()] == [
        *range(1, ROWS + 1)
    ]


def test_workers_end_with_the_process_that_they_work_for_even_if_it_is_killed(here: Path) -> None:
    process = under_way()
    process.kill()
    assert process.wait() == -signal.SIGKILL
    assert soon_alone(process.pid)


@pytest.mark.skipif(sys.platform != "linux", reason="who works for whom is read from /proc")
def test_a_worker_that_is_told_to_end_loses_nothing(here: Path) -> None:
    process = under_way()
    os.kill(workers_of(process)[0], signal.SIGTERM)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out, err) == (0, "", f"recency: {ROWS} rows\n")
    assert len(Path("out").read_text().splitlines()) == ROWS
