"""Core terms and statements as LaTeX: every kind is shown, and nothing that matters is left out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from symbolic import (
    Bounded,
    CycleEigenvalue,
    Equal,
    ForAll,
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
)
from symbolic.core.terms import OPER, PROP, REAL, Term, var
from symbolic.printing import statement_inline, statement_latex, statement_text, term_latex
from symbolic.printing.displays import displayed
from symbolic.printing.html import statement_html
from symbolic.statements import GAMMA, REWARD, VALUE, Z
from tests.symbolic.printing.drawing import Drawing

x, k = real("x"), real("k")
n, m, i = (index(name) for name in "nmi")
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
        r"x + \mathrm{i} \Bigl( - \gamma \sin \Bigl( \frac{2\pi n}{m} \Bigr) \Bigr)",
    ),
    (CycleEigenvalue(Z * VALUE, x, -1, m, n), r"x + \mathrm{i} ( -1 )"),
    (OnConstants(Z * VALUE, GAMMA * k + k, k), r"= ( \gamma k + k ) \mathbf{1}"),
    (OnCycle(Z * VALUE, u(1), m, u), r"\text{ without rewards}"),
    (OnCycle(Z * VALUE, u(1), m, u), r"v(s_{j}) = u_{j} \text{ has the period } m"),
    (OperatorEqual(Z * VALUE, REWARD), r"\text{for all } v ,\ \text{where } z = \gamma P"),
    (OnEveryMRP(OperatorEqual(Z * VALUE, REWARD)), r"\text{ on every finite MRP}"),
    (Bounded(n * x, n, 2), r"( n x )_{n \geq 2} \text{ is bounded}"),
    (Less(V(0, 1), V(0, 2)), r"V_{t,1} < V_{t,2}"),
    (ForAll(n, m, ForAll(m, 0, Less(h(m), h(n)))), r"i \geq 0 \quad \text{for all } n \geq m"),
]


@pytest.mark.parametrize(("statement", "piece"), SHOWN, ids=[str(k) for k in range(len(SHOWN))])
def test_nothing_is_left_out(statement: Statement, piece: str) -> None:
    assert piece in statement_latex(statement)


@pytest.mark.parametrize("show", [statement_text, statement_latex, statement_inline])
def test_operators_are_not_numbers(show: Callable[[Term | Statement], str]) -> None:
    assert show(OperatorEqual(Z * VALUE, REWARD)) != show(Equal(Z * VALUE, REWARD))
    assert show(OperatorEqual(VALUE, VALUE)) != show(OnEveryMRP(OperatorEqual(VALUE, VALUE)))


def test_a_term_of_the_core_is_set_as_it_stands() -> None:
    a, b = var("a"), var("b")
    assert term_latex(b + a) == "b + a"
    assert term_latex(real("b") + real("a")) == "a + b"
