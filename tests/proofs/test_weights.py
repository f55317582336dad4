"""Weights are read exactly, from whatever people write them in, or refused in one line."""

from __future__ import annotations

import io
import json
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from numeric_checks import analyze
from numeric_checks.safety import filters
from proofs.companion.stored import weights
from proofs.companion.stored.weights import C, Family, H, Weights, from_file, from_json, from_text
from proofs.companion.usage import BadInput

HALVES = (Fraction(1), Fraction(1, 2), Fraction(3, 4))


def values(text: str) -> tuple[Fraction, ...]:
    return from_text(text, H).values


@pytest.mark.parametrize(
    "text",
    [
        "1, 1/2, 3/4",
        "1 1/2 3/4",
        "1,0.5,.75",
        "[1, 1/2, 3/4]",
        "(1, 1/2, 3/4)",
        " [1, 1/2, 3/4, ] ",
        "1\n1/2\n3/4\n",
        "1,1/2\r\n3/4\r\n",
        "# mine\n1 # the first\n\n1/2\n75e-2",
        "h\n1\n1/2\n3/4",
        '"1","1/2","3/4"',
        "h_0,h_1,h_2\n1,1/2,3/4",
        "weight on the TD error\n1\n1/2\n3/4",
        "+1\t0.50\t3/4",
    ],
)
def test_the_same_three_weights(text: str) -> None:
    assert values(text) == HALVES


@given(st.lists(st.fractions(), min_size=1, max_size=20))
def test_what_is_written_is_what_is_read(listed: list[Fraction]) -> None:
    assert values(", ".join(map(str, listed))) == tuple(listed)
    assert values("\n".join(map(str, listed))) == tuple(listed)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there are no weights"),
        ("  \n # nothing\n", "there are no weights"),
        ("[]", "there are no weights"),
        ("1, 2, 3, abc", "weight 3: 'abc' is not a number"),
        ("1, nan", "weight 1: 'nan' is not a number"),
        ("inf", "weight 0: 'inf' is not a number"),
        ("nan\n1", "weight 0: 'nan' is not a number"),
        ("1, 1/0", "weight 1: '1/0' divides by zero"),
        ("__import__('os')", "weight 0: \"__import__('os')\" is not a number"),
        ("1,,2", "weight 1: the empty text is not a number"),
        ("1; 2", "weight 0: '1;' is not a number"),
        ("1/2/3", "weight 0: '1/2/3' is not a number"),
        ("1 - 2", "weight 1: '-' is not a number"),
        ("0x10", "weight 0: '0x10' is not a number"),
        ("1_000", "weight 0: '1_000' is not a number"),
        ("1\nh\n2", "weight 1: 'h' is not a number"),
        ("h\nc\n2", "weight 0: 'c' is not a number"),
        ("h", "weight 0: 'h' is not a number"),
        ("i,h\n0,1\n1,2", "a table with several columns"),
        ("[1, 2", "weight 0: '[1' is not a number"),
        ("1e99999", "an exponent beyond 2000"),
        ("1" * 3000, "more than 2000"),
    ],
)
def test_what_is_no_list_of_numbers_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadInput) as refusal:
        from_text(text, H)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_weights_on_n_step_returns_are_counted_from_one() -> None:
    with pytest.raises(BadInput, match=r"^weight 2: 'x' is not a number"):
        from_text("1, x", C)
    with pytest.raises(BadInput, match=r"^weight 1: 'x' is not a number"):
        from_text("1, x", H)


def test_a_million_weights_are_counted_and_not_read() -> None:
    with pytest.raises(BadInput, match="there are 1000001 weights, expected at most 1000000"):
        from_text("x," * (10**6 + 1), H)
    assert weights.LONGEST == filters.LONGEST


# -- files -----------------------------------------------------------------------------------


def written(folder: Path, content: str | bytes, name: str = "weights") -> str:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


@pytest.mark.parametrize(
    "content",
    [
        "1\n1/2\n3/4\n",
        "\ufeff1,1/2,3/4",
        '[1, 0.5, "3/4"]',
        "[1, 1/2, 3/4]",
        '{"h": [1, 0.5, 0.75]}',
    ],
)
def test_files_have_text_or_json(tmp_path: Path, content: str) -> None:
    assert from_file(written(tmp_path, content)) == Weights(H, HALVES)


