"""`import recency`: what a user starts from takes numbers as people have them, and shows itself."""

from __future__ import annotations

import json
import os
import pydoc
import re
import subprocess
import sys
from collections.abc import Callable
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
from numeric_checks import figures
from numeric_checks.safety.certificate_checker import check
from numeric_checks.walk.chains import random_walk
from numeric_checks.walk.settings import Setting
from numeric_checks.walk.simulation import simulate
from proofs.companion import cli, ledger
from proofs.companion.documents.fragments import theorem_fragment
from symbolic import Less, given as given_facts, index, real, series
from symbolic.returns import FAMILIES, InvalidReturn
from symbolic.writing import geometric

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


# -- processes -------------------------------------------------------------------------------

#: a process of three states that is no cycle
WALK: Any = [[0.5, 0.5, 0], [0.25, 0.25, 0.5], [0, 0.1, 0.9]]


@pytest.mark.parametrize("weights", [SAFE, DIVERGES, [0, 0, 1], recency.LambdaReturn(0.9)], ids=str)
@pytest.mark.parametrize("rows", [WALK, [[0.4, 0.6], [0.6, 0.4]]], ids=len)
def test_the_spectrum_is_that_of_the_matrix_in_floats(rows: Any, weights: Any) -> None:
    process = recency.mrp(rows, [0] * len(rows), 0.9)
    found = recency.spectrum(process, weights)
    B = affine_part(0.9 * np.array(rows), found.ret)
    balls = [w for w in found.eigenvalues for _ in range(w.multiplicity)]
    ours = np.sort_complex([complex(w.ball.real.mid(), w.ball.imag.mid()) for w in balls])
    assert np.allclose(ours, np.sort_complex(np.linalg.eigvals(B)))
    grows = bool(max(np.linalg.eigvals(B).real) > 1)
    assert (
        str(found.fate) == str(recency.fate(process, weights)) == ["converges", "diverges"][grows]
    )
    norm = float(recency.contraction_factor(process, weights))
    assert norm == pytest.approx(np.linalg.norm(B, np.inf))


def affine_part(z: Any, ret: recency.LinearReturn) -> Any:
    """B = 1 - sum_i h_i z^i (1 - z), added up."""
    one = np.eye(len(z))
    h = map(float, ret.eligibilities(400))
    powers = [one]
    for _ in range(399):
        powers.append(powers[-1] @ z)
    return one - sum(a * power for a, power in zip(h, powers, strict=True)) @ (one - z)


def test_the_largest_factor_is_the_modulus_and_a_long_cycle_has_it() -> None:
    assert recency.contraction_factor(recency.cycle(4, 0.9), SAFE) == recency.modulus(SAFE, 0.9)
    assert recency.contraction_factor(recency.two_state(0.5, 0.9), SAFE) < recency.modulus(
        SAFE, 0.9
    )


