"""Terms in the order of the paper: the same statement, and one order for each."""

from __future__ import annotations

from random import Random

import pytest
from sympy import Expr, Rational

from symbolic import index, real, sequence, series
from symbolic.core.polynomials import key
from symbolic.core.terms import PROP
from symbolic.printing import term_text
from symbolic.printing.order import tidy
from symbolic.printing.plain import formula
from symbolic.printing.reading import read
from tests.symbolic.printing.drawing import Drawing

gamma, lam, x, z, r, v = (real(name) for name in ("gamma", "lambda", "x", "z", "r", "v"))
i, j, n = (index(name) for name in "ijn")
h, V, delta, c = (sequence(name) for name in ("h", "V", "delta", "c"))


@pytest.mark.parametrize("share", range(4))
def test_order_changes_nothing_that_is_said(share: int) -> None:
    for seed in range(share, 800, 4):
        drawn = Drawing(Random(seed)).of(PROP, 3)
        ordered, names = tidy(drawn)
        assert key(ordered) is key(drawn)
        assert tidy(ordered, names)[0] is ordered
        assert read(formula(ordered, names)) is not None


@pytest.mark.parametrize(
    ("term", "shown"),
    [
        (n - 1, "n - 1"),
        (1 + gamma, "1 + γ"),
        (gamma**2 - gamma, "γ^2 - γ"),
        (-x - 1, "-1 - x"),
        (x / 2 - Rational(1, 3), "x/2 - 1/3"),
        (gamma**i * h(i) * lam * (1 - gamma), "λ·(1 - γ)·h_i·γ^i"),
        (V(n) * gamma**n, "γ^n·V_{t+n}"),
        (series(h(i), i, 0) + x - c(n), "x - c_n + Σ_{i≥0} h_i"),
        (series(c(i), i, n) + series(c(i), i, 0, n - 1), "Σ_{i=0}^{n-1} c_i + Σ_{i≥n} c_i"),
        (v * z**n + r / (1 - z), "v_π + z^n·v"),
        (series(h(i) * series(delta(j), j, 0, i), i, 0), "Σ_{i≥0} h_i·Σ_{j=0}^{i} δ_{t+j}"),
    ],
)
def test_a_term_stands_in_the_order_of_the_paper(term: Expr, shown: str) -> None:
    assert term_text(term) == shown
