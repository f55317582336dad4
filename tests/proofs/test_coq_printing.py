"""A term printed for Coq has the value it had, and what is no such term is refused."""

from __future__ import annotations

import ast
import operator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, reject, strategies as st
from sympy import Expr, Float, Integer, Rational, Symbol, cos, oo, sqrt

from proofs.companion.coq.printing import NotPrintable, symbols, term
from symbolic.terms import index, real, sequence, series
from tests.symbolic.evaluation import number

a, b, m, n = real("a"), real("b"), index("m"), index("n")
VALUES: dict[Any, Fraction] = {
    a: Fraction(-3, 7),
    b: Fraction(5, 2),
    m: Fraction(3),
    n: Fraction(2),
}
OPERATIONS: dict[type[ast.operator], Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}


def value(shown: str) -> Fraction:
    """Coq's + - * / ^ bind as Python's + - * / ** do, where exponents are not negative."""

    def of(node: ast.expr) -> Fraction:
        match node:
            case ast.BinOp(left, op, right):
                if isinstance(op, ast.Pow):
                    return of(left) ** int(of(right))
                return Fraction(OPERATIONS[type(op)](of(left), of(right)))
            case ast.UnaryOp(ast.USub(), operand):
                return -of(operand)
            case ast.Constant(int(number)):
                return Fraction(number)
            case ast.Name(name):
                return next(v for s, v in VALUES.items() if s.name == name)
        raise AssertionError(ast.dump(node))

    return of(ast.parse(shown.replace("^", "**"), mode="eval").body)


rationals = st.fractions(-3, 3, max_denominator=4).map(
    lambda q: Rational(q.numerator, q.denominator)
)
exponents = st.sampled_from([Integer(2), Integer(3), m, n, m + 1, 2 * n, m * n + m, m + n + 2])
terms = st.recursive(
    st.one_of(rationals, st.sampled_from([a, b])),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda p: p[0] + p[1]),
        st.tuples(inner, inner).map(lambda p: p[0] - p[1]),
        st.tuples(inner, inner).map(lambda p: p[0] * p[1]),
        st.tuples(inner, inner).filter(lambda p: p[1] != 0).map(lambda p: p[0] / p[1]),
        st.tuples(inner, exponents).map(lambda p: p[0] ** p[1]),
    ),
    max_leaves=12,
)


@given(terms)
def test_a_printed_term_has_the_value_of_the_term(drawn: Expr) -> None:
    try:
        expected, shown = number(drawn, VALUES), term(drawn)
    except (ZeroDivisionError, NotPrintable):  # quotients by 0, and 1/a^m
        reject()
    assert value(shown) == expected


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        (Rational(-3, 4), "- 3 / 4"),
        (a - Rational(1, 2), "a - 1 / 2"),
        (-a - b, "(- a) - b"),
        ((a + b) ** 2 / (a * b), "(a + b) ^ 2 / (a * b)"),
        (Rational(2, 3) * a / b**m, None),
        (1 / a**2, "1 / a ^ 2"),
    ],
)
def test_terms_read_as_in_coq(expression: Expr, shown: str | None) -> None:
    if shown is None:
        with pytest.raises(NotPrintable, match="exponent"):
            term(expression)
    else:
        assert term(expression) == shown


@pytest.mark.parametrize(
    "expression",
    [
        Float(0.5),
        sqrt(a),
        cos(a),
        a**b,
        oo,
        m,
        a + m,
        a ** (m - 1),
        series(a**n, n, 0),
        sequence("h")(m),
        Symbol("as", real=True),
        Symbol("λ", real=True),
        Symbol("a. Axiom b", real=True),
        Symbol("R", real=True),
    ],
)
def test_anything_else_is_refused(expression: Expr) -> None:
    with pytest.raises(NotPrintable):
        term(expression)


def test_symbols_have_the_types_of_their_sorts() -> None:
    assert symbols(a**m / b) == (("a", "R"), ("b", "R"), ("m", "nat"))
