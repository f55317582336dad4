"""Core terms and statements as LaTeX: every kind is shown, and nothing that matters is left out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from symbolic import (
    AtMost,
    Bounded,
    CycleEigenvalue,
    Equal,
    ForAll,
    IfLess,
    Less,
    OnConstants,
    OnCycle,
    OnEveryMRP,
    OperatorEqual,
    SinTurn,
    Statement,
    index,
    real,
    sequence,
    series,
)
from symbolic.core.terms import OPER, PROP, REAL, Term, var
from symbolic.printing import (
    statement_inline,
    statement_latex,
    statement_text,
    term_latex,
    term_text,
)
from symbolic.printing.displays import chained, displayed, inline
from symbolic.printing.html import statement_html
from symbolic.printing.latex import row
from symbolic.printing.layout import joined
from symbolic.printing.statements import statements_text
from symbolic.statements import GAMMA, REWARD, VALUE, Z
from tests.symbolic.printing.drawing import Drawing

x, k = real("x"), real("k")
n, m, i, j = (index(name) for name in "nmij")
h, u, V = sequence("h"), sequence("u"), sequence("V")


@pytest.mark.parametrize("share", range(4))
def test_whatever_is_drawn_is_set(share: int) -> None:
    for seed in range(share, 600, 4):
        random = Random(seed)
        drawn = Drawing(random, odd=0.1).of(random.choice([REAL, PROP, PROP, OPER]), 3)
        lines = [term_latex(drawn)] if drawn.sort != PROP else [
            statement_latex(drawn), statement_inline(drawn), *displayed(drawn)
        ]  # fmt: skip
        for line in lines:
            assert line.count("{") == line.count("}"), line
            assert "#" not in line.replace(r"\#", "")
            assert line.count("$") % 2 == 0


def test_whatever_is_drawn_has_html() -> None:
    for seed in range(150):
        drawn = Drawing(Random(seed)).of(PROP, 2)
        assert statement_html(drawn).startswith("<math")


SHOWN: list[tuple[Statement, str]] = [
    (
        CycleEigenvalue(Z * VALUE, x, -GAMMA * SinTurn(n, m), m, n),
        r"x + \mathrm{i} ( - \gamma \sin ( 2\pi n/m ) )",
    ),
    (CycleEigenvalue(Z * VALUE, x, -1, m, n), r"x + \mathrm{i} ( -1 )"),
    (OnConstants(Z * VALUE, GAMMA * k + k, k), r"= ( \gamma k + k ) \mathbf{1}"),
    (OnCycle(Z * VALUE, u(1), m, u), r"\text{ without rewards}"),
    (OnCycle(Z * VALUE, u(1), m, u), r"v(s_{j}) = u_{j} \text{ has the period } m"),
    (OperatorEqual(Z * VALUE, REWARD), r"\text{for all } v ,\ \text{where } z = \gamma P"),
    (OnEveryMRP(OperatorEqual(Z * VALUE, REWARD)), r"\text{ on every finite MRP}"),
    (Bounded(n * x, n, 2), r"( n x )_{n \geq 2} \text{ is bounded}"),
    (Less(V(0, 1), V(0, 2)), r"V_{t,1} < V_{t,2}"),
    (ForAll(n, m, ForAll(m, 0, Less(h(m), h(n)))), r"} n \geq m \text{ and } i \geq 0"),
    (ForAll(n, 0, ForAll(j, 0, Less(h(n), h(j)))), r"\text{for all } n , j \geq 0"),
]


@pytest.mark.parametrize(("statement", "piece"), SHOWN, ids=[str(k) for k in range(len(SHOWN))])
def test_nothing_is_left_out(statement: Statement, piece: str) -> None:
    assert piece in statement_latex(statement)


@pytest.mark.parametrize("show", [statement_text, statement_latex, statement_inline])
def test_operators_are_not_numbers(show: Callable[[Term | Statement], str]) -> None:
    assert show(OperatorEqual(Z * VALUE, REWARD)) != show(Equal(Z * VALUE, REWARD))
    assert show(OperatorEqual(VALUE, VALUE)) != show(OnEveryMRP(OperatorEqual(VALUE, VALUE)))


def test_what_reads_as_one_inequality_is_one() -> None:
    said = [AtMost(x, 1), Less(0, m), Less(0, x), AtMost(m, n), Less(1, 2), Less(2, 3)]
    assert statements_text(said) == ["0 < x ≤ 1", "0 < m ≤ n", "1 < 2", "2 < 3"]
    assert [inline(row) for row in chained(said)][:2] == ["$0 < x \\leq 1$", "$0 < m \\leq n$"]


def test_a_relation_in_brackets_is_no_case() -> None:
    assert term_latex(IfLess(n, m, 1, 0)) == r"\lbrack n < m \rbrack"
    assert "cases" in term_latex(IfLess(n, m, 2, 0))


def test_beside_other_terms_no_bound_variable_has_their_names() -> None:
    total = series(h(i), i, 0)
    assert term_text(total) == "Σ_{i≥0} h_i"
    assert term_text(total, frozenset({"i"})) == "Σ_{j≥0} h_j"
    assert joined(row(total, frozenset({"i"}))) == r"\sum_{j=0}^{\infty} h_{j}"


def test_a_term_of_the_core_is_set_as_it_stands() -> None:
    a, b = var("a"), var("b")
    assert term_latex(b + a) == "b + a"
    assert term_latex(real("b") + real("a")) == "a + b"
