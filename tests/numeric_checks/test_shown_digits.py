"""Every decimal that an analysis shows is on the safe side of the number, and within one unit.

The numbers are enclosed for the test by the critical points of polynomials in cos(theta), to 200
digits and more.  An ordinary run looks at some of the 2 000 returns.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Literal, NamedTuple

import pytest
from flint import ctx

from numeric_checks import Analysis, analyze
from numeric_checks.arithmetic.balls import bounds
from numeric_checks.moduli.modulus import modulus
from numeric_checks.safety.analysis import variance_factor
from numeric_checks.safety.chebyshev import in_cosine, least_quotient
from numeric_checks.safety.cosines import Cosines
from numeric_checks.safety.filters import Filter
from symbolic.returns import (
    DelayedLambdaReturn,
    LambdaReturn,
    LinearReturn,
    NStepReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
    WeightedReturn,
)
from tests.numeric_checks.drawn_returns import any_weights, weights_with_margin
from tests.sampling import some

MANY, GROUPS, A_FEW = 2000, 4, 40
#: an enclosure with a round number in it may cost a hundredth of a unit
UNIT = Fraction(101, 100)


class Number(NamedTuple):
    """What is enclosed, and where what is shown of it lies."""

    lower: Fraction
    upper: Fraction
    side: Literal["below", "above"]


def drawn(seed: int) -> tuple[LinearReturn, Fraction]:
    draw = Random(seed)
    gamma = Fraction(draw.choice(["1/10", "1/2", "9/10", "99/100", "0.9999", "314159/314160"]))
    lam = Fraction(draw.randint(0, 20), 20)
    margin = draw.choice([0, 1, -1]) * Fraction(1, 10 ** draw.randint(1, 12))
    size = Fraction(10) ** draw.choice([-12, -3, 0, 0, 0, 3, 12])
    return draw.choice(
        [
            WeightedReturn([x * size for x in any_weights(draw, draw.randint(1, 8))]),
            WeightedReturn(weights_with_margin(draw, draw.randint(2, 8), gamma, margin)),
            LambdaReturn(lam),
            SparseLambdaReturn(lam, draw.randint(1, 7)),
            TruncatedLambdaReturn(lam, draw.randint(1, 20)),
            DelayedLambdaReturn(lam, draw.randint(0, 5)),
            NStepReturn(draw.randint(1, 20)),
        ]
    ), gamma


def least(p: Cosines, w: Cosines) -> tuple[Fraction, Fraction]:
    with ctx.workprec(1024):
        low, high = least_quotient(in_cosine(p.exact()), in_cosine(w.exact()))
        return bounds(low)[0], bounds(high)[1]


def numbers(found: Analysis) -> dict[str, Number]:
    """What is shown, by its name."""
    f = Filter.of(found.ret, found.gamma)
    beta, factor = (number(found.ret, found.gamma) for number in (modulus, variance_factor))
    low, high = least(f.rest_size.times(-1), f.bottom_size)
    made = {
        "beta": Number(beta, beta, "above"),
        "margin": Number(*least(f.real_part, f.bottom_size), "below"),
        "spectral squared": Number(-high, -low, "above"),
        "variance": Number(factor, factor, "above"),
    }
    if found.step_size is not None:
        step = least(f.real_part.times(2), f.size)
        made |= {"stable": Number(*step, "below"), "unstable": Number(*step, "above")}
    return made


TEXT = {
    "beta": r"over all MRPs, is (.*)",
    "margin": r"min Re f > 0 +it is (.*), for",
    "spectral squared": r"max \|1 - f\| < 1 +it is (.*), for",
    "variance": r"Var\[G\] <= (.*) times",
    "stable": r"a constant step below (.*) is",
    "unstable": r"one above (.*) is not",
}


def decimals(found: Analysis) -> dict[str, str]:
    """The last number that is written about each, in words; what JSON says is the same or finer."""
    matches = {name: re.search(words, str(found)) for name, words in TEXT.items()}
    shown = {name: match[1] for name, match in matches.items() if match}
    return {name: re.split("about |= ", text)[-1] for name, text in shown.items()}


def is_shown_rightly(text: str, number: Number, *, squared: bool) -> bool:
    """Is it on its side, and not farther away than a unit of its last digit?"""
    shown = Fraction(text)
    unit = Fraction(10) ** int(Decimal(text).as_tuple().exponent) if "/" not in text else 0
    ends = [shown, shown + UNIT * unit if number.side == "below" else shown - UNIT * unit]
    if squared:
        ends = [max(end, Fraction(0)) ** 2 for end in ends]
    return min(ends) <= number.upper and max(ends) >= number.lower


@pytest.mark.parametrize("group", range(GROUPS))
def test_every_decimal_is_on_its_side_and_within_a_unit(group: int) -> None:
    for seed in some(range(group, MANY, GROUPS), A_FEW, f"digits {group}"):
        ret, gamma = drawn(seed)
        found = analyze(ret, gamma)
        true, shown, stored = numbers(found), decimals(found), found.as_json()
        assert shown.keys() == true.keys(), (ret, gamma)
        for name, number in true.items():
            squared = name == "spectral squared"
            assert is_shown_rightly(shown[name], number, squared=squared), (ret, gamma, name)
        spectral, step = stored["spectral_bound"], stored["max_step_size"]
        of_json = {
            "beta": stored["modulus"]["decimal"],
            "spectral squared": spectral["decimal"],
            "variance": stored["variance_factor"]["decimal"],
            **({"stable": step["decimal"]} if step else {}),
        }
        for name, text in of_json.items():
            squared = name == "spectral squared"
            assert is_shown_rightly(text, true[name], squared=squared), (ret, gamma, name)


def test_what_is_wrong_by_more_than_a_unit_or_on_the_other_side_is_noticed() -> None:
    third = Number(Fraction(1, 3), Fraction(1, 3), "below")
    shown = ("0.333333", "0.333334", "0.333331", "1/3", "0.33")
    assert [is_shown_rightly(text, third, squared=False) for text in shown] == [
        True, False, False, True, True,
    ]  # fmt: skip
