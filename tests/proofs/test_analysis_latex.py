"""The derivation that `recency analyze --latex` writes: its numbers, and what TeX makes of it."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from numeric_checks import analyze
from numeric_checks.safety.analysis_words import SCOPE
from proofs.companion.cli import main
from proofs.companion.documents import tex
from proofs.companion.documents.analysis_latex import fragment
from proofs.companion.documents.tex import typeset
from symbolic.returns import (
    GammaReturn,
    InvertedUReturn,
    LambdaReturn,
    LinearReturn,
    MonteCarloReturn,
    NStepReturn,
    SparseLambdaReturn,
    WeightedReturn,
)

needs_tex = pytest.mark.skipif(not tex.available(), reason=tex.INSTALL)

RETURNS: list[tuple[LinearReturn, str]] = [
    (WeightedReturn(["1", "1/2", "3/4"]), "9/10"),
    (WeightedReturn(["1"]), "9/10"),
    (WeightedReturn(["0", "0", "0", "1"]), "99/100"),
    (WeightedReturn([1, 0, 0, "-1"]), "9/10"),
    (WeightedReturn(["1", "10/9"]), "9/10"),
    (WeightedReturn(["0"]), "1/2"),
    (WeightedReturn(["2", "1"], "1/3"), "0.123456789"),
    (WeightedReturn([f"0.{999983 * i % 10**6:06}" for i in range(40, 0, -1)]), "1/2"),
    (WeightedReturn(["1", f"1/{10**300 + 1}", "-1e-30"]), "9/10"),
    (MonteCarloReturn(), "9/10"),
    (LambdaReturn("123456789/1000000007"), "9/10"),
    (SparseLambdaReturn("3/4", 50), "99/100"),
    (InvertedUReturn("9/10"), "9/10"),
    (GammaReturn("9/10", 12), "9/10"),
    (NStepReturn(200), "99/100"),
]


def problems(source: str, folder: Path) -> list[str]:
    (folder / "main.tex").write_text(source)
    made = typeset(folder, "main.tex")
    assert made.pdf is not None, made.problems
    return list(map(str, made.problems))


@needs_tex
def test_every_derivation_compiles_and_no_line_sticks_out(tmp_path: Path) -> None:
    """Taken in by one document, one after the other."""
    start = "\\documentclass{article}\\usepackage{amsmath,amssymb,amsthm}\\begin{document}"
    parts = [fragment(analyze(ret, gamma)) for ret, gamma in RETURNS]
    assert problems("\n".join([start, *parts, "\\end{document}"]), tmp_path) == []


@needs_tex
def test_a_derivation_is_a_document_of_its_own_too(tmp_path: Path) -> None:
    target = tmp_path / "mine.tex"
    words = ["analyze", "--weights", "1, 1/2, 3/4", "--gamma", "9/10"]
    assert main([*words, "--latex", str(target)]) == 0
    assert problems(target.read_text(), tmp_path) == []


def test_the_numbers_of_a_derivation_are_those_of_the_certificate() -> None:
    found = analyze(["1", "1/2", "3/4"], "9/10")
    certificate = found.decision.certificate()
    assert certificate is not None
    text = fragment(found)
    margin = re.search(r"Put \$m = ([0-9.]+)\$", text)
    assert margin is not None
    assert Fraction(margin[1]) == Fraction(certificate["margin"])
    assert SCOPE in " ".join(text.split())
    for q in certificate["square"]["coefficients"]:
        assert str(abs(q)) in text
    assert r"f(z) = (1 - z) \sum_{i \geq 0} h_i z^i = 1 - \frac{1}{2} z + \frac{1}{4} z^{2}" in text
    assert r"- \frac{9}{20} \cos  \theta" in text.replace(r"\cos \theta", r"\cos  \theta")
    least, most = re.findall(r"\\geq ([0-9.]+) \\cdot 10\^\{(-\d+)\}", text)[:2]
    assert Fraction("e".join(least)) >= Fraction("e".join(most))


def test_a_long_certificate_is_there_as_a_whole() -> None:
    """Every eligibility, every coefficient of the square, and no dots but those of the zeros."""
    found = analyze([1, *(f"1/{i}" for i in range(2, 30))], "9/10")
    certificate = found.decision.certificate()
    assert certificate is not None
    text = fragment(found)
    assert all(str(abs(q)) in text for q in certificate["square"]["coefficients"])
    assert all(rf"\frac{{1}}{{{i}}}" in text for i in range(2, 30))
    assert text.count(r"\dots") == 1


def test_another_return_is_another_derivation() -> None:
    texts = [
        fragment(analyze(weights, gamma))
        for weights in (["1", "1/2"], ["1", "1/3"], ["0", "1"])
        for gamma in ("9/10", "1/2")
    ]
    assert len(set(texts)) == 6
    assert ["cycle-criterion" in text for text in texts] == [False] * 4 + [True] * 2
    assert ["convergence-criterion" in text for text in texts] == [True] * 4 + [False] * 2


def test_nothing_is_proved_on_the_boundary() -> None:
    text = fragment(analyze(["1", "10/9"], "9/10"))
    assert r"\operatorname{Re} f(\gamma e^{i \theta}) = 0" in text
    assert "There is no certificate" in text
    assert "Theorem" not in text.partition(r"\begingroup")[2]
