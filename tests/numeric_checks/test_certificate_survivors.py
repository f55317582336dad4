"""What small changes of the checker have shown to be worth a test of its own."""

from __future__ import annotations

import sys
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction
from math import isqrt
from pathlib import Path

import pytest

from numeric_checks.safety import certificate_checker as checker
from tests.numeric_checks.made_up_certificates import converges, sealed

THIRD = Fraction(1, 3)


def costs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The list to which every estimate of the work will be added."""
    seen: list[tuple[int, int]] = []
    monkeypatch.setattr(checker, "_afford", lambda *work: seen.append(work))
    return seen


# -- how much work is taken on ------------------------------------------------------------------


def test_the_work_of_a_product_counts_lengths_terms_and_bits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = costs(monkeypatch)
    # 1 + 3 + 2 coefficients, 2 + 2 of them not zero; 3 (9 + 1) and 1 (5 + 1) have 5 and 3 bits
    checker._product([(3, [9, 0, 1]), (1, [5, 1])], Fraction(1, 4))
    assert seen == [(64 + 6 * (1 + 4), 8 * (5 + 3) + 2 * 3)]


def test_the_work_of_a_cosine_sum_counts_products_of_coefficients_that_are_not_zero(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = costs(monkeypatch)
    # G = 2 F - D = [1, -2, 6, 4] has 4 coefficients, D has 2 that are not zero, the degree is 5;
    # 128 bits do for the powers, and 13 * 5 * 7 * 3 has 11
    checker._cosine_sum((THIRD, [2, -1, 4, 2], [3, 0, 2], 1), Fraction(1, 2), 7)
    assert seen == [(4 * 2 + 8 * 5, 128 + 11)]


def test_work_is_affordable_up_to_the_limit_and_not_beyond() -> None:
    checker._afford(checker.MAX_WORK // 100, 29)
    with pytest.raises(checker.Rejected, match="too large"):
        checker._afford(checker.MAX_WORK // 100 + 1, 0)
    with pytest.raises(checker.Rejected, match="too large"):
        checker._afford(checker.MAX_WORK // 100, 30)
    checker._afford(checker.MAX_WORK // 500, 60)  # 100 + 2^2 <= 500
    with pytest.raises(checker.Rejected, match="too large"):
        checker._afford(checker.MAX_WORK // 500, 30 * 21)


def test_a_number_of_four_thousand_digits_is_read() -> None:
    with pytest.raises(checker.Rejected, match="the claim is neither"):
        checker.check(f'{{"claim": {"1" * checker.MAX_DIGITS}}}')
    with pytest.raises(checker.Rejected, match="more than 4000 digits"):
        checker.check(f'{{"claim": {"1" * (checker.MAX_DIGITS + 1)}}}')


# -- how exact the arithmetic is ------------------------------------------------------------------


def test_a_factor_that_dominates_by_the_square_of_the_last_place_passes() -> None:
    s = 10**50  # s - 3 gamma - (s - 1) gamma^2 = 1/s^2 for gamma = 1 - 1/s
    assert checker._has_no_zero([s, 3, s - 1], 1 - Fraction(1, s))
    assert not checker._has_no_zero([s, 3, s], 1 - Fraction(1, s))


def test_powers_have_the_scale_that_was_asked_for_unless_a_shorter_one_is_exact() -> None:
    assert checker._powers(THIRD, 100, 64) == ([(1 << 64) // 3**i for i in range(101)], 100)
    assert checker._powers(THIRD, 3, 6) == ([27, 9, 3, 1], 0)
    assert checker._powers(THIRD, 3, 5)[0][0] == 32


def test_the_scale_of_a_cosine_sum_grows_with_everything_that_is_multiplied() -> None:
    gamma = 1 - Fraction(1, 10**40)
    t, unit, error = checker._cosine_sum((gamma, [1, 2, 3], [4, 5], 1), Fraction(2, 7), 11)
    # G = 7 F - 2 D = [-1, 4, 21], and 3 * 26 * 9 * 11 * 7 * 10^40 // 7 has 146 bits
    assert (unit, error) == (11 * 7 << 64 + 146, 11 * 3 * 26 * 9)
    assert len(t) == 3


@pytest.mark.parametrize(("off", "reason"), [(6, ">= -2"), (23, ">= -2"), (24, "<= -1")])
def test_a_real_part_counts_if_it_exceeds_what_the_points_may_be_off(
    monkeypatch: pytest.MonkeyPatch, off: int, reason: str
) -> None:
    """t_0 + t_1 cos(pi) is zero, but seems positive if the cosine is off."""
    m = 10**9
    monkeypatch.setattr(checker, "_cosine_sum", lambda *_: ([m, m], 1, 0))
    monkeypatch.setattr(checker, "_cosines", lambda turn, n, bits: [1 << bits, off - (1 << bits)])
    any_filter: checker.Filter = (THIRD, [1], [1], 1)
    with pytest.raises(checker.NotProved, match=f"not seen to be {reason}"):
        checker._check_real_part(any_filter, Fraction(1, 2), Fraction(-2), Fraction(-1))


def test_an_upper_end_counts_if_it_exceeds_what_the_points_may_be_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The lower end is beyond doubt; at the upper one the sum seems negative, but too little so."""
    m = 10**9
    sums = {Fraction(-2): [m, 0], Fraction(-1): [m, m]}
    monkeypatch.setattr(checker, "_cosine_sum", lambda f, level, fine: (sums[level], 1, 0))
    monkeypatch.setattr(checker, "_cosines", lambda turn, n, bits: [1 << bits, -23 - (1 << bits)])
    with pytest.raises(checker.NotProved, match="not seen to be <= -1"):
        checker._check_real_part((THIRD, [1], [1], 1), THIRD, Fraction(-2), Fraction(-1))


