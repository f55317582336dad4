"""What authors write is understood, or refused in words that say what to write."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy

from symbolic import (
    AtMost,
    Chain,
    Equal,
    Less,
    NotEqual,
    ProofError,
    Rational,
    Statement,
    define,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.core import kernel, terms
from symbolic.library import infer
from symbolic.statements import IllFormed
from symbolic.statements.entry import stated
from symbolic.terms import NotATerm
from symbolic.writing import algebra, assume, generalise, linear_combination, recall, scale
from symbolic.writing.refusals import told
from tests.symbolic.rule_cases import RAW

gamma, x, n, h = real("gamma"), real("x"), index("n"), sequence("h")

UNDERSTOOD = [
    (gamma > 0, Less(0, gamma)),
    (gamma < 1, Less(gamma, 1)),
    (gamma >= 1, AtMost(1, gamma)),
    (gamma <= Rational(1, 2), AtMost(gamma, "1/2")),
    (sympy.Eq(h(n), 1), Equal(h(n), 1)),
    (sympy.Ne(gamma, 0), NotEqual(gamma, 0)),
    (sympy.Ge(n, 1), AtMost(1, n)),
    (sympy.Gt(x, gamma), Less(gamma, x)),
]


@pytest.mark.parametrize(("written", "meant"), UNDERSTOOD, ids=str)
def test_a_comparison_of_sympy_is_a_statement(written: Any, meant: Statement) -> None:
    assert stated(written) == meant
    assert given(written).facts[0].statement == assume(given(), written).statement == meant
    assert recall(given(written), written).statement == meant


@pytest.mark.parametrize(
    "number",
    [Fraction(9, 10), Decimal("0.9"), "0.9", "9/10", Rational("0.9")],
    ids=lambda x: type(x).__name__,
)
def test_an_exact_number_is_a_term(number: Any) -> None:
    assert Less(x, number) == Less(x, Rational(9, 10))
    assert algebra(given(), number, Rational(9, 10)).statement.free_symbols == frozenset()
    assert Chain(given(), number).to(Rational(9, 10)).qed().statement.key == Equal(9, 9).key
    assert define("entry_number", (n,), number).body == Rational(9, 10)


def test_an_integer_of_numpy_is_a_term() -> None:
    assert AtMost(np.int64(3), n) == AtMost(3, n)
    assert series(h(n), n, np.int32(0), 2) == series(h(n), n, 0, 2)


@pytest.mark.parametrize("number", [0.9, np.float64(0.9), sympy.Float("0.9")])
def test_a_float_is_refused_with_the_number_that_was_meant(number: Any) -> None:
    says = r"0\.9 is a float and not exact: write Rational\('0\.9'\) or '9/10'"
    calls: list[Callable[[], Any]] = [
        lambda: given(Less(x, number)),
        lambda: given(x < number),
        lambda: given(Less(x, number * gamma)),
        lambda: algebra(given(), number, x),
        lambda: Chain(given(), number),
        lambda: Chain(given(), x).to(number),
        lambda: scale(given(), assume(given(), Less(0, x)), number),
        lambda: series(number * h(n), n, 0) and algebra(given(), series(number * h(n), n, 0), x),
    ]
    for call in calls:
        with pytest.raises(NotATerm, match=says):
            call()
    with pytest.raises(NotATerm, match=says):
        Less(x, np.float32(0.9))


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (float("nan"), "nan is not a number"),
        (float("inf"), "inf is not a number"),
        ("gamma", "the text 'gamma' is not a term: write real"),
        (None, "None is not a term, expected a number, or an expression in variables"),
        ((1, 2), "tuple of 2 is not a term"),
        (1 < 2, "True is not a term: the comparison was decided when it was written"),
        (gamma < 1, "gamma < 1 is not a term"),
        (Less(gamma, 1), "Less is not a term"),
        (sympy.sin(x), "not part of the language"),
        (sympy.Symbol("y"), r"y must have a sort and nothing more: use index\(\) or real\(\)"),
    ],
    ids=str,
)
def test_what_is_no_term_is_refused_in_words(number: Any, says: str) -> None:
    with pytest.raises(NotATerm, match=says):
        algebra(given(), x, number)


DECIDED = "the comparison was decided when it was written: expected one such as Less"


@pytest.mark.parametrize(
    ("thing", "says"),
    [
        (1 < 2, f"True is neither a theorem nor a statement, {DECIDED}"),
        (gamma == 1, f"False is neither a theorem nor a statement, {DECIDED}"),
        (sympy.true, f"True is neither a theorem nor a statement, {DECIDED}"),
        (np.bool_(True), f"True is neither a theorem nor a statement, {DECIDED}"),
        ("gamma < 1", "the text 'gamma < 1' is neither a theorem nor a statement, expected one"),
        (None, "None is neither a theorem nor a statement, expected one such as Less"),
        ((gamma > 0, gamma < 1), "tuple of 2 is neither .* by itself: put a star before it"),
        ([Less(0, gamma)], "list of 1 is neither .* by itself: put a star before it"),
        ((gamma > 0) & (gamma < 1), "expected each comparison by itself"),
        (gamma, "γ is neither a theorem nor a statement, expected one such as Less"),
        (Less, "the class Less is neither a theorem nor a statement"),
    ],
    ids=str,
)
def test_what_is_no_statement_is_refused_in_words(thing: Any, says: str) -> None:
    with pytest.raises(ProofError, match=says):
        given(thing)
    with pytest.raises((ProofError, IllFormed), match="is not a statement"):
        recall(given(), thing)


def test_arguments_in_the_wrong_place_are_refused_in_words() -> None:
    positive: Any = Less(0, x)
    ctx: Any = given(positive)
    name: Any = "n"
    fact = ctx.facts[0]
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: scale(ctx, positive, 2), "the statement 0 < x is not a theorem: prove it, or"),
        (lambda: scale(positive, fact, 2), "the statement 0 < x is not a context: write given"),
        (lambda: scale(fact, ctx, 2), "a theorem is not a context: write given"),
        (lambda: Chain(positive, x), "the statement 0 < x is not a context"),
        (lambda: Chain(ctx, x).by(positive), "the statement 0 < x is not a theorem"),
        (lambda: Chain(ctx, x).to(x, positive), "the statement 0 < x is not a theorem"),
        (lambda: generalise(ctx, fact, name, 0), "the text 'n' is not a variable: write index"),
        (lambda: linear_combination(ctx, x, x, fact), "not a pair of a number and a theorem"),
    ]
    for call, says in calls:
        with pytest.raises(ProofError, match=says):
            call()


def test_what_the_core_refuses_with_terms_of_its_own_is_said_in_words() -> None:
    i, y = terms.var("i", terms.INT), terms.var("y")
    zero = infer.assume(terms.le(0, i))
    square = infer.combination(terms.le(0, y**2), [(1, [y])])
    everywhere = infer.generalise(infer.discharge(zero, terms.le(0, i)), i)
    calls: list[Callable[[], object]] = [
        lambda: infer.generalise(zero, i),
        lambda: infer.restate(square, terms.le(0, y)),
        lambda: infer.specialise(everywhere, y),
        lambda: infer.detach(infer.discharge(zero, terms.le(0, i)), square),
        lambda: infer.instantiate(zero, {i: y}),
        lambda: infer.assume(y),
    ]
    for call in calls:
        with pytest.raises((kernel.Refused, terms.IllFormed)) as refusal:
            call()
        assert not RAW.search(told(refusal.value)), told(refusal.value)


@pytest.mark.parametrize(
    "raw",
    ["#2000 is no sum", "AtMost(lhs=2, rhs=N)", "pow(q, (#0 + -1))", "q**n", "(0 <= x) |- x"],
)
def test_a_raw_form_is_noticed(raw: str) -> None:
    assert RAW.search(raw)
    assert not RAW.search("geometric series: the side condition |γ·λ| < 1 does not follow")
