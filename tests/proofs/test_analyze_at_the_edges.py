"""`recency analyze` at the ends of its ranges, with odd files, and where its output cannot go."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from time import process_time

import pytest

from numeric_checks.safety.certificate_checker import check
from proofs.companion.cli import main

ROOT = Path(__file__).resolve().parent.parent.parent
MINE = ["analyze", "--weights", "1, 1/2, 3/4", "--gamma", "9/10"]
NINES = "0." + 40 * "9"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    out, err = capsys.readouterr()
    return code, out, err


# -- returns at the ends of their ranges -----------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("--return inverted-u --lam 0.999 --gamma 0.999", "no"),
        ("--return delayed-lambda --lam 1 --tau 1 --gamma 0.99999999999999", "no"),
        ("--return sparse --lam 1 --m 3 --gamma 0.99999999999999", "yes"),
        (f"--return monte-carlo --gamma {NINES}", "yes"),
        ("--return truncated --lam 0.9 --n 20 --gamma 0.99", "yes"),
        ("--return n-step --n 30 --gamma 1e-150", "yes"),
        ("--weights 1,1,1 --gamma 1e-1500", "yes"),
        ("--return delayed --tau 5 --gamma 1e-1000", "no"),
        ("--return truncated --lam 1e-2000 --n 30 --gamma 1e-2000", "yes"),
    ],
)
def test_what_is_extreme_is_decided_and_enclosed(
    capsys: pytest.CaptureFixture[str], words: str, verdict: str
) -> None:
    code, out, err = run(capsys, "analyze", *words.split(), "--json")
    found = json.loads(out)
    assert (code, err, found["converges_on_every_mrp"]) == (0, "", verdict)
    assert "between" not in run(capsys, "analyze", *words.split())[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--return delayed --tau 7 --gamma 1e-2000", "gamma is too close to 0"),
        ("--return n-step --n 9999 --gamma 1e-2000", "gamma is too close to 0"),
        (f"--return gamma --length 100 --gamma {NINES}", "fractions of up to 1330000 bits"),
        ("--return truncated --lam .9999 --n 9999 --gamma .999999", "of up to 139986 bits"),
    ],
)
def test_what_would_take_too_long_is_refused_at_once(
    capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    start = process_time()
    code, out, err = run(capsys, "analyze", *words.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert process_time() - start < 10


@pytest.mark.parametrize(
    "words",
    [
        "--return gamma --length 60 --gamma 0.99",
        "--return truncated --lam 0.99 --n 2100 --gamma 0.9",
    ],
)
def test_a_certificate_that_nobody_would_read_is_refused_in_one_line(
    here: Path, capsys: pytest.CaptureFixture[str], words: str
) -> None:
    code, out, err = run(capsys, "analyze", *words.split(), "--certificate", "c.json")
    assert code == 1
    assert out.startswith("TD with this return is safe")
    assert err == (
        "recency: there is no certificate: the return has numbers of more than 4000 digits\n"
    )
    assert not os.listdir()


def test_a_return_that_never_ends_has_a_certificate_although_1_minus_z_is_in_its_denominator(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "analyze --return monte-carlo --gamma 9/10 --certificate c.json"
    assert run(capsys, *words.split())[0] == 0
    assert check(Path("c.json").read_text()).claim == "converges"


def test_long_lists_are_decided_and_their_sums_enclosed(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("mine").write_text("\n".join(f"{1 - k / 10**5:.5f}" for k in range(10**5)))
    code, out, err = run(capsys, "analyze", "--file", "mine", "--gamma", "0.9999", "--json")
    found = json.loads(out)
    assert (code, err, found["converges_on_every_mrp"]) == (0, "", "yes")
    assert found["contracts_on_every_mrp"]
    gamma = Decimal("0.9999")  # the weights on n-step returns are all 1e-5
    beta = (gamma - gamma ** (10**5 + 1)) / (1 - gamma) / 10**5
    for key, value in (("modulus", beta), ("variance_factor", ((1 - beta) / (1 - gamma)) ** 2)):
        shown = Decimal(found[key]["decimal"])
        assert found[key]["exact"] is None
        assert 0 <= shown - value <= Decimal(10) ** int(shown.as_tuple().exponent)


def test_fractions_that_would_fill_the_memory_are_refused(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("mine").write_text("\n".join(f"{k}/{k + 1}" for k in range(40_000)))
    code, out, err = run(capsys, "analyze", "--file", "mine", "--gamma", ".9")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "common denominator of more than 26843 bits; expected shorter fractions" in err


def test_a_derivation_that_nobody_would_read_is_refused(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("mine").write_text("1\n" * 10_001)
    words = "analyze --file mine --gamma .9 --latex mine.tex"
    code, out, err = run(capsys, *words.split())
    assert (code, out, sorted(os.listdir())) == (2, "", ["mine"])
    assert err == "recency: --latex: expected at most 10000 weights to write about\n"


def test_what_never_ends_is_not_read_to_its_end() -> None:
    words = "-m proofs analyze --file - --gamma .9"
    done = subprocess.run(
        ["sh", "-c", f'yes 1 | "$0" {words}', sys.executable],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "recency: standard input has more than 3000000 numbers\n"


# -- what is read ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("0,1\n1,1\n2,.5\n3,.25\n", "two columns, the first of which counts"),
        ("1 1/2\n2 1/2\n", "two columns, the first of which counts"),
        ('{"h": [1], "h": [1, 2]}', 'the key "h" is there twice'),
        ('{"h": [1], "c": [1, 2]}', "an object with h and c, expected one of them"),
    ],
)
def test_a_file_that_could_be_misread_is_refused(
    here: Path, capsys: pytest.CaptureFixture[str], content: str, said: str
) -> None:
    Path("mine").write_text(content)
    code, out, err = run(capsys, "analyze", "--file", "mine", "--gamma", ".9")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"recency: 'mine': {said}")


def test_two_columns_that_do_not_count_are_read_row_by_row(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("mine").write_text("1,1/2\n1/4,1/8\n")
    _, out, _ = run(capsys, "analyze", "--file", "mine", "--gamma", ".9")
    assert "h = 1, 1/2, 1/4, 1/8, then zero" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--weights 1 --weights 1,2 --gamma .9", "--weights is given twice"),
        ("--weights 1 --gamma .9 --gamma=.8", "--gamma is given twice"),
        ("--weights=-- --gamma .9", "argument --weights: '--' is an option, not a value"),
        ("--weight 1 --gamma .9", "unexpected '--weight'; did you mean --weights?"),
        ("--weights 1 --gamma -3", "expected 0 < gamma < 1, not '-3'"),
        ("--weights 1 --gamma nan", "'nan' is not a number: expected 0 < gamma < 1, such as 9/10"),
        ("--return inverted-u --lam 1 --gamma .9", "inverted-u: lam = 1; expected 0 <= lam < 1\n"),
    ],
)
def test_an_option_is_given_once_and_what_is_wrong_with_it_is_said(
    capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    code, out, err = run(capsys, "analyze", *words.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert "symbol" not in err


# -- where it is written ---------------------------------------------------------------------------


def test_a_link_stays_a_link_and_the_file_behind_it_keeps_its_permissions(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("target").write_text("old")
    Path("target").chmod(0o640)
    Path("link").symlink_to("target")
    assert run(capsys, *MINE, "--certificate", "link")[0] == 0
    assert Path("link").is_symlink()
    assert check(Path("target").read_text()).claim == "converges"
    assert stat.S_IMODE(Path("target").stat().st_mode) == 0o640
    assert sorted(os.listdir()) == ["link", "target"]


@pytest.mark.parametrize("kind", ["a pipe", "the null device", "a folder", "a link to a pipe"])
def test_nothing_but_a_file_is_written_over(
    here: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    os.mkfifo("pipe")
    Path("link").symlink_to("pipe")
    Path("folder").mkdir()
    name = {"a pipe": "pipe", "a folder": "folder", "a link to a pipe": "link"}.get(
        kind, os.devnull
    )
    before = os.stat(name).st_mode
    code, out, err = run(capsys, *MINE, "--certificate", name)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "expected a file, or - for standard output" in err
    assert os.stat(name).st_mode == before


def test_a_file_may_be_standard_output_and_is_then_all_that_is_there(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    assert main([*MINE, "--certificate", "-"]) == 0
    sys.stdout.flush()
    assert check(capfdbinary.readouterr().out).claim == "converges"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "cannot write '': expected the name of a file"),
        ("a" * 300, "file name too long"),
        ("no/such", "expected a file in a folder that exists"),
    ],
    ids=["none", "300 letters", "no folder"],
)
def test_a_name_that_no_file_can_have_is_noticed_before_anything_is_said(
    here: Path, capsys: pytest.CaptureFixture[str], name: str, said: str
) -> None:
    code, out, err = run(capsys, *MINE, "--certificate", name)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


# -- a process in trouble --------------------------------------------------------------------------


def process(*words: str, shell: str = "", cwd: Path = ROOT, **env: str) -> tuple[int, str]:
    """The exit code of a process, and what it said on stderr."""
    command = ["sh", "-c", f'exec "$0" "$@" {shell}', sys.executable, "-m", "proofs", *words]
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, timeout=120, check=False,
    )  # fmt: skip
    return done.returncode, done.stderr


@pytest.mark.parametrize("words", [MINE, ["verify", "--list"], ["--help"]], ids=" ".join)
def test_a_full_disk_is_one_line(words: list[str]) -> None:
    assert process(*words, shell=">/dev/full") == (2, "recency: no space left on device\n")


@pytest.mark.parametrize("shell", ["2>/dev/full", "2>&-"])
def test_an_error_that_cannot_be_told_is_an_exit_code(shell: str) -> None:
    command = ["sh", "-c", f'exec "$0" "$@" {shell}', sys.executable, "-m", "proofs"]
    done = subprocess.run(
        [*command, "analyze", "--weights", "1,x", "--gamma", ".9"],
        cwd=ROOT, stdout=subprocess.PIPE, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.parametrize("words", [MINE, ["verify", "--list"]], ids=" ".join)
def test_a_closed_standard_output_is_one_line(words: list[str]) -> None:
    assert process(*words, shell=">&-") == (2, "recency: standard output is closed\n")


@pytest.mark.parametrize(
    "words",
    [
        "analyze --file - --gamma .9",
        "check-certificate -",
        "eigenvalues --weights 1 --gamma .9 --mrp -",
    ],
)
def test_a_closed_standard_input_is_one_line(words: str) -> None:
    said = "recency: cannot read standard input: it is closed\n"
    assert process(*words.split(), shell="<&-") == (2, said)


@pytest.mark.parametrize("words", [MINE, ["verify", "prop:wrh"], ["paper"]], ids=" ".join)
def test_python_without_docstrings_is_refused_and_no_claim_is_blamed(words: list[str]) -> None:
    code, said = process(*words, PYTHONOPTIMIZE="2")
    assert (code, said.count("\n")) == (2, 1)
    assert "expected Python without -OO" in said


def test_a_working_directory_that_is_gone_fails_no_claim(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    for words, code in ((["verify", "sample-real-reparam"], 0), ([*MINE, "--latex", "a"], 2)):
        gone.mkdir()
        script = 'rmdir "$PWD"; exec "$0" "$@"'
        done = subprocess.run(
            ["sh", "-c", script, sys.executable, "-m", "proofs", *words],
            cwd=gone, env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode == code
        assert done.stderr.count("\n") == (code != 0)
        assert "failed" not in done.stdout.replace("0 failed", "")
