"""LaTeX of sums, products, quotients and powers, read back by a reader of its own.

The reader knows the rules of a page and nothing of the printer: a power binds most, then products
and quotients from left to right, with or without a sign for them, then sums.  A quotient is a
fraction or, in a line of text, a slash; what stands below a slash must be one factor.
"""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random

import pytest

from symbolic.core.terms import REAL, Term, node, number, var
from symbolic.printing.latex import term_inline, term_latex

VARIABLES = [var(name, REAL) for name in ("x", "y", "gamma", "lambda")]
Point = dict[str, Fraction]
TOKENS = re.compile(r"\\[a-zA-Z]+|\d+|[a-z]|[-+/^{}()]")


class Reader:
    """Reads the value of a formula."""

    def __init__(self, latex: str, at: Point) -> None:
        cleaned = re.sub(r"\\[bB]igg?[lr](?=[()])", "", latex).replace("{} +", "+")
        self.tokens = TOKENS.findall(cleaned)
        assert "".join(self.tokens) == re.sub(r"\s", "", cleaned), latex
        self.at, self.place = at, 0

    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        found = self.next()
        assert found
        assert wanted in ("", found)
        self.place += 1
        return found

    def whole(self) -> Fraction:
        """The value of all of it."""
        found = self.total()
        assert not self.next()
        return found

    def total(self) -> Fraction:
        found = Fraction(0)
        sign = 1
        if self.next() == "-":
            self.take()
            sign = -1
        found = sign * self.product()
        while self.next() in ("+", "-"):
            sign = 1 if self.take() == "+" else -1
            found += sign * self.product()
        return found

    def product(self) -> Fraction:
        found = self.power()
        while self.next() not in ("", "+", "-", "}", ")"):
            if self.next() == "/":
                self.take()
                found /= self.power()
            else:
                if self.next() == r"\cdot":
                    self.take()
                found *= self.power()
        return found

    def power(self) -> Fraction:
        found = self.factor()
        if self.next() == "^":
            self.take()
            exponent = self.braced()
            assert exponent.denominator == 1
            found **= int(exponent)
        return found

    def braced(self) -> Fraction:
        self.take("{")
        found = self.total()
        self.take("}")
        return found

    def factor(self) -> Fraction:
        token = self.take()
        if token == "(":
            found = self.total()
            self.take(")")
            return found
        if token == r"\frac":
            above = self.braced()
            return above / self.braced()
        return Fraction(int(token)) if token.isdigit() else self.at[token.removeprefix("\\")]


def value(t: Term, at: Point) -> Fraction:
    """The value of a term."""
    match t.op:
        case "+":
            return sum((value(a, at) for a in t.args), Fraction(0))
        case "*":
            found = Fraction(1)
            for a in t.args:
                found *= value(a, at)
            return found
        case "inv":
            return 1 / value(t.args[0], at)
        case "pow":
            return value(t.args[0], at) ** int(value(t.args[1], at))
        case "num":
            return Fraction(t.data)
    assert t.op == "var"
    return at[t.data[0]]


def drawn(rng: Random, depth: int) -> Term:
    """A term with quotients of products of sums."""
    if depth == 0:
        return rng.choice([*VARIABLES, number(rng.randint(1, 9)), number(Fraction(1, 2))])
    a, b = drawn(rng, depth - 1), drawn(rng, depth - 1)
    match rng.randrange(6):
        case 0:
            return a + b
        case 1:
            return a - b
        case 2:
            return a * b
        case 3:
            return node("pow", None, (a, number(rng.randint(2, 3))))
        case 4:
            return a * node("inv", None, (b,))
        case _:
            return (a + b) * (a - b + 1) * node("inv", None, (b * (1 + a),))


@pytest.mark.parametrize("form", [term_latex, term_inline])
def test_the_latex_of_a_term_has_its_value(form: object) -> None:
    assert callable(form)
    tried = 0
    for seed in range(1500):
        rng = Random(seed)
        term = drawn(rng, rng.randint(1, 3))
        for _ in range(3):
            at = {v.data[0]: Fraction(rng.randint(-40, 40), 7) for v in VARIABLES}
            try:
                expected = value(term, at)
            except ZeroDivisionError:
                continue
            assert Reader(form(term), at).whole() == expected, (seed, form(term), term)
            tried += 1
    assert tried > 3000


def test_a_product_below_a_slash_is_in_brackets() -> None:
    x, y, gamma, _ = VARIABLES
    assert term_inline(x / ((1 - x) * (1 - y))) == r"x/\bigl(( 1 - x ) ( 1 - y )\bigr)"
    assert term_inline(x / (1 - y)) == r"x/\bigl(1 - y\bigr)"
    assert term_inline(x / (y / gamma)) == r"x/\bigl(y/\gamma\bigr)"
