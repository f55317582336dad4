"""Statements about covariances, margins and on-policy updates: meaning, substitution, printing."""

from __future__ import annotations

from itertools import combinations

import pytest
from sympy import Expr, Float, Integer, Rational

from symbolic import (
    Bounded,
    Dissipative,
    ForAll,
    OnEveryMRP,
    OnPolicyConverges,
    PositiveDefinite,
    Statement,
    given,
    index,
    real,
    sequence,
)
from symbolic.core.polynomials import key
from symbolic.printing import statement_inline, statement_latex, statement_text
from symbolic.printing.html import statement_html
from symbolic.rules import classical
from symbolic.statements import GAMMA, REWARD, VALUE, Contracts, IllFormed, Z
from symbolic.statements.stationary import DESCENDED, DESCENT
from symbolic.writing import assume
from symbolic.writing.publication import published
from symbolic.writing.theorem import Undefined

x, y = real("x"), real("y")
i, k, m, n = (index(name) for name in "ikmn")
h, g, rho = sequence("h"), sequence("g"), sequence("rho")

DIFFERENT: list[tuple[Statement, ...]] = [
    (PositiveDefinite(rho(n), n), PositiveDefinite(rho(i), i)),
    (PositiveDefinite(rho(n + 1), n),),
    (PositiveDefinite(2 * rho(n), n),),
    (Bounded(rho(n), n, 0),),
    (Dissipative(Z * VALUE, x), Dissipative(VALUE * Z, 2 * x - x)),
    (Dissipative(Z * VALUE, -x),),
    (Dissipative(VALUE, x),),
    (Contracts(Z * VALUE, x),),
    (OnEveryMRP(Dissipative(Z * VALUE, x)),),
    (OnPolicyConverges(Z * VALUE), OnPolicyConverges(VALUE * Z)),
    (OnPolicyConverges(Z**2 * VALUE),),
    (OnEveryMRP(OnPolicyConverges(Z * VALUE)),),
]


@pytest.mark.parametrize("family", DIFFERENT, ids=lambda family: statement_text(family[0])[:60])
def test_one_meaning_has_one_key(family: tuple[Statement, ...]) -> None:
    assert len({s.key for s in family}) == 1
    for s in family:
        s.check()


def test_different_meanings_have_different_keys_and_look_different() -> None:
    for one, other in combinations(DIFFERENT, 2):
        assert one[0].key != other[0].key
        for show in (statement_text, statement_latex, statement_inline, statement_html):
            assert show(one[0]) != show(other[0])


ILL_FORMED: list[tuple[str, Statement]] = [
    ("covariances from another lag on", PositiveDefinite(rho(n), n, Integer(1))),
    ("covariances in a real variable", PositiveDefinite(x, x)),
    ("a margin that depends on the MRP", Dissipative(VALUE, Z)),
    ("a margin that is a vector", Dissipative(VALUE, VALUE)),
    ("a margin that is not exact", Dissipative(VALUE, Float("0.5"))),
    ("updates with something that is no term", OnPolicyConverges(0.5 * VALUE)),
    ("one name for two things", PositiveDefinite(rho(index("x")) * x, index("x"))),
]


@pytest.mark.parametrize("statement", [s for _, s in ILL_FORMED], ids=[n for n, _ in ILL_FORMED])
def test_what_makes_no_sense_is_refused(statement: Statement) -> None:
    with pytest.raises(ValueError, match=r"."):
        statement.check()


def test_the_index_of_covariances_is_bound() -> None:
    statement = PositiveDefinite(h(n, i), n)
    assert statement.free_symbols == {i}
    assert statement.substitute({n: m}).key == statement.key
    assert statement.substitute({i: n}).key == PositiveDefinite(h(k, n), k).key
    put = PositiveDefinite(rho(n), n).substitute_sequence(rho, (k,), g(k) + n)
    assert put.key == PositiveDefinite(g(k) + n, k).key


def test_covariances_are_defined_from_lag_zero_on() -> None:
    """x^n needs nothing for n >= 0, and x^(n-1) does."""
    published(assume(given(), PositiveDefinite(x**n, n)))
    with pytest.raises(Undefined, match="x ≠ 0 for all"):
        published(assume(given(), PositiveDefinite(x ** (n - 1), n)))


@pytest.mark.parametrize(
    "statement",
    [Dissipative(x * VALUE, x), OnPolicyConverges(x * VALUE)],
    ids=lambda s: type(s).__name__,
)
def test_what_stands_for_the_mrp_is_not_replaced(statement: Statement) -> None:
    mappings: list[dict[Expr, Expr]] = [{Z: x}, {x: Z}, {x: VALUE + 1}, {GAMMA: Rational(1, 2)}]
    for mapping in mappings:
        with pytest.raises(IllFormed):
            statement.substitute(mapping)
    with pytest.raises(IllFormed):
        statement.substitute_sequence(h, (k,), Z * k)
    assert GAMMA in statement.free_symbols
    assert statement.substitute({x: y + 1}) == type(statement)(
        *((y + 1) * VALUE if part.has(VALUE) else y + 1 for part in statement._outer())
    )


@pytest.mark.parametrize(
    ("statement", "pieces"),
    [
        (PositiveDefinite(rho(n), n), ("(ρ_n)_{n≥0}", "positive definite")),
        (
            Dissipative(REWARD + Z * VALUE, 1 - GAMMA),
            ("H v = r + z·v", "z = γP", "≥ (1 - γ)·⟨w, w⟩_d", "w = v - v'", "stationary"),
        ),
        (
            OnEveryMRP(OnPolicyConverges(REWARD + Z * VALUE)),
            ("H v = r + z·v", "α_t·Φᵀ·D·(H(Φ w_t) - Φ w_t)", "one fixed point", "0 ≤ α_t ≤ a",
             "infinite sum", "full column rank", "d > 0", "on every finite MRP"),
        ),
    ],
    ids=lambda s: type(s).__name__,
)  # fmt: skip
def test_every_part_of_a_statement_is_shown(statement: Statement, pieces: tuple[str, ...]) -> None:
    shown = statement_text(statement)
    assert all(piece in shown for piece in pieces), shown
    latex = statement_latex(statement)
    assert latex.count("{") == latex.count("}")


def test_the_descent_is_about_arbitrary_numbers() -> None:
    for statement in (*DESCENT, DESCENDED):
        statement.check()
    assert sum(isinstance(s, ForAll) for s in DESCENT) == 5


def test_the_descent_of_authors_is_that_of_the_rule() -> None:
    assert {s.key for s in DESCENT} == set(map(key, classical.DESCENT))
    assert DESCENDED.key is key(classical.DESCENDED)
