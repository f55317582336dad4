"""The checker for the browser accepts what the one in Python accepts, for the same reasons."""

from __future__ import annotations

import base64
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import gcd
from typing import Any, TypeAlias

import pytest

from numeric_checks.safety.certificate_checker import NotProved, Rejected, check
from numeric_checks.safety.cosines import TooFine
from numeric_checks.safety.decision import decide
from symbolic.returns import LinearReturn, WeightedReturn, named_return
from tests.numeric_checks.drawn_returns import any_weights, weights_with_margin
from tests.numeric_checks.made_up_certificates import (
    TRUE,
    Certificate,
    converges,
    cosines,
    diverges,
    excess,
    poly,
    real_part,
    sealed,
)
from tests.numeric_checks.tampered_certificates import (
    at,
    changed,
    leaves,
    objects,
    wrong_integers,
    wrong_texts,
)
from tests.proofs.node import answers, needs_node

pytestmark = needs_node

Forger: TypeAlias = Callable[[random.Random, Certificate], str | bytes]

GOOD, FORGED = 1000, 4000


def python_says(text: str | bytes) -> dict[str, Any]:
    try:
        return {"ok": True, "says": check(text).sentence()}
    except Rejected as problem:
        words = str(problem).partition("not JSON")[1] or str(problem)
        return {"ok": False, "problem": words, "inForm": isinstance(problem, NotProved)}


def node_says(texts: list[str | bytes]) -> list[dict[str, Any]]:
    raw = [t if isinstance(t, bytes) else t.encode("utf-8", "surrogatepass") for t in texts]
    encoded = [base64.b64encode(each).decode() for each in raw]
    found = answers("certificate.js", "(t) => script.check(Buffer.from(t, 'base64'))", encoded)
    return [in_own_words(each) for each in found]


def in_own_words(said: dict[str, Any]) -> dict[str, Any]:
    """Where the text is no JSON, each says why in its own words."""
    return {k: "not JSON" if str(v).startswith("not JSON") else v for k, v in said.items()}


def agree(texts: list[str | bytes]) -> Counter[bool]:
    """How many are accepted and refused, by both, with the same words."""
    accepted: Counter[bool] = Counter()
    for text, theirs in zip(texts, node_says(texts), strict=True):
        ours = python_says(text)
        assert theirs == ours, text[:2000]
        accepted[ours["ok"]] += 1
    return accepted


# -- genuine certificates ------------------------------------------------------------------------


def genuine(draw: random.Random) -> Certificate:
    """A certificate for a return that was drawn, or one made by hand."""
    while True:
        if draw.random() < 0.2:
            return TRUE[draw.choice(sorted(TRUE))]
        gamma = Fraction(draw.randint(1, 99), 100)
        try:
            found = decide(drawn_return(draw, gamma), gamma).certificate()
        except TooFine:
            continue
        if found is not None:
            return {key: value for key, value in found.items() if key != "digest"}


def drawn_return(draw: random.Random, gamma: Fraction) -> LinearReturn:
    kind = draw.choice(["any", "any", "near", "family"])
    size = draw.randint(2, 9)
    if kind == "family":
        lam = str(Fraction(draw.randint(0, 19), 20))
        some: list[tuple[str, dict[str, Any]]] = [
            ("lambda", {"lam": lam}),
            ("sparse", {"lam": lam, "m": size}),
            ("delayed-lambda", {"lam": lam, "tau": size}),
            ("inverted-u", {"lam": lam}),
            ("monte-carlo", {}),
        ]
        return named_return(*draw.choice(some))
    if kind == "near":
        margin = Fraction(draw.choice([-1, 1]), 10 ** draw.randint(1, 6))
        return WeightedReturn(weights_with_margin(draw, size, gamma, margin))
    return WeightedReturn(any_weights(draw, size))


# -- forged ones ---------------------------------------------------------------------------------


def with_one_part_changed(draw: random.Random, data: Certificate) -> str:
    path = draw.choice(list(leaves(data)))
    old = at(data, path)
    wrong = wrong_texts(old) if isinstance(old, str) else wrong_integers(old)
    return sealed(changed(data, path, draw.choice(wrong)))


