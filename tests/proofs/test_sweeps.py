"""`recency analyze --sweep`: each point says what `recency analyze` says of it."""

from __future__ import annotations

import csv
import json
import os
from fractions import Fraction
from pathlib import Path

import pytest

from numeric_checks import analyze
from proofs.companion.cli import main
from symbolic.returns import GammaReturn, SparseLambdaReturn, WeightedReturn

LAMBDA = ["analyze", "--return", "lambda", "--gamma", "9/10", "--jobs", "1"]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def swept(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, object]]:
    assert main(["analyze", *words, "--json", "--jobs", "1"]) == 0
    found: list[dict[str, object]] = json.loads(capsys.readouterr().out)
    return found


def test_both_ends_are_there_and_every_point_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    found = swept(capsys, "--return", "lambda", "--sweep", "lam", "0:1:4", "--gamma", ".9")
    assert [point["lam"] for point in found] == ["0", "1/3", "2/3", "1"]
    assert {point["verdict"] for point in found} == {"yes"}


def test_two_ranges_make_a_grid_the_second_running_fastest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = swept(
        capsys, "--return", "sparse", "--lam", "1/2", "--sweep", "m", "1:3", "--sweep", "gamma",
        "1/2:3/4:2",
    )  # fmt: skip
    assert [(p["m"], p["gamma"]) for p in found] == [
        (str(m), gamma) for m in (1, 2, 3) for gamma in ("1/2", "3/4")
    ]
    for point in found:
        own = analyze(SparseLambdaReturn("1/2", int(str(point["m"]))), str(point["gamma"]))
        whole = own.as_json()
        assert point["verdict"] == whole["converges_on_every_mrp"]
        assert point["beta"] == whole["modulus"]
        assert point["margin"] == whole["margin"]
        assert point["max_step_size"] == whole["max_step_size"]


@pytest.mark.parametrize(
    ("words", "made"),
    [
        (["--weights", "1,0,1/4", "--sweep", "h1", "-1:1:5"], WeightedReturn),
        (
            ["--nstep-weights", "1/2,0,1/2", "--sweep", "c2", "-1:1:5"],
            WeightedReturn.from_nstep_weights,
        ),
    ],
    ids=["h1", "c2"],
)
def test_a_weight_is_swept_by_its_name(
    capsys: pytest.CaptureFixture[str], words: list[str], made: object
) -> None:
    found = swept(capsys, *words, "--gamma", ".9")
    base = list(map(Fraction, words[1].split(",")))
    for point in found:
        base[1] = Fraction(str(point[words[3]]))
        assert callable(made)
        own = analyze(made(base), "9/10").as_json()
        assert point["verdict"] == own["converges_on_every_mrp"]
        assert point["margin"] == own["margin"]


@pytest.mark.parametrize(
    ("words", "at"),
    [
        (["--gamma", "1/2", "--sweep", "length", "1:3"], [("1/2", n) for n in (1, 2, 3)]),
        (["--length", "3", "--sweep", "gamma", "1/4:3/4:2"], [("1/4", 3), ("3/4", 3)]),
    ],
    ids=["length", "gamma"],
)
def test_the_discount_is_a_parameter_where_a_family_has_it(
    capsys: pytest.CaptureFixture[str], words: list[str], at: list[tuple[str, int]]
) -> None:
    found = swept(capsys, "--return", "gamma", *words)
    for point, (gamma, length) in zip(found, at, strict=True):
        own = analyze(GammaReturn(gamma, length), gamma).as_json()
        assert (point["verdict"], point["beta"]) == ("yes", own["modulus"])


def test_a_point_outside_what_the_family_allows_says_so_and_the_others_go_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = swept(capsys, "--return", "inverted-u", "--sweep", "lam", "0:1:3", "--gamma", ".9")
    assert [point["verdict"] for point in found] == ["boundary", "no", None]
    assert "expected 0 <= lam < 1" in str(found[-1]["error"])


def test_a_table_a_file_and_the_number_of_workers_say_the_same(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*LAMBDA[:-1], "1", "--sweep", "lam", "0:1:45", "-o", "a.csv"]
    assert main(words) == 0
    table = capsys.readouterr().out.splitlines()
    rows = list(csv.reader(Path("a.csv").read_text().splitlines()))
    assert [line.split() for line in table[1:]] == rows[1:]
    assert rows[0] == ["lam", "verdict", "margin", "beta", "largest step"]
    assert len(rows) == 46
    assert main([*LAMBDA[:-1], "2", "--sweep", "lam", "0:1:45", "-o", "b.csv"]) == 0
    assert Path("a.csv").read_bytes() == Path("b.csv").read_bytes()