def test_a_spectrum_is_one_line_what_the_command_prints_and_a_card_with_its_plot(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = recency.spectrum(recency.two_state(0.4, 0.9), DIVERGES)
    words = "<Spectrum: diverges on an MRP of 2 states at gamma = 9/10; h = 0, 1, then zero>"
    assert repr(found) == words
    assert repr(found.eigenvalues) == (
        "(<Eigenvalue: 91/100, shrinks>, <Eigenvalue: 3031/2500, grows>)"
    )
    assert (
        cli.main(["eigenvalues", "--weights", "0,1", "--gamma", "0.9", "--two-state", "0.4"]) == 0
    )
    told = capsys.readouterr().out.replace(
        "two states, each of which stays with probability 0.4", "an MRP of 2 states"
    )
    assert f"{found}\n" == told
    assert found.as_json()["fate"] == "diverges"
    card = found._repr_html_()
    assert "diverge here, with every step size" in card
    assert "mu = 3031/2500" in card
    assert "data:image/svg+xml," in card
    assert len(found.plot().axes) == 1


def test_many_eigenvalues_are_counted_and_equal_ones_told() -> None:
    many = recency.spectrum(recency.cycle(40, 0.9), SAFE)._repr_html_()
    assert f"{len(recency.spectrum(recency.cycle(40, 0.9), SAFE).eigenvalues) - 20} more" in many
    equal = recency.spectrum(recency.mrp(np.full((3, 3), "1/3"), [0] * 3, 0.5), [1])
    assert "mu = 0 (2 times)" in equal._repr_html_()


def test_a_process_comes_first() -> None:
    for ask in (recency.spectrum, recency.fate, recency.contraction_factor):
        with pytest.raises(TypeError, match=r"is no process; expected one, and then a return"):
            ask(cast(Any, [1, 0.5]), cast(Any, recency.two_state(0.5, 0.9)))
        with pytest.raises(InvalidReturn, match=r"weights\[1\] = nan"):
            ask(recency.two_state(0.5, 0.9), [1, float("nan")])


# -- figures, certificates, LaTeX --------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "given", "exact"),
    [
        ("update-field", {"tau": 3, "gamma": 0.99, "p": 0.25}, {"gamma": "99/100", "p": "1/4"}),
        ("update-field", {"tau": np.int64(3)}, {}),
        ("update-field", {"tau": 3.0}, {}),
    ],
)
def test_a_figure_takes_floats_and_is_the_one_of_the_exact_numbers(
    name: str, given: Any, exact: Any
) -> None:
    shown = recency.figure(name, **given)
    expected = figures.picture(name, tau=3, **exact)
    assert shown == expected
    assert (shown.render("svg"), shown._repr_svg_()) == (
        expected.render("svg"),
        expected.render("svg").decode(),
    )


@pytest.mark.parametrize("name", figures.TITLES)
def test_a_figure_is_one_line(name: str) -> None:
    assert repr(recency.figure(name)) == f"<Picture: {name}; {figures.TITLES[name]}>"


def test_delays_are_a_list_or_an_array() -> None:
    for delays in ([1, 2], (1.0, 2.0), np.arange(1, 3)):
        shown = recency.figure("cycle-eigenvalues", delays=delays, steps=4)
        assert [panel.tau for panel in shown.data.panels] == [1, 2]


@pytest.mark.parametrize(
    ("settings", "refusal"),
    [
        ({"name": "map"}, "there is no figure 'map'; expected one of update-field, "),
        ({"name": "update-field", "steps": 3}, "update-field has no steps; expected tau, gamma, p"),
        ({"name": "update-field", "tau": 1.5}, "tau = 3/2; expected a delay, a whole number"),
        ({"name": "update-field", "p": 1.5}, "expected a probability"),
        ({"name": "cycle-eigenvalues", "delays": 3}, "delays = 3; expected a list of delays"),
    ],
)
def test_what_is_no_figure_is_refused_in_one_line(settings: Any, refusal: str) -> None:
    with pytest.raises(ValueError, match=refusal) as problem:
        recency.figure(**settings)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(("weights", "claim"), [(SAFE, "converges"), (DIVERGES, "diverges")])
def test_a_certificate_is_checked_as_a_dict_and_as_text(weights: Any, claim: str) -> None:
    found = recency.analyze(weights, 0.9)
    text = json.dumps(found.certificate)
    verdicts = [recency.check_certificate(c) for c in (found.certificate, text, text.encode())]
    assert verdicts == [check(text)] * 3
    assert verdicts[0].claim == claim
    assert verdicts[0].h == tuple(found.ret.eligibilities(len(weights)))
    assert repr(verdicts[0]) == f"<Verdict: {verdicts[0].sentence()}>"