def with_the_old_digest(draw: random.Random, data: Certificate) -> str:
    digest = json.loads(sealed(data))["digest"]
    return json.dumps({**json.loads(with_one_part_changed(draw, data)), "digest": digest})


def with_two_parts_exchanged(draw: random.Random, data: Certificate) -> str:
    one, other = draw.sample(list(leaves(data)), 2)
    return sealed(changed(changed(data, one, at(data, other)), other, at(data, one)))


def with_one_key_misspelt(draw: random.Random, data: Certificate) -> str:
    path = draw.choice(list(objects(data)))
    value = dict(at(data, path))
    key = draw.choice(sorted(value))
    old = value.pop(key)
    value.update(draw.choice([{}, {key.upper(): old}, {key: old, "é\n": 1}, {key: {}}, {key: []}]))
    return sealed(changed(data, path, value) if path else value)


def with_another_return(draw: random.Random, data: Certificate) -> str:
    return sealed({**data, "return": genuine(draw)["return"]})


def with_another_discount(draw: random.Random, data: Certificate) -> str:
    step = Fraction(draw.choice([-1, 1]), 10 ** draw.choice([1, 2, 3, 40, 400]))
    return sealed({**data, "gamma": str(Fraction(data["gamma"]) + step)})


def with_another_weight(draw: random.Random, data: Certificate) -> str:
    numerator = data["return"]["numerator"]
    h = [Fraction(a, numerator["denominator"]) for a in numerator["coefficients"]] or [Fraction(0)]
    h[draw.randrange(len(h))] += Fraction(draw.choice([-1, 1]), draw.choice([1, 2, 10, 10**9]))
    if draw.random() < 0.3:
        h = draw.choice([h[1:], [*h, Fraction(1)], h[::-1], [-x for x in h]])
    return sealed({**data, "return": {**data["return"], "numerator": poly(h)}})


def with_another_square(draw: random.Random, data: Certificate) -> str:
    if data["claim"] == "diverges":
        return with_a_claim_that_is_a_hair_too_strong(draw, data)
    square = data["square"]
    q = [Fraction(a, square["denominator"]) for a in square["coefficients"]] or [Fraction(0)]
    i = draw.randrange(len(q))
    least, one = Fraction(1, square["denominator"]), Fraction(1)
    q[i] += draw.choice([-1, 1]) * draw.choice([least, one, q[i] / 10])
    if draw.random() < 0.3:
        q = draw.choice([q[1:], q[:-1], [*q, Fraction(1, 10**6)], []])
    return sealed({**data, "square": poly(q)})


def with_a_claim_that_is_a_hair_too_strong(draw: random.Random, data: Certificate) -> str:
    """Margins up to what the square proves, and beyond; ends of the real part to and fro."""
    hair = Fraction(draw.choice([-1, 0, 1, 1, 1]), 10 ** draw.choice([3, 30, 300]))
    if data["claim"] == "converges":
        best = Fraction(data["margin"]) + left_over(data)
        return sealed({**data, "margin": str(best + hair)})
    ends = {end: Fraction(x) for end, x in data["real_part"].items()}
    end, other = draw.choice([("lower", "upper"), ("upper", "lower")])
    # past the other end, and so past the value between them, where these are close
    ends[end] = ends[draw.choice([end, other])] + draw.choice([hair, Fraction(1, 10**9)])
    return sealed({**data, "real_part": {end: str(x) for end, x in ends.items()}})


def left_over(data: Certificate) -> Fraction:
    """What the square proves above the margin of a list of weights."""
    if data["return"]["factors"]:
        return Fraction(0)
    h, q = (
        [Fraction(a, part["denominator"]) for a in part["coefficients"]]
        for part in (data["return"]["numerator"], data["square"])
    )
    return excess(cosines(Fraction(data["gamma"]), h, [], Fraction(data["margin"])), q)


