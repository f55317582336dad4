"""How cosines, eigenvalues and solutions are shown."""

from __future__ import annotations

import pytest
from sympy import Expr, Integer, Rational

from symbolic import (
    Bounded,
    CosTurn,
    CycleEigenvalue,
    Not,
    ReversibleBound,
    SinTurn,
    Statement,
    TwoStateEigenvalue,
    ZeroOnlyAt,
    index,
    real,
    sequence,
    series,
)
from symbolic.printing import statement_text, term_latex, term_text
from symbolic.statements import GAMMA, REWARD, VALUE, Z

x = real("x")
n, m, i = (index(name) for name in "nmi")
h = sequence("h")


@pytest.mark.parametrize(
    ("term", "shown"),
    [
        (CosTurn(n, m), "cos(2π·n/m)"),
        (SinTurn(-n, m), "sin(-2π·n/m)"),
        (CosTurn(n + 1, m), "cos(2π·(n + 1)/m)"),
        (CosTurn(n, m + 1), "cos(2π·n/(m + 1))"),
        (CosTurn(2 * n, 3 * m), "cos(4π·n/(3·m))"),
        (CosTurn(1, 3) ** 2, "cos(2π/3)^2"),
        (1 - SinTurn(n, 2), "1 - sin(2π·n/2)"),
        (x * CosTurn(0, 1), "x·cos(0)"),
    ],
)
def test_a_part_of_a_turn_in_text(term: Expr, shown: str) -> None:
    assert term_text(term) == shown


@pytest.mark.parametrize(
    ("term", "pieces"),
    [
        (CosTurn(n, m), (r"\cos", r"2\pi n/m")),
        (SinTurn(-n, m), (r"\sin", r"-2\pi n/m")),
        (CosTurn(n, m + 1), (r"\cos", r"/(m + 1)")),
        (CosTurn(1, 3) ** 2, (r"\cos^{2}", r"2\pi /3")),
    ],
)
def test_a_part_of_a_turn_in_latex(term: Expr, pieces: tuple[str, ...]) -> None:
    shown = term_latex(term)
    assert all(piece in shown for piece in pieces), shown
    assert shown.count("{") == shown.count("}")


def test_a_sum_over_a_turn_is_not_shown_as_a_product() -> None:
    """2 pi (n + 1)/m, not 2 pi n + 1/m."""
    assert "2\\pi n + 1" not in term_latex(CosTurn(n + 1, m))


@pytest.mark.parametrize(
    ("statement", "pieces"),
    [
        (
            TwoStateEigenvalue(Z * VALUE, GAMMA * (2 * x - 1), x),
            ("H v = z·v", "γ·(2·x - 1)", "(1, -1)", "probability x"),
        ),
        (
            CycleEigenvalue(Z * VALUE, x, SinTurn(n, m), m, n + 1),
            (
                "H v = z·v",
                "real part x and imaginary part sin(2π·n/m)",
                "exp(2π√-1·(n + 1)·s/m)",
                "m-cycle",
            ),
        ),
        (
            CycleEigenvalue(Z * VALUE, 0, 1, m + 1, 1),
            ("exp(2π√-1·1·s/(m + 1))", "(m + 1)-cycle"),
        ),
        (
            ReversibleBound(Z * VALUE, 1 - GAMMA),
            ("H v = z·v", "(1 - γ)·‖v - v'‖_d", "every reversible MRP"),
        ),
        (ZeroOnlyAt(Z * VALUE - REWARD, REWARD), ("z·v - r = 0", "only for v = r", "z = γP")),
        (Not(Bounded(h(n) * n, n, 0)), ("is unbounded",)),
    ],
    ids=lambda s: type(s).__name__,
)
def test_every_part_of_a_statement_is_shown(statement: Statement, pieces: tuple[str, ...]) -> None:
    shown = statement_text(statement)
    assert all(piece in shown for piece in pieces), shown


def test_different_turns_are_shown_differently() -> None:
    turns = [
        kind(a, b)
        for kind in (CosTurn, SinTurn)
        for a in (n, -n, n + m, n - m, 2 * n, Integer(1), Integer(-1))
        for b in (m, m + 1, 2 * m, Integer(2))
    ]
    turns += [series(CosTurn(i, m), i, 0, n), Rational(1, 2) * CosTurn(n, m)]
    for show in (term_text, term_latex):
        assert len({show(t) for t in turns}) == len(turns)
