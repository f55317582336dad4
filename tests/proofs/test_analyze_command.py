"""What `recency analyze` and `recency check-certificate` promise."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from numeric_checks import analyze
from numeric_checks.safety import certificate_checker
from numeric_checks.safety.analysis_words import DIVERGES, SCOPE
from numeric_checks.safety.decision import Decision
from proofs.companion.claims import catalogue
from proofs.companion.cli import COMMANDS, main
from proofs.companion.documents import tex
from proofs.companion.documents.analysis_text import claims, plain
from symbolic.returns import (
    FAMILIES,
    SPECIAL,
    DelayedReturn,
    GammaReturn,
    InvertedUReturn,
    LambdaReturn,
    LinearReturn,
    MonteCarloReturn,
    NStepReturn,
    Parameter,
    SparseLambdaReturn,
)

ROOT = Path(__file__).resolve().parent.parent.parent
MINE = ["analyze", "--weights", "1, 1/2, 3/4", "--gamma", "9/10"]
DELAYED = ["analyze", "--weights", "0, 1", "--gamma", "9/10"]
BOUNDARY = ["analyze", "--weights", "1, 10/9", "--gamma", "9/10"]
needs_tex = pytest.mark.skipif(not tex.available(), reason=tex.INSTALL)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# -- the answer ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (MINE, "TD with this return is safe: expected on-policy updates converge on every "),
        (DELAYED, "TD with this return diverges on the cycle of 2 states, with every step size."),
        (BOUNDARY, "On the boundary: the least Re f is exactly 0, and neither"),
    ],
)
def test_the_verdict_is_the_first_line_whatever_it_is_and_the_exit_code_0(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    assert out.startswith(said)
    assert 15 <= out.count("\n") <= 26
    meant, other = (DIVERGES, SCOPE) if "diverges on" in said else (SCOPE, DIVERGES)
    shown = "".join(out.split())
    assert "".join(meant.split()) in shown
    assert "".join(other.split()) not in shown
    assert max(map(len, out.splitlines())) <= 110
    assert "\x1b" not in out


def test_a_terminal_gets_the_same_words_in_colour(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    _, expected, _ = run(capsys, *MINE)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    code, out, _ = run(capsys, *MINE)
    assert code == 0
    assert "\x1b[1;32mTD with this return" in out
    assert "\x1b[31m  no" in out
    assert re.sub(r"\x1b\[[0-9;]*m", "", out) == expected


@pytest.mark.parametrize(
    ("ret", "expected"),
    [
        (["1", "1/2", "3/4"], {"certificate-soundness", "convergence-criterion", "largest-step"}),
        (["1", "1/2"], {"convergence-criterion", "convex-margin"}),
        (["0", "1"], {"cycle-criterion", "immediate-eligibility"}),
        (["1", "2"], {"cycle-criterion"}),
        (["1", "10/9"], {"convergence-hierarchy"}),
    ],
)
def test_the_claims_it_rests_on_are_in_the_ledger(ret: list[Parameter], expected: set[str]) -> None:
    found = analyze(ret, "9/10")
    named = set(claims(found))
    assert expected <= named
    assert named <= {entry.id for entry in catalogue.entries()}
    assert all(claim in plain(found) for claim in named)
    if found.decision.verdict != "yes":
        assert not named & {"certificate-soundness", "convergence-criterion", "largest-step"}


def test_a_square_is_a_certificate_by_itself_only_for_a_list_of_weights() -> None:
    assert "certificate-soundness" in claims(analyze([1, "1/2", "3/4"], "9/10"))
    assert "certificate-soundness" not in claims(analyze(LambdaReturn("1/2"), "9/10"))


def test_json_is_the_only_thing_on_stdout_and_can_be_fed_back(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *MINE, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == analyze(["1", "1/2", "3/4"], "9/10").as_json()
    Path("mine.json").write_text(out)
    again = run(capsys, "analyze", "--file", "mine.json", "--gamma", "0.9", "--json")
    assert again == (0, out, "")


@pytest.mark.parametrize(
    ("options", "ret"),
    [
        ("td", NStepReturn(1)),
        ("n-step --n 4", NStepReturn(4)),
        ("lambda --lam 0.5", LambdaReturn("1/2")),
        ("sparse --lam 3/4 --m 3", SparseLambdaReturn("3/4", 3)),
        ("truncated --lam 1/2 --n 3", None),
        ("monte-carlo", MonteCarloReturn()),
        ("delayed --tau 2", DelayedReturn(2)),
        ("delayed-lambda --lam 1/2 --tau 0", None),
        ("inverted-u --lam 1/2", InvertedUReturn("1/2")),
        ("gamma --length 3", GammaReturn("4/5", 3)),
    ],
)
def test_returns_have_names_and_come_back_from_their_json(
    here: Path, capsys: pytest.CaptureFixture[str], options: str, ret: LinearReturn | None
) -> None:
    words = ["analyze", "--gamma", "4/5", "--json"]
    code, out, err = run(capsys, *words, "--return", *options.split())
    assert (code, err) == (0, "")
    if ret is not None:
        assert json.loads(out) == analyze(ret, "4/5").as_json()
    Path("stored.json").write_text(out)
    assert run(capsys, *words, "--file", "stored.json") == (0, out, "")
    assert options.split()[0] in (*FAMILIES, *SPECIAL)


def test_other_ways_to_give_weights_give_the_same_answer(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, expected, _ = run(capsys, *MINE)
    Path("c.csv").write_text("c\n1/2\n-1/4\n3/4\n")
    Path("h.txt").write_text("1\n0.5\n0.75\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"[1, 0.5, 0.75]")))
    for words in (
        ["--nstep-weights", "1/2,-1/4,3/4"],
        ["--file", "c.csv", "--nstep"],
        ["--file", "h.txt"],
        ["--file", "-"],
        ["--weights=[1 .5 .75]"],
    ):
        assert run(capsys, "analyze", *words, "--gamma", ".9") == (0, expected, "")


def test_a_list_may_begin_with_a_minus_sign(capsys: pytest.CaptureFixture[str]) -> None:
    for weights in ("-1/2,1", "-1/2, 1", "-.5,1", "-0.5"):
        code, out, err = run(capsys, "analyze", "--weights", weights, "--gamma", "9/10")
        assert (code, err) == (0, "")
        assert "h = -1/2" in out


# -- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--weights 1", "arguments are required: --gamma"),
        ("--gamma 9/10", "one of the arguments --weights --nstep-weights --file --return --many"),
        ("--weights 1 --gamma 1", "--gamma: expected 0 < gamma < 1, not '1'"),
        ("--weights 1 --gamma 0", "--gamma: expected 0 < gamma < 1, not '0'"),
        ("--weights 1 --gamma -1/2", "--gamma: expected 0 < gamma < 1, not '-1/2'"),
        ("--weights 1 --gamma nan", "--gamma: 'nan' is not a number"),
        ("--weights 1 --gamma 9/0", "--gamma: '9/0' divides by zero"),
        ("--weights 1 --file x --gamma .9", "--file: not allowed with argument --weights"),
        ("--weights 1 --lam 1/2 --gamma .9", "--lam goes with --return NAME"),
        ("--weights 1 --nstep --gamma .9", "--nstep goes with --file"),
        ("--weights 1,2,3,abc --gamma .9", "weight 3: 'abc' is not a number"),
        ("--nstep-weights 1,2,abc --gamma .9", "weight 3: 'abc' is not a number"),
        ("--weights __import__('os') --gamma .9", "weight 0: \"__import__('os')\""),
        ("--weights , --gamma .9", "weight 0"),
        ("--return lamda --lam 1 --gamma .9", "no return 'lamda'; did you mean lambda?"),
        ("--return sparse --m 3 --gamma .9", "--return sparse needs --lam"),
        ("--return td --m 3 --gamma .9", "--return td has no --m"),
        ("--return lambda --lam 2 --gamma .9", "--lam: expected 0 <= lambda <= 1, not '2'"),
        ("--return inverted-u --lam 1 --gamma .9", "lam = 1; expected 0 <= lam < 1"),
        ("--return n-step --n 0 --gamma .9", "--n: expected a whole number of at least 1"),
        ("--return n-step --n 999999999 --gamma .9", "at most 10000 are analysed"),
        ("--return gamma --length 101 --gamma .9", "has 101 weights; at most 100 are analysed"),
        ("--file missing --gamma .9", "cannot read 'missing': no such file or directory"),
        ("--file . --gamma .9", "cannot read '.': is a directory"),
        ("--file binary --gamma .9", "'binary' is not text"),
        ("--file empty --gamma .9", "'empty': there are no weights"),
        ("--file family --gamma .9", "there is no return 'zeta'"),
        ("--weights 1 --gamma .9 --plot a.gif", "--plot a.gif: expected a name in .svg, .pdf or"),
        ("--weights 1 --gamma .9 --plot no/a.svg", "cannot write 'no/a.svg': expected a file in"),
        ("--weights 1 --gamma .9 --latex .", "cannot write '.': it is a folder, expected a file"),
        ("--weights 1 --gamma .9 --certificate empty/x", "cannot write 'empty/x'"),
        ("--weights 1 --gamma .9 --latex a --certificate a", "need a name each"),
        ("--weights 1 --gamma .9 --jsn", "unexpected '--jsn'; did you mean --json?"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    here: Path, capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    Path("binary").write_bytes(b"\x7fELF\0")
    Path("empty").write_text("")
    Path("family").write_text('{"h": {"family": "zeta"}}')
    before = sorted(os.listdir())
    code, out, err = run(capsys, "analyze", *words.split())
    assert (code, out) == (2, "")
    assert err.startswith("recency: ")
    assert said in err
    assert err.count("\n") == 1
    assert sorted(os.listdir()) == before


def test_a_folder_without_permission_is_noticed_before_the_work(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    code, out, err = run(capsys, *MINE, "--latex", "mine.tex")
    assert (code, out) == (2, "")
    assert err == "recency: cannot write 'mine.tex': permission denied\n"


# -- certificates ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "claim"), [(MINE, "converges on every finite"), (DELAYED, "diverges on the cycle")]
)
def test_a_certificate_is_written_and_accepted(
    here: Path, capsys: pytest.CaptureFixture[str], words: list[str], claim: str
) -> None:
    _, expected, _ = run(capsys, *words)
    assert run(capsys, *words, "--certificate", "c.json") == (0, expected, "")
    assert os.listdir() == ["c.json"]
    code, out, err = run(capsys, "check-certificate", "c.json")
    assert (code, err) == (0, "")
    assert out.startswith("c.json: Re f(z) ")
    assert claim in out
    assert out.count("\n") == 1


def test_a_certificate_may_begin_with_a_mark_of_its_encoding(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, *MINE, "--certificate", "c.json")
    (here / "c.json").write_bytes(b"\xef\xbb\xbf" + (here / "c.json").read_bytes())
    code, out, err = run(capsys, "check-certificate", "c.json")
    assert (code, out.count("\n"), err) == (0, 1, "")


def test_without_a_certificate_nothing_is_written_and_the_exit_code_is_1(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *BOUNDARY, "--certificate", "c.json")
    assert code == 1
    assert out.startswith("On the boundary")
    assert err == "recency: there is no certificate: the verdict is 'boundary', by exact algebra\n"
    assert os.listdir() == []


def test_the_coq_file_states_the_verdict_about_these_weights(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capsys, *MINE, "--coq", "Mine.v", "--certificate", "mine.json")
    assert (code, err) == (0, "")
    source, margin = Path("Mine.v").read_text(), json.loads(Path("mine.json").read_text())["margin"]
    assert "Definition weights : list Z := [4; 2; 3]%Z." in source
    assert f"has_margin gamma h ({margin.replace('/', ' / ')})" in source
    assert run(capsys, *DELAYED, "--coq", "Delayed.v")[0] == 0
    assert "Theorem diverges_on_the_cycle" in Path("Delayed.v").read_text()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--return lambda --lam 1/2 --gamma 9/10", "there is no Coq file: the return goes on for"),
        ("--return n-step --n 31 --gamma 9/10", "there is no Coq file: the return has 31 weights"),
        ("--weights 1,10/9 --gamma 9/10", "there is no certificate: the verdict is 'boundary'"),
    ],
)
def test_without_a_coq_file_the_exit_code_is_1(
    here: Path, capsys: pytest.CaptureFixture[str], words: str, why: str
) -> None:
    code, _, err = run(capsys, "analyze", *words.split(), "--coq", "Mine.v")
    assert (code, os.listdir()) == (1, [])
    assert err.startswith(f"recency: {why}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("option", ["--certificate", "--latex", "--coq"])
def test_a_certificate_that_is_rejected_is_never_written(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    genuine = Decision.certificate

    def forged(decision: Decision) -> dict[str, Any] | None:
        made = genuine(decision)
        return None if made is None else {**made, "margin": "1/2"}

    monkeypatch.setattr(Decision, "certificate", forged)
    code, _, err = run(capsys, *MINE, option, "file")
    assert code == 1
    assert err.startswith("recency: the checker rejects the certificate: ")
    assert err.count("\n") == 1
    assert os.listdir() == []


def test_a_certificate_in_due_form_that_proves_too_little_is_exit_code_1(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, *MINE, "--certificate", "good.json")
    forged = {**json.loads(Path("good.json").read_text()), "margin": "1/2"}
    del forged["digest"]
    text = json.dumps(forged, sort_keys=True, separators=(",", ":"))
    forged["digest"] = hashlib.sha256(text.encode()).hexdigest()
    Path("forged.json").write_text(json.dumps(forged))
    code, out, err = run(capsys, "check-certificate", "forged.json")
    assert (code, out) == (1, "")
    assert err.startswith(
        "recency: 'forged.json' is rejected: the square does not prove the margin"
    )


def test_rejected_and_unreadable_files_are_a_line_each(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, *MINE, "--certificate", "good.json")
    text = Path("good.json").read_text()
    margin = json.loads(text)["margin"]
    Path("bad.json").write_text(text.replace(margin, "1/2"))
    code, out, err = run(capsys, "check-certificate", "bad.json", "good.json")
    assert code == 2
    assert out.startswith("good.json: Re f(z) >= ")
    assert re.fullmatch(r"recency: 'bad.json' is rejected: the digest .*\n", err)
    code, out, err = run(capsys, "check-certificate", "missing", ".", "bad.json", "good.json")
    assert code == 2
    assert out.count("\n") == 1
    assert err.splitlines()[:2] == [
        "recency: cannot read 'missing': no such file or directory",
        "recency: cannot read '.': is a directory",
    ]
    assert run(capsys, "check-certificate")[0] == 2
    assert run(capsys, "check-certificate", "a\0b")[0] == 2


def test_no_more_of_a_certificate_is_read_than_the_checker_takes(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificate_checker, "MAX_BYTES", 10)
    Path("long.json").write_text("x" * 100)
    code, _, err = run(capsys, "check-certificate", "long.json")
    assert (code, err) == (2, "recency: 'long.json' is rejected: more than 10 bytes\n")


# -- plots -----------------------------------------------------------------------------------


def test_what_cannot_be_drawn_is_one_line(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["analyze", "--weights", "1e400", "--gamma", "1/2", "--plot", "a.svg"]
    code, _, err = run(capsys, *words)
    assert (code, os.listdir()) == (2, [])
    assert err == "recency: 'a.svg' was not drawn: the weights are too large to be drawn\n"


@pytest.mark.parametrize(("name", "start"), [("a.svg", b"<?xml"), ("a.PNG", b"\x89PNG")])
def test_a_plot_has_the_format_of_its_name(
    here: Path, capsys: pytest.CaptureFixture[str], name: str, start: bytes
) -> None:
    assert run(capsys, *MINE, "--plot", name)[0] == 0
    assert Path(name).read_bytes().startswith(start)
    assert os.listdir() == [name]


# -- starting --------------------------------------------------------------------------------


def test_help_needs_no_mathematics() -> None:
    assert {"analyze", "check-certificate"} <= set(COMMANDS)
    for command in ("analyze", "check-certificate"):
        done = subprocess.run(
            [sys.executable, "-X", "importtime", "-m", "proofs", command, "--help"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
        assert not imported & {"sympy", "numpy", "flint", "matplotlib", "hypothesis"}
        assert done.stdout.startswith(f"usage: recency {command} ")


def test_an_analysis_needs_neither_pictures_nor_drawn_examples() -> None:
    program = "import sys\nfrom proofs.companion.cli import main\nmain(sys.argv[1:])\n"
    program += "print({'matplotlib', 'hypothesis', 'z3', 'rich'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program, *MINE], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "set()"
