"""Digits are rounded to the side that is asked for, and are certain where they are said to be."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from numeric_checks.arithmetic.leading_digits import (
    MOST_DIGITS,
    Side,
    bound,
    certain,
    down,
    exact_text,
    nearest,
    up,
)

NUMBERS = st.builds(
    lambda p, q, e: Fraction(p, q) * Fraction(10) ** e,
    st.integers(-(10**12), 10**12),
    st.integers(1, 10**12),
    st.integers(-40, 40),
)
DIGITS = st.integers(1, 12)


@given(NUMBERS, DIGITS)
def test_each_way_goes_to_its_side_and_not_far(x: Fraction, digits: int) -> None:
    low, high, near = (Fraction(way(x, digits)) for way in (down, up, nearest))
    assert low <= x <= high
    assert near in (low, high)
    if abs(near - x) > min(x - low, high - x):  # the other one would look like one
        assert 1 in (abs(low), abs(high))
        assert abs(x) < 1
    for found in (low, high, near):
        assert abs(found - x) * 10 ** (digits - 1) <= max(abs(x), abs(found))


@given(NUMBERS, NUMBERS, DIGITS, st.sampled_from(["down", "up"]))
def test_a_bound_is_on_its_side_and_within_a_unit_of_every_number_between(
    x: Fraction, width: Fraction, digits: int, side: Side
) -> None:
    lower, upper = x, x + abs(width) * abs(x) / 10**6
    text = bound(lower, upper, side, digits)
    if text is None:
        assert lower * upper <= 0 or upper - lower > abs(lower) / 2000
        return
    shown, unit = Fraction(text), Fraction(10) ** int(Decimal(text).as_tuple().exponent)
    near, far = (lower, upper) if side == "down" else (upper, lower)
    assert shown <= near if side == "down" else shown >= near
    assert abs(far - shown) <= unit * Fraction(101, 100)


@pytest.mark.parametrize(
    ("lower", "upper", "below", "above"),
    [
        ("1/3", "1/3", "0.333333", "0.333334"),
        ("0.99999999", "1", "0.999999", "1.00000"),
        ("0.99999998", "0.99999999", "0.999999", "0.99999999"),
        ("-1", "1", None, None),
        ("0", "1/10", None, None),
        ("0", "0", "0", "0"),
        ("1/4", "1/4", "0.25", "0.25"),
        ("1.2345671", "1.2345679", "1.23456", "1.23457"),
        ("-0.25000001", "-0.24999999", "-0.25001", "-0.24999"),
        ("9.99999999e-12", "1.000000001e-11", "9.99999e-12", "1.00001e-11"),
        ("287", "289", "2.8e2", "2.9e2"),
        ("1234567", "1234567", "1.23456e6", "1.23457e6"),
        ("1000000", "1000000", "1000000", "1000000"),
    ],
)
def test_bounds_to_know_by_heart(
    lower: str, upper: str, below: str | None, above: str | None
) -> None:
    ends = Fraction(lower), Fraction(upper)
    assert (bound(*ends, "down"), bound(*ends, "up")) == (below, above)


@given(NUMBERS, NUMBERS, DIGITS)
def test_certain_digits_are_those_of_every_number_between(
    x: Fraction, width: Fraction, digits: int
) -> None:
    lower, upper = x, x + abs(width) * abs(x) / 10**6
    text = certain(lower, upper, digits)
    if text is None:
        return
    mantissa = text.partition("e")[0].lstrip("-0.").replace(".", "")
    counted = min(len(mantissa), digits)
    for end in (lower, upper):
        assert abs(Fraction(text) - end) * 10 ** (counted - 1) <= abs(Fraction(text))


@pytest.mark.parametrize(
    ("lower", "upper", "text"),
    [
        ("1/3", "1/3", "0.333333"),
        ("0.99999999", "1", "1.00000"),
        ("-1", "1", None),
        ("0", "1/10", None),
        ("0", "0", "0"),
        ("1.2345671", "1.2345679", "1.23457"),
        ("-0.2500001", "-0.2499999", "-0.250000"),
        ("9.99999999e-12", "1.0000001e-11", "1.00000e-11"),
    ],
)
def test_certain_digits_to_know_by_heart(lower: str, upper: str, text: str | None) -> None:
    assert certain(Fraction(lower), Fraction(upper)) == text


def test_what_is_below_one_looks_below_one() -> None:
    assert nearest(1 - Fraction(1, 10**50)) == "0.999999"
    assert up(1 - Fraction(1, 10**50)) == "0." + 50 * "9"
    assert nearest(1 + Fraction(1, 10**50)) == "1.00000"


def test_a_modulus_of_the_paper_is_rounded_as_everywhere() -> None:
    assert nearest(Fraction(990000, 1089103)) == "0.909005"


@given(NUMBERS)
def test_exact_texts_are_exact(x: Fraction) -> None:
    assert exact_text(x) == str(x)


def test_integers_are_written_up_to_the_limit() -> None:
    longest = 10**MOST_DIGITS - 1
    assert exact_text(Fraction(longest)) is not None
    assert exact_text(Fraction(longest + 1)) is None
    assert exact_text(Fraction(1, longest + 1)) is None
    assert nearest(Fraction(1, 3) ** 20000) == "3.75756e-9543"
