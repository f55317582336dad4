"""What is not a return is refused in one line; what is one cannot be changed; conditions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from sympy import Integer

from numeric_checks.instances.strategies import rationals
from symbolic.returns import (
    DelayedLambdaReturn,
    DelayedReturn,
    GammaReturn,
    InvalidReturn,
    InvertedUReturn,
    LambdaReturn,
    NStepReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
    WeightedReturn,
)
from symbolic.returns.conditions import Condition
from symbolic.terms import real

lam, a, b = real("lam"), real("a"), real("b")

LAM = r"expected 0 <= lam <= 1"
REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: LambdaReturn("3/2"), rf"LambdaReturn: lam = '3/2'; {LAM}"),
    (lambda: LambdaReturn(Fraction(-1, 10)), rf"lam = -1/10; {LAM}"),
    (lambda: LambdaReturn(0.9), r"lam = 0\.9; .*a float is not exact"),
    (lambda: LambdaReturn(float("nan")), "lam = nan; .*a float is not exact"),
    (lambda: LambdaReturn("nan"), "lam: 'nan' is not a number"),
    (lambda: LambdaReturn("__import__('os')"), "is not a number"),
    (lambda: LambdaReturn("1/0"), "divides by zero"),
    (lambda: LambdaReturn(sympy.nan), "lam: nan is not exact"),
    (lambda: LambdaReturn(sympy.oo), "lam: oo is not exact"),
    (lambda: LambdaReturn(sympy.Float("0.5")), "is a float and not exact"),
    (lambda: LambdaReturn(sympy.sqrt(2) / 2), "LambdaReturn: lam: .*is not an integer"),
    (lambda: LambdaReturn(sympy.Symbol("x")), "x must have a sort"),
    (lambda: LambdaReturn(True), r"lam = True; expected"),
    (lambda: LambdaReturn(None), r"lam = None; expected"),  # type: ignore[arg-type,unused-ignore]
    (lambda: NStepReturn(0), r"NStepReturn: n = 0; expected an integer n >= 1"),
    (lambda: NStepReturn("3/2"), r"n = '3/2'; expected an integer n >= 1"),
    (lambda: NStepReturn(lam), r"n = lam; expected an integer n >= 1 or an integer symbol"),
    (lambda: NStepReturn(True), r"n = True; expected an integer"),
    (
        lambda: SparseLambdaReturn("1/2", 0),
        r"SparseLambdaReturn: m = 0; expected an integer m >= 1",
    ),
    (lambda: SparseLambdaReturn(lam, lam), r"m = lam; expected an integer"),
    (lambda: TruncatedLambdaReturn(2, 3), rf"TruncatedLambdaReturn: lam = 2; {LAM}"),
    (lambda: TruncatedLambdaReturn("1/2", 0), r"N = 0; expected an integer N >= 1"),
    (lambda: DelayedReturn(-1), r"DelayedReturn: tau = -1; expected an integer tau >= 0"),
    (lambda: DelayedLambdaReturn("1/2", "1/2"), r"tau = '1/2'; expected an integer tau >= 0"),
    (lambda: InvertedUReturn(1), r"InvertedUReturn: lam = 1; expected 0 <= lam < 1"),
    (lambda: GammaReturn("1.1", 3), r"gamma = '1.1'; expected 0 <= gamma <= 1"),
    (lambda: GammaReturn("0.9", 0), r"length = 0; expected an integer length >= 1"),
    (lambda: WeightedReturn([]), "weights is empty; expected at least one weight, or a tail != 0"),
    (lambda: WeightedReturn([1, 0.5]), r"weights\[1\] = 0\.5; "),
    (lambda: WeightedReturn("1, 1/2"), r"weights = '1, 1/2'; expected a sequence"),
    (lambda: WeightedReturn([1], tail="x"), "tail: 'x' is not a number"),
    (lambda: WeightedReturn.from_nstep_weights([]), "c is empty"),
    (lambda: WeightedReturn.from_nstep_weights([1, None]), r"c\[1\] = None"),  # type: ignore[list-item,unused-ignore]
    (lambda: NStepReturn(2).h(-1), r"i = -1; expected an integer i >= 0"),
    (lambda: NStepReturn(2).c(0), r"n = 0; expected an integer n >= 1"),
    (lambda: NStepReturn(2).h(lam), r"i = lam; expected an integer"),
    (lambda: NStepReturn(2).h("1"), r"i = '1'; expected an integer"),
    (lambda: NStepReturn(2).h(1.0), r"i = 1\.0; expected an integer"),
    (lambda: NStepReturn(2).filter(0.5), r"z = 0\.5; .*a float is not exact"),
    (lambda: NStepReturn(2).eligibilities(-1), r"k = -1; expected how many"),
    (
        lambda: LambdaReturn(lam).eligibilities(3),
        r"numbers only when its parameters are; lam is not",
    ),
]


@pytest.mark.parametrize(("make", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_bad_input_is_refused_in_one_line_that_says_what_was_expected(
    make: Callable[[], object], message: str
) -> None:
    with pytest.raises(InvalidReturn, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


def test_a_long_bad_value_is_cut_short_in_the_message() -> None:
    with pytest.raises(InvalidReturn) as caught:
        LambdaReturn(Fraction(10**400, 3))
    assert len(str(caught.value)) < 250


def test_a_return_cannot_be_changed() -> None:
    ret = LambdaReturn("1/2")
    with pytest.raises(AttributeError, match="cannot be changed"):
        ret.lam = Integer(2)  # type: ignore[misc]


@given(rationals(-1, 1), rationals(-1, 1))
def test_a_condition_holds_exactly_when_its_relation_does(x: Fraction, y: Fraction) -> None:
    values = {a: x, b: y}
    assert Condition(a, "<", b).holds(values) == (x < y)
    assert Condition(a, "<=", b).holds(values) == (x <= y)
    assert Condition(a, "=", b).holds(values) == (x == y)
    assert Condition(a, "!=", b).holds(values) == (x != y)


def test_a_condition_needs_a_known_relation_and_numbers_for_its_symbols() -> None:
    with pytest.raises(ValueError, match="'>' is not one of <, <=, =, !="):
        Condition(a, ">", b)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected exact numbers for a, b"):
        Condition(a, "<", b).holds({a: 1})
    assert Condition(a, "<=", b)._repr_latex_() == r"$a \le b$"