def spelt_otherwise(draw: random.Random, data: Certificate) -> str:
    """The same to some readers of JSON, with a digest that fits."""
    text = sealed(data)
    plain = json.loads(text)
    keys = list(plain)
    draw.shuffle(keys)
    odd = draw.choice(["NaN", "-Infinity", "true", "null", "1E+2", "１", "-", "-0", "01", "1.0"])
    return draw.choice(
        [
            json.dumps({key: plain[key] for key in keys}, indent=draw.choice([None, 0, 3])),
            text.replace('"claim"', r'"\u0063laim"'),
            text.replace("/", r"\/"),
            f"\r\n\t {text} \n",
            text.replace('"schema": 1', f'"schema": {odd}'),
            text.replace('"schema": 1', '"schema": 1, "schema": 1'),
            text.replace('": ', '" :\v'),
            text.replace(", ", ",, ", 1),
            text.replace("}", ",}", 1),
            text.replace("]", ",]", 1),
            text.replace('"', "'"),
            f"\ufeff{text}",
            f"{text}{draw.choice(['x', '}', '//', 'null', chr(0xA0), chr(0)])}",
            f"[{text}]",
            text.replace("[", "[" * 100).replace("]", "]" * 100),
            text.replace("recency", r"\ud800recency"),
            text.replace("recency", "\ud800recency"),
            text.replace("recency", "recency\t"),
            text.replace("recency", r"recency\x20"),
            text.replace("recency", r"recenc\u79"),
            text.replace("1", odd, 1),
        ]
    )


def damaged(draw: random.Random, data: Certificate) -> bytes:
    """Bytes changed, cut out, put in and doubled."""
    raw = bytearray(sealed(data).encode())
    for _ in range(draw.randint(1, 3)):
        i = draw.randrange(len(raw))
        j = i + draw.randint(1, 9)
        kind = draw.randrange(4)
        if kind == 0:
            raw[i] ^= 1 << draw.randrange(8)
        else:
            raw[i:j] = (b"", draw.randbytes(2), raw[i:j] * 2)[kind - 1]
    return bytes(raw)


FORGERS: tuple[Forger, ...] = (
    with_one_part_changed,
    with_the_old_digest,
    with_two_parts_exchanged,
    with_one_key_misspelt,
    with_another_return,
    with_another_discount,
    with_another_weight,
    with_another_square,
    with_a_claim_that_is_a_hair_too_strong,
    spelt_otherwise,
    damaged,
)


def pool(draw: random.Random) -> Iterator[str | bytes]:
    """Genuine certificates, each with a forgery of every kind."""
    while True:
        data = genuine(draw)
        yield sealed(data)
        for forger in FORGERS:
            yield forger(draw, data)


def test_five_thousand_certificates_good_and_forged_are_judged_alike() -> None:
    wanted = Counter({True: GOOD, False: FORGED})
    texts: list[str | bytes] = []
    for text in pool(random.Random(26)):
        ok = python_says(text)["ok"]
        if wanted[ok] > 0:
            wanted[ok] -= 1
            texts.append(text)
        if not wanted.total():
            break
    assert agree(texts) == {True: GOOD, False: FORGED}


def test_every_kind_of_forgery_is_refused_and_all_that_is_seen_of_a_refusal_is_reached() -> None:
    draw = random.Random(62)
    problems = []
    for forger in FORGERS:
        verdicts = [python_says(forger(draw, genuine(draw))) for _ in range(150)]
        refused = [each["problem"] for each in verdicts if not each["ok"]]
        assert refused, forger.__name__
        problems += refused
    for words in (
        "is no integer, nor text",
        "the digest does not match",
        "has no key",
        "has the unknown key",
        "a key occurs twice",
        "lowest terms",
        "falls short by",
        "is not seen to be",
        "gamma is out of range",
        "not JSON",
    ):
        assert any(words in problem for problem in problems), words


# -- at the edges --------------------------------------------------------------------------------

LONG = 10**3990


def ones(count: int, first: int = 1) -> dict[str, Any]:
    return {"denominator": 1, "coefficients": [first, *[1] * (count - 1)]}


def with_return(numerator: Any, factors: list[Any]) -> str:
    return sealed({**TRUE["TD(0)"], "return": {"numerator": numerator, "factors": factors}})


