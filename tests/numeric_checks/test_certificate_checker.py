"""The checker accepts proofs and nothing else; an exact, slow judge says which they are."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from fractions import Fraction
from math import gcd
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given, strategies as st

from numeric_checks.arithmetic.balls import bounds
from numeric_checks.instances import strategies as draw
from numeric_checks.safety import certificate_checker as checker
from numeric_checks.safety.certificate_checker import Rejected, check
from tests.hits import hit, reaches
from tests.numeric_checks.made_up_certificates import (
    DISCOUNTS,
    FACTORS,
    NUMBERS,
    POLYNOMIALS,
    TRUE,
    Certificate,
    converges,
    cosines,
    diverges,
    excess,
    found,
    is_a_proof,
    real_part,
    sealed,
    sparse,
)

SCRIPT = Path(checker.__file__)
TINY = Fraction(1, 10**30)


def accepted(data: Any) -> bool:
    """Whether the checker accepts it, with a digest that fits."""
    try:
        check(sealed(data))
    except Rejected:
        return False
    return True


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_accepted(name: str) -> None:
    verdict = check(sealed(TRUE[name]))
    assert verdict.claim == TRUE[name]["claim"]
    assert verdict.gamma == Fraction(TRUE[name]["gamma"])
    assert is_a_proof(TRUE[name])


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "a violator, with nothing to spare",
            "Re f(z) >= 19/32 wherever |z| = 1/2: on-policy TD with h = (1, 1/2, 3/4) converges "
            "on every finite irreducible Markov reward process",
        ),
        (
            "delayed TD",
            "Re f(z) <= -17/10 at |z| = 9/10, 1/2 of a turn: TD with h = (0, 1) diverges on the "
            "cycle of 2 states, mode 1",
        ),
        (
            "one state",
            "Re f(z) <= -2/5 at |z| = 1/2, 0/1 of a turn: TD with h = (1, -4) diverges on the "
            "cycle of 1 state, mode 0",
        ),
    ],
)
def test_the_verdict_is_a_sentence(name: str, sentence: str) -> None:
    assert check(sealed(TRUE[name])).sentence() == sentence


def test_the_verdict_lists_the_first_eligibilities() -> None:
    assert check(sealed(TRUE["delayed TD"])).h == (Fraction(0), Fraction(1))
    assert check(sealed(TRUE["delayed TD"])).support == 2
    assert check(sealed(TRUE["Monte Carlo"])).h == (Fraction(1),) * 8
    assert check(sealed(TRUE["Monte Carlo"])).support is None
    steps = check(sealed(TRUE["sparse lambda return"])).h
    assert steps == tuple(Fraction(3, 4) ** -(-i // 3) for i in range(8))
    hump = check(sealed(TRUE["inverted U"])).h
    assert hump == tuple(i * Fraction(1, 2) ** i for i in range(8))
    ten = check(sealed(converges("1/2", [3, *[1] * 9], 1)))
    assert (len(ten.h), ten.support, ", 1, ...)" in ten.sentence()) == (8, 10, True)


def test_the_verdict_carries_the_claim() -> None:
    below = check(sealed(TRUE["delayed TD"]))
    assert (below.cycle, below.mode) == (2, 1)
    assert (below.lower, below.upper) == (Fraction(-43, 25), Fraction(-17, 10))
    assert check(sealed(TRUE["TD(0)"])).margin == Fraction(1, 10)


def test_long_numbers_are_rounded_to_the_safe_side() -> None:
    long = Fraction(10**20 - 1, 10**21)
    assert ">= 0.0999999 wherever" in check(sealed(converges("9/10", [1], long))).sentence()
    ends = (Fraction(-2), -Fraction(10**20 + 1, 10**20))
    assert "<= -1.00000 at" in check(sealed(diverges("9/10", [0, 1], (1, 2), ends))).sentence()


def test_bytes_are_read_like_text() -> None:
    text = sealed(TRUE["TD(0)"])
    assert check(text) == check(text.encode()) == check(f"\n {text}\n")


# Wrong variants of true claims.


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (converges("9/10", [1], "100001/1000000"), "falls short by 1/1000000$"),
        (converges("1/2", [1, "1/2", "3/4"], "20/32"), "falls short by 1/32"),
        (converges("9/10", [1], 1), "falls short"),
        (converges("9/10", [1], "1/10", [1]), "falls short"),
        (converges("9/10", [], "1/10"), "falls short"),
        (converges("9/10", [1], 0), "margin is not positive"),
        (converges("9/10", [1], -1), "margin is not positive"),
        (converges(1, [1], "1/10"), "gamma is out of range"),
        (converges(0, [1], "1/10"), "gamma is out of range"),
        (converges("-1/2", [1], "1/10"), "gamma is out of range"),
        (converges("11/10", [1], "1/10"), "gamma is out of range"),
        (converges("9/10", [1], 1, factors=[[1, -1], []]), "factor 1 is not seen"),
        (converges("9/10", [1], 1, factors=[[0, 1]]), "factor 0 is not seen"),
        (converges("9/10", [1], 1, factors=[[9, 10]]), "factor 0 is not seen"),
        (converges("9/10", [1], 1, factors=[["1/2", "1/2", "1/4"]]), "factor 0 is not seen"),
        (diverges("9/10", [0, 1], (1, 2), ("-17/10", "-16/10")), "not seen to be >= -17/10"),
        (diverges("9/10", [0, 1], (1, 2), ("-19/10", "-18/10")), "not seen to be <= -9/5"),
        (diverges("9/10", [1], (1, 2), (-1, "-1/10")), "not seen to be <= -1/10"),
        (diverges("9/10", [0, 1], (1, 2), ("-17/10", "-18/10")), "lower <= upper < 0"),
        (diverges("9/10", [1], (1, 2), (1, 2)), "lower <= upper < 0"),
        (diverges("9/10", [0, 1], (2, 4), (-2, -1)), "prime to k"),
        (diverges("9/10", [0, 1], (-1, 2), (-2, -1)), "prime to k"),
        (diverges("9/10", [0, 1], (2, 3), (-2, -1)), "prime to k"),
        (diverges("9/10", [0, 1], (0, 2), (-2, -1)), "prime to k"),
        (diverges("9/10", [0, 1], (0, 0), (-2, -1)), "prime to k"),
        (diverges("9/10", [0, 1], (0, -1), (-2, -1)), "prime to k"),
    ],
)
def test_what_is_false_or_unproved_is_rejected_with_the_reason(
    data: Certificate, reason: str
) -> None:
    with pytest.raises(Rejected, match=reason):
        check(sealed(data))


@pytest.mark.parametrize(
    ("over", "coefficients", "reason"),
    [
        (1, [1, 0], "the last coefficient of .* is zero"),
        (1, [0], "the last coefficient of .* is zero"),
        (2, [2, 4], "not in lowest terms"),
        (2, [], "not in lowest terms"),
        (0, [1], "not in lowest terms"),
        (0, [], "not in lowest terms"),
        (-1, [1], "not in lowest terms"),
        (1, [1.0], "1.0 is no integer"),
        (1, [True], "not made of integers"),
        (True, [1], "not made of integers"),
        ("1", [1], "not made of integers"),
        (1, [None], "not made of integers"),
        (1, [[1]], "not made of integers"),
        (1, "1", "is no list"),
        (1, {"0": 1}, "is no list"),
        (1, None, "is no list"),
    ],
)
def test_a_polynomial_has_one_spelling(over: Any, coefficients: Any, reason: str) -> None:
    odd, data = {"denominator": over, "coefficients": coefficients}, TRUE["lambda return"]
    for part in ({"numerator": odd}, {"factors": [odd]}):
        with pytest.raises(Rejected, match=reason):
            check(sealed({**data, "return": {**data["return"], **part}}))
    with pytest.raises(Rejected, match=reason):
        check(sealed({**data, "square": odd}))


@pytest.mark.parametrize("ends", [("-1/2", "-2/5"), ("-3/5", "-1/2"), ("-1/2", "-1/2")])
def test_an_end_that_is_attained_is_not_proved_as_points_are_known_up_to_an_error(
    ends: tuple[str, str],
) -> None:
    assert not accepted(diverges("1/2", [1, -4], (0, 1), ends))


@pytest.mark.parametrize("name", TRUE)
def test_a_claim_that_the_carried_error_could_upset_is_rejected(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    careful = checker._cosine_sum

    def less_certain(*arguments: Any) -> tuple[list[int], int, int]:
        t, unit, error = careful(*arguments)
        return t, unit, error + 2 * unit

    monkeypatch.setattr(checker, "_cosine_sum", less_certain)
    assert not accepted(TRUE[name])


def test_a_margin_is_proved_up_to_the_last_unit() -> None:
    """With Re f >= 1/10 attained at theta = 0, anything above is refused, anything below is not."""
    for places in (1, 5, 40, 300):
        step = Fraction(1, 10 ** (places + 1))
        assert accepted(converges("9/10", [1], Fraction(1, 10) - step))
        assert not accepted(converges("9/10", [1], Fraction(1, 10) + step))


def test_a_margin_of_ten_to_the_minus_forty_is_checked_on_a_long_return() -> None:
    h, gamma = [Fraction(99 - i, 99) for i in range(99)], Fraction(999, 1000)
    best = excess(cosines(gamma, h, [], Fraction(0)), [])
    best -= best % Fraction(1, 10**40)
    assert accepted(converges(gamma, h, best))
    assert not accepted(converges(gamma, h, best + Fraction(1, 10**40)))


# The exact judge.


@reaches("accepted", "refused")
@given(DISCOUNTS, POLYNOMIALS, st.lists(NUMBERS, max_size=4), FACTORS, NUMBERS, st.data())
def test_a_margin_is_accepted_if_and_only_if_it_is_proved(
    gamma: Fraction,
    h: list[Fraction],
    q: list[Fraction],
    factors: list[list[Fraction]],
    lift: Fraction,
    data: st.DataObject,
) -> None:
    h = [8 + abs(lift) + (h[0] if h else 0), *h[1:]]
    q = [x / 3 for x in q]
    margin = data.draw(draw.rationals(0, 2, 6)) + Fraction(1, 7)
    if not factors:
        best = excess(cosines(gamma, h, [], Fraction(0)), q)
        near = data.draw(st.sampled_from([-TINY, Fraction(0), TINY, Fraction(1)]))
        margin = best - near if best > near else margin
    certificate = converges(gamma, h, margin, q, factors)
    left = excess(cosines(gamma, h, factors, margin), q)
    if accepted(certificate):
        hit("accepted")
        assert left >= 0
        assert is_a_proof(certificate)
    else:
        hit("refused")
        assert left < Fraction(1, 10**40)


@pytest.mark.parametrize("share", ["1/10", "9/10", "999/1000"])
@pytest.mark.parametrize("size", [2, 7, 20])
def test_squares_found_by_floats_prove_and_a_damaged_square_does_not(size: int, share: str) -> None:
    h = [Fraction(1), *(Fraction((-1) ** i, 2 * i) for i in range(1, size))]
    data = found("9/10", h, share=share)
    assert accepted(data)
    for i, a in enumerate(data["square"]["coefficients"]):
        worse = {**data["square"], "coefficients": [*data["square"]["coefficients"]]}
        worse["coefficients"][i] = a + 2**40
        assert not accepted({**data, "square": worse})


@pytest.mark.parametrize("m", [2, 5, 12])
def test_sparse_returns_are_proved_with_their_factors(m: int) -> None:
    data = found("19/20", *sparse(Fraction(2, 3), m))
    assert accepted(data)
    assert not accepted({**data, "margin": str(3 * Fraction(data["margin"]))})


@given(DISCOUNTS, POLYNOMIALS, FACTORS, st.integers(1, 40), st.integers(0, 40), st.integers(1, 60))
@example(Fraction(9, 10), [Fraction(0), Fraction(1)], [], 1000, 499, 30)
@example(Fraction(9, 10), [Fraction(0), Fraction(1)], [], 10**7, 4999999, 30)
@example(Fraction(1, 2), [Fraction(0), Fraction(1)], [[Fraction(1), Fraction(-1)]], 3, 1, 60)
@example(Fraction(1, 2), [Fraction(1), Fraction(-4)], [], 1, 0, 60)
def test_a_real_part_is_accepted_if_and_only_if_it_lies_between_the_ends(
    gamma: Fraction,
    h: list[Fraction],
    factors: list[list[Fraction]],
    k: int,
    j: int,
    places: int,
) -> None:
    assume(2 * j <= k and gcd(j, k) == 1)
    middle = bounds(real_part(gamma, h, factors, Fraction(j, k)))[0].limit_denominator(10**70)
    step = Fraction(1, 10**places)
    for low, high in ((-1, 1), (-3, -1), (1, 3)):
        ends = (middle + low * step, middle + high * step)
        claim = diverges(gamma, h, (j, k), ends, factors)
        assert accepted(claim) == (low < 0 < high and ends[1] < 0)
        assert accepted(claim) == is_a_proof(claim)


# The file by itself.


def test_the_checker_imports_only_the_standard_library_and_never_asserts() -> None:
    nodes = list(ast.walk(ast.parse(SCRIPT.read_text())))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    sources = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    assert all(source.level == 0 for source in sources)
    names |= {str(source.module) for source in sources}
    assert {name.partition(".")[0] for name in names} <= set(sys.stdlib_module_names)
    assert not any(isinstance(node, ast.Assert) for node in nodes)


def run(folder: Path, *files: str) -> subprocess.CompletedProcess[str]:
    shutil.copy(SCRIPT, folder / "alone.py")
    return subprocess.run(
        [sys.executable, "-I", "-S", "alone.py", *files],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_script_accepts(tmp_path: Path) -> None:
    (tmp_path / "td.json").write_text(sealed(TRUE["TD(0)"]))
    (tmp_path / "delayed.json").write_text(sealed(TRUE["delayed TD"]))
    done = run(tmp_path, "td.json", "delayed.json")
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.splitlines()
    assert first.startswith("'td.json': accepted: Re f(z) >= 1/10")
    assert second.endswith("diverges on the cycle of 2 states, mode 1")


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (b"", 2, "rejected: not JSON"),
        (bytes(range(256)), 2, "rejected: not JSON"),
        (b"{}", 2, "rejected: the claim"),
        (sealed(converges("9/10", [1], "1/9")).encode(), 1, "rejected: the square does not prove"),
        (None, 2, "cannot be read"),
    ],
    ids=["empty", "binary", "no certificate", "no proof", "missing"],
)
def test_the_script_says_no_in_one_line(
    tmp_path: Path, content: bytes | None, code: int, words: str
) -> None:
    (tmp_path / "good").write_text(sealed(TRUE["TD(0)"]))
    if content is not None:
        (tmp_path / "file").write_bytes(content)
    done = run(tmp_path, "good", "file", "good")
    assert (done.returncode, len(done.stdout.splitlines())) == (code, 2)
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_directory_no_file_at_all_and_an_odd_name_are_no_reason_to_crash(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert checker.main([str(tmp_path)]) == 2
    assert checker.main(["\0"]) == 2
    assert checker.main(["\udcff\n"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 3
    assert run(tmp_path).returncode == 2
