"""The portrait of a return follows its analysis, and its files are the same each time."""

from __future__ import annotations

import cmath
import math
import re
from fractions import Fraction

import numpy as np
import pytest

from numeric_checks import analyze
from numeric_checks.figures.return_portrait import data, render
from numeric_checks.figures.style import InvalidFigure
from symbolic.numbers import Typed
from symbolic.returns import (
    DelayedReturn,
    LinearReturn,
    MonteCarloReturn,
    SparseLambdaReturn,
    WeightedReturn,
)

CASES: list[LinearReturn] = [
    WeightedReturn(["1", "1/2", "3/4"]),
    DelayedReturn(2),
    SparseLambdaReturn("3/4", 3),
    MonteCarloReturn(),
    WeightedReturn(["2"], "1"),
]


def letters(svg: bytes) -> set[str]:
    return set(re.findall(r"<!-- (.*?) -->", svg.decode()))


@pytest.mark.parametrize("ret", CASES, ids=str)
def test_the_curve_is_f_and_its_mark_lies_on_it(ret: LinearReturn) -> None:
    shown = data(analyze(ret, "4/5"))
    for place in (0, len(shown.curve) // 3, len(shown.curve) - 1):
        z = 0.8 * cmath.exp(1j * math.pi * place / (len(shown.curve) - 1))
        expected = (1 - z) * sum(float(h) * z**i for i, h in enumerate(ret.eligibilities(200)))
        assert abs(shown.curve[place] - expected) < 1e-9
    assert np.abs(shown.curve - shown.mark.at).min() < 1e-12


def test_the_witness_is_marked_and_else_the_least_real_part() -> None:
    diverging = data(analyze(DelayedReturn(2), "9/10"))
    assert diverging.mark.verdict == "no"
    assert diverging.mark.at.real < 0
    assert re.fullmatch(r"Re f: about -\d\.\d+, for mode 1 of the \d-cycle", diverging.mark.words)
    safe = data(analyze(CASES[0], "9/10"))
    assert math.isclose(safe.mark.at.real, float(safe.curve.real.min()))
    assert safe.mark.words == "least Re f: 823/4000 = 0.20575"


def test_wrong_steps_are_marked_and_long_returns_are_cut() -> None:
    assert data(analyze([1, 2, 1], "1/2")).wrong == (0,)
    assert data(analyze([1, -1], "1/2")).wrong == (0, 1)
    assert not data(analyze([1, -1], "1/2")).left_out
    assert data(analyze(MonteCarloReturn(), "1/2")).left_out
    many = data(analyze([Fraction(1, i + 1) for i in range(1200)], "1/2"))
    assert (len(many.h), len(many.c), many.left_out) == (1000, 999, True)


@pytest.mark.parametrize(
    ("ret", "words"),
    [
        (
            CASES[0],
            {"step that violates weak recency", r"$f(z) = (1 - z)\,h(z)$ for $|z| = \gamma$"},
        ),
        (CASES[2], {r"$\mathrm{Re}\,f &lt; 0$: divergence on a cycle"}),
        (WeightedReturn([0]), {r"least $\mathrm{Re}\,f$: 0"}),
        (
            WeightedReturn(["1", "10/9"]),
            {
                r"On the boundary: the least $\mathrm{Re}\,f$ is exactly 0, and neither "
                r"convergence with a margin nor divergence is claimed ($\gamma = 9/10$)"
            },
        ),
        (WeightedReturn([Fraction(-1) ** i for i in range(60)]), {"weights on $n$-step returns"}),
    ],
)
def test_the_labels_are_there(ret: LinearReturn, words: set[str]) -> None:
    assert words <= letters(render(analyze(ret, "9/10")))


@pytest.mark.parametrize(
    ("ret", "verdict"),
    [
        (CASES[0], "TD with this return is safe: expected on-policy updates converge on every "
         "finite irreducible MRP"),
        (DelayedReturn(1), "TD with this return diverges on the cycle of 2 states, with every "
         "step size"),
    ],
)  # fmt: skip
def test_the_verdict_stands_above_it_with_the_discount_as_it_was_typed(
    ret: LinearReturn, verdict: str
) -> None:
    found = analyze(ret, "9/10")
    assert rf"{verdict} ($\gamma = 9/10$)" in letters(render(found))
    assert rf"{verdict} ($\gamma = 0.90$)" in letters(render(found, gamma=Typed("0.90")))


def test_no_step_is_said_to_be_wrong_where_none_is() -> None:
    assert "step that violates weak recency" not in letters(render(analyze([1], "9/10")))


@pytest.mark.parametrize("form", ["svg", "pdf"])
def test_a_file_is_the_same_each_time(form: str) -> None:
    found = analyze([1, "1/2"], "9/10")
    content = render(found, form)
    assert content == render(found, form)
    assert b"Date" not in content


def test_numbers_beyond_floats_are_refused() -> None:
    with pytest.raises(InvalidFigure, match="too large to be drawn"):
        render(analyze(["1e400"], "1/2"))


def test_another_format_is_refused() -> None:
    with pytest.raises(InvalidFigure, match="format = 'gif'; expected one of svg, pdf, png"):
        render(analyze([1], "1/2"), "gif")