def test_what_is_too_large_is_refused_alike() -> None:
    small = {"denominator": LONG + 1, "coefficients": [LONG, 1]}
    texts: list[str | bytes] = [
        "[" * 10**5,
        '{"a":' * 10**5,
        " " * 20_000_001,
        b"\xc3\xa9" * 10_000_001,
        "é" * 10_000_000,
        "1" * 4000,
        "1" * 4001,
        "1e999999999",
        sealed({**TRUE["TD(0)"], "schema": 10**3999}),
        sealed({**TRUE["TD(0)"], "schema": 10**4000}),
        with_return(ones(200_001), []),
        with_return(ones(100_000), [ones(100_000, 10**6)]),
        with_return(ones(1), [ones(2, 10)] * 3000),
        with_return(ones(1), [small] * 20),
        sealed({**TRUE["TD(0)"], "square": ones(199_999, 10**30)}),
        sealed({**TRUE["TD(0)"], "square": ones(2, LONG)}),
        sealed({**TRUE["TD(0)"], "square": ones(2, 10**2145)}),
    ]
    assert agree(texts) == {False: len(texts)}


def a_factor(size: int) -> str:
    """So many coefficients of 300 digits, with zeros in the disc."""
    return with_return(ones(1), [{"denominator": 1, "coefficients": [10**300] * (size - 1) + [1]}])


def a_long_discount(size: int) -> str:
    """So many weights, and a discount of 4 000 digits."""
    return sealed(converges(Fraction(LONG - 1, LONG), [size, *[1] * (size - 1)], "1/2"))


@pytest.mark.parametrize("make", [a_factor, a_long_discount])
def test_the_work_that_is_taken_on_ends_at_the_same_size(make: Callable[[int], str]) -> None:
    low, high = 2, 2000
    while high - low > 1:
        middle = (low + high) // 2
        too_large = "too large" in python_says(make(middle)).get("problem", "")
        low, high = (low, middle) if too_large else (middle, high)
    assert 100 < low < 1000
    agree([make(low), make(high)])