def test_a_certificate_that_proves_nothing_is_refused_in_one_line() -> None:
    good = recency.analyze(SAFE, 0.9).certificate
    assert good is not None
    around: dict[str, Any] = {}
    around["around"] = around
    for bad, refusal in (
        ({**good, "gamma": "8/10"}, "the digest does not match: the certificate was changed"),
        ({**good, "margin": 0.5}, r"0\.5 is no integer, nor text such as '3/4'"),
        ({**good, "margin": Fraction(1, 2)}, "not JSON: Object of type Fraction"),
        (around, "not JSON: Circular reference"),
        ({}, "the claim is neither 'converges' nor 'diverges'"),
        ("{", "not JSON"),
        (recency.analyze([0], 0.9).certificate, "None is no certificate: expected a dict, or JSON"),
        ([1, 2], r"\[1, 2\] is no certificate"),
    ):
        with pytest.raises(ValueError, match=refusal) as problem:
            recency.check_certificate(cast(Any, bad))
        assert "\n" not in str(problem.value)


def test_a_theorem_is_written_for_a_paper_and_nothing_else_is() -> None:
    q, i = real("q"), index("i")
    theorem = geometric(given_facts(Less(0, q), Less(q, 1)), series(q**i, i, 0), q)
    written = recency.latex(theorem, "A geometric series")
    assert written == theorem_fragment(theorem, "A geometric series")
    assert r"\RecencyPart{A geometric series}{}" in written
    assert written.isascii()
    with pytest.raises(
        TypeError, match="Less is no theorem; expected what a rule or a chain proved"
    ):
        recency.latex(cast(Any, Less(0, q)), "a statement")


# -- the random walk ---------------------------------------------------------------------------

OWN: Any = {"TD(0)": [1], "rising": [1, 1.1, 0.5], "family": recency.LambdaReturn(0.9)}
#: the paper's chain with three states, as a user may have it
CHAIN: Any = {
    "gamma": 0.9,
    "start": np.int64(1),
    "P": np.array([[0, 0.5, 0, 0.5], [0.5, 0, 0.5, 0], [0, 0.5, 0, 0.5]]),
    "rewards": [(0, 0, 0, "-1"), Fraction(0), np.array([0.0, 0.0, 0.0, 1.0])],
}


def test_a_walk_has_the_numbers_of_the_simulation_for_weights_and_returns() -> None:
    found = recency.walk(OWN, trials=6, episodes=3, sizes=[0.3, "1/10", np.float64(0.2)], seed=7)
    settings = [Setting(name, recency.analyze(h, 0.9).ret) for name, h in OWN.items()]
    sizes = np.array([0.1, 0.2, 0.3])
    expected = simulate(random_walk(), settings, sizes, trials=6, episodes=3, seed=7)
    assert np.allclose(found.measured.squared, expected.squared)
    assert list(found.measured.sizes) == [0.1, 0.2, 0.3]
    for k, each in enumerate(found.returns):
        errors = np.sqrt(expected.squared[k]).mean(axis=1)
        low = int(errors.mean(axis=0).argmin())
        assert each.lowest == pytest.approx(
            (
                errors.mean(axis=0)[low],
                1.959964 * errors.std(axis=0, ddof=1)[low] / 6**0.5,
                sizes[low],
            )
        )
        assert each.last.size == 0.3
        assert each.last.error == pytest.approx(errors.mean(axis=0)[-1])
        h = map(float, each.ret.eligibilities(400))
        assert pytest.approx(sum(a * a * 0.99 ** (2 * i) for i, a in enumerate(h))) == each.Q
        assert found[each.name] == each


def test_a_walk_prints_what_the_command_does(capsys: pytest.CaptureFixture[str]) -> None:
    found = recency.walk("matched", trials=8, sizes=5, seed=2)
    words = "walk --variant matched --trials 8 --sizes 5 --seed 2 --jobs 1 --predict"
    assert cli.main(words.split()) == 0
    assert f"{found}\n" == capsys.readouterr().out
    assert cli.main([*words.split(), "--json"]) == 0
    assert json.loads(json.dumps(found.as_json())) == json.loads(capsys.readouterr().out)
    assert found["dense"].name == "λ-return"
    with pytest.raises(KeyError, match="there is no return 'm=4'; expected one of dense, m=3, m=5"):
        found["m=4"]