@pytest.mark.parametrize("more", [[], ["--sweep", "gamma", "1/2:9/10:3"]], ids=["curves", "map"])
def test_a_sweep_is_drawn_and_the_same_data_give_the_same_bytes(
    here: Path, more: list[str]
) -> None:
    base = LAMBDA[:3] if more else LAMBDA[:5]
    for name in ("a.svg", "b.svg", "c.pdf"):
        words = [*base, "--jobs", "1", "--sweep", "lam", "0:1:4", *more, "--plot", name]
        assert main(words) == 0
    assert Path("a.svg").read_bytes() == Path("b.svg").read_bytes()
    assert Path("c.pdf").read_bytes()[:5] == b"%PDF-"


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("--weights 1,0 --sweep h1 0:1e400:3 --gamma 1/2", []),
        ("--weights 1,1e300 --sweep gamma 1/4:1/2:2", ["a.csv"]),
    ],
)
def test_what_is_too_large_to_be_drawn_is_one_line(
    here: Path, capsys: pytest.CaptureFixture[str], words: str, written: list[str]
) -> None:
    assert main(["analyze", *words.split(), "--jobs", "1", "--plot", "a.svg", "-o", "a.csv"]) == 2
    said = "recency: 'a.svg' was not drawn: the numbers are too large to be drawn\n"
    assert capsys.readouterr() == ("", said)
    assert os.listdir() == written


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--return lambda --sweep lam 0:1:4", "arguments are required: --gamma"),
        ("--return lambda --sweep lam 0:1:4 --gamma .9 --lam 1/2", "--lam are both given"),
        ("--return lambda --sweep gamma 0:1:4 --gamma .9 --lam 1/2", "--gamma are both given"),
        ("--return lambda --sweep gamma 1/4:3/4:4", "needs --lam, or --sweep lam"),
        ("--return lambda --sweep m 1:4 --gamma .9", "--sweep m: expected one of gamma, lam"),
        (
            "--return lambda --sweep lam 0:1 --sweep lam 0:1 --gamma .9",
            "--sweep lam is given twice",
        ),
        ("--return lambda --sweep lam 1:0:3 --gamma .9", "expected FIRST:LAST:COUNT or FIRST:LAST"),
        ("--return lambda --sweep lam 0:1:2.5 --gamma .9", "expected FIRST:LAST:COUNT or"),
        ("--return lambda --sweep lam 0:1:1 --gamma .9", "expected FIRST:LAST:COUNT or FIRST:LAST"),
        ("--return lambda --sweep lam 0 --gamma .9", "expected FIRST:LAST:COUNT or FIRST:LAST"),
        ("--return lambda --sweep lam 0:x:3 --gamma .9", "'x' is not a number"),
        ("--return lambda --sweep lam 0:1:999999999 --gamma .9", "expected at most 100000"),
        ("--weights 1,2 --sweep h2 0:1 --gamma .9", "expected one of gamma, h0, h1"),
        ("--weights 1,2 --sweep h1 0:1 --gamma .9 --lam 1", "--lam goes with --return NAME"),
        ("--return lambda --sweep lam 0:1 --gamma .9 --coq a.v", "--coq does not go with --sweep"),
        ("--return lambda --sweep lam 0:1 --gamma .9 -o a.txt", "expected a name in .csv or .json"),
        ("--return lambda --sweep lam 0:1 --gamma .9 --plot a.gif", "expected a name in .svg or"),
        ("--return lambda --sweep lam 0:1 --gamma .9 -o - --json", "both go to standard output"),
        ("--return lambda --sweep lam 0:1 --gamma .9 -o a.svg --plot a.svg", "expected a name in"),
        (
            "--weights 1,0 --sweep h1 0:1e2000 --gamma .9",
            "expected at most 100000",
        ),
        ("--weights 1,0 --nstep --sweep h1 0:1 --gamma .9", "expected --nstep-weights for a list"),
        ("--return td0 --sweep gamma 1/4:1/2:2", "--sweep goes with --return and one of"),
    ],
)
def test_what_cannot_be_swept_is_one_line(
    here: Path, capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    assert main(["analyze", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err
    assert not os.listdir()