def test_long_numbers_and_long_returns_are_checked_alike() -> None:
    near, tiny = Fraction(LONG - 1, LONG), Fraction(1, LONG)
    falling = [Fraction(2000 - i + i % 3, 2000) for i in range(2000)]
    wave = WeightedReturn([Fraction((-1) ** (i // 7), i + 1) for i in range(900)])
    squares = decide(wave, "99/100").certificate()
    assert squares is not None
    assert len(squares["square"]["coefficients"]) > 500
    texts: list[str | bytes] = [
        json.dumps(squares),
        sealed(converges(near, [1], tiny)),
        sealed(converges(near, [1], 2 * tiny)),
        sealed(converges("1/2", [near, tiny], "1/4")),
        sealed(converges("1/2", [1], "1/4", factors=[[1, Fraction(1, 10**1000)]])),
        sealed(converges("999/1000", falling, "1/10")),
        sealed(converges("999/1000", falling, "99/100")),
        sealed(diverges("1/2", [0, near], (1, 2), (-LONG, "-1/10"))),
        sealed(diverges("1/2", [-1], (1, 10**1000), (-1, "-1/3"))),
        sealed(converges("1/2", [2], "1/4", [Fraction(10**400 // 3, 10**400)] * 2)),
    ]
    assert agree(texts) == {True: 8, False: 2}


def test_numbers_in_a_verdict_are_rounded_alike() -> None:
    """A margin, an upper end and a weight of many digits, near powers of ten and at halves."""
    draw = random.Random(6)
    numbers = [
        Fraction(digits, 10**places) + sign * Fraction(1, 10**off)
        for digits in (1, 999_999, 1_000_005, 2_500_015, draw.randint(1, 10**9))
        for places in (0, 3, 7, 12, 13, 20)
        for sign, off in ((0, 1), (1, 40), (-1, 40), (1, 11), (-1, 12), (1, 13))
    ]
    texts: list[str | bytes] = [
        sealed(diverges("1/2", [0, -x, 10**8 * x], (1, 2), (-(10**18) * abs(x), -abs(x))))
        for x in numbers
    ]
    numbers += [Fraction(10**12 + i) for i in (-1, 0, 1)]
    texts += [sealed(converges("1/2", [1], x + Fraction(1, 2))) for x in numbers if x > 0]
    texts += [sealed(converges("1/2", [4 * x], x)) for x in numbers if x > 0]
    texts += [sealed(converges("1/2", [x], 4 * x)) for x in numbers if x > 0]
    assert set(agree(texts)) == {True, False}


def test_what_rounding_leaves_open_is_refused_alike() -> None:
    """Margins and ends of the real part next to the true ones, as near as the errors and nearer."""
    draw = random.Random(40)
    texts: list[str | bytes] = []
    for _ in range(60):
        s = draw.choice([7, 100, 10**40])
        gamma = Fraction(draw.randrange(1, s), s)
        h = [Fraction(draw.randint(-2, 2)) for _ in range(draw.randint(1, 40))]
        safe = [200 + h[0], *h[1:]]
        best = excess(cosines(gamma, safe, [], Fraction(0)), [])
        k = draw.randint(2, 9)
        turn = (draw.choice([j for j in range(k // 2 + 1) if gcd(j, k) == 1]), k)
        unsafe = [h[0] - 200, *h[1:]]
        middle = real_part(gamma, unsafe, [], Fraction(*turn)).mid().fmpq()
        value = Fraction(int(middle.p), int(middle.q)).limit_denominator(10**140)
        hairs = [Fraction(1, 10 ** draw.randint(15, 120)) for _ in range(4)]
        for hair in (Fraction(0), *hairs):
            texts += [sealed(converges(gamma, safe, best + x)) for x in (hair, -hair)]
            texts.append(sealed(diverges(gamma, unsafe, turn, (value - hair, value + hair))))
            texts.append(sealed(diverges(gamma, unsafe, turn, (value - hair, value + 1))))
            texts.append(sealed(diverges(gamma, unsafe, turn, (value - 1, value + hair))))
    accepted = agree(texts)
    assert accepted[True] > 300
    assert accepted[False] > 300


def test_a_claim_that_is_false_by_less_than_the_errors_of_the_powers_is_refused_alike() -> None:
    """f(1 - 1/s) = 16 - 1/s^4, where Re f is least."""
    s = 10**40
    near, h = 1 - Fraction(1, s), [4 * s + 11, 4 * s + 11, 4 * s + 1, 4 * s + 1]
    minus = [-x for x in h]
    assert excess(cosines(near, [Fraction(x) for x in h], [], Fraction(16)), []) == -Fraction(
        1, s**4
    )
    little = Fraction(1, s**2)
    texts: list[str | bytes] = [
        sealed(converges(near, h, 16)),
        sealed(diverges(near, minus, (0, 1), (-17, -16))),
        sealed(converges(near, h, 16 - little)),
        sealed(diverges(near, minus, (0, 1), (-17, little - 16))),
    ]
    assert [python_says(text)["ok"] for text in texts] == [False, False, True, True]
    agree(texts)


def test_a_factor_with_a_zero_on_the_circle_or_next_to_it_is_judged_alike() -> None:
    s = 10**50
    near = 1 - Fraction(1, s)
    passes = [[s, 3, s - 1], [4 * s - 4, 0, 10, 0, 4 * s + 1]]
    # of the last one, |d_1| gamma + ... exceeds d_0 by 1/s^4 only
    fails = [[s, 3, s], [4 * s - 5, 0, 10, 0, 4 * s + 1]]
    texts: list[str | bytes] = [
        sealed(converges(near, [1], Fraction(1, s**9), factors=[d])) for d in [*passes, *fails]
    ]
    texts += [sealed(converges("1/2", [1], "1/9", factors=[d])) for d in ([1, -2], [2, 2, 4])]
    said = [python_says(text).get("problem", "") for text in texts]
    assert ["factor 0 is not seen" in words for words in said] == [False, False, *[True] * 4]
    agree(texts)


def test_control_characters_in_a_string_are_refused_alike() -> None:
    genuine = sealed(TRUE["TD(0)"])
    agree([genuine.replace("recency", f"recen{chr(code)}cy") for code in range(0x81)])


def test_a_string_is_checked_like_its_bytes() -> None:
    strings = [sealed(TRUE["TD(0)"]), "\ufeff{}", "é", "\U0001f600", "", '"\ud800"', "{}" * 9]
    said = answers("certificate.js", "(text) => script.check(text)", strings)
    assert [in_own_words(each) for each in said] == [python_says(each) for each in strings]
    assert [each["ok"] for each in said] == [True, *[False] * 6]