def test_a_walk_is_one_line_and_a_card_with_its_plot() -> None:
    found = recency.walk(
        {"a$b": [1], "_c": SAFE, "dense": [1, 1]}, trials=2, sizes=[0.1], episodes=1
    )
    assert repr(found) == "<Walk: 3 returns; 2 trials of 1 episode, 1 step size, seed 0>"
    assert [each.name for each in found] == ["a$b", "_c", "dense"]
    assert repr(found["a$b"]).startswith("<Learned: a$b; 0.")
    assert repr(found["a$b"]).endswith(" at 0.1; Q = 1.0000>")
    card = found._repr_html_()
    for each in found.returns:
        assert each.words in card
    assert "data:image/svg+xml," in card
    figure = found.plot()
    legend = figure.axes[0].get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == [r"a\$b", "_c", "dense"]
    assert "<svg" in figure._repr_svg_()


def test_errors_that_blow_up_are_shown_too() -> None:
    found = recency.walk({"up": [1, 1e9]}, trials=2, sizes=[0.5, 1], episodes=40)
    assert not np.isfinite(found["up"].last.error)
    assert repr(found["up"]) == "<Learned: up; diverged at 0.5; diverged at 1; Q = 9.801e+17>"
    assert "<img" in found._repr_html_()


def test_a_chain_of_ones_own_may_have_floats_and_arrays_and_be_used_again() -> None:
    found = recency.walk(OWN, CHAIN, trials=4, sizes=3)
    for name in ("P", "rewards", "start"):
        assert np.array_equal(getattr(found.chain, name), getattr(random_walk(3, 0.9), name))
    assert found.chain.gamma == 0.9
    for again in (found.chain, found.chain.as_json()):
        other = recency.walk(OWN, again, trials=4, sizes=3)
        assert np.array_equal(other.measured.squared, found.measured.squared)
    assert "small-alpha" not in str(recency.walk(chain=CHAIN, trials=2, sizes=2))  # of the paper's
    assert "small-alpha" not in str(recency.walk(trials=2, sizes=[0.1, 0.2]))
    assert "small-alpha" in str(recency.walk(trials=2, sizes=2))


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        ({"returns": "mine"}, "there is no variant 'mine'; expected one of printed, matched, auth"),
        (
            {"returns": {}},
            r"returns = \{\}; expected printed, matched or authors, or a dict with a",
        ),
        ({"returns": [1, 0.5]}, r"returns = \[1, 0\.5\]; expected printed, matched or authors"),
        ({"returns": {"a": [1, float("nan")]}}, r"weights\[1\] = nan"),
        ({"trials": 1}, "trials = 1; expected a whole number of at least 2"),
        ({"trials": 4.0}, r"trials = 4\.0; expected a whole number of at least 2"),
        ({"trials": 10**8}, "that makes 255000000000 errors, expected at most 100000000"),
        ({"episodes": 0}, "episodes = 0; expected a whole number of at least 1"),
        ({"seed": -1}, "seed = -1; expected a whole number of at least 0"),
        ({"sizes": 1}, "sizes = 1; expected a whole number of at least 2"),
        ({"sizes": []}, r"sizes = \[\]; expected how many, or a list of step sizes"),
        ({"sizes": "0.1"}, "sizes = '0.1'; expected how many, or a list of step sizes"),
        ({"sizes": [0.1, 1.5]}, "the step size 1.5; expected more than 0 and at most 1"),
        ({"sizes": [0.1, "x"]}, r"sizes\[1\]: 'x' is not a number"),
        ({"chain": [1]}, "expected an object with gamma, start, P, rewards"),
        ({"chain": {**CHAIN, "P": [[0.5, 0.25]]}}, "row 0 of P sums to 0.75, expected 1"),
        ({"chain": {**CHAIN, "gamma": True}}, "gamma is True, expected a number"),
        ({"chain": {**CHAIN, "gamma": float("nan")}}, "gamma = nan, expected a number"),
        ({"chain": {**CHAIN, "start": 1.5}}, "start = '3/2', expected a state from 0 to 2"),
    ],
    ids=str,
)
def test_what_is_no_walk_is_refused_in_one_line(given: Any, refusal: str) -> None:
    with pytest.raises(ValueError, match=refusal) as problem:
        recency.walk(**{"trials": 2, "sizes": 51, **given})
    assert "\n" not in str(problem.value)


