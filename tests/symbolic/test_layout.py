"""Formulas in LaTeX: nothing is lost when they are broken, and the lines fit."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st
from sympy import Abs, Expr, Integer, Rational

from proofs.companion import ledger
from proofs.companion.claims import catalogue
from symbolic import CosTurn, FloorDiv, IfLess, SinTurn, index, real, sequence, series
from symbolic.printing.displays import ROOM, rows
from symbolic.printing.latex import row, term_inline, term_latex
from symbolic.printing.layout import INDENT, Item, bracketed, broken, joined, lines, width
from tests.symbolic.exact import terms

x, gamma, lam, eps = (real(name) for name in ("x", "gamma", "lambda", "epsilon"))
i, m, n = index("i"), index("m"), index("n")
h, G, delta, a = (sequence(name) for name in ("h", "G", "delta", "a"))

SHOWN = [
    (gamma ** (n + 1), r"\gamma^{n + 1}"),
    (1 + gamma, r"1 + \gamma"),
    (h(n + 1), "h_{n + 1}"),
    (a(n) ** 2, "a_{n}^{2}"),
    (G(n) ** 2, "( G_{t}^{(n)} )^{2}"),
    (delta(i), r"\delta_{t+i}"),
    (eps * x, r"\varepsilon x"),
    (-x, "- x"),
    (Rational(-1, 2) * x, r"- \frac{x}{2}"),
    ((1 - gamma) / (1 + gamma), r"\frac{1 - \gamma}{1 + \gamma}"),
    (series(h(i), i, 0), r"\sum_{i=0}^{\infty} h_{i}"),
    (x * series(h(i), i, 0, n), r"x \sum_{i=0}^{n} h_{i}"),
    (Abs(x - 1), r"\lvert x - 1 \rvert"),
    (FloorDiv(n - 1, m), r"\lfloor ( n - 1 ) / m \rfloor"),
    (CosTurn(2 * i, n + 1), r"\cos ( 4\pi i/(n + 1) )"),
    (SinTurn(-i, n), r"\sin ( -2\pi i/n )"),
    (
        IfLess(i, 2, IfLess(i, 1, x, gamma), 0),
        r"\begin{cases} x & i < 1 \\ \gamma & i < 2 \\ 0 & \text{otherwise} \end{cases}",
    ),
    (
        IfLess(i, n, IfLess(i, m, 1, 2), 0),
        r"\begin{cases} \begin{cases} 1 & i < m \\ 2 & \text{otherwise} \end{cases} & i < n \\ "
        r"0 & \text{otherwise} \end{cases}",
    ),
    (gamma * IfLess(i, n, x, 0), None),
    (real("step_size"), r"\mathit{step}_{\mathit{size}}"),
    (real("Var_N"), r"\operatorname{Var}_{N}"),
    (real("100%"), r"\mathit{100\%}"),
]


@pytest.mark.parametrize(("term", "latex"), SHOWN, ids=[str(t) for t, _ in SHOWN])
def test_a_term_is_set_as_a_paper_would(term: Expr, latex: str | None) -> None:
    if latex is None:
        assert term_latex(term).endswith(r"\end{cases}")
    else:
        assert term_latex(term) == " ".join(latex.split())


def test_in_a_line_of_text_fractions_are_flat_and_brackets_small() -> None:
    quotient = gamma * (1 - lam) / (1 - gamma**m * lam)
    assert "frac" in term_latex(quotient)
    assert term_inline(quotient) == r"\gamma ( 1 - \lambda )/\bigl(1 - \lambda \gamma^{m}\bigr)"
    assert "bigg" not in term_inline(x * (1 + series(h(i), i, 0)))
    assert "bigg" in term_latex(x * (1 + series(h(i), i, 0)))


def commands(line: str) -> list[str]:
    """What is set, without the marks of a broken line."""
    return re.findall(r"\\[A-Za-z]+|[^\s{}\\]", line.replace(r"\cdot", ""))


@given(terms(5), st.sampled_from([40.0, 80.0, 160.0, 320.0]))
def test_a_broken_formula_has_the_same_pieces_in_the_same_order(term: Expr, room: float) -> None:
    formula = row(term)
    found = broken(formula, room)
    assert [c for _, line in found for c in commands(line)] == commands(joined(formula))


@given(terms(5), st.sampled_from([80.0, 160.0, 320.0]))
def test_a_line_is_too_long_only_if_it_has_no_place_to_break(term: Expr, room: float) -> None:
    formula = row(term)
    for indent, line in lines(formula, room):
        assert indent % INDENT == 0
        if indent + width(line) > room:
            assert all(item.depth is None for item in line[1:])
    if width(formula) <= room:
        assert broken(formula, room) == [(0.0, joined(formula))]


@given(terms(5))
def test_brackets_and_braces_are_balanced(term: Expr) -> None:
    for shown in (term_latex(term), term_inline(term)):
        assert shown.count("{") == shown.count("}")
        assert shown.count(r"\begin") == shown.count(r"\end")
        assert shown.count("(") == shown.count(")")
        for size in ("B", "bigg"):
            assert shown.count(rf"\{size}l") == shown.count(rf"\{size}r")


def test_a_long_sum_is_broken_before_its_signs() -> None:
    long = sum((x**k * h(k) for k in range(12)), Integer(0))
    found = broken(row(long), 150.0)
    assert len(found) > 2
    assert all(line.startswith("{} +") for _, line in found[1:])
    assert all(indent == INDENT for indent, _ in found[1:])


def test_a_line_does_not_begin_inside_short_brackets_if_it_can_begin_elsewhere() -> None:
    wide = series(h(i) * gamma**i, i, 0) + series(h(i) * gamma ** (i + 1), i, n)
    found = broken(row(lam + wide * (1 + x)), 140.0)
    assert len(found) > 1
    assert not any(re.match(r"\{\} [+-] x", line) for _, line in found)


def test_brackets_are_as_tall_as_what_they_enclose() -> None:
    for tall, mark in enumerate(("(", r"\Bigl(", r"\biggl(")):
        assert bracketed((Item("x", 6.0, tall),))[0].latex == mark


@pytest.mark.parametrize("claim_id", [entry.id for entry in catalogue.entries()])
def test_every_statement_of_the_ledger_fits_into_its_lines(claim_id: str) -> None:
    for part in ledger.load(claim_id).parts:
        for formula in rows(part.says):
            for indent, line in lines(formula, ROOM):
                assert indent + width(line) <= ROOM, joined(line)
