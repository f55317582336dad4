"""Exact numbers from text: what is accepted is exact, and everything else is refused."""

from __future__ import annotations

import copy
from fractions import Fraction
from multiprocessing.reduction import ForkingPickler

import pytest
from hypothesis import given, strategies as st

from symbolic.numbers import (
    MAX_DIGITS,
    MAX_EXPONENT,
    InvalidNumber,
    Typed,
    parse_rational,
)

SIGN = st.sampled_from(["", "+", "-"])
DIGITS = st.text("0123456789", min_size=1, max_size=30)


@given(st.fractions())
def test_every_rational_is_read_back_from_its_own_text(q: Fraction) -> None:
    assert parse_rational(str(q)) == q


@given(SIGN, DIGITS, DIGITS, st.integers(-50, 50))
def test_a_decimal_is_its_digits_times_a_power_of_ten(
    sign: str, whole: str, part: str, exponent: int
) -> None:
    value = Fraction(int(whole + part)) * Fraction(10) ** (exponent - len(part))
    expected = -value if sign == "-" else value
    assert parse_rational(f"{sign}{whole}.{part}e{exponent}") == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("9/10", Fraction(9, 10)),
        ("0.9", Fraction(9, 10)),
        (".9", Fraction(9, 10)),
        ("9e-1", Fraction(9, 10)),
        ("-3", Fraction(-3)),
        ("+3", Fraction(3)),
        ("3.", Fraction(3)),
        ("007", Fraction(7)),
        ("1e-3", Fraction(1, 1000)),
        ("1.5E2", Fraction(150)),
        ("-6/4", Fraction(-3, 2)),
        ("-0", Fraction(0)),
        ("0.1", Fraction(1, 10)),
    ],
)
def test_the_grammar_reads_fractions_and_decimals_alike(text: str, value: Fraction) -> None:
    assert parse_rational(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        " 1",
        "1 ",
        "1\n",
        "+",
        ".",
        "e5",
        "1e",
        "1e+",
        "1/",
        "/2",
        "1/-2",
        "1//2",
        "1/2/3",
        "1.5/2",
        "1/2e3",
        "1_000",
        "1,5",
        "0x10",
        "--1",
        "nan",
        "inf",
        "-inf",
        "Infinity",
        "True",
        "pi",
        "1+1",
        "__import__('os')",
        "\u0663",  # a digit, but not one of ours
        "\u00bd",
        "\u22121",
        "1\x00",
    ],
)
def test_everything_outside_the_grammar_is_refused(text: str) -> None:
    with pytest.raises(InvalidNumber, match="is not a number: expected an exact number") as caught:
        parse_rational(text)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=12))
def test_any_text_is_either_a_rational_or_refused_as_an_invalid_number(text: str) -> None:
    try:
        value = parse_rational(text)
    except InvalidNumber:
        return
    assert value == Fraction(text)


def test_division_by_zero_is_named() -> None:
    with pytest.raises(InvalidNumber, match=r"'1/0' divides by zero"):
        parse_rational("1/0")


@pytest.mark.parametrize("exponent", [MAX_EXPONENT + 1, -MAX_EXPONENT - 1, 10**9, 10**300])
def test_an_exponent_beyond_the_limit_is_refused_without_computing_it(exponent: int) -> None:
    with pytest.raises(InvalidNumber, match=f"exponent beyond {MAX_EXPONENT}"):
        parse_rational(f"1e{exponent}")


@pytest.mark.parametrize("length", [MAX_DIGITS + 1, 10_001, 1_000_000])
def test_overlong_text_is_refused_with_a_short_message(length: int) -> None:
    with pytest.raises(InvalidNumber, match="characters, more than") as caught:
        parse_rational("9" * length)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("sign", ["", "-"])
def test_the_largest_numbers_accepted_can_be_printed(sign: str) -> None:
    exponent = f"e{sign}{MAX_EXPONENT}"
    digits = "9" * (MAX_DIGITS - len(exponent))
    assert parse_rational(str(parse_rational(digits))) == int(digits)
    assert str(parse_rational(digits + exponent))
    assert str(parse_rational("." + digits[1:] + exponent))


@pytest.mark.parametrize("value", [1, 0.5, None, b"1", Fraction(1, 2)])
def test_only_text_is_parsed(value: object) -> None:
    with pytest.raises(InvalidNumber, match="is not text"):
        parse_rational(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["0.90", "9/10", "9e-1"])
def test_a_number_that_remembers_how_it_was_typed_is_that_number(text: str) -> None:
    typed = Typed(text)
    assert typed == Fraction(9, 10)
    assert hash(typed) == hash(Fraction(9, 10))
    assert (str(typed), typed.text) == ("9/10", text)
    assert type(typed + 1) is type(Fraction(typed)) is Fraction
    sent = ForkingPickler.loads(ForkingPickler.dumps(typed))
    for again in (copy.copy(typed), copy.deepcopy([typed])[0], sent):
        assert isinstance(again, Typed)
        assert (again, again.text) == (typed, text)


def test_what_is_no_number_was_not_typed() -> None:
    with pytest.raises(InvalidNumber, match="'x' is not a number"):
        Typed("x")