def test_numbers_in_json_never_become_floats(tmp_path: Path) -> None:
    found = from_file(written(tmp_path, "[0.1, 1e-40, 12345678901234567890.5]"))
    assert isinstance(found, Weights)
    assert list(map(str, found.values)) == ["1/10", f"1/{10**40}", "24691357802469135781/2"]


def test_n_step_weights_come_from_their_key_or_from_the_option(tmp_path: Path) -> None:
    assert from_file(written(tmp_path, '{"c": [1]}')) == Weights(C, (Fraction(1),))
    assert from_file(written(tmp_path, "[1]"), nstep=True) == Weights(C, (Fraction(1),))
    assert from_file(written(tmp_path, "1"), nstep=True) == Weights(C, (Fraction(1),))


def test_what_analyze_printed_can_be_read_again(tmp_path: Path) -> None:
    printed = json.dumps(analyze(["1", "1/2", "3/4"], "9/10").as_json(), indent=2)
    assert from_file(written(tmp_path, printed)) == Weights(H, HALVES)
    stored = '{"h": {"family": "sparse", "lam": "3/4", "m": "3"}}'
    assert from_file(written(tmp_path, stored)) == Family("sparse", {"lam": "3/4", "m": "3"})


def test_an_object_with_very_many_keys_is_read_at_once() -> None:
    start = time.process_time()
    assert len(from_json(json.dumps({str(k): k for k in range(30_000)}))) == 30_000
    assert time.process_time() - start < 2  # comparing each with each took fifteen


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1, 1/2, 3/4")))
    assert from_file("-") == Weights(H, HALVES)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    with pytest.raises(BadInput, match=r"^standard input: there are no weights"):
        from_file("-")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\x7fELF\0\0", "is not text"),
        (b"\xff\xfe1", "is not text"),
        ("1,\0", "is not text"),
        ("", "there are no weights"),
        ("{", "not JSON"),
        ("[1, 2", "not JSON"),
        ("[" * 100_000, "not JSON (brackets in brackets, too many to be read)"),
        ('{"h": [1], "h": [2]}', 'the key "h" is there twice'),
        ("{}", "an object with the key 'h' or 'c'"),
        ('{"h": 3}', 'h is "3", expected a list of numbers'),
        ('{"c": null}', "c is null, expected a list of numbers"),
        ("[1, true]", "weight 1: true is not a number"),
        ("[1, null]", "weight 1: null is not a number"),
        ("[1, [2]]", 'weight 1: ["2"] is not a number'),
        ("[1, NaN]", "weight 1: 'NaN' is not a number"),
        ("[1, -Infinity]", "weight 1: '-Infinity' is not a number"),
        ('["1/0"]', "weight 0: '1/0' divides by zero"),
        ('{"c": [1, "x"]}', "weight 2: 'x' is not a number"),
        ('{"h": {"lam": "1/2"}}', "expected a family and its parameters"),
        ('{"h": {"family": "lambda", "lam": [1]}}', "expected a family and its parameters"),
        ("[" + "1," * 10**6 + "1]", "there are 1000001 weights, expected at most 1000000"),
    ],
)
def test_files_that_are_refused(tmp_path: Path, content: str | bytes, said: str) -> None:
    name = written(tmp_path, content)
    with pytest.raises(BadInput) as refusal:
        from_file(name)
    assert said in str(refusal.value)
    assert repr(name) in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_an_object_with_many_keys_is_read_once() -> None:
    keys: dict[str, list[str]] = {str(k): [] for k in range(200_000)}
    start = time.process_time()
    assert from_json(json.dumps(keys)) == keys
    assert time.process_time() - start < 5


def test_nstep_does_not_go_with_weights_on_td_errors(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="--nstep goes with a list"):
        from_file(written(tmp_path, '{"h": [1]}'), nstep=True)


def test_what_is_no_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, said in (
        (str(tmp_path), "is a directory"),
        (str(tmp_path / "missing"), "no such file"),
        ("a\0b", "null byte"),
    ):
        with pytest.raises(BadInput, match=f"cannot read .*{said}"):
            from_file(name)
    monkeypatch.setattr(weights, "LARGEST_FILE", 4)
    with pytest.raises(BadInput, match="has more than 4 bytes"):
        from_file(written(tmp_path, "1,2,3"))
