"""`import recency`: what a user starts from takes numbers as people have them, and shows itself."""

from __future__ import annotations

import json
import os
import pydoc
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from functools import cache
from inspect import unwrap
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import numpy as np
import pytest
import recency
from hypothesis import given, strategies as st
from recency.reading import Reader

import numeric_checks
from proofs.companion import ledger
from symbolic.returns import FAMILIES, InvalidReturn

ROOT = Path(__file__).parents[2]
HEAVY = {"sympy", "numpy", "flint", "matplotlib", "hypothesis", "rich", "proofs.companion.cli"}
#: a return that is safe and one that diverges
SAFE: Any = [1, 0.5, 0.75]
DIVERGES: Any = [0, 1]


@pytest.mark.parametrize(
    "weights",
    [
        [1, 0.5, 0.75],
        (1, "1/2", "0.75"),
        "1, 1/2, 0.75",
        [Fraction(1), Decimal("0.5"), Fraction(3, 4)],
        np.array([1, 0.5, 0.75]),
        np.array([1, 0.5, 0.75], dtype=np.float32),
        [np.int64(1), np.float64(0.5), 0.75],
        (w for w in (1, 0.5, 0.75)),
        recency.WeightedReturn([1, 0.5, 0.75]),
    ],
    ids=lambda weights: type(weights).__name__,
)
def test_weights_are_lists_arrays_text_and_fractions(weights: Any) -> None:
    found = recency.analyze(weights, 0.9)
    exact = numeric_checks.analyze(["1", "1/2", "3/4"], "9/10")
    assert found.ret == exact.ret
    assert {**found.as_json(), "notes": []} == {**exact.as_json(), "notes": []}


def test_nstep_weights_make_the_return_that_they_are_the_weights_of() -> None:
    expected = recency.WeightedReturn([1, 2])
    assert recency.analyze(nstep_weights=[-1, 2], gamma=0.9).ret == expected
    assert recency.analyze(nstep_weights="-1, 2", gamma=0.9).ret == expected
    assert recency.nstep(np.array([-1.0, 2.0])) == expected


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_the_decimal_that_it_prints_as(x: float) -> None:
    (found,) = Reader().exact([x])
    assert found == Fraction(repr(x))
    assert float(found) == x


def test_a_float_of_numpy_is_the_decimal_that_it_prints_as_too() -> None:
    assert recency.analyze([1, np.float32(0.1)], np.float64(0.9)).gamma == Fraction(9, 10)
    assert Reader().exact(np.float32(0.1)) == Fraction(1, 10)
    assert Fraction(float(np.float32(0.1))) != Fraction(1, 10)  # which a careless reader would take


def test_the_answer_says_once_how_floats_were_read() -> None:
    words = "floats are read as the decimals that they print as: 0.9 = 9/10, 0.5 = 1/2, 0.75 = 3/4"
    found = recency.analyze([1, 0.5, 0.75, 0.5, 0.9], 0.9)
    assert found.notes == (words,)
    for shown in (str(found), found._repr_html_(), json.dumps(found.as_json())):
        assert shown.count("floats are read") == 1
    assert recency.analyze([1, "0.5", Decimal("0.75")], "9/10").notes == ()
    assert "note" not in str(recency.analyze([1, "0.5"], "9/10"))
    many = recency.analyze([k / 100 for k in range(1, 30)], 0.5)
    assert many.notes[0].endswith("0.05 = 1/20, ...")


def test_a_third_is_not_the_float_that_is_near_it() -> None:
    found = recency.analyze([1, 1 / 3], 0.5)
    assert found.ret != recency.WeightedReturn([1, "1/3"])
    assert "0.3333333333333333 = 3333333333333333/10000000000000000" in found.notes[0]


@pytest.mark.parametrize(
    ("call", "refusal"),
    [
        (lambda: recency.analyze([1, float("nan")], 0.9), r"weights\[1\] = nan"),
        (lambda: recency.analyze([1, float("inf")], 0.9), r"weights\[1\] = inf"),
        (lambda: recency.analyze([1, True], 0.9), r"weights\[1\] = True"),
        (lambda: recency.analyze([1, cast(Any, 1j)], 0.9), r"weights\[1\] = 1j"),
        (lambda: recency.analyze([cast(Any, [1, 0.5])], 0.9), r"weights\[0\] = "),
        (lambda: recency.analyze(np.ones((2, 2)), 0.9), r"weights\[0\] = "),
        (lambda: recency.analyze("1, abc", 0.9), "weight 1: 'abc' is not a number"),
        (lambda: recency.analyze([], 0.9), "weights is empty"),
        (lambda: recency.analyze([1], 1.0), "gamma = 1; expected an exact number with 0 < gamma"),
        (lambda: recency.LambdaReturn(1.5), "lam = 3/2; expected 0 <= lam <= 1"),
        (lambda: recency.modulus([1], "nine tenths"), "gamma: 'nine tenths' is not a number"),
    ],
)
def test_what_is_no_number_is_refused_by_its_name(call: Any, refusal: str) -> None:
    with pytest.raises(InvalidReturn, match=refusal):
        call()


def test_a_return_and_a_discount_are_needed_and_one_of_each() -> None:
    for wrong in ({"weights": [1]}, {"gamma": 0.9}):
        with pytest.raises(TypeError, match="takes weights or nstep_weights, and gamma"):
            recency.analyze(**wrong)
    with pytest.raises(TypeError, match="takes weights or nstep_weights"):
        recency.analyze([1], 0.9, nstep_weights=[1])