# -- how values show themselves ----------------------------------------------------------------

VALUES = ["analysis", "divergent", "MRP", "large-MRP", "claim", "report", "search", "find"]
VALUES += ["spectrum", "large-spectrum", "walk"]


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
        "spectrum": recency.spectrum(recency.cycle(3, 0.9), [0, 0, 1]),
        "large-spectrum": recency.spectrum(recency.cycle(40, 0.9), SAFE),
        "walk": recency.walk("matched", trials=2, sizes=3),
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
    assert "data:image/svg+xml," in card
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


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda: recency.analyze(cast(Any, b"1,2"), 0.9), "weights = b'1,2'; expected a sequence"),
        (lambda: recency.analyze({1, 2}, 0.9), "weights = {1, 2}; expected a sequence of numbers"),
        (lambda: recency.analyze({1: 2}, 0.9), "weights = {1: 2}; expected a sequence of numbers"),
        (
            lambda: recency.analyze(cast(Any, np.array(0.9)), 0.9),
            "weights = Fraction(9, 10); expected a sequence of numbers",
        ),
        (
            lambda: recency.analyze(np.ma.array([1.0, 2.0], mask=[False, True]), 0.9),
            "weights[1] = masked; expected an exact number",
        ),
        (lambda: recency.analyze(cast(Any, np.ma.array(1.0, mask=True)), 0.9), "weights = masked"),
        (lambda: recency.analyze([1], np.ma.masked), "gamma = masked; expected an exact number"),
        (lambda: recency.analyze([1], Decimal("sNaN")), "gamma = Decimal('sNaN'); expected"),
        (
            lambda: recency.analyze([1, Decimal("1E-5000")], 0.9),
            "weights[1]: '1E-5000' has an exponent beyond 2000",
        ),
        (lambda: recency.cycle(2.5, 0.5), "k = 5/2, expected a cycle of k >= 1 states"),
        (lambda: recency.mrp({0: 1}, [1], 0.5), "P = {0: 1}, expected a list"),
        (lambda: recency.mrp([[1]], b"1", 0.5), "r = b'1', expected a list"),
        (lambda: recency.search("diverge"), "there is no goal 'diverge', expected some of"),
    ],
)
def test_what_is_no_number_and_no_list_is_refused_by_its_name(
    asked: Callable[[], object], said: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(said)) as refusal:
        asked()
    assert "\n" not in str(refusal.value)


def test_an_array_without_a_length_is_its_number() -> None:
    for gamma in (np.array(0.9), np.array(0.9, dtype=np.float32), np.float32(0.9)):
        assert recency.analyze(SAFE, cast(Any, gamma)).gamma == Fraction(9, 10)
    assert recency.cycle(2.0, 0.5) == recency.cycle(2, 0.5)


def test_a_goal_by_itself_is_searched_for() -> None:
    found = recency.search("diverges", examples=5)
    assert found == recency.search(["diverges"], examples=5)


def test_a_return_that_is_constant_says_its_weight() -> None:
    for made in (recency.WeightedReturn([], tail=1), recency.WeightedReturn([1], tail=1)):
        assert repr(recency.analyze(made, 0.9)).endswith("h = 1, then 1 for ever>")
