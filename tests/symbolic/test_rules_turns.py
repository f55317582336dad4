"""Rules about cosines and sines of parts of a turn, and that what they prove is so."""

from __future__ import annotations

import pytest
from flint import arb
from hypothesis import given as drawn, strategies as st
from sympy import Expr, Integer, Rational

from numeric_checks.identities.digits import enclose
from symbolic import (
    AtMost,
    CosTurn,
    Equal,
    FloorDiv,
    Less,
    ProofError,
    SinTurn,
    Theorem,
    given,
    index,
    real,
    sequence,
)
from symbolic.statements import Relation
from symbolic.terms import Turn
from symbolic.writing import full_turns, turn_back, turn_sign, turn_strictly, turn_sum
from tests.symbolic.rule_cases import Proves, Refuses

x = real("x")
a, b, k, n = (index(name) for name in "abkn")
DIGITS = 30
SOME = AtMost(1, b)
some = given(SOME)
FAR = (Less(b, 4 * a), Less(4 * a, 3 * b))
WITHIN = (Less(0, a), Less(a, b))

PROVES = [
    Proves(
        turn_sum, "of a cosine", lambda: (some, CosTurn(a + n, b), n),
        Equal(CosTurn(a + n, b), CosTurn(n, b) * CosTurn(a, b) - SinTurn(n, b) * SinTurn(a, b)),
        (SOME,),
    ),
    Proves(
        turn_sum, "of a sine", lambda: (some, SinTurn(a, b), b),
        Equal(SinTurn(a, b),
              SinTurn(b, b) * CosTurn(a - b, b) + CosTurn(b, b) * SinTurn(a - b, b)),
        (SOME,),
    ),
    Proves(
        full_turns, "of a cosine", lambda: (some, CosTurn(k * b, b), k),
        Equal(CosTurn(k * b, b), 1), (SOME,),
    ),
    Proves(
        full_turns, "of a sine, backwards", lambda: (given(), SinTurn(-6, 3), -2),
        Equal(SinTurn(-6, 3), 0),
    ),
    Proves(
        turn_back, "of a cosine", lambda: (some, CosTurn(a - 1, b)),
        Equal(CosTurn(a - 1, b), CosTurn(1 - a, b)), (SOME,),
    ),
    Proves(
        turn_back, "of a sine", lambda: (some, SinTurn(a, b)),
        Equal(SinTurn(a, b), -SinTurn(-a, b)), (SOME,),
    ),
    Proves(
        turn_sign, "of half a turn", lambda: (given(), CosTurn(1, 2)), Less(CosTurn(1, 2), 0),
    ),
    Proves(
        turn_sign, "beyond a quarter of a turn", lambda: (given(SOME, *FAR), CosTurn(a, b)),
        Less(CosTurn(a, b), 0), (SOME, *FAR),
    ),
    Proves(
        turn_strictly, "of any part of a turn", lambda: (given(*WITHIN), CosTurn(a, b)),
        Less(CosTurn(a, b), 1), WITHIN,
    ),
    Proves(
        turn_strictly, "of two thirds", lambda: (given(), CosTurn(2, 3)), Less(CosTurn(2, 3), 1),
    ),
]  # fmt: skip