def test_a_product_has_no_more_coefficients_than_its_degree_asks_for() -> None:
    assert checker._product([(1, [2, 1])], THIRD) == (1, [2, 1])
    assert checker._product([(2, [3, 1]), (5, [7, 0, 1])], THIRD) == (10, [21, 7, 3, 1])
    assert checker._product([], THIRD) == (1, [1])


def test_a_square_is_refused_if_its_blocks_are_longer_than_numbers_may_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "get_int_max_str_digits", lambda: 1)
    assert checker._autocorrelation([1]) == [1]
    with pytest.raises(checker.Rejected, match="the square is too large"):
        checker._autocorrelation([3])
    monkeypatch.setattr(sys, "get_int_max_str_digits", lambda: 0)  # the interpreter has no limit
    assert checker._autocorrelation([3]) == [9]


def test_a_block_holds_the_largest_number_of_its_bits() -> None:
    """2 a^2 has 2136 bits and is more than 10^643, though 2136 log10(2) is 643.00007."""
    a = isqrt(50004 * 10**638)
    assert (2 * a * a).bit_length() == 2136
    assert checker._autocorrelation([a]) == [a * a]


def test_what_a_square_falls_short_by_is_rounded_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "_cosine_sum", lambda *_: ([-1], 3 * 10**12, 0))
    with pytest.raises(checker.NotProved, match=r"falls short by 3\.33334E-13"):
        checker._check_margin((THIRD, [1], [1], 1), THIRD, 1, [])


def test_so_many_bytes_are_read_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "MAX_BYTES", 2)
    with pytest.raises(checker.Rejected, match="the claim is neither"):
        checker.check("{}")
    with pytest.raises(checker.Rejected, match="more than 2 bytes"):
        checker.check("{ }")


def test_the_limits_are_these() -> None:
    limits = (checker.MAX_BYTES, checker.MAX_DIGITS, checker.MAX_COEFFICIENTS, checker.MAX_WORK)
    assert limits == (20_000_000, 4000, 200_000, 3_000_000_000)


def test_points_of_the_circle_are_finer_than_what_they_are_multiplied_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def points(turn: Fraction, count: int, bits: int) -> list[int]:
        asked.append(bits)
        return [0] * count

    monkeypatch.setattr(checker, "_cosine_sum", lambda *_: ([5, -7, 11], 2, 0))
    monkeypatch.setattr(checker, "_cosines", points)
    with pytest.raises(checker.NotProved):
        checker._check_real_part((THIRD, [1], [1], 1), THIRD, Fraction(-9, 4), Fraction(-1))
    assert asked == [256 + (3 * 23 * 4 // 2).bit_length()]


def test_so_many_coefficients_are_read_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "MAX_COEFFICIENTS", 3)
    assert checker._polynomial({"denominator": 1, "coefficients": [1, 2, 3]}, "it")[1] == [1, 2, 3]
    with pytest.raises(checker.Rejected, match="too long"):
        checker._polynomial({"denominator": 1, "coefficients": [1, 2, 3, 4]}, "it")


# -- what is said ---------------------------------------------------------------------------------


def test_a_number_is_shortened_from_twelve_digits_on() -> None:
    assert checker._short(Fraction(10**12 - 1)) == "999999999999"
    assert checker._short(Fraction(10**12)) == "1.00000E+12"
    assert checker._short(Fraction(10**12 + 1)) == "1.00000E+12"
    assert checker._short(Fraction(-(10**12) - 1)) == "-1.00000E+12"
    assert checker._short(Fraction(1, 3 * 10**12), ROUND_CEILING) == "3.33334E-13"
    assert checker._short(Fraction(1, 3 * 10**12), ROUND_FLOOR) == "3.33333E-13"


@pytest.mark.parametrize(("support", "more"), [(8, False), (9, True), (None, True)])
def test_what_is_not_shown_is_hinted_at(support: int | None, more: bool) -> None:
    shown = tuple(map(Fraction, range(8)))
    said = checker.Verdict(THIRD, shown, support, "converges", THIRD).sentence()
    assert (", ...)" in said) is more


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """A certificate that proves its claim, one that does not, a text that is none, and no file."""
    texts = {
        "proved": sealed(converges(Fraction(1, 2), [1], Fraction(1, 2))),
        "unproved": sealed(converges(Fraction(1, 2), [1], Fraction(51, 100))),
        "other": "{}",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return {name: str(tmp_path / name) for name in (*texts, "missing")}


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ("", 2),
        ("proved", 0),
        ("unproved", 1),
        ("other", 2),
        ("missing", 2),
        ("proved unproved", 1),
        ("unproved proved", 1),
        ("unproved other", 2),
        ("other unproved", 2),
        ("missing unproved", 2),
        ("unproved missing", 2),
        ("missing proved", 2),
    ],
)
def test_the_exit_code_is_that_of_the_worst_file(
    files: dict[str, str], names: str, code: int
) -> None:
    assert checker.main([files[name] for name in names.split()]) == code


def test_each_file_has_one_line_on_the_right_stream(
    files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    checker.main([files[name] for name in ("proved", "unproved", "other", "missing")])
    said, complained = capsys.readouterr()
    assert [line.split(": ")[1] for line in said.splitlines()] == ["accepted"]
    assert [line.split(": ")[1] for line in complained.splitlines()] == [
        "rejected",
        "rejected",
        "cannot be read",
    ]


def test_a_file_that_is_too_long_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checker, "MAX_BYTES", 10)
    (tmp_path / "long").write_text("[" * 11)
    assert checker.main([str(tmp_path / "long")]) == 2
    assert "more than 10 bytes" in capsys.readouterr().err
