"""recency eigenvalues: what it prints, what it writes and what it refuses."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from proofs.companion.cli import main

DELAYED = "eigenvalues --return delayed --tau 1"


def run(words: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(words.split()) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def run_json(words: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(f"{words} --json", capsys))
    return found


def test_the_counterexample_of_the_paper(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(f"{DELAYED} --gamma 0.9 --two-state 0.4", capsys).splitlines()
    assert out[0] == "Expected updates of all states at once diverge here, with every step size."
    assert out[-3:] == [
        "mu         |mu|    Re mu   times  its error, with small steps",
        "91/100     0.91    0.91    1      shrinks",
        "3031/2500  1.2124  1.2124  1      grows, with every step",
    ]


@pytest.mark.parametrize(
    ("where", "fate"),
    [("--two-state 2/5", "diverges"), ("--two-state 1/2", "stays"), ("--cycle 1", "converges")],
)
def test_json_says_what_updates_do(
    where: str, fate: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run_json(f"{DELAYED} --gamma 9/10 {where}", capsys)
    assert (found["schema"], found["gamma"], found["fate"]) == (1, "9/10", fate)
    assert found["stable_for_small_steps"] == (fate == "converges")
    assert (found["max_step_size"] is not None) == (fate == "converges")
    first = found["eigenvalues"][0]
    assert (first["exact"], first["polynomial"]) == ("91/100", ["-91/100", "1"])
    assert first["real"] == {"decimal": "0.91", "lower": "0.91", "upper": "0.91"}
    assert (first["multiplicity"], first["small_steps"]) == (1, "shrinks")


def test_what_has_no_short_formula_is_enclosed(capsys: pytest.CaptureFixture[str]) -> None:
    words = "eigenvalues --return delayed --tau 4 --gamma 9/10 --cycle 5"
    last = run_json(words, capsys)["eigenvalues"][-1]
    assert last["exact"] is None
    assert len(last["polynomial"]) == 5
    low, high = (Fraction(last["real"][end]) for end in ("lower", "upper"))
    assert 0 < high - low < Fraction(1, 10**18)
    turn = Fraction(9, 10) ** 4
    assert float(low) == pytest.approx(1 + turn * (0.9 - math.cos(4 * math.pi / 5)))
    assert "2.12129 + 0.385646*i  2.15606  2.12129  1      grows" in run(words, capsys)


def test_a_process_is_read_from_a_file_and_the_chain_of_recency_walk_is_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mrp.json"
    path.write_text('{"P": [[0.4, "3/5"], [0.6, 0.4]], "gamma": 0.9}')
    given = run_json(f"{DELAYED} --mrp {path}", capsys)
    same = run_json(f"{DELAYED} --gamma 9/10 --two-state 2/5", capsys)
    assert given["eigenvalues"] == same["eigenvalues"]
    assert given["process"] == {"states": 2}
    path.write_text('{"P": [[0.4, "3/5"], [0.6, 0.4]]}')
    assert run_json(f"{DELAYED} --gamma 9/10 --mrp {path}", capsys) == given
    chain = tmp_path / "chain.json"
    run(f"walk --trials 2 --sizes 2 --write-chain {chain}", capsys)
    walk = run_json(f"{DELAYED} --mrp {chain}", capsys)
    assert (walk["gamma"], walk["process"], walk["fate"]) == ("99/100", {"states": 19}, "diverges")


def test_the_plot_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.svg"
    run(f"{DELAYED} --gamma 0.90 --cycle 2 --plot {path}", capsys)
    svg = path.read_text()
    assert all(words in svg for words in ("the cycle of 2 states", r"$\gamma = 0.90$"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--gamma 9/10", "one of the arguments --two-state --cycle --mrp is required"),
        ("--gamma 9/10 --cycle 2 --two-state 1/2", "not allowed with"),
        ("--gamma 9/10 --two-state 2", "--two-state: expected 0 <= p <= 1, not '2'"),
        ("--gamma 9/10 --cycle 0", "--cycle: expected a whole number of at least 1, not '0'"),
        ("--gamma 9/10 --cycle 101", "--cycle 101: expected at most 100 states"),
        ("--cycle 2", "the following arguments are required: --gamma"),
        ("--gamma 1 --cycle 2", "--gamma: expected 0 < gamma < 1, not '1'"),
        ("--mrp nowhere", "cannot read 'nowhere': no such file or directory"),
        ("--mrp bad", "'bad': not JSON"),
        ("--mrp list", "'list': expected an object with P"),
        ("--mrp none", "'none': there is no gamma; expected one there, or --gamma"),
        ("--gamma 1/2 --mrp mrp", "'mrp': gamma is 9/10 there, and --gamma 1/2"),
        ("--mrp sum", "'sum': row 1 of P sums to 9/10, expected 1"),
        ("--mrp ending", "'ending': row 0 of P sums to 5/4, expected 1"),
        ("--mrp ragged", "'ragged': row 1 of P has length 1, expected 2"),
        ("--mrp long", "'long': row 1 of P has length 2, expected 3, the last for the end"),
        ("--mrp word", "'word': P[0][0]: 'x' is not a number"),
        ("--mrp key", "'key': 'Q' means nothing here; expected P, gamma, rewards, start"),
        ("--mrp rows", "'rows': P is no list of rows"),
        ("--mrp empty", "'empty': P has 0 rows, expected 1 to 100"),
        ("--mrp outside", "'outside': gamma = 2, expected 0 < gamma < 1"),
        ("--gamma 1/2 --cycle 2 --plot a.gif", "--plot a.gif: expected a name in .svg"),
        ("--gamma 1/2 --cycle 2 --plot no/a.svg", "expected a file in a folder that exists"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    words: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, text in {
        "bad": "P",
        "list": "[]",
        "none": '{"P": [[1]]}',
        "mrp": '{"P": [[1]], "gamma": "9/10"}',
        "sum": '{"P": [[1, 0], ["1/2", 0.4]], "gamma": 0.5}',
        "ending": '{"P": [["1/2", "3/4"]], "gamma": 0.5}',
        "ragged": '{"P": [[1, 0], [1]], "gamma": 0.5}',
        "long": '{"P": [[1, 0, 0], [1, 0]], "gamma": 0.5}',
        "word": '{"P": [["x"]], "gamma": 0.5}',
        "key": '{"P": [[1]], "Q": 1}',
        "rows": '{"P": [1], "gamma": 0.5}',
        "empty": '{"P": [], "gamma": 0.5}',
        "outside": '{"P": [[1]], "gamma": 2}',
    }.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    assert main([*DELAYED.split(), *words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("recency: ")
    assert err.count("\n") == 1
    assert said in err


def test_a_return_with_too_many_weights_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eigenvalues", "--return", "n-step", "--n", "300", "--gamma", "1/2",
                 "--cycle", "2"]) == 2  # fmt: skip
    assert "more than 200 weights" in capsys.readouterr().err


def test_huge_and_tiny_numbers_have_eigenvalues_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "eigenvalues --weights 1e2000,1 --gamma 1e-2000 --cycle 3"
    assert "the largest |mu| is 1.00000e2000" in run(words, capsys)
    assert main([*words.split(), "--plot", str(tmp_path / "e.svg")]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n"), list(tmp_path.iterdir())) == ("", 1, [])
    assert "was not drawn: the eigenvalues are too large to be drawn" in err


@pytest.mark.parametrize(
    "words",
    [
        "--return delayed --tau 999999999",
        "--return truncated --n 999999 --lam .9",
        "--return n-step --n 99999999",
        "--return sparse --lam .9 --m 99999999",
    ],
)
def test_weights_are_counted_before_they_are_made(
    capsys: pytest.CaptureFixture[str], words: str
) -> None:
    assert main(["eigenvalues", *words.split(), "--cycle", "7", "--gamma", ".9"]) == 2
    said = "recency: the return has more than 200 weights\n"
    assert capsys.readouterr() == ("", said)