REFUSES = [
    Refuses(turn_sum, "no part of a turn", lambda: (some, x, n),
            match="x is not a cosine or sine of a part of a turn"),
    Refuses(turn_sum, "a product of cosines", lambda: (some, CosTurn(a, b) * CosTurn(n, b), n),
            match="cos(2π·a/b)·cos(2π·n/b) is not a cosine or sine of a part of a turn"),
    Refuses(turn_sum, "a part that is not an integer", lambda: (some, CosTurn(a, b), x),
            match="x is not an integer"),
    Refuses(turn_sum, "half a part", lambda: (given(), CosTurn(1, 3), Rational(1, 2)),
            match="1/2 is not an integer"),
    Refuses(turn_sum, "a turn divided into no parts",
            lambda: (given(AtMost(0, b)), CosTurn(a, b), n), match="1 ≤ b does not follow"),
    Refuses(turn_sum, "a part that may not be defined",
            lambda: (given(), CosTurn(1, 3), FloorDiv(1, n)),
            match="defined: 1 ≤ n does not follow"),
    Refuses(turn_sum, "a sequence that is called cosine",
            lambda: (given(), sequence("CosTurn")(1, 3), 1),
            match="CosTurn_{1,3} is not a cosine or sine of a part of a turn"),
    Refuses(turn_sum, "some other function of turns",
            lambda: (given(), Turn(Integer(1), Integer(3)), 1),
            match="Turn(1, 3) is not exact, or not part of the language"),
    Refuses(full_turns, "one part too many", lambda: (some, CosTurn(k * b + 1, b), k),
            match="b·k + 1 is not k times b"),
    Refuses(full_turns, "half turns", lambda: (given(), CosTurn(3, 2), Rational(3, 2)),
            match="3 is not 3/2 times 2"),
    Refuses(full_turns, "another number of turns", lambda: (some, CosTurn(k * b, b), n),
            match="b·k is not n times b"),
    Refuses(full_turns, "no turn, divided into no parts", lambda: (given(), CosTurn(0, b), 0),
            match="1 ≤ b does not follow"),
    Refuses(full_turns, "a negative number of parts", lambda: (given(), CosTurn(-2, -2), 1),
            match="1 ≤ -2 does not follow"),
    Refuses(full_turns, "a quotient of integers", lambda: (some, CosTurn(a, b), a / b),
            match="a is not a/b times b"),
    Refuses(turn_back, "a turn that may be divided into no parts",
            lambda: (given(AtMost(0, b)), SinTurn(a, b)), match="1 ≤ b does not follow"),
    Refuses(turn_back, "minus a sine", lambda: (some, -SinTurn(a, b)),
            match="-sin(2π·a/b) is not a cosine or sine of a part of a turn"),
    Refuses(turn_back, "a number", lambda: (given(), 1),
            match="1 is not a cosine or sine of a part of a turn"),
    Refuses(turn_sign, "a quarter of a turn", lambda: (given(), CosTurn(1, 4)),
            match="4 < 4 does not follow"),
    Refuses(turn_sign, "three quarters of a turn", lambda: (given(), CosTurn(3, 4)),
            match="4·3 < 3·4 does not follow"),
    Refuses(turn_sign, "a quarter of a turn or more",
            lambda: (given(SOME, AtMost(b, 4 * a), FAR[1]), CosTurn(a, b)),
            match="b < 4·a does not follow"),
    Refuses(turn_sign, "three quarters of a turn or less",
            lambda: (given(SOME, FAR[0], AtMost(4 * a, 3 * b)), CosTurn(a, b)),
            match="4·a < 3·b does not follow"),
    Refuses(turn_sign, "a turn and a half", lambda: (given(), CosTurn(3, 2)),
            match="4·3 < 3·2 does not follow"),
    Refuses(turn_sign, "half a turn back", lambda: (given(), CosTurn(-1, 2)),
            match="2 < 4·(-1) does not follow"),
    Refuses(turn_sign, "a sine", lambda: (given(), SinTurn(1, 2)),
            match="this is known of cosines only"),
    Refuses(turn_sign, "a small part of a turn", lambda: (given(), CosTurn(1, 5)),
            match="5 < 4 does not follow"),
    Refuses(turn_sign, "a turn that may be divided into no parts",
            lambda: (given(AtMost(0, b), AtMost(b, 4 * a), AtMost(4 * a, 3 * b)), CosTurn(a, b)),
            match="1 ≤ b does not follow"),
    Refuses(turn_strictly, "no turn", lambda: (given(), CosTurn(0, 3)),
            match="0 < 0 does not follow"),
    Refuses(turn_strictly, "a full turn", lambda: (given(), CosTurn(3, 3)),
            match="3 < 3 does not follow"),
    Refuses(turn_strictly, "more than a turn", lambda: (given(), CosTurn(4, 3)),
            match="4 < 3 does not follow"),
    Refuses(turn_strictly, "a part of a turn or none",
            lambda: (given(AtMost(0, a), Less(a, b)), CosTurn(a, b)),
            match="0 < a does not follow"),
    Refuses(turn_strictly, "at most a full turn",
            lambda: (given(Less(0, a), AtMost(a, b)), CosTurn(a, b)),
            match="a < b does not follow"),
    Refuses(turn_strictly, "a turn back", lambda: (given(), CosTurn(-1, 3)),
            match="0 < -1 does not follow"),
    Refuses(turn_strictly, "a quarter of a turn, for the sine", lambda: (given(), SinTurn(1, 4)),
            match="this is known of cosines only"),
    Refuses(turn_strictly, "a number", lambda: (given(), Integer(0)),
            match="0 is not a cosine or sine of a part of a turn"),
]  # fmt: skip


@pytest.mark.parametrize("case", PROVES, ids=str)
def test_the_rule_proves_exactly_what_it_says(case: Proves) -> None:
    case.check()


@pytest.mark.parametrize("case", REFUSES, ids=str)
def test_the_rule_refuses_the_near_miss(case: Refuses) -> None:
    case.check()


# -- that what is proved is so ---------------------------------------------------------------

kinds = st.sampled_from([CosTurn, SinTurn])
tops, bottoms = st.integers(-30, 30), st.integers(1, 13)


def difference(theorem: Theorem, **values: int) -> arb:
    """The right side less the left one."""
    s = theorem.statement
    assert isinstance(s, Relation)
    return enclose(s.rhs - s.lhs, {index(name): at for name, at in values.items()}, DIGITS)


@drawn(kinds, tops, tops, bottoms)
def test_the_addition_theorem(kind: type[Turn], whole: int, part: int, into: int) -> None:
    symbolic = turn_sum(some, kind(a, b), k)
    assert abs(difference(symbolic, a=whole, b=into, k=part)) < arb("1e-25")
    closed = turn_sum(given(), kind(Integer(whole), Integer(into)), part)
    assert abs(difference(closed)) < arb("1e-25")


@drawn(kinds, tops, bottoms)
def test_full_turns(kind: type[Turn], times: int, into: int) -> None:
    assert abs(difference(full_turns(some, kind(k * b, b), k), k=times, b=into)) < arb("1e-25")


@drawn(kinds, tops, bottoms)
def test_turning_back(kind: type[Turn], whole: int, into: int) -> None:
    assert abs(difference(turn_back(some, kind(a, b)), a=whole, b=into)) < arb("1e-25")


@drawn(tops, bottoms)
def test_the_far_side_is_where_the_cosine_is_negative(whole: int, into: int) -> None:
    """It is proved of the first turn, exactly where it is so."""
    cosine: Expr = CosTurn(Integer(whole), Integer(into))
    number = enclose(cosine, {}, DIGITS)
    try:
        turn_sign(given(), cosine)
    except ProofError:
        assert not 0 <= whole <= into or not number < 0
    else:
        assert number < 0


@drawn(tops, bottoms)
def test_less_than_a_full_turn_is_where_the_cosine_is_below_one(whole: int, into: int) -> None:
    cosine: Expr = CosTurn(Integer(whole), Integer(into))
    try:
        turn_strictly(given(), cosine)
    except ProofError:
        assert not 0 < whole < into
    else:
        assert enclose(cosine, {}, DIGITS) < 1
