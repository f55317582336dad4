"""The scripts of `recency --completion`, read by the shells that they are for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from proofs.companion import cli
from proofs.companion.completion import SHELLS

ROOT = Path(__file__).parents[2]


def needs(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A search path on which `recency` is the command of this project."""
    command = tmp_path / "recency"
    command.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m proofs "$@"\n')
    command.chmod(0o755)
    return f"{tmp_path}:{os.environ['PATH']}"


@pytest.fixture
def scripts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Path]:
    found = {}
    for shell in SHELLS:
        assert cli.main(["--completion", shell]) == 0
        found[shell] = tmp_path / f"completion.{shell}"
        found[shell].write_text(capsys.readouterr().out)
    return found


def said(shell: str, program: str, path: str) -> list[str]:
    options = {"zsh": ["-f"], "bash": ["--norc"], "fish": ["--no-config"]}[shell]
    done = subprocess.run(
        [shell, *options, "-c", program],
        env={"PATH": path, "HOME": os.devnull},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.split()


#: what was typed, some of what completes it, and something that does not
TYPED = [
    ("recency ana", ["analyze"], "verify"),
    ("recency verify --j", ["--json", "--jobs"], "--list"),
    ("recency figures --format ", ["svg", "pdf", "png"], "--list"),
    ("recency walk --variant m", ["matched"], "printed"),
    ("recency show prop:w", ["prop:wrh"], "prop:variance"),
    ("recency verify wrh-converges two-s", ["two-state-delays"], "prop:wrh"),
]


@pytest.mark.parametrize(("typed", "expected", "other"), TYPED)
def test_bash_completes(
    typed: str, expected: list[str], other: str, path: str, scripts: dict[str, Path]
) -> None:
    needs("bash")
    line = f"COMP_LINE='{typed}' COMP_POINT={len(typed)}"
    show = 'printf "%s\\n" "${COMPREPLY[@]}"'
    found = said("bash", f"source {scripts['bash']}; {line}; _recency; {show}", path)
    # readline takes a colon for the end of a word, and wants what comes after it
    written = [word.rpartition(":")[2] for word in expected]
    assert set(written) <= set(found)
    assert other.rpartition(":")[2] not in found


@pytest.mark.parametrize(("typed", "expected", "other"), TYPED)
def test_fish_completes(
    typed: str, expected: list[str], other: str, path: str, scripts: dict[str, Path]
) -> None:
    needs("fish")
    found = said("fish", f"source {scripts['fish']}; complete -C '{typed}' | cut -f 1", path)
    assert set(expected) <= set(found)
    assert other not in found


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("recency ''", "analyze:decide"),
        ("recency --completion ''", "fish"),
        ("recency walk ''", "matched"),
        ("recency figures ''", "*--format[may"),
        ("recency verify ''", "prop:wrh"),
    ],
)
def test_zsh_is_offered(words: str, expected: str, path: str, scripts: dict[str, Path]) -> None:
    """What the script hands to zsh's own functions, which work only while Tab is pressed."""
    needs("zsh")
    own = """
        compdef() { }
        compadd() { if [[ $1 == -a ]]; then print -l -- ${(P)2}; else print -l -- "$@"; fi }
        _describe() { print -l -- ${(P)2} }
        _arguments() { print -l -- "$@"; [[ "$*" == *_recency_claims* ]] && _recency_claims; true }
    """
    program = f"{own}\nsource {scripts['zsh']}\nwords=({words}); CURRENT=$#words; _recency"
    assert any(word.startswith(expected) for word in said("zsh", program, path))


@pytest.mark.parametrize("words", [[], ["tcsh"], ["bash", "zsh"]])
def test_another_shell_is_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--completion", *words]) == 2
    expected = "recency: --completion takes the name of a shell: bash, zsh, fish\n"
    assert capsys.readouterr() == ("", expected)


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_every_option_is_known(shell: str, scripts: dict[str, Path]) -> None:
    text = scripts[shell].read_text()
    for name in cli.COMMANDS:
        assert name in text
        for action in cli._parser(name)._actions:
            for option in action.option_strings:
                assert (option if shell != "fish" else option.lstrip("-")) in text
