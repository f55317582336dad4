"""What a command imports: never sympy for numbers, and nothing heavy before it has to."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from numeric_checks import analyze

ROOT = Path(__file__).resolve().parent.parent.parent
HEAVY = {"sympy", "numpy", "flint", "matplotlib", "hypothesis", "rich", "z3"}
PROGRAM = f"""
import sys
from proofs.companion.cli import main
code = main(sys.argv[1:])
sys.stdout.flush()
print(code, *sorted({HEAVY!r} & set(sys.modules)), file=sys.stderr)
"""


def run(folder: Path, *words: str) -> tuple[int, set[str]]:
    """The exit code, and what heavy modules were imported."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    code, *imported = done.stderr.splitlines()[-1].split()
    return int(code), set(imported)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("starting")
    certificate = json.dumps(analyze([1, "1/2", "3/4"], "9/10").decision.certificate())
    (made / "good.json").write_text(certificate)
    (made / "corrupt.json").write_text(certificate[:-20])
    (made / "forged.json").write_text(certificate.replace("9/10", "8/10"))
    (made / "empty.txt").write_text("")
    return made


@pytest.mark.parametrize(
    "words",
    [
        "",
        "--help",
        "--version",
        "verify --help",
        "verify --list",
        "analyze --help",
        "search --help",
        "search --list",
        "figures --help",
        "figures --list",
        "check-certificate --help",
        "check-certificate good.json",
    ],
)
def test_what_computes_nothing_imports_nothing_heavy(folder: Path, words: str) -> None:
    assert run(folder, *words.split()) == (0, set())


@pytest.mark.parametrize(
    "words",
    [
        ["analyze", "--weights", "1", "--gamma", "1"],
        ["analyze", "--weights", "1", "--gamma", "nan"],
        ["analyze", "--weights", "1/0", "--gamma", "1/2"],
        ["analyze", "--weights", "__import__('os')", "--gamma", "1/2"],
        ["analyze", "--weights", "NaN", "--gamma", "1/2"],
        ["analyze", "--weights", "", "--gamma", "1/2"],
        ["analyze", "--nstep-weights", "", "--gamma", "1/2"],
        ["analyze", "--file", ".", "--gamma", "1/2"],
        ["analyze", "--file", "empty.txt", "--gamma", "1/2"],
        ["analyze", "--file", "corrupt.json", "--gamma", "1/2"],
        ["analyze", "--return", "lamda", "--gamma", "1/2"],
        ["analyze", "--return", "sparse", "--lam", "1/2", "--gamma", "1/2"],
        ["analyze", "--return", "inverted-u", "--lam", "1", "--gamma", "1/2"],
        ["analyze", "--weights", "1", "--gamma", "1/2", "--plot", "a.gif"],
        ["analyze", "--weights", "1", "--gamma", "1/2", "--latex", "."],
        ["check-certificate"],
        ["check-certificate", "."],
        ["check-certificate", "missing"],
        ["check-certificate", "corrupt.json"],
        ["check-certificate", "forged.json"],
        ["search", "nothing"],
        ["search", "--gamma", "1"],
        ["search", "--gamma", "nine"],
        ["search", "--max-support", "99"],
        ["search", "-o", "."],
        ["search", "--check", "."],
        ["figures", "nothing"],
        ["figures", "--format", "gif"],
        ["verify", "nothing"],
        ["nothing"],
    ],
    ids=" ".join,
)
def test_a_refusal_imports_nothing_heavy(folder: Path, words: list[str]) -> None:
    assert run(folder, *words) == (2, set())


@pytest.mark.parametrize(
    ("words", "needed"),
    [
        ("analyze --weights 1,1/2,3/4 --gamma 9/10", {"flint", "numpy"}),
        ("analyze --weights 0,1 --gamma 9/10 --json", {"flint", "numpy"}),
        ("analyze --return gamma --length 5 --gamma 9/10", {"flint", "numpy"}),
        ("analyze --return inverted-u --lam 1/2 --gamma 9/10", {"flint", "numpy"}),
        ("analyze --weights 1 --gamma 9/10 --certificate a.json", {"flint", "numpy"}),
        (
            "analyze --weights 1 --gamma 9/10 --plot a.svg",
            {"flint", "numpy", "matplotlib"},
        ),
        ("search diverges --examples 20", {"flint", "hypothesis"}),
        ("search diverges --examples 20 --json -o found.json", {"flint", "hypothesis"}),
        ("figures update-field --format svg", {"flint", "numpy", "matplotlib"}),
        ("figures two-weight-map --format svg", {"flint", "numpy", "matplotlib"}),
    ],
)
def test_numbers_need_no_sympy(folder: Path, words: str, needed: set[str]) -> None:
    assert run(folder, *words.split()) == (0, needed)


def test_parsing_a_number_or_checking_a_certificate_needs_the_standard_library_alone() -> None:
    for module in ("symbolic.numbers", "numeric_checks.safety.certificate_checker"):
        program = (
            f"import sys; before = set(sys.modules); import {module}; "
            "new = {m.partition('.')[0] for m in set(sys.modules) - before}; "
            "print(*new - set(sys.stdlib_module_names))"
        )
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert done.stdout.split() in (["symbolic"], ["symbolic", "numeric_checks"], [
            "numeric_checks", "symbolic"
        ])  # fmt: skip
