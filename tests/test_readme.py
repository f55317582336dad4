"""What README.md shows is what happens."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def console_blocks() -> list[list[str]]:
    return [b.strip().splitlines() for b in re.findall(r"```console\n(.*?)```", README, re.DOTALL)]


def sessions() -> list[list[tuple[str, str]]]:
    """The ``recency`` commands of each block, each with the output shown below it."""
    found = []
    for block in console_blocks():
        commands = []
        for k, line in enumerate(block):
            if line.startswith("$ recency"):
                shown = []
                for following in block[k + 1 :]:
                    if following.startswith("$"):
                        break
                    shown.append(following)
                commands.append((line[2:], "\n".join(shown)))
        if commands:
            found.append(commands)
    return found


def run(command: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    words = command.split()
    assert words[0] == "recency"
    return subprocess.run(
        [sys.executable, "-m", "proofs", *words[1:]],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("session", sessions(), ids=lambda session: session[0][0])
def test_every_command_works_and_prints_what_is_shown(
    session: list[tuple[str, str]], tmp_path: Path
) -> None:
    """One folder for each block: what one command writes, the next may read."""
    (tmp_path / "returns.jsonl").write_text('[1, "1/2", "3/4"]\n1, 2\n')  # a reader's own
    for command, shown in session:
        done = run(command, tmp_path)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(shown), command


def test_every_make_target_shown_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    shown = set(re.findall(r"(?:`|\$ |thorough )make ([a-z]+)", README))
    assert shown
    assert shown <= targets


def test_the_python_examples_run_as_shown() -> None:
    results = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert results.attempted > 10
    assert results.failed == 0
