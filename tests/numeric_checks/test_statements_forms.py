"""Closed forms built up from parts, evaluated at integers, against the same with Fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random

import pytest
from flint import fmpq, fmpq_poly
from sympy import Rational

from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq
from numeric_checks.statements import Instance, Outcome, decide, members
from numeric_checks.statements.closed_forms import SINE, Form
from numeric_checks.statements.instances import k as place
from numeric_checks.statements.integers import Crossing, Generic, NeedPeriod, Whole
from numeric_checks.statements.numbers import Ratio, Undecided, Undefined, Z
from symbolic import AtMost, Bounded, Equal, ForAll, Less, TendsTo, index, real, sequence, series

n, m, i, j = (index(name) for name in "nmij")
x = real("x")
h, w = sequence("h"), sequence("w")
HOLDS, FAILS, UNDECIDED = Outcome.HOLDS, Outcome.FAILS, Outcome.UNDECIDED
MEANINGLESS = Outcome.MEANINGLESS
AT_Z = Fraction(1, 7)

#: a closed form in t and in z, and its value
Drawn = tuple[Form, Callable[[int], Fraction]]


def value(form: Form, t: Generic, at: int) -> Fraction:
    """A form at t, and at z = 1/7."""
    total = Fraction(0)
    for (kind, powers), c in form.terms.items():
        assert kind == ""
        top, bottom = (lowest_terms(p(to_fmpq(AT_Z))) for p in (c.num, c.den))
        number = top / bottom
        for of, d, q, a in powers:
            assert of is t
            number *= Fraction(at) ** d * (lowest_terms(q) * AT_Z**a) ** at
        total += number
    return total


def drawn(rng: Random, t: Generic, depth: int = 3) -> Drawn:
    if depth == 0 or rng.random() < 0.15:
        x = Fraction(rng.randint(-3, 3), rng.randint(1, 3))
        kind = rng.randint(0, 3)
        if kind == 0:
            return Form.of(x), lambda _: x
        if kind == 1:
            step, plus = rng.randint(1, 3), rng.randint(-2, 2)
            return Form.whole(Whole.generic(t, step, plus)), lambda at: Fraction(step * at + plus)
        base = x or Fraction(2)
        if kind == 2:
            step, plus = rng.choice((1, 2, -1)), rng.randint(-1, 2)
            form = Form.of(base).power(Whole.generic(t, step, plus))
            return form, lambda at: base ** (step * at + plus)
        step, plus = rng.randint(1, 2), rng.randint(0, 2)
        form = Form.of(Ratio(fmpq_poly([0, to_fmpq(base)]), Z.den)).power(
            Whole.generic(t, step, plus)
        )
        return form, lambda at: (base * AT_Z) ** (step * at + plus)
    (one, f), (two, g) = (drawn(rng, t, depth - 1) for _ in range(2))
    number, exponent = Fraction(rng.randint(-2, 2), 3), rng.randint(0, 2)
    return rng.choice(
        [
            (one + two, lambda at: f(at) + g(at)),
            (one - two, lambda at: f(at) - g(at)),
            (one * two, lambda at: f(at) * g(at)),
            (-one, lambda at: -f(at)),
            (one + to_fmpq(number), lambda at: f(at) + number),
            (to_fmpq(number) + one, lambda at: f(at) + number),
            (one - to_fmpq(number), lambda at: f(at) - number),
            (to_fmpq(number) - one, lambda at: number - f(at)),
            (one * to_fmpq(number), lambda at: f(at) * number),
            (to_fmpq(number) * one, lambda at: f(at) * number),
            (one.power(Whole(exponent)), lambda at: f(at) ** exponent),
        ]
    )


def test_arithmetic_and_sums() -> None:
    rng = Random(1)
    for _ in range(400):
        t = Generic(0)
        form, direct = drawn(rng, t)
        for at in range(5):
            assert value(form, t, at) == direct(at)
        assert all(not c.is_zero for c in form.terms.values())
        lo, hi = rng.randint(0, 3), rng.randint(-1, 6)
        total = form.summed(t, Whole(lo), Whole(lo + hi))
        assert value(total, t, 0) == sum((direct(at) for at in range(lo, lo + hi + 1)), Fraction(0))
        up_to = form.summed(t, Whole(lo), Whole.generic(t, 1, lo))
        assert value(up_to, t, 3) == sum((direct(at) for at in range(lo, lo + 4)), Fraction(0))


def test_inverses_of_powers() -> None:
    t = Generic(0)
    form = Form.of(Fraction(-2, 3)) * Form.of(Fraction(3)).power(Whole.generic(t, 2, 1))
    assert value(form.inverse(), t, 2) == 1 / (Fraction(-2, 3) * 3**5)
    assert value(form.power(Whole(-2)), t, 1) == 1 / (Fraction(-2, 3) * 3**3) ** 2
    one_more = Form.of(Ratio(fmpq_poly([1, 1]), Z.den)).inverse()
    assert value(one_more, t, 0) == 1 / (1 + AT_Z)


def refused(problem: type[Exception], make: Callable[[], object], says: str) -> None:
    with pytest.raises(problem, match=says):
        make()


def test_what_has_no_value_and_what_is_not_decided() -> None:
    t, vector = Generic(0), Form.of(1, "v")
    place_t, powers = Form.whole(Whole.generic(t)), Form.of(Z).power(Whole.generic(t))
    refused(Undefined, Form().inverse, "a division by zero")
    refused(Undefined, powers.inverse, "a division by a power of z")
    refused(Undefined, Form.of(Z).inverse, "which is 0 at z = 0")
    refused(Undecided, vector.inverse, "a quotient by a vector")
    refused(Undecided, place_t.inverse, "a quotient by a vector, or by a sum")
    refused(Undecided, (powers + Form.of(1)).inverse, "or by a sum that depends on an index")
    refused(Undecided, lambda: vector * vector, "a product of two vectors")
    refused(Undecided, lambda: vector * Form.of(1, "r"), "a product of two vectors")
    refused(Undecided, lambda: vector * Form.of(1, SINE), "a product of two vectors")
    refused(Undecided, vector.number, "this is a vector")
    refused(Undecided, place_t.number, "this depends on an index")
    refused(Undecided, Form.of(Z).number, "this depends on z")
    refused(Undecided, lambda: vector.power(Whole.generic(t)), "a power of a vector")
    refused(Undecided, lambda: (vector + Form.of(2)).power(Whole.generic(t)), "a power of a vector")
    refused(Undecided, vector.sign, "the sign of something that depends on z, r or v")
    refused(Undecided, powers.sign, "the sign of something that depends on z, r or v")
    refused(Undefined, lambda: Form().power(Whole.generic(t, -1)), "zero to a negative power")
    refused(Undefined, lambda: Form.of(Z).power(Whole.generic(t, -1)), "a negative power of z")
    divided = Form({("", ((t, 0, fmpq(1), -1),)): Ratio.of(1)})
    refused(
        Undecided, lambda: divided.summed(t, Whole(0), Whole(3)), "a sum of negative powers of z"
    )
    for ratio in (1, -1, 2, -2):
        geometric = Form.of(ratio).power(Whole.generic(t))
        refused(Undefined, partial(geometric.summed, t, Whole(0), None), "does not converge")
    for base in (-1, -2):
        negative = Form.of(base).power(Whole.generic(t))
        refused(NeedPeriod, negative.sign, "residue classes modulo 2")
    two = [Generic(0), Generic(1)]
    both = Form.whole(Whole(0, ((two[0], 1), (two[1], -1))))
    refused(Undecided, both.sign, "several growing indices")
    refused(Crossing, lambda: Whole(0, ((two[0], 1), (two[1], -1))).at_least(0), "both grow")


def test_powers_of_zero() -> None:
    t = Generic(0)
    assert Form().power(Whole.generic(t, 1, 1)).terms == {}
    assert t.start == 0
    assert Form().power(Whole.generic(t)).terms == {}
    assert t.start == 1  # 0^0 = 1 is looked at by itself
    assert Form().power(Whole(0)).number() == 1
    for power, outcome in ((n, FAILS), (n + 1, HOLDS)):
        assert decide(ForAll(n, 0, Equal(x**power, 0)), Instance.of({x: 0})).outcome is outcome


def test_powers_of_z_with_any_exponent() -> None:
    t = Generic(0)
    twice = Form.of(Ratio(fmpq_poly([0, 2]), Z.den))
    for step, plus in ((1, 0), (2, 3), (1, -2), (3, -1)):
        form = twice.power(Whole.generic(t, step, plus))
        assert value(form, t, 4) == (2 * AT_Z) ** (4 * step + plus)


def test_signs_hold_from_where_they_are_said_to() -> None:
    rng, late = Random(2), 0
    for _ in range(300):
        t = Generic(0)
        parts = [
            Form.of(Fraction(rng.randint(-4, 4), rng.randint(1, 3)))
            * Form.whole(Whole.generic(t)).power(Whole(rng.randint(0, 2)))
            * Form.of(Fraction(rng.randint(1, 4), rng.randint(1, 3))).power(Whole.generic(t))
            for _ in range(rng.randint(1, 3))
        ]
        form = sum(parts, Form())
        try:
            sign = form.sign()
        except Undecided:  # it settles late
            late += 1
            continue
        for at in range(t.start, t.start + 12):
            number = value(form, t, at)
            assert (number > 0) - (number < 0) == sign
    assert late < 30


def test_a_line_outgrows_a_constant() -> None:
    t = Generic(0)
    line = Form.of(3) - Form.whole(Whole.generic(t))
    assert line.sign() == -1
    assert t.start == 4
    assert (-line).sign() == 1


def test_a_sign_in_two_indices() -> None:
    one, two = Generic(0), Generic(1)
    small = Form.of(Fraction(1, 2)).power(Whole.generic(one)) * Form.of(Fraction(1, 3)).power(
        Whole.generic(two)
    )
    assert (Form.of(1) - small).sign() == 1
    assert (small - Form.of(1)).sign() == -1
    assert one.start + two.start > 0
    assert small.sign() == 1
    grows = Form.of(2).power(Whole.generic(one)) * Form.of(2).power(Whole.generic(two))
    with pytest.raises(Undecided, match="several growing indices"):
        (Form.of(1) - grows).sign()
    with pytest.raises(Undecided, match="several growing indices"):
        (small - Form.of(Fraction(1, 5)).power(Whole.generic(two))).sign()


def test_limits_and_bounds() -> None:
    t = Generic(0)
    falls, rises = (Form.of(q).power(Whole.generic(t)) for q in (Fraction(1, 2), Fraction(2)))
    steady = Form.of(Fraction(1, 3))
    assert (steady + falls).limit() == Fraction(1, 3)
    assert falls.limit() == 0
    assert (steady + rises).limit() is None
    assert (steady + Form.whole(Whole.generic(t))).limit() is None
    assert [form.bounded for form in (falls, steady, rises)] == [True, True, False]


def test_numbers_beside_indices_on_either_side() -> None:
    """1 <= 1 + 2^-n, and the like: the left side depends on nothing."""
    data = Instance.of({}, {h: members(then=Rational(1, 2) ** place)})
    for left, outcome in ((1, HOLDS), (Rational(3, 2), FAILS), (2, FAILS)):
        assert decide(ForAll(n, 0, AtMost(left, 1 + h(n))), data).outcome is outcome
    for right, outcome in ((2, HOLDS), (Rational(3, 2), FAILS)):
        assert decide(ForAll(n, 0, AtMost(1 + h(n), right)), data).outcome is outcome
    assert decide(ForAll(n, 0, Equal(1 / h(n), 2**n)), data).outcome is HOLDS
    assert decide(ForAll(n, 0, Equal(1 / h(n), 2 ** (n + 1))), data).outcome is FAILS
    assert decide(ForAll(n, 1, Less(h(n), 1)), data).outcome is HOLDS
    assert decide(ForAll(n, 0, Less(h(n), 1)), data).outcome is FAILS


@pytest.mark.parametrize(
    ("statement", "outcome"),
    [
        (ForAll(n, 0, ForAll(m, 0, Less(h(n) * h(m), 2))), HOLDS),
        (ForAll(n, 0, ForAll(m, 0, Less(h(n) * h(m), 1))), FAILS),
        (ForAll(n, 0, ForAll(m, 1, AtMost(h(n + m), h(n)))), Outcome.CHECKED),
        (ForAll(n, 0, AtMost(series(h(i), i, 0, n), 2)), HOLDS),
        (ForAll(n, 0, AtMost(series(h(i), i, 0, n), Rational(199, 100))), FAILS),
        (ForAll(n, 0, Equal(series(h(i), i, n), 2 * h(n))), HOLDS),
        (ForAll(n, 0, Equal(series(i * h(i), i, 0, n), 2 - (n + 2) * h(n))), HOLDS),
        (Equal(series(h(i), i, 3), Rational(1, 4)), HOLDS),
        (Equal(series(series(h(i) * h(j), j, 0), i, 0), 4), HOLDS),
        (Equal(series(1, i, 0), 1), MEANINGLESS),
        (Equal(series(0 * h(i), i, 5, 2), 0), HOLDS),
        (TendsTo(series(h(i), i, 0, n), n, 2), HOLDS),
        (Bounded(series(1, i, 0, n), n, 0), FAILS),
        (ForAll(n, 0, Less(n * h(n), 1)), HOLDS),
        (ForAll(n, 0, Less(n**2 * h(n), 1)), FAILS),
    ],
)
def test_statements_about_halves(statement: object, outcome: Outcome) -> None:
    data = Instance.of({}, {h: members(then=Rational(1, 2) ** place)})
    assert decide(statement, data).outcome is outcome  # type: ignore[arg-type]
