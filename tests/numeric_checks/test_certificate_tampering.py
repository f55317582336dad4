"""Whatever is done to a certificate, the checker accepts it only if it is still a proof."""

from __future__ import annotations

import json
import random
import sys
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st

from numeric_checks.safety.certificate_checker import Rejected, Verdict, check
from tests.numeric_checks.made_up_certificates import (
    TRUE,
    Certificate,
    converges,
    diverges,
    is_a_proof,
    sealed,
)
from tests.numeric_checks.tampered_certificates import (
    at,
    changed,
    leaves,
    objects,
    tampered,
    wrong_integers,
    wrong_texts,
)

NAMES = sorted(TRUE)
NOTHING = {"denominator": 1, "coefficients": []}


def verdict(text: str | bytes) -> Verdict | None:
    """What the checker says; any exception but `Rejected` goes through."""
    try:
        return check(text)
    except Rejected as problem:
        lines = str(problem).splitlines()
    assert len(lines) == 1
    assert len(lines[0]) < 160
    return None


@pytest.mark.parametrize("name", NAMES)
def test_a_change_is_rejected_by_the_old_digest_and_judged_by_its_truth_with_a_new_one(
    name: str,
) -> None:
    genuine = TRUE[name]
    digest = json.loads(sealed(genuine))["digest"]
    kept = rejected = 0
    for data in tampered(genuine):
        same = json.dumps(data, sort_keys=True) == json.dumps(genuine, sort_keys=True)
        assert (verdict(json.dumps({**data, "digest": digest})) is not None) == same
        accepted = verdict(sealed(data)) is not None
        assert accepted == is_a_proof(data), data
        kept, rejected = kept + accepted, rejected + (not accepted)
    assert rejected > 5 * kept > 0


@pytest.mark.parametrize("name", NAMES)
def test_the_other_claim_about_the_same_return_is_rejected(name: str) -> None:
    ret = {key: TRUE[name][key] for key in ("format", "schema", "gamma", "return")}
    if TRUE[name]["claim"] == "diverges":
        other = {**ret, "claim": "converges", "margin": "1/1000", "square": NOTHING}
        assert verdict(sealed(other)) is None
        return
    for k in range(1, 9):
        ends = {"lower": "-1000", "upper": "-1/1000"}
        claim = {"claim": "diverges", "cycle": k, "mode": 1 if k > 1 else 0, "real_part": ends}
        assert verdict(sealed({**ret, **claim})) is None


@pytest.mark.parametrize("name", NAMES)
def test_a_key_written_twice_is_rejected_though_the_digest_fits_the_last_one(name: str) -> None:
    text = sealed(TRUE[name])
    assert verdict(text) is not None
    for key in sorted({key for path in leaves(json.loads(text)) for key in path}, key=str):
        if isinstance(key, str):
            parts = text.split(f'"{key}": ')
            for i in range(1, len(parts)):
                before, after = (f'"{key}": '.join(p) for p in (parts[:i], parts[i:]))
                assert json.loads(f'{before}"{key}": 0, "{key}": {after}') == json.loads(text)
                assert verdict(f'{before}"{key}": 0, "{key}": {after}') is None


@pytest.mark.parametrize("name", NAMES)
def test_a_text_that_was_cut_off_or_went_on_is_rejected(name: str) -> None:
    text = sealed(TRUE[name])
    for end in range(len(text)):
        assert verdict(text[:end]) is None
    for more in ("x", "}", ",", "{}", text, "\x00", "//"):
        assert verdict(text + more) is None
        assert verdict(more + text) is None
    assert verdict("\ufeff" + text) is None
    assert verdict(text.encode("utf-16")) is None
    assert verdict(f"[{text}]") is None


@pytest.mark.parametrize("name", NAMES)
def test_a_flipped_bit_is_noticed(name: str) -> None:
    raw = sealed(TRUE[name]).encode()
    chance = random.Random(name)
    for i in range(len(raw)):
        flipped = bytearray(raw)
        flipped[i] ^= 1 << chance.randrange(8)
        assert verdict(bytes(flipped)) is None


