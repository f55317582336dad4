"""What `recency walk` promises: the paper's experiment, one line for bad input, files whole."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from numeric_checks.walk.settings import VARIANTS
from proofs.companion.cli import main
from proofs.companion.commands import walk

QUICK = ["walk", "--trials", "8", "--sizes", "5", "--jobs", "1"]
CHAIN = {
    "gamma": 1,
    "start": 0,
    "P": [["1/3", "1/3", "1/3"], [0, 0, 1]],
    "rewards": [0, [1, 2, -1]],
}


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    out, err = capsys.readouterr()
    return code, out, err


def test_the_table_has_a_line_for_each_return_and_says_what_was_measured(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, *QUICK, "--expected", "--predict")
    heading, *rows = out.splitlines()
    assert (code, err) == (0, "")
    assert heading.startswith("return  modulus   lowest error ")
    assert [row.split()[:2] for row in rows[:5]] == [
        ["dense", "0.908257"],
        ["m=3", "0.909005"],
        ["m=5", "0.907409"],
        ["N=10", "0.908496"],
        ["N=20", "0.898056"],
    ]
    assert rows[5].startswith("8 trials of 10 episodes, seed 0: RMS errors averaged")
    assert (
        "large steps: by Q, for TD errors uncorrelated and of equal variance: "
        "m=5, m=3, dense, N=20, N=10; as measured"
    ) in rows
    assert "mu = 0.951057, the slowest mode of the chain that the values have" in rows
    assert rows[-3].startswith("small-alpha, read off these figures: ")


def test_json_and_csv_have_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *QUICK, "--json", "--variant", "matched", "--expected")
    found = json.loads(out)
    assert code == 0
    assert [r["modulus"] for r in found["returns"]] == ["0.908257"] * 5
    assert [len(found["returns"][k]["errors"]) for k in range(5)] == [5] * 5
    assert found["readings"]["large-alpha"]["checks"]
    code, out, _ = run(capsys, *QUICK, "--csv", "--variant", "matched", "--expected")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert (code, len(rows)) == (0, 25)
    assert float(rows[0]["error"]) == found["returns"][0]["errors"][0]
    for k, name in (("expected", "expected errors"), ("within", "expected errors within")):
        assert [float(row[k]) for row in rows[:5]] == found["returns"][0][name]


def test_what_is_expected_is_told_with_its_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    words = [*QUICK, "--expected", "--return", "n-step:n=2"]
    _, out, _ = run(capsys, *words)
    (bound,) = re.findall(r"nothing is sampled, and all are proved to within (1e-\d+);", out)
    (found,) = json.loads(run(capsys, *words, "--json")[1])["returns"]
    assert 0 < max(found["expected errors within"]) <= float(bound) < 1e-8
    squares = [found[f"expected squared errors{word}"] for word in ("", " within")]
    for size, root in enumerate(found["expected errors"]):
        ends = [
            sum(
                max(0, mid[size] + sign * rad[size]) ** 0.5
                for mid, rad in zip(*squares, strict=True)
            )
            / 10
            for sign in (-1, 1)
        ]
        assert ends[0] < root < ends[1]


def test_one_return_has_no_order(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, *QUICK, "--predict", "--return", "lambda:lam=1/2")
    assert "large steps" not in out


def test_the_same_seed_gives_the_same_whatever_the_number_of_processes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["walk", "--trials", "420", "--sizes", "2", "--episodes", "1", "--json"]
    words += ["--return", "n-step:n=3"]
    one, two, other = (
        run(capsys, *words, *more)[1]
        for more in (["--jobs", "1"], ["--jobs", "2"], ["--jobs", "1", "--seed", "1"])
    )
    assert one == two != other


def test_figures_are_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, *QUICK, "-o", str(tmp_path), "--format", "svg")
    assert code == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == ["walk-sparse.svg", "walk-truncated.svg"]
    assert out.splitlines()[-1] == str(tmp_path / "walk-truncated.svg")
    assert (tmp_path / "walk-sparse.svg").read_text().startswith("<?xml")


def test_returns_and_a_chain_of_ones_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "chain.json"
    path.write_text(json.dumps(CHAIN))
    words = ["--chain", str(path), "--return", "h:1,1/2,3/4", "--return", "c:-1,2"]
    words += ["--return", "sparse:lam=3/4,m=3", "--return", "monte-carlo"]
    code, out, err = run(capsys, *QUICK, *words, "--expected", "--predict", "-o", str(tmp_path))
    assert (code, err) == (0, "")
    assert [row.split()[0] for row in out.splitlines()[1:5]] == words[3::2]
    assert "small-alpha" not in out  # the readings are about the paper's experiment
    assert (tmp_path / "walk.pdf").read_bytes().startswith(b"%PDF")


def test_a_chain_that_was_written_is_the_same_chain(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(tmp_path / "chain.json")
    _, first, _ = run(capsys, *QUICK, "--csv", "--write-chain", path)
    _, again, _ = run(capsys, *QUICK, "--csv", "--chain", path)
    assert first == again


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (CHAIN | {"P": [["1/3", "1/3", 0], [0, 0, 1]]}, "row 0 of P sums to 0.666667, expected 1"),
        (CHAIN | {"P": [[1, 0, 0], [0, 0, 1]]}, "an episode never ends from state 0"),
        ({"gamma": 1}, "there is no 'start'; expected gamma, start, P, rewards"),
        (CHAIN | {"P": [[1]] * 10**5}, "P has 100000 rows, one for each state; expected 1 to 200"),
        ([], "expected an object with gamma, start, P, rewards"),
        (CHAIN | {"gamma": 10**400}, "gamma = 1e400, expected a number of at most 1e9"),
        (CHAIN | {"rewards": [10**400, 1]}, "rewards[0] = 1e400, expected a number of at most 1e9"),
        (CHAIN | {"start": 7}, "start = '7', expected a state from 0 to 1, or 2 probabilities"),
    ],
)
def test_a_bad_chain_gets_one_line(
    content: object, message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "chain.json"
    path.write_text(json.dumps(content))
    code, out, err = run(capsys, *QUICK, "--chain", str(path))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--return", "lamda:lam=1"], "there is no return 'lamda'; did you mean lambda?"),
        (["--return", "sparse:lam=1"], "the return 'sparse' has the parameters lam, m, not lam"),
        (["--return", "h:1,x"], "'x'"),
        (["--return", "h:1,1e2000"], "about 1e2000; expected at most 1e300 in size"),
        (["--return", "sparse:lam=3/4,m=3,m=4"], "sparse:lam=3/4,m=3,m=4: m is given twice"),
        (["--return", "lambda:lam=2"], "--return lambda:lam=2: "),
        (["--episodes", "0"], "expected a whole number of at least 1"),
        (["--return", "sparse:lam=1/2,m=1000000000"], "expected at most 10000"),
        (["--return", "n-step:n=300", "--expected"], "weights that repeat or end after 200"),
        (["--episodes", "999999999"], "errors, expected at most 100000000"),
        (["--variant", "mine"], "invalid choice: 'mine'"),
        (["--chain", "nowhere.json"], "cannot read 'nowhere.json': no such file"),
        (["--format", "svg"], "--format goes with -o DIR"),
        (["--json", "--csv"], "not allowed with"),
        (["--write-chain", "-", "--json"], "--json and a file both go to standard output"),
        (["--write-chain", "-", "--csv"], "--csv and a file both go to standard output"),
        (["--expected", "--return", "delayed-lambda:lam=1/2,tau=1"], "expected weights with h_"),
    ],
)
def test_bad_input_gets_one_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *QUICK, *words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert message in err


def test_a_chain_may_come_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "chain.json"
    path.write_text(json.dumps(CHAIN))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    assert run(capsys, *QUICK, "--chain", "-") == run(capsys, *QUICK, "--chain", str(path))


def test_files_that_are_no_chains_get_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "chain.json"
    for data, message in (
        (b"\xff{", "is not text, expected a chain in JSON"),
        (b"{", "is not a chain: not JSON"),
        (b"[" * 10**5, "is not a chain: not JSON (brackets in brackets, too many to be read)"),
        (b'{"gamma": 1, "gamma": 0.5}', 'is not a chain: the key "gamma" is there twice'),
        (b" " * 20_000_001, "20000000 bytes"),
    ):
        path.write_bytes(data)
        code, out, err = run(capsys, *QUICK, "--chain", str(path))
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert message in err


def test_an_interrupted_run_leaves_no_file_and_no_folder(tmp_path: Path) -> None:
    words = ["walk", "--trials", "30000", "-o", str(tmp_path / "figures")]
    words += ["--write-chain", str(tmp_path / "chain.json")]  # before the work
    process = subprocess.Popen(
        [sys.executable, "-m", "proofs", *words], stderr=subprocess.PIPE, text=True
    )
    while not (tmp_path / "chain.json").exists():
        time.sleep(0.05)
    time.sleep(0.5)
    os.kill(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err == "recency: interrupted\n"
    assert os.listdir(tmp_path) == ["chain.json"]


def test_values_that_blow_up_are_told_and_are_no_crash(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["walk", "--return", "delayed:tau=5", "--episodes", "1500", "--trials", "2"]
    words += ["--sizes", "3", "--jobs", "1", "--engine", "numpy"]
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    assert len(out.splitlines()[1]) < 120
    code, out, _ = run(capsys, *words, "--json", "-o", str(tmp_path), "--format", "png")
    assert code == 0
    assert None in json.loads(out, parse_constant=pytest.fail)["returns"][0]["errors"]


BLOWS_UP = ["walk", "--return", "h:-5,7,100", "--episodes", "1000", "--trials", "4"]
BLOWS_UP += ["--sizes", "3", "--jobs", "1"]


def test_the_lowest_error_is_among_those_that_did_not_blow_up(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "chain.json"
    small = {"gamma": "9/10", "P": [["1/2", "1/4", "1/4"]] * 2, "rewards": [1, 2], "start": 0}
    path.write_text(json.dumps(small))
    code, out, err = run(capsys, *BLOWS_UP, "--chain", str(path), "-o", str(tmp_path))
    heading, row = (re.split("  +", line) for line in out.splitlines()[:2])
    assert (code, err) == (0, "")
    assert dict(zip(heading, row, strict=True)) == {
        "return": "h:-5,7,100",
        "modulus": "165.030000",
        "lowest error": "1.146e+06 ± 1.662e+06",
        "at step": "0.0067",
        "error at 0.0067": "1.146e+06 ± 1.662e+06",
        "error at 1": "diverged",
    }
    _, out, _ = run(capsys, *BLOWS_UP, "--chain", str(path), "--csv")
    assert [line.split(",")[-2:] == ["", ""] for line in out.splitlines()] == [
        False, False, True, True,
    ]  # fmt: skip


def test_nothing_is_proved_where_the_bounds_are_infinite(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = [*QUICK, "--return", "h:1e300,1e300", "--return", "h:1", "--predict", "--expected"]
    code, out, err = run(capsys, *words)
    heading, row, *_ = out.splitlines()
    assert (code, err) == (0, "")
    assert row.split()[:5] == ["h:1e300,1e300", "1.98010e300", "diverged", "diverged", "diverged"]
    assert "not proved" in row
    assert len(heading) < 160
    assert "5 of 10 are proved to within 1e-" in out
    assert "the others not, with infinite bounds" in out
    assert "% of the intervals that are finite contain them" in out
    assert "h:1 minus h:1e300,1e300, lowest errors on the same episodes: not finite" in out
    assert "(diverged)" in out


def test_a_chain_on_standard_output_is_all_that_is_there(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, *QUICK, "--write-chain", "-")
    assert (code, err) == (0, "")
    assert set(json.loads(out)) == set(CHAIN)


def test_numba_is_never_required(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numeric_checks.walk.simulation.has_numba", lambda: False)
    assert run(capsys, *QUICK)[0] == 0
    code, out, err = run(capsys, *QUICK, "--engine", "numba")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "pip install 'recency[fast]'" in err


def test_the_variants_are_those_of_the_settings() -> None:
    assert walk.VARIANTS == VARIANTS


def test_help_imports_nothing_heavy() -> None:
    program = "import sys; from proofs.companion.cli import main; main(['walk', '--help']); "
    program += (
        "print({'numpy', 'flint', 'sympy', 'matplotlib', 'numba', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "set()"