def test_families_moduli_and_processes_take_floats_and_theorems_do_not() -> None:
    import symbolic

    assert recency.LambdaReturn(0.9) == symbolic.LambdaReturn("9/10")
    assert recency.modulus(recency.LambdaReturn(0.9), 0.99) == Fraction(99, 109)
    match = recency.match_modulus(recency.SparseLambdaReturn, "99/109", 0.99, m=3)
    assert match.lam == Fraction(90000, 119701)
    walk = recency.mrp([[0.9, 0.1], [0.1, 0.9]], [0, 0.5], 0.9)
    assert walk == recency.MRP.of([["9/10", "1/10"], ["1/10", "9/10"]], [0, "1/2"], "9/10")
    assert str(recency.fate(recency.two_state(0.4, 0.9), recency.DelayedReturn(1))) == "diverges"
    with pytest.raises(InvalidReturn, match="a float is not exact"):
        symbolic.LambdaReturn(cast(Any, 0.9))


def test_every_family_is_there() -> None:
    for family in FAMILIES.values():
        assert unwrap(getattr(recency, family.__name__)) is family


def test_importing_it_imports_nothing_heavy() -> None:
    program = f"import sys, recency; dir(recency); print(*sorted({HEAVY!r} & set(sys.modules)))"
    paths = os.pathsep.join([str(ROOT), str(ROOT / "proofs" / "front")])
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": paths, "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "\n"


def test_dir_and_help_show_what_there_is() -> None:
    assert set(recency.__all__) <= set(dir(recency))
    assert all(hasattr(recency, name) for name in recency.__all__)
    text = pydoc.plain(pydoc.render_doc(recency))
    assert "Is TD safe with my return?" in text
    assert "LambdaReturn(lam)" in pydoc.plain(pydoc.render_doc(recency.LambdaReturn))


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        (SAFE, "<Analysis: safe at gamma = 9/10; h = 1, 1/2, 3/4, then zero>"),
        (
            DIVERGES,
            "<Analysis: diverges on the cycle of 2 states at gamma = 9/10; h = 0, 1, then zero>",
        ),
        ([0], "<Analysis: on the boundary at gamma = 9/10; h = 0, then zero>"),
    ],
)
def test_an_analysis_is_one_line(weights: list[float], words: str) -> None:
    assert repr(recency.analyze(weights, 0.9)) == words


VALUES = ["analysis", "divergent", "MRP", "large-MRP", "claim", "report", "search", "find"]


@cache
def values() -> dict[str, Any]:
    found = recency.search(["diverges"], 0.9, seed=1)
    return {
        "analysis": recency.analyze(SAFE, 0.9),
        "divergent": recency.analyze(DIVERGES, 0.9),
        "MRP": recency.two_state(0.5, 0.9),
        "large-MRP": recency.cycle(40, 0.9),
        "claim": ledger.load("prop:wrh"),
        "report": recency.verify("prop:wrh", jobs=1)[0],
        "search": found,
        "find": found.finds["diverges"],
    }


@pytest.mark.parametrize("name", VALUES)
def test_what_a_notebook_shows_is_short_and_well_formed(name: str) -> None:
    value = values()[name]
    assert len(repr(value)) < 130
    assert "Fraction(" not in repr(value)
    card = value._repr_html_()
    tree = ElementTree.fromstring(card.replace("xlink:", ""))
    assert tree.tag == "div"
    assert "Fraction(" not in card
    assert len(card) < 200_000


def test_the_card_of_an_analysis_says_what_safe_is_about_and_has_the_plot() -> None:
    card = recency.analyze(SAFE, 0.9)._repr_html_()
    assert "TD with this return is safe" in card
    assert "nothing is said of other discounts" in card
    assert "data:image/svg+xml;base64," in card
    assert "<?xml" not in card


def test_weights_that_are_too_large_to_draw_have_a_card_without_a_picture() -> None:
    card = recency.analyze([1, "1e400"], 0.9)._repr_html_()
    assert "diverges" in card
    assert "<img" not in card


def test_a_small_process_is_shown_by_what_makes_it_again() -> None:
    walk = recency.two_state(0.25, 0.9)
    assert repr(walk) == "MRP.of([['1/4', '3/4'], ['3/4', '1/4']], ['0', '0'], '9/10')"


def test_plot_is_a_figure_of_matplotlib_that_shows_itself(tmp_path: Path) -> None:
    from matplotlib.figure import Figure

    figure = recency.analyze(DIVERGES, 0.9).plot()
    assert isinstance(figure, Figure)
    assert len(figure.axes) == 3
    figure.savefig(tmp_path / "plot.png")
    assert (tmp_path / "plot.png").read_bytes()[:4] == b"\x89PNG"
    assert "<svg" in figure._repr_svg_()


def test_verify_reports_each_claim_that_was_asked_for() -> None:
    reports = recency.verify("wrh-converges", "prop:wrh", jobs=1)
    assert [report.id for report in reports] == ["prop:wrh", "wrh-converges"]
    assert all(report.ok for report in reports)


def test_the_version_is_that_of_the_command() -> None:
    from proofs.companion import __version__

    assert recency.__version__ == __version__