@given(st.sampled_from(NAMES), st.data())
def test_several_changes_at_once_are_judged_by_their_truth(name: str, data: st.DataObject) -> None:
    certificate = TRUE[name]
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(list(leaves(TRUE[name]))))
        old = at(TRUE[name], path)
        wrong = wrong_texts(old) if isinstance(old, str) else wrong_integers(old)
        certificate = changed(certificate, path, data.draw(st.sampled_from(wrong)))
    assert (verdict(sealed(certificate)) is not None) == is_a_proof(certificate)


@given(st.text() | st.binary())
def test_any_other_text_is_rejected(text: str | bytes) -> None:
    assert verdict(text) is None


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(NAMES), _JSON, st.data())
def test_any_json_in_the_place_of_a_part_is_rejected_unless_true(
    name: str, value: Any, data: st.DataObject
) -> None:
    paths = [p for p in (*leaves(TRUE[name]), *objects(TRUE[name])) if p]
    path = data.draw(st.sampled_from(paths))
    certificate = changed(TRUE[name], path, value)
    assert (verdict(sealed(certificate)) is not None) == is_a_proof(certificate)


# Too much of anything is refused at once.

LONG = 10**3990
SMALL_FACTOR = {"denominator": LONG + 1, "coefficients": [LONG, 1]}


def with_return(numerator: Any, factors: list[Any]) -> Certificate:
    return {**TRUE["TD(0)"], "return": {"numerator": numerator, "factors": factors}}


def ones(count: int, first: int = 1) -> dict[str, Any]:
    return {"denominator": 1, "coefficients": [first, *[1] * (count - 1)]}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[" * 10**5, "not JSON"),
        ('{"a":' * 10**5, "not JSON"),
        (" " * 20_000_001, "more than 20000000 bytes"),
        ("1" * 4001, "more than 4000 digits"),
        (sealed({**TRUE["TD(0)"], "schema": 10**4000}), "more than 4000 digits"),
        (sealed(with_return(ones(200_001), [])), "too long"),
        (sealed(with_return(ones(100_000), [ones(100_000, 10**6)])), "too large"),
        (sealed(with_return(ones(1), [ones(2, 10)] * 3000)), "too large"),
        (sealed(with_return(ones(1), [SMALL_FACTOR] * 20)), "too large"),
        (sealed({**TRUE["TD(0)"], "square": ones(199_999, 10**30)}), "too large"),
        (sealed({**TRUE["TD(0)"], "square": ones(2, 10**3990)}), "too large"),
    ],
    ids=str.split(
        "lists objects bytes digits schema coefficients dense factors bits square long-square"
    ),
)
def test_what_would_take_long_is_refused(text: str, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        check(text)


def test_an_exponent_is_not_multiplied_out() -> None:
    for text in ("1e999999999", "1e-999999999", "9" * 4000 + "e999999999"):
        assert verdict(sealed({**TRUE["TD(0)"], "gamma": text})) is None
        raw = sealed(TRUE["TD(0)"]).replace('"schema": 1', f'"schema": {text}')
        assert verdict(raw) is None


def test_numbers_of_many_digits_are_no_obstacle() -> None:
    near, tiny = Fraction(LONG - 1, LONG), Fraction(1, LONG)
    for data in (
        converges(near, [1], tiny),
        converges("1/2", [near, tiny], "1/4"),
        converges("1/2", [1], "1/4", factors=[[1, Fraction(1, 10**1000)]]),
        diverges("1/2", [0, near], (1, 2), (-LONG, "-1/10")),
        diverges("1/2", [-1], (1, 10**1000), (-1, "-1/3")),
    ):
        found = verdict(sealed(data))
        assert found is not None
        assert len(found.sentence()) < 5000


def test_numbers_that_the_interpreter_was_told_not_to_read_are_rejected() -> None:
    text = sealed(converges("1/2", [1], Fraction(1, 10**2000)))
    square = sealed(converges("1/2", [2], "1/4", [Fraction(10**400 // 3, 10**400)] * 2))
    assert verdict(text) is not None
    assert verdict(square) is not None
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        assert verdict(text) is None
        assert verdict(square) is None
    finally:
        sys.set_int_max_str_digits(usual)
